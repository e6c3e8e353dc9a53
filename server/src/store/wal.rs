//! Keeps SQLite's write-ahead log short, beside those who read and write.
//!
//! Left to SQLite, the commit that makes the log too long brings all of it into the file, and everybody waits
//! for that. Here it is done often, so that each time there is little to bring; and since a log that is always
//! written to never begins anew by itself, writers are held for one short moment when it has become long.

use std::{
    path::PathBuf,
    time::{Duration, SystemTime},
};

use sqlx::{Connection as _, SqliteConnection, sqlite::SqliteConnectOptions};
use tokio::time::sleep;

/// The log is looked at so often. Measured: the more seldom, the longer requests wait (docs/FIGURES.md).
const LOOK_EVERY: Duration = Duration::from_millis(250);
/// A shorter log is left as it is.
const WORTH_IT: u64 = 4 << 20;
/// From here on it has to begin anew.
const TOO_LONG: u64 = 64 << 20;
/// How long a reader is waited for meanwhile; the next look tries again.
const PATIENCE: Duration = Duration::from_millis(100);
/// How long nothing is tried after an error.
const AFTER_ERROR: Duration = Duration::from_secs(60);

/// A log, and what is known of it.
pub(super) struct Wal {
    file: PathBuf,
    options: SqliteConnectOptions,
    connection: Option<SqliteConnection>,
    /// When it was last written to, at the last look.
    written: Option<SystemTime>,
}

/// What a look at the log led to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Done {
    /// It is short.
    Nothing,
    /// It was brought into the file, as far as it was there.
    Brought,
    /// As [`Self::Brought`], and writers were held so that it begins anew.
    Anew,
    /// Its file was cut.
    Emptied,
}

impl Wal {
    /// The log in this file, of the database that is opened so.
    pub(super) fn new(file: PathBuf, options: SqliteConnectOptions) -> Self {
        // A connection of its own: who waits for it waits no longer than this.
        Self { file, options: options.busy_timeout(PATIENCE), connection: None, written: None }
    }

    /// Keeps it short until the task ends.
    pub(super) async fn keep_short(mut self) {
        loop {
            sleep(LOOK_EVERY).await;
            if let Err(error) = self.look().await {
                tracing::warn!(%error, "the write-ahead log was not brought into the file");
                self.connection = None;
                sleep(AFTER_ERROR).await;
            }
        }
    }

    async fn look(&mut self) -> Result<Done, sqlx::Error> {
        let Ok(log) = std::fs::metadata(&self.file) else { return Ok(Done::Nothing) };
        if log.len() < WORTH_IT {
            return Ok(Done::Nothing);
        }
        let written = log.modified().ok();
        if written == self.written {
            // Nobody writes now, so nobody waits while the file is cut.
            self.run("PRAGMA wal_checkpoint(TRUNCATE)").await?;
            return Ok(Done::Emptied);
        }
        self.written = written;
        let long = self.run("PRAGMA wal_checkpoint(PASSIVE)").await?;
        if long < TOO_LONG {
            return Ok(Done::Brought);
        }
        self.run("PRAGMA wal_checkpoint(RESTART)").await?;
        Ok(Done::Anew)
    }

    /// Returns how long the log is in bytes. The file is longer after the log has begun anew in it.
    async fn run(&mut self, how: &'static str) -> Result<u64, sqlx::Error> {
        /// SQLite's default.
        const PAGE: u64 = 4096;
        let connection = match &mut self.connection {
            Some(connection) => connection,
            none => none.insert(SqliteConnection::connect_with(&self.options).await?),
        };
        // Whether a reader was in the way; pages in the log; pages of it that are in the file.
        let (_, pages, _): (i64, i64, i64) = sqlx::query_as(how).fetch_one(connection).await?;
        Ok(u64::try_from(pages).unwrap_or_default() * PAGE)
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;
    use crate::store::sqlite::{FILE, options};

    async fn write(connection: &mut SqliteConnection, megabytes: usize) {
        for _ in 0..megabytes {
            sqlx::query("INSERT INTO t VALUES (zeroblob(1 << 20))")
                .execute(&mut *connection)
                .await
                .unwrap();
        }
    }

    async fn open(folder: &Path) -> (SqliteConnection, Wal) {
        let file = folder.join(FILE);
        let options = options(&file).unwrap().create_if_missing(true);
        let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
        sqlx::query("CREATE TABLE t (b BLOB)").execute(&mut connection).await.unwrap();
        let log = folder.join(format!("{FILE}-wal"));
        (connection, Wal::new(log, options))
    }

    #[tokio::test]
    async fn a_log_is_brought_into_the_file_begins_anew_and_is_emptied() {
        let folder = tempfile::tempdir().unwrap();
        let (mut connection, mut wal) = open(folder.path()).await;
        let length = |wal: &Wal| fs::metadata(&wal.file).unwrap().len();
        write(&mut connection, 1).await;
        assert_eq!(wal.look().await.unwrap(), Done::Nothing);
        write(&mut connection, 8).await;
        assert_eq!(wal.look().await.unwrap(), Done::Brought);
        write(&mut connection, 70).await;
        assert_eq!(wal.look().await.unwrap(), Done::Anew);
        let long = length(&wal);
        write(&mut connection, 8).await;
        assert_eq!(wal.look().await.unwrap(), Done::Brought);
        assert_eq!(length(&wal), long, "it began anew in the same file");
        assert_eq!(wal.look().await.unwrap(), Done::Emptied);
        assert_eq!(length(&wal), 0);
        assert_eq!(wal.look().await.unwrap(), Done::Nothing);
    }

    #[tokio::test]
    async fn a_reader_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let (mut connection, mut wal) = open(folder.path()).await;
        let mut reader = SqliteConnection::connect_with(&wal.options).await.unwrap();
        sqlx::query("BEGIN").execute(&mut reader).await.unwrap();
        sqlx::query("SELECT count(*) FROM t").execute(&mut reader).await.unwrap();
        write(&mut connection, 70).await;
        wal.look().await.unwrap();
        wal.look().await.unwrap();
        assert!(fs::metadata(&wal.file).unwrap().len() > TOO_LONG, "the reader still needs it");
        sqlx::query("COMMIT").execute(&mut reader).await.unwrap();
        wal.look().await.unwrap();
        assert_eq!(fs::metadata(&wal.file).unwrap().len(), 0);
    }
}
