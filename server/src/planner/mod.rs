//! Who plans. Sources are asked in order, the rules last; they always answer.
//!
//! A planner sees the form and the names of what the person has, never a value: [`intake`] takes those
//! out before, [`literal`] binds them after, for clients that sent them. A source that puts a literal
//! into a plan has invented it, so it is taken out again here.

pub mod intake;
pub mod literal;
pub mod redact;
pub mod repeats;
mod rules;

use std::{sync::Arc, time::Instant};

use agent_core::plan::Plan;
use async_trait::async_trait;
use shared_types::{
    AgentAction, ValueSource,
    api::{NextResponse, PlannerInfo, PlannerSource},
};

pub use intake::{Prepared, Question};
pub use rules::Rules;

/// Pages with more fields than this are worked on beside the threads that answer requests.
const MANY_FIELDS: usize = 200;

/// What a source said.
#[derive(Debug)]
pub enum Answer {
    /// A plan, and at what cost.
    Plan(Plan, PlannerInfo),
    /// It has nothing to say; the next source is asked. The note says why, if that is worth knowing.
    Pass(Option<String>),
}

/// Someone who can plan: memory and models join here.
#[async_trait]
pub trait PlanSource: Send + Sync {
    /// Plans a page, or passes.
    async fn plan(&self, question: &Arc<Question>) -> Answer;
}

/// All sources, in order.
#[derive(Default)]
pub struct Planner {
    before_rules: Vec<Box<dyn PlanSource>>,
    rules: Rules,
}

impl std::fmt::Debug for Planner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Planner({} before the rules)", self.before_rules.len())
    }
}

impl Planner {
    /// Asks these before the rules, in this order.
    pub fn with_sources(before_rules: Vec<Box<dyn PlanSource>>) -> Self {
        Self { before_rules, rules: Rules }
    }

    /// Plans a page. The answer holds keys, never values.
    pub async fn plan(&self, question: Arc<Question>) -> NextResponse {
        let started = Instant::now();
        let mut notes = question.notes.clone();
        let (plan, mut info) = self.ask(&question, &mut notes).await;
        let mut actions = plan.actions;
        let planned = actions.len();
        actions.retain(|action| !holds_literal(action));
        if actions.len() < planned {
            notes.push("actions with invented values were taken out".to_owned());
        }
        notes.extend(plan.notes);
        info.notes.splice(0..0, notes);
        info.ms = (started.elapsed().as_secs_f64() * 1e6).round() / 1e3;
        assemble(actions, plan.force_live, info, plan.open)
    }

    async fn ask(&self, question: &Arc<Question>, notes: &mut Vec<String>) -> (Plan, PlannerInfo) {
        for source in &self.before_rules {
            match source.plan(question).await {
                Answer::Plan(plan, info) => return (plan, info),
                Answer::Pass(note) => notes.extend(note),
            }
        }
        (self.rules.plan(question).await, PlannerInfo::default())
    }
}

/// An answer whose `action` is the first of its `actions`; an empty plan is one that is done.
fn assemble(
    mut actions: Vec<AgentAction>,
    force_live: bool,
    planner: PlannerInfo,
    open: Vec<shared_types::job::OpenField>,
) -> NextResponse {
    if actions.is_empty() {
        actions.push(done());
    }
    let action = actions.first().cloned().unwrap_or_else(done);
    NextResponse { action, force_live, actions, planner, open }
}

fn done() -> AgentAction {
    AgentAction::Done { summary: "Nothing is left to do on this page.".to_owned() }
}

fn holds_literal(action: &AgentAction) -> bool {
    matches!(
        action,
        AgentAction::Fill { source: ValueSource::Literal(_), .. }
            | AgentAction::Select { source: ValueSource::Literal(_), .. }
    )
}

/// The name of a source, as in the API.
pub fn source_name(source: PlannerSource) -> &'static str {
    match source {
        PlannerSource::Memory => "memory",
        PlannerSource::Rules => "rules",
        PlannerSource::Llm => "llm",
    }
}

/// Runs work on a page here, or beside the threads that answer requests if the page is large.
pub async fn offload<T: Send + 'static>(
    fields: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    if fields > MANY_FIELDS { tokio::task::spawn_blocking(work).await.ok() } else { Some(work()) }
}

#[cfg(test)]
mod tests {
    use shared_types::{JobMode, Observation, Target};

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
            notes: Vec::new(),
        })
    }

    async fn check(sources: Vec<fn() -> Answer>) -> NextResponse {
        let sources = sources.into_iter().map(|f| Box::new(Always(f)) as Box<dyn PlanSource>);
        Planner::with_sources(sources.collect()).plan(question()).await
    }

    fn click() -> Answer {
        let actions =
            vec![AgentAction::Click { target: Target::button(3), requires_approval: None }];
        let info = PlannerInfo { source: PlannerSource::Memory, ..PlannerInfo::default() };
        Answer::Plan(Plan { actions, ..Plan::default() }, info)
    }

    fn invent() -> Answer {
        let actions = vec![AgentAction::Fill {
            target: Target::field(0),
            source: ValueSource::Literal("made up".into()),
            clear: true,
        }];
        Answer::Plan(Plan { actions, ..Plan::default() }, PlannerInfo::default())
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
