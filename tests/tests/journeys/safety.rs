//! Consent, pairing and erasing, as a person meets them.

use serde_json::{Value, json};
use tests::{
    Collector, Engine, Options,
    browser::{Popup, Vaulty},
    server::Server,
};

use crate::stage::{PATIENCE, Stage, app, person, picture, rests};

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
    wait_in(
        &popup,
        "document.querySelector('#consent-rows').innerText.includes('ada@example.org')",
    );
    picture(&popup, "consent.png", "body");
    assert_eq!(app(&tab)["values"], json!({}));
    popup.press("#consent-no").expect("no");
    popup.wait_status(&["stopped"], PATIENCE).expect("the press arrives");
    assert_eq!(app(&tab)["values"], json!({}));
}

/// Proves that "never" holds over jobs, is said where one would start, is listed, and ends with its revocation and by the
/// button beside what is said.
#[test]
fn a_site_that_was_switched_off_stays_off_until_that_is_revoked() {
    let stage = Stage::alone();
    let (tab, popup) = stage.open("simple.html");
    let popup = popup.wary();
    popup.start().expect("Start");
    rests(&popup, "paused_for_approval");
    popup.press("#consent-never").expect("never");
    popup.wait_status(&["stopped"], PATIENCE).expect("the press arrives");
    wait_in(&popup, "!document.querySelector('#site-off').hidden");
    assert!(!popup.visible("#start").expect("no Start"));
    // Whoever presses all the same, as a panel that has not heard of it.
    popup.page.evaluate("document.querySelector('#start').click()").expect("Start");
    rests(&popup, "stopped");
    assert!(popup.text("#message").expect("words").contains("off on this site"));
    assert_eq!(app(&tab)["values"], json!({}));

    popup.press("#turn-on").expect("on again");
    wait_in(&popup, "document.querySelector('#site-off').hidden");
    popup.start().expect("Start");
    rests(&popup, "paused_for_approval");
    popup.press("#consent-never").expect("never");
    popup.wait_status(&["stopped"], PATIENCE).expect("the press arrives");

    popup.view("settings").expect("settings");
    let row = wait_in(&popup, "document.querySelector('#site-list li')?.innerText");
    assert!(row.as_str().is_some_and(|row| row.contains("Never filled")), "{row}");
    picture(&popup, "sites.png", "#sites-title");
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

/// Proves that nothing above ordinary comes ticked, that each kind and each secret has a box of its own, that
/// what is kept is listed by kind, and that one kind can be taken back by itself.
#[test]
fn each_kind_is_ticked_kept_and_taken_back_by_itself() {
    let stage = Stage::alone();
    stage
        .vaulty
        .home()
        .import(&json!({
            "firstName": "Ada", "email": "ada@example.org", "birthDate": "1990-12-10",
            "custom": {"Passport number": "KX55667788Q", "Shoe size": "41", "Religion": "none"},
        }))
        .expect("a profile");
    let (tab, popup) = stage.open("careful.html");
    let popup = popup.wary();
    popup.start().expect("Start");
    rests(&popup, "paused_for_approval");
    let boxes = "[...document.querySelectorAll('#consent-careful label')].map((l) => [l.innerText.split('\\n')[0], l.querySelector('input').checked])";
    let boxes = popup.page.evaluate(boxes).expect("boxes");
    assert_eq!(
        boxes,
        json!([["Date of birth", false], ["Religion", false], ["Passport number", false]])
    );
    for dark in [false, true] {
        // BiDi has no command for a scheme: Firefox shows the light one.
        let can = stage.vaulty.engine() == Engine::Chromium;
        if can && std::env::var_os("VAULTY_PICTURES").is_some() {
            let scheme = if dark { "dark" } else { "light" };
            let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
            let method = "Emulation.setEmulatedMedia";
            popup.page.call(method, json!({ "features": features })).expect("a scheme");
        }
        picture(&popup, if dark { "kinds-dark.png" } else { "kinds.png" }, "#consent-title");
    }
    popup.page.set("#consent-personal input", &true.into()).expect("a tick");
    popup.page.set("#consent-scope", &"always".into()).expect("a scope");
    popup.press("#consent-fill").expect("yes");
    wait_in(&popup, "!document.querySelector('#approval').hidden");
    let job = popup.job().expect("a job");
    let written: Vec<&str> = job["written"]
        .as_array()
        .expect("fields")
        .iter()
        .filter_map(|field| field["source"].as_str())
        .collect();
    assert_eq!(written, ["firstName", "email", "custom.Shoe size", "birthDate"]);
    popup.stop().expect("Stop");

    popup.view("settings").expect("settings");
    let kinds =
        "[...document.querySelectorAll('#site-list [data-kind]')].map((b) => b.dataset.kind)";
    let kept = wait_in(&popup, &format!("{kinds}.length && {kinds}"));
    assert_eq!(kept, json!(["custom.Shoe size", "e-mail", "name", "date of birth"]));
    picture(&popup, "kinds-kept.png", "#sites-title");
    popup.press("#site-list [data-kind='date of birth']").expect("taken back");
    wait_in(&popup, &format!("{kinds}.length === 3"));
    popup.view("fill").expect("fill");
    tab.page.reload().expect("a fresh page");
    popup.start().expect("Start");
    rests(&popup, "paused_for_approval");
    let boxes = popup.page.evaluate(
        "[...document.querySelectorAll('#consent-careful label span span:first-child')].map((s) => s.textContent)",
    );
    assert!(boxes.expect("boxes").to_string().contains("Date of birth"), "it is asked for again");
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
    picture(&home, "pairing.png", "body");
    home.press("#check-server").expect("check");
    said("Connected");
    home.press("#browsers").expect("list");
    let row = wait_in(&home, "document.querySelector('#browser-list li')?.innerText");
    let name = match stage.vaulty.engine() {
        Engine::Chromium => "Chromium on ",
        Engine::Firefox => "Firefox on ",
    };
    let is_this = |row: &str| row.contains("this one") && row.contains(name);
    assert!(row.as_str().is_some_and(is_this), "{row}");
    picture(&home, "browsers.png", "body");
    home.press("#unpair").expect("unpair");
    said("forgotten this browser");
    home.press("#check-server").expect("check");
    said("doesn’t know this browser");
}

/// All that is kept of recipes, as text.
const RECIPES: &str = "(async () => { const known = await indexedDB.databases(); \
    if (!known.some((one) => one.name === 'vaulty-recipes')) return '[]'; \
    const done = (asked) => new Promise((resolve, reject) => { \
        asked.onsuccess = () => resolve(asked.result); asked.onerror = () => reject(asked.error); }); \
    const db = await done(indexedDB.open('vaulty-recipes')); const all = []; \
    for (const store of db.objectStoreNames) all.push(...await done(db.transaction(store).objectStore(store).getAll())); \
    db.close(); return JSON.stringify(all); })()";

/// Proves that erasing leaves nothing of the person in the browser, nor at the server when that is ticked.
#[test]
fn erasing_leaves_nothing() {
    let stage = Stage::with_server_setting();
    let server = Server::start(&[]).expect("the server starts");
    stage.vaulty.use_server(&server).expect("the extension knows the server");
    let (_tab, popup) = stage.start("simple.html");
    rests(&popup, "paused_for_approval");
    popup.approve(false).expect("a yes");
    popup.wait_status(&["done"], PATIENCE).expect("it is sent");
    wait_in(&popup, &format!("{RECIPES}.then((kept) => kept.includes('firstName'))"));
    let lesson = json!({ "list": [{ "id": 1, "words": "11", "label": "Berth", "taught": { "takes": { "key": "company" } },
        "sites": ["https://ferry.example"], "contradicted": 0, "at": 1 }], "last": 1 });
    popup
        .page
        .apply("(lessons) => chrome.storage.local.set({ lessons })", &[lesson])
        .expect("a lesson");
    popup.view("profile").expect("profile");
    popup.press("#profile-push").expect("send mine");
    let sent = "document.querySelector('#sync-status').innerText.includes('has your profile')";
    wait_in(&popup, sent);
    popup.view("settings").expect("settings");
    popup.press("#erase").expect("erase");
    popup.page.set("#erase-server", &true.into()).expect("the server, too");
    picture(&popup, "erase.png", "#erase");
    popup.press("#erase-yes").expect("yes");
    wait_in(&popup, "document.querySelector('#erase-message').innerText.includes('Erased')");
    picture(&popup, "erased.png", "#erase");
    let left = popup.page.evaluate(
        "Promise.all([chrome.storage.local.get(null), chrome.storage.session.get(null)]).then((all) => JSON.stringify(all))",
    );
    let profiles = popup.stored_profiles().expect("what is left").to_string();
    let recipes = popup.page.evaluate(RECIPES).expect("what is left of recipes");
    assert_eq!(recipes, json!("[]"));
    let left = left.expect("what is left").as_str().unwrap_or_default().to_owned() + &profiles;
    for gone in [
        "ada@example.org",
        "Beispielweg",
        "firstName",
        "job:",
        "consents",
        "serverToken",
        "lessons",
        "Berth",
    ] {
        assert!(!left.contains(gone), "{gone} is left: {left}");
    }
    // The other panel hears of it later, and what is typed there before that would be painted over.
    wait_in(&stage.vaulty.home(), "!document.querySelector('#use-server').checked");
    stage.vaulty.use_server(&server).expect("the extension knows the server");
    popup.view("profile").expect("profile");
    popup.press("#profile-pull").expect("take the server's");
    wait_in(
        &popup,
        "document.querySelector('#sync-status').innerText.includes('have your profile yet')",
    );
}

/// What another extension tries, from a page of its own: to speak as the popup does, to connect, to read the
/// files, and to run a script in the popup. Says what came of each.
const TRIES: &str = "async (id, base, tab) => { const said = []; \
    const tried = (what, done) => done.then((got) => got !== undefined && said.push(what), () => 0); \
    for (const type of ['GET_LOGS', 'INSPECT', 'START_JOB', 'ERASE', 'APPROVE']) \
        await tried(type, chrome.runtime.sendMessage(id, { type, jobId: 'theirs', tabId: tab, mode: 'live' })); \
    await tried('connect', new Promise((resolve, reject) => { const port = chrome.runtime.connect(id); \
        port.onMessage.addListener(resolve); port.onDisconnect.addListener(reject); })); \
    for (const file of ['manifest.json', 'panel.html', 'hold.html', 'content/perform.js', 'pkg/vaulty_bg.wasm']) \
        await tried(file, fetch(`${base}/${file}`)); \
    const popup = (await chrome.tabs.query({})).find((one) => one.url?.includes(base)); \
    await tried('popup', popup ? chrome.scripting.executeScript({ target: { tabId: popup.id }, func: () => 1 }) \
        : Promise.resolve()); \
    return said; }";

/// Proves that another extension with every permission there is gets no answer, no file and no script into
/// Vaulty's pages: the browser's own walls, which the manifest must not open.
#[test]
fn another_extension_gets_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let manifest = json!({
        "manifest_version": 3, "name": "Other", "version": "1",
        "permissions": ["tabs", "scripting", "storage"], "host_permissions": ["<all_urls>"],
        "background": {"service_worker": "other.js", "scripts": ["other.js"]},
        "browser_specific_settings": {"gecko": {"id": tests::bidi::BESIDE}},
    });
    for (name, text) in [
        ("manifest.json", manifest.to_string()),
        ("other.js", String::new()),
        ("other.html", "<!doctype html><title>Other</title>".to_owned()),
    ] {
        std::fs::write(folder.path().join(name), text).expect("it is written");
    }
    let beside = Some(folder.path().to_owned());
    let vaulty = Vaulty::start_with(&Options { beside, ..Options::default() }).expect("Chromium");
    vaulty.use_no_server().expect("settings are saved");
    vaulty.home().import(&person()).expect("the profile is imported");
    let theirs = vaulty.origin_beside("/other.js").expect("it runs");
    let url = format!("{theirs}/other.html");
    let page = vaulty.browser().open(&url, true).expect("its page opens");
    page.wait_for("typeof chrome !== 'undefined' && !!chrome.scripting", PATIENCE)
        .expect("it is one");
    let tab = page.evaluate("chrome.tabs.getCurrent().then((tab) => tab.id)").expect("a tab");
    let got = page
        .apply(TRIES, &[vaulty.extension_id().into(), vaulty.origin().into(), tab])
        .expect("all is tried");
    assert_eq!(got, json!([]), "an answer, a file or a place came of these");
    let stored = vaulty.home().stored("job:theirs").expect("storage answers");
    assert_eq!(stored, Value::Null);
    assert_eq!(vaulty.home().profile().expect("a profile")["firstName"], "Ada");
}

/// Proves that a token and a provider's key are told to the server that they were given for alone: a changed
/// address, also one with a redirect's or another spelling's help, gets neither, and asks to pair again.
#[test]
fn a_changed_address_gets_neither_token_nor_key() {
    let stage = Stage::alone();
    let (own, other) =
        (Collector::start().expect("a server"), Collector::start().expect("one more"));
    let address = |server: &Collector| server.url("127.0.0.1", "").trim_end_matches('/').to_owned();
    let home = stage.vaulty.home();
    let given = [
        ("#use-server", true.into()),
        ("#api-base", address(&own).into()),
        ("#server-token", "canary-token".into()),
        ("#llm-provider", "openai".into()),
        ("#llm-api-key", "canary-key".into()),
    ];
    home.set_settings(&given).expect("settings are saved");
    let (_tab, popup) = stage.start("simple.html");
    popup.wait_at_rest(PATIENCE).expect("the job comes to rest");
    popup.stop().expect("Stop");
    let told = |server: &Collector| {
        let requests = server.told();
        let texts = requests.iter().map(|request| format!("{}{}", request.head, request.body));
        texts.collect::<String>()
    };
    let heard = told(&own);
    assert!(heard.contains("canary-token") && heard.contains("canary-key"), "{heard}");

    home.set_settings(&[("#api-base", address(&other).into())]).expect("settings are saved");
    let (_tab, popup) = stage.start("simple.html");
    popup.wait_at_rest(PATIENCE).expect("the job comes to rest");
    popup.stop().expect("Stop");
    let heard = told(&other);
    assert!(heard.contains("observation"), "it is asked for a plan: {heard}");
    assert!(!heard.contains("canary"), "{heard}");
    home.view("settings").expect("settings");
    for gone in ["#server-token", "#llm-api-key"] {
        let held = home.page.evaluate(&format!("document.querySelector('{gone}').value"));
        assert_eq!(held.expect("the popup answers"), "", "{gone}");
    }
    // Back at the first one, neither comes back by itself.
    home.set_settings(&[("#api-base", address(&own).into())]).expect("settings are saved");
    own.set(std::collections::HashMap::new(), &[]);
    let (_tab, popup) = stage.start("simple.html");
    popup.wait_at_rest(PATIENCE).expect("the job comes to rest");
    popup.stop().expect("Stop");
    assert!(!told(&own).contains("canary"));
}

/// Proves that plain http is refused for any other computer, however its address is spelled, and taken for
/// this one in each spelling that the browser reads as it.
#[test]
fn plain_http_is_for_this_computer_alone() {
    let stage = Stage::alone();
    let home = stage.vaulty.home();
    for (address, is_taken) in [
        ("http://vaulty.example.org", false),
        ("http://192.168.1.4:3000", false),
        ("http://127.0.0.1.example.org", false),
        ("http://127.0.0.1@example.org", false),
        ("http://localhost.:3000", false),
        ("http://example.org\\@127.0.0.1", false),
        ("http://0x7f000001.example.org", false),
        ("http://2130706433:3000", true),
        ("http://0177.0.0.1:3000", true),
        ("http://[::1]:3000", true),
        ("http://LOCALHOST:3000", true),
        ("https://vaulty.example.org", true),
    ] {
        home.set_settings(&[("#api-base", address.into())]).expect("settings are answered");
        let said = home.text("#api-base-error").expect("the popup answers");
        assert_eq!(said.is_empty(), is_taken, "{address}: {said}");
    }
}

/// Proves that what is typed in the settings stays when another panel saves them, that what was not typed over follows, that a
/// secret typed for what may be another server is not kept, and that a save here is of what is shown: no cheaper test has two panels and a storage that tells them of each other.
#[test]
fn what_is_typed_in_settings_outlives_a_save_elsewhere() {
    let stage = Stage::alone();
    let (_tab, other) = stage.open("simple.html");
    let home = stage.vaulty.home();
    home.view("settings").expect("the settings");
    let typed = [
        ("#user-id", json!("ada")),
        ("#use-server", json!(true)),
        ("#server-token", json!("of the old one")),
    ];
    for (control, typed) in typed {
        home.page.set(control, &typed).expect("it is typed");
    }
    other
        .set_settings(&[("#llm-model", "small".into()), ("#max-steps", "7".into())])
        .expect("saved");
    wait_in(&home, "document.querySelector('#llm-model').value === 'small'");
    let shown = "[document.querySelector('#max-steps').value, document.querySelector('#user-id').value, \
        document.querySelector('#use-server').checked, document.querySelector('#server-token').value]";
    assert_eq!(home.page.evaluate(shown).expect("the form"), json!(["7", "ada", true, ""]));
    home.press("#settings-save").expect("Save");
    let saved = "chrome.storage.local.get('agentSettings').then(({ agentSettings: of }) => of.userId === 'ada' \
        && of.llmModel === 'small' && of.useServer === true)";
    wait_in(&home, saved);
    wait_in(
        &other,
        "document.querySelector('#user-id').value === 'ada' && document.querySelector('#use-server').checked",
    );
}

/// Proves that of two panels open for one page each shows what the job asks, that what is answered in one is asked no more
/// in the other, and that a yes in both sends once.
#[test]
fn two_panels_are_one_job_and_one_yes() {
    let stage = Stage::alone();
    let (tab, one) = stage.open("simple.html");
    let other = stage.vaulty.popup(&tab).expect("a second panel opens").wary();
    let one = one.wary();
    one.start().expect("Start");
    for panel in [&one, &other] {
        rests(panel, "paused_for_approval");
        let rows = "document.querySelector('#consent-rows')?.innerText.includes('Ada')";
        panel.page.wait_for(rows, PATIENCE).expect("the sheet is shown");
    }
    other.agree().expect("it is agreed to");
    let asks = "document.querySelector('#approval')?.checkVisibility() && !document.querySelector('#approve').disabled";
    for panel in [&one, &other] {
        panel.page.wait_for(asks, PATIENCE).expect("the yes is asked for");
        assert!(!panel.visible("#consent").expect("it answers"), "the sheet is gone in both");
    }
    // Neither waits for what the other does.
    let press = "document.querySelector('#approve').click()";
    let pressed = [&one, &other].map(|panel| panel.page.evaluate(press));
    assert!(pressed.iter().all(Result::is_ok));
    for panel in [&one, &other] {
        panel.wait_status(&["done"], PATIENCE).expect("it is sent");
    }
    assert_eq!(app(&tab)["submits"], 1);
}

/// Proves that the panel says so where the person took back that Vaulty may use web pages, and has it given again by a
/// press. In Firefox: Chromium lets no extension give it back by itself.
#[test]
fn a_permission_that_was_taken_back_is_explained_and_asked_for() {
    let stage = Stage::alone();
    if stage.vaulty.engine() == Engine::Chromium {
        println!("skipped: Chromium lets no extension give the permission back by itself");
        return;
    }
    let (tab, popup) = stage.open("simple.html");
    assert!(!popup.visible("#no-access").expect("the panel answers"), "nothing is taken back");
    let take_back = "chrome.permissions.remove({ origins: ['<all_urls>'] })";
    assert_eq!(popup.page.evaluate(take_back).expect("it is taken back"), json!(true));
    wait_in(&popup, "document.querySelector('#no-access').checkVisibility()");
    picture(&popup, "no-access.png", "#no-access");
    popup.page.click("#allow-access").expect("it is allowed");
    wait_in(&popup, "!document.querySelector('#no-access').checkVisibility()");
    popup.start().expect("Start");
    rests(&popup, "paused_for_approval");
    assert_eq!(app(&tab)["values"]["first"], "Ada");
}
