//! "Where is the form?": words go to one search provider after the other, until one of them knows pages for them.
//!
//! Who is asked, and in which order, the host says; until then nobody is. What is asked goes to the provider and nowhere
//! else: the words are not stored and not logged, no model sees them, and no page that was found is fetched. What comes back
//! is read as if it were hostile ([`read`]): texts without markup, addresses of the web alone.

mod ask;
mod brave;
mod duckduckgo;
pub mod read;
mod searxng;
pub mod settings;
mod tavily;

use std::time::{Duration, Instant, SystemTime};

use reqwest::{Client, header::HeaderValue};
use shared_types::{
    Private,
    search::{SearchFailure, SearchProvider, SearchResponse, SearchResult, SearchTried},
};

use crate::{
    llm::{
        providers::{Failure, Problem, Response},
        transport,
    },
    security::Places,
};
use ask::Ask;
use settings::{Provider, SearchConfig};

/// Bytes of a response at most.
const MAX_BODY: usize = 2 << 20;
/// Searches that go on at once; of one user, no more than others leave.
const AT_ONCE: usize = 4;
/// By which providers know who asks.
const AGENT: &str = concat!("vaulty-server/", env!("CARGO_PKG_VERSION"));

/// Why nobody was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchError {
    /// The host chose nobody.
    Off,
    /// Others are being answered.
    Busy,
}

/// Who is asked.
pub struct Search {
    providers: Vec<Provider>,
    timeout: Duration,
    client: Option<Client>,
    places: Places,
}

impl Search {
    /// As it is configured.
    pub fn new(config: &SearchConfig) -> Self {
        let is_on = !config.providers.is_empty();
        Self {
            providers: config.providers.clone(),
            timeout: config.timeout,
            client: is_on.then(|| transport::client(None).ok()).flatten(),
            places: Places::new(AT_ONCE),
        }
    }

    /// Who is asked, in this order.
    pub fn offered(&self) -> Vec<SearchProvider> {
        self.providers.iter().map(|provider| provider.name).collect()
    }

    /// Pages for a user's words, of the first provider that knows some, and why those before it gave none.
    ///
    /// # Errors
    /// Nobody is asked.
    pub async fn find(&self, user: &str, words: &Private) -> Result<SearchResponse, SearchError> {
        if self.providers.is_empty() {
            return Err(SearchError::Off);
        }
        let _place = self.places.take(user, 1).ok_or(SearchError::Busy)?;
        let mut answer = SearchResponse::default();
        for at in &self.providers {
            let began = Instant::now();
            let found = self.ask(at, words).await;
            let count = found.as_ref().map_or(0, Vec::len);
            let (provider, ms) = (at.name.as_str(), began.elapsed().as_millis());
            // The words are the person's: no line says them.
            tracing::info!(provider, ms, count, "search");
            match found {
                Ok(results) => {
                    return Ok(SearchResponse { provider: Some(at.name), results, ..answer });
                }
                Err(why) => answer.tried.push(SearchTried { provider: at.name, why }),
            }
        }
        Ok(answer)
    }

    async fn ask(
        &self,
        at: &Provider,
        words: &Private,
    ) -> Result<Vec<SearchResult>, SearchFailure> {
        let client = self.client.as_ref().ok_or(SearchFailure::Unreachable)?;
        let Ask { url, headers, body } =
            to_request(at, words.reveal()).ok_or(SearchFailure::Failed)?;
        let mut asked = match body {
            Some(body) => client.post(url).header("content-type", "application/json").body(body),
            None => client.get(url),
        };
        asked = asked.header("user-agent", AGENT);
        for (name, value) in headers {
            let mut value =
                HeaderValue::from_str(value.reveal()).map_err(|_| SearchFailure::Refused)?;
            value.set_sensitive(true);
            asked = asked.header(name, value);
        }
        // The client follows no redirect, so nobody but the provider is reached.
        let sent = transport::fetch(asked, MAX_BODY, self.timeout, SystemTime::UNIX_EPOCH).await;
        judge(at, &sent.map_err(failure)?)
    }
}

/// What is asked of a provider for these words.
fn to_request(at: &Provider, words: &str) -> Option<Ask> {
    match at.name {
        SearchProvider::Searxng => searxng::to_request(at, words),
        SearchProvider::Brave => brave::to_request(at, words),
        SearchProvider::Tavily => tavily::to_request(at, words),
        SearchProvider::Duckduckgo => duckduckgo::to_request(at, words),
    }
}

/// What a provider found, from its response.
fn judge(at: &Provider, response: &Response) -> Result<Vec<SearchResult>, SearchFailure> {
    match response.status {
        200 => {}
        401 | 403 => return Err(SearchFailure::Refused),
        // DuckDuckGo answers 202 with a puzzle, Tavily 432 and 433 where a plan is used up.
        202 | 402 | 429 | 432 | 433 => return Err(SearchFailure::Limited),
        _ => return Err(SearchFailure::Failed),
    }
    parse(at.name, &response.body)
}

/// What a body says. No byte of it makes this panic, and no address in it that is not of the web gets through.
///
/// # Errors
/// It is no answer of this provider, or has nothing that nobody paid for.
pub fn parse(provider: SearchProvider, body: &[u8]) -> Result<Vec<SearchResult>, SearchFailure> {
    let results = match provider {
        SearchProvider::Searxng => searxng::parse_response(body),
        SearchProvider::Brave => brave::parse_response(body),
        SearchProvider::Tavily => tavily::parse_response(body),
        SearchProvider::Duckduckgo => duckduckgo::parse_response(body),
    }?;
    // With nothing but ads somebody else may know more.
    let is_found = results.iter().any(|result| !result.is_ad);
    if is_found { Ok(read::once(results)) } else { Err(SearchFailure::Nothing) }
}

fn failure(failure: Failure) -> SearchFailure {
    match failure.problem {
        Problem::TimedOut => SearchFailure::TimedOut,
        Problem::Unreachable => SearchFailure::Unreachable,
        _ => SearchFailure::Failed,
    }
}

#[cfg(test)]
mod tests;
