//! What agents answer: the person takes it or leaves it, and what is the person's alone takes none.

use shared_types::{
    RowChoice, RowReply,
    agents::{AgentName, AgentRefusal},
    job::AskedBy,
    sheet::RowState,
};

use super::*;
use crate::job::suggestion::Suggestion;

const BOAT: &str = "Which boat will you bring?";

/// A job of an agent's that waits with these questions.
fn asked(controls: Vec<Control>) -> Run {
    let mut world = World::new(vec![sheet(controls, &["Send"]), thanks()], &[]);
    world.lang = Some("en-GB");
    let mut run = Run::new(world);
    run.job.record.asked_by =
        Some(AskedBy { key: "k1".into(), name: "Helper".into(), origin: SITE.into() });
    run.start()
}

fn boat() -> Run {
    let run = asked(vec![required(BOAT)]);
    run.expect(JobStatus::NeedsInput, "");
    run
}

fn agent(key: &str) -> AgentName {
    AgentName { key: key.into(), name: "Helper".into() }
}

impl Run {
    fn looking<T>(&self, look: impl FnOnce(&Page, &Context<'_>) -> T) -> T {
        let page = self.world.page();
        let answers = LateAnswers::default();
        let ctx = Context {
            now: self.world.now,
            source: self.source(),
            profiles: &self.profiles,
            page: Some(&page),
            hash_key: &HashKey([9; 32]),
            nonce: "",
            server: false,
            consents: &self.consents,
            receipts: &self.sent,
            lessons: &self.lessons,
            answers: &answers,
            model: false,
            recipes: &self.recipes,
            keeps_pages: false,
        };
        look(&page, &ctx)
    }

    fn ids(&self) -> Vec<Option<String>> {
        self.looking(|page, ctx| {
            let all = self.job.ids_for_agents(page, ctx);
            all.into_iter().map(|(_, id)| id).collect()
        })
    }

    fn judge(&self, id: &str, text: &str) -> Result<Suggestion, AgentRefusal> {
        self.looking(|page, ctx| self.job.suggestion((&agent("k1"), id, &text.into()), page, ctx))
    }

    fn suggest(&mut self, text: &str) -> Result<(), AgentRefusal> {
        let id = self.ids().into_iter().flatten().next().ok_or(AgentRefusal::NoSuchQuestion)?;
        let suggestion = self.judge(&id, text)?;
        self.send(Event::Suggested(Box::new(suggestion))).unwrap();
        Ok(())
    }

    /// What the person is shown as an agent's.
    fn shown(&self) -> Vec<(String, String)> {
        let sheet = self.looking(|page, ctx| self.job.sheet(page, ctx));
        let rows = sheet.rows.into_iter().filter(|row| row.state == RowState::Ask);
        let said = rows.filter_map(|row| row.suggested);
        said.map(|one| (one.agent, one.text.reveal().to_owned())).collect()
    }

    fn take(&mut self, text: &str) -> Result<(), String> {
        let key: ProfileKey = format!("answers.{BOAT}").as_str().into();
        self.send(Event::Answered { once: vec![(key.clone(), text.into())], of_agents: vec![key] })
    }
}

#[test]
fn an_agents_answer_is_filled_once_the_person_takes_it_and_kept_nowhere() {
    let mut run = boat();
    assert_eq!(run.suggest("The Heron"), Ok(()));
    run.expect(JobStatus::NeedsInput, "");
    assert_eq!(run.shown(), [("Helper".to_owned(), "The Heron".to_owned())]);
    assert!(!json!(run.job).to_string().contains("Heron"), "it is not stored");
    run.take("The Heron").unwrap();
    assert_eq!(run.world.sheets[0].controls[0].value, "The Heron");
    assert_eq!(run.job.record.written[0].source, "suggested by Helper (agent)");
    assert!(run.shown().is_empty());
    for told in [json!(run.job).to_string(), run.log.clone(), json!(run.told).to_string()] {
        assert!(!told.contains("Heron"), "{told}");
    }
    let records = (&run.learned, &run.sent);
    assert!(!format!("{records:?}").contains("Heron"));
}

#[test]
fn what_the_person_did_not_read_is_not_filled() {
    // Replaced after it was read, withdrawn after it was read, never there.
    let replaced = |run: &mut Run| run.suggest("Another").unwrap();
    let withdrawn =
        |run: &mut Run| run.send(Event::Withdrawn { known: vec!["k2".into()] }).unwrap();
    let changes: [fn(&mut Run); 2] = [replaced, withdrawn];
    for change in changes {
        let mut run = boat();
        run.suggest("The Heron").unwrap();
        let before = run.job.record.suggestions;
        change(&mut run);
        assert!(run.job.record.suggestions > before, "the sheet is read anew");
        assert!(run.take("The Heron").is_err());
        run.expect(JobStatus::NeedsInput, "");
        assert_eq!(run.world.sheets[0].controls[0].value, "");
    }
    assert!(boat().take("The Heron").is_err());
    let mut kept = boat();
    kept.suggest("The Heron").unwrap();
    let before = kept.job.record.suggestions;
    kept.send(Event::Withdrawn { known: vec!["k1".into()] }).unwrap();
    assert_eq!((kept.job.record.suggestions, kept.shown().len()), (before, 1));
    // The person answers by themselves: what the agent said is nothing then.
    let key: ProfileKey = format!("answers.{BOAT}").as_str().into();
    kept.send(Event::Answered { once: vec![(key, "My own".into())], of_agents: Vec::new() })
        .unwrap();
    assert_eq!(kept.world.sheets[0].controls[0].value, "My own");
    assert_eq!(kept.job.record.written[0].source, "typed by you");
}

#[test]
fn a_question_that_became_another_takes_no_answer() {
    let changes: [fn(&mut World); 6] = [
        |world| world.sheet().controls[0].field.label = "Your password".into(),
        |world| world.sheet().controls[0].field.kind = "password".into(),
        |world| world.sheet().controls[0].field.role = Some("cc-number".into()),
        |world| world.sheet().controls[0].field.described_by = Some("Passport number".into()),
        |world| world.lang = Some("xx"),
        |world| world.document += 1,
    ];
    for (at, change) in changes.into_iter().enumerate() {
        let mut run = boat();
        run.suggest("The Heron").unwrap();
        let id = run.ids()[0].clone().unwrap();
        change(&mut run.world);
        assert_eq!(run.shown(), [], "{at}");
        assert_eq!(run.judge(&id, "The Heron"), Err(AgentRefusal::NoSuchQuestion), "{at}");
        run.take("The Heron").unwrap();
        assert_eq!(run.world.sheets[0].controls[0].value, "", "{at}: {:?}", run.trace);
    }
}

#[test]
fn what_is_the_persons_alone_has_no_id() {
    let labelled = |label: &str, role: &str| {
        let mut control = control("text", label, role);
        control.field.required = true;
        control
    };
    let radio = |label: &str, group: &str| {
        let mut radio = control("radio", label, "none");
        (radio.field.group, radio.field.group_id) = (Some(group.into()), Some(1));
        radio.field.required = true;
        radio
    };
    for (what, controls) in [
        ("card", vec![labelled("Card number", "cc-number")]),
        ("national id", vec![labelled("Social security number", "none")]),
        ("passport", vec![labelled("Passport number", "none")]),
        ("health", vec![labelled("Do you have a disability?", "none")]),
        ("diversity", vec![labelled("Ethnicity", "none")]),
        ("orientation", vec![labelled("Sexual orientation", "none")]),
        ("religion", vec![labelled("Religion", "none")]),
        ("security answer", vec![labelled("Mother's maiden name", "x-security-answer")]),
        ("signature", vec![labelled("Type your full name as your signature", "none")]),
        ("phone", vec![labelled("Phone", "tel")]),
        ("last name", vec![labelled("Last name", "family-name")]),
        ("birth", vec![labelled("Date of birth", "bday")]),
        ("permit", vec![labelled("Work authorisation", "x-work-authorization")]),
        (
            "agreement",
            vec![
                radio("Yes", "I agree to the terms and conditions"),
                radio("No", "I agree to the terms and conditions"),
            ],
        ),
    ] {
        let run = asked(controls);
        assert!(run.ids().iter().all(Option::is_none), "{what}: {:?}", run.job.record.questions);
    }
    for label in [BOAT, "How did you hear about us?", "Number of guests"] {
        let run = asked(vec![required(label)]);
        assert!(run.ids().iter().any(Option::is_some), "{label}");
    }
    // What the person has, what stands in another site's frame, and what nobody can read.
    let mut has = boat();
    has.profile.answers.insert(BOAT.into(), json!("The Gull"));
    let mut foreign = boat();
    foreign.world.sheet().controls[0].framed = true;
    let mut unread = boat();
    unread.world.lang = None;
    for run in [has, foreign, unread] {
        assert_eq!(run.ids(), [None]);
    }
}

#[test]
fn an_id_is_of_one_job_and_one_question() {
    let run = boat();
    let id = run.ids()[0].clone().unwrap();
    let mut other = run.clone();
    other.job.record.id = "another".into();
    assert_ne!(other.ids()[0].as_ref(), Some(&id));
    assert_eq!(other.judge(&id, "The Heron"), Err(AgentRefusal::NoSuchQuestion));
    for guessed in ["", "0", "q-0", BOAT] {
        assert_eq!(run.judge(guessed, "The Heron"), Err(AgentRefusal::NoSuchQuestion));
    }
    let mut ended = run.clone();
    ended.send(Event::Stop).unwrap();
    assert_eq!(ended.judge(&id, "The Heron"), Err(AgentRefusal::NoSuchQuestion));
    let late = run.judge(&id, "The Heron").unwrap();
    assert!(ended.send(Event::Suggested(Box::new(late))).is_err());
}

#[test]
fn an_answer_is_of_its_kind_and_all_of_it_can_be_read() {
    let run = boat();
    let id = run.ids()[0].clone().unwrap();
    let refused = |text: &str| run.judge(&id, text).err();
    for text in [
        "",
        " ",
        " The Heron",
        "a\nb",
        "a\u{202e}b",
        "a\u{200b}b",
        "a\u{1b}[2Jb",
        &"x".repeat(1_001),
    ] {
        assert_eq!(refused(text), Some(AgentRefusal::NoAnswerToIt), "{text:?}");
    }
    for secret in ["4111 1111 1111 1111", "GB82 WEST 1234 5698 7654 32"] {
        assert_eq!(refused(secret), Some(AgentRefusal::PersonOnly), "{secret}");
    }
    assert_eq!(refused("The Heron"), None);
    let mut short = boat();
    short.world.sheet().controls[0].field.max_length = Some(5);
    assert_eq!(
        short.judge(&short.ids()[0].clone().unwrap(), "The Heron"),
        Err(AgentRefusal::NoAnswerToIt)
    );

    let mut list = required("Which pier?");
    list.field.kind = "select-one".into();
    list.field.tag = "select".into();
    let option = |text: &str| FieldOption {
        value: text.into(),
        text: text.into(),
        ..FieldOption::default()
    };
    list.field.options = Some(["North  pier", "South pier"].map(option).to_vec());
    let run = asked(vec![list]);
    let id = run.ids()[0].clone().unwrap();
    assert_eq!(run.judge(&id, "East pier"), Err(AgentRefusal::NoAnswerToIt));
    // An agent is told of choices on one line; what is filled is the page's own.
    assert_eq!(run.judge(&id, "North pier").unwrap().text.reveal(), "North  pier");
}

/// Checkboxes that stand for one question.
fn boxes(question: &str, choices: &[&str]) -> Vec<Control> {
    let one = |choice: &&str| {
        let mut one = control("checkbox", choice, "none");
        (one.field.group, one.field.group_id) = (Some(question.into()), Some(1));
        one.field.required = true;
        one
    };
    choices.iter().map(one).collect()
}

#[test]
fn several_choices_are_each_of_the_questions_and_each_once() {
    let piers = ["North  pier", "South pier", "East pier"];
    let mut run = asked(boxes("Which piers suit your boat?", &piers));
    let id = run.ids().into_iter().flatten().next().expect("an agent may answer it");
    for wrong in ["West pier", "North pier\nNorth pier", "North pier\n\nEast pier", "", "\n"] {
        assert_eq!(run.judge(&id, wrong).err(), Some(AgentRefusal::NoAnswerToIt), "{wrong:?}");
    }
    let judged = run.judge(&id, "North pier\nEast pier").unwrap();
    assert_eq!(judged.text.reveal(), "North  pier\nEast pier", "the page's own words");
    run.suggest("North pier\nEast pier").unwrap();
    assert_eq!(run.shown().len(), 1);
    let ticks = |run: &Run| {
        let all = run.trace.iter().filter(|line| line.starts_with("tick "));
        all.cloned().collect::<Vec<_>>()
    };
    assert!(ticks(&run).is_empty(), "nothing is ticked by itself");
    let key = run.job.record.questions[0].save_as.clone();
    let text = "North  pier\nEast pier";
    run.send(Event::Answered { once: vec![(key.clone(), text.into())], of_agents: vec![key] })
        .unwrap();
    assert_eq!(ticks(&run), ["tick North  pier", "tick East pier"]);
    let agreement =
        asked(boxes("I agree to the terms and conditions", &["Terms", "Privacy policy"]));
    assert!(agreement.ids().iter().all(Option::is_none));
    let health = asked(boxes("Which disabilities do you have?", &["Deaf", "Blind"]));
    assert!(health.ids().iter().all(Option::is_none));
}

#[test]
fn somebody_elses_address_may_be_suggested_and_the_persons_own_not() {
    let contact = |kind: &str, label: &str, role: &str| {
        let mut one = control(kind, label, role);
        one.field.required = true;
        one
    };
    for (kind, label, wrong, right) in [
        ("email", "E-mail of your referee", "kay", "kay@quay.example"),
        ("tel", "Telephone of your referee", "kay", "+44 20 7946 0958"),
    ] {
        let run = asked(vec![contact(kind, label, "x-other-person")]);
        let id = run.ids()[0].clone().expect("an agent may answer it");
        assert_eq!(run.judge(&id, wrong).err(), Some(AgentRefusal::NoAnswerToIt), "{label}");
        assert_eq!(run.judge(&id, right).unwrap().text.reveal(), right, "{label}");
    }
    for (kind, label, role) in [
        ("email", "E-mail", "email"),
        ("tel", "Telephone", "tel"),
        ("text", "Name of your referee", "x-other-person"),
    ] {
        let run = asked(vec![contact(kind, label, role)]);
        assert!(run.ids().iter().all(Option::is_none), "{label}");
    }
}

#[test]
fn a_flood_of_answers_ends() {
    let mut run = boat();
    let taken = (0..100).take_while(|n| run.suggest(&format!("Boat {n}")).is_ok()).count();
    assert_eq!(taken, 60);
    assert_eq!(run.suggest("One more"), Err(AgentRefusal::TooMany));
    assert_eq!(run.shown().len(), 1);
}

#[test]
fn on_the_review_sheet_an_agents_answer_is_filled_with_the_rest_where_it_is_taken() {
    let controls = || vec![control("text", "First name", "given-name"), required(BOAT)];
    let reply = |run: &Run, text: Option<&str>| {
        let request = run.job.record.consent.clone().unwrap();
        let sheet = run.looking(|page, ctx| run.job.sheet(page, ctx));
        let row = sheet.rows.iter().find(|row| row.label == BOAT).unwrap().id.clone();
        let rows =
            text.map(|text| RowReply { row, choice: RowChoice::OfAgent { text: text.into() } });
        let sorted =
            run.looking(|page, ctx| run.job.sort_rows(page, rows.into_iter().collect(), ctx));
        let sorted = sorted?;
        assert!(
            sorted.kept.is_empty() && sorted.taught.is_empty(),
            "it is nothing of the person's"
        );
        let reply = Reply {
            card: request.id,
            scope: Scope::Once,
            kinds: Vec::new(),
            secrets: Vec::new(),
            rows: sorted.rows,
        };
        Ok::<_, String>(Event::Consent { origin: request.origin, reply })
    };
    let mut run = asked(controls());
    run.expect(JobStatus::PausedForApproval, "");
    run.suggest("The Heron").unwrap();
    assert_eq!(run.shown().len(), 1);
    assert_eq!(run.world.sheets[0].controls[1].value, "");
    // Agreed to without it, it is not filled.
    let mut without = run.clone();
    let agreed = reply(&without, None).unwrap();
    without.send(agreed).unwrap();
    assert_eq!(
        (&*without.world.sheets[0].controls[0].value, &*without.world.sheets[0].controls[1].value),
        ("Canaria", "")
    );
    assert!(without.shown().is_empty(), "what was not taken is gone");
    // Replaced after the sheet was shown: the yes is for what was read.
    let mut replaced = run.clone();
    let stale = reply(&replaced, Some("The Heron")).unwrap();
    replaced.suggest("Another").unwrap();
    assert!(replaced.send(stale).is_err() && reply(&replaced, Some("The Heron")).is_err());
    assert_eq!(replaced.world.sheets[0].controls[1].value, "");
    let agreed = reply(&run, Some("The Heron")).unwrap();
    run.send(agreed).unwrap();
    assert_eq!(run.world.sheets[0].controls[1].value, "The Heron");
    let sources: Vec<&str> = run.job.record.written.iter().map(|one| one.source.as_str()).collect();
    assert!(sources.contains(&"suggested by Helper (agent)"), "{sources:?}");
}
