//! Takes the person's values out of what leaves the browser, and says what a field holds by key.

use std::collections::HashMap;

use shared_types::{Button, Field, Private, ProfileKey, Tier, ValueState};

use super::name::collapse;
use crate::{bind::Source, gate::Kind, order};

/// Shorter values are words like any other.
const MIN_CHARS: usize = 3;
/// A number of this many digits is a phone or account number however it is written.
const MIN_DIGITS: usize = 7;

/// The person's values, for taking them out and for recognising them.
#[derive(Default)]
pub(super) struct Scrubber {
    /// By first character, longest first.
    values: HashMap<char, Vec<Value>>,
    has_secrets: bool,
    by_text: HashMap<String, ProfileKey>,
    by_digits: HashMap<String, ProfileKey>,
}

struct Value {
    /// In lower case, white space collapsed.
    text: Vec<char>,
    key: ProfileKey,
    /// Whether it cannot be one of a form's own words.
    distinctive: bool,
    /// Whether no form has it as one of its words or choices.
    secret: bool,
}

impl Scrubber {
    /// Prepares the values of a source.
    pub(super) fn new(source: &Source<'_>) -> Self {
        let mut scrubber = Self::default();
        for (key, value) in source.values() {
            let text = normal(value.reveal());
            let digits = digits(&text);
            let chars: Vec<char> = text.chars().collect();
            if let Some(first) = chars.first().filter(|_| chars.len() >= MIN_CHARS) {
                let distinctive = text.contains(is_telling);
                let secret = Kind::of_key(&key).tier() == Tier::Secret;
                scrubber.has_secrets |= secret;
                let value = Value { text: chars.clone(), key: key.clone(), distinctive, secret };
                scrubber.values.entry(*first).or_default().push(value);
            }
            if digits.len() >= MIN_DIGITS {
                scrubber.by_digits.entry(digits).or_insert_with(|| key.clone());
            }
            if !text.is_empty() {
                scrubber.by_text.entry(text).or_insert(key);
            }
        }
        for values in scrubber.values.values_mut() {
            order::sort_by_key(values, |value| std::cmp::Reverse(value.text.len()));
        }
        scrubber
    }

    /// The text with each value, where it stands as a word of its own, replaced by `{{key}}`.
    pub(super) fn text(&self, text: &str) -> String {
        self.replace(text, |_| true)
    }

    /// As [`Self::text`], but only for values that cannot be a form's own words: with a digit, an `@`, or
    /// of several words. Labels are how plans find their fields. A label that is nothing but a value is a
    /// choice and stays, unless the value is a secret.
    pub(super) fn label(&self, text: &str) -> String {
        if self.by_text.contains_key(&normal(text)) {
            return self.choice(text);
        }
        self.words(text)
    }

    /// The text without values that cannot be a form's own words.
    pub(super) fn words(&self, text: &str) -> String {
        if text.contains(is_telling) {
            self.replace(text, |value| value.distinctive)
        } else {
            text.to_owned()
        }
    }

    /// Takes values out of what programs read of a field: rows are named after whom they are about.
    pub(super) fn attributes(&self, field: &mut Field) {
        let Field { tag, kind, id, name, autocomplete, pattern, accept, input_mode, .. } = field;
        let optional = accept.iter_mut().chain(input_mode);
        for text in [tag, kind, id, name, autocomplete, pattern].into_iter().chain(optional) {
            *text = self.words(text);
        }
    }

    /// As [`Self::attributes`], of a button.
    pub(super) fn button_attributes(&self, button: &mut Button) {
        let Button { tag, kind, id, form_action, .. } = button;
        for text in [tag, kind, id] {
            *text = self.words(text);
        }
        if let Some(url) = form_action {
            *url = self.url(url);
        }
    }

    /// A choice's text, without secrets: what else a person has may be what is to be chosen.
    pub(super) fn choice(&self, text: &str) -> String {
        if !self.has_secrets {
            return text.to_owned();
        }
        self.replace(text, |value| value.secret)
    }

    fn replace(&self, text: &str, wanted: impl Fn(&Value) -> bool) -> String {
        if self.values.is_empty() {
            return text.to_owned();
        }
        let original: Vec<char> = text.chars().collect();
        let lower: Vec<char> = original.iter().map(|c| lower(*c)).collect();
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        while let (Some(c), Some(first)) = (original.get(at), lower.get(at)) {
            let starts = |value: &Value| wanted(value) && is_word_start(&lower, at, &value.text);
            let candidates = self.values.get(first).into_iter().flatten();
            let found = candidates
                .filter(|value| starts(value))
                .find_map(|value| Some((match_at(&lower, at, &value.text)?, &value.key)));
            if let Some((end, key)) = found {
                out.push_str(&format!("{{{{{key}}}}}"));
                at = end;
            } else {
                out.push(*c);
                at += 1;
            }
        }
        out
    }

    /// The address without fragment, and without values in its path and query, whether encoded or not.
    pub(super) fn url(&self, url: &str) -> String {
        let url = url.split('#').next().unwrap_or_default();
        let (path, query) = match url.split_once('?') {
            Some((path, query)) => (path, Some(query)),
            None => (url, None),
        };
        // The host says which site it is, never who the person is to Vaulty.
        let host_end = path
            .find("://")
            .and_then(|scheme| Some(scheme + 3 + path.get(scheme + 3..)?.find('/')?))
            .unwrap_or(0);
        let (site, path) = path.split_at_checked(host_end).unwrap_or(("", path));
        let mut out = site.to_owned();
        out.push_str(&self.parts(path, '/'));
        if let Some(query) = query {
            out.push('?');
            let pairs: Vec<String> = query.split('&').map(|pair| self.parts(pair, '=')).collect();
            out.push_str(&pairs.join("&"));
        }
        out
    }

    fn parts(&self, text: &str, separator: char) -> String {
        let parts: Vec<String> = text
            .split(separator)
            .map(|part| {
                let plain = decoded(part);
                let scrubbed = self.text(&plain);
                if scrubbed == plain { part.to_owned() } else { scrubbed }
            })
            .collect();
        parts.join(&separator.to_string())
    }

    /// What may be known of a value that a field holds. `shown` is what a person reads of it.
    pub(super) fn state(&self, value: &Private, shown: &str) -> ValueState {
        if value.reveal().trim().is_empty() {
            return ValueState::Empty;
        }
        let known = [value.reveal(), shown].into_iter().map(normal).find_map(|text| {
            let as_number = || {
                let plain = text.chars().all(|c| !c.is_alphabetic());
                self.by_digits.get(&digits(&text)).filter(|_| plain)
            };
            self.by_text.get(&text).or_else(as_number)
        });
        known.map_or(ValueState::Filled, |key| ValueState::Matches(key.clone()))
    }
}

/// Whether a text with this character in it can be a value that is no word of a form.
fn is_telling(c: char) -> bool {
    c.is_ascii_digit() || c == '@' || c.is_whitespace()
}

/// Whether a word can start here: two letters in a row are within a word.
fn is_word_start(text: &[char], at: usize, value: &[char]) -> bool {
    let before = at.checked_sub(1).and_then(|before| text.get(before));
    !(before.is_some_and(|c| c.is_alphanumeric())
        && value.first().is_some_and(|c| c.is_alphanumeric()))
}

/// Where a value ends that starts at `at` and ends at the end of a word. A run of white space equals any
/// other.
fn match_at(text: &[char], at: usize, value: &[char]) -> Option<usize> {
    let mut end = at;
    for c in value {
        if *c == ' ' {
            let from = end;
            while text.get(end).is_some_and(|c| c.is_whitespace()) {
                end += 1;
            }
            if end == from {
                return None;
            }
        } else if text.get(end) == Some(c) {
            end += 1;
        } else {
            return None;
        }
    }
    let within = value.last().is_some_and(|c| c.is_alphanumeric())
        && text.get(end).is_some_and(|c| c.is_alphanumeric());
    (!within).then_some(end)
}

fn normal(text: &str) -> String {
    collapse(text).chars().map(lower).collect()
}

/// One character for one, so that positions stay.
fn lower(c: char) -> char {
    c.to_lowercase().next().unwrap_or(c)
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Percent-decoded (RFC 3986 §2.1), `+` as a blank.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let escaped = match (first, after) {
            (b'%', [a, b, ..]) => hex(*a).zip(hex(*b)).map(|(a, b)| a * 16 + b),
            _ => None,
        };
        rest = match escaped {
            Some(byte) => {
                bytes.push(byte);
                after.get(2..).unwrap_or_default()
            }
            None => {
                bytes.push(if *first == b'+' { b' ' } else { *first });
                after
            }
        };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|d| u8::try_from(d).ok())
}
