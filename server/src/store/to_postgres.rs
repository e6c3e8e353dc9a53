//! What is in the SQLite database, copied into an empty Postgres: each row of each table, in one transaction.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    str::FromStr as _,
};

use futures_util::TryStreamExt as _;
use shared_types::Private;
use sqlx::{
    AssertSqlSafe, Connection as _, Executor as _, PgConnection, SqliteConnection,
    postgres::PgConnectOptions,
};

use super::{
    BeforeUpdate, Postgres, SQLITE_FILE, Store as _, StoreError, before_update, sqlite::options,
};
use crate::crypto::Vault;

/// Tables that are not copied: what each database says of itself, and codes that live for ten minutes.
const LEFT: [&str; 2] = ["_sqlx_migrations", "pairing_codes"];
/// Rows that are sent together.
const AT_ONCE: usize = 500;

/// Why nothing was copied.
#[derive(Debug, thiserror::Error)]
pub enum MoveError {
    /// There is nothing to copy.
    #[error("there is no database in {0}; `--data-dir` names the folder")]
    NoDatabase(PathBuf),
    /// It is somebody's already.
    #[error(
        "the Postgres has rows in {0} already. Nothing was changed; move into an empty database, before a \
         server has been started on it"
    )]
    NotEmpty(String),
    /// One of them failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for MoveError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

/// A column as Postgres has it.
#[derive(Debug)]
struct Column {
    name: String,
    kind: String,
    is_identity: bool,
}

/// Copies what is in a data folder's database into the Postgres at an address, and leaves it as it is. No server may work on
/// either. Gives how many rows of each table that was.
///
/// # Errors
/// There is no database, the Postgres is not empty, or one of them failed. Then nothing is changed.
pub async fn copy(
    folder: &Path,
    url: &Private,
    vault: &Vault,
) -> Result<BTreeMap<String, usize>, MoveError> {
    let file = folder.join(SQLITE_FILE);
    if !file.is_file() {
        return Err(MoveError::NoDatabase(folder.to_owned()));
    }
    // Both are brought to this version: they have the same tables then.
    before_update::open(folder, vault).await?.close().await;
    Postgres::connect(url, 1, BeforeUpdate::Copy).await?.close().await;
    let mut from = SqliteConnection::connect_with(&options(&file)?).await?;
    let address = PgConnectOptions::from_str(url.reveal())?.application_name("vaulty-move");
    let mut to = PgConnection::connect_with(&address).await?;
    let mut transaction = to.begin().await?;
    let mut copied = BTreeMap::new();
    for (table, columns) in tables(&mut from, &mut transaction).await? {
        // Who would start a server on it now has to wait.
        let lock = format!("LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE");
        transaction.execute(AssertSqlSafe(lock)).await?;
        let is_used = format!("SELECT EXISTS (SELECT 1 FROM {table})");
        if sqlx::query_scalar(AssertSqlSafe(is_used)).fetch_one(&mut *transaction).await? {
            return Err(MoveError::NotEmpty(table));
        }
        let rows = rows(&mut from, &mut transaction, &table, &columns).await?;
        copied.insert(table, rows);
    }
    number_on(&mut from, &mut transaction).await?;
    transaction.commit().await?;
    to.close().await?;
    from.close().await?;
    Ok(copied)
}

/// The tables that both have, with their columns.
async fn tables(
    from: &mut SqliteConnection,
    to: &mut PgConnection,
) -> Result<BTreeMap<String, Vec<Column>>, sqlx::Error> {
    let names = "SELECT name FROM sqlite_schema WHERE type = 'table'";
    let names: Vec<String> = sqlx::query_scalar(names).fetch_all(from).await?;
    let names: BTreeSet<String> =
        names.into_iter().filter(|name| !LEFT.contains(&name.as_str())).collect();
    let columns: Vec<(String, String, String, bool)> = sqlx::query_as(
        "SELECT table_name::text, column_name::text, data_type::text, is_identity = 'YES' \
         FROM information_schema.columns WHERE table_schema = current_schema() \
         ORDER BY table_name, ordinal_position",
    )
    .fetch_all(to)
    .await?;
    let mut tables = BTreeMap::<String, Vec<Column>>::new();
    for (table, name, kind, is_identity) in columns {
        if names.contains(&table) {
            tables.entry(table).or_default().push(Column { name, kind, is_identity });
        }
    }
    Ok(tables)
}

/// Copies the rows of a table, as JSON: both databases read and write that for every type that is used.
async fn rows(
    from: &mut SqliteConnection,
    to: &mut PgConnection,
    table: &str,
    columns: &[Column],
) -> Result<usize, sqlx::Error> {
    let object: Vec<String> = columns.iter().map(Column::as_json).collect();
    let select = format!("SELECT json_object({}) FROM {table}", object.join(", "));
    let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    let names = names.join(", ");
    let numbered = if columns.iter().any(|column| column.is_identity) {
        "OVERRIDING SYSTEM VALUE "
    } else {
        ""
    };
    let insert = format!(
        "INSERT INTO {table} ({names}) {numbered}\
         SELECT {names} FROM json_populate_recordset(NULL::{table}, $1::json)"
    );
    let mut all =
        sqlx::query_scalar::<_, String>(AssertSqlSafe(select)).fetch(from).try_chunks(AT_ONCE);
    let mut count = 0;
    while let Some(chunk) = all.try_next().await.map_err(|error| error.1)? {
        count += chunk.len();
        let list = format!("[{}]", chunk.join(","));
        sqlx::query(AssertSqlSafe(insert.clone())).bind(list).execute(&mut *to).await?;
    }
    Ok(count)
}

impl Column {
    /// A name and a value of SQLite's `json_object`, as Postgres reads it.
    fn as_json(&self) -> String {
        let Self { name, kind, .. } = self;
        let value = match kind.as_str() {
            "bytea" => format!("CASE WHEN {name} IS NOT NULL THEN '\\x' || hex({name}) END"),
            "boolean" => format!("json(CASE WHEN {name} THEN 'true' ELSE 'false' END)"),
            _ => name.clone(),
        };
        format!("'{name}', {value}")
    }
}

/// What is numbered goes on where SQLite would have gone on: a number that was used, or that an erased user's tokens had, is
/// not given again.
async fn number_on(from: &mut SqliteConnection, to: &mut PgConnection) -> Result<(), sqlx::Error> {
    let used = "SELECT max(coalesce((SELECT max(seq) FROM sqlite_sequence), 0), \
                           coalesce((SELECT max(id) FROM tokens), 0), \
                           coalesce((SELECT max(last_token) FROM erased), 0))";
    let used: i64 = sqlx::query_scalar(used).fetch_one(from).await?;
    sqlx::query(
        "SELECT setval(pg_get_serial_sequence(table_name, column_name), $1::bigint + 1) \
         FROM information_schema.columns \
         WHERE table_schema = current_schema() AND is_identity = 'YES'",
    )
    .bind(used)
    .execute(to)
    .await?;
    Ok(())
}
