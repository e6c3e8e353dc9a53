//! The one CDP client: a Chromium child process, and typed-enough calls over its DevTools socket.
//!
//! Blocking: a reader thread sorts answers and events, callers wait on a condition. Sessions are
//! flattened, so that pages, popups, frames of other sites and service workers are all a [`Page`].
//! It knows nothing of Vaulty.

use std::{
    collections::{BTreeMap, HashMap},
    ffi::{OsStr, OsString},
    io::{BufRead as _, BufReader},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, anyhow, bail};
use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::{
    Message, WebSocket,
    protocol::{Role, WebSocketConfig},
};

/// How long a single call may take.
const CALL_TIMEOUT: Duration = Duration::from_secs(60);
/// How long a page may take to load.
const LOAD_TIMEOUT: Duration = Duration::from_secs(30);
/// How often a condition is looked at while waiting for it.
const POLL: Duration = Duration::from_millis(15);
/// Console lines kept for each session.
const CONSOLE_LINES: usize = 1000;

/// How Chromium is started.
#[derive(Debug, Clone)]
pub struct Launch {
    /// Unpacked extensions to load.
    pub extensions: Vec<PathBuf>,
    /// Show a window.
    pub headed: bool,
    /// Resolve no host but loopback.
    pub loopback_only: bool,
    /// Width and height of a window.
    pub window: (u32, u32),
    /// The user folder, which stays; absent: a fresh one, which goes with the browser.
    pub profile: Option<PathBuf>,
    /// Further switches.
    pub arguments: Vec<String>,
}

impl Default for Launch {
    fn default() -> Self {
        Self {
            extensions: Vec::new(),
            headed: false,
            loopback_only: true,
            window: (1280, 900),
            profile: None,
            arguments: Vec::new(),
        }
    }
}

/// The program: `CHROMIUM` if set, else the first of the usual names that is there.
pub fn chromium() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("CHROMIUM") {
        return Some(PathBuf::from(path));
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    ["chromium", "chromium-browser"]
        .iter()
        .flat_map(|name| std::env::split_paths(&path).map(move |dir| dir.join(name)))
        .find(|candidate| candidate.is_file())
}

/// A Chromium of our own. Dropping it ends it, as closing its windows does, and removes its folder unless
/// one was given.
#[derive(Debug)]
pub struct Browser {
    client: Arc<Client>,
    child: Child,
    profile: Option<TempDir>,
    readers: Vec<thread::JoinHandle<()>>,
}

impl Browser {
    /// Starts Chromium and connects to it.
    pub fn launch(options: &Launch) -> Result<Self> {
        let program = chromium().context("Chromium is not installed: apt-get install chromium")?;
        let fresh = match options.profile {
            Some(_) => None,
            None => Some(tempfile::Builder::new().prefix("vaulty-chromium-").tempdir()?),
        };
        let profile = fresh.as_ref().map(TempDir::path).or(options.profile.as_deref());
        let profile = profile.context("no user folder")?;
        developer_mode(profile)?;
        let mut child = Command::new(program)
            .args(switches(options, profile))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .context("Chromium does not start")?;
        let (found, endpoint) = mpsc::channel();
        let stderr = child.stderr.take().context("no stderr")?;
        // Reads to the end: a full pipe would stop the browser.
        let drain = thread::spawn(move || {
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                if let Some(url) = line.strip_prefix("DevTools listening on ") {
                    found.send(url.trim().to_owned()).ok();
                }
            }
        });
        let connected = endpoint
            .recv_timeout(Duration::from_secs(30))
            .context("Chromium opened no DevTools port within 30 s")
            .and_then(|url| Client::connect(&url));
        let (client, reader) = match connected {
            Ok(parts) => parts,
            Err(error) => {
                child.kill().ok();
                child.wait().ok();
                return Err(error);
            }
        };
        Ok(Self { client, child, profile: fresh, readers: vec![drain, reader] })
    }

    /// Calls a method of the browser itself.
    pub fn call(&self, method: &str, params: Value) -> Result<Value> {
        self.client.call(None, method, params)
    }

    /// Everything that can be attached to.
    pub fn targets(&self) -> Result<Vec<Target>> {
        // The filter lists tabs' pages and workers, everything but the browser itself.
        let listed = self.call("Target.getTargets", json!({}))?;
        let infos =
            listed.get("targetInfos").and_then(Value::as_array).cloned().unwrap_or_default();
        Ok(infos.iter().map(Target::read).collect())
    }

    /// Opens a page, in a tab or in a window of its own, and waits until it is loaded.
    pub fn open(&self, url: &str, new_window: bool) -> Result<Page> {
        let params = json!({"url": "about:blank", "newWindow": new_window});
        let created = self.call("Target.createTarget", params)?;
        let page = self.attach(text(&created, "targetId"))?;
        page.navigate(url)?;
        Ok(page)
    }

    /// Attaches to a target by its id.
    pub fn attach(&self, target: &str) -> Result<Page> {
        let params = json!({"targetId": target, "flatten": true});
        let attached = self.call("Target.attachToTarget", params)?;
        let page = Page {
            client: Arc::clone(&self.client),
            session: text(&attached, "sessionId").to_owned(),
            target: target.to_owned(),
        };
        page.enable()?;
        Ok(page)
    }

    /// Waits for a target that fits, and attaches to it.
    pub fn attach_where(&self, timeout: Duration, fits: impl Fn(&Target) -> bool) -> Result<Page> {
        let deadline = Instant::now() + timeout;
        loop {
            let targets = self.targets()?;
            if let Some(target) = targets.iter().find(|target| fits(target)) {
                return self.attach(&target.id);
            }
            if Instant::now() > deadline {
                let seen: Vec<_> =
                    targets.iter().map(|t| format!("{} {}", t.kind, t.url)).collect();
                bail!("no such target within {timeout:?}; there are: {}", seen.join(", "));
            }
            thread::sleep(POLL);
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.client.send(None, "Browser.close", json!({})).ok();
        let deadline = Instant::now() + Duration::from_secs(5);
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < deadline {
            thread::sleep(POLL);
        }
        self.child.kill().ok();
        self.child.wait().ok();
        for reader in self.readers.drain(..) {
            reader.join().ok();
        }
        // Helpers of the browser may write for a moment longer.
        if let Some(profile) = self.profile.take() {
            let path = profile.keep();
            for _ in 0..20 {
                if std::fs::remove_dir_all(&path).is_ok() || !path.exists() {
                    break;
                }
                thread::sleep(Duration::from_millis(100));
            }
        }
    }
}

/// Unpacked extensions stay on through a reload only where developer mode is on, as it is for everybody who
/// loads one by hand.
fn developer_mode(profile: &Path) -> Result<()> {
    let file = profile.join("Default").join("Preferences");
    if !file.exists() {
        std::fs::create_dir_all(profile.join("Default"))?;
        std::fs::write(file, r#"{"extensions":{"ui":{"developer_mode":true}}}"#)?;
    }
    Ok(())
}

fn switches(options: &Launch, profile: &Path) -> Vec<OsString> {
    let mut all: Vec<OsString> = [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--no-default-browser-check",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-search-engine-choice-screen",
        "--password-store=basic",
        "--force-color-profile=srgb",
        "--lang=en-US",
        "--remote-debugging-port=0",
    ]
    .map(OsString::from)
    .to_vec();
    if !options.headed {
        all.push("--headless=new".into());
    }
    if options.loopback_only {
        all.push(
            "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.localhost".into(),
        );
    }
    let (width, height) = options.window;
    all.push(format!("--window-size={width},{height}").into());
    let with_path = |switch: &str, path: &Path| {
        let mut argument = OsString::from(switch);
        argument.push(path);
        argument
    };
    all.push(with_path("--user-data-dir=", profile));
    if !options.extensions.is_empty() {
        let paths: Vec<&OsStr> = options.extensions.iter().map(|path| path.as_os_str()).collect();
        all.push(with_path("--load-extension=", Path::new(&paths.join(OsStr::new(",")))));
    }
    all.extend(options.arguments.iter().map(OsString::from));
    all.push("about:blank".into());
    all
}

/// Something that can be attached to.
#[derive(Debug, Clone)]
pub struct Target {
    /// Its id.
    pub id: String,
    /// `page`, `service_worker`, `iframe`, …
    pub kind: String,
    /// Its address.
    pub url: String,
}

impl Target {
    fn read(info: &Value) -> Self {
        Self {
            id: text(info, "targetId").to_owned(),
            kind: text(info, "type").to_owned(),
            url: text(info, "url").to_owned(),
        }
    }
}

/// A place where script runs in a page: the page's own world or a content script's.
#[derive(Debug, Clone)]
pub struct World {
    /// CDP's number of it.
    pub id: u64,
    /// `chrome-extension://…` for a content script's.
    pub origin: String,
    /// The extension's name for a content script's.
    pub name: String,
    /// CDP's id of the frame.
    pub frame: String,
    /// Whether it is the page's own.
    pub main: bool,
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
pub struct Page {
    client: Arc<Client>,
    session: String,
    target: String,
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

    fn enable(&self) -> Result<()> {
        self.call("Runtime.enable", json!({}))?;
        // Workers have no page; what they lack is not needed there.
        if self.call("Page.enable", json!({})).is_ok() {
            self.call("Page.setLifecycleEventsEnabled", json!({"enabled": true}))?;
            self.call("Log.enable", json!({}))?;
        }
        Ok(())
    }

    /// Lets go of the target, so that a service worker may fall asleep by itself.
    pub fn detach(self) -> Result<()> {
        let params = json!({"sessionId": self.session});
        self.client.call(None, "Target.detachFromTarget", params).map(drop)
    }

    /// Closes the tab, window or worker.
    pub fn close(self) -> Result<()> {
        let params = json!({"targetId": self.target});
        self.client.call(None, "Target.closeTarget", params).map(drop)
    }

    /// The value of an expression in the page's own world; promises are awaited.
    pub fn evaluate(&self, expression: &str) -> Result<Value> {
        self.evaluate_with(expression, None)
    }

    /// The value of an expression in another world of the page.
    pub fn evaluate_in(&self, world: &World, expression: &str) -> Result<Value> {
        self.evaluate_with(expression, Some(world.id))
    }

    fn evaluate_with(&self, expression: &str, world: Option<u64>) -> Result<Value> {
        let mut params = json!({
            "expression": expression,
            "awaitPromise": true,
            "returnByValue": true,
            "userGesture": true,
        });
        if let (Some(world), Some(object)) = (world, params.as_object_mut()) {
            object.insert("contextId".to_owned(), world.into());
        }
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

    /// Types into whatever has the focus, key by key.
    pub fn type_text(&self, typed: &str) -> Result<()> {
        for character in typed.chars() {
            let key = character.to_string();
            let down = json!({"type": "keyDown", "text": key, "key": key, "unmodifiedText": key});
            self.call("Input.dispatchKeyEvent", down)?;
            self.call("Input.dispatchKeyEvent", json!({"type": "keyUp", "key": key}))?;
        }
        Ok(())
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

    /// The worlds that exist now.
    pub fn worlds(&self) -> Vec<World> {
        let state = self.client.state();
        let session = state.sessions.get(&self.session);
        session.map(|s| s.worlds.values().cloned().collect()).unwrap_or_default()
    }

    /// The world whose origin is this, in the page's top frame.
    pub fn world_of(&self, origin: &str) -> Option<World> {
        let top = self.call("Page.getFrameTree", json!({})).ok()?;
        let top = top.pointer("/frameTree/frame/id")?.as_str()?.to_owned();
        self.worlds().into_iter().find(|w| !w.main && w.origin == origin && w.frame == top)
    }

    /// Turns the page's own scripts off or on, from the next navigation on.
    pub fn disable_scripts(&self, disabled: bool) -> Result<()> {
        let params = json!({"value": disabled});
        self.call("Emulation.setScriptExecutionDisabled", params).map(drop)
    }

    /// Pretends a preference of the person's, such as `prefers-reduced-motion: reduce`.
    pub fn emulate_media(&self, feature: &str, value: &str) -> Result<()> {
        let params = json!({"features": [{"name": feature, "value": value}]});
        self.call("Emulation.setEmulatedMedia", params).map(drop)
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

/// The socket, and what came over it.
#[derive(Debug)]
struct Client {
    writer: Mutex<WebSocket<TcpStream>>,
    next_id: AtomicU64,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    answers: HashMap<u64, Value>,
    sessions: HashMap<String, Session>,
    closed: bool,
}

/// What events told about a target.
#[derive(Debug, Default)]
struct Session {
    worlds: BTreeMap<u64, World>,
    console: Vec<String>,
    /// Loaders whose documents are complete.
    loaded: Vec<String>,
    /// Version id → running status of service workers.
    workers: BTreeMap<String, String>,
    /// How often one of them was seen to stop.
    stops: u64,
}

impl Client {
    fn connect(url: &str) -> Result<(Arc<Self>, thread::JoinHandle<()>)> {
        let address = url
            .strip_prefix("ws://")
            .and_then(|rest| rest.split('/').next())
            .with_context(|| format!("{url} is no DevTools address"))?;
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        let config = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
        let (mut reader, _) = tungstenite::client::client_with_config(url, stream, Some(config))
            .map_err(|error| anyhow!("DevTools refuses the connection: {error}"))?;
        // One socket, two ends: the reader blocks in its thread while callers write.
        let writing = reader.get_ref().try_clone()?;
        let client = Arc::new(Self {
            writer: Mutex::new(WebSocket::from_raw_socket(writing, Role::Client, Some(config))),
            next_id: AtomicU64::new(1),
            state: Mutex::default(),
            changed: Condvar::new(),
        });
        let shared = Arc::clone(&client);
        let thread = thread::spawn(move || {
            while let Ok(message) = reader.read() {
                if let Message::Text(body) = message
                    && let Ok(value) = serde_json::from_str::<Value>(body.as_str())
                {
                    shared.accept_dialog(&value);
                    shared.state().take_in(value);
                    shared.changed.notify_all();
                }
            }
            shared.state().closed = true;
            shared.changed.notify_all();
        });
        Ok((client, thread))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn send(&self, session: Option<&str>, method: &str, params: Value) -> Result<u64> {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let mut message = json!({"id": id, "method": method, "params": params});
        if let (Some(session), Some(object)) = (session, message.as_object_mut()) {
            object.insert("sessionId".to_owned(), session.into());
        }
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        writer.send(Message::text(message.to_string()))?;
        Ok(id)
    }

    fn call(&self, session: Option<&str>, method: &str, params: Value) -> Result<Value> {
        let id = self.send(session, method, params)?;
        let answer = self
            .wait(CALL_TIMEOUT, |state| state.answers.remove(&id))
            .with_context(|| format!("{method} was not answered"))?;
        match answer.get("error") {
            Some(error) => bail!("{method}: {}", text(error, "message")),
            None => Ok(answer.get("result").cloned().unwrap_or(Value::Null)),
        }
    }

    /// A page's own dialog would block everything: it is accepted, as Enter does.
    fn accept_dialog(&self, event: &Value) {
        if text(event, "method") == "Page.javascriptDialogOpening" {
            let session = event.get("sessionId").and_then(Value::as_str);
            self.send(session, "Page.handleJavaScriptDialog", json!({"accept": true})).ok();
        }
    }

    /// Waits until `ready` finds what it looks for in what came over the socket.
    fn wait<T>(
        &self,
        timeout: Duration,
        mut ready: impl FnMut(&mut State) -> Option<T>,
    ) -> Result<T> {
        let deadline = Instant::now() + timeout;
        let mut state = self.state();
        loop {
            if let Some(found) = ready(&mut state) {
                return Ok(found);
            }
            if state.closed {
                bail!("the browser has gone");
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                bail!("nothing within {timeout:?}");
            }
            let waited = self.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl State {
    fn take_in(&mut self, message: Value) {
        if let Some(id) = message.get("id").and_then(Value::as_u64) {
            self.answers.insert(id, message);
            return;
        }
        let params = message.get("params").unwrap_or(&Value::Null);
        let session = self.sessions.entry(text(&message, "sessionId").to_owned()).or_default();
        session.event(text(&message, "method"), params);
    }
}

impl Session {
    fn event(&mut self, method: &str, params: &Value) {
        match method {
            "Runtime.executionContextCreated" => {
                let context = params.get("context").unwrap_or(&Value::Null);
                let world = World {
                    id: context.get("id").and_then(Value::as_u64).unwrap_or_default(),
                    origin: text(context, "origin").to_owned(),
                    name: text(context, "name").to_owned(),
                    frame: context
                        .pointer("/auxData/frameId")
                        .and_then(Value::as_str)
                        .unwrap_or_default()
                        .to_owned(),
                    main: context.pointer("/auxData/isDefault") == Some(&Value::Bool(true)),
                };
                self.worlds.insert(world.id, world);
            }
            "Runtime.executionContextDestroyed" => {
                let id = params.get("executionContextId").and_then(Value::as_u64);
                self.worlds.remove(&id.unwrap_or_default());
            }
            "Runtime.executionContextsCleared" => self.worlds.clear(),
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

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
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

fn shown(argument: &Value) -> String {
    match argument.get("value") {
        Some(Value::String(string)) => string.clone(),
        Some(value) => value.to_string(),
        None => text(argument, "description").to_owned(),
    }
}

fn exception(details: &Value) -> String {
    let described = details.pointer("/exception/description").and_then(Value::as_str);
    let value = || details.pointer("/exception/value").map(Value::to_string);
    described.map(str::to_owned).or_else(value).unwrap_or_else(|| text(details, "text").to_owned())
}

fn thrown(answer: &Value) -> Result<()> {
    match answer.get("exceptionDetails") {
        Some(details) => Err(anyhow!("the page threw: {}", exception(details))),
        None => Ok(()),
    }
}
