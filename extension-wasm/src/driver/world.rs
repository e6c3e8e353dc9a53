//! What a life of the worker holds: jobs, their pages, the profile, settings. The jobs live in one place.

use std::{cell::RefCell, collections::HashMap, rc::Rc};

use agent_core::{
    bind::{Source, Today},
    exit::Exit,
    gate::HashKey,
    job::Job,
    observe::Page,
};
use shared_types::{
    Consent, Profile, Receipt, Record,
    settings::{AgentSettings, LogLevel, OpensIn},
};

use extension_browser::{chrome, console, storage, tasks::spawn_local};

/// What a life of the worker holds.
#[derive(Default)]
pub(super) struct World {
    pub(super) jobs: HashMap<String, Job>,
    pub(super) pages: HashMap<String, Page>,
    pub(super) profile: Option<Profile>,
    pub(super) records: HashMap<String, Record>,
    pub(super) settings: AgentSettings,
    pub(super) consents: Vec<Consent>,
    /// What was sent, newest first.
    pub(super) receipts: Vec<Receipt>,
    pub(super) hash_key: Option<HashKey>,
    /// The exit for what the person had at the last step.
    pub(super) exit: Option<Rc<Exit>>,
    /// Whether the server answered when it was asked last.
    pub(super) server_answers: bool,
    /// Whether the alarm is set; none: it is not known yet.
    pub(super) has_alarm: Option<bool>,
}

thread_local! {
    static WORLD: RefCell<World> = RefCell::new(World::default());
}

/// Uses what the worker holds. It is borrowed between awaits alone.
pub(super) fn with_world<R>(use_it: impl FnOnce(&mut World) -> R) -> R {
    WORLD.with(|world| use_it(&mut world.borrow_mut()))
}

/// The jobs that go on in a tab.
pub(super) fn jobs_of_tab(tab: i32) -> Vec<String> {
    with_world(|world| {
        let on_tab = |job: &&Job| job.record.tab_id == Some(tab) && !job.record.status.is_final();
        world.jobs.values().filter(on_tab).map(|job| job.record.id.clone()).collect()
    })
}

/// Takes the settings as they are now.
pub(super) fn use_settings(settings: AgentSettings) {
    console::set_level(settings.log_level);
    let opens_in = settings.opens_in;
    spawn_local(async move {
        let popup = (opens_in == OpensIn::Popup).then_some("panel.html?in=popup");
        if let Err(error) = chrome::set_button(popup, opens_in == OpensIn::Panel).await {
            say(LogLevel::Error, "the toolbar button", &error.0);
        }
    });
    with_world(|world| world.settings = settings);
}

/// Reads the consents that are kept. What cannot be read counts as none: then the person is asked.
pub(super) async fn use_consents() {
    let consents = storage::consents().await.unwrap_or_default();
    with_world(|world| world.consents = consents);
}

/// The key of hashes: kept, or a new one.
pub(super) async fn hash_key() -> Result<HashKey, chrome::ChromeError> {
    let stored = chrome::stored::<Vec<u8>>("hashKey").await?;
    if let Some(bytes) = stored.and_then(|bytes| bytes.try_into().ok()) {
        return Ok(HashKey(bytes));
    }
    let bytes = chrome::random_bytes::<32>();
    chrome::store("hashKey", bytes.as_slice()).await?;
    Ok(HashKey(bytes))
}

/// Forgets what the worker holds in memory and makes a new key.
pub(super) async fn forget_everything() -> Result<(), chrome::ChromeError> {
    with_world(|world| *world = World::default());
    use_settings(AgentSettings::default());
    let key = hash_key().await?;
    with_world(|world| world.hash_key = Some(key));
    Ok(())
}

/// The profile; read from storage once and again whenever it changes.
pub(super) async fn profile() -> Result<Profile, chrome::ChromeError> {
    if let Some(profile) = with_world(|world| world.profile.clone()) {
        return Ok(profile);
    }
    let profile = storage::profile().await?;
    with_world(|world| world.profile = Some(profile.clone()));
    Ok(profile)
}

/// Stores the profile, as changed now.
pub(super) async fn save(mut profile: Profile) -> Result<(), String> {
    profile.updated_at = js_sys::Date::new_0().to_iso_string().as_string();
    storage::set_profile(&profile).await.map_err(|error| error.to_string())?;
    with_world(|world| world.profile = Some(profile));
    Ok(())
}

/// The exit of a job: for what the person has, its record included.
pub(super) fn exit(id: &str, profile: &Profile) -> Rc<Exit> {
    with_world(|world| {
        let exit =
            Rc::new(Exit::new(&Source { profile, record: world.records.get(id), today: None }));
        world.exit = Some(exit.clone());
        exit
    })
}

/// The day, by the calendar of where the person is.
pub(super) fn today() -> Option<Today> {
    let (year, month, day) = chrome::day();
    let two = |number: u32| u8::try_from(number).ok();
    Some(Today { year: u16::try_from(year).ok()?, month: two(month)?, day: two(day)? })
}

/// The documents of the page as it was read last: frame and the browser's id.
pub(super) fn documents(id: &str) -> Vec<(u32, String)> {
    with_world(|world| {
        let documents = world.pages.get(id).map(|page| page.documents.as_slice());
        documents
            .unwrap_or_default()
            .iter()
            .map(|document| (document.frame_id, document.document_id.clone()))
            .collect()
    })
}

/// A line of the console about `what`: of words of others only what may leave.
pub(super) fn say(level: LogLevel, what: &str, message: &str) {
    if !console::hears(level) {
        return;
    }
    let exit = with_world(|world| world.exit.clone()).unwrap_or_default();
    console::log_line(level, &exit.line(&format!("{what}: {message}")));
}
