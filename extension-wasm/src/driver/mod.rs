//! Runs the effects of jobs and feeds events back. Decides nothing.
//!
//! Events interleave across awaits. The jobs live in one place, are borrowed only between awaits, and
//! are stored after every event, before its effects run.

use std::{
    cell::RefCell,
    collections::{HashMap, VecDeque},
    rc::Rc,
};

use agent_core::{
    bind::Source,
    exit::{Exit, Outgoing},
    gate::{self, HashKey},
    job::{self, Context, Effect, Event, Job, ObserveFailure},
    observe::Page,
};
use shared_types::{
    Consent, JobStatus, Profile, Record,
    api::{LogRequest, NextRequest},
    json,
    message::PopupMessage,
    settings::{AgentSettings, LogEntry, LogLevel},
};
use wasm_bindgen::prelude::*;

use crate::{chrome, console, planner_client, planner_client::Server, storage, tasks::spawn_local};

mod consent;
mod hold;
mod page;
mod requests;

/// Wakes the worker while a job needs it, should the browser stop it.
const ALARM: &str = "vaulty-running-jobs";
/// Key in the session's storage: a browser that was started anew, or a new version, does not have it.
const SESSION: &str = "session";
/// Ended jobs that are kept for the popup.
const KEPT_JOBS: usize = 20;
/// How long the HUD shows how a job ended.
const HUD_AFTER_END_MS: u32 = 6_000;

#[derive(Default)]
struct World {
    jobs: HashMap<String, Job>,
    pages: HashMap<String, Page>,
    profile: Option<Profile>,
    records: HashMap<String, Record>,
    settings: AgentSettings,
    consents: Vec<Consent>,
    hash_key: Option<HashKey>,
    /// The exit for what the person had at the last step.
    exit: Option<Rc<Exit>>,
    /// Whether the server answered when it was asked last.
    server_answers: bool,
    /// Whether [`ALARM`] is set; none: it is not known yet.
    has_alarm: Option<bool>,
}

thread_local! {
    static WORLD: RefCell<World> = RefCell::new(World::default());
}

fn with_world<R>(use_it: impl FnOnce(&mut World) -> R) -> R {
    WORLD.with(|world| use_it(&mut world.borrow_mut()))
}

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
                for id in jobs_of_tab(removed.tab_id) {
                    // All windows close when the browser ends: such a job goes on after its restart.
                    let event =
                        if removed.is_window_closing { Event::Detached } else { Event::TabClosed };
                    deliver_later(id, event);
                }
            }
        }
        "tabUpdated" => reattach().await?,
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

fn jobs_of_tab(tab: i32) -> Vec<String> {
    with_world(|world| {
        let on_tab = |job: &&Job| job.record.tab_id == Some(tab) && !job.record.status.is_final();
        world.jobs.values().filter(on_tab).map(|job| job.record.id.clone()).collect()
    })
}

/// Once in each life of the worker, before any event: settings, key and the jobs that were under way.
async fn wake() -> Result<(), chrome::ChromeError> {
    chrome::on_storage_change(|keys| {
        if keys.iter().any(|key| key == "userProfile") {
            with_world(|world| world.profile = None);
        }
        if keys.iter().any(|key| key == storage::CONSENTS) {
            spawn_local(use_consents());
        }
        if keys.iter().any(|key| key == "agentSettings") {
            spawn_local(async {
                if let Ok(settings) = storage::settings().await {
                    use_settings(settings);
                }
            });
        }
    });
    hold::forget().await;
    storage::bind_old_settings().await?;
    use_settings(storage::settings().await?);
    use_consents().await;
    let key = hash_key().await?;
    with_world(|world| world.hash_key = Some(key));
    drop_secret_answers().await?;
    let mut under_way = Vec::new();
    for (name, mut value) in chrome::stored_all().await? {
        let Some(id) = name.strip_prefix("job:") else { continue };
        let record = storage::record_of(id).await.unwrap_or_default();
        let profile = profile().await?;
        Exit::new(&Source { profile: &profile, record: record.as_ref() }).restored(&mut value);
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
            Err(why) => say(LogLevel::Info, &id, &why),
        }
    }
    // Only now: a worker that ends before has its jobs look for their tabs again.
    if !same_session {
        chrome::session_store(SESSION, &true).await?;
    }
    reattach().await
}

/// Takes out the secrets that earlier versions kept among the answers, and tells the person which.
async fn drop_secret_answers() -> Result<(), chrome::ChromeError> {
    let mut profile = storage::profile().await?;
    let taken = gate::take_secret_answers(&mut profile);
    if taken.is_empty() {
        return Ok(());
    }
    storage::set_profile(&profile).await?;
    let notice = format!(
        "Removed from your saved answers: {}. Card numbers, identity numbers and the like are used \
         once and no longer kept among the answers.",
        taken.join(", ")
    );
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
    let lost = |job: &&Job| job.is_detached();
    if with_world(|world| !world.jobs.values().any(|job| lost(&job))) {
        return Ok(());
    }
    let mut tabs = chrome::all_tabs().await?;
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

fn use_settings(settings: AgentSettings) {
    console::set_level(settings.log_level);
    with_world(|world| world.settings = settings);
}

/// Reads the consents that are kept. What cannot be read counts as none: then the person is asked.
async fn use_consents() {
    let consents = storage::consents().await.unwrap_or_default();
    with_world(|world| world.consents = consents);
}

async fn hash_key() -> Result<HashKey, chrome::ChromeError> {
    let stored = chrome::stored::<Vec<u8>>("hashKey").await?;
    if let Some(bytes) = stored.and_then(|bytes| bytes.try_into().ok()) {
        return Ok(HashKey(bytes));
    }
    let bytes = chrome::random_bytes::<32>();
    chrome::store("hashKey", bytes.as_slice()).await?;
    Ok(HashKey(bytes))
}

/// Forgets what the worker holds in memory and makes a new key.
async fn forget_everything() -> Result<(), chrome::ChromeError> {
    with_world(|world| *world = World::default());
    use_settings(AgentSettings::default());
    let key = hash_key().await?;
    with_world(|world| world.hash_key = Some(key));
    Ok(())
}

/// The profile; read from storage once and again whenever it changes.
async fn profile() -> Result<Profile, chrome::ChromeError> {
    if let Some(profile) = with_world(|world| world.profile.clone()) {
        return Ok(profile);
    }
    let profile = storage::profile().await?;
    with_world(|world| world.profile = Some(profile.clone()));
    Ok(profile)
}

/// The exit of a job: for what the person has, its record included.
fn exit(id: &str, profile: &Profile) -> Rc<Exit> {
    with_world(|world| {
        let exit = Rc::new(Exit::new(&Source { profile, record: world.records.get(id) }));
        world.exit = Some(exit.clone());
        exit
    })
}

/// Delivers an event without anybody waiting for what comes of it.
fn deliver_later(id: String, event: Event) {
    spawn_local(async move {
        if let Err(why) = deliver(&id, event).await {
            say(LogLevel::Info, &id, &why);
        }
    });
}

/// Delivers an event and everything that follows from it, until the job waits or ends.
async fn deliver(id: &str, event: Event) -> Result<(), String> {
    let effects = step(id, event).await?;
    follow(id, effects).await;
    Ok(())
}

async fn follow(id: &str, effects: Vec<Effect>) {
    let mut effects = VecDeque::from(effects);
    while let Some(effect) = effects.pop_front() {
        let ended =
            with_world(|world| world.jobs.get(id).is_none_or(|job| job.record.status.is_final()));
        if ended && !matches!(effect, Effect::Halt) {
            continue;
        }
        let Some(event) = run(id, effect).await else { continue };
        match step(id, event).await {
            Ok(more) => effects.extend(more),
            Err(why) => say(LogLevel::Info, id, &why),
        }
    }
}

/// One turn of the machine, stored before its effects run. Logs and reports leave here.
async fn step(id: &str, event: Event) -> Result<Vec<Effect>, String> {
    let profile = profile().await.map_err(|error| error.to_string())?;
    let nonce = chrome::random_id();
    let exit = exit(id, &profile);
    say(LogLevel::Debug, id, name_of(&event));
    let effects = with_world(|world| {
        let Some(hash_key) = world.hash_key else { return Err("not ready yet".to_owned()) };
        let Some(job) = world.jobs.get_mut(id) else {
            return Err("there is no such job any more".to_owned());
        };
        job.handle(
            event,
            &Context {
                now: chrome::now(),
                source: Source { profile: &profile, record: world.records.get(id) },
                page: world.pages.get(id),
                hash_key: &hash_key,
                nonce: &nonce,
                server: world.settings.use_server,
                consents: &world.consents,
                keeps_pages: world.settings.log_level == LogLevel::Debug,
            },
        )
    })?;
    persist(id).await;
    hold::follow(id).await;
    let (effects, logs, reports) = sort_out(id, effects, &exit);
    if let Err(error) = storage::append_logs(logs).await {
        say(LogLevel::Error, "the log could not be kept", &error.0);
    }
    report(reports);
    show(id);
    Ok(effects)
}

/// Sets the alarm when a job needs it and takes it away when none does: who waits for a person for days
/// does not wake twice a minute.
async fn use_alarm() {
    let changed = with_world(|world| {
        let needed = world.jobs.values().any(Job::needs_waking);
        (world.has_alarm.replace(needed) != Some(needed)).then_some(needed)
    });
    let done = match changed {
        Some(true) => chrome::set_alarm(ALARM).await,
        Some(false) => chrome::clear_alarm(ALARM).await,
        None => Ok(()),
    };
    if let Err(error) = done {
        with_world(|world| world.has_alarm = None);
        say(LogLevel::Error, "the alarm could not be set", &error.0);
    }
}

async fn persist(id: &str) {
    let Some(job) = with_world(|world| world.jobs.get(id).cloned()) else { return };
    // Set before the state is stored that needs it, taken away after.
    if job.needs_waking() {
        use_alarm().await;
    }
    let kept = exit(id, &profile().await.unwrap_or_default()).kept(&job);
    if let Err(error) = storage::set_job(id, &kept).await {
        say(LogLevel::Error, "the job could not be stored", &error.0);
    }
    if job.record.status.is_final() {
        with_world(|world| {
            world.records.remove(id);
            world.pages.remove(id);
        });
        // Storage that stays behind is removed with the next job that ends.
        let _ = storage::remove_record_of(id).await;
        forget_old_jobs().await;
    }
    use_alarm().await;
}

async fn forget_old_jobs() {
    let Ok(records) = storage::job_records().await else { return };
    for record in records.iter().filter(|record| record.status.is_final()).skip(KEPT_JOBS) {
        with_world(|world| world.jobs.remove(&record.id));
        let _ = chrome::unstore(&storage::job_key(&record.id)).await;
    }
}

/// Logs and reports are no effects that anything waits for.
fn sort_out(
    id: &str,
    effects: Vec<Effect>,
    exit: &Exit,
) -> (Vec<Effect>, Vec<Outgoing<LogEntry>>, Vec<Outgoing<LogRequest>>) {
    let (step, url) = with_world(|world| {
        let step = world.jobs.get(id).map_or(0, |job| job.record.step);
        let url = world.pages.get(id).map(|page| page.observation.url.clone());
        (step, url.unwrap_or_default())
    });
    let mut kept = Vec::new();
    let mut logs = Vec::new();
    let mut reports = Vec::new();
    for effect in effects {
        match effect {
            Effect::Log { kind, message, action } => {
                let level = if kind == "error" { LogLevel::Error } else { LogLevel::Info };
                say(level, id, &message);
                let entry = LogEntry {
                    id: chrome::random_id(),
                    job_id: id.to_owned(),
                    step,
                    timestamp: chrome::now(),
                    kind: kind.to_owned(),
                    url: url.split('?').next().unwrap_or_default().to_owned(),
                    message,
                    ..LogEntry::default()
                };
                logs.push(exit.log(entry, action));
            }
            Effect::Keep { page, plan } => {
                let entry = LogEntry {
                    id: chrome::random_id(),
                    job_id: id.to_owned(),
                    step,
                    timestamp: chrome::now(),
                    ..LogEntry::default()
                };
                logs.extend(exit.log_plan(entry, page, plan));
            }
            Effect::Report(entry) => reports.push(exit.report(id.to_owned(), *entry)),
            other => kept.push(other),
        }
    }
    (kept, logs, reports)
}

/// Tells the server, one entry after another, while the job goes on.
fn report(entries: Vec<Outgoing<LogRequest>>) {
    if entries.is_empty() || !with_world(|world| world.server_answers) {
        return;
    }
    spawn_local(async move {
        let Ok(server) = Server::from_settings().await else { return };
        for entry in &entries {
            if server.log(entry).await.is_err() {
                return;
            }
        }
    });
}

/// HUD and badge follow the job.
fn show(id: &str) {
    let Some(record) = with_world(|world| world.jobs.get(id).map(|job| job.record.clone())) else {
        return;
    };
    let Some(tab) = record.tab_id else { return };
    let (text, color) = match record.status {
        JobStatus::Idle => ("", "#14665a"),
        JobStatus::Starting | JobStatus::Running => ("…", "#14665a"),
        JobStatus::PausedForApproval | JobStatus::NeedsVerification | JobStatus::NeedsInput => {
            ("!", "#b45309")
        }
        JobStatus::Done => ("✓", "#15803d"),
        JobStatus::Stopped | JobStatus::Error => ("×", "#b91c1c"),
    };
    let hud = job::hud(&record);
    let ended = record.status.is_final();
    spawn_local(async move {
        // The tab may be gone, or show a page without our script: then there is nothing to show.
        let _ = chrome::badge(tab, text, color).await;
        let _ = page::show_hud(tab, hud).await;
        if ended {
            gloo_timers::future::TimeoutFuture::new(HUD_AFTER_END_MS).await;
            let another = !jobs_of_tab(tab).is_empty();
            if !another {
                let _ = page::show_hud(tab, None).await;
            }
        }
    });
}

/// Runs an effect. What came of it is the next event.
async fn run(id: &str, effect: Effect) -> Option<Event> {
    let tab = with_world(|world| world.jobs.get(id).and_then(|job| job.record.tab_id));
    match (effect, tab) {
        (Effect::OpenTab { url, active }, _) => Some(match chrome::open_tab(&url, active).await {
            Ok(opened) => match opened.id {
                Some(tab_id) => Event::TabOpened { tab_id },
                None => Event::TabClosed,
            },
            Err(error) => Event::ObserveFailed(ObserveFailure::Restricted(format!(
                "The page could not be opened: {error}"
            ))),
        }),
        (Effect::Plan(request), _) => Some(plan(id, *request).await),
        (Effect::AwaitCode, _) => {
            await_code(id.to_owned());
            None
        }
        (Effect::Log { .. } | Effect::Report(_) | Effect::Keep { .. }, _) => None,
        (_, None) => Some(Event::TabClosed),
        (Effect::Observe { settle_ms, delay_ms }, Some(tab)) => {
            Some(page::observe(id, tab, settle_ms, delay_ms).await)
        }
        (Effect::Execute(placed), Some(tab)) => Some(page::execute(id, tab, placed).await),
        (Effect::Navigate { url }, Some(tab)) => {
            if let Err(error) = chrome::navigate_tab(tab, &url).await {
                say(LogLevel::Error, id, &error.0);
            }
            None
        }
        (Effect::BringToFront, Some(tab)) => {
            // A window that cannot come forward is no reason to end a job.
            let _ = chrome::bring_to_front(tab).await;
            None
        }
        (Effect::Halt, Some(tab)) => {
            planner_client::abandon(id);
            page::halt(id, tab).await;
            None
        }
    }
}

async fn plan(id: &str, request: Outgoing<NextRequest>) -> Event {
    let exit = exit(id, &profile().await.unwrap_or_default());
    let answer = match Server::from_settings().await {
        Ok(server) => server.next(request, &exit.keys()).await,
        Err(error) => Err(format!("{error}: planned in the extension")),
    };
    with_world(|world| world.server_answers = answer.is_ok());
    match answer {
        Ok(answer) => Event::Planned {
            plan: exit.returned(answer.plan),
            note: Some("Planned by the server".to_owned()),
            single: answer.single,
        },
        Err(note) => Event::PlanUnavailable { note },
    }
}

/// Asks the server for a code for as long as the job waits for one.
fn await_code(id: String) {
    if !with_world(|world| world.settings.use_server) {
        return;
    }
    spawn_local(async move {
        let waits = || {
            with_world(|world| {
                world
                    .jobs
                    .get(&id)
                    .is_some_and(|job| job.record.status == JobStatus::NeedsVerification)
            })
        };
        while waits() {
            let Ok(server) = Server::from_settings().await else { return };
            match server.code(&id).await {
                Ok(Some(code)) => {
                    let event = Event::Code { code, source: gate::CodeSource::Server };
                    // Refused when the person was quicker, or when it is no one-time code.
                    if deliver(&id, event).await.is_err() {
                        console::log(LogLevel::Info, "the code came too late, or is none");
                    }
                    return;
                }
                Ok(None) => {}
                Err(_) => return,
            }
        }
    });
}

fn name_of(event: &Event) -> &'static str {
    match event {
        Event::Start => "start",
        Event::TabOpened { .. } => "tab opened",
        Event::Observed { .. } => "observed",
        Event::ObserveFailed(_) => "observe failed",
        Event::Planned { .. } => "planned",
        Event::PlanUnavailable { .. } => "plan unavailable",
        Event::Executed { .. } => "executed",
        Event::Approve { .. } => "approve",
        Event::Shown => "shown",
        Event::Consent { .. } => "consent",
        Event::Deny => "deny",
        Event::Answered { .. } => "answered",
        Event::Code { .. } => "code",
        Event::Stop => "stop",
        Event::TabClosed => "tab closed",
        Event::Detached => "detached",
        Event::Reattached { .. } => "reattached",
        Event::Woken => "woken",
    }
}

/// A line of the console about `what`: of words of others only what may leave.
fn say(level: LogLevel, what: &str, message: &str) {
    let exit = with_world(|world| world.exit.clone()).unwrap_or_default();
    console::log_line(level, &exit.line(&format!("{what}: {message}")));
}

/// Whether an address can be worked on at all.
fn is_web_address(url: &str) -> bool {
    !gate::origin_of(url).is_empty()
}
