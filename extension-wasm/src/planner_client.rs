//! Talks to the server, or to any endpoint that speaks the contract. What it says is read by
//! `agent_core::job::answer`, as if it were hostile.

use std::{cell::RefCell, collections::BTreeMap};

use agent_core::{
    exit::{Exit, Outgoing},
    job::answer,
    memory::recipe::merge,
    person::older,
    server::{self, Address, Credentials, Spoken},
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use shared_types::{
    Private, Profile, ProfileKey,
    agents::{AgentCommands, AgentPoll},
    api::{
        CodeResponse, DraftRequest, DraftResponse, ErasedResponse, ErrorEnvelope, FoundDocument,
        FoundDocuments, FoundRecords, HealthResponse, LlmChoice, LogRequest, NextRequest,
        PairRequest, PairResponse, PairedBrowser, PairedBrowsers, ProfileResponse,
        SaveProfileRequest, SourceQuery, SourceSummaries, SourceSummary,
    },
    json,
    recipes::{RecipeChanges, SaveRecipeRequest, StoredRecipe},
    search::{SearchOffer, SearchRequest, SearchResponse},
    settings::AgentSettings,
};

use web_sys::AbortController;

use extension_browser::{
    chrome::{self, ChromeError, HttpResponse},
    storage,
};

/// An endpoint that does not answer in this time counts as unreachable.
const PLAN_TIMEOUT_MS: u32 = 25_000;
/// One that has planned before may be asking a model: one at home has 60 s, and the server some more to notice.
const MODEL_TIMEOUT_MS: u32 = 70_000;
/// An endpoint that let a request run into its end is not waited for again for this long.
const STALLED_FOR_MS: f64 = 60_000.0;
/// For small questions.
const SHORT_TIMEOUT_MS: u32 = 5_000;
/// Another program, or all search providers, may take a minute, and the server some more to notice.
const SOURCE_TIMEOUT_MS: u32 = 70_000;
/// Bytes of an answer: the largest profile that a server takes, and what is around it.
const LARGEST_ANSWER: usize = 65 << 20;
/// Letters of what a server says of a failure that are shown.
const MOST_SAID: usize = 500;
/// A long poll may take 25 s by contract.
const POLL_TIMEOUT_MS: u32 = 30_000;

thread_local! {
    /// Plans that are waited for, by job: Stop ends the request, and with it the model's call behind it.
    static WAITING: RefCell<BTreeMap<String, AbortController>> = const { RefCell::new(BTreeMap::new()) };
    /// The endpoint that planned last.
    static PLANNED: RefCell<Option<String>> = const { RefCell::new(None) };
    /// An endpoint that did not answer in time, and until when it is left alone.
    static STALLED: RefCell<Option<(String, f64)>> = const { RefCell::new(None) };
    /// What the endpoint says of itself, if it does.
    static HEALTH: RefCell<Option<(String, Option<HealthResponse>)>> = const { RefCell::new(None) };
}

/// What came of a recipe that was to be stored.
pub(crate) enum SavedRecipe {
    /// It is, as this revision.
    As(i64),
    /// Another browser was there before.
    Changed,
    /// The server takes no such recipe, in its words.
    Refused(String),
}

/// The server, as the settings name it.
pub(crate) struct Server {
    address: Address,
    base: String,
    settings: AgentSettings,
}

impl Server {
    /// Reads where it is.
    pub(crate) async fn from_settings() -> Result<Self, ChromeError> {
        let address = storage::server_address().await?;
        Ok(Self { base: address.base(), address, settings: storage::settings().await? })
    }

    async fn send(
        &self,
        method: &str,
        path: &str,
        body: Option<&str>,
        timeout_ms: u32,
    ) -> Result<HttpResponse, ChromeError> {
        self.send_until(AbortController::new()?, method, path, None, body, timeout_ms).await
    }

    async fn send_until(
        &self,
        abort: AbortController,
        method: &str,
        path: &str,
        id: Option<&str>,
        body: Option<&str>,
        timeout_ms: u32,
    ) -> Result<HttpResponse, ChromeError> {
        let token = self.credentials().token;
        let bearer = token.map(|token| format!("Bearer {}", token.reveal()));
        let mut headers = vec![("Accept", "application/json")];
        headers.extend(bearer.as_deref().map(|bearer| ("Authorization", bearer)));
        headers.extend(id.map(|id| ("X-Request-Id", id)));
        if body.is_some() {
            headers.push(("Content-Type", "application/json"));
        }
        let url = format!("{}{path}", self.base);
        chrome::http(abort, method, &url, &headers, body, timeout_ms, LARGEST_ANSWER).await
    }

    /// What may be told to this server.
    fn credentials(&self) -> Credentials<'_> {
        server::credentials(&self.settings, &self.address)
    }

    async fn post<T: Serialize>(
        &self,
        path: &str,
        body: &Outgoing<T>,
    ) -> Result<HttpResponse, ChromeError> {
        let body = chrome::written(body)?;
        self.send("POST", path, Some(&body), SHORT_TIMEOUT_MS).await
    }

    /// The address of a token that this server gives.
    pub(crate) fn origin(&self) -> &str {
        self.address.origin()
    }

    /// What it says of itself: asked once for each address and life of the worker.
    async fn health(&self) -> Result<Option<HealthResponse>, ChromeError> {
        let known = HEALTH.with_borrow(Clone::clone);
        if let Some((base, health)) = known
            && base == self.base
        {
            return Ok(health);
        }
        let response = self.send("GET", "/api/health", None, SHORT_TIMEOUT_MS).await?;
        let health = json::from_str(&response.body).ok().filter(|_| response.status == 200);
        HEALTH.set(Some((self.base.clone(), health.clone())));
        Ok(health)
    }

    /// What the person does about a server of another version.
    pub(crate) async fn advice(&self) -> Result<Option<String>, ChromeError> {
        let health = self.health().await?;
        Ok(server::advice(health.as_ref(), &self.base, env!("CARGO_PKG_VERSION")))
    }

    /// Asks for a plan; `id` names the request in the server's log. An error is a sentence for the popup.
    pub(crate) async fn next(
        &self,
        mut request: Outgoing<NextRequest>,
        id: &str,
        keys: &[ProfileKey],
        without_model: bool,
    ) -> Result<answer::Answer, String> {
        let slow = || msg!("worker_server_did_not_answer_in_time");
        if self.is_stalled() {
            return Err(slow());
        }
        let began = chrome::now();
        let unreachable = |_: ChromeError| {
            forget_health();
            if chrome::now() - began < f64::from(SHORT_TIMEOUT_MS) {
                return msg!("worker_server_not_reachable_planned_in");
            }
            let until = chrome::now() + STALLED_FOR_MS;
            STALLED.with_borrow_mut(|stalled| *stalled = Some((self.base.clone(), until)));
            slow()
        };
        match server::spoken(self.health().await.map_err(unreachable)?.as_ref()) {
            Spoken::This => {}
            Spoken::Before | Spoken::Unsaid => request.speak_old(),
            Spoken::Later => return Err(msg!("worker_the_server_is_too_new_planned_here")),
        }
        request.wishes(if without_model { Some(no_model()) } else { self.llm() });
        let job_id = request.get().job_id.clone();
        let body = chrome::written(&request).map_err(|error| error.0)?;
        let abort = AbortController::new().map_err(|_| msg!("worker_planned_here"))?;
        WAITING.with_borrow_mut(|waiting| {
            waiting.insert(job_id.clone(), abort.clone());
        });
        let has_planned = PLANNED.with_borrow(|base| base.as_deref() == Some(self.base.as_str()));
        let time = if has_planned { MODEL_TIMEOUT_MS } else { PLAN_TIMEOUT_MS };
        let sent = self.send_until(abort, "POST", "/api/agent/next", Some(id), Some(&body), time);
        let response = sent.await;
        if WAITING.with_borrow_mut(|waiting| waiting.remove(&job_id)).is_none() {
            // The person ended it; the server is well.
            return Err(msg!("worker_went_on_without_the_model_planned"));
        }
        let response = response.map_err(unreachable)?;
        PLANNED.set((response.status == 200).then(|| self.base.clone()));
        match response.status {
            200 => answer::read(&response.body, keys, &request.get().observation)
                .map_err(|why| msg!("worker_planned_here_because", why = why)),
            401 => Err(msg!("worker_the_server_does_not_know_this")),
            _ => Err(msg!("worker_planned_here_because", why = explain(&response))),
        }
    }

    /// Whether the endpoint did not answer in time a moment ago. A long form would wait for it at each page.
    fn is_stalled(&self) -> bool {
        STALLED.with_borrow(|stalled| {
            stalled
                .as_ref()
                .is_some_and(|(base, until)| *base == self.base && chrome::now() < *until)
        })
    }

    /// Asks for a draft. An error is a sentence for the popup.
    pub(crate) async fn draft(
        &self,
        mut request: Outgoing<DraftRequest>,
    ) -> Result<DraftResponse, String> {
        request.wishes(self.llm());
        let body = chrome::written(&request).map_err(|error| error.0)?;
        let sent = self.send("POST", "/api/agent/draft", Some(&body), PLAN_TIMEOUT_MS).await;
        let response = sent.map_err(|_| self.not_reachable())?;
        if response.status != 200 {
            return Err(explain(&response));
        }
        json::from_str::<DraftResponse>(&response.body)
            .map_err(|_| msg!("worker_the_server_s_answer_could_not_be"))
    }

    /// What the person chose of models, for each request.
    fn llm(&self) -> Option<LlmChoice> {
        let settings = &self.settings;
        let mode = settings.llm_mode.clone();
        if settings.llm_provider.is_empty() {
            // A key without a provider belongs to nobody, so it stays here.
            return (!mode.is_empty()).then(|| LlmChoice { mode, ..LlmChoice::default() });
        }
        Some(LlmChoice {
            provider: settings.llm_provider.clone(),
            model: settings.llm_model.clone(),
            api_key: self.credentials().llm_key.cloned().unwrap_or_default(),
            base_url: server::provider_url(settings).to_owned(),
            mode,
        })
    }

    /// Tells what was done. Nobody waits for it; a server that misses it lacks a line of its trace.
    pub(crate) async fn log(&self, done: &Outgoing<LogRequest>) -> Result<(), ChromeError> {
        self.post("/api/agent/log", done).await.map(|_| ())
    }

    /// Tells what came of what agents asked, and waits for what they ask next.
    pub(crate) async fn agents(
        &self,
        abort: AbortController,
        told: &Outgoing<AgentPoll>,
    ) -> Result<AgentCommands, ChromeError> {
        let body = chrome::written(told)?;
        let sent =
            self.send_until(abort, "POST", "/api/agents/poll", None, Some(&body), POLL_TIMEOUT_MS);
        let response = sent.await?;
        if response.status != 200 {
            return Err(ChromeError(explain(&response)));
        }
        json::from_str::<AgentCommands>(&response.body)
            .map_err(|error| ChromeError(error.to_string()))
    }

    /// Waits for a code that somebody sends to the server. `None`: none came in this time.
    /// `site` is the origin of the page that waits.
    pub(crate) async fn code(
        &self,
        job_id: &str,
        site: &str,
    ) -> Result<Option<CodeResponse>, ChromeError> {
        let job = js_sys::encode_uri_component(job_id);
        let site = js_sys::encode_uri_component(site);
        let path = format!("/api/agent/verify?jobId={job}&wait=25&site={site}");
        let response = self.send("GET", &path, None, POLL_TIMEOUT_MS).await?;
        match response.status {
            200 => json::from_str::<CodeResponse>(&response.body)
                .map(Some)
                .map_err(|error| ChromeError(error.to_string())),
            204 => Ok(None),
            _ => Err(ChromeError(explain(&response))),
        }
    }

    /// Other programs that the server may ask for the person. One that speaks something else knows of none.
    pub(crate) async fn sources(&self) -> Result<Vec<SourceSummary>, String> {
        let health = self.health().await.map_err(|_| self.not_reachable())?;
        if server::spoken(health.as_ref()) != Spoken::This {
            return Ok(Vec::new());
        }
        let asked = self.send("GET", "/api/sources", None, SHORT_TIMEOUT_MS).await;
        let response = asked.map_err(|_| self.not_reachable())?;
        match response.status {
            200 => json::from_str::<SourceSummaries>(&response.body)
                .map(|answer| answer.sources)
                .map_err(|_| msg!("worker_the_server_s_answer_could_not_be")),
            404 => Ok(Vec::new()),
            _ => Err(explain(&response)),
        }
    }

    /// Records that one of them finds.
    pub(crate) async fn records(&self, query: SourceQuery) -> Result<Private, String> {
        self.found::<FoundRecords>("records", query).await.map(|found| found.records)
    }

    /// Documents that one of them finds.
    pub(crate) async fn documents(&self, query: SourceQuery) -> Result<Vec<FoundDocument>, String> {
        self.found::<FoundDocuments>("documents", query).await.map(|found| found.documents)
    }

    async fn found<T: DeserializeOwned>(
        &self,
        what: &str,
        query: SourceQuery,
    ) -> Result<T, String> {
        let source = query.source.clone();
        let path = format!("/api/sources/{what}");
        let body = chrome::written(&Exit::sought(query)).map_err(|error| error.to_string())?;
        let asked = self.send("POST", &path, Some(&body), SOURCE_TIMEOUT_MS).await;
        let response = asked.map_err(|_| self.not_reachable())?;
        if response.status == 200 {
            return json::from_str::<T>(&response.body)
                .map_err(|_| msg!("worker_the_server_s_answer_could_not_be"));
        }
        let said = json::from_str::<ErrorEnvelope>(&response.body);
        Err(match said.as_ref().map_or("", |said| said.error.code.as_str()) {
            "nothing-found" => msg!("worker_source_found_nothing", source = source),
            "no-such-source" => msg!("worker_source_is_gone"),
            "source-busy" => msg!("worker_source_is_busy", source = source),
            "source-timeout" => msg!("worker_source_is_slow", source = source),
            "source-unreachable" => msg!("worker_source_is_away", source = source),
            "source-unreadable" | "source-failed" => msg!("worker_source_failed", source = source),
            _ => explain(&response),
        })
    }

    /// Whom the server asks where a form is. One that speaks something else asks nobody.
    pub(crate) async fn search_offer(&self) -> Result<SearchOffer, String> {
        let health = self.health().await.map_err(|_| self.not_reachable())?;
        if server::spoken(health.as_ref()) != Spoken::This {
            return Ok(SearchOffer::default());
        }
        let asked = self.send("GET", "/api/search", None, SHORT_TIMEOUT_MS).await;
        let response = asked.map_err(|_| self.not_reachable())?;
        match response.status {
            200 => json::from_str::<SearchOffer>(&response.body)
                .map_err(|_| msg!("worker_the_server_s_answer_could_not_be")),
            404 => Ok(SearchOffer::default()),
            _ => Err(explain(&response)),
        }
    }

    /// Pages for the person's words.
    pub(crate) async fn search(&self, request: SearchRequest) -> Result<SearchResponse, String> {
        let body = chrome::written(&Exit::searched(request)).map_err(|error| error.to_string())?;
        let asked = self.send("POST", "/api/search", Some(&body), SOURCE_TIMEOUT_MS).await;
        let response = asked.map_err(|_| self.not_reachable())?;
        if response.status == 200 {
            return json::from_str::<SearchResponse>(&response.body)
                .map_err(|_| msg!("worker_the_server_s_answer_could_not_be"));
        }
        let said = json::from_str::<ErrorEnvelope>(&response.body);
        Err(match said.as_ref().map_or("", |said| said.error.code.as_str()) {
            "search-off" => msg!("worker_search_is_off"),
            "search-busy" => msg!("worker_search_is_busy"),
            _ => explain(&response),
        })
    }

    /// What is noted of this server and its user where recipes are exchanged; `None` where this browser is not paired.
    pub(crate) fn mark(&self) -> Option<String> {
        let is_paired = self.settings.use_server && self.credentials().token.is_some();
        is_paired.then(|| merge::server_mark(&self.base, &self.settings.user_id))
    }

    /// Recipes that were stored or deleted since.
    pub(crate) async fn recipes(&self, since: i64) -> Result<RecipeChanges, String> {
        let path = format!("/api/recipes?since={since}");
        let response = self.ask_recipes("GET", &path, None).await?;
        match response.status {
            200 => merge::changes(&response.body)
                .ok_or_else(|| msg!("worker_the_server_s_answer_could_not_be")),
            404 => Err(msg!("exchange_old_server")),
            _ => Err(explain(&response)),
        }
    }

    /// The newest of a recipe, if there is one.
    pub(crate) async fn recipe(&self, id: &str) -> Result<Option<StoredRecipe>, String> {
        let response = self.ask_recipes("GET", &format!("/api/recipes/{id}"), None).await?;
        match response.status {
            200 => merge::newest(&response.body)
                .map(Some)
                .ok_or_else(|| msg!("worker_the_server_s_answer_could_not_be")),
            404 => Ok(None),
            _ => Err(explain(&response)),
        }
    }

    /// Stores a recipe in the place of the one that it builds on.
    pub(crate) async fn save_recipe(
        &self,
        id: &str,
        body: &Outgoing<SaveRecipeRequest>,
    ) -> Result<SavedRecipe, String> {
        let body = chrome::written(body).map_err(|error| error.to_string())?;
        let response = self.ask_recipes("PUT", &format!("/api/recipes/{id}"), Some(&body)).await?;
        match response.status {
            200 => merge::saved_as(&response.body)
                .map(SavedRecipe::As)
                .ok_or_else(|| msg!("worker_the_server_s_answer_could_not_be")),
            409 => Ok(SavedRecipe::Changed),
            400 | 413 => Ok(SavedRecipe::Refused(explain(&response))),
            _ => Err(explain(&response)),
        }
    }

    /// Deletes a recipe. One that is gone is what is wanted.
    pub(crate) async fn delete_recipe(&self, id: &str) -> Result<(), String> {
        let response = self.ask_recipes("DELETE", &format!("/api/recipes/{id}"), None).await?;
        if matches!(response.status, 200 | 404) { Ok(()) } else { Err(explain(&response)) }
    }

    async fn ask_recipes(
        &self,
        method: &str,
        path: &str,
        body: Option<&str>,
    ) -> Result<HttpResponse, String> {
        // A token that is somebody else's is refused then.
        let user = js_sys::encode_uri_component(&self.settings.user_id);
        let joint = if path.contains('?') { '&' } else { '?' };
        let path = format!("{path}{joint}userId={user}");
        let asked = self.send(method, &path, body, POLL_TIMEOUT_MS).await;
        asked.map_err(|_| self.not_reachable())
    }

    /// Exchanges the code that the server shows for a token.
    pub(crate) async fn pair(&self, code: Private) -> Result<PairResponse, String> {
        let response = self
            .post("/api/pair", &Exit::pairing(PairRequest { code, name: browser_name() }))
            .await
            .map_err(|_| self.not_reachable())?;
        if response.status != 200 {
            return Err(explain(&response));
        }
        json::from_str::<PairResponse>(&response.body)
            .map_err(|_| msg!("worker_the_server_s_answer_could_not_be"))
    }

    /// The browsers that are paired.
    pub(crate) async fn browsers(&self) -> Result<Vec<PairedBrowser>, String> {
        let response = self
            .send("GET", "/api/tokens", None, SHORT_TIMEOUT_MS)
            .await
            .map_err(|_| self.not_reachable())?;
        if response.status != 200 {
            return Err(explain(&response));
        }
        json::from_str::<PairedBrowsers>(&response.body)
            .map(|answer| answer.browsers)
            .map_err(|_| msg!("worker_the_server_s_answer_could_not_be"))
    }

    /// Has the server let a paired browser in no longer.
    pub(crate) async fn revoke(&self, id: i64) -> Result<(), String> {
        self.delete(&format!("/api/tokens/{id}")).await
    }

    /// Has the server forget this browser's token.
    pub(crate) async fn unpair(&self) -> Result<(), String> {
        self.delete("/api/tokens/current").await
    }

    /// Has the server remove all that it keeps of this user. What goes later, in its words; a server of an
    /// older version says nothing of that.
    pub(crate) async fn erase(&self) -> Result<Vec<String>, String> {
        let answer = self.deleted("/api/user").await?;
        Ok(json::from_str::<ErasedResponse>(&answer).map(|erased| erased.left).unwrap_or_default())
    }

    async fn delete(&self, path: &str) -> Result<(), String> {
        self.deleted(path).await.map(|_| ())
    }

    /// The body of the answer.
    async fn deleted(&self, path: &str) -> Result<String, String> {
        let response = self
            .send("DELETE", path, None, SHORT_TIMEOUT_MS)
            .await
            .map_err(|_| self.not_reachable())?;
        if matches!(response.status, 200 | 204) {
            Ok(response.body)
        } else {
            Err(explain(&response))
        }
    }

    /// Whether the server answers and knows this browser, in a sentence.
    pub(crate) async fn check(&self) -> (bool, String) {
        forget_health();
        let advice = match self.advice().await {
            Ok(advice) => advice,
            Err(_) => return (false, self.not_reachable()),
        };
        let spoken = server::spoken(self.health().await.unwrap_or_default().as_ref());
        if spoken != Spoken::This {
            return (spoken != Spoken::Later, advice.unwrap_or_default());
        }
        match self.send("GET", "/api/jobs", None, SHORT_TIMEOUT_MS).await {
            Ok(response) if response.status == 200 => {
                (true, with_advice(msg!("worker_connected_to", base = self.base), advice))
            }
            Ok(response) if response.status == 401 => {
                (true, msg!("worker_the_server_answers_but_does_not"))
            }
            Ok(response) => (true, explain(&response)),
            Err(_) => (false, self.not_reachable()),
        }
    }

    fn not_reachable(&self) -> String {
        msg!("worker_no_server_answers_at_start_it_or", base = self.base)
    }

    /// The profile that the server has, if it has one; with what an older server does not speak of as it is here.
    pub(crate) async fn profile(&self, local: &Profile) -> Result<Option<Profile>, String> {
        let user = js_sys::encode_uri_component(&self.settings.user_id);
        let response = self
            .send("GET", &format!("/api/profile?userId={user}"), None, SHORT_TIMEOUT_MS)
            .await
            .map_err(|_| self.not_reachable())?;
        match response.status {
            200 => said_profile(&response.body, local)
                .map(Some)
                .map_err(|_| msg!("worker_the_server_s_profile_could_not_be")),
            404 => Ok(None),
            _ => Err(explain(&response)),
        }
    }

    /// Stores a profile at the server.
    pub(crate) async fn save_profile(&self, profile: Profile) -> Result<(), String> {
        let user_id = self.settings.user_id.clone();
        let body = Exit::profile(SaveProfileRequest { user_id, profile });
        let response = self.post("/api/profile", &body).await.map_err(|_| self.not_reachable())?;
        if response.status == 200 { Ok(()) } else { Err(explain(&response)) }
    }
}

fn said_profile(body: &str, local: &Profile) -> Result<Profile, json::Error> {
    let said: Value = json::from_str(body)?;
    let answer: ProfileResponse = json::from_value(&said)?;
    Ok(older::with_unsaid(said.get("profile").unwrap_or(&Value::Null), answer.profile, local))
}

/// What this browser is called in the server's list.
fn browser_name() -> String {
    let (browser, system) = extension_browser::platform::names();
    let system = system.map_or_else(|| msg!("worker_unknown_system"), str::to_owned);
    msg!("worker_browser_on", browser = browser, system = system)
}

/// Ends the request for a plan of this job, if one is under way.
pub(crate) fn abandon(job_id: &str) {
    if let Some(abort) = WAITING.with_borrow_mut(|waiting| waiting.remove(job_id)) {
        abort.abort();
    }
}

/// What is said where no model is wanted.
fn no_model() -> LlmChoice {
    LlmChoice { mode: "rules-only".to_owned(), ..LlmChoice::default() }
}

/// A sentence, and what to do besides.
pub(crate) fn with_advice(said: String, advice: Option<String>) -> String {
    [Some(said), advice].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn forget_health() {
    HEALTH.set(None);
}

/// The server's own words, or its status.
fn explain(response: &HttpResponse) -> String {
    match json::from_str::<ErrorEnvelope>(&response.body) {
        Ok(envelope) => {
            let message: String = envelope.error.message.chars().take(MOST_SAID).collect();
            msg!("worker_the_server_says", message = message)
        }
        Err(_) => msg!("worker_the_server_answered_with_status", status = response.status),
    }
}
