//! A table that was begun: how far it is, what waits for the person, and what came of it as a file.

use agent_core::tables::{Row, RowState, Stage, Table, export};
use extension_browser::{tables as kept, tasks::spawn_local};
use shared_types::table::TableChange;
use sycamore::prelude::*;

use super::{
    before, bulk,
    setup::begin_words,
    state::{LISTED, Shown, State, show_job, tell},
    waiting,
};
use crate::{
    browser::{download, focus_on, local_time},
    paint::t,
};

pub(super) fn view(state: State, shown: Shown) -> View {
    let before_part = before::view(state, &shown);
    let bulk_part = bulk::view(state, &shown);
    let waiting_part = waiting::view(state, &shown);
    let Shown { table, listed, .. } = shown;
    let id = table.id.clone();
    let title = t(table.name.reveal());
    let line = line(&table);
    let run = &table.run;
    let done = f64::from(run.sent + run.not_sent + run.unclear + run.skipped);
    let share = (done / f64::from(table.rows.max(1))).to_string();
    let (why, stage) = (run.why.clone(), stage(&table));
    let is_paused = run.stage == Stage::Paused && !why.is_empty();
    let why = t(why);
    let rows: Vec<View> = listed.iter().map(|row| row_view(state, &id, row)).collect();
    let cut = [RowState::NotSent, RowState::Unclear, RowState::Skipped].map(|kind| {
        let listed = listed.iter().filter(|(_, row, _)| row.state == kind).count();
        listed >= LISTED as usize
    });
    let more = if cut.contains(&true) { msg!("tables_more_in_file") } else { String::new() };
    let has_more = !more.is_empty();
    let actions_part = actions(state, &table);
    view! {
        div(class="table", data-table=id.clone(), data-stage=stage) {
            h3 { (title) }
            p(class="table-line", role="status") { (line) }
            progress(max="1", "value"=share, aria-label=msg!("tables_progress"))
            p(class="advice", role="alert", hidden=!is_paused) { (why) }
            (before_part)
            (bulk_part)
            ul(class="plain table-rows") { (rows) }
            p(class="hint", hidden=!has_more) { (more) }
            (waiting_part)
            (actions_part)
        }
    }
}

/// `12 of 200 sent · 2 not sent · 1 maybe sent · 3 skipped`
pub(super) fn line(table: &Table) -> String {
    let run = &table.run;
    let mut parts = vec![msg!("tables_sent_of", sent = run.sent, rows = table.rows)];
    for (count, words) in [
        (run.not_sent, key!("tables_count_not_sent")),
        (run.unclear, key!("tables_count_unclear")),
        (run.skipped, key!("tables_count_skipped")),
    ] {
        if count > 0 {
            parts.push(agent_core::catalogue::filled(words, &[("number", &count)]));
        }
    }
    parts.join(" · ")
}

fn stage(table: &Table) -> &'static str {
    match table.run.stage {
        Stage::Ready => "ready",
        Stage::Running => "running",
        Stage::Paused => "paused",
        Stage::Ended => "ended",
    }
}

fn row_view(state: State, id: &str, (row, kept, cells): &(u32, Row, Vec<String>)) -> View {
    let row = *row;
    let name = t(cells.join(", "));
    let number = msg!("tables_row", row = row + 1);
    let title = if name.is_empty() { number } else { format!("{number}: {name}") };
    let (kept_state, said) = (kept.state, t(&kept.said));
    let words = match kept_state {
        RowState::UnderWay => msg!("tables_state_under_way"),
        RowState::Sent => msg!("tables_state_sent"),
        RowState::NotSent => msg!("tables_state_not_sent"),
        RowState::Unclear => msg!("tables_state_unclear"),
        RowState::Skipped => msg!("tables_state_skipped"),
    };
    let said = if said.is_empty() { words } else { format!("{words}: {said}") };
    let button = |change: TableChange, words: String| {
        let (id, label) = (id.to_owned(), t(format!("{words}: {title}")));
        let press = move |_| {
            let id = id.clone();
            spawn_local(async move {
                tell(state, &id, change).await;
            });
        };
        view! { button(class="quiet small", r#type="button", aria-label=label, disabled=state.busy.get(), on:click=press) { (words) } }
    };
    let again = |words| button(TableChange::Again { row: Some(row) }, words);
    let buttons: Vec<View> = match kept_state {
        RowState::UnderWay => {
            let (job, label) = (kept.job.clone(), t(format!("{}: {title}", msg!("fill_show"))));
            let show = move |_| {
                let session = state.session;
                session.change_jobs(|| session.picked.set(Some(job.clone())));
            };
            let show = view! { button(class="quiet small", r#type="button", aria-label=label, on:click=show) { (msg!("fill_show")) } };
            vec![show, button(TableChange::Skip { row }, msg!("tables_skip"))]
        }
        RowState::Sent => Vec::new(),
        RowState::NotSent => {
            vec![
                again(msg!("tables_again")),
                button(TableChange::Skip { row }, msg!("tables_skip")),
            ]
        }
        RowState::Unclear => vec![
            button(TableChange::WasSent { row }, msg!("tables_was_sent")),
            again(msg!("tables_was_not_sent")),
        ],
        RowState::Skipped => vec![
            again(msg!("tables_again")),
            button(TableChange::WasSent { row }, msg!("tables_was_sent")),
        ],
    };
    let title = t(&title);
    view! {
        li(data-row=row.to_string()) {
            div(class="grow") { div { (title) } div(class="hint") { (said) } }
            (buttons)
        }
    }
}

fn actions(state: State, table: &Table) -> View {
    let run = &table.run;
    let left = run.left(table.rows);
    let press = |change: TableChange| {
        let id = table.id.clone();
        move |_: web_sys::MouseEvent| {
            let id = id.clone();
            spawn_local(async move {
                if tell(state, &id, change).await && change == TableChange::Start {
                    show_job(state, &id).await;
                }
            });
        }
    };
    let (start, pause) = (press(TableChange::Start), press(TableChange::Pause));
    let look = press(TableChange::Look);
    let again = press(TableChange::Again { row: None });
    let is_running = run.stage == Stage::Running;
    let can_go_on = !is_running && left > 0;
    let is_list = table.place_column.is_some();
    let words = if run.stage == Stage::Ready { begin_words(is_list) } else { msg!("tables_go_on") };
    let can_look = can_go_on && is_list && !table.looks.is_on;
    let look_words =
        if table.looks.of > 0 { msg!("tables_look_again") } else { msg!("tables_look") };
    let has_failed = run.not_sent > 0;
    let exported = table.clone();
    let save = move |_| {
        let table = exported.clone();
        spawn_local(async move { save(state, &table).await });
    };
    let id = table.id.clone();
    // Rows and results are gone with it: asked once more.
    let (of, asked) = (id.clone(), id.clone());
    let asks = move || state.removing.with(|removing| removing.as_ref() == Some(&of));
    let is_asked = asks.clone();
    let ask = move |_| state.removing.set(Some(asked.clone()));
    let keep = move |_| state.removing.set(None);
    let remove = move |_| {
        let id = id.clone();
        state.removing.set(None);
        spawn_local(async move {
            tell(state, &id, TableChange::Remove).await;
            focus_on("#tables-title");
        });
    };
    view! {
        div(class="actions") {
            button(class="primary table-start", r#type="button", hidden=!can_go_on, disabled=state.busy.get(), on:click=start) { (words) }
            button(class="table-look", r#type="button", hidden=!can_look, disabled=state.busy.get(), on:click=look) { (look_words) }
            button(class="table-pause", r#type="button", hidden=!is_running, disabled=state.busy.get(), on:click=pause) { (msg!("tables_pause")) }
            button(class="table-again", r#type="button", hidden=!has_failed, disabled=state.busy.get(), on:click=again) { (msg!("tables_again_all")) }
            button(class="table-save", r#type="button", on:click=save) { (msg!("tables_save")) }
            button(class="quiet table-remove", r#type="button", hidden=asks(), on:click=ask) { (msg!("tables_remove")) }
        }
        div(class="advice", role="alert", hidden=!is_asked()) {
            p { (msg!("tables_remove_sure")) }
            div(class="actions") {
                button(class="danger table-remove-yes", r#type="button", disabled=state.busy.get(), on:click=remove) { (msg!("tables_remove")) }
                button(r#type="button", on:click=keep) { (msg!("manage_cancel")) }
            }
        }
    }
}

/// Saves the table with what came of its rows.
async fn save(state: State, table: &Table) {
    let saved = async {
        let (pieces, rows) = kept::everything(&table.id).await.map_err(|error| error.0)?;
        let rows: std::collections::HashMap<u32, Row> = rows.into_iter().collect();
        let text = export(table, pieces, |row| rows.get(&row).cloned(), |ms| local_time(ms).1);
        // A mark, so that programs for tables read it as UTF-8.
        download(&file_name(table), "text/csv", &format!("\u{feff}{text}"))
            .map_err(|_| msg!("transfer_the_browser_did_not_save_the_file"))
    };
    if let Err(why) = saved.await {
        state.fail(why);
    }
}

/// The table's own name, without its ending.
fn file_name(table: &Table) -> String {
    let name = table.name.reveal();
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    format!("{stem}-vaulty.csv")
}
