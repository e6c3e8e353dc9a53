//! Consent, pairing and erasing, as a person meets them.

use serde_json::{Value, json};
use tests::{browser::Popup, server::Server};

use crate::stage::{PATIENCE, Stage, app, rests};

/// A picture of the popup in the folder that `VAULTY_PICTURES` names, for whoever wants to look.
fn picture(popup: &Popup, name: &str) {
    let Some(folder) = std::env::var_os("VAULTY_PICTURES") else { return };
    popup.page.resize(400, 700).expect("the window has a size");
    let picture = popup.page.screenshot(true).expect("a picture");
    std::fs::write(std::path::Path::new(&folder).join(name), picture).expect("the picture is kept");
}

fn wait_in(popup: &Popup, expression: &str) -> Value {
    popup.page.wait_for(expression, PATIENCE).expect("the popup gets there")
}

/// Proves that the page knows nothing before the card is answered, that the card says what would be given
/// and to whom, and that a no leaves the page as it was.
#[test]
fn nothing_is_written_before_the_card_is_answered() {
    let stage = Stage::alone();
    let (tab, popup) = stage.open("simple.html");
    let popup = popup.wary();
    popup.start().expect("Start");
    rests(&popup, "paused_for_approval");
    assert!(
        popup.visible("#consent").expect("a card") && !popup.visible("#approval").expect("one")
    );
    let card = popup.text("#consent").expect("a card");
    let site = stage.site.url("");
    for part in [site.trim_end_matches('/'), "E-mail", "Postal code", "First name"] {
        assert!(card.contains(part), "{part} is not on the card: {card}");
    }
    assert!(!card.contains("ada@example.org"), "no value is needed to decide: {card}");
    picture(&popup, "consent.png");
    assert_eq!(app(&tab)["values"], json!({}));
    popup.press("#consent-no").expect("no");
    rests(&popup, "stopped");
    assert_eq!(app(&tab)["values"], json!({}));
}

/// Proves that "never" holds over jobs, is listed, and ends with its revocation.
#[test]
fn a_site_that_was_switched_off_stays_off_until_that_is_revoked() {
    let stage = Stage::alone();
    let (tab, popup) = stage.open("simple.html");
    let popup = popup.wary();
    popup.start().expect("Start");
    rests(&popup, "paused_for_approval");
    popup.press("#consent-never").expect("never");
    rests(&popup, "stopped");
    popup.start().expect("Start");
    rests(&popup, "stopped");
    assert!(popup.text("#message").expect("words").contains("off on this site"));
    assert_eq!(app(&tab)["values"], json!({}));

    popup.view("settings").expect("settings");
    let row = wait_in(&popup, "document.querySelector('#site-list li')?.innerText");
    assert!(row.as_str().is_some_and(|row| row.contains("Never filled in")), "{row}");
    picture(&popup, "sites.png");
    popup.press("#site-list button").expect("revoke");
    wait_in(&popup, "!document.querySelector('#site-list li')");
    popup.view("fill").expect("fill");
    popup.start().expect("Start");
    rests(&popup, "paused_for_approval");
    assert!(popup.visible("#consent").expect("a card"));
}

/// Proves that a site that is trusted needs one consent, and an approval a form; after "always" the approval
/// alone.
#[test]
fn a_trusted_site_needs_one_consent_and_one_approval() {
    let stage = Stage::alone();
    let (tab, popup) = stage.open("simple.html");
    let popup = popup.wary();
    for round in 0..2 {
        tab.page.reload().expect("a fresh page");
        popup.start().expect("Start");
        rests(&popup, "paused_for_approval");
        if round == 0 {
            assert!(popup.visible("#consent").expect("a card"));
            popup.page.set("#consent-scope", &"always".into()).expect("a scope");
            popup.press("#consent-fill").expect("yes");
            wait_in(&popup, "!document.querySelector('#approval').hidden");
        }
        assert!(!popup.visible("#consent").expect("a card"), "round {round}");
        assert_eq!(app(&tab)["values"]["email"], "ada@example.org");
        popup.approve(false).expect("yes");
        rests(&popup, "done");
        assert_eq!(app(&tab)["submits"], 1);
    }
}

/// Proves that the code which the server prints pairs this browser, that the list shows it, and that
/// unpairing ends it on both sides.
#[test]
fn a_browser_is_paired_listed_and_unpaired() {
    let stage = Stage::with_server_setting();
    let server = Server::start(&[]).expect("the server starts");
    let code = server.pairing_code().expect("the server prints a code");
    let home = stage.vaulty.home();
    home.view("settings").expect("settings");
    home.page.set("#api-base", &server.url().into()).expect("an address");
    let said = |part: &str| {
        wait_in(
            &home,
            &format!(
                "document.querySelector('#server-message').innerText.includes({})",
                json!(part)
            ),
        )
    };
    home.page.set("#pair-code", &"AAAA-AAAA".into()).expect("a wrong code");
    home.press("#pair").expect("pair");
    said("not the code");
    home.page.set("#pair-code", &code.into()).expect("the code");
    home.press("#pair").expect("pair");
    said("Paired");
    picture(&home, "pairing.png");
    home.press("#check-server").expect("check");
    said("Connected");
    home.press("#browsers").expect("list");
    let row = wait_in(&home, "document.querySelector('#browser-list li')?.innerText");
    assert!(row.as_str().is_some_and(|row| row.contains("this one")), "{row}");
    picture(&home, "browsers.png");
    home.press("#unpair").expect("unpair");
    said("forgotten this browser");
    home.press("#check-server").expect("check");
    said("does not know this browser");
}

/// Proves that erasing leaves nothing of the person in the browser, nor at the server when that is ticked.
#[test]
fn erasing_leaves_nothing() {
    let stage = Stage::with_server_setting();
    let server = Server::start(&[]).expect("the server starts");
    stage.vaulty.use_server(&server).expect("the extension knows the server");
    let (_tab, popup) = stage.start("simple.html");
    rests(&popup, "paused_for_approval");
    popup.view("profile").expect("profile");
    popup.press("#profile-push").expect("send mine");
    let sent = "document.querySelector('#sync-status').innerText.includes('has your profile')";
    wait_in(&popup, sent);
    popup.view("settings").expect("settings");
    popup.press("#erase").expect("erase");
    popup.page.set("#erase-server", &true.into()).expect("the server, too");
    picture(&popup, "erase.png");
    popup.press("#erase-yes").expect("yes");
    wait_in(&popup, "document.querySelector('#erase-message').innerText.includes('Erased')");
    picture(&popup, "erased.png");
    let left = popup.page.evaluate(
        "Promise.all([chrome.storage.local.get(null), chrome.storage.session.get(null)]).then((all) => JSON.stringify(all))",
    );
    let left = left.expect("what is left").as_str().unwrap_or_default().to_owned();
    for gone in ["ada@example.org", "Beispielweg", "userProfile", "job:", "consents", "serverToken"]
    {
        assert!(!left.contains(gone), "{gone} is left: {left}");
    }
    stage.vaulty.use_server(&server).expect("the extension knows the server");
    popup.view("profile").expect("profile");
    popup.press("#profile-pull").expect("take the server's");
    wait_in(&popup, "document.querySelector('#sync-status').innerText.includes('no profile')");
}
