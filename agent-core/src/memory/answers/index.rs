//! Which answers may be meant, found without looking at all of them.

use std::collections::{BTreeSet, HashMap};

use super::wording::{Told, Wording};

/// Letters of a piece of a word.
const GRAM: usize = 4;
/// Answers that are looked at closely.
const MOST: usize = 48;
/// Entries of the lists of pieces that are read, the shortest first.
const MOST_READ: usize = 20_000;

/// Answers by what their questions say, by position.
#[derive(Debug, Default)]
pub(super) struct Index {
    wholes: HashMap<String, Vec<usize>>,
    sayings: HashMap<String, Vec<usize>>,
    meanings: HashMap<String, Vec<usize>>,
    grams: HashMap<[char; GRAM], Vec<usize>>,
    akin: HashMap<u16, Vec<usize>>,
}

impl Index {
    pub(super) fn add(&mut self, at: usize, wording: &Wording, meaning: Option<String>) {
        self.wholes.entry(wording.whole.clone()).or_default().push(at);
        if let Some(saying) = wording.saying() {
            self.sayings.entry(saying).or_default().push(at);
        }
        if let Some(meaning) = meaning {
            self.meanings.entry(meaning).or_default().push(at);
        }
        for gram in grams(&wording.told) {
            self.grams.entry(gram).or_default().push(at);
        }
        for meaning in meanings(&wording.told) {
            self.akin.entry(meaning).or_default().push(at);
        }
    }

    /// Those that were asked in these words: to the letter, or but for words that say nothing.
    pub(super) fn by_words(&self, wording: &Wording) -> Vec<usize> {
        let whole = self.wholes.get(&wording.whole).into_iter().flatten().copied();
        let whole: Vec<usize> = whole.collect();
        if !whole.is_empty() {
            return whole;
        }
        let saying = wording.saying().and_then(|saying| self.sayings.get(&saying));
        saying.into_iter().flatten().copied().collect()
    }

    /// Those of this canonical meaning.
    pub(super) fn by_meaning(&self, meaning: &str) -> &[usize] {
        self.meanings.get(meaning).map_or(&[], Vec::as_slice)
    }

    /// Those that share most with a question, in letters of telling words and in meanings.
    pub(super) fn candidates(&self, wording: &Wording) -> Vec<usize> {
        let by_grams = grams(&wording.told);
        let by_grams = by_grams.iter().filter_map(|gram| Some((self.grams.get(gram)?, 1)));
        // What is one word counts as much as a word's pieces.
        let akin = meanings(&wording.told);
        let by_meaning = akin.iter().filter_map(|meaning| Some((self.akin.get(meaning)?, GRAM)));
        let mut lists: Vec<(&Vec<usize>, usize)> = by_grams.chain(by_meaning).collect();
        lists.sort_by_key(|(list, _)| list.len());
        let mut shared: HashMap<usize, usize> = HashMap::new();
        let mut read = 0;
        for (list, weight) in lists {
            read += list.len();
            if read > MOST_READ && !shared.is_empty() {
                break;
            }
            list.iter().for_each(|at| *shared.entry(*at).or_default() += weight);
        }
        let mut found: Vec<(usize, usize)> = shared.into_iter().collect();
        found.sort_by_key(|(at, count)| (std::cmp::Reverse(*count), *at));
        found.into_iter().take(MOST).map(|(at, _)| at).collect()
    }
}

/// The meanings of words, but for those that open questions, each once.
fn meanings(told: &[Told]) -> BTreeSet<u16> {
    told.iter().filter(|one| !one.opens).flat_map(|one| &one.akin).copied().collect()
}

/// Pieces of the words that tell, each once; a short word is one piece.
fn grams(told: &[Told]) -> Vec<[char; GRAM]> {
    let mut grams: Vec<[char; GRAM]> = Vec::new();
    for one in told.iter().filter(|one| !one.opens) {
        let mut letters: Vec<char> = one.stem.chars().collect();
        letters.resize(letters.len().max(GRAM), ' ');
        grams.extend(letters.windows(GRAM).filter_map(|window| window.first_chunk().copied()));
    }
    grams.sort_unstable();
    grams.dedup();
    grams
}
