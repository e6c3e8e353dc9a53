//! Who plans, in layers: rules, model, and what is left goes to the person.
//!
//! A planner sees the form and the names of what the person has, never a value: [`intake`] takes those
//! out before, [`literal`] binds them after, for clients that sent them. A source that puts a literal
//! into a plan has invented it, so it is taken out again here. Rules' writes go out at once; a model is
//! asked in the round after, about what they left open, and what it says is advice to the rules.

mod assemble;
pub mod intake;
pub mod literal;
pub mod models;
mod offload;
pub mod redact;
pub mod repeats;
pub mod replay;
mod rules;

use std::{sync::Arc, time::Instant};

use agent_core::{
    model::when::{self, Next},
    plan::{Advice, Hint, Plan},
};
use async_trait::async_trait;
use shared_types::{
    AgentAction, Target, ValueSource,
    api::{Decided, LedgerEntry, NextResponse, PlannerInfo, PlannerSource},
    target::ElementType,
};

pub use assemble::MadeFrom;
use assemble::{assemble, finished};
pub use intake::{Prepared, Question};
use models::ModelsAdvice;
pub use models::{Asker, Models};
pub use offload::offload;
pub use rules::Rules;

use crate::{
    clock::Clock,
    llm::settings::{LlmConfig, Mode},
};

/// What a source said.
#[derive(Debug)]
pub enum Answer {
    /// A plan, and at what cost.
    Plan(Box<Plan>, PlannerInfo),
    /// It has nothing to say; the next source is asked. The note says why, if that is worth knowing.
    Pass(Option<String>),
}

/// Someone who plans before the rules do: memory joins here.
#[async_trait]
pub trait PlanSource: Send + Sync {
    /// Plans a page, or passes.
    async fn plan(&self, question: &Arc<Question>) -> Answer;
}

/// All layers.
pub struct Planner {
    before_rules: Vec<Box<dyn PlanSource>>,
    rules: Rules,
    models: Models,
}

impl std::fmt::Debug for Planner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "Planner({} before the rules, {:?})",
            self.before_rules.len(),
            self.models.router()
        )
    }
}

/// A plan, and what was said to models for it.
#[derive(Debug)]
pub struct Planned {
    /// The answer. It holds keys, never values.
    pub response: NextResponse,
    /// What was said to models, if anything was.
    pub ledger: Option<LedgerEntry>,
    /// What was added to the question.
    pub made_from: MadeFrom,
}

impl Planner {
    /// Rules, and the models that are configured.
    pub fn new(llm: &LlmConfig, clock: &Clock) -> Self {
        Self { before_rules: Vec::new(), rules: Rules, models: Models::new(llm, clock) }
    }

    /// Asks these before the rules, in this order.
    #[must_use]
    pub fn with_sources(self, before_rules: Vec<Box<dyn PlanSource>>) -> Self {
        Self { before_rules, ..self }
    }

    /// Lets so many pages wait for a model at once.
    #[must_use]
    pub fn with_model_places(self, places: usize) -> Self {
        Self { models: self.models.with_places(places), ..self }
    }

    /// The models' layer.
    pub fn models(&self) -> &Models {
        &self.models
    }

    /// Plans a page of somebody's job.
    pub async fn plan(&self, question: Arc<Question>, asker: &Asker) -> Planned {
        let started = Instant::now();
        let mut notes = Vec::new();
        let mut made_from = MadeFrom::default();
        let (plan, mut info, ledger) = self.ask(&question, asker, &mut notes, &mut made_from).await;
        let (actions, invented) = finished(plan.actions);
        if invented {
            notes.push("actions with invented values were taken out".to_owned());
        }
        notes.extend(plan.notes);
        info.notes.splice(0..0, notes);
        info.ms = (started.elapsed().as_secs_f64() * 1e6).round() / 1e3;
        let response = assemble(actions, plan.force_live, info, plan.open);
        Planned { response, ledger, made_from }
    }

    async fn ask(
        &self,
        question: &Arc<Question>,
        asker: &Asker,
        notes: &mut Vec<String>,
        made_from: &mut MadeFrom,
    ) -> (Plan, PlannerInfo, Option<LedgerEntry>) {
        for source in &self.before_rules {
            match source.plan(question).await {
                Answer::Plan(plan, info) => return (*plan, info, None),
                Answer::Pass(note) => notes.extend(note),
            }
        }
        let mut choice = self.models.choose(question, &asker.user);
        notes.append(&mut choice.notes);
        if choice.mode == Mode::RulesOnly {
            let plan = self.rules.plan(question, Vec::new()).await;
            let info = info(&plan, &ModelsAdvice::default());
            return (plan, info, None);
        }
        let pages = self.models.pages(asker);
        let mut pages = pages.lock().await;
        if let Some(hints) = pages.advice(&question.observation) {
            let plan = self.rules.plan(question, hints.clone()).await;
            made_from.hints.clone_from(&hints);
            let info = info(&plan, &ModelsAdvice { hints, ..ModelsAdvice::default() });
            return (plan, info, None);
        }
        let mut plan = self.rules.plan(question, Vec::new()).await;
        let next = when::next(
            &question.observation,
            &plan,
            choice.mode == Mode::LlmFirst,
            &question.known,
        );
        let wanted = !matches!(next, Next::Rules);
        let targets = if wanted { self.models.targets(&mut choice).await } else { Vec::new() };
        notes.append(&mut choice.notes);
        let place = matches!(next, Next::Ask(_)).then(|| self.models.place(&asker.user)).flatten();
        let mut said = ModelsAdvice::default();
        match next {
            Next::WritesFirst if !targets.is_empty() => {
                plan.actions.retain(when::is_write);
                made_from.writes_only = true;
                notes.push("what is left open goes to a model in the next round".to_owned());
            }
            Next::Ask(_) if !targets.is_empty() && place.is_none() => {
                notes.push(models::ALL_WAIT.to_owned());
            }
            Next::Ask(questions) if !targets.is_empty() => {
                let asked = self.models.ask(question, questions, &targets, choice.mode, &mut pages);
                said = asked.await;
                if !said.hints.is_empty() {
                    made_from.hints.clone_from(&said.hints);
                    plan = self.rules.plan(question, said.hints.clone()).await;
                }
            }
            Next::Rules | Next::WritesFirst | Next::Ask(_) => {}
        }
        notes.append(&mut said.notes);
        let info = info(&plan, &said);
        (plan, info, said.ledger)
    }
}

/// Who decided what, and at what cost.
fn info(plan: &Plan, said: &ModelsAdvice) -> PlannerInfo {
    let decided: Vec<Decided> =
        plan.actions.iter().filter_map(|action| decided(action, &said.hints)).collect();
    let proposes = plan.actions.iter().any(|action| match action {
        AgentAction::AskUser { questions } => questions.iter().any(|q| q.suggested.is_some()),
        _ => false,
    });
    let by_model = proposes || decided.iter().any(|decided| decided.by == PlannerSource::Llm);
    let calls = said.ledger.as_ref().map(|ledger| ledger.calls.as_slice()).unwrap_or_default();
    let sum = |tokens: fn(&shared_types::api::ModelCall) -> Option<u32>| {
        calls.iter().filter_map(tokens).reduce(u32::saturating_add)
    };
    PlannerInfo {
        source: if by_model { PlannerSource::Llm } else { PlannerSource::Rules },
        provider: said.by.as_ref().map(|(provider, _)| provider.clone()),
        model: said.by.as_ref().map(|(_, model)| model.clone()),
        ms: 0.0,
        input_tokens: sum(|call| call.input_tokens),
        output_tokens: sum(|call| call.output_tokens),
        calls: u32::try_from(calls.len()).unwrap_or(u32::MAX),
        decided,
        notes: Vec::new(),
    }
}

/// Who decided a write.
fn decided(action: &AgentAction, hints: &[Hint]) -> Option<Decided> {
    let key = match action {
        AgentAction::Fill { source: ValueSource::Key(key), .. }
        | AgentAction::Select { source: ValueSource::Key(key), .. }
        | AgentAction::Upload { value_from: key, .. } => key,
        _ => return None,
    };
    let Some(Target::Index { index: field, element_type: ElementType::Field }) = action.target()
    else {
        return None;
    };
    let advised = |hint: &Hint| {
        hint.field == *field && matches!(&hint.advice, Advice::Key(advised) if advised == key)
    };
    let by = if hints.iter().any(advised) { PlannerSource::Llm } else { PlannerSource::Rules };
    Some(Decided { field: *field, by })
}

/// The name of a source, as in the API.
pub fn source_name(source: PlannerSource) -> &'static str {
    match source {
        PlannerSource::Memory => "memory",
        PlannerSource::Rules => "rules",
        PlannerSource::Llm => "llm",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashSet};

    use shared_types::{JobMode, Observation, api::LlmChoice};

    use super::*;

    struct Always(fn() -> Answer);

    #[async_trait]
    impl PlanSource for Always {
        async fn plan(&self, _: &Arc<Question>) -> Answer {
            (self.0)()
        }
    }

    fn question() -> Arc<Question> {
        Arc::new(Question {
            observation: Observation::default(),
            keys: Vec::new(),
            history: Vec::new(),
            step: 1,
            mode: JobMode::Live,
            goal: None,
            wish: LlmChoice::default(),
            secrets: BTreeSet::new(),
            known: HashSet::new(),
            values_sent: false,
        })
    }

    async fn check(sources: Vec<fn() -> Answer>) -> NextResponse {
        let sources = sources.into_iter().map(|f| Box::new(Always(f)) as Box<dyn PlanSource>);
        let planner =
            Planner::new(&LlmConfig::none(), &Clock::system()).with_sources(sources.collect());
        let asker = Asker {
            caller: crate::user::Caller(1),
            user: crate::user::User::new("ada", false),
            job_id: "j".to_owned(),
        };
        planner.plan(question(), &asker).await.response
    }

    fn click() -> Answer {
        let actions =
            vec![AgentAction::Click { target: Target::button(3), requires_approval: None }];
        let info = PlannerInfo { source: PlannerSource::Memory, ..PlannerInfo::default() };
        Answer::Plan(Box::new(Plan { actions, ..Plan::default() }), info)
    }

    fn invent() -> Answer {
        let actions = vec![AgentAction::Fill {
            target: Target::field(0),
            source: ValueSource::Literal("made up".into()),
            clear: true,
        }];
        Answer::Plan(Box::new(Plan { actions, ..Plan::default() }), PlannerInfo::default())
    }

    fn pass() -> Answer {
        Answer::Pass(Some("nothing known of this form".to_owned()))
    }

    #[tokio::test]
    async fn the_first_who_answers_decides() {
        let answer = check(vec![pass, click, invent]).await;
        assert_eq!(answer.planner.source, PlannerSource::Memory);
        assert_eq!(answer.planner.notes, ["nothing known of this form"]);
        assert_eq!(answer.actions.len(), 1);
        assert_eq!(answer.action, answer.actions[0]);
        assert!(matches!(answer.action, AgentAction::Click { .. }));
    }

    #[tokio::test]
    async fn the_rules_answer_last() {
        let answer = check(vec![pass]).await;
        assert_eq!(answer.planner.source, PlannerSource::Rules);
        assert!(!answer.actions.is_empty());
    }

    #[tokio::test]
    async fn invented_values_never_leave() {
        let answer = check(vec![invent]).await;
        assert!(matches!(answer.actions.as_slice(), [AgentAction::Done { .. }]));
        assert_eq!(answer.planner.notes, ["actions with invented values were taken out"]);
    }
}
