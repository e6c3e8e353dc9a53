//! What agents are told: each string is named, as everywhere at the exit.

use shared_types::{
    ProfileKey,
    agents::{
        AgentAnswer, AgentField, AgentForm, AgentJob, AgentOpening, AgentPlan, AgentPoll,
        AgentQuestion, AgentQuestions, AgentReceipt, AgentRecipe, AgentReply, AgentSuggested,
        AgentUndone,
    },
};

use super::{Exit, Outgoing};

impl Outgoing<AgentPoll> {
    /// What agents are told, in one piece; and which of them the server said are let in, as it said so.
    pub fn of_agents(replies: Vec<Outgoing<AgentReply>>, known: Vec<String>) -> Self {
        let answers = replies.into_iter().map(|reply| reply.0).collect();
        Self(AgentPoll { answers, wait: None, agents: Some(known) })
    }
}

impl Exit {
    /// What an agent is told. Ids, sites, states and numbers are the program's own.
    pub fn agent(&self, mut reply: AgentReply) -> Outgoing<AgentReply> {
        let AgentReply { id: _, answer } = &mut reply;
        self.agents_answer(answer);
        Outgoing(reply)
    }

    /// What an agent is told a page is called.
    pub fn title(&self, title: &str) -> String {
        unmarked(&self.scrubber.text(title))
    }

    fn agents_answer(&self, answer: &mut AgentAnswer) {
        match answer {
            AgentAnswer::Refused(_) => {}
            AgentAnswer::Suggested(AgentSuggested { job: _, origin: _, question: _ }) => {}
            AgentAnswer::Opening(AgentOpening { origin: _ }) => {}
            AgentAnswer::Undone(AgentUndone { job: _, origin: _, restored: _, kept: _ }) => {}
            AgentAnswer::Forms(forms) => {
                for AgentForm { form: _, origin: _, title, job: _ } in forms {
                    *title = self.title(title);
                }
            }
            AgentAnswer::Plan(AgentPlan { form: _, origin: _, fields }) => {
                self.agents_fields(fields);
            }
            AgentAnswer::Job(AgentJob {
                job: _,
                origin: _,
                state: _,
                needs: _,
                page: _,
                filled: _,
                total: _,
                written,
                open,
                trouble: _,
                receipt: _,
            }) => {
                self.agents_fields(written);
                self.agents_fields(open);
            }
            AgentAnswer::Questions(AgentQuestions { job: _, origin: _, asked }) => {
                for AgentQuestion {
                    question,
                    required: _,
                    id: _,
                    kind: _,
                    options,
                    suggested: _,
                } in asked
                {
                    *question = self.agents_label(question);
                    options.iter_mut().for_each(|option| *option = self.agents_label(option));
                }
            }
            AgentAnswer::Receipts(receipts) => {
                for AgentReceipt { receipt: _, origin: _, date: _, fields, entries } in receipts {
                    fields.iter_mut().for_each(|label| *label = self.agents_label(label));
                    *entries = entries.iter().filter_map(|key| self.known(key)).collect();
                }
            }
            AgentAnswer::Recipes(recipes) => {
                for AgentRecipe { origin: _, pages: _, fields: _ } in recipes {}
            }
        }
    }

    fn agents_fields(&self, fields: &mut [AgentField]) {
        for AgentField { label, entry, reason: _, required: _ } in fields {
            *label = self.agents_label(label);
            *entry = entry.as_ref().and_then(|key| self.known(key));
        }
    }

    fn agents_label(&self, label: &str) -> String {
        unmarked(&self.scrubber.label(label))
    }

    /// What a key of the person's is called outside; none for what is no key of theirs, such as where else a value came
    /// from.
    fn known(&self, key: &ProfileKey) -> Option<ProfileKey> {
        let known = self.keys.iter().find(|(own, outside)| own == key || outside == key);
        known.map(|(_, outside)| outside.clone())
    }
}

/// A text without the names of what was taken out of it: whoever had the page write a guess there is not told whether it
/// is somebody's city or their employer.
fn unmarked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((_, behind)) = after.split_once("}}") else { break };
        out.push_str(before);
        out.push('…');
        rest = behind;
    }
    out.push_str(rest);
    out
}
