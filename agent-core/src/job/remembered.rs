//! Answers to questions in other words: what of them is shown beside a question that is open. They are for the person to
//! take; nothing is filled with them by itself.

use shared_types::{Question, action::AnswerKind};

use crate::{
    memory::{self, Answers, Known, Proposal},
    observe::Page,
};

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
