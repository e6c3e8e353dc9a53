//! `POST /api/agents/poll`

use std::{future::pending, time::Duration};

use axum::{Extension, Json, extract::State, http::StatusCode};
use shared_types::{
    agents::{AgentCommands, AgentPoll},
    api::ErrorEnvelope,
};
use tokio::time::sleep;

use super::{
    extract::JsonBody,
    refusals::{BodyRefusals, Refusals},
};
use crate::{
    app::Shared,
    error::ApiError,
    mcp::is_still,
    relay::{AnotherBrowser, Queued},
    security::Agent,
    store::StoreError,
    user::{Caller, User},
};

/// Where browsers ask what agents want of them.
pub const PATH: &str = "/api/agents/poll";
/// The longest that a request waits for something to do.
pub const LONGEST_WAIT: Duration = Duration::from_secs(20);
/// How often it is looked whether an agent was revoked or added while a browser waits.
const LOOKS_EVERY: Duration = Duration::from_secs(2);

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
    let AgentPoll { answers, wait, agents } = body.value;
    let wait = wait.map_or(LONGEST_WAIT, |seconds| Duration::from_secs(seconds.into()));
    let wait = wait.min(LONGEST_WAIT);
    let polled = app.relay.poll(user.name(), caller.0, answers, wait);
    let queued = tokio::select! {
        biased;
        queued = polled => queued.map_err(|AnotherBrowser| Error::AnotherBrowser)?,
        () = app.stopping.cancelled() => Vec::new(),
        () = others_are_let_in(&app, &user, agents) => Vec::new(),
    };
    let mut commands = Vec::new();
    for Queued { command, agent } in queued {
        if is_still(&app, &agent).await? {
            commands.push(command);
        }
    }
    let agents = Some(let_in(&app, &user).await?);
    Ok(Json(AgentCommands { commands, agents }))
}

/// The agents that are let in now, as the browser knows them.
async fn let_in(app: &Shared, user: &User) -> Result<Vec<String>, StoreError> {
    let known = app.store.agents(user.name()).await?;
    Ok(known
        .into_iter()
        .filter_map(|one| Agent::read(one, &app.marks))
        .map(|one| one.key())
        .collect())
}

/// Waits until other agents are let in than the browser knows: another program may have revoked one.
async fn others_are_let_in(app: &Shared, user: &User, known: Option<Vec<String>>) {
    let Some(known) = known else { return pending().await };
    loop {
        // A store that fails now says so when the answer is made.
        if let_in(app, user).await.is_ok_and(|now| now != known) {
            return;
        }
        sleep(LOOKS_EVERY).await;
    }
}
