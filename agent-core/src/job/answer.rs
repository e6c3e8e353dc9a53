//! A planner's answer, read as if it were hostile.
//!
//! Whatever an endpoint says is checked here: actions that are not known, keys that the person does
//! not have, values that come from nowhere. What is left still counts. Of its words none reaches a card: a
//! question is made anew from the field that it names.

use serde_json::Value;
use shared_types::{
    AgentAction, Observation, ProfileKey, Question, Target, ValueSource,
    api::{Decided, PlannerSource},
    job::{ModelUse, OpenCode, OpenField},
    json,
};

use crate::{
    bind, gate,
    plan::{self, Plan},
    resolve::{self, Found, Unresolved},
};

use super::write::is_write;

/// Actions of one answer that are looked at.
const MAX_ACTIONS: usize = 2_000;
/// Characters of a text of the planner that are kept.
const MAX_TEXT: usize = 500;
/// Characters of a name in a planner's answer.
const MAX_NAME: usize = 40;
/// No field has this number.
const NOWHERE: u32 = u32::MAX;
/// Questions of one action that are looked at.
const MAX_QUESTIONS: usize = 50;

/// An answer that was understood.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// What may be tried.
    pub plan: Plan,
    /// Whether the endpoint gave a single action, as the old contract does.
    pub single: bool,
}

/// Reads the body of `POST /api/agent/next`. An error says why nothing in it can be used.
pub fn read(body: &str, keys: &[ProfileKey], observation: &Observation) -> Result<Answer, String> {
    let body: Value = serde_json::from_str(body)
        .map_err(|error| msg!("job_the_server_s_answer_is_not_json", error = error))?;
    let list = body.get("actions").and_then(Value::as_array);
    let single = list.is_none();
    let raw: Vec<&Value> = match (list, body.get("action")) {
        (Some(list), _) => list.iter().take(MAX_ACTIONS).collect(),
        (None, Some(action)) => vec![action],
        (None, None) => return Err(msg!("job_the_server_s_answer_has_no_action")),
    };
    let mut plan = Plan {
        force_live: body.get("forceLive").and_then(Value::as_bool).unwrap_or(false),
        open: open_fields(body.get("open"), observation),
        notes: planner_notes(&body),
        by_model: by_model(&body),
        model_use: model_use(&body),
        ..Plan::default()
    };
    let mut questions = Vec::new();
    for value in &raw {
        match json::from_value::<AgentAction>(value) {
            Ok(action) => check(action, keys, observation, &mut plan, &mut questions),
            Err(_) => {
                let kind = value.get("type").and_then(Value::as_str).unwrap_or_default();
                plan.notes.push(msg!("job_refused_action_is_not_known_or_not", kind = name(kind)));
            }
        }
    }
    if !questions.is_empty() {
        // Values from nowhere become questions; what follows them in the plan waits.
        plan.actions.retain(is_write);
        plan.actions.push(AgentAction::AskUser { questions });
    }
    if plan.actions.is_empty() {
        let why = plan.notes.last().cloned().unwrap_or_else(|| msg!("job_it_is_empty"));
        return Err(msg!("job_the_server_s_plan_could_not_be", why = why));
    }
    Ok(Answer { plan, single })
}

/// The fields that a model decided, as `planner.decided` has them. What a server hides there is what it says its rules did.
fn by_model(body: &Value) -> Vec<u32> {
    let decided = body.pointer("/planner/decided").and_then(Value::as_array);
    let decided = decided.into_iter().flatten().take(MAX_ACTIONS);
    let decided = decided.filter_map(|one| json::from_value::<Decided>(one).ok());
    decided.filter(|one| one.by == PlannerSource::Llm).map(|one| one.field).collect()
}

/// How often a model was asked and what that came to, as `planner` has it. It is shown and decides nothing.
fn model_use(body: &Value) -> ModelUse {
    let number = |name: &str| {
        let said = body.pointer(name).and_then(Value::as_u64);
        said.map_or(0, |said| u32::try_from(said).unwrap_or(u32::MAX))
    };
    ModelUse {
        calls: number("/planner/calls"),
        input_tokens: number("/planner/inputTokens"),
        output_tokens: number("/planner/outputTokens"),
    }
}

fn check(
    mut action: AgentAction,
    keys: &[ProfileKey],
    observation: &Observation,
    plan: &mut Plan,
    questions: &mut Vec<Question>,
) {
    if let AgentAction::Fill { source, .. } | AgentAction::Select { source, .. } = &mut action {
        // The old contract answers with what stood in the placeholder profile.
        if let ValueSource::Literal(text) = source
            && let Some(key) = bind::placeholder_key(text.reveal())
        {
            *source = ValueSource::Key(key);
        }
    }
    match &action {
        AgentAction::AskUser { questions: asked } => {
            for asked in asked.iter().take(MAX_QUESTIONS) {
                let made = question(observation, asked.field, asked.suggested.as_deref());
                // What was answered before is not asked for on a planner's word.
                let new = made.filter(|made| {
                    !keys.contains(&made.save_as) || has_complaint(made, observation)
                });
                let is_new = |new: &Question| !questions.iter().any(|q| q.save_as == new.save_as);
                match new {
                    Some(new) if is_new(&new) => questions.push(new),
                    Some(_) => {}
                    None => plan.notes.push(msg!("job_refused_a_question_about_no_open")),
                }
            }
            return;
        }
        AgentAction::Fill { target, source: ValueSource::Literal(_), .. }
        | AgentAction::Select { target, source: ValueSource::Literal(_) } => {
            let writes_text = matches!(action, AgentAction::Fill { .. });
            match question_about(target, observation) {
                Some(question) => ask(question, writes_text, keys, plan, questions),
                None => plan.notes.push(msg!("job_refused_a_value_that_comes_from")),
            }
            return;
        }
        AgentAction::Fill { source: ValueSource::Key(key), .. }
        | AgentAction::Select { source: ValueSource::Key(key), .. }
        | AgentAction::Upload { value_from: key, .. }
            if !keys.contains(key) =>
        {
            plan.notes.push(msg!("job_refused_the_profile_has_no", key = name(key.as_str())));
            return;
        }
        AgentAction::Fill { target, source: ValueSource::Key(key), .. }
        | AgentAction::Select { target, source: ValueSource::Key(key) }
            if field_of(target, observation)
                .is_some_and(|field| !plan::is_of_its_block(field, key, keys)) =>
        {
            plan.notes.push(msg!("job_refused_the_block_asks_for_another_address"));
            return;
        }
        AgentAction::Check { target, checked } => {
            // A tick says something in the person's name: it comes from them, or from nowhere. They are
            // asked only where the form goes no further without it.
            match question_about(target, observation) {
                Some(question) if *checked && is_needed(target, observation) => {
                    ask(question, false, keys, plan, questions);
                }
                _ => plan.notes.push(msg!("job_refused_a_tick_that_comes_from")),
            }
            return;
        }
        _ => {}
    }
    plan.actions.push(placed(action, observation, &mut plan.notes));
}

/// The action on the element that it names on the page as the planner saw it. Here that page says more: what
/// the planner's page does not tell it, the person's must not.
fn placed(action: AgentAction, observation: &Observation, notes: &mut Vec<String>) -> AgentAction {
    let found = match (&action, action.target()) {
        // What is waited for is not there yet.
        (AgentAction::WaitFor { .. }, _) | (_, None) => return action,
        (_, Some(target)) => resolve::resolve(target, observation),
    };
    match found {
        Ok(Found::Field(index)) => with_target(action, Target::field(index)),
        Ok(Found::Button(index)) => with_target(action, Target::button(index)),
        Err(Unresolved(why)) => {
            notes.push(format!("{}: {why}", action.kind()));
            with_target(action, Target::field(NOWHERE))
        }
    }
}

/// The same action on another element.
fn with_target(action: AgentAction, target: Target) -> AgentAction {
    match action {
        AgentAction::Fill { source, clear, .. } => AgentAction::Fill { target, source, clear },
        AgentAction::Select { source, .. } => AgentAction::Select { target, source },
        AgentAction::Check { checked, .. } => AgentAction::Check { target, checked },
        AgentAction::Click { requires_approval, .. } => {
            AgentAction::Click { target, requires_approval }
        }
        AgentAction::Upload { value_from, .. } => AgentAction::Upload { target, value_from },
        AgentAction::Extract { mode, .. } => AgentAction::Extract { target: Some(target), mode },
        other => other,
    }
}

/// Puts a question to the person, or takes the answer that was given before.
fn ask(
    question: Question,
    writes_text: bool,
    keys: &[ProfileKey],
    plan: &mut Plan,
    questions: &mut Vec<Question>,
) {
    if keys.contains(&question.save_as) {
        let target = Target::field(question.field);
        let source = ValueSource::Key(question.save_as);
        plan.actions.push(if writes_text {
            AgentAction::Fill { target, source, clear: true }
        } else {
            AgentAction::Select { target, source }
        });
    } else if !questions.iter().any(|asked| asked.save_as == question.save_as) {
        questions.push(question);
    }
}

fn field_of<'a>(target: &Target, observation: &'a Observation) -> Option<&'a shared_types::Field> {
    match resolve::resolve(target, observation) {
        Ok(Found::Field(index)) => observation.fields.get(index as usize),
        _ => None,
    }
}

/// Whether the form goes no further without it. Choosing a radio is giving an answer like any other.
fn is_needed(target: &Target, observation: &Observation) -> bool {
    field_of(target, observation).is_some_and(|field| {
        field.required || (field.kind == "radio" && !gate::is_agreement(field))
    })
}

fn question_about(target: &Target, observation: &Observation) -> Option<Question> {
    question(observation, field_of(target, observation)?.index, None)
}

/// The question that a field puts, with one of its own choices proposed where that may be. Nothing else of
/// it is anybody's but the page's.
pub(super) fn question(
    observation: &Observation,
    field: u32,
    suggested: Option<&str>,
) -> Option<Question> {
    let mut question = plan::question(observation, field)?;
    question.suggested = suggested
        .filter(|answer| plan::may_be_proposed(observation, &question, answer))
        .map(str::to_owned);
    Some(question)
}

/// Whether the page says that something is wrong with a question's answer.
pub(super) fn has_complaint(question: &Question, observation: &Observation) -> bool {
    let field = observation.fields.get(question.field as usize);
    field.is_some_and(|field| field.error.is_some())
}

/// Whether something is in the question's field, or chosen among its group's.
pub(super) fn is_answered(question: &Question, observation: &Observation) -> bool {
    let Some(first) = observation.fields.get(question.field as usize) else { return false };
    let same = |field: &&shared_types::Field| {
        field.index == first.index || first.group_id.is_some() && field.group_id == first.group_id
    };
    observation.fields.iter().filter(same).any(|field| !super::view::is_empty(field))
}

fn open_fields(value: Option<&Value>, observation: &Observation) -> Vec<OpenField> {
    let entries = value.and_then(Value::as_array).into_iter().flatten();
    entries
        .filter_map(|entry| {
            let index = u32::try_from(entry.get("field")?.as_u64()?).ok()?;
            let field = observation.fields.get(index as usize)?;
            let code = entry.get("code").unwrap_or(&Value::Null);
            Some(OpenField {
                field: index,
                // The job says why, in its own words.
                reason: String::new(),
                code: json::from_value(code).unwrap_or(OpenCode::NotUnderstood),
                label: field.group.clone().unwrap_or_else(|| field.label.clone()),
                required: field.required,
                candidates: Vec::new(),
            })
        })
        .collect()
}

fn planner_notes(body: &Value) -> Vec<String> {
    let notes = body.pointer("/planner/notes").and_then(Value::as_array).into_iter().flatten();
    notes.filter_map(Value::as_str).take(20).map(cut).collect()
}

/// A name in a planner's answer, where it can be nothing but a name: the popup shows it.
fn name(text: &str) -> &str {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    if (1..=MAX_NAME).contains(&text.len()) && text.chars().all(is_name) {
        text
    } else {
        "(of its own)"
    }
}

fn cut(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(MAX_TEXT).collect()
}
