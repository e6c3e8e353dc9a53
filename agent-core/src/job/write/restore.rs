//! A value that the page did not keep is no reason to leave what it made of it: what was there before is put
//! back, and the write fails.

use shared_types::{
    Private, RefusalReason,
    operation::{OperationKind, OperationResult, TextStrategy},
};

use super::{
    spot::Spot,
    turn::{Change, Ended, Turn},
};

/// Putting back what a field held.
#[derive(Debug, Clone)]
pub(super) struct Restore {
    before: Private,
    failed: Ended,
}

impl Restore {
    pub(super) fn new(before: Private, failed: Ended) -> Self {
        Self { before, failed }
    }

    pub(super) fn operation(&self) -> OperationKind {
        OperationKind::SetText { value: self.before.clone(), strategy: TextStrategy::Setter }
    }

    pub(super) fn step(&mut self, result: &OperationResult) -> Turn {
        match result.refusal.filter(|_| !result.done) {
            None | Some(RefusalReason::NotKept | RefusalReason::PageError) => {
                Turn::End(self.failed.clone())
            }
            Some(reason) => Turn::refused(reason, &result.detail),
        }
    }
}

/// How a write ends that the page did not keep, or of which it said something.
pub(super) fn give_up(spot: Spot<'_>, result: &OperationResult, complaint: Option<&str>) -> Turn {
    let failed = match complaint {
        Some(words) => {
            Ended::failed(RefusalReason::DoesNotFit, msg!("write_the_page_says", words = words))
        }
        None => Ended::failed(RefusalReason::NotKept, msg!("write_the_page_did_not_keep_what_was")),
    };
    match spot.held_before(result) {
        Some(before) => Turn::Change(Change::Restore { before, failed }),
        None => Turn::End(failed),
    }
}
