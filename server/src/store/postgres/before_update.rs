//! The tables of a Postgres as they were before this version changes them, kept in the same database: the way back to the
//! program of before. There is one such copy, of the newest update.

use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection, migrate::Migrator};

use crate::store::{StoreError, migrate};

pub(in crate::store) static MIGRATIONS: Migrator = sqlx::migrate!("./migrations-postgres");

/// What becomes of the tables before they are changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BeforeUpdate {
    /// They are copied; without a copy nothing is changed.
    Copy,
    /// Nothing: whoever runs the server takes copies.
    Nothing,
}

/// The schema that the copy is in once the update has come to its end.
pub const SCHEMA: &str = "vaulty_before_update";
/// And until then.
const UNFINISHED: &str = "vaulty_updating";
/// Held while a database is brought to this version, by one server at a time.
const UPDATING: &str = "SELECT pg_advisory_lock(hashtext('vaulty update'))";

/// Brings the database at the other end to this version. The copy is of one moment, and other servers go on writing while it is
/// made; what changes comes all at once.
///
/// # Errors
/// A newer version wrote it, there is no room or no right for the copy, or a change failed. Then nothing is changed.
pub(super) async fn run(
    connection: &mut PgConnection,
    before: BeforeUpdate,
) -> Result<(), StoreError> {
    connection.execute(UPDATING).await?;
    let to = migrate::newest(&MIGRATIONS);
    let from = version(connection).await?.filter(|found| *found < to);
    let copied = from.is_some() && before == BeforeUpdate::Copy;
    if copied {
        copy(connection).await.inspect_err(|error| {
            tracing::error!(
                %error,
                "the tables are copied before this version changes them, and that failed; nothing was changed. Make room, let \
                 the database's user create schemas, or take a copy yourself and set copy_before_update to false"
            );
        })?;
    }
    let mut transaction = connection.begin().await?;
    migrate::run(&MIGRATIONS, &mut *transaction).await?;
    if copied {
        let renamed = format!(
            "DROP SCHEMA IF EXISTS {SCHEMA} CASCADE; ALTER SCHEMA {UNFINISHED} RENAME TO {SCHEMA}"
        );
        transaction.execute(AssertSqlSafe(renamed)).await?;
    }
    transaction.commit().await?;
    if let Some(from) = from {
        let copy = if copied { SCHEMA } else { "none was made" };
        tracing::info!(
            from,
            to,
            copy,
            "the database was brought to this version; the schema is how it was before, drop it when it is not needed"
        );
    }
    Ok(())
}

/// The newest migration that has run.
async fn version(connection: &mut PgConnection) -> Result<Option<i64>, sqlx::Error> {
    let made = "SELECT to_regclass('_sqlx_migrations') IS NOT NULL";
    if !sqlx::query_scalar(made).fetch_one(&mut *connection).await? {
        return Ok(None);
    }
    sqlx::query_scalar("SELECT max(version) FROM _sqlx_migrations").fetch_one(connection).await
}

/// Copies every table with its rows, its indexes and where its numbers are.
async fn copy(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    let mut transaction = connection
        // What other servers write meanwhile is in all tables of the copy or in none.
        .begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ")
        .await?;
    // Half of a copy, of an update that failed.
    let anew = format!("DROP SCHEMA IF EXISTS {UNFINISHED} CASCADE; CREATE SCHEMA {UNFINISHED}");
    transaction.execute(AssertSqlSafe(anew)).await?;
    let tables = "SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = current_schema()";
    let tables: Vec<String> = sqlx::query_scalar(tables).fetch_all(&mut *transaction).await?;
    for table in tables {
        let copied = format!(
            "CREATE TABLE {UNFINISHED}.{table} (LIKE {table} INCLUDING ALL); \
             INSERT INTO {UNFINISHED}.{table} OVERRIDING SYSTEM VALUE SELECT * FROM {table}"
        );
        transaction.execute(AssertSqlSafe(copied)).await?;
    }
    let numbered = format!(
        "SELECT setval(pg_get_serial_sequence(format('{UNFINISHED}.%I', table_name), column_name), \
                       last_value) \
         FROM information_schema.columns JOIN pg_sequences \
           ON format('%I.%I', schemaname, sequencename) = \
              pg_get_serial_sequence(format('%I.%I', table_schema, table_name), column_name) \
         WHERE table_schema = current_schema() AND is_identity = 'YES' AND last_value IS NOT NULL"
    );
    transaction.execute(AssertSqlSafe(numbered)).await?;
    transaction.commit().await
}
