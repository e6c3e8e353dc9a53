//! A tab of Firefox, and what a person or a script does there.

use std::{path::Path, sync::Arc, time::Instant};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use super::{
    heard::{Heard, call},
    inside,
    value::plain,
};
use crate::{
    page::{LOAD_TIMEOUT, POLL, Session, Stroke},
    wire::{Wire, text},
};

#[derive(Debug)]
pub(super) struct BidiSession {
    wire: Arc<Wire<Heard>>,
    context: String,
}

impl BidiSession {
    pub(super) fn new(wire: &Arc<Wire<Heard>>, context: &str) -> Self {
        Self { wire: Arc::clone(wire), context: context.to_owned() }
    }

    fn command(&self, method: &str, mut params: Value) -> Result<Value> {
        if let Some(object) = params.as_object_mut() {
            object.insert("context".to_owned(), self.context.clone().into());
        }
        call(&self.wire, method, params)
    }

    /// What an expression comes to, as BiDi writes it.
    fn remote(&self, context: &str, expression: &str) -> Result<Value> {
        let params = json!({
            "expression": expression, "target": {"context": context},
            "awaitPromise": true, "userActivation": true,
        });
        let answer = call(&self.wire, "script.evaluate", params)?;
        if text(&answer, "type") == "exception" {
            let details = answer.get("exceptionDetails").unwrap_or(&Value::Null);
            bail!("the page threw: {}", text(details, "text"));
        }
        Ok(answer.get("result").cloned().unwrap_or_default())
    }

    fn act(&self, source: &Value) -> Result<()> {
        self.command("input.performActions", json!({"actions": [source]})).map(drop)
    }
}

impl Session for BidiSession {
    fn target(&self) -> &str {
        &self.context
    }

    fn call(&self, method: &str, _params: Value) -> Result<Value> {
        bail!("{method} is Chromium's alone")
    }

    fn close(&self) -> Result<()> {
        self.command("browsingContext.close", json!({})).map(drop)
    }

    fn evaluate(&self, expression: &str) -> Result<Value> {
        self.remote(&self.context, expression).map(|remote| plain(&remote))
    }

    fn navigate(&self, url: &str) -> Result<()> {
        let is_web = url.starts_with("http");
        if !is_web {
            self.evaluate("globalThis.isLeft = true")?;
        }
        let begun = self
            .command("browsingContext.navigate", json!({"url": url, "wait": "none"}))
            .with_context(|| format!("{url} cannot be opened"))?;
        let navigation = text(&begun, "navigation");
        // Of pages of extensions no event tells: they are there when the document is another one.
        let arrived = "document.readyState === 'complete' && !('isLeft' in globalThis)";
        let deadline = Instant::now() + LOAD_TIMEOUT;
        while Instant::now() < deadline {
            let ended = self.wire.wait(POLL, |heard| {
                let last = heard.begun.get(&self.context).map_or(navigation, String::as_str);
                [navigation, last].iter().any(|one| heard.ended.contains(*one)).then_some(())
            });
            let is_there = || matches!(self.evaluate(arrived), Ok(Value::Bool(true)));
            if ended.is_ok() || (!is_web && is_there()) {
                return Ok(());
            }
        }
        // Some documents are never complete: what is there has to do.
        match self.evaluate("document.readyState")?.as_str() {
            Some("loading") => bail!("{url} did not load within {LOAD_TIMEOUT:?}"),
            _ => Ok(()),
        }
    }

    fn click_at(&self, x: f64, y: f64) -> Result<()> {
        #[expect(clippy::cast_possible_truncation, reason = "places on a screen")]
        let (x, y) = (x.round() as i64, y.round() as i64);
        self.act(&json!({
            "type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"},
            "actions": [
                {"type": "pointerMove", "x": x, "y": y},
                {"type": "pointerDown", "button": 0},
                {"type": "pointerUp", "button": 0},
            ],
        }))
    }

    fn press_key(&self, stroke: Stroke) -> Result<()> {
        // Keys without a character have code points of their own (WebDriver, "keyboard actions").
        let value = match stroke {
            Stroke::Character(text) => text,
            Stroke::Enter => "\u{E007}".to_owned(),
            Stroke::Tab => "\u{E004}".to_owned(),
            Stroke::ArrowRight => "\u{E014}".to_owned(),
        };
        self.insert_text(&value)
    }

    fn insert_text(&self, text: &str) -> Result<()> {
        let strokes: Vec<Value> = text
            .chars()
            .flat_map(|letter| {
                ["keyDown", "keyUp"].map(|kind| json!({"type": kind, "value": letter}))
            })
            .collect();
        self.act(&json!({"type": "key", "id": "keyboard", "actions": strokes}))
    }

    fn set_files(&self, selector: &str, files: &[&Path]) -> Result<()> {
        let find = format!("document.querySelector({})", Value::from(selector));
        let field = self.remote(&self.context, &find)?;
        let id = field
            .get("sharedId")
            .and_then(Value::as_str)
            .with_context(|| format!("there is no {selector} for a file"))?;
        let params = json!({"element": {"sharedId": id}, "files": files});
        self.command("input.setFiles", params).map(drop)
    }

    fn resize(&self, width: u32, height: u32) -> Result<()> {
        let params = json!({"viewport": {"width": width, "height": height}});
        self.command("browsingContext.setViewport", params).map(drop)
    }

    fn bring_to_front(&self) -> Result<()> {
        self.command("browsingContext.activate", json!({})).map(drop)
    }

    fn screenshot(&self, whole_page: bool) -> Result<Vec<u8>> {
        let origin = if whole_page { "document" } else { "viewport" };
        let answer =
            self.command("browsingContext.captureScreenshot", json!({"origin": origin}))?;
        Ok(data_encoding::BASE64.decode(text(&answer, "data").as_bytes())?)
    }

    fn console(&self) -> Vec<String> {
        self.wire.heard(|heard| heard.console.get(&self.context).cloned().unwrap_or_default())
    }

    fn disable_scripts(&self, disabled: bool) -> Result<()> {
        let enabled = if disabled { Value::Bool(false) } else { Value::Null };
        let params = json!({"enabled": enabled, "contexts": [self.context]});
        call(&self.wire, "emulation.setScriptingEnabled", params).map(drop)
    }

    fn stop_workers(&self) -> Result<()> {
        inside::run(&self.wire, inside::END_BACKGROUND, &json!([])).map(drop)
    }

    fn crash(&self) -> Result<()> {
        let url = self.evaluate("location.href")?;
        inside::crash(&self.wire, url.as_str().unwrap_or_default())
    }
}
