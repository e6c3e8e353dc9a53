//! The profiles that the extension stores, as the tests look at them: the one place that knows where they are.

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::popup::Popup;

/// Opens the extension's database, hands it to `use` and closes it. A database that is not there is not made.
const WITH_DATABASE: &str = "(async (use) => { \
    if (!(await indexedDB.databases()).some((one) => one.name === 'vaulty')) return null; \
    const done = (request) => new Promise((ok, no) => { request.onsuccess = () => ok(request.result); \
        request.onerror = () => no(request.error); }); \
    const database = await done(indexedDB.open('vaulty')); \
    try { return await use(database.transaction(['profiles', 'set'], 'readwrite'), done); } \
    finally { database.close(); } })";

impl Popup {
    /// What is stored of profiles: which there are (`set`), and each by its id.
    pub fn stored_profiles(&self) -> Result<Value> {
        self.wait_until_ready()?;
        self.page.evaluate(&format!(
            "{WITH_DATABASE}(async (all, done) => {{ \
                const [set, ids, profiles] = await Promise.all([done(all.objectStore('set').get('set')), \
                    done(all.objectStore('profiles').getAllKeys()), done(all.objectStore('profiles').getAll())]); \
                return {{ set: set ?? null, \
                    profiles: Object.fromEntries(ids.map((id, n) => [id, profiles[n].profile])) }}; }})"
        ))
    }

    /// The default profile as it is stored; null where none was stored yet.
    pub fn profile(&self) -> Result<Value> {
        let stored = self.stored_profiles()?;
        let default = stored.pointer("/set/default").and_then(Value::as_str).unwrap_or("first");
        Ok(stored.pointer(&format!("/profiles/{default}")).cloned().unwrap_or_default())
    }

    /// A profile by its name.
    pub fn profile_named(&self, name: &str) -> Result<Value> {
        let stored = self.stored_profiles()?;
        let all = stored.pointer("/set/profiles").and_then(Value::as_array);
        let named = all.into_iter().flatten().find(|one| one["name"] == name);
        let id = named.and_then(|one| one["id"].as_str()).context("no profile has this name")?;
        Ok(stored.pointer(&format!("/profiles/{id}")).cloned().unwrap_or_default())
    }

    /// Leaves nothing of any profile, as before anything was entered, and has everybody hear of it.
    pub fn forget_profiles(&self) -> Result<()> {
        self.wait_until_ready()?;
        self.page.evaluate(&format!(
            "{WITH_DATABASE}(async (all, done) => {{ \
                await Promise.all(['profiles', 'set'].map((name) => done(all.objectStore(name).clear()))); }}) \
             .then(() => chrome.storage.local.set({{ profilesChanged: crypto.randomUUID() }}))"
        ))?;
        Ok(())
    }

    /// Leaves a profile as versions before stored the only one, and nothing else.
    pub fn store_as_before(&self, profile: &Value) -> Result<()> {
        self.forget_profiles()?;
        let store = "(profile) => chrome.storage.local.set({ userProfile: profile })";
        self.page.apply(store, std::slice::from_ref(profile))?;
        Ok(())
    }
}
