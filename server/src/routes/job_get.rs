//! `GET /api/jobs/{id}`

use axum::{Extension, Json, extract::State, http::StatusCode};
use shared_types::api::{ErrorEnvelope, JobSummary, JobTrace};

use super::{extract::PathId, refusals::Refusals};
use crate::{
    app::{App, Shared},
    error::ApiError,
    store::StoreError,
    user::User,
};

/// What can go wrong with a stored job.
#[derive(Debug, thiserror::Error)]
pub(super) enum Error {
    /// There is none.
    #[error("there is no job with this id")]
    None,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<Error> for ApiError {
    fn from(error: Error) -> Self {
        match error {
            Error::None => Self::new(StatusCode::NOT_FOUND, "no-such-job", error.to_string()),
            Error::Store(error) => error.into(),
        }
    }
}

/// The job with this id, once everything that is known of it is in the store.
pub(super) async fn known(app: &App, user: &User, id: &str) -> Result<JobSummary, Error> {
    app.traces.settle().await;
    app.store.job(user.name(), id).await?.ok_or(Error::None)
}

/// What happened in a job, oldest first, without values.
#[utoipa::path(
    get,
    path = "/api/jobs/{id}",
    tag = "jobs",
    params(("id" = String, Path, description = "The client's id of the job.")),
    responses(
        Refusals,
        (status = 200, body = JobTrace, description = "The job and its trace."),
        (status = 400, body = ErrorEnvelope, description = "`id` is too long or has control characters."),
        (status = 404, body = ErrorEnvelope, description = "There is no such job."),
    ),
    security(("bearer" = []))
)]
pub async fn read(
    State(app): State<Shared>,
    Extension(user): Extension<User>,
    PathId(id): PathId,
) -> Result<Json<JobTrace>, ApiError> {
    let job = known(&app, &user, &id).await?;
    let trace = app.store.trace(user.name(), &id, 0).await?;
    Ok(Json(JobTrace { job, trace }))
}
