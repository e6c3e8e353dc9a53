//! From a plan to an answer.

use agent_core::plan::Hint;
use shared_types::{
    AgentAction, ValueSource,
    api::{NextResponse, PlannerInfo},
    job::OpenField,
};

/// What a plan was made from besides the question.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MadeFrom {
    /// Advice to the rules.
    pub hints: Vec<Hint>,
    /// Whether the plan is its writes alone, because a model is to be asked about the rest.
    pub writes_only: bool,
}

/// An answer whose `action` is the first of its `actions`; an empty plan is one that is done.
pub(super) fn assemble(
    mut actions: Vec<AgentAction>,
    force_live: bool,
    planner: PlannerInfo,
    open: Vec<OpenField>,
) -> NextResponse {
    if actions.is_empty() {
        actions.push(done());
    }
    let action = actions.first().cloned().unwrap_or_else(done);
    NextResponse { action, force_live, actions, planner, open }
}

/// Actions without literals, and whether there was one: a source that puts a literal into a plan has
/// invented it.
pub(super) fn finished(mut actions: Vec<AgentAction>) -> (Vec<AgentAction>, bool) {
    let planned = actions.len();
    actions.retain(|action| !holds_literal(action));
    let invented = actions.len() < planned;
    (actions, invented)
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
