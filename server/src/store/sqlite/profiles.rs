//! Sealed profiles, and the box that shows which key they are sealed with.

use async_trait::async_trait;
use sqlx::Row as _;

use super::Sqlite;
use crate::{
    crypto::{self, SealError, Sealed, Vault},
    store::{Author, ProfileStore, Rewrapped, StoreError, rows},
};

#[async_trait]
impl ProfileStore for Sqlite {
    async fn first_box(&self, sealed: &Sealed) -> Result<Sealed, StoreError> {
        const READ: &str = "SELECT user_key, box AS profile FROM first_box";
        if let Some(row) = sqlx::query(READ).fetch_optional(&self.pool).await? {
            return rows::sealed(&row);
        }
        sqlx::query("INSERT OR IGNORE INTO first_box (only_one, user_key, box) VALUES (1, ?1, ?2)")
            .bind(sealed.user_key.as_slice())
            .bind(sealed.profile.as_slice())
            .execute(&self.pool)
            .await?;
        rows::sealed(&sqlx::query(READ).fetch_one(&self.pool).await?)
    }

    async fn profile(&self, user_id: &str) -> Result<Option<Sealed>, StoreError> {
        let row = sqlx::query("SELECT user_key, profile FROM sealed_profiles WHERE user_id = ?1")
            .bind(user_id)
            .fetch_optional(&self.pool)
            .await?;
        row.as_ref().map(rows::sealed).transpose()
    }

    async fn profile_saved_at(&self, user_id: &str) -> Result<Option<i64>, StoreError> {
        let saved = sqlx::query_scalar("SELECT saved_at FROM sealed_profiles WHERE user_id = ?1")
            .bind(user_id)
            .fetch_optional(&self.pool)
            .await?;
        Ok(saved)
    }

    async fn save_profile(
        &self,
        user_id: &str,
        profile: &Sealed,
        now: i64,
        by: &Author,
    ) -> Result<bool, StoreError> {
        let saved = sqlx::query(
            "INSERT INTO sealed_profiles (user_id, user_key, profile, saved_at) \
             SELECT ?1, ?2, ?3, ?4 WHERE NOT EXISTS (SELECT 1 FROM erased WHERE user_id = ?1 \
               AND CASE WHEN ?5 IS NULL THEN ?6 <= at ELSE ?5 <= last_token END) \
             ON CONFLICT (user_id) DO UPDATE SET \
               user_key = excluded.user_key, profile = excluded.profile, \
               saved_at = excluded.saved_at",
        )
        .bind(user_id)
        .bind(profile.user_key.as_slice())
        .bind(profile.profile.as_slice())
        .bind(now)
        .bind(by.token)
        .bind(by.admitted_at)
        .execute(&self.pool)
        .await?;
        Ok(saved.rows_affected() > 0)
    }

    async fn rewrap(&self, vault: &Vault) -> Result<Rewrapped, StoreError> {
        let mut tx = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let retired = sqlx::query("SELECT 1 FROM retired_keys WHERE print = ?1")
            .bind(vault.print()?.to_vec())
            .fetch_optional(&mut *tx)
            .await?;
        if retired.is_some() {
            return Err(StoreError::RetiredKey);
        }
        let first = sqlx::query("SELECT user_key, box AS profile FROM first_box")
            .fetch_optional(&mut *tx)
            .await?;
        if let Some(first) = first {
            let first = rows::sealed(&first)?;
            let opener = vault.opener(crypto::FIRST_USER, &first)?;
            // Another server may have ended the rotation.
            let rotates = opener != vault.newest();
            let moved = vault.rewrap(crypto::FIRST_USER, &first)?;
            sqlx::query("UPDATE first_box SET user_key = ?1, generation = generation + ?2")
                .bind(moved.user_key)
                .bind(i64::from(rotates))
                .execute(&mut *tx)
                .await?;
            if rotates {
                sqlx::query("INSERT OR IGNORE INTO retired_keys (print) VALUES (?1)")
                    .bind(opener.print()?.to_vec())
                    .execute(&mut *tx)
                    .await?;
            }
        }
        let rows = sqlx::query("SELECT user_id, user_key, profile FROM sealed_profiles")
            .fetch_all(&mut *tx)
            .await?;
        let mut done = Rewrapped::default();
        for row in &rows {
            let user_id: String = row.try_get("user_id")?;
            match vault.rewrap(&user_id, &rows::sealed(row)?) {
                Ok(moved) => {
                    done.moved += 1;
                    sqlx::query("UPDATE sealed_profiles SET user_key = ?2 WHERE user_id = ?1")
                        .bind(user_id)
                        .bind(moved.user_key)
                        .execute(&mut *tx)
                        .await?;
                }
                Err(SealError::NotOurs) => done.unreadable += 1,
                Err(error) => return Err(error.into()),
            }
        }
        tx.commit().await?;
        self.checkpoint().await?;
        Ok(done)
    }

    async fn delete_profile(&self, user_id: &str) -> Result<bool, StoreError> {
        let deleted = sqlx::query("DELETE FROM sealed_profiles WHERE user_id = ?1")
            .bind(user_id)
            .execute(&self.pool)
            .await?
            .rows_affected();
        Ok(deleted > 0)
    }
}
