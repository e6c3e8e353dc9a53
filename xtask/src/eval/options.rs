//! What can be asked of `eval`.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};
use clap::Args;
use harness::Engine;
use serde_json::Value;

/// Measure how well pages are understood and filled, on folders of pages.
///
/// `eval DIR` looks at every DIR/pages/*.html with the page's scripts off and writes a line a page:
/// {"file": …, "pred": [{"n": …, "role": …, "confidence": …}]}, where n is the control's data-eval-n.
/// `eval --tasks DIR` fills the pages of DIR/tasks.jsonl from their records and compares with what is
/// expected. `eval --values DIR` does so with the profiles of DIR/cases.jsonl. Where DIR has a gold.jsonl
/// ({"file": …, "gold": {n: [role, …]}}) the roles are compared with it. `eval --calls DIR` fills
/// DIR/pages/*.html from the sample profile and counts how often a model is asked. `eval --applications DIR`
/// fills the pages of DIR/cases.jsonl from the facts and remembered answers of DIR/personas.json, as of the
/// day that it names, and compares with the labels. `eval --report DIR` measures every folder in DIR and
/// writes docs/ACCURACY.md.
#[derive(Debug, Default, Args)]
#[command(group(clap::ArgGroup::new("what").required(true).args(["dir", "tasks", "values", "calls", "applications", "memory", "report"])))]
pub(crate) struct Eval {
    /// A folder with pages/*.html: what each control asks for
    #[arg(value_name = "DIR")]
    pub(super) dir: Option<PathBuf>,
    /// A folder with tasks.jsonl and pages/: fill from records
    #[arg(long, value_name = "DIR")]
    pub(super) tasks: Option<PathBuf>,
    /// With --tasks: have a person correct and send each form's first record, and fill the others before and after
    #[arg(long, requires = "tasks")]
    pub(super) again: bool,
    /// A folder with cases.jsonl and pages/: fill from profiles
    #[arg(long, value_name = "DIR")]
    pub(super) values: Option<PathBuf>,
    /// A folder with pages/*.html: how many of them need a model
    #[arg(long, value_name = "DIR")]
    pub(super) calls: Option<PathBuf>,
    /// A folder with cases.jsonl, personas.json and pages/: fill applications from what persons know
    #[arg(long, value_name = "DIR")]
    pub(super) applications: Option<PathBuf>,
    /// How well remembered questions are found again: of the sets in agent-core/tests/memory, and of a folder as for
    /// --applications the remembered answers alone. Needs no browser
    #[arg(long, value_name = "DIR", num_args = 0..=1)]
    pub(super) memory: Option<Option<PathBuf>>,
    /// With --applications: have this model asked about what the rules leave open, an address that speaks OpenAI's
    /// chat completions (http://127.0.0.1:8080); add --jobs 1 where it runs on this machine
    #[arg(
        long,
        value_name = "BASE_URL",
        requires = "applications",
        conflicts_with = "distractors"
    )]
    pub(super) model: Option<String>,
    /// With --model: what the model is called there, and in the table of what was measured
    #[arg(long, value_name = "NAME", requires = "model", default_value = "default")]
    pub(super) called: String,
    /// With --applications: fill each page twice, the second time with the entries and answers of the other
    /// persons in the profile as well, and tell how many controls that changes; needs questions.jsonl
    ///
    /// With DIR, a folder of pages or of such folders: plan each page without and with remembered answers to the
    /// questions of other pages that this one does not ask, and tell how many controls that changes
    #[arg(long, conflicts_with_all = ["tasks", "values", "calls", "report"])]
    pub(super) distractors: bool,
    /// A folder of such folders: measure all of them and write docs/ACCURACY.md
    #[arg(long, value_name = "DIR")]
    pub(super) report: Option<PathBuf>,
    /// Where to write a line a page or task; absent: the standard output for `eval DIR`,
    /// target/eval/applications.jsonl for --applications, nowhere else
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Take all autocomplete attributes away before looking
    #[arg(long)]
    pub(super) strip_autocomplete: bool,
    /// Compare our accessible names with Chromium's own
    #[arg(long)]
    pub(super) names: bool,
    /// Say more: evidence in each line, or what went wrong
    #[arg(long)]
    pub(super) explain: bool,
    /// Only the first N pages, tasks or cases
    #[arg(long, value_name = "N")]
    pub(super) limit: Option<usize>,
    /// Browsers at work at the same time; for --tasks and --values more than one spoils the times
    #[arg(long, value_name = "N")]
    pub(super) jobs: Option<usize>,
    /// The browser: chromium or firefox
    #[arg(long, value_name = "BROWSER", default_value = "chromium")]
    pub(super) browser: Engine,
}

impl Eval {
    /// Writes lines to `--out`.
    pub(super) fn write(&self, lines: &[Value]) -> Result<()> {
        let Some(file) = &self.out else { return Ok(()) };
        write_lines(file, lines)
    }
}

/// Writes lines to a file.
pub(crate) fn write_lines(file: &Path, lines: &[Value]) -> Result<()> {
    let mut text = Vec::new();
    for line in lines {
        writeln!(text, "{line}")?;
    }
    std::fs::write(file, text).with_context(|| format!("{} cannot be written", file.display()))
}
