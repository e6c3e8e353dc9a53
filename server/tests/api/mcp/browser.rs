//! A browser that is played: it polls as the extension does, and answers by a function.

use std::sync::{Arc, Mutex};

use reqwest::Method;
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use crate::support::{Answer, Running, send};

/// It answers until this is dropped.
pub(super) struct Browser {
    task: JoinHandle<()>,
    asked: Arc<Mutex<Vec<Value>>>,
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Browser {
    /// One that the server has heard of when this returns. It answers by what is asked.
    pub(super) async fn of(
        server: &Running,
        answer: impl Fn(&Value) -> Value + Send + 'static,
    ) -> Self {
        let asked = Arc::<Mutex<Vec<Value>>>::default();
        let (seen, token) = (asked.clone(), server.token.clone());
        assert_eq!(poll(server, &token, &json!({"wait": 0})).await.status, 200);
        let url = format!("{}/api/agents/poll", server.base);
        let task = tokio::spawn(async move {
            let client = crate::support::client();
            let mut answers = Vec::new();
            loop {
                let body = json!({"answers": std::mem::take(&mut answers)});
                let Ok(response) = client.post(&url).bearer_auth(&token).json(&body).send().await
                else {
                    return;
                };
                let Ok(commands) = response.json::<Value>().await else { return };
                for command in commands["commands"].as_array().into_iter().flatten() {
                    seen.lock().unwrap().push(command.clone());
                    answers.push(json!({"id": command["id"], "answer": answer(&command["ask"])}));
                }
            }
        });
        Self { task, asked }
    }

    /// The commands that it got so far.
    pub(super) fn asked(&self) -> Vec<Value> {
        self.asked.lock().unwrap().clone()
    }
}

/// One poll.
pub(super) async fn poll(server: &Running, token: &str, body: &Value) -> Answer {
    send(server.bare(Method::POST, "/api/agents/poll").bearer_auth(token).json(body)).await
}

/// A job as a browser tells it.
pub(super) fn job(id: &str, origin: &str, state: &str) -> Value {
    json!({"job": {"job": id, "origin": origin, "state": state, "page": 1, "filled": 0, "total": 3,
                   "written": [], "open": []}})
}
