//! Jobs with their traces, and what was answered.

use async_trait::async_trait;
use futures_util::TryStreamExt as _;
use shared_types::api::{JobSummary, TraceEntry};
use sqlx::Row as _;

use super::{
    Postgres,
    batch::{add_to_jobs, insert_answers, insert_keys, insert_rows, stored},
    locks::{SHARED_LOCKS, lock, locks},
    retention,
};
use crate::store::{
    Before, Behind, Durability, Noted, Outcome, Part, Retention, StoreError, TraceStore, Unit,
    commit::{self, Numbered},
    rows,
};

#[async_trait]
impl TraceStore for Postgres {
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
        sqlx::query(SHARED_LOCKS).bind(users).execute(&mut *tx).await?;
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
        retention::prune(self, keep).await
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

    async fn jobs_behind(
        &self,
        user_id: &str,
        site: Option<&str>,
        behind: Option<Behind<'_>>,
        limit: u32,
    ) -> Result<Vec<JobSummary>, StoreError> {
        let rows = sqlx::query(
            "SELECT job_id, origin, step, started_at, updated_at, (SELECT count(*) FROM trace \
               WHERE trace.user_id = jobs.user_id AND trace.job_id = jobs.job_id) AS entries \
             FROM jobs WHERE user_id = $1 AND ($2::text IS NULL OR origin = $2) \
               AND ($3::bigint IS NULL OR updated_at < $3 OR (updated_at = $3 AND job_id > $4)) \
             ORDER BY updated_at DESC, job_id LIMIT $5",
        )
        .bind(user_id)
        .bind(site)
        .bind(behind.map(|behind| behind.updated_at))
        .bind(behind.map(|behind| behind.job_id))
        .bind(i64::from(limit))
        .fetch_all(&mut *self.connection().await?)
        .await?;
        rows.iter().map(rows::summary).collect()
    }

    async fn look_through(
        &self,
        part: &Part<'_>,
        see: &mut (dyn FnMut(Noted) + Send),
    ) -> Result<(), StoreError> {
        let mut connection = self.connection().await?;
        let mut rows = sqlx::query(if part.jobs.is_empty() {
            "SELECT job_id, seq, step, at, kind, data FROM trace \
             WHERE user_id = $1 AND at >= $2 AND kind <> 'page' AND cardinality($3::text[]) = 0 \
             ORDER BY id DESC LIMIT $4"
        } else {
            "SELECT job_id, seq, step, at, kind, data FROM trace \
             WHERE user_id = $1 AND at >= $2 AND kind <> 'page' AND job_id = ANY($3) \
             ORDER BY id DESC LIMIT $4"
        })
        .bind(part.user_id)
        .bind(part.since)
        .bind(part.jobs)
        .bind(i64::from(part.most))
        .fetch(&mut *connection);
        while let Some(row) = rows.try_next().await? {
            see(rows::noted(&row)?);
        }
        Ok(())
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
}
