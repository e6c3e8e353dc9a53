//! Consent: which kinds of data may be written on which site, and for how long.

use serde::{Deserialize, Serialize};

/// How carefully a value is handled.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub enum Tier {
    /// What most forms ask for: name, address, e-mail, work.
    #[default]
    Ordinary,
    /// Birth date, gender, documents, what the law calls sensitive.
    Personal,
    /// Passwords, cards, bank accounts, national ids: each is ticked by itself, for one job at a time.
    Secret,
}

/// How long a consent lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub enum Scope {
    /// For this job.
    #[default]
    Once,
    /// Until the browser ends.
    Session,
    /// Until it is revoked.
    Always,
    /// The site gets nothing, until this is revoked.
    Never,
}

/// A consent that is kept. Secrets are never part of one.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct Consent {
    /// Scheme, host and port, exactly.
    pub origin: String,
    /// How long it lasts.
    pub scope: Scope,
    /// Whether it covers personal data as well as ordinary data.
    pub personal: bool,
    /// When it was given, milliseconds since 1970.
    pub since: f64,
}

/// What the consent card asks, before the first write.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct ConsentRequest {
    /// The site.
    pub origin: String,
    /// What is unusual about it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// What would be written, from where. No values.
    pub items: Vec<ConsentItem>,
}

/// A field that would be written.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct ConsentItem {
    /// The field's label.
    pub label: String,
    /// The key that its value comes from.
    pub source: String,
    /// How careful that is.
    pub tier: Tier,
    /// What kind of thing it is, such as `payment card`: what is ticked for a secret.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub thing: String,
}
