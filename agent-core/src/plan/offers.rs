//! Which entries can answer a question at all, by what kind of thing they hold: what a model may choose from.
//!
//! It narrows and never decides: a phone number is no choice of a list, a day is nobody's name. What the person named
//! themselves may hold anything.

use std::{cell::OnceCell, cmp::Reverse, collections::BTreeSet};

use shared_types::{Field, Observation, ProfileKey};

use super::{
    addresses::is_of_its_block,
    advice::{Asked, contradicts},
    ask::AskKind,
    blocks,
};
use crate::question::{self, FactKind, fact_of};

/// What an entry holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holds {
    Phone,
    Email,
    Url,
    Day,
    Name,
    /// A line of an address that is no choice: a street, a postal code.
    AddressLine,
    /// Several sentences, or a list of things.
    Long,
    Number,
    /// A few words, which may be a choice.
    Words,
    /// Anything.
    Own,
}

/// All entries that a control takes, those first that are likeliest by the words that they share with the question: for
/// a person to choose from.
pub fn likely(observation: &Observation, asked: &Asked, keys: &[ProfileKey]) -> Vec<ProfileKey> {
    let mut keys: Vec<ProfileKey> = match asked.kind {
        AskKind::File => keys.iter().filter(|key| is_document(key)).cloned().collect(),
        _ => {
            let fields = fields_of(observation, asked);
            keys.iter().filter(|key| takes(asked, &fields, key)).cloned().collect()
        }
    };
    let words = question::telling_words(&asked.title);
    let likeness =
        |key: &ProfileKey| question::telling_words(&spelled(key)).intersection(&words).count();
    keys.sort_by_cached_key(|key| Reverse(likeness(key)));
    keys
}

/// Entries that are offered to several questions. What their names speak of is read once.
#[derive(Debug)]
pub struct Entries<'k> {
    keys: &'k [ProfileKey],
    words: OnceCell<Vec<BTreeSet<String>>>,
}

impl<'k> Entries<'k> {
    /// Of these keys.
    pub fn new(keys: &'k [ProfileKey]) -> Self {
        Self { keys, words: OnceCell::new() }
    }

    /// How many of these words the name of an entry speaks of.
    fn likeness(&self, at: usize, words: &BTreeSet<String>) -> usize {
        let read = || self.keys.iter().map(|key| question::telling_words(&spelled(key))).collect();
        let own = self.words.get_or_init(read).get(at);
        own.map_or(0, |own| own.intersection(words).count())
    }
}

fn is_document(key: &ProfileKey) -> bool {
    key.as_str().starts_with("documents.")
}

/// The entries that can answer a question, at most so many: the likeliest by the words that they share with it, in the
/// order in which they were given. In a block of a repeated section the entries of lists as a whole, too.
pub fn offers(
    observation: &Observation,
    asked: &Asked,
    entries: &Entries<'_>,
    most: usize,
) -> Vec<ProfileKey> {
    let keys = entries.keys;
    let fields = fields_of(observation, asked);
    let fits = |(_, key): &(usize, &ProfileKey)| {
        takes(asked, &fields, key) && fields.iter().all(|field| is_of_its_block(field, key, keys))
    };
    let mut fitting: Vec<(usize, &ProfileKey)> = keys.iter().enumerate().filter(fits).collect();
    if fitting.len() > most {
        let words = question::telling_words(&asked.title);
        fitting.sort_by_cached_key(|(at, _)| Reverse(entries.likeness(*at, &words)));
        fitting.truncate(most);
        fitting.sort_by_key(|(at, _)| *at);
    }
    let mut offered: Vec<ProfileKey> = fitting.into_iter().map(|(_, key)| key.clone()).collect();
    if asked.in_block && asked.kind != AskKind::Tick {
        offered.extend(blocks::entries(keys));
        offered.truncate(most);
    }
    offered
}

fn fields_of<'o>(observation: &'o Observation, asked: &Asked) -> Vec<&'o Field> {
    let field = |index: &u32| observation.fields.get(usize::try_from(*index).ok()?);
    asked.fields.iter().filter_map(field).collect()
}

/// Whether what is asked for can be what an entry holds.
fn takes(asked: &Asked, fields: &[&Field], key: &ProfileKey) -> bool {
    fields
        .iter()
        .all(|field| can_hold(holds(key), asked.kind, &field.kind) && !contradicts(field, key))
}

/// `facts.noticePeriod` as words.
fn spelled(key: &ProfileKey) -> String {
    let mut words = String::new();
    for c in key.as_str().chars() {
        if c.is_uppercase() {
            words.push(' ');
        }
        words.extend(if c == '.' { ' '.to_lowercase() } else { c.to_lowercase() });
    }
    words
}

fn holds(key: &ProfileKey) -> Holds {
    if key.is_own() {
        return Holds::Own;
    }
    let path = key.as_str();
    match path.rsplit('.').next().unwrap_or(path) {
        "phone" | "otherPhone" => Holds::Phone,
        "email" => Holds::Email,
        "website" | "linkedIn" | "github" | "link" => Holds::Url,
        "birthDate" | "startDate" | "endDate" => Holds::Day,
        "firstName" | "middleName" | "lastName" | "fullName" | "username" | "preferredName"
        | "formerName" | "name" => Holds::Name,
        "street" | "street2" | "zipCode" | "previousAddress" => Holds::AddressLine,
        "bio" | "summary" | "description" | "skills" | "certifications" => Holds::Long,
        _ => match fact_of(path).map(|fact| fact.kind) {
            Some(FactKind::Date) => Holds::Day,
            Some(FactKind::Number | FactKind::Pay) => Holds::Number,
            Some(FactKind::Text | FactKind::YesNo) | None => Holds::Words,
        },
    }
}

/// Whether a control takes what an entry holds.
fn can_hold(holds: Holds, kind: AskKind, control: &str) -> bool {
    if holds == Holds::Own {
        return true;
    }
    match kind {
        AskKind::File => false,
        AskKind::Choice | AskKind::Group | AskKind::Tick => {
            matches!(holds, Holds::Words | Holds::Number)
        }
        AskKind::Text => match control {
            "tel" => holds == Holds::Phone,
            "email" => holds == Holds::Email,
            "url" => holds == Holds::Url,
            "date" | "month" | "week" | "datetime-local" => holds == Holds::Day,
            "number" | "range" => holds == Holds::Number,
            _ => true,
        },
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::plan::asked;

    const KEYS: &[&str] = &[
        "firstName",
        "email",
        "phone",
        "birthDate",
        "address.street",
        "address.country",
        "company",
        "resume.summary",
        "facts.salaryExpected",
        "custom.Notice period",
        "answers.Favourite crew",
    ];

    fn offered(field: serde_json::Value, most: usize) -> Vec<String> {
        let mut page =
            json!({"index": 0, "tag": "input", "type": "text", "label": "Which crew suits you?"});
        page.as_object_mut().unwrap().extend(field.as_object().unwrap().clone());
        let mut page: Observation =
            serde_json::from_value(json!({"url": "https://a.example/", "fields": [page]})).unwrap();
        crate::classify::classify(&mut page);
        let keys: Vec<ProfileKey> = KEYS.iter().map(|key| ProfileKey::from(*key)).collect();
        let asked = asked(&page);
        offers(&page, &asked[0], &Entries::new(&keys), most)
            .iter()
            .map(|key| key.as_str().to_owned())
            .collect()
    }

    #[test]
    fn kinds_narrow_the_choice() {
        let own = ["custom.Notice period", "answers.Favourite crew"];
        let check = |field: serde_json::Value, more: &[&str]| {
            let got = offered(field.clone(), 99);
            let expected: Vec<&str> = KEYS
                .iter()
                .copied()
                .filter(|key| more.contains(key) || own.contains(key))
                .collect();
            assert_eq!(got, expected, "{field}");
        };
        let crews = json!([{"value": "a", "text": "Shore"}, {"value": "b", "text": "Boat"}]);
        let few_words = ["address.country", "company", "facts.salaryExpected"];
        check(json!({"tag": "select", "type": "select-one", "options": crews}), &few_words);
        check(json!({"type": "date"}), &["birthDate"]);
        check(json!({"type": "tel", "label": "Where shall we ring?"}), &["phone"]);
        check(json!({"type": "number"}), &["facts.salaryExpected"]);
        check(json!({"type": "email", "label": "Where do we write?"}), &["email"]);
    }

    #[test]
    fn long_lists_are_cut_to_the_likeliest_in_their_order() {
        assert_eq!(offered(json!({}), 1), ["answers.Favourite crew"]);
        assert_eq!(offered(json!({}), 3), ["firstName", "email", "answers.Favourite crew"]);
        assert_eq!(offered(json!({}), 0), [""; 0]);
    }
}
