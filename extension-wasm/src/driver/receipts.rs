//! Receipts: kept in the extension, the newest first.

use agent_core::{
    exit::{Exit, Outgoing},
    person::profiles as named,
};
use serde_json::Value;
use shared_types::{Receipt, json, message::PopupReply, settings::LogLevel, table::RowOf};

use super::world::{notify, profiles, say, with_world};
use extension_browser::{
    chrome::{self, ChromeError},
    storage, tables as kept,
};

/// Where they are stored.
const RECEIPTS: &str = "receipts";
/// How many are kept.
const KEPT: usize = 500;

/// Reads what is kept, so that jobs know what was sent before.
pub(super) async fn wake() {
    let kept = stored().await.unwrap_or_default();
    let receipts = kept.iter().filter_map(|value| json::from_value(value).ok()).collect();
    with_world(|world| world.receipts = receipts);
}

async fn stored() -> Result<Vec<Value>, ChromeError> {
    Ok(chrome::stored(RECEIPTS).await?.unwrap_or_default())
}

/// Keeps a receipt as it may be kept. One of the same id, of an earlier attempt, goes.
pub(super) async fn keep(receipt: Receipt, exit: &Exit) {
    let kept: Outgoing<Value> = exit.kept(&receipt);
    let store = storage::change_list(RECEIPTS, |mut all: Vec<Value>| {
        all.retain(|other| other.get("id").and_then(Value::as_str) != Some(&receipt.id));
        all.insert(0, kept.get().clone());
        // What a long table has sent must not push out what the person has: the table keeps what came of its own.
        while all.len() > KEPT {
            let is_rows = |one: &Value| one.get("table").is_some_and(|of| !of.is_null());
            let oldest = all.iter().rposition(is_rows).unwrap_or(KEPT);
            all.remove(oldest);
        }
        all
    });
    if let Err(error) = store.await {
        say(LogLevel::Error, "the receipt could not be stored", &error.0);
        notify(&msg!("worker_the_receipt_could_not_be_kept")).await;
    }
    if let Some(of) = &receipt.table {
        let number = kept.get().get("number").and_then(Value::as_str).unwrap_or_default();
        note_number(of, &receipt.id, number).await;
    }
    wake().await;
}

/// Keeps the number that a page gave for a row. A receipt has its job's id.
async fn note_number(of: &RowOf, receipt: &str, number: &str) {
    if number.is_empty() {
        return;
    }
    let is_of = |job: &str| {
        let rest = receipt.strip_prefix(job).filter(|_| !job.is_empty());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    };
    let noted = kept::change(&of.table, Some(of.row), |_, kept| {
        if let Some(kept) = kept.as_mut().filter(|kept| is_of(&kept.job)) {
            number.clone_into(&mut kept.number);
        }
    });
    if let Err(error) = noted.await {
        say(LogLevel::Error, "the number of a row could not be kept", &error.0);
    }
}

/// All of them.
pub(super) async fn list() -> Result<PopupReply, String> {
    wake().await;
    Ok(PopupReply::Receipts(with_world(|world| world.receipts.clone())))
}

/// Deletes one, or all.
pub(super) async fn delete(id: Option<String>) -> Result<PopupReply, String> {
    let done = storage::change_list(RECEIPTS, |mut all: Vec<Value>| {
        let is_it = |one: &Value| one.get("id").and_then(Value::as_str) == id.as_deref();
        all.retain(|one| id.is_some() && !is_it(one));
        all
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
