//! The socket to the browser: calls and their answers, and what events told.

use std::{
    collections::{BTreeMap, HashMap},
    net::TcpStream,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, anyhow, bail};
use serde_json::{Value, json};
use tungstenite::{
    Message, WebSocket,
    protocol::{Role, WebSocketConfig},
};

/// How long a single call may take.
const CALL_TIMEOUT: Duration = Duration::from_secs(60);
/// Console lines kept for each session.
const CONSOLE_LINES: usize = 1000;

/// The socket, and what came over it.
#[derive(Debug)]
pub(super) struct Client {
    writer: Mutex<WebSocket<TcpStream>>,
    next_id: AtomicU64,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
pub(super) struct State {
    answers: HashMap<u64, Value>,
    pub(super) sessions: HashMap<String, Session>,
    closed: bool,
}

/// What events told about a target.
#[derive(Debug, Default)]
pub(super) struct Session {
    pub(super) console: Vec<String>,
    /// Loaders whose documents are complete.
    pub(super) loaded: Vec<String>,
    /// Version id → running status of service workers.
    pub(super) workers: BTreeMap<String, String>,
    /// How often one of them was seen to stop.
    pub(super) stops: u64,
}

impl Client {
    pub(super) fn connect(url: &str) -> Result<(Arc<Self>, thread::JoinHandle<()>)> {
        let address = url
            .strip_prefix("ws://")
            .and_then(|rest| rest.split('/').next())
            .with_context(|| format!("{url} is no DevTools address"))?;
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        let config = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
        let (mut reader, _) = tungstenite::client::client_with_config(url, stream, Some(config))
            .map_err(|error| anyhow!("DevTools refuses the connection: {error}"))?;
        // One socket, two ends: the reader blocks in its thread while callers write.
        let writing = reader.get_ref().try_clone()?;
        let client = Arc::new(Self {
            writer: Mutex::new(WebSocket::from_raw_socket(writing, Role::Client, Some(config))),
            next_id: AtomicU64::new(1),
            state: Mutex::default(),
            changed: Condvar::new(),
        });
        let shared = Arc::clone(&client);
        let thread = thread::spawn(move || {
            while let Ok(message) = reader.read() {
                if let Message::Text(body) = message
                    && let Ok(value) = serde_json::from_str::<Value>(body.as_str())
                {
                    shared.accept_dialog(&value);
                    shared.state().take_in(value);
                    shared.changed.notify_all();
                }
            }
            shared.state().closed = true;
            shared.changed.notify_all();
        });
        Ok((client, thread))
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn send(&self, session: Option<&str>, method: &str, params: Value) -> Result<u64> {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let mut message = json!({"id": id, "method": method, "params": params});
        if let (Some(session), Some(object)) = (session, message.as_object_mut()) {
            object.insert("sessionId".to_owned(), session.into());
        }
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        writer.send(Message::text(message.to_string()))?;
        Ok(id)
    }

    pub(super) fn call(&self, session: Option<&str>, method: &str, params: Value) -> Result<Value> {
        let id = self.send(session, method, params)?;
        let answer = self
            .wait(CALL_TIMEOUT, |state| state.answers.remove(&id))
            .with_context(|| format!("{method} was not answered"))?;
        match answer.get("error") {
            Some(error) => bail!("{method}: {}", text(error, "message")),
            None => Ok(answer.get("result").cloned().unwrap_or(Value::Null)),
        }
    }

    /// A page's own dialog would block everything: it is accepted, as Enter does.
    fn accept_dialog(&self, event: &Value) {
        if text(event, "method") == "Page.javascriptDialogOpening" {
            let session = event.get("sessionId").and_then(Value::as_str);
            self.send(session, "Page.handleJavaScriptDialog", json!({"accept": true})).ok();
        }
    }

    /// Waits until `ready` finds what it looks for in what came over the socket.
    pub(super) fn wait<T>(
        &self,
        timeout: Duration,
        mut ready: impl FnMut(&mut State) -> Option<T>,
    ) -> Result<T> {
        let deadline = Instant::now() + timeout;
        let mut state = self.state();
        loop {
            if let Some(found) = ready(&mut state) {
                return Ok(found);
            }
            if state.closed {
                bail!("the browser has gone");
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                bail!("nothing within {timeout:?}");
            }
            let waited = self.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl State {
    fn take_in(&mut self, message: Value) {
        if let Some(id) = message.get("id").and_then(Value::as_u64) {
            self.answers.insert(id, message);
            return;
        }
        let params = message.get("params").unwrap_or(&Value::Null);
        let session = self.sessions.entry(text(&message, "sessionId").to_owned()).or_default();
        session.event(text(&message, "method"), params);
    }
}

impl Session {
    fn event(&mut self, method: &str, params: &Value) {
        match method {
            "Runtime.consoleAPICalled" => {
                let arguments = params.get("args").and_then(Value::as_array).into_iter().flatten();
                let words: Vec<String> = arguments.map(shown).collect();
                self.log(format!("{}: {}", text(params, "type"), words.join(" ")));
            }
            "Runtime.exceptionThrown" => {
                let details = params.get("exceptionDetails").unwrap_or(&Value::Null);
                self.log(format!("exception: {}", exception(details)));
            }
            "Log.entryAdded" => {
                let entry = params.get("entry").unwrap_or(&Value::Null);
                self.log(format!("{}: {}", text(entry, "level"), text(entry, "text")));
            }
            "Page.lifecycleEvent" if text(params, "name") == "load" => {
                self.loaded.push(text(params, "loaderId").to_owned());
            }
            "ServiceWorker.workerVersionUpdated" => {
                let versions = params.get("versions").and_then(Value::as_array);
                for version in versions.into_iter().flatten() {
                    let status = text(version, "runningStatus").to_owned();
                    let stopped = status == "stopped";
                    let before = self.workers.insert(text(version, "versionId").to_owned(), status);
                    self.stops += u64::from(stopped && before.as_deref() != Some("stopped"));
                }
            }
            _ => {}
        }
    }

    fn log(&mut self, line: String) {
        if self.console.len() < CONSOLE_LINES {
            self.console.push(line);
        }
    }
}

pub(super) fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn shown(argument: &Value) -> String {
    match argument.get("value") {
        Some(Value::String(string)) => string.clone(),
        Some(value) => value.to_string(),
        None => text(argument, "description").to_owned(),
    }
}

pub(super) fn exception(details: &Value) -> String {
    let described = details.pointer("/exception/description").and_then(Value::as_str);
    let value = || details.pointer("/exception/value").map(Value::to_string);
    described.map(str::to_owned).or_else(value).unwrap_or_else(|| text(details, "text").to_owned())
}
