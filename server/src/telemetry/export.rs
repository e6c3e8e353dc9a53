//! Where spans go: to a collector that speaks OTLP over HTTP, if one is configured.
//!
//! Spans wait in a queue of the SDK's, which drops what is too much, and are sent by a thread of its own: a collector that is
//! slow or gone holds nobody up. That it is gone is told in the log, once, and once more when it is back.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use bytes::Bytes;
use opentelemetry::{KeyValue, global};
use opentelemetry_http::{HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{
    ExporterBuildError, Protocol, SpanExporter, WithExportConfig as _, WithHttpConfig as _,
};
use opentelemetry_sdk::{Resource, trace::SdkTracerProvider};
use tokio::runtime::Handle;

use crate::llm::transport;

/// Where collectors take spans (OTLP/HTTP, *Default URL path*).
const PATH: &str = "/v1/traces";
/// A collector answers in this time, or the spans are given up.
const ANSWERS_IN: Duration = Duration::from_secs(10);
/// What is left at the end of the server goes out in this time.
const ENDS_IN: Duration = Duration::from_secs(3);
/// Bytes of an answer at most; it says no more than how many spans were refused.
const LARGEST_ANSWER: usize = 64 << 10;

/// Why no spans can be exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The exporter's own settings (`OTEL_…` variables) are wrong.
    #[error("spans can't be exported: {0}")]
    Exporter(#[from] ExporterBuildError),
    /// The TLS of this machine cannot be set up.
    #[error("spans can't be exported: {0}")]
    Tls(#[from] reqwest::Error),
}

/// An export that goes on until it is ended.
#[derive(Debug)]
pub struct Export(SdkTracerProvider);

impl Export {
    /// Begins to send the spans of this process to a collector, such as `http://127.0.0.1:4318`.
    ///
    /// # Errors
    /// The settings of the exporter are wrong.
    pub fn start(collector: &str, runtime: &Handle) -> Result<Self, ExportError> {
        let client = Client {
            http: transport::client(None)?,
            runtime: runtime.clone(),
            is_away: Arc::default(),
        };
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(client)
            .with_protocol(Protocol::HttpBinary)
            .with_endpoint(format!("{collector}{PATH}"))
            .with_timeout(ANSWERS_IN)
            .build()?;
        let resource = Resource::builder()
            .with_service_name("vaulty-server")
            .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
            .build();
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(exporter)
            .with_resource(resource)
            .build();
        global::set_tracer_provider(provider.clone());
        Ok(Self(provider))
    }

    /// Sends what is left. The runtime must still run, and not on this thread.
    pub fn end(self) {
        if let Err(error) = self.0.shutdown_with_timeout(ENDS_IN) {
            tracing::warn!(%error, "the last spans were not exported");
        }
    }
}

/// The server's own way to other programs, lent to the SDK's thread.
#[derive(Debug)]
struct Client {
    http: reqwest::Client,
    runtime: Handle,
    is_away: Arc<AtomicBool>,
}

#[async_trait]
impl HttpClient for Client {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let (http, is_away) = (self.http.clone(), self.is_away.clone());
        // The SDK's thread is none of the runtime's, which connections need.
        self.runtime
            .spawn(async move {
                let sent = tokio::time::timeout(ANSWERS_IN, send(&http, request)).await;
                let sent = sent.unwrap_or_else(|_| Err("it didn't answer in time".into()));
                tell(&is_away, &sent);
                sent
            })
            .await?
    }
}

async fn send(
    http: &reqwest::Client,
    request: Request<Bytes>,
) -> Result<Response<Bytes>, HttpError> {
    let (head, body) = request.into_parts();
    let sent = http.request(head.method, head.uri.to_string()).headers(head.headers).body(body);
    let mut answer = sent.send().await.map_err(reqwest::Error::without_url)?;
    let mut body = Vec::new();
    while let Some(chunk) = answer.chunk().await.map_err(reqwest::Error::without_url)? {
        if body.len() + chunk.len() > LARGEST_ANSWER {
            return Err("its answer is too large".into());
        }
        body.extend_from_slice(&chunk);
    }
    let mut response = Response::new(Bytes::from(body));
    *response.status_mut() = answer.status();
    Ok(response)
}

/// Says that a collector is away or back, when that changes.
fn tell(is_away: &AtomicBool, sent: &Result<Response<Bytes>, HttpError>) {
    let why = match sent {
        Ok(response) if response.status().is_success() => None,
        Ok(response) => Some(format!("it answered with {}", response.status())),
        Err(error) => Some(error.to_string()),
    };
    let was_away = is_away.swap(why.is_some(), Ordering::Relaxed);
    match why {
        Some(why) if !was_away => {
            tracing::warn!(%why, "the collector takes no spans; they are dropped until it does (otlp_endpoint)");
        }
        None if was_away => tracing::info!("the collector takes spans again"),
        _ => (),
    }
}
