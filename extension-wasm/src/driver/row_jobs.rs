//! What is known of the jobs that fill in rows of a table, for one yes to several of them. It goes with the worker: then nothing
//! is learned from their forms, and no such yes is given.

use std::{cell::RefCell, collections::HashMap};

use agent_core::{
    gate::Row,
    job::{Event, Job},
    observe,
    tables::{Other, SentForm, Untouched},
};
use shared_types::{settings::LogLevel, snapshot::FrameSnapshot, table::RowOf};

use super::world::{say, with_world};
use extension_browser::{
    chrome::{self, ChromeError},
    tables as kept,
};

/// Key in the session's storage: a yes is for the session that it was given in.
const SESSION: &str = "bulkSession";

/// What is known of a row's job.
#[derive(Default)]
pub(super) struct Known {
    /// Its page before anything was written.
    pub(super) before: Option<Untouched>,
    /// What the person has agreed to have written there, once that page was compared, and how often what is given had been
    /// held by then.
    agreed: Option<(u32, Agreed)>,
    /// Its form as the card showed it last, and the name of that reading.
    pub(super) shown: Option<(String, Result<SentForm, Other>)>,
    /// What the person said to its cards.
    pub(super) approved: Approved,
    /// The card that a yes for several was tried for.
    pub(super) tried: String,
}

/// What a person said to the cards of a row.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Approved {
    /// Nothing yet.
    #[default]
    No,
    /// Yes, once, to what is known of its form.
    Once,
    /// Something else: its form teaches nothing.
    Otherwise,
}

/// Where something may be written, and what, as a consent card has it; none: nothing was agreed to.
type Agreed = Option<(String, Vec<Row>)>;

thread_local! {
    /// By the job.
    static KNOWN: RefCell<HashMap<String, Known>> = RefCell::default();
    /// By the table: how often what is being given was held or taken back.
    static HELD: RefCell<HashMap<String, u32>> = RefCell::default();
}

/// What is being given of a yes is held back.
pub(super) fn hold(table: &str) {
    HELD.with_borrow_mut(|held| *held.entry(table.to_owned()).or_default() += 1);
}

/// How often that was done.
pub(super) fn holds(table: &str) -> u32 {
    HELD.with_borrow(|held| held.get(table).copied().unwrap_or_default())
}

/// Reads or changes what is known of a job.
pub(super) fn known<R>(id: &str, with: impl FnOnce(&mut Known) -> R) -> R {
    KNOWN.with_borrow_mut(|all| with(all.entry(id.to_owned()).or_default()))
}

/// Nothing more is asked of a job.
pub(super) fn forget(id: &str) {
    KNOWN.with_borrow_mut(|all| drop(all.remove(id)));
}

/// The browser's session, by a name that nobody else knows.
pub(super) async fn session() -> Result<String, ChromeError> {
    if let Some(session) = chrome::session_stored(SESSION).await? {
        return Ok(session);
    }
    let session = chrome::random_id();
    chrome::session_store(SESSION, &session).await?;
    // Whoever asked at the same time has stored another: one of them is it.
    Ok(chrome::session_stored(SESSION).await?.unwrap_or(session))
}

/// Which row a job fills in whose page nothing was written into yet.
fn untouched(id: &str) -> Option<RowOf> {
    let is_new = |job: &&Job| job.has_written_nothing() && job.record.asked_by.is_none();
    with_world(|world| world.jobs.get(id).filter(is_new).and_then(|job| job.record.table.clone()))
}

/// Notes a row's page as it was read, as long as nothing was written into it.
pub(super) fn note_page(id: &str, snapshots: &[FrameSnapshot]) {
    if untouched(id).is_some() {
        let before = Untouched::of(&observe::plain(snapshots));
        known(id, |known| known.before = Some(before));
    }
}

/// Compares that page with the one that a yes for several is for: only there what was agreed to is written.
pub(super) async fn compare_page(id: &str) {
    let Some(of) = untouched(id) else { return };
    let before = KNOWN.with_borrow(|all| all.get(id).and_then(|known| known.before.clone()));
    let held = holds(&of.table);
    let agreed = match &before {
        Some(before) => agreed(&of, before).await,
        None => Ok(None),
    };
    let agreed = agreed.unwrap_or_else(|error| {
        say(LogLevel::Error, id, &error.0);
        None
    });
    known(id, |known| known.agreed = Some((held, agreed)));
}

/// What a job is told of that before it hears that its page was read. What was held meanwhile is not agreed to.
pub(super) fn told_before(job: &Job, event: &Event) -> Option<Event> {
    let id = &job.record.id;
    let take = |all: &mut HashMap<String, Known>| all.get_mut(id)?.agreed.take();
    let is_about = matches!(event, Event::Observed { .. } | Event::Bulk(_));
    let (held, agreed) = is_about.then(|| KNOWN.with_borrow_mut(take)).flatten()?;
    let table = job.record.table.as_ref()?;
    let agreed = agreed.filter(|_| holds(&table.table) == held);
    matches!(event, Event::Observed { .. }).then_some(Event::Bulk(agreed))
}

/// What a yes for several agrees to have written into a row's page.
pub(super) async fn agreed(of: &RowOf, before: &Untouched) -> Result<Agreed, ChromeError> {
    if kept::get(&of.table).await?.is_none_or(|table| table.bulk.left == 0) {
        return Ok(None);
    }
    let session = session().await?;
    let bulk = kept::bulk(&of.table).await?;
    let like = bulk.as_ref().and_then(|bulk| bulk.covers(of.row, &session));
    Ok(like.and_then(|like| like.agrees_to(before)))
}
