//! What one browser learned is known to the person's others, by way of their server.

use serde_json::json;
use tests::{
    browser::{Popup, Vaulty},
    page::{Page, Stroke},
    paths,
    serve::Site,
    server::Server,
};

use crate::{
    memory::{fill, sees, sheet_at, would_fill},
    stage::{PATIENCE, app, person, picture},
};

/// A browser with a profile folder of its own, paired with a server.
fn browser(server: &Server) -> Vaulty {
    let vaulty = Vaulty::start().expect("Chromium starts with the extension");
    let home = vaulty.home();
    home.import(&person()).expect("the profile is imported");
    let token = server.token().expect("a token");
    let settings = [
        ("#use-server", true.into()),
        ("#api-base", server.url().into()),
        ("#server-token", token.into()),
    ];
    home.set_settings(&settings).expect("settings are saved");
    vaulty
}

/// The list of forms, once the last exchange says this.
fn forms(vaulty: &Vaulty, exchanged: &str) -> Popup {
    let home = vaulty.home();
    home.view("settings").expect("settings");
    let last = "document.querySelector('#exchange-last')";
    sees(&home, &format!("{last}?.checkVisibility() && {last}.innerText.includes('{exchanged}')"));
    home
}

/// Turns the exchange on.
fn share(vaulty: &Vaulty, exchanged: &str) -> Popup {
    let home = vaulty.home();
    home.view("settings").expect("settings");
    sees(&home, "document.querySelector('#exchange-on')?.checkVisibility()");
    assert_eq!(
        home.page.evaluate("document.querySelector('#exchange-on').checked").expect("a switch"),
        json!(false),
        "it is off until it is chosen"
    );
    home.press("#exchange-on").expect("it is turned on");
    forms(vaulty, exchanged)
}

/// Sends the form with the odd field, which gets this entry: chosen in the row that says `row`.
fn send(vaulty: &Vaulty, url: &str, row: &str, entry: &str) {
    let (_tab, popup) = sheet_at(vaulty, url);
    let open = format!(
        "(() => {{ const rows = [...document.querySelectorAll('#consent .sheet-row')]; \
           const row = rows.find((row) => row.innerText.includes('{row}')); \
           row?.querySelector('button')?.click(); return Boolean(row); }})()"
    );
    sees(&popup, &open);
    sees(&popup, "document.querySelectorAll('#row-offer option').length > 3");
    popup.page.set("#row-offer", &entry.into()).expect("an entry is chosen");
    fill(&popup);
    popup.approve(false).expect("a yes");
    popup.wait_status(&["done"], PATIENCE).expect("it is sent");
}

fn press_enter_on(page: &Page, selector: &str) {
    let focus = "(s) => { document.querySelector(s).focus(); \
        return document.activeElement === document.querySelector(s); }";
    assert_eq!(page.apply(focus, &[selector.into()]).expect("the panel answers"), json!(true));
    page.press_key(Stroke::Enter).expect("a key");
}

/// Proves with two browsers in profile folders of their own, and one real server: nothing is exchanged before it is
/// chosen; what the first was told and sent goes to the server without a value; the second lays it beside the field on its
/// first visit and fills it only once the person took it; what both then taught otherwise is shown in the second, where it
/// is settled by the keyboard; what one forgets the other asks about; and a server that is gone takes nothing away and is
/// said.
#[test]
fn what_one_browser_learned_is_proposed_in_the_other_and_conflicts_are_settled() {
    let site = Site::serve(&paths::workspace().join("tests/pages")).expect("pages are served");
    let server = Server::start(&[]).expect("the server starts");
    let url = site.url("odd-field.html?demanded");
    let (first, second) = (browser(&server), browser(&server));

    send(&first, &url, "Zorblatt", "company");
    let stored = || server.get("/api/recipes").expect("the server answers");
    assert_eq!(stored()["recipes"], json!([]), "nothing before it is chosen");
    share(&first, "1 out, 0 in");
    let text = stored().to_string();
    assert!(text.contains("company") && !text.contains("Example Works"), "{text}");

    let home = share(&second, "0 out, 1 in");
    sees(&home, "document.querySelector('#recipe-list')?.innerText.includes('only suggested')");
    picture(&home, "exchanged.png", "#recipes");
    let (tab, popup) = sheet_at(&second, &url);
    assert!(!would_fill(&popup).contains("Example Works"));
    sees(&popup, "document.querySelector('#consent-asked .near')?.checkVisibility()");
    let near = popup.text("#consent-asked .near").expect("the panel answers");
    assert!(near.contains("another browser: “Example Works”"), "{near}");
    assert_eq!(app(&tab)["values"], json!({}), "it is for the person to take");
    popup.press("#consent-asked .near button").expect("it is taken");
    fill(&popup);
    assert_eq!(app(&tab)["values"]["odd"], "Example Works");
    popup.approve(false).expect("a yes");
    popup.wait_status(&["done"], PATIENCE).expect("it is sent");
    let surely = "!document.querySelector('#recipe-list').innerText.includes('only suggested')";
    sees(&forms(&second, "today"), surely);

    // Both change what the field takes; the first is heard by the server first.
    send(&first, &url, "Example Works", "jobTitle");
    forms(&first, "1 out, 0 in");
    assert!(stored().to_string().contains("jobTitle"));
    send(&second, &url, "Example Works", "website");
    let home = forms(&second, "0 out, 1 in");
    sees(&home, "document.querySelector('#recipe-list .conflict')?.checkVisibility()");
    let conflict = home.text("#recipe-list .conflict").expect("the panel answers");
    assert!(conflict.contains("This browser: Website"), "{conflict}");
    assert!(conflict.contains("The other browser: Job title"), "{conflict}");
    picture(&home, "conflict.png", "#recipes");
    press_enter_on(&home.page, "#recipe-list .take-theirs");
    sees(&home, "!document.querySelector('#recipe-list .conflict')");
    sees(
        &home,
        "document.querySelector('#recipe-list details').innerText.includes('only suggested')",
    );
    assert!(stored().to_string().contains("jobTitle"), "what was taken stands there");

    // Forgotten here, it is gone there; the browser that taught it asks before it forgets.
    home.press("#recipe-list li > button").expect("Forget");
    forms(&second, "1 out, 0 in");
    assert_eq!(stored()["recipes"], json!([]));
    let home = first.home();
    home.view("settings").expect("settings");
    home.press("#exchange-now").expect("Exchange now");
    sees(&home, "document.querySelector('#recipe-list .conflict')?.innerText.includes('forgot')");
    press_enter_on(&home.page, "#recipe-list .keep-ours");
    sees(&home, "!document.querySelector('#recipe-list .conflict')");
    forms(&first, "1 out, 0 in");
    assert!(stored().to_string().contains("jobTitle"), "kept here, it is there again");

    drop(server);
    home.press("#exchange-now").expect("Exchange now");
    sees(
        &home,
        "document.querySelector('#exchange-message')?.innerText.includes('Nothing is lost')",
    );
    sees(&home, "document.querySelector('#recipe-list li')");
    picture(&home, "exchange-dead.png", "#recipes");
}
