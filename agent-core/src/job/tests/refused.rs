//! What a page refuses, and what a new user met: it is told, asked for, and ends as what it is.

use shared_types::{AnswerKind, job::VerifiedBy};

use super::*;
use crate::job::given;

/// A page whose button is answered by a message.
fn complaining(controls: Vec<Control>, message: &'static str) -> World {
    let refused = Sheet { context: message, ..sheet(controls.clone(), &["Send"]) };
    let sheets = vec![sheet(controls, &["Send"]), refused, thanks()];
    World::new(sheets, &[("Send", Does::Says(1))])
}

fn says(run: &Run) -> Vec<(&str, &str)> {
    let says = run.job.record.page_says.iter();
    says.map(|said| (said.label.as_str(), said.text.as_str())).collect()
}

#[test]
fn what_the_page_says_after_a_press_is_told() {
    let mut world = World::one_page();
    world.does.insert("Send", Does::Complains);
    let mut run = Run::new(world).start();
    assert_eq!(says(&run), []);
    run.approve(false).unwrap();
    let both = [("First name", "Not valid"), ("E-mail", "Not valid")];
    assert_eq!(says(&run), both, "{}", run.log);
    for control in &mut run.world.sheet().controls {
        control.field.error = None;
    }
    run.profile.answers.insert("First name".into(), json!("Ada"));
    run.send(Event::Answered { once: Vec::new(), of_agents: Vec::new() }).unwrap();
    assert_eq!(says(&run), [], "it is mended");
}

#[test]
fn thanks_beside_a_form_that_stays_are_no_refusal() {
    for thanks in ["! Thank you", "! Vielen Dank für Ihre Bewerbung"] {
        let controls = World::one_page().sheets[0].controls.clone();
        let mut run = Run::new(complaining(controls, thanks)).start();
        run.approve(false).unwrap();
        assert_eq!(says(&run), [], "{thanks}");
        assert_eq!(run.job.record.status, JobStatus::Done, "{thanks}: {}", run.log);
    }
}

#[test]
fn what_the_page_says_of_the_whole_is_told_and_ends_the_job_as_refused() {
    let controls = World::one_page().sheets[0].controls.clone();
    let mut run = Run::new(complaining(controls, "! Please try again later")).start();
    run.approve(false).unwrap();
    assert_eq!(says(&run), [("", "Please try again later")]);
    assert_eq!(run.job.record.status, JobStatus::Error, "{}", run.log);
    assert!(run.job.record.message.contains("Please try again later"));
}

#[test]
fn a_message_that_stood_there_before_the_press_is_no_refusal() {
    let mut world = World::one_page();
    world.sheets[0].context = "! We use cookies";
    world.sheets[1].context = "! We use cookies";
    let mut run = Run::new(world).start();
    run.approve(false).unwrap();
    assert_eq!(says(&run), []);
    assert_eq!(run.job.record.status, JobStatus::Done);
}

#[test]
fn a_file_that_the_page_misses_is_asked_for() {
    let mut controls = World::one_page().sheets[0].controls.clone();
    controls.push(control("file", "CV", "x-resume"));
    let mut run = Run::new(complaining(controls, "! Please attach your CV")).start();
    run.expect(JobStatus::PausedForApproval, FILLED);
    run.approve(false).unwrap();
    assert_eq!(run.job.record.status, JobStatus::NeedsInput, "{}", run.log);
    let question = &run.job.record.questions[0];
    assert_eq!((question.question.as_str(), question.kind), ("CV", AnswerKind::File));
    assert_eq!(question.save_as.as_str(), "documents.cv");
    assert_eq!(says(&run), [("", "Please attach your CV")]);
}

#[test]
fn a_file_that_the_form_demands_is_asked_for() {
    let status = |required: bool| {
        let mut world = World::one_page();
        let mut file = control("file", "Certificate", "none");
        file.field.required = required;
        world.sheet().controls.push(file);
        let run = Run::new(world).start();
        let keys = run.job.record.questions.iter().map(|one| one.save_as.to_string());
        (run.job.record.status, keys.collect::<Vec<_>>())
    };
    let key = "documents.Certificate".to_owned();
    assert_eq!(status(true), (JobStatus::NeedsInput, vec![key]));
    assert_eq!(status(false).0, JobStatus::PausedForApproval);
}

#[test]
fn a_code_that_the_page_refuses_is_asked_for_again_and_not_for_ever() {
    let controls = vec![control("text", "Code", "one-time-code")];
    let mut run = Run::new(complaining(controls, "! That code is wrong")).start();
    for round in 0..3 {
        assert_eq!(run.job.record.status, JobStatus::NeedsVerification, "{round} {}", run.log);
        let asked = run.job.record.verification.clone().unwrap();
        let said = if round == 0 { "" } else { "That code is wrong" };
        assert_eq!((asked.complaint.as_str(), asked.what), (said, VerifiedBy::Code));
        let entered = format!("48291{round}");
        let code = Event::Code { code: entered.into(), source: CodeSource::Person };
        run.send(code).unwrap();
        run.approve(false).unwrap();
    }
    assert_eq!(run.job.record.status, JobStatus::Error, "no green end: {}", run.log);
    assert_eq!(run.count("text Code Setter"), 3);
}

#[test]
fn a_cards_code_is_called_so_and_is_whole() {
    let mut csc = control("text", "Security code", "cc-csc");
    csc.field.required = true;
    csc.field.max_length = Some(3);
    let sheets = vec![sheet(vec![csc], &["Pay"]), thanks()];
    let mut run = Run::new(World::new(sheets, &[("Pay", Does::Goes(1))])).start();
    let asked = run.job.record.verification.clone().unwrap();
    assert_eq!(asked.what, VerifiedBy::CardCode);
    assert!(run.job.record.message.contains("security code of your card"));
    let enter = |text: &str| Event::Code { code: text.into(), source: CodeSource::Person };
    for wrong in ["12345", "12", "12a", "1234"] {
        let why = run.send(enter(wrong)).unwrap_err();
        assert!(!why.contains(wrong), "{why}");
        run.expect(JobStatus::NeedsVerification, "");
    }
    run.send(enter("123")).unwrap();
    run.expect(JobStatus::PausedForApproval, "text Security code Setter");
}

#[test]
fn basics_that_are_answered_join_the_profile_and_need_no_card() {
    let mut controls = Vec::new();
    for (label, role) in [
        ("Given name", "given-name"),
        ("Surname", "family-name"),
        ("City", "address-level2"),
        ("Date of birth", "bday"),
    ] {
        let mut one = control("text", label, role);
        one.field.required = true;
        controls.push(one);
    }
    let mut run = Run::new(World::new(
        vec![sheet(controls, &["Send"]), thanks()],
        &[("Send", Does::Goes(1))],
    ));
    run.consents.clear();
    run.profile = Profile::default();
    let mut run = run.start();
    let entries: Vec<String> = run
        .job
        .record
        .questions
        .iter()
        .map(|one| one.keep_as.as_ref().map(ToString::to_string).unwrap_or_default())
        .collect();
    assert_eq!(entries, ["firstName", "lastName", "address.city", "birthDate"]);
    assert_eq!(run.job.record.questions[3].format, "e.g. 3 May 1990");
    assert_eq!(run.job.record.open, []);
    let texts = ["Ada", "Bird", "London", "12 May 1990"];
    let questions = run.job.record.questions.clone();
    let replies = questions.iter().zip(texts);
    let replies = replies.map(|(one, text)| (one.save_as.clone(), Private::from(text))).collect();
    assert_eq!(given::check_all(&questions, &replies, &BTreeMap::new()), Ok(()));
    for kept in given::sort(&questions, replies, &[]).kept {
        given::keep(&mut run.profile, &kept.key, kept.question.kind, &kept.reply);
    }
    run.send(Event::Answered { once: Vec::new(), of_agents: Vec::new() }).unwrap();
    assert!(run.job.record.consent.is_none(), "no card for what was just typed");
    assert_eq!(run.job.record.written.len(), 4, "{}", run.log);
    assert!(run.profile.answers.is_empty() && run.profile.first_name.reveal() == "Ada");
}

#[test]
fn what_was_sent_is_not_undone() {
    let mut run = Run::new(World::one_page()).start();
    assert_eq!(run.job.record.undoable, 2);
    run.approve(false).unwrap();
    assert_eq!((run.job.record.status, run.job.record.undoable), (JobStatus::Done, 0));
    let mut stopped = Run::new(World::one_page()).start();
    stopped.send(Event::Stop).unwrap();
    assert_eq!(stopped.job.record.undoable, 2);
}
