//! An agent's answer to a question, as it lies beside it and as the person took it.

use shared_types::{Private, ProfileKey, agents::AgentName};

/// An agent's answer to a question.
#[derive(Debug, Clone, PartialEq)]
pub struct Suggestion {
    /// Who says so.
    pub(super) agent: AgentName,
    /// `Question::save_as`
    pub(super) key: ProfileKey,
    /// The id of the question as it was asked then.
    pub(super) id: String,
    /// The answer, as it would be filled.
    pub(super) text: Private,
}

/// An answer that the person took: it is filled if its question is still the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TakenFromAgent {
    pub(super) key: ProfileKey,
    pub(super) id: String,
    /// The agent, as the person called it.
    pub(super) agent: String,
}

impl TakenFromAgent {
    /// Where the value came from, as cards, log and what was written name it.
    pub(super) fn source(&self) -> String {
        msg!("job_answered_by_an_agent", name = self.agent)
    }
}
