//! Each protocol: the whole request as a snapshot, and responses as their providers document them.

use std::time::{Duration, SystemTime};

use agent_core::model::{
    answer::{self, Choices},
    doubt::TokenOdds,
};
use serde_json::{Map, json};
use shared_types::Private;

use super::{ollama::context_length, *};

fn schema() -> Value {
    let entries = ["email", "phone"].map(|key| (key.into(), key.to_owned())).into();
    let options = vec!["Neither".to_owned()];
    answer::schema(&[Choices { field: 0, repeated: String::new(), entries, options }], false)
}

fn endpoint(kind: Kind) -> Endpoint {
    let facts = kind.facts();
    let base = if facts.base_url.is_empty() { "https://host.example" } else { facts.base_url };
    let aws = AwsKeys {
        id: "AKIDEXAMPLE".to_owned(),
        secret: "a secret".into(),
        session: "a session".into(),
        region: "eu-central-1".to_owned(),
    };
    Endpoint {
        kind,
        base_url: base.to_owned(),
        model: if facts.model.is_empty() { "maker/model:1" } else { facts.model }.to_owned(),
        key: if facts.keyless { Private::default() } else { "the key".into() },
        aws: (kind == Kind::Bedrock).then_some(aws),
        api_version: None,
        extra: Map::new(),
    }
}

fn call(schema: Option<&Value>) -> Call<'_> {
    Call { system: "system part", example: None, user: "page part", schema, max_output: 500 }
}

fn shown(endpoint: &Endpoint, schema: Option<&Value>) -> Value {
    let request = to_request(endpoint, &call(schema), SystemTime::UNIX_EPOCH).unwrap();
    let headers: Map<String, Value> = request
        .headers
        .iter()
        .map(|(name, value)| ((*name).into(), value.reveal().into()))
        .collect();
    let body: Value = serde_json::from_slice(&request.body).unwrap();
    json!({"url": request.url, "headers": headers, "body": body})
}

#[test]
fn requests_of_each_protocol() {
    let schema = schema();
    let all: Map<String, Value> = KINDS
        .iter()
        .map(|kind| (kind.name().to_owned(), shown(&endpoint(*kind), Some(&schema))))
        .collect();
    insta::assert_json_snapshot!(all);
}

#[test]
fn variants_of_a_protocol() {
    let classic = Endpoint { api_version: Some("2024-10-21".to_owned()), ..endpoint(Kind::Azure) };
    let url = shown(&classic, None)["url"].clone();
    let wanted = "https://host.example/openai/deployments/maker/model:1/chat/completions?api-version=2024-10-21";
    assert_eq!(url, wanted);
    let bearer = Endpoint { key: "bearer".into(), ..endpoint(Kind::Bedrock) };
    assert_eq!(shown(&bearer, None)["headers"], json!({"authorization": "Bearer bearer"}));
    let extra = json!({"reasoning_effort": "low"}).as_object().unwrap().clone();
    let more = Endpoint { extra, ..endpoint(Kind::OpenAi) };
    let body = &shown(&more, None)["body"];
    assert_eq!(body["reasoning_effort"], "low");
    assert!(body.get("response_format").is_none(), "without a schema none is sent");
}

#[test]
fn secrets_are_not_printed() {
    for kind in KINDS {
        let endpoint = endpoint(*kind);
        let request = to_request(&endpoint, &call(None), SystemTime::UNIX_EPOCH).unwrap();
        let printed = format!("{endpoint:?} {request:?}");
        assert!(!printed.contains("the key") && !printed.contains("a secret"), "{printed}");
        assert!(!printed.contains("Signature="), "{printed}");
    }
}

fn check(kind: Kind, status: u16, body: &Value, expected: Result<Completion, Problem>) {
    let response = Response {
        status,
        retry_after: None,
        body: match body {
            Value::String(text) => text.clone().into_bytes(),
            other => serde_json::to_vec(other).unwrap(),
        },
    };
    let got = parse_response(kind, &response, &call(None)).map_err(|failure| failure.problem);
    assert_eq!(got, expected, "{} {status} {body}", kind.name());
}

fn said(text: &str, input: u32, output: u32, cached: Option<u32>) -> Completion {
    let usage = Usage { input: Some(input), output: Some(output), cached, cost: None };
    Completion { text: text.to_owned(), cut_off: false, usage, odds: Vec::new() }
}

fn chat(message: Value, finish: &str) -> Value {
    json!({"id": "c", "object": "chat.completion",
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": {"prompt_tokens": 20, "completion_tokens": 5, "total_tokens": 25,
                  "prompt_tokens_details": {"cached_tokens": 8}}})
}

#[test]
fn answers_of_chat_completions() {
    for kind in [Kind::OpenAi, Kind::OpenRouter, Kind::Compatible, Kind::Azure] {
        let good = said("hi", 20, 5, Some(8));
        let text = json!({"role": "assistant", "content": "hi", "refusal": null});
        check(kind, 200, &chat(text, "stop"), Ok(good.clone()));
        let parts =
            json!({"content": [{"type": "text", "text": "h"}, {"type": "text", "text": "i"}]});
        check(kind, 200, &chat(parts, "stop"), Ok(good.clone()));
        let thought = json!({"content": "", "reasoning_content": "hi"});
        check(kind, 200, &chat(thought, "stop"), Ok(good.clone()));
        let cut = Completion { cut_off: true, ..good };
        check(kind, 200, &chat(json!({"content": "hi"}), "length"), Ok(cut));
        let mut told = chat(json!({"content": "hi"}), "stop");
        told["choices"][0]["logprobs"] = json!({"content": [
            {"token": "hi", "logprob": 0.0, "top_logprobs": [{"token": "ho", "logprob": 0.0}]}]});
        let odds = vec![TokenOdds {
            text: "hi".to_owned(),
            odds: 1.0,
            others: vec![("ho".to_owned(), 1.0)],
        }];
        check(kind, 200, &told, Ok(Completion { odds, ..said("hi", 20, 5, Some(8)) }));
        let no = json!({"content": null, "refusal": "I cannot"});
        check(kind, 200, &chat(no, "stop"), Err(Problem::Refused));
        check(kind, 200, &chat(json!({"content": "x"}), "content_filter"), Err(Problem::Refused));
        check(kind, 200, &json!({"choices": []}), Err(Problem::OtherShape));
        check(kind, 200, &json!({"object": "error"}), Err(Problem::OtherShape));
        let gateway = json!({"error": {"code": 429, "message": "slow down"}});
        check(kind, 200, &gateway, Err(Problem::Status(429)));
        let unclear = json!({"error": {"message": "upstream"}});
        check(kind, 200, &unclear, Err(Problem::Status(502)));
    }
    let mut paid = chat(json!({"content": "hi"}), "stop");
    paid["usage"]["cost"] = json!(0.00015);
    let mut expected = said("hi", 20, 5, Some(8));
    expected.usage.cost = Some(0.00015);
    check(Kind::OpenRouter, 200, &paid, Ok(expected));
}

#[test]
fn answers_of_the_other_protocols() {
    let usage = json!({"input_tokens": 10, "output_tokens": 5, "cache_read_input_tokens": 7,
                       "cache_creation_input_tokens": 3});
    let content = json!([{"type": "thinking", "thinking": "…"}, {"type": "text", "text": "hi"}]);
    let body = |stop: &str| json!({"content": content, "stop_reason": stop, "usage": usage});
    check(Kind::Anthropic, 200, &body("end_turn"), Ok(said("hi", 20, 5, Some(7))));
    let cut = Completion { cut_off: true, ..said("hi", 20, 5, Some(7)) };
    check(Kind::Anthropic, 200, &body("max_tokens"), Ok(cut));
    check(Kind::Anthropic, 200, &body("refusal"), Err(Problem::Refused));
    check(Kind::Anthropic, 200, &json!({"type": "message"}), Err(Problem::OtherShape));

    let body = |count: u32| {
        json!({"message": {"role": "assistant", "content": "hi"}, "done": true,
        "done_reason": "stop", "prompt_eval_count": count, "eval_count": 5})
    };
    check(Kind::Ollama, 200, &body(20), Ok(said("hi", 20, 5, None)));
    let mut told = body(20);
    told["logprobs"] = json!([
        {"token": "hi", "logprob": 0.0, "bytes": [104, 105], "top_logprobs": [{"token": "ho", "logprob": 0.0}]}]);
    let odds =
        vec![TokenOdds { text: "hi".to_owned(), odds: 1.0, others: vec![("ho".to_owned(), 1.0)] }];
    check(Kind::Ollama, 200, &told, Ok(Completion { odds, ..said("hi", 20, 5, None) }));
    check(Kind::Ollama, 200, &body(2), Err(Problem::PromptCut));
    check(Kind::Ollama, 404, &json!({"error": "model not found"}), Err(Problem::Status(404)));
    check(Kind::Ollama, 200, &json!({"error": "llama runner died"}), Err(Problem::Status(502)));

    let body = |finish: &str| {
        json!({
        "candidates": [{"content": {"parts": [{"text": "h"}, {"text": "i"}], "role": "model"},
                        "finishReason": finish}],
        "usageMetadata": {"promptTokenCount": 20, "candidatesTokenCount": 5,
                          "cachedContentTokenCount": 4, "totalTokenCount": 25}})
    };
    check(Kind::Gemini, 200, &body("STOP"), Ok(said("hi", 20, 5, Some(4))));
    check(Kind::Gemini, 200, &body("SPII"), Err(Problem::Refused));
    let blocked = json!({"promptFeedback": {"blockReason": "OTHER"}});
    check(Kind::Gemini, 200, &blocked, Err(Problem::Refused));

    let body = |content: Value, stop: &str| {
        json!({
        "output": {"message": {"role": "assistant", "content": content}}, "stopReason": stop,
        "usage": {"inputTokens": 20, "outputTokens": 5, "totalTokens": 25}})
    };
    let tool = json!([{"text": "I answer."}, {"toolUse": {"name": "answer", "toolUseId": "t",
                                                          "input": {"0": "email"}}}]);
    let expected = said("{\"0\":\"email\"}", 20, 5, None);
    check(Kind::Bedrock, 200, &body(tool, "tool_use"), Ok(expected));
    check(
        Kind::Bedrock,
        200,
        &body(json!([{"text": "hi"}]), "end_turn"),
        Ok(said("hi", 20, 5, None)),
    );
    check(Kind::Bedrock, 200, &body(json!([]), "guardrail_intervened"), Err(Problem::Refused));
}

#[test]
fn failures_of_each_protocol() {
    for kind in KINDS {
        for status in [302, 400, 401, 402, 403, 404, 408, 409, 413, 429, 500, 502, 503, 529] {
            let body = json!({"error": {"message": "quotes what was sent"}});
            check(*kind, status, &body, Err(Problem::Status(status)));
        }
        check(*kind, 503, &json!("<html>busy</html>"), Err(Problem::Status(503)));
        check(*kind, 200, &json!("<html>proxy</html>"), Err(Problem::NoJson));
        check(*kind, 200, &json!(""), Err(Problem::NoJson));
        for about in ["response_format.json_schema", "output_config", "toolConfig", "grammar"] {
            let body = json!({"error": {"message": format!("{about} is not supported")}});
            check(*kind, 400, &body, Err(Problem::SchemaUnknown));
        }
    }
}

#[test]
fn what_may_pass_is_tried_again() {
    let again: Vec<u16> = (400..600).filter(|status| Problem::Status(*status).may_pass()).collect();
    assert!(again.starts_with(&[408, 409, 429, 500, 501]), "{again:?}");
    assert!(again.contains(&529) && !again.contains(&402) && !again.contains(&400));
}

#[test]
fn each_form_of_retry_after() {
    let now = httpdate::parse_http_date("Sun, 06 Nov 1994 08:49:30 GMT").unwrap();
    let check = |ms: Option<&str>, other: Option<&str>, expected: Option<u64>| {
        let got = retry_after(ms, other, now);
        assert_eq!(got, expected.map(Duration::from_millis), "{ms:?} {other:?}");
    };
    check(None, Some("7"), Some(7000));
    check(None, Some(" 0.25 "), Some(250));
    check(Some("120"), Some("7"), Some(120));
    check(Some("x"), Some("7"), Some(7000));
    check(None, Some("Sun, 06 Nov 1994 08:49:37 GMT"), Some(7000));
    check(None, Some("Sun, 06 Nov 1994 08:49:20 GMT"), Some(0));
    check(None, Some("-1"), None);
    check(None, Some("soon"), None);
    check(None, Some("1e400"), None);
    check(None, None, None);
}

#[test]
fn contexts_hold_prompt_and_answer() {
    let long = "x".repeat(9000);
    for (user, expected) in [("short", 4096), (long.as_str(), 6144)] {
        let call = Call { user, ..call(None) };
        assert_eq!(context_length(&call), expected);
    }
}
