//! What is attached to: pages, popups, frames and workers, and what a person or a script does there.

use std::{
    path::Path,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, anyhow, bail};
use serde_json::{Value, json};

use super::{
    POLL,
    client::{Client, exception, text},
};

/// How long a page may take to load.
const LOAD_TIMEOUT: Duration = Duration::from_secs(30);

/// A node of the accessibility tree that assistive technology sees.
#[derive(Debug, Clone)]
pub struct AxNode {
    /// CDP's number of the DOM node.
    pub backend_node: u64,
    /// ARIA role.
    pub role: String,
    /// Accessible name.
    pub name: String,
    /// Whether assistive technology does not see it.
    pub ignored: bool,
}

/// An attached target: a page, a popup in a tab, a frame of another site, a service worker.
#[derive(Debug, Clone)]
pub struct Page {
    pub(super) client: Arc<Client>,
    pub(super) session: String,
    pub(super) target: String,
}

impl Page {
    /// The id of the target.
    pub fn target(&self) -> &str {
        &self.target
    }

    /// Calls a method of this target.
    pub fn call(&self, method: &str, params: Value) -> Result<Value> {
        self.client.call(Some(&self.session), method, params)
    }

    pub(super) fn enable(&self) -> Result<()> {
        self.call("Runtime.enable", json!({}))?;
        // Workers have no page; what they lack is not needed there.
        if self.call("Page.enable", json!({})).is_ok() {
            self.call("Page.setLifecycleEventsEnabled", json!({"enabled": true}))?;
            self.call("Log.enable", json!({}))?;
        }
        Ok(())
    }

    /// Closes the tab, window or worker.
    pub fn close(self) -> Result<()> {
        let params = json!({"targetId": self.target});
        self.client.call(None, "Target.closeTarget", params).map(drop)
    }

    /// The value of an expression in the page's own world; promises are awaited.
    pub fn evaluate(&self, expression: &str) -> Result<Value> {
        let params = json!({
            "expression": expression,
            "awaitPromise": true,
            "returnByValue": true,
            "userGesture": true,
        });
        let answer = self.call("Runtime.evaluate", params)?;
        thrown(&answer)?;
        Ok(answer.pointer("/result/value").cloned().unwrap_or(Value::Null))
    }

    /// Calls a JavaScript function with these arguments, in the page's own world.
    pub fn apply(&self, function: &str, arguments: &[Value]) -> Result<Value> {
        let list: Vec<String> = arguments.iter().map(Value::to_string).collect();
        self.evaluate(&format!("({function})({})", list.join(", ")))
    }

    /// Waits until an expression is truthy and returns its value. A page that is just being replaced
    /// counts as "not yet".
    pub fn wait_for(&self, expression: &str, timeout: Duration) -> Result<Value> {
        let deadline = Instant::now() + timeout;
        loop {
            let seen = self.evaluate(expression);
            if let Ok(value) = &seen
                && truthy(value)
            {
                return seen;
            }
            if Instant::now() > deadline {
                let last = match seen {
                    Ok(value) => value.to_string(),
                    Err(error) => error.to_string(),
                };
                let console = self.console();
                let tail: Vec<_> = console.iter().rev().take(5).rev().cloned().collect();
                bail!(
                    "waited {timeout:?} for `{expression}`; it is {last}; console: [{}]",
                    tail.join(" | ")
                );
            }
            thread::sleep(POLL);
        }
    }

    /// Goes to an address and waits until the document is loaded.
    pub fn navigate(&self, url: &str) -> Result<()> {
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

    /// Waits until the document is complete. Some never are: after a while what is there has to do.
    fn wait_for_load(&self, loader: &str, url: &str) -> Result<()> {
        let complete = self.client.wait(LOAD_TIMEOUT, |state| {
            let session = state.sessions.get(&self.session)?;
            session.loaded.iter().any(|done| done == loader).then_some(())
        });
        if complete.is_err() && self.evaluate("document.readyState")? == "loading" {
            bail!("{url} did not load within {LOAD_TIMEOUT:?}");
        }
        Ok(())
    }

    /// Reloads and waits until the document is loaded.
    pub fn reload(&self) -> Result<()> {
        let url = self.url()?;
        self.navigate(&url)
    }

    /// `location.href`
    pub fn url(&self) -> Result<String> {
        Ok(self.evaluate("location.href")?.as_str().unwrap_or_default().to_owned())
    }

    /// Clicks in the middle of the element, as a mouse does.
    pub fn click(&self, selector: &str) -> Result<()> {
        let function = "(s) => { const e = document.querySelector(s); if (!e) return null; \
            e.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'}); \
            const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }";
        let place = self.apply(function, &[selector.into()])?;
        let (Some(x), Some(y)) = (place.get(0), place.get(1)) else {
            bail!("there is no {selector} to click");
        };
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
            let button = if kind == "mouseMoved" { "none" } else { "left" };
            let params = json!({"type": kind, "x": x, "y": y, "button": button, "clickCount": 1});
            self.call("Input.dispatchMouseEvent", params)?;
        }
        Ok(())
    }

    /// Presses a button by its `click()`, for pages that are not in front.
    pub fn press(&self, selector: &str) -> Result<()> {
        let function = "(s) => { const e = document.querySelector(s); if (!e) return 'is not there'; \
            if (e.disabled) return 'is disabled'; e.click(); return ''; }";
        match self.apply(function, &[selector.into()])?.as_str() {
            Some("") => Ok(()),
            Some(reason) => bail!("{selector} {reason}"),
            None => bail!("{selector} could not be pressed"),
        }
    }

    /// Makes a control hold this, as a person's change does (`input` and `change` are fired).
    pub fn set(&self, selector: &str, value: &Value) -> Result<()> {
        let function = "(s, v) => { const e = document.querySelector(s); if (!e) return false; \
            if (typeof v === 'boolean') { if (e.checked !== v) e.click(); return true; } \
            e.value = v; for (const t of ['input', 'change']) \
            e.dispatchEvent(new Event(t, {bubbles: true})); return true; }";
        match self.apply(function, &[selector.into(), value.clone()])? {
            Value::Bool(true) => Ok(()),
            _ => bail!("there is no {selector} to set"),
        }
    }

    /// Puts files into a file field.
    pub fn set_files(&self, selector: &str, files: &[&Path]) -> Result<()> {
        let expression = format!("document.querySelector({})", Value::from(selector));
        let answer = self.call("Runtime.evaluate", json!({"expression": expression}))?;
        let object = answer
            .pointer("/result/objectId")
            .and_then(Value::as_str)
            .with_context(|| format!("there is no {selector} for a file"))?;
        let params = json!({"files": files, "objectId": object});
        self.call("DOM.setFileInputFiles", params).map(drop)
    }

    /// Makes the page's viewport this large, in CSS pixels.
    pub fn resize(&self, width: u32, height: u32) -> Result<()> {
        let params =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.call("Emulation.setDeviceMetricsOverride", params).map(drop)
    }

    /// Brings the page to the front and takes a picture of it (PNG).
    pub fn screenshot(&self, whole_page: bool) -> Result<Vec<u8>> {
        self.call("Page.bringToFront", json!({}))?;
        let params = json!({"format": "png", "captureBeyondViewport": whole_page});
        let answer = self.call("Page.captureScreenshot", params)?;
        Ok(data_encoding::BASE64.decode(text(&answer, "data").as_bytes())?)
    }

    /// What was written to the console, exceptions included, oldest first.
    pub fn console(&self) -> Vec<String> {
        let state = self.client.state();
        state.sessions.get(&self.session).map(|s| s.console.clone()).unwrap_or_default()
    }

    /// Turns the page's own scripts off or on, from the next navigation on.
    pub fn disable_scripts(&self, disabled: bool) -> Result<()> {
        let params = json!({"value": disabled});
        self.call("Emulation.setScriptExecutionDisabled", params).map(drop)
    }

    /// Stops every service worker of this page's site. Called on an extension page it stops the
    /// extension's.
    pub fn stop_workers(&self) -> Result<()> {
        self.call("ServiceWorker.enable", json!({}))?;
        let before = self.client.state().sessions.get(&self.session).map_or(0, |known| known.stops);
        self.call("ServiceWorker.stopAllWorkers", json!({}))?;
        // A message may have started it again by the time that anybody looks.
        let stopped = self.client.wait(Duration::from_secs(10), |state| {
            let session = state.sessions.get(&self.session)?;
            let all = session.workers.values().all(|status| status == "stopped");
            (all || session.stops > before).then_some(())
        });
        self.call("ServiceWorker.disable", json!({}))?;
        stopped.context("the service worker did not stop")
    }

    /// The accessibility tree of the document and its frames of the same process.
    pub fn accessibility(&self) -> Result<Vec<AxNode>> {
        let mut nodes = Vec::new();
        for frame in self.frames()? {
            let params = json!({"frameId": frame});
            let tree = self.call("Accessibility.getFullAXTree", params)?;
            let list = tree.get("nodes").and_then(Value::as_array).cloned().unwrap_or_default();
            nodes.extend(list.iter().filter_map(AxNode::read));
        }
        Ok(nodes)
    }

    fn frames(&self) -> Result<Vec<String>> {
        fn collect(tree: &Value, into: &mut Vec<String>) {
            if let Some(id) = tree.pointer("/frame/id").and_then(Value::as_str) {
                into.push(id.to_owned());
            }
            for child in tree.get("childFrames").and_then(Value::as_array).into_iter().flatten() {
                collect(child, into);
            }
        }
        let tree = self.call("Page.getFrameTree", json!({}))?;
        let mut frames = Vec::new();
        collect(tree.get("frameTree").unwrap_or(&Value::Null), &mut frames);
        Ok(frames)
    }

    /// For every element that has this attribute: its value and CDP's number of the node.
    pub fn nodes_with(&self, attribute: &str) -> Result<Vec<(String, u64)>> {
        let document = self.call("DOM.getDocument", json!({"depth": -1, "pierce": true}))?;
        let mut found = Vec::new();
        let mut open = vec![document.get("root").cloned().unwrap_or_default()];
        while let Some(node) = open.pop() {
            let attributes = node.get("attributes").and_then(Value::as_array);
            let mut pairs = attributes.map(|list| list.chunks_exact(2)).into_iter().flatten();
            let value = pairs.find_map(|pair| match pair {
                [name, value] if name == attribute => value.as_str(),
                _ => None,
            });
            if let (Some(value), Some(id)) = (value, node.get("backendNodeId")) {
                found.push((value.to_owned(), id.as_u64().unwrap_or_default()));
            }
            for part in ["children", "shadowRoots"] {
                open.extend(
                    node.get(part).and_then(Value::as_array).into_iter().flatten().cloned(),
                );
            }
            open.extend(node.get("contentDocument").cloned());
        }
        Ok(found)
    }
}

impl AxNode {
    fn read(node: &Value) -> Option<Self> {
        let value =
            |path: &str| node.pointer(path).and_then(Value::as_str).unwrap_or_default().to_owned();
        Some(Self {
            backend_node: node.get("backendDOMNodeId")?.as_u64()?,
            role: value("/role/value"),
            name: value("/name/value"),
            ignored: node.get("ignored").and_then(Value::as_bool).unwrap_or_default(),
        })
    }
}

/// JavaScript's idea of true, for values that came as JSON.
fn truthy(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(yes) => *yes,
        Value::Number(number) => number.as_f64().is_some_and(|n| n != 0.0),
        Value::String(string) => !string.is_empty(),
        Value::Array(_) | Value::Object(_) => true,
    }
}

fn thrown(answer: &Value) -> Result<()> {
    match answer.get("exceptionDetails") {
        Some(details) => Err(anyhow!("the page threw: {}", exception(details))),
        None => Ok(()),
    }
}
