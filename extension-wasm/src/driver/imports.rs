//! Importing a profile: what it would change, doing it, and taking it back.

use agent_core::person::import;
use serde::{Deserialize, Serialize};
use shared_types::{
    Profile, ProfileId,
    message::{ImportMode, PopupReply},
};

use super::{run::Answer, world};
use extension_browser::{
    chrome,
    storage::{self, BEFORE_IMPORT},
};

/// A profile before an import, and after.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct LastImport {
    #[serde(default)]
    profile_id: ProfileId,
    /// When it was: milliseconds since 1970.
    #[serde(default)]
    at: f64,
    before: Profile,
    after: Profile,
}

async fn current(id: &ProfileId) -> Result<Profile, String> {
    let profiles = world::profiles().await.map_err(|error| error.to_string())?;
    profiles.get(id).cloned().ok_or_else(|| msg!("profiles_gone"))
}

/// What an import would change.
pub(super) async fn preview(found: &Profile, how: ImportMode, into: &ProfileId) -> Answer {
    Ok(PopupReply::Import(import::import(found, &current(into).await?, how).1))
}

/// Imports a profile and keeps what was there before.
pub(super) async fn take(found: &Profile, how: ImportMode, into: ProfileId) -> Answer {
    let before = current(&into).await?;
    let (after, report) = import::import(found, &before, how);
    let last = LastImport { profile_id: into, at: chrome::now(), before, after };
    chrome::store(BEFORE_IMPORT, &last).await.map_err(|error| error.to_string())?;
    let done = world::change(&last.profile_id, |profile| *profile = last.after).await;
    if done.is_err() {
        chrome::unstore(BEFORE_IMPORT).await.map_err(|error| error.to_string())?;
    }
    done?;
    Ok(PopupReply::Import(report))
}

async fn last() -> Result<Option<LastImport>, String> {
    chrome::stored(BEFORE_IMPORT).await.map_err(|error| error.to_string())
}

/// Puts back what was there before the last import; what was changed since stays.
pub(super) async fn undo() -> Answer {
    let last = last().await?.filter(|last| storage::is_kept(last.at));
    let LastImport { profile_id, before, after, .. } =
        last.ok_or_else(|| msg!("worker_there_is_no_import_to_undo"))?;
    let mut report = None;
    world::change(&profile_id, |profile| {
        let undone = import::undo(&before, &after, profile);
        report = Some(import::changes(profile, &undone));
        *profile = undone;
    })
    .await?;
    chrome::unstore(BEFORE_IMPORT).await.map_err(|error| error.to_string())?;
    Ok(PopupReply::Import(report.unwrap_or_default()))
}

/// Forgets what was there before an import into a profile that is gone.
pub(super) async fn forget(id: &ProfileId) -> Result<(), String> {
    if last().await?.is_some_and(|last| last.profile_id == *id) {
        chrome::unstore(BEFORE_IMPORT).await.map_err(|error| error.to_string())?;
    }
    Ok(())
}
