//! Every loop has an end: how far a job is from each.

use serde::{Deserialize, Serialize};

/// Rounds of observe, plan, execute, unless the settings say otherwise.
pub const MAX_STEPS: u32 = 40;
/// Times that a page may be "not ready" (500 ms each).
const MAX_NOT_READY: u32 = 40;
/// Rounds without any effect before the job gives up.
const MAX_IDLE_ROUNDS: u32 = 3;
/// `EXTRACT`s in a row before a page counts as empty.
const MAX_EXTRACTS: u32 = 5;

/// What a job has left.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Budget {
    /// Largest number of rounds.
    pub max_steps: u32,
    /// Rounds without any effect.
    idle_rounds: u32,
    /// Whether this round had one.
    pub(super) changed_in_round: bool,
    /// Times that the page was not ready.
    not_ready: u32,
    /// `EXTRACT`s in a row.
    extracts: u32,
    /// Whether the page was read once more since the last write.
    pub(super) looked_again: bool,
    /// How often the page was read once more while a yes was waited for, since the last write.
    pub(super) looks_while_asking: u8,
    /// How long consent cards were open, in milliseconds.
    pub(super) waited_ms: f64,
}

impl Budget {
    pub(super) fn new() -> Self {
        Self { max_steps: MAX_STEPS, ..Self::default() }
    }

    /// An endpoint that answers one action at a time gets more rounds for this many fields.
    pub(super) fn allow_single_actions(&mut self, fields: usize) {
        let rounds = 2 * u32::try_from(fields).unwrap_or(u32::MAX / 2) + 10;
        if self.max_steps == MAX_STEPS {
            self.max_steps = self.max_steps.max(rounds);
        }
    }

    /// A page was read.
    pub(super) fn page_read(&mut self) {
        self.not_ready = 0;
    }

    /// A page was not ready. Whether it may be read again.
    pub(super) fn page_not_ready(&mut self) -> bool {
        self.not_ready += 1;
        self.not_ready <= MAX_NOT_READY
    }

    /// An `EXTRACT` was asked for. Whether it is one too many.
    pub(super) fn extracted(&mut self) -> bool {
        self.extracts += 1;
        self.extracts >= MAX_EXTRACTS
    }

    /// Something else than an `EXTRACT` was asked for.
    pub(super) fn did_more_than_extract(&mut self) {
        self.extracts = 0;
    }

    /// A round is over, or with `step` 0 the first begins.
    pub(super) fn round_ended(&mut self, step: u32) {
        if step > 0 {
            self.idle_rounds = if self.changed_in_round { 0 } else { self.idle_rounds + 1 };
        }
        self.changed_in_round = false;
    }

    /// Whether nothing has come of too many rounds.
    pub(super) fn is_idle(&self) -> bool {
        self.idle_rounds >= MAX_IDLE_ROUNDS
    }

    /// Somebody else plans from now on.
    pub(super) fn start_anew(&mut self) {
        self.idle_rounds = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_loop_has_an_end() {
        let mut budget = Budget::new();
        assert_eq!((0..60).filter(|_| budget.page_not_ready()).count(), 40);
        budget.page_read();
        assert!(budget.page_not_ready());
        assert_eq!((0..5).map(|_| budget.extracted()).filter(|over| *over).count(), 1);
        budget.did_more_than_extract();
        assert!(!budget.extracted());
    }

    #[test]
    fn rounds_without_effect_are_counted_in_a_row() {
        let after = |rounds: &[bool]| {
            let mut budget = Budget::new();
            budget.round_ended(0);
            for (step, changed) in (1..).zip(rounds) {
                budget.changed_in_round = *changed;
                budget.round_ended(step);
            }
            budget.is_idle()
        };
        assert!(!after(&[]));
        assert!(!after(&[false, false]));
        assert!(after(&[false, false, false]));
        assert!(!after(&[false, false, true, false, false]));
        assert!(after(&[true, false, false, false]));
    }

    #[test]
    fn single_actions_get_rounds_unless_the_person_said_how_many() {
        let rounds = |max_steps: u32, fields: usize| {
            let mut budget = Budget { max_steps, ..Budget::default() };
            budget.allow_single_actions(fields);
            budget.max_steps
        };
        assert_eq!(rounds(MAX_STEPS, 100), 210);
        assert_eq!(rounds(MAX_STEPS, 3), MAX_STEPS);
        assert_eq!(rounds(7, 100), 7);
    }
}
