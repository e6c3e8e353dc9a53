//! Tables whose rows fill a form each: opened (`setup`), and how far they are (`run`).

mod before;
mod bulk;
mod links;
mod run;
mod setup;
mod state;
mod waiting;

use shared_types::JobStatus;
use sycamore::prelude::*;

use crate::paint::message;

#[cfg(test)]
pub(crate) use setup::show;
#[cfg(test)]
pub(crate) use state::{Opened, Shown, Waits};
pub(crate) use state::{State, load};

/// The card: a table to open, the one that was opened, and those that are begun.
pub(crate) fn view(state: State) -> View {
    let tables = move || {
        let all = state.tables.get_clone().into_iter();
        all.map(|shown| run::view(state, shown)).collect::<Vec<View>>()
    };
    let has_none = move || state.tables.with(Vec::is_empty) && state.opened.with(Option::is_none);
    // A form that is being filled is what the person looks at: to begin a table can wait.
    let is_beside = move || {
        let status = state.session.job.with(|job| job.status);
        has_none() && !status.is_final() && status != JobStatus::Idle
    };
    let message_part = message("tables-message", "report", state.said);
    let open_part = setup::open_view(state);
    let setup_part = setup::view(state);
    view! {
        section(id="tables", class="card", aria-labelledby="tables-title", hidden=is_beside()) {
            h2(id="tables-title", tabindex="-1") { (msg!("tables_title")) }
            p(class="hint", hidden=!has_none()) { (msg!("tables_hint")) }
            (setup_part)
            div(id="table-list") { (tables()) }
            (open_part)
            (message_part)
        }
    }
}
