//! Spans: what was done for a request, and how long each part took (OpenTelemetry).
//!
//! A span says what this file's callers put into it and nothing else: the route's template, codes, counts, names of
//! providers. No log line and no error's text comes into one by itself.

use axum::http::HeaderMap;
use opentelemetry::{
    Context, KeyValue, Value, global,
    propagation::TextMapPropagator as _,
    trace::{
        FutureExt as _, SpanBuilder, SpanContext, SpanKind, Status, TraceContextExt as _,
        TraceState, Tracer as _,
    },
};
use opentelemetry_http::HeaderExtractor;
use opentelemetry_sdk::propagation::TraceContextPropagator;

use super::ids;

/// Who makes the spans, as collectors show it.
const SCOPE: &str = "vaulty-server";

/// Something that is being done. It ends when this is dropped. Without a collector nothing is kept of it.
#[derive(Debug)]
pub struct Doing(Context);

impl Doing {
    /// Begins a request. It goes on a trace that the client or a proxy began (`traceparent`, W3C Trace Context).
    pub fn request(method: &'static str, route: &str, headers: &HeaderMap) -> Self {
        let said = TraceContextPropagator::new()
            .extract_with_context(&Context::new(), &HeaderExtractor(headers));
        let said = said.span().span_context().clone();
        // Which trace, and no text of the client's (`tracestate`).
        let (trace, span, flags) = (said.trace_id(), said.span_id(), said.trace_flags());
        let around = match said.is_valid() {
            true => Context::new().with_remote_span_context(SpanContext::new(
                trace,
                span,
                flags,
                true,
                TraceState::NONE,
            )),
            false => Context::new(),
        };
        let attributes = vec![
            KeyValue::new("http.request.method", method),
            KeyValue::new("http.route", route.to_owned()),
        ];
        Self::new(format!("{method} {route}"), SpanKind::Server, attributes, &around)
    }

    /// Begins a part of whatever is being done.
    pub fn part(name: &'static str) -> Self {
        Self::new(name.to_owned(), SpanKind::Internal, Vec::new(), &Context::current())
    }

    /// Begins a call to another program.
    pub fn call(name: &'static str) -> Self {
        Self::new(name.to_owned(), SpanKind::Client, Vec::new(), &Context::current())
    }

    fn new(name: String, kind: SpanKind, attributes: Vec<KeyValue>, around: &Context) -> Self {
        let span = SpanBuilder::from_name(name).with_kind(kind).with_attributes(attributes);
        let span = global::tracer(SCOPE).build_with_context(span, around);
        Self(around.with_span(span))
    }

    /// Says something of it. Keys are those of OpenTelemetry's semantic conventions, or begin with `vaulty.`.
    pub fn note(&self, key: &'static str, value: impl Into<Value>) {
        self.0.span().set_attribute(KeyValue::new(key, value));
    }

    /// Says that it failed, and the code of why.
    pub fn failed(&self, code: impl Into<Value>) {
        self.note("error.type", code);
        self.0.span().set_status(Status::error(""));
    }

    /// Does it: whatever begins meanwhile is a part of it.
    pub async fn around<F: Future>(&self, future: F) -> F::Output {
        future.with_context(self.0.clone()).await
    }
}

impl Drop for Doing {
    fn drop(&mut self) {
        self.0.span().end();
    }
}

/// Says which job the request is about, in the log's lines of it and in its span. An id that isn't of a program's making
/// is left out: a client may have put anything there.
pub fn of_job(job_id: &str, step: Option<u32>) {
    if !ids::is_sane(job_id) {
        return;
    }
    let (context, lines) = (Context::current(), tracing::Span::current());
    context.span().set_attribute(KeyValue::new("vaulty.job", job_id.to_owned()));
    lines.record("job", job_id);
    if let Some(step) = step {
        context.span().set_attribute(KeyValue::new("vaulty.step", i64::from(step)));
        lines.record("step", step);
    }
}
