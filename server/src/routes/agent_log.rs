//! `POST /api/agent/log`

use axum::{Extension, Json, extract::State};
use serde::Serialize;
use shared_types::{
    ActionResult, AgentAction,
    api::{LogRequest, OkResponse},
};

use super::{
    error::{ApiError, BodyRefusals, Refusals},
    extract::{JsonBody, check_id},
};
use crate::{app::Shared, planner::redact, security::User, store::NewEntry};

/// What is kept of an action and its result.
#[derive(Debug, Serialize)]
struct Kept {
    action: AgentAction,
    result: ActionResult,
}

/// Adds what came of an action to the job's trace.
///
/// Kept are the action's kind, its key and position, and the result's flags and reason. Literal values,
/// texts and data are left out.
#[utoipa::path(
    post,
    path = "/api/agent/log",
    tag = "agent",
    request_body = LogRequest,
    responses(Refusals, BodyRefusals, (status = 200, body = OkResponse, description = "Taken.")),
    security(("bearer" = []))
)]
pub async fn log(
    State(app): State<Shared>,
    Extension(user): Extension<User>,
    body: JsonBody<LogRequest>,
) -> Result<Json<OkResponse>, ApiError> {
    let LogRequest { job_id, step, action, result } = body.value;
    check_id("jobId", &job_id)?;
    let kept = Kept { action: redact::action(&action), result: redact::result(&result) };
    app.traces.add(NewEntry {
        user_id: user.name().to_owned(),
        job_id,
        origin: String::new(),
        step,
        at: app.clock.now_ms(),
        kind: "result",
        data: serde_json::to_vec(&kept).map_err(ApiError::internal)?.into(),
    });
    Ok(Json(OkResponse { ok: true }))
}
