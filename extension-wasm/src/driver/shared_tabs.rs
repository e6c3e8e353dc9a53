//! The tabs that the person shares with agents.

use agent_core::agents::{Shared, answered, ends_sharing, waiting};
use shared_types::{JobRecord, agents::AgentRefusal, message::PopupReply, settings::LogLevel};

use super::world::{say, with_world};
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
    put(Some(tab), fresh).await?;
    Ok(PopupReply::Ok)
}

/// Opens what an agent asked for and shares it, or takes the person's no.
pub(super) async fn answer_wish(id: &str, open: bool) -> Result<PopupReply, String> {
    let taken = storage::change_wishes(|all| answered(all, id, open));
    let taken = taken.await.map_err(|error| error.0)?;
    mark_wishes().await;
    if let Some(wish) = taken {
        let tab = chrome::open_tab(&wish.address, true).await.map_err(|error| error.0)?;
        let fresh = tab.id.and_then(|tab| Shared::new(tab, chrome::random_id(), &wish.address));
        put(tab.id, fresh).await?;
    }
    Ok(PopupReply::Ok)
}

/// While an agent waits for the person the button says so in every tab: the panel may be closed.
pub(super) async fn mark_wishes() {
    let marked = async {
        let wishes = storage::wishes().await?;
        let waits = with_world(|world| world.answers_agents()) && waiting(&wishes).next().is_some();
        chrome::badge(None, if waits { "!" } else { "" }, chrome::WAITS_COLOR).await
    };
    if let Err(why) = marked.await {
        say(LogLevel::Error, "agents", &why.0);
    }
}

/// A tab is shared as said here, and no longer as before.
async fn put(tab: Option<i32>, fresh: Option<Shared>) -> Result<(), String> {
    let changed = storage::change_shared_tabs(|mut all| {
        all.retain(|one| Some(one.tab) != tab);
        all.extend(fresh);
        all
    });
    changed.await.map_err(|error| error.0)
}

/// Counts that an agent has a form planned or filled, if it is shared still.
pub(super) async fn count(form: &str) -> Result<(), AgentRefusal> {
    let mut is_one_more = false;
    let counted = storage::change_shared_tabs(|mut all| {
        all.retain_mut(|one| {
            let is_it = one.form == form;
            let is_too_many = is_it && one.count();
            is_one_more |= is_it && !is_too_many;
            !is_too_many
        });
        all
    });
    counted.await.map_err(|_| AgentRefusal::Failed)?;
    if is_one_more { Ok(()) } else { Err(AgentRefusal::NoSuchForm) }
}

/// A tab shows another address: of another site it is shared no longer, also where it comes back.
pub(super) async fn moved(tab: i32, url: &str) {
    let changed = storage::change_shared_tabs(|mut all| {
        all.retain(|one| !one.is_over(tab, url));
        all
    });
    if let Err(why) = changed.await {
        say(LogLevel::Error, "agents", &why.0);
    }
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
    if let Err(why) = put(Some(tab), None).await {
        say(LogLevel::Error, "agents", &why);
    }
}
