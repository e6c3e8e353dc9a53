//! Tavily: `POST /search` with a bearer key (docs.tavily.com, Tavily Search).

use reqwest::Url;
use serde_json::{Value, json};
use shared_types::search::{SearchFailure, SearchResult};

use super::{ask::Ask, read, read::MOST_RESULTS, settings::Provider};

pub(super) fn to_request(at: &Provider, words: &str) -> Option<Ask> {
    let body = json!({"query": words, "max_results": MOST_RESULTS, "search_depth": "basic"});
    let bearer = format!("Bearer {}", at.key.reveal());
    Some(Ask {
        url: Url::parse(&format!("{}/search", at.address)).ok()?,
        headers: vec![("accept", "application/json".into()), ("authorization", bearer.into())],
        body: Some(body.to_string().into_bytes()),
    })
}

pub(super) fn parse_response(body: &[u8]) -> Result<Vec<SearchResult>, SearchFailure> {
    let said = read::json(body)?;
    read::listed(said.get("results").unwrap_or(&Value::Null), "content")
}
