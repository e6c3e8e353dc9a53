//! One yes for the rows that are left: what it covers, and that any change ends it.

use shared_types::{
    ActionResult, AgentAction, Button, Field, FieldOption, JobMode, JobStatus, Observation,
    Private, Profile, Record, Target,
    api::HistoryEntry,
    content::ContentReply,
    job::{Approval, WrittenField},
    operation::Expect,
    snapshot::FormEntry,
    table::RowOf,
};

use super::super::{
    Bulk, BulkState, Listing, Other, RowState, Run, SentForm, Untouched, may_be_covered,
};
use crate::{
    bind::Source,
    gate::{FormState, HashKey},
    job::{About, Job, Phase, Reading},
    observe::{Document, Element, HiddenInput, Page, Plain, Sends},
};

const SITE: &str = "https://orders.example";
const KEY: HashKey = HashKey([7; 32]);
const TOKENS: [&str; 3] = ["a8f3kq02mzxw91ls", "0p4hq7ty2bnm5s8d", "zz81kw30qpa7yd6e"];
const SESSION: &str = "session";
const PLACE: &str = "https://orders.example/badge#badge";
const BY: (&HashKey, &str) = (&KEY, SESSION);
const NOW: f64 = 1.76e12;

/// A row of a table whose form is filled in: name, country, newsletter and size from the row, a desk of the page's own.
struct Filled {
    row: u32,
    record: Record,
    job: Job,
    reading: Reading,
    before: Option<Untouched>,
}

fn option(value: &str, text: &str) -> FieldOption {
    FieldOption { value: value.into(), text: text.into(), ..FieldOption::default() }
}

fn field(index: u32, kind: &str, label: &str) -> Field {
    let tag = if kind == "select-one" { "select" } else { "input" };
    Field {
        index,
        tag: tag.into(),
        kind: kind.into(),
        label: label.into(),
        name: label.to_lowercase(),
        fingerprint: Some(format!("print {label}")),
        form: Some(1),
        ..Field::default()
    }
}

fn record(name: &str, country: &str, news: &str, size: &str) -> Record {
    let cells = [("Name", name), ("Country", country), ("Newsletter", news), ("Size", size)];
    let cells = cells.into_iter().filter(|(_, cell)| !cell.is_empty());
    Record(cells.map(|(key, cell)| (key.to_owned(), cell.into())).collect())
}

/// The cells of each row.
fn cells(row: u32) -> Record {
    match row {
        0 => record("Mara Lind", "Norway", "yes", "Large"),
        1 => record("Jon Bell", "Portugal", "no", "Small"),
        2 => record("Ana Reis", "Norway", "yes", "Small"),
        3 => record("Ida Holm", "Portugal", "no", "Large"),
        _ => record("", "Norway", "yes", "Small"),
    }
}

/// The form of a row as it is filled in rightly.
fn filled(row: u32, token: &str) -> Filled {
    let record = cells(row);
    let text = |key: &str| record.0[key].as_str().unwrap_or_default().to_owned();
    let (ticked, size) = (text("Newsletter") == "yes", text("Size"));
    let country = if text("Country") == "Norway" { "no" } else { "pt" };
    let radio = |index: u32, label: &str| Field {
        group: Some("Size".into()),
        group_id: Some(9),
        name: "size".into(),
        checked: Some(size == label),
        options: Some(vec![option(label, label)]),
        ..field(index, "radio", label)
    };
    let fields = vec![
        field(0, "text", "Name"),
        Field {
            options: Some(vec![option("no", "Norway"), option("pt", "Portugal")]),
            ..field(1, "select-one", "Country")
        },
        Field {
            checked: Some(ticked),
            options: Some(vec![option("on", "Newsletter")]),
            ..field(2, "checkbox", "Newsletter")
        },
        radio(3, "Small"),
        radio(4, "Large"),
        field(5, "text", "Desk"),
    ];
    let held =
        [text("Name"), country.into(), String::new(), String::new(), String::new(), "A 12".into()];
    let element = |number: u32, value: &str| Element {
        document_id: "doc".into(),
        element: number,
        expect: Expect { origin: SITE.into(), ..Expect::default() },
        value: value.into(),
        ..Element::default()
    };
    let input = |name: &str, value: &str| HiddenInput {
        name: name.into(),
        value: value.into(),
        ..HiddenInput::default()
    };
    let sends = Sends {
        digest: "way".into(),
        hidden: vec![input("token", token), input("price", "12.50")],
    };
    let page = Page {
        fields: (1..).zip(&held).map(|(number, value)| element(number, value)).collect(),
        observation: Observation {
            url: format!("{SITE}/badge"),
            title: "Order a badge".into(),
            text: "Order a badge. Delivery is free.".into(),
            fields,
            buttons: vec![Button {
                text: "Send the order".into(),
                fingerprint: Some("send".into()),
                form: Some(1),
                submits: Some(true),
                ..Button::default()
            }],
            ..Observation::default()
        },
        buttons: vec![Element { sends, ..element(20, "") }],
        documents: vec![Document { document_id: "doc".into(), ..Document::default() }],
        ..Page::default()
    };
    let entry = |name: &str, element: Option<u32>, value: &str| FormEntry {
        name: name.into(),
        value: value.into(),
        digest: String::new(),
        element,
        is_file: false,
        is_hidden: false,
        is_changed: false,
    };
    let hidden = |name: &str, number: u32, value: &str| FormEntry {
        is_hidden: true,
        ..entry(name, Some(number), value)
    };
    let mut entries = vec![
        hidden("token", 30, token),
        hidden("price", 31, "12.50"),
        entry("name", Some(1), &held[0]),
        entry("country", Some(2), country),
    ];
    entries.extend(ticked.then(|| entry("newsletter", Some(3), "on")));
    entries.push(entry("size", Some(if size == "Small" { 4 } else { 5 }), &size));
    entries.push(entry("desk", Some(6), "A 12"));
    let chosen = if size == "Small" { "print Small" } else { "print Large" };
    let written = [
        ("print Name", "record.Name"),
        ("print Country", "record.Country"),
        ("print Newsletter", "record.Newsletter"),
        (chosen, "record.Size"),
    ];
    let written = written.into_iter().map(|(print, source)| WrittenField {
        fingerprint: print.into(),
        source: source.into(),
        ..WrittenField::default()
    });
    let mut job = Job::new("job".into(), JobMode::Live, None, NOW);
    job.record.status = JobStatus::PausedForApproval;
    job.record.table = Some(RowOf { table: "t".into(), row, of: 5 });
    job.record.approval = Some(Approval { id: "card".into(), ..Approval::default() });
    job.record.written = written.collect();
    job.start_url = Some(PLACE.into());
    let asked = FormState { button: "send".into(), ..FormState::default() };
    job.phase = Phase::Paused { about: About::Press(Box::new(asked)) };
    let way = Private::from(r#"[["send"],[],["https://orders.example/sent","post"]]"#);
    let words =
        Private::from("https://orders.example/badge#badge Order a badge. Delivery is free.");
    let plain = Plain { page: page.clone(), words, is_whole: true };
    let before = Some(Untouched::of(&plain));
    let reading = Reading { id: "reading".into(), page, plain, entries, way };
    Filled { row, record, job, reading, before }
}

impl Filled {
    /// What the page makes of itself is what both readings of it read.
    fn change(&mut self, change: Change) {
        change(self);
        self.reading.page = self.reading.plain.page.clone();
    }

    fn form(&self) -> Result<SentForm, Other> {
        let profile = Profile::default();
        let source = Source {
            profile: &profile,
            record: Some(&self.record),
            today: None,
            others: &[],
            site: "",
        };
        SentForm::of(&self.job, &self.reading, self.before.as_ref(), &source, NOW)
    }
}

fn list(bulk: &Bulk, rows: &[u32]) -> Result<Listing, String> {
    let profile = Profile::default();
    let records: Vec<(u32, Record)> = rows.iter().map(|row| (*row, cells(*row))).collect();
    let sources = records.iter().map(|(row, record)| {
        let source =
            Source { profile: &profile, record: Some(record), today: None, others: &[], site: "" };
        (*row, PLACE, source)
    });
    bulk.list(("card".into(), SESSION.into()), sources, &KEY)
}

/// Two rows were sent by the person, and they have said yes to rows 2 and 3.
fn agreed() -> (Bulk, BulkState) {
    let (mut bulk, mut state) = (Bulk::default(), BulkState::default());
    bulk.take_in(filled(0, TOKENS[0]).form(), &mut state);
    bulk.take_in(filled(1, TOKENS[1]).form(), &mut state);
    assert!(state.can, "{}", state.why);
    let listing = list(&bulk, &[2, 3]).expect("rows are left");
    bulk.approve(listing, |_| true, &mut state);
    (bulk, state)
}

#[test]
fn a_yes_lists_each_row_with_what_its_form_gets() {
    let (mut bulk, mut state) = (Bulk::default(), BulkState::default());
    assert!(list(&bulk, &[2]).is_err(), "nothing was sent yet");
    bulk.take_in(filled(0, TOKENS[0]).form(), &mut state);
    assert!(!state.can && state.why.is_empty(), "one form says nothing of others");
    bulk.take_in(filled(1, TOKENS[1]).form(), &mut state);
    let card = list(&bulk, &[2, 3, 4]).expect("rows are left").card;
    assert_eq!(card.columns, ["Name", "Country", "Newsletter", "Size"]);
    let shown: Vec<(u32, Vec<&str>)> = card
        .rows
        .iter()
        .map(|row| (row.row, row.values.iter().map(Private::reveal).collect()))
        .collect();
    let not_ticked = msg!("bulk_not_ticked");
    assert_eq!(
        shown,
        [
            (2, vec!["Ana Reis", "Norway", "Newsletter", "Small"]),
            (3, vec!["Ida Holm", "Portugal", &not_ticked, "Large"]),
        ]
    );
    let left: Vec<u32> = card.left.iter().map(|left| left.row).collect();
    assert_eq!(left, [4], "its name is empty");
    let pairs = |all: &[shared_types::table::BulkSame]| -> Vec<(String, String, bool)> {
        let pair = |one: &shared_types::table::BulkSame| {
            (one.label.clone(), one.value.reveal().to_owned(), one.varies)
        };
        all.iter().map(pair).collect()
    };
    assert_eq!(pairs(&card.same), [("Desk".to_owned(), "A 12".to_owned(), false)]);
    assert_eq!(
        pairs(&card.by_page),
        [
            ("token".to_owned(), TOKENS[1].to_owned(), true),
            ("price".to_owned(), "12.50".to_owned(), false),
        ]
    );
}

#[test]
fn it_is_used_once_for_each_row_and_for_no_other() {
    let (mut bulk, mut state) = agreed();
    assert_eq!(state.left, 2);
    let mut use_for = |row: &Filled| bulk.use_for(row.row, &row.form(), BY, &mut state);
    let (two, three) = (filled(2, TOKENS[2]), filled(3, TOKENS[2]));
    assert!(may_be_covered(&two.job));
    // A row that it was not given for, and the cells of one row in the form of another.
    assert!(use_for(&filled(0, TOKENS[2])).is_err());
    assert_eq!(use_for(&two), Ok(()));
    assert!(use_for(&two).is_err(), "once");
    assert_eq!(use_for(&three), Ok(()));
    assert_eq!((state.left, state.ended.as_str()), (0, ""));
    assert!(bulk.covers(3, SESSION).is_none());
}

#[test]
fn what_one_row_was_shown_with_is_no_yes_for_another() {
    let (mut bulk, mut state) = agreed();
    let of_three = Filled { row: 2, ..filled(3, TOKENS[2]) };
    let used = bulk.use_for(2, &of_three.form(), BY, &mut state);
    assert!(matches!(used, Err(Other::Row(_))), "{used:?}");
    assert_eq!(state.left, 1, "the page is the same: the other row keeps its yes");
    assert_eq!(bulk.use_for(3, &filled(3, TOKENS[2]).form(), BY, &mut state), Ok(()));
}

type Change = fn(&mut Filled);

#[test]
fn any_change_of_the_page_ends_it() {
    let changes: &[(&str, Change)] = &[
        ("another price", |f| f.reading.entries[1].value = "99.00".into()),
        ("a price that is a token by then", |f| f.reading.entries[1].value = TOKENS[0].into()),
        ("a token that says something", |f| f.reading.entries[0].value = "pay to Eve".into()),
        ("a token that is no hidden field", |f| f.reading.entries[0].is_hidden = false),
        ("one more entry", |f| {
            let more = FormEntry { name: "gift".into(), ..f.reading.entries[1].clone() };
            f.reading.entries.push(more);
        }),
        ("one entry less", |f| drop(f.reading.entries.remove(1))),
        ("entries in another order", |f| f.reading.entries.swap(0, 1)),
        ("a name that is sent otherwise", |f| f.reading.entries[2].value = "Eve".into()),
        ("a name that is not sent", |f| drop(f.reading.entries.remove(2))),
        ("a country that is not sent", |f| drop(f.reading.entries.remove(3))),
        ("a tick that is not sent", |f| drop(f.reading.entries.remove(4))),
        ("a size that is sent otherwise", |f| f.reading.entries[5].value = "Large".into()),
        ("a name that is sent twice", |f| f.reading.entries.push(f.reading.entries[2].clone())),
        ("a name that a script sends", |f| {
            f.reading.plain.page.observation.fields[0].tag = "x-name".into()
        }),
        ("nothing that is sent", |f| f.reading.entries.clear()),
        ("a desk that is sent otherwise", |f| f.reading.entries[6].is_changed = true),
        ("a value that was cut", |f| {
            let long = Private::new("x".repeat(20_000));
            f.reading.entries[1].value = long.clone();
            f.reading.plain.page.buttons[0].sends.hidden[1].value = long;
        }),
        ("a token that came after the row was known", |f| {
            f.before = Some(filled(2, TOKENS[0]).before.expect("a page"));
        }),
        ("a page that began otherwise", |f| {
            let mut other = filled(2, TOKENS[2]).reading.plain;
            other.words = "another".into();
            other.page.buttons = f.reading.plain.page.buttons.clone();
            f.before = Some(Untouched::of(&other));
        }),
        ("words beyond what is kept", |f| f.reading.plain.words = "Delivery costs 9 euros.".into()),
        ("a page that was not read whole", |f| f.reading.plain.is_whole = false),
        ("a row that began elsewhere", |f| f.job.start_url = Some(format!("{PLACE}2"))),
        ("another reason to ask", |f| {
            f.job.record.approval.as_mut().expect("a card").reasons = vec!["It pays.".into()];
        }),
        ("a text in dots", |f| f.reading.plain.page.fields[5].value = "••••".into()),
        ("entries that nobody listed", |f| f.reading.entries[1].name = "…".into()),
        ("a file", |f| f.reading.entries[1].is_file = true),
        ("what the page has preset", |f| f.reading.plain.page.fields[5].value = "B 1".into()),
        ("another address", |f| f.reading.way = "elsewhere".into()),
        ("nobody knows how it is sent", |f| f.reading.plain.page.buttons[0].sends.digest.clear()),
        ("nobody says how it is sent", |f| f.reading.way = "".into()),
        ("another button", |f| f.reading.plain.page.observation.buttons[0].text = "Pay".into()),
        ("no such button", |f| f.reading.plain.page.observation.buttons[0].fingerprint = None),
        ("another site", |f| {
            for element in
                f.reading.plain.page.fields.iter_mut().chain(&mut f.reading.plain.page.buttons)
            {
                element.expect.origin = "https://other.example".into();
            }
        }),
        ("another text", |f| f.reading.plain.page.observation.text = "Delivery is 9 euros.".into()),
        ("another title", |f| f.reading.plain.page.observation.title = "Order two badges".into()),
        ("another page", |f| f.reading.plain.page.observation.url = format!("{SITE}/other")),
        ("another label", |f| f.reading.plain.page.observation.fields[5].label = "Payee".into()),
        ("a hint", |f| {
            f.reading.plain.page.observation.fields[0].described_by = Some("of a child".into())
        }),
        ("another choice", |f| {
            f.reading.plain.page.observation.fields[1].options.as_mut().expect("choices")[0].text =
                "Sweden".into();
        }),
        ("a field that it demands", |f| f.reading.plain.page.observation.fields[5].required = true),
        ("a field more", |f| {
            f.reading.plain.page.observation.fields.push(field(6, "text", "Gift"));
            let element = f.reading.plain.page.fields[5].clone();
            f.reading.plain.page.fields.push(Element { element: 9, value: "".into(), ..element });
        }),
        ("a field that is not seen any more", |f| {
            f.reading.plain.page.observation.fields[5].visible = Some(false);
        }),
        ("a frame", |f| f.reading.plain.page.fields[5].document_id = "frame".into()),
        ("more fields than are read", |f| f.reading.plain.page.observation.omitted.fields = 1),
        ("a secret", |f| {
            f.job.record.approval.as_mut().expect("a card").secrets = vec!["payment card".into()];
        }),
        ("a hidden field of no entry", |f| {
            let hidden = HiddenInput { name: "to".into(), ..HiddenInput::default() };
            f.reading.plain.page.buttons[0].sends.hidden.push(hidden);
        }),
    ];
    for (what, change) in changes {
        let (mut bulk, mut state) = agreed();
        let mut row = filled(2, TOKENS[2]);
        row.change(*change);
        let used = bulk.use_for(2, &row.form(), BY, &mut state);
        assert!(matches!(used, Err(Other::Page(_) | Other::Place)), "{what}: {used:?}");
        assert_eq!(state.left, 0, "{what}");
        assert!(state.ended.starts_with("Row 3") || !state.ended.is_empty(), "{what}");
        assert!(bulk.covers(3, SESSION).is_none(), "{what}: no row has a yes any more");
    }
}

#[test]
fn a_row_that_holds_something_else_waits_for_a_yes_of_its_own() {
    // Of what is sent the same is said: the page sends what its fields hold.
    let changes: &[(&str, Change)] = &[
        ("another name", |f| {
            f.reading.plain.page.fields[0].value = "Eve".into();
            f.reading.entries[2].value = "Eve".into();
        }),
        ("another country", |f| {
            f.reading.plain.page.fields[1].value = "pt".into();
            f.reading.entries[3].value = "pt".into();
        }),
        ("ticked otherwise", |f| {
            f.reading.plain.page.observation.fields[2].checked = Some(false);
            f.reading.entries.remove(4);
        }),
        ("another size", |f| {
            f.reading.plain.page.observation.fields[3].checked = Some(false);
            f.reading.plain.page.observation.fields[4].checked = Some(true);
            f.reading.entries[5].element = Some(5);
            f.reading.entries[5].value = "Large".into();
        }),
        ("from another column", |f| f.job.record.written[0].source = "record.Country".into()),
        ("not from the row", |f| f.job.record.written[0].source = "fullName".into()),
        ("something else was pressed", |f| {
            let press = AgentAction::Click { target: Target::button(0), requires_approval: None };
            f.job.history = vec![HistoryEntry {
                step: 1,
                action: press,
                result: ActionResult::default(),
                fingerprint: None,
            }];
        }),
        ("nobody knows how its page began", |f| f.before = None),
    ];
    for (what, change) in changes {
        let (mut bulk, mut state) = agreed();
        let mut row = filled(2, TOKENS[2]);
        row.change(*change);
        let used = bulk.use_for(2, &row.form(), BY, &mut state);
        assert!(matches!(used, Err(Other::Row(_))), "{what}: {used:?}");
        assert_eq!(state.left, 1, "{what}: the other row keeps it");
    }
}

#[test]
fn it_ends_where_the_person_takes_it_back() {
    let (mut bulk, mut state) = agreed();
    bulk.end(String::new(), &mut state);
    assert_eq!((state.left, state.ended.as_str()), (0, ""));
    assert!(bulk.use_for(2, &filled(2, TOKENS[2]).form(), BY, &mut state).is_err());
    let (mut bulk, mut state) = agreed();
    bulk.drop_row(2, &mut state);
    assert!(bulk.use_for(2, &filled(2, TOKENS[2]).form(), BY, &mut state).is_err());
    assert_eq!(state.left, 1);
}

#[test]
fn a_yes_is_for_the_list_that_was_shown() {
    // With another key, as after everything was erased, no digest is the same.
    let (mut bulk, mut state) = agreed();
    let used =
        bulk.use_for(2, &filled(2, TOKENS[2]).form(), (&HashKey([8; 32]), SESSION), &mut state);
    assert!(matches!(used, Err(Other::Row(_))), "{used:?}");
}

#[test]
fn nobody_elses_job_is_covered() {
    let changes: &[(&str, Change)] = &[
        ("no row of a table", |f| f.job.record.table = None),
        ("an agent's", |f| f.job.record.asked_by = Some(Default::default())),
        ("one that asks something else", |f| {
            f.job.phase = Phase::Paused { about: About::Place(SITE.into()) };
        }),
    ];
    for (what, change) in changes {
        let mut row = filled(2, TOKENS[2]);
        change(&mut row);
        assert!(!may_be_covered(&row.job), "{what}");
    }
}

#[test]
fn only_the_page_that_was_seen_is_written_into() {
    let (bulk, _) = agreed();
    let like = bulk.covers(2, SESSION).expect("a yes");
    let page = filled(2, TOKENS[2]).reading.plain;
    let (origin, rows) = like.agrees_to(&Untouched::of(&page)).expect("the same page");
    assert_eq!((origin.as_str(), rows.len()), (SITE, 4));
    let mut other = page.clone();
    other.words = "Another form of the same site.".into();
    assert!(like.agrees_to(&Untouched::of(&other)).is_none());
    let other = Plain { is_whole: false, ..page.clone() };
    assert!(like.agrees_to(&Untouched::of(&other)).is_none());
    let mut other = page;
    other.page.observation.fields[0].label = "Your child's name".into();
    assert!(like.agrees_to(&Untouched::of(&other)).is_none());
}

#[test]
fn a_yes_is_for_its_session() {
    let (mut bulk, mut state) = agreed();
    assert!(bulk.covers(2, "another").is_none());
    let used = bulk.use_for(2, &filled(2, TOKENS[2]).form(), (&KEY, "another"), &mut state);
    assert!(used.is_err());
}

#[test]
fn a_token_has_a_name_of_its_own() {
    // The first of two that are called alike differs: so may neither.
    let with_twin = |row: u32, token: &str, twin: &str| {
        let mut form = filled(row, token);
        let mut entry = form.reading.entries[0].clone();
        entry.value = twin.into();
        form.reading.entries.insert(1, entry);
        for page in [&mut form.reading.page, &mut form.reading.plain.page] {
            let mut input = page.buttons[0].sends.hidden[0].clone();
            input.value = twin.into();
            page.buttons[0].sends.hidden.insert(1, input);
        }
        form.before = Some(Untouched::of(&form.reading.plain));
        form.form()
    };
    let (mut bulk, mut state) = (Bulk::default(), BulkState::default());
    bulk.take_in(with_twin(0, TOKENS[0], TOKENS[2]), &mut state);
    bulk.take_in(with_twin(1, TOKENS[1], TOKENS[2]), &mut state);
    assert!(!state.can && !state.why.is_empty());
}

#[test]
fn what_is_not_shown_whole_or_is_elsewhere_is_not_covered() {
    let (bulk, _) = agreed();
    let profile = Profile::default();
    let list = |place: &str, name: &str| {
        let record = record(name, "Norway", "yes", "Small");
        let source =
            Source { profile: &profile, record: Some(&record), today: None, others: &[], site: "" };
        let rows = [(2, place, source)].into_iter();
        bulk.list(("card".into(), SESSION.into()), rows, &KEY).is_ok()
    };
    assert!(list(PLACE, "Ana Reis"));
    assert!(!list("https://orders.example/badge#other", "Ana Reis"));
    let mut more = cells(2);
    more.0.insert("Phone".to_owned(), "+47 22 00 00 00".into());
    let source =
        Source { profile: &profile, record: Some(&more), today: None, others: &[], site: "" };
    let why = bulk.list(("card".into(), SESSION.into()), [(2, PLACE, source)].into_iter(), &KEY);
    assert!(why.is_err_and(|why| why.contains("Phone")), "no form showed where it goes");
    assert!(!list(PLACE, &"Ana ".repeat(2_000)));
    assert!(!list(PLACE, "Ana\u{202e}sieR"));
}

#[test]
fn what_a_row_comes_to_is_heard() {
    let run = Run::default();
    let settle = |state: RowState| {
        let (mut bulk, mut told) = agreed();
        let ended = bulk.settled((2, state), None, (&run, 5), &mut told);
        (ended, told.left, bulk.covers(2, SESSION).is_some(), !told.ended.is_empty())
    };
    assert_eq!(settle(RowState::Sent), (false, 1, false, false));
    assert_eq!(settle(RowState::Skipped), (false, 1, false, false));
    assert_eq!(settle(RowState::NotSent), (true, 0, false, true));
    assert_eq!(settle(RowState::Unclear), (true, 0, false, true));
    // A form that was sent is learned from, one that was not is not.
    let (mut bulk, mut told) = (Bulk::default(), BulkState::default());
    for (row, state) in [(0, RowState::Sent), (1, RowState::NotSent), (1, RowState::Sent)] {
        assert!(!told.can);
        let form = filled(row, TOKENS[row as usize]).form();
        bulk.settled((row, state), Some(form), (&run, 5), &mut told);
    }
    assert!(told.can);
    // Where no row is left nothing is kept.
    bulk.settled((1, RowState::Sent), None, (&run, 0), &mut told);
    assert_eq!((bulk, told), (Bulk::default(), BulkState::default()));
}

#[test]
fn rows_with_forms_of_their_own_are_not_spoken_of() {
    let (mut bulk, mut state) = (Bulk::default(), BulkState::default());
    bulk.take_in(filled(0, TOKENS[0]).form(), &mut state);
    let mut other = filled(1, TOKENS[1]);
    other.job.start_url = Some("https://orders.example/another".into());
    bulk.take_in(other.form(), &mut state);
    assert_eq!((state.can, state.why.as_str()), (false, ""));
}

#[test]
fn what_is_compared_is_what_was_read() {
    let row = filled(2, TOKENS[2]);
    let mut page = row.reading.page.clone();
    page.documents[0].values_digest = "values".into();
    let reply = |values: &str, way: Option<&str>| ContentReply {
        values_digest: Some(values.into()),
        way_digest: way.map(str::to_owned),
        ..ContentReply::default()
    };
    assert!(row.job.is_of_one_state(&page, &reply("values", Some("way"))));
    assert!(!row.job.is_of_one_state(&page, &reply("others", Some("way"))));
    assert!(!row.job.is_of_one_state(&page, &reply("values", Some("another"))));
    assert!(!row.job.is_of_one_state(&page, &reply("values", None)));
    page.observation.buttons[0].fingerprint = None;
    assert!(!row.job.is_of_one_state(&page, &reply("values", Some("way"))), "no such button");
}
