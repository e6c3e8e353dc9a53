//! `eval --tasks DIR`: fills pages from records and compares the forms with what is expected.

use std::{collections::BTreeMap, path::Path, time::Duration};

use anyhow::Result;
use harness::Site;
use serde_json::{Map, Value, json};

use super::{
    browsers::{Bench, BrowserWithPopup},
    compare::{Control, Verdict, compare},
    figures::{failures, json_lines, part, quantile, share},
    options::Eval,
};
use crate::fill::fill;

/// How long filling a form may take.
pub(super) const LONGEST: Duration = Duration::from_secs(30);

/// A form that was filled.
pub(super) struct Form {
    pub(super) verdicts: Vec<(String, Verdict)>,
    state: Map<String, Value>,
    status: String,
    pub(super) seconds: f64,
}

/// The tasks of a folder.
pub(super) const TASKS: &str = "tasks.jsonl";

pub(super) fn run(options: &Eval, bench: &Bench, dir: &Path) -> Result<()> {
    let filled = measure(options, bench, dir)?;
    filled.summary().iter().for_each(|line| println!("{line}"));
    filled.failed
}

/// What came of a folder of tasks.
pub(super) struct Filled {
    pub(super) right: usize,
    pub(super) wrong: usize,
    pub(super) fields: usize,
    pub(super) forms_right: usize,
    pub(super) forms: usize,
    pub(super) seconds: Vec<f64>,
    /// Control, verdict, what was expected and what it holds, for each that is not right.
    pub(super) others: Vec<(String, Verdict, String, String)>,
    /// Whether some form could not be measured.
    pub(super) failed: Result<()>,
}

impl Filled {
    fn summary(&self) -> [String; 4] {
        [
            format!("fields right {}", share(self.right, self.fields)),
            format!("fields wrong {}", share(self.wrong, self.fields)),
            format!("forms right {}", share(self.forms_right, self.forms)),
            format!(
                "seconds a form median {:.2} p95 {:.2}",
                quantile(&self.seconds, 0.5),
                quantile(&self.seconds, 0.95)
            ),
        ]
    }
}

/// Fills every form of a folder from its record.
pub(super) fn measure(options: &Eval, bench: &Bench, dir: &Path) -> Result<Filled> {
    let tasks = json_lines(&dir.join(TASKS), options.limit)?;
    let site = Site::serve(&dir.join("pages"))?;
    let nothing = json!({});
    let results = bench.each(
        &tasks,
        || BrowserWithPopup::set_up(bench, true),
        |browser, task| {
            fill_form(browser, &site, task, Some(task.get("record").unwrap_or(&nothing)))
        },
    );
    let forms: Vec<(&Value, &Form)> = tasks
        .iter()
        .zip(&results)
        .filter_map(|(task, form)| Some((task, form.as_ref().ok()?)))
        .collect();
    if options.explain {
        forms.iter().for_each(|(task, form)| explain(task, form));
    }
    options.write(&forms.iter().map(|(task, form)| line(task, form)).collect::<Vec<_>>())?;

    let count = |verdict: Verdict| {
        let all = forms.iter().flat_map(|(_, form)| &form.verdicts);
        all.filter(|(_, found)| *found == verdict).count()
    };
    let all_right =
        |form: &Form| form.verdicts.iter().all(|(_, verdict)| *verdict == Verdict::Right);
    let other = |(task, form): &(&Value, &Form)| {
        let open = form.verdicts.iter().filter(|(_, verdict)| *verdict != Verdict::Right);
        let told = open.map(|(name, verdict)| {
            let wanted = expected(task).remove(name).unwrap_or_default().to_string();
            let held = form.state.get(name).unwrap_or(&Value::Null).to_string();
            (name.clone(), *verdict, wanted, held)
        });
        told.collect::<Vec<_>>()
    };
    Ok(Filled {
        right: count(Verdict::Right),
        wrong: count(Verdict::Wrong),
        // A form that could not be measured counts as one in which nothing is right.
        fields: tasks.iter().map(|task| expected(task).len()).sum(),
        forms_right: forms.iter().filter(|(_, form)| all_right(form)).count(),
        forms: tasks.len(),
        seconds: forms.iter().map(|(_, form)| form.seconds).collect(),
        others: forms.iter().flat_map(other).collect(),
        failed: failures(tasks.iter().map(|task| part(task, "id")), &results),
    })
}

pub(super) fn expected(task: &Value) -> Map<String, Value> {
    task.get("expect").and_then(Value::as_object).cloned().unwrap_or_default()
}

/// Fills a task's page from this record, or from the profile, and looks at what the form holds then.
pub(super) fn fill_form(
    browser: &BrowserWithPopup,
    site: &Site,
    task: &Value,
    record: Option<&Value>,
) -> Result<Form> {
    browser.tab.page.navigate(&site.url(part(task, "page")))?;
    let controls = controls(browser)?;
    let outcome = fill(&browser.popup, record, LONGEST)?;
    let state = browser.popup.form_state()?;
    let verdicts = verdicts(task, &state, &controls);
    Ok(Form { verdicts, state, status: outcome.status, seconds: outcome.seconds })
}

/// Compares what a form holds with what is expected.
pub(super) fn verdicts(
    task: &Value,
    state: &Map<String, Value>,
    controls: &BTreeMap<String, Control>,
) -> Vec<(String, Verdict)> {
    let none = Control::default();
    let verdict = |name: &String, expected: &Value| {
        let held = state.get(name).unwrap_or(&Value::Null);
        compare(expected, held, controls.get(name).unwrap_or(&none))
    };
    expected(task).iter().map(|(name, value)| (name.clone(), verdict(name, value))).collect()
}

/// The page's controls, before it is filled.
pub(super) fn controls(browser: &BrowserWithPopup) -> Result<BTreeMap<String, Control>> {
    let found = browser.popup.in_frame(0, include_str!("controls.js"), &[])?;
    let read = |(name, control): (&String, &Value)| {
        let choices = control.get("choices").cloned().unwrap_or_default();
        let choices = serde_json::from_value(choices).unwrap_or_default();
        (name.clone(), Control { kind: part(control, "kind").to_owned(), choices })
    };
    Ok(found.as_object().into_iter().flatten().map(read).collect())
}

pub(super) fn explain(task: &Value, form: &Form) {
    for (name, verdict) in form.verdicts.iter().filter(|(_, verdict)| *verdict != Verdict::Right) {
        let wanted = expected(task).remove(name).unwrap_or_default();
        let held = form.state.get(name).unwrap_or(&Value::Null);
        eprintln!(
            "{} {name} {verdict:?}: wanted {wanted}, holds {held} ({})",
            part(task, "id"),
            form.status
        );
    }
}

fn line(task: &Value, form: &Form) -> Value {
    let verdicts = form.verdicts.iter();
    let verdicts: Map<String, Value> = verdicts
        .map(|(name, verdict)| (name.clone(), format!("{verdict:?}").to_lowercase().into()))
        .collect();
    json!({
        "id": part(task, "id"),
        "status": form.status,
        "seconds": (form.seconds * 1000.0).round() / 1000.0,
        "verdicts": verdicts,
        "state": form.state,
    })
}
