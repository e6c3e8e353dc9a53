//! What is attached to: pages, popups, frames and workers, and what a person or a script does there, whichever browser
//! it is in. What only Chromium can do goes through [`Page::call`], and says so in Firefox.

use std::{
    fmt::Debug,
    path::Path,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use anyhow::{Result, bail};
use serde_json::{Value, json};

/// How long a page may take to load.
pub(crate) const LOAD_TIMEOUT: Duration = Duration::from_secs(30);
/// How often a condition is looked at while waiting for it.
pub(crate) const POLL: Duration = Duration::from_millis(15);

/// A key that a person presses and lets go.
#[derive(Debug, Clone)]
pub enum Stroke {
    /// A character, typed.
    Character(String),
    /// Enter.
    Enter,
    /// Tab.
    Tab,
    /// The arrow to the right.
    ArrowRight,
}

/// How a browser does it.
pub(crate) trait Session: Debug + Send + Sync {
    fn target(&self) -> &str;
    fn call(&self, method: &str, params: Value) -> Result<Value>;
    fn close(&self) -> Result<()>;
    fn evaluate(&self, expression: &str) -> Result<Value>;
    fn navigate(&self, url: &str) -> Result<()>;
    fn click_at(&self, x: f64, y: f64) -> Result<()>;
    fn press_key(&self, stroke: Stroke) -> Result<()>;
    fn insert_text(&self, text: &str) -> Result<()>;
    fn set_files(&self, selector: &str, files: &[&Path]) -> Result<()>;
    fn resize(&self, width: u32, height: u32) -> Result<()>;
    fn bring_to_front(&self) -> Result<()>;
    fn screenshot(&self, whole_page: bool) -> Result<Vec<u8>>;
    fn console(&self) -> Vec<String>;
    fn disable_scripts(&self, disabled: bool) -> Result<()>;
    fn crash(&self) -> Result<()>;
    fn stop_workers(&self) -> Result<()>;
}

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
pub struct Page(Arc<dyn Session>);

impl Page {
    pub(crate) fn new(session: impl Session + 'static) -> Self {
        Self(Arc::new(session))
    }

    /// The id of the target.
    pub fn target(&self) -> &str {
        self.0.target()
    }

    /// Calls a CDP method of this target. Only Chromium has any.
    pub fn call(&self, method: &str, params: Value) -> Result<Value> {
        self.0.call(method, params)
    }

    /// Closes the tab, window or worker.
    pub fn close(self) -> Result<()> {
        self.0.close()
    }

    /// The value of an expression in the page's own world; promises are awaited.
    pub fn evaluate(&self, expression: &str) -> Result<Value> {
        self.0.evaluate(expression)
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
        self.0.navigate(url)
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
        self.click_at(x.as_f64().unwrap_or_default(), y.as_f64().unwrap_or_default())
    }

    /// Clicks at a place of the window, in CSS pixels, as a mouse does.
    pub fn click_at(&self, x: f64, y: f64) -> Result<()> {
        self.0.click_at(x, y)
    }

    /// Presses a key and lets it go, where the focus is.
    pub fn press_key(&self, stroke: Stroke) -> Result<()> {
        self.0.press_key(stroke)
    }

    /// Types a text where the focus is.
    pub fn insert_text(&self, text: &str) -> Result<()> {
        self.0.insert_text(text)
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
        self.0.set_files(selector, files)
    }

    /// Makes the page's viewport this large, in CSS pixels.
    pub fn resize(&self, width: u32, height: u32) -> Result<()> {
        self.0.resize(width, height)
    }

    /// Brings the page to the front.
    pub fn bring_to_front(&self) -> Result<()> {
        self.0.bring_to_front()
    }

    /// Brings the page to the front and takes a picture of it (PNG).
    pub fn screenshot(&self, whole_page: bool) -> Result<Vec<u8>> {
        self.bring_to_front()?;
        self.0.screenshot(whole_page)
    }

    /// What was written to the console, exceptions included, oldest first.
    pub fn console(&self) -> Vec<String> {
        self.0.console()
    }

    /// Turns the page's own scripts off or on, from the next navigation on.
    pub fn disable_scripts(&self, disabled: bool) -> Result<()> {
        self.0.disable_scripts(disabled)
    }

    /// Has the page's process die.
    pub fn crash(&self) -> Result<()> {
        self.0.crash()
    }

    /// Ends what runs the extension behind its pages, as the browser does when that is idle. Called on a page of the
    /// extension.
    pub fn stop_workers(&self) -> Result<()> {
        self.0.stop_workers()
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
