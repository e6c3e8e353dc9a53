//! `GET /api/sources`, `POST /api/sources/records`, `POST /api/sources/documents`

use std::time::Duration;

use axum::{Extension, Json, extract::State, http::StatusCode};
use shared_types::{
    Private,
    api::{ErrorEnvelope, FoundDocuments, FoundRecords, SourceQuery, SourceSummaries},
};

use super::{
    extract::JsonBody,
    refusals::{BodyRefusals, Refusals},
};
use crate::{
    app::{App, Shared},
    error::ApiError,
    sources::{Source, SourceError, settings::Use},
    user::User,
};

/// Those that wait for another program.
pub(super) const ASK: &[&str] = &["/api/sources/records", "/api/sources/documents"];
/// How long that may take, on top of a request's own time: what `timeout_seconds` of a source may say.
pub(super) const LONGEST_CALL: Duration = Duration::from_secs(60);
/// Longest words that something is looked for by, in characters.
const LONGEST: usize = 200;

impl From<SourceError> for ApiError {
    fn from(error: SourceError) -> Self {
        let (status, code) = match error {
            SourceError::NoTool => (StatusCode::NOT_FOUND, "no-such-source"),
            SourceError::Nothing => (StatusCode::NOT_FOUND, "nothing-found"),
            SourceError::Busy => (StatusCode::SERVICE_UNAVAILABLE, "source-busy"),
            SourceError::Away => (StatusCode::BAD_GATEWAY, "source-unreachable"),
            SourceError::Unreadable => (StatusCode::BAD_GATEWAY, "source-unreadable"),
            SourceError::Failed => (StatusCode::BAD_GATEWAY, "source-failed"),
            SourceError::TimedOut => (StatusCode::GATEWAY_TIMEOUT, "source-timeout"),
        };
        let said = Self::new(status, code, format!("{error}; its name is in the request"));
        if error == SourceError::Busy { said.retry_after(2) } else { said }
    }
}

/// What other programs of this user's may be asked for, by the names that the host gave them.
#[utoipa::path(
    get,
    path = "/api/sources",
    tag = "sources",
    responses(Refusals, (status = 200, body = SourceSummaries, description = "The sources; none where none is configured.")),
    security(("bearer" = []))
)]
pub async fn list(
    State(app): State<Shared>,
    Extension(user): Extension<User>,
) -> Json<SourceSummaries> {
    Json(SourceSummaries { sources: app.sources.list(&user) })
}

/// Records that a source of this user's finds for some words. They are neither stored nor logged.
#[utoipa::path(
    post,
    path = "/api/sources/records",
    tag = "sources",
    request_body = SourceQuery,
    responses(
        Refusals,
        BodyRefusals,
        (status = 200, body = FoundRecords, description = "The records."),
        (status = 404, body = ErrorEnvelope, description = "`no-such-source`, or `nothing-found`."),
        (status = 502, body = ErrorEnvelope, description = "`source-unreachable`, `source-unreadable` or `source-failed`."),
        (status = 504, body = ErrorEnvelope, description = "`source-timeout`."),
    ),
    security(("bearer" = []))
)]
pub async fn records(
    State(app): State<Shared>,
    Extension(user): Extension<User>,
    body: JsonBody<SourceQuery>,
) -> Result<Json<FoundRecords>, ApiError> {
    let (source, query) = asked(&app, &user, &body.value, Use::Records)?;
    Ok(Json(FoundRecords { records: source.records(query.reveal()).await? }))
}

/// Documents that a source of this user's finds for some words. They are neither stored nor logged.
#[utoipa::path(
    post,
    path = "/api/sources/documents",
    tag = "sources",
    request_body = SourceQuery,
    responses(
        Refusals,
        BodyRefusals,
        (status = 200, body = FoundDocuments, description = "The documents."),
        (status = 404, body = ErrorEnvelope, description = "`no-such-source`, or `nothing-found`."),
        (status = 502, body = ErrorEnvelope, description = "`source-unreachable`, `source-unreadable` or `source-failed`."),
        (status = 504, body = ErrorEnvelope, description = "`source-timeout`."),
    ),
    security(("bearer" = []))
)]
pub async fn documents(
    State(app): State<Shared>,
    Extension(user): Extension<User>,
    body: JsonBody<SourceQuery>,
) -> Result<Json<FoundDocuments>, ApiError> {
    let (source, query) = asked(&app, &user, &body.value, Use::Documents)?;
    Ok(Json(FoundDocuments { documents: source.documents(query.reveal()).await? }))
}

/// The source that is meant, and the words.
fn asked<'a>(
    app: &'a App,
    user: &'a User,
    query: &'a SourceQuery,
    kind: Use,
) -> Result<(&'a Source, &'a Private), ApiError> {
    let words = query.query.reveal();
    let is_long = words.chars().count() > LONGEST;
    if words.trim().is_empty() || is_long || words.chars().any(char::is_control) {
        return Err(ApiError::invalid("query", "must have 1 to 200 characters on one line"));
    }
    let source = app.sources.find(user, &query.source, kind);
    Ok((source.ok_or(SourceError::NoTool)?, &query.query))
}
