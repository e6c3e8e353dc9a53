//! What the person answers and the codes that they type in.

use shared_types::{
    ActionResult, AgentAction, JobStatus, Private, ProfileKey, Question, RefusalReason, Target,
    ValueSource, VerificationKind,
    job::{Approval, OpenCode, ShownValue},
};

use crate::{
    gate::{self, CodeSource},
    observe::Page,
};

use super::{
    consent,
    event::{Context, Effect},
    state::{AskedField, CodeAsked, Job, Phase},
    view,
    write::{self, Code},
};

impl Job {
    pub(super) fn answered(
        &mut self,
        once: Vec<(ProfileKey, Private)>,
    ) -> Result<Vec<Effect>, String> {
        if self.record.status != JobStatus::NeedsInput {
            return Err("no question is open".to_owned());
        }
        self.allow_answers();
        let mut effects = Vec::new();
        let questions = std::mem::take(&mut self.record.questions);
        // A secret counts as asked when it is written: if the worker ends before, it is asked again.
        let (typed, asked): (Vec<Question>, Vec<Question>) = questions
            .into_iter()
            .partition(|question| once.iter().any(|(key, _)| *key == question.save_as));
        if !asked.is_empty() {
            self.remember_questions(asked, &mut effects);
        }
        self.once = typed
            .into_iter()
            .filter_map(|question| {
                let (_, reply) = once.iter().find(|(key, _)| *key == question.save_as)?;
                Some((question, reply.clone()))
            })
            .collect();
        self.changed_in_round = true;
        self.pending.clear();
        self.record.status = JobStatus::Running;
        effects.extend(self.observe(0));
        if !self.once.is_empty() {
            self.phase = Phase::EnteringAnswers;
        }
        Ok(effects)
    }

    pub(super) fn remember_questions(
        &mut self,
        questions: Vec<Question>,
        effects: &mut Vec<Effect>,
    ) {
        let result = ActionResult { ok: true, ..ActionResult::default() };
        self.remember(AgentAction::AskUser { questions }, result, None, effects);
    }

    /// Writes the answers that are used once, each into the very field that it was asked for.
    pub(super) fn enter_answers(&mut self, page: &Page, ctx: &Context<'_>) -> Vec<Effect> {
        let mut effects = Vec::new();
        let once = std::mem::take(&mut self.once);
        let asked_fields = std::mem::take(&mut self.asked_fields);
        for (question, reply) in once {
            let place = asked_fields.iter().find(|asked| asked.save_as == question.save_as);
            let found = place.and_then(|asked| self.one_field(page, asked));
            let target = Target::field(found.unwrap_or(question.field));
            let source = ValueSource::Key(question.save_as.clone());
            self.remember_questions(vec![question], &mut effects);
            let action = AgentAction::Fill { target, source, clear: true };
            let writes = match found {
                Some(index) => {
                    write::prepare_typed(&action, index, &reply, CodeSource::Person, page)
                }
                None => Err("the field that you answered for is not there any more".to_owned()),
            };
            match writes {
                Ok(writes) => self.in_flight.extend(writes),
                Err(why) => {
                    if let Some(index) = found {
                        self.leave_open(page, index, OpenCode::DoesNotFit, &why);
                    }
                    let field = found.map(|index| (page, index));
                    self.refused(&action, RefusalReason::DoesNotFit, why, field, &mut effects);
                }
            }
        }
        if self.in_flight.is_empty() {
            effects.extend(self.next_round(ctx));
            return effects;
        }
        self.signature = view::signature(page);
        self.phase = Phase::Writing;
        effects.push(self.execute_batch(page));
        effects
    }

    /// The one field of a granted site with this fingerprint, if a person can see and fill it.
    pub(super) fn one_field(&self, page: &Page, asked: &AskedField) -> Option<u32> {
        let AskedField { origin, fingerprint, .. } = asked;
        let fields = page.observation.fields.iter().zip(&page.fields);
        let mut same = fields.filter(|(field, element)| {
            field.fingerprint.as_ref() == Some(fingerprint) && element.expect.origin == *origin
        });
        let (Some((field, _)), None) = (same.next(), same.next()) else { return None };
        let is_open = field.visible != Some(false) && !field.disabled && !field.readonly;
        (is_open && self.origins.contains(origin)).then_some(field.index)
    }

    pub(super) fn code_entered(&mut self, code: Code) -> Result<Vec<Effect>, String> {
        if self.record.status != JobStatus::NeedsVerification {
            return Err("no code is asked for now".to_owned());
        }
        if code.source == CodeSource::Server {
            let kind = self.record.verification.as_ref().map(|asked| asked.kind);
            if !kind.is_some_and(gate::may_come_from_server)
                || !gate::is_one_time_code(code.text.reveal())
            {
                return Err("only one-time codes are taken from a server".to_owned());
            }
        }
        let asked = self.record.verification.take().unwrap_or_default();
        self.record.status = JobStatus::Running;
        self.changed_in_round = true;
        self.pending.clear();
        let context = std::mem::take(&mut self.code_context);
        if code.text.is_empty() {
            let mut effects = Vec::new();
            let action = verification(asked.kind, context);
            let result = ActionResult { ok: true, ..ActionResult::default() };
            self.remember(action, result, None, &mut effects);
            effects.extend(self.observe(0));
            return Ok(effects);
        }
        self.code = Some(code);
        self.code_asked = None;
        self.phase = Phase::EnteringCode { kind: asked.kind, context };
        self.record.message = "Entering the code…".to_owned();
        Ok(vec![Effect::Observe { settle_ms: 0, delay_ms: 0 }])
    }

    pub(super) fn enter_code(
        &mut self,
        kind: VerificationKind,
        context: String,
        page: &Page,
        ctx: &Context<'_>,
    ) -> Vec<Effect> {
        let asked = self.code_asked.take();
        let Some(code) = self.code.take() else {
            // The worker died in between: it is asked for again.
            return self.next_round(ctx);
        };
        let action = verification(kind, context.clone());
        let place = self.code_for.clone().unwrap_or_default();
        let writes = write::prepare_code(&action, kind, &code, page, &place, &self.origins);
        let writes = match writes {
            Ok(writes) => writes,
            Err(why) => {
                let mut effects = Vec::new();
                self.refused(&action, RefusalReason::DoesNotFit, why, None, &mut effects);
                effects.extend(self.next_round(ctx));
                return effects;
            }
        };
        let fields: Vec<&shared_types::Field> = writes
            .iter()
            .filter_map(|write| page.observation.fields.get(write.subject.field as usize))
            .collect();
        let prints: Vec<String> =
            fields.iter().filter_map(|field| field.fingerprint.clone()).collect();
        // Typing a code under the name of its field is consent to it; nobody typed this one.
        let is_agreed = asked.is_some_and(|asked| asked.agreed && asked.fields == prints);
        if code.source == CodeSource::Server && !is_agreed {
            let label = fields.first().map(|field| consent::label_of(field)).unwrap_or_default();
            return self.ask_for_code(
                CodeAsked { kind, context, label, fields: prints, agreed: false },
                code,
                ctx,
            );
        }
        self.code_for = None;
        self.in_flight = writes;
        self.signature = view::signature(page);
        self.phase = Phase::Writing;
        vec![self.execute_batch(page)]
    }

    pub(super) fn ask_for_code(
        &mut self,
        asked: CodeAsked,
        code: Code,
        ctx: &Context<'_>,
    ) -> Vec<Effect> {
        let origin = self.code_for.as_ref().map(|(origin, _)| origin.clone()).unwrap_or_default();
        let approval = Approval {
            id: ctx.nonce.to_owned(),
            action: format!("Enter the code from your server into “{}”", asked.label),
            origin,
            reasons: vec!["your server sent this code; you did not type it".to_owned()],
            ..Approval::default()
        };
        let effects = self.pause_for_approval(approval, ctx);
        self.code = Some(code);
        self.code_asked = Some(asked);
        effects
    }

    /// The code that the open approval is about, for its card.
    pub fn shown_code(&self) -> Option<ShownValue> {
        let (asked, code) = self.code_asked.as_ref().zip(self.code.as_ref())?;
        Some(ShownValue {
            label: asked.label.clone(),
            value: code.text.clone(),
            source: code.source.words().to_owned(),
            ..ShownValue::default()
        })
    }
}

fn verification(kind: VerificationKind, context: String) -> AgentAction {
    AgentAction::RequestVerification { kind, context: Some(context).filter(|c| !c.is_empty()) }
}
