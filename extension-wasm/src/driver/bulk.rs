//! One yes for the rows of a table that are left: forms that the person sent are kept for it, what it would cover is listed,
//! and where it holds it is given to a row whose form is ready. What it is and whether it holds, `agent_core::tables::Bulk`
//! says.

use std::{cell::RefCell, collections::BTreeMap};

use agent_core::{
    gate::HashKey,
    job::{Event, Job, Reading},
    tables::{self, Bulk, Filled, Listing, Other, SentForm, Stage, Table},
};
use gloo_timers::future::TimeoutFuture;
use shared_types::{
    ProfileId,
    message::PopupReply,
    settings::{LogEntry, LogLevel},
    table::RowOf,
};

use super::{
    logbook::{self, Line},
    row_jobs::{Approved, Known, agreed, hold, holds, known, session},
    run::{Answer, deliver, deliver_later, new_entry},
    sheet,
    world::{self, say, today, with_world},
};
use extension_browser::{
    chrome::{self, ChromeError},
    tables as kept,
    tasks::spawn_local,
};

/// What is said on the console where it could not be done.
const FAILED: &str = "a table could not go on";
/// Rows that are looked at for one yes; those behind them get another.
const MOST_LISTED: usize = 2 * tables::MOST_IN_BULK;
/// After which a form that is other than agreed to is read once more, in milliseconds.
const LOOK_AGAIN_MS: &[u32] = &[500, 1_000, 2_000];
/// Times that a form is read for a yes that the panel's own reading comes in between.
const READINGS: usize = 5;

thread_local! {
    /// What was listed last, and of which table.
    static LISTED: RefCell<Option<(String, Listing)>> = RefCell::default();
}

/// The person said yes to a card, which this reading is what it showed.
pub(super) fn approved(id: &str, reading: Option<&str>) {
    if with_world(|world| world.jobs.get(id).is_none_or(|job| job.record.table.is_none())) {
        return;
    }
    known(id, |known| {
        let is_it = known.shown.as_ref().is_some_and(|(shown, _)| reading == Some(shown));
        known.approved = match known.approved {
            Approved::No if is_it => Approved::Once,
            _ => Approved::Otherwise,
        };
    });
}

/// The person has said yes themselves: a yes for several is not for this row any more.
pub(super) fn drop_row_later(id: &str) {
    let of = with_world(|world| world.jobs.get(id).and_then(|job| job.record.table.clone()));
    let Some(of) = of else { return };
    deliver_later(id.to_owned(), Event::Bulk(None));
    spawn_local(async move {
        let has_one = |table: Table| table.bulk.left > 0;
        if !kept::get(&of.table).await.is_ok_and(|table| table.is_some_and(has_one)) {
            return;
        }
        let dropped = kept::change_all(&of.table, of.row, |table, _, bulk| {
            bulk.drop_row(of.row, &mut table.bulk);
        });
        if let Err(error) = dropped.await {
            say(LogLevel::Error, FAILED, &error.0);
        }
    });
}

/// The form that a person has sent for a row, if they said yes to its card.
pub(super) fn sent(job: &str) -> Option<Result<SentForm, Other>> {
    known(job, |known| match (known.approved, &known.shown) {
        (Approved::No, _) => None,
        (Approved::Once, Some((_, form))) => Some(form.clone()),
        _ => Some(Err(Other::Page(msg!("bulk_pressed_again")))),
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
        known(&id, |known| {
            if known.tried == approval {
                known.tried.clear();
            }
        });
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
        if matches!(other, Other::Row(_)) {
            deliver_later(id.to_owned(), Event::Bulk(None));
        } else {
            end_in_jobs(&of.table);
        }
        return Err(other.words());
    }
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
            log(id, msg!("bulk_row_is_sent", row = of.row + 1)).await;
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
    let form = sheet::row_form(id, &reading).await?;
    Ok(Some((reading, form)))
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
        // What is bound for a row is of its columns: no answer is.
        let sources = rows.iter().map(|(row, filled)| {
            let source = profiles.source(&table.profile, Some(&filled.record), today(), "");
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

/// Forms that are open go on with the yes, where there is one of this session. Nobody waits for it.
pub(super) fn go_on(id: String) {
    spawn_local(async move {
        let Ok(Some(table)) = kept::get(&id).await else { return };
        if table.bulk.left > 0
            && let Err(error) = end_of_another_session(&id).await
        {
            say(LogLevel::Error, FAILED, &error.0);
        }
        for (row, job) in table.run.under_way() {
            let of = RowOf { table: id.clone(), row: *row, of: table.rows };
            spawn_local(go_on_with(of, job.clone()));
        }
    });
}

async fn go_on_with(of: RowOf, job: String) {
    let held = holds(&of.table);
    let before = known(&job, |known| known.before.clone());
    let agreed = match &before {
        Some(before) => agreed(&of, before).await.ok().flatten(),
        None => None,
    };
    let is_new = |job: &Job| job.has_written_nothing();
    if agreed.is_some()
        && holds(&of.table) == held
        && with_world(|world| world.jobs.get(&job).is_some_and(is_new))
    {
        let _ = deliver(&job, Event::Bulk(agreed)).await;
    }
    let job = with_world(|world| world.jobs.get(&job).cloned());
    if let Some(job) = job {
        after_turn(&job);
    }
}

async fn end_of_another_session(id: &str) -> Result<(), ChromeError> {
    let session = session().await?;
    let is_other = |bulk: Bulk| bulk.is_of_another_session(&session);
    if kept::bulk(id).await?.is_some_and(is_other) {
        end(id, msg!("bulk_browser_ended")).await?;
    }
    Ok(())
}

/// Of a profile that is deleted nothing stays in what is kept of forms that were filled from it.
pub(super) async fn forget_profile(profile: &ProfileId) -> Result<(), ChromeError> {
    for table in kept::all().await?.into_iter().filter(|table| table.profile == *profile) {
        kept::change_bulk(&table.id, |table, bulk| bulk.clear(&mut table.bulk)).await?;
    }
    Ok(())
}

/// Ends a yes, because the person takes it back or the browser was started anew.
pub(super) async fn end(id: &str, why: String) -> Result<(), ChromeError> {
    hold(id);
    kept::change_bulk(id, |table, bulk| bulk.end(why, &mut table.bulk)).await?;
    end_in_jobs(id);
    Ok(())
}

/// Of what was agreed to for several rows no more is written, and no more given.
pub(super) fn end_in_jobs(id: &str) {
    hold(id);
    let of_it = |job: &&Job| {
        !job.record.status.is_final() && job.record.table.as_ref().is_some_and(|of| of.table == id)
    };
    let jobs: Vec<String> = with_world(|world| {
        world.jobs.values().filter(of_it).map(|job| job.record.id.clone()).collect()
    });
    for job in jobs {
        deliver_later(job, Event::Bulk(None));
    }
}

/// A line of a job's log.
async fn log(id: &str, message: String) {
    let Ok(profiles) = world::profiles().await else { return };
    let entry = LogEntry { kind: "status".to_owned(), message, ..new_entry(id, 0) };
    logbook::keep(vec![Line::Said { entry, action: None }], world::exit(id, &profiles));
}
