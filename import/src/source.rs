//! The text of a document, of whatever kind it is.

use crate::{budget::Budget, error::ImportError};

/// The text of a CV, and where its links lead.
#[derive(Debug, Default)]
pub(crate) struct Source {
    pub(crate) text: String,
    pub(crate) links: Vec<String>,
}

impl Source {
    /// A text that has its links in itself.
    pub(crate) fn of(text: String) -> Result<Self, ImportError> {
        Budget::of_a_file().read(text.len())?;
        Ok(Self { text, links: Vec::new() })
    }
}
