//! Tokens and pairing codes.

use std::time::Duration;

use async_trait::async_trait;

use super::Postgres;
use crate::{
    clock::millis,
    crypto::{Digest, Marks},
    store::{KnownToken, NewToken, Pairing, StoreError, TokenKind, TokenStore, rows},
};

#[async_trait]
impl TokenStore for Postgres {
    async fn mark_tokens(&self, marks: &Marks) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        let first =
            sqlx::query("INSERT INTO once (what) VALUES ('tokens marked') ON CONFLICT DO NOTHING")
                .execute(&mut *tx)
                .await?;
        if first.rows_affected() > 0 {
            let rows = sqlx::query(
                "SELECT id, digest, kind, user_id, name, created_at, mark, checked, origin, used_at, for_dashboard FROM tokens",
            )
            .fetch_all(&mut *tx)
            .await?;
            for row in &rows {
                let KnownToken { id, digest, kind, user_id, .. } = rows::token(row)?;
                sqlx::query("UPDATE tokens SET mark = $2 WHERE id = $1")
                    .bind(id)
                    .bind(marks.token_row(&digest, kind, &user_id).as_slice())
                    .execute(&mut *tx)
                    .await?;
            }
        }
        tx.commit().await?;
        Ok(())
    }

    async fn tokens(&self) -> Result<Vec<KnownToken>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, digest, kind, user_id, name, created_at, mark, checked, origin, used_at, for_dashboard FROM tokens ORDER BY id",
        )
        .fetch_all(&mut *self.connection().await?)
        .await?;
        rows.iter().map(rows::token).collect()
    }

    async fn token(&self, digest: Digest) -> Result<Option<KnownToken>, StoreError> {
        let row = sqlx::query(
            "SELECT id, digest, kind, user_id, name, created_at, mark, checked, origin, used_at, for_dashboard FROM tokens WHERE digest = $1",
        )
        .bind(digest.as_slice())
        .fetch_optional(&mut *self.connection().await?)
        .await?;
        row.as_ref().map(rows::token).transpose()
    }

    async fn add_token(&self, new: NewToken<'_>, now: i64) -> Result<KnownToken, StoreError> {
        let row = sqlx::query(
            "INSERT INTO tokens (digest, kind, user_id, name, created_at, mark, origin, for_dashboard, checked) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, TRUE) \
             ON CONFLICT (digest) DO UPDATE SET kind = excluded.kind, mark = excluded.mark \
             RETURNING id, digest, kind, user_id, name, created_at, mark, checked, origin, used_at, for_dashboard",
        )
        .bind(new.digest.as_slice())
        .bind(new.kind.column())
        .bind(new.user_id)
        .bind(new.name)
        .bind(now)
        .bind(new.mark.as_slice())
        .bind(new.origin)
        .bind(new.kind == TokenKind::Dashboard)
        .fetch_one(&mut *self.connection().await?)
        .await?;
        rows::token(&row)
    }

    async fn revoke_token(&self, user_id: &str, id: i64) -> Result<bool, StoreError> {
        let gone =
            sqlx::query("DELETE FROM tokens WHERE id = $1 AND user_id = $2 AND kind = 'pairing'")
                .bind(id)
                .bind(user_id)
                .execute(&mut *self.connection().await?)
                .await?;
        Ok(gone.rows_affected() > 0)
    }

    async fn used_token(&self, id: i64, at: i64) -> Result<(), StoreError> {
        sqlx::query("UPDATE tokens SET used_at = $2 WHERE id = $1 AND used_at < $2")
            .bind(id)
            .bind(at)
            .execute(&mut *self.connection().await?)
            .await?;
        Ok(())
    }

    async fn keep_only_file_token(&self, digest: Digest) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM tokens WHERE kind = 'file' AND digest <> $1")
            .bind(digest.as_slice())
            .execute(&mut *self.connection().await?)
            .await?;
        Ok(())
    }

    async fn open_pairing(
        &self,
        digest: Digest,
        user_id: &str,
        _: i64,
        life: Duration,
    ) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO pairing_codes (user_id, digest, expires_at) \
             VALUES ($1, $2, (extract(epoch FROM clock_timestamp()) * 1000)::bigint + $3) \
             ON CONFLICT (user_id) DO UPDATE SET \
               digest = excluded.digest, expires_at = excluded.expires_at",
        )
        .bind(user_id)
        .bind(digest.as_slice())
        .bind(millis(life))
        .execute(&mut *self.connection().await?)
        .await?;
        Ok(())
    }

    async fn try_pairing(&self, digest: Digest, _: i64) -> Result<Pairing, StoreError> {
        let used = sqlx::query_scalar(
            "DELETE FROM pairing_codes WHERE digest = $1 \
               AND expires_at > (extract(epoch FROM clock_timestamp()) * 1000)::bigint \
             RETURNING user_id",
        )
        .bind(digest.as_slice())
        .fetch_optional(&mut *self.connection().await?)
        .await?;
        Ok(used.map_or(Pairing::Wrong, Pairing::Right))
    }
}
