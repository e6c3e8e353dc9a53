//! The forms of a table's rows, looked at before any is filled in: each page is opened in a tab behind, read as any page is,
//! planned by the rules, and closed again. Nothing is written into it, nothing pressed, and no server or model asked. What a
//! look comes to, and which page is opened next, `agent_core::tables` says.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use agent_core::{
    job::ObserveFailure,
    memory::Answers,
    person::profiles::Profiles,
    tables::{
        Filled, LOOK_MS, Looks, MOST_LOOKED_AT, MOST_LOOKS, Seen, Stage, Table, Wrong, host,
        is_file, look, next_look, piece_of,
    },
};
use futures_util::future::join_all;
use shared_types::{Private, settings::LogLevel};

use super::{
    going_on, page, run,
    world::{self, jobs_of_tab, say, today, with_world},
};
use extension_browser::{
    chrome::{self, ChromeError},
    tables as kept,
    tasks::{pause, spawn_local, within},
};

/// How long a page is waited for to be quiet before it is read.
const SETTLE_MS: u32 = 500;
/// How often a page without a form is read once more, and after how long: some draw theirs late.
const MOST_READS: u32 = 4;
const READ_AGAIN_MS: u32 = 700;
/// How often it is looked whether a host is free.
const FREE_POLL_MS: u32 = 100;
/// Key in `chrome.storage.session`: tabs that were opened to be looked at. A worker that comes back closes them.
const OPENED: &str = "tabsLookedAt";

thread_local! {
    /// The table whose forms are looked at: one at a time.
    static LOOKING: RefCell<Option<Rc<Looking>>> = const { RefCell::new(None) };
    /// Changes with whatever begins or ends a look: what was prepared for before that does not begin.
    static TURN: Cell<u32> = const { Cell::new(0) };
}

struct Looking {
    table: Table,
    profiles: Rc<Profiles>,
    is_over: Cell<bool>,
    /// Rows that are not looked at yet: the row, the address of its form, and the host of that.
    waiting: RefCell<Vec<(u32, String, String)>>,
    /// Hosts of the pages that are open.
    hosts: RefCell<Vec<String>>,
    /// Their tabs.
    tabs: RefCell<Vec<i32>>,
}

/// Whether the forms of a table are looked at now.
pub(super) fn is_on(id: &str) -> bool {
    LOOKING.with_borrow(|now| now.as_ref().is_some_and(|now| now.table.id == id))
}

/// Tabs that are open to be looked at: no job takes one for the page that it lost.
pub(super) async fn opened() -> Vec<i32> {
    chrome::session_stored(OPENED).await.ok().flatten().unwrap_or_default()
}

/// Whatever is prepared from now on is another look.
fn turn() -> u32 {
    TURN.set(TURN.get().wrapping_add(1));
    TURN.get()
}

/// Closes a tab that was looked at, unless the person is in it or something works there.
async fn close(tab: i32) {
    let is_taken =
        chrome::tab(tab).await.is_ok_and(|tab| tab.active) || !jobs_of_tab(tab).is_empty();
    if !is_taken {
        // Who has closed it already has done it.
        let _ = chrome::close_tab(tab).await;
    }
}

/// Begins to look at the forms of a table's rows that wait: those that were seen and are fine are not looked at again.
pub(super) async fn begin(id: &str) -> Result<(), ChromeError> {
    go_on(id, false).await
}

/// The same for a worker that came back (`is_back`), which looks at no row that it had begun with: its page may be what
/// ended it.
async fn go_on(id: &str, is_back: bool) -> Result<(), ChromeError> {
    if is_on(id) {
        return Ok(());
    }
    let before = LOOKING.with_borrow(|now| now.as_ref().map(|now| now.table.id.clone()));
    if let Some(other) = before {
        stop(&other).await?;
    }
    let turn = turn();
    let Some(table) = kept::get(id).await? else { return Ok(()) };
    if table.run.stage == Stage::Running || (is_back && !table.looks.is_on) {
        return Ok(());
    }
    let rows: Vec<u32> = table.run.waiting(table.rows).take(MOST_LOOKS).collect();
    let seen = kept::all_seen(id).await?;
    let is_done = |seen: &Seen| is_back || seen.wrong.is_none();
    let is_seen = |row: u32| seen.iter().any(|(one, seen)| *one == row && is_done(seen));
    let unseen: Vec<u32> = rows.iter().copied().filter(|row| !is_seen(*row)).collect();
    let waiting = places(&table, &unseen).await?;
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let looks =
        Looks { is_on: true, done: count(rows.len() - unseen.len()), of: count(rows.len()) };
    let profiles = world::profiles().await?;
    let looking = Rc::new(Looking {
        table,
        profiles,
        is_over: Cell::new(false),
        waiting: RefCell::new(waiting),
        hosts: RefCell::default(),
        tabs: RefCell::default(),
    });
    if TURN.get() != turn {
        return Ok(());
    }
    LOOKING.set(Some(looking.clone()));
    kept::change(id, None, |table, _| table.looks = looks).await?;
    going_on::note(id, true).await?;
    set_alarm(true).await;
    spawn_local(async move {
        let done = join_all((0..MOST_LOOKED_AT).map(|_| lane(&looking))).await;
        let mut failed = done.into_iter().find_map(Result::err);
        if !looking.is_over.get()
            && let Err(error) = stop(&looking.table.id).await
        {
            failed = Some(error);
        }
        // Rows that are not looked at are so the next time; the person learns why there is a next time.
        if let Some(error) = failed {
            say(LogLevel::Error, "a form could not be looked at", &error.0);
            world::notify(&error.0).await;
        }
    });
    Ok(())
}

/// Where the forms of these rows are.
async fn places(table: &Table, rows: &[u32]) -> Result<Vec<(u32, String, String)>, ChromeError> {
    let mut all = Vec::new();
    let mut pieces: Vec<u32> = rows.iter().map(|row| piece_of(*row)).collect();
    pieces.dedup();
    for at in pieces {
        let first = at.saturating_mul(shared_types::import::ROWS_IN_A_PIECE);
        let piece: Private = kept::piece(&table.id, first).await?.unwrap_or_default();
        let of_it = table.places(at, &piece).into_iter().filter(|(row, _)| rows.contains(row));
        all.extend(of_it.map(|(row, place)| {
            let host = host(&place);
            (row, place, host)
        }));
    }
    all.sort_by_key(|(row, ..)| rows.iter().position(|one| one == row));
    all.dedup_by_key(|(row, ..)| *row);
    Ok(all)
}

/// Looks at no further form of any table.
pub(super) async fn stop_all() -> Result<(), ChromeError> {
    turn();
    let now = LOOKING.with_borrow(|now| now.as_ref().map(|now| now.table.id.clone()));
    match now {
        Some(id) => stop(&id).await,
        None => Ok(()),
    }
}

/// Looks at no further form of a table, and closes what is open of them.
pub(super) async fn stop(id: &str) -> Result<(), ChromeError> {
    turn();
    let now = LOOKING.take();
    match now {
        Some(now) if now.table.id == id => {
            now.is_over.set(true);
            for tab in now.tabs.take() {
                close(tab).await;
            }
            note_tabs(&[]).await;
        }
        other => LOOKING.set(other),
    }
    kept::change(id, None, |table, _| table.looks.is_on = false).await?;
    going_on::end_if_over(id).await?;
    set_alarm(LOOKING.with_borrow(Option::is_some)).await;
    Ok(())
}

/// Has the worker woken while forms are looked at, should the browser stop it.
async fn set_alarm(is_needed: bool) {
    with_world(|world| world.looks_at_forms = is_needed);
    run::use_alarm().await;
}

/// After the worker woke: closes what was left open, and goes on where it was.
pub(super) async fn wake(id: &str, is_same_session: bool) -> Result<(), ChromeError> {
    if is_on(id) {
        return Ok(());
    }
    for tab in opened().await {
        close(tab).await;
    }
    note_tabs(&[]).await;
    if is_same_session { go_on(id, true).await } else { stop(id).await }
}

/// One page after the other, until none is left.
async fn lane(now: &Looking) -> Result<(), ChromeError> {
    loop {
        if now.is_over.get() {
            return Ok(());
        }
        let Some((row, place, host)) = now.take() else {
            if now.waiting.borrow().is_empty() {
                return Ok(());
            }
            pause(FREE_POLL_MS).await;
            continue;
        };
        let seen = look_at(now, row, &place).await;
        now.hosts.borrow_mut().retain(|one| *one != host);
        if now.is_over.get() {
            return Ok(());
        }
        kept::keep_seen(&now.table.id, row, seen?).await?;
    }
}

impl Looking {
    /// The next page that may be opened; its host is taken from then on.
    fn take(&self) -> Option<(u32, String, String)> {
        let mut waiting = self.waiting.borrow_mut();
        let mut hosts = self.hosts.borrow_mut();
        let at = next_look(waiting.iter().map(|(.., host)| host.as_str()), &hosts)?;
        let next = waiting.remove(at);
        hosts.push(next.2.clone());
        Some(next)
    }

    async fn note(&self) {
        let tabs = self.tabs.borrow().clone();
        note_tabs(&tabs).await;
    }
}

/// Which tabs are open, for a worker that comes back.
async fn note_tabs(tabs: &[i32]) {
    if let Err(error) = chrome::session_store(OPENED, &tabs).await {
        say(LogLevel::Error, "tabs that are looked at could not be noted", &error.0);
    }
}

async fn look_at(now: &Looking, row: u32, place: &str) -> Result<Seen, ChromeError> {
    if host(place).is_empty() || is_file(place) {
        return Ok(Seen::without(place, Wrong::NoPage));
    }
    let piece = kept::piece(&now.table.id, row).await?.unwrap_or_default();
    let filled = now.table.filled(row, &piece, None);
    // What ends the worker in the midst of it is not tried again; a page can do that as soon as it is there.
    let begun = Seen::without(place, Wrong::Silent);
    kept::keep_seen(&now.table.id, row, begun.clone()).await?;
    if now.is_over.get() {
        return Ok(begun);
    }
    let Ok(Some(tab)) = chrome::open_tab(place, false).await.map(|tab| tab.id) else {
        return Ok(Seen::without(place, Wrong::NotLoaded));
    };
    now.tabs.borrow_mut().push(tab);
    now.note().await;
    // Stopped while it opened: nobody else closes it.
    let seen = match now.is_over.get() {
        true => None,
        false => within(LOOK_MS, read(now, tab, place, filled)).await,
    };
    now.tabs.borrow_mut().retain(|one| *one != tab);
    close(tab).await;
    now.note().await;
    Ok(seen.unwrap_or_else(|| Seen::without(place, Wrong::Silent)))
}

/// Reads a page, and once more where it has no form yet.
async fn read(now: &Looking, tab: i32, place: &str, filled: Option<Filled>) -> Seen {
    let record = filled.map(|filled| filled.record);
    let mut reads = 0;
    loop {
        reads += 1;
        let is_last = reads >= MOST_READS;
        let wrong = match page::read(tab, SETTLE_MS, None).await {
            Ok(read) => {
                let of = &now.table.profile;
                let source =
                    now.profiles.source(of, record.as_ref(), today(), read.page.own_site());
                let answers = Answers::of_source(&source);
                let seen = look(&read.page, place, &source.keys(), &answers);
                if is_last || seen.wrong != Some(Wrong::NoForm) {
                    return seen;
                }
                None
            }
            Err(ObserveFailure::Silent) => Some(Wrong::Silent),
            Err(ObserveFailure::TabClosed) => Some(Wrong::NoPage),
            Err(ObserveFailure::Restricted(_)) => Some(not_read(tab).await),
            Err(ObserveFailure::NotReady) if is_last => Some(not_read(tab).await),
            Err(ObserveFailure::NotReady) => None,
        };
        if let Some(wrong) = wrong {
            return Seen::without(place, wrong);
        }
        pause(READ_AGAIN_MS).await;
    }
}

/// A tab that shows nothing after a while was given something to download.
async fn not_read(tab: i32) -> Wrong {
    let is_blank = chrome::tab(tab).await.is_ok_and(|tab| !tab.url.contains("://"));
    if is_blank { Wrong::NoPage } else { Wrong::NotLoaded }
}
