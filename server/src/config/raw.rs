//! What was set where, before anyone judges it: flags, environment, file.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use toml::Value;

use super::{
    error::{ConfigError, Origin},
    keys::{self, Key},
};

/// Name of the models' table in the file.
pub(super) const LLM: &str = "llm";
/// That of other programs' tools.
pub(super) const MCP: &str = "mcp";
/// That of whom is asked where a form is.
pub(super) const SEARCH: &str = "search";

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
    mcp: Option<toml::Table>,
    search: Option<toml::Table>,
    file: Option<PathBuf>,
    overridden: Vec<(&'static str, Origin)>,
}

/// The file that is read when none is named, if it is there; none where there is no home.
pub(super) fn usual_file(environment: Environment<'_>) -> Option<PathBuf> {
    let set = |name: &str| environment(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = set("XDG_CONFIG_HOME").or_else(|| Some(set("HOME")?.join(".config")))?;
    Some(base.join("vaulty/vaulty.toml"))
}

/// The file that is read: the one that is named, or the usual one if it is there.
pub(super) fn file(flags: &Flags, environment: Environment<'_>) -> Option<PathBuf> {
    let named = || environment(keys::CONFIG_VARIABLE).map(PathBuf::from);
    let usual = || usual_file(environment).filter(|path| path.is_file());
    flags.config.clone().or_else(named).or_else(usual)
}

impl Raw {
    /// Gathers flags, environment and file.
    ///
    /// # Errors
    /// The file cannot be read, is no TOML, or holds unknown keys: one error for each.
    pub fn gather(flags: &Flags, environment: Environment<'_>) -> Result<Self, Vec<ConfigError>> {
        let (raw, wrong) = Self::gather_some(flags, environment);
        if wrong.is_empty() { Ok(raw) } else { Err(wrong) }
    }

    /// The same as far as it goes, and what is wrong.
    pub fn gather_some(flags: &Flags, environment: Environment<'_>) -> (Self, Vec<ConfigError>) {
        let Some(path) = file(flags, environment) else {
            let mut raw = Self::default();
            raw.lay_over(flags, environment);
            return (raw, Vec::new());
        };
        let read = fs::read_to_string(&path).map_err(|error| error.to_string());
        Self::with_file(flags, environment, path, read.as_deref())
    }

    /// The same with this text as the file, whatever the file holds.
    pub fn with_file(
        flags: &Flags,
        environment: Environment<'_>,
        path: PathBuf,
        text: Result<&str, &String>,
    ) -> (Self, Vec<ConfigError>) {
        let (mut raw, wrong) = match text {
            Ok(text) => Self::of_text(&path, text),
            Err(why) => (Self::default(), vec![of_file(&path, why)]),
        };
        raw.file = Some(path);
        raw.lay_over(flags, environment);
        (raw, wrong)
    }

    /// Puts what the environment and flags set in the place of what the file does.
    fn lay_over(&mut self, flags: &Flags, environment: Environment<'_>) {
        for key in keys::ALL {
            if let Some(text) = environment(key.variable) {
                self.set(key, Value::String(text), Origin::Environment(key.variable));
            }
        }
        if let Some(listen) = &flags.listen {
            self.set(&keys::LISTEN, Value::String(listen.clone()), Origin::Flag);
        }
        if let Some(folder) = &flags.data_dir {
            let folder = folder.to_string_lossy().into_owned();
            self.set(&keys::DATA_DIR, Value::String(folder), Origin::Flag);
        }
    }

    fn of_text(path: &Path, text: &str) -> (Self, Vec<ConfigError>) {
        let table: toml::Table = match text.parse() {
            Ok(table) => table,
            Err(error) => {
                let error: toml::de::Error = error;
                return (Self::default(), vec![of_file(path, error.message())]);
            }
        };
        let mut raw = Self::default();
        let mut unknown = Vec::new();
        for (name, value) in table {
            if let (LLM, Value::Table(table)) = (name.as_str(), &value) {
                raw.llm = Some(table.clone());
                continue;
            }
            if let (MCP, Value::Table(table)) = (name.as_str(), &value) {
                raw.mcp = Some(table.clone());
                continue;
            }
            if let (SEARCH, Value::Table(table)) = (name.as_str(), &value) {
                raw.search = Some(table.clone());
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
        (raw, unknown)
    }

    /// The file, if one is read.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Whether the file holds a key or a password.
    pub fn has_secret(&self) -> bool {
        let of_llm = self.llm.as_ref().is_some_and(|llm| {
            let providers = llm.get("providers").and_then(Value::as_table);
            let mut providers = providers.into_iter().flat_map(toml::Table::values);
            llm.contains_key("proxy") || providers.any(|one| one.get("api_key").is_some())
        });
        let of_clients = self.mcp.as_ref().is_some_and(|mcp| !mcp.is_empty());
        let of_search = self.search.as_ref().is_some_and(|search| {
            search.values().filter_map(Value::as_table).any(|one| one.contains_key("api_key"))
        });
        of_llm || of_clients || of_search || self.origin(&keys::DATABASE_URL) == Origin::File
    }

    /// Keys of the file that something stronger sets, and what.
    pub fn overridden(&self) -> &[(&'static str, Origin)] {
        &self.overridden
    }

    fn set(&mut self, key: &Key, value: Value, origin: Origin) {
        let before = self.values.insert(key.name, (value, origin));
        if matches!(before, Some((_, Origin::File))) && origin != Origin::File {
            self.overridden.push((key.name, origin));
        }
    }

    /// What was set for a key, and where.
    pub fn get(&self, key: &Key) -> Option<(&Value, Origin)> {
        self.values.get(key.name).map(|(value, origin)| (value, *origin))
    }

    /// The table `[llm]` of the file.
    pub fn llm(&self) -> Option<&toml::Table> {
        self.llm.as_ref()
    }

    /// The table `[mcp]` of the file.
    pub fn mcp(&self) -> Option<&toml::Table> {
        self.mcp.as_ref()
    }

    /// The table `[search]` of the file.
    pub fn search(&self) -> Option<&toml::Table> {
        self.search.as_ref()
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

/// The key that stands for the file itself in errors.
pub const OF_FILE: &str = "config";

/// What is wrong with the file as a whole.
fn of_file(path: &Path, reason: &str) -> ConfigError {
    let reason = format!("{}: {reason}", path.display());
    ConfigError { key: OF_FILE.to_owned(), origin: Origin::File, reason }
}
