//! What operations may answer besides their own errors, for the API document.

use shared_types::api::ErrorEnvelope;
use utoipa::IntoResponses;

/// What every operation that wants a token may answer, for the API document.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the derive, which writes the API document")]
pub(crate) enum Refusals {
    /// No token, or one that is not known.
    #[response(status = 401)]
    Unauthorized(#[to_schema] ErrorEnvelope),
    /// The Host or the Origin is not one that may call.
    #[response(status = 403)]
    Forbidden(#[to_schema] ErrorEnvelope),
    /// Too many requests with this token; `Retry-After` says how long to wait.
    #[response(status = 429)]
    TooMany(#[to_schema] ErrorEnvelope),
    /// Busy or too slow; `Retry-After` says how long to wait.
    #[response(status = 503)]
    Busy(#[to_schema] ErrorEnvelope),
}

/// What every operation with a JSON body may answer besides, for the API document.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the derive, which writes the API document")]
pub(crate) enum BodyRefusals {
    /// No JSON, or a field is missing or wrong; `field` names it.
    #[response(status = 400)]
    Invalid(#[to_schema] ErrorEnvelope),
    /// The body is too large.
    #[response(status = 413)]
    TooLarge(#[to_schema] ErrorEnvelope),
    /// The body is not `application/json`.
    #[response(status = 415)]
    WrongType(#[to_schema] ErrorEnvelope),
}
