//! What came of all controls: right, wrong or open where there is an answer, kept open or filled where there is none.

use std::{cmp::Reverse, collections::BTreeMap};

use serde_json::{Map, Value};

use super::{
    super::figures::{part, share},
    judge::{is_blank, is_right},
};
use crate::table::Table;

/// What the controls of a page hold, by their numbers.
pub(super) type State = Map<String, Value>;

/// How often what came of a control.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Answered as its label wants; blank where that is as good.
    pub(super) right: usize,
    /// Of these the blank ones.
    pub(super) blank: usize,
    /// Answered otherwise.
    pub(super) wrong: usize,
    /// Left blank although there is an answer.
    pub(super) open: usize,
    /// Left blank as it must be.
    pub(super) kept: usize,
    /// Filled although there is no answer.
    pub(super) filled: usize,
}

/// A control that holds what it should not.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Mistake {
    pub(super) page: String,
    pub(super) persona: String,
    pub(super) control: String,
    pub(super) label: Value,
    pub(super) held: Value,
}

/// What came of all controls.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) total: Counts,
    /// By what is asked.
    intents: BTreeMap<String, Counts>,
    /// Those without an answer by why there is none.
    reasons: BTreeMap<String, Counts>,
    pub(super) mistakes: Vec<Mistake>,
}

impl Counts {
    /// Counts a control; whether it holds what it should not.
    fn add(&mut self, label: &Value, held: &Value) -> bool {
        let is = |key: &str| label.get(key) == Some(&Value::Bool(true));
        let count = match (is("open"), is_blank(held)) {
            (true, true) => &mut self.kept,
            (true, false) => &mut self.filled,
            (false, true) if is("blank_ok") => {
                self.blank += 1;
                &mut self.right
            }
            (false, true) => &mut self.open,
            (false, false) if is_right(label, held) => &mut self.right,
            (false, false) => &mut self.wrong,
        };
        *count += 1;
        !is_blank(held) && (is("open") || !is_right(label, held))
    }
}

impl Tally {
    /// Judges every control that a case has a label for. What was not measured counts as left open.
    pub(super) fn of<'a>(cases: impl Iterator<Item = (&'a Value, Option<&'a State>)>) -> Self {
        let mut tally = Self::default();
        for (case, state) in cases {
            for (control, label) in
                case.get("expect").and_then(Value::as_object).into_iter().flatten()
            {
                let held = state.and_then(|state| state.get(control)).unwrap_or(&Value::Null);
                tally.add(case, control, label, held);
            }
        }
        tally
    }

    fn add(&mut self, case: &Value, control: &str, label: &Value, held: &Value) {
        self.total.add(label, held);
        if let Some(why) = label.get("why").and_then(Value::as_str) {
            self.reasons.entry(why.to_owned()).or_default().add(label, held);
        }
        let intent = self.intents.entry(part(label, "intent").to_owned()).or_default();
        if intent.add(label, held) {
            self.mistakes.push(Mistake {
                page: part(case, "page").to_owned(),
                persona: part(case, "persona").to_owned(),
                control: control.to_owned(),
                label: label.clone(),
                held: held.clone(),
            });
        }
    }

    /// What is asked by the controls that hold what they should not, the most mistakes first.
    pub(super) fn table(&self) -> Table {
        let mut table = Table::new(&["intent", "right", "wrong", "open", "kept open", "filled"]);
        let wrong = self.intents.iter().filter(|(_, counts)| counts.wrong + counts.filled > 0);
        let mut wrong: Vec<_> = wrong.collect();
        wrong.sort_by_key(|(_, counts)| Reverse(counts.wrong + counts.filled));
        for (intent, counts) in wrong {
            let Counts { right, wrong, open, kept, filled, .. } = counts;
            let counts = [right, wrong, open, kept, filled].map(ToString::to_string);
            table.row([intent.clone()].into_iter().chain(counts).collect());
        }
        table
    }

    /// How many of those were filled that a program must leave to the person.
    pub(super) fn careless(&self) -> String {
        let count = |(why, name): (&str, &str)| {
            let counts = self.reasons.get(why).copied().unwrap_or_default();
            format!("{name} {} of {}", counts.filled, counts.filled + counts.kept)
        };
        let counts =
            [("consent", "consents"), ("essay", "essays"), ("trap", "traps")].map(count).join(", ");
        format!("filled that must stay open: {counts}")
    }

    /// Share of right ones where there is an answer, of right ones among those that were filled, and of filled ones
    /// where there is no answer.
    pub(super) fn shares(&self) -> [String; 3] {
        let Counts { right, blank, wrong, open, kept, filled } = self.total;
        [
            share(right, right + wrong + open),
            share(right - blank, right - blank + wrong + filled),
            share(filled, filled + kept),
        ]
    }

    /// The last lines of a run.
    pub(super) fn summary(&self) -> [String; 3] {
        let [answerable, of_filled, open] = self.shares();
        [
            format!("answerable right {answerable}"),
            format!("filled right {of_filled}"),
            format!("open filled {open}"),
        ]
    }
}

/// Pages on which a question is left that the page demands and that facts answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Left {
    left: usize,
    pages: usize,
}

impl Left {
    /// Of cases, each with what its page holds and which of its controls are demanded. What was not measured counts as left.
    pub(super) fn of<'a>(
        cases: impl Iterator<Item = (&'a Value, Option<(&'a State, &'a [String])>)>,
    ) -> Self {
        let mut all = Self::default();
        for (case, form) in cases {
            let labels = case.get("expect").and_then(Value::as_object);
            let is_left = |(control, label): (&String, &Value)| {
                let is = |key: &str| label.get(key) == Some(&Value::Bool(true));
                let Some((state, demanded)) = form else { return true };
                let held = state.get(control).unwrap_or(&Value::Null);
                !is("open") && !is("blank_ok") && demanded.contains(control) && is_blank(held)
            };
            all.pages += 1;
            all.left += usize::from(labels.into_iter().flatten().any(is_left));
        }
        all
    }

    /// For the end of a run.
    pub(super) fn line(self) -> String {
        format!(
            "pages with a demanded question left that facts answer {}",
            share(self.left, self.pages)
        )
    }
}

/// How many controls hold something else in one state than in the other.
pub(super) fn changed(one: &State, other: &State) -> usize {
    let held = |state: &State, control: &str| {
        state.get(control).filter(|held| !is_blank(held)).cloned().unwrap_or_default()
    };
    let only_there = other.keys().filter(|control| !one.contains_key(*control));
    let all = one.keys().chain(only_there);
    all.filter(|control| held(one, control) != held(other, control)).count()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn state(value: &Value) -> &State {
        value.as_object().unwrap()
    }

    #[test]
    fn a_page_counts_where_one_demanded_answer_is_missing() {
        let case = json!({"expect": {
            "1": {"value": "Ann"}, "2": {"open": true, "why": "essay"}, "3": {"value": "No"},
        }});
        let demanded = ["1", "2"].map(str::to_owned);
        let held = json!({"1": "Ann", "2": "", "3": ""});
        let lacks = json!({"1": "", "2": "", "3": "No"});
        let forms =
            [Some((state(&held), demanded.as_slice())), Some((state(&lacks), &demanded)), None];
        let left = Left::of(forms.map(|form| (&case, form)).into_iter());
        assert_eq!(left, Left { left: 2, pages: 3 });
    }

    #[test]
    fn each_control_counts_once() {
        let case = json!({"page": "1.html", "persona": "ann", "expect": {
            "1": {"value": "Ann", "intent": "name"},
            "2": {"value": "Ann", "intent": "name"},
            "3": {"value": "Ann", "intent": "name"},
            "4": {"accept": ["None"], "blank_ok": true, "intent": "needs"},
            "5": {"open": true, "why": "consent", "intent": "consent"},
            "6": {"open": true, "why": "trap", "intent": "username"},
            "7": {"open": true, "why": "unknown fact", "intent": "name"},
        }});
        let held = json!({"1": "ann", "2": "Bob", "3": "", "4": "", "5": "checked", "7": "x"});
        let tally = Tally::of([(&case, Some(state(&held)))].into_iter());
        let expected = Counts { right: 2, blank: 1, wrong: 1, open: 1, kept: 1, filled: 2 };
        assert_eq!(tally.total, expected);
        assert_eq!(
            tally.summary(),
            ["answerable right 0.500 (2/4)", "filled right 0.250 (1/4)", "open filled 0.667 (2/3)"]
        );
        assert_eq!(
            tally.careless(),
            "filled that must stay open: consents 1 of 1, essays 0 of 0, traps 0 of 1"
        );
        let wrong: Vec<_> = tally.mistakes.iter().map(|mistake| mistake.control.as_str()).collect();
        assert_eq!(wrong, ["2", "5", "7"]);
        let unmeasured = Tally::of([(&case, None)].into_iter());
        assert_eq!((unmeasured.total.open, unmeasured.total.kept), (3, 3));
    }

    #[test]
    fn blank_is_as_good_as_missing_when_states_are_compared() {
        let one = json!({"1": "a", "2": "", "3": [], "4": "x"});
        let other = json!({"1": "a", "2": "b", "5": "new"});
        assert_eq!(changed(state(&one), state(&other)), 3);
        assert_eq!(changed(state(&one), state(&one)), 0);
    }
}
