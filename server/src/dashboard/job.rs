//! A job step by step, in plain words; where its time went; and its form.

use std::collections::BTreeMap;

use maud::{Markup, html};
use shared_types::{
    AgentAction,
    api::{JobSummary, LedgerEntry, NextResponse, PlannerSource, TraceEntry},
};

use super::{
    charts::{Bar, bars, legend, line},
    digest::{Entries, Entry, Fact},
    form::{self, drawn},
    frame::nothing,
    jobs::{badge, site},
    readable::{self, ago, count, dollars, grouped, lasted, moment, shown},
    spent::{by_provider, shown_as},
};

/// What a job's time went into, with its colour.
const KINDS: [(&str, &str); 4] = [
    ("c-rules", "Planning by rules, at the server"),
    ("c-model", "Models"),
    ("c-filling", "Filling, in the browser"),
    ("c-waiting", "Waiting for you or the page"),
];

/// Entries that are drawn, the newest ones: a page of all of a long job's would be slow to make and to read.
pub const DRAWN: usize = 1_000;
/// Rounds that are drawn, the newest ones.
const DRAWN_ROUNDS: usize = 100;

/// Milliseconds of a round, in the order of [`KINDS`].
pub type Times = [f64; 4];

/// A job and its trace, oldest first.
#[derive(Debug, Clone, Copy)]
pub struct Job<'a> {
    /// What is known of it as a whole.
    pub job: &'a JobSummary,
    /// What happened.
    pub trace: &'a [TraceEntry],
    /// The time.
    pub now: i64,
}

/// What counts of a trace.
pub fn entries(trace: &[TraceEntry]) -> Entries {
    let entry = |entry: &TraceEntry| Entry {
        seq: entry.seq,
        step: entry.step,
        at: entry.at,
        fact: Fact::read(&entry.kind, &entry.data.to_string()),
    };
    Entries::new(trace.iter().map(entry).collect())
}

/// Where the time of each round went.
pub fn times(entries: &Entries) -> BTreeMap<u32, Times> {
    let mut rounds = BTreeMap::<u32, Times>::new();
    // When the entry before was left.
    let mut before: Option<i64> = None;
    for Entry { step, at, fact, .. } in entries.iter() {
        match fact {
            Fact::Plan { ms, .. } => {
                // Until the planning began, the round before was waited for.
                let waited = before.map_or(0, |before| (at - *ms as i64 - before).max(0));
                if let Some((_, [.., waiting])) = rounds.range_mut(..step).next_back() {
                    *waiting += waited as f64;
                }
                let [rules, ..] = rounds.entry(*step).or_default();
                *rules += ms;
            }
            Fact::Models(calls) => {
                let [_, models, ..] = rounds.entry(*step).or_default();
                *models += calls.iter().map(|call| call.ms).sum::<f64>();
                continue;
            }
            Fact::Result { writes, .. } => {
                let spent = before.map_or(0, |before| (at - before).max(0)) as f64;
                let [.., filling, waiting] = rounds.entry(*step).or_default();
                *(if *writes { filling } else { waiting }) += spent;
            }
            Fact::Other => continue,
        }
        before = Some(*at);
    }
    for [rules, models, ..] in rounds.values_mut() {
        // A plan's time has that of its models in it.
        *rules = (*rules - *models).max(0.0);
    }
    rounds
}

/// The page's body.
pub fn page(job: &Job<'_>) -> Markup {
    let Job { job: of, trace, now } = *job;
    let entries = entries(trace);
    let calls = by_provider(entries.calls());
    html! {
        p.lead {
            (site(&of.origin)) " " (badge(entries.state(now)))
        }
        p.muted {
            "Began " (moment(of.started_at)) ", last news " (ago(now, of.updated_at)) ". "
            (count(entries.written(), "field", "fields")) " filled in "
            (count(entries.rounds().0, "round", "rounds")) "."
        }
        @if trace.is_empty() {
            (nothing("Nothing of this job is kept any more.", "How long traces are kept is `trace_days` and `trace_keep` in the server’s settings."))
        } @else {
            section aria-labelledby="form" {
                h2 #form { "The form" }
                @match form::last(trace) {
                    Some(form) => (drawn(&form)),
                    None => (nothing("No form was planned yet.", "It is drawn here from the first plan on.")),
                }
            }
            section aria-labelledby="time" { h2 #time { "Where time went" } (spent(&entries)) }
            @if !calls.is_empty() {
                section aria-labelledby="models" { h2 #models { "Models" } (shown_as(&calls)) }
            }
            section aria-labelledby="steps" { h2 #steps { "Step by step" } (steps(&of.job_id, trace)) }
        }
    }
}

fn spent(entries: &Entries) -> Markup {
    let rounds = times(entries);
    let sum = |at: usize| rounds.values().filter_map(|times| times.get(at)).sum::<f64>();
    let total: Vec<Bar> = KINDS
        .iter()
        .enumerate()
        .map(|(at, (class, label))| Bar {
            label: (*label).to_owned(),
            value: sum(at),
            text: lasted(sum(at) as i64),
            class,
        })
        .collect();
    let longest = rounds.values().map(|times| times.iter().sum::<f64>()).fold(0.0, f64::max);
    html! {
        (bars(&total, None))
        @if rounds.len() > 1 {
            h3 { "Round by round" }
            ul.bars {
                @for (step, times) in rounds.iter().skip(rounds.len().saturating_sub(DRAWN_ROUNDS)) {
                    li {
                        span.bar-label { "Round " (step) }
                        (line(&KINDS.iter().zip(times).map(|((class, _), ms)| (*ms, *class)).collect::<Vec<_>>(), longest, &said(times)))
                        span.bar-text { (lasted(times.iter().sum::<f64>() as i64)) }
                    }
                }
            }
            (legend(&KINDS.map(|(class, label)| (class, label.to_owned()))))
        }
    }
}

fn said(times: &Times) -> String {
    let parts = KINDS.iter().zip(times).filter(|(_, ms)| **ms > 0.0);
    let parts = parts.map(|((_, label), ms)| format!("{label}: {}", lasted(*ms as i64)));
    parts.collect::<Vec<_>>().join("; ")
}

/// The rounds, the newest first.
fn steps(of: &str, trace: &[TraceEntry]) -> Markup {
    let older = trace.len().saturating_sub(DRAWN);
    let trace = trace.get(older..).unwrap_or_default();
    let mut rounds = BTreeMap::<u32, Vec<&TraceEntry>>::new();
    for entry in trace {
        rounds.entry(entry.step).or_default().push(entry);
    }
    html! {
        ol.rounds reversed start=(rounds.keys().next_back().copied().unwrap_or_default()) {
            @for (step, entries) in rounds.iter().rev() {
                li value=(step) {
                    h3 { "Round " (step) }
                    ol.steps { @for line in round(entries) { li { (line) } } }
                }
            }
        }
        @if older > 0 {
            p.muted { (count(older, "older entry isn’t", "older entries aren’t")) " drawn. " code { "GET /api/jobs/" (of) } " has them all." }
        }
    }
}

/// What happened in a round, a line each; fields that were filled one after the other are one.
fn round(entries: &[&TraceEntry]) -> Vec<Markup> {
    let page = entries.iter().rev().find(|entry| entry.kind == "page");
    let page = page.and_then(|entry| form::page_of(&entry.data));
    let name = |field: u32| {
        let field = page
            .as_ref()
            .and_then(|page| page.fields.iter().find(|one| one.index == field).map(form::label));
        field.unwrap_or_default()
    };
    let mut lines = Vec::new();
    let mut filled: Vec<(String, String)> = Vec::new();
    let mut filled_at = 0;
    for entry in entries {
        let result = (entry.kind == "result").then(|| form::result_of(&entry.data)).flatten();
        if let Some((action, result)) = &result
            && result.ok
            && let Some((field, key)) = form::written(action)
        {
            filled.push((name(field), key));
            filled_at = entry.at;
            continue;
        }
        lines.extend(fields(&mut filled, filled_at));
        lines.push(html! { (told(entry, result.as_ref(), &name)) " " span.at.muted { (moment(entry.at)) } });
    }
    lines.extend(fields(&mut filled, filled_at));
    lines
}

/// The fields that were filled since the last line.
fn fields(filled: &mut Vec<(String, String)>, at: i64) -> Option<Markup> {
    let filled = std::mem::take(filled);
    (!filled.is_empty()).then(|| {
        html! {
            details {
                summary { "Filled " (count(filled.len(), "field", "fields")) " " span.at.muted { (moment(at)) } }
                ul {
                    @for (label, key) in &filled {
                        li {
                            @if !label.is_empty() { span dir="auto" { (label) } " " }
                            @if key.is_empty() { "ticked or filled as the page’s choice" } @else { "from " code dir="auto" { (shown(key)) } }
                        }
                    }
                }
            }
        }
    })
}

type Came = (AgentAction, shared_types::ActionResult);

/// An entry in plain words.
fn told(entry: &TraceEntry, result: Option<&Came>, name: &dyn Fn(u32) -> String) -> Markup {
    match (entry.kind.as_str(), result) {
        ("page", _) => match form::page_of(&entry.data) {
            Some(page) => html! {
                "Read the page “" bdi { (shown(&page.title)) } "”: "
                (count(page.fields.len(), "field", "fields")) ", " (count(page.buttons.len(), "button", "buttons")) "."
            },
            None => html! { "Read the page; it was too large to be kept." },
        },
        ("llm", _) => match serde_json::from_value::<LedgerEntry>(entry.data.clone()) {
            Ok(ledger) => asked(&ledger),
            Err(_) => html! { "Asked a model; what was said was too large to be kept." },
        },
        ("plan", _) => match serde_json::from_value::<NextResponse>(entry.data.clone()) {
            Ok(plan) => planned(&plan),
            Err(_) => html! { "Planned the page; the plan was too large to be kept." },
        },
        ("result", Some((action, result))) => {
            let why = result.refusal.map_or("it didn’t take effect", readable::refusal);
            html! {
                (did(action, name))
                @if !result.ok { ": not done, " (why) } "."
            }
        }
        _ => html! { "Something that this version doesn’t know." },
    }
}

/// An action as what was done.
fn did(action: &AgentAction, name: &dyn Fn(u32) -> String) -> Markup {
    let field = form::written(action);
    let label = field.as_ref().map(|(field, _)| name(*field)).unwrap_or_default();
    match action {
        AgentAction::Fill { .. }
        | AgentAction::Select { .. }
        | AgentAction::Check { .. }
        | AgentAction::Upload { .. } => html! {
            "Filled " @if label.is_empty() { "a field" } @else { "“" bdi { (label) } "”" }
            @if let Some((_, key)) = field.filter(|(_, key)| !key.is_empty()) { " from " code dir="auto" { (shown(&key)) } }
        },
        AgentAction::Click { requires_approval: Some(true), .. } => {
            html! { "Pressed the button that sends, after your approval" }
        }
        AgentAction::Click { .. } => html! { "Pressed a button" },
        AgentAction::Navigate { url } => html! { "Went to " bdi { (shown(url)) } },
        AgentAction::WaitFor { .. } => html! { "Waited for the page" },
        AgentAction::Extract { .. } => html! { "Looked at the page again" },
        AgentAction::RequestVerification { kind, .. } => {
            html! { "Asked you for " (readable::verification(*kind)) }
        }
        AgentAction::AskUser { questions } => {
            html! { "Asked you " (count(questions.len(), "question", "questions")) }
        }
        AgentAction::Done { .. } => html! { "Ended the job" },
    }
}

fn asked(ledger: &LedgerEntry) -> Markup {
    let about = if ledger.purpose == "draft" {
        "to draft a text".to_owned()
    } else {
        format!("about {}", count(ledger.fields.len(), "field", "fields"))
    };
    html! {
        @for call in &ledger.calls {
            "Asked " bdi { (shown(&call.model)) } " at " bdi { (shown(&call.provider)) } " " (about) ": "
            @if call.outcome == "ok" { "answered" } @else { "no use, " code dir="auto" { (shown(&call.outcome)) } }
            " in " (lasted(call.ms as i64))
            @if let (Some(sent), Some(received)) = (call.input_tokens, call.output_tokens) {
                ", " (grouped(sent.into())) " tokens sent, " (grouped(received.into())) " received"
            }
            ", " @match call.cost_usd { Some(usd) => (dollars(usd)), None => "cost not known" } ". "
        }
        @if ledger.calls.is_empty() { "No model could be asked." }
    }
}

fn planned(plan: &NextResponse) -> Markup {
    let who = match plan.planner.source {
        PlannerSource::Memory => "what worked before",
        PlannerSource::Rules => "rules",
        PlannerSource::Llm => "rules and a model",
    };
    let writes = plan.actions.iter().filter(|action| form::written(action).is_some()).count();
    let then = plan.actions.last().map(|last| match last {
        AgentAction::Click { requires_approval: Some(true), .. } => {
            "then the button that sends, which waits for your approval".to_owned()
        }
        AgentAction::Click { .. } => "then a button that goes on".to_owned(),
        AgentAction::AskUser { questions } => {
            format!("then {} for you", count(questions.len(), "question", "questions"))
        }
        AgentAction::RequestVerification { kind, .. } => {
            format!("then {} from you", readable::verification(*kind))
        }
        AgentAction::Done { .. } => "then the end".to_owned(),
        AgentAction::WaitFor { .. } | AgentAction::Extract { .. } => {
            "then another look at the page".to_owned()
        }
        AgentAction::Navigate { .. } => "then another page".to_owned(),
        AgentAction::Fill { .. }
        | AgentAction::Select { .. }
        | AgentAction::Check { .. }
        | AgentAction::Upload { .. } => "then another look at the page".to_owned(),
    });
    html! {
        "Planned by " (who) " in " (lasted(plan.planner.ms as i64)) ": "
        (count(writes, "field", "fields")) " to fill, " (plan.open.len()) " left open"
        @if let Some(then) = then { ", " (then) } "."
        @if !plan.planner.notes.is_empty() {
            ul.notes { @for note in &plan.planner.notes { li dir="auto" { (shown(note)) } } }
        }
    }
}
