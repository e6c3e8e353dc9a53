//! AWS Bedrock's Converse: a forced tool gives the answer its shape, and requests are signed (SigV4) or
//! carry a bearer token.

use std::time::SystemTime;

use aws_credential_types::Credentials;
use aws_sigv4::{
    http_request::{SignableBody, SignableRequest, SigningSettings, sign as signature},
    sign::v4,
};
use serde_json::{Value, json};
use shared_types::Private;

use super::{
    failure::{Failure, Problem},
    read::{tokens, with},
    types::{AwsKeys, Call, Completion, Endpoint, Request, Usage},
};

/// The tool whose input is the answer.
const TOOL: &str = "answer";
/// The service in signatures.
const SERVICE: &str = "bedrock";

type Parts = (String, Vec<(&'static str, Private)>, Value);

pub(super) fn request(endpoint: &Endpoint, call: &Call<'_>) -> Parts {
    let mut body = json!({
        "system": [{"text": call.system}],
        "messages": [{"role": "user", "content": [{"text": call.user}]}],
        "inferenceConfig": {"maxTokens": call.max_output},
    });
    if let (Some(schema), Value::Object(body)) = (call.schema, &mut body) {
        let tool = json!({"toolSpec": {
            "name": TOOL, "description": "Takes the answer.", "inputSchema": {"json": schema},
        }});
        let config = json!({"tools": [tool], "toolChoice": {"tool": {"name": TOOL}}});
        body.insert("toolConfig".to_owned(), config);
    }
    let mut headers = Vec::new();
    if !endpoint.key.is_empty() {
        let bearer = Private::new(format!("Bearer {}", endpoint.key.reveal()));
        headers.push(("authorization", bearer));
    }
    let model = encoded(&endpoint.model);
    (format!("{}/model/{model}/converse", endpoint.base_url), headers, body)
}

/// A segment of a path (RFC 3986 §2.3): model ids hold colons and slashes.
fn encoded(segment: &str) -> String {
    let mut out = String::new();
    for byte in segment.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

/// Signs a request, unless it carries a bearer token.
pub(super) fn sign(request: &mut Request, aws: &AwsKeys, now: SystemTime) -> Result<(), Failure> {
    if request.headers.iter().any(|(name, _)| *name == "authorization") {
        return Ok(());
    }
    let unusable = Failure::of(Problem::NotSendable);
    let session = Some(aws.session.reveal().to_owned()).filter(|token| !token.is_empty());
    let identity = Credentials::new(&aws.id, aws.secret.reveal(), session, None, "vaulty").into();
    let parameters = v4::SigningParams::builder()
        .identity(&identity)
        .region(&aws.region)
        .name(SERVICE)
        .time(now)
        .settings(SigningSettings::default())
        .build()
        .map_err(|_| unusable)?
        .into();
    let headers = [("content-type", "application/json")];
    let signable = SignableRequest::new(
        "POST",
        &request.url,
        headers.into_iter(),
        SignableBody::Bytes(&request.body),
    )
    .map_err(|_| unusable)?;
    let (instructions, _) = signature(signable, &parameters).map_err(|_| unusable)?.into_parts();
    let (signed, _) = instructions.into_parts();
    request.headers.extend(signed.iter().map(|header| (header.name(), header.value().into())));
    Ok(())
}

pub(super) fn response(body: &Value) -> Result<Completion, Failure> {
    let stop = body.get("stopReason").and_then(Value::as_str).unwrap_or_default();
    if matches!(stop, "content_filtered" | "guardrail_intervened") {
        return Err(Failure::of(Problem::Refused));
    }
    let parts = body.pointer("/output/message/content").and_then(Value::as_array);
    let parts = parts.ok_or(Failure::of(Problem::OtherShape))?;
    let tool = parts.iter().find_map(|part| part.pointer("/toolUse/input"));
    let text = match tool {
        Some(Value::String(text)) => text.clone(),
        Some(input) => input.to_string(),
        None => parts.iter().filter_map(|part| part.get("text").and_then(Value::as_str)).collect(),
    };
    let cached = tokens(body, "/usage/cacheReadInputTokens");
    let apart = [cached, tokens(body, "/usage/cacheWriteInputTokens")];
    Ok(Completion {
        text,
        cut_off: matches!(stop, "max_tokens" | "model_context_window_exceeded"),
        usage: Usage {
            input: with(tokens(body, "/usage/inputTokens"), apart),
            output: tokens(body, "/usage/outputTokens"),
            cached,
            cost: None,
        },
        odds: Vec::new(),
    })
}
