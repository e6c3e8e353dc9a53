//! `GET /api/openapi.json`

use std::sync::OnceLock;

use axum::{
    http::header,
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use utoipa::{
    Modify, OpenApi,
    openapi::{
        OpenApi as Document,
        security::{Http, HttpAuthScheme, SecurityScheme},
    },
};
use utoipa_axum::router::OpenApiRouter;

use super::error::ApiError;
use crate::app::Shared;

/// Where the document is.
pub const PATH: &str = "/api/openapi.json";

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Vaulty",
        description = "Plans for forms, without values. Every error is `{error: {code, message, field?, requestId}}`."
    ),
    modifiers(&Bearer),
    tags(
        (name = "agent", description = "Plans, codes and results of a job."),
        (name = "profile", description = "The optional copy of a person's profile."),
        (name = "jobs", description = "What happened in each job, without values."),
        (name = "server", description = "The server itself."),
    )
)]
struct Frame;

struct Bearer;

impl Modify for Bearer {
    fn modify(&self, document: &mut Document) {
        let scheme = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
        document
            .components
            .get_or_insert_with(Default::default)
            .add_security_scheme("bearer", scheme);
    }
}

/// The document, from the operations and from the types that they use.
pub(super) fn build() -> Document {
    OpenApiRouter::<Shared>::with_openapi(Frame::openapi())
        .merge(super::without_token())
        .merge(super::with_token())
        .into_openapi()
}

/// This document.
#[utoipa::path(
    get,
    path = "/api/openapi.json",
    tag = "server",
    responses((status = 200, body = Object, description = "OpenAPI 3.1."))
)]
pub async fn document() -> Result<Response, ApiError> {
    static DOCUMENT: OnceLock<Bytes> = OnceLock::new();
    let bytes = match DOCUMENT.get() {
        Some(bytes) => bytes,
        None => {
            let bytes = serde_json::to_vec(&build()).map_err(ApiError::internal)?;
            DOCUMENT.get_or_init(|| bytes.into())
        }
    };
    Ok(([(header::CONTENT_TYPE, "application/json")], bytes.clone()).into_response())
}
