//! What is configured of search: who is asked, where they are, with which key.

use std::time::Duration;

use shared_types::{Private, search::SearchProvider};

/// Those that can be asked, in the order of the documentation.
pub const PROVIDERS: &[SearchProvider] = &[
    SearchProvider::Searxng,
    SearchProvider::Brave,
    SearchProvider::Tavily,
    SearchProvider::Duckduckgo,
];

/// Somebody who is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provider {
    /// Who.
    pub name: SearchProvider,
    /// Where, without a slash at the end.
    pub address: String,
    /// The key; empty where none is needed.
    pub key: Private,
}

/// Who is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchConfig {
    /// In this order; nobody until the host chooses.
    pub providers: Vec<Provider>,
    /// Time for each of them.
    pub timeout: Duration,
}

impl SearchConfig {
    /// Seconds that a provider has, where nothing is said.
    pub const SECONDS: u64 = 5;
    /// And at most.
    pub const MOST_SECONDS: u64 = 15;

    /// The longest that all of them together may take.
    pub const LONGEST: Duration = Duration::from_secs(Self::MOST_SECONDS * PROVIDERS.len() as u64);

    /// Nobody is asked.
    pub fn none() -> Self {
        Self { providers: Vec::new(), timeout: Duration::from_secs(Self::SECONDS) }
    }

    /// As lines of the configuration.
    pub fn describe(&self) -> Vec<String> {
        let one = |provider: &Provider| {
            let at = agent_core::site::noted(&provider.address);
            format!("search.{} = {at}", provider.name.as_str())
        };
        self.providers.iter().map(one).collect()
    }
}

/// What is known of a provider before anything is configured.
#[derive(Debug)]
pub struct Facts {
    /// Where it is, unless configured; empty: it must be.
    pub address: &'static str,
    /// Environment variable of its key; empty where it has none.
    pub key_variable: &'static str,
}

/// What is known of it.
pub const fn facts(name: SearchProvider) -> Facts {
    match name {
        SearchProvider::Searxng => Facts { address: "", key_variable: "" },
        SearchProvider::Brave => {
            Facts { address: "https://api.search.brave.com", key_variable: "BRAVE_API_KEY" }
        }
        SearchProvider::Tavily => {
            Facts { address: "https://api.tavily.com", key_variable: "TAVILY_API_KEY" }
        }
        SearchProvider::Duckduckgo => {
            Facts { address: "https://html.duckduckgo.com", key_variable: "" }
        }
    }
}
