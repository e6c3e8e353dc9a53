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
    /// Which form of the value that is: 0 is the one that was bound.
    form: u8,
    strategy: TextStrategy,
    /// The other forms, by their numbers.
    forms: Vec<(u8, Private)>,
    /// What else may be written where this is not kept.
    others: Others,
    /// Whether it began with another way than the first, which is tried as well.
    skipped: bool,
    /// What the page said of the value, without it.
    complaint: Option<String>,
}

impl Text {
    pub(super) fn new(value: Private, mut others: Others) -> Self {
        let forms = (1..).zip(std::mem::take(&mut others.texts)).collect();
        let strategy = TextStrategy::Setter;
        Self { value, form: 0, strategy, forms, others, skipped: false, complaint: None }
    }

    /// Begins with a form and a strategy that worked before; all others are tried after it.
    pub(super) fn begin_with(&mut self, form: u8, strategy: TextStrategy) {
        if let Some(at) = self.forms.iter().position(|(number, _)| *number == form) {
            let (form, value) = self.forms.remove(at);
            let first = std::mem::replace(&mut self.value, value);
            self.forms.insert(0, (std::mem::replace(&mut self.form, form), first));
        }
        self.strategy = strategy;
        self.skipped = strategy != TextStrategy::Setter;
    }

    /// Which form of the value is written, and how.
    pub(super) fn at(&self) -> (u8, TextStrategy) {
        (self.form, self.strategy)
    }

    /// The value as a date, if it is one, and what the text is otherwise.
    pub(super) fn as_date(&mut self) -> Option<(Private, Private, Others)> {
        let date = self.others.date.take()?;
        let texts = std::mem::take(&mut self.forms).into_iter().map(|(_, text)| text).collect();
        let others = Others { texts, ..std::mem::take(&mut self.others) };
        Some((date, self.value.clone(), others))
    }

    pub(super) fn operation(&self) -> OperationKind {
        OperationKind::SetText { value: self.value.clone(), strategy: self.strategy }
    }

    /// Whether there was another form of the value: it begins with that.
    pub(super) fn try_another_form(&mut self) -> bool {
        if self.forms.is_empty() {
            return false;
        }
        (self.form, self.value) = self.forms.remove(0);
        self.strategy = TextStrategy::InsertText;
        self.skipped = false;
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
            return Turn::kept(name(self.strategy));
        }
        self.next_way(spot).unwrap_or_else(|| self.give_up(result, spot))
    }

    /// The next way to write it: another strategy, another form of the value, tokens, the calendar.
    fn next_way(&mut self, spot: Spot<'_>) -> Option<Turn> {
        if std::mem::take(&mut self.skipped) {
            self.strategy = TextStrategy::Setter;
            return Some(Turn::GoOn);
        }
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
