//! What outlives the program: tokens, the open pairing code, profiles, traces.
//!
//! One trait, one module for each database. Nothing here knows HTTP, and nothing here logs a value.

mod sqlite;

use async_trait::async_trait;
use bytes::Bytes;
use shared_types::api::{JobSummary, TraceEntry};

use crate::security::{SealError, Sealed, Vault};

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
    /// A profile could not be sealed or opened.
    #[error(transparent)]
    Seal(#[from] SealError),
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

/// A token, as far as it is known: its digest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownToken {
    /// Its number.
    pub id: i64,
    /// SHA-256 of it.
    pub digest: Digest,
    /// How it came to be.
    pub kind: TokenKind,
    /// Whose it is.
    pub user_id: String,
    /// What the browser called itself.
    pub name: String,
    /// Milliseconds since 1970.
    pub created_at: i64,
}

/// A token on its way into the store.
#[derive(Debug, Clone, Copy)]
pub struct NewToken<'a> {
    /// SHA-256 of it.
    pub digest: Digest,
    /// How it came to be.
    pub kind: TokenKind,
    /// Whose it is.
    pub user_id: &'a str,
    /// What the browser calls itself.
    pub name: &'a str,
}

/// What came of a try at pairing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pairing {
    /// It was the code, opened for this user. It is used up now.
    Right(String),
    /// It was not, or no code is open, or it is too old.
    Wrong,
}

/// A trace entry on its way into the store.
#[derive(Debug, Clone)]
pub struct NewEntry {
    /// Whose job.
    pub user_id: String,
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
    /// All tokens, oldest first.
    async fn tokens(&self) -> Result<Vec<KnownToken>, StoreError>;

    /// Adds a token. One that is there already keeps its id.
    async fn add_token(&self, token: NewToken<'_>, now: i64) -> Result<KnownToken, StoreError>;

    /// Forgets a user's token that came by pairing. Whether there was one.
    async fn revoke_token(&self, user_id: &str, id: i64) -> Result<bool, StoreError>;

    /// Forgets all tokens of the token file but this one.
    async fn keep_only_file_token(&self, digest: Digest) -> Result<(), StoreError>;

    /// Opens a pairing code for a user, in place of any other.
    async fn open_pairing(
        &self,
        digest: Digest,
        user_id: &str,
        expires_at: i64,
        tries: u32,
    ) -> Result<(), StoreError>;

    /// Tries a pairing code. Right or wrong, a try is used up; the right one closes the code.
    async fn try_pairing(&self, digest: Digest, now: i64) -> Result<Pairing, StoreError>;

    /// A user's profile, sealed.
    async fn profile(&self, user_id: &str) -> Result<Option<Sealed>, StoreError>;

    /// Stores a user's profile in place of the one before.
    async fn save_profile(
        &self,
        user_id: &str,
        profile: &Sealed,
        now: i64,
    ) -> Result<(), StoreError>;

    /// Puts the keys of all profiles under the vault's first key, all or none. How many there are.
    async fn rewrap(&self, vault: &Vault) -> Result<usize, StoreError>;

    /// Removes a user's profile and its key, also from the file's free pages. Whether there was one.
    async fn delete_profile(&self, user_id: &str) -> Result<bool, StoreError>;

    /// Appends entries and gives each its number within its job, in the same order.
    async fn append(&self, entries: &[NewEntry]) -> Result<Vec<i64>, StoreError>;

    /// Keeps the newest entries, and the jobs that have any.
    async fn prune(&self, keep: u32) -> Result<(), StoreError>;

    /// A user's newest jobs, newest first.
    async fn jobs(&self, user_id: &str, limit: u32) -> Result<Vec<JobSummary>, StoreError>;

    /// One job of a user.
    async fn job(&self, user_id: &str, job_id: &str) -> Result<Option<JobSummary>, StoreError>;

    /// The entries of a job after this number, oldest first.
    async fn trace(
        &self,
        user_id: &str,
        job_id: &str,
        after: i64,
    ) -> Result<Vec<TraceEntry>, StoreError>;

    /// Removes everything of a user: profile and key, jobs, traces, and tokens that came by pairing,
    /// whose ids are given.
    async fn erase_user(&self, user_id: &str) -> Result<Vec<i64>, StoreError>;

    /// Writes everything out and lets go of the files.
    async fn close(&self);
}
