//! One field alone: it is filled, or the person chooses what goes in; nothing else is written, nothing is pressed.

use shared_types::{RowChoice, RowReply, message::FieldTarget};

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
    let own = RowChoice::Write { text: "Shore".into(), keep: false };
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
fn what_is_no_field_is_said() {
    let run = only(World::one_page(), 77);
    run.expect(JobStatus::Error, "");
    assert!(run.job.record.message.contains("Click into another field"));
}
