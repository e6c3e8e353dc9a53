//! `smoke-llm`: the whole way with a real model. No part of `test`: what a model says is its own.

use anyhow::{Result, bail};
use clap::Args;
use harness::{Options, Server, Vaulty};
use serde_json::Value;

use crate::{
    build,
    demo::{ODD_QUESTIONS, Show, sample_profile},
    progress::Steps,
    setup,
    table::Table,
};

/// The forms that are filled.
const FORMS: &[&str] = &[ODD_QUESTIONS, "/demo/application.html"];

/// Fill the demo forms with a model behind the server, and print what was said to it, what it answered for,
/// and what that took.
#[derive(Debug, Args)]
pub(crate) struct Smoke {
    /// Where the model is: http://127.0.0.1:8080/v1 (OpenAI-compatible), or an Ollama's address
    #[arg(long, value_name = "URL")]
    base_url: String,
    /// Which model
    #[arg(long, value_name = "MODEL")]
    model: String,
    /// Its protocol: openai-compatible, ollama, openai, anthropic, openrouter, gemini, azure
    #[arg(long, value_name = "KIND", default_value = "openai-compatible")]
    kind: String,
    /// Ask it about every question, not only those that the rules leave open
    #[arg(long)]
    everything: bool,
}

impl Smoke {
    pub(crate) fn run(&self) -> Result<()> {
        let built = build::everything(&Steps::of(build::EVERYTHING_STEPS + 1), setup::chromium)?;
        let mode = if self.everything { "llm-first" } else { "auto" };
        let server = Server::start_with(
            &[],
            &[
                ("VAULTY_LLM_MODE", mode.to_owned()),
                ("LLM_PROVIDER", self.kind.clone()),
                ("LLM_MODEL", self.model.clone()),
                ("LLM_BASE_URL", self.base_url.clone()),
            ],
        )?;
        let vaulty =
            Vaulty::start_with(&Options { extension: Some(built.folder), ..Options::default() })?;
        vaulty.use_server(&server)?;
        vaulty.home().import(&sample_profile()?)?;
        let mut failed = Vec::new();
        for form in FORMS {
            println!("\nform       {form}");
            if let Err(error) = Show::open(&vaulty, &format!("{}{form}", server.url()))?.run() {
                println!("{error:#}");
                failed.push(*form);
            }
        }
        for job in server.get("/api/jobs")?.as_array().into_iter().flatten() {
            if let Some(id) = job.get("jobId").and_then(Value::as_str) {
                print_ledger(&server.get(&format!("/api/jobs/{id}/ledger"))?);
            }
        }
        if failed.is_empty() { Ok(()) } else { bail!("not filled: {}", failed.join(", ")) }
    }
}

/// What was said to the model in one job, and what came back.
fn print_ledger(ledger: &Value) {
    let entries = ledger.get("entries").and_then(Value::as_array).into_iter().flatten();
    for entry in entries {
        println!("\n--- said to the model ---");
        println!("{}", entry.get("sent").and_then(Value::as_str).unwrap_or_default());
        let mut table = Table::new(&["model", "outcome", "ms", "tokens in", "cached", "out"]);
        for call in entry.get("calls").and_then(Value::as_array).into_iter().flatten() {
            let cell = |name: &str| match call.get(name) {
                Some(Value::String(text)) => text.clone(),
                Some(other) => other.to_string(),
                None => "?".to_owned(),
            };
            let names = ["model", "outcome", "ms", "inputTokens", "cachedTokens", "outputTokens"];
            table.row(names.map(cell).to_vec());
        }
        table.print();
        if let Some(refused) = entry.get("refused") {
            println!("refused of its answer: {refused}");
        }
    }
}
