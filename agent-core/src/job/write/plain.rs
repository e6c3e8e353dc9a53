//! What is written in one operation: options of a `select`, ticks, files.

use shared_types::{
    RefusalReason,
    operation::{FileData, OperationKind, OperationResult},
};

use crate::bind::{self, Bound};

use super::turn::Turn;

/// Writing in one operation.
#[derive(Debug, Clone)]
pub(super) enum Plain {
    Options { positions: Vec<u32>, values: Vec<String> },
    Checked(bool),
    Files(Vec<FileData>),
}

impl Plain {
    pub(super) fn operation(&self) -> OperationKind {
        match self.clone() {
            Self::Options { positions, values } => OperationKind::SetOptions { positions, values },
            Self::Checked(checked) => OperationKind::SetChecked { checked },
            Self::Files(files) => OperationKind::SetFiles { files },
        }
    }

    pub(super) fn step(&mut self, result: &OperationResult) -> Turn {
        match result.refusal.filter(|_| !result.done) {
            None | Some(RefusalReason::NotKept | RefusalReason::PageError) => {}
            Some(reason) => return Turn::refused(reason, &result.detail),
        }
        let (bound, name) = match self.clone() {
            Self::Options { positions, values } => (Bound::Options { positions, values }, "option"),
            Self::Checked(checked) => (Bound::Checked(checked), "tick"),
            Self::Files(files) => (Bound::Files(files), "file"),
        };
        match bind::read_back(&bound, result) {
            true => Turn::kept(name),
            false => {
                Turn::failed(RefusalReason::NotKept, msg!("write_the_page_did_not_keep_the_choice"))
            }
        }
    }
}
