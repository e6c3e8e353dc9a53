//! What a request may choose, over real connections: its key goes to its provider alone.

use serde_json::json;

use super::{
    KEY, Stage, actions, compatible,
    mock::{self, Mock, Reply},
    odd_page, outcomes,
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
