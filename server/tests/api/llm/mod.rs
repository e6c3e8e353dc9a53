//! The models' layer, through the API and over real connections: protocols, failures, layers, privacy.

mod adversary;
mod canary;
mod drafts;
mod failures;
mod layers;
pub(crate) mod mock;
mod obedient;
mod policy;
mod protocols;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{Answer, Running, next_body};

/// The key that answers the page's odd question.
pub(crate) const KEY: &str = "custom.Notice period";

/// A server that asks these providers, in this order: names, with the lines of their tables.
pub(crate) struct Stage {
    pub(crate) server: Running,
    _config: TempDir,
}

impl Stage {
    pub(crate) async fn with(llm: &str, providers: &[(&str, String)]) -> Self {
        Self::set(llm, providers, &[]).await
    }

    /// With further variables of the environment.
    pub(crate) async fn set(
        llm: &str,
        providers: &[(&str, String)],
        more: &[(&str, &str)],
    ) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("vaulty.toml");
        let names: Vec<&str> = providers.iter().map(|(name, _)| *name).collect();
        let order = if names.is_empty() { String::new() } else { format!("order = {names:?}") };
        let tables: String = providers
            .iter()
            .map(|(name, lines)| format!("[llm.providers.{name}]\n{lines}\n"))
            .collect();
        std::fs::write(&path, format!("[llm]\n{order}\n{llm}\n{tables}")).unwrap();
        let path = path.display().to_string();
        let mut settings = vec![("VAULTY_CONFIG", path.as_str()), ("VAULTY_LLM_MODE", "")];
        settings.extend(more);
        Self { server: Running::with(&settings).await, _config: folder }
    }

    /// One provider that speaks OpenAI's protocol.
    pub(crate) async fn of(base: &str) -> Self {
        Self::with("", &[("mock", compatible(base))]).await
    }

    /// Asks for a plan of the page.
    pub(crate) async fn next(&self, job: &str, observation: Value, more: Value) -> Value {
        let answer = self.answer(job, 1, observation, more).await;
        assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
        answer.json()
    }

    pub(crate) async fn answer(
        &self,
        job: &str,
        step: u32,
        observation: Value,
        more: Value,
    ) -> Answer {
        let mut body = next_body(job, step, observation, more);
        if body.get("profile").is_none() {
            body["profileKeys"] = json!(["firstName", "email", KEY]);
        }
        self.server.post("/api/agent/next", &body).await
    }

    pub(crate) async fn ledger(&self, job: &str) -> Value {
        self.server.get(&format!("/api/jobs/{job}/ledger")).await.json()
    }
}

/// The lines of a provider that speaks OpenAI's protocol.
pub(crate) fn compatible(base: &str) -> String {
    format!("kind = \"openai-compatible\"\nbase_url = \"{base}\"\nmodel = \"m\"")
}

/// A page whose first question is answered already, and whose second only a model understands.
pub(crate) fn odd_page() -> Value {
    json!({
        "url": "https://jobs.example/apply", "title": "Apply", "text": "", "pageContext": "# Apply",
        "fields": [
            {"index": 0, "tag": "input", "type": "text", "id": "fn", "label": "First name",
             "autocomplete": "given-name", "required": true, "valueState": "matches:firstName",
             "fingerprint": "first", "form": 0},
            {"index": 1, "tag": "input", "type": "text", "id": "q", "label": "How soon could you begin?",
             "required": true, "valueState": "empty", "fingerprint": "soon", "form": 0},
            {"index": 2, "tag": "select", "type": "select-one", "id": "t", "label": "Which crew suits you?",
             "valueState": "empty", "fingerprint": "crew", "form": 0,
             "options": [{"value": "", "text": "Choose"}, {"value": "a", "text": "Shore"},
                         {"value": "b", "text": "Boat"}]},
        ],
        "buttons": [{"index": 0, "tag": "button", "type": "submit", "text": "Send", "submits": true,
                     "form": 0, "fingerprint": "send"}],
    })
}

/// The actions in short: `FILL 1 key`, `ASK 1,2`, `CLICK`.
pub(crate) fn actions(plan: &Value) -> Vec<String> {
    let list = plan["actions"].as_array().unwrap();
    list.iter()
        .map(|action| match action["type"].as_str().unwrap() {
            "ASK_USER" => {
                let questions = action["questions"].as_array().unwrap();
                let fields: Vec<String> =
                    questions.iter().map(|q| q["field"].to_string()).collect();
                format!("ASK {}", fields.join(","))
            }
            kind @ ("FILL" | "SELECT") => {
                let key = action["valueFrom"].as_str().unwrap_or("a literal");
                format!("{kind} {} {key}", action["target"]["index"])
            }
            kind => kind.to_owned(),
        })
        .collect()
}

/// The outcomes of the calls of a job, in order.
pub(crate) fn outcomes(ledger: &Value) -> Vec<String> {
    let entries = ledger["entries"].as_array().unwrap();
    let calls = entries.iter().flat_map(|entry| entry["calls"].as_array().unwrap());
    calls
        .map(|call| {
            format!("{} {}", call["provider"].as_str().unwrap(), call["outcome"].as_str().unwrap())
        })
        .collect()
}
