//! A job and a plan, as an agent sees them: a projection onto types that have no place for a value. What is a text in
//! them, a label of the page or the name of an entry, goes through the exit afterwards.

use std::collections::BTreeMap;

use shared_types::{
    AgentAction, JobRecord, JobStatus, Observation, ProfileKey, Receipt, ValueSource,
    agents::{
        AgentField, AgentJob, AgentNeed, AgentPlan, AgentQuestion, AgentQuestions, AgentReceipt,
        AgentState,
    },
    job::{OpenCode, OpenField, WrittenField},
};

use super::judge::covers;
use crate::{
    plan::Plan,
    resolve::{self, Found},
};

/// A job.
pub fn job(record: &JobRecord) -> AgentJob {
    let state = match record.status {
        JobStatus::Idle | JobStatus::Starting | JobStatus::Running => AgentState::Working,
        JobStatus::PausedForApproval | JobStatus::NeedsVerification | JobStatus::NeedsInput => {
            AgentState::WaitingForPerson
        }
        JobStatus::Done => AgentState::Done,
        JobStatus::Stopped => AgentState::Stopped,
        JobStatus::Error => AgentState::Failed,
    };
    let needs = match record.status {
        JobStatus::PausedForApproval if record.consent.is_some() => Some(AgentNeed::Consent),
        JobStatus::PausedForApproval => Some(AgentNeed::Approval),
        JobStatus::NeedsVerification => Some(AgentNeed::Verification),
        JobStatus::NeedsInput => Some(AgentNeed::Answers),
        _ => None,
    };
    AgentJob {
        job: record.id.clone(),
        origin: site(record),
        state,
        needs,
        page: record.progress.page,
        filled: record.progress.filled,
        total: record.progress.total,
        written: record.written.iter().map(written).collect(),
        open: record.open.iter().map(open).collect(),
        trouble: record.trouble,
        receipt: record.receipt.clone(),
    }
}

/// The site that a job began at; before its page was read, that of the form.
fn site(record: &JobRecord) -> String {
    let asked = record.asked_by.as_ref().map(|asked| asked.origin.clone());
    record.origin.clone().or(asked).unwrap_or_default()
}

fn written(field: &WrittenField) -> AgentField {
    AgentField {
        label: field.label.clone(),
        entry: Some(ProfileKey::new(field.source.as_str())),
        ..AgentField::default()
    }
}

fn open(field: &OpenField) -> AgentField {
    AgentField {
        label: field.label.clone(),
        entry: None,
        reason: Some(field.code),
        required: field.required,
    }
}

/// What a job asks the person: the page's questions, without what is proposed.
pub fn questions(record: &JobRecord) -> AgentQuestions {
    let asked = |one: &shared_types::Question| AgentQuestion {
        question: one.question.clone(),
        required: one.required,
    };
    AgentQuestions {
        job: record.id.clone(),
        origin: site(record),
        asked: record.questions.iter().map(asked).collect(),
    }
}

/// What the person sent in jobs of an agent, at sites that it may hear of. What the page said then, and the number that it
/// gave, are the person's.
pub fn receipts(all: &[Receipt], agent: &str, sites: &[String]) -> Vec<AgentReceipt> {
    let own =
        |one: &&Receipt| !agent.is_empty() && one.asked_by == agent && covers(sites, &one.origin);
    let told = |one: &Receipt| AgentReceipt {
        receipt: one.id.clone(),
        origin: one.origin.clone(),
        title: one.title.clone(),
        date: one.date,
        fields: one.fields.clone(),
        entries: one.keys.clone(),
    };
    all.iter().filter(own).map(told).collect()
}

/// A plan of the rules, field by field in the page's order. What would be asked stays as it is until then.
pub fn plan(form: &str, origin: &str, plan: &Plan, observation: &Observation) -> AgentPlan {
    let mut fields: BTreeMap<u32, AgentField> = BTreeMap::new();
    for one in &plan.open {
        fields.insert(one.field, open(one));
    }
    for action in &plan.actions {
        let (target, key) = match action {
            AgentAction::Fill { target, source: ValueSource::Key(key), .. }
            | AgentAction::Select { target, source: ValueSource::Key(key) }
            | AgentAction::Upload { target, value_from: key } => (target, key),
            AgentAction::AskUser { questions } => {
                for question in questions {
                    let asked = AgentField {
                        label: question.question.clone(),
                        entry: None,
                        reason: Some(OpenCode::PersonOnly),
                        required: question.required,
                    };
                    fields.insert(question.field, asked);
                }
                continue;
            }
            _ => continue,
        };
        let Ok(Found::Field(index)) = resolve::resolve(target, observation) else { continue };
        let Some(field) = observation.fields.get(index as usize) else { continue };
        let label = field.group.clone().unwrap_or_else(|| field.label.clone());
        let entry = Some(key.clone());
        fields.insert(index, AgentField { label, entry, reason: None, required: field.required });
    }
    AgentPlan {
        form: form.to_owned(),
        origin: origin.to_owned(),
        fields: fields.into_values().collect(),
    }
}
