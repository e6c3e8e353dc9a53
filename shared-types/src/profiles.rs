//! Several profiles: what they are called, which one is used where, and what the person changes about that.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{key::ProfileId, private::Private, profile::Profile};

/// The version of what is stored that this program writes.
pub const PROFILES_VERSION: u32 = 1;

/// Which profiles there are, without what is in them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ProfileSet {
    /// [`PROFILES_VERSION`] of the program that wrote it.
    pub version: u32,
    /// All of them, in the order in which they came. Never empty.
    pub profiles: Vec<ProfileName>,
    /// The one that is used where none is chosen.
    pub default: ProfileId,
    /// Which one is used on a site: by scheme, host and port.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub sites: BTreeMap<String, ProfileId>,
    /// `updatedAt` of the profile of an older version that was taken in; none where there was no such profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub took_in: Option<String>,
}

impl Default for ProfileSet {
    fn default() -> Self {
        let first = ProfileName { id: ProfileId::default(), name: "Main".into() };
        Self {
            version: PROFILES_VERSION,
            profiles: vec![first],
            default: ProfileId::default(),
            sites: BTreeMap::new(),
            took_in: None,
        }
    }
}

/// A profile and what the person calls it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ProfileName {
    /// Which.
    pub id: ProfileId,
    /// Its name: 1 to 40 characters, unlike all others. It may be somebody's own name.
    pub name: Private,
}

/// A profile with its name, as files have it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct NamedProfile {
    /// What the person calls it.
    pub name: Private,
    /// What is in it.
    pub profile: Profile,
}

/// A change of which profiles there are and where they are used.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "change", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub enum ProfileChange {
    /// One more, empty or as a copy.
    Add {
        /// What it is called.
        name: Private,
        /// What it begins with.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        copy_of: Option<ProfileId>,
    },
    /// Another name.
    Rename {
        /// Of which.
        id: ProfileId,
        /// The name.
        name: Private,
    },
    /// Removes one, with all that is in it. Jobs that use it end.
    Remove {
        /// Which.
        id: ProfileId,
    },
    /// It is used where none is chosen for a site.
    MakeDefault {
        /// Which.
        id: ProfileId,
    },
    /// Which one is used on a site; none: the default again.
    UseOnSite {
        /// Scheme, host and port.
        origin: String,
        /// Which.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<ProfileId>,
    },
}

/// A file with all profiles, as it is exported.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ProfilesFile {
    /// [`PROFILES_VERSION`] of the program that wrote it.
    pub version: u32,
    /// The profiles, the default first.
    pub profiles: Vec<NamedProfile>,
}
