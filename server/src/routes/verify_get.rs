//! `GET /api/agent/verify`

use std::time::Duration;

use axum::{
    Extension, Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use shared_types::api::{CodeResponse, ErrorEnvelope};

use super::{
    extract::{Query, check_id},
    refusals::Refusals,
};
use crate::{app::Shared, codes, error::ApiError, telemetry::spans::of_job, user::User};

/// Where codes are left and taken.
pub const PATH: &str = "/api/agent/verify";
/// The longest that a request waits for a code.
pub const LONGEST_WAIT: Duration = Duration::from_secs(25);

/// Takes the code of a job, waiting for it if need be. A code is handed over once.
#[utoipa::path(
    get,
    path = "/api/agent/verify",
    tag = "agent",
    params(
        ("jobId" = String, Query, description = "The job that waits."),
        ("wait" = Option<u64>, Query, description = "Seconds to wait, at most 25; 25 when absent."),
    ),
    responses(
        Refusals,
        (status = 200, body = CodeResponse, description = "The code, this once."),
        (status = 204, description = "None came."),
        (status = 400, body = ErrorEnvelope, description = "`jobId` is missing, or `wait` is no number."),
    ),
    security(("bearer" = []))
)]
pub async fn take(
    State(app): State<Shared>,
    Extension(user): Extension<User>,
    query: Query,
) -> Result<Response, ApiError> {
    let job_id = query.required("jobId")?;
    check_id("jobId", job_id)?;
    of_job(job_id, None);
    let wait = match query.optional("wait") {
        None => LONGEST_WAIT,
        Some(seconds) => {
            let seconds = seconds
                .parse()
                .map_err(|_| ApiError::invalid("wait", "must be a whole number of seconds"))?;
            Duration::from_secs(seconds).min(LONGEST_WAIT)
        }
    };
    let slot = codes::slot_name(&user, job_id);
    let code = tokio::select! {
        code = app.codes.take(&slot, wait) => code,
        () = app.stopping.cancelled() => None,
    };
    Ok(match code {
        Some(code) => Json(CodeResponse { code }).into_response(),
        None => StatusCode::NO_CONTENT.into_response(),
    })
}
