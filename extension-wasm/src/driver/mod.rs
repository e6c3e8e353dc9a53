//! Runs the effects of jobs and feeds events back. Decides nothing.
//!
//! Events interleave across awaits. The jobs live in one place, are borrowed only between awaits, and
//! are stored after every event, before its effects run.

use std::rc::Rc;

use agent_core::{
    exit::Exit,
    gate,
    job::{Event, Job},
    person::profiles::Profiles,
};
use futures_util::future::join5;
use shared_types::{Profile, ProfileId, json, message::PopupMessage, settings::LogLevel};
use wasm_bindgen::prelude::*;

use extension_browser::{chrome, profiles as kept_profiles, storage, tasks::spawn_local};
use run::{deliver_later, follow, step, use_alarm};
use world::{hash_key, jobs_of_tab, profiles, say, use_consents, use_settings, with_world};

mod agents;
mod bulk;
mod exchange;
mod framed;
mod going_on;
mod hold;
mod imports;
mod invoked;
mod kept_consents;
mod learning;
mod lessons;
mod logbook;
mod looks;
mod order;
mod own_model;
mod page;
mod private;
mod profiles;
mod receipts;
mod recipes;
mod requests;
mod room;
mod row_jobs;
mod run;
mod shared_tabs;
mod sheet;
mod start;
mod tables;
mod turns;
mod world;

/// How long after it woke the worker reads the tables that its first page needs, in milliseconds.
const PREPARE_AFTER_MS: u32 = 100;
/// Key in the session's storage: a browser that was started anew, or a new version, does not have it.
const SESSION: &str = "session";

/// See [`crate::on_event`].
pub(crate) async fn on_event(kind: &str, payload: JsValue) -> Result<JsValue, JsValue> {
    match kind {
        "wake" => wake().await?,
        "message" => {
            let message: PopupMessage = chrome::from_js(&payload)
                .map_err(|error| chrome::ChromeError(format!("not a message of ours: {error}")))?;
            let reply = requests::answer(message)
                .await
                .map_err(|why| JsValue::from(chrome::ChromeError(why)))?;
            return Ok(chrome::to_js(&reply)?);
        }
        "tabRemoved" => {
            if let Ok(removed) = chrome::from_js::<RemovedTab>(&payload) {
                shared_tabs::unshare(removed.tab_id).await;
                for id in jobs_of_tab(removed.tab_id) {
                    // All windows close when the browser ends: such a job goes on after its restart.
                    let is_rows = with_world(|world| {
                        world.jobs.get(&id).is_some_and(|job| job.record.table.is_some())
                    });
                    let waits = removed.is_window_closing && !is_rows;
                    let event = if waits { Event::Detached } else { Event::TabClosed };
                    deliver_later(id, event);
                }
            }
        }
        "invoked" => {
            if let Ok(invoked) = chrome::from_js(&payload) {
                invoked::begin(invoked).await?;
            }
        }
        "tabUpdated" => {
            if let Ok(UpdatedTab { tab_id, url: Some(url) }) = chrome::from_js(&payload) {
                shared_tabs::moved(tab_id, &url).await;
            }
            reattach().await?;
        }
        "alarm" => agents::follow(),
        // What is kept to take an import back does not outlive its time.
        "startup" => drop(storage::imported_at(&ProfileId::default()).await?),
        _ => {}
    }
    Ok(JsValue::UNDEFINED)
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct RemovedTab {
    tab_id: i32,
    #[serde(default)]
    is_window_closing: bool,
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct UpdatedTab {
    tab_id: i32,
    #[serde(default)]
    url: Option<String>,
}

/// Once in each life of the worker, before any event: settings, key and the jobs that were under way.
async fn wake() -> Result<(), chrome::ChromeError> {
    chrome::on_storage_change(|keys| {
        if keys.iter().any(|key| key == kept_profiles::CHANGED) {
            world::forget_profiles();
            spawn_local(end_jobs_without_profile());
        }
        if keys.iter().any(|key| key == storage::CONSENTS) {
            spawn_local(use_consents());
        }
        if keys.iter().any(|key| key == "agentSettings") {
            spawn_local(settings_changed());
        }
    });
    turns::follow(tables::after_turn);
    let settings = async {
        storage::bind_old_settings().await?;
        storage::settings().await
    };
    // Side by side: whoever woke the worker waits for each answer of the browser.
    let ((), settings, (), (), key) =
        join5(hold::forget(), settings, use_consents(), receipts::wake(), hash_key()).await;
    use_settings(settings?);
    let key = key?;
    with_world(|world| world.hash_key = Some(key));
    let profiles = match own_profiles().await {
        Ok(profiles) => profiles,
        // Jobs stay as they are stored, until the profiles can be read.
        Err(why) => return storage::set_notice(Some(&why.0)).await,
    };
    let mut under_way = Vec::new();
    for (name, mut value) in chrome::stored_under(storage::JOB).await? {
        let Some(id) = name.strip_prefix(storage::JOB) else { continue };
        let record = storage::record_of(id).await.unwrap_or_default();
        let profile = value.get("profileId").and_then(|id| id.as_str());
        let profile = profile.map(ProfileId::from).unwrap_or_default();
        Exit::new(&profiles.source(&profile, record.as_ref(), None, "")).restored(&mut value);
        let Ok(job) = json::from_value::<Job>(&value) else { continue };
        let id = job.record.id.clone();
        if job.record.status.is_final() || id.is_empty() {
            continue;
        }
        if let Some(record) = record {
            with_world(|world| world.records.insert(id.clone(), record));
        }
        under_way.push((id.clone(), job.record.tab_id, job.record.origin.clone()));
        with_world(|world| world.jobs.insert(id, job));
    }
    let same_session = chrome::session_stored(SESSION).await?.unwrap_or(false);
    // An update of the extension takes the alarms away.
    use_alarm().await;
    for (id, tab, origin) in under_way {
        // A browser that was started anew numbers its tabs anew.
        let event = if same_session || is_still_at(tab, origin.as_deref()).await {
            Event::Woken
        } else {
            Event::Detached
        };
        // Each job hears of it before anything that a person says now: what was under way when the worker ended is
        // not what their yes begins. Nobody waits for what the job does then.
        match step(&id, event).await {
            Ok(effects) => spawn_local(async move { follow(&id, effects).await }),
            Err(why) => say(LogLevel::Info, &id, &String::from(why)),
        }
    }
    // Only now: a worker that ends before has its jobs look for their tabs again.
    if !same_session {
        chrome::session_store(SESSION, &true).await?;
    }
    agents::follow();
    spawn_local(tables::wake(same_session));
    // Once whoever woke the worker has their answer.
    spawn_local(async {
        gloo_timers::future::TimeoutFuture::new(PREPARE_AFTER_MS).await;
        agent_core::plan::prepare();
    });
    reattach().await
}

async fn settings_changed() {
    if let Ok(settings) = storage::settings().await {
        use_settings(settings);
        agents::follow();
        shared_tabs::mark_wishes().await;
        use_alarm().await;
    }
}

/// Has jobs whose profile is not there any more look at that.
async fn end_jobs_without_profile() {
    let Ok(known) = profiles().await else { return };
    let lost: Vec<String> = with_world(|world| {
        let is_lost = |job: &&Job| known.get(&job.record.profile_id).is_none();
        world.jobs.values().filter(is_lost).map(|job| job.record.id.clone()).collect()
    });
    lost.into_iter().for_each(|id| deliver_later(id, Event::ProfileGone));
}

/// The profiles, that of an older version among them, and without the secrets that earlier versions kept among answers.
async fn own_profiles() -> Result<Rc<Profiles>, chrome::ChromeError> {
    kept_profiles::take_over().await?;
    drop_secret_answers(&*profiles().await?).await?;
    profiles().await
}

/// Takes out the secrets that earlier versions kept among the answers, and tells the person which.
async fn drop_secret_answers(profiles: &Profiles) -> Result<(), chrome::ChromeError> {
    let mut taken = Vec::new();
    for one in &profiles.set().profiles {
        let Some(mut known) = profiles.get(&one.id).cloned() else { continue };
        if gate::take_secret_answers(&mut known).is_empty() {
            continue;
        }
        let without = |profile: &Profile| {
            let mut profile = profile.clone();
            taken.extend(gate::take_secret_answers(&mut profile));
            Some(profile)
        };
        // One that can't be read whole is left as it is.
        if let Err(error) = kept_profiles::update(&one.id, without).await {
            say(LogLevel::Error, &one.id.to_string(), &error.0);
        }
    }
    if taken.is_empty() {
        return Ok(());
    }
    world::forget_profiles();
    let notice = msg!("worker_removed_from_your_saved_answers", taken = taken.join(", "));
    storage::set_notice(Some(&notice)).await
}

/// Whether this tab shows the site that the job works on.
async fn is_still_at(tab: Option<i32>, origin: Option<&str>) -> bool {
    let (Some(tab), Some(origin)) = (tab, origin) else { return tab.is_none() };
    chrome::tab(tab).await.is_ok_and(|tab| gate::origin_of(&tab.url) == origin)
}

/// Gives jobs that have lost their tab the one that shows their page again. Nobody waits for what they do
/// there: Stop must not stand behind it.
async fn reattach() -> Result<(), chrome::ChromeError> {
    // A row of a table begins anew: another tab at its address may be anybody's.
    let lost = |job: &&Job| job.is_detached() && job.record.table.is_none();
    if with_world(|world| !world.jobs.values().any(|job| lost(&job))) {
        return Ok(());
    }
    let mut tabs = chrome::all_tabs().await?;
    // What is looked at is read alone, and closed.
    let looked_at = looks::opened().await;
    tabs.retain(|tab| tab.id.is_none_or(|id| !looked_at.contains(&id)));
    // Of several tabs with the same page the person means the one they see.
    tabs.sort_by_key(|tab| !tab.active);
    let found: Vec<(String, i32)> = with_world(|world| {
        let lost = world.jobs.values().filter(lost);
        lost.filter_map(|job| {
            let tab = tabs.iter().find(|tab| tab.status == "complete" && job.is_on(&tab.url))?;
            Some((job.record.id.clone(), tab.id?))
        })
        .collect()
    });
    let mut taken: Vec<i32> = Vec::new();
    for (id, tab_id) in found {
        if jobs_of_tab(tab_id).is_empty() && !taken.contains(&tab_id) {
            taken.push(tab_id);
            deliver_later(id, Event::Reattached { tab_id });
        }
    }
    Ok(())
}
