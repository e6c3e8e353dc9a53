//! Consent: which kinds of data may be written on which site, and for how long.

use serde::{Deserialize, Serialize};

use crate::{key::ProfileId, private::Private};

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

/// A consent that is kept: for kinds of things, never for secrets.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct Consent {
    /// Scheme, host and port, exactly.
    pub origin: String,
    /// Whose data it is about; `never` is about everybody's. Older versions say nothing of it and mean the first.
    #[serde(skip_serializing_if = "ProfileId::is_first")]
    pub profile_id: ProfileId,
    /// How long it lasts.
    pub scope: Scope,
    /// The kinds that it covers, as the cards listed them. One without any, of an older version for example,
    /// covers nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<DataKind>,
    /// When it was given, milliseconds since 1970.
    pub since: f64,
}

/// A kind of thing that a consent is about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct DataKind {
    /// How carefully it is handled.
    pub tier: Tier,
    /// `name`, `e-mail`, `address`, `date of birth`, `payment card`; of an own entry or a document its key.
    pub kind: String,
}

/// What a consent card asks, before anything that it lists is written.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct ConsentRequest {
    /// A reply is for this card alone. Empty in cards of an older version: no reply is for them.
    pub id: String,
    /// The site.
    pub origin: String,
    /// What is unusual about it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// What would be written, from where. No values. With `more` only what was not agreed to before.
    pub items: Vec<ConsentItem>,
    /// Whether the site was given something before: these come on top.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
}

/// A field that would be written.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct ConsentItem {
    /// The field's label.
    pub label: String,
    /// What the page has preset there, which would be overwritten.
    #[serde(skip_serializing_if = "Private::is_empty")]
    pub page_says: Private,
    /// The key that its value comes from.
    pub source: String,
    /// How careful that is.
    pub tier: Tier,
    /// Which kind of thing it is: what is ticked (for what is more than ordinary) and what is kept.
    pub kind: String,
    /// How a person calls it where it is more than ordinary: `payment card`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub thing: String,
}
