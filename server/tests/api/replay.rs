//! `vaulty-server replay`: a job's trace is planned again, from what the test itself recorded.

use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    cli::Process,
    support::{Running, next_body, page, send},
};

/// Runs `replay` on a text: whether all is the same, what was printed, what was complained of.
async fn replay(text: &str) -> (bool, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("trace");
    std::fs::write(&file, text).unwrap();
    let mut command = crate::cli::program(&["replay"]);
    command.arg(&file);
    let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.success(), text(output.stdout), text(output.stderr))
}

/// A job of three rounds: the page, the same with history, another page.
async fn record(server: &Running) -> Value {
    let keys = json!({"profileKeys": ["firstName", "email", "address.country"]});
    let history = json!([{
        "step": 1, "action": {"type": "FILL", "target": {"by": "index", "index": 0,
        "elementType": "field"}, "valueFrom": "firstName"}, "result": {"ok": true, "readBack": true},
    }]);
    let mut with_history = keys.clone();
    with_history["history"] = history;
    for (step, page, more) in
        [(1, page(), &keys), (2, page(), &with_history), (3, crate::support::code_page(), &keys)]
    {
        let body = next_body("j", step, page, more.clone());
        assert_eq!(server.post("/api/agent/next", &body).await.status, 200);
    }
    server.get("/api/jobs/j").await.json()
}

#[tokio::test]
async fn a_recorded_job_is_planned_the_same_again() {
    let server = Running::with(&[("VAULTY_TRACE_PAGES", "true")]).await;
    let job = record(&server).await;
    let kinds: Vec<_> = job["trace"].as_array().unwrap().iter().map(|e| &e["kind"]).collect();
    assert_eq!(kinds, ["page", "plan", "page", "plan", "page", "plan"]);

    let watched = server.request(Method::GET, "/api/jobs/j/events").send().await.unwrap();
    let events = tokio::spawn(watched.text());
    let entries = job["trace"].to_string();
    let job = job.to_string();
    server.stop().await;
    let events = events.await.unwrap().unwrap();
    for text in [job, entries, events] {
        let (same, out, log) = replay(&text).await;
        assert!(same && log.is_empty(), "{out}{log}");
        let steps: Vec<&str> = out.lines().map(|line| &line[..16]).collect();
        assert_eq!(steps, ["step 1: the same", "step 2: the same", "step 3: the same"], "{out}");
    }
}

#[tokio::test]
async fn what_is_planned_otherwise_is_shown() {
    let server = Running::with(&[("VAULTY_TRACE_PAGES", "true")]).await;
    let mut job = record(&server).await;
    job["trace"][1]["data"]["actions"][0]["valueFrom"] = json!("lastName");
    job["trace"][3]["data"]["forceLive"] = json!(true);
    let (same, out, log) = replay(&job.to_string()).await;
    assert!(!same && log.contains("2 of 3 steps are planned otherwise now"), "{log}");
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].starts_with("step 1: DIFFERS"), "{out}");
    assert!(lines[1].starts_with("  - action 0: ") && lines[1].contains("lastName"), "{out}");
    assert!(lines[2].starts_with("  + action 0: ") && lines[2].contains("firstName"), "{out}");
    assert!(out.contains("  - forceLive: true\n  + forceLive: false\n"), "{out}");
}

#[tokio::test]
async fn what_cannot_be_replayed_is_told() {
    let server = Running::start().await;
    let without = record(&server).await.to_string();
    for (text, told) in [
        (without.as_str(), "set trace_pages = true"),
        ("", "this is no trace"),
        ("hello", "this is no trace"),
        ("{}", "this is no trace"),
        ("[{\"seq\": 1}]", "this is no trace"),
        (
            r#"[{"id": "1", "jobId": "j", "step": 1, "timestamp": 5.0, "type": "plan", "url": "", "message": ""}]"#,
            "the extension's log level to debug",
        ),
        (
            r#"[{"seq": 1, "step": 1, "kind": "page", "data": {}}, {"seq": 2, "step": 1, "kind": "plan", "data": {}}]"#,
            "entry 1 cannot be read",
        ),
    ] {
        let (same, out, log) = replay(text).await;
        assert!(!same && out.is_empty() && log.contains(told), "{text:.40}: {log}");
    }
}

#[tokio::test]
async fn pages_of_clients_that_send_values_are_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    let server = Process::start(folder.path(), &[("VAULTY_TRACE_PAGES", "true")]);
    let token = Process::token(folder.path());
    let values = json!({"profile": {"firstName": "canary-first"}});
    let url = |path: &str| format!("{}{path}", server.base);
    let body = next_body("j", 1, page(), values);
    let client = crate::support::client();
    let ask = client.request(Method::POST, url("/api/agent/next")).bearer_auth(&token);
    assert_eq!(send(ask.json(&body)).await.status, 200);
    let job = send(client.request(Method::GET, url("/api/jobs/j")).bearer_auth(&token)).await;
    let trace = job.json()["trace"].clone();
    assert_eq!(trace.as_array().unwrap().len(), 1);
    assert!(!trace.to_string().contains("canary-first"));
    assert!(!server.stop().contains("canary-first"));
}
