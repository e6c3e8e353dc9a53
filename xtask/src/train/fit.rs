//! Fits the weights of a log-linear model by FTRL-Proximal (McMahan et al. 2013, "Ad Click Prediction: a View from
//! the Trenches", algorithm 1), which makes most weights exactly zero.

use agent_core::{classify::learned::Choices, role::Role};

/// How weights are learned.
#[derive(Debug, Clone, Copy)]
pub(super) struct Settings {
    /// λ1: more makes more weights zero.
    pub(super) sparse: f32,
    /// λ2: more makes weights smaller.
    pub(super) small: f32,
    /// How often all examples are gone through.
    pub(super) rounds: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { sparse: 2.0, small: 1.0, rounds: 5 }
    }
}

/// α and β of the paper: the rate at which each weight learns.
const RATE: f32 = 0.15;
const SMOOTHING: f32 = 1.0;
/// Gradients below this change nothing.
const LEAST: f32 = 1e-4;
/// Where the order of the examples begins; any number but 0 would do.
const SEED: u64 = 12_345;

/// A labelled field.
#[derive(Debug, Clone, Default)]
pub(super) struct Example {
    /// What each choice is told by, and what speaks for it before.
    choices: Vec<(Vec<usize>, f32)>,
    /// Which choices are right; if none is, that it has no role.
    right: Vec<bool>,
}

impl Example {
    pub(super) fn new(choices: &Choices, is_right: impl Fn(Option<Role>) -> bool) -> Self {
        let choices = &choices.choices;
        let mut right: Vec<bool> = choices.iter().map(|choice| is_right(choice.role)).collect();
        if !right.contains(&true) {
            // To leave a field open is better than any wrong role.
            right = choices.iter().map(|choice| choice.role.is_none()).collect();
        }
        let told = choices.iter().map(|choice| (choice.told.clone(), choice.prior)).collect();
        Self { choices: told, right }
    }

    /// The share of each choice.
    pub(super) fn shares(&self, weights: &[f32]) -> Vec<f32> {
        self.shares_by(|number| weights.get(number).copied().unwrap_or_default())
    }

    fn shares_by(&self, weight: impl Fn(usize) -> f32) -> Vec<f32> {
        let scores: Vec<f32> = self
            .choices
            .iter()
            .map(|(told, prior)| prior + told.iter().map(|number| weight(*number)).sum::<f32>())
            .collect();
        let most = scores.iter().copied().fold(f32::MIN, f32::max);
        let powers: Vec<f32> = scores.iter().map(|score| (score - most).exp()).collect();
        let sum: f32 = powers.iter().sum();
        powers.into_iter().map(|power| power / sum).collect()
    }
}

/// What is known of each weight: `z` and `n` of the paper.
struct State {
    settings: Settings,
    sums: Vec<(f32, f32)>,
}

impl State {
    fn weight(&self, number: usize) -> f32 {
        let (z, n) = self.sums.get(number).copied().unwrap_or_default();
        if z.abs() <= self.settings.sparse {
            return 0.0;
        }
        let pull = (SMOOTHING + n.sqrt()) / RATE + self.settings.small;
        -(z - z.signum() * self.settings.sparse) / pull
    }

    fn learn(&mut self, number: usize, gradient: f32) {
        let weight = self.weight(number);
        if let Some((z, n)) = self.sums.get_mut(number) {
            let step = ((*n + gradient * gradient).sqrt() - n.sqrt()) / RATE;
            *z += gradient - step * weight;
            *n += gradient * gradient;
        }
    }
}

/// The weights that make the right choices likeliest.
pub(super) fn weights(examples: &[&Example], count: usize, settings: &Settings) -> Vec<f32> {
    let mut state = State { settings: *settings, sums: vec![(0.0, 0.0); count] };
    let mut order: Vec<&Example> =
        examples.iter().copied().filter(|example| example.choices.len() > 1).collect();
    let mut random = SEED;
    for _ in 0..settings.rounds {
        shuffle(&mut order, &mut random);
        for example in &order {
            let shares = example.shares_by(|number| state.weight(number));
            let of_right = shares.iter().zip(&example.right).filter(|(_, right)| **right);
            let sum = of_right.map(|(share, _)| share).sum::<f32>().max(1e-9);
            for (((told, _), share), right) in
                example.choices.iter().zip(&shares).zip(&example.right)
            {
                let gradient = if *right { share - share / sum } else { *share };
                if gradient.abs() >= LEAST {
                    told.iter().for_each(|number| state.learn(*number, gradient));
                }
            }
        }
    }
    (0..count).map(|number| state.weight(number)).collect()
}

/// Fisher–Yates by xorshift64: the same order on every machine.
fn shuffle<T>(items: &mut [T], random: &mut u64) {
    for last in (1..items.len()).rev() {
        *random ^= *random << 13;
        *random ^= *random >> 7;
        *random ^= *random << 17;
        let below = u64::try_from(last).map_or(1, |last| last + 1);
        items.swap(last, usize::try_from(*random % below).unwrap_or_default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example(choices: &[(&[usize], bool)]) -> Example {
        Example {
            choices: choices.iter().map(|(told, _)| (told.to_vec(), 0.0)).collect(),
            right: choices.iter().map(|(_, right)| *right).collect(),
        }
    }

    #[test]
    fn what_tells_right_from_wrong_gets_a_weight_and_what_does_not_gets_none() {
        // 0 stands with what is right, 1 with what is wrong, 2 with both.
        let all: Vec<Example> =
            (0..200).map(|_| example(&[(&[0, 2], true), (&[1, 2], false)])).collect();
        let settings = Settings { sparse: 1.0, small: 1.0, rounds: 5 };
        let found = weights(&all.iter().collect::<Vec<_>>(), 4, &settings);
        let [right, wrong, both, never] = found.as_slice() else { panic!("four weights") };
        assert!(*right > 0.5 && *wrong < -0.5, "{found:?}");
        assert!(both.abs() < f32::EPSILON && never.abs() < f32::EPSILON, "{found:?}");
        let shares = all[0].shares(&found);
        assert!(shares[0] > 0.8 && (shares.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{shares:?}");
    }

    #[test]
    fn the_same_examples_give_the_same_weights() {
        let all: Vec<Example> =
            (0..50).map(|n| example(&[(&[n % 3], n % 2 == 0), (&[3], n % 2 == 1)])).collect();
        let all: Vec<&Example> = all.iter().collect();
        let settings = Settings { sparse: 0.1, small: 1.0, rounds: 3 };
        assert_eq!(weights(&all, 4, &settings), weights(&all, 4, &settings));
    }
}
