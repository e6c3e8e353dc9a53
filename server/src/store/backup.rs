//! Copies of the SQLite database: taken while a server works on it, checked before they are put back.
//!
//! A copy holds no key. Profiles in it are sealed; without `master.key` nobody opens them, its owner
//! included.

use std::{
    collections::BTreeSet,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use futures_util::TryStreamExt as _;
use sqlx::{Connection as _, Row as _, SqliteConnection, sqlite::SqliteConnectOptions};

use super::{
    ProfileStore as _, SQLITE_FILE, Sqlite, Store as _, StoreError, TokenStore as _, migrate, rows,
    sqlite::{MIGRATIONS, options},
};
use crate::{crypto::Vault, private_file};

/// What the database that is replaced is called afterwards.
const BEFORE: &str = "vaulty.sqlite3.before-restore";
/// Files that SQLite keeps beside a database.
const BESIDE: [&str; 2] = ["-wal", "-shm"];

/// Why there is no copy, or none was put back.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// There is nothing to copy.
    #[error("there is no database in {0}; `--data-dir` names the folder")]
    NoDatabase(PathBuf),
    /// Something is there already.
    #[error("{0} exists already; nothing is written over")]
    Exists(PathBuf),
    /// A file cannot be used.
    #[error("{path} cannot be used: {cause}")]
    File {
        /// Which file.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// It is no copy of ours, or a damaged one.
    #[error("{path} is no sound copy of a vaulty-server's database: {why}. Nothing was changed")]
    NotSound {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// Its profiles cannot be opened here.
    #[error(
        "the profiles in {0} are sealed with another master key: put the master.key of its time into \
         the data folder, or set VAULTY_MASTER_KEY. Nothing was changed"
    )]
    OtherKey(PathBuf),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for BackupError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

fn file_error(path: &Path) -> impl FnOnce(io::Error) -> BackupError {
    let path = path.to_owned();
    move |cause| BackupError::File { path, cause }
}

/// Copies the database of a data folder into a new file, for its owner alone. It is the database as it was
/// at one moment, whether a server works on it or not. Gives its size in bytes.
///
/// # Errors
/// There is no database, the file exists, or cannot be written.
pub async fn backup(folder: &Path, to: &Path) -> Result<u64, BackupError> {
    let database = folder.join(SQLITE_FILE);
    if !database.is_file() {
        return Err(BackupError::NoDatabase(folder.to_owned()));
    }
    if to.symlink_metadata().is_ok() {
        return Err(BackupError::Exists(to.to_owned()));
    }
    let part = with_ending(to, ".part");
    let copied = copy_into(&database, &part).await;
    let finished = match copied {
        Ok(()) => fs::rename(&part, to).map_err(file_error(to)),
        Err(error) => Err(error),
    };
    if let Err(error) = finished {
        // The half of a copy is worth nothing.
        let _ = fs::remove_file(&part);
        return Err(error);
    }
    sync_folder(to)?;
    Ok(fs::metadata(to).map_err(file_error(to))?.len())
}

/// Copies a database into a new file, for its owner alone.
pub(super) async fn copy_into(database: &Path, part: &Path) -> Result<(), BackupError> {
    // SQLite writes into an empty file that is there; this one is its owner's alone.
    let file = create_private(part)?;
    let mut connection = SqliteConnection::connect_with(&options(database)?).await?;
    sqlx::query("VACUUM INTO ?1")
        .bind(part.to_string_lossy().into_owned())
        .execute(&mut connection)
        .await?;
    connection.close().await?;
    file.sync_all().map_err(file_error(part))
}

/// What was put back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restored {
    /// Where the database is that was there before, if there was one.
    pub before: Option<PathBuf>,
    /// Profiles in it.
    pub profiles: i64,
    /// Profiles in it that no key of this server opens. They are kept.
    pub unreadable: usize,
    /// Tokens in it that this server did not write, or that are from before it marked them. They are not.
    pub tokens_left_out: u64,
    /// Jobs in it.
    pub jobs: i64,
}

/// Puts a copy in the place of a data folder's database, which is kept beside it. The copy is checked first
/// and brought to this version after. No server may work on the folder.
///
/// # Errors
/// The copy is not sound, of a newer version or another key, or files cannot be written.
pub async fn restore(folder: &Path, from: &Path, vault: &Vault) -> Result<Restored, BackupError> {
    let unreadable = check(from, vault).await?;
    // A copy from before copies were private becomes so, where that can be done.
    if let Err(error) = private_file::close_to_others(from) {
        tracing::warn!(%error, "others may read the copy");
    }
    let database = folder.join(SQLITE_FILE);
    let new = with_ending(&database, ".new");
    if new.exists() {
        fs::remove_file(&new).map_err(file_error(&new))?;
    }
    let mut source = File::open(from).map_err(file_error(from))?;
    let mut target = create_private(&new)?;
    io::copy(&mut source, &mut target).map_err(file_error(&new))?;
    target.sync_all().map_err(file_error(&new))?;

    let before = database.exists().then(|| folder.join(BEFORE));
    if let Some(before) = &before {
        move_with_log(&database, before)?;
    }
    fs::rename(&new, &database).map_err(file_error(&database))?;
    sync_folder(&database)?;

    // What an older version wrote is brought to this one now, so that a failure shows here.
    let store = Sqlite::open(folder, vault).await?;
    let marks = vault.marks(&store.first_box(&vault.first_box().map_err(StoreError::from)?).await?);
    let tokens = store.tokens().await?;
    store.close().await;
    let marks = marks.map_err(|_| BackupError::OtherKey(from.to_owned()))?;
    let mut connection = SqliteConnection::connect_with(&options(&database)?).await?;
    // Whoever had the copy may have added some. Those that came before there were marks cannot be told.
    let mut tokens_left_out = 0;
    for token in tokens.iter().filter(|token| !token.is_ours(&marks)) {
        tokens_left_out += sqlx::query("DELETE FROM tokens WHERE id = ?1")
            .bind(token.id)
            .execute(&mut connection)
            .await?
            .rows_affected();
    }
    sqlx::query("DELETE FROM pairing_codes").execute(&mut connection).await?;
    // A session that was ended since does not come back; a new one costs a code.
    sqlx::query("DELETE FROM tokens WHERE for_dashboard").execute(&mut connection).await?;
    sqlx::query("INSERT OR IGNORE INTO once (what) VALUES ('tokens marked')")
        .execute(&mut connection)
        .await?;
    let counts = sqlx::query(
        "SELECT (SELECT count(*) FROM sealed_profiles) AS profiles, (SELECT count(*) FROM jobs) AS jobs",
    )
    .fetch_one(&mut connection)
    .await?;
    connection.close().await?;
    Ok(Restored {
        before,
        profiles: counts.try_get("profiles")?,
        unreadable,
        tokens_left_out,
        jobs: counts.try_get("jobs")?,
    })
}

/// Whether a copy is whole, ours and nothing besides, of no newer version, and sealed with this key. How
/// many of its profiles do not open with it.
async fn check(from: &Path, vault: &Vault) -> Result<usize, BackupError> {
    let not_sound = |why: String| BackupError::NotSound { path: from.to_owned(), why };
    File::open(from).map_err(file_error(from))?;
    // Immutable: nothing is written beside it, and a log that lies there belongs to another database.
    let read = SqliteConnectOptions::new().filename(from).read_only(true).immutable(true);
    let mut copy = SqliteConnection::connect_with(&read)
        .await
        .map_err(|error| not_sound(error.to_string()))?;
    let verdict: String = sqlx::query_scalar("PRAGMA integrity_check(1)")
        .fetch_one(&mut copy)
        .await
        .map_err(|error| not_sound(error.to_string()))?;
    if verdict != "ok" {
        return Err(not_sound(verdict));
    }
    let version: Option<i64> = sqlx::query_scalar("SELECT max(version) FROM _sqlx_migrations")
        .fetch_one(&mut copy)
        .await
        .map_err(|_| not_sound("it was made by another program".to_owned()))?;
    let known = migrate::newest(&MIGRATIONS);
    match version {
        Some(found) if found > known => return Err(StoreError::Newer { found, known }.into()),
        Some(_) => {}
        None => return Err(not_sound("it is empty".to_owned())),
    }
    let version = version.unwrap_or_default();
    if schema(&mut copy).await? != schema_of(version).await? {
        return Err(not_sound("its tables are not those of its version".to_owned()));
    }
    // The first version did not seal yet; there was no first box before marks.
    let tables = schema(&mut copy).await?;
    let has = |table: &str| tables.iter().any(|(kind, name, _)| kind == "table" && name == table);
    let other_key = || BackupError::OtherKey(from.to_owned());
    let mut first_opened = false;
    if has("first_box") {
        let first = sqlx::query("SELECT user_key, box AS profile FROM first_box")
            .fetch_optional(&mut copy)
            .await?;
        if let Some(first) = first {
            vault.marks(&rows::sealed(&first)?).map_err(|_| other_key())?;
            first_opened = true;
        }
    }
    let (mut all, mut unreadable) = (0, 0);
    if has("sealed_profiles") {
        let mut rows =
            sqlx::query("SELECT user_id, user_key, profile FROM sealed_profiles").fetch(&mut copy);
        while let Some(row) = rows.try_next().await? {
            let user: String = row.try_get("user_id")?;
            all += 1;
            unreadable += usize::from(vault.unseal(&user, &rows::sealed(&row)?).is_err());
        }
    }
    if all > 0 && all == unreadable && !first_opened {
        return Err(other_key());
    }
    copy.close().await?;
    Ok(unreadable)
}

/// What a database consists of: tables, indexes, and whatever runs by itself.
async fn schema(
    database: &mut SqliteConnection,
) -> Result<BTreeSet<(String, String, Option<String>)>, sqlx::Error> {
    let all: Vec<_> =
        sqlx::query_as("SELECT type, name, sql FROM sqlite_schema").fetch_all(database).await?;
    Ok(all.into_iter().collect())
}

/// What a database of a version consists of.
async fn schema_of(
    version: i64,
) -> Result<BTreeSet<(String, String, Option<String>)>, BackupError> {
    let mut empty = SqliteConnection::connect_with(&SqliteConnectOptions::new()).await?;
    MIGRATIONS.run_to(version, &mut empty).await.map_err(StoreError::Migration)?;
    Ok(schema(&mut empty).await?)
}

/// Moves a database with what SQLite keeps beside it.
fn move_with_log(from: &Path, to: &Path) -> Result<(), BackupError> {
    for ending in BESIDE {
        let (from, to) = (with_ending(from, ending), with_ending(to, ending));
        if to.exists() {
            fs::remove_file(&to).map_err(file_error(&to))?;
        }
        if from.exists() {
            fs::rename(&from, &to).map_err(file_error(&from))?;
        }
    }
    fs::rename(from, to).map_err(file_error(from))
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn create_private(path: &Path) -> Result<File, BackupError> {
    private_file::create_empty(path).map_err(file_error(path))
}

/// Makes sure that a new name outlives the machine's end.
pub(super) fn sync_folder(of: &Path) -> Result<(), BackupError> {
    private_file::sync_folder(of).map_err(file_error(of))
}
