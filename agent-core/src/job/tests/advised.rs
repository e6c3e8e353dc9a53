//! A model that the browser brings along.

use shared_types::job::{DecidedBy, ModelUse};

use super::{
    sheet::{reply, with_job},
    *,
};
use crate::memory::{Correction, recipe::use_of};

/// A form with one question that no rule understands, and that it demands.
fn odd() -> World {
    let mut odd = required("Which of your names do friends shout?");
    odd.field.role = None;
    let fields = vec![control("email", "E-mail", "email"), odd];
    World::new(vec![sheet(fields, &["Send"]), thanks()], &[("Send", Does::Goes(1))])
}

fn run(answers: &[&str]) -> Run {
    let mut run = Run::new(odd());
    run.model = Some(answers.iter().map(|answer| (*answer).to_owned()).collect());
    run.start()
}

#[test]
fn a_model_of_the_browser_is_asked_once_after_the_rules_and_its_entry_is_filled() {
    let mut run = run(&[r#"{"1 Which of your names do friends shout?":"first name"}"#]);
    reply(&mut run, &[], &[]).unwrap();
    let position = |what: &str| run.trace.iter().position(|line| line.contains(what));
    assert!(position("text E-mail") < position("ask model"), "{:?}", run.trace);
    assert!(position("ask model") < position("text Which"), "{:?}", run.trace);
    assert_eq!(run.count("ask model"), 1, "{:?}", run.trace);
    assert_eq!(run.job.record.status, JobStatus::PausedForApproval, "{}", run.log);
    assert!(!run.job.record.model_thinks);
    let asked = run.asked.concat();
    assert!(asked.contains("friends shout") && !asked.contains("Canaria"), "{asked}");
    assert!(!asked.contains("canary@example.org"), "{asked}");
}

#[test]
fn without_a_usable_answer_the_person_is_asked() {
    for answer in [&["Canaria"][..], &[r#"{"1":"https://evil.example"}"#], &[r#"{"1":"ask"}"#], &[]]
    {
        let run = run(answer);
        assert_eq!(run.count("ask model"), 1, "{answer:?}: {:?}", run.trace);
        assert_eq!(run.job.record.status, JobStatus::NeedsInput, "{answer:?}: {}", run.log);
    }
}

#[test]
fn no_model_is_asked_what_memory_knows() {
    let asked = |change: &dyn Fn(&mut Run)| {
        let mut run = Run::new(odd());
        run.model = Some(VecDeque::from([r#"{"1":"first name"}"#.to_owned()]));
        change(&mut run);
        let run = run.start();
        (run.count("ask model"), run.job.record.status)
    };
    let taught = |run: &mut Run, key: &str| {
        let field = run.world.page().observation.fields[1].clone();
        let one = Correction::of(&field, use_of(&key.into()), |_| true).unwrap();
        run.lessons.learn(SITE, "first", vec![one], 1_000.0);
    };
    assert_eq!(asked(&|_| {}).0, 1);
    assert_eq!(
        asked(&|run| taught(run, "custom.Permit")),
        (0, JobStatus::NeedsInput),
        "it stays open"
    );
    assert_eq!(asked(&|run| taught(run, "custom.Gone")).0, 1, "there is nothing to be offered");

    // A server is told nothing of lessons: a page that types into itself can have one taught or ended, and whether it was says
    // what the person has.
    let mut run = Run::new(odd());
    taught(&mut run, "custom.Permit");
    let mut run = run.start();
    let request = with_job(&mut run, |job, page, ctx| job.request_to_server(page, ctx));
    assert_eq!(request.known_fields, Vec::<u32>::new());
}

#[test]
fn no_model_is_asked_where_none_is_chosen_or_the_person_goes_on_without() {
    let run = Run::new(odd()).start();
    assert_eq!((run.count("ask model"), run.job.record.status), (0, JobStatus::NeedsInput));
    let mut run = Run::new(odd());
    run.model = Some(VecDeque::new());
    run.job.record.without_model = true;
    let run = run.start();
    assert_eq!((run.count("ask model"), run.job.record.status), (0, JobStatus::NeedsInput));
}

#[test]
fn an_answer_that_comes_late_or_to_a_job_that_waits_for_none_changes_nothing() {
    let mut run = run(&[]);
    let before = json!(run.job);
    let late = Event::Advised { hints: Vec::new(), notes: vec!["late".into()], asked: true };
    assert!(run.handle(late).unwrap().is_empty());
    assert_eq!(json!(run.job), before);
}

#[test]
fn an_answer_counts_as_a_call_and_a_failure_as_none_whatever_a_server_counted() {
    let mut run = Run::new(odd()).start();
    run.job.own_model_ended(false);
    assert_eq!(run.job.record.model_use.calls, 0);
    run.job.own_model_ended(true);
    assert_eq!(run.job.record.model_use.calls, 1);
    let drafted = ModelUse { calls: 2, input_tokens: 70, output_tokens: 9 };
    run.handle(Event::Drafted(drafted)).unwrap();
    assert_eq!(run.job.record.model_use, ModelUse { calls: 3, ..drafted });
    run.job.record.model_use.calls = u32::MAX;
    run.job.own_model_ended(true);
    assert_eq!(run.job.record.model_use.calls, u32::MAX);
}

#[test]
fn what_a_model_alone_says_is_shown_whatever_consent_is_kept() {
    let answers = [r#"{"1":"first name"}"#.to_owned()];
    let mut run = Run::new(odd());
    run.model = Some(answers.into());
    let mut run = run.start();
    let card = run.job.record.consent.clone().expect("a card");
    assert_eq!(
        card.items.iter().map(|item| item.source.as_str()).collect::<Vec<_>>(),
        ["firstName"]
    );
    assert_eq!(run.count("text Which of your names do friends shout? Setter"), 0);
    reply(&mut run, &[], &[]).unwrap();
    assert_eq!(
        run.count("text Which of your names do friends shout? Setter"),
        1,
        "{:?}",
        run.trace
    );
    let by = run.job.record.written.iter().map(|one| one.by).collect::<Vec<_>>();
    assert_eq!(by, [DecidedBy::Rules, DecidedBy::Model]);
}

/// Proves for the server's model what holds for the browser's own, and that rows of the server's rules need no card.
#[test]
fn what_a_servers_model_says_is_marked_and_shown_whatever_consent_is_kept() {
    let fill = |field: u32, key: &str| json!({"type": "FILL", "target": {"by": "index", "index": field}, "valueFrom": key});
    let run = |decided: Value| {
        let actions = [fill(0, "email"), fill(1, "firstName")];
        let answer = json!({"actions": actions, "planner": {"source": "llm", "decided": decided}});
        Run::new(odd()).with_stubborn_server(&answer).start()
    };
    let by = |by: &str| json!([{"field": 0, "by": "rules"}, {"field": 1, "by": by}]);

    let mut shown = run(by("llm"));
    let card = shown.job.record.consent.clone().expect("a card");
    assert_eq!(
        card.items.iter().map(|item| item.source.as_str()).collect::<Vec<_>>(),
        ["firstName"]
    );
    reply(&mut shown, &[], &[]).unwrap();
    let written = shown.job.record.written.iter().map(|one| one.by).collect::<Vec<_>>();
    assert_eq!(written, [DecidedBy::Rules, DecidedBy::Model], "{}", shown.log);

    for hidden in [by("rules"), json!("all"), json!([{"field": -1, "by": "llm"}, 7])] {
        let run = run(hidden);
        assert!(run.job.record.consent.is_none(), "{:?}", run.trace);
        assert!(run.job.record.written.iter().all(|one| one.by == DecidedBy::Rules));
        assert_eq!(run.job.record.written.len(), 2, "{:?}", run.trace);
    }
}
