//! What outlives the program: tokens, pairing codes, profiles, jobs with their traces, and what was answered.
//!
//! One trait, one module for each database; `tests/api/store` holds both to the same contract. Nothing here
//! knows HTTP, and nothing here logs a value.

pub mod backup;
mod commit;
mod keep;
mod migrate;
mod postgres;
mod rows;
mod sqlite;
mod wal;

use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use shared_types::api::{JobSummary, TraceEntry};

use crate::security::{Marks, SealError, Sealed, Vault};

pub use postgres::Postgres;
pub use sqlite::{FILE as SQLITE_FILE, Sqlite};

/// SHA-256 of a secret. Only digests are stored.
pub type Digest = [u8; 32];

/// A keyed hash of a request's body: the same for the same body on every server with the same key, also
/// after a restart, and nothing that a body could be guessed from.
pub type Fingerprint = [u8; 32];

/// A store that failed. The cause goes to the log, never to a client.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database said no.
    #[error("database: {0}")]
    Database(#[from] sqlx::Error),
    /// The database could not be brought to this version.
    #[error("migration: {0}")]
    Migration(sqlx::migrate::MigrateError),
    /// A newer version of the program wrote the database.
    #[error(
        "the database is of a newer vaulty-server (its schema is {found}, this program knows up to \
         {known}): use that version or a newer one, or restore a backup of this version's time"
    )]
    Newer {
        /// The schema's version.
        found: i64,
        /// The newest that is known here.
        known: i64,
    },
    /// A migration was changed after it had run.
    #[error(
        "the database was made by another build: its schema {0} is not the one of this program"
    )]
    OtherSchema(i64),
    /// A profile could not be sealed or opened.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// Nobody answered a moment ago.
    #[error("the database did not answer a moment ago")]
    Away,
    /// The servers of this database have another master key since this one was started.
    #[error("the master key was rotated; restart this server with the new one")]
    KeyRotated,
    /// The first of the server's keys is one that was rotated away.
    #[error(
        "the first key of VAULTY_MASTER_KEY, or of master.key, was rotated away before: put the new key \
         first, and leave the old one out when all servers have it"
    )]
    RetiredKey,
    /// What is stored cannot be read by this version.
    #[error("stored {what} cannot be read")]
    Unreadable {
        /// What kind of thing.
        what: &'static str,
    },
}

impl StoreError {
    /// Whether somebody else holds what is wanted: of several writes that came together others may do.
    pub fn is_held(&self) -> bool {
        let Self::Database(sqlx::Error::Database(error)) = self else { return false };
        error
            .code()
            .is_some_and(|code| code.len() == 5 && HELD.iter().any(|class| code.starts_with(class)))
    }

    /// Whether the database can be read and not written to: it is read-only, or its disk is full.
    pub fn is_unwritable(&self) -> bool {
        use sqlx::migrate::MigrateError;
        let (Self::Database(sqlx::Error::Database(error))
        | Self::Migration(
            MigrateError::Execute(sqlx::Error::Database(error))
            | MigrateError::ExecuteMigration(sqlx::Error::Database(error), _),
        )) = self
        else {
            return false;
        };
        error.code().is_some_and(|code| match (code.len(), code.parse::<i64>()) {
            (1..=4, Ok(code)) => UNWRITABLE_SQLITE.contains(&(code & 0xff)),
            _ => UNWRITABLE.contains(&code.as_ref()),
        })
    }

    /// Whether it may be over in a moment: nobody is at the other end, or there is no room or no turn.
    pub fn passes(&self) -> bool {
        use sqlx::Error;
        match self {
            Self::Away => true,
            Self::Database(
                Error::Io(_)
                | Error::Tls(_)
                | Error::Protocol(_)
                | Error::PoolTimedOut
                | Error::PoolClosed
                | Error::WorkerCrashed,
            ) => true,
            Self::Database(Error::Database(error)) => {
                error.code().is_some_and(|code| match (code.len(), code.parse::<i64>()) {
                    // SQLite's extended codes hold the primary one in their lowest byte.
                    (1..=4, Ok(code)) => PASSING_SQLITE.contains(&(code & 0xff)),
                    _ => PASSING.iter().any(|class| code.starts_with(class)),
                })
            }
            _ => false,
        }
    }
}

/// What the codes of errors begin with that pass. SQLite (primary codes, which are short): 5 busy, 6
/// locked, 8 read-only, 10 input and output, 13 full, 14 cannot be opened. Postgres (five letters, by class):
/// connection, transaction (25006 read-only, 25P03 idle for too long), rollback, resources, not in this
/// state (55P03 locked), operator (57014 took too long).
const PASSING_SQLITE: &[i64] = &[5, 6, 8, 10, 13, 14];
const PASSING: &[&str] = &["08", "25006", "25P0", "40", "53", "55P03", "57"];
/// Those that say that nothing can be written: read-only, full.
const UNWRITABLE_SQLITE: &[i64] = &[8, 13];
const UNWRITABLE: &[&str] = &["25006", "53100"];
/// Those that say that somebody else has what is wanted.
const HELD: &[&str] = &["40", "55P03", "57014"];

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
    /// The mark of whoever wrote the row.
    pub mark: Option<Vec<u8>>,
    /// Whether the token itself shows that it is real.
    pub checked: bool,
}

impl KnownToken {
    /// Whether this server, or one that it shares the database with, wrote the row.
    pub fn is_ours(&self, marks: &Marks) -> bool {
        let Self { digest, kind, user_id, mark, .. } = self;
        mark.as_ref().is_some_and(|mark| marks.is_token_row(digest, *kind, user_id, mark))
    }
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
    /// The mark of who writes the row.
    pub mark: [u8; 32],
}

impl<'a> NewToken<'a> {
    /// One with its mark.
    pub fn marked(
        digest: Digest,
        kind: TokenKind,
        user_id: &'a str,
        name: &'a str,
        marks: &Marks,
    ) -> Self {
        let mark = marks.token_row(&digest, kind, user_id);
        Self { digest, kind, user_id, name, mark }
    }
}

/// What came of a try at pairing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pairing {
    /// It was the code, opened for this user. It is used up now.
    Right(String),
    /// It was not, or no code is open, or it is too old.
    Wrong,
}

/// How sure a write must be before it is acknowledged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Durability {
    /// It survives the end of the program, at any moment.
    Program,
    /// It survives the end of the machine, too: approvals, and whatever sends a form.
    Machine,
}

/// By whom something is written: when the user was erased since, it is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Author {
    /// The paired browser's token. The host has one that outlives what it erases.
    pub token: Option<i64>,
    /// When the request was let in; milliseconds since 1970.
    pub admitted_at: i64,
}

/// A user that was erased.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Erased {
    /// The newest token of that time, anybody's.
    pub(crate) last_token: i64,
    /// When it was.
    pub(crate) at: i64,
}

impl Erased {
    /// Whether this is from before.
    pub(crate) fn covers(&self, by: &Author) -> bool {
        by.token.map_or(by.admitted_at <= self.at, |token| token <= self.last_token)
    }
}

/// What came of moving profiles to another key.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Rewrapped {
    /// Profiles that are under the new key now.
    pub moved: usize,
    /// Profiles that no key of this server opens.
    pub unreadable: usize,
}

/// What became of the traces that deleted rows left in files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scrubbed {
    /// They are gone.
    Clean,
    /// Somebody still reads them.
    NotYet,
    /// They are where this program cannot reach; the sentence says where and for how long.
    Elsewhere(&'static str),
}

/// What one request leaves behind. It is written whole or not at all.
#[derive(Debug, Clone)]
pub struct Unit {
    /// Whose job.
    pub user_id: String,
    /// Who writes.
    pub by: Author,
    /// The job.
    pub job_id: String,
    /// The site, if known: scheme, host and port.
    pub origin: String,
    /// The round.
    pub step: u32,
    /// Milliseconds since 1970.
    pub at: i64,
    /// What happened, in order.
    pub entries: Vec<NewEntry>,
    /// What was answered, so that a repeat gets the same.
    pub answer: Option<NewAnswer>,
    /// An Idempotency-Key and the body that it belongs to.
    pub key: Option<(String, Fingerprint)>,
    /// How sure it must be.
    pub durability: Durability,
}

/// A trace entry on its way into the store.
#[derive(Debug, Clone)]
pub struct NewEntry {
    /// `plan`, `result`, `llm` or `page`.
    pub kind: &'static str,
    /// JSON, without values.
    pub data: Bytes,
}

/// An answer on its way into the store.
#[derive(Debug, Clone)]
pub struct NewAnswer {
    /// Of the body that it answers.
    pub fingerprint: Fingerprint,
    /// The answer, sealed. Without it the unit's last entry is the answer, word for word.
    pub sealed: Option<Vec<u8>>,
}

/// What was answered before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answered {
    /// As it was sent.
    Plain(Bytes),
    /// In a box of the server's.
    Sealed(Vec<u8>),
}

/// What came of a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It is written; these are the numbers of its entries within the job.
    Written(Vec<i64>),
    /// This body was answered for this round before. Nothing is written.
    Repeat(Answered),
    /// The Idempotency-Key belongs to another body. Nothing is written.
    OtherBody,
    /// The user was erased since. Nothing is written.
    Erased,
}

/// What is known of a request that may be a repeat.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Before {
    /// The newest answer of the round, and the body that it answers.
    pub answer: Option<(Fingerprint, Answered)>,
    /// The body that the Idempotency-Key belongs to.
    pub key: Option<Fingerprint>,
}

/// What traces are kept. Whatever is too old goes, a share at once; what is too much goes from whoever has
/// most, oldest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    /// Entries.
    pub entries: i64,
    /// Entries that are older are too old; milliseconds.
    pub age: i64,
    /// Bytes of the database.
    pub bytes: i64,
    /// The time, for stores that have no clock of their own; milliseconds since 1970.
    pub now: i64,
}

/// A token bucket that several servers take from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bucket<'a> {
    /// Its name.
    pub name: &'a str,
    /// What comes back, a second.
    pub per_second: f64,
    /// What it holds at most.
    pub most: u32,
}

/// What a bucket gave.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Taken {
    /// As many as were wanted, or fewer.
    pub granted: u32,
    /// Seconds until there is one again, if none was granted.
    pub wait: f64,
}

/// What a store can do besides that several servers use at once.
#[async_trait]
pub trait Together: Send + Sync {
    /// The database's clock, in milliseconds since 1970.
    async fn now(&self) -> Result<i64, StoreError>;

    /// Takes from a bucket, by the database's clock.
    async fn take(&self, bucket: Bucket<'_>, wanted: u32) -> Result<Taken, StoreError>;
}

/// What outlives the program.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// What several servers share, if this is a store that several servers can use at once.
    fn together(&self) -> Option<&dyn Together> {
        None
    }

    /// Leaves a box for later starts to try their key on, and gives the one that was first.
    async fn first_box(&self, sealed: &Sealed) -> Result<Sealed, StoreError>;

    /// Marks the tokens of before there were marks, once in the life of a database. What has none later was
    /// written by somebody else.
    async fn mark_tokens(&self, marks: &Marks) -> Result<(), StoreError>;

    /// All tokens, oldest first.
    async fn tokens(&self) -> Result<Vec<KnownToken>, StoreError>;

    /// The token with this digest.
    async fn token(&self, digest: Digest) -> Result<Option<KnownToken>, StoreError>;

    /// Adds a token. One that is there already keeps its id.
    async fn add_token(&self, token: NewToken<'_>, now: i64) -> Result<KnownToken, StoreError>;

    /// Forgets a user's token that came by pairing. Whether there was one.
    async fn revoke_token(&self, user_id: &str, id: i64) -> Result<bool, StoreError>;

    /// Forgets all tokens of the token file but this one.
    async fn keep_only_file_token(&self, digest: Digest) -> Result<(), StoreError>;

    /// Opens a pairing code for a user, in place of any other of this user's. A store that has a clock of its
    /// own goes by that and not by `now`.
    async fn open_pairing(
        &self,
        digest: Digest,
        user_id: &str,
        now: i64,
        life: Duration,
    ) -> Result<(), StoreError>;

    /// Tries a pairing code. The right one is used up.
    async fn try_pairing(&self, digest: Digest, now: i64) -> Result<Pairing, StoreError>;

    /// A user's profile, sealed.
    async fn profile(&self, user_id: &str) -> Result<Option<Sealed>, StoreError>;

    /// Stores a user's profile in place of the one before. Not when the user was erased since: then it says
    /// so.
    async fn save_profile(
        &self,
        user_id: &str,
        profile: &Sealed,
        now: i64,
        by: &Author,
    ) -> Result<bool, StoreError>;

    /// Puts the keys of all profiles under the vault's first key, and begins a generation in which nobody
    /// writes with another one. Profiles that none of its keys opens stay as they are.
    async fn rewrap(&self, vault: &Vault) -> Result<Rewrapped, StoreError>;

    /// Removes a user's profile and its key. Whether there was one.
    async fn delete_profile(&self, user_id: &str) -> Result<bool, StoreError>;

    /// Writes units in one transaction, as sure as the one that must be surest, and says of each what
    /// came of it, in the same order. Repeats are noticed, also within the batch.
    async fn commit(&self, units: &[Unit]) -> Result<Vec<Outcome>, StoreError>;

    /// What is known of a round, and of an Idempotency-Key, before it is worked on.
    async fn before(
        &self,
        user_id: &str,
        job_id: &str,
        step: u32,
        key: Option<&str>,
    ) -> Result<Before, StoreError>;

    /// Removes some of what is not to be kept: entries with their answers, jobs that have no entry left, and
    /// keys after their own time. Whether there may be more to remove.
    async fn prune(&self, keep: &Retention) -> Result<bool, StoreError>;

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

    /// Begins to erase a user: revokes the tokens that came by pairing, whose ids are given, and lets nothing
    /// be written that was begun before.
    async fn begin_erasure(&self, user_id: &str, now: i64) -> Result<Vec<i64>, StoreError>;

    /// Removes everything of a user whose erasure was begun: profile and key, jobs, traces.
    async fn erase(&self, user_id: &str) -> Result<(), StoreError>;

    /// Overwrites what deleted rows left in the database's files.
    async fn scrub(&self) -> Result<Scrubbed, StoreError>;

    /// Says that nothing is left to do for a user that was erased.
    async fn end_erasure(&self, user_id: &str) -> Result<(), StoreError>;

    /// Users whose erasure was begun and not ended.
    async fn erasures(&self) -> Result<Vec<String>, StoreError>;

    /// Writes everything out and lets go of the files.
    async fn close(&self);
}

#[cfg(test)]
mod tests {
    use sqlx::{Connection as _, Executor as _, SqliteConnection, sqlite::SqliteConnectOptions};

    use super::*;

    async fn error(connection: &mut SqliteConnection, statement: &'static str) -> StoreError {
        connection.execute(statement).await.map(drop).unwrap_err().into()
    }

    #[tokio::test]
    async fn what_passes_is_told_from_what_is_broken() {
        let folder = tempfile::tempdir().unwrap();
        let options = SqliteConnectOptions::new().filename(folder.path().join("db"));
        let options = options.busy_timeout(Duration::from_millis(10));
        let mut one =
            SqliteConnection::connect_with(&options.clone().create_if_missing(true)).await.unwrap();
        one.execute("CREATE TABLE t (x)").await.unwrap();
        let mut read_only =
            SqliteConnection::connect_with(&options.clone().read_only(true)).await.unwrap();
        let refused = error(&mut read_only, "INSERT INTO t VALUES (1)").await;
        assert!(refused.passes() && refused.is_unwritable());
        let mut other = SqliteConnection::connect_with(&options).await.unwrap();
        one.execute("BEGIN IMMEDIATE").await.unwrap();
        let locked = error(&mut other, "INSERT INTO t VALUES (1)").await;
        assert!(locked.passes() && !locked.is_unwritable());
        one.execute("COMMIT").await.unwrap();
        other.execute("PRAGMA max_page_count = 3").await.unwrap();
        let full = error(&mut other, "INSERT INTO t VALUES (zeroblob(100000))").await;
        assert!(full.passes() && full.is_unwritable());
        let gone = SqliteConnectOptions::new().filename(folder.path().join("none/db"));
        let cannot = SqliteConnection::connect_with(&gone).await.map(drop).unwrap_err();
        assert!(StoreError::from(cannot).passes(), "cannot be opened");
        assert!(!error(&mut one, "INSERT INTO none VALUES (1)").await.passes());
        assert!(StoreError::Away.passes() && !StoreError::Away.is_held());
        assert!(!StoreError::Away.is_unwritable());
        assert!(!StoreError::Unreadable { what: "x" }.passes());
    }
}
