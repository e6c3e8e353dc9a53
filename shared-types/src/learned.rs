//! What was learned of fields, for the person to look through.

use serde::{Deserialize, Serialize};

use crate::key::ProfileKey;

/// What a correction taught of a field, for the person to look through.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct LessonRow {
    /// Names it.
    pub id: u64,
    /// What the field is called.
    pub label: String,
    /// The entry that it gets; none where no profile has it any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<ProfileKey>,
    /// The sites that it was taught on.
    pub sites: Vec<String>,
    /// Whether it holds on every site.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub everywhere: bool,
    /// What the form refused on two visits; none of what the person chose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<Trouble>,
}

/// What a form refused on two visits, and what is done since.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub enum Trouble {
    /// One form of the entry: it is written in another.
    Format,
    /// What is not typed: it is typed letter by letter.
    Typed,
    /// What is set at once: it is put in as if pasted.
    Pasted,
    /// A date as text: it is picked in the calendar.
    Calendar,
    /// The entry, in words: the field is left to the person.
    Refused,
    /// The entry, which it took away again: the field is left to the person.
    TakenBack,
    /// To open its list: the field is left to the person.
    Unopened,
}
