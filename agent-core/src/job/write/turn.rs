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
    Took {
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
    pub(super) fn took(strategy: &str) -> Self {
        Self::End(Ended::Took { strategy: strategy.to_owned() })
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
        RefusalReason::ElementChanged => "another element stands in its place",
        RefusalReason::WordsChanged => "what is written beside it changed meanwhile",
        RefusalReason::DocumentChanged => "the page is another one by now",
        RefusalReason::OriginChanged => "the page belongs to another site by now",
        RefusalReason::NotVisible => "nobody can see it",
        RefusalReason::Disabled => "it is disabled",
        RefusalReason::ReadOnly => "it is read-only",
        RefusalReason::Covered => "something lies over it",
        RefusalReason::NotJudged => "it can only be filled by pressing something else",
        RefusalReason::Stopped => "Stop was pressed",
        RefusalReason::TimedOut => "the page took too long",
        _ => "the page refused it",
    };
    if detail.is_empty() { words.to_owned() } else { format!("{words} ({detail})") }
}
