//! A page as it was planned, kept with its plan if the configuration says so, and planned again from
//! what was kept. There is no value in it: it is what the planner saw.

use std::collections::BTreeMap;

use agent_core::{
    classify,
    plan::{Advice, Hint, PlanInput, plan_with},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared_types::{
    JobMode, Observation, ProfileKey,
    api::{HistoryEntry, NextResponse, PlannerInfo},
};

use super::{
    assemble::{MadeFrom, assemble, finished},
    intake::Question,
};

/// The kind of a trace entry that holds a page.
pub const PAGE: &str = "page";
/// The kind of a trace entry that holds a plan.
const PLAN: &str = "plan";

/// A page as it was planned.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Page {
    observation: Observation,
    keys: Vec<ProfileKey>,
    history: Vec<HistoryEntry>,
    mode: JobMode,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    hints: Vec<KeptHint>,
    /// Whether the plan was its writes alone, because a model was to be asked about the rest.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    writes_only: bool,
}

/// Advice as it is kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct KeptHint {
    field: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    key: Option<ProfileKey>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    proposal: Option<String>,
    before_rules: bool,
}

impl From<&Hint> for KeptHint {
    fn from(hint: &Hint) -> Self {
        let (key, proposal) = match &hint.advice {
            Advice::Key(key) => (Some(key.clone()), None),
            Advice::Propose(choice) => (None, Some(choice.clone())),
        };
        Self { field: hint.field, key, proposal, before_rules: hint.before_rules }
    }
}

impl KeptHint {
    /// The advice; none where earlier versions kept that the person was to be asked.
    fn hint(self) -> Option<Hint> {
        let KeptHint { field, key, proposal, before_rules } = self;
        let advice = key.map(Advice::Key).or_else(|| proposal.map(Advice::Propose))?;
        Some(Hint { field, advice, before_rules })
    }
}

impl Page {
    /// What is kept of a question and of what was added to it.
    pub fn of(question: &Question, made_from: &MadeFrom) -> Self {
        Self {
            observation: question.observation.clone(),
            keys: question.keys.clone(),
            history: question.history.clone(),
            mode: question.mode,
            hints: made_from.hints.iter().map(KeptHint::from).collect(),
            writes_only: made_from.writes_only,
        }
    }

    /// Plans it again.
    pub fn plan(self, step: u32) -> NextResponse {
        let Self { mut observation, keys, history, mode, hints, writes_only } = self;
        classify::classify(&mut observation);
        let input =
            PlanInput { observation: &observation, keys: &keys, history: &history, step, mode };
        let hints: Vec<Hint> = hints.into_iter().filter_map(KeptHint::hint).collect();
        let mut plan = plan_with(&input, &hints);
        if writes_only {
            plan.actions.retain(agent_core::model::when::is_write);
        }
        let force_live = plan.force_live;
        let (actions, _) = finished(plan.actions);
        assemble(actions, force_live, PlannerInfo::default(), plan.open)
    }
}

/// Why a trace cannot be replayed.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// It is none.
    #[error(
        "this is no trace: neither the JSON of /api/jobs/ID, nor its entries, nor its events, nor a log \
         that the extension exported"
    )]
    NoTrace,
    /// There are no pages in it.
    #[error(
        "there is no page in this trace, so it cannot be planned again: set trace_pages = true \
         (VAULTY_TRACE_PAGES), or the extension's log level to debug, do the same once more, and take \
         that job's trace"
    )]
    NoPages,
    /// An entry is not what it should be.
    #[error("entry {seq} cannot be read: {why}")]
    Entry {
        /// Its number.
        seq: i64,
        /// What is wrong with it.
        why: String,
    },
}

/// A step of a job, planned again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The round.
    pub step: u32,
    /// Actions of the plan that was recorded.
    pub actions: usize,
    /// What differs: `-` before what was recorded, `+` before what is planned now.
    pub differences: Vec<String>,
}

/// The parts of an entry that are looked at, of a trace or of the extension's log.
#[derive(Debug, Deserialize)]
struct Entry {
    #[serde(default)]
    seq: i64,
    step: u32,
    #[serde(alias = "type")]
    kind: String,
    #[serde(default, alias = "observation", alias = "action")]
    data: Value,
}

/// The parts of a plan that agent-core decides.
#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Decision {
    actions: Vec<Value>,
    open: Vec<Value>,
    force_live: bool,
}

/// Plans every page of a trace again.
///
/// # Errors
/// The text is no trace, or holds no pages.
pub fn replay(text: &str) -> Result<Vec<Step>, ReplayError> {
    let mut pages: BTreeMap<u32, (i64, Value)> = BTreeMap::new();
    let mut steps = Vec::new();
    for entry in entries(text)? {
        let Entry { seq, step, kind, data } = entry;
        if kind == PAGE {
            pages.insert(step, (seq, data));
        } else if kind == PLAN
            && let Some((page_seq, page)) = pages.remove(&step)
        {
            let page: Page = read(page_seq, page)?;
            let recorded: Decision = read(seq, data)?;
            let now = serde_json::to_value(page.plan(step))
                .map_err(|error| ReplayError::Entry { seq, why: error.to_string() })?;
            let now: Decision = read(seq, now)?;
            let actions = recorded.actions.len();
            steps.push(Step { step, actions, differences: differences(&recorded, &now) });
        }
    }
    if steps.is_empty() { Err(ReplayError::NoPages) } else { Ok(steps) }
}

fn read<T: serde::de::DeserializeOwned>(seq: i64, data: Value) -> Result<T, ReplayError> {
    serde_json::from_value(data).map_err(|error| ReplayError::Entry { seq, why: error.to_string() })
}

/// The entries of a trace in any of its forms: a job, a list, or server-sent events.
fn entries(text: &str) -> Result<Vec<Entry>, ReplayError> {
    let none = |_| ReplayError::NoTrace;
    let text = text.trim_start();
    if text.starts_with(['{', '[']) {
        let value: Value = serde_json::from_str(text).map_err(none)?;
        let list = match value {
            Value::Object(mut job) => job.remove("trace").ok_or(ReplayError::NoTrace)?,
            list => list,
        };
        return serde_json::from_value(list).map_err(none);
    }
    let events: Vec<Entry> = text
        .lines()
        .filter_map(|line| line.strip_prefix("data:"))
        .map(|data| serde_json::from_str(data).map_err(none))
        .collect::<Result<_, _>>()?;
    if events.is_empty() { Err(ReplayError::NoTrace) } else { Ok(events) }
}

fn differences(recorded: &Decision, now: &Decision) -> Vec<String> {
    let mut lines = Vec::new();
    for (what, recorded, now) in
        [("action", &recorded.actions, &now.actions), ("open", &recorded.open, &now.open)]
    {
        for place in 0..recorded.len().max(now.len()) {
            let (was, is) = (recorded.get(place), now.get(place));
            if was != is {
                lines.extend(was.map(|was| format!("- {what} {place}: {was}")));
                lines.extend(is.map(|is| format!("+ {what} {place}: {is}")));
            }
        }
    }
    if recorded.force_live != now.force_live {
        lines.push(format!("- forceLive: {}", recorded.force_live));
        lines.push(format!("+ forceLive: {}", now.force_live));
    }
    lines
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;
    use shared_types::Field;

    use super::*;

    /// A trace of one step, as the server writes it.
    fn trace() -> String {
        let field = |index: u32, kind: &str, label: &str| Field {
            index,
            tag: "input".to_owned(),
            kind: kind.to_owned(),
            label: label.to_owned(),
            ..Field::default()
        };
        let observation = Observation {
            fields: vec![field(0, "text", "First name"), field(1, "radio", "Yes")],
            ..Observation::default()
        };
        let page = Page {
            observation,
            keys: vec![ProfileKey::new("firstName")],
            history: Vec::new(),
            mode: JobMode::Live,
            hints: vec![KeptHint {
                field: 1,
                key: Some(ProfileKey::new("custom.x")),
                proposal: None,
                before_rules: true,
            }],
            writes_only: false,
        };
        let plan = page.clone().plan(1);
        json!([
            {"seq": 1, "step": 1, "kind": PAGE, "data": page},
            {"seq": 2, "step": 1, "kind": PLAN, "data": plan},
        ])
        .to_string()
    }

    #[test]
    fn a_trace_is_planned_the_same_again() {
        let steps = replay(&trace()).unwrap();
        assert_eq!(steps.len(), 1);
        assert_eq!(steps[0].differences, Vec::<String>::new());
        assert!(steps[0].actions > 0);
    }

    proptest! {
        #[test]
        fn no_text_breaks_it(text in "\\PC{0,200}") {
            let _ = replay(&text);
        }

        #[test]
        fn no_damage_breaks_it(damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8)) {
            let mut bytes = trace().into_bytes();
            for (place, byte) in damage {
                let place = place.index(bytes.len());
                bytes[place] = byte;
            }
            let _ = replay(&String::from_utf8_lossy(&bytes));
        }

        #[test]
        fn whatever_number_or_text_is_where_it_stands(number in any::<i64>(), text in "\\PC{0,30}", which in any::<prop::sample::Index>()) {
            let mut trace: Value = serde_json::from_str(&trace()).unwrap();
            let mut paths = Vec::new();
            leaves(&trace, String::new(), &mut paths);
            let path = &paths[which.index(paths.len())];
            let leaf = trace.pointer_mut(path).unwrap();
            *leaf = if leaf.is_number() { json!(number) } else { json!(text) };
            let _ = replay(&trace.to_string());
        }
    }

    /// The paths of everything that holds nothing else.
    fn leaves(value: &Value, path: String, paths: &mut Vec<String>) {
        match value {
            Value::Object(map) => {
                map.iter().for_each(|(key, value)| leaves(value, format!("{path}/{key}"), paths));
            }
            Value::Array(list) => {
                list.iter()
                    .enumerate()
                    .for_each(|(at, value)| leaves(value, format!("{path}/{at}"), paths));
            }
            _ => paths.push(path),
        }
    }
}
