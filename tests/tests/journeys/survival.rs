//! Jobs outlive what carries them: the worker, the extension, the browser, the tab, the network.

use std::{
    collections::{BTreeMap, hash_map::RandomState},
    hash::{BuildHasher as _, Hasher as _},
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;
use tests::{
    Options,
    browser::{Popup, Tab, Vaulty},
    paths,
    serve::Site,
};

use crate::stage::{MANY, PATIENCE, Stage, app, person, rests, stopped_in_the_middle, wait};

/// What a job is stored with before it acts, while it acts, and when it knows what came of it.
const PLANNED: [&str; 3] = ["observing", "planning", "confirming"];
const DISPATCHED: [&str; 2] = ["writing", "clicking"];
const ACKNOWLEDGED: [&str; 3] = ["settling", "outcome", "paused"];
/// Stops at each of the three boundaries, at least, in the slow set.
const AT_LEAST: usize = 20;
/// Stops of one job.
const STOPS_A_JOB: u32 = 5;
/// A job that takes longer than this, stops and all, is lost.
const LOST: Duration = Duration::from_secs(180);

/// Waits in an extension page until a job is stored in a phase.
const REACHES: &str = "(phase) => new Promise((resolve) => { \
    const watch = (changes) => { for (const [key, { newValue }] of Object.entries(changes)) \
        if (key.startsWith('job:') && newValue?.phase?.name === phase) end(true); }; \
    const end = (reached) => { chrome.storage.onChanged.removeListener(watch); resolve(reached); }; \
    chrome.storage.onChanged.addListener(watch); setTimeout(end, 700, false); })";

/// Wakes the worker as the opening of a popup does, and tells how long the job took to go on, in
/// milliseconds; null where it waits for the person.
const WAKE: &str = "async (id) => { const key = 'job:' + id, began = performance.now(); \
    const job = (await chrome.storage.local.get(key))[key]; \
    const wake = () => chrome.runtime.sendMessage({ type: 'GET_LOGS' }); \
    if (!['starting', 'running'].includes(job.status)) { await wake(); return null; } \
    return new Promise((resolve) => { \
        const watch = (changes) => { if (changes[key]) end(performance.now() - began); }; \
        const end = (value) => { chrome.storage.onChanged.removeListener(watch); resolve(value); }; \
        chrome.storage.onChanged.addListener(watch); setTimeout(end, 1500, null); wake(); }); }";

/// Random numbers that a seed repeats (xorshift, Marsaglia 2003).
struct Dice(u64);

impl Dice {
    fn seeded() -> Self {
        let given = std::env::var("VAULTY_SEED").ok().and_then(|seed| seed.parse().ok());
        // The standard library draws its hashers' keys at random.
        let seed = given.unwrap_or_else(|| RandomState::new().build_hasher().finish()).max(1);
        println!("VAULTY_SEED={seed}");
        Self(seed)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[usize::try_from(self.below(of.len() as u64)).expect("a small number")]
    }
}

/// What the stops of all jobs came to.
#[derive(Default)]
struct Tally {
    phases: BTreeMap<String, usize>,
    resumed_ms: Vec<f64>,
    asked_again: usize,
}

impl Tally {
    fn stops(&self) -> usize {
        self.phases.values().sum()
    }

    fn at(&self, boundary: &[&str]) -> usize {
        boundary.iter().filter_map(|phase| self.phases.get(*phase)).sum()
    }

    fn median_ms(&mut self) -> f64 {
        self.resumed_ms.sort_by(f64::total_cmp);
        self.resumed_ms.get(self.resumed_ms.len() / 2).copied().unwrap_or_default()
    }
}

/// The job that a popup shows, once it is stored.
fn stored(popup: &Popup) -> Value {
    popup.job().expect("the popup answers")
}

/// Says yes as a person does who sees the card, whether or not the worker is there to hear it.
fn say_yes(popup: &Popup) {
    let press = "(() => { const cards = [...document.querySelectorAll('#approve, #consent-fill')]; \
        const yes = cards.find((card) => card.checkVisibility() && !card.disabled); yes?.click(); return !!yes; })()";
    popup.page.evaluate(press).expect("the popup answers");
}

/// One job on the form of two pages, whose worker is stopped again and again.
fn survive(stage: &Stage, tab: &Tab, popup: &Popup, dice: &mut Dice, tally: &mut Tally) {
    tab.page.evaluate("sessionStorage.clear()").expect("the page answers");
    tab.page.navigate(&stage.site.url("two-page/1.html")).expect("the form is there");
    popup.start().expect("Start");
    let id = popup.page.evaluate("document.body.dataset.job").expect("the popup answers");
    let id = id.as_str().expect("an id").to_owned();
    // A worker that ends before it has heard of Start begins nothing: the panel says so, and no job is lost.
    let is_stored =
        format!("chrome.storage.local.get('job:{id}').then((all) => 'job:{id}' in all)");
    popup.page.wait_for(&is_stored, PATIENCE).expect("the job is stored");
    let home = stage.vaulty.home();
    let began = Instant::now();
    let mut stops = 0;
    loop {
        assert!(began.elapsed() < LOST, "the job is lost: {}", stored(popup));
        if stops < STOPS_A_JOB {
            // A third of the stops come at any time, the others at a boundary that is waited for.
            let boundary = [&PLANNED[..], &DISPATCHED[..], &ACKNOWLEDGED[..]];
            let aim = dice.below(3);
            let phase = dice.pick(boundary[usize::try_from(aim).expect("a small number")]);
            let random = dice.below(3) == 0;
            let pause = Duration::from_millis(dice.below(if random { 150 } else { 6 }));
            let reached = thread::scope(|scope| {
                let watcher = (!random).then(|| {
                    let home = home.page.clone();
                    scope.spawn(move || home.apply(REACHES, &[phase.into()]))
                });
                say_yes(popup);
                watcher.map(|watcher| watcher.join().expect("it ends").expect("the page answers"))
            });
            if reached != Some(Value::Bool(false)) {
                thread::sleep(pause);
                stage.vaulty.stop_worker().expect("the worker stops");
                stops += 1;
                let job = stored(popup);
                let phase = job["phase"]["name"].as_str().unwrap_or("none").to_owned();
                if phase != "ended" {
                    *tally.phases.entry(phase).or_default() += 1;
                }
            }
        } else {
            say_yes(popup);
        }
        let resumed = home.page.apply(WAKE, &[id.as_str().into()]).expect("the page answers");
        let job = stored(popup);
        if job["status"] == "done" {
            break;
        }
        let goes_on = ["starting", "running", "paused_for_approval"];
        assert!(goes_on.iter().any(|status| job["status"] == *status), "it ended otherwise: {job}");
        tally.resumed_ms.extend(resumed.as_f64().filter(|_| job["status"] == "running"));
        tally.asked_again +=
            usize::from(job["approval"]["reasons"].to_string().contains("pressed already"));
    }
    wait(tab, "location.pathname.endsWith('done.html')");
    let seen = app(tab);
    assert_eq!(seen["submits"], 2, "each page is sent once: {seen}");
    let wanted = [
        ("first", "Ada"),
        ("last", "Example"),
        ("email", "ada@example.org"),
        ("street", "Beispielweg 12"),
        ("zip", "10115"),
        ("city", "Berlin"),
    ];
    for (name, value) in wanted {
        assert_eq!(seen["values"][name], value, "{seen}");
    }
}

/// Proves that a worker which the browser stops at any point loses no job, sends nothing twice and writes
/// nothing wrong: the real storage, the real page that outlives it, the real messages that get lost.
#[test]
fn a_worker_that_stops_anywhere_loses_nothing() {
    let stage = Stage::alone();
    let (tab, popup) = stage.open("two-page/1.html");
    let (mut dice, mut tally) = (Dice::seeded(), Tally::default());
    // Consent for this session and both pages, without stops: what is asked once is not what this is about.
    popup.start().expect("Start");
    rests(&popup, "paused_for_approval");
    popup.approve(false).expect("yes to the first page");
    rests(&popup, "paused_for_approval");
    popup.deny().expect("no");
    rests(&popup, "stopped");
    let wanted = if tests::slow() { 1_000 } else { 50 };
    while tally.stops() < wanted {
        survive(&stage, &tab, &popup, &mut dice, &mut tally);
    }
    let resumed = tally.median_ms();
    let boundaries = [tally.at(&PLANNED), tally.at(&DISPATCHED), tally.at(&ACKNOWLEDGED)];
    let [planned, dispatched, acknowledged] = boundaries;
    println!("by phase {:?}; clicks put to the person: {}", tally.phases, tally.asked_again);
    println!(
        "measured: stops of the worker: jobs lost, forms sent twice, values wrong | 0, 0, 0 of 1,000 | 0, 0, 0 of \
         {}, at {planned} planned, {dispatched} dispatched and {acknowledged} acknowledged steps",
        tally.stops()
    );
    println!("measured: going on after waking, median | ≤ 300 ms | {resumed:.0} ms");
    let least = if tests::slow() { AT_LEAST } else { 1 };
    assert!(
        boundaries.iter().all(|stops| *stops >= least),
        "a boundary was not hit: {boundaries:?}"
    );
}

/// Proves that Stop reaches what a former life of the worker has ordered the page to do.
#[test]
fn stop_wins_over_a_worker_that_was_stopped() {
    let stage = Stage::alone();
    let (tab, popup) = stage.start(MANY);
    popup.agree().expect("consent");
    wait(&tab, "Object.keys(app.values).length > 0");
    stage.vaulty.stop_worker().expect("the worker stops");
    popup.stop().expect("Stop");
    rests(&popup, "stopped");
    stopped_in_the_middle(&tab);
}

/// Proves that a job which finds its page again while a new browser's worker wakes does not keep Stop waiting.
#[test]
fn stop_wins_over_a_job_that_found_its_page_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = Options { profile: Some(folder.path().to_owned()), ..Options::default() };
    let site = Site::serve(&paths::workspace().join("tests/pages")).expect("pages are served");
    let first = Vaulty::start_with(&options).expect("Chromium starts");
    first.use_no_server().expect("settings are saved");
    first.home().import(&person()).expect("the profile is imported");
    let tab = first.open(&site.url(MANY)).expect("the page opens");
    let popup = first.popup(&tab).expect("the popup opens");
    popup.start().expect("Start");
    popup.agree().expect("consent");
    wait(&tab, "Object.keys(app.values).length > 0");
    let id = stored(&popup)["id"].as_str().expect("an id").to_owned();
    drop(first);

    let second = Vaulty::start_with(&options).expect("Chromium starts again");
    second.stop_worker().expect("the worker stops");
    let tab = second.open(&site.url(MANY)).expect("the page is opened again");
    let home = second.home();
    home.page.evaluate("chrome.runtime.sendMessage({ type: 'GET_LOGS' })").expect("it wakes");
    wait(&tab, "Object.keys(app.values).length > 0");
    let stop =
        format!("chrome.runtime.sendMessage({{ type: 'STOP_JOB', jobId: '{id}' }}).then(() => 1)");
    home.page.evaluate(&stop).expect("Stop");
    stopped_in_the_middle(&tab);
    let status = home.stored(&format!("job:{id}")).expect("storage answers")["status"].clone();
    assert_eq!(status, "stopped");
}

/// Proves that the browser wakes the worker for a job that works, and lets it sleep for one that waits.
#[test]
fn only_a_job_that_works_is_woken_for() {
    let stage = Stage::alone();
    let (_waiting, popup) = stage.start("simple.html");
    rests(&popup, "paused_for_approval");
    let alarms = |count: u32| {
        let there = format!("chrome.alarms.getAll().then((all) => all.length === {count})");
        popup.page.wait_for(&there, PATIENCE).expect("the browser knows its alarms");
    };
    alarms(0);
    let (tab, other) = stage.start(MANY);
    wait(&tab, "Object.keys(app.values).length > 0");
    alarms(1);
    other.stop().expect("Stop");
    alarms(0);
    popup.approve(false).expect("yes");
    rests(&popup, "done");
}

/// Proves that a new version of the extension, which ends the worker, its memory, its alarms and the content
/// scripts at once, goes on with the page as it is.
#[test]
fn a_reloaded_extension_goes_on() {
    let stage = Stage::alone();
    let (tab, popup) = stage.start("simple.html");
    rests(&popup, "paused_for_approval");
    stage.vaulty.reload_extension().expect("it starts anew");
    let popup = again(&stage.vaulty, &tab);
    rests(&popup, "paused_for_approval");
    popup.approve(false).expect("yes");
    // New content scripts cannot tell that passwords and files are still what they were: it asks once more.
    rests(&popup, "paused_for_approval");
    assert_eq!(app(&tab)["submits"], 0);
    popup.approve(false).expect("yes again");
    rests(&popup, "done");
    assert_eq!(app(&tab)["submits"], 1);
}

/// A popup for a tab, after the extension was reloaded.
pub(crate) fn again(vaulty: &Vaulty, tab: &Tab) -> Popup {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let popup = vaulty.popup(tab);
        if popup.is_ok() || Instant::now() > deadline {
            return popup.expect("the popup opens");
        }
    }
}

/// Proves that a job waits through the end of the browser for its page, and sends it once the person said
/// yes; that nothing is done before the page is there again.
#[test]
fn a_job_goes_on_after_a_restart_of_the_browser() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = Options { profile: Some(folder.path().to_owned()), ..Options::default() };
    let site = Site::serve(&paths::workspace().join("tests/pages")).expect("pages are served");
    let first = Vaulty::start_with(&options).expect("Chromium starts");
    first.use_no_server().expect("settings are saved");
    first.home().import(&person()).expect("the profile is imported");
    let tab = first.open(&site.url("simple.html")).expect("the page opens");
    let popup = first.popup(&tab).expect("the popup opens");
    popup.start().expect("Start");
    rests(&popup, "paused_for_approval");
    let id = stored(&popup)["id"].as_str().expect("an id").to_owned();
    drop(first);

    let second = Vaulty::start_with(&options).expect("Chromium starts again");
    let home = second.home();
    let job = || home.stored(&format!("job:{id}")).expect("storage answers");
    let key = format!("job:{id}");
    home.page
        .wait_for(
            &format!(
                "chrome.runtime.sendMessage({{type: 'GET_LOGS'}}).then(() => \
                 chrome.storage.local.get('{key}')).then((all) => all['{key}'].tabId == null)"
            ),
            PATIENCE,
        )
        .expect("the job knows that its tab is gone");
    assert!(job()["message"].as_str().unwrap_or_default().contains("Open"), "{}", job());
    let tab = second.open(&site.url("simple.html")).expect("the page opens");
    home.page
        .wait_for(
            &format!(
                "chrome.storage.local.get('{key}').then((all) => all['{key}'].tabId === {})",
                tab.id
            ),
            PATIENCE,
        )
        .expect("the job finds its page");
    let popup = second.popup(&tab).expect("the popup opens");
    // The page came back empty: it is filled, and asked about, anew.
    rests(&popup, "paused_for_approval");
    assert_eq!(app(&tab)["values"]["email"], "ada@example.org");
    assert_eq!(app(&tab)["submits"], 0);
    popup.approve(false).expect("yes to what is there now");
    rests(&popup, "done");
    assert_eq!(app(&tab)["sent"]["email"], "ada@example.org");
}

/// Proves that a tab whose process dies, and that the person reloads, is filled again.
#[test]
fn a_tab_that_crashed_is_filled_again() {
    let stage = Stage::alone();
    let (tab, popup) = stage.start("simple.html");
    rests(&popup, "paused_for_approval");
    tab.page.crash().expect("its process dies");
    popup
        .page
        .wait_for(
            &format!(
                "chrome.scripting.executeScript({{target: {{tabId: {}}}, func: () => 1}}).then(([one]) => !one, () => true)",
                tab.id
            ),
            PATIENCE,
        )
        .expect("the tab has crashed");
    let reload = format!("chrome.tabs.reload({}).then(() => 1)", tab.id);
    popup.page.evaluate(&reload).expect("the person reloads");
    let tab = stage.vaulty.tab_at(&stage.site.url("simple.html")).expect("the tab is there");
    wait(&tab, "document.readyState === 'complete' && !!window.app");
    popup.approve(false).expect("yes");
    rests(&popup, "paused_for_approval");
    popup.approve(false).expect("yes to what is there now");
    rests(&popup, "done");
    assert_eq!(app(&tab)["sent"]["email"], "ada@example.org");
    assert_eq!(app(&tab)["submits"], 1);
}

/// Proves that jobs in several tabs do not disturb each other, also when their worker stops.
#[test]
fn jobs_in_several_tabs_go_on_side_by_side() {
    let stage = Stage::alone();
    let started: Vec<(Tab, Popup)> =
        ["simple.html?1", "simple.html?2", "two-page/1.html"].map(|path| stage.start(path)).into();
    for (_, popup) in &started {
        rests(popup, "paused_for_approval");
    }
    stage.vaulty.stop_worker().expect("the worker stops");
    for (_, popup) in &started {
        popup.approve(true).expect("yes");
    }
    for (tab, popup) in &started[..2] {
        rests(popup, "done");
        assert_eq!(app(tab)["submits"], 1);
        assert_eq!(app(tab)["sent"]["email"], "ada@example.org");
    }
    let (tab, popup) = &started[2];
    rests(popup, "paused_for_approval");
    popup.approve(false).expect("yes");
    rests(popup, "done");
    assert_eq!(app(tab)["submits"], 2);
}

/// Closes the panel and opens it again, once it shows the job that it showed.
fn reopened(stage: &Stage, tab: &Tab, popup: Popup) -> Popup {
    popup.page.close().expect("the panel closes");
    let popup = stage.vaulty.popup(tab).expect("the panel opens again").wary();
    popup.wait_at_rest(PATIENCE).expect("the job waits still");
    popup
}

/// Proves that a job goes on while no panel is open, and that one that is opened then shows how far it is and how it ended.
#[test]
fn a_panel_that_is_closed_in_the_middle_finds_the_job_again() {
    let stage = Stage::alone();
    let (tab, popup) = stage.start("many.html?known&n=300");
    popup.agree().expect("consent");
    wait(&tab, "Object.keys(app.values).length > 0");
    popup.page.close().expect("the panel closes");
    let popup = stage.vaulty.popup(&tab).expect("the panel opens again");
    // On a quick machine it may have ended by then.
    let ended = ["running", "done", "paused_for_approval"];
    popup.wait_status(&ended, PATIENCE).expect("how far it is");
    popup.page.close().expect("the panel closes");
    wait(&tab, "Object.keys(app.values).length === 300");
    let popup = stage.vaulty.popup(&tab).expect("the panel opens once more");
    popup.wait_status(&ended[1..], PATIENCE).expect("it ends");
    assert_eq!(popup.job().expect("a job")["written"].as_array().map(Vec::len), Some(300));
}

/// Proves that answers which were typed and not confirmed are there again once the panel was closed in between, that a
/// secret is kept nowhere and typed again, and that nothing of them is left once they are given.
#[test]
fn what_is_typed_outlives_the_panel_and_a_secret_does_not() {
    let stage = Stage::alone();
    let (tab, popup) = stage.start("question.html?secret");
    rests(&popup, "needs_input");
    let popup = reopened(&stage, &tab, popup);
    let (boat, passport) =
        ("#questions textarea[data-key]", "#questions input[type=password][data-key]");
    popup.page.set(boat, &"The Rose of Kinsale".into()).expect("it is typed");
    popup.page.set(passport, &"C01X00T47".into()).expect("it is typed");
    popup.page.set(boat, &"The Rose of K".into()).expect("it is typed");

    let popup = reopened(&stage, &tab, popup);
    let is_back = format!("document.querySelector('{boat}')?.value === 'The Rose of K'");
    popup.page.wait_for(&is_back, PATIENCE).expect("it is there again");
    let typed = format!("document.querySelector('{passport}').value");
    assert_eq!(popup.page.evaluate(&typed).expect("a text"), Value::from(""));
    let kept = |what: &str| {
        let all = format!(
            "Promise.all([chrome.storage.session.get(), chrome.storage.local.get()]).then((all) => \
             JSON.stringify(all).includes({}))",
            Value::from(what)
        );
        popup.page.evaluate(&all).expect("what is kept")
    };
    assert_eq!((kept("The Rose of K"), kept("C01X00T47")), (true.into(), false.into()));

    popup.page.set(boat, &"The Rose of Cork".into()).expect("it is typed");
    popup.page.set(passport, &"C01X00T47".into()).expect("it is typed");
    popup.press("#answer").expect("they are given");
    popup.wait_status(&["paused_for_approval"], PATIENCE).expect("it is filled");
    assert_eq!(app(&tab)["values"]["boat"], "The Rose of Cork");
    assert_eq!(kept("unconfirmed:"), Value::from(false), "nothing is left to confirm");
}

/// Proves that what was made of rows of the review sheet is there again once the panel was closed in between, and that
/// nothing of it is left once the sheet is agreed to.
#[test]
fn what_is_chosen_on_the_sheet_outlives_the_panel() {
    let stage = Stage::alone();
    let (tab, popup) = stage.open("simple.html");
    let popup = popup.wary();
    popup.start().expect("Start");
    rests(&popup, "paused_for_approval");
    let row = |label: &str| {
        format!(
            "[...document.querySelectorAll('#consent-rows .sheet-row')].find((row) => \
             row.querySelector('.what').innerText.startsWith('{label}'))"
        )
    };
    let does = |popup: &Popup, expression: &str| {
        popup.page.wait_for(expression, PATIENCE).expect("the panel gets there");
    };
    let (phone, city) = (row("Phone"), row("City"));
    does(&popup, &format!("{phone}?.querySelector('input[type=checkbox]').checked"));
    let leave = format!("{phone}.querySelector('input[type=checkbox]').click()");
    popup.page.evaluate(&leave).expect("it is left out");
    does(&popup, &format!("({city}.querySelector('button').click(), true)"));
    does(&popup, "!!document.querySelector('#row-text')");
    popup.page.set("#row-text", &"Potsdam".into()).expect("another city");
    popup.press(".row-editor .primary").expect("Use this");
    let is_chosen = format!(
        "{city}?.querySelector('.value').innerText === 'Potsdam' && \
         !{phone}.querySelector('input[type=checkbox]').checked"
    );
    does(&popup, &is_chosen);

    let popup = reopened(&stage, &tab, popup);
    does(&popup, &is_chosen);
    // And what was typed into a row and not used yet.
    let street = row("Street");
    does(&popup, &format!("({street}.querySelector('button').click(), true)"));
    does(&popup, "!!document.querySelector('#row-text')");
    popup.page.set("#row-text", &"Seestrasse 4".into()).expect("another street");
    let popup = reopened(&stage, &tab, popup);
    does(&popup, "document.querySelector('#row-text')?.value === 'Seestrasse 4'");
    does(&popup, &is_chosen);
    popup.press(".row-editor .primary").expect("Use this");
    popup.leave("#consent-fill").expect("Fill");
    does(&popup, "document.querySelector('#consent').hidden");
    rests(&popup, "paused_for_approval");
    let values = app(&tab)["values"].clone();
    assert_eq!((&values["city"], values.get("phone")), (&Value::from("Potsdam"), None), "{values}");
    assert_eq!(values["street"], "Seestrasse 4");
    let left = "chrome.storage.session.get().then((all) => Object.keys(all).filter((key) => key.startsWith('unconfirmed:')).length)";
    assert_eq!(popup.page.evaluate(left).expect("a number"), Value::from(0));
}
