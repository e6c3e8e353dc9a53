//! `POST /api/agent/draft`

use axum::{Extension, Json, extract::State, http::StatusCode};
use shared_types::api::{DraftRequest, DraftResponse, ErrorEnvelope};

use super::{
    extract::{JsonBody, check_id},
    refusals::{BodyRefusals, Refusals},
};
use crate::{
    app::Shared,
    error::ApiError,
    store::{Author, Durability, NewEntry, Unit},
    user::User,
};

/// What can go wrong besides the body.
#[derive(Debug, thiserror::Error)]
enum Error {
    #[error("texts are drafted only for persons who want that; `optIn` must be true")]
    NotWanted,
    #[error("{0}")]
    NoDraft(String),
}

impl From<Error> for ApiError {
    fn from(error: Error) -> Self {
        match error {
            Error::NotWanted => Self::new(StatusCode::FORBIDDEN, "no-opt-in", error.to_string()),
            Error::NoDraft(_) => {
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, "no-draft", error.to_string())
            }
        }
    }
}

/// Drafts the answer to one question from parts of a résumé, for a person who wants that.
///
/// The parts go to the model and nowhere else: trace and ledger hold their keys in their place. The draft
/// is neither stored nor logged.
#[utoipa::path(
    post,
    path = "/api/agent/draft",
    tag = "agent",
    request_body = DraftRequest,
    responses(
        Refusals,
        BodyRefusals,
        (status = 200, body = DraftResponse, description = "A draft, for the person to judge."),
        (status = 422, body = ErrorEnvelope, description = "Nobody could draft it; the message says why."),
    ),
    security(("bearer" = []))
)]
pub async fn draft(
    State(app): State<Shared>,
    Extension(user): Extension<User>,
    Extension(by): Extension<Author>,
    body: JsonBody<DraftRequest>,
) -> Result<Json<DraftResponse>, ApiError> {
    let request = body.value;
    check_id("jobId", &request.job_id)?;
    if !request.opt_in {
        return Err(Error::NotWanted.into());
    }
    let (outcome, ledger) = app.planner.models().draft(&request, &user).await;
    if let Some(ledger) = ledger {
        app.metrics.ledger(&ledger);
        let data = serde_json::to_vec(&ledger).map_err(ApiError::internal)?.into();
        app.traces.add(Unit {
            user_id: user.name().to_owned(),
            by,
            job_id: request.job_id,
            origin: agent_core::site::noted(&request.url),
            step: request.step,
            at: app.clock.now_ms(),
            entries: vec![NewEntry { kind: "llm", data }],
            answer: None,
            key: None,
            durability: Durability::Program,
        });
    }
    outcome.map(Json).map_err(|why| Error::NoDraft(why).into())
}
