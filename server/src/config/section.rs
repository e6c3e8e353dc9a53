//! Reads a section: a struct whose fields are keys. What is wrong is collected: a key that cannot be used
//! is noted, taken away, and the rest is read again.

use serde::de::DeserializeOwned;
use serde_path_to_error::Segment;
use toml::{Table, Value};

use super::{ConfigError, Raw, keys::Key};

/// A key of a table, and what it means.
#[derive(Debug)]
pub(in crate::config) struct TableKey {
    /// Its name in the table.
    pub(in crate::config) name: &'static str,
    /// What it means.
    pub(in crate::config) doc: &'static str,
}

/// A key of a table.
pub(in crate::config) const fn key(name: &'static str, doc: &'static str) -> TableKey {
    TableKey { name, doc }
}

/// A key as a path, and what is wrong with it.
#[derive(Debug)]
pub(super) struct Wrong {
    pub(super) path: Vec<String>,
    pub(super) reason: String,
}

impl Wrong {
    pub(super) fn new(path: &[&str], reason: impl Into<String>) -> Self {
        let path = path.iter().map(|&name| name.to_owned()).collect();
        Self { path, reason: reason.into() }
    }
}

/// The section of these keys; wrong ones have their defaults.
pub(super) fn read<T: DeserializeOwned + Default>(
    raw: &Raw,
    keys: &[&'static Key],
    errors: &mut Vec<ConfigError>,
) -> T {
    let set = keys.iter().filter_map(|key| Some((key.name.to_owned(), raw.get(key)?.0.clone())));
    let mut wrong = Vec::new();
    let section = from_table(set.collect(), &mut wrong);
    errors.extend(wrong.into_iter().filter_map(|Wrong { path, reason }| {
        let key = keys.iter().find(|key| path.first().is_some_and(|name| name == key.name))?;
        Some(ConfigError { key: key.name.to_owned(), origin: raw.origin(key), reason })
    }));
    section
}

/// What a table says, without what is wrong in it.
pub(super) fn from_table<T: DeserializeOwned + Default>(
    mut table: Table,
    wrong: &mut Vec<Wrong>,
) -> T {
    loop {
        let error = match serde_path_to_error::deserialize(Value::Table(table.clone())) {
            Ok(section) => return section,
            Err(error) => error,
        };
        let path: Vec<String> = error
            .path()
            .iter()
            .filter_map(|segment| match segment {
                Segment::Map { key } => Some(key.clone()),
                _ => None,
            })
            .collect();
        let is_out = take_out(&mut table, &path);
        wrong.push(Wrong { path, reason: reason(error.inner().message()) });
        if !is_out {
            return T::default();
        }
    }
}

/// What would have been right. What serde found may be a secret, so it is not repeated.
fn reason(message: &str) -> String {
    if message.starts_with("unknown field ") {
        return "there is no such key".to_owned();
    }
    match message.rsplit_once(", expected ").map_or(message, |(_, expected)| expected) {
        "an object" => "must be a table".to_owned(),
        expected => expected.to_owned(),
    }
}

/// Removes the key that a path names, or of those on the way to it the last that there is.
fn take_out(table: &mut Table, path: &[String]) -> bool {
    let Some((first, rest)) = path.split_first() else { return false };
    let inner = table.get_mut(first).and_then(Value::as_table_mut);
    inner.is_some_and(|inner| take_out(inner, rest)) || table.remove(first).is_some()
}
