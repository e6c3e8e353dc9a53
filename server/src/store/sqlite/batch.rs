//! A batch of units in its transaction.

use std::collections::{HashMap, HashSet};

use sqlx::{QueryBuilder, Row as _, Sqlite as Db, Transaction, sqlite::SqliteRow};

use super::json::json;
use crate::store::{
    StoreError, Unit,
    commit::{self, AnswerRow, Decided, Job, KeyRow, Row, Stored},
    rows,
};

/// Rows of one INSERT. A round trip to the database's thread costs more than a row does.
const ROWS_AT_ONCE: usize = 16;

/// What the database knows of the rounds and keys of a batch.
pub(super) async fn stored(
    tx: &mut Transaction<'_, Db>,
    units: &[Unit],
) -> Result<Stored, StoreError> {
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
pub(super) async fn add_to_jobs(
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

pub(super) async fn insert_rows(
    tx: &mut Transaction<'_, Db>,
    rows: &[Row<'_>],
) -> Result<(), StoreError> {
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

pub(super) async fn insert_answers(
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

pub(super) async fn insert_keys(
    tx: &mut Transaction<'_, Db>,
    keys: &[KeyRow<'_>],
) -> Result<(), StoreError> {
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
