//! Takes the person's values out of texts, and says what a field holds by key.
//!
//! Texts are compared by their letters and digits alone (`letters`), so no separator, no invisible mark, no
//! width and no alphabet of digits hides a value; numbers also in part and without country code, days in any
//! order and language (`dates`), and what is encoded as it would be found (`patterns`).

mod dates;
mod days;
mod ends;
mod letters;
mod patterns;
mod streets;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use shared_types::{Button, Field, Private, ProfileKey, Tier, ValueState};

use self::{
    dates::Calendar,
    letters::{Letter, letters},
    patterns::{KnownValue, MIN_DIGITS, Patterns},
};
use crate::{
    bind::Source,
    bind::is_usual_word,
    gate::Kind,
    question::{says_who, told_key},
    text::{caseless, digits},
};

/// Passes over a text: what is taken out may join what is left.
const PASSES: usize = 4;
/// Seen characters between two groups of digits of one number.
const MAX_GAP: usize = 3;
/// What stands in the place of a value of another profile.
const OTHERS: &str = "…";
/// Digits that may stand before a phone number: its country code and what is dialled before.
const MAX_PREFIX: usize = 5;

/// The person's values, for taking them out and for recognising them.
#[derive(Default)]
pub(crate) struct Scrubber {
    patterns: Patterns,
    by_text: HashMap<String, (ProfileKey, Tier)>,
    by_digits: HashMap<String, ProfileKey>,
    aliases: HashMap<ProfileKey, ProfileKey>,
}

/// What is taken out of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rule {
    /// Every value.
    All,
    /// Values that cannot be a form's own words.
    Own,
    /// Of these, what does not look like a word.
    Telling,
    /// Values that are no choice of a list.
    Identity,
    /// Secrets.
    Secret,
}

impl Scrubber {
    /// Prepares the values of a source, and those of the profiles beside it: they are taken out as well, and no field
    /// is said to hold one.
    pub(crate) fn new(source: &Source<'_>) -> Self {
        Self::beside(source, &[])
    }

    /// As [`Self::new`], with what fields hold that the person has typed or chosen, of whatever kind it is.
    pub(crate) fn beside(source: &Source<'_>, held: &[Private]) -> Self {
        let mut scrubber = Self::default();
        scrubber.add(source, false);
        for profile in source.others {
            if !std::ptr::eq(profile, source.profile) {
                scrubber.add(
                    &Source { profile, record: None, today: None, others: &[], site: "" },
                    true,
                );
            }
        }
        held.iter().for_each(|value| scrubber.patterns.add_held(value.reveal(), OTHERS));
        scrubber.patterns.finish();
        scrubber.name_keys();
        scrubber
    }

    fn add(&mut self, source: &Source<'_>, of_others: bool) {
        let first = self.patterns.known.len();
        let country = source.country();
        let here = source.all_values().into_iter().map(|(key, value)| (key, value, of_others));
        let elsewhere = source.of_other_sites().into_iter().map(|(key, value)| (key, value, true));
        for (key, value, of_others) in here.chain(elsewhere) {
            // Which skills or networks a person has entries for is told by no mark.
            let key = ProfileKey::new(told_key(key.as_str()));
            let text = spelled(value.reveal());
            let digits = digits(&text);
            if digits.len() >= MIN_DIGITS && !of_others {
                self.by_digits.entry(digits).or_insert_with(|| key.clone());
            }
            let choice = source.choice(&key);
            let tier = Kind::of_entry(&key, Some(value.reveal()), choice).tier();
            // "Yes" to one of many questions does not say which: no field that holds it holds this entry.
            let is_fact = key.as_str().starts_with("facts.");
            if is_fact && tier != Tier::Secret && is_usual_word(value.reveal()) {
                continue;
            }
            self.patterns.add(&key, value.reveal(), tier, country);
            if !text.is_empty() && !of_others {
                self.by_text.entry(text).or_insert((key, tier));
            }
        }
        if of_others {
            // A key in their place would be taken for one of this profile's.
            for known in self.patterns.known.iter_mut().skip(first) {
                OTHERS.clone_into(&mut known.mark);
                known.is_of_others = true;
            }
        }
    }

    /// Keys that the person has named, where a name holds a value of another key.
    fn name_keys(&mut self) {
        let own = |known: &&KnownValue| !known.is_of_others && given_name(&known.key).is_some();
        let names: Vec<(usize, ProfileKey)> = (0..)
            .zip(&self.patterns.known)
            .filter(|(_, known)| own(known))
            .map(|(at, known)| (at, self.scrubbed_key(&known.key)))
            .filter(|(at, alias)| {
                self.patterns.known.get(*at).is_some_and(|known| known.key != *alias)
            })
            .collect();
        for (at, alias) in names {
            if let Some(known) = self.patterns.known.get_mut(at) {
                known.mark = format!("{{{{{alias}}}}}");
                self.aliases.insert(known.key.clone(), alias);
            }
        }
    }

    fn scrubbed_key(&self, key: &ProfileKey) -> ProfileKey {
        match given_name(key) {
            Some((room, name)) => {
                let name = self.replaced(name, Rule::Own, |known| match given_name(&known.key) {
                    Some((room, _)) if !known.is_of_others => format!("{{{{{room}}}}}"),
                    _ => known.mark.clone(),
                });
                ProfileKey::new(format!("{room}.{name}"))
            }
            None => key.clone(),
        }
    }

    /// What a key is called outside: its own name, unless that holds a value.
    pub(crate) fn key(&self, key: &ProfileKey) -> ProfileKey {
        self.aliases.get(key).cloned().unwrap_or_else(|| self.scrubbed_key(key))
    }

    /// The text with each value replaced by `{{key}}`.
    pub(crate) fn text(&self, text: &str) -> String {
        self.replaced(text, Rule::All, |known| known.mark.clone())
    }

    /// The text without values that cannot be a form's own words. Labels are how plans find their fields.
    pub(crate) fn label(&self, text: &str) -> String {
        self.replaced(text, Rule::Own, |known| known.mark.clone())
    }

    /// A label as it is planned with: "Ada" alone stays there, or forms about Ada could not be told apart.
    pub(super) fn own_label(&self, text: &str) -> String {
        self.replaced(text, Rule::Telling, |known| known.mark.clone())
    }

    /// A choice's text, as it leaves: one that is nothing but something of the person's that lists have (a
    /// country, a job, a word of their own) may be what is to be chosen, and so may a word of a list; numbers,
    /// addresses and names of persons are not, whether they stand alone or in it.
    pub(crate) fn choice(&self, text: &str) -> String {
        let rule = match self.by_text.get(&spelled(text)) {
            Some((key, Tier::Ordinary)) if is_chosen(key, text) => return text.to_owned(),
            Some((_, Tier::Ordinary)) => Rule::All,
            Some(_) | None => Rule::Identity,
        };
        self.replaced(text, rule, |known| known.mark.clone())
    }

    /// A choice's text, as it is chosen by: without secrets alone.
    pub(super) fn own_choice(&self, text: &str) -> String {
        self.replaced(text, Rule::Secret, |known| known.mark.clone())
    }

    /// The label of something that is ticked, as it is chosen by.
    pub(super) fn own_tick(&self, text: &str) -> String {
        if self.by_text.contains_key(&spelled(text)) {
            return self.own_choice(text);
        }
        self.own_label(text)
    }

    /// The label of something that is ticked, as it leaves.
    pub(crate) fn tick(&self, text: &str) -> String {
        match self.by_text.get(&spelled(text)) {
            Some(_) => self.choice(text),
            None => self.label(text),
        }
    }

    /// Takes values out of what programs read of a field: rows are named after whom they are about. What
    /// stands there then says nothing, or it would say what the field is for.
    pub(crate) fn attributes(&self, field: &mut Field) {
        let Field { tag, kind, id, name, autocomplete, pattern, accept, input_mode, .. } = field;
        let optional = accept.iter_mut().chain(input_mode);
        for text in [tag, kind, id, name, autocomplete, pattern].into_iter().chain(optional) {
            self.attribute(text);
        }
    }

    /// As [`Self::attributes`], of a button.
    pub(crate) fn button_attributes(&self, button: &mut Button) {
        let Button { tag, kind, id, form_action, .. } = button;
        for text in [tag, kind, id] {
            self.attribute(text);
        }
        if let Some(url) = form_action {
            *url = self.url(url);
        }
    }

    pub(crate) fn attribute(&self, text: &mut String) {
        if !is_token(text) {
            *text = self.replaced(text, Rule::Own, |_| "…".to_owned());
        }
    }

    /// The address without fragment, and without values in its path and query, whether encoded or not.
    pub(crate) fn url(&self, url: &str) -> String {
        let (site, rest) = site_and_rest(url);
        if rest.is_empty() {
            return site.to_owned();
        }
        let plain = (0..3).fold(rest.to_owned(), |text, _| decoded(&text));
        let scrubbed = self.text(&plain);
        if scrubbed == plain { format!("{site}{rest}") } else { format!("{site}{scrubbed}") }
    }

    /// As [`Self::url`], without values in the names of hosts.
    pub(crate) fn whole_url(&self, url: &str) -> String {
        let url = self.url(url);
        let (site, rest) = site_and_rest(&url);
        let mut site = site.to_owned();
        self.attribute(&mut site);
        format!("{site}{rest}")
    }

    /// What may be known of a value that a field holds. `shown` is what a person reads of it.
    pub(super) fn state(&self, value: &Private, shown: &str) -> ValueState {
        if value.reveal().trim().is_empty() {
            return ValueState::Empty;
        }
        let known = [value.reveal(), shown].into_iter().map(spelled).find_map(|text| {
            let as_number = || {
                let plain = text.chars().all(|c| !c.is_alphabetic());
                self.by_digits.get(&digits(&text)).filter(|_| plain)
            };
            self.by_text.get(&text).map(|(key, _)| key).or_else(as_number)
        });
        known.map_or(ValueState::Filled, |key| ValueState::Matches(key.clone()))
    }

    fn replaced(&self, text: &str, rule: Rule, by: impl Fn(&KnownValue) -> String) -> String {
        if self.patterns.known.is_empty() {
            return text.to_owned();
        }
        let mut text = text.to_owned();
        for _ in 0..PASSES {
            match self.pass(&text, rule, &by) {
                Some(scrubbed) => text = scrubbed,
                None => return text,
            }
        }
        // Whoever cuts a value up so that it comes back again and again has nothing else to say.
        "…".to_owned()
    }

    /// Takes out what is found; `None`: nothing.
    fn pass(&self, text: &str, rule: Rule, by: impl Fn(&KnownValue) -> String) -> Option<String> {
        let original: Vec<char> = text.chars().collect();
        let marks = self.marks(&original);
        let in_mark = |at: usize| marks.iter().any(|(from, to)| (*from..*to).contains(&at));
        let letters = letters(&original, in_mark);
        let found = self.find(&original, &letters, rule);
        if found.is_empty() {
            return None;
        }
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        for Match { from, to, known } in found {
            out.extend(original.get(at..from).unwrap_or_default());
            out.push_str(&by(self.patterns.known.get(known)?));
            at = to;
        }
        out.extend(original.get(at..).unwrap_or_default());
        Some(out)
    }

    /// Where marks of ours stand. What only looks like one is text.
    fn marks(&self, text: &[char]) -> Vec<(usize, usize)> {
        let mut marks: Vec<(usize, usize)> = Vec::new();
        for (at, pair) in text.windows(2).enumerate() {
            if pair != ['{', '{'] {
                continue;
            }
            let ends = self.patterns.known.iter().filter_map(|known| {
                let end = at + known.mark.chars().count();
                let here = text.get(at..end)?;
                here.iter().copied().eq(known.mark.chars()).then_some(end)
            });
            marks.extend(ends.max().map(|end| (at, end)));
        }
        marks
    }

    /// What is found, as characters of the text, in order, without overlaps.
    fn find(&self, text: &[char], letters: &[Letter], rule: Rule) -> Vec<Match> {
        let wanted = |known: usize| {
            self.patterns.known.get(known).is_some_and(|known| match rule {
                Rule::All => true,
                Rule::Own => known.telling || known.naming,
                Rule::Telling => known.telling,
                // No choice is another profile's to make.
                Rule::Identity => known.identity || known.is_of_others && known.telling,
                Rule::Secret => known.tier == Tier::Secret,
            })
        };
        // As positions among the letters.
        let mut found: Vec<(usize, usize, usize)> = Vec::new();
        let runs = runs(letters);
        for (from, pair) in letters.windows(2).enumerate() {
            let [a, b] = pair else { continue };
            let candidates = self.patterns.beginning(a.c, b.c);
            let hit = candidates.filter(|pattern| wanted(pattern.known)).find_map(|pattern| {
                let to = pattern.end(text, letters, from)?;
                let from = if pattern.is_number { with_prefix(&runs, from) } else { from };
                Some((from, to, pattern.known))
            });
            found.extend(hit);
        }
        for (from, to) in &runs {
            let run: String =
                letters.get(*from..*to).into_iter().flatten().map(|letter| letter.c).collect();
            let part = |(number, known): &&(String, usize)| {
                run.len() >= MIN_DIGITS && wanted(*known) && number.contains(&run)
            };
            if let Some((_, known)) = self.patterns.numbers.iter().find(part) {
                found.push((*from, *to, *known));
            }
            found.extend(self.patterns.ends.find(text, letters, (*from, *to), wanted));
        }
        if !self.patterns.days.is_empty() {
            let calendar = Calendar::new(text, letters);
            for (day, known) in self.patterns.days.iter().filter(|(_, known)| wanted(*known)) {
                let mut places = Vec::new();
                calendar.find(day, &mut places);
                found.extend(places.into_iter().map(|(from, to)| (from, to, *known)));
            }
        }
        merged(text, letters, found)
    }
}

/// A value in a text, as positions of characters.
struct Match {
    from: usize,
    to: usize,
    known: usize,
}

/// In order; what overlaps is one, called after what begins first and is longest.
fn merged(text: &[char], letters: &[Letter], mut found: Vec<(usize, usize, usize)>) -> Vec<Match> {
    found.sort_by_key(|(from, to, _)| (*from, std::cmp::Reverse(*to)));
    let mut merged: Vec<Match> = Vec::new();
    for (from, to, known) in found {
        let first = letters.get(from).map_or(0, |letter| letter.at);
        let last = to.checked_sub(1).and_then(|last| letters.get(last));
        let end = last.map_or(0, |letter| letter.at + 1);
        match merged.last_mut() {
            Some(before) if before.to > first => before.to = before.to.max(end),
            _ => {
                let plus = first.checked_sub(1).filter(|at| text.get(*at) == Some(&'+'));
                merged.push(Match { from: plus.unwrap_or(first), to: end, known });
            }
        }
    }
    merged
}

/// Digits with little between them, as positions among the letters.
fn runs(letters: &[Letter]) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    let mut before: Option<&Letter> = None;
    for (at, letter) in letters.iter().enumerate() {
        if letter.c.is_ascii_digit() {
            let goes_on = before.is_some_and(|before| {
                before.c.is_ascii_digit() && letter.at - before.at <= MAX_GAP + 1
            });
            match runs.last_mut() {
                Some(run) if goes_on => run.1 = at + 1,
                _ => runs.push((at, at + 1)),
            }
        }
        before = Some(letter);
    }
    runs
}

/// Where a number begins with what is dialled before it.
fn with_prefix(runs: &[(usize, usize)], from: usize) -> usize {
    let run = runs.iter().find(|(first, to)| (*first..*to).contains(&from));
    run.map(|(first, _)| *first).filter(|first| from - first <= MAX_PREFIX).unwrap_or(from)
}

/// Whether a value is of those that people choose from lists, and not one that says who somebody is.
fn is_chosen(key: &ProfileKey, text: &str) -> bool {
    let tells_who =
        || text.contains('@') || text.contains("://") || digits(text).len() >= MIN_DIGITS;
    let is_own = own_name(key).is_some();
    let of_list = matches!(
        key.kind().as_ref(),
        "address.city"
            | "address.state"
            | "address.country"
            | "gender"
            | "pronouns"
            | "jobTitle"
            | "payment.cardType"
    );
    let key = key.as_str();
    let of_facts = key.starts_with("facts.") && !says_who(key);
    let of_words = is_own || key.starts_with("resume.") || of_facts;
    of_list || of_words && !tells_who()
}

/// The part of a key that the person named.
fn own_name(key: &ProfileKey) -> Option<(&str, &str)> {
    let parts = key.as_str().split_once('.');
    parts.filter(|(room, _)| matches!(*room, "custom" | "answers" | "record"))
}

/// The part of a key that the person wrote: of an address with a name, with the part that is meant; what a document is.
fn given_name(key: &ProfileKey) -> Option<(&str, &str)> {
    own_name(key).or_else(|| {
        key.as_str().split_once('.').filter(|(room, _)| matches!(*room, "addresses" | "documents"))
    })
}

/// Whether a text is one of the words that HTML itself has for such an attribute: they say what a field is for
/// and nothing of a person.
fn is_token(text: &str) -> bool {
    const TOKENS: &[&str] = &[
        "",
        "a",
        "button",
        "checkbox",
        "color",
        "combobox",
        "contenteditable",
        "date",
        "datetime-local",
        "decimal",
        "div",
        "email",
        "file",
        "hidden",
        "image",
        "input",
        "link",
        "listbox",
        "menu",
        "month",
        "none",
        "number",
        "numeric",
        "off",
        "on",
        "option",
        "password",
        "radio",
        "range",
        "reset",
        "search",
        "select",
        "select-multiple",
        "select-one",
        "slider",
        "span",
        "spinbutton",
        "submit",
        "summary",
        "switch",
        "tel",
        "text",
        "textarea",
        "textbox",
        "time",
        "url",
        "week",
    ];
    TOKENS.contains(&text) || crate::classify::is_autofill_token(text)
}

/// An address as its site and what follows, without its fragment.
fn site_and_rest(url: &str) -> (&str, &str) {
    let url = url.split('#').next().unwrap_or_default();
    let from = url.find("://").map_or(0, |scheme| scheme + 3);
    let after = url.get(from..).unwrap_or_default();
    let site = if from == 0 { 0 } else { from + after.find(['/', '?']).unwrap_or(after.len()) };
    url.split_at_checked(site).unwrap_or(("", url))
}

/// A text as a value is known by it, whatever the case that it is written in: capitals know no final sigma.
fn spelled(text: &str) -> String {
    caseless(text).replace('ς', "σ")
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
