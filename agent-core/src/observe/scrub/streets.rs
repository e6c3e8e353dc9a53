//! The name of a street, told without its number, in another order or abbreviated: `Hollowmere Ln`, `Lane
//! Hollowmere 17`, `17, Hollowmere`.

use std::sync::LazyLock;

use crate::{
    bind::is_usual_word,
    classify::is_form_word,
    language::{List, rows},
    text::skeleton,
};

/// Letters from which on a name of one word is looked for by itself.
const LONG_NAME: usize = 8;
/// Shorter texts are found by chance.
const MIN_LETTERS: usize = 6;

/// What streets are called, each with how it is abbreviated, as it is compared.
static KINDS: LazyLock<Vec<Vec<String>>> = LazyLock::new(|| {
    let mut kinds: Vec<Vec<String>> = Vec::new();
    for row in rows(List::StreetKind) {
        let row: Vec<String> = row.into_iter().map(skeleton).collect();
        match kinds.iter_mut().find(|kind| kind.first() == row.first()) {
            Some(kind) => kind.extend(row.into_iter().skip(1)),
            None => kinds.push(row),
        }
    }
    kinds
});

/// The ways in which a street of this address is called without its number; none where its name is like any
/// other word.
pub(super) fn names(address: &str) -> Vec<String> {
    let first_line = address.lines().next().unwrap_or_default();
    let is_number = |word: &&str| word.chars().any(char::is_numeric);
    let words = first_line.split(|c: char| c.is_whitespace() || matches!(c, ',' | '/' | '-'));
    let words: Vec<String> = words
        .filter(|word| !is_number(word))
        .map(skeleton)
        .filter(|word| word.chars().nth(1).is_some())
        .collect();
    let kind_of = |word: &str| KINDS.iter().find(|kinds| kinds.iter().any(|kind| kind == word));
    let own: Vec<&String> = words.iter().filter(|word| kind_of(word).is_none()).collect();
    let is_name = |word: &str| !is_form_word(word) && !is_usual_word(word);
    if !own.iter().any(|word| is_name(word)) {
        return Vec::new();
    }
    let mut names: Vec<String> = Vec::new();
    let name: String = own.iter().map(|word| word.as_str()).collect();
    if words.len() > 1 {
        names.push(words.concat());
    }
    for kind in words.iter().filter_map(|word| kind_of(word)).flatten() {
        names.extend([format!("{name}{kind}"), format!("{kind}{name}")]);
    }
    let long = own.iter().filter(|word| word.chars().count() >= LONG_NAME && is_name(word));
    names.extend(long.map(|word| (*word).clone()));
    names.retain(|name| name.chars().count() >= MIN_LETTERS);
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streets_are_called_by_their_names() {
        for (address, expected) in [
            (
                "17 Hollowmere Lane",
                &[
                    "hollowmerelane",
                    "hollowmerelane",
                    "lanehollowmere",
                    "hollowmereln",
                    "lnhollowmere",
                    "hollowmere",
                ][..],
            ),
            ("Bahnhofstraße 5", &["bahnhofstrasse"]),
            ("Oak Ln 3", &["oaklane", "laneoak"]),
            ("Lange Reihe 7a\nHinterhaus", &["langereihe"]),
            ("Main Road", &[]),
            ("5 Street Road", &[]),
            ("Am Tor 3", &[]),
            ("17", &[]),
            ("", &[]),
        ] {
            assert_eq!(names(address), expected, "{address}");
        }
    }
}
