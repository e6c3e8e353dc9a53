//! `/api/agent/verify`: a code from a person to the job that waits.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::{Running, code_page, next_body, page};

const VERIFY: &str = "/api/agent/verify";
const NO_JOB: (u16, &str, Option<&str>) = (404, "no-such-job", Some("jobId"));

fn error(status: u16, code: &str, field: Option<&str>) -> (u16, String, Option<String>) {
    (status, code.to_owned(), field.map(str::to_owned))
}

async fn give(server: &Running, job: &str, code: &str) -> crate::support::Answer {
    server.post(VERIFY, &json!({"jobId": job, "code": code, "kind": "OTP"})).await
}

#[tokio::test]
async fn nobody_waits_nobody_gets() {
    let server = Running::start().await;
    assert_eq!(give(&server, "j", "123456").await.error(), error(NO_JOB.0, NO_JOB.1, NO_JOB.2));
    server.post("/api/agent/next", &next_body("j", 1, page(), json!({}))).await;
    assert_eq!(give(&server, "j", "123456").await.error(), error(NO_JOB.0, NO_JOB.1, NO_JOB.2));
}

#[tokio::test]
async fn a_plan_that_asks_makes_its_job_wait() {
    let server = Running::start().await;
    let plan =
        server.post("/api/agent/next", &next_body("j", 1, code_page(), json!({}))).await.json();
    let asks =
        plan["actions"].as_array().unwrap().iter().any(|a| a["type"] == "REQUEST_VERIFICATION");
    assert!(asks, "{plan:#}");
    assert_eq!(give(&server, "j", "123456").await.json(), json!({"ok": true}));
    let got = server.get(&format!("{VERIFY}?jobId=j&wait=0")).await;
    assert_eq!((got.status, got.json()), (200, json!({"code": "123456"})));
    let again = server.get(&format!("{VERIFY}?jobId=j&wait=0")).await;
    assert_eq!((again.status, again.body.len()), (204, 0), "once");
}

#[tokio::test]
async fn a_question_that_is_open_is_answered_when_the_code_comes() {
    let server = Running::start().await;
    let started = Instant::now();
    let path = format!("{VERIFY}?jobId=j&wait=20");
    let (got, ()) = tokio::join!(server.get(&path), async {
        while give(&server, "j", "654321").await.status == 404 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    });
    assert_eq!(got.json(), json!({"code": "654321"}));
    assert!(started.elapsed() < Duration::from_secs(10));
}

#[tokio::test]
async fn a_code_lives_five_minutes() {
    let server = Running::start().await;
    server.get(&format!("{VERIFY}?jobId=j&wait=0")).await;
    assert_eq!(give(&server, "j", "123456").await.status, 200);
    server.clock.advance(Duration::from_secs(5 * 60));
    assert_eq!(server.get(&format!("{VERIFY}?jobId=j&wait=0")).await.status, 204);
}

#[tokio::test]
async fn what_is_missing_or_wrong_is_named() {
    let server = Running::start().await;
    for (body, code, field) in [
        (json!({"code": "1"}), "missing-field", "jobId"),
        (json!({"jobId": "j"}), "missing-field", "code"),
        (json!({"jobId": "j", "code": ""}), "invalid-field", "code"),
        (json!({"jobId": "j", "code": "9".repeat(300)}), "invalid-field", "code"),
        (json!({"jobId": "j", "code": []}), "invalid-field", "code"),
        (json!({"jobId": "j", "code": "1", "kind": "FAX"}), "invalid-field", "kind"),
    ] {
        assert_eq!(
            server.post(VERIFY, &body).await.error(),
            error(400, code, Some(field)),
            "{body}"
        );
    }
    assert_eq!(server.get(VERIFY).await.error(), error(400, "missing-field", Some("jobId")));
    let wait = server.get(&format!("{VERIFY}?jobId=j&wait=soon")).await;
    assert_eq!(wait.error(), error(400, "invalid-field", Some("wait")));
}

#[tokio::test]
async fn a_server_that_stops_lets_go_of_who_waits() {
    let server = Running::start().await;
    let request = server.request(reqwest::Method::GET, &format!("{VERIFY}?jobId=j&wait=25"));
    let waiting = tokio::spawn(crate::support::send(request));
    while give(&server, "other", "1").await.status != 404 {}
    // No answer tells that a request waits: a code alone would, and end it.
    tokio::time::sleep(Duration::from_millis(100)).await;
    let started = Instant::now();
    server.stop().await;
    assert!(started.elapsed() < Duration::from_secs(5));
    assert_eq!(waiting.await.unwrap().status, 204);
}
