//! Forms of a list that wait for their turn: which comes next, what was seen of them, and what the person changes of that.

use agent_core::tables::Seen;
use extension_browser::tasks::spawn_local;
use shared_types::table::TableChange;
use sycamore::prelude::*;

use super::state::{Shown, State, Waits, tell};
use crate::paint::t;

/// The next ones; nothing where no row waits that has a form of its own.
pub(super) fn view(state: State, shown: &Shown) -> View {
    if shown.waiting.is_empty() {
        return View::new();
    }
    let id = &shown.table.id;
    let rows: Vec<View> = shown
        .waiting
        .iter()
        .enumerate()
        .map(|(at, waits)| row(state, id, at == 0, waits))
        .collect();
    let more = shown.more_wait;
    let words = if more > 0 { msg!("tables_more_wait", count = more) } else { String::new() };
    view! {
        details(class="table-next") {
            summary { (msg!("tables_next_in_line")) }
            ul(class="plain table-waiting") { (rows) }
            p(class="hint", hidden=more == 0) { (words) }
        }
    }
}

fn row(state: State, id: &str, is_next: bool, waits: &Waits) -> View {
    let row = waits.row;
    let name = t(waits.cells.join(", "));
    let title = format!("{}: {name}", msg!("tables_row", row = row + 1));
    let said = waits.seen.as_ref().map(summary).unwrap_or_default();
    let button = |change: TableChange, words: String, is_hidden: bool| {
        let (id, label) = (id.to_owned(), t(format!("{words}: {title}")));
        let press = move |_| {
            let id = id.clone();
            spawn_local(async move {
                tell(state, &id, change).await;
            });
        };
        view! { button(class="quiet small", r#type="button", aria-label=label, hidden=is_hidden, disabled=state.busy.get(), on:click=press) { (words) } }
    };
    let next = button(TableChange::Next { row }, msg!("tables_do_next"), is_next);
    let leave = button(TableChange::Skip { row }, msg!("tables_leave_out"), false);
    let title = t(&title);
    view! {
        li(data-row=row.to_string()) {
            div(class="grow") { div { (title) } div(class="hint") { (said) } }
            (next)
            (leave)
        }
    }
}

/// `Apply here · jobs.example · 9 questions · 2 to answer`
fn summary(seen: &Seen) -> String {
    let mut parts: Vec<String> = [&seen.title, &seen.host].into_iter().map(t).collect();
    if let Some(wrong) = &seen.wrong {
        parts.push(t(wrong.said()));
    } else {
        parts.push(msg!("tables_questions", count = seen.fields));
        let open = seen.missing.iter().filter(|missing| missing.answer.is_empty()).count();
        if open > 0 {
            parts.push(msg!("tables_to_answer", count = open));
        }
    }
    parts.retain(|part| !part.is_empty());
    parts.join(" · ")
}
