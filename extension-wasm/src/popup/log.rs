//! The view Log: list, filter, export, clear.

use std::cell::RefCell;

use serde_json::Value;
use shared_types::{message::PopupMessage, settings::LogEntry};
use wasm_bindgen::JsValue;

use super::{
    dom::{
        self, Control, Tone, attribute, busy, el, focus, id, on, on_click, say, show, text, with,
    },
    format,
    worker::send,
};
use crate::{
    chrome::{self, ChromeError},
    storage,
};

thread_local! {
    /// Oldest first.
    static ENTRIES: RefCell<Vec<LogEntry>> = const { RefCell::new(Vec::new()) };
}

/// Listens to the view's controls.
pub(super) fn wire() {
    on(&id("log-filter"), "input", |_| render());
    on(&id("log-type"), "change", |_| render());
    on_click(&id("log-export"), || async {
        let entries = ENTRIES.with_borrow(chrome::pretty);
        let saved = entries.is_ok_and(|entries| dom::download("vaulty-log.json", &entries).is_ok());
        say(
            "log-message",
            Tone::Bad,
            if saved { "" } else { "The browser did not save the file." },
        );
    });
    on_click(&id("log-clear"), || async {
        show("log-confirm", true);
        focus(&id("log-clear-no"));
    });
    on_click(&id("log-clear-no"), || async { close_confirmation() });
    on_click(&id("log-clear-yes"), || async {
        let answer = busy(&["log-clear-yes"], send(&PopupMessage::ClearLogs)).await;
        say("log-message", Tone::Bad, &answer.err().unwrap_or_default());
        close_confirmation();
    });
}

fn close_confirmation() {
    show("log-confirm", false);
    focus(&id("log-clear"));
}

/// Reads the log and shows it.
pub(super) async fn load() -> Result<(), ChromeError> {
    let entries = storage::logs().await?;
    ENTRIES.set(entries);
    render();
    Ok(())
}

fn render() {
    let (filter, kind) = (id("log-filter").text(), id("log-type").text());
    ENTRIES.with_borrow(|entries| {
        let shown: Vec<&LogEntry> =
            entries.iter().rev().filter(|entry| is_wanted(entry, &filter, &kind)).collect();
        let count = if shown.len() == entries.len() {
            format::entries(entries.len())
        } else {
            format!("{} of {}", shown.len(), format::entries(entries.len()))
        };
        text("log-count", if entries.is_empty() { "" } else { &count });
        let empty = match (entries.is_empty(), shown.is_empty()) {
            (true, _) => {
                "Nothing has happened yet. What a job does is listed here, without any values."
            }
            (_, true) => "Nothing matches the filter.",
            _ => "",
        };
        dom::optional_text("log-empty", empty);
        dom::fill(&id("log-list"), shown.into_iter().map(item));
        for control in ["log-export", "log-clear"] {
            id(control).set_disabled(entries.is_empty());
        }
    });
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

fn item(entry: &LogEntry) -> Control {
    let class = if entry.kind == "error" { "tag error" } else { "tag" };
    let time = js_sys::Date::new(&JsValue::from_f64(entry.timestamp));
    let shown_time = el("time", "grow", &local_time(&time));
    attribute(&shown_time, "datetime", &String::from(time.to_iso_string()));
    let round = if entry.step > 0 { format!("round {}", entry.step) } else { String::new() };
    let meta = with(
        el("div", "meta", ""),
        [el("span", class, &entry.kind), shown_time, el("span", "", &round)],
    );
    let mut parts = vec![meta, el("div", "", &entry.message)];
    if !entry.url.is_empty() {
        parts.push(el("div", "where", &entry.url));
    }
    let details: Vec<_> = [&entry.action, &entry.observation].into_iter().flatten().collect();
    if !details.is_empty() {
        let json: Vec<_> = details.iter().filter_map(|part| chrome::pretty(*part).ok()).collect();
        let details = [el("summary", "", "Details"), el("pre", "", &json.join("\n"))];
        parts.push(with(el("details", "", ""), details));
    }
    with(el("li", "", ""), parts)
}

/// `31 Jan, 14:05:09`, in the person's time zone.
fn local_time(time: &js_sys::Date) -> String {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let month = MONTHS.get(time.get_month() as usize).copied().unwrap_or_default();
    format!(
        "{} {month}, {:02}:{:02}:{:02}",
        time.get_date(),
        time.get_hours(),
        time.get_minutes(),
        time.get_seconds()
    )
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
