//! The consent card natively: what it shows, what a reply to it gives, and what is asked again.

use super::*;
use crate::job::reply::Reply;

/// A job of a person who has agreed to nothing yet.
fn ask(world: World) -> Run {
    let mut run = Run::new(world);
    run.consents.clear();
    run.profile.birth_date = "1990-05-12".into();
    run.start()
}

fn with_birth_date() -> World {
    let mut world = World::one_page();
    world.sheet().controls.push(control("text", "Date of birth", "bday"));
    world
}

/// Labels of the card that is open.
fn card(run: &Run) -> Vec<&str> {
    let request = run.job.record.consent.as_ref();
    request.map_or(Vec::new(), |card| card.items.iter().map(|item| item.label.as_str()).collect())
}

fn agree(run: &mut Run, kinds: &[&str]) {
    let request = run.job.record.consent.clone().expect("a card");
    let kinds = kinds.iter().map(|&kind| kind.to_owned()).collect();
    let reply = Reply { card: request.id, kinds, ..Reply::default() };
    run.send(Event::Consent { origin: request.origin, reply }).unwrap();
}

#[test]
fn nothing_is_written_before_the_card_is_replied_to_and_that_time_is_the_persons() {
    let mut run = ask(with_birth_date());
    run.expect(JobStatus::PausedForApproval, "");
    assert_eq!(card(&run), ["First name", "E-mail", "Date of birth"]);
    assert!(!run.job.record.consent.as_ref().unwrap().more);
    run.world.now += 60_000.0;
    agree(&mut run, &["date of birth"]);
    let all = format!("{FILLED}, text Date of birth Setter");
    run.expect(JobStatus::PausedForApproval, &all);
    assert!(run.job.record.consent.is_none());
    let waited = run.job.budget.waited_ms;
    assert!((60_000.0..60_100.0).contains(&waited), "{waited}");
}

#[test]
fn what_is_not_ticked_is_left_open_and_not_asked_for_again() {
    let mut run = ask(with_birth_date());
    agree(&mut run, &[]);
    run.expect(JobStatus::PausedForApproval, FILLED);
    assert_eq!(card(&run), [""; 0], "the approval is open, no card");
    // Another field for the same comes: neither that nor the declined one is shown.
    run.world.sheet().controls.push(control("text", "Birthday", "bday"));
    run.approve(false).unwrap();
    run.expect(JobStatus::PausedForApproval, FILLED);
    assert_eq!(card(&run), [""; 0]);
}

#[test]
fn what_was_declined_is_not_tried_once_more() {
    let steps = |kinds: &[&str]| {
        let mut run = ask(with_birth_date());
        agree(&mut run, kinds);
        run.job.record.step
    };
    assert_eq!(steps(&[]), steps(&["date of birth"]));
}

#[test]
fn what_comes_after_the_yes_is_shown_alone() {
    let mut run = ask(World::one_page());
    let more = control("text", "Country", "country-name");
    run.world.sheet().controls.push(more);
    agree(&mut run, &[]);
    run.expect(JobStatus::PausedForApproval, "");
    assert_eq!(card(&run), ["Country"]);
    assert!(run.job.record.consent.as_ref().unwrap().more);
    agree(&mut run, &[]);
    run.expect(JobStatus::PausedForApproval, &format!("text Country Setter, {FILLED}"));
}

#[test]
fn a_row_that_another_field_stands_for_is_asked_about_again() {
    let mut run = ask(World::one_page());
    run.world.sheet().controls[1].field.fingerprint = Some("another field".into());
    agree(&mut run, &[]);
    run.expect(JobStatus::PausedForApproval, "");
    assert_eq!(card(&run), ["E-mail"]);
    agree(&mut run, &[]);
    run.expect(JobStatus::PausedForApproval, FILLED);
}

#[test]
fn what_was_agreed_to_for_one_job_alone_is_asked_for_in_the_next() {
    let run = ask(World::one_page());
    assert_eq!(card(&run), ["First name", "E-mail"]);
    let mut kept = Run::new(World::one_page());
    kept.consents = vec![consent(OTHER_SITE, Scope::Always)];
    assert_eq!(card(&kept.start()), ["First name", "E-mail"]);
    let kept = Run::new(World::one_page()).start();
    kept.expect(JobStatus::PausedForApproval, FILLED);
}

/// The page, whose button sends to an address.
fn sends_to(mut world: World, place: &str) -> World {
    world.sheet().buttons[0].0.form_action = Some(place.into());
    world
}

fn warns_of(run: &Run, site: &str) -> bool {
    let warnings = run.job.record.consent.as_ref().map(|card| card.warnings.clone());
    warnings.unwrap_or_default().iter().any(|warning| warning.contains(site))
}

#[test]
fn where_a_form_sends_to_is_shown_with_everything_that_goes_there() {
    let elsewhere = format!("{OTHER_SITE}/collect");
    // The person agreed to this site for good, and is asked all the same, once.
    let mut run = Run::new(sends_to(World::one_page(), &elsewhere)).start();
    run.expect(JobStatus::PausedForApproval, "");
    assert_eq!(card(&run), ["First name", "E-mail"]);
    assert!(warns_of(&run, OTHER_SITE));
    agree(&mut run, &[]);
    run.expect(JobStatus::PausedForApproval, FILLED);
    assert_eq!(card(&run), [""; 0]);

    // What goes to this site is no surprise, nor what a button says that nobody sees or that sends nothing.
    let here = format!("{SITE}/collect");
    Run::new(sends_to(World::one_page(), &here))
        .start()
        .expect(JobStatus::PausedForApproval, FILLED);
    for hide in [
        |button: &mut Button| button.submits = Some(false),
        |button: &mut Button| (button.visible, button.form) = (Some(false), Some(5)),
    ] {
        let mut world = sends_to(World::one_page(), &elsewhere);
        let mut other = world.sheet().buttons[0].clone();
        world.sheet().buttons[0].0.form_action = None;
        hide(&mut other.0);
        other.0.fingerprint = Some("another button".into());
        world.sheet().buttons.push(other);
        Run::new(world).start().expect(JobStatus::PausedForApproval, FILLED);
    }
}

#[test]
fn a_form_that_sends_elsewhere_after_the_yes_asks_again_and_not_for_ever() {
    let mut run = ask(World::one_page());
    for round in 0..9 {
        if run.job.record.consent.is_none() {
            break;
        }
        let place = format!("https://site-{round}.example/");
        run.world.sheet().buttons[0].0.form_action = Some(place.clone());
        agree(&mut run, &[]);
        let is_told = warns_of(&run, place.trim_end_matches('/'));
        assert!(is_told || run.job.record.status == JobStatus::Error, "{round}");
    }
    run.expect(JobStatus::Error, "");
    assert!(run.job.record.message.contains("keeps changing where its form is sent"));
}

#[test]
fn a_card_is_replied_to_once_and_for_its_own_site() {
    let mut run = ask(World::one_page());
    let request = run.job.record.consent.clone().unwrap();
    let reply = |card: &str| Reply { card: card.into(), ..Reply::default() };
    for (origin, card) in [(OTHER_SITE, request.id.as_str()), (SITE, ""), (SITE, "nonce 0")] {
        let event = Event::Consent { origin: origin.into(), reply: reply(card) };
        assert!(run.send(event).is_err(), "{origin} {card}");
        run.expect(JobStatus::PausedForApproval, "");
    }
    let event = Event::Consent { origin: SITE.into(), reply: reply(&request.id) };
    run.send(event.clone()).unwrap();
    run.expect(JobStatus::PausedForApproval, FILLED);
    assert!(run.send(event).is_err(), "used up");
    let never = Reply { card: request.id, scope: Scope::Never, ..Reply::default() };
    let mut off = ask(World::one_page());
    off.send(Event::Consent { origin: SITE.into(), reply: never }).unwrap();
    off.expect(JobStatus::Stopped, "");
}

#[test]
fn an_endpoint_that_names_one_at_a_time_gets_a_card_for_all() {
    let fill = json!({"type": "FILL", "valueFrom": "firstName",
        "target": {"by": "index", "index": 0}});
    let check = |answer: Value, expected: &[&str]| {
        let mut run = Run::new(with_birth_date()).with_server(&[answer]);
        run.consents.clear();
        run.profile.birth_date = "1990-05-12".into();
        let run = run.start();
        run.expect(JobStatus::PausedForApproval, "");
        assert_eq!(card(&run), expected);
    };
    check(json!({"action": fill}), &["First name", "E-mail", "Date of birth"]);
    check(json!({"actions": [fill]}), &["First name"]);
}

/// Uses a run's job with a page that no sheet makes.
fn with_page<R>(run: &mut Run, page: &Page, work: impl FnOnce(&mut Job, &Context<'_>) -> R) -> R {
    let ctx = Context {
        now: run.world.now,
        source: Source { profile: &run.profile, record: None, today: None, others: &[], site: "" },
        profiles: &run.profiles,
        page: Some(page),
        hash_key: &HashKey([9; 32]),
        nonce: "nonce of the page",
        server: false,
        consents: &run.consents,
        receipts: &[],
        lessons: &Lessons::default(),
        answers: &LateAnswers::default(),
        model: false,
        recipes: &RecipeSet::default(),
        keeps_pages: false,
    };
    work(&mut run.job, &ctx)
}

/// A form sends to what it says itself and to what its buttons say, and so does a button that is in no form; what
/// another site's frame says is not of this form.
#[test]
fn every_way_that_a_form_says_where_it_sends_to_is_shown() {
    let elsewhere = format!("{OTHER_SITE}/collect");
    let check = |change: &dyn Fn(&mut Page), expected: bool| {
        let mut run = ask(World::one_page());
        let mut page = run.world.page();
        change(&mut page);
        run.job.record.consent = None;
        with_page(&mut run, &page, |job, ctx| job.ask_consent(&page, ctx));
        assert_eq!(warns_of(&run, OTHER_SITE), expected, "{page:?}");
    };
    let button = |page: &mut Page| {
        page.observation.buttons[0].form = Some(5);
        page.observation.buttons[0].form_action = Some(elsewhere.clone());
    };
    check(&|_| {}, false);
    check(&|page| page.fields[0].form_action = elsewhere.clone(), true);
    check(&button, true);
    let of_a_frame = |page: &mut Page| {
        button(page);
        page.buttons[0].expect.origin = OTHER_SITE.into();
    };
    check(&of_a_frame, false);
}

#[test]
fn a_name_that_looks_like_one_that_is_trusted_is_warned_of() {
    let check = |scope: Scope, expected: bool| {
        let mut run = Run::new(World::one_page());
        run.consents = vec![consent("https://sita.example", scope)];
        assert_eq!(warns_of(&run.start(), "sita.example"), expected, "{scope:?}");
    };
    check(Scope::Always, true);
    check(Scope::Never, false);
}

/// The time that a card was open is the person's; without a card there was none.
#[test]
fn a_yes_to_a_card_of_another_pause_takes_no_time() {
    let mut run = ask(World::one_page());
    run.world.now = 1e12;
    run.job.phase = Phase::Paused { about: About::Questions(Default::default()) };
    let page = run.world.page();
    let request = run.job.record.consent.clone().unwrap();
    let reply = Reply { card: request.id, ..Reply::default() };
    with_page(&mut run, &page, |job, ctx| job.consented(SITE, &reply, ctx)).unwrap();
    assert_eq!(run.job.budget.waited_ms, 0.0);
}

/// An answer to a question is agreed to by being given: where there is none yet, on the job's own site, unless Vaulty is
/// off there.
#[test]
fn a_question_is_an_agreement_for_its_own_site_alone() {
    let check = |change: &dyn Fn(&mut Run, &mut Page), expected: usize| {
        let mut notice = control("text", "Notice period", "none");
        notice.field.required = true;
        let sheets = vec![sheet(vec![notice], &["Send"]), thanks()];
        let mut run = Run::new(World::new(sheets, &[("Send", Does::Goes(1))])).start();
        run.expect(JobStatus::NeedsInput, "");
        let mut page = run.world.page();
        change(&mut run, &mut page);
        let rows = with_page(&mut run, &page, |job, ctx| job.rows_of_questions(&page, ctx));
        assert_eq!(rows.len(), expected, "{rows:?}");
    };
    check(&|_, _| {}, 1);
    check(&|_, page| page.fields[0].expect.origin = OTHER_SITE.into(), 0);
    check(&|run, _| run.consents = vec![consent(SITE, Scope::Never)], 0);
    let answered = |run: &mut Run, _: &mut Page| {
        run.profile.answers.insert("Notice period".into(), json!("3 months"));
    };
    check(&answered, 0);
}
