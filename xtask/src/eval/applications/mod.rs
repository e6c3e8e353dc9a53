//! `eval --applications DIR`: fills applications from what persons know and remember, and compares with labels: what
//! should be answered, and what must stay open.

mod clock;
mod corpus;
mod judge;
mod model;
mod open;
mod persona;
mod tally;

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::Write as _,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    time::Duration,
};

use anyhow::{Context as _, Result, bail};
use harness::{Popup, Site, paths};
use serde_json::{Value, json};

use self::{
    clock::Clock,
    corpus::Corpus,
    model::AskedModel,
    open::{Open, Proposals, proposals, words},
    tally::{Left, State, Tally, changed},
};
pub(super) use self::{corpus::PERSONAS, judge::is_right};
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
    let Measured { tally, left, changed, of_model, out, failed } = measured;
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
    println!("{}", left.line());
    tally.summary().iter().for_each(|line| println!("{line}"));
    if let Some(lines) = of_model {
        lines.iter().for_each(|line| println!("{line}"));
    }
    failed
}

/// What came of a folder of applications.
pub(super) struct Measured {
    tally: Tally,
    /// On how many pages the person is asked something that they need not be.
    left: Left,
    /// How many controls hold something else where others' entries are in the profile; none: it was not tried.
    changed: Option<usize>,
    /// What the model that was asked makes of it, beside the rules alone.
    of_model: Option<Vec<String>>,
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

/// A page that was filled, and what it held without the entries of others where they were added, or without the model
/// where one was asked.
struct Filled {
    state: State,
    without: Option<State>,
    proposals: Proposals,
    demanded: Vec<String>,
}

/// Fills every page for each of its persons.
pub(super) fn measure(options: &Eval, bench: &Bench, dir: &Path) -> Result<Measured> {
    let corpus = Corpus::read(dir, options.limit, options.distractors)?;
    let site = Site::serve(&corpus.pages)?;
    let out = Lines::create(options)?;
    let asked = options.model.as_deref().map(|url| AskedModel::start(url, &options.called));
    let asked = asked.transpose()?;
    let twice = options.distractors || asked.is_some();
    let results = bench.each(
        &corpus.cases,
        || DatedBrowser::set_up(bench, &corpus.day),
        |place, case| {
            let url = site.url(part(case, "page"));
            let own = corpus.profile(case)?;
            let without = twice.then(|| place.fill(&url, own)).transpose()?;
            let form = match &asked {
                Some(asked) => place.fill_with(asked, &url, own)?,
                None if twice => place.fill(&url, &corpus.distracted(case)?)?,
                None => place.fill(&url, own)?,
            };
            out.write(case, &form, without.as_ref())?;
            let without = without.map(|form| form.state);
            let Form { state, proposals, demanded, .. } = form;
            Ok(Filled { state, without, proposals, demanded })
        },
    );
    let filled = || corpus.cases.iter().zip(&results).map(|(case, one)| (case, one.as_ref().ok()));
    let changes = filled().filter_map(|(_, one)| {
        let one = one?;
        Some(changed(one.without.as_ref()?, &one.state))
    });
    let of_model =
        asked.as_ref().map(|asked| with_model(asked, &words(dir)?, filled())).transpose()?;
    Ok(Measured {
        tally: Tally::of(filled().map(|(case, one)| (case, one.map(|one| &one.state)))),
        left: Left::of(
            filled().map(|(case, one)| (case, one.map(|one| (&one.state, &*one.demanded)))),
        ),
        changed: options.distractors.then(|| changes.sum()),
        of_model,
        out: out.path,
        failed: failures(corpus.cases.iter().map(|case| part(case, "page")), &results),
    })
}

/// What the model added to the rules, what its calls took, and the same of earlier runs.
fn with_model<'a>(
    asked: &AskedModel,
    words: &BTreeMap<String, BTreeMap<String, String>>,
    filled: impl Iterator<Item = (&'a Value, Option<&'a Filled>)>,
) -> Result<Vec<String>> {
    let (mut open, mut cases, mut by_rules) = (Open::default(), 0, Vec::new());
    let none = BTreeMap::new();
    for (case, one) in filled {
        let Some((one, without)) = one.and_then(|one| Some((one, one.without.as_ref()?))) else {
            continue;
        };
        cases += 1;
        by_rules.push((case, Some(without)));
        let words = words.get(part(case, "page")).unwrap_or(&none);
        open.add(case, words, without, &one.state, &one.proposals);
    }
    let rules = Tally::of(by_rules.into_iter());
    let mut lines: Vec<String> =
        rules.summary().iter().map(|line| format!("rules alone: {line}")).collect();
    lines.extend(open.summary());
    lines.extend(asked.summary()?);
    lines.push(open::note(&asked.run()?, &open, cases)?.text());
    Ok(lines)
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
    proposals: Proposals,
    /// The labelled controls that the page demands.
    demanded: Vec<String>,
}

impl DatedBrowser {
    fn set_up(bench: &Bench, day: &str) -> Result<Self> {
        let browser = BrowserWithPopup::set_up(bench, true)?;
        let popup = browser.popup.clone().careful();
        Ok(Self { browser, popup, clock: Clock::new(day) })
    }

    /// Has a model asked about what the rules leave open.
    fn fill_with(&self, asked: &AskedModel, url: &str, profile: &Value) -> Result<Form> {
        asked.serve(&self.browser.vaulty)?;
        let form = self.fill(url, profile);
        self.browser.vaulty.use_no_server()?;
        form
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
        let demanded = self.popup.in_frame(0, include_str!("demanded.js"), &[])?;
        let demanded = serde_json::from_value(demanded).context("the page could not be read")?;
        let proposals = proposals(&outcome.job);
        Ok(Form { demanded, state, status: outcome.status, seconds: outcome.seconds, proposals })
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
            "proposals": form.proposals,
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
