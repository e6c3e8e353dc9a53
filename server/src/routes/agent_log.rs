//! `POST /api/agent/log`

use axum::{Extension, Json, extract::State, http::HeaderMap};
use serde::Serialize;
use shared_types::{
    ActionResult, AgentAction,
    api::{ErrorEnvelope, LogRequest, OkResponse},
};

use super::{
    agent_next,
    extract::{JsonBody, check_id},
    refusals::{BodyRefusals, Refusals},
};
use crate::{
    app::Shared,
    error::ApiError,
    planner::redact,
    store::{Author, Durability, NewEntry, Outcome, Unit},
    telemetry::spans::of_job,
    user::User,
};

/// What is kept of an action and its result.
#[derive(Debug, Serialize)]
struct Kept {
    action: AgentAction,
    result: ActionResult,
}

/// Adds what came of an action to the job's trace.
///
/// Kept are the action's kind, its key and position, and the result's flags and reason. Literal values,
/// texts and data are left out. It is in the store before it is answered; with an Idempotency-Key it is
/// there once, however often it is sent.
#[utoipa::path(
    post,
    path = "/api/agent/log",
    tag = "agent",
    request_body = LogRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "Ties this request to its body.")),
    responses(
        Refusals,
        BodyRefusals,
        (status = 200, body = OkResponse, description = "Taken."),
        (status = 409, body = ErrorEnvelope, description = "The Idempotency-Key was used with another body."),
        (status = 410, body = ErrorEnvelope, description = "The user was erased while this was on its way."),
    ),
    security(("bearer" = []))
)]
pub async fn log(
    State(app): State<Shared>,
    Extension(user): Extension<User>,
    Extension(by): Extension<Author>,
    headers: HeaderMap,
    body: JsonBody<LogRequest>,
) -> Result<Json<OkResponse>, ApiError> {
    let key = agent_next::idempotency_key(&app, &headers)?;
    let key = key.map(|key| (key, app.marks.fingerprint(&body.bytes)));
    let LogRequest { job_id, step, action, result } = body.value;
    check_id("jobId", &job_id)?;
    of_job(&job_id, Some(step));
    // Whatever was pressed may have sent something.
    let pressed = matches!(action, AgentAction::Click { .. });
    let kept = Kept { action: redact::action(&action), result: redact::result(&result) };
    let data = serde_json::to_vec(&kept).map_err(ApiError::internal)?.into();
    let unit = Unit {
        user_id: user.name().to_owned(),
        by,
        job_id,
        origin: String::new(),
        step,
        at: app.clock.now_ms(),
        entries: vec![NewEntry { kind: "result", data }],
        answer: None,
        key,
        durability: if pressed { Durability::Machine } else { Durability::Program },
    };
    match app.traces.commit(unit).await? {
        Outcome::Written(_) | Outcome::Repeat(_) => Ok(Json(OkResponse { ok: true })),
        Outcome::OtherBody => Err(agent_next::Error::OtherBody.into()),
        Outcome::Erased => Err(ApiError::erased()),
    }
}
