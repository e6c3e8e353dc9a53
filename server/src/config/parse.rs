//! From what was set to what is meant. Each function takes what TOML or the environment gave (always
//! text there) and says what would have been right.

use std::{net::SocketAddr, num::NonZeroU32, path::PathBuf, str::FromStr as _};

use shared_types::Private;
use sqlx::postgres::PgConnectOptions;
use toml::Value;
use tracing_subscriber::EnvFilter;

use super::{Auth, ConfigError, LlmConfig, LogFormat, Raw, keys::Key};

/// Reads key after key and remembers what was wrong.
pub(super) struct Reader<'a> {
    raw: &'a Raw,
    errors: Vec<ConfigError>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(raw: &'a Raw) -> Self {
        Self { raw, errors: Vec::new() }
    }

    /// The value of a key; its default when it is not set or wrong.
    pub(super) fn value<T>(
        &mut self,
        key: &Key,
        parse: impl FnOnce(&Value) -> Result<T, String>,
        default: impl FnOnce() -> T,
    ) -> T {
        let Some((value, _)) = self.raw.get(key) else { return default() };
        parse(value).unwrap_or_else(|reason| {
            self.refuse(key, &reason);
            default()
        })
    }

    /// Remembers that a key is wrong.
    pub(super) fn refuse(&mut self, key: &Key, reason: &str) {
        self.errors.push(ConfigError {
            key: key.name.to_owned(),
            origin: self.raw.origin(key),
            reason: reason.to_owned(),
        });
    }

    /// A part that was judged by itself.
    pub(super) fn part(&mut self, part: Result<LlmConfig, Vec<ConfigError>>) -> LlmConfig {
        part.unwrap_or_else(|errors| {
            self.errors.extend(errors);
            LlmConfig::none()
        })
    }

    pub(super) fn finish<T>(self, value: T) -> Result<T, Vec<ConfigError>> {
        if self.errors.is_empty() { Ok(value) } else { Err(self.errors) }
    }
}

/// A value as a person would write it.
pub(super) fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn text(value: &Value) -> Result<&str, String> {
    value.as_str().map(str::trim).ok_or_else(|| "must be a text".to_owned())
}

pub(super) fn address(value: &Value) -> Result<SocketAddr, String> {
    let text = text(value)?;
    let text = text
        .strip_prefix("localhost:")
        .map_or_else(|| text.to_owned(), |port| format!("127.0.0.1:{port}"));
    text.parse().map_err(|_| {
        format!("`{text}` is not an address with a port, such as 127.0.0.1:3000 or [::1]:3000")
    })
}

pub(super) fn folder(value: &Value) -> Result<PathBuf, String> {
    match text(value)? {
        "" => Err("must name a folder".to_owned()),
        path => Ok(PathBuf::from(path)),
    }
}

pub(super) fn existing_folder(value: &Value) -> Result<PathBuf, String> {
    let path = folder(value)?;
    if path.is_dir() { Ok(path) } else { Err(format!("there is no folder {}", path.display())) }
}

/// The address of a Postgres. It is not repeated in the error: it may hold a password.
pub(super) fn postgres(value: &Value) -> Result<Private, String> {
    let url = text(value)?;
    let is_one = ["postgres://", "postgresql://"].iter().any(|scheme| url.starts_with(scheme));
    if is_one && PgConnectOptions::from_str(url).is_ok() {
        return Ok(url.to_owned().into());
    }
    Err("is no address of a Postgres, such as postgres://USER:PASSWORD@HOST/DATABASE; leave it out \
         for SQLite in the data folder"
        .to_owned())
}

pub(super) fn switch(value: &Value) -> Result<bool, String> {
    match plain(value).trim() {
        "true" => Ok(true),
        "false" => Ok(false),
        other => Err(format!("`{other}` is neither true nor false")),
    }
}

pub(super) fn auth(value: &Value) -> Result<Auth, String> {
    match text(value)? {
        "token" => Ok(Auth::Token),
        "none" => Ok(Auth::None),
        other => Err(format!("`{other}` is neither `token` nor `none`")),
    }
}

pub(super) fn log_format(value: &Value) -> Result<LogFormat, String> {
    match text(value)? {
        "text" => Ok(LogFormat::Text),
        "json" => Ok(LogFormat::Json),
        other => Err(format!("`{other}` is neither `text` nor `json`")),
    }
}

pub(super) fn log_filter(value: &Value) -> Result<String, String> {
    let text = text(value)?;
    EnvFilter::try_new(text)
        .map(|_| text.to_owned())
        .map_err(|error| format!("`{text}` is no log filter: {error}"))
}

/// A whole number in a range, both ends included.
pub(super) fn number<T: TryFrom<i64>>(value: &Value, least: i64, most: i64) -> Result<T, String> {
    let shown = plain(value);
    shown
        .trim()
        .parse::<i64>()
        .ok()
        .filter(|number| (least..=most).contains(number))
        .and_then(|number| T::try_from(number).ok())
        .ok_or_else(|| format!("`{shown}` is not a whole number from {least} to {most}"))
}

pub(super) fn rate(value: &Value) -> Result<NonZeroU32, String> {
    let number: u32 = number(value, 1, 1_000_000)?;
    NonZeroU32::new(number).ok_or_else(|| "must not be 0".to_owned())
}

/// A list: an array of texts, or one text with commas.
fn list(value: &Value) -> Result<Vec<String>, String> {
    let items = match value {
        Value::Array(items) => items.iter().map(text).collect::<Result<Vec<_>, _>>()?,
        other => text(other)?.split(',').collect(),
    };
    Ok(items
        .into_iter()
        .map(|item| item.trim().to_ascii_lowercase())
        .filter(|item| !item.is_empty())
        .collect())
}

pub(super) fn hosts(value: &Value) -> Result<Vec<String>, String> {
    let hosts = list(value)?;
    let wrong = |host: &&String| {
        host.contains(['/', '@', '*', ' ']) || host.parse::<axum::http::uri::Authority>().is_err()
    };
    match hosts.iter().find(wrong) {
        Some(host) => Err(format!("`{host}` is not a host name, with a port if clients send one")),
        None => Ok(hosts),
    }
}

/// Whether a Host header names this machine and nothing else.
pub(super) fn is_loopback_host(host: &str) -> bool {
    let Ok(authority) = host.parse::<axum::http::uri::Authority>() else { return false };
    let name = authority.host().trim_start_matches('[').trim_end_matches(']');
    match name.parse::<std::net::IpAddr>() {
        Ok(address) => address.to_canonical().is_loopback(),
        Err(_) => {
            let name = name.trim_end_matches('.').to_ascii_lowercase();
            name == "localhost" || name.ends_with(".localhost")
        }
    }
}

pub(super) fn origins(value: &Value) -> Result<Vec<String>, String> {
    let origins = list(value)?;
    let wrong = |origin: &&String| {
        !origin.split_once("://").is_some_and(|(scheme, host)| {
            !scheme.is_empty() && !host.is_empty() && !host.contains(['/', '@', '*', '?', '#'])
        })
    };
    match origins.iter().find(wrong) {
        Some(origin) => Err(format!("`{origin}` is not an origin, such as https://example.org")),
        None => Ok(origins),
    }
}
