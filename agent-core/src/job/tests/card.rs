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
fn what_comes_after_the_yes_is_shown_alone() {
    let mut run = ask(World::one_page());
    let more = control("text", "Country", "country-name");
    run.world.sheet().controls.push(more);
    agree(&mut run, &[]);
    run.expect(JobStatus::PausedForApproval, "");
    assert_eq!(card(&run), ["Country"]);
    assert!(run.job.record.consent.as_ref().unwrap().more);
    agree(&mut run, &[]);
    run.expect(JobStatus::PausedForApproval, &format!("{FILLED}, text Country Setter"));
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
    assert!(run.job.record.message.contains("keeps changing where its form sends to"));
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
    let fill = json!({"action": {"type": "FILL", "source": "firstName",
        "target": {"by": "index", "index": 0}}});
    let mut run = Run::new(with_birth_date()).with_server(&[fill]);
    run.consents.clear();
    run.profile.birth_date = "1990-05-12".into();
    let run = run.start();
    run.expect(JobStatus::PausedForApproval, "");
    assert_eq!(card(&run), ["First name", "E-mail", "Date of birth"]);
}
