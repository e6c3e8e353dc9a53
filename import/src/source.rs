//! The text of a document, of whatever kind it is.

/// The text of a CV, and where its links lead.
#[derive(Debug, Default)]
pub(crate) struct Source {
    pub(crate) text: String,
    pub(crate) links: Vec<String>,
}

impl Source {
    /// A text that has its links in itself.
    pub(crate) fn of(text: String) -> Self {
        Self { text, links: Vec::new() }
    }
}
