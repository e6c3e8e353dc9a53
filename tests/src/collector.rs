//! A site that remembers every request: what a hostile page and its network got to know. It also plays
//! the planner, with answers that a case has written down.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use anyhow::Result;
use axum::{
    Json,
    http::{
        StatusCode,
        header::{ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_TYPE},
    },
    response::{Html, IntoResponse, Response},
};
use serde_json::{Value, json};

use crate::http::{self, Http};

/// What pages call to tell what they heard.
const HEARD: &str = "/heard";
/// What pages call when a trap was pressed.
const PRESSED: &str = "/pressed/";
/// Where forms go.
const SUBMIT: &str = "/submit";
/// A planner that has nothing more to say.
fn nothing_more() -> Value {
    json!({"actions": [{"type": "DONE", "summary": "That is all."}]})
}

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

impl From<http::Request> for Request {
    fn from(request: http::Request) -> Self {
        Self {
            method: request.method().to_string(),
            target: request.uri().to_string(),
            head: http::head(&request),
            body: request.into_body(),
        }
    }
}

/// The site. Dropping it ends it.
#[derive(Debug)]
pub struct Collector {
    http: Http,
    state: Arc<Mutex<State>>,
}

impl Collector {
    /// Listens on a free port of 127.0.0.1.
    pub fn start() -> Result<Self> {
        let state = Arc::<Mutex<State>>::default();
        let shared = Arc::clone(&state);
        let http = Http::start(async move |request: http::Request| {
            let mut state = lock(&shared);
            let answer = answer(request.uri().path(), &mut state);
            state.got.push(request.into());
            ([(ACCESS_CONTROL_ALLOW_ORIGIN, "*"), (CACHE_CONTROL, "no-store")], answer)
        })?;
        Ok(Self { http, state })
    }

    /// An address here, under a host name that leads to this machine.
    pub fn url(&self, host: &str, path: &str) -> String {
        format!("http://{host}:{}/{}", self.http.address().port(), path.trim_start_matches('/'))
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

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

fn answer(path: &str, state: &mut State) -> Response {
    let page = state.pages.get(path.trim_start_matches('/')).cloned();
    match (path, page) {
        ("/api/health", _) => {
            Json(json!({"status": "ok", "name": "vaulty", "version": "0", "contract": 2}))
                .into_response()
        }
        ("/api/agent/next", _) => {
            Json(state.answers.pop_front().unwrap_or_else(nothing_more)).into_response()
        }
        ("/api/agent/verify", _) => match state.code.take() {
            Some(code) => Json(json!({"code": code})).into_response(),
            None => StatusCode::SERVICE_UNAVAILABLE.into_response(),
        },
        ("/spy.js", _) => {
            ([(CONTENT_TYPE, "text/javascript")], include_str!("spy.js")).into_response()
        }
        (_, Some(page)) => Html(page).into_response(),
        (path, None) if path == SUBMIT || path == HEARD || path.starts_with(PRESSED) => {
            Html("<p role=status>Thank you</p>").into_response()
        }
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}
