//! What a row means; both databases name their columns alike.

use shared_types::{
    api::{JobSummary, TraceEntry},
    recipes::StoredRecipe,
};
use sqlx::{Row as _, postgres::PgRow, sqlite::SqliteRow};

use super::{
    AgentCall, Answered, Digest, Erased, Fingerprint, KnownAgent, KnownToken, Noted, StoreError,
    TokenKind,
    commit::{Round, Stored},
    keep::Gone,
};
use crate::crypto::Sealed;

/// Columns by name.
pub(super) trait Columns {
    fn number(&self, column: &str) -> Result<i64, sqlx::Error>;
    fn text(&self, column: &str) -> Result<String, sqlx::Error>;
    fn bytes(&self, column: &str) -> Result<Vec<u8>, sqlx::Error>;
    fn text_if_any(&self, column: &str) -> Result<Option<String>, sqlx::Error>;
    fn bytes_if_any(&self, column: &str) -> Result<Option<Vec<u8>>, sqlx::Error>;
    fn switch(&self, column: &str) -> Result<bool, sqlx::Error>;
}

macro_rules! columns {
    ($row:ty) => {
        impl Columns for $row {
            fn number(&self, column: &str) -> Result<i64, sqlx::Error> {
                self.try_get(column)
            }
            fn text(&self, column: &str) -> Result<String, sqlx::Error> {
                self.try_get(column)
            }
            fn bytes(&self, column: &str) -> Result<Vec<u8>, sqlx::Error> {
                self.try_get(column)
            }
            fn text_if_any(&self, column: &str) -> Result<Option<String>, sqlx::Error> {
                self.try_get(column)
            }
            fn bytes_if_any(&self, column: &str) -> Result<Option<Vec<u8>>, sqlx::Error> {
                self.try_get(column)
            }
            fn switch(&self, column: &str) -> Result<bool, sqlx::Error> {
                self.try_get(column)
            }
        }
    };
}

columns!(PgRow);
columns!(SqliteRow);

fn fits<T: TryFrom<i64>>(number: i64, what: &'static str) -> Result<T, StoreError> {
    T::try_from(number).map_err(|_| StoreError::Unreadable { what })
}

fn digest(bytes: &[u8], what: &'static str) -> Result<[u8; 32], StoreError> {
    bytes.try_into().map_err(|_| StoreError::Unreadable { what })
}

pub(super) fn recipe(row: &impl Columns) -> Result<StoredRecipe, StoreError> {
    Ok(StoredRecipe {
        id: row.text("id")?,
        revision: row.number("revision")?,
        version: fits(row.number("version")?, "recipe")?,
        used: row.number("used_at")?,
        deleted: row.switch("deleted")?,
        recipe: row.text("recipe")?,
    })
}

pub(super) fn token(row: &impl Columns) -> Result<KnownToken, StoreError> {
    let digest: Digest = digest(&row.bytes("digest")?, "token")?;
    let kind = match (row.text("kind")? == TokenKind::File.column(), row.switch("for_dashboard")?) {
        (true, _) => TokenKind::File,
        (false, true) => TokenKind::Dashboard,
        (false, false) => TokenKind::Pairing,
    };
    Ok(KnownToken {
        id: row.number("id")?,
        digest,
        kind,
        user_id: row.text("user_id")?,
        name: row.text("name")?,
        created_at: row.number("created_at")?,
        mark: row.bytes_if_any("mark")?,
        checked: row.switch("checked")?,
        origin: row.text("origin")?,
        used_at: row.number("used_at")?,
    })
}

pub(super) fn noted(row: &impl Columns) -> Result<Noted, StoreError> {
    Ok(Noted {
        job_id: row.text("job_id")?,
        seq: row.number("seq")?,
        step: fits(row.number("step")?, "step")?,
        at: row.number("at")?,
        kind: row.text("kind")?,
        data: row.text("data")?,
    })
}

pub(super) fn agent(row: &impl Columns) -> Result<KnownAgent, StoreError> {
    Ok(KnownAgent {
        id: row.number("id")?,
        digest: digest(&row.bytes("digest")?, "agent")?,
        user_id: row.text("user_id")?,
        name: row.text("name")?,
        sites: row.text("sites")?,
        tools: row.text("tools")?,
        created_at: row.number("created_at")?,
        mark: row.bytes("mark")?,
    })
}

pub(super) fn agent_call(row: &impl Columns) -> Result<AgentCall, StoreError> {
    Ok(AgentCall {
        agent: row.text("agent")?,
        at: row.number("at")?,
        tool: row.text("tool")?,
        site: row.text("site")?,
        outcome: row.text("outcome")?,
    })
}

/// The entries of these rows, which go.
pub(super) fn gone(rows: &[impl Columns]) -> Result<Gone, StoreError> {
    let mut gone = Gone::default();
    for row in rows {
        gone.ids.push(row.number("id")?);
        gone.of.push((row.text("user_id")?, row.text("job_id")?, row.number("seq")?));
    }
    Ok(gone)
}

pub(super) fn sealed(row: &impl Columns) -> Result<Sealed, StoreError> {
    Ok(Sealed { user_key: row.bytes("user_key")?, profile: row.bytes("profile")? })
}

pub(super) fn summary(row: &impl Columns) -> Result<JobSummary, StoreError> {
    Ok(JobSummary {
        job_id: row.text("job_id")?,
        origin: row.text("origin")?,
        step: fits(row.number("step")?, "step")?,
        started_at: row.number("started_at")?,
        updated_at: row.number("updated_at")?,
        entries: fits(row.number("entries")?, "count")?,
    })
}

pub(super) fn entry(row: &impl Columns) -> Result<TraceEntry, StoreError> {
    Ok(TraceEntry {
        seq: row.number("seq")?,
        step: fits(row.number("step")?, "step")?,
        at: row.number("at")?,
        kind: row.text("kind")?,
        data: serde_json::from_str(&row.text("data")?)
            .map_err(|_| StoreError::Unreadable { what: "trace entry" })?,
    })
}

/// An answer: sealed, or the text of its entry. None when there is none, or its entry is gone.
pub(super) fn answered(row: &impl Columns) -> Result<Option<(Fingerprint, Answered)>, StoreError> {
    let Some(fingerprint) = row.bytes_if_any("fingerprint")? else { return Ok(None) };
    let answered = match (row.bytes_if_any("sealed")?, row.text_if_any("data")?) {
        (Some(sealed), _) => Answered::Sealed(sealed),
        (None, Some(text)) => Answered::Plain(text.into()),
        (None, None) => return Ok(None),
    };
    Ok(Some((digest(&fingerprint, "answer")?, answered)))
}

/// What a batch finds: rows of answers, of keys, and of users that were erased.
pub(super) fn stored<R: Columns>(
    answers: &[R],
    keys: &[R],
    erased: &[R],
) -> Result<Stored, StoreError> {
    let mut stored = Stored::default();
    for row in erased {
        let erased = Erased { last_token: row.number("last_token")?, at: row.number("at")? };
        stored.erased.insert(row.text("user_id")?, erased);
    }
    for row in answers {
        let round: Round =
            (row.text("user_id")?, row.text("job_id")?, fits(row.number("step")?, "step")?);
        stored.answers.extend(answered(row)?.map(|answer| (round, answer)));
    }
    for row in keys {
        let key = (row.text("user_id")?, row.text("key")?);
        stored.keys.insert(key, digest(&row.bytes("fingerprint")?, "idempotency key")?);
    }
    Ok(stored)
}
