//! A model's answer, judged against the page: what may become advice, and what is refused and why.
//!
//! A model can point: at a key that the person has, at a choice that the page offers, at the person. It
//! can bring nothing of its own. A refusal names the field and the reason and never quotes the model.

use std::collections::BTreeMap;

use agent_core::plan::{Advice, AskKind, Asked, Hint, contradicts};
use shared_types::{Observation, ProfileKey};

use super::answer::{Line, LineMeaning, ModelAnswer};

/// Characters of a question in the model's words.
const MAX_WORDING: usize = 160;
/// Questions that one key may answer on one page: an entry and its confirmation.
const MAX_FIELDS_OF_KEY: usize = 2;

/// What the model was asked.
#[derive(Debug, Clone, Copy)]
pub struct Asking<'a> {
    /// The page.
    pub observation: &'a Observation,
    /// The questions that it was shown.
    pub asked: &'a [Asked],
    /// The keys that it was shown.
    pub keys: &'a [ProfileKey],
    /// Whether its keys go before those of the rules.
    pub before_rules: bool,
}

/// Why a line of an answer was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Refused {
    /// It does not begin with the number of a field.
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
    /// A value instead of a key.
    Value,
    /// The field asks for something else.
    Contradiction,
    /// One key for many fields.
    KeyForMany,
    /// A choice that the page does not offer, or offers twice.
    NoSuchOption,
    /// A text where nothing is written, or where the person wants no drafts.
    NoDraft,
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
            Self::NoSuchOption => "no-such-option",
            Self::NoDraft => "no-draft",
        }
    }

    /// The reason for people.
    pub fn why(self) -> &'static str {
        match self {
            Self::NoField => "a line names no field",
            Self::OtherField => "it was not asked about this field",
            Self::TwoAnswers => "it says two things about one field",
            Self::Address => "it made up an address",
            Self::Selector => "it named an element by a selector",
            Self::UnknownKey => "the profile has no such key",
            Self::Value => "it made up a value",
            Self::Contradiction => "the field asks for something else",
            Self::KeyForMany => "it would put one entry into many fields",
            Self::NoSuchOption => "the page does not offer this choice",
            Self::NoDraft => "no text may be drafted here",
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

/// Judges an answer.
pub fn judge(answer: &ModelAnswer, asking: &Asking<'_>) -> Judged {
    let mut judged = Judged::default();
    let mut said: BTreeMap<u32, Vec<LineMeaning<'_>>> = BTreeMap::new();
    for line in &answer.answers {
        match Line::read(line) {
            Some(line) => {
                let about = said.entry(line.field).or_default();
                // The same thing said twice is said once.
                if !about.contains(&line.said) {
                    about.push(line.said);
                }
            }
            None => judged.refused.push((None, Refused::NoField)),
        }
    }
    for (number, said) in said {
        let asked = asking.asked.iter().find(|asked| asked.field == number);
        let outcome = match (asked, said.as_slice()) {
            (None, _) => {
                judged.refused.push((None, Refused::OtherField));
                continue;
            }
            (Some(asked), [one]) => advice(one, asked, asking),
            (Some(_), _) => Err(Refused::TwoAnswers),
        };
        match outcome {
            Ok(advice) => judged.hints.push(Hint {
                field: number,
                before_rules: asking.before_rules && matches!(advice, Advice::Key(_)),
                advice,
            }),
            Err(refused) => judged.refused.push((Some(number), refused)),
        }
    }
    refuse_keys_for_many(&mut judged);
    judged
}

fn advice(said: &LineMeaning<'_>, asked: &Asked, asking: &Asking<'_>) -> Result<Advice, Refused> {
    match said {
        LineMeaning::Key(text) => key(text, asked, asking).map(Advice::Key),
        LineMeaning::Option(text) => {
            let proposal = Some(option(text, asked)?);
            Ok(Advice::Ask { wording: None, proposal })
        }
        LineMeaning::Ask(text) => Ok(Advice::Ask { wording: wording(text), proposal: None }),
        // Which texts may be drafted is the person's to say, question by question.
        LineMeaning::Draft if asked.kind == AskKind::Text => {
            Ok(Advice::Ask { wording: None, proposal: None })
        }
        LineMeaning::Draft => Err(Refused::NoDraft),
    }
}

fn key(text: &str, asked: &Asked, asking: &Asking<'_>) -> Result<ProfileKey, Refused> {
    let Some(key) = asking.keys.iter().find(|key| key.as_str() == text) else {
        return Err(no_key(text));
    };
    let of_another_kind = asked.fields.iter().any(|index| {
        let field = usize::try_from(*index).ok().and_then(|at| asking.observation.fields.get(at));
        field.is_none_or(|field| contradicts(field, key))
    });
    if of_another_kind { Err(Refused::Contradiction) } else { Ok(key.clone()) }
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

/// The page's own text of a choice. It must be one and no more.
fn option(text: &str, asked: &Asked) -> Result<String, Refused> {
    let wanted = folded(text);
    let options = asked.options.iter().flatten();
    let mut found = options.filter(|option| folded(option) == wanted);
    match (found.next(), found.next()) {
        (Some(option), None) if !wanted.is_empty() => Ok(option.clone()),
        _ => Err(Refused::NoSuchOption),
    }
}

fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// A question in the model's words: one line, no address, not long.
fn wording(text: &str) -> Option<String> {
    let line: Vec<&str> = text.split_whitespace().collect();
    let line: String = line.join(" ").chars().filter(|c| !c.is_control()).collect();
    let fits = (3..=MAX_WORDING).contains(&line.chars().count()) && !line.contains("://");
    fits.then_some(line)
}

fn refuse_keys_for_many(judged: &mut Judged) {
    let mut fields: BTreeMap<ProfileKey, usize> = BTreeMap::new();
    for hint in &judged.hints {
        if let Advice::Key(key) = &hint.advice {
            *fields.entry(key.clone()).or_default() += 1;
        }
    }
    let many = |hint: &Hint| match &hint.advice {
        Advice::Key(key) => fields.get(key).is_some_and(|count| *count > MAX_FIELDS_OF_KEY),
        Advice::Ask { .. } => false,
    };
    let refused = judged.hints.iter().filter(|hint| many(hint)).map(|hint| hint.field);
    judged.refused.extend(refused.map(|field| (Some(field), Refused::KeyForMany)));
    judged.hints.retain(|hint| !many(hint));
}

#[cfg(test)]
mod tests {
    use serde_json::json;

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
        agent_core::classify::classify(&mut page);
        page
    }

    fn check(lines: &[&str], expected: &[&str]) {
        let page = page();
        let keys = ["firstName", "phone", "custom.Notice period"].map(ProfileKey::from);
        let asked: Vec<Asked> = agent_core::plan::asked(&page);
        let asking = Asking { observation: &page, asked: &asked, keys: &keys, before_rules: false };
        let answers = lines.iter().map(ToString::to_string).collect();
        let judged = judge(&ModelAnswer { answers }, &asking);
        let mut got: Vec<String> = judged
            .hints
            .iter()
            .map(|hint| match &hint.advice {
                Advice::Key(key) => format!("{} {key}", hint.field),
                Advice::Ask { wording, proposal } => format!(
                    "{} ask {}|{}",
                    hint.field,
                    wording.as_deref().unwrap_or_default(),
                    proposal.as_deref().unwrap_or_default()
                ),
            })
            .collect();
        got.extend(judged.refused.iter().map(|(field, refused)| {
            format!("{} {}", field.map_or("?".to_owned(), |f| f.to_string()), refused.code())
        }));
        assert_eq!(got, expected, "{lines:?}");
        for note in judged.notes() {
            assert!(!note.contains("canary"), "{note}");
        }
    }

    #[test]
    fn a_model_can_point_and_nothing_else() {
        check(&["0=custom.Notice period"], &["0 custom.Notice period"]);
        check(&["1=option: support desk"], &["1 ask |Support  desk"]);
        check(&["2=ask:  What is\nyour goal? "], &["2 ask What is your goal?|"]);
        check(&["2=ask: see https://canary.example"], &["2 ask |"]);
        check(&["4=draft"], &["4 ask |"]);
        check(&["1=draft"], &["1 no-draft"]);
        check(&["0=custom.canary"], &["0 unknown-key"]);
        check(&["0=two weeks, canary"], &["0 value"]);
        check(&["0="], &["0 value"]);
        check(&["0=https://canary.example/?x=1"], &["0 address"]);
        check(&["0=#canary", "2=//input[@id='canary']"], &["0 selector", "2 selector"]);
        check(&["3=phone"], &["3 contradiction"]);
        check(&["9=firstName", "firstName"], &["? no-field", "? other-field"]);
        check(&["1=option: canary", "1=option: "], &["1 two-answers"]);
        check(&["1=option: Choose"], &["1 no-such-option"]);
        check(&["1=option: Other"], &["1 no-such-option"]);
        check(&["0=phone", "0=firstName"], &["0 two-answers"]);
        check(&["0=phone", "0=phone"], &["0 phone"]);
    }

    #[test]
    fn half_an_answer_counts_half() {
        check(
            &["0=custom.Notice period", "2=custom.canary", "nonsense"],
            &["0 custom.Notice period", "? no-field", "2 unknown-key"],
        );
        check(
            &["0=firstName", "2=firstName", "4=firstName"],
            &["0 key-for-many", "2 key-for-many", "4 key-for-many"],
        );
        check(&["0=firstName", "2=firstName"], &["0 firstName", "2 firstName"]);
    }
}
