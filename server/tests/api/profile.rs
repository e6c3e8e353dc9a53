//! `/api/profile`

use reqwest::Method;
use serde_json::json;

use crate::support::{Running, send};

const ADA: &str = "/api/profile?userId=ada";

#[tokio::test]
async fn a_profile_goes_round_and_outlives_the_program() {
    let server = Running::start().await;
    assert_eq!(server.get(ADA).await.error(), (404, "no-profile".to_owned(), None));

    let profile = json!({
        "firstName": "Ada", "email": "ada@example.org", "address": {"city": "London"},
        "resume": {"skills": ["analysis"]}, "custom": {"Pet": "cat"}, "answers": {"Notice": "none"},
        "updatedAt": "2026-01-02T03:04:05Z",
    });
    let saved = server.post("/api/profile", &json!({"userId": "ada", "profile": profile})).await;
    assert_eq!(saved.status, 200);
    let saved = saved.json();
    assert_eq!(saved["ok"], true);
    for (pointer, value) in [
        ("/firstName", "Ada"),
        ("/address/city", "London"),
        ("/resume/skills/0", "analysis"),
        ("/custom/Pet", "cat"),
        ("/answers/Notice", "none"),
        ("/updatedAt", "2026-01-02T03:04:05Z"),
    ] {
        assert_eq!(saved["profile"].pointer(pointer).unwrap(), value, "{pointer}");
    }
    assert_eq!(server.get(ADA).await.json()["profile"], saved["profile"]);
    assert_eq!(server.get("/api/profile?userId=eve").await.status, 404);

    let server = server.restart().await;
    assert_eq!(server.get(ADA).await.json()["profile"], saved["profile"]);

    assert_eq!(server.delete(ADA).await.json(), json!({"ok": true, "left": []}));
    assert_eq!(server.get(ADA).await.status, 404);
    assert_eq!(server.delete(ADA).await.error(), (404, "no-profile".to_owned(), None));
}

#[tokio::test]
async fn password_payment_and_documents_are_never_stored() {
    let server = Running::start().await;
    let profile = json!({
        "firstName": "Ada",
        "password": "canary-password",
        "payment": {"cardNumber": "canary-card"},
        "documents": {"cv": {"name": "canary-cv.pdf", "data": "Y2FuYXJ5"}},
    });
    let saved = server.post("/api/profile", &json!({"userId": "ada", "profile": profile})).await;
    let read = server.get(ADA).await;
    for answer in [&saved.body, &read.body] {
        let text = String::from_utf8_lossy(answer);
        assert!(text.contains("Ada"), "{text}");
        for gone in ["canary", "Y2FuYXJ5", "password", "payment", "documents"] {
            assert!(!text.contains(gone), "{gone} in {text}");
        }
    }
    let folder = server.stop().await;
    let bytes = std::fs::read(folder.path().join("vaulty.sqlite3")).unwrap();
    assert!(!bytes.windows(6).any(|window| window == b"canary"));
}

#[tokio::test]
async fn a_deleted_profile_is_gone_from_the_file_too() {
    let server = Running::start().await;
    let body = json!({"userId": "ada", "profile": {"firstName": "canary-of-ada"}});
    server.post("/api/profile", &body).await;
    assert_eq!(server.delete(ADA).await.status, 200);
    for file in std::fs::read_dir(server.folder()).unwrap() {
        let path = file.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        assert!(!bytes.windows(13).any(|window| window == b"canary-of-ada"), "{}", path.display());
    }
}

#[tokio::test]
async fn who_is_meant_must_be_said() {
    let server = Running::start().await;
    let missing = (400, "missing-field".to_owned(), Some("userId".to_owned()));
    assert_eq!(server.get("/api/profile").await.error(), missing);
    assert_eq!(server.delete("/api/profile").await.error(), missing);
    assert_eq!(server.post("/api/profile", &json!({"profile": {}})).await.error(), missing);
    let invalid = (400, "invalid-field".to_owned(), Some("userId".to_owned()));
    assert_eq!(server.get("/api/profile?userId=").await.error(), invalid);
    let missing = (400, "missing-field".to_owned(), Some("profile".to_owned()));
    assert_eq!(server.post("/api/profile", &json!({"userId": "ada"})).await.error(), missing);
    let wrong = json!({"userId": "ada", "profile": {"address": {"city": []}}});
    let invalid = (400, "invalid-field".to_owned(), Some("profile.address.city".to_owned()));
    assert_eq!(server.post("/api/profile", &wrong).await.error(), invalid);
    let head = send(server.request(Method::HEAD, ADA)).await;
    assert_eq!(head.status, 404);
}
