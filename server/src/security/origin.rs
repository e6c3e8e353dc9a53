//! Which Host and Origin headers are answered.
//!
//! A page of another site can make the browser send requests here, but it can neither choose the Host
//! (DNS rebinding keeps the attacker's name in it) nor hide its Origin.

use std::net::SocketAddr;

use axum::http::{HeaderMap, StatusCode, Uri, header};
use base64::Engine as _;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use crate::{config::Config, error::ApiError};

/// The names that this server goes by, and who may call it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Allowed {
    hosts: Vec<String>,
    origins: Vec<String>,
}

impl Allowed {
    /// What is configured; and on a server that nothing but loopback reaches, the loopback names with the
    /// bound port and the bound address itself.
    pub fn new(config: &Config, bound: SocketAddr) -> Self {
        let mut allowed = if config.security.tls_proxy {
            Self { hosts: Vec::new(), origins: Vec::new() }
        } else {
            Self::of_loopback(bound)
        };
        let schemes: &[&str] =
            if config.security.tls_proxy { &["https"] } else { &["http", "https"] };
        for host in &config.security.allowed_hosts {
            allowed.origins.extend(schemes.iter().map(|scheme| format!("{scheme}://{host}")));
        }
        allowed.origins.extend(extension_origin());
        allowed.origins.extend(config.security.allowed_origins.iter().cloned());
        allowed.hosts.extend(config.security.allowed_hosts.iter().cloned());
        allowed
    }

    /// Names of this server, with their ports.
    pub fn hosts(&self) -> &[String] {
        &self.hosts
    }

    /// Origins of its own pages and of whoever else may call.
    pub fn origins(&self) -> &[String] {
        &self.origins
    }

    fn of_loopback(bound: SocketAddr) -> Self {
        let mut hosts: Vec<String> = ["localhost", "127.0.0.1", "[::1]"]
            .iter()
            .map(|name| format!("{name}:{}", bound.port()))
            .collect();
        hosts.push(bound.to_string());
        if bound.port() == 80 {
            hosts.extend(["localhost", "127.0.0.1", "[::1]"].map(str::to_owned));
        }
        let origins = hosts.iter().map(|host| format!("http://{host}")).collect();
        Self { hosts, origins }
    }

    /// Whether a request for this with these headers is answered. An origin that only a profile's own extension has is
    /// handed on: it is let in for a pairing code, and with the token that it got for that.
    ///
    /// # Errors
    /// 403 with a code that says which of the two headers it was. 400: the target names another host than
    /// the header (RFC 9112 §3.2.2 lets it name one).
    pub fn check(&self, target: &Uri, headers: &HeaderMap) -> Result<Option<OfProfile>, ApiError> {
        let named = target.authority().map(|authority| authority.as_str());
        let said = headers.get(header::HOST).and_then(|value| value.to_str().ok());
        let web = matches!(target.scheme_str(), Some("http" | "https"));
        if let Some(named) = named
            && !(web && said.is_some_and(|said| said.eq_ignore_ascii_case(named)))
        {
            return Err(ApiError::new(
                StatusCode::BAD_REQUEST,
                "bad-request",
                "the request's target names another host than its Host header",
            ));
        }
        if !listed(headers, &header::HOST, &self.hosts) {
            return Err(ApiError::new(
                StatusCode::FORBIDDEN,
                "host-not-allowed",
                "this Host is not answered; add it to allowed_hosts if it is a name of this server",
            ));
        }
        if headers.contains_key(header::ORIGIN) && !listed(headers, &header::ORIGIN, &self.origins)
        {
            return OfProfile::read(headers).map(Some).ok_or_else(not_allowed);
        }
        Ok(None)
    }
}

/// The refusal of an Origin.
pub fn not_allowed() -> ApiError {
    ApiError::new(
        StatusCode::FORBIDDEN,
        "origin-not-allowed",
        "this Origin may not call; pair the browser, or add it to allowed_origins if you trust it",
    )
}

/// The origin of an extension in Firefox: an address of its own in each profile, which no web page can have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfProfile(pub String);

impl OfProfile {
    const SCHEME: &str = "moz-extension://";

    /// The one `Origin` of a request, if it is of this kind: the scheme and a UUID.
    fn read(headers: &HeaderMap) -> Option<Self> {
        let mut values = headers.get_all(&header::ORIGIN).iter();
        let (Some(value), None) = (values.next(), values.next()) else { return None };
        let value = value.to_str().ok()?.to_ascii_lowercase();
        let id = value.strip_prefix(Self::SCHEME)?;
        let lengths: Vec<usize> = id.split('-').map(str::len).collect();
        let is_uuid = lengths == [8, 4, 4, 4, 12]
            && id.bytes().all(|byte| byte == b'-' || byte.is_ascii_hexdigit());
        is_uuid.then_some(Self(value))
    }
}

/// Whether a request that changes something comes from a page of this server's own: its one `Origin` is the very host that
/// is asked, and the browser, where it says so, calls it the same origin.
pub fn is_own_page(headers: &HeaderMap, tls: bool) -> bool {
    let text = |name: &header::HeaderName| {
        let mut values = headers.get_all(name).iter();
        match (values.next(), values.next()) {
            (Some(value), None) => value.to_str().ok(),
            _ => None,
        }
    };
    let (Some(host), Some(origin)) = (text(&header::HOST), text(&header::ORIGIN)) else {
        return false;
    };
    let own = format!("{}://{host}", if tls { "https" } else { "http" });
    let mut sites = headers.get_all("sec-fetch-site").iter();
    own.eq_ignore_ascii_case(origin) && sites.all(|site| site.as_bytes() == b"same-origin")
}

/// Whether the proxy says that the client spoke TLS: in one header with one word, because of two nobody
/// knows which is the proxy's. Whoever reaches the port beside the proxy could say so as well: this is for
/// the mistake, the firewall is for the attack.
pub fn came_by_tls(headers: &HeaderMap) -> bool {
    let mut values = headers.get_all("x-forwarded-proto").iter();
    match (values.next(), values.next()) {
        (Some(value), None) => value.as_bytes() == b"https",
        _ => false,
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

    /// A server on loopback, or one behind a proxy.
    fn check_at(
        proxied: bool,
        target: &str,
        host: &[&str],
        origin: Option<&str>,
        expected: Result<(), &str>,
    ) {
        let configured = |name: &str| match name {
            "VAULTY_TLS_PROXY" => Some(proxied.to_string()),
            "VAULTY_ALLOWED_HOSTS" => {
                Some(if proxied { "vaulty.example.org" } else { "localhost:8080" }.to_owned())
            }
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
        let found = allowed.check(&target.parse().unwrap(), &headers);
        let found = found.map(drop).map_err(|error| error.code);
        assert_eq!(found, expected, "{proxied} {target} {host:?} {origin:?}");
    }

    fn check(host: &[&str], origin: Option<&str>, expected: Result<(), &str>) {
        check_at(false, "/", host, origin, expected);
    }

    #[test]
    fn a_proxied_server_has_the_names_that_are_configured() {
        check_at(true, "/", &["vaulty.example.org"], Some("https://vaulty.example.org"), Ok(()));
        for host in ["127.0.0.1:3000", "localhost:3000", "[::1]:3000", "localhost", "0.0.0.0:3000"]
        {
            check_at(true, "/", &[host], None, Err("host-not-allowed"));
        }
        for origin in
            ["http://127.0.0.1:3000", "http://localhost:3000", "http://vaulty.example.org"]
        {
            let host = &["vaulty.example.org"];
            check_at(true, "/", host, Some(origin), Err("origin-not-allowed"));
        }
    }

    #[test]
    fn a_target_names_the_host_of_the_header_or_none() {
        let host = &["127.0.0.1:3000"];
        check_at(false, "http://127.0.0.1:3000/api", host, None, Ok(()));
        for target in [
            "http://evil.example/api",
            "http://127.0.0.1:3001/",
            "ftp://127.0.0.1:3000/",
            "127.0.0.1:3000",
        ] {
            check_at(false, target, host, None, Err("bad-request"));
        }
        check_at(false, "http://evil.example/", &["evil.example"], None, Err("host-not-allowed"));
    }

    #[test]
    fn the_proxy_says_once_that_it_was_tls() {
        for (values, expected) in [
            (&["https"][..], true),
            (&[], false),
            (&["http"], false),
            (&["https", "http"], false),
            (&["https", "https"], false),
            (&["https, http"], false),
            (&["HTTPS"], false),
            (&[""], false),
        ] {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append("x-forwarded-proto", value.parse().unwrap());
            }
            assert_eq!(came_by_tls(&headers), expected, "{values:?}");
        }
    }

    #[test]
    fn only_a_page_of_the_host_that_is_asked_changes_something() {
        let own = "http://127.0.0.1:3000";
        for (tls, origins, site, expected) in [
            (false, &[own][..], None, true),
            (false, &[own], Some("same-origin"), true),
            (false, &[own], Some("same-site"), false),
            (false, &[own], Some("cross-site"), false),
            (false, &[own], Some("none"), false),
            (false, &["http://localhost:3000"], None, false),
            (false, &["http://127.0.0.1:3001"], None, false),
            (false, &["https://127.0.0.1:3000"], None, false),
            (true, &["https://127.0.0.1:3000"], None, true),
            (true, &[own], None, false),
            (false, &["null"], None, false),
            (false, &[own, own], None, false),
            (false, &[], None, false),
            (false, &[], Some("same-origin"), false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, "127.0.0.1:3000".parse().unwrap());
            for origin in origins {
                headers.append(header::ORIGIN, origin.parse().unwrap());
            }
            if let Some(site) = site {
                headers.insert("sec-fetch-site", site.parse().unwrap());
            }
            assert_eq!(is_own_page(&headers, tls), expected, "{tls} {origins:?} {site:?}");
        }
    }

    #[test]
    fn loopback_names_with_the_port_are_answered() {
        for host in ["127.0.0.1:3000", "localhost:3000", "LOCALHOST:3000", "[::1]:3000"] {
            check(&[host], None, Ok(()));
        }
        check(&["localhost:8080"], None, Ok(()));
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
            "http://localhost:8080",
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
            "moz-extension://no-uuid",
            "moz-extension://5b1de0f2-6c5a-4c1e-9d3e-2f7a8c9b0d41/",
        ] {
            check(host, Some(origin), Err("origin-not-allowed"));
        }
        // Let in by its token alone: `routes::guard`.
        check(host, Some("moz-extension://5b1de0f2-6c5a-4c1e-9d3e-2f7a8c9b0d41"), Ok(()));
    }

    #[test]
    fn the_extension_has_a_fixed_id() {
        let origin = extension_origin().unwrap();
        let id = origin.strip_prefix("chrome-extension://").unwrap();
        assert_eq!(id.len(), 32);
        assert!(id.chars().all(|c| ('a'..='p').contains(&c)), "{id}");
    }
}
