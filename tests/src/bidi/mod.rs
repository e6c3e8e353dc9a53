//! A Firefox child process, driven by WebDriver BiDi, which it speaks itself: no driver program is needed.
//!
//! Blocking, as the CDP client is; what it opens is a [`Page`] as well. It knows nothing of Vaulty but that there is an
//! extension.

mod heard;
mod inside;
mod session;
mod value;

use std::{
    io::{BufRead as _, BufReader},
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::{Arc, mpsc},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};
use tempfile::TempDir;

pub use self::inside::EXTENSION;
use self::{
    heard::{Heard, call},
    session::BidiSession,
};
use crate::{
    page::{POLL, Page},
    wire::{Wire, text},
};

/// Where its pages are. Firefox would make one up for each profile.
const UUID: &str = "5b1de0f2-6c5a-4c1e-9d3e-2f7a8c9b0d41";
/// The id that somebody else's extension has to have, to be installed beside it, and where its pages are.
pub const BESIDE: &str = "beside@vaulty.invalid";
const BESIDE_UUID: &str = "9c0b7a52-3d4e-4f1a-8b6c-1e2d3c4b5a69";
/// A proxy that nobody listens at: whatever is not loopback goes there, and nowhere.
const NOWHERE: &str = "127.0.0.1";
const NOWHERE_PORT: u16 = 9;

/// How Firefox is started.
#[derive(Debug, Clone)]
pub struct Launch {
    /// The unpacked extension.
    pub extension: PathBuf,
    /// An extension of somebody else's.
    pub beside: Option<PathBuf>,
    /// Show a window.
    pub headed: bool,
    /// Reach no host but loopback.
    pub loopback_only: bool,
    /// The profile folder, which stays; absent: a fresh one, which goes with the browser.
    pub profile: Option<PathBuf>,
    /// The browser's language (BCP 47), of which its package has to be there.
    pub language: String,
}

/// The program: `FIREFOX` if set, else the first of the usual names that is there.
pub fn firefox() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("FIREFOX") {
        return Some(PathBuf::from(path));
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    ["firefox-esr", "firefox"]
        .iter()
        .flat_map(|name| std::env::split_paths(&path).map(move |dir| dir.join(name)))
        .find(|candidate| candidate.is_file())
}

/// The version of the program, as `153`; none where there is no program, or it does not say.
pub fn version() -> Option<u32> {
    let said = Command::new(firefox()?).arg("--version").stdin(Stdio::null()).output().ok()?;
    major(&String::from_utf8_lossy(&said.stdout))
}

/// The first number of `Mozilla Firefox 153.7.0esr`.
fn major(said: &str) -> Option<u32> {
    let mut words = said.split_whitespace();
    words.find_map(|word| word.split_once('.')?.0.parse().ok())
}

/// A Firefox of our own. Dropping it ends it, as closing its windows does, and removes its folder unless one was given.
#[derive(Debug)]
pub struct Browser {
    wire: Arc<Wire<Heard>>,
    child: Child,
    profile: Option<TempDir>,
    readers: Vec<thread::JoinHandle<()>>,
}

impl Browser {
    /// Starts Firefox, connects to it and installs the extension for as long as it runs.
    pub fn launch(options: &Launch) -> Result<Self> {
        let program = firefox().context("Firefox is not installed: apt-get install firefox-esr")?;
        let fresh = match options.profile {
            Some(_) => None,
            None => Some(tempfile::Builder::new().prefix("vaulty-firefox-").tempdir()?),
        };
        let profile = fresh.as_ref().map(TempDir::path).or(options.profile.as_deref());
        let profile = profile.context("no profile folder")?;
        std::fs::write(profile.join("user.js"), preferences(options))?;
        let mut command = Command::new(program);
        command
            .args(["--no-remote", "--remote-debugging-port", "0", "--remote-allow-system-access"])
            .arg("--profile")
            .arg(profile)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        if !options.headed {
            command.arg("--headless");
        }
        let mut child = command.spawn().context("Firefox does not start")?;
        let (found, endpoint) = mpsc::channel();
        let stderr = child.stderr.take().context("no stderr")?;
        // Reads to the end: a full pipe would stop the browser.
        let drain = thread::spawn(move || {
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                if let Some((_, url)) = line.split_once("WebDriver BiDi listening on ") {
                    found.send(url.trim().to_owned()).ok();
                }
            }
        });
        let connected = endpoint
            .recv_timeout(Duration::from_secs(60))
            .context("Firefox opened no port within 60 s")
            .and_then(|url| Wire::connect(&format!("{url}/session")));
        let (wire, reader) = match connected {
            Ok(parts) => parts,
            Err(error) => {
                child.kill().ok();
                child.wait().ok();
                return Err(error);
            }
        };
        let browser = Self { wire, child, profile: fresh, readers: vec![drain, reader] };
        browser.begin()?;
        for extension in [Some(&options.extension), options.beside.as_ref()].into_iter().flatten() {
            // A person picks the manifest in an unpacked folder, or a package as it is.
            let kind = if extension.is_file() { "archivePath" } else { "path" };
            let data = json!({"type": kind, "path": extension});
            browser.call("webExtension.install", json!({"extensionData": data}))?;
        }
        Ok(browser)
    }

    fn begin(&self) -> Result<()> {
        // A page's own dialog would block everything: it is accepted, as Enter does.
        let accepts = json!({"alwaysMatch": {"unhandledPromptBehavior": {"default": "accept"}}});
        self.call("session.new", json!({"capabilities": accepts}))?;
        self.call("session.subscribe", json!({"events": heard::events()}))?;
        Ok(())
    }

    /// Where the extension's pages are, without a slash at the end.
    pub fn extension_origin(&self) -> String {
        format!("moz-extension://{UUID}")
    }

    /// Where the pages of somebody else's extension are.
    pub fn origin_beside(&self) -> String {
        format!("moz-extension://{BESIDE_UUID}")
    }

    /// Calls a command.
    pub fn call(&self, method: &str, params: Value) -> Result<Value> {
        call(&self.wire, method, params)
    }

    /// Opens a page, in a tab or in a window of its own, and waits until it is loaded.
    pub fn open(&self, url: &str, new_window: bool) -> Result<Page> {
        let kind = if new_window { "window" } else { "tab" };
        let created = self.call("browsingContext.create", json!({"type": kind}))?;
        let page = self.page(text(&created, "context"));
        if url != "about:blank" {
            page.navigate(url)?;
        }
        Ok(page)
    }

    fn page(&self, context: &str) -> Page {
        Page::new(BidiSession::new(&self.wire, context))
    }

    /// Waits for a tab whose address fits.
    pub fn attach_where(&self, timeout: Duration, fits: impl Fn(&str) -> bool) -> Result<Page> {
        let deadline = Instant::now() + timeout;
        loop {
            let tree = self.call("browsingContext.getTree", json!({"maxDepth": 0}))?;
            let all = tree.get("contexts").and_then(Value::as_array).cloned().unwrap_or_default();
            if let Some(found) = all.iter().find(|context| fits(text(context, "url"))) {
                return Ok(self.page(text(found, "context")));
            }
            if Instant::now() > deadline {
                let seen: Vec<_> = all.iter().map(|context| text(context, "url")).collect();
                bail!("no such tab within {timeout:?}; there are: {}", seen.join(", "));
            }
            thread::sleep(POLL);
        }
    }
}

impl Browser {
    /// Chooses an entry of the extension's from the menu of a frame.
    pub fn choose_from_menu(&self, entry: &str, frame: i64, tab: i64) -> Result<()> {
        inside::run(&self.wire, inside::MENU, &json!([entry, frame, tab])).map(drop)
    }

    /// Presses the keys of a command of the extension's.
    pub fn press_keys_of(&self, command: &str, tab: i64) -> Result<()> {
        inside::run(&self.wire, inside::KEYS, &json!([command, tab])).map(drop)
    }

    /// Presses the extension's button in the toolbar.
    pub fn press_button(&self, tab: i64) -> Result<()> {
        inside::run(&self.wire, inside::BUTTON, &json!([tab])).map(drop)
    }

    /// Whether the extension is open in the sidebar beside a tab.
    pub fn has_sidebar(&self, tab: i64) -> Result<bool> {
        Ok(inside::run(&self.wire, inside::SIDEBAR, &json!([tab]))? == Value::Bool(true))
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.wire.send(json!({"method": "browser.close", "params": {}})).ok();
        let deadline = Instant::now() + Duration::from_secs(10);
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

/// What a profile begins with, as Firefox reads it from `user.js`.
fn preferences(options: &Launch) -> String {
    let uuids = json!({EXTENSION: UUID, BESIDE: BESIDE_UUID}).to_string();
    let mut all: Vec<(&str, Value)> = vec![
        ("extensions.webextensions.uuids", uuids.into()),
        // An extension that is installed for one run keeps what it stored until the next.
        ("extensions.webextensions.keepStorageOnUninstall", true.into()),
        ("extensions.webextensions.keepUuidOnUninstall", true.into()),
        ("intl.locale.requested", options.language.clone().into()),
        ("intl.accept_languages", options.language.clone().into()),
        ("browser.shell.checkDefaultBrowser", false.into()),
        // What the extension asks for within a press is given: the browser's own question is no page.
        ("extensions.webextOptionalPermissionPrompts", false.into()),
        // A new window is empty at once: a page of its own that is still on its way would be in the way.
        ("browser.newtabpage.enabled", false.into()),
        ("browser.newtab.preload", false.into()),
        ("browser.startup.page", 0.into()),
        ("browser.startup.homepage", "about:blank".into()),
        ("browser.aboutConfig.showWarning", false.into()),
        ("datareporting.policy.dataSubmissionEnabled", false.into()),
        ("datareporting.usage.uploadEnabled", false.into()),
        ("toolkit.telemetry.reportingpolicy.firstRun", false.into()),
        ("app.normandy.enabled", false.into()),
        ("browser.region.update.enabled", false.into()),
        ("signon.rememberSignons", false.into()),
        ("extensions.formautofill.addresses.enabled", false.into()),
        ("extensions.formautofill.creditCards.enabled", false.into()),
        // Windows that stand behind others are painted all the same.
        ("widget.windows.window_occlusion_tracking.enabled", false.into()),
    ];
    if options.loopback_only {
        all.extend([
            ("network.proxy.type", 1.into()),
            ("network.proxy.http", NOWHERE.into()),
            ("network.proxy.http_port", NOWHERE_PORT.into()),
            ("network.proxy.ssl", NOWHERE.into()),
            ("network.proxy.ssl_port", NOWHERE_PORT.into()),
            ("network.proxy.no_proxies_on", "127.0.0.1, localhost, .localhost".into()),
        ]);
    }
    let line = |(name, value): &(&str, Value)| format!("user_pref(\"{name}\", {value});\n");
    all.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::major;

    #[test]
    fn versions_are_read() {
        let check = |said: &str, version: Option<u32>| assert_eq!(major(said), version, "{said}");
        check("Mozilla Firefox 153.7.0esr\n", Some(153));
        check("Mozilla Firefox 153.0", Some(153));
        check("Mozilla Firefox", None);
        check("", None);
    }
}
