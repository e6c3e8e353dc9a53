//! The tabs that the person shares with agents.

use agent_core::agents::{Shared, ends_sharing};
use shared_types::{JobRecord, message::PopupReply, settings::LogLevel};

use super::world::say;
use extension_browser::{chrome, storage};

/// Shares a tab with agents, or no longer. Jobs that an agent began there go on: they are the person's.
pub(super) async fn share(tab: i32, share: bool) -> Result<PopupReply, String> {
    let url = chrome::tab(tab).await.map_err(|error| error.0)?.url;
    let fresh = if share {
        let fresh = Shared::new(tab, chrome::random_id(), &url);
        Some(fresh.ok_or_else(|| msg!("worker_the_address_must_begin_with_http"))?)
    } else {
        None
    };
    let changed = storage::change_shared_tabs(|mut all| {
        all.retain(|one| one.tab != tab);
        all.extend(fresh);
        all
    });
    changed.await.map_err(|error| error.0)?;
    Ok(PopupReply::Ok)
}

/// A job has come to its end.
pub(super) async fn job_has_ended(record: &JobRecord) {
    if let Some(tab) = record.tab_id
        && ends_sharing(record)
    {
        unshare(tab).await;
    }
}

/// A tab is shared no longer. One that was closed: its number may be another's later.
pub(super) async fn unshare(tab: i32) {
    let changed = storage::change_shared_tabs(|mut all| {
        all.retain(|one| one.tab != tab);
        all
    });
    if let Err(error) = changed.await {
        say(LogLevel::Error, "agents", &error.0);
    }
}
