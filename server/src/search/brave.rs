//! Brave: `GET /res/v1/web/search` with a key (api-dashboard.search.brave.com, Web Search API).

use serde_json::Value;
use shared_types::search::{SearchFailure, SearchResult};

use super::{ask::Ask, read, settings::Provider};

pub(super) fn to_request(at: &Provider, words: &str) -> Option<Ask> {
    let mut ask = Ask::get(at, "/res/v1/web/search", &[("q", words), ("count", "20")])?;
    ask.headers.push(("accept", "application/json".into()));
    ask.headers.push(("x-subscription-token", at.key.clone()));
    Some(ask)
}

pub(super) fn parse_response(body: &[u8]) -> Result<Vec<SearchResult>, SearchFailure> {
    let said = read::json(body)?;
    match said.pointer("/web/results") {
        Some(list) => read::listed(list, "description"),
        // Without pages for the words the part about pages is left out.
        None if said.get("type") == Some(&Value::from("search")) => Err(SearchFailure::Nothing),
        None => Err(SearchFailure::Failed),
    }
}
