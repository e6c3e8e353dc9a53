//! What a table knows of its columns: which field the person chose which of them for.

use serde::{Deserialize, Serialize};
use shared_types::ProfileKey;

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
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Matched {
    /// The field.
    #[serde(flatten)]
    pub field: Spotted,
    /// The column, as a key: `record.Charge code`. `None`: they decided otherwise by now.
    pub column: Option<ProfileKey>,
}

/// Takes in what was chosen at a row: the last word counts.
pub fn learn(known: &mut Vec<Matched>, chosen: Vec<Matched>) {
    for one in chosen {
        known.retain(|other| other.field != one.field);
        if one.column.is_some() {
            known.push(one);
        }
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
    /// What the person decided at this one, with the field's fingerprint.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) decided_columns: Vec<(String, Matched)>,
    /// Fingerprints of fields for which a column was chosen by what is known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) taken_columns: Vec<String>,
}
