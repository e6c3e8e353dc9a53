//! Profile value → what this field wants: the room that makes texts for fields.
//!
//! A value is bound in the form that the field's role, type, options, limits and neighbours call for, or
//! it is not bound at all: nothing is cut, nothing is chosen between equals, and no reason for that ever
//! names the value. Everything here is a pure function of the observation, the key and the source.

mod address;
mod ask;
mod bound;
mod card;
mod choices;
mod codes;
mod dates;
mod derive;
mod files;
mod fit;
mod inferred;
mod meaning;
mod name_parts;
mod names;
mod numbers;
mod options;
mod pattern;
mod pay;
mod phone;
mod read_back;
mod source;
#[cfg(test)]
mod tests;
mod text;

use serde_json::Value;
use shared_types::{Observation, Private, ProfileKey, Widget, job::OpenCode};

use ask::{Ask, Control};
pub use bound::{Bound, Unbindable, Write};
use source::Datum;

pub(crate) use choices::is_yes_or_no;
pub(crate) use dates::Day;
pub(crate) use files::takes as takes_file;
pub(crate) use inferred::{is_inferred, is_of_job_that_goes_on};
pub(crate) use meaning::{is_usual_word, may_name_month, polarity};
pub(crate) use phone::subscriber;
pub use read_back::read_back;
pub use source::{
    CARD_EXPIRY, Source, Today, keys_of_profile, placeholder_key, placeholder_profile,
};
pub(crate) use text::{is_date_part, speaks_of_calendar};

use crate::{question, role::Role, text::fold};

/// Binds the value of a key to the field at `index`. A radio group, a group of checkboxes and a row of
/// boxes for one code are addressed by any of their fields; the writes name the fields that are meant.
pub fn bind(
    observation: &Observation,
    index: u32,
    key: &ProfileKey,
    source: &Source<'_>,
) -> Result<Vec<Write>, Unbindable> {
    let ask = Ask::new(observation, index, Some(key), Some(source))?;
    if let Some(document) = source.document(key) {
        if ask.control() != Control::File {
            return Err(Unbindable::unfit(msg!("bind_a_document_goes_only_into_a_file")));
        }
        let file = files::bind(document, ask.field.accept.as_deref())?;
        return Ok(vec![Write { field: index, bound: Bound::Files(vec![file]) }]);
    }
    let datum = datum_for(&ask, key, source)?;
    bind_datum(&ask, &datum)
}

/// What is under a key, or what follows from it for the question that the field asks.
fn datum_for(ask: &Ask<'_>, key: &ProfileKey, source: &Source<'_>) -> Result<Datum, Unbindable> {
    let plain = source
        .datum(key)
        .ok_or_else(|| Unbindable::no_value(msg!("bind_there_is_nothing_under_this_key")))?;
    match question::of_field(ask.field).filter(|question| question.draws_on(key.as_str())) {
        Some(_) => derive::answer(ask, source, plain),
        None if derive::is_over(ask, source) => {
            Err(Unbindable::no_value(msg!("bind_your_entries_do_not_say_what_it")))
        }
        None => Ok(plain),
    }
}

/// Whether what a field is given follows from an entry and is not what the entry says.
pub fn is_derived(
    observation: &Observation,
    index: u32,
    key: &ProfileKey,
    source: &Source<'_>,
) -> bool {
    if is_inferred(key) {
        return true;
    }
    let answer = || {
        let ask = Ask::new(observation, index, Some(key), Some(source)).ok()?;
        question::of_field(ask.field)?;
        Some((source.datum(key)?, datum_for(&ask, key, source).ok()?))
    };
    // One entry of a family, as it stands, is what the person said.
    let family = question::fact_of(key.as_str()).and_then(question::Fact::family);
    let is_entry = |answer: &str| {
        let mut entries = family.into_iter().flat_map(|family| source.facts_of(family));
        entries.any(|(_, entry)| fold(entry) == answer)
    };
    answer().is_some_and(|(own, answer)| {
        let text = fold(&answer.text());
        let is_said = !matches!(answer, Datum::Flag(_)) && is_entry(&text);
        fold(&own.text()) != text && !is_said
    })
}

/// What else a field may be given that did not keep the text that was bound for it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Others {
    /// The same value in other forms, best first.
    pub texts: Vec<Private>,
    /// The value as a date for a calendar: `YYYY-MM-DD` or `YYYY-MM`.
    pub date: Option<Private>,
    /// The entries of the value, each for a token of its own.
    pub entries: Vec<Private>,
    /// Whether the value is a list.
    pub is_list: bool,
}

/// Most other forms of a value that are tried.
const MAX_OTHERS: usize = 5;

/// [`Others`] of the value that [`bind`] bound as this text.
pub fn others(
    observation: &Observation,
    index: u32,
    key: &ProfileKey,
    source: &Source<'_>,
    bound: &Private,
) -> Others {
    let Ok(ask) = Ask::new(observation, index, Some(key), Some(source)) else {
        return Others::default();
    };
    let Ok(datum) = datum_for(&ask, key, source) else { return Others::default() };
    if ask.control() != Control::Text {
        return Others::default();
    }
    let mut texts: Vec<Private> = Vec::new();
    for text in text::other_forms(&ask, &datum) {
        let text = Private::new(text);
        if text != *bound && !texts.contains(&text) && texts.len() < MAX_OTHERS {
            texts.push(text);
        }
    }
    let (entries, is_list) = match &datum {
        Datum::List(entries) => (entries.iter().cloned().map(Private::new).collect(), true),
        _ => (vec![bound.clone()], false),
    };
    Others { texts, date: text::as_iso_date(&ask, &datum).map(Private::new), entries, is_list }
}

/// Binds a literal, by the same rules: a text, a number, yes or no, or a list of these. `source` tells
/// the person's country, for phone numbers, states and dates that are written without one.
pub fn bind_value(
    observation: &Observation,
    index: u32,
    value: &Value,
    source: Option<&Source<'_>>,
) -> Result<Vec<Write>, Unbindable> {
    let ask = Ask::new(observation, index, None, source)?;
    let datum = Datum::from_json(value)
        .ok_or_else(|| Unbindable::no_value(msg!("bind_the_value_is_empty")))?;
    bind_datum(&ask, &datum)
}

/// Which of these options means the value. `role` tells what kind of thing is chosen.
pub fn choose(options: &[&str], value: &Private, role: Option<Role>) -> Result<usize, Unbindable> {
    choices::choose(options, value.reveal(), role)
}

/// Which of the choices that a field offers answers its question, from what is under a key: for lists that show
/// what they offer only when they are opened. `None` where the field puts no question that the key answers, or none of
/// the choices says it.
pub fn meant(
    observation: &Observation,
    index: u32,
    key: &ProfileKey,
    source: &Source<'_>,
) -> Option<Private> {
    let ask = Ask::new(observation, index, Some(key), Some(source)).ok()?;
    question::of_field(ask.field).filter(|question| question.draws_on(key.as_str()))?;
    let datum = datum_for(&ask, key, source).ok()?;
    choices::one(&ask, &datum).ok().map(Private::new)
}

fn bind_datum(ask: &Ask<'_>, datum: &Datum) -> Result<Vec<Write>, Unbindable> {
    let field = ask.field.index;
    match ask.control() {
        Control::Nothing => {
            Err(Unbindable::new(OpenCode::NotEditable, msg!("bind_this_is_no_field_to_write_into")))
        }
        Control::File => Err(Unbindable::unfit(msg!("bind_a_file_field_takes_a_document"))),
        Control::Radio => choices::radio(ask, datum),
        Control::Checkbox => choices::checkbox(ask, datum),
        Control::Select => choices::select(ask, datum).map(|bound| vec![Write { field, bound }]),
        Control::List => choices::list(ask, datum),
        Control::Text
            if ask.field.widget == Some(Widget::DatePicker) && matches!(datum, Datum::List(_)) =>
        {
            Err(Unbindable::unfit(msg!("bind_a_list_is_no_date")))
        }
        Control::Text => {
            if let Some(row) = codes::row(ask) {
                return codes::spread(ask, &row, datum);
            }
            let text = match choices::suggested(ask, datum) {
                Some(text) => text,
                None => text::bind(ask, datum)?,
            };
            Ok(vec![Write { field, bound: Bound::Text(Private::new(text)) }])
        }
    }
}
