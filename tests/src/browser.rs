//! Vaulty in a real browser: the built extension, its tabs, and what a person does with the browser itself.

use std::{
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

pub use crate::popup::{AT_REST, Popup};

use crate::{bidi, cdp, engine::Engine, page::Page, paths, popup::REACTION, server::Server};

/// What is started.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Which browser; absent: the one that the environment names, else Chromium.
    pub engine: Option<Engine>,
    /// Show a window.
    pub headed: bool,
    /// Let the browser reach other hosts than loopback.
    pub open_network: bool,
    /// The unpacked extension; absent: the one that was built last.
    pub extension: Option<PathBuf>,
    /// An extension of somebody else's, loaded beside it.
    pub beside: Option<PathBuf>,
    /// The browser's user folder, to be started in again; absent: a fresh one.
    pub profile: Option<PathBuf>,
    /// The browser's language; absent: English.
    pub language: Option<String>,
}

/// A browser, driven in its own way.
#[derive(Debug)]
pub enum Driver {
    /// By the DevTools protocol.
    Chromium(cdp::Browser),
    /// By WebDriver BiDi.
    Firefox(bidi::Browser),
}

impl Driver {
    /// Opens a page, in a tab or in a window of its own, and waits until it is loaded.
    pub fn open(&self, url: &str, new_window: bool) -> Result<Page> {
        match self {
            Self::Chromium(browser) => browser.open(url, new_window),
            Self::Firefox(browser) => browser.open(url, new_window),
        }
    }

    /// Waits for a tab whose address fits.
    fn tab_where(&self, fits: impl Fn(&str) -> bool) -> Result<Page> {
        match self {
            Self::Chromium(browser) => {
                browser.attach_where(REACTION, |target| target.kind == "page" && fits(&target.url))
            }
            Self::Firefox(browser) => browser.attach_where(REACTION, fits),
        }
    }

    /// The DevTools protocol, which Chromium alone speaks.
    pub fn chromium(&self) -> Result<&cdp::Browser> {
        match self {
            Self::Chromium(browser) => Ok(browser),
            Self::Firefox(_) => bail!("this is no Chromium"),
        }
    }
}

/// A browser with Vaulty in it.
#[derive(Debug)]
pub struct Vaulty {
    driver: Driver,
    /// Where the extension's pages are, without a slash at the end.
    origin: String,
    home: Page,
    /// Tabs are recognised as the ones that were not there before: one at a time.
    opening: Mutex<()>,
}

impl Vaulty {
    /// Starts the browser with the built extension.
    pub fn start() -> Result<Self> {
        Self::start_with(&Options::default())
    }

    /// The same with options.
    pub fn start_with(options: &Options) -> Result<Self> {
        let engine = match options.engine {
            Some(engine) => engine,
            None => Engine::wanted()?,
        };
        let extension = match &options.extension {
            Some(folder) => folder.clone(),
            None => paths::extension(engine)?,
        };
        let (driver, origin) = match engine {
            Engine::Chromium => in_chromium(options, extension)?,
            Engine::Firefox => in_firefox(options, extension)?,
        };
        let home = driver.open(&format!("{origin}/panel.html"), true)?;
        home.wait_for("typeof chrome !== 'undefined' && !!chrome.tabs", REACTION)?;
        Ok(Self { driver, origin, home, opening: Mutex::default() })
    }

    /// Ends the browser at once, without its knowledge. Chromium alone.
    pub fn kill(self) -> Result<()> {
        match self.driver {
            Driver::Chromium(browser) => browser.kill(),
            Driver::Firefox(_) => bail!("this is no Chromium"),
        }
    }

    /// The browser.
    pub fn browser(&self) -> &Driver {
        &self.driver
    }

    /// Which kind of browser it is.
    pub fn engine(&self) -> Engine {
        match self.driver {
            Driver::Chromium(_) => Engine::Chromium,
            Driver::Firefox(_) => Engine::Firefox,
        }
    }

    /// Where the extension's pages are, without a slash at the end.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// The extension's id: the host of its pages.
    pub fn id(&self) -> &str {
        self.origin.rsplit('/').next().unwrap_or_default()
    }

    /// The extension's id as other extensions call it.
    pub fn extension_id(&self) -> &str {
        match self.driver {
            Driver::Firefox(_) => bidi::EXTENSION,
            Driver::Chromium(_) => self.id(),
        }
    }

    /// An extension page that belongs to no tab: profile and settings can be set there.
    pub fn home(&self) -> Popup {
        Popup::of(self.home.clone(), None)
    }

    /// Opens an address in a window of its own.
    pub fn open(&self, url: &str) -> Result<Tab> {
        let _one = self.opening.lock().unwrap_or_else(PoisonError::into_inner);
        let before = self.tab_ids()?;
        let page = self.driver.open("about:blank", true)?;
        let id = self.new_tab(&before)?;
        page.navigate(url)?;
        Ok(Tab { page, id })
    }

    fn tab_ids(&self) -> Result<Vec<i64>> {
        let ids =
            self.home.evaluate("chrome.tabs.query({}).then((tabs) => tabs.map((t) => t.id))")?;
        Ok(ids.as_array().into_iter().flatten().filter_map(Value::as_i64).collect())
    }

    fn new_tab(&self, before: &[i64]) -> Result<i64> {
        let deadline = Instant::now() + REACTION;
        while Instant::now() < deadline {
            if let Some(id) = self.tab_ids()?.into_iter().find(|id| !before.contains(id)) {
                return Ok(id);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        bail!("the new tab did not appear")
    }

    /// Waits for a tab that someone else opened, by a part of its address.
    pub fn tab_at(&self, address: &str) -> Result<Tab> {
        let page =
            self.driver.tab_where(|url| url.contains(address) && !url.starts_with(&self.origin))?;
        let find = "(part, own) => chrome.tabs.query({}).then((tabs) => \
            tabs.find((t) => t.url?.includes(part) && !t.url.startsWith(own))?.id)";
        let id = self.home.apply(find, &[address.into(), self.origin.as_str().into()])?;
        Ok(Tab { page, id: id.as_i64().context("the tab has no number")? })
    }

    /// Opens the popup for a tab, in a window of its own.
    pub fn popup(&self, tab: &Tab) -> Result<Popup> {
        let page = self.open_own(&format!("panel.html?tabId={}", tab.id))?;
        let popup = Popup::of(page, Some(tab.id));
        popup.wait_until_ready()?;
        Ok(popup)
    }

    /// Opens a page of the extension's own in a window of its own.
    pub fn open_own(&self, path: &str) -> Result<Page> {
        let _one = self.opening.lock().unwrap_or_else(PoisonError::into_inner);
        self.driver.open(&format!("{}/{path}", self.origin), true)
    }

    /// The extension's service worker, awake; Firefox has none. While it is attached it does not fall asleep.
    pub fn worker(&self) -> Result<Page> {
        let worker = self.driver.chromium()?.attach_where(REACTION, |target| {
            target.kind == "service_worker" && target.url.starts_with(&self.origin)
        })?;
        worker.wait_for("typeof chrome !== 'undefined' && !!chrome.tabs", REACTION)?;
        Ok(worker)
    }

    /// Ends the service worker or background page, as the browser does after 30 s of idleness.
    pub fn stop_worker(&self) -> Result<()> {
        self.home.stop_workers()
    }

    /// Where the pages of the extension beside it are, whose background is this script.
    pub fn origin_beside(&self, script: &str) -> Result<String> {
        match &self.driver {
            Driver::Firefox(browser) => Ok(browser.origin_beside()),
            Driver::Chromium(browser) => {
                let is_theirs = |target: &cdp::Target| target.url.ends_with(script);
                let theirs = browser.attach_where(REACTION, is_theirs)?;
                let origin = theirs.evaluate("location.origin")?;
                Ok(origin.as_str().unwrap_or_default().to_owned())
            }
        }
    }

    /// Chooses an entry of the extension's from the menu of a frame.
    pub fn choose_from_menu(&self, tab: &Tab, frame: i64, entry: &str) -> Result<()> {
        match &self.driver {
            Driver::Firefox(browser) => browser.choose_from_menu(entry, frame, tab.id),
            Driver::Chromium(_) => {
                let choice = "(what, frame, tab) => chrome.contextMenus.onClicked.dispatch({ menuItemId: what, \
                    frameId: frame }, { id: tab })";
                let given = [entry.into(), frame.into(), tab.id.into()];
                self.worker()?.apply(choice, &given).map(drop)
            }
        }
    }

    /// Presses the keys of one of the extension's commands.
    pub fn press_keys_of(&self, tab: &Tab, command: &str) -> Result<()> {
        match &self.driver {
            Driver::Firefox(browser) => browser.press_keys_of(command, tab.id),
            Driver::Chromium(_) => {
                let keys = "(what, tab) => chrome.commands.onCommand.dispatch(what, { id: tab })";
                self.worker()?.apply(keys, &[command.into(), tab.id.into()]).map(drop)
            }
        }
    }

    /// Presses the extension's button in the toolbar, where that opens no popup.
    pub fn press_button(&self, tab: &Tab) -> Result<()> {
        match &self.driver {
            Driver::Firefox(browser) => browser.press_button(tab.id),
            Driver::Chromium(_) => {
                let press = "(tab) => chrome.action.onClicked.dispatch({ id: tab })";
                self.worker()?.apply(press, &[tab.id.into()]).map(drop)
            }
        }
    }

    /// Has the extension start anew, as a new version does. Its pages close, and with them whoever asked for it.
    pub fn reload_extension(&self) -> Result<()> {
        let reload = "setTimeout(() => chrome.runtime.reload()); 1";
        match &self.driver {
            Driver::Firefox(_) => self.home.evaluate(reload).map(drop),
            Driver::Chromium(_) => self.worker()?.evaluate(reload).map(drop),
        }
    }

    /// An address of the browser's own, which takes no extension's scripts.
    pub fn closed_address(&self) -> &'static str {
        match self.driver {
            Driver::Firefox(_) => "about:support",
            Driver::Chromium(_) => "chrome://version/",
        }
    }

    /// Makes the extension use this server, with its token. In Firefox, whose extensions have an origin that the server
    /// learns at pairing, by a pairing code.
    pub fn use_server(&self, server: &Server) -> Result<()> {
        let home = self.home();
        let mut settings = vec![("#use-server", true.into()), ("#api-base", server.url().into())];
        if self.engine() == Engine::Chromium {
            settings.push(("#server-token", server.token()?.into()));
            return home.set_settings(&settings);
        }
        home.set_settings(&settings)?;
        home.view("settings")?;
        let before = self.server_token()?;
        home.page.set("#pair-code", &server.pairing_code()?.into())?;
        home.press("#pair")?;
        let deadline = Instant::now() + REACTION;
        while ["", before.as_str()].contains(&self.server_token()?.as_str()) {
            if Instant::now() > deadline {
                bail!("the browser was not paired: {}", home.text("#server-message")?);
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        home.view("fill")
    }

    /// The token of the server that the extension has; empty where it has none.
    pub fn server_token(&self) -> Result<String> {
        let settings = self.home().stored("agentSettings")?;
        let token = settings.get("serverToken").and_then(Value::as_str);
        Ok(token.unwrap_or_default().to_owned())
    }

    /// Makes the extension plan by itself.
    pub fn use_no_server(&self) -> Result<()> {
        self.home().set_settings(&[("#use-server", false.into())])
    }
}

/// Chromium with the extension, and where that is.
fn in_chromium(options: &Options, extension: PathBuf) -> Result<(Driver, String)> {
    let defaults = cdp::Launch::default();
    let browser = cdp::Browser::launch(&cdp::Launch {
        extensions: [Some(extension.clone()), options.beside.clone()]
            .into_iter()
            .flatten()
            .collect(),
        headed: options.headed,
        loopback_only: !options.open_network,
        profile: options.profile.clone(),
        language: options.language.clone().unwrap_or_else(|| defaults.language.clone()),
        ..defaults
    })?;
    let id = extension_id(&browser, &extension)?;
    Ok((Driver::Chromium(browser), format!("chrome-extension://{id}")))
}

/// Firefox with the extension, and where that is.
fn in_firefox(options: &Options, extension: PathBuf) -> Result<(Driver, String)> {
    let browser = bidi::Browser::launch(&bidi::Launch {
        extension,
        beside: options.beside.clone(),
        headed: options.headed,
        loopback_only: !options.open_network,
        profile: options.profile.clone(),
        language: options.language.clone().unwrap_or_else(|| "en-US".to_owned()),
    })?;
    let origin = browser.extension_origin();
    Ok((Driver::Firefox(browser), origin))
}

/// The id under which Chromium runs the extension: the host of its service worker.
fn extension_id(browser: &cdp::Browser, folder: &Path) -> Result<String> {
    let manifest = std::fs::read_to_string(folder.join("manifest.json"))
        .with_context(|| format!("{} holds no extension", folder.display()))?;
    let manifest: Value = serde_json::from_str(&manifest)?;
    let script = manifest
        .pointer("/background/service_worker")
        .and_then(Value::as_str)
        .context("the manifest names no service worker")?;
    let suffix = format!("/{script}");
    let deadline = Instant::now() + REACTION;
    // Its address tells the id; a worker that is just starting may not answer questions.
    loop {
        let targets = browser.targets()?;
        let worker = targets.iter().find(|target| {
            target.kind == "service_worker"
                && target.url.starts_with("chrome-extension://")
                && target.url.ends_with(&suffix)
        });
        if let Some(id) = worker.and_then(|worker| worker.url.split('/').nth(2)) {
            return Ok(id.to_owned());
        }
        if Instant::now() > deadline {
            bail!("Chromium did not load the extension");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A tab with a web page.
#[derive(Debug, Clone)]
pub struct Tab {
    /// The page.
    pub page: Page,
    /// The browser's number of the tab, as the extension knows it.
    pub id: i64,
}
