//! What can go wrong with a provider, and whether trying again may help.

use std::time::{Duration, SystemTime};

use serde_json::Value;

/// A call that brought no completion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Failure {
    /// What went wrong.
    pub problem: Problem,
    /// When the provider wants to be asked again.
    pub retry_after: Option<Duration>,
}

/// What went wrong. No text of the provider is kept: it may quote what was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Problem {
    /// The request cannot be made: address or keys are not usable.
    NotSendable,
    /// Nobody answers at the address.
    Unreachable,
    /// No answer came in time.
    TimedOut,
    /// The connection ended within the answer.
    Cut,
    /// The answer is larger than any answer is.
    TooLarge,
    /// The provider says so: HTTP status, or the like within the body.
    Status(u16),
    /// The request was wrong in a way that has to do with the schema: another provider of the same
    /// protocol may not know it.
    SchemaUnknown,
    /// The model, or a filter before it, refuses.
    Refused,
    /// The answer is no JSON at all.
    NoJson,
    /// The answer is not in the provider's own shape.
    OtherShape,
    /// The provider cut the prompt without saying so.
    PromptCut,
    /// The provider has no model.
    NoModel,
    /// It failed so often lately that it is not asked now.
    BreakerOpen,
    /// Too many calls to it are under way.
    Busy,
}

impl Failure {
    /// A failure without a wish for when.
    pub fn of(problem: Problem) -> Self {
        Self { problem, retry_after: None }
    }
}

impl Problem {
    /// For programs: metrics, ledger.
    pub fn code(self) -> String {
        match self {
            Self::NotSendable => "not-sendable".to_owned(),
            Self::Unreachable => "unreachable".to_owned(),
            Self::TimedOut => "timeout".to_owned(),
            Self::Cut => "connection-cut".to_owned(),
            Self::TooLarge => "too-large".to_owned(),
            Self::Status(status) => format!("http-{status}"),
            Self::SchemaUnknown => "schema-unknown".to_owned(),
            Self::Refused => "refused".to_owned(),
            Self::NoJson => "no-json".to_owned(),
            Self::OtherShape => "other-shape".to_owned(),
            Self::PromptCut => "prompt-cut".to_owned(),
            Self::NoModel => "no-model".to_owned(),
            Self::BreakerOpen => "breaker-open".to_owned(),
            Self::Busy => "busy".to_owned(),
        }
    }

    /// For people, after the provider's name.
    pub fn why(self) -> String {
        match self {
            Self::NotSendable => "its address or keys cannot be used".to_owned(),
            Self::Unreachable => "nobody answers there".to_owned(),
            Self::TimedOut => "it did not answer in time".to_owned(),
            Self::Cut => "the connection broke".to_owned(),
            Self::TooLarge => "its answer is too large".to_owned(),
            Self::Status(400 | 422) => "it does not understand the request".to_owned(),
            Self::Status(401 | 403) => "it does not accept the key".to_owned(),
            Self::Status(402) => "the account there has no credit left".to_owned(),
            Self::Status(404) => "it does not know the model".to_owned(),
            Self::Status(408) => "it took too long".to_owned(),
            Self::Status(429) => "it wants fewer requests".to_owned(),
            Self::Status(503 | 529) => "it is overloaded".to_owned(),
            Self::Status(status) => format!("it failed with status {status}"),
            Self::SchemaUnknown => "it does not know answers with a schema".to_owned(),
            Self::Refused => "the model refused".to_owned(),
            Self::NoJson | Self::OtherShape => "its answer is not of its own protocol".to_owned(),
            Self::PromptCut => "it cut the prompt; its context is too small".to_owned(),
            Self::NoModel => "it has no model".to_owned(),
            Self::BreakerOpen => "it failed lately and is left alone for a while".to_owned(),
            Self::Busy => "too many calls to it are under way".to_owned(),
        }
    }

    /// Whether the same request may succeed a little later.
    pub fn may_pass(self) -> bool {
        match self {
            Self::Status(status) => matches!(status, 408 | 409 | 429) || status >= 500,
            Self::Cut => true,
            _ => false,
        }
    }

    /// Whether it says that the provider is not well, rather than that it disliked this request.
    pub fn is_outage(self) -> bool {
        match self {
            Self::Unreachable | Self::TimedOut | Self::Cut => true,
            Self::Status(status) => matches!(status, 401..=404 | 408 | 429) || status >= 500,
            _ => false,
        }
    }
}

/// The failure behind a status other than 200.
pub(super) fn of_status(status: u16, body: &Value, retry_after: Option<Duration>) -> Failure {
    let problem = match status {
        400 | 422 if is_about_schema(body) => Problem::SchemaUnknown,
        // A redirect is an answer like any other that is not one: it is never followed.
        _ => Problem::Status(status),
    };
    Failure { problem, retry_after }
}

/// An error in the body of an answer with status 200, as gateways send it.
pub(super) fn within(body: &Value, retry_after: Option<Duration>) -> Option<Failure> {
    let error = body.get("error").or_else(|| body.pointer("/choices/0/error"));
    let error = error.filter(|error| !error.is_null())?;
    let code = error.get("code").or_else(|| error.get("status"));
    let status = code.and_then(|code| match code {
        Value::Number(number) => number.as_u64(),
        Value::String(text) => text.parse().ok(),
        _ => None,
    });
    let status = status.and_then(|status| u16::try_from(status).ok());
    let status = status.filter(|status| (400..=599).contains(status)).unwrap_or(502);
    Some(of_status(status, body, retry_after))
}

/// Words by which providers name what they do not know, or do not take, about answers with a schema.
const ABOUT_SCHEMA: &[&str] = &[
    "response_format",
    "schema",
    "output_config",
    "response_mime_type",
    "responsemimetype",
    "toolconfig",
    "tool_choice",
    "toolchoice",
    "structured output",
    "grammar",
    "tool use",
    "logprobs",
    "enum",
];

fn is_about_schema(body: &Value) -> bool {
    let text = body.to_string().to_lowercase();
    ABOUT_SCHEMA.iter().any(|word| text.contains(word))
}

/// `retry-after-ms`, else `retry-after` in seconds or as a date (RFC 9110 §10.2.3).
pub fn retry_after(
    millis: Option<&str>,
    seconds_or_date: Option<&str>,
    now: SystemTime,
) -> Option<Duration> {
    let number =
        |text: &str| text.trim().parse::<f64>().ok().filter(|n| n.is_finite() && *n >= 0.0);
    let from_millis = millis.and_then(number).map(|ms| ms / 1000.0);
    let seconds = from_millis.or_else(|| seconds_or_date.and_then(number));
    if let Some(seconds) = seconds {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let date = httpdate::parse_http_date(seconds_or_date?.trim()).ok()?;
    Some(date.duration_since(now).unwrap_or_default())
}
