//! Jobs that are stored and read again: by this version, and as the version before stored them, one a line at each
//! point of a few runs, with how they ended there.

use serde::{Deserialize, Serialize};

use super::*;

/// A stored job, and what became of it once it was woken.
#[derive(Debug, Serialize, Deserialize)]
struct Stored {
    run: String,
    /// Events before it was stored.
    events: usize,
    /// Whether its tab was lost then.
    detached: bool,
    job: Value,
    trace: Vec<String>,
    status: JobStatus,
    message: String,
}

const STORED: &str = include_str!("stored.jsonl");

fn run(name: &str) -> Run {
    let one_page = || Run::new(World::one_page());
    let plan = |action: Value| json!({"actions": [action]});
    match name {
        "long" => long_run(),
        "agreed" => stranger_at_start(World::one_page()),
        "elsewhere" => {
            let mut world = World::one_page();
            world.sheets[1] = sheet(vec![control("email", "E-mail", "email")], &["Send it"]);
            world.does.insert("Send", Does::GoesToOtherSite(1));
            Run::new(world)
        }
        "place" => {
            let to = json!({"type": "NAVIGATE", "url": format!("{SITE}/0")});
            let mut run = one_page().with_server(&[plan(to)]);
            run.job.start_url = Some(format!("{SITE}/0"));
            run
        }
        "questions" => {
            let mut card = control("text", "Card number", "cc-number");
            card.field.required = true;
            let controls = vec![card, required("Notice period")];
            let world = World::new(vec![sheet(controls, &["Send"]), thanks()], &[]);
            stranger_at_start(world)
        }
        "code" => {
            let field = control("text", "Verification code", "one-time-code");
            Run::new(code_page(vec![field]))
        }
        "single" => {
            let fill = json!({"type": "FILL", "target": {"by": "index", "index": 0}, "valueFrom": "firstName"});
            one_page().with_server(&[
                json!({"action": {"type": "EXTRACT"}}),
                json!({"action": fill}),
                json!({"action": {"type": "DONE", "summary": "x"}}),
            ])
        }
        "dead" => {
            let mut world = World::one_page();
            world.does.insert("Send", Does::Nothing);
            Run::new(world)
        }
        "changed" => {
            let mut world = World::one_page();
            world.at_press = ["99", "999", "9999"].into();
            Run::new(world)
        }
        other => panic!("no such run: {other}"),
    }
}

fn stranger_at_start(world: World) -> Run {
    let mut run = Run::new(world);
    run.consents.clear();
    run
}

/// As [`next_event`], with a person who agrees to everything and gives every answer, and a server that has
/// the code.
fn helped(run: &mut Run) -> Option<Event> {
    // This person answers before the page is looked at again.
    run.effects.retain(|effect| !matches!(effect, Effect::Look { .. }));
    while !run.effects.is_empty() {
        if let Some(event) = run.perform() {
            return Some(event);
        }
    }
    match (&run.job.record.consent, run.job.record.status) {
        (Some(asked), JobStatus::PausedForApproval) => {
            let all = |tier: Tier| {
                let items = asked.items.iter().filter(|item| item.tier == tier);
                items.map(|item| item.kind.clone()).collect()
            };
            let reply = Reply {
                card: asked.id.clone(),
                scope: Scope::Once,
                kinds: all(Tier::Personal),
                secrets: all(Tier::Secret),
                ..Reply::default()
            };
            Some(Event::Consent { origin: asked.origin.clone(), reply })
        }
        (_, JobStatus::PausedForApproval) => {
            let asked = run.job.record.approval.clone()?;
            Some(Event::Approve {
                approval_id: asked.id,
                cover_pages: asked.may_cover_pages,
                secrets: asked.secrets,
                shown: None,
            })
        }
        (_, JobStatus::NeedsVerification) => Some(from_server(CODE)),
        (_, JobStatus::NeedsInput) => {
            let questions = run.job.record.questions.iter().filter(|question| question.once);
            let once = questions
                .map(|question| (question.save_as.clone(), Private::from("4111111111111111")));
            Some(Event::Answered { once: once.collect(), of_agents: Vec::new() })
        }
        _ => next_event(run),
    }
}

/// One event. `false`: it is over.
fn one_event(run: &mut Run) -> bool {
    let Some(event) = helped(run) else { return false };
    let effects = run.handle(event).unwrap();
    run.effects.extend(effects);
    true
}

/// Lets the browser end and come back, and goes on to the end.
fn wake(run: &mut Run, detached: bool) {
    run.effects.clear();
    run.page = None;
    let event = if detached { Event::Reattached { tab_id: 9 } } else { Event::Woken };
    run.send(event).unwrap();
    for _ in 0..500 {
        if !one_event(run) {
            return;
        }
    }
    panic!("it goes on for ever");
}

#[test]
fn a_job_that_the_version_before_stored_goes_on() {
    for line in STORED.lines() {
        let stored: Stored = serde_json::from_str(line).unwrap();
        let mut run = run(&stored.run);
        for _ in 0..stored.events {
            assert!(one_event(&mut run));
        }
        let place = format!("{} after {}: {}", stored.run, stored.events, stored.job["phase"]);
        run.job = shared_types::json::from_value(&stored.job).expect(&place);
        wake(&mut run, stored.detached);
        assert_eq!(run.trace, stored.trace, "{place}: {}", run.log);
        let ended = (run.job.record.status, &run.job.record.message);
        assert_eq!(ended, (stored.status, &stored.message), "{place}: {}", run.log);
    }
}

#[test]
fn a_job_that_is_stored_after_each_event_does_the_same() {
    let names =
        ["long", "agreed", "elsewhere", "place", "questions", "code", "single", "dead", "changed"];
    for name in names {
        let ended = |stored: bool| {
            let mut run = Run { stored, ..run(name) };
            let events = (0..500).take_while(|_| one_event(&mut run)).count();
            assert!(events < 500, "{name} goes on for ever");
            (run.trace, run.log, json!(run.job))
        };
        assert_eq!(ended(true), ended(false), "{name}");
    }
}
