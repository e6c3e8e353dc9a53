//! What somebody who is no rule says about a page's questions: a model, or a memory of earlier visits.
//!
//! Advice names keys, never values, and is heard only where the rules have no answer of their own. It
//! never reaches what only the person may give, what is filled, hidden or locked, it brings no secret, and it presses
//! nothing.

use serde::{Deserialize, Serialize};
use shared_types::{AgentAction, Field, Observation, ProfileKey, job::OpenCode};

use super::{
    ask::{self, Ask, AskKind},
    blocks,
    keys::{self, Choice},
    page::Plan,
};
use crate::question;

/// Advice about one question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// The question's field: [`Asked::field`].
    pub field: u32,
    /// The advice.
    pub advice: Advice,
    /// Whether it goes before the key that the rules would choose.
    pub before_rules: bool,
}

/// What is advised.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Advice {
    /// The value comes from this key; where it stands for an entry of a list, the question's block asks for that.
    Key(ProfileKey),
    /// The person is to be asked, with this choice of the page's laid beside it, for them to take or not to take.
    Propose(String),
}

/// A question of the page, for whoever gives advice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The field that stands for it.
    pub field: u32,
    /// All its fields: the choices of a group, else one.
    pub fields: Vec<u32>,
    /// How it is answered.
    pub kind: AskKind,
    /// The question, told apart from others that read the same.
    pub title: String,
    /// What can be chosen, as a person reads it.
    pub options: Option<Vec<String>>,
    /// Whether the form demands an answer.
    pub required: bool,
    /// Whether something is in it.
    pub filled: bool,
    /// Whether the page has no words of its own for it.
    pub nameless: bool,
    /// Whether advice may fill it: it can be seen and used, is no file and no essay, depends on no other answer, and
    /// does not ask for what only the person may give.
    pub open_to_advice: bool,
    /// Whether it stands in a section that the page has more than once.
    pub in_block: bool,
}

/// Everything that a classified page asks, in reading order.
pub fn asked(observation: &Observation) -> Vec<Asked> {
    let asks = ask::asks(observation);
    let view = |(ask, block): (&Ask<'_>, Option<usize>)| Asked {
        field: ask.first.index,
        fields: ask.fields.iter().map(|field| field.index).collect(),
        kind: ask.kind,
        title: ask.title().to_owned(),
        options: ask::options_of(ask),
        required: ask.required,
        filled: ask.is_filled(),
        nameless: is_nameless(ask),
        open_to_advice: ask.is_open_to_people()
            && ask.kind != AskKind::File
            && !is_essay(ask)
            && !question::is_for_a_case(&ask.question)
            && !keys::is_out_of_bounds(ask),
        in_block: block.is_some(),
    };
    asks.iter().zip(blocks::blocks(&asks)).map(view).collect()
}

/// Whether what a field is known to ask for speaks against a key.
pub fn contradicts(field: &Field, key: &ProfileKey) -> bool {
    keys::contradicts(field, key)
}

/// Whether nothing that a person reads says what is asked.
fn is_nameless(ask: &Ask<'_>) -> bool {
    let field = ask.first;
    let read = [Some(&field.label), Some(&field.placeholder), field.group.as_ref()];
    read.into_iter().flatten().all(|text| text.trim().is_empty())
}

/// Whether it wants a text in the person's own words: a large box for what is no known thing of a person's.
fn is_essay(ask: &Ask<'_>) -> bool {
    ask.first.tag == "textarea" && ask.role().is_none() && ask.understood.is_none()
}

/// Puts the advised keys where the rules have none.
pub(super) fn hear(
    asks: &[Ask<'_>],
    choices: &mut [Choice],
    offered: &[ProfileKey],
    hints: &[Hint],
) {
    for hint in hints {
        let Advice::Key(key) = &hint.advice else { continue };
        if blocks::is_entry(key) {
            blocks::hear(asks, choices, offered, hint.field, key);
            continue;
        }
        let at = asks.iter().position(|ask| ask.first.index == hint.field);
        let Some((ask, choice)) = at.and_then(|at| Some((asks.get(at)?, choices.get_mut(at)?)))
        else {
            continue;
        };
        let own_answer = ask.answer_key();
        let heard = match choice {
            Choice::Key(own) => hint.before_rules && *own != own_answer,
            Choice::Open(code, ..) => {
                matches!(code, OpenCode::NotUnderstood | OpenCode::NoValue | OpenCode::Ambiguous)
            }
        };
        if heard && keys::may_answer(ask, key, offered) {
            *choice = Choice::Key(key.clone());
        }
    }
}

/// Lays proposals beside the questions that are put to the person.
pub(super) fn propose(plan: &mut Plan, hints: &[Hint]) {
    for action in &mut plan.actions {
        let AgentAction::AskUser { questions } = action else { continue };
        for question in questions {
            question.suggested = hints.iter().find_map(|hint| match &hint.advice {
                Advice::Propose(choice) if hint.field == question.field => Some(choice.clone()),
                _ => None,
            });
        }
    }
}
