//! What agents see of this server, and what their calls come to as the protocol has it.

use axum::http::request::Parts;
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, GetPromptRequestParams,
        GetPromptResponse, Implementation, InitializeRequestParams, InitializeResult,
        InputRequiredResult, InputResponses, ListPromptsResult, ListResourceTemplatesResult,
        ListResourcesResult, ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams,
        ReadResourceResponse, ReadResourceResult, Resource, ResourceContents, ResourceTemplate,
        ServerCapabilities, ServerConfig, SubscriptionFilter, Tool as McpTool, ToolAnnotations,
    },
    service::{RequestContext, SubscriptionContext},
};
use serde_json::{Value, json};
use shared_types::agents::{AgentAnswer, AgentAsk, AgentRefusal};

use super::{
    asking::{Browsers, JOBS, allows, of},
    elicit::{self, Pointed, Shows},
    following::{self, Open},
    guidance::{self, Trouble},
    prompts,
    tools::{self, Call, Tool},
};
use crate::{app::Shared, security::Agent};

/// What resources are called by.
const PLANS: &str = "vaulty://plans/";
const RECEIPTS: &str = "vaulty://receipts";
const JSON: &str = "application/json";

/// Answers agents.
#[derive(Clone)]
pub(super) struct Agents {
    browsers: Browsers,
    open: Open,
    pointed: Pointed,
}

/// What a person entered into their agent's client.
enum Entered {
    /// An answer, as a call that suggests it.
    Answer(Call),
    /// Nothing yet: the client is to ask.
    NotYet(InputRequiredResult),
}

impl Agents {
    pub(super) fn new(app: Shared) -> Self {
        Self { browsers: Browsers::new(app), open: Open::default(), pointed: Pointed::default() }
    }

    /// What the person entered for a question, or the form that asks them. `call` lists the job's questions.
    async fn entered(
        &self,
        agent: &Agent,
        call: Call,
        question: String,
        shows: Shows,
        responses: Option<&InputResponses>,
    ) -> Result<Entered, Trouble> {
        if !allows(agent, Tool::AnswerQuestion) {
            return Err(Trouble::NoAnswers);
        }
        if let (Some(responses), AgentAsk::ListQuestions { job }) = (responses, &call.ask) {
            let entered = elicit::entered(responses).and_then(|said| tools::answer(said).ok());
            let (job, answer) = (job.clone(), entered.ok_or(Trouble::NotGiven)?);
            return Ok(Entered::Answer(Call::of(AgentAsk::AnswerQuestion {
                job,
                question,
                answer,
            })));
        }
        if !shows.form {
            return Err(Trouble::CannotAsk);
        }
        let answer = self.browsers.ask(agent, call).await?;
        let AgentAnswer::Questions(open) = &answer else { return Err(Trouble::NoQuestion) };
        // What has no id is the person's alone, whoever asks.
        let asked = open.asked.iter().find(|one| one.id.as_ref() == Some(&question));
        let form = asked.and_then(|asked| elicit::form(&open.origin, asked));
        form.map(Entered::NotYet).ok_or(Trouble::NoQuestion)
    }

    fn look(&self, context: &RequestContext<RoleServer>) -> Option<InputRequiredResult> {
        let parts = context.extensions.get::<Parts>()?;
        elicit::look(parts, self.browsers.app.config.security.tls_proxy)
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
    json!({"error": why, "message": guidance::refusal(why)})
}

fn with_next(answer: &AgentAnswer) -> Value {
    let mut value = json!(answer);
    if let (Some(object), Some(next)) = (value.as_object_mut(), guidance::next(answer)) {
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
            .enable_resources_subscribe()
            .enable_prompts()
            .build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("vaulty", env!("CARGO_PKG_VERSION")))
            .with_instructions(guidance::INSTRUCTIONS)
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        context.peer.set_peer_info(request.clone());
        let mut agreed = self.negotiate_initialize(&request)?;
        // Who begins so would subscribe in a session, and there are none.
        if let Some(resources) = &mut agreed.capabilities.resources {
            resources.subscribe = None;
        }
        Ok(agreed)
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        Some(following::accepted(requested))
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        following::follow(&self.browsers, &self.open, &context).await
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
        let invalid = |why| ErrorData::invalid_params(why, None);
        let mut call = tool.read(request.arguments).map_err(invalid)?;
        let responses = request.input_responses;
        let shows = Shows::of(&context);
        if let Some(question) = call.asks.take() {
            call = match self.entered(&agent, call, question, shows, responses.as_ref()).await {
                Ok(Entered::Answer(call)) => call,
                Ok(Entered::NotYet(form)) => return Ok(form.into()),
                Err(trouble) => {
                    let answer = Err(trouble);
                    self.browsers.keep_line(&agent, at, tool, &answer);
                    return Ok(told(answer).into());
                }
            };
        }
        let answer = self.browsers.call(&agent, at, tool, call).await;
        let waits = matches!(tool, Tool::AwaitJob | Tool::RequestSubmit);
        if shows.url
            && waits
            && responses.is_none()
            && answer.as_ref().is_ok_and(|answer| self.pointed.is_new(agent.id, answer))
            && let Some(look) = self.look(&context)
        {
            return Ok(look.into());
        }
        Ok(told(answer).into())
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
        let uri = request.uri;
        let unknown = || {
            let which = Some(json!({"uri": uri}));
            ErrorData::resource_not_found("there is no such resource", which)
        };
        let (tool, ask) = reading(&uri).ok_or_else(unknown)?;
        match self.browsers.call(&agent, at, tool, Call::of(ask)).await {
            Ok(AgentAnswer::Refused(_)) => Err(unknown()),
            Ok(answer) => {
                let text = with_next(&answer).to_string();
                let contents = ResourceContents::text(text, uri).with_mime_type(JSON);
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
