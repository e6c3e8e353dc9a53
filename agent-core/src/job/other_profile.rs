//! Which profile a job fills from. It is the same from start to end, unless the person takes another one before anything
//! was written; and never another one by itself.

use shared_types::{JobStatus, ProfileId};

use super::{
    event::{Context, Effect, log},
    phase::{About, Phase},
    state::Job,
};
use crate::person::profiles;

impl Job {
    /// Whether the profile that it fills from was deleted.
    pub(super) fn has_lost_profile(&self, ctx: &Context<'_>) -> bool {
        !profiles::has(ctx.profiles, &self.record.profile_id)
    }

    /// Its profile was deleted: it ends, and what the page is doing with it is halted.
    pub(super) fn profile_gone(&mut self) -> Vec<Effect> {
        let mut effects = vec![Effect::Halt];
        effects.extend(self.fail(
            "The profile that this form was filled from was deleted. What was filled stays; nothing \
             more is filled. Press “Fill this page” to use another profile.",
        ));
        effects
    }

    /// Fills from another profile: the page is read and planned anew, and whatever was asked, agreed to or chosen for the
    /// one before counts no more.
    pub(super) fn use_profile(
        &mut self,
        profile: ProfileId,
        ctx: &Context<'_>,
    ) -> Result<Vec<Effect>, String> {
        if profile == self.record.profile_id {
            return Ok(Vec::new());
        }
        if !profiles::has(ctx.profiles, &profile) {
            return Err("This profile was deleted in the meantime.".to_owned());
        }
        if !self.record.written.is_empty() {
            return Err("Fields were filled from another profile already. Press Stop and Undo, \
                        then fill this page again."
                .to_owned());
        }
        let Phase::Paused { about: about @ (About::Consent(_) | About::Questions(_)) } =
            &self.phase
        else {
            return Err("The profile can be changed while Vaulty asks what to fill. Wait for \
                        that, or press Stop."
                .to_owned());
        };
        if let About::Consent(card) = about {
            self.budget.waited_ms += ctx.now - card.since;
        }
        self.record.profile_id = profile;
        self.record.consent = None;
        self.record.questions.clear();
        self.record.open.clear();
        self.record.planner_note = None;
        self.record.sent_before = None;
        self.record.status = JobStatus::Running;
        self.permissions.for_another_profile();
        self.presses.form = None;
        self.plan = Default::default();
        self.history.clear();
        self.budget.changed_in_round = true;
        if let Some(only) = &mut self.only {
            only.tried = false;
        }
        let mut effects = vec![log("status", "Another profile is used.".to_owned())];
        effects.extend(self.observe(0));
        Ok(effects)
    }
}
