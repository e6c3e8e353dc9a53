//! What Firefox tells by itself, and what it answers.

use std::collections::{HashMap, HashSet};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use crate::wire::{Hears, Wire, text};

/// Console lines kept for each tab.
const CONSOLE_LINES: usize = 1000;

/// What Firefox tells by itself.
#[derive(Debug, Default)]
pub(super) struct Heard {
    pub(super) console: HashMap<String, Vec<String>>,
    /// Navigations that have come to an end: loaded, within the document, or not at all.
    pub(super) ended: HashSet<String>,
    /// The last navigation that began in each tab: a page may go on to another one at once.
    pub(super) begun: HashMap<String, String>,
}

/// How navigations begin (WebDriver BiDi, `browsingContext`).
const BEGINS: &str = "browsingContext.navigationStarted";

/// All that is listened to.
pub(super) fn events() -> Vec<&'static str> {
    ENDS.into_iter().chain([BEGINS, "log.entryAdded"]).collect()
}

/// How they end.
const ENDS: [&str; 3] = [
    "browsingContext.load",
    "browsingContext.fragmentNavigated",
    "browsingContext.navigationFailed",
];

impl Hears for Heard {
    fn hear(&mut self, event: &Value) -> Option<Value> {
        let (method, entry) = (text(event, "method"), event.get("params").unwrap_or(&Value::Null));
        if ENDS.contains(&method) {
            self.ended.insert(text(entry, "navigation").to_owned());
        } else if method == BEGINS {
            let of = |key| text(entry, key).to_owned();
            self.begun.insert(of("context"), of("navigation"));
        } else if method == "log.entryAdded" {
            let context = entry.pointer("/source/context").and_then(Value::as_str);
            let lines = self.console.entry(context.unwrap_or_default().to_owned()).or_default();
            if lines.len() < CONSOLE_LINES {
                lines.push(format!("{}: {}", text(entry, "level"), text(entry, "text")));
            }
        }
        None
    }
}

/// Asks for something and waits for what comes of it.
pub(super) fn call(wire: &Wire<Heard>, method: &str, params: Value) -> Result<Value> {
    let answer = wire
        .ask(json!({"method": method, "params": params}))
        .with_context(|| format!("{method} was not answered"))?;
    if text(&answer, "type") == "error" {
        bail!("{method}: {}: {}", text(&answer, "error"), text(&answer, "message"));
    }
    Ok(answer.get("result").cloned().unwrap_or(Value::Null))
}
