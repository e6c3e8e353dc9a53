//! What names a profile, and a value in it, without holding one.

use std::{borrow::Cow, fmt};

use serde::{Deserialize, Serialize};

/// A path into what the person has: `firstName`, `address.city`, `resume.experiences.0.title`.
///
/// `addresses.` is followed by the name of an address and one of its parts: `addresses.Billing.city`. The name may have
/// dots.
///
/// After `custom.`, `answers.` and `record.` the rest is the key verbatim, dots included.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "schemas", schema(value_type = String, example = "address.city"))]
pub struct ProfileKey(String);

impl ProfileKey {
    /// Wraps a path.
    pub fn new(path: impl Into<String>) -> Self {
        Self(path.into())
    }

    /// The path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// As of the one address of the person, where it is a part of one that has a name:
    /// `addresses.Billing.city` is `address.city` there, with `Billing`.
    pub fn in_named_address(&self) -> Option<(String, &str)> {
        let (name, part) = self.0.strip_prefix("addresses.")?.rsplit_once('.')?;
        Some((format!("address.{part}"), name))
    }

    /// The path of what is of this kind, whatever the person calls the address that it is a part of.
    pub fn kind(&self) -> Cow<'_, str> {
        match self.in_named_address() {
            Some((path, _)) => Cow::Owned(path),
            None => Cow::Borrowed(&self.0),
        }
    }

    /// Whether its name was given by the person or a record (`custom.`, `answers.`, `record.`): it may mean anything.
    pub fn is_own(&self) -> bool {
        ["custom.", "answers.", "record."].iter().any(|room| self.0.starts_with(room))
    }
}

impl fmt::Display for ProfileKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<&str> for ProfileKey {
    fn from(path: &str) -> Self {
        Self(path.to_owned())
    }
}

impl From<String> for ProfileKey {
    fn from(path: String) -> Self {
        Self(path)
    }
}

/// Names a profile for as long as it exists; no other one ever gets it. It says nothing of the person.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "schemas", schema(value_type = String))]
pub struct ProfileId(String);

impl ProfileId {
    /// The profile that was there before there were several. What older versions stored, consents and jobs, is about it.
    pub const FIRST: &str = "first";

    /// No profile: of a job that fills a form from a record alone.
    pub const NOBODY: &str = "nobody";

    /// No profile, see [`Self::NOBODY`].
    pub fn nobody() -> Self {
        Self(Self::NOBODY.to_owned())
    }

    /// Whether it is no profile.
    pub fn is_nobody(&self) -> bool {
        self.0 == Self::NOBODY
    }

    /// Wraps an id.
    pub fn new(id: impl Into<String>) -> Self {
        Self(id.into())
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it is the one that older versions mean without saying so.
    pub fn is_first(&self) -> bool {
        self.0 == Self::FIRST
    }
}

impl Default for ProfileId {
    fn default() -> Self {
        Self(Self::FIRST.to_owned())
    }
}

impl fmt::Display for ProfileId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<&str> for ProfileId {
    fn from(id: &str) -> Self {
        Self::new(id)
    }
}
