//! At the card of a row: the rows that wait, to be looked at, and one yes for them as well.

use agent_core::tables::{MOST_AGREED, Table, cells, piece_of};
use extension_browser::{chrome::ChromeError, tables as kept, tasks::spawn_local};
use shared_types::{Private, job::JobRecord, message::PopupMessage};
use sycamore::prelude::*;

use crate::{paint::t, worker::send};

#[derive(Clone, Copy)]
pub(crate) struct State {
    /// The rows that wait, with the names of their columns first; none until they are asked for.
    rows: Signal<Option<Vec<Vec<String>>>>,
    error: Signal<String>,
    pub(crate) ticked: Signal<bool>,
}

impl State {
    pub(crate) fn new() -> Self {
        Self {
            rows: create_signal(None),
            error: create_signal(String::new()),
            ticked: create_signal(false),
        }
    }

    /// What was shown and ticked is of the card before.
    pub(crate) fn forget(self) {
        self.rows.set(None);
        self.error.set(String::new());
        self.ticked.set(false);
    }
}

/// The rows that wait, below the card of one: folded until somebody wants to say yes to all of them.
pub(crate) fn view(state: State, job: ReadSignal<JobRecord>) -> View {
    let of = job.with_untracked(|job| job.table.clone());
    let Some(of) = of else { return View::new() };
    let open = move |_| {
        if state.rows.with_untracked(Option::is_some) {
            return;
        }
        let id = of.table.clone();
        spawn_local(async move {
            match waiting(&id).await {
                Ok(rows) => state.rows.set(Some(rows)),
                Err(why) => state.error.set(why.0),
            }
        });
    };
    let list = move || match state.rows.get_clone() {
        Some(rows) if rows.len() > 1 => listed(state, rows),
        Some(_) => {
            let none = msg!("tables_agree_none");
            view! { p(class="hint") { (none) } }
        }
        None => View::new(),
    };
    view! {
        details(id="agree-rows", on:toggle=open) {
            summary { (msg!("tables_agree")) }
            p(class="hint") { (msg!("tables_agree_hint")) }
            (list())
            p(class="error", role="alert") { (t(state.error.get_clone())) }
        }
    }
}

fn listed(state: State, rows: Vec<Vec<String>>) -> View {
    let mut rows = rows.into_iter();
    let names = rows.next().unwrap_or_default();
    let count = rows.len();
    let head: Vec<View> = names
        .into_iter()
        .map(|name| {
            let name = t(name);
            view! { th(scope="col") { (name) } }
        })
        .collect();
    let body: Vec<View> = rows
        .map(|cells| {
            let cells: Vec<View> = cells
                .into_iter()
                .map(|cell| {
                    let cell = t(cell);
                    view! { td { (cell) } }
                })
                .collect();
            view! { tr { (cells) } }
        })
        .collect();
    let words = msg!("tables_agree_tick", count = count);
    view! {
        div(class="rows-box agree-box", tabindex="0", role="region", aria-label=msg!("tables_agree_rows")) {
            table(role="table") { thead { tr { (head) } } tbody(id="agree-list") { (body) } }
        }
        label(class="check") {
            input(id="agree-tick", r#type="checkbox", bind:checked=state.ticked)
            span { (words) }
        }
    }
}

/// The rows that a yes would be for, as they are filled in: the number of each, and its cells.
async fn waiting(id: &str) -> Result<Vec<Vec<String>>, ChromeError> {
    let Some(table) = kept::get(id).await? else { return Ok(Vec::new()) };
    let used = |at: usize| {
        table.columns.get(at).is_some_and(|column: &agent_core::tables::Column| !column.is_left_out)
    };
    let names = table.columns.iter().enumerate().filter(|(at, _)| used(*at));
    let mut rows = vec![
        std::iter::once(msg!("tables_agree_number"))
            .chain(names.map(|(_, column)| column.name.clone()))
            .collect(),
    ];
    let mut piece = (u32::MAX, Private::default());
    for row in table.run.waiting(table.rows, MOST_AGREED) {
        if piece.0 != piece_of(row) {
            piece = (piece_of(row), kept::piece(id, row).await?.unwrap_or_default());
        }
        let mut cells = cells(&piece.1, row).unwrap_or_default();
        cells.resize(table.columns.len(), String::new());
        let cells = cells.into_iter().enumerate().filter(|(at, _)| used(*at));
        let number = (row + 1).to_string();
        rows.push(std::iter::once(number).chain(cells.map(|(_, cell)| cell)).collect());
    }
    Ok(rows)
}

/// Says yes to the rows that were listed, if that is ticked. The error is for the person, and nothing is agreed to then.
pub(crate) async fn agree(state: State, job_id: &str, approval_id: &str) -> Result<(), String> {
    if !state.ticked.get_untracked() {
        return Ok(());
    }
    let (job_id, approval_id) = (job_id.to_owned(), approval_id.to_owned());
    send(&PopupMessage::AgreeToRows { job_id, approval_id }).await.map(drop)
}

/// How many rows a yes is for still; empty where there is none.
pub(super) fn line(table: &Table) -> String {
    let left = table.agreed.as_ref().map_or(0, agent_core::tables::Agreed::left);
    if left == 0 { String::new() } else { msg!("tables_agreed_left", count = left) }
}
