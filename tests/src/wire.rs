//! The socket to a browser: messages and their answers, and what events told. It knows neither protocol, but that both
//! number what is sent and put the number on the answer.

use std::{
    collections::HashMap,
    fmt::Debug,
    net::TcpStream,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, anyhow, bail};
use serde_json::Value;
use tungstenite::{
    Message, WebSocket,
    protocol::{Role, WebSocketConfig},
};

/// How long a single call may take.
const CALL_TIMEOUT: Duration = Duration::from_secs(60);

/// What is kept of what a browser tells by itself.
pub(crate) trait Hears: Debug + Default + Send + 'static {
    /// Takes an event in. What comes back is sent at once, without waiting for an answer.
    fn hear(&mut self, event: &Value) -> Option<Value>;
}

/// The socket, and what came over it.
#[derive(Debug)]
pub(crate) struct Wire<H> {
    writer: Mutex<WebSocket<TcpStream>>,
    next_id: AtomicU64,
    state: Mutex<State<H>>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State<H> {
    answers: HashMap<u64, Value>,
    heard: H,
    closed: bool,
}

impl<H: Hears> Wire<H> {
    /// Connects to an address such as `ws://127.0.0.1:4711/session`. The thread reads until the browser closes it.
    pub(crate) fn connect(url: &str) -> Result<(Arc<Self>, thread::JoinHandle<()>)> {
        let address = url
            .strip_prefix("ws://")
            .and_then(|rest| rest.split('/').next())
            .with_context(|| format!("{url} is no address of a web socket"))?;
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        let config = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
        let (mut reader, _) = tungstenite::client::client_with_config(url, stream, Some(config))
            .map_err(|error| anyhow!("the browser refuses the connection: {error}"))?;
        // One socket, two ends: the reader blocks in its thread while callers write.
        let writing = reader.get_ref().try_clone()?;
        let wire = Arc::new(Self {
            writer: Mutex::new(WebSocket::from_raw_socket(writing, Role::Client, Some(config))),
            next_id: AtomicU64::new(1),
            state: Mutex::default(),
            changed: Condvar::new(),
        });
        let shared = Arc::clone(&wire);
        let thread = thread::spawn(move || {
            while let Ok(message) = reader.read() {
                if let Message::Text(body) = message
                    && let Ok(value) = serde_json::from_str::<Value>(body.as_str())
                {
                    shared.take_in(value);
                }
            }
            shared.state().closed = true;
            shared.changed.notify_all();
        });
        Ok((wire, thread))
    }

    fn state(&self) -> MutexGuard<'_, State<H>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take_in(&self, message: Value) {
        let reply = match message.get("id").and_then(Value::as_u64) {
            Some(id) => {
                self.state().answers.insert(id, message);
                None
            }
            None => self.state().heard.hear(&message),
        };
        self.changed.notify_all();
        if let Some(reply) = reply {
            self.send(reply).ok();
        }
    }

    /// Looks at what was heard.
    pub(crate) fn heard<R>(&self, look: impl FnOnce(&H) -> R) -> R {
        look(&self.state().heard)
    }

    /// Sends a message; its number comes back.
    pub(crate) fn send(&self, mut message: Value) -> Result<u64> {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        if let Some(object) = message.as_object_mut() {
            object.insert("id".to_owned(), id.into());
        }
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        writer.send(Message::text(message.to_string()))?;
        Ok(id)
    }

    /// Sends a message and waits for its answer.
    pub(crate) fn ask(&self, message: Value) -> Result<Value> {
        let id = self.send(message)?;
        self.wait_state(CALL_TIMEOUT, |state| state.answers.remove(&id))
    }

    /// Waits until `ready` finds what it looks for in what was heard.
    pub(crate) fn wait<T>(
        &self,
        timeout: Duration,
        mut ready: impl FnMut(&mut H) -> Option<T>,
    ) -> Result<T> {
        self.wait_state(timeout, |state| ready(&mut state.heard))
    }

    fn wait_state<T>(
        &self,
        timeout: Duration,
        mut ready: impl FnMut(&mut State<H>) -> Option<T>,
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

/// A text in a message; empty where there is none.
pub(crate) fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}
