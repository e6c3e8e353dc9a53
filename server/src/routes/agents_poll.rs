//! `POST /api/agents/poll`

use std::time::Duration;

use axum::{Extension, Json, extract::State, http::StatusCode};
use shared_types::{
    agents::{AgentCommands, AgentPoll},
    api::ErrorEnvelope,
};

use super::{
    extract::JsonBody,
    refusals::{BodyRefusals, Refusals},
};
use crate::{
    app::Shared,
    error::ApiError,
    mcp::is_still,
    relay::{AnotherBrowser, Queued},
    user::{Caller, User},
};

/// Where browsers ask what agents want of them.
pub const PATH: &str = "/api/agents/poll";
/// The longest that a request waits for something to do.
pub const LONGEST_WAIT: Duration = Duration::from_secs(20);

/// What can go wrong besides the store.
#[derive(Debug, thiserror::Error)]
enum Error {
    #[error(
        "another browser of yours answers agents now; turn that off there first, or wait a minute after it was closed"
    )]
    AnotherBrowser,
}

impl From<Error> for ApiError {
    fn from(error: Error) -> Self {
        Self::new(StatusCode::CONFLICT, "another-browser", error.to_string())
    }
}

/// Takes a paired browser's answers to what agents asked, and gives it what they ask next, waiting up to 20 seconds for that.
///
/// Of one user's browsers one answers at a time. Nothing is asked for an agent that was revoked in between.
#[utoipa::path(
    post,
    path = "/api/agents/poll",
    tag = "agent",
    request_body = AgentPoll,
    responses(
        Refusals,
        BodyRefusals,
        (status = 200, body = AgentCommands, description = "What agents ask; none came when empty."),
        (status = 409, body = ErrorEnvelope, description = "Another browser of this user answers agents."),
    ),
    security(("bearer" = []))
)]
pub async fn poll(
    State(app): State<Shared>,
    Extension(user): Extension<User>,
    Extension(caller): Extension<Caller>,
    body: JsonBody<AgentPoll>,
) -> Result<Json<AgentCommands>, ApiError> {
    let AgentPoll { answers, wait } = body.value;
    let wait = wait.map_or(LONGEST_WAIT, |seconds| Duration::from_secs(seconds.into()));
    let wait = wait.min(LONGEST_WAIT);
    let polled = app.relay.poll(user.name(), caller.0, answers, wait);
    let queued = tokio::select! {
        queued = polled => queued.map_err(|AnotherBrowser| Error::AnotherBrowser)?,
        () = app.stopping.cancelled() => Vec::new(),
    };
    let mut commands = Vec::new();
    for Queued { command, agent } in queued {
        if is_still(&app, &agent).await? {
            commands.push(command);
        }
    }
    Ok(Json(AgentCommands { commands }))
}
