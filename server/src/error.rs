//! The one shape of every error. Operations have errors of their own and turn them into this.
//!
//! An [`ApiError`] becomes a response without a body; the outermost layer (`routes::observe`)
//! writes the body, because it knows the request's id. The cause goes to the log, never to a client.

use std::fmt;

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

use crate::store::{CommitError, StoreError};

/// An error on its way to the client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiError {
    /// HTTP status.
    pub status: StatusCode,
    /// For programs.
    pub code: &'static str,
    /// For people; says what to do and holds nothing of what was sent.
    pub message: String,
    /// The field that is wrong, as a path.
    pub field: Option<String>,
    /// Seconds after which another try makes sense.
    pub retry_after: Option<u64>,
    /// For the log only.
    pub cause: Option<String>,
}

impl ApiError {
    /// An error with a status, a code for programs and a message for people.
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self { status, code, message: message.into(), field: None, retry_after: None, cause: None }
    }

    /// Names the field that is wrong.
    pub fn at(mut self, field: impl Into<String>) -> Self {
        self.field = Some(field.into());
        self
    }

    /// Says when to try again.
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds.max(1));
        self
    }

    /// A field that is missing.
    pub fn missing(field: &str) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "missing-field", format!("`{field}` is missing"))
            .at(field)
    }

    /// A field that holds what it must not.
    pub fn invalid(field: &str, reason: &str) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "invalid-field", format!("`{field}` {reason}")).at(field)
    }

    /// Something that the client can do nothing about.
    pub fn internal(cause: impl fmt::Display) -> Self {
        let mut error = Self::of_status(StatusCode::INTERNAL_SERVER_ERROR);
        error.cause = Some(cause.to_string());
        error
    }

    /// The server has as much to do as it can.
    pub fn busy() -> Self {
        Self::of_status(StatusCode::SERVICE_UNAVAILABLE).retry_after(1)
    }

    /// The store does not answer now, or takes nothing.
    fn unavailable() -> Self {
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "store-unavailable",
            "the database cannot be reached, or written to, now; try again",
        )
        .retry_after(1)
    }

    /// The user was erased while the request was on its way.
    pub fn erased() -> Self {
        Self::new(StatusCode::GONE, "erased", "everything of this user was erased just now")
    }

    /// The server is about to end.
    pub fn stopping() -> Self {
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "stopping",
            "the server is stopping; another one, or this one once it is back, will answer",
        )
        .retry_after(2)
    }

    /// What there is to say when only the status is known.
    pub fn of_status(status: StatusCode) -> Self {
        let (code, message) = match status {
            StatusCode::UNAUTHORIZED => {
                ("unauthorized", "a bearer token is needed: pair, or use the one in the token file")
            }
            StatusCode::FORBIDDEN => ("forbidden", "this is not allowed from there"),
            StatusCode::NOT_FOUND => ("not-found", "there is nothing at this address"),
            StatusCode::METHOD_NOT_ALLOWED => {
                ("method-not-allowed", "this address does not take this method; see Allow")
            }
            StatusCode::REQUEST_TIMEOUT => ("timeout", "the request took too long to arrive"),
            StatusCode::PAYLOAD_TOO_LARGE => ("too-large", "the body is too large"),
            StatusCode::UNSUPPORTED_MEDIA_TYPE => {
                ("unsupported-media-type", "the body must have another Content-Type")
            }
            StatusCode::TOO_MANY_REQUESTS => ("too-many-requests", "wait, then try again"),
            StatusCode::SERVICE_UNAVAILABLE => ("busy", "the server is busy; try again"),
            other if other.is_server_error() => {
                ("internal", "the server failed; its log has the cause under this requestId")
            }
            _ => ("bad-request", "the request cannot be understood"),
        };
        Self::new(status, code, message)
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        if matches!(error, StoreError::KeyRotated) {
            let status = StatusCode::SERVICE_UNAVAILABLE;
            return Self::new(status, "key-rotated", error.to_string()).retry_after(5);
        }
        if !error.passes() {
            return Self::internal(error);
        }
        let mut answer = Self::unavailable();
        answer.cause = Some(error.to_string());
        answer
    }
}

impl From<CommitError> for ApiError {
    fn from(error: CommitError) -> Self {
        match error {
            CommitError::Full => Self::busy(),
            CommitError::Unavailable => Self::unavailable(),
            CommitError::Failed => Self::internal(error),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            response
                .headers_mut()
                .insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response.extensions_mut().insert(self);
        response
    }
}
