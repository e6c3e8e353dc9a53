//! Who may call: tokens, Host, Origin; and the headers of every answer.

use reqwest::Method;
use serde_json::json;
use server::security::extension_origin;

use crate::support::{Running, next_body, page, send};

/// Every operation that reads or writes a person's data or plans.
const GUARDED: &[(&str, &str)] = &[
    ("POST", "/api/agent/next"),
    ("POST", "/api/agent/verify"),
    ("GET", "/api/agent/verify?jobId=j&wait=0"),
    ("POST", "/api/agent/log"),
    ("GET", "/api/profile?userId=u"),
    ("POST", "/api/profile"),
    ("DELETE", "/api/profile?userId=u"),
    ("GET", "/api/jobs"),
    ("GET", "/api/jobs/j"),
    ("GET", "/api/jobs/j/events"),
    ("GET", "/api/recipes"),
    ("GET", "/api/recipes/j"),
    ("PUT", "/api/recipes/j"),
    ("DELETE", "/api/recipes/j"),
    ("GET", "/api/user"),
    ("DELETE", "/api/user"),
    ("GET", "/api/sources"),
    ("POST", "/api/sources/documents"),
    ("POST", "/api/sources/records"),
    ("GET", "/api/search"),
    ("POST", "/api/search"),
    ("GET", "/api/tokens"),
    ("DELETE", "/api/tokens/j"),
    ("GET", "/api/jobs/j/ledger"),
    ("POST", "/api/agent/draft"),
    ("POST", "/api/agents/poll"),
];
const OPEN: &[&str] = &["/api/health", "/api/openapi.json", "/metrics", "/docs/", "/"];

fn method(name: &str) -> Method {
    Method::from_bytes(name.as_bytes()).unwrap()
}

#[tokio::test]
async fn data_needs_a_token() {
    let server = Running::start().await;
    for (name, path) in GUARDED {
        for wrong in
            ["", "Bearer", "Bearer wrong", "Basic dTpw", &format!("Token {}", server.token)]
        {
            let mut request = server.bare(method(name), path);
            if !wrong.is_empty() {
                request = request.header("authorization", wrong);
            }
            let answer = send(request).await;
            assert_eq!(answer.error(), (401, "unauthorized".to_owned(), None), "{name} {path}");
            assert_eq!(answer.header("www-authenticate"), "Bearer");
        }
        let in_query =
            format!("{path}{}token={}", if path.contains('?') { '&' } else { '?' }, server.token);
        assert_eq!(send(server.bare(method(name), &in_query)).await.status, 401, "{name} {path}");
    }
    for path in OPEN {
        assert_eq!(send(server.bare(Method::GET, path)).await.status, 200, "{path}");
    }
}

#[tokio::test]
async fn every_documented_operation_is_guarded_or_known_to_be_open() {
    let server = Running::start().await;
    let document = server.get("/api/openapi.json").await.json();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for name in operations.as_object().unwrap().keys() {
            let name = name.to_uppercase();
            let guarded = GUARDED.iter().any(|(guarded, listed)| {
                let listed = listed
                    .split('?')
                    .next()
                    .unwrap()
                    .replace("/j", "/{id}")
                    .replace("{id}obs", "jobs");
                *guarded == name && listed == *path
            });
            let open = OPEN.contains(&path.as_str()) || path == "/api/pair";
            assert!(guarded != open, "{name} {path}");
        }
    }
}

#[tokio::test]
async fn without_authentication_anyone_on_this_machine_may_call() {
    let server = Running::with(&[("VAULTY_AUTH", "none")]).await;
    let body = next_body("j", 1, page(), json!({}));
    assert_eq!(send(server.bare(Method::POST, "/api/agent/next").json(&body)).await.status, 200);
    let foreign = server.bare(Method::GET, "/api/jobs").header("origin", "https://evil.example");
    assert_eq!(send(foreign).await.error().1, "origin-not-allowed");
}

#[tokio::test]
async fn other_hosts_are_refused_everywhere() {
    let server = Running::start().await;
    let paths = GUARDED.iter().map(|(name, path)| (method(name), *path));
    for (method, path) in paths.chain(OPEN.iter().map(|path| (Method::GET, *path))) {
        let answer =
            send(server.request(method.clone(), path).header("host", "evil.example")).await;
        assert_eq!(answer.error(), (403, "host-not-allowed".to_owned(), None), "{method} {path}");
    }
    let localhost = server.host().replace("127.0.0.1", "localhost");
    let answer = send(server.bare(Method::GET, "/api/health").header("host", localhost)).await;
    assert_eq!(answer.status, 200);
}

#[tokio::test]
async fn other_origins_are_refused_everywhere() {
    let server = Running::start().await;
    for origin in
        ["https://evil.example", "null", "chrome-extension://aaaabbbbccccddddeeeeffffgggghhhh"]
    {
        for (name, path) in GUARDED {
            let answer = send(server.request(method(name), path).header("origin", origin)).await;
            assert_eq!(answer.error(), (403, "origin-not-allowed".to_owned(), None), "{path}");
        }
    }
    let ours = [server.base.clone(), extension_origin().unwrap()];
    for origin in ours {
        let answer = send(server.request(Method::GET, "/api/jobs").header("origin", &origin)).await;
        assert_eq!(answer.status, 200, "{origin}");
    }
}

#[tokio::test]
async fn no_answer_has_a_cors_header_and_every_answer_has_the_others() {
    let server = Running::start().await;
    let preflight = server
        .bare(Method::OPTIONS, "/api/profile")
        .header("origin", extension_origin().unwrap())
        .header("access-control-request-method", "GET");
    let mut answers = vec![send(preflight).await, server.get("/api/nothing").await];
    for path in OPEN.iter().chain(&["/api/jobs"]) {
        answers.push(server.get(path).await);
    }
    for answer in answers {
        assert!(!answer.headers.keys().any(|name| name.as_str().starts_with("access-control-")));
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("x-frame-options"), "DENY");
        assert_eq!(answer.header("referrer-policy"), "same-origin");
        let policy = answer.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'"), "{policy}");
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
    }
}
