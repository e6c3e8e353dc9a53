//! A job and a plan, as an agent sees them: a projection onto types that have no place for a value. What is a text in
//! them, a label of the page or the name of an entry, goes through the exit afterwards.

use std::collections::BTreeMap;

use shared_types::{
    AgentAction, JobMode, JobRecord, JobStatus, Observation, ProfileKey, Question, Receipt,
    ValueSource,
    agents::{
        AgentField, AgentJob, AgentNeed, AgentPlan, AgentQuestion, AgentQuestions, AgentReceipt,
        AgentState, AgentSuggested,
    },
    job::{OpenCode, OpenField, WrittenField},
};

use super::{judge::covers, share::Shared};
use crate::{
    exit::told_page,
    page::Page,
    plan::{self, Plan, PlanInput},
    resolve::{self, Found},
};

/// What of a job's page an agent may hear of, beside how the job stands.
#[derive(Debug, Clone, Copy)]
pub enum Seen<'a> {
    /// Nothing: the form is not shared with it now.
    Nothing,
    /// Everything.
    All,
    /// What is of its sites, on the page as it was read last: a form may go on, or lie in a frame, elsewhere.
    Of(&'a Page, &'a [String]),
}

impl Seen<'_> {
    fn field(self, index: u32) -> bool {
        match self {
            Self::Nothing => false,
            Self::All => true,
            Self::Of(page, sites) => is_at(page, index, sites),
        }
    }

    fn written(self, field: &WrittenField) -> bool {
        match self {
            Self::Nothing => false,
            Self::All => true,
            Self::Of(page, sites) => page.observation.fields.iter().any(|one| {
                one.fingerprint.as_ref() == Some(&field.fingerprint)
                    && is_at(page, one.index, sites)
            }),
        }
    }
}

/// Whether a field is in a document of these sites.
fn is_at(page: &Page, index: u32, sites: &[String]) -> bool {
    let element = page.fields.get(index as usize);
    element.is_some_and(|element| covers(sites, &element.expect.origin))
}

/// A job.
pub fn job(record: &JobRecord, seen: Seen<'_>) -> AgentJob {
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
        written: once(written_of(record, seen)),
        open: once(open_of(record, seen)),
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

fn written_of(record: &JobRecord, seen: Seen<'_>) -> impl Iterator<Item = AgentField> {
    let told = record.written.iter().filter(move |field| !field.is_choice && seen.written(field));
    told.map(written)
}

fn open_of(record: &JobRecord, seen: Seen<'_>) -> impl Iterator<Item = AgentField> {
    let told = record.open.iter();
    told.filter(move |open| says_nothing(open.code) && seen.field(open.field)).map(open)
}

/// Each once: of how many choices somebody has ticked, an agent is told nothing.
fn once(fields: impl Iterator<Item = AgentField>) -> Vec<AgentField> {
    let mut told: Vec<AgentField> = Vec::new();
    for field in fields {
        if !told.contains(&field) {
            told.push(field);
        }
    }
    told
}

/// Whether a reason follows from the page and from the names of entries alone. Of what a field holds already, what does not
/// fit into it and what was not taken, whoever wrote the page could learn whether what they wrote there is the person's.
fn says_nothing(code: OpenCode) -> bool {
    match code {
        OpenCode::NotUnderstood
        | OpenCode::NoValue
        | OpenCode::Ambiguous
        | OpenCode::NotVisible
        | OpenCode::NotEditable
        | OpenCode::PersonOnly
        | OpenCode::ForeignFrame
        | OpenCode::NotPersonal => true,
        OpenCode::AlreadyFilled | OpenCode::DoesNotFit | OpenCode::WriteFailed => false,
    }
}

/// What a job asks the person: the page's questions, without what is proposed.
pub fn questions(record: &JobRecord, seen: Seen<'_>) -> AgentQuestions {
    AgentQuestions {
        job: record.id.clone(),
        origin: site(record),
        asked: record.questions.iter().filter(|one| seen.field(one.field)).map(asked).collect(),
    }
}

fn asked(one: &Question) -> AgentQuestion {
    AgentQuestion {
        question: one.question.clone(),
        required: one.required,
        ..AgentQuestion::default()
    }
}

/// The same for an agent that may answer: with ids, and what an answer has to be, where it may answer. `has_suggested`:
/// whether it has answered the question of an id already.
pub fn questions_to_answer(
    record: &JobRecord,
    seen: Seen<'_>,
    open: &[(Question, Option<String>)],
    has_suggested: impl Fn(&str) -> bool,
) -> AgentQuestions {
    let told = |(question, id): &(Question, Option<String>)| match id {
        None => asked(question),
        Some(id) => AgentQuestion {
            suggested: has_suggested(id),
            id: Some(id.clone()),
            kind: question.kind,
            options: question.options.clone().unwrap_or_default(),
            ..asked(question)
        },
    };
    let all = open.iter().filter(|(question, _)| seen.field(question.field)).map(told);
    AgentQuestions { job: record.id.clone(), origin: site(record), asked: all.collect() }
}

/// An answer lies beside its question.
pub fn suggested(record: &JobRecord, question: &str) -> AgentSuggested {
    AgentSuggested { job: record.id.clone(), origin: site(record), question: question.to_owned() }
}

/// What the person sent in jobs of an agent, at sites that it may hear of. What the page said then, and the number that it
/// gave, are the person's.
pub fn receipts(all: &[Receipt], agent: &str, sites: &[String]) -> Vec<AgentReceipt> {
    let own =
        |one: &&Receipt| !agent.is_empty() && one.asked_by == agent && covers(sites, &one.origin);
    let told = |one: &Receipt| AgentReceipt {
        receipt: one.id.clone(),
        origin: one.origin.clone(),
        date: one.date,
        fields: one.fields.iter().filter(|label| !one.choices.contains(label)).cloned().collect(),
        entries: one.keys.clone(),
    };
    all.iter().filter(own).map(told).collect()
}

/// A page that no job fills in, planned by the rules, and the page as it was told to them: what it wrote into its fields is
/// compared with nobody.
pub(crate) fn planned(page: &Page, keys: &[ProfileKey]) -> (Observation, Plan) {
    let told = told_page(&page.observation, &[]);
    let plan = planned_again(&told, keys);
    (told, plan)
}

/// A page that was told to the rules already, planned for somebody who has these entries.
pub(crate) fn planned_again(observation: &Observation, keys: &[ProfileKey]) -> Plan {
    let mode = JobMode::Live;
    plan::plan(&PlanInput { observation, keys, history: &[], step: 1, mode })
}

/// A plan of the rules, field by field in the page's order. What would be asked stays as it is until then. Fields in frames
/// of sites that the agent may not hear of are left out.
pub fn plan(shared: &Shared, page: &Page, keys: &[ProfileKey], sites: &[String]) -> AgentPlan {
    let (observation, plan) = planned(page, keys);
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
        let Ok(Found::Field(index)) = resolve::resolve(target, &observation) else { continue };
        let Some(field) = observation.fields.get(index as usize) else { continue };
        let label = field.group.clone().unwrap_or_else(|| field.label.clone());
        let entry = Some(key.clone());
        fields.insert(index, AgentField { label, entry, reason: None, required: field.required });
    }
    let told = fields.into_iter().filter(|(index, _)| is_at(page, *index, sites));
    AgentPlan {
        form: shared.form.clone(),
        origin: shared.origin.clone(),
        fields: told.map(|(_, field)| field).collect(),
    }
}
