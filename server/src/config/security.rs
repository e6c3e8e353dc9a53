//! Who may call, and from where.

use axum::http::uri::Authority;
use serde::{Deserialize, Deserializer};

use super::{
    keys::{self, Key},
    read::{by, list, switch, text},
    server::Server,
};

/// Keys of this section.
pub(super) const KEYS: &[&Key] =
    &[&keys::AUTH, &keys::TLS_PROXY, &keys::ALLOWED_HOSTS, &keys::ALLOWED_ORIGINS];

/// Who may call.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Security {
    /// Who is let in.
    #[serde(deserialize_with = "auth")]
    pub auth: Auth,
    /// Whether other machines reach this server, by a proxy with TLS. Nothing else does if not.
    #[serde(deserialize_with = "switch")]
    pub tls_proxy: bool,
    /// Host headers that are answered, on a server that nothing but loopback reaches beside the loopback
    /// names; lower case.
    #[serde(deserialize_with = "hosts")]
    pub allowed_hosts: Vec<String>,
    /// Origins that may call beside the server's own and the extension's; lower case.
    #[serde(deserialize_with = "origins")]
    pub allowed_origins: Vec<String>,
}

/// Who is let in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Auth {
    /// Whoever has a bearer token.
    Token,
    /// Whoever can connect. On loopback only.
    None,
}

impl Default for Security {
    fn default() -> Self {
        Self {
            auth: Auth::Token,
            tls_proxy: false,
            allowed_hosts: Vec::new(),
            allowed_origins: Vec::new(),
        }
    }
}

impl Security {
    /// Whoever can be reached from beyond this machine, whether it listens there itself or something before
    /// it does, must have said so, asks for tokens and has a name of its own. What is not so, by key.
    pub(super) fn exposure(&self, server: &Server) -> Vec<(&'static Key, String)> {
        let of_loopback = |host: &&String| is_loopback_host(host);
        let listens_beyond = !server.listen.ip().is_loopback();
        let named_beyond = !self.allowed_hosts.iter().all(|host| is_loopback_host(host));
        let mut wrong = Vec::new();
        if !(self.tls_proxy || listens_beyond || named_beyond) {
            return wrong;
        }
        if !self.tls_proxy {
            let key = if listens_beyond { &keys::LISTEN } else { &keys::ALLOWED_HOSTS };
            let reason = "other machines could connect, and the server speaks plain HTTP; put a proxy with \
                 TLS before it and set tls_proxy = true, or listen on 127.0.0.1 and name no other hosts";
            wrong.push((key, reason.to_owned()));
        }
        if self.auth == Auth::None {
            let reason = "`none` is for servers that nothing but loopback can reach";
            wrong.push((&keys::AUTH, reason.to_owned()));
        }
        if self.allowed_hosts.is_empty() {
            let reason = "must name the host that clients call, since other machines can";
            wrong.push((&keys::ALLOWED_HOSTS, reason.to_owned()));
        }
        if let Some(host) = self.allowed_hosts.iter().find(of_loopback) {
            let reason = format!("`{host}` is a name of loopback, and other machines can connect");
            wrong.push((&keys::ALLOWED_HOSTS, reason));
        }
        wrong
    }
}

/// Whether a Host header names this machine and nothing else. Anybody writes one as they like, so more counts than in
/// `agent_core::site`, which reads what a browser made canonical.
fn is_loopback_host(host: &str) -> bool {
    let Ok(authority) = host.parse::<Authority>() else { return false };
    let name = authority.host().trim_start_matches('[').trim_end_matches(']');
    match name.parse::<std::net::IpAddr>() {
        Ok(address) => address.to_canonical().is_loopback(),
        Err(_) => {
            let name = name.trim_end_matches('.').to_ascii_lowercase();
            name == "localhost" || name.ends_with(".localhost")
        }
    }
}

fn auth<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Auth, D::Error> {
    by(deserializer, |value| match text(value)? {
        "token" => Ok(Auth::Token),
        "none" => Ok(Auth::None),
        other => Err(format!("`{other}` is neither `token` nor `none`")),
    })
}

fn hosts<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    by(deserializer, |value| {
        let hosts = list(value)?;
        let wrong = |host: &&String| {
            host.contains(['/', '@', '*', ' ']) || host.parse::<Authority>().is_err()
        };
        match hosts.iter().find(wrong) {
            Some(host) => {
                Err(format!("`{host}` is not a host name, with a port if clients send one"))
            }
            None => Ok(hosts),
        }
    })
}

fn origins<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    by(deserializer, |value| {
        let origins = list(value)?;
        let wrong = |origin: &&String| {
            !origin.split_once("://").is_some_and(|(scheme, host)| {
                !scheme.is_empty() && !host.is_empty() && !host.contains(['/', '@', '*', '?', '#'])
            })
        };
        match origins.iter().find(wrong) {
            Some(origin) => {
                Err(format!("`{origin}` is not an origin, such as https://example.org"))
            }
            None => Ok(origins),
        }
    })
}
