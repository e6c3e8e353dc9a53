//! Tables whose rows fill a form each: the next row is begun when there is room for it, and what its job came to is kept.
//! Which row that is, and what an end means, `agent_core::tables` says.

use std::{cell::RefCell, collections::HashSet};

use agent_core::{
    exit::Exit,
    gate,
    job::{
        Event, Job,
        matched::{Matched, learn},
    },
    tables::{Filled, Outcome, Row, RowState, Stage, Table},
};
use serde_json::Value;
use shared_types::{
    JobMode, json,
    message::PopupReply,
    settings::LogLevel,
    table::{RowOf, TableChange},
};

use super::{
    bulk, going_on, looks, room, row_jobs,
    run::{Answer, deliver, deliver_later},
    start::{self, Origin, RowStart, Start},
    world::{say, with_world},
};
use extension_browser::{
    chrome::{self, ChromeError},
    storage, tables as kept,
    tasks::spawn_local,
};

/// Characters of what is told of a row.
const MAX_SAID: usize = 300;

thread_local! {
    /// Jobs whose row is taken and that are not there yet.
    static BEGINNING: RefCell<HashSet<String>> = RefCell::default();
}

/// What the person does with a table.
pub(super) async fn change(id: &str, change: TableChange) -> Answer {
    let done = match change {
        TableChange::Start => go(id).await,
        TableChange::Pause => {
            row_jobs::hold(id);
            let paused = kept::change(id, None, |table, _| table.run.pause(String::new())).await;
            paused.map(drop)
        }
        TableChange::Again { row: None } => {
            kept::again(id).await.map(|()| go_on_if_running(id.to_owned()))
        }
        TableChange::Again { row: Some(row) } => {
            let again = |table: &mut agent_core::tables::Table, kept: &Row| {
                table.run.again(row, kept.state)
            };
            kept::forget_row(id, row, again).await.map(|_| go_on_if_running(id.to_owned()))
        }
        TableChange::Skip { row } => skip(id, row).await,
        TableChange::WasSent { row } => was_sent(id, row).await,
        TableChange::Look => looks::begin(id).await,
        TableChange::StopLooking => looks::stop(id).await,
        TableChange::Next { row } => {
            let next = kept::change(id, None, |table, _| table.run.do_next(row, table.rows)).await;
            // There may be room for this one where there was none for those before it.
            next.map(|_| go_on_if_running(id.to_owned()))
        }
        TableChange::EndBulk => bulk::end(id, String::new()).await,
        TableChange::Remove => remove(id).await,
    };
    done.map_err(|error| error.to_string())?;
    Ok(PopupReply::Ok)
}

/// One yes for the rows that are left: they are begun.
pub(super) async fn approve_bulk(id: &str, card: &str) -> Answer {
    let answer = bulk::approve(id, card).await?;
    go(id).await.map_err(|error| error.to_string())?;
    Ok(answer)
}

async fn go(id: &str) -> Result<(), ChromeError> {
    looks::stop(id).await?;
    going_on::note(id, true).await?;
    kept::change(id, None, |table, _| table.run.start()).await?;
    bulk::go_on(id.to_owned());
    begin_rows(id).await
}

/// The person has looked: it was sent.
async fn was_sent(id: &str, row: u32) -> Result<(), ChromeError> {
    let told = kept::change_all(id, row, |table, kept, bulk| {
        if let Some(kept) = kept
            && table.run.was_sent(row, kept.state)
        {
            kept.state = RowState::Sent;
            kept.said.clear();
            kept.date = chrome::now();
        }
        let of = (&table.run, table.rows);
        bulk.settled((row, RowState::Sent), None, of, &mut table.bulk);
    });
    told.await.map(drop)
}

async fn skip(id: &str, row: u32) -> Result<(), ChromeError> {
    let table = kept::get(id).await?;
    let job = table.and_then(|table| table.run.under_way().get(&row).cloned());
    let has_pressed = |job: &Job| job.may_have_sent() || job.record.receipt.is_some();
    if let Some(job) = job
        && with_world(|world| world.jobs.get(&job).is_some_and(has_pressed))
    {
        // What it comes to is that it may have been sent: left out it would be offered again.
        let _ = deliver(&job, Event::Stop).await;
        return Ok(());
    }
    let stopped = kept::change_all(id, row, |table, kept, bulk| {
        let before = kept.as_ref().map(|row| row.state);
        if !table.run.skip(row, before, table.rows) {
            return None;
        }
        let of = (&table.run, table.rows);
        bulk.settled((row, RowState::Skipped), None, of, &mut table.bulk);
        let job = kept.take().map(|row| row.job).unwrap_or_default();
        *kept = Some(Row { state: RowState::Skipped, date: chrome::now(), ..Row::default() });
        (before == Some(RowState::UnderWay)).then_some(job)
    });
    if let Some(job) = stopped.await?.flatten() {
        if BEGINNING.with_borrow(|all| all.contains(&job)) {
            // Whoever begins it stops it, and takes the next row once it is.
            return Ok(());
        }
        // It ended in between: that is what is wanted.
        let _ = deliver(&job, Event::Stop).await;
    }
    go_on(id.to_owned());
    Ok(())
}

async fn remove(id: &str) -> Result<(), ChromeError> {
    looks::stop(id).await?;
    going_on::note(id, false).await?;
    kept::remove(id).await?;
    for (job, _) in open_jobs(id) {
        let _ = deliver(&job, Event::Stop).await;
    }
    Ok(())
}

/// The jobs of a table that go on, with where their forms are.
fn open_jobs(id: &str) -> Vec<(String, Option<String>)> {
    with_world(|world| {
        let of_it = world.jobs.values().filter(|job| {
            !job.record.status.is_final()
                && job.record.table.as_ref().is_some_and(|of| of.table == id)
        });
        of_it.map(|job| (job.record.id.clone(), job.record.origin.clone())).collect()
    })
}

/// Begins what there is room for. Nobody waits for it.
fn go_on(id: String) {
    spawn_local(async move {
        if let Err(error) = begin_rows(&id).await {
            say(LogLevel::Error, "a table could not go on", &error.0);
            super::world::notify(&error.0).await;
        }
    });
}

/// The same of a table that is not paused.
fn go_on_if_running(id: String) {
    spawn_local(async move {
        match kept::get(&id).await {
            Ok(Some(table)) if table.run.stage == Stage::Running => go_on(id),
            Ok(_) => {}
            Err(error) => say(LogLevel::Error, "a table could not go on", &error.0),
        }
    });
}

async fn begin_rows(id: &str) -> Result<(), ChromeError> {
    loop {
        let job = chrome::random_id();
        let open: Vec<String> =
            open_jobs(id).into_iter().filter_map(|(_, origin)| origin).collect();
        let taken = kept::take(id, &job, &open, chrome::now()).await?;
        let Some((table, row, piece, seen)) = taken else { break };
        let Some(Filled { record, place }) = table.filled(row, &piece, seen.as_ref()) else {
            let why = msg!("tables_row_unreadable");
            settle(id, row, &job, &Outcome::Failed, &why).await?;
            continue;
        };
        let mode = if table.at_once > 1 { JobMode::Background } else { JobMode::Live };
        let of = RowOf { table: id.to_owned(), row, of: table.rows };
        let start = Start {
            job_id: job.clone(),
            start_url: Some(place),
            tab_id: None,
            mode,
            record: Some(record),
            goal: None,
            only: None,
            change_of: None,
            origin: Origin::Table(Box::new(RowStart {
                of,
                profile: table.profile.clone(),
                columns: table.matched.clone(),
            })),
        };
        BEGINNING.with_borrow_mut(|all| all.insert(job.clone()));
        let begun = start::start(start).await;
        BEGINNING.with_borrow_mut(|all| all.remove(&job));
        if let Err(why) = begun {
            settle(id, row, &job, &Outcome::Failed, &why).await?;
        } else {
            let table = kept::get(id).await;
            let is_its = matches!(&table, Ok(Some(table)) if table.run.is_of(row, &job));
            if !is_its {
                // It was left out, or the table removed, before the job was there to be stopped; or nobody can tell.
                let _ = deliver(&job, Event::Stop).await;
            }
            table?;
        }
    }
    going_on::end_if_over(id).await
}

/// Keeps what a job came to. Returns whether the row was its. What can't be stored is told to the person and tried again
/// until it can; should the worker end before, the next one settles the row by what is stored of its job.
async fn settle(
    id: &str,
    row: u32,
    job: &str,
    outcome: &Outcome,
    why: &str,
) -> Result<bool, ChromeError> {
    let settled = store_settled(id, row, job, outcome, why).await;
    if settled.is_err() && room::hold(job) {
        settle_later(id.to_owned(), row, job.to_owned(), outcome.clone(), why.to_owned());
    }
    settled.map_err(|_| ChromeError(msg!("tables_row_not_kept", row = row + 1)))
}

fn settle_later(id: String, row: u32, job: String, outcome: Outcome, why: String) {
    spawn_local(async move {
        let store = async || store_settled(&id, row, &job, &outcome, &why).await;
        let is_its = room::until_stored("what came of a row could not be kept", store).await;
        room::release(&job);
        row_jobs::forget(&job);
        if is_its {
            go_on(id);
        }
    });
}

async fn store_settled(
    id: &str,
    row: u32,
    job: &str,
    outcome: &Outcome,
    why: &str,
) -> Result<bool, ChromeError> {
    let why: String = why.chars().take(MAX_SAID).collect();
    let mut has_ended = false;
    let settled = kept::change_all(id, row, |table, kept, bulk| {
        let Some(state) = table.run.settle(row, job, outcome, &why) else { return false };
        // The number may be there already.
        let before = kept.take().unwrap_or_default();
        let said = if state == RowState::Sent { String::new() } else { why.clone() };
        *kept = Some(Row { state, said, date: chrome::now(), ..before });
        let of = (&table.run, table.rows);
        has_ended = bulk.settled((row, state), bulk::sent(job), of, &mut table.bulk);
        true
    });
    let settled = settled.await?;
    if has_ended {
        bulk::end_in_jobs(id);
    }
    Ok(settled.unwrap_or_default())
}

/// After each turn of a job, once it is stored.
pub(super) fn after_turn(id: &str, exit: &Exit) {
    let job =
        with_world(|world| world.jobs.get(id).filter(|job| job.record.table.is_some()).cloned());
    let Some(job) = job else { return };
    if job.record.status.is_final() {
        has_ended(&job, exit);
    } else {
        bulk::after_turn(&job);
    }
}

/// A row's job has ended: that is kept, and the next row begins.
fn has_ended(job: &Job, exit: &Exit) {
    let Some(of) = job.record.table.clone() else { return };
    let outcome = Outcome::of(Some(job));
    let why = exit.line(&job.record.message);
    let site = job.record.origin.clone().unwrap_or_default();
    let columns = job.columns_decided();
    let (job, tab) = (job.record.id.clone(), job.record.tab_id);
    spawn_local(async move {
        let done = async {
            if outcome == Outcome::Sent {
                keep_columns(&of.table, columns).await;
            }
            let is_its = settle(&of.table, of.row, &job, &outcome, why.get()).await?;
            row_jobs::forget(&job);
            if !is_its {
                return Ok(());
            }
            begin_rows(&of.table).await?;
            // The next one's tab is open by now, so that the window stays. The last one stays, too: it says what came of it.
            if let (Outcome::Sent, Some(tab)) = (&outcome, tab)
                && !open_jobs(&of.table).is_empty()
                // The person may have gone on to somewhere else there.
                && chrome::tab(tab).await.is_ok_and(|tab| gate::origin_of(&tab.url) == site)
            {
                // Who has closed it already has done it.
                let _ = chrome::close_tab(tab).await;
            }
            Ok::<(), ChromeError>(())
        };
        if let Err(error) = done.await {
            say(LogLevel::Error, "what came of a row could not be kept", &error.0);
            super::world::notify(&error.0).await;
        }
    });
}

/// The next row begins with the columns that were chosen at this one. Where they can't be kept, they are chosen once more.
async fn keep_columns(table: &str, columns: Vec<Matched>) {
    if columns.is_empty() {
        return;
    }
    let learn = |table: &mut Table, _: &mut Option<Row>| learn(&mut table.matched, columns);
    if let Err(error) = kept::change(table, None, learn).await {
        say(LogLevel::Error, "what was chosen at a row could not be kept", &error.0);
    }
}

/// After the worker woke: rows whose jobs ended with the worker are settled by what is stored of them. Where the browser
/// was started anew, rows that nothing was sent of go back, and the rest waits for the person.
pub(super) async fn wake(is_same_session: bool) {
    for id in going_on::all().await {
        if let Err(error) = take_up(&id, is_same_session).await {
            say(LogLevel::Error, "a table could not be read", &error.0);
            super::world::notify(&error.0).await;
        }
    }
}

async fn take_up(id: &str, is_same_session: bool) -> Result<(), ChromeError> {
    let Some(table) = kept::get(id).await? else { return going_on::note(id, false).await };
    for (row, job) in table.run.under_way() {
        let known = with_world(|world| {
            world.jobs.get(job).map(|job| (job.is_detached(), job.may_have_sent()))
        });
        match known {
            // It goes on by itself.
            Some((false, _)) => {}
            // Its page went with the browser: another tab at that address may be anybody's.
            Some((true, true)) => deliver_later(job.clone(), Event::Stop),
            Some((true, false)) => {
                give_back(id, *row, job).await?;
                deliver_later(job.clone(), Event::Stop);
            }
            None if BEGINNING.with_borrow(|all| all.contains(job)) => {}
            None => {
                let stored: Option<Value> = chrome::stored(&storage::job_key(job)).await?;
                let ended = stored.and_then(|value| json::from_value::<Job>(&value).ok());
                let why = ended.as_ref().map(|job| job.record.message.clone());
                let why = why.unwrap_or_else(|| msg!("tables_job_is_gone"));
                let outcome = Outcome::of(ended.as_ref());
                if let (Outcome::Sent, Some(job)) = (&outcome, &ended) {
                    keep_columns(id, job.columns_decided()).await;
                }
                settle(id, *row, job, &outcome, &why).await?;
            }
        }
    }
    if table.looks.is_on {
        looks::wake(id, is_same_session).await?;
    }
    if !is_same_session {
        if table.bulk.left > 0 {
            bulk::end(id, msg!("bulk_browser_ended")).await?;
        }
        let why = msg!("tables_browser_ended");
        kept::change(id, None, |table, _| table.run.pause(why)).await?;
    }
    begin_rows(id).await
}

async fn give_back(id: &str, row: u32, job: &str) -> Result<(), ChromeError> {
    let back = |table: &mut agent_core::tables::Table, _: &Row| table.run.give_back(row, job);
    kept::forget_row(id, row, back).await.map(drop)
}
