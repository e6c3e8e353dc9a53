//! What a file of the person's was read as: from the module that reads files to the panel, which asks what to take of it.

use serde::{Deserialize, Serialize};

use crate::{Profile, profiles::NamedProfile};

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
