//! What the person has, by key: the profile and the record, flattened, with what follows from them.
//!
//! Keys name values and never hold one. The password is no key: signing in is the password manager's
//! business. Documents are keys, and only [`super::bind`] opens them.

use serde_json::{Map, Value};
use shared_types::{
    AnswerNote, Private, Profile, ProfileKey, Record, SiteAnswer,
    profile::{Address, Document, Education, Experience, Payment, TierChoice},
};

use super::{inferred, names};
use crate::question;

/// What the person has.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// The profile.
    pub profile: &'a Profile,
    /// The record of this job.
    pub record: Option<&'a Record>,
    /// The day, where an answer depends on it: an age. Without it such a question stays open.
    pub today: Option<Today>,
    /// All profiles that there are, `profile` may be one of them: nothing is filled from the others, and nothing of
    /// them leaves ([`crate::exit`]).
    pub others: &'a [Profile],
    /// The page's own site: answers that the person keeps to it are theirs here, in the place of those for every site.
    /// Empty where there is none, or it does not matter: then there are no such answers.
    pub site: &'a str,
}

/// A day of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Today {
    /// Year.
    pub year: u16,
    /// 1 to 12.
    pub month: u8,
    /// 1 to 31.
    pub day: u8,
}

/// A value before it is made to fit a field. It has no `Debug`: it is a person's.
#[derive(Clone, PartialEq)]
pub(super) enum Datum {
    /// Text.
    Text(String),
    /// A number, written as JSON does.
    Number(String),
    /// Yes or no.
    Flag(bool),
    /// Several texts.
    List(Vec<String>),
}

impl Datum {
    /// Reads JSON; `None` for null, for objects, and for what is empty.
    pub(super) fn from_json(value: &Value) -> Option<Self> {
        match value {
            Value::Bool(flag) => Some(Self::Flag(*flag)),
            Value::Array(items) => {
                let texts: Vec<String> = items.iter().filter_map(scalar_text).collect();
                (!texts.is_empty()).then_some(Self::List(texts))
            }
            Value::Number(number) => Some(Self::Number(number.to_string())),
            other => scalar_text(other).map(Self::Text),
        }
    }

    /// As one text; several are joined by commas.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Text(text) | Self::Number(text) => text.clone(),
            Self::Flag(flag) => (if *flag { "Yes" } else { "No" }).to_owned(),
            Self::List(texts) => texts.join(", "),
        }
    }
}

fn scalar_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.trim().is_empty() => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(Datum::Flag(*flag).text()),
        _ => None,
    }
}

/// The key of a card's expiry as a whole, derived from month and year: `MM/YYYY`.
pub const CARD_EXPIRY: &str = "payment.expiry";

impl<'a> Source<'a> {
    /// The names of everything that holds a value, derived ones included (`fullName` from its parts),
    /// each once, in the profile's order.
    pub fn keys(&self) -> Vec<ProfileKey> {
        let mut keys: Vec<ProfileKey> = Vec::new();
        for (key, _) in self.entries() {
            // Which countries or skills there are entries for is the person's own.
            let key = ProfileKey::new(question::told_key(key.as_str()));
            if !keys.contains(&key) || !key.as_str().starts_with("facts.") {
                keys.push(key);
            }
        }
        keys.extend(self.documents().map(|(name, _)| ProfileKey::new(format!("documents.{name}"))));
        keys
    }

    /// The value of a key as text: lists joined by commas, yes and no as words, a document by its file
    /// name. `None` when the person has nothing under that key.
    pub fn value(&self, key: &ProfileKey) -> Option<Private> {
        match self.document(key) {
            Some(document) => Some(Private::new(document.name.clone())),
            None => self.datum(key).map(|datum| Private::new(datum.text())),
        }
    }

    /// Every value that is text, with its key; derived ones included, documents not.
    pub fn values(&self) -> Vec<(ProfileKey, Private)> {
        self.entries()
            .into_iter()
            .filter(|(_, datum)| !matches!(datum, Datum::Flag(_)))
            .map(|(key, datum)| (key, Private::new(datum.text())))
            .collect()
    }

    /// As [`Self::values`], with what is a value and no key of any plan: the password, names of files.
    pub(crate) fn all_values(&self) -> Vec<(ProfileKey, Private)> {
        let mut values = self.values();
        let password = &self.profile.password;
        if !password.is_empty() {
            values.push((ProfileKey::new("password"), password.clone()));
        }
        let documents = self.documents().map(|(name, document)| {
            let key = ProfileKey::new(format!("documents.{name}"));
            (key, Private::new(document.name.clone()))
        });
        values.extend(documents);
        values
    }

    /// The answers that the person keeps to this site.
    fn of_this_site(&self) -> impl Iterator<Item = &'a SiteAnswer> {
        let is_here = move |one: &&SiteAnswer| !self.site.is_empty() && one.site == self.site;
        let all: Vec<&SiteAnswer> = self.profile.site_answers.values().filter(is_here).collect();
        all.into_iter()
    }

    /// The same for a field of this site: in a frame of another one the person's answers to the page's are not there.
    #[must_use]
    pub fn at(&self, site: &str) -> Self {
        Self { site: if self.site == site { self.site } else { "" }, ..*self }
    }

    /// Whether what is under a key is an answer that the person keeps to this site.
    pub fn is_of_this_site(&self, key: &ProfileKey) -> bool {
        let name = key.as_str().strip_prefix("answers.");
        name.is_some_and(|name| self.of_this_site().any(|one| is_part_of(name, one)))
    }

    /// Whether a site, this one or another, has an answer of its own under a key.
    pub(crate) fn is_kept_to(&self, key: &ProfileKey, site: &str) -> bool {
        let is_it = |name: &str, one: &SiteAnswer| one.site == site && is_part_of(name, one);
        let name = key.as_str().strip_prefix("answers.").filter(|_| !site.is_empty());
        name.is_some_and(|name| self.profile.site_answers.values().any(|one| is_it(name, one)))
    }

    /// When an answer was given, or changed last: milliseconds since 1970. `None` for anything else, and where nothing is
    /// known of it.
    pub(crate) fn given(&self, key: &ProfileKey) -> Option<f64> {
        let name = key.as_str().strip_prefix("answers.")?;
        let own = self.of_this_site().find(|one| is_part_of(name, one));
        let notes = &self.profile.answer_notes;
        let is_whole =
            |whole: &str| name.strip_prefix(whole).is_some_and(|rest| rest.starts_with('.'));
        let of_whole = || notes.iter().find_map(|(whole, note)| is_whole(whole).then_some(note));
        let elsewhere = || notes.get(name).or_else(of_whole);
        own.map(|one| &one.note).or_else(elsewhere).map(|note| note.given).filter(|at| *at > 0.0)
    }

    /// The person's choice of how carefully what is under a key is handled. One that was made for the answer for every
    /// site counts for a site's own only where it asks for more care: that is of another text.
    pub(crate) fn choice(&self, key: &ProfileKey) -> Option<&'a TierChoice> {
        let choice = self.profile.tiers.get(key.as_str())?;
        (choice.despite.is_empty() || !self.is_of_this_site(key)).then_some(choice)
    }

    /// The names of all answers that hold here, each with what is known of it.
    pub(crate) fn answers(&self) -> impl Iterator<Item = (&'a str, Option<&'a AnswerNote>)> {
        let own: Vec<&SiteAnswer> = self.of_this_site().collect();
        let is_own = |name: &str| own.iter().any(|one| is_part_of(name, one));
        let profile = self.profile;
        let elsewhere = profile.answers.keys().filter(|name| !is_own(name));
        let elsewhere: Vec<&String> = elsewhere.collect();
        let elsewhere =
            elsewhere.into_iter().map(|name| (name.as_str(), profile.answer_notes.get(name)));
        own.into_iter().map(|one| (one.name.as_str(), Some(&one.note))).chain(elsewhere)
    }

    /// Answers that the person keeps to other sites, with their keys: they are theirs, and go nowhere.
    pub(crate) fn of_other_sites(&self) -> Vec<(ProfileKey, Private)> {
        let all = self.profile.site_answers.values();
        let mut found = Vec::new();
        for one in all.filter(|one| self.site.is_empty() || one.site != self.site) {
            let mut entries = Entries::default();
            entries.json(&format!("answers.{}", one.name), &one.answer);
            found.extend(
                entries.found.into_iter().map(|(key, datum)| (key, Private::new(datum.text()))),
            );
        }
        found
    }

    /// The country that the person lives in (ISO 3166-1 alpha-2), if it is known.
    pub(crate) fn country(&self) -> Option<&'static str> {
        crate::places::countries().code(self.profile.address.country.reveal())
    }

    /// The value of a key as it is; of a family of facts all entries, each with its name.
    pub(super) fn datum(&self, key: &ProfileKey) -> Option<Datum> {
        let own = self.entries().into_iter().find(|(name, _)| name == key);
        own.map(|(_, datum)| datum).or_else(|| self.family(key))
    }

    fn family(&self, key: &ProfileKey) -> Option<Datum> {
        let family = question::fact_of(key.as_str())?.family()?;
        let entries = self.facts_of(family).map(|(name, value)| format!("{name}: {value}"));
        let texts: Vec<String> = entries.collect();
        (!texts.is_empty() && key.as_str() == format!("facts.{family}"))
            .then_some(Datum::List(texts))
    }

    /// The entries of a family of facts, by the person's names for them.
    pub(super) fn facts_of(
        &self,
        family: &str,
    ) -> impl Iterator<Item = (&'a str, &'a str)> + Clone {
        let entries = self.profile.facts.iter().filter(|(_, value)| !value.is_empty());
        let entries = entries.filter_map(move |(name, value)| {
            let own = name.strip_prefix(family)?.strip_prefix('.')?;
            Some((own, value.reveal()))
        });
        entries.collect::<Vec<_>>().into_iter()
    }

    /// A fact by its name; empty when there is none.
    pub(super) fn fact(&self, name: &str) -> &'a str {
        self.profile.facts.get(name).map(|value| value.reveal().trim()).unwrap_or_default()
    }

    /// The text of a key, empty when there is none.
    pub(super) fn text(&self, key: &str) -> String {
        self.datum(&ProfileKey::new(key)).map(|datum| datum.text()).unwrap_or_default()
    }

    /// The document under a key such as `documents.cv`.
    pub(super) fn document(&self, key: &ProfileKey) -> Option<&'a Document> {
        let name = key.as_str().strip_prefix("documents.")?;
        self.documents().find(|(key, _)| *key == name).map(|(_, document)| document)
    }

    fn documents(&self) -> impl Iterator<Item = (&'a String, &'a Document)> {
        self.profile.documents.iter().filter(|(_, document)| !document.data.is_empty())
    }

    fn entries(&self) -> Vec<(ProfileKey, Datum)> {
        self.collect(None)
    }

    fn collect(&self, only: Option<&ProfileKey>) -> Vec<(ProfileKey, Datum)> {
        let mut entries = Entries { today: self.today, only, ..Entries::default() };
        // The first under a key stays.
        for one in self.of_this_site() {
            entries.json(&format!("answers.{}", one.name), &one.answer);
        }
        entries.profile(self.profile);
        if let Some(Record(record)) = self.record {
            for (name, value) in record {
                entries.json(&format!("record.{name}"), value);
            }
        }
        entries.found
    }
}

/// Whether a name is an answer's, or that of a part of it.
fn is_part_of(name: &str, one: &SiteAnswer) -> bool {
    let is_nested = |item: &Value| item.is_object() || item.is_array();
    let has_parts = one.answer.is_object()
        || one.answer.as_array().is_some_and(|all| all.iter().any(is_nested));
    let rest = name.strip_prefix(&one.name);
    rest.is_some_and(|rest| rest.is_empty() || has_parts && rest.starts_with('.'))
}

/// The names of everything that a profile holds.
pub fn keys_of_profile(profile: &Profile) -> Vec<ProfileKey> {
    Source { profile, record: None, today: None, others: &[], site: "" }.keys()
}

/// Collects keys with their values, all of them or one. The first value under a key stays.
#[derive(Default)]
struct Entries<'k> {
    today: Option<Today>,
    only: Option<&'k ProfileKey>,
    found: Vec<(ProfileKey, Datum)>,
}

impl Entries<'_> {
    fn put(&mut self, key: impl Into<String>, datum: Datum) {
        let key = ProfileKey::new(key);
        let known = || self.found.iter().any(|(known, _)| *known == key);
        if self.only.is_none_or(|only| *only == key) && !known() {
            self.found.push((key, datum));
        }
    }

    fn text(&mut self, key: impl Into<String>, value: &str) {
        if !value.trim().is_empty() {
            self.put(key, Datum::Text(value.to_owned()));
        }
    }

    fn texts(&mut self, prefix: &str, values: &[(&str, &Private)]) {
        for (name, value) in values {
            self.text(format!("{prefix}{name}"), value.reveal());
        }
    }

    fn list(&mut self, key: &str, values: &[Private]) {
        let texts: Vec<String> = values
            .iter()
            .filter(|value| !value.is_empty())
            .map(|v| v.reveal().to_owned())
            .collect();
        if !texts.is_empty() {
            self.put(key, Datum::List(texts));
        }
        for (at, value) in values.iter().enumerate() {
            self.text(format!("{key}.{at}"), value.reveal());
        }
    }

    fn json(&mut self, key: &str, value: &Value) {
        match value {
            Value::Object(members) => {
                for (name, value) in members {
                    self.json(&format!("{key}.{name}"), value);
                }
            }
            Value::Array(items) if items.iter().any(|item| item.is_object() || item.is_array()) => {
                for (at, item) in items.iter().enumerate() {
                    self.json(&format!("{key}.{at}"), item);
                }
            }
            scalar => {
                if let Some(datum) = Datum::from_json(scalar) {
                    self.put(key, datum);
                }
            }
        }
    }

    fn profile(&mut self, profile: &Profile) {
        self.names(profile);
        self.texts(
            "",
            &[
                ("email", &profile.email),
                ("phone", &profile.phone),
                ("username", &profile.username),
                ("birthDate", &profile.birth_date),
                ("gender", &profile.gender),
                ("pronouns", &profile.pronouns),
            ],
        );
        self.address("address.", &profile.address);
        for (name, address) in &profile.addresses {
            self.address(&format!("addresses.{name}."), address);
        }
        self.texts(
            "",
            &[
                ("company", &profile.company),
                ("jobTitle", &profile.job_title),
                ("linkedIn", &profile.linked_in),
                ("website", &profile.website),
                ("github", &profile.github),
            ],
        );
        self.resume(profile);
        for (name, value) in &profile.facts {
            self.text(format!("facts.{name}"), value.reveal());
        }
        for (prefix, map) in [("custom", &profile.custom), ("answers", &profile.answers)] {
            for (name, value) in map {
                self.json(&format!("{prefix}.{name}"), value);
            }
        }
        if let Some(payment) = &profile.payment {
            self.payment(payment, &whole_name(profile));
        }
    }

    fn address(&mut self, prefix: &str, address: &Address) {
        self.texts(
            prefix,
            &[
                ("street", &address.street),
                ("street2", &address.street2),
                ("district", &address.district),
                ("city", &address.city),
                ("state", &address.state),
                ("zipCode", &address.zip_code),
                ("country", &address.country),
            ],
        );
    }

    fn names(&mut self, profile: &Profile) {
        let (first, middle, last, full) = (
            profile.first_name.reveal().trim(),
            profile.middle_name.reveal().trim(),
            profile.last_name.reveal().trim(),
            profile.full_name.reveal().trim(),
        );
        // A whole name is divided only where that agrees with the parts that are known.
        let agrees = |known: &str, part: &str| known.is_empty() || known == part;
        let parts = names::split(full)
            .filter(|parts| agrees(first, &parts.given) && agrees(last, &parts.family))
            .unwrap_or_default();
        for (key, known, derived) in [
            ("firstName", first, &parts.given),
            ("middleName", middle, &parts.middle),
            ("lastName", last, &parts.family),
        ] {
            self.text(key, known);
            self.text(key, derived);
        }
        self.text("fullName", &whole_name(profile));
    }

    fn resume(&mut self, profile: &Profile) {
        let resume = &profile.resume;
        self.texts("resume.", &[("bio", &resume.bio), ("summary", &resume.summary)]);
        let today = self.today.map(|today| (today.year, today.month));
        let goes_on = inferred::job_that_goes_on(&resume.experiences, today);
        for (at, experience) in resume.experiences.iter().enumerate() {
            if *experience != Experience::default() {
                let prefix = format!("resume.experiences.{at}.");
                self.experience(&prefix, experience);
                let part = if goes_on == Some(at) { inferred::GOES_ON } else { "current" };
                let is_current = experience.current || goes_on == Some(at);
                self.put(format!("{prefix}{part}"), Datum::Flag(is_current));
            }
        }
        for (at, education) in resume.education.iter().enumerate() {
            self.education(&format!("resume.education.{at}."), education);
        }
        let highest = inferred::highest_education(&resume.education);
        self.text(inferred::HIGHEST_EDUCATION, highest.unwrap_or_default());
        self.list("resume.skills", &resume.skills);
        self.list("resume.certifications", &resume.certifications);
        self.list("resume.languages", &resume.languages);
        self.texts("resume.", &[("rawText", &resume.raw_text)]);
    }

    fn experience(&mut self, prefix: &str, experience: &Experience) {
        self.texts(
            prefix,
            &[
                ("company", &experience.company),
                ("title", &experience.title),
                ("startDate", &experience.start_date),
                ("endDate", &experience.end_date),
            ],
        );
        self.texts(
            prefix,
            &[
                ("description", &experience.description),
                ("location", &experience.location),
                ("employmentType", &experience.employment_type),
                ("reasonForLeaving", &experience.reason_for_leaving),
            ],
        );
    }

    fn education(&mut self, prefix: &str, education: &Education) {
        self.texts(
            prefix,
            &[
                ("school", &education.school),
                ("degree", &education.degree),
                ("field", &education.field),
                ("startDate", &education.start_date),
                ("endDate", &education.end_date),
                ("gpa", &education.gpa),
                ("level", &education.level),
            ],
        );
        if let Some(completed) = education.completed {
            self.put(format!("{prefix}completed"), Datum::Flag(completed));
        }
    }

    fn payment(&mut self, payment: &Payment, whole_name: &str) {
        self.texts(
            "payment.",
            &[
                ("cardName", &payment.card_name),
                ("cardNumber", &payment.card_number),
                ("expMonth", &payment.exp_month),
                ("expYear", &payment.exp_year),
                ("cardType", &payment.card_type),
            ],
        );
        let (month, year) = (payment.exp_month.reveal().trim(), payment.exp_year.reveal().trim());
        if !month.is_empty() && !year.is_empty() {
            self.text(CARD_EXPIRY, &format!("{month:0>2}/{year}"));
        }
        if !payment.card_number.is_empty() {
            self.text("payment.cardName", whole_name);
        }
    }
}

/// The whole name: as the person writes it, else joined from its parts.
fn whole_name(profile: &Profile) -> String {
    let (first, last) = (profile.first_name.reveal().trim(), profile.last_name.reveal().trim());
    let full = profile.full_name.reveal().trim();
    if full.is_empty() && !first.is_empty() && !last.is_empty() {
        return names::join(first, profile.middle_name.reveal().trim(), last);
    }
    full.to_owned()
}

/// Lists of texts in a profile, which also have keys of their own as a whole.
const LISTS: &[&str] = &["resume.skills", "resume.certifications", "resume.languages"];

/// A profile in which the value of each key is a placeholder, `{{address.city}}` for the city: for
/// endpoints that plan only with a profile. Files and yes/no values have no placeholder. What no field
/// of a profile can hold (`record.X`) stands in `custom` under its whole key.
pub fn placeholder_profile(keys: &[ProfileKey]) -> Profile {
    let mut root = Value::Object(Map::new());
    let mut addresses: Map<String, Value> = Map::new();
    for key in keys {
        let path = key.as_str();
        let skipped = path.starts_with("documents.")
            || path == CARD_EXPIRY
            || (path.starts_with("resume.")
                && (path.ends_with(".current") || path.ends_with(".completed")))
            || inferred::is_inferred(key)
            || LISTS.iter().any(|list| path.strip_prefix(list).is_some_and(|r| r.starts_with('.')));
        if skipped {
            continue;
        }
        let placeholder = Value::String(format!("{{{{{path}}}}}"));
        if LISTS.contains(&path) {
            set(&mut root, path.split('.'), Value::Array(vec![placeholder]));
        } else if let Some(rest) = path.strip_prefix("custom.") {
            set(&mut root, ["custom", rest].into_iter(), placeholder);
        } else if let Some(rest) = path.strip_prefix("answers.") {
            set(&mut root, ["answers", rest].into_iter(), placeholder);
        } else if let Some(rest) = path.strip_prefix("facts.") {
            set(&mut root, ["facts", rest].into_iter(), placeholder);
        } else if path.starts_with("record.") {
            set(&mut root, ["custom", path].into_iter(), placeholder);
        } else if let Some((own, name)) = key.in_named_address() {
            set(addresses.entry(name).or_insert(Value::Null), own.split('.').skip(1), placeholder);
        } else {
            set(&mut root, path.split('.'), placeholder);
        }
    }
    if !addresses.is_empty() {
        set(&mut root, ["addresses"].into_iter(), Value::Object(addresses));
    }
    shared_types::json::from_value(&root).unwrap_or_default()
}

/// Sets a value at a path; a segment that is a number counts in a list.
fn set<'k>(node: &mut Value, mut path: impl Iterator<Item = &'k str>, leaf: Value) {
    let Some(segment) = path.next() else {
        *node = leaf;
        return;
    };
    // More entries than a résumé has are a mistake of whoever sent the keys.
    if let Some(at) = segment.parse::<usize>().ok().filter(|at| *at < 100) {
        if !node.is_array() {
            *node = Value::Array(Vec::new());
        }
        if let Value::Array(items) = node {
            while items.len() <= at {
                items.push(Value::Object(Map::new()));
            }
            if let Some(item) = items.get_mut(at) {
                set(item, path, leaf);
            }
        }
        return;
    }
    if !node.is_object() {
        *node = Value::Object(Map::new());
    }
    if let Value::Object(members) = node {
        set(members.entry(segment).or_insert(Value::Null), path, leaf);
    }
}

/// The key of a text that is one placeholder and nothing else.
pub fn placeholder_key(text: &str) -> Option<ProfileKey> {
    let key = text.trim().strip_prefix("{{")?.strip_suffix("}}")?.trim();
    (!key.is_empty() && !key.contains(['{', '}'])).then(|| ProfileKey::new(key))
}
