//! Finds the words of [`super::tables`] in normalised texts, all languages at once.
//!
//! Of matches that overlap only the longest speaks: in "company name" nothing asks for a name.
//!
//! The phrases lie sorted in one text; a search narrows the range of those that begin as the text
//! does, byte by byte. That takes less room in the browser than an automaton, and no time to build.

use std::{collections::HashSet, ops::Range, sync::OnceLock};

use super::{
    cue::{Answer, Cue, Sense, Topic},
    tables::{LANGUAGES, Language},
    weights,
};
use crate::text::{is_unspaced, label_words, word_count};

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

struct Pattern<T> {
    topic: T,
    language: u8,
    weak: bool,
    words: f32,
    open_start: bool,
    open_end: bool,
    /// One word, or a phrase written as one.
    compact: bool,
}

/// Patterns in the order of their texts.
struct PhraseTable<T> {
    patterns: Vec<Pattern<T>>,
    /// The texts, one after the other, and where each ends.
    texts: Vec<u8>,
    ends: Vec<usize>,
    /// Where the patterns of each pair of first bytes begin.
    pairs: Vec<(u16, usize)>,
}

struct Matcher<T> {
    /// Patterns that begin where a word begins.
    anchored: PhraseTable<T>,
    /// Patterns that begin anywhere.
    open: PhraseTable<T>,
}

/// The words in a normalised text, in its order, without those inside longer ones. `lang` is the
/// page's language: words of others (but English) count less.
pub(super) fn find(text: &str, kind: Kind, lang: Option<u8>) -> Vec<Found<Cue>> {
    let mut found = matcher().candidates(text, kind, lang);
    keep_longest(&mut found);
    found
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
    let mut found = sense_matcher().candidates(text, kind, None);
    keep_longest(&mut found);
    found
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
    MATCHER.get_or_init(|| Matcher::compile(Topic::cue))
}

fn sense_matcher() -> &'static Matcher<Sense> {
    static MATCHER: OnceLock<Matcher<Sense>> = OnceLock::new();
    MATCHER.get_or_init(|| Matcher::compile(Topic::sense))
}

impl<T: Copy> Matcher<T> {
    fn compile(wanted: fn(Topic) -> Option<T>) -> Self {
        let mut all = Vec::new();
        for (number, language) in (0..).zip(LANGUAGES) {
            add_language(&mut all, number, language, wanted);
        }
        let (open, anchored) = all.into_iter().partition(|(_, pattern)| pattern.open_start);
        Self { anchored: PhraseTable::new(anchored), open: PhraseTable::new(open) }
    }

    fn candidates(&self, text: &str, kind: Kind, lang: Option<u8>) -> Vec<Found<T>> {
        let mut found = Vec::new();
        let mut before = b' ';
        for (start, &byte) in text.as_bytes().iter().enumerate() {
            let word_starts = before == b' ';
            before = byte;
            let mut take = |pattern: &Pattern<T>, end: usize| {
                if pattern.fits(text, start..end, word_starts, kind) {
                    found.push(pattern.found(start..end, lang));
                }
            };
            if word_starts || kind == Kind::Identifier {
                self.anchored.walk(text, start, &mut take);
            }
            self.open.walk(text, start, &mut take);
        }
        found
    }
}

impl<T> PhraseTable<T> {
    fn new(mut patterns: Vec<(String, Pattern<T>)>) -> Self {
        patterns.sort_by(|a, b| a.0.cmp(&b.0));
        let mut table = Self {
            patterns: Vec::with_capacity(patterns.len()),
            texts: Vec::new(),
            ends: Vec::new(),
            pairs: Vec::new(),
        };
        for (at, (text, pattern)) in patterns.into_iter().enumerate() {
            let key = pair(text.as_bytes());
            if table.pairs.last().is_none_or(|(last, _)| *last != key) {
                table.pairs.push((key, at));
            }
            table.texts.extend_from_slice(text.as_bytes());
            table.ends.push(table.texts.len());
            table.patterns.push(pattern);
        }
        table
    }

    /// The text of the pattern at this place.
    fn text(&self, at: usize) -> &[u8] {
        let end = |at: usize| self.ends.get(at).copied().unwrap_or_default();
        let start = at.checked_sub(1).map_or(0, end);
        self.texts.get(start..end(at)).unwrap_or_default()
    }

    /// The places of the patterns that begin with this pair of bytes.
    fn of_pair(&self, key: u16) -> Range<usize> {
        let Ok(at) = self.pairs.binary_search_by_key(&key, |(key, _)| *key) else { return 0..0 };
        let start = |at: usize| self.pairs.get(at).map_or(self.patterns.len(), |(_, start)| *start);
        start(at)..start(at + 1)
    }

    /// Shows every pattern that the text continues with at `start`, and where it ends there.
    fn walk(&self, text: &str, start: usize, take: &mut dyn FnMut(&Pattern<T>, usize)) {
        let Some(rest) = text.as_bytes().get(start..) else { return };
        let mut show = |places: Range<usize>, length: usize| {
            let patterns = self.patterns.get(places).unwrap_or_default();
            patterns.iter().for_each(|pattern| take(pattern, start + length));
        };
        show(self.of_pair(pair(rest.get(..1).unwrap_or_default())), 1);
        let mut left = if rest.len() < 2 { 0..0 } else { self.of_pair(pair(rest)) };
        let mut length = 2;
        while !left.is_empty() {
            // Those that end here stand before those that go on.
            let longer = |at: usize| self.text(at).len() > length;
            let going_on = left.clone().find(|at| longer(*at)).unwrap_or(left.end);
            show(left.start..going_on, length);
            let Some(&next) = rest.get(length) else { return };
            let byte = |at: usize| self.text(at).get(length).copied().unwrap_or(0);
            let from = first_place(going_on..left.end, |at| byte(at) >= next);
            left = from..first_place(from..left.end, |at| byte(at) > next);
            length += 1;
        }
    }
}

/// The first place from which on the test holds; before it, it does not.
fn first_place(mut places: Range<usize>, test: impl Fn(usize) -> bool) -> usize {
    while places.start < places.end {
        let middle = places.start + (places.end - places.start) / 2;
        if test(middle) {
            places.end = middle;
        } else {
            places.start = middle + 1;
        }
    }
    places.start
}

/// The first two bytes as a number; 0 stands for a byte that is not there.
fn pair(bytes: &[u8]) -> u16 {
    let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
    u16::from_be_bytes([byte(0), byte(1)])
}

impl<T: Copy> Pattern<T> {
    fn fits(&self, text: &str, at: Range<usize>, word_starts: bool, kind: Kind) -> bool {
        let next = text.as_bytes().get(at.end);
        let ends = self.open_end || next.is_none_or(|&byte| byte == b' ');
        let inside = kind == Kind::Identifier && self.compact && at.len() >= INSIDE_IDENTIFIER;
        ((self.open_start || word_starts) && ends) || inside
    }

    fn found(&self, at: Range<usize>, lang: Option<u8>) -> Found<T> {
        let weight = if self.weak { weights::WEAK_WORD } else { 1.0 };
        let foreign = lang.is_some_and(|lang| self.language != 0 && self.language != lang);
        Found {
            topic: self.topic,
            start: at.start,
            end: at.end,
            strength: weight * if foreign { weights::FOREIGN_WORD } else { 1.0 },
            words: self.words,
        }
    }
}

/// The patterns of a language. A phrase is also known as one word: `first name`, `firstname`.
fn add_language<T: Copy>(
    all: &mut Vec<(String, Pattern<T>)>,
    number: u8,
    language: &Language,
    wanted: fn(Topic) -> Option<T>,
) {
    for (topic, phrases) in language.rows() {
        let Some(topic) = topic.and_then(wanted) else { continue };
        for phrase in phrases.split(',').map(str::trim) {
            let (weak, phrase) = match phrase.strip_prefix('?') {
                Some(rest) => (true, rest),
                None => (false, phrase),
            };
            let text = label_words(phrase);
            if text.is_empty() {
                continue;
            }
            let unspaced = text.chars().any(is_unspaced);
            let words = word_count(&text);
            let single = !text.contains(' ');
            let pattern = |compact| Pattern {
                topic,
                language: number,
                weak,
                words,
                open_start: phrase.starts_with('*') || unspaced,
                open_end: phrase.ends_with('*') || unspaced,
                compact,
            };
            if !single {
                all.push((joined(&text), pattern(true)));
            }
            let compact = single && text.is_ascii();
            let pattern = pattern(compact);
            all.push((text, pattern));
        }
    }
}

/// The words as one, digits apart as [`label_words`] leaves them.
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
fn keep_longest<T: Copy + Ord>(found: &mut Vec<Found<T>>) {
    if found.len() < 2 {
        return;
    }
    let spans: Vec<(usize, usize)> = found.iter().map(|f| (f.start, f.end)).collect();
    found.retain(|f| {
        !spans
            .iter()
            .any(|&(start, end)| start <= f.start && f.end <= end && end - start > f.end - f.start)
    });
    found.sort_by_key(|f| (f.start, f.end, f.topic));
}
