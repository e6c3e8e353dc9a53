//! Several choices in one list: what is not wanted is taken out, then one is put in after the other.

use shared_types::{
    Private, RefusalReason,
    operation::{ListOption, OperationKind, OperationResult},
};

use crate::{
    bind::{self, Bound},
    role::Role,
};

use super::{
    list::{MAX_REOPENED, no_option},
    options::find,
    turn::{Change, Ended, Turn},
};

/// Choosing exactly these.
#[derive(Debug, Clone)]
pub(super) struct Several {
    wanted: Vec<Private>,
    role: Option<Role>,
    /// Whether values that the list does not have are left out: a résumé has more skills than a page asks
    /// about; any other list is meant as a whole.
    skips_missing: bool,
    /// Positions of those that were chosen.
    chosen: Vec<usize>,
    /// How often the list was opened.
    opened: usize,
    stage: Stage,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Stage {
    Open {
        filtered: bool,
    },
    /// `value`: which of the values it is for; `None` takes out what is not wanted.
    Pick {
        option: u32,
        value: Option<usize>,
    },
    /// All were chosen. `listed`: the list itself says so; some boxes only say how many are chosen.
    CloseChosen {
        listed: bool,
    },
    Close(Ended),
}

impl Several {
    pub(super) fn new(wanted: Vec<Private>, role: Option<Role>, skips_missing: bool) -> Self {
        let stage = Stage::Open { filtered: false };
        Self { wanted, role, skips_missing, chosen: Vec::new(), opened: 0, stage }
    }

    pub(super) fn operation(&self) -> OperationKind {
        match self.stage {
            Stage::Open { filtered } => {
                let next = (0..).zip(&self.wanted).find(|(at, _)| !self.chosen.contains(at));
                OperationKind::OpenList {
                    filter: next.filter(|_| filtered).map(|(_, text)| text.clone()),
                    clear: self.opened == 0,
                }
            }
            Stage::Pick { option, .. } => OperationKind::PickOption { option },
            Stage::CloseChosen { .. } | Stage::Close(_) => OperationKind::CloseList,
        }
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
        let is_kept = || bind::read_back(&Bound::Choices(self.wanted.clone()), result);
        self.stage = match &self.stage {
            Stage::Open { filtered } => {
                let filtered = *filtered;
                self.opened += 1;
                self.opened_with(result.list.as_deref().unwrap_or_default(), filtered)
            }
            Stage::Pick { value, .. } if result.done => {
                let is_kept = is_kept();
                self.chosen.extend(*value);
                match self.has_all() && is_kept {
                    true => Stage::CloseChosen { listed: false },
                    false => Stage::Open { filtered: false },
                }
            }
            Stage::Pick { .. } => {
                let why = msg!("write_the_list_did_not_take_the_choice");
                return Turn::failed(RefusalReason::NotKept, why);
            }
            Stage::CloseChosen { listed } if *listed || is_kept() => return Turn::kept("list"),
            Stage::CloseChosen { .. } => {
                let why = msg!("write_the_list_did_not_take_every_choice");
                return Turn::failed(RefusalReason::NotKept, why);
            }
            Stage::Close(ended) => return Turn::End(ended.clone()),
        };
        Turn::GoOn
    }

    /// What comes of an operation that was refused. `None`: it counts as done, and what is read back decides.
    fn refused(&mut self, reason: RefusalReason, detail: &str) -> Option<Turn> {
        self.stage = match (&self.stage, reason) {
            // After the last choice there may be no list any more to say so.
            (Stage::Open { filtered: false }, _) if self.has_all() => {
                Stage::CloseChosen { listed: false }
            }
            (_, RefusalReason::NotKept | RefusalReason::PageError) => return None,
            // A list may show nothing until something is typed.
            (Stage::Open { filtered: false }, RefusalReason::TimedOut) => {
                Stage::Open { filtered: true }
            }
            // A box that can open a list and has nothing to show for what is typed may take it, entry by entry.
            (Stage::Open { filtered: true }, RefusalReason::TimedOut) if self.chosen.is_empty() => {
                let entries = self.wanted.clone();
                return Some(Turn::Change(Change::Tokens { entries }));
            }
            (Stage::Open { filtered: true }, RefusalReason::TimedOut) => Stage::Close(no_option()),
            // Lists are built anew while they are read.
            (Stage::Pick { .. }, RefusalReason::ElementChanged | RefusalReason::NotVisible)
                if self.opened < MAX_REOPENED =>
            {
                Stage::Open { filtered: false }
            }
            // What was opened does not stay open over the rest of the page.
            (Stage::Open { .. } | Stage::Pick { .. }, _)
                if self.opened > 0 && reason != RefusalReason::Stopped =>
            {
                Stage::Close(Ended::refused(reason, detail))
            }
            _ => return Some(Turn::refused(reason, detail)),
        };
        Some(Turn::GoOn)
    }

    fn has_all(&self) -> bool {
        self.chosen.len() == self.wanted.len()
    }

    /// What comes after the list was opened: first out with what is not wanted, then in with one value after
    /// the other.
    fn opened_with(&mut self, options: &[ListOption], filtered: bool) -> Stage {
        if self.opened > options.len() + 3 * self.wanted.len() {
            return self.without_missing();
        }
        let role = self.role;
        let unwanted = |option: &&ListOption| {
            let one = std::slice::from_ref(*option);
            option.selected && self.wanted.iter().all(|value| find(one, value, role).is_none())
        };
        if let Some(option) = options.iter().find(unwanted) {
            return Stage::Pick { option: option.element, value: None };
        }
        let mut left = (0..).zip(&self.wanted).filter(|(at, _)| !self.chosen.contains(at));
        let next = left.find_map(|(at, value)| match find(options, value, role) {
            Some(option) if option.selected => None,
            found => Some((at, found)),
        });
        match next {
            Some((at, Some(option))) => Stage::Pick { option: option.element, value: Some(at) },
            Some((_, None)) if !filtered => Stage::Open { filtered: true },
            Some((_, None)) => self.without_missing(),
            None => {
                let selected = options.iter().filter(|option| option.selected).count();
                Stage::CloseChosen { listed: self.chosen.len() <= selected }
            }
        }
    }

    /// Goes on without the first value that is not chosen yet, where that may be.
    fn without_missing(&mut self) -> Stage {
        let missing = (0..self.wanted.len()).find(|at| !self.chosen.contains(at));
        let Some(missing) = missing.filter(|_| self.skips_missing) else {
            return Stage::Close(no_option());
        };
        self.wanted.remove(missing);
        for at in self.chosen.iter_mut().filter(|at| **at > missing) {
            *at -= 1;
        }
        match self.wanted.len() {
            0 => Stage::Close(no_option()),
            _ if self.has_all() => Stage::CloseChosen { listed: false },
            _ => Stage::Open { filtered: false },
        }
    }
}
