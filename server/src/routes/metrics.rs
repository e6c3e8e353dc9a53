//! `GET /metrics`

use axum::{
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};

use crate::app::Shared;

/// Counters and times in Prometheus' text format. They hold no one's data and need no token.
#[utoipa::path(
    get,
    path = "/metrics",
    tag = "server",
    responses((status = 200, body = String, content_type = "text/plain", description = "The metrics."))
)]
pub async fn read(State(app): State<Shared>) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], app.metrics.render())
        .into_response()
}
