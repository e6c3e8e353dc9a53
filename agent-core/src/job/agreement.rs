//! Agreements among the questions that are put to the person: what they said elsewhere is proposed, never
//! taken for an answer.

use super::{event::Context, state::Job};
use crate::{bind, gate, observe::Page};

impl Job {
    /// Lays beside each agreement what the person said to the same statement before; whatever else was
    /// proposed for it, by a planner for example, is dropped.
    pub(super) fn propose_agreements(&mut self, page: &Page, ctx: &Context<'_>) {
        let keys = ctx.source.keys();
        for question in &mut self.record.questions {
            let Some(field) = page.observation.fields.get(question.field as usize) else {
                continue;
            };
            if !gate::is_agreement(field) {
                continue;
            }
            let said = keys.iter().filter(|key| gate::may_propose(key, field));
            let said = said.filter_map(|key| ctx.source.value(key)).next();
            // Only one of the page's own choices: nothing else of the person's is kept in a job.
            let options = question.options.iter().flatten();
            let same = |option: &&String| {
                let says = |said: &str| {
                    said.eq_ignore_ascii_case(option)
                        // A yes is one in each language that Vaulty speaks.
                        || bind::polarity(said).is_some_and(|yes| bind::polarity(option) == Some(yes))
                };
                said.as_ref().is_some_and(|said| says(said.reveal()))
            };
            let mut same = options.into_iter().filter(same);
            question.suggested = same.next().filter(|_| same.next().is_none()).cloned();
        }
    }
}
