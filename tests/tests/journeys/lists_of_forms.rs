//! A list of forms for one person: looked at first, what is missing asked once, made from a page's links, and gone on with.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::{http::StatusCode, response::Html};
use serde_json::json;
use tests::{
    Model, Popup, Server,
    http::{self, Http},
};

use crate::{
    stage::{PATIENCE, Stage, picture},
    tables::{open, row_is, table_is},
};

/// A site that keeps what it was asked for: `GET /form`, `POST /sent name=Ada`.
struct Office {
    http: Http,
    asked: Arc<Mutex<Vec<String>>>,
}

/// Tells the site of everything that a page can notice of a write or a press.
const TELLS: &str = "<script>for (const name of ['input', 'change', 'click', 'keydown', 'focusin', 'submit', 'beforeinput'])\
    addEventListener(name, () => fetch('/noticed', { method: 'POST', body: name }), true)</script>";

impl Office {
    fn of(page: String) -> Self {
        let asked = Arc::<Mutex<Vec<String>>>::default();
        let shared = Arc::clone(&asked);
        let http = Http::start(async move |request: http::Request| {
            let path = request.uri().path().to_owned();
            let mut asked = shared.lock().unwrap_or_else(PoisonError::into_inner);
            let line = format!("{} {path} {}", request.method(), request.body());
            asked.push(line.trim().to_owned());
            let page = match path.as_str() {
                "/gone" => {
                    return (StatusCode::NOT_FOUND, Html("<!doctype html><p>Not here".to_owned()));
                }
                "/sent" => {
                    "<!doctype html><html lang=en><title>Thank you</title><h1>Thank you</h1>\
                    <p>Your application was received. Reference number: AP-7"
                        .to_owned()
                }
                _ => page,
            };
            (StatusCode::OK, Html(page))
        });
        Self { http: http.expect("the site answers"), asked }
    }

    /// A form with this beside name and address.
    fn form(further: &str) -> Self {
        Self::of(format!(
            "<!doctype html><html lang=en><title>Apply here</title>{TELLS}<h1>Apply here</h1>\
             <form method=post action=/sent>\
             <p><label>Full name <input name=name required></label>\
             <p><label>E-mail <input name=email type=email required></label>\
             {further}<p><button>Send the application</button></form>"
        ))
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What was sent to it: all but what it was asked to show.
    fn got(&self) -> Vec<String> {
        let mut got = self.asked();
        got.retain(|line| !line.starts_with("GET "));
        got
    }

    fn sent(&self) -> Vec<String> {
        let mut got = self.got();
        got.retain(|line| !line.starts_with("POST /noticed"));
        got
    }
}

const NONE: [String; 0] = [];

fn paste(popup: &Popup, addresses: &str) {
    popup.page.wait_for("!!document.querySelector('#table-paste')", PATIENCE).expect("the card");
    popup.page.evaluate("document.querySelector('#table-paste').open = true").expect("it opens");
    popup.page.set("#table-addresses", &addresses.into()).expect("text");
    popup.press("#table-paste-open").expect("Use these addresses");
    popup.page.wait_for("!!document.querySelector('#table-setup')", PATIENCE).expect("the list");
}

/// Proves that forms are looked at without anything being written or sent; that what they lack is told before the first
/// begins, asked once and filled into each; that what is no form is said why; and that a row can be done next or left out.
#[test]
fn lists_of_forms() {
    let offices = [
        Office::form(
            "<p><label>Notice period <input name=notice required></label>\
                      <p><label><input type=checkbox name=ok required> I agree to the privacy policy</label>",
        ),
        Office::form("<p><label>What is your notice period? <input name=notice required></label>"),
        Office::of(
            "<!doctype html><html lang=en><title>Sign in</title><form method=post action=/sent>\
                    <p><label>E-mail <input type=email name=e required></label>\
                    <p><label>Password <input type=password name=p required></label>\
                    <p><button>Sign in</button></form>"
                .to_owned(),
        ),
        Office::form(""),
    ];
    let stage = Stage::alone();
    let (_, popup) = stage.open("simple.html");
    let [one, two, login, gone] = &offices;
    let list = format!(
        "{}\n{}\n{}\n{}",
        one.http.url("/form"),
        two.http.url("/form"),
        login.http.url("/"),
        gone.http.url("/gone")
    );
    paste(&popup, &list);
    picture(&popup, "list-setup.png", "#tables");
    popup.press("#table-look").expect("Look at all forms first");
    popup
        .page
        .wait_for("!!document.querySelector('.before')", PATIENCE)
        .unwrap_or_else(|error| panic!("{error}: {}", popup.text("#tables").unwrap_or_default()));
    picture(&popup, "list-before.png", ".table");

    let before = popup.text(".before").expect("the card");
    assert!(before.contains("2 of 2 ask for: Notice period"), "{before}");
    assert!(before.contains("I agree to the privacy policy"), "{before}");
    let inputs =
        "document.querySelectorAll('.before input, .before select, .before textarea').length";
    assert_eq!(popup.page.evaluate(inputs).expect("a number"), json!(1), "one question, once");
    let wrong = |row: u32| popup.text(&format!(".table-wrong [data-row='{row}']")).expect("a row");
    assert!(wrong(2).contains("sign in"), "{}", wrong(2));
    assert!(wrong(3).contains("No form"), "{}", wrong(3));
    for office in &offices {
        assert_eq!(office.got(), NONE, "a look writes, presses and sends nothing");
        let shown = office.asked().iter().filter(|line| !line.contains("favicon")).count();
        assert_eq!(shown, 1, "each page is opened once: {:?}", office.asked());
    }
    let left = format!(
        "chrome.tabs.query({{}}).then((tabs) => tabs.filter(({{ url }}) => {}.some((place) => url.startsWith(place))).length)",
        json!(offices.each_ref().map(|office| office.http.url("/")))
    );
    assert_eq!(popup.page.evaluate(&left).expect("a number"), json!(0), "its tabs are closed");

    popup.page.set("#table-answer-0", &"4111 1111 1111 1111".into()).expect("text");
    popup.press(".table-answer").expect("Use these answers");
    let refused = "document.querySelector('#table-answer-0-error').innerText.includes('private')";
    popup.page.wait_for(refused, PATIENCE).expect("a table keeps no card");
    popup.page.set("#table-answer-0", &"1 month".into()).expect("the answer");
    popup.press(".table-answer").expect("Use these answers");
    let kept = "document.querySelector('#tables-message').innerText.startsWith('Saved')";
    popup.page.wait_for(kept, PATIENCE).expect("the answer is kept");
    picture(&popup, "list-answered.png", ".table");
    for row in [2, 3] {
        popup.press(&format!(".table-wrong [data-row='{row}'] button")).expect("Leave out");
        let gone = format!("!document.querySelector(\".table-wrong [data-row='{row}']\")");
        popup.page.wait_for(&gone, PATIENCE).expect("it is left out");
    }
    popup.page.evaluate("document.querySelector('.table-next').open = true").expect("it opens");
    popup.press(".table-waiting [data-row='1'] button:nth-of-type(1)").expect("Do this one next");
    let is_first = "document.querySelector('.table-waiting li').dataset.row === '1'";
    popup.page.wait_for(is_first, PATIENCE).expect("it comes next");

    popup.press(".table-start").expect("Start");
    row_is(&popup, 2, "paused_for_approval");
    assert_eq!(
        (one.sent(), two.sent()),
        (Vec::new(), Vec::new()),
        "nothing is sent before the yes"
    );
    popup.approve(false).expect("it is sent");
    row_is(&popup, 1, "needs_input");
    let asked = popup.text("#questions").expect("the card");
    assert!(asked.contains("I agree") && !asked.contains("Notice period"), "{asked}");
    let key = popup.page.evaluate("document.querySelector('#questions [data-key]').dataset.key");
    let key = key.expect("a question").as_str().expect("a key").to_owned();
    popup.answer(&[(&key, "Yes")]).expect("the person agrees");
    row_is(&popup, 1, "paused_for_approval");
    popup.approve(false).expect("it is sent");
    table_is(&popup, "ended", "2 of 4 sent · 2 skipped");
    let own = "POST /sent name=Ada+Example&email=ada%40example.org&notice=1+month";
    assert_eq!(two.sent(), [own]);
    assert_eq!(one.sent(), [format!("{own}&ok=on")]);
    assert_eq!((login.got(), gone.got()), (Vec::new(), Vec::new()));
}

/// Proves that many forms by few vendors need one list of questions, and a model once a vendor: what it made of a question that
/// no rule knows is known at the vendor's next form. 15 forms in the slow set, six here.
#[test]
fn a_vendors_second_form_needs_no_model() {
    let of_each = if tests::slow() { 5 } else { 2 };
    let asks = ["Notice period", "What is your notice period?", "Your notice period"];
    let vendors = asks.map(|notice| {
        Office::form(&format!(
            "<p><label>{notice} <input name=notice required></label>\
             <p><label>On whose payroll will we find you today? <input name=payroll required></label>"
        ))
    });
    let model = Model::knowing(&[("payroll", "company")]).expect("the model starts");
    let stage = Stage::with_server_setting();
    let server = Server::start_with(&[], &model.variables()).expect("the server starts");
    stage.vaulty.use_server(&server).expect("the extension knows the server");
    let (_, popup) = stage.open("simple.html");
    let jobs = (0..of_each).flat_map(|job| {
        vendors.iter().map(move |vendor| vendor.http.url(&format!("/jobs/{}/apply", 4711 + job)))
    });
    paste(&popup, &jobs.collect::<Vec<_>>().join("\n"));
    popup.press("#table-look").expect("Look at all forms first");
    popup.page.wait_for("!!document.querySelector('.before')", PATIENCE).expect("all were seen");
    let inputs =
        "[...document.querySelectorAll('.before input')].map((input) => input.labels[0].innerText)";
    let asked = popup.page.evaluate(inputs).expect("questions");
    let notice = asked.as_array().expect("questions").iter().position(|text| {
        text.as_str().is_some_and(|text| text.to_lowercase().contains("notice period"))
    });
    let notice = notice.unwrap_or_else(|| panic!("{asked}"));
    assert_eq!(asked.as_array().map(Vec::len), Some(2), "one list for all of them: {asked}");
    popup
        .page
        .set(&format!("#table-answer-{notice}"), &"1 month".into())
        .expect("the answer; the other one is left open");
    popup.press(".table-answer").expect("Use these answers");
    let kept = "document.querySelector('#tables-message').innerText.startsWith('Saved')";
    popup.page.wait_for(kept, PATIENCE).expect("the answer is kept");
    assert_eq!(model.prompts().len(), 0, "a look asks no model");

    popup.press(".table-start").expect("Start");
    for row in 1..=3 * of_each {
        row_is(&popup, row, "paused_for_approval");
        popup.approve(false).expect("it is sent");
    }
    table_is(&popup, "ended", &format!("{0} of {0} sent", 3 * of_each));
    let sent =
        "POST /sent name=Ada+Example&email=ada%40example.org&notice=1+month&payroll=Example+Works";
    for vendor in &vendors {
        assert_eq!(vendor.sent(), vec![sent; of_each as usize]);
    }
    println!("{} forms by 3 vendors: {} calls of a model", 3 * of_each, model.prompts().len());
    assert_eq!(model.prompts().len(), 3, "for the first form of each");
}

/// Proves that a page's links become a list of forms as the person ticks them, that nothing is opened by reading them, and
/// that what a page calls them is text.
#[test]
fn links_of_a_page_become_a_list() {
    let office = Office::form("");
    let jobs = Office::of(format!(
        "<!doctype html><html lang=en><title>Jobs</title><a href='#top'>Top</a> <a href=''>Here</a>\
         <a href='javascript:fetch(\"/noticed\", {{ method: \"POST\" }})'>Script</a> <a href='mailto:a@b.example'>Mail</a>\
         <ul><li><a href='{0}'>Cook &lt;img src=x onerror=alert(1)&gt;</a><li><a href='{0}#apply'>Cook again</a>\
         <li><a href='{1}'>Waiter</a><li style='display:none'><a href='/unseen'>Unseen</a></ul>",
        office.http.url("/form?job=cook"),
        office.http.url("/form?job=waiter"),
    ));
    let stage = Stage::alone();
    let tab = stage.vaulty.open(&jobs.http.url("/list")).expect("the page opens");
    let popup = stage.vaulty.popup(&tab).expect("the panel opens");
    popup.page.wait_for("!!document.querySelector('#table-paste')", PATIENCE).expect("the card");
    popup.page.evaluate("document.querySelector('#table-paste').open = true").expect("it opens");
    popup.press("#table-links").expect("Take links from this page");
    popup
        .page
        .wait_for("!!document.querySelector('#table-links-list')", PATIENCE)
        .expect("the links");
    let items = "[...document.querySelectorAll('#table-links-items label:not([hidden])')].map((one) => one.innerText)";
    let all = popup.page.evaluate(items).expect("the links").to_string();
    assert!(all.contains("Cook <img") && all.contains("Waiter"), "{all}");
    for other in ["Top", "Here", "Script", "Mail", "again", "Unseen"] {
        assert!(!all.contains(other), "{other}: {all}");
    }
    popup.page.set("#table-links-filter", &"cook".into()).expect("text");
    popup.press("#table-links-all").expect("Tick all shown");
    popup.page.set("#table-links-filter", &"".into()).expect("text");
    let ticks =
        "[...document.querySelectorAll('#table-links-items input')].map((one) => one.checked)";
    assert_eq!(popup.page.evaluate(ticks).expect("ticks"), json!([true, false]));
    picture(&popup, "list-links.png", "#tables");
    assert_eq!(office.asked(), NONE, "nothing is opened by reading");
    assert_eq!(jobs.got(), NONE);

    popup.press("#table-links-use").expect("Use these addresses");
    popup.page.wait_for("!!document.querySelector('#table-setup')", PATIENCE).expect("the list");
    picture(&popup, "list-of-links.png", "#tables");
    popup.press("#table-begin").expect("Start is pressed");
    row_is(&popup, 1, "paused_for_approval");
    popup.approve(false).expect("it is sent");
    table_is(&popup, "ended", "1 of 1 sent");
    assert_eq!(office.sent(), ["POST /sent name=Ada+Example&email=ada%40example.org"]);
}

/// Proves that a result that was saved goes on where it was: what was sent or left out stays that, and our own columns are
/// no data.
#[test]
fn a_saved_result_goes_on() {
    let office = Office::form("");
    let stage = Stage::alone();
    let tab = stage.vaulty.open(&office.http.url("/form")).expect("the form opens");
    let popup = stage.vaulty.popup(&tab).expect("the panel opens");
    let saved = "\u{feff}Full name,E-mail,Vaulty: Stand,Vaulty: Nummer,Vaulty: Meldung,Vaulty: Datum\r\n\
                 Mara Lind,mara@x.example,Gesendet,AP-1,,2026-11-27T07:00:00.000Z\r\n\
                 Jon Bell,jon@x.example,Wartet,,,\r\n\
                 Ana Reis,ana@x.example,Ausgelassen,,,\r\n";
    open(&popup, "staff-vaulty.csv", saved.as_bytes());
    let said = popup.text("#table-continued").expect("a line");
    assert_eq!(said, "1 of 3 was sent already: it is left out.");
    let columns = popup.text("#table-columns").expect("the columns");
    assert!(columns.contains("Full name") && !columns.contains("Vaulty"), "{columns}");
    picture(&popup, "list-continued.png", "#tables");
    popup.press("#table-begin").expect("Start is pressed");
    row_is(&popup, 2, "paused_for_approval");
    popup.approve(false).expect("it is sent");
    table_is(&popup, "ended", "2 of 3 sent · 1 skipped");
    assert_eq!(office.sent(), ["POST /sent name=Jon+Bell&email=jon%40x.example"]);
}

/// A page without a form, which is read again for some seconds: the look goes on until then.
fn no_forms(count: usize) -> Vec<Office> {
    let page = "<!doctype html><html lang=en><title>Soon</title><p>The form comes soon.";
    (0..count).map(|_| Office::of(page.to_owned())).collect()
}

/// The tabs of these offices, as an expression that gives their ids.
fn tabs_of(offices: &[Office]) -> String {
    let places: Vec<String> = offices.iter().map(|office| office.http.url("/")).collect();
    format!(
        "chrome.tabs.query({{}}).then((tabs) => tabs.filter(({{ url, pendingUrl }}) => \
         {}.some((place) => (pendingUrl || url).startsWith(place))).map(({{ id }}) => id))",
        json!(places)
    )
}

fn look_at(popup: &Popup, offices: &[Office]) {
    let addresses: Vec<String> = offices.iter().map(|office| office.http.url("/form")).collect();
    paste(popup, &addresses.join("\n"));
    popup.press("#table-look").expect("Look at all forms first");
}

/// Proves that a tab which the person has gone into is left to them when the look at it ends; the other one is closed.
#[test]
fn a_tab_that_the_person_went_into_is_left_open_by_a_look() {
    let offices = no_forms(2);
    let stage = Stage::alone();
    let (_, popup) = stage.open("simple.html");
    look_at(&popup, &offices);
    let (mine, all) = (tabs_of(&offices[..1]), tabs_of(&offices));
    let is_open = format!("{mine}.then((ids) => ids.length === 1)");
    popup.page.wait_for(&is_open, PATIENCE).expect("its page opens in a tab");
    let gone_into =
        format!("{mine}.then(([id]) => chrome.tabs.update(id, {{ active: true }})).then(() => 1)");
    popup.page.evaluate(&gone_into).expect("the person goes there");
    let seen = "document.querySelectorAll('.table-wrong [data-row]').length === 2";
    popup.page.wait_for(seen, PATIENCE).expect("both were looked at");
    let left = format!(
        "Promise.all([{mine}, {all}]).then(([mine, all]) => mine.length === 1 && all.length === 1)"
    );
    popup.page.wait_for(&left, PATIENCE).expect("theirs is left, the other one closed");
    for office in &offices {
        assert_eq!(office.got(), NONE);
    }
}

/// Proves that erasing everything ends a look: no further page is opened, and those that are open are closed.
#[test]
fn erasing_everything_ends_a_look() {
    let offices = no_forms(6);
    let stage = Stage::alone();
    let (_, popup) = stage.open("simple.html");
    look_at(&popup, &offices);
    let all = tabs_of(&offices);
    let home = stage.vaulty.home();
    home.page.wait_for(&format!("{all}.then((ids) => ids.length > 0)"), PATIENCE).expect("a page");
    home.view("settings").expect("settings");
    home.press("#erase").expect("Erase everything");
    home.press("#erase-yes").expect("yes");
    let erased = "document.querySelector('#erase-message').innerText.includes('Erased')";
    home.page.wait_for(erased, PATIENCE).expect("it is erased");
    let closed = format!("{all}.then((ids) => ids.length === 0)");
    home.page.wait_for(&closed, PATIENCE).expect("what was open is closed");
    let opened = || offices.iter().filter(|office| !office.asked().is_empty()).count();
    let until_then = opened();
    assert!(until_then < offices.len(), "it was in the midst of it");
    // Longer than the page of a look is read at most where it has no form.
    std::thread::sleep(Duration::from_secs(6));
    assert_eq!(opened(), until_then, "nothing is opened any more");
    assert_eq!(home.page.evaluate(&all).expect("tabs"), json!([]));
    let tables = "new Promise((found, failed) => { const opening = indexedDB.open('vaulty-tables'); \
        opening.onerror = failed; opening.onsuccess = () => { const { result } = opening; \
        if (!result.objectStoreNames.contains('tables')) { result.close(); return found(0); } \
        const asked = result.transaction('tables').objectStore('tables').count(); \
        asked.onsuccess = () => { result.close(); found(asked.result); }; }; })";
    assert_eq!(home.page.evaluate(tables).expect("a number"), json!(0), "no table comes back");
}

/// Proves that a look goes on after the browser ended the worker in the midst of it: what was open is closed, a page that
/// may be what ended it is not opened again, and the others are looked at.
#[test]
fn a_look_goes_on_where_the_worker_ended() {
    let offices = no_forms(4);
    let stage = Stage::alone();
    let (_, popup) = stage.open("simple.html");
    look_at(&popup, &offices);
    let all = tabs_of(&offices);
    let shown = || offices.iter().filter(|office| office.asked().contains(&"GET /form".to_owned()));
    popup.page.wait_for(&format!("{all}.then((ids) => ids.length === 2)"), PATIENCE).expect("two");
    let began = std::time::Instant::now();
    while shown().count() < 2 {
        assert!(began.elapsed() < PATIENCE, "two pages are asked for");
        std::thread::sleep(Duration::from_millis(20));
    }
    stage.vaulty.stop_worker().expect("the worker ends");
    let woken = "chrome.runtime.sendMessage({ type: 'GET_LOGS' }).then(() => 1)";
    popup.page.evaluate(woken).expect("it comes back");
    let seen = "document.querySelectorAll('.table-wrong [data-row]').length === 4";
    popup.page.wait_for(seen, PATIENCE).expect("all were looked at, or begun with");
    let silent = "[...document.querySelectorAll('.table-wrong [data-row]')].filter((one) => one.innerText.includes('No form')).length";
    assert_eq!(popup.page.evaluate(silent).expect("a number"), json!(2), "the two that came after");
    for office in &offices {
        let times = office.asked().iter().filter(|line| *line == "GET /form").count();
        assert_eq!(times, 1, "each is opened once: {:?}", office.asked());
    }
    popup
        .page
        .wait_for(&format!("{all}.then((ids) => ids.length === 0)"), PATIENCE)
        .expect("closed");
}
