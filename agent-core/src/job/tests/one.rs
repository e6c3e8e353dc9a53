//! One field alone: it is filled, or the person chooses what goes in; nothing else is written, nothing is pressed.

use shared_types::{
    RowChoice, RowReply, Tier,
    message::FieldTarget,
    profile::TierChoice,
    sheet::{RowState, SheetRow},
};

use super::{sheet::with_job, *};

fn only(world: World, element: u32) -> Run {
    let mut run = Run::new(world);
    run.job.fill_only(FieldTarget { frame_id: 0, element: Some(element) });
    run.start()
}

fn choose(run: &mut Run, row: &str, choice: RowChoice) -> Result<(), String> {
    let page = run.world.page();
    let rows = vec![RowReply { row: row.into(), choice }];
    let sorted = with_job(run, |job, page, ctx| job.sort_rows(page, rows, ctx))?;
    run.page = Some(page);
    let card = run.job.record.consent.clone().expect("a card").id;
    let reply = Reply { card, rows: sorted.rows, ..Reply::default() };
    run.send(Event::Consent { origin: SITE.into(), reply })
}

#[test]
fn one_field_is_filled_and_nothing_else_is_done() {
    let run = only(World::one_page(), 1);
    run.expect(JobStatus::Done, "text E-mail Setter");
    assert_eq!(run.job.record.message, "Filled “E-mail”.");
    assert!(run.job.record.one_field);
}

#[test]
fn it_is_consented_to_like_any_other() {
    let mut run = Run::new(World::one_page());
    run.consents.clear();
    run.job.fill_only(FieldTarget { frame_id: 0, element: Some(1) });
    let mut run = run.start();
    run.expect(JobStatus::PausedForApproval, "");
    let card = run.job.record.consent.clone().unwrap();
    assert_eq!(card.items.iter().map(|item| item.label.as_str()).collect::<Vec<_>>(), ["E-mail"]);
    let reply = Reply { card: card.id, ..Reply::default() };
    run.send(Event::Consent { origin: SITE.into(), reply }).unwrap();
    run.expect(JobStatus::Done, "text E-mail Setter");
}

#[test]
fn where_nothing_is_recognised_the_person_chooses() {
    let with_crew = || {
        let mut world = World::one_page();
        world.sheet().controls.push(control("text", "Favourite crew", "none"));
        only(world, 2)
    };
    let mut run = with_crew();
    run.expect(JobStatus::PausedForApproval, "");
    assert_eq!(run.job.record.consent.as_ref().unwrap().items, []);
    choose(&mut run, "0:2", RowChoice::Take { key: "firstName".into() }).unwrap();
    run.expect(JobStatus::Done, "text Favourite crew Setter");
    assert_eq!(run.world.sheets[0].controls[2].value, "Canaria");

    let mut run = with_crew();
    let own = RowChoice::Write { text: "Shore".into(), keep: false, only_here: false };
    choose(&mut run, "0:2", own).unwrap();
    run.expect(JobStatus::Done, "text Favourite crew Setter");
    assert_eq!(run.world.sheets[0].controls[2].value, "Shore");

    let mut run = with_crew();
    choose(&mut run, "0:2", RowChoice::Leave).unwrap();
    run.expect(JobStatus::Done, "");
    assert_eq!(run.job.record.message, "Nothing was filled.");
}

#[test]
fn what_stands_there_is_kept_unless_the_person_says_otherwise() {
    let mut world = World::one_page();
    world.sheet().controls[0].value = "Beata".into();
    let mut run = only(world, 0);
    run.expect(JobStatus::PausedForApproval, "");
    choose(&mut run, "0:0", RowChoice::Fill).unwrap();
    run.expect(JobStatus::Done, "text First name Setter");
}

#[test]
fn what_holds_the_entry_already_can_be_given_something_else() {
    let mut world = World::one_page();
    world.sheet().controls[0].value = "Canaria".into();
    let mut run = only(world, 0);
    run.expect(JobStatus::PausedForApproval, "");
    let sheet = with_job(&mut run, |job, page, ctx| job.sheet(page, ctx));
    let held = |row: &SheetRow| row.holds.as_ref().map(|held| held.value.reveal().to_owned());
    let rows: Vec<_> =
        sheet.rows.iter().map(|row| (row.id.as_str(), row.state, held(row))).collect();
    assert_eq!(rows, [("0:0", RowState::Blank, Some("Canaria".to_owned()))]);
    let own = RowChoice::Write { text: "Bea".into(), keep: false, only_here: false };
    choose(&mut run, "0:0", own).unwrap();
    run.expect(JobStatus::Done, "text First name Setter");
    assert_eq!(run.world.sheets[0].controls[0].value, "Bea");
}

#[test]
fn what_vaulty_filled_is_given_something_else_and_nothing_else_has_a_row() {
    let mut world = World::one_page();
    // As a field is that was written into and that nobody was in.
    world.sheet().controls[0].value = "Canaria".into();
    world.sheet().controls[0].preset = true;
    world.sheet().controls[1].value = "someone@example.org".into();
    let mut run = only(world, 0);
    run.expect(JobStatus::PausedForApproval, "");
    let sheet = with_job(&mut run, |job, page, ctx| job.sheet(page, ctx));
    assert_eq!(sheet.rows.iter().map(|row| row.id.as_str()).collect::<Vec<_>>(), ["0:0"]);
    choose(&mut run, "0:0", RowChoice::Take { key: "email".into() }).unwrap();
    run.expect(JobStatus::Done, "text First name Setter");
}

#[test]
fn what_the_person_calls_a_secret_is_learned_of_no_field_and_covered_in_its_own() {
    let of_tier = |tier: Tier| {
        let mut world = World::one_page();
        world.sheet().controls.push(control("text", "Memo", "none"));
        let mut run = Run::new(world);
        run.profile.custom.insert("Locker code".into(), json!("blue-4711"));
        let choice = TierChoice { tier, ..TierChoice::default() };
        run.profile.tiers.insert("custom.Locker code".into(), choice);
        run.job.fill_only(FieldTarget { frame_id: 0, element: Some(2) });
        let mut run = run.start();
        let take = RowChoice::Take { key: "custom.Locker code".into() };
        let rows = vec![RowReply { row: "0:2".into(), choice: take }];
        let sorted = with_job(&mut run, |job, page, ctx| job.sort_rows(page, rows, ctx));
        sorted.expect("the row is there").taught.len()
    };
    assert_eq!((of_tier(Tier::Secret), of_tier(Tier::Ordinary)), (0, 1));
}

#[test]
fn one_field_of_another_sites_frame_is_asked_about_as_one_of_that_frame() {
    let in_frame = |label: &str, role: &str| {
        let mut world = World::one_page();
        world.sheet().controls.push(control("text", label, role));
        let mut run = Run::new(World { framed: Some((2, 10)), ..world });
        run.job.fill_only(FieldTarget { frame_id: 1, element: Some(2) });
        run.start()
    };
    let mut run = in_frame("Favourite crew", "none");
    run.expect(JobStatus::PausedForApproval, "");
    let card = run.job.record.consent.clone().unwrap();
    assert_eq!(card.origin, crate::site::framed(frames::FRAME, SITE));
    assert!(card.warnings.iter().any(|one| one.contains(frames::FRAME)), "{:?}", card.warnings);
    let page = run.world.page();
    let choice = RowChoice::Write { text: "Shore".into(), keep: false, only_here: false };
    let rows = vec![RowReply { row: "1:2".into(), choice }];
    let sorted = with_job(&mut run, |job, page, ctx| job.sort_rows(page, rows, ctx)).unwrap();
    run.page = Some(page);
    let reply = Reply { card: card.id, rows: sorted.rows, ..Reply::default() };
    // A yes to the page is none to what another site shows in it.
    let elsewhere = Event::Consent { origin: SITE.into(), reply: reply.clone() };
    assert!(run.send(elsewhere).is_err());
    run.send(Event::Consent { origin: card.origin, reply }).unwrap();
    run.expect(JobStatus::Done, "text Favourite crew Setter");

    let run = in_frame("Last name", "family-name");
    run.expect(JobStatus::PausedForApproval, "");
}

#[test]
fn what_is_no_field_is_said() {
    let run = only(World::one_page(), 77);
    run.expect(JobStatus::Error, "");
    assert!(run.job.record.message.contains("Click into another field"));
}
