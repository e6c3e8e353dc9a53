//! One round: the page is read, a plan is asked for and taken in.

use shared_types::{
    AgentAction, JobMode, JobStatus, Observation, ProfileKey,
    api::NextRequest,
    job::{Approval, OpenCode, OpenField, Progress, Trouble},
};

use crate::{
    exit::Exit,
    gate::{self},
    observe::Page,
    plan::{self, Plan, PlanInput},
    resolve::{self, Found},
};

use super::{
    event::{Context, Effect, log},
    order,
    phase::{About, Phase},
    state::{Job, page_address},
    told, view,
    write::{self},
};

impl Job {
    pub(super) fn start(&mut self) -> Vec<Effect> {
        if !matches!(self.phase, Phase::New) {
            return Vec::new();
        }
        self.record.progress.page = 1;
        self.record.status = JobStatus::Starting;
        match self.start_url.clone() {
            Some(url) => {
                self.phase = Phase::Opening;
                self.record.message = msg!("job_opening_the_page");
                vec![Effect::OpenTab { url, active: self.record.mode == JobMode::Live }]
            }
            None => self.observe(0),
        }
    }

    pub(super) fn observe(&mut self, settle_ms: u32) -> Vec<Effect> {
        self.phase = Phase::Observing;
        if self.record.status != JobStatus::Starting {
            self.record.status = JobStatus::Running;
        }
        self.record.message = msg!("job_reading_the_page");
        vec![Effect::Observe { settle_ms, delay_ms: 0 }]
    }

    pub(super) fn not_ready(&mut self) -> Vec<Effect> {
        if !self.budget.page_not_ready() {
            return self.fail_by(Trouble::NoAnswer, &msg!("job_the_page_did_not_answer_reload_it"));
        }
        vec![Effect::Observe { settle_ms: 0, delay_ms: 500 }]
    }

    /// The page gave no answer for long.
    pub(super) fn silent(&mut self) -> Vec<Effect> {
        msg!("job_the_page_does_not_answer_if_it").clone_into(&mut self.record.message);
        self.not_ready()
    }

    pub(super) fn observed(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let Some(page) = ctx.page else {
            return Vec::new();
        };
        self.budget.page_read();
        page_address(&page.observation.url).clone_into(&mut self.tab.page);
        self.record.status = JobStatus::Running;
        self.record.omitted = page.observation.omitted;
        let number = self.record.progress.page;
        self.record.progress = view::progress(&page.observation, number);
        self.forget_what_is_mended(page);
        if view::signature(page) != self.plan.signature {
            order::forget_misfits(&mut self.history, page);
        }
        self.count_undoable(page);
        self.note_form(page, ctx);
        if let Some(effects) = self.check_origin(page, ctx) {
            return effects;
        }
        match std::mem::replace(&mut self.phase, Phase::Observing) {
            Phase::Settling => self.settled(page, ctx),
            Phase::EnteringCode(entry) => self.enter_code(entry, page, ctx),
            Phase::EnteringAnswers(answers) => self.enter_answers(answers, page, ctx),
            Phase::Confirming { asked } => self.confirm(asked, page, ctx),
            Phase::Outcome { button, before, since } => {
                self.outcome(button, before, since, page, ctx)
            }
            Phase::Waiting { until } => self.still_waiting(until, page, ctx),
            _ => self.next_round(ctx),
        }
    }

    /// The site is pinned when the first page is read. Another one needs a yes of its own.
    pub(super) fn check_origin(&mut self, page: &Page, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let origin = page.documents.first().map(|document| document.origin.clone())?;
        if let Some(effects) = self.check_off(&origin, ctx) {
            return Some(effects);
        }
        // An agent asked about the form that the person shared; the tab may have gone elsewhere since.
        if self.permissions.origins.is_empty()
            && let Some(asked) = self.record.asked_by.as_ref().filter(|one| one.origin != origin)
        {
            let began_at = asked.origin.clone();
            return Some(
                self.fail(&msg!("job_the_page_moved_to_another_site_the", began_at = began_at)),
            );
        }
        let origins = &mut self.permissions.origins;
        if origins.is_empty() {
            origins.push(origin.clone());
            let anew = self.use_profile_of(&origin, ctx);
            self.record.origin = Some(origin);
            return anew;
        }
        if origins.contains(&origin) {
            return None;
        }
        let about = About::Site(origin.clone());
        let began_at = self.record.origin.clone().unwrap_or_default();
        Some(self.pause_for_approval(
            Approval {
                id: ctx.nonce.to_owned(),
                action: msg!("job_go_on_at_this_site"),
                origin,
                reasons: vec![msg!("job_the_page_moved_to_another_site_the", began_at = began_at)],
                ..Approval::default()
            },
            about,
            ctx,
        ))
    }

    pub(super) fn next_round(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let Some(page) = ctx.page else {
            return Vec::new();
        };
        self.budget.round_ended(self.record.step);
        if self.record.step >= self.budget.max_steps {
            return self.fail(&msg!("job_stopped_after_rounds_without", step = self.record.step));
        }
        if self.budget.is_idle() {
            if !self.planner.own_rules && ctx.server {
                self.planner.own_rules = true;
                self.budget.start_anew();
                self.record.planner_note = Some(msg!("job_the_server_s_plan_made_no_progress"));
            } else {
                let open = self.record.open.len();
                return self.fail(&match open {
                    0 => msg!("job_no_progress_the_same_steps_came"),
                    1 => msg!("job_one_field_is_left_that_only_you"),
                    _ => msg!("job_fields_are_left_that_only_you_can", open = open),
                });
            }
        }
        self.record.step += 1;
        self.record.message = msg!("job_planning");
        // One field is not worth asking a server about.
        if !ctx.server || self.planner.own_rules || self.only.is_some() {
            return self.plan_alone(ctx);
        }
        self.phase = Phase::Planning;
        self.plan.home = gate::kept_home(&ctx.source, &gate::origin_of(&page.observation.url));
        let request = self.request_to_server(page, ctx);
        vec![Effect::Plan(Box::new(Exit::new(&ctx.source).request(request)))]
    }

    /// What a server is told: which fields its models need not be asked about, besides.
    pub(super) fn request_to_server(&self, page: &Page, ctx: &Context<'_>) -> NextRequest {
        let request = self.request(page, ctx);
        let told = request.profile_keys.as_deref().unwrap_or_default();
        let known_fields = self.known_fields(page, told, ctx);
        NextRequest { known_fields, ..request }
    }

    /// What somebody who plans for this extension is told.
    pub(super) fn request(&self, page: &Page, ctx: &Context<'_>) -> NextRequest {
        let home = gate::kept_home(&ctx.source, &gate::origin_of(&page.observation.url));
        let mut keys = ctx.source.keys();
        keys.retain(|key| !home.contains(key));
        let mut history = self.history.clone();
        history.retain(|entry| !self.stays_home(&entry.action));
        NextRequest {
            job_id: self.record.id.clone(),
            step: self.record.step,
            mode: self.record.mode,
            observation: told::observation(&page.observation, &self.record.written),
            profile: None,
            profile_keys: Some(keys),
            history: history.iter().map(told::entry).collect(),
            record: None,
            record_keys: None,
            known_fields: Vec::new(),
            goal: self.goal.clone(),
            state: None,
            llm: None,
        }
    }

    pub(super) fn plan_alone(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let Some(page) = ctx.page else {
            return Vec::new();
        };
        let plan = match self.plan_advised(page, ctx) {
            Ok(plan) => plan,
            Err(task) => return vec![Effect::AskModel(task)],
        };
        let mut effects: Vec<Effect> = Vec::new();
        if ctx.keeps_pages {
            let keys = ctx.source.keys();
            let input = self.plan_input(page, &keys);
            let (page, plan) = Exit::new(&ctx.source).trace(&input, &plan);
            effects.push(Effect::Keep { page, plan });
        }
        self.plan.is_own = true;
        effects.extend(self.planned(plan, ctx));
        effects
    }

    /// The page as a planner is told of it.
    pub(super) fn told(&self, page: &Page, ctx: &Context<'_>) -> Observation {
        let mut told = told::observation(&page.observation, &self.record.written);
        Exit::new(&ctx.source).observation(&mut told);
        told
    }

    pub(super) fn plan_input<'a>(
        &'a self,
        page: &'a Page,
        keys: &'a [ProfileKey],
    ) -> PlanInput<'a> {
        PlanInput {
            observation: &page.observation,
            keys,
            history: &self.history,
            step: self.record.step,
            mode: self.record.mode,
        }
    }

    /// What the extension's own rules say of the fields that a planner leaves open, and of the end that it
    /// comes to: a planner's own words are shown to nobody.
    pub(super) fn in_own_words(&self, plan: &mut Plan, page: &Page, ctx: &Context<'_>) {
        let keys = ctx.source.keys();
        let own = plan::plan(&self.plan_input(page, &keys));
        plan.open = std::mem::take(&mut plan.open)
            .into_iter()
            .filter_map(|open| {
                let same = own.open.iter().find(|own| own.field == open.field).cloned();
                // What it holds is what the rules would have written.
                let is_right = open.code == OpenCode::AlreadyFilled;
                same.or_else(|| {
                    let reason = view::words_of(open.code);
                    (!is_right).then(|| OpenField { reason, candidates: Vec::new(), ..open })
                })
            })
            .collect();
        let summary = own.actions.into_iter().find_map(|action| match action {
            AgentAction::Done { summary } => Some(summary),
            _ => None,
        });
        for action in &mut plan.actions {
            if let AgentAction::Done { summary: theirs } = action {
                *theirs = summary.clone().unwrap_or_default();
            }
        }
    }

    /// How much of the page is filled, in a sentence.
    pub(super) fn how_far(&self) -> String {
        let Progress { filled, total, .. } = self.record.progress;
        msg!("job_the_plan_ends_here_of_fields_are", filled = filled, total = total)
    }

    /// Takes the plan of an endpoint in.
    pub(super) fn plan_came(
        &mut self,
        plan: Plan,
        note: Option<String>,
        single: bool,
        ctx: &Context<'_>,
    ) -> Vec<Effect> {
        self.record.planner_note = note;
        self.plan.is_own = false;
        self.planner.single = single;
        self.record.model_use.add(plan.model_use);
        if single {
            let fields = ctx.page.map_or(0, |page| page.observation.fields.len());
            self.budget.allow_single_actions(fields);
        }
        self.planned(plan, ctx)
    }

    pub(super) fn planned(&mut self, mut plan: Plan, ctx: &Context<'_>) -> Vec<Effect> {
        let Some(page) = ctx.page else {
            return Vec::new();
        };
        if self.only.is_some() {
            return self.planned_one(plan, page, ctx);
        }
        if !self.plan.is_own {
            self.in_own_words(&mut plan, page, ctx);
        }
        self.record.open = plan.open;
        self.plan.pending = plan.actions;
        self.note_suggested(&plan.by_model, page);
        if matches!(self.phase, Phase::Planning) {
            self.add_kept_home(page, ctx);
        }
        if !self.plan.is_own {
            self.add_remembered(page, ctx);
        }
        let mut taken = Vec::new();
        self.leave_as_before(page, ctx, &mut taken);
        self.leave_what_is_refused(page, ctx, &mut taken);
        self.end_without(taken, page, ctx);
        self.plan.signature = view::signature(page);
        let mut effects: Vec<Effect> =
            plan.notes.into_iter().map(|note| log("plan", note)).collect();
        effects.extend(self.tell_refused_recipe(page, ctx));
        if plan.force_live
            && self.record.mode == JobMode::Background
            && !self.planner.brought_forward
        {
            self.planner.brought_forward = true;
            effects.push(Effect::BringToFront);
        }
        effects.extend(self.advance(ctx));
        effects
    }

    /// Whether an action names a key that the server is not told of.
    pub(super) fn stays_home(&self, action: &AgentAction) -> bool {
        match action {
            AgentAction::AskUser { questions } => {
                questions.iter().any(|question| self.plan.home.contains(&question.save_as))
            }
            other => gate::source_key(other).is_some_and(|key| self.plan.home.contains(key)),
        }
    }

    /// Adds what the rules fill from keys that the server is not told of. Where it left such a field open,
    /// or has it asked about, the person has the answer already.
    pub(super) fn add_kept_home(&mut self, page: &Page, ctx: &Context<'_>) {
        self.plan.home = gate::kept_home(&ctx.source, &gate::origin_of(&page.observation.url));
        if self.plan.home.is_empty() {
            return;
        }
        let keys = ctx.source.keys();
        let rules = plan::plan(&self.plan_input(page, &keys));
        let field_of = |action: &AgentAction| match action
            .target()
            .map(|target| resolve::resolve(target, &page.observation))
        {
            Some(Ok(Found::Field(index))) => Some(index),
            _ => None,
        };
        let planned: Vec<u32> =
            self.plan.pending.iter().filter(|a| write::is_write(a)).filter_map(field_of).collect();
        let own = rules.actions.into_iter().filter(|action| {
            self.stays_home(action)
                && field_of(action).is_some_and(|field| !planned.contains(&field))
        });
        let own: Vec<AgentAction> = own.collect();
        let fields: Vec<u32> = own.iter().filter_map(field_of).collect();
        self.put_in(own, &fields);
    }

    /// Puts writes into the plan; their fields are neither open nor asked about.
    pub(super) fn put_in(&mut self, own: Vec<AgentAction>, fields: &[u32]) {
        let writes = self.plan.pending.iter().take_while(|action| write::is_write(action)).count();
        self.plan.pending.splice(writes..writes, own);
        self.record.open.retain(|open| !fields.contains(&open.field));
        for action in &mut self.plan.pending {
            if let AgentAction::AskUser { questions } = action {
                questions.retain(|question| !fields.contains(&question.field));
            }
        }
        self.plan.pending.retain(
            |action| !matches!(action, AgentAction::AskUser { questions } if questions.is_empty()),
        );
    }
}
