//! How a job is stopped, woken, moved to another tab, and how it ends.

use shared_types::{JobStatus, job::Trouble};

use super::{
    event::{Context, Effect, log},
    phase::Phase,
    state::{Job, page_address},
    view,
};
use crate::observe::Page;

impl Job {
    pub(super) fn stop(&mut self) -> Vec<Effect> {
        self.record.stop = true;
        let written = self.record.written.len();
        let mut effects = self.end(JobStatus::Stopped, &msg!("job_stopped", count = written));
        effects.insert(0, Effect::Halt);
        effects
    }

    pub(super) fn woken(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        // A round that the browser ended says nothing of whether the page goes on.
        self.budget.changed_in_round = true;
        self.drop_old_card();
        self.phase.forget_values();
        // What was typed and not written went with the worker: its field is asked about anew.
        let written = &self.record.written;
        self.permissions.closed.retain(|one| {
            !one.typed || written.iter().any(|written| written.fingerprint == one.fingerprint)
        });
        let mut effects = Vec::new();
        if !self.record.status.is_pause() {
            effects.push(log("status", msg!("job_vaulty_was_stopped_by_the_browser")));
        }
        effects.extend(self.go_on(ctx));
        effects
    }

    /// Goes on where it was, from what is stored and what the page shows now.
    pub(super) fn go_on(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        if let Phase::Clicking { button, before } = self.phase.clone() {
            // Whether the click arrived is not known. It is never sent twice: the page tells, or the
            // person is asked.
            self.presses.lost_click = Some(button.clone());
            return vec![self.await_outcome(button, before, ctx.now)];
        }
        match (self.record.status, &self.phase) {
            (JobStatus::Starting, Phase::Opening) => {
                self.phase = Phase::New;
                self.start()
            }
            // A yes is used after the page was compared, an outcome or an element is still awaited.
            (_, Phase::Confirming { .. } | Phase::Outcome { .. } | Phase::Waiting { .. }) => {
                vec![Effect::Observe { settle_ms: 500, delay_ms: 0 }]
            }
            (JobStatus::Starting | JobStatus::Running, _) => {
                self.plan.pending.clear();
                self.observe(0)
            }
            (JobStatus::NeedsVerification, _) => self.await_code().into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// Whether the job has lost its tab and waits for its page to be opened again.
    pub fn is_detached(&self) -> bool {
        self.tab.said_before.is_some() && !self.record.status.is_final()
    }

    /// Whether the job does something of itself, so that its worker must not sleep: it works, or looks
    /// whether a code has come. What waits for the person or for its page is woken by them.
    pub fn needs_waking(&self) -> bool {
        let status = self.record.status;
        !self.is_detached()
            && matches!(
                status,
                JobStatus::Starting | JobStatus::Running | JobStatus::NeedsVerification
            )
    }

    /// Whether this address is the page of the job, query and fragment aside.
    pub fn is_on(&self, url: &str) -> bool {
        !self.tab.page.is_empty() && page_address(url) == self.tab.page
    }

    pub(super) fn detached(&mut self) -> Vec<Effect> {
        if self.tab.page.is_empty() {
            return self.tab_closed();
        }
        let page = &self.tab.page;
        let message = msg!("job_the_tab_is_gone_open_again_and", page = page);
        let before = std::mem::replace(&mut self.record.message, message.clone());
        self.tab.said_before.get_or_insert(before);
        self.record.tab_id = None;
        if let Phase::Writing(writes) = &mut self.phase {
            writes.in_flight.clear();
        }
        vec![log("status", message)]
    }

    pub(super) fn reattached(&mut self, tab_id: i32, ctx: &Context<'_>) -> Vec<Effect> {
        self.record.tab_id = Some(tab_id);
        self.record.message = self.tab.said_before.take().unwrap_or_default();
        let mut effects = vec![log("status", msg!("job_the_page_is_there_again"))];
        if self.asked().is_some() {
            // What the yes would be about went with the page: it is filled, and asked about, anew.
            self.take_question_back();
        }
        effects.extend(self.woken(ctx));
        effects
    }

    /// Counts what Undo could put back: what was written into documents that are still there, and is still in there.
    pub(super) fn count_undoable(&mut self, page: &Page) {
        let wrote_in = &self.tab.wrote_in;
        let is_ours = |print: &Option<String>| {
            let print = print.as_deref();
            self.record.written.iter().any(|written| Some(written.fingerprint.as_str()) == print)
        };
        let fields = page.observation.fields.iter().zip(&page.fields);
        let there = fields.filter(|(field, element)| {
            wrote_in.contains(&element.document_id)
                && is_ours(&field.fingerprint)
                && !view::is_empty(field)
        });
        self.record.undoable = u32::try_from(there.count()).unwrap_or(u32::MAX);
    }

    /// Notes that something was written into a document.
    pub(super) fn note_written_in(&mut self, document: &str) {
        if !self.tab.wrote_in.iter().any(|known| known == document) {
            self.tab.wrote_in.push(document.to_owned());
        }
    }

    /// What was sent is not undone by emptying its fields.
    pub(super) fn nothing_to_undo(&mut self) {
        self.tab.wrote_in.clear();
        self.record.undoable = 0;
    }

    pub(super) fn done(&mut self, summary: &str) -> Vec<Effect> {
        self.end(JobStatus::Done, summary)
    }

    pub(super) fn fail_by(&mut self, trouble: Trouble, message: &str) -> Vec<Effect> {
        self.record.trouble = Some(trouble);
        self.fail(message)
    }

    pub(super) fn tab_closed(&mut self) -> Vec<Effect> {
        self.fail_by(Trouble::TabClosed, &msg!("job_the_tab_was_closed"))
    }

    pub(super) fn fail(&mut self, message: &str) -> Vec<Effect> {
        self.record.error = Some(message.to_owned());
        self.end(JobStatus::Error, message)
    }

    pub(super) fn end(&mut self, status: JobStatus, message: &str) -> Vec<Effect> {
        self.record.status = status;
        self.record.message = message.to_owned();
        if status != JobStatus::Error {
            self.record.result = Some(message.to_owned());
        }
        self.record.approval = None;
        self.record.consent = None;
        self.record.needs_approval = false;
        self.record.approved = false;
        self.record.verification = None;
        self.record.questions.clear();
        self.plan.pending.clear();
        self.phase = Phase::Ended;
        vec![log("status", message.to_owned())]
    }

    pub(super) fn add_own_ms(&mut self, ms: f64) {
        // Only until the first page is filled: that is what the figure is about.
        if self.record.filled_after_ms.is_none() {
            self.record.own_ms = Some(self.record.own_ms.unwrap_or(0.0) + ms);
        }
    }
}
