//! Configuration: what was set, gathered ([`raw`]), then judged once, at start.
//!
//! After [`Config::load`] nothing reads the environment or the file again, and nothing can be invalid.

pub mod keys;
pub mod llm;
mod parse;
pub mod raw;

use std::{fmt, net::SocketAddr, num::NonZeroU32, path::PathBuf, time::Duration};

pub use llm::LlmConfig;
use parse::Reader;
use shared_types::Private;

pub use raw::{Environment, Flags, Origin, Raw};

/// A valid configuration.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// Folder of everything that is kept.
    pub data_dir: PathBuf,
    /// Who is let in.
    pub auth: Auth,
    /// Whether other machines reach this server, by a proxy with TLS. Nothing else does if not.
    pub tls_proxy: bool,
    /// Host headers that are answered, on a server that nothing but loopback reaches beside the loopback
    /// names; lower case.
    pub allowed_hosts: Vec<String>,
    /// Origins that may call beside the server's own and the extension's; lower case.
    pub allowed_origins: Vec<String>,
    /// Bounds on what callers may use.
    pub limits: Limits,
    /// The Postgres that is used instead of SQLite. Its address may hold a password.
    pub database_url: Option<Private>,
    /// Connections to it.
    pub database_connections: u32,
    /// What traces are kept.
    pub keep: Keep,
    /// Whether pages are kept with their plans.
    pub trace_pages: bool,
    /// What is logged, as directives of the log filter.
    pub log: String,
    /// How it is logged.
    pub log_format: LogFormat,
    /// Folder to serve the pages from instead of those inside the program.
    pub pages_dir: Option<PathBuf>,
    /// The key that profiles are sealed with, if it is given and not in the key file. It is no key of the
    /// file, and nothing shows it.
    pub master_key: Option<Private>,
    /// Which models are asked, and how.
    pub llm: LlmConfig,
}

/// Who is let in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Auth {
    /// Whoever has a bearer token.
    Token,
    /// Whoever can connect. On loopback only.
    None,
}

/// How events are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// Bounds on what callers may use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Largest body in bytes.
    pub max_body_bytes: usize,
    /// Time for one request.
    pub request_timeout: Duration,
    /// Requests worked on at once.
    pub max_concurrent_requests: usize,
    /// Connections open at once.
    pub max_connections: usize,
    /// Requests a second that one token may make for long.
    pub requests_per_second: NonZeroU32,
    /// Requests that one token may make at once.
    pub request_burst: NonZeroU32,
}

/// What traces are kept: whatever is beyond one of the bounds goes, oldest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Keep {
    /// Entries.
    pub entries: i64,
    /// For how long.
    pub time: Duration,
    /// Bytes of the database.
    pub bytes: i64,
}

/// A key that cannot be used as it is set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigError {
    /// Which key.
    pub key: String,
    /// Where it was set.
    pub origin: Origin,
    /// What is wrong with it, and what would be right.
    pub reason: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} (set by: {})", self.key, self.reason, self.origin)
    }
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
        let mut read = Reader::new(raw);
        let llm = read.part(LlmConfig::load(raw, environment));
        let mut config = Self {
            llm,
            listen: read.value(&keys::LISTEN, parse::address, || ([127, 0, 0, 1], 3000).into()),
            data_dir: read.value(&keys::DATA_DIR, parse::folder, || default_data_dir(environment)),
            auth: read.value(&keys::AUTH, parse::auth, || Auth::Token),
            tls_proxy: read.value(&keys::TLS_PROXY, parse::switch, || false),
            allowed_hosts: read.value(&keys::ALLOWED_HOSTS, parse::hosts, Vec::new),
            allowed_origins: read.value(&keys::ALLOWED_ORIGINS, parse::origins, Vec::new),
            limits: Limits {
                max_body_bytes: read.value(
                    &keys::MAX_BODY_BYTES,
                    |v| parse::number(v, 1024, 64 << 20),
                    || 2 << 20,
                ),
                request_timeout: Duration::from_secs(read.value(
                    &keys::REQUEST_TIMEOUT_SECONDS,
                    |v| parse::number(v, 1, 300),
                    || 20,
                )),
                max_concurrent_requests: read.value(
                    &keys::MAX_CONCURRENT_REQUESTS,
                    |v| parse::number(v, 1, 10_000),
                    || 128,
                ),
                max_connections: read.value(
                    &keys::MAX_CONNECTIONS,
                    |v| parse::number(v, 1, 65_536),
                    || 512,
                ),
                requests_per_second: read.value(&keys::REQUESTS_PER_SECOND, parse::rate, || {
                    NonZeroU32::MIN.saturating_add(99)
                }),
                request_burst: read.value(&keys::REQUEST_BURST, parse::rate, || {
                    NonZeroU32::MIN.saturating_add(299)
                }),
            },
            database_url: read.value(
                &keys::DATABASE_URL,
                |v| parse::postgres(v).map(Some),
                || None,
            ),
            database_connections: read.value(
                &keys::DATABASE_CONNECTIONS,
                |v| parse::number(v, 2, 200),
                || 8,
            ),
            keep: Keep {
                entries: read.value(
                    &keys::TRACE_KEEP,
                    |v| parse::number(v, 100, 100_000_000_000),
                    || 20_000,
                ),
                time: Duration::from_secs(
                    60 * 60
                        * 24
                        * read.value(&keys::TRACE_DAYS, |v| parse::number(v, 1, 3650), || 90_u64),
                ),
                bytes: (1 << 20)
                    * read.value(&keys::TRACE_MB, |v| parse::number(v, 8, 100_000_000), || 1024),
            },
            trace_pages: read.value(&keys::TRACE_PAGES, parse::switch, || false),
            log: read.value(&keys::LOG, parse::log_filter, || "info".to_owned()),
            log_format: read.value(&keys::LOG_FORMAT, parse::log_format, || LogFormat::Text),
            pages_dir: read.value(
                &keys::PAGES_DIR,
                |v| parse::existing_folder(v).map(Some),
                || None,
            ),
            master_key: environment(keys::MASTER_KEY_VARIABLE).map(Private::from),
        };
        config.check_exposure(&mut read);
        // A request outlasts the models that are asked for it.
        let most = config.limits.request_timeout.saturating_sub(Duration::from_secs(1));
        config.llm.step = config.llm.step.min(most);
        read.finish(config)
    }

    /// Whoever can be reached from beyond this machine, whether it listens there itself or something before
    /// it does, must have said so, asks for tokens and has a name of its own.
    fn check_exposure(&self, read: &mut Reader<'_>) {
        let of_loopback = |host: &&String| parse::is_loopback_host(host);
        let listens_beyond = !self.listen.ip().is_loopback();
        let named_beyond = !self.allowed_hosts.iter().all(|host| parse::is_loopback_host(host));
        if !(self.tls_proxy || listens_beyond || named_beyond) {
            return;
        }
        if !self.tls_proxy {
            let key = if listens_beyond { &keys::LISTEN } else { &keys::ALLOWED_HOSTS };
            read.refuse(
                key,
                "other machines could connect, and the server speaks plain HTTP; put a proxy with \
                 TLS before it and set tls_proxy = true, or listen on 127.0.0.1 and name no other hosts",
            );
        }
        if self.auth == Auth::None {
            read.refuse(&keys::AUTH, "`none` is for servers that nothing but loopback can reach");
        }
        if self.allowed_hosts.is_empty() {
            read.refuse(
                &keys::ALLOWED_HOSTS,
                "must name the host that clients call, since other machines can",
            );
        }
        if let Some(host) = self.allowed_hosts.iter().find(of_loopback) {
            let reason = format!("`{host}` is a name of loopback, and other machines can connect");
            read.refuse(&keys::ALLOWED_HOSTS, &reason);
        }
    }

    /// Each key with its effective value and where it was set, for `check-config`.
    pub fn describe(&self, raw: &Raw) -> Vec<String> {
        let list = |items: &[String]| format!("[{}]", items.join(", "));
        let keys = keys::ALL.iter().map(|key| {
            let value = match key.name {
                "listen" => self.listen.to_string(),
                "data_dir" => self.data_dir.display().to_string(),
                // Whoever shows a configuration does not mean to show the password.
                "database_url" if self.database_url.is_some() => "postgres://…".to_owned(),
                "allowed_hosts" => list(&self.allowed_hosts),
                "allowed_origins" => list(&self.allowed_origins),
                _ => raw
                    .get(key)
                    .map_or_else(|| key.default.to_owned(), |(value, _)| parse::plain(value)),
            };
            format!("{} = {value}  ({})", key.name, raw.origin(key))
        });
        keys.chain(self.llm.describe()).collect()
    }
}

/// `$XDG_DATA_HOME/vaulty`, `~/.local/share/vaulty`, or a folder here when there is no home.
fn default_data_dir(environment: Environment<'_>) -> PathBuf {
    let set = |name: &str| environment(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    set("XDG_DATA_HOME")
        .or_else(|| set("HOME").map(|home| home.join(".local/share")))
        .map_or_else(|| PathBuf::from("vaulty-data"), |base| base.join("vaulty"))
}

#[cfg(test)]
mod tests;
