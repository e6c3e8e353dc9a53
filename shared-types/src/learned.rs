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
    /// Whether it is left alone.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub leave: bool,
    /// The sites that it was taught on.
    pub sites: Vec<String>,
    /// Whether it holds on every site.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub everywhere: bool,
    /// How often the person said so; of what a form refused on how many visits it did.
    pub times: u32,
    /// When that was last: seconds since 1970.
    pub at: u64,
    /// What the form refused on two visits; none of what the person chose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<Trouble>,
}

/// What is known of fields, and what they could get instead.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct LessonList {
    /// The latest first.
    pub rows: Vec<LessonRow>,
    /// The entries that a field could get.
    pub keys: Vec<ProfileKey>,
}

/// What a lesson is to say.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct LessonChange {
    /// Which.
    pub id: u64,
    /// The entry that the field gets; none where that is not changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<ProfileKey>,
    /// Whether the field is left alone.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub leave: bool,
    /// Whether it holds on every site.
    pub everywhere: bool,
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
