//! What was told once is known: by the screens, at the next visit and in other words.

use serde_json::{Value, json};
use tests::browser::{Popup, Tab};

use crate::{
    invoked::by_keys,
    stage::{PATIENCE, Stage, app, picture, rests},
};

fn sees(popup: &Popup, expression: &str) -> Value {
    popup.page.wait_for(expression, PATIENCE).expect("the panel gets there")
}

/// Proves that an answer is proposed where the same is asked in other words, that nothing is filled with it before the
/// person takes it, and that what they saved with it is filled from then on.
#[test]
fn an_answer_is_proposed_for_other_words_and_known_once_it_was_taken() {
    let stage = Stage::alone();
    let (tab, popup) = stage.start("question.html");
    rests(&popup, "needs_input");
    let asked = popup.job().expect("a job")["questions"][0]["saveAs"].clone();
    popup.answer(&[(asked.as_str().expect("a key"), "The Rose of Kinsale")]).expect("an answer");
    rests(&popup, "paused_for_approval");
    popup.approve(false).expect("a yes");
    popup.wait_status(&["done"], PATIENCE).expect("it is sent");
    assert_eq!(app(&tab)["values"]["boat"], "The Rose of Kinsale");

    let (tab, popup) = stage.start("question.html?again");
    rests(&popup, "needs_input");
    sees(
        &popup,
        "document.querySelector('#questions .near')?.innerText.includes('The Rose of Kinsale')",
    );
    picture(&popup, "near.png", "#questions");
    assert_eq!(app(&tab)["values"], json!({}), "it is for the person to take");
    popup.press("#questions .near button").expect("it is taken");
    popup.press("#answer").expect("Save");
    popup.wait_status(&["paused_for_approval"], PATIENCE).expect("it is filled");
    popup.stop().expect("Stop");

    let (tab, popup) = stage.start("question.html?again");
    rests(&popup, "paused_for_approval");
    assert_eq!(app(&tab)["values"]["boat"], "The Rose of Kinsale");
}

/// Proves that the entry that was chosen for a field that nobody recognises is offered there at the next visit and filled
/// once the person takes it, that the settings say so, and that it is not offered once they have it forgotten.
#[test]
fn what_was_chosen_for_a_field_is_offered_until_it_is_forgotten() {
    let stage = Stage::alone();
    let sheet = || {
        let (tab, popup) = stage.open("odd-field.html");
        let popup = popup.wary();
        popup.start().expect("Start");
        rests(&popup, "paused_for_approval");
        let shown =
            "document.querySelector('#consent-rows')?.getAttribute('aria-busy') === 'false'";
        sees(&popup, shown);
        (tab, popup)
    };
    let offered = "document.querySelector('#consent-asked .near')?.checkVisibility()";
    let is_offered = |popup: &Popup| popup.page.evaluate(offered).expect("the panel answers");
    let (tab, popup) = sheet();
    assert_ne!(is_offered(&popup), json!(true));
    popup.stop().expect("Stop");
    // One field alone: what goes in is chosen.
    tab.page.evaluate("document.querySelector('#odd').focus()").expect("the field is clicked");
    by_keys(&stage, &tab, "fill-field");
    let change = "(() => { const row = document.querySelector('#consent-asked .sheet-row button'); \
        row?.click(); return Boolean(row); })()";
    sees(&popup, change);
    sees(&popup, "document.querySelectorAll('#row-offer option').length > 3");
    popup.page.set("#row-offer", &"company".into()).expect("an entry is chosen");
    popup.agree().expect("it is agreed to");
    popup.wait_status(&["done"], PATIENCE).expect("it is filled");
    assert_eq!(app(&tab)["values"]["odd"], "Example Works");

    let (tab, popup) = sheet();
    sees(&popup, offered);
    picture(&popup, "chosen.png", "#consent");
    popup.press("#consent-asked .near button").expect("it is taken");
    // Once, not for the session: the next visit has a sheet as well.
    sees(&popup, "!document.querySelector('#consent-fill').disabled");
    popup.press("#consent-fill").expect("it is agreed to");
    sees(&popup, "document.querySelector('#consent').hidden");
    popup.wait_status(&["paused_for_approval"], PATIENCE).expect("it is filled");
    assert_eq!(app(&tab)["values"]["odd"], "Example Works");
    popup.stop().expect("Stop");

    let home = stage.vaulty.home();
    home.view("settings").expect("settings");
    sees(&home, "document.querySelector('#learned-list')?.innerText.includes('Zorblatt')");
    picture(&home, "learned.png", "#learned");
    home.press("#learned-list button").expect("Forget");
    sees(&home, "document.querySelector('#learned').hidden");
    let (_tab, popup) = sheet();
    assert_ne!(is_offered(&popup), json!(true));
}

/// Opens a page and waits for its sheet.
fn sheet_of(stage: &Stage, path: &str) -> (Tab, Popup) {
    let (tab, popup) = stage.open(path);
    let popup = popup.wary();
    popup.start().expect("Start");
    rests(&popup, "paused_for_approval");
    let shown = "['#consent-rows', '#consent-asked'].every((part) => document.querySelector(part)) \
        && document.querySelector('#consent-rows').getAttribute('aria-busy') === 'false'";
    sees(&popup, shown);
    (tab, popup)
}

/// What the sheet would fill.
fn would_fill(popup: &Popup) -> String {
    popup.text("#consent-rows").expect("the panel answers")
}

/// Presses Fill for this once.
fn fill(popup: &Popup) {
    sees(popup, "!document.querySelector('#consent-fill').disabled");
    popup.press("#consent-fill").expect("it is agreed to");
    sees(popup, "document.querySelector('#consent').hidden");
    rests(popup, "paused_for_approval");
}

/// The first visit to the page with the odd field: the person chooses an entry for it and sends the form.
fn send_odd_field(stage: &Stage) {
    let (tab, popup) = sheet_of(stage, "odd-field.html?demanded");
    assert!(!would_fill(&popup).contains("Example Works"));
    popup.press("#consent-asked .sheet-row button").expect("the row opens");
    sees(&popup, "document.querySelectorAll('#row-offer option').length > 3");
    popup.page.set("#row-offer", &"company".into()).expect("an entry is chosen");
    fill(&popup);
    popup.approve(false).expect("a yes");
    popup.wait_status(&["done"], PATIENCE).expect("it is sent");
    assert_eq!(app(&tab)["sent"]["odd"], "Example Works");
    let home = stage.vaulty.home();
    home.view("settings").expect("settings");
    sees(&home, "document.querySelector('#recipe-list li')");
}

/// Proves that what was chosen for a field that nobody recognises is on the sheet at the next visit, marked as what it is,
/// that it is filled after consent, and that it is not once the form was forgotten.
#[test]
fn the_second_visit_knows_what_the_first_was_told() {
    let stage = Stage::alone();
    send_odd_field(&stage);
    let (tab, popup) = sheet_of(&stage, "odd-field.html?demanded");
    let shown = would_fill(&popup);
    assert!(shown.contains("Example Works") && shown.contains("as on your last visit"), "{shown}");
    picture(&popup, "second-visit.png", "#consent");
    assert_eq!(app(&tab)["values"], json!({}), "nothing is filled before consent");
    fill(&popup);
    assert_eq!(app(&tab)["values"]["odd"], "Example Works");
    popup.stop().expect("Stop");

    let home = stage.vaulty.home();
    home.view("settings").expect("settings");
    picture(&home, "recipes.png", "#recipes");
    home.press("#recipe-list li > button").expect("Forget");
    sees(&home, "!document.querySelector('#recipe-list li')");
    let (_tab, popup) = sheet_of(&stage, "odd-field.html?demanded");
    assert!(!would_fill(&popup).contains("Example Works"));
}

/// Proves that nothing of what was learned is used once the form is sent to another address, and that the log says so.
#[test]
fn a_form_that_is_sent_elsewhere_is_not_filled_from_memory() {
    let stage = Stage::alone();
    send_odd_field(&stage);
    let (tab, popup) = sheet_of(&stage, "odd-field.html?elsewhere");
    assert!(!would_fill(&popup).contains("Example Works"));
    fill(&popup);
    assert_eq!(app(&tab)["values"], json!({ "email": "ada@example.org" }));
    let log = popup.log().expect("the log").to_string();
    assert!(log.contains("another place than before"), "{log}");
}
