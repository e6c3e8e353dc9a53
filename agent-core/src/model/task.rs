//! One question to a model: a page's open fields, and how its answer is read.

use serde_json::Value;
use shared_types::{Observation, ProfileKey, api::HistoryEntry};

use crate::plan::Asked;

use super::{
    answer::{self, Choices},
    doubt::Odds,
    parse,
    prompt::{self, PromptInput},
    validate::{self, Asking, Judged, Refused},
};

/// What a model is asked about a page.
#[derive(Debug, Clone)]
pub struct Task {
    /// What is asked.
    pub questions: Vec<Asked>,
    /// The page part of the prompt. No value is in it.
    pub prompt: String,
    /// Whether lists of entries were cut to the likeliest.
    pub cut: bool,
    choices: Vec<Choices>,
    keys: Vec<ProfileKey>,
    before_rules: bool,
}

/// What a question is made of.
#[derive(Debug, Clone, Copy)]
pub struct Given<'a> {
    /// The page, classified, without values.
    pub observation: &'a Observation,
    /// What the person has and a model may see ([`prompt::offered`]).
    pub keys: &'a [ProfileKey],
    /// What was done on this form.
    pub history: &'a [HistoryEntry],
    /// What the person wants done. Untrusted.
    pub goal: Option<&'a str>,
    /// Whether the model's entries go before those of the rules.
    pub before_rules: bool,
}

impl Task {
    /// Of as many questions as fit.
    pub fn new(given: &Given<'_>, questions: Vec<Asked>) -> Self {
        let questions = prompt::fitting(questions);
        let Given { observation, keys, history, goal, before_rules } = *given;
        let prompt =
            prompt::page(&PromptInput { observation, asked: &questions, keys, history, goal });
        let (choices, cut) = answer::choices(observation, &questions, keys);
        Self { questions, prompt, cut, choices, keys: keys.to_vec(), before_rules }
    }

    /// The schema of its answer. `repeats`: as a small model repeats the questions.
    pub fn schema(&self, repeats: bool) -> Value {
        answer::schema(&self.choices, repeats)
    }

    /// Reads what a model said. The error says what is wrong where nothing usable is in it: it may be asked once more.
    pub fn read(&self, text: &str, cut_off: bool, odds: &Odds) -> Result<Judged, String> {
        let parsed = parse::parse(text).map_err(|why| match cut_off {
            true => "it was cut off at the limit of its length".to_owned(),
            false => why.to_string(),
        })?;
        let asking =
            Asking { choices: &self.choices, keys: &self.keys, before_rules: self.before_rules };
        let judged = validate::judge(&parsed.answer, &asking, odds);
        // A model that was not sure, or says one thing to everything, is no better when it is asked again.
        let passes = |refused: &Refused| matches!(refused, Refused::Doubtful | Refused::KeyForMany);
        let unusable = judged.refused.iter().any(|(_, refused)| !passes(refused));
        if judged.hints.is_empty() && unusable {
            return Err(judged.notes().join("; "));
        }
        Ok(judged)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_asking_again_can_mend_is_asked_again() {
        let labels = ["How soon?", "For how much?", "With whom?"];
        let fields = labels.iter().enumerate().map(|(index, label)| {
            json!({"index": index, "tag": "input", "type": "text", "label": label})
        });
        let fields: Vec<Value> = fields.collect();
        let mut page =
            serde_json::from_value(json!({"url": "https://a.example/", "fields": fields})).unwrap();
        crate::classify::classify(&mut page);
        let keys = ["custom.Pay", "custom.Boat"].map(ProfileKey::from);
        let given = Given {
            observation: &page,
            keys: &keys,
            history: &[],
            goal: None,
            before_rules: false,
        };
        let task = Task::new(&given, crate::plan::asked(&page));
        let read = |text: &str| task.read(text, false, &Odds::default());
        let same = read(r#"{"0":"Pay","1":"Pay","2":"Pay"}"#).unwrap();
        assert!(same.hints.is_empty());
        assert_eq!(same.refused.len(), 3);
        assert_eq!(read(r#"{"0":"Boat","1":"Pay","2":"two"}"#).unwrap().hints.len(), 2);
        let why = read(r#"{"0":"two weeks","1":"ask","2":"ask"}"#).unwrap_err();
        assert!(why.contains("made up a value"), "{why}");
    }
}
