//! What nearness cannot tell: whether two questions ask for the same, or only sound like it.

use std::collections::BTreeSet;

use shared_types::AnswerKind;

use super::wording::{Opens, Signs, Wording};

/// How much one answer may do for another question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Verdict {
    /// Nothing: they differ in what turns an answer round.
    Apart,
    /// It may be proposed.
    Near,
    /// It may be filled, if the words or the meaning are the same.
    Same,
}

impl Verdict {
    /// The more careful of both.
    pub(super) fn beside(self, other: Self) -> Self {
        self.min(other)
    }
}

/// Compares a remembered question with one that is asked.
pub(super) fn compare(known: &Wording, asked: &Wording) -> Verdict {
    let (one, other) = (&known.signs, &asked.signs);
    let same_language = known.is_in_language_of(asked);
    let differs = one.regions != other.regions
        || one.numbers != other.numbers
        || one.people != other.people
        // How often it is said differs from language to language.
        || (if same_language { one.negations != other.negations } else { (one.negations > 0) != (other.negations > 0) })
        || wants_other(one, other)
        || same_language && excludes(one, other)
        || !names_are_in(known, asked)
        || !names_are_in(asked, known);
    if differs {
        return Verdict::Apart;
    }
    opens(known, asked)
        .beside(openers(one, other, same_language))
        .beside(times(&one.times, &other.times))
        .beside(amounts(&one.amounts, &other.amounts))
        .beside(measures(&one.measures, &other.measures))
        .beside(options(known, asked))
        .beside(kinds(known.kind, asked.kind))
}

/// *Where* is not *when*; "in which year" is *when*, and not *where*.
fn wants_other(one: &Signs, other: &Signs) -> bool {
    let asked = |signs: &Signs| signs.wants.filter(|_| signs.measures.is_empty());
    let asked = asked(one).zip(asked(other));
    asked.is_some_and(|(one, other)| one != other)
}

/// Each says what excludes what the other says: *in* and *out*.
fn excludes(one: &Signs, other: &Signs) -> bool {
    let lines = |signs: &Signs, beside: &Signs| -> BTreeSet<usize> {
        signs.opposed.difference(&beside.opposed).map(|(line, _)| *line).collect()
    };
    lines(one, other).intersection(&lines(other, one)).next().is_some()
}

/// *How* may ask for something else than *what*.
fn openers(one: &Signs, other: &Signs, same_language: bool) -> Verdict {
    let both = one.opener.zip(other.opener).filter(|_| same_language);
    if both.is_none_or(|(one, other)| one == other) { Verdict::Same } else { Verdict::Near }
}

/// What is written as a name in one must be said in the other.
fn names_are_in(one: &Wording, other: &Wording) -> bool {
    let says = |word: &String| other.words.contains(word);
    one.signs.names.iter().all(|name| name.iter().all(says))
}

/// *Which* is not answered by yes.
fn opens(known: &Wording, asked: &Wording) -> Verdict {
    let form = |one: &Wording| match one.opens {
        Opens::Closed => Some(true),
        Opens::Open => Some(false),
        Opens::Neither => offers_yes_and_no(one).then_some(true),
    };
    match (form(known), form(asked)) {
        (Some(one), Some(other)) if one != other => Verdict::Apart,
        (Some(true), None) | (None, Some(true)) => Verdict::Near,
        _ => Verdict::Same,
    }
}

fn offers_yes_and_no(one: &Wording) -> bool {
    one.options.contains("yes") && one.options.contains("no")
}

/// What was is not what is. Now is what is meant where no time is named.
fn times(one: &BTreeSet<&str>, other: &BTreeSet<&str>) -> Verdict {
    let said = |times: &BTreeSet<&'static str>| -> BTreeSet<&'static str> {
        times.iter().copied().filter(|time| *time != "now").collect()
    };
    let owned = |times: &BTreeSet<&str>| times.iter().map(|time| name_of(time)).collect();
    let (one, other): (BTreeSet<_>, BTreeSet<_>) = (owned(one), owned(other));
    match (one == other, said(&one) == said(&other)) {
        (true, _) => Verdict::Same,
        (_, true) => Verdict::Near,
        _ => Verdict::Apart,
    }
}

fn name_of(time: &str) -> &'static str {
    ["past", "now", "future", "start", "end"]
        .into_iter()
        .find(|known| *known == time)
        .unwrap_or("now")
}

/// Gross is not net; where one says neither, it may be either.
fn amounts(one: &BTreeSet<&str>, other: &BTreeSet<&str>) -> Verdict {
    let bound = |kinds: &BTreeSet<&str>| (kinds.contains("minimum"), kinds.contains("maximum"));
    match one == other {
        true => Verdict::Same,
        false if bound(one) != bound(other) => Verdict::Apart,
        false if one.is_empty() || other.is_empty() => Verdict::Near,
        false => Verdict::Apart,
    }
}

/// A number is of a unit; where one says none, the person sees which.
fn measures(one: &BTreeSet<&str>, other: &BTreeSet<&str>) -> Verdict {
    match one == other {
        true => Verdict::Same,
        false if one.is_empty() || other.is_empty() => Verdict::Near,
        false => Verdict::Apart,
    }
}

/// Of other choices another one is right.
fn options(known: &Wording, asked: &Wording) -> Verdict {
    let (one, other) = (&known.options, &asked.options);
    if one.is_empty() || other.is_empty() || one == other {
        return Verdict::Same;
    }
    let shared = one.intersection(other).count();
    if shared * 2 >= one.len().min(other.len()) { Verdict::Near } else { Verdict::Apart }
}

/// A day is no number, and a file is nothing else.
fn kinds(one: AnswerKind, other: AnswerKind) -> Verdict {
    use AnswerKind as K;
    let family = |kind: AnswerKind| match kind {
        K::Text | K::LongText | K::Choice | K::Choices => None,
        K::Date | K::Month => Some(0),
        K::Number => Some(1),
        K::Email => Some(2),
        K::Phone => Some(3),
        K::Url => Some(4),
        K::File => Some(5),
    };
    match (family(one), family(other)) {
        (Some(one), Some(other)) if one != other => Verdict::Apart,
        (Some(5), None) | (None, Some(5)) => Verdict::Apart,
        _ => Verdict::Same,
    }
}
