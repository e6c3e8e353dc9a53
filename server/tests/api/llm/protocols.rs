//! Each protocol over a real connection: where the request goes, with which key, and what comes of it.

use serde_json::json;

use super::{KEY, Stage, actions, mock, mock::Mock, odd_page, outcomes};

async fn check(kind: &str, lines: &str, path: &str, header: &str) {
    let text = mock::answers(&[&format!("1={KEY}")]);
    let mock = Mock::saying(kind, &text).await;
    let lines = format!("kind = \"{kind}\"\nbase_url = \"{}\"\n{lines}", mock.base);
    let secret = ("AWS_SECRET_ACCESS_KEY", "s");
    let stage = Stage::set("", &[("mock", lines)], &[("AWS_ACCESS_KEY_ID", "AKID"), secret]).await;
    let plan = stage.next("j", odd_page(), json!({})).await;
    assert_eq!(actions(&plan), [format!("FILL 1 {KEY}"), "CLICK".to_owned()], "{kind}: {plan:#}");
    assert_eq!(plan["planner"]["source"], "llm");
    assert_eq!(plan["planner"]["provider"], "mock");
    assert_eq!(plan["planner"]["calls"], 1);
    assert_eq!(plan["planner"]["outputTokens"], 20);
    assert_eq!(plan["planner"]["decided"], json!([{"field": 1, "by": "llm"}]));
    let got = mock.got();
    assert_eq!(got.len(), 1, "{kind}");
    assert_eq!(got[0].path, path, "{kind}");
    assert!(got[0].head.to_lowercase().contains(header), "{kind}: {}", got[0].head);
    let prompt = mock::prompt_of(&got[0].body);
    assert!(
        prompt.contains("How soon could you begin?") && prompt.contains("Notice period"),
        "{kind}: {prompt}"
    );
    assert_eq!(outcomes(&stage.ledger("j").await), ["mock ok"]);
}

#[tokio::test]
async fn every_protocol_is_spoken() {
    let key = "model = \"m\"\napi_key = \"k\"";
    let bearer = "authorization: bearer k";
    check("openai", &format!("{key}\n"), "/chat/completions", bearer).await;
    check("anthropic", key, "/v1/messages", "x-api-key: k").await;
    check("openrouter", key, "/chat/completions", bearer).await;
    check("ollama", "model = \"m\"", "/api/chat", "content-type: application/json").await;
    check("openai-compatible", key, "/v1/chat/completions", bearer).await;
    check("azure", key, "/openai/v1/chat/completions", "api-key: k").await;
    check("gemini", key, "/v1beta/models/m:generateContent", "x-goog-api-key: k").await;
    let aws = "model = \"maker.m:1\"\nregion = \"eu-central-1\"";
    check(
        "bedrock",
        aws,
        "/model/maker.m%3A1/converse",
        "authorization: aws4-hmac-sha256 credential=akid/",
    )
    .await;
}

#[tokio::test]
async fn an_ollama_without_a_model_is_asked_for_its_list() {
    let list = json!({"models": [{"name": "all-minilm-embed"}, {"name": "small:1b"}]});
    let text = mock::answers(&[&format!("1={KEY}")]);
    let mock = Mock::start(vec![
        mock::Reply::status(200, list),
        mock::Reply::status(200, mock::said("ollama", &text)),
    ])
    .await;
    let stage = Stage::set("", &[], &[("OLLAMA_HOST", &mock.base)]).await;
    let plan = stage.next("j", odd_page(), json!({})).await;
    assert_eq!(plan["planner"]["model"], "small:1b", "{plan:#}");
    let paths: Vec<String> = mock.got().iter().map(|got| got.path.clone()).collect();
    assert_eq!(paths, ["/api/tags", "/api/chat"]);
}
