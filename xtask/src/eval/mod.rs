//! `eval`: how well pages are understood and filled, measured on folders of pages through the extension's
//! own popup in Chromium.

mod calls;
mod compare;
mod report;
mod roles;
mod score;
mod tasks;
mod values;

use std::{
    io::Write as _,
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use anyhow::{Context as _, Result, bail};
use clap::Args;
use harness::{Options, Popup, Tab, Vaulty};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::Value;

use crate::{build, existing, progress::Steps, setup};

/// Measure how well pages are understood and filled, on folders of pages.
///
/// `eval DIR` looks at every DIR/pages/*.html with the page's scripts off and writes a line a page:
/// {"file": …, "pred": [{"n": …, "role": …, "confidence": …}]}, where n is the control's data-eval-n.
/// `eval --tasks DIR` fills the pages of DIR/tasks.jsonl from their records and compares with what is
/// expected. `eval --values DIR` does so with the profiles of DIR/cases.jsonl. Where DIR has a gold.jsonl
/// ({"file": …, "gold": {n: [role, …]}}) the roles are compared with it. `eval --calls DIR` fills
/// DIR/pages/*.html from the sample profile and counts how often a model is asked. `eval --report DIR`
/// measures every folder in DIR and writes docs/ACCURACY.md.
#[derive(Debug, Args)]
#[command(group(clap::ArgGroup::new("what").required(true).args(["dir", "tasks", "values", "calls", "report"])))]
pub(crate) struct Eval {
    /// A folder with pages/*.html: what each control asks for
    #[arg(value_name = "DIR")]
    dir: Option<PathBuf>,
    /// A folder with tasks.jsonl and pages/: fill from records
    #[arg(long, value_name = "DIR")]
    tasks: Option<PathBuf>,
    /// A folder with cases.jsonl and pages/: fill from profiles
    #[arg(long, value_name = "DIR")]
    values: Option<PathBuf>,
    /// A folder with pages/*.html: how many of them need a model
    #[arg(long, value_name = "DIR")]
    calls: Option<PathBuf>,
    /// A folder of such folders: measure all of them and write docs/ACCURACY.md
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
    /// Where to write a line a page or task; absent: the standard output for `eval DIR`, nowhere else
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Take all autocomplete attributes away before looking
    #[arg(long)]
    strip_autocomplete: bool,
    /// Compare our accessible names with Chromium's own
    #[arg(long)]
    names: bool,
    /// Say more: evidence in each line, or what went wrong
    #[arg(long)]
    explain: bool,
    /// Only the first N pages or tasks
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Browsers at work at the same time; for --tasks and --values more than one spoils the times
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
}

impl Eval {
    pub(crate) fn run(&self) -> Result<()> {
        let steps = Steps::aside();
        setup::chromium(&steps)?;
        let built = build::extension(&steps)?;
        let bench = Bench {
            extension: built.folder,
            jobs: self
                .jobs
                .unwrap_or(if self.tasks.is_some() || self.values.is_some() { 1 } else { 2 })
                .max(1),
        };
        match (&self.dir, &self.tasks, &self.values, &self.calls, &self.report) {
            (Some(dir), ..) => roles::run(self, &bench, &existing(dir)?),
            (_, Some(dir), ..) => tasks::run(self, &bench, &existing(dir)?),
            (_, _, Some(dir), ..) => values::run(self, &bench, &existing(dir)?),
            (_, _, _, Some(dir), _) => {
                build::server(&steps)?;
                calls::run(self, &bench, &existing(dir)?)
            }
            (.., Some(dir)) => report::run(self, &bench, &existing(dir)?),
            _ => bail!("name a folder"),
        }
    }

    /// Writes lines to `--out`.
    fn write(&self, lines: &[Value]) -> Result<()> {
        let Some(file) = &self.out else { return Ok(()) };
        let mut text = Vec::new();
        for line in lines {
            writeln!(text, "{line}")?;
        }
        std::fs::write(file, text).with_context(|| format!("{} cannot be written", file.display()))
    }
}

/// What the measurements run on.
struct Bench {
    extension: PathBuf,
    jobs: usize,
}

/// A browser with one tab and the popup that belongs to it.
struct Desk {
    vaulty: Vaulty,
    tab: Tab,
    popup: Popup,
}

impl Desk {
    fn set_up(bench: &Bench, page_scripts: bool) -> Result<Self> {
        let extension = Some(bench.extension.clone());
        let vaulty = Vaulty::start_with(&Options { extension, ..Options::default() })?;
        vaulty.use_no_server()?;
        let tab = vaulty.open("about:blank")?;
        // The extension's own scripts run in worlds of their own and are not affected.
        tab.page.disable_scripts(!page_scripts)?;
        let popup = vaulty.popup(&tab)?;
        Ok(Self { vaulty, tab, popup })
    }
}

impl Bench {
    /// The same with one browser at a time, so that times are not spoiled.
    fn alone(&self) -> Self {
        Self { extension: self.extension.clone(), jobs: 1 }
    }

    /// Does something with every item, at as many places as there are jobs, with a progress bar. A place
    /// where something fails is made anew.
    fn each<T: Sync, P, R: Send>(
        &self,
        items: &[T],
        place: impl Fn() -> Result<P> + Sync,
        work: impl Fn(&P, &T) -> Result<R> + Sync,
    ) -> Vec<Result<R>> {
        let next = AtomicUsize::new(0);
        let bar = progress(items.len());
        let done: Mutex<Vec<(usize, Result<R>)>> = Mutex::new(Vec::with_capacity(items.len()));
        thread::scope(|scope| {
            for _ in 0..self.jobs.min(items.len()) {
                scope.spawn(|| {
                    let mut kept = None;
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(item) = items.get(index) else { break };
                        let result = kept.take().map_or_else(&place, Ok).and_then(|here| {
                            let result = work(&here, item)?;
                            kept = Some(here);
                            Ok(result)
                        });
                        done.lock().unwrap_or_else(PoisonError::into_inner).push((index, result));
                        bar.inc(1);
                    }
                });
            }
        });
        bar.finish_and_clear();
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_by_key(|(index, _)| *index);
        done.into_iter().map(|(_, result)| result).collect()
    }
}

fn progress(length: usize) -> ProgressBar {
    let bar = ProgressBar::new(length.try_into().unwrap_or(u64::MAX));
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {elapsed} left {eta}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// The objects of a file with one JSON object a line.
fn json_lines(file: &Path, limit: Option<usize>) -> Result<Vec<Value>> {
    let text = std::fs::read_to_string(file)
        .with_context(|| format!("{} cannot be read", file.display()))?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines
        .take(limit.unwrap_or(usize::MAX))
        .enumerate()
        .map(|(number, line)| {
            serde_json::from_str(line)
                .with_context(|| format!("line {} of {} is no JSON", number + 1, file.display()))
        })
        .collect()
}

/// A string of an object, or nothing.
fn part<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// Reports what failed; an error when something did.
fn failures<'a, R: 'a>(names: impl Iterator<Item = &'a str>, results: &[Result<R>]) -> Result<()> {
    let mut failed = 0;
    for (name, result) in names.zip(results) {
        if let Err(error) = result {
            failed += 1;
            eprintln!("{name}: {error:#}");
        }
    }
    if failed > 0 {
        bail!("{failed} of {} could not be measured", results.len());
    }
    Ok(())
}

/// `0.972 (3110/3200)`
fn share(part: usize, whole: usize) -> String {
    #[expect(clippy::cast_precision_loss, reason = "counts are small")]
    let share = if whole == 0 { 0.0 } else { part as f64 / whole as f64 };
    format!("{share:.3} ({part}/{whole})")
}

/// The value below which this share of the values lies (nearest rank).
pub(crate) fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "counts are small and positive"
    )]
    let rank = (share * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{quantile, share};

    #[test]
    fn shares_and_quantiles() {
        assert_eq!(share(3110, 3200), "0.972 (3110/3200)");
        assert_eq!(share(0, 0), "0.000 (0/0)");
        let check = |values: &[f64], at: f64, expected: f64| {
            assert!((quantile(values, at) - expected).abs() < 1e-9);
        };
        check(&[3.0, 1.0, 2.0], 0.5, 2.0);
        check(&[1.0, 2.0, 3.0, 4.0], 0.5, 2.0);
        check(&[1.0, 2.0, 3.0, 4.0], 0.95, 4.0);
        check(&[], 0.5, 0.0);
    }
}
