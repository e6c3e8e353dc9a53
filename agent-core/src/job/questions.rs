//! What the person answers and the codes that they type in.

use shared_types::{
    ActionResult, AgentAction, JobStatus, Private, ProfileKey, Question, RefusalReason, Target,
    ValueSource, VerificationKind,
    job::{Approval, OpenCode, ShownValue, Verification, VerifiedBy},
};

use crate::{
    gate::{self, CodeSource},
    observe::Page,
};

use super::{
    card::{self, where_it_is},
    event::{Context, Effect},
    given,
    phase::{About, Answers, AskedCode, AskedField, CodeCard, CodeEntry, Phase},
    state::Job,
    suggestion::TakenFromAgent,
    view,
    write::{self, Code},
};

impl Job {
    pub(super) fn answered(
        &mut self,
        once: Vec<(ProfileKey, Private)>,
        of_agents: &[ProfileKey],
    ) -> Result<Vec<Effect>, String> {
        if self.record.status != JobStatus::NeedsInput {
            return Err(msg!("job_no_question_is_open"));
        }
        let of_agents = self.all_taken(&once, of_agents)?;
        self.suggestions.clear();
        let fields = self.take_questions().fields;
        let mut effects = Vec::new();
        let questions = std::mem::take(&mut self.record.questions);
        // A secret counts as asked when it is written: if the worker ends before, it is asked again.
        let (typed, asked): (Vec<Question>, Vec<Question>) = questions
            .into_iter()
            .partition(|question| once.iter().any(|(key, _)| *key == question.save_as));
        if !asked.is_empty() {
            self.remember_questions(asked, &mut effects);
        }
        let once: Vec<(Question, Private)> = typed
            .into_iter()
            .filter_map(|question| {
                let (_, reply) = once.iter().find(|(key, _)| *key == question.save_as)?;
                Some((question, reply.clone()))
            })
            .collect();
        self.budget.changed_in_round = true;
        self.plan.pending.clear();
        self.record.status = JobStatus::Running;
        effects.extend(self.observe(0));
        if !once.is_empty() {
            self.phase = Phase::EnteringAnswers(Answers { once, fields, of_agents });
        }
        Ok(effects)
    }

    /// The answers of agents that the person took. None is taken if one of them is another by now.
    fn all_taken(
        &self,
        once: &[(ProfileKey, Private)],
        of_agents: &[ProfileKey],
    ) -> Result<Vec<TakenFromAgent>, String> {
        let taken = of_agents.iter().map(|key| {
            let text = once.iter().find(|(own, _)| own == key).map(|(_, text)| text.reveal());
            self.taken_from_agent(key, text.unwrap_or_default())
        });
        taken.collect()
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
    pub(super) fn enter_answers(
        &mut self,
        answers: Answers,
        page: &Page,
        ctx: &Context<'_>,
    ) -> Vec<Effect> {
        let mut effects = Vec::new();
        let mut in_flight = Vec::new();
        for (question, reply) in answers.once {
            let place = answers.fields.iter().find(|asked| asked.save_as == question.save_as);
            let found = place.and_then(|asked| self.one_field(page, asked));
            let target = Target::field(found.unwrap_or(question.field));
            let key = question.save_as.clone();
            let source = ValueSource::Key(key.clone());
            let value = given::value(question.kind, reply.reveal());
            self.remember_questions(vec![question], &mut effects);
            let action = AgentAction::Fill { target, source, clear: true };
            let taken = answers.of_agents.iter().find(|taken| taken.key == key);
            let is_still = |index: u32| {
                taken.is_none_or(|one| {
                    self.id_for_agents(page, index, ctx).as_ref() == Some(&one.id)
                })
            };
            let said_by =
                || taken.map_or_else(|| CodeSource::Person.words(), TakenFromAgent::source);
            let writes = match found {
                Some(index) if is_still(index) => {
                    write::prepare_typed(&action, index, &value, said_by(), page)
                }
                // What was agreed to was an answer to another question.
                Some(_) => Err(msg!("job_the_question_has_changed")),
                None => Err(msg!("job_the_field_that_you_answered_for_is")),
            };
            match writes {
                Ok(writes) => in_flight.extend(writes),
                Err(why) => {
                    if let Some(index) = found {
                        self.leave_open(page, index, OpenCode::DoesNotFit, &why);
                    }
                    let field = found.map(|index| (page, index));
                    self.refused(&action, RefusalReason::DoesNotFit, why, field, &mut effects);
                }
            }
        }
        if in_flight.is_empty() {
            effects.extend(self.next_round(ctx));
            return effects;
        }
        self.plan.signature = view::signature(page);
        effects.push(self.write(in_flight, page));
        effects
    }

    /// The one field of a granted site with this fingerprint, if a person can see and fill it.
    pub(super) fn one_field(&self, page: &Page, asked: &AskedField) -> Option<u32> {
        let AskedField { origin, fingerprint, document, save_as: _ } = asked;
        let fields = page.observation.fields.iter().zip(&page.fields);
        let mut same = fields.filter(|(field, element)| {
            field.fingerprint.as_ref() == Some(fingerprint)
                && element.site() == origin
                && (document.is_empty() || where_it_is(page, element) == *document)
        });
        let (Some((field, element)), None) = (same.next(), same.next()) else { return None };
        let is_open = field.visible != Some(false) && !field.disabled && !field.readonly;
        let is_open = is_open && !gate::is_barred(field, element.site());
        let is_here = self.permissions.origins.iter().any(|origin| origin == element.at());
        (is_open && is_here).then_some(field.index)
    }

    pub(super) fn code_entered(&mut self, code: Code) -> Result<Vec<Effect>, String> {
        if self.record.status != JobStatus::NeedsVerification {
            return Err(msg!("job_no_code_is_asked_for_now"));
        }
        if !code.source.is_person() {
            let kind = self.record.verification.as_ref().map(|asked| asked.kind);
            if !kind.is_some_and(gate::may_come_from_server)
                || !gate::is_one_time_code(code.text.reveal())
            {
                return Err(msg!("job_only_one_time_codes_are_taken_from"));
            }
        }
        if let Some(why) = self.record.verification.as_ref().and_then(|asked| misfit(asked, &code))
        {
            return Err(why);
        }
        let asked = self.record.verification.take().unwrap_or_default();
        let AskedCode { place, context } = match std::mem::take(&mut self.phase) {
            Phase::Paused { about: About::Verification(asked) } => asked,
            _ => AskedCode::default(),
        };
        self.record.status = JobStatus::Running;
        self.budget.changed_in_round = true;
        self.plan.pending.clear();
        if code.text.is_empty() {
            let mut effects = Vec::new();
            let action = verification(asked.kind, context);
            let result = ActionResult { ok: true, ..ActionResult::default() };
            self.remember(action, result, None, &mut effects);
            effects.extend(self.observe(0));
            return Ok(effects);
        }
        let kind = asked.kind;
        let entry = CodeEntry { kind, context, place, code: Some(code), card: None };
        self.phase = Phase::EnteringCode(entry);
        self.record.message = msg!("job_entering_the_code");
        Ok(vec![Effect::Observe { settle_ms: 0, delay_ms: 0 }])
    }

    pub(super) fn enter_code(
        &mut self,
        entry: CodeEntry,
        page: &Page,
        ctx: &Context<'_>,
    ) -> Vec<Effect> {
        let Some(code) = &entry.code else {
            // The worker died in between: it is asked for again.
            return self.next_round(ctx);
        };
        let action = verification(entry.kind, entry.context.clone());
        let origins = &self.permissions.origins;
        let written = &self.record.written;
        let writes =
            write::prepare_code(&action, entry.kind, code, page, &entry.place, (origins, written));
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
        let is_agreed = entry.card.as_ref().is_some_and(|card| card.fields == prints);
        if !code.source.is_person() && !is_agreed {
            let label = fields.first().map(|field| card::label_of(field)).unwrap_or_default();
            let card = Some(CodeCard { label, fields: prints });
            return self.ask_for_code(CodeEntry { card, ..entry }, ctx);
        }
        self.plan.signature = view::signature(page);
        vec![self.write(writes, page)]
    }

    fn ask_for_code(&mut self, entry: CodeEntry, ctx: &Context<'_>) -> Vec<Effect> {
        let label = entry.card.as_ref().map(|card| card.label.as_str()).unwrap_or_default();
        let approval = Approval {
            id: ctx.nonce.to_owned(),
            action: msg!("job_enter_the_code_from_your_server", label = label),
            origin: entry.place.origin.clone(),
            reasons: vec![msg!("job_your_server_sent_this_code_you_did")],
            ..Approval::default()
        };
        self.pause_for_approval(approval, About::Code { entry: Some(Box::new(entry)) }, ctx)
    }

    /// The code that the open approval is about, for its card.
    pub fn shown_code(&self) -> Option<ShownValue> {
        let entry = match &self.phase {
            Phase::Paused { about: About::Code { entry } } => entry.as_deref()?,
            Phase::EnteringCode(entry) => entry,
            _ => return None,
        };
        let (card, code) = entry.card.as_ref().zip(entry.code.as_ref())?;
        Some(ShownValue {
            label: card.label.clone(),
            value: code.text.clone(),
            source: code.source.words(),
            ..ShownValue::default()
        })
    }
}

/// Why a code cannot be the one that is asked for. It never quotes the code.
fn misfit(asked: &Verification, code: &Code) -> Option<String> {
    let text = code.text.reveal().trim();
    let length = u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
    if length == 0 {
        return None;
    }
    if asked.what == VerifiedBy::CardCode
        && !((3..=4).contains(&length) && text.chars().all(|c| c.is_ascii_digit()))
    {
        return Some(msg!("job_a_cards_security_code_has_three_or"));
    }
    let most = asked.max_length.filter(|most| length > *most)?;
    Some(msg!("job_the_page_takes_characters_here_and", most = most))
}

fn verification(kind: VerificationKind, context: String) -> AgentAction {
    AgentAction::RequestVerification { kind, context: Some(context).filter(|c| !c.is_empty()) }
}
