//! Finds the words of [`super::words`] in normalised texts, all languages at once.
//!
//! Of matches that overlap only the longest speaks: in "company name" nothing asks for a name.

use std::sync::OnceLock;

use aho_corasick::{
    Input,
    automaton::{Automaton, OverlappingState},
    nfa::contiguous::NFA,
};

use super::{
    role::Role,
    text::{is_unspaced, normalise, word_count},
    weights,
    words::{LANGUAGES, Language},
};
use crate::order;

/// A compact form at least this long is recognised inside a run of letters of an identifier.
const INSIDE_IDENTIFIER: usize = 7;

/// Where a text comes from: identifiers run words together, prose does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Words for a person.
    Prose,
    /// `name` and `id`.
    Identifier,
}

/// A word found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Found {
    /// What it speaks for.
    pub(super) role: Role,
    /// First byte.
    pub(super) start: usize,
    /// Byte after the last.
    pub(super) end: usize,
    /// 0 to 1.
    pub(super) strength: f32,
    /// Number of words.
    pub(super) words: f32,
}

struct Pattern {
    role: Role,
    language: u8,
    strength: f32,
    words: f32,
    open_start: bool,
    open_end: bool,
    /// A phrase written as one word.
    compact: bool,
}

struct Matcher {
    automaton: NFA,
    patterns: Vec<Pattern>,
}

/// The words in a normalised text, in its order, without those inside longer ones. `lang` is the
/// page's language: words of others (but English) count less.
pub(super) fn find(text: &str, kind: Kind, lang: Option<u8>) -> Vec<Found> {
    let Some(matcher) = matcher() else { return Vec::new() };
    let mut found = matcher.candidates(text, kind, lang);
    keep_longest(&mut found);
    found
}

/// The number of a language tag such as `de-AT`, if there is a table for it.
pub(super) fn language(tag: &str) -> Option<u8> {
    let primary = tag.split(['-', '_']).next()?.to_ascii_lowercase();
    let primary = if matches!(primary.as_str(), "no" | "nn") { "nb" } else { primary.as_str() };
    LANGUAGES.iter().position(|language| language.tag == primary)?.try_into().ok()
}

fn matcher() -> Option<&'static Matcher> {
    static MATCHER: OnceLock<Option<Matcher>> = OnceLock::new();
    MATCHER.get_or_init(Matcher::compile).as_ref()
}

impl Matcher {
    fn compile() -> Option<Matcher> {
        let mut texts: Vec<String> = Vec::new();
        let mut patterns = Vec::new();
        for (number, language) in LANGUAGES.iter().enumerate() {
            for (text, pattern) in of_language(u8::try_from(number).ok()?, language) {
                texts.push(text);
                patterns.push(pattern);
            }
        }
        let automaton = NFA::builder().build(&texts).ok()?;
        Some(Matcher { automaton, patterns })
    }

    fn candidates(&self, text: &str, kind: Kind, lang: Option<u8>) -> Vec<Found> {
        let mut found = Vec::new();
        let input = Input::new(text);
        let mut state = OverlappingState::start();
        loop {
            if self.automaton.try_find_overlapping(&input, &mut state).is_err() {
                return found;
            }
            let Some(at) = state.get_match() else { return found };
            let Some(pattern) = self.patterns.get(at.pattern().as_usize()) else { continue };
            if !pattern.fits(text, at.start(), at.end(), kind) {
                continue;
            }
            let foreign =
                lang.is_some_and(|lang| pattern.language != 0 && pattern.language != lang);
            let strength = pattern.strength * if foreign { weights::FOREIGN_WORD } else { 1.0 };
            found.push(Found {
                role: pattern.role,
                start: at.start(),
                end: at.end(),
                strength,
                words: pattern.words,
            });
        }
    }
}

impl Pattern {
    fn fits(&self, text: &str, start: usize, end: usize, kind: Kind) -> bool {
        let bytes = text.as_bytes();
        let edge = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_none_or(|&b| b == b' ');
        let starts = self.open_start || edge(start.checked_sub(1));
        let ends = self.open_end || edge(Some(end));
        let inside = kind == Kind::Identifier && self.compact && end - start >= INSIDE_IDENTIFIER;
        (starts && ends) || inside
    }
}

/// The patterns of a language. A phrase is also known as one word: `first name`, `firstname`.
fn of_language(number: u8, language: &Language) -> Vec<(String, Pattern)> {
    let mut all = Vec::new();
    for (role, phrases) in language.words {
        for phrase in phrases.split(',').map(str::trim).filter(|phrase| !phrase.is_empty()) {
            let (strength, phrase) = match phrase.strip_prefix('?') {
                Some(rest) => (weights::WEAK_WORD, rest),
                None => (1.0, phrase),
            };
            let text = normalise(phrase);
            let unspaced = text.chars().any(is_unspaced);
            let pattern = |compact| Pattern {
                role: *role,
                language: number,
                strength,
                words: word_count(&text),
                open_start: phrase.starts_with('*') || unspaced,
                open_end: phrase.ends_with('*') || unspaced,
                compact,
            };
            let single = !text.contains(' ');
            all.push((text.clone(), pattern(single && text.is_ascii())));
            if !single {
                all.push((joined(&text), pattern(true)));
            }
        }
    }
    all
}

/// The words as one, digits apart as [`normalise`] leaves them.
fn joined(text: &str) -> String {
    let digits = |word: &str| word.ends_with(|c: char| c.is_ascii_digit());
    let mut out = String::with_capacity(text.len());
    for word in text.split(' ') {
        if !out.is_empty() && (digits(word) || digits(&out)) {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// Drops every match that lies inside a longer one.
fn keep_longest(found: &mut Vec<Found>) {
    if found.len() < 2 {
        return;
    }
    let spans: Vec<(usize, usize)> = found.iter().map(|f| (f.start, f.end)).collect();
    found.retain(|f| {
        !spans
            .iter()
            .any(|&(start, end)| start <= f.start && f.end <= end && end - start > f.end - f.start)
    });
    order::sort_by_key(found, |f| (f.start, f.end, f.role));
}
