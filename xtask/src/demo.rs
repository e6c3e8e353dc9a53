//! `demo`: the whole of it, before a person's eyes.

use std::{
    fs,
    path::PathBuf,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;
use harness::{Engine, Model, Options, Popup, Server, Tab, Vaulty, paths};
use serde_json::{Map, Value};

use crate::{build, progress::Steps, setup, table::Table};

/// The demo application, as the server serves it.
const APPLICATION: &str = "/demo/application.html";
/// The form whose questions only a model understands.
pub(crate) const ODD_QUESTIONS: &str = "/demo/crew.html";
/// What the demo's model, which runs on no graphics card, knows of that form.
const KNOWN: &[(&str, &str)] =
    &[("payroll", "company"), ("door there", "jobTitle"), ("watch", "Morning watch")];
/// The person whose application it is.
const PERSON: &str = include_str!("../data/sample-profile.json");
/// What the popup says of a form that was sent.
const SENT: &str = "The form was sent.";
const LONGEST: Duration = Duration::from_secs(60);
/// Pauses after which something is going round in circles.
const MOST_PAUSES: usize = 20;

/// Build everything, start the server, load the extension into a browser, and fill a two-page job
/// application with a sample profile, with an approval for each page; then a form whose questions only a
/// model understands, with a small one of the demo's own. Prints what is sent, a table of the fields with
/// where each value came from, and the times. Screenshots go to target/demo.
#[derive(Debug, Args)]
pub(crate) struct Demo {
    /// Another page to fill: an address, or a path on the server such as /demo/checkout.html
    #[arg(value_name = "PAGE")]
    page: Option<String>,
    /// Show the browser's window
    #[arg(long)]
    headed: bool,
    /// The browser: chromium or firefox
    #[arg(long, value_name = "NAME", default_value = "chromium")]
    browser: Engine,
    /// Leave browser and server running until Enter is pressed
    #[arg(long)]
    keep: bool,
}

impl Demo {
    pub(crate) fn run(&self) -> Result<()> {
        // Beside what is built: the browser, starting, filling.
        let steps = Steps::of(build::EVERYTHING_STEPS + 3);
        let built = build::everything(&steps, |steps| setup::browser(self.browser, steps))?;
        let model = Model::knowing(KNOWN)?;
        let page = self.page.as_deref().unwrap_or(APPLICATION);
        let (server, url, vaulty) = steps.run("starting the server and the browser", |_| {
            let server = Server::start_with(&[], &model.variables())?;
            let url = if page.starts_with('/') {
                format!("{}{page}", server.url())
            } else {
                page.to_owned()
            };
            let vaulty = Vaulty::start_with(&Options {
                headed: self.headed,
                open_network: !url.starts_with(server.url()),
                engine: Some(self.browser),
                extension: Some(built.of(self.browser)),
                ..Options::default()
            })?;
            vaulty.use_server(&server)?;
            vaulty.home().import(&sample_profile()?)?;
            Ok((server, url, vaulty))
        })?;
        steps.told("filling the forms");
        println!("server     {}", server.url());
        let mut outcome = show(&vaulty, &url, &model);
        if self.page.is_none() {
            outcome = outcome.and_then(sent).and_then(|_| {
                show(&vaulty, &format!("{}{ODD_QUESTIONS}", server.url()), &model).and_then(sent)
            });
        }
        if self.keep {
            println!("\nPress Enter to end it.");
            std::io::stdin().read_line(&mut String::new())?;
        }
        outcome.map(drop)
    }
}

/// A form of the demo's own is sent in the end, or the demo shows that something is broken.
fn sent(ended: String) -> Result<String> {
    ensure!(ended == SENT, "the form was to be sent, and the job ended so: {ended}");
    Ok(ended)
}

/// Fills a page and says what that took of the model, and how it ended.
fn show(vaulty: &Vaulty, url: &str, model: &Model) -> Result<String> {
    println!("\npage       {url}");
    let before = model.prompts().len();
    let ended = Show::open(vaulty, url)?.run()?;
    println!("calls to the model: {}", model.prompts().len() - before);
    Ok(ended)
}

/// The sample person's profile.
pub(crate) fn sample_profile() -> Result<Value> {
    let file: Value = serde_json::from_str(PERSON)?;
    file.get("profile").cloned().context("the sample file holds no profile")
}

/// One job, watched.
pub(crate) struct Show {
    tab: Tab,
    popup: Popup,
    pictures: PathBuf,
    /// Name of the page, in the names of its pictures.
    name: String,
    taken: usize,
    /// What the page's controls held at the last pause, by label.
    held: Map<String, Value>,
}

impl Show {
    pub(crate) fn open(vaulty: &Vaulty, url: &str) -> Result<Self> {
        let pictures = paths::target().join("demo");
        fs::create_dir_all(&pictures)?;
        let tab = vaulty.open(url)?;
        let popup = vaulty.popup(&tab)?;
        // As large as the toolbar's popup may be.
        popup.page.resize(380, 600)?;
        let path = url.split(['?', '#']).next().unwrap_or_default();
        let name = path.rsplit('/').next().unwrap_or_default().replace(".html", "");
        Ok(Self { tab, popup, pictures, name, taken: 0, held: Map::new() })
    }

    /// How it ended, as the popup says it.
    pub(crate) fn run(mut self) -> Result<String> {
        let start = Instant::now();
        self.popup.start()?;
        let status = self.through_all_pauses(start)?;
        self.picture("end", &self.tab.page.clone())?;
        let job = self.popup.job()?;
        self.table(&job).print();
        let time = |key: &str| job.get(key).and_then(Value::as_f64);
        if let (Some(filled), Some(own)) = (time("filledAfterMs"), time("ownMs")) {
            println!("\nfirst page filled after {filled:.0} ms, {own:.0} ms of it Vaulty's own");
        }
        println!(
            "whole form {:.1} s; {status}: {}",
            start.elapsed().as_secs_f64(),
            said(&job, "message")
        );
        println!("screenshots in {}", self.pictures.display());
        match status.as_str() {
            "done" => Ok(said(&job, "message").to_owned()),
            _ => bail!("the job ended as {status}: {}", said(&job, "error")),
        }
    }

    /// Does what a patient person does at each pause, until the job has ended.
    fn through_all_pauses(&mut self, start: Instant) -> Result<String> {
        for _ in 0..MOST_PAUSES {
            let status = self.popup.wait_at_rest(LONGEST)?;
            println!("\n{:5.2} s   {status}", start.elapsed().as_secs_f64());
            self.look()?;
            match status.as_str() {
                "paused_for_approval" => self.approve()?,
                "needs_input" => self.questions()?,
                "needs_verification" => {
                    println!(
                        "The page wants a code that only a person can get. The demo stops here."
                    );
                    self.popup.stop()?;
                }
                _ => return Ok(status),
            }
        }
        bail!("after {MOST_PAUSES} pauses the job has not ended")
    }

    fn approve(&mut self) -> Result<()> {
        let values = self.popup.approval()?;
        let job = self.popup.job()?;
        let approval = job.get("approval").cloned().unwrap_or_default();
        println!("“{}” on {}", said(&approval, "action"), said(&approval, "origin"));
        let mut table = Table::new(&["to be sent", "value", "from"]);
        values.iter().for_each(|row| table.row(row.clone()));
        table.print();
        self.picture("page", &self.tab.page.clone())?;
        self.picture("approval", &self.popup.page.clone())?;
        self.popup.approve(false)
    }

    /// Takes what is proposed, answers what the sample person has an answer to, and skips the rest.
    fn questions(&mut self) -> Result<()> {
        let job = self.popup.job()?;
        let person = sample_profile()?;
        let mut answers = Vec::new();
        let mut proposed = false;
        for question in job.get("questions").and_then(Value::as_array).into_iter().flatten() {
            let asked = said(question, "question");
            let own = person.pointer("/answers").and_then(|all| all.get(asked)?.as_str());
            match (question.get("suggested").and_then(Value::as_str), own) {
                (Some(answer), _) => {
                    println!("asked: {asked}; proposed: “{answer}”, taken");
                    proposed = true;
                }
                (None, Some(answer)) => {
                    println!("asked: {asked}; answered: “{answer}”");
                    answers.push((said(question, "saveAs"), answer));
                }
                (None, None) => println!("asked, and skipped: {asked}"),
            }
        }
        self.picture("questions", &self.popup.page.clone())?;
        if proposed || !answers.is_empty() {
            self.popup.answer(&answers)
        } else {
            self.popup.skip_questions()
        }
    }

    /// Remembers what the page holds now; it may be another page at the end.
    fn look(&mut self) -> Result<()> {
        let held = self.popup.in_frame(0, HELD_BY_LABEL, &[])?;
        self.held.extend(held.as_object().cloned().unwrap_or_default());
        Ok(())
    }

    fn picture(&mut self, what: &str, page: &harness::Page) -> Result<()> {
        self.taken += 1;
        let file = self.pictures.join(format!("{}-{}-{what}.png", self.name, self.taken));
        Ok(fs::write(file, page.screenshot(false)?)?)
    }

    /// Field, value, where it came from.
    fn table(&self, job: &Value) -> Table {
        let mut table = Table::new(&["field", "value", "where it came from"]);
        for field in job.get("written").and_then(Value::as_array).into_iter().flatten() {
            let label = said(field, "label");
            let value = self.held.get(label).and_then(Value::as_str).unwrap_or_default();
            table.row(vec![label.to_owned(), value.to_owned(), said(field, "source").to_owned()]);
        }
        println!();
        table
    }
}

/// What controls hold as a person reads it, by their labels; a group's by its question and by its choices.
const HELD_BY_LABEL: &str = "() => { const held = {}; \
    const clean = (text) => (text ?? '').replace(/\\s+/g, ' ').trim(); \
    for (const el of document.querySelectorAll('input, select, textarea, [role=combobox]')) { \
      const labelled = el.getAttribute('aria-labelledby')?.split(' ')[0]; \
      const label = clean(labelled ? document.getElementById(labelled)?.textContent : el.labels?.[0]?.textContent); \
      if (el.type === 'radio' || el.type === 'checkbox') { \
        if (!el.checked) continue; \
        held[label] = 'yes'; \
        const question = clean(el.closest('fieldset')?.querySelector('legend')?.textContent); \
        if (question) held[question] = label; \
      } else if (el.type === 'file') held[label] = [...el.files].map((file) => file.name).join(', '); \
      else if (el.selectedOptions) held[label] = clean(el.selectedOptions[0]?.text); \
      else held[label] = clean('value' in el && el.localName !== 'button' ? el.value : el.textContent); \
    } return held; }";

fn said<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}
