//! What a value becomes for a field, or why it cannot.

use shared_types::{Private, job::OpenCode, operation::FileData};

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
    /// Text to look for in a list that opens ([`super::choose`]).
    Choice(Private),
    /// Texts to look for in a list that opens and takes several: exactly these are chosen.
    Choices(Vec<Private>),
}

/// Why a value cannot go into a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unbindable {
    /// For a program.
    pub code: OpenCode,
    /// For a person; holds no value.
    pub reason: String,
}

impl Unbindable {
    pub(super) fn new(code: OpenCode, reason: impl Into<String>) -> Self {
        Self { code, reason: reason.into() }
    }

    pub(super) fn unfit(reason: impl Into<String>) -> Self {
        Self::new(OpenCode::DoesNotFit, reason)
    }

    pub(super) fn no_value(reason: impl Into<String>) -> Self {
        Self::new(OpenCode::NoValue, reason)
    }
}
