//! The few digits of a number that pages show of it, to say which one they mean: `•••• 4321`, `ending in 4321`,
//! `4929 31•• ••••`. By themselves they would be found everywhere; they are told by what stands beside them.

use super::letters::{Letter, WALL, is_spaceless};
use crate::{
    language::{self, List},
    text::skeleton,
};

/// Digits that are shown of a number.
const SHOWN: std::ops::RangeInclusive<usize> = 3..=6;
/// Letters and digits that are shown of it.
const MAX_SHOWN: usize = 8;
/// What is shown is shorter than the number by so much at least.
const LEAST_HIDDEN: usize = 3;
/// Words before and after it that are looked at.
const BEFORE: usize = 5;
const AFTER: usize = 3;

/// Signs that stand for what is not shown: one of these is enough, of the others it takes two.
const MASKS: &[char] = &[
    '•', '●', '∙', '⁎', '∗', '＊', '✱', '✻', '○', '◦', '■', '▪', '█', '░', '▒', '⋯', '…', '⬤', '◉',
];
const MASKS_OF_TWO: &[char] = &['*', '·', '.', '#', '_', '-', '–', '—', '×', '?'];
/// The letter that does, twice.
const MASK_LETTER: char = 'x';

/// The numbers of which a part may be shown, and whose they are.
#[derive(Default)]
pub(super) struct Ends {
    numbers: Vec<(String, usize)>,
    words: Vec<String>,
}

impl Ends {
    /// Adds a number, as it is compared.
    pub(super) fn add(&mut self, number: String, known: usize) {
        if !self.numbers.iter().any(|(own, _)| *own == number) {
            self.numbers.push((number, known));
        }
    }

    /// Makes ready to be asked.
    pub(super) fn finish(&mut self) {
        self.words = language::words(List::EndsIn).iter().map(|word| skeleton(word)).collect();
    }

    /// Where a number's part stands around this run of digits, as positions among the letters.
    pub(super) fn find(
        &self,
        text: &[char],
        letters: &[Letter],
        run: (usize, usize),
        wanted: impl Fn(usize) -> bool,
    ) -> Option<(usize, usize, usize)> {
        if self.numbers.is_empty() {
            return None;
        }
        let parts = divided(text, letters, run);
        let mut runs = std::iter::once(run).chain(parts);
        runs.find_map(|run| {
            let (from, to) = run;
            let digits = letters.get(from..to)?.iter().filter(|letter| letter.c.is_ascii_digit());
            if !SHOWN.contains(&digits.count()) {
                return None;
            }
            let whole = with_letters(letters, run);
            [whole, run].into_iter().find_map(|place| self.part(text, letters, place, &wanted))
        })
    }

    /// Whether a part of a number stands just here.
    fn part(
        &self,
        text: &[char],
        letters: &[Letter],
        (from, to): (usize, usize),
        wanted: impl Fn(usize) -> bool,
    ) -> Option<(usize, usize, usize)> {
        let shown: String = letters.get(from..to)?.iter().map(|letter| letter.c).collect();
        let fits = |number: &&(String, usize)| {
            let is_part = number.0.len() >= shown.len() + LEAST_HIDDEN && wanted(number.1);
            let ends = || number.0.ends_with(&shown) && self.ends_here(text, letters, from, to);
            let begins = || number.0.starts_with(&shown) && is_masked_after(text, letters, to);
            is_part && shown.len() <= MAX_SHOWN && (ends() || begins())
        };
        self.numbers.iter().find(fits).map(|(_, known)| (from, to, *known))
    }

    /// Whether what stands beside says that a number ends so.
    fn ends_here(&self, text: &[char], letters: &[Letter], from: usize, to: usize) -> bool {
        is_masked_before(text, letters, from)
            || words(letters, from, BEFORE, true).iter().any(|word| self.says_end(word))
            || words(letters, to, AFTER, false).iter().any(|word| self.says_end(word))
    }

    fn says_end(&self, word: &str) -> bool {
        let unspaced = word.chars().any(is_spaceless);
        self.words.iter().any(|own| {
            if unspaced { word.contains(own.as_str()) } else { word.starts_with(own.as_str()) }
        })
    }
}

/// The parts of a run of digits between which something masks; none where nothing does.
fn divided(text: &[char], letters: &[Letter], (from, to): (usize, usize)) -> Vec<(usize, usize)> {
    let mut parts = Vec::new();
    let mut first = from;
    for (at, pair) in (from + 1..to).zip(letters.get(from..to).unwrap_or_default().windows(2)) {
        if let [before, after] = pair
            && masks_between(text, before.at + 1, after.at)
        {
            parts.push((first, at));
            first = at;
        }
    }
    if first > from {
        parts.push((first, to));
    }
    parts
}

/// A run of digits with the letters right beside it, but for those that mask.
fn with_letters(letters: &[Letter], (from, to): (usize, usize)) -> (usize, usize) {
    let is_own = |at: usize| letters.get(at).is_some_and(|letter| letter.c.is_ascii_alphanumeric());
    let goes_on = |at: usize| letters.get(at).is_some_and(|letter| !letter.after_gap);
    let (mut first, mut last) = (from, to);
    while first > 0 && goes_on(first) && is_own(first - 1) {
        first -= 1;
    }
    while goes_on(last) && is_own(last) {
        last += 1;
    }
    while first < from && letters.get(first).is_some_and(|letter| letter.c == MASK_LETTER) {
        first += 1;
    }
    (first, last)
}

/// Whether signs or letters that mask stand right before a letter.
fn is_masked_before(text: &[char], letters: &[Letter], at: usize) -> bool {
    let Some(here) = letters.get(at) else { return false };
    let before = at.checked_sub(1).and_then(|before| letters.get(before));
    let from = before.map_or(0, |before| before.at + 1);
    let of_letters = letters.get(at.saturating_sub(2)..at).is_some_and(masks);
    masks_between(text, from, here.at) || of_letters
}

/// Whether such stand right after it.
fn is_masked_after(text: &[char], letters: &[Letter], to: usize) -> bool {
    let Some(last) = to.checked_sub(1).and_then(|last| letters.get(last)) else { return false };
    let until = letters.get(to).map_or(text.len(), |next| next.at);
    let of_letters = letters.get(to..to + 2).is_some_and(masks);
    masks_between(text, last.at + 1, until) || of_letters
}

fn masks(letters: &[Letter]) -> bool {
    letters.len() == 2 && letters.iter().all(|letter| letter.c == MASK_LETTER)
}

fn masks_between(text: &[char], from: usize, to: usize) -> bool {
    let between = text.get(from..to).unwrap_or_default();
    between.iter().any(|c| MASKS.contains(c))
        || between.iter().filter(|c| MASKS_OF_TWO.contains(c)).count() > 1
}

/// The nearest words before or after a place.
fn words(letters: &[Letter], at: usize, count: usize, before: bool) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut place = at;
    let mut word = String::new();
    loop {
        let next = if before { place.checked_sub(1) } else { Some(place) };
        let letter = next.and_then(|next| letters.get(next)).filter(|letter| letter.c != WALL);
        let Some(letter) = letter else { break };
        if before {
            word.insert(0, letter.c);
            place -= 1;
        } else {
            if letter.after_gap && !word.is_empty() {
                found.push(std::mem::take(&mut word));
            }
            word.push(letter.c);
            place += 1;
        }
        if before && letter.after_gap {
            found.push(std::mem::take(&mut word));
        }
        if found.len() >= count {
            break;
        }
    }
    found.push(word);
    found.truncate(count);
    found
}
