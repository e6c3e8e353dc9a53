//! What is done with a page once its fields are written: questions, codes, the next page, the end.

use shared_types::{
    ActionResult, AgentAction, AnswerKind, Field, JobStatus, ProfileKey, Question, RefusalReason,
    Target, VerificationKind, Widget,
    api::HistoryEntry,
    job::{Approval, OpenField, Trouble, Verification, VerifiedBy},
};

use crate::{
    bind::{self, Bound, Source},
    gate::{self, Place, Verdict},
    memory::Met,
    observe::{Page, Tokens},
    plan::{self},
    resolve::Found,
    role::Role,
};

use super::{
    answer,
    event::{Context, Effect, log},
    given,
    phase::{About, AskedCode, AskedField, OpenQuestions, Phase},
    state::Job,
    view,
    write::CodePlace,
};

/// How long after the last write the page is read once more before the job calls itself done.
const LAST_LOOK_MS: u32 = 350;
/// How long after the one before the page is read once more while the job waits for a yes: what a country brings may be
/// asked of a server first.
pub(super) const LOOKS_MS: [u32; 3] = [LAST_LOOK_MS, 650, 1_500];

impl Job {
    /// After writing: go on with the plan if the page is the one it was made for, else plan anew.
    pub(super) fn settled(&mut self, page: &Page, ctx: &Context<'_>) -> Vec<Effect> {
        let mut effects: Vec<Effect> = self.tell_held(page).into_iter().collect();
        let lost = self.lost_again(page, &ctx.source, &mut effects) || self.is_worth_another_try();
        let same = view::signature(page) == self.plan.signature;
        if same && !lost && !self.plan.pending.is_empty() {
            effects.extend(self.advance(ctx));
        } else {
            self.plan.pending.clear();
            effects.extend(self.next_round(ctx));
        }
        effects
    }

    /// Whether something that was not written now may be written with another plan: by trying once more,
    /// or by asking the person.
    pub(super) fn is_worth_another_try(&self) -> bool {
        let failures = |entry: &&HistoryEntry| !entry.result.ok && entry.fingerprint.is_some();
        let times = |field: &HistoryEntry| {
            let same = |entry: &&HistoryEntry| entry.fingerprint == field.fingerprint;
            self.history.iter().filter(failures).filter(same).count()
        };
        let never = |entry: &HistoryEntry| {
            matches!(
                entry.result.refusal,
                Some(RefusalReason::DoesNotFit | RefusalReason::NoSuchOption)
            )
        };
        // Where the words beside it were others, nothing was written: it is read and judged anew.
        let most = |entry: &HistoryEntry| match entry.result.refusal {
            Some(RefusalReason::WordsChanged) => 3,
            _ => 1,
        };
        let asks = self.record.open.iter().any(|open| open.required);
        let now = self.history.iter().filter(|entry| entry.step == self.record.step);
        now.filter(failures)
            .filter(|entry| !Self::is_unwanted(entry))
            .any(|entry| times(entry) <= most(entry) && (asks || !never(entry)))
    }

    /// Fields that were filled a moment ago and that the page has emptied since.
    pub(super) fn lost_again(
        &mut self,
        page: &Page,
        source: &Source<'_>,
        effects: &mut Vec<Effect>,
    ) -> bool {
        let step = self.record.step;
        let emptied: Vec<HistoryEntry> = self
            .history
            .iter()
            .filter(|entry| entry.step == step && entry.result.ok)
            // Upload widgets take the file and empty their input.
            .filter(|entry| !matches!(entry.action, AgentAction::Upload { .. }))
            .filter(|entry| {
                entry.fingerprint.is_some()
                    && page.observation.fields.iter().zip(&page.fields).any(|(field, element)| {
                        // What a box shows as its choice, or as tokens, is not always known to be one.
                        field.fingerprint == entry.fingerprint
                            && view::is_empty(field)
                            && !is_to_be_unticked(&entry.action, field, page, source)
                            && !opens_list(field)
                            // There is always a number in these.
                            && field.widget != Some(Widget::Slider)
                            && element.tokens == Tokens::No
                    })
            })
            .cloned()
            .collect();
        for entry in &emptied {
            if let Some(written) = self
                .record
                .written
                .iter_mut()
                .find(|written| Some(&written.fingerprint) == entry.fingerprint.as_ref())
            {
                written.verified = false;
                effects.push(log(
                    "error",
                    msg!("job_the_page_has_emptied_it_again", label = written.label),
                ));
            }
            let fields = page.observation.fields.iter();
            let mut its = fields.filter(|field| field.fingerprint == entry.fingerprint);
            if let Some((field, key)) = its.next().zip(gate::source_key(&entry.action)) {
                self.note_met(page, field.index, key, Met::TakenBack);
            }
            let result = ActionResult {
                ok: false,
                error: Some(msg!("job_the_page_did_not_keep_it")),
                refusal: Some(RefusalReason::NotKept),
                ..ActionResult::default()
            };
            self.remember(entry.action.clone(), result, entry.fingerprint.clone(), effects);
        }
        self.record.written.retain(|written| written.verified);
        !emptied.is_empty()
    }

    /// The action that ends a page: click, ask, wait, done. `None`: it was refused, or there is nothing
    /// to it; the plan goes on.
    pub(super) fn close_page(
        &mut self,
        action: AgentAction,
        page: &Page,
        ctx: &Context<'_>,
        effects: &mut Vec<Effect>,
    ) -> Option<Vec<Effect>> {
        self.note_filled(ctx.now);
        if !matches!(action, AgentAction::Extract { .. }) {
            self.budget.did_more_than_extract();
        }
        match &action {
            AgentAction::Click { .. } => self.click(&action, page, ctx, effects),
            AgentAction::Navigate { url } => self.navigate(&action, url, page, ctx, effects),
            AgentAction::WaitFor { timeout_ms, .. } => {
                let until = ctx.now + f64::from((*timeout_ms).min(60_000));
                self.plan.pending.insert(0, action);
                self.record.message = msg!("job_waiting_for_the_page");
                Some(self.still_waiting(until, page, ctx))
            }
            AgentAction::Extract { mode, .. } => {
                let data = view::extract(*mode, &self.told(page, ctx));
                Some(self.extract(action, data))
            }
            AgentAction::RequestVerification { kind, context } => {
                let theirs = context.clone().unwrap_or_default();
                self.ask_for_verification(&action, *kind, theirs, page, effects)
            }
            AgentAction::AskUser { questions } => {
                let (questions, fields) = self.unasked(questions, page, ctx);
                if questions.is_empty() {
                    return None;
                }
                let mut questions = questions;
                given::join_profile(&mut questions, &self.plan_input(page, &ctx.source.keys()));
                // What is asked is not listed as left open as well.
                let is_asked = |open: &OpenField| questions.iter().any(|q| q.field == open.field);
                self.record.open.retain(|open| !is_asked(open));
                let count = questions.len();
                self.record.questions = questions;
                self.propose_agreements(page, ctx);
                let rows = self.rows_of_questions(page, ctx);
                let about = About::Questions(OpenQuestions { fields, rows });
                Some(self.pause(
                    JobStatus::NeedsInput,
                    about,
                    &msg!("job_questions_for_you", count = count),
                ))
            }
            // A script may take a value away a moment later.
            AgentAction::Done { .. }
                if !self.budget.looked_again && !self.record.written.is_empty() =>
            {
                self.budget.looked_again = true;
                self.plan.pending.insert(0, action);
                self.phase = Phase::Settling;
                Some(vec![Effect::Observe { settle_ms: 0, delay_ms: LAST_LOOK_MS }])
            }
            // The page refused what was pressed, and there is nothing more that could be done about it.
            AgentAction::Done { .. } if self.complaint().is_some() => {
                let said = self.complaint().unwrap_or_default();
                let message = msg!("job_the_page_did_not_accept_this", said = said);
                Some(self.fail(&message))
            }
            AgentAction::Done { summary } if summary.is_empty() => {
                let summary = self.how_far();
                Some(self.done(&summary))
            }
            AgentAction::Done { summary } => Some(self.done(summary)),
            // `advance` takes writes itself.
            AgentAction::Fill { .. }
            | AgentAction::Select { .. }
            | AgentAction::Check { .. }
            | AgentAction::Upload { .. } => None,
        }
    }

    /// Asks for a code, or for what the person does in the page. `theirs` is what the planner says of it.
    fn ask_for_verification(
        &mut self,
        action: &AgentAction,
        kind: VerificationKind,
        theirs: String,
        page: &Page,
        effects: &mut Vec<Effect>,
    ) -> Option<Vec<Effect>> {
        let (place, field) = self.place_of_code(kind, page);
        if kind == VerificationKind::Password && field.is_empty() {
            let why = msg!("job_no_field_of_the_page_asks_for_a");
            self.refused(action, RefusalReason::NotResolved, why, None, effects);
            return None;
        }
        let by_server = !self.plan.is_own;
        let context = if by_server { context_of(&place, page) } else { theirs.clone() };
        let origin = place.origin.clone();
        let asked = Self::asked_field(&place, page);
        let own = asked.and_then(|field| field.error.as_deref());
        let again = kind == VerificationKind::Captcha || !place.fields.is_empty();
        let complaint = own.or_else(|| self.complaint().filter(|_| again));
        self.record.verification = Some(Verification {
            kind,
            context,
            origin,
            field,
            by_server,
            what: verified_by(kind, asked),
            complaint: complaint.unwrap_or_default().to_owned(),
            // Of a row of boxes each takes one.
            max_length: asked.and_then(|field| field.max_length).filter(|most| *most > 2),
        });
        let what = self.record.verification.as_ref().map(|asked| asked.what).unwrap_or_default();
        let message = match what {
            VerifiedBy::Code => msg!("job_a_code_is_needed"),
            VerifiedBy::CardCode => msg!("job_the_security_code_of_your_card_is"),
            VerifiedBy::Captcha => msg!("job_a_captcha_is_in_the_way_solve_it"),
            VerifiedBy::Password => msg!("job_a_password_is_needed"),
            VerifiedBy::NewPassword => msg!("job_a_new_password_is_needed"),
            VerifiedBy::SignIn => msg!("job_sign_in_with_the_other_service_in"),
        };
        let about = About::Verification(AskedCode { place, context: theirs });
        let mut effects = self.pause(JobStatus::NeedsVerification, about, &message);
        effects.extend(self.await_code());
        Some(effects)
    }

    /// The field that a code was asked for.
    fn asked_field<'a>(place: &CodePlace, page: &'a Page) -> Option<&'a Field> {
        let is_its = |field: &&Field| {
            field.fingerprint.as_ref().is_some_and(|print| place.fields.contains(print))
        };
        page.observation.fields.iter().find(is_its)
    }

    /// Each question once, unless the page says that the answer is wrong.
    pub(super) fn unasked(
        &self,
        questions: &[Question],
        page: &Page,
        ctx: &Context<'_>,
    ) -> (Vec<Question>, Vec<AskedField>) {
        let before: Vec<ProfileKey> = self
            .history
            .iter()
            .filter_map(|entry| match &entry.action {
                AgentAction::AskUser { questions } => Some(questions),
                _ => None,
            })
            .flatten()
            .map(|question| question.save_as.clone())
            .collect();
        let keys = ctx.source.keys();
        let mut open: Vec<Question> = Vec::new();
        let mut fields: Vec<AskedField> = Vec::new();
        for asked in questions {
            // Made anew from the page as it is: only the field is the planner's.
            let suggested = asked.suggested.as_deref();
            let Some(mut question) = answer::question(&page.observation, asked.field, suggested)
            else {
                continue;
            };
            // A file is asked for where the form does not go on without it.
            question.required |= question.kind == AnswerKind::File && self.complaint().is_some();
            if question.kind == AnswerKind::File && !question.required {
                continue;
            }
            // What is asked because a row's cell says nothing is of this row alone.
            question.once |=
                self.matching.is_taken(page.observation.fields.get(asked.field as usize));
            let complains = answer::has_complaint(&question, &page.observation);
            let is_new = !before.contains(&question.save_as)
                && !open.iter().any(|other| other.save_as == question.save_as);
            let at = question.field as usize;
            let place = page.observation.fields.get(at).zip(page.fields.get(at));
            if let (true, Some((field, element))) = (is_new || complains, place)
                && field.visible != Some(false)
                && !gate::is_barred(field, element.site())
                // What holds something is not asked for, or the answer would take its place; but what a
                // list shows before anybody has touched it is no answer.
                && (complains
                    || field.preset.unwrap_or(field.kind == "select-one")
                    || !answer::is_answered(&question, &page.observation))
                && self.permissions.origins.iter().any(|origin| origin == element.at())
            {
                element.site().clone_into(&mut question.origin);
                question.replaces = !question.once && keys.contains(&question.save_as);
                fields.push(AskedField {
                    save_as: question.save_as.clone(),
                    origin: question.origin.clone(),
                    fingerprint: field.fingerprint.clone().unwrap_or_default(),
                    document: String::new(),
                });
                open.push(question);
            }
        }
        (open, fields)
    }

    /// Goes where the person or the page says, after a yes: a link is pressed, an address that the person
    /// gave is opened. Whatever else an address is, it is answered alike.
    pub(super) fn navigate(
        &mut self,
        action: &AgentAction,
        url: &str,
        page: &Page,
        ctx: &Context<'_>,
        effects: &mut Vec<Effect>,
    ) -> Option<Vec<Effect>> {
        let given = self.start_url.clone();
        let given: Vec<&str> = given.iter().map(String::as_str).collect();
        let reasons = |index: u32| {
            let press =
                AgentAction::Click { target: Target::button(index), requires_approval: None };
            let verdict = gate::judge(&press, Some(Found::Button(index)), page, &self.grants(ctx));
            match verdict {
                Verdict::Ask(reasons) if !self.is_dead(page, index) => Some((press, reasons)),
                _ => None,
            }
        };
        match gate::place(url, page, &given) {
            Some(Place::Link(index)) => {
                if let Some((press, reasons)) = reasons(index) {
                    return Some(self.ask(press, index, reasons, page, ctx));
                }
            }
            Some(Place::Given) => return Some(self.ask_to_go(action.clone(), url, ctx)),
            None => {}
        }
        let why = msg!("job_the_address_is_neither_yours_nor_a");
        self.refused(action, RefusalReason::ForeignUrl, why, None, effects);
        None
    }

    pub(super) fn ask_to_go(
        &mut self,
        action: AgentAction,
        url: &str,
        ctx: &Context<'_>,
    ) -> Vec<Effect> {
        self.plan.pending.insert(0, action);
        let approval = Approval {
            id: ctx.nonce.to_owned(),
            action: msg!("job_open_the_address_that_you_began"),
            origin: gate::origin_of(url),
            form_action: Some(url.to_owned()),
            reasons: vec![msg!("job_what_was_filled_in_on_this_page_is")],
            ..Approval::default()
        };
        self.pause_for_approval(approval, About::Place(url.to_owned()), ctx)
    }

    /// Opens the address that the person said yes to.
    pub(super) fn go(&mut self, url: String, ctx: &Context<'_>) -> Vec<Effect> {
        let mut effects = vec![Effect::Navigate { url }];
        if !self.plan.pending.is_empty() {
            let action = self.plan.pending.remove(0);
            let result = ActionResult { ok: true, ..ActionResult::default() };
            self.remember(action, result, None, &mut effects);
        }
        self.record.status = JobStatus::Running;
        let before = ctx.page.map(view::state_of_page).unwrap_or_default();
        effects.push(self.await_outcome(String::new(), before, ctx.now));
        effects
    }

    /// A one-time code may come from the server; nothing else may.
    pub(super) fn await_code(&self) -> Option<Effect> {
        let kind = self.record.verification.as_ref().map(|asked| asked.kind);
        kind.is_some_and(gate::may_come_from_server).then_some(Effect::AwaitCode)
    }

    pub(super) fn extract(&mut self, action: AgentAction, data: serde_json::Value) -> Vec<Effect> {
        if self.budget.extracted() {
            return self.fail_by(Trouble::NoForm, &msg!("job_no_actionable_elements_found_this"));
        }
        let mut effects = Vec::new();
        let result = ActionResult { ok: true, data: Some(data), ..ActionResult::default() };
        self.remember(action, result, None, &mut effects);
        // Looking again is progress of its own; five in a row is its limit.
        self.budget.changed_in_round = true;
        effects.extend(self.observe(2_000));
        effects
    }
}

/// What is typed in, as a person calls it.
fn verified_by(kind: VerificationKind, field: Option<&Field>) -> VerifiedBy {
    match (kind, field.and_then(Role::of)) {
        (VerificationKind::Captcha, _) => VerifiedBy::Captcha,
        (VerificationKind::Oauth, _) => VerifiedBy::SignIn,
        (_, Some(Role::CcCsc)) => VerifiedBy::CardCode,
        (VerificationKind::Password, Some(Role::NewPassword)) => VerifiedBy::NewPassword,
        (VerificationKind::Password, _) => VerifiedBy::Password,
        (VerificationKind::Otp | VerificationKind::EmailCode, _) => VerifiedBy::Code,
    }
}

/// What the page says around the field that a code was asked for.
fn context_of(place: &CodePlace, page: &Page) -> String {
    let field = Job::asked_field(place, page);
    field.map(|field| plan::around(field, &page.observation)).unwrap_or_default()
}

/// Whether it is a box whose choice is made in a list that opens.
fn opens_list(field: &shared_types::Field) -> bool {
    field.widget == Some(shared_types::Widget::Combobox) && field.tag != "select"
}

/// Whether a box is to be as it is: not ticked.
fn is_to_be_unticked(
    action: &AgentAction,
    field: &Field,
    page: &Page,
    source: &Source<'_>,
) -> bool {
    let site = page.site_of(field.index);
    let source = source.at(site);
    field.checked == Some(false)
        && gate::source_key(action)
            .and_then(|key| bind::bind(&page.observation, field.index, key, &source).ok())
            .is_some_and(|writes| {
                writes
                    .iter()
                    .any(|write| write.field == field.index && write.bound == Bound::Checked(false))
            })
}
