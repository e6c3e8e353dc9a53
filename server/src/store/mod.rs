//! What outlives the program: tokens, the open pairing code, profiles, traces.
//!
//! One trait, one module for each database. Nothing here knows HTTP, and nothing here logs a value.

mod sqlite;

use async_trait::async_trait;
use bytes::Bytes;
use shared_types::api::{JobSummary, TraceEntry};

pub use sqlite::Sqlite;

/// SHA-256 of a secret. Only digests are stored.
pub type Digest = [u8; 32];

/// A store that failed. The cause goes to the log, never to a client.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database said no.
    #[error("database: {0}")]
    Database(#[from] sqlx::Error),
    /// The database could not be brought to this version.
    #[error("migration: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// What is stored cannot be read by this version.
    #[error("stored {what} cannot be read")]
    Unreadable {
        /// What kind of thing.
        what: &'static str,
    },
}

/// How a token came to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// It is the one in the token file.
    File,
    /// It was given for a pairing code.
    Pairing,
}

impl TokenKind {
    /// The name in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Pairing => "pairing",
        }
    }
}

/// What came of a try at pairing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pairing {
    /// It was the code. It is used up now.
    Right,
    /// It was not, or no code is open, or it is too old.
    Wrong,
}

/// A trace entry on its way into the store.
#[derive(Debug, Clone)]
pub struct NewEntry {
    /// The job.
    pub job_id: String,
    /// The site, if known: scheme, host and port.
    pub origin: String,
    /// The round.
    pub step: u32,
    /// Milliseconds since 1970.
    pub at: i64,
    /// `plan` or `result`.
    pub kind: &'static str,
    /// JSON, without values.
    pub data: Bytes,
}

/// What outlives the program.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// The ids and digests of all tokens.
    async fn tokens(&self) -> Result<Vec<(i64, Digest)>, StoreError>;

    /// Adds a token and gives its id. A token that is there already keeps its id.
    async fn add_token(&self, digest: Digest, kind: TokenKind, now: i64)
    -> Result<i64, StoreError>;

    /// Forgets all tokens of the token file but this one.
    async fn keep_only_file_token(&self, digest: Digest) -> Result<(), StoreError>;

    /// Opens a pairing code, in place of any other.
    async fn open_pairing(
        &self,
        digest: Digest,
        expires_at: i64,
        tries: u32,
    ) -> Result<(), StoreError>;

    /// Tries a pairing code. Right or wrong, a try is used up; the right one closes the code.
    async fn try_pairing(&self, digest: Digest, now: i64) -> Result<Pairing, StoreError>;

    /// A user's profile as JSON.
    async fn profile(&self, user_id: &str) -> Result<Option<String>, StoreError>;

    /// Stores a user's profile in place of the one before.
    async fn save_profile(&self, user_id: &str, profile: &str, now: i64) -> Result<(), StoreError>;

    /// Removes a user's profile, also from the file's free pages. Whether there was one.
    async fn delete_profile(&self, user_id: &str) -> Result<bool, StoreError>;

    /// Appends entries and gives each its number within its job, in the same order.
    async fn append(&self, entries: &[NewEntry]) -> Result<Vec<i64>, StoreError>;

    /// Keeps the newest entries, and the jobs that have any.
    async fn prune(&self, keep: u32) -> Result<(), StoreError>;

    /// The newest jobs, newest first.
    async fn jobs(&self, limit: u32) -> Result<Vec<JobSummary>, StoreError>;

    /// One job.
    async fn job(&self, job_id: &str) -> Result<Option<JobSummary>, StoreError>;

    /// The entries of a job after this number, oldest first.
    async fn trace(&self, job_id: &str, after: i64) -> Result<Vec<TraceEntry>, StoreError>;

    /// Writes everything out and lets go of the files.
    async fn close(&self);
}
