//! The profiles as they are stored: in the extension's IndexedDB, a record each, beside one that says which there are.
//! Each call opens the database and closes it, so that no page of the extension stands in another's way.
//!
//! IndexedDB tells nobody of changes: whoever stores something leaves a new mark under [`CHANGED`] in
//! `chrome.storage.local`, whose changes the worker and all panels hear of already.

use std::collections::BTreeMap;

use agent_core::{
    msg,
    person::{
        file::{self, Problem, salvage},
        profiles::{self, Older, Profiles},
    },
};
use idb::{
    Database, DatabaseEvent, Error, Factory, ObjectStore, ObjectStoreParams, Transaction,
    TransactionMode,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use shared_types::{
    Profile, ProfileId, ProfileSet, json,
    profiles::{NamedProfile, PROFILES_VERSION, ProfileChange},
    settings::LogLevel,
};
use wasm_bindgen::JsValue;

use crate::{
    chrome::{self, ChromeError},
    console,
    tasks::within,
    transaction,
};

/// Key in `chrome.storage.local` whose value changes whenever a profile does.
pub const CHANGED: &str = "profilesChanged";
/// Where versions before stored the only profile, in `chrome.storage.local`.
const OLD: &str = "userProfile";

const DATABASE: &str = "vaulty";
const VERSION: u32 = 1;
/// A profile each, by its id.
const PROFILES: &str = "profiles";
/// Which profiles there are, under [`SET_KEY`].
const SET: &str = "set";
const SET_KEY: &str = "set";
/// The exception of a full disk (WebIDL).
const NO_ROOM: &str = "QuotaExceededError";
/// How long the database may take to open, in milliseconds.
const OPENS_WITHIN_MS: u32 = 5_000;

/// A profile as it is stored. What is in it may be of a version before, or damaged in parts.
#[derive(Serialize, Deserialize)]
struct StoredProfile {
    version: u32,
    profile: Value,
}

/// What is stored, as far as it can be read.
#[derive(Debug, Clone, Default)]
pub struct Stored {
    /// The profiles.
    pub profiles: Profiles,
    /// What of them cannot be read.
    pub problems: BTreeMap<ProfileId, Vec<Problem>>,
}

/// All profiles. Where none was stored yet there is an empty one.
pub async fn stored() -> Result<Stored, ChromeError> {
    let database = open().await?;
    let read = async {
        let transaction = begin(&database, TransactionMode::ReadOnly)?;
        let set = read_set(&transaction).await?.unwrap_or_else(profiles::first_set);
        let mut problems = BTreeMap::new();
        let mut all = BTreeMap::new();
        for one in &set.profiles {
            let found = read_profile(&transaction, &one.id).await?;
            if !found.problems.is_empty() {
                problems.insert(one.id.clone(), found.problems);
            }
            all.insert(one.id.clone(), found.profile);
        }
        let profiles = Profiles::new(set, |id| all.remove(id).unwrap_or_default());
        Ok(Stored { profiles, problems })
    };
    let read = read.await;
    database.close();
    read
}

/// Changes a profile: `with` makes of what is stored what is to be stored; `None` leaves it. Nothing comes in between.
/// What is stored afterwards comes back. A profile that can't be read whole is left as it is: see [`repair`].
pub async fn update(
    id: &ProfileId,
    with: impl FnOnce(&Profile) -> Option<Profile>,
) -> Result<Profile, ChromeError> {
    write_profile(id, with, false).await
}

/// As [`update`], for a person who has seen what of the profile can't be read: what they save takes its place.
pub async fn repair(
    id: &ProfileId,
    with: impl FnOnce(&Profile) -> Option<Profile>,
) -> Result<Profile, ChromeError> {
    write_profile(id, with, true).await
}

async fn write_profile(
    id: &ProfileId,
    with: impl FnOnce(&Profile) -> Option<Profile>,
    repairs: bool,
) -> Result<Profile, ChromeError> {
    let (profile, is_new) = write(async |transaction| {
        let set = read_set(transaction).await?;
        let known = set.clone().unwrap_or_else(profiles::first_set);
        if !profiles::has(&known, id) {
            return Err(ChromeError(msg!("profiles_gone")));
        }
        let found = read_profile(transaction, id).await?;
        if !repairs && !found.problems.is_empty() {
            return Err(ChromeError(msg!("profiles_damaged")));
        }
        let before = found.profile;
        let Some(profile) = with(&before) else { return Ok((before, false)) };
        if set.is_none() {
            put_set(transaction, &known).await?;
        }
        put_profile(transaction, id, &json::to_value(&profile)).await?;
        Ok((profile, true))
    })
    .await?;
    if is_new {
        tell().await;
    }
    Ok(profile)
}

/// Changes which profiles there are. An error is a sentence for the person.
pub async fn change(change: &ProfileChange) -> Result<ProfileSet, ChromeError> {
    let new_id = ProfileId::new(chrome::random_id());
    let set = write(async |transaction| {
        let before = read_set(transaction).await?.unwrap_or_else(profiles::first_set);
        let after = profiles::changed(&before, change, new_id.clone()).map_err(ChromeError)?;
        put_set(transaction, &after).await?;
        match change {
            ProfileChange::Add { copy_of, .. } => {
                let copied = match copy_of {
                    Some(id) => read_profile(transaction, id).await?.profile,
                    None => Profile::default(),
                };
                put_profile(transaction, &new_id, &json::to_value(&copied)).await?;
            }
            ProfileChange::Remove { id } => {
                let key = JsValue::from_str(id.as_str());
                store(transaction, PROFILES)?.delete(key).map_err(failed)?.await.map_err(failed)?;
            }
            _ => {}
        }
        Ok(after)
    })
    .await?;
    tell().await;
    Ok(set)
}

/// Takes in the profiles of a file, beside those that are there.
pub async fn import(found: Vec<NamedProfile>) -> Result<ProfileSet, ChromeError> {
    let before = stored().await?.profiles;
    let new_id = || ProfileId::new(chrome::random_id());
    let (set, new) = profiles::with_imported(&before, found, new_id).map_err(ChromeError)?;
    write(async |transaction| {
        if read_set(transaction).await?.unwrap_or_else(profiles::first_set) != *before.set() {
            return Err(ChromeError(msg!("profiles_changed_elsewhere")));
        }
        put_set(transaction, &set).await?;
        for (id, profile) in &new {
            put_profile(transaction, id, &json::to_value(profile)).await?;
        }
        Ok(())
    })
    .await?;
    tell().await;
    Ok(set)
}

/// Moves the profile of a version before to where profiles are now. Its old place is cleared once it was read back here.
pub async fn take_over() -> Result<(), ChromeError> {
    let Some(old) = chrome::stored::<Value>(OLD).await? else { return Ok(()) };
    let new_id = ProfileId::new(chrome::random_id());
    let was_known = write(async |transaction| {
        let set = read_set(transaction).await?;
        let (set, id) = match profiles::older(set.as_ref(), Some(&old), new_id) {
            Older::Nothing | Older::NoRoom => return Ok(None),
            // What was stored with it is in this set: whatever became of it is the person's doing.
            Older::Known => return Ok(Some(true)),
            Older::First(set) => (set, ProfileId::default()),
            Older::Beside(set, id) => (set, id),
        };
        put_set(transaction, &set).await?;
        put_profile(transaction, &id, &old).await?;
        Ok(Some(false))
    })
    .await?;
    let Some(was_known) = was_known else {
        console::log(LogLevel::Info, "the profile of an older version stays: there is no room");
        return Ok(());
    };
    if !was_known && !holds(&old).await? {
        return Err(failed_as(""));
    }
    chrome::unstore(OLD).await?;
    tell().await;
    Ok(())
}

/// Whether a profile is stored as it is: read back from the disk.
async fn holds(profile: &Value) -> Result<bool, ChromeError> {
    let database = open().await?;
    let read = async {
        let transaction = begin(&database, TransactionMode::ReadOnly)?;
        let all = store(&transaction, PROFILES)?.get_all(None, None).map_err(failed)?;
        let all: Result<Vec<StoredProfile>, ChromeError> =
            all.await.map_err(failed)?.iter().map(chrome::from_js).collect();
        let all = all?;
        Ok(all.iter().any(|one| one.profile == *profile))
    };
    let read = read.await;
    database.close();
    read
}

/// All that is stored, as it is stored, for an export of everything.
pub async fn everything() -> Result<Map<String, Value>, ChromeError> {
    let database = open().await?;
    let read = async {
        let transaction = begin(&database, TransactionMode::ReadOnly)?;
        let set: Option<Value> = get(&transaction, SET, SET_KEY).await?;
        let all = store(&transaction, PROFILES)?.get_all(None, None).map_err(failed)?;
        let all = all.await.map_err(failed)?;
        let all: Result<Vec<Value>, ChromeError> = all.iter().map(chrome::from_js).collect();
        let names = ["profileSet", "profiles"].map(str::to_owned);
        Ok(names.into_iter().zip([set.unwrap_or_default(), all?.into()]).collect())
    };
    let read = read.await;
    database.close();
    read
}

/// Removes all profiles.
pub async fn erase() -> Result<(), ChromeError> {
    write(async |transaction| {
        for name in [PROFILES, SET] {
            store(transaction, name)?.clear().map_err(failed)?.await.map_err(failed)?;
        }
        Ok(())
    })
    .await?;
    tell().await;
    Ok(())
}

/// Tells worker and panels that something changed. It is stored, whether or not they hear of it.
async fn tell() {
    if chrome::store(CHANGED, &chrome::random_id()).await.is_err() {
        console::log(LogLevel::Error, "nobody could be told that a profile changed");
    }
}

/// Runs what writes in one transaction: all of it is stored, or nothing.
async fn write<R>(
    work: impl AsyncFnOnce(&Transaction) -> Result<R, ChromeError>,
) -> Result<R, ChromeError> {
    let database = open().await?;
    let written = async {
        let transaction = begin(&database, TransactionMode::ReadWrite)?;
        let done = work(&transaction).await;
        // What was asked for succeeded: only the disk can be in the way.
        transaction::end(transaction, done, failed, || failed_as(NO_ROOM)).await
    };
    let written = written.await;
    database.close();
    written
}

async fn open() -> Result<Database, ChromeError> {
    let factory = Factory::new().map_err(failed)?;
    let mut request = factory.open(DATABASE, Some(VERSION)).map_err(failed)?;
    request.on_upgrade_needed(|event| {
        let Ok(database) = event.database() else { return };
        for name in [PROFILES, SET] {
            // One that is there already stays as it is.
            let _ = database.create_object_store(name, ObjectStoreParams::new());
        }
    });
    match within(OPENS_WITHIN_MS, request.into_future()).await {
        Some(opened) => opened.map_err(failed),
        None => Err(failed_as("TimeoutError")),
    }
}

fn begin(database: &Database, mode: TransactionMode) -> Result<Transaction, ChromeError> {
    database.transaction(&[PROFILES, SET], mode).map_err(failed)
}

fn store(transaction: &Transaction, name: &str) -> Result<ObjectStore, ChromeError> {
    transaction.object_store(name).map_err(failed)
}

async fn get<T: serde::de::DeserializeOwned>(
    transaction: &Transaction,
    name: &str,
    key: &str,
) -> Result<Option<T>, ChromeError> {
    let request = store(transaction, name)?.get(JsValue::from_str(key)).map_err(failed)?;
    request.await.map_err(failed)?.map(|value| chrome::from_js(&value)).transpose()
}

async fn put<T: Serialize>(
    transaction: &Transaction,
    name: &str,
    key: &str,
    value: &T,
) -> Result<(), ChromeError> {
    let value = chrome::to_js(value)?;
    let key = JsValue::from_str(key);
    let request = store(transaction, name)?.put(&value, Some(&key)).map_err(failed)?;
    request.await.map(drop).map_err(failed)
}

/// Which profiles there are, if that was stored.
async fn read_set(transaction: &Transaction) -> Result<Option<ProfileSet>, ChromeError> {
    let Some(value) = get::<Value>(transaction, SET, SET_KEY).await? else { return Ok(None) };
    let set = json::from_value(&value).map_err(|_| profiles::unreadable());
    set.and_then(profiles::readable).map(Some).map_err(ChromeError)
}

async fn put_set(transaction: &Transaction, set: &ProfileSet) -> Result<(), ChromeError> {
    put(transaction, SET, SET_KEY, set).await
}

/// What is stored of a profile, part by part: one damaged part must not hide the others.
async fn read_profile(
    transaction: &Transaction,
    id: &ProfileId,
) -> Result<file::Found, ChromeError> {
    let Some(value) = get::<Value>(transaction, PROFILES, id.as_str()).await? else {
        return Ok(file::Found::default());
    };
    match json::from_value::<StoredProfile>(&value) {
        Ok(stored) if stored.version > PROFILES_VERSION => Err(ChromeError(profiles::newer())),
        Ok(stored) => Ok(salvage(&stored.profile)),
        Err(_) => Ok(salvage(&Value::from("damaged"))),
    }
}

async fn put_profile(
    transaction: &Transaction,
    id: &ProfileId,
    profile: &Value,
) -> Result<(), ChromeError> {
    let stored = StoredProfile { version: PROFILES_VERSION, profile: profile.clone() };
    put(transaction, PROFILES, id.as_str(), &stored).await
}

/// What went wrong, as a sentence for the person. What the browser says of it is not shown: it may quote anything.
fn failed(error: Error) -> ChromeError {
    let exception = match &error {
        Error::DomException(exception) => exception.name(),
        Error::UpdateFailed(value)
        | Error::IndexedDbOpenFailed(value)
        | Error::TransactionCommitError(value)
        | Error::TransactionOpenFailed(value) => js_sys::Reflect::get(value, &"name".into())
            .ok()
            .and_then(|name| name.as_string())
            .unwrap_or_default(),
        _ => String::new(),
    };
    failed_as(&exception)
}

fn failed_as(exception: &str) -> ChromeError {
    ChromeError(profiles::failure(exception))
}
