//! Postgres: the store of several servers at once.
//!
//! Writers of one job take turns by advisory locks, in one order, so that no two wait for each other.
//! What a commit promises is the database's own setting (`synchronous_commit`); where that is `off`,
//! what must survive the end of the machine is written with `on`.

use std::{
    collections::{HashMap, HashSet},
    str::FromStr as _,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicI64, Ordering},
    },
    time::{Duration, Instant},
};

use async_trait::async_trait;
use shared_types::{
    Private,
    api::{JobSummary, TraceEntry},
};
use sqlx::{
    Connection as _, Executor as _, PgConnection, PgPool, Postgres as Db, Row as _, Transaction,
    migrate::Migrator,
    pool::PoolConnection,
    postgres::{PgConnectOptions, PgPoolOptions, PgRow},
};
use tokio::time::timeout;

use super::{
    Author, Before, Bucket, Digest, Durability, KnownToken, NewToken, Outcome, Pairing, Retention,
    Rewrapped, Scrubbed, Store, StoreError, Taken, Together, Unit,
    commit::{self, AnswerRow, Decided, Job, KeyRow, Numbered, Row, Stored},
    keep::{self, Gone},
    migrate, rows,
};
use crate::{
    clock::millis,
    security::{self, Marks, SealError, Sealed, Vault},
};

pub(super) static MIGRATIONS: Migrator = sqlx::migrate!("./migrations-postgres");

/// A connection that is not there after this long is an error.
const PATIENCE: Duration = Duration::from_secs(2);
/// After that nobody else waits for one; one request in so long finds out whether that is over.
const AWAY: Duration = Duration::from_secs(1);
/// What every connection may take. A server that stands still in the middle of a transaction loses its
/// locks, and nobody waits long for one of them.
const BOUNDS: &str = "SET lock_timeout = '1s'; SET statement_timeout = '8s'; \
                      SET idle_in_transaction_session_timeout = '5s'";
/// Bringing a database to this version may take longer, but waits no longer than this for another server.
const MIGRATING: &str = "SET lock_timeout = '60s'; SET statement_timeout = 0; \
                         SET idle_in_transaction_session_timeout = '60s'";
/// Entries that one go of the retention looks at.
const PRUNED_AT_ONCE: i64 = 500;
/// Those who write for a user do so together, and whoever erases the user waits for them, and they then for
/// the erasure.
const TOGETHER: &str =
    "SELECT pg_advisory_xact_lock_shared(lock) FROM unnest($1::bigint[]) AS lock";
/// What an erasure leaves in Postgres's files.
const LEFT: &str = "Postgres keeps what was deleted, sealed profiles among it, in its files until its own \
                    vacuum and checkpoints write over it, and in archived logs, standbys and dumps for as \
                    long as the host keeps those";
/// The lock of whoever removes what is not to be kept; no job's lock has this number.
const PRUNING: i64 = 0;

/// Postgres at an address.
#[derive(Debug)]
pub struct Postgres {
    pool: PgPool,
    /// The generation of the key that this server seals with; 0 until it is known.
    generation: AtomicI64,
    /// Since when nobody answers, or when somebody last tried.
    away: Mutex<Option<Instant>>,
}

impl Postgres {
    /// Connects, and brings the database to this version.
    ///
    /// # Errors
    /// It cannot be reached, or was written by a newer version.
    pub async fn connect(url: &Private, connections: u32) -> Result<Self, StoreError> {
        let options = PgConnectOptions::from_str(url.reveal())?.application_name("vaulty-server");
        let mut first = timeout(PATIENCE, PgConnection::connect_with(&options))
            .await
            .map_err(|_| sqlx::Error::PoolTimedOut)??;
        first.execute(MIGRATING).await?;
        migrate::run(&MIGRATIONS, &mut first).await?;
        first.close().await?;
        let pool = PgPoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(PATIENCE)
            .after_connect(|connection, _| {
                Box::pin(async move { connection.execute(BOUNDS).await.map(drop) })
            })
            .connect_with(options)
            .await?;
        Ok(Self { pool, generation: AtomicI64::new(0), away: Mutex::new(None) })
    }

    async fn connection(&self) -> Result<PoolConnection<Db>, StoreError> {
        self.unless_away(self.pool.acquire()).await
    }

    async fn begin(&self) -> Result<Transaction<'static, Db>, StoreError> {
        self.unless_away(self.pool.begin()).await
    }

    /// Waits for a connection, unless others wait in vain.
    async fn unless_away<T>(
        &self,
        acquired: impl Future<Output = Result<T, sqlx::Error>>,
    ) -> Result<T, StoreError> {
        {
            let mut away = self.away.lock().unwrap_or_else(PoisonError::into_inner);
            match *away {
                Some(since) if since.elapsed() < AWAY => return Err(StoreError::Away),
                // This one finds out; for the others it stays as it is.
                Some(_) => *away = Some(Instant::now()),
                None => {}
            }
        }
        // The first statement of a transaction may stand still, too.
        let acquired = timeout(PATIENCE, acquired).await.unwrap_or(Err(sqlx::Error::PoolTimedOut));
        let answers = !matches!(
            acquired,
            Err(sqlx::Error::PoolTimedOut | sqlx::Error::Io(_) | sqlx::Error::Tls(_))
        );
        let mut away = self.away.lock().unwrap_or_else(PoisonError::into_inner);
        *away = (!answers).then(Instant::now);
        Ok(acquired?)
    }
}

#[async_trait]
impl Together for Postgres {
    async fn now(&self) -> Result<i64, StoreError> {
        let now = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";
        Ok(sqlx::query_scalar(now).fetch_one(&mut *self.connection().await?).await?)
    }

    async fn take(&self, bucket: Bucket<'_>, wanted: u32) -> Result<Taken, StoreError> {
        let wanted = wanted.min(bucket.most);
        let row = sqlx::query(
            "INSERT INTO buckets AS b (name, tokens, granted, at) \
             VALUES ($1, $2::float8 - $4::int, $4::int, clock_timestamp()) \
             ON CONFLICT (name) DO UPDATE SET (tokens, granted, at) = \
               (SELECT now.tokens - least($4::int, floor(now.tokens)), \
                       least($4::int, floor(now.tokens))::int, now.at FROM \
                 (SELECT least($2::float8, b.tokens + $3::float8 * \
                    greatest(0, extract(epoch FROM t.at - b.at)::float8)) AS tokens, t.at \
                  FROM (SELECT clock_timestamp() AS at) t) now) \
             RETURNING tokens, granted",
        )
        .bind(bucket.name)
        .bind(f64::from(bucket.most))
        .bind(bucket.per_second)
        .bind(number(wanted))
        .fetch_one(&mut *self.connection().await?)
        .await?;
        let (tokens, granted): (f64, i32) = (row.try_get("tokens")?, row.try_get("granted")?);
        let wait = ((1.0 - tokens) / bucket.per_second).max(0.0);
        Ok(Taken { granted: u32::try_from(granted).unwrap_or_default(), wait })
    }
}

#[async_trait]
impl Store for Postgres {
    fn together(&self) -> Option<&dyn Together> {
        Some(self)
    }

    async fn first_box(&self, sealed: &Sealed) -> Result<Sealed, StoreError> {
        sqlx::query(
            "INSERT INTO first_box (only_one, user_key, box) VALUES (1, $1, $2) \
             ON CONFLICT (only_one) DO NOTHING",
        )
        .bind(&sealed.user_key)
        .bind(&sealed.profile)
        .execute(&mut *self.connection().await?)
        .await?;
        let row = sqlx::query("SELECT user_key, box AS profile, generation FROM first_box")
            .fetch_one(&mut *self.connection().await?)
            .await?;
        self.generation.store(row.try_get("generation")?, Ordering::Relaxed);
        rows::sealed(&row)
    }

    async fn mark_tokens(&self, marks: &Marks) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        let first =
            sqlx::query("INSERT INTO once (what) VALUES ('tokens marked') ON CONFLICT DO NOTHING")
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
                sqlx::query("UPDATE tokens SET mark = $2 WHERE id = $1")
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
        .fetch_all(&mut *self.connection().await?)
        .await?;
        rows.iter().map(rows::token).collect()
    }

    async fn token(&self, digest: Digest) -> Result<Option<KnownToken>, StoreError> {
        let row = sqlx::query(
            "SELECT id, digest, kind, user_id, name, created_at, mark, checked FROM tokens WHERE digest = $1",
        )
        .bind(digest.as_slice())
        .fetch_optional(&mut *self.connection().await?)
        .await?;
        row.as_ref().map(rows::token).transpose()
    }

    async fn add_token(&self, new: NewToken<'_>, now: i64) -> Result<KnownToken, StoreError> {
        let row = sqlx::query(
            "INSERT INTO tokens (digest, kind, user_id, name, created_at, mark, checked) \
             VALUES ($1, $2, $3, $4, $5, $6, TRUE) \
             ON CONFLICT (digest) DO UPDATE SET kind = excluded.kind, mark = excluded.mark \
             RETURNING id, digest, kind, user_id, name, created_at, mark, checked",
        )
        .bind(new.digest.as_slice())
        .bind(new.kind.as_str())
        .bind(new.user_id)
        .bind(new.name)
        .bind(now)
        .bind(new.mark.as_slice())
        .fetch_one(&mut *self.connection().await?)
        .await?;
        rows::token(&row)
    }

    async fn revoke_token(&self, user_id: &str, id: i64) -> Result<bool, StoreError> {
        let gone =
            sqlx::query("DELETE FROM tokens WHERE id = $1 AND user_id = $2 AND kind = 'pairing'")
                .bind(id)
                .bind(user_id)
                .execute(&mut *self.connection().await?)
                .await?;
        Ok(gone.rows_affected() > 0)
    }

    async fn keep_only_file_token(&self, digest: Digest) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM tokens WHERE kind = 'file' AND digest <> $1")
            .bind(digest.as_slice())
            .execute(&mut *self.connection().await?)
            .await?;
        Ok(())
    }

    async fn open_pairing(
        &self,
        digest: Digest,
        user_id: &str,
        _: i64,
        life: Duration,
    ) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO pairing_codes (user_id, digest, expires_at) \
             VALUES ($1, $2, (extract(epoch FROM clock_timestamp()) * 1000)::bigint + $3) \
             ON CONFLICT (user_id) DO UPDATE SET \
               digest = excluded.digest, expires_at = excluded.expires_at",
        )
        .bind(user_id)
        .bind(digest.as_slice())
        .bind(millis(life))
        .execute(&mut *self.connection().await?)
        .await?;
        Ok(())
    }

    async fn try_pairing(&self, digest: Digest, _: i64) -> Result<Pairing, StoreError> {
        let used = sqlx::query_scalar(
            "DELETE FROM pairing_codes WHERE digest = $1 \
               AND expires_at > (extract(epoch FROM clock_timestamp()) * 1000)::bigint \
             RETURNING user_id",
        )
        .bind(digest.as_slice())
        .fetch_optional(&mut *self.connection().await?)
        .await?;
        Ok(used.map_or(Pairing::Wrong, Pairing::Right))
    }

    async fn profile(&self, user_id: &str) -> Result<Option<Sealed>, StoreError> {
        let row = sqlx::query("SELECT user_key, profile FROM sealed_profiles WHERE user_id = $1")
            .bind(user_id)
            .fetch_optional(&mut *self.connection().await?)
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
        let mut tx = self.begin().await?;
        let user = [lock("user", user_id, "")].to_vec();
        sqlx::query(TOGETHER).bind(user).execute(&mut *tx).await?;
        // Whoever rotates waits for this transaction, or this one for the rotation.
        let newest: Option<i64> = sqlx::query_scalar("SELECT generation FROM first_box FOR SHARE")
            .fetch_optional(&mut *tx)
            .await?;
        let known = self.generation.load(Ordering::Relaxed);
        if known > 0 && newest != Some(known) {
            return Err(StoreError::KeyRotated);
        }
        let saved = sqlx::query(
            "INSERT INTO sealed_profiles (user_id, user_key, profile, saved_at) \
             SELECT $1, $2, $3, $4 WHERE NOT EXISTS (SELECT 1 FROM erased WHERE user_id = $1 \
               AND CASE WHEN $5::bigint IS NULL THEN $6::bigint <= at ELSE $5 <= last_token END) \
             ON CONFLICT (user_id) DO UPDATE SET \
               user_key = excluded.user_key, profile = excluded.profile, \
               saved_at = excluded.saved_at",
        )
        .bind(user_id)
        .bind(&profile.user_key)
        .bind(&profile.profile)
        .bind(now)
        .bind(by.token)
        .bind(by.admitted_at)
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(saved.rows_affected() > 0)
    }

    async fn rewrap(&self, vault: &Vault) -> Result<Rewrapped, StoreError> {
        let mut tx = self.begin().await?;
        let retired = sqlx::query("SELECT 1 FROM retired_keys WHERE print = $1")
            .bind(vault.print()?.to_vec())
            .fetch_optional(&mut *tx)
            .await?;
        if retired.is_some() {
            return Err(StoreError::RetiredKey);
        }
        let first = sqlx::query("SELECT user_key, box AS profile FROM first_box FOR UPDATE")
            .fetch_optional(&mut *tx)
            .await?;
        let mut generation = 0;
        if let Some(first) = first {
            let first = rows::sealed(&first)?;
            let opener = vault.opener(security::FIRST_USER, &first)?;
            // Another server may have ended the rotation.
            let rotates = opener != vault.newest();
            let moved = vault.rewrap(security::FIRST_USER, &first)?;
            generation = sqlx::query_scalar(
                "UPDATE first_box SET user_key = $1, generation = generation + $2 RETURNING generation",
            )
            .bind(moved.user_key)
            .bind(i64::from(rotates))
            .fetch_one(&mut *tx)
            .await?;
            if rotates {
                sqlx::query("INSERT INTO retired_keys (print) VALUES ($1) ON CONFLICT DO NOTHING")
                    .bind(opener.print()?.to_vec())
                    .execute(&mut *tx)
                    .await?;
            }
        }
        let rows = sqlx::query(
            "SELECT user_id, user_key, profile FROM sealed_profiles ORDER BY user_id FOR UPDATE",
        )
        .fetch_all(&mut *tx)
        .await?;
        let mut done = Rewrapped::default();
        for row in &rows {
            let user_id: String = row.try_get("user_id")?;
            match vault.rewrap(&user_id, &rows::sealed(row)?) {
                Ok(moved) => {
                    done.moved += 1;
                    sqlx::query("UPDATE sealed_profiles SET user_key = $2 WHERE user_id = $1")
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
        self.generation.store(generation, Ordering::Relaxed);
        Ok(done)
    }

    async fn delete_profile(&self, user_id: &str) -> Result<bool, StoreError> {
        let deleted = sqlx::query("DELETE FROM sealed_profiles WHERE user_id = $1")
            .bind(user_id)
            .execute(&mut *self.connection().await?)
            .await?;
        Ok(deleted.rows_affected() > 0)
    }

    async fn commit(&self, units: &[Unit]) -> Result<Vec<Outcome>, StoreError> {
        let mut tx = self.begin().await?;
        if units.iter().any(|unit| unit.durability == Durability::Machine) {
            sqlx::query(
                "SELECT set_config('synchronous_commit', 'on', true) \
                 WHERE current_setting('synchronous_commit') = 'off'",
            )
            .execute(&mut *tx)
            .await?;
        }
        let mut users: Vec<i64> =
            units.iter().map(|unit| lock("user", &unit.user_id, "")).collect();
        users.sort_unstable();
        users.dedup();
        sqlx::query(TOGETHER).bind(users).execute(&mut *tx).await?;
        sqlx::query("SELECT pg_advisory_xact_lock(lock) FROM unnest($1::bigint[]) AS lock")
            .bind(locks(units))
            .execute(&mut *tx)
            .await?;
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
        let row = sqlx::query(
            "SELECT a.fingerprint, a.sealed, t.data, i.fingerprint AS tied \
             FROM (SELECT 1) one \
             LEFT JOIN answers a ON a.user_id = $1 AND a.job_id = $2 AND a.step = $3 \
             LEFT JOIN trace t ON t.user_id = a.user_id AND t.job_id = a.job_id AND t.seq = a.seq \
             LEFT JOIN idempotency i ON i.user_id = $1 AND i.key = $4",
        )
        .bind(user_id)
        .bind(job_id)
        .bind(i64::from(step))
        .bind(key)
        .fetch_one(&mut *self.connection().await?)
        .await?;
        Ok(Before::found(rows::answered(&row)?, row.try_get("tied")?))
    }

    async fn prune(&self, keep: &Retention) -> Result<bool, StoreError> {
        let mut tx = self.begin().await?;
        // One of the servers is enough.
        let mine: bool = sqlx::query_scalar("SELECT pg_try_advisory_xact_lock($1)")
            .bind(PRUNING)
            .fetch_one(&mut *tx)
            .await?;
        if !mine {
            return Ok(false);
        }
        // What the newest entries take, times how many there are by the statistics: a file does not
        // shrink with what is deleted from it.
        let (now, size, entries, expired): (i64, i64, i64, i64) = sqlx::query_as(
            "SELECT c.now, coalesce((SELECT avg(octet_length(data) + 200) FROM \
               (SELECT data FROM trace ORDER BY id DESC LIMIT 200) newest) * \
               (SELECT n_live_tup FROM pg_stat_user_tables WHERE relid = 'trace'::regclass), 0)::bigint, \
               (SELECT coalesce(max(id) - min(id) + 1, 0) FROM trace), \
               (SELECT coalesce(sum(entries), 0)::bigint FROM expired WHERE hour = c.now / $1) \
             FROM (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now) c",
        )
        .bind(keep::HOUR)
        .fetch_one(&mut *tx)
        .await?;
        let share = keep::may_expire(keep, entries, expired).min(PRUNED_AT_ONCE);
        let old = sqlx::query(
            "SELECT id, user_id, job_id, seq FROM (SELECT * FROM trace ORDER BY id LIMIT $1) oldest \
             WHERE at < $2",
        )
        .bind(share)
        .bind(now.saturating_sub(keep.age))
        .fetch_all(&mut *tx)
        .await?;
        let mut gone = self::gone(&old)?;
        let too_old = !gone.ids.is_empty();
        if !too_old && (size > keep.bytes || entries > keep.entries) {
            gone = most_of_one(&mut tx, keep, size).await?;
        }
        let wanted = gone.ids.len();
        let removed = remove(&mut tx, gone).await?;
        if too_old {
            sqlx::query(
                "INSERT INTO expired (hour, entries) VALUES ($1, $2) ON CONFLICT (hour) \
                 DO UPDATE SET entries = expired.entries + excluded.entries",
            )
            .bind(now / keep::HOUR)
            .bind(i64::try_from(removed).unwrap_or(i64::MAX))
            .execute(&mut *tx)
            .await?;
        }
        sqlx::query(
            "DELETE FROM idempotency WHERE (user_id, key) IN \
             (SELECT user_id, key FROM idempotency WHERE at < $1 ORDER BY at LIMIT $2 \
              FOR UPDATE SKIP LOCKED)",
        )
        .bind(now.saturating_sub(keep::KEY_LIFE))
        .bind(PRUNED_AT_ONCE)
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(removed > 0 && i64::try_from(wanted).is_ok_and(|wanted| wanted == PRUNED_AT_ONCE))
    }

    async fn jobs(&self, user_id: &str, limit: u32) -> Result<Vec<JobSummary>, StoreError> {
        let rows = sqlx::query(
            "SELECT job_id, origin, step, started_at, updated_at, (SELECT count(*) FROM trace \
               WHERE trace.user_id = jobs.user_id AND trace.job_id = jobs.job_id) AS entries \
             FROM jobs WHERE user_id = $1 ORDER BY updated_at DESC, job_id LIMIT $2",
        )
        .bind(user_id)
        .bind(i64::from(limit))
        .fetch_all(&mut *self.connection().await?)
        .await?;
        rows.iter().map(rows::summary).collect()
    }

    async fn job(&self, user_id: &str, job_id: &str) -> Result<Option<JobSummary>, StoreError> {
        let row = sqlx::query(
            "SELECT job_id, origin, step, started_at, updated_at, (SELECT count(*) FROM trace \
               WHERE trace.user_id = jobs.user_id AND trace.job_id = jobs.job_id) AS entries \
             FROM jobs WHERE user_id = $1 AND job_id = $2",
        )
        .bind(user_id)
        .bind(job_id)
        .fetch_optional(&mut *self.connection().await?)
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
             WHERE user_id = $1 AND job_id = $2 AND seq > $3 ORDER BY seq",
        )
        .bind(user_id)
        .bind(job_id)
        .bind(after)
        .fetch_all(&mut *self.connection().await?)
        .await?;
        rows.iter().map(rows::entry).collect()
    }

    async fn begin_erasure(&self, user_id: &str, now: i64) -> Result<Vec<i64>, StoreError> {
        let mut tx = self.begin().await?;
        sqlx::query(
            "INSERT INTO erased (user_id, last_token, at, done) \
             SELECT $1, coalesce(max(id), 0), $2, FALSE FROM tokens \
             ON CONFLICT (user_id) DO UPDATE SET at = excluded.at, done = FALSE, \
               last_token = greatest(erased.last_token, excluded.last_token)",
        )
        .bind(user_id)
        .bind(now)
        .execute(&mut *tx)
        .await?;
        sqlx::query("DELETE FROM pairing_codes WHERE user_id = $1")
            .bind(user_id)
            .execute(&mut *tx)
            .await?;
        let tokens = sqlx::query_scalar(
            "DELETE FROM tokens WHERE user_id = $1 AND kind = 'pairing' RETURNING id",
        )
        .bind(user_id)
        .fetch_all(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(tokens)
    }

    async fn erase(&self, user_id: &str) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        // Whoever began to write before the user was erased has written then.
        sqlx::query("SELECT pg_advisory_xact_lock($1)")
            .bind(lock("user", user_id, ""))
            .execute(&mut *tx)
            .await?;
        for table in [
            "DELETE FROM sealed_profiles WHERE user_id = $1",
            "DELETE FROM trace WHERE user_id = $1",
            "DELETE FROM answers WHERE user_id = $1",
            "DELETE FROM idempotency WHERE user_id = $1",
            "DELETE FROM jobs WHERE user_id = $1",
        ] {
            sqlx::query(table).bind(user_id).execute(&mut *tx).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    async fn scrub(&self) -> Result<Scrubbed, StoreError> {
        let mut connection = self.connection().await?;
        for table in ["VACUUM sealed_profiles", "VACUUM answers", "VACUUM idempotency"] {
            if let Err(error) = connection.execute(table).await {
                // What it does is done later by the database itself.
                tracing::debug!(%error, "no vacuum");
            }
        }
        Ok(Scrubbed::Elsewhere(LEFT))
    }

    async fn end_erasure(&self, user_id: &str) -> Result<(), StoreError> {
        sqlx::query("UPDATE erased SET done = TRUE WHERE user_id = $1")
            .bind(user_id)
            .execute(&mut *self.connection().await?)
            .await?;
        Ok(())
    }

    async fn erasures(&self) -> Result<Vec<String>, StoreError> {
        Ok(sqlx::query_scalar("SELECT user_id FROM erased WHERE NOT done ORDER BY user_id")
            .fetch_all(&mut *self.connection().await?)
            .await?)
    }

    async fn close(&self) {
        self.pool.close().await;
    }
}

fn gone(rows: &[PgRow]) -> Result<Gone, StoreError> {
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
        "SELECT user_id, (sum(sum(kept)) OVER ())::bigint AS kept FROM jobs GROUP BY user_id \
         ORDER BY sum(kept) DESC LIMIT 1",
    )
    .fetch_optional(&mut **tx)
    .await?;
    let Some(most) = most else { return Ok(Gone::default()) };
    let user: String = most.try_get("user_id")?;
    let count = keep::too_many(keep, most.try_get("kept")?, bytes, PRUNED_AT_ONCE);
    let rows = sqlx::query(
        "SELECT id, user_id, job_id, seq FROM trace WHERE user_id = $1 ORDER BY id LIMIT $2",
    )
    .bind(user)
    .bind(count)
    .fetch_all(&mut **tx)
    .await?;
    gone(&rows)
}

/// Removes entries with the answers that they are, and jobs that have none left. Jobs that somebody writes
/// to now are left for later. How many went.
async fn remove(tx: &mut Transaction<'_, Db>, mut gone: Gone) -> Result<usize, StoreError> {
    let (users, jobs): (Vec<&str>, Vec<&str>) = gone.by_job().into_keys().unzip();
    let free: HashSet<(String, String)> = sqlx::query(
        "SELECT user_id, job_id FROM jobs WHERE (user_id, job_id) IN \
         (SELECT * FROM unnest($1::text[], $2::text[])) ORDER BY user_id, job_id FOR UPDATE SKIP LOCKED",
    )
    .bind(users)
    .bind(jobs)
    .fetch_all(&mut **tx)
    .await?
    .iter()
    .map(|row| Ok((row.try_get("user_id")?, row.try_get("job_id")?)))
    .collect::<Result<_, sqlx::Error>>()?;
    let all = std::mem::take(&mut gone);
    for (id, (user, job, seq)) in all.ids.into_iter().zip(all.of) {
        let of = (user, job);
        if free.contains(&of) {
            gone.ids.push(id);
            gone.of.push((of.0, of.1, seq));
        }
    }
    if gone.ids.is_empty() {
        return Ok(0);
    }
    sqlx::query("DELETE FROM trace WHERE id = ANY($1)").bind(&gone.ids).execute(&mut **tx).await?;
    sqlx::query(
        "DELETE FROM answers a USING unnest($1::text[], $2::text[], $3::bigint[]) \
           AS gone (user_id, job_id, seq) \
         WHERE a.user_id = gone.user_id AND a.job_id = gone.job_id AND a.seq = gone.seq",
    )
    .bind(texts(&gone.of, |(user, _, _)| user))
    .bind(texts(&gone.of, |(_, job, _)| job))
    .bind(gone.of.iter().map(|(_, _, seq)| *seq).collect::<Vec<_>>())
    .execute(&mut **tx)
    .await?;
    let by_job: Vec<_> = gone.by_job().into_iter().collect();
    sqlx::query(
        "UPDATE jobs j SET kept = j.kept - gone.entries \
         FROM unnest($1::text[], $2::text[], $3::bigint[]) AS gone (user_id, job_id, entries) \
         WHERE j.user_id = gone.user_id AND j.job_id = gone.job_id",
    )
    .bind(texts(&by_job, |((user, _), _)| user))
    .bind(texts(&by_job, |((_, job), _)| job))
    .bind(by_job.iter().map(|(_, entries)| *entries).collect::<Vec<_>>())
    .execute(&mut **tx)
    .await?;
    sqlx::query(
        "DELETE FROM jobs WHERE kept <= 0 AND (user_id, job_id) IN \
         (SELECT * FROM unnest($1::text[], $2::text[]))",
    )
    .bind(texts(&by_job, |((user, _), _)| user))
    .bind(texts(&by_job, |((_, job), _)| job))
    .execute(&mut **tx)
    .await?;
    Ok(gone.ids.len())
}

/// A number of Postgres, which has no unsigned ones.
fn number(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// The number of a lock.
fn lock(purpose: &str, user: &str, what: &str) -> i64 {
    let digest = security::digest(&format!("{purpose}\0{user}\0{what}"));
    let first = digest.first_chunk::<8>().copied().unwrap_or_default();
    // Never the number of the lock for pruning.
    i64::from_be_bytes(first) | 1
}

/// What the jobs and keys of a batch are locked by, in the one order in which everybody locks.
fn locks(units: &[Unit]) -> Vec<i64> {
    let jobs = units.iter().map(|unit| lock("job", &unit.user_id, &unit.job_id));
    let keys =
        units.iter().filter_map(|unit| Some(lock("key", &unit.user_id, &unit.key.as_ref()?.0)));
    let mut locks: Vec<i64> = jobs.chain(keys).collect();
    locks.sort_unstable();
    locks.dedup();
    locks
}

/// What the database knows of the rounds and keys of a batch.
async fn stored(tx: &mut Transaction<'_, Db>, units: &[Unit]) -> Result<Stored, StoreError> {
    let answering: Vec<&Unit> = units.iter().filter(|unit| unit.answer.is_some()).collect();
    let keyed: Vec<(&Unit, &str)> =
        units.iter().filter_map(|unit| Some((unit, unit.key.as_ref()?.0.as_str()))).collect();
    let (mut answers, mut tied) = (Vec::new(), Vec::new());
    let erased = sqlx::query("SELECT user_id, last_token, at FROM erased WHERE user_id = ANY($1)")
        .bind(units.iter().map(|unit| unit.user_id.clone()).collect::<Vec<_>>())
        .fetch_all(&mut **tx)
        .await?;
    if !answering.is_empty() {
        answers = sqlx::query(
            "SELECT a.user_id, a.job_id, a.step, a.fingerprint, a.sealed, t.data \
             FROM unnest($1::text[], $2::text[], $3::bigint[]) AS round (user_id, job_id, step) \
             JOIN answers a USING (user_id, job_id, step) \
             LEFT JOIN trace t ON t.user_id = a.user_id AND t.job_id = a.job_id AND t.seq = a.seq",
        )
        .bind(texts(&answering, |unit| &unit.user_id))
        .bind(texts(&answering, |unit| &unit.job_id))
        .bind(answering.iter().map(|unit| i64::from(unit.step)).collect::<Vec<_>>())
        .fetch_all(&mut **tx)
        .await?;
    }
    if !keyed.is_empty() {
        tied = sqlx::query(
            "SELECT i.user_id, i.key, i.fingerprint \
             FROM unnest($1::text[], $2::text[]) AS used (user_id, key) \
             JOIN idempotency i USING (user_id, key)",
        )
        .bind(texts(&keyed, |(unit, _)| &unit.user_id))
        .bind(texts(&keyed, |(_, key)| key))
        .fetch_all(&mut **tx)
        .await?;
    }
    rows::stored(&answers, &tied, &erased)
}

/// A column of texts.
fn texts<T>(rows: &[T], text: impl Fn(&T) -> &str) -> Vec<String> {
    rows.iter().map(|row| text(row).to_owned()).collect()
}

/// Adds a batch to the jobs' lines and gives the newest number that each job has then.
async fn add_to_jobs(
    tx: &mut Transaction<'_, Db>,
    decided: &Decided<'_>,
) -> Result<HashMap<Job, i64>, StoreError> {
    let lines: Vec<_> = decided.jobs.iter().collect();
    if lines.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = sqlx::query(
        "INSERT INTO jobs (user_id, job_id, origin, step, started_at, updated_at, last_seq, kept) \
         SELECT new.*, new.last_seq FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], \
           $5::bigint[], $6::bigint[], $7::bigint[]) \
           AS new (user_id, job_id, origin, step, started_at, updated_at, last_seq) \
         ON CONFLICT (user_id, job_id) DO UPDATE SET \
           origin = CASE WHEN excluded.origin = '' THEN jobs.origin ELSE excluded.origin END, \
           step = greatest(jobs.step, excluded.step), \
           updated_at = greatest(jobs.updated_at, excluded.updated_at), \
           last_seq = jobs.last_seq + excluded.last_seq, \
           kept = jobs.kept + excluded.kept \
         RETURNING user_id, job_id, last_seq",
    )
    .bind(texts(&lines, |((user, _), _)| user))
    .bind(texts(&lines, |((_, job), _)| job))
    .bind(texts(&lines, |(_, line)| &line.origin))
    .bind(lines.iter().map(|(_, line)| i64::from(line.step)).collect::<Vec<_>>())
    .bind(lines.iter().map(|(_, line)| line.first_at).collect::<Vec<_>>())
    .bind(lines.iter().map(|(_, line)| line.last_at).collect::<Vec<_>>())
    .bind(lines.iter().map(|(_, line)| line.entries).collect::<Vec<_>>())
    .fetch_all(&mut **tx)
    .await?;
    let number = |row: &PgRow| {
        Ok(((row.try_get("user_id")?, row.try_get("job_id")?), row.try_get("last_seq")?))
    };
    rows.iter().map(number).collect()
}

async fn insert_rows(tx: &mut Transaction<'_, Db>, rows: &[Row<'_>]) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "INSERT INTO trace (user_id, job_id, seq, step, at, kind, data) \
         SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], \
           $6::text[], $7::text[])",
    )
    .bind(texts(rows, |row| &row.unit.user_id))
    .bind(texts(rows, |row| &row.unit.job_id))
    .bind(rows.iter().map(|row| row.seq).collect::<Vec<_>>())
    .bind(rows.iter().map(|row| i64::from(row.unit.step)).collect::<Vec<_>>())
    .bind(rows.iter().map(|row| row.unit.at).collect::<Vec<_>>())
    .bind(texts(rows, |row| row.entry.kind))
    .bind(
        rows.iter()
            .map(|row| String::from_utf8_lossy(&row.entry.data).into_owned())
            .collect::<Vec<_>>(),
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

async fn insert_answers(
    tx: &mut Transaction<'_, Db>,
    answers: &[AnswerRow<'_>],
) -> Result<(), StoreError> {
    if answers.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "INSERT INTO answers (user_id, job_id, step, fingerprint, seq, sealed) \
         SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bytea[], $5::bigint[], \
           $6::bytea[]) \
         ON CONFLICT (user_id, job_id, step) DO UPDATE SET \
           fingerprint = excluded.fingerprint, seq = excluded.seq, sealed = excluded.sealed",
    )
    .bind(texts(answers, |answer| &answer.unit.user_id))
    .bind(texts(answers, |answer| &answer.unit.job_id))
    .bind(answers.iter().map(|answer| i64::from(answer.unit.step)).collect::<Vec<_>>())
    .bind(answers.iter().map(|answer| answer.fingerprint.to_vec()).collect::<Vec<_>>())
    .bind(answers.iter().map(|answer| answer.seq).collect::<Vec<_>>())
    .bind(answers.iter().map(|answer| answer.sealed.map(<[u8]>::to_vec)).collect::<Vec<_>>())
    .execute(&mut **tx)
    .await?;
    Ok(())
}

async fn insert_keys(tx: &mut Transaction<'_, Db>, keys: &[KeyRow<'_>]) -> Result<(), StoreError> {
    if keys.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "INSERT INTO idempotency (user_id, key, fingerprint, at) \
         SELECT * FROM unnest($1::text[], $2::text[], $3::bytea[], $4::bigint[]) \
         ON CONFLICT (user_id, key) DO NOTHING",
    )
    .bind(texts(keys, |key| key.user_id))
    .bind(texts(keys, |key| key.key))
    .bind(keys.iter().map(|key| key.fingerprint.to_vec()).collect::<Vec<_>>())
    .bind(keys.iter().map(|key| key.at).collect::<Vec<_>>())
    .execute(&mut **tx)
    .await?;
    Ok(())
}
