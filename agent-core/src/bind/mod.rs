//! Profile value → what this field wants. The only room that sees values.

use shared_types::{
    Observation, Private, Profile, ProfileKey, job::OpenCode, message::Record,
    operation::{FileData, OperationResult},
};

/// What the person has.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// The profile.
    pub profile: &'a Profile,
    /// The record of this job.
    pub record: Option<&'a Record>,
}

impl Source<'_> {
    /// The names of everything that holds a value, derived ones included (`fullName` from its parts).
    pub fn keys(&self) -> Vec<ProfileKey> {
        Vec::new()
    }
}

/// One write that a key leads to.
#[derive(Debug, Clone, PartialEq)]
pub struct Write {
    /// `index` of the field: of a radio group the one radio that is meant.
    pub field: u32,
    /// What to put into it.
    pub bound: Bound,
}

/// A value in the form that a field wants.
#[derive(Debug, Clone, PartialEq)]
pub enum Bound {
    /// Text.
    Text(Private),
    /// Options of a `select`, by position and value.
    Options {
        /// Positions in `Field::options`.
        positions: Vec<u32>,
        /// Their values.
        values: Vec<String>,
    },
    /// Ticked or not.
    Checked(bool),
    /// Files.
    Files(Vec<FileData>),
    /// Text to look for in a list that opens ([`choose`]).
    Choice(Private),
}

/// Why a value cannot go into a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unbindable {
    /// For a program.
    pub code: OpenCode,
    /// For a person; holds no value.
    pub reason: String,
}

/// Binds the value of a key to the field at `index`.
pub fn bind(
    _observation: &Observation,
    _index: u32,
    _key: &ProfileKey,
    _source: &Source<'_>,
) -> Result<Vec<Write>, Unbindable> {
    Ok(Vec::new())
}

/// Which of these options means the value. `role` tells what kind of thing is chosen.
pub fn choose(_options: &[&str], _value: &Private, _role: Option<&str>) -> Result<usize, Unbindable> {
    Err(Unbindable { code: OpenCode::DoesNotFit, reason: String::new() })
}

/// Whether what was read back from the page is what was written.
pub fn took(_bound: &Bound, _read: &OperationResult) -> bool {
    false
}
