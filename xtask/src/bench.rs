//! `bench`: what takes how long and how much, against the limits.

use std::{fmt::Write as _, fs, time::Duration};

use agent_core::memory;
use anyhow::{Context as _, Result, anyhow, bail, ensure};
use clap::Args;
use harness::{Engine, Options, Popup, Site, Tab, Vaulty};
use serde_json::{Value, json};

use crate::{
    build,
    eval::quantile,
    fill::fill,
    progress::Steps,
    run::{cargo, follow},
    setup,
    table::Table,
};

/// Repetitions of filling and of understanding a page; the median counts.
const FILLS: usize = 9;
const LOOKS: usize = 5;
/// Megabytes of the zip. What the WASM alone has of that is waited for at a wake, which has limits of its own.
const ZIP_LIMIT: f64 = 1.5;
/// Megabytes of the panel's module, gzipped: it is read from the disk when the panel opens.
const PANEL_LIMIT: f64 = 1.2;
/// Milliseconds from opening the panel until it can be used.
const PANEL_READY_LIMIT: f64 = 100.0;
/// Megabytes of the module that reads files, gzipped: it is read from the disk when a file is chosen.
const IMPORT_LIMIT: f64 = 1.4;
/// Milliseconds until a worker that was asleep has answered, and until it has handled a first event of a job.
const WAKE_LIMIT: f64 = 60.0;
const EVENT_LIMIT: f64 = 100.0;
/// Milliseconds from Start until 20 fields are filled, and how many of them may be ours.
const FILLED_LIMIT: f64 = 150.0;
const OWN_LIMIT: f64 = 60.0;
/// The same of a form that a page shows in a frame of another origin.
const FRAME_LIMIT: f64 = 1200.0;
/// As long until 20 fields are filled in Firefox, all in all or of ours.
const FILLED_IN_FIREFOX_LIMIT: f64 = 1_000.0;
/// Milliseconds for reading 1,000 fields with what is painted of them and understanding them, and how many times
/// that for 10,000.
const LOOK_LIMIT: f64 = 45.0;
const LINEAR_LIMIT: f64 = 12.0;
/// Milliseconds of ours for a box whose options are there at once, and for 30 widgets of all kinds until
/// they are filled.
const LIST_LIMIT: f64 = 150.0;
/// Milliseconds of ours for a box whose list never opens, because nothing in the page answers.
const DEAD_LIST_LIMIT: f64 = 500.0;
/// Such boxes on the page that is measured.
const DEAD_LISTS: u32 = 4;
const MIXED_LIMIT: f64 = 6000.0;
/// A table of as many rows and columns, chosen until its card is there, and kept until its first form is under way.
const TABLE_ROWS: usize = 50_000;
const TABLE_COLUMNS: usize = 20;
const TABLE_OPENED_LIMIT: f64 = 1_000.0;
const TABLE_KEPT_LIMIT: f64 = 1_000.0;
const LONGEST: Duration = Duration::from_secs(60);

/// Measure the server and the extension against the limits and print a table.
#[derive(Debug, Args)]
pub(crate) struct Bench {
    /// Leave the server out
    #[arg(long)]
    no_server: bool,
    /// Measure of the extension only what has this in its name, and leave the server out
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// The browser: chromium or firefox
    #[arg(long, value_name = "NAME", default_value = "chromium")]
    browser: Engine,
}

impl Bench {
    pub(crate) fn run(&self) -> Result<()> {
        let steps = Steps::aside();
        setup::browser(self.browser, &steps)?;
        let built = build::extension_to_ship(&steps)?;
        let mut figures = Figures::new();
        if let Err(error) = sizes(&built, &mut figures) {
            figures.missed("sizes", &error);
        }
        match self.started(&built) {
            Ok(vaulty) => self.measure(&vaulty, &mut figures),
            Err(error) => figures.missed("the extension in the browser", &error),
        }
        let mut server = Ok(true);
        if !self.no_server && self.only.is_none() {
            let bench = ["bench", "--quiet", "--locked", "--package", "server", "--bench", "next"];
            server = follow(&mut cargo(&bench), |_| {});
            println!();
        }
        figures.table.print();
        if !server? {
            figures.over.push("the server's".to_owned());
        }
        if !figures.over.is_empty() {
            bail!("over the limit: {}", figures.over.join("; "));
        }
        Ok(())
    }

    /// The extension in a browser, without a server.
    fn started(&self, built: &build::Built) -> Result<Vaulty> {
        let vaulty = Vaulty::start_with(&Options {
            engine: Some(self.browser),
            extension: Some(built.of(self.browser)),
            ..Options::default()
        })?;
        vaulty.use_no_server()?;
        Ok(vaulty)
    }

    /// Measures of the extension what is wanted.
    fn measure(&self, vaulty: &Vaulty, figures: &mut Figures) {
        let measure: [(&str, Measure); 11] = [
            ("the panel", panel),
            ("waking", waking),
            ("lessons", waking_with_lessons),
            ("a first event", first_event),
            ("filling", filling),
            ("recipes", filling_with_recipes),
            ("a frame", embedded),
            ("widgets", widgets),
            ("lists that never open", dead_lists),
            ("looking", looking),
            ("a long table", long_table),
        ];
        let wanted =
            |what: &str| self.only.as_ref().is_none_or(|only| what.contains(only.as_str()));
        for (what, measure) in measure.into_iter().filter(|(what, _)| wanted(what)) {
            if let Err(error) = measure(vaulty, figures) {
                figures.missed(what, &error);
            }
        }
    }
}

/// What measures something of the extension.
type Measure = fn(&Vaulty, &mut Figures) -> Result<()>;

/// What was measured, and what of it is over its limit.
struct Figures {
    table: Table,
    over: Vec<String>,
}

impl Figures {
    fn new() -> Self {
        Self { table: Table::new(&["extension", "measured", "limit", ""]), over: Vec::new() }
    }

    fn add(&mut self, what: &str, measured: f64, limit: f64, unit: &str) {
        let is_within = measured <= limit;
        self.table.row(vec![
            what.to_owned(),
            format!("{measured:.1} {unit}"),
            format!("≤ {limit} {unit}"),
            if is_within { "ok" } else { "OVER" }.to_owned(),
        ]);
        if !is_within {
            self.over.push(what.to_owned());
        }
    }

    /// What stands beside a figure, and has no limit.
    fn note(&mut self, what: &str, measured: String) {
        self.table.row(vec![what.to_owned(), measured]);
    }

    /// What could not be measured is over its limit.
    fn missed(&mut self, what: &str, error: &anyhow::Error) {
        self.table.row(vec![what.to_owned(), format!("{error:#}"), String::new(), "OVER".into()]);
        self.over.push(what.to_owned());
    }
}

fn sizes(built: &build::Built, figures: &mut Figures) -> Result<()> {
    let sizes = build::sizes(built)?;
    let megabytes = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    figures.note("the worker's WASM, gzipped", format!("{:.2} MB", megabytes(sizes.wasm)));
    figures.add(
        "extension, zipped, without what is loaded on demand",
        megabytes(sizes.zip),
        ZIP_LIMIT,
        "MB",
    );
    figures.add("the panel's WASM, gzipped", megabytes(sizes.panel), PANEL_LIMIT, "MB");
    figures.add("the file reader's WASM, gzipped", megabytes(sizes.import), IMPORT_LIMIT, "MB");
    Ok(())
}

/// Labels and values of a form that anybody might have to fill in.
const TWENTY: [(&str, &str); 20] = [
    ("First name", "Ines"),
    ("Last name", "Okafor"),
    ("E-mail", "ines.okafor@example.org"),
    ("Phone", "+44 20 7946 0958"),
    ("Street address", "7 Cedar Row"),
    ("Apartment", "Flat 3"),
    ("City", "Leeds"),
    ("Postal code", "LS1 4AP"),
    ("Company", "Northlight Studio"),
    ("Job title", "Illustrator"),
    ("Website", "https://example.org"),
    ("Customer number", "C-20418"),
    ("Order number", "A-113"),
    ("Favourite colour", "Green"),
    ("Membership number", "M-7781"),
    ("Vehicle registration", "LD21 KXW"),
    ("Serial number", "SN-55-0912"),
    ("Department", "Design"),
    ("Project name", "Harbour"),
    ("Remarks", "Please ring twice."),
];

/// How long the panel takes from navigation until it can be used, with the worker asleep as it mostly is and no other page
/// of the extension open; and, in turns with it, the plain text of a file of the extension until it is there.
fn panel(vaulty: &Vaulty, figures: &mut Figures) -> Result<()> {
    let ready = "performance.getEntriesByName('ready')[0]?.startTime";
    let there = "performance.getEntriesByType('navigation')[0]?.loadEventEnd";
    let tab = vaulty.open("about:blank")?;
    let (mut times, mut plain) = (Vec::new(), Vec::new());
    for _ in 0..FILLS {
        vaulty.stop_worker()?;
        let page = vaulty.open_own("manifest.json")?;
        page.wait_for(&format!("{there} > 0"), Duration::from_secs(10))?;
        plain.extend(page.evaluate(there)?.as_f64());
        page.close()?;
        vaulty.stop_worker()?;
        let popup = vaulty.popup(&tab)?;
        times.extend(popup.page.evaluate(ready)?.as_f64());
        popup.page.close()?;
    }
    ensure!(times.len() == FILLS, "the panel did not get ready");
    let panel = "the panel, opened until it can be used";
    figures.add(panel, quantile(&times, 0.5), PANEL_READY_LIMIT, "ms");
    let plain = format!("{:.1} ms", quantile(&plain, 0.5));
    figures.note("a text of the extension, opened the same way", plain);
    Ok(())
}

/// As many lessons as are kept.
const LESSONS: usize = 2_000;
/// What they may cost whoever wakes the worker.
const LESSONS_LIMIT: f64 = 5.0;

/// How much longer a worker that sleeps takes to answer where so many lessons are stored, in turns with none.
fn waking_with_lessons(vaulty: &Vaulty, figures: &mut Figures) -> Result<()> {
    let store = "async (count) => { const list = Array.from({ length: count }, (_, at) => ({ \
          id: at + 1, words: at.toString(16).padStart(16, '0'), label: `Question number ${at}`, \
          taught: { takes: { key: 'company' } }, sites: [`https://site${at}.example`], contradicted: 0, at: 1764000000, \
        })); await chrome.storage.local.set({ lessons: { list, last: count } }); return true; }";
    let (_tab, popup) = tab_and_popup(vaulty)?;
    let mut more = Vec::new();
    for _ in 0..LOOKS {
        popup.page.apply(store, &[json!(0)])?;
        let without = woken(vaulty, &popup)?;
        popup.page.apply(store, &[json!(LESSONS)])?;
        more.push(woken(vaulty, &popup)? - without);
    }
    popup.page.evaluate("chrome.storage.local.remove('lessons').then(() => true)")?;
    let what = "a sleeping worker until it answers, 2,000 lessons, more";
    figures.add(what, quantile(&more, 0.5), LESSONS_LIMIT, "ms");
    Ok(())
}

/// Milliseconds until a worker that sleeps has answered the popup.
fn woken(vaulty: &Vaulty, popup: &Popup) -> Result<f64> {
    let ask = "async () => { const began = performance.now(); \
        await chrome.runtime.sendMessage({ type: 'GET_LOGS' }); return performance.now() - began; }";
    vaulty.stop_worker()?;
    popup.page.apply(ask, &[])?.as_f64().context("the worker did not answer")
}

/// How long a worker that sleeps takes to answer the popup: what a person waits for a larger WASM.
fn waking(vaulty: &Vaulty, figures: &mut Figures) -> Result<()> {
    let (_tab, popup) = tab_and_popup(vaulty)?;
    let times = (0..LOOKS).map(|_| woken(vaulty, &popup)).collect::<Result<Vec<f64>>>()?;
    figures.add("a sleeping worker until it answers", quantile(&times, 0.5), WAKE_LIMIT, "ms");
    Ok(())
}

/// How long a worker that sleeps takes from Start until the popup shows the job: it has been made and stored.
fn first_event(vaulty: &Vaulty, figures: &mut Figures) -> Result<()> {
    let start = "async () => { const before = document.body.dataset.job; \
        const shown = new Promise((done) => new MutationObserver(() => { \
          if (document.body.dataset.job !== before) done(performance.now()); \
        }).observe(document.body, { attributes: true })); \
        const began = performance.now(); document.querySelector('#start').click(); \
        return await shown - began; }";
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("one.html"), form(std::iter::once("City".to_owned())))?;
    let site = Site::serve(folder.path())?;
    let (tab, popup) = tab_and_popup(vaulty)?;
    let mut times = Vec::new();
    for _ in 0..LOOKS {
        tab.page.navigate(&site.url("one.html"))?;
        vaulty.stop_worker()?;
        times.extend(popup.page.apply(start, &[])?.as_f64());
        popup.wait_at_rest(LONGEST)?;
        popup.stop()?;
    }
    ensure!(times.len() == LOOKS, "the popup shows no job");
    let median = quantile(&times, 0.5);
    figures.add("a sleeping worker, Start until the job is there", median, EVENT_LIMIT, "ms");
    Ok(())
}

fn filling(vaulty: &Vaulty, figures: &mut Figures) -> Result<()> {
    let folder = tempfile::tempdir()?;
    fs::write(
        folder.path().join("twenty.html"),
        form(TWENTY.iter().map(|(label, _)| (*label).to_owned())),
    )?;
    let site = Site::serve(folder.path())?;
    let record: Value = TWENTY.iter().map(|(key, value)| (*key, json!(value))).collect();
    let (tab, popup) = tab_and_popup(vaulty)?;
    let (mut all, mut own) = (Vec::new(), Vec::new());
    // The first one also wakes and compiles; it is a run like the others.
    for _ in 0..FILLS {
        tab.page.navigate(&site.url("twenty.html"))?;
        fill(&popup, Some(&record), LONGEST)?;
        let filled = popup.form_state()?.values().filter(|value| **value != json!("")).count();
        ensure!(filled == TWENTY.len(), "only {filled} of {} fields were filled", TWENTY.len());
        let job = popup.job()?;
        all.extend(job.get("filledAfterMs").and_then(Value::as_f64));
        own.extend(job.get("ownMs").and_then(Value::as_f64));
    }
    ensure!(all.len() == FILLS && own.len() == FILLS, "the job's record lacks its times");
    let (limit, own_limit) = match vaulty.engine() {
        Engine::Chromium => (FILLED_LIMIT, OWN_LIMIT),
        Engine::Firefox => (FILLED_IN_FIREFOX_LIMIT, FILLED_IN_FIREFOX_LIMIT),
    };
    figures.add("Start to filled, 20 fields", quantile(&all, 0.5), limit, "ms");
    figures.add("of it ours", quantile(&own, 0.5), own_limit, "ms");
    Ok(())
}

/// As many recipes as are kept, and how many of them are of the site that is filled in: more are not looked at.
const RECIPES: usize = 2_000;
const OF_THE_SITE: usize = 40;
/// What looking something up among them may cost whoever waits for a form.
const RECIPES_LIMIT: f64 = 10.0;

/// How much longer it takes until a form is filled where so many recipes are stored, in turns with none.
fn filling_with_recipes(vaulty: &Vaulty, figures: &mut Figures) -> Result<()> {
    let store = "async (rows) => { \
        const done = (request) => new Promise((yes, no) => { request.onsuccess = () => yes(request.result); \
          request.onerror = () => no(request.error); }); \
        const database = await done(indexedDB.open('vaulty-recipes')); \
        const transaction = database.transaction('recipes', 'readwrite'); \
        const stored = new Promise((yes) => { transaction.oncomplete = yes; }); \
        const recipes = transaction.objectStore('recipes'); recipes.clear(); \
        for (const row of rows) recipes.put(row, row.id); \
        await stored; database.close(); \
        await chrome.storage.local.set({ recipesChanged: crypto.randomUUID() }); return true; }";
    let folder = tempfile::tempdir()?;
    let labels = TWENTY.iter().map(|(label, _)| (*label).to_owned());
    fs::write(folder.path().join("twenty.html"), form(labels))?;
    let site = Site::serve(folder.path())?;
    let url = site.url("twenty.html");
    let origin = agent_core::gate::origin_of(&url);
    let rows: Vec<Value> =
        (0..RECIPES).map(|number| recipe(number, &origin)).collect::<Result<_>>()?;
    let record: Value = TWENTY.iter().map(|(key, value)| (*key, json!(value))).collect();
    let (tab, popup) = tab_and_popup(vaulty)?;
    let filled = || -> Result<f64> {
        tab.page.navigate(&url)?;
        fill(&popup, Some(&record), LONGEST)?;
        let job = popup.job()?;
        job.get("filledAfterMs").and_then(Value::as_f64).context("the job's record lacks its time")
    };
    // The first one also makes the database.
    filled()?;
    let mut more = Vec::new();
    for _ in 0..FILLS {
        popup.page.apply(store, &[json!([])])?;
        let without = filled()?;
        popup.page.apply(store, &[json!(rows)])?;
        more.push(filled()? - without);
    }
    popup.page.apply(store, &[json!([])])?;
    let what = "Start to filled, 20 fields, 2,000 recipes, more";
    figures.add(what, quantile(&more, 0.5), RECIPES_LIMIT, "ms");
    Ok(())
}

/// A recipe of a form of as many fields, as the database has it. The first are of this site.
fn recipe(number: usize, origin: &str) -> Result<Value> {
    let origin = match number {
        0..OF_THE_SITE => origin.to_owned(),
        number => format!("https://site{number}.example"),
    };
    let mut text = format!(
        "schema = 1\nversion = 1\norigin = \"{origin}\"\n[[steps]]\npath = \"/apply\"\nsignature = \"{number:016x}\"\n"
    );
    for field in 0..TWENTY.len() {
        let print = number * TWENTY.len() + field;
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "[[steps.fields]]\nfingerprint = \"{print:016x}\"\nwords = \"{print:016x}\"\nrole = \"none\"\nkey = \"company\"\n"
        );
    }
    let recipe = memory::recipe::read(&text).map_err(|fault| anyhow!("{fault:?}"))?;
    let prints = memory::recipe::prints_of_recipe(&recipe);
    let kept = memory::recipe::Kept {
        id: format!("{number:016x}"),
        recipe,
        used: 1,
        ..Default::default()
    };
    Ok(json!({
        "id": kept.id, "site": kept.recipe.origin, "prints": prints, "used": 1,
        "kept": serde_json::to_string(&kept)?,
    }))
}

/// The same fields in a frame of another origin, taller than the window.
fn embedded(vaulty: &Vaulty, figures: &mut Figures) -> Result<()> {
    let folder = tempfile::tempdir()?;
    fs::write(
        folder.path().join("inner.html"),
        form(TWENTY.iter().map(|(label, _)| (*label).to_owned())),
    )?;
    let site = Site::serve(folder.path())?;
    fs::write(
        folder.path().join("outer.html"),
        format!(
            "<!doctype html><title>Careers</title><h1>Careers</h1><iframe src='{}' width=700 height=1400></iframe>",
            site.other_site_url("inner.html")
        ),
    )?;
    let record: Value = TWENTY.iter().map(|(key, value)| (*key, json!(value))).collect();
    let (tab, popup) = tab_and_popup(vaulty)?;
    let mut all = Vec::new();
    for _ in 0..FILLS {
        tab.page.navigate(&site.url("outer.html"))?;
        fill(&popup, Some(&record), LONGEST)?;
        let filled = popup.form_state()?.values().filter(|value| **value != json!("")).count();
        ensure!(filled == TWENTY.len(), "only {filled} of {} fields were filled", TWENTY.len());
        all.extend(popup.job()?.get("filledAfterMs").and_then(Value::as_f64));
    }
    ensure!(all.len() == FILLS, "the job's record lacks its times");
    figures.add(
        "Start to filled, 20 fields in another origin's frame",
        quantile(&all, 0.5),
        FRAME_LIMIT,
        "ms",
    );
    Ok(())
}

/// Boxes that open lists, alone and among other widgets.
fn widgets(vaulty: &Vaulty, figures: &mut Figures) -> Result<()> {
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("list.html"), mixed(0, 1))?;
    fs::write(folder.path().join("mixed.html"), mixed(5, 5))?;
    let site = Site::serve(folder.path())?;
    let (_, own) = fill_widgets(vaulty, &site.url("list.html"), 0, 1)?;
    figures.add("a box with instant options, ours", own, LIST_LIMIT, "ms");
    let (all, _) = fill_widgets(vaulty, &site.url("mixed.html"), 5, 5)?;
    figures.add("Start to filled, 30 mixed widgets", all, MIXED_LIMIT, "ms");
    Ok(())
}

/// Boxes whose lists never open: what a page costs that was saved, or whose script failed.
fn dead_lists(vaulty: &Vaulty, figures: &mut Figures) -> Result<()> {
    let kinds = [
        (
            "a list that never opens, ours",
            "<button type=button id=h{} role=combobox aria-expanded=false>Choose</button>",
        ),
        ("a typed list that never opens, ours", "<input id=h{} role=combobox aria-expanded=false>"),
    ];
    for (row, widget) in kinds {
        let folder = tempfile::tempdir()?;
        let boxes: String = (0..DEAD_LISTS)
            .map(|n| {
                format!(
                    "<p><label for=h{n}>Harbour {n}</label> {}</p>",
                    widget.replace("{}", &n.to_string())
                )
            })
            .collect();
        fs::write(
            folder.path().join("dead.html"),
            format!("<!doctype html><title>Form</title><form>{boxes}<button>Send</button></form>"),
        )?;
        let site = Site::serve(folder.path())?;
        let record: Value =
            (0..DEAD_LISTS).map(|n| (format!("Harbour {n}"), json!("Rotterdam"))).collect();
        let (tab, popup) = tab_and_popup(vaulty)?;
        let mut own = Vec::new();
        for _ in 0..LOOKS {
            tab.page.navigate(&site.url("dead.html"))?;
            fill(&popup, Some(&record), LONGEST)?;
            own.extend(popup.job()?.get("ownMs").and_then(Value::as_f64));
        }
        figures.add(row, quantile(&own, 0.5) / f64::from(DEAD_LISTS), DEAD_LIST_LIMIT, "ms");
    }
    Ok(())
}

/// Median milliseconds until a page of [`mixed`] widgets is filled, and how many of them were ours.
fn fill_widgets(vaulty: &Vaulty, url: &str, sets: usize, boxes: usize) -> Result<(f64, f64)> {
    let mut record = serde_json::Map::new();
    for number in 0..sets {
        record.insert(format!("Measurement {number}"), json!(format!("M-{number}")));
        record.insert(format!("Department {number}"), json!("Sales"));
        record.insert(format!("Colour {number}"), json!("Green"));
        record.insert(format!("Option {number}"), json!(true));
        record.insert(format!("Share {number}"), json!("20"));
    }
    for number in 0..boxes {
        record.insert(format!("Harbour {number}"), json!("Rotterdam"));
    }
    let record = Value::Object(record);
    let (tab, popup) = tab_and_popup(vaulty)?;
    let (mut all, mut own) = (Vec::new(), Vec::new());
    for _ in 0..FILLS {
        tab.page.navigate(url)?;
        fill(&popup, Some(&record), LONGEST)?;
        let job = popup.job()?;
        let written = job.get("written").and_then(Value::as_array).map_or(0, Vec::len);
        ensure!(written == 5 * sets + boxes, "{written} widgets were filled: {job}");
        all.extend(job.get("filledAfterMs").and_then(Value::as_f64));
        own.extend(job.get("ownMs").and_then(Value::as_f64));
    }
    Ok((quantile(&all, 0.5), quantile(&own, 0.5)))
}

/// A page with this many sets of a text field, a select, radios, a checkbox and a slider, and with this
/// many boxes that open a list.
fn mixed(sets: usize, boxes: usize) -> String {
    let mut page = String::from("<!doctype html><title>Form</title><form>");
    for n in 0..sets {
        // Writing to a string cannot fail.
        let _ = write!(
            page,
            "<p><label for=m{n}>Measurement {n}</label> <input id=m{n}></p>\
             <p><label for=d{n}>Department {n}</label> <select id=d{n}><option value=''>Choose</option>\
             <option>Research</option><option>Sales</option></select></p>\
             <fieldset><legend>Colour {n}</legend><label><input type=radio name=c{n}>Red</label>\
             <label><input type=radio name=c{n}>Green</label></fieldset>\
             <p><label><input type=checkbox>Option {n}</label></p>\
             <p><label for=s{n}>Share {n}</label> <input id=s{n} type=range></p>"
        );
    }
    for n in 0..boxes {
        let _ = write!(
            page,
            "<p><label for=h{n}>Harbour {n}</label> <input id=h{n} role=combobox aria-expanded=false \
             aria-controls=l{n}></p><ul id=l{n} role=listbox hidden><li role=option>Antwerp</li>\
             <li role=option>Rotterdam</li></ul>"
        );
    }
    page.push_str("<button>Send</button></form>");
    page + "<script>for (const box of document.querySelectorAll('[role=combobox]')) {\
            const list = document.getElementById(box.getAttribute('aria-controls'));\
            const show = (open) => { list.hidden = !open; box.setAttribute('aria-expanded', open); };\
            box.onclick = () => show(true); box.onblur = () => show(false);\
            list.onmousedown = (event) => event.preventDefault();\
            list.onclick = (event) => { box.value = event.target.textContent; show(false); }; }</script>"
}

fn looking(vaulty: &Vaulty, figures: &mut Figures) -> Result<()> {
    let folder = tempfile::tempdir()?;
    for count in [1_000, 10_000] {
        let labels = (0..count).map(|n| format!("Measurement {n}"));
        fs::write(folder.path().join(format!("{count}.html")), form(labels))?;
    }
    let site = Site::serve(folder.path())?;
    let (tab, popup) = tab_and_popup(vaulty)?;
    let thousand = look(&tab, &popup, &site.url("1000.html"), 1_000)?;
    let ten_thousand = look(&tab, &popup, &site.url("10000.html"), 10_000)?;
    let total = |(gather, interpret): (f64, f64)| gather + interpret;
    figures.add(
        "1,000 fields read with what is painted, and understood",
        total(thousand),
        LOOK_LIMIT,
        "ms",
    );
    for (what, (gather, interpret)) in [("1,000", thousand), ("10,000", ten_thousand)] {
        figures.table.row(vec![
            format!("{what} fields: in the page + in the worker"),
            format!("{gather:.1} + {interpret:.1} ms"),
        ]);
    }
    let ratio = total(ten_thousand) / total(thousand).max(f64::EPSILON);
    figures.add("10,000 fields, as a multiple of that", ratio, LINEAR_LIMIT, "×");
    Ok(())
}

/// Median milliseconds for gathering and for interpreting a page.
fn look(tab: &Tab, popup: &Popup, url: &str, fields: usize) -> Result<(f64, f64)> {
    let (mut gather, mut interpret) = (Vec::new(), Vec::new());
    tab.page.navigate(url)?;
    for _ in 0..LOOKS {
        let inspection = popup.inspect(LONGEST)?;
        let seen =
            inspection.pointer("/observation/fields").and_then(Value::as_array).map(Vec::len);
        ensure!(seen == Some(fields), "{seen:?} of {fields} fields were seen");
        let time = |place: &str| inspection.pointer(place).and_then(Value::as_f64);
        gather.extend(time("/timingsMs/0"));
        interpret.extend(time("/timingsMs/1"));
    }
    Ok((quantile(&gather, 0.5), quantile(&interpret, 0.5)))
}

/// How long a long table takes from choosing its file to its card, and whether it is said meanwhile that it is read; and from
/// Start until all of it is stored.
fn long_table(vaulty: &Vaulty, figures: &mut Figures) -> Result<()> {
    const WATCH: &str = "(() => { const all = { opened: 0, kept: 0, told: false }; let from = 0; \
        const shown = (one) => !!document.querySelector(one)?.checkVisibility(); \
        document.addEventListener('change', ({ target }) => { \
          if (target.id === 'table-file') from = performance.now(); }, true); \
        document.addEventListener('click', ({ target }) => { \
          if (target.id === 'table-begin') from = performance.now(); }, true); \
        new MutationObserver(() => { \
          if (!from) return; \
          if (!all.opened) { \
            all.told ||= shown('#table-reading') && shown('#table-stop-reading'); \
            if (shown('#table-setup')) { all.opened = performance.now() - from; from = 0; } \
          } else if (!all.kept && !shown('#table-setup')) all.kept = performance.now() - from; \
        }).observe(document.body, { attributes: true, childList: true, subtree: true }); \
        window.long = all; return 1; })()";
    let names = (0..TABLE_COLUMNS).map(|column| format!("Column {column}"));
    let mut text = names.collect::<Vec<_>>().join(",");
    for row in 0..TABLE_ROWS {
        text.push('\n');
        let cells = (0..TABLE_COLUMNS).map(|column| format!("cell {row}-{column}"));
        text.push_str(&cells.collect::<Vec<_>>().join(","));
    }
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("long.csv");
    fs::write(&file, text)?;
    fs::write(folder.path().join("form.html"), form(["Column 0".to_owned()].into_iter()))?;
    let site = Site::serve(folder.path())?;
    let (mut opened, mut kept) = (Vec::new(), Vec::new());
    for _ in 0..LOOKS {
        let tab = vaulty.open(&site.url("form.html"))?;
        let page = vaulty.popup(&tab)?.page;
        page.wait_for("!!document.querySelector('#table-file')", LONGEST)?;
        page.evaluate(WATCH)?;
        page.set_files("#table-file", &[&file])?;
        page.wait_for("window.long.opened > 0", LONGEST)?;
        ensure!(page.evaluate("window.long.told")? == json!(true), "nobody says that it is read");
        page.press("#table-begin")?;
        page.wait_for("window.long.kept > 0", LONGEST)?;
        opened.extend(page.evaluate("window.long.opened")?.as_f64());
        kept.extend(page.evaluate("window.long.kept")?.as_f64());
        page.evaluate("document.querySelector('#stop')?.click()")?;
    }
    let rows = format!("{TABLE_ROWS} rows of {TABLE_COLUMNS} columns");
    let what = format!("a table of {rows}, chosen until its card is there");
    figures.add(&what, quantile(&opened, 0.5), TABLE_OPENED_LIMIT, "ms");
    let what = "the same, Start until all of it is stored";
    figures.add(what, quantile(&kept, 0.5), TABLE_KEPT_LIMIT, "ms");
    Ok(())
}

fn tab_and_popup(vaulty: &Vaulty) -> Result<(Tab, Popup)> {
    let tab = vaulty.open("about:blank")?;
    let popup = vaulty.popup(&tab)?;
    Ok((tab, popup))
}

/// A page with one text field for each label.
fn form(labels: impl Iterator<Item = String>) -> String {
    let mut page = String::from("<!doctype html><title>Form</title><form>");
    for (number, label) in labels.enumerate() {
        // Writing to a string cannot fail.
        let _ = write!(
            page,
            "<p><label for=f{number}>{label}</label> <input id=f{number} name=f{number}></p>"
        );
    }
    page + "<button>Send</button></form>"
}
