//! Tables whose rows fill a form each: opened (`setup`), and how far they are (`run`).

pub(crate) mod agree;
mod run;
mod setup;

use agent_core::tables::{Row, RowState, Table, first_cells};
use extension_browser::{chrome::ChromeError, tables as kept};
use shared_types::message::PopupMessage;
use shared_types::table::TableChange;
use sycamore::prelude::*;

use crate::{
    paint::{Said, Tone, message, say},
    session::Session,
    worker::send,
};

/// Rows of a kind that are listed; an export has all of them.
const LISTED: u32 = 20;
/// Cells by which a person knows a row.
const CELLS: usize = 2;

/// What there is to see of a table.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Shown {
    pub(crate) table: Table,
    /// Rows that wait for the person or are under way, with their first cells.
    pub(crate) listed: Vec<(u32, Row, Vec<String>)>,
}

#[derive(Clone, Copy)]
pub(crate) struct State {
    session: Session,
    pub(crate) tables: Signal<Vec<Shown>>,
    /// A table that was opened and not begun.
    pub(crate) opened: Signal<Option<setup::Opened>>,
    said: Signal<Said>,
    /// What is pressed and not answered.
    busy: Signal<bool>,
    setup: setup::State,
}

impl State {
    pub(crate) fn new(session: Session) -> Self {
        Self {
            session,
            tables: create_signal(Vec::new()),
            opened: create_signal(None),
            said: create_signal(Said::default()),
            busy: create_signal(false),
            setup: setup::State::new(),
        }
    }

    fn fail(self, why: impl Into<String>) {
        say(self.said, Tone::Bad, why);
    }
}

/// Reads what is kept.
pub(crate) async fn load(state: State) {
    match read().await {
        Ok(tables) => state.tables.set(tables),
        Err(why) => state.fail(why.0),
    }
}

async fn read() -> Result<Vec<Shown>, ChromeError> {
    let mut shown = Vec::new();
    for table in kept::all().await? {
        let mut listed = Vec::new();
        for kind in [RowState::UnderWay, RowState::Unclear, RowState::NotSent, RowState::Skipped] {
            for (row, kept_of) in kept::rows(&table.id, kind, Some(LISTED)).await? {
                let piece = kept::piece(&table.id, row).await?.unwrap_or_default();
                listed.push((row, kept_of, first_cells(&piece, row, CELLS)));
            }
        }
        shown.push(Shown { table, listed });
    }
    Ok(shown)
}

/// The card: a table to open, the one that was opened, and those that are begun.
pub(crate) fn view(state: State) -> View {
    let tables = move || {
        let all = state.tables.get_clone().into_iter();
        all.map(|shown| run::view(state, shown)).collect::<Vec<View>>()
    };
    let has_none = move || state.tables.with(Vec::is_empty) && state.opened.with(Option::is_none);
    let message_part = message("tables-message", "report", state.said);
    let open_part = setup::open_view(state);
    let setup_part = setup::view(state);
    view! {
        section(id="tables", class="card", aria-labelledby="tables-title") {
            h2(id="tables-title", tabindex="-1") { (msg!("tables_title")) }
            p(class="hint", hidden=!has_none()) { (msg!("tables_hint")) }
            (setup_part)
            div(id="table-list") { (tables()) }
            (open_part)
            (message_part)
        }
    }
}

/// Tells the worker what the person does, and reads what came of it. Returns whether that was taken.
async fn tell(state: State, id: &str, change: TableChange) -> bool {
    state.busy.set(true);
    let answer = send(&PopupMessage::ChangeTable { id: id.to_owned(), change }).await;
    state.busy.set(false);
    match &answer {
        Ok(_) => say(state.said, Tone::Plain, ""),
        Err(why) => state.fail(why),
    }
    load(state).await;
    answer.is_ok()
}

/// Shows the job of a row, if one is under way.
async fn show_job(state: State, id: &str) {
    let under_way = kept::get(id).await.ok().flatten();
    let job = under_way.and_then(|table| table.run.under_way().values().next().cloned());
    if let Some(job) = job {
        state.session.change_jobs(|| state.session.picked.set(Some(job)));
    }
}
