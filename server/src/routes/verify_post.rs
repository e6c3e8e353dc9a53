//! `POST /api/agent/verify`

use axum::{Extension, Json, extract::State, http::StatusCode};
use shared_types::api::{ErrorEnvelope, OkResponse, VerifyRequest};

use super::{
    extract::{JsonBody, check_id},
    refusals::{BodyRefusals, Refusals},
};
use crate::{
    app::Shared,
    codes::{self, NobodyWaits},
    error::ApiError,
    telemetry::spans::of_job,
    user::User,
};

/// Longest code in characters.
const LONGEST: usize = 256;

impl From<NobodyWaits> for ApiError {
    fn from(NobodyWaits: NobodyWaits) -> Self {
        Self::new(StatusCode::NOT_FOUND, "no-such-job", "no job with this id waits for a code")
            .at("jobId")
    }
}

/// Leaves a code for a job that waits for one.
///
/// A job waits when its newest plan asked for a code, or when it asked for one within the last minute.
/// The code is kept in memory only, for five minutes, and handed over once; the newest counts.
#[utoipa::path(
    post,
    path = "/api/agent/verify",
    tag = "agent",
    request_body = VerifyRequest,
    responses(
        Refusals,
        BodyRefusals,
        (status = 200, body = OkResponse, description = "The job gets it."),
        (status = 404, body = ErrorEnvelope, description = "No such job waits."),
    ),
    security(("bearer" = []))
)]
pub async fn give(
    State(app): State<Shared>,
    Extension(user): Extension<User>,
    body: JsonBody<VerifyRequest>,
) -> Result<Json<OkResponse>, ApiError> {
    let VerifyRequest { job_id, code, .. } = body.value;
    check_id("jobId", &job_id)?;
    of_job(&job_id, None);
    if code.is_empty() || code.reveal().chars().count() > LONGEST {
        return Err(ApiError::invalid("code", "must have 1 to 256 characters"));
    }
    app.codes.give(&codes::slot_name(&user, &job_id), code)?;
    Ok(Json(OkResponse { ok: true }))
}
