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
    extract::{JsonBody, check_id},
    refusals::{BodyRefusals, Refusals},
};
use crate::{
    app::{App, Shared},
    codes,
    error::ApiError,
    llm::settings::Mode,
    planner::{
        Asker, Planned, Prepared, Question, intake, literal, offload, redact, repeats::Round,
        replay, source_name,
    },
    store::{Answered, Author, Durability, Fingerprint, NewAnswer, NewEntry, Outcome, Unit},
    telemetry::spans::{Doing, of_job},
    traces,
    user::{Caller, User},
};

const IDEMPOTENCY_KEY: &str = "idempotency-key";

/// What can go wrong besides the body.
#[derive(Debug, thiserror::Error)]
pub(super) enum Error {
    /// The key was used with another body.
    #[error("this Idempotency-Key was used with another body")]
    OtherBody,
    /// The key is none.
    #[error("the Idempotency-Key must be 1 to 128 printable characters")]
    UnusableKey,
    /// The planner broke.
    #[error("the planner failed on this page")]
    Planner,
    /// The plan is no JSON.
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
/// identical request gets the identical answer, also after a restart; another body for the same step is
/// planned anew. The plan is in the store before it is answered.
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
        (status = 410, body = ErrorEnvelope, description = "The user was erased while this was on its way."),
    ),
    security(("bearer" = []))
)]
pub async fn next(
    State(app): State<Shared>,
    Extension(caller): Extension<Caller>,
    Extension(user): Extension<User>,
    Extension(by): Extension<Author>,
    headers: HeaderMap,
    body: JsonBody<NextRequest>,
) -> Result<Response, ApiError> {
    let JsonBody { value: request, bytes, .. } = body;
    check_id("jobId", &request.job_id)?;
    of_job(&request.job_id, Some(request.step));
    let fingerprint = app.marks.fingerprint(&bytes);
    drop(bytes);
    let key = idempotency_key(&app, &headers)?;

    let round = Round {
        user_id: user.name().to_owned(),
        job_id: request.job_id.clone(),
        step: request.step,
    };
    let origin = agent_core::site::noted(&request.observation.url);
    let fields = request.observation.fields.len();
    let prepared = offload(fields, move || intake::prepare(request)).await.ok_or(Error::Planner)?;
    if let Some(plan) = answered_before(&app, &round, key.as_deref(), &fingerprint).await? {
        return Ok(json(as_asked(plan, None, &prepared)?));
    }

    let Prepared { question, values, numbers } = prepared;
    let question = Arc::new(question);
    let asker = Asker { caller, user: user.clone(), job_id: round.job_id.clone() };
    let planning = Doing::part("plan");
    planning.note("vaulty.fields", i64::try_from(fields).unwrap_or(i64::MAX));
    let planned = planning.around(app.planner.plan(question.clone(), &asker)).await;
    planning.note("vaulty.planner", source_name(planned.response.planner.source));
    drop(planning);
    app.metrics.plan(source_name(planned.response.planner.source));
    let asks = planned
        .response
        .actions
        .iter()
        .any(|action| matches!(action, AgentAction::RequestVerification { .. }));
    app.codes.planned(&codes::slot_name(&user, &round.job_id), asks);

    let plan: Bytes = serde_json::to_vec(&planned.response).map_err(Error::Json)?.into();
    let (entries, sealed) = left(&app, &round, &planned, &plan, &question, values.is_some())?;
    let response = planned.response;
    let unit = Unit {
        user_id: round.user_id.clone(),
        by,
        job_id: round.job_id.clone(),
        origin,
        step: round.step,
        at: app.clock.now_ms(),
        entries,
        answer: Some(NewAnswer { fingerprint, sealed }),
        key: key.map(|key| (key, fingerprint)),
        durability: durability(&response),
    };
    // Another request with the same body may have been planned first; then its answer counts.
    let kept = match app.traces.commit(unit).await? {
        Outcome::Written(_) => Some(plan.clone()),
        Outcome::Repeat(answered) => opened(&app, &round, answered),
        Outcome::OtherBody => return Err(Error::OtherBody.into()),
        Outcome::Erased => return Err(ApiError::erased()),
    };
    let kept = kept.unwrap_or_else(|| plan.clone());
    app.repeats.keep(round, fingerprint, kept.clone());
    let response = (kept == plan).then_some(response);
    let question = Arc::try_unwrap(question).unwrap_or_else(|shared| (*shared).clone());
    Ok(json(as_asked(kept, response, &Prepared { question, values, numbers })?))
}

/// The entries that a plan leaves in the trace; and the plan, sealed, where the trace may not hold it: it
/// may quote values, or is too large.
fn left(
    app: &App,
    round: &Round,
    planned: &Planned,
    plan: &Bytes,
    question: &Question,
    values_sent: bool,
) -> Result<(Vec<NewEntry>, Option<Vec<u8>>), ApiError> {
    let Planned { response, ledger, made_from } = planned;
    let mut entries = Vec::new();
    if let Some(ledger) = ledger {
        app.metrics.ledger(ledger);
        let data = serde_json::to_vec(ledger).map_err(Error::Json)?.into();
        entries.push(NewEntry { kind: "llm", data });
    }
    if app.config.keep.pages && !values_sent {
        let page = replay::Page::of(question, made_from);
        let data = serde_json::to_vec(&page).map_err(Error::Json)?.into();
        entries.push(NewEntry { kind: replay::PAGE, data });
    }
    let traced = if values_sent {
        serde_json::to_vec(&redact::plan(response)).map_err(Error::Json)?.into()
    } else {
        plan.clone()
    };
    let sealed = if traced == *plan && plan.len() <= traces::LARGEST {
        None
    } else {
        Some(app.vault.seal_answer(&round.user_id, plan).map_err(ApiError::internal)?)
    };
    entries.push(NewEntry { kind: "plan", data: traced });
    Ok((entries, sealed))
}

/// The Idempotency-Key, if there is one, as it is kept: a client may make it of anything, so a keyed hash
/// stands for it.
pub(super) fn idempotency_key(app: &App, headers: &HeaderMap) -> Result<Option<String>, Error> {
    let Some(key) = headers.get(IDEMPOTENCY_KEY) else { return Ok(None) };
    let key = key.to_str().map_err(|_| Error::UnusableKey)?;
    check_id(IDEMPOTENCY_KEY, key).map_err(|_| Error::UnusableKey)?;
    let print = app.marks.fingerprint(key.as_bytes());
    Ok(Some(print.iter().map(|byte| format!("{byte:02x}")).collect()))
}

/// What this body was answered before.
///
/// Where rules alone plan and nobody else answers, a look into memory is enough: whatever the store knows
/// besides is found when the plan is committed. Where a plan may cost a model's call, or a key must be
/// judged, or another server may have answered, the store is asked first.
async fn answered_before(
    app: &App,
    round: &Round,
    key: Option<&str>,
    fingerprint: &Fingerprint,
) -> Result<Option<Bytes>, ApiError> {
    let alone = app.store.shared().is_none();
    if alone && key.is_none() {
        if let Some(plan) = app.repeats.get(round, fingerprint) {
            return Ok(Some(plan));
        }
        if app.config.llm.mode == Mode::RulesOnly {
            return Ok(None);
        }
    }
    let before = app.store.before(&round.user_id, &round.job_id, round.step, key).await?;
    if before.key.is_some_and(|tied| tied != *fingerprint) {
        return Err(Error::OtherBody.into());
    }
    let same = before.answer.filter(|(of, _)| of == fingerprint);
    Ok(same.and_then(|(_, answered)| opened(app, round, answered)))
}

/// A stored answer. One that was sealed with a key that is gone is none.
fn opened(app: &App, round: &Round, answered: Answered) -> Option<Bytes> {
    match answered {
        Answered::Plain(text) => Some(text),
        Answered::Sealed(sealed) => {
            app.vault.open_answer(&round.user_id, &sealed).ok().map(Bytes::from)
        }
    }
}

/// A plan that sends something once the person says yes must outlive the machine.
fn durability(response: &NextResponse) -> Durability {
    let sends = |action: &AgentAction| {
        matches!(action, AgentAction::Click { requires_approval: Some(true), .. })
    };
    if response.actions.iter().any(sends) { Durability::Machine } else { Durability::Program }
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
