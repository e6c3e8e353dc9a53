//! How predictions of roles compare with what people labelled: precision, recall, F1, confusions.
//!
//! Two measures. *Exact* wants a labelled token. *Slot* lets tokens count as equal that draw on the same
//! piece of a profile (`address-line1` and `street-address`), which is what a person would notice. Roles
//! of our own (`x-…`) count as none. A page is all right when no control on it is wrong or missed by slot.

use std::{collections::BTreeMap, fmt};

use agent_core::role::Role;
use serde_json::Value;

use super::figures::{part, share};

const NONE: &str = "none";

/// The piece of a profile that a token draws on, by the role that stands for it. Labels know some names that are
/// no roles.
pub(crate) fn slot(token: &str) -> &str {
    let role = match token {
        "block" => Some(Role::AddressLine2),
        "loginname" => Some(Role::Username),
        "password" => Some(Role::NewPassword),
        "postal-code-lookup" => Some(Role::PostalCode),
        other => Role::parse(other),
    };
    role.map_or(token, |role| role.slot().as_str())
}

/// Precision, recall and their harmonic mean.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Rate {
    pub(crate) precision: f64,
    pub(crate) recall: f64,
    pub(crate) f1: f64,
}

/// What a set of predictions is worth.
#[derive(Debug, Default)]
pub(crate) struct Score {
    pub(crate) pages: usize,
    pub(crate) pages_right: usize,
    /// Controls that people gave a role.
    pub(crate) labelled: usize,
    predicted: usize,
    exact: usize,
    by_slot: usize,
    /// Controls that were given a role though people gave none.
    pub(crate) touched: usize,
    /// Labelled controls that were not found right, and of these the ones that were left open.
    pub(crate) missed: usize,
    pub(crate) left_open: usize,
    /// By labelled role: found right by slot, labelled.
    pub(crate) roles: BTreeMap<String, (usize, usize)>,
    /// Labelled and predicted role, and how often.
    pub(crate) confusions: BTreeMap<(String, String), usize>,
    /// How sure and how right the roles were that were given.
    pub(crate) calibration: Calibration,
}

/// Above this a mistake is one that we were sure of.
const SURE: f64 = 0.8;
const BUCKETS: usize = 10;

/// How often a role that was given with some confidence is right.
#[derive(Debug, Default)]
pub(crate) struct Calibration {
    /// By tenths of confidence: roles given, of these right by slot, sum of their confidence.
    buckets: [(usize, usize, f64); BUCKETS],
    sure_mistakes: usize,
}

impl Calibration {
    fn add(&mut self, confidence: f64, is_right: bool) {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "confidence is between 0 and 1"
        )]
        let at = (confidence.clamp(0.0, 1.0) * 10.0) as usize;
        if let Some((given, right, sum)) = self.buckets.get_mut(at.min(BUCKETS - 1)) {
            *given += 1;
            *right += usize::from(is_right);
            *sum += confidence;
        }
        self.sure_mistakes += usize::from(!is_right && confidence > SURE);
    }

    fn given(&self) -> usize {
        self.buckets.iter().map(|(given, ..)| given).sum()
    }

    /// Wrong roles with a confidence above .8, of all that were given.
    pub(crate) fn sure_mistakes(&self) -> String {
        share(self.sure_mistakes, self.given())
    }

    /// Expected calibration error: how far confidence and share of right ones are apart, over tenths of confidence,
    /// weighed by their number (Naeini, Cooper and Hauskrecht 2015).
    #[expect(clippy::cast_precision_loss, reason = "counts are small")]
    pub(crate) fn error(&self) -> f64 {
        let apart = self.buckets.iter().map(|(_, right, sum)| (*right as f64 - sum).abs());
        apart.sum::<f64>() / self.given().max(1) as f64
    }

    /// Tenth of confidence, mean confidence, roles given, share of them that is right.
    pub(crate) fn rows(&self) -> impl Iterator<Item = [String; 4]> {
        let filled = self.buckets.iter().enumerate().filter(|(_, (given, ..))| *given > 0);
        filled.map(|(at, (given, right, sum))| {
            #[expect(clippy::cast_precision_loss, reason = "counts are small")]
            let mean = sum / *given as f64;
            [
                format!(
                    ".{at} to {}",
                    if at == 9 { "1".to_owned() } else { format!(".{}", at + 1) }
                ),
                format!("{mean:.3}"),
                given.to_string(),
                share(*right, *given),
            ]
        })
    }
}

impl fmt::Display for Calibration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for [bucket, mean, given, right] in self.rows() {
            writeln!(f, "confidence {bucket}: {given} roles, mean {mean}, right {right}")?;
        }
        writeln!(
            f,
            "expected calibration error {:.3}; sure and wrong {}",
            self.error(),
            self.sure_mistakes()
        )
    }
}

impl Score {
    /// Compares lines `{"file", "gold": {n: [role, …]}}` with lines `{"file", "pred": [{"n", "role"}]}`.
    pub(crate) fn new(gold: &[Value], predictions: &[Value]) -> Self {
        let by_file: BTreeMap<&str, &Value> =
            predictions.iter().map(|line| (part(line, "file"), line)).collect();
        let mut score = Self::default();
        for page in gold {
            score.page(page, by_file.get(part(page, "file")).copied());
        }
        score
    }

    pub(crate) fn exact(&self) -> Rate {
        self.rate(self.exact)
    }

    pub(crate) fn slot(&self) -> Rate {
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
        let predicted: BTreeMap<String, (&str, f64)> = prediction
            .and_then(|line| line.get("pred")?.as_array())
            .into_iter()
            .flatten()
            .map(|field| (number(field.get("n")), (role(field), confidence(field))))
            .collect();
        let mut all_right = prediction.is_some();
        for (n, wanted) in page.get("gold").and_then(Value::as_object).into_iter().flatten() {
            let wanted: Vec<&str> =
                wanted.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            let (got, confidence) = predicted.get(n).copied().unwrap_or((NONE, 0.0));
            let near = self.control(&wanted, got);
            if got != NONE {
                self.calibration.add(confidence, near);
            }
            all_right &= near;
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

fn confidence(field: &Value) -> f64 {
    field.get("confidence").and_then(Value::as_f64).unwrap_or_default()
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
        // Predictions without a confidence are sure of nothing.
        assert_eq!(score.calibration.sure_mistakes(), "0.000 (0/4)");
        assert!((score.calibration.error() - 0.75).abs() < 1e-9);
    }

    #[test]
    fn confidence_is_compared_with_what_is_right() {
        let mut calibration = Calibration::default();
        for (confidence, is_right) in [(0.95, true), (0.95, false), (1.0, true), (0.62, true)] {
            calibration.add(confidence, is_right);
        }
        assert_eq!(calibration.sure_mistakes(), "0.250 (1/4)");
        // Of the last tenth two of three are right, with 2.9 expected; of the seventh one, with .62 expected.
        assert!((calibration.error() - (0.9 + 0.38) / 4.0).abs() < 1e-9);
        let rows: Vec<[String; 4]> = calibration.rows().collect();
        assert_eq!(rows[0], [".6 to .7", "0.620", "1", "1.000 (1/1)"]);
        assert_eq!(rows[1], [".9 to 1", "0.967", "3", "0.667 (2/3)"]);
    }
}
