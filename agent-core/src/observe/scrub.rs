//! Takes the person's values out of what leaves the browser, and says what a field holds by key.

use std::collections::HashMap;

use shared_types::{Button, Field, Private, ProfileKey, Tier, ValueState};

use super::name::collapse;
use crate::{bind::Source, gate::Kind, order};

/// Shorter values are words like any other.
const MIN_CHARS: usize = 3;
/// Names in scripts without spaces are shorter.
const MIN_SPACELESS: usize = 2;
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
    /// Whether it cannot be one of a form's own words: with a digit, an `@`, or of several words.
    distinctive: bool,
    /// Whether it is an address or a number of one person.
    identifying: bool,
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
            let least =
                if chars.iter().all(|c| is_spaceless(*c)) { MIN_SPACELESS } else { MIN_CHARS };
            if let Some(first) = chars.first().filter(|_| chars.len() >= least) {
                let distinctive = text.contains(is_telling);
                let identifying = text.contains('@') || digits.len() >= MIN_DIGITS;
                let choice = source.profile.tiers.get(key.as_str());
                let kind = Kind::of_entry(&key, Some(value.reveal()), choice);
                let secret = kind.tier() == Tier::Secret;
                scrubber.has_secrets |= secret;
                let value = Value {
                    text: chars.clone(),
                    key: key.clone(),
                    distinctive,
                    identifying,
                    secret,
                };
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

    /// As [`Self::text`], but only for values that cannot be a form's own words. Labels are how plans find their fields. A label that is nothing but a value is a
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

    /// Takes addresses and numbers of a person out of what programs read of a field: rows are named after
    /// whom they are about. What stands there then says nothing, or it would say what the field is for.
    pub(super) fn attributes(&self, field: &mut Field) {
        let Field { tag, kind, id, name, autocomplete, pattern, accept, input_mode, .. } = field;
        let optional = accept.iter_mut().chain(input_mode);
        for text in [tag, kind, id, name, autocomplete, pattern].into_iter().chain(optional) {
            self.attribute(text);
        }
    }

    /// As [`Self::attributes`], of a button.
    pub(super) fn button_attributes(&self, button: &mut Button) {
        let Button { tag, kind, id, form_action, .. } = button;
        for text in [tag, kind, id] {
            self.attribute(text);
        }
        if let Some(url) = form_action {
            *url = self.url(url);
        }
    }

    pub(super) fn attribute(&self, text: &mut String) {
        if text.contains(is_telling) {
            *text = self.replaced(text, |value| value.identifying, |_| "…".to_owned());
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
        self.replaced(text, wanted, |key| format!("{{{{{key}}}}}"))
    }

    fn replaced(
        &self,
        text: &str,
        wanted: impl Fn(&Value) -> bool,
        by: impl Fn(&ProfileKey) -> String,
    ) -> String {
        if self.values.is_empty() {
            return text.to_owned();
        }
        let original: Vec<char> = text.chars().collect();
        let lower: Vec<char> = original.iter().map(|c| lower(*c)).collect();
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        while let (Some(c), Some(first)) = (original.get(at), lower.get(at)) {
            let candidates = self.values.get(first).into_iter().flatten();
            let found = candidates.filter(|value| wanted(value)).find_map(|value| {
                let end = match_at(&lower, at, &value.text)?;
                let is_cut = |at| is_within_word(&original, at, value);
                (!is_cut(at) && !is_cut(end)).then_some((end, &value.key))
            });
            if let Some((end, key)) = found {
                out.push_str(&by(key));
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

/// Whether this place is within a word, so that no value begins or ends there: two letters or two digits
/// stand beside each other. Pages put texts beside each other without a space, so an address ends where it
/// ends, and what cannot be a form's word also where a capital letter follows a small one.
fn is_within_word(text: &[char], at: usize, value: &Value) -> bool {
    let before = at.checked_sub(1).and_then(|before| text.get(before));
    let (Some(&before), Some(&after)) = (before, text.get(at)) else { return false };
    if before.is_numeric() && after.is_numeric() {
        return true;
    }
    let is_bound = value.identifying
        || is_spaceless(before)
        || is_spaceless(after)
        || value.distinctive && before.is_lowercase() && after.is_uppercase();
    before.is_alphabetic() && after.is_alphabetic() && !is_bound
}

/// Whether a letter is of a script that is written without spaces, or with endings on names: Thai, Kana, Han,
/// Hangul (Unicode 17, blocks).
fn is_spaceless(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{e7f}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

/// Where a value ends that stands at `at`. A run of white space equals any other.
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
    Some(end)
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
