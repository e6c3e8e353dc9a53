//! The panel of a tab: its own controls, and what a job and the page hold.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use crate::page::Page;

/// How long the popup may take to react.
pub(crate) const REACTION: Duration = Duration::from_secs(30);
/// Statuses in which a job stands still: it has ended, or waits for the person.
pub const AT_REST: [&str; 6] =
    ["paused_for_approval", "needs_verification", "needs_input", "done", "stopped", "error"];

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
    /// That of a tab, which agrees to whatever is asked.
    pub(crate) fn of(page: Page, tab: Option<i64>) -> Self {
        Self { page, tab, trust: Trust::All }
    }

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
             if (shown !== 'paused_for_approval' && !{wanted}.includes(shown)) return false; \
             const key = 'job:' + id; \
             const job = (await chrome.storage.local.get(key))[key]; \
             if (job?.consent && {}) {{ {}; return false; }} \
             const card = job?.status === 'paused_for_approval' ? (job.consent ?? job.approval)?.id ?? '' : ''; \
             const agree = !job || (job.status === shown && card === (asks ?? '')); \
             return {wanted}.includes(shown) && agree && [shown, job ?? null]; }})()",
            agreeing.is_some(),
            agreeing.unwrap_or_default(),
            wanted = json!(wanted),
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
    pub fn leave(&self, button: &str) -> Result<()> {
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
