//! A form is filled, a yes is asked for, and the form is sent; or not.

use serde_json::json;
use tests::page::Stroke;

use crate::{
    memory::sees,
    stage::{MANY, PATIENCE, Stage, app, picture, rests, stopped_in_the_middle, wait},
};

/// Proves that snapshot, plan, writing, read-back, approval hash and click work together, that the page's
/// own code sees the values, and that one yes is one submit.
#[test]
fn a_form_is_filled_and_sent_after_one_yes() {
    let stage = Stage::alone();
    let (tab, popup) = stage.start("simple.html");
    rests(&popup, "paused_for_approval");
    let seen = app(&tab);
    assert_eq!(
        seen["values"],
        json!({
            "first": "Ada", "last": "Example", "email": "ada@example.org", "phone": "+49 30 901820",
            "street": "Beispielweg 12", "city": "Berlin", "zip": "10115", "country": "DE"
        })
    );
    assert_eq!(seen["submits"], 0, "nothing is sent before the yes");
    let card = popup.approval().expect("the card shows the values");
    assert!(
        card.iter().any(|row| row.iter().any(|cell| cell.contains("ada@example.org"))),
        "{card:?}"
    );
    popup.approve(false).expect("yes");
    rests(&popup, "done");
    assert_eq!(app(&tab)["submits"], 1);
    assert_eq!(app(&tab)["sent"]["email"], "ada@example.org");
    let job = popup.job().expect("a job");
    assert!(!job.to_string().contains("ada@example.org"), "a stored job holds no value: {job}");
}

/// Proves that the browser's own signs tell what a person has typed or chosen from what a page has preset: the
/// latter gives way, told on the card, the former never.
#[test]
fn what_the_page_preset_gives_way_and_what_was_typed_stays() {
    let stage = Stage::alone();
    let (tab, popup) = stage.open("presets.html");
    let key = |name: &str| {
        tab.page.press_key(Stroke::Character(name.to_owned())).expect("a key is pressed");
    };
    tab.page.bring_to_front().expect("the page is in front");
    tab.page.evaluate("document.querySelector('#tables').select(); 1").expect("it is marked");
    tab.page.evaluate("document.querySelector('#tables').focus(); 1").expect("it has the focus");
    key("7");
    tab.page.evaluate("document.querySelector('#seating').focus(); 1").expect("it has the focus");
    key("C");
    tab.page.evaluate("document.activeElement.blur(); 1").expect("the focus is nowhere");
    let held = "[...document.querySelectorAll('#tables, #seating')].map((e) => e.value).join()";
    assert_eq!(tab.page.evaluate(held).expect("values"), "7,Circle");
    let record = json!({
        "Number of chairs": "50", "Number of tables": "3", "Seating plan": "Long table",
        "Room temperature": "Cool"
    });
    popup.start_with_record(&record).expect("Start");
    rests(&popup, "paused_for_approval");
    let values = app(&tab)["values"].clone();
    let of = |name: &str| values[name].as_str().unwrap_or_default().to_owned();
    assert_eq!(
        ["chairs", "tables", "country", "seating", "warmth"].map(of),
        ["50", "7", "DE", "Circle", "cool"],
        "{values}"
    );
    let card = popup.approval().expect("the card shows the values");
    let told = |text: &str| card.iter().any(|row| row.iter().any(|cell| cell.contains(text)));
    for text in ["(page says 1)", "(page says United States)", "(page says Warm)"] {
        assert!(told(text), "{text} in {card:?}");
    }
}

/// Proves that a no in the popup reaches the job and nothing reaches the page.
#[test]
fn a_no_sends_nothing_and_keeps_what_was_filled() {
    let stage = Stage::alone();
    let (tab, popup) = stage.start("simple.html");
    rests(&popup, "paused_for_approval");
    popup.deny().expect("no");
    rests(&popup, "stopped");
    let seen = app(&tab);
    assert_eq!(seen["submits"], 0);
    assert_eq!(seen["values"]["first"], "Ada");
}

/// Proves that a yes is void once the page's values differ, in the real page and not only in a model of it.
#[test]
fn a_yes_is_void_when_the_form_changed() {
    let stage = Stage::alone();
    let (tab, popup) = stage.start("simple.html");
    rests(&popup, "paused_for_approval");
    popup.approval().expect("the card is read: what it shows is what the yes is for");
    tab.page
        .evaluate("document.querySelector('#email').value = 'mallory@evil.example'; 1")
        .expect("the page changes a value");
    popup.approve(false).expect("yes");
    rests(&popup, "paused_for_approval");
    assert_eq!(app(&tab)["submits"], 0);
    assert!(
        popup.text("#approval").expect("a card").contains("changed"),
        "the card says why it asks again"
    );
}

/// Proves that a code is really typed: the page enables its button only after input events.
#[test]
fn a_code_is_asked_for_and_typed_in() {
    let stage = Stage::alone();
    let (tab, popup) = stage.start("otp.html");
    rests(&popup, "paused_for_approval");
    popup.approve(false).expect("yes to asking for a code");
    rests(&popup, "needs_verification");
    popup.send_code("424242").expect("the code is entered");
    rests(&popup, "paused_for_approval");
    assert_eq!(app(&tab)["values"]["code"], "424242");
    popup.approve(false).expect("yes");
    rests(&popup, "done");
    assert_eq!(app(&tab)["submits"], 1);
}

/// Proves that Stop ends a job that waits, and that a late yes does nothing.
#[test]
fn stop_wins_over_a_pause() {
    let stage = Stage::alone();
    let (tab, popup) = stage.start("simple.html");
    rests(&popup, "paused_for_approval");
    popup.stop().expect("Stop");
    rests(&popup, "stopped");
    assert!(!popup.visible("#approval").expect("the popup answers"), "no card is left");
    assert_eq!(app(&tab)["submits"], 0);
}

/// Proves that Stop reaches the content script while it writes: of 1,000 fields some are never written.
#[test]
fn stop_wins_over_writing() {
    let stage = Stage::alone();
    let (tab, popup) = stage.start(MANY);
    popup.agree().expect("consent");
    tab.page.wait_for("Object.keys(app.values).length > 0", PATIENCE).expect("writing has begun");
    popup.stop().expect("Stop");
    rests(&popup, "stopped");
    stopped_in_the_middle(&tab);
}

/// Proves that an inactive tab is filled: no frames are painted there, and timers are slow.
#[test]
fn a_background_tab_is_filled_where_it_is() {
    let stage = Stage::alone();
    let popup = stage.vaulty.home();
    popup.page.set("#mode-background", &true.into()).expect("background is chosen");
    popup.start_at(&stage.site.url("simple.html")).expect("Start");
    rests(&popup, "paused_for_approval");
    let tab = stage.vaulty.tab_at(&stage.site.url("simple.html")).expect("the tab is there");
    assert_eq!(tab.page.evaluate("document.visibilityState").expect("a state"), "hidden");
    assert_eq!(app(&tab)["values"]["email"], "ada@example.org");
    popup.approve(false).expect("yes");
    rests(&popup, "done");
    assert_eq!(app(&tab)["submits"], 1);
}

/// Proves that a yes may cover going on, over a real change of documents, and that the last submit asks.
#[test]
fn a_form_of_two_pages_is_filled_to_its_end() {
    let stage = Stage::alone();
    let (tab, popup) = stage.start("two-page/1.html");
    rests(&popup, "paused_for_approval");
    popup.approve(true).expect("yes, and for further pages");
    rests(&popup, "paused_for_approval");
    wait(&tab, "location.pathname.endsWith('2.html')");
    popup.approve(false).expect("yes to the final submit");
    rests(&popup, "done");
    wait(&tab, "location.pathname.endsWith('done.html')");
    assert_eq!(app(&tab)["submits"], 2);
    let job = popup.job().expect("a job");
    assert_eq!(job["progress"]["page"], 3, "{job}");
}

/// Proves how often somebody presses who sees a site for the first time and has a form of two pages filled and sent: to begin,
/// to have each page filled, to go on, to send. With a site that is trusted it is one less a page.
#[test]
fn a_form_of_two_pages_takes_five_presses() {
    let stage = Stage::alone();
    let (tab, popup) = stage.open("two-page/1.html");
    let popup = popup.wary();
    let is_ready = |button: &str| {
        let is_ready = "((one) => one?.checkVisibility() && !one.disabled)";
        sees(&popup, &format!("{is_ready}(document.querySelector('#{button}'))"));
    };
    let press = |button: &str| {
        is_ready(button);
        popup.press(&format!("#{button}")).expect("it is pressed");
    };
    for button in ["start", "consent-fill", "approve"] {
        press(button);
    }
    wait(&tab, "location.pathname.endsWith('2.html')");
    press("consent-fill");
    is_ready("approve");
    // The status of the pause is one at rest as well.
    popup.leave("#approve").expect("it is pressed");
    rests(&popup, "done");
    assert_eq!(app(&tab)["submits"], 2);
}

/// Proves that undo puts back what was there, except what the person has changed since.
#[test]
fn undo_puts_back_what_still_holds_our_values() {
    let stage = Stage::alone();
    let (tab, popup) = stage.start("simple.html");
    rests(&popup, "paused_for_approval");
    popup.deny().expect("no");
    rests(&popup, "stopped");
    tab.page
        .evaluate("document.querySelector('#city').value = 'Potsdam'; 1")
        .expect("the person changes a value");
    popup.press("#undo").expect("undo");
    wait(&tab, "document.querySelector('#first').value === ''");
    let held = tab
        .page
        .evaluate("[...document.querySelectorAll('input,select')].map((e) => e.value).join()");
    assert_eq!(held.expect("values"), ",,,,,Potsdam,,");
}

/// Proves that what was filled under a yes that is kept is changed afterwards, field by field, from the list of what was
/// filled, though the field holds the entry already; that nothing else changes, and that it can be put back.
#[test]
fn what_was_filled_is_changed_afterwards_field_by_field() {
    let stage = Stage::alone();
    let (tab, popup) = stage.start("simple.html");
    rests(&popup, "paused_for_approval");
    popup.deny().expect("no");
    rests(&popup, "stopped");
    let before = app(&tab)["values"].clone();
    assert_eq!(before["city"], "Berlin");
    let popup = popup.wary();
    let change = "document.querySelector('#written-rows button[aria-label=\"Change City\"]')";
    sees(&popup, &format!("!!{change}"));
    picture(&popup, "filled.png", "#written-title");
    popup.page.evaluate(&format!("{change}.click()")).expect("Change");
    rests(&popup, "paused_for_approval");
    sees(&popup, "document.activeElement?.id === 'row-text'");
    sees(&popup, "document.querySelectorAll('#row-offer option').length > 1");
    picture(&popup, "changing.png", "#consent-title");
    popup.page.set("#row-text", &"Potsdam".into()).expect("another city");
    popup.press(".row-editor .primary").expect("Use this");
    popup.press("#consent-fill").expect("Fill");
    let mut after = before.clone();
    after["city"] = "Potsdam".into();
    wait(&tab, "document.querySelector('#city').value === 'Potsdam'");
    // Then the form is shown again, so that the next field can be changed: here it is not.
    sees(&popup, &format!("{change}?.closest('tr').innerText.includes('Potsdam')"));
    assert_eq!(app(&tab)["values"], after);
    let other = change.replace("Change City", "Change E-mail");
    popup.page.evaluate(&format!("{other}.click()")).expect("Change");
    rests(&popup, "paused_for_approval");
    sees(&popup, "document.querySelector('#row-text')?.value === 'ada@example.org'");
    popup.press("#consent-no").expect("Not now");
    sees(&popup, &format!("!!{other}"));
    assert_eq!(app(&tab)["values"], after);
    // All of it is put back at once.
    popup.press("#undo").expect("Undo");
    wait(
        &tab,
        "['#city', '#email', '#first'].every((field) => document.querySelector(field).value === '')",
    );
    assert_eq!(app(&tab)["submits"], 0);
}

/// Proves that a job survives the end of its worker while it waits for a yes.
#[test]
fn a_pause_survives_the_end_of_the_worker() {
    let stage = Stage::alone();
    let (tab, popup) = stage.start("simple.html");
    rests(&popup, "paused_for_approval");
    stage.vaulty.stop_worker().expect("the worker stops");
    popup.approve(false).expect("yes");
    rests(&popup, "done");
    assert_eq!(app(&tab)["submits"], 1);
}

/// Proves that a page that leaves by itself in the middle is kept until it is filled: nothing that was typed
/// is lost.
#[test]
fn a_page_that_leaves_by_itself_is_kept_until_it_is_filled() {
    let stage = Stage::alone();
    let (tab, popup) = stage.start("navigates.html");
    rests(&popup, "done");
    wait(&tab, "location.pathname.endsWith('navigates.html')");
    assert_eq!(app(&tab)["values"]["first"], "Ada");
    assert_eq!(app(&tab)["values"]["city"], "Berlin");
}

/// Proves that a picture on a button and a form that Enter would send change nothing: only a yes sends.
#[test]
fn an_icon_only_submit_asks() {
    let stage = Stage::alone();
    let (tab, popup) = stage.start("enter-submit.html");
    rests(&popup, "paused_for_approval");
    assert_eq!(app(&tab)["submits"], 0);
    popup.approve(false).expect("yes");
    rests(&popup, "done");
    assert_eq!(app(&tab)["submits"], 1);
}
