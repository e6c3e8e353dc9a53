//! A job's form as it was seen last: each field with its label, what it asks for and how it stands. No value is in there:
//! a page is kept without any, and of a plan the names of entries alone are read.

use std::collections::BTreeMap;

use maud::{Markup, html};
use serde_json::Value;
use shared_types::{
    ActionResult, AgentAction, Observation, Target, ValueSource,
    api::{NextResponse, TraceEntry},
    job::OpenCode,
    observation::{Field, ValueState},
    target::ElementType,
};

use super::{
    frame::in_code,
    readable::{self, count, moment, shown},
};

/// How a field stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stands {
    /// Vaulty filled it, from this entry of the profile.
    Filled(String),
    /// It is to be filled, from this entry.
    Planned(String),
    /// It held something before.
    Held,
    /// It was left open, for this reason.
    Open(String),
    /// Filling it was refused, for this reason.
    Refused(String),
}

impl Stands {
    fn class(&self) -> &'static str {
        match self {
            Self::Filled(_) => "filled",
            Self::Planned(_) => "planned",
            Self::Held => "held",
            Self::Open(_) => "open",
            Self::Refused(_) => "refused",
        }
    }

    fn label(&self) -> &'static str {
        match self {
            Self::Filled(_) => "Filled",
            Self::Planned(_) => "To be filled",
            Self::Held => "Held something before",
            Self::Open(_) => "Open",
            Self::Refused(_) => "Refused",
        }
    }
}

/// A field as it is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawn {
    /// Its label, with the question of its group.
    pub label: String,
    /// What it asks for.
    pub role: String,
    /// Whether it is a box or a dot that is ticked.
    pub is_tick: bool,
    /// Whether the form demands it.
    pub required: bool,
    /// How it stands.
    pub stands: Stands,
}

/// A form as it was seen last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Form {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// The page's title; empty where the page was not kept.
    pub title: String,
    /// Its fields, in reading order.
    pub fields: Vec<Drawn>,
    /// Its buttons, and whether each sends.
    pub buttons: Vec<(String, bool)>,
    /// Fields that nobody sees.
    pub hidden: usize,
    /// Whether the page was kept: else only what the plan speaks of is known.
    pub whole: bool,
}

/// What an entry of the profile is called where a value comes from it.
pub fn key_of(source: &ValueSource) -> String {
    match source {
        ValueSource::Key(key) => key.as_str().to_owned(),
        ValueSource::Literal(_) => String::new(),
    }
}

/// The field that an action writes into, and from which entry.
pub fn written(action: &AgentAction) -> Option<(u32, String)> {
    let key = match action {
        AgentAction::Fill { source, .. } | AgentAction::Select { source, .. } => key_of(source),
        AgentAction::Upload { value_from, .. } => value_from.as_str().to_owned(),
        AgentAction::Check { .. } => String::new(),
        _ => return None,
    };
    match action.target() {
        Some(Target::Index { index, element_type: ElementType::Field }) => Some((*index, key)),
        _ => None,
    }
}

/// An action and what came of it, as the trace has them.
pub fn result_of(data: &Value) -> Option<(AgentAction, ActionResult)> {
    let read = |name: &str| data.get(name).cloned();
    Some((
        serde_json::from_value(read("action")?).ok()?,
        serde_json::from_value(read("result")?).ok()?,
    ))
}

/// The page of an entry.
pub fn page_of(data: &Value) -> Option<Observation> {
    serde_json::from_value(data.get("observation")?.clone()).ok()
}

/// The form of the newest round that has a plan.
pub fn last(trace: &[TraceEntry]) -> Option<Form> {
    let planned = trace.iter().rev().filter(|entry| entry.kind == "plan");
    let plans = planned.filter_map(|entry| {
        let plan: NextResponse = serde_json::from_value(entry.data.clone()).ok()?;
        Some((entry, plan))
    });
    // A round that found nothing to do says nothing of the form.
    let speaks = |plan: &NextResponse| {
        !plan.open.is_empty() || plan.actions.iter().any(|action| written(action).is_some())
    };
    let mut plans = plans.filter(|(entry, plan)| speaks(plan) || page_at(trace, entry).is_some());
    let (entry, plan) = plans.next()?;
    let own = stands(trace, entry.step, &plan);
    let Some(page) = page_at(trace, entry) else {
        return Some(of_plan(entry.at, &plan, &own));
    };
    // What an earlier round filled is filled, though this one finds it so.
    let mut before = BTreeMap::new();
    for (entry, plan) in plans {
        let Some(page) = page_at(trace, entry) else { continue };
        let stands = stands(trace, entry.step, &plan);
        for Field { index, fingerprint, .. } in page.fields {
            if let (Some(fingerprint), Some(filled @ Stands::Filled(_))) =
                (fingerprint, stands.get(&index))
            {
                before.entry(fingerprint).or_insert_with(|| filled.clone());
            }
        }
    }
    Some(of_page(entry.at, &page, &own, &before))
}

/// The page that a plan was made for.
fn page_at(trace: &[TraceEntry], plan: &TraceEntry) -> Option<Observation> {
    let before = |entry: &&TraceEntry| {
        entry.kind == "page" && entry.step == plan.step && entry.seq < plan.seq
    };
    page_of(&trace.iter().rev().find(before)?.data)
}

/// How the fields stand that a round speaks of.
fn stands(trace: &[TraceEntry], step: u32, plan: &NextResponse) -> BTreeMap<u32, Stands> {
    let mut stands = BTreeMap::new();
    for open in &plan.open {
        let stand = match open.code {
            OpenCode::AlreadyFilled => Stands::Held,
            _ => Stands::Open(shown(&open.reason)),
        };
        stands.insert(open.field, stand);
    }
    for action in &plan.actions {
        stands.extend(written(action).map(|(field, key)| (field, Stands::Planned(key))));
        if let AgentAction::AskUser { questions } = action {
            for question in questions {
                let asked = || Stands::Open("you are asked".to_owned());
                stands.entry(question.field).or_insert_with(asked);
            }
        }
    }
    for entry in trace.iter().filter(|entry| entry.kind == "result" && entry.step == step) {
        let Some((action, result)) = result_of(&entry.data) else { continue };
        let Some((field, mut key)) = written(&action) else { continue };
        // A client that sent a value said it without its entry.
        if let Some(Stands::Planned(planned)) = stands.get(&field).filter(|_| key.is_empty()) {
            key.clone_from(planned);
        }
        let refused = || {
            let why = result.refusal.map_or("it didn’t take", readable::refusal);
            Stands::Refused(why.to_owned())
        };
        stands.insert(field, if result.ok { Stands::Filled(key) } else { refused() });
    }
    stands
}

fn of_page(
    at: i64,
    page: &Observation,
    stands: &BTreeMap<u32, Stands>,
    before: &BTreeMap<String, Stands>,
) -> Form {
    let is_seen = |field: &&Field| field.visible != Some(false);
    let draw = |field: &Field| {
        let filled = field.fingerprint.as_ref().and_then(|print| before.get(print));
        let held = match field.value_state {
            Some(ValueState::Filled | ValueState::Matches(_)) => {
                filled.cloned().unwrap_or(Stands::Held)
            }
            Some(ValueState::Empty) | None => Stands::Open("nothing is done with it".to_owned()),
        };
        Drawn {
            label: label(field),
            role: shown(field.role.as_deref().unwrap_or_default()),
            is_tick: field.checked.is_some(),
            required: field.required,
            stands: stands
                .get(&field.index)
                .filter(|own| **own != Stands::Held)
                .cloned()
                .unwrap_or(held),
        }
    };
    Form {
        at,
        title: shown(&page.title),
        fields: page.fields.iter().filter(is_seen).map(draw).collect(),
        buttons: page
            .buttons
            .iter()
            .filter(|button| button.visible != Some(false))
            .map(|button| (shown(&button.text), button.submits == Some(true)))
            .collect(),
        hidden: page.fields.iter().filter(|field| !is_seen(field)).count(),
        whole: true,
    }
}

fn of_plan(at: i64, plan: &NextResponse, stands: &BTreeMap<u32, Stands>) -> Form {
    let open = |field: u32| plan.open.iter().find(|open| open.field == field);
    let asked = |field: u32| {
        plan.actions.iter().find_map(|action| match action {
            AgentAction::AskUser { questions } => {
                questions.iter().find(|question| question.field == field)
            }
            _ => None,
        })
    };
    let draw = |(&field, stands): (&u32, &Stands)| {
        let label = open(field).map(|open| open.label.as_str()).filter(|label| !label.is_empty());
        let label = label.or_else(|| asked(field).map(|question| question.question.as_str()));
        let label = label.map(shown).filter(|label| !label.is_empty());
        Drawn {
            label: label.unwrap_or_else(|| format!("Field {}", field + 1)),
            role: String::new(),
            is_tick: false,
            required: open(field).is_some_and(|open| open.required),
            stands: stands.clone(),
        }
    };
    Form {
        at,
        title: String::new(),
        fields: stands.iter().map(draw).collect(),
        buttons: Vec::new(),
        hidden: 0,
        whole: false,
    }
}

/// What a field is called: with the question of its group.
pub fn label(field: &Field) -> String {
    let own = [&field.label, &field.placeholder, &field.name];
    let own = own.into_iter().find(|text| !text.trim().is_empty());
    let own = own.map_or_else(|| format!("Field {}", field.index + 1), |text| shown(text));
    match field.group.as_deref().map(shown) {
        Some(group) if !group.is_empty() && group != own => format!("{group}: {own}"),
        _ => own,
    }
}

/// The form, drawn.
pub fn drawn(form: &Form) -> Markup {
    html! {
        @if !form.whole {
            p.muted { (in_code("Only what the plan speaks of is drawn, because pages aren’t kept. `vaulty-server config set trace_pages true` keeps them, without values; then whole forms are drawn here.")) }
        }
        div.form-drawn {
            @if !form.title.is_empty() { p.form-title dir="auto" { (form.title) } }
            @if form.fields.is_empty() { p.muted { "The page has no field." } }
            ul.fields {
                @for field in &form.fields {
                    li class=(if field.is_tick { "field tick" } else { "field" }) {
                        span.field-label dir="auto" {
                            (field.label) @if field.required { span.required { " (required)" } }
                        }
                        span class=(format!("control {}", field.stands.class())) {
                            b { (field.stands.label()) }
                            @match &field.stands {
                                Stands::Filled(key) | Stands::Planned(key) if !key.is_empty() => { " from " code dir="auto" { (shown(key)) } }
                                Stands::Open(why) | Stands::Refused(why) if !why.is_empty() => { ": " span dir="auto" { (why) } }
                                _ => {}
                            }
                        }
                        @if !field.role.is_empty() && field.role != "none" { span.role.muted { "asks for " code { (field.role) } } }
                    }
                }
            }
            @if !form.buttons.is_empty() {
                p.buttons {
                    @for (text, sends) in &form.buttons {
                        span class=(if *sends { "drawn-button sends" } else { "drawn-button" }) dir="auto" {
                            (text) @if *sends { " (sends)" }
                        }
                    }
                }
            }
        }
        p.muted {
            "As seen " (moment(form.at)) ". What the fields hold isn’t known here."
            @if form.hidden > 0 { " " (count(form.hidden, "hidden field", "hidden fields")) " left alone." }
        }
    }
}
