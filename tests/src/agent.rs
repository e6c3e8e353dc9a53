//! An agent: a client of the Model Context Protocol without any SDK, so that every byte that it hears is there to be
//! looked at.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, ensure};
use axum::http::{Request, header};
use serde_json::{Value, json};

use crate::{http, paths, server::Server};

/// How long an agent tries until a browser answers.
const PATIENCE: Duration = Duration::from_secs(75);

/// An agent that was added to a server.
#[derive(Debug)]
pub struct Agent<'a> {
    /// Where its server is.
    url: &'a str,
    /// Its token.
    pub token: String,
    heard: Mutex<String>,
}

impl<'a> Agent<'a> {
    /// Adds one with the command that a person uses.
    pub fn add(server: &'a Server, name: &str, more: &[&str]) -> Result<Self> {
        let token = command(server, &[&["add", name], more].concat())?.trim().to_owned();
        Ok(Self { url: server.url(), token, heard: Mutex::default() })
    }

    /// Calls a method and gives its result. All that came back is remembered.
    pub fn ask(&self, method: &str, params: &Value) -> Result<Value> {
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        let request = Request::post("/mcp")
            .header(header::AUTHORIZATION, format!("Bearer {}", self.token))
            .header(header::ACCEPT, "application/json, text/event-stream")
            .header(header::CONTENT_TYPE, "application/json")
            .body(message.to_string())?;
        let address = self.url.trim_start_matches("http://").parse()?;
        let answer = http::send_within(PATIENCE, address, request)?;
        let text = String::from_utf8_lossy(answer.body()).into_owned();
        let headers = format!("{:?}", answer.headers());
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.extend([headers.as_str(), "\n", text.as_str(), "\n"]);
        drop(heard);
        serde_json::from_str(&text).with_context(|| format!("{method}: {text}"))
    }

    /// Calls a tool: what it says, also where that is an error.
    pub fn call(&self, tool: &str, arguments: Value) -> Result<Value> {
        let answer = self.ask("tools/call", &json!({"name": tool, "arguments": arguments}))?;
        let said = answer.pointer("/result/structuredContent").cloned();
        said.with_context(|| format!("{tool}: {answer}"))
    }

    /// Lists the forms that are shared, once a browser answers.
    pub fn forms(&self) -> Result<Vec<Value>> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let said = self.call("list_forms", json!({}))?;
            if let Some(forms) = said.get("forms").and_then(Value::as_array) {
                return Ok(forms.clone());
            }
            ensure!(Instant::now() < deadline, "no browser answers: {said}");
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// Follows a job until it is no longer being worked on, and gives it.
    pub fn follow(&self, job: &str) -> Result<Value> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let said = self.call("await_job", json!({"job": job, "waitSeconds": 5}))?;
            if let Some(job) = at_rest(&said) {
                return Ok(job);
            }
            ensure!(Instant::now() < deadline, "the job goes on: {said}");
        }
    }

    /// All that it has heard.
    pub fn heard(&self) -> String {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The job that an answer is about, if nobody works on it.
fn at_rest(said: &Value) -> Option<Value> {
    let job =
        said.get("job").filter(|job| job.get("state").is_some_and(|state| state != "working"));
    job.cloned()
}

/// The same agent on the TypeScript SDK of the protocol, as a program of its own.
#[derive(Debug)]
pub struct SdkAgent {
    program: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// What it said of the server at first.
    pub found: Value,
    heard: String,
}

impl SdkAgent {
    /// One that speaks HTTP with the server.
    pub fn by_http(agent: &Agent<'_>) -> Result<Self> {
        Self::start(agent, &["http", &format!("{}/mcp", agent.url)])
    }

    /// One that starts `vaulty-server mcp`.
    pub fn by_program(agent: &Agent<'_>) -> Result<Self> {
        let server = paths::server()?;
        let server = server.to_str().context("a path that is text")?;
        Self::start(agent, &["stdio", server, agent.url])
    }

    fn start(agent: &Agent<'_>, arguments: &[&str]) -> Result<Self> {
        let mut program = Command::new("node")
            .arg(paths::workspace().join("tests/agents/client.mjs"))
            .args(arguments)
            .env("VAULTY_AGENT_TOKEN", &agent.token)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("node starts")?;
        let input = program.stdin.take().context("it has an input")?;
        let output = program.stdout.take().context("it has an output")?;
        let mut agent = Self {
            program,
            input,
            output: BufReader::new(output),
            found: Value::Null,
            heard: String::new(),
        };
        agent.found = agent.line()?;
        Ok(agent)
    }

    fn line(&mut self) -> Result<Value> {
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        self.heard.push_str(&line);
        serde_json::from_str(&line).with_context(|| format!("the agent says {line:?}"))
    }

    /// Calls a tool: what it says, also where that is an error.
    pub fn call(&mut self, tool: &str, arguments: &Value) -> Result<Value> {
        writeln!(self.input, "{}", json!({"tool": tool, "arguments": arguments}))?;
        let result = self.line()?;
        let said = result.get("structuredContent").cloned();
        said.with_context(|| format!("{tool}: {result}"))
    }

    /// Follows a job until it is no longer being worked on, and gives it.
    pub fn follow(&mut self, job: &str) -> Result<Value> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let said = self.call("await_job", &json!({"job": job}))?;
            if let Some(job) = at_rest(&said) {
                return Ok(job);
            }
            ensure!(Instant::now() < deadline, "the job goes on: {said}");
        }
    }

    /// All that it has heard.
    pub fn heard(&self) -> &str {
        &self.heard
    }
}

impl Drop for SdkAgent {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// Runs `vaulty-server agents …` on the data of a server, and gives what it prints.
pub fn command(server: &Server, arguments: &[&str]) -> Result<String> {
    let output = Command::new(paths::server()?)
        .arg("agents")
        .args(arguments)
        .arg("--data-dir")
        .arg(server.folder())
        .output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?)
}
