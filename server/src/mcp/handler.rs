//! What an agent's call comes to: it is one of the agent's tools, the browser is asked, the answer is judged, and a line is
//! kept for the person.

use std::time::Duration;

use axum::http::request::Parts;
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, GetPromptRequestParams,
        GetPromptResponse, Implementation, ListPromptsResult, ListResourceTemplatesResult,
        ListResourcesResult, ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams,
        ReadResourceResponse, ReadResourceResult, Resource, ResourceContents, ResourceTemplate,
        ServerCapabilities, ServerConfig, Tool as McpTool, ToolAnnotations,
    },
    service::RequestContext,
};
use serde_json::{Value, json};
use shared_types::agents::{AgentAnswer, AgentAsk, AgentRefusal, AgentState};
use tokio::time::{Instant, sleep};

use super::{
    prompts,
    tools::{self, Call, Tool},
    words::{self, Trouble},
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
/// What resources are called by.
const JOBS: &str = "vaulty://jobs/";
const PLANS: &str = "vaulty://plans/";
const RECEIPTS: &str = "vaulty://receipts";
const JSON: &str = "application/json";

/// Answers agents.
#[derive(Clone)]
pub(super) struct Agents {
    app: Shared,
}

/// When a request was let in.
#[derive(Debug, Clone, Copy)]
pub struct LetIn(pub i64);

impl Agents {
    pub(super) fn new(app: Shared) -> Self {
        Self { app }
    }

    /// Calls a tool for an agent, and keeps a line of it.
    async fn call(
        &self,
        agent: &Agent,
        at: i64,
        tool: Tool,
        call: Call,
    ) -> Result<AgentAnswer, Trouble> {
        let answer = if allows(agent, tool) {
            self.ask(agent, call).await
        } else {
            Err(Trouble::NotAllowed(tool))
        };
        self.keep_line(agent, at, tool, &answer);
        answer
    }

    async fn ask(&self, agent: &Agent, call: Call) -> Result<AgentAnswer, Trouble> {
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
    async fn check(&self, agent: &Agent) -> Result<(), Trouble> {
        let is_still = is_still(&self.app, agent).await.map_err(|_| Trouble::Store)?;
        if is_still { Ok(()) } else { Err(Trouble::Revoked) }
    }

    /// Nobody waits for the line; a server that stops does.
    fn keep_line(&self, agent: &Agent, at: i64, tool: Tool, answer: &Result<AgentAnswer, Trouble>) {
        let (site, outcome) = words::in_the_log(answer);
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
fn allows(agent: &Agent, tool: Tool) -> bool {
    agent.tools.iter().any(|name| name == tool.name())
}

/// The agent whose request this is, and when it was let in.
fn of(context: &RequestContext<RoleServer>) -> Result<(Agent, i64), ErrorData> {
    let extensions = context.extensions.get::<Parts>().map(|parts| &parts.extensions);
    let agent = extensions.and_then(|all| all.get::<Agent>());
    let let_in = extensions.and_then(|all| all.get::<LetIn>());
    match (agent, let_in) {
        (Some(agent), Some(LetIn(at))) => Ok((agent.clone(), *at)),
        _ => Err(ErrorData::internal_error("a request without an agent", None)),
    }
}

/// An answer as a tool's result: itself, and what to do next.
fn told(answer: Result<AgentAnswer, Trouble>) -> CallToolResult {
    match answer {
        Ok(AgentAnswer::Refused(why)) => CallToolResult::structured_error(refused(why)),
        Ok(answer) => CallToolResult::structured(with_next(&answer)),
        Err(trouble) => CallToolResult::structured_error(
            json!({"error": trouble.code(), "message": trouble.to_string()}),
        ),
    }
}

fn refused(why: AgentRefusal) -> Value {
    json!({"error": why, "message": words::refusal(why)})
}

fn with_next(answer: &AgentAnswer) -> Value {
    let mut value = json!(answer);
    if let (Some(object), Some(next)) = (value.as_object_mut(), words::next(answer)) {
        object.insert("next".to_owned(), next.into());
    }
    value
}

/// The tool and call that read a resource.
fn reading(uri: &str) -> Option<(Tool, AgentAsk)> {
    let id = |id: &str| tools::is_id(id).then(|| id.to_owned());
    if uri == RECEIPTS {
        return Some((Tool::ListReceipts, AgentAsk::ListReceipts));
    }
    if let Some(job) = uri.strip_prefix(JOBS) {
        return Some((Tool::GetJob, AgentAsk::GetJob { job: id(job)? }));
    }
    let form = id(uri.strip_prefix(PLANS)?)?;
    Some((Tool::PreviewPlan, AgentAsk::PreviewPlan { form }))
}

fn described(tool: Tool) -> McpTool {
    let hints =
        ToolAnnotations::from_raw(None, Some(tool.only_reads()), Some(false), None, Some(true));
    McpTool::new(tool.name(), tool.says(), tool.schema()).with_annotations(hints)
}

impl ServerHandler for Agents {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .enable_prompts()
            .build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("vaulty", env!("CARGO_PKG_VERSION")))
            .with_instructions(words::INSTRUCTIONS)
    }

    fn get_tool(&self, name: &str) -> Option<McpTool> {
        Tool::named(name).map(described)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let (agent, _) = of(&context)?;
        let own = tools::ALL.iter().filter(|tool| allows(&agent, **tool));
        Ok(ListToolsResult::with_all_items(own.map(|tool| described(*tool)).collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let (agent, at) = of(&context)?;
        let tool = Tool::named(&request.name).ok_or_else(|| {
            ErrorData::invalid_params("there is no such tool; see tools/list", None)
        })?;
        let call =
            tool.read(request.arguments).map_err(|why| ErrorData::invalid_params(why, None))?;
        Ok(told(self.call(&agent, at, tool, call).await).into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let (agent, _) = of(&context)?;
        let receipts = Resource::new(RECEIPTS, "receipts")
            .with_description(Tool::ListReceipts.says())
            .with_mime_type(JSON);
        let own = allows(&agent, Tool::ListReceipts).then_some(receipts);
        Ok(ListResourcesResult::with_all_items(own.into_iter().collect()))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let template = |uri: String, name: &str, tool: Tool| {
            ResourceTemplate::new(uri, name).with_description(tool.says()).with_mime_type(JSON)
        };
        Ok(ListResourceTemplatesResult::with_all_items(vec![
            template(format!("{JOBS}{{job}}"), "job", Tool::GetJob),
            template(format!("{PLANS}{{form}}"), "plan", Tool::PreviewPlan),
        ]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let (agent, at) = of(&context)?;
        let unknown = || ErrorData::resource_not_found("there is no such resource", None);
        let (tool, ask) = reading(&request.uri).ok_or_else(unknown)?;
        match self.call(&agent, at, tool, Call { ask, wait: None }).await {
            Ok(AgentAnswer::Refused(_)) => Err(unknown()),
            Ok(answer) => {
                let text = with_next(&answer).to_string();
                let contents = ResourceContents::text(text, request.uri).with_mime_type(JSON);
                Ok(ReadResourceResult::new(vec![contents]).into())
            }
            Err(trouble) => Err(ErrorData::internal_error(trouble.to_string(), None)),
        }
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(prompts::all()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let prompt = prompts::named(&request.name);
        let unknown =
            || ErrorData::invalid_params("there is no such prompt; see prompts/list", None);
        Ok(prompt.ok_or_else(unknown)?.into())
    }
}
