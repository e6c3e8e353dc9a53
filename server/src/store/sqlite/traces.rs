//! Jobs with their traces, and what was answered.

use async_trait::async_trait;
use futures_util::TryStreamExt as _;
use shared_types::api::{JobSummary, TraceEntry};

use super::{
    Sqlite,
    batch::{add_to_jobs, insert_answers, insert_keys, insert_rows, stored},
    retention,
};
use crate::store::{
    Before, Behind, Durability, Noted, Outcome, Part, Retention, StoreError, TraceStore, Unit,
    commit::{self, Numbered},
    rows,
};

#[async_trait]
impl TraceStore for Sqlite {
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
        retention::prune(self, keep).await
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
             FROM jobs WHERE user_id = ?1 AND (?2 IS NULL OR origin = ?2) \
               AND (?3 IS NULL OR updated_at < ?3 OR (updated_at = ?3 AND job_id > ?4)) \
             ORDER BY updated_at DESC, job_id LIMIT ?5",
        )
        .bind(user_id)
        .bind(site)
        .bind(behind.map(|behind| behind.updated_at))
        .bind(behind.map(|behind| behind.job_id))
        .bind(limit)
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(rows::summary).collect()
    }

    async fn look_through(
        &self,
        part: &Part<'_>,
        see: &mut (dyn FnMut(Noted) + Send),
    ) -> Result<(), StoreError> {
        let jobs = serde_json::to_string(part.jobs).unwrap_or_default();
        // Some jobs are found by theirs (`+id` keeps the index of all entries out of it), all of them by the user's index.
        let mut rows = sqlx::query(if part.jobs.is_empty() {
            "SELECT job_id, seq, step, at, kind, data FROM trace \
             WHERE user_id = ?1 AND at >= ?2 AND kind <> 'page' AND ?3 = '[]' \
             ORDER BY id DESC LIMIT ?4"
        } else {
            "SELECT job_id, seq, step, at, kind, data FROM trace \
             WHERE user_id = ?1 AND at >= ?2 AND kind <> 'page' \
               AND job_id IN (SELECT value FROM json_each(?3)) \
             ORDER BY +id DESC LIMIT ?4"
        })
        .bind(part.user_id)
        .bind(part.since)
        .bind(jobs)
        .bind(part.most)
        .fetch(&self.pool);
        while let Some(row) = rows.try_next().await? {
            see(rows::noted(&row)?);
        }
        Ok(())
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
}
