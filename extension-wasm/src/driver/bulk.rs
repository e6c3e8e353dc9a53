//! One yes for the rows of a table that are left: forms that the person sent are kept for it, what it would cover is listed,
//! and where it holds it is given to a row whose form is ready. What it is and whether it holds, `agent_core::tables::Bulk`
//! says.

use std::{
    cell::RefCell,
    collections::{BTreeMap, HashMap, HashSet},
};

use agent_core::{
    gate::HashKey,
    job::{Event, Job, Reading},
    tables::{self, Bulk, Filled, Listing, Other, Outcome, SentForm, Table, piece_of},
};
use shared_types::{
    Record,
    message::PopupReply,
    settings::{LogEntry, LogLevel},
    table::RowOf,
};

use super::{
    logbook::{self, Line},
    run::{Answer, deliver, new_entry},
    sheet,
    world::{self, notify, say, today, with_world},
};
use extension_browser::{
    chrome::{self, ChromeError},
    tables as kept,
    tasks::spawn_local,
};

/// Rows that are looked at for one yes; those behind them get another.
const MOST_LISTED: usize = 2 * tables::MOST_IN_BULK;
/// Times that a form is read for a yes that the panel's own reading comes in between.
const READINGS: usize = 5;

/// A form as its card showed it, and how often the person said yes to such a card.
struct Shown {
    reading: String,
    form: Result<SentForm, Other>,
    approved: u32,
}

thread_local! {
    /// By the job. It goes with the worker: then nothing is learned from that form.
    static SHOWN: RefCell<HashMap<String, Shown>> = RefCell::default();
    /// What was listed last, and of which table.
    static LISTED: RefCell<Option<(String, Listing)>> = RefCell::default();
    /// Cards that a yes was tried for.
    static TRIED: RefCell<HashSet<String>> = RefCell::default();
}

/// Notes what a card shows of the form of a row.
pub(super) fn note(id: &str, reading: &Reading, form: Result<SentForm, Other>) {
    if !with_world(|world| world.jobs.get(id).is_some_and(tables::may_be_covered)) {
        return;
    }
    SHOWN.with_borrow_mut(|all| {
        let approved = all.get(id).map_or(0, |shown| shown.approved);
        let shown = Shown { reading: reading.id.clone(), form, approved };
        all.insert(id.to_owned(), shown);
    });
}

/// The person said yes to a card, which this reading is what it showed.
pub(super) fn approved(id: &str, reading: Option<&str>) {
    SHOWN.with_borrow_mut(|all| {
        if let Some(shown) = all.get_mut(id) {
            let is_it = reading == Some(shown.reading.as_str());
            shown.approved = if is_it { shown.approved + 1 } else { u32::MAX };
        }
    });
}

/// A row's job has ended, with this if the row was still its. A form that the person sent with one yes is kept to be compared
/// with; a row that was not sent ends what is left of a yes for several.
pub(super) async fn has_ended(
    of: &RowOf,
    job: &str,
    outcome: Option<&Outcome>,
) -> Result<(), ChromeError> {
    let shown = SHOWN.with_borrow_mut(|all| all.remove(job));
    let Some(outcome) = outcome else { return Ok(()) };
    let is_sent = *outcome == Outcome::Sent;
    let shown = shown.filter(|shown| is_sent && shown.approved > 0);
    let has_bulk = kept::get(&of.table).await?.is_some_and(|table| table.bulk.left > 0);
    if shown.is_none() && !has_bulk {
        return Ok(());
    }
    let ended = kept::change_bulk(&of.table, |table, bulk| {
        bulk.drop_row(of.row, &mut table.bulk);
        if !is_sent {
            bulk.end(msg!("bulk_row_ended", row = of.row + 1), &mut table.bulk);
        }
        if let Some(shown) = shown {
            let form = if shown.approved == 1 {
                shown.form
            } else {
                Err(Other::Page(msg!("bulk_pressed_again")))
            };
            bulk.take_in(form, &mut table.bulk);
        }
    });
    ended.await.map(drop)
}

/// After each turn of a row's job: where it waits with the card of a press and a yes is there for its row, that is given.
pub(super) fn after_turn(job: &Job) {
    let waits = tables::may_be_covered(job);
    let (Some(of), Some(approval)) = (&job.record.table, &job.record.approval) else { return };
    if waits && TRIED.with_borrow_mut(|tried| tried.insert(approval.id.clone())) {
        try_later(job.record.id.clone(), of.clone(), approval.id.clone());
    }
}

fn try_later(id: String, of: RowOf, approval: String) {
    spawn_local(async move {
        if let Err(why) = give(&id, &of, &approval).await {
            say(LogLevel::Error, &id, &why);
        }
    });
}

/// Gives the yes for a row to the press that its job asks about, if its form is what was agreed to.
async fn give(id: &str, of: &RowOf, approval: &str) -> Result<(), String> {
    let covers = |bulk: &Bulk| bulk.covers(of.row).is_some();
    let bulk = kept::bulk(&of.table).await.map_err(|error| error.to_string())?;
    if !bulk.as_ref().is_some_and(covers) {
        // A yes may be given while this card is open.
        TRIED.with_borrow_mut(|tried| tried.remove(approval));
        return Ok(());
    }
    let key = with_world(|world| world.hash_key).ok_or_else(|| msg!("worker_not_ready_yet"))?;
    let Some((reading, form)) = read(id, approval).await? else { return Ok(()) };
    // Used before it is given: should the worker end in between, the person is asked.
    let used = use_for(of, id, &form, &key).await?;
    let Some(used) = used else { return Ok(()) };
    if let Err(other) = used {
        let why = other.words();
        log(id, msg!("bulk_row_waits", row = of.row + 1, why = why)).await;
        notify(&msg!("bulk_row_waits", row = of.row + 1, why = why)).await;
        return Ok(());
    }
    log(id, msg!("bulk_row_is_sent", row = of.row + 1)).await;
    let mut read_now = Some(reading);
    for _ in 0..READINGS {
        let reading = match read_now.take() {
            Some(reading) => reading,
            None => match read(id, approval).await? {
                Some((reading, again)) if again == form => reading,
                _ => return Ok(()),
            },
        };
        let shown = Some(reading.id.clone());
        deliver(id, Event::Listed(Box::new(reading))).await?;
        let approve = Event::Approve {
            approval_id: approval.to_owned(),
            cover_pages: false,
            secrets: Vec::new(),
            shown,
        };
        if deliver(id, approve).await.is_ok() {
            return Ok(());
        }
    }
    Ok(())
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
pub(super) async fn form(id: &str, reading: &Reading) -> Result<Result<SentForm, Other>, String> {
    let profiles = world::profiles().await.map_err(|error| error.to_string())?;
    sheet::look_at(id, &profiles, Some(&reading.page), |job, _, ctx| {
        SentForm::of(job, reading, &ctx.source, ctx.now)
    })
}

/// Uses the yes for a row. None: the row is not this job's any more.
async fn use_for(
    of: &RowOf,
    id: &str,
    form: &Result<SentForm, Other>,
    key: &HashKey,
) -> Result<Option<Result<(), Other>>, String> {
    let used = kept::change_bulk(&of.table, |table, bulk| {
        let is_its = table.run.is_of(of.row, id);
        is_its.then(|| bulk.use_for(of.row, form, key, &mut table.bulk))
    });
    used.await.map(Option::flatten).map_err(|error| error.to_string())
}

/// What one yes would cover, for the person to look at.
pub(super) async fn list(id: &str) -> Answer {
    let gone = || msg!("tables_gone");
    let listing = async {
        let table = kept::get(id).await?;
        let bulk = kept::bulk(id).await?;
        let Some((table, bulk)) = table.zip(bulk) else { return Ok(Err(gone())) };
        let rows = rows(&table).await?;
        let profiles = world::profiles().await?;
        let Some(key) = with_world(|world| world.hash_key) else {
            return Ok(Err(msg!("worker_not_ready_yet")));
        };
        let sources = rows
            .iter()
            .map(|(row, record)| (*row, profiles.source(&table.profile, Some(record), today())));
        let mut listing = bulk.list(chrome::random_id(), sources, &key);
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
async fn rows(table: &Table) -> Result<Vec<(u32, Record)>, ChromeError> {
    let is_open = |job: &String| {
        with_world(|world| {
            world.jobs.get(job).is_some_and(|job| {
                (job.asks_about_press() || job.shows_card()) && !job.may_have_sent()
            })
        })
    };
    let open = table.run.under_way().iter().filter(|(_, job)| is_open(job)).map(|(row, _)| *row);
    let waiting = table.run.waiting(table.rows).take(MOST_LISTED);
    let rows: Vec<u32> = open.chain(waiting).collect();
    let pieces = kept::pieces(&table.id, &rows).await?;
    let seen: BTreeMap<u32, _> = kept::all_seen(&table.id).await?.into_iter().collect();
    let filled = rows.into_iter().filter_map(|row| {
        let piece = pieces.get(&piece_of(row))?;
        let Filled { record, .. } = table.filled(row, piece, seen.get(&row))?;
        Some((row, record))
    });
    Ok(filled.collect())
}

/// The person said yes to what was listed.
pub(super) async fn approve(id: &str, card: &str) -> Answer {
    let is_it = |(of, listing): &(String, Listing)| of == id && listing.card.id == card;
    let listed = LISTED.with_borrow_mut(|listed| listed.take_if(|listed| is_it(listed)));
    let Some((_, listing)) = listed else { return Err(msg!("bulk_look_again")) };
    let kept = kept::change_bulk(id, |table, bulk| bulk.approve(listing, &mut table.bulk)).await;
    kept.map_err(|error| error.to_string())?.ok_or_else(|| msg!("tables_gone"))?;
    let id = id.to_owned();
    spawn_local(async move {
        if let Err(why) = begin(&id).await {
            say(LogLevel::Error, "one yes for a table", &why);
        }
    });
    Ok(PopupReply::Ok)
}

/// What is open already goes on with the yes.
async fn begin(id: &str) -> Result<(), String> {
    let table = kept::get(id).await.map_err(|error| error.to_string())?;
    let bulk = kept::bulk(id).await.map_err(|error| error.to_string())?;
    let Some((table, bulk)) = table.zip(bulk) else { return Ok(()) };
    for (row, job) in table.run.under_way() {
        let Some(like) = bulk.covers(*row) else { continue };
        let (origin, rows) = like.agrees_to();
        deliver(job, Event::AgreedInBulk { origin, rows }).await?;
        let job = with_world(|world| world.jobs.get(job).cloned());
        if let Some(job) = job {
            after_turn(&job);
        }
    }
    Ok(())
}

/// Ends a yes, because the person takes it back or the browser was started anew.
pub(super) async fn end(id: &str, why: String) -> Result<(), ChromeError> {
    kept::change_bulk(id, |table, bulk| bulk.end(why, &mut table.bulk)).await.map(drop)
}

/// A line of a job's log.
async fn log(id: &str, message: String) {
    let Ok(profiles) = world::profiles().await else { return };
    let entry = LogEntry { kind: "status".to_owned(), message, ..new_entry(id, 0) };
    logbook::keep(vec![Line::Said { entry, action: None }], world::exit(id, &profiles));
}
