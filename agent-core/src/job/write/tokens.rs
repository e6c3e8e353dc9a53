//! A box that makes tokens of what is typed: each entry as one of its own.

use shared_types::{
    Private, RefusalReason,
    operation::{OperationKind, OperationResult, TextStrategy},
};

use crate::bind::{self, Bound, Others};

use super::turn::{Change, Turn};

/// Writing entries as tokens.
#[derive(Debug, Clone)]
pub(super) struct Entries {
    entries: Vec<Private>,
    /// For a box that may be none for tokens: what else may be written as text.
    otherwise: Option<Others>,
}

impl Entries {
    pub(super) fn new(entries: Vec<Private>, otherwise: Option<Others>) -> Self {
        Self { entries, otherwise }
    }

    pub(super) fn operation(&self) -> OperationKind {
        let lines: Vec<&str> = self.entries.iter().map(Private::reveal).collect();
        let value = Private::new(lines.join("\n"));
        OperationKind::SetText { value, strategy: TextStrategy::Tokens }
    }

    pub(super) fn step(&mut self, result: &OperationResult) -> Turn {
        match result.refusal.filter(|_| !result.done) {
            None | Some(RefusalReason::NotKept | RefusalReason::PageError) => {}
            Some(reason) => return Turn::refused(reason, &result.detail),
        }
        if bind::read_back(&Bound::Choices(self.entries.clone()), result) {
            return Turn::kept("tokens");
        }
        // Not every box is what its marks say.
        match self.otherwise.take() {
            Some(others) => {
                let value = self.entries.first().cloned().unwrap_or_default();
                Turn::Change(Change::Text { value, others })
            }
            None => {
                Turn::failed(RefusalReason::NotKept, msg!("write_the_page_made_no_entries_of_it"))
            }
        }
    }
}
