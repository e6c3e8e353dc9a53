//! A site that remembers every request: what a hostile page and its network got to know. It also plays
//! the planner, with answers that a case has written down.

use std::{
    collections::{HashMap, VecDeque},
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

/// What pages call to tell what they heard.
const HEARD: &str = "/heard";
/// What pages call when a trap was pressed.
const PRESSED: &str = "/pressed/";
/// Where forms go.
const SUBMIT: &str = "/submit";
/// A planner that has nothing more to say.
const NOTHING_MORE: &str = r#"{"actions": [{"type": "DONE", "summary": "That is all."}]}"#;

/// A request, as it came.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// `GET`, `POST`, …
    pub method: String,
    /// Path and query.
    pub target: String,
    /// All header lines.
    pub head: String,
    /// The body.
    pub body: String,
}

#[derive(Debug, Default)]
struct State {
    pages: HashMap<String, String>,
    answers: VecDeque<Value>,
    code: Option<String>,
    got: Vec<Request>,
}

/// The site. Dropping it ends it.
#[derive(Debug)]
pub struct Collector {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
    over: Arc<AtomicBool>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Collector {
    /// Listens on a free port of 127.0.0.1.
    pub fn start() -> Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let address = listener.local_addr()?;
        let state = Arc::new(Mutex::new(State::default()));
        let over = Arc::new(AtomicBool::new(false));
        let (shared, ended) = (state.clone(), over.clone());
        let thread = thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if ended.load(Ordering::Relaxed) {
                    break;
                }
                let state = shared.clone();
                thread::spawn(move || answer(stream, &state).ok());
            }
        });
        Ok(Self { address, state, over, thread: Some(thread) })
    }

    /// An address here, under a host name that leads to this machine.
    pub fn url(&self, host: &str, path: &str) -> String {
        format!("http://{host}:{}/{}", self.address.port(), path.trim_start_matches('/'))
    }

    /// Forgets what came, and serves these pages (path → HTML) and answers of the planner from now on.
    pub fn set(&self, pages: HashMap<String, String>, answers: &[Value]) {
        let answers = answers.iter().cloned().collect();
        *lock(&self.state) = State { pages, answers, ..State::default() };
    }

    /// Gives this code, once, to whoever waits for one.
    pub fn give_code(&self, code: &str) {
        lock(&self.state).code = Some(code.to_owned());
    }

    /// What came, of pages and of their network. What the planner was asked is left out.
    pub fn got(&self) -> Vec<Request> {
        let is_plan = |request: &&Request| request.target.starts_with("/api/");
        lock(&self.state).got.iter().filter(|request| !is_plan(request)).cloned().collect()
    }

    /// What the planner was told.
    pub fn told(&self) -> Vec<Request> {
        let is_plan = |request: &&Request| request.target.starts_with("/api/");
        lock(&self.state).got.iter().filter(is_plan).cloned().collect()
    }

    /// The traps that got a press or a key, as `id?by=event`, each once.
    pub fn pressed(&self) -> Vec<String> {
        let mut pressed: Vec<String> = Vec::new();
        for request in self.got() {
            let trap = request.target.strip_prefix(PRESSED);
            if let Some(trap) = trap.filter(|trap| !pressed.iter().any(|known| known == trap)) {
                pressed.push(trap.to_owned());
            }
        }
        pressed
    }

    /// How many forms were sent.
    pub fn submits(&self) -> usize {
        self.got().iter().filter(|request| request.target.starts_with(SUBMIT)).count()
    }
}

impl Drop for Collector {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        // Wakes the listener, so that it sees that it is over.
        TcpStream::connect(self.address).ok();
        if let Some(thread) = self.thread.take() {
            thread.join().ok();
        }
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

fn answer(mut stream: TcpStream, state: &Mutex<State>) -> Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    let request = read(&mut stream)?;
    let path = request.target.split(['?', '#']).next().unwrap_or_default().to_owned();
    let (status, kind, body) = {
        let mut state = lock(state);
        let page = state.pages.get(path.trim_start_matches('/')).cloned();
        let found = match (path.as_str(), page) {
            ("/api/health", _) => (
                "200 OK",
                "application/json",
                json!({"status": "ok", "name": "vaulty", "version": "0", "contract": 2})
                    .to_string(),
            ),
            ("/api/agent/next", _) => {
                let answer = state.answers.pop_front().map(|answer| answer.to_string());
                ("200 OK", "application/json", answer.unwrap_or_else(|| NOTHING_MORE.to_owned()))
            }
            ("/api/agent/verify", _) => match state.code.take() {
                Some(code) => ("200 OK", "application/json", json!({"code": code}).to_string()),
                None => ("503 Service Unavailable", "text/plain", String::new()),
            },
            ("/spy.js", _) => ("200 OK", "text/javascript", include_str!("spy.js").to_owned()),
            (_, Some(page)) => ("200 OK", "text/html; charset=utf-8", page),
            (path, None) if path == SUBMIT || path == HEARD || path.starts_with(PRESSED) => {
                ("200 OK", "text/html", "<p role=status>Thank you</p>".to_owned())
            }
            _ => ("404 Not Found", "text/plain", String::new()),
        };
        state.got.push(request);
        found
    };
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
         Access-Control-Allow-Origin: *\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )?;
    Ok(())
}

fn read(stream: &mut TcpStream) -> Result<Request> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut first = String::new();
    reader.read_line(&mut first)?;
    let mut parts = first.split_whitespace();
    let method = parts.next().context("no method")?.to_owned();
    let target = parts.next().context("no path")?.to_owned();
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? <= 2 {
            break;
        }
        if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse()?;
        }
        head.push_str(&line);
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    Ok(Request { method, target, head, body: String::from_utf8_lossy(&body).into_owned() })
}
