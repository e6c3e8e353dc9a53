//! Typed access to `chrome.storage.local`.

use std::rc::Rc;

use agent_core::{
    agents::{Shared, Wish},
    exit::Outgoing,
    memory::Lessons,
    server::{self, Address},
};
use futures_util::lock::Mutex;
use serde::Deserialize;
use shared_types::{
    Consent, JobRecord, ProfileId, Record, Scope, json,
    settings::{AgentSettings, LogEntry},
};

use crate::{
    address,
    chrome::{self, ChromeError},
};

/// Where the extension's settings say the server is, unless they say otherwise.
pub const DEFAULT_API_BASE: &str = "http://127.0.0.1:3000";
/// Entries of the log that are kept.
pub const LOG_LIMIT: usize = 200;

thread_local! {
    /// Lists are read and written back whole: one at a time. Only the worker changes any.
    static TURN: Rc<Mutex<()>> = Rc::default();
}

/// Changes a list that is kept whole; of an empty one nothing is left. Nothing comes in between.
pub async fn change_list<T>(
    key: &str,
    with: impl FnOnce(Vec<T>) -> Vec<T>,
) -> Result<(), ChromeError>
where
    T: serde::Serialize + serde::de::DeserializeOwned,
{
    let turn = TURN.with(Rc::clone);
    let _mine = turn.lock().await;
    let all = with(chrome::stored(key).await?.unwrap_or_default());
    if all.is_empty() { chrome::unstore(key).await } else { chrome::store(key, &all).await }
}

/// The same for a list in the browser's memory.
pub async fn change_session_list<T>(
    key: &str,
    with: impl FnOnce(Vec<T>) -> Vec<T>,
) -> Result<(), ChromeError>
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + Clone,
{
    let turn = TURN.with(Rc::clone);
    let _mine = turn.lock().await;
    let before: Vec<T> = chrome::session_stored(key).await?.unwrap_or_default();
    let all = with(before.clone());
    if all == before {
        return Ok(());
    }
    if all.is_empty() {
        chrome::session_unstore(key).await
    } else {
        chrome::session_store(key, &all).await
    }
}

/// What the storage keys of jobs begin with.
pub const JOB: &str = "job:";

/// Storage key of a job.
pub fn job_key(id: &str) -> String {
    format!("{JOB}{id}")
}

/// Key of what the worker has to tell the person.
pub const NOTICE: &str = "notice";

/// What the worker has to tell the person.
pub async fn notice() -> Result<Option<String>, ChromeError> {
    match chrome::stored(NOTICE).await? {
        Some(notice) => Ok(Some(notice)),
        None => chrome::session_stored(NOTICE).await,
    }
}

/// Leaves something to tell, or takes it away. What finds no room on the disk is told until the browser ends.
pub async fn set_notice(notice: Option<&str>) -> Result<(), ChromeError> {
    let Some(notice) = notice else {
        chrome::session_unstore(NOTICE).await?;
        return chrome::unstore(NOTICE).await;
    };
    match chrome::store(NOTICE, notice).await {
        Ok(()) => Ok(()),
        Err(_) => chrome::session_store(NOTICE, &notice).await,
    }
}

/// The settings.
pub async fn settings() -> Result<AgentSettings, ChromeError> {
    Ok(chrome::stored("agentSettings").await?.unwrap_or_default())
}

/// Stores the settings.
pub async fn set_settings(settings: &AgentSettings) -> Result<(), ChromeError> {
    chrome::store("agentSettings", settings).await
}

/// Where the server is, without a slash at the end.
pub async fn api_base() -> Result<String, ChromeError> {
    let base: Option<String> = chrome::stored("apiBase").await?;
    let base = base.filter(|base| !base.trim().is_empty());
    Ok(base.as_deref().unwrap_or(DEFAULT_API_BASE).trim().trim_end_matches('/').to_owned())
}

/// Where the server is, if it may be asked there. An error is a sentence for the person.
pub async fn server_address() -> Result<Address, ChromeError> {
    address::of_server(&api_base().await?).map_err(ChromeError)
}

/// Stores where the server is.
pub async fn set_api_base(address: &Address) -> Result<(), ChromeError> {
    chrome::store("apiBase", &address.base()).await
}

/// Takes over the settings of an earlier version: who has a server keeps asking it, and token and key are bound to the
/// server that they were stored with.
pub async fn bind_old_settings() -> Result<(), ChromeError> {
    let stored: Option<serde_json::Value> = chrome::stored("agentSettings").await?;
    let base: Option<String> = chrome::stored("apiBase").await?;
    if server::had_server(stored.as_ref(), base.as_deref()) {
        set_settings(&AgentSettings { use_server: true, ..settings().await? }).await?;
    }
    let mut settings = settings().await?;
    let Ok(address) = server_address().await else { return Ok(()) };
    if server::bind_old(&mut settings, &address) { set_settings(&settings).await } else { Ok(()) }
}

/// A job as it is shown.
pub async fn job_record(id: &str) -> Result<Option<JobRecord>, ChromeError> {
    chrome::stored(&job_key(id)).await
}

/// The jobs that have changed a field of what another has filled, the latest first.
pub async fn changes_of(form: &str) -> Result<Vec<String>, ChromeError> {
    let mut changes = job_records().await?;
    changes.retain(|job| job.change_of.as_deref() == Some(form));
    changes.sort_by(|a, b| b.started_at.total_cmp(&a.started_at));
    Ok(changes.into_iter().map(|job| job.id).collect())
}

/// All jobs as they are shown, newest first. Entries that cannot be read are skipped.
pub async fn job_records() -> Result<Vec<JobRecord>, ChromeError> {
    let mut records: Vec<JobRecord> = chrome::stored_under(JOB)
        .await?
        .into_iter()
        .filter_map(|(_, value)| json::from_value(&value).ok())
        .collect();
    records.sort_by(|a, b| b.started_at.total_cmp(&a.started_at));
    Ok(records)
}

/// The record that a job fills from. It goes when the job goes.
pub async fn record_of(job: &str) -> Result<Option<Record>, ChromeError> {
    chrome::stored(&format!("record:{job}")).await
}

/// Stores the record that a job fills from.
pub async fn set_record_of(job: &str, record: &Record) -> Result<(), ChromeError> {
    chrome::store(&format!("record:{job}"), record).await
}

/// Removes the record of a job.
pub async fn remove_record_of(job: &str) -> Result<(), ChromeError> {
    chrome::unstore(&format!("record:{job}")).await
}

/// Where a profile is kept as it was before the last import, with when that was and into which.
pub const BEFORE_IMPORT: &str = "beforeImport";

/// How long an import can be taken back, in milliseconds: what is kept for it is all that the profile was.
const IMPORT_KEPT: f64 = 7.0 * 24.0 * 3_600_000.0;

/// Whether an import of that time can be taken back still.
pub fn is_kept(at: f64) -> bool {
    chrome::now() - at <= IMPORT_KEPT
}

/// When something was imported into this profile, where that can be taken back still. What cannot any more is deleted.
pub async fn imported_at(profile: &ProfileId) -> Result<Option<f64>, ChromeError> {
    #[derive(Default, Deserialize)]
    #[serde(rename_all = "camelCase", default)]
    struct Import {
        profile_id: ProfileId,
        at: f64,
    }
    let Some(import) = chrome::stored::<Import>(BEFORE_IMPORT).await? else { return Ok(None) };
    if !is_kept(import.at) {
        chrome::unstore(BEFORE_IMPORT).await?;
        return Ok(None);
    }
    Ok((import.profile_id == *profile).then_some(import.at))
}

/// Key of the unsaved changes of a profile, in the browser's memory.
pub fn draft_key(profile: &ProfileId) -> String {
    format!("profileDraft:{profile}")
}

/// Key of what the person typed or chose for a job and did not confirm yet, in the browser's memory.
pub fn unconfirmed_key(job: &str) -> String {
    format!("unconfirmed:{job}")
}

/// Forgets that.
pub async fn forget_unconfirmed(job: &str) -> Result<(), ChromeError> {
    chrome::session_unstore(&unconfirmed_key(job)).await
}

/// Key of what was sent.
pub const RECEIPTS: &str = "receipts";

/// Key of what was sent and the disk had no room for, in the browser's memory.
pub const RECEIPTS_UNSTORED: &str = "receiptsUnstored";

/// Key of the consents, in `local` for those that last and in `session` for those that do not.
pub const CONSENTS: &str = "consents";

/// Key of the tabs that are shared with agents, in the browser's memory.
pub const SHARED: &str = "sharedTabs";

/// The tabs that are shared with agents.
pub async fn shared_tabs() -> Result<Vec<Shared>, ChromeError> {
    Ok(chrome::session_stored(SHARED).await?.unwrap_or_default())
}

/// Key of the addresses that agents ask for, in the browser's memory.
pub const WISHES: &str = "agentWishes";

/// The addresses that agents ask the person to open.
pub async fn wishes() -> Result<Vec<Wish>, ChromeError> {
    Ok(chrome::session_stored(WISHES).await?.unwrap_or_default())
}

/// Changes which these are. Nothing comes in between.
pub async fn change_wishes<T>(with: impl FnOnce(&mut Vec<Wish>) -> T) -> Result<T, ChromeError> {
    let turn = TURN.with(Rc::clone);
    let _mine = turn.lock().await;
    let mut all = wishes().await?;
    let before = all.clone();
    let came = with(&mut all);
    if all != before {
        chrome::session_store(WISHES, &all).await?;
    }
    Ok(came)
}

/// Changes which tabs are shared with agents. Nothing comes in between.
pub async fn change_shared_tabs(
    with: impl FnOnce(Vec<Shared>) -> Vec<Shared>,
) -> Result<(), ChromeError> {
    let turn = TURN.with(Rc::clone);
    let _mine = turn.lock().await;
    let before = shared_tabs().await?;
    let after = with(before.clone());
    if after == before { Ok(()) } else { chrome::session_store(SHARED, &after).await }
}

/// Key of what corrections taught.
const LESSONS: &str = "lessons";

/// What corrections taught.
pub async fn lessons() -> Result<Lessons, ChromeError> {
    Ok(chrome::stored(LESSONS).await?.unwrap_or_default())
}

/// Changes what corrections taught; it comes back. Nothing comes in between.
pub async fn change_lessons(with: impl FnOnce(&mut Lessons)) -> Result<Lessons, ChromeError> {
    let turn = TURN.with(Rc::clone);
    let _mine = turn.lock().await;
    let mut all = lessons().await?;
    with(&mut all);
    chrome::store(LESSONS, &all).await?;
    Ok(all)
}

/// All consents that are kept, newest first.
pub async fn consents() -> Result<Vec<Consent>, ChromeError> {
    let mut all: Vec<Consent> = chrome::stored(CONSENTS).await?.unwrap_or_default();
    let session: Vec<Consent> = chrome::session_stored(CONSENTS).await?.unwrap_or_default();
    all.extend(session);
    all.sort_by(|a, b| b.since.total_cmp(&a.since));
    Ok(all)
}

/// Changes the consents that are kept. Nothing comes in between.
pub async fn change_consents(
    with: impl FnOnce(Vec<Consent>) -> Vec<Consent>,
) -> Result<(), ChromeError> {
    let turn = TURN.with(Rc::clone);
    let _mine = turn.lock().await;
    let all = with(consents().await?);
    let (session, lasting): (Vec<Consent>, Vec<Consent>) =
        all.into_iter().partition(|kept| kept.scope == Scope::Session);
    chrome::store(CONSENTS, &lasting).await?;
    chrome::session_store(CONSENTS, &session).await
}

/// The log, oldest first.
pub async fn logs() -> Result<Vec<LogEntry>, ChromeError> {
    Ok(chrome::stored("agentLogs").await?.unwrap_or_default())
}

/// Stores what is kept of a job.
pub async fn set_job(id: &str, job: &Outgoing<serde_json::Value>) -> Result<(), ChromeError> {
    chrome::store(&job_key(id), job).await
}

/// Adds to the log and keeps the newest [`LOG_LIMIT`].
pub async fn append_logs(entries: Vec<Outgoing<LogEntry>>) -> Result<(), ChromeError> {
    let mut all = logs().await?;
    all.extend(entries.iter().map(|entry| entry.get().clone()));
    let surplus = all.len().saturating_sub(LOG_LIMIT);
    chrome::store("agentLogs", &all.split_off(surplus)).await
}

/// Empties the log.
pub async fn clear_logs() -> Result<(), ChromeError> {
    chrome::unstore("agentLogs").await
}
