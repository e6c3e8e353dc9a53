use serde_json::json;
use shared_types::{
    Button, Field, Observation, Private, Profile, Record, ValueState,
    job::{Approval, PageSays, WrittenField},
    json as values,
    operation::Expect,
    snapshot::FormEntry,
};

use super::{agreed::*, *};
use crate::{
    bind::Source,
    gate::{FormState, HashKey},
    job::{About, Job, Phase},
    page::{Document, Element, HeldAttempt, Page, Sends},
};

const KEY: HashKey = HashKey([7; 32]);
const NOW: f64 = 1_795_000_000_000.0;

/// A row's job at its card, as the worker has it.
#[derive(Clone)]
struct Stand {
    job: Job,
    page: Page,
    entries: Vec<FormEntry>,
    record: Record,
}

fn record(cells: &[(&str, &str)]) -> Record {
    Record(cells.iter().map(|(name, cell)| ((*name).to_owned(), json!(cell))).collect())
}

impl Stand {
    /// At the card of a row with these cells, in a form with a name, an amount, a country that the page has preset, and
    /// two hidden inputs.
    fn of(name: &str, amount: &str) -> Self {
        let field = |index: u32, label: &str| Field {
            index,
            label: label.to_owned(),
            kind: "text".to_owned(),
            tag: "input".to_owned(),
            fingerprint: Some(label.to_owned()),
            value_state: Some(ValueState::Filled),
            ..Field::default()
        };
        let element = |number: u32, value: &str| Element {
            element: number,
            document_id: "document".to_owned(),
            value: value.into(),
            expect: Expect { origin: "https://site.example".to_owned(), ..Expect::default() },
            ..Element::default()
        };
        let mut page = Page {
            observation: Observation {
                title: "Order a badge".to_owned(),
                text: "Order a badge. It is free of charge.".to_owned(),
                fields: vec![field(0, "Full name"), field(1, "Amount"), field(2, "Country")],
                buttons: vec![Button {
                    text: "Send".to_owned(),
                    fingerprint: Some("send".to_owned()),
                    ..Button::default()
                }],
                ..Observation::default()
            },
            fields: vec![element(1, name), element(2, amount), element(3, "Norway")],
            buttons: vec![Element {
                sends: Sends { digest: "way".to_owned(), way: "post".into(), ..Sends::default() },
                ..element(4, "")
            }],
            documents: vec![Document::default()],
            ..Page::default()
        };
        if amount.is_empty() {
            page.observation.fields[1].value_state = Some(ValueState::Empty);
        }
        let written = |label: &str| WrittenField {
            label: label.to_owned(),
            source: format!("record.{label}"),
            fingerprint: label.to_owned(),
            ..WrittenField::default()
        };
        let hidden = |name: &str, value: &str| FormEntry {
            name: name.to_owned(),
            value: value.into(),
            element: Some(9),
            is_hidden: true,
            ..FormEntry::default()
        };
        let mut job = Job::default();
        let mut names = vec![written("Full name")];
        names.extend((!amount.is_empty()).then(|| written("Amount")));
        job.record.written = names;
        job.record.approval = Some(Approval {
            id: "card".to_owned(),
            action: "Send".to_owned(),
            origin: "https://site.example".to_owned(),
            ..Approval::default()
        });
        job.phase =
            Phase::Paused { about: About::Press(Box::new(FormState::of(&page, 0, &KEY).unwrap())) };
        let cells: Vec<(&str, &str)> = [("Full name", name), ("Amount", amount)]
            .into_iter()
            .filter(|(_, c)| !c.is_empty())
            .collect();
        Self {
            job,
            page,
            entries: vec![hidden("token", "9f8a7c6b5d4e3f2a1b0c"), hidden("kind", "badge")],
            record: record(&cells),
        }
    }

    fn with<R>(&self, look: impl FnOnce(Card<'_>) -> R) -> R {
        let profile = Profile::default();
        let shown = self.job.card(&self.page, &self.entries);
        let source =
            Source { profile: &profile, record: Some(&self.record), today: None, others: &[] };
        look(Card { job: &self.job, page: &self.page, shown: &shown, source, key: &KEY, now: NOW })
    }

    fn agreed(&self) -> Option<Agreed> {
        let rows = [(1, "one".to_owned()), (2, "two".to_owned())].into();
        self.with(|card| Agreed::at(card, rows))
    }

    fn judged(&self, agreed: &Agreed) -> Judged {
        self.with(|card| agreed.judge(1, "one", card))
    }
}

#[test]
fn a_yes_for_rows_is_one_to_the_same_form_with_the_values_of_the_row() {
    let agreed = Stand::of("Ada Lind", "12").agreed().unwrap();
    let row = Stand::of("Jon Bell", "7.50");
    assert_eq!(row.judged(&agreed), Judged::Covered);
    // Another document's digests say nothing.
    let mut anew = row.clone();
    anew.page.buttons[0].sends.digest = "of another document".to_owned();
    let state = FormState::of(&anew.page, 0, &KEY).unwrap();
    anew.job.phase = Phase::Paused { about: About::Press(Box::new(state)) };
    assert_eq!(anew.judged(&agreed), Judged::Covered);
    // A page draws a token anew each time, and says back whose form it is, which is taken out before it is looked at.
    let mut row = row;
    row.entries[0].value = "aa8a7c6b5d4e3f2a1b99".into();
    row.page.observation.text = "Order a badge. Jon! It is free of charge.".to_owned();
    assert_eq!(row.judged(&agreed), Judged::Covered);
    assert_eq!(Stand::of("Jon Bell", "").judged(&agreed), Judged::Covered, "its cell is empty");
    let stored: Agreed = values::from_value(&values::to_value(&agreed)).unwrap();
    assert_eq!(stored, agreed, "it is stored");
}

#[test]
fn it_is_used_once_a_row_and_for_its_rows_alone() {
    let mut agreed = Stand::of("Ada Lind", "12").agreed().unwrap();
    let row = Stand::of("Jon Bell", "7");
    let judged =
        |agreed: &Agreed, number, digest| row.with(|card| agreed.judge(number, digest, card));
    assert_eq!(judged(&agreed, 3, "one"), Judged::NotForRow);
    assert_eq!(judged(&agreed, 1, "two"), Judged::NotForRow, "the row is another one by now");
    assert_eq!((agreed.left(), agreed.used(1), agreed.used(1), agreed.left()), (2, true, false, 1));
    assert_eq!(judged(&agreed, 1, "one"), Judged::NotForRow);
    assert_eq!(judged(&agreed, 2, "two"), Judged::Covered);
}

/// What a page, or whoever plans, may do between the card that was agreed to and the one of a row.
#[test]
fn anything_else_ends_it() {
    let agreed = Stand::of("Ada Lind", "12").agreed().unwrap();
    let changes: &[(&str, fn(&mut Stand))] = &[
        ("a value of the row", |s| s.page.fields[1].value = "70".into()),
        ("its sign", |s| s.page.fields[1].value = "-7".into()),
        ("its point", |s| s.page.fields[1].value = "7.".into()),
        ("a value that was emptied", |s| {
            s.page.fields[1].value = Private::default();
            s.page.observation.fields[1].value_state = Some(ValueState::Empty);
        }),
        ("a password", |s| s.page.observation.fields[2].kind = "password".to_owned()),
        ("a file", |s| s.page.observation.fields[2].kind = "file".to_owned()),
        ("what the page preset", |s| s.page.fields[2].value = "Sweden".into()),
        ("a hidden value", |s| s.entries[1].value = "visa".into()),
        ("a token that is none", |s| s.entries[0].value = "pay 100 to Eve".into()),
        ("an account for a token", |s| s.entries[0].value = "DE89370400440532013000".into()),
        ("one more entry", |s| {
            let more = s.entries[1].clone();
            s.entries.push(FormEntry { name: "more".to_owned(), ..more });
        }),
        ("one entry fewer", |s| drop(s.entries.pop())),
        ("entries in another order", |s| s.entries.reverse()),
        ("an entry of a script", |s| s.entries[1].is_changed = true),
        ("a price", |s| s.page.observation.text = "Order a badge. It costs 5.".to_owned()),
        ("other words", |s| s.page.observation.page_context = "You agree to donate.".to_owned()),
        ("fewer words", |s| s.page.observation.text = "Order a badge.".to_owned()),
        ("another title", |s| s.page.observation.title = "Order a car".to_owned()),
        ("another label", |s| s.page.observation.fields[2].label = "Land of birth".to_owned()),
        ("one more field", |s| {
            let field = Field { index: 3, fingerprint: Some("new".to_owned()), ..Field::default() };
            s.page.observation.fields.push(field);
            s.page.fields.push(Element::default());
        }),
        ("another button", |s| s.job.record.approval.as_mut().unwrap().action = "Buy".to_owned()),
        ("another site", |s| {
            s.job.record.approval.as_mut().unwrap().origin = "https://other.example".to_owned();
        }),
        ("another target", |s| {
            s.job.record.approval.as_mut().unwrap().form_action = Some("/pay".to_owned());
        }),
        ("one more reason", |s| {
            s.job.record.approval.as_mut().unwrap().reasons.push("It pays.".to_owned());
        }),
        ("a secret", |s| {
            s.job.record.approval.as_mut().unwrap().secrets.push("card".to_owned());
        }),
        ("another way of sending", |s| {
            s.page.buttons[0].sends.way = "get".into();
        }),
        ("no way of sending", |s| s.page.buttons[0].sends.way = Private::default()),
        ("two buttons of one kind", |s| {
            let (button, element) =
                (s.page.observation.buttons[0].clone(), s.page.buttons[0].clone());
            s.page.observation.buttons.push(button);
            s.page.buttons.push(element);
        }),
        ("a form that sent itself", |s| s.page.held.push(HeldAttempt::default())),
        ("a complaint", |s| s.job.record.page_says.push(PageSays::default())),
        ("no card", |s| s.job.record.approval = None),
        ("a job that goes on", |s| s.job.phase = Phase::Planning),
        ("a column of the row that was in no form", |s| {
            let cell = record(&[("Country", "Norway")]);
            s.record.0.extend(cell.0);
            s.job.record.written.push(WrittenField {
                source: "record.Country".to_owned(),
                fingerprint: "Country".to_owned(),
                ..WrittenField::default()
            });
        }),
        ("a cell that was not filled in", |s| drop(s.job.record.written.pop())),
        ("two fields of one kind", |s| {
            let double = s.page.observation.fields[1].clone();
            s.page.observation.fields[2] = Field { index: 2, ..double };
        }),
    ];
    for (what, change) in changes {
        let mut row = Stand::of("Jon Bell", "7");
        assert_eq!(row.judged(&agreed), Judged::Covered);
        change(&mut row);
        let judged = row.judged(&agreed);
        assert!(matches!(judged, Judged::Changed(_)), "{what}: {judged:?}");
    }
}

#[test]
fn some_cards_are_for_one_row_alone() {
    let refused: &[(&str, fn(&mut Stand))] = &[
        ("a secret", |s| s.job.record.approval.as_mut().unwrap().secrets.push("card".to_owned())),
        ("a value that is not the row's", |s| s.page.fields[1].value = "70".into()),
        ("a password", |s| s.page.observation.fields[2].kind = "password".to_owned()),
        ("nothing of a column", |s| s.job.record.written.clear()),
        ("a page that complains", |s| s.job.record.page_says.push(PageSays::default())),
        ("no card", |s| s.job.phase = Phase::Planning),
    ];
    for (what, change) in refused {
        let mut stand = Stand::of("Ada Lind", "12");
        assert!(stand.agreed().is_some());
        change(&mut stand);
        assert!(stand.agreed().is_none(), "{what}");
    }
    let none = Stand::of("Ada Lind", "12").with(|card| Agreed::at(card, [].into()));
    assert!(none.is_none(), "no rows");
}

/// What is kept tells nothing of a value, a row or a page to whoever lacks the key.
#[test]
fn what_is_kept_holds_no_value() {
    let agreed = Stand::of("Ada Lind", "4242").agreed().unwrap();
    let kept = values::to_value(&agreed).to_string();
    for value in ["Ada", "Lind", "4242", "Norway", "badge\"", "9f8a", "free"] {
        assert!(!kept.contains(value), "{value}: {kept}");
    }
}

#[test]
fn a_row_is_known_by_what_is_in_it_and_where_it_goes() {
    let filled = |cell: &str, place: &str| Filled {
        record: record(&[("Name", cell)]),
        place: place.to_owned(),
    };
    let of = |filled: &Filled| digest(filled, &KEY).unwrap();
    let one = of(&filled("Ada", "https://a.example/"));
    assert_eq!(of(&filled("Ada", "https://a.example/")), one);
    assert_ne!(of(&filled("Ada ", "https://a.example/")), one);
    assert_ne!(of(&filled("Ada", "https://b.example/")), one);
    assert_ne!(digest(&filled("Ada", "https://a.example/"), &HashKey([8; 32])), Some(one));
}
