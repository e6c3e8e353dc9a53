//! Pages, tabs and people that do the unexpected: a clear message, nothing lost, nothing sent.

use serde_json::json;
use tests::browser::{Popup, Tab};

use crate::stage::{PATIENCE, Stage, app, person, rests};

/// Proves that a page without a form ends with a sentence, in bounded time.
#[test]
fn a_page_without_a_form_says_so() {
    let stage = Stage::alone();
    let (_tab, popup) = stage.start("no-form.html");
    popup.wait_at_rest(PATIENCE).expect("the job comes to rest");
    let said = popup.text("body").expect("a message").to_lowercase();
    assert!(said.contains("no form found") || said.contains("nothing on this page"), "{said}");
}

/// Proves that 5,000 fields cross every boundary and none is dropped without being counted.
#[test]
fn five_thousand_fields_are_read() {
    let stage = Stage::alone();
    let (_tab, popup) = stage.open("many.html?n=5000");
    let inspection = popup.inspect(PATIENCE).expect("the page is read");
    let fields = inspection["observation"]["fields"].as_array().expect("fields").len() as u64;
    let omitted = inspection["observation"]["omitted"]["fields"].as_u64().unwrap_or(0);
    assert_eq!(fields + omitted, 5000);
}

/// Proves that a label of a megabyte neither stops the page nor the message channel.
#[test]
fn a_label_of_a_megabyte_is_cut_and_counted() {
    let stage = Stage::alone();
    let (_tab, popup) = stage.open("big-label.html");
    let inspection = popup.inspect(PATIENCE).expect("the page is read");
    let cut = inspection["observation"]["omitted"]["textChars"].as_u64().unwrap_or(0);
    assert!(cut > 900_000, "{cut} characters were cut");
}

/// Proves that elements, not ids, are written: two fields of one id get their own values.
#[test]
fn duplicate_ids_do_not_confuse_fields() {
    let stage = Stage::alone();
    let (tab, popup) = stage.start("duplicate-ids.html");
    popup.wait_at_rest(PATIENCE).expect("the job comes to rest");
    let values = app(&tab)["values"].clone();
    assert_eq!(values["first"], "Ada", "{values}");
    assert_eq!(values["last"], "Example", "{values}");
}

/// Proves that a field that goes away between plan and write costs only itself.
#[test]
fn a_field_that_disappears_is_no_end() {
    let stage = Stage::alone();
    let (tab, popup) = stage.start("removes.html");
    rests(&popup, "paused_for_approval");
    let values = app(&tab)["values"].clone();
    assert_eq!(values["city"], "Berlin", "{values}");
    assert_eq!(app(&tab)["submits"], 0);
}

/// Proves that the end of a tab reaches its job.
#[test]
fn a_tab_that_closes_ends_its_job() {
    let stage = Stage::alone();
    let (tab, popup) = stage.start("simple.html");
    rests(&popup, "paused_for_approval");
    // Where it is the last one, its window closes with it, and the job waits.
    let beside = "(id) => chrome.tabs.get(id).then(({ windowId }) => \
        chrome.tabs.create({ windowId, url: 'about:blank', active: false })).then(() => 1)";
    popup.page.apply(beside, &[tab.id.into()]).expect("another tab is beside it");
    tab.page.close().expect("the tab closes");
    popup.wait_status(&["error"], PATIENCE).expect("the job ends");
    assert!(popup.text("body").expect("text").contains("tab was closed"));
}

/// Proves that two presses of Start are one job: the second is told why not.
#[test]
fn two_starts_at_once_are_one_job() {
    let stage = Stage::alone();
    let (tab, popup) = stage.open("simple.html");
    let start = format!(
        "Promise.all(['a', 'b'].map((id) => chrome.runtime.sendMessage({{type: 'START_JOB', jobId: id, \
         tabId: {}, mode: 'live'}}))).then((all) => all.map((one) => one.ok))",
        tab.id
    );
    let answers = popup.page.evaluate(&start).expect("both are answered");
    // Which of the two comes first is the browser's.
    let taken = answers.as_array().map(|all| all.iter().filter(|one| **one == json!(true)).count());
    assert_eq!(taken, Some(1), "{answers}");
}

/// Proves that an empty profile fills nothing, breaks nothing and says what to do.
#[test]
fn an_empty_profile_fills_nothing() {
    let stage = Stage::alone();
    stage.vaulty.home().forget_profiles().expect("no profile");
    let (tab, popup) = stage.open("simple.html");
    let message = format!(
        "chrome.runtime.sendMessage({{type: 'START_JOB', jobId: 'empty', tabId: {}, mode: 'live'}})",
        tab.id
    );
    popup.page.evaluate(&message).expect("Start");
    popup.wait_at_rest(PATIENCE).expect("the job comes to rest");
    assert_eq!(app(&tab)["values"], json!({}));
    assert_eq!(app(&tab)["submits"], 0);
}

/// Proves that of a half valid profile what is valid is taken, and that the rest is named.
#[test]
fn a_half_valid_profile_is_taken_as_far_as_it_goes() {
    let stage = Stage::alone();
    let home = stage.vaulty.home();
    let mut half = person();
    half["firstName"] = json!("Grace");
    half["address"] = json!("nowhere");
    home.import(&half).expect("it is imported");
    assert_eq!(home.profile().expect("a profile")["firstName"], "Grace");
    let report = home.page.evaluate("document.querySelector('#import-problems').textContent");
    assert!(report.expect("a report").as_str().unwrap_or_default().contains("address"));
}

/// Proves that a browser's own page is refused with a sentence that says what to do.
#[test]
fn a_page_that_extensions_may_not_touch_says_so() {
    let stage = Stage::alone();
    let tab = stage.vaulty.open(stage.vaulty.closed_address()).expect("the page opens");
    let popup = stage.vaulty.popup(&tab).expect("the popup opens");
    popup.start().expect("Start");
    popup.wait_status(&["error"], PATIENCE).expect("the job ends");
    assert!(popup.text("body").expect("text").contains("can’t work on this page"));
}

/// Proves that a job that finds no room to be stored ends before anything is done in the page, that the person is told what
/// to do, and that what ended before gives way. The browser's own storage has room: in its place stands one that has none.
#[test]
fn a_full_storage_is_said_and_loses_nothing() {
    let stage = Stage::alone();
    let (worker, place) = stage.background();
    let set = |set: &str| {
        let place = format!("({place}).chrome.storage.local");
        let script =
            format!("(async () => {{ const local = {place}; local.own ??= local.set; {set} }})()");
        worker.evaluate(&script).expect("storage is stood in for");
    };
    let no_room = || set("local.set = async () => { throw new Error('QuotaExceededError'); };");
    let room = || set("local.set = local.own;");
    let (tab, popup) = stage.open("simple.html");
    let is_told = || {
        popup.page.wait_for("!document.querySelector('#notice').hidden", PATIENCE).expect("told");
        let said = popup.text("#notice-text").expect("a sentence");
        assert!(said.contains("Free some disk space"), "{said}");
        popup.press("#notice-read").expect("it is read");
    };
    let jobs = || {
        let jobs = "chrome.storage.local.get().then((all) => \
            Object.keys(all).filter((key) => key.startsWith('job:')).length)";
        popup.page.evaluate(jobs).expect("jobs")
    };

    no_room();
    popup.start().expect("Start is pressed");
    is_told();
    assert_eq!((jobs(), app(&tab)["values"].clone()), (json!(0), json!({})));

    // In mid-job: a yes that can't be stored presses nothing.
    room();
    popup.start().expect("Start is pressed");
    rests(&popup, "paused_for_approval");
    popup.may_approve().expect("the card lists what goes along");
    no_room();
    popup.press("#approve").expect("the yes is given");
    is_told();
    assert_eq!((jobs(), app(&tab)["submits"].clone()), (json!(0), json!(0)));
    assert_eq!(app(&tab)["values"]["city"], "Berlin", "what was filled stays");

    // There is room again once a job that ended has gone.
    room();
    popup.start().expect("Start is pressed");
    rests(&popup, "paused_for_approval");
    popup.stop().expect("it is stopped");
    rests(&popup, "stopped");
    set(
        "const own = local.remove.bind(local); local.set = async () => { throw new Error('QuotaExceededError'); }; \
        local.remove = (keys) => { if (String(keys).startsWith('job:')) { local.set = local.own; } return own(keys); };",
    );
    popup.start().expect("Start is pressed");
    rests(&popup, "paused_for_approval");
    assert_eq!(jobs(), 1, "the one that ended gave way");
}

/// Proves that a receipt for which there is no room is shown all the same, that the person is told what to do, and that it is
/// stored once there is room.
#[test]
fn a_receipt_without_room_is_stored_once_there_is_some() {
    let stage = Stage::alone();
    let (background, place) = stage.background();
    let set = |set: &str| {
        let place = format!("({place}).chrome.storage.local");
        let script =
            format!("(async () => {{ const local = {place}; local.own ??= local.set; {set} }})()");
        background.evaluate(&script).expect("storage is stood in for");
    };
    let (_tab, popup) = stage.start("simple.html");
    rests(&popup, "paused_for_approval");
    set("local.set = async (items) => { \
         if ('receipts' in items) throw new Error('QuotaExceededError'); return local.own(items); };");
    popup.approve(false).expect("it is sent");
    popup.page.wait_for("!document.querySelector('#notice').hidden", PATIENCE).expect("told");
    let said = popup.text("#notice-text").expect("a sentence");
    assert!(said.contains("open “Sent”"), "{said}");
    assert_eq!(popup.stored("receipts").expect("what is stored"), json!(null));

    popup.view("sent").expect("the list of what was sent");
    let listed = "document.querySelectorAll('#sent-list > li').length === 1";
    popup.page.wait_for(listed, PATIENCE).expect("it is listed");
    set("local.set = local.own;");
    popup.view("fill").expect("back");
    popup.view("sent").expect("the list once more");
    let stored = "chrome.storage.local.get('receipts').then((all) => all.receipts?.length === 1)";
    popup.page.wait_for(stored, PATIENCE).expect("it is stored");
}

/// Opens the review sheet of a form, once it lists what would be filled.
fn sheet_of(stage: &Stage, page: &str) -> (Tab, Popup) {
    let (tab, popup) = stage.open(page);
    let popup = popup.wary();
    popup.start().expect("Start is pressed");
    rests(&popup, "paused_for_approval");
    popup.page.wait_for(LISTED, PATIENCE).expect("the sheet lists its rows");
    (tab, popup)
}

const LISTED: &str =
    "document.querySelector('#consent-rows')?.getAttribute('aria-busy') === 'false'";

/// Proves that a yes to the review sheet of a page that has gone elsewhere since fills nothing there: the person is shown
/// what the page that is there asks for.
#[test]
fn a_yes_to_the_sheet_of_a_page_that_left_is_none_to_the_next() {
    let stage = Stage::alone();
    let (tab, popup) = sheet_of(&stage, "simple.html");
    tab.page.navigate(&stage.site.url("odd-field.html?demanded")).expect("the page goes elsewhere");
    let fill = "(() => { const fill = document.querySelector('#consent-fill'); if (fill && !fill.disabled) fill.click(); return 1; })()";
    popup.page.evaluate(fill).expect("Fill is pressed where it is still there");
    let shows_new = "document.querySelector('#consent-rows')?.getAttribute('aria-busy') === 'false' && \
        !document.querySelector('#consent-rows').innerText.includes('Phone')";
    popup.page.wait_for(shows_new, PATIENCE).expect("the sheet is of the page that is there");
    rests(&popup, "paused_for_approval");
    let values = "JSON.stringify([...document.querySelectorAll('input')].map((of) => of.value))";
    assert_eq!(tab.page.evaluate(values).expect("values"), json!("[\"\",\"\"]"));
}

/// Proves that two panels of one tab show one job, that what is decided in one is seen in the other, that a yes to values which
/// the other panel has read again since is no yes until they are looked at once more, and that the form is sent once.
#[test]
fn two_panels_decide_one_job() {
    let stage = Stage::alone();
    let (tab, first) = sheet_of(&stage, "simple.html");
    let second = stage.vaulty.popup(&tab).expect("another panel").wary();
    second.page.wait_for(LISTED, PATIENCE).expect("it shows the same sheet");
    second.press("#consent-fill").expect("it is agreed to in one");
    for panel in [&first, &second] {
        let asks = "document.querySelector('#approval')?.checkVisibility() && document.querySelector('#consent').hidden";
        panel.page.wait_for(asks, PATIENCE).expect("both ask before sending");
        panel.may_approve().expect("both list what goes along");
    }
    let read = "chrome.runtime.sendMessage({ type: 'SHOW_APPROVAL', jobId: document.body.dataset.job }).then(() => 1)";
    second.page.evaluate(read).expect("the other reads the values again");
    first.press("#approve").expect("Send is pressed");
    let refused = "document.querySelector('#approval-note').innerText.includes('read again')";
    first.page.wait_for(refused, PATIENCE).expect("it says what to press");
    assert_eq!(app(&tab)["submits"], 0, "nothing was sent");
    first.press("#approval-refresh").expect("Refresh values");
    let listed = "document.querySelector('#approval-note').innerText === '' && !document.querySelector('#approval-refresh').disabled";
    first.page.wait_for(listed, PATIENCE).expect("they are listed once more");
    first.approve(false).expect("it is sent");
    for panel in [&first, &second] {
        panel.wait_status(&["done"], PATIENCE).expect("both say that it was");
    }
    assert_eq!(app(&tab)["submits"], 1);
}

/// Proves that a large profile is read, kept and told of, with the panel still answering: 2 MB here, 20 MB in the slow set.
#[test]
fn a_large_profile_is_taken_in() {
    let stage = Stage::alone();
    let home = stage.vaulty.home();
    let letters = if tests::slow() { 20_000_000 } else { 2_000_000 };
    let large = json!({"firstName": "Grace", "custom": {"Note": "a".repeat(letters)}});
    home.import(&large).expect("it is imported");
    let report = home.text("#import-report").expect("a report");
    assert!(report.starts_with("Imported and saved"), "{report}");
    let kept = home.profile().expect("a profile");
    let note = kept["custom"]["Note"].as_str().map(str::len);
    assert_eq!((&kept["firstName"], note), (&json!("Grace"), Some(letters)));
}
