//! Anthropic's messages. No sampling parameters: newer models refuse any.

use serde_json::{Value, json};
use shared_types::Private;

use super::{
    failure::{Failure, Problem},
    read::{joined, tokens, with},
    types::{Call, Completion, Endpoint, Usage},
};

/// Version of the protocol, unless configured.
const VERSION: &str = "2023-06-01";

type Parts = (String, Vec<(&'static str, Private)>, Value);

pub(super) fn request(endpoint: &Endpoint, call: &Call<'_>) -> Parts {
    let mut body = json!({
        "model": endpoint.model,
        "max_tokens": call.max_output,
        "system": [
            {"type": "text", "text": call.system, "cache_control": {"type": "ephemeral"}},
        ],
        "messages": [{"role": "user", "content": call.user}],
    });
    if let (Some(schema), Value::Object(body)) = (call.schema, &mut body) {
        let format = json!({"type": "json_schema", "schema": schema});
        body.insert("output_config".to_owned(), json!({"format": format}));
    }
    let version = endpoint.api_version.as_deref().unwrap_or(VERSION);
    let headers = vec![("x-api-key", endpoint.key.clone()), ("anthropic-version", version.into())];
    (format!("{}/v1/messages", endpoint.base_url), headers, body)
}

pub(super) fn response(body: &Value) -> Result<Completion, Failure> {
    let stop = body.get("stop_reason").and_then(Value::as_str).unwrap_or_default();
    if stop == "refusal" {
        return Err(Failure::of(Problem::Refused));
    }
    let text = joined(body.get("content")).ok_or(Failure::of(Problem::OtherShape))?;
    let cached = tokens(body, "/usage/cache_read_input_tokens");
    let apart = [cached, tokens(body, "/usage/cache_creation_input_tokens")];
    Ok(Completion {
        text,
        cut_off: matches!(stop, "max_tokens" | "model_context_window_exceeded"),
        usage: Usage {
            input: with(tokens(body, "/usage/input_tokens"), apart),
            output: tokens(body, "/usage/output_tokens"),
            cached,
            cost: None,
        },
        odds: Vec::new(),
    })
}
