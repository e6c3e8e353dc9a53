//! Which row comes next, and what came of each. Stored with every step, in one transaction with the row that it is about.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use shared_types::{JobStatus, job::Trouble};

use crate::job::Job;

/// Rows in a row that came to nothing before the rest waits for the person: what is wrong is wrong with all of them.
const MOST_FAILURES: u32 = 3;

/// Where a table is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Stage {
    /// It was opened.
    #[default]
    Ready,
    /// Rows are filled in.
    Running,
    /// It waits for the person.
    Paused,
    /// No row is left.
    Ended,
}

/// What became of a row. A row without a state waits for its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum RowState {
    /// A job fills it in.
    #[default]
    UnderWay,
    /// Its form was sent.
    Sent,
    /// Its form was not sent.
    NotSent,
    /// Something was pressed with a yes, and no page said what came of it: it may have been sent.
    Unclear,
    /// The person left it out.
    Skipped,
}

/// What is kept of a row beside its cells.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Row {
    /// What became of it.
    pub state: RowState,
    /// The job that did.
    pub job: String,
    /// The number that the page gave for it.
    pub number: String,
    /// Why it was not sent.
    pub said: String,
    /// When, milliseconds since 1970.
    pub date: f64,
}

/// How far a table is.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Run {
    /// Where it is.
    pub stage: Stage,
    /// Why it waits, for the person; empty where they paused it.
    pub why: String,
    /// The first row that was never taken.
    next: u32,
    /// Rows behind `next` that wait no more: they were taken out of turn, or left out.
    ahead: BTreeSet<u32>,
    /// Rows that the person wants next, the first one first.
    first: Vec<u32>,
    /// Rows that are to be filled in once more.
    again: BTreeSet<u32>,
    /// Rows that are filled in, with the job of each.
    under_way: BTreeMap<u32, String>,
    /// Rows by what became of them.
    pub sent: u32,
    /// See [`RowState::NotSent`].
    pub not_sent: u32,
    /// See [`RowState::Unclear`].
    pub unclear: u32,
    /// See [`RowState::Skipped`].
    pub skipped: u32,
    failures: u32,
}

/// What a job came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Its form was sent.
    Sent,
    /// Something was pressed with a yes, and no page said what came of it.
    Unclear,
    /// Nothing was sent: the person ended it.
    Ended,
    /// Nothing was sent.
    Failed,
}

impl Outcome {
    /// Of a job that has ended. `None`: of a job that nothing is known of, which may have sent its form.
    pub fn of(job: Option<&Job>) -> Self {
        let Some(job) = job else { return Self::Unclear };
        let (status, is_sent) = (job.record.status, job.record.receipt.is_some());
        if is_sent && status == JobStatus::Done && !job.may_have_sent() {
            Self::Sent
        } else if is_sent || job.may_have_sent() {
            // Of a form of several pages some may have arrived.
            Self::Unclear
        } else if status == JobStatus::Stopped || job.record.trouble == Some(Trouble::TabClosed) {
            Self::Ended
        } else {
            Self::Failed
        }
    }

    fn state(&self) -> RowState {
        match self {
            Self::Sent => RowState::Sent,
            Self::Unclear => RowState::Unclear,
            Self::Ended | Self::Failed => RowState::NotSent,
        }
    }
}

impl Run {
    /// Rows that are filled in, with the job of each.
    pub fn under_way(&self) -> &BTreeMap<u32, String> {
        &self.under_way
    }

    /// Rows that no job was begun for.
    pub fn left(&self, rows: u32) -> u32 {
        let count = |rows: &BTreeSet<u32>| u32::try_from(rows.len()).unwrap_or(u32::MAX);
        let never = rows.saturating_sub(self.next).saturating_sub(count(&self.ahead));
        never.saturating_add(count(&self.again))
    }

    /// Whether a row waits for its turn.
    pub fn waits(&self, row: u32, rows: u32) -> bool {
        let is_new = row >= self.next && row < rows && !self.ahead.contains(&row);
        is_new || self.again.contains(&row)
    }

    /// Rows that wait for their turn, in the order in which they come.
    pub fn waiting(&self, rows: u32) -> impl Iterator<Item = u32> {
        let first = self.first.iter().copied().filter(move |row| self.waits(*row, rows));
        let never = (self.next..rows).filter(|row| !self.ahead.contains(row));
        let rest = self.again.iter().copied().chain(never);
        first.chain(rest.filter(|row| !self.first.contains(row)))
    }

    /// Has a waiting row filled in before all others.
    pub fn do_next(&mut self, row: u32, rows: u32) -> bool {
        let waits = self.waits(row, rows);
        if waits {
            self.first.retain(|one| *one != row);
            self.first.insert(0, row);
        }
        waits
    }

    /// Of a table that was filled in before, as far as these rows say.
    pub fn continued<'a>(rows: impl IntoIterator<Item = &'a (u32, Row)>) -> Self {
        let mut run = Self::default();
        for (row, kept) in rows {
            if let Some(count) = run.count(kept.state) {
                *count += 1;
                run.waits_no_more(*row);
            }
        }
        run
    }

    fn waits_no_more(&mut self, row: u32) {
        self.first.retain(|one| *one != row);
        if !self.again.remove(&row) && row >= self.next {
            self.ahead.insert(row);
        }
        while self.ahead.remove(&self.next) {
            self.next += 1;
        }
    }

    /// Begins, or goes on.
    pub fn start(&mut self) {
        self.stage = Stage::Running;
        self.why.clear();
        self.failures = 0;
    }

    /// Begins no further row.
    pub fn pause(&mut self, why: String) {
        if self.stage == Stage::Running {
            self.stage = Stage::Paused;
            self.why = why;
        }
    }

    /// Whether one more row may begin now.
    pub(super) fn has_room(&self, at_once: u32) -> bool {
        let at_once = at_once.clamp(1, super::MOST_AT_ONCE) as usize;
        self.stage == Stage::Running && self.under_way.len() < at_once
    }

    /// The next row that may begin, which is this job's from now on. Of rows that wait the first [`super::MOST_COMPARED`] are asked
    /// about. `None`: no further one is to begin now.
    pub fn take(
        &mut self,
        rows: u32,
        at_once: u32,
        job: &str,
        may_begin: impl Fn(u32) -> bool,
    ) -> Option<u32> {
        if !self.has_room(at_once) {
            return None;
        }
        if self.left(rows) == 0 && self.under_way.is_empty() {
            self.stage = Stage::Ended;
        }
        let row = self.waiting(rows).take(super::MOST_COMPARED).find(|row| may_begin(*row))?;
        self.waits_no_more(row);
        self.under_way.insert(row, job.to_owned());
        Some(row)
    }

    /// Whether a row is this job's.
    pub fn is_of(&self, row: u32, job: &str) -> bool {
        self.under_way.get(&row).is_some_and(|own| own == job)
    }

    /// What a job came to. `None`: the row is not its any more, and nothing changes. `why` is told where the rest waits.
    pub fn settle(
        &mut self,
        row: u32,
        job: &str,
        outcome: &Outcome,
        why: &str,
    ) -> Option<RowState> {
        if !self.is_of(row, job) {
            return None;
        }
        self.under_way.remove(&row);
        let state = outcome.state();
        *self.count(state)? += 1;
        self.failures = if *outcome == Outcome::Failed { self.failures + 1 } else { 0 };
        match outcome {
            Outcome::Sent => {}
            Outcome::Unclear => self.pause(msg!("tables_unclear", row = row + 1)),
            Outcome::Ended => self.pause(msg!("tables_you_stopped", row = row + 1)),
            Outcome::Failed if self.failures >= MOST_FAILURES => {
                self.pause(msg!("tables_several_failed", count = self.failures, why = why));
            }
            Outcome::Failed => {}
        }
        Some(state)
    }

    /// Gives a row back that nothing was done for.
    pub fn give_back(&mut self, row: u32, job: &str) -> bool {
        let was_its = self.is_of(row, job);
        if was_its {
            self.under_way.remove(&row);
            self.again.insert(row);
        }
        was_its
    }

    /// Fills a row in once more. `state` is what became of it; a row that was sent is never filled in again.
    pub fn again(&mut self, row: u32, state: RowState) -> bool {
        if matches!(state, RowState::Sent | RowState::UnderWay) {
            return false;
        }
        self.uncount(state);
        self.again.insert(row);
        if self.stage == Stage::Ended {
            self.stage = Stage::Paused;
        }
        true
    }

    /// Leaves a row out; of one that waits for its turn `state` is none. A row that was sent stays that.
    pub fn skip(&mut self, row: u32, state: Option<RowState>, rows: u32) -> bool {
        match state {
            Some(RowState::Sent | RowState::Skipped) => return false,
            Some(RowState::UnderWay) => drop(self.under_way.remove(&row)),
            Some(state) => self.uncount(state),
            None if self.waits(row, rows) => self.waits_no_more(row),
            None => return false,
        }
        self.skipped += 1;
        true
    }

    /// The person says that a row was sent of which nobody knew.
    pub fn was_sent(&mut self, row: u32, state: RowState) -> bool {
        let is_open = matches!(state, RowState::Unclear | RowState::NotSent | RowState::Skipped);
        if is_open {
            self.uncount(state);
            self.again.remove(&row);
            self.sent += 1;
        }
        is_open
    }

    fn uncount(&mut self, state: RowState) {
        if let Some(count) = self.count(state) {
            *count = count.saturating_sub(1);
        }
    }

    fn count(&mut self, state: RowState) -> Option<&mut u32> {
        match state {
            RowState::UnderWay => None,
            RowState::Sent => Some(&mut self.sent),
            RowState::NotSent => Some(&mut self.not_sent),
            RowState::Unclear => Some(&mut self.unclear),
            RowState::Skipped => Some(&mut self.skipped),
        }
    }
}
