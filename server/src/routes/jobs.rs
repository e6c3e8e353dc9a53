//! `GET /api/jobs`

use axum::{Json, extract::State};
use shared_types::api::JobSummary;

use super::error::{ApiError, Refusals};
use crate::app::Shared;

/// Jobs listed at most.
const LISTED: u32 = 200;

/// The newest jobs, newest first, at most 200.
#[utoipa::path(
    get,
    path = "/api/jobs",
    tag = "jobs",
    responses(Refusals, (status = 200, body = Vec<JobSummary>, description = "The jobs.")),
    security(("bearer" = []))
)]
pub async fn list(State(app): State<Shared>) -> Result<Json<Vec<JobSummary>>, ApiError> {
    app.traces.settle().await;
    Ok(Json(app.store.jobs(LISTED).await?))
}
