//! One turn of the machine after the other: an event goes in, its effects are run, and what comes of them goes in again.

use std::{collections::VecDeque, pin::pin, rc::Rc};

use agent_core::{
    exit::{Exit, Outgoing},
    gate::CodeSource,
    job::{self, Context, Effect, Event, Job, ObserveFailure},
    person::profiles::Profiles,
};
use futures_util::future::{Either, join, select};
use gloo_timers::future::TimeoutFuture;
use shared_types::{
    JobStatus,
    api::{CodeResponse, LogRequest, NextRequest},
    job::PLANNED_BY_SERVER,
    message::PopupReply,
    settings::{LogEntry, LogLevel},
};

use super::{
    hold,
    logbook::{self, Line},
    own_model, page, receipts, recipes, room, row_jobs, shared_tabs, turns,
    world::{
        self, answers, exit, jobs_of_tab, last_known, notify, profiles, say, today, with_world,
    },
};
use crate::{planner_client, planner_client::Server};
use extension_browser::{chrome, console, storage, tasks::spawn_local};

/// Wakes the worker while a job needs it, should the browser stop it.
const ALARM: &str = "vaulty-running-jobs";
/// How long the HUD shows how a job ended.
const HUD_AFTER_END_MS: u32 = 6_000;

/// Rules take no such time: a plan that is waited for longer is a model's.
const MODEL_THINKS_AFTER_MS: u32 = 1_500;

/// What a message of the popup gets. An error is a sentence for the person.
pub(super) type Answer = Result<PopupReply, String>;

/// Gives a job an event and answers with the job; what follows goes on behind.
pub(super) async fn tell(id: &str, event: Event) -> Answer {
    let effects = step(id, event).await?;
    let id = id.to_owned();
    let record = with_world(|world| world.jobs.get(&id).map(|job| job.record.clone()));
    spawn_local(async move { follow(&id, effects).await });
    Ok(record.map_or(PopupReply::Ok, |record| PopupReply::Job(Box::new(record))))
}

/// Delivers an event without anybody waiting for what comes of it.
pub(super) fn deliver_later(id: String, event: Event) {
    spawn_local(async move {
        if let Err(why) = deliver(&id, event).await {
            say(LogLevel::Info, &id, &why);
        }
    });
}

/// Delivers an event and everything that follows from it, until the job waits or ends.
pub(super) async fn deliver(id: &str, event: Event) -> Result<(), String> {
    let effects = step(id, event).await?;
    follow(id, effects).await;
    Ok(())
}

/// Runs effects and what follows from them, until the job waits or ends.
pub(super) async fn follow(id: &str, effects: Vec<Effect>) {
    let mut effects = VecDeque::from(effects);
    while let Some(effect) = effects.pop_front() {
        if has_ended(id) && !matches!(effect, Effect::Halt) {
            continue;
        }
        let Some(event) = run(id, effect).await else { continue };
        let done = match step(id, event).await {
            // Nothing would go on with what the page is doing.
            Err(Refused::Unreadable(why)) => step(id, Event::CannotGoOn(why)).await,
            done => done,
        };
        match done {
            Ok(more) => effects.extend(more),
            Err(why) => say(LogLevel::Info, id, &String::from(why)),
        }
    }
}

fn has_ended(id: &str) -> bool {
    with_world(|world| world.jobs.get(id).is_none_or(|job| job.record.status.is_final()))
}

/// Why an event was not taken.
pub(super) enum Refused {
    /// The job does not take it; a sentence for the person.
    ByJob(String),
    /// The profiles can't be read; why, for the person.
    Unreadable(String),
}

impl From<Refused> for String {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::ByJob(why) | Refused::Unreadable(why) => why,
        }
    }
}

/// What an event is handled with. One that ends a job waits for nothing: it takes what was known of the person last.
async fn known(id: &str, event: Event) -> Result<(Event, Rc<Profiles>, Rc<Exit>), Refused> {
    if event.needs_no_profile() {
        let (profiles, exit) = last_known();
        return Ok((event, profiles, exit));
    }
    match profiles().await {
        Ok(profiles) => {
            let exit = exit(id, &profiles);
            Ok((event, profiles, exit))
        }
        Err(error) if matches!(event, Event::ProfileGone) => {
            let (profiles, exit) = last_known();
            Ok((Event::CannotGoOn(error.0), profiles, exit))
        }
        Err(error) => Err(Refused::Unreadable(error.0)),
    }
}

/// One turn of the machine, stored before its effects run. One that can't be stored is the job's last: nothing is done in
/// a page that a worker woken anew would not know of.
pub(super) async fn step(id: &str, event: Event) -> Result<Vec<Effect>, Refused> {
    let (mut effects, mut stored) = turn(id, event).await?;
    let why = msg!("worker_no_room_for_the_job");
    if !stored && !has_ended(id) {
        (effects, stored) = turn(id, Event::CannotGoOn(why.clone())).await?;
    }
    if !stored {
        // What the panel finds would say that the job goes on. To remove something takes no room.
        if let Err(error) = chrome::unstore(&storage::job_key(id)).await {
            say(LogLevel::Error, "the job could not be removed", &error.0);
        }
        notify(&why).await;
    }
    Ok(effects)
}

/// Hands an event to the job and stores what came of it. Logs and reports leave here. Returns whether it was stored.
async fn turn(id: &str, event: Event) -> Result<(Vec<Effect>, bool), Refused> {
    if !with_world(|world| world.has_lessons) {
        world::read_lessons().await;
    }
    let (event, profiles, exit) = known(id, event).await?;
    let site = world::site_of(id);
    let (nonce, answers) = (chrome::random_id(), answers(id, &profiles, &site));
    let set = world::recipes(id);
    say(LogLevel::Debug, id, name_of(&event));
    let handled = with_world(|world| {
        let Some(hash_key) = world.hash_key else { return Err(msg!("worker_not_ready_yet")) };
        let Some(job) = world.jobs.get_mut(id) else {
            return Err(msg!("worker_there_is_no_such_job_any_more"));
        };
        let profile = job.record.profile_id.clone();
        let context = Context {
            now: chrome::now(),
            source: profiles.source(&profile, world.records.get(id), today(), &site),
            profiles: profiles.set(),
            page: world.pages.get(id),
            hash_key: &hash_key,
            nonce: &nonce,
            server: world.settings.use_server,
            consents: &world.consents,
            receipts: &world.receipts,
            lessons: &world.lessons,
            answers: &answers,
            model: world.settings.browser_model,
            recipes: &set,
            keeps_pages: world.settings.log_level == LogLevel::Debug,
        };
        let mut effects = match row_jobs::told_before(job, &event) {
            Some(agreed) => job.handle(agreed, &context)?,
            None => Vec::new(),
        };
        effects.extend(job.handle(event, &context)?);
        Ok(effects)
    });
    let effects = handled.map_err(Refused::ByJob)?;
    let (stored, ()) = join(persist(id, &exit), hold::follow(id)).await;
    let (effects, lines, reports) = sort_out(id, effects, &exit);
    logbook::keep(lines, exit.clone());
    report(reports);
    show(id);
    turns::told(id, &exit);
    Ok((effects, stored))
}

/// Sets the alarm when a job needs it, agents are answered or forms looked at, and takes it away when none does: who waits for a person for days
/// does not wake twice a minute.
pub(super) async fn use_alarm() {
    let changed = with_world(|world| {
        let needed = world.jobs.values().any(Job::needs_waking)
            || world.answers_agents()
            || world.looks_at_forms;
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

/// Stores what is kept of a job. What ended before gives way to it where there is no room.
async fn persist(id: &str, exit: &Exit) -> bool {
    let Some(job) = with_world(|world| world.jobs.get(id).cloned()) else { return true };
    // Set before the state is stored that needs it, taken away after.
    if job.needs_waking() {
        use_alarm().await;
    }
    let kept = exit.kept(&job);
    let mut stored = storage::set_job(id, &kept).await;
    while stored.is_err() && room::make(|job| job == id).await {
        stored = storage::set_job(id, &kept).await;
    }
    if let Err(error) = &stored {
        say(LogLevel::Error, "the job could not be stored", &error.0);
    }
    if job.record.status.is_final() {
        with_world(|world| {
            world.records.remove(id);
            world.pages.remove(id);
            world.recipes.remove(id);
        });
        // Storage that stays behind is removed with the next job that ends.
        let _ = storage::remove_record_of(id).await;
        let _ = storage::forget_unconfirmed(id).await;
        shared_tabs::job_has_ended(&job.record).await;
        room::forget_old_jobs().await;
    }
    use_alarm().await;
    stored.is_ok()
}

/// A line of the log about a job.
pub(super) fn new_entry(job: &str, step: u32) -> LogEntry {
    LogEntry {
        id: chrome::random_id(),
        job_id: job.to_owned(),
        step,
        timestamp: chrome::now(),
        ..LogEntry::default()
    }
}

/// Logs and reports are no effects that anything waits for.
fn sort_out(
    id: &str,
    effects: Vec<Effect>,
    exit: &Rc<Exit>,
) -> (Vec<Effect>, Vec<Line>, Vec<Outgoing<LogRequest>>) {
    let (step, url) = with_world(|world| {
        let step = world.jobs.get(id).map_or(0, |job| job.record.step);
        let url = world.pages.get(id).map(|page| page.observation.url.clone());
        (step, url.unwrap_or_default())
    });
    let mut kept = Vec::new();
    let mut lines = Vec::new();
    let mut reports = Vec::new();
    for effect in effects {
        match effect {
            Effect::Log { kind, message, action } => {
                let entry = LogEntry {
                    kind: kind.to_owned(),
                    url: url.split('?').next().unwrap_or_default().to_owned(),
                    message,
                    ..new_entry(id, step)
                };
                lines.push(Line::Said { entry, action });
            }
            Effect::Keep { page, plan } => {
                lines.push(Line::Planned { entry: new_entry(id, step), page, plan });
            }
            Effect::Receipt(receipt) => {
                let exit = exit.clone();
                spawn_local(async move { receipts::keep(*receipt, &exit).await });
            }
            Effect::Learned(learned) => {
                let id = id.to_owned();
                spawn_local(async move { recipes::keep(&id, *learned).await });
            }
            Effect::Misled { recipe } => {
                let id = id.to_owned();
                spawn_local(async move { recipes::misled(&id, &recipe).await });
            }
            Effect::Report(entry) => reports.push(exit.report(id.to_owned(), *entry)),
            other => kept.push(other),
        }
    }
    (kept, lines, reports)
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
            ("!", chrome::WAITS_COLOR)
        }
        JobStatus::Done => ("✓", "#15803d"),
        JobStatus::Stopped | JobStatus::Error => ("×", "#b91c1c"),
    };
    let hud = job::hud(&record);
    let ended = record.status.is_final();
    spawn_local(async move {
        // The tab may be gone, or show a page without our script: then there is nothing to show.
        let _ = chrome::badge(Some(tab), text, color).await;
        let _ = page::show_hud(tab, hud).await;
        if ended {
            TimeoutFuture::new(HUD_AFTER_END_MS).await;
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
            Err(error) => Event::ObserveFailed(ObserveFailure::Restricted(msg!(
                "worker_the_page_could_not_be_opened",
                error = error
            ))),
        }),
        (Effect::Plan(request), _) => Some(plan(id, *request).await),
        (Effect::AskModel(task), _) => Some(own_model::ask(id, &task).await),
        (Effect::AwaitCode, _) => {
            await_code(id.to_owned());
            None
        }
        (
            Effect::Log { .. }
            | Effect::Report(_)
            | Effect::Receipt(_)
            | Effect::Learned(_)
            | Effect::Misled { .. }
            | Effect::Keep { .. },
            _,
        ) => None,
        (_, None) => Some(Event::TabClosed),
        (Effect::Observe { settle_ms, delay_ms }, Some(tab)) => {
            let event = page::observe(id, tab, settle_ms, delay_ms).await;
            recipes::find(id).await;
            row_jobs::compare_page(id).await;
            Some(event)
        }
        (Effect::Look { delay_ms }, Some(tab)) => page::look(id, tab, delay_ms).await,
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
            own_model::abandon(id);
            page::halt(id, tab).await;
            None
        }
    }
}

async fn plan(id: &str, request: Outgoing<NextRequest>) -> Event {
    let exit = match profiles().await {
        Ok(profiles) => exit(id, &profiles),
        Err(error) => return Event::PlanUnavailable { note: error.0 },
    };
    let without_model =
        with_world(|world| world.jobs.get(id).is_some_and(|job| job.record.without_model));
    let answer = match Server::from_settings().await {
        Ok(server) => {
            let keys = exit.keys();
            // By this id the server's log names the request, and this one too.
            let request_id = chrome::random_id();
            let message = msg!("worker_asked_the_server", id = request_id);
            let step = request.get().step;
            let entry = LogEntry { kind: "info".to_owned(), message, ..new_entry(id, step) };
            logbook::keep(vec![Line::Said { entry, action: None }], exit.clone());
            let plan = pin!(server.next(request, &request_id, &keys, without_model));
            match select(plan, TimeoutFuture::new(MODEL_THINKS_AFTER_MS)).await {
                Either::Left((answer, _)) => answer,
                Either::Right(((), plan)) => {
                    deliver_later(id.to_owned(), Event::ModelThinks);
                    plan.await
                }
            }
        }
        Err(error) => Err(msg!("worker_planned_here_because", why = error)),
    };
    with_world(|world| world.server_answers = answer.is_ok());
    match answer {
        Ok(answer) => Event::Planned {
            plan: exit.returned(answer.plan),
            note: Some(PLANNED_BY_SERVER.to_owned()),
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
                let record = &world.jobs.get(&id)?.record;
                let asked = record.verification.as_ref();
                let waits = record.status == JobStatus::NeedsVerification;
                waits.then(|| asked.map(|asked| asked.origin.clone()).unwrap_or_default())
            })
        };
        while let Some(site) = waits() {
            let Ok(server) = Server::from_settings().await else { return };
            match server.code(&id, &site).await {
                Ok(Some(CodeResponse { code, source })) => {
                    let source = source.map_or(CodeSource::Server, CodeSource::Found);
                    let event = Event::Code { code, source };
                    // Refused when the person was quicker, or when it is no one-time code.
                    if deliver(&id, event).await.is_ok() {
                        return;
                    }
                    // Another one may be right.
                    console::log(LogLevel::Info, "the code came too late, or is none");
                }
                Ok(None) => {}
                Err(_) => return,
            }
        }
    });
}

fn name_of(event: &Event) -> &'static str {
    match event {
        Event::Bulk(_) => "bulk",
        Event::Start => "start",
        Event::TabOpened { .. } => "tab opened",
        Event::Observed { .. } => "observed",
        Event::Looked => "looked",
        Event::Advised { .. } => "advised",
        Event::ObserveFailed(_) => "observe failed",
        Event::Planned { .. } => "planned",
        Event::PlanUnavailable { .. } => "plan unavailable",
        Event::ModelThinks => "model thinks",
        Event::WithoutModel => "without model",
        Event::Drafted(_) => "drafted",
        Event::Executed { .. } => "executed",
        Event::Approve { .. } => "approve",
        Event::Shown => "shown",
        Event::Listed(_) => "listed",
        Event::Consent { .. } => "consent",
        Event::Deny => "deny",
        Event::UseProfile { .. } => "use profile",
        Event::ProfileGone => "profile gone",
        Event::CannotGoOn(_) => "cannot go on",
        Event::Answered { .. } => "answered",
        Event::Suggested(_) => "suggested",
        Event::Withdrawn { .. } => "withdrawn",
        Event::Code { .. } => "code",
        Event::Stop => "stop",
        Event::TabClosed => "tab closed",
        Event::Detached => "detached",
        Event::Reattached { .. } => "reattached",
        Event::Woken => "woken",
    }
}
