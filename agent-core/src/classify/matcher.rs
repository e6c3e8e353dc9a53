//! The words of [`super::tables`] in normalised texts: what each speaks for, and how much.

use std::{
    collections::{BTreeSet, HashSet},
    sync::OnceLock,
};

use super::{
    cue::{Answer, Cue, Sense, Topic},
    tables::LANGUAGES,
    weights,
};
use crate::{
    language::find::{self, Matcher},
    text::label_words,
};

pub(super) use crate::language::find::Kind;

/// A word found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Found<T> {
    /// What it speaks for.
    pub(super) topic: T,
    /// First byte.
    pub(super) start: usize,
    /// Byte after the last.
    pub(super) end: usize,
    /// 0 to 1.
    pub(super) strength: f32,
    /// Number of words.
    pub(super) words: f32,
}

impl<T> Found<T> {
    /// `lang` is the page's language: words of others (but English) count less.
    fn weighed(found: find::Found<T>, lang: Option<u8>) -> Self {
        let weight = if found.weak { weights::WEAK_WORD } else { 1.0 };
        let foreign = lang.is_some_and(|lang| found.language != 0 && found.language != lang);
        Self {
            topic: found.topic,
            start: found.start,
            end: found.end,
            strength: weight * if foreign { weights::FOREIGN_WORD } else { 1.0 },
            words: found.words,
        }
    }
}

/// The words in a normalised text, in its order, without those inside longer ones. `lang` is the
/// page's language: words of others (but English) count less, and short ones, or such as English has too, only
/// beside another word of the same.
pub(super) fn find(text: &str, kind: Kind, lang: Option<u8>) -> Vec<Found<Cue>> {
    /// Letters of a word that means something in too many languages.
    const SHORT: usize = 3;
    let found = matcher().find(text, kind);
    let counts = |one: &find::Found<Cue>| {
        let is_foreign = lang.is_some_and(|lang| one.language != 0 && one.language != lang);
        let is_english = || {
            let same = |other: &find::Found<Cue>| (other.start, other.end) == (one.start, one.end);
            found.iter().any(|other| other.language == 0 && same(other))
        };
        let is_short = || {
            let word = text.get(one.start..one.end).unwrap_or_default();
            word.is_ascii() && word.len() <= SHORT
        };
        let agrees = || {
            let apart = |other: &find::Found<Cue>| other.end <= one.start || one.end <= other.start;
            found.iter().any(|other| other.language == one.language && apart(other))
        };
        !is_foreign || !(is_short() || is_english()) || agrees()
    };
    found.iter().filter(|one| counts(one)).map(|one| Found::weighed(*one, lang)).collect()
}

/// How much of texts the words of each language cover, in bytes, by its place among the languages.
pub(super) fn covered(texts: &BTreeSet<String>) -> Vec<usize> {
    let mut sums = vec![0; LANGUAGES.len()];
    for text in texts {
        for (language, covered) in matcher().covered(text) {
            if let Some(sum) = sums.get_mut(usize::from(language)) {
                *sum += covered;
            }
        }
    }
    sums
}

/// Whether a word is a word of the tables.
pub(super) fn is_form_word(word: &str) -> bool {
    static WORDS: OnceLock<HashSet<&'static str>> = OnceLock::new();
    let words = WORDS.get_or_init(|| {
        let rows = LANGUAGES.iter().flat_map(|language| language.rows());
        // Words of answers are not what labels are understood by.
        let of_labels = rows
            .filter(|(topic, _)| !matches!(topic, Some(Topic::Answer(Answer::Yes | Answer::Idle))));
        let phrases = of_labels.map(|(_, row)| row);
        phrases.flat_map(|row| row.split(|c: char| !c.is_alphanumeric())).collect()
    });
    label_words(word).split(' ').any(|word| words.contains(word))
}

/// As [`find`], of senses alone: they never compete with what fields ask for.
pub(super) fn find_senses(text: &str, kind: Kind) -> Vec<Found<Sense>> {
    let found = sense_matcher().find(text, kind).into_iter();
    found.map(|found| Found::weighed(found, None)).collect()
}

/// The number of a language tag such as `de-AT`, if there is a table for it.
pub(super) fn language(tag: &str) -> Option<u8> {
    let primary = tag.split(['-', '_']).next()?.to_ascii_lowercase();
    let place = |tag: &str| LANGUAGES.iter().position(|language| language.tag == tag);
    // Languages without a table of their own that another's holds the words of.
    let other = || match primary.as_str() {
        "no" | "nn" => place("nb"),
        "sk" => place("cs"),
        _ => None,
    };
    place(&primary).or_else(other)?.try_into().ok()
}

fn matcher() -> &'static Matcher<Cue> {
    static MATCHER: OnceLock<Matcher<Cue>> = OnceLock::new();
    MATCHER.get_or_init(|| Matcher::new(lines(Topic::cue)))
}

fn sense_matcher() -> &'static Matcher<Sense> {
    static MATCHER: OnceLock<Matcher<Sense>> = OnceLock::new();
    MATCHER.get_or_init(|| Matcher::new(lines(Topic::sense)))
}

/// The lines of all tables whose topic is wanted.
fn lines<T>(wanted: fn(Topic) -> Option<T>) -> impl Iterator<Item = (u8, T, &'static str)> {
    (0..).zip(LANGUAGES).flat_map(move |(number, language)| {
        let rows = language.rows();
        rows.filter_map(move |(topic, row)| Some((number, topic.and_then(wanted)?, row)))
    })
}
