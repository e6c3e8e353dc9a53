//! What is known of a stored answer beside its text: the question that it was given to, and how it fared since.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::action::AnswerKind;

/// A question as a page put it. No value of the person is in it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct AskedQuestion {
    /// Its words.
    pub text: String,
    /// What could be chosen, as a person reads it; empty where it was typed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// Language of the page (BCP 47); empty where it names none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub lang: String,
    /// What an answer has to be.
    #[serde(skip_serializing_if = "AnswerKind::is_text")]
    pub kind: AnswerKind,
}

/// What is known of an answer, kept beside it under the same name. It holds no value.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct AnswerNote {
    /// The question.
    pub question: AskedQuestion,
    /// Its canonical meaning, as the version that noted it spells it; empty where it has none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub meaning: String,
    /// The site that it was given on.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub origin: String,
    /// When it was given, or last corrected: milliseconds since 1970.
    pub given: f64,
    /// Other wordings of it that the person has said it answers as well, the latest last.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<AskedQuestion>,
    /// How often the person changed it.
    #[serde(skip_serializing_if = "is_zero")]
    pub corrected: u32,
}

impl AnswerNote {
    /// The same, where the answer is another text by now than before.
    #[must_use]
    pub fn corrected_if(mut self, is_other: bool) -> Self {
        self.corrected = self.corrected.saturating_add(u32::from(is_other));
        self
    }
}

/// An answer that the person keeps to one site. Under what name it is stored says nothing: the site and the question are in it.
#[derive(Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct SiteAnswer {
    /// The site, as an origin: `https://jobs.example`.
    pub site: String,
    /// The question, as the name of an answer.
    pub name: String,
    /// The answer.
    #[cfg_attr(feature = "schemas", ts(type = "unknown"))]
    pub answer: Value,
    /// What is known of it.
    #[serde(skip_serializing_if = "is_unknown")]
    pub note: AnswerNote,
}

impl fmt::Debug for SiteAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SiteAnswer(…)")
    }
}

fn is_unknown(note: &AnswerNote) -> bool {
    *note == AnswerNote::default()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &u32) -> bool {
    *count == 0
}
