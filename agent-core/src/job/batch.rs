//! The writes of a plan: each resolved, judged and bound, carried out together, and what came of them.

use shared_types::{
    ActionResult, AgentAction, Field, FieldOption, Private, ProfileKey, RefusalReason, Tier,
    api::HistoryEntry,
    content::Hold,
    job::{OpenCode, OpenField, Sure, WrittenField},
    operation::{ListOption, OperationResult},
};

use crate::{
    bind,
    exit::{Exit, is_ticked},
    gate::{self, Chosen, Grants, Row, Verdict},
    observe::{self, Page},
    plan,
    resolve::{self, Found, Unresolved},
};

use super::{
    event::{Context, Effect, log, place},
    order,
    phase::{Phase, Writes},
    sheet,
    state::{Job, SETTLE_MS},
    told,
    told::without_address,
    view,
    write::{self, Ended, InFlight, Subject},
};

/// Actions of one plan, other than writes, that may be refused before the rest is not looked at.
const MAX_REFUSED: u32 = 10;
/// Times that one value is written into one field.
const MAX_REPEATS: usize = 3;
/// History entries that are kept.
const MAX_HISTORY: usize = 600;

impl Job {
    /// Goes on with what is left of the plan: writes together, then one action that ends the page.
    pub(super) fn advance(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let Some(page) = ctx.page else {
            return Vec::new();
        };
        self.permissions.end_bulk_elsewhere(page);
        self.match_columns(page, ctx);
        self.follow_choices(page);
        self.keep_what_was_typed(page);
        if let Some(effects) = self.ask_consent(page, ctx) {
            return effects;
        }
        order::arrange(&mut self.plan.pending, page);
        let mut effects = Vec::new();
        let mut in_flight = Vec::new();
        let mut waiting = Vec::new();
        let mut refused = 0;
        while let Some(action) = self.plan.pending.first() {
            let writes = write::is_write(action);
            if !writes && !in_flight.is_empty() {
                break;
            }
            if !writes && self.is_worth_another_try() {
                self.plan.pending.clear();
                effects.extend(self.next_round(ctx));
                return effects;
            }
            let action = self.plan.pending.remove(0);
            if writes && order::waits(&action, &in_flight, page) {
                waiting.push(action);
            } else if writes {
                self.budget.did_more_than_extract();
                in_flight.extend(self.prepare(&action, page, ctx, &mut effects));
            } else if let Some(more) = self.close_page(action, page, ctx, &mut effects) {
                effects.extend(more);
                return effects;
            } else {
                refused += 1;
                if refused >= MAX_REFUSED {
                    self.plan.pending.clear();
                }
            }
        }
        self.plan.pending.splice(..0, waiting);
        if in_flight.is_empty() {
            // A plan of nothing but refused actions, or an answer without any.
            effects.extend(self.observe(SETTLE_MS));
            return effects;
        }
        let fields = in_flight.len();
        self.record.message = msg!("job_filling", count = fields);
        effects.push(self.write(in_flight, page));
        effects
    }

    /// Begins with these writes.
    pub(super) fn write(&mut self, in_flight: Vec<InFlight>, page: &Page) -> Effect {
        self.tab.has_written = true;
        self.permissions.keep_bulk_to(page);
        let mut writes = Writes { in_flight };
        let effect = next_operations(&mut writes, page);
        self.phase = Phase::Writing(writes);
        effect
    }

    /// Resolves, judges and binds a write. What does not pass is left open with its reason.
    pub(super) fn prepare(
        &mut self,
        action: &AgentAction,
        page: &Page,
        ctx: &Context<'_>,
        effects: &mut Vec<Effect>,
    ) -> Vec<InFlight> {
        let Some(target) = action.target() else {
            return Vec::new();
        };
        let found = match resolve::resolve(target, &page.observation) {
            Ok(found) => found,
            Err(Unresolved(why)) => {
                self.refused(action, RefusalReason::NotResolved, why, None, effects);
                return Vec::new();
            }
        };
        let index = match found {
            Found::Field(index) => Some(index),
            Found::Button(_) => None,
        };
        match gate::judge(action, Some(found), page, &self.grants(ctx)) {
            Verdict::Allow => {}
            Verdict::Ask(reasons) => {
                let why = reasons.join("; ");
                let field = index.map(|index| (page, index));
                self.refused(action, RefusalReason::NeedsApproval, why, field, effects);
                return Vec::new();
            }
            Verdict::Refuse(reason, why) => {
                if let Some(index) = index {
                    self.forget_plan_of_remembered(action, index, page);
                    self.leave_open(page, index, view::open_code(reason), &why);
                }
                let field = index.map(|index| (page, index));
                self.refused(action, reason, why, field, effects);
                return Vec::new();
            }
        }
        let Some(index) = index else { return Vec::new() };
        let closed = self.is_closed(page, index).then(|| msg!("job_you_left_it_to_yourself"));
        if let Some(why) = self.was_not_shown(action, index, page, ctx).or(closed) {
            self.refused(action, RefusalReason::NoConsent, why, Some((page, index)), effects);
            return Vec::new();
        }
        if self.was_repeated(action, page, index) {
            let why = msg!("job_it_was_written_several_times");
            let field = Some((page, index));
            self.refused(action, RefusalReason::Repeated, why, field, effects);
            return Vec::new();
        }
        let joins = |writes: &[InFlight]| {
            let others =
                writes.iter().map(|write| write.subject.field).filter(|field| *field != index);
            others.into_iter().all(|other| {
                let chosen = self.chosen_for_both(index, other, page);
                let grants = Grants { chosen: &chosen, ..self.grants(ctx) };
                gate::may_join(action, index, other, page, &grants) && !self.is_closed(page, other)
            })
        };
        match write::prepare(action, index, page, &self.grants(ctx)) {
            Ok(writes) if !joins(&writes) => {
                let why = msg!("job_a_part_of_it_belongs_to_something");
                let field = Some((page, index));
                self.refused(action, RefusalReason::NoProvenance, why, field, effects);
                Vec::new()
            }
            Ok(mut writes) => {
                self.begin(&mut writes, action, index, page, ctx.lessons);
                writes
            }
            Err(error) => {
                self.leave_open(page, index, error.code, &error.reason);
                let field = Some((page, index));
                self.refused(action, RefusalReason::DoesNotFit, error.reason, field, effects);
                Vec::new()
            }
        }
    }

    /// Whether the page dropped again what it seemed to keep in this field.
    pub(super) fn was_dropped(&self, page: &Page, index: u32) -> bool {
        let field = page.observation.fields.get(index as usize);
        field.and_then(|field| field.fingerprint.as_ref()).is_some_and(|print| {
            self.history.iter().any(|entry| {
                entry.fingerprint.as_ref() == Some(print)
                    && entry.result.refusal == Some(RefusalReason::NotKept)
            })
        })
    }

    /// Whether the very same write of this field was done as often as is sensible.
    pub(super) fn was_repeated(&self, action: &AgentAction, page: &Page, index: u32) -> bool {
        let field = page.observation.fields.get(index as usize);
        let Some(print) = field.and_then(|field| field.fingerprint.as_ref()) else {
            return false;
        };
        let same = |entry: &&HistoryEntry| {
            entry.fingerprint.as_ref() == Some(print)
                && entry.result.ok
                && gate::source_key(&entry.action) == gate::source_key(action)
        };
        self.history.iter().filter(same).count() >= MAX_REPEATS
    }

    pub(super) fn refused(
        &mut self,
        action: &AgentAction,
        reason: RefusalReason,
        why: String,
        field: Option<(&Page, u32)>,
        effects: &mut Vec<Effect>,
    ) {
        let fingerprint = field.and_then(|(page, index)| {
            page.observation.fields.get(index as usize)?.fingerprint.clone()
        });
        let action = &without_address(action);
        effects.push(Effect::Log {
            kind: "error",
            message: msg!("job_was_not_done", kind = action.kind(), why = why),
            action: Some(action.clone()),
        });
        let result = ActionResult {
            ok: false,
            error: Some(why),
            refusal: Some(reason),
            ..ActionResult::default()
        };
        self.remember(action.clone(), result, fingerprint, effects);
    }

    /// What was chosen for single fields, where a question has several: it was chosen for the question.
    fn chosen_for_both(&self, first: u32, other: u32, page: &Page) -> Vec<Chosen> {
        let print = |index: u32| page.observation.fields.get(index as usize)?.fingerprint.clone();
        let mut chosen = self.permissions.chosen.clone();
        let is_one = |one: &plan::Asked| one.fields.contains(&first) && one.fields.contains(&other);
        if !plan::asked(&page.observation).iter().any(is_one) {
            return chosen;
        }
        let (first, other) = (print(first), print(other));
        let of_first = |one: &&Chosen| Some(&one.fingerprint) == first.as_ref();
        if let Some(one) = self.permissions.chosen.iter().find(of_first) {
            chosen.push(Chosen { fingerprint: other.unwrap_or_default(), ..one.clone() });
        }
        chosen
    }

    pub(super) fn leave_open(&mut self, page: &Page, index: u32, code: OpenCode, reason: &str) {
        let Some(field) = page.observation.fields.get(index as usize) else {
            return;
        };
        self.record.open.retain(|open| open.field != index);
        self.record.open.push(OpenField {
            field: index,
            reason: reason.to_owned(),
            code,
            label: field.group.clone().unwrap_or_else(|| field.label.clone()),
            required: field.required,
            candidates: Vec::new(),
        });
    }

    pub(super) fn remember(
        &mut self,
        action: AgentAction,
        result: ActionResult,
        fingerprint: Option<String>,
        effects: &mut Vec<Effect>,
    ) {
        let entry = HistoryEntry { step: self.record.step, action, result, fingerprint };
        if !self.stays_home(&entry.action) {
            effects.push(Effect::Report(Box::new(told::entry(&entry))));
        }
        self.history.push(entry);
        let surplus = self.history.len().saturating_sub(MAX_HISTORY);
        self.history.drain(..surplus);
    }

    pub(super) fn executed(
        &mut self,
        results: &[OperationResult],
        ctx: &Context<'_>,
    ) -> Vec<Effect> {
        if let Phase::Clicking { button, before } = &self.phase {
            return self.clicked(button.clone(), before.clone(), results, ctx);
        }
        let (Phase::Writing(_), Some(page)) = (&self.phase, ctx.page) else {
            return Vec::new();
        };
        let mut effects = Vec::new();
        let mut results = results.to_vec();
        let complaints: Vec<_> =
            results.iter_mut().filter_map(|result| result.complaint.as_mut()).collect();
        if !complaints.is_empty() {
            let exit = Exit::new(&ctx.source);
            for words in complaints {
                *words = Private::new(exit.text(words.reveal()));
            }
        }
        let Phase::Writing(mut writes) = std::mem::replace(&mut self.phase, Phase::Settling) else {
            return effects;
        };
        let look = |subject: &Subject, shown: &[ListOption]| self.look(subject, shown, page, ctx);
        let ended = write::take_results(&mut writes.in_flight, &results, page, &look);
        for (write, ended) in ended {
            self.write_ended(&write, ended, page, &mut effects);
        }
        if writes.in_flight.is_empty() {
            effects.push(Effect::Observe { settle_ms: SETTLE_MS, delay_ms: 0 });
        } else {
            effects.push(next_operations(&mut writes, page));
            self.phase = Phase::Writing(writes);
        }
        effects
    }

    /// A list shows what it offers only now: what is written into it is judged once more, with that.
    fn look(
        &self,
        subject: &Subject,
        shown: &[ListOption],
        page: &Page,
        ctx: &Context<'_>,
    ) -> Result<Option<Private>, Ended> {
        let Some(key) = gate::source_key(&subject.action) else { return Ok(None) };
        let mut page = page.clone();
        let Some(field) = page.observation.fields.get_mut(subject.field as usize) else {
            return Ok(None);
        };
        let option = |option: &ListOption| FieldOption {
            value: option.text.clone(),
            text: option.text.clone(),
            selected: option.selected,
            disabled: option.disabled,
        };
        field.options = Some(shown.iter().map(option).collect());
        let found = Some(Found::Field(subject.field));
        match gate::judge(&subject.action, found, &page, &self.grants(ctx)) {
            Verdict::Allow => {
                let site = page.site_of(subject.field);
                Ok(bind::meant(&page.observation, subject.field, key, &ctx.source.at(site)))
            }
            Verdict::Ask(reasons) => {
                Err(Ended::failed(RefusalReason::NeedsApproval, reasons.join("; ")))
            }
            Verdict::Refuse(reason, why) => Err(Ended::failed(reason, why)),
        }
    }

    pub(super) fn write_ended(
        &mut self,
        write: &Subject,
        ended: Ended,
        page: &Page,
        effects: &mut Vec<Effect>,
    ) {
        let Some(field) = page.observation.fields.get(write.field as usize) else {
            return;
        };
        let label = field.group.clone().unwrap_or_else(|| field.label.clone());
        let fingerprint = field.fingerprint.clone().unwrap_or_default();
        let site = page.fields.get(write.field as usize).map_or("", observe::Element::site);
        if let Some(met) = write.met.filter(|_| !write.is_typed) {
            self.note_met(page, write.field, &ProfileKey::new(write.source.as_str()), met);
        }
        let result = match ended {
            Ended::Kept { strategy } => {
                if let Some(element) = page.fields.get(write.field as usize) {
                    self.note_written_in(&element.document_id);
                }
                self.record.undoable += 1;
                self.budget.changed_in_round = true;
                self.budget.looked_again = false;
                self.budget.looks_while_asking = 0;
                // Of a second write the page's own is no longer there to be told.
                let before = self.record.written.iter().find(|one| one.fingerprint == fingerprint);
                let page_said = match before {
                    Some(before) => before.page_said.clone(),
                    None if write.kind.tier() == Tier::Secret => Private::default(),
                    None => observe::preset_text(page, field),
                };
                self.record.written.retain(|written| written.fingerprint != fingerprint);
                self.record.written.push(WrittenField {
                    label: label.clone(),
                    page_said,
                    source: write.source.clone(),
                    derived: write.derived,
                    fingerprint: fingerprint.clone(),
                    verified: true,
                    page: self.record.progress.page,
                    strategy: strategy.clone(),
                    why: view::why_taken(field),
                    tier: write.kind.tier(),
                    thing: write.thing.clone(),
                    by: self.decided_by(site, &fingerprint, &write.source),
                    sure: self.sure_of(write, field, site, page),
                    is_choice: field.group.is_none() && is_ticked(field),
                });
                effects.push(Effect::Log {
                    kind: "action",
                    message: format!("{} ({strategy})", filled_line(&label, write)),
                    action: Some(write.action.clone()),
                });
                ActionResult {
                    ok: true,
                    changed: Some(true),
                    read_back: Some(true),
                    ..ActionResult::default()
                }
            }
            Ended::Failed { reason, why } => {
                self.leave_open(page, write.field, OpenCode::WriteFailed, &why);
                effects.extend(self.was_misled(&fingerprint, &write.source));
                effects.push(Effect::Log {
                    kind: "error",
                    message: msg!("job_not_filled", label = label, why = why),
                    action: Some(write.action.clone()),
                });
                ActionResult {
                    ok: false,
                    error: Some(why),
                    read_back: Some(false),
                    refusal: Some(reason),
                    ..ActionResult::default()
                }
            }
        };
        self.remember(write.action.clone(), result, Some(fingerprint), effects);
    }

    /// How sure it is that a field asks for what it gets. What the person typed, chose or was shown for it is what they want.
    fn sure_of(&self, write: &Subject, field: &Field, site: &str, page: &Page) -> Sure {
        let key = ProfileKey::new(write.source.as_str());
        let fingerprint = field.fingerprint.as_deref().unwrap_or_default();
        let is_theirs = write.is_typed
            || self.permissions.chose(site, fingerprint, key.as_str())
            || self.permissions.was_allowed(site, &Row::of(&key, field, write.kind));
        if is_theirs {
            Sure::Sure
        } else {
            sheet::sure(&key, (field.index, &sheet::title(field)), page)
        }
    }

    /// Tells what the page tried to send or open by itself since it was told last.
    pub(super) fn tell_held(&mut self, page: &Page) -> Option<Effect> {
        let held = page.held.iter().max_by_key(|held| held.attempt)?;
        let now = (held.document_id.clone(), held.attempt);
        if self.tab.told_held.as_ref() == Some(&now) {
            return None;
        }
        self.tab.told_held = Some(now);
        Some(log(
            "status",
            match held.form {
                Some(_) => {
                    msg!("job_the_page_tried_to_send_the_form_by")
                }
                None => msg!("job_the_page_tried_to_open_another"),
            }
            .to_owned(),
        ))
    }

    /// What is to become of what the page sends or opens by itself: held from the first write on, let go when
    /// the person's turn comes, what was approved is pressed, or the job is over. What is pressed without a yes
    /// may lead on and send nothing. `None`: as before.
    pub fn holds_page(&self) -> Option<Hold> {
        match self.phase {
            Phase::Writing(_) => Some(Hold::Everything),
            Phase::Clicking { .. } | Phase::Outcome { .. } if self.presses.is_unasked => {
                Some(Hold::Sends)
            }
            Phase::Settling
            | Phase::Observing
            | Phase::Planning
            | Phase::Confirming { .. }
            | Phase::EnteringCode(_)
            | Phase::EnteringAnswers(_)
            // A planner may wait after a write: a page that sends a moment later is still held.
            | Phase::Waiting { .. } => None,
            Phase::New
            | Phase::Opening
            | Phase::Clicking { .. }
            | Phase::Outcome { .. }
            | Phase::Paused { .. }
            | Phase::Ended => Some(Hold::Nothing),
        }
    }

    pub(super) fn note_filled(&mut self, now: f64) {
        if self.record.filled_after_ms.is_none() && !self.record.written.is_empty() {
            self.record.filled_after_ms =
                Some(now - self.record.started_at - self.budget.waited_ms);
        }
    }
}

/// The next operations: everything that can go together, or one step of a list that opens.
fn next_operations(writes: &mut Writes, page: &Page) -> Effect {
    let placed = write::next_batch(&mut writes.in_flight, |field| order::leads(field, page))
        .into_iter()
        .filter_map(|(field, kind)| {
            let element = page.fields.get(field as usize)?;
            Some(place(element, kind))
        })
        .collect();
    Effect::Execute(placed)
}

/// What the log says of a field that was filled, and from where.
fn filled_line(label: &str, write: &Subject) -> String {
    if write.is_typed {
        msg!("job_filled_typed", label = label, source = write.source)
    } else {
        msg!("job_filled_from", label = label, source = write.source)
    }
}
