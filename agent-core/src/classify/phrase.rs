//! What the words found in one text say together.

use super::{
    cue::{Cue, Hint},
    matcher::{self, Found, Kind},
    weights as w,
};
use crate::{
    language::{List, has},
    role::Role,
    text::label_words,
};

/// "Product name", "paper title": a word that is not ours before it says whose or what.
pub(super) fn is_of_something_else(text: &str, word: &Found<Cue>, found: &[Found<Cue>]) -> bool {
    let is_bare = word.topic == Role::Name || word.topic == Role::HonorificPrefix;
    if !is_bare || word.words > 1.0 {
        return false;
    }
    let before = text.get(..word.start).unwrap_or_default();
    let Some(last) = before.split(' ').rfind(|part| !part.is_empty()) else { return false };
    let known =
        found.iter().any(|other| other.end + 1 == word.start && other.topic != Hint::Repeat);
    !known && !has(List::BeforeName, last) && last.is_ascii()
}

/// "What does it say on your door?" Parts of a building are everyday words: among words that we do not know
/// they name no field.
pub(super) fn is_just_a_word(cue: Cue, total: f32, known: f32) -> bool {
    let parts = [Role::Apartment, Role::Floor, Role::Stair, Role::Building];
    let part = parts.into_iter().any(|role| cue == role);
    part && total > w::LABEL_WORDS && known * 2.0 < total
}

/// "Postal code or city", in any language: the words for both and for nothing else.
pub(super) fn both_of_postal_code_and_city(found: &[Found<Cue>]) -> bool {
    let has = |role: Role| found.iter().any(|word| word.topic == role);
    let known = [Role::PostalCode, Role::AddressLevel2];
    known.into_iter().all(has)
        && found
            .iter()
            .all(|word| word.topic.is_hint() || known.into_iter().any(|role| word.topic == role))
}

/// "Company number" asks for a number and for no name.
pub(super) fn is_numbered(word: &Found<Cue>, found: &[Found<Cue>]) -> bool {
    let is_number = |next: &Found<Cue>| next.topic == Hint::Number && next.start == word.end + 1;
    word.topic == Role::Organization && found.iter().any(is_number)
}

/// "Street, number" asks for the line, where "Street number" asks for the number alone.
pub(super) fn both_of_street_and_number(raw: &str, found: &[Found<Cue>], lang: Option<u8>) -> bool {
    const BETWEEN: [char; 4] = [',', '/', '&', '+'];
    if !raw.contains(BETWEEN) || !found.iter().any(|word| word.topic == Role::HouseNumber) {
        return false;
    }
    let parts: Vec<Vec<Found<Cue>>> = raw
        .split(BETWEEN)
        .map(|part| matcher::find(&label_words(part), Kind::Prose, lang))
        .collect();
    let has = |wanted: &dyn Fn(Cue) -> bool| {
        parts.iter().any(|part| !part.is_empty() && part.iter().all(|word| wanted(word.topic)))
    };
    has(&|cue| matches!(cue, Cue::Role(Role::StreetName | Role::StreetAddress)))
        && has(&|cue| matches!(cue, Cue::Role(Role::HouseNumber) | Cue::Hint(Hint::Number)))
}
