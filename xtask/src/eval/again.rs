//! `eval --tasks DIR --again`: what the first record of a form, corrected and sent, does for its other records.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, ensure};
use harness::{Popup, Site};
use serde_json::{Map, Value, json};

use super::{
    browsers::{Bench, BrowserWithPopup},
    compare::Verdict,
    figures::{failures, json_lines, part, quantile, share},
    options::Eval,
    tasks::{Form, LONGEST, TASKS, controls, expected, explain, fill_form, verdicts},
};

/// Where a job comes to rest on its way to being sent.
const RESTS: [&str; 3] = ["paused_for_approval", "needs_input", "done"];
/// How long a row's entries may take to be listed.
const OFFERED: Duration = Duration::from_secs(3);

/// A form's other records: filled by somebody who never saw the form, and by somebody who sent it once.
struct Again {
    fresh: Vec<Form>,
    known: Vec<Form>,
    /// Controls of the first record that the person put right, on the sheet and in the page.
    corrected: (usize, usize),
}

/// Fills every form from each of its records as a person's own entries. Between the first and the others a person
/// corrects what is not as expected, in the page, and sends it; the others are filled before that and after it.
pub(super) fn run(options: &Eval, bench: &Bench, dir: &Path) -> Result<()> {
    let tasks = json_lines(&dir.join(TASKS), None)?;
    let site = Site::serve_forms(&dir.join("pages"))?;
    let mut forms: Vec<Vec<&Value>> = Vec::new();
    for task in &tasks {
        let same = |form: &&mut Vec<&Value>| {
            form.first().is_some_and(|first| part(first, "page") == part(task, "page"))
        };
        match forms.iter_mut().find(same) {
            Some(form) => form.push(task),
            None => forms.push(vec![task]),
        }
    }
    forms.truncate(options.limit.unwrap_or(usize::MAX));
    let results = bench.each(&forms, || Ok(()), |(), form| fill_again(bench, &site, form));
    if options.explain {
        for (form, again) in forms.iter().zip(&results) {
            let known = again.iter().flat_map(|again| &again.known);
            form.iter().skip(1).zip(known).for_each(|(task, filled)| explain(task, filled));
        }
    }
    let done: Vec<&Again> = results.iter().filter_map(|one| one.as_ref().ok()).collect();
    let chosen: usize = done.iter().map(|one| one.corrected.0).sum();
    let typed: usize = done.iter().map(|one| one.corrected.1).sum();
    println!(
        "forms sent once {}, put right on the sheet {chosen}, in the page {typed}",
        done.len()
    );
    let fresh: Vec<&Form> = done.iter().flat_map(|one| &one.fresh).collect();
    let known: Vec<&Form> = done.iter().flat_map(|one| &one.known).collect();
    for (name, filled) in [("before", &fresh), ("after", &known)] {
        let verdicts = || filled.iter().flat_map(|form| &form.verdicts);
        let count = |verdict| verdicts().filter(|(_, found)| *found == verdict).count();
        let seconds: Vec<f64> = filled.iter().map(|form| form.seconds).collect();
        println!(
            "{name}: fields right {}, wrong {}, seconds a form median {:.2} p95 {:.2}",
            share(count(Verdict::Right), verdicts().count()),
            count(Verdict::Wrong),
            quantile(&seconds, 0.5),
            quantile(&seconds, 0.95),
        );
    }
    let changed =
        fresh.iter().zip(&known).filter(|(fresh, known)| fresh.verdicts != known.verdicts);
    println!("filled otherwise after it: {}", changed.count());
    failures(forms.iter().filter_map(|form| form.first()).map(|task| part(task, "page")), &results)
}

fn fill_again(bench: &Bench, site: &Site, form: &[&Value]) -> Result<Again> {
    let (first, others) = form.split_first().context("a form has records")?;
    let fill_all = |browser: &BrowserWithPopup| -> Result<Vec<Form>> {
        others.iter().map(|task| fill_own(browser, site, task)).collect()
    };
    let somebody = BrowserWithPopup::set_up(bench, true)?;
    let at_first = not_right(&fill_own(&somebody, site, first)?.verdicts);
    let fresh = fill_all(&somebody)?;
    let person = BrowserWithPopup::set_up(bench, true)?;
    let corrected = send(&person, site, first, &at_first)?;
    Ok(Again { fresh, known: fill_all(&person)?, corrected })
}

/// Fills a form from a record as a person's own entries.
fn fill_own(browser: &BrowserWithPopup, site: &Site, task: &Value) -> Result<Form> {
    browser.vaulty.home().import(&own(task)?)?;
    fill_form(browser, site, task, None)
}

fn own(task: &Value) -> Result<Value> {
    let record = task.get("record").and_then(Value::as_object).context("a task has a record")?;
    let own = record.iter().map(|(key, value)| (key.clone(), text(value).into()));
    Ok(json!({ "custom": own.collect::<Map<String, Value>>() }))
}

/// Fills a form and has it sent, as a person does who puts right what is not as expected: on the sheet, where an entry of
/// theirs is what is expected, and in the page. Says how many controls were put right in either way.
fn send(
    browser: &BrowserWithPopup,
    site: &Site,
    task: &Value,
    at_first: &[String],
) -> Result<(usize, usize)> {
    browser.vaulty.home().import(&own(task)?)?;
    browser.tab.page.navigate(&site.url(part(task, "page")))?;
    let controls = controls(browser)?;
    let panel = browser.vaulty.popup(&browser.tab)?.wary();
    panel.start()?;
    panel.page.wait_for("document.querySelector('#consent .sheet-row[data-row]')", LONGEST)?;
    let mut chosen = 0;
    for name in at_first {
        chosen += usize::from(choose(&panel, browser, task, name)?);
    }
    panel.agree()?;
    panel.wait_status(&RESTS, LONGEST)?;
    let left = not_right(&verdicts(task, &panel.form_state()?, &controls));
    let mut wanted = expected(task);
    wanted.retain(|name, _| left.contains(name));
    let typed = panel.in_frame(0, include_str!("correct.js"), &[Value::Object(wanted)])?;
    // What was put right in the page is on a new card.
    let deadline = Instant::now() + LONGEST;
    loop {
        ensure!(Instant::now() < deadline, "it is not sent");
        match panel.wait_status(&RESTS, LONGEST)?.as_str() {
            "done" => break,
            "needs_input" => panel.skip_questions()?,
            _ => panel.approve(false)?,
        }
    }
    let home = browser.vaulty.home();
    home.view("settings")?;
    home.page
        .wait_for("document.querySelector('#recipe-list li')", LONGEST)
        .context("nothing was learned of a form that was sent")?;
    home.view("fill")?;
    Ok((chosen, typed.as_u64().and_then(|count| count.try_into().ok()).unwrap_or_default()))
}

/// The controls that are not as expected.
fn not_right(verdicts: &[(String, Verdict)]) -> Vec<String> {
    let others = verdicts.iter().filter(|(_, found)| *found != Verdict::Right);
    others.map(|(name, _)| name.clone()).collect()
}

/// Chooses on the sheet the entry that holds what a control should; not where there is no such entry or row.
fn choose(panel: &Popup, browser: &BrowserWithPopup, task: &Value, name: &str) -> Result<bool> {
    let wanted = expected(task).remove(name).map(|value| text(&value));
    let record = task.get("record").and_then(Value::as_object);
    let entry = record.into_iter().flatten().find(|(_, value)| Some(text(value)) == wanted);
    let Some((entry, _)) = entry else { return Ok(false) };
    let label = browser.popup.in_frame(0, LABEL, &[name.into()])?;
    let opened = panel.page.apply(OPEN_ROW, &[label])?;
    if opened != Value::Bool(true) {
        return Ok(false);
    }
    // A tick that agrees to something has no entries to choose from.
    let offered = "document.querySelectorAll('#row-offer option').length > 1";
    if panel.page.wait_for(offered, OFFERED).is_err() {
        return Ok(false);
    }
    panel.page.set("#row-offer", &format!("custom.{entry}").into())?;
    panel.page.wait_for("!document.querySelector('#row-offer')", LONGEST)?;
    Ok(true)
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

/// What a person reads at a control.
const LABEL: &str = "(name) => { const all = [...document.querySelectorAll('input, select, textarea')]; \
    const control = all.find((one) => (one.name || one.id) === name); \
    const group = control?.type === 'radio' || control?.type === 'checkbox' \
        ? control.closest('fieldset, .form-group, .mb-3')?.querySelector('legend, label') : null; \
    return (group ?? control?.labels?.[0])?.textContent.replace(/\\s+/g, ' ').trim() ?? ''; }";

/// Opens the row of the sheet that is called so.
const OPEN_ROW: &str = "(label) => { const plain = (text) => text.replace(/[^\\p{L}\\p{N}]+/gu, ' ').trim(); \
    const rows = [...document.querySelectorAll('.sheet-row[data-row]')]; \
    const row = rows.find((one) => plain(one.querySelector('.what')?.firstChild?.textContent ?? '') === plain(label)); \
    row?.querySelector('.sheet-line > button')?.click(); return !!row; }";
