//! A press: with or without a yes, compared with what was approved, and what it led to.

use shared_types::{
    ActionResult, AgentAction, RefusalReason, Target,
    operation::{Expect, OperationKind, OperationResult},
};

use crate::{
    gate::{self, FormState, Verdict},
    observe::Page,
    resolve::{self, Found, Unresolved},
};

use super::{
    event::{Context, Effect, log, place},
    phase::Phase,
    state::{Job, SETTLE_MS},
    view,
};

/// Why the person is asked about a click that was under way when the worker ended.
fn unknown_click() -> String {
    msg!("job_vaulty_was_stopped_while_it")
}

/// How long a page may take to show what a click did, if it does not begin to load, in milliseconds.
const OUTCOME_WAIT_MS: f64 = 3_000.0;

impl Job {
    pub(super) fn click(
        &mut self,
        action: &AgentAction,
        page: &Page,
        ctx: &Context<'_>,
        effects: &mut Vec<Effect>,
    ) -> Option<Vec<Effect>> {
        let found = match resolve::resolve(action.target()?, &page.observation) {
            Ok(found) => found,
            Err(Unresolved(why)) => {
                self.refused(action, RefusalReason::NotResolved, why, None, effects);
                return None;
            }
        };
        let verdict = gate::judge(action, Some(found), page, &self.grants(ctx));
        let (reason, why) = match (verdict, found) {
            (Verdict::Refuse(reason, why), _) => (reason, why),
            (_, Found::Field(_)) => (RefusalReason::WrongKind, msg!("job_this_is_not_a_button")),
            (_, Found::Button(index)) if self.is_dead(page, index) => {
                (RefusalReason::Repeated, msg!("job_it_was_pressed_already_and_the"))
            }
            // What the page changed as it was pressed under an earlier yes is for the person.
            (Verdict::Allow, Found::Button(index)) if self.presses.changed.is_open() => {
                return Some(self.ask(action.clone(), index, Vec::new(), page, ctx));
            }
            (Verdict::Allow, Found::Button(index)) if !self.may_be_pressed(page, index) => {
                let covered = gate::may_send(index, page, &self.grants(ctx));
                let element = page.buttons.get(index as usize).filter(|_| covered);
                let expect = element.map(|element| self.approved(element, page, None));
                return Some(self.send_click(action, index, page, expect, ctx));
            }
            (Verdict::Allow, Found::Button(index)) => {
                let reasons = vec![unknown_click()];
                return Some(self.ask(action.clone(), index, reasons, page, ctx));
            }
            (Verdict::Ask(mut reasons), Found::Button(index)) => {
                if self.may_be_pressed(page, index) {
                    reasons.insert(0, unknown_click());
                }
                return Some(self.ask(action.clone(), index, reasons, page, ctx));
            }
        };
        self.refused(action, reason, why, None, effects);
        None
    }

    /// Whether this button was pressed on this very state of the page, to no effect.
    pub(super) fn is_dead(&self, page: &Page, index: u32) -> bool {
        let button = page.observation.buttons.get(index as usize);
        let print = button.and_then(|button| button.fingerprint.as_deref());
        self.presses.is_dead(print, || view::state_of_page(page))
    }

    /// Whether this is the button whose click was under way when the worker ended.
    pub(super) fn may_be_pressed(&self, page: &Page, index: u32) -> bool {
        let button = page.observation.buttons.get(index as usize);
        self.presses.is_lost(button.and_then(|button| button.fingerprint.as_deref()))
    }

    /// Uses a yes if the form is still what it was given for.
    pub(super) fn confirm(
        &mut self,
        asked: Option<Box<FormState>>,
        page: &Page,
        ctx: &Context<'_>,
    ) -> Vec<Effect> {
        let (Some(asked), true) = (asked, self.record.approved) else {
            return self.next_round(ctx);
        };
        self.record.approved = false;
        let pending = std::mem::take(&mut self.plan.pending).into_iter().next();
        let same_button = |button: &&shared_types::Button| {
            button.fingerprint.as_deref() == Some(asked.button.as_str())
        };
        let mut candidates = page.observation.buttons.iter().filter(same_button);
        let (Some(button), None) = (candidates.next(), candidates.next()) else {
            let why = msg!("job_the_button_is_not_there_any_more");
            let mut effects = vec![log("error", why.to_owned())];
            effects.extend(self.next_round(ctx));
            return effects;
        };
        let found = Found::Button(button.index);
        let flag = match pending {
            Some(AgentAction::Click { requires_approval, .. }) => requires_approval,
            _ => None,
        };
        let action =
            AgentAction::Click { target: Target::button(button.index), requires_approval: flag };
        let verdict = gate::judge(&action, Some(found), page, &self.grants(ctx));
        if let Verdict::Refuse(reason, why) = verdict {
            let mut effects = Vec::new();
            self.refused(&action, reason, why, None, &mut effects);
            effects.extend(self.next_round(ctx));
            return effects;
        }
        let now = FormState::of(page, button.index, ctx.hash_key);
        if now.as_ref().is_some_and(|now| now.document_id != asked.document_id) {
            // What was written went with the document.
            let mut effects = vec![log("status", msg!("job_the_page_was_loaded_anew"))];
            effects.extend(self.next_round(ctx));
            return effects;
        }
        let changes =
            now.map(|now| asked.changes(&now, &self.presses.changed.varies)).unwrap_or_default();
        if !changes.is_empty() && view::signature(page) != self.plan.signature {
            // Fields that came after the question are filled before it is asked again.
            let mut effects = vec![log("status", msg!("job_the_page_has_other_fields_now"))];
            effects.extend(self.next_round(ctx));
            return effects;
        }
        if !changes.is_empty() {
            self.note_changes(&changes);
            return self.ask(action, button.index, Vec::new(), page, ctx);
        }
        let element = page.buttons.get(button.index as usize);
        let expect = element.map(|element| self.approved(element, page, Some(&asked)));
        self.send_click(&action, button.index, page, expect, ctx)
    }

    pub(super) fn send_click(
        &mut self,
        action: &AgentAction,
        index: u32,
        page: &Page,
        approved: Option<Expect>,
        ctx: &Context<'_>,
    ) -> Vec<Effect> {
        // What was agreed to for several rows is for the page that they begin with.
        self.permissions.end_bulk();
        let position = index as usize;
        let (Some(element), Some(button)) =
            (page.buttons.get(position), page.observation.buttons.get(position))
        else {
            return self.observe(SETTLE_MS);
        };
        self.record.message = msg!("job_pressing", text = resolve::shorten(&button.text));
        self.phase = Phase::Clicking {
            button: button.fingerprint.clone().unwrap_or_default(),
            before: view::state_of_page(page),
        };
        self.plan.signature = view::signature(page);
        self.note_messages(page);
        self.note_page(page, button, ctx);
        self.presses.lost_click = None;
        self.plan.pending.insert(0, action.clone());
        // What goes on, opens or adds, and no yes covers, sends nothing.
        self.presses.is_unasked = approved.is_none();
        if !self.presses.is_unasked {
            self.presses.approvals.push(resolve::shorten(&button.text));
        }
        let mut placed =
            place(element, OperationKind::Click { may_send: !self.presses.is_unasked });
        placed.operation.expect = approved.unwrap_or(placed.operation.expect);
        vec![Effect::Execute(vec![placed])]
    }

    pub(super) fn clicked(
        &mut self,
        button: String,
        before: String,
        results: &[OperationResult],
        ctx: &Context<'_>,
    ) -> Vec<Effect> {
        let mut effects = Vec::new();
        // No result: the page went away while it was being clicked, which is what submits do.
        let refusal = results.first().filter(|result| !result.done);
        if let Some(result) = refusal {
            let reason = result.refusal.unwrap_or(RefusalReason::PageError);
            let why = if result.detail.is_empty() {
                msg!("job_the_page_did_not_take_the_click")
            } else {
                result.detail.clone()
            };
            let failed = ActionResult {
                ok: false,
                error: Some(why.clone()),
                refusal: Some(reason),
                ..ActionResult::default()
            };
            self.note_changes(&result.changed);
            effects.push(log("error", msg!("job_click_was_not_done", why = why)));
            let action = self.take_click();
            self.remember(action, failed, Some(button), &mut effects);
            self.plan.pending.clear();
            effects.extend(self.observe(SETTLE_MS));
            return effects;
        }
        self.press_arrived(button.clone(), &mut effects);
        effects.push(self.await_outcome(button, before, ctx.now));
        effects
    }

    /// Notes the click that is the next action as done.
    pub(super) fn press_arrived(&mut self, button: String, effects: &mut Vec<Effect>) {
        let action = self.take_click();
        effects.push(Effect::Log {
            kind: "action",
            message: "clicked".to_owned(),
            action: Some(action.clone()),
        });
        let result = ActionResult { ok: true, ..ActionResult::default() };
        self.remember(action, result, Some(button), effects);
    }

    /// The click that is under way.
    pub(super) fn take_click(&mut self) -> AgentAction {
        match self.plan.pending.first() {
            Some(AgentAction::Click { .. }) => self.plan.pending.remove(0),
            _ => AgentAction::Click { target: Target::button(0), requires_approval: None },
        }
    }

    pub(super) fn await_outcome(&mut self, button: String, before: String, since: f64) -> Effect {
        self.phase = Phase::Outcome { button, before, since };
        self.record.message = msg!("job_waiting_for_the_page");
        Effect::Observe { settle_ms: 500, delay_ms: 0 }
    }

    pub(super) fn outcome(
        &mut self,
        button: String,
        before: String,
        since: f64,
        page: &Page,
        ctx: &Context<'_>,
    ) -> Vec<Effect> {
        if let Some(effects) = self.kept_back(&button, page, ctx) {
            return effects;
        }
        let unchanged = view::state_of_page(page) == before;
        if unchanged && ctx.now - since < OUTCOME_WAIT_MS {
            self.phase = Phase::Outcome { button, before, since };
            return vec![Effect::Observe { settle_ms: 300, delay_ms: 100 }];
        }
        self.hear_refusal(page);
        let mut effects = Vec::new();
        if unchanged && self.presses.lost_click.is_some() {
            // It may never have been sent: the person decides, with the page in front of them.
            self.budget.changed_in_round = true;
        } else if unchanged {
            self.presses.dead_click = Some((button, before));
        } else {
            self.budget.changed_in_round = true;
            self.presses.dead_click = None;
            if self.presses.lost_click.take().is_some() {
                self.press_arrived(button, &mut effects);
            }
            if let Some(receipt) = self.receipt(page, ctx) {
                effects.extend(Self::tell_receipt(&receipt));
                effects.extend(self.learned(&receipt));
                effects.push(receipt);
            }
            if view::signature(page) != self.plan.signature {
                self.record.progress.page += 1;
            }
        }
        self.plan.pending.clear();
        effects.extend(self.next_round(ctx));
        effects
    }

    pub(super) fn still_waiting(
        &mut self,
        until: f64,
        page: &Page,
        ctx: &Context<'_>,
    ) -> Vec<Effect> {
        let Some(target) = self.plan.pending.first().and_then(AgentAction::target) else {
            return self.next_round(ctx);
        };
        // On the page as the planner sees it: the person's says more.
        let told = self.told(page, ctx);
        let there = resolve::resolve(target, &told).is_ok() || view::shows_text(target, &told);
        if !there && ctx.now < until {
            self.phase = Phase::Waiting { until };
            return vec![Effect::Observe { settle_ms: 500, delay_ms: 100 }];
        }
        if self.plan.pending.is_empty() {
            return self.next_round(ctx);
        }
        let action = self.plan.pending.remove(0);
        let mut effects = Vec::new();
        self.budget.changed_in_round |= there;
        if there {
            let result = ActionResult { ok: true, ..ActionResult::default() };
            self.remember(action, result, None, &mut effects);
        } else {
            let why = msg!("job_it_did_not_appear_in_time");
            self.refused(&action, RefusalReason::TimedOut, why, None, &mut effects);
        }
        if view::signature(page) == self.plan.signature && !self.plan.pending.is_empty() {
            effects.extend(self.advance(ctx));
        } else {
            self.plan.pending.clear();
            effects.extend(self.next_round(ctx));
        }
        effects
    }
}
