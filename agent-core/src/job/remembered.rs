//! Answers to questions in other words: what of them is shown beside a question that is open. They are for the person to
//! take; nothing is filled with them by itself. What is known so, no model is asked about.

use std::collections::{BTreeSet, HashSet};

use shared_types::{ProfileKey, Question, Tier, action::AnswerKind};

use super::{event::Context, state::Job};
use crate::{
    memory::{self, Answers, Known, Proposal, recipe::use_of},
    observe::Page,
    plan::{self, Asked},
};

impl Job {
    /// Fields beside which the person finds what they chose or answered before, and those that they left out: no model is
    /// asked about them.
    pub(super) fn known_by_memory(&self, page: &Page, ctx: &Context<'_>) -> HashSet<u32> {
        let questions = plan::questions(&page.observation);
        let all = plan::asked(&page.observation).into_iter();
        let is_known = |one: &Asked| {
            let question = questions.get(&one.field);
            question.is_some_and(|question| self.is_known(one, question, page, ctx))
        };
        all.filter(|one| !one.filled && is_known(one)).map(|one| one.field).collect()
    }

    /// Fields whose question the person has answered in other words, by the names of these entries alone. Lessons are no part
    /// of it: a page that types into itself can have one taught or ended, and whether it was would say what the person has.
    pub(super) fn answered_before(
        &self,
        all: &[Asked],
        page: &Page,
        told: &[ProfileKey],
        ctx: &Context<'_>,
    ) -> BTreeSet<u32> {
        let questions = plan::questions(&page.observation);
        let is_answered = |one: &&Asked| {
            let question = questions.get(&one.field);
            let key = question.and_then(|question| same_answer(one, question, page, ctx));
            key.is_some_and(|key| told.contains(&key))
        };
        let open = all.iter().filter(|one| !one.filled);
        open.filter(is_answered).map(|one| one.field).collect()
    }

    fn is_known(&self, one: &Asked, question: &Question, page: &Page, ctx: &Context<'_>) -> bool {
        if !takes_answers(question) {
            return false;
        }
        if self.was_left_out(one, page, ctx) {
            return true;
        }
        // As the sheet has it: a secret is laid beside nothing.
        let is_offered = |key: ProfileKey| {
            self.offer(key, one, page, ctx).is_some_and(|offer| offer.tier != Tier::Secret)
        };
        if let Some(used) = self.learned_of(one.field, page, ctx) {
            let key = ctx.source.keys().into_iter().find(|key| use_of(key) == *used);
            if key.is_some_and(is_offered) {
                return true;
            }
        }
        same_answer(one, question, page, ctx).is_some_and(is_offered)
    }
}

/// Secrets and files are in no answer.
fn takes_answers(question: &Question) -> bool {
    !question.once && question.kind != AnswerKind::File
}

/// The answer that the person has given to this question in other words.
fn same_answer(
    one: &Asked,
    question: &Question,
    page: &Page,
    ctx: &Context<'_>,
) -> Option<ProfileKey> {
    let element = page.fields.get(one.field as usize).filter(|_| takes_answers(question))?;
    let asked = memory::asked(question, page.observation.lang.as_deref());
    match ctx.known_answers().find(&asked, element.site()) {
        Known::Same(key, _) => Some(key),
        Known::Nothing | Known::Near(_) => None,
    }
}

/// What may answer a question, the likeliest first. Secrets and files are in no answer.
pub(super) fn near(
    question: &Question,
    page: &Page,
    origin: &str,
    answers: &Answers,
) -> Vec<Proposal> {
    if question.once || question.kind == AnswerKind::File || answers.is_empty() {
        return Vec::new();
    }
    let asked = memory::asked(question, page.observation.lang.as_deref());
    match answers.find(&asked, origin) {
        Known::Nothing => Vec::new(),
        Known::Near(near) => near,
        Known::Same(key, because) => {
            let question = key.as_str().strip_prefix("answers.").unwrap_or_default().to_owned();
            vec![Proposal { key, question, because, score: 1.0 }]
        }
    }
}
