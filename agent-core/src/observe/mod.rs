//! Raw snapshots → what a planner sees, and which element each part of it is.

use shared_types::{Observation, Private, operation::Expect, snapshot::FrameSnapshot};

use crate::bind::Source;

/// A page: the observation without values, and behind each field and button the element it is.
#[derive(Debug, Clone, Default)]
pub struct Page {
    /// Value-free: `value` is empty, `valueState` says what is known. Profile values are scrubbed
    /// from `text`, `pageContext`, `title` and `url`.
    pub observation: Observation,
    /// Parallel to `observation.fields`.
    pub fields: Vec<Element>,
    /// Parallel to `observation.buttons`.
    pub buttons: Vec<Element>,
    /// The documents that were looked into; the page itself is first.
    pub documents: Vec<Document>,
}

/// The element behind a field or button.
#[derive(Debug, Clone, Default)]
pub struct Element {
    /// Frame it is in; 0 is the page itself.
    pub frame_id: u32,
    /// Document it is in.
    pub document_id: String,
    /// The content script's number of it.
    pub element: u32,
    /// Facts to be checked again where the write happens.
    pub expect: Expect,
    /// What it holds now. Stays in the browser.
    pub value: Private,
}

/// A document that was looked into.
#[derive(Debug, Clone, Default)]
pub struct Document {
    /// Its frame.
    pub frame_id: u32,
    /// The browser's id of it.
    pub document_id: String,
    /// Its origin.
    pub origin: String,
    /// `RawSnapshot::values_digest`
    pub values_digest: String,
}

/// Understands the frames of a page. Fields are classified (`role`, `confidence`, `evidence`) already.
pub fn observe(_frames: &[FrameSnapshot], _source: &Source<'_>) -> Page {
    Page::default()
}
