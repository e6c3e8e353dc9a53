//! A model that the browser brings along. It is asked where this extension plans by itself, once about each page, in the
//! round after the rules' own writes, and told no more than a server would be.

use std::collections::BTreeSet;

use crate::{
    exit::Exit,
    gate,
    model::{
        prompt,
        task::{Given, Task},
        when::{self, Next},
    },
    observe::Page,
    plan::{self, Hint, Plan},
};

use super::{
    event::{Context, Effect, log},
    phase::Phase,
    state::Job,
    view,
};

impl Job {
    /// Plans here, with what a model said of this page; or says what it is to be asked first.
    pub(super) fn plan_advised(
        &mut self,
        page: &Page,
        ctx: &Context<'_>,
    ) -> Result<Plan, Box<Task>> {
        let keys = ctx.source.keys();
        let input = self.plan_input(page, &keys);
        let said = self.model.advised.advice(&page.observation);
        let mut plan = plan::plan_with(&input, said.as_deref().unwrap_or_default());
        let may_ask = ctx.model && !self.record.without_model && self.only.is_none();
        if !may_ask || said.is_some() {
            return Ok(plan);
        }
        let signature = view::signature(page);
        match when::next(&page.observation, &plan, false) {
            Next::Ask(questions) => {
                self.phase = Phase::Planning;
                self.record.model_thinks = true;
                self.record.message = msg!("job_the_browsers_model_is_asked");
                self.plan.home =
                    gate::kept_home(&ctx.source, &gate::origin_of(&page.observation.url));
                let request = Exit::new(&ctx.source).request(self.request(page, ctx));
                let request = request.get();
                let keys = request.profile_keys.clone().unwrap_or_default();
                let given = Given {
                    observation: &request.observation,
                    keys: &prompt::offered(&keys, &BTreeSet::new()),
                    history: &request.history,
                    goal: request.goal.as_deref(),
                    before_rules: false,
                };
                Err(Box::new(Task::new(&given, questions)))
            }
            Next::WritesFirst if self.model.rules_first != signature => {
                self.model.rules_first = signature;
                plan.actions.retain(when::is_write);
                Ok(plan)
            }
            Next::WritesFirst | Next::Rules => Ok(plan),
        }
    }

    /// What a model said of the page that it was asked about; `note` is what went wrong, or was refused.
    pub(super) fn advice_came(
        &mut self,
        hints: &[Hint],
        notes: &[String],
        ctx: &Context<'_>,
    ) -> Vec<Effect> {
        let Some(page) = ctx.page else { return Vec::new() };
        self.phase = Phase::Observing;
        self.model.advised.remember(&page.observation, hints);
        let mut effects: Vec<Effect> = notes.iter().map(|note| log("plan", note.clone())).collect();
        self.record.planner_note = (!hints.is_empty())
            .then(|| msg!("job_planned_with_the_browsers_model"))
            .or_else(|| notes.first().cloned());
        effects.extend(self.plan_alone(ctx));
        effects
    }
}
