//! Google Gemini's `generateContent`.

use serde_json::{Value, json};
use shared_types::Private;

use super::{
    failure::{Failure, Problem},
    read::{joined, tokens, with},
    types::{Call, Completion, Endpoint, Usage},
};

/// Reasons to end that mean no.
const REFUSALS: &[&str] =
    &["SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "LANGUAGE"];

type Parts = (String, Vec<(&'static str, Private)>, Value);

pub(super) fn request(endpoint: &Endpoint, call: &Call<'_>) -> Parts {
    let mut config = json!({
        "maxOutputTokens": call.max_output,
        "thinkingConfig": {"thinkingBudget": 0},
    });
    if let (Some(schema), Value::Object(config)) = (call.schema, &mut config) {
        config.insert("responseMimeType".to_owned(), "application/json".into());
        config.insert("responseJsonSchema".to_owned(), schema.clone());
    }
    let body = json!({
        "systemInstruction": {"parts": [{"text": call.system}]},
        "contents": [{"role": "user", "parts": [{"text": call.user}]}],
        "generationConfig": config,
    });
    let url = format!("{}/v1beta/models/{}:generateContent", endpoint.base_url, endpoint.model);
    (url, vec![("x-goog-api-key", endpoint.key.clone())], body)
}

pub(super) fn response(body: &Value) -> Result<Completion, Failure> {
    if body.pointer("/promptFeedback/blockReason").is_some() {
        return Err(Failure::of(Problem::Refused));
    }
    let candidate = body.pointer("/candidates/0").ok_or(Failure::of(Problem::OtherShape))?;
    let finish = candidate.get("finishReason").and_then(Value::as_str).unwrap_or_default();
    if REFUSALS.contains(&finish) {
        return Err(Failure::of(Problem::Refused));
    }
    // Nothing is told of candidates where all tokens went into thoughts.
    let said = tokens(body, "/usageMetadata/candidatesTokenCount");
    let thought = tokens(body, "/usageMetadata/thoughtsTokenCount");
    Ok(Completion {
        text: joined(candidate.pointer("/content/parts")).unwrap_or_default(),
        cut_off: finish == "MAX_TOKENS",
        usage: Usage {
            input: tokens(body, "/usageMetadata/promptTokenCount"),
            output: with(said.or(thought.and(Some(0))), [thought]),
            cached: tokens(body, "/usageMetadata/cachedContentTokenCount"),
            cost: None,
        },
        odds: Vec::new(),
    })
}
