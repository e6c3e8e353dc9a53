//! What the card of tables holds, and how that is read and changed.

use std::collections::{BTreeMap, BTreeSet};

use agent_core::tables::{Before, Row, RowState, Seen, Stage, Table, before, first_cells};
use extension_browser::{chrome::ChromeError, tables as kept};
use shared_types::{
    ProfileId,
    api::SourceKind,
    import::TableFound,
    message::PopupMessage,
    table::{BulkCard, TableChange},
};
use sycamore::prelude::*;

use super::links::Links;
use crate::{
    paint::{Said, Tone, say},
    session::Session,
    sources,
    worker::send,
};

/// Rows of a kind that are listed; an export has all of them.
pub(super) const LISTED: u32 = 20;
/// Cells by which a person knows a row.
const CELLS: usize = 2;

/// What there is to see of a table.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Shown {
    pub(crate) table: Table,
    /// Rows that wait for the person or are under way, with their first cells.
    pub(crate) listed: Vec<(u32, Row, Vec<String>)>,
    /// Of a list of forms those that come next.
    pub(crate) waiting: Vec<Waits>,
    /// How many wait beyond these.
    pub(crate) more_wait: usize,
    /// What is known of all that wait and were looked at.
    pub(crate) before: Before,
}

impl Shown {
    /// Whether nothing of it is filled in now, and something is left.
    pub(super) fn can_begin(&self) -> bool {
        self.table.run.stage != Stage::Running && self.table.run.left(self.table.rows) > 0
    }
}

/// A row that waits for its turn.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Waits {
    pub(crate) row: u32,
    /// Its first cells.
    pub(crate) cells: Vec<String>,
    /// What was seen of its form.
    pub(crate) seen: Option<Seen>,
}

/// A table, and a row of it with the words of its question.
pub(super) type Key = (String, u32, String);

#[derive(Clone, Copy)]
pub(crate) struct State {
    pub(super) session: Session,
    pub(crate) tables: Signal<Vec<Shown>>,
    /// How often the tables were read.
    reads: Signal<u32>,
    /// The table that the person was asked about before it is removed.
    pub(super) removing: Signal<Option<String>>,
    /// A table that was opened and not begun.
    pub(crate) opened: Signal<Option<Opened>>,
    pub(super) said: Signal<Said>,
    /// What one yes for the rows of a table would cover, while the person looks at it.
    pub(crate) bulk: Signal<Option<(String, BulkCard)>>,
    /// What is pressed and not answered.
    pub(super) busy: Signal<bool>,
    pub(super) setup: Setup,
    /// Records that a program of the person's finds.
    pub(super) source: sources::State,
    /// Links of the page in front.
    pub(super) links: Links,
    /// Answers for several forms, as they are typed, and what is wrong with them.
    pub(super) replies: Signal<BTreeMap<Key, String>>,
    pub(super) notes: Signal<BTreeMap<Key, String>>,
}

impl State {
    pub(crate) fn new(session: Session) -> Self {
        Self {
            session,
            tables: create_signal(Vec::new()),
            reads: create_signal(0),
            removing: create_signal(None),
            opened: create_signal(None),
            said: create_signal(Said::default()),
            bulk: create_signal(None),
            busy: create_signal(false),
            setup: Setup::new(),
            source: sources::State::new(session, SourceKind::Records),
            links: Links::new(),
            replies: create_signal(BTreeMap::new()),
            notes: create_signal(BTreeMap::new()),
        }
    }

    pub(super) fn fail(self, why: impl Into<String>) {
        say(self.said, Tone::Bad, why);
    }
}

/// Reads what is kept. What was read from before is not painted over what is newer.
pub(crate) async fn load(state: State) {
    let this = state.reads.get_untracked().wrapping_add(1);
    state.reads.set_silent(this);
    let found = read().await;
    if state.reads.get_untracked() != this {
        return;
    }
    match found {
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
        // Of a table with one form there is nothing to choose among.
        let is_list = table.place_column.is_some();
        let mut all = if is_list { table.run.waiting(table.rows).collect() } else { Vec::new() };
        // While more is looked at nothing of it is shown yet.
        let is_seen = table.looks.of > 0 && !table.looks.is_on;
        let looked = if is_seen { kept::all_seen(&table.id).await? } else { Vec::new() };
        let waits: BTreeSet<u32> = all.iter().copied().collect();
        let before =
            before(looked.iter().filter(|(row, _)| waits.contains(row)), table.is_of_one());
        let more_wait = all.len().saturating_sub(LISTED as usize);
        all.truncate(LISTED as usize);
        let mut waiting = Vec::new();
        for row in all {
            let piece = kept::piece(&table.id, row).await?.unwrap_or_default();
            let seen = looked.iter().find(|(one, _)| *one == row).map(|(_, seen)| seen.clone());
            waiting.push(Waits { row, cells: first_cells(&piece, row, CELLS), seen });
        }
        shown.push(Shown { table, listed, waiting, more_wait, before });
    }
    Ok(shown)
}

/// A table as it was read.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Opened {
    pub(crate) name: String,
    pub(crate) found: TableFound,
    /// What became of its rows, where it is a result that was saved.
    pub(crate) rows: Vec<(u32, Row)>,
    /// Whether its rows are forms and nothing else.
    pub(crate) is_list: bool,
}

/// What is set up of a table that was opened.
#[derive(Clone, Copy)]
pub(crate) struct Setup {
    pub(super) reading: Signal<bool>,
    pub(super) place: Signal<String>,
    /// The column that the addresses are in.
    pub(super) place_column: Signal<Option<usize>>,
    /// Addresses as they are pasted.
    pub(super) pasted: Signal<String>,
    pub(super) pasted_error: Signal<String>,
    pub(super) place_error: Signal<String>,
    pub(super) profile: Signal<ProfileId>,
    pub(super) at_once: Signal<u32>,
    /// Columns that are left out, by their places.
    pub(super) left_out: Signal<Vec<usize>>,
}

impl Setup {
    pub(super) fn new() -> Self {
        Self {
            reading: create_signal(false),
            place: create_signal(String::new()),
            place_column: create_signal(None),
            pasted: create_signal(String::new()),
            pasted_error: create_signal(String::new()),
            place_error: create_signal(String::new()),
            profile: create_signal(ProfileId::nobody()),
            at_once: create_signal(1),
            left_out: create_signal(Vec::new()),
        }
    }
}

/// Tells the worker what the person does, and reads what came of it. Returns whether that was taken.
pub(super) async fn tell(state: State, id: &str, change: TableChange) -> bool {
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
pub(super) async fn show_job(state: State, id: &str) {
    let under_way = kept::get(id).await.ok().flatten();
    let job = under_way.and_then(|table| table.run.under_way().values().next().cloned());
    if let Some(job) = job {
        state.session.change_jobs(|| state.session.picked.set(Some(job)));
    }
}
