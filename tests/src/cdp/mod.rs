//! The one CDP client: a Chromium child process, and typed-enough calls over its DevTools socket.
//!
//! Blocking: callers wait for what came over the socket. Sessions are flattened, so that pages, popups, frames of other sites and service workers are all a [`Page`].
//! It knows nothing of Vaulty.

mod heard;
mod session;

use std::{
    ffi::{OsStr, OsString},
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{Arc, mpsc},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};
use tempfile::TempDir;

use heard::{Heard, call};
use session::CdpSession;

pub use crate::page::{AxNode, Page};
use crate::{
    page::POLL,
    wire::{Wire, text},
};

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
    /// The browser's language (BCP 47), of which its package has to be there.
    pub language: String,
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
            language: "en-US".to_owned(),
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
    wire: Arc<Wire<Heard>>,
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
            // What Chromium goes by on Linux; other systems go by the switch.
            .env("LANGUAGE", &options.language)
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
            .and_then(|url| Wire::connect(&url));
        let (wire, reader) = match connected {
            Ok(parts) => parts,
            Err(error) => {
                child.kill().ok();
                child.wait().ok();
                return Err(error);
            }
        };
        Ok(Self { wire, child, profile: fresh, readers: vec![drain, reader] })
    }

    /// Ends its main process at once (SIGKILL): it closes nothing and stores nothing more.
    pub fn kill(mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Calls a method of the browser itself.
    pub fn call(&self, method: &str, params: Value) -> Result<Value> {
        call(&self.wire, None, method, params)
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
        let session = CdpSession {
            wire: Arc::clone(&self.wire),
            session: text(&attached, "sessionId").to_owned(),
            target: target.to_owned(),
        };
        session.enable()?;
        Ok(Page::new(session))
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
        self.wire.send(json!({"method": "Browser.close"})).ok();
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
        // What shows no page of its own, such as the extension's worker, would run behind all else that the machine
        // does: beside builds it stood still for half a minute.
        "--disable-renderer-backgrounding",
        "--password-store=basic",
        "--force-color-profile=srgb",
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
    all.push(format!("--lang={}", options.language).into());
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
