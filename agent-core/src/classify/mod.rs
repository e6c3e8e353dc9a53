//! What a field asks for: `role`, `confidence` and `evidence` of each field.
//!
//! Three passes. [`field`] gathers what speaks for each role in one field: `autocomplete`, words that
//! people read, names that programmers gave, type, shape, options. [`sequence`] then looks at the
//! fields of a form together: which password is new, which of two name boxes is the last name, which
//! month belongs to the card. [`learned`] last judges what that evidence is worth, by weights from labelled
//! pages: how sure it is, and when a field rather asks for nothing. A field whose evidence is thin or
//! contradicts itself has no role; a wrong role costs more than a missing one.
//!
//! Nothing here looks at values, and no word is special to a site.

mod autocomplete;
mod control;
mod cue;
mod family;
mod field;
mod form;
pub mod learned;
mod matcher;
mod options;
mod passwords;
mod phrase;
mod sense;
mod sequence;
mod shared;
mod spoken;
mod tables;
#[cfg(test)]
mod tests;
mod told;
mod weights;

use shared_types::{Field, Observation};

use cue::{Cue, Hint};
use field::Reading;
use shared::Shared;

use crate::{role::Role, text::label_words};

pub use cue::Sense;
pub use sense::{
    begins_with_yes, has_yes, says_nothing, senses, senses_beside_things, senses_of_choice,
    without_assent,
};

/// Evidence strings that a field carries at most.
const EVIDENCE: usize = 5;

/// Sets `role`, `confidence` and `evidence` of every field. Looks only at what an [`Observation`]
/// holds, so that it gives the same answer in the extension and on the server.
pub fn classify(observation: &mut Observation) {
    let mut readings = read(observation);
    learned::weigh(observation, &mut readings);
    for (field, reading) in observation.fields.iter_mut().zip(readings) {
        write_down(field, reading);
    }
}

/// What the fields of a page may be, with what is told of each, to learn from. Fields whose role the weights leave
/// alone have no choices.
pub fn choices(observation: &Observation) -> Vec<learned::Choices> {
    learned::choices(observation, &read(observation))
}

/// The rules' own reading of each field.
fn read(observation: &Observation) -> Vec<Reading> {
    read_in(observation, spoken::spoken(observation))
}

/// The same of a page in a language (its number).
fn read_in(observation: &Observation, lang: Option<u8>) -> Vec<Reading> {
    let fields = &observation.fields;
    let shared = Shared::new(fields);
    let mut before = "";
    let mut readings: Vec<Reading> = fields
        .iter()
        .map(|field| {
            let label = field.label.as_str();
            let is_again = !label.is_empty() && std::mem::replace(&mut before, label) == label;
            field::read(field, is_again, &shared, lang)
        })
        .collect();
    sequence::settle(observation, &mut readings, lang);
    readings
}

/// Whether a field with the role `username` wants the e-mail address: a log-in that says so.
pub fn identifies_by_email(field: &Field) -> bool {
    field.evidence.iter().any(|line| line == passwords::EMAIL_IDENTIFIER)
}

/// Whether a word is one that labels are understood by, in any language.
pub(crate) fn is_form_word(word: &str) -> bool {
    matcher::is_form_word(word)
}

/// Whether all tokens of an `autocomplete` attribute are of the standard.
pub(crate) fn is_autofill_token(attribute: &str) -> bool {
    autocomplete::is_standard(attribute)
}

/// The role of a field that had nothing but a label, and perhaps the heading above it.
pub fn role_of(label: &str, section: Option<&str>) -> Option<Role> {
    let field = Field {
        tag: "input".to_owned(),
        kind: "text".to_owned(),
        label: label.to_owned(),
        accessible_name: Some(label.to_owned()),
        section: section.map(str::to_owned),
        ..Field::default()
    };
    // No field of a page: what was learned of pages says nothing of it.
    let page = Observation { fields: vec![field], ..Observation::default() };
    read_in(&page, None).pop().and_then(|reading| reading.role())
}

/// The role of a first day under a heading that names past jobs or schools.
pub fn history_under(heading: &str) -> Option<Role> {
    role_of("Start date", Some(heading))
        .filter(|role| matches!(role, Role::JobStart | Role::EducationStart))
}

/// Whether a text asks when somebody was born, and for nothing else beside it; of what can only hold a day
/// (`takes_day`) it need only speak of a birth.
pub fn asks_for_birth(text: &str, takes_day: bool) -> bool {
    let text = label_words(text);
    let found = matcher::find(&text, matcher::Kind::Prose, None);
    let of_birth = |cue: Cue| match cue {
        Cue::Role(role) => {
            matches!(role, Role::Bday | Role::BdayDay | Role::BdayMonth | Role::BdayYear)
        }
        Cue::Hint(hint) => hint == Hint::Birth,
    };
    let of_day =
        |cue: Cue| of_birth(cue) || matches!(cue, Cue::Hint(Hint::Day | Hint::Month | Hint::Year));
    let is_covered = |start: usize, end: usize| {
        found.iter().any(|found| of_day(found.topic) && found.start <= start && end <= found.end)
    };
    let mut start = 0;
    let rest = text.split(' ').filter(|word| {
        let (from, end) = (start, start + word.len());
        start = end + 1;
        !is_covered(from, end)
    });
    let rest: Vec<String> = rest.map(str::to_owned).collect();
    found.iter().any(|found| of_birth(found.topic))
        && (takes_day || without_assent(rest).is_empty())
}

/// The words of a text, as they are compared, and whether each is, or is part of, a phrase that forms ask
/// with.
pub fn words_of_forms(text: &str) -> Vec<(String, bool)> {
    let text = label_words(text);
    let found = matcher::find(&text, matcher::Kind::Prose, None);
    let mut start = 0;
    text.split(' ')
        .map(|word| {
            let end = start + word.len();
            let is_known = found.iter().any(|found| found.start <= start && end <= found.end);
            start = end + 1;
            (word.to_owned(), is_known)
        })
        .collect()
}

fn write_down(field: &mut Field, reading: Reading) {
    let (role, confidence) = reading.verdict();
    field.role = Some(Role::spelling(role).to_owned());
    field.confidence = Some(confidence);
    field.evidence = reading.evidence(role, EVIDENCE);
}
