//! Where fields live: frames, shadow roots, strict pages, widgets that are no native controls.

use serde_json::json;

use crate::stage::{Stage, app, rests};

/// Proves that injection, operations and read-back reach a frame's own document.
#[test]
fn a_frame_of_the_same_site_is_filled() {
    let stage = Stage::alone();
    let (tab, popup) = stage.start("frame.html");
    rests(&popup, "paused_for_approval");
    assert_eq!(app(&tab)["values"]["email"], "ada@example.org");
    let inner =
        "JSON.parse(JSON.stringify(document.querySelector('iframe').contentWindow.app.values))";
    assert_eq!(
        tab.page.evaluate(inner).expect("the frame's belief"),
        json!({"first": "Ada", "last": "Example", "city": "Berlin"})
    );
}

/// Proves that a page is not waited for because of a frame that Chromium never calls loaded: one whose address is
/// a script without a text.
#[test]
fn a_frame_that_never_loads_keeps_nobody_waiting() {
    let stage = Stage::alone();
    let (tab, popup) = stage.start("frame-void.html");
    rests(&popup, "paused_for_approval");
    let values = app(&tab)["values"].clone();
    assert_eq!((&values["email"], &values["first"]), (&json!("ada@example.org"), &json!("Ada")));
}

/// Proves that a frame of another site gets nothing, and that the person is told.
#[test]
fn a_frame_of_another_site_is_left_alone() {
    let stage = Stage::alone();
    let other = stage.site.other_site_url("");
    let other = other.trim_end_matches('/');
    let (tab, popup) = stage.start(&format!("frame-foreign.html?origin={other}"));
    popup.wait_at_rest(crate::stage::PATIENCE).expect("the job comes to rest");
    let frames =
        popup.in_frames("() => [...document.querySelectorAll('input')].map((e) => e.value)", &[]);
    let frames = frames.expect("frames answer");
    let inner = frames.iter().find(|(frame, _)| *frame != 0).expect("the frame is there");
    assert!(inner.1.as_array().expect("values").iter().all(|value| value == ""), "{inner:?}");
    let job = popup.job().expect("a job");
    let open = job["open"].as_array().expect("open fields");
    assert!(open.iter().any(|field| field["code"] == "foreign-frame"), "{open:?}");
    drop(tab);
}

/// Proves that nested open roots, slots and a closed root are seen and written.
#[test]
fn shadow_roots_are_filled() {
    let stage = Stage::alone();
    let (tab, popup) = stage.start("shadow.html");
    rests(&popup, "paused_for_approval");
    let values = app(&tab)["values"].clone();
    for (name, value) in [
        ("email", "ada@example.org"),
        ("first", "Ada"),
        ("last", "Example"),
        ("company", "Example Works"),
        ("city", "Berlin"),
    ] {
        assert_eq!(values[name], value, "{values}");
    }
}

/// Proves that a strict content security policy keeps nothing of ours from working.
#[test]
fn a_page_with_a_strict_policy_is_filled() {
    let stage = Stage::alone();
    let (tab, popup) = stage.start("csp.html");
    rests(&popup, "paused_for_approval");
    assert_eq!(app(&tab)["values"]["email"], "ada@example.org");
}

/// Proves that a form that is rendered late is waited for.
#[test]
fn a_form_that_comes_late_is_filled() {
    let stage = Stage::alone();
    let (tab, popup) = stage.start("slow-render.html");
    rests(&popup, "paused_for_approval");
    assert_eq!(app(&tab)["values"]["email"], "ada@example.org");
}

/// Proves that what nobody can see is never written, whatever hides it, in real layout.
#[test]
fn traps_stay_empty() {
    let stage = Stage::alone();
    let (tab, popup) = stage.start("honeypot.html");
    rests(&popup, "paused_for_approval");
    let trapped = "[...document.querySelectorAll('[name^=trap]')].filter((e) => e.value !== '').map((e) => e.name).join()";
    assert_eq!(tab.page.evaluate(trapped).expect("names"), "");
    assert_eq!(app(&tab)["values"]["email"], "ada@example.org");
}

/// Proves that a list which opens elsewhere in the document is opened, chosen from by meaning, and read back.
#[test]
fn a_combobox_of_the_pages_own_is_operated() {
    let stage = Stage::alone();
    let site = tests::serve::Site::serve(&tests::paths::workspace().join("web-static"))
        .expect("pages are served");
    let tab = stage.vaulty.open(&site.url("demo/application.html?step=2")).expect("the page opens");
    let popup = stage.vaulty.popup(&tab).expect("the popup opens");
    popup.start_with_record(&json!({"Highest degree": "Master's degree"})).expect("Start");
    popup.wait_at_rest(crate::stage::PATIENCE).expect("the job comes to rest");
    let shown = tab.page.evaluate("document.querySelector('#degree').textContent").expect("a text");
    let job = popup.job().expect("a job");
    let logs = popup.log().expect("a log");
    let said: Vec<_> =
        logs.as_array().into_iter().flatten().map(|entry| entry["message"].clone()).collect();
    assert!(
        shown.as_str().is_some_and(|text| text.contains("Master")),
        "{shown} {} {said:?}",
        job["open"]
    );
}
