//! Importing a profile: what it would change, doing it, and taking it back.

use agent_core::person::import;
use serde::{Deserialize, Serialize};
use shared_types::{
    Profile,
    message::{ImportMode, PopupReply},
};

use super::{
    run::Answer,
    world::{self, save},
};
use extension_browser::chrome;

/// Where the profile is kept as it was before the last import.
const BEFORE: &str = "beforeImport";

/// The profile before an import, and after.
#[derive(Serialize, Deserialize)]
struct LastImport {
    before: Profile,
    after: Profile,
}

/// What an import would change.
pub(super) async fn preview(found: &Profile, how: ImportMode) -> Answer {
    let current = world::profile().await.map_err(|error| error.to_string())?;
    Ok(PopupReply::Import(import::import(found, &current, how).1))
}

/// Imports a profile and keeps what was there before.
pub(super) async fn take(found: &Profile, how: ImportMode) -> Answer {
    let before = world::profile().await.map_err(|error| error.to_string())?;
    let (after, report) = import::import(found, &before, how);
    let last = LastImport { before, after };
    chrome::store(BEFORE, &last).await.map_err(|error| error.to_string())?;
    save(last.after).await?;
    Ok(PopupReply::Import(report))
}

/// Puts back what was there before the last import; what was changed since stays.
pub(super) async fn undo() -> Answer {
    let last: Option<LastImport> =
        chrome::stored(BEFORE).await.map_err(|error| error.to_string())?;
    let last = last.ok_or_else(|| msg!("worker_there_is_no_import_to_undo"))?;
    let current = world::profile().await.map_err(|error| error.to_string())?;
    let undone = import::undo(&last.before, &last.after, &current);
    let report = import::changes(&current, &undone);
    save(undone).await?;
    chrome::unstore(BEFORE).await.map_err(|error| error.to_string())?;
    Ok(PopupReply::Import(report))
}
