//! One yes for the rows of a table that wait: for exactly these rows, each once, at exactly this form.
//!
//! The person gives it at the card of one row, which shows what that form sends, with the other rows listed below. What is
//! kept of it is the card without values: which entries it had, which of them came from which column, a keyed hash of every
//! other one, of the words of the page, and of each row. At a later row the same card is made and compared. What is other
//! than agreed ends the yes for all rows that are left, and the person is asked as ever. It answers the card in the
//! person's place and nothing else: what follows a yes follows this one, too ([`crate::gate::FormState`]).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use shared_types::{
    Record,
    job::{Approval, ShownGroup, ShownValue},
};

use crate::{
    bind::Source,
    gate::{self, HashKey},
    job::{self, Job},
    page::Page,
    text,
};

/// Most rows of one yes: as many as a person can have looked at.
pub const MOST_AGREED: usize = 500;
/// Characters of a keyed hash that are kept: 64 bits of a word, 128 of a value.
const WORD: usize = 16;
const VALUE: usize = 32;

/// A yes for rows that wait.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Agreed {
    /// The rows that it is for and was not used for, with a keyed hash of each.
    rows: BTreeMap<u32, String>,
    form: Form,
    /// What the card listed, in order; those of columns beside it.
    held: Vec<Held>,
    columns: BTreeSet<(String, String)>,
    /// Keyed hashes of the words of the page, and of those of the row that it was given at: of a page's text what is a
    /// person's is taken out before it is looked at.
    words: BTreeSet<String>,
    own: BTreeSet<String>,
}

/// The press that was asked about.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Form {
    origin: String,
    action: String,
    form_action: Option<String>,
    reasons: Vec<String>,
    button: String,
    way: String,
    signature: String,
}

/// An entry that no column gives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Held {
    label: String,
    group: ShownGroup,
    source: String,
    /// Keyed hash of what it holds; none of a token that the page draws anew each time.
    seal: Option<String>,
}

/// A card as it is made for a row: what is compared.
#[derive(Clone, Copy)]
pub struct Card<'a> {
    /// The job that asks.
    pub job: &'a Job,
    /// Its page, read for the card.
    pub page: &'a Page,
    /// What the card lists.
    pub shown: &'a [ShownValue],
    /// What the job fills from.
    pub source: Source<'a>,
    /// The key of hashes.
    pub key: &'a HashKey,
    /// Milliseconds since 1970.
    pub now: f64,
}

/// Whether a yes for rows is one to this card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Judged {
    /// It is.
    Covered,
    /// It is not for this row, or was used for it.
    NotForRow,
    /// Something is other than agreed.
    Changed(Part),
}

/// What is other than agreed, for whoever looks into it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The button, the form, where it goes, what it asks for.
    Form,
    /// What the form holds.
    Entries,
    /// What the page says.
    Words,
    /// A cell of the row is not in the form.
    Cells,
}

impl Agreed {
    /// A yes at this card for these rows, with a keyed hash of each. `None`: this card cannot have one, because secrets are
    /// on it, or because a field of it does not hold what its column gives.
    pub fn at(card: Card<'_>, rows: BTreeMap<u32, String>) -> Option<Self> {
        let form = Form::of(&card)?;
        let (held, columns) = entries(&card)?;
        let own = words_of(record_texts(card.source.record), card.key);
        let words = page_words(&card);
        let is_some = !rows.is_empty() && rows.len() <= MOST_AGREED && !columns.is_empty();
        is_some.then_some(Self { rows, form, held, columns, words, own })
    }

    /// Rows that it is for still.
    pub fn left(&self) -> usize {
        self.rows.len()
    }

    /// Whether it is a yes to the card of this row. It is used by [`Self::used`], before anything is pressed.
    pub fn judge(&self, row: u32, digest: &str, card: Card<'_>) -> Judged {
        if self.rows.get(&row).is_none_or(|of| of != digest) {
            return Judged::NotForRow;
        }
        let holds_same = || {
            entries(&card).is_some_and(|(held, columns)| {
                held == self.held && columns.is_subset(&self.columns)
            })
        };
        if Form::of(&card).is_none_or(|form| form != self.form) {
            Judged::Changed(Part::Form)
        } else if !holds_same() {
            Judged::Changed(Part::Entries)
        } else if !self.has_same_words(&card) {
            Judged::Changed(Part::Words)
        } else if !self.has_all_cells(&card) {
            Judged::Changed(Part::Cells)
        } else {
            Judged::Covered
        }
    }

    /// The row is used up.
    pub fn used(&mut self, row: u32) -> bool {
        self.rows.remove(&row).is_some()
    }

    /// Whether each cell of the row is in the form whose column was in it when the person agreed.
    fn has_all_cells(&self, card: &Card<'_>) -> bool {
        let record = card.source.record.into_iter().flat_map(|record| record.0.keys());
        record.map(|name| format!("record.{name}")).all(|source| {
            let has_field = self.columns.iter().any(|(_, column)| *column == source);
            !has_field || card.shown.iter().any(|shown| shown.source == source)
        })
    }

    /// What the page says: the same words, but for those of the two rows, which were taken out of one of the texts.
    fn has_same_words(&self, card: &Card<'_>) -> bool {
        let (now, own) = (page_words(card), words_of(record_texts(card.source.record), card.key));
        let mut others = now.symmetric_difference(&self.words);
        others.all(|word| own.contains(word) || self.own.contains(word))
    }
}

impl Form {
    /// Of a card that a yes for rows may be for: of one press, without secrets, of a page that holds nothing back and
    /// complains of nothing.
    fn of(card: &Card<'_>) -> Option<Self> {
        let Approval { action, origin, form_action, reasons, secrets, .. } =
            card.job.record.approval.clone()?;
        let asked = card.job.asked()?;
        let button = job::only_button(card.page, &asked.button)?;
        // Digests of different documents say nothing of each other.
        let way = &card.page.buttons.get(button.index as usize)?.sends.way;
        let is_plain = secrets.is_empty()
            && card.page.held.is_empty()
            && card.job.record.page_says.is_empty()
            && card.job.record.questions.is_empty()
            && !holds_unread(card.page)
            && !way.is_empty();
        let way = short(gate::seal(card.key, way.reveal())?, VALUE);
        is_plain.then(|| Self {
            origin,
            action,
            form_action,
            reasons,
            button: asked.button.clone(),
            way,
            signature: job::signature(card.page),
        })
    }
}

/// What the card lists: entries that no column gives, and labels and keys of those that one does. `None`: a column's field
/// does not hold what the column gives, or two fields can't be told apart.
fn entries(card: &Card<'_>) -> Option<(Vec<Held>, BTreeSet<(String, String)>)> {
    let (mut held, mut columns) = (Vec::new(), BTreeSet::new());
    for shown in card.shown {
        if shown.varies {
            return None;
        }
        if is_column(&shown.source) && shown.group == ShownGroup::Current {
            columns.insert((shown.label.clone(), shown.source.clone()));
            continue;
        }
        let is_drawn =
            matches!(shown.group, ShownGroup::Hidden) && job::is_fleeting(&shown.value, card.now);
        let seal = match is_drawn {
            true => None,
            false => Some(short(gate::seal(card.key, shown.value.reveal())?, VALUE)),
        };
        let (label, source) = (shown.label.clone(), shown.source.clone());
        held.push(Held { label, group: shown.group, source, seal });
    }
    let mut seen = BTreeSet::new();
    for written in &card.job.record.written {
        if !is_column(&written.source) || !seen.insert(&written.fingerprint) {
            continue;
        }
        holds_column(card, &written.fingerprint, &written.source)?;
    }
    Some((held, columns))
}

/// Whether the one field of this fingerprint shows what its column gives.
fn holds_column(card: &Card<'_>, fingerprint: &str, source: &str) -> Option<()> {
    let fields = &card.page.observation.fields;
    let mut same = fields.iter().filter(|field| field.fingerprint.as_deref() == Some(fingerprint));
    let (field, None) = (same.next()?, same.next()) else { return None };
    let given = job::value_of(card.page, field.index, &source.into(), &card.source).ok()?;
    let label = job::label_on_card(field);
    let mut shown = card.shown.iter().filter(|shown| {
        shown.group == ShownGroup::Current && shown.source == source && shown.label == label
    });
    let (shown, None) = (shown.next()?, shown.next()) else { return None };
    // To the letter: a sign or a point that the page moved is another number.
    let (given, holds) = (given.reveal().trim(), shown.value.reveal().trim());
    (!given.is_empty() && given == holds).then_some(())
}

/// Whether a field holds what nobody reads out, so that it cannot be compared: a password, a file.
fn holds_unread(page: &Page) -> bool {
    let is_unread = |kind: &str| kind == "password" || kind == "file";
    let fields = page.observation.fields.iter();
    fields.filter(|field| is_unread(&field.kind)).any(|field| !job::is_empty(field))
}

fn is_column(source: &str) -> bool {
    source.starts_with("record.")
}

fn page_words(card: &Card<'_>) -> BTreeSet<String> {
    let page = &card.page.observation;
    let buttons = page.buttons.iter().map(|button| button.text.as_str());
    let labels = page.fields.iter().map(|field| field.label.as_str());
    let texts = [page.title.as_str(), &page.text, &page.page_context];
    words_of(texts.into_iter().chain(buttons).chain(labels), card.key)
}

fn record_texts(record: Option<&Record>) -> impl Iterator<Item = &str> {
    record.into_iter().flat_map(|record| record.0.values()).filter_map(|value| value.as_str())
}

fn words_of<'t>(texts: impl Iterator<Item = &'t str>, key: &HashKey) -> BTreeSet<String> {
    let words = texts.flat_map(text::words);
    let seals = words.filter_map(|word| gate::seal(key, &word));
    seals.map(|seal| short(seal, WORD)).collect()
}

fn short(mut seal: String, length: usize) -> String {
    seal.truncate(length);
    seal
}

/// A keyed hash of what a row's form is filled from, and where.
pub fn digest(filled: &super::Filled, key: &HashKey) -> Option<String> {
    let text = shared_types::json::to_value(&filled.record).to_string();
    let seal = gate::seal(key, &format!("{}\n{text}", filled.place))?;
    Some(short(seal, VALUE))
}
