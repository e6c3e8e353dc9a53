//! Traces: `/api/agent/log`, `/api/jobs`, `/api/jobs/{id}`, `/api/jobs/{id}/events`.

use std::time::Duration;

use futures_util::StreamExt as _;
use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::support::{Running, next_body, page, send};

async fn log(server: &Running, job: &str, step: u32) {
    let body = json!({
        "jobId": job, "step": step,
        "action": {"type": "FILL", "target": {"by": "index", "index": 0}, "valueFrom": "email"},
        "result": {"ok": false, "refusal": "not-kept", "readBack": false},
    });
    assert_eq!(server.post("/api/agent/log", &body).await.json(), json!({"ok": true}));
}

async fn plan(server: &Running, job: &str, step: u32) {
    let body = next_body(job, step, page(), json!({"profileKeys": ["email"]}));
    assert_eq!(server.post("/api/agent/next", &body).await.status, 200);
}

#[tokio::test]
async fn a_job_is_what_was_planned_and_what_came_of_it() {
    let server = Running::start().await;
    assert_eq!(server.get("/api/jobs").await.json(), json!([]));
    plan(&server, "j", 1).await;
    log(&server, "j", 1).await;
    plan(&server, "j", 2).await;
    plan(&server, "other", 1).await;

    let check = async |server: &Running| {
        let jobs = server.get("/api/jobs").await.json();
        assert_eq!(jobs.as_array().unwrap().len(), 2);
        let job = server.get("/api/jobs/j").await.json();
        assert_eq!(job["jobId"], "j");
        assert_eq!(job["origin"], "https://jobs.example");
        assert_eq!((&job["step"], &job["entries"]), (&json!(2), &json!(3)));
        let trace = job["trace"].as_array().unwrap();
        let order: Vec<_> = trace.iter().map(|e| (e["seq"].as_i64(), e["kind"].as_str())).collect();
        assert_eq!(
            order,
            [(Some(1), Some("plan")), (Some(2), Some("result")), (Some(3), Some("plan"))]
        );
        assert!(trace[0]["data"]["actions"].is_array());
        assert_eq!(
            trace[1]["data"],
            json!({
                "action": {"type": "FILL", "target": {"by": "index", "index": 0, "elementType": "field"},
                           "valueFrom": "email", "clear": true},
                "result": {"ok": false, "refusal": "not-kept", "readBack": false},
            })
        );
    };
    check(&server).await;
    check(&server.restart().await).await;
}

#[tokio::test]
async fn an_unknown_job_is_404() {
    let server = Running::start().await;
    for path in ["/api/jobs/none", "/api/jobs/none/events", "/api/jobs/a%2Fb"] {
        assert_eq!(server.get(path).await.error(), (404, "no-such-job".to_owned(), None), "{path}");
    }
}

#[tokio::test]
async fn a_log_entry_that_cannot_be_understood_is_refused() {
    let server = Running::start().await;
    let target = json!({"by": "index", "index": 0});
    for (action, result, code, field) in [
        (json!({"type": "FORMAT_DISK"}), json!({"ok": true}), "invalid-field", "action.type"),
        (json!({"type": "CLICK"}), json!({"ok": true}), "missing-field", "action.target"),
        (json!({"type": "CLICK", "target": target}), json!({}), "missing-field", "result.ok"),
    ] {
        let body = json!({"jobId": "j", "step": 1, "action": action, "result": result});
        let answer = server.post("/api/agent/log", &body).await;
        assert_eq!(answer.error(), (400, code.to_owned(), Some(field.to_owned())), "{body}");
    }
}

#[tokio::test]
async fn only_so_many_entries_are_kept() {
    let settings = [("VAULTY_TRACE_KEEP", "100"), ("VAULTY_REQUEST_BURST", "1000")];
    let server = Running::with(&settings).await;
    plan(&server, "old", 1).await;
    for step in 1..=210 {
        log(&server, "new", step).await;
    }
    let job = server.get("/api/jobs/new").await.json();
    let kept = job["trace"].as_array().unwrap().len();
    assert!((100..=205).contains(&kept), "{kept}");
    assert_eq!(job["trace"][kept - 1]["seq"], 210);
    assert_eq!(server.get("/api/jobs/old").await.status, 404, "a job without entries is gone");
}

/// Reads a stream of events until it has so many; gives `(id, event, data)`.
async fn events(response: Response, count: usize) -> Vec<(String, String, Value)> {
    let mut text = String::new();
    let mut stream = response.bytes_stream();
    let complete = |text: &str| text.matches("\n\n").count();
    while complete(&text) < count {
        let more = tokio::time::timeout(Duration::from_secs(10), stream.next()).await.unwrap();
        text.push_str(std::str::from_utf8(&more.unwrap().unwrap()).unwrap());
    }
    let part = |event: &str, name: &str| {
        let line = event.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")));
        line.unwrap_or_default().to_owned()
    };
    text.split_terminator("\n\n")
        .map(|event| {
            let data = serde_json::from_str(&part(event, "data")).unwrap();
            (part(event, "id"), part(event, "event"), data)
        })
        .collect()
}

#[tokio::test]
async fn events_tell_what_happened_and_what_happens() {
    let server = Running::start().await;
    plan(&server, "j", 1).await;
    log(&server, "j", 1).await;
    let watch = |after: &str| {
        server.request(Method::GET, "/api/jobs/j/events").header("last-event-id", after).send()
    };
    let response = watch("0").await.unwrap();
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let later = async {
        log(&server, "other", 1).await;
        plan(&server, "j", 2).await;
        log(&server, "j", 2).await;
    };
    let (seen, ()) = tokio::join!(events(response, 4), later);
    let order: Vec<_> = seen.iter().map(|(id, kind, _)| format!("{id} {kind}")).collect();
    assert_eq!(order, ["1 plan", "2 result", "3 plan", "4 result"]);
    assert_eq!(seen[2].2["step"], 2);
    assert_eq!(seen[2].2, server.get("/api/jobs/j").await.json()["trace"][2]);

    let resumed = events(watch("3").await.unwrap(), 1).await;
    assert_eq!(resumed[0].0, "4");
}

#[tokio::test]
async fn a_server_that_stops_ends_the_streams() {
    let server = Running::start().await;
    plan(&server, "j", 1).await;
    let response = server.request(Method::GET, "/api/jobs/j/events").send().await.unwrap();
    let reading = tokio::spawn(response.bytes());
    let started = std::time::Instant::now();
    server.stop().await;
    assert!(started.elapsed() < Duration::from_secs(5));
    assert!(reading.await.unwrap().is_ok(), "the stream ends as it should");
}

#[tokio::test]
async fn only_so_many_streams_are_open_at_once() {
    let server = Running::start().await;
    plan(&server, "j", 1).await;
    let watch = || server.request(Method::GET, "/api/jobs/j/events");
    let mut open = Vec::new();
    for _ in 0..32 {
        open.push(watch().send().await.unwrap());
    }
    assert_eq!(send(watch()).await.error(), (503, "busy".to_owned(), None));
    drop(open);
    for _ in 0..200 {
        if watch().send().await.unwrap().status() == 200 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("closed streams keep their places");
}
