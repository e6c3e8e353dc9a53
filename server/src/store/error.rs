//! Why a store failed, and whether trying again may help.

use crate::crypto::SealError;

/// A store that failed. The cause goes to the log, never to a client.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database said no.
    #[error("database: {0}")]
    Database(#[from] sqlx::Error),
    /// The database could not be brought to this version.
    #[error("migration: {0}")]
    Migration(sqlx::migrate::MigrateError),
    /// A newer version of the program wrote the database.
    #[error(
        "the database is of a newer vaulty-server (its schema is {found}, this program knows up to \
         {known}): use that version or a newer one, or restore a backup of this version's time"
    )]
    Newer {
        /// The schema's version.
        found: i64,
        /// The newest that is known here.
        known: i64,
    },
    /// A migration was changed after it had run.
    #[error(
        "the database was made by another build: its schema {0} is not the one of this program"
    )]
    OtherSchema(i64),
    /// A profile could not be sealed or opened.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// Nobody answered a moment ago.
    #[error("the database did not answer a moment ago")]
    Away,
    /// The servers of this database have another master key since this one was started.
    #[error("the master key was rotated; restart this server with the new one")]
    KeyRotated,
    /// The first of the server's keys is one that was rotated away.
    #[error(
        "the first key of VAULTY_MASTER_KEY, or of master.key, was rotated away before: put the new key \
         first, and leave the old one out when all servers have it"
    )]
    RetiredKey,
    /// What is stored cannot be read by this version.
    #[error("stored {what} cannot be read")]
    Unreadable {
        /// What kind of thing.
        what: &'static str,
    },
}

impl StoreError {
    /// Whether somebody else holds what is wanted: of several writes that came together others may do.
    pub fn is_held(&self) -> bool {
        let Self::Database(sqlx::Error::Database(error)) = self else { return false };
        error
            .code()
            .is_some_and(|code| code.len() == 5 && HELD.iter().any(|class| code.starts_with(class)))
    }

    /// Whether the database can be read and not written to: it is read-only, or its disk is full.
    pub fn is_unwritable(&self) -> bool {
        use sqlx::migrate::MigrateError;
        let (Self::Database(sqlx::Error::Database(error))
        | Self::Migration(
            MigrateError::Execute(sqlx::Error::Database(error))
            | MigrateError::ExecuteMigration(sqlx::Error::Database(error), _),
        )) = self
        else {
            return false;
        };
        error.code().is_some_and(|code| match (code.len(), code.parse::<i64>()) {
            (1..=4, Ok(code)) => UNWRITABLE_SQLITE.contains(&(code & 0xff)),
            _ => UNWRITABLE.contains(&code.as_ref()),
        })
    }

    /// Whether it may be over in a moment: nobody is at the other end, or there is no room or no turn.
    pub fn passes(&self) -> bool {
        use sqlx::Error;
        match self {
            Self::Away => true,
            Self::Database(
                Error::Io(_)
                | Error::Tls(_)
                | Error::Protocol(_)
                | Error::PoolTimedOut
                | Error::PoolClosed
                | Error::WorkerCrashed,
            ) => true,
            Self::Database(Error::Database(error)) => {
                error.code().is_some_and(|code| match (code.len(), code.parse::<i64>()) {
                    // SQLite's extended codes hold the primary one in their lowest byte.
                    (1..=4, Ok(code)) => PASSING_SQLITE.contains(&(code & 0xff)),
                    _ => PASSING.iter().any(|class| code.starts_with(class)),
                })
            }
            _ => false,
        }
    }
}

/// What the codes of errors begin with that pass. SQLite (primary codes, which are short): 5 busy, 6
/// locked, 8 read-only, 10 input and output, 13 full, 14 cannot be opened. Postgres (five letters, by class):
/// connection, transaction (25006 read-only, 25P03 idle for too long), rollback, resources, not in this
/// state (55P03 locked), operator (57014 took too long).
const PASSING_SQLITE: &[i64] = &[5, 6, 8, 10, 13, 14];
const PASSING: &[&str] = &["08", "25006", "25P0", "40", "53", "55P03", "57"];
/// Those that say that nothing can be written: read-only, full.
const UNWRITABLE_SQLITE: &[i64] = &[8, 13];
const UNWRITABLE: &[&str] = &["25006", "53100"];
/// Those that say that somebody else has what is wanted.
const HELD: &[&str] = &["40", "55P03", "57014"];

/// Why a unit is not in the store. The cause is in the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CommitError {
    /// Too much waits to be written.
    #[error("too much waits to be written")]
    Full,
    /// The database cannot be reached now, or has no room.
    #[error("the database cannot be reached now")]
    Unavailable,
    /// The store failed.
    #[error("the store failed to write")]
    Failed,
}

impl CommitError {
    /// It as a word.
    pub fn code(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Unavailable => "unavailable",
            Self::Failed => "failed",
        }
    }
}

impl From<&StoreError> for CommitError {
    fn from(error: &StoreError) -> Self {
        if error.passes() { Self::Unavailable } else { Self::Failed }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use sqlx::{Connection as _, Executor as _, SqliteConnection, sqlite::SqliteConnectOptions};

    use super::*;

    async fn error(connection: &mut SqliteConnection, statement: &'static str) -> StoreError {
        connection.execute(statement).await.map(drop).unwrap_err().into()
    }

    #[tokio::test]
    async fn what_passes_is_told_from_what_is_broken() {
        let folder = tempfile::tempdir().unwrap();
        let options = SqliteConnectOptions::new().filename(folder.path().join("db"));
        let options = options.busy_timeout(Duration::from_millis(10));
        let mut one =
            SqliteConnection::connect_with(&options.clone().create_if_missing(true)).await.unwrap();
        one.execute("CREATE TABLE t (x)").await.unwrap();
        let mut read_only =
            SqliteConnection::connect_with(&options.clone().read_only(true)).await.unwrap();
        let refused = error(&mut read_only, "INSERT INTO t VALUES (1)").await;
        assert!(refused.passes() && refused.is_unwritable());
        let mut other = SqliteConnection::connect_with(&options).await.unwrap();
        one.execute("BEGIN IMMEDIATE").await.unwrap();
        let locked = error(&mut other, "INSERT INTO t VALUES (1)").await;
        assert!(locked.passes() && !locked.is_unwritable());
        one.execute("COMMIT").await.unwrap();
        other.execute("PRAGMA max_page_count = 3").await.unwrap();
        let full = error(&mut other, "INSERT INTO t VALUES (zeroblob(100000))").await;
        assert!(full.passes() && full.is_unwritable());
        let gone = SqliteConnectOptions::new().filename(folder.path().join("none/db"));
        let cannot = SqliteConnection::connect_with(&gone).await.map(drop).unwrap_err();
        assert!(StoreError::from(cannot).passes(), "cannot be opened");
        assert!(!error(&mut one, "INSERT INTO none VALUES (1)").await.passes());
        assert!(StoreError::Away.passes() && !StoreError::Away.is_held());
        assert!(!StoreError::Away.is_unwritable());
        assert!(!StoreError::Unreadable { what: "x" }.passes());
    }
}
