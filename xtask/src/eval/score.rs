//! How predictions of roles compare with what people labelled: precision, recall, F1, confusions.
//!
//! Two measures. *Exact* wants a labelled token. *Slot* lets tokens count as equal that draw on the same
//! piece of a profile (`address-line1` and `street-address`), which is what a person would notice. Roles
//! of our own (`x-…`) count as none. A page is all right when no control on it is wrong or missed by slot.

use std::collections::BTreeMap;

use serde_json::Value;

use super::figures::part;

/// Tokens that draw on the same piece of a profile, by the piece.
const SLOTS: &[(&str, &[&str])] = &[
    ("street", &["address-line1", "street-address", "street", "address-streetname"]),
    (
        "line 2",
        &[
            "address-line2",
            "apartment",
            "floor",
            "building",
            "stair",
            "block",
            "address-extra",
            "address-line3",
            "address-extra-housesuffix",
        ],
    ),
    ("country", &["country", "country-name"]),
    ("tel", &["tel", "tel-national", "tel-local"]),
    (
        "postal-code",
        &["postal-code", "postal-code-lookup", "postal-code-and-city", "postal-code-or-suburb"],
    ),
    ("cc-name", &["cc-name", "cc-given-name", "cc-family-name", "cc-additional-name"]),
    ("username", &["username", "loginname"]),
    ("password", &["new-password", "current-password", "password"]),
];

const NONE: &str = "none";

fn slot(token: &str) -> &str {
    SLOTS.iter().find(|(_, tokens)| tokens.contains(&token)).map_or(token, |(slot, _)| slot)
}

/// Precision, recall and their harmonic mean.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Rate {
    pub(super) precision: f64,
    pub(super) recall: f64,
    pub(super) f1: f64,
}

/// What a set of predictions is worth.
#[derive(Debug, Default)]
pub(super) struct Score {
    pub(super) pages: usize,
    pub(super) pages_right: usize,
    /// Controls that people gave a role.
    pub(super) labelled: usize,
    predicted: usize,
    exact: usize,
    by_slot: usize,
    /// Controls that were given a role though people gave none.
    pub(super) touched: usize,
    /// Labelled controls that were not found right, and of these the ones that were left open.
    pub(super) missed: usize,
    pub(super) left_open: usize,
    /// By labelled role: found right by slot, labelled.
    pub(super) roles: BTreeMap<String, (usize, usize)>,
    /// Labelled and predicted role, and how often.
    pub(super) confusions: BTreeMap<(String, String), usize>,
}

impl Score {
    /// Compares lines `{"file", "gold": {n: [role, …]}}` with lines `{"file", "pred": [{"n", "role"}]}`.
    pub(super) fn new(gold: &[Value], predictions: &[Value]) -> Self {
        let by_file: BTreeMap<&str, &Value> =
            predictions.iter().map(|line| (part(line, "file"), line)).collect();
        let mut score = Self::default();
        for page in gold {
            score.page(page, by_file.get(part(page, "file")).copied());
        }
        score
    }

    pub(super) fn exact(&self) -> Rate {
        self.rate(self.exact)
    }

    pub(super) fn slot(&self) -> Rate {
        self.rate(self.by_slot)
    }

    fn rate(&self, hits: usize) -> Rate {
        #[expect(clippy::cast_precision_loss, reason = "counts are small")]
        let share = |of: usize| if of == 0 { 0.0 } else { hits as f64 / of as f64 };
        let (precision, recall) = (share(self.predicted), share(self.labelled));
        let sum = precision + recall;
        Rate { precision, recall, f1: if sum > 0.0 { 2.0 * precision * recall / sum } else { 0.0 } }
    }

    fn page(&mut self, page: &Value, prediction: Option<&Value>) {
        let predicted: BTreeMap<String, &str> = prediction
            .and_then(|line| line.get("pred")?.as_array())
            .into_iter()
            .flatten()
            .map(|field| (number(field.get("n")), role(field)))
            .collect();
        let mut all_right = prediction.is_some();
        for (n, wanted) in page.get("gold").and_then(Value::as_object).into_iter().flatten() {
            let wanted: Vec<&str> =
                wanted.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            all_right &= self.control(&wanted, predicted.get(n).copied().unwrap_or(NONE));
        }
        self.pages += 1;
        self.pages_right += usize::from(all_right);
    }

    fn control(&mut self, wanted: &[&str], got: &str) -> bool {
        let labelled = wanted != [NONE];
        let exact = wanted.contains(&got);
        let near = exact || wanted.iter().any(|token| slot(token) == slot(got));
        self.predicted += usize::from(got != NONE);
        self.touched += usize::from(!labelled && got != NONE);
        let first = wanted.first().copied().unwrap_or(NONE);
        if labelled {
            self.labelled += 1;
            self.exact += usize::from(exact);
            self.by_slot += usize::from(near);
            self.missed += usize::from(!near);
            self.left_open += usize::from(!near && got == NONE);
            let (right, all) = self.roles.entry(first.to_owned()).or_default();
            *right += usize::from(near);
            *all += 1;
        }
        if !near {
            *self.confusions.entry((first.to_owned(), got.to_owned())).or_default() += 1;
        }
        near
    }
}

fn number(n: Option<&Value>) -> String {
    match n {
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
        None => String::new(),
    }
}

fn role(field: &Value) -> &str {
    Some(part(field, "role"))
        .filter(|role| !role.is_empty() && !role.starts_with("x-"))
        .unwrap_or(NONE)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn predictions_are_compared() {
        let gold = [
            json!({"file": "a", "gold": {"1": ["email"], "2": ["address-line1"], "3": ["none"]}}),
            json!({"file": "b", "gold": {"1": ["tel", "tel-national"], "2": ["name"]}}),
            json!({"file": "c", "gold": {"1": ["email"]}}),
        ];
        let predictions = [
            json!({"file": "a", "pred": [{"n": "1", "role": "email"}, {"n": 2, "role": "street-address"},
                {"n": "3", "role": "x-search"}]}),
            json!({"file": "b", "pred": [{"n": "1", "role": "tel-national"}, {"n": "2", "role": "email"}]}),
        ];
        let score = Score::new(&gold, &predictions);
        assert_eq!((score.pages, score.pages_right, score.labelled, score.touched), (3, 1, 5, 0));
        assert_eq!((score.exact, score.by_slot, score.predicted), (2, 3, 4));
        assert_eq!((score.missed, score.left_open), (2, 1));
        assert!((score.slot().precision - 0.75).abs() < 1e-9);
        assert!((score.slot().recall - 0.6).abs() < 1e-9);
        assert_eq!(score.roles.get("email"), Some(&(1, 2)));
        let confused = score.confusions.get(&("name".to_owned(), "email".to_owned()));
        assert_eq!(confused, Some(&1));
        assert!((Score::new(&[], &[]).exact().f1).abs() < 1e-9);
    }
}
