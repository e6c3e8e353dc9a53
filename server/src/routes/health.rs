//! `GET /api/health`

use axum::Json;
use shared_types::api::{CONTRACT, HealthResponse};

/// Whether the server is there, and what it speaks. Needs no token.
#[utoipa::path(
    get,
    path = "/api/health",
    tag = "server",
    responses((status = 200, body = HealthResponse, description = "It is there."))
)]
pub async fn health() -> Json<HealthResponse> {
    Json(HealthResponse {
        status: "ok".to_owned(),
        name: "vaulty".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        contract: CONTRACT,
    })
}
