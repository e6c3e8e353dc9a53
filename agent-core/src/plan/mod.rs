//! The rule planner: observation + names of what the person has → the whole plan for this page.
//!
//! It never sees a value, never targets a field that holds something, and leaves open what it does not
//! know, with a reason.

use shared_types::{
    AgentAction, Field, JobMode, Observation, ProfileKey, Target, ValueSource, ValueState,
    api::HistoryEntry,
    job::{OpenCode, OpenField},
};

mod ask;
mod closing;
mod keys;
mod named;
mod words;

use ask::{Ask, AskKind};
use keys::Choice;

/// What a plan is made from. There is no value in it.
#[derive(Debug, Clone)]
pub struct PlanInput<'a> {
    /// The page, classified.
    pub observation: &'a Observation,
    /// What the person has, by name ([`crate::bind::Source::keys`]).
    pub keys: &'a [ProfileKey],
    /// What was done on this form so far.
    pub history: &'a [HistoryEntry],
    /// The round, from 1.
    pub step: u32,
    /// Live or background.
    pub mode: JobMode,
}

/// The plan for a page: writes first, then at most one action that ends the page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Plan {
    /// In order.
    pub actions: Vec<AgentAction>,
    /// Fields left alone, and why.
    pub open: Vec<OpenField>,
    /// What is worth knowing.
    pub notes: Vec<String>,
    /// Whether a background tab must come forward.
    pub force_live: bool,
}

/// Times that a write is tried before its field is left open.
const MAX_TRIES: usize = 2;
/// Below this confidence a role is not acted on.
const MIN_CONFIDENCE: f32 = 0.5;

/// Plans a page.
pub fn plan(input: &PlanInput<'_>) -> Plan {
    let classified;
    let observation = if input.observation.fields.iter().all(|field| field.role.is_none()) {
        // Older clients send no roles.
        let mut own = input.observation.clone();
        crate::classify::classify(&mut own);
        classified = own;
        &classified
    } else {
        input.observation
    };
    let asks = ask::asks(observation);
    let choices = keys::choose(&asks, observation, input.keys);
    let mut plan = Plan::default();
    for (ask, choice) in asks.iter().zip(choices) {
        match decide(ask, choice, observation, input.history) {
            Step::Write(action) => plan.actions.push(action),
            Step::Leave(open) => plan.open.push(open),
            Step::Nothing => {}
        }
    }
    closing::close(observation, input, &asks, &mut plan);
    plan
}

enum Step {
    Write(AgentAction),
    Leave(OpenField),
    Nothing,
}

fn decide(
    ask: &Ask<'_>,
    choice: Choice,
    observation: &Observation,
    history: &[HistoryEntry],
) -> Step {
    let field = ask.first;
    let leave = |code: OpenCode, reason: String| {
        Step::Leave(OpenField {
            field: field.index,
            reason,
            code,
            label: ask.question.clone(),
            required: ask.required,
            candidates: Vec::new(),
        })
    };
    if field.visible == Some(false) {
        return Step::Nothing;
    }
    if field.disabled || field.readonly {
        let why = if field.disabled { "it is disabled" } else { "it is read-only" };
        return leave(OpenCode::NotEditable, why.to_owned());
    }
    let tries = Tries::of(field, ask, history);
    if let (Some(error), true) = (&field.error, tries.written) {
        return leave(OpenCode::DoesNotFit, format!("the page says: {error}"));
    }
    let filled = ask.is_filled();
    let overwritable = ask.kind == AskKind::Choice && !matches!(choice, Choice::Open(..));
    if filled {
        let ours = tries.written || matches!(field.value_state, Some(ValueState::Matches(_)));
        if ours || ask.kind == AskKind::Tick {
            return Step::Nothing;
        }
        // What a list shows before anybody has touched it is no answer.
        let is_select = field.kind == "select-one";
        if !(overwritable && is_select) {
            return leave(OpenCode::AlreadyFilled, "it holds something already".to_owned());
        }
    }
    match choice {
        Choice::Key(key) => {
            if tries.failed(&key) >= MAX_TRIES {
                let why = tries.last_error.unwrap_or_else(|| "writing it failed".to_owned());
                return leave(OpenCode::WriteFailed, why);
            }
            if filled && tries.done_with(&key) {
                return Step::Nothing;
            }
            Step::Write(write(ask, key))
        }
        Choice::Open(code, reason, candidates) => {
            let _ = observation;
            match leave(code, reason) {
                Step::Leave(open) => Step::Leave(OpenField { candidates, ..open }),
                step => step,
            }
        }
    }
}

fn write(ask: &Ask<'_>, key: ProfileKey) -> AgentAction {
    let target = Target::field(ask.first.index);
    match ask.kind {
        AskKind::Text => {
            AgentAction::Fill { target, source: ValueSource::Key(key), clear: true }
        }
        AskKind::Choice | AskKind::Group | AskKind::Tick => {
            AgentAction::Select { target, source: ValueSource::Key(key) }
        }
        AskKind::File => AgentAction::Upload { target, value_from: key },
    }
}

/// What happened to a field before.
struct Tries<'a> {
    entries: Vec<&'a HistoryEntry>,
    written: bool,
    last_error: Option<String>,
}

impl<'a> Tries<'a> {
    fn of(field: &Field, ask: &Ask<'_>, history: &'a [HistoryEntry]) -> Self {
        let prints: Vec<&str> =
            ask.fields.iter().filter_map(|field| field.fingerprint.as_deref()).collect();
        let known = field.fingerprint.is_some();
        let entries: Vec<&HistoryEntry> = history
            .iter()
            .filter(|entry| {
                known
                    && entry.fingerprint.as_deref().is_some_and(|print| prints.contains(&print))
                    && key_of(&entry.action).is_some()
            })
            .collect();
        let written = entries.last().is_some_and(|entry| entry.result.ok);
        let last_error = entries.iter().rev().find_map(|entry| entry.result.error.clone());
        Self { entries, written, last_error }
    }

    fn failed(&self, key: &ProfileKey) -> usize {
        let same = |entry: &&&HistoryEntry| key_of(&entry.action) == Some(key);
        self.entries.iter().filter(same).filter(|entry| !entry.result.ok).count()
    }

    fn done_with(&self, key: &ProfileKey) -> bool {
        self.entries.iter().any(|entry| entry.result.ok && key_of(&entry.action) == Some(key))
    }
}

/// The key that a write takes its value from.
fn key_of(action: &AgentAction) -> Option<&ProfileKey> {
    match action {
        AgentAction::Fill { source: ValueSource::Key(key), .. }
        | AgentAction::Select { source: ValueSource::Key(key), .. }
        | AgentAction::Upload { value_from: key, .. } => Some(key),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
