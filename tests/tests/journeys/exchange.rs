//! What one browser learned is known to the person's others, by way of their server.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use axum::{
    Json,
    http::{Method, StatusCode},
    response::{Html, IntoResponse as _, Response},
};
use serde_json::{Value, json};
use tests::{
    Http,
    browser::{Popup, Vaulty},
    http::{self, Request},
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
    browser_with(server.url(), &server.token().expect("a token"))
}

/// The same, with whatever is at this address.
fn browser_with(url: &str, token: &str) -> Vaulty {
    let vaulty = Vaulty::start().expect("Chromium starts with the extension");
    let home = vaulty.home();
    home.import(&person()).expect("the profile is imported");
    let settings =
        [("#use-server", true.into()), ("#api-base", url.into()), ("#server-token", token.into())];
    home.set_settings(&settings).expect("settings are saved");
    vaulty
}

/// The list of forms, once the last exchange says this.
fn forms(vaulty: &Vaulty, exchanged: &str) -> Popup {
    let home = vaulty.home();
    home.view("settings").expect("settings");
    let last = "document.querySelector('#exchange-last')";
    let says = format!("{last}?.checkVisibility() && {last}.innerText.includes('{exchanged}')");
    home.page
        .wait_for(&says, PATIENCE)
        .unwrap_or_else(|error| panic!("{error}: {}", home.text("#recipes").unwrap_or_default()));
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
    home.press("#recipe-list > li > button").expect("Forget");
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

/// What plays the server answers when it is asked what has changed.
#[derive(Clone)]
enum Says {
    This(Value),
    Page,
    Failure,
    Cut,
    Much,
}

/// Something at a server's address that takes recipes and answers as it likes.
struct Liar {
    http: Http,
    says: Arc<Mutex<Says>>,
    taken: Arc<Mutex<Vec<(String, String)>>>,
    /// How often it was asked what has changed.
    asked: Arc<AtomicUsize>,
}

impl Liar {
    fn start() -> Self {
        let nothing = Says::This(json!({"recipes": [], "cursor": 0, "more": false}));
        let says = Arc::new(Mutex::new(nothing));
        let taken = Arc::<Mutex<Vec<(String, String)>>>::default();
        let asked = Arc::<AtomicUsize>::default();
        let (answer, kept, count) = (says.clone(), taken.clone(), asked.clone());
        let http = Http::start(async move |request: Request| -> Response {
            let path = request.uri().path().to_owned();
            let Some(id) = path.strip_prefix("/api/recipes") else {
                return StatusCode::NOT_FOUND.into_response();
            };
            if request.method() == Method::PUT {
                let body: Value = serde_json::from_str(request.body()).expect("JSON");
                let recipe = body["recipe"].as_str().expect("a recipe").to_owned();
                let mut kept = kept.lock().expect("a list");
                kept.push((id.trim_start_matches('/').to_owned(), recipe));
                return Json(json!({"revision": kept.len()})).into_response();
            }
            count.fetch_add(1, Ordering::Relaxed);
            match answer.lock().expect("an answer").clone() {
                Says::This(value) => Json(value).into_response(),
                Says::Page => Html("<!doctype html><h1>Log in</h1>").into_response(),
                Says::Failure => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
                Says::Cut => http::cut(999, "{\"recipes\": ["),
                Says::Much => "x".repeat(80 << 20).into_response(),
            }
        });
        Self { http: http.expect("it listens"), says, taken, asked }
    }

    fn will_say(&self, says: Says) {
        *self.says.lock().expect("an answer") = says;
    }

    /// The recipe that it was sent last, and its name.
    fn last(&self) -> (String, String) {
        self.taken.lock().expect("a list").last().expect("a recipe").clone()
    }
}

/// A recipe that was sent, as a later version in which lines that begin so end so.
fn forged(recipe: &str, lines: &[(&str, &str)]) -> String {
    let line = |line: &str| {
        let name = line.split(" = ").next().unwrap_or_default();
        let other = lines.iter().find(|(one, _)| *one == name);
        other.map_or_else(|| line.to_owned(), |(name, value)| format!("{name} = {value}"))
    };
    recipe.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Presses Exchange now, and waits until the server was asked and for what comes of it.
fn exchange(home: &Popup, liar: &Liar, expected: &str) {
    let before = liar.asked.load(Ordering::Relaxed);
    home.press("#exchange-now").expect("Exchange now");
    let until = Instant::now() + PATIENCE;
    while liar.asked.load(Ordering::Relaxed) == before {
        assert!(Instant::now() < until, "the server is asked");
        thread::sleep(Duration::from_millis(10));
    }
    let over = format!(
        "document.querySelector('#exchange').ariaBusy === 'false' \
         && document.querySelector('#exchange').innerText.includes({expected:?})"
    );
    home.page
        .wait_for(&over, PATIENCE)
        .unwrap_or_else(|error| panic!("{error}: {}", home.text("#recipes").unwrap_or_default()));
}

/// Proves that whatever is at the server's address takes nothing away and fills nothing: what is no answer is said, what is
/// no recipe is left out, what means to hide a field does not, and what contradicts is laid beside it.
#[test]
fn a_server_that_lies_about_recipes_gains_nothing() {
    let site = Site::serve(&paths::workspace().join("tests/pages")).expect("pages are served");
    let liar = Liar::start();
    let url = site.url("odd-field.html?demanded");
    let vaulty = browser_with(&liar.http.url(""), "canary-of-a-token-that-nobody-checks");
    let home = share(&vaulty, "0 out, 0 in");
    send(&vaulty, &url, "Zorblatt", "company");
    forms(&vaulty, "1 out, 0 in");
    let (id, recipe) = liar.last();
    assert!(recipe.contains("key = \"company\"") && !recipe.contains("Example Works"), "{recipe}");

    let of = |revision: i64, recipe: &str| {
        let one = json!({"id": id, "revision": revision, "version": 70, "recipe": recipe});
        Says::This(json!({"recipes": [one], "cursor": revision, "more": false}))
    };
    let far = json!({"recipes": [], "cursor": i64::MAX, "more": true});
    for says in [Says::Page, Says::Failure, Says::Cut, Says::Much, Says::This(far)] {
        liar.will_say(says);
        exchange(&home, &liar, "Nothing is lost");
    }
    for (revision, no_recipe) in [
        (11, forged(&recipe, &[("key", "\"custom.Ann Lee\"")])),
        (12, forged(&recipe, &[("key", "\"password\"")])),
        (13, forged(&recipe, &[("origin", "\"https://jobs.example\"")])),
        (14, "<script>".repeat(1_000)),
    ] {
        liar.will_say(of(revision, &no_recipe));
        exchange(&home, &liar, "0 out, 0 in");
    }
    let digest = "\"0123456789abcdef\"";
    let mut hidden = vec![("version", "70")];
    hidden.extend(["words", "names", "more", "target", "signature"].map(|name| (name, digest)));
    liar.will_say(of(20, &forged(&recipe, &hidden)));
    exchange(&home, &liar, "0 out, 1 in");
    let (tab, popup) = sheet_at(&vaulty, &url);
    assert!(would_fill(&popup).contains("Example Works"), "it is known as it was");
    popup.stop().expect("Stop");
    drop(tab);

    liar.will_say(of(30, &forged(&recipe, &[("version", "80"), ("key", "\"jobTitle\"")])));
    exchange(&home, &liar, "0 out, 1 in");
    let (tab, popup) = sheet_at(&vaulty, &url);
    sees(&popup, "document.querySelector('#consent-asked .near')?.checkVisibility()");
    let near = popup.text("#consent-asked .near").expect("the panel answers");
    assert!(near.contains("You chose this before: Company, “Example Works”"), "{near}");
    assert_eq!(app(&tab)["values"], json!({}), "it is for the person to take");
    sees(&home, "document.querySelector('#recipe-list').innerText.includes('only suggested')");
}
