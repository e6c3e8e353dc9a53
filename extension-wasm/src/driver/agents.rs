//! What agents ask through the paired server, and what they are told. The worker asks the server whether there is
//! something; nothing listens here. What an agent may see is decided in `agent_core::agents`, and what it is told goes
//! through the exit. Nothing here approves, consents, answers or reads a value.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use agent_core::{
    agents::{self, Seen, Shared, own_job},
    exit::{Exit, Outgoing},
    job::{Context, Event, Job},
    observe::Page,
    person::profiles::{Profiles, for_page},
};
use futures_util::future::join_all;
use gloo_timers::future::TimeoutFuture;
use shared_types::{
    JobMode, JobRecord, JobStatus, Private, Question,
    agents::{
        AgentAnswer, AgentAsk, AgentCommand, AgentCommands, AgentForm, AgentName, AgentOpening,
        AgentPoll, AgentRecipe, AgentRefusal, AgentReply, AgentUndone,
    },
    job::AskedBy,
    message::PopupReply,
    settings::LogLevel,
};
use web_sys::AbortController;

use super::{
    page, receipts, requests, run, shared_tabs, sheet, start,
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
    /// The agents that the server lets in, as it said last.
    static KNOWN: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
    /// The request that waits there: it ends when agents are switched off.
    static WAITING: RefCell<Option<AbortController>> = const { RefCell::new(None) };
}

/// Asks the server what agents want, for as long as the person lets them ask. When the server does not answer, the alarm
/// begins anew.
pub(super) fn follow() {
    if !with_world(|world| world.lets_agents_answer()) {
        spawn_local(withdraw_suggestions(&[]));
    }
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
        let known = KNOWN.with_borrow(Clone::clone).unwrap_or_default();
        let poll = Outgoing::<AgentPoll>::of_agents(std::mem::take(&mut told), known);
        let began = chrome::now();
        let commands = server.agents(abort, &poll).await;
        WAITING.set(None);
        let AgentCommands { commands, agents } = commands?;
        if let Some(known) = agents
            && KNOWN.replace(Some(known.clone())).as_ref() != Some(&known)
        {
            withdraw_all_but(&known).await;
        }
        if commands.is_empty() && chrome::now() - began < f64::from(PAUSE_MS) {
            // A server that does not let anybody wait is not asked without end.
            TimeoutFuture::new(PAUSE_MS).await;
        }
        // A call of the browser's own, between two requests that wait: else it takes the worker for idle.
        storage::shared_tabs().await?;
        for command in commands {
            // The person may have come in between.
            if with_world(|world| world.answers_agents()) {
                told.push(told_of(command).await?);
            }
        }
    }
    Ok(())
}

async fn told_of(command: AgentCommand) -> Result<Outgoing<AgentReply>, ChromeError> {
    let AgentCommand { id, agent, sites, answers, ask } = command;
    let profiles = world::profiles().await?;
    let shared = storage::shared_tabs().await?;
    let asked = Asked { agent, sites, answers, shared, profiles };
    let (answer, exit) = match asked.answer(ask).await {
        Ok(told) => told,
        Err(why) => (AgentAnswer::Refused(why), Rc::default()),
    };
    Ok(exit.agent(AgentReply { id, answer }))
}

/// Questions of a job, and the ids of those that the agent has answered.
struct Open {
    questions: Vec<(Question, Option<String>)>,
    suggested: Vec<String>,
}

/// Takes back what waits for the person in the name of agents that are let in no longer. `known`: keys of those that are.
async fn withdraw_all_but(known: &[String]) {
    if let Err(why) = storage::change_wishes(|all| agents::withdraw(all, known)).await {
        say(LogLevel::Error, "agents", &why.0);
    }
    shared_tabs::mark_wishes().await;
    withdraw_suggestions(known).await;
}

/// Takes back what agents answered and the person has not taken, but for these agents.
async fn withdraw_suggestions(known: &[String]) {
    let jobs: Vec<String> = with_world(|world| {
        let with = world.jobs.iter().filter(|(_, job)| job.has_suggestions_of_others(known));
        with.map(|(id, _)| id.clone()).collect()
    });
    for id in jobs {
        if let Err(why) = run::deliver(&id, Event::Withdrawn { known: known.to_vec() }).await {
            say(LogLevel::Error, &id, &why);
        }
    }
}

/// An answer, and what takes out of it what a page says of anybody.
type Told = (AgentAnswer, Rc<Exit>);

/// Who asks, and among what.
struct Asked {
    agent: AgentName,
    sites: Vec<String>,
    /// Whether the person lets it answer, at the server.
    answers: bool,
    shared: Vec<Shared>,
    profiles: Rc<Profiles>,
}

impl Asked {
    async fn answer(&self, ask: AgentAsk) -> Result<Told, AgentRefusal> {
        match ask {
            AgentAsk::ListForms => self.forms().await,
            AgentAsk::OpenForm { address } => self.wish(&address).await,
            AgentAsk::PreviewPlan { form } => self.plan(&form).await,
            AgentAsk::StartFill { form } => self.start(&form).await,
            AgentAsk::GetJob { job } => Ok(self.told_job(&self.job(&job).await?).await),
            AgentAsk::ListQuestions { job } => self.questions(&job).await,
            AgentAsk::AnswerQuestion { job, question, answer } => {
                self.suggest(&job, &question, &answer).await
            }
            AgentAsk::RequestSubmit { job } => self.submit(&job).await,
            AgentAsk::Undo { job } => self.undo(&job).await,
            AgentAsk::ListReceipts => self.receipts().await,
            AgentAsk::ListRecipes => self.recipes().await,
        }
    }

    /// For what no job and no page is about: whichever profile is the default by now.
    fn exit(&self) -> Rc<Exit> {
        let default = &self.profiles.set().default;
        Rc::new(Exit::new(&self.profiles.source(default, None, None, "")))
    }

    /// For what is said of a page that shows this address: what its fields hold is taken out as well.
    fn exit_at(&self, url: &str, page: &Page) -> Rc<Exit> {
        let profile = for_page(self.profiles.set(), url);
        Rc::new(Exit::beside(&self.profiles.source(profile, None, None, ""), page))
    }

    /// For what is said of a job.
    fn exit_of(&self, job: &str) -> Rc<Exit> {
        let profile = world::profile_of(job);
        let beside = with_world(|world| {
            let source = self.profiles.source(&profile, world.records.get(job), None, "");
            world.pages.get(job).map(|page| Exit::beside(&source, page))
        });
        beside.map_or_else(|| world::exit(job, &self.profiles), Rc::new)
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

    /// Whether the form of a job is shared with this agent now.
    async fn sees(&self, record: &JobRecord) -> bool {
        self.seen().await.iter().any(|(shared, _)| Some(shared.tab) == record.tab_id)
    }

    async fn form(&self, form: &str) -> Result<(&Shared, Tab), AgentRefusal> {
        let found = self.seen().await.into_iter().find(|(shared, _)| shared.form == form);
        found.ok_or(AgentRefusal::NoSuchForm)
    }

    async fn forms(&self) -> Result<Told, AgentRefusal> {
        let seen = self.seen().await;
        let forms = seen.into_iter().map(|(shared, tab)| async move {
            AgentForm {
                form: shared.form.clone(),
                origin: shared.origin.clone(),
                title: self.title(shared, &tab).await,
                job: self.job_in(shared.tab),
            }
        });
        Ok((AgentAnswer::Forms(join_all(forms).await), self.exit()))
    }

    /// The title of a page, without what its fields hold; of a page that cannot be read, none.
    async fn title(&self, shared: &Shared, tab: &Tab) -> String {
        let told = |page: &Page| self.exit_at(&tab.url, page).title(&page.observation.title);
        if let Some(job) = jobs_of_tab(shared.tab).first() {
            let known = with_world(|world| world.pages.get(job).cloned());
            return known.as_ref().map(told).unwrap_or_default();
        }
        let read = page::read(shared.tab, 0, None).await.ok();
        let is_here = |page: &Page| shared.holds(&page.observation.url);
        read.filter(|read| is_here(&read.page)).map(|read| told(&read.page)).unwrap_or_default()
    }

    /// The job of this agent that goes on in a tab.
    fn job_in(&self, tab: i32) -> Option<String> {
        jobs_of_tab(tab).into_iter().find(|id| {
            with_world(|world| {
                let job = world.jobs.get(id);
                job.is_some_and(|job| own_job(&job.record, &self.agent.key, &self.sites))
            })
        })
    }

    /// Has the person asked. Nothing is opened before they say so.
    async fn wish(&self, address: &str) -> Result<Told, AgentRefusal> {
        let id = chrome::random_id();
        let asked =
            storage::change_wishes(|all| agents::wish(all, id, &self.agent, &self.sites, address));
        let origin = asked.await.map_err(|_| AgentRefusal::Failed)??;
        shared_tabs::mark_wishes().await;
        Ok((AgentAnswer::Opening(AgentOpening { origin }), self.exit()))
    }

    async fn plan(&self, form: &str) -> Result<Told, AgentRefusal> {
        let (shared, tab) = self.form(form).await?;
        let read = page::read(shared.tab, 0, None).await.map_err(|_| AgentRefusal::Unreadable)?;
        // The person may have taken it back meanwhile, and the page may have gone elsewhere.
        shared_tabs::count(form).await?;
        if !shared.holds(&read.page.observation.url) {
            return Err(AgentRefusal::NoSuchForm);
        }
        let profile = for_page(self.profiles.set(), &tab.url);
        let keys = self.profiles.source(profile, None, today(), read.page.own_site()).keys();
        let plan = agents::plan(shared, &read.page, &keys, &self.sites);
        Ok((AgentAnswer::Plan(plan), self.exit_at(&tab.url, &read.page)))
    }

    /// An ordinary job. Its sheet, its questions and its approvals are the person's, in the panel.
    async fn start(&self, form: &str) -> Result<Told, AgentRefusal> {
        let (shared, tab) = self.form(form).await?;
        if !jobs_of_tab(shared.tab).is_empty() {
            return Err(AgentRefusal::Busy);
        }
        shared_tabs::count(form).await?;
        let AgentName { key, name } = self.agent.clone();
        let start = start::Start {
            job_id: chrome::random_id(),
            start_url: None,
            tab_id: Some(shared.tab),
            mode: if tab.active { JobMode::Live } else { JobMode::Background },
            record: None,
            goal: None,
            only: None,
            change_of: None,
            origin: start::Origin::Agent(AskedBy { key, name, origin: shared.origin.clone() }),
        };
        match start::start(start).await {
            Ok(PopupReply::Job(record)) => Ok(self.told_job(&record).await),
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

    /// How a job stands; what its page says only while the person shares that.
    async fn told_job(&self, record: &JobRecord) -> Told {
        let is_seen = self.sees(record).await;
        let told = self.looking(record, is_seen, |seen| agents::job(record, seen));
        (AgentAnswer::Job(told), self.exit_of(&record.id))
    }

    async fn questions(&self, id: &str) -> Result<Told, AgentRefusal> {
        let record = self.job(id).await?;
        let is_seen = self.sees(&record).await;
        let open = if self.may_answer() { self.open(id) } else { None };
        let told = self.looking(&record, is_seen, |seen| match &open {
            None => agents::questions(&record, seen),
            Some(open) => {
                let has_suggested =
                    |question: &str| open.suggested.iter().any(|suggested| suggested == question);
                agents::questions_to_answer(&record, seen, &open.questions, has_suggested)
            }
        });
        Ok((AgentAnswer::Questions(told), self.exit_of(id)))
    }

    /// Whether this agent may answer: the person says so at the server and in this browser.
    fn may_answer(&self) -> bool {
        self.answers && with_world(|world| world.lets_agents_answer())
    }

    /// The questions of a job that are open now, as this agent may answer them.
    fn open(&self, job: &str) -> Option<Open> {
        let look = |job: &Job, page: &Page, ctx: &Context<'_>| {
            let all = job.ids_for_agents(page, ctx).into_iter();
            let questions: Vec<_> = all.map(|(question, id)| (question.clone(), id)).collect();
            let ids = questions.iter().filter_map(|(_, id)| id.clone());
            let suggested = ids.filter(|id| job.has_suggested(&self.agent.key, id)).collect();
            Open { questions, suggested }
        };
        sheet::look_at(job, &self.profiles, None, look).ok()
    }

    /// Lays an answer beside its question. It is nothing before the person takes it.
    async fn suggest(
        &self,
        id: &str,
        question: &str,
        answer: &Private,
    ) -> Result<Told, AgentRefusal> {
        let record = self.job(id).await?;
        if !self.may_answer() {
            return Err(AgentRefusal::AnswersOff);
        }
        if !self.sees(&record).await {
            return Err(AgentRefusal::NoSuchForm);
        }
        let judge = |job: &Job, page: &Page, ctx: &Context<'_>| {
            job.suggestion((&self.agent, question, answer), page, ctx)
        };
        let judged = sheet::look_at(id, &self.profiles, None, judge);
        let judged = judged.map_err(|_| AgentRefusal::NoSuchQuestion)??;
        let laid = run::deliver(id, Event::Suggested(Box::new(judged))).await;
        laid.map_err(|_| AgentRefusal::NoSuchQuestion)?;
        // The person may have turned it off in between.
        if !self.may_answer() {
            withdraw_suggestions(&[]).await;
            return Err(AgentRefusal::AnswersOff);
        }
        let suggested = agents::suggested(&record, question);
        Ok((AgentAnswer::Suggested(suggested), self.exit()))
    }

    /// Looks at the page of a job with this agent's eyes.
    fn looking<T>(&self, record: &JobRecord, is_seen: bool, look: impl FnOnce(Seen<'_>) -> T) -> T {
        with_world(|world| {
            let page = world.pages.get(&record.id);
            look(match (is_seen, self.sites.is_empty(), page) {
                (true, true, _) => Seen::All,
                (true, false, Some(page)) => Seen::Of(page, &self.sites),
                _ => Seen::Nothing,
            })
        })
    }

    /// Where a job stands whose card waits; the person sends it, or does not.
    async fn submit(&self, id: &str) -> Result<Told, AgentRefusal> {
        let record = self.job(id).await?;
        let waits = record.status == JobStatus::PausedForApproval && record.approval.is_some();
        if waits { Ok(self.told_job(&record).await) } else { Err(AgentRefusal::NothingToSubmit) }
    }

    async fn undo(&self, id: &str) -> Result<Told, AgentRefusal> {
        let record = self.job(id).await?;
        if !self.sees(&record).await {
            return Err(AgentRefusal::NoSuchForm);
        }
        let is_still = record.status.is_final() || record.status.is_pause();
        if record.undoable == 0 || !is_still {
            return Err(AgentRefusal::NothingToUndo);
        }
        match requests::undo(id).await {
            Ok(PopupReply::Undone { restored, kept }) => {
                let origin = agents::job(&record, Seen::Nothing).origin;
                let undone = AgentUndone { job: id.to_owned(), origin, restored, kept };
                Ok((AgentAnswer::Undone(undone), self.exit()))
            }
            _ => Err(AgentRefusal::Failed),
        }
    }

    async fn receipts(&self) -> Result<Told, AgentRefusal> {
        receipts::wake().await;
        let own =
            with_world(|world| agents::receipts(&world.receipts, &self.agent.key, &self.sites));
        Ok((AgentAnswer::Receipts(own), self.exit()))
    }

    /// Of the sites of shared forms alone: where else the person was is nobody's business.
    async fn recipes(&self) -> Result<Told, AgentRefusal> {
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
        Ok((AgentAnswer::Recipes(told.collect()), self.exit()))
    }
}
