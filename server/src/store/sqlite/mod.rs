//! The default store: one SQLite file, with its migrations inside the program.
//!
//! A write-ahead log with `synchronous = NORMAL` survives the end of the program at any moment; what must
//! survive the end of the machine is written by a connection of its own, with `FULL`.

mod agents;
mod batch;
mod erasure;
mod json;
mod profiles;
mod recipes;
mod retention;
mod tokens;
mod traces;

use std::{fs::File, io, path::Path, str::FromStr, time::Duration};

use async_trait::async_trait;
use sqlx::{
    Connection as _, Row as _, SqliteConnection, SqlitePool,
    migrate::Migrator,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};
use tokio::task::JoinHandle;

use super::{Author, ProfileStore as _, Store, StoreError, migrate, wal::Wal};
use crate::{crypto::Vault, private_file};

pub(super) static MIGRATIONS: Migrator = sqlx::migrate!("./migrations");

/// The file's name in the data folder.
pub const FILE: &str = "vaulty.sqlite3";
/// Whoever opens the database, makes it or brings it to its version holds this file's lock.
const OPENING: &str = "vaulty.sqlite3.opening";
/// One writer and a few readers; each costs a thread and its page cache.
const CONNECTIONS: u32 = 3;
/// Page cache of a connection; negative means KiB.
const CACHE: &str = "-1024";
/// A writer waits this long for another one, such as `vaulty-server pair` beside a running server.
const BUSY_TIMEOUT: Duration = Duration::from_secs(20);
/// And so long for one that is in the way of emptying the log.
const BRIEFLY: Duration = Duration::from_millis(100);
/// SQLite in the data folder.
#[derive(Debug)]
pub struct Sqlite {
    pool: SqlitePool,
    /// Writes so that it survives the end of the machine.
    sure: SqlitePool,
    /// How a connection is opened that waits for nobody.
    brief: SqliteConnectOptions,
    /// Keeps the log short.
    keeper: JoinHandle<()>,
}

impl Drop for Sqlite {
    fn drop(&mut self) {
        self.keeper.abort();
    }
}

impl Sqlite {
    /// Opens the database in this folder, makes it if needed and brings it to this version.
    ///
    /// # Errors
    /// The file cannot be opened, or was written by a newer version.
    pub async fn open(folder: &Path, vault: &Vault) -> Result<Self, StoreError> {
        Self::open_in_turn(&turn(folder).await?, folder, vault).await
    }

    /// The same for whoever has the turn already.
    pub(super) async fn open_in_turn(
        _turn: &Turn,
        folder: &Path,
        vault: &Vault,
    ) -> Result<Self, StoreError> {
        let file = folder.join(FILE);
        // SQLite gives what it puts beside a database the database's own mode.
        match private_file::create_empty(&file) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                return Err(sqlx::Error::Io(error).into());
            }
            _ => {}
        }
        let options = options(&file)?;
        let pool = SqlitePoolOptions::new()
            .max_connections(CONNECTIONS)
            .connect_with(options.clone().synchronous(SqliteSynchronous::Normal))
            .await?;
        migrate::run(&MIGRATIONS, &pool).await?;
        let sure = SqlitePoolOptions::new()
            .max_connections(1)
            .connect_lazy_with(options.clone().synchronous(SqliteSynchronous::Full));
        let log = folder.join(format!("{FILE}-wal"));
        let brief = options.clone().busy_timeout(BRIEFLY);
        let keeper = tokio::spawn(Wal::new(log, options).keep_short());
        let store = Self { pool, sure, brief, keeper };
        store.seal_plain_profiles(vault).await?;
        Ok(store)
    }

    /// Seals what an earlier version stored as plain text.
    async fn seal_plain_profiles(&self, vault: &Vault) -> Result<(), StoreError> {
        let rows = sqlx::query("SELECT user_id, profile, saved_at FROM profiles")
            .fetch_all(&self.pool)
            .await?;
        for row in &rows {
            let user_id: String = row.try_get("user_id")?;
            let profile: String = row.try_get("profile")?;
            let sealed = vault.seal(&user_id, &profile)?;
            // They were the server's before anybody could be erased.
            let by = Author { token: None, admitted_at: i64::MAX };
            self.save_profile(&user_id, &sealed, row.try_get("saved_at")?, &by).await?;
            sqlx::query("DELETE FROM profiles WHERE user_id = ?1")
                .bind(user_id)
                .execute(&self.pool)
                .await?;
        }
        if !rows.is_empty() {
            self.checkpoint().await?;
        }
        Ok(())
    }

    /// Brings what the write-ahead log holds into the file and empties the log. Whether it is empty now: not
    /// while somebody reads what is in it.
    async fn checkpoint(&self) -> Result<bool, StoreError> {
        // Who is in the way is not waited for with everybody's writer held.
        let mut connection = SqliteConnection::connect_with(&self.brief).await?;
        let (busy, ..): (i64, i64, i64) =
            sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut connection).await?;
        connection.close().await?;
        Ok(busy == 0)
    }
}

/// Whose turn it is to open the database: nobody else does while this is held.
#[derive(Debug)]
pub(super) struct Turn(#[expect(dead_code, reason = "its lock ends with it")] File);

/// Waits until no other program opens the database of this folder.
pub(super) async fn turn(folder: &Path) -> Result<Turn, StoreError> {
    let path = folder.join(OPENING);
    let waited = tokio::task::spawn_blocking(move || {
        let file = File::options().create(true).truncate(false).write(true).open(&path)?;
        private_file::close_to_others(&path)?;
        file.lock()?;
        Ok(file)
    });
    let file = waited.await.unwrap_or_else(|error| Err(io::Error::other(error)));
    Ok(file.map(Turn).map_err(sqlx::Error::Io)?)
}

/// How every connection is opened.
pub(super) fn options(file: &Path) -> Result<SqliteConnectOptions, sqlx::Error> {
    Ok(SqliteConnectOptions::from_str("sqlite:")?
        .filename(file)
        .journal_mode(SqliteJournalMode::Wal)
        .busy_timeout(BUSY_TIMEOUT)
        .foreign_keys(true)
        .pragma("cache_size", CACHE)
        // A commit never brings the log into the file by the way; [`Wal`] does it beside.
        .pragma("wal_autocheckpoint", "0")
        // What is deleted is overwritten, not only unlinked.
        .pragma("secure_delete", "ON"))
}

#[async_trait]
impl Store for Sqlite {
    async fn close(&self) {
        self.keeper.abort();
        if let Err(error) = self.checkpoint().await {
            tracing::warn!(%error, "the write-ahead log was not emptied");
        }
        self.sure.close().await;
        self.pool.close().await;
    }
}
