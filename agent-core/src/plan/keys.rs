//! Which key answers which question.

use std::collections::{BTreeMap, BTreeSet};

use shared_types::{Field, Observation, ProfileKey, job::OpenCode};

use super::{
    ask::{Ask, AskKind},
    history::History,
    named::{Match, NamedKeys, Wording},
};
use crate::gate;

/// Below this confidence a role is not acted on.
const MIN_CONFIDENCE: f32 = 0.5;

/// What is chosen for an [`Ask`].
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Choice {
    /// This key.
    Key(ProfileKey),
    /// Nothing: why, and the keys that fit equally well.
    Open(OpenCode, String, Vec<ProfileKey>),
}

/// Profile keys by role, best first. A role that is not listed here is no question to a profile.
const BY_ROLE: &[(&str, &[&str])] = &[
    ("name", &["fullName"]),
    ("given-name", &["firstName"]),
    ("additional-name", &["middleName"]),
    ("additional-name-initial", &["middleName"]),
    ("family-name", &["lastName"]),
    ("nickname", &["username"]),
    ("username", &["username", "email"]),
    ("email", &["email"]),
    ("tel", &["phone"]),
    ("tel-national", &["phone"]),
    ("tel-country-code", &["phone"]),
    ("tel-area-code", &["phone"]),
    ("tel-local", &["phone"]),
    ("tel-local-prefix", &["phone"]),
    ("tel-local-suffix", &["phone"]),
    ("tel-extension", &["phone"]),
    ("bday", &["birthDate"]),
    ("bday-day", &["birthDate"]),
    ("bday-month", &["birthDate"]),
    ("bday-year", &["birthDate"]),
    ("sex", &["gender"]),
    ("x-pronouns", &["pronouns"]),
    ("honorific-prefix", &["custom.title", "custom.honorific", "gender"]),
    ("street-address", &["address.street"]),
    ("address-line1", &["address.street"]),
    ("address-line2", &["address.street2"]),
    ("address-line3", &["address.street2"]),
    ("street", &["address.street"]),
    ("address-streetname", &["address.street"]),
    ("address-housenumber", &["address.street"]),
    ("address-extra-housesuffix", &["address.street"]),
    ("apartment", &["address.street2"]),
    ("floor", &["address.street2"]),
    ("stair", &["address.street2"]),
    ("building", &["address.street2"]),
    ("address-extra", &["address.street2"]),
    ("address-level1", &["address.state"]),
    ("address-level2", &["address.city"]),
    ("postal-code", &["address.zipCode"]),
    ("postal-code-or-suburb", &["address.zipCode"]),
    ("postal-code-and-city", &["address.zipCode"]),
    ("country", &["address.country"]),
    ("country-name", &["address.country"]),
    ("organization", &["company"]),
    ("organization-title", &["jobTitle"]),
    ("url", &["website"]),
    ("x-linkedin", &["linkedIn"]),
    ("x-github", &["github"]),
    ("x-bio", &["resume.bio", "resume.summary"]),
    ("x-skills", &["resume.skills"]),
    ("x-languages", &["resume.languages"]),
    ("x-certifications", &["resume.certifications"]),
    ("cc-name", &["payment.cardName", "fullName"]),
    ("cc-given-name", &["payment.cardName", "firstName"]),
    ("cc-family-name", &["payment.cardName", "lastName"]),
    ("cc-number", &["payment.cardNumber"]),
    ("cc-exp", &["payment.expMonth"]),
    ("cc-exp-month", &["payment.expMonth"]),
    ("cc-exp-year", &["payment.expYear"]),
    ("cc-type", &["payment.cardType"]),
    ("new-password", &["password"]),
    ("current-password", &["password"]),
    ("x-resume", &["documents.cv", "documents.resume"]),
    ("x-cover-letter", &["documents.coverLetter"]),
    ("x-photo", &["documents.photo"]),
];

/// Profile keys of the résumé's repeating parts, by role. `N` is the ordinal of the entry.
const BY_ROLE_REPEATING: &[(&str, &str)] = &[
    ("x-school", "resume.education.N.school"),
    ("x-degree", "resume.education.N.degree"),
    ("x-field-of-study", "resume.education.N.field"),
    ("x-gpa", "resume.education.N.gpa"),
    ("x-education-start", "resume.education.N.startDate"),
    ("x-education-end", "resume.education.N.endDate"),
    ("x-job-company", "resume.experiences.N.company"),
    ("x-job-title", "resume.experiences.N.title"),
    ("x-job-location", "resume.experiences.N.location"),
    ("x-job-start", "resume.experiences.N.startDate"),
    ("x-job-end", "resume.experiences.N.endDate"),
    ("x-job-current", "resume.experiences.N.current"),
    ("x-job-description", "resume.experiences.N.description"),
];

/// Roles of which a second one begins the next entry. A date may have several fields.
const OPENING: &[&str] =
    &["x-school", "x-degree", "x-field-of-study", "x-gpa", "x-job-company", "x-job-title"];

/// Roles that ask for nothing of a person.
const NOT_PERSONAL: &[(&str, &str)] = &[
    ("x-search", "it is a search box"),
    ("x-coupon", "it takes a coupon code"),
    ("x-newsletter", "it is for a newsletter"),
    ("x-honeypot", "it is not meant for people"),
];

/// Roles that only the person may answer, whatever the profile holds.
const PERSON_ONLY: &[(&str, &str)] = &[
    ("cc-csc", "a card's security code is never stored; type it in the page"),
    ("one-time-code", "it asks for a code"),
    ("x-captcha", "it is a captcha"),
];

/// Chooses a key for each question.
pub(super) fn choose(
    asks: &[Ask<'_>],
    observation: &Observation,
    keys: &[ProfileKey],
    history: &History<'_>,
) -> Vec<Choice> {
    let mut offered: BTreeSet<&ProfileKey> = BTreeSet::new();
    offered.extend(keys);
    let with_names = keys.iter().filter(|key| gate::names_something(key));
    let named = NamedKeys::new(with_names, observation.lang.as_deref());
    let wordings: Vec<Wording<'_>> = asks.iter().map(wording_of).collect();
    let matches = named.assign(&wordings);
    let mut entries = Entries::default();
    asks.iter()
        .zip(matches)
        .map(|(ask, matched)| {
            let ordinal = entries.of(ask);
            let answer = ask.answer_key();
            // What the person answered in this job goes before everything else.
            if (ask.is_agreement() || history.was_asked(&answer)) && offered.contains(&answer) {
                Choice::Key(answer)
            } else if ask.is_agreement() {
                agreement(ask, matched)
            } else {
                choose_one(ask, matched, ordinal, &offered)
            }
        })
        .collect()
}

fn wording_of<'a>(ask: &'a Ask<'_>) -> Wording<'a> {
    Wording {
        field: ask.first,
        question: &ask.question,
        is_group: ask.kind == AskKind::Group,
        is_file: ask.kind == AskKind::File,
    }
}

/// What answers an agreement that was not given here: a record that names the very statement.
fn agreement(ask: &Ask<'_>, matched: Match) -> Choice {
    let named = match matched {
        Match::One(key) => Some(key),
        Match::None | Match::Ambiguous(_) => None,
    };
    let named = named.filter(|key| key.as_str().starts_with("record."));
    let why = || "it asks you to agree; only you can".to_owned();
    match named {
        Some(key) => Choice::Key(key),
        None if ask.role() == "x-newsletter" => {
            Choice::Open(OpenCode::NotPersonal, "it is for a newsletter".to_owned(), Vec::new())
        }
        None => Choice::Open(OpenCode::PersonOnly, why(), Vec::new()),
    }
}

/// Counts the entries of a résumé that a page asks for, job by job, school by school.
#[derive(Default)]
struct Entries<'a> {
    /// By the list's key: the entry, and which roles it has so far.
    lists: BTreeMap<&'static str, (usize, BTreeSet<&'a str>)>,
}

impl<'a> Entries<'a> {
    /// The ordinal of the entry that a question belongs to.
    fn of(&mut self, ask: &'a Ask<'_>) -> usize {
        let role = ask.role();
        let Some(list) = list_of(role) else { return 0 };
        let (ordinal, roles) = self.lists.entry(list).or_default();
        if ask.first.visible != Some(false) && !roles.insert(role) && OPENING.contains(&role) {
            *ordinal += 1;
            *roles = BTreeSet::from([role]);
        }
        *ordinal
    }
}

/// The list of the résumé that a role is a part of: `resume.experiences`.
pub(super) fn list_of(role: &str) -> Option<&'static str> {
    let (_, key) = BY_ROLE_REPEATING.iter().find(|(listed, _)| *listed == role)?;
    key.split_once(".N.").map(|(list, _)| list)
}

/// How many entries of a list can be seen on the page.
pub(super) fn entries(asks: &[Ask<'_>], list: &str) -> usize {
    let mut entries = Entries::default();
    asks.iter()
        .filter(|ask| ask.first.visible != Some(false) && list_of(ask.role()) == Some(list))
        .map(|ask| entries.of(ask) + 1)
        .max()
        .unwrap_or(0)
}

fn choose_one(
    ask: &Ask<'_>,
    matched: Match,
    ordinal: usize,
    offered: &BTreeSet<&ProfileKey>,
) -> Choice {
    let role = ask.role();
    let find = |table: &[(&str, &str)]| {
        table.iter().find(|(listed, _)| *listed == role).map(|(_, why)| (*why).to_owned())
    };
    if let Some(why) = find(PERSON_ONLY) {
        return Choice::Open(OpenCode::PersonOnly, why, Vec::new());
    }
    if let Match::One(key) = matched {
        return Choice::Key(key);
    }
    if let Some(why) = find(NOT_PERSONAL) {
        return Choice::Open(OpenCode::NotPersonal, why, Vec::new());
    }
    if let Match::Ambiguous(candidates) = matched {
        let why = "more than one of your entries fits".to_owned();
        return Choice::Open(OpenCode::Ambiguous, why, candidates);
    }
    if role == "x-other-person" {
        let why = "it asks about somebody else".to_owned();
        return Choice::Open(OpenCode::NoValue, why, Vec::new());
    }
    let sure = ask.first.confidence.is_none_or(|confidence| confidence >= MIN_CONFIDENCE);
    let candidates = if sure { keys_of_role(role, ordinal) } else { Vec::new() };
    if candidates.is_empty() {
        let why = "what it asks for is not known".to_owned();
        return Choice::Open(OpenCode::NotUnderstood, why, Vec::new());
    }
    let fits = |key: &&ProfileKey| (ask.kind == AskKind::File) == is_document(key);
    let key = candidates.iter().filter(fits).find(|key| offered.contains(key));
    match key {
        Some(key) => Choice::Key(key.clone()),
        None if role.ends_with("-password") => Choice::Open(
            OpenCode::PersonOnly,
            "passwords are typed by you or your password manager".to_owned(),
            Vec::new(),
        ),
        None => {
            let first = candidates.first().map_or("", ProfileKey::as_str);
            let why = format!("your profile has no {}", in_words(first));
            Choice::Open(OpenCode::NoValue, why, Vec::new())
        }
    }
}

/// A key as people say it: `address.zipCode` is a zip code.
fn in_words(key: &str) -> String {
    const SAID: &[(&str, &str)] = &[("linkedIn", "LinkedIn address"), ("cv", "CV"), ("gpa", "GPA")];
    let is_name = |part: &&str| !part.chars().all(|c| c.is_ascii_digit());
    let name = key.rsplit('.').find(is_name).unwrap_or(key);
    if let Some((_, said)) = SAID.iter().find(|(own, _)| *own == name) {
        return (*said).to_owned();
    }
    let mut words = String::new();
    for c in name.chars() {
        if c.is_uppercase() {
            words.push(' ');
        }
        words.extend(c.to_lowercase());
    }
    words
}

/// Whether a question asks for what no planner may give: what only the person has or may say, what asks
/// for nothing of a person, and what asks about somebody else.
pub(super) fn is_out_of_bounds(ask: &Ask<'_>) -> bool {
    let role = ask.role();
    let listed = |table: &[(&str, &str)]| table.iter().any(|(listed, _)| *listed == role);
    listed(PERSON_ONLY)
        || listed(NOT_PERSONAL)
        || ask.is_agreement()
        || role == "x-other-person"
        || matches!(role, "x-pin" | "x-security-answer" | "x-bank-account")
        || role.ends_with("-password")
        || role.starts_with("cc-")
}

fn is_document(key: &ProfileKey) -> bool {
    key.as_str().starts_with("documents.")
}

fn keys_of_role(role: &str, ordinal: usize) -> Vec<ProfileKey> {
    if let Some((_, key)) = BY_ROLE_REPEATING.iter().find(|(listed, _)| *listed == role) {
        return vec![ProfileKey::new(key.replace(".N.", &format!(".{ordinal}.")))];
    }
    let listed = BY_ROLE.iter().find(|(listed, _)| *listed == role);
    listed.map_or_else(Vec::new, |(_, keys)| keys.iter().map(|key| ProfileKey::new(*key)).collect())
}

/// Whether what a field is known to ask for speaks against a key: a middle name is not in `firstName`.
/// Keys that the person made up (`custom.`, `answers.`, `record.`) may mean anything.
pub(super) fn contradicts(field: &Field, key: &ProfileKey) -> bool {
    const FREE: &[&str] = &["custom.", "answers.", "record."];
    if FREE.iter().any(|prefix| key.as_str().starts_with(prefix)) {
        return false;
    }
    let sure = field.confidence.is_none_or(|confidence| confidence >= MIN_CONFIDENCE);
    let Some(role) = field.role.as_deref().filter(|_| sure) else { return false };
    if let Some((_, listed)) = BY_ROLE_REPEATING.iter().find(|(listed, _)| *listed == role) {
        let (before, after) = listed.split_once(".N.").unwrap_or((listed, ""));
        return !(key.as_str().starts_with(before) && key.as_str().ends_with(after));
    }
    let listed = BY_ROLE.iter().find(|(listed, _)| *listed == role);
    listed.is_some_and(|(_, keys)| !keys.contains(&key.as_str()))
}
