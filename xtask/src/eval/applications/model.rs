//! The server with the model that `eval --model` is about, and what it says of its calls.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

use anyhow::Result;
use harness::{Server, Vaulty};
use serde_json::{Map, Value, json};

/// A server that asks one model.
pub(super) struct AskedModel {
    server: Mutex<Server>,
}

impl AskedModel {
    /// A server that asks whoever speaks OpenAI's protocol at this address.
    pub(super) fn start(base_url: &str, called: &str) -> Result<Self> {
        let variables = [
            ("VAULTY_LLM_MODE", "auto".to_owned()),
            ("LLM_PROVIDER", "openai-compatible".to_owned()),
            ("LLM_MODEL", called.to_owned()),
            ("LLM_BASE_URL", base_url.to_owned()),
        ];
        Ok(Self { server: Mutex::new(Server::start_with(&[], &variables)?) })
    }

    /// Has a browser use it.
    pub(super) fn serve(&self, vaulty: &Vaulty) -> Result<()> {
        vaulty.use_server(&self.server.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Calls by outcome, tokens, and the mean time of a call.
    pub(super) fn summary(&self) -> Result<Vec<String>> {
        let server = self.server.lock().unwrap_or_else(PoisonError::into_inner);
        let metrics = server.text("/metrics")?;
        Ok(summary(&metrics))
    }

    /// The same for the table of versions: prompt, model, and means of a call.
    pub(super) fn run(&self) -> Result<Map<String, Value>> {
        let server = self.server.lock().unwrap_or_else(PoisonError::into_inner);
        let mut calls = Vec::new();
        let mut prompt = Value::Null;
        let jobs = server.get("/api/jobs")?;
        for job in jobs.as_array().into_iter().flatten() {
            let Some(id) = job.get("jobId").and_then(Value::as_str) else { continue };
            // Of a job without a call there is none.
            let Ok(ledger) = server.get(&format!("/api/jobs/{id}/ledger")) else { continue };
            for entry in ledger.get("entries").and_then(Value::as_array).into_iter().flatten() {
                prompt = entry.get("prompt").cloned().unwrap_or_default();
                calls.extend(
                    entry.get("calls").and_then(Value::as_array).cloned().unwrap_or_default(),
                );
            }
        }
        Ok(of_calls(prompt, &calls))
    }
}

/// What a run's calls came to.
fn of_calls(prompt: Value, calls: &[Value]) -> Map<String, Value> {
    let usable = calls.iter().filter(|call| call.get("outcome") == Some(&"ok".into())).count();
    let mean = |name: &str| {
        let told: Vec<f64> = calls.iter().filter_map(|call| call.get(name)?.as_f64()).collect();
        #[expect(clippy::cast_precision_loss, reason = "counts are small")]
        let mean = told.iter().sum::<f64>() / told.len().max(1) as f64;
        json!(mean.round())
    };
    let model = calls.first().and_then(|call| call.get("model")).cloned().unwrap_or_default();
    [
        ("prompt", prompt),
        ("model", model),
        ("calls", json!(calls.len())),
        ("usable", json!(usable)),
        ("in", mean("inputTokens")),
        ("out", mean("outputTokens")),
        ("ms", mean("ms")),
    ]
    .into_iter()
    .map(|(name, value)| (name.to_owned(), value))
    .collect()
}

fn summary(metrics: &str) -> Vec<String> {
    let samples: BTreeMap<&str, f64> = metrics
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.rsplit_once(' '))
        .filter_map(|(name, value)| Some((name, value.parse().ok()?)))
        .collect();
    let of = |family: &str| -> Vec<(String, f64)> {
        let own = samples.iter().filter(|(name, _)| name.starts_with(family));
        own.map(|(name, value)| (last_label(name), *value)).collect()
    };
    let sum = |family: &str| of(family).iter().map(|(_, value)| value).sum::<f64>();
    let listed = |family: &str| {
        let all: Vec<String> =
            of(family).iter().map(|(label, value)| format!("{label} {value}")).collect();
        if all.is_empty() { "none".to_owned() } else { all.join(", ") }
    };
    let calls = sum("vaulty_llm_call_seconds_count").max(1.0);
    vec![
        format!("model's calls: {}", listed("vaulty_llm_calls_total{")),
        format!("refused of its answers: {}", listed("vaulty_llm_refused_total{")),
        format!(
            "a call: {:.0} ms, tokens {}",
            sum("vaulty_llm_call_seconds_sum") / calls * 1000.0,
            of("vaulty_llm_tokens_total{")
                .iter()
                .map(|(kind, count)| format!("{kind} {:.0}", count / calls))
                .collect::<Vec<_>>()
                .join(", "),
        ),
    ]
}

/// `ok` of `…{provider="p",outcome="ok"}`.
fn last_label(name: &str) -> String {
    name.rsplit('"').nth(1).unwrap_or(name).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_come_to_means() {
        let calls = [
            json!({"model": "m", "outcome": "ok", "inputTokens": 400, "outputTokens": 10, "ms": 1000.4}),
            json!({"model": "m", "outcome": "unusable", "inputTokens": 500, "ms": 3000.0}),
        ];
        let run = Value::Object(of_calls("3".into(), &calls));
        let expected = json!({"prompt": "3", "model": "m", "calls": 2, "usable": 1, "in": 450.0,
            "out": 10.0, "ms": 2000.0});
        assert_eq!(run, expected);
    }

    #[test]
    fn metrics_are_summed_up() {
        let metrics = "# HELP x\n\
            vaulty_llm_calls_total{provider=\"p\",outcome=\"ok\"} 3\n\
            vaulty_llm_calls_total{provider=\"p\",outcome=\"unusable\"} 1\n\
            vaulty_llm_refused_total{reason=\"doubtful\"} 2\n\
            vaulty_llm_tokens_total{provider=\"p\",kind=\"input\"} 1600\n\
            vaulty_llm_call_seconds_sum{provider=\"p\"} 8\n\
            vaulty_llm_call_seconds_count{provider=\"p\"} 4\n";
        assert_eq!(
            summary(metrics),
            [
                "model's calls: ok 3, unusable 1",
                "refused of its answers: doubtful 2",
                "a call: 2000 ms, tokens input 400",
            ]
        );
        assert_eq!(summary("")[0], "model's calls: none");
    }
}
