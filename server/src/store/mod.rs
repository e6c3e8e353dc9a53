//! What outlives the program: tokens, pairing codes, agents, profiles, recipes, jobs with their traces, and what was
//! answered.
//!
//! A trait for each kind of thing, one module for each database; `tests/api/store` holds both to the same contract. Nothing here
//! knows HTTP, and nothing here logs a value.

pub mod backup;
pub mod before_update;
mod commit;
mod error;
mod exchange;
mod keep;
pub mod look;
mod migrate;
mod postgres;
mod rows;
mod sqlite;
pub mod to_postgres;
mod types;
mod wal;

use std::time::Duration;

use async_trait::async_trait;
use shared_types::{
    api::{JobSummary, TraceEntry},
    recipes::{RecipeChanges, StoredRecipe},
};

pub use crate::crypto::{Digest, Fingerprint, TokenKind};
use crate::crypto::{Marks, Sealed, Vault};

pub use error::{CommitError, StoreError};
pub use exchange::{NewRecipe, Put};
pub use postgres::{BEFORE_UPDATE, BeforeUpdate, Postgres};
pub use sqlite::{FILE as SQLITE_FILE, Sqlite};
pub(crate) use types::Erased;
pub use types::{
    AgentCall, Answered, Author, Before, Behind, Bucket, Durability, KnownAgent, KnownToken,
    NewAgent, NewAnswer, NewEntry, NewToken, Noted, Outcome, Pairing, Part, Retention, Rewrapped,
    Scrubbed, Taken, Unit,
};

/// What a store can do besides that several servers use at once.
#[async_trait]
pub trait SharedStore: Send + Sync {
    /// The database's clock, in milliseconds since 1970.
    async fn now(&self) -> Result<i64, StoreError>;

    /// Takes from a bucket, by the database's clock.
    async fn take(&self, bucket: Bucket<'_>, wanted: u32) -> Result<Taken, StoreError>;
}

/// Tokens and pairing codes.
#[async_trait]
pub trait TokenStore: Send + Sync {
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

    /// Notes about when a token was used.
    async fn used_token(&self, id: i64, at: i64) -> Result<(), StoreError>;

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
}

/// Agents (MCP clients), and what they asked.
#[async_trait]
pub trait AgentStore: Send + Sync {
    /// Adds an agent. Not when the user has one of this name: then it says so.
    async fn add_agent(&self, new: NewAgent<'_>, now: i64) -> Result<bool, StoreError>;

    /// A user's agents, oldest first.
    async fn agents(&self, user_id: &str) -> Result<Vec<KnownAgent>, StoreError>;

    /// The agent whose token has this digest.
    async fn agent(&self, digest: Digest) -> Result<Option<KnownAgent>, StoreError>;

    /// Forgets a user's agent. Whether there was one of this name.
    async fn revoke_agent(&self, user_id: &str, name: &str) -> Result<bool, StoreError>;

    /// Keeps what an agent asked, unless the user was erased since. Of many the newest stay.
    async fn add_agent_call(&self, user_id: &str, call: &AgentCall) -> Result<(), StoreError>;

    /// What a user's agents asked, newest first.
    async fn agent_calls(&self, user_id: &str, most: i64) -> Result<Vec<AgentCall>, StoreError>;
}

/// Sealed profiles, and the box that shows which key they are sealed with.
#[async_trait]
pub trait ProfileStore: Send + Sync {
    /// Leaves a box for later starts to try their key on, and gives the one that was first.
    async fn first_box(&self, sealed: &Sealed) -> Result<Sealed, StoreError>;

    /// A user's profile, sealed.
    async fn profile(&self, user_id: &str) -> Result<Option<Sealed>, StoreError>;

    /// When a user's profile was stored, in milliseconds since 1970.
    async fn profile_saved_at(&self, user_id: &str) -> Result<Option<i64>, StoreError>;

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

    /// Whether profiles are still sealed with this server's key.
    ///
    /// # Errors
    /// [`StoreError::KeyRotated`]: another server that shares the database put them under a newer one.
    async fn check_key(&self) -> Result<(), StoreError> {
        Ok(())
    }

    /// Removes a user's profile and its key. Whether there was one.
    async fn delete_profile(&self, user_id: &str) -> Result<bool, StoreError>;
}

/// Recipes that a user's browsers exchange.
#[async_trait]
pub trait RecipeStore: Send + Sync {
    /// What was stored or deleted after a revision, the oldest first, and not more than is read at once. Who asks from 0 has
    /// nothing that could have been deleted.
    async fn recipes_since(&self, user_id: &str, since: i64) -> Result<RecipeChanges, StoreError>;

    /// One of them, or the mark of one that was deleted.
    async fn recipe(&self, user_id: &str, id: &str) -> Result<Option<StoredRecipe>, StoreError>;

    /// Stores one, or deletes it, and says what came of it. Where there are too many the oldest go.
    async fn put_recipe(&self, new: &NewRecipe<'_>) -> Result<Put, StoreError>;
}

/// Jobs with their traces, and what was answered.
#[async_trait]
pub trait TraceStore: Send + Sync {
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

    /// A user's jobs, newest first: those of a site alone, where one is named, and those behind another one.
    async fn jobs_behind(
        &self,
        user_id: &str,
        site: Option<&str>,
        behind: Option<Behind<'_>>,
        limit: u32,
    ) -> Result<Vec<JobSummary>, StoreError>;

    /// Shows the entries of a part of a user's trace one after the other, newest first, without pages.
    async fn look_through(
        &self,
        part: &Part<'_>,
        see: &mut (dyn FnMut(Noted) + Send),
    ) -> Result<(), StoreError>;

    /// One job of a user.
    async fn job(&self, user_id: &str, job_id: &str) -> Result<Option<JobSummary>, StoreError>;

    /// The entries of a job after this number, oldest first.
    async fn trace(
        &self,
        user_id: &str,
        job_id: &str,
        after: i64,
    ) -> Result<Vec<TraceEntry>, StoreError>;
}

/// Erasing a user, step by step, so that it ends also when the program does not.
#[async_trait]
pub trait ErasureStore: Send + Sync {
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
}

/// What outlives the program.
#[async_trait]
pub trait Store:
    TokenStore + AgentStore + ProfileStore + RecipeStore + TraceStore + ErasureStore + 'static
{
    /// What several servers share, if this is a store that several servers can use at once.
    fn shared(&self) -> Option<&dyn SharedStore> {
        None
    }

    /// Writes everything out and lets go of the files.
    async fn close(&self);
}
