//! Sealed profiles, and the box that shows which key they are sealed with.

use std::sync::atomic::Ordering;

use async_trait::async_trait;
use sqlx::Row as _;

use super::{
    Postgres,
    locks::{SHARED_LOCKS, lock},
};
use crate::{
    crypto::{self, SealError, Sealed, Vault},
    store::{Author, ProfileStore, Rewrapped, StoreError, rows},
};

#[async_trait]
impl ProfileStore for Postgres {
    async fn first_box(&self, sealed: &Sealed) -> Result<Sealed, StoreError> {
        sqlx::query(
            "INSERT INTO first_box (only_one, user_key, box) VALUES (1, $1, $2) \
             ON CONFLICT (only_one) DO NOTHING",
        )
        .bind(&sealed.user_key)
        .bind(&sealed.profile)
        .execute(&mut *self.connection().await?)
        .await?;
        let row = sqlx::query("SELECT user_key, box AS profile, generation FROM first_box")
            .fetch_one(&mut *self.connection().await?)
            .await?;
        self.generation.store(row.try_get("generation")?, Ordering::Relaxed);
        rows::sealed(&row)
    }

    async fn profile(&self, user_id: &str) -> Result<Option<Sealed>, StoreError> {
        let row = sqlx::query("SELECT user_key, profile FROM sealed_profiles WHERE user_id = $1")
            .bind(user_id)
            .fetch_optional(&mut *self.connection().await?)
            .await?;
        row.as_ref().map(rows::sealed).transpose()
    }

    async fn profile_saved_at(&self, user_id: &str) -> Result<Option<i64>, StoreError> {
        let saved = sqlx::query_scalar("SELECT saved_at FROM sealed_profiles WHERE user_id = $1")
            .bind(user_id)
            .fetch_optional(&mut *self.connection().await?)
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
        let mut tx = self.begin().await?;
        let user = [lock("user", user_id, "")].to_vec();
        sqlx::query(SHARED_LOCKS).bind(user).execute(&mut *tx).await?;
        // Whoever rotates waits for this transaction, or this one for the rotation.
        let newest: Option<i64> = sqlx::query_scalar("SELECT generation FROM first_box FOR SHARE")
            .fetch_optional(&mut *tx)
            .await?;
        let known = self.generation.load(Ordering::Relaxed);
        if known > 0 && newest != Some(known) {
            return Err(StoreError::KeyRotated);
        }
        let saved = sqlx::query(
            "INSERT INTO sealed_profiles (user_id, user_key, profile, saved_at) \
             SELECT $1, $2, $3, $4 WHERE NOT EXISTS (SELECT 1 FROM erased WHERE user_id = $1 \
               AND CASE WHEN $5::bigint IS NULL THEN $6::bigint <= at ELSE $5 <= last_token END) \
             ON CONFLICT (user_id) DO UPDATE SET \
               user_key = excluded.user_key, profile = excluded.profile, \
               saved_at = excluded.saved_at",
        )
        .bind(user_id)
        .bind(&profile.user_key)
        .bind(&profile.profile)
        .bind(now)
        .bind(by.token)
        .bind(by.admitted_at)
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(saved.rows_affected() > 0)
    }

    async fn check_key(&self) -> Result<(), StoreError> {
        let newest: Option<i64> = sqlx::query_scalar("SELECT generation FROM first_box")
            .fetch_optional(&mut *self.connection().await?)
            .await?;
        let known = self.generation.load(Ordering::Relaxed);
        if known > 0 && newest != Some(known) { Err(StoreError::KeyRotated) } else { Ok(()) }
    }

    async fn rewrap(&self, vault: &Vault) -> Result<Rewrapped, StoreError> {
        let mut tx = self.begin().await?;
        let retired = sqlx::query("SELECT 1 FROM retired_keys WHERE print = $1")
            .bind(vault.print()?.to_vec())
            .fetch_optional(&mut *tx)
            .await?;
        if retired.is_some() {
            return Err(StoreError::RetiredKey);
        }
        let first = sqlx::query("SELECT user_key, box AS profile FROM first_box FOR UPDATE")
            .fetch_optional(&mut *tx)
            .await?;
        let mut generation = 0;
        if let Some(first) = first {
            let first = rows::sealed(&first)?;
            let opener = vault.opener(crypto::FIRST_USER, &first)?;
            // Another server may have ended the rotation.
            let rotates = opener != vault.newest();
            let moved = vault.rewrap(crypto::FIRST_USER, &first)?;
            generation = sqlx::query_scalar(
                "UPDATE first_box SET user_key = $1, generation = generation + $2 RETURNING generation",
            )
            .bind(moved.user_key)
            .bind(i64::from(rotates))
            .fetch_one(&mut *tx)
            .await?;
            if rotates {
                sqlx::query("INSERT INTO retired_keys (print) VALUES ($1) ON CONFLICT DO NOTHING")
                    .bind(opener.print()?.to_vec())
                    .execute(&mut *tx)
                    .await?;
            }
        }
        let rows = sqlx::query(
            "SELECT user_id, user_key, profile FROM sealed_profiles ORDER BY user_id FOR UPDATE",
        )
        .fetch_all(&mut *tx)
        .await?;
        let mut done = Rewrapped::default();
        for row in &rows {
            let user_id: String = row.try_get("user_id")?;
            match vault.rewrap(&user_id, &rows::sealed(row)?) {
                Ok(moved) => {
                    done.moved += 1;
                    sqlx::query("UPDATE sealed_profiles SET user_key = $2 WHERE user_id = $1")
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
        self.generation.store(generation, Ordering::Relaxed);
        Ok(done)
    }

    async fn delete_profile(&self, user_id: &str) -> Result<bool, StoreError> {
        let deleted = sqlx::query("DELETE FROM sealed_profiles WHERE user_id = $1")
            .bind(user_id)
            .execute(&mut *self.connection().await?)
            .await?;
        Ok(deleted.rows_affected() > 0)
    }
}
