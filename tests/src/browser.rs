//! Vaulty in a real browser: the built extension, its popup's own controls, tabs and what they hold.

use std::{
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use crate::{bidi, cdp, engine::Engine, page::Page, paths, server::Server};

/// How long the popup may take to react.
const REACTION: Duration = Duration::from_secs(30);
/// Statuses in which a job stands still: it has ended, or waits for the person.
pub const AT_REST: [&str; 6] =
    ["paused_for_approval", "needs_verification", "needs_input", "done", "stopped", "error"];

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
        Popup { page: self.home.clone(), tab: None, trust: Trust::All }
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
        let url = format!("{}/panel.html?tabId={}", self.origin, tab.id);
        let page = {
            let _one = self.opening.lock().unwrap_or_else(PoisonError::into_inner);
            self.driver.open(&url, true)?
        };
        let popup = Popup { page, tab: Some(tab.id), trust: Trust::All };
        popup.wait_until_ready()?;
        Ok(popup)
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

/// The extension's popup, opened as a page of its own.
#[derive(Debug, Clone)]
pub struct Popup {
    /// The page.
    pub page: Page,
    tab: Option<i64>,
    trust: Trust,
}

/// What the person agrees to of all that the consent card asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Trust {
    All,
    AllButSecrets,
    /// Nobody presses the card's buttons for them.
    Nothing,
}

/// Ticks these boxes of the consent card, for this session, and presses its Fill button.
const AGREE: &str = "(ticks) => { const fill = document.querySelector('#consent-fill'); \
    if (!fill || fill.disabled) return; \
    for (const tick of document.querySelectorAll(`${ticks} input`)) if (!tick.checked) tick.click(); \
    const scope = document.querySelector('#consent-scope'); scope.value = 'session'; \
    scope.dispatchEvent(new Event('input', {bubbles: true})); fill.click(); }";

/// What a panel that has not started waits for.
const AT_START: &str = "(async () => { \
    const answers = (name, promise) => Promise.race([promise.then(() => `${name} answers`, (e) => `${name}: ${e}`), \
        new Promise((done) => setTimeout(() => done(`${name} is silent`), 2000))]); \
    const all = await Promise.all([answers('storage', chrome.storage.local.get('agentSettings')), \
        answers('tabs', chrome.tabs.query({})), answers('module', fetch('pkg/panel_bg.wasm').then((r) => r.arrayBuffer())), \
        answers('worker', chrome.runtime.sendMessage({type: 'GET_LOGS'}))]); \
    return [document.readyState, ...all, Math.round(performance.now()), document.querySelector('#panel').innerText.slice(0, 80)].join('; '); })()";

/// Counts what the report of an import says from now on: it is emptied when a file was chosen.
const WATCH_IMPORT: &str = "(() => { const report = document.querySelector('#import-report'); window.reports = []; \
    new MutationObserver(() => window.reports.push(report.textContent)) \
    .observe(report, {childList: true, characterData: true, subtree: true}); })()";

/// Whether an import has come to its end. Where it would change what is there, the profile becomes the file's, with what
/// needs a tick of its own.
const IMPORTED: &str = "(() => { const replace = document.querySelector('#import-replace'); \
    if (replace.checkVisibility() && !replace.disabled) { \
    for (const tick of document.querySelectorAll('#import-entries input:not(:checked)')) tick.click(); \
    replace.click(); } \
    return window.reports.some((said) => said !== ''); })()";

impl Trust {
    /// Agreeing, as an expression; none for a person who does not.
    fn agreeing(self) -> Option<String> {
        let ticks = match self {
            Self::All => "#consent-careful",
            Self::AllButSecrets => "#consent-personal",
            Self::Nothing => return None,
        };
        Some(format!("({AGREE})({})", Value::from(ticks)))
    }
}

impl Popup {
    /// Waits until the popup has started.
    pub(crate) fn wait_until_ready(&self) -> Result<()> {
        let shown = "document.querySelector('#startup')?.hidden && document.body.dataset.status";
        self.page.wait_for(shown, REACTION).with_context(|| {
            format!("the panel did not start: {:?}", self.page.evaluate(AT_START))
        })?;
        Ok(())
    }

    /// The popup of a person who looks at the consent card: nobody presses its buttons for them.
    pub fn wary(self) -> Self {
        Self { trust: Trust::Nothing, ..self }
    }

    /// The popup of a person who agrees to everything but to the use of secrets.
    pub fn careful(self) -> Self {
        Self { trust: Trust::AllButSecrets, ..self }
    }

    /// Agrees to what the consent card asks, as a person does who trusts the site, once the card is there.
    pub fn agree(&self) -> Result<()> {
        self.page.wait_for(&enabled("#consent-fill"), REACTION)?;
        self.page.evaluate(&Trust::All.agreeing().unwrap_or_default())?;
        self.page
            .wait_for("document.querySelector('#consent').hidden", REACTION)
            .with_context(|| self.text("#consent-error").unwrap_or_default())?;
        Ok(())
    }

    /// Switches to `fill`, `profile`, `settings` or `log`.
    pub fn view(&self, name: &str) -> Result<()> {
        self.wait_until_ready()?;
        self.page.press(&format!("#tab-{name}"))
    }

    /// Presses a button of the popup.
    pub fn press(&self, selector: &str) -> Result<()> {
        self.page.press(selector)
    }

    /// What an element of the popup says.
    pub fn text(&self, selector: &str) -> Result<String> {
        let function = "(s) => document.querySelector(s)?.innerText ?? ''";
        Ok(self.page.apply(function, &[selector.into()])?.as_str().unwrap_or_default().to_owned())
    }

    /// Whether a person can see an element of the popup.
    pub fn visible(&self, selector: &str) -> Result<bool> {
        let function = "(s) => !!document.querySelector(s)?.checkVisibility()";
        Ok(self.page.apply(function, &[selector.into()])? == Value::Bool(true))
    }

    /// The job's status as the popup shows it.
    pub fn status(&self) -> Result<String> {
        let status = self.page.evaluate("document.body.dataset.status ?? ''")?;
        Ok(status.as_str().unwrap_or_default().to_owned())
    }

    /// Waits for one of these statuses and returns it.
    pub fn wait_status(&self, wanted: &[&str], timeout: Duration) -> Result<String> {
        let (status, _) = self.wait_job(wanted, timeout)?;
        Ok(status)
    }

    /// Waits for one of these statuses; with it comes the job, as it was stored at that moment.
    fn wait_job(&self, wanted: &[&str], timeout: Duration) -> Result<(String, Value)> {
        // What is painted and what is stored must agree, to the card: the popup paints a moment after the job goes on.
        let agreeing = self.trust.agreeing();
        let expression = format!(
            "(async () => {{ const {{ job: id, status: shown, asks }} = document.body.dataset; \
             const key = 'job:' + id; \
             const job = (await chrome.storage.local.get(key))[key]; \
             if (job?.consent && {}) {{ {}; return false; }} \
             const card = job?.status === 'paused_for_approval' ? (job.consent ?? job.approval)?.id ?? '' : ''; \
             const agree = !job || (job.status === shown && card === (asks ?? '')); \
             return {}.includes(shown) && agree && [shown, job ?? null]; }})()",
            agreeing.is_some(),
            agreeing.unwrap_or_default(),
            json!(wanted)
        );
        let seen = self.page.wait_for(&expression, timeout).with_context(|| {
            let said = self.text("#message").unwrap_or_default();
            format!("the job is not {wanted:?}; the popup says: {said}")
        })?;
        let (status, job) = (seen.get(0), seen.get(1).cloned());
        Ok((status.and_then(Value::as_str).unwrap_or_default().to_owned(), job.unwrap_or_default()))
    }

    /// Waits until the job has ended or waits for the person.
    pub fn wait_at_rest(&self, timeout: Duration) -> Result<String> {
        self.wait_status(&AT_REST, timeout)
    }

    /// The same, with the job as it was stored at that moment: a page that changes has it look again, and what is
    /// read a moment later may be of another card.
    pub fn job_at_rest(&self, timeout: Duration) -> Result<(String, Value)> {
        self.wait_job(&AT_REST, timeout)
    }

    /// Presses Start for the popup's tab and waits until the popup shows the new job.
    pub fn start(&self) -> Result<()> {
        self.begin("#start")
    }

    /// Opens an address in a new tab and fills there.
    pub fn start_at(&self, url: &str) -> Result<()> {
        self.page.set("#start-url", &url.into())?;
        self.begin("#start-new-tab")
    }

    /// Puts a record in and presses Start.
    pub fn start_with_record(&self, record: &Value) -> Result<()> {
        self.page.set("#record", &record.to_string().into())?;
        self.start()
    }

    fn begin(&self, button: &str) -> Result<()> {
        let job = "document.body.dataset.job ?? ''";
        let before = self.page.evaluate(job)?;
        self.page.press(button)?;
        self.page
            .wait_for(&format!("document.body.dataset.job !== {before}"), REACTION)
            .with_context(|| {
                format!("no job was started: {}", self.text("#start-error").unwrap_or_default())
            })?;
        Ok(())
    }

    /// Presses Stop and waits until the job has stopped.
    pub fn stop(&self) -> Result<()> {
        self.page.press("#stop")?;
        self.wait_status(&["stopped", "done", "error"], REACTION).map(drop)
    }

    /// The values on the approval card, once it shows them: what it says, row by row.
    pub fn approval(&self) -> Result<Vec<Vec<String>>> {
        let rows = "(() => { const c = document.querySelector('#approval'); if (!c || c.hidden) return null; \
            const rows = [...document.querySelectorAll('#approval-values tr')]; \
            return rows.length ? rows.map((r) => [...r.cells].map((c) => c.innerText.trim())) : null; })()";
        let rows =
            self.page.wait_for(rows, REACTION).context("the approval card shows no values")?;
        let row = |row: &Value| -> Vec<String> {
            let cells = row.as_array().into_iter().flatten();
            cells.map(|cell| cell.as_str().unwrap_or_default().to_owned()).collect()
        };
        Ok(rows.as_array().into_iter().flatten().map(row).collect())
    }

    /// Waits until the card lists all that goes along, and takes a yes.
    pub fn may_approve(&self) -> Result<()> {
        self.page
            .wait_for(&enabled("#approve"), REACTION)
            .map(drop)
            .with_context(|| format!("the card says {:?}", self.text("#approval-note")))
    }

    /// Says yes.
    pub fn approve(&self, cover_pages: bool) -> Result<()> {
        self.may_approve()?;
        if cover_pages {
            self.page.set("#cover-pages", &true.into())?;
        }
        let tick = "document.querySelectorAll('#approval-secrets input').forEach((t) => { if (!t.checked) t.click(); })";
        self.page.evaluate(tick)?;
        self.leave("#approve")
    }

    /// Says no.
    pub fn deny(&self) -> Result<()> {
        self.leave("#deny")
    }

    /// Enters a code.
    pub fn send_code(&self, code: &str) -> Result<()> {
        self.page.wait_for(&enabled("#send-code"), REACTION)?;
        self.page.set("#code", &code.into())?;
        self.leave("#send-code")
    }

    /// Answers questions by their keys.
    pub fn answer(&self, answers: &[(&str, &str)]) -> Result<()> {
        self.page.wait_for(&enabled("#answer"), REACTION)?;
        for (key, reply) in answers {
            self.page
                .set(&format!("#questions [data-key={}]", Value::from(*key)), &(*reply).into())?;
        }
        self.leave("#answer")
    }

    /// Leaves the questions unanswered.
    pub fn skip_questions(&self) -> Result<()> {
        self.page.wait_for(&enabled("#skip"), REACTION)?;
        self.leave("#skip")
    }

    /// Presses a button that ends a pause, and waits until the popup shows that it has ended.
    fn leave(&self, button: &str) -> Result<()> {
        let record = paused_at(self.job()?);
        self.page.press(button)?;
        let deadline = Instant::now() + REACTION;
        // The status alone would not do: the next pause may be there already.
        while paused_at(self.job()?) == record {
            if Instant::now() > deadline {
                let said = self.page.evaluate(
                    "[...document.querySelectorAll('.error')].map((e) => e.textContent).join(' ').trim()",
                )?;
                bail!("{button} changed nothing; the popup says {said}");
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        Ok(())
    }

    /// The stored record of the job that the popup shows.
    pub fn job(&self) -> Result<Value> {
        self.page.evaluate(
            "(async () => { const key = 'job:' + document.body.dataset.job; \
             return (await chrome.storage.local.get(key))[key] ?? null; })()",
        )
    }

    /// What is stored under a key.
    pub fn stored(&self, key: &str) -> Result<Value> {
        let function = "async (key) => (await chrome.storage.local.get(key))[key] ?? null";
        self.page.apply(function, &[key.into()])
    }

    /// The log, with everything that was said until now.
    pub fn log(&self) -> Result<Value> {
        // Asked of the worker, which may still be storing it.
        self.page.evaluate(
            "(async () => { const { value, error } = await chrome.runtime.sendMessage({ type: 'GET_LOGS' }); \
             if (error) throw new Error(error); return value.logs; })()",
        )
    }

    /// Imports a profile file through the popup's own field, which saves it.
    pub fn import_profile(&self, file: &Path) -> Result<()> {
        self.view("profile")?;
        self.page.evaluate(WATCH_IMPORT)?;
        self.page.set_files("#profile-import-file", &[file])?;
        let report = self.page.wait_for(IMPORTED, REACTION);
        report.context("the profile was not imported")?;
        self.view("fill")
    }

    /// Imports a profile given as JSON.
    pub fn import(&self, profile: &Value) -> Result<()> {
        let file = tempfile::Builder::new().suffix(".json").tempfile()?;
        std::fs::write(file.path(), json!({"profile": profile}).to_string())?;
        self.import_profile(file.path())
    }

    /// Sets controls of the settings view and saves them.
    pub fn set_settings(&self, settings: &[(&str, Value)]) -> Result<()> {
        self.view("settings")?;
        for (selector, value) in settings {
            self.page.set(selector, value)?;
        }
        self.press("#settings-save")?;
        self.page
            .wait_for("document.querySelector('#settings-message').textContent", REACTION)
            .context("the settings were not saved")?;
        self.view("fill")
    }

    /// What Vaulty understands of the tab's page, by the popup's own button.
    pub fn inspect(&self, timeout: Duration) -> Result<Value> {
        self.press("#inspect")?;
        let shown = self
            .page
            .wait_for("document.querySelector('#inspection').textContent", timeout)
            .with_context(|| self.text("#inspect-message").unwrap_or_default())?;
        Ok(serde_json::from_str(shown.as_str().unwrap_or_default())?)
    }

    /// Runs a function in the extension's world of every frame of the tab; answers by frame number,
    /// the page itself first.
    pub fn in_frames(&self, function: &str, arguments: &[Value]) -> Result<Vec<(i64, Value)>> {
        self.in_content_world("allFrames: true", function, arguments)
    }

    /// Runs a function in the extension's world of one frame; 0 is the page itself.
    pub fn in_frame(&self, frame: i64, function: &str, arguments: &[Value]) -> Result<Value> {
        let which = format!("frameIds: [{frame}]");
        let answers = self.in_content_world(&which, function, arguments)?;
        Ok(answers.into_iter().next().map(|(_, answer)| answer).unwrap_or_default())
    }

    fn in_content_world(
        &self,
        which: &str,
        function: &str,
        arguments: &[Value],
    ) -> Result<Vec<(i64, Value)>> {
        let tab = self.tab.context("this popup belongs to no tab")?;
        let expression = format!(
            "chrome.scripting.executeScript({{target: {{tabId: {tab}, {which}}}, \
             func: {function}, args: {}, injectImmediately: true}}).then((all) => all.map((one) => {{ if (one.error) throw one.error; return [one.frameId, one.result ?? null]; }}))",
            Value::from(arguments)
        );
        let answers = self.page.evaluate(&expression)?;
        let mut answers: Vec<(i64, Value)> = serde_json::from_value(answers)?;
        answers.sort_by_key(|(frame, _)| *frame);
        Ok(answers)
    }

    /// What the form's controls hold, by control name; see `form_state.js`. Names of the page itself
    /// win over the same names in its frames.
    pub fn form_state(&self) -> Result<serde_json::Map<String, Value>> {
        let mut state = serde_json::Map::new();
        for (_, frame) in self.in_frames(include_str!("form_state.js"), &[])? {
            for (name, value) in frame.as_object().cloned().unwrap_or_default() {
                state.entry(name).or_insert(value);
            }
        }
        Ok(state)
    }
}

/// What tells a pause from the next one: the card, where there is one, for the record of a job that waits for a yes may
/// change without it; else the whole record.
fn paused_at(job: Value) -> Value {
    let id = |card: &str| job.pointer(&format!("/{card}/id")).cloned();
    match job.get("status").and_then(Value::as_str) {
        Some("paused_for_approval") => id("consent").or_else(|| id("approval")).unwrap_or(job),
        _ => job,
    }
}

fn enabled(selector: &str) -> String {
    format!(
        "(() => {{ const e = document.querySelector({}); return e && !e.disabled && e.checkVisibility(); }})()",
        Value::from(selector)
    )
}
