//! Jobs that an agent asked for: what the person agreed to before is nothing to them.

use shared_types::job::AskedBy;

use super::*;

fn asked_by_an_agent(world: World) -> Run {
    let mut run = Run::new(world);
    run.job.record.asked_by =
        Some(AskedBy { key: "k1".into(), name: "Helper".into(), origin: SITE.into() });
    run
}

#[test]
fn an_agents_job_uses_no_consent_that_was_given_before() {
    let own = Run::new(World::one_page()).start();
    own.expect(JobStatus::PausedForApproval, FILLED);
    assert!(own.job.record.approval.is_some(), "the person's own fills at once");
    for stored in [false, true] {
        let mut run = asked_by_an_agent(World::one_page());
        run.stored = stored;
        let mut run = run.start();
        run.expect(JobStatus::PausedForApproval, "");
        assert!(run.job.record.consent.is_some(), "{:?}", run.job.record);
        agree(&mut run, Scope::Once, false, &[]).unwrap();
        run.expect(JobStatus::PausedForApproval, FILLED);
        assert!(run.job.record.approval.is_some());
        run.approve(false).unwrap();
        let keys: Vec<&str> = run.sent.iter().map(|one| one.asked_by.as_str()).collect();
        assert_eq!(keys, ["k1"], "its receipt says whose it is");
        assert_eq!(run.job.record.asked_by.as_ref().map(|one| one.name.as_str()), Some("Helper"));
    }
}

#[test]
fn a_site_that_is_off_is_off_for_agents() {
    let mut run = asked_by_an_agent(World::one_page());
    run.consents = vec![consent(SITE, Scope::Never)];
    let run = run.start();
    assert!(run.job.record.consent.is_none() && run.job.record.written.is_empty());
    let mut own = Run::new(World::one_page());
    own.consents = vec![consent(SITE, Scope::Never)];
    assert_eq!(run.job.record.status, own.start().job.record.status);
}

#[test]
fn a_tab_that_went_elsewhere_is_not_filled_for_an_agent() {
    let mut run = asked_by_an_agent(World::one_page());
    run.job.record.asked_by =
        Some(AskedBy { origin: "https://shared.example".into(), ..AskedBy::default() });
    let run = run.start();
    run.expect(JobStatus::Error, "");
    assert!(run.job.record.consent.is_none() && run.job.record.open.is_empty());
}
