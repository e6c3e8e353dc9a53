//! Calls and their answers.

use std::{
    sync::atomic::{AtomicU32, Ordering},
    time::Instant,
};

use reqwest::Method;
use rmcp::model::{GetPromptRequestParams, ReadResourceRequestParams};
use serde_json::{Value, json};

use super::{
    Client, add, add_for,
    browser::{Browser, job, poll},
    call_body, revoke,
};
use crate::{
    cli::run_beside,
    support::{Answer, Running, send},
};

const SITE: &str = "https://jobs.example";

/// As a browser with one shared form answers.
pub(super) fn honest(ask: &Value) -> Value {
    match ask["what"].as_str().unwrap() {
        "listForms" => {
            json!({"forms": [{"form": "f1", "origin": SITE, "title": "Apply"},
                             {"form": "f2", "origin": "https://shop.example", "title": "Pay"}]})
        }
        "previewPlan" => json!({"plan": {"form": ask["form"], "origin": SITE, "fields": [
            {"label": "First name", "entry": "firstName", "required": true},
            {"label": "Notice period", "reason": "no-value"}]}}),
        "startFill" => job("j1", SITE, "working"),
        "getJob" | "requestSubmit" => {
            let mut told = job(ask["job"].as_str().unwrap(), SITE, "waiting_for_person");
            told["job"]["needs"] = json!("approval");
            told
        }
        "listQuestions" => json!({"questions": {"job": ask["job"], "origin": SITE, "asked": [
            {"question": "Notice period?", "required": true}]}}),
        "undo" => json!({"undone": {"job": ask["job"], "origin": SITE, "restored": 3, "kept": 1}}),
        "listReceipts" => json!({"receipts": [{"receipt": "j1", "origin": SITE,
            "date": 5.0, "fields": ["First name"], "entries": ["firstName"]}]}),
        "listRecipes" => json!({"recipes": [{"origin": SITE, "pages": 1, "fields": 3}]}),
        other => panic!("{other}"),
    }
}

#[tokio::test]
async fn an_agent_has_a_form_filled() {
    let server = Running::start().await;
    let token = add(&server, "helper", &[], &["all"]).await;
    let browser = Browser::of(&server, honest).await;
    let agent = Client::connect(&server, &token).await;
    assert_eq!(agent.tools().await.len(), 11);
    let mut told = Vec::new();
    for (tool, arguments) in [
        ("list_forms", json!({})),
        ("preview_plan", json!({"form": "f1"})),
        ("start_fill", json!({"form": "f1"})),
        ("await_job", json!({"job": "j1"})),
        ("get_job", json!({"job": "j1"})),
        ("list_open_questions", json!({"job": "j1"})),
        ("request_submit", json!({"job": "j1"})),
        ("undo", json!({"job": "j1"})),
        ("list_receipts", json!({})),
        ("list_recipes", json!({})),
    ] {
        let (said, is_error) = agent.said(tool, arguments).await;
        assert!(!is_error, "{tool} {said}");
        told.push(json!({"tool": tool, "said": said}));
    }
    insta::assert_json_snapshot!(told);
    let commands = browser.asked();
    assert!(commands.iter().all(|command| command["agent"]["name"] == "helper"));
    let ids: std::collections::BTreeSet<&str> =
        commands.iter().map(|command| command["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), commands.len());
}

#[tokio::test]
async fn an_agent_uses_only_what_it_may() {
    let server = Running::start().await;
    let reader = add(&server, "reader", &[], &["read"]).await;
    let on_one_site = add(&server, "on one site", &["https://jobs.example/apply"], &["all"]).await;
    let browser = Browser::of(&server, honest).await;
    let reader = Client::connect(&server, &reader).await;
    let tools = reader.tools().await;
    assert!(tools.contains(&"list_forms".to_owned()) && !tools.contains(&"start_fill".to_owned()));
    for tool in ["start_fill", "undo", "request_submit"] {
        let arguments =
            if tool == "start_fill" { json!({"form": "f1"}) } else { json!({"job": "j1"}) };
        assert_eq!(reader.error(tool, arguments).await, "not_allowed", "{tool}");
    }
    assert_eq!(browser.asked(), Vec::<Value>::new(), "what is not allowed is asked of nobody");

    let agent = Client::connect(&server, &on_one_site).await;
    let (said, _) = agent.said("list_forms", json!({})).await;
    assert_eq!(said["forms"].as_array().unwrap().len(), 1);
    assert_eq!(said["forms"][0]["origin"], SITE);
    assert_eq!(browser.asked()[0]["sites"], json!([SITE]));
}

#[tokio::test]
async fn a_job_is_waited_for_until_it_needs_the_person() {
    let server = Running::start().await;
    let token = add(&server, "helper", &[], &["all"]).await;
    let looks = AtomicU32::new(0);
    let browser = Browser::of(&server, move |ask| {
        let looks = looks.fetch_add(1, Ordering::Relaxed);
        job(ask["job"].as_str().unwrap(), SITE, if looks < 2 { "working" } else { "done" })
    })
    .await;
    let agent = Client::connect(&server, &token).await;
    let (said, _) = agent.said("await_job", json!({"job": "j1", "waitSeconds": 0})).await;
    assert_eq!((said["job"]["state"].as_str(), browser.asked().len()), (Some("working"), 1));
    let (said, _) = agent.said("await_job", json!({"job": "j1"})).await;
    assert_eq!((said["job"]["state"].as_str(), browser.asked().len()), (Some("done"), 3));
}

#[tokio::test]
async fn resources_and_prompts_are_there() {
    let server = Running::start().await;
    let token = add(&server, "helper", &[], &["all"]).await;
    let _browser = Browser::of(&server, honest).await;
    let agent = Client::connect(&server, &token).await;
    for uri in ["vaulty://receipts", "vaulty://jobs/j1", "vaulty://plans/f1"] {
        let read = agent.0.read_resource(ReadResourceRequestParams::new(uri)).await.unwrap();
        let text = serde_json::to_value(&read.contents[0]).unwrap();
        let told: Value = serde_json::from_str(text["text"].as_str().unwrap()).unwrap();
        assert!(told.is_object(), "{uri}");
    }
    for uri in ["vaulty://jobs/../x", "vaulty://profile", "file:///etc/passwd", ""] {
        assert!(agent.0.read_resource(ReadResourceRequestParams::new(uri)).await.is_err(), "{uri}");
    }
    let prompts = agent.0.list_all_prompts().await.unwrap();
    assert_eq!(prompts.len(), 2);
    for prompt in prompts {
        let got = agent.0.get_prompt(GetPromptRequestParams::new(prompt.name)).await.unwrap();
        assert_eq!(got.messages.len(), 1);
    }
    assert_eq!(agent.0.list_all_resource_templates().await.unwrap().len(), 2);
}

#[tokio::test]
async fn the_person_reads_what_agents_asked() {
    let server = Running::start().await;
    let token = add(&server, "helper", &[], &["read"]).await;
    let agent = Client::connect(&server, &token).await;
    assert_eq!(agent.error("list_forms", json!({})).await, "no_browser");
    let _browser = Browser::of(&server, honest).await;
    agent.said("get_job", json!({"job": "j1"})).await;
    agent.error("undo", json!({"job": "j1"})).await;
    let folder = server.stop().await;
    let (ok, lines, complaint) = run_beside(&["agents", "log"], folder.path()).await;
    assert!(ok, "{complaint}");
    let lines: Vec<&str> = lines.lines().map(|line| line.split("GMT  ").nth(1).unwrap()).collect();
    assert_eq!(
        lines,
        [
            "helper  undo  not_allowed",
            "helper  get_job  waiting_for_person  https://jobs.example",
            "helper  list_forms  no_browser",
        ]
    );
}

/// Each revision that the SDK's client speaks.
#[tokio::test]
async fn older_and_newer_clients_are_served() {
    use rmcp::{
        model::ProtocolVersion,
        service::{ClientLifecycleMode, ClientServiceExt as _},
    };
    let server = Running::start().await;
    let token = add(&server, "helper", &[], &["read"]).await;
    let _browser = Browser::of(&server, honest).await;
    let newest =
        ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] };
    for mode in [ClientLifecycleMode::Initialize, newest] {
        let config =
            rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig::with_uri(
                format!("{}/mcp", server.base),
            )
            .auth_header(token.as_str());
        let transport = rmcp::transport::StreamableHttpClientTransport::with_client(
            crate::support::client(),
            config,
        );
        let client = Client(().serve_with_lifecycle(transport, mode).await.unwrap());
        let (said, is_error) = client.said("list_forms", json!({})).await;
        assert!(!is_error && said["forms"].is_array(), "{said}");
    }
}

/// A call's own time: what it takes beside a browser that answers at once.
#[tokio::test]
async fn a_call_takes_no_time_of_its_own() {
    let (server, other) = (Running::start().await, Running::start().await);
    let token = add(&server, "helper", &[], &["read"]).await;
    let _browser = Browser::of(&server, honest).await;
    let agent = Client::connect(&server, &token).await;
    // What it takes at least: the browser fetches what is asked, and brings its answer, by requests that do nothing else.
    let (mut calls, mut plain) = (Vec::new(), Vec::new());
    for _ in 0..40 {
        let began = Instant::now();
        agent.said("list_forms", json!({})).await;
        calls.push(began.elapsed());
        let began = Instant::now();
        for _ in 0..2 {
            assert_eq!(poll(&other, &other.token, &json!({"wait": 0})).await.status, 200);
        }
        plain.push(began.elapsed());
    }
    calls.sort_unstable();
    plain.sort_unstable();
    let own = calls[20].saturating_sub(plain[20]);
    eprintln!(
        "a call: median {:?}, two plain requests {:?}, its own {own:?}",
        calls[20], plain[20]
    );
    // Of a build that is not optimised, on a machine that does other things as well.
    assert!(own.as_millis() < 50, "{calls:?} {plain:?}");
}

/// A call without a client, to see what goes over the wire.
pub(super) async fn raw(server: &Running, token: &str, body: &Value) -> Answer {
    let request = server
        .bare(Method::POST, "/mcp")
        .bearer_auth(token)
        .header("accept", "application/json, text/event-stream");
    send(request.json(body)).await
}

#[tokio::test]
async fn an_agent_that_was_revoked_is_nobody() {
    let server = Running::start().await;
    let token = add(&server, "helper", &[], &["read"]).await;
    let _browser = Browser::of(&server, honest).await;
    let body = call_body("list_forms", json!({}));
    assert_eq!(raw(&server, &token, &body).await.status, 200);
    revoke(&server, "helper").await;
    assert_eq!(raw(&server, &token, &body).await.error().0, 401);
    // Nor is one that is added anew under its name the same one.
    let again = add(&server, "helper", &[], &["read"]).await;
    assert_eq!(raw(&server, &token, &body).await.error().0, 401);
    assert_eq!(raw(&server, &again, &body).await.status, 200);
}

#[tokio::test]
async fn agents_ask_the_browser_of_their_own_user() {
    let server = Running::start().await;
    let token = add_for(&server, "ada", "helper", &[], &["read"]).await;
    let browser = Browser::of(&server, honest).await;
    let agent = Client::connect(&server, &token).await;
    assert_eq!(agent.error("list_forms", json!({})).await, "no_browser");
    assert_eq!(browser.asked(), Vec::<Value>::new());
    let answer = poll(&server, "wrong", &json!({})).await;
    assert_eq!(answer.error().0, 401);
}
