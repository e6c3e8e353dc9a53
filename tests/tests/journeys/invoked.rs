//! What is asked for beside the panel, by a page's menu and by keys; and what is found again after sending.

use std::time::Instant;

use serde_json::{Value, json};
use tests::browser::{Driver, Popup, Tab};

use crate::stage::{PATIENCE, Stage, app, keeps_files, picture, rests, saved};

fn by_menu(stage: &Stage, tab: &Tab, frame: i64) {
    stage.vaulty.choose_from_menu(tab, frame, "fill-field").expect("a choice");
}

pub(crate) fn by_keys(stage: &Stage, tab: &Tab, what: &str) {
    stage.vaulty.press_keys_of(tab, what).expect("the keys");
}

fn shows_sheet(popup: &Popup) {
    let shown = "document.querySelector('#consent-rows')?.getAttribute('aria-busy') === 'false'";
    popup.page.wait_for(shown, PATIENCE).expect("the sheet is shown");
}

/// Sends a row of the sheet what the mouse or the focus does, and waits until the field with this selector is outlined in
/// the frame, or none is.
fn outlines(popup: &Popup, tab: &Tab, frame: i64, event: &str, field: &str) {
    let hover = format!("document.querySelector('.sheet-row').dispatchEvent(new {event})");
    popup.page.evaluate(&hover).expect("the row hears of it");
    let look = "(field) => { const host = document.querySelector('vaulty-overlay'); \
        const root = host && (chrome.dom?.openOrClosedShadowRoot(host) ?? host.openOrClosedShadowRoot); \
        const outline = root?.querySelector('.outline'); \
        const seen = Boolean(outline) && !outline.hidden; if (!field || !seen) return seen === Boolean(field); \
        const [a, b] = [outline, document.querySelector(field)].map((one) => one.getBoundingClientRect()); \
        return a.left <= b.left && a.top <= b.top && a.right >= b.right && a.bottom >= b.bottom && a.width < b.width + 20; }";
    let shown = format!(
        "chrome.scripting.executeScript({{target: {{tabId: {}, frameIds: [{frame}]}}, func: {look}, \
         args: [{field:?}]}}).then(([{{result}}]) => result)",
        tab.id
    );
    popup.page.wait_for(&shown, PATIENCE).expect("the outline follows");
}

/// Proves that the menu of a field in a frame leads to a sheet of this field alone, in the panel that is open, that
/// pointing at its row outlines it in the frame, and that nothing else is filled or pressed.
#[test]
fn one_field_of_a_frame_is_filled_by_its_menu() {
    let stage = Stage::alone();
    let (tab, popup) = stage.open("frame.html");
    let popup = popup.wary();
    let click = "(() => document.querySelector('iframe').contentDocument.querySelector('[name=city]').focus())()";
    tab.page.evaluate(click).expect("the field is clicked");
    let frames = popup.in_frames("() => 0", &[]).expect("frames answer");
    let frame = frames.iter().map(|(frame, _)| *frame).find(|frame| *frame != 0).expect("a frame");
    by_menu(&stage, &tab, frame);
    rests(&popup, "paused_for_approval");
    shows_sheet(&popup);
    picture(&popup, "one-field.png", "#consent");
    let rows = popup.page.evaluate("document.querySelectorAll('#consent-rows .sheet-row').length");
    assert_eq!(rows.expect("rows"), 1);
    let mouse = ["MouseEvent('mouseenter')", "MouseEvent('mouseleave')"];
    for [on, off] in [mouse, ["FocusEvent('focusin')", "FocusEvent('focusout')"]] {
        outlines(&popup, &tab, frame, on, "[name=city]");
        outlines(&popup, &tab, frame, off, "");
    }
    popup.agree().expect("it is agreed to");
    rests(&popup, "done");
    let inner =
        "JSON.parse(JSON.stringify(document.querySelector('iframe').contentWindow.app.values))";
    assert_eq!(tab.page.evaluate(inner).expect("the frame's belief"), json!({"city": "Berlin"}));
    let page = app(&tab);
    assert_eq!((&page["values"], &page["submits"]), (&json!({}), &json!(0)));
}

/// Proves that a click in the page, in a frame of it and in a field's label, finds its row on the sheet, that the focus
/// stays where the person put it, and that events of the page's own making find nothing.
#[test]
fn a_click_in_the_page_finds_its_row() {
    let stage = Stage::alone();
    let (tab, popup) = stage.open("frame.html");
    let popup = popup.wary();
    popup.start().expect("Start");
    rests(&popup, "paused_for_approval");
    shows_sheet(&popup);
    let is_marked = |row: &str| {
        format!(
            "document.querySelectorAll('.sheet-row[aria-current]').length === 1 && \
             document.querySelector('.sheet-row[aria-current] .what').innerText.startsWith({row:?})"
        )
    };
    tab.page.bring_to_front().expect("the page is in front");
    let field = "document.querySelector('iframe').contentDocument.querySelector('[name=city]')";
    let made_up = format!(
        "for (const kind of ['click', 'focusin']) {field}.dispatchEvent(new Event(kind, {{ bubbles: true }}))"
    );
    tab.page.evaluate(&made_up).expect("the page makes it up");
    tab.page.click("label[for=email]").expect("a click");
    popup.page.wait_for(&is_marked("E-mail"), PATIENCE).expect("the row is marked");
    let place = format!(
        "(() => {{ {field}.scrollIntoView({{ block: 'center' }}); \
         const [a, b] = [document.querySelector('iframe'), {field}].map((e) => e.getBoundingClientRect()); \
         return [a.x + b.x + b.width / 2, a.y + b.y + b.height / 2]; }})()"
    );
    let place = tab.page.evaluate(&place).expect("a place");
    let [x, y] = [0, 1].map(|at| place[at].as_f64().expect("a number"));
    tab.page.click_at(x, y).expect("a click");
    popup.page.wait_for(&is_marked("City"), PATIENCE).expect("the row is marked");
    let focus = format!("document.activeElement.tagName + {field}.matches(':focus')");
    assert_eq!(tab.page.evaluate(&focus).expect("the page answers"), "IFRAMEtrue");
    picture(&popup, "picked.png", "#consent");
}

/// Proves that a field that nobody recognises can be filled all the same, with an entry that the person chooses.
#[test]
fn a_field_that_is_not_recognised_gets_what_is_chosen() {
    let stage = Stage::alone();
    let (tab, popup) = stage.open("odd-field.html");
    let popup = popup.wary();
    tab.page.evaluate("document.querySelector('#odd').focus()").expect("the field is clicked");
    by_keys(&stage, &tab, "fill-field");
    rests(&popup, "paused_for_approval");
    // Nobody knows the field: its editor is open.
    let offered = "document.querySelectorAll('#row-offer option').length > 3";
    popup.page.wait_for(offered, PATIENCE).expect("entries are offered");
    picture(&popup, "one-field-offers.png", "#consent");
    popup.page.set("#row-offer", &"company".into()).expect("an entry is chosen");
    popup.agree().expect("it is agreed to");
    rests(&popup, "done");
    assert_eq!(app(&tab)["values"], json!({"odd": "Example Works"}));
}

/// Proves that the keys say in the panel what stands against them, where no field is.
#[test]
fn keys_without_a_field_say_what_to_do() {
    let stage = Stage::alone();
    let (tab, popup) = stage.open("simple.html");
    by_keys(&stage, &tab, "fill-field");
    let said = "!document.querySelector('#notice').hidden && document.querySelector('#notice-text').innerText";
    let said = popup.page.wait_for(said, PATIENCE).expect("something is said");
    assert_eq!(said, "Click into a field of the page first.");
}

/// Proves that a form that was begun by keys leaves a receipt when it is sent, that it is found again by a field's name,
/// that the form says so at the next visit, and that a deleted receipt is gone.
#[test]
fn what_was_sent_is_found_again() {
    let stage = Stage::alone();
    let (tab, popup) = stage.open("simple.html");
    by_keys(&stage, &tab, "fill-page");
    rests(&popup, "paused_for_approval");
    popup.approve(false).expect("it is approved");
    rests(&popup, "done");
    popup
        .page
        .wait_for("!document.querySelector('#show-receipt').hidden", PATIENCE)
        .expect("a receipt");
    popup.press("#show-receipt").expect("it is shown");
    popup
        .page
        .wait_for("document.querySelectorAll('#sent-list > li').length === 1", PATIENCE)
        .expect("one");
    picture(&popup, "sent.png", "#view-sent");
    popup.page.set("#sent-filter", &"no such site".into()).expect("words are typed");
    popup
        .page
        .wait_for("!document.querySelector('#sent-empty').hidden", PATIENCE)
        .expect("none fits");
    popup.page.set("#sent-filter", &"127.0.0.1".into()).expect("words are typed");
    popup
        .page
        .wait_for("document.querySelectorAll('#sent-list > li').length === 1", PATIENCE)
        .expect("one");

    // By the name of a field, and as a file: names and places, and no value.
    popup.page.set("#sent-filter", &"postal".into()).expect("words are typed");
    popup
        .page
        .wait_for("document.querySelectorAll('#sent-list > li').length === 1", PATIENCE)
        .expect("one");
    keeps_files(&popup);
    let file = saved(&popup, "#sent-export");
    assert_eq!(file.as_array().map(Vec::len), Some(1), "{file}");
    assert_eq!(file[0]["origin"].as_str(), Some(stage.site.url("").trim_end_matches('/')));
    let text = file.to_string();
    assert!(text.contains("Postal code") && text.contains("email"), "{text}");
    assert!(
        !text.contains("Ada") && !text.contains("10115") && !text.contains("example.org"),
        "{text}"
    );

    let (again, other) = stage.start("simple.html");
    rests(&other, "paused_for_approval");
    let before = other.text("#sent-before").expect("what is said");
    assert!(before.starts_with("You sent this form on "), "{before}");
    other.stop().expect("Stop");
    drop(again);

    popup.press("#sent-clear").expect("all are to go");
    popup.press("#sent-clear-yes").expect("they go");
    popup.page.wait_for("!document.querySelector('#sent-list > li')", PATIENCE).expect("none");
    assert_eq!(popup.stored("receipts").expect("what is stored"), Value::Null);
}

/// Proves that the browser is told what the toolbar button opens, and that its press opens a window where that was set.
#[test]
fn the_button_opens_what_was_set() {
    let stage = Stage::alone();
    let (tab, popup) = stage.open("simple.html");
    let opens = |place: &str, popup_page: &str, panel: bool| {
        stage.vaulty.home().set_settings(&[("#opens-in", place.into())]).expect("it is saved");
        let is_set = format!(
            "Promise.all([chrome.action.getPopup({{}}), chrome.sidePanel?.getPanelBehavior()]).then(([popup, panel]) => \
             popup.endsWith('{popup_page}') && (popup === '') === {} && (panel ? panel.openPanelOnActionClick : \
             !localStorage.getItem('opensWindow')) === {panel} || (!panel && popup !== ''))",
            popup_page.is_empty()
        );
        popup.page.wait_for(&is_set, PATIENCE).expect("the browser knows it");
    };
    opens("popup", "panel.html?in=popup", false);
    opens("window", "", false);
    stage.vaulty.press_button(&tab).expect("the button is pressed");
    let window = format!(
        "chrome.windows.getAll({{ populate: true }}).then((all) => all.some(({{ type, tabs }}) => type === 'popup' && \
         tabs.some(({{ url, pendingUrl }}) => (url || pendingUrl || '').endsWith('panel.html?tabId={}'))))",
        tab.id
    );
    popup.page.wait_for(&window, PATIENCE).expect("a window opens for the tab");
    opens("panel", "", true);
    // Chromium opens its panel by itself, and tells nobody.
    if let Driver::Firefox(firefox) = stage.vaulty.browser() {
        firefox.press_button(tab.id).expect("the button is pressed");
        let deadline = Instant::now() + PATIENCE;
        while !firefox.has_sidebar(tab.id).expect("the window answers") {
            assert!(Instant::now() < deadline, "the sidebar does not open");
        }
    }
}
