//! OpenAI's chat completions, and those who speak the same: OpenRouter, Azure, llama.cpp, vLLM, LM Studio.

use serde_json::{Value, json};
use shared_types::Private;

use super::{
    failure::{Failure, Problem},
    read::{OTHERS, joined, odds, tokens},
    types::{Call, Completion, Endpoint, Kind, Usage},
};

type Parts = (String, Vec<(&'static str, Private)>, Value);

pub(super) fn request(endpoint: &Endpoint, call: &Call<'_>) -> Parts {
    let mut body = json!({
        "model": endpoint.model,
        "messages": call.messages(),
    });
    let set = |body: &mut Value, name: &str, value: Value| {
        if let Value::Object(body) = body {
            body.insert(name.to_owned(), value);
        }
    };
    // Servers of others know the older name; OpenAI's newer models only the newer one.
    let limit = match endpoint.kind {
        Kind::OpenAi | Kind::Azure => "max_completion_tokens",
        _ => "max_tokens",
    };
    set(&mut body, limit, call.max_output.into());
    if endpoint.kind == Kind::Compatible {
        set(&mut body, "temperature", 0.into());
    }
    if endpoint.kind == Kind::OpenRouter {
        set(&mut body, "usage", json!({"include": true}));
    }
    if let Some(schema) = call.schema {
        let schema = json!({"name": "answers", "strict": true, "schema": schema});
        let format = json!({"type": "json_schema", "json_schema": schema});
        set(&mut body, "response_format", format);
        // OpenAI's own newer models refuse to tell.
        if endpoint.kind == Kind::Compatible {
            set(&mut body, "logprobs", true.into());
            set(&mut body, "top_logprobs", OTHERS.into());
        }
    }
    (url(endpoint), headers(endpoint), body)
}

fn url(endpoint: &Endpoint) -> String {
    let base = &endpoint.base_url;
    match (endpoint.kind, &endpoint.api_version) {
        (Kind::Azure, Some(version)) => format!(
            "{base}/openai/deployments/{}/chat/completions?api-version={version}",
            endpoint.model
        ),
        (Kind::Azure, None) => format!("{base}/openai/v1/chat/completions"),
        _ => format!("{base}/chat/completions"),
    }
}

fn headers(endpoint: &Endpoint) -> Vec<(&'static str, Private)> {
    let mut headers = Vec::new();
    if !endpoint.key.is_empty() {
        headers.push(match endpoint.kind {
            Kind::Azure => ("api-key", endpoint.key.clone()),
            _ => ("authorization", Private::new(format!("Bearer {}", endpoint.key.reveal()))),
        });
    }
    if endpoint.kind == Kind::OpenRouter {
        headers.push(("x-openrouter-title", "Vaulty".into()));
    }
    headers
}

pub(super) fn response(body: &Value) -> Result<Completion, Failure> {
    let choice = body.pointer("/choices/0").ok_or(Failure::of(Problem::OtherShape))?;
    let message = choice.get("message").ok_or(Failure::of(Problem::OtherShape))?;
    let finish = choice.get("finish_reason").and_then(Value::as_str).unwrap_or_default();
    let text_of = |name: &str| match message.get(name) {
        Some(Value::String(text)) => text.clone(),
        parts => joined(parts).unwrap_or_default(),
    };
    let mut text = text_of("content");
    if finish == "content_filter" || (text.is_empty() && !text_of("refusal").is_empty()) {
        return Err(Failure::of(Problem::Refused));
    }
    if text.trim().is_empty() {
        // Local servers put the whole answer there when they take it for thinking.
        text = text_of("reasoning_content");
    }
    Ok(Completion {
        text,
        cut_off: finish == "length",
        usage: Usage {
            input: tokens(body, "/usage/prompt_tokens"),
            output: tokens(body, "/usage/completion_tokens"),
            cached: tokens(body, "/usage/prompt_tokens_details/cached_tokens"),
            cost: body.pointer("/usage/cost").and_then(Value::as_f64),
        },
        odds: odds(choice.pointer("/logprobs/content")),
    })
}
