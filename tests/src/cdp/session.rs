//! A target that is attached to: a page, a popup in a tab, a frame of another site, a service worker.

use std::{path::Path, sync::Arc, time::Duration};

use anyhow::{Context as _, Result, anyhow, bail};
use serde_json::{Value, json};

use super::heard::{Heard, call, exception};
use crate::{
    page::{LOAD_TIMEOUT, Session, Stroke},
    wire::{Wire, text},
};

#[derive(Debug)]
pub(super) struct CdpSession {
    pub(super) wire: Arc<Wire<Heard>>,
    pub(super) session: String,
    pub(super) target: String,
}

impl CdpSession {
    pub(super) fn enable(&self) -> Result<()> {
        self.call("Runtime.enable", json!({}))?;
        // Workers have no page; what they lack is not needed there.
        if self.call("Page.enable", json!({})).is_ok() {
            self.call("Page.setLifecycleEventsEnabled", json!({"enabled": true}))?;
            self.call("Log.enable", json!({}))?;
        }
        Ok(())
    }

    /// Waits until the document is complete. Some never are: after a while what is there has to do.
    fn wait_for_load(&self, loader: &str, url: &str) -> Result<()> {
        let complete = self.wire.wait(LOAD_TIMEOUT, |heard| {
            let told = heard.sessions.get(&self.session)?;
            told.loaded.iter().any(|done| done == loader).then_some(())
        });
        if complete.is_err() && self.evaluate("document.readyState")? == "loading" {
            bail!("{url} did not load within {LOAD_TIMEOUT:?}");
        }
        Ok(())
    }
}

impl Session for CdpSession {
    fn target(&self) -> &str {
        &self.target
    }

    fn call(&self, method: &str, params: Value) -> Result<Value> {
        call(&self.wire, Some(&self.session), method, params)
    }

    fn close(&self) -> Result<()> {
        let params = json!({"targetId": self.target});
        call(&self.wire, None, "Target.closeTarget", params).map(drop)
    }

    fn evaluate(&self, expression: &str) -> Result<Value> {
        let params = json!({
            "expression": expression,
            "awaitPromise": true,
            "returnByValue": true,
            "userGesture": true,
        });
        let answer = self.call("Runtime.evaluate", params)?;
        if let Some(details) = answer.get("exceptionDetails") {
            return Err(anyhow!("the page threw: {}", exception(details)));
        }
        Ok(answer.pointer("/result/value").cloned().unwrap_or(Value::Null))
    }

    fn navigate(&self, url: &str) -> Result<()> {
        let answer = self.call("Page.navigate", json!({"url": url}))?;
        let error = text(&answer, "errorText");
        if !error.is_empty() {
            bail!("{url} cannot be opened: {error}");
        }
        // A change of the fragment loads nothing.
        match answer.get("loaderId").and_then(Value::as_str) {
            Some(loader) => self.wait_for_load(loader, url),
            None => Ok(()),
        }
    }

    fn click_at(&self, x: f64, y: f64) -> Result<()> {
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
            let button = if kind == "mouseMoved" { "none" } else { "left" };
            let params = json!({"type": kind, "x": x, "y": y, "button": button, "clickCount": 1});
            self.call("Input.dispatchMouseEvent", params)?;
        }
        Ok(())
    }

    fn press_key(&self, stroke: Stroke) -> Result<()> {
        let (key, code, typed) = match stroke {
            Stroke::Character(ref text) => (text.as_str(), 0, text.as_str()),
            Stroke::Enter => ("Enter", 13, "\r"),
            Stroke::Tab => ("Tab", 9, ""),
            Stroke::ArrowRight => ("ArrowRight", 39, ""),
        };
        for kind in ["keyDown", "keyUp"] {
            let text = if kind == "keyDown" { typed } else { "" };
            let params = json!({
                "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code, "text": text,
            });
            self.call("Input.dispatchKeyEvent", params)?;
        }
        Ok(())
    }

    fn insert_text(&self, text: &str) -> Result<()> {
        self.call("Input.insertText", json!({"text": text})).map(drop)
    }

    fn set_files(&self, selector: &str, files: &[&Path]) -> Result<()> {
        let expression = format!("document.querySelector({})", Value::from(selector));
        let answer = self.call("Runtime.evaluate", json!({"expression": expression}))?;
        let object = answer
            .pointer("/result/objectId")
            .and_then(Value::as_str)
            .with_context(|| format!("there is no {selector} for a file"))?;
        let params = json!({"files": files, "objectId": object});
        self.call("DOM.setFileInputFiles", params).map(drop)
    }

    fn resize(&self, width: u32, height: u32) -> Result<()> {
        let params =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.call("Emulation.setDeviceMetricsOverride", params).map(drop)
    }

    fn bring_to_front(&self) -> Result<()> {
        self.call("Page.bringToFront", json!({})).map(drop)
    }

    fn screenshot(&self, whole_page: bool) -> Result<Vec<u8>> {
        let params = json!({"format": "png", "captureBeyondViewport": whole_page});
        let answer = self.call("Page.captureScreenshot", params)?;
        Ok(data_encoding::BASE64.decode(text(&answer, "data").as_bytes())?)
    }

    fn console(&self) -> Vec<String> {
        self.wire.heard(|heard| {
            heard.sessions.get(&self.session).map(|told| told.console.clone()).unwrap_or_default()
        })
    }

    fn disable_scripts(&self, disabled: bool) -> Result<()> {
        let params = json!({"value": disabled});
        self.call("Emulation.setScriptExecutionDisabled", params).map(drop)
    }

    fn crash(&self) -> Result<()> {
        // Never answered: who would answer it has died.
        let message = json!({"method": "Page.crash", "sessionId": self.session, "params": {}});
        self.wire.send(message).map(drop)
    }

    fn stop_workers(&self) -> Result<()> {
        self.call("ServiceWorker.enable", json!({}))?;
        let stops =
            |heard: &Heard| heard.sessions.get(&self.session).map_or(0, |known| known.stops);
        let before = self.wire.heard(stops);
        self.call("ServiceWorker.stopAllWorkers", json!({}))?;
        // A message may have started it again by the time that anybody looks.
        let stopped = self.wire.wait(Duration::from_secs(10), |heard| {
            let told = heard.sessions.get(&self.session)?;
            let all = told.workers.values().all(|status| status == "stopped");
            (all || told.stops > before).then_some(())
        });
        self.call("ServiceWorker.disable", json!({}))?;
        stopped.context("the service worker did not stop")
    }
}
