//! Receipts: kept in the extension, the newest first.

use std::{cell::Cell, rc::Rc};

use agent_core::{
    exit::{Exit, Outgoing},
    person::profiles as named,
};
use futures_util::lock::Mutex;
use serde_json::Value;
use shared_types::{Receipt, json, message::PopupReply, settings::LogLevel, table::RowOf};

use super::{
    room,
    world::{notify, profiles, say, with_world},
};
use extension_browser::{
    chrome::{self, ChromeError},
    storage::{self, RECEIPTS, RECEIPTS_UNSTORED as UNSTORED},
    tables as kept,
};

/// How many are kept.
const KEPT: usize = 500;
/// How many wait for room at most.
const MOST_UNSTORED: usize = 100;

thread_local! {
    /// What is read to be stored, and what is deleted, happens one after the other: what was deleted does not come back.
    static TURN: Rc<Mutex<()>> = Rc::default();
    /// How often everything was erased: a receipt of before that still waits for room is not stored any more.
    static ERASED: Cell<u32> = const { Cell::new(0) };
}

/// Before everything is erased: what is under way to be stored has been, or will not be.
pub(super) async fn erasing() {
    in_turn(async || ERASED.set(ERASED.get().wrapping_add(1))).await;
}

async fn in_turn<R>(work: impl AsyncFnOnce() -> R) -> R {
    let turn = TURN.with(Rc::clone);
    let _mine = turn.lock().await;
    work().await
}

/// Reads what is kept, so that jobs know what was sent before.
pub(super) async fn wake() {
    let kept = unstored().await.iter().fold(stored().await.unwrap_or_default(), with_one);
    let receipts = kept.iter().filter_map(|value| json::from_value(value).ok()).collect();
    with_world(|world| world.receipts = receipts);
}

/// Those that the browser had no room for, the newest last: they are shown with the others until it ends, and stored once
/// there is room.
async fn unstored() -> Vec<Value> {
    chrome::session_stored(UNSTORED).await.ok().flatten().unwrap_or_default()
}

/// With one more, the newest. One of the same id, of an earlier attempt, goes.
fn with_one(mut all: Vec<Value>, new: &Value) -> Vec<Value> {
    all.retain(|other| other.get("id") != new.get("id"));
    all.insert(0, new.clone());
    // What a long table has sent must not push out what the person has: the table keeps what came of its own.
    while all.len() > KEPT {
        let is_rows = |one: &Value| one.get("table").is_some_and(|of| !of.is_null());
        let oldest = all.iter().rposition(is_rows).unwrap_or(KEPT);
        all.remove(oldest);
    }
    all
}

/// Stores these, and takes them from those that are not stored.
async fn store(new: &[Value]) -> Result<(), ChromeError> {
    if new.is_empty() {
        return Ok(());
    }
    storage::change_list(RECEIPTS, |all| new.iter().fold(all, with_one)).await?;
    storage::change_session_list(UNSTORED, |mut all: Vec<Value>| {
        all.retain(|one| !new.contains(one));
        all
    })
    .await
}

async fn stored() -> Result<Vec<Value>, ChromeError> {
    Ok(chrome::stored(RECEIPTS).await?.unwrap_or_default())
}

/// Keeps a receipt as it may be kept. Jobs that ended give way to it where there is no room.
pub(super) async fn keep(receipt: Receipt, exit: &Exit) {
    let kept: Outgoing<Value> = exit.kept(&receipt);
    let erased = ERASED.get();
    let store = async || {
        in_turn(async || {
            if ERASED.get() != erased {
                return Ok(());
            }
            let mut new = unstored().await;
            new.push(kept.get().clone());
            store(&new).await
        })
        .await
    };
    let mut stored = store().await;
    while stored.is_err() && room::make(|job| is_of(&receipt.id, job)).await {
        stored = store().await;
    }
    if let Err(error) = stored {
        say(LogLevel::Error, "the receipt could not be stored", &error.0);
        let later = in_turn(async || {
            if ERASED.get() != erased {
                return Ok(());
            }
            storage::change_session_list(UNSTORED, |all| with_last(all, kept.get())).await
        });
        notify(&match later.await {
            Ok(()) => msg!("worker_the_receipt_is_kept_for_now"),
            Err(_) => msg!("worker_the_receipt_could_not_be_kept"),
        })
        .await;
    }
    wake().await;
    if let Some(of) = &receipt.table {
        let number = kept.get().get("number").and_then(Value::as_str).unwrap_or_default();
        note_number(of, &receipt.id, number).await;
    }
}

fn with_last(mut all: Vec<Value>, new: &Value) -> Vec<Value> {
    all.push(new.clone());
    let surplus = all.len().saturating_sub(MOST_UNSTORED);
    all.split_off(surplus)
}

/// Whether a receipt is a job's: it has its id.
fn is_of(receipt: &str, job: &str) -> bool {
    let rest = receipt.strip_prefix(job).filter(|_| !job.is_empty());
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// Keeps the number that a page gave for a row, as soon as the browser stores it.
async fn note_number(of: &RowOf, receipt: &str, number: &str) {
    if number.is_empty() {
        return;
    }
    let note = async || {
        kept::change(&of.table, Some(of.row), |_, kept| {
            if let Some(kept) = kept.as_mut().filter(|kept| is_of(receipt, &kept.job)) {
                number.clone_into(&mut kept.number);
            }
        })
        .await
    };
    room::until_stored("the number of a row could not be kept", note).await;
}

/// All of them.
pub(super) async fn list() -> Result<PopupReply, String> {
    // What still finds no room is listed all the same.
    if let Err(error) = in_turn(async || store(&unstored().await).await).await {
        say(LogLevel::Error, "the receipt could not be stored", &error.0);
    }
    wake().await;
    Ok(PopupReply::Receipts(with_world(|world| world.receipts.clone())))
}

/// Deletes one, or all.
pub(super) async fn delete(id: Option<String>) -> Result<PopupReply, String> {
    let stays =
        |one: &Value| id.is_some() && one.get("id").and_then(Value::as_str) != id.as_deref();
    let without = |mut all: Vec<Value>| {
        all.retain(stays);
        all
    };
    let done = in_turn(async || {
        storage::change_session_list(UNSTORED, without).await?;
        storage::change_list(RECEIPTS, without).await
    });
    done.await.map_err(|error| error.to_string())?;
    list().await
}

/// All of them, to be saved as a file.
pub(super) async fn export() -> Result<PopupReply, String> {
    wake().await;
    let profiles = profiles().await.map_err(|error| error.to_string())?;
    let receipts = with_world(|world| world.receipts.clone());
    let all = receipts.iter().map(|receipt| named::with_name(profiles.set(), receipt));
    let text = chrome::pretty(&all.collect::<Vec<_>>());
    let content = text.map_err(|_| msg!("worker_the_receipts_could_not_be_written"))?;
    Ok(PopupReply::File {
        name: "vaulty-receipts.json".to_owned(),
        media_type: "application/json".to_owned(),
        content: content.into(),
    })
}
