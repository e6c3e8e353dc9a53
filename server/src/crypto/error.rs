//! Why something could not be sealed, opened or marked.

use std::{io, path::PathBuf};

/// Why a profile could not be sealed or opened.
#[derive(Debug, thiserror::Error)]
pub enum SealError {
    /// The system has no randomness to give.
    #[error("no randomness: {0}")]
    Random(io::Error),
    /// The key file cannot be used.
    #[error("the key file {path} cannot be used: {cause}")]
    File {
        /// Which file.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// The key is not 64 hexadecimal digits.
    #[error("the master key must be 64 hexadecimal digits")]
    NoKey,
    /// The box is of another key or user, or was changed.
    #[error("a sealed profile cannot be opened with this server's key")]
    NotOurs,
}
