//! Erasing a user.

use async_trait::async_trait;
use sqlx::Executor as _;

use super::{Postgres, locks::lock};
use crate::store::{ErasureStore, Scrubbed, StoreError};

/// What an erasure leaves in Postgres's files.
const LEFT: &str = "Postgres keeps what was deleted, sealed profiles among it, in its files until its own \
                    vacuum and checkpoints write over it, and in archived logs, standbys and dumps for as \
                    long as the host keeps those";

#[async_trait]
impl ErasureStore for Postgres {
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
        sqlx::query("DELETE FROM agents WHERE user_id = $1")
            .bind(user_id)
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
            "DELETE FROM recipes WHERE user_id = $1",
            "DELETE FROM trace WHERE user_id = $1",
            "DELETE FROM answers WHERE user_id = $1",
            "DELETE FROM idempotency WHERE user_id = $1",
            "DELETE FROM agent_calls WHERE user_id = $1",
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
}
