//! One browser for all pages: opens them, has them filled, and reads what their applications believe.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tests::{Http, Popup, Site, Tab, Vaulty, paths};

use crate::{refill, table::Row};

/// Long enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(45);
/// Pages that are filled at once.
const HANDS: usize = 3;
/// A file of the person's, whatever is in it: the smallest PDF there is.
const FILE: &str = "JVBERi0xLjQKJSVFT0YK";

/// The names of the pages that were built; of those that a person names, only these.
pub(crate) fn pages(only: Option<&str>) -> Vec<String> {
    let folder = paths::bundled_pages().join("widgets");
    let entries = std::fs::read_dir(&folder).expect("the pages are built: cargo xtask build");
    let mut names: Vec<String> = entries
        .flatten()
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| only.is_none_or(|only| only.split(',').any(|one| one == name)))
        .collect();
    names.sort();
    names
}

/// What came of one page.
pub(crate) struct PageResult {
    pub(crate) name: String,
    widgets: Value,
    first: Round,
    second: Round,
    pub(crate) stayed: bool,
}

/// What came of filling a page once.
#[derive(Default)]
struct Round {
    app: Value,
    job: Value,
}

impl Round {
    fn believes(&self, label: &str, belief: &Value) -> bool {
        &self.app["values"][label] == belief
    }

    /// How a field was written, if the job says that it was and that it held.
    fn written(&self, label: &str) -> Option<String> {
        let written = self.job["written"].as_array()?;
        let from = format!("record.{label}");
        let about = |entry: &&Value| entry["source"] == from || same(&entry["label"], label);
        let entry = written.iter().find(about)?;
        Some(entry["strategy"].as_str().unwrap_or_default().to_owned())
    }

    /// What went wrong with a field, once each.
    fn errors(&self, label: &str) -> Vec<String> {
        let from = format!("record.{label}");
        let history = self.job["history"].as_array().into_iter().flatten();
        let about = history.filter(|entry| entry["action"]["valueFrom"] == from);
        let mut errors: Vec<String> =
            about.filter_map(|entry| Some(entry["result"]["error"].as_str()?.to_owned())).collect();
        errors.dedup();
        errors
    }

    fn open(&self, label: &str) -> Option<String> {
        let open = self.job["open"].as_array()?;
        let entry = open.iter().find(|entry| same(&entry["label"], label))?;
        Some(entry["reason"].as_str().unwrap_or_default().to_owned())
    }
}

/// Whether a label is this one, perhaps with more behind a mark: `Remarks. Editing area`.
pub(crate) fn is_about(label: &str, wanted: &str) -> bool {
    let rest = label.strip_prefix(wanted);
    rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == ' '))
}

fn same(label: &Value, wanted: &str) -> bool {
    label.as_str().is_some_and(|label| is_about(label, wanted))
}

impl PageResult {
    pub(crate) fn submits(&self) -> u64 {
        [&self.first, &self.second]
            .iter()
            .map(|round| round.app["submits"].as_u64().unwrap_or(1))
            .sum()
    }

    pub(crate) fn rows(&self) -> Vec<Row> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let rows = self.widgets["rows"].as_array().into_iter().flatten();
        rows.map(|row| {
            let label = text(&row["label"]);
            let filled = self.first.believes(&label, &row["fill"][1]);
            let written = self.first.written(&label);
            let read_back = written.is_some() == filled;
            let refilled = self.second.believes(&label, &row["refill"][1]);
            let claimed_again = self.second.written(&label).is_some();
            Row {
                kept_back: self.name.starts_with("kept-back-"),
                library: text(&self.widgets["library"]),
                kind: text(&row["kind"]),
                filled,
                read_back,
                refilled,
                claimed_wrongly: !filled && written.is_some() || !refilled && claimed_again,
                strategy: written.unwrap_or_default(),
                note: if filled && refilled && read_back {
                    String::new()
                } else {
                    self.note(&label)
                },
            }
        })
        .collect()
    }

    /// What is known of a row that fails, for whoever looks into it.
    fn note(&self, label: &str) -> String {
        let told = |round: &Round| {
            format!(
                "{} {:?} {:?} [{}]",
                round.app["values"][label],
                round.errors(label),
                round.open(label).or(round.written(label)),
                round.job["message"].as_str().unwrap_or_default()
            )
        };
        let written: Vec<&str> = self.first.job["written"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|entry| entry["label"].as_str())
            .collect();
        format!("{label}: {} then {} {written:?}", told(&self.first), told(&self.second))
    }
}

/// The browser and what serves the pages.
pub(crate) struct Stage {
    vaulty: Vaulty,
    site: Site,
    endpoint: Http,
}

struct Open {
    name: String,
    tab: Tab,
    widgets: Value,
    first: Round,
}

impl Stage {
    pub(crate) fn new() -> Self {
        let vaulty = Vaulty::start().expect("Chromium starts with the extension");
        let site = Site::serve(&paths::bundled_pages()).expect("pages are served");
        let file = |name: &str, kind: &str| json!({"name": name, "mediaType": kind, "data": FILE});
        let documents = json!({
            "cv": file("cv.pdf", "application/pdf"),
            "coverLetter": file("letter.pdf", "application/pdf"),
            "photo": file("photo.png", "image/png"),
            "portrait": file("portrait.png", "image/png"),
        });
        vaulty.home().import(&json!({"documents": documents})).expect("a profile");
        Self { vaulty, site, endpoint: refill::endpoint() }
    }

    /// Fills every page, then fills every page with other values.
    pub(crate) fn fill_and_refill(self, names: &[String]) -> Vec<PageResult> {
        self.vaulty.use_no_server().expect("settings are saved");
        if std::env::var_os("VAULTY_WIDGETS_SHOW").is_some() {
            self.vaulty.home().set_settings(&[("#log-level", "debug".into())]).expect("saved");
        }
        let open = in_parallel(names, |name| self.fill(name));
        self.vaulty
            .home()
            .set_settings(&[
                ("#use-server", true.into()),
                ("#api-base", self.endpoint.url("").into()),
            ])
            .expect("settings are saved");
        in_parallel(&open, |page| self.refill(page))
    }

    fn fill(&self, name: &String) -> Open {
        let tab = self.vaulty.open(&self.site.url(&address(name))).expect("the page opens");
        let ready = "window.widgets?.rows.length && document.querySelector('button[type=submit]') && window.widgets";
        let widgets = tab.page.wait_for(ready, PATIENCE).expect(name);
        let popup = self.vaulty.popup(&tab).expect("the popup opens");
        if std::env::var_os("VAULTY_WIDGETS_SHOW").is_some() {
            show(&popup.inspect(PATIENCE).expect("the page is read"));
        }
        let first = round(name, &tab, &popup, &record(&widgets, "fill"));
        // Each popup looks up at whatever any job does: dozens of them keep the machine busy.
        popup.page.close().expect("the popup closes");
        Open { name: name.to_owned(), tab, widgets, first }
    }

    fn refill(&self, open: &Open) -> PageResult {
        let popup = self.vaulty.popup(&open.tab).expect("the popup opens");
        let second = round(&open.name, &open.tab, &popup, &record(&open.widgets, "refill"));
        popup.page.close().expect("the popup closes");
        let at = open.tab.page.url().unwrap_or_default();
        let stayed = at.split('#').next() == Some(&self.site.url(&address(&open.name)));
        let first = Round { app: open.first.app.clone(), job: open.first.job.clone() };
        PageResult { name: open.name.clone(), widgets: open.widgets.clone(), first, second, stayed }
    }
}

/// What Vaulty sees of the page, for whoever looks into a failure.
fn show(inspection: &Value) {
    for field in inspection["observation"]["fields"].as_array().into_iter().flatten() {
        let part = |name: &str| field[name].as_str().unwrap_or_default().to_owned();
        println!(
            "  {} {} {:?} group {:?} role {} visible {} readonly {} state {} options {}",
            part("type"),
            part("widget"),
            part("label"),
            part("group"),
            part("role"),
            field["visible"],
            field["readonly"],
            field["valueState"],
            field["options"].as_array().map_or(0, Vec::len)
        );
    }
}

fn address(name: &str) -> String {
    format!("widgets/{name}/index.html")
}

/// What the person enters. Documents are the profile's.
fn record(widgets: &Value, which: &str) -> Value {
    let rows = widgets["rows"].as_array().into_iter().flatten();
    let entries = rows.map(|row| (row["label"].as_str().unwrap_or_default(), &row[which][0]));
    entries
        .filter(|(_, value)| which == "refill" || refill::document(value).is_none())
        .map(|(label, value)| (label.to_owned(), value.clone()))
        .collect::<serde_json::Map<String, Value>>()
        .into()
}

fn round(name: &str, tab: &Tab, popup: &Popup, record: &Value) -> Round {
    let start = Instant::now();
    popup.start_with_record(record).expect("Start is pressed");
    // A job that does not come to rest is judged by what it has done so far.
    let rested = popup.wait_at_rest(PATIENCE).is_ok();
    let late = if rested { "" } else { ", not at rest" };
    println!("{name}: {:.2} s{late}", start.elapsed().as_secs_f64());
    let job = popup.job().expect("a job");
    if !["done", "stopped", "error"].contains(&job["status"].as_str().unwrap_or_default()) {
        popup.stop().expect("Stop");
    }
    if std::env::var_os("VAULTY_WIDGETS_SHOW").is_some() {
        tab.page.console().iter().for_each(|line| println!("  {line}"));
    }
    let app = tab.page.evaluate("JSON.parse(JSON.stringify(window.app))").expect("an app");
    Round { app, job }
}

/// Does something for each, with a few hands; the results are in order.
fn in_parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, R)>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..HANDS {
            scope.spawn(|| {
                while let Some((at, item)) = {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    items.get(at).map(|item| (at, item))
                } {
                    let result = work(item);
                    done.lock().expect("no panic while it is held").push((at, result));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("no panic while it was held");
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}
