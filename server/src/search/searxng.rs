//! SearXNG: `GET /search?format=json`, which its host allows in `search.formats` (docs.searxng.org, Search API).

use serde_json::Value;
use shared_types::search::{SearchFailure, SearchResult};

use super::{ask::Ask, read, settings::Provider};

pub(super) fn to_request(at: &Provider, words: &str) -> Option<Ask> {
    let mut ask = Ask::get(at, "/search", &[("q", words), ("format", "json")])?;
    ask.headers.push(("accept", "application/json".into()));
    Some(ask)
}

pub(super) fn parse_response(body: &[u8]) -> Result<Vec<SearchResult>, SearchFailure> {
    let said = read::json(body)?;
    read::listed(said.get("results").unwrap_or(&Value::Null), "content")
}
