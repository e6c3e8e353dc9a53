//! A look at a database that changes nothing in it: what state it is in, for whoever asks before a server starts on it
//! or while one works on it.

use std::{path::Path, str::FromStr as _, time::Duration};

use shared_types::Private;
use sqlx::{
    Connection as _, Executor as _, PgConnection, Row as _, SqliteConnection, migrate::Migrator,
    postgres::PgConnectOptions, sqlite::SqliteConnectOptions,
};
use tokio::time::timeout;

use super::{
    KnownToken, SQLITE_FILE, StoreError, migrate, postgres, rows,
    sqlite::{self, options},
};
use crate::crypto::Sealed;

/// Nobody waits longer for a database.
const PATIENCE: Duration = Duration::from_secs(4);
/// Profiles that are tried at most.
const PROFILES: i64 = 1000;

/// What was seen.
#[derive(Debug, Default)]
pub struct Seen {
    /// The newest migration that has run; none in an empty database.
    pub version: Option<i64>,
    /// The newest that this program knows.
    pub known: i64,
    /// A migration that began and did not end, or that another build made.
    pub odd: Option<i64>,
    /// Why nothing can be written.
    pub unwritable: Option<String>,
    /// What is wrong with the file itself.
    pub damage: Option<String>,
    /// The box that the first start left.
    pub first_box: Option<Sealed>,
    /// Sealed profiles by user, the first thousand.
    pub profiles: Vec<(String, Sealed)>,
    /// All tokens.
    pub tokens: Vec<KnownToken>,
    /// Agents that were let in.
    pub agents: i64,
    /// The newest time that is stored, in milliseconds since 1970.
    pub newest: i64,
    /// The database's own clock, likewise, where it has one.
    pub now: Option<i64>,
    /// Connections that it takes at most, where it counts them.
    pub connections: Option<i64>,
    /// Bytes of it.
    pub bytes: i64,
}

impl Seen {
    /// Whether its tables are those that this program knows.
    pub fn is_current(&self) -> bool {
        self.odd.is_none() && self.version == Some(self.known)
    }
}

/// What is in the tables of this version; both databases are asked in the same words.
macro_rules! read_tables {
    ($connection:expr, $seen:expr) => {{
        let first = "SELECT user_key, box AS profile FROM first_box";
        let first = sqlx::query(first).fetch_optional(&mut *$connection).await?;
        $seen.first_box = first.as_ref().map(rows::sealed).transpose()?;
        let tokens = "SELECT id, digest, kind, user_id, name, created_at, mark, checked, origin, used_at, for_dashboard FROM tokens \
                      ORDER BY id";
        let tokens = sqlx::query(tokens).fetch_all(&mut *$connection).await?;
        $seen.tokens = tokens.iter().map(rows::token).collect::<Result<_, _>>()?;
        let profiles = sqlx::query(
            "SELECT user_id, user_key, profile FROM sealed_profiles ORDER BY user_id LIMIT $1",
        );
        for row in profiles.bind(PROFILES).fetch_all(&mut *$connection).await? {
            $seen.profiles.push((row.try_get("user_id")?, rows::sealed(&row)?));
        }
        $seen.agents = sqlx::query_scalar("SELECT count(*) FROM agents")
            .fetch_one(&mut *$connection)
            .await?;
        let newest: Option<i64> = sqlx::query_scalar("SELECT max(updated_at) FROM jobs")
            .fetch_one(&mut *$connection)
            .await?;
        let of_tokens = $seen.tokens.iter().map(|token| token.created_at).max();
        $seen.newest = newest.max(of_tokens).unwrap_or_default();
    }};
}

/// Which migrations have run.
macro_rules! read_versions {
    ($connection:expr, $seen:expr, $migrations:expr) => {{
        let migrations: &Migrator = $migrations;
        $seen.known = migrate::newest(migrations);
        let all = "SELECT version, success, checksum FROM _sqlx_migrations ORDER BY version";
        for row in sqlx::query(all).fetch_all(&mut *$connection).await? {
            let version: i64 = row.try_get("version")?;
            let (ended, sum): (bool, Vec<u8>) = (row.try_get("success")?, row.try_get("checksum")?);
            let ours = migrations.iter().find(|one| one.version == version);
            if !ended || ours.is_some_and(|ours| *ours.checksum != *sum) {
                $seen.odd = Some(version);
            }
            $seen.version = Some(version);
        }
    }};
}

/// Looks at the SQLite database of a data folder; none where there is no file.
///
/// # Errors
/// It cannot be opened or read.
pub async fn sqlite(folder: &Path) -> Result<Option<Seen>, StoreError> {
    let file = folder.join(SQLITE_FILE);
    if !file.try_exists().map_err(sqlx::Error::Io)? {
        return Ok(None);
    }
    let looked = async {
        // As a server opens it, so that what stands beside the file is read as well.
        let as_written = options(&file)?.busy_timeout(PATIENCE);
        let (mut connection, unwritable) = match SqliteConnection::connect_with(&as_written).await {
            Ok(connection) => (connection, None),
            Err(error) => (as_it_lies(&file).await?, Some(error.to_string())),
        };
        let seen = of_sqlite(&mut connection, unwritable).await;
        connection.close().await?;
        seen
    };
    within_patience(looked).await.map(Some)
}

/// Opens a file that nothing can be written beside.
async fn as_it_lies(file: &Path) -> Result<SqliteConnection, sqlx::Error> {
    let read = SqliteConnectOptions::new().filename(file).read_only(true).immutable(true);
    SqliteConnection::connect_with(&read).await
}

async fn of_sqlite(
    connection: &mut SqliteConnection,
    unwritable: Option<String>,
) -> Result<Seen, StoreError> {
    let mut seen = Seen { unwritable, ..Seen::default() };
    let verdict: String =
        sqlx::query_scalar("PRAGMA quick_check(1)").fetch_one(&mut *connection).await?;
    seen.damage = (verdict != "ok").then_some(verdict);
    let size = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
    seen.bytes = sqlx::query_scalar(size).fetch_one(&mut *connection).await?;
    seen.known = migrate::newest(&sqlite::MIGRATIONS);
    let is_made: i64 =
        sqlx::query_scalar("SELECT count(*) FROM sqlite_schema WHERE name = '_sqlx_migrations'")
            .fetch_one(&mut *connection)
            .await?;
    if is_made > 0 {
        read_versions!(connection, seen, &sqlite::MIGRATIONS);
    }
    if seen.is_current() {
        read_tables!(connection, seen);
    }
    if seen.unwritable.is_none() {
        seen.unwritable = may_write(connection).await.err().map(|error| error.to_string());
    }
    Ok(seen)
}

/// Takes the writer's turn and gives it back. Only somebody who holds it for long is in the way.
async fn may_write(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    connection.execute("BEGIN IMMEDIATE").await?;
    connection.execute("ROLLBACK").await?;
    Ok(())
}

/// Looks at a Postgres.
///
/// # Errors
/// It cannot be reached or read.
pub async fn postgres(url: &Private) -> Result<Seen, StoreError> {
    let looked = async {
        let options = PgConnectOptions::from_str(url.reveal())?.application_name("vaulty-doctor");
        let mut connection = PgConnection::connect_with(&options).await?;
        let seen = of_postgres(&mut connection).await;
        connection.close().await?;
        seen
    };
    within_patience(looked).await
}

async fn of_postgres(connection: &mut PgConnection) -> Result<Seen, StoreError> {
    let mut seen = Seen { known: migrate::newest(&postgres::MIGRATIONS), ..Seen::default() };
    let row = sqlx::query(
        "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now, \
                pg_database_size(current_database()) AS bytes, pg_is_in_recovery() AS standby, \
                current_setting('transaction_read_only') = 'on' AS closed, \
                current_setting('max_connections')::bigint AS connections, \
                to_regclass('_sqlx_migrations') IS NOT NULL AS made, \
                has_schema_privilege(current_schema(), 'CREATE') AS may_create",
    )
    .fetch_one(&mut *connection)
    .await?;
    seen.now = Some(row.try_get("now")?);
    seen.bytes = row.try_get("bytes")?;
    seen.connections = Some(row.try_get("connections")?);
    let (standby, closed): (bool, bool) = (row.try_get("standby")?, row.try_get("closed")?);
    let may_create: Option<bool> = row.try_get("may_create")?;
    seen.unwritable = match (standby, closed, may_create) {
        (true, ..) => Some("it is a standby".to_owned()),
        (_, true, _) => Some("it is set read-only".to_owned()),
        (.., Some(true)) => None,
        _ => Some("its user may make no tables in the schema".to_owned()),
    };
    if row.try_get("made")? {
        read_versions!(connection, seen, &postgres::MIGRATIONS);
    }
    if seen.is_current() {
        read_tables!(connection, seen);
    }
    Ok(seen)
}

async fn within_patience(
    looked: impl Future<Output = Result<Seen, StoreError>>,
) -> Result<Seen, StoreError> {
    timeout(PATIENCE, looked).await.unwrap_or_else(|_| Err(sqlx::Error::PoolTimedOut.into()))
}
