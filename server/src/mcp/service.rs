//! `/mcp`: streamable HTTP, without sessions. Each request carries the agent's token and is judged by itself, so that there is
//! nothing to take over, and an agent that was revoked is nobody at its next call.

use std::time::Duration;

use axum::{Router, response::Response, routing::any_service};
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::never::NeverSessionManager,
};

use super::handler::Agents;
use crate::app::Shared;

/// Where it is.
pub const PATH: &str = "/mcp";
/// Bytes of a request, at most: no call needs more than an id.
pub const LARGEST: usize = 64 << 10;

/// How often a subscription says that it is there.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// The one route.
pub fn routes(app: &Shared) -> Router<Shared> {
    let own = app.allowed.origins().iter();
    // What an extension sends has nothing to do here.
    let origins = own.filter(|origin| origin.starts_with("http")).map(|origin| with_port(origin));
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        // Only a subscription is a stream; what is silent for long is cut by what lies in between.
        .with_sse_keep_alive(Some(KEEP_ALIVE))
        .with_max_request_body_bytes(LARGEST)
        .with_allowed_hosts(app.allowed.hosts().iter().cloned())
        .with_allowed_origins(origins)
        // Else no origin at all would be looked at where the list is empty.
        .enforce_origin_validation()
        .with_cancellation_token(app.stopping.child_token());
    let handler = Agents::new(app.clone());
    let sessions = std::sync::Arc::new(NeverSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(handler.clone()), sessions, config);
    Router::new().route(PATH, any_service(service))
}

/// An origin with its port, because one without would stand for all of them.
fn with_port(origin: &str) -> String {
    let has_port = origin.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    match (has_port, origin.starts_with("https:")) {
        (true, _) => origin.to_owned(),
        (false, true) => format!("{origin}:443"),
        (false, false) => format!("{origin}:80"),
    }
}

/// Whether an error is told in JSON-RPC's own form.
pub fn is_json_rpc(response: &Response) -> bool {
    let kind = response.headers().get(axum::http::header::CONTENT_TYPE);
    kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"))
}
