//! The review sheet natively: what it shows, and what becomes of what the person makes of its rows.

use shared_types::{
    AnswerKind, AnswerNote, Receipt, RowChoice, RowReply, Sheet as Review, SiteAnswer,
    job::Sure,
    profile::Document,
    sheet::{HeldBy, RowState, SheetRow, SourceKind},
};

use super::*;
use crate::job::given;

/// A job of a person who has agreed to nothing yet.
fn ask(world: World) -> Run {
    let mut run = Run::new(world);
    run.consents.clear();
    run.start()
}

/// Uses a run's job with the page as it is now.
pub(super) fn with_job<R>(
    run: &mut Run,
    work: impl FnOnce(&mut Job, &Page, &Context<'_>) -> R,
) -> R {
    let page = run.world.page();
    let ctx = Context {
        now: run.world.now,
        source: Source {
            profile: &run.profile,
            record: run.record.as_ref(),
            today: None,
            others: &[],
            site: "",
        },
        profiles: &run.profiles,
        page: Some(&page),
        hash_key: &HashKey([9; 32]),
        nonce: "nonce of the sheet",
        server: false,
        consents: &run.consents,
        receipts: &run.sent,
        lessons: &run.lessons,
        answers: &LateAnswers::default(),
        model: false,
        recipes: &run.recipes.clone(),
        keeps_pages: false,
    };
    work(&mut run.job, &page, &ctx)
}

pub(super) fn sheet_of(run: &mut Run) -> Review {
    let shown = with_job(run, |job, page, ctx| job.sheet(page, ctx));
    run.page = Some(run.world.page());
    run.send(Event::Shown).unwrap();
    shown
}

pub(super) fn row<'a>(sheet: &'a Review, label: &str) -> &'a SheetRow {
    let found = sheet.rows.iter().find(|row| row.label == label);
    found.unwrap_or_else(|| panic!("no row {label}: {:?}", sheet.rows))
}

/// Replies as the driver does: what is kept goes into the profile first.
pub(super) fn reply(
    run: &mut Run,
    rows: &[(&str, RowChoice)],
    secrets: &[&str],
) -> Result<(), String> {
    let sheet = sheet_of(run);
    let rows = rows.iter().map(|(label, choice)| RowReply {
        row: row(&sheet, label).id.clone(),
        choice: choice.clone(),
    });
    let rows: Vec<RowReply> = rows.collect();
    send_rows(run, sheet, rows, secrets)
}

fn send_rows(
    run: &mut Run,
    sheet: Review,
    rows: Vec<RowReply>,
    secrets: &[&str],
) -> Result<(), String> {
    let sorted = with_job(run, |job, page, ctx| job.sort_rows(page, rows, ctx))?;
    let on = given::Occasion {
        origin: "https://site.example",
        site: "https://site.example",
        lang: Some("en"),
        now: 1.0,
    };
    for kept in &sorted.kept {
        given::keep_noted(&mut run.profile, kept, on);
    }
    let profile = run.job.record.profile_id.clone();
    run.lessons.learn(SITE, profile.as_str(), sorted.taught, 1_000.0);
    for (key, question) in &sorted.taken {
        given::note_taken(&mut run.profile, key, question, on);
    }
    for (key, document) in sorted.documents {
        given::keep_document(&mut run.profile, &key, document);
    }
    let reply = Reply {
        card: sheet.card_id,
        kinds: vec!["date of birth".into()],
        secrets: secrets.iter().map(|kind| (*kind).to_owned()).collect(),
        rows: sorted.rows,
        ..Reply::default()
    };
    run.send(Event::Consent { origin: SITE.into(), reply })
}

fn write(text: &str, keep: bool) -> RowChoice {
    RowChoice::Write { text: text.into(), keep, only_here: false }
}

pub(super) fn values(run: &Run) -> Vec<&str> {
    run.world.sheets[0].controls.iter().map(|control| control.value.as_str()).collect()
}

/// First name and e-mail are known, the nickname and the notice period are not.
fn form() -> World {
    let mut world = World::one_page();
    let mut notice = control("text", "Notice period", "none");
    notice.field.required = true;
    world.sheet().controls.push(notice);
    world.sheet().controls.push(control("text", "Favourite crew", "none"));
    world
}

#[test]
fn a_sheet_says_what_would_be_filled_asked_and_left() {
    let mut run = ask(form());
    let sheet = sheet_of(&mut run);
    assert_eq!(sheet.card_id, run.job.record.consent.as_ref().unwrap().id);
    let said: Vec<(&str, RowState, bool, &str)> = sheet
        .rows
        .iter()
        .map(|row| (row.label.as_str(), row.state, row.chosen, row.value.reveal()))
        .collect();
    assert_eq!(
        said,
        [
            ("First name", RowState::Fill, true, "Canaria"),
            ("E-mail", RowState::Fill, true, "canary@example.org"),
            ("Notice period", RowState::Ask, false, ""),
            ("Favourite crew", RowState::Ask, false, ""),
        ]
    );
    let name = row(&sheet, "First name");
    let from = name.from.clone().unwrap();
    assert_eq!((from.kind, from.key.unwrap().as_str()), (SourceKind::Profile, "firstName"));
    assert_eq!(name.sure, Sure::Sure);
    assert!(name.question.is_some(), "it can be edited");
    let notice = row(&sheet, "Notice period");
    assert_eq!(notice.question.as_ref().unwrap().save_as.as_str(), "answers.Notice period");
    assert!(!notice.reason.is_empty());
    // Nothing of it is in what is kept.
    let kept = json!(run.job).to_string();
    assert!(!kept.contains("Canaria") && !kept.contains("canary@"), "{kept}");
}

#[test]
fn what_is_not_sure_is_to_be_checked() {
    let mut world = World::one_page();
    world.sheet().controls[0].field.confidence = Some(0.6);
    let sheet = sheet_of(&mut ask(world));
    assert_eq!(row(&sheet, "First name").sure, Sure::Check);
    assert_eq!(row(&sheet, "E-mail").sure, Sure::Sure);
}

#[test]
fn what_no_sheet_was_shown_for_says_afterwards_what_is_not_sure() {
    let unsure = || {
        let mut world = World::one_page();
        world.sheet().controls[0].field.confidence = Some(0.6);
        world
    };
    let written = |run: &Run| -> Vec<(String, Sure)> {
        run.job.record.written.iter().map(|one| (one.label.clone(), one.sure)).collect()
    };
    let expected =
        |name: Sure| vec![("First name".to_owned(), name), ("E-mail".into(), Sure::Sure)];

    // A consent that is kept covers every row.
    let mut run = Run::new(unsure()).start();
    assert_eq!(written(&run), expected(Sure::Check));
    let card = with_job(&mut run, |job, page, _| job.card(page, &[]));
    let card: Vec<(&str, Sure)> = card.iter().map(|row| (row.label.as_str(), row.sure)).collect();
    assert_eq!(card, [("First name", Sure::Check), ("E-mail", Sure::Sure)]);
    let sheet = with_job(&mut run, |job, page, ctx| job.sheet(page, ctx));
    let name = row(&sheet, "First name");
    let fingerprint = &run.job.record.written[0].fingerprint;
    assert_eq!(
        (name.state, name.sure, &name.fingerprint),
        (RowState::Filled, Sure::Check, fingerprint)
    );
    assert_eq!(name.value.reveal(), "Canaria");

    // What the person was shown and said yes to is theirs.
    let mut run = ask(unsure());
    reply(&mut run, &[], &[]).unwrap();
    assert_eq!(written(&run), expected(Sure::Sure));
}

#[test]
fn a_sheet_without_choices_is_a_card_as_ever() {
    let mut run = ask(World::one_page());
    reply(&mut run, &[], &[]).unwrap();
    run.expect(JobStatus::PausedForApproval, FILLED);
}

#[test]
fn what_is_left_out_is_filled_by_nobody_in_this_job() {
    let mut run = ask(World::one_page());
    reply(&mut run, &[("E-mail", RowChoice::Leave)], &[]).unwrap();
    run.expect(JobStatus::PausedForApproval, "text First name Setter");
    assert!(run.job.record.consent.is_none(), "it is not asked for again");
    let open: Vec<&str> = run.job.record.open.iter().map(|open| open.reason.as_str()).collect();
    assert_eq!(open, ["you left it out"]);
    // Neither when the page is planned anew, nor with a consent that is kept, nor by a server.
    run.consents = vec![consent(SITE, Scope::Always)];
    run.world.sheet().controls.push(control("text", "Country", "country-name"));
    run.approve(false).unwrap();
    run.expect(JobStatus::PausedForApproval, "text First name Setter, text Country Setter");

    let fill = json!({"type": "FILL", "valueFrom": "email",
        "target": {"by": "index", "index": 1}});
    let mut run = Run::new(World::one_page()).with_stubborn_server(&json!({"actions": [fill]}));
    run.consents.clear();
    let mut run = run.start();
    reply(&mut run, &[("E-mail", RowChoice::Leave)], &[]).unwrap();
    assert_eq!(run.count("text E-mail Setter"), 0, "{}", run.log);
}

#[test]
fn what_is_left_out_is_not_agreed_to_for_another_field_of_the_same_name() {
    let mut run = ask(World::one_page());
    reply(&mut run, &[("E-mail", RowChoice::Leave)], &[]).unwrap();
    let mut another = control("email", "E-mail", "email");
    another.field.fingerprint = Some("another".into());
    run.world.sheet().controls.push(another);
    run.approve(false).unwrap();
    run.expect(JobStatus::PausedForApproval, "text First name Setter");
    let card = run.job.record.consent.as_ref().expect("it is asked about");
    assert_eq!(card.items.iter().map(|item| item.label.as_str()).collect::<Vec<_>>(), ["E-mail"]);
}

#[test]
fn what_is_left_out_of_a_card_is_not_kept_as_agreed_to() {
    let mut run = ask(World::one_page());
    let sheet = sheet_of(&mut run);
    let leave = (row(&sheet, "E-mail").id.clone(), Choice::Leave);
    let page = run.world.page();
    let kept = |rows: Vec<(String, Choice)>| {
        let reply = Reply { rows, ..Reply::default() };
        let kinds = run.job.kinds_to_keep(&page, &reply);
        kinds.into_iter().map(|kind| kind.kind).collect::<Vec<_>>()
    };
    assert_eq!(kept(Vec::new()), ["e-mail", "name"]);
    assert_eq!(kept(vec![leave]), ["name"]);
}

#[test]
fn an_edited_value_is_for_this_field_alone() {
    let mut run = ask(World::one_page());
    reply(&mut run, &[("First name", write("Augusta", false))], &[]).unwrap();
    run.expect(JobStatus::PausedForApproval, FILLED);
    assert_eq!(values(&run), ["Augusta", "canary@example.org"]);
    assert_eq!(run.profile.first_name.reveal(), "Canaria");
    let written = &run.job.record.written;
    assert!(written.iter().any(|one| one.label == "First name" && one.source.contains("typed")));
    assert!(run.job.record.consent.is_none(), "no second card for what was typed");
    assert!(!json!(run.job).to_string().contains("Augusta"));
    assert!(!run.log.contains("Augusta"), "{}", run.log);
    // It is not taken for what the plan would have put there.
    run.world.sheet().controls[0].value.clear();
    run.world.sheet().controls.push(control("text", "Country", "country-name"));
    run.consents = vec![consent(SITE, Scope::Always)];
    run.approve(false).unwrap();
    assert_eq!(run.count("text First name Setter"), 1, "{}", run.log);
}

#[test]
fn a_secret_that_is_typed_is_kept_nowhere_whatever_the_reply_says() {
    let mut world = form();
    world.sheet().controls.push(control("text", "Passport number", "none"));
    let mut run = ask(world);
    let asked = row(&sheet_of(&mut run), "Passport number").question.clone().unwrap();
    assert!(asked.once);
    // The one is a secret by its question, the other by its own shape.
    let card = "4111 1111 1111 1111";
    let rows =
        [("Passport number", write("KX55667788Q", true)), ("Favourite crew", write(card, true))];
    let before = json!([run.profile.answers, run.profile.custom]);
    reply(&mut run, &rows, &[]).unwrap();
    assert_eq!(json!([run.profile.answers, run.profile.custom]), before);
    assert!(values(&run).contains(&"KX55667788Q"), "{:?}", values(&run));
    for secret in ["KX55667788Q", card] {
        assert!(!json!(run.profile).to_string().contains(secret));
        assert!(!json!(run.job).to_string().contains(secret));
    }
}

#[test]
fn a_file_is_given_to_a_row_and_kept_among_the_documents() {
    let mut world = form();
    world.sheet().controls.push(control("file", "CV", "x-resume"));
    let mut run = ask(world);
    let shown = row(&sheet_of(&mut run), "CV").clone();
    let asked = shown.question.unwrap();
    assert_eq!((asked.kind, asked.save_as.as_str()), (AnswerKind::File, "documents.cv"));
    let file = |data: &str| {
        let (name, data) = ("bird.pdf".to_owned(), data.into());
        RowChoice::Attach {
            document: Document { name, media_type: "application/pdf".into(), data },
        }
    };
    for (label, given, why) in [
        ("CV", file(""), "empty"),
        ("CV", write("bird.pdf", false), "typed"),
        ("Notice period", file("AAAA"), "takes no file"),
    ] {
        let said = reply(&mut run, &[(label, given)], &[]).unwrap_err();
        assert!(said.contains(why), "{said}");
        assert!(run.profile.documents.is_empty());
    }
    reply(&mut run, &[("CV", file("AAAA"))], &[]).unwrap();
    assert_eq!(run.profile.documents["cv"].name, "bird.pdf");
    assert_eq!(values(&run).last(), Some(&"bird.pdf"));
    assert!(!json!(run.job).to_string().contains("AAAA"), "no content is in the job");
}

#[test]
fn a_row_that_stays_blank_takes_what_the_person_gives() {
    let mut world = World::one_page();
    // Nothing that the form demands is missing, so it is not asked.
    world.sheet().controls.push(control("text", "Favourite crew", "none"));
    let mut run = ask(world);
    let blank = row(&sheet_of(&mut run), "Favourite crew").clone();
    assert_eq!(blank.state, RowState::Blank, "{blank:?}");
    assert!(blank.question.is_some());
    reply(&mut run, &[("Favourite crew", write("Shore", false))], &[]).unwrap();
    assert_eq!(values(&run).last(), Some(&"Shore"));
}

#[test]
fn what_was_typed_and_lost_with_the_worker_is_asked_about_anew() {
    let mut run = ask(World::one_page());
    let sheet = sheet_of(&mut run);
    let typed = (row(&sheet, "First name").id.clone(), Choice::Typed("Augusta".into()));
    let reply = Reply { card: sheet.card_id, rows: vec![typed], ..Reply::default() };
    run.handle(Event::Consent { origin: SITE.into(), reply }).unwrap();
    run.reload();
    run.send(Event::Woken).unwrap();
    run.expect(JobStatus::PausedForApproval, "");
    let card = run.job.record.consent.as_ref().expect("a card");
    let labels: Vec<&str> = card.items.iter().map(|item| item.label.as_str()).collect();
    assert_eq!(labels, ["First name"], "neither ours nor theirs is written unasked");
}

#[test]
fn an_answer_is_kept_as_what_it_means_and_needs_no_second_card() {
    let mut world = form();
    world.sheet().controls.push(control("text", "Last name", "family-name"));
    let mut run = ask(world);
    let rows = [
        ("Notice period", write("1 month", true)),
        ("Last name", write("Bird", true)),
        ("Favourite crew", write("Shore", false)),
    ];
    reply(&mut run, &rows, &[]).unwrap();
    assert_eq!(values(&run), ["Canaria", "canary@example.org", "1 month", "Shore", "Bird"]);
    assert!(run.job.record.consent.is_none() && run.job.record.approval.is_some(), "{}", run.log);
    assert_eq!(run.profile.last_name.reveal(), "Bird");
    assert_eq!(run.profile.answers.keys().collect::<Vec<_>>(), ["Notice period"]);
}

/// An answer in the profile of a run.
fn answered(run: &mut Run, question: &str, answer: &str) {
    run.profile.answers.insert(question.into(), answer.into());
}

/// A server hears which field an answer is known for, whatever the answer, also one that would not fit, and not what it is.
#[test]
fn a_server_is_told_which_question_was_answered_before() {
    for answer in ["6 weeks", "a whole quarter of a year"] {
        let mut world = form();
        world.sheet().controls[2].field.max_length = Some(8);
        let mut run = Run::new(world);
        run.consents.clear();
        answered(&mut run, "How long is your notice period?", answer);
        let mut run = run.start();
        let request = with_job(&mut run, |job, page, ctx| job.request_to_server(page, ctx));
        assert_eq!(request.known_fields, [2], "{answer}");
        assert!(!json!(request).to_string().contains(answer));
    }
}

#[test]
fn an_answer_to_other_words_is_shown_and_filled_by_the_person_alone() {
    let mut run = Run::new(form());
    run.consents.clear();
    answered(&mut run, "How many weeks of notice period must you give?", "6 weeks");
    let mut run = run.start();
    let sheet = sheet_of(&mut run);
    let asked = row(&sheet, "Notice period");
    assert_eq!((asked.state, asked.chosen), (RowState::Ask, false));
    let near = asked.near.clone().expect("an answer that may be meant");
    assert_eq!(near.offer.value.reveal(), "6 weeks");
    assert_eq!(near.question, "How many weeks of notice period must you give?");
    assert!(row(&sheet, "Favourite crew").near.is_none(), "something else is asked");
    // Nobody took it: it is not written.
    let mut careful = ask(form());
    answered(&mut careful, "How many weeks of notice period must you give?", "6 weeks");
    reply(&mut careful, &[], &[]).unwrap();
    assert!(!values(&careful).contains(&"6 weeks"), "{:?}", values(&careful));

    reply(&mut run, &[("Notice period", RowChoice::Take { key: near.offer.key })], &[]).unwrap();
    assert!(values(&run).contains(&"6 weeks"), "{:?}", values(&run));
    let note = &run.profile.answer_notes["How many weeks of notice period must you give?"];
    assert_eq!(note.also[0].text, "Notice period");
    assert!(!json!(run.job).to_string().contains("6 weeks"), "the job holds no answer");
}

/// An answer that was neither given nor sent for a year says when it was last: it may not be true any more.
#[test]
fn an_old_answer_says_when_it_was_last_used() {
    const YEAR: f64 = 365.0 * 86_400_000.0;
    const NOW: f64 = 20.0 * YEAR;
    let aged = |given: f64, sent: Option<(&str, f64)>| {
        let mut world = form();
        world.now = NOW;
        let mut run = Run::new(world);
        run.consents.clear();
        for name in ["Favourite crew", "How many weeks of notice period must you give?"] {
            answered(&mut run, name, "Both watches");
            let note = AnswerNote { given, ..AnswerNote::default() };
            run.profile.answer_notes.insert(name.into(), note);
        }
        run.sent.extend(sent.map(|(name, date)| Receipt {
            keys: vec![format!("answers.{name}").into()],
            date,
            ..Receipt::default()
        }));
        let sheet = sheet_of(&mut run.start());
        let filled = row(&sheet, "Favourite crew");
        let near = row(&sheet, "Notice period").near.clone().expect("an answer that may be meant");
        [filled.from.clone().expect("the rules fill it").aged, near.offer.aged]
    };
    let old = NOW - 2.0 * YEAR;
    assert_eq!(aged(NOW - YEAR / 2.0, None), [0.0, 0.0]);
    assert_eq!(aged(0.0, None), [0.0, 0.0], "nobody knows when");
    assert_eq!(aged(old, None), [old, old]);
    assert_eq!(aged(old, Some(("Favourite crew", NOW - YEAR / 2.0))), [0.0, old]);
    let later = NOW - 1.5 * YEAR;
    assert_eq!(aged(old, Some(("Favourite crew", later))), [later, old]);
}

/// What was sent to a site that has an answer of its own says nothing of the one for every site, which has its name.
#[test]
fn an_answer_of_another_site_does_not_make_an_old_one_new() {
    const YEAR: f64 = 365.0 * 86_400_000.0;
    const OTHER: &str = "https://other.example";
    let aged = |is_own: bool| {
        let mut world = form();
        world.now = 20.0 * YEAR;
        let mut run = Run::new(world);
        run.consents.clear();
        answered(&mut run, "Favourite crew", "Both watches");
        let note = AnswerNote { given: 10.0 * YEAR, ..AnswerNote::default() };
        run.profile.answer_notes.insert("Favourite crew".into(), note);
        if is_own {
            let own = SiteAnswer {
                site: OTHER.into(),
                name: "Favourite crew".into(),
                answer: json!("The dogs"),
                ..SiteAnswer::default()
            };
            run.profile.site_answers.insert("own".into(), own);
        }
        run.sent.push(Receipt {
            origin: OTHER.into(),
            keys: vec!["answers.Favourite crew".into()],
            date: 19.5 * YEAR,
            ..Receipt::default()
        });
        let sheet = sheet_of(&mut run.start());
        row(&sheet, "Favourite crew").from.clone().expect("the rules fill it").aged
    };
    assert_eq!(aged(false), 0.0);
    assert_eq!(aged(true), 10.0 * YEAR);
}

/// A page that asks a remembered question with its options in another order, with each other's values, or with others.
#[test]
fn a_remembered_answer_picks_its_own_meaning_or_none() {
    const ASKED: &str = "Do you have a boat licence?";
    let form = |options: &[(&str, &str)]| {
        let mut world = World::one_page();
        let mut list = control("select", ASKED, "none");
        (list.field.tag, list.field.required) = ("select".into(), true);
        list.field.options = Some(
            options
                .iter()
                .map(|(value, text)| FieldOption {
                    value: (*value).into(),
                    text: (*text).into(),
                    ..FieldOption::default()
                })
                .collect(),
        );
        world.sheet().controls.push(list);
        world
    };
    let proposed = |options: &[(&str, &str)]| {
        let mut run = Run::new(form(options));
        run.consents.clear();
        answered(&mut run, ASKED, "Yes");
        let sheet = sheet_of(&mut run.start());
        let shown = row(&sheet, ASKED);
        let near = shown.near.as_ref().map(|near| near.offer.value.reveal().to_owned());
        near.unwrap_or_else(|| shown.value.reveal().to_owned())
    };
    for (options, expected) in [
        (&[("1", "Yes"), ("0", "No")][..], "Yes"),
        (&[("0", "No"), ("1", "Yes")], "Yes"),
        (&[("1", "No"), ("0", "Yes")], "Yes"),
        (&[("yes", "No"), ("no", "Yes")], "Yes"),
        (&[("a", "Often"), ("b", "Never")], ""),
        (&[("1", "Often"), ("0", "Never")], ""),
        (&[("1", "No"), ("0", "Not yet")], ""),
    ] {
        assert_eq!(proposed(options), expected, "{options:?}");
    }
}

#[test]
fn an_entry_that_was_chosen_for_a_field_is_offered_there_and_never_filled_by_itself() {
    let mut run = ask(form());
    assert!(row(&sheet_of(&mut run), "Notice period").near.is_none());
    let take = RowChoice::Take { key: "custom.Permit".into() };
    reply(&mut run, &[("Notice period", take.clone())], &[]).unwrap();
    assert_eq!(run.lessons.listed().len(), 1);

    let again = |consents: Vec<Consent>| {
        let mut again = Run::new(form());
        (again.consents, again.lessons) = (consents, run.lessons.clone());
        again.start()
    };
    let mut offered = again(Vec::new());
    let sheet = sheet_of(&mut offered);
    let known = row(&sheet, "Notice period");
    assert_eq!((known.state, known.chosen), (RowState::Ask, false));
    let near = known.near.clone().expect("it is offered");
    assert_eq!((near.question.as_str(), near.offer.key.as_str()), ("", "custom.Permit"));
    reply(&mut offered, &[("Notice period", take)], &[]).unwrap();
    assert!(values(&offered).contains(&"Yes"), "{:?}", values(&offered));
    // Whatever was agreed to before: without a person nothing of it is written.
    let kept = Run::new(form()).consents;
    assert!(kept.iter().any(|one| one.scope == Scope::Always), "everything is agreed to here");
    let alone = again(kept);
    assert!(!values(&alone).contains(&"Yes"), "{:?}", values(&alone));
    assert!(alone.job.permissions.chosen.is_empty());

    let id = run.lessons.listed()[0].id;
    assert!(offered.lessons.revoke(id));
    let mut forgotten = Run::new(form());
    (forgotten.consents, forgotten.lessons) = (Vec::new(), offered.lessons.clone());
    assert!(row(&sheet_of(&mut forgotten.start()), "Notice period").near.is_none());
}

#[test]
fn a_secret_that_was_chosen_is_not_learned() {
    let mut run = ask(form());
    let id = row(&sheet_of(&mut run), "Notice period").id.clone();
    let taught = |run: &mut Run, key: &str| {
        let choice = RowChoice::Take { key: key.into() };
        let rows = vec![RowReply { row: id.clone(), choice }];
        with_job(run, |job, page, ctx| job.sort_rows(page, rows, ctx)).unwrap().taught.len()
    };
    let of = ["custom.Permit", "payment.cardNumber", "password"].map(|key| taught(&mut run, key));
    assert_eq!(of, [1, 0, 0]);
}

#[test]
fn what_is_answered_is_noted_with_its_question() {
    let mut run = ask(form());
    reply(&mut run, &[("Notice period", write("1 month", true))], &[]).unwrap();
    let note = &run.profile.answer_notes["Notice period"];
    assert_eq!((note.question.text.as_str(), note.question.lang.as_str()), ("Notice period", "en"));
    assert_eq!((note.origin.as_str(), note.corrected), ("https://site.example", 0));
    assert!(!json!(note).to_string().contains("1 month"));
}

#[test]
fn another_entry_may_be_chosen_for_a_row() {
    let mut run = ask(form());
    let rows = [
        ("First name", RowChoice::Take { key: "address.country".into() }),
        ("Notice period", RowChoice::Take { key: "custom.Permit".into() }),
    ];
    reply(&mut run, &rows, &[]).unwrap();
    assert_eq!(values(&run), ["Germany", "canary@example.org", "Yes", ""]);
    let sources: Vec<&str> = run.job.record.written.iter().map(|one| one.source.as_str()).collect();
    assert_eq!(sources, ["address.country", "custom.Permit", "email"]);

    let mut run = ask(form());
    let take = |key: &str| [("First name", RowChoice::Take { key: key.into() })];
    assert!(reply(&mut run, &take("phone"), &[]).unwrap_err().contains("not in your profile"));
    run.expect(JobStatus::PausedForApproval, "");
}

#[test]
fn a_secret_is_ticked_by_itself_whoever_chooses_it() {
    let mut run = ask(form());
    let card = json!({"cardNumber": "4111 1111 1111 1111"});
    run.profile.payment = serde_json::from_value(card).unwrap();
    let rows = [("First name", RowChoice::Take { key: "payment.cardNumber".into() })];
    assert!(reply(&mut run, &rows, &[]).unwrap_err().contains("tick “payment card”"));
    run.expect(JobStatus::PausedForApproval, "");
    reply(&mut run, &rows, &["payment card"]).unwrap();
    assert!(values(&run)[0].starts_with("4111"));
    let written = &run.job.record.written[0];
    assert_eq!((written.tier, written.thing.as_str()), (Tier::Secret, "payment card"));
    let sheet = with_job(&mut run, |job, page, ctx| job.sheet(page, ctx));
    let filled = row(&sheet, "First name");
    assert_eq!((filled.state, filled.tier), (RowState::Filled, Tier::Secret));
    assert!(filled.value.is_empty(), "it is not shown once more");
}

#[test]
fn a_chosen_entry_is_for_its_field_alone() {
    let mut run = ask(form());
    let card = json!({"cardNumber": "4111 1111 1111 1111"});
    run.profile.payment = serde_json::from_value(card).unwrap();
    let key = || ProfileKey::from("payment.cardNumber");
    reply(&mut run, &[("First name", RowChoice::Take { key: key() })], &["payment card"]).unwrap();
    let may = |field: &Field, origin: &str| {
        let action = AgentAction::Fill {
            target: shared_types::Target::field(0),
            source: shared_types::ValueSource::Key(key()),
            clear: true,
        };
        let grants =
            run.job.permissions.grants(&run.job.record.profile_id, &run.consents, run.source());
        grants.row(&action, field, origin).is_ok_and(|(_, row)| grants.allowed.covers(origin, &row))
    };
    let first = run.world.page().observation.fields[0].clone();
    assert!(may(&first, SITE));
    assert!(!may(&first, OTHER_SITE));
    let another = Field { fingerprint: Some("another".into()), ..first.clone() };
    assert!(!may(&another, SITE));
    let agreement = Field { role: Some("x-consent".into()), kind: "checkbox".into(), ..first };
    assert!(!may(&agreement, SITE), "what agrees to something is answered");
}

#[test]
fn what_stands_there_is_kept_or_replaced_as_the_person_says() {
    let with = |preset: bool| {
        let mut world = World::one_page();
        world.sheet().controls[0].value = "Beata".into();
        world.sheet().controls[0].preset = preset;
        ask(world)
    };
    let mut run = with(false);
    let sheet = sheet_of(&mut run);
    let name = row(&sheet, "First name");
    assert_eq!((name.state, name.chosen), (RowState::Held, false));
    let held = name.holds.clone().unwrap();
    assert_eq!((held.value.reveal(), held.by), ("Beata", HeldBy::Person));
    assert_eq!(name.value.reveal(), "Canaria");
    reply(&mut run, &[], &[]).unwrap();
    assert_eq!(values(&run)[0], "Beata");

    let mut run = with(true);
    let sheet = sheet_of(&mut run);
    let name = row(&sheet, "First name");
    assert_eq!((name.state, name.chosen), (RowState::Held, true));
    assert_eq!(name.holds.clone().unwrap().by, HeldBy::Page);
    reply(&mut run, &[("First name", RowChoice::Fill)], &[]).unwrap();
    assert_eq!(values(&run)[0], "Canaria");
}

#[test]
fn what_would_be_written_must_be_what_was_shown() {
    let mut run = ask(World::one_page());
    let sheet = sheet_of(&mut run);
    run.profile.first_name = "Somebody".into();
    send_rows(&mut run, sheet, Vec::new(), &[]).unwrap();
    let asked: Vec<&str> = run
        .job
        .record
        .consent
        .iter()
        .flat_map(|card| &card.items)
        .map(|item| item.label.as_str())
        .collect();
    assert_eq!(asked, ["First name"], "{}", run.log);
}

#[test]
fn a_reply_that_cannot_be_taken_changes_nothing() {
    let check = |rows: &[(&str, RowChoice)], expected: &str| {
        let mut run = ask(with_birth_date());
        run.consents.clear();
        let why = reply(&mut run, rows, &[]).unwrap_err();
        assert!(why.contains(expected), "{why}");
        run.expect(JobStatus::PausedForApproval, "");
        assert!(run.job.permissions.closed.is_empty() && run.job.permissions.chosen.is_empty());
        let gone = RowReply { row: "0:77".into(), choice: write("Ada", false) };
        let sheet = sheet_of(&mut run);
        assert!(send_rows(&mut run, sheet, vec![gone], &[]).is_err());
    };
    check(&[("Date of birth", write("31.02.1990", false))], "There is no such day");
    check(
        &[("E-mail", RowChoice::Leave), ("First name", RowChoice::Take { key: "phone".into() })],
        "not in your profile",
    );
}

#[test]
fn a_row_that_is_gone_takes_no_other_along() {
    for choice in [RowChoice::Leave, RowChoice::Fill] {
        let mut run = ask(with_birth_date());
        run.consents.clear();
        let sheet = sheet_of(&mut run);
        let gone = RowReply { row: "0:77".into(), choice };
        send_rows(&mut run, sheet, vec![gone], &[]).unwrap();
        assert!(run.job.permissions.closed.is_empty() && run.job.record.consent.is_none());
    }
}

fn with_birth_date() -> World {
    let mut world = World::one_page();
    world.sheet().controls.push(control("text", "Date of birth", "bday"));
    world
}

#[test]
fn what_is_typed_does_not_go_into_a_form_of_another_site_unseen() {
    let mut world = World::one_page();
    let mut elsewhere = control("text", "Remark", "none");
    elsewhere.field.form = Some(4);
    world.sheet().controls.push(elsewhere);
    let mut run = ask(world);
    let mut page = run.world.page();
    page.fields[2].form_action = format!("{OTHER_SITE}/collect");
    let reply = Reply {
        card: run.job.record.consent.clone().unwrap().id,
        rows: vec![("0:2".into(), Choice::Typed("x".into()))],
        ..Reply::default()
    };
    run.page = Some(page);
    let why = run.send(Event::Consent { origin: SITE.into(), reply }).unwrap_err();
    assert!(why.contains("another site"), "{why}");
}

#[test]
fn offers_are_what_a_field_takes_the_likeliest_first() {
    let mut run = ask(form());
    let sheet = sheet_of(&mut run);
    let id = row(&sheet, "Favourite crew").id.clone();
    run.profile.custom.insert("Crew".into(), json!("Boat"));
    let offers = with_job(&mut run, |job, page, ctx| job.offers(page, &id, ctx));
    let keys: Vec<&str> = offers.iter().map(|offer| offer.key.as_str()).collect();
    assert_eq!(keys.first(), Some(&"custom.Crew"), "{keys:?}");
    assert!(keys.contains(&"firstName"));
    assert_eq!(offers[0].value.reveal(), "Boat");
    assert_eq!(with_job(&mut run, |job, page, ctx| job.offers(page, "9:9", ctx)).len(), 0);
}

#[test]
fn a_list_that_the_person_has_chosen_from_is_kept() {
    let seen = |touched: bool| {
        let mut world = World::one_page();
        let mut list = control("select-one", "Country", "country-name");
        list.field.tag = "select".into();
        let option = |text: &str| FieldOption {
            value: text.into(),
            text: text.into(),
            ..FieldOption::default()
        };
        list.field.options = Some(["Austria", "Germany"].map(option).to_vec());
        list.value = "Austria".into();
        list.touched = touched;
        world.sheet().controls = vec![list];
        let mut run = ask(world);
        let is_asked = run.job.record.consent.is_some();
        is_asked.then(|| sheet_of(&mut run).rows[0].state)
    };
    assert_eq!(seen(true), None, "nothing is to be filled");
    assert_eq!(seen(false), Some(RowState::Held));
}

#[test]
fn how_sure_something_is_can_be_read_of_its_reason() {
    for (confidence, expected) in [(Some(0.62), Some(62)), (Some(1.0), Some(100)), (None, None)] {
        let evidence = vec!["label: town, 5 %: or more".to_owned()];
        let role = Some("address-level2".to_owned());
        let field = Field { role, confidence, evidence, ..Field::default() };
        let why = view::why_taken(&field);
        assert_eq!(view::share_of(&why), expected, "{why}");
    }
    assert_eq!(view::share_of(""), None);
}
