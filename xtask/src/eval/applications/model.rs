//! The server with the model that `eval --model` is about, and what it says of its calls.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

use anyhow::Result;
use harness::{Server, Vaulty};

/// A server that asks one model.
pub(super) struct AskedModel {
    server: Mutex<Server>,
}

impl AskedModel {
    /// A server that asks whoever speaks OpenAI's protocol at this address.
    pub(super) fn start(base_url: &str) -> Result<Self> {
        let variables = [
            ("VAULTY_LLM_MODE", "auto".to_owned()),
            ("LLM_PROVIDER", "openai-compatible".to_owned()),
            ("LLM_MODEL", "default".to_owned()),
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
    use super::summary;

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
