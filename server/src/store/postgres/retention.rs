//! What is not to be kept.

use std::collections::HashSet;

use sqlx::{Postgres as Db, Row as _, Transaction};

use super::{Postgres, columns::texts, locks::PRUNING};
use crate::store::{
    Retention, StoreError,
    keep::{self, Gone},
    rows,
};

/// Entries that one go of the retention looks at.
const PRUNED_AT_ONCE: i64 = 500;

/// Removes some of what is not to be kept.
pub(super) async fn prune(store: &Postgres, keep: &Retention) -> Result<bool, StoreError> {
    let mut tx = store.begin().await?;
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
    let mut gone = rows::gone(&old)?;
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
    rows::gone(&rows)
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
