use std::{sync::Arc, time::Duration};

use axum::{
    body::Body,
    http::{Request, Response, StatusCode},
};
use http_body_util::BodyExt as _;
use shared_types::api::ErrorEnvelope;
use tower::ServiceExt as _;

use super::*;
use crate::{
    app::App,
    clock::Clock,
    config::{Config, Flags},
    crypto::Vault,
    security::Tokens,
    store::Sqlite,
};

/// Answers a request at a route that panics, one that never ends, and one of a library's own errors.
async fn answer(path: &str) -> Response<Body> {
    let folder = tempfile::tempdir().unwrap();
    let second = |name: &str| (name == "VAULTY_REQUEST_TIMEOUT_SECONDS").then(|| "1".to_owned());
    let config = Config::load(&Flags::default(), &second).unwrap();
    let vault = Vault::open(folder.path(), None).unwrap();
    let store = Arc::new(Sqlite::open(folder.path(), &vault).await.unwrap());
    let marks = vault.marks(&vault.first_box().unwrap()).unwrap();
    let bound = ([127, 0, 0, 1], 3000).into();
    let (app, _writer) =
        App::new(config, Clock::system(), store, vault, marks, Tokens::default(), bound);
    async fn panics() -> StatusCode {
        panic!("canary")
    }
    let hangs = || async { tokio::time::sleep(Duration::from_secs(60)).await };
    let library = || async { (StatusCode::IM_A_TEAPOT, "plain text") };
    let routes = Router::new()
        .route("/panics", get(panics))
        .route("/hangs", get(hangs))
        .route("/library", get(library));
    let request =
        Request::get(path).header("host", "127.0.0.1:3000").header("x-request-id", "mine");
    let stranger = middleware::from_fn_with_state(app.clone(), guard::bound_stranger);
    let router = surround(routes.layer(stranger), app.clone()).with_state(app);
    router.oneshot(request.body(Body::empty()).unwrap()).await.unwrap()
}

#[tokio::test]
async fn whatever_breaks_inside_comes_out_as_an_envelope() {
    for (path, status, code) in
        [("/panics", 500, "internal"), ("/hangs", 503, "timeout"), ("/library", 418, "bad-request")]
    {
        let response = answer(path).await;
        assert_eq!(response.status().as_u16(), status, "{path}");
        assert_eq!(response.headers()["x-request-id"], "mine");
        assert_eq!(response.headers().contains_key("retry-after"), status == 503);
        let body = response.into_body().collect().await.unwrap().to_bytes();
        let envelope: ErrorEnvelope = serde_json::from_slice(&body).unwrap();
        assert_eq!(envelope.error.code, code, "{path}");
        assert_eq!(envelope.error.request_id, "mine");
        assert!(!envelope.error.message.contains("canary"));
    }
}

#[test]
fn each_operation_is_documented_once() {
    let document = openapi::build(operations());
    let mut operations = Vec::new();
    for (path, item) in &document.paths.paths {
        for (method, operation) in [
            ("GET", &item.get),
            ("POST", &item.post),
            ("DELETE", &item.delete),
            ("PUT", &item.put),
            ("PATCH", &item.patch),
        ] {
            if let Some(operation) = operation {
                let statuses: Vec<_> =
                    operation.responses.responses.keys().map(String::as_str).collect();
                let token = if operation.security.is_some() { "token" } else { "open" };
                assert!(operation.summary.is_some(), "{method} {path} has no summary");
                operations.push(format!("{method} {path} {token} {}", statuses.join(" ")));
            }
        }
    }
    insta::assert_snapshot!(operations.join("\n"));
}

/// Beyond loopback nothing is answered that the proxy does not say came by TLS.
#[tokio::test]
async fn beyond_loopback_the_proxy_must_speak_tls() {
    let folder = tempfile::tempdir().unwrap();
    let settings = |name: &str| match name {
        "VAULTY_LISTEN" => Some("0.0.0.0:3000".to_owned()),
        "VAULTY_TLS_PROXY" => Some("true".to_owned()),
        "VAULTY_ALLOWED_HOSTS" => Some("vaulty.example.org".to_owned()),
        _ => None,
    };
    let config = Config::load(&Flags::default(), &settings).unwrap();
    let vault = Vault::open(folder.path(), None).unwrap();
    let store = Arc::new(Sqlite::open(folder.path(), &vault).await.unwrap());
    let marks = vault.marks(&vault.first_box().unwrap()).unwrap();
    let bound = ([0, 0, 0, 0], 3000).into();
    let (app, _writer) =
        App::new(config, Clock::system(), store, vault, marks, Tokens::default(), bound);
    for (proto, status) in
        [(&[][..], 403), (&["http"], 403), (&["https", "https"], 403), (&["https"], 200)]
    {
        let mut request = Request::get("/api/health").header("host", "vaulty.example.org");
        for proto in proto {
            request = request.header("x-forwarded-proto", *proto);
        }
        let response =
            router(app.clone()).oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(response.status().as_u16(), status, "{proto:?}");
        let only_tls = response.headers().contains_key("strict-transport-security");
        assert_eq!(only_tls, status == 200, "{proto:?}");
    }
}
