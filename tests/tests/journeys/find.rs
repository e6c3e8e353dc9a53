//! "Where is the form?": words in the place of an address.

use std::fs;

use axum::{http::StatusCode, response::Html};
use tests::{
    Server,
    browser::Popup,
    http::{Http, Request},
};

use crate::stage::{PATIENCE, Stage, app, picture, rests};

/// A page of results as DuckDuckGo makes it: an ad, the form, and somebody who is nearly called like another.
fn results(form: &str) -> String {
    let result = |class: &str, link: &str, title: &str, text: &str| {
        format!(
            "<div class='result {class}'><h2><a class='result__a' href='{link}'>{title}</a></h2>\
             <a class='result__snippet' href='{link}'>{text}</a></div>"
        )
    };
    let wrapped = form.replace(':', "%3A").replace('/', "%2F");
    [
        "<div class='results'>".to_owned(),
        result(
            "result--ad",
            "//duckduckgo.com/y.js?ad_domain=passport-help.example",
            "Passport help",
            "We fill it in for <b>money</b>",
        ),
        result(
            "",
            &format!("//duckduckgo.com/l/?uddg={wrapped}&amp;rut=1"),
            "Renew your <b>passport</b>",
            "The form, in ten minutes",
        ),
        result("", "https://www.passport-office.example/", "Passport office", "Opening hours"),
        result("", "https://passport-offlce.example/pay", "Passport 0ffice", "Pay first"),
        result("", "javascript:document.title=1", "Run this", ""),
        "</div>".to_owned(),
    ]
    .concat()
}

fn search(panel: &Popup, words: &str) {
    panel.page.set("#find-words", &words.into()).expect("words");
    panel.press("#find-search").expect("Search");
    let found = "document.querySelectorAll('#find-results li').length === 4";
    panel
        .page
        .wait_for(found, PATIENCE)
        .unwrap_or_else(|error| panic!("{error}: {:?}", panel.text("#find")));
}

/// What a result says, all in one line.
fn result(panel: &Popup, number: usize) -> String {
    let text = panel.text(&format!("#find-results li:nth-child({number})")).expect("a result");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Proves that words lead to a form: a provider that fails is told of, the next one's pages are a list with marks, none of
/// them opens by itself, and the one that is chosen is filled in as ever; from then on it is marked as used.
#[test]
fn words_lead_to_a_form_that_the_person_chooses() {
    let first =
        Http::start(async |_: Request| StatusCode::INTERNAL_SERVER_ERROR).expect("a provider");
    let stage = Stage::with_server_setting();
    let page = results(&stage.site.url("simple.html"));
    let second = Http::start(async move |_: Request| Html(page.clone())).expect("another");
    let folder = tempfile::tempdir().expect("a folder");
    let config = folder.path().join("vaulty.toml");
    let file = format!(
        "[search]\nproviders = [\"brave\", \"duckduckgo\"]\n[search.brave]\naddress = \"{}\"\napi_key = \"key\"\n\
         [search.duckduckgo]\naddress = \"{}\"\n",
        first.url(""),
        second.url("")
    );
    fs::write(&config, file).expect("the settings are written");
    let variables = [("VAULTY_CONFIG", config.display().to_string())];
    let server = Server::start_with(&[], &variables).expect("the server starts");

    let (_, panel) = stage.open("code.html");
    assert!(!panel.visible("#find").expect("the panel"), "nobody offers a search yet");
    stage.vaulty.use_server(&server).expect("the extension knows the server");
    let offered = "document.querySelector('#find')?.hidden === false";
    panel.page.wait_for(offered, PATIENCE).expect("the search is offered");
    panel.page.evaluate("document.querySelector('#find').open = true; 1").expect("opened");
    let said = panel.text("#find-hint").expect("whom the words go to");
    assert!(said.contains("Brave") && said.contains("DuckDuckGo"), "{said}");
    panel.press("#find-search").expect("Search");
    assert_eq!(panel.text("#find-error").expect("what is wrong"), "Say what to look for.");

    search(&panel, "renew passport");
    picture(&panel, "find.png", "#find");
    assert_eq!(panel.text("#find-said").expect("who answered"), "4 pages found by DuckDuckGo");
    let tried = panel.text("#find-tried").expect("who did not");
    assert!(tried.contains("Brave: answered with something"), "{tried}");
    let form = result(&panel, 1);
    assert!(form.contains("Renew your passport 127.0.0.1:") && !form.contains("used"), "{form}");
    assert!(result(&panel, 2).contains("Looks like passport-offlce.example"));
    assert!(result(&panel, 3).contains("Looks like passport-office.example"));
    let last = result(&panel, 4);
    assert!(last.contains("passport-help.example Ad"), "an ad is last: {last}");
    let opened = "chrome.tabs.query({}).then((all) => all.filter((tab) => tab.url?.includes('simple.html')).length)";
    assert_eq!(panel.page.evaluate(opened).expect("tabs"), 0, "nothing opens by itself");

    panel.press("#find-results li:first-child button").expect("Open");
    let tab = stage.vaulty.tab_at(&stage.site.url("simple.html")).expect("the page opens");
    assert_eq!(app(&tab)["submits"], 0, "and nothing is filled in by that");
    let popup = stage.vaulty.popup(&tab).expect("its panel");
    popup.start().expect("Start");
    rests(&popup, "paused_for_approval");
    popup.approve(false).expect("yes");
    tab.page.wait_for("app.submits === 1", PATIENCE).expect("it is sent");
    popup.wait_status(&["done"], PATIENCE).expect("the job is done");

    let known = "document.querySelector('#sent-count').textContent !== ''";
    panel.page.wait_for(known, PATIENCE).expect("the panel knows what was sent");
    search(&panel, "renew passport again");
    assert!(result(&panel, 1).contains("You used this before"), "{}", result(&panel, 1));
    picture(&panel, "find-used.png", "#find");
    for line in server.output() {
        assert!(!line.contains("passport"), "{line}");
    }
}
