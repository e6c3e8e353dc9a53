use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::json;
use shared_types::{Profile, snapshot::FrameSnapshot};

use shared_types::api::{PairRequest, SaveProfileRequest};

use super::*;
use crate::{
    gate::{FormState, HiddenState},
    job::{About, Job, Phase},
    observe,
};

const VALUES: &[(&str, &str)] = &[
    ("lastName", "Quixleyson"),
    ("email", "kanarienor@mail.example"),
    ("phone", "+44 20 7946 0931"),
    ("birthDate", "1983-11-27"),
    ("payment.cardNumber", "4929310087654321"),
    ("custom.National ID number", "KX55667788Q"),
    ("address.street", "17 Hollowmere Lane"),
];

fn profile() -> Profile {
    json::from_value(&json!({
        "lastName": "Quixleyson",
        "email": "kanarienor@mail.example",
        "phone": "+44 20 7946 0931",
        "birthDate": "1983-11-27",
        "address": {"street": "17 Hollowmere Lane", "city": "Thornwick", "country": "GB"},
        "payment": {"cardNumber": "4929310087654321", "cardType": "visa"},
        "custom": {"National ID number": "KX55667788Q"},
        "answers": {"Do you live in Thornwick?": "Yes"},
        "resume": {"summary": "Quixleyson of Thornwick writes looms. Call +44 20 7946 0931."},
    }))
    .unwrap()
}

fn with<R>(use_it: impl FnOnce(&Exit) -> R) -> R {
    thread_local! {
        static EXIT: Exit = Exit::new(&Source { profile: &profile(), record: None, today: None, others: &[], site: "" });
    }
    EXIT.with(use_it)
}

/// A value, written otherwise.
fn wrap(value: &str, how: usize) -> String {
    let digits: Vec<char> = value.chars().filter(char::is_ascii_digit).collect();
    let fours: Vec<String> = digits.chunks(4).map(|four| four.iter().collect()).collect();
    match how {
        1 => value.to_uppercase(),
        2 => value.chars().flat_map(|c| [c, '\u{ad}']).collect(),
        3 => value.chars().flat_map(|c| [c, ' ']).collect(),
        4 if digits.len() > 11 => fours.join("-"),
        5 if value == "1983-11-27" => "27 November 1983".to_owned(),
        6 if value == "1983-11-27" => "27.11.83".to_owned(),
        7 => value.replace("+44 ", "0"),
        8 => value
            .chars()
            .map(|c| match c {
                '!'..='~' => char::from_u32(u32::from(c) + 0xfee0).unwrap(),
                other => other,
            })
            .collect(),
        _ => value.to_owned(),
    }
}

/// Letters and digits as they are read.
fn plain(text: &str) -> String {
    let read = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap(),
        other => other,
    };
    text.chars().map(read).filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn holds(text: &str) -> Option<&'static str> {
    let text = plain(text);
    let is_there = |value: &str| {
        (0..9).map(|how| plain(&wrap(value, how))).any(|wrapped| text.contains(&wrapped))
    };
    VALUES.iter().find(|(_, value)| is_there(value)).map(|(key, _)| *key)
}

/// A page on which every string is there.
fn page() -> Observation {
    json::from_value(&json!({
        "url": "https://site.example/form?step=1",
        "title": "Form",
        "text": "Some text",
        "pageContext": "Step 1",
        "lang": "en",
        "fields": [
            {"index": 0, "tag": "input", "type": "text", "id": "a", "name": "b", "label": "Message",
             "placeholder": "Type", "autocomplete": "on", "pattern": ".*", "role": "none",
             "evidence": ["label: message"], "group": "Group", "section": "Section",
             "describedBy": "Help", "error": "Wrong", "fingerprint": "f0", "valueState": "filled",
             "accessibleName": "Message", "inputMode": "text", "min": "1", "max": "9", "step": "1",
             "accept": "image/*", "nearby": "Beside", "value": "x"},
            {"index": 1, "tag": "input", "type": "radio", "label": "Large", "accessibleName": "Large",
             "options": [{"value": "l", "text": "Large", "selected": false}]},
            {"index": 2, "tag": "select", "type": "select-one", "label": "Size",
             "options": [{"value": "s", "text": "Small", "selected": false}]},
        ],
        "buttons": [
            {"index": 0, "tag": "button", "type": "submit", "text": "Send", "id": "go",
             "formAction": "https://site.example/send", "section": "End", "fingerprint": "b0"},
        ],
    }))
    .unwrap()
}

fn request() -> NextRequest {
    let action = json!([
        {"type": "FILL", "target": {"by": "label", "text": "Message"}, "valueFrom": "custom.X"},
        {"type": "CLICK", "target": {"by": "role", "role": "button", "name": "Send"}},
        {"type": "CLICK", "target": {"by": "id", "selector": "go"}},
        {"type": "CLICK", "target": {"by": "text", "text": "Send"}},
        {"type": "CLICK", "target": {"by": "css", "selector": "form > button"}},
        {"type": "CLICK", "target": {"by": "xpath", "xpath": "//button"}},
        {"type": "NAVIGATE", "url": "https://site.example/next"},
        {"type": "FILL", "target": {"by": "index", "index": 0}, "value": "made up"},
        {"type": "REQUEST_VERIFICATION", "kind": "OTP", "context": "Code"},
        {"type": "UPLOAD", "target": {"by": "index", "index": 0}, "valueFrom": "documents.cv"},
        {"type": "ASK_USER", "questions": [{"field": 0, "question": "Why?", "options": ["A"],
            "saveAs": "answers.Why?", "suggested": "Because"}]},
        {"type": "EXTRACT", "target": {"by": "index", "index": 0}},
        {"type": "DONE", "summary": "Done"},
    ]);
    let history: Vec<Value> = action
        .as_array()
        .unwrap()
        .iter()
        .map(|action| {
            json!({"step": 1, "action": action, "fingerprint": "f0",
                "result": {"ok": false, "error": "covered by <div>", "note": "n", "data": "d"}})
        })
        .collect();
    json::from_value(&json!({
        "jobId": "j", "step": 1, "mode": "live", "observation": page(), "history": history,
        "profileKeys": [], "goal": "Apply", "state": {"x": "y"},
    }))
    .unwrap()
}

/// All places of strings, by their pointer.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::String(_) => found.push(at.to_owned()),
        Value::Array(items) => {
            items
                .iter()
                .enumerate()
                .for_each(|(n, item)| places(item, &format!("{at}/{n}"), found));
        }
        Value::Object(members) => {
            members.iter().for_each(|(name, item)| places(item, &format!("{at}/{name}"), found));
        }
        _ => {}
    }
}

/// What only the program writes: tags that it reads again, ids of jobs, hashes.
fn is_own(place: &str) -> bool {
    let own = ["jobId", "mode", "by", "elementType", "kind", "role", "valueState"];
    let is_tag = place.ends_with("action/type") || place.ends_with("history/type");
    let fingerprint = place.starts_with("/history") && place.ends_with("/fingerprint");
    is_tag
        || fingerprint
        || own.iter().any(|own| place.ends_with(&format!("/{own}")))
            && !place.ends_with("target/role")
}

#[test]
fn no_string_of_a_request_carries_a_value() {
    let whole = serde_json::to_value(request()).unwrap();
    let mut all = Vec::new();
    places(&whole, "", &mut all);
    assert!(all.len() > 80, "{} places", all.len());
    for (n, place) in all.iter().filter(|place| !is_own(place)).enumerate() {
        for (m, (key, value)) in VALUES.iter().enumerate() {
            // Each place with each value, in some of the ways; together all are tried.
            for how in [n + m, n + m + 4].map(|how| how % 9) {
                let mut body = whole.clone();
                let text = wrap(value, how);
                *body.pointer_mut(place).unwrap() = json!(format!("x {text} y"));
                let Ok(request) = json::from_value::<NextRequest>(&body) else {
                    panic!("{place} is read")
                };
                let sent = with(|exit| json!(exit.request(request)).to_string());
                assert_eq!(holds(&sent), None, "{key} at {place}: {text:?}");
            }
        }
    }
}

#[test]
fn an_ordinary_choice_stays_and_nothing_else_does() {
    let mut request = request();
    let option = |text: &str| FieldOption { text: text.to_owned(), ..FieldOption::default() };
    request.observation.fields[2].options =
        Some(["Thornwick", "1983-11-27", "4929310087654321"].map(option).into());
    request.observation.fields[1].label = "Thornwick".to_owned();
    request.observation.fields[0].label = "Thornwick".to_owned();
    request.observation.buttons[0].text = "Thornwick".to_owned();
    with(|exit| {
        let sent = exit.request(request);
        let page = &sent.get().observation;
        let texts: Vec<&str> =
            page.fields[2].options.iter().flatten().map(|option| option.text.as_str()).collect();
        assert_eq!(texts, ["Thornwick", "{{birthDate}}", "{{payment.cardNumber}}"]);
        assert_eq!(page.fields[1].label, "Thornwick");
        assert_eq!(page.fields[0].label, "{{address.city}}");
        assert_eq!(page.buttons[0].text, "{{address.city}}");
    });
}

#[test]
fn names_of_addresses_and_documents_are_told_without_values_and_come_back() {
    let profile: Profile = serde_json::from_value(json!({
        "fullName": "Maren Tidewell", "email": "maren@example.org",
        "address": {"street": "17 Hollowmere Lane", "city": "Thornwick"},
        "addresses": {
            "Maren Tidewell": {"city": "Leeds"}, "maren@example.org": {"city": "Cork"},
            "17 Hollowmere Lane": {"city": "Bath"}, "Work": {"city": "Truro"},
        },
        "documents": {"Tidewell": {"name": "cv.pdf", "data": "QUJD"}},
    }))
    .unwrap();
    let exit =
        Exit::new(&Source { profile: &profile, record: None, today: None, others: &[], site: "" });
    let told: Vec<String> = exit.keys().iter().map(ToString::to_string).collect();
    let told = told.join("\n");
    for value in ["Maren", "Tidewell", "example.org", "Hollowmere"] {
        assert!(!told.contains(value), "{told}");
    }
    assert!(told.contains("addresses.Work.city"), "{told}");
    let own = ProfileKey::from("addresses.Maren Tidewell.city");
    let action = AgentAction::Fill {
        target: Target::field(0),
        source: ValueSource::Key(exit.outside(&own)),
        clear: true,
    };
    let plan = exit.returned(Plan { actions: vec![action], ..Plan::default() });
    assert_eq!(crate::gate::source_key(&plan.actions[0]), Some(&own));
    let said = exit.line("in Leeds and Truro");
    let said = said.get();
    assert!(!said.contains("Maren"), "{said}");
}

#[test]
fn keys_are_called_by_names_without_values_and_come_back() {
    let own = ProfileKey::from("answers.Do you live in Thornwick?");
    let outside = ProfileKey::from("answers.Do you live in {{address.city}}?");
    with(|exit| {
        assert!(exit.keys().contains(&outside));
        assert!(!exit.keys().contains(&own));
        let mut request = request();
        request.profile_keys = Some(vec![own.clone(), "email".into(), "nobodys.key".into()]);
        let sent = exit.request(request);
        assert_eq!(sent.get().profile_keys, Some(vec![outside.clone(), "email".into()]));
        let action = AgentAction::Fill {
            target: Target::field(0),
            source: ValueSource::Key(outside.clone()),
            clear: true,
        };
        let question = Question {
            field: 0,
            question: String::new(),
            options: None,
            save_as: outside.clone(),
            required: false,
            suggested: None,
            origin: String::new(),
            ..Question::default()
        };
        let upload = AgentAction::Upload { target: Target::field(0), value_from: outside.clone() };
        let select = AgentAction::Select {
            target: Target::field(0),
            source: ValueSource::Key(outside.clone()),
        };
        let open = OpenField { candidates: vec![outside.clone()], ..OpenField::default() };
        let plan = exit.returned(Plan {
            actions: vec![
                action,
                AgentAction::AskUser { questions: vec![question] },
                upload,
                select,
            ],
            open: vec![open],
            ..Plan::default()
        });
        let said = json!(plan.actions).to_string();
        assert_eq!(said.matches("Do you live in Thornwick?").count(), 4, "{said}");
        assert_eq!(plan.open[0].candidates, [own]);
    });
}

#[test]
fn reports_logs_traces_and_lines_carry_nothing() {
    let text = "Quixleyson, born 27.11.1983, 4929 3100 8765 4321";
    with(|exit| {
        let entry = HistoryEntry {
            step: 1,
            action: AgentAction::Done { summary: text.to_owned() },
            result: ActionResult {
                error: Some(text.to_owned()),
                note: Some(text.to_owned()),
                data: Some(json!(text)),
                ..ActionResult::default()
            },
            fingerprint: Some("f".to_owned()),
        };
        let report = exit.report("j".to_owned(), entry.clone());
        let line = LogEntry {
            url: format!("https://site.example/{text}"),
            message: text.to_owned(),
            observation: Some(json!(text)),
            ..LogEntry::default()
        };
        let log = exit.log(line.clone(), Some(entry.action.clone()));
        let mut observation = page();
        observation.title = text.to_owned();
        let plan = Plan {
            actions: vec![entry.action.clone()],
            open: vec![OpenField {
                reason: text.to_owned(),
                label: text.to_owned(),
                ..OpenField::default()
            }],
            notes: vec![text.to_owned()],
            force_live: true,
            ..Plan::default()
        };
        let history = [entry];
        let input = PlanInput {
            observation: &observation,
            keys: &["email".into()],
            history: &history,
            step: 1,
            mode: JobMode::Live,
        };
        let (page, planned) = exit.trace(&input, &plan);
        assert_eq!(page.get()["keys"], json!(["email"]));
        assert_eq!(planned.get()["forceLive"], json!(true));
        let lines = exit.log_plan(line, page, planned);
        assert_eq!(lines[0].get().kind, "page");
        assert!(lines[0].get().observation.is_some() && lines[1].get().action.is_some());
        let console = exit.line(text);
        let all = json!([report, log, lines[0], lines[1], console]).to_string();
        assert_eq!(holds(&all), None, "{all}");
        assert!(all.contains("{{birthDate}}"), "{all}");
    });
}

#[test]
fn what_is_kept_of_a_job_carries_nothing_new() {
    let text = "Quixleyson 27.11.1983 4929-3100-8765-4321";
    let job = json!({
        "id": "Quixleyson", "status": "running", "startUrl": "https://quixleyson.example/",
        "message": text, "record": {"questions": [{"options": ["Thornwick", text]}]},
        "history": [{"result": {"data": text, "error": text}, "action": {"type": "DONE", "summary": text}}],
        "pending": [{"type": "WAIT_FOR", "target": {"by": "role", "role": text, "name": text}}],
        "asked": {"hidden": [{"name": text, "value": ""}]},
        "somethingNew": [text], "url": "https://site.example/?d=27.11.1983",
    });
    let kept = with(|exit| exit.kept(&job));
    let kept = kept.get();
    assert_eq!(kept["id"], "Quixleyson");
    assert_eq!(kept["startUrl"], "https://quixleyson.example/");
    assert_eq!(kept["record"]["questions"][0]["options"][0], "Thornwick");
    assert_eq!(kept["history"][0]["result"]["data"], Value::Null);
    for part in ["message", "record", "history", "pending", "asked", "somethingNew", "url"] {
        assert_eq!(holds(&kept[part].to_string()), None, "{part}: {}", kept[part]);
    }
}

#[test]
fn kept_keys_are_called_as_outside_and_come_back() {
    let own = "answers.Do you live in Thornwick?";
    let job = json!({"key": own, "kind": own, "saveAs": "answers.Gift for Quixleyson", "source": "email"});
    with(|exit| {
        let mut kept = exit.kept(&job).get().clone();
        assert_eq!(kept["key"], "answers.Do you live in {{address.city}}?");
        assert_eq!(kept["kind"], kept["key"]);
        assert_eq!(kept["saveAs"], "answers.Gift for {{lastName}}");
        assert_eq!(kept["source"], "email");
        exit.restored(&mut kept);
        assert_eq!((&kept["key"], &kept["kind"]), (&json!(own), &json!(own)));
        assert_eq!(kept["source"], "email");
    });
}

#[test]
fn what_a_pause_is_about_is_opened_as_it_was_asked() {
    let address = "https://quixleyson.example/Thornwick";
    for about in [About::Place(address.to_owned()), About::Site(address.to_owned())] {
        let mut job = Job::default();
        job.phase = Phase::Paused { about };
        let stored = with(|exit| {
            let mut stored = exit.kept(&job).get().clone();
            exit.restored(&mut stored);
            stored
        });
        let again: Job = serde_json::from_value(stored).unwrap();
        let Phase::Paused { about: About::Place(same) | About::Site(same) } = again.phase else {
            panic!("{:?}", again.phase)
        };
        assert_eq!(same, address);
    }
}

/// A hash is no text, even where it spells a name: what was asked about is what is approved after a restart.
#[test]
fn hashes_of_what_a_pause_is_about_stay_as_they_are() {
    let spelled = "b973Quixleyson83-11-27e0";
    let hidden = HiddenState { name: "token".to_owned(), value: spelled.to_owned() };
    let state = FormState {
        values: spelled.to_owned(),
        way: spelled.to_owned(),
        hidden: vec![hidden],
        ..FormState::default()
    };
    let mut job = Job::default();
    job.phase = Phase::Paused { about: About::Press(Box::new(state.clone())) };
    let stored = with(|exit| exit.kept(&job).get().clone());
    let again: Job = serde_json::from_value(stored).unwrap();
    let Phase::Paused { about: About::Press(same) } = again.phase else {
        panic!("{:?}", again.phase)
    };
    assert_eq!(*same, state);
}

#[test]
fn a_draft_has_the_resume_without_the_person() {
    let request = DraftRequest {
        job_id: "j".to_owned(),
        step: 1,
        url: "https://quixleyson.example/x".to_owned(),
        question: "Why you, Quixleyson?".to_owned(),
        max_length: Some(5),
        parts: BTreeMap::from([("email".into(), Private::from("kanarienor@mail.example"))]),
        opt_in: true,
        llm: None,
    };
    let person = profile();
    let source = Source { profile: &person, record: None, today: None, others: &[], site: "" };
    let mut sent = with(|exit| exit.draft(request, &source));
    let body = json!(sent).to_string();
    assert_eq!(holds(&body), None, "{body}");
    assert!(body.contains("writes looms") && !body.contains("Thornwick"), "{body}");
    sent.wishes(Some(LlmChoice { model: "m".to_owned(), ..LlmChoice::default() }));
    assert_eq!(sent.get().llm.as_ref().map(|llm| llm.model.as_str()), Some("m"));
}

/// Proves that what the profile holds beside the résumé is taken out of it, wherever it is kept.
#[test]
fn a_draft_says_nothing_of_the_person_that_stands_elsewhere() {
    let profile: Profile = json::from_value(&json!({
        "facts": {"otherPhone": "+44 20 7946 0177", "formerName": "Orlagh Pemberwick",
            "previousAddress": "9 Tallowgate Row, Thornwick", "referee.1.name": "Ilse Vandermoor",
            "referee.1.email": "ilse@mill.example", "link.Forum": "https://forum.example/~orlagh",
            "religion": "Pastafarian", "notKnownYet": "Zyxwvut",
            "workMode": "Remote", "years.Weaving": "12"},
        "answers": {"Your twin's name": "Quentin Quixleyson"},
        "custom": {"Nickname": "Loomstar"},
        "company": "Brackwater", "jobTitle": "Loomwright",
        "resume": {"rawText": "Orlagh Pemberwick, 9 Tallowgate Row, Thornwick. +44 20 7946 0177, \
            https://forum.example/~orlagh. Referee: Ilse Vandermoor, ilse@mill.example. Pastafarian. Zyxwvut. \
            Quentin Quixleyson. Loomstar. Loomwright at Brackwater, Remote, weaving for 12 years."},
    }))
    .unwrap();
    let source = Source { profile: &profile, record: None, today: None, others: &[], site: "" };
    let exit = Exit::new(&source);
    let request = DraftRequest {
        job_id: "j".to_owned(),
        step: 1,
        url: "https://site.example".to_owned(),
        question: "Why you?".to_owned(),
        // A page can say a number by it.
        max_length: Some(19_831_127),
        parts: BTreeMap::new(),
        opt_in: true,
        llm: None,
    };
    let body = json!(exit.draft(request, &source)).to_string();
    assert!(!body.contains("19831127"), "{body}");
    for value in [
        "Pemberwick",
        "Tallowgate",
        "0177",
        "~orlagh",
        "Vandermoor",
        "ilse@",
        "Pastafarian",
        "Zyxwvut",
        "Quentin",
        "Loomstar",
    ] {
        assert!(!body.contains(value), "{value}: {body}");
    }
    for part in ["Loomwright at Brackwater", "Remote, weaving for 12 years"] {
        assert!(body.contains(part), "{part}: {body}");
    }
}

#[test]
fn what_the_person_sends_on_purpose_is_as_it_is() {
    let request = SaveProfileRequest { user_id: "me".to_owned(), profile: profile() };
    assert_eq!(*Exit::profile(request.clone()).get(), request);
    let pair = PairRequest { code: "123".into(), name: "b".to_owned() };
    assert_eq!(*Exit::pairing(pair.clone()).get(), pair);
}

#[test]
fn the_old_contract_gets_placeholders() {
    let mut request = request();
    request.profile_keys = Some(vec!["email".into()]);
    let mut sent = with(|exit| exit.request(request));
    sent.speak_old();
    sent.wishes(None);
    let body = json!(sent);
    assert_eq!(body["profile"]["email"], "{{email}}");
    assert!(body.get("profileKeys").is_none());
    assert_eq!(body["observation"]["fields"][0]["value"], "");
}

#[test]
fn a_role_of_nobodys_is_none() {
    let mut page = page();
    page.fields[0].role = Some("quixleyson".to_owned());
    page.fields[1].role = Some("given-name".to_owned());
    page.fields[2].value_state =
        Some(ValueState::Matches("answers.Do you live in Thornwick?".into()));
    with(|exit| exit.observation(&mut page));
    assert_eq!(page.fields[0].role, None);
    assert_eq!(page.fields[1].role.as_deref(), Some("given-name"));
    let state = json!(page.fields[2].value_state);
    assert_eq!(state, "matches:answers.Do you live in {{address.city}}?");
}

/// Honest pages say what they said: with a profile as people have it, what leaves of saved pages plans alike.
#[test]
fn honest_pages_plan_alike() {
    let profile: Profile = json::from_value(&json!({
        "firstName": "Mark", "lastName": "Page", "email": "mark.page@mail.example",
        "phone": "0151 234 5678", "birthDate": "1990-05-03", "gender": "Male",
        "company": "Market Street Bank", "jobTitle": "Manager", "username": "mpage",
        "address": {"street": "1 High Street", "city": "Reading", "zipCode": "12345",
            "state": "Berkshire", "country": "United Kingdom"},
        "custom": {"Notice period": "3 months", "Salary": "50000", "Visa": "No"},
        "answers": {"How did you hear about us?": "LinkedIn", "Relocate": "Yes"},
        "resume": {"skills": ["Excel", "English"], "languages": ["English"]},
        "payment": {"cardNumber": "4111111111111111", "expMonth": "5", "expYear": "2028",
            "cardType": "Visa"},
    }))
    .unwrap();
    let source = Source { profile: &profile, record: None, today: None, others: &[], site: "" };
    let exit = Exit::new(&source);
    let keys = source.keys();
    let snapshot = json::from_str(include_str!("../../../fuzz/src/snapshot.json")).unwrap();
    let frames = [FrameSnapshot { frame_id: 0, document_id: "d".to_owned(), snapshot }];
    let page = observe::observe(&frames, &source).observation;
    let mut outside = page.clone();
    exit.observation(&mut outside);
    crate::classify::classify(&mut outside);
    for (own, sent) in page.fields.iter().zip(&outside.fields) {
        assert_eq!((&own.role, &own.label), (&sent.role, &sent.label));
    }
    let plan = |observation: &Observation| {
        let input =
            PlanInput { observation, keys: &keys, history: &[], step: 1, mode: JobMode::Live };
        crate::plan::plan(&input).actions
    };
    assert_eq!(plan(&page), plan(&outside));
    let words = [
        "First name",
        "Last name",
        "Company",
        "Reading list",
        "Market",
        "Page 2 of 3",
        "Notice period",
        "Salary expectation",
        "English level",
        "Gender",
        "Manager’s name",
        "Start date (DD/MM/YYYY)",
        "Card number",
        "Are you 18 or older?",
    ];
    let mut changed = Vec::new();
    for word in words {
        let mut observation = page_with_label(word);
        exit.observation(&mut observation);
        if observation.fields[0].label != word {
            changed.push(format!("{word} → {}", observation.fields[0].label));
        }
    }
    // A town that is called as something that is done.
    assert_eq!(changed, ["Reading list → {{address.city}} list"]);
}

fn page_with_label(label: &str) -> Observation {
    let mut page = page();
    page.fields[0].label = label.to_owned();
    page
}

#[test]
fn a_target_by_a_label_without_values_is_found() {
    let mut observation = page_with_label("Gift for Quixleyson");
    with(|exit| exit.observation(&mut observation));
    let label = observation.fields[0].label.clone();
    assert_eq!(label, "Gift for {{lastName}}");
    let body = json!({"actions": [{"type": "FILL", "target": {"by": "label", "text": label},
        "valueFrom": "email"}]});
    let answer =
        crate::job::answer::read(&body.to_string(), &["email".into()], &observation).unwrap();
    assert_eq!(answer.plan.actions[0].target(), Some(&Target::field(0)));
}

proptest! {
    #[test]
    fn whatever_stands_around_it_a_value_is_taken_out(
        before in "[ -~äß年]{0,16}",
        after in "[ -~äß年]{0,16}",
        value in 0..VALUES.len(),
        how in 0_usize..9,
        place in 0_usize..6,
    ) {
        let mut page = page();
        let text = format!("{before} {} {after}", wrap(VALUES[value].1, how));
        let string = match place {
            0 => &mut page.text,
            1 => &mut page.title,
            2 => &mut page.fields[0].label,
            3 => &mut page.fields[0].placeholder,
            4 => &mut page.buttons[0].text,
            _ => &mut page.page_context,
        };
        *string = text;
        with(|exit| exit.observation(&mut page));
        let sent = json!(page).to_string();
        prop_assert_eq!(holds(&sent), None, "{}", sent);
    }
}

#[test]
fn what_is_ticked_and_numbers_that_say_more_are_not_told() {
    let mut observation = page();
    let of_field = |observation: &mut Observation, most: u32| {
        let field = &mut observation.fields[1];
        (field.checked, field.max_length) = (Some(true), Some(most));
        field.options.iter_mut().flatten().for_each(|option| option.selected = true);
    };
    for (most, told) in
        [(80, Some(80)), (9_999, Some(9_999)), (10_000, None), (2_079_460_931, None)]
    {
        of_field(&mut observation, most);
        let source = Source {
            profile: &Profile::default(),
            record: None,
            today: None,
            others: &[],
            site: "",
        };
        Exit::new(&source).observation(&mut observation);
        let field = &observation.fields[1];
        assert_eq!((field.checked, field.max_length), (None, told), "{most}");
        assert!(field.options.iter().flatten().all(|option| !option.selected));
    }
}

/// Somebody else, whose data is in the same browser.
fn somebody_else() -> Profile {
    json::from_value(&json!({
        "firstName": "Wilhelmette",
        "lastName": "Ostrakovsky",
        "email": "wo@elsewhere.example",
        "phone": "+49 30 5559 0172",
        "birthDate": "1951-02-09",
        "address": {"street": "4 Glimmerford Row", "city": "Reading", "country": "DE"},
        "payment": {"cardNumber": "5500005555555559"},
        "custom": {"Wilhelmette's locker": "QZ-77120-K"},
        "answers": {"Who is Wilhelmette?": "Wilhelmette Ostrakovsky"},
        "password": "glimmer-Gate-77",
    }))
    .unwrap()
}

/// What is in it that must not be in anything that leaves.
const ELSES: &[&str] = &[
    "Wilhelmette",
    "Ostrakovsky",
    "wo@elsewhere.example",
    "+49 30 5559 0172",
    "1951-02-09",
    "4 Glimmerford Row",
    "5500005555555559",
    "QZ-77120-K",
    "glimmer-Gate-77",
];

fn with_others<R>(use_it: impl FnOnce(&Exit) -> R) -> R {
    thread_local! {
        static EXIT: Exit = {
            let (own, others) = (profile(), [profile(), somebody_else(), Profile::default()]);
            Exit::new(&Source { profile: &own, record: None, today: None, others: &others, site: "" })
        };
    }
    EXIT.with(use_it)
}

#[test]
fn no_string_of_a_request_carries_a_value_of_another_profile() {
    let whole = serde_json::to_value(request()).unwrap();
    let mut all = Vec::new();
    places(&whole, "", &mut all);
    for place in all.iter().filter(|place| !is_own(place)) {
        for value in ELSES {
            let mut body = whole.clone();
            *body.pointer_mut(place).unwrap() = json!(format!("x {value} y"));
            let request = json::from_value::<NextRequest>(&body).unwrap();
            let sent = with_others(|exit| json!(exit.request(request)).to_string());
            assert!(!plain(&sent).contains(&plain(value)), "{value} at {place}: {sent}");
        }
    }
}

#[test]
fn of_another_profile_neither_keys_nor_what_a_field_holds_is_told() {
    let (own, others) = (profile(), [somebody_else()]);
    let source = Source { profile: &own, record: None, today: None, others: &others, site: "" };
    let alone = Source { others: &[], ..source };
    let exit = Exit::new(&source);
    assert_eq!(exit.keys(), Exit::new(&alone).keys());
    assert_eq!(source.keys(), alone.keys());
    assert_eq!(source.value(&"firstName".into()), None, "it is the other's");
    assert_eq!(exit.text("for Wilhelmette and Quixleyson"), "for … and {{lastName}}");
    let kept =
        exit.kept(&json!({"message": "Ostrakovsky", "profileId": "wo-1", "label": "E-mail"}));
    assert_eq!(*kept.get(), json!({"message": "…", "profileId": "wo-1", "label": "E-mail"}));
    let draft = json!({"jobId": "j", "step": 1, "url": "https://site.example", "question": "Wilhelmette?",
        "parts": {}, "optIn": true});
    let draft: DraftRequest = json::from_value(&draft).unwrap();
    let mut own = own.clone();
    own.resume.raw_text = "Weaves for Wilhelmette Ostrakovsky".into();
    let body = json!(exit.draft(draft, &Source { profile: &own, ..source })).to_string();
    assert!(!body.contains("Wilhelmette") && !body.contains("Ostrakovsky"), "{body}");
    assert!(body.contains("Weaves"), "{body}");
}

proptest! {
    /// Whichever profiles there are and whichever is filled from: of none of them is a value in what leaves.
    #[test]
    fn with_any_set_of_profiles_no_value_of_any_leaves(
        names in proptest::collection::vec("[B-DF-HJ-NP-TV-Z][a-z]{8,12}", 1..5),
        numbers in proptest::collection::vec("[1-9][0-9]{9,11}", 5),
        used in 0_usize..5,
        of in 0_usize..5,
        place in 0_usize..7,
    ) {
        let profiles: Vec<Profile> = names.iter().zip(&numbers).map(|(name, number)| {
            json::from_value(&json!({
                "lastName": name, "phone": number, "email": format!("{name}@mail.example"),
                "custom": {"Member": format!("{name} {number}")},
            })).unwrap()
        }).collect();
        let of = of % profiles.len();
        let source = Source {
            profile: &profiles[used % profiles.len()], record: None, today: None, others: &profiles, site: "",
        };
        let exit = Exit::new(&source);
        let said = format!("for {0} ({1}, {0}@mail.example)", names[of], numbers[of]);
        let mut page = page();
        let string = match place {
            0 => &mut page.text,
            1 => &mut page.title,
            2 => &mut page.fields[0].label,
            3 => &mut page.fields[0].placeholder,
            4 => &mut page.buttons[0].text,
            5 => &mut page.url,
            _ => &mut page.page_context,
        };
        *string = if place == 5 { format!("https://site.example/{}", names[of]) } else { said.clone() };
        exit.observation(&mut page);
        let kept = exit.kept(&json!({"message": said, "written": [{"label": said}]}));
        let line = exit.line(&said);
        let left = format!("{}{}{}", json!(page), json!(kept), json!(line));
        for text in names.iter().chain(&numbers) {
            prop_assert!(!plain(&left).contains(&plain(text)), "{} in {}", text, left);
        }
    }
}
