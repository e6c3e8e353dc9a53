//! Which Host and Origin headers are answered.
//!
//! A page of another site can make the browser send requests here, but it can neither choose the Host
//! (DNS rebinding keeps the attacker's name in it) nor hide its Origin.

use std::net::SocketAddr;

use axum::http::{HeaderMap, StatusCode, header};
use base64::Engine as _;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use crate::{config::Config, routes::error::ApiError};

/// The names that this server goes by, and who may call it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Allowed {
    hosts: Vec<String>,
    origins: Vec<String>,
}

impl Allowed {
    /// The loopback names with the bound port, the bound address itself, and what is configured.
    pub fn new(config: &Config, bound: SocketAddr) -> Self {
        let mut hosts: Vec<String> = ["localhost", "127.0.0.1", "[::1]"]
            .iter()
            .map(|name| format!("{name}:{}", bound.port()))
            .collect();
        hosts.push(bound.to_string());
        if bound.port() == 80 {
            hosts.extend(["localhost", "127.0.0.1", "[::1]"].map(str::to_owned));
        }
        let mut origins: Vec<String> = hosts.iter().map(|host| format!("http://{host}")).collect();
        origins.extend(config.allowed_hosts.iter().map(|host| format!("https://{host}")));
        origins.extend(extension_origin());
        origins.extend(config.allowed_origins.iter().cloned());
        hosts.extend(config.allowed_hosts.iter().cloned());
        Self { hosts, origins }
    }

    /// Whether a request with these headers is answered.
    ///
    /// # Errors
    /// 403 with a code that says which of the two headers it was.
    pub fn check(&self, headers: &HeaderMap) -> Result<(), ApiError> {
        if !listed(headers, &header::HOST, &self.hosts) {
            return Err(ApiError::new(
                StatusCode::FORBIDDEN,
                "host-not-allowed",
                "this Host is not answered; add it to allowed_hosts if it is a name of this server",
            ));
        }
        if headers.contains_key(header::ORIGIN) && !listed(headers, &header::ORIGIN, &self.origins)
        {
            return Err(ApiError::new(
                StatusCode::FORBIDDEN,
                "origin-not-allowed",
                "this Origin may not call; add it to allowed_origins if you trust it",
            ));
        }
        Ok(())
    }
}

/// Whether a header is there exactly once and holds one of these.
fn listed(headers: &HeaderMap, name: &header::HeaderName, allowed: &[String]) -> bool {
    let mut values = headers.get_all(name).iter();
    match (values.next().and_then(|value| value.to_str().ok()), values.next()) {
        (Some(value), None) => allowed.iter().any(|one| one.eq_ignore_ascii_case(value)),
        _ => false,
    }
}

/// The extension's manifest, whose `key` fixes the extension's id.
const MANIFEST: &str = include_str!("../../../extension/manifest.json");

/// `chrome-extension://` and the id that Chromium derives from the manifest's `key`: the first 32 hex
/// digits of the public key's SHA-256, with a to p for 0 to f.
pub fn extension_origin() -> Option<String> {
    #[derive(Deserialize)]
    struct Manifest {
        key: String,
    }
    let manifest: Manifest = serde_json::from_str(MANIFEST).ok()?;
    let key = base64::engine::general_purpose::STANDARD.decode(manifest.key).ok()?;
    let id: String = Sha256::digest(key)
        .iter()
        .take(16)
        .flat_map(|byte| [byte >> 4, byte & 15])
        .map(|digit| char::from(b'a' + digit))
        .collect();
    Some(format!("chrome-extension://{id}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Flags;

    fn check(host: &[&str], origin: Option<&str>, expected: Result<(), &str>) {
        let configured = |name: &str| match name {
            "VAULTY_ALLOWED_HOSTS" => Some("vaulty.example.org".to_owned()),
            "VAULTY_ALLOWED_ORIGINS" => Some("chrome-extension://mine".to_owned()),
            _ => None,
        };
        let config = Config::load(&Flags::default(), &configured).unwrap();
        let allowed = Allowed::new(&config, ([127, 0, 0, 1], 3000).into());
        let mut headers = HeaderMap::new();
        for host in host {
            headers.append(header::HOST, host.parse().unwrap());
        }
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        let found = allowed.check(&headers).map_err(|error| error.code);
        assert_eq!(found, expected, "{host:?} {origin:?}");
    }

    #[test]
    fn loopback_names_with_the_port_are_answered() {
        for host in ["127.0.0.1:3000", "localhost:3000", "LOCALHOST:3000", "[::1]:3000"] {
            check(&[host], None, Ok(()));
        }
        check(&["vaulty.example.org"], None, Ok(()));
    }

    #[test]
    fn other_names_are_not() {
        for host in ["evil.example", "evil.example:3000", "127.0.0.1", "127.0.0.1:3001", ""] {
            check(&[host], None, Err("host-not-allowed"));
        }
        check(&[], None, Err("host-not-allowed"));
        check(&["127.0.0.1:3000", "evil.example"], None, Err("host-not-allowed"));
    }

    #[test]
    fn origins_are_ours_or_configured() {
        let host = &["127.0.0.1:3000"];
        let extension = extension_origin().unwrap();
        for origin in [
            "http://127.0.0.1:3000",
            "http://localhost:3000",
            "https://vaulty.example.org",
            "chrome-extension://mine",
            extension.as_str(),
        ] {
            check(host, Some(origin), Ok(()));
        }
        for origin in [
            "null",
            "",
            "https://evil.example",
            "http://127.0.0.1:3001",
            "https://127.0.0.1:3000",
            "http://vaulty.example.org",
            "chrome-extension://other",
        ] {
            check(host, Some(origin), Err("origin-not-allowed"));
        }
    }

    #[test]
    fn the_extension_has_a_fixed_id() {
        let origin = extension_origin().unwrap();
        let id = origin.strip_prefix("chrome-extension://").unwrap();
        assert_eq!(id.len(), 32);
        assert!(id.chars().all(|c| ('a'..='p').contains(&c)), "{id}");
    }
}
