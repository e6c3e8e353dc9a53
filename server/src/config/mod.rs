//! Configuration: what was set, gathered ([`Raw`]), then judged once, at start.
//!
//! After [`Config::load`] nothing reads the environment or the file again, and nothing can be invalid.

pub mod commands;
mod edit;
mod error;
mod help;
pub mod keys;
mod known;
mod limits;
pub mod llm;
mod mcp;
mod raw;
mod read;
mod search;
mod section;
mod security;
mod server;
mod store;

use shared_types::Private;

pub use error::{ConfigError, Origin};
pub use help::help;
pub use limits::Limits;
pub use raw::{Environment, Flags, OF_FILE, Raw};
pub use security::{Auth, Security};
pub use server::{LogFormat, Server};
pub use store::{Database, Keep};

use crate::{llm::settings::LlmConfig, search::settings::SearchConfig, sources::settings::Client};

/// A valid configuration.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    /// The server itself.
    pub server: Server,
    /// Who may call.
    pub security: Security,
    /// Bounds on what callers may use.
    pub limits: Limits,
    /// The database.
    pub database: Database,
    /// What traces are kept.
    pub keep: Keep,
    /// The key that profiles are sealed with, if it is given and not in the key file. It is no key of the
    /// file, and nothing shows it.
    pub master_key: Option<Private>,
    /// Which models are asked, and how.
    pub llm: LlmConfig,
    /// Tools of other programs that may be used for a person.
    pub clients: Vec<Client>,
    /// Who is asked where a form is.
    pub search: SearchConfig,
    /// What holds for each key, as it may be shown.
    pub settings: Vec<Setting>,
}

/// What holds for a key, as it may be shown: of a secret only that it is set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// The key.
    pub name: String,
    /// What holds.
    pub value: String,
    /// Where it was set; empty where that is not known.
    pub origin: String,
    /// What it means; empty where `docs/LLM.md` says it.
    pub doc: &'static str,
}

impl Config {
    /// Reads flags, environment and file, and judges them.
    ///
    /// # Errors
    /// Every key that is wrong, not only the first.
    pub fn load(flags: &Flags, environment: Environment<'_>) -> Result<Self, Vec<ConfigError>> {
        Self::validate(&Raw::gather(flags, environment)?, environment)
    }

    /// Judges what was gathered.
    ///
    /// # Errors
    /// Every key that is wrong.
    pub fn validate(raw: &Raw, environment: Environment<'_>) -> Result<Self, Vec<ConfigError>> {
        let (config, wrong) = Self::judge(raw, environment);
        if wrong.is_empty() { Ok(config) } else { Err(wrong) }
    }

    /// The same as far as it goes: wrong keys have their defaults. A server starts only where none is wrong.
    pub fn judge(raw: &Raw, environment: Environment<'_>) -> (Self, Vec<ConfigError>) {
        let (llm, mut errors) = match llm::load(raw, environment) {
            Ok(llm) => (llm, Vec::new()),
            Err(errors) => (LlmConfig::none(), errors),
        };
        let clients = mcp::load(raw, environment).unwrap_or_else(|wrong| {
            errors.extend(wrong);
            Vec::new()
        });
        let search = search::load(raw, environment).unwrap_or_else(|wrong| {
            errors.extend(wrong);
            SearchConfig::none()
        });
        let mut wrong = Vec::new();
        let server: Server = section::read(raw, server::KEYS, &mut wrong);
        let mut config = Self {
            server: server.with_data_dir(environment),
            security: section::read(raw, security::KEYS, &mut wrong),
            limits: section::read(raw, limits::KEYS, &mut wrong),
            database: section::read(raw, store::KEYS, &mut wrong),
            keep: section::read(raw, store::KEEP_KEYS, &mut wrong),
            master_key: environment(keys::MASTER_KEY_VARIABLE).map(Private::from),
            llm,
            clients,
            search,
            settings: Vec::new(),
        };
        config.settings = config.settings(raw);
        // In the order of the documentation, whatever the sections are.
        wrong.sort_by_key(|error| keys::ALL.iter().position(|key| key.name == error.key));
        errors.extend(wrong);
        errors.extend(config.security.exposure(&config.server).into_iter().map(|(key, reason)| {
            ConfigError { key: key.name.to_owned(), origin: raw.origin(key), reason }
        }));
        (config, errors)
    }

    /// Each key with its effective value and where it was set, for `check-config`.
    pub fn describe(&self, raw: &Raw) -> Vec<String> {
        let line = |setting: Setting| match setting {
            Setting { name, value, origin, .. } if origin.is_empty() => format!("{name} = {value}"),
            Setting { name, value, origin, .. } => format!("{name} = {value}  ({origin})"),
        };
        self.settings(raw).into_iter().map(line).collect()
    }

    fn settings(&self, raw: &Raw) -> Vec<Setting> {
        let own = keys::ALL.iter().map(|key| Setting {
            name: key.name.to_owned(),
            value: self.shown(raw, key),
            origin: raw.origin(key).to_string(),
            doc: key.doc,
        });
        let clients = self.clients.iter().map(Client::describe);
        let tables = self.llm.describe().into_iter().chain(clients).chain(self.search.describe());
        let tables = tables.map(|line| {
            let (name, value) = line.split_once(" = ").unwrap_or((&line, ""));
            let (name, value) = (name.to_owned(), value.to_owned());
            Setting { name, value, origin: String::new(), doc: "" }
        });
        own.chain(tables).collect()
    }

    /// What holds for a key, as it is shown.
    pub fn shown(&self, raw: &Raw, key: &keys::Key) -> String {
        let list = |items: &[String]| format!("[{}]", items.join(", "));
        match key.name {
            "listen" => self.server.listen.to_string(),
            "data_dir" => self.server.data_dir.display().to_string(),
            // Whoever shows a configuration does not mean to show the password.
            "database_url" if self.database.url.is_some() => "postgres://…".to_owned(),
            "allowed_hosts" => list(&self.security.allowed_hosts),
            "allowed_origins" => list(&self.security.allowed_origins),
            _ => {
                raw.get(key).map_or_else(|| key.default.to_owned(), |(value, _)| read::plain(value))
            }
        }
    }
}

#[cfg(test)]
mod tests;
