//! Weights that were learned from labelled pages: what the evidence for each role is worth, and when a field
//! rather asks for nothing.
//!
//! A log-linear model (softmax) over [`super::told`]. The candidates of a field are none and the roles that the rules
//! found something for; the weights choose among them and find nothing themselves. Their share is the confidence,
//! which cross-validation measures (docs/ACCURACY.md). A role by which Vaulty is more careful they never take away.
//! `cargo xtask train` writes the table.

use std::{collections::HashMap, fmt, sync::OnceLock};

use shared_types::Observation;

use super::{
    field::Reading,
    form::forms,
    told::{Fact, Roles, Support, Told},
};
use crate::role::Role;

/// The table: a line for each thing told, see [`Weights::parse`].
const TABLE: &str = include_str!("learned.txt");
/// A role is given when its share is at least this: what is wrong costs more than what is left open.
const ENOUGH: f32 = 0.50;
/// What the shares are raised to: the variants that are learned from, too, are harder than pages are, and make the
/// weights too careful for pages as they are (by cross-validation).
const SHARPER: f32 = 1.1;
/// How far the rules' own confidence counts beside the weights, and how sure it counts at least and at most.
const PRIOR: f32 = 0.5;
const LEAST_SURE: f32 = 0.5;
const MOST_SURE: f32 = 0.97;
const LEAST_PRIOR: f32 = 0.5;

/// One of the things that a field may be.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// The role; `None` is that it has none.
    pub role: Option<Role>,
    /// What speaks for it before any weight: the log odds of the rules' confidence.
    pub prior: f32,
    /// Numbers of the things told of it, below [`count`].
    pub told: Vec<usize>,
}

/// What a field may be, with what is told of each.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Choices {
    /// What the rules say.
    pub verdict: Option<Role>,
    /// How sure the rules are.
    pub confidence: f32,
    freedom: Freedom,
    /// None first.
    pub choices: Vec<Choice>,
}

/// A thing told: of a role, or of a field, for its having none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    Role(Support),
    None(Fact),
}

/// Learned weights.
#[derive(Debug, Default)]
pub(super) struct Weights {
    weights: HashMap<Key, f32>,
}

impl Weights {
    fn shipped() -> &'static Weights {
        static WEIGHTS: OnceLock<Weights> = OnceLock::new();
        WEIGHTS.get_or_init(|| Weights::parse(TABLE).unwrap_or_default())
    }

    /// Reads `role: WHAT IS TOLD: WEIGHT` and `none: WHAT IS TOLD: WEIGHT` lines. `#` begins a comment.
    fn parse(text: &str) -> Result<Self, String> {
        let keys: HashMap<String, Key> = keys().map(|key| (key.to_string(), key)).collect();
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let weight = |line: &str| {
            let (name, weight) = line.rsplit_once(": ")?;
            let weight = weight.parse::<f32>().ok().filter(|weight| weight.is_finite())?;
            Some((*keys.get(name)?, weight))
        };
        let wrong = |line| format!("not a line of weights: {line}");
        let weights = lines.map(|line| weight(line).ok_or_else(|| wrong(line)));
        Ok(Self { weights: weights.collect::<Result<_, _>>()? })
    }

    /// The share of each candidate, in the order of [`candidates`].
    fn shares(&self, told: &Told, reading: &Reading) -> Vec<(Option<Role>, f32)> {
        let mut scores = candidates(told, reading);
        for (role, score) in &mut scores {
            *score += keys_of(*role, told).filter_map(|key| self.weights.get(&key)).sum::<f32>();
        }
        softmax(&mut scores);
        scores
    }
}

/// What is told of one outcome.
fn keys_of(role: Option<Role>, told: &Told) -> impl Iterator<Item = Key> {
    let facts = told.facts.iter().filter(move |_| role.is_none()).map(|fact| Key::None(*fact));
    let support = told.support.iter().filter(move |(of, _)| *of == role);
    facts.chain(support.flat_map(|(_, told)| told).map(|one| Key::Role(*one)))
}

/// What a field may be, none first, each with what speaks for it before any weight.
fn candidates(told: &Told, reading: &Reading) -> Vec<(Option<Role>, f32)> {
    let (verdict, confidence) = reading.verdict();
    let sure = confidence.clamp(LEAST_SURE, MOST_SURE);
    let prior = PRIOR * (sure / (1.0 - sure)).ln().max(LEAST_PRIOR);
    let named = told.support.iter().map(|(role, _)| *role).filter(Option::is_some);
    std::iter::once(None)
        .chain(named)
        .map(|role| (role, if role == verdict { prior } else { 0.0 }))
        .collect()
}

fn softmax(scores: &mut [(Option<Role>, f32)]) {
    let most = scores.iter().map(|(_, score)| *score).fold(f32::MIN, f32::max);
    scores.iter_mut().for_each(|(_, score)| *score = (*score - most).exp());
    let sum: f32 = scores.iter().map(|(_, score)| *score).sum();
    scores.iter_mut().for_each(|(_, score)| *score /= sum.max(f32::MIN_POSITIVE));
}

/// What is chosen: roles that draw on the same part of a profile are chosen together. Which of them it is the rules
/// know best, if they chose one of them, else the likeliest.
fn choose(shares: &[(Option<Role>, f32)], verdict: Option<Role>) -> (Option<Role>, f32) {
    let none: f32 = shares.iter().filter(|(role, _)| is_none(*role)).map(|(_, share)| share).sum();
    let mut best: (Option<Role>, f32) = (None, 0.0);
    for (role, share) in shares.iter().filter(|(role, _)| !is_none(*role)) {
        let Some(role) = role else { continue };
        let of_slot = |(other, _): &&(Option<Role>, f32)| {
            other.is_some_and(|other| other.slot() == role.slot())
        };
        let slot = || shares.iter().filter(of_slot);
        let all: f32 = slot().map(|(_, share)| share).sum();
        let is_first = slot().all(|(_, other)| other <= share);
        if is_first && all > best.1 {
            best = (Some(*role), all);
        }
    }
    let (role, share) = best;
    if share < ENOUGH || share <= none {
        return (None, 1.0 - share);
    }
    let same = verdict.filter(|verdict| role.is_some_and(|role| role.slot() == verdict.slot()));
    (same.or(role), share)
}

/// What the weights may change of the rules' verdict.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Freedom {
    /// Nothing: no label speaks of such roles, or the page contradicts itself.
    #[default]
    Nothing,
    /// How sure it is: the shape of the form decided it, or the rules found nothing; or the role guards the field, and
    /// what may be a card, a password, a code or an identity is not for a planner to fill with something else.
    Confidence,
    /// That, and what it is.
    All,
}

impl Freedom {
    fn of(reading: &Reading) -> Self {
        match reading.role() {
            Some(role) if !role.is_standard() => Self::Nothing,
            _ if reading.is_contradicted() => Self::Nothing,
            Some(role) if !reading.is_settled() && !role.guards() => Self::All,
            _ => Self::Confidence,
        }
    }

    /// The role and how sure it is, by the rules' verdict and the shares of all candidates.
    fn judge(
        self,
        verdict: Option<Role>,
        confidence: f32,
        shares: &[(Option<Role>, f32)],
    ) -> (Option<Role>, f32) {
        match self {
            Self::Nothing => (verdict, confidence),
            // What was sure enough to be acted on stays so, and nothing else becomes so by this.
            Self::Confidence if confidence < ENOUGH => (verdict, confidence),
            Self::Confidence => (verdict, share_of(verdict, &sharpened(shares)).max(ENOUGH)),
            Self::All => choose(&sharpened(shares), verdict),
        }
    }
}

fn sharpened(shares: &[(Option<Role>, f32)]) -> Vec<(Option<Role>, f32)> {
    let powers = shares.iter().map(|(role, share)| (*role, share.powf(SHARPER)));
    let powers: Vec<(Option<Role>, f32)> = powers.collect();
    let sum: f32 = powers.iter().map(|(_, power)| power).sum();
    powers.into_iter().map(|(role, power)| (role, power / sum.max(f32::MIN_POSITIVE))).collect()
}

/// The share of a role and of those that draw on the same.
fn share_of(role: Option<Role>, shares: &[(Option<Role>, f32)]) -> f32 {
    let is_same = |other: Option<Role>| match role {
        Some(role) => other.is_some_and(|other| other.slot() == role.slot()),
        None => is_none(other),
    };
    shares.iter().filter(|(other, _)| is_same(*other)).map(|(_, share)| share).sum()
}

impl Choices {
    /// The role and how sure it is, by the share of each choice.
    pub fn judge(&self, shares: &[f32]) -> (Option<Role>, f32) {
        let roles = self.choices.iter().map(|choice| choice.role);
        let shares: Vec<(Option<Role>, f32)> = roles.zip(shares.iter().copied()).collect();
        self.freedom.judge(self.verdict, self.confidence, &shares)
    }
}

/// Whether an outcome is nothing of what people labelled: roles of our own count as none there.
pub fn is_none(role: Option<Role>) -> bool {
    role.is_none_or(|role| !role.is_standard())
}

/// Weighs what was read and settled, of all fields of a page. Fields that ask for something of which no label
/// speaks keep what the rules say.
pub(super) fn weigh(observation: &Observation, readings: &mut [Reading]) {
    let weights = Weights::shipped();
    let mut weighed = Vec::new();
    for_each(observation, readings, |at, reading, tell| {
        let freedom = Freedom::of(reading);
        if freedom != Freedom::Nothing {
            let (verdict, confidence) = reading.verdict();
            let shares = weights.shares(&tell(), reading);
            weighed.push((at, freedom.judge(verdict, confidence, &shares)));
        }
    });
    for (at, (role, confidence)) in weighed {
        if let Some(reading) = readings.get_mut(at) {
            reading.weigh(role, confidence);
        }
    }
}

fn for_each(
    observation: &Observation,
    readings: &[Reading],
    mut each: impl FnMut(usize, &Reading, &dyn Fn() -> Told),
) {
    for form in forms(&observation.fields) {
        let roles = Roles::of(&form, readings);
        for (nth, &at) in form.fields.iter().enumerate() {
            let is_seen =
                observation.fields.get(at).is_none_or(|field| field.visible != Some(false));
            if let Some(reading) = readings.get(at) {
                each(at, reading, &|| Told::of(nth, &roles, reading, is_seen));
            }
        }
    }
}

/// What the fields of a page may be, to learn from. Fields whose role the weights leave alone have no choices.
pub(super) fn choices(observation: &Observation, readings: &[Reading]) -> Vec<Choices> {
    let numbers: HashMap<Key, usize> = keys().zip(0..).collect();
    let mut all = vec![Choices::default(); observation.fields.len()];
    for_each(observation, readings, |at, reading, tell| {
        let Some(place) = all.get_mut(at) else { return };
        let (verdict, confidence) = reading.verdict();
        let told = tell();
        let choice = |(role, prior)| {
            let told = keys_of(role, &told).filter_map(|key| numbers.get(&key).copied());
            Choice { role, prior, told: told.collect() }
        };
        let freedom = Freedom::of(reading);
        let choices = match freedom {
            Freedom::Nothing => vec![],
            _ => candidates(&told, reading).into_iter().map(choice).collect(),
        };
        *place = Choices { verdict, confidence, freedom, choices };
    });
    all
}

fn keys() -> impl Iterator<Item = Key> {
    Support::all().map(Key::Role).chain(Fact::all().map(Key::None))
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Key::Role(support) => write!(f, "role: {support}"),
            Key::None(fact) => write!(f, "none: {fact}"),
        }
    }
}

/// How many weights there are.
pub fn count() -> usize {
    keys().count()
}

/// The table for these weights, by number; those of zero are left out.
pub fn table(weights: &[f32]) -> String {
    let is_zero = |text: &str| matches!(text, "0.00" | "-0.00");
    let lines = keys().zip(weights).map(|(key, weight)| (key, format!("{weight:.2}")));
    lines
        .filter(|(_, weight)| !is_zero(weight))
        .map(|(key, weight)| format!("{key}: {weight}\n"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_read_whole_and_says_what_it_says() {
        let weights = Weights::parse(TABLE).expect("every line is of weights");
        assert!(weights.weights.len() > 50);
        let number = |key| weights.weights.get(&key).copied().unwrap_or_default();
        let numbers: Vec<f32> = keys().map(number).collect();
        let comments: String = TABLE
            .lines()
            .filter(|line| line.starts_with('#'))
            .fold(String::new(), |all, line| all + line + "\n");
        assert_eq!(comments + &table(&numbers), TABLE, "write it with `cargo xtask train`");
    }

    #[test]
    fn what_is_no_table_is_refused_with_its_line() {
        for line in ["role: top", "role: no such thing: 1", "none: any: x"] {
            assert!(Weights::parse(line).is_err_and(|error| error.ends_with(line)), "{line}");
        }
    }

    #[test]
    fn roles_of_one_slot_are_chosen_together_and_what_is_thin_stays_open() {
        let check = |shares: &[(Option<Role>, f32)], verdict, expected: (Option<Role>, f32)| {
            let (role, share) = choose(shares, verdict);
            assert_eq!(role, expected.0);
            assert!((share - expected.1).abs() < 1e-6, "{share}");
        };
        let (street, line, email) = (Role::StreetAddress, Role::AddressLine1, Role::Email);
        let some = |role, share| (Some(role), share);
        let lines = [(None, 0.1), some(email, 0.35), some(street, 0.3), some(line, 0.25)];
        check(&lines, None, (Some(street), 0.55));
        check(&lines, Some(line), (Some(line), 0.55));
        check(&[(None, 0.6), some(email, 0.4)], Some(email), (None, 0.6));
        check(&[(None, 0.35), some(email, 0.36), some(Role::Tel, 0.29)], Some(email), (None, 0.64));
        check(&[(None, 1.0)], None, (None, 1.0));
    }

    #[test]
    fn the_weights_change_what_they_may() {
        let shares = [(None, 0.1), (Some(Role::Email), 0.7), (Some(Role::Tel), 0.2)];
        for (freedom, verdict, expected) in [
            (Freedom::Nothing, Some(Role::Tel), (Some(Role::Tel), 0.9)),
            (Freedom::Confidence, Some(Role::Tel), (Some(Role::Tel), ENOUGH)),
            (Freedom::Confidence, Some(Role::Email), (Some(Role::Email), 0.73)),
            (Freedom::Confidence, None, (None, ENOUGH)),
            (Freedom::All, Some(Role::Tel), (Some(Role::Email), 0.73)),
        ] {
            let (role, share) = freedom.judge(verdict, 0.9, &shares);
            assert_eq!(role, expected.0, "{freedom:?} {verdict:?}");
            assert!((share - expected.1).abs() < 1e-3, "{freedom:?} {verdict:?}: {share}");
        }
    }
}
