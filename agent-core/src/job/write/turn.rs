//! What comes after an operation was carried out, and how a write ends.

use shared_types::{Private, RefusalReason};

use crate::bind::Others;

/// What comes next for a write.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Turn {
    /// The next operation of the same way.
    GoOn,
    /// Another way.
    Change(Change),
    /// Nothing more.
    End(Ended),
}

/// The way that a write goes on with.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Change {
    /// The value as text.
    Text { value: Private, others: Others },
    /// Each entry as a token of its own.
    Tokens { entries: Vec<Private> },
    /// The value as a date in a calendar; `complaint` is what the page said of it as text.
    Calendar { date: Private, complaint: Option<String> },
    /// What was there before is put back, and the write fails so.
    Restore { before: Private, failed: Ended },
}

/// How a write ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::job) enum Ended {
    /// Read back and found to hold.
    Kept {
        /// What worked.
        strategy: String,
    },
    /// Given up.
    Failed {
        /// For a program.
        reason: RefusalReason,
        /// For a person.
        why: String,
    },
}

impl Ended {
    pub(in crate::job) fn failed(reason: RefusalReason, why: impl Into<String>) -> Self {
        Self::Failed { reason, why: why.into() }
    }

    /// As the content script refused the operation.
    pub(super) fn refused(reason: RefusalReason, detail: &str) -> Self {
        Self::failed(reason, words(reason, detail))
    }
}

impl Turn {
    pub(super) fn kept(strategy: &str) -> Self {
        Self::End(Ended::Kept { strategy: strategy.to_owned() })
    }

    pub(super) fn failed(reason: RefusalReason, why: impl Into<String>) -> Self {
        Self::End(Ended::failed(reason, why))
    }

    pub(super) fn refused(reason: RefusalReason, detail: &str) -> Self {
        Self::End(Ended::refused(reason, detail))
    }
}

fn words(reason: RefusalReason, detail: &str) -> String {
    let words = match reason {
        RefusalReason::ElementChanged => msg!("write_another_element_stands_in_its"),
        RefusalReason::WordsChanged => msg!("write_what_is_written_beside_it_changed"),
        RefusalReason::DocumentChanged => msg!("write_the_page_is_another_one_by_now"),
        RefusalReason::OriginChanged => msg!("write_the_page_belongs_to_another_site"),
        RefusalReason::NotVisible => msg!("write_nobody_can_see_it"),
        RefusalReason::Disabled => msg!("write_it_is_disabled"),
        RefusalReason::ReadOnly => msg!("write_it_is_read_only"),
        RefusalReason::Covered => msg!("write_something_lies_over_it"),
        RefusalReason::NotJudged => msg!("write_it_can_only_be_filled_by_pressing"),
        RefusalReason::Stopped => msg!("write_stop_was_pressed"),
        RefusalReason::TimedOut => msg!("write_the_page_took_too_long"),
        _ => msg!("write_the_page_refused_it"),
    };
    if detail.is_empty() { words } else { format!("{words} ({detail})") }
}
