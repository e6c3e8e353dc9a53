//! Whether a page is worth asking a model about: when the rules are through with it and leave something open that the form
//! demands.

use std::collections::HashSet;

use shared_types::{
    AgentAction, Observation,
    job::{OpenCode, OpenField},
};

use crate::plan::{Asked, Plan, asked};

/// What is to be done about a page that the rules have planned.
#[derive(Debug, Clone)]
pub enum Next {
    /// The rules' plan stands.
    Rules,
    /// The rules' writes go out first; the model is asked in the round after.
    WritesFirst,
    /// These questions go to a model now.
    Ask(Vec<Asked>),
}

/// What follows from the rules' plan for a page that no model was asked about yet.
/// `everything`: about every empty field, not only about what the rules leave open; `known` are fields of which the asker's
/// own memory has something to say.
pub fn next(
    observation: &Observation,
    plan: &Plan,
    everything: bool,
    known: &HashSet<u32>,
) -> Next {
    let asks_person = plan.actions.iter().any(|a| matches!(a, AgentAction::AskUser { .. }));
    let writes = plan.actions.iter().any(is_write);
    let everything = everything && (writes || asks_person);
    if !everything && !asks_person {
        return Next::Rules;
    }
    let unknown: HashSet<u32> =
        plan.open.iter().filter(|open| open_to_a_model(open)).map(|open| open.field).collect();
    let questions: Vec<Asked> = asked(observation)
        .into_iter()
        .filter(|asked| asked.open_to_advice && !asked.filled && !known.contains(&asked.field))
        .filter(|asked| everything || unknown.contains(&asked.field))
        .collect();
    let demanded = questions.iter().any(|asked| asked.required);
    if questions.is_empty() || !(demanded || everything) {
        Next::Rules
    } else if writes && !everything {
        Next::WritesFirst
    } else {
        Next::Ask(questions)
    }
}

/// Whether somebody else than the rules may know what a field wants. What is understood and not there is
/// not found by asking again, unless the form demands it.
fn open_to_a_model(open: &OpenField) -> bool {
    match open.code {
        OpenCode::NotUnderstood | OpenCode::Ambiguous => true,
        OpenCode::NoValue => open.required,
        _ => false,
    }
}

/// Whether an action writes.
pub fn is_write(action: &AgentAction) -> bool {
    matches!(
        action,
        AgentAction::Fill { .. } | AgentAction::Select { .. } | AgentAction::Upload { .. }
    )
}
