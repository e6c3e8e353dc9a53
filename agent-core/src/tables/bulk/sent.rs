//! A form as it was when its press was asked about, so that it can be compared with that of another row: across documents,
//! where the content script's own digests say nothing.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use shared_types::{Field, FieldOption, Observation, Private, ProfileKey, json, table::BulkSame};

use crate::{
    bind::{self, Bound, Source},
    gate::{self, HashKey, Row, seal_all},
    job::{Job, Reading, is_fleeting},
    observe::{Element, Page, Plain, shown_value},
    shown::shown,
};

/// The name that stands for entries that are not listed one by one.
const REST: &str = "…";
/// A value of so many bytes may have been cut where it was read: what is behind is not compared.
const MAY_BE_CUT: usize = 20_000;
/// Bytes of all values of a form.
const MOST_BYTES: usize = 200_000;
/// What a ticked or unticked control holds.
const TICKED: &str = "true";
const NOT_TICKED: &str = "false";

/// A page that nothing was written into yet.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Untouched {
    page: String,
    /// Its hidden fields, with what they hold.
    hidden: Vec<(String, Private)>,
}

impl Untouched {
    /// Of a page as it was read.
    pub fn of(plain: &Plain) -> Self {
        let all = plain.page.buttons.iter().flat_map(|button| &button.sends.hidden);
        let hidden = all.map(|input| (input.name.clone(), input.value.clone()));
        // One that was not read whole is like no other.
        let page = if plain.is_whole { digest(plain) } else { String::new() };
        Self { page, hidden: hidden.collect() }
    }

    /// Whether a hidden field held this, before anything of a row was known to the page.
    fn holds(&self, name: &str, value: &Private) -> bool {
        self.hidden.iter().any(|(known, held)| known == name && held == value)
    }
}

/// A form as it was when its press was asked about.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SentForm {
    /// The address that its row was begun at.
    place: String,
    origin: String,
    /// How and where to it is sent, and by which button, as the content script tells it.
    way: Private,
    button: String,
    /// A digest of all that the page says and asks, without what its fields hold.
    page: String,
    /// The same before anything was written.
    before: String,
    /// Why the press was asked about.
    reasons: Vec<String>,
    observation: Observation,
    /// What each of the observation's fields holds.
    held: Vec<Private>,
    /// The key of the row's that a field was written from, and all of its group with it.
    columns: BTreeMap<usize, ProfileKey>,
    /// Whether anything goes along as entries of a form.
    has_entries: bool,
    /// What goes along besides what these fields hold, in order.
    entries: Vec<Entry>,
    /// The page's hidden fields.
    hidden: Vec<Entry>,
    /// The columns of the row that hold something.
    cells: BTreeSet<String>,
    /// What was written, as a consent shows it.
    rows: Vec<Row>,
    /// Why what it holds could not have been said before; empty where it could.
    flaw: String,
}

/// What goes along under a name.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Entry {
    name: String,
    value: Private,
    /// The field that it is of.
    field: Option<usize>,
    is_hidden: bool,
    /// Whether it is other than what its field holds.
    is_changed: bool,
    /// Whether its value can only be a token that was drawn, or the time.
    is_fleeting: bool,
}

/// What is other about a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Other {
    /// The page.
    Page(String),
    /// What the row holds, or where it went.
    Row(String),
    /// The address that it began at: it is no row of the same form.
    Place,
}

impl Other {
    /// For the person.
    pub fn words(self) -> String {
        match self {
            Self::Page(why) | Self::Row(why) => why,
            Self::Place => msg!("bulk_other_place"),
        }
    }
}

impl SentForm {
    /// The form that a job asks about, as it was read with what goes along. `before` is its page before anything was written,
    /// `source` what the job fills it from.
    ///
    /// # Errors
    /// It is none that could be sent without being looked at; why, for the person.
    pub fn of(
        job: &Job,
        reading: &Reading,
        before: Option<&Untouched>,
        source: &Source<'_>,
        now: f64,
    ) -> Result<Self, Other> {
        let page = &reading.plain.page;
        let asked = job.asked_for(&reading.page).and_then(|(_, asked)| {
            let at = page.buttons.iter().position(|button| is_same(button, asked))?;
            Some((page.observation.buttons.get(at)?, page.buttons.get(at)?))
        });
        let (button, element) = asked.ok_or_else(|| Other::Page(msg!("bulk_other_button")))?;
        let approval = job.record.approval.as_ref();
        let approval = approval.filter(|_| job.has_pressed_nothing());
        let approval = approval.ok_or_else(|| Other::Row(msg!("bulk_pressed_again")))?;
        let before = before.ok_or_else(|| Other::Row(msg!("bulk_interrupted")))?;
        can_be_compared(page, element, reading).map_err(Other::Page)?;
        if !approval.secrets.is_empty() || page.fields.iter().any(|field| is_dots(&field.value)) {
            return Err(Other::Page(msg!("bulk_secret")));
        }
        let held = page.observation.fields.iter().zip(&page.fields).map(|(field, element)| {
            if is_tick(field) {
                Private::from(if field.checked == Some(true) { TICKED } else { NOT_TICKED })
            } else {
                element.value.clone()
            }
        });
        let mut form = Self {
            place: job.start_url.clone().unwrap_or_default(),
            origin: element.site().to_owned(),
            way: reading.way.clone(),
            button: button.text.clone(),
            page: digest(&reading.plain),
            before: before.page.clone(),
            reasons: approval.reasons.clone(),
            observation: page.observation.clone(),
            held: held.collect(),
            columns: columns(job, &reading.page, page)?,
            has_entries: !reading.entries.is_empty(),
            entries: Vec::new(),
            hidden: Vec::new(),
            cells: cells(source).map(str::to_owned).collect(),
            rows: rows(job, &reading.page, source),
            flaw: String::new(),
        };
        let is_token =
            |name: &str, value: &Private| is_fleeting(value, now) && before.holds(name, value);
        form.entries = form.entries(page, reading, &is_token).map_err(Other::Page)?;
        let hidden = element.sends.hidden.iter().map(|input| Entry {
            name: input.name.clone(),
            value: input.value.clone(),
            is_hidden: true,
            is_fleeting: is_token(&input.name, &input.value),
            ..Entry::default()
        });
        form.hidden = hidden.collect();
        form.flaw = form.check(source).err().unwrap_or_default();
        Ok(form)
    }

    /// What goes along besides what the columns' fields hold. What they hold has to go along, as it is and no more.
    fn entries(
        &self,
        page: &Page,
        reading: &Reading,
        is_token: &impl Fn(&str, &Private) -> bool,
    ) -> Result<Vec<Entry>, String> {
        let mut entries = Vec::new();
        let mut sent: BTreeMap<usize, Vec<&Private>> = BTreeMap::new();
        for entry in &reading.entries {
            let of = |element: &Element| Some(element.element) == entry.element;
            let field = page.fields.iter().position(of);
            if let Some(at) = field.filter(|at| self.columns.contains_key(at)) {
                sent.entry(at).or_default().push(&entry.value);
                continue;
            }
            entries.push(Entry {
                name: entry.name.clone(),
                value: entry.value.clone(),
                field,
                is_hidden: entry.is_hidden && !entry.is_changed,
                is_changed: entry.is_changed,
                is_fleeting: is_token(&entry.name, &entry.value),
            });
        }
        let is_sent = |at: &usize| {
            let sent = sent.get(at).map(Vec::as_slice).unwrap_or_default();
            self.sends_what_it_holds(*at, sent)
        };
        if self.has_entries && !self.columns.keys().all(is_sent) {
            return Err(msg!("bulk_goes_along"));
        }
        Ok(entries)
    }

    /// Whether these are the entries of a field that holds what this one does (HTML, "constructing the entry list").
    fn sends_what_it_holds(&self, at: usize, sent: &[&Private]) -> bool {
        let (Some(field), Some(held)) = (self.observation.fields.get(at), self.held.get(at)) else {
            return false;
        };
        let lines = |text: &Private| text.reveal().replace('\r', "");
        let sent: Vec<String> = sent.iter().map(|value| lines(value)).collect();
        let expected = match field.tag.as_str() {
            "select" => held.reveal().lines().map(str::to_owned).collect(),
            "input" if is_tick(field) && *held == NOT_TICKED.into() => Vec::new(),
            "input" if is_tick(field) => {
                let own = field.options.iter().flatten().next();
                own.map(|own| own.value.clone()).into_iter().collect()
            }
            "input" | "textarea" => vec![lines(held)],
            // What it sends is a script's to say.
            _ => return false,
        };
        sent == expected
    }

    /// Whether what the columns' fields hold is what would be said of them before.
    fn check(&self, source: &Source<'_>) -> Result<(), String> {
        if self.columns.is_empty() {
            return Err(msg!("bulk_no_column"));
        }
        let held = self.bind_row(source)?;
        match self.columns.keys().find(|at| held.get(**at) != self.held.get(**at)) {
            Some(at) => Err(msg!("bulk_own_way", label = self.label(*at))),
            None => Ok(()),
        }
    }

    /// What the fields of this form would hold for another row.
    ///
    /// # Errors
    /// A cell is empty or does not fit, with the label of its field.
    pub(super) fn bind_row(&self, source: &Source<'_>) -> Result<Vec<Private>, String> {
        let mut held = self.held.clone();
        let mut done: BTreeSet<usize> = BTreeSet::new();
        for (at, key) in &self.columns {
            if done.contains(at) {
                continue;
            }
            if source.value(key).is_none() {
                return Err(msg!("bulk_cell_empty", label = self.label(*at)));
            }
            let own = self.group_of(*at);
            let index = u32::try_from(*at).unwrap_or(u32::MAX);
            let writes = bind::bind(&self.observation, index, key, source)
                .map_err(|why| msg!("bulk_cell", label = self.label(*at), why = why.reason))?;
            for one in own.iter().filter(|one| self.is_tick(**one)) {
                if let Some(held) = held.get_mut(*one) {
                    *held = NOT_TICKED.into();
                }
            }
            for write in writes {
                let value = match write.bound {
                    Bound::Text(text) => text,
                    Bound::Checked(ticked) => {
                        Private::from(if ticked { TICKED } else { NOT_TICKED })
                    }
                    Bound::Options { values, .. } => Private::new(values.join("\n")),
                    Bound::Files(_) | Bound::Choice(_) | Bound::Choices(_) => {
                        return Err(msg!("bulk_list_that_opens", label = self.label(*at)));
                    }
                };
                let into = write.field as usize;
                if self.columns.get(&into) != Some(key) {
                    return Err(msg!("bulk_own_way", label = self.label(*at)));
                }
                done.insert(into);
                if let Some(held) = held.get_mut(into) {
                    *held = value;
                }
            }
            done.extend(own);
        }
        Ok(held)
    }

    /// Whether a row is begun where this form was.
    pub(super) fn is_at(&self, place: &str) -> Result<(), String> {
        if self.place == place { Ok(()) } else { Err(msg!("bulk_other_place")) }
    }

    /// Whether a row has no cell but these forms' had one there.
    pub(super) fn knows_cells(&self, other: &Self, source: &Source<'_>) -> Result<(), String> {
        let is_new =
            |column: &&str| !self.cells.contains(*column) && !other.cells.contains(*column);
        match cells(source).find(is_new) {
            Some(column) => Err(msg!("bulk_more_cells", column = column)),
            None => Ok(()),
        }
    }

    /// Whether its page was this before anything was written into it.
    pub(super) fn began_as(&self, page: &Untouched) -> bool {
        !page.page.is_empty() && self.before == page.page
    }

    /// Whether another form is this one but for what its row holds. Returns where hidden fields differ that can only be tokens.
    pub(super) fn is_like(&self, other: &Self) -> Result<BTreeSet<Place>, Other> {
        if self.place != other.place {
            return Err(Other::Place);
        }
        if (&self.origin, &self.button) != (&other.origin, &other.button)
            || self.way != other.way
            || self.reasons != other.reasons
        {
            return Err(Other::Page(msg!("bulk_other_button")));
        }
        let is_same_page = self.page == other.page && self.before == other.before;
        if !is_same_page || self.held.len() != other.held.len() {
            return Err(Other::Page(msg!("bulk_other_page")));
        }
        let columns = |form: &Self, at: usize| form.columns.get(&at).cloned();
        let all = 0..self.held.len();
        if let Some(at) = all.clone().find(|at| columns(self, *at) != columns(other, *at)) {
            return Err(Other::Row(msg!("bulk_other_column", label = self.label(at))));
        }
        let mut others = all.filter(|at| !self.columns.contains_key(at));
        let differs = |at: &usize| self.held.get(*at) != other.held.get(*at);
        if let Some(at) = others.find(differs) {
            return Err(Other::Page(msg!("bulk_holds_other", label = self.label(at))));
        }
        if self.has_entries != other.has_entries {
            return Err(Other::Page(msg!("bulk_goes_along")));
        }
        let mut varies = compare(&self.entries, &other.entries, false)?;
        varies.extend(compare(&self.hidden, &other.hidden, true)?);
        match [self, other].into_iter().find(|form| !form.flaw.is_empty()) {
            Some(form) => Err(Other::Row(form.flaw.clone())),
            None => Ok(varies),
        }
    }

    /// What stands there in what goes along is called.
    pub(super) fn name_at(&self, (is_hidden, at): Place) -> &str {
        let list = if is_hidden { &self.hidden } else { &self.entries };
        list.get(at).map(|entry| entry.name.as_str()).unwrap_or_default()
    }

    pub(super) fn seal(&self, held: &[Private], key: &HashKey, row: u32) -> Option<String> {
        let of_columns = self.columns.keys().filter_map(|at| Some((*at, held.get(*at)?)));
        seal(key, row, &of_columns.collect::<Vec<_>>())
    }

    pub(super) fn held(&self) -> &[Private] {
        &self.held
    }

    pub(super) fn origin(&self) -> &str {
        &self.origin
    }

    pub(super) fn button_text(&self) -> &str {
        &self.button
    }

    pub(super) fn agrees_to(&self) -> (String, Vec<Row>) {
        (self.origin.clone(), self.rows.clone())
    }

    /// What the fields that get something from a row are called, in order; of a group once.
    pub(super) fn labels(&self) -> Vec<String> {
        self.asked().map(|at| self.label(at)).collect()
    }

    /// What these fields would hold, as a person reads it. What can't be shown whole is for a card of its own.
    pub(super) fn shown(&self, held: &[Private]) -> Result<Vec<Private>, String> {
        let shown = self.asked().map(|at| {
            let value = self.shown_at(at, held).ok_or_else(|| msg!("bulk_other_page"))?;
            if shown(value.reveal()) == value.reveal().replace('\r', "") {
                Ok(value)
            } else {
                Err(msg!("bulk_too_long", label = self.label(at)))
            }
        });
        shown.collect()
    }

    /// What all rows have in common.
    pub(super) fn same(&self) -> Vec<BulkSame> {
        let fields = self.observation.fields.iter().enumerate();
        let others = fields.filter(|(at, _)| !self.columns.contains_key(at));
        let of_it = others.filter_map(|(at, field)| {
            let value = if is_tick(field) {
                let is_ticked = self.held.get(at).is_some_and(|held| *held == TICKED.into());
                is_ticked.then(|| Private::from(field.label.as_str()))?
            } else {
                shown_value(field, self.held.get(at)?)
            };
            let label = self.label(at);
            (!value.is_empty()).then_some(BulkSame { label, value, varies: false })
        });
        of_it.collect()
    }

    /// What goes along that no field of these shows.
    pub(super) fn by_page(&self, varies: &BTreeSet<Place>) -> Vec<BulkSame> {
        let no_field = |(_, entry): &(usize, &Entry)| {
            (entry.field.is_none() || entry.is_changed) && !entry.value.is_empty()
        };
        let is_entry = |one: &Entry| {
            self.entries.iter().any(|entry| entry.name == one.name && entry.value == one.value)
        };
        let entries = self.entries.iter().enumerate().filter(no_field);
        let entries = entries.map(|(at, entry)| (entry, (false, at)));
        let hidden = self.hidden.iter().enumerate().filter(|(_, one)| !is_entry(one));
        let hidden = hidden.map(|(at, entry)| (entry, (true, at)));
        let told = entries.chain(hidden).map(|(entry, place)| BulkSame {
            label: entry.name.clone(),
            value: entry.value.clone(),
            varies: varies.contains(&place),
        });
        told.collect()
    }

    /// The first field of each that is asked for something of a row.
    fn asked(&self) -> impl Iterator<Item = usize> {
        let first = |at: &usize| self.group_of(*at).first() == Some(at);
        self.columns.keys().copied().filter(first)
    }

    fn shown_at(&self, at: usize, held: &[Private]) -> Option<Private> {
        let field = self.observation.fields.get(at)?;
        if !is_tick(field) {
            return Some(shown_value(field, held.get(at)?));
        }
        let ticked = self
            .group_of(at)
            .into_iter()
            .filter(|one| held.get(*one).is_some_and(|held| *held == TICKED.into()));
        let labels: Vec<&str> = ticked
            .filter_map(|one| self.observation.fields.get(one).map(|field| field.label.as_str()))
            .collect();
        Some(if labels.is_empty() { msg!("bulk_not_ticked") } else { labels.join(", ") }.into())
    }

    fn is_tick(&self, at: usize) -> bool {
        self.observation.fields.get(at).is_some_and(is_tick)
    }

    /// The fields of the group that a field is in, or the field.
    fn group_of(&self, at: usize) -> Vec<usize> {
        group_of(&self.observation, at)
    }

    fn label(&self, at: usize) -> String {
        self.observation.fields.get(at).map(gate::shown_label).unwrap_or_default()
    }
}

/// The columns of a row that hold something.
fn cells<'a>(source: &Source<'a>) -> impl Iterator<Item = &'a str> {
    source.record.into_iter().flat_map(|record| record.0.keys().map(String::as_str))
}

fn is_tick(field: &Field) -> bool {
    field.kind == "radio" || field.kind == "checkbox"
}

fn group_of(observation: &Observation, at: usize) -> Vec<usize> {
    let id = observation.fields.get(at).and_then(|field| field.group_id);
    let is_own = |(other, field): &(usize, &Field)| {
        *other == at || id.is_some() && field.group_id == id && is_tick(field)
    };
    observation.fields.iter().enumerate().filter(is_own).map(|(other, _)| other).collect()
}

/// Whether two readings of a page mean the same element.
fn is_same(one: &Element, other: &Element) -> bool {
    one.document_id == other.document_id && one.element == other.element
}

/// The fields that the job wrote from its row, as it read them, each with the key, by their places in the plain page.
fn columns(job: &Job, page: &Page, plain: &Page) -> Result<BTreeMap<usize, ProfileKey>, Other> {
    let mut columns = BTreeMap::new();
    for written in &job.record.written {
        let both = page.observation.fields.iter().zip(&page.fields);
        let is_it = |(field, _): &(&Field, &Element)| {
            field.fingerprint.as_deref() == Some(&*written.fingerprint)
        };
        let mut its = both.filter(is_it).map(|(_, element)| element);
        let (Some(element), None) = (its.next(), its.next()) else {
            return Err(Other::Page(msg!("bulk_in_parts")));
        };
        if !written.source.starts_with("record.") {
            continue;
        }
        let at = plain.fields.iter().position(|one| is_same(one, element));
        let field = at.and_then(|at| Some((at, plain.observation.fields.get(at)?)));
        let Some((at, field)) = field else { return Err(Other::Page(msg!("bulk_in_parts"))) };
        let own = if is_tick(field) { group_of(&plain.observation, at) } else { vec![at] };
        for one in own {
            columns.insert(one, ProfileKey::new(&written.source));
        }
    }
    Ok(columns)
}

/// What was written, as a consent shows it.
fn rows(job: &Job, page: &Page, source: &Source<'_>) -> Vec<Row> {
    let written = job.record.written.iter().filter_map(|written| {
        let is_it = |field: &&Field| field.fingerprint.as_deref() == Some(&*written.fingerprint);
        let field = page.observation.fields.iter().find(is_it)?;
        let element = page.fields.get(field.index as usize)?;
        let key = ProfileKey::new(&written.source);
        let kind = gate::agree(&key, field, element.site(), source).ok()?;
        Some(Row::of(&key, field, kind))
    });
    let mut rows: Vec<Row> = Vec::new();
    for row in written {
        if !rows.contains(&row) {
            rows.push(row);
        }
    }
    rows
}

/// Compares what goes along, in order. A name that comes twice is no token's, nor is none.
fn compare(one: &[Entry], other: &[Entry], is_hidden: bool) -> Result<BTreeSet<Place>, Other> {
    let differs = |name: &str| Other::Page(msg!("bulk_hidden_differs", name = name));
    let is_alone = |name: &str| one.iter().filter(|entry| entry.name == name).count() == 1;
    let mut varies = BTreeSet::new();
    for at in 0..one.len().max(other.len()) {
        let (ours, theirs) = match (one.get(at), other.get(at)) {
            (Some(ours), Some(theirs)) => (ours, theirs),
            (Some(entry), None) | (None, Some(entry)) => return Err(differs(&entry.name)),
            (None, None) => break,
        };
        let what = |entry: &Entry| (entry.field, entry.is_hidden, entry.is_changed);
        if ours.name != theirs.name || what(ours) != what(theirs) {
            return Err(differs(&ours.name));
        }
        if ours.value == theirs.value {
            continue;
        }
        let is_token = ours.is_hidden && ours.is_fleeting && theirs.is_fleeting;
        if !is_token || ours.name.is_empty() || !is_alone(&ours.name) {
            return Err(differs(&ours.name));
        }
        varies.insert((is_hidden, at));
    }
    Ok(varies)
}

/// Whether all that a form holds and sends was read, whole and in one document.
fn can_be_compared(page: &Page, button: &Element, reading: &Reading) -> Result<(), String> {
    let omitted = &page.observation.omitted;
    let mut parts = page.fields.iter().map(|field| &field.document_id);
    let is_whole = reading.plain.is_whole
        && parts.all(|document| *document == button.document_id)
        && (omitted.fields, omitted.options) == (0, 0)
        && button.framed.is_none();
    if !is_whole {
        return Err(msg!("bulk_in_parts"));
    }
    // Else nobody could say that what is compared is what will be pressed.
    if button.sends.digest.is_empty() || reading.way.is_empty() {
        return Err(msg!("bulk_other_button"));
    }
    let is_file =
        |(field, element): (&Field, &Element)| field.kind == "file" && !element.value.is_empty();
    let adds = |entry: &shared_types::snapshot::FormEntry| {
        entry.name == REST || entry.is_file && !entry.value.is_empty()
    };
    if page.observation.fields.iter().zip(&page.fields).any(is_file)
        || reading.entries.iter().any(adds)
    {
        return Err(msg!("bulk_goes_along"));
    }
    let fields = page.fields.iter().map(|field| &field.value);
    let hidden = button.sends.hidden.iter().map(|input| &input.value);
    let all = fields.chain(hidden).chain(reading.entries.iter().map(|entry| &entry.value));
    let sizes: Vec<usize> = all.map(|value| value.reveal().len()).collect();
    if sizes.iter().any(|size| *size >= MAY_BE_CUT) || sizes.iter().sum::<usize>() > MOST_BYTES {
        return Err(msg!("bulk_in_parts"));
    }
    Ok(())
}

/// Whether a value is what is read of a password.
fn is_dots(value: &Private) -> bool {
    let text = value.reveal();
    !text.is_empty() && text.chars().all(|c| c == '•')
}

/// A digest of all that a page says and asks, without what its fields hold, and without what we make of them.
fn digest(plain: &Plain) -> String {
    let observation = &plain.page.observation;
    let unselected = |option: &FieldOption| FieldOption { selected: false, ..option.clone() };
    let fields = observation.fields.iter().map(|field| Field {
        value: Private::default(),
        options: field.options.as_ref().map(|all| all.iter().map(unselected).collect()),
        checked: None,
        value_state: None,
        preset: None,
        role: None,
        confidence: None,
        evidence: Vec::new(),
        ..field.clone()
    });
    let observation = Observation { fields: fields.collect(), ..observation.clone() };
    let mut hash = Sha256::new();
    hash.update(json::to_value(&observation).to_string());
    hash.update([0]);
    hash.update(plain.words.reveal());
    hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// Where something stands in what goes along: among the form's entries or the page's hidden fields, and the how manieth.
pub(super) type Place = (bool, usize);

/// A digest of what a row's form holds.
fn seal(key: &HashKey, row: u32, held: &[(usize, &Private)]) -> Option<String> {
    let row = row.to_string();
    let at: Vec<String> = held.iter().map(|(at, _)| at.to_string()).collect();
    let mut parts = vec![row.as_str()];
    for (at, (_, value)) in at.iter().zip(held) {
        parts.extend([at.as_str(), value.reveal()]);
    }
    seal_all(key, &parts)
}
