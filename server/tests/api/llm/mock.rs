//! A provider that says what a test wants, in any of the protocols, well or badly.

use std::{
    future::pending,
    sync::{Arc, Mutex},
};

use axum::{
    http::StatusCode,
    response::{AppendHeaders, IntoResponse as _, Response},
};
use harness::{
    Http,
    http::{self, Request},
};
use serde_json::{Value, json};
use tokio::{
    sync::watch,
    time::{Duration, sleep},
};

/// What the mock does with a request.
#[derive(Clone)]
pub(crate) enum Reply {
    /// Answers with this status, these headers and this body.
    Full(u16, Vec<(&'static str, String)>, String),
    /// Answers with what this makes of the request's body.
    By(Arc<dyn Fn(&Value) -> Value + Send + Sync>),
    /// Answers with what this makes at that moment.
    Now(Arc<dyn Fn() -> Reply + Send + Sync>),
    /// Answers after a while.
    Late(Duration, Box<Reply>),
    /// Never answers.
    Hang,
    /// Ends the connection within the body.
    Cut,
    /// Ends the connection at once.
    Close,
}

impl Reply {
    /// A status with a body.
    pub(crate) fn status(status: u16, body: Value) -> Self {
        Self::Full(status, Vec::new(), body.to_string())
    }

    /// A status with one header.
    pub(crate) fn with_header(status: u16, name: &'static str, value: impl Into<String>) -> Self {
        Self::Full(status, vec![(name, value.into())], "{}".to_owned())
    }
}

/// A request that the mock got.
#[derive(Debug, Clone)]
pub(crate) struct Got {
    pub(crate) path: String,
    pub(crate) head: String,
    pub(crate) body: Value,
}

impl From<Request> for Got {
    fn from(request: Request) -> Self {
        Self {
            path: request.uri().to_string(),
            head: format!("{} {}\r\n{}", request.method(), request.uri(), http::head(&request)),
            body: serde_json::from_str(request.body()).unwrap_or_default(),
        }
    }
}

/// A running mock.
pub(crate) struct Mock {
    pub(crate) base: String,
    got: Arc<Mutex<Vec<Got>>>,
    open: watch::Receiver<usize>,
    _http: Http,
}

/// A request that waits for its answer; it ends with it, or when its client goes.
struct Open(Arc<watch::Sender<usize>>);

impl Open {
    fn new(open: &Arc<watch::Sender<usize>>) -> Self {
        open.send_modify(|open| *open += 1);
        Self(Arc::clone(open))
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.0.send_modify(|open| *open -= 1);
    }
}

impl Mock {
    /// Answers requests with these, in turn; the last one again and again.
    pub(crate) async fn start(script: Vec<Reply>) -> Self {
        let got = Arc::<Mutex<Vec<Got>>>::default();
        let (opened, open) = watch::channel(0);
        let (kept, opened, script) = (Arc::clone(&got), Arc::new(opened), Arc::new(script));
        let http = Http::start(async move |request: Request| {
            let _open = Open::new(&opened);
            let request = Got::from(request);
            let reply = {
                let mut kept = kept.lock().unwrap();
                kept.push(request.clone());
                script.get(kept.len() - 1).or(script.last()).cloned().unwrap()
            };
            answer(reply, &request).await
        })
        .unwrap();
        Self { base: http.url(""), got, open, _http: http }
    }

    /// One that speaks a protocol and always says this.
    pub(crate) async fn saying(kind: &str, text: &str) -> Self {
        Self::start(vec![Reply::status(200, said(kind, text))]).await
    }

    /// What it got so far.
    pub(crate) fn got(&self) -> Vec<Got> {
        self.got.lock().unwrap().clone()
    }

    /// Waits until this many requests wait for an answer.
    pub(crate) async fn wait_for_open(&mut self, count: usize) {
        let wait = self.open.wait_for(|open| *open == count);
        tokio::time::timeout(Duration::from_secs(10), wait).await.unwrap().unwrap();
    }
}

async fn answer(reply: Reply, got: &Got) -> Response {
    match reply {
        Reply::Late(after, reply) => {
            sleep(after).await;
            Box::pin(answer(*reply, got)).await
        }
        Reply::Full(status, headers, body) => {
            (StatusCode::from_u16(status).unwrap(), AppendHeaders(headers), body).into_response()
        }
        Reply::By(make) => axum::Json(make(&got.body)).into_response(),
        Reply::Now(make) => Box::pin(answer(make(), got)).await,
        Reply::Hang => pending().await,
        Reply::Cut => http::cut(500, "{\"choi"),
        Reply::Close => http::closed(),
    }
}

/// A text in the shape of a protocol.
pub(crate) fn said(kind: &str, text: &str) -> Value {
    match kind {
        "anthropic" => json!({"type": "message", "role": "assistant", "stop_reason": "end_turn",
            "content": [{"type": "text", "text": text}],
            "usage": {"input_tokens": 100, "output_tokens": 20}}),
        "ollama" => json!({"model": "m", "message": {"role": "assistant", "content": text},
            "done": true, "done_reason": "stop", "prompt_eval_count": 500, "eval_count": 20}),
        "gemini" => json!({"candidates": [{"finishReason": "STOP",
                "content": {"role": "model", "parts": [{"text": text}]}}],
            "usageMetadata": {"promptTokenCount": 100, "candidatesTokenCount": 20}}),
        "bedrock" => json!({"output": {"message": {"role": "assistant", "content": [
                {"toolUse": {"name": "answer", "toolUseId": "t", "input": serde_json::from_str::<Value>(text)
                    .unwrap_or_else(|_| text.into())}}]}},
            "stopReason": "tool_use", "usage": {"inputTokens": 100, "outputTokens": 20}}),
        _ => json!({"object": "chat.completion", "choices": [{"index": 0, "finish_reason": "stop",
                "message": {"role": "assistant", "content": text}}],
            "usage": {"prompt_tokens": 100, "completion_tokens": 20}}),
    }
}

/// What is said about fields, as an answer: `3=company`.
pub(crate) fn answers(said: &[&str]) -> String {
    let said = said.iter().map(|said| said.split_once('=').unwrap_or((said, "")));
    Value::Object(said.map(|(number, text)| (number.to_owned(), text.into())).collect()).to_string()
}

/// What was said to a model, in any protocol.
pub(crate) fn prompt_of(body: &Value) -> String {
    let mut texts = Vec::new();
    gather(body, &mut texts);
    texts.join("\n")
}

fn gather(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| gather(item, texts)),
        Value::Object(map) => map.values().for_each(|item| gather(item, texts)),
        _ => {}
    }
}
