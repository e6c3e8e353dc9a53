//! What recipes say of a page, and what is learned for the next visit once a form was sent.
//!
//! A recipe is an adviser, trusted no more than a model. It is heard of empty fields alone for which the rules have no
//! answer, names entries of the profile in use, and passes the same gate. What it alone decides is shown before it is
//! written, whatever consent is kept. A field that the person emptied before they sent the form is left blank, which
//! takes nothing from them: it can be filled from the sheet.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};

use shared_types::{
    ActionResult, AgentAction, Button, Field, Observation, ProfileKey, RefusalReason, Tier,
    ValueState,
    api::HistoryEntry,
    job::{DecidedBy, OpenCode, WrittenField},
    json,
    sheet::NearBy,
};

use super::{
    card::want,
    event::{Context, Effect, Learned, log},
    recalled::{Likely, Noted, Remembered, key_of, may_be_learned},
    sheet::{differs, is_into, ticks, value_of},
    state::Job,
    view, write,
};
use crate::{
    exit::Exit,
    gate::{self, Row},
    memory::recipe::{self, Advice, Decided, Held, Refusal, Seen, Use, Way, Wrote, use_of},
    observe::{Element, Page},
    plan::{self, AskKind, Asked, Hint, Plan, PlanInput},
    resolve::{self, Found},
    site,
    text::compact,
};

/// Pages of a form that are noted until it is sent.
const MOST_PAGES: usize = 40;
/// Letters and digits of a typed text that tells something where a page repeats it.
const LEAST_TYPED: usize = 4;
/// Bytes of the pages that go with them as tests.
const ROOM: usize = 96 * 1024;

/// What a recipe says of a question that the rules leave open.
pub(super) struct Told {
    asked: Asked,
    key: ProfileKey,
    recipe: String,
}

impl Told {
    /// Whether it is about the question of this field.
    pub(super) fn is_about(&self, field: u32) -> bool {
        self.asked.field == field || self.asked.fields.contains(&field)
    }
}

impl Job {
    /// What a server is told to ask no model about: open fields that an answer or a recipe names one of these entries for. By
    /// names alone: whether a value fits a field would say what it is.
    pub(super) fn known_fields(
        &self,
        page: &Page,
        told: &[ProfileKey],
        ctx: &Context<'_>,
    ) -> Vec<u32> {
        let all = plan::asked(&page.observation);
        let mut known: BTreeSet<u32> = self.answered_before(&all, page, told, ctx);
        if let Advice::Says { sure, .. } = self.advice(page, ctx) {
            for one in sure.iter().filter(|one| one.used != Use::Answer) {
                let asked = all.iter().find(|asked| asked.fields.contains(&one.field));
                let Some(asked) = asked.filter(|asked| !asked.filled) else { continue };
                if key_of(&one.used, asked, page, told).is_some() {
                    known.insert(asked.field);
                }
            }
        }
        known.into_iter().collect()
    }

    /// Adds to a server's plan what a recipe says of fields that it, and the rules, leave open.
    pub(super) fn add_remembered(&mut self, page: &Page, ctx: &Context<'_>) {
        if ctx.recipes.is_empty() {
            return;
        }
        let keys = ctx.source.keys();
        let rules = plan::plan(&self.plan_input(page, &keys));
        let mut told = self.told_by_recipe(&rules, page, ctx);
        let writes = || self.plan.pending.iter().filter(|action| write::is_write(action));
        told.retain(|one| !writes().any(|action| is_into(action, &one.asked, page)));
        if told.is_empty() {
            return;
        }
        let plan = plan::plan_with(&self.plan_input(page, &keys), &hints(&told));
        let is_told = |action: &AgentAction| {
            told.iter().any(|one| {
                is_into(action, &one.asked, page) && gate::source_key(action) == Some(&one.key)
            })
        };
        let own: Vec<AgentAction> = plan.actions.into_iter().filter(is_told).collect();
        let is_planned = |one: &&Told| own.iter().any(|action| is_into(action, &one.asked, page));
        let fields: Vec<u32> =
            told.iter().filter(is_planned).flat_map(|one| one.asked.fields.clone()).collect();
        self.note_remembered(told, &own, page);
        self.put_in(own, &fields);
    }

    /// What the recipe of this form says of questions that rules leave open: of what is empty and was not touched, what
    /// the person has, and what nothing but consent stands against.
    pub(super) fn told_by_recipe(&self, rules: &Plan, page: &Page, ctx: &Context<'_>) -> Vec<Told> {
        let Advice::Says { kept, sure, .. } = self.advice(page, ctx) else { return Vec::new() };
        let keys = ctx.source.keys();
        let grants = self.grants(ctx);
        let mut found: Vec<Told> = Vec::new();
        let mut twice: Vec<u32> = Vec::new();
        let all = plan::asked(&page.observation);
        for one in sure {
            let Some(asked) = all.iter().find(|asked| asked.fields.contains(&one.field)) else {
                continue;
            };
            // The rules know where an answer holds, and where the same words ask for another.
            if one.used == Use::Answer {
                continue;
            }
            let key = key_of(&one.used, asked, page, &keys);
            let Some(key) = key.filter(|key| !gate::is_secret_by_name(key)) else { continue };
            if !is_open(rules, asked) || !self.may_be_told(asked, &key, page) {
                continue;
            }
            let action = plan::write_of(&page.observation, asked.field, key.clone());
            let is_let = action.is_some_and(|action| want(&action, page, &grants).is_some());
            if !is_let || value_of(page, asked.field, &key, &ctx.source).is_err() {
                continue;
            }
            if found.iter().any(|known| known.asked.field == asked.field && known.key != key) {
                twice.push(asked.field);
            }
            found.push(Told { asked: asked.clone(), key, recipe: kept.id.clone() });
        }
        found.retain(|one| !twice.contains(&one.asked.field));
        found
    }

    fn advice<'a>(&self, page: &Page, ctx: &Context<'a>) -> Advice<'a> {
        if ctx.recipes.is_empty() {
            return Advice::Nothing;
        }
        match own_part(page) {
            Some(own) => ctx.recipes.advice(&own, self.record.profile_id.as_str()),
            None => Advice::Nothing,
        }
    }

    /// Whether a recipe is heard of a question at all.
    fn may_be_told(&self, asked: &Asked, key: &ProfileKey, page: &Page) -> bool {
        let prints = prints(asked, page);
        let was_tried = self.history.iter().any(|entry| {
            !entry.result.ok
                && gate::source_key(&entry.action) == Some(key)
                && entry.fingerprint.as_ref().is_some_and(|print| prints.contains(print))
        });
        let is_untouched = |index: &u32| {
            let element = page.fields.get(*index as usize);
            element.is_some_and(|element| !element.touched)
        };
        asked.open_to_advice
            && !asked.filled
            && !was_tried
            && asked.fields.iter().all(|index| is_of_page(page, *index))
            && asked.fields.iter().all(is_untouched)
            && !self.is_closed(page, asked.field)
    }

    pub(super) fn note_remembered(
        &mut self,
        told: Vec<Told>,
        planned: &[AgentAction],
        page: &Page,
    ) {
        for one in told {
            let is_it = |action: &AgentAction| {
                is_into(action, &one.asked, page) && gate::source_key(action) == Some(&one.key)
            };
            if !planned.iter().any(is_it) {
                continue;
            }
            let fingerprint = prints(&one.asked, page);
            self.recall.remembered.retain(|known| known.fingerprint != fingerprint);
            self.recall.remembered.push(Remembered {
                recipe: one.recipe,
                fingerprint,
                key: one.key,
            });
        }
    }

    /// Takes out of the plan what goes into fields that the person emptied before they sent this form the last time, or left
    /// out on a sheet before.
    pub(super) fn leave_as_before(
        &mut self,
        page: &Page,
        ctx: &Context<'_>,
        taken: &mut Vec<HistoryEntry>,
    ) {
        let left: Vec<u32> = match self.advice(page, ctx) {
            Advice::Says { sure, .. } => sure
                .into_iter()
                .filter(|one| one.used == Use::Leave && is_of_page(page, one.field))
                .map(|one| one.field)
                .collect(),
            _ => Vec::new(),
        };
        if left.is_empty() && !ctx.lessons.leaves_any() {
            return;
        }
        for asked in plan::asked(&page.observation) {
            let prints = prints(&asked, page);
            let was_decided =
                self.permissions.chosen.iter().any(|one| prints.contains(&one.fingerprint))
                    || self.record.written.iter().any(|one| prints.contains(&one.fingerprint));
            let mut fields =
                asked.fields.iter().filter_map(|at| page.observation.fields.get(*at as usize));
            // What the page demands now it may not have demanded then.
            let is_complained_of = fields.any(|field| field.error.is_some());
            if asked.filled || was_decided || is_complained_of {
                continue;
            }
            let why = if asked.fields.iter().any(|field| left.contains(field)) {
                msg!("job_you_left_it_blank_before")
            } else if self.was_left_out(&asked, page, ctx) {
                msg!("job_you_left_it_out_before")
            } else {
                continue;
            };
            if self.take_out(page, &why, taken, |action| is_into(action, &asked, page)) {
                self.leave_open(page, asked.field, OpenCode::PersonOnly, &why);
            }
        }
    }

    /// Takes writes out of the plan, and says whether there were any. They are put beside those taken before, as if they
    /// had been tried.
    pub(super) fn take_out(
        &mut self,
        page: &Page,
        why: &str,
        taken: &mut Vec<HistoryEntry>,
        is_out: impl Fn(&AgentAction) -> bool,
    ) -> bool {
        let is_taken = |action: &AgentAction| write::is_write(action) && is_out(action);
        let pending = std::mem::take(&mut self.plan.pending).into_iter();
        let (out, left): (Vec<_>, Vec<_>) = pending.partition(is_taken);
        self.plan.pending = left;
        let is_any = !out.is_empty();
        taken.extend(out.into_iter().filter_map(|action| {
            let Ok(Found::Field(index)) = resolve::resolve(action.target()?, &page.observation)
            else {
                return None;
            };
            let fingerprint = page.observation.fields.get(index as usize)?.fingerprint.clone();
            let result = ActionResult {
                error: Some(why.to_owned()),
                refusal: Some(RefusalReason::DoesNotFit),
                ..ActionResult::default()
            };
            Some(HistoryEntry { step: self.record.step, action, result, fingerprint })
        }));
        is_any
    }

    /// What was taken out of the plan is no reason to press once more what was pressed last: the rules say how the page ends
    /// without it.
    pub(super) fn end_without(&mut self, taken: Vec<HistoryEntry>, page: &Page, ctx: &Context<'_>) {
        if taken.is_empty() || !self.presses_again(page) {
            return;
        }
        // As if it had been tried before that was pressed.
        let mut history = self.history.clone();
        let press = history.len() - 1;
        history.splice(press..press, taken);
        let keys = ctx.source.keys();
        let input = PlanInput { history: &history, ..self.plan_input(page, &keys) };
        self.plan.pending = plan::plan(&input).actions;
    }

    /// Whether all that is planned is to press what was pressed, and nothing was done since.
    fn presses_again(&self, page: &Page) -> bool {
        let is_click = |action: &&AgentAction| matches!(action, AgentAction::Click { .. });
        let pressed = self.history.last().filter(|last| is_click(&&last.action) && last.result.ok);
        let pressed = pressed.and_then(|entry| entry.fingerprint.as_deref());
        let Some(first) = self.plan.pending.first().filter(is_click) else { return false };
        let Some(Ok(Found::Button(index))) =
            first.target().map(|target| resolve::resolve(target, &page.observation))
        else {
            return false;
        };
        let button = page.observation.buttons.get(index as usize);
        pressed.is_some() && button.and_then(|button| button.fingerprint.as_deref()) == pressed
    }

    /// Who decided what a field gets.
    pub(super) fn decided_by(&self, site: &str, fingerprint: &str, key: &str) -> DecidedBy {
        if self.permissions.chose(site, fingerprint, key) {
            DecidedBy::Person
        } else if self.remembered(fingerprint, key).is_some() {
            DecidedBy::Memory
        } else if self.model.says(fingerprint, key) {
            DecidedBy::Model
        } else {
            DecidedBy::Rules
        }
    }

    fn remembered(&self, fingerprint: &str, key: &str) -> Option<&Remembered> {
        self.recall.remembered.iter().find(|one| {
            one.key.as_str() == key && one.fingerprint.iter().any(|print| print == fingerprint)
        })
    }

    /// Whether a write needs no card of its own: a recipe's and a model's do, until the person was shown that very row in this job.
    pub(super) fn may_go_unseen(&self, origin: &str, fingerprint: &str, row: &Row) -> bool {
        let by = self.decided_by(origin, fingerprint, &row.key);
        !matches!(by, DecidedBy::Memory | DecidedBy::Model)
            || self.permissions.was_allowed(origin, row)
    }

    /// Why a recipe's write must not go ahead, if the person was not shown it: it is planned anew without it.
    pub(super) fn was_not_shown(
        &mut self,
        action: &AgentAction,
        index: u32,
        page: &Page,
        ctx: &Context<'_>,
    ) -> Option<String> {
        let at = index as usize;
        let (field, element) = page.observation.fields.get(at).zip(page.fields.get(at))?;
        let origin = element.site();
        let (_, row) = self.grants(ctx).row(action, field, origin).ok()?;
        let fingerprint = field.fingerprint.clone().unwrap_or_default();
        if self.may_go_unseen(origin, &fingerprint, &row) {
            return None;
        }
        self.forget_plan_of_remembered(action, index, page);
        Some(msg!("job_you_were_not_shown_it"))
    }

    /// The gate does not let through what a recipe says: the rest of the plan was made as if that question had an answer.
    pub(super) fn forget_plan_of_remembered(
        &mut self,
        action: &AgentAction,
        index: u32,
        page: &Page,
    ) {
        let at = index as usize;
        let Some((field, element)) = page.observation.fields.get(at).zip(page.fields.get(at))
        else {
            return;
        };
        let print = field.fingerprint.as_deref().unwrap_or_default();
        let key = gate::source_key(action).map(ProfileKey::as_str).unwrap_or_default();
        if self.decided_by(element.site(), print, key) == DecidedBy::Memory {
            self.plan.pending.clear();
        }
    }

    /// The page did not take what a recipe says.
    pub(super) fn was_misled(&mut self, fingerprint: &str, key: &str) -> Option<Effect> {
        let recipe = self.remembered(fingerprint, key)?.recipe.clone();
        let is_first = !std::mem::replace(&mut self.recall.misled, true);
        is_first.then_some(Effect::Misled { recipe })
    }

    /// Notes a page that a button is about to be pressed on, for the recipe of the form once it was sent.
    pub(super) fn note_page(&mut self, page: &Page, button: &Button, ctx: &Context<'_>) {
        let wrote = self.wrote_here(page, ctx);
        let clean = Clean::of(page, ctx);
        let is_clean = |text: &str| clean.is(text);
        self.settle_met(page, &wrote, ctx.lessons, &is_clean);
        let Some(pressed) = button.fingerprint.as_deref() else { return };
        let Some(own) = own_part(page) else { return };
        let origin = site::origin_of(&own.url);
        // What another site's button sends is no form of this one's.
        if !own.buttons.iter().any(|one| one.fingerprint.as_deref() == Some(pressed)) {
            self.recall.corrections.clear();
            return;
        }
        self.note_corrections(page, button.form, &clean, ctx);
        if wrote.is_empty() {
            return;
        }
        let seen = Seen { observation: &own, pressed: Some(pressed), wrote: &wrote };
        let step = recipe::page_of(&seen, &is_clean).filter(|step| !step.fields.is_empty());
        let Some(step) = step else { return };
        let Ok(text) = serde_json::to_string(&step) else { return };
        let is_same = |other: &Noted| {
            json::from_str(&other.recipe).is_ok_and(|other: recipe::Step| {
                other.path == step.path && other.signature == step.signature
            })
        };
        let noted = &mut self.recall.learned;
        noted.retain(|other| other.origin != origin || !is_same(other));
        let mut scrubbed = own.into_owned();
        clean.exit.observation(&mut scrubbed);
        let room = ROOM.saturating_sub(noted.iter().map(|one| one.page.len()).sum());
        let test = recipe::test_page(&scrubbed, &step, &is_clean);
        let test = test.filter(|page| page.len() <= room && !clean.repeats(page));
        if noted.len() < MOST_PAGES {
            noted.push(Noted { origin, recipe: text, page: test.unwrap_or_default() });
        }
    }

    /// What this job wrote into the page and read back, as it is now: what the person emptied is left alone from then on,
    /// and what they exchanged for something of their own is no entry.
    pub(super) fn wrote_here(&self, page: &Page, ctx: &Context<'_>) -> Vec<Wrote> {
        let Some(origin) = page.documents.first().map(|document| &document.origin) else {
            return Vec::new();
        };
        let all = plan::asked(&page.observation);
        let profile = crate::bind::Source { record: None, ..ctx.source };
        let here = self.record.written.iter().filter(|one| one.page == self.record.progress.page);
        let wrote = |written: &WrittenField| {
            let is_it = |asked: &&Asked| prints(asked, page).contains(&written.fingerprint);
            let asked = all.iter().find(is_it)?;
            let at = asked.field as usize;
            let (field, element) = page.observation.fields.get(at).zip(page.fields.get(at))?;
            let fingerprint = field.fingerprint.clone()?;
            let key = ProfileKey::new(written.source.as_str());
            profile.value(&key)?;
            if element.expect.origin != *origin {
                return None;
            }
            let way = way_of(&written.strategy);
            let mut fields = asked.fields.iter().filter_map(|index| {
                page.observation.fields.get(*index as usize).zip(page.fields.get(*index as usize))
            });
            if asked.kind == AskKind::File {
                return Some(Wrote { fingerprint, held: Held::Entry(key), way });
            }
            if !may_be_learned(asked, &key, &profile) {
                return None;
            }
            if asked.kind == AskKind::Tick {
                let is_ticked = field.checked == Some(true);
                let is_as_planned = ticks(page, asked.field, &key, &profile)? == is_ticked;
                let held = if is_as_planned { Held::Entry(key) } else { Held::Other };
                return Some(Wrote { fingerprint, held, way });
            }
            if fields.clone().all(|(field, _)| view::is_empty(field)) {
                let is_emptied = fields.any(|(_, one)| one.touched);
                return is_emptied.then_some(Wrote { fingerprint, held: Held::Nothing, way: None });
            }
            let value = value_of(page, asked.field, &key, &profile).ok()?;
            if differs(asked, field, element, page, &value) {
                // Which entry it is by chance says nothing of the field.
                return Some(Wrote { fingerprint, held: Held::Other, way: None });
            }
            Some(Wrote { fingerprint, held: Held::Entry(key), way })
        };
        here.filter_map(wrote).collect()
    }

    /// What the form that was sent has taught.
    pub(super) fn learned(&mut self, receipt: &Effect) -> Option<Effect> {
        let Effect::Receipt(receipt) = receipt else { return None };
        let met = self.met_on(&receipt.origin);
        let corrections = self.corrections_on(&receipt.origin);
        // What was pressed on at another site on the way there is no page of this form.
        let noted = std::mem::take(&mut self.recall.learned);
        let noted = noted.into_iter().filter(|one| one.origin == receipt.origin);
        let read = |one: Noted| Some((json::from_str(&one.recipe).ok()?, one.page));
        let (steps, mut pages): (Vec<_>, Vec<String>) = noted.filter_map(read).unzip();
        let recipe = recipe::of_pages(receipt.origin.clone(), steps);
        // What was corrected, or refused, is learned all the same.
        if recipe.is_none() && met.is_empty() && corrections.is_empty() {
            return None;
        }
        pages.retain(|page| !page.is_empty());
        let by_memory = |one: &WrittenField| one.by == DecidedBy::Memory;
        let was_heard = self.recall.misled || self.record.written.iter().any(by_memory);
        Some(Effect::Learned(Box::new(Learned {
            origin: receipt.origin.clone(),
            recipe,
            pages,
            profile: self.record.profile_id.clone(),
            held: was_heard.then_some(!self.recall.misled),
            met,
            corrections,
        })))
    }

    /// Tells once in the log why what was learned of this form is not used.
    pub(super) fn tell_refused_recipe(&mut self, page: &Page, ctx: &Context<'_>) -> Option<Effect> {
        let Advice::Refused(kept, why) = self.advice(page, ctx) else { return None };
        if self.recall.recipe.as_ref() == Some(&kept.id) {
            return None;
        }
        self.recall.recipe = Some(kept.id.clone());
        Some(log(
            "status",
            match why {
                Refusal::Quarantined => msg!("job_recipe_is_quarantined"),
                Refusal::HigherTier => msg!("job_recipe_of_less_careful_fields"),
                _ => msg!("job_recipe_sends_elsewhere"),
            },
        ))
    }

    /// What recipes say of questions that nobody answers: what the gate does not let through by itself, and what forms
    /// like this one took; and what the rules would fill where the person left a field blank. It is laid beside the field.
    pub(super) fn likely(&self, page: &Page, ctx: &Context<'_>) -> BTreeMap<u32, Likely> {
        let left_out = self.left_by_rules(&self.left_out_before(page, ctx), page, ctx);
        let refused = self.refused_before(page, ctx);
        if ctx.recipes.is_empty() {
            return left_out.into_iter().chain(refused).collect();
        }
        let Some(own) = own_part(page) else { return left_out };
        let by = |of_files: bool| if of_files { NearBy::File } else { NearBy::Elsewhere };
        let relatives = ctx.recipes.relatives(&own).into_iter();
        let mut all: BTreeMap<u32, Likely> = relatives
            .map(|(field, (used, of_files))| (field, Likely::new(used, by(of_files))))
            .collect();
        if let Advice::Says { sure, unproved, .. } = self.advice(page, ctx) {
            let (left, taken): (Vec<_>, Vec<_>) =
                sure.into_iter().partition(|one| one.used == Use::Leave);
            let unproved = unproved.into_iter().filter(|one| one.used != Use::Leave);
            all.extend(unproved.map(|one| (one.field, Likely::new(one.used, NearBy::File))));
            let before = |one: Decided| (one.field, Likely::new(one.used, NearBy::Before));
            all.extend(taken.into_iter().map(before));
            let left: Vec<u32> = left.iter().map(|one| one.field).collect();
            all.extend(self.left_by_rules(&left, page, ctx));
        }
        all.extend(refused);
        self.add_listed(&mut all, page, &own, ctx);
        all.retain(|field, _| is_of_page(page, *field));
        all.extend(left_out);
        all
    }

    /// Adds what lists say that the person took in, of fields of which nobody else says anything: no recipe of this form
    /// knows them, and none is there that must not be used here.
    fn add_listed(
        &self,
        all: &mut BTreeMap<u32, Likely>,
        page: &Page,
        own: &Observation,
        ctx: &Context<'_>,
    ) {
        let known = match self.advice(page, ctx) {
            Advice::Refused(..) => return,
            Advice::Says { kept, .. } => Some(kept),
            Advice::Nothing => None,
        };
        for (index, (used, list)) in ctx.recipes.listed(own) {
            let Some(field) = page.observation.fields.get(index as usize) else { continue };
            let is_secret = gate::Kind::of_field(field).tier() == Tier::Secret;
            let is_known = known.is_some_and(|kept| kept.recipe.knows(field));
            if !is_known && !is_secret && !gate::is_agreement(field) {
                let said = Likely { list: list.to_owned(), ..Likely::new(used, NearBy::List) };
                all.entry(index).or_insert(said);
            }
        }
    }

    /// What the rules would fill where the person left a field blank.
    fn left_by_rules(&self, left: &[u32], page: &Page, ctx: &Context<'_>) -> BTreeMap<u32, Likely> {
        let mut all = BTreeMap::new();
        if left.is_empty() {
            return all;
        }
        let keys = ctx.source.keys();
        for action in plan::plan(&self.plan_input(page, &keys)).actions {
            let found = action.target().map(|target| resolve::resolve(target, &page.observation));
            if let (Some(Ok(Found::Field(field))), Some(key)) = (found, gate::source_key(&action))
                && left.contains(&field)
            {
                all.insert(field, Likely::new(use_of(key), NearBy::Rules));
            }
        }
        all
    }
}

/// What holds nothing of the person's: no value of theirs, and nothing that was typed on the page.
pub(super) struct Clean {
    exit: Exit,
    typed: Vec<String>,
}

impl Clean {
    pub(super) fn of(page: &Page, ctx: &Context<'_>) -> Self {
        Self { exit: Exit::new(&ctx.source), typed: typed(page) }
    }

    pub(super) fn is(&self, text: &str) -> bool {
        !text.contains("{{") && self.exit.text(text) == text && !self.repeats(text)
    }

    fn repeats(&self, text: &str) -> bool {
        let text = compact(text);
        self.typed.iter().any(|typed| text.contains(typed))
    }
}

pub(super) fn hints(told: &[Told]) -> Vec<Hint> {
    let hint = |one: &Told| Hint {
        field: one.asked.field,
        advice: plan::Advice::Key(one.key.clone()),
        before_rules: false,
    };
    told.iter().map(hint).collect()
}

/// Whether a field is of the page's own site: a recipe is of one, and what another shows in a frame is that one's.
pub(super) fn is_of_page(page: &Page, index: u32) -> bool {
    page.fields.get(index as usize).is_some_and(|element| is_own(page, element))
}

fn is_own(page: &Page, element: &Element) -> bool {
    let origin = page.documents.first().map(|document| document.origin.as_str());
    element.framed.is_none() && Some(element.expect.origin.as_str()) == origin
}

/// A page without what other sites show in it. `None` where the page is not of the site that its address names, as in a
/// sandbox.
pub(super) fn own_part(page: &Page) -> Option<Cow<'_, Observation>> {
    let origin = page.documents.first().map(|document| document.origin.as_str())?;
    if origin.is_empty() || site::origin_of(&page.observation.url) != origin {
        return None;
    }
    if page.fields.iter().chain(&page.buttons).all(|element| is_own(page, element)) {
        return Some(Cow::Borrowed(&page.observation));
    }
    let mut own = page.observation.clone();
    own.fields.retain(|field| is_of_page(page, field.index));
    own.buttons.retain(|button| {
        page.buttons.get(button.index as usize).is_some_and(|element| is_own(page, element))
    });
    Some(Cow::Owned(own))
}

/// What fields of a page hold that is no entry's, as it is found in texts: a page may repeat it.
fn typed(page: &Page) -> Vec<String> {
    let is_text = |field: &Field| field.checked.is_none() && field.options.is_none();
    let is_typed = |field: &Field| {
        is_text(field) && !matches!(field.value_state, None | Some(ValueState::Matches(_)))
    };
    let fields = page.observation.fields.iter().zip(&page.fields);
    let texts = fields.filter(|(field, _)| is_typed(field));
    let texts = texts.map(|(_, element)| compact(element.value.reveal()));
    texts.filter(|text| text.chars().count() >= LEAST_TYPED).collect()
}

/// Whether rules leave a question open for want of an answer.
fn is_open(rules: &Plan, asked: &Asked) -> bool {
    let is_its = |field: u32| asked.fields.contains(&field);
    let is_left = rules.open.iter().any(|open| {
        is_its(open.field)
            && matches!(
                open.code,
                OpenCode::NotUnderstood | OpenCode::NoValue | OpenCode::Ambiguous
            )
    });
    is_left
        && !rules.actions.iter().any(|action| match action {
            AgentAction::AskUser { .. } => false,
            action => action.target().is_some_and(|target| match target {
                shared_types::Target::Index { index, .. } => {
                    write::is_write(action) && is_its(*index)
                }
                _ => false,
            }),
        })
}

/// Fingerprints of all fields of a question.
pub(super) fn prints(asked: &Asked, page: &Page) -> Vec<String> {
    let fields =
        asked.fields.iter().filter_map(|index| page.observation.fields.get(*index as usize));
    fields.filter_map(|field| field.fingerprint.clone()).collect()
}

/// The way of writing, by what the log calls it.
fn way_of(strategy: &str) -> Option<Way> {
    match strategy {
        "setter" => Some(Way::Set),
        "insert text" => Some(Way::Inserted),
        "keys" | "tokens" => Some(Way::Typed),
        "" => None,
        _ => Some(Way::Pressed),
    }
}
