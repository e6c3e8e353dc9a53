//! Agents, and what they asked.

use async_trait::async_trait;
use sqlx::Row as _;

use super::{Postgres, locks::lock};
use crate::{
    crypto::Digest,
    store::{AgentCall, AgentStore, KnownAgent, NewAgent, StoreError, rows, types::KEPT_CALLS},
};

#[async_trait]
impl AgentStore for Postgres {
    async fn add_agent(&self, new: NewAgent<'_>, now: i64) -> Result<bool, StoreError> {
        let added = sqlx::query(
            "INSERT INTO agents (digest, user_id, name, sites, tools, created_at, mark) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
        )
        .bind(new.digest.as_slice())
        .bind(new.user_id)
        .bind(new.name)
        .bind(new.sites)
        .bind(new.tools)
        .bind(now)
        .bind(new.mark.as_slice())
        .execute(&mut *self.connection().await?)
        .await?;
        Ok(added.rows_affected() > 0)
    }

    async fn agents(&self, user_id: &str) -> Result<Vec<KnownAgent>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, digest, user_id, name, sites, tools, created_at, mark FROM agents \
             WHERE user_id = $1 ORDER BY id",
        )
        .bind(user_id)
        .fetch_all(&mut *self.connection().await?)
        .await?;
        rows.iter().map(rows::agent).collect()
    }

    async fn agent(&self, digest: Digest) -> Result<Option<KnownAgent>, StoreError> {
        let row = sqlx::query(
            "SELECT id, digest, user_id, name, sites, tools, created_at, mark FROM agents \
             WHERE digest = $1",
        )
        .bind(digest.as_slice())
        .fetch_optional(&mut *self.connection().await?)
        .await?;
        row.as_ref().map(rows::agent).transpose()
    }

    async fn revoke_agent(&self, user_id: &str, name: &str) -> Result<bool, StoreError> {
        let gone = sqlx::query("DELETE FROM agents WHERE user_id = $1 AND name = $2")
            .bind(user_id)
            .bind(name)
            .execute(&mut *self.connection().await?)
            .await?;
        Ok(gone.rows_affected() > 0)
    }

    async fn add_agent_call(&self, user_id: &str, call: &AgentCall) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        // Whoever erases the user waits for this, or is seen.
        sqlx::query("SELECT pg_advisory_xact_lock_shared($1)")
            .bind(lock("user", user_id, ""))
            .execute(&mut *tx)
            .await?;
        let added = sqlx::query(
            "INSERT INTO agent_calls (user_id, agent, at, tool, site, outcome) \
             SELECT $1, $2, $3, $4, $5, $6 \
             WHERE NOT EXISTS (SELECT 1 FROM erased WHERE user_id = $1 AND at >= $3) RETURNING id",
        )
        .bind(user_id)
        .bind(&call.agent)
        .bind(call.at)
        .bind(&call.tool)
        .bind(&call.site)
        .bind(&call.outcome)
        .fetch_optional(&mut *tx)
        .await?;
        let id: Option<i64> = added.map(|row| row.try_get("id")).transpose()?;
        if id.is_some_and(|id| id % 64 == 0) {
            sqlx::query(
                "DELETE FROM agent_calls WHERE user_id = $1 AND id IN (SELECT id FROM \
                 (SELECT id, ROW_NUMBER() OVER (PARTITION BY agent, tool, outcome ORDER BY id DESC) \
                 AS newer FROM agent_calls WHERE user_id = $1) AS counted WHERE newer > $2)",
            )
            .bind(user_id)
            .bind(KEPT_CALLS)
            .execute(&mut *tx)
            .await?;
        }
        tx.commit().await?;
        Ok(())
    }

    async fn agent_calls(&self, user_id: &str, most: i64) -> Result<Vec<AgentCall>, StoreError> {
        let rows = sqlx::query(
            "SELECT agent, at, tool, site, outcome FROM agent_calls \
             WHERE user_id = $1 ORDER BY at DESC, id DESC LIMIT $2",
        )
        .bind(user_id)
        .bind(most)
        .fetch_all(&mut *self.connection().await?)
        .await?;
        rows.iter().map(rows::agent_call).collect()
    }
}
