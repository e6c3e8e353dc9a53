//! What was told once is known: by the screens, at the next visit and in other words.

use serde_json::{Value, json};
use tests::{
    Engine,
    browser::{Popup, Tab, Vaulty},
};

use crate::{
    invoked::by_keys,
    stage::{PATIENCE, Stage, app, picture, rests},
    survival::again,
};

pub(crate) fn sees(popup: &Popup, expression: &str) -> Value {
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

/// Proves that an answer that the person keeps to the site is filled there and asked for anew elsewhere, and filled there as
/// well once they have it hold for every site.
#[test]
fn an_answer_that_is_kept_to_its_site_is_asked_for_anew_elsewhere() {
    let stage = Stage::alone();
    let begun = |url: &str| {
        let tab = stage.vaulty.open(url).expect("the page opens");
        let popup = stage.vaulty.popup(&tab).expect("the popup opens");
        popup.start().expect("Start");
        (tab, popup)
    };
    let (here, there) =
        (stage.site.url("question.html"), stage.site.other_site_url("question.html"));
    let (_, popup) = begun(&here);
    rests(&popup, "needs_input");
    let only = "document.querySelector('#answers-only-here')";
    sees(&popup, &format!("!!{only} && !{only}.closest('label').hidden"));
    popup.press("#answers-only-here").expect("a tick");
    picture(&popup, "only-here.png", "#questions");
    let asked = popup.job().expect("a job")["questions"][0]["saveAs"].clone();
    popup.answer(&[(asked.as_str().expect("a key"), "The Rose of Kinsale")]).expect("an answer");
    rests(&popup, "paused_for_approval");
    popup.stop().expect("Stop");

    let filled = |url: &str| {
        let (tab, popup) = begun(url);
        rests(&popup, "paused_for_approval");
        assert_eq!(app(&tab)["values"]["boat"], "The Rose of Kinsale", "{url}");
        popup.stop().expect("Stop");
    };
    filled(&here);
    // What is taken for other words of it stays with it.
    let (_, popup) = begun(&stage.site.url("question.html?again"));
    rests(&popup, "needs_input");
    sees(&popup, "!!document.querySelector('#questions .near button')");
    popup.press("#questions .near button").expect("it is taken");
    popup.press("#answer").expect("Save");
    popup.wait_status(&["paused_for_approval"], PATIENCE).expect("it is filled");
    popup.stop().expect("Stop");
    let (_, popup) = begun(&stage.site.other_site_url("question.html?again"));
    rests(&popup, "needs_input");
    popup.stop().expect("Stop");
    let (tab, popup) = begun(&there);
    rests(&popup, "needs_input");
    assert_eq!(app(&tab)["values"], json!({}), "another site is asked anew");
    assert_eq!(
        popup.page.evaluate("document.querySelectorAll('#questions .near').length").ok(),
        Some(json!(0)),
        "nor is it offered there"
    );
    popup.stop().expect("Stop");

    let home = stage.vaulty.home();
    home.view("profile").expect("the profile");
    let everywhere = "document.querySelector('.of-site [data-pair=everywhere]')";
    sees(&home, &format!("!!{everywhere}"));
    home.page
        .evaluate(&format!("{everywhere}.closest('details').setAttribute('open', '')"))
        .expect("the section opens");
    picture(&home, "only-here-profile.png", ".of-site textarea");
    home.press(".of-site [data-pair=everywhere]").expect("for every site");
    home.press("#profile-save").expect("Save");
    sees(
        &home,
        "document.querySelector('#profile-save').closest('.save-bar').innerText.includes('Saved')",
    );
    filled(&there);
    filled(&here);
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
    // One field alone: what goes in is chosen, and its editor is open.
    tab.page.evaluate("document.querySelector('#odd').focus()").expect("the field is clicked");
    by_keys(&stage, &tab, "fill-field");
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
    popup.leave("#consent-fill").expect("it is agreed to");
    sees(&popup, "document.querySelector('#consent').hidden");
    popup.wait_status(&["paused_for_approval"], PATIENCE).expect("it is filled");
    assert_eq!(app(&tab)["values"]["odd"], "Example Works");
    popup.stop().expect("Stop");

    let home = stage.vaulty.home();
    home.view("settings").expect("settings");
    sees(&home, "document.querySelector('#learned-list')?.innerText.includes('Zorblatt')");
    picture(&home, "learned.png", "#learned");
    home.press("#learned-list [data-forget]").expect("Forget");
    sees(&home, "document.querySelector('#learned').hidden");
    let (_tab, popup) = sheet();
    assert_ne!(is_offered(&popup), json!(true));
}

/// Opens a page and waits for its sheet.
fn sheet_of(stage: &Stage, path: &str) -> (Tab, Popup) {
    sheet_at(&stage.vaulty, &stage.site.url(path))
}

/// The same in any browser, at any address.
pub(crate) fn sheet_at(vaulty: &Vaulty, url: &str) -> (Tab, Popup) {
    let tab = vaulty.open(url).expect("the page opens");
    let popup = vaulty.popup(&tab).expect("the popup opens").wary();
    popup.start().expect("Start");
    rests(&popup, "paused_for_approval");
    let shown = "['#consent-rows', '#consent-asked'].every((part) => document.querySelector(part)) \
        && document.querySelector('#consent-rows').getAttribute('aria-busy') === 'false'";
    sees(&popup, shown);
    (tab, popup)
}

/// What the sheet would fill.
pub(crate) fn would_fill(popup: &Popup) -> String {
    popup.text("#consent-rows").expect("the panel answers")
}

/// Presses Fill for this once.
pub(crate) fn fill(popup: &Popup) {
    sees(popup, "!document.querySelector('#consent-fill').disabled");
    popup.leave("#consent-fill").expect("it is agreed to");
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
    sees(&settings(stage), "document.querySelector('#recipe-list li')");
}

fn settings(stage: &Stage) -> Popup {
    let home = stage.vaulty.home();
    home.view("settings").expect("settings");
    home
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

    let home = settings(&stage);
    home.page
        .evaluate("document.querySelector('#recipe-list details').open = true")
        .expect("it opens");
    let entries = home.text("#recipe-list details").expect("the panel answers");
    assert!(entries.contains("Company") && entries.contains("Export test pages"), "{entries}");
    assert!(!entries.contains("Example Works"), "{entries}");
    picture(&home, "recipes.png", "#recipe-list");
    home.press("#recipe-list li > button").expect("Forget");
    sees(&home, "!document.querySelector('#recipe-list li')");
    picture(&home, "recipes-none.png", "#recipes");
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
    assert!(log.contains("a different place than before"), "{log}");
}

/// Proves that what the form of one company was told is laid beside the same field of another's on the same software, says
/// so, and is filled by the person alone.
#[test]
fn the_second_company_on_the_same_software_is_offered_what_the_first_was_told() {
    let stage = Stage::alone();
    send_odd_field(&stage);
    let other = stage.site.other_site_url("odd-field.html?demanded");
    let (tab, popup) = sheet_at(&stage.vaulty, &other);
    assert!(!would_fill(&popup).contains("Example Works"));
    sees(&popup, "document.querySelector('#consent-asked .near')?.checkVisibility()");
    let near = popup.text("#consent-asked .near").expect("the panel answers");
    assert!(near.contains("On a form like this one: “Example Works”"), "{near}");
    picture(&popup, "second-company.png", "#consent");
    assert_eq!(app(&tab)["values"], json!({}), "it is for the person to take");
    popup.press("#consent-asked .near button").expect("it is taken");
    fill(&popup);
    assert_eq!(app(&tab)["values"]["odd"], "Example Works");
    popup.approve(false).expect("a yes");
    popup.wait_status(&["done"], PATIENCE).expect("it is sent");
    let two = "document.querySelectorAll('#recipe-list li').length === 2";
    sees(&settings(&stage), two);
}

/// A recipe of the test page's form by hand, as somebody may hand it on.
fn handed_on(origin: &str, path: &str) -> String {
    format!(
        "schema = 1\nversion = 1\norigin = \"{origin}\"\n\n[[steps]]\npath = \"{path}\"\n\
         signature = \"00112233445566aa\"\n\n[[steps.fields]]\nfingerprint = \"1111111111111111\"\n\
         words = \"2222222222222222\"\nrole = \"none\"\nkey = \"company\"\n"
    )
}

/// Proves that a recipe file is taken in and marked as what is only proposed, that many are listed, and that a file with a
/// value, of a newer format, or too large, is refused with its line and leaves what is there as it was.
#[test]
fn recipe_files_are_checked_before_they_are_taken_in() {
    let stage = Stage::alone();
    let home = settings(&stage);
    let folder = tempfile::tempdir().expect("a folder");
    let take = |name: &str, text: &str| {
        let file = folder.path().join(name);
        std::fs::write(&file, text).expect("a file");
        home.page.set_files("#recipe-file", &[&file]).expect("it is chosen");
    };
    let says = |said: &str| {
        sees(
            &home,
            &format!("document.querySelector('#recipes-message').innerText.includes('{said}')"),
        );
        home.text("#recipes-message").expect("the panel answers")
    };
    let good = handed_on("https://jobs.example", "/apply");
    for (name, text, said) in [
        ("value.toml", good.replace("\"company\"", "\"Ann Lee\""), "Line 12"),
        ("literal.toml", format!("{good}value = \"Ann Lee\"\n"), "Line 14"),
        ("secret.toml", good.replace("\"company\"", "\"payment.cardNumber\""), "Line 12"),
        ("newer.toml", good.replace("schema = 1", "schema = 2"), "newer version"),
        ("large.toml", format!("{good}#{}", "x".repeat(50 * 1024 * 1024)), "too large"),
    ] {
        take(name, &text);
        let message = says(said);
        assert!(!message.contains("Ann"), "{name}: {message}");
    }
    assert_eq!(home.text("#recipe-list").expect("the panel answers"), "");
    take("good.toml", &good);
    says("Imported");
    sees(&home, "document.querySelector('#recipe-list')?.innerText.includes('only suggested')");
    for number in 0..30_usize {
        let letters: String =
            format!("{number:02}").bytes().map(|digit| char::from(digit - b'0' + b'a')).collect();
        let path = format!("/{letters}/apply");
        take("more.toml", &handed_on(&format!("https://company{number}.example"), &path));
        let count = number + 2;
        sees(&home, &format!("document.querySelectorAll('#recipe-list > li').length === {count}"));
    }
    picture(&home, "recipes-many.png", "#recipes");
}

/// Proves that a form that refuses one form of an entry, an entry in every form, and to open a list is met otherwise on the
/// third visit, with the real page's complaints: nothing is refused any more, the person is told why, and the settings list
/// each until it is forgotten.
#[test]
fn what_a_form_refuses_twice_is_met_otherwise_on_the_third_visit() {
    let stage = Stage::alone();
    let visit = || {
        let (tab, popup) = sheet_of(&stage, "fussy.html");
        let seen = popup.text("#consent").expect("the panel answers");
        fill(&popup);
        let refused = tab.page.evaluate("[...new Set(window.refused)].sort()").expect("the page");
        let phone = app(&tab)["values"]["phone"].clone();
        popup.approve(false).expect("a yes");
        popup.wait_status(&["done"], PATIENCE).expect("it is sent");
        (seen, refused, phone)
    };
    let learned = "document.querySelectorAll('#learned-list > li').length";
    for _ in 0..2 {
        let home = settings(&stage);
        assert_eq!(home.page.evaluate(learned).expect("the panel answers"), 0);
        let (_, refused, phone) = visit();
        assert_eq!(refused, json!(["company", "country", "phone"]));
        assert!(phone.as_str().is_some_and(|phone| phone.bytes().all(|c| c.is_ascii_digit())));
    }
    let home = settings(&stage);
    sees(&home, &format!("{learned} === 3"));
    picture(&home, "refused-learned.png", "#learned");
    let (seen, refused, phone) = visit();
    assert_eq!(refused, json!([]), "{seen}");
    assert!(phone.as_str().is_some_and(|phone| phone.len() > 5), "{phone}");
    assert!(seen.contains("didn’t work on your last two visits: “Example Works”"), "{seen}");
    let (_tab, popup) = sheet_of(&stage, "fussy.html");
    picture(&popup, "refused.png", "#consent");
    popup.stop().expect("Stop");
    for left in [2, 1, 0] {
        home.press("#learned-list [data-forget]").expect("Forget");
        sees(&home, &format!("{learned} === {left}"));
    }
    assert_eq!(visit().1, json!(["company", "country", "phone"]), "it is tried again");
}

/// Ticks or unticks a row of the sheet.
fn tick(popup: &Popup, label: &str) {
    let press = "(label) => { const rows = [...document.querySelectorAll('#consent-rows .sheet-row')]; \
        const row = rows.find((one) => one.querySelector('.what').innerText.startsWith(label)); \
        row?.querySelector('input[type=checkbox]').click(); return Boolean(row); }";
    let pressed = popup.page.apply(press, &[label.into()]).expect("the panel answers");
    assert_eq!(pressed, json!(true), "there is a row {label}");
}

/// Proves that a field that was left out on the sheet is left blank at the next visit, with that reason and what would be
/// filled beside it, that one press fills it; and that the settings say so, and let it be changed with the keyboard's focus
/// kept, for every site.
#[test]
fn what_was_left_out_is_left_alone_until_it_is_changed() {
    let stage = Stage::alone();
    let (tab, popup) = sheet_of(&stage, "simple.html");
    assert!(would_fill(&popup).contains("+49 30 901820"));
    tick(&popup, "Phone");
    fill(&popup);
    assert_eq!(app(&tab)["values"].get("phone"), None);
    popup.stop().expect("Stop");

    let (tab, popup) = sheet_of(&stage, "simple.html");
    assert!(!would_fill(&popup).contains("+49 30 901820"));
    let left = "['You left it blank last time', '+49 30 901820'].every((said) => \
        document.querySelector('#consent-asked').innerText.includes(said))";
    sees(&popup, left);
    picture(&popup, "left-out.png", "#consent-asked");
    popup.press("#consent-asked .near button").expect("it is taken");
    fill(&popup);
    assert_eq!(app(&tab)["values"]["phone"], "+49 30 901820");
    popup.stop().expect("Stop");
    let (_tab, popup) = sheet_of(&stage, "simple.html");
    assert!(would_fill(&popup).contains("+49 30 901820"), "that ended it");
    popup.stop().expect("Stop");

    let home = settings(&stage);
    let says = |what: &str| {
        sees(
            &home,
            &format!("document.querySelector('#learned-list')?.innerText.includes('{what}')"),
        );
    };
    says("you said so once");
    home.press("#learned-list [data-change]").expect("Change");
    sees(&home, "document.activeElement?.matches('[data-lesson=entry]')");
    picture(&home, "learned-changed.png", "#learned");
    home.page.set("[data-lesson=entry]", &"-".into()).expect("nothing");
    home.page.set("[data-lesson=place]", &"everywhere".into()).expect("everywhere");
    home.press("#learned-list [data-save]").expect("Save");
    says("left blank");
    says("on every site");
    sees(&home, "document.activeElement?.matches('[data-change]')");
    let other = stage.site.other_site_url("simple.html");
    let (_tab, popup) = sheet_at(&stage.vaulty, &other);
    assert!(!would_fill(&popup).contains("+49 30 901820"));
    popup.stop().expect("Stop");

    home.press("#learned-list [data-change]").expect("Change");
    home.page.set("[data-lesson=entry]", &"company".into()).expect("another entry");
    home.press("#learned-list [data-save]").expect("Save");
    says("Company");
    let (_tab, popup) = sheet_of(&stage, "simple.html");
    assert!(would_fill(&popup).contains("+49 30 901820"), "a lesson fills nothing by itself");
}

/// Proves that what the person typed into the page before they sent it is proposed for that field at the next visit, as the
/// entry that it is.
#[test]
fn what_was_typed_into_the_page_is_proposed_at_the_next_visit() {
    let stage = Stage::alone();
    let (tab, popup) = stage.open("odd-field.html");
    tab.page.click("#odd").expect("the field is clicked");
    tab.page.insert_text("Example Works").expect("the person types");
    let popup = popup.wary();
    popup.start().expect("Start");
    rests(&popup, "paused_for_approval");
    fill(&popup);
    popup.approve(false).expect("a yes");
    popup.wait_status(&["done"], PATIENCE).expect("it is sent");
    assert_eq!(app(&tab)["sent"]["odd"], "Example Works");
    let home = settings(&stage);
    sees(
        &home,
        "document.querySelector('#learned-list')?.innerText.includes('“Zorblatt”: Company')",
    );

    let (tab, popup) = sheet_of(&stage, "odd-field.html");
    sees(
        &popup,
        "document.querySelector('#consent-asked .near')?.innerText.includes('Example Works')",
    );
    assert_eq!(app(&tab)["values"], json!({}), "it is for the person to take");
}

/// A page of the extension's once the person has let it work in private windows, for which it starts anew.
fn let_into_private_windows(stage: &Stage) -> Popup {
    let browser = stage.vaulty.browser();
    let (beside, _) = stage.open("no-form.html");
    let page = browser.open("chrome://extensions", true).expect("the list of extensions");
    page.wait_for("!!chrome.developerPrivate", PATIENCE).expect("it is there");
    let allow = "(extensionId) => chrome.developerPrivate.updateExtensionConfiguration({ extensionId, \
        incognitoAccess: true }).then(() => true)";
    page.apply(allow, &[stage.vaulty.extension_id().into()]).expect("it is let work there");
    let own = again(&stage.vaulty, &beside);
    sees(&own, "chrome.extension.isAllowedIncognitoAccess()");
    own
}

/// Opens an address in a window, a private one or not, asked for by a page of the extension's.
fn open_by(own: &Popup, stage: &Stage, url: &str, incognito: bool) -> Tab {
    let open = "(url, incognito) => chrome.windows.create({ url, incognito }).then((made) => made.tabs[0].id)";
    let id = own.page.apply(open, &[url.into(), incognito.into()]).expect("a window opens");
    let chromium = stage.vaulty.browser().chromium().expect("Chromium");
    let page = chromium.attach_where(PATIENCE, |target| target.kind == "page" && target.url == url);
    Tab { page: page.expect("its page"), id: id.as_i64().expect("a tab") }
}

/// Chooses an entry for the odd field and sends the form.
fn send_odd_field_in(stage: &Stage, tab: &Tab) {
    let popup = stage.vaulty.popup(tab).expect("the panel opens").wary();
    popup.start().expect("Start");
    rests(&popup, "paused_for_approval");
    sees(&popup, "document.querySelector('#consent-rows')?.getAttribute('aria-busy') === 'false'");
    popup.press("#consent-asked .sheet-row button").expect("the row opens");
    sees(&popup, "document.querySelectorAll('#row-offer option').length > 3");
    popup.page.set("#row-offer", &"company".into()).expect("an entry is chosen");
    fill(&popup);
    popup.approve(false).expect("a yes");
    popup.wait_status(&["done"], PATIENCE).expect("it is sent");
    assert_eq!(app(tab)["sent"]["odd"], "Example Works");
}

/// Proves that nothing is learned in a private window: neither what was chosen for a field, nor how the form is filled. What
/// is learned of a form that is sent from another window afterwards is all there is.
#[test]
fn a_private_window_teaches_nothing() {
    if Engine::wanted().expect("a browser") == Engine::Firefox {
        // There the person alone lets an extension into private windows.
        return;
    }
    let stage = Stage::alone();
    let own = let_into_private_windows(&stage);
    let private = stage.site.url("odd-field.html?demanded&private");
    send_odd_field_in(&stage, &open_by(&own, &stage, &private, true));
    let other = stage.site.other_site_url("odd-field.html?demanded");
    send_odd_field_in(&stage, &open_by(&own, &stage, &other, false));
    own.view("settings").expect("settings");
    sees(&own, "document.querySelectorAll('#recipe-list > li').length === 1");
    let said = own.text("#learned-list").expect("the panel answers");
    assert!(said.contains("you said so once"), "{said}");
    let kept = own.stored("lessons").expect("storage answers").to_string();
    let host = stage.site.url("").trim_end_matches('/').to_owned();
    assert!(kept.contains("sites") && !kept.contains(&host), "{kept}");
}

/// Proves that where the browser has no room for what a form taught, the person is told, what was learned before stays, and
/// the next form is learned again. In the place of the browser's own ways to store lessons and recipes stand ones that fail.
#[test]
fn what_there_is_no_room_for_is_said_and_loses_nothing() {
    let stage = Stage::alone();
    send_odd_field(&stage);
    let kept = "chrome.storage.local.get('lessons').then((all) => JSON.stringify(all))";
    let home = stage.vaulty.home();
    let before = home.page.evaluate(kept).expect("storage answers");
    assert!(before.as_str().is_some_and(|kept| kept.contains("Zorblatt")), "{before}");
    let (background, place) = stage.background();
    let full = |is_full: bool| {
        let script = format!(
            "(async () => {{ const at = {place}; const [puts, local] = [at.IDBObjectStore.prototype, at.chrome.storage.local]; \
             puts.own ??= puts.put; at.setOwn ??= local.set.bind(local); \
             const fail = () => {{ throw new at.DOMException('full', 'QuotaExceededError'); }}; \
             puts.put = {is_full} ? function (...one) {{ return this.transaction.db.name === 'vaulty-recipes' ? fail() \
               : this.own(...one); }} : puts.own; \
             local.set = (all, ...rest) => {is_full} && 'lessons' in all ? Promise.reject(new Error('full')) \
               : at.setOwn(all, ...rest); }})()"
        );
        background.evaluate(&script).expect("storage is stood in for");
    };
    full(true);
    let visit = |path: &str| {
        let (_tab, popup) = sheet_at(&stage.vaulty, &stage.site.other_site_url(path));
        popup.press("#consent-asked .sheet-line > button").expect("the row opens");
        sees(&popup, "document.querySelectorAll('#row-offer option').length > 3");
        popup.page.set("#row-offer", &"jobTitle".into()).expect("an entry is chosen");
        fill(&popup);
        popup
    };
    let popup = visit("odd-field.html?demanded");
    sees(
        &popup,
        "document.querySelector('#notice-text')?.innerText.includes('Free some disk space')",
    );
    popup.approve(false).expect("a yes");
    popup.wait_status(&["done"], PATIENCE).expect("it is sent");
    assert_eq!(home.page.evaluate(kept).expect("storage answers"), before);
    sees(&settings(&stage), "document.querySelectorAll('#recipe-list > li').length === 1");

    full(false);
    let popup = visit("odd-field.html?demanded&again");
    popup.approve(false).expect("a yes");
    popup.wait_status(&["done"], PATIENCE).expect("it is sent");
    sees(&settings(&stage), "document.querySelectorAll('#recipe-list > li').length === 2");
    sees(&home, "document.querySelectorAll('#learned-list > li').length === 2");
}

/// Proves that the browser's database gives up a form that was not sent for two years, and no other, when another form was
/// sent. Some years are put in its place there.
#[test]
fn a_form_that_was_not_sent_for_two_years_is_forgotten() {
    let stage = Stage::alone();
    send_odd_field(&stage);
    let home = stage.vaulty.home();
    // The one that knows the odd field's entry.
    let ages = |days: u32| {
        let script = format!(
            "(async () => {{ \
             const done = (asked) => new Promise((ok, no) => {{ asked.onsuccess = () => ok(asked.result); asked.onerror = () => no(asked.error); }}); \
             const db = await done(indexedDB.open('vaulty-recipes')); \
             const store = db.transaction('recipes', 'readwrite').objectStore('recipes'); \
             const one = (await done(store.getAll())).find(({{ kept }}) => kept.includes('company')); \
             await done(store.put({{ ...one, used: Math.floor(Date.now() / 1000) - {days} * 86400 }}, one.id)); \
             db.close(); }})()"
        );
        home.page.evaluate(&script).expect("the database answers");
    };
    let send = |path: &str| {
        let (_tab, popup) = stage.open(path);
        popup.start().expect("Start");
        popup.wait_status(&["paused_for_approval"], PATIENCE).expect("it is filled");
        popup.approve(false).expect("a yes");
        popup.wait_status(&["done"], PATIENCE).expect("it is sent");
    };
    let sees_forms = |count: usize| {
        let all = format!("document.querySelectorAll('#recipe-list > li').length === {count}");
        sees(&settings(&stage), &all);
    };
    ages(700);
    send("simple.html");
    sees_forms(2);
    ages(740);
    send("simple.html?again");
    sees_forms(1);
    let left = settings(&stage).text("#recipe-list").expect("the list");
    assert!(!left.contains("Company"), "{left}");
}
