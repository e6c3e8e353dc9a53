//! `GET /api/jobs`

use axum::{Extension, Json, extract::State};
use shared_types::api::JobSummary;

use super::refusals::Refusals;
use crate::{app::Shared, error::ApiError, user::User};

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
pub async fn list(
    State(app): State<Shared>,
    Extension(user): Extension<User>,
) -> Result<Json<Vec<JobSummary>>, ApiError> {
    app.traces.settle().await;
    Ok(Json(app.store.jobs(user.name(), LISTED).await?))
}
