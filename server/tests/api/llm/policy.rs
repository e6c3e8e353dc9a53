//! What a request may choose, over real connections: its key goes to its provider alone.

use std::path::Path;

use reqwest::Method;
use serde_json::{Value, json};

use super::{
    KEY, Stage, actions, compatible,
    mock::{self, Mock, Reply},
    odd_page, outcomes,
};
use crate::{
    cli::Process,
    support::{client, next_body, send},
};

const USERS_KEY: &str = "sk-users-own-key";

#[tokio::test]
async fn a_key_of_a_request_goes_to_its_provider_alone() {
    let servers = Mock::saying("openai", &mock::answers(&[&format!("1={KEY}")])).await;
    let users = Mock::start(vec![Reply::status(500, json!({}))]).await;
    let llm = "user_base_urls = \"any\"";
    let stage = Stage::with(llm, &[("mine", compatible(&servers.base))]).await;
    let wish = |provider: &str| json!({"llm": {"provider": provider, "apiKey": USERS_KEY, "baseUrl": users.base, "model": "u"}});
    let plan = stage.next("j", odd_page(), wish("openai-compatible")).await;
    assert_eq!(actions(&plan), ["ASK 1,2"], "its failure leads to the rules, to nobody else");
    assert_eq!(servers.got().len(), 0);
    let got = users.got();
    assert!(!got.is_empty() && got[0].head.contains(USERS_KEY));
    assert_eq!(got[0].body["model"], "u");

    let plan =
        stage.next("k", odd_page(), json!({"llm": {"provider": "mine", "model": "other"}})).await;
    assert_eq!(plan["planner"]["model"], "other");
    assert!(servers.got().iter().all(|got| !got.head.contains(USERS_KEY)));
    for job in ["j", "k"] {
        let trace = stage.server.get(&format!("/api/jobs/{job}")).await;
        assert!(!String::from_utf8_lossy(&trace.body).contains(USERS_KEY));
    }
}

#[tokio::test]
async fn an_address_of_a_request_is_not_called_unless_allowed() {
    let inner = Mock::saying("openai", &mock::answers(&[&format!("1={KEY}")])).await;
    let wish = |base: &str| json!({"llm": {"provider": "openai-compatible", "apiKey": USERS_KEY, "baseUrl": base, "model": "u"}});
    let stage = Stage::with("", &[]).await;
    let plan = stage.next("j", odd_page(), wish(&inner.base)).await;
    assert!(plan["planner"]["notes"].to_string().contains("calls no addresses"), "{plan:#}");
    let public = Stage::with("user_base_urls = \"public\"", &[]).await;
    for base in
        ["https://localhost", "https://127.0.0.1:9", "https://[::1]", "https://169.254.169.254"]
    {
        let plan = public.next("j", odd_page(), wish(base)).await;
        let notes = plan["planner"]["notes"].to_string();
        assert!(notes.contains("the chosen model was not asked"), "{base}: {notes}");
    }
    assert_eq!(inner.got().len(), 0);
}

#[tokio::test]
async fn redirects_are_not_followed() {
    let other = Mock::saying("openai", &mock::answers(&[&format!("1={KEY}")])).await;
    let first = Mock::start(vec![Reply::with_header(307, "location", other.base.clone())]).await;
    let stage = Stage::of(&first.base).await;
    stage.next("j", odd_page(), json!({})).await;
    assert_eq!(outcomes(&stage.ledger("j").await), ["mock http-307"]);
    assert_eq!(other.got().len(), 0);
}

/// Asks a server process for a plan that a model is wanted for.
async fn plan(folder: &Path, server: &Process, job: &str, more: Value) -> Value {
    let mut body = next_body(job, 1, odd_page(), more);
    body["profileKeys"] = json!(["firstName", "email", KEY]);
    let ask = client().request(Method::POST, format!("{}/api/agent/next", server.base));
    send(ask.bearer_auth(Process::token(folder)).json(&body)).await.json()
}

/// A proxy that notes what it is asked and lets nothing through.
async fn proxy() -> Mock {
    Mock::start(vec![Reply::status(502, json!({}))]).await
}

/// The first lines of what a proxy was asked.
fn asked(proxy: &Mock) -> Vec<String> {
    let got = proxy.got();
    got.iter().map(|got| got.head.lines().next().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn proxies_of_the_environment_are_not_used() {
    let model = Mock::saying("openai", &mock::answers(&[&format!("1={KEY}")])).await;
    let trap = proxy().await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("vaulty.toml");
    let llm = format!(
        "[llm]\nuser_base_urls = \"any\"\n[llm.providers.mock]\n{}",
        compatible(&model.base)
    );
    std::fs::write(&file, llm).unwrap();
    let mut settings = vec![("VAULTY_CONFIG", file.to_str().unwrap()), ("VAULTY_LLM_MODE", "auto")];
    for name in ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    {
        settings.push((name, &trap.base));
    }
    let server = Process::start(folder.path(), &settings);
    let answered = plan(folder.path(), &server, "j", json!({})).await;
    assert_eq!(answered["planner"]["source"], "llm", "{answered}");
    let own = json!({"llm": {"provider": "openai-compatible", "apiKey": USERS_KEY, "baseUrl": model.base, "model": "u"}});
    assert_eq!(plan(folder.path(), &server, "k", own).await["planner"]["source"], "llm");
    let elsewhere = json!({"llm": {"provider": "openai", "apiKey": USERS_KEY, "model": "u"}});
    plan(folder.path(), &server, "l", elsewhere).await;
    assert!(asked(&trap).is_empty(), "a proxy was asked");
    server.stop();
}

#[tokio::test]
async fn a_proxy_by_name_gets_what_goes_by_tls_and_nothing_in_clear() {
    let near = Mock::saying("openai", &mock::answers(&[&format!("1={KEY}")])).await;
    let proxy = proxy().await;
    let address = proxy.base.replace("http://", "http://ada:secret@");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("vaulty.toml");
    let tables = format!(
        "[llm]\norder = [\"near\"]\nuser_base_urls = \"any\"\nproxy = \"{address}\"\n\
         [llm.providers.near]\n{}\n[llm.providers.far]\n{}",
        compatible(&near.base),
        compatible("https://far.invalid/v1"),
    );
    std::fs::write(&file, tables).unwrap();
    let settings = [("VAULTY_CONFIG", file.to_str().unwrap()), ("VAULTY_LLM_MODE", "auto")];
    let server = Process::start(folder.path(), &settings);
    let answered = plan(folder.path(), &server, "j", json!({})).await;
    assert_eq!(answered["planner"]["source"], "llm", "in clear, straight: {answered}");
    let far = json!({"llm": {"provider": "far"}});
    plan(folder.path(), &server, "k", far).await;
    let through = asked(&proxy);
    assert!(!through.is_empty());
    assert!(through.iter().all(|line| line == "CONNECT far.invalid:443"), "{through:?}");
    // What a request names is pinned, and a proxy would undo that.
    let own = json!({"llm": {"provider": "openai-compatible", "apiKey": USERS_KEY, "baseUrl": "https://127.0.0.1:9", "model": "u"}});
    plan(folder.path(), &server, "l", own).await;
    assert_eq!(asked(&proxy), through, "the proxy was asked");
    let log = server.stop();
    assert!(
        log.contains("it learns which providers are called") && !log.contains("secret"),
        "{log}"
    );
}
