//! A choice that is written as a path (`Sales / Europe`): each part is picked in a list of its own.

use shared_types::{Private, operation::ListOption};

use super::options::find;

const MARKS: &[char] = &['/', '>', '›', '→', '»'];

/// How much of the way to a choice is behind it.
#[derive(Debug, Clone, Default)]
pub(super) struct Steps {
    taken: usize,
}

/// A part of the way that the open list has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step {
    /// The content script's number of the option.
    pub(super) option: u32,
    /// Whether it is the choice itself.
    pub(super) is_last: bool,
}

impl Steps {
    pub(super) fn next(&self, value: &Private, options: &[ListOption]) -> Option<Step> {
        let parts: Vec<&str> = value.reveal().split(MARKS).map(str::trim).collect();
        let part = parts.get(self.taken).filter(|part| parts.len() > 1 && !part.is_empty())?;
        let option = find(options, &Private::new(*part), None)?.element;
        Some(Step { option, is_last: self.taken + 1 == parts.len() })
    }

    /// The step was taken: its list comes next.
    pub(super) fn take(&mut self) {
        self.taken += 1;
    }
}
