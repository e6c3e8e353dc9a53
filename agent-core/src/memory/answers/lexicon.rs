//! The words of a language by which remembered questions are told apart or found again.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    sync::{LazyLock, OnceLock},
};

use crate::language::{self, LANGUAGES, List};

/// Letters that a stem has at least.
const SHORTEST_STEM: usize = 3;
/// Letters of a stem up to which forms of a word are told from other words.
const SHORT_STEM: usize = 4;
/// Letters from which on a word of these languages stands for what begins with it: compounds.
const SHORTEST_HEAD: usize = 5;
/// Letters that a unit within a compound has at least.
const SHORTEST_UNIT: usize = 4;
const COMPOUNDING: &[&str] = &["de", "nl", "da", "sv", "nb", "fi", "hu"];

/// A phrase of a list.
#[derive(Debug)]
pub(super) struct Phrase {
    /// Its words, as they are compared.
    words: Vec<String>,
    /// What it is compared as.
    class: &'static str,
    /// Its one word, where it is one.
    single: Option<&'static str>,
    /// Whether others of its stem are something else: *hijo* and *hija*.
    is_contested: bool,
}

/// What words are compared as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Found {
    /// That.
    pub(super) class: &'static str,
    /// How many words that is.
    pub(super) length: usize,
    /// Whether it is all that they say.
    pub(super) is_all: bool,
    /// Whether they are words of the list or forms of these, and share more than a stem with them.
    pub(super) is_said: bool,
}

/// Phrases by their first words, each with the number of its meaning.
type Meanings = HashMap<String, Vec<(&'static str, Vec<String>, u16)>>;

/// Phrases of a list by their first words.
#[derive(Debug, Default)]
pub(super) struct Phrases(HashMap<String, Vec<Phrase>>);

/// The words of a language.
#[derive(Debug)]
pub(super) struct Lexicon {
    pub(super) alike: Phrases,
    tag: &'static str,
    akin: OnceLock<Meanings>,
    pub(super) somebody: Phrases,
    pub(super) measure: Phrases,
    pub(super) time: Phrases,
    pub(super) amount: Phrases,
    pub(super) not: HashSet<&'static str>,
    pub(super) question_words: HashSet<&'static str>,
    pub(super) before_organisation: HashSet<&'static str>,
    /// Of the words of each line a question says one, of some at its end.
    opposed: Vec<(bool, Vec<&'static str>)>,
    light: HashSet<String>,
    holding: HashSet<&'static str>,
    endings: Vec<&'static str>,
    is_compounding: bool,
}

/// Each is made when it is first needed.
static ALL: LazyLock<Vec<(&'static str, OnceLock<Lexicon>)>> =
    LazyLock::new(|| LANGUAGES.iter().map(|language| (language.tag, OnceLock::new())).collect());

/// That of a language, by its primary tag; of an unknown one English.
pub(super) fn of(tag: &str) -> Option<&'static Lexicon> {
    let find = |tag: &str| ALL.iter().find(|(own, _)| *own == tag);
    let (tag, lexicon) = find(tag).or_else(|| find("en"))?;
    Some(lexicon.get_or_init(|| Lexicon::new(tag)))
}

impl Lexicon {
    fn new(tag: &'static str) -> Self {
        let words = |list: List| language::words_of(&[tag], list);
        let mut endings = words(List::Ending);
        endings.sort_by_key(|ending| std::cmp::Reverse(ending.len()));
        let mut lexicon = Self {
            alike: Phrases::default(),
            tag,
            akin: OnceLock::new(),
            somebody: Phrases::default(),
            measure: Phrases::default(),
            time: Phrases::default(),
            amount: Phrases::default(),
            not: words(List::Not).into_iter().chain(words(List::Negates)).collect(),
            question_words: words(List::QuestionWord).into_iter().collect(),
            before_organisation: words(List::BeforeOrganisation).into_iter().collect(),
            opposed: [(false, List::Opposed), (true, List::OpposedAtEnd)]
                .into_iter()
                .flat_map(|(at_end, list)| {
                    language::rows_of(tag, list).map(move |row| (at_end, row))
                })
                .collect(),
            light: HashSet::new(),
            holding: words(List::FunctionWord).into_iter().collect(),
            endings,
            is_compounding: COMPOUNDING.contains(&tag),
        };
        lexicon.light = words(List::LightWord).iter().map(|word| lexicon.stem(word)).collect();
        lexicon.alike = lexicon.phrases(tag, List::Alike, 0);
        // The first word of these is what they are compared as, in every language.
        let skipped = usize::from(tag != "en");
        lexicon.somebody = lexicon.phrases(tag, List::Somebody, skipped);
        lexicon.measure = lexicon.phrases(tag, List::Measure, skipped);
        lexicon.time = lexicon.phrases(tag, List::TimeOf, skipped);
        lexicon.amount = lexicon.phrases(tag, List::AmountOf, skipped);
        lexicon
    }

    fn phrases(&self, tag: &'static str, list: List, skipped: usize) -> Phrases {
        let mut phrases = Phrases::default();
        for row in language::rows_of(tag, list) {
            let Some(class) = row.first().copied() else { continue };
            // What a row begins with may be said in this language as well.
            let own = row.iter().skip(skipped.min(row.len().saturating_sub(1)));
            for phrase in own {
                let words: Vec<String> = phrase.split(' ').map(|word| self.stem(word)).collect();
                if let Some(first) = words.first() {
                    let single = (words.len() == 1).then_some(*phrase);
                    let of_word = phrases.0.entry(first.clone()).or_default();
                    of_word.push(Phrase { words, class, single, is_contested: false });
                }
            }
        }
        for of_word in phrases.0.values_mut() {
            of_word.sort_by_key(|phrase| std::cmp::Reverse(phrase.words.len()));
            let single = of_word.iter().filter(|phrase| phrase.single.is_some());
            let is_contested = single.map(|phrase| phrase.class).collect::<BTreeSet<_>>().len() > 1;
            of_word.iter_mut().for_each(|phrase| phrase.is_contested = is_contested);
        }
        phrases
    }

    fn meanings(&self) -> Meanings {
        let mut meanings = Meanings::new();
        for (meaning, row) in language::akin(self.tag) {
            for phrase in row {
                let words: Vec<String> = phrase.split(' ').map(|word| self.stem(word)).collect();
                if let Some(first) = words.first() {
                    meanings.entry(first.clone()).or_default().push((phrase, words, meaning));
                }
            }
        }
        meanings
    }

    /// A word without what its language ends words with.
    pub(super) fn stem(&self, word: &str) -> String {
        let fits = |ending: &&&str| {
            let rest = word.strip_suffix(**ending);
            rest.is_some_and(|rest| rest.chars().count() >= SHORTEST_STEM)
        };
        let ending = self.endings.iter().find(fits).copied().unwrap_or_default();
        let stem = word.strip_suffix(ending).unwrap_or(word);
        // What was doubled before the ending, and the vowel that was not.
        let mut letters = stem.chars().rev();
        match (letters.next(), letters.next()) {
            (Some(last), Some(before))
                if last == before && stem.chars().count() > SHORTEST_STEM =>
            {
                stem.chars().take(stem.chars().count() - 1).collect()
            }
            _ => stem.to_owned(),
        }
    }

    /// Which of the words that exclude each other a text says: each as the line and its place in it.
    pub(super) fn opposed_in(&self, words: &[&str]) -> BTreeSet<(usize, usize)> {
        let says = |phrase: &str, at_end: bool| {
            let phrase: Vec<&str> = phrase.split(' ').collect();
            if at_end {
                words.ends_with(&phrase)
            } else if self.question_words.contains(phrase.join(" ").as_str()) {
                words.starts_with(&phrase)
            } else {
                words.windows(phrase.len()).any(|run| run == phrase)
            }
        };
        let all = self.opposed.iter().enumerate().flat_map(|(line, (at_end, phrases))| {
            phrases.iter().enumerate().map(move |(at, phrase)| (line, at, *at_end, *phrase))
        });
        let said = all.filter(|(.., at_end, phrase)| says(phrase, *at_end));
        said.map(|(line, at, ..)| (line, at)).collect()
    }

    /// The question word that a text begins with.
    pub(super) fn opener(&self, words: &[&str]) -> Option<&'static str> {
        let known = |said: &str| self.question_words.iter().find(|own| **own == said).copied();
        let first = words.first()?;
        let two = words.get(1).and_then(|second| known(&format!("{first} {second}")));
        two.or_else(|| known(first))
    }

    /// Whether a word tells little of what is asked.
    pub(super) fn is_light(&self, word: &str) -> bool {
        self.holding.contains(word) || self.light.contains(&self.stem(word))
    }

    /// What the words from here on are compared as by a list, how many of them that is, and whether it is all that they say:
    /// a compound says more than what it begins with. Of words of one stem the very word goes before its forms: *padres* are
    /// parents, and no fathers.
    pub(super) fn class_at(
        &self,
        phrases: &Phrases,
        word: &str,
        stems: &[String],
    ) -> Option<Found> {
        let first = stems.first()?;
        let all = || phrases.0.get(first).into_iter().flatten();
        let is_form = |one: &Phrase| one.single.is_some_and(|single| is_a_form(single, word));
        let fits = |phrase: &&Phrase| {
            let may_be = !phrase.is_contested || phrase.single.is_none() || is_form(phrase);
            stems.starts_with(&phrase.words) && may_be
        };
        let is_it = |phrase: &&Phrase| phrase.single == Some(word);
        // What holds a sentence together may have the stem of anything: *par* that of *parent*.
        let is_held = self.holding.contains(word)
            || self.question_words.contains(word)
            || self.not.contains(word);
        let found = all().find(fits).filter(|phrase| !is_held || phrase.words.len() > 1);
        let is_phrase = found.is_some_and(|phrase| phrase.words.len() > 1);
        let exactly = all().find(is_it).filter(|_| !is_phrase);
        if let Some(phrase) = exactly.or(found) {
            let own = || all().filter(|one| one.class == phrase.class);
            return Some(Found {
                class: phrase.class,
                length: phrase.words.len(),
                is_all: true,
                is_said: phrase.single.is_none() || own().any(is_form),
            });
        }
        if !self.is_compounding {
            return None;
        }
        let heads = phrases
            .0
            .iter()
            .filter(|(head, _)| head.len() >= SHORTEST_HEAD && first.starts_with(head.as_str()));
        let single = heads.flat_map(|(_, all)| all).filter(|phrase| phrase.words.len() == 1);
        let class = single.map(|phrase| phrase.class).max()?;
        Some(Found { class, length: 1, is_all: false, is_said: false })
    }

    /// The meanings of each of these words, by itself and as a part of phrases.
    pub(super) fn akin(&self, words: &[&str], stems: &[String]) -> Vec<Vec<u16>> {
        let known = self.akin.get_or_init(|| self.meanings());
        let mut akin: Vec<Vec<u16>> = vec![Vec::new(); stems.len()];
        for (at, first) in stems.iter().enumerate() {
            let rest = stems.get(at..).unwrap_or_default();
            for (phrase, own, meaning) in known.get(first).into_iter().flatten() {
                let mut pairs = phrase.split(' ').zip(words.iter().skip(at)).zip(own);
                // Of a short stem other words are made as well: "car" and "carer".
                let is_it = rest.starts_with(own)
                    && pairs.all(|((known, word), stem)| {
                        stem.chars().count() > SHORT_STEM || is_a_form(known, word)
                    });
                if is_it {
                    akin.iter_mut().skip(at).take(own.len()).for_each(|of| of.push(*meaning));
                }
            }
        }
        akin
    }

    /// The units that a compound is made with: what is earned in a month is not what is earned in a year.
    pub(super) fn measures_in(&self, word: &str) -> Vec<&'static str> {
        let all = self.measure.0.iter().filter(|_| self.is_compounding);
        let is_part = |head: &str| {
            head.len() >= SHORTEST_UNIT && !word.ends_with(head) && word.contains(head)
        };
        let inner = all.filter(|(head, _)| is_part(head)).flat_map(|(_, of_word)| of_word);
        inner.filter(|phrase| phrase.words.len() == 1).map(|phrase| phrase.class).collect()
    }
}

/// Whether two words of one stem are forms of one word: they differ in a letter at the end.
pub(super) fn is_a_form(known: &str, word: &str) -> bool {
    let (short, long) = if known.len() < word.len() { (known, word) } else { (word, known) };
    long.strip_prefix(short).is_some_and(|more| more.chars().count() < 2)
}
