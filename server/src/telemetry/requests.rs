//! The outermost layer: gives each request its id, writes error bodies and headers, counts and logs.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use axum::{
    body::Body,
    extract::{MatchedPath, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, header},
    middleware::Next,
    response::Response,
};
use shared_types::api::{ErrorBody, ErrorEnvelope};

use crate::{app::Shared, routes::error::ApiError, security};

const HEADER: HeaderName = HeaderName::from_static("x-request-id");
/// Longest id that is taken over from a client.
const LONGEST: usize = 64;

/// The id of a request: the client's, or one that the server made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestId(Arc<str>);

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Makes request ids: what tells this run of the server from others, and a number.
#[derive(Debug)]
pub struct Ids {
    run: String,
    next: AtomicU64,
}

impl Ids {
    /// Ids of a run; the run is told apart by when it started.
    pub fn new(started_at: i64) -> Self {
        Self { run: format!("{started_at:x}"), next: AtomicU64::new(1) }
    }

    /// The client's id if it is sane, else a new one.
    fn of(&self, headers: &HeaderMap) -> RequestId {
        let sane = |text: &&str| {
            (1..=LONGEST).contains(&text.len())
                && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b))
        };
        match headers.get(HEADER).and_then(|value| value.to_str().ok()).filter(sane) {
            Some(id) => RequestId(id.into()),
            None => {
                let number = self.next.fetch_add(1, Ordering::Relaxed);
                RequestId(format!("{}-{number}", self.run).into())
            }
        }
    }
}

/// Surrounds everything else, so that whatever comes out has an id, headers and, as an error, a body.
pub async fn observe(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let id = app.ids.of(request.headers());
    let method = method_name(request.method());
    let matched = request.extensions().get::<MatchedPath>().cloned();
    let path = request.uri().clone();
    let tls = app.config.tls_proxy && security::came_by_tls(request.headers());

    let mut response = next.run(request).await;

    let error = write_error(&mut response, &id);
    security::apply_headers(path.path(), tls, response.headers_mut());
    if let Ok(value) = HeaderValue::from_str(&id.0) {
        response.headers_mut().insert(HEADER, value);
    }
    let route = matched.as_ref().map_or("unmatched", MatchedPath::as_str);
    let status = response.status().as_u16();
    let took = started.elapsed();
    app.metrics.request(method, route, status, took);
    log(&id, method, route, status, took, error.as_ref());
    response
}

/// One line a request. What failed inside is told here, once.
fn log(
    id: &RequestId,
    method: &str,
    route: &str,
    status: u16,
    took: Duration,
    error: Option<&ApiError>,
) {
    let ms = (took.as_secs_f64() * 1e5).round() / 100.0;
    match error {
        None => tracing::info!(request_id = %id, method, route, status, ms, "request"),
        Some(ApiError { cause: Some(cause), code, .. }) => {
            tracing::error!(request_id = %id, method, route, status, ms, code, cause, "request failed");
        }
        Some(ApiError { code, field, .. }) => {
            let field = field.as_deref().unwrap_or_default();
            tracing::info!(request_id = %id, method, route, status, ms, code, field, "request refused");
        }
    }
}

/// Writes the envelope into an error response, also into one that some library made.
fn write_error(response: &mut Response, id: &RequestId) -> Option<ApiError> {
    let status = response.status();
    let error = match response.extensions_mut().remove::<ApiError>() {
        Some(error) => error,
        None if status.is_client_error() || status.is_server_error() => ApiError::of_status(status),
        None => return None,
    };
    let envelope = ErrorEnvelope {
        error: ErrorBody {
            code: error.code.to_owned(),
            message: error.message.clone(),
            field: error.field.clone(),
            request_id: id.to_string(),
        },
    };
    // Four texts: this cannot fail.
    let body = serde_json::to_vec(&envelope).unwrap_or_default();
    let headers = response.headers_mut();
    headers.remove(header::CONTENT_LENGTH);
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    *response.body_mut() = Body::from(body);
    Some(error)
}

/// A method as a label; clients can invent methods, but no labels.
fn method_name(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::POST => "POST",
        Method::DELETE => "DELETE",
        Method::HEAD => "HEAD",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::OPTIONS => "OPTIONS",
        _ => "OTHER",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sane_ids_are_kept_and_others_replaced() {
        let ids = Ids::new(255);
        for (sent, expected) in [
            (Some("abc-1_2.3"), "abc-1_2.3"),
            (Some(""), "ff-1"),
            (Some("two words"), "ff-2"),
            (Some("a\u{e9}"), "ff-3"),
            (Some(&*"x".repeat(65)), "ff-4"),
            (None, "ff-5"),
        ] {
            let mut headers = HeaderMap::new();
            if let Some(sent) = sent {
                headers.insert(HEADER, HeaderValue::from_bytes(sent.as_bytes()).unwrap());
            }
            assert_eq!(ids.of(&headers).to_string(), expected);
        }
    }
}
