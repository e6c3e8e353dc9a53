//! Frames of other origins natively: a card of their own, and what a no to it, a move and another choice make of it.

use shared_types::{RowChoice, RowReply};

use super::{sheet::with_job, *};
use crate::{
    job::reply::Reply,
    observe::{Document, Holder},
    page::Framed,
    site,
};

/// The browser's id of the frame's document.
pub(super) const DOCUMENT: &str = "document of the frame";
pub(super) const FRAME: &str = "https://boards.example";

/// Makes an element one of the frame's.
pub(super) fn put_into_a_frame(element: &mut Element, page: &str) {
    element.document_id = DOCUMENT.into();
    element.frame_id = 1;
    element.expect.origin = FRAME.into();
    element.framed = Some(Framed { site: site::framed(FRAME, page), page: page.into() });
}

/// The frame's document, which the page shows so far from the left.
pub(super) fn document(page: &str, left: i64) -> Document {
    Document {
        frame_id: 1,
        document_id: DOCUMENT.into(),
        origin: FRAME.into(),
        through: vec![Holder { document_id: page.into(), element: 900, place: (left, 0, 600) }],
        ..Document::default()
    }
}

/// Two fields of the page, and two of a frame in it.
fn with_frame() -> World {
    let mut world = World::one_page();
    world.sheet().controls.push(control("text", "Last name", "family-name"));
    world.sheet().controls.push(control("text", "Phone", "tel"));
    World { framed: Some((2, 10)), ..world }
}

fn start(consents: Vec<Consent>) -> Run {
    let mut run = Run::new(with_frame());
    run.consents = consents;
    run.profile.last_name = "Family".into();
    run.profile.phone = "+44 20 7946 0958".into();
    run.start()
}

/// The site that the open card is about.
fn asked(run: &Run) -> String {
    run.job.record.consent.as_ref().map(|card| card.origin.clone()).unwrap_or_default()
}

fn both() -> String {
    site::framed(FRAME, SITE)
}

fn agree(run: &mut Run, rows: Vec<RowReply>) {
    let rows = with_job(run, |job, page, ctx| job.sort_rows(page, rows, ctx)).unwrap().rows;
    let card = run.job.record.consent.clone().expect("a card");
    run.page = Some(run.world.page());
    let reply = Reply { card: card.id, rows, ..Reply::default() };
    run.send(Event::Consent { origin: card.origin, reply }).unwrap();
}

fn writes_into_the_frame(run: &Run) -> usize {
    run.count("text Last name Setter") + run.count("text Phone Setter")
}

#[test]
fn a_frame_is_asked_about_by_itself() {
    let mut run = start(Vec::new());
    assert_eq!(asked(&run), SITE);
    agree(&mut run, Vec::new());
    assert_eq!(asked(&run), both());
    assert_eq!(writes_into_the_frame(&run), 0, "{}", run.log);
    agree(&mut run, Vec::new());
    run.expect(
        JobStatus::PausedForApproval,
        &format!("{FILLED}, text Last name Setter, text Phone Setter"),
    );
}

/// An advertisement with a form must not stop what the person came for, however the page was agreed to.
#[test]
fn a_no_to_a_frame_leaves_it_alone_and_the_rest_goes_on() {
    let kept = start(vec![consent(SITE, Scope::Always)]);
    let mut agreed = start(Vec::new());
    agree(&mut agreed, Vec::new());
    for mut run in [kept, agreed] {
        assert_eq!(asked(&run), both());
        run.send(Event::Deny).unwrap();
        assert_eq!(asked(&run), "", "it asks for nothing more: {}", run.log);
        run.expect(JobStatus::PausedForApproval, FILLED);
        // Nor for other things, whatever it shows next and wherever its form sends that.
        run.world.sheet().controls.push(control("text", "Country", "country-name"));
        run.approve(false).unwrap();
        assert_eq!(asked(&run), "", "{}", run.log);
        assert_eq!(writes_into_the_frame(&run), 0, "{}", run.log);
    }
}

#[test]
fn a_no_to_all_that_there_is_ends_the_job() {
    let mut world = with_frame();
    world.framed = Some((0, 10));
    let mut run = Run::new(world);
    run.consents.clear();
    let mut run = run.start();
    assert_eq!(asked(&run), both());
    run.send(Event::Deny).unwrap();
    run.expect(JobStatus::Stopped, "");
}

/// A row that the person chose or typed is for where it stood, like one that was planned.
#[test]
fn what_was_chosen_for_a_frame_that_moved_is_not_written() {
    let check = |choice: RowChoice, moves: i64, expected: usize, expects: &[&str]| {
        let mut run = start(vec![consent(SITE, Scope::Always)]);
        assert_eq!(asked(&run), both());
        let page = run.world.page();
        let at = page.observation.fields.iter().position(|field| field.label == "Last name");
        let element = &page.fields[at.unwrap()];
        let row = format!("{}:{}", element.frame_id, element.element);
        let rows = vec![RowReply { row, choice }];
        let rows = with_job(&mut run, |job, page, ctx| job.sort_rows(page, rows, ctx)).unwrap();
        let card = run.job.record.consent.clone().expect("a card");
        run.page = Some(page);
        run.world.framed = Some((2, 10 + moves));
        let reply = Reply { card: card.id, rows: rows.rows, ..Reply::default() };
        run.send(Event::Consent { origin: card.origin, reply }).unwrap();
        // Of what is asked about then the person agrees to nothing that is for this field.
        let again = run.job.record.consent.clone().unwrap_or_default();
        let labels: Vec<&str> = again.items.iter().map(|item| item.label.as_str()).collect();
        assert_eq!(labels, expects, "{}", run.log);
        let no = run.job.record.consent.is_some().then(|| run.send(Event::Deny).unwrap());
        assert_eq!(no.is_some(), !expects.is_empty());
        assert_eq!(run.count("text Last name Setter"), expected, "{}", run.log);
    };
    for moves in [0, 300] {
        let stays = moves == 0;
        let take = RowChoice::Take { key: "firstName".into() };
        let write = RowChoice::Write { text: "Typed".into(), keep: false, only_here: false };
        check(take, moves, usize::from(stays), if stays { &[] } else { &["Last name", "Phone"] });
        check(write, moves, usize::from(stays), if stays { &[] } else { &["Phone"] });
    }
}

#[test]
fn a_job_works_where_what_is_kept_for_a_frame_is_used() {
    let run = start(vec![consent(SITE, Scope::Always), consent(&both(), Scope::Always)]);
    assert_eq!(writes_into_the_frame(&run), 2, "{}", run.log);
    assert!(run.job.permissions.work_at(&both()), "taking it back stops the job");
    assert!(!run.job.permissions.work_at(&site::framed(FRAME, "https://other.example")));
}

#[test]
fn what_is_left_out_in_a_frame_teaches_nothing_of_the_page_around_it() {
    let mut run = start(Vec::new());
    assert_eq!(asked(&run), SITE);
    let taught = |run: &mut Run, row: &str| {
        let rows = vec![RowReply { row: row.into(), choice: RowChoice::Leave }];
        let sorted = with_job(run, |job, page, ctx| job.sort_rows(page, rows, ctx));
        sorted.expect("the rows are there").taught.len()
    };
    assert_eq!((taught(&mut run, "1:2"), taught(&mut run, "0:0")), (0, 1));
}
