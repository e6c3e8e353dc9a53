//! Where the server is, what it logs, where its pages are.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
};

use reqwest::Url;
use serde::{Deserialize, Deserializer};
use toml::Value;
use tracing_subscriber::EnvFilter;

use super::{
    keys::{self, Key},
    raw::Environment,
    read::{by, text},
};

/// Keys of this section.
pub(super) const KEYS: &[&Key] = &[
    &keys::LISTEN,
    &keys::DATA_DIR,
    &keys::LOG,
    &keys::LOG_FORMAT,
    &keys::OTLP_ENDPOINT,
    &keys::PAGES_DIR,
];

/// The server itself.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Server {
    /// Where to listen.
    #[serde(deserialize_with = "address")]
    pub listen: SocketAddr,
    /// Folder of everything that is kept.
    #[serde(deserialize_with = "folder")]
    pub data_dir: PathBuf,
    /// What is logged, as directives of the log filter.
    #[serde(deserialize_with = "log_filter")]
    pub log: String,
    /// How it is logged.
    #[serde(deserialize_with = "log_format")]
    pub log_format: LogFormat,
    /// Where spans go, without a slash at the end.
    #[serde(deserialize_with = "collector")]
    pub otlp_endpoint: Option<String>,
    /// Folder to serve the pages from instead of those inside the program.
    #[serde(deserialize_with = "existing_folder")]
    pub pages_dir: Option<PathBuf>,
}

/// How events are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Text,
    /// For programs.
    Json,
}

impl Default for Server {
    fn default() -> Self {
        Self {
            listen: ([127, 0, 0, 1], 3000).into(),
            // Which one it is says the environment: `with_data_dir`.
            data_dir: PathBuf::new(),
            log: "info".to_owned(),
            log_format: LogFormat::Text,
            otlp_endpoint: None,
            pages_dir: None,
        }
    }
}

impl Server {
    /// The same with the usual data folder, unless one is set.
    pub(super) fn with_data_dir(mut self, environment: Environment<'_>) -> Self {
        if self.data_dir == Path::new("") {
            self.data_dir = default_data_dir(environment);
        }
        self
    }
}

/// `$XDG_DATA_HOME/vaulty`, `~/.local/share/vaulty`, or a folder here when there is no home.
fn default_data_dir(environment: Environment<'_>) -> PathBuf {
    let set = |name: &str| environment(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    set("XDG_DATA_HOME")
        .or_else(|| set("HOME").map(|home| home.join(".local/share")))
        .map_or_else(|| PathBuf::from("vaulty-data"), |base| base.join("vaulty"))
}

fn address<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SocketAddr, D::Error> {
    by(deserializer, |value| {
        let text = text(value)?;
        let text = text
            .strip_prefix("localhost:")
            .map_or_else(|| text.to_owned(), |port| format!("127.0.0.1:{port}"));
        text.parse().map_err(|_| {
            format!("`{text}` is not an address with a port, such as 127.0.0.1:3000 or [::1]:3000")
        })
    })
}

fn named_folder(value: &Value) -> Result<PathBuf, String> {
    match text(value)? {
        "" => Err("must name a folder".to_owned()),
        path => Ok(PathBuf::from(path)),
    }
}

fn folder<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PathBuf, D::Error> {
    by(deserializer, named_folder)
}

fn existing_folder<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<PathBuf>, D::Error> {
    by(deserializer, |value| {
        let path = named_folder(value)?;
        if path.is_dir() {
            Ok(Some(path))
        } else {
            Err(format!("there is no folder {}", path.display()))
        }
    })
}

fn log_filter<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    by(deserializer, |value| {
        let text = text(value)?;
        EnvFilter::try_new(text)
            .map(|_| text.to_owned())
            .map_err(|error| format!("`{text}` is no log filter: {error}"))
    })
}

fn log_format<'de, D: Deserializer<'de>>(deserializer: D) -> Result<LogFormat, D::Error> {
    by(deserializer, |value| match text(value)? {
        "text" => Ok(LogFormat::Text),
        "json" => Ok(LogFormat::Json),
        other => Err(format!("`{other}` is neither `text` nor `json`")),
    })
}

fn collector<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    by(deserializer, |value| {
        let text = text(value)?;
        let is_one = Url::parse(text).is_ok_and(|url| {
            matches!(url.scheme(), "http" | "https")
                && url.has_host()
                && url.username().is_empty()
                && url.password().is_none()
                && url.query().is_none()
                && url.fragment().is_none()
        });
        // It may hold a password, so it is not repeated.
        let wrong = "is no address of a collector, such as http://127.0.0.1:4318; what it asks for as a password goes \
                     into OTEL_EXPORTER_OTLP_HEADERS";
        if is_one { Ok(Some(text.trim_end_matches('/').to_owned())) } else { Err(wrong.to_owned()) }
    })
}
