//! How much of a file is read.

/// Largest file, in bytes. Vaulty's own export may be larger: it holds documents.
pub const LIMIT: usize = 10 * 1024 * 1024;

/// Most bytes that a part of a file may unpack to, and most text that is read of one.
pub(crate) const MAX_TEXT: usize = 16 * 1024 * 1024;
