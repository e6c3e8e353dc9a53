//! Postgres: the store of several servers at once.
//!
//! Writers of one job take turns by advisory locks, in one order, so that no two wait for each other.
//! What a commit promises is the database's own setting (`synchronous_commit`); where that is `off`,
//! what must survive the end of the machine is written with `on`.

use std::{collections::HashMap, str::FromStr as _, time::Duration};

use async_trait::async_trait;
use shared_types::{
    Private,
    api::{JobSummary, TraceEntry},
};
use sqlx::{
    PgPool, Postgres as Db, Row as _, Transaction,
    migrate::Migrator,
    postgres::{PgConnectOptions, PgPoolOptions, PgRow},
};

use super::{
    Before, Bucket, Digest, Durability, KnownToken, NewToken, Outcome, Pairing, Retention, Store,
    StoreError, Taken, Together, Unit,
    commit::{self, AnswerRow, Decided, Job, KeyRow, Numbered, Row, Stored},
    migrate, rows,
};
use crate::{
    clock::millis,
    security::{self, Marks, Sealed, Vault},
};

pub(super) static MIGRATIONS: Migrator = sqlx::migrate!("./migrations-postgres");

/// A connection that is not there after this long is an error.
const PATIENCE: Duration = Duration::from_secs(5);
/// Entries that one go of the retention looks at.
const PRUNED_AT_ONCE: i64 = 500;
/// The lock of whoever removes what is not to be kept; no job's lock has this number.
const PRUNING: i64 = 0;

/// Postgres at an address.
#[derive(Debug, Clone)]
pub struct Postgres {
    pool: PgPool,
}

impl Postgres {
    /// Connects, and brings the database to this version.
    ///
    /// # Errors
    /// It cannot be reached, or was written by a newer version.
    pub async fn connect(url: &Private, connections: u32) -> Result<Self, StoreError> {
        let options = PgConnectOptions::from_str(url.reveal())?.application_name("vaulty-server");
        let pool = PgPoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(PATIENCE)
            .connect_with(options)
            .await?;
        migrate::run(&MIGRATIONS, &pool).await?;
        Ok(Self { pool })
    }
}

#[async_trait]
impl Together for Postgres {
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
        .fetch_one(&self.pool)
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
        .execute(&self.pool)
        .await?;
        let row = sqlx::query("SELECT user_key, box AS profile FROM first_box")
            .fetch_one(&self.pool)
            .await?;
        rows::sealed(&row)
    }

    async fn mark_tokens(&self, marks: &Marks) -> Result<(), StoreError> {
        let mut tx = self.pool.begin().await?;
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
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(rows::token).collect()
    }

    async fn token(&self, digest: Digest) -> Result<Option<KnownToken>, StoreError> {
        let row = sqlx::query(
            "SELECT id, digest, kind, user_id, name, created_at, mark, checked FROM tokens WHERE digest = $1",
        )
        .bind(digest.as_slice())
        .fetch_optional(&self.pool)
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
        .fetch_one(&self.pool)
        .await?;
        rows::token(&row)
    }

    async fn revoke_token(&self, user_id: &str, id: i64) -> Result<bool, StoreError> {
        let gone =
            sqlx::query("DELETE FROM tokens WHERE id = $1 AND user_id = $2 AND kind = 'pairing'")
                .bind(id)
                .bind(user_id)
                .execute(&self.pool)
                .await?;
        Ok(gone.rows_affected() > 0)
    }

    async fn keep_only_file_token(&self, digest: Digest) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM tokens WHERE kind = 'file' AND digest <> $1")
            .bind(digest.as_slice())
            .execute(&self.pool)
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
        .execute(&self.pool)
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
        .fetch_optional(&self.pool)
        .await?;
        Ok(used.map_or(Pairing::Wrong, Pairing::Right))
    }

    async fn profile(&self, user_id: &str) -> Result<Option<Sealed>, StoreError> {
        let row = sqlx::query("SELECT user_key, profile FROM sealed_profiles WHERE user_id = $1")
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
    ) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO sealed_profiles (user_id, user_key, profile, saved_at) \
             VALUES ($1, $2, $3, $4) ON CONFLICT (user_id) DO UPDATE SET \
               user_key = excluded.user_key, profile = excluded.profile, \
               saved_at = excluded.saved_at",
        )
        .bind(user_id)
        .bind(&profile.user_key)
        .bind(&profile.profile)
        .bind(now)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    async fn rewrap(&self, vault: &Vault) -> Result<usize, StoreError> {
        let mut tx = self.pool.begin().await?;
        let rows = sqlx::query(
            "SELECT user_id, user_key, profile FROM sealed_profiles ORDER BY user_id FOR UPDATE",
        )
        .fetch_all(&mut *tx)
        .await?;
        for row in &rows {
            let user_id: String = row.try_get("user_id")?;
            let moved = vault.rewrap(&user_id, &rows::sealed(row)?)?;
            sqlx::query("UPDATE sealed_profiles SET user_key = $2 WHERE user_id = $1")
                .bind(user_id)
                .bind(moved.user_key)
                .execute(&mut *tx)
                .await?;
        }
        let first = sqlx::query("SELECT user_key, box AS profile FROM first_box FOR UPDATE")
            .fetch_optional(&mut *tx)
            .await?;
        if let Some(first) = first {
            let moved = vault.rewrap(security::FIRST_USER, &rows::sealed(&first)?)?;
            sqlx::query("UPDATE first_box SET user_key = $1")
                .bind(moved.user_key)
                .execute(&mut *tx)
                .await?;
        }
        tx.commit().await?;
        Ok(rows.len())
    }

    async fn delete_profile(&self, user_id: &str) -> Result<bool, StoreError> {
        let deleted = sqlx::query("DELETE FROM sealed_profiles WHERE user_id = $1")
            .bind(user_id)
            .execute(&self.pool)
            .await?;
        Ok(deleted.rows_affected() > 0)
    }

    async fn commit(&self, units: &[Unit]) -> Result<Vec<Outcome>, StoreError> {
        let mut tx = self.pool.begin().await?;
        if units.iter().any(|unit| unit.durability == Durability::Machine) {
            sqlx::query(
                "SELECT set_config('synchronous_commit', 'on', true) \
                 WHERE current_setting('synchronous_commit') = 'off'",
            )
            .execute(&mut *tx)
            .await?;
        }
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
        .fetch_one(&self.pool)
        .await?;
        Ok(Before::found(rows::answered(&row)?, row.try_get("tied")?))
    }

    async fn prune(&self, keep: &Retention) -> Result<bool, StoreError> {
        let mut tx = self.pool.begin().await?;
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
        let size: i64 = sqlx::query_scalar(
            "SELECT coalesce((SELECT avg(octet_length(data) + 200) FROM \
               (SELECT data FROM trace ORDER BY id DESC LIMIT 200) newest) * \
               (SELECT n_live_tup FROM pg_stat_user_tables WHERE relid = 'trace'::regclass), 0)::bigint",
        )
        .fetch_one(&mut *tx)
        .await?;
        let gone = sqlx::query(
            "DELETE FROM trace WHERE id IN (SELECT id FROM trace ORDER BY id LIMIT $1) \
             AND (id <= (SELECT max(id) FROM trace) - $2 OR at < $3 OR $4) \
             RETURNING user_id, job_id, seq, at",
        )
        .bind(PRUNED_AT_ONCE)
        .bind(keep.entries)
        .bind(keep.before)
        .bind(size > keep.bytes)
        .fetch_all(&mut *tx)
        .await?;
        let mut newest = keep.before;
        let (mut users, mut jobs, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
        for row in &gone {
            newest = newest.max(row.try_get("at")?);
            users.push(row.try_get::<String, _>("user_id")?);
            jobs.push(row.try_get::<String, _>("job_id")?);
            numbers.push(row.try_get::<i64, _>("seq")?);
        }
        for follow in [
            "DELETE FROM answers a USING unnest($1::text[], $2::text[], $3::bigint[]) \
               AS gone (user_id, job_id, seq) \
             WHERE a.user_id = gone.user_id AND a.job_id = gone.job_id AND a.seq = gone.seq",
            // A job that is being written to has a newer line than this transaction sees; it stays.
            "DELETE FROM jobs j USING (SELECT user_id, job_id, max(seq) AS seq \
               FROM unnest($1::text[], $2::text[], $3::bigint[]) AS gone (user_id, job_id, seq) \
               GROUP BY user_id, job_id) gone \
             WHERE j.user_id = gone.user_id AND j.job_id = gone.job_id AND j.last_seq = gone.seq",
        ] {
            sqlx::query(follow).bind(&users).bind(&jobs).bind(&numbers).execute(&mut *tx).await?;
        }
        sqlx::query("DELETE FROM idempotency WHERE at <= $1")
            .bind(newest)
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(i64::try_from(gone.len()).is_ok_and(|gone| gone == PRUNED_AT_ONCE))
    }

    async fn jobs(&self, user_id: &str, limit: u32) -> Result<Vec<JobSummary>, StoreError> {
        let rows = sqlx::query(
            "SELECT job_id, origin, step, started_at, updated_at, (SELECT count(*) FROM trace \
               WHERE trace.user_id = jobs.user_id AND trace.job_id = jobs.job_id) AS entries \
             FROM jobs WHERE user_id = $1 ORDER BY updated_at DESC, job_id LIMIT $2",
        )
        .bind(user_id)
        .bind(i64::from(limit))
        .fetch_all(&self.pool)
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
             WHERE user_id = $1 AND job_id = $2 AND seq > $3 ORDER BY seq",
        )
        .bind(user_id)
        .bind(job_id)
        .bind(after)
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(rows::entry).collect()
    }

    async fn erase_user(&self, user_id: &str) -> Result<Vec<i64>, StoreError> {
        let mut tx = self.pool.begin().await?;
        for table in [
            "DELETE FROM sealed_profiles WHERE user_id = $1",
            "DELETE FROM trace WHERE user_id = $1",
            "DELETE FROM answers WHERE user_id = $1",
            "DELETE FROM idempotency WHERE user_id = $1",
            "DELETE FROM jobs WHERE user_id = $1",
            "DELETE FROM pairing_codes WHERE user_id = $1",
        ] {
            sqlx::query(table).bind(user_id).execute(&mut *tx).await?;
        }
        let tokens = sqlx::query_scalar(
            "DELETE FROM tokens WHERE user_id = $1 AND kind = 'pairing' RETURNING id",
        )
        .bind(user_id)
        .fetch_all(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(tokens)
    }

    async fn close(&self) {
        self.pool.close().await;
    }
}

/// A number of Postgres, which has no unsigned ones.
fn number(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// What the jobs and keys of a batch are locked by, in the one order in which everybody locks.
fn locks(units: &[Unit]) -> Vec<i64> {
    let lock = |purpose: &str, user: &str, what: &str| {
        let digest = security::digest(&format!("{purpose}\0{user}\0{what}"));
        let first = digest.first_chunk::<8>().copied().unwrap_or_default();
        // Never the number of the lock for pruning.
        i64::from_be_bytes(first) | 1
    };
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
    rows::stored(&answers, &tied)
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
        "INSERT INTO jobs (user_id, job_id, origin, step, started_at, updated_at, last_seq) \
         SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], \
           $6::bigint[], $7::bigint[]) \
         ON CONFLICT (user_id, job_id) DO UPDATE SET \
           origin = CASE WHEN excluded.origin = '' THEN jobs.origin ELSE excluded.origin END, \
           step = greatest(jobs.step, excluded.step), \
           updated_at = greatest(jobs.updated_at, excluded.updated_at), \
           last_seq = jobs.last_seq + excluded.last_seq \
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
