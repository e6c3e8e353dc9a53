//! Review sheets.

use shared_types::{
    ConsentItem, ConsentRequest, JobRecord, JobStatus, Question, Sheet, Tier,
    job::{Progress, Sure},
    sheet::{Held, HeldBy, Near, NearBy, Offer, RowSource, RowState, SheetRow},
};

use super::question;
use crate::{
    app::App,
    fill,
    tests::{
        sheets,
        shown::{SITE, Screen, at, job, with_profiles},
    },
};

fn row(id: &str, label: &str, value: &str, key: &str) -> SheetRow {
    SheetRow {
        id: id.to_owned(),
        label: label.to_owned(),
        state: RowState::Fill,
        chosen: true,
        value: value.into(),
        from: Some(RowSource { key: Some(key.into()), ..RowSource::default() }),
        ..SheetRow::default()
    }
}

pub(super) fn sheet() -> Sheet {
    let held = |value: &str, by| Some(Held { value: value.into(), by });
    Sheet {
        origin: SITE.to_owned(),
        rows: vec![
            row("r0", "First name", "Ada", "firstName"),
            row("r1", "E-mail", "ada@example.org", "email"),
            SheetRow {
                sure: Sure::Check,
                why: "city, 62 %: label: place".to_owned(),
                ..row("r2", "Place", "Berlin", "address.city")
            },
            SheetRow {
                holds: held("1", HeldBy::Page),
                ..row("r3", "Number of guests", "2", "custom.guests")
            },
            SheetRow {
                holds: held("+49 30 555", HeldBy::Person),
                state: RowState::Held,
                chosen: false,
                ..row("r4", "Phone", "+49 30 901820", "phone")
            },
            SheetRow {
                id: "r5".to_owned(),
                label: "Notice period".to_owned(),
                state: RowState::Ask,
                required: true,
                question: Some(question("Notice period")),
                ..SheetRow::default()
            },
            SheetRow {
                id: "r6".to_owned(),
                label: "Referral code".to_owned(),
                reason: msg!("job_your_profile_has_nothing_for_it"),
                question: Some(question("Referral code")),
                ..SheetRow::default()
            },
        ],
        ..Sheet::default()
    }
}

pub(super) fn item(label: &str, tier: Tier, thing: &str) -> ConsentItem {
    ConsentItem {
        label: label.to_owned(),
        source: "firstName".to_owned(),
        tier,
        kind: thing.to_owned(),
        thing: thing.to_owned(),
        ..ConsentItem::default()
    }
}

pub(super) fn consent(items: Vec<ConsentItem>) -> JobRecord {
    let request = ConsentRequest {
        id: "c".to_owned(),
        origin: SITE.to_owned(),
        items,
        ..ConsentRequest::default()
    };
    let job = job(JobStatus::PausedForApproval, &msg!("job_fill_this_form_nothing_has_been"));
    let progress = Progress { filled: 0, total: 7, page: 1 };
    JobRecord { consent: Some(request), progress, ..job }
}

fn asked(app: App, question: Question) {
    at(app, consent(vec![item("First name", Tier::Ordinary, "")]));
    fill::show_sheet(app.fill, sheets::asking(sheet(), question), "asked");
}

/// What the person answered to a question like the one that is open.
fn with_near(mut sheet: Sheet) -> Sheet {
    for row in sheet.rows.iter_mut().filter(|row| row.state == RowState::Ask) {
        let question = "How many weeks of notice must you give?".to_owned();
        let offer = Offer {
            key: "answers.Notice".into(),
            value: "6 weeks".into(),
            aged: 1.714_737_6e12,
            ..Offer::default()
        };
        row.near = Some(Near { question, offer, ..Near::default() });
    }
    sheet
}

/// What a list says of a question, and what the form refused before.
fn known_by_others(mut sheet: Sheet) -> Sheet {
    let near = |by, list: &str, value: &str| {
        let offer = Offer { key: "company".into(), value: value.into(), ..Offer::default() };
        Some(Near { by, list: list.to_owned(), offer, ..Near::default() })
    };
    let mut open = sheet.rows.iter_mut().filter(|row| row.state == RowState::Ask);
    if let Some(row) = open.next() {
        row.near = near(NearBy::List, "careers", "Example Works");
    }
    sheet.rows.push(SheetRow {
        id: "refused".to_owned(),
        label: "Country".to_owned(),
        state: RowState::Blank,
        near: near(NearBy::Refused, "", "Ireland"),
        ..SheetRow::default()
    });
    sheet
}

pub(crate) const SCREENS: &[Screen] = &[
    ("fill-sheet", |app| {
        at(app, consent(vec![item("First name", Tier::Ordinary, "")]));
        fill::show_sheet(app.fill, sheet(), "");
    }),
    ("fill-sheet-near", |app| {
        at(app, consent(vec![item("First name", Tier::Ordinary, "")]));
        fill::show_sheet(app.fill, with_near(sheet()), "");
    }),
    ("fill-sheet-known", |app| {
        at(app, consent(vec![item("First name", Tier::Ordinary, "")]));
        fill::show_sheet(app.fill, known_by_others(sheet()), "");
    }),
    ("fill-sheet-as", |app| {
        with_profiles(app);
        let job = consent(vec![item("First name", Tier::Ordinary, "")]);
        at(app, JobRecord { profile_id: "w".into(), ..job });
        fill::show_sheet(app.fill, sheet(), "");
    }),
    ("fill-sheet-changed", |app| {
        at(app, consent(vec![item("First name", Tier::Ordinary, "")]));
        fill::show_sheet(app.fill, sheet(), "r1");
    }),
    ("fill-sheet-careful", |app| {
        let (items, sheet) = sheets::careful(sheet());
        at(app, consent(items));
        fill::show_sheet(app.fill, sheet, "");
    }),
    ("fill-sheet-secret", |app| asked(app, sheets::secret())),
    ("fill-sheet-several", |app| asked(app, sheets::several())),
    ("fill-sheet-file", |app| asked(app, sheets::file())),
    ("fill-one-field", |app| {
        at(app, JobRecord { one_field: true, ..consent(Vec::new()) });
        let row =
            SheetRow { id: "r0".to_owned(), label: "Zorblatt".to_owned(), ..SheetRow::default() };
        fill::show_sheet(app.fill, Sheet { rows: vec![row], ..Sheet::default() }, "r0");
    }),
];
