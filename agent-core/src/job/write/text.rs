//! A value as text: one strategy after the other, then other forms of it, then tokens or a calendar.

use shared_types::{
    Private, RefusalReason,
    operation::{OperationKind, OperationResult, TextStrategy},
};

use crate::{
    bind::{self, Bound, Others},
    observe::{self, Tokens},
};

use super::{
    restore,
    spot::Spot,
    turn::{Change, Turn},
};

/// Writing a text.
#[derive(Debug, Clone)]
pub(super) struct Text {
    value: Private,
    strategy: TextStrategy,
    /// What else may be written where this is not kept.
    others: Others,
    /// What the page said of the value, without it.
    complaint: Option<String>,
}

impl Text {
    pub(super) fn new(value: Private, others: Others) -> Self {
        Self { value, strategy: TextStrategy::Setter, others, complaint: None }
    }

    pub(super) fn operation(&self) -> OperationKind {
        OperationKind::SetText { value: self.value.clone(), strategy: self.strategy }
    }

    /// Whether there was another form of the value: it begins with that.
    pub(super) fn try_another_form(&mut self) -> bool {
        if self.others.texts.is_empty() {
            return false;
        }
        self.value = self.others.texts.remove(0);
        self.strategy = TextStrategy::InsertText;
        true
    }

    pub(super) fn step(&mut self, result: &OperationResult, spot: Spot<'_>) -> Turn {
        match result.refusal.filter(|_| !result.done) {
            None | Some(RefusalReason::NotKept | RefusalReason::PageError) => {}
            // A field that opens a calendar need not take text.
            Some(RefusalReason::ReadOnly) => {
                if let Some(turn) = self.in_calendar() {
                    return turn;
                }
            }
            Some(reason) => return Turn::refused(reason, &result.detail),
        }
        if let Some(words) = refused_value(result) {
            // The page has seen the value and said what is wrong with it: it does not get it a second time.
            self.complaint = Some(words);
            return match self.try_another_form() {
                true => Turn::GoOn,
                false => self.give_up(result, spot),
            };
        }
        if bind::read_back(&Bound::Text(self.value.clone()), result) {
            return Turn::took(name(self.strategy));
        }
        self.next_way(spot).unwrap_or_else(|| self.give_up(result, spot))
    }

    /// The next way to write it: another strategy, another form of the value, tokens, the calendar.
    fn next_way(&mut self, spot: Spot<'_>) -> Option<Turn> {
        match self.strategy {
            TextStrategy::Setter if spot.takes_only_setter() => return None,
            TextStrategy::Setter => self.strategy = TextStrategy::InsertText,
            TextStrategy::InsertText => self.strategy = TextStrategy::Keys,
            TextStrategy::Keys | TextStrategy::Tokens => {
                if !self.try_another_form() {
                    return match spot.tokens() {
                        Tokens::No => self.in_calendar(),
                        Tokens::Yes | Tokens::Perhaps => self.as_tokens(),
                    };
                }
            }
        }
        Some(Turn::GoOn)
    }

    /// The entries as tokens, once.
    fn as_tokens(&mut self) -> Option<Turn> {
        let entries = std::mem::take(&mut self.others.entries);
        (!entries.is_empty()).then_some(Turn::Change(Change::Tokens { entries }))
    }

    fn in_calendar(&self) -> Option<Turn> {
        let date = self.others.date.clone()?;
        Some(Turn::Change(Change::Calendar { date, complaint: self.complaint.clone() }))
    }

    fn give_up(&self, result: &OperationResult, spot: Spot<'_>) -> Turn {
        restore::give_up(spot, result, self.complaint.as_deref())
    }
}

/// What the page says of a value that it was told and does not want. That something is missing is no such
/// thing: then it has not heard of the value.
fn refused_value(result: &OperationResult) -> Option<String> {
    let words = result.complaint.as_ref().map(Private::reveal).filter(|words| !words.is_empty())?;
    (!observe::marks_as_required(words)).then(|| words.to_owned())
}

fn name(strategy: TextStrategy) -> &'static str {
    match strategy {
        TextStrategy::Setter => "setter",
        TextStrategy::InsertText => "insert text",
        TextStrategy::Keys => "keys",
        TextStrategy::Tokens => "tokens",
    }
}
