//! What revision 2026-07-28 brings: subscriptions that are requests, and calls that are made again once the person was asked.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use reqwest::Method;
use rmcp::{
    ClientHandler, ErrorData, RoleClient,
    model::{
        CallToolRequestParams, ClientConfig, ElicitRequestParams, ElicitResult, ElicitationAction,
        ProtocolVersion, ServerNotification, SubscriptionFilter,
    },
    service::{
        ClientLifecycleMode, ClientServiceExt as _, RequestContext, RunningService, Subscription,
    },
    transport::{
        StreamableHttpClientTransport, streamable_http_client::StreamableHttpClientTransportConfig,
    },
};
use serde_json::{Value, json};
use tokio::time::timeout;

use super::{
    add,
    browser::{Browser, job},
    calls::raw,
    revoke,
    stdio::program,
};
use crate::support::{Running, client, send};

const SITE: &str = "https://jobs.example";
/// A look that was under way when its agent was revoked waits for the browser, 20 seconds at most.
const SOON: Duration = Duration::from_secs(30);

/// An agent's client with a person before it, who enters the same into each form.
#[derive(Clone, Default)]
struct Person {
    enters: Option<Value>,
    /// What the client can show.
    shows: Value,
    asked: Arc<Mutex<Vec<Value>>>,
}

impl ClientHandler for Person {
    fn get_info(&self) -> ClientConfig {
        let mut info = ClientConfig::default();
        info.capabilities = serde_json::from_value(self.shows.clone()).unwrap();
        info
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        self.asked.lock().unwrap().push(json!(request));
        let action = if self.enters.is_some() {
            ElicitationAction::Accept
        } else {
            ElicitationAction::Decline
        };
        let mut result = ElicitResult::new(action);
        result.content = self.enters.clone();
        Ok(result)
    }
}

struct Newest {
    agent: RunningService<RoleClient, Person>,
    asked: Arc<Mutex<Vec<Value>>>,
}

fn newest() -> ClientLifecycleMode {
    ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] }
}

impl Newest {
    async fn of(server: &Running, token: &str, person: Person) -> Self {
        let config = StreamableHttpClientTransportConfig::with_uri(format!("{}/mcp", server.base))
            .auth_header(token);
        let transport = StreamableHttpClientTransport::with_client(client(), config);
        let asked = person.asked.clone();
        Self { agent: person.serve_with_lifecycle(transport, newest()).await.unwrap(), asked }
    }

    async fn said(&self, tool: &str, arguments: Value) -> Value {
        let mut params = CallToolRequestParams::new(tool.to_owned());
        params.arguments = arguments.as_object().cloned();
        self.agent.call_tool(params).await.unwrap().structured_content.unwrap_or_default()
    }

    fn asked(&self) -> Vec<Value> {
        self.asked.lock().unwrap().clone()
    }
}

fn jobs(jobs: &[&str]) -> SubscriptionFilter {
    let uris = jobs.iter().map(|job| format!("vaulty://jobs/{job}"));
    SubscriptionFilter::builder().resource_subscriptions(uris).build()
}

/// The next job that is told of; none once the subscription has ended.
async fn told(subscription: &mut Subscription) -> Option<String> {
    let next = timeout(SOON, subscription.next()).await.unwrap().ok().flatten();
    next.map(|notification| match notification {
        ServerNotification::ResourceUpdatedNotification(updated) => updated.params.uri,
        other => panic!("{other:?}"),
    })
}

/// A browser whose job goes on at each look, until it is done. Another's job is none.
async fn goes_on(server: &Running) -> Browser {
    let looks = AtomicU32::new(0);
    Browser::of(server, move |ask| {
        if ask["job"] != "j1" {
            return json!({"refused": "no_such_job"});
        }
        let state = match looks.fetch_add(1, Ordering::Relaxed) {
            0 => "working",
            1 | 2 => "waiting_for_person",
            _ => "done",
        };
        job("j1", SITE, state)
    })
    .await
}

#[tokio::test]
async fn an_agent_is_told_that_its_job_stands_otherwise() {
    let server = Running::start().await;
    let token = add(&server, "helper", &[], &["read"]).await;
    let _browser = goes_on(&server).await;
    let agent = Newest::of(&server, &token, Person { shows: json!({}), ..Person::default() }).await;
    let mut all = agent.agent.listen(jobs(&["j1", "j2", "../j1"])).await.unwrap();
    let taken = all.acknowledged().resource_subscriptions.clone().unwrap();
    assert_eq!(taken, ["vaulty://jobs/j1", "vaulty://jobs/j2"]);
    for _ in 0..2 {
        assert_eq!(told(&mut all).await.as_deref(), Some("vaulty://jobs/j1"));
    }
    assert_eq!(told(&mut all).await, None, "it ends with its jobs");
}

#[tokio::test]
async fn a_program_passes_subscriptions_on() {
    let server = Running::start().await;
    let token = add(&server, "helper", &[], &["read"]).await;
    let _browser = goes_on(&server).await;
    let mut program = program(&server, &token);
    let pipes = (program.stdout.take().unwrap(), program.stdin.take().unwrap());
    let person = Person { shows: json!({}), ..Person::default() };
    let agent = person.serve_with_lifecycle(pipes, newest()).await.unwrap();
    let mut all = agent.listen(jobs(&["j1"])).await.unwrap();
    assert_eq!(told(&mut all).await.as_deref(), Some("vaulty://jobs/j1"));
    // A program whose agent goes does not stay for its sake.
    agent.cancel().await.unwrap();
    assert!(timeout(SOON, program.wait()).await.unwrap().unwrap().success());
}

#[tokio::test]
async fn a_subscription_ends_with_its_agents_access() {
    let server = Running::start().await;
    let token = add(&server, "helper", &[], &["read"]).await;
    let _browser = Browser::of(&server, |_| job("j1", SITE, "working")).await;
    let agent = Newest::of(&server, &token, Person { shows: json!({}), ..Person::default() }).await;
    let mut all = agent.agent.listen(jobs(&["j1"])).await.unwrap();
    let mut second = agent.agent.listen(jobs(&["j1"])).await.unwrap();
    let is_refused = match agent.agent.listen(jobs(&["j1"])).await {
        Ok(mut third) => told(&mut third).await.is_none(),
        Err(_) => true,
    };
    assert!(is_refused, "an agent has two at most");
    revoke(&server, "helper").await;
    assert_eq!(told(&mut all).await, None);
    assert_eq!(told(&mut second).await, None);
}

#[tokio::test]
async fn clients_of_before_are_told_of_no_subscriptions() {
    let server = Running::start().await;
    let token = add(&server, "helper", &[], &["read"]).await;
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": {"name": "old", "version": "1"}}});
    let told = raw(&server, &token, &body).await.json();
    assert_eq!(told["result"]["capabilities"]["resources"], json!({}), "{told}");
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "resources/subscribe",
                      "params": {"uri": "vaulty://jobs/j1"}});
    assert_eq!(raw(&server, &token, &body).await.json()["error"]["code"], -32601);
}

fn waiting(ask: &Value) -> Value {
    let mut told = job(ask["job"].as_str().unwrap(), SITE, "waiting_for_person");
    told["job"]["needs"] = json!("approval");
    told
}

#[tokio::test]
async fn a_client_that_can_points_its_person_to_vaulty_once() {
    let server = Running::start().await;
    let token = add(&server, "helper", &[], &["all"]).await;
    let _browser = Browser::of(&server, waiting).await;
    let shows = json!({"elicitation": {"url": {}, "form": {}}});
    let agent = Newest::of(&server, &token, Person { shows, ..Person::default() }).await;
    for _ in 0..3 {
        let said = agent.said("await_job", json!({"job": "j1", "waitSeconds": 0})).await;
        assert_eq!(said["job"]["state"], "waiting_for_person", "{said}");
    }
    let asked = agent.asked();
    assert_eq!(asked.len(), 1, "{asked:?}");
    assert_eq!(asked[0]["mode"], "url");
    let address = asked[0]["url"].as_str().unwrap();
    assert_eq!(address, format!("{}/look.html", server.base), "no secret is in it");
    let page = client().get(address).send().await.unwrap();
    assert_eq!(page.status(), 200);
    assert!(page.text().await.unwrap().contains("Vaulty waits for you"));
    agent.said("await_job", json!({"job": "j2"})).await;
    assert_eq!(agent.asked().len(), 2, "another job is another thing to look at");
    let cannot =
        Newest::of(&server, &token, Person { shows: json!({}), ..Person::default() }).await;
    cannot.said("await_job", json!({"job": "j3"})).await;
    assert!(cannot.asked().is_empty());
}

fn asking(ask: &Value) -> Value {
    match ask["what"].as_str().unwrap() {
        "listQuestions" => json!({"questions": {"job": ask["job"], "origin": SITE, "asked": [
            {"question": "Which pier?", "required": true, "id": "q1", "kind": "choice",
             "options": ["North pier", "South pier"]},
            {"question": "Passport number", "required": true}]}}),
        _ => json!({"suggested": {"job": ask["job"], "origin": SITE, "question": ask["question"]}}),
    }
}

#[tokio::test]
async fn what_the_person_enters_in_their_agents_client_is_a_suggestion() {
    let server = Running::start().await;
    let token = add(&server, "helper", &[], &["all", "answers"]).await;
    let browser = Browser::of(&server, asking).await;
    let shows = json!({"elicitation": {"form": {}}});
    let enters = Some(json!({"answer": "South pier"}));
    let person = Person { enters, shows: shows.clone(), ..Person::default() };
    let agent = Newest::of(&server, &token, person).await;
    let said = agent.said("answer_question", json!({"job": "j1", "question": "q1"})).await;
    assert_eq!(said["suggested"]["question"], "q1", "{said}");
    let asked = agent.asked();
    assert!(asked[0]["message"].as_str().unwrap().contains("Your agent reads what you enter"));
    assert_eq!(
        asked[0]["requestedSchema"]["properties"]["answer"]["enum"],
        json!(["North pier", "South pier"])
    );
    let last = browser.asked().pop().unwrap();
    assert_eq!(
        (&last["ask"]["what"], &last["ask"]["answer"]),
        (&json!("answerQuestion"), &json!("South pier"))
    );
    // What has no id is nobody's to ask.
    for question in ["q2", "Passport"] {
        let said = agent.said("answer_question", json!({"job": "j1", "question": question})).await;
        assert_eq!(said["error"], "no_such_question");
    }
    assert_eq!(agent.asked().len(), 1);
    let declines = Newest::of(&server, &token, Person { shows, ..Person::default() }).await;
    let said = declines.said("answer_question", json!({"job": "j1", "question": "q1"})).await;
    assert_eq!(said["error"], "not_given");
    let cannot =
        Newest::of(&server, &token, Person { shows: json!({}), ..Person::default() }).await;
    let said = cannot.said("answer_question", json!({"job": "j1", "question": "q1"})).await;
    assert_eq!(said["error"], "cannot_ask");

    // An agent that the person did not let answer has nobody asked.
    let mute = add(&server, "mute", &[], &["all"]).await;
    let shows = json!({"elicitation": {"form": {}}});
    let mute = Newest::of(&server, &mute, Person { shows, ..Person::default() }).await;
    let said = mute.said("answer_question", json!({"job": "j1", "question": "q1"})).await;
    assert_eq!((&said["error"], mute.asked().len()), (&json!("not_allowed"), 0));
}

#[tokio::test]
async fn the_page_that_says_where_to_look_is_everybodys_and_says_nothing_of_anybody() {
    let server = Running::start().await;
    let page = send(server.bare(Method::GET, "/look.html?job=j1&token=x")).await;
    assert_eq!(page.status, 200);
    let text = String::from_utf8(page.body).unwrap();
    assert!(!text.contains("j1") && !text.contains("<script"), "{text}");
}

/// What a client that shows forms is given for a question, and what of what its person entered reaches the browser.
#[tokio::test]
async fn each_kind_of_question_is_a_form_of_its_kind() {
    for (kind, options, schema, enters, reaches) in [
        (
            "choices",
            json!(["North pier", "South pier", "East pier"]),
            json!({"type": "array", "title": "Which?", "minItems": 1,
                   "items": {"type": "string", "enum": ["North pier", "South pier", "East pier"]}}),
            json!(["North pier", "East pier"]),
            json!("North pier\nEast pier"),
        ),
        (
            "email",
            json!([]),
            json!({"type": "string", "title": "Which?", "format": "email", "maxLength": 1_000}),
            json!("kay@quay.example"),
            json!("kay@quay.example"),
        ),
        (
            "phone",
            json!([]),
            json!({"type": "string", "title": "Which?", "maxLength": 1_000}),
            json!("+44 20 7946 0958"),
            json!("+44 20 7946 0958"),
        ),
    ] {
        let server = Running::start().await;
        let token = add(&server, "helper", &[], &["all", "answers"]).await;
        let browser = Browser::of(&server, move |ask| match ask["what"].as_str().unwrap() {
            "listQuestions" => json!({"questions": {"job": ask["job"], "origin": SITE, "asked": [
                {"question": "Which?", "required": true, "id": "q1", "kind": kind, "options": options}]}}),
            _ => json!({"suggested": {"job": ask["job"], "origin": SITE, "question": ask["question"]}}),
        })
        .await;
        let shows = json!({"elicitation": {"form": {}}});
        let person = Person { enters: Some(json!({"answer": enters})), shows, ..Person::default() };
        let agent = Newest::of(&server, &token, person).await;
        let said = agent.said("answer_question", json!({"job": "j1", "question": "q1"})).await;
        assert_eq!(said["suggested"]["question"], "q1", "{kind} {said}");
        let form = agent.asked()[0]["requestedSchema"]["properties"]["answer"].clone();
        assert_eq!(form, schema, "{kind}");
        assert_eq!(browser.asked().pop().unwrap()["ask"]["answer"], reaches, "{kind}");
    }
}
