//! `eval --applications DIR`: fills applications from what persons know and remember, and compares with labels: what
//! should be answered, and what must stay open.

mod clock;
mod corpus;
mod judge;
mod model;
mod persona;
mod tally;

use std::{
    fs::{self, File},
    io::Write as _,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    time::Duration,
};

use anyhow::{Context as _, Result, bail};
use harness::{Popup, Site, paths};
use serde_json::{Value, json};

pub(super) use self::corpus::PERSONAS;
use self::{
    clock::Clock,
    corpus::Corpus,
    model::AskedModel,
    tally::{State, Tally, changed},
};
use super::{
    browsers::{Bench, BrowserWithPopup},
    figures::{failures, part},
    options::Eval,
};
use crate::fill::fill;

/// How long filling a form may take, a slow model and all.
const LONGEST: Duration = Duration::from_secs(180);

pub(super) fn run(options: &Eval, bench: &Bench, dir: &Path) -> Result<()> {
    let measured = measure(options, bench, dir)?;
    let Measured { tally, changed, out, failed } = measured;
    if options.explain {
        explain(&tally);
    }
    println!("a line a case is in {}", out.display());
    if tally.mistakes.is_empty() {
        println!("nothing is wrong, and nothing is filled that must stay open");
    } else {
        tally.table().print();
    }
    if let Some(changed) = changed {
        println!("changed by what others noted: {changed} controls");
    }
    println!("{}", tally.careless());
    tally.summary().iter().for_each(|line| println!("{line}"));
    failed
}

/// What came of a folder of applications.
pub(super) struct Measured {
    tally: Tally,
    /// How many controls hold something else where others' entries are in the profile; none: it was not tried.
    changed: Option<usize>,
    out: PathBuf,
    /// Whether some case could not be measured.
    failed: Result<()>,
}

impl Measured {
    /// See [`Tally::shares`].
    pub(super) fn shares(&self) -> [String; 3] {
        self.tally.shares()
    }
}

/// A page that was filled, and what it held without the entries of others where they were added.
struct Filled {
    state: State,
    without: Option<State>,
}

/// Fills every page for each of its persons.
pub(super) fn measure(options: &Eval, bench: &Bench, dir: &Path) -> Result<Measured> {
    let corpus = Corpus::read(dir, options.limit, options.distractors)?;
    let site = Site::serve(&corpus.pages)?;
    let out = Lines::create(options)?;
    let asked = options.model.as_deref().map(AskedModel::start).transpose()?;
    let results = bench.each(
        &corpus.cases,
        || DatedBrowser::set_up(bench, &corpus.day, asked.as_ref()),
        |place, case| {
            let url = site.url(part(case, "page"));
            let own = corpus.profile(case)?;
            let without = options.distractors.then(|| place.fill(&url, own)).transpose()?;
            let form = match &without {
                Some(_) => place.fill(&url, &corpus.distracted(case)?)?,
                None => place.fill(&url, own)?,
            };
            out.write(case, &form, without.as_ref())?;
            Ok(Filled { state: form.state, without: without.map(|form| form.state) })
        },
    );
    let filled = || corpus.cases.iter().zip(&results).map(|(case, one)| (case, one.as_ref().ok()));
    let changes = filled().filter_map(|(_, one)| {
        let one = one?;
        Some(changed(one.without.as_ref()?, &one.state))
    });
    if let Some(asked) = &asked {
        asked.summary()?.iter().for_each(|line| println!("{line}"));
    }
    Ok(Measured {
        tally: Tally::of(filled().map(|(case, one)| (case, one.map(|one| &one.state)))),
        changed: options.distractors.then(|| changes.sum()),
        out: out.path,
        failed: failures(corpus.cases.iter().map(|case| part(case, "page")), &results),
    })
}

/// A browser whose extension lives on one day, with a popup that agrees to everything but to secrets.
struct DatedBrowser {
    browser: BrowserWithPopup,
    popup: Popup,
    clock: Clock,
}

/// A form that was filled.
struct Form {
    state: State,
    status: String,
    seconds: f64,
}

impl DatedBrowser {
    fn set_up(bench: &Bench, day: &str, asked: Option<&AskedModel>) -> Result<Self> {
        let browser = BrowserWithPopup::set_up(bench, true)?;
        if let Some(asked) = asked {
            asked.serve(&browser.vaulty)?;
        }
        let popup = browser.popup.clone().careful();
        Ok(Self { browser, popup, clock: Clock::new(day) })
    }

    fn fill(&self, url: &str, profile: &Value) -> Result<Form> {
        let home = self.browser.vaulty.home();
        home.import(profile)?;
        let report = home.text("#import-report")?;
        if report.contains("Not taken") {
            let parts = home.text("#import-problems")?;
            bail!("the profile was not taken as a whole: {report}\n{parts}");
        }
        self.browser.tab.page.navigate(url)?;
        self.clock.set(&self.browser)?;
        let outcome = fill(&self.popup, None, LONGEST)?;
        self.clock.check()?;
        let held = self.popup.in_frame(0, include_str!("held.js"), &[])?;
        let state = held.as_object().cloned().context("the page could not be read")?;
        Ok(Form { state, status: outcome.status, seconds: outcome.seconds })
    }
}

/// The file that gets a line as soon as a case is measured, so that a run that is interrupted leaves what it has.
struct Lines {
    path: PathBuf,
    file: Mutex<File>,
}

impl Lines {
    fn create(options: &Eval) -> Result<Self> {
        let path = match &options.out {
            Some(path) => path.clone(),
            None => paths::target().join("eval").join("applications.jsonl"),
        };
        let cannot = || format!("{} cannot be written", path.display());
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).with_context(cannot)?;
        }
        let file = File::create(&path).with_context(cannot)?;
        Ok(Self { file: Mutex::new(file), path })
    }

    fn write(&self, case: &Value, form: &Form, without: Option<&Form>) -> Result<()> {
        let mut line = json!({
            "page": part(case, "page"),
            "persona": part(case, "persona"),
            "status": form.status,
            "seconds": (form.seconds * 1000.0).round() / 1000.0,
            "state": form.state,
        });
        if let (Some(without), Some(line)) = (without, line.as_object_mut()) {
            line.insert("without".to_owned(), without.state.clone().into());
        }
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(file, "{line}")?;
        file.flush().with_context(|| format!("{} cannot be written", self.path.display()))
    }
}

fn explain(tally: &Tally) {
    for mistake in &tally.mistakes {
        eprintln!(
            "{} {} {}: holds {}, wanted {}",
            mistake.page, mistake.persona, mistake.control, mistake.held, mistake.label
        );
    }
}
