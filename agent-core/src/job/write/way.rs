//! The way that a value is written in, and how one leads to another.

use shared_types::{
    Private, RefusalReason,
    operation::{OperationKind, OperationResult, TextStrategy},
};

use crate::{
    bind::{Bound, Others},
    memory::{Met, recipe},
    observe::Tokens,
    role::Role,
};

use super::{
    calendar::Calendar,
    list::List,
    plain::Plain,
    restore::Restore,
    several::Several,
    spot::Spot,
    text::Text,
    tokens::Entries,
    turn::{Change, Ended, Turn},
};

/// A state machine for each kind of widget.
#[derive(Debug, Clone)]
pub(super) enum Way {
    Text(Text),
    Tokens(Entries),
    Calendar(Calendar),
    Restore(Restore),
    Plain(Plain),
    List(List),
    Several(Several),
}

impl Way {
    /// The first way for what was bound. `skips_missing`: values that a list does not have are left out.
    pub(super) fn new(bound: Bound, role: Option<Role>, skips_missing: bool) -> Self {
        match bound {
            Bound::Text(value) => Self::Text(Text::new(value, Others::default())),
            Bound::Choice(value) => Self::List(List::new(value, role)),
            Bound::Choices(wanted) => Self::Several(Several::new(wanted, role, skips_missing)),
            Bound::Options { positions, values } => {
                Self::Plain(Plain::Options { positions, values })
            }
            Bound::Checked(checked) => Self::Plain(Plain::Checked(checked)),
            Bound::Files(files) => Self::Plain(Plain::Files(files)),
        }
    }

    /// The first way for a text that may be written otherwise, too: a box for tokens gets them first.
    pub(super) fn of_text(value: Private, mut others: Others, spot: Spot<'_>) -> Self {
        let is_for_tokens = match spot.tokens() {
            Tokens::Yes => true,
            Tokens::Perhaps => others.is_list,
            Tokens::No => false,
        };
        if !is_for_tokens || others.entries.is_empty() {
            return Self::Text(Text::new(value, others));
        }
        let entries = std::mem::take(&mut others.entries);
        // A list as a text would be no list to the page.
        Self::Tokens(Entries::new(entries, (!others.is_list).then_some(others)))
    }

    /// Begins as it worked on two visits before; whatever else there is comes after that.
    pub(super) fn begin_with(&mut self, form: u8, way: recipe::Way) {
        let Self::Text(text) = self else { return };
        match way {
            recipe::Way::Set => text.begin_with(form, TextStrategy::Setter),
            recipe::Way::Inserted => text.begin_with(form, TextStrategy::InsertText),
            recipe::Way::Typed => text.begin_with(form, TextStrategy::Keys),
            recipe::Way::Pressed => {
                if let Some((date, value, others)) = text.as_date() {
                    *self = Self::Calendar(Calendar::first(date, value, others));
                }
            }
        }
    }

    /// How the field was met, now that its write ended so; `has_shown`: a list showed something. `None` where that says
    /// nothing of the field: something came in between, or it has no such value.
    pub(super) fn met(&self, ended: &Ended, has_shown: bool) -> Option<Met> {
        let reason = match ended {
            Ended::Kept { .. } => {
                return Some(match self {
                    Self::Text(text) => match text.at() {
                        (0, TextStrategy::Setter) => Met::Nothing,
                        (form, TextStrategy::Setter) => {
                            Met::Written { form, way: recipe::Way::Set }
                        }
                        (form, TextStrategy::InsertText) => {
                            Met::Written { form, way: recipe::Way::Inserted }
                        }
                        (form, TextStrategy::Keys | TextStrategy::Tokens) => {
                            Met::Written { form, way: recipe::Way::Typed }
                        }
                    },
                    Self::Calendar(_) => Met::Written { form: 0, way: recipe::Way::Pressed },
                    _ => Met::Nothing,
                });
            }
            Ended::Failed { reason, .. } => *reason,
        };
        let is_list = matches!(self, Self::List(_) | Self::Several(_));
        match reason {
            RefusalReason::DoesNotFit => Some(Met::Refused),
            RefusalReason::TimedOut | RefusalReason::NoSuchOption if is_list && !has_shown => {
                Some(Met::Unopened)
            }
            RefusalReason::NotKept => Some(Met::TakenBack),
            _ => None,
        }
    }

    /// Whether something opens for it: then nothing else goes on at the same time.
    pub(super) fn opens(&self) -> bool {
        match self {
            Self::Tokens(_) | Self::Calendar(_) | Self::List(_) | Self::Several(_) => true,
            Self::Text(_) | Self::Restore(_) | Self::Plain(_) => false,
        }
    }

    pub(super) fn operation(&self) -> OperationKind {
        match self {
            Self::Text(text) => text.operation(),
            Self::Tokens(entries) => entries.operation(),
            Self::Calendar(calendar) => calendar.operation(),
            Self::Restore(restore) => restore.operation(),
            Self::Plain(plain) => plain.operation(),
            Self::List(list) => list.operation(),
            Self::Several(several) => several.operation(),
        }
    }

    /// Of what a list offers that was opened, this answers the field's question.
    pub(super) fn is_answered_by(&mut self, text: Private) {
        if let Self::List(list) = self {
            list.is_answered_by(text);
        }
    }

    /// Ends so. `None`: what was opened is closed first.
    pub(super) fn gives_up(&mut self, ended: Ended) -> Option<Ended> {
        match self {
            Self::List(list) => list.gives_up(ended),
            Self::Several(several) => several.gives_up(ended),
            Self::Text(_)
            | Self::Tokens(_)
            | Self::Calendar(_)
            | Self::Restore(_)
            | Self::Plain(_) => return Some(ended),
        }
        None
    }

    /// One step further. `None`: there is a next operation.
    pub(super) fn step(&mut self, result: &OperationResult, spot: Spot<'_>) -> Option<Ended> {
        let turn = match self {
            Self::Text(text) => text.step(result, spot),
            Self::Tokens(entries) => entries.step(result),
            Self::Calendar(calendar) => calendar.step(result, spot),
            Self::Restore(restore) => restore.step(result),
            Self::Plain(plain) => plain.step(result),
            Self::List(list) => list.step(result),
            Self::Several(several) => several.step(result),
        };
        match turn {
            Turn::GoOn => None,
            Turn::Change(change) => {
                *self = change.into();
                None
            }
            Turn::End(ended) => Some(ended),
        }
    }
}

impl From<Change> for Way {
    fn from(change: Change) -> Self {
        match change {
            Change::Text { value, others } => Self::Text(Text::new(value, others)),
            Change::Tokens { entries } => Self::Tokens(Entries::new(entries, None)),
            Change::Calendar { date, complaint } => Self::Calendar(Calendar::new(date, complaint)),
            Change::Restore { before, failed } => Self::Restore(Restore::new(before, failed)),
        }
    }
}
