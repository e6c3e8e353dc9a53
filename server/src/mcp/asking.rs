//! How an agent's call is asked of the browser: whether it may be, its answer while the agent is still let in, and the line
//! that is kept of it for the person.

use std::time::Duration;

use axum::http::request::Parts;
use rmcp::{ErrorData, RoleServer, service::RequestContext};
use shared_types::agents::{AgentAnswer, AgentState};
use tokio::time::{Instant, sleep};

use super::{
    guidance::{self, Trouble},
    tools::{self, Call, Tool},
};
use crate::{
    app::{App, Shared},
    security::Agent,
    store::{AgentCall, StoreError},
};

/// The browser has this long to answer.
const ANSWERS_WITHIN: Duration = Duration::from_secs(20);
/// How often a job is looked at that is waited for.
const LOOKS_EVERY: Duration = Duration::from_millis(400);
/// What jobs are called by, as resources.
pub(super) const JOBS: &str = "vaulty://jobs/";

/// The browsers that agents ask.
#[derive(Clone)]
pub(super) struct Browsers {
    pub(super) app: Shared,
}

/// When a request was let in.
#[derive(Debug, Clone, Copy)]
pub struct LetIn(pub i64);

impl Browsers {
    pub(super) fn new(app: Shared) -> Self {
        Self { app }
    }

    /// Calls a tool for an agent, and keeps a line of it.
    pub(super) async fn call(
        &self,
        agent: &Agent,
        at: i64,
        tool: Tool,
        call: Call,
    ) -> Result<AgentAnswer, Trouble> {
        let answer = if allows(agent, tool) {
            self.ask(agent, call).await
        } else {
            Err(if tool == Tool::AnswerQuestion {
                Trouble::NoAnswers
            } else {
                Trouble::NotAllowed(tool)
            })
        };
        self.keep_line(agent, at, tool, &answer);
        answer
    }

    pub(super) async fn ask(&self, agent: &Agent, call: Call) -> Result<AgentAnswer, Trouble> {
        let until = Instant::now() + call.wait.unwrap_or_default();
        loop {
            let asked = self.app.relay.ask(agent, call.ask.clone(), ANSWERS_WITHIN);
            let answer = tokio::select! {
                answer = asked => answer.map_err(Trouble::from)?,
                () = self.app.stopping.cancelled() => return Err(Trouble::Stopping),
            };
            // Whoever was revoked while the browser answered is told nothing of it.
            self.check(agent).await?;
            let works =
                matches!(&answer, AgentAnswer::Job(job) if job.state == AgentState::Working);
            if call.wait.is_none() || !works || Instant::now() + LOOKS_EVERY > until {
                return Ok(answer);
            }
            sleep(LOOKS_EVERY).await;
        }
    }

    /// Whether an agent is still what it was when it was let in.
    pub(super) async fn check(&self, agent: &Agent) -> Result<(), Trouble> {
        let is_still = is_still(&self.app, agent).await.map_err(|_| Trouble::Store)?;
        if is_still { Ok(()) } else { Err(Trouble::Revoked) }
    }

    /// Nobody waits for the line; a server that stops does.
    pub(super) fn keep_line(
        &self,
        agent: &Agent,
        at: i64,
        tool: Tool,
        answer: &Result<AgentAnswer, Trouble>,
    ) {
        let (site, outcome) = guidance::in_the_log(answer);
        let tool = tool.name().to_owned();
        let line = AgentCall { agent: agent.name.clone(), at, tool, site, outcome };
        let (app, user, place) = (self.app.clone(), agent.user.clone(), self.app.gates.detached());
        tokio::spawn(async move {
            if let Err(error) = app.store.add_agent_call(&user, &line).await {
                tracing::error!(%error, "what an agent asked could not be kept");
            }
            drop(place);
        });
    }
}

/// Whether an agent is still what it was when it was let in, whoever may have written to the database since.
///
/// # Errors
/// The store failed.
pub async fn is_still(app: &App, agent: &Agent) -> Result<bool, StoreError> {
    let known = app.store.agent(agent.digest).await?;
    Ok(known.and_then(|known| Agent::read(known, &app.marks)).as_ref() == Some(agent))
}

/// Whether an agent may use a tool.
pub(super) fn allows(agent: &Agent, tool: Tool) -> bool {
    agent.tools.iter().any(|name| name == tool.name())
}

/// The agent whose request this is, and when it was let in.
pub(super) fn of(context: &RequestContext<RoleServer>) -> Result<(Agent, i64), ErrorData> {
    let extensions = context.extensions.get::<Parts>().map(|parts| &parts.extensions);
    let agent = extensions.and_then(|all| all.get::<Agent>());
    let let_in = extensions.and_then(|all| all.get::<LetIn>());
    match (agent, let_in) {
        (Some(agent), Some(LetIn(at))) => Ok((agent.clone(), *at)),
        _ => Err(ErrorData::internal_error("a request without an agent", None)),
    }
}

/// The job whose resource this is.
pub(super) fn job_of(uri: &str) -> Option<String> {
    uri.strip_prefix(JOBS).filter(|id| tools::is_id(id)).map(str::to_owned)
}
