//! What an agent is told, judged by the server as if a stranger had said it.

use shared_types::{
    ProfileKey,
    agents::{
        AgentAnswer, AgentAsk, AgentField, AgentForm, AgentJob, AgentOpening, AgentPlan,
        AgentQuestion, AgentQuestions, AgentReceipt, AgentRecipe, AgentSuggested, AgentUndone,
    },
};

use super::clean::printed;
use crate::site::origin_of;

/// Things in a list, at most.
const MOST: usize = 500;
/// Characters of an id, at most.
const LONGEST_ID: usize = 128;

/// Whether an agent with this scope may hear of a site. Both are scheme, host and port, exactly.
pub fn covers(sites: &[String], origin: &str) -> bool {
    sites.is_empty() || sites.iter().any(|site| site == origin)
}

/// An answer, if it is one to what was asked and about a site that the agent may hear of: without what is of other
/// sites, and with its texts as [`printed`] leaves them.
pub fn judged(ask: &AgentAsk, sites: &[String], answer: AgentAnswer) -> Option<AgentAnswer> {
    let here = |origin: &str| covers(sites, origin);
    match (ask, answer) {
        (_, AgentAnswer::Refused(why)) => Some(AgentAnswer::Refused(why)),
        (AgentAsk::ListForms, AgentAnswer::Forms(forms)) => {
            let forms = forms.into_iter().filter(|one| here(&one.origin)).filter_map(form);
            Some(AgentAnswer::Forms(forms.take(MOST).collect()))
        }
        (AgentAsk::OpenForm { address }, AgentAnswer::Opening(AgentOpening { origin })) => {
            (origin == origin_of(address) && here(&origin))
                .then_some(AgentAnswer::Opening(AgentOpening { origin }))
        }
        (AgentAsk::PreviewPlan { form }, AgentAnswer::Plan(plan)) => {
            let AgentPlan { form: of, origin, fields: all } = plan;
            (of == *form && here(&origin)).then(|| {
                let origin = printed(&origin);
                AgentAnswer::Plan(AgentPlan { form: of, origin, fields: fields(all) })
            })
        }
        (AgentAsk::StartFill { .. }, AgentAnswer::Job(said)) => {
            (here(&said.origin) && is_id(&said.job)).then(|| AgentAnswer::Job(job(said)))
        }
        (
            AgentAsk::GetJob { job: of } | AgentAsk::RequestSubmit { job: of },
            AgentAnswer::Job(said),
        ) => (said.job == *of && here(&said.origin)).then(|| AgentAnswer::Job(job(said))),
        (AgentAsk::ListQuestions { job }, AgentAnswer::Questions(said)) => {
            let AgentQuestions { job: of, origin, asked } = said;
            let asked = asked.into_iter().take(MOST).map(question);
            (of == *job && here(&origin)).then(|| {
                let (origin, asked) = (printed(&origin), asked.collect());
                AgentAnswer::Questions(AgentQuestions { job: of, origin, asked })
            })
        }
        (AgentAsk::AnswerQuestion { job, question, .. }, AgentAnswer::Suggested(said)) => {
            (said.job == *job && said.question == *question && here(&said.origin)).then(|| {
                let origin = printed(&said.origin);
                AgentAnswer::Suggested(AgentSuggested { origin, ..said })
            })
        }
        (AgentAsk::Undo { job }, AgentAnswer::Undone(undone)) => {
            let AgentUndone { job: of, origin, restored, kept } = undone;
            (of == *job && here(&origin)).then(|| {
                let origin = printed(&origin);
                AgentAnswer::Undone(AgentUndone { job: of, origin, restored, kept })
            })
        }
        (AgentAsk::ListReceipts, AgentAnswer::Receipts(all)) => {
            let receipts = all.into_iter().filter(|one| here(&one.origin)).filter_map(receipt);
            Some(AgentAnswer::Receipts(receipts.take(MOST).collect()))
        }
        (AgentAsk::ListRecipes, AgentAnswer::Recipes(all)) => {
            let all = all.into_iter().filter(|one| here(&one.origin)).take(MOST);
            let all = all.map(|AgentRecipe { origin, pages, fields }| AgentRecipe {
                origin: printed(&origin),
                pages,
                fields,
            });
            Some(AgentAnswer::Recipes(all.collect()))
        }
        _ => None,
    }
}

/// Whether a text is an id of ours: nothing else stands where an id is.
fn is_id(text: &str) -> bool {
    (1..=LONGEST_ID).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

fn own_id(id: Option<String>) -> Option<String> {
    id.filter(|id| is_id(id))
}

fn form(said: AgentForm) -> Option<AgentForm> {
    let AgentForm { form, origin, title, job } = said;
    is_id(&form).then(|| AgentForm {
        form,
        origin: printed(&origin),
        title: printed(&title),
        job: own_id(job),
    })
}

fn fields(all: Vec<AgentField>) -> Vec<AgentField> {
    let one = |AgentField { label, entry, reason, required }| AgentField {
        label: printed(&label),
        entry: entry.map(|key| entry_name(&key)),
        reason,
        required,
    };
    all.into_iter().take(MOST).map(one).collect()
}

fn question(said: AgentQuestion) -> AgentQuestion {
    let AgentQuestion { question, required, id, kind, options, suggested } = said;
    AgentQuestion {
        question: printed(&question),
        required,
        id: own_id(id),
        kind,
        options: options.iter().take(MOST).map(|option| printed(option)).collect(),
        suggested,
    }
}

fn entry_name(key: &ProfileKey) -> ProfileKey {
    ProfileKey::new(printed(key.as_str()))
}

fn job(said: AgentJob) -> AgentJob {
    let AgentJob {
        job,
        origin,
        state,
        needs,
        page,
        filled,
        total,
        written,
        open,
        trouble,
        receipt,
    } = said;
    AgentJob {
        job,
        origin: printed(&origin),
        state,
        needs,
        page,
        filled,
        total,
        written: fields(written),
        open: fields(open),
        trouble,
        receipt: own_id(receipt),
    }
}

fn receipt(said: AgentReceipt) -> Option<AgentReceipt> {
    let AgentReceipt { receipt, origin, date, fields, entries } = said;
    is_id(&receipt).then(|| AgentReceipt {
        receipt,
        origin: printed(&origin),
        date: if date.is_finite() { date } else { 0.0 },
        fields: fields.iter().take(MOST).map(|label| printed(label)).collect(),
        entries: entries.iter().take(MOST).map(entry_name).collect(),
    })
}
