//! Which tables have something under way: who wakes the worker opens no database to learn that there are none.

use agent_core::tables::Stage;
use extension_browser::{
    chrome::{self, ChromeError},
    storage, tables as kept,
};

/// Key in `chrome.storage.local`: the tables that have rows under way, are looked at, or were to go on.
const GOING_ON: &str = "tablesGoingOn";

/// Their ids.
pub(super) async fn all() -> Vec<String> {
    chrome::stored(GOING_ON).await.ok().flatten().unwrap_or_default()
}

/// Notes whether a table has something under way.
pub(super) async fn note(id: &str, does: bool) -> Result<(), ChromeError> {
    storage::change_list(GOING_ON, |mut all: Vec<String>| {
        all.retain(|one| one != id);
        if does {
            all.push(id.to_owned());
        }
        all
    })
    .await
}

/// Notes that a table has nothing under way, where that is so.
pub(super) async fn end_if_over(id: &str) -> Result<(), ChromeError> {
    let is_over = kept::get(id).await?.is_none_or(|table| {
        table.run.stage != Stage::Running && table.run.under_way().is_empty() && !table.looks.is_on
    });
    if is_over {
        note(id, false).await?;
    }
    Ok(())
}
