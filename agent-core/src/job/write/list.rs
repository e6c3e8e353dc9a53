//! One choice in a list that opens: opened, filtered by what is typed if need be, picked, or typed instead.

use shared_types::{
    Private, RefusalReason,
    operation::{ListOption, OperationKind, OperationResult, TextStrategy},
};

use crate::{
    bind::{self, Bound},
    role::Role,
    text::fold,
};

use super::{
    options::find,
    steps::{Step, Steps},
    turn::{Ended, Turn},
};

/// Times that a list which is built anew while it is read is opened.
pub(super) const MAX_REOPENED: usize = 4;

/// Choosing one option.
#[derive(Debug, Clone)]
pub(super) struct List {
    value: Private,
    role: Option<Role>,
    /// How often it was opened.
    opened: usize,
    steps: Steps,
    stage: Stage,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Stage {
    Open {
        filtered: bool,
    },
    /// One step on the way to the choice: its list comes after this option.
    Step(u32),
    Pick(u32),
    /// Typed into a box whose list has no such option: some take any text.
    Type,
    Close(Ended),
}

impl List {
    pub(super) fn new(value: Private, role: Option<Role>) -> Self {
        let stage = Stage::Open { filtered: false };
        Self { value, role, opened: 0, steps: Steps::default(), stage }
    }

    pub(super) fn operation(&self) -> OperationKind {
        match self.stage {
            Stage::Open { filtered } => OperationKind::OpenList {
                filter: filtered.then(|| self.value.clone()),
                clear: false,
            },
            Stage::Step(option) | Stage::Pick(option) => OperationKind::PickOption { option },
            Stage::Type => OperationKind::SetText {
                value: self.value.clone(),
                strategy: TextStrategy::InsertText,
            },
            Stage::Close(_) => OperationKind::CloseList,
        }
    }

    /// The list shows what it offers: this text of it is what the field's question is answered by.
    pub(super) fn is_answered_by(&mut self, text: Private) {
        self.value = text;
    }

    /// Nothing in it may be chosen: it is closed.
    pub(super) fn gives_up(&mut self, ended: Ended) {
        self.stage = Stage::Close(ended);
    }

    pub(super) fn step(&mut self, result: &OperationResult) -> Turn {
        let refused = result.refusal.filter(|_| !result.done);
        if let Some(turn) = refused.and_then(|reason| self.refused(reason, &result.detail)) {
            return turn;
        }
        let is_kept = || bind::read_back(&Bound::Choice(self.value.clone()), result);
        self.stage = match &self.stage {
            Stage::Open { filtered } => {
                let next = self.opened_with(result.list.as_deref().unwrap_or_default(), *filtered);
                self.opened += 1;
                next
            }
            Stage::Step(_) => {
                self.steps.take();
                Stage::Open { filtered: false }
            }
            Stage::Pick(_) if is_kept() => return Turn::kept("list"),
            Stage::Pick(_) => {
                let why = msg!("write_the_list_did_not_take_the_choice");
                return Turn::failed(RefusalReason::NotKept, why);
            }
            Stage::Type if is_kept() => return Turn::kept(&msg!("write_typed_no_option_for_it")),
            Stage::Type => Stage::Close(no_option()),
            Stage::Close(ended) => return Turn::End(ended.clone()),
        };
        Turn::GoOn
    }

    /// What comes of an operation that was refused. `None`: it counts as done, and what is read back decides.
    fn refused(&mut self, reason: RefusalReason, detail: &str) -> Option<Turn> {
        self.stage = match (&self.stage, reason) {
            (_, RefusalReason::NotKept | RefusalReason::PageError) => return None,
            // A list may show nothing until something is typed.
            (Stage::Open { filtered: false }, RefusalReason::TimedOut) => {
                Stage::Open { filtered: true }
            }
            (Stage::Open { filtered: true }, RefusalReason::TimedOut) => Stage::Type,
            // Lists are built anew while they are read.
            (Stage::Pick(_), RefusalReason::ElementChanged | RefusalReason::NotVisible)
                if self.opened < MAX_REOPENED =>
            {
                Stage::Open { filtered: false }
            }
            (Stage::Type, _) => Stage::Close(no_option()),
            // What was opened does not stay open over the rest of the page.
            (Stage::Open { .. } | Stage::Pick(_) | Stage::Step(_), _)
                if self.opened > 0 && reason != RefusalReason::Stopped =>
            {
                Stage::Close(Ended::refused(reason, detail))
            }
            _ => return Some(Turn::refused(reason, detail)),
        };
        Some(Turn::GoOn)
    }

    /// What comes after the list was opened.
    fn opened_with(&self, options: &[ListOption], filtered: bool) -> Stage {
        let whole = find(options, &self.value, self.role);
        let is_spelled = |option: &&ListOption| fold(&option.text) == fold(self.value.reveal());
        // The first part of a way resembles the whole of it.
        if !whole.as_ref().is_some_and(is_spelled)
            && let Some(Step { option, is_last }) = self.steps.next(&self.value, options)
        {
            return if is_last { Stage::Pick(option) } else { Stage::Step(option) };
        }
        match whole {
            Some(option) => Stage::Pick(option.element),
            // A list that shows little until something is typed.
            None if !filtered => Stage::Open { filtered: true },
            // What was typed to filter the list may be kept by the page.
            None => Stage::Type,
        }
    }
}

pub(super) fn no_option() -> Ended {
    Ended::failed(RefusalReason::NoSuchOption, msg!("write_no_option_of_the_list_means_the"))
}
