//! The default store: one SQLite file, with its migrations inside the program.
//!
//! A write-ahead log with `synchronous = NORMAL` survives the end of the program at any moment; what must
//! survive the end of the machine is written by a connection of its own, with `FULL`.

use std::{
    collections::{HashMap, HashSet},
    fs::File,
    io,
    path::{Path, PathBuf},
    str::FromStr,
    time::Duration,
};

use async_trait::async_trait;
use shared_types::api::{JobSummary, TraceEntry};
use sqlx::{
    Connection as _, QueryBuilder, Row as _, Sqlite as Db, SqliteConnection, SqlitePool,
    Transaction,
    migrate::Migrator,
    sqlite::{
        SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
    },
};

use tokio::task::JoinHandle;

use super::{
    Author, Before, Digest, Durability, KnownToken, NewToken, Outcome, Pairing, Retention,
    Rewrapped, Scrubbed, Store, StoreError, Unit,
    commit::{self, AnswerRow, Decided, Job, KeyRow, Numbered, Row, Stored},
    keep::{self, Gone},
    migrate, rows,
    wal::Wal,
};
use crate::{
    clock::millis,
    security::{self, Marks, SealError, Sealed, Vault, private_file},
};

pub(super) static MIGRATIONS: Migrator = sqlx::migrate!("./migrations");

/// The file's name in the data folder.
pub const FILE: &str = "vaulty.sqlite3";
/// Whoever opens the database, makes it or brings it to its version holds this file's lock.
const OPENING: &str = "vaulty.sqlite3.opening";
/// One writer and a few readers; each costs a thread and its page cache.
const CONNECTIONS: u32 = 3;
/// Page cache of a connection; negative means KiB.
const CACHE: &str = "-1024";
/// A writer waits this long for another one, such as `vaulty-server pair` beside a running server.
const BUSY_TIMEOUT: Duration = Duration::from_secs(20);
/// And so long for one that is in the way of emptying the log.
const BRIEFLY: Duration = Duration::from_millis(100);
/// Rows of one INSERT. A round trip to the database's thread costs more than a row does.
const ROWS_AT_ONCE: usize = 16;
/// Entries that one go of the retention looks at; a commit waits for it, so it must be over soon.
const PRUNED_AT_ONCE: i64 = 64;

/// SQLite in the data folder.
#[derive(Debug)]
pub struct Sqlite {
    pool: SqlitePool,
    /// Writes so that it survives the end of the machine.
    sure: SqlitePool,
    /// How a connection is opened that waits for nobody.
    brief: SqliteConnectOptions,
    /// Keeps the log short.
    keeper: JoinHandle<()>,
}

impl Drop for Sqlite {
    fn drop(&mut self) {
        self.keeper.abort();
    }
}

impl Sqlite {
    /// Opens the database in this folder, makes it if needed and brings it to this version.
    ///
    /// # Errors
    /// The file cannot be opened, or was written by a newer version.
    pub async fn open(folder: &Path, vault: &Vault) -> Result<Self, StoreError> {
        let file = folder.join(FILE);
        // Programs that start at once would make the tables at once.
        let _turn = turn(folder.join(OPENING)).await?;
        // SQLite gives what it puts beside a database the database's own mode.
        match private_file::create_empty(&file) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                return Err(sqlx::Error::Io(error).into());
            }
            _ => {}
        }
        let options = options(&file)?;
        let pool = SqlitePoolOptions::new()
            .max_connections(CONNECTIONS)
            .connect_with(options.clone().synchronous(SqliteSynchronous::Normal))
            .await?;
        migrate::run(&MIGRATIONS, &pool).await?;
        let sure = SqlitePoolOptions::new()
            .max_connections(1)
            .connect_lazy_with(options.clone().synchronous(SqliteSynchronous::Full));
        let log = folder.join(format!("{FILE}-wal"));
        let brief = options.clone().busy_timeout(BRIEFLY);
        let keeper = tokio::spawn(Wal::new(log, options).keep_short());
        let store = Self { pool, sure, brief, keeper };
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
            // They were the server's before anybody could be erased.
            let by = Author { token: None, admitted_at: i64::MAX };
            self.save_profile(&user_id, &sealed, row.try_get("saved_at")?, &by).await?;
            sqlx::query("DELETE FROM profiles WHERE user_id = ?1")
                .bind(user_id)
                .execute(&self.pool)
                .await?;
        }
        if !rows.is_empty() {
            self.checkpoint().await?;
        }
        Ok(())
    }

    /// Brings what the write-ahead log holds into the file and empties the log. Whether it is empty now: not
    /// while somebody reads what is in it.
    async fn checkpoint(&self) -> Result<bool, StoreError> {
        // Who is in the way is not waited for with everybody's writer held.
        let mut connection = SqliteConnection::connect_with(&self.brief).await?;
        let (busy, ..): (i64, i64, i64) =
            sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut connection).await?;
        connection.close().await?;
        Ok(busy == 0)
    }
}

/// Waits until no other program opens the database; it is this one's turn for as long as the file is held.
async fn turn(path: PathBuf) -> Result<File, StoreError> {
    let waited = tokio::task::spawn_blocking(move || {
        let file = File::options().create(true).truncate(false).write(true).open(&path)?;
        private_file::close_to_others(&path)?;
        file.lock()?;
        Ok(file)
    });
    let file = waited.await.unwrap_or_else(|error| Err(io::Error::other(error)));
    file.map_err(|error| sqlx::Error::Io(error).into())
}

/// How every connection is opened.
pub(super) fn options(file: &Path) -> Result<SqliteConnectOptions, sqlx::Error> {
    Ok(SqliteConnectOptions::from_str("sqlite:")?
        .filename(file)
        .journal_mode(SqliteJournalMode::Wal)
        .busy_timeout(BUSY_TIMEOUT)
        .foreign_keys(true)
        .pragma("cache_size", CACHE)
        // A commit never brings the log into the file by the way; [`Wal`] does it beside.
        .pragma("wal_autocheckpoint", "0")
        // What is deleted is overwritten, not only unlinked.
        .pragma("secure_delete", "ON"))
}

#[async_trait]
impl Store for Sqlite {
    async fn first_box(&self, sealed: &Sealed) -> Result<Sealed, StoreError> {
        const READ: &str = "SELECT user_key, box AS profile FROM first_box";
        if let Some(row) = sqlx::query(READ).fetch_optional(&self.pool).await? {
            return rows::sealed(&row);
        }
        sqlx::query("INSERT OR IGNORE INTO first_box (only_one, user_key, box) VALUES (1, ?1, ?2)")
            .bind(sealed.user_key.as_slice())
            .bind(sealed.profile.as_slice())
            .execute(&self.pool)
            .await?;
        rows::sealed(&sqlx::query(READ).fetch_one(&self.pool).await?)
    }

    async fn mark_tokens(&self, marks: &Marks) -> Result<(), StoreError> {
        let mut tx = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let first = sqlx::query("INSERT OR IGNORE INTO once (what) VALUES ('tokens marked')")
            .execute(&mut *tx)
            .await?;
        if first.rows_affected() > 0 {
            let rows = sqlx::query(
                "SELECT id, digest, kind, user_id, name, created_at, mark, checked FROM tokens",
            )
            .fetch_all(&mut *tx)
            .await?;
            for row in &rows {
                let KnownToken { id, digest, kind, user_id, .. } = rows::token(row)?;
                sqlx::query("UPDATE tokens SET mark = ?2 WHERE id = ?1")
                    .bind(id)
                    .bind(marks.token_row(&digest, kind, &user_id).as_slice())
                    .execute(&mut *tx)
                    .await?;
            }
        }
        tx.commit().await?;
        Ok(())
    }

    async fn tokens(&self) -> Result<Vec<KnownToken>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, digest, kind, user_id, name, created_at, mark, checked FROM tokens ORDER BY id",
        )
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(rows::token).collect()
    }

    async fn token(&self, digest: Digest) -> Result<Option<KnownToken>, StoreError> {
        let row = sqlx::query(
            "SELECT id, digest, kind, user_id, name, created_at, mark, checked FROM tokens WHERE digest = ?1",
        )
        .bind(digest.as_slice())
        .fetch_optional(&self.pool)
        .await?;
        row.as_ref().map(rows::token).transpose()
    }

    async fn add_token(&self, new: NewToken<'_>, now: i64) -> Result<KnownToken, StoreError> {
        let row = sqlx::query(
            "INSERT INTO tokens (id, digest, kind, user_id, name, created_at, mark, checked) \
             SELECT max((SELECT coalesce(max(id), 0) FROM tokens), \
               (SELECT coalesce(max(last_token), 0) FROM erased)) + 1, \
               ?1, ?2, ?3, ?4, ?5, ?6, TRUE WHERE true \
             ON CONFLICT (digest) DO UPDATE SET kind = excluded.kind, mark = excluded.mark \
             RETURNING id, digest, kind, user_id, name, created_at, mark, checked",
        )
        .bind(new.digest.as_slice())
        .bind(new.kind.as_str())
        .bind(new.user_id)
        .bind(new.name)
        .bind(now)
        .bind(new.mark.as_slice())
        .fetch_one(&self.pool)
        .await?;
        rows::token(&row)
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
        now: i64,
        life: Duration,
    ) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT OR REPLACE INTO pairing_codes (user_id, digest, expires_at) VALUES (?2, ?1, ?3)",
        )
        .bind(digest.as_slice())
        .bind(user_id)
        .bind(now.saturating_add(millis(life)))
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    async fn try_pairing(&self, digest: Digest, now: i64) -> Result<Pairing, StoreError> {
        let used = sqlx::query_scalar(
            "DELETE FROM pairing_codes WHERE digest = ?1 AND expires_at > ?2 RETURNING user_id",
        )
        .bind(digest.as_slice())
        .bind(now)
        .fetch_optional(&self.pool)
        .await?;
        Ok(used.map_or(Pairing::Wrong, Pairing::Right))
    }

    async fn profile(&self, user_id: &str) -> Result<Option<Sealed>, StoreError> {
        let row = sqlx::query("SELECT user_key, profile FROM sealed_profiles WHERE user_id = ?1")
            .bind(user_id)
            .fetch_optional(&self.pool)
            .await?;
        row.as_ref().map(rows::sealed).transpose()
    }

    async fn save_profile(
        &self,
        user_id: &str,
        profile: &Sealed,
        now: i64,
        by: &Author,
    ) -> Result<bool, StoreError> {
        let saved = sqlx::query(
            "INSERT INTO sealed_profiles (user_id, user_key, profile, saved_at) \
             SELECT ?1, ?2, ?3, ?4 WHERE NOT EXISTS (SELECT 1 FROM erased WHERE user_id = ?1 \
               AND CASE WHEN ?5 IS NULL THEN ?6 <= at ELSE ?5 <= last_token END) \
             ON CONFLICT (user_id) DO UPDATE SET \
               user_key = excluded.user_key, profile = excluded.profile, \
               saved_at = excluded.saved_at",
        )
        .bind(user_id)
        .bind(profile.user_key.as_slice())
        .bind(profile.profile.as_slice())
        .bind(now)
        .bind(by.token)
        .bind(by.admitted_at)
        .execute(&self.pool)
        .await?;
        Ok(saved.rows_affected() > 0)
    }

    async fn rewrap(&self, vault: &Vault) -> Result<Rewrapped, StoreError> {
        let mut tx = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let retired = sqlx::query("SELECT 1 FROM retired_keys WHERE print = ?1")
            .bind(vault.print()?.to_vec())
            .fetch_optional(&mut *tx)
            .await?;
        if retired.is_some() {
            return Err(StoreError::RetiredKey);
        }
        let first = sqlx::query("SELECT user_key, box AS profile FROM first_box")
            .fetch_optional(&mut *tx)
            .await?;
        if let Some(first) = first {
            let first = rows::sealed(&first)?;
            let opener = vault.opener(security::FIRST_USER, &first)?;
            // Another server may have ended the rotation.
            let rotates = opener != vault.newest();
            let moved = vault.rewrap(security::FIRST_USER, &first)?;
            sqlx::query("UPDATE first_box SET user_key = ?1, generation = generation + ?2")
                .bind(moved.user_key)
                .bind(i64::from(rotates))
                .execute(&mut *tx)
                .await?;
            if rotates {
                sqlx::query("INSERT OR IGNORE INTO retired_keys (print) VALUES (?1)")
                    .bind(opener.print()?.to_vec())
                    .execute(&mut *tx)
                    .await?;
            }
        }
        let rows = sqlx::query("SELECT user_id, user_key, profile FROM sealed_profiles")
            .fetch_all(&mut *tx)
            .await?;
        let mut done = Rewrapped::default();
        for row in &rows {
            let user_id: String = row.try_get("user_id")?;
            match vault.rewrap(&user_id, &rows::sealed(row)?) {
                Ok(moved) => {
                    done.moved += 1;
                    sqlx::query("UPDATE sealed_profiles SET user_key = ?2 WHERE user_id = ?1")
                        .bind(user_id)
                        .bind(moved.user_key)
                        .execute(&mut *tx)
                        .await?;
                }
                Err(SealError::NotOurs) => done.unreadable += 1,
                Err(error) => return Err(error.into()),
            }
        }
        tx.commit().await?;
        self.checkpoint().await?;
        Ok(done)
    }

    async fn delete_profile(&self, user_id: &str) -> Result<bool, StoreError> {
        let deleted = sqlx::query("DELETE FROM sealed_profiles WHERE user_id = ?1")
            .bind(user_id)
            .execute(&self.pool)
            .await?
            .rows_affected();
        Ok(deleted > 0)
    }

    async fn commit(&self, units: &[Unit]) -> Result<Vec<Outcome>, StoreError> {
        let surest = units.iter().map(|unit| unit.durability).max();
        let pool = if surest == Some(Durability::Machine) { &self.sure } else { &self.pool };
        let mut tx = pool.begin_with("BEGIN IMMEDIATE").await?;
        let stored = stored(&mut tx, units).await?;
        let decided = commit::decide(units, stored);
        let last = add_to_jobs(&mut tx, &decided).await?;
        let Numbered { rows, answers, outcomes } = commit::number(&decided, last)?;
        insert_rows(&mut tx, &rows).await?;
        insert_answers(&mut tx, &answers).await?;
        insert_keys(&mut tx, &decided.keys).await?;
        tx.commit().await?;
        Ok(outcomes)
    }

    async fn before(
        &self,
        user_id: &str,
        job_id: &str,
        step: u32,
        key: Option<&str>,
    ) -> Result<Before, StoreError> {
        let answer = sqlx::query(
            "SELECT a.fingerprint, a.sealed, t.data FROM answers a LEFT JOIN trace t \
               ON t.user_id = a.user_id AND t.job_id = a.job_id AND t.seq = a.seq \
             WHERE a.user_id = ?1 AND a.job_id = ?2 AND a.step = ?3",
        )
        .bind(user_id)
        .bind(job_id)
        .bind(step)
        .fetch_optional(&self.pool)
        .await?;
        let answer = answer.as_ref().map(rows::answered).transpose()?.flatten();
        let Some(key) = key else { return Ok(Before::found(answer, None)) };
        let tied = sqlx::query_scalar(
            "SELECT fingerprint FROM idempotency WHERE user_id = ?1 AND key = ?2",
        )
        .bind(user_id)
        .bind(key)
        .fetch_optional(&self.pool)
        .await?;
        Ok(Before::found(answer, tied))
    }

    async fn prune(&self, keep: &Retention) -> Result<bool, StoreError> {
        let mut tx = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let (size, entries, expired): (i64, i64, i64) = sqlx::query_as(
            "SELECT (p.page_count - f.freelist_count) * s.page_size, \
               (SELECT coalesce(max(id) - min(id) + 1, 0) FROM trace), \
               (SELECT coalesce(sum(entries), 0) FROM expired WHERE hour = ?1) \
             FROM pragma_page_count p, pragma_freelist_count f, pragma_page_size s",
        )
        .bind(keep.now.div_euclid(keep::HOUR))
        .fetch_one(&mut *tx)
        .await?;
        let share = keep::may_expire(keep, entries, expired).min(PRUNED_AT_ONCE);
        let old = sqlx::query(
            "SELECT id, user_id, job_id, seq FROM (SELECT * FROM trace ORDER BY id LIMIT ?1) \
             WHERE at < ?2",
        )
        .bind(share)
        .bind(keep.now.saturating_sub(keep.age))
        .fetch_all(&mut *tx)
        .await?;
        let mut gone = gone(&old)?;
        if !gone.ids.is_empty() {
            sqlx::query(
                "INSERT INTO expired (hour, entries) VALUES (?1, ?2) \
                 ON CONFLICT (hour) DO UPDATE SET entries = entries + excluded.entries",
            )
            .bind(keep.now.div_euclid(keep::HOUR))
            .bind(i64::try_from(gone.ids.len()).unwrap_or(i64::MAX))
            .execute(&mut *tx)
            .await?;
        } else if size > keep.bytes || entries > keep.entries {
            gone = most_of_one(&mut tx, keep, size).await?;
        }
        remove(&mut tx, &gone).await?;
        sqlx::query(
            "DELETE FROM idempotency WHERE (user_id, key) IN \
             (SELECT user_id, key FROM idempotency WHERE at < ?1 ORDER BY at LIMIT ?2)",
        )
        .bind(keep.now.saturating_sub(keep::KEY_LIFE))
        .bind(PRUNED_AT_ONCE)
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(i64::try_from(gone.ids.len()).is_ok_and(|gone| gone == PRUNED_AT_ONCE))
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
        rows.iter().map(rows::summary).collect()
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
        row.as_ref().map(rows::summary).transpose()
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
        rows.iter().map(rows::entry).collect()
    }

    async fn begin_erasure(&self, user_id: &str, now: i64) -> Result<Vec<i64>, StoreError> {
        let mut tx = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        sqlx::query(
            "INSERT INTO erased (user_id, last_token, at, done) \
             SELECT ?1, coalesce(max(id), 0), ?2, 0 FROM tokens WHERE true \
             ON CONFLICT (user_id) DO UPDATE SET at = excluded.at, done = 0, \
               last_token = max(last_token, excluded.last_token)",
        )
        .bind(user_id)
        .bind(now)
        .execute(&mut *tx)
        .await?;
        sqlx::query("DELETE FROM pairing_codes WHERE user_id = ?1")
            .bind(user_id)
            .execute(&mut *tx)
            .await?;
        let tokens =
            sqlx::query("DELETE FROM tokens WHERE user_id = ?1 AND kind = 'pairing' RETURNING id")
                .bind(user_id)
                .fetch_all(&mut *tx)
                .await?;
        tx.commit().await?;
        tokens.iter().map(|row| Ok(row.try_get("id")?)).collect()
    }

    async fn erase(&self, user_id: &str) -> Result<(), StoreError> {
        let mut tx = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        for table in [
            "DELETE FROM sealed_profiles WHERE user_id = ?1",
            "DELETE FROM trace WHERE user_id = ?1",
            "DELETE FROM jobs WHERE user_id = ?1",
            "DELETE FROM answers WHERE user_id = ?1",
            "DELETE FROM idempotency WHERE user_id = ?1",
        ] {
            sqlx::query(table).bind(user_id).execute(&mut *tx).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    async fn scrub(&self) -> Result<Scrubbed, StoreError> {
        match self.checkpoint().await {
            Ok(true) => Ok(Scrubbed::Clean),
            Ok(false) => Ok(Scrubbed::NotYet),
            // Somebody else does the same at this moment.
            Err(error) if error.passes() => Ok(Scrubbed::NotYet),
            Err(error) => Err(error),
        }
    }

    async fn end_erasure(&self, user_id: &str) -> Result<(), StoreError> {
        sqlx::query("UPDATE erased SET done = 1 WHERE user_id = ?1")
            .bind(user_id)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    async fn erasures(&self) -> Result<Vec<String>, StoreError> {
        Ok(sqlx::query_scalar("SELECT user_id FROM erased WHERE done = 0 ORDER BY user_id")
            .fetch_all(&self.pool)
            .await?)
    }

    async fn close(&self) {
        self.keeper.abort();
        if let Err(error) = self.checkpoint().await {
            tracing::warn!(%error, "the write-ahead log was not emptied");
        }
        self.sure.close().await;
        self.pool.close().await;
    }
}

fn gone(rows: &[SqliteRow]) -> Result<Gone, StoreError> {
    let mut gone = Gone::default();
    for row in rows {
        gone.ids.push(row.try_get("id")?);
        let of = (row.try_get("user_id")?, row.try_get("job_id")?, row.try_get("seq")?);
        gone.of.push(of);
    }
    Ok(gone)
}

/// The oldest entries of whoever has most, when there are too many.
async fn most_of_one(
    tx: &mut Transaction<'_, Db>,
    keep: &Retention,
    bytes: i64,
) -> Result<Gone, StoreError> {
    let most = sqlx::query(
        "SELECT user_id, sum(sum(kept)) OVER () AS kept FROM jobs GROUP BY user_id \
         ORDER BY sum(kept) DESC LIMIT 1",
    )
    .fetch_optional(&mut **tx)
    .await?;
    let Some(most) = most else { return Ok(Gone::default()) };
    let user: String = most.try_get("user_id")?;
    let count = keep::too_many(keep, most.try_get("kept")?, bytes, PRUNED_AT_ONCE);
    let rows = sqlx::query(
        "SELECT id, user_id, job_id, seq FROM trace WHERE user_id = ?1 ORDER BY id LIMIT ?2",
    )
    .bind(user)
    .bind(count)
    .fetch_all(&mut **tx)
    .await?;
    gone(&rows)
}

/// Removes entries with the answers that they are, and jobs that have none left.
async fn remove(tx: &mut Transaction<'_, Db>, gone: &Gone) -> Result<(), StoreError> {
    if gone.ids.is_empty() {
        return Ok(());
    }
    let jobs: Vec<_> = gone.by_job().into_iter().map(|((user, job), n)| (user, job, n)).collect();
    let steps: [(&'static str, String); 4] = [
        ("DELETE FROM trace WHERE id IN (SELECT value FROM json_each(?1))", json(&gone.ids)),
        (
            "DELETE FROM answers WHERE (user_id, job_id, step) IN \
             (SELECT a.user_id, a.job_id, a.step FROM json_each(?1) gone CROSS JOIN answers a \
              ON a.user_id = gone.value ->> 0 AND a.job_id = gone.value ->> 1 \
              AND a.seq = gone.value ->> 2)",
            json(&gone.of),
        ),
        (
            "UPDATE jobs SET kept = kept - (gone.value ->> 2) FROM json_each(?1) gone \
             WHERE jobs.user_id = gone.value ->> 0 AND jobs.job_id = gone.value ->> 1",
            json(&jobs),
        ),
        (
            "DELETE FROM jobs WHERE kept <= 0 AND (user_id, job_id) IN \
             (SELECT value ->> 0, value ->> 1 FROM json_each(?1))",
            json(&jobs),
        ),
    ];
    for (step, rows) in steps {
        sqlx::query(step).bind(rows).execute(&mut **tx).await?;
    }
    Ok(())
}

/// What the database knows of the rounds and keys of a batch.
async fn stored(tx: &mut Transaction<'_, Db>, units: &[Unit]) -> Result<Stored, StoreError> {
    let answering = units.iter().filter(|unit| unit.answer.is_some());
    let rounds: Vec<_> = answering.map(commit::round).collect();
    let keys: Vec<_> =
        units.iter().filter_map(|unit| Some((&unit.user_id, &unit.key.as_ref()?.0))).collect();
    let (mut answers, mut tied) = (Vec::new(), Vec::new());
    let users: HashSet<&str> = units.iter().map(|unit| unit.user_id.as_str()).collect();
    let erased = sqlx::query(
        "SELECT user_id, last_token, at FROM erased WHERE user_id IN (SELECT value FROM json_each(?1))",
    )
    .bind(json(&users))
    .fetch_all(&mut **tx)
    .await?;
    if !rounds.is_empty() {
        answers = sqlx::query(
            "SELECT a.user_id, a.job_id, a.step, a.fingerprint, a.sealed, t.data \
             FROM json_each(?1) round CROSS JOIN answers a ON a.user_id = round.value ->> 0 \
               AND a.job_id = round.value ->> 1 AND a.step = round.value ->> 2 \
             LEFT JOIN trace t ON t.user_id = a.user_id AND t.job_id = a.job_id AND t.seq = a.seq",
        )
        .bind(json(&rounds))
        .fetch_all(&mut **tx)
        .await?;
    }
    if !keys.is_empty() {
        tied = sqlx::query(
            "SELECT i.user_id, i.key, i.fingerprint FROM json_each(?1) used CROSS JOIN idempotency i \
             ON i.user_id = used.value ->> 0 AND i.key = used.value ->> 1",
        )
        .bind(json(&keys))
        .fetch_all(&mut **tx)
        .await?;
    }
    rows::stored(&answers, &tied, &erased)
}

/// Adds a batch to the jobs' lines and gives the newest number that each job has then.
async fn add_to_jobs(
    tx: &mut Transaction<'_, Db>,
    decided: &Decided<'_>,
) -> Result<HashMap<Job, i64>, StoreError> {
    if decided.jobs.is_empty() {
        return Ok(HashMap::new());
    }
    let lines: Vec<_> = decided
        .jobs
        .iter()
        .map(|((user, job), line)| {
            (user, job, &line.origin, line.step, line.first_at, line.last_at, line.entries)
        })
        .collect();
    let rows = sqlx::query(
        "INSERT INTO jobs (user_id, job_id, origin, step, started_at, updated_at, last_seq, kept) \
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, \
           value ->> 6, value ->> 6 FROM json_each(?1) WHERE true \
         ON CONFLICT (user_id, job_id) DO UPDATE SET \
           origin = CASE WHEN excluded.origin = '' THEN origin ELSE excluded.origin END, \
           step = max(step, excluded.step), \
           updated_at = max(updated_at, excluded.updated_at), \
           last_seq = last_seq + excluded.last_seq, kept = kept + excluded.kept \
         RETURNING user_id, job_id, last_seq",
    )
    .bind(json(&lines))
    .fetch_all(&mut **tx)
    .await?;
    let number = |row: &SqliteRow| {
        Ok(((row.try_get("user_id")?, row.try_get("job_id")?), row.try_get("last_seq")?))
    };
    rows.iter().map(number).collect()
}

async fn insert_rows(tx: &mut Transaction<'_, Db>, rows: &[Row<'_>]) -> Result<(), StoreError> {
    for some in rows.chunks(ROWS_AT_ONCE) {
        let mut insert =
            QueryBuilder::new("INSERT INTO trace (user_id, job_id, seq, step, at, kind, data) ");
        insert.push_values(some, |mut row, Row { unit, entry, seq }| {
            row.push_bind(unit.user_id.as_str())
                .push_bind(unit.job_id.as_str())
                .push_bind(*seq)
                .push_bind(unit.step)
                .push_bind(unit.at)
                .push_bind(entry.kind)
                .push_bind(String::from_utf8_lossy(&entry.data).into_owned());
        });
        insert.build().execute(&mut **tx).await?;
    }
    Ok(())
}

async fn insert_answers(
    tx: &mut Transaction<'_, Db>,
    answers: &[AnswerRow<'_>],
) -> Result<(), StoreError> {
    for some in answers.chunks(ROWS_AT_ONCE) {
        let mut insert = QueryBuilder::new(
            "INSERT OR REPLACE INTO answers (user_id, job_id, step, fingerprint, seq, sealed) ",
        );
        insert.push_values(some, |mut row, answer| {
            row.push_bind(answer.unit.user_id.as_str())
                .push_bind(answer.unit.job_id.as_str())
                .push_bind(answer.unit.step)
                .push_bind(answer.fingerprint.as_slice())
                .push_bind(answer.seq)
                .push_bind(answer.sealed);
        });
        insert.build().execute(&mut **tx).await?;
    }
    Ok(())
}

async fn insert_keys(tx: &mut Transaction<'_, Db>, keys: &[KeyRow<'_>]) -> Result<(), StoreError> {
    for some in keys.chunks(ROWS_AT_ONCE) {
        let mut insert =
            QueryBuilder::new("INSERT OR IGNORE INTO idempotency (user_id, key, fingerprint, at) ");
        insert.push_values(some, |mut row, key| {
            row.push_bind(key.user_id)
                .push_bind(key.key)
                .push_bind(key.fingerprint.as_slice())
                .push_bind(key.at);
        });
        insert.build().execute(&mut **tx).await?;
    }
    Ok(())
}

/// Rows for `json_each`. Texts and numbers: this cannot fail.
fn json(rows: &impl serde::Serialize) -> String {
    serde_json::to_string(rows).unwrap_or_default()
}
