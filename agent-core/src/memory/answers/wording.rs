//! A question, ready to be compared: what it says, and by what it is told apart.

use std::collections::BTreeSet;

use shared_types::{AnswerKind, AskedQuestion};

use super::lexicon::{self, Found, Lexicon, is_a_form};
use crate::{
    bind,
    language::{self, List},
    question::{self, Region},
    text::{collapse, compact, fold, label_words},
};

/// Characters and words that are looked at.
const MAX_CHARS: usize = 300;
const MAX_WORDS: usize = 40;
/// What a word counts that tells little.
const LIGHT: f32 = 0.2;
/// From this on a word says what another says.
const SAID: f32 = 0.5;
/// Letters that words share at their beginnings, at least, and of the longer one.
const SHARED: usize = 4;
const SHARED_PART: f32 = 0.6;
/// What a compound counts for one of its parts.
const PART: f32 = 0.85;
/// What it counts for what it only begins with.
const HEAD: f32 = 0.4;
const SHORTEST_PART: usize = 4;

/// Finds the meanings of words, by the words and their stems.
type Akin = fn(&Lexicon, &[&str], &[String]) -> Vec<Vec<u16>>;

/// A word that says what is asked.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Told {
    pub(super) stem: String,
    /// What is written there; of words that are the same what they are compared as.
    word: String,
    pub(super) weight: f32,
    /// The meanings by which other words may ask for the same.
    pub(super) akin: Vec<u16>,
    /// Whether it opens the question: that is compared by its meaning alone.
    pub(super) opens: bool,
}

impl Told {
    fn new(stem: String, word: String, weight: f32) -> Self {
        Self { stem, word, weight, ..Self::default() }
    }
}

/// How a question is answered, as far as its words say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Opens {
    /// By yes or no.
    Closed,
    /// By what a word like *which* asks for.
    Open,
    /// A label.
    Neither,
}

/// By what questions are told apart, however near their words are.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Signs {
    pub(super) negations: usize,
    pub(super) regions: Vec<Region>,
    pub(super) numbers: BTreeSet<String>,
    pub(super) people: BTreeSet<&'static str>,
    pub(super) measures: BTreeSet<&'static str>,
    pub(super) times: BTreeSet<&'static str>,
    pub(super) amounts: BTreeSet<&'static str>,
    /// What is written as a name is, each with its words.
    pub(super) names: Vec<Vec<String>>,
    pub(super) wants: Option<u8>,
    /// Which of the words that exclude each other it says.
    pub(super) opposed: BTreeSet<(usize, usize)>,
    /// The question word that it begins with.
    pub(super) opener: Option<&'static str>,
}

/// A question, ready to be compared.
#[derive(Debug, Clone)]
pub(super) struct Wording {
    pub(super) text: String,
    /// Its letters and digits in a row.
    pub(super) whole: String,
    pub(super) lang: Option<&'static str>,
    pub(super) told: Vec<Told>,
    pub(super) words: BTreeSet<String>,
    pub(super) signs: Signs,
    pub(super) options: BTreeSet<String>,
    pub(super) kind: AnswerKind,
    pub(super) opens: Opens,
    /// Whether it speaks of the one who asks.
    pub(super) of_asker: bool,
}

/// How like each other two questions are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Likeness {
    /// 0 to 1.
    pub(super) score: f32,
    /// Whether each has a telling word that the other says nothing like.
    pub(super) both_say_more: bool,
}

impl Wording {
    /// By its words alone: all that is needed to tell what is the same.
    pub(super) fn of(asked: &AskedQuestion) -> Self {
        Self::read(asked, |_, words, _| vec![Vec::new(); words.len()])
    }

    /// With what its words mean, to find what is near. What only asks for the same, such as the panel, does without the lists.
    pub(super) fn with_meanings(asked: &AskedQuestion) -> Self {
        Self::read(asked, Lexicon::akin)
    }

    fn read(asked: &AskedQuestion, akin: Akin) -> Self {
        let text: String = collapse(&asked.text).chars().take(MAX_CHARS).collect();
        let lang = question::language_of(&text, &asked.lang);
        let Some(lexicon) = lexicon::of(lang.unwrap_or_default()) else {
            return Self::bare(text, asked);
        };
        let words = question::words_of_question(&text, lang.or(Some("en")));
        let plain: Vec<&str> = words.iter().map(|(word, _)| word.as_str()).collect();
        let mut signs = Signs::of(&text, &plain, lexicon, lang);
        let told = told(&words, lexicon, akin, &mut signs);
        let stems = plain.iter().map(|word| lexicon.stem(word));
        let is_asked = text.trim_end().ends_with(['?', '？']);
        let asks_openly = plain.iter().any(|word| lexicon.question_words.contains(word));
        Self {
            whole: compact(&text),
            words: plain.iter().map(|word| (*word).to_owned()).chain(stems).collect(),
            lang,
            told,
            signs,
            options: options(asked),
            kind: asked.kind,
            opens: match (is_asked, asks_openly) {
                (true, true) => Opens::Open,
                (true, false) => Opens::Closed,
                (false, _) => Opens::Neither,
            },
            of_asker: question::speaks_of_the_asker(&text),
            text,
        }
    }

    fn bare(text: String, asked: &AskedQuestion) -> Self {
        Self {
            whole: compact(&text),
            lang: None,
            told: Vec::new(),
            words: BTreeSet::new(),
            signs: Signs::default(),
            options: options(asked),
            kind: asked.kind,
            opens: Opens::Neither,
            of_asker: false,
            text,
        }
    }

    /// What it says in its order, by which the same is found: none where it says little.
    pub(super) fn saying(&self) -> Option<String> {
        let said: Vec<&Told> = self.told.iter().filter(|told| !told.opens).collect();
        let tells = said.iter().any(|told| told.weight > LIGHT);
        let stems: Vec<&str> = said.iter().map(|told| told.stem.as_str()).collect();
        tells.then(|| stems.join(" "))
    }

    /// Whether what they say differs in the forms of words alone. *Insured* has the stem of *insurer*, and *feet* count as
    /// *inches* do: units.
    pub(super) fn says_in_forms_of(&self, other: &Self) -> bool {
        let said = |one: &Self| -> Vec<String> {
            one.told.iter().filter(|told| !told.opens).map(|told| told.word.clone()).collect()
        };
        let (one, other) = (said(self), said(other));
        let is_form = |(one, other): (&String, &String)| is_a_form(one, other);
        one.len() == other.len() && one.iter().zip(&other).all(is_form)
    }

    /// Whether both may be of one language.
    pub(super) fn is_in_language_of(&self, other: &Self) -> bool {
        self.lang.is_none() || other.lang.is_none() || self.lang == other.lang
    }

    /// How like each other they are by their words.
    pub(super) fn likeness(&self, other: &Self) -> Likeness {
        let (one, more_here) = covered(&self.told, &other.told);
        let (two, more_there) = covered(&other.told, &self.told);
        let all: f32 = self.told.iter().chain(&other.told).map(|told| told.weight).sum();
        let tells = one.1 && two.1;
        let score = if tells && all > 0.0 { (one.0 + two.0) / all } else { 0.0 };
        Likeness { score, both_say_more: more_here && more_there }
    }
}

/// How much of what one says the other says, whether a telling word is among that, and whether one is not.
fn covered(one: &[Told], other: &[Told]) -> ((f32, bool), bool) {
    let (mut sum, mut tells, mut more) = (0.0, false, false);
    for told in one {
        let best = other.iter().map(|known| nearness(told, known)).fold(0.0, f32::max);
        sum += told.weight * best;
        tells |= told.weight > LIGHT && best >= SAID;
        more |= told.weight > LIGHT && best < SAID;
    }
    ((sum, tells), more)
}

/// How near each other two words are, 0 to 1.
fn nearness(one: &Told, other: &Told) -> f32 {
    let is_akin = one.akin.iter().any(|meaning| other.akin.contains(meaning));
    let by_meaning = if is_akin { PART } else { 0.0 };
    if one.opens || other.opens {
        by_meaning
    } else {
        alike(&one.stem, &other.stem).max(by_meaning)
    }
}

/// How like each other two stems are, 0 to 1.
fn alike(one: &str, other: &str) -> f32 {
    if one == other {
        return 1.0;
    }
    let (a, b): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let (short, long) = if a.len() < b.len() { (&a, &b) } else { (&b, &a) };
    let shared = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let part = ratio(shared, long.len());
    if shared >= SHARED && part >= SHARED_PART {
        return part.max(PART);
    }
    if short.len() >= SHORTEST_PART && long.ends_with(short) {
        return PART;
    }
    // What a compound begins with only says more of what it ends with.
    if short.len() >= SHORTEST_PART && long.starts_with(short) {
        return HEAD;
    }
    let grams =
        |word: &[char]| -> BTreeSet<Vec<char>> { word.windows(3).map(<[char]>::to_vec).collect() };
    let (a, b) = (grams(&a), grams(&b));
    ratio(2 * a.intersection(&b).count(), a.len() + b.len())
}

#[expect(clippy::cast_precision_loss, reason = "counts of letters are small")]
fn ratio(a: usize, b: usize) -> f32 {
    a as f32 / b.max(1) as f32
}

/// The words that say what is asked, in their order, and what they tell apart.
fn told(words: &[(String, bool)], lexicon: &Lexicon, akin: Akin, signs: &mut Signs) -> Vec<Told> {
    let stems: Vec<String> = words.iter().map(|(word, _)| lexicon.stem(word)).collect();
    let is_idle = |word: &str| lexicon.question_words.contains(word) || lexicon.not.contains(word);
    let plain: Vec<&str> = words.iter().map(|(word, _)| word.as_str()).collect();
    let akin = akin(lexicon, &plain, &stems);
    let mut told = Vec::new();
    let mut at = 0;
    while let (Some((word, is_filler)), Some(rest)) = (words.get(at), stems.get(at..)) {
        if told.iter().filter(|one: &&Told| !one.opens).count() >= MAX_WORDS {
            break;
        }
        let class = |phrases| lexicon.class_at(phrases, word, rest);
        let alike = class(&lexicon.alike);
        let meanings = akin.get(at).cloned().unwrap_or_default();
        // What is one phrase tells nothing by its parts: "last name" is not the last of anything.
        if let Some(Found { class, length, .. }) = alike.filter(|found| found.length > 1) {
            told.push(Told {
                akin: meanings,
                ..Told::new(class.to_owned(), class.to_owned(), 1.0)
            });
            at += length;
            continue;
        }
        let guards = [
            (&lexicon.somebody, &mut signs.people, 1.0),
            (&lexicon.measure, &mut signs.measures, LIGHT),
            (&lexicon.time, &mut signs.times, LIGHT),
            (&lexicon.amount, &mut signs.amounts, LIGHT),
        ];
        let mut found: Option<(Found, f32)> = None;
        for (phrases, set, weight) in guards {
            if let Some(one) = class(phrases) {
                set.insert(one.class);
                found = found.or(Some((one, weight)));
            }
        }
        if !found.is_some_and(|(found, _)| found.is_all) {
            signs.measures.extend(lexicon.measures_in(word));
        }
        if let Some((Found { class, length, is_all, .. }, weight)) = found {
            let said = plain.iter().skip(at).take(length).copied().collect::<Vec<_>>().join(" ");
            told.push(Told { akin: meanings, ..Told::new(class.to_owned(), said, weight) });
            // Of "gross annual salary" as one word not the gross alone is asked.
            let whole = rest.first().filter(|_| !is_all && signs.amounts.contains(class)).cloned();
            told.extend(whole.map(|stem| Told::new(stem, word.clone(), LIGHT)));
            at += length;
            continue;
        }
        if *is_filler || is_idle(word) {
            if !meanings.is_empty() {
                let opener = Told::new(word.clone(), word.clone(), LIGHT);
                told.push(Told { akin: meanings, opens: true, ..opener });
            }
            at += 1;
            continue;
        }
        at += 1;
        let own = rest.first().cloned().unwrap_or_default();
        let is_light = lexicon.is_light(word) || word.chars().count() < 3;
        let stem = alike.map_or(own, |found| found.class.to_owned());
        let said = alike.filter(|found| found.is_said).map_or(word.as_str(), |found| found.class);
        let weight = if is_light { LIGHT } else { 1.0 };
        told.push(Told { akin: meanings, ..Told::new(stem, said.to_owned(), weight) });
    }
    // Who says both means either.
    for (one, other, both) in [("son", "daughter", "child"), ("brother", "sister", "sibling")] {
        if signs.people.contains(one) && signs.people.contains(other) {
            signs.people.retain(|who| *who != one && *who != other);
            signs.people.insert(both);
        }
    }
    // Where nothing tells more, what tells little is what is asked.
    if told.iter().filter(|one| !one.opens).all(|one| one.weight <= LIGHT) {
        told.iter_mut().filter(|one| !one.opens).for_each(|one| one.weight = 1.0);
    }
    told
}

impl Signs {
    /// All but what [`told`] finds beside the words that tell.
    fn of(text: &str, words: &[&str], lexicon: &Lexicon, lang: Option<&str>) -> Self {
        let runs = text.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty());
        Self {
            negations: negations(words, lexicon),
            regions: question::regions_in(text),
            numbers: runs.map(str::to_owned).collect(),
            names: names(text, lexicon, lang),
            wants: question::wants(text, lang),
            opposed: lexicon.opposed_in(words),
            opener: lexicon.opener(words),
            ..Self::default()
        }
    }
}

/// How often a text is turned round. What stands at its end after other words is short for *number*: "Member no."
fn negations(words: &[&str], lexicon: &Lexicon) -> usize {
    let last = words.len().saturating_sub(1);
    let says = |(at, word): (usize, &&str)| {
        let is_number = *word == "no" && at == last && at > 0;
        let is_prefixed = language::words(List::JoinedNegation)
            .iter()
            .any(|not| word.strip_prefix(*not).is_some_and(|rest| rest.len() >= SHORTEST_PART));
        !is_number && lexicon.not.contains(word) || is_prefixed
    };
    words.iter().enumerate().filter(|one| says(*one)).count()
}

/// What a text writes as names: capitals where its language has none for other words, and what stands behind a word
/// like *at*.
fn names(text: &str, lexicon: &Lexicon, lang: Option<&str>) -> Vec<Vec<String>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_capital = |word: &str| {
        let first = word.trim_start_matches(|c: char| !c.is_alphanumeric()).chars().next();
        first.is_some_and(char::is_uppercase)
    };
    let letters =
        |word: &&&str| word.chars().filter(|c| c.is_alphabetic()).count() > SHORTEST_PART - 1;
    let long = words.iter().skip(1).filter(letters);
    let (all, capitals) = (long.clone().count(), long.filter(|word| is_capital(word)).count());
    // German nouns are capital, and so are headings in English.
    let tells = lang != Some("de") && capitals * 2 <= all;
    let mut names = Vec::new();
    let mut begins = true;
    let mut after = false;
    for word in words {
        let plain = label_words(word);
        let bare = word.trim_start_matches(|c: char| !c.is_alphanumeric());
        if is_capital(word) && !begins && (tells || after) && bare.chars().count() > 1 {
            names.push(plain.split(' ').map(str::to_owned).collect());
        }
        let is_before = lexicon.before_organisation.contains(plain.as_str());
        // An article may stand between.
        after = is_before || after && plain.chars().count() <= SHORTEST_PART && !is_capital(word);
        begins = word.ends_with(['?', '!', '.', ':', '¿', '¡']);
    }
    names
}

/// What can be chosen, as it is compared: yes is yes in every language.
fn options(asked: &AskedQuestion) -> BTreeSet<String> {
    let compared = |option: &String| match bind::polarity(option) {
        Some(true) => "yes".to_owned(),
        Some(false) => "no".to_owned(),
        None => fold(option),
    };
    asked.options.iter().map(compared).filter(|option| !option.is_empty()).collect()
}
