//! What is not to be kept.

use sqlx::{Row as _, Sqlite as Db, Transaction};

use super::{Sqlite, json::json};
use crate::store::{
    Retention, StoreError,
    keep::{self, Gone},
    rows,
};

/// Entries that one go of the retention looks at; a commit waits for it, so it must be over soon.
const PRUNED_AT_ONCE: i64 = 64;

/// Removes some of what is not to be kept.
pub(super) async fn prune(store: &Sqlite, keep: &Retention) -> Result<bool, StoreError> {
    let mut tx = store.pool.begin_with("BEGIN IMMEDIATE").await?;
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
    let mut gone = rows::gone(&old)?;
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
    rows::gone(&rows)
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
