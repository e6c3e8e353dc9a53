//! What a file of the person's was read as: from the module that reads files to the panel, which asks what to take of it.

use serde::{Deserialize, Serialize};

use crate::{Private, Profile, profiles::NamedProfile};

/// What kind of file it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FileFormat {
    /// Vaulty's own export.
    #[default]
    Profile,
    /// A JSON Resume.
    JsonResume,
    /// A contact (vCard).
    Contact,
    /// Addresses as a table (CSV).
    Table,
    /// A CV: text, PDF or DOCX.
    Cv,
}

/// What was found in a file.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct FileFound {
    /// What kind of file it is.
    pub format: FileFormat,
    /// What is valid.
    pub profile: Profile,
    /// Of a file with several profiles all of them; `profile` is empty then.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub several: Vec<NamedProfile>,
    /// What is not.
    pub problems: Vec<FileProblem>,
}

/// Something in a file that was not taken. It says where and why, never what it is.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct FileProblem {
    /// Where, as a path.
    pub path: String,
    /// Why, for a person.
    pub reason: String,
}

/// Rows of a table that are stored and read in one piece.
pub const ROWS_IN_A_PIECE: u32 = 200;

/// A table whose rows fill one form each.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TableFound {
    /// What the columns are called: each name once, none empty.
    pub columns: Vec<String>,
    /// How many rows there are.
    pub rows: u32,
    /// The rows in order, [`ROWS_IN_A_PIECE`] in each piece but the last: JSON, a list of a list of texts for each row, a
    /// text for each column. They are kept as they are, so that a long table is not read twice.
    pub pieces: Vec<Private>,
    /// What the person should know of how it was read.
    pub notes: Vec<String>,
}
