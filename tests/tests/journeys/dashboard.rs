//! The server's dashboard: signed in to with a code, it follows a job as it happens, and is for everyone.

use std::fs;

use serde_json::json;
use tests::{Engine, page::Page, paths, server::Server};

use crate::stage::{PATIENCE, Stage, rests};

/// Looks of a page: its width in CSS pixels, and whether it is dark.
const LOOKS: [(&str, u32, bool); 4] = [
    ("light", 1_200, false),
    ("dark", 1_200, true),
    ("narrow", 320, false),
    ("narrow-dark", 320, true),
];
/// Rules of WCAG 2.2, levels A and AA, and what axe-core calls good practice.
const AXE: &str = "axe.run(document, { runOnly: { type: 'tag', values: \
    ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] } }).then(({ violations }) => \
    violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => \
    `${id}: ${html.slice(0, 160)}: ${failureSummary}`)))";

/// What is wrong with a page in each look: what axe-core finds, what is wider than the window, what the page was not
/// allowed.
fn faults(page: &Page, name: &str, axe: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for (look, width, dark) in LOOKS {
        let scheme = if dark { "dark" } else { "light" };
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        page.call("Emulation.setEmulatedMedia", json!({"features": features})).expect("a look");
        page.resize(width, 900).expect("a size");
        page.evaluate(&format!("{axe};true")).expect("axe-core is there");
        let found = page.evaluate(AXE).expect("axe-core runs");
        let found = found.as_array().into_iter().flatten();
        wrong.extend(found.map(|fault| format!("{name}, {look}: {fault}")));
        let wide = "[...document.querySelectorAll('body *')].filter((e) => e.checkVisibility() && \
            !e.closest('.table-box, .skip') && e.getBoundingClientRect().right > innerWidth + 1)\
            .map((e) => e.className || e.tagName).slice(0, 5).join(', ')";
        let wide = page.evaluate(wide).expect("the page answers");
        if wide.as_str().is_some_and(|wide| !wide.is_empty()) {
            wrong.push(format!("{name}, {look}: wider than the window: {wide}"));
        }
        if let Some(folder) = std::env::var_os("VAULTY_PICTURES") {
            let picture = page.screenshot(true).expect("a picture");
            let file = std::path::Path::new(&folder).join(format!("dashboard-{name}-{look}.png"));
            fs::write(file, picture).expect("a picture is kept");
        }
    }
    let console = page.console();
    wrong.extend(console.into_iter().filter(|line| line.contains("Content Security Policy")));
    wrong
}

/// Proves that a person signs in with a code, sees a job arrive and go on without reloading, reads it step by step
/// without a value of theirs, and that every page is for everyone, in the dark and on a phone.
#[test]
fn a_person_signs_in_and_sees_a_job_as_it_happens() {
    let stage = Stage::with_server_setting();
    let pages =
        [("VAULTY_TRACE_PAGES", "true".to_owned()), ("VAULTY_LLM_MODE", "rules-only".to_owned())];
    let server = Server::start_with(&[], &pages).expect("the server starts");
    stage.vaulty.use_server(&server).expect("the extension knows the server");
    let at = |path: &str| format!("{}{path}", server.url());
    let tab = stage.vaulty.open(&at("/dashboard")).expect("the dashboard opens");
    let page = &tab.page;
    let axe = paths::workspace().join("extension/node_modules/axe-core/axe.min.js");
    let axe = fs::read_to_string(axe).expect("axe-core");
    let in_chromium = stage.vaulty.engine() == Engine::Chromium;
    let mut wrong = Vec::new();
    if in_chromium {
        wrong.extend(faults(page, "sign-in", &axe));
    }
    let waits = |expression: &str| {
        if let Err(error) = page.wait_for(expression, PATIENCE) {
            panic!("{error:#}; the page says: {:?}", page.evaluate("document.body.innerText"));
        }
    };
    let is_there = |selector: &str| format!("document.querySelector('{selector}') !== null");
    page.set("#code", &server.pairing_code().expect("a code").into()).expect("it is typed");
    page.press(".sign-in button").expect("the button is pressed");
    waits(&is_there("#live[data-state=on]"));
    waits("document.body.innerText.includes('No job is running.')");

    let (_form, popup) = stage.start("simple.html");
    rests(&popup, "paused_for_approval");
    waits(&is_there(".jobs .badge.waiting"));
    if in_chromium {
        wrong.extend(faults(page, "overview", &axe));
    }
    page.press(".jobs a").expect("the job is opened");
    waits("document.querySelector('h1')?.textContent === 'Job'");
    waits(&is_there("#live[data-state=on]"));
    waits("document.querySelectorAll('.control.filled').length > 3");
    popup.approve(false).expect("yes");
    rests(&popup, "done");
    waits(&is_there(".badge.sent"));
    let read = page.evaluate("document.body.innerText").expect("a text");
    let read = read.as_str().unwrap_or_default().to_owned();
    for part in ["after your approval", "Where time went", "address.city"] {
        assert!(read.contains(part), "{part} is not in: {read}");
    }
    for value in ["ada@example.org", "Beispielweg", "10115", "901820"] {
        assert!(!read.contains(value), "{value} is in: {read}");
    }
    if in_chromium {
        wrong.extend(faults(page, "job", &axe));
    }
    for path in ["", "/jobs", "/access", "/recipes", "/accuracy", "/settings"] {
        page.navigate(&at(&format!("/dashboard{path}"))).expect("a page opens");
        waits("document.readyState === 'complete'");
        let read = page.evaluate("document.documentElement.outerHTML").expect("a text");
        assert!(!read.as_str().unwrap_or_default().contains("ada@example.org"), "{path}");
        if in_chromium {
            let name = path.strip_prefix('/').unwrap_or("overview-after");
            wrong.extend(faults(page, name, &axe));
        }
    }
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong.join("\n"));
    page.press(".sign-out button").expect("signed out");
    waits("location.pathname === '/' && document.readyState === 'complete'");
    page.navigate(&at("/dashboard/jobs")).expect("it opens");
    waits(&is_there("#code"));
}
