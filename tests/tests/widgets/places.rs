//! Where fields live and what forms answer: shadow trees, frames, dialogs, pages that render anew while they
//! are filled, steps, complaints.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tests::{Popup, Site, Tab, Vaulty, paths};

const PATIENCE: Duration = Duration::from_secs(60);

/// A place, and what must come of filling there. Nothing is ever sent without a yes.
struct Case {
    name: &'static str,
    /// What the application believes of company and city.
    company: Value,
    city: Value,
    /// A part of the reason why the city is left open; empty when it is filled.
    reason: &'static str,
    /// Where the job rests.
    status: &'static str,
    /// What else must be true of the page then.
    page: &'static str,
}

fn filled(name: &'static str, status: &'static str) -> Case {
    Case {
        name,
        company: json!("Northlight"),
        city: json!("Berlin"),
        reason: "",
        status,
        page: "true",
    }
}

fn cases() -> Vec<Case> {
    let asks = "paused_for_approval";
    vec![
        filled("closed", asks),
        filled("srcdoc", asks),
        filled("nested", asks),
        filled("late", asks),
        Case { page: "document.getElementById('behind').value === ''", ..filled("dialog", asks) },
        filled("popover", asks),
        filled("loose", asks),
        filled("rerenders", asks),
        Case { page: "location.search.endsWith('step=2')", ..filled("routes", asks) },
        filled("conditional", asks),
        Case { page: "document.body.innerText.includes('Step 2')", ..filled("wizard", asks) },
        // Each part is opened once, and only what has fields.
        Case { page: "app.values.opened === 'Who Where '", ..filled("accordion", asks) },
        filled("unmounted", asks),
        filled("details", asks),
        // As many entries as the person has.
        Case {
            page: "['Northlight', 'Southlight', 'Eastlight'].every((name, at) => \
                   app.values[`job${at + 1}`] === name) && app.values.title3 === 'Clerk' && \
                   !document.getElementById('job4')",
            ..filled("another", asks)
        },
        // What the page calls wrong is taken back, is told of in its words, and is not tried again.
        Case {
            city: json!(""),
            reason: "the page says: We do not deliver there.",
            page: "app.values.tries === 1",
            ..filled("complains", asks)
        },
    ]
}

/// Proves that fields are filled wherever they live and whatever the page does meanwhile, that what the
/// page refuses is taken back and told of, and that nothing is sent.
#[test]
fn fields_are_filled_wherever_they_live() {
    let vaulty = Vaulty::start().expect("Chromium starts with the extension");
    vaulty.use_no_server().expect("settings are saved");
    let job = |company: &str| json!({"company": company, "title": "Clerk"});
    let jobs = json!([job("Northlight"), job("Southlight"), job("Eastlight")]);
    let profile = json!({
        "company": "Northlight", "address": {"city": "Berlin"}, "resume": {"experiences": jobs}
    });
    vaulty.home().import(&profile).expect("a profile");
    let site = Site::serve(&paths::workspace().join("tests/pages")).expect("pages are served");
    let only = std::env::var("VAULTY_PLACES").ok();
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

/// Proves that a save that fails is told of in the page's words and is not tried again without a yes.
#[test]
fn a_save_that_fails_is_told_of_and_not_repeated() {
    let vaulty = Vaulty::start().expect("Chromium starts with the extension");
    vaulty.use_no_server().expect("settings are saved");
    let site = Site::serve(&paths::workspace().join("tests/pages")).expect("pages are served");
    let (tab, popup) = open(&vaulty, &site, "fails");
    popup.wait_status(&["paused_for_approval"], PATIENCE).expect("it asks");
    popup.approve(false).expect("a yes");
    popup.wait_status(&["error"], PATIENCE).expect("the job ends, and not as done");
    let app = tab.page.evaluate("JSON.parse(JSON.stringify(window.app))").expect("an app");
    assert_eq!(app["submits"], 1, "{app}");
    let told = popup.text("#error-text").expect("the panel says something");
    assert!(told.contains("Your entries could not be saved."), "{told}");
}

fn open(vaulty: &Vaulty, site: &Site, name: &str) -> (Tab, Popup) {
    let tab = vaulty.open(&site.url(&format!("places.html?case={name}"))).expect("a page");
    let popup = vaulty.popup(&tab).expect("the popup opens");
    let record = json!({"City": "Berlin", "Company": "Northlight"});
    match name {
        // What repeats is the profile's.
        "another" => popup.start(),
        _ => popup.start_with_record(&record),
    }
    .expect("Start is pressed");
    (tab, popup)
}

fn check(vaulty: &Vaulty, site: &Site, case: &Case) -> Result<(), String> {
    let (tab, popup) = open(vaulty, site, case.name);
    let mut status = popup.wait_at_rest(PATIENCE).expect("the job comes to rest");
    if matches!(case.name, "conditional" | "late") {
        // A field, or a frame, may come after the question. That is taken back, what came is filled, after consent if it
        // is about more, and it is asked anew.
        let began = Instant::now();
        while tab.page.evaluate("window.app.values.city ?? ''").expect("an app") == "" {
            assert!(began.elapsed() < PATIENCE, "the field that came is not filled");
            popup.wait_at_rest(PATIENCE).expect("the job comes to rest");
        }
        status = popup.wait_at_rest(PATIENCE).expect("the job comes to rest");
    }
    let outcome = compare(&tab, &popup, case, &status);
    if !["done", "stopped", "error"].contains(&status.as_str()) {
        popup.stop().expect("Stop");
    }
    outcome
}

fn compare(tab: &Tab, popup: &Popup, case: &Case, status: &str) -> Result<(), String> {
    let app = tab.page.evaluate("JSON.parse(JSON.stringify(window.app))").expect("an app");
    let job = popup.job().expect("a job");
    let list = |name: &str| job[name].as_array().cloned().unwrap_or_default();
    let city = |entry: &Value| entry["label"] == "City";
    let reasons: Vec<String> = list("open")
        .iter()
        .filter(|entry| city(entry))
        .map(|entry| entry["reason"].as_str().unwrap_or_default().to_owned())
        .collect();
    let page = tab.page.evaluate(case.page).expect("the page is asked");
    let expected = [
        ("status", json!(status), json!(case.status)),
        ("company", app["values"]["company"].clone(), case.company.clone()),
        ("city", app["values"]["city"].clone(), case.city.clone()),
        ("submits", app["submits"].clone(), json!(0)),
        ("told", json!(reasons.join("; ").contains(case.reason)), json!(true)),
        (case.page, page, json!(true)),
    ];
    match expected.iter().find(|(_, is, should)| is != should) {
        None => Ok(()),
        Some((what, is, should)) => Err(format!(
            "{what} is {is}, not {should}; open because {reasons:?}; the popup says {}",
            job["message"]
        )),
    }
}
