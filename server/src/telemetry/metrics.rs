//! Counters and times, for Prometheus. Labels are route templates, methods and statuses.

use std::time::Duration;

use metrics::{
    Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram,
};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle, PrometheusRecorder};
use shared_types::api::LedgerEntry;

/// Upper bounds of the time buckets, in seconds.
const BUCKETS: &[f64] =
    &[0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0];

const REQUESTS: &str = "vaulty_http_requests_total";
const SECONDS: &str = "vaulty_http_request_seconds";
const PLANS: &str = "vaulty_plans_total";
const MODEL_CALLS: &str = "vaulty_llm_calls_total";
const MODEL_SECONDS: &str = "vaulty_llm_call_seconds";
const MODEL_TOKENS: &str = "vaulty_llm_tokens_total";
const MODEL_COST: &str = "vaulty_llm_cost_usd_total";
const MODEL_REFUSED: &str = "vaulty_llm_refused_total";
const COMMIT_SECONDS: &str = "vaulty_commit_seconds";
const COMMITTED: &str = "vaulty_committed_units_total";
const SHED: &str = "vaulty_commit_refused_total";
const DROPPED: &str = "vaulty_trace_dropped_total";
const BUILD: &str = "vaulty_build_info";

/// The metrics of one server. There is no global recorder, so that two servers in one process (in
/// tests) do not count for each other.
pub struct Metrics {
    recorder: PrometheusRecorder,
    handle: PrometheusHandle,
}

impl std::fmt::Debug for Metrics {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Metrics")
    }
}

impl Default for Metrics {
    fn default() -> Self {
        let builder = PrometheusBuilder::new();
        let recorder = match PrometheusBuilder::new().set_buckets(BUCKETS) {
            Ok(with_buckets) => with_buckets.build_recorder(),
            Err(_) => builder.build_recorder(),
        };
        let handle = recorder.handle();
        metrics::with_local_recorder(&recorder, || {
            describe_counter!(REQUESTS, "Requests answered.");
            describe_histogram!(SECONDS, Unit::Seconds, "Time from head to answer.");
            describe_counter!(PLANS, "Plans made, by who made them.");
            describe_counter!(MODEL_CALLS, "Calls to models, by provider and outcome.");
            describe_histogram!(MODEL_SECONDS, Unit::Seconds, "Time of calls to models.");
            describe_counter!(
                MODEL_TOKENS,
                "Tokens of calls: input, cached (of the input), output."
            );
            describe_gauge!(
                MODEL_COST,
                "US dollars of calls whose cost is known, since the start."
            );
            describe_counter!(
                MODEL_REFUSED,
                "Lines of models' answers that were refused, by reason."
            );
            describe_histogram!(
                COMMIT_SECONDS,
                Unit::Seconds,
                "Time of a transaction that writes what requests leave."
            );
            describe_counter!(COMMITTED, "Units that requests left, written in such transactions.");
            describe_counter!(SHED, "Requests refused because too much waited to be written.");
            describe_counter!(
                DROPPED,
                "Trace entries that were not kept, because too many came at once."
            );
            gauge!(BUILD, "version" => env!("CARGO_PKG_VERSION")).set(1.0);
            counter!(DROPPED).absolute(0);
            counter!(SHED).absolute(0);
        });
        Self { recorder, handle }
    }
}

impl Metrics {
    /// Counts an answered request.
    pub fn request(&self, method: &'static str, route: &str, status: u16, took: Duration) {
        metrics::with_local_recorder(&self.recorder, || {
            let route = route.to_owned();
            counter!(REQUESTS, "method" => method, "route" => route.clone(), "status" => status_text(status))
                .increment(1);
            histogram!(SECONDS, "route" => route).record(took.as_secs_f64());
        });
    }

    /// Counts a plan.
    pub fn plan(&self, source: &'static str) {
        metrics::with_local_recorder(&self.recorder, || {
            counter!(PLANS, "source" => source).increment(1)
        });
    }

    /// Counts what was said to models.
    pub fn ledger(&self, ledger: &LedgerEntry) {
        metrics::with_local_recorder(&self.recorder, || {
            for call in &ledger.calls {
                // Names of providers come from the configuration or from a fixed list; models do not.
                let provider = call.provider.clone();
                counter!(MODEL_CALLS, "provider" => provider.clone(), "outcome" => call.outcome.clone())
                    .increment(1);
                histogram!(MODEL_SECONDS, "provider" => provider.clone()).record(call.ms / 1000.0);
                let tokens = [
                    ("input", call.input_tokens),
                    ("cached", call.cached_tokens),
                    ("output", call.output_tokens),
                ];
                for (kind, tokens) in tokens {
                    counter!(MODEL_TOKENS, "provider" => provider.clone(), "kind" => kind)
                        .increment(tokens.unwrap_or(0).into());
                }
                gauge!(MODEL_COST, "provider" => provider).increment(call.cost_usd.unwrap_or(0.0));
            }
            for (reason, count) in &ledger.refused {
                counter!(MODEL_REFUSED, "reason" => reason.clone()).increment((*count).into());
            }
        });
    }

    /// Counts a transaction.
    pub fn committed(&self, units: usize, took: Duration) {
        metrics::with_local_recorder(&self.recorder, || {
            histogram!(COMMIT_SECONDS).record(took.as_secs_f64());
            counter!(COMMITTED).increment(u64::try_from(units).unwrap_or(u64::MAX));
        });
    }

    /// Counts a request that found no place in the writer's queue.
    pub fn shed(&self) {
        metrics::with_local_recorder(&self.recorder, || counter!(SHED).increment(1));
    }

    /// Counts trace entries that were not kept.
    pub fn dropped(&self, entries: u64) {
        metrics::with_local_recorder(&self.recorder, || counter!(DROPPED).increment(entries));
    }

    /// The text that Prometheus reads.
    pub fn render(&self) -> String {
        self.handle.render()
    }

    /// Folds what was recorded into the buckets; without it memory would grow between two readings.
    pub fn fold(&self) {
        self.handle.run_upkeep();
    }
}

/// The statuses that this server answers with, without making a text anew for each request.
fn status_text(status: u16) -> &'static str {
    match status {
        200 => "200",
        204 => "204",
        303 => "303",
        304 => "304",
        308 => "308",
        400 => "400",
        401 => "401",
        403 => "403",
        404 => "404",
        405 => "405",
        409 => "409",
        413 => "413",
        415 => "415",
        429 => "429",
        500 => "500",
        503 => "503",
        other => match other / 100 {
            2 => "2xx",
            3 => "3xx",
            4 => "4xx",
            _ => "5xx",
        },
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use serde_json::Value;
    use shared_types::api::ModelCall;

    use super::*;

    /// Something of everything that is counted.
    fn of_everything() -> String {
        let metrics = Metrics::default();
        metrics.request("GET", "/api/jobs", 200, Duration::from_millis(3));
        metrics.plan("rules");
        metrics.ledger(&LedgerEntry {
            calls: vec![ModelCall { provider: "home".to_owned(), ..ModelCall::default() }],
            refused: BTreeMap::from([("no-such-key".to_owned(), 1)]),
            ..LedgerEntry::default()
        });
        metrics.committed(3, Duration::from_millis(2));
        metrics.shed();
        metrics.dropped(1);
        metrics.render()
    }

    /// The words of an expression, with what a metric's name or a label may consist of.
    fn words(expression: &str) -> impl Iterator<Item = &str> {
        expression.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|w| !w.is_empty())
    }

    /// The labels that an expression names: in `by (…)` and in `{…}`.
    fn labels(expression: &str) -> Vec<&str> {
        let between = |open: &str, close| {
            let parts: Vec<_> = expression.split(open).skip(1).collect();
            parts.into_iter().filter_map(move |part| Some(part.split_once(close)?.0))
        };
        let matched = between("{", '}').flat_map(|part| part.split(','));
        let matched = matched.filter_map(|part| words(part).next());
        between("by (", ')').flat_map(words).chain(matched).collect()
    }

    #[test]
    fn what_the_dashboard_asks_for_is_counted() {
        let counted = of_everything();
        let dashboard = include_str!("../../packaging/grafana.json");
        let dashboard: Value = serde_json::from_str(dashboard).unwrap();
        let panels = dashboard["panels"].as_array().unwrap();
        let targets = panels.iter().flat_map(|panel| panel["targets"].as_array().unwrap());
        let mut shown = BTreeSet::new();
        for expression in targets.map(|target| target["expr"].as_str().unwrap()) {
            let names = words(expression).filter(|word| word.starts_with("vaulty_"));
            for name in names {
                let is_of = |line: &&str| {
                    line.strip_prefix(name).is_some_and(|rest| rest.starts_with(['{', ' ']))
                };
                let lines: Vec<_> = counted.lines().filter(is_of).collect();
                assert!(!lines.is_empty(), "{name} is counted nowhere");
                for label in labels(expression) {
                    let named = format!("{label}=\"");
                    assert!(
                        lines.iter().all(|line| line.contains(&named)),
                        "{name} has no {label}"
                    );
                }
                shown.insert(name.trim_end_matches("_bucket"));
            }
        }
        let kinds = counted.lines().filter_map(|line| line.strip_prefix("# TYPE "));
        for name in kinds.filter_map(|kind| kind.split(' ').next()) {
            assert!(shown.contains(name), "{name} is not on the dashboard");
        }
    }
}
