//! A form for each row of a table.

use std::{
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use axum::{http::StatusCode, response::Html};
use serde_json::json;
use tests::{
    Engine, Popup,
    browser::{Options, Vaulty},
    http::{self, Http},
};

use crate::{
    memory::{fill, sees, would_fill},
    stage::{PATIENCE, Stage, picture},
};

/// A form that is sent to a server, which gives each a number; and what that server got.
struct Office {
    http: Http,
    got: Arc<Mutex<Vec<String>>>,
}

impl Office {
    /// With further fields beside name, address and city.
    fn open(further: &str) -> Self {
        let got = Arc::<Mutex<Vec<String>>>::default();
        let form = format!(
            "<!doctype html><html lang=en><title>Order a badge</title><h1>Order a badge</h1>\
             <form method=post action=/sent>\
             <p><label>Full name <input name=name required></label>\
             <p><label>E-mail <input name=email type=email required></label>\
             <p><label>City <input name=city></label>{further}\
             <p><button>Send the order</button></form>"
        );
        let shared = Arc::clone(&got);
        let http = Http::start(async move |request: http::Request| {
            if request.uri().path() == "/gone" {
                return (StatusCode::NOT_FOUND, Html("<!doctype html><p>Not here".to_owned()));
            }
            if request.method() != "POST" {
                return (StatusCode::OK, Html(form));
            }
            let mut got = shared.lock().unwrap_or_else(PoisonError::into_inner);
            got.push(request.into_body());
            let thanks = format!(
                "<!doctype html><html lang=en><title>Thank you</title><h1>Thank you</h1>\
                 <p>Your order was received. Reference number: BD-{:04}",
                got.len()
            );
            (StatusCode::OK, Html(thanks))
        });
        Self { http: http.expect("the office answers"), got }
    }

    fn got(&self) -> Vec<String> {
        self.got.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Opens a table in the panel of the page in front.
pub(crate) fn open(popup: &Popup, name: &str, content: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(name);
    std::fs::write(&file, content).expect("the table is written");
    choose(popup, &file);
}

fn choose(popup: &Popup, file: &Path) {
    popup.page.wait_for("!!document.querySelector('#table-file')", PATIENCE).expect("the card");
    popup.page.set_files("#table-file", &[file]).expect("a file is chosen");
    let answered = "!!document.querySelector('#table-setup') || !document.querySelector('#tables-message').hidden";
    popup.page.wait_for(answered, PATIENCE).expect("it is read, or refused");
}

/// Waits until the panel shows the job of a row, in this state.
pub(crate) fn row_is(popup: &Popup, row: u32, status: &str) {
    let shown = format!("document.querySelector('#row-of').innerText.startsWith('Row {row} of ')");
    popup.page.wait_for(&shown, PATIENCE).unwrap_or_else(|error| {
        let said =
            ["#message", "#error-text", "#tables"].map(|of| popup.text(of).unwrap_or_default());
        panic!("row {row} is not shown: {error}: {said:?}")
    });
    // An earlier try of the row may be shown still.
    popup.wait_status(&[status], PATIENCE).unwrap_or_else(|error| panic!("row {row}: {error:#}"));
}

/// Waits until the table is in this state, and its line says this.
pub(crate) fn table_is(popup: &Popup, stage: &str, line: &str) {
    let there = format!(
        "document.querySelector('.table')?.dataset.stage === '{stage}' \
         && document.querySelector('.table-line').innerText === '{line}'"
    );
    popup
        .page
        .wait_for(&there, PATIENCE)
        .unwrap_or_else(|error| panic!("{error}: {}", popup.text("#tables").unwrap_or_default()));
}

/// Proves that a table's rows become forms one after the other, each with a yes of its own; that what no column has is asked
/// at each row; that a worker that ends between two rows loses none and sends none twice; and that numbers come back.
#[test]
fn each_row_of_a_table_is_a_form_with_a_yes_of_its_own() {
    let office = Office::open("<p><label>Cost centre <input name=cost required></label>");
    let stage = Stage::alone();
    let tab = stage.vaulty.open(&office.http.url("/form")).expect("the form opens");
    let popup = stage.vaulty.popup(&tab).expect("the panel opens");
    let table = "Name;E-mail;City;Shoe size\nMara Lind;mara@x.example;Oslo;38\n\
                 Jon Bell;jon@x.example;;44\nAna Reis;ana@x.example;Porto;40\n";
    open(&popup, "staff.csv", table.as_bytes());
    let place = popup.page.evaluate("document.querySelector('#table-place').value");
    assert_eq!(place.expect("an address"), json!(office.http.url("/form")), "the page in front");
    picture(&popup, "table-setup.png", "#tables");
    popup.press("#table-begin").expect("Start is pressed");

    answer(&popup, 1, "4711");
    row_is(&popup, 1, "paused_for_approval");
    picture(&popup, "table-row.png", "#job");
    assert_eq!(office.got(), [] as [String; 0], "nothing is sent before the yes");
    popup.approve(false).expect("the first row is sent");

    answer(&popup, 2, "4712");
    row_is(&popup, 2, "paused_for_approval");
    stage.vaulty.stop_worker().expect("the worker ends");
    popup.approve(false).expect("the second row is sent");
    answer(&popup, 3, "4713");
    row_is(&popup, 3, "paused_for_approval");
    let rows = popup.approval().expect("the card");
    assert!(rows.iter().any(|row| row.contains(&"Ana Reis".to_owned())), "{rows:?}");
    popup.approve(false).expect("the third row is sent");

    table_is(&popup, "ended", "3 of 3 sent");
    picture(&popup, "table-ended.png", "#tables");
    assert_eq!(
        office.got(),
        [
            "name=Mara+Lind&email=mara%40x.example&city=Oslo&cost=4711",
            // Neither the person's own profile nor the row before stands in for what is empty.
            "name=Jon+Bell&email=jon%40x.example&city=&cost=4712",
            "name=Ana+Reis&email=ana%40x.example&city=Porto&cost=4713",
        ]
    );
    let numbers = popup.page.evaluate(NUMBERS).expect("what is kept of the rows");
    assert_eq!(numbers, json!(["BD-0001", "BD-0002", "BD-0003"]));
    popup.press(".table-remove").expect("Remove");
    popup.press(".table-remove-yes").expect("Remove, yes");
    popup.page.wait_for("!document.querySelector('.table')", PATIENCE).expect("the table is gone");
    assert_eq!(popup.page.evaluate(NUMBERS).expect("what is kept"), json!([]));
}

/// Answers the one question of a row.
fn answer(popup: &Popup, row: u32, reply: &str) {
    row_is(popup, row, "needs_input");
    let key = popup.page.evaluate("document.querySelector('#questions [data-key]').dataset.key");
    let key = key.expect("a question").as_str().expect("a key").to_owned();
    popup.answer(&[(&key, reply)]).expect("the question is answered");
}

/// The numbers that are kept of rows.
const NUMBERS: &str = "(async () => { const open = indexedDB.open('vaulty-tables'); \
    await new Promise((done) => { open.onsuccess = done; }); \
    const all = open.result.transaction('rows').objectStore('rows').getAll(); \
    await new Promise((done) => { all.onsuccess = done; }); open.result.close(); \
    return all.result.map((one) => JSON.parse(one.row).number); })()";

/// Proves that what a person stops or denies pauses the rest, that a row can be tried again, skipped and done, and that a table
/// that cannot be read says what to do.
#[test]
fn a_table_waits_where_the_person_said_no() {
    let office = Office::open("");
    let stage = Stage::alone();
    let tab = stage.vaulty.open(&office.http.url("/form")).expect("the form opens");
    let popup = stage.vaulty.popup(&tab).expect("the panel opens");
    open(&popup, "old.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1");
    let said = popup.text("#tables-message").expect("a message");
    assert!(said.contains("CSV or XLSX"), "{said}");
    open(&popup, "staff.jsonl", b"{\"name\":\"Mara Lind\",\"email\":\"mara@x.example\"}\n{\"name\":\"Jon Bell\",\"email\":\"jon@x.example\"}\n{\"name\":\"Ana Reis\",\"email\":\"ana@x.example\"}");
    popup.page.set("#table-place", &"not an address".into()).expect("an address is typed");
    popup.press("#table-begin").expect("Start is pressed");
    let wrong = "!!document.querySelector('#table-place-error').innerText";
    popup.page.wait_for(wrong, PATIENCE).expect("the address is refused");
    popup.page.set("#table-place", &office.http.url("/form").into()).expect("the address");
    popup.press("#table-begin").expect("Start is pressed");

    row_is(&popup, 1, "paused_for_approval");
    popup.deny().expect("the person says no");
    table_is(&popup, "paused", "0 of 3 sent · 1 not sent");
    picture(&popup, "table-paused.png", "#tables");
    let of_row =
        |row: u32, at: u32| format!(".table-rows [data-row='{row}'] button:nth-of-type({at})");
    popup.press(&of_row(0, 1)).expect("Try again");
    popup
        .page
        .wait_for("document.querySelector('.table-line').innerText === '0 of 3 sent'", PATIENCE)
        .expect("it waits again");
    popup.press(".table-start").expect("Go on");
    row_is(&popup, 1, "paused_for_approval");
    popup.press(&of_row(0, 2)).expect("Skip");
    row_is(&popup, 2, "paused_for_approval");
    popup.press(".table-pause").expect("Pause");
    popup.approve(false).expect("the second row is sent");
    table_is(&popup, "paused", "1 of 3 sent · 1 skipped");
    popup.press(".table-start").expect("Go on");
    row_is(&popup, 3, "paused_for_approval");
    popup.approve(false).expect("the third row is sent");
    table_is(&popup, "ended", "2 of 3 sent · 1 skipped");
    assert_eq!(
        office.got(),
        ["name=Jon+Bell&email=jon%40x.example&city=", "name=Ana+Reis&email=ana%40x.example&city="]
    );
}

/// Rows of the one table that are filled in.
const UNDER_WAY: &str = "(async () => { const open = indexedDB.open('vaulty-tables'); \
    await new Promise((done) => { open.onsuccess = done; }); \
    const all = open.result.transaction('tables').objectStore('tables').getAll(); \
    await new Promise((done) => { all.onsuccess = done; }); open.result.close(); \
    return all.result.flatMap((table) => Object.keys(JSON.parse(table).run.underWay)).join(); })()";

/// Proves that a list of addresses becomes a form each, filled from the person's own profile, and that of those which are open
/// at the same time no two are of one site.
#[test]
fn each_address_of_a_list_is_a_form() {
    let offices = [Office::open(""), Office::open("")];
    let stage = Stage::alone();
    let (_, popup) = stage.open("simple.html");
    popup.page.wait_for("!!document.querySelector('#table-paste')", PATIENCE).expect("the card");
    popup.page.evaluate("document.querySelector('#table-paste').open = true").expect("it opens");
    let [one, other] = [0, 1].map(|at| offices[at].http.url("/form"));
    // Two hosts: two ports of one are one site.
    let other = other.replace("127.0.0.1", "localhost");
    let list = format!("{one}\n\n{one}?another\n{other}\n");
    popup.page.set("#table-addresses", &format!("{list}no address at all").into()).expect("text");
    popup.press("#table-paste-open").expect("Use these addresses");
    let wrong = "document.querySelector('#table-addresses-error').innerText.startsWith('Line 5')";
    popup.page.wait_for(wrong, PATIENCE).expect("the line is named");
    popup.page.set("#table-addresses", &list.into()).expect("text");
    popup.press("#table-paste-open").expect("Use these addresses");
    popup.page.wait_for("!!document.querySelector('#table-setup')", PATIENCE).expect("the list");
    picture(&popup, "table-list.png", "#tables");
    popup.page.set("#table-at-once", &"3".into()).expect("three may be open");
    popup.press("#table-begin").expect("Start is pressed");
    let are_open = |rows: &str| {
        let there = format!("{UNDER_WAY}.then((rows) => rows === '{rows}')");
        popup.page.wait_for(&there, PATIENCE).expect("these rows are filled in");
    };
    row_is(&popup, 1, "paused_for_approval");
    are_open("0,2");
    popup.approve(false).expect("it is sent");
    row_is(&popup, 3, "paused_for_approval");
    are_open("1,2");
    popup.approve(false).expect("it is sent");
    row_is(&popup, 2, "paused_for_approval");
    popup.approve(false).expect("it is sent");
    table_is(&popup, "ended", "3 of 3 sent");
    let sent = "name=Ada+Example&email=ada%40example.org&city=Berlin";
    assert_eq!(offices.each_ref().map(Office::got), [vec![sent; 2], vec![sent; 1]]);
}

/// Proves that what a row came to is not lost where the browser stores nothing for a while: the person is told, the row is
/// settled once there is room, and the table goes on. In the place of the database's own way to store stands one that fails.
#[test]
fn a_row_that_could_not_be_stored_is_settled_once_there_is_room() {
    let office = Office::open("");
    let stage = Stage::alone();
    let (background, place) = stage.background();
    let puts = |set: &str| {
        let script = format!(
            "(async () => {{ const puts = ({place}).IDBObjectStore.prototype; puts.own ??= puts.put; {set} }})()"
        );
        background.evaluate(&script).expect("the database is stood in for");
    };
    let tab = stage.vaulty.open(&office.http.url("/form")).expect("the form opens");
    let popup = stage.vaulty.popup(&tab).expect("the panel opens");
    let table = "Name;E-mail;City\nMara Lind;mara@x.example;Oslo\nJon Bell;jon@x.example;Bergen\n";
    open(&popup, "staff.csv", table.as_bytes());
    popup.press("#table-begin").expect("Start is pressed");
    row_is(&popup, 1, "paused_for_approval");

    puts("puts.put = () => { throw new DOMException('full', 'QuotaExceededError'); };");
    popup.approve(false).expect("the first row is sent");
    popup.page.wait_for("!document.querySelector('#notice').hidden", PATIENCE).expect("told");
    let said = popup.text("#notice-text").expect("a sentence");
    assert!(said.contains("row 1") && said.contains("Free some disk space"), "{said}");
    table_is(&popup, "running", "0 of 2 sent");

    puts("puts.put = puts.own;");
    table_is(&popup, "running", "1 of 2 sent");
    row_is(&popup, 2, "paused_for_approval");
    popup.approve(false).expect("the second row is sent");
    table_is(&popup, "ended", "2 of 2 sent");
    assert_eq!(office.got().len(), 2, "each is sent once");
    let numbers = popup.page.evaluate(NUMBERS).expect("what is kept of the rows");
    assert_eq!(numbers, json!(["BD-0001", "BD-0002"]));
}

/// After which a person presses a button again that did nothing.
const ONCE_MORE: Duration = Duration::from_secs(3);

/// What a person acts on: the card of a row, or a table that waits for them or has ended. The panel and what is stored agree.
const TO_DO: &str = "(async () => { const { job: id, status, asks } = document.body.dataset; \
    const stage = document.querySelector('.table')?.dataset.stage; \
    if (stage === 'ended' || stage === 'paused') return [stage, '']; \
    const job = (await chrome.storage.local.get('job:' + id))['job:' + id]; \
    const ready = !document.querySelector('#approve').disabled; \
    return job?.status === status && status === 'paused_for_approval' && job.approval?.id === asks && ready \
        && ['card', job.approval.id]; })()";

/// Proves that a long table comes to its end with each row sent once, whenever its worker ends: before a yes, right after one,
/// between rows. 200 rows of 20 fields with 20 ends in the slow set.
#[test]
fn no_row_is_lost_or_sent_twice_when_the_worker_ends() {
    // More than the ended jobs that are kept.
    let (rows, every) = if tests::slow() { (200, 10) } else { (23, 8) };
    let names: Vec<String> = (1..=17).map(|at| format!("Item {at}")).collect();
    let further: String = names
        .iter()
        .map(|name| format!("<p><label>{name} <input name='{name}'></label>"))
        .collect();
    let office = Office::open(&further);
    let mut table = format!("Full name,E-mail,City,{}\n", names.join(","));
    for row in 1..=rows {
        let items: Vec<String> = (1..=17).map(|at| format!("r{row}i{at}")).collect();
        table.push_str(&format!("Person {row},p{row}@x.example,Oslo,{}\n", items.join(",")));
    }
    let stage = Stage::alone();
    let tab = stage.vaulty.open(&office.http.url("/form")).expect("the form opens");
    let popup = stage.vaulty.popup(&tab).expect("the panel opens");
    open(&popup, "long.csv", table.as_bytes());
    popup.press("#table-begin").expect("Start is pressed");
    row_is(&popup, 1, "paused_for_approval");
    // The browser keeps the text of whatever it is asked to evaluate: a long one again and again would be what is measured.
    let ask = format!("window.toDo = () => {TO_DO}; true");
    popup.page.evaluate(&ask).expect("the panel can be asked");

    let (mut cards, mut ends) = (0, 0);
    let (mut answered, mut pressed) = (String::new(), Instant::now());
    // Seconds from a yes to the next card, but for those that a worker's end fell into; and bytes after some rows.
    let (mut took, mut undisturbed, mut held) = (Vec::new(), false, Vec::new());
    loop {
        let to_do = popup.page.wait_for("toDo()", PATIENCE).unwrap_or_else(|error| {
            let said =
                ["#message", "#error-text", "#tables"].map(|of| popup.text(of).unwrap_or_default());
            panic!("nothing to do: {error}: {said:?}")
        });
        let (what, card) = (to_do[0].as_str().expect("what"), to_do[1].as_str().expect("a card"));
        match what {
            "ended" => break,
            "paused" => look_at_unclear_rows(&popup, &office),
            // A yes that a worker took into its end is given once more, as a person would.
            _ if card == answered && pressed.elapsed() < ONCE_MORE => {}
            _ if card == answered => {
                popup.may_approve().expect("the card lists what goes along");
                popup.press("#approve").expect("the person says yes once more");
                pressed = Instant::now();
            }
            _ => {
                cards += 1;
                answered = card.to_owned();
                took.extend(undisturbed.then(|| pressed.elapsed().as_secs_f64()));
                if cards % (rows / 4) == 0 {
                    held.push(megabytes(&popup.page));
                }
                let before = ends;
                let end = |now: bool| {
                    if now {
                        stage.vaulty.stop_worker().expect("the worker ends");
                        // As a tab that changes wakes it, or its alarm half a minute later.
                        let wake = "chrome.runtime.sendMessage({ type: 'GET_LOGS' }).then(() => 1)";
                        popup.page.evaluate(wake).expect("it wakes");
                    }
                    usize::from(now)
                };
                ends += end(cards % every == 0 && cards % 2 == 0);
                popup.may_approve().expect("the card lists what goes along");
                pressed = Instant::now();
                popup.press("#approve").expect("the person says yes");
                ends += end(cards % every == 0 && cards % 2 == 1);
                undisturbed = ends == before;
            }
        }
    }
    let quarter = took.len() / 4;
    let (first, last) = (median(&took[..quarter]), median(&took[took.len() - quarter..]));
    println!(
        "{rows} rows, {ends} ends of the worker: from a yes to the next card {:.2} s in the middle ({first:.2} in the first \
         quarter, {last:.2} in the last, {:.2} at most); the panel held {held:.1?} MB after each quarter",
        median(&took),
        took.iter().copied().fold(0.0, f64::max)
    );
    assert!(ends >= usize::try_from(rows / every / 2).expect("a number"), "{ends}");
    let mut got: Vec<String> = office.got();
    for row in 1..=rows {
        let mine = format!("name=Person+{row}&email=p{row}%40x.example&city=Oslo&");
        let of_it = got.iter().filter(|body| body.starts_with(&mine)).count();
        assert_eq!(of_it, 1, "row {row} was sent {of_it} times");
    }
    got.retain(|body| body.matches("&Item").count() != 17);
    assert_eq!(got, [] as [String; 0], "each has all its fields");
}

/// Proves the same where the browser is killed, before a yes or right after one: what may have been sent is for the person to
/// say, and all else is filled in again. 20 rows with some twenty ends in the slow set.
#[test]
fn no_row_is_lost_or_sent_twice_when_the_browser_is_killed() {
    if Engine::wanted().expect("a browser") == Engine::Firefox {
        return println!("SKIPPED: only Chromium is killed");
    }
    let rows = if tests::slow() { 20 } else { 4 };
    let office = Office::open("");
    let people = (1..=rows).map(|row| format!("Person {row},p{row}@x.example,Oslo\n"));
    let table = format!("Full name,E-mail,City\n{}", people.collect::<String>());
    let folder = tempfile::tempdir().expect("a folder");
    let options = Options { profile: Some(folder.path().to_owned()), ..Options::default() };
    let begin = || {
        let vaulty = Vaulty::start_with(&options).expect("Chromium starts");
        let tab = vaulty.open("about:blank").expect("a tab");
        let popup = vaulty.popup(&tab).expect("the panel opens");
        (vaulty, popup)
    };
    let (mut vaulty, mut popup) = begin();
    vaulty.use_no_server().expect("settings are saved");
    open(&popup, "long.csv", table.as_bytes());
    popup.page.set("#table-place", &office.http.url("/form").into()).expect("the address");
    popup.press("#table-begin").expect("Start is pressed");
    row_is(&popup, 1, "paused_for_approval");

    let (mut cards, mut kills, mut unclear) = (0, 0, 0);
    let mut answered = String::new();
    loop {
        // What was agreed to for a browser's time is asked once more in the next one; the card that was answered goes.
        let to_do = format!(
            "(async () => {{ const fill = document.querySelector('#consent-fill'); \
             if (fill?.checkVisibility() && !fill.disabled) return ['consent', '']; \
             const to_do = await {TO_DO}; return to_do && to_do[1] !== '{answered}' && to_do; }})()"
        );
        let to_do = popup.page.wait_for(&to_do, PATIENCE).unwrap_or_else(|error| {
            panic!("nothing to do: {error}: {}", popup.text("#tables").unwrap_or_default())
        });
        let (what, card) = (to_do[0].as_str().expect("what"), to_do[1].as_str().expect("a card"));
        match what {
            "ended" => break,
            "paused" => {
                let rows = popup.text(".table-rows").expect("the rows");
                unclear += usize::from(rows.contains("Maybe sent"));
                look_at_unclear_rows(&popup, &office);
            }
            "consent" => popup.agree().expect("the person agrees"),
            _ => {
                cards += 1;
                answered = card.to_owned();
                // Every other card is the browser's last one: before its yes, and right after it, in turn.
                if cards % 4 != 2 {
                    popup.approve(false).expect("the person says yes");
                }
                if cards % 2 == 0 {
                    kills += 1;
                    vaulty.kill().expect("it is killed");
                    (vaulty, popup) = begin();
                }
            }
        }
    }
    println!(
        "{rows} rows, {kills} ends of the browser, after {unclear} of them a row was maybe sent"
    );
    assert!(kills >= rows / 2, "{kills}");
    assert!(!tests::slow() || unclear > 0, "no yes was lost");
    for row in 1..=rows {
        let of_it = format!("name=Person+{row}&email=p{row}%40x.example&city=Oslo");
        let times = office.got().iter().filter(|body| **body == of_it).count();
        assert_eq!(times, 1, "row {row} was sent {times} times");
    }
}

fn median(of: &[f64]) -> f64 {
    let mut sorted = of.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

/// What a page holds in memory, its WebAssembly included, once what nobody needs is gone.
fn megabytes(page: &tests::Page) -> f64 {
    page.call("HeapProfiler.collectGarbage", json!({})).expect("it is cleared");
    let used = page.call("Runtime.getHeapUsage", json!({})).expect("what is used");
    let bytes = ["usedSize", "embedderHeapUsedSize", "backingStorageSize"];
    bytes.iter().filter_map(|kind| used[*kind].as_f64()).sum::<f64>() / 1e6
}

/// Looks whether rows were sent of which nobody knows, says so, and goes on.
fn look_at_unclear_rows(popup: &Popup, office: &Office) {
    let open = "[...document.querySelectorAll('.table-rows li')].map((li) => [li.dataset.row, li.querySelectorAll('button').length, li.innerText])";
    let open = popup.page.evaluate(open).expect("rows");
    for row in open.as_array().into_iter().flatten() {
        let (row, text) = (row[0].as_str().expect("a row"), row[2].as_str().expect("text"));
        if text.contains("Being filled in") {
            continue;
        }
        let number: u32 = row.parse::<u32>().expect("a number") + 1;
        let was_sent =
            office.got().iter().any(|body| body.contains(&format!("email=p{number}%40")));
        let button = if text.contains("Maybe sent") && !was_sent { 2 } else { 1 };
        popup
            .press(&format!(".table-rows [data-row='{row}'] button:nth-of-type({button})"))
            .expect("a button");
        let gone = format!("!document.querySelector(\".table-rows [data-row='{row}']\")");
        popup.page.wait_for(&gone, PATIENCE).expect("the row is done with");
    }
    popup.press(".table-start").expect("Go on");
    popup
        .page
        .wait_for("document.querySelector('.table').dataset.stage !== 'paused'", PATIENCE)
        .expect("it goes on");
}

/// Proves that a column is matched to a field once: what the person chose on the first row's sheet for a field that no column is
/// called like fills it at the rows after it, each with that row's own value.
#[test]
fn a_column_is_matched_to_its_field_once() {
    let office = Office::open("<p><label>Zorblatt <input name=odd required></label>");
    let stage = Stage::alone();
    let tab = stage.vaulty.open(&office.http.url("/form")).expect("the form opens");
    let popup = stage.vaulty.popup(&tab).expect("the panel opens").wary();
    let table = "Name;E-mail;City;Charge code\nMara Lind;mara@x.example;Oslo;K-7\n\
                 Jon Bell;jon@x.example;Turku;K-8\nAna Reis;ana@x.example;Porto;K-9\n";
    open(&popup, "staff.csv", table.as_bytes());
    popup.press("#table-begin").expect("Start is pressed");

    row_is(&popup, 1, "paused_for_approval");
    sees(&popup, SHEET);
    popup.press("#consent-asked .sheet-row button").expect("the row opens");
    sees(&popup, "document.querySelectorAll('#row-offer option').length > 3");
    popup.page.set("#row-offer", &"record.Charge code".into()).expect("a column is chosen");
    fill(&popup);
    popup.approve(false).expect("the first row is sent");

    for (row, code) in [(2, "K-8"), (3, "K-9")] {
        row_is(&popup, row, "paused_for_approval");
        sees(&popup, SHEET);
        picture(&popup, &format!("table-matched-{row}.png"), "#consent");
        let shown = would_fill(&popup);
        assert!(shown.contains(code), "{shown}");
        fill(&popup);
        popup.approve(false).expect("the row is sent");
    }
    table_is(&popup, "ended", "3 of 3 sent");
    assert_eq!(
        office.got(),
        [
            "name=Mara+Lind&email=mara%40x.example&city=Oslo&odd=K-7",
            "name=Jon+Bell&email=jon%40x.example&city=Turku&odd=K-8",
            "name=Ana+Reis&email=ana%40x.example&city=Porto&odd=K-9",
        ]
    );
}

/// A review sheet is shown.
const SHEET: &str = "!document.querySelector('#consent').hidden \
    && document.querySelector('#consent-rows')?.getAttribute('aria-busy') === 'false'";
