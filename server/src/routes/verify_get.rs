//! `GET /api/agent/verify`

use std::{future::pending, time::Duration};

use axum::{
    Extension, Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use futures_util::{StreamExt as _, stream::FuturesUnordered};
use shared_types::api::{CodeResponse, ErrorEnvelope};
use tokio::time::sleep;

use super::{
    extract::{Query, check_id},
    refusals::Refusals,
};
use crate::{
    app::{App, Shared},
    clock::millis,
    codes,
    error::ApiError,
    sources::{CODE_EVERY, CODE_FOR, SourceError},
    telemetry::spans::of_job,
    user::User,
};

/// Where codes are left and taken.
pub const PATH: &str = "/api/agent/verify";
/// The longest that a request waits for a code.
pub const LONGEST_WAIT: Duration = Duration::from_secs(25);

/// A code may be a little older than the question for it: it was sent when the page was loaded.
const LATE: Duration = Duration::from_secs(120);

/// Takes the code of a job, waiting for it if need be. A code is handed over once.
#[utoipa::path(
    get,
    path = "/api/agent/verify",
    tag = "agent",
    params(
        ("jobId" = String, Query, description = "The job that waits."),
        ("site" = Option<String>, Query, description = "The origin of the page that waits: what sources are asked for."),
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
        biased;
        () = app.stopping.cancelled() => None,
        code = app.codes.take(&slot, wait) => code.map(|code| CodeResponse { code, source: None }),
        found = search(&app, &user, job_id, query.optional("site")) => Some(found),
    };
    Ok(match code {
        Some(code) => Json(code).into_response(),
        None => StatusCode::NO_CONTENT.into_response(),
    })
}

/// Asks the user's sources of codes, again and again, until one has a code that it did not have before. Never ends where there
/// is none, or where it is not known which site asks.
async fn search(app: &App, user: &User, job_id: &str, site: Option<&str>) -> CodeResponse {
    let site = match site {
        // The page that waits, as its client says; a job may have gone on where the server planned nothing.
        Some(site) => agent_core::site::noted(site),
        None => app
            .store
            .job(user.name(), job_id)
            .await
            .ok()
            .flatten()
            .map_or_else(String::new, |job| job.origin),
    };
    if site.is_empty() {
        return pending().await;
    }
    let slot = codes::slot_name(user, job_id);
    let each = app.sources.of_codes(user).map(async |source| {
        loop {
            let asked = app.codes.asked_since(&slot);
            if app.clock.now_ms() - asked > millis(CODE_FOR) {
                return pending().await;
            }
            // The clock of a mail server is another one.
            let since = asked - millis(LATE);
            match source.code(&site, since).await {
                Ok(Some(code)) if app.codes.is_for(&slot, &code) => {
                    return CodeResponse { code, source: Some(source.name().to_owned()) };
                }
                // Nothing yet, or somebody else's turn.
                Ok(_) | Err(SourceError::Busy) => {}
                Err(error) => {
                    tracing::warn!(source = source.name(), %error, "no code could be asked for")
                }
            }
            sleep(CODE_EVERY).await;
        }
    });
    let mut each: FuturesUnordered<_> = each.collect();
    match each.next().await {
        Some(found) => found,
        None => pending().await,
    }
}
