//! Recipes that a user's browsers exchange.

use async_trait::async_trait;
use futures_util::TryStreamExt as _;
use shared_types::recipes::{RecipeChanges, StoredRecipe};
use sqlx::Row as _;

use super::Sqlite;
use crate::store::{
    Erased, NewRecipe, Put, RecipeStore, StoreError,
    exchange::{self, MOST_BYTES},
    rows,
};

/// What there is too much of: recipes beyond the limits, those that were used longest ago, and the oldest marks of such as
/// were deleted.
const SURPLUS: &str = "DELETE FROM recipes WHERE user_id = ?1 AND id IN (SELECT id FROM (\
       SELECT id, deleted, row_number() OVER latest AS place, \
         sum(length(recipe)) OVER latest AS bytes FROM recipes WHERE user_id = ?1 \
       WINDOW latest AS (PARTITION BY deleted ORDER BY used_at DESC, revision DESC)) AS counted \
     WHERE place > ?2 OR bytes > ?3)";

#[async_trait]
impl RecipeStore for Sqlite {
    async fn recipes_since(&self, user_id: &str, since: i64) -> Result<RecipeChanges, StoreError> {
        let mut rows = sqlx::query(
            "SELECT id, revision, version, used_at, deleted, recipe FROM recipes \
             WHERE user_id = ?1 AND revision > ?2 AND (?2 > 0 OR NOT deleted) \
             ORDER BY revision LIMIT ?3",
        )
        .bind(user_id)
        .bind(since)
        .bind(exchange::most_at_once())
        .fetch(&self.pool);
        let mut page = exchange::Page::from(since);
        while !page.is_full()
            && let Some(row) = rows.try_next().await?
        {
            page.add(rows::recipe(&row)?);
        }
        Ok(page.changes())
    }

    async fn recipe(&self, user_id: &str, id: &str) -> Result<Option<StoredRecipe>, StoreError> {
        let row = sqlx::query(
            "SELECT id, revision, version, used_at, deleted, recipe FROM recipes \
             WHERE user_id = ?1 AND id = ?2",
        )
        .bind(user_id)
        .bind(id)
        .fetch_optional(&self.pool)
        .await?;
        row.as_ref().map(rows::recipe).transpose()
    }

    async fn put_recipe(&self, new: &NewRecipe<'_>) -> Result<Put, StoreError> {
        let mut tx = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let erased = sqlx::query("SELECT last_token, at FROM erased WHERE user_id = ?1")
            .bind(new.user_id)
            .fetch_optional(&mut *tx)
            .await?;
        if let Some(row) = erased {
            let erased = Erased { last_token: row.try_get("last_token")?, at: row.try_get("at")? };
            if erased.covers(&new.by) {
                return Ok(Put::Erased);
            }
        }
        let known = sqlx::query(
            "SELECT id, revision, version, used_at, deleted, recipe FROM recipes \
             WHERE user_id = ?1 AND id = ?2",
        )
        .bind(new.user_id)
        .bind(new.id)
        .fetch_optional(&mut *tx)
        .await?;
        let known = known.as_ref().map(rows::recipe).transpose()?;
        let newest: i64 =
            sqlx::query_scalar("SELECT coalesce(max(revision), 0) FROM recipes WHERE user_id = ?1")
                .bind(new.user_id)
                .fetch_one(&mut *tx)
                .await?;
        let done = exchange::decide(known.as_ref(), new, newest);
        let revision = match done {
            Put::Stored(revision) | Put::Same(revision) => revision,
            Put::Changed | Put::Nothing | Put::Erased => return Ok(done),
        };
        sqlx::query(
            "INSERT INTO recipes (user_id, id, revision, version, used_at, deleted, recipe) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) \
             ON CONFLICT (user_id, id) DO UPDATE SET \
               revision = excluded.revision, version = excluded.version, \
               used_at = max(recipes.used_at, excluded.used_at), deleted = excluded.deleted, \
               recipe = excluded.recipe",
        )
        .bind(new.user_id)
        .bind(new.id)
        .bind(revision)
        .bind(i64::from(new.version))
        .bind(new.used)
        .bind(new.recipe.is_none())
        .bind(new.recipe.unwrap_or_default())
        .execute(&mut *tx)
        .await?;
        sqlx::query(SURPLUS)
            .bind(new.user_id)
            .bind(exchange::most())
            .bind(MOST_BYTES)
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(done)
    }
}
