//! `GET /api/openapi.json`

use std::sync::OnceLock;

use axum::{
    Extension,
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

use crate::{app::Shared, error::ApiError};

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
        (name = "recipes", description = "What forms have taught, for a person's own browsers. No values."),
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

/// All operations: the one that answers with the document is among them, so it is told of them.
#[derive(Debug, Clone, Copy)]
pub struct Operations(pub fn() -> OpenApiRouter<Shared>);

/// The document, from the operations and from the types that they use.
pub(super) fn build(operations: OpenApiRouter<Shared>) -> Document {
    OpenApiRouter::<Shared>::with_openapi(Frame::openapi()).merge(operations).into_openapi()
}

/// This document.
#[utoipa::path(
    get,
    path = "/api/openapi.json",
    tag = "server",
    responses((status = 200, body = Object, description = "OpenAPI 3.1."))
)]
pub async fn document(
    Extension(Operations(operations)): Extension<Operations>,
) -> Result<Response, ApiError> {
    static DOCUMENT: OnceLock<Bytes> = OnceLock::new();
    let bytes = match DOCUMENT.get() {
        Some(bytes) => bytes,
        None => {
            let bytes = serde_json::to_vec(&build(operations())).map_err(ApiError::internal)?;
            DOCUMENT.get_or_init(|| bytes.into())
        }
    };
    Ok(([(header::CONTENT_TYPE, "application/json")], bytes.clone()).into_response())
}
