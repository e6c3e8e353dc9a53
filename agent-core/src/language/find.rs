//! Finds the phrases of tables in normalised texts, all languages at once.
//!
//! Of matches that overlap only the longest speaks: in "company name" nothing asks for a name.
//!
//! The phrases lie sorted in one text; a search narrows the range of those that begin as the text
//! does, byte by byte. That takes less room in the browser than an automaton, and no time to build.

use std::ops::Range;

use crate::text::{is_unspaced, label_words, word_count};

/// A compact form at least this long is recognised inside a run of letters of an identifier.
const INSIDE_IDENTIFIER: usize = 7;

/// Where a text comes from: identifiers run words together, prose does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Words for a person.
    Prose,
    /// `name` and `id`.
    Identifier,
}

/// A phrase found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Found<T> {
    /// What it speaks for.
    pub(crate) topic: T,
    /// First byte.
    pub(crate) start: usize,
    /// Byte after the last.
    pub(crate) end: usize,
    /// Place of its language among [`super::LANGUAGES`].
    pub(crate) language: u8,
    /// Whether the table marks it as a mere hint.
    pub(crate) weak: bool,
    /// Number of words.
    pub(crate) words: f32,
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

/// The phrases of all languages, each with what it speaks for.
pub(crate) struct Matcher<T> {
    /// Patterns that begin where a word begins.
    anchored: PhraseTable<T>,
    /// Patterns that begin anywhere.
    open: PhraseTable<T>,
}

impl<T: Copy + Ord> Matcher<T> {
    /// Of lines: the place of the language, the topic, and the phrases, separated by commas.
    pub(crate) fn new(lines: impl Iterator<Item = (u8, T, &'static str)>) -> Self {
        let mut all = Vec::new();
        for (language, topic, phrases) in lines {
            add_line(&mut all, language, topic, phrases);
        }
        let (open, anchored) = all.into_iter().partition(|(_, pattern)| pattern.open_start);
        Self { anchored: PhraseTable::new(anchored), open: PhraseTable::new(open) }
    }

    /// The phrases in a normalised text, in its order, without those inside longer ones.
    pub(crate) fn find(&self, text: &str, kind: Kind) -> Vec<Found<T>> {
        let mut found = self.candidates(text, kind);
        keep_longest(&mut found);
        found
    }

    /// Every phrase in a normalised text, in every language.
    pub(crate) fn all(&self, text: &str) -> impl Iterator<Item = Found<T>> {
        self.candidates(text, Kind::Prose).into_iter()
    }

    /// As [`Self::find`], of one language alone: the one whose phrases cover most of the text, of equals the one that
    /// stands first.
    pub(crate) fn find_in_its_language(&self, text: &str) -> Vec<Found<T>> {
        let mut all = self.candidates(text, Kind::Prose);
        all.sort_by_key(|found| found.language);
        let readings = all.chunk_by(|one, next| one.language == next.language).map(|own| {
            let mut own = own.to_vec();
            keep_longest(&mut own);
            (covered(&own), own)
        });
        let best = readings.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map_or_else(Vec::new, |(_, own)| own)
    }

    /// As [`Self::find`], of one language alone, by its place.
    pub(crate) fn find_of(&self, text: &str, language: u8) -> Vec<Found<T>> {
        let mut own = self.candidates(text, Kind::Prose);
        own.retain(|found| found.language == language);
        keep_longest(&mut own);
        own
    }

    /// How much of a normalised text the phrases of each language cover.
    pub(crate) fn covered(&self, text: &str) -> Vec<(u8, usize)> {
        let mut all = self.candidates(text, Kind::Prose);
        all.sort_by_key(|found| found.language);
        let of_language = |own: &[Found<T>]| {
            let language = own.first().map_or(0, |found| found.language);
            let mut own = own.to_vec();
            keep_longest(&mut own);
            (language, covered(&own))
        };
        all.chunk_by(|one, next| one.language == next.language).map(of_language).collect()
    }

    /// Every phrase in a normalised text.
    fn candidates(&self, text: &str, kind: Kind) -> Vec<Found<T>> {
        let mut found = Vec::new();
        let mut before = b' ';
        for (start, &byte) in text.as_bytes().iter().enumerate() {
            let word_starts = before == b' ';
            before = byte;
            let mut take = |pattern: &Pattern<T>, end: usize| {
                if pattern.fits(text, start..end, word_starts, kind) {
                    found.push(pattern.found(start..end));
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

    fn found(&self, at: Range<usize>) -> Found<T> {
        Found {
            topic: self.topic,
            start: at.start,
            end: at.end,
            language: self.language,
            weak: self.weak,
            words: self.words,
        }
    }
}

/// The patterns of a line. A phrase is also known as one word: `first name`, `firstname`.
fn add_line<T: Copy>(
    all: &mut Vec<(String, Pattern<T>)>,
    language: u8,
    topic: T,
    phrases: &'static str,
) {
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
            language,
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

/// Bytes that matches cover, which are in order.
fn covered<T>(found: &[Found<T>]) -> usize {
    let mut end = 0;
    let mut sum = 0;
    for one in found {
        sum += one.end.saturating_sub(one.start.max(end));
        end = end.max(one.end);
    }
    sum
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
