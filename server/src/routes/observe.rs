//! The outermost layer: gives each request its id, writes error bodies and headers, counts and logs.

use std::time::{Duration, Instant};

use axum::{
    body::Body,
    extract::{MatchedPath, Request, State},
    http::{HeaderValue, Method, header},
    middleware::Next,
    response::Response,
};
use shared_types::api::{ErrorBody, ErrorEnvelope};
use tracing::{Instrument as _, field::Empty};

use crate::{
    app::Shared,
    error::ApiError,
    security,
    telemetry::{self, RequestId, spans::Doing},
};

/// Surrounds everything else, so that whatever comes out has an id, headers and, as an error, a body.
pub(super) async fn observe(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let id = app.ids.of(request.headers());
    let method = method_name(request.method());
    let matched = request.extensions().get::<MatchedPath>().cloned();
    let path = request.uri().clone();
    let route = matched.as_ref().map_or("unmatched", MatchedPath::as_str);
    let tls = app.config.security.tls_proxy && security::came_by_tls(request.headers());

    let doing = Doing::request(method, route, request.headers());
    // Of the level that is always logged, so that no line of this request is without its id.
    let lines = tracing::error_span!("request", request_id = %id, job = Empty, step = Empty);
    let mut response = doing.around(next.run(request)).instrument(lines).await;

    let error = write_error(&mut response, &id);
    security::apply_headers(path.path(), tls, response.headers_mut());
    if let Some(value) = id.header() {
        response.headers_mut().insert(telemetry::HEADER, value);
    }
    let status = response.status().as_u16();
    let took = started.elapsed();
    app.metrics.request(method, route, status, took);
    doing.note("http.response.status_code", i64::from(status));
    doing.note("vaulty.request_id", id.to_string());
    if let Some(error) = &error {
        doing.failed(error.code);
    }
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

/// An error whose body is in the form of another protocol, and stays as it is.
#[derive(Debug, Clone, Copy)]
pub(super) struct SaysItself;

/// Writes the envelope into an error response, also into one that some library made.
fn write_error(response: &mut Response, id: &RequestId) -> Option<ApiError> {
    let status = response.status();
    if response.extensions().get::<SaysItself>().is_some() {
        return response.extensions_mut().remove::<ApiError>();
    }
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
