//! What memory says of a page, in the place of what a plan says, whoever planned.

use shared_types::AgentAction;

use super::{
    event::Context,
    remembered,
    sheet::{chosen, is_into},
    state::Job,
    write,
};
use crate::{
    gate::{self, Chosen},
    observe::Page,
    plan::{self, Asked, DecidedBy, Memory, Plan},
};

impl Job {
    /// Puts what the person taught, and answered to the same question, in the place of what a plan says: memory is heard
    /// before rules, models and endpoints.
    pub(super) fn hear_memory(&mut self, plan: &mut Plan, page: &Page, ctx: &Context<'_>) {
        let answers = remembered::answers(&ctx.source);
        if ctx.lessons.listed().is_empty() && answers.is_empty() {
            return;
        }
        let keys = ctx.source.keys();
        let memory = Memory { lessons: Some(ctx.lessons), recipe: None, answers: Some(&answers) };
        let decided = plan::plan_from(&self.plan_input(page, &keys), &memory, &[]);
        let is_remembered = |asked: &Asked| {
            let by = decided.by.get(&asked.field);
            matches!(by, Some(DecidedBy::Lesson | DecidedBy::Answer))
        };
        let asked: Vec<Asked> =
            plan::asked(&page.observation).into_iter().filter(is_remembered).collect();
        let is_of_them = |field: u32| asked.iter().any(|one| one.fields.contains(&field));
        let goes_there = |action: &AgentAction| {
            write::is_write(action) && asked.iter().any(|one| is_into(action, one, page))
        };
        plan.actions.retain(|action| !goes_there(action));
        for action in &mut plan.actions {
            if let AgentAction::AskUser { questions } = action {
                questions.retain(|question| !is_of_them(question.field));
            }
        }
        plan.actions.retain(
            |action| !matches!(action, AgentAction::AskUser { questions } if questions.is_empty()),
        );
        plan.open.retain(|open| !is_of_them(open.field));
        plan.open.extend(decided.plan.open.into_iter().filter(|open| is_of_them(open.field)));
        let own: Vec<AgentAction> = decided.plan.actions.into_iter().filter(goes_there).collect();
        let taught =
            asked.iter().filter(|one| decided.by.get(&one.field) == Some(&DecidedBy::Lesson));
        for one in taught {
            self.choose_as_before(one, &own, page);
        }
        plan.actions.splice(0..0, own);
    }

    /// What the person chose for a field before counts as chosen for it: the gate asks for consent all the same.
    fn choose_as_before(&mut self, asked: &Asked, own: &[AgentAction], page: &Page) {
        let at = asked.field as usize;
        let key = own.iter().find(|one| is_into(one, asked, page)).and_then(gate::source_key);
        let place = page.observation.fields.get(at).zip(page.fields.get(at));
        let (Some(key), Some((field, element))) = (key, place) else { return };
        let now = chosen(key, field, &element.expect.origin);
        let is_same = |one: &Chosen| one.origin == now.origin && one.fingerprint == now.fingerprint;
        // What they choose in this job goes before what they chose in another.
        if !self.permissions.chosen.iter().any(is_same) {
            self.permissions.chosen.push(now);
        }
    }
}
