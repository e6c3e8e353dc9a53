//! `fill`: one page and one record, through the extension; the form's state comes out.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;
use harness::{Engine, Options, Popup, Site, Tab, Vaulty, browser::AT_REST};
use serde_json::{Value, json};

use crate::{build, progress::Steps, run::existing, setup};

/// Fill one page from a record, through the real extension and its popup in a browser, and print what the
/// form holds afterwards. Never submits: the job is stopped at its first pause.
///
/// Prints a JSON object, control name → value: a text or select its value, a radio group the chosen value
/// ("" when none is), a single checkbox true or false, checkboxes of one name and selects that take several
/// an array, a file field the file name. A control without a name goes by its id. With --js the object is
/// {"state": …, "js": …}.
#[derive(Debug, Args)]
pub(crate) struct Fill {
    /// The page: an HTML file (it is served over loopback) or an address
    #[arg(long, value_name = "PAGE_OR_URL")]
    page: String,
    /// A JSON object: any key, any value
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// A profile as the popup exports it
    #[arg(long, value_name = "FILE")]
    profile: Option<PathBuf>,
    /// What to evaluate in the page afterwards; promises are awaited
    #[arg(long, value_name = "EXPR")]
    js: Option<String>,
    /// Where to save a picture of the filled page (PNG)
    #[arg(long, value_name = "FILE")]
    screenshot: Option<PathBuf>,
    /// The browser: chromium or firefox
    #[arg(long, value_name = "NAME", default_value = "chromium")]
    browser: Engine,
    /// Show the browser's window
    #[arg(long)]
    headed: bool,
    /// Longest time for filling, in seconds
    #[arg(long, value_name = "N", default_value_t = 120)]
    timeout: u64,
}

impl Fill {
    pub(crate) fn run(&self) -> Result<()> {
        ensure!(self.record.is_some() || self.profile.is_some(), "name a --record or a --profile");
        let record = self.record.as_deref().map(read_object).transpose()?;
        let steps = Steps::aside();
        setup::browser(self.browser, &steps)?;
        let built = build::extension(&steps)?;
        let page = Address::of(&self.page)?;
        let vaulty = Vaulty::start_with(&Options {
            headed: self.headed,
            open_network: !page.is_loopback(),
            engine: Some(self.browser),
            extension: Some(built.of(self.browser)),
            ..Options::default()
        })?;
        vaulty.use_no_server()?;
        if let Some(profile) = &self.profile {
            vaulty.home().import(&read_profile(profile)?)?;
        }
        let tab = vaulty.open(&page.url)?;
        let popup = vaulty.popup(&tab)?;
        let outcome = fill(&popup, record.as_ref(), Duration::from_secs(self.timeout))?;
        report(&popup, &outcome)?;
        let state = Value::Object(popup.form_state()?);
        let printed = match &self.js {
            Some(expression) => json!({"state": state, "js": tab.page.evaluate(expression)?}),
            None => state,
        };
        self.take_picture(&tab)?;
        println!("{}", serde_json::to_string_pretty(&printed)?);
        ensure!(outcome.ended(), "filling took longer than {} s", self.timeout);
        Ok(())
    }

    fn take_picture(&self, tab: &Tab) -> Result<()> {
        let Some(file) = &self.screenshot else { return Ok(()) };
        fs::write(file, tab.page.screenshot(true)?)
            .with_context(|| format!("{} cannot be written", file.display()))
    }
}

/// What the person would read, on the standard error.
fn report(popup: &Popup, outcome: &Outcome) -> Result<()> {
    let job = popup.job()?;
    let said = job.get("message").and_then(Value::as_str).unwrap_or_default();
    eprintln!("{} after {:.2} s: {said}", outcome.status, outcome.seconds);
    for open in job.get("open").and_then(Value::as_array).into_iter().flatten() {
        let part = |key: &str| open.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        eprintln!("left open: {} ({})", part("label"), part("reason"));
    }
    if job.get("status") == Some(&"error".into()) {
        bail!("{}", job.get("error").and_then(Value::as_str).unwrap_or("the job failed"));
    }
    Ok(())
}

/// Where a page is, and what serves it.
struct Address {
    url: String,
    _site: Option<Site>,
}

impl Address {
    fn of(page: &str) -> Result<Self> {
        if page.contains("://") {
            return Ok(Self { url: page.to_owned(), _site: None });
        }
        let file = existing(Path::new(page))?;
        let name = file.file_name().context("a page is a file")?.to_string_lossy().into_owned();
        let site = Site::serve(file.parent().unwrap_or(Path::new("/")))?;
        Ok(Self { url: site.url(&name), _site: Some(site) })
    }

    /// Decides only whether the browser may resolve other names; one that merely begins so is not reached.
    fn is_loopback(&self) -> bool {
        let host = self.url.split("://").nth(1).unwrap_or_default();
        ["127.0.0.1", "localhost", "[::1]"].iter().any(|loopback| host.starts_with(loopback))
    }
}

/// How a job came to rest.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// The job's status before it was stopped.
    pub(crate) status: String,
    /// From the press of Start.
    pub(crate) seconds: f64,
    /// The job as it came to rest.
    pub(crate) job: Value,
}

impl Outcome {
    /// Whether the job came to rest by itself.
    pub(crate) fn ended(&self) -> bool {
        AT_REST.contains(&self.status.as_str())
    }
}

/// Presses Start, waits until the job ends or waits for the person, and stops it there: nothing is
/// submitted.
pub(crate) fn fill(popup: &Popup, record: Option<&Value>, timeout: Duration) -> Result<Outcome> {
    let start = Instant::now();
    match record {
        Some(record) => popup.start_with_record(record)?,
        None => popup.start()?,
    }
    let status = popup.wait_at_rest(timeout).or_else(|_| popup.status())?;
    let seconds = start.elapsed().as_secs_f64();
    let job = popup.job()?;
    if !["done", "stopped", "error"].contains(&status.as_str()) {
        popup.stop()?;
    }
    Ok(Outcome { status, seconds, job })
}

/// Reads a file that holds a JSON object.
pub(crate) fn read_object(file: &Path) -> Result<Value> {
    let text =
        fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
    let value: Value =
        serde_json::from_str(&text).with_context(|| format!("{} is no JSON", file.display()))?;
    ensure!(value.is_object(), "{} holds no JSON object", file.display());
    Ok(value)
}

/// Reads a profile: as exported, or bare.
pub(crate) fn read_profile(file: &Path) -> Result<Value> {
    let whole = read_object(file)?;
    Ok(whole.get("profile").cloned().unwrap_or(whole))
}
