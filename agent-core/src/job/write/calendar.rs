//! A date, picked in the calendar that belongs to a field.

use shared_types::{
    Private, RefusalReason,
    operation::{OperationKind, OperationResult},
};

use crate::bind::{self, Bound};

use super::{restore, spot::Spot, turn::Turn};

/// Picking a date.
#[derive(Debug, Clone)]
pub(super) struct Calendar {
    date: Private,
    /// What the page said of the date when it was written as text.
    complaint: Option<String>,
}

impl Calendar {
    pub(super) fn new(date: Private, complaint: Option<String>) -> Self {
        Self { date, complaint }
    }

    pub(super) fn operation(&self) -> OperationKind {
        OperationKind::PickDate { date: self.date.clone() }
    }

    pub(super) fn step(&mut self, result: &OperationResult, spot: Spot<'_>) -> Turn {
        match result.refusal.filter(|_| !result.done) {
            None | Some(RefusalReason::NotKept | RefusalReason::PageError) => {}
            Some(reason) => return Turn::refused(reason, &result.detail),
        }
        // What is read back is compared with the date, in whatever form the page writes it.
        match bind::read_back(&Bound::Text(self.date.clone()), result) {
            true => Turn::took("calendar"),
            false => restore::give_up(spot, result, self.complaint.as_deref()),
        }
    }
}
