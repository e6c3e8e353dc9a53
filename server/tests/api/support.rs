//! A server in this process, and requests to it.

use std::{
    path::Path,
    sync::atomic::{AtomicU16, Ordering},
    time::Duration,
};

use reqwest::{Client, Method, Response, header::HeaderMap};
use serde_json::{Value, json};
use server::{
    clock::Clock,
    config::{Config, Flags},
    serve::Server,
};
use tempfile::TempDir;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// A running server.
pub(crate) struct Running {
    pub(crate) base: String,
    pub(crate) token: String,
    pub(crate) pairing_code: String,
    pub(crate) clock: Clock,
    client: Client,
    stop: CancellationToken,
    task: JoinHandle<()>,
    folder: TempDir,
}

/// An answer, read to its end.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) async fn read(response: Response) -> Self {
        Self {
            status: response.status().as_u16(),
            headers: response.headers().clone(),
            body: response.bytes().await.unwrap().to_vec(),
        }
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| {
            panic!("{} is no JSON: {}", self.status, String::from_utf8_lossy(&self.body))
        })
    }

    /// Asserts the envelope and gives `(status, code, field)`.
    pub(crate) fn error(&self) -> (u16, String, Option<String>) {
        let body = self.json();
        let error = &body["error"];
        assert_eq!(self.headers["content-type"], "application/json");
        assert_eq!(error["requestId"].as_str().unwrap(), self.headers["x-request-id"]);
        assert!(!error["message"].as_str().unwrap().is_empty());
        let field = error.get("field").map(|field| field.as_str().unwrap().to_owned());
        (self.status, error["code"].as_str().unwrap().to_owned(), field)
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

impl Running {
    /// A server with defaults, in a new folder.
    pub(crate) async fn start() -> Self {
        Self::with(&[]).await
    }

    /// A server with these settings (environment variables), in a new folder.
    pub(crate) async fn with(settings: &[(&str, &str)]) -> Self {
        Self::within(tempfile::tempdir().unwrap(), settings).await
    }

    /// A server with this clock, in a new folder.
    pub(crate) async fn with_clock(settings: &[(&str, &str)], clock: Clock) -> Self {
        Self::started(tempfile::tempdir().unwrap(), settings, clock).await
    }

    async fn within(folder: TempDir, settings: &[(&str, &str)]) -> Self {
        Self::started(folder, settings, Clock::system()).await
    }

    async fn started(folder: TempDir, settings: &[(&str, &str)], clock: Clock) -> Self {
        let flags = Flags {
            listen: Some("127.0.0.1:0".to_owned()),
            data_dir: Some(folder.path().to_owned()),
            config: None,
        };
        // A model that happens to run on this machine is no part of a test.
        let settings = settings.iter().chain(&[("VAULTY_LLM_MODE", "rules-only")]);
        let environment = |name: &str| {
            let mut settings = settings.clone();
            settings.find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        };
        let config = Config::load(&flags, &environment).unwrap();
        let server = Server::start(config, clock.clone()).await.unwrap();
        let stop = CancellationToken::new();
        Self {
            base: format!("http://{}", server.address),
            token: server.token.token.clone(),
            pairing_code: server.pairing_code.clone().unwrap_or_default(),
            clock,
            client: client(),
            stop: stop.clone(),
            task: tokio::spawn(server.run(stop)),
            folder,
        }
    }

    /// A server on the folder of an earlier one.
    pub(crate) async fn again(folder: TempDir) -> Self {
        Self::within(folder, &[]).await
    }

    /// The same with other settings.
    pub(crate) async fn again_with(folder: TempDir, settings: &[(&str, &str)]) -> Self {
        Self::within(folder, settings).await
    }

    /// Stops the server and gives its folder.
    pub(crate) async fn stop(self) -> TempDir {
        self.stop.cancel();
        tokio::time::timeout(Duration::from_secs(15), self.task).await.unwrap().unwrap();
        self.folder
    }

    /// Stops the server and starts another one on the same folder.
    pub(crate) async fn restart(self) -> Self {
        self.restart_with(&[]).await
    }

    /// The same with other settings.
    pub(crate) async fn restart_with(self, settings: &[(&str, &str)]) -> Self {
        Self::within(self.stop().await, settings).await
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn host(&self) -> &str {
        self.base.trim_start_matches("http://")
    }

    /// A request without a token.
    pub(crate) fn bare(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        self.client.request(method, format!("{}{path}", self.base))
    }

    /// A request with the token.
    pub(crate) fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        self.bare(method, path).bearer_auth(&self.token)
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        send(self.request(Method::GET, path)).await
    }

    pub(crate) async fn delete(&self, path: &str) -> Answer {
        send(self.request(Method::DELETE, path)).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        send(self.request(Method::POST, path).json(body)).await
    }
}

/// A client that follows no redirect and asks no proxy.
pub(crate) fn client() -> Client {
    server::llm::transport::set_up_tls();
    Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).build().unwrap()
}

pub(crate) async fn send(request: reqwest::RequestBuilder) -> Answer {
    Answer::read(request.send().await.unwrap()).await
}

/// A page with a few fields, as older clients send it.
pub(crate) fn page() -> Value {
    json!({
        "url": "https://jobs.example/apply?ref=1",
        "title": "Apply",
        "text": "",
        "pageContext": "",
        "fields": [
            {"index": 0, "tag": "input", "type": "text", "id": "fn", "name": "fname",
             "label": "First name", "autocomplete": "given-name", "required": true},
            {"index": 1, "tag": "input", "type": "email", "id": "em", "name": "email",
             "label": "Email", "autocomplete": "email"},
            {"index": 2, "tag": "select", "type": "select-one", "id": "co", "name": "country",
             "label": "Country", "autocomplete": "country", "value": "",
             "options": [{"value": "", "text": "Choose", "selected": true},
                         {"value": "DE", "text": "Germany"}, {"value": "FR", "text": "France"}]},
        ],
        "buttons": [{"index": 0, "tag": "button", "type": "submit", "text": "Send", "submits": true}],
    })
}

/// A page that asks for a one-time code.
pub(crate) fn code_page() -> Value {
    json!({
        "url": "https://shop.example/verify",
        "title": "Enter your code",
        "text": "We sent a code to your phone",
        "pageContext": "Enter the 6-digit code",
        "fields": [{"index": 0, "tag": "input", "type": "text", "id": "otp", "name": "otp",
                    "label": "One-time code", "autocomplete": "one-time-code", "required": true}],
        "buttons": [{"index": 0, "tag": "button", "type": "submit", "text": "Verify", "submits": true}],
    })
}

/// A body of `POST /api/agent/next`.
pub(crate) fn next_body(job: &str, step: u32, observation: Value, more: Value) -> Value {
    let mut body = json!({"jobId": job, "step": step, "observation": observation});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

/// A port for a program that must be told its port. Nobody else is given it in the meantime: no other call here, and none of
/// the system, which gives out those from 32768 on.
pub(crate) fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let first = 20_000 + u16::try_from(std::process::id() % 8_000).unwrap();
    let is_free = |port: &u16| std::net::TcpListener::bind(("127.0.0.1", *port)).is_ok();
    let mut ports = std::iter::repeat_with(|| first + NEXT.fetch_add(1, Ordering::Relaxed));
    ports.find(is_free).unwrap()
}
