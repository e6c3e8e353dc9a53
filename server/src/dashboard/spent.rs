//! What was asked of models, by provider: calls, tokens, time and cost.

use std::collections::BTreeMap;

use maud::{Markup, html};
use shared_types::api::ModelCall;

use super::{
    charts::{Bar, bars},
    readable::{count, dollars, grouped, lasted, shown},
};

/// What one provider was asked.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Spent {
    /// Calls.
    pub calls: u32,
    /// Calls that gave nothing of use.
    pub failed: u32,
    /// Tokens sent.
    pub input: u64,
    /// Tokens received.
    pub output: u64,
    /// US dollars, of the calls whose cost is known.
    pub usd: f64,
    /// Calls whose cost is not known.
    pub unpriced: u32,
    /// Milliseconds.
    pub ms: f64,
}

/// By provider.
pub fn by_provider<'a>(calls: impl IntoIterator<Item = &'a ModelCall>) -> BTreeMap<String, Spent> {
    let mut all = BTreeMap::<String, Spent>::new();
    for call in calls {
        let spent = all.entry(call.provider.clone()).or_default();
        spent.calls += 1;
        spent.failed += u32::from(call.outcome != "ok");
        spent.input += u64::from(call.input_tokens.unwrap_or(0));
        spent.output += u64::from(call.output_tokens.unwrap_or(0));
        spent.usd += call.cost_usd.unwrap_or(0.0);
        spent.unpriced += u32::from(call.cost_usd.is_none());
        spent.ms += call.ms;
    }
    all
}

/// The cost, as far as it is known.
fn cost(spent: &Spent) -> String {
    match spent {
        Spent { unpriced: 0, usd, .. } => dollars(*usd),
        Spent { unpriced, calls, .. } if unpriced == calls => "not known".to_owned(),
        Spent { unpriced, usd, .. } => {
            format!("{}, and of {} not known", dollars(*usd), grouped((*unpriced).into()))
        }
    }
}

/// A chart of calls, and a table of the rest.
pub fn shown_as(all: &BTreeMap<String, Spent>) -> Markup {
    let calls: Vec<Bar> = all
        .iter()
        .map(|(provider, spent)| Bar {
            label: shown(provider),
            value: spent.calls.into(),
            text: count(spent.calls as usize, "call", "calls"),
            class: "c-model",
        })
        .collect();
    html! {
        (bars(&calls, None))
        div.table-box tabindex="0" role="region" aria-label="Models by provider" {
            table {
                thead { tr {
                    th scope="col" { "Provider" } th.number scope="col" { "Calls" } th.number scope="col" { "Failed" }
                    th.number scope="col" { "Tokens sent" } th.number scope="col" { "Tokens received" }
                    th.number scope="col" { "Time" } th.number scope="col" { "Cost" }
                } }
                tbody {
                    @for (provider, spent) in all {
                        tr {
                            th scope="row" dir="auto" { (shown(provider)) }
                            td.number { (grouped(spent.calls.into())) }
                            td.number { (grouped(spent.failed.into())) }
                            td.number { (grouped(spent.input)) }
                            td.number { (grouped(spent.output)) }
                            td.number { (lasted(spent.ms as i64)) }
                            td.number { (cost(spent)) }
                        }
                    }
                }
            }
        }
        @if all.values().any(|spent| spent.unpriced > 0) {
            p.muted { "A cost is known where the provider says it or the configuration has its price." }
        }
    }
}
