//! A date, picked in the calendar that belongs to a field.

use shared_types::{
    Private, RefusalReason,
    operation::{OperationKind, OperationResult},
};

use crate::bind::{self, Bound, Others};

use super::{
    restore,
    spot::Spot,
    turn::{Change, Turn},
};

/// Picking a date.
#[derive(Debug, Clone)]
pub(super) struct Calendar {
    date: Private,
    /// What the page said of the date when it was written as text.
    complaint: Option<String>,
    /// What is written as text where it fails, if that was not tried yet.
    text: Option<(Private, Others)>,
}

impl Calendar {
    pub(super) fn new(date: Private, complaint: Option<String>) -> Self {
        Self { date, complaint, text: None }
    }

    /// Before the text was tried.
    pub(super) fn first(date: Private, value: Private, others: Others) -> Self {
        Self { date, complaint: None, text: Some((value, others)) }
    }

    pub(super) fn operation(&self) -> OperationKind {
        OperationKind::PickDate { date: self.date.clone() }
    }

    pub(super) fn step(&mut self, result: &OperationResult, spot: Spot<'_>) -> Turn {
        match result.refusal.filter(|_| !result.done) {
            None | Some(RefusalReason::NotKept | RefusalReason::PageError) => {}
            Some(RefusalReason::Stopped) => {
                return Turn::refused(RefusalReason::Stopped, &result.detail);
            }
            Some(reason) => {
                return self.as_text().unwrap_or_else(|| Turn::refused(reason, &result.detail));
            }
        }
        // What is read back is compared with the date, in whatever form the page writes it.
        match bind::read_back(&Bound::Text(self.date.clone()), result) {
            true => Turn::kept("calendar"),
            false => self
                .as_text()
                .unwrap_or_else(|| restore::give_up(spot, result, self.complaint.as_deref())),
        }
    }

    fn as_text(&mut self) -> Option<Turn> {
        let (value, others) = self.text.take()?;
        Some(Turn::Change(Change::Text { value, others }))
    }
}
