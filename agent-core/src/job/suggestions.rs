//! What an agent would answer to an open question: laid beside it for the person, who takes it or leaves it.
//!
//! Nothing here fills, ticks or keeps anything. An answer lies in the worker's memory alone, is shown with the agent's name
//! wherever its question is shown, and is gone once the question is asked otherwise, was answered, or the agent may not
//! answer any more. What is asked of the person alone (see [`Job::ids_for_agents`]) takes none.

use shared_types::{
    AnswerKind, JobStatus, Private, ProfileKey, Question,
    agents::{AgentName, AgentRefusal},
    sheet::Suggested,
};

use super::{
    card::where_it_is,
    event::{Context, Effect},
    given,
    state::Job,
    suggestion::{Suggestion, TakenFromAgent},
};
use crate::{
    agents::{printed, printed_whole},
    gate,
    observe::Page,
    plan,
};

/// Characters of an answer, at most.
const LONGEST: usize = 1_000;
/// Lines of it, at most.
const MOST_LINES: usize = 20;
/// Answers of one job, at most: each has the person look again.
const MOST: u32 = 60;
/// Characters of a question's id.
const ID: usize = 32;

impl Job {
    /// The questions that the person is asked now, or once they have agreed to what the sheet shows.
    pub(super) fn asked_now(&self) -> impl Iterator<Item = &Question> {
        let planned = self.plan.pending.iter().filter_map(|action| match action {
            shared_types::AgentAction::AskUser { questions } => Some(questions),
            _ => None,
        });
        self.record.questions.iter().chain(planned.flatten())
    }

    /// Whether answers can be laid beside questions now: the person looks at them.
    fn takes_suggestions(&self) -> bool {
        match self.record.status {
            JobStatus::NeedsInput => true,
            JobStatus::PausedForApproval => self.record.consent.is_some(),
            _ => false,
        }
    }

    /// The open questions, each with its id where an agent may answer it. The id is of the question as this page asks it: of
    /// its words, choices and place.
    pub fn ids_for_agents<'a>(
        &'a self,
        page: &Page,
        ctx: &Context<'_>,
    ) -> Vec<(&'a Question, Option<String>)> {
        let open = self.takes_suggestions();
        let id = |question: &Question| {
            open.then(|| self.id_for_agents(page, question.field, ctx)).flatten()
        };
        let mut all: Vec<(&Question, Option<String>)> = Vec::new();
        for question in self.asked_now() {
            if !all.iter().any(|(other, _)| other.save_as == question.save_as) {
                all.push((question, id(question)));
            }
        }
        all
    }

    /// The id of the question that a field puts, where an agent may answer that.
    pub(super) fn id_for_agents(
        &self,
        page: &Page,
        field: u32,
        ctx: &Context<'_>,
    ) -> Option<String> {
        let question = plan::question(&page.observation, field)?;
        let element = page.fields.get(question.field as usize)?;
        // Of the site that the job is at, and nothing that would take the place of what the person has.
        let is_here = self.record.origin.as_deref() == Some(element.site());
        let is_new = ctx.source.value(&question.save_as).is_none();
        if !is_here || !is_new || !plan::may_be_answered_by_agents(&page.observation, &question) {
            return None;
        }
        let kind = format!("{:?}", question.kind);
        let place = where_it_is(page, element);
        let field = page.observation.fields.get(question.field as usize)?;
        let mut parts = vec![
            &*self.record.id,
            &field.kind,
            question.save_as.as_str(),
            element.site(),
            &place,
            &kind,
            &question.question,
        ];
        parts.extend(plan::said_beside(field));
        parts.extend(question.options.iter().flatten().map(String::as_str));
        let mut id = gate::seal_all(ctx.hash_key, &parts)?;
        id.truncate(ID);
        Some(id)
    }

    /// Judges what an agent answers to the question of an id. Nothing changes yet.
    ///
    /// # Errors
    /// Why it is laid beside nothing.
    pub fn suggestion(
        &self,
        (agent, id, text): (&AgentName, &str, &Private),
        page: &Page,
        ctx: &Context<'_>,
    ) -> Result<Suggestion, AgentRefusal> {
        let all = self.ids_for_agents(page, ctx);
        let found = all.iter().find(|(_, own)| own.as_deref() == Some(id));
        let (question, _) = found.ok_or(AgentRefusal::NoSuchQuestion)?;
        let key = &question.save_as;
        if self.record.suggestions >= MOST {
            return Err(AgentRefusal::TooMany);
        }
        let most = page.observation.fields.get(question.field as usize);
        let most = most.and_then(|field| field.max_length).map_or(LONGEST, |most| most as usize);
        let text = answer(question, text.reveal(), most.min(LONGEST));
        let text = text.ok_or(AgentRefusal::NoAnswerToIt)?;
        if gate::is_more_than_ordinary(key, &text) {
            return Err(AgentRefusal::PersonOnly);
        }
        let (agent, id, text) = (agent.clone(), id.to_owned(), text.into());
        Ok(Suggestion { agent, key: key.clone(), id, text })
    }

    /// Lays an answer beside its question.
    pub(super) fn suggested(&mut self, suggestion: Suggestion) -> Result<Vec<Effect>, String> {
        if !self.takes_suggestions() || !self.asked_now().any(|one| one.save_as == suggestion.key) {
            return Err(msg!("job_no_question_is_open"));
        }
        self.suggestions.retain(|one| one.key != suggestion.key);
        self.suggestions.push(suggestion);
        self.record.suggestions += 1;
        Ok(Vec::new())
    }

    /// Whether anything of an agent's that is not let in any more lies beside a question. `known`: keys of those that are.
    pub fn has_suggestions_of_others(&self, known: &[String]) -> bool {
        self.suggestions.iter().any(|one| !known.contains(&one.agent.key))
    }

    /// Takes back what agents answered, but for these.
    pub(super) fn withdraw_suggestions(&mut self, known: &[String]) -> Vec<Effect> {
        if self.has_suggestions_of_others(known) {
            self.suggestions.retain(|one| known.contains(&one.agent.key));
            self.record.suggestions += 1;
        }
        Vec::new()
    }

    /// Whether an answer of this agent's lies beside a question.
    pub fn has_suggested(&self, agent: &str, id: &str) -> bool {
        self.suggestions.iter().any(|one| one.agent.key == agent && one.id == id)
    }

    /// What an agent would answer to the question that a field puts on this page.
    pub(super) fn suggested_for(
        &self,
        field: u32,
        page: &Page,
        ctx: &Context<'_>,
    ) -> Option<Suggested> {
        if self.suggestions.is_empty() {
            return None;
        }
        let id = self.id_for_agents(page, field, ctx)?;
        let one = self.suggestions.iter().find(|one| one.id == id)?;
        Some(Suggested { agent: one.agent.name.clone(), text: one.text.clone() })
    }

    /// Whether an agent's answer that the person took is the one that lies there.
    ///
    /// # Errors
    /// It is another by now, or withdrawn: what to do, for the person.
    pub fn may_take_from_agent(&self, key: &ProfileKey, text: &str) -> Result<(), String> {
        self.taken_from_agent(key, text).map(drop)
    }

    /// The agent's answer that the person took, if it is the one that lies there: they agreed to what they read.
    ///
    /// # Errors
    /// It is another by now, or withdrawn.
    pub(super) fn taken_from_agent(
        &self,
        key: &ProfileKey,
        text: &str,
    ) -> Result<TakenFromAgent, String> {
        let one = self.suggestions.iter().find(|one| one.key == *key);
        let one = one.filter(|one| one.text.reveal() == text);
        let one = one.ok_or_else(|| msg!("job_the_agents_answer_is_another"))?;
        let (key, id, agent) = (one.key.clone(), one.id.clone(), one.agent.name.clone());
        Ok(TakenFromAgent { key, id, agent })
    }
}

/// A text as an answer of the question's kind, if it is one and all of it can be read.
fn answer(question: &Question, text: &str, most: usize) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let most_lines = match question.kind {
        AnswerKind::LongText => MOST_LINES,
        AnswerKind::Choices => question.options.as_ref().map_or(0, Vec::len),
        _ => 1,
    };
    let is_fit = text.trim() == text
        && !text.is_empty()
        && text.chars().count() <= most
        && lines.len() <= most_lines
        && lines.iter().all(|line| printed_whole(line));
    if !is_fit {
        return None;
    }
    let text = match question.kind {
        AnswerKind::Choice => chosen(question, text)?.to_owned(),
        AnswerKind::Choices => all_chosen(question, &lines)?.join("\n"),
        _ => lines.join("\n"),
    };
    given::check(question, &text).is_ok().then_some(text)
}

/// The one choice that an agent was told of so.
fn chosen<'a>(question: &'a Question, said: &str) -> Option<&'a str> {
    let options = question.options.iter().flatten().map(String::as_str);
    let mut same = options.filter(|option| !option.is_empty() && printed(option) == said);
    same.next().filter(|_| same.next().is_none())
}

/// The choices of these lines, each one of the question's and each once.
fn all_chosen<'a>(question: &'a Question, lines: &[&str]) -> Option<Vec<&'a str>> {
    let mut all = Vec::with_capacity(lines.len());
    for line in lines {
        let one = chosen(question, line).filter(|one| !all.contains(one))?;
        all.push(one);
    }
    Some(all)
}
