//! Erasing a user.

use async_trait::async_trait;
use sqlx::Row as _;

use super::Sqlite;
use crate::store::{ErasureStore, Scrubbed, StoreError};

#[async_trait]
impl ErasureStore for Sqlite {
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
        sqlx::query("DELETE FROM agents WHERE user_id = ?1")
            .bind(user_id)
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
            "DELETE FROM recipes WHERE user_id = ?1",
            "DELETE FROM trace WHERE user_id = ?1",
            "DELETE FROM jobs WHERE user_id = ?1",
            "DELETE FROM answers WHERE user_id = ?1",
            "DELETE FROM idempotency WHERE user_id = ?1",
            "DELETE FROM agent_calls WHERE user_id = ?1",
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
}
