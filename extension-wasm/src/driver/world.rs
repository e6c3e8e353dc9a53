//! What a life of the worker holds: jobs, their pages, the profiles, settings. The jobs live in one place.

use std::{cell::RefCell, collections::HashMap, rc::Rc};

use agent_core::{
    bind::Today,
    exit::Exit,
    gate::HashKey,
    job::Job,
    memory::{LateAnswers, Lessons, recipe::RecipeSet},
    observe::Page,
    person::profiles::Profiles,
};
use shared_types::{
    Consent, Profile, ProfileId, Receipt, Record,
    observation::FrameId,
    settings::{AgentSettings, LogLevel, OpensIn},
};

use extension_browser::{chrome, console, profiles as kept, storage, tasks::spawn_local};

/// What a life of the worker holds.
#[derive(Default)]
pub(super) struct World {
    pub(super) jobs: HashMap<String, Job>,
    pub(super) pages: HashMap<String, Page>,
    pub(super) profiles: Option<Rc<Profiles>>,
    /// How often they changed: what was read before is not what is stored then.
    profiles_changed: u32,
    pub(super) records: HashMap<String, Record>,
    pub(super) settings: AgentSettings,
    pub(super) consents: Vec<Consent>,
    /// What corrections taught.
    pub(super) lessons: Lessons,
    /// Whether these were read: only once a job needs them, for there may be many.
    pub(super) has_lessons: bool,
    /// For each job the recipes that may say something of its page, and for which page they were found.
    pub(super) recipes: HashMap<String, (Vec<String>, Rc<RecipeSet>)>,
    /// What was sent, newest first.
    pub(super) receipts: Vec<Receipt>,
    pub(super) hash_key: Option<HashKey>,
    /// The exit for what the person had at the last step.
    exit: Option<LastExit>,
    /// The answers of a profile, and among which profiles that was.
    answers: Option<LastAnswers>,
    /// Whether the server answered when it was asked last.
    pub(super) server_answers: bool,
    /// Whether forms of a table are looked at.
    pub(super) looks_at_forms: bool,
    /// Whether the alarm is set; none: it is not known yet.
    pub(super) has_alarm: Option<bool>,
}

impl World {
    /// Whether agents may ask for something in this browser.
    pub(super) fn answers_agents(&self) -> bool {
        self.settings.agents_enabled && self.settings.use_server
    }

    /// Whether those that may do so at the server may suggest answers here.
    pub(super) fn lets_agents_answer(&self) -> bool {
        self.answers_agents() && self.settings.agents_answer
    }
}

/// Answers, and for what they were made ready: a profile, a site, and what was known of all profiles.
struct LastAnswers {
    of: (ProfileId, String),
    profiles: Rc<Profiles>,
    answers: Rc<LateAnswers>,
}

/// An exit, and for what it was made: a profile and, where it has one, the job with a record.
struct LastExit {
    of: (ProfileId, Option<String>),
    profiles: Rc<Profiles>,
    exit: Rc<Exit>,
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

/// The profiles; read from storage once and again whenever one changes.
pub(super) async fn profiles() -> Result<Rc<Profiles>, chrome::ChromeError> {
    let (known, changed) = with_world(|world| (world.profiles.clone(), world.profiles_changed));
    if let Some(profiles) = known {
        return Ok(profiles);
    }
    let profiles = Rc::new(kept::stored().await?.profiles);
    with_world(|world| {
        if world.profiles_changed == changed {
            world.profiles = Some(profiles.clone());
        }
    });
    Ok(profiles)
}

/// Reads the lessons that are kept. What cannot be read counts as nothing.
pub(super) async fn read_lessons() {
    let lessons = storage::lessons().await.unwrap_or_default();
    with_world(|world| {
        world.lessons = lessons;
        world.has_lessons = true;
    });
}

/// What is known of the profiles is not what is stored any more.
pub(super) fn forget_profiles() {
    with_world(|world| {
        world.profiles = None;
        world.profiles_changed = world.profiles_changed.wrapping_add(1);
    });
}

/// The profile that a job fills from; of a job that there is not any more, one that nobody has.
pub(super) fn profile_of(job: &str) -> ProfileId {
    with_world(|world| {
        let job = world.jobs.get(job);
        job.map_or_else(|| ProfileId::new(""), |job| job.record.profile_id.clone())
    })
}

/// Changes a profile, as of now.
pub(super) async fn change(id: &ProfileId, with: impl FnOnce(&mut Profile)) -> Result<(), String> {
    let changed = kept::update(id, |before| {
        let mut profile = before.clone();
        with(&mut profile);
        profile.updated_at = js_sys::Date::new_0().to_iso_string().as_string();
        Some(profile)
    });
    changed.await.map_err(|error| error.to_string())?;
    forget_profiles();
    Ok(())
}

/// The exit of a job: for what the person has, its record and all profiles included. It is made anew once one of these
/// is another.
pub(super) fn exit(id: &str, profiles: &Rc<Profiles>) -> Rc<Exit> {
    let profile = profile_of(id);
    with_world(|world| {
        let record = world.records.get(id);
        let of = (profile, record.map(|_| id.to_owned()));
        if let Some(known) = &world.exit
            && Rc::ptr_eq(&known.profiles, profiles)
            && known.of == of
        {
            return known.exit.clone();
        }
        let exit = Rc::new(Exit::new(&profiles.source(&of.0, record, None, "")));
        world.exit = Some(LastExit { of, profiles: profiles.clone(), exit: exit.clone() });
        exit
    })
}

/// The site of a job's page, as it was read last.
pub(super) fn site_of(id: &str) -> String {
    with_world(|world| world.pages.get(id).map(|page| page.own_site().to_owned()))
        .unwrap_or_default()
}

/// The answers of a job's profile that hold on a site. They are made ready anew once one of these is another.
pub(super) fn answers(id: &str, profiles: &Rc<Profiles>, site: &str) -> Rc<LateAnswers> {
    let of_now = (profile_of(id), site.to_owned());
    with_world(|world| {
        if let Some(last) = &world.answers
            && last.of == of_now
            && Rc::ptr_eq(&last.profiles, profiles)
        {
            return last.answers.clone();
        }
        let answers = Rc::<LateAnswers>::default();
        let profiles = profiles.clone();
        world.answers = Some(LastAnswers { of: of_now, profiles, answers: answers.clone() });
        answers
    })
}

/// The recipes that may say something of a job's page.
pub(super) fn recipes(id: &str) -> Rc<RecipeSet> {
    with_world(|world| world.recipes.get(id).map(|(_, set)| set.clone()).unwrap_or_default())
}

/// What was known of the person last, without asking the storage.
pub(super) fn last_known() -> (Rc<Profiles>, Rc<Exit>) {
    with_world(|world| match (&world.exit, &world.profiles) {
        (Some(last), profiles) => {
            (profiles.as_ref().unwrap_or(&last.profiles).clone(), last.exit.clone())
        }
        (None, profiles) => (profiles.clone().unwrap_or_default(), Rc::default()),
    })
}

/// The day, by the calendar of where the person is.
pub(super) fn today() -> Option<Today> {
    let (year, month, day) = chrome::day();
    let two = |number: u32| u8::try_from(number).ok();
    Some(Today { year: u16::try_from(year).ok()?, month: two(month)?, day: two(day)? })
}

/// The documents of the page as it was read last: frame and the browser's id.
pub(super) fn documents(id: &str) -> Vec<(FrameId, String)> {
    with_world(|world| {
        let documents = world.pages.get(id).map(|page| page.documents.as_slice());
        documents
            .unwrap_or_default()
            .iter()
            .map(|document| (document.frame_id, document.document_id.clone()))
            .collect()
    })
}

/// Leaves something for the person to read in the panel.
pub(super) async fn notify(notice: &str) {
    if let Err(error) = storage::set_notice(Some(notice)).await {
        say(LogLevel::Error, notice, &error.0);
    }
}

/// A line of the console about `what`: of words of others only what may leave.
pub(super) fn say(level: LogLevel, what: &str, message: &str) {
    if !console::hears(level) {
        return;
    }
    let exit = with_world(|world| world.exit.as_ref().map(|last| last.exit.clone()));
    let exit = exit.unwrap_or_default();
    console::log_line(level, &exit.line(&format!("{what}: {message}")));
}
