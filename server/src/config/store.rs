//! Which database is used, and what traces it keeps.

use std::{str::FromStr as _, time::Duration};

use serde::{Deserialize, Deserializer};
use shared_types::Private;
use sqlx::postgres::PgConnectOptions;

use super::{
    keys::{self, Key},
    read::{self, by, text},
};
use crate::store::BeforeUpdate;

/// Keys of the database.
pub(super) const KEYS: &[&Key] =
    &[&keys::DATABASE_URL, &keys::DATABASE_CONNECTIONS, &keys::COPY_BEFORE_UPDATE];
/// Keys of what is kept.
pub(super) const KEEP_KEYS: &[&Key] =
    &[&keys::TRACE_KEEP, &keys::TRACE_DAYS, &keys::TRACE_MB, &keys::TRACE_PAGES];

/// The database.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Database {
    /// The Postgres that is used instead of SQLite. Its address may hold a password.
    #[serde(rename = "database_url", deserialize_with = "postgres")]
    pub url: Option<Private>,
    /// Connections to it.
    #[serde(rename = "database_connections", deserialize_with = "read::whole::<_, _, 2, 200>")]
    pub connections: u32,
    /// What becomes of its tables before a new version changes them.
    #[serde(rename = "copy_before_update", deserialize_with = "before_update")]
    pub before_update: BeforeUpdate,
}

impl Default for Database {
    fn default() -> Self {
        Self { url: None, connections: 8, before_update: BeforeUpdate::Copy }
    }
}

/// What traces are kept: whatever is beyond one of the bounds goes, oldest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Keep {
    /// Entries.
    #[serde(rename = "trace_keep", deserialize_with = "read::whole::<_, _, 100, 100_000_000_000>")]
    pub entries: i64,
    /// For how long.
    #[serde(rename = "trace_days", deserialize_with = "days")]
    pub time: Duration,
    /// Bytes of the database.
    #[serde(rename = "trace_mb", deserialize_with = "megabytes")]
    pub bytes: i64,
    /// Whether pages are kept with their plans.
    #[serde(rename = "trace_pages", deserialize_with = "read::switch")]
    pub pages: bool,
}

impl Default for Keep {
    fn default() -> Self {
        Self { entries: 20_000, time: DAY * 90, bytes: MEGABYTE * 1024, pages: false }
    }
}

const DAY: Duration = Duration::from_secs(60 * 60 * 24);
const MEGABYTE: i64 = 1 << 20;

fn before_update<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BeforeUpdate, D::Error> {
    let copies = read::switch(deserializer)?;
    Ok(if copies { BeforeUpdate::Copy } else { BeforeUpdate::Nothing })
}

fn days<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    read::whole::<D, u32, 1, 3650>(deserializer).map(|days| DAY * days)
}

fn megabytes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    read::whole::<D, i64, 8, 100_000_000>(deserializer).map(|megabytes| megabytes * MEGABYTE)
}

/// The address of a Postgres. It is not repeated in the error: it may hold a password.
fn postgres<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Private>, D::Error> {
    by(deserializer, |value| {
        let url = text(value)?;
        let is_one = ["postgres://", "postgresql://"].iter().any(|scheme| url.starts_with(scheme));
        if is_one && PgConnectOptions::from_str(url).is_ok() {
            return Ok(Some(url.to_owned().into()));
        }
        Err("is no address of a Postgres, such as postgres://USER:PASSWORD@HOST/DATABASE; leave it \
             out for SQLite in the data folder"
            .to_owned())
    })
}
