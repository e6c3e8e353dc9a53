//! What agents ask through the paired server, and what they are told. The worker asks the server whether there is
//! something; nothing listens here. What an agent may see is decided in `agent_core::agents`, and what it is told goes
//! through the exit. Nothing here approves, consents, answers or reads a value.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use agent_core::{
    agents::{self, Shared, own_job},
    exit::{Exit, Outgoing},
    gate,
    person::profiles::{Profiles, for_page},
    plan::{self, PlanInput},
};
use gloo_timers::future::TimeoutFuture;
use shared_types::{
    JobMode, JobRecord, JobStatus, ProfileId,
    agents::{
        AgentAnswer, AgentAsk, AgentCommand, AgentForm, AgentName, AgentOpening, AgentPoll,
        AgentRecipe, AgentRefusal, AgentReply, AgentUndone,
    },
    job::AskedBy,
    message::PopupReply,
    settings::LogLevel,
};
use web_sys::AbortController;

use super::{
    page, receipts, requests,
    world::{self, jobs_of_tab, say, today, with_world},
};
use crate::planner_client::Server;
use extension_browser::{
    chrome::{self, ChromeError, Tab},
    recipes as kept_recipes, storage,
    tasks::spawn_local,
};

/// Between two questions that a server answers at once, with nothing.
const PAUSE_MS: u32 = 1_000;

thread_local! {
    /// Whether somebody asks the server already.
    static ASKING: Cell<bool> = const { Cell::new(false) };
    /// The request that waits there: it ends when agents are switched off.
    static WAITING: RefCell<Option<AbortController>> = const { RefCell::new(None) };
}

/// Asks the server what agents want, for as long as the person lets them ask. When the server does not answer, the alarm
/// begins anew.
pub(super) fn follow() {
    if !with_world(|world| world.answers_agents()) {
        if let Some(waiting) = WAITING.take() {
            waiting.abort();
        }
        return;
    }
    if !ASKING.replace(true) {
        spawn_local(async {
            if let Err(why) = ask_server().await {
                say(LogLevel::Info, "agents", &why.0);
            }
            ASKING.set(false);
        });
    }
}

async fn ask_server() -> Result<(), ChromeError> {
    let mut told = Vec::new();
    while with_world(|world| world.answers_agents()) {
        let server = Server::from_settings().await?;
        let abort = AbortController::new()?;
        WAITING.set(Some(abort.clone()));
        let poll = Outgoing::<AgentPoll>::of_agents(std::mem::take(&mut told));
        let began = chrome::now();
        let commands = server.agents(abort, &poll).await;
        WAITING.set(None);
        let commands = commands?;
        if commands.is_empty() && chrome::now() - began < f64::from(PAUSE_MS) {
            // A server that does not let anybody wait is not asked without end.
            TimeoutFuture::new(PAUSE_MS).await;
        }
        // A call of the browser's own, between two requests that wait: else it takes the worker for idle.
        let shared = storage::shared_tabs().await?;
        for command in commands {
            told_of(command, &shared, &mut told).await?;
        }
    }
    Ok(())
}

async fn told_of(
    command: AgentCommand,
    shared: &[Shared],
    told: &mut Vec<Outgoing<AgentReply>>,
) -> Result<(), ChromeError> {
    let AgentCommand { id, agent, sites, ask } = command;
    let profiles = world::profiles().await?;
    let asked = Asked { agent, sites, shared, profiles: &profiles };
    let answer = asked.answer(ask).await;
    // What a page says of anybody is taken out, whichever profile is the default by now.
    let exit = match &answer {
        AgentAnswer::Job(job) => world::exit(&job.job, &profiles),
        AgentAnswer::Questions(asked) => world::exit(&asked.job, &profiles),
        AgentAnswer::Plan(plan) => exit_at(&plan.origin, &profiles),
        _ => exit_of(&profiles.set().default, &profiles),
    };
    told.push(exit.agent(AgentReply { id, answer }));
    Ok(())
}

fn exit_at(origin: &str, profiles: &Profiles) -> Rc<Exit> {
    exit_of(for_page(profiles.set(), origin), profiles)
}

fn exit_of(profile: &ProfileId, profiles: &Profiles) -> Rc<Exit> {
    Rc::new(Exit::new(&profiles.source(profile, None, None)))
}

/// Who asks, and among what.
struct Asked<'a> {
    agent: AgentName,
    sites: Vec<String>,
    shared: &'a [Shared],
    profiles: &'a Rc<Profiles>,
}

impl Asked<'_> {
    async fn answer(&self, ask: AgentAsk) -> AgentAnswer {
        let answer = match ask {
            AgentAsk::ListForms => self.forms().await,
            AgentAsk::OpenForm { address } => self.wish(&address).await,
            AgentAsk::PreviewPlan { form } => self.plan(&form).await,
            AgentAsk::StartFill { form } => self.start(&form).await,
            AgentAsk::GetJob { job } => self.job(&job).await.map(|record| told_job(&record)),
            AgentAsk::ListQuestions { job } => self
                .job(&job)
                .await
                .map(|record| AgentAnswer::Questions(agents::questions(&record))),
            AgentAsk::RequestSubmit { job } => self.submit(&job).await,
            AgentAsk::Undo { job } => self.undo(&job).await,
            AgentAsk::ListReceipts => self.receipts().await,
            AgentAsk::ListRecipes => self.recipes().await,
        };
        answer.unwrap_or_else(AgentAnswer::Refused)
    }

    /// The forms that are shared with this agent, each with its tab as it is now.
    async fn seen(&self) -> Vec<(&Shared, Tab)> {
        let mut seen = Vec::new();
        for shared in self.shared.iter().filter(|shared| shared.is_for(&self.sites)) {
            if let Ok(tab) = chrome::tab(shared.tab).await
                && shared.holds(&tab.url)
            {
                seen.push((shared, tab));
            }
        }
        seen
    }

    async fn form(&self, form: &str) -> Result<(&Shared, Tab), AgentRefusal> {
        let found = self.seen().await.into_iter().find(|(shared, _)| shared.form == form);
        found.ok_or(AgentRefusal::NoSuchForm)
    }

    async fn forms(&self) -> Result<AgentAnswer, AgentRefusal> {
        let form = |(shared, tab): (&Shared, Tab)| AgentForm {
            form: shared.form.clone(),
            origin: shared.origin.clone(),
            title: tab.title,
            job: jobs_of_tab(shared.tab).into_iter().find(|id| {
                with_world(|world| {
                    let job = world.jobs.get(id);
                    job.is_some_and(|job| own_job(&job.record, &self.agent.key, &self.sites))
                })
            }),
        };
        Ok(AgentAnswer::Forms(self.seen().await.into_iter().map(form).collect()))
    }

    /// Has the person asked. Nothing is opened before they say so.
    async fn wish(&self, address: &str) -> Result<AgentAnswer, AgentRefusal> {
        let id = chrome::random_id();
        let asked =
            storage::change_wishes(|all| agents::wish(all, id, &self.agent, &self.sites, address));
        let origin = asked.await.map_err(|_| AgentRefusal::Failed)??;
        Ok(AgentAnswer::Opening(AgentOpening { origin }))
    }

    async fn plan(&self, form: &str) -> Result<AgentAnswer, AgentRefusal> {
        let (shared, tab) = self.form(form).await?;
        let read = page::read(shared.tab, 0, None).await.map_err(|_| AgentRefusal::Unreadable)?;
        let profile = for_page(self.profiles.set(), &tab.url);
        let keys = self.profiles.source(profile, None, today()).keys();
        let observation = &read.page.observation;
        let input =
            PlanInput { observation, keys: &keys, history: &[], step: 1, mode: JobMode::Live };
        // The page may have gone elsewhere while it was read.
        if gate::origin_of(&observation.url) != shared.origin {
            return Err(AgentRefusal::NoSuchForm);
        }
        let plan = plan::plan(&input);
        Ok(AgentAnswer::Plan(agents::plan(form, &shared.origin, &plan, observation)))
    }

    /// An ordinary job. Its sheet, its questions and its approvals are the person's, in the panel.
    async fn start(&self, form: &str) -> Result<AgentAnswer, AgentRefusal> {
        let (shared, tab) = self.form(form).await?;
        if !jobs_of_tab(shared.tab).is_empty() {
            return Err(AgentRefusal::Busy);
        }
        let AgentName { key, name } = self.agent.clone();
        let start = requests::Start {
            job_id: chrome::random_id(),
            start_url: None,
            tab_id: Some(shared.tab),
            mode: if tab.active { JobMode::Live } else { JobMode::Background },
            record: None,
            goal: None,
            only: None,
            asked_by: Some(AskedBy { key, name, origin: shared.origin.clone() }),
        };
        match requests::start(start).await {
            Ok(PopupReply::Job(record)) => Ok(told_job(&record)),
            _ => Err(AgentRefusal::Failed),
        }
    }

    /// A job of this agent, as it is or as it was kept.
    async fn job(&self, id: &str) -> Result<JobRecord, AgentRefusal> {
        let known = with_world(|world| world.jobs.get(id).map(|job| job.record.clone()));
        let record = match known {
            Some(record) => Some(record),
            None => storage::job_record(id).await.ok().flatten(),
        };
        let own = |record: &JobRecord| own_job(record, &self.agent.key, &self.sites);
        record.filter(own).ok_or(AgentRefusal::NoSuchJob)
    }

    /// Where a job stands whose card waits; the person sends it, or does not.
    async fn submit(&self, id: &str) -> Result<AgentAnswer, AgentRefusal> {
        let record = self.job(id).await?;
        let waits = record.status == JobStatus::PausedForApproval && record.approval.is_some();
        if waits { Ok(told_job(&record)) } else { Err(AgentRefusal::NothingToSubmit) }
    }

    async fn undo(&self, id: &str) -> Result<AgentAnswer, AgentRefusal> {
        let record = self.job(id).await?;
        let is_still = record.status.is_final() || record.status.is_pause();
        if record.undoable == 0 || !is_still {
            return Err(AgentRefusal::NothingToUndo);
        }
        match requests::undo(id).await {
            Ok(PopupReply::Undone { restored, kept }) => {
                let origin = agents::job(&record).origin;
                Ok(AgentAnswer::Undone(AgentUndone { job: id.to_owned(), origin, restored, kept }))
            }
            _ => Err(AgentRefusal::Failed),
        }
    }

    async fn receipts(&self) -> Result<AgentAnswer, AgentRefusal> {
        receipts::wake().await;
        let own =
            with_world(|world| agents::receipts(&world.receipts, &self.agent.key, &self.sites));
        Ok(AgentAnswer::Receipts(own))
    }

    /// Of the sites of shared forms alone: where else the person was is nobody's business.
    async fn recipes(&self) -> Result<AgentAnswer, AgentRefusal> {
        let seen = self.seen().await;
        let all = kept_recipes::all().await.map_err(|_| AgentRefusal::Failed)?;
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let told = all.into_iter().map(|kept| kept.recipe);
        let told = told.filter(|recipe| seen.iter().any(|(one, _)| one.origin == recipe.origin));
        let told = told.map(|recipe| AgentRecipe {
            pages: count(recipe.steps.len()),
            fields: count(recipe.steps.iter().map(|step| step.fields.len()).sum()),
            origin: recipe.origin,
        });
        Ok(AgentAnswer::Recipes(told.collect()))
    }
}

fn told_job(record: &JobRecord) -> AgentAnswer {
    AgentAnswer::Job(agents::job(record))
}
