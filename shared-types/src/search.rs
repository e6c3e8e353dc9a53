//! "Where is the form?": words that the person types, and pages that a search provider knows for them.

use serde::{Deserialize, Serialize};

use crate::private::Private;

/// Somebody who can be asked where a page is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub enum SearchProvider {
    /// A SearXNG of the host's own.
    Searxng,
    /// Brave's Search API.
    Brave,
    /// Tavily.
    Tavily,
    /// DuckDuckGo's page without scripts.
    Duckduckgo,
}

impl SearchProvider {
    /// Its name in the configuration and in the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Searxng => "searxng",
            Self::Brave => "brave",
            Self::Tavily => "tavily",
            Self::Duckduckgo => "duckduckgo",
        }
    }
}

/// Answer of `GET /api/search`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct SearchOffer {
    /// Who is asked, in this order; empty where nobody was chosen.
    pub providers: Vec<SearchProvider>,
}

/// `POST /api/search`
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct SearchRequest {
    /// What the person typed; 1 to 200 characters on one line.
    pub words: Private,
}

/// Answer of `POST /api/search`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct SearchResponse {
    /// Who found these; none where nobody found anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider: Option<SearchProvider>,
    /// What was found, in the provider's order; at most 20.
    pub results: Vec<SearchResult>,
    /// Who was asked before, and why that came to nothing.
    pub tried: Vec<SearchTried>,
}

/// A page that was found. Its texts are without markup.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct SearchResult {
    /// What it is called.
    pub title: String,
    /// Where it is; always http or https.
    pub address: String,
    /// What it says, in a few lines.
    pub summary: String,
    /// Whether somebody paid for it.
    pub is_ad: bool,
}

/// A provider that gave nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct SearchTried {
    /// Who.
    pub provider: SearchProvider,
    /// Why.
    pub why: SearchFailure,
}

/// Why a provider gave nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub enum SearchFailure {
    /// Nobody answers there.
    Unreachable,
    /// It didn't answer in time.
    TimedOut,
    /// It wants fewer requests, or its account is used up.
    Limited,
    /// It accepts no such request: the key, or how it is set up.
    Refused,
    /// It failed, or answered with something else.
    Failed,
    /// It knows nothing for these words.
    Nothing,
}
