//! One yes for the rows of a table that are left: forms that the person sent are kept for it, what it would cover is listed,
//! and where it holds it is given to a row whose form is ready. What it is and whether it holds, `agent_core::tables::Bulk`
//! says.

use std::{
    cell::RefCell,
    collections::{BTreeMap, HashMap},
};

use agent_core::{
    gate::HashKey,
    job::{Event, Job, Reading},
    observe,
    tables::{self, Bulk, Filled, Listing, Other, RowState, SentForm, Stage, Table, Untouched},
};
use gloo_timers::future::TimeoutFuture;
use shared_types::{
    message::PopupReply,
    settings::{LogEntry, LogLevel},
    snapshot::FrameSnapshot,
    table::RowOf,
};

use super::{
    logbook::{self, Line},
    run::{Answer, deliver, follow, new_entry, step},
    sheet,
    world::{self, say, today, with_world},
};
use extension_browser::{
    chrome::{self, ChromeError},
    tables as kept,
    tasks::spawn_local,
};

/// Rows that are looked at for one yes; those behind them get another.
const MOST_LISTED: usize = 2 * tables::MOST_IN_BULK;
/// After which a form that is other than agreed to is read once more, in milliseconds.
const LOOK_AGAIN_MS: &[u32] = &[500, 1_000, 2_000];
/// Times that a form is read for a yes that the panel's own reading comes in between.
const READINGS: usize = 5;
/// Key in the session's storage: a yes is for the session that it was given in.
const SESSION: &str = "bulkSession";

/// What is known of a row's job. It goes with the worker: then nothing is learned from its form, and no yes is given for it.
#[derive(Default)]
struct Known {
    /// Its page before anything was written.
    before: Option<Untouched>,
    /// Its form as the card showed it last, and the name of that reading.
    shown: Option<(String, Result<SentForm, Other>)>,
    /// How often the person said yes to a card.
    approved: u32,
    /// The card that a yes for several was tried for.
    tried: String,
}

thread_local! {
    /// By the job.
    static KNOWN: RefCell<HashMap<String, Known>> = RefCell::default();
    /// What was listed last, and of which table.
    static LISTED: RefCell<Option<(String, Listing)>> = RefCell::default();
    /// By the table: how often the person has held or taken back what is being given.
    static HELD: RefCell<HashMap<String, u32>> = RefCell::default();
}

fn known<R>(id: &str, with: impl FnOnce(&mut Known) -> R) -> R {
    KNOWN.with_borrow_mut(|all| with(all.entry(id.to_owned()).or_default()))
}

/// Nothing more is asked of a job.
pub(super) fn forget(id: &str) {
    KNOWN.with_borrow_mut(|all| drop(all.remove(id)));
}

/// What is being given of a yes is held back.
pub(super) fn hold(table: &str) {
    HELD.with_borrow_mut(|held| *held.entry(table.to_owned()).or_default() += 1);
}

fn holds(table: &str) -> u32 {
    HELD.with_borrow(|held| held.get(table).copied().unwrap_or_default())
}

/// The browser's session, by a name that nobody else knows.
async fn session() -> Result<String, ChromeError> {
    if let Some(session) = chrome::session_stored(SESSION).await? {
        return Ok(session);
    }
    let session = chrome::random_id();
    chrome::session_store(SESSION, &session).await?;
    Ok(session)
}

/// Of a row whose page was read and nothing written into yet: whether it is the page that a yes for several is for. Only then
/// what was agreed to is written.
pub(super) async fn compare_before(id: &str, snapshots: &[FrameSnapshot]) {
    let is_new = |job: &Job| job.record.written.is_empty() && job.record.asked_by.is_none();
    let of = with_world(|world| {
        let job = world.jobs.get(id).filter(|job| is_new(job));
        job.and_then(|job| job.record.table.clone())
    });
    let Some(of) = of else { return };
    let before = Untouched::of(&observe::plain(snapshots));
    let agreed = agreed(&of, &before).await;
    known(id, |known| known.before = Some(before));
    let agreed = agreed.unwrap_or_else(|error| {
        say(LogLevel::Error, id, &error.0);
        None
    });
    let Ok(effects) = step(id, Event::Bulk(agreed)).await else { return };
    if !effects.is_empty() {
        let id = id.to_owned();
        spawn_local(async move { follow(&id, effects).await });
    }
}

/// What a yes for several agrees to have written into a row's page.
async fn agreed(
    of: &RowOf,
    before: &Untouched,
) -> Result<Option<(String, Vec<agent_core::gate::Row>)>, ChromeError> {
    if !kept::get(&of.table).await?.is_some_and(|table| table.bulk.left > 0) {
        return Ok(None);
    }
    let session = session().await?;
    let bulk = kept::bulk(&of.table).await?;
    let like = bulk.as_ref().and_then(|bulk| bulk.covers(of.row, &session));
    Ok(like.and_then(|like| like.agrees_to(before)))
}

/// Notes what a card shows of the form of a row.
pub(super) async fn note(id: &str, reading: &Reading) {
    if !with_world(|world| world.jobs.get(id).is_some_and(tables::may_be_covered)) {
        return;
    }
    if let Ok(form) = form(id, reading).await {
        known(id, |known| known.shown = Some((reading.id.clone(), form)));
    }
}

/// The person said yes to a card, which this reading is what it showed.
pub(super) fn approved(id: &str, reading: Option<&str>) {
    KNOWN.with_borrow_mut(|all| {
        if let Some(known) = all.get_mut(id) {
            let is_it = known.shown.as_ref().is_some_and(|(shown, _)| reading == Some(shown));
            known.approved = known.approved.saturating_add(if is_it { 1 } else { 2 });
        }
    });
}

/// The person has said yes themselves: a yes for several is not for this row any more.
pub(super) fn drop_row_later(id: &str) {
    let of = with_world(|world| world.jobs.get(id).and_then(|job| job.record.table.clone()));
    let Some(of) = of else { return };
    spawn_local(async move {
        let has_one = |table: Table| table.bulk.left > 0;
        if !kept::get(&of.table).await.is_ok_and(|table| table.is_some_and(has_one)) {
            return;
        }
        let dropped = kept::change_all(&of.table, of.row, |table, _, bulk| {
            bulk.drop_row(of.row, &mut table.bulk);
        });
        if let Err(error) = dropped.await {
            say(LogLevel::Error, "one yes for a table", &error.0);
        }
    });
}

/// A row has come to this, in the transaction that keeps it. A form that the person sent with one yes is kept to be compared
/// with; a row that was not sent ends what is left of a yes for several.
pub(super) fn settled(
    (row, job): (u32, &str),
    state: RowState,
    table: &mut Table,
    bulk: &mut Bulk,
) {
    bulk.drop_row(row, &mut table.bulk);
    if state != RowState::Sent {
        bulk.end(msg!("bulk_row_ended", row = row + 1), &mut table.bulk);
    } else if let Some(form) = sent(job) {
        bulk.take_in(form, &mut table.bulk);
    }
    if table.run.left(table.rows) == 0 && table.run.under_way().is_empty() {
        bulk.clear(&mut table.bulk);
    }
}

/// The form that a person has sent for a row, if they said yes to its card.
fn sent(job: &str) -> Option<Result<SentForm, Other>> {
    KNOWN.with_borrow(|all| {
        let known = all.get(job).filter(|known| known.approved > 0)?;
        match (&known.shown, known.approved) {
            (Some((_, form)), 1) => Some(form.clone()),
            _ => Some(Err(Other::Page(msg!("bulk_pressed_again")))),
        }
    })
}

/// After each turn of a row's job: where it waits with the card of a press and a yes is there for its row, that is given.
pub(super) fn after_turn(job: &Job) {
    let (Some(of), Some(approval)) = (&job.record.table, &job.record.approval) else { return };
    let id = &job.record.id;
    let is_tried = |known: &mut Known| {
        let is_tried = known.tried == approval.id;
        known.tried.clone_from(&approval.id);
        is_tried
    };
    if tables::may_be_covered(job) && !known(id, is_tried) {
        try_later(id.clone(), of.clone(), approval.id.clone());
    }
}

fn try_later(id: String, of: RowOf, approval: String) {
    spawn_local(async move {
        let given = give(&id, &of, &approval).await;
        let why = match given {
            Ok(true) => return,
            Ok(false) => String::new(),
            Err(why) => why,
        };
        // A yes may be given, or the table go on, while this card is open.
        known(&id, |known| known.tried.clear());
        if !why.is_empty() {
            log(&id, msg!("bulk_row_waits", row = of.row + 1, why = why)).await;
        }
    });
}

/// Gives the yes for a row to the press that its job asks about, if its form is what was agreed to. Returns whether the card
/// has had its try.
async fn give(id: &str, of: &RowOf, approval: &str) -> Result<bool, String> {
    let held = holds(&of.table);
    let session = session().await.map_err(|error| error.to_string())?;
    let bulk = kept::bulk(&of.table).await.map_err(|error| error.to_string())?;
    let Some(bulk) = bulk.filter(|bulk| bulk.covers(of.row, &session).is_some()) else {
        return Ok(false);
    };
    let key = with_world(|world| world.hash_key).ok_or_else(|| msg!("worker_not_ready_yet"))?;
    let Some((mut reading, mut form)) = read(id, approval).await? else { return Ok(true) };
    // Forms show fields a moment after a choice.
    for delay_ms in LOOK_AGAIN_MS {
        if bulk.check(of.row, &form, (&key, &session)).is_ok() {
            break;
        }
        TimeoutFuture::new(*delay_ms).await;
        let Some(again) = read(id, approval).await? else { return Ok(true) };
        (reading, form) = again;
    }
    // Used before it is given: should the worker end in between, the person is asked.
    let Some(used) = use_for(of, id, &form, (&key, &session)).await? else { return Ok(false) };
    if let Err(other) = used {
        if matches!(other, Other::Page(_)) {
            end_in_jobs(&of.table);
        }
        return Err(other.words());
    }
    log(id, msg!("bulk_row_is_sent", row = of.row + 1)).await;
    let mut read_now = Some(reading);
    for _ in 0..READINGS {
        let reading = match read_now.take() {
            Some(reading) => reading,
            None => match read(id, approval).await? {
                Some((reading, again)) if again == form => reading,
                Some(_) => return Err(msg!("bulk_other_page")),
                None => return Ok(true),
            },
        };
        let shown = Some(reading.id.clone());
        deliver(id, Event::Listed(Box::new(reading))).await?;
        if holds(&of.table) != held {
            return Err(msg!("bulk_no_yes_is_left_for_it"));
        }
        let approve = Event::Approve {
            approval_id: approval.to_owned(),
            cover_pages: false,
            secrets: Vec::new(),
            shown,
        };
        if deliver(id, approve).await.is_ok() {
            return Ok(true);
        }
    }
    Err(msg!("worker_the_page_changes_as_it_is_read"))
}

/// The form of a job as it is now; none where it does not wait with this card any more.
async fn read(
    id: &str,
    approval: &str,
) -> Result<Option<(Reading, Result<SentForm, Other>)>, String> {
    let job = with_world(|world| world.jobs.get(id).cloned());
    let waits = |job: &Job| {
        tables::may_be_covered(job)
            && job.record.approval.as_ref().is_some_and(|open| open.id == approval)
    };
    let Some(job) = job.filter(waits) else { return Ok(None) };
    let tab = job.record.tab_id.ok_or_else(|| msg!("worker_the_tab_is_gone"))?;
    let reading = sheet::reading(&job, tab).await?;
    let form = form(id, &reading).await?;
    Ok(Some((reading, form)))
}

/// The form that a job asks about, as it was read.
async fn form(id: &str, reading: &Reading) -> Result<Result<SentForm, Other>, String> {
    let profiles = world::profiles().await.map_err(|error| error.to_string())?;
    let before = known(id, |known| known.before.clone());
    sheet::look_at(id, &profiles, Some(&reading.page), |job, _, ctx| {
        SentForm::of(job, reading, before.as_ref(), &ctx.source, ctx.now)
    })
}

/// Uses the yes for a row. None: the row is not this job's any more, or the table waits for the person.
async fn use_for(
    of: &RowOf,
    id: &str,
    form: &Result<SentForm, Other>,
    by: (&HashKey, &str),
) -> Result<Option<Result<(), Other>>, String> {
    let used = kept::change_bulk(&of.table, |table, bulk| {
        let may = table.run.is_of(of.row, id) && table.run.stage == Stage::Running;
        may.then(|| bulk.use_for(of.row, form, by, &mut table.bulk))
    });
    used.await.map(Option::flatten).map_err(|error| error.to_string())
}

/// What one yes would cover, for the person to look at.
pub(super) async fn list(id: &str) -> Answer {
    let listing = async {
        let (table, bulk) = (kept::get(id).await?, kept::bulk(id).await?);
        let Some((table, bulk)) = table.zip(bulk) else { return Ok(Err(msg!("tables_gone"))) };
        let rows = rows(&table).await?;
        let profiles = world::profiles().await?;
        let Some(key) = with_world(|world| world.hash_key) else {
            return Ok(Err(msg!("worker_not_ready_yet")));
        };
        let sources = rows.iter().map(|(row, filled)| {
            let source = profiles.source(&table.profile, Some(&filled.record), today());
            (*row, filled.place.as_str(), source)
        });
        let mut listing = bulk.list((chrome::random_id(), session().await?), sources, &key);
        if let Ok(listing) = &mut listing {
            let waiting = table.run.waiting(table.rows).count();
            let behind = waiting.saturating_sub(MOST_LISTED);
            listing.card.more += u32::try_from(behind).unwrap_or(u32::MAX);
        }
        Ok::<_, ChromeError>(listing)
    };
    let listing = listing.await.map_err(|error| error.to_string())??;
    let card = Box::new(listing.card.clone());
    LISTED.set(Some((id.to_owned(), listing)));
    Ok(PopupReply::Bulk(card))
}

/// Rows that a yes could cover, with what each is filled from: those that wait, and those whose form is not pressed yet.
async fn rows(table: &Table) -> Result<Vec<(u32, Filled)>, ChromeError> {
    let is_open = |job: &String| {
        with_world(|world| {
            let job = world.jobs.get(job);
            job.is_some_and(|job| tables::may_be_covered(job) || job.shows_card())
        })
    };
    let open = table.run.under_way().iter().filter(|(_, job)| is_open(job)).map(|(row, _)| *row);
    let waiting = table.run.waiting(table.rows).take(MOST_LISTED);
    let rows: Vec<u32> = open.chain(waiting).collect();
    let pieces = kept::pieces(&table.id, &rows).await?;
    let seen: BTreeMap<u32, _> = kept::all_seen(&table.id).await?.into_iter().collect();
    Ok(table.filled_rows(&rows, &pieces, &seen))
}

/// The person said yes to what was listed.
pub(super) async fn approve(id: &str, card: &str) -> Answer {
    let is_it = |(of, listing): &(String, Listing)| of == id && listing.card.id == card;
    let listed = LISTED.with_borrow_mut(|listed| listed.take_if(|listed| is_it(listed)));
    let Some((_, listing)) = listed else { return Err(msg!("bulk_look_again")) };
    let approve = |table: &mut Table, bulk: &mut Bulk| {
        let run = &table.run;
        let is_open = |row: u32| run.waits(row, table.rows) || run.under_way().contains_key(&row);
        bulk.approve(listing, is_open, &mut table.bulk);
    };
    let kept = kept::change_bulk(id, approve).await;
    kept.map_err(|error| error.to_string())?.ok_or_else(|| msg!("tables_gone"))?;
    Ok(PopupReply::Ok)
}

/// Forms that are open go on with the yes, where there is one. Nobody waits for it.
pub(super) fn go_on(id: String) {
    spawn_local(async move {
        let Ok(Some(table)) = kept::get(&id).await else { return };
        for (row, job) in table.run.under_way() {
            let of = RowOf { table: id.clone(), row: *row, of: table.rows };
            let before = known(job, |known| known.before.clone());
            let agreed = match &before {
                Some(before) => agreed(&of, before).await.ok().flatten(),
                None => None,
            };
            if agreed.is_some() {
                let _ = deliver(job, Event::Bulk(agreed)).await;
            }
            let job = with_world(|world| world.jobs.get(job).cloned());
            if let Some(job) = job {
                after_turn(&job);
            }
        }
    });
}

/// Ends a yes, because the person takes it back or the browser was started anew.
pub(super) async fn end(id: &str, why: String) -> Result<(), ChromeError> {
    hold(id);
    kept::change_bulk(id, |table, bulk| bulk.end(why, &mut table.bulk)).await?;
    end_in_jobs(id);
    Ok(())
}

/// Of what was agreed to for several rows no more is written.
fn end_in_jobs(id: &str) {
    let of_it = |job: &&Job| {
        !job.record.status.is_final() && job.record.table.as_ref().is_some_and(|of| of.table == id)
    };
    let jobs: Vec<String> = with_world(|world| {
        world.jobs.values().filter(of_it).map(|job| job.record.id.clone()).collect()
    });
    for job in jobs {
        super::run::deliver_later(job, Event::Bulk(None));
    }
}

/// A line of a job's log.
async fn log(id: &str, message: String) {
    let Ok(profiles) = world::profiles().await else { return };
    let entry = LogEntry { kind: "status".to_owned(), message, ..new_entry(id, 0) };
    logbook::keep(vec![Line::Said { entry, action: None }], world::exit(id, &profiles));
}
