//! Columns of a table that are chosen for a field at one row, at the rows after it.

use shared_types::{RowChoice, job::DecidedBy, table::RowOf};

use super::{
    sheet::{reply, values},
    *,
};
use crate::{
    job::matched::{Matched, Spotted, learn},
    memory::recipe,
};

const ODD: &str = "Zorblatt";

/// First name, e-mail, and a field that no column is called like.
fn form() -> World {
    let mut world = World::one_page();
    let mut odd = control("text", ODD, "none");
    odd.field.required = true;
    world.sheet().controls.push(odd);
    world
}

/// A row's job, not begun yet. Consent to all of its columns is kept.
fn row_of(world: World, row: u32, code: &str, known: Vec<Matched>) -> Run {
    let mut run = Run::new(world);
    run.stored = true;
    let cells = json!({"First name": "Mara", "E-mail": format!("mara{row}@x.example"),
                       "Code": code, "Card number": "4111111111111111"});
    run.record = Some(serde_json::from_value(cells).unwrap());
    let of = |kind: &str| DataKind { tier: Tier::Ordinary, kind: kind.into() };
    let kinds = ["record.First name", "record.E-mail", "record.Code"].map(of);
    run.consents[0].kinds.extend(kinds);
    run.job.record.table = Some(RowOf { table: "t".into(), row, of: 9 });
    run.job = std::mem::take(&mut run.job).with_columns(known);
    run
}

/// The first row, at which a column is chosen for the odd field.
fn first_row(column: &str) -> Vec<Matched> {
    let mut run = row_of(form(), 0, "K-1", Vec::new());
    run.consents.clear();
    run = run.start();
    reply(&mut run, &[(ODD, RowChoice::Take { key: column.into() })], &[]).unwrap();
    run.oblige();
    assert_eq!(run.job.record.status, JobStatus::Done, "{}", run.log);
    let mut known = Vec::new();
    learn(&mut known, run.job.columns_decided());
    known
}

fn odd(run: &mut Run) -> &mut Control {
    run.world.sheet().controls.last_mut().unwrap()
}

/// What the odd field holds once the next row's form waits for its approval, or for whatever else.
fn next_row(known: Vec<Matched>, change: impl FnOnce(&mut Run)) -> (Run, String) {
    let mut run = row_of(form(), 1, "K-2", known);
    change(&mut run);
    let mut run = run.start();
    let held = odd(&mut run).value.clone();
    (run, held)
}

#[test]
fn a_column_that_was_chosen_is_chosen_at_the_next_row() {
    let known = first_row("record.Code");
    assert_eq!(known.len(), 1, "{known:?}");
    assert!(!json!(known).to_string().contains("K-1"), "no value: {known:?}");
    let (run, held) = next_row(known, |_| {});
    assert_eq!(held, "K-2", "{}", run.log);
    assert_eq!(run.job.record.status, JobStatus::PausedForApproval);
    let written = run.job.record.written.iter().find(|one| one.label == ODD).unwrap();
    assert_eq!(written.by, DecidedBy::Person);
}

#[test]
fn it_is_chosen_before_what_the_rules_would_take() {
    let mut run = row_of(World::one_page(), 0, "k1@x.example", Vec::new());
    run.consents.clear();
    run = run.start();
    reply(&mut run, &[("E-mail", RowChoice::Take { key: "record.Code".into() })], &[]).unwrap();
    run.oblige();
    let known = run.job.columns_decided();
    let next = row_of(World::one_page(), 1, "k2@x.example", known).start();
    assert_eq!(values(&next), ["Mara", "k2@x.example"]);
}

#[test]
fn it_is_not_heard_of_another_field() {
    type Change = fn(&mut Run);
    let cases: [(&str, Change); 12] = [
        ("emptied by the person", |run| odd(run).touched = true),
        ("other words", |run| odd(run).field.label = "Zorblatt of your manager".into()),
        ("another heading", |run| odd(run).field.section = Some("Your manager".into())),
        ("explained otherwise", |run| odd(run).field.described_by = Some("Not yours".into())),
        ("called otherwise for screen readers", |run| {
            odd(run).field.accessible_name = Some("Zorblatt, yours".into());
        }),
        ("another page of the site", |run| {
            let of = first_row("record.Code");
            let other = |one: Matched| Matched {
                field: Spotted { path: "/elsewhere".into(), ..one.field },
                ..one
            };
            let known = of.into_iter().map(other).collect();
            run.job = std::mem::take(&mut run.job).with_columns(known);
        }),
        ("nothing that people read", |run| odd(run).field.label = String::new()),
        ("another name", |run| odd(run).field.name = "manager".into()),
        ("twice on the page", |run| {
            let mut again = control("text", ODD, "none");
            again.field.fingerprint = Some("another".into());
            run.world.sheet().controls.push(again);
        }),
        ("no row of a table", |run| run.job.record.table = None),
        ("a cell that is empty", |run| {
            run.record.as_mut().unwrap().0.remove("Code");
        }),
        ("another site", |run| {
            let of = first_row("record.Code");
            let other = |one: Matched| Matched {
                field: Spotted { origin: OTHER_SITE.into(), ..one.field },
                ..one
            };
            let known = of.into_iter().map(other).collect();
            run.job = std::mem::take(&mut run.job).with_columns(known);
        }),
    ];
    for (name, change) in cases {
        let (mut run, held) = next_row(first_row("record.Code"), change);
        let fields = run.world.sheet().controls.iter();
        let held_there: Vec<&str> = fields.map(|one| one.value.as_str()).collect();
        assert!(held.is_empty() && !held_there.contains(&"K-2"), "{name}: {held_there:?}");
    }
}

#[test]
fn only_what_was_chosen_teaches() {
    let mut run = row_of(form(), 0, "K-1", Vec::new());
    run.consents.clear();
    run = run.start();
    let given =
        [("First name", RowChoice::Fill), ("E-mail", RowChoice::Fill), (ODD, RowChoice::Leave)];
    reply(&mut run, &given, &[]).unwrap();
    let columns: Vec<_> =
        run.job.columns_decided().into_iter().filter_map(|one| one.column).collect();
    assert_eq!(columns, [] as [ProfileKey; 0], "as it was planned");
    // Decided otherwise at a later row.
    for choice in [RowChoice::Leave, RowChoice::Take { key: "email".into() }] {
        let mut known = first_row("record.Code");
        let mut run = row_of(form(), 1, "K-2", known.clone());
        run.consents.clear();
        run = run.start();
        reply(&mut run, &[(ODD, choice)], &[]).unwrap();
        learn(&mut known, run.job.columns_decided());
        assert!(known.iter().all(|one| one.column.is_none()), "it counts no more: {known:?}");
    }
}

#[test]
fn a_cell_that_does_not_fit_leaves_the_question() {
    let numbers = || {
        let mut world = World::one_page();
        let mut number = control("number", ODD, "none");
        number.field.required = true;
        world.sheet().controls.push(number);
        world
    };
    let mut run = row_of(numbers(), 0, "17", Vec::new());
    run.consents.clear();
    run = run.start();
    reply(&mut run, &[(ODD, RowChoice::Take { key: "record.Code".into() })], &[]).unwrap();
    run.oblige();
    let known = run.job.columns_decided();
    assert_eq!(known.len(), 1, "{}", run.log);
    assert_eq!(values(&row_of(numbers(), 1, "18", known.clone()).start())[2], "18");
    let next = row_of(numbers(), 1, "none yet", known).start();
    assert_eq!(next.job.record.status, JobStatus::NeedsInput, "{}", next.log);
}

#[test]
fn a_cell_that_is_empty_leaves_open_what_the_rules_would_fill() {
    let mut run = row_of(World::one_page(), 0, "k1@x.example", Vec::new());
    run.consents.clear();
    run = run.start();
    reply(&mut run, &[("E-mail", RowChoice::Take { key: "record.Code".into() })], &[]).unwrap();
    run.oblige();
    let known = run.job.columns_decided();
    for required in [false, true] {
        let mut next = row_of(World::one_page(), 1, "", known.clone());
        next.record.as_mut().unwrap().0.remove("Code");
        next.world.sheet().controls[1].field.required = required;
        let mut next = next.start();
        assert_eq!(values(&next), ["Mara", ""], "{}", next.log);
        let rests = if required { JobStatus::NeedsInput } else { JobStatus::PausedForApproval };
        assert_eq!(next.job.record.status, rests);
        let asked: Vec<bool> = next.job.record.questions.iter().map(|one| one.once).collect();
        assert_eq!(asked, vec![true; usize::from(required)], "for this row alone");
        if required {
            let mut blank = next.clone();
            let key = next.job.record.questions[0].save_as.clone();
            let once = vec![(key, "mara@y.example".into())];
            next.send(Event::Answered { once, of_agents: Vec::new() }).unwrap();
            assert_eq!(values(&next), ["Mara", "mara@y.example"], "{}", next.log);
            assert_eq!(next.job.record.status, JobStatus::PausedForApproval);
            // Left blank it is asked once.
            blank.send(Event::Answered { once: Vec::new(), of_agents: Vec::new() }).unwrap();
            assert_eq!(values(&blank), ["Mara", ""], "{}", blank.log);
            assert_eq!(blank.job.record.status, JobStatus::PausedForApproval);
        }
    }
}

#[test]
fn a_choice_of_a_group_is_known_again() {
    let choices = || {
        let mut world = World::one_page();
        for (at, text) in ["North", "South"].into_iter().enumerate() {
            let mut radio = control("radio", text, "none");
            radio.field.group = Some(ODD.into());
            radio.field.group_id = Some(7);
            radio.field.checked = Some(false);
            radio.field.fingerprint = Some(format!("radio {at}"));
            world.sheet().controls.push(radio);
        }
        world
    };
    let page = choices().page();
    let field = Spotted {
        origin: SITE.into(),
        path: recipe::place_of(&page.observation.url),
        look: recipe::look_of(&page.observation.fields[2]).unwrap(),
    };
    let known = vec![Matched { field, column: Some("record.Code".into()), at: 1.0 }];
    let next = row_of(choices(), 1, "South", known.clone()).start();
    assert_eq!(values(&next)[2..], ["", "true"], "{}", next.log);
    // What the person picked while the card was open stays.
    let mut next = row_of(choices(), 1, "South", known);
    next.consents.clear();
    let mut next = next.start();
    let north = &mut next.world.sheet().controls[2];
    (north.value, north.touched) = ("true".into(), true);
    reply(&mut next, &[], &[]).unwrap();
    assert_eq!(values(&next)[2..], ["true", ""], "{}", next.log);
}

#[test]
fn what_the_person_typed_stays() {
    let (_, held) = next_row(first_row("record.Code"), |run| {
        let odd = odd(run);
        (odd.value, odd.touched) = ("mine".into(), true);
    });
    assert_eq!(held, "mine");
    // Typed after it was chosen, before it was written.
    let mut run = row_of(form(), 1, "K-2", first_row("record.Code"));
    run.consents.clear();
    let mut run = run.start();
    let field = odd(&mut run);
    (field.value, field.touched) = ("mine".into(), true);
    reply(&mut run, &[], &[]).unwrap();
    assert_eq!(values(&run)[2], "mine", "{}", run.log);
}

#[test]
fn it_is_no_consent() {
    let (mut run, held) = next_row(first_row("record.Code"), |run| run.consents.clear());
    assert_eq!(held, "", "nothing before the yes");
    let sheet = super::sheet::sheet_of(&mut run);
    let row = super::sheet::row(&sheet, ODD);
    assert_eq!(row.value.reveal(), "K-2", "it is shown with the rest");
    // Consent to all columns but that one.
    let (_, held) = next_row(first_row("record.Code"), |run| {
        run.consents[0].kinds.retain(|kind| kind.kind != "record.Code");
    });
    assert_eq!(held, "");
}

#[test]
fn a_secret_is_chosen_anew_at_each_row() {
    let secret = || {
        let mut world = World::one_page();
        world.sheet().controls.push(control("text", "Card number", "cc-number"));
        world
    };
    let mut run = row_of(secret(), 0, "5500000000000004", Vec::new());
    run.consents.clear();
    run.record.as_mut().unwrap().0.remove("Card number");
    run = run.start();
    let page = run.world.page();
    let field = Spotted {
        origin: SITE.into(),
        path: recipe::place_of(&page.observation.url),
        look: recipe::look_of(&page.observation.fields[2]).unwrap(),
    };
    let known = vec![Matched { field, column: Some("record.Code".into()), at: 1.0 }];
    let mut next = row_of(secret(), 1, "5500000000000004", known);
    next.record.as_mut().unwrap().0.remove("Card number");
    let next = next.start();
    assert_eq!(values(&next)[2], "", "{}", next.log);
    assert!(!next.job.permissions.chosen.iter().any(|one| one.key.as_str() == "record.Code"));
}

#[test]
fn the_last_word_counts_and_there_is_an_end() {
    let one = |look: &str, column: &str, at: f64| Matched {
        field: Spotted { look: look.into(), ..Spotted::default() },
        column: (!column.is_empty()).then(|| column.into()),
        at,
    };
    let mut known = Vec::new();
    learn(&mut known, vec![one("a", "record.A", 1.0), one("b", "record.B", 1.0)]);
    learn(&mut known, vec![one("a", "record.C", 3.0)]);
    assert_eq!(known, [one("b", "record.B", 1.0), one("a", "record.C", 3.0)]);
    // A row that was decided before ends after.
    learn(&mut known, vec![one("a", "record.A", 2.0), one("b", "", 2.0)]);
    assert_eq!(known, [one("a", "record.C", 3.0), one("b", "", 2.0)]);
    learn(&mut known, vec![one("b", "record.B", 1.0)]);
    assert_eq!(known, [one("a", "record.C", 3.0), one("b", "", 2.0)]);
    learn(&mut known, (0..1_000).map(|at| one(&at.to_string(), "record.A", 4.0)).collect());
    assert_eq!(known.len(), 400);
}
