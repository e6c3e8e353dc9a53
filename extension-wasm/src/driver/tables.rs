//! Tables whose rows fill a form each: the next row is begun when there is room for it, and what its job came to is kept.
//! Which row that is, and what an end means, `agent_core::tables` says.

use std::{
    cell::RefCell,
    collections::{BTreeMap, HashMap},
};

use agent_core::{
    exit::Exit,
    gate::HashKey,
    job::{Event, Job, given::Kept},
    tables::{
        Agreed, Card, Filled, Judged, MOST_AGREED, Outcome, Row, RowState, Stage, digest, piece_of,
    },
};
use serde_json::Value;
use shared_types::{
    JobMode, Private, ProfileId, json,
    message::PopupReply,
    settings::LogLevel,
    table::{RowOf, TableChange},
};

use super::{
    requests::{self, Origin, Start},
    run::{Answer, deliver, deliver_later},
    world::{self, profiles, say, with_world},
};
use extension_browser::{
    chrome::{self, ChromeError},
    storage, tables as kept,
    tasks::spawn_local,
};

/// Key in `chrome.storage.local`: the tables that have rows under way, or were to go on. Who wakes the worker opens no
/// database to learn that there are none.
const GOING_ON: &str = "tablesGoingOn";

/// Characters of what is told of a row.
const MAX_SAID: usize = 300;

/// What the person does with a table.
pub(super) async fn change(id: &str, change: TableChange) -> Answer {
    let done = match change {
        TableChange::Start => start(id).await,
        TableChange::Pause => {
            let paused = kept::change(id, None, |table, _| table.run.pause(String::new())).await;
            paused.map(drop)
        }
        TableChange::Again { row: None } => kept::again(id).await,
        TableChange::Again { row: Some(row) } => {
            let again = |table: &mut agent_core::tables::Table, kept: &Row| {
                table.run.again(row, kept.state)
            };
            kept::forget_row(id, row, again).await.map(drop)
        }
        TableChange::Skip { row } => skip(id, row).await,
        TableChange::WasSent { row } => {
            let told = kept::change(id, Some(row), |table, kept| {
                if let Some(kept) = kept
                    && table.run.was_sent(kept.state)
                {
                    kept.state = RowState::Sent;
                    kept.said.clear();
                    kept.date = chrome::now();
                }
            });
            told.await.map(drop)
        }
        TableChange::Remove => remove(id).await,
    };
    done.map_err(|error| error.to_string())?;
    Ok(PopupReply::Ok)
}

async fn start(id: &str) -> Result<(), ChromeError> {
    goes_on(id, true).await?;
    kept::change(id, None, |table, _| table.run.start()).await?;
    begin_rows(id).await
}

async fn skip(id: &str, row: u32) -> Result<(), ChromeError> {
    let stopped = kept::change(id, Some(row), |table, kept| {
        let before = kept.as_ref().map(|row| row.state);
        if !table.run.skip(row, before) {
            return None;
        }
        let job = kept.take().map(|row| row.job).unwrap_or_default();
        *kept = Some(Row { state: RowState::Skipped, date: chrome::now(), ..Row::default() });
        (before == Some(RowState::UnderWay)).then_some(job)
    });
    if let Some(job) = stopped.await?.flatten() {
        // It ended in between: that is what is wanted.
        let _ = deliver(&job, Event::Stop).await;
    }
    go_on(id.to_owned());
    Ok(())
}

async fn remove(id: &str) -> Result<(), ChromeError> {
    goes_on(id, false).await?;
    kept::remove(id).await?;
    let jobs: Vec<String> = with_world(|world| {
        let of_it = world.jobs.values().filter(|job| {
            !job.record.status.is_final()
                && job.record.table.as_ref().is_some_and(|of| of.table == id)
        });
        of_it.map(|job| job.record.id.clone()).collect()
    });
    for job in jobs {
        let _ = deliver(&job, Event::Stop).await;
    }
    Ok(())
}

/// Notes whether a table has something under way.
async fn goes_on(id: &str, does: bool) -> Result<(), ChromeError> {
    storage::change_list(GOING_ON, |mut all: Vec<String>| {
        all.retain(|one| one != id);
        if does {
            all.push(id.to_owned());
        }
        all
    })
    .await
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

async fn begin_rows(id: &str) -> Result<(), ChromeError> {
    loop {
        let job = chrome::random_id();
        let Some((table, row, piece)) = kept::take(id, &job, chrome::now()).await? else { break };
        let Some(Filled { record, place }) = table.filled(row, &piece) else {
            let why = msg!("tables_row_unreadable");
            settle(id, row, &job, &Outcome::Failed, &why).await?;
            continue;
        };
        // Nobody waits at each one where they have said yes to all.
        let mode = if table.at_once > 1 || table.agreed.is_some() {
            JobMode::Background
        } else {
            JobMode::Live
        };
        let of = RowOf { table: id.to_owned(), row, of: table.rows };
        let start = Start {
            job_id: job.clone(),
            start_url: Some(place),
            tab_id: None,
            mode,
            record: Some(record),
            goal: None,
            only: None,
            origin: Origin::Table(of, table.profile.clone()),
        };
        if let Err(why) = requests::start(start).await {
            settle(id, row, &job, &Outcome::Failed, &why).await?;
        }
    }
    let table = kept::get(id).await?;
    let is_over = table
        .is_none_or(|table| table.run.stage != Stage::Running && table.run.under_way().is_empty());
    if is_over {
        goes_on(id, false).await?;
    }
    Ok(())
}

/// Keeps what a job came to. Returns whether the row was its.
async fn settle(
    id: &str,
    row: u32,
    job: &str,
    outcome: &Outcome,
    why: &str,
) -> Result<bool, ChromeError> {
    let why: String = why.chars().take(MAX_SAID).collect();
    let settled = kept::change(id, Some(row), |table, kept| {
        let Some(state) = table.run.settle(row, job, outcome, &why) else { return false };
        // What needs the person needs them for each of the rest.
        if table.run.stage == Stage::Paused {
            table.agreed = None;
        }
        // The number may be there already.
        let before = kept.take().unwrap_or_default();
        let said = if state == RowState::Sent { String::new() } else { why.clone() };
        *kept = Some(Row { state, said, date: chrome::now(), ..before });
        true
    });
    Ok(settled.await?.unwrap_or_default())
}

/// A job has ended, and is stored: if it was a row's, that is kept, and the next row begins.
pub(super) fn job_has_ended(job: &Job, exit: &Exit) {
    let Some(of) = job.record.table.clone() else { return };
    let outcome = Outcome::of(Some(job));
    let why = exit.line(&job.record.message);
    let (job, tab) = (job.record.id.clone(), job.record.tab_id);
    LOOKED_AT.with_borrow_mut(|all| all.remove(&job));
    spawn_local(async move {
        let done = async {
            if !settle(&of.table, of.row, &job, &outcome, why.get()).await? {
                return Ok(());
            }
            begin_rows(&of.table).await?;
            // The next one's tab is open by now, so that the window stays. The last one stays, too: it says what came of it.
            if let (Outcome::Sent, Some(tab)) = (&outcome, tab)
                && is_another_open(&of.table)
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

fn is_another_open(id: &str) -> bool {
    with_world(|world| {
        world.jobs.values().any(|job| {
            !job.record.status.is_final()
                && job.record.table.as_ref().is_some_and(|of| of.table == id)
        })
    })
}

/// Makes the yes that a row's card waits for one for the rows that wait, too.
pub(super) async fn agree(job: &str, approval: &str) -> Answer {
    let gone = || msg!("job_nothing_waits_for_a_yes_now");
    let of = row_of(job).ok_or_else(gone)?;
    let key = with_world(|world| world.hash_key).ok_or_else(|| msg!("worker_not_ready_yet"))?;
    let shown = requests::approval_card(job).await?;
    let digests = digests(&of.table, &key).await.map_err(|error| error.to_string())?;
    let profiles = profiles().await.map_err(|error| error.to_string())?;
    let agreed = with_world(|world| {
        let (asking, page) = (world.jobs.get(job)?, world.pages.get(job)?);
        let is_asked = asking.record.approval.as_ref().is_some_and(|asked| asked.id == approval);
        let source =
            profiles.source(&asking.record.profile_id, world.records.get(job), world::today());
        let card = Card { job: asking, page, shown: &shown, source, key: &key, now: chrome::now() };
        is_asked.then(|| Agreed::at(card, digests))
    });
    let agreed = agreed.ok_or_else(gone)?.ok_or_else(|| msg!("tables_cannot_agree"))?;
    let kept = kept::change(&of.table, None, |table, _| {
        table.agreed = Some(agreed);
        table.run.note.clear();
    });
    kept.await.map_err(|error| error.to_string())?;
    Ok(PopupReply::Ok)
}

fn row_of(job: &str) -> Option<RowOf> {
    with_world(|world| world.jobs.get(job)?.record.table.clone())
}

/// Keyed hashes of the rows that wait.
async fn digests(id: &str, key: &HashKey) -> Result<BTreeMap<u32, String>, ChromeError> {
    let mut digests = BTreeMap::new();
    let Some(table) = kept::get(id).await? else { return Ok(digests) };
    let mut piece = (u32::MAX, Private::default());
    for row in table.run.waiting(table.rows, MOST_AGREED) {
        if piece.0 != piece_of(row) {
            piece = (piece_of(row), kept::piece(id, row).await?.unwrap_or_default());
        }
        let digest = table.filled(row, &piece.1).and_then(|filled| digest(&filled, key));
        digests.extend(digest.map(|digest| (row, digest)));
    }
    Ok(digests)
}

thread_local! {
    /// The approval of each row's job that was looked at last.
    static LOOKED_AT: RefCell<HashMap<String, String>> = RefCell::default();
}

/// A job may wait for a yes now: if it fills in a row that the person has said yes to, that yes is looked at, once.
pub(super) fn asks(job: &str) {
    let asked = with_world(|world| {
        let asking = world.jobs.get(job).filter(|job| job.asks_about_press())?;
        asking.record.table.as_ref()?;
        Some(asking.record.approval.as_ref()?.id.clone())
    });
    let Some(approval) = asked else { return };
    let before = LOOKED_AT.with_borrow_mut(|all| all.insert(job.to_owned(), approval.clone()));
    if before.as_ref() == Some(&approval) {
        return;
    }
    let job = job.to_owned();
    spawn_local(async move {
        if let Err(why) = answer_by_agreed(&job, &approval).await {
            say(LogLevel::Error, "the yes for a table was not used", &why);
        }
    });
}

/// Answers a row's card by the yes for its table, where that is one to this card. What is used up is stored before the
/// card is answered.
async fn answer_by_agreed(job: &str, approval: &str) -> Result<(), String> {
    let Some(of) = row_of(job) else { return Ok(()) };
    let unread = |error: ChromeError| error.0;
    let Some(table) = kept::get(&of.table).await.map_err(unread)? else { return Ok(()) };
    let Some(agreed) = &table.agreed else { return Ok(()) };
    let key = with_world(|world| world.hash_key).ok_or_else(|| msg!("worker_not_ready_yet"))?;
    let piece = kept::piece(&of.table, of.row).await.map_err(unread)?.unwrap_or_default();
    let filled = table.filled(of.row, &piece);
    let digest = filled.and_then(|filled| digest(&filled, &key)).unwrap_or_default();
    let shown = requests::approval_card(job).await?;
    let profiles = profiles().await.map_err(unread)?;
    let judged = with_world(|world| {
        let (asking, page) = (world.jobs.get(job)?, world.pages.get(job)?);
        let is_asked = asking.record.approval.as_ref().is_some_and(|asked| asked.id == approval);
        let source =
            profiles.source(&asking.record.profile_id, world.records.get(job), world::today());
        let card = Card { job: asking, page, shown: &shown, source, key: &key, now: chrome::now() };
        is_asked.then(|| agreed.judge(of.row, &digest, card))
    });
    match judged {
        // It was answered meanwhile, or the page has its say first.
        None | Some(Judged::NotForRow) => Ok(()),
        Some(Judged::Changed(part)) => {
            say(LogLevel::Info, job, &format!("not the form that was agreed to: {part:?}"));
            let why = msg!("tables_form_is_other", row = of.row + 1);
            let ended = kept::change(&of.table, None, |table, _| {
                table.agreed = None;
                table.run.note = why;
            });
            ended.await.map_err(unread).map(drop)
        }
        Some(Judged::Covered) => {
            let used = kept::change(&of.table, None, |table, _| {
                table.agreed.as_mut().is_some_and(|agreed| agreed.used(of.row))
            });
            if used.await.map_err(unread)? != Some(true) {
                return Ok(());
            }
            let approval_id = approval.to_owned();
            deliver(job, Event::Approve { approval_id, cover_pages: false, secrets: Vec::new() })
                .await
        }
    }
}

/// Keeps the number that a page gave for a row. A receipt has its job's id.
pub(super) async fn note_number(of: &RowOf, receipt: &str, number: &str) {
    if number.is_empty() {
        return;
    }
    let noted = kept::change(&of.table, Some(of.row), |_, kept| {
        if let Some(kept) = kept.as_mut().filter(|kept| receipt.starts_with(&kept.job)) {
            number.clone_into(&mut kept.number);
        }
    });
    if let Err(error) = noted.await {
        say(LogLevel::Error, "the number of a row could not be kept", &error.0);
    }
}

/// Keeps answers to what no column has, for all rows, and gives them to the job that asked.
pub(super) async fn answer(job: &str, of: &RowOf, answers: &[Kept]) -> Result<(), String> {
    let given: Vec<(String, Value)> = answers
        .iter()
        .map(|kept| (kept.question.question.clone(), Value::from(kept.reply.reveal())))
        .collect();
    let kept = kept::change(&of.table, None, |table, _| {
        for (question, value) in &given {
            table.answer(question, value.clone());
        }
    });
    kept.await.map_err(|error| error.to_string())?;
    let record = with_world(|world| {
        let record = world.records.entry(job.to_owned()).or_default();
        record.0.extend(given);
        record.clone()
    });
    storage::set_record_of(job, &record).await.map_err(|error| error.to_string())
}

/// After the worker woke: rows whose jobs ended with the worker are settled by what is stored of them. Where the browser
/// was started anew, rows that nothing was sent of go back, and the rest waits for the person.
pub(super) async fn wake(is_same_session: bool) {
    let ids: Vec<String> = chrome::stored(GOING_ON).await.ok().flatten().unwrap_or_default();
    for id in ids {
        if let Err(error) = take_up(&id, is_same_session).await {
            say(LogLevel::Error, "a table could not be read", &error.0);
        }
    }
}

async fn take_up(id: &str, is_same_session: bool) -> Result<(), ChromeError> {
    let Some(table) = kept::get(id).await? else { return goes_on(id, false).await };
    for (row, job) in table.run.under_way() {
        let known = with_world(|world| {
            world.jobs.get(job).map(|job| (job.is_detached(), job.may_have_sent()))
        });
        match known {
            // It goes on by itself.
            Some((false, _) | (true, true)) => {}
            Some((true, false)) => {
                give_back(id, *row, job).await?;
                deliver_later(job.clone(), Event::Stop);
            }
            None => {
                let stored: Option<Value> = chrome::stored(&storage::job_key(job)).await?;
                let ended = stored.and_then(|value| json::from_value::<Job>(&value).ok());
                let why = ended.as_ref().map(|job| job.record.message.clone());
                let why = why.unwrap_or_else(|| msg!("tables_job_is_gone"));
                settle(id, *row, job, &Outcome::of(ended.as_ref()), &why).await?;
            }
        }
    }
    if !is_same_session {
        let why = msg!("tables_browser_ended");
        let paused = kept::change(id, None, |table, _| {
            table.agreed = None;
            table.run.pause(why);
        });
        paused.await?;
    }
    begin_rows(id).await
}

async fn give_back(id: &str, row: u32, job: &str) -> Result<(), ChromeError> {
    let back = |table: &mut agent_core::tables::Table, _: &Row| table.run.give_back(row, job);
    kept::forget_row(id, row, back).await.map(drop)
}

/// The profile that a row's job fills from: the table's, if it is still there.
pub(super) fn profile(
    of: ProfileId,
    is_there: impl FnOnce(&ProfileId) -> bool,
) -> Option<ProfileId> {
    (of.is_nobody() || is_there(&of)).then_some(of)
}
