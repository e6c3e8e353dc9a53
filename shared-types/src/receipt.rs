//! Receipts: what was sent, where and when, by the names of fields. No values.

use serde::{Deserialize, Serialize};

use crate::{
    key::{ProfileId, ProfileKey},
    table::RowOf,
};

/// A form that was sent.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Receipt {
    /// Unique: the job's id, and of a job that sent several forms a number after it.
    pub id: String,
    /// The profile that the form was filled with: by its id, because a name may be a person's.
    #[serde(skip_serializing_if = "ProfileId::is_first")]
    pub profile_id: ProfileId,
    /// The site.
    pub origin: String,
    /// The page's path, without query.
    pub path: String,
    /// The page's title.
    pub title: String,
    /// When it was sent, milliseconds since 1970.
    pub date: f64,
    /// Which form it was: the same on every visit.
    pub form: String,
    /// Names of the fields that Vaulty filled, of all its pages.
    pub fields: Vec<String>,
    /// Of these, labels of what was chosen or ticked: they say what a value is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
    /// Names of the entries whose values they held, or that these followed from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub keys: Vec<ProfileKey>,
    /// The number that the page gave for it; empty where it gave none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub number: String,
    /// What the page said of it, without values of the person.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub said: String,
    /// What the person approved: the texts of the buttons.
    pub approvals: Vec<String>,
    /// `AskedBy::key` of the agent that asked for the job; empty where the person began it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub asked_by: String,
    /// The row of a table that was sent; none where the job was begun for one form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<RowOf>,
}
