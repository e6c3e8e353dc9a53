//! `POST /api/pair`

use std::time::Duration;

use reqwest::Method;
use serde_json::json;

use crate::support::{Answer, Running, send};

async fn pair(server: &Running, code: &str) -> Answer {
    send(server.bare(Method::POST, "/api/pair").json(&json!({"code": code}))).await
}

#[tokio::test]
async fn a_code_gives_a_token_once() {
    let server = Running::start().await;
    let typed = server.pairing_code.to_lowercase().replace('-', " ");
    let answer = pair(&server, &typed).await;
    assert_eq!(answer.status, 200);
    let token = answer.json()["token"].as_str().unwrap().to_owned();
    assert!(token.len() >= 32 && token != server.token);
    let with_it = server.bare(Method::GET, "/api/jobs").bearer_auth(&token);
    assert_eq!(send(with_it).await.status, 200);
    assert_eq!(pair(&server, &typed).await.error().0, 401, "used up");

    let server = server.restart().await;
    let with_it = server.bare(Method::GET, "/api/jobs").bearer_auth(&token);
    assert_eq!(send(with_it).await.status, 200, "the token outlives the program");
    assert_eq!(server.get("/api/jobs").await.status, 200, "so does the file's");
}

/// An extension of Firefox has an origin of its own in each profile: it is let in for the code, and from then on with the
/// token that it got, also after a restart; with no other token, and nobody else with that one.
#[tokio::test]
async fn a_token_of_an_origin_that_nobody_knew_is_good_from_there_alone() {
    const OURS: &str = "moz-extension://5b1de0f2-6c5a-4c1e-9d3e-2f7a8c9b0d41";
    const THEIRS: &str = "moz-extension://00000000-6c5a-4c1e-9d3e-2f7a8c9b0d41";
    let refused = (403, "origin-not-allowed".to_owned(), None);
    let server = Running::start().await;
    let body = json!({"code": server.pairing_code});
    let post = server.bare(Method::POST, "/api/pair").json(&body);
    let none = "moz-extension://no-uuid";
    assert_eq!(send(post.try_clone().unwrap().header("origin", none)).await.error(), refused);
    let token =
        send(post.header("origin", OURS)).await.json()["token"].as_str().unwrap().to_owned();
    let check = async |server: &Running, token: &str, origin: &str, is_answered: bool| {
        let asked = server.bare(Method::GET, "/api/jobs").bearer_auth(token);
        let answer = send(asked.header("origin", origin)).await;
        if is_answered {
            assert_eq!(answer.status, 200, "{origin}");
        } else {
            assert_eq!(answer.error(), refused, "{origin}");
        }
    };
    let file = server.token.clone();
    check(&server, &token, OURS, true).await;
    check(&server, &token, THEIRS, false).await;
    check(&server, &file, OURS, false).await;
    for open in ["/api/health", "/metrics", "/"] {
        let asked = server.bare(Method::GET, open).header("origin", OURS);
        assert_eq!(send(asked).await.error(), refused, "{open}");
    }
    let server = server.restart().await;
    check(&server, &token, OURS, true).await;
    check(&server, &token, THEIRS, false).await;
}

#[tokio::test]
async fn wrong_codes_are_counted_and_never_keep_the_right_one_out() {
    let server = Running::start().await;
    for _ in 0..5 {
        let answer = pair(&server, "AAAA-AAAA-AAAA").await;
        assert_eq!(answer.error(), (401, "wrong-code".to_owned(), Some("code".to_owned())));
    }
    for _ in 0..50 {
        let answer = pair(&server, "AAAA-AAAA-AAAA").await;
        assert_eq!(answer.error(), (429, "too-many-requests".to_owned(), None));
        let wait: u64 = answer.header("retry-after").parse().unwrap();
        assert!((1..=15).contains(&wait), "{wait}");
    }
    assert_eq!(pair(&server, &server.pairing_code).await.status, 200);
    assert_eq!(pair(&server, &server.pairing_code).await.error().0, 429, "used up");
}

#[tokio::test]
async fn a_code_is_too_old_after_ten_minutes() {
    let server = Running::start().await;
    server.clock.advance(Duration::from_secs(10 * 60));
    assert_eq!(pair(&server, &server.pairing_code).await.error().0, 401);
}

#[tokio::test]
async fn a_body_without_a_code_is_400() {
    let server = Running::start().await;
    let answer = send(server.bare(Method::POST, "/api/pair").json(&json!({}))).await;
    assert_eq!(answer.error(), (400, "missing-field".to_owned(), Some("code".to_owned())));
}

#[tokio::test]
async fn a_new_token_file_ends_the_old_token() {
    let server = Running::start().await;
    let old = server.token.clone();
    std::fs::remove_file(server.folder().join("token")).unwrap();
    let server = server.restart().await;
    assert_ne!(server.token, old);
    let with_old = server.bare(Method::GET, "/api/jobs").bearer_auth(old);
    assert_eq!(send(with_old).await.status, 401);
}
