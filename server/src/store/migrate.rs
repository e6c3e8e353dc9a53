//! Brings a database to this version: forward only, and never one that a newer version wrote.

use sqlx::{
    Acquire,
    migrate::{Migrate, MigrateError, Migrator},
};

use super::StoreError;

/// Runs what has not run yet.
pub(super) async fn run<'a, A>(migrations: &Migrator, database: A) -> Result<(), StoreError>
where
    A: Acquire<'a>,
    <A::Connection as std::ops::Deref>::Target: Migrate,
{
    migrations.run(database).await.map_err(|error| match error {
        MigrateError::VersionMissing(found) => {
            StoreError::Newer { found, known: newest(migrations) }
        }
        MigrateError::VersionMismatch(version) => StoreError::OtherSchema(version),
        other => StoreError::Migration(other),
    })
}

/// The newest version that is known here.
pub(super) fn newest(migrations: &Migrator) -> i64 {
    migrations.iter().map(|migration| migration.version).max().unwrap_or_default()
}
