//! What goes into a store and comes out of it.

use bytes::Bytes;

use crate::crypto::{Digest, Fingerprint, Marks, TokenKind};

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
    /// The origin that it was given to, of an extension whose origin nobody knows before; else empty.
    pub origin: String,
    /// About when it was last used, in milliseconds since 1970; 0 where that is not known.
    pub used_at: i64,
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
    /// The origin that it is given to, where that has to be remembered; else empty.
    pub origin: &'a str,
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
        Self { digest, kind, user_id, name, origin: "", mark }
    }
}

/// Calls of one agent to one tool that came to the same: so many are kept. Counted so that no flood of one call takes the
/// lines of others out of the log.
pub(super) const KEPT_CALLS: i64 = 200;

/// An agent (an MCP client), as far as it is known: the digest of its token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownAgent {
    /// Its number; used once.
    pub id: i64,
    /// SHA-256 of its token.
    pub digest: Digest,
    /// Whose it is.
    pub user_id: String,
    /// As the person calls it.
    pub name: String,
    /// The only sites that it may hear of, as a JSON array; empty: every form that is shared.
    pub sites: String,
    /// What it may use, as a JSON array.
    pub tools: String,
    /// Milliseconds since 1970.
    pub created_at: i64,
    /// The mark of whoever wrote the row.
    pub mark: Vec<u8>,
}

impl KnownAgent {
    /// Whether this server, or one that it shares the database with, wrote the row as it is.
    pub fn is_ours(&self, marks: &Marks) -> bool {
        let Self { digest, user_id, name, sites, tools, mark, .. } = self;
        marks.is_agent_row(digest, [user_id, name, sites, tools], mark)
    }
}

/// An agent on its way into the store.
#[derive(Debug, Clone, Copy)]
pub struct NewAgent<'a> {
    /// SHA-256 of its token.
    pub digest: Digest,
    /// Whose it is.
    pub user_id: &'a str,
    /// As the person calls it.
    pub name: &'a str,
    /// [`KnownAgent::sites`]
    pub sites: &'a str,
    /// [`KnownAgent::tools`]
    pub tools: &'a str,
    /// The mark of who writes the row.
    pub mark: [u8; 32],
}

/// What an agent asked, and what came of it. No values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentCall {
    /// The agent's name.
    pub agent: String,
    /// When its request was let in; milliseconds since 1970.
    pub at: i64,
    /// What it used.
    pub tool: String,
    /// The site that it was about, if that is known.
    pub site: String,
    /// What came of it, in a word.
    pub outcome: String,
}

/// Which entries of a user's trace are looked through.
#[derive(Debug, Clone, Copy)]
pub struct Part<'a> {
    /// Whose.
    pub user_id: &'a str,
    /// Of these jobs alone; of all where none is named.
    pub jobs: &'a [String],
    /// None that are older; milliseconds since 1970.
    pub since: i64,
    /// So many of the newest.
    pub most: u32,
}

/// An entry of a trace as it is stored, pages left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Noted {
    /// The job.
    pub job_id: String,
    /// The entry's number within it.
    pub seq: i64,
    /// The round.
    pub step: u32,
    /// Milliseconds since 1970.
    pub at: i64,
    /// `plan`, `result` or `llm`.
    pub kind: String,
    /// JSON.
    pub data: String,
}

/// Where a list of jobs goes on: behind this one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Behind<'a> {
    /// When it was last seen; milliseconds since 1970.
    pub updated_at: i64,
    /// Its id.
    pub job_id: &'a str,
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
