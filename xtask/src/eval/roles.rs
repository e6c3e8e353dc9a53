//! `eval DIR`: what each control of a page asks for, and whether our accessible names are Chromium's.

use std::{collections::BTreeMap, fs, path::Path, time::Duration, time::Instant};

use anyhow::{Context as _, Result};
use harness::{Engine, Site, cdp::AxNode};
use serde_json::{Map, Value, json};

use super::{
    browsers::{Bench, BrowserWithPopup},
    figures::{failures, json_lines, part, quantile, share},
    options::Eval,
    score::Score,
};

/// How long understanding a page may take.
const LONGEST: Duration = Duration::from_secs(30);
/// The attribute that names a control in the corpus. It is copied through and decides nothing.
const MARK: &str = "data-eval-n";
/// What people labelled.
pub(crate) const LABELS: &str = "gold.jsonl";
/// Differing names that `--explain` prints.
const SHOWN_NAMES: usize = 200;

/// What was seen of a page.
pub(super) struct PageResult {
    pub(super) line: Value,
    names: Names,
    seconds: f64,
    fields: usize,
    /// What was read, and the marks of its fields.
    pub(super) observation: Value,
    marks: Vec<Option<String>>,
}

/// Accessible names compared.
#[derive(Default)]
struct Names {
    equal: usize,
    /// Controls that Chromium's tree leaves out: it has no name for them.
    not_in_tree: usize,
    /// Mark, Chromium's name, ours.
    differ: Vec<(String, String, String)>,
}

pub(super) fn run(options: &Eval, bench: &Bench, dir: &Path) -> Result<()> {
    let looked = measure(options, bench, dir, options.strip_autocomplete)?;
    let lines = looked.lines();
    if options.out.is_some() {
        options.write(&lines)?;
    } else {
        lines.iter().for_each(|line| println!("{line}"));
    }
    let seconds: Vec<f64> = looked.seen.iter().map(|page| page.seconds).collect();
    let fields: usize = looked.seen.iter().map(|page| page.fields).sum();
    eprintln!(
        "pages {}/{}, controls {fields}, seconds a page median {:.2} p95 {:.2}",
        looked.seen.len(),
        looked.pages,
        quantile(&seconds, 0.5),
        quantile(&seconds, 0.95)
    );
    if options.names {
        print_names(options, &looked.seen);
    }
    if let Some(score) = looked.score(dir, options)? {
        let (exact, slot) = (score.exact(), score.slot());
        eprintln!(
            "F1 by slot {:.3}, exact {:.3}; pages all right {}; {} that ask for nothing got a role",
            slot.f1,
            exact.f1,
            share(score.pages_right, score.pages),
            score.touched
        );
        eprint!("{}", score.calibration);
    }
    looked.failed
}

/// What was seen of a folder of pages.
pub(super) struct Looked {
    pub(super) seen: Vec<PageResult>,
    pages: usize,
    /// Whether some page could not be looked at.
    pub(super) failed: Result<()>,
}

impl Looked {
    fn lines(&self) -> Vec<Value> {
        self.seen.iter().map(|page| page.line.clone()).collect()
    }

    /// Compared with the folder's labels, if it has any.
    pub(super) fn score(&self, dir: &Path, options: &Eval) -> Result<Option<Score>> {
        let labels = dir.join(LABELS);
        if !labels.exists() {
            return Ok(None);
        }
        let mut gold = json_lines(&labels, None)?;
        if options.limit.is_some() {
            gold.retain(|page| {
                self.seen.iter().any(|s| part(&s.line, "file") == part(page, "file"))
            });
        }
        Ok(Some(Score::new(&gold, &self.lines())))
    }
}

/// Reads every page of a folder: `{"file", "marks", "observation"}`, the marks in the order of the fields.
pub(crate) fn observations(dir: &Path) -> Result<Vec<Value>> {
    let bench = Bench::set_up(None, false, Engine::Chromium)?;
    let options = Eval::default();
    let looked = measure(&options, &bench, dir, false)?;
    looked.failed?;
    let lines = looked.seen.into_iter().map(|page| {
        json!({"file": part(&page.line, "file"), "marks": page.marks, "observation": page.observation})
    });
    Ok(lines.collect())
}

/// Looks at every page of a folder.
pub(super) fn measure(options: &Eval, bench: &Bench, dir: &Path, strip: bool) -> Result<Looked> {
    let site = Site::serve(&dir.join("pages"))?;
    let pages = pages(&dir.join("pages"), options.limit)?;
    let results = bench.each(
        &pages,
        || BrowserWithPopup::set_up(bench, false),
        |browser, page| look(options, strip, browser, &site, page),
    );
    let failed = failures(pages.iter().map(String::as_str), &results);
    Ok(Looked { seen: results.into_iter().flatten().collect(), pages: pages.len(), failed })
}

pub(super) fn pages(folder: &Path, limit: Option<usize>) -> Result<Vec<String>> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".html")).collect();
    names.sort();
    names.truncate(limit.unwrap_or(usize::MAX));
    Ok(names)
}

fn look(
    options: &Eval,
    strip: bool,
    browser: &BrowserWithPopup,
    site: &Site,
    file: &str,
) -> Result<PageResult> {
    let start = Instant::now();
    browser.tab.page.navigate(&site.url(file))?;
    if strip {
        browser.popup.in_frames(STRIP, &[])?;
    }
    let inspection = browser.popup.inspect(LONGEST)?;
    let marks = marks(browser, &inspection)?;
    let seconds = start.elapsed().as_secs_f64();
    let fields = inspection.pointer("/observation/fields").and_then(Value::as_array);
    let fields = fields.map(Vec::as_slice).unwrap_or_default();
    let marked =
        || fields.iter().zip(&marks).filter_map(|(field, mark)| Some((field, mark.as_deref()?)));
    let predictions: Vec<Value> =
        marked().map(|(field, mark)| prediction(field, mark, options.explain)).collect();
    let names = if options.names {
        let ours: Vec<(&str, &str)> =
            marked().map(|(field, mark)| (mark, part(field, "accessibleName"))).collect();
        compare_names(browser, &ours)?
    } else {
        Names::default()
    };
    let line = json!({"file": file, "pred": predictions});
    let fields = marked().count();
    let observation = inspection.get("observation").cloned().unwrap_or_default();
    Ok(PageResult { line, names, seconds, fields, observation, marks })
}

/// Takes `autocomplete` away, in shadow roots too.
const STRIP: &str = "() => { const walk = (root) => { for (const el of root.querySelectorAll('*')) { \
    el.removeAttribute('autocomplete'); \
    const shadow = el instanceof HTMLElement ? chrome.dom.openOrClosedShadowRoot(el) : null; \
    if (shadow) walk(shadow); } }; walk(document); return true; }";

/// Looks the marks of elements up, where the extension's content script numbered them.
const READ_MARKS: &str = "(numbers, name) => numbers.map((n) => \
    globalThis.vaulty?.element(n)?.getAttribute(name) ?? null)";

/// The mark of each field of an inspection.
fn marks(browser: &BrowserWithPopup, inspection: &Value) -> Result<Vec<Option<String>>> {
    let elements: Vec<(i64, u64)> =
        serde_json::from_value(inspection.get("elements").cloned().unwrap_or_else(|| json!([])))?;
    let mut by_frame: BTreeMap<i64, Vec<(usize, u64)>> = BTreeMap::new();
    for (position, (frame, number)) in elements.iter().enumerate() {
        by_frame.entry(*frame).or_default().push((position, *number));
    }
    let mut marks = vec![None; elements.len()];
    for (frame, wanted) in by_frame {
        let numbers: Vec<u64> = wanted.iter().map(|(_, number)| *number).collect();
        let read = browser.popup.in_frame(frame, READ_MARKS, &[numbers.into(), MARK.into()])?;
        for ((position, _), mark) in wanted.iter().zip(read.as_array().into_iter().flatten()) {
            if let Some(place) = marks.get_mut(*position) {
                *place = mark.as_str().map(str::to_owned);
            }
        }
    }
    Ok(marks)
}

fn prediction(field: &Value, mark: &str, explain: bool) -> Value {
    let role = field.get("role").and_then(Value::as_str).unwrap_or("none");
    let mut line = Map::new();
    line.insert("n".to_owned(), mark.into());
    line.insert("role".to_owned(), role.into());
    line.insert("confidence".to_owned(), rounded(field.get("confidence")));
    if explain {
        for key in [
            "evidence",
            "label",
            "nearby",
            "section",
            "name",
            "id",
            "placeholder",
            "autocomplete",
            "visible",
            "type",
        ] {
            line.insert(key.to_owned(), field.get(key).cloned().unwrap_or_default());
        }
    }
    Value::Object(line)
}

fn rounded(confidence: Option<&Value>) -> Value {
    let confidence = confidence.and_then(Value::as_f64).unwrap_or_default();
    json!((confidence * 1000.0).round() / 1000.0)
}

/// Compares names by mark with those of Chromium's accessibility tree.
fn compare_names(browser: &BrowserWithPopup, ours: &[(&str, &str)]) -> Result<Names> {
    let nodes: BTreeMap<String, u64> = browser.tab.page.nodes_with(MARK)?.into_iter().collect();
    let tree = browser.tab.page.accessibility()?;
    let by_node: BTreeMap<u64, &AxNode> =
        tree.iter().map(|node| (node.backend_node, node)).collect();
    let mut names = Names::default();
    for (mark, our_name) in ours {
        let theirs = nodes.get(*mark).and_then(|node| by_node.get(node));
        match theirs.filter(|node| !node.ignored) {
            None => names.not_in_tree += 1,
            Some(node) if one_line(&node.name) == one_line(our_name) => names.equal += 1,
            Some(node) => {
                names.differ.push(((*mark).to_owned(), node.name.clone(), (*our_name).to_owned()));
            }
        }
    }
    Ok(names)
}

fn one_line(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn print_names(options: &Eval, seen: &[PageResult]) {
    if options.explain {
        let differing =
            seen.iter().flat_map(|page| page.names.differ.iter().map(move |name| (page, name)));
        for (page, (mark, theirs, ours)) in differing.take(SHOWN_NAMES) {
            eprintln!("{} {mark}: Chromium {theirs:?}, we {ours:?}", part(&page.line, "file"));
        }
    }
    let sum =
        |count: fn(&Names) -> usize| seen.iter().map(|page| count(&page.names)).sum::<usize>();
    let equal = sum(|names| names.equal);
    let compared = equal + sum(|names| names.differ.len());
    let absent = sum(|names| names.not_in_tree);
    println!("names equal {}; not in the tree {absent}", share(equal, compared));
}
