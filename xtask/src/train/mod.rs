//! `train`: learns from labelled pages what evidence is worth, and writes `agent-core/src/classify/learned.txt`.

mod fit;
mod site;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    thread,
};

use agent_core::{
    classify::{
        self,
        learned::{self, Choices},
    },
    role::Role,
};
use anyhow::{Context as _, Result, ensure};
use clap::Args;
use harness::paths;
use serde_json::{Value, json};
use shared_types::{Field, Observation};

use self::fit::{Example, Settings};
use crate::{
    eval::{self, LABELS, Score, json_lines, part, slot, write_lines},
    run::existing,
};

/// Learn from labelled pages (DIR/pages/*.html and DIR/gold.jsonl, as for `eval`) what evidence is worth, and write
/// agent-core/src/classify/learned.txt. First the pages are understood by weights that were learned from other
/// sites' pages alone (cross-validation), and by the rules alone; both are printed
#[derive(Debug, Args)]
pub(crate) struct Train {
    /// Folders with pages and labels
    #[arg(value_name = "DIR", required = true)]
    dirs: Vec<PathBuf>,
    /// Take what an earlier run read of the pages (target/train), and open no browser
    #[arg(long)]
    again: bool,
    /// Only measure; the table stays as it is
    #[arg(long)]
    measure: bool,
    /// How much each step of learning must bring to count (L1): more makes a smaller table
    #[arg(long, default_value_t = Settings::default().sparse)]
    sparse: f32,
    /// How much weights are kept small (L2)
    #[arg(long, default_value_t = Settings::default().small)]
    small: f32,
    /// How often all pages are gone through
    #[arg(long, default_value_t = Settings::default().rounds)]
    rounds: usize,
}

const TABLE: &str = "agent-core/src/classify/learned.txt";
const HEAD: &str = "# What evidence is worth, learned from labelled pages. Written by `cargo xtask train`; src/classify/learned.rs\n\
                    # reads it: `role: WHAT SPEAKS FOR A ROLE: WEIGHT`, `none: FACT OF A FIELD, FOR ITS HAVING NO ROLE: WEIGHT`.\n";
/// Parts into which the sites are divided: each is understood by what the others teach.
const FOLDS: u64 = 5;
const NONE: &str = "none";

/// A labelled page.
struct Page {
    set: usize,
    file: String,
    fold: u64,
    fields: Vec<Labelled>,
}

/// A labelled field of it.
struct Labelled {
    mark: String,
    choices: Choices,
    example: Example,
    /// The same field on a page that lacks something, to learn from.
    variants: Vec<Example>,
}

/// What pages of other kinds lack: pages of an application name their controls by chance, a dialog asks for one thing
/// alone. What is learned must hold there, too.
const VARIANTS: [fn(&mut Field); 3] = [
    |field| field.autocomplete.clear(),
    |field| {
        field.name.clear();
        field.id.clear();
    },
    |field| {
        field.name.clear();
        field.id.clear();
        field.autocomplete.clear();
        // Each in a form of its own.
        field.form = Some(ALONE + field.index);
    },
];
/// More than a page has forms.
const ALONE: u32 = 1_000_000;

impl Train {
    pub(crate) fn run(&self) -> Result<()> {
        let dirs = self.dirs.iter().map(|dir| existing(dir)).collect::<Result<Vec<_>>>()?;
        let mut pages = Vec::new();
        let mut labels = Vec::new();
        for (set, dir) in dirs.iter().enumerate() {
            let gold = json_lines(&dir.join(LABELS), None)?;
            pages.extend(self.read(set, dir, &gold)?);
            labels.push(gold);
        }
        let settings = Settings { sparse: self.sparse, small: self.small, rounds: self.rounds };
        let sites: BTreeSet<String> = pages.iter().map(|page| site::of(&page.file)).collect();
        println!("{} pages of {} sites", pages.len(), sites.len());
        let by_rules: Vec<Value> = pages
            .iter()
            .map(|page| page.line(|field| (field.choices.verdict, field.choices.confidence)))
            .collect();
        let crossed = cross_validated(&pages, &settings);
        for (set, (dir, gold)) in dirs.iter().zip(&labels).enumerate() {
            let of_set = |lines: &[Value]| -> Vec<Value> {
                let pairs = pages.iter().zip(lines).filter(|(page, _)| page.set == set);
                pairs.map(|(_, line)| line.clone()).collect()
            };
            for (how, lines) in [("rules alone", &by_rules), ("weights of other sites", &crossed)] {
                let score = Score::new(gold, &of_set(lines));
                println!(
                    "{}, {how}: F1 by slot {:.4}, {} of {} pages all right, {} that ask for nothing got a role, \
                     calibration error {:.3}, sure and wrong {}",
                    dir.file_name().unwrap_or_default().display(),
                    score.slot().f1,
                    score.pages_right,
                    score.pages,
                    score.touched,
                    score.calibration.error(),
                    score.calibration.sure_mistakes(),
                );
            }
        }
        let examples: Vec<&Example> = examples(&pages, |_| true);
        let weights = fit::weights(&examples, learned::count(), &settings);
        let table = learned::table(&weights);
        println!("{} lines, {} bytes", table.lines().count(), table.len());
        if self.measure {
            return Ok(());
        }
        let file = paths::workspace().join(TABLE);
        fs::write(&file, format!("{HEAD}{table}"))
            .with_context(|| format!("{} cannot be written", file.display()))?;
        println!("{TABLE} is written; look at what it changes: cargo test -p agent-core");
        Ok(())
    }

    fn read(&self, set: usize, dir: &Path, gold: &[Value]) -> Result<Vec<Page>> {
        let name = dir.file_name().unwrap_or_default();
        let kept = paths::target().join("train").join(name).with_extension("jsonl");
        let lines = if self.again {
            ensure!(kept.exists(), "{} was not read before: leave --again out", dir.display());
            json_lines(&kept, None)?
        } else {
            println!("reading the pages of {}", dir.display());
            let lines = eval::observations(dir)?;
            fs::create_dir_all(paths::target().join("train"))?;
            write_lines(&kept, &lines)?;
            lines
        };
        let labels: BTreeMap<&str, &Value> =
            gold.iter().filter_map(|page| Some((part(page, "file"), page.get("gold")?))).collect();
        let page = |line: &Value| {
            let labels = labels.get(part(line, "file"))?;
            Some(Page::new(set, line, labels))
        };
        lines.iter().filter_map(page).collect()
    }
}

impl Page {
    fn new(set: usize, line: &Value, labels: &Value) -> Result<Self> {
        let file = part(line, "file").to_owned();
        let observation = line.get("observation").cloned().unwrap_or_default();
        let observation: Observation = serde_json::from_value(observation)
            .with_context(|| format!("{file} was read by another version: leave --again out"))?;
        let marks = line.get("marks").and_then(Value::as_array);
        let others: Vec<Vec<Choices>> = VARIANTS
            .iter()
            .map(|change| {
                let mut page = observation.clone();
                page.fields.iter_mut().for_each(change);
                classify::choices(&page)
            })
            .collect();
        let mut fields = Vec::new();
        for ((at, choices), mark) in
            classify::choices(&observation).into_iter().enumerate().zip(marks.into_iter().flatten())
        {
            let Some(mark) = mark.as_str() else { continue };
            let Some(wanted) = labels.get(mark).and_then(Value::as_array) else { continue };
            let wanted: Vec<&str> = wanted.iter().filter_map(Value::as_str).collect();
            let example = |choices: &Choices| Example::new(choices, |role| is_right(role, &wanted));
            let variants = others.iter().filter_map(|other| other.get(at)).map(example).collect();
            fields.push(Labelled {
                mark: mark.to_owned(),
                example: example(&choices),
                choices,
                variants,
            });
        }
        Ok(Self { set, fold: site::number(&site::of(&file)) % FOLDS, file, fields })
    }

    /// What is predicted of it, as `eval` writes it.
    fn line(&self, predict: impl Fn(&Labelled) -> (Option<Role>, f32)) -> Value {
        let fields = self.fields.iter().map(|field| {
            let (role, confidence) = predict(field);
            json!({"n": field.mark, "role": Role::spelling(role), "confidence": confidence})
        });
        json!({"file": self.file, "pred": fields.collect::<Vec<_>>()})
    }
}

/// Whether an outcome is one that a label allows.
fn is_right(role: Option<Role>, wanted: &[&str]) -> bool {
    if learned::is_none(role) {
        return wanted == [NONE];
    }
    wanted.iter().any(|token| *token == Role::spelling(role))
        || wanted.iter().all(|token| Role::parse(token).is_none())
            && wanted.iter().any(|token| slot(token) == slot(Role::spelling(role)))
}

fn examples(pages: &[Page], wanted: impl Fn(&Page) -> bool) -> Vec<&Example> {
    let pages = pages.iter().filter(|page| wanted(page));
    let fields = pages.flat_map(|page| &page.fields);
    fields.flat_map(|field| std::iter::once(&field.example).chain(&field.variants)).collect()
}

/// Each page understood by what the pages of other sites teach.
fn cross_validated(pages: &[Page], settings: &Settings) -> Vec<Value> {
    let weights: Vec<Vec<f32>> = thread::scope(|scope| {
        let runs: Vec<_> = (0..FOLDS)
            .map(|fold| {
                scope.spawn(move || {
                    let others = examples(pages, |page| page.fold != fold);
                    fit::weights(&others, learned::count(), settings)
                })
            })
            .collect();
        runs.into_iter().map(|run| run.join().unwrap_or_default()).collect()
    });
    let line = |page: &Page| {
        let weights = usize::try_from(page.fold).ok().and_then(|fold| weights.get(fold));
        let weights = weights.map(Vec::as_slice).unwrap_or_default();
        page.line(|field| field.choices.judge(&field.example.shares(weights)))
    };
    pages.iter().map(line).collect()
}
