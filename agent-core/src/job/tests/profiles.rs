//! Which profile a job fills from: one from start to end, another only before anything was written, and never one that
//! nobody chose.

use shared_types::{ProfileId, profiles::ProfileName};

use super::*;
use crate::job::reply::Reply;

const OTHERS: &str = "Ostrakovsky";

/// A job with two profiles, at its card or at its questions.
fn two(world: World) -> Run {
    let mut run = Run::new(world);
    run.consents.clear();
    run.profiles.profiles.push(ProfileName { id: "w".into(), name: "Work".into() });
    run.other =
        serde_json::from_value(json!({"firstName": OTHERS, "email": "o@else.example"})).unwrap();
    run.start()
}

fn switch(run: &mut Run, to: &str) -> Result<(), String> {
    run.send(Event::UseProfile { profile: to.into() })
}

fn agree(run: &mut Run) {
    let request = run.job.record.consent.clone().expect("a card");
    let reply = Reply { card: request.id, ..Reply::default() };
    run.send(Event::Consent { origin: request.origin, reply }).unwrap();
}

/// What the page's first field holds.
fn first_name(run: &mut Run) -> String {
    run.world.sheets[0].controls[0].value.clone()
}

#[test]
fn before_anything_is_written_another_profile_can_be_taken() {
    let mut run = two(World::one_page());
    let card = run.job.record.consent.clone().expect("a card");
    switch(&mut run, "w").unwrap();
    let again = run.job.record.consent.clone().expect("it is asked anew");
    assert_ne!(card.id, again.id);
    let old = Reply { card: card.id, ..Reply::default() };
    assert!(run.send(Event::Consent { origin: card.origin, reply: old }).is_err(), "another card");
    agree(&mut run);
    run.approve(false).unwrap();
    assert_eq!(run.job.record.profile_id.as_str(), "w");
    assert_eq!(first_name(&mut run), OTHERS);
    let [receipt] = run.sent.as_slice() else { panic!("{:?}", run.sent) };
    assert_eq!(receipt.profile_id.as_str(), "w");
}

#[test]
fn the_site_that_a_job_comes_to_says_which_profile() {
    // It was started at an address that led on to this site.
    let mut run = Run::new(World::one_page());
    run.profiles.profiles.push(ProfileName { id: "w".into(), name: "Work".into() });
    run.profiles.sites.insert(SITE.to_owned(), "w".into());
    run.other = serde_json::from_value(json!({"firstName": OTHERS})).unwrap();
    run.consents = vec![consent(SITE, Scope::Always)];
    let mut run = run.start();
    assert_eq!(run.job.record.profile_id.as_str(), "w");
    assert!(run.job.record.consent.is_some(), "the consent is the first one's");
    assert_eq!(first_name(&mut run), "");
}

#[test]
fn what_was_agreed_to_for_one_profile_is_asked_for_another() {
    let mut run = two(World::one_page());
    run.consents = vec![consent(SITE, Scope::Always)];
    switch(&mut run, "w").unwrap();
    assert!(run.job.record.consent.is_some(), "the consent is the first one's");
    let mut run = Run::new(World::one_page());
    run.profiles.profiles.push(ProfileName { id: "w".into(), name: "Work".into() });
    run.consents = vec![Consent { profile_id: "w".into(), ..consent(SITE, Scope::Always) }];
    let mut run = run.start();
    assert!(run.job.record.consent.is_some(), "the consent is the other's");
    run.other = run.profile.clone();
    switch(&mut run, "w").unwrap();
    assert!(run.job.record.consent.is_none(), "it was given");
    assert_eq!(first_name(&mut run), "Canaria");
}

#[test]
fn once_something_is_written_the_profile_stays() {
    let mut run = two(World::one_page());
    agree(&mut run);
    assert!(!run.job.record.written.is_empty());
    let why = switch(&mut run, "w").unwrap_err();
    assert!(why.contains("already filled from another profile"), "{why}");
    assert!(run.job.record.profile_id.is_first());
    assert_eq!(first_name(&mut run), "Canaria");
}

#[test]
fn a_profile_that_is_not_there_is_refused_and_the_same_changes_nothing() {
    let mut run = two(World::one_page());
    let card = run.job.record.consent.clone();
    assert!(switch(&mut run, "gone").is_err());
    switch(&mut run, ProfileId::FIRST).unwrap();
    assert_eq!(run.job.record.consent, card);
    run.send(Event::Stop).unwrap();
    assert!(switch(&mut run, "w").is_err(), "it has ended");
}

#[test]
fn a_job_whose_profile_was_deleted_ends_and_takes_no_other() {
    let events = [
        Event::ProfileGone,
        Event::Woken,
        Event::Deny,
        Event::UseProfile { profile: "w".into() },
        Event::Executed { results: Vec::new(), own_ms: 0.0 },
        Event::Answered { once: Vec::new(), of_agents: Vec::new() },
    ];
    for event in events {
        let mut run = two(World::one_page());
        run.profiles.profiles.remove(0);
        run.profiles.default = "w".into();
        let said = format!("{event:?}");
        run.send(event).unwrap();
        assert_eq!(run.job.record.status, JobStatus::Error, "{said}");
        assert!(run.job.record.error.as_deref().is_some_and(|why| why.contains("was deleted")));
        assert!(run.job.record.consent.is_none());
        assert_eq!(first_name(&mut run), "", "{said}");
    }
    let mut run = two(World::one_page());
    run.send(Event::ProfileGone).unwrap();
    assert!(run.job.record.consent.is_some(), "it was another one");
}

#[test]
fn a_job_keeps_its_profile_and_one_of_an_older_version_has_the_first() {
    let mut run = two(World::one_page());
    switch(&mut run, "w").unwrap();
    let stored = serde_json::to_value(&run.job).unwrap();
    assert_eq!(stored["profileId"], "w");
    let back: Job = serde_json::from_value(stored.clone()).unwrap();
    assert_eq!(back.record.profile_id.as_str(), "w");
    let mut older = stored;
    older.as_object_mut().unwrap().remove("profileId");
    let back: Job = serde_json::from_value(older).unwrap();
    assert!(back.record.profile_id.is_first());
}

#[test]
fn that_a_form_was_sent_before_is_told_to_the_same_profile_alone() {
    let mut run = Run::new(World::one_page()).start();
    run.oblige();
    let sent = run.sent.clone();
    assert_eq!(sent.len(), 1);
    let before = |to: &str| {
        let mut run = Run::new(World::one_page());
        run.consents.clear();
        run.profiles.profiles.push(ProfileName { id: "w".into(), name: "Work".into() });
        run.other = run.profile.clone();
        run.sent = sent.clone();
        let mut run = run.start();
        switch(&mut run, to).unwrap();
        run.job.record.sent_before
    };
    assert!(before(ProfileId::FIRST).is_some());
    assert_eq!(before("w"), None);
}

#[test]
fn one_field_is_filled_from_another_profile_as_well() {
    let mut run = Run::new(World::one_page());
    run.consents.clear();
    run.profiles.profiles.push(ProfileName { id: "w".into(), name: "Work".into() });
    run.other = serde_json::from_value(json!({"firstName": OTHERS})).unwrap();
    let element = run.world.page().fields[0].element;
    let target = shared_types::message::FieldTarget { frame_id: 0, element: Some(element) };
    run.job.fill_only(target);
    let mut run = run.start();
    switch(&mut run, "w").unwrap();
    agree(&mut run);
    assert_eq!(first_name(&mut run), OTHERS);
}
