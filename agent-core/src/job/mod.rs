//! The state machine of a job: `handle(event) → effects`.
//!
//! A job is data. It can be stored between any two events and goes on from there; nothing of it that is
//! stored is a profile value. What is bound is held by the phase that writes it (`phase`) and leaves in the effect alone.

use shared_types::{JobMode, JobRecord, job::Trouble};

mod advised;
mod agreement;
pub mod answer;
mod approval;
mod batch;
mod budget;
mod card;
mod changed;
mod choices;
mod click;
mod complaints;
mod corrected;
mod event;
mod form_id;
pub mod given;
mod hurdles;
mod lifecycle;
pub mod matched;
mod matching;
mod one;
mod order;
mod other_profile;
mod page_end;
mod permissions;
mod phase;
mod plan_file;
mod pressed;
mod presses;
mod questions;
mod recall;
mod recalled;
pub mod receipt;
mod remembered;
mod reply;
mod round;
mod sheet;
mod state;
mod suggestion;
mod suggestions;
mod told;
mod view;
mod write;

pub use budget::{Budget, MAX_STEPS};
pub(crate) use changed::is_fleeting;
pub use choices::SortedRows;
pub use event::{Context, Effect, Event, Learned, ObserveFailure, Placed, Reading};
pub use permissions::Permissions;
pub use phase::{About, Phase};
pub use reply::{Choice, Reply};
pub use state::{Job, OneField};
pub use view::{hud, instead_of, progress, share_of};

use event::log;
use state::SETTLE_MS;
use write::Code;

impl Job {
    /// A job that was not started yet.
    pub fn new(id: String, mode: JobMode, tab_id: Option<i32>, now: f64) -> Self {
        Self {
            record: JobRecord { id, mode, tab_id, started_at: now, ..JobRecord::default() },
            budget: Budget::new(),
            ..Self::default()
        }
    }

    /// Takes an event in and says what to do. An event that does not fit the job's state is an error
    /// for whoever sent it, and changes nothing.
    pub fn handle(&mut self, event: Event, ctx: &Context<'_>) -> Result<Vec<Effect>, String> {
        if let Some(answer) = self.answer_at_once(&event, ctx) {
            return answer;
        }
        match event {
            Event::Start => Ok(self.start()),
            Event::Stop => Ok(self.stop()),
            Event::TabClosed => Ok(self.tab_closed()),
            Event::Detached => Ok(self.detached()),
            Event::Woken => Ok(self.woken(ctx)),
            Event::Approve { approval_id, cover_pages, secrets, shown } => {
                self.approve(&approval_id, cover_pages, &secrets, shown.as_deref(), ctx)
            }
            Event::Consent { origin, reply } => self.consented(&origin, &reply, ctx),
            Event::Bulk(agreed) => Ok(self.agreed_in_bulk(agreed, ctx)),
            Event::Shown => Ok(self.sheet_shown(ctx)),
            Event::Listed(reading) => Ok(self.listed(*reading, ctx)),
            Event::Deny => self.deny(),
            Event::UseProfile { profile } => self.use_profile(profile, ctx),
            Event::Answered { once, of_agents } => self.answered(once, &of_agents),
            Event::Suggested(suggestion) => self.suggested(*suggestion),
            Event::Withdrawn { known } => Ok(self.withdraw_suggestions(&known)),
            Event::Code { code, source } => self.code_entered(Code { text: code, source }),
            Event::TabOpened { tab_id } if matches!(self.phase, Phase::Opening) => {
                self.record.tab_id = Some(tab_id);
                Ok(self.observe(SETTLE_MS))
            }
            Event::Observed { own_ms } if self.phase.reads_page() => {
                self.add_own_ms(own_ms);
                Ok(self.observed(ctx))
            }
            Event::ObserveFailed(ObserveFailure::NotReady) if self.phase.reads_page() => {
                Ok(self.not_ready())
            }
            Event::ObserveFailed(ObserveFailure::Silent) if self.phase.reads_page() => {
                Ok(self.silent())
            }
            Event::ObserveFailed(ObserveFailure::TabClosed) => Ok(self.tab_closed()),
            Event::ObserveFailed(ObserveFailure::Restricted(why)) => {
                Ok(self.fail_by(Trouble::KeptOut, &why))
            }
            Event::Planned { plan, note, single } if matches!(self.phase, Phase::Planning) => {
                self.record.model_thinks = false;
                Ok(self.plan_came(plan, note, single, ctx))
            }
            Event::PlanUnavailable { note } if matches!(self.phase, Phase::Planning) => {
                Ok(self.plan_unavailable(note, ctx))
            }
            Event::Advised { hints, notes, asked } if matches!(self.phase, Phase::Planning) => {
                self.own_model_ended(asked);
                Ok(self.advice_came(&hints, &notes, ctx))
            }
            Event::ModelThinks if matches!(self.phase, Phase::Planning) => Ok(self.model_thinks()),
            Event::WithoutModel => Ok(self.go_on_without_model()),
            Event::Looked if self.asks_about_press() => Ok(self.looked(ctx)),
            Event::Executed { results, own_ms } => {
                self.add_own_ms(own_ms);
                Ok(self.executed(&results, ctx))
            }
            // Answers to what is not waited for any more.
            Event::ProfileGone
            | Event::CannotGoOn(_)
            | Event::TabOpened { .. }
            | Event::Reattached { .. }
            | Event::Observed { .. }
            | Event::ObserveFailed(ObserveFailure::NotReady | ObserveFailure::Silent)
            | Event::Looked
            | Event::Drafted(_)
            | Event::Planned { .. }
            | Event::ModelThinks
            | Event::Advised { .. }
            | Event::PlanUnavailable { .. } => Ok(Vec::new()),
        }
    }
}

impl Job {
    fn plan_unavailable(&mut self, note: String, ctx: &Context<'_>) -> Vec<Effect> {
        self.record.model_thinks = false;
        self.record.planner_note = Some(note.clone());
        let mut effects = vec![log("error", note)];
        effects.extend(self.plan_alone(ctx));
        effects
    }

    fn go_on_without_model(&mut self) -> Vec<Effect> {
        self.record.without_model = true;
        Vec::new()
    }

    /// What is answered whatever the job waits for: when it has ended, can't go on, or has no tab.
    fn answer_at_once(
        &mut self,
        event: &Event,
        ctx: &Context<'_>,
    ) -> Option<Result<Vec<Effect>, String>> {
        if self.record.status.is_final() {
            return Some(late(event, &msg!("job_this_job_has_ended_press_start_to")));
        }
        if let Event::Drafted(model_use) = event {
            self.record.model_use.add(*model_use);
            return Some(Ok(Vec::new()));
        }
        if let Event::CannotGoOn(why) = event {
            return Some(Ok(self.fail_halted(why)));
        }
        if self.has_lost_profile(ctx) && !event.needs_no_profile() {
            return Some(Ok(self.profile_gone()));
        }
        self.is_detached().then(|| self.handle_detached(event, ctx))
    }

    /// Takes an event in while the job has no tab.
    fn handle_detached(&mut self, event: &Event, ctx: &Context<'_>) -> Result<Vec<Effect>, String> {
        match event {
            Event::Stop => Ok(self.stop()),
            Event::Deny => self.deny(),
            Event::Bulk(_) => Ok(self.agreed_in_bulk(None, ctx)),
            Event::Reattached { tab_id } => Ok(self.reattached(*tab_id, ctx)),
            event => late(event, &msg!("job_the_tab_of_this_job_is_gone_open")),
        }
    }
}

/// An event that comes too late: the person is told why, and what was under way is answered to nobody.
fn late(event: &Event, why: &str) -> Result<Vec<Effect>, String> {
    match event {
        Event::Approve { .. }
        | Event::Consent { .. }
        | Event::Answered { .. }
        | Event::Suggested(_)
        | Event::Code { .. }
        | Event::UseProfile { .. }
        | Event::Deny => Err(why.to_owned()),
        _ => Ok(Vec::new()),
    }
}

#[cfg(test)]
mod tests;
