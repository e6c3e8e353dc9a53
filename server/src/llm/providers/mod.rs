//! Providers as pure adapters: a call becomes a request, a response becomes a completion or a failure.
//!
//! Nothing here opens a connection, reads a clock or knows what a form is. All of them are in one table,
//! [`Kind::facts`].

mod address;
mod anthropic;
mod bedrock;
mod failure;
mod gemini;
mod ollama;
mod openai;
mod read;
mod types;

use std::time::SystemTime;

use serde_json::Value;

pub use address::{FAR, NEAR, base_url, is_near, ollama_address, usual_time};
pub use failure::{Failure, Problem, retry_after};
pub use types::{AwsKeys, Call, Completion, Endpoint, KINDS, Kind, Request, Response, Usage};

/// A call as a request.
///
/// # Errors
/// The endpoint's address or keys cannot be used.
pub fn to_request(
    endpoint: &Endpoint,
    call: &Call<'_>,
    now: SystemTime,
) -> Result<Request, Failure> {
    let (url, headers, mut body) = match endpoint.kind {
        Kind::OpenAi | Kind::OpenRouter | Kind::Compatible | Kind::Azure => {
            openai::request(endpoint, call)
        }
        Kind::Anthropic => anthropic::request(endpoint, call),
        Kind::Ollama => ollama::request(endpoint, call),
        Kind::Gemini => gemini::request(endpoint, call),
        Kind::Bedrock => bedrock::request(endpoint, call),
    };
    if let Value::Object(body) = &mut body {
        body.extend(endpoint.extra.clone());
    }
    let body = serde_json::to_vec(&body).map_err(|_| Failure::of(Problem::NotSendable))?;
    let mut request = Request { url, headers, body };
    if let (Kind::Bedrock, Some(aws)) = (endpoint.kind, &endpoint.aws) {
        bedrock::sign(&mut request, aws, now)?;
    }
    Ok(request)
}

/// A response as a completion. `call` is what was asked, to notice prompts that were cut.
///
/// # Errors
/// The provider failed, refused, or answered in a shape that is not its own.
pub fn parse_response(
    kind: Kind,
    response: &Response,
    call: &Call<'_>,
) -> Result<Completion, Failure> {
    let body: Value = match serde_json::from_slice(&response.body) {
        Ok(body) => body,
        Err(_) if response.status == 200 => return Err(Failure::of(Problem::NoJson)),
        Err(_) => Value::Null,
    };
    if response.status != 200 {
        return Err(failure::of_status(response.status, &body, response.retry_after));
    }
    if let Some(failure) = failure::within(&body, response.retry_after) {
        return Err(failure);
    }
    match kind {
        Kind::OpenAi | Kind::OpenRouter | Kind::Compatible | Kind::Azure => openai::response(&body),
        Kind::Anthropic => anthropic::response(&body),
        Kind::Ollama => ollama::response(&body, call),
        Kind::Gemini => gemini::response(&body),
        Kind::Bedrock => bedrock::response(&body),
    }
}

#[cfg(test)]
mod tests;
