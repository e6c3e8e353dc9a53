//! A sentence of a question: its words, with what each speaks of.

use crate::{
    language::{self, List},
    text::{is_unspaced, label_words},
};

use super::{
    concept::{self, Concept},
    region::{self, Region},
};

/// Characters of a sentence that words are looked for in.
pub(super) const MAX_CHARS: usize = crate::text::MAX_LABEL;
/// Words that a question behind a statement has at most: "are you not?".
const MAX_TAG: usize = 3;

/// A word or phrase.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Word {
    /// As it stands in the text, normalised.
    pub(super) text: String,
    /// What it may speak of; nothing where no table has it.
    pub(super) concepts: Vec<Concept>,
}

impl Word {
    pub(super) fn speaks_of(&self, concept: Concept) -> bool {
        self.concepts.contains(&concept)
    }

    /// Whether it says nothing of what is asked.
    pub(super) fn is_idle(&self) -> bool {
        self.speaks_of(Concept::Filler) || self.speaks_of(Concept::Using)
    }

    /// Whether, as a heading, it says that what follows is of another person than the one who fills in the form. A
    /// driver, a parent or a policy holder may be that one.
    pub(super) fn heads_somebody_else(&self) -> bool {
        use Concept::*;
        let others = [Referee, Emergency, Landlord, Supervisor];
        others.into_iter().any(|other| self.speaks_of(other))
    }
}

/// A sentence, read.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Sentence {
    pub(super) words: Vec<Word>,
    pub(super) regions: Vec<Region>,
    /// Its number, if it has one and no other.
    pub(super) number: Option<u32>,
    /// Whether not all of it was read.
    pub(super) is_cut: bool,
    /// Whether it asks in a form by which people say yes and no of the opposite: "Aren't you …?", "…, are you not?".
    pub(super) asks_in_the_negative: bool,
}

impl Sentence {
    /// Whether one of its words speaks of something.
    pub(super) fn speaks_of(&self, concept: Concept) -> bool {
        self.words.iter().any(|word| word.speaks_of(concept))
    }

    /// Reads a sentence. What stands in brackets explains, and is left out unless nothing else is there; countries
    /// count wherever they stand.
    pub(super) fn read(text: &str) -> Self {
        let outside = without_asides(text);
        let outside = if outside.trim().is_empty() { text.to_owned() } else { outside };
        let (rest, regions) = region::take(&outside);
        let normal = label_words(&rest);
        let is_cut = rest.chars().count() > MAX_CHARS;
        let mut words: Vec<Word> = Vec::new();
        let mut numbers: Vec<u32> = Vec::new();
        let found = concept::find(&normal);
        let mut from = 0;
        let tags = concept::languages_of(&normal);
        let numeral = |word: &str| numeral(word, tags.first().map(|(tag, _)| *tag)?);
        let mut take_unknown = |words: &mut Vec<Word>, part: &str| {
            for word in part.split(' ').filter(|word| !word.is_empty()) {
                match word.parse::<u32>().or_else(|_| numeral(word).ok_or(())) {
                    Ok(value) => numbers.push(value),
                    // A character of a script without spaces is not a word.
                    Err(_) if word.starts_with(is_unspaced) && word.chars().count() < 2 => {}
                    Err(_) if !word.chars().any(char::is_alphanumeric) => {}
                    // What an overlapping phrase left over.
                    Err(_) => {
                        let whole = concept::find(word).into_iter();
                        let whole = whole.filter(|hit| (hit.start, hit.end) == (0, word.len()));
                        let concepts = whole.map(|hit| hit.topic).collect();
                        words.push(Word { text: word.to_owned(), concepts });
                    }
                }
            }
        };
        for (at, one) in found.iter().enumerate() {
            let same = |other: &concept::Hit| (other.start, other.end) == (one.start, one.end);
            if at > 0 && found.get(at - 1).is_some_and(same) {
                if let Some(word) = words.last_mut() {
                    word.concepts.push(one.topic);
                }
                continue;
            }
            if one.start < from {
                continue;
            }
            if one.start > from {
                take_unknown(&mut words, normal.get(from..one.start).unwrap_or_default());
            }
            let end = end_of_word(&normal, one.end);
            let text = normal.get(one.start..end).unwrap_or_default().to_owned();
            words.push(Word { text, concepts: vec![one.topic] });
            from = from.max(end);
        }
        take_unknown(&mut words, normal.get(from..).unwrap_or_default());
        if says_or_more(&rest) {
            words.push(Word { text: "+".to_owned(), concepts: vec![Concept::AtLeast] });
        }
        numbers.dedup();
        let number = numbers.first().copied().filter(|_| numbers.len() == 1);
        let is_not = |word: &Word| word.speaks_of(Concept::Not);
        let begins = words.first().is_some_and(is_not);
        let tag = outside.rsplit_once([',', '，', '、', '،']).map(|(_, tag)| label_words(tag));
        let is_tag = |tag: &String| {
            tag.split(' ').count() <= MAX_TAG
                && concept::find(tag).iter().any(|hit| hit.topic == Concept::Not)
        };
        let asks_in_the_negative = begins || tag.as_ref().is_some_and(is_tag);
        Self { words, regions, number, is_cut, asks_in_the_negative }
    }

    /// Whether it asks for more on an answer: "If yes, when?".
    pub(super) fn goes_on_from_an_answer(&self) -> bool {
        let first = self.words.iter().find(|word| !word.is_idle());
        first.is_none_or(|word| word.speaks_of(Concept::If))
            || self.words.first().is_some_and(|word| word.speaks_of(Concept::If))
    }

    /// Whether it begins with the case that it is for: "If you have relatives here, who are they?"
    pub(super) fn is_for_a_case(&self) -> bool {
        let first = self.words.iter().find(|word| !word.is_idle());
        let begins = [first, self.words.first()];
        begins.into_iter().flatten().any(|word| word.speaks_of(Concept::If))
    }

    /// Whether it says *without* of this, as of nothing before it.
    pub(super) fn leaves_out(&self, concept: Concept) -> bool {
        use Concept::{Company, Filler, Future, Here, Need, Now, Visa, Without};
        let beside = [Company, Filler, Future, Here, Need, Now, Visa];
        let is_beside = |word: &&Word| beside.iter().any(|one| word.speaks_of(*one));
        let mut words = self.words.iter();
        while words.any(|word| word.speaks_of(Without)) {
            let next = words.clone().find(|word| word.speaks_of(concept) || !is_beside(word));
            if next.is_some_and(|word| word.speaks_of(concept)) {
                return true;
            }
        }
        false
    }

    /// How often it says *not*.
    pub(super) fn negations(&self) -> usize {
        self.words.iter().filter(|word| word.speaks_of(Concept::Not)).count()
    }
}

/// The number that a word of a language is; one is also an article, and is none.
fn numeral(word: &str, tag: &str) -> Option<u32> {
    let numbers = language::words_of(&[tag], List::Numeral);
    let at = numbers.iter().position(|number| *number == word)?;
    u32::try_from(at).ok().map(|at| at + 2)
}

/// A sentence without what it says first of why it asks: "So that we can pay you, …". Only where that names no place, person,
/// case or time, and turns nothing round: it could be a part of the question.
pub(super) fn without_preamble(text: &str) -> Option<&str> {
    use Concept::{
        Adults, Before, Children, Emergency, Future, If, Landlord, Not, Now, Recent, Referee,
        Second, SomebodyElse, Supervisor, Without,
    };
    let (head, rest) = text.split_once(',')?;
    let begins = |phrase: &&str| {
        label_words(head).strip_prefix(phrase.trim()).is_some_and(|rest| rest.starts_with(' '))
    };
    let is_preamble = language::words(List::Preamble).iter().any(begins);
    let sentence = is_preamble.then(|| Sentence::read(head))?;
    let counts = [
        Adults,
        Before,
        Children,
        Emergency,
        Future,
        If,
        Landlord,
        Not,
        Now,
        Recent,
        Referee,
        Second,
        SomebodyElse,
        Supervisor,
        Without,
    ];
    let is_idle = sentence.regions.is_empty() && !sentence.is_cut;
    (is_idle && !counts.into_iter().any(|one| sentence.speaks_of(one))).then(|| rest.trim())
}

/// Whether a number in a text has the sign of "or more" behind it: "3+ years".
fn says_or_more(text: &str) -> bool {
    text.split('+')
        .rev()
        .skip(1)
        .any(|before| before.trim_end().ends_with(|c: char| c.is_ascii_digit()))
}

/// Where the word ends that a phrase ends in: `disab*` stands for all of *disability*. Scripts without spaces have no
/// such end.
fn end_of_word(text: &str, end: usize) -> usize {
    let rest = text.get(end..).unwrap_or_default();
    let goes_on = |c: char| c != ' ' && !is_unspaced(c);
    let is_unspaced = text.get(..end).is_some_and(|before| before.ends_with(is_unspaced));
    if is_unspaced {
        return end;
    }
    end + rest.find(|c: char| !goes_on(c)).unwrap_or(rest.len())
}

/// Sentences of a text.
pub(super) fn split(text: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut start = 0;
    let mut chars = text.char_indices().peekable();
    let mut depth = 0_u32;
    while let Some((at, c)) = chars.next() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let next = chars.peek().map(|(_, next)| *next);
        // A full stop within a word or after an abbreviation of one letter ends nothing.
        let ends = match c {
            '?' | '？' | '！' | '!' | '。' | '؟' | '\n' => true,
            '.' => {
                next.is_none_or(char::is_whitespace)
                    && !is_abbreviated(text.get(start..at).unwrap_or_default())
            }
            _ => false,
        };
        if ends && depth == 0 {
            let end = at + c.len_utf8();
            sentences.push(text.get(start..end).unwrap_or_default().trim());
            start = end;
        }
    }
    sentences.push(text.get(start..).unwrap_or_default().trim());
    sentences.retain(|sentence| sentence.chars().any(char::is_alphanumeric));
    sentences
}

/// Whether a full stop after this belongs to an abbreviation: `e.g`, `U.S`, `etc`.
fn is_abbreviated(before: &str) -> bool {
    let last = before.rsplit(char::is_whitespace).next().unwrap_or_default();
    let letters = last.chars().filter(|c| c.is_alphabetic()).count();
    letters <= 1 || last.contains('.') || language::has(List::Abbreviation, &last.to_lowercase())
}

/// Whether a sentence asks. Greek asks by a sign of its own, which most people type as a semicolon.
pub(super) fn asks(sentence: &str) -> bool {
    sentence.trim_end().ends_with(['?', '？', '؟', '\u{37e}'])
}

/// A text that says the same twice in a row, for eyes and for screen readers, once.
pub(super) fn without_repeat(text: &str) -> &str {
    let half = text.len() / 2;
    let (first, second) = match text.split_at_checked(half) {
        Some((first, second)) => (first.trim(), second.trim()),
        None => return text,
    };
    if !first.is_empty() && first == second { first } else { text }
}

/// A text without what stands in brackets and explains. What turns a question round does so there as well, and what no
/// bracket closes is no aside.
fn without_asides(text: &str) -> String {
    let mut depth = 0_u32;
    let mut out = String::with_capacity(text.len());
    let mut aside = String::new();
    for c in text.chars() {
        match c {
            '(' | '[' | '（' => {
                depth += 1;
                aside.push(' ');
            }
            ')' | ']' | '）' if depth > 0 => {
                depth -= 1;
                aside.push(' ');
                if depth == 0 {
                    out.push(' ');
                    if turns_round(&aside) {
                        out.push_str(&aside);
                    }
                    aside.clear();
                }
            }
            c if depth == 0 => out.push(c),
            c => aside.push(c),
        }
    }
    out.push_str(&aside);
    out
}

fn turns_round(aside: &str) -> bool {
    // "How should we refer to you (she/her, they/them)?" asks for no name.
    let turns = |hit: &concept::Hit| {
        matches!(hit.topic, Concept::Not | Concept::Without | Concept::Pronouns)
    };
    concept::find(&label_words(aside)).iter().any(turns)
}
