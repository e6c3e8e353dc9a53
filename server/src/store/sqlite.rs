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

use super::{Digest, NewEntry, Pairing, Store, StoreError, TokenKind};

static MIGRATIONS: Migrator = sqlx::migrate!("./migrations");

/// The file's name in the data folder.
const FILE: &str = "vaulty.sqlite3";
/// One writer and a few readers; each costs a thread and its page cache.
const CONNECTIONS: u32 = 3;
/// Page cache of a connection; negative means KiB.
const CACHE: &str = "-1024";
/// A writer waits this long for another one, such as `vaulty-server pair` beside a running server.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
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
    pub async fn open(folder: &Path) -> Result<Self, StoreError> {
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
        Ok(Self { pool })
    }

    /// Brings what the write-ahead log holds into the file and empties the log.
    async fn checkpoint(&self) -> Result<(), StoreError> {
        sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&self.pool).await?;
        Ok(())
    }
}

#[async_trait]
impl Store for Sqlite {
    async fn tokens(&self) -> Result<Vec<(i64, Digest)>, StoreError> {
        let rows = sqlx::query("SELECT id, digest FROM tokens").fetch_all(&self.pool).await?;
        rows.iter()
            .map(|row| {
                let digest: Vec<u8> = row.try_get("digest")?;
                let digest = Digest::try_from(digest.as_slice())
                    .map_err(|_| StoreError::Unreadable { what: "token" })?;
                Ok((row.try_get("id")?, digest))
            })
            .collect()
    }

    async fn add_token(
        &self,
        digest: Digest,
        kind: TokenKind,
        now: i64,
    ) -> Result<i64, StoreError> {
        let row = sqlx::query(
            "INSERT INTO tokens (digest, kind, created_at) VALUES (?1, ?2, ?3) \
             ON CONFLICT (digest) DO UPDATE SET kind = excluded.kind RETURNING id",
        )
        .bind(digest.as_slice())
        .bind(kind.as_str())
        .bind(now)
        .fetch_one(&self.pool)
        .await?;
        Ok(row.try_get("id")?)
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
        expires_at: i64,
        tries: u32,
    ) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT OR REPLACE INTO pairing (only_one, digest, expires_at, tries_left) \
             VALUES (1, ?1, ?2, ?3)",
        )
        .bind(digest.as_slice())
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
            "DELETE FROM pairing WHERE digest = ?1 AND expires_at > ?2 AND tries_left > 0",
        )
        .bind(digest.as_slice())
        .bind(now)
        .execute(&mut *tx)
        .await?
        .rows_affected();
        if used == 0 {
            sqlx::query("UPDATE pairing SET tries_left = tries_left - 1 WHERE tries_left > 0")
                .execute(&mut *tx)
                .await?;
        }
        tx.commit().await?;
        Ok(if used == 0 { Pairing::Wrong } else { Pairing::Right })
    }

    async fn profile(&self, user_id: &str) -> Result<Option<String>, StoreError> {
        let row = sqlx::query("SELECT profile FROM profiles WHERE user_id = ?1")
            .bind(user_id)
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.map(|row| row.try_get("profile")).transpose()?)
    }

    async fn save_profile(&self, user_id: &str, profile: &str, now: i64) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO profiles (user_id, profile, saved_at) VALUES (?1, ?2, ?3) \
             ON CONFLICT (user_id) DO UPDATE SET profile = excluded.profile, saved_at = excluded.saved_at",
        )
        .bind(user_id)
        .bind(profile)
        .bind(now)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    async fn delete_profile(&self, user_id: &str) -> Result<bool, StoreError> {
        let deleted = sqlx::query("DELETE FROM profiles WHERE user_id = ?1")
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
            "INSERT INTO jobs (job_id, origin, step, started_at, updated_at, last_seq) \
             SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 3, 1 \
             FROM json_each(?1) WHERE true \
             ON CONFLICT (job_id) DO UPDATE SET \
               origin = CASE WHEN excluded.origin = '' THEN origin ELSE excluded.origin END, \
               step = max(step, excluded.step), \
               updated_at = max(updated_at, excluded.updated_at), \
               last_seq = last_seq + 1 \
             RETURNING job_id, last_seq",
        )
        .bind(jobs_json(entries))
        .fetch_all(&mut *tx)
        .await?;
        let numbers = numbers_in_order(entries, &rows)?;
        let numbered: Vec<_> = entries.iter().zip(&numbers).collect();
        for some in numbered.chunks(ROWS_AT_ONCE) {
            let mut insert =
                QueryBuilder::new("INSERT INTO trace (job_id, seq, step, at, kind, data) ");
            insert.push_values(some, |mut row, (entry, seq)| {
                row.push_bind(entry.job_id.as_str())
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
                 (SELECT 1 FROM trace WHERE trace.job_id = jobs.job_id)",
            )
            .bind(at)
            .execute(&mut *tx)
            .await?;
        }
        tx.commit().await?;
        Ok(())
    }

    async fn jobs(&self, limit: u32) -> Result<Vec<JobSummary>, StoreError> {
        let rows = sqlx::query(
            "SELECT job_id, origin, step, started_at, updated_at, \
               (SELECT count(*) FROM trace WHERE trace.job_id = jobs.job_id) AS entries \
             FROM jobs ORDER BY updated_at DESC, job_id LIMIT ?1",
        )
        .bind(limit)
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(summary).collect()
    }

    async fn job(&self, job_id: &str) -> Result<Option<JobSummary>, StoreError> {
        let row = sqlx::query(
            "SELECT job_id, origin, step, started_at, updated_at, \
               (SELECT count(*) FROM trace WHERE trace.job_id = jobs.job_id) AS entries \
             FROM jobs WHERE job_id = ?1",
        )
        .bind(job_id)
        .fetch_optional(&self.pool)
        .await?;
        row.as_ref().map(summary).transpose()
    }

    async fn trace(&self, job_id: &str, after: i64) -> Result<Vec<TraceEntry>, StoreError> {
        let rows = sqlx::query(
            "SELECT seq, step, at, kind, data FROM trace \
             WHERE job_id = ?1 AND seq > ?2 ORDER BY seq",
        )
        .bind(job_id)
        .bind(after)
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(entry).collect()
    }

    async fn close(&self) {
        if let Err(error) = self.checkpoint().await {
            tracing::warn!(%error, "the write-ahead log was not emptied");
        }
        self.pool.close().await;
    }
}

/// The entries as `[[job id, origin, step, at], …]`.
fn jobs_json(entries: &[NewEntry]) -> String {
    let rows: Vec<_> =
        entries.iter().map(|e| (e.job_id.as_str(), e.origin.as_str(), e.step, e.at)).collect();
    serde_json::to_string(&rows).unwrap_or_default()
}

/// RETURNING promises no order, but within a job the numbers count up with its entries.
fn numbers_in_order(entries: &[NewEntry], rows: &[SqliteRow]) -> Result<Vec<i64>, StoreError> {
    let mut numbers: HashMap<String, Vec<i64>> = HashMap::new();
    for row in rows {
        numbers.entry(row.try_get("job_id")?).or_default().push(row.try_get("last_seq")?);
    }
    for of_job in numbers.values_mut() {
        of_job.sort_unstable_by(|a, b| b.cmp(a));
    }
    entries
        .iter()
        .map(|entry| {
            numbers
                .get_mut(&entry.job_id)
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
