//! What a model may answer about a page: for each question one text out of a list that is made for it.
//!
//! Where a provider follows schemas, nothing else can come: an object with one property a question, each an `enum` of
//! the entries that can answer it, of its choices, and of `ask`. It is made anew for each page and never cached by a
//! provider; what does follow is judged all the same ([`super::validate`]).
//!
//! A property is called by the question's number. A model that is run at home is a small one: it is to repeat the
//! question behind the number, which is the difference between guessing and answering for it.

use std::fmt;

use crate::plan::{AskKind, Asked, Entries, entries, offers};
use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};
use serde_json::{Map, Value, json};
use shared_types::{Observation, ProfileKey};

use super::names::{ASK, Names, words};

/// Entries that one question is offered at most.
const MAX_ENTRIES: usize = 40;
/// Values of all lists of one schema together (OpenAI's structured outputs take 1,000).
const MAX_VALUES: usize = 1_000;
/// Options of a list that are offered; of a longer one Vaulty finds the person's own.
pub const MAX_OPTIONS: usize = 12;
/// Characters of a question that a small model repeats.
const MAX_REPEATED: usize = 60;

/// What a model may answer one question with, besides [`ASK`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choices {
    /// The question's field.
    pub field: u32,
    /// The question, as a small model repeats it; empty where the page has no words for it.
    pub repeated: String,
    /// Entries of the person that can answer it, and what they are called.
    pub entries: Vec<(ProfileKey, String)>,
    /// Choices of the page, as they stand there; none where there are many.
    pub options: Vec<String>,
}

/// What each question may be answered with, and whether lists of entries were cut for it.
pub fn choices(
    observation: &Observation,
    asked: &[Asked],
    keys: &[ProfileKey],
) -> (Vec<Choices>, bool) {
    let options: Vec<Vec<String>> = asked.iter().map(offered_options).collect();
    let taken: usize = options.iter().map(|options| options.len() + 1).sum();
    let left = MAX_VALUES.saturating_sub(taken) / asked.len().max(1);
    let most = left.min(MAX_ENTRIES);
    let names = Names::of(&[keys, &entries(keys)].concat());
    let offered = Entries::new(keys);
    let mut cut = false;
    let choices = asked
        .iter()
        .zip(options)
        .map(|(asked, options)| {
            let entries = offers(observation, asked, &offered, most);
            cut |= entries.len() == most && most < keys.len();
            let named = |key: ProfileKey| (key.clone(), names.name(&key).to_owned());
            let entries: Vec<(ProfileKey, String)> = entries.into_iter().map(named).collect();
            // What is called like an entry, or like the way to ask, could be either.
            let is_other = |option: &String| {
                let taken =
                    |(key, name): &(ProfileKey, String)| key.as_str() == option || name == option;
                option != ASK && !entries.iter().any(taken)
            };
            let options = options.into_iter().filter(is_other).collect();
            let title = if asked.nameless { "" } else { &asked.title };
            let repeated = words(title).chars().take(MAX_REPEATED).collect();
            Choices { field: asked.field, repeated, entries, options }
        })
        .collect();
    (choices, cut)
}

fn offered_options(asked: &Asked) -> Vec<String> {
    let options = asked.options.as_ref().filter(|_| asked.kind != AskKind::Tick);
    let mut all: Vec<String> = Vec::new();
    for option in options.into_iter().flatten() {
        if !option.trim().is_empty() && !all.contains(option) {
            all.push(option.clone());
        }
    }
    if all.len() > MAX_OPTIONS { Vec::new() } else { all }
}

impl Choices {
    /// All texts that may be said.
    pub fn values(&self) -> impl Iterator<Item = &str> {
        let entries = self.entries.iter().map(|(_, name)| name.as_str());
        entries.chain(self.options.iter().map(String::as_str)).chain([ASK])
    }

    /// What the question's property is called.
    pub fn property(&self, repeats: bool) -> String {
        if repeats && !self.repeated.is_empty() {
            format!("{} {}", self.field, self.repeated)
        } else {
            self.field.to_string()
        }
    }
}

/// The field that a property is about: the number that it begins with.
pub fn field_number(property: &str) -> Option<u32> {
    let property = property.trim();
    let end = property.find(|c: char| !c.is_ascii_digit()).unwrap_or(property.len());
    let (number, rest) = property.split_at_checked(end)?;
    if rest.is_empty() || rest.starts_with(char::is_whitespace) {
        number.parse().ok()
    } else {
        None
    }
}

/// The schema of an answer about a page, in the strictest form that all providers take: every property required,
/// nothing else allowed, no bounds, no references, no descriptions that cost tokens. `repeats`: whether the model is to
/// repeat each question.
pub fn schema(choices: &[Choices], repeats: bool) -> Value {
    let property = |one: &Choices| {
        let values: Vec<&str> = one.values().collect();
        (one.property(repeats), json!({"type": "string", "enum": values}))
    };
    let properties: Map<String, Value> = choices.iter().map(property).collect();
    let required: Vec<String> = choices.iter().map(|one| one.property(repeats)).collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

/// A model's answer about a page: numbers of fields, and what is said about them, in its order. A number may stand
/// there twice.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ModelAnswer {
    /// As they were said.
    pub said: Vec<(String, String)>,
}

impl<'de> Deserialize<'de> for ModelAnswer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = ModelAnswer;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of texts")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ModelAnswer, A::Error> {
                let mut said = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    said.push(pair);
                }
                Ok(ModelAnswer { said })
            }
        }
        deserializer.deserialize_map(Pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(options: &[&str]) -> Observation {
        let options: Vec<Value> =
            options.iter().map(|text| json!({"value": text, "text": text})).collect();
        let mut page = serde_json::from_value(json!({"url": "https://a.example/", "fields": [
            {"index": 0, "tag": "input", "type": "text", "label": "How soon?"},
            {"index": 4, "tag": "select", "type": "select-one", "label": "Crew", "options": options},
        ]}))
        .unwrap();
        crate::classify::classify(&mut page);
        page
    }

    fn made(options: &[&str], keys: &[ProfileKey]) -> (Vec<Choices>, bool) {
        let mut page = page(options);
        page.fields[1].index = 1;
        choices(&page, &crate::plan::asked(&page), keys)
    }

    #[test]
    fn the_schema_is_made_for_the_page() {
        let keys = ["phone", "custom.Notice period", "custom.Boat"].map(ProfileKey::from);
        let (choices, cut) = made(&["Shore", "custom.Boat", "ask", "Boat", "Boat"], &keys);
        let schema = super::schema(&choices, false);
        assert!(!cut);
        assert_eq!(
            schema,
            json!({
                "type": "object",
                "properties": {
                    "0": {"type": "string",
                          "enum": ["phone number", "Notice period", "Boat", "ask"]},
                    "1": {"type": "string",
                          "enum": ["Notice period", "Boat", "Shore", "ask"]},
                },
                "required": ["0", "1"],
                "additionalProperties": false,
            })
        );
        let valid = |answer: Value| jsonschema::is_valid(&schema, &answer);
        assert!(valid(json!({"0": "phone number", "1": "ask"})));
        assert!(!valid(json!({"0": "phone number"})));
        assert!(!valid(json!({"0": "two weeks", "1": "ask"})));
        assert!(!valid(json!({"0": "phone number", "1": "phone number"})), "a phone is no choice");
        assert!(!valid(json!({"0": "phone number", "1": "ask", "2": "ask"})));
        let repeating = super::schema(&choices, true);
        assert_eq!(repeating["required"], json!(["0 How soon?", "1 Crew"]));
        assert_eq!(repeating["properties"]["1 Crew"], schema["properties"]["1"]);
    }

    #[test]
    fn a_property_is_about_the_number_that_it_begins_with() {
        let check = |property: &str, expected: Option<u32>| {
            assert_eq!(field_number(property), expected, "{property}");
        };
        check("3", Some(3));
        check(" 3 ", Some(3));
        check("3 How soon?", Some(3));
        check("3How soon?", None);
        check("How soon?", None);
        check("Feld 3", None);
        check("-3", None);
        check("99999999999", None);
    }

    #[test]
    fn schemas_stay_within_what_providers_take() {
        let keys: Vec<ProfileKey> =
            (0..300).map(|number| ProfileKey::new(format!("custom.Entry {number}"))).collect();
        let many: Vec<String> = (0..MAX_OPTIONS + 1).map(|number| number.to_string()).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        let (short, cut) = made(&many, &keys);
        assert!(cut);
        assert_eq!(short.iter().map(|one| one.entries.len()).max(), Some(MAX_ENTRIES));
        assert!(short[1].options.is_empty(), "a long list is Vaulty's to match");
        let mut wide = page(&["A", "B"]);
        let field = wide.fields[0].clone();
        wide.fields = (0..60)
            .map(|index| {
                let label = format!("How soon {index}?");
                shared_types::Field { index, label, ..field.clone() }
            })
            .collect();
        let asked = crate::plan::asked(&wide);
        let (choices, _) = choices(&wide, &asked, &keys);
        assert_eq!(choices.len(), 60);
        assert!(choices.iter().map(|one| one.values().count()).sum::<usize>() <= MAX_VALUES);
    }

    #[test]
    fn what_is_said_twice_stays_twice() {
        let answer: ModelAnswer = serde_json::from_str(r#"{"0": "a", "0": "b"}"#).unwrap();
        let pair = |said: &str| ("0".to_owned(), said.to_owned());
        assert_eq!(answer.said, [pair("a"), pair("b")]);
    }
}
