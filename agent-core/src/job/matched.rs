//! What a table knows of its columns: which field the person chose which of them for.

use serde::{Deserialize, Serialize};
use shared_types::{Field, ProfileKey};

/// Fields that are known of one table.
const MOST: usize = 400;

/// A field, as digests. It holds no value and no word of the page.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Spotted {
    /// Scheme, host and port of the page.
    pub origin: String,
    /// The path of its address; what differs from visit to visit is a star.
    pub path: String,
    /// A digest of all that is read of the field ([`crate::memory::recipe::look_of`]).
    pub look: String,
}

/// A field and the column that the person chose for it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Matched {
    /// The field.
    #[serde(flatten)]
    pub field: Spotted,
    /// The column, as a key: `record.Charge code`. `None`: they decided otherwise by now.
    pub column: Option<ProfileKey>,
    /// When, milliseconds since 1970.
    pub at: f64,
}

/// Takes in what was decided at a row: the last word counts, whichever row ended first.
pub fn learn(known: &mut Vec<Matched>, decided: Vec<Matched>) {
    for one in decided {
        if known.iter().any(|other| other.field == one.field && other.at > one.at) {
            continue;
        }
        known.retain(|other| other.field != one.field);
        known.push(one);
    }
    let most = known.len().saturating_sub(MOST);
    known.drain(..most);
}

/// What a row's job knows of columns.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Matching {
    /// What was chosen at earlier rows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) known_columns: Vec<Matched>,
    /// What the person decided at this one, with the fingerprints of the field; of a group its choices'.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) decided_columns: Vec<(Vec<String>, Matched)>,
    /// Fingerprints of fields that what is known was heard of. Nobody but the person writes there any more.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) taken_columns: Vec<String>,
    /// Fingerprints of fields whose row of the sheet the person agreed to as it was.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) confirmed_columns: Vec<String>,
}

impl Matching {
    /// Whether what is known was heard of a field.
    pub(super) fn is_taken(&self, field: Option<&Field>) -> bool {
        let print = field.and_then(|field| field.fingerprint.as_ref());
        print.is_some_and(|print| self.taken_columns.contains(print))
    }

    /// The form is filled anew, from another profile.
    pub(super) fn forget(&mut self) {
        self.decided_columns.clear();
        self.taken_columns.clear();
        self.confirmed_columns.clear();
    }
}
