//! `[search]`: who is asked where a form is, and how. Nobody is until `providers` names somebody.

use std::time::Duration;

use serde::{Deserialize, Deserializer};
use shared_types::{Private, json::Object, search::SearchProvider};
use toml::{Table, Value};

use super::{
    error::{ConfigError, Origin},
    raw::{Environment, Raw, SEARCH},
    read::{by, filled, secret},
    section::{TableKey, Wrong, from_table, key},
};
use crate::{
    llm::providers::is_near,
    search::settings::{Facts, PROVIDERS, Provider, SearchConfig, facts},
};

/// Keys of `[search]`, in the order of the documentation.
pub(in crate::config) const KEYS: &[TableKey] = &[
    key(
        "providers",
        "Who is asked where a form is, in this order; a list of `searxng`, `brave`, `tavily` and `duckduckgo`. Empty: nobody.",
    ),
    key("timeout_seconds", "Time for each of them, 1 to 15 seconds."),
];

/// Keys of `[search.NAME]`, likewise.
pub(in crate::config) const PROVIDER_KEYS: &[TableKey] = &[
    key(
        "address",
        "Where it is: of `searxng` the one of your own; of the others only where it is not the usual one.",
    ),
    key(
        "api_key_env",
        "The variable of the environment that holds the key of `brave` or `tavily`.",
    ),
    key("api_key", "The key; a variable of the environment is the better place."),
];

/// `[search]`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Section {
    #[serde(deserialize_with = "names")]
    providers: Vec<SearchProvider>,
    #[serde(deserialize_with = "seconds")]
    timeout_seconds: Option<u64>,
    #[serde(deserialize_with = "table")]
    searxng: ProviderSection,
    #[serde(deserialize_with = "table")]
    brave: ProviderSection,
    #[serde(deserialize_with = "table")]
    tavily: ProviderSection,
    #[serde(deserialize_with = "table")]
    duckduckgo: ProviderSection,
}

impl Section {
    fn of(&self, name: SearchProvider) -> &ProviderSection {
        match name {
            SearchProvider::Searxng => &self.searxng,
            SearchProvider::Brave => &self.brave,
            SearchProvider::Tavily => &self.tavily,
            SearchProvider::Duckduckgo => &self.duckduckgo,
        }
    }
}

/// `[search.NAME]`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct ProviderSection {
    #[serde(deserialize_with = "filled")]
    address: Option<String>,
    #[serde(deserialize_with = "filled")]
    api_key_env: Option<String>,
    #[serde(deserialize_with = "secret")]
    api_key: Option<Private>,
}

fn table<'de, D: Deserializer<'de>>(deserializer: D) -> Result<ProviderSection, D::Error> {
    Object::deserialize(deserializer).map(|Object(section)| section)
}

/// The provider of this name.
pub(in crate::config) fn named(name: &str) -> Option<SearchProvider> {
    PROVIDERS.iter().copied().find(|provider| provider.as_str() == name)
}

fn names<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<SearchProvider>, D::Error> {
    by(deserializer, |value| {
        let wrong = || {
            "must be a list of `searxng`, `brave`, `tavily` and `duckduckgo`, each once".to_owned()
        };
        let Value::Array(items) = value else { return Err(wrong()) };
        let all: Option<Vec<SearchProvider>> =
            items.iter().map(|item| named(item.as_str()?.trim())).collect();
        let is_once = |all: &Vec<SearchProvider>| {
            let mut sorted = all.clone();
            sorted.sort_unstable();
            sorted.dedup();
            sorted.len() == all.len()
        };
        all.filter(is_once).ok_or_else(wrong)
    })
}

fn seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    by(deserializer, |value| {
        let number = value.as_integer().and_then(|number| u64::try_from(number).ok());
        let number = number.filter(|number| (1..=SearchConfig::MOST_SECONDS).contains(number));
        number.map(Some).ok_or_else(|| {
            format!("must be a whole number from 1 to {}", SearchConfig::MOST_SECONDS)
        })
    })
}

/// What is configured of search.
///
/// # Errors
/// Every key that is wrong.
pub(super) fn load(
    raw: &Raw,
    environment: Environment<'_>,
) -> Result<SearchConfig, Vec<ConfigError>> {
    let (config, wrong) = judge(raw.search().cloned().unwrap_or_default(), environment);
    if wrong.is_empty() {
        return Ok(config);
    }
    let told = |Wrong { path, reason }| ConfigError {
        key: format!("{SEARCH}.{}", path.join(".")),
        origin: Origin::File,
        reason,
    };
    Err(wrong.into_iter().map(told).collect())
}

fn judge(table: Table, environment: Environment<'_>) -> (SearchConfig, Vec<Wrong>) {
    let mut wrong = Vec::new();
    let section: Section = from_table(table, &mut wrong);
    let mut providers = Vec::new();
    // What is said of somebody who is not asked is not looked at.
    for &name in &section.providers {
        match provider(name, section.of(name), environment) {
            Ok(provider) => providers.push(provider),
            Err((key, reason)) => wrong.push(Wrong::new(&[name.as_str(), key], reason)),
        }
    }
    let seconds = section.timeout_seconds.unwrap_or(SearchConfig::SECONDS);
    (SearchConfig { providers, timeout: Duration::from_secs(seconds) }, wrong)
}

fn provider(
    name: SearchProvider,
    said: &ProviderSection,
    environment: Environment<'_>,
) -> Result<Provider, (&'static str, String)> {
    let Facts { address, key_variable } = facts(name);
    let address = said.address.as_deref().unwrap_or(address).trim_end_matches('/').to_owned();
    if address.is_empty() {
        return Err(("address", "must be set: where your SearXNG is".to_owned()));
    }
    if !is_address(&address) {
        let reason = "must be https:// with a host, or http:// of this machine or your own network; no user, query or fragment";
        return Err(("address", reason.to_owned()));
    }
    let set = |name: &str| {
        environment(name).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
    };
    let key = match (&said.api_key, &said.api_key_env) {
        (Some(key), _) => Some(key.clone()),
        (None, Some(variable)) => {
            let reason = || format!("names {variable}, which is not set in the environment");
            Some(set(variable).ok_or_else(|| ("api_key_env", reason()))?.into())
        }
        (None, None) => set(key_variable).map(Private::from),
    };
    match key {
        None if !key_variable.is_empty() => {
            let reason = format!("is missing: set it here, or {key_variable} in the environment");
            Err(("api_key", reason))
        }
        key => Ok(Provider { name, address, key: key.unwrap_or_default() }),
    }
}

/// Whether what is said there is for nobody on the way: words and keys are nobody else's.
fn is_address(address: &str) -> bool {
    let Ok(url) = reqwest::Url::parse(address) else { return false };
    let is_plain = url.username().is_empty()
        && url.password().is_none()
        && url.query().is_none()
        && url.fragment().is_none();
    let is_safe = url.scheme() == "https" || (url.scheme() == "http" && is_near(address));
    is_plain && url.has_host() && is_safe
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(file: &str, expected: Result<&str, &[&str]>) {
        let set = |name: &str| {
            let value = match name {
                "BRAVE_API_KEY" => "secret-of-brave",
                "MINE" => "secret-of-mine",
                _ => return None,
            };
            Some(value.to_owned())
        };
        let (config, wrong) = judge(file.parse().unwrap(), &set);
        let wrong: Vec<String> = wrong
            .into_iter()
            .map(|Wrong { path, reason }| format!("{}: {reason}", path.join(".")))
            .collect();
        match expected {
            Ok(shown) => {
                assert!(wrong.is_empty(), "{wrong:?}");
                let one = |provider: &Provider| {
                    let Provider { name, address, key } = provider;
                    format!("{} {address} {}", name.as_str(), key.reveal())
                };
                let all: Vec<String> = config.providers.iter().map(one).collect();
                assert_eq!(format!("{}s {}", config.timeout.as_secs(), all.join(", ")), shown);
                assert!(!format!("{config:?}").contains("secret"), "{config:?}");
            }
            Err(expected) => assert_eq!(wrong, expected, "{file}"),
        }
    }

    #[test]
    fn nobody_is_asked_until_somebody_is_named() {
        check("", Ok("5s "));
        check("providers = []\nbrave.api_key = \"x\"", Ok("5s "));
        // What is said of others does not matter.
        check("[tavily]\naddress = \"nowhere\"", Ok("5s "));
    }

    #[test]
    fn every_key_can_be_set_in_the_file() {
        check(
            "providers = [\"duckduckgo\", \"searxng\", \"tavily\", \"brave\"]\ntimeout_seconds = 2\n\
             [searxng]\naddress = \"http://192.168.1.4:8888/\"\n\
             [brave]\napi_key_env = \"MINE\"\naddress = \"http://127.0.0.1:1\"\n\
             [tavily]\napi_key = \"own\"",
            Ok("2s duckduckgo https://html.duckduckgo.com , searxng http://192.168.1.4:8888 , \
                tavily https://api.tavily.com own, brave http://127.0.0.1:1 secret-of-mine"),
        );
        check(
            "providers = [\"brave\"]",
            Ok("5s brave https://api.search.brave.com secret-of-brave"),
        );
        for key in KEYS {
            let is_key = ["providers", "timeout_seconds"].contains(&key.name);
            assert!(is_key, "{}: set it here", key.name);
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let list =
            "providers: must be a list of `searxng`, `brave`, `tavily` and `duckduckgo`, each once";
        let far = "searxng.address: must be https:// with a host, or http:// of this machine or \
                   your own network; no user, query or fragment";
        let seconds = "timeout_seconds: must be a whole number from 1 to 15";
        for (file, expected) in [
            ("providers = \"brave\"", [list].as_slice()),
            ("providers = [\"google\"]", &[list]),
            ("providers = [\"brave\", \"brave\"]", &[list]),
            ("providers = [1]", &[list]),
            ("timeout_seconds = 0", &[seconds]),
            ("timeout_seconds = 16", &[seconds]),
            ("providers = [\"searxng\"]", &["searxng.address: must be set: where your SearXNG is"]),
            ("providers = [\"searxng\"]\n[searxng]\naddress = \"http://8.8.8.8\"", &[far]),
            ("providers = [\"searxng\"]\n[searxng]\naddress = \"https://u:p@a.example\"", &[far]),
            ("providers = [\"searxng\"]\n[searxng]\naddress = \"https://a.example/?x\"", &[far]),
            ("providers = [\"searxng\"]\n[searxng]\naddress = \"file:///etc\"", &[far]),
            (
                "providers = [\"tavily\"]",
                &["tavily.api_key: is missing: set it here, or TAVILY_API_KEY in the environment"],
            ),
            (
                "providers = [\"tavily\"]\n[tavily]\napi_key_env = \"NONE\"",
                &["tavily.api_key_env: names NONE, which is not set in the environment"],
            ),
            ("[bing]\nkey = 1", &["bing: there is no such key"]),
            ("brave = 1", &["brave: must be a table"]),
            ("[brave]\nkey = \"x\"", &["brave.key: there is no such key"]),
        ] {
            check(file, Err(expected));
        }
    }
}
