//! Postgres: the store of several servers at once.
//!
//! Writers of one job take turns by advisory locks, in one order, so that no two wait for each other.
//! What a commit promises is the database's own setting (`synchronous_commit`); where that is `off`,
//! what must survive the end of the machine is written with `on`.

mod agents;
mod batch;
mod before_update;
mod columns;
mod erasure;
mod locks;
mod profiles;
mod recipes;
mod retention;
mod tokens;
mod traces;

use std::{
    str::FromStr as _,
    sync::{Mutex, PoisonError, atomic::AtomicI64},
    time::{Duration, Instant},
};

use async_trait::async_trait;
use shared_types::Private;
use sqlx::{
    Connection as _, Executor as _, PgConnection, PgPool, Postgres as Db, Row as _, Transaction,
    pool::PoolConnection,
    postgres::{PgConnectOptions, PgPoolOptions},
};
use tokio::time::timeout;

pub(super) use self::before_update::MIGRATIONS;
pub use self::before_update::{BeforeUpdate, SCHEMA as BEFORE_UPDATE};
use super::{Bucket, SharedStore, Store, StoreError, Taken};

/// A connection that is not there after this long is an error.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(2);
/// After that nobody else waits for one; one request in so long finds out whether that is over.
const AWAY: Duration = Duration::from_secs(1);
/// What every connection may take. A server that stands still in the middle of a transaction loses its
/// locks, and nobody waits long for one of them.
const BOUNDS: &str = "SET lock_timeout = '1s'; SET statement_timeout = '8s'; \
                      SET idle_in_transaction_session_timeout = '5s'";
/// Bringing a database to this version may take longer, but waits no longer than this for another server.
const MIGRATING: &str = "SET lock_timeout = '60s'; SET statement_timeout = 0; \
                         SET idle_in_transaction_session_timeout = '60s'";

/// Postgres at an address.
#[derive(Debug)]
pub struct Postgres {
    pool: PgPool,
    /// The generation of the key that this server seals with; 0 until it is known.
    generation: AtomicI64,
    /// Since when nobody answers, or when somebody last tried.
    away: Mutex<Option<Instant>>,
}

impl Postgres {
    /// Connects, and brings the database to this version.
    ///
    /// # Errors
    /// It cannot be reached, or was written by a newer version.
    pub async fn connect(
        url: &Private,
        connections: u32,
        before: BeforeUpdate,
    ) -> Result<Self, StoreError> {
        let options = PgConnectOptions::from_str(url.reveal())?.application_name("vaulty-server");
        let mut first = timeout(ACQUIRE_TIMEOUT, PgConnection::connect_with(&options))
            .await
            .map_err(|_| sqlx::Error::PoolTimedOut)??;
        first.execute(MIGRATING).await?;
        before_update::run(&mut first, before).await?;
        first.close().await?;
        let pool = PgPoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(ACQUIRE_TIMEOUT)
            .after_connect(|connection, _| {
                Box::pin(async move { connection.execute(BOUNDS).await.map(drop) })
            })
            .connect_with(options)
            .await?;
        Ok(Self { pool, generation: AtomicI64::new(0), away: Mutex::new(None) })
    }

    async fn connection(&self) -> Result<PoolConnection<Db>, StoreError> {
        self.unless_away(self.pool.acquire()).await
    }

    async fn begin(&self) -> Result<Transaction<'static, Db>, StoreError> {
        self.unless_away(self.pool.begin()).await
    }

    /// Waits for a connection, unless others wait in vain.
    async fn unless_away<T>(
        &self,
        acquired: impl Future<Output = Result<T, sqlx::Error>>,
    ) -> Result<T, StoreError> {
        {
            let mut away = self.away.lock().unwrap_or_else(PoisonError::into_inner);
            match *away {
                Some(since) if since.elapsed() < AWAY => return Err(StoreError::Away),
                // This one finds out; for the others it stays as it is.
                Some(_) => *away = Some(Instant::now()),
                None => {}
            }
        }
        // The first statement of a transaction may stand still, too.
        let acquired =
            timeout(ACQUIRE_TIMEOUT, acquired).await.unwrap_or(Err(sqlx::Error::PoolTimedOut));
        let answers = !matches!(
            acquired,
            Err(sqlx::Error::PoolTimedOut | sqlx::Error::Io(_) | sqlx::Error::Tls(_))
        );
        let mut away = self.away.lock().unwrap_or_else(PoisonError::into_inner);
        *away = (!answers).then(Instant::now);
        Ok(acquired?)
    }
}

#[async_trait]
impl SharedStore for Postgres {
    async fn now(&self) -> Result<i64, StoreError> {
        let now = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";
        Ok(sqlx::query_scalar(now).fetch_one(&mut *self.connection().await?).await?)
    }

    async fn take(&self, bucket: Bucket<'_>, wanted: u32) -> Result<Taken, StoreError> {
        let wanted = wanted.min(bucket.most);
        let row = sqlx::query(
            "INSERT INTO buckets AS b (name, tokens, granted, at) \
             VALUES ($1, $2::float8 - $4::int, $4::int, clock_timestamp()) \
             ON CONFLICT (name) DO UPDATE SET (tokens, granted, at) = \
               (SELECT now.tokens - least($4::int, floor(now.tokens)), \
                       least($4::int, floor(now.tokens))::int, now.at FROM \
                 (SELECT least($2::float8, b.tokens + $3::float8 * \
                    greatest(0, extract(epoch FROM t.at - b.at)::float8)) AS tokens, t.at \
                  FROM (SELECT clock_timestamp() AS at) t) now) \
             RETURNING tokens, granted",
        )
        .bind(bucket.name)
        .bind(f64::from(bucket.most))
        .bind(bucket.per_second)
        .bind(i32::try_from(wanted).unwrap_or(i32::MAX))
        .fetch_one(&mut *self.connection().await?)
        .await?;
        let (tokens, granted): (f64, i32) = (row.try_get("tokens")?, row.try_get("granted")?);
        let wait = ((1.0 - tokens) / bucket.per_second).max(0.0);
        Ok(Taken { granted: u32::try_from(granted).unwrap_or_default(), wait })
    }
}

#[async_trait]
impl Store for Postgres {
    fn shared(&self) -> Option<&dyn SharedStore> {
        Some(self)
    }

    async fn close(&self) {
        self.pool.close().await;
    }
}
