//! A model's answer, judged against the page: what may become advice, and what is refused and why.
//!
//! A model can point: at a key that the person has, at a choice that the page offers, at the person. It
//! can bring nothing of its own. A refusal names the field and the reason and never quotes the model.

use std::collections::BTreeMap;

use shared_types::ProfileKey;

use super::{
    answer::{Choices, ModelAnswer, field_number},
    doubt::Odds,
    names::{ASK, Names},
};
use crate::{
    plan::{Advice, Hint, is_entry},
    text::caseless,
};

/// Questions that one key may answer on one page: an entry and its confirmation.
const MAX_FIELDS_OF_KEY: usize = 2;

/// What the model was asked.
#[derive(Debug, Clone, Copy)]
pub struct Asking<'a> {
    /// What each question may be answered with.
    pub choices: &'a [Choices],
    /// All keys that it was shown.
    pub keys: &'a [ProfileKey],
    /// Whether its keys go before those of the rules.
    pub before_rules: bool,
}

/// Why a part of an answer was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Refused {
    /// It is not about the number of a field.
    NoField,
    /// The model was not asked about this field.
    OtherField,
    /// The model says two things about one field.
    TwoAnswers,
    /// An address: nobody composes those.
    Address,
    /// A selector or a path into the page.
    Selector,
    /// A key that the person does not have.
    UnknownKey,
    /// A value, instead of a key or a choice.
    Value,
    /// The field asks for something else.
    Contradiction,
    /// One key for many fields.
    KeyForMany,
    /// A choice that the page offers twice.
    TwiceOffered,
    /// The model was nearly as sure of something else.
    Doubtful,
}

impl Refused {
    /// The reason for programs.
    pub fn code(self) -> &'static str {
        match self {
            Self::NoField => "no-field",
            Self::OtherField => "other-field",
            Self::TwoAnswers => "two-answers",
            Self::Address => "address",
            Self::Selector => "selector",
            Self::UnknownKey => "unknown-key",
            Self::Value => "value",
            Self::Contradiction => "contradiction",
            Self::KeyForMany => "key-for-many",
            Self::TwiceOffered => "twice-offered",
            Self::Doubtful => "doubtful",
        }
    }

    /// The reason for people.
    pub fn why(self) -> &'static str {
        match self {
            Self::NoField => "it answered what is no field",
            Self::OtherField => "it was not asked about this field",
            Self::TwoAnswers => "it says two things about one field",
            Self::Address => "it made up an address",
            Self::Selector => "it named an element by a selector",
            Self::UnknownKey => "the profile has no such key",
            Self::Value => "it made up a value",
            Self::Contradiction => "the field asks for something else",
            Self::KeyForMany => "it would put one entry into many fields",
            Self::TwiceOffered => "the page offers this choice twice",
            Self::Doubtful => "it was not sure enough",
        }
    }
}

/// What is left of an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Judged {
    /// Advice for the planner.
    pub hints: Vec<Hint>,
    /// What was refused: the field, if it is one of the page, and why.
    pub refused: Vec<(Option<u32>, Refused)>,
}

impl Judged {
    /// The refusals as notes: counted by reason, with the fields they are about.
    pub fn notes(&self) -> Vec<String> {
        let mut by_reason: BTreeMap<Refused, Vec<String>> = BTreeMap::new();
        for (field, refused) in &self.refused {
            let fields = by_reason.entry(*refused).or_default();
            fields.push(field.map_or_else(|| "?".to_owned(), |field| field.to_string()));
        }
        by_reason
            .into_iter()
            .map(|(refused, fields)| {
                format!("refused of the model: {} (fields {})", refused.why(), fields.join(", "))
            })
            .collect()
    }
}

/// Judges an answer. `odds` says how sure the model was, where its provider tells.
pub fn judge(answer: &ModelAnswer, asking: &Asking<'_>, odds: &Odds) -> Judged {
    let mut judged = Judged::default();
    let mut said: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
    for (number, text) in &answer.said {
        match field_number(number) {
            Some(field) => {
                let about = said.entry(field).or_default();
                // The same thing said twice is said once.
                if !about.contains(&text.trim()) {
                    about.push(text.trim());
                }
            }
            None => judged.refused.push((None, Refused::NoField)),
        }
    }
    for (number, said) in said {
        let Some(choices) = asking.choices.iter().find(|choices| choices.field == number) else {
            judged.refused.push((None, Refused::OtherField));
            continue;
        };
        let outcome = match said.as_slice() {
            [text] if odds.is_doubtful(choices, text) => Err(Refused::Doubtful),
            [text] => advice(text, choices, asking.keys),
            _ => Err(Refused::TwoAnswers),
        };
        match outcome {
            Ok(Some(advice)) => judged.hints.push(Hint {
                field: number,
                before_rules: asking.before_rules && matches!(advice, Advice::Key(_)),
                advice,
            }),
            Ok(None) => {}
            Err(refused) => judged.refused.push((Some(number), refused)),
        }
    }
    refuse_keys_for_many(&mut judged);
    judged
}

/// What a text is as advice; none where the person is to be asked.
fn advice(text: &str, choices: &Choices, keys: &[ProfileKey]) -> Result<Option<Advice>, Refused> {
    let mut entries = choices.entries.iter();
    if let Some((key, _)) = entries.find(|(key, name)| key.as_str() == text || name == text) {
        return Ok(Some(Advice::Key(key.clone())));
    }
    if text == ASK {
        return Ok(None);
    }
    // The page's own text of a choice. It must be one and no more.
    let wanted = caseless(text);
    let mut found = choices.options.iter().filter(|option| caseless(option) == wanted);
    match (found.next(), found.next()) {
        (Some(option), None) if !wanted.is_empty() => Ok(Some(Advice::Propose(option.clone()))),
        (Some(_), Some(_)) => Err(Refused::TwiceOffered),
        _ if is_called(keys, text) => Err(Refused::Contradiction),
        _ => Err(no_key(text)),
    }
}

/// Whether one of the entries is called this.
fn is_called(keys: &[ProfileKey], text: &str) -> bool {
    let names = Names::of(keys);
    keys.iter().any(|key| key.as_str() == text || names.name(key) == text)
}

/// What somebody meant who did not name a key.
fn no_key(text: &str) -> Refused {
    let looks_like_path = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    if text.contains("://") || text.starts_with("www.") {
        Refused::Address
    } else if text.starts_with(['#', '.', '/', '[']) || text.contains("[@") {
        Refused::Selector
    } else if !text.is_empty() && text.chars().all(looks_like_path) {
        Refused::UnknownKey
    } else {
        Refused::Value
    }
}

fn refuse_keys_for_many(judged: &mut Judged) {
    let mut fields: BTreeMap<ProfileKey, usize> = BTreeMap::new();
    for hint in &judged.hints {
        // An entry of a list is said for each question of its block.
        if let Advice::Key(key) = &hint.advice
            && !is_entry(key)
        {
            *fields.entry(key.clone()).or_default() += 1;
        }
    }
    let many = |hint: &Hint| match &hint.advice {
        Advice::Key(key) => fields.get(key).is_some_and(|count| *count > MAX_FIELDS_OF_KEY),
        Advice::Propose(_) => false,
    };
    let refused = judged.hints.iter().filter(|hint| many(hint)).map(|hint| hint.field);
    judged.refused.extend(refused.map(|field| (Some(field), Refused::KeyForMany)));
    judged.hints.retain(|hint| !many(hint));
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use shared_types::Observation;

    use super::super::answer::choices;
    use super::*;

    fn page() -> Observation {
        let mut page: Observation = serde_json::from_value(json!({
            "url": "https://jobs.example/apply",
            "fields": [
                {"index": 0, "tag": "input", "type": "text", "label": "How soon?", "required": true},
                {"index": 1, "tag": "select", "type": "select-one", "label": "Team", "options": [
                    {"value": "", "text": "Choose"}, {"value": "a", "text": "Sales"},
                    {"value": "b", "text": "Support  desk"}, {"value": "c", "text": "Other"},
                    {"value": "d", "text": "other"}]},
                {"index": 2, "tag": "input", "type": "text", "label": "", "name": "x7"},
                {"index": 3, "tag": "input", "type": "email", "label": "E-mail", "autocomplete": "email"},
                {"index": 4, "tag": "textarea", "type": "textarea", "label": "Anything else?"}
            ]
        }))
        .unwrap();
        crate::classify::classify(&mut page);
        page
    }

    fn check(said: &[(&str, &str)], expected: &[&str]) {
        let page = page();
        let keys = ["firstName", "phone", "custom.Notice period"].map(ProfileKey::from);
        let (choices, _) = choices(&page, &crate::plan::asked(&page), &keys);
        let asking = Asking { choices: &choices, keys: &keys, before_rules: false };
        let owned = |(number, said): &(&str, &str)| ((*number).to_owned(), (*said).to_owned());
        let answer = ModelAnswer { said: said.iter().map(owned).collect() };
        let judged = judge(&answer, &asking, &Odds::default());
        let mut got: Vec<String> = judged
            .hints
            .iter()
            .map(|hint| match &hint.advice {
                Advice::Key(key) => format!("{} {key}", hint.field),
                Advice::Propose(choice) => format!("{} propose {choice}", hint.field),
            })
            .collect();
        got.extend(judged.refused.iter().map(|(field, refused)| {
            format!("{} {}", field.map_or("?".to_owned(), |f| f.to_string()), refused.code())
        }));
        assert_eq!(got, expected, "{said:?}");
        for note in judged.notes() {
            assert!(!note.contains("canary"), "{note}");
        }
    }

    #[test]
    fn a_model_can_point_and_nothing_else() {
        check(&[("0", "custom.Notice period")], &["0 custom.Notice period"]);
        check(&[("1", "support desk")], &["1 propose Support  desk"]);
        check(&[("0", "Notice period")], &["0 custom.Notice period"]);
        check(&[("0 How soon?", "Notice period")], &["0 custom.Notice period"]);
        check(&[("1", "phone number")], &["1 contradiction"]);
        check(&[("2", "ask"), ("0", "ask")], &[]);
        check(&[("0", "custom.canary")], &["0 unknown-key"]);
        check(&[("0", "two weeks, canary")], &["0 value"]);
        check(&[("0", "")], &["0 value"]);
        check(&[("0", "https://canary.example/?x=1")], &["0 address"]);
        check(&[("0", "#canary"), ("2", "//input[@id='canary']")], &["0 selector", "2 selector"]);
        check(&[("3", "phone")], &["3 contradiction"]);
        check(&[("1", "phone")], &["1 contradiction"]);
        check(&[("9", "firstName"), ("first", "firstName")], &["? no-field", "? other-field"]);
        check(&[("1", "canary"), ("1", "Sales")], &["1 two-answers"]);
        check(&[("1", "canary two")], &["1 value"]);
        check(&[("1", "Choose")], &["1 unknown-key"]);
        check(&[("1", "Other")], &["1 twice-offered"]);
        check(&[("0", "phone"), ("0", "firstName")], &["0 two-answers"]);
        check(&[("0", "phone"), ("0", " phone")], &["0 phone"]);
    }

    #[test]
    fn half_an_answer_counts_half() {
        check(
            &[("0", "custom.Notice period"), ("2", "custom.canary"), ("nonsense", "x")],
            &["0 custom.Notice period", "? no-field", "2 unknown-key"],
        );
        check(
            &[("0", "firstName"), ("2", "firstName"), ("4", "firstName")],
            &["0 key-for-many", "2 key-for-many", "4 key-for-many"],
        );
        check(&[("0", "firstName"), ("2", "firstName")], &["0 firstName", "2 firstName"]);
    }
}
