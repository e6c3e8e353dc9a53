//! What Chromium tells by itself, session by session, and what it answers.

use std::collections::{BTreeMap, HashMap};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use crate::wire::{Hears, Wire, text};

/// Console lines kept for each session.
const CONSOLE_LINES: usize = 1000;

#[derive(Debug, Default)]
pub(super) struct Heard {
    pub(super) sessions: HashMap<String, Told>,
}

/// What events told about a target.
#[derive(Debug, Default)]
pub(super) struct Told {
    pub(super) console: Vec<String>,
    /// Loaders whose documents are complete.
    pub(super) loaded: Vec<String>,
    /// Version id → running status of service workers.
    pub(super) workers: BTreeMap<String, String>,
    /// How often one of them was seen to stop.
    pub(super) stops: u64,
}

impl Hears for Heard {
    fn hear(&mut self, event: &Value) -> Option<Value> {
        let (method, session) = (text(event, "method"), text(event, "sessionId"));
        let params = event.get("params").unwrap_or(&Value::Null);
        self.sessions.entry(session.to_owned()).or_default().event(method, params);
        // A page's own dialog would block everything: it is accepted, as Enter does.
        (method == "Page.javascriptDialogOpening").then(|| {
            json!({
                "sessionId": session, "method": "Page.handleJavaScriptDialog",
                "params": {"accept": true},
            })
        })
    }
}

impl Told {
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

/// Asks for something, of a session or of the browser, and waits for what comes of it.
pub(super) fn call(
    wire: &Wire<Heard>,
    session: Option<&str>,
    method: &str,
    params: Value,
) -> Result<Value> {
    let mut message = json!({"method": method, "params": params});
    if let (Some(session), Some(object)) = (session, message.as_object_mut()) {
        object.insert("sessionId".to_owned(), session.into());
    }
    let answer = wire.ask(message).with_context(|| format!("{method} was not answered"))?;
    match answer.get("error") {
        Some(error) => bail!("{method}: {}", text(error, "message")),
        None => Ok(answer.get("result").cloned().unwrap_or(Value::Null)),
    }
}
