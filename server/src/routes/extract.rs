//! What operations take from a request, with errors that name the field and never show a value.

use axum::{
    body::{Body, Bytes},
    extract::{FromRequest, FromRequestParts, Path, Request},
    http::{HeaderMap, StatusCode, header, request::Parts},
};
use http_body_util::BodyExt as _;
use serde::de::DeserializeOwned;
use shared_types::json::Object;

use crate::{
    app::Shared,
    error::ApiError,
    security::{Peer, Place, Stranger},
    user::User,
};

/// A body over the limit is still read up to this many times the limit, because a client that is
/// cut off while sending often never sees the answer.
const DRAIN: usize = 16;
/// Largest JSON body of somebody who is not known; all that it can hold is a pairing code and a name.
const STRANGERS_BODY: usize = 4 << 10;
/// Longest id that a client may choose.
const ID_CHARS: usize = 128;

/// A JSON body, with its bytes.
#[derive(Debug)]
pub struct JsonBody<T> {
    /// What it says.
    pub value: T,
    /// As it was sent.
    pub bytes: Bytes,
    /// Room for it, given back when the request is through.
    _room: Option<Place>,
}

impl<T: DeserializeOwned> FromRequest<Shared> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Shared) -> Result<Self, ApiError> {
        if !is_json(request.headers()) {
            return Err(ApiError::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "unsupported-media-type",
                "the body must be application/json",
            ));
        }
        let Some(user) = request.extensions().get::<User>().cloned() else {
            let (mut parts, body) = request.into_parts();
            let stranger = Stranger::from_request_parts(&mut parts, app).await?;
            let request = Request::from_parts(parts, body);
            let bytes = app.gates.arrival(stranger, read_body(request, STRANGERS_BODY)).await?;
            return Ok(Self { value: parse(&bytes)?, bytes, _room: None });
        };
        let limit = app.config.limits.max_body_bytes;
        let room = content_length(request.headers()).unwrap_or(limit).min(limit);
        let room = app.gates.body(&user, room)?;
        let bytes = read_body(request, limit).await?;
        Ok(Self { value: parse(&bytes)?, bytes, _room: Some(room) })
    }
}

impl FromRequestParts<Shared> for Stranger {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self, ApiError> {
        let peer = parts.extensions.get::<Peer>();
        let peer = peer.ok_or_else(|| ApiError::internal("a request without a connection"))?;
        Ok(peer.stranger(&parts.headers, app.config.security.tls_proxy))
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let media_type = media_type(headers);
    media_type == "application/json"
        || (media_type.starts_with("application/") && media_type.ends_with("+json"))
}

/// The media type of a body in lower case, without parameters.
pub(super) fn media_type(headers: &HeaderMap) -> String {
    headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(';').next())
        .map(|value| value.trim().to_ascii_lowercase())
        .unwrap_or_default()
}

/// Reads a body of at most `limit` bytes and keeps nothing of it.
pub(super) async fn pass_over_body(request: Request, limit: usize) -> Result<(), ApiError> {
    let mut body = request.into_body();
    let mut read = 0;
    while let Some(frame) = body.frame().await {
        read += frame.map_err(|_| incomplete())?.data_ref().map_or(0, Bytes::len);
        if read > limit {
            return Err(too_large(limit));
        }
    }
    Ok(())
}

/// Reads a body of at most `limit` bytes.
pub(super) async fn read_body(request: Request, limit: usize) -> Result<Bytes, ApiError> {
    let announced = content_length(request.headers());
    let waits_for_leave = request.headers().contains_key(header::EXPECT);
    if announced.is_some_and(|n| n > limit && (waits_for_leave || n > limit * DRAIN)) {
        return Err(too_large(limit));
    }
    let mut body = request.into_body();
    let mut read = Vec::with_capacity(announced.unwrap_or(0).min(limit));
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| incomplete())?;
        let Some(data) = frame.data_ref() else { continue };
        if read.len() + data.len() > limit {
            drain(body, limit * DRAIN).await;
            return Err(too_large(limit));
        }
        read.extend_from_slice(data);
    }
    Ok(read.into())
}

/// Reads on without keeping anything, up to `most` bytes.
async fn drain(mut body: Body, most: usize) {
    let mut left = most;
    while let Some(Ok(frame)) = body.frame().await {
        left = left.saturating_sub(frame.data_ref().map_or(0, Bytes::len));
        if left == 0 {
            return;
        }
    }
}

fn content_length(headers: &HeaderMap) -> Option<usize> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

fn too_large(limit: usize) -> ApiError {
    ApiError::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        "too-large",
        format!("the body is larger than {limit} bytes"),
    )
}

fn incomplete() -> ApiError {
    ApiError::new(StatusCode::BAD_REQUEST, "incomplete-body", "the body ended before its time")
}

/// A JSON object → `T`. Only a body that does not fit is read a second time, to find the field's path.
fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    serde_json::from_slice::<Object<T>>(bytes).map(|Object(body)| body).map_err(|error| {
        if error.is_data() {
            let mut reader = serde_json::Deserializer::from_slice(bytes);
            match serde_path_to_error::deserialize::<_, Object<T>>(&mut reader) {
                Err(error) => wrong_field(&error.path().to_string(), &error.inner().to_string()),
                Ok(_) => wrong_field(".", &error.to_string()),
            }
        } else {
            ApiError::new(
                StatusCode::BAD_REQUEST,
                "invalid-json",
                format!("the body is no JSON (line {}, column {})", error.line(), error.column()),
            )
        }
    })
}

/// Names the field without repeating what was in it: of serde's message only the part that says what
/// was expected comes from this program; the rest may quote the body.
fn wrong_field(path: &str, message: &str) -> ApiError {
    let path = path.trim_start_matches('.').replace('?', "");
    if let Some(name) =
        message.strip_prefix("missing field `").and_then(|rest| rest.split('`').next())
    {
        return ApiError::missing(&joined(&path, name));
    }
    // An error about a tag names it first.
    let tag = message.strip_prefix('`').and_then(|rest| rest.split('`').next());
    let path = tag.map_or(path.clone(), |tag| joined(&path, tag));
    let expected = message
        .rsplit_once(", expected ")
        .map(|(_, rest)| rest.split(" at line ").next().unwrap_or(rest))
        .map_or_else(
            || "has a wrong value".to_owned(),
            |what| format!("must be {}", in_json(what)),
        );
    match path.as_str() {
        "" => {
            ApiError::new(StatusCode::BAD_REQUEST, "invalid-field", format!("the body {expected}"))
        }
        path => ApiError::invalid(path, &expected),
    }
}

/// A part of what a path names.
fn joined(path: &str, part: &str) -> String {
    match path.trim_end_matches('.') {
        "" => part.to_owned(),
        path => format!("{path}.{part}"),
    }
}

/// What serde expects, in JSON's own words.
fn in_json(expected: &str) -> &str {
    match expected {
        "a sequence" => "an array",
        "a map" => "an object",
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number that is not negative",
        "i8" | "i16" | "i32" | "i64" => "a whole number",
        "f32" | "f64" => "a number",
        other if other.starts_with("struct ") || other.contains(" enum ") => "an object",
        other => other,
    }
}

/// The query string, as pairs.
#[derive(Debug)]
pub struct Query(Vec<(String, String)>);

impl Query {
    /// A parameter that must be there.
    pub fn required(&self, name: &str) -> Result<&str, ApiError> {
        self.optional(name).ok_or_else(|| ApiError::missing(name))
    }

    /// A parameter that may be there.
    pub fn optional(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Query {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        axum::extract::Query::try_from_uri(&parts.uri).map(|query| Self(query.0)).map_err(|_| {
            ApiError::new(StatusCode::BAD_REQUEST, "invalid-query", "the query cannot be read")
        })
    }
}

/// The `{id}` of a path.
#[derive(Debug)]
pub struct PathId(pub String);

impl<S: Send + Sync> FromRequestParts<S> for PathId {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Path(id) = Path::<String>::from_request_parts(parts, state)
            .await
            .map_err(|_| ApiError::of_status(StatusCode::NOT_FOUND))?;
        check_id("id", &id)?;
        Ok(Self(id))
    }
}

/// An id that a client chose: 1 to 128 characters, none of them a control character.
pub fn check_id(field: &str, id: &str) -> Result<(), ApiError> {
    if id.is_empty() {
        return Err(ApiError::invalid(field, "must not be empty"));
    }
    // Browsers take the way up and down for no part of a path (WHATWG URL).
    if matches!(id, "." | "..") {
        return Err(ApiError::invalid(field, "must not be `.` or `..`"));
    }
    if id.chars().count() > ID_CHARS || id.chars().any(char::is_control) {
        return Err(ApiError::invalid(
            field,
            "must be at most 128 characters, no control characters",
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Outer {
        #[expect(dead_code, reason = "only read by serde")]
        job_id: String,
        #[expect(dead_code, reason = "only read by serde")]
        inner: Vec<Inner>,
    }

    #[derive(Debug, Deserialize)]
    struct Inner {
        #[expect(dead_code, reason = "only read by serde")]
        step: u32,
    }

    #[test]
    fn a_wrong_body_names_its_field_and_shows_no_value() {
        let cases = [
            ("", "invalid-json", None, "the body is no JSON (line 1, column 0)"),
            ("{\"jobId\": ", "invalid-json", None, "the body is no JSON (line 1, column 10)"),
            ("{}", "missing-field", Some("jobId"), "`jobId` is missing"),
            (
                r#"{"jobId": "a", "inner": [{"step": 1}, {}]}"#,
                "missing-field",
                Some("inner[1].step"),
                "`inner[1].step` is missing",
            ),
            (
                r#"{"jobId": "a", "inner": [{"step": "my secret, expected or not"}]}"#,
                "invalid-field",
                Some("inner[0].step"),
                "`inner[0].step` must be a whole number that is not negative",
            ),
            (
                r#"{"jobId": 7, "inner": []}"#,
                "invalid-field",
                Some("jobId"),
                "`jobId` must be a string",
            ),
            (r#""secret""#, "invalid-field", None, "the body must be an object"),
            (r#"["secret", []]"#, "invalid-field", None, "the body must be an object"),
        ];
        for (body, code, field, message) in cases {
            let error = parse::<Outer>(body.as_bytes()).unwrap_err();
            assert_eq!(
                (error.code, error.field.as_deref(), error.message.as_str()),
                (code, field, message),
                "{body}"
            );
        }
    }

    #[test]
    fn ids_are_short_and_printable() {
        for (id, good) in [
            ("job-1", true),
            ("Größe 7", true),
            ("", false),
            (".", false),
            ("..", false),
            ("a\nb", false),
            (&"x".repeat(129), false),
        ] {
            assert_eq!(check_id("jobId", id).is_ok(), good, "{id:?}");
        }
    }
}
