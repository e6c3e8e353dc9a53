//! What of the person's is looked for: each value in all the ways that it can be told from a form's own words.

use std::collections::HashMap;

use shared_types::{ProfileKey, Tier};

use super::{
    ends::Ends,
    letters::{Letter, is_spaceless},
    streets,
};
use crate::{
    bind::{CARD_EXPIRY, Day, is_usual_word, subscriber},
    classify::is_form_word,
    question::says_who,
    text::{is_unseen, skeleton},
};

/// Shorter values are words like any other.
const MIN_CHARS: usize = 3;
/// Names in scripts without spaces are shorter.
const MIN_SPACELESS: usize = 2;
/// A number of this many digits is a phone or account number however it is written.
pub(super) const MIN_DIGITS: usize = 7;
/// A number of fewer digits may be a year, an age, a house.
const MIN_TELLING_DIGITS: usize = 5;
/// From this many letters on a value is found however it is cut up, and names are found within words.
const MIN_LOOSE: usize = 6;
/// Encoded texts that are shorter are found by chance.
const MIN_ENCODED: usize = 8;
/// Of longer texts only the beginning is looked for in encodings.
const MAX_ENCODED: usize = 60;

/// Something that the person has.
pub(super) struct KnownValue {
    pub(super) key: ProfileKey,
    /// What stands in the place of the value.
    pub(super) mark: String,
    /// Whether it cannot be one of a form's own words: with digits, an `@`, or of several words.
    pub(super) telling: bool,
    /// Whether it is a name of somebody or something, and no word that forms use.
    pub(super) naming: bool,
    /// Whether no list of choices has it as one of its own: a number, an address, a person's name, a secret.
    pub(super) identity: bool,
    pub(super) tier: Tier,
    /// Whether it is of another profile than the one that is filled from.
    pub(super) is_of_others: bool,
}

/// A row of letters, and where it may stand.
pub(super) struct Pattern {
    letters: Vec<char>,
    /// Where its own words begin.
    begins: Vec<usize>,
    pub(super) known: usize,
    /// Whether it is found however it is cut up.
    loose: bool,
    /// Whether it may begin and end within a word.
    within: bool,
    /// Whether it ends where a capital letter follows a small one.
    bends: bool,
    /// Whether it is a number as it is, or a part of one: it may begin and end anywhere.
    pub(super) is_number: bool,
}

/// All that is looked for.
#[derive(Default)]
pub(super) struct Patterns {
    pub(super) known: Vec<KnownValue>,
    patterns: Vec<Pattern>,
    /// By the first two letters, longest first.
    by_start: HashMap<(char, char), Vec<usize>>,
    /// Digits of long numbers.
    pub(super) numbers: Vec<(String, usize)>,
    /// The same, of which a part may be shown.
    pub(super) ends: Ends,
    pub(super) days: Vec<(Day, usize)>,
}

/// What a value looks like.
struct Form {
    /// It, folded.
    letters: String,
    /// How many they are.
    length: usize,
    digits: String,
    /// Whether it is of several words.
    several: bool,
    is_long_number: bool,
    is_address: bool,
}

impl Form {
    fn of(value: &str) -> Self {
        let letters = skeleton(value);
        let length = letters.chars().count();
        let digits: String = letters.chars().filter(char::is_ascii_digit).collect();
        Self {
            is_long_number: digits.len() >= MIN_DIGITS && digits.len() * 2 > length,
            several: value.split_whitespace().nth(1).is_some(),
            is_address: value.contains('@'),
            letters,
            length,
            digits,
        }
    }

    fn is_plain_number(&self) -> bool {
        self.digits.len() == self.length
    }

    /// Whether it cannot be one of a form's own words.
    fn is_telling(&self, value: &str) -> bool {
        self.is_address
            || self.several
            || value.trim_end_matches('.').contains(['.', '/', '_'])
            || !self.digits.is_empty()
                && (!self.is_plain_number() || self.digits.len() >= MIN_TELLING_DIGITS)
    }
}

impl Patterns {
    /// Adds a value under its key. `country` says how its phone numbers are dialled.
    pub(super) fn add(&mut self, key: &ProfileKey, value: &str, tier: Tier, country: Option<&str>) {
        // A month or a year by itself says nothing of a card, nor does its make.
        if matches!(key.as_str(), "payment.expMonth" | "payment.expYear" | "payment.cardType") {
            return;
        }
        let at = self.known.len();
        let form = Form::of(value);
        let telling = form.is_telling(value) || tier == Tier::Secret;
        let naming = names_something(key, value, tier)
            && !telling
            && !is_form_word(value)
            && !is_usual_word(value);
        let of_person = names_person(key) && (naming || form.several);
        let day = if key.as_str() == CARD_EXPIRY { Day::expiry(value) } else { None };
        let days = if is_date_key(key) { Day::readings(value) } else { Vec::new() };
        self.known.push(KnownValue {
            key: key.clone(),
            mark: format!("{{{{{key}}}}}"),
            telling,
            naming,
            identity: form.is_address
                || form.is_long_number
                || of_person
                || tier == Tier::Secret
                || !days.is_empty(),
            tier,
            is_of_others: false,
        });
        self.days.extend(days.into_iter().chain(day).map(|day| (day, at)));
        if day.is_some() {
            return;
        }
        if form.is_long_number {
            self.add_number(value, &form, at, country);
        }
        let is_spaceless = form.letters.chars().all(is_spaceless);
        let least = if is_spaceless { MIN_SPACELESS } else { MIN_CHARS };
        if form.length < least {
            return;
        }
        self.put(Pattern {
            within: form.is_address || form.is_long_number || of_person && form.length >= MIN_LOOSE,
            loose: form.length >= MIN_LOOSE,
            bends: telling,
            begins: begins(value),
            ..Pattern::plain(&form.letters, at)
        });
        for other in spellings(value) {
            let letters = skeleton(&other);
            if letters.chars().count() >= MIN_LOOSE {
                self.put(Pattern {
                    within: form.is_address,
                    loose: true,
                    bends: telling,
                    ..Pattern::plain(&letters, at)
                });
            }
        }
        if telling || naming {
            self.add_encoded(value, &form.letters, at);
        }
        self.add_parts(key, value, tier);
    }

    /// Adds what a field holds, whatever that is.
    pub(super) fn add_held(&mut self, value: &str, mark: &str) {
        let first = self.known.len();
        self.add(&ProfileKey::new(""), value, Tier::Ordinary, None);
        let is_word = is_form_word(value) || is_usual_word(value);
        for (at, known) in self.known.iter_mut().enumerate().skip(first) {
            mark.clone_into(&mut known.mark);
            known.is_of_others = true;
            known.naming = !known.telling && !is_word;
            self.days.extend(Day::readings(value).into_iter().map(|day| (day, at)));
        }
    }

    /// Adds a number as it is, backwards, as it is dialled within its country, and that a part of it may be shown.
    fn add_number(&mut self, value: &str, form: &Form, at: usize, country: Option<&str>) {
        self.numbers.push((form.digits.clone(), at));
        self.ends.add(form.letters.clone(), at);
        self.ends.add(form.digits.clone(), at);
        self.put(Pattern::number(&form.digits, at));
        let backwards: String = form.digits.chars().rev().collect();
        self.put(Pattern::number(&backwards, at));
        if let Some(own) = subscriber(value, country).filter(|own| own.len() >= MIN_DIGITS) {
            self.put(Pattern::number(&own, at));
            self.numbers.push((own, at));
        }
    }

    /// Adds what is told of an address without being all of it: its street, and of a postcode in two parts the
    /// first, of a page of one's own its host. Whoever chooses from a list may choose it.
    fn add_parts(&mut self, key: &ProfileKey, value: &str, tier: Tier) {
        let mut parts: Vec<Pattern> = Vec::new();
        let known = self.known.len();
        match key.kind().as_ref() {
            "address.street" | "address.street2" => {
                let names = streets::names(value).into_iter();
                parts.extend(
                    names.map(|name| Pattern { loose: true, ..Pattern::plain(&name, known) }),
                );
            }
            "website" => parts.extend(
                host_pattern(value)
                    .map(|host| Pattern { loose: true, ..Pattern::plain(&host, known) }),
            ),
            "address.zipCode" => {
                parts.extend(first_half(value).map(|half| Pattern::plain(&half, known)))
            }
            _ => {}
        }
        if parts.is_empty() {
            return;
        }
        self.known.push(KnownValue {
            key: key.clone(),
            mark: format!("{{{{{key}}}}}"),
            telling: false,
            naming: true,
            identity: false,
            tier,
            is_of_others: false,
        });
        parts.into_iter().for_each(|part| self.put(part));
    }

    fn add_encoded(&mut self, value: &str, letters: &str, at: usize) {
        let backwards: String = letters.chars().rev().collect();
        if backwards.chars().count() >= MIN_LOOSE && backwards != letters {
            self.put(Pattern { loose: true, ..Pattern::plain(&backwards, at) });
        }
        let value = value.trim();
        for text in [value.to_owned(), value.to_lowercase(), letters.to_owned()] {
            let bytes: Vec<u8> = text.bytes().take(MAX_ENCODED).collect();
            let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            let encoded = (0..3).map(|before| base64(&bytes, before)).chain([hex]);
            for encoded in encoded.map(|text| skeleton(&text)).filter(|t| t.len() >= MIN_ENCODED) {
                self.put(Pattern { loose: true, within: true, ..Pattern::plain(&encoded, at) });
            }
        }
    }

    fn put(&mut self, pattern: Pattern) {
        let mut first = pattern.letters.iter();
        let (Some(a), Some(b)) = (first.next(), first.next()) else { return };
        let start = (*a, *b);
        let is_known =
            |known: &usize| self.patterns.get(*known).is_some_and(|p| p.letters == pattern.letters);
        if self.by_start.get(&start).is_some_and(|known| known.iter().any(is_known)) {
            return;
        }
        self.by_start.entry(start).or_default().push(self.patterns.len());
        self.patterns.push(pattern);
    }

    /// Brings all in order, longest first.
    pub(super) fn finish(&mut self) {
        self.ends.finish();
        let patterns = &self.patterns;
        for list in self.by_start.values_mut() {
            list.sort_by_key(|at| {
                std::cmp::Reverse(patterns.get(*at).map_or(0, |pattern| pattern.letters.len()))
            });
        }
    }

    /// The patterns that may begin with these letters, longest first.
    pub(super) fn beginning(&self, a: char, b: char) -> impl Iterator<Item = &Pattern> {
        let list = self.by_start.get(&(a, b)).into_iter().flatten();
        list.filter_map(|at| self.patterns.get(*at))
    }
}

impl Pattern {
    fn plain(letters: &str, known: usize) -> Self {
        Self {
            letters: letters.chars().collect(),
            begins: Vec::new(),
            known,
            loose: false,
            within: false,
            bends: false,
            is_number: false,
        }
    }

    fn number(digits: &str, known: usize) -> Self {
        Self { loose: true, is_number: true, ..Self::plain(digits, known) }
    }

    /// Where it ends, if it stands at `from` among the letters of a text.
    pub(super) fn end(&self, text: &[char], letters: &[Letter], from: usize) -> Option<usize> {
        let to = from + self.letters.len();
        let found = letters.get(from..to)?;
        if found.iter().zip(&self.letters).any(|(letter, c)| letter.c != *c) {
            return None;
        }
        let mut is_cut = false;
        for (at, letter) in (1..).zip(found.iter().skip(1)) {
            if letter.after_gap && !self.begins.contains(&at) {
                is_cut = true;
            }
        }
        if is_cut && !self.loose {
            return None;
        }
        // What is cut up begins and ends with a word, or any text would hold some value.
        let bound = |at: usize| {
            let (Some(before), Some(after)) =
                (at.checked_sub(1).and_then(|b| letters.get(b)), letters.get(at))
            else {
                return true;
            };
            after.after_gap || self.is_bound(text, *before, *after, is_cut)
        };
        (bound(from) && bound(to)).then_some(to)
    }

    /// Whether a value may begin or end between two letters with nothing between them. Pages put texts beside
    /// each other without a space, so an address ends where it ends, and what cannot be a form's word also
    /// where a capital letter follows a small one.
    fn is_bound(&self, text: &[char], before: Letter, after: Letter, is_cut: bool) -> bool {
        if self.is_number {
            return true;
        }
        if before.c.is_numeric() && after.c.is_numeric() {
            return self.within && self.loose && !is_cut;
        }
        if before.c.is_numeric() != after.c.is_numeric() {
            return true;
        }
        let is = |at: usize, test: fn(char) -> bool| text.get(at).is_some_and(|c| test(*c));
        self.within && !is_cut
            || is_spaceless(before.c)
            || is_spaceless(after.c)
            || self.bends && is(before.at, char::is_lowercase) && is(after.at, char::is_uppercase)
    }
}

/// Where the words of a value begin, as positions among its letters.
fn begins(value: &str) -> Vec<usize> {
    let mut begins = Vec::new();
    let mut at = 0;
    let mut gap = false;
    for c in value.chars().filter(|c| !is_unseen(*c)) {
        let letters = skeleton(c.encode_utf8(&mut [0; 4])).chars().count();
        if letters == 0 {
            gap = true;
        } else {
            if gap {
                begins.push(at);
            }
            gap = false;
            at += letters;
        }
    }
    begins
}

/// The host of an address of the web as a person writes it, scheme or not, folded and without `www.`, if it is long
/// enough to be told from words.
fn host_pattern(value: &str) -> Option<String> {
    let rest = value.split_once("://").map_or(value, |(_, rest)| rest);
    let host = rest.split(['/', '?', '#', ':']).next().unwrap_or_default();
    let host = skeleton(host.strip_prefix("www.").unwrap_or(host));
    (host.chars().count() >= MIN_LOOSE).then_some(host)
}

/// The first part of a postcode of two, if it has letters and digits: the place that it is in.
fn first_half(value: &str) -> Option<String> {
    let (half, rest) = value.trim().split_once(' ')?;
    let half = skeleton(half);
    let has = |is: fn(char) -> bool| half.chars().any(is);
    let tells = has(|c| c.is_ascii_digit()) && has(char::is_alphabetic) && !rest.is_empty();
    (tells && half.chars().count() >= MIN_CHARS).then_some(half)
}

/// Other ways that a value is spelled: umlauts as two letters, an address in words, a site without `www`.
fn spellings(value: &str) -> Vec<String> {
    let mut others = Vec::new();
    let lower = value.to_lowercase();
    if lower.contains(['ä', 'ö', 'ü', 'ø', 'å']) {
        let pairs = [("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ø", "oe"), ("å", "aa")];
        others.push(pairs.iter().fold(lower.clone(), |text, (one, two)| text.replace(one, two)));
    }
    if lower.contains('@') {
        others.push(lower.replace('@', " at ").replace('.', " dot "));
        others.push(lower.replace('@', " at "));
    }
    if let Some((_, rest)) = lower.split_once("://") {
        others.push(rest.trim_start_matches("www.").to_owned());
    }
    others
}

/// Whether a value of this key, of one word, is a name. What people choose from lists is not.
fn names_something(key: &ProfileKey, value: &str, tier: Tier) -> bool {
    const CHOSEN: &[&str] =
        &["gender", "pronouns", "address.country", "resume.skills", "resume.languages"];
    let key_text = key.kind();
    let key_text = key_text.as_ref();
    let is_own = key_text.starts_with("custom.") || key_text.starts_with("record.");
    let is_capital = || value.trim().starts_with(|c: char| c.is_uppercase() || is_spaceless(c));
    let is_chosen = CHOSEN.iter().any(|chosen| key_text.starts_with(chosen))
        || key_text.starts_with("answers.")
        || key_text.ends_with(".degree")
        || key_text.ends_with(".field");
    !is_chosen && (!is_own || is_capital() && tier == Tier::Ordinary)
}

/// Whether this key names a person or where one lives.
fn names_person(key: &ProfileKey) -> bool {
    matches!(
        key.kind().as_ref(),
        "firstName"
            | "middleName"
            | "lastName"
            | "fullName"
            | "username"
            | "address.street"
            | "address.street2"
            | "payment.cardName"
    ) || says_who(key.as_str())
}

/// Whether a key holds a day that says who somebody is. Days of a résumé are anybody's.
fn is_date_key(key: &ProfileKey) -> bool {
    !key.as_str().starts_with("resume.")
}

/// What stands for these bytes in base64 (RFC 4648 §4) when `before` others precede them in their group of
/// three: the digits that are theirs alone.
fn base64(bytes: &[u8], before: usize) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bits: Vec<u8> = std::iter::repeat_n(0, before)
        .chain(bytes.iter().copied())
        .flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1))
        .collect();
    let own = (before * 8).div_ceil(6);
    let whole = bits.chunks_exact(6).skip(own);
    whole
        .filter_map(|six| {
            let digit = six.iter().fold(0, |sum, bit| sum * 2 + usize::from(*bit));
            DIGITS.get(digit).map(|digit| char::from(*digit))
        })
        .collect()
}
