//! The default store: one SQLite file, with its migrations inside the program.

use std::{collections::HashMap, path::Path, str::FromStr, time::Duration};

use async_trait::async_trait;
use shared_types::api::{JobSummary, TraceEntry};
use sqlx::{
    QueryBuilder, Row, SqlitePool,
    migrate::Migrator,
    sqlite::{
        SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
    },
};

use super::{Digest, KnownToken, NewEntry, NewToken, Pairing, Store, StoreError, TokenKind};
use crate::security::{Sealed, Vault};

static MIGRATIONS: Migrator = sqlx::migrate!("./migrations");

/// The file's name in the data folder.
const FILE: &str = "vaulty.sqlite3";
/// One writer and a few readers; each costs a thread and its page cache.
const CONNECTIONS: u32 = 3;
/// Page cache of a connection; negative means KiB.
const CACHE: &str = "-1024";
/// A writer waits this long for another one, such as `vaulty-server pair` beside a running server.
const BUSY_TIMEOUT: Duration = Duration::from_secs(20);
/// Rows of one INSERT. A round trip to the database's thread costs more than a row does.
const ROWS_AT_ONCE: usize = 16;

/// SQLite in the data folder.
#[derive(Debug, Clone)]
pub struct Sqlite {
    pool: SqlitePool,
}

impl Sqlite {
    /// Opens the database in this folder, makes it if needed and brings it to this version.
    ///
    /// # Errors
    /// The file cannot be opened, or was written by a newer version.
    pub async fn open(folder: &Path, vault: &Vault) -> Result<Self, StoreError> {
        let options = SqliteConnectOptions::from_str("sqlite:")?
            .filename(folder.join(FILE))
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Normal)
            .busy_timeout(BUSY_TIMEOUT)
            .foreign_keys(true)
            .pragma("cache_size", CACHE)
            // What is deleted is overwritten, not only unlinked.
            .pragma("secure_delete", "ON");
        let pool =
            SqlitePoolOptions::new().max_connections(CONNECTIONS).connect_with(options).await?;
        MIGRATIONS.run(&pool).await?;
        let store = Self { pool };
        store.seal_plain_profiles(vault).await?;
        Ok(store)
    }

    /// Seals what an earlier version stored as plain text.
    async fn seal_plain_profiles(&self, vault: &Vault) -> Result<(), StoreError> {
        let rows = sqlx::query("SELECT user_id, profile, saved_at FROM profiles")
            .fetch_all(&self.pool)
            .await?;
        for row in &rows {
            let user_id: String = row.try_get("user_id")?;
            let profile: String = row.try_get("profile")?;
            let sealed = vault.seal(&user_id, &profile)?;
            self.save_profile(&user_id, &sealed, row.try_get("saved_at")?).await?;
            sqlx::query("DELETE FROM profiles WHERE user_id = ?1")
                .bind(user_id)
                .execute(&self.pool)
                .await?;
        }
        if rows.is_empty() { Ok(()) } else { self.checkpoint().await }
    }

    /// Brings what the write-ahead log holds into the file and empties the log.
    async fn checkpoint(&self) -> Result<(), StoreError> {
        sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&self.pool).await?;
        Ok(())
    }
}

#[async_trait]
impl Store for Sqlite {
    async fn tokens(&self) -> Result<Vec<KnownToken>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, digest, kind, user_id, name, created_at FROM tokens ORDER BY id",
        )
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(token).collect()
    }

    async fn add_token(&self, new: NewToken<'_>, now: i64) -> Result<KnownToken, StoreError> {
        let row = sqlx::query(
            "INSERT INTO tokens (digest, kind, user_id, name, created_at) \
             VALUES (?1, ?2, ?3, ?4, ?5) \
             ON CONFLICT (digest) DO UPDATE SET kind = excluded.kind \
             RETURNING id, digest, kind, user_id, name, created_at",
        )
        .bind(new.digest.as_slice())
        .bind(new.kind.as_str())
        .bind(new.user_id)
        .bind(new.name)
        .bind(now)
        .fetch_one(&self.pool)
        .await?;
        token(&row)
    }

    async fn revoke_token(&self, user_id: &str, id: i64) -> Result<bool, StoreError> {
        let gone =
            sqlx::query("DELETE FROM tokens WHERE id = ?1 AND user_id = ?2 AND kind = 'pairing'")
                .bind(id)
                .bind(user_id)
                .execute(&self.pool)
                .await?;
        Ok(gone.rows_affected() > 0)
    }

    async fn keep_only_file_token(&self, digest: Digest) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM tokens WHERE kind = 'file' AND digest <> ?1")
            .bind(digest.as_slice())
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    async fn open_pairing(
        &self,
        digest: Digest,
        user_id: &str,
        expires_at: i64,
        tries: u32,
    ) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT OR REPLACE INTO pairing (only_one, digest, user_id, expires_at, tries_left) \
             VALUES (1, ?1, ?2, ?3, ?4)",
        )
        .bind(digest.as_slice())
        .bind(user_id)
        .bind(expires_at)
        .bind(tries)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    async fn try_pairing(&self, digest: Digest, now: i64) -> Result<Pairing, StoreError> {
        // Immediate: two tries at the same moment must not both read before either writes.
        let mut tx = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let used = sqlx::query(
            "DELETE FROM pairing WHERE digest = ?1 AND expires_at > ?2 AND tries_left > 0 \
             RETURNING user_id",
        )
        .bind(digest.as_slice())
        .bind(now)
        .fetch_optional(&mut *tx)
        .await?;
        if used.is_none() {
            sqlx::query("UPDATE pairing SET tries_left = tries_left - 1 WHERE tries_left > 0")
                .execute(&mut *tx)
                .await?;
        }
        tx.commit().await?;
        Ok(match used {
            Some(row) => Pairing::Right(row.try_get("user_id")?),
            None => Pairing::Wrong,
        })
    }

    async fn profile(&self, user_id: &str) -> Result<Option<Sealed>, StoreError> {
        let row = sqlx::query("SELECT user_key, profile FROM sealed_profiles WHERE user_id = ?1")
            .bind(user_id)
            .fetch_optional(&self.pool)
            .await?;
        row.as_ref().map(sealed).transpose()
    }

    async fn save_profile(
        &self,
        user_id: &str,
        profile: &Sealed,
        now: i64,
    ) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO sealed_profiles (user_id, user_key, profile, saved_at) \
             VALUES (?1, ?2, ?3, ?4) ON CONFLICT (user_id) DO UPDATE SET \
               user_key = excluded.user_key, profile = excluded.profile, \
               saved_at = excluded.saved_at",
        )
        .bind(user_id)
        .bind(profile.user_key.as_slice())
        .bind(profile.profile.as_slice())
        .bind(now)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    async fn rewrap(&self, vault: &Vault) -> Result<usize, StoreError> {
        let mut tx = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let rows = sqlx::query("SELECT user_id, user_key, profile FROM sealed_profiles")
            .fetch_all(&mut *tx)
            .await?;
        for row in &rows {
            let user_id: String = row.try_get("user_id")?;
            let moved = vault.rewrap(&user_id, &sealed(row)?)?;
            sqlx::query("UPDATE sealed_profiles SET user_key = ?2 WHERE user_id = ?1")
                .bind(user_id)
                .bind(moved.user_key)
                .execute(&mut *tx)
                .await?;
        }
        tx.commit().await?;
        self.checkpoint().await?;
        Ok(rows.len())
    }

    async fn delete_profile(&self, user_id: &str) -> Result<bool, StoreError> {
        let deleted = sqlx::query("DELETE FROM sealed_profiles WHERE user_id = ?1")
            .bind(user_id)
            .execute(&self.pool)
            .await?
            .rows_affected();
        if deleted > 0 {
            self.checkpoint().await?;
        }
        Ok(deleted > 0)
    }

    async fn append(&self, entries: &[NewEntry]) -> Result<Vec<i64>, StoreError> {
        if entries.is_empty() {
            return Ok(Vec::new());
        }
        let mut tx = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let rows = sqlx::query(
            "INSERT INTO jobs (user_id, job_id, origin, step, started_at, updated_at, last_seq) \
             SELECT value ->> 4, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 3, 1 \
             FROM json_each(?1) WHERE true \
             ON CONFLICT (user_id, job_id) DO UPDATE SET \
               origin = CASE WHEN excluded.origin = '' THEN origin ELSE excluded.origin END, \
               step = max(step, excluded.step), \
               updated_at = max(updated_at, excluded.updated_at), \
               last_seq = last_seq + 1 \
             RETURNING user_id, job_id, last_seq",
        )
        .bind(jobs_json(entries))
        .fetch_all(&mut *tx)
        .await?;
        let numbers = numbers_in_order(entries, &rows)?;
        let numbered: Vec<_> = entries.iter().zip(&numbers).collect();
        for some in numbered.chunks(ROWS_AT_ONCE) {
            let mut insert = QueryBuilder::new(
                "INSERT INTO trace (user_id, job_id, seq, step, at, kind, data) ",
            );
            insert.push_values(some, |mut row, (entry, seq)| {
                row.push_bind(entry.user_id.as_str())
                    .push_bind(entry.job_id.as_str())
                    .push_bind(**seq)
                    .push_bind(entry.step)
                    .push_bind(entry.at)
                    .push_bind(entry.kind)
                    .push_bind(String::from_utf8_lossy(&entry.data).into_owned());
            });
            insert.build().execute(&mut *tx).await?;
        }
        tx.commit().await?;
        Ok(numbers)
    }

    async fn prune(&self, keep: u32) -> Result<(), StoreError> {
        let mut tx = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let row = sqlx::query(
            "SELECT max(id) AS last, max(at) AS at FROM trace \
             WHERE id <= (SELECT max(id) FROM trace) - ?1",
        )
        .bind(keep)
        .fetch_one(&mut *tx)
        .await?;
        if let (Some(last), Some(at)) =
            (row.try_get::<Option<i64>, _>("last")?, row.try_get::<Option<i64>, _>("at")?)
        {
            sqlx::query("DELETE FROM trace WHERE id <= ?1").bind(last).execute(&mut *tx).await?;
            sqlx::query(
                "DELETE FROM jobs WHERE updated_at <= ?1 AND NOT EXISTS \
                 (SELECT 1 FROM trace \
                  WHERE trace.user_id = jobs.user_id AND trace.job_id = jobs.job_id)",
            )
            .bind(at)
            .execute(&mut *tx)
            .await?;
        }
        tx.commit().await?;
        Ok(())
    }

    async fn jobs(&self, user_id: &str, limit: u32) -> Result<Vec<JobSummary>, StoreError> {
        let rows = sqlx::query(
            "SELECT job_id, origin, step, started_at, updated_at, (SELECT count(*) FROM trace \
               WHERE trace.user_id = jobs.user_id AND trace.job_id = jobs.job_id) AS entries \
             FROM jobs WHERE user_id = ?1 ORDER BY updated_at DESC, job_id LIMIT ?2",
        )
        .bind(user_id)
        .bind(limit)
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(summary).collect()
    }

    async fn job(&self, user_id: &str, job_id: &str) -> Result<Option<JobSummary>, StoreError> {
        let row = sqlx::query(
            "SELECT job_id, origin, step, started_at, updated_at, (SELECT count(*) FROM trace \
               WHERE trace.user_id = jobs.user_id AND trace.job_id = jobs.job_id) AS entries \
             FROM jobs WHERE user_id = ?1 AND job_id = ?2",
        )
        .bind(user_id)
        .bind(job_id)
        .fetch_optional(&self.pool)
        .await?;
        row.as_ref().map(summary).transpose()
    }

    async fn trace(
        &self,
        user_id: &str,
        job_id: &str,
        after: i64,
    ) -> Result<Vec<TraceEntry>, StoreError> {
        let rows = sqlx::query(
            "SELECT seq, step, at, kind, data FROM trace \
             WHERE user_id = ?1 AND job_id = ?2 AND seq > ?3 ORDER BY seq",
        )
        .bind(user_id)
        .bind(job_id)
        .bind(after)
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(entry).collect()
    }

    async fn erase_user(&self, user_id: &str) -> Result<Vec<i64>, StoreError> {
        let mut tx = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        for table in [
            "DELETE FROM sealed_profiles WHERE user_id = ?1",
            "DELETE FROM trace WHERE user_id = ?1",
            "DELETE FROM jobs WHERE user_id = ?1",
            "DELETE FROM pairing WHERE user_id = ?1",
        ] {
            sqlx::query(table).bind(user_id).execute(&mut *tx).await?;
        }
        let tokens =
            sqlx::query("DELETE FROM tokens WHERE user_id = ?1 AND kind = 'pairing' RETURNING id")
                .bind(user_id)
                .fetch_all(&mut *tx)
                .await?;
        tx.commit().await?;
        self.checkpoint().await?;
        tokens.iter().map(|row| Ok(row.try_get("id")?)).collect()
    }

    async fn close(&self) {
        if let Err(error) = self.checkpoint().await {
            tracing::warn!(%error, "the write-ahead log was not emptied");
        }
        self.pool.close().await;
    }
}

fn token(row: &SqliteRow) -> Result<KnownToken, StoreError> {
    let digest: Vec<u8> = row.try_get("digest")?;
    let kind: String = row.try_get("kind")?;
    Ok(KnownToken {
        id: row.try_get("id")?,
        digest: Digest::try_from(digest.as_slice())
            .map_err(|_| StoreError::Unreadable { what: "token" })?,
        kind: if kind == TokenKind::File.as_str() { TokenKind::File } else { TokenKind::Pairing },
        user_id: row.try_get("user_id")?,
        name: row.try_get("name")?,
        created_at: row.try_get("created_at")?,
    })
}

fn sealed(row: &SqliteRow) -> Result<Sealed, StoreError> {
    Ok(Sealed { user_key: row.try_get("user_key")?, profile: row.try_get("profile")? })
}

/// The entries as `[[job id, origin, step, at, user id], …]`.
fn jobs_json(entries: &[NewEntry]) -> String {
    let rows: Vec<_> = entries
        .iter()
        .map(|e| (e.job_id.as_str(), e.origin.as_str(), e.step, e.at, e.user_id.as_str()))
        .collect();
    serde_json::to_string(&rows).unwrap_or_default()
}

/// RETURNING promises no order, but within a job the numbers count up with its entries.
fn numbers_in_order(entries: &[NewEntry], rows: &[SqliteRow]) -> Result<Vec<i64>, StoreError> {
    let mut numbers: HashMap<(String, String), Vec<i64>> = HashMap::new();
    for row in rows {
        let job = (row.try_get("user_id")?, row.try_get("job_id")?);
        numbers.entry(job).or_default().push(row.try_get("last_seq")?);
    }
    for of_job in numbers.values_mut() {
        of_job.sort_unstable_by(|a, b| b.cmp(a));
    }
    entries
        .iter()
        .map(|entry| {
            numbers
                .get_mut(&(entry.user_id.clone(), entry.job_id.clone()))
                .and_then(Vec::pop)
                .ok_or(StoreError::Unreadable { what: "job" })
        })
        .collect()
}

fn summary(row: &SqliteRow) -> Result<JobSummary, StoreError> {
    Ok(JobSummary {
        job_id: row.try_get("job_id")?,
        origin: row.try_get("origin")?,
        step: row.try_get("step")?,
        started_at: row.try_get("started_at")?,
        updated_at: row.try_get("updated_at")?,
        entries: row.try_get("entries")?,
    })
}

fn entry(row: &SqliteRow) -> Result<TraceEntry, StoreError> {
    let data: String = row.try_get("data")?;
    Ok(TraceEntry {
        seq: row.try_get("seq")?,
        step: row.try_get("step")?,
        at: row.try_get("at")?,
        kind: row.try_get("kind")?,
        data: serde_json::from_str(&data)
            .map_err(|_| StoreError::Unreadable { what: "trace entry" })?,
    })
}
