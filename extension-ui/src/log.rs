//! The view Log: list, filter, export, clear.

use agent_core::catalogue;
use extension_browser::{chrome, storage, tasks::spawn_local};
use serde_json::Value;
use shared_types::{message::PopupMessage, settings::LogEntry};
use sycamore::prelude::*;

use crate::{
    browser::{download, focus_on, local_time},
    controls::GlobalAttributes,
    paint::t,
    session::Session,
    worker::send,
};

/// An entry and its time, in words and as ISO 8601.
#[derive(Clone, PartialEq)]
pub(crate) struct Line {
    pub(crate) entry: LogEntry,
    pub(crate) time: (String, String),
}

#[derive(Clone, Copy)]
pub(crate) struct State {
    session: Session,
    /// Oldest first; none while the view is not shown, and until they are read.
    pub(crate) lines: Signal<Option<Vec<Line>>>,
    filter: Signal<String>,
    kind: Signal<String>,
    pub(crate) asks: Signal<bool>,
    error: Signal<String>,
}

impl State {
    pub(crate) fn new(session: Session) -> Self {
        Self {
            session,
            lines: create_signal(None),
            filter: create_signal(String::new()),
            kind: create_signal(String::new()),
            asks: create_signal(false),
            error: create_signal(String::new()),
        }
    }
}

/// Reads the log, if it is shown: each step of a job adds to it, and to paint it takes longer than a step.
pub(crate) async fn load(state: State) {
    if !is_shown(state.session) {
        return state.lines.set(None);
    }
    let read = storage::logs().await;
    // The person may have gone on to another view meanwhile.
    if !is_shown(state.session) {
        return;
    }
    match read {
        Ok(entries) => {
            state.error.set(String::new());
            let line = |entry: LogEntry| Line { time: local_time(entry.timestamp), entry };
            state.lines.set(Some(entries.into_iter().map(line).collect()));
        }
        Err(_) => state.error.set(msg!("log_unreadable")),
    }
}

fn is_shown(session: Session) -> bool {
    session.view.get() == "log"
}

/// Kinds of entries, as they are stored, and the keys of what people call them.
const KINDS: &[(&str, &str)] = &[
    ("", key!("log_all_kinds")),
    ("status", key!("log_status")),
    ("plan", key!("log_plan")),
    ("action", key!("log_action")),
    ("observe", key!("log_observation")),
    ("info", key!("log_info")),
    ("error", key!("log_error")),
];

/// The view.
pub(crate) fn view(state: State) -> View {
    let State { lines, filter, kind, asks, error, .. } = state;
    let shown = create_memo(move || {
        let (filter, kind) = (filter.get_clone(), kind.get_clone());
        let lines = lines.get_clone().unwrap_or_default();
        let wanted = lines.into_iter().rev().filter(|line| is_wanted(&line.entry, &filter, &kind));
        wanted.collect::<Vec<Line>>()
    });
    let counted = move || {
        let (all, shown) = (count(lines), shown.with(Vec::len));
        match (all, shown) {
            (0, _) => String::new(),
            _ if all == shown => msg!("count_entries", count = all),
            _ => msg!("log_shown_of", count = all, shown = shown),
        }
    };
    let empty = move || match (count(lines), shown.with(Vec::is_empty)) {
        (0, _) if lines.with(Option::is_none) => String::new(),
        (0, _) => msg!("log_nothing_has_happened_yet_what_a"),
        (_, true) => msg!("log_nothing_matches_the_filter"),
        _ => String::new(),
    };
    let export = move |_| {
        error.set(if saves(lines) {
            String::new()
        } else {
            msg!("log_the_browser_did_not_save_the_file")
        });
    };
    let close = move || {
        asks.set(false);
        focus_on("#log-clear");
    };
    let ask = move |_| {
        asks.set(true);
        focus_on("#log-clear-no");
    };
    let clear = move |_| {
        spawn_local(async move {
            error.set(send(&PopupMessage::ClearLogs).await.err().unwrap_or_default());
            close();
        });
    };
    let kinds: Vec<View> = KINDS
        .iter()
        .map(|(name, words)| {
            let (name, words) = (*name, catalogue::text(words));
            view! { option(value=name) { (words) } }
        })
        .collect();
    let items = move || shown.get_clone().iter().map(item).collect::<Vec<View>>();
    view! {
        div(class="log-tools") {
            div(class="inline") {
                input(id="log-filter", class="grow", r#type="search", placeholder=msg!("log_filter"), aria-label=msg!("log_filter_by_text"), autocomplete="off", bind:value=filter)
                select(id="log-type", aria-label=msg!("log_kind_of_entry"), bind:value=kind) { (kinds) }
            }
            div(class="inline between") {
                span(id="log-count", class="hint", role="status", aria-live="polite") { (counted()) }
                span(class="actions") {
                    button(id="log-export", r#type="button", disabled=count(lines) == 0, on:click=export) { (msg!("log_export")) }
                    button(id="log-clear", r#type="button", disabled=count(lines) == 0, on:click=ask) { (msg!("log_clear")) }
                }
            }
            div(id="log-confirm", class="advice", role="group", aria-label=msg!("log_clear_the_log"), hidden=!asks.get()) {
                p { (msg!("log_clear_the_whole_log_this_cant_be")) }
                div(class="actions") {
                    button(id="log-clear-yes", class="danger", r#type="button", on:click=clear) { (msg!("log_clear_the_log")) }
                    button(id="log-clear-no", r#type="button", on:click=move |_| close()) { (msg!("log_keep_it")) }
                }
            }
            p(id="log-message", class="error", role="alert") { (t(error.get_clone())) }
        }
        ol(id="log-list", class="log") { (items()) }
        p(id="log-empty", class="empty", hidden=empty().is_empty()) { (empty()) }
    }
}

fn count(lines: Signal<Option<Vec<Line>>>) -> usize {
    lines.with(|lines| lines.as_ref().map_or(0, Vec::len))
}

/// Gives the browser the log as a file to save.
fn saves(lines: Signal<Option<Vec<Line>>>) -> bool {
    let lines = lines.get_clone().unwrap_or_default();
    let entries: Vec<LogEntry> = lines.into_iter().map(|line| line.entry).collect();
    chrome::pretty(&entries)
        .is_ok_and(|text| download("vaulty-log.json", "application/json", &text).is_ok())
}

fn is_wanted(entry: &LogEntry, filter: &str, kind: &str) -> bool {
    let action = entry.action.as_ref().map(Value::to_string).unwrap_or_default();
    let text =
        [&entry.message, &entry.url, &entry.kind, &entry.job_id, &action].map(String::as_str);
    (kind.is_empty() || entry.kind == kind) && log_matches(&text.join(" "), filter)
}

/// Whether an entry of the log has every word of the filter in it, in any letter case.
fn log_matches(haystack: &str, filter: &str) -> bool {
    let haystack = haystack.to_lowercase();
    filter.to_lowercase().split_whitespace().all(|word| haystack.contains(word))
}

fn item(line: &Line) -> View {
    let Line { entry, time } = line.clone();
    let class = if entry.kind == "error" { "tag error" } else { "tag" };
    let round = if entry.step > 0 { msg!("log_round", step = entry.step) } else { String::new() };
    let place = (!entry.url.is_empty()).then(|| {
        let text = t(&entry.url);
        view! { div(class="where") { (text) } }
    });
    let details: Vec<String> = [&entry.action, &entry.observation]
        .into_iter()
        .flatten()
        .filter_map(|part| serde_json::to_string_pretty(part).ok())
        .collect();
    let details = (!details.is_empty()).then(|| {
        let text = t(details.join("\n"));
        view! { details { summary { (msg!("log_details")) } pre { (text) } } }
    });
    let (words, iso) = time;
    let known = KINDS.iter().find(|(kind, _)| *kind == entry.kind);
    let kind = known.map_or_else(|| entry.kind.clone(), |(_, words)| catalogue::text(words));
    let (kind, message) = (t(kind), t(&entry.message));
    view! {
        li {
            div(class="meta") {
                span(class=class) { (kind) }
                time(class="grow", datetime=iso) { (words) }
                span { (round) }
            }
            div { (message) }
            (place)
            (details)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_found_by_text_and_kind() {
        let entry = LogEntry {
            kind: "action".to_owned(),
            message: "Wrote 7 fields".to_owned(),
            url: "https://jobs.example/apply".to_owned(),
            action: Some(serde_json::json!({"type": "FILL", "valueFrom": "address.city"})),
            ..LogEntry::default()
        };
        let check = |filter: &str, kind: &str, expected| {
            assert_eq!(is_wanted(&entry, filter, kind), expected, "{filter} {kind}");
        };
        check("", "", true);
        check("wrote JOBS.example", "", true);
        check("address.city", "action", true);
        check("wrote", "error", false);
        check("plan", "", false);
    }

    #[test]
    fn every_word_of_the_filter_counts() {
        let check = |filter: &str, expected| {
            assert_eq!(log_matches("Plan made: 7 writes https://a.example", filter), expected);
        };
        check("", true);
        check("WRITES plan", true);
        check("plan error", false);
    }
}
