//! `POST /api/agent/next`

use std::sync::Arc;

use axum::{
    Extension,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use shared_types::{
    AgentAction,
    api::{ErrorEnvelope, NextRequest, NextResponse},
};

use super::{
    error::{ApiError, BodyRefusals, Refusals},
    extract::{JsonBody, check_id},
};
use crate::{
    app::{App, Shared},
    codes,
    planner::{
        Asker, Planned, Prepared, intake, literal, offload, redact,
        repeats::{BodyHash, OtherBody, Round},
        source_name,
    },
    security::{Caller, User},
    store::NewEntry,
};

const IDEMPOTENCY_KEY: &str = "idempotency-key";

/// What can go wrong besides the body.
#[derive(Debug, thiserror::Error)]
enum Error {
    #[error("this Idempotency-Key was used with another body")]
    OtherBody,
    #[error("the Idempotency-Key must be 1 to 128 printable characters")]
    UnusableKey,
    #[error("the planner failed on this page")]
    Planner,
    #[error("the plan cannot be written: {0}")]
    Json(#[from] serde_json::Error),
}

impl From<Error> for ApiError {
    fn from(error: Error) -> Self {
        match error {
            Error::OtherBody => {
                Self::new(StatusCode::CONFLICT, "idempotency-conflict", error.to_string())
            }
            Error::UnusableKey => {
                Self::new(StatusCode::BAD_REQUEST, "invalid-idempotency-key", error.to_string())
            }
            Error::Planner | Error::Json(_) => Self::internal(error),
        }
    }
}

/// The plan for a page.
///
/// With `profile` or `record` the answer holds literal values; both are taken out before anything is
/// planned, kept or logged. With `profileKeys` and `recordKeys` it holds `valueFrom` instead. An
/// identical request gets the identical answer; another body for the same step is planned anew.
#[utoipa::path(
    post,
    path = "/api/agent/next",
    tag = "agent",
    request_body = NextRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "Ties this request to its body.")),
    responses(
        Refusals,
        BodyRefusals,
        (status = 200, body = NextResponse, description = "The plan."),
        (status = 409, body = ErrorEnvelope, description = "The Idempotency-Key was used with another body."),
    ),
    security(("bearer" = []))
)]
pub async fn next(
    State(app): State<Shared>,
    Extension(caller): Extension<Caller>,
    Extension(user): Extension<User>,
    headers: HeaderMap,
    body: JsonBody<NextRequest>,
) -> Result<Response, ApiError> {
    let JsonBody { value: request, bytes } = body;
    check_id("jobId", &request.job_id)?;
    let hash = app.repeats.hash(&bytes);
    drop(bytes);
    check_key(&app, caller, &headers, hash)?;

    let round = Round { caller, job_id: request.job_id.clone(), step: request.step };
    let origin = redact::origin(&request.observation.url);
    let fields = request.observation.fields.len();
    let prepared = offload(fields, move || intake::prepare(request)).await.ok_or(Error::Planner)?;
    if let Some(plan) = app.repeats.get(&round, hash) {
        return Ok(json(as_asked(plan, None, &prepared)?));
    }

    let Prepared { question, values, numbers } = prepared;
    let question = Arc::new(question);
    let asker = Asker { caller, job_id: round.job_id.clone() };
    let Planned { response, ledger } = app.planner.plan(question.clone(), &asker).await;
    app.metrics.plan(source_name(response.planner.source));
    let asks = response
        .actions
        .iter()
        .any(|action| matches!(action, AgentAction::RequestVerification { .. }));
    app.codes.planned(&codes::slot_name(&user, &round.job_id), asks);

    let plan: Bytes = serde_json::to_vec(&response).map_err(Error::Json)?.into();
    let traced = match values {
        None => plan.clone(),
        Some(_) => serde_json::to_vec(&redact::plan(&response)).map_err(Error::Json)?.into(),
    };
    if let Some(ledger) = ledger {
        app.metrics.ledger(&ledger);
        app.traces.add(NewEntry {
            user_id: user.name().to_owned(),
            job_id: round.job_id.clone(),
            origin: origin.clone(),
            step: round.step,
            at: app.clock.now_ms(),
            kind: "llm",
            data: serde_json::to_vec(&ledger).map_err(Error::Json)?.into(),
        });
    }
    app.traces.add(NewEntry {
        user_id: user.name().to_owned(),
        job_id: round.job_id.clone(),
        origin,
        step: round.step,
        at: app.clock.now_ms(),
        kind: "plan",
        data: traced,
    });
    let kept = app.repeats.keep(round, hash, plan.clone());
    // Another request with the same body may have been planned first; then its answer counts.
    let response = (kept == plan).then_some(response);
    let question = Arc::try_unwrap(question).unwrap_or_else(|shared| (*shared).clone());
    Ok(json(as_asked(kept, response, &Prepared { question, values, numbers })?))
}

/// Checks an Idempotency-Key, if there is one.
fn check_key(
    app: &App,
    caller: Caller,
    headers: &HeaderMap,
    hash: BodyHash,
) -> Result<(), ApiError> {
    let Some(key) = headers.get(IDEMPOTENCY_KEY) else { return Ok(()) };
    let key = key.to_str().map_err(|_| Error::UnusableKey)?;
    check_id(IDEMPOTENCY_KEY, key).map_err(|_| Error::UnusableKey)?;
    app.repeats.tie(caller, key, hash).map_err(|OtherBody| Error::OtherBody.into())
}

/// The kept plan in the form that this request asked for: with its values and its numbers. Without
/// either, the kept bytes are the answer as they are.
fn as_asked(
    plan: Bytes,
    response: Option<NextResponse>,
    prepared: &Prepared,
) -> Result<Bytes, ApiError> {
    if prepared.values.is_none() && prepared.numbers.are_positions() {
        return Ok(plan);
    }
    let mut response = match response {
        Some(response) => response,
        None => serde_json::from_slice(&plan).map_err(Error::Json)?,
    };
    if let Some(values) = &prepared.values {
        response = literal::with_literals(response, &prepared.question.observation, values);
    }
    prepared.numbers.put_back(&mut response);
    Ok(serde_json::to_vec(&response).map_err(Error::Json)?.into())
}

fn json(body: Bytes) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], body).into_response()
}
