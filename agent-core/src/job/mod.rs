//! The state machine of a job: `handle(event) → effects`.
//!
//! A job is data. It can be stored between any two events and goes on from there; nothing in it is a
//! profile value. Values are bound when a write is prepared and leave in the effect alone.

use shared_types::{JobMode, JobRecord};

mod agreement;
pub mod answer;
mod approval;
mod batch;
mod click;
mod consent;
mod event;
mod lifecycle;
mod page_end;
mod pressed;
mod questions;
mod round;
mod state;
mod told;
mod view;
mod write;

pub use consent::{Reply, kinds_to_keep};
pub use event::{Context, Effect, Event, ObserveFailure, Placed};
pub use state::{Job, MAX_STEPS, Phase};
pub use view::{hud, progress};

use event::log;
use state::SETTLE_MS;
use write::Code;

impl Job {
    /// A job that was not started yet.
    pub fn new(id: String, mode: JobMode, tab_id: Option<i32>, now: f64) -> Self {
        Self {
            record: JobRecord { id, mode, tab_id, started_at: now, ..JobRecord::default() },
            max_steps: MAX_STEPS,
            ..Self::default()
        }
    }

    /// Takes an event in and says what to do. An event that does not fit the job's state is an error
    /// for whoever sent it, and changes nothing.
    pub fn handle(&mut self, event: Event, ctx: &Context<'_>) -> Result<Vec<Effect>, String> {
        if self.record.status.is_final() {
            return match event {
                Event::Approve { .. }
                | Event::Consent { .. }
                | Event::Answered { .. }
                | Event::Code { .. }
                | Event::Deny => Err("this job has ended; press Start to begin again".to_owned()),
                // Late answers of what was under way when the job ended.
                _ => Ok(Vec::new()),
            };
        }
        if self.is_detached() {
            return match event {
                Event::Stop => Ok(self.stop()),
                Event::Deny => self.deny(),
                Event::Reattached { tab_id } => Ok(self.reattached(tab_id, ctx)),
                Event::Approve { .. }
                | Event::Consent { .. }
                | Event::Answered { .. }
                | Event::Code { .. } => {
                    Err("the tab of this job is gone; open its page again".to_owned())
                }
                // Late answers of what was under way on the tab.
                _ => Ok(Vec::new()),
            };
        }
        match event {
            Event::Start => Ok(self.start()),
            Event::Stop => Ok(self.stop()),
            Event::TabClosed => Ok(self.fail("The tab was closed.")),
            Event::Detached => Ok(self.detached()),
            Event::Woken => Ok(self.woken(ctx)),
            Event::Approve { approval_id, cover_pages, secrets } => {
                self.approve(&approval_id, cover_pages, &secrets, ctx)
            }
            Event::Consent { origin, reply } => self.consented(&origin, &reply, ctx),
            Event::Shown => Ok(self.shown(ctx)),
            Event::Deny => self.deny(),
            Event::Answered { once } => self.answered(once),
            Event::Code { code, source } => self.code_entered(Code { text: code, source }),
            Event::TabOpened { tab_id } if self.phase == Phase::Opening => {
                self.record.tab_id = Some(tab_id);
                Ok(self.observe(SETTLE_MS))
            }
            Event::Observed { own_ms } if self.reads_page() => {
                self.add_own_ms(own_ms);
                Ok(self.observed(ctx))
            }
            Event::ObserveFailed(ObserveFailure::NotReady) if self.reads_page() => {
                Ok(self.not_ready())
            }
            Event::ObserveFailed(ObserveFailure::TabClosed) => Ok(self.fail("The tab was closed.")),
            Event::ObserveFailed(ObserveFailure::Restricted(why)) => Ok(self.fail(&why)),
            Event::Planned { plan, note, single } if self.phase == Phase::Planning => {
                self.record.planner_note = note;
                self.own_plan = false;
                self.single = single;
                if single {
                    let fields = ctx.page.map_or(0, |page| page.observation.fields.len());
                    let rounds = 2 * u32::try_from(fields).unwrap_or(u32::MAX / 2) + 10;
                    if self.max_steps == MAX_STEPS {
                        self.max_steps = self.max_steps.max(rounds);
                    }
                }
                Ok(self.planned(plan, ctx))
            }
            Event::PlanUnavailable { note } if self.phase == Phase::Planning => {
                self.record.planner_note = Some(note.clone());
                let mut effects = vec![log("error", note)];
                effects.extend(self.plan_alone(ctx));
                Ok(effects)
            }
            Event::Executed { results, own_ms } => {
                self.add_own_ms(own_ms);
                Ok(self.executed(&results, ctx))
            }
            // Answers to what is not waited for any more.
            Event::TabOpened { .. }
            | Event::Reattached { .. }
            | Event::Observed { .. }
            | Event::ObserveFailed(ObserveFailure::NotReady)
            | Event::Planned { .. }
            | Event::PlanUnavailable { .. } => Ok(Vec::new()),
        }
    }

    /// Whether it waits for the page to be read.
    fn reads_page(&self) -> bool {
        match self.phase {
            Phase::Observing
            | Phase::Settling
            | Phase::EnteringCode { .. }
            | Phase::EnteringAnswers
            | Phase::Confirming
            | Phase::Outcome { .. }
            | Phase::Waiting { .. } => true,
            Phase::New
            | Phase::Opening
            | Phase::Planning
            | Phase::Writing
            | Phase::Clicking { .. }
            | Phase::Paused
            | Phase::Ended => false,
        }
    }
}

#[cfg(test)]
mod tests;
