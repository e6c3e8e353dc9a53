//! Waiting for the person, and their yes or no to a press.

use shared_types::{AgentAction, JobStatus, job::Approval};

use crate::{
    gate::{self, FormState},
    observe::Page,
};

use super::{
    event::{Context, Effect, log},
    page_end::LOOKS_MS,
    phase::{About, CodeEntry, Phase},
    state::{Job, SETTLE_MS},
    view,
};

/// What the card says of a form that the page tried to send by itself.
pub(super) fn held() -> String {
    msg!("job_the_page_tried_to_send_this_form")
}

impl Job {
    pub(super) fn ask(
        &mut self,
        action: AgentAction,
        index: u32,
        mut reasons: Vec<String>,
        page: &Page,
        ctx: &Context<'_>,
    ) -> Vec<Effect> {
        let Some(state) = FormState::of(page, index, ctx.hash_key) else {
            return self.observe(SETTLE_MS);
        };
        let form = page.observation.buttons.get(index as usize).and_then(|button| button.form);
        if form.is_some() && page.held.iter().any(|held| held.form == form) {
            reasons.push(held());
        }
        let reasons = self.with_changes(reasons, index, page, ctx.now);
        let text = state.text.clone();
        let approval = Approval {
            id: ctx.nonce.to_owned(),
            action: if text.is_empty() { msg!("job_a_button_without_a_name") } else { text },
            origin: state.origin.clone(),
            form_action: Some(state.form_action.clone()).filter(|action| !action.is_empty()),
            reasons,
            may_cover_pages: may_cover_pages(page, index),
            secrets: self.secrets_here(),
        };
        self.plan.pending.insert(0, action);
        let mut effects = self.pause_for_approval(approval, About::Press(Box::new(state)), ctx);
        // Forms show fields a moment after a choice. Nobody waits for that: they are asked meanwhile.
        effects.extend(self.next_look());
        effects
    }

    /// Has the page read once more while a yes is waited for, a few times since the last write.
    fn next_look(&mut self) -> Option<Effect> {
        let delay_ms = *LOOKS_MS.get(usize::from(self.budget.looks_while_asking))?;
        if self.record.written.is_empty() {
            return None;
        }
        self.budget.looks_while_asking += 1;
        Some(Effect::Look { delay_ms })
    }

    /// Whether a yes to a press is waited for.
    pub fn asks_about_press(&self) -> bool {
        matches!(self.phase, Phase::Paused { about: About::Press(_) })
    }

    /// A form that has other fields than were planned for is filled before it is asked about: the question
    /// is taken back.
    pub(super) fn looked(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let is_planned = |page: &Page| view::signature(page) == self.plan.signature;
        if ctx.page.is_none_or(is_planned) {
            return self.next_look().into_iter().collect();
        }
        self.take_question_back();
        let mut effects = vec![log("status", msg!("job_the_page_has_changed_it_is_read"))];
        effects.extend(self.observe(SETTLE_MS));
        effects
    }

    pub(super) fn take_question_back(&mut self) {
        self.record.approval = None;
        self.record.needs_approval = false;
        self.record.status = JobStatus::Running;
        self.phase = Phase::Observing;
    }

    pub(super) fn pause_for_approval(
        &mut self,
        approval: Approval,
        about: About,
        ctx: &Context<'_>,
    ) -> Vec<Effect> {
        self.note_filled(ctx.now);
        let message = msg!("job_your_yes_is_needed", action = approval.action);
        self.record.approval = Some(approval);
        self.record.needs_approval = true;
        self.record.approved = false;
        self.pause(JobStatus::PausedForApproval, about, &message)
    }

    pub(super) fn pause(&mut self, status: JobStatus, about: About, message: &str) -> Vec<Effect> {
        self.record.status = status;
        self.record.message = message.to_owned();
        self.phase = Phase::Paused { about };
        vec![log("status", message.to_owned())]
    }

    pub(super) fn approve(
        &mut self,
        approval_id: &str,
        cover_pages: bool,
        secrets: &[String],
        shown: Option<&str>,
        ctx: &Context<'_>,
    ) -> Result<Vec<Effect>, String> {
        let open = self.record.approval.as_ref().filter(|_| {
            self.record.status == JobStatus::PausedForApproval
                && matches!(self.phase, Phase::Paused { .. })
        });
        let Some(approval) = open else {
            return Err(msg!("job_nothing_waits_for_a_yes_now"));
        };
        if approval.id != approval_id {
            return Err(msg!("job_this_yes_was_for_an_earlier"));
        }
        if let (Some(looked_at), Some(asked)) = (shown, self.asked())
            && asked.shown.as_ref().is_none_or(|listed| listed.id != looked_at)
        {
            return Err(msg!("job_the_form_was_read_again_since"));
        }
        if let Some(secret) = approval.secrets.iter().find(|secret| !secrets.contains(secret)) {
            return Err(msg!(
                "job_tick_that_your_may_be_sent_or_say",
                secret = gate::thing_words(secret)
            ));
        }
        if cover_pages && approval.may_cover_pages {
            self.permissions.covers_pages_of = Some(approval.origin.clone());
        }
        self.record.approved = true;
        self.record.needs_approval = false;
        self.record.approval = None;
        let asked = match std::mem::take(&mut self.phase) {
            Phase::Paused { about: About::Site(origin) } => return Ok(self.go_on_at(origin, ctx)),
            Phase::Paused { about: About::Place(url) } => {
                self.record.approved = false;
                return Ok(self.go(url, ctx));
            }
            Phase::Paused { about: About::Code { entry: Some(entry) } } => {
                return Ok(self.code_agreed(*entry));
            }
            Phase::Paused { about: About::Press(asked) } => Some(asked),
            _ => None,
        };
        self.check_before(Phase::Confirming { asked });
        Ok(vec![
            log("status", msg!("job_you_said_yes")),
            Effect::Observe { settle_ms: 0, delay_ms: 0 },
        ])
    }

    /// Consent to go on at the site that the page moved to.
    fn go_on_at(&mut self, origin: String, ctx: &Context<'_>) -> Vec<Effect> {
        self.permissions.go_on_at(origin.clone());
        // What the person chose for this job stays, where the other site has none of its own.
        if ctx.profiles.sites.contains_key(&origin) {
            self.use_profile_of(&origin, ctx);
        }
        self.record.origin = Some(origin);
        self.record.approved = false;
        self.plan.pending.clear();
        self.observe(SETTLE_MS)
    }

    fn code_agreed(&mut self, entry: CodeEntry) -> Vec<Effect> {
        self.record.approved = false;
        self.check_before(Phase::EnteringCode(entry));
        vec![Effect::Observe { settle_ms: 0, delay_ms: 0 }]
    }

    fn check_before(&mut self, phase: Phase) {
        self.record.status = JobStatus::Running;
        self.record.message = msg!("job_checking_that_nothing_changed");
        self.phase = phase;
    }

    pub(super) fn deny(&mut self) -> Result<Vec<Effect>, String> {
        if self.record.status != JobStatus::PausedForApproval {
            return Err(msg!("job_nothing_waits_for_a_yes_now"));
        }
        if let Some(effects) = self.decline_part() {
            return Ok(effects);
        }
        let said = if self.record.consent.is_some() && self.record.written.is_empty() {
            msg!("job_you_said_no_nothing_was_written")
        } else {
            msg!("job_you_said_no_nothing_was_sent_the")
        };
        Ok(self.end(JobStatus::Stopped, &said))
    }
}

/// Whether a yes to a button may cover going on to further pages.
fn may_cover_pages(page: &Page, index: u32) -> bool {
    let at = index as usize;
    let button = page.observation.buttons.get(at).zip(page.buttons.get(at));
    button.is_some_and(|(button, element)| gate::may_cover_pages(button, element))
}
