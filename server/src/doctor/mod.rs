//! What can be wrong with an installation, looked at in one go, with what to do about each. It works where the
//! configuration itself is wrong, goes on with what it can, changes nothing, and says no value.

mod check;
pub mod facts;
mod judge;

use std::ffi::OsStr;

use serde::Serialize;

pub use check::{Check, State};

use crate::{
    clock::Clock,
    config::{Config, ConfigError, Environment, Flags, OF_FILE, Origin, Raw},
    crypto::Vault,
    store::look::{self, Seen},
};
use facts::Owned;

/// All that was looked at.
#[derive(Debug, Serialize)]
pub struct Report {
    /// Whether nothing is wrong; warnings are not wrong.
    pub ok: bool,
    /// One line each.
    pub checks: Vec<Check>,
}

impl Report {
    fn new(checks: Vec<Check>) -> Self {
        Self { ok: checks.iter().all(|check| check.state != State::Problem), checks }
    }

    /// As lines for people.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        self.checks.iter().map(Check::line)
    }
}

/// What is known of the settings that a look depends on.
struct Known<'a> {
    raw: &'a Raw,
    wrong: &'a [ConfigError],
}

impl Known<'_> {
    /// Whether a key holds what a server would take: it is not wrong, and it is not in a file that nobody can read.
    fn is(&self, key: &crate::config::keys::Key) -> bool {
        let named = |name: &str| self.wrong.iter().any(|error| error.key == name);
        let is_hidden =
            named(OF_FILE) && matches!(self.raw.origin(key), Origin::File | Origin::Default);
        !named(key.name) && !is_hidden
    }
}

/// Looks at everything. `offline`: nobody outside of this machine and its database is asked.
pub async fn examine(flags: &Flags, environment: Environment<'_>, offline: bool) -> Report {
    use crate::config::keys::{DATA_DIR, DATABASE_URL, LISTEN};
    let (raw, mut wrong) = Raw::gather_some(flags, environment);
    let (config, more) = Config::judge(&raw, environment);
    wrong.extend(more);
    let known = Known { raw: &raw, wrong: &wrong };
    let mut checks = vec![judge::contract()];
    checks.extend(judge::config(raw.file(), &wrong, raw.overridden()));
    checks.extend(judge::exposure(&config.security, config.server.listen));

    let now = Clock::system().now_ms();
    let folder = &config.server.data_dir;
    let (has_folder, is_postgres) = (known.is(&DATA_DIR), config.database.url.is_some());
    let mut files = match facts::files(folder) {
        Ok(files) if has_folder => files,
        Ok(_) => Vec::new(),
        Err(error) => {
            let said = format!("{} cannot be used: {error}.", folder.display());
            let fix = "Name a folder that the server's user may use: `vaulty-server config set data_dir DIR`.";
            checks.push(Check::problem("files", said, fix));
            Vec::new()
        }
    };
    let taken = has_folder && facts::is_taken(folder);
    if known.is(&LISTEN) {
        let port = facts::port(config.server.listen, &config.security).await;
        let alone = has_folder && !is_postgres && known.is(&DATABASE_URL);
        checks.push(judge::port(config.server.listen, &port, alone, taken));
        let name = config.security.allowed_hosts.first();
        if let Some(name) = name.filter(|_| config.security.tls_proxy && !offline) {
            let found = facts::by_proxy(&format!("https://{name}")).await;
            checks.push(judge::proxy(name, &found, matches!(port, facts::Port::Ours(_))));
        }
    }
    let seen = match &config.database.url {
        _ if !known.is(&DATABASE_URL) => None,
        Some(url) => Some(look::postgres(url).await.map(Some).map_err(|error| error.to_string())),
        None if has_folder => Some(look::sqlite(folder).await.map_err(|error| error.to_string())),
        None => None,
    };
    let found = found(seen.as_ref());
    if has_folder {
        let file = raw.file().and_then(|file| facts::config_file(file, raw.has_secret()));
        checks.extend(of_folder(&config, &with(&files, file), seen.as_ref(), now));
    } else {
        let said = "Not looked at: which folder is meant is not known.";
        checks.push(Check::warning("files", said, "Mend data_dir first, then run this again."));
        files.clear();
    }
    checks.push(judge::clock(now, &files, found));
    if let Some(address) = config.server.otlp_endpoint.as_deref().filter(|_| !offline) {
        checks.push(judge::collector(facts::collector(address).await));
    }
    if !wrong.iter().any(|error| error.key.starts_with("llm") || error.key == OF_FILE) {
        let asked = if offline { None } else { Some(facts::providers(&config).await) };
        checks.extend(judge::providers(config.llm.mode, asked.as_deref()));
    }
    if !wrong.iter().any(|error| error.key.starts_with("search") || error.key == OF_FILE) {
        checks.push(judge::search(&config.search));
    }
    if !wrong.iter().any(|error| error.key.starts_with("mcp") || error.key == OF_FILE) {
        let folders = environment("PATH");
        let is_program =
            |program: &str| facts::is_program(program, folders.as_deref().map(OsStr::new));
        checks.extend(judge::sources(&config.clients, is_program));
    }
    Report::new(checks)
}

/// What a look into the database came to.
type Looked = Result<Option<Seen>, String>;

fn found(seen: Option<&Looked>) -> Option<&Seen> {
    seen.and_then(|seen| seen.as_ref().ok()?.as_ref())
}

/// The data folder, and the database whether it is in there or not.
fn of_folder(config: &Config, files: &[Owned], seen: Option<&Looked>, now: i64) -> Vec<Check> {
    let (folder, is_postgres) = (&config.server.data_dir, config.database.url.is_some());
    let given = config.master_key.as_ref().map(|key| key.reveal());
    let key = Vault::read(folder, given);
    let found = found(seen);
    let mut checks = judge::files(files, facts::user());
    if let Some(seen) = seen {
        checks.extend(judge::database(seen, &config.database));
    }
    checks.extend(judge::key(&key, given.is_some(), found));
    let bytes = (!is_postgres).then(|| found.map_or(0, |seen| seen.bytes));
    checks.push(judge::disk(facts::room(folder), &config.keep, bytes));
    let vault = key.as_ref().ok().and_then(Option::as_ref);
    checks.push(judge::browsers(now, vault, found));
    checks
}

/// What can be seen in a moment of a server that runs: its folder and its database, which is read alone. Nobody else is
/// asked.
pub async fn quick(config: &Config) -> Report {
    let folder = &config.server.data_dir;
    let now = Clock::system().now_ms();
    let mut checks = vec![judge::contract()];
    checks.extend(judge::exposure(&config.security, config.server.listen));
    let seen = match &config.database.url {
        Some(url) => look::postgres(url).await.map(Some),
        None => look::sqlite(folder).await,
    };
    let seen = seen.map_err(|error| error.to_string());
    // What cannot be listed now was there at the start.
    let files = facts::files(folder).unwrap_or_default();
    checks.extend(of_folder(config, &files, Some(&seen), now));
    checks.push(judge::clock(now, &files, found(Some(&seen))));
    Report::new(checks)
}

fn with(files: &[Owned], more: Option<Owned>) -> Vec<Owned> {
    files.iter().cloned().chain(more).collect()
}

#[cfg(test)]
mod tests;
