//! Ollama's own protocol. It may cut a prompt that is longer than its context without a word, so the
//! context is sent along and the counts are compared.

use serde_json::{Value, json};
use shared_types::Private;

use super::{
    failure::{Failure, Problem},
    read::{OTHERS, odds, tokens},
    types::{Call, Completion, Endpoint, Usage},
};

/// Contexts are multiples of this many tokens.
const STEP: u32 = 2048;
/// The smallest and the largest context that is asked for.
const LEAST: u32 = 4096;
const MOST: u32 = 32_768;
/// No text takes so few tokens that one holds more characters than this.
const MOST_CHARS_A_TOKEN: usize = 9;

type Parts = (String, Vec<(&'static str, Private)>, Value);

pub(super) fn request(endpoint: &Endpoint, call: &Call<'_>) -> Parts {
    let mut body = json!({
        "model": endpoint.model,
        "messages": call.messages(),
        "stream": false,
        "think": false,
        "keep_alive": "10m",
        "options": {
            "num_ctx": context_length(call),
            "num_predict": call.max_output,
            "temperature": 0,
        },
    });
    if let (Some(schema), Value::Object(body)) = (call.schema, &mut body) {
        body.insert("format".to_owned(), schema.clone());
        // Versions before 0.12.11 do not know it and leave it out.
        body.insert("logprobs".to_owned(), true.into());
        body.insert("top_logprobs".to_owned(), OTHERS.into());
    }
    let mut headers = Vec::new();
    if !endpoint.key.is_empty() {
        let bearer = Private::new(format!("Bearer {}", endpoint.key.reveal()));
        headers.push(("authorization", bearer));
    }
    (format!("{}/api/chat", endpoint.base_url), headers, body)
}

/// A context that holds prompt and answer, counted generously: two characters a token.
pub(super) fn context_length(call: &Call<'_>) -> u32 {
    let prompt = u32::try_from(call.chars() / 2).unwrap_or(MOST);
    let needed = prompt.saturating_add(call.max_output).saturating_add(256);
    needed.div_ceil(STEP).saturating_mul(STEP).clamp(LEAST, MOST)
}

pub(super) fn response(body: &Value, call: &Call<'_>) -> Result<Completion, Failure> {
    let message = body.get("message").ok_or(Failure::of(Problem::OtherShape))?;
    let text = message.get("content").and_then(Value::as_str).unwrap_or_default();
    let input = tokens(body, "/prompt_eval_count");
    let output = tokens(body, "/eval_count");
    // A prompt that was cut leaves fewer tokens than its characters can have been. The count is absent
    // when the prompt was cached as a whole.
    let cut = input.is_some_and(|input| {
        let input = usize::try_from(input).unwrap_or(usize::MAX);
        input.saturating_mul(MOST_CHARS_A_TOKEN) < call.chars()
    });
    if cut {
        return Err(Failure::of(Problem::PromptCut));
    }
    Ok(Completion {
        text: text.to_owned(),
        cut_off: body.get("done_reason").and_then(Value::as_str) == Some("length"),
        usage: Usage { input, output, cached: None, cost: None },
        odds: odds(body.get("logprobs")),
    })
}
