//! One yes for the rows of a table that are left.

use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicU32, Ordering},
};

use axum::{http::StatusCode, response::Html};
use serde_json::json;
use tests::{
    Popup,
    http::{self, Http},
};

use crate::{
    stage::{PATIENCE, Stage, picture},
    tables::{open, row_is, table_is},
};

/// A form that draws a token for each visit, and from a visit on asks for another price.
struct Shop {
    http: Http,
    got: Arc<Mutex<Vec<String>>>,
    /// The visit from which on the price is another; 0: none.
    dearer_from: Arc<AtomicU32>,
}

impl Shop {
    fn open() -> Self {
        let got = Arc::<Mutex<Vec<String>>>::default();
        let visits = Arc::<AtomicU32>::default();
        let dearer_from = Arc::<AtomicU32>::default();
        let (shared, dearer) = (Arc::clone(&got), Arc::clone(&dearer_from));
        let http = Http::start(async move |request: http::Request| {
            if request.method() == "POST" {
                let mut got = shared.lock().unwrap_or_else(PoisonError::into_inner);
                got.push(request.into_body());
                let thanks = format!(
                    "<!doctype html><html lang=en><title>Thank you</title><h1>Thank you</h1>\
                     <p>Your order was received. Reference number: BD-{:04}",
                    got.len()
                );
                return (StatusCode::OK, Html(thanks));
            }
            if request.uri().path() != "/form" {
                return (StatusCode::NOT_FOUND, Html(String::new()));
            }
            let visit = visits.fetch_add(1, Ordering::Relaxed) + 1;
            let from = dearer.load(Ordering::Relaxed);
            let price = if from > 0 && visit >= from { "99.00" } else { "12.50" };
            let form = format!(
                "<!doctype html><html lang=en><title>Order a badge</title><h1>Order a badge</h1>\
                 <form method=post action=/sent>\
                 <input type=hidden name=token value=k{visit}f83q02mzxw91lsa7>\
                 <input type=hidden name=price value={price}>\
                 <p><label>Full name <input name=name required></label>\
                 <p><label>Date of birth <input name=born type=date></label>\
                 <p><label>Country <select name=country><option value=''>Choose<option value=no>Norway\
                 <option value=pt>Portugal</select></label>\
                 <fieldset><legend>Badge size</legend><label><input type=radio name=size value=s>Small</label>\
                 <label><input type=radio name=size value=l>Large</label></fieldset>\
                 <p><label>Desk <input name=desk value='A 12'></label>\
                 <p><button>Send the order</button></form>"
            );
            (StatusCode::OK, Html(form))
        });
        Self { http: http.expect("the shop answers"), got, dearer_from }
    }

    /// What was sent, without the tokens.
    fn got(&self) -> Vec<String> {
        let got = self.got.lock().unwrap_or_else(PoisonError::into_inner);
        let without = |body: &String| body.split_once('&').map(|(_, rest)| rest.to_owned());
        got.iter().filter_map(without).collect()
    }
}

const TABLE: &str = "Full name,Date of birth,Country,Badge size\n\
    Mara Lind,1990-05-03,Norway,Large\nJon Bell,1988-11-30,Portugal,Small\n\
    Ana Reis,2001-02-28,Norway,Small\nIda Holm,1979-07-14,Portugal,Large\n\
    ,1992-01-01,Norway,Small\nOle Berg,1985-03-09,Norway,Large\n";

fn sent(name: &str, born: &str, country: &str, size: &str) -> String {
    let name = name.replace(' ', "+");
    format!("price=12.50&name={name}&born={born}&country={country}&size={size}&desk=A+12")
}

/// Fills and sends a row as its person does.
fn send_row(popup: &Popup, row: u32) {
    fill_row(popup, row);
    row_is(popup, row, "paused_for_approval");
    popup.approve(false).expect("the row is sent");
}

/// Fills a row: what the person agrees to is for this time alone.
fn fill_row(popup: &Popup, row: u32) {
    row_is(popup, row, "paused_for_approval");
    popup.page.wait_for(SHEET, PATIENCE).expect("a sheet");
    let tick = "document.querySelectorAll('#consent-personal input').forEach((one) => { if (!one.checked) one.click(); })";
    popup.page.evaluate(tick).expect("the date of birth is ticked");
    popup.press("#consent-fill").expect("Fill");
    popup.page.wait_for("!document.querySelector('#approval').hidden", PATIENCE).expect("a card");
}

/// Whether the sheet can be agreed to.
const SHEET: &str = "!document.querySelector('#consent').hidden && !document.querySelector('#consent-fill').disabled";

fn is_offered(popup: &Popup) {
    let there = "!!document.querySelector('.bulk-look')";
    popup
        .page
        .wait_for(there, PATIENCE)
        .unwrap_or_else(|error| panic!("{error}: {}", popup.text("#tables").unwrap_or_default()));
}

/// What the list of one yes shows: a row of cells each.
fn listed(popup: &Popup) -> serde_json::Value {
    popup.press(".bulk-look").expect("One yes for the rest");
    popup.page.wait_for("!!document.querySelector('.bulk-send')", PATIENCE).expect("the list");
    let cells = "[...document.querySelectorAll('.bulk-rows tr')].map((row) => [...row.cells].map((cell) => cell.innerText).join('|'))";
    popup.page.evaluate(cells).expect("the cells")
}

/// Proves that after two forms one yes sends the rows that are left: each with what the list showed, with the page's own token,
/// in files of the browser and not of a stand-in; that a row which is not complete gets a card of its own; and that a worker
/// which ends in between sends none twice.
#[test]
fn one_yes_sends_the_rows_that_are_left() {
    let shop = Shop::open();
    let stage = Stage::alone();
    let tab = stage.vaulty.open(&shop.http.url("/form")).expect("the form opens");
    let popup = stage.vaulty.popup(&tab).expect("the panel opens").wary();
    open(&popup, "staff.csv", TABLE.as_bytes());
    popup.press("#table-begin").expect("Start is pressed");
    send_row(&popup, 1);
    row_is(&popup, 2, "paused_for_approval");
    let offered = popup.page.evaluate("!!document.querySelector('.bulk-look')").expect("a look");
    assert_eq!(offered, json!(false), "one form says nothing of others");
    send_row(&popup, 2);
    row_is(&popup, 3, "paused_for_approval");
    is_offered(&popup);
    assert_eq!(
        listed(&popup),
        json!([
            "Row|Full name|Date of birth|Country|Badge size",
            "3|Ana Reis|2001-02-28|Norway|Small",
            "4|Ida Holm|1979-07-14|Portugal|Large",
            "6|Ole Berg|1985-03-09|Norway|Large",
        ])
    );
    let left = popup.text(".bulk-left").expect("rows that are left");
    assert!(left.contains("Row 5") && left.contains("Full name"), "{left}");
    picture(&popup, "table-bulk.png", "#tables");
    assert_eq!(shop.got().len(), 2, "nothing is sent by looking");
    popup.press(".bulk-send").expect("Send these rows");

    // The one that is not complete waits; those before it were sent.
    row_is(&popup, 5, "paused_for_approval");
    stage.vaulty.stop_worker().expect("the worker ends");
    picture(&popup, "table-bulk-covers.png", "#tables");
    popup.page.wait_for(SHEET, PATIENCE).expect("a sheet");
    popup.press(".table-rows [data-row='4'] button:nth-of-type(2)").expect("Skip");
    table_is(&popup, "ended", "5 of 6 sent · 1 skipped");
    assert_eq!(
        shop.got(),
        [
            sent("Mara Lind", "1990-05-03", "no", "l"),
            sent("Jon Bell", "1988-11-30", "pt", "s"),
            sent("Ana Reis", "2001-02-28", "no", "s"),
            sent("Ida Holm", "1979-07-14", "pt", "l"),
            sent("Ole Berg", "1985-03-09", "no", "l"),
        ]
    );
}

/// Proves that a page that asks for something else under the yes sends nothing: its row waits with its card, the yes has ended
/// for all rows after it, and the panel says why.
#[test]
fn a_page_that_changes_ends_the_yes() {
    let shop = Shop::open();
    let stage = Stage::alone();
    let tab = stage.vaulty.open("about:blank").expect("a tab");
    let popup = stage.vaulty.popup(&tab).expect("the panel opens").wary();
    open(&popup, "staff.csv", TABLE.as_bytes());
    popup.page.set("#table-place", &shop.http.url("/form").into()).expect("the address");
    popup.press("#table-begin").expect("Start is pressed");
    send_row(&popup, 1);
    send_row(&popup, 2);
    row_is(&popup, 3, "paused_for_approval");
    is_offered(&popup);
    listed(&popup);
    // The third row's form is open already.
    shop.dearer_from.store(4, Ordering::Relaxed);
    popup.press(".bulk-send").expect("Send these rows");
    row_is(&popup, 4, "paused_for_approval");
    popup
        .page
        .wait_for("!!document.querySelector('.bulk-ended:not([hidden])')", PATIENCE)
        .expect("it ends");
    let said = popup.text(".bulk-ended").expect("why");
    assert!(said.contains("Row 4") && said.contains("price"), "{said}");
    picture(&popup, "table-bulk-ended.png", "#tables");
    popup.page.wait_for("!document.querySelector('#approval').hidden", PATIENCE).expect("a card");
    assert_eq!(shop.got().len(), 3, "the fourth was not sent");
    popup.approve(false).expect("the person says yes themselves");
    row_is(&popup, 5, "paused_for_approval");
    let got = shop.got();
    assert!(got.len() == 4 && got[3].starts_with("price=99.00&name=Ida+Holm"), "{got:?}");
    popup
        .page
        .wait_for("!document.querySelector('#consent').hidden", PATIENCE)
        .expect("a sheet: no row has a yes");
}
