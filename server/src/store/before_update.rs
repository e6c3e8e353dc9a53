//! The SQLite database as it was before this version changes its tables, kept beside it: the way back to the program of
//! before. There is one such copy, of the newest update.

use std::{fs, path::Path};

use sqlx::{Connection as _, SqliteConnection, sqlite::SqliteConnectOptions};

use super::{
    SQLITE_FILE, Sqlite, StoreError,
    backup::{BackupError, copy_into, sync_folder},
    migrate,
    sqlite::{MIGRATIONS, options, turn},
};
use crate::crypto::Vault;

/// What the copy is called once the update has come to its end.
const COPY: &str = "vaulty.sqlite3.before-update";
/// And until then: an update that is interrupted half way goes on at the next start, and the copy stays the one of before.
const UNFINISHED: &str = "vaulty.sqlite3.updating";
/// While it is written.
const PART: &str = "vaulty.sqlite3.updating.part";

/// An update that has begun.
#[derive(Debug)]
struct Update {
    from: i64,
    to: i64,
}

/// Opens the database in this folder, makes it if needed and brings it to this version. Of one that is changed by that, a
/// copy is kept beside it.
///
/// # Errors
/// The file cannot be opened, was written by a newer version, or there is no room for the copy.
pub async fn open(folder: &Path, vault: &Vault) -> Result<Sqlite, StoreError> {
    let turn = turn(folder).await?;
    let update = begin(folder).await?;
    let store = Sqlite::open_in_turn(&turn, folder, vault).await?;
    update.map(|update| update.end(folder)).transpose()?;
    Ok(store)
}

/// Copies the database if this version is going to change it. A new one, or one of this version, is not copied.
async fn begin(folder: &Path) -> Result<Option<Update>, StoreError> {
    let database = folder.join(SQLITE_FILE);
    if !database.is_file() {
        return Ok(None);
    }
    let to = migrate::newest(&MIGRATIONS);
    let mut connection = SqliteConnection::connect_with(&options(&database)?).await?;
    let found = version(&mut connection).await?;
    let from = found.filter(|from| *from < to);
    let is_plain = match from {
        Some(_) => has_plain_profiles(&mut connection).await?,
        None => false,
    };
    connection.close().await?;
    let Some(from) = from else {
        // What was ended between the last change and the new name.
        let kept = version_of(&folder.join(UNFINISHED)).await.filter(|_| found == Some(to));
        return Ok(kept.map(|from| Update { from, to }));
    };
    if is_plain {
        tracing::warn!("no copy is made of a database that holds profiles in plain text");
        return Ok(None);
    }
    if version_of(&folder.join(UNFINISHED)).await.is_none_or(|kept| kept >= from) {
        let copied = copy(&database, folder).await;
        copied.inspect_err(|error| {
            tracing::error!(
                %error,
                "the database is copied before this version changes it, and that failed; nothing was changed"
            );
        })?;
    }
    Ok(Some(Update { from, to }))
}

impl Update {
    /// The database is of this version now: the copy takes the place of the one of an earlier update.
    fn end(self, folder: &Path) -> Result<(), StoreError> {
        let copy = folder.join(COPY);
        fs::rename(folder.join(UNFINISHED), &copy).map_err(sqlx::Error::Io)?;
        sync_folder(&copy).map_err(plain)?;
        let Self { from, to } = self;
        tracing::info!(
            from,
            to,
            copy = %copy.display(),
            "the database was brought to this version; the copy is how it was before, delete it when it is not needed"
        );
        Ok(())
    }
}

async fn copy(database: &Path, folder: &Path) -> Result<(), StoreError> {
    let part = folder.join(PART);
    // Half of a copy, of a program that ended while it wrote it.
    match fs::remove_file(&part) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(sqlx::Error::Io(error).into());
        }
        _ => {}
    }
    if let Err(error) = copy_into(database, &part).await {
        // It takes room where there may be none.
        let _ = fs::remove_file(&part);
        return Err(plain(error));
    }
    let unfinished = folder.join(UNFINISHED);
    fs::rename(part, &unfinished).map_err(sqlx::Error::Io)?;
    sync_folder(&unfinished).map_err(plain)
}

fn plain(error: BackupError) -> StoreError {
    match error {
        BackupError::Store(error) => error,
        BackupError::File { cause, .. } => sqlx::Error::Io(cause).into(),
        other => sqlx::Error::Io(std::io::Error::other(other)).into(),
    }
}

/// The newest migration that has run.
async fn version(connection: &mut SqliteConnection) -> Result<Option<i64>, sqlx::Error> {
    let made = "SELECT count(*) FROM sqlite_schema WHERE name = '_sqlx_migrations'";
    match sqlx::query_scalar::<_, i64>(made).fetch_one(&mut *connection).await? {
        0 => Ok(None),
        _ => {
            let newest = "SELECT max(version) FROM _sqlx_migrations";
            sqlx::query_scalar(newest).fetch_one(connection).await
        }
    }
}

/// The version of a copy; none where there is none that can be read.
async fn version_of(copy: &Path) -> Option<i64> {
    let read = SqliteConnectOptions::new().filename(copy).read_only(true).immutable(true);
    let mut connection = SqliteConnection::connect_with(&read).await.ok()?;
    let found = version(&mut connection).await.ok().flatten();
    connection.close().await.ok()?;
    found
}

/// Whether the first version's profiles are in it, which this one seals: a copy would keep them as they were.
async fn has_plain_profiles(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM profiles)").fetch_one(connection).await
}
