//! Where the person's server is, and what is told to it alone: its token, and the key of a provider of models.
//!
//! Token and key belong to the origin that they were given for. An address that changes takes neither along;
//! nothing here sends them, and who sends asks [`credentials`].

use serde_json::Value;
use shared_types::{Private, settings::AgentSettings};

use crate::site::is_loopback;

mod spoken;

pub use spoken::{Spoken, advice, spoken};

/// An address as the browser's URL parser (WHATWG URL) took it apart, each part in its canonical form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Parts {
    /// `https:`
    pub protocol: String,
    /// Before the `@`.
    pub username: String,
    /// Before the `@`.
    pub password: String,
    /// `127.0.0.1`, `[::1]`, `xn--…`
    pub hostname: String,
    /// Scheme, host and port.
    pub origin: String,
    /// `/` at least.
    pub pathname: String,
    /// `?` and what follows it.
    pub search: String,
    /// `#` and what follows it.
    pub hash: String,
}

/// The address of a server that may be asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    origin: String,
    path: String,
}

impl Address {
    /// Scheme, host and port.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// The address without a slash at its end.
    pub fn base(&self) -> String {
        format!("{}{}", self.origin, self.path)
    }
}

/// Whether a server may be asked at this address.
///
/// # Errors
/// Why not, and what to do, for a person.
pub fn judge(parts: &Parts) -> Result<Address, String> {
    let address = plain(parts)?;
    if parts.protocol == "http:" && !is_loopback(&parts.hostname) {
        return Err(msg!("settings_plain_http_works_only_with_this"));
    }
    Ok(address)
}

/// Whether this is the address of anything that answers to HTTP: a provider, which the server asks.
///
/// # Errors
/// Why not, for a person.
pub fn plain(parts: &Parts) -> Result<Address, String> {
    if !matches!(parts.protocol.as_str(), "http:" | "https:") {
        return Err(msg!("settings_start_the_address_with_http_or"));
    }
    if !parts.username.is_empty()
        || !parts.password.is_empty()
        || !parts.search.is_empty()
        || !parts.hash.is_empty()
    {
        return Err(msg!("settings_leave_out_everything_but_the"));
    }
    if parts.hostname.is_empty() || parts.hostname.ends_with('.') {
        return Err(msg!("settings_that_is_no_address_write_it_as_in"));
    }
    let path = parts.pathname.trim_end_matches('/').to_owned();
    Ok(Address { origin: parts.origin.clone(), path })
}

/// What may be told to a server.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Credentials<'a> {
    /// The bearer token, if it is this server's.
    pub token: Option<&'a Private>,
    /// The person's key of a provider, if they gave it for this server and this provider.
    pub llm_key: Option<&'a Private>,
}

/// What of the settings may be told to the server at this address.
pub fn credentials<'a>(settings: &'a AgentSettings, address: &Address) -> Credentials<'a> {
    let token = &settings.server_token;
    let key = &settings.llm_api_key;
    let is_here = settings.server_origin == address.origin;
    let is_for_provider = settings.llm_key_for == receiver(settings, address);
    Credentials {
        token: Some(token).filter(|token| is_here && !token.is_empty()),
        llm_key: Some(key).filter(|key| is_for_provider && !key.is_empty()),
    }
}

/// Whoever gets the key of a provider: the server, and the provider that it passes the key on to.
fn receiver(settings: &AgentSettings, address: &Address) -> String {
    let provider = settings.llm_provider.as_str();
    format!("{} {provider} {}", address.origin, provider_url(settings))
}

/// Where the chosen provider listens, if the person says so.
pub fn provider_url(settings: &AgentSettings) -> &str {
    match settings.llm_provider.as_str() {
        "ollama" => &settings.ollama_url,
        "openai-compatible" | "azure" => &settings.llm_base_url,
        _ => "",
    }
}

/// Settings of a version that did not know whom token and key belong to: they are of the server whose address was
/// stored beside them.
pub fn bind_old(settings: &mut AgentSettings, address: &Address) -> bool {
    let (has_token, has_key) =
        (!settings.server_token.is_empty(), !settings.llm_api_key.is_empty());
    let token_is_free = has_token && settings.server_origin.is_empty();
    let key_is_free = has_key && settings.llm_key_for.is_empty();
    if token_is_free {
        settings.server_origin = address.origin.clone();
    }
    if key_is_free {
        settings.llm_key_for = receiver(settings, address);
    }
    token_is_free || key_is_free
}

/// Whether settings that were stored when a server was asked unless they said otherwise are of somebody who has one: they
/// say nothing, and there is a token or an address.
pub fn had_server(stored: Option<&Value>, address: Option<&str>) -> bool {
    let says = stored.and_then(|settings| settings.get("useServer"));
    let token = stored.and_then(|settings| settings.get("serverToken"));
    let is_text = |text: Option<&str>| text.is_some_and(|text| !text.trim().is_empty());
    says.is_none() && (is_text(token.and_then(Value::as_str)) || is_text(address))
}

/// What a change of the settings took away.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Lost {
    /// The token: the server is another one.
    pub token: bool,
    /// The provider's key: it goes through another server, or to another provider.
    pub key: bool,
}

/// Settings as the person changed them: what they entered anew belongs to the new address, what they left belongs to
/// the old one and goes if that is another.
pub fn change(before: &AgentSettings, after: &mut AgentSettings, address: &Address) -> Lost {
    let mut lost = Lost::default();
    let receiver = receiver(after, address);
    if after.server_token.is_empty() || after.server_token != before.server_token {
        after.server_origin = address.origin.clone();
    } else if before.server_origin == address.origin {
        after.server_origin = before.server_origin.clone();
    } else {
        lost.token = true;
        after.server_token = Private::default();
        after.server_origin = address.origin.clone();
    }
    if !after.llm_api_key.is_empty()
        && after.llm_api_key == before.llm_api_key
        && before.llm_key_for != receiver
    {
        lost.key = true;
        after.llm_api_key = Private::default();
    }
    after.llm_key_for = receiver;
    lost
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(origin: &str) -> Parts {
        let (scheme, host) = origin.split_once("://").unwrap();
        let hostname = match host.rsplit_once(':') {
            Some((name, port)) if !port.contains(']') => name,
            _ => host,
        };
        Parts {
            protocol: format!("{scheme}:"),
            hostname: hostname.to_owned(),
            origin: origin.to_owned(),
            pathname: "/".to_owned(),
            ..Parts::default()
        }
    }

    fn at(origin: &str) -> Address {
        plain(&parts(origin)).unwrap()
    }

    #[test]
    fn plain_http_is_for_this_computer_alone() {
        for (origin, expected) in [
            ("http://127.0.0.1:3000", true),
            ("http://127.1.2.3", true),
            ("http://localhost:80", true),
            ("http://[::1]:3000", true),
            ("https://vaulty.example", true),
            ("https://192.168.1.4:3000", true),
            ("http://vaulty.example", false),
            ("http://192.168.1.4:3000", false),
            ("http://0.0.0.0:3000", false),
            ("http://localhost.example", false),
            ("http://127.0.0.1.example", false),
            ("http://127.example", false),
            ("http://localhost.", false),
            ("https://vaulty.example.", false),
            ("http://[::ffff:7f00:1]", false),
            ("http://[::2]", false),
            ("ftp://127.0.0.1", false),
        ] {
            assert_eq!(judge(&parts(origin)).is_ok(), expected, "{origin}");
        }
        assert!(judge(&parts("http://vaulty.example")).unwrap_err().contains("https://"));
        assert!(plain(&parts("http://192.168.1.4:11434")).is_ok());
    }

    #[test]
    fn an_address_is_nothing_more() {
        let with = |change: fn(&mut Parts)| {
            let mut parts = parts("https://vaulty.example");
            change(&mut parts);
            judge(&parts)
        };
        assert!(with(|parts| parts.username = "me".to_owned()).is_err());
        assert!(with(|parts| parts.password = "pw".to_owned()).is_err());
        assert!(with(|parts| parts.search = "?a".to_owned()).is_err());
        assert!(with(|parts| parts.hash = "#a".to_owned()).is_err());
        assert!(with(|parts| parts.hostname = String::new()).is_err());
        let address = with(|parts| parts.pathname = "/base/".to_owned()).unwrap();
        assert_eq!(address.base(), "https://vaulty.example/base");
        assert_eq!(address.origin(), "https://vaulty.example");
    }

    fn settings() -> AgentSettings {
        let mut settings = AgentSettings {
            server_token: "token".into(),
            llm_provider: "openai".to_owned(),
            llm_api_key: "key".into(),
            llm_base_url: "https://models.example".to_owned(),
            ..AgentSettings::default()
        };
        assert!(bind_old(&mut settings, &at("https://one.example")));
        settings
    }

    fn told(settings: &AgentSettings, origin: &str) -> (bool, bool) {
        let told = credentials(settings, &at(origin));
        (told.token.is_some(), told.llm_key.is_some())
    }

    #[test]
    fn token_and_key_are_told_to_their_own_server() {
        let settings = settings();
        assert_eq!(told(&settings, "https://one.example"), (true, true));
        for other in ["https://two.example", "https://one.example:8443", "http://one.example"] {
            assert_eq!(told(&settings, other), (false, false), "{other}");
        }
        let of_nobody =
            AgentSettings { server_origin: String::new(), llm_key_for: String::new(), ..settings };
        assert_eq!(told(&of_nobody, "https://one.example"), (false, false));
        assert_eq!(told(&AgentSettings::default(), "https://one.example"), (false, false));
    }

    #[test]
    fn old_settings_are_bound_once() {
        let mut settings = settings();
        assert!(!bind_old(&mut settings, &at("https://two.example")));
        assert_eq!(told(&settings, "https://one.example"), (true, true));
        assert!(!bind_old(&mut AgentSettings::default(), &at("https://two.example")));
    }

    /// Settings after a change, what they tell the new server, and what was lost.
    fn check(
        origin: &str,
        edit: fn(&mut AgentSettings),
        expected: (bool, bool),
        lost: (bool, bool),
    ) {
        let before = settings();
        let mut after = before.clone();
        edit(&mut after);
        let gone = change(&before, &mut after, &at(origin));
        assert_eq!(told(&after, origin), expected, "{origin}");
        assert_eq!((gone.token, gone.key), lost, "{origin}");
        assert_eq!(after.server_token.is_empty(), !expected.0);
        assert_eq!(after.llm_api_key.is_empty(), !expected.1);
    }

    #[test]
    fn a_changed_address_takes_neither_along() {
        check("https://one.example", |_| {}, (true, true), (false, false));
        check("https://two.example", |_| {}, (false, false), (true, true));
        check(
            "https://two.example",
            |s| s.server_token = "t2".into(),
            (true, false),
            (false, true),
        );
        check("https://two.example", |s| s.llm_api_key = "k2".into(), (false, true), (true, false));
        let emptied = |settings: &mut AgentSettings| {
            settings.server_token = Private::default();
            settings.llm_api_key = Private::default();
        };
        check("https://two.example", emptied, (false, false), (false, false));
    }

    #[test]
    fn who_has_a_server_keeps_asking_it_and_nobody_else_does() {
        let check = |stored: Option<Value>, address: Option<&str>, expected: bool| {
            assert_eq!(had_server(stored.as_ref(), address), expected, "{stored:?} {address:?}");
        };
        let json = |text: &str| Some(serde_json::from_str::<Value>(text).unwrap());
        check(None, None, false);
        check(None, Some(" "), false);
        check(None, Some("https://one.example"), true);
        check(json(r#"{"serverToken": "t"}"#), None, true);
        check(json(r#"{"serverToken": ""}"#), None, false);
        check(
            json(r#"{"useServer": false, "serverToken": "t"}"#),
            Some("https://a.example"),
            false,
        );
        check(json(r#"{"useServer": true}"#), None, false);
        assert!(!AgentSettings::default().use_server);
    }

    #[test]
    fn a_key_stays_with_its_provider() {
        let lost_key = (true, false);
        check(
            "https://one.example",
            |s| s.llm_provider = "azure".to_owned(),
            lost_key,
            (false, true),
        );
        check(
            "https://one.example",
            |s| s.llm_base_url = "https://else.example".to_owned(),
            (true, true),
            (false, false),
        );
        let mut before = settings();
        before.llm_provider = "azure".to_owned();
        before.llm_key_for = receiver(&before, &at("https://one.example"));
        let mut after = before.clone();
        after.llm_base_url = "https://else.example".to_owned();
        assert!(change(&before, &mut after, &at("https://one.example")).key);
        after = AgentSettings { llm_base_url: "https://else.example".to_owned(), ..before };
        assert_eq!(told(&after, "https://one.example"), (true, false));
    }
}
