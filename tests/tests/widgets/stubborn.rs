//! Pages that resist: the reason is told, the job goes on, and nothing is claimed that is not so.

use std::time::Duration;

use serde_json::{Value, json};
use tests::{Popup, Site, Tab, Vaulty, paths};

const PATIENCE: Duration = Duration::from_secs(60);

/// How a field resists, and what must come of it.
struct Case {
    name: &'static str,
    /// What the application believes of the field; `null` when it was never told of any value.
    city: Value,
    /// A part of the reason why the field is left open; empty when it is filled.
    reason: &'static str,
    /// Where the job rests.
    status: &'static str,
}

const fn case(name: &'static str, city: Value, reason: &'static str, status: &'static str) -> Case {
    Case { name, city, reason, status }
}

fn cases() -> Vec<Case> {
    let asks = "paused_for_approval";
    vec![
        case("covered", Value::Null, "covered by <div id=banner>", asks),
        case("moves", json!("Berlin"), "", asks),
        case("replaced", json!("Berlin"), "", asks),
        case("never", Value::Null, "none of the list’s options matches the value", asks),
        case("equal", Value::Null, "several of the options fit the value equally", asks),
        case("yearless", Value::Null, "does not say which month and year", asks),
        case("disabled", json!("Berlin"), "", "done"),
        case("rejects", json!(""), "did not keep", asks),
        case("throws", json!("Berlin"), "", asks),
        case("resets", json!("Berlin"), "did not keep it", "done"),
    ]
}

/// Proves that each way in which a page can resist is told to the person, costs only the field that it
/// concerns, and is never taken for success.
#[test]
fn pages_that_resist_are_told_of() {
    let vaulty = Vaulty::start().expect("Chromium starts with the extension");
    vaulty.use_no_server().expect("settings are saved");
    let site = Site::serve(&paths::workspace().join("tests/pages")).expect("pages are served");
    let only = std::env::var("VAULTY_STUBBORN").ok();
    let mut cases = cases();
    cases.retain(|case| only.as_deref().is_none_or(|only| only == case.name));
    assert!(!cases.is_empty(), "there is no {only:?}");
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|case| {
            check(&vaulty, &site, case).err().map(|why| format!("{}: {why}", case.name))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn check(vaulty: &Vaulty, site: &Site, case: &Case) -> Result<(), String> {
    let tab = vaulty.open(&site.url(&format!("stubborn.html?case={}", case.name))).expect("a page");
    let popup = vaulty.popup(&tab).expect("the popup opens");
    let record = json!({"City": "Berlin", "Start date": "2027-03-14", "Company": "Northlight"});
    popup.start_with_record(&record).expect("Start is pressed");
    let status = popup.wait_at_rest(PATIENCE).expect("the job comes to rest");
    let outcome = compare(&tab, &popup, case, &status);
    if !["done", "stopped", "error"].contains(&status.as_str()) {
        popup.stop().expect("Stop");
    }
    outcome
}

fn compare(tab: &Tab, popup: &Popup, case: &Case, status: &str) -> Result<(), String> {
    let app = tab.page.evaluate("JSON.parse(JSON.stringify(window.app))").expect("an app");
    let job = popup.job().expect("a job");
    let entry = |list: &str| -> Option<Value> {
        let about = |entry: &&Value| ["City", "Start date"].iter().any(|l| entry["label"] == *l);
        job[list].as_array()?.iter().find(about).cloned()
    };
    let reason = entry("open").map(|open| open["reason"].as_str().unwrap_or_default().to_owned());
    let told = reason.clone().unwrap_or_default();
    let expected = [
        ("status", json!(status), json!(case.status)),
        ("company", app["values"]["company"].clone(), json!("Northlight")),
        ("city", app["values"]["city"].clone(), case.city.clone()),
        ("submits", app["submits"].clone(), json!(0)),
        ("claimed", json!(entry("written").is_some()), json!(case.reason.is_empty())),
        ("told", json!(told.contains(case.reason)), json!(true)),
    ];
    match expected.iter().find(|(_, is, should)| is != should) {
        None => Ok(()),
        Some((what, is, should)) => Err(format!(
            "{what} is {is}, not {should}; open because {told:?}; the popup says {}",
            job["message"]
        )),
    }
}
