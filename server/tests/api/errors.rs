//! Whatever is sent, an error is an envelope with a fitting status.

use reqwest::Method;
use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use crate::support::{Running, next_body, page, send};

const BODIES: &[&str] = &[
    "/api/agent/next",
    "/api/agent/verify",
    "/api/agent/log",
    "/api/profile",
    "/api/sources/documents",
    "/api/sources/records",
    "/api/search",
];

#[tokio::test]
async fn a_body_that_is_no_json_is_400() {
    let server = Running::start().await;
    for path in BODIES.iter().chain(&["/api/pair"]) {
        for body in ["", "{", "not json", "{\"a\":1,}", "\u{feff}{}"] {
            let request =
                server.request(Method::POST, path).header("content-type", "application/json");
            let answer = send(request.body(body.to_owned())).await;
            if *path == "/api/pair" && answer.status == 429 {
                continue;
            }
            assert_eq!(answer.error(), (400, "invalid-json".to_owned(), None), "{path} {body:.20}");
        }
    }
}

#[tokio::test]
async fn a_body_that_is_too_deep_is_400() {
    let server = Running::start().await;
    let state = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let body =
        format!(r#"{{"jobId": "j", "step": 1, "observation": {{"url": ""}}, "state": {state}}}"#);
    let request = server.request(Method::POST, "/api/agent/next");
    let answer = send(request.header("content-type", "application/json").body(body)).await;
    assert_eq!(answer.error(), (400, "invalid-json".to_owned(), None));
}

#[tokio::test]
async fn a_body_of_another_type_is_415() {
    let server = Running::start().await;
    for path in BODIES {
        for content_type in [None, Some("text/plain"), Some("application/x-www-form-urlencoded")] {
            let mut request = server.request(Method::POST, path).body("{}");
            if let Some(content_type) = content_type {
                request = request.header("content-type", content_type);
            }
            let answer = send(request).await;
            assert_eq!(answer.error(), (415, "unsupported-media-type".to_owned(), None), "{path}");
        }
    }
    let typed = server.request(Method::POST, "/api/agent/next");
    let typed = typed.header("content-type", "application/json; charset=utf-8");
    let body = next_body("j", 1, page(), json!({})).to_string();
    assert_eq!(send(typed.body(body)).await.status, 200);
}

#[tokio::test]
async fn a_body_that_is_too_large_is_413_and_its_sender_hears_it() {
    let server = Running::start().await;
    let large = format!("{{\"jobId\": \"{}\"}}", "x".repeat(10 << 20));
    for path in BODIES {
        let request = server.request(Method::POST, path).header("content-type", "application/json");
        let answer = send(request.body(large.clone())).await;
        assert_eq!(answer.error(), (413, "too-large".to_owned(), None), "{path}");
    }
    let just = next_body("j", 1, page(), json!({"goal": "x".repeat(2_000_000)}));
    assert_eq!(server.post("/api/agent/next", &just).await.status, 200);
}

#[tokio::test]
async fn unknown_routes_and_methods_are_told() {
    let server = Running::start().await;
    for (method, path, status, allow) in [
        (Method::GET, "/api/nothing", 404, ""),
        (Method::POST, "/api/nothing", 404, ""),
        (Method::GET, "/api/", 404, ""),
        (Method::GET, "/nothing.html", 404, ""),
        (Method::POST, "/index.html", 404, ""),
        (Method::PUT, "/api/profile", 405, "DELETE,GET,HEAD,POST"),
        (Method::GET, "/api/agent/next", 405, "POST"),
        (Method::DELETE, "/api/health", 405, "GET,HEAD"),
        (Method::PATCH, "/api/jobs", 405, "GET,HEAD"),
        (Method::OPTIONS, "/api/profile", 405, "DELETE,GET,HEAD,POST"),
    ] {
        let answer = send(server.request(method.clone(), path)).await;
        let code = if status == 404 { "not-found" } else { "method-not-allowed" };
        assert_eq!(answer.error(), (status, code.to_owned(), None), "{method} {path}");
        let mut allowed: Vec<_> = answer.header("allow").split(',').collect();
        allowed.sort_unstable();
        assert_eq!(allowed.join(","), allow, "{method} {path}");
    }
}

#[tokio::test]
async fn request_ids_are_taken_over_or_made() {
    let server = Running::start().await;
    let ask = |id: &str| send(server.bare(Method::GET, "/api/health").header("x-request-id", id));
    assert_eq!(ask("mine-7").await.header("x-request-id"), "mine-7");
    let made = ask("not sane").await;
    assert!(!made.header("x-request-id").is_empty());
    assert_ne!(made.header("x-request-id"), "not sane");
}

#[tokio::test]
async fn too_many_requests_are_429_with_a_time_to_wait() {
    let settings = [("VAULTY_REQUESTS_PER_SECOND", "1"), ("VAULTY_REQUEST_BURST", "2")];
    let server = Running::with(&settings).await;
    assert_eq!(server.get("/api/jobs").await.status, 200);
    assert_eq!(server.get("/api/jobs").await.status, 200);
    let third = server.get("/api/jobs").await;
    assert_eq!(third.error(), (429, "too-many-requests".to_owned(), None));
    assert_eq!(third.header("retry-after"), "1");
    assert_eq!(send(server.bare(Method::GET, "/api/health")).await.status, 200, "not counted");
}

#[tokio::test]
async fn too_much_at_once_is_503_with_a_time_to_wait() {
    let server = Running::with(&[("VAULTY_MAX_CONCURRENT_REQUESTS", "1")]).await;
    // A request whose body does not end keeps the one place.
    let mut slow = TcpStream::connect(server.host()).await.unwrap();
    let head = format!(
        "POST /api/agent/log HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\n\
         Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{{",
        server.host(),
        server.token
    );
    slow.write_all(head.as_bytes()).await.unwrap();
    let busy = loop {
        let answer = server.get("/api/jobs").await;
        if answer.status != 200 {
            break answer;
        }
    };
    assert_eq!(busy.error(), (503, "busy".to_owned(), None));
    assert_eq!(busy.header("retry-after"), "1");
    assert_eq!(send(server.bare(Method::GET, "/api/health")).await.status, 200, "takes no place");
    drop(slow);
    while server.get("/api/jobs").await.status != 200 {}
}

#[tokio::test]
async fn a_body_that_never_ends_is_cut_off_in_time() {
    let server = Running::with(&[("VAULTY_REQUEST_TIMEOUT_SECONDS", "1")]).await;
    let mut slow = TcpStream::connect(server.host()).await.unwrap();
    let head = format!(
        "POST /api/agent/log HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\n\
         Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{{",
        server.host(),
        server.token
    );
    slow.write_all(head.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    slow.read_to_end(&mut answer).await.unwrap();
    let answer = String::from_utf8_lossy(&answer);
    assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
    assert!(answer.contains("\"code\":\"timeout\""), "{answer}");
}

#[tokio::test]
async fn a_store_that_fails_is_a_500_without_its_cause() {
    let server = Running::start().await;
    let file = server.folder().join("vaulty.sqlite3");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&file);
    let database = sqlx::SqlitePool::connect_with(options).await.unwrap();
    sqlx::query("DROP TABLE sealed_profiles").execute(&database).await.unwrap();
    let answer = server.get("/api/profile?userId=u").await;
    assert_eq!(answer.error(), (500, "internal".to_owned(), None));
    let text = String::from_utf8(answer.body).unwrap();
    assert!(!text.contains("profiles") && !text.contains("SQL"), "{text}");
}
