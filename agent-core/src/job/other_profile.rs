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
        let id = &self.record.profile_id;
        !id.is_nobody() && !profiles::has(ctx.profiles, id)
    }

    /// Its profile was deleted: it ends, and what the page is doing with it is halted.
    pub(super) fn profile_gone(&mut self) -> Vec<Effect> {
        self.fail_halted(&msg!("profiles_gone_ends"))
    }

    /// Ends it with what is wrong, and halts what the page is doing with it.
    pub(super) fn fail_halted(&mut self, why: &str) -> Vec<Effect> {
        let mut effects = vec![Effect::Halt];
        effects.extend(self.fail(why));
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
            return Err(msg!("profiles_gone"));
        }
        if !self.record.written.is_empty() {
            return Err(msg!("profiles_filled_already"));
        }
        let Phase::Paused { about: about @ (About::Consent(_) | About::Questions(_)) } =
            &self.phase
        else {
            return Err(msg!("profiles_change_when_asked"));
        };
        if let About::Consent(card) = about {
            self.budget.waited_ms += ctx.now - card.since;
        }
        self.record.status = JobStatus::Running;
        self.fill_from(profile);
        let mut effects = vec![log("status", msg!("profiles_another_is_used"))];
        effects.extend(self.observe(0));
        Ok(effects)
    }

    /// Takes the profile of the site that a job has come to, as long as nothing was written: where it was started says
    /// less than where it is. The page is read anew, for what was read was read for the other one.
    pub(super) fn use_profile_of(
        &mut self,
        origin: &str,
        ctx: &Context<'_>,
    ) -> Option<Vec<Effect>> {
        // What a row of a table is filled up from was chosen for all of its rows.
        // So was that of a form whose field is changed.
        if self.record.table.is_some() || self.record.change_of.is_some() {
            return None;
        }
        let profile = profiles::for_page(ctx.profiles, origin);
        if *profile == self.record.profile_id || !self.record.written.is_empty() {
            return None;
        }
        self.fill_from(profile.clone());
        Some(self.observe(0))
    }

    /// Fills from another profile from now on.
    fn fill_from(&mut self, profile: ProfileId) {
        self.record.profile_id = profile;
        self.record.consent = None;
        self.record.questions.clear();
        self.record.open.clear();
        self.record.planner_note = None;
        self.record.sent_before = None;
        self.permissions.for_another_profile();
        self.matching.forget();
        self.presses.form = None;
        self.plan = Default::default();
        self.history.clear();
        self.budget.changed_in_round = true;
        if let Some(only) = &mut self.only {
            only.tried = false;
        }
    }
}
