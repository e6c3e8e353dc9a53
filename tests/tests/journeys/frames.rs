//! Where fields live: frames, shadow roots, strict pages, widgets that are no native controls.

use serde_json::{Value, json};
use tests::browser::Popup;

use crate::stage::{PATIENCE, Stage, app, picture, rests, wait};

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

/// What the fields hold in a frame of another origin, by their ids.
fn held_inside(popup: &Popup) -> Value {
    let held = "() => Object.fromEntries([...document.querySelectorAll('input')].map((e) => [e.id, e.value]))";
    let frames = popup.in_frames(held, &[]).expect("frames answer");
    frames.into_iter().find(|(frame, _)| *frame != 0).expect("the frame is there").1
}

/// Waits for a card that names these.
fn card_of(popup: &Popup, named: &[&str]) {
    let said = "[document.querySelector('#consent'), document.querySelector('#approval')]\
        .filter((card) => card && !card.hidden).map((card) => card.innerText).join()";
    let names = Value::from(named);
    popup
        .page
        .wait_for(&format!("{names}.every((name) => {said}.includes(name))"), PATIENCE)
        .expect("a card names both");
}

/// Proves that a frame of another site gets nothing but by a card of its own, which names both sites.
#[test]
fn a_frame_of_another_site_gets_nothing_without_a_yes_of_its_own() {
    let stage = Stage::alone();
    let other = stage.site.other_site_url("");
    let other = other.trim_end_matches('/');
    let (tab, popup) = stage.open(&format!("frame-foreign.html?origin={other}"));
    let popup = popup.wary();
    popup.start().expect("Start is pressed");
    card_of(&popup, &["ada@example.org"]);
    popup.agree().expect("a yes for the page");
    card_of(&popup, &[other, "inside", "Ada"]);
    picture(&popup, "framed.png", "#consent");
    popup.press("#consent-no").expect("a no for the frame");
    // The job waits for a yes before and after it: what it waits for then is the page's own button.
    let sends = "document.querySelector('#approval')?.hidden === false";
    popup.page.wait_for(sends, PATIENCE).expect("the page's own goes on");
    rests(&popup, "paused_for_approval");
    assert_eq!(held_inside(&popup), json!({"first": "", "last": "", "city": ""}));
    assert_eq!(app(&tab)["values"]["email"], "ada@example.org");
}

/// Proves that a form of another origin, which a page shows in a frame that is longer than the window and in part below a
/// header that stays, is filled and sent after cards that name both.
#[test]
fn an_application_that_a_page_embeds_is_filled_and_sent() {
    let stage = Stage::alone();
    let other = stage.site.other_site_url("");
    let other = other.trim_end_matches('/');
    let (_tab, popup) = stage.open(&format!("embedded.html?origin={other}"));
    let popup = popup.wary();
    popup.start().expect("Start is pressed");
    card_of(&popup, &[other, "inside", "Ada"]);
    picture(&popup, "embedded.png", "#consent");
    popup.agree().expect("a yes for the frame");
    rests(&popup, "paused_for_approval");
    let held = held_inside(&popup);
    assert_eq!(
        held,
        json!({"first": "Ada", "last": "Example", "email": "ada@example.org", "phone": "+49 30 901820",
            "city": "Berlin", "website": "https://ada.example.org/"})
    );
    card_of(&popup, &[other, "inside", "Submit application"]);
    picture(&popup, "embedded-send.png", "#approval");
    popup.approve(false).expect("a yes to sending");
    popup.wait_status(&["done"], PATIENCE).expect("it is sent");
}

/// Proves that what a country brings is filled with it, at once or a moment later, though other fields stood there before.
#[test]
fn a_form_that_grows_with_its_country_is_filled() {
    let stage = Stage::alone();
    for delay in [0, 400] {
        let (tab, popup) = stage.start(&format!("grows.html?delay={delay}"));
        rests(&popup, "paused_for_approval");
        if delay > 0 {
            // It grows while the question stands, and is seen to.
            wait(&tab, "app.values.state === 'BE' && app.values.phone");
            rests(&popup, "paused_for_approval");
        }
        let values = app(&tab)["values"].clone();
        for (name, value) in [
            ("name", "Ada Example"),
            ("country", "DE"),
            ("zip", "10115"),
            ("city", "Berlin"),
            ("state", "BE"),
            ("phone", "+49 30 901820"),
        ] {
            assert_eq!(values[name], value, "{delay}: {values}");
        }
    }
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
