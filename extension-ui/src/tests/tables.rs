//! Tables and lists of forms: opened, looked at, and paused.

use agent_core::tables::{
    Before, BulkState, Column, Group, Looks, Outcome, Row, RowState, Run, Seen, Table, Wrong,
};
use shared_types::{
    AskedQuestion, Private,
    import::TableFound,
    table::{BulkCard, BulkLeft, BulkRow, BulkSame},
};

use crate::{
    app::App,
    tables::{self, Opened, Shown, Waits},
};

fn found(columns: &[&str], rows: &[&[&str]]) -> TableFound {
    let piece = serde_json::to_string(rows).unwrap_or_default();
    TableFound {
        columns: columns.iter().map(|name| (*name).to_owned()).collect(),
        rows: u32::try_from(rows.len()).unwrap_or_default(),
        pieces: vec![Private::new(piece)],
        notes: Vec::new(),
    }
}

fn open(app: App, name: &str, found: TableFound, is_list: bool) {
    app.session.site.set("orders.example".to_owned());
    let opened = Opened { name: name.to_owned(), found, rows: Vec::new(), is_list };
    tables::show(app.fill.tables, opened, "https://orders.example/badge".to_owned());
}

/// A file that was opened and not begun.
pub(crate) fn opened(app: App) {
    let rows: &[&[&str]] =
        &[&["Mara Lind", "mara@x.example", "Oslo"], &["Jon Bell", "jon@x.example", "Bergen"]];
    open(app, "staff.csv", found(&["Name", "E-mail", "City"], rows), false);
}

/// Addresses that were pasted.
pub(crate) fn list_opened(app: App) {
    let rows: &[&[&str]] = &[&[FORMS[0]], &[FORMS[1]], &[FORMS[2]]];
    open(app, "3 addresses", found(&["Address"], rows), true);
}

const FORMS: [&str; 3] = [
    "https://jobs.example/engineer",
    "https://careers.example/apply/4711",
    "https://work.example/open",
];

fn list(app: App, looks: Looks, shown: Shown) {
    app.session.site.set("jobs.example".to_owned());
    let table = Table {
        id: "t".to_owned(),
        name: "3 addresses".into(),
        columns: vec![Column { name: "Address".to_owned(), is_left_out: false }],
        rows: 3,
        place_column: Some(0),
        at_once: 1,
        looks,
        ..Table::default()
    };
    let waits = |(row, place): (u32, &&str)| Waits {
        row,
        cells: vec![(*place).to_owned()],
        seen: Some(Seen { title: "Apply here".to_owned(), fields: 12, ..Seen::default() }),
    };
    let waiting = (0..).zip(&FORMS).map(waits).collect();
    app.fill.tables.tables.set(vec![Shown { table, waiting, ..shown }]);
}

/// A list whose forms are looked at.
pub(crate) fn looking(app: App) {
    list(app, Looks { is_on: true, done: 1, of: 3 }, Shown::default());
}

/// What its forms ask for, before the first is filled in.
pub(crate) fn before(app: App) {
    let group = |question: &str, rows: u32, answer: &str| Group {
        asked: AskedQuestion { text: question.to_owned(), ..AskedQuestion::default() },
        rows: (0..rows).map(|row| (row, question.to_owned())).collect(),
        answer: answer.into(),
        is_answered: !answer.is_empty(),
    };
    let before = Before {
        forms: 2,
        groups: vec![group("Notice period", 2, "1 month"), group("Expected salary", 1, "")],
        at_form: vec![("I agree to the privacy policy".to_owned(), 1)],
        wrong: vec![(2, "Sign in".to_owned(), Wrong::Login)],
    };
    list(app, Looks { is_on: false, done: 3, of: 3 }, Shown { before, ..Shown::default() });
}

/// A table that waits after a row that may have been sent.
pub(crate) fn paused(app: App) {
    const ROWS: u32 = 12;
    app.session.site.set("orders.example".to_owned());
    let mut run = Run::default();
    run.start();
    let said = "The page didn’t accept this: no such cost centre";
    for outcome in [Outcome::Sent, Outcome::Sent, Outcome::Failed, Outcome::Sent, Outcome::Unclear]
    {
        let row = run.take(ROWS, 1, "job", |_| true).unwrap_or_default();
        run.settle(row, "job", &outcome, said);
    }
    let listed = |row: u32, state: RowState, said: &str, cells: [&str; 2]| {
        let kept = Row { state, said: said.to_owned(), ..Row::default() };
        (row, kept, cells.map(str::to_owned).to_vec())
    };
    let table = Table {
        id: "t".to_owned(),
        name: "staff.csv".into(),
        rows: ROWS,
        at_once: 1,
        run,
        ..Table::default()
    };
    let rows = vec![
        listed(4, RowState::Unclear, "", ["Mara Lind", "mara@x.example"]),
        listed(2, RowState::NotSent, said, ["Jon Bell", "jon@x.example"]),
    ];
    app.fill.tables.tables.set(vec![Shown { table, listed: rows, ..Shown::default() }]);
}

/// A table of which two forms were sent, and what one yes for the rest would cover or does.
fn half_sent(app: App, bulk: BulkState) {
    const ROWS: u32 = 6;
    app.session.site.set("orders.example".to_owned());
    let mut run = Run::default();
    run.start();
    for _ in 0..2 {
        let row = run.take(ROWS, 1, "job", |_| true).unwrap_or_default();
        run.settle(row, "job", &Outcome::Sent, "");
    }
    let table = Table {
        id: "t".to_owned(),
        name: "staff.csv".into(),
        rows: ROWS,
        at_once: 1,
        run,
        bulk,
        ..Table::default()
    };
    app.fill.tables.tables.set(vec![Shown { table, ..Shown::default() }]);
}

/// One yes is looked at.
pub(crate) fn bulk(app: App) {
    half_sent(app, BulkState { can: true, ..BulkState::default() });
    let row =
        |row: u32, values: [&str; 4]| BulkRow { row, values: values.map(Private::from).to_vec() };
    let same = |label: &str, value: &str, varies: bool| BulkSame {
        label: label.to_owned(),
        value: value.into(),
        varies,
    };
    let card = BulkCard {
        id: "card".to_owned(),
        origin: "https://orders.example".to_owned(),
        button: "Send the order".to_owned(),
        columns: ["Full name", "Date of birth", "Country", "Badge size"]
            .map(str::to_owned)
            .to_vec(),
        rows: vec![
            row(2, ["Ana Reis", "2001-02-28", "Norway", "Small"]),
            row(3, ["Ida Holm", "1979-07-14", "Portugal", "Large"]),
            row(5, ["Ole Berg", "1985-03-09", "Norway", "Large"]),
        ],
        same: vec![same("Desk", "A 12", false)],
        by_page: vec![same("token", "", true), same("price", "12.50", false)],
        left: vec![BulkLeft { row: 4, why: "“Full name” is empty.".to_owned() }],
        more: 0,
    };
    app.fill.tables.bulk.set(Some(("t".to_owned(), card)));
}

/// One yes can be asked for.
pub(crate) fn bulk_offered(app: App) {
    half_sent(app, BulkState { can: true, ..BulkState::default() });
}

/// One yes was given.
pub(crate) fn bulk_covers(app: App) {
    half_sent(app, BulkState { can: true, left: 3, ..BulkState::default() });
}

/// One yes has ended.
pub(crate) fn bulk_ended(app: App) {
    let ended = "Row 4: The page sends something else under “price”.".to_owned();
    half_sent(app, BulkState { ended, ..BulkState::default() });
}
