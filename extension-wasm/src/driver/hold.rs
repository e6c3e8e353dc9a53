//! Holds what a tab would send or open by itself while it is written: the content scripts hold what they
//! hear of, a rule of the browser's own answers the rest with nothing (status 204), so that the page stays
//! as it is. When is decided by the job ([`agent_core::job::Job::holds_page`]).

use std::{cell::RefCell, collections::HashMap};

use agent_core::site::host_of;
use futures_util::future::{join, join_all};
use shared_types::{
    content::{ContentMessage, ContentReply, Hold},
    settings::LogLevel,
};

use super::world::{documents, say, with_world};
use extension_browser::{
    chrome,
    tasks::{spawn_local, within},
};

/// How often a hold that lasts is renewed in the page, in milliseconds; it ends there by itself after 40 s.
const RENEW_MS: f64 = 15_000.0;
/// How long documents may take to hear that they are held, in milliseconds.
const HEARD_WITHIN_MS: u32 = 3_000;
/// How long a page that was just written has its turn, in milliseconds.
const TURN_MS: u32 = 500;

#[derive(Debug, Clone, Copy)]
struct TabHold {
    hold: Hold,
    /// Number of the first of its two rules.
    rule: i32,
    renewed: f64,
    /// Whether it ends once the page had its turn.
    ending: bool,
}

thread_local! {
    static HELD: RefCell<HashMap<i32, TabHold>> = RefCell::new(HashMap::new());
}

fn held(tab: i32) -> Option<TabHold> {
    HELD.with(|held| held.borrow().get(&tab).copied())
}

/// Does what a job wants of its tab now. What is written next waits for it.
pub(super) async fn follow(id: &str) {
    let state = with_world(|world| {
        let job = world.jobs.get(id)?;
        Some((job.record.tab_id?, job.holds_page()?, job.record.status))
    });
    let Some((tab, holds, status)) = state else { return };
    match (holds, held(tab)) {
        (Hold::Nothing, None) => {}
        (Hold::Nothing, Some(before)) if status.is_final() || status.is_pause() => {
            if !before.ending {
                // Who sees a card may go to another page of the site at once: its frames must load.
                let by_rule = if status.is_final() { before.hold } else { Hold::Sends };
                end_after_its_turn(id, tab, before, by_rule).await;
            }
        }
        (Hold::Nothing, Some(_)) => end(id, tab).await,
        (_, Some(before)) if before.hold == holds && !before.ending => {
            if chrome::now() - before.renewed > RENEW_MS {
                tell(id, tab, holds).await;
                noted(tab, before.rule, holds);
            }
        }
        (Hold::Sends | Hold::Everything | Hold::Turn, _) => begin(id, tab, holds).await,
    }
}

/// Lets a page go once it had its turn: what it heard of the last write may have it send a moment later. Its documents
/// hold that, and `by_rule` what is not heard there. The person may go where they like at once.
async fn end_after_its_turn(id: &str, tab: i32, before: TabHold, by_rule: Hold) {
    let ending = TabHold { ending: true, ..before };
    HELD.with(|held| held.borrow_mut().insert(tab, ending));
    // The documents let go by themselves: nobody may be there to tell them.
    join(hold(id, tab, before.rule, by_rule, true), tell(id, tab, Hold::Turn)).await;
    let id = id.to_owned();
    spawn_local(async move {
        gloo_timers::future::TimeoutFuture::new(TURN_MS).await;
        // Another hold may have begun, with a turn of its own.
        if held(tab).is_some_and(|now| now.ending && now.renewed == before.renewed) {
            end(&id, tab).await;
        }
    });
}

/// Holds a tab for work that is no job's step, and lets it go once the page had its turn.
pub(super) async fn during<R>(id: &str, tab: i32, work: impl Future<Output = R>) -> R {
    begin(id, tab, Hold::Everything).await;
    let done = work.await;
    gloo_timers::future::TimeoutFuture::new(TURN_MS).await;
    end(id, tab).await;
    done
}

/// Takes away what an earlier life of the worker has left behind.
pub(super) async fn forget() {
    if let Err(error) = chrome::remove_all_rules().await {
        say(LogLevel::Error, "rules of earlier are left", &error.0);
    }
}

async fn begin(id: &str, tab: i32, wanted: Hold) {
    let rule = held(tab).map(|before| before.rule).unwrap_or_else(|| {
        let taken = HELD.with(|held| held.borrow().values().map(|held| held.rule).max());
        taken.unwrap_or(-1).saturating_add(2)
    });
    noted(tab, rule, wanted);
    hold(id, tab, rule, wanted, false).await;
    tell(id, tab, wanted).await;
}

/// Sets the rules of a tab; `by_itself`: for what its sites begin alone, not what the person does.
async fn hold(id: &str, tab: i32, rule: i32, wanted: Hold, by_itself: bool) {
    let origins = with_world(|world| {
        let at = world.jobs.get(id).map(|job| job.permissions.origins.clone());
        let page = world.pages.get(id);
        let frames = page.map(agent_core::observe::Page::origins_of_frames);
        at.into_iter().chain(frames).flatten().collect::<Vec<String>>()
    });
    let hosts: Vec<&str> = origins.iter().map(|origin| host_of(origin)).collect();
    let tabs = chrome::all_tabs().await.unwrap_or_default();
    let others: Vec<i32> = tabs.into_iter().filter_map(|tab| tab.id).collect();
    let what = chrome::HoldScope { posts_alone: wanted == Hold::Sends, by_itself };
    if let Err(error) = chrome::hold_tab(rule, tab, &hosts, &others, what).await {
        say(LogLevel::Error, "the page cannot be held", &error.0);
    }
}

async fn end(id: &str, tab: i32) {
    let Some(before) = HELD.with(|held| held.borrow_mut().remove(&tab)) else { return };
    if let Err(error) = chrome::let_tab_go(before.rule).await {
        say(LogLevel::Error, "the page stays held", &error.0);
    }
    tell(id, tab, Hold::Nothing).await;
}

fn noted(tab: i32, rule: i32, hold: Hold) {
    let now = TabHold { hold, rule, renewed: chrome::now(), ending: false };
    HELD.with(|held| held.borrow_mut().insert(tab, now));
}

/// Tells every document of the tab that was read, and waits until each has heard it.
async fn tell(id: &str, tab: i32, hold: Hold) {
    let documents = documents(id);
    let message = ContentMessage::Hold { hold };
    let told = documents.iter().map(|(_, document_id)| {
        chrome::send_to_document::<_, ContentReply>(tab, document_id, &message)
    });
    // A document that is gone holds and sends nothing. One that answers nothing is held by the browser's rule, and
    // by its own script before that writes.
    let _ = within(HEARD_WITHIN_MS, join_all(told)).await;
}
