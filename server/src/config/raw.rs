//! What was set where, before anyone judges it: flags, environment, file.

use std::{collections::BTreeMap, fs, path::PathBuf};

use toml::Value;

use super::{
    error::{ConfigError, Origin},
    keys::{self, Key},
};

/// Name of the models' table in the file.
pub(super) const LLM: &str = "llm";

/// What the command line sets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Flags {
    /// `--listen`
    pub listen: Option<String>,
    /// `--data-dir`
    pub data_dir: Option<PathBuf>,
    /// `--config`
    pub config: Option<PathBuf>,
}

/// The environment, as a function, so that tests need not change their own.
pub type Environment<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Values by key, each with its origin; the strongest source has won already.
#[derive(Debug, Default)]
pub struct Raw {
    values: BTreeMap<&'static str, (Value, Origin)>,
    llm: Option<toml::Table>,
}

impl Raw {
    /// Gathers flags, environment and file.
    ///
    /// # Errors
    /// The file cannot be read, is no TOML, or holds unknown keys: one error for each.
    pub fn gather(flags: &Flags, environment: Environment<'_>) -> Result<Self, Vec<ConfigError>> {
        let path =
            flags.config.clone().or_else(|| environment(keys::CONFIG_VARIABLE).map(PathBuf::from));
        let mut raw = match path {
            Some(path) => Self::from_file(&path)?,
            None => Self::default(),
        };
        for key in keys::ALL {
            if let Some(text) = environment(key.variable) {
                raw.set(key, Value::String(text), Origin::Environment(key.variable));
            }
        }
        if let Some(listen) = &flags.listen {
            raw.set(&keys::LISTEN, Value::String(listen.clone()), Origin::Flag);
        }
        if let Some(folder) = &flags.data_dir {
            let folder = folder.to_string_lossy().into_owned();
            raw.set(&keys::DATA_DIR, Value::String(folder), Origin::Flag);
        }
        Ok(raw)
    }

    fn from_file(path: &std::path::Path) -> Result<Self, Vec<ConfigError>> {
        let wrong = |reason: String| {
            let reason = format!("{}: {reason}", path.display());
            vec![ConfigError { key: "config".to_owned(), origin: Origin::File, reason }]
        };
        let text = fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        let table: toml::Table =
            text.parse().map_err(|error: toml::de::Error| wrong(error.message().to_owned()))?;
        let mut raw = Self::default();
        let mut unknown = Vec::new();
        for (name, value) in table {
            if let (LLM, Value::Table(table)) = (name.as_str(), &value) {
                raw.llm = Some(table.clone());
                continue;
            }
            match keys::ALL.iter().find(|key| key.name == name) {
                Some(key) => raw.set(key, value, Origin::File),
                None => unknown.push(ConfigError {
                    key: name,
                    origin: Origin::File,
                    reason: format!("there is no such key in {}", path.display()),
                }),
            }
        }
        if unknown.is_empty() { Ok(raw) } else { Err(unknown) }
    }

    fn set(&mut self, key: &Key, value: Value, origin: Origin) {
        self.values.insert(key.name, (value, origin));
    }

    /// What was set for a key, and where.
    pub fn get(&self, key: &Key) -> Option<(&Value, Origin)> {
        self.values.get(key.name).map(|(value, origin)| (value, *origin))
    }

    /// The table `[llm]` of the file.
    pub fn llm(&self) -> Option<&toml::Table> {
        self.llm.as_ref()
    }

    /// Nothing but a table `[llm]`.
    #[cfg(test)]
    pub(super) fn of_llm(table: toml::Table) -> Self {
        Self { llm: Some(table), ..Self::default() }
    }

    /// Where a key was set.
    pub fn origin(&self, key: &Key) -> Origin {
        self.get(key).map_or(Origin::Default, |(_, origin)| origin)
    }
}
