//! Whether remembered questions are found again in other words, and nothing that only sounds like them.

#![expect(clippy::cast_precision_loss, reason = "counts of lines are small")]

#[path = "memory/score.rs"]
mod score;

use score::{Sets, Tally};

/// What is found of the lines that rules were made with, and of those that were kept back, at least.
const FOUND: [f64; 2] = [0.97, 0.92];

/// The share of the pairs that were written by somebody else whose answer is found, at least.
const FOUND_OF_BLIND: f64 = 0.32;

/// What of the lines that were written by somebody else is filled with another answer, or with a trap's: at most.
const WRONG_OF_BLIND: [usize; 2] = [1, 1];

#[test]
fn of_what_somebody_else_wrote_as_much_is_found_as_was_and_no_more_is_wrong() {
    let sets = Sets::blind();
    assert!(sets.pairs.len() >= 200 && sets.traps.len() >= 100);
    println!("{}", sets.report());
    let sum = |lines, wrong: fn(&Tally) -> usize| -> usize {
        [false, true].map(|held_back| wrong(&sets.tally(lines, held_back))).iter().sum()
    };
    let found = sum(&sets.pairs, |tally| tally.found);
    let share = found as f64 / sets.pairs.len() as f64;
    assert!(share >= FOUND_OF_BLIND, "{found} found: {share:.3}");
    let pairs = sum(&sets.pairs, |tally| tally.wrong_filled);
    let traps = sum(&sets.traps, |tally| tally.filled + tally.wrong_filled);
    assert!(
        [pairs, traps].iter().zip(WRONG_OF_BLIND).all(|(now, was)| *now <= was),
        "{pairs} {traps}"
    );
}

#[test]
fn questions_are_found_again_and_traps_are_not() {
    let sets = Sets::ours();
    assert!(sets.pairs.len() >= 200 && sets.traps.len() >= 100);
    println!("{}", sets.report());
    for (is_held_back, least) in [false, true].into_iter().zip(FOUND) {
        let Tally { found, wrong_filled, .. } = sets.tally(&sets.pairs, is_held_back);
        assert_eq!(wrong_filled, 0, "filled with another answer");
        let share = sets.tally(&sets.pairs, is_held_back).of_kept();
        assert!(share >= least, "{found} found: {share:.3}");
        let traps = sets.tally(&sets.traps, is_held_back);
        assert_eq!((traps.found, traps.wrong_filled), (0, 0), "traps");
    }
}
