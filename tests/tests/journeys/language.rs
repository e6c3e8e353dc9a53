//! In a browser of another language the person reads that language, from the menu to the receipt.

use serde_json::json;
use tests::{
    browser::{Options, Vaulty},
    paths,
    serve::Site,
};

use crate::stage::{PATIENCE, app, person, rests};

/// Proves that the browser itself chooses the language for panel and worker, that a form is filled and sent by whoever
/// reads German, and that dates are written as there: natively texts come from a file that a test reads.
#[test]
fn a_german_browser_speaks_german() {
    let german = Options { language: Some("de".to_owned()), ..Options::default() };
    let vaulty = Vaulty::start_with(&german).expect("Chromium starts");
    let home = vaulty.home();
    let language = home.page.evaluate("chrome.i18n.getUILanguage()").expect("the browser answers");
    if language != "de" {
        eprintln!("skipped: this Chromium has no German (Debian: chromium-l10n)");
        assert!(std::env::var_os("CI").is_none(), "CI skips nothing");
        return;
    }
    let site = Site::serve(&paths::workspace().join("tests/pages")).expect("pages are served");
    home.import(&person()).expect("the profile is imported");
    vaulty.use_no_server().expect("no server");
    let tab = vaulty.open(&site.url("simple.html")).expect("the page opens");
    let popup = vaulty.popup(&tab).expect("the panel opens").wary();
    let reads = |script: &str, expected: &str| {
        let wanted = format!("{script} === {}", json!(expected));
        let said = || popup.page.evaluate(script).expect("the panel answers");
        popup.page.wait_for(&wanted, PATIENCE).unwrap_or_else(|_| panic!("{script}: {}", said()));
    };
    let text = |selector: &str| format!("document.querySelector('{selector}')?.textContent");
    reads("document.documentElement.lang", "de");
    reads(&text("#tab-profile"), "Profil");
    reads(&text("#start"), "Diese Seite ausfüllen");
    popup.start().expect("Start");
    // The card is the worker's to fill; its words are the panel's, what the job says the worker's.
    reads(&text("#consent-title"), "Dieses Formular ausfüllen?");
    reads(&text("#message"), "Dieses Formular ausfüllen? Noch ist nichts ausgefüllt.");
    reads(&text("#consent-fill"), "Ausfüllen");
    popup.agree().expect("Fill");
    rests(&popup, "paused_for_approval");
    reads(&text("#approval-title"), "Dieses Formular senden?");
    reads(&text("#approve"), "Senden");
    let card = popup.approval().expect("the card shows the values");
    assert!(card.iter().flatten().any(|cell| cell == "Adresse, Ort"), "{card:?}");
    popup.approve(false).expect("yes");
    rests(&popup, "done");
    assert_eq!(app(&tab)["submits"], 1);
    reads(&text("#status-title"), "Fertig");

    // The profile shows names in the person's language, and takes those that are understood, else English ones.
    popup.view("profile").expect("the profile");
    popup
        .page
        .evaluate("document.querySelector('#p-country').focus()")
        .expect("the field is there");
    let options = "document.querySelectorAll('#countries option')";
    popup.page.wait_for(&format!("{options}.length > 240"), PATIENCE).expect("countries");
    for (own, taken) in [("Deutschland", "Deutschland"), ("Ägypten", "Egypt")] {
        reads(&format!("[...{options}].find((one) => one.text === '{own}')?.value"), taken);
    }
    let order = format!("[...{options}].findIndex((one) => one.text === 'Österreich') < 200");
    assert_eq!(popup.page.evaluate(&order).expect("the panel answers"), json!(true));
}
