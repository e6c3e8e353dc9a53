//! The model's layer: which page is asked about, once, and what is remembered of the answer.
//!
//! A page is asked about when the rules are through with it and leave something open that the form
//! demands. What comes back is kept for as long as the job stays on that page, so that no page is ever
//! asked about twice. Nothing here acts: hints go to the rule planner, which may or may not hear them.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    sync::{Arc, Mutex, PoisonError},
    time::Instant,
};

use agent_core::{
    model::{self, doubt::Odds, pages::Pages, prompt, task::Given, validate::Judged},
    plan::{Asked, Hint},
};
use shared_types::{
    Private, ProfileKey,
    api::{DraftRequest, DraftResponse, LedgerEntry, ModelCall},
};

use super::intake::Question;
use crate::{
    clock::Clock,
    llm::settings::{LlmConfig, Mode},
    llm::{
        draft::{self, Draft},
        policy,
        providers::Completion,
        router::{Manner, Record, Router, Target, Task},
    },
    security::{Place, Places},
    user::{Caller, User},
};

/// Jobs whose pages are remembered.
const JOBS: usize = 512;
/// Pages and drafts that may wait for a model at once, unless the limits say otherwise.
const PLACES: usize = 64;
/// What is said when all places are taken.
pub(super) const ALL_WAIT: &str = "no model was asked: too many pages wait for one now";

/// Whose job it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Asker {
    /// Who calls.
    pub caller: Caller,
    /// Whose places it takes, and under whose rights models are chosen.
    pub user: User,
    /// The client's id of the job.
    pub job_id: String,
}

/// The model's layer.
#[derive(Debug)]
pub struct Models {
    config: LlmConfig,
    router: Router,
    jobs: Mutex<Jobs>,
    /// Pages and drafts that may wait for a model at once, so that a slow one leaves room for the rest.
    places: Places,
}

#[derive(Debug, Default)]
struct Jobs {
    known: HashMap<Asker, Arc<tokio::sync::Mutex<Pages>>>,
    order: VecDeque<Asker>,
}

/// What the model's layer says about a page now.
#[derive(Debug, Default)]
pub(super) struct ModelsAdvice {
    /// For the rule planner.
    pub(super) hints: Vec<Hint>,
    /// Provider and model that answered just now.
    pub(super) by: Option<(String, String)>,
    /// What was said to whom just now.
    pub(super) ledger: Option<LedgerEntry>,
    /// What went wrong, what was refused.
    pub(super) notes: Vec<String>,
}

impl Models {
    /// The layer as it is configured.
    pub fn new(config: &LlmConfig, clock: &Clock) -> Self {
        Self {
            config: config.clone(),
            router: Router::new(config, clock),
            jobs: Mutex::default(),
            places: Places::new(PLACES),
        }
    }

    /// Lets so many wait for a model at once.
    #[must_use]
    pub fn with_places(self, places: usize) -> Self {
        Self { places: Places::new(places), ..self }
    }

    /// A place to wait for a model, for as long as it is held, if one is free.
    pub(super) fn place(&self, user: &User) -> Option<Place> {
        self.places.take(&user.key(), 1)
    }

    /// Who is asked, and how.
    pub fn router(&self) -> &Router {
        &self.router
    }

    /// What holds for a request.
    pub(super) fn choose(&self, question: &Question, user: &User) -> policy::Choice {
        policy::choose(&self.config, &question.wish, user)
    }

    /// Whom a choice leads to, if anybody of them would be asked now.
    pub(super) async fn targets(&self, choice: &mut policy::Choice) -> Vec<Target> {
        match self.router.follow(&choice.route).await {
            Ok(targets) if self.router.anyone(&targets).await => targets,
            Ok(targets) => {
                // A local Ollama that nobody configured is missed by nobody.
                let wanted = targets.iter().any(|target| !target.provider().probe);
                choice.notes.extend(
                    wanted.then(|| "no model was asked: none can be reached now".to_owned()),
                );
                Vec::new()
            }
            Err(failure) => {
                let why = failure.problem.why();
                choice.notes.push(format!("the chosen model was not asked: {why}"));
                Vec::new()
            }
        }
    }

    /// The pages of a job. Whoever holds them asks; a second request of the same job waits.
    pub(super) fn pages(&self, asker: &Asker) -> Arc<tokio::sync::Mutex<Pages>> {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(pages) = jobs.known.get(asker) {
            return pages.clone();
        }
        if jobs.order.len() >= JOBS
            && let Some(oldest) = jobs.order.pop_front()
        {
            jobs.known.remove(&oldest);
        }
        let pages = Arc::<tokio::sync::Mutex<Pages>>::default();
        jobs.order.push_back(asker.clone());
        jobs.known.insert(asker.clone(), pages.clone());
        pages
    }

    /// Asks about a page and remembers the answer, whatever it is.
    pub(super) async fn ask(
        &self,
        question: &Question,
        questions: Vec<Asked>,
        targets: &[Target],
        mode: Mode,
        pages: &mut Pages,
    ) -> ModelsAdvice {
        let keys = prompt::offered(&question.keys, &question.secrets);
        let given = Given {
            observation: &question.observation,
            keys: &keys,
            history: &question.history,
            goal: question.goal.as_deref(),
            before_rules: mode == Mode::LlmFirst,
        };
        let about = model::task::Task::new(&given, questions);
        let [schema, repeating] = [false, true].map(|repeats| about.schema(repeats));
        let read = |completion: &Completion| {
            about.read(&completion.text, completion.cut_off, &Odds::new(&completion.odds))
        };
        let task = Task {
            user: &about.prompt,
            manner: Manner { system: prompt::SYSTEM, example: None, schema: Some(&schema) },
            at_home: Manner {
                system: prompt::SYSTEM_AT_HOME,
                example: Some(prompt::EXAMPLE),
                schema: Some(&repeating),
            },
            read: &read,
        };
        let time = self.config.time_for(targets.iter().map(Target::provider));
        let outcome = self.router.ask(targets, &task, Instant::now() + time).await;
        let mut notes = outcome.notes;
        if about.cut {
            notes.push("of many entries the model was offered the likeliest".to_owned());
        }
        let (judged, by) = match outcome.answer {
            Some((judged, provider, model)) => (judged, Some((provider, model))),
            None => {
                notes.push("no model gave a usable answer; the rules planned".to_owned());
                (Judged::default(), None)
            }
        };
        notes.extend(judged.notes());
        pages.remember(&question.observation, &judged.hints);
        let ledger = LedgerEntry {
            step: question.step,
            purpose: "plan".to_owned(),
            prompt: prompt::VERSION.to_owned(),
            fields: about.questions.iter().map(|asked| described(asked, question)).collect(),
            sent: (!question.values_sent).then_some(about.prompt),
            calls: outcome.calls.iter().map(call).collect(),
            refused: counted(&judged),
        };
        ModelsAdvice { hints: judged.hints, by, ledger: Some(ledger), notes }
    }
}

impl Models {
    /// Drafts a text. The error is a sentence for the person.
    pub async fn draft(
        &self,
        request: &DraftRequest,
        user: &User,
    ) -> (Result<DraftResponse, String>, Option<LedgerEntry>) {
        if !self.config.drafts {
            return (Err("this server drafts no texts".to_owned()), None);
        }
        let mut choice =
            policy::choose(&self.config, &request.llm.clone().unwrap_or_default(), user);
        let targets = self.targets(&mut choice).await;
        if targets.is_empty() {
            let why = choice.notes.pop().unwrap_or_else(|| "no model can be asked".to_owned());
            return (Err(why), None);
        }
        let Some(_place) = self.place(user) else { return (Err(ALL_WAIT.to_owned()), None) };
        let parts: Vec<(ProfileKey, Private)> =
            request.parts.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
        let draft =
            Draft { question: &request.question, max_length: request.max_length, parts: &parts };
        let prompt = draft.prompt();
        let read = |completion: &Completion| draft.read(completion);
        let manner = Manner { system: draft::SYSTEM, example: None, schema: None };
        let task = Task { user: &prompt, manner, at_home: manner, read: &read };
        let time = self.config.time_for(targets.iter().map(Target::provider));
        let outcome = self.router.ask(&targets, &task, Instant::now() + time).await;
        let ledger = LedgerEntry {
            step: request.step,
            purpose: "draft".to_owned(),
            prompt: prompt::VERSION.to_owned(),
            fields: vec![request.question.clone()],
            sent: Some(draft.template()),
            calls: outcome.calls.iter().map(call).collect(),
            refused: BTreeMap::new(),
        };
        let sum = |tokens: fn(&ModelCall) -> Option<u32>| {
            ledger.calls.iter().filter_map(tokens).fold(0, u32::saturating_add)
        };
        let response = match outcome.answer {
            Some((text, provider, model)) => Ok(DraftResponse {
                text,
                provider,
                model,
                calls: u32::try_from(ledger.calls.len()).unwrap_or(u32::MAX),
                input_tokens: sum(|call| call.input_tokens),
                output_tokens: sum(|call| call.output_tokens),
            }),
            None => Err(format!("no text could be drafted: {}", outcome.notes.join("; "))),
        };
        (response, Some(ledger))
    }
}

fn described(asked: &Asked, question: &Question) -> String {
    if question.values_sent { format!("field {}", asked.field) } else { asked.title.clone() }
}

/// A call as the API shows it.
pub fn call(record: &Record) -> ModelCall {
    ModelCall {
        provider: record.provider.clone(),
        model: record.model.clone(),
        outcome: record.outcome.clone(),
        ms: record.ms,
        input_tokens: record.usage.input,
        output_tokens: record.usage.output,
        cached_tokens: record.usage.cached,
        cost_usd: record.cost,
    }
}

fn counted(judged: &Judged) -> BTreeMap<String, u32> {
    let mut counted = BTreeMap::new();
    for (_, refused) in &judged.refused {
        *counted.entry(refused.code().to_owned()).or_default() += 1;
    }
    counted
}
