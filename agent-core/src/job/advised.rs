//! A model that the browser brings along. It is asked where this extension plans by itself, once about each page, in the
//! round after the rules' own writes, and told no more than a server would be.

use std::collections::BTreeSet;

use shared_types::{AgentAction, job::ModelUse};

use crate::{
    exit::Exit,
    gate,
    model::{
        prompt,
        task::{Given, Task},
        when::{self, Next},
    },
    observe::Page,
    plan::{self, Advice, Hint, Plan},
    resolve::{self, Found},
};

use super::{
    event::{Context, Effect, log},
    phase::Phase,
    recall,
    state::{Advised, Job},
    view,
};

impl Advised {
    /// Whether a model said of a field that this entry answers it.
    pub(super) fn says(&self, fingerprint: &str, key: &str) -> bool {
        [&self.advised, &self.by_server].iter().any(|pages| pages.says(fingerprint, key))
    }
}

impl Job {
    /// Plans here: the rules, where they leave something open what a recipe says of it, then what a model said of this page.
    /// Or says what the model is to be asked first.
    pub(super) fn plan_advised(
        &mut self,
        page: &Page,
        ctx: &Context<'_>,
    ) -> Result<Plan, Box<Task>> {
        let keys = ctx.source.keys();
        let input = self.plan_input(page, &keys);
        let rules = plan::plan(&input);
        let told = self.told_by_recipe(&rules, page, ctx);
        let said = self.model.advised.advice(&page.observation);
        let mut hints = recall::hints(&told);
        let is_news = |hint: &Hint| !told.iter().any(|one| one.is_about(hint.field));
        hints.extend(said.iter().flatten().filter(|hint| is_news(hint)).cloned());
        let plan = if hints.is_empty() { rules } else { plan::plan_with(&input, &hints) };
        let may_ask = ctx.model && !self.record.without_model && self.only.is_none();
        let plan = if may_ask && said.is_none() { self.with_model(plan, page, ctx)? } else { plan };
        self.note_remembered(told, &plan.actions, page);
        Ok(plan)
    }

    /// The plan for a page that no model was asked about yet.
    fn with_model(
        &mut self,
        mut plan: Plan,
        page: &Page,
        ctx: &Context<'_>,
    ) -> Result<Plan, Box<Task>> {
        let signature = view::signature(page);
        match when::next(&page.observation, &plan, false, &self.known_by_memory(page, ctx)) {
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

    /// Remembers what of the plan a server's model decided: the person is shown that, and says whether it is so.
    pub(super) fn note_suggested(&mut self, fields: &[u32], page: &Page) {
        let hint = |action: &AgentAction| {
            let key = gate::source_key(action)?;
            let found = resolve::resolve(action.target()?, &page.observation);
            let Ok(Found::Field(field)) = found else { return None };
            let advice = Advice::Key(key.clone());
            fields.contains(&field).then_some(Hint { field, advice, before_rules: false })
        };
        let hints: Vec<Hint> = self.plan.pending.iter().filter_map(hint).collect();
        if !hints.is_empty() {
            self.model.by_server.remember(&page.observation, &hints);
        }
    }

    /// The server has planned for so long that it may be asking a model.
    pub(super) fn model_thinks(&mut self) -> Vec<Effect> {
        self.record.model_thinks = true;
        self.record.message = msg!("job_the_server_is_still_planning_it");
        Vec::new()
    }

    /// The browser's own model has answered, or could not be asked. It does not say how many tokens that were.
    pub(super) fn own_model_ended(&mut self, asked: bool) {
        self.record.model_thinks = false;
        self.record.model_use.add(ModelUse { calls: u32::from(asked), ..ModelUse::default() });
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
