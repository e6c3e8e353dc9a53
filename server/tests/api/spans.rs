//! What a collector of OpenTelemetry gets, from a server that runs as a program.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use axum::{
    body::Bytes,
    http::{Request, StatusCode},
};
use harness::http::Http;
use opentelemetry_proto::tonic::{
    collector::trace::v1::ExportTraceServiceRequest, common::v1::any_value::Value, trace::v1::Span,
};
use prost::Message as _;
use reqwest::Method;
use serde_json::json;

use crate::{
    cli::Process,
    support::{client, next_body, page, send},
};

const TRACE: [u8; 16] = [
    0x4b, 0xf9, 0x2f, 0x35, 0x77, 0xb3, 0x4d, 0xa6, 0xa3, 0xce, 0x92, 0x9d, 0x0e, 0x0e, 0x47, 0x36,
];
const AROUND: [u8; 8] = [0x00, 0xf0, 0x67, 0xaa, 0x0b, 0xa9, 0x02, 0xb7];
const TRACEPARENT: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
const CANARY: &str = "ada.canary@example.org";

/// A collector, and what it got.
struct Collector {
    http: Http,
    got: Arc<Mutex<Vec<(String, Bytes)>>>,
}

impl Collector {
    fn start(status: StatusCode) -> Self {
        let got: Arc<Mutex<Vec<(String, Bytes)>>> = Arc::default();
        let kept = got.clone();
        let http = Http::start_raw(async move |request: Request<Bytes>| {
            let key = request.headers().get("x-key").map(|key| key.to_str().unwrap().to_owned());
            let path = format!("{} {}", request.uri().path(), key.unwrap_or_default());
            kept.lock().unwrap().push((path, request.into_body()));
            status
        });
        Self { http: http.unwrap(), got }
    }

    /// The spans, by name.
    fn spans(&self) -> HashMap<String, Span> {
        let mut spans = HashMap::new();
        for (path, body) in self.got.lock().unwrap().iter() {
            assert_eq!(path, "/v1/traces secret");
            let export = ExportTraceServiceRequest::decode(body.clone()).unwrap();
            let all = export.resource_spans.into_iter().flat_map(|of| of.scope_spans);
            for span in all.flat_map(|of| of.spans) {
                spans.insert(span.name.clone(), span);
            }
        }
        spans
    }
}

/// What a span says of itself.
fn notes(span: &Span) -> HashMap<&str, String> {
    let text = |value: &Value| match value {
        Value::StringValue(text) => text.clone(),
        Value::IntValue(number) => number.to_string(),
        other => format!("{other:?}"),
    };
    let of = |note: &opentelemetry_proto::tonic::common::v1::KeyValue| {
        text(note.value.as_ref().and_then(|value| value.value.as_ref()).unwrap())
    };
    span.attributes.iter().map(|note| (note.key.as_str(), of(note))).collect()
}

/// Plans a page for a client that sends values, and asks for a job that there is not.
async fn plan(server: &Process, folder: &std::path::Path) {
    let token = Process::token(folder);
    let post = client().request(Method::POST, format!("{}/api/agent/next", server.base));
    let body = next_body("job-1", 7, page(), json!({"profile": {"email": CANARY}}));
    let post = post.bearer_auth(&token).header("traceparent", TRACEPARENT);
    let post = post.header("tracestate", format!("x={}", "canary-state")).json(&body);
    assert_eq!(send(post).await.status, 200);
    let get = client().request(Method::GET, format!("{}/api/jobs/{CANARY}", server.base));
    assert_eq!(send(get.bearer_auth(&token)).await.status, 404);
}

#[tokio::test]
async fn a_collector_gets_a_requests_parts_and_no_value() {
    let collector = Collector::start(StatusCode::OK);
    let folder = tempfile::tempdir().unwrap();
    // Its own path stays, a slash at its end does not matter.
    let address = collector.http.url("/");
    let settings = [
        ("VAULTY_OTLP_ENDPOINT", address.as_str()),
        ("OTEL_EXPORTER_OTLP_HEADERS", "x-key=secret"),
        ("VAULTY_LOG", "warn"),
    ];
    let server = Process::start(folder.path(), &settings);
    plan(&server, folder.path()).await;
    // What is left goes out when the server ends.
    server.stop();

    let spans = collector.spans();
    let request = &spans["POST /api/agent/next"];
    assert_eq!((&*request.trace_id, &*request.parent_span_id), (&TRACE[..], &AROUND[..]));
    let said = notes(request);
    for (key, expected) in [
        ("http.route", "/api/agent/next"),
        ("http.response.status_code", "200"),
        ("vaulty.job", "job-1"),
        ("vaulty.step", "7"),
    ] {
        assert_eq!(said.get(key).map(String::as_str), Some(expected), "{key} in {said:?}");
    }
    for part in ["plan", "commit"] {
        let span = &spans[part];
        assert_eq!((&span.trace_id, &span.parent_span_id), (&request.trace_id, &request.span_id));
        let within = request.start_time_unix_nano..=request.end_time_unix_nano;
        assert!(
            within.contains(&span.start_time_unix_nano)
                && within.contains(&span.end_time_unix_nano)
        );
    }
    assert_eq!(notes(&spans["plan"])["vaulty.planner"], "rules");
    let refused = notes(&spans["GET /api/jobs/{id}"]);
    assert_eq!(
        (&*refused["error.type"], &*refused["http.response.status_code"]),
        ("no-such-job", "404")
    );

    let all = collector.got.lock().unwrap();
    let holds = |body: &Bytes| body.windows(CANARY.len()).any(|part| part == CANARY.as_bytes());
    assert!(!all.iter().any(|(_, body)| holds(body)), "a value, or a path, was exported");
    let stated = spans.values().any(|span| span.trace_state.contains("canary"));
    assert!(!stated, "a client's own words were exported");
}

#[tokio::test]
async fn a_collector_that_is_away_is_told_once_and_holds_nobody_up() {
    let collector = Collector::start(StatusCode::SERVICE_UNAVAILABLE);
    for (address, why) in [
        (collector.http.url(""), "503"),
        (format!("http://127.0.0.1:{}", crate::support::free_port()), "error"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let settings =
            [("VAULTY_OTLP_ENDPOINT", address.as_str()), ("OTEL_BSP_SCHEDULE_DELAY", "20")];
        let server = Process::start(folder.path(), &settings);
        plan(&server, folder.path()).await;
        plan(&server, folder.path()).await;
        let log = server.stop();
        let told = log.lines().filter(|line| line.contains("the collector takes no spans"));
        let told: Vec<_> = told.collect();
        assert_eq!(told.len(), 1, "{log}");
        assert!(told[0].contains(why), "{}", told[0]);
    }
}
