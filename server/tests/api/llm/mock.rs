//! A provider that says what a test wants, in any of the protocols, well or badly.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinHandle,
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

/// A running mock.
pub(crate) struct Mock {
    pub(crate) base: String,
    got: Arc<Mutex<Vec<Got>>>,
    open: watch::Receiver<usize>,
    task: JoinHandle<()>,
}

impl Drop for Mock {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Mock {
    /// Answers requests with these, in turn; the last one again and again.
    pub(crate) async fn start(script: Vec<Reply>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let got = Arc::new(Mutex::new(Vec::new()));
        let (opened, open) = watch::channel(0);
        let (kept, opened) = (got.clone(), Arc::new(opened));
        let task = tokio::spawn(async move {
            let script = Arc::new(script);
            while let Ok((stream, _)) = listener.accept().await {
                let (script, kept, opened) = (script.clone(), kept.clone(), opened.clone());
                tokio::spawn(async move {
                    opened.send_modify(|open| *open += 1);
                    serve(stream, &script, &kept).await;
                    opened.send_modify(|open| *open -= 1);
                });
            }
        });
        Self { base, got, open, task }
    }

    /// One that speaks a protocol and always says this.
    pub(crate) async fn saying(kind: &str, text: &str) -> Self {
        Self::start(vec![Reply::status(200, said(kind, text))]).await
    }

    /// What it got so far.
    pub(crate) fn got(&self) -> Vec<Got> {
        self.got.lock().unwrap().clone()
    }

    /// Waits until this many connections are open.
    pub(crate) async fn wait_for_open(&mut self, count: usize) {
        let wait = self.open.wait_for(|open| *open == count);
        tokio::time::timeout(Duration::from_secs(10), wait).await.unwrap().unwrap();
    }
}

async fn serve(mut stream: TcpStream, script: &[Reply], kept: &Mutex<Vec<Got>>) {
    while let Some(got) = read(&mut stream).await {
        let turn = {
            let mut kept = kept.lock().unwrap();
            kept.push(got.clone());
            kept.len() - 1
        };
        let reply = script.get(turn).or(script.last()).cloned().unwrap();
        if !answer(&mut stream, reply, &got).await {
            return;
        }
    }
}

/// Whether the connection may be used again.
async fn answer(stream: &mut TcpStream, reply: Reply, got: &Got) -> bool {
    match reply {
        Reply::Late(after, reply) => {
            sleep(after).await;
            Box::pin(answer(stream, *reply, got)).await
        }
        Reply::Full(status, headers, body) => {
            let headers: String =
                headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
            let text = format!(
                "HTTP/1.1 {status} X\r\ncontent-length: {}\r\n{headers}\r\n{body}",
                body.len()
            );
            stream.write_all(text.as_bytes()).await.is_ok()
        }
        Reply::By(make) => {
            let reply = Reply::status(200, make(&got.body));
            Box::pin(answer(stream, reply, got)).await
        }
        Reply::Now(make) => Box::pin(answer(stream, make(), got)).await,
        Reply::Hang => {
            // Until the client goes.
            let _ = stream.read(&mut [0; 1]).await;
            false
        }
        Reply::Cut => {
            let _ =
                stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{\"choi").await;
            false
        }
        Reply::Close => false,
    }
}

async fn read(stream: &mut TcpStream) -> Option<Got> {
    let mut bytes = Vec::new();
    let mut buffer = [0; 65_536];
    loop {
        let count = stream.read(&mut buffer).await.ok().filter(|count| *count > 0)?;
        bytes.extend_from_slice(&buffer[..count]);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let length = head
            .lines()
            .find_map(|line| {
                line.to_lowercase().strip_prefix("content-length:")?.trim().parse().ok()
            })
            .unwrap_or(0);
        if body.len() >= length {
            let path = head.split(' ').nth(1)?.to_owned();
            let body = serde_json::from_str(body).unwrap_or_default();
            return Some(Got { path, head: head.to_owned(), body });
        }
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

/// Lines as an answer.
pub(crate) fn answers(lines: &[&str]) -> String {
    json!({"answers": lines}).to_string()
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
