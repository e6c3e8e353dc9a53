//! What a person told about other forms, to hold that it changes nothing on a form that does not ask for it.

use shared_types::{AgentAction, JobMode, Observation, ProfileKey};

use super::{PlanInput, ask, plan};
use crate::{classify, gate, named, question, role::Role};

/// Entries that share words with what forms ask for everywhere, and ask for something else.
const NEAR: &[&str] = &[
    "Emergency phone",
    "Name of your present firm",
    "Preferred name of my dog",
    "Mother's e-mail",
    "Street of my parents",
    "City where my car is registered",
    "Company car",
    "Country of the bank",
];

/// What forms ask for everywhere, and whose it may be besides: each of the one with each of the other is something else.
const THINGS: &[&str] = &[
    "Name",
    "E-mail",
    "Phone",
    "Street",
    "City",
    "Postal code",
    "Country",
    "Date of birth",
    "Company",
    "Job title",
];
const OTHERS: &[&str] = &[
    "of my landlord",
    "of my mother",
    "of the bank",
    "of my dog's vet",
    "of my former neighbour",
    "at my last school",
];

/// What a page's questions are called.
pub fn questions(page: &Observation) -> Vec<String> {
    ask::asks(page).iter().map(|ask| ask.title().to_owned()).collect()
}

/// What answers to the questions of other pages, and entries of the person's own that are called like them, change on a page.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Changed {
    /// How many of both there were.
    pub told: usize,
    /// Writes that are there with them and not without, and the other way round.
    pub writes: Vec<String>,
}

/// Plans a page for somebody who has the entries `own`, without and with answers to `others` and entries called so, as far as
/// their meaning is no role and no question of the page.
pub fn changed(page: &Observation, own: &[ProfileKey], others: &[&str]) -> Changed {
    let asks = ask::asks(page);
    let roles: Vec<_> = asks.iter().filter_map(ask::Ask::role).collect();
    let titles: Vec<&str> = asks
        .iter()
        .flat_map(|ask| [ask.title(), &ask.question, &ask.first.label])
        .filter(|text| !text.is_empty())
        .collect();
    // "NIF / NIE" asks for either.
    let texts = titles.iter().flat_map(|text| std::iter::once(*text).chain(text.split('/')));
    let words: Vec<_> = texts.map(question::telling_words).collect();
    // Whose it is says that it is none of the page's, whatever a rule takes it for; unless the page speaks of them.
    let speaks_of = |whose: &str| {
        let last = whose.rsplit(' ').next().unwrap_or(whose);
        titles.iter().any(|text| text.to_lowercase().contains(last))
    };
    let theirs = OTHERS
        .iter()
        .filter(|whose| !speaks_of(whose))
        .flat_map(|whose| THINGS.iter().map(move |thing| format!("{thing} {whose}")));
    let theirs: Vec<String> = theirs.collect();
    let entries: Vec<&str> = others.iter().chain(NEAR).copied().collect();
    let taken_for = named::roles_of(&entries, page.lang.as_deref());
    let is_asked = |entry: &str, role: Option<Role>| {
        let own = question::telling_words(entry);
        let near =
            |text: &&str| strsim::levenshtein(&text.to_lowercase(), &entry.to_lowercase()) < 2;
        let question = question::of_name(entry);
        let same_question = |ask: &ask::Ask<'_>| {
            let both = ask.understood.as_ref().zip(question.as_ref());
            both.is_some_and(|(own, other)| own.intent == other.intent)
        };
        words.contains(&own)
            || titles.iter().any(near)
            || asks.iter().any(same_question)
            || role.is_some_and(|role| roles.contains(&role))
            || classify::role_of(entry, None).is_some_and(|role| roles.contains(&role))
    };
    let told = entries.iter().zip(taken_for).filter(|(entry, role)| !is_asked(entry, *role));
    let told = told.map(|(entry, _)| *entry).chain(theirs.iter().map(String::as_str));
    let told: Vec<ProfileKey> = told
        .flat_map(|entry| ["answers", "custom"].map(|room| format!("{room}.{entry}")))
        .map(ProfileKey::new)
        .collect();
    let filled = |keys: &[ProfileKey]| {
        let input =
            PlanInput { observation: page, keys, history: &[], step: 1, mode: JobMode::Live };
        let is_write = |action: &AgentAction| gate::source_key(action).is_some();
        let actions = plan(&input).actions.into_iter().filter(is_write);
        actions.map(|action| format!("{action:?}")).collect::<Vec<_>>()
    };
    let without = filled(own);
    let with = filled(&own.iter().chain(&told).cloned().collect::<Vec<_>>());
    let of = |these: &[String], those: &[String]| -> Vec<String> {
        these.iter().filter(|one| !those.contains(one)).cloned().collect()
    };
    Changed { told: told.len(), writes: [of(&with, &without), of(&without, &with)].concat() }
}
