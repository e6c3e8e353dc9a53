use serde_json::{Value, json};
use shared_types::api::{JobSummary, TraceEntry};

use super::{
    access::{self, Access},
    accuracy, charts,
    digest::{Entries, Entry, Fact, State},
    form, frame,
    job::{self, Job},
    jobs::{self, Row, Wanted},
    overview::{self, Overview, median},
    readable, recipes, settings, sign_in,
};
use crate::{
    config::Setting,
    doctor::{Check, Report},
    recipes::Listed,
    security::Agent,
    store::{AgentCall, KnownToken, TokenKind},
};

const NOW: i64 = 1_795_000_000_000;
/// What a stranger may name anything.
const HOSTILE: &str =
    "</title><script>alert(1)</script><img src=x onerror=alert(1)>\"'`onload=\u{202e}x";

fn entry(seq: i64, step: u32, at: i64, kind: &str, data: Value) -> TraceEntry {
    TraceEntry { seq, step, at: NOW - 100_000 + at, kind: kind.to_owned(), data }
}

fn plan(actions: Value, open: Value, calls: u32) -> Value {
    json!({"action": actions[0], "actions": actions, "forceLive": false, "open": open,
           "planner": {"source": "rules", "ms": 40.0, "calls": calls, "notes": [HOSTILE]}})
}

fn fill(field: u32, key: &str) -> Value {
    json!({"type": "FILL", "target": {"by": "index", "index": field}, "valueFrom": key})
}

fn send() -> Value {
    let target = json!({"by": "index", "index": 0, "elementType": "button"});
    json!({"type": "CLICK", "target": target, "requiresApproval": true})
}

fn result(action: Value, ok: bool) -> Value {
    let mut result = json!({"ok": ok});
    if !ok {
        result["refusal"] = json!("not-kept");
    }
    json!({"action": action, "result": result})
}

/// A job that a model was asked for, with a page that is a stranger's in every text.
fn trace() -> Vec<TraceEntry> {
    let page = json!({"observation": {
        "url": "https://a.example/", "title": HOSTILE,
        "fields": [
            {"index": 0, "label": HOSTILE, "role": "email", "valueState": "empty", "value": "kanarie"},
            {"index": 1, "label": "City", "group": HOSTILE, "role": HOSTILE, "required": true, "valueState": "filled"},
            {"index": 2, "label": "Trap", "visible": false},
            {"index": 3, "name": "n", "checked": false},
            {"index": 4, "label": "Phone"},
        ],
        "buttons": [{"index": 0, "text": HOSTILE, "submits": true}, {"index": 1, "text": "Back"}]},
        "keys": [], "history": [], "mode": "live"});
    let ledger = json!({"step": 1, "purpose": "plan", "fields": ["a"], "calls": [
        {"provider": HOSTILE, "model": HOSTILE, "outcome": HOSTILE, "ms": 30.0},
        {"provider": "openai", "model": "m", "outcome": "ok", "ms": 5.0, "inputTokens": 1200,
         "outputTokens": 30, "costUsd": 0.0123}]});
    let open = json!([{"field": 3, "reason": HOSTILE, "code": "no-value", "label": HOSTILE}]);
    let actions = json!([fill(0, HOSTILE), fill(4, "phone"), send()]);
    vec![
        entry(1, 1, 0, "llm", ledger),
        entry(2, 1, 0, "page", page),
        entry(3, 1, 0, "plan", plan(actions, open, 2)),
        entry(4, 1, 1_000, "result", result(fill(0, HOSTILE), true)),
        entry(5, 1, 1_500, "result", result(fill(4, "phone"), false)),
        entry(6, 1, 61_500, "result", result(send(), true)),
        entry(7, 2, 62_000, "plan", plan(json!([{"type": "DONE", "summary": ""}]), json!([]), 0)),
        entry(8, 3, 63_000, "surprise", json!({"x": HOSTILE})),
    ]
}

fn summary() -> JobSummary {
    JobSummary {
        job_id: HOSTILE.to_owned(),
        origin: format!("https://{HOSTILE}"),
        step: 2,
        started_at: NOW - 100_000,
        updated_at: NOW - 37_000,
        entries: 8,
    }
}

/// Whatever strangers name is text, nothing runs, nothing is styled in place, and no form sends elsewhere.
fn check_page(html: &str) {
    for wrong in
        ["<script>", "<img src=x", "style=", "<style", "javascript:", "kanarie", "\u{202e}"]
    {
        assert!(!html.contains(wrong), "{wrong} is in {html}");
    }
    // Attributes are all quoted, and no stranger's text ends one.
    for tag in html.split('<').skip(1) {
        let tag = tag.split('>').next().unwrap();
        let outside: String = tag.split('"').step_by(2).collect();
        assert!(!outside.contains(" on"), "{tag}");
    }
    let scripts: Vec<&str> = html.split("<script").skip(1).collect();
    assert!(scripts.len() <= 1, "{html}");
    assert!(
        scripts
            .iter()
            .all(|script| script.starts_with(" type=\"module\" src=\"/dashboard.js\"></script>"))
    );
    let actions = html.split("action=\"").skip(1);
    assert!(actions.clone().all(|action| action.starts_with("/dashboard/")));
}

fn around(body: &maud::Markup) -> String {
    let frame = frame::Frame { title: "T", under: "/dashboard", user: HOSTILE, live: true };
    frame.around(body)
}

#[test]
fn strangers_texts_are_texts_on_every_page() {
    let (trace, job) = (trace(), summary());
    let entries = job::entries(&trace);
    let row = Row::new(&job, &entries, NOW);
    let wanted = Wanted { state: Some(State::Sent), site: HOSTILE.to_owned() };
    let token = |id, kind| KnownToken {
        id,
        digest: [1; 32],
        kind,
        user_id: HOSTILE.to_owned(),
        name: HOSTILE.to_owned(),
        created_at: NOW - 5_000,
        mark: None,
        checked: true,
        origin: HOSTILE.to_owned(),
        used_at: NOW - 3_000,
    };
    let agent = Agent {
        id: 1,
        digest: [2; 32],
        name: HOSTILE.to_owned(),
        user: HOSTILE.to_owned(),
        sites: vec![HOSTILE.to_owned()],
        tools: vec![HOSTILE.to_owned()],
        created_at: NOW,
    };
    let [site, tool, outcome] = [HOSTILE; 3].map(str::to_owned);
    let call = AgentCall { agent: HOSTILE.to_owned(), at: NOW, tool, site, outcome };
    let access = Access {
        now: NOW,
        browsers: &[token(1, TokenKind::Pairing)],
        sessions: &[token(2, TokenKind::Dashboard), token(3, TokenKind::Dashboard)],
        own: 2,
        agents: &[agent],
        calls: &[call],
        profile: Some((NOW, 4_000)),
    };
    let recipe = Listed::Recipe {
        form: HOSTILE.to_owned(),
        fields: 3,
        version: 1,
        failures: 1,
        is_quarantined: false,
    };
    let listed =
        vec![(HOSTILE.to_owned(), recipe), ("b".to_owned(), Listed::Faulty(HOSTILE.to_owned()))];
    let setting = Setting {
        name: "llm.order".to_owned(),
        value: HOSTILE.to_owned(),
        origin: HOSTILE.to_owned(),
        doc: "",
    };
    let report = Report { ok: false, checks: vec![Check::problem("files", HOSTILE, HOSTILE)] };
    let hosted = settings::Hosted { settings: &[setting], report: &report };
    let over =
        Overview { now: NOW, newest: std::slice::from_ref(&row), days: &[entries], cut: true };
    for body in [
        job::page(&Job { job: &job, trace: &trace, now: NOW }),
        jobs::page(
            std::slice::from_ref(&row),
            &wanted,
            &[HOSTILE.to_owned()],
            Some((5, HOSTILE)),
            NOW,
        ),
        overview::page(&over),
        access::page(&access),
        recipes::page(Some(&Ok(listed))),
        recipes::page(Some(&Err(HOSTILE.to_owned()))),
        settings::page("SQLite", Some(&hosted)),
        accuracy::page(),
    ] {
        check_page(&around(&body));
    }
    check_page(&frame::trouble(503, HOSTILE));
    check_page(&sign_in::page(sign_in::Tried::Wrong));
}

#[test]
fn where_there_is_nothing_the_page_says_what_to_do() {
    let access = Access {
        now: NOW,
        browsers: &[],
        sessions: &[],
        own: 1,
        agents: &[],
        calls: &[],
        profile: None,
    };
    let over = Overview { now: NOW, newest: &[], days: &[], cut: false };
    for (body, said) in [
        (
            overview::page(&over),
            &["No job is running.", "Nothing happened yet.", "No model was asked."][..],
        ),
        (jobs::page(&[], &Wanted::default(), &[], None, NOW), &["No job yet."]),
        (
            jobs::page(
                &[],
                &Wanted { state: Some(State::Sent), ..Wanted::default() },
                &[],
                None,
                NOW,
            ),
            &["No such job here.", "Show all"],
        ),
        (
            access::page(&access),
            &["No browser is paired.", "No agent is let in.", "No profile is kept here."],
        ),
        (recipes::page(Some(&Ok(Vec::new()))), &["There are none."]),
        (recipes::page(None), &["shown to whoever hosts it"]),
        (settings::page("SQLite", None), &["shown to whoever hosts the server"]),
        (
            job::page(&Job { job: &summary(), trace: &[], now: NOW }),
            &["Nothing of this job is kept"],
        ),
    ] {
        let html = body.into_string();
        for said in said {
            assert!(html.contains(said), "{said} is not in {html}");
        }
    }
}

fn entries(of: &[(u32, i64, &str, Value)]) -> Entries {
    let entry = |(seq, (step, at, kind, data)): (usize, &(u32, i64, &str, Value))| Entry {
        seq: seq as i64,
        step: *step,
        at: NOW + at,
        fact: Fact::read(kind, &data.to_string()),
    };
    Entries::new(of.iter().enumerate().map(entry).collect())
}

#[test]
fn how_a_job_stands_follows_from_its_trace() {
    let sends = || plan(json!([fill(0, "email"), send()]), json!([]), 0);
    let ends = || plan(json!([{"type": "DONE", "summary": ""}]), json!([]), 0);
    let asks = || plan(json!([{"type": "ASK_USER", "questions": []}]), json!([]), 0);
    let filled = || result(fill(0, "email"), true);
    let quiet = 5 * 60 * 1000;
    for (what, of, later, expected) in [
        ("nothing", vec![], 0, State::Left),
        ("planned", vec![(1, 0, "plan", sends())], 0, State::Running),
        ("filled", vec![(1, 0, "plan", sends()), (1, 1, "result", filled())], 2, State::Waiting),
        (
            "quiet",
            vec![(1, 0, "plan", sends()), (1, 1, "result", filled())],
            quiet + 1,
            State::Left,
        ),
        ("asked", vec![(1, 0, "plan", asks())], 0, State::Waiting),
        (
            "sent",
            vec![
                (1, 0, "plan", sends()),
                (1, 1, "result", filled()),
                (1, 2, "result", result(send(), true)),
            ],
            3,
            State::Sent,
        ),
        (
            "refused",
            vec![
                (1, 0, "plan", sends()),
                (1, 1, "result", filled()),
                (1, 2, "result", result(send(), false)),
            ],
            3,
            State::Waiting,
        ),
        (
            "sent and ended",
            vec![
                (1, 0, "plan", sends()),
                (1, 1, "result", result(send(), true)),
                (2, 2, "plan", ends()),
            ],
            3,
            State::Sent,
        ),
        (
            "another page",
            vec![
                (1, 0, "plan", sends()),
                (1, 1, "result", result(send(), true)),
                (2, 2, "plan", sends()),
            ],
            3,
            State::Running,
        ),
        ("ended", vec![(1, 0, "plan", ends())], 0, State::Finished),
        ("not to be read", vec![(1, 0, "plan", json!({"leftOutBytes": 5}))], 0, State::Running),
    ] {
        assert_eq!(entries(&of).state(NOW + later), expected, "{what}");
    }
}

#[test]
fn a_form_is_drawn_from_its_page_or_from_what_the_plan_speaks_of() {
    let mut trace = trace();
    let form = form::last(&trace).unwrap();
    let stands: Vec<String> =
        form.fields.iter().map(|field| format!("{:?}", field.stands)).collect();
    assert!(stands[0].starts_with("Filled("), "{stands:?}");
    assert_eq!(stands[1], "Held");
    assert!(stands[2].starts_with("Open(\"</title>"), "{stands:?}");
    assert_eq!(stands[3], "Refused(\"the page didn't keep it\")");
    assert_eq!((form.fields.len(), form.hidden, form.whole), (4, 1, true));
    assert!(form.fields[1].required && form.fields[2].is_tick);
    trace.retain(|entry| entry.kind != "page");
    let form = form::last(&trace).unwrap();
    let labels: Vec<&str> = form.fields.iter().map(|field| field.label.as_str()).collect();
    assert_eq!((labels[0], labels[2], form.whole), ("Field 1", "Field 5", false));
    assert!(form::last(&[]).is_none());
}

#[test]
fn time_is_told_by_what_it_went_into() {
    let times = job::times(&job::entries(&trace()));
    // Models 35 of the plan's 40 ms; 1.5 s of filling; a minute until the press, and 460 ms until the next plan was begun.
    assert_eq!(times[&1], [5.0, 35.0, 1_500.0, 60_460.0]);
    assert_eq!(times[&2], [40.0, 0.0, 0.0, 0.0]);
}

#[test]
fn of_a_long_job_the_newest_part_is_drawn() {
    let more = 7;
    let long: Vec<TraceEntry> = (0..job::DRAWN + more)
        .map(|at| {
            let asked = json!({"type": "EXTRACT"});
            entry(at as i64, at as u32, at as i64, "result", result(asked, true))
        })
        .collect();
    let html = job::page(&Job { job: &summary(), trace: &long, now: NOW }).into_string();
    assert_eq!(html.matches("<li value=").count(), job::DRAWN);
    assert!(html.contains(&format!("{more} older entries aren’t")), "they are told");
    assert!(html.contains(&format!("Round {}<", job::DRAWN + more - 1)), "the newest is there");
    assert!(html.len() < 400_000, "{}", html.len());
}

#[test]
fn numbers_and_times_are_told_as_people_do() {
    for (ms, said) in [
        (0, "0 ms"),
        (999, "999 ms"),
        (1_550, "1.5 s"),
        (61_000, "1 min 1 s"),
        (3_700_000, "1 h 1 min"),
        (2 * readable::DAY, "2 days"),
    ] {
        assert_eq!(readable::lasted(ms), said);
    }
    assert_eq!(readable::ago(NOW, NOW + 5), "just now");
    assert_eq!(readable::ago(NOW, NOW - 60_000), "1 minute ago");
    assert_eq!(readable::grouped(1_234_567), "1,234,567");
    assert_eq!(readable::dollars(0.0000123), "$0.000012");
    assert_eq!(readable::dollars(1.5), "$1.50");
    assert_eq!(
        readable::utc(0),
        ("1970-01-01T00:00:00Z".to_owned(), "1 Jan 1970, 00:00 UTC".to_owned())
    );
    readable::utc(i64::MAX);
    assert_eq!(readable::shown(&"x".repeat(400)).chars().count(), 301);
    assert_eq!(median(&mut [5, 1, 9]), Some(5));
    assert_eq!(median(&mut [5, 1]), Some(1));
    assert_eq!(median(&mut []), None);
}

/// The figures are read from the document: what is written there is on the page.
#[test]
fn accuracy_is_what_the_document_says() {
    let sections = accuracy::read(
        "# T\n\nIntro **bold**\nline.\n\n## part\n\n| a | F1 |\n|---|---|\n| x | 0.936 |\n\n- one\n- two\n  more\n",
    );
    assert_eq!(sections.len(), 2);
    assert_eq!(sections[0].parts, [accuracy::Part::Text("Intro **bold** line.".to_owned())]);
    assert_eq!(
        sections[1].parts,
        [
            accuracy::Part::Table(vec!["a", "F1"], vec![vec!["x", "0.936"]]),
            accuracy::Part::List(vec!["one".to_owned(), "two more".to_owned()]),
        ]
    );
    let html = accuracy::page().into_string();
    let document = include_str!("../../../docs/ACCURACY.md");
    let headings: Vec<&str> =
        document.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    assert!(headings.len() > 5);
    for heading in headings {
        let rest: String = heading.chars().skip(1).collect();
        assert!(html.contains(&rest), "{heading}");
    }
    assert!(html.matches("class=\"bars\"").count() >= 4, "charts are drawn");
}

#[test]
fn charts_stay_within_their_frame() {
    let bar =
        |value| charts::Bar { label: String::new(), value, text: String::new(), class: "c-rules" };
    for value in [0.0, -1.0, f64::NAN, f64::INFINITY, 5.0] {
        let html = charts::bars(&[bar(value)], Some(1.0)).into_string();
        assert!(
            html.contains("width=\"0\"")
                || html.contains("width=\"100.00\"")
                || html.contains("width=\"0.00\""),
            "{html}"
        );
    }
    charts::columns(&[], "");
}

#[test]
fn ids_of_clients_stay_within_their_part_of_an_address() {
    assert_eq!(jobs::address("a/../b?c#\"<"), "/dashboard/jobs/a%2F%2E%2E%2Fb%3Fc%23%22%3C");
}
