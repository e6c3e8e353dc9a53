//! A batch of units in its transaction.

use std::collections::HashMap;

use sqlx::{Postgres as Db, Row as _, Transaction, postgres::PgRow};

use super::columns::texts;
use crate::store::{
    StoreError, Unit,
    commit::{AnswerRow, Decided, Job, KeyRow, Row, Stored},
    rows,
};

/// What the database knows of the rounds and keys of a batch.
pub(super) async fn stored(
    tx: &mut Transaction<'_, Db>,
    units: &[Unit],
) -> Result<Stored, StoreError> {
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

/// Adds a batch to the jobs' lines and gives the newest number that each job has then.
pub(super) async fn add_to_jobs(
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

pub(super) async fn insert_rows(
    tx: &mut Transaction<'_, Db>,
    rows: &[Row<'_>],
) -> Result<(), StoreError> {
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

pub(super) async fn insert_answers(
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

pub(super) async fn insert_keys(
    tx: &mut Transaction<'_, Db>,
    keys: &[KeyRow<'_>],
) -> Result<(), StoreError> {
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
