//! `GET /api/openapi.json`, `GET /api/health`, `GET /metrics`

use serde_json::{Value, json};

use crate::support::{Running, next_body, page};

#[tokio::test]
async fn the_document_is_whole() {
    let server = Running::start().await;
    let document = server.get("/api/openapi.json").await.json();
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    assert_eq!(document["components"]["securitySchemes"]["bearer"]["scheme"], "bearer");
    let mut references = Vec::new();
    collect(&document, &mut references);
    assert!(references.len() > 50);
    for reference in references {
        let pointer = reference.strip_prefix('#').unwrap();
        assert!(document.pointer(pointer).is_some(), "{reference} leads nowhere");
    }
}

fn collect(value: &Value, references: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                match value.as_str() {
                    Some(text) if key == "$ref" => references.push(text.to_owned()),
                    _ => collect(value, references),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, references)),
        _ => {}
    }
}

#[tokio::test]
async fn health_says_what_is_spoken() {
    let server = Running::start().await;
    assert_eq!(
        server.get("/api/health").await.json(),
        json!({"status": "ok", "name": "vaulty", "version": env!("CARGO_PKG_VERSION"), "contract": 2})
    );
}

#[tokio::test]
async fn metrics_count_by_route_and_status() {
    let server = Running::start().await;
    server.post("/api/agent/next", &next_body("job-in-no-label", 1, page(), json!({}))).await;
    server.get("/api/jobs/job-in-no-label").await;
    server.get("/api/nothing").await;
    let metrics = server.get("/metrics").await;
    assert!(metrics.header("content-type").starts_with("text/plain; version=0.0.4"));
    let text = String::from_utf8(metrics.body).unwrap();
    for line in [
        r#"vaulty_http_requests_total{method="POST",route="/api/agent/next",status="200"} 1"#,
        r#"vaulty_http_requests_total{method="GET",route="/api/jobs/{id}",status="200"} 1"#,
        r#"vaulty_http_requests_total{method="GET",route="unmatched",status="404"} 1"#,
        r#"vaulty_plans_total{source="rules"} 1"#,
        r#"vaulty_http_request_seconds_count{route="/api/agent/next"} 1"#,
        "vaulty_trace_dropped_total 0",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} not in\n{text}");
    }
    assert!(!text.contains("job-in-no-label"));
}
