//! What words mean wherever they stand in a list of choices: yes and no, gender, titles, refusing to
//! say, months. Which of them applies is decided in [`super::options`].

use std::sync::LazyLock;

use crate::{
    language::{self, List, has},
    question,
    text::{compact, fold, words},
};

/// Yes or no, if a text says so: by itself, or as its first word before a comma or dash.
pub(crate) fn polarity(text: &str) -> Option<bool> {
    let folded = fold(text);
    if has(List::Yes, &folded) {
        return Some(true);
    }
    if has(List::No, &folded) {
        return Some(false);
    }
    let first = text.trim().split([',', '.', ':', ';', '-', '–', '—', '(', '/', '!']).next()?;
    let first = fold(first);
    // A number or a single letter before a comma says nothing.
    if first.chars().count() < 2 || first == folded {
        return None;
    }
    if has(List::Yes, &first) {
        Some(true)
    } else if has(List::No, &first) {
        Some(false)
    } else {
        None
    }
}

/// The kinds of degree that a text names: an MSc is a master's.
pub(super) fn degree(text: &str) -> Vec<&'static str> {
    const RANKS: [&str; 5] = ["school", "associate", "bachelor", "master", "doctor"];
    let ranks = question::classes(text, question::Class::Education).into_iter();
    ranks.filter_map(|rank| RANKS.get(rank).copied()).collect()
}

/// Whether a statement is negated.
pub(super) fn is_negated(text: &str) -> bool {
    has_negation(&words(text))
}

/// The same for the words of a statement.
pub(super) fn has_negation(words: &[String]) -> bool {
    words.iter().any(|word| has(List::Not, word))
}

/// Classes of meaning, each with the list of what people write for it. A word may stand in several.
type Classes = &'static [(&'static str, List)];

const GENDERS: Classes =
    &[("male", List::Male), ("female", List::Female), ("diverse", List::Diverse)];

const TITLES: Classes = &[
    ("mr", List::TitleMr),
    ("mrs", List::TitleMrs),
    ("ms", List::TitleMs),
    ("miss", List::TitleMiss),
    ("mx", List::TitleMx),
    ("dr", List::TitleDr),
    ("prof", List::TitleProf),
];

/// Makes of cards, which are called the same everywhere, folded.
const CARDS: &[(&str, &[&str])] = &[
    ("visa", &["visa", "vi", "visa card", "visa credit", "visa credit card"]),
    (
        "mastercard",
        &["mastercard", "master card", "master", "mc", "euro mastercard", "eurocard mastercard"],
    ),
    ("amex", &["amex", "american express", "ae", "ax", "americanexpress", "american express card"]),
    ("discover", &["discover", "discover card", "di", "ds", "disc"]),
    ("diners", &["diners", "diners club", "dinersclub", "dc", "diners club international"]),
    ("jcb", &["jcb", "jcb card"]),
    ("unionpay", &["unionpay", "union pay", "china union pay", "cup", "china unionpay"]),
    ("maestro", &["maestro", "switch", "uk maestro"]),
    ("elo", &["elo"]),
    ("mir", &["mir", "мир"]),
    ("cartebancaire", &["carte bancaire", "cb", "cartebancaire", "carte bleue"]),
];

/// The classes that a text belongs to, by name.
fn classes(table: Classes, text: &str) -> Vec<&'static str> {
    let folded = fold(text);
    table.iter().filter(|(_, list)| has(*list, &folded)).map(|(class, _)| *class).collect()
}

/// `male`, `female`, `diverse`.
pub(super) fn gender(text: &str) -> Vec<&'static str> {
    classes(GENDERS, text)
}

/// `mr`, `mrs`, `ms`, …; German *Frau* is both of the latter.
pub(super) fn title(text: &str) -> Vec<&'static str> {
    classes(TITLES, text)
}

/// `visa`, `mastercard`, …
pub(super) fn card(text: &str) -> Vec<&'static str> {
    let folded = fold(text);
    let of_it = CARDS.iter().filter(|(_, makes)| makes.contains(&folded.as_str()));
    of_it.map(|(class, _)| *class).collect()
}

/// Whether a text says neither yes nor no.
pub(super) fn is_perhaps(text: &str) -> bool {
    has(List::Perhaps, &fold(text))
}

/// Whether an option stands for all that is not listed.
pub(super) fn is_other(text: &str) -> bool {
    words(text).first().is_some_and(|word| has(List::OtherChoice, word))
}

/// Whether a name stands for all that are not named: "any other country".
pub(super) fn names_others(text: &str) -> bool {
    words(text).iter().any(|word| has(List::OtherChoice, word))
}

/// Whether a text says that there is none of it.
pub(super) fn is_none(text: &str) -> bool {
    has(List::NoneOfIt, &fold(text))
}

/// Whether a reason why a job ended is that it did not.
pub(super) fn goes_on(text: &str) -> bool {
    has(List::GoesOnStill, &fold(text))
}

/// Whether a statement begins with what turns it into its opposite: *Not a veteran*, *I am not …*.
pub(super) fn begins_negated(text: &str) -> bool {
    let words = words(text);
    words.get(..words.len().min(3)).is_some_and(has_negation)
}

/// Whether a text refuses to say.
pub(super) fn declines(text: &str) -> bool {
    has(List::Declines, &compact(text))
}

/// Whether an option only invites to choose, as its words say.
pub(super) fn invites(text: &str) -> bool {
    let folded = fold(text);
    folded.is_empty()
        || folded.split(' ').next().is_some_and(|word| has(List::Invites, word))
        || language::words(List::InvitesAnywhere).iter().any(|part| folded.contains(part))
}

/// Whether a word is one that forms offer everybody: yes or no, none, a gender, a form of address, a make of
/// card.
pub(crate) fn is_usual_word(word: &str) -> bool {
    polarity(word).is_some()
        || !gender(word).is_empty()
        || !title(word).is_empty()
        || !card(word).is_empty()
        || declines(word)
        || is_none(word)
}

type Months = LazyLock<Vec<Vec<&'static str>>>;

/// Names of months, January first.
static MONTHS: Months = LazyLock::new(|| language::rows(List::Months).collect());

/// More names of months, by which a date is found in a text.
static MONTHS_IN_TEXT: Months = LazyLock::new(|| language::rows(List::MonthsInText).collect());

/// Whether a word may name this month, 1 to 12, in some language: in full or by its first three letters or more.
pub(crate) fn may_name_month(word: &str, month: u8) -> bool {
    let word = fold(word);
    if let Some(number) = word.strip_suffix(is_month_sign) {
        return number.parse() == Ok(month) || MONTHS.iter().any(|names| nth(names, month) == word);
    }
    let is_long = word.chars().count() >= 3;
    MONTHS.iter().chain(MONTHS_IN_TEXT.iter()).any(|names| {
        let name = nth(names, month);
        name == word || is_long && name.starts_with(&word)
    })
}

/// Whether a character after a number says that it is one of a month.
fn is_month_sign(c: char) -> bool {
    has(List::MonthSign, c.encode_utf8(&mut [0; 4]))
}

fn nth(names: &[&'static str], month: u8) -> &'static str {
    names.get(usize::from(month).saturating_sub(1)).copied().unwrap_or_default()
}

/// The month, 1 to 12, that a word names in full or abbreviated to three letters or more.
pub(super) fn month_of_word(word: &str) -> Option<u8> {
    let word = fold(word);
    let numbered = word.strip_suffix(is_month_sign).and_then(|number| number.parse::<u8>().ok());
    if let Some(month) = numbered {
        return (1..=12).contains(&month).then_some(month);
    }
    let numbered = || MONTHS.iter().flat_map(|names| names.iter().copied().zip(1u8..));
    if let Some((_, month)) = numbered().find(|(name, _)| *name == word) {
        return Some(month);
    }
    if word.chars().count() < 3 {
        return None;
    }
    let mut found = numbered().filter(|(name, _)| name.starts_with(&word)).map(|(_, month)| month);
    let month = found.next()?;
    found.all(|other| other == month).then_some(month)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the panel offers as an answer is understood in whichever language it was offered.
    #[test]
    fn answers_that_are_offered_are_understood() {
        for language in ["en", "de", "es", "fr"] {
            let root = env!("CARGO_MANIFEST_DIR");
            let file = format!("{root}/../extension/_locales/{language}/messages.json");
            let texts = crate::catalogue::read(&std::fs::read_to_string(file).unwrap()).unwrap();
            assert_eq!(polarity(&texts["answer_yes"]), Some(true), "{language}");
            assert_eq!(polarity(&texts["answer_no"]), Some(false), "{language}");
            assert!(declines(&texts["answer_not_say"]), "{language}");
        }
    }

    #[test]
    fn yes_and_no_are_understood() {
        for (text, expected) in [
            ("Yes", Some(true)),
            ("OUI", Some(true)),
            ("Sí", Some(true)),
            ("Yes, I am authorized", Some(true)),
            ("No - not yet", Some(false)),
            ("Nein", Some(false)),
            ("нет", Some(false)),
            ("No preference", None),
            ("Norway", None),
            ("1, Main Street", None),
        ] {
            assert_eq!(polarity(text), expected, "{text}");
        }
    }

    #[test]
    fn months_are_understood() {
        for (word, expected) in [
            ("January", Some(1)),
            ("Jan.", Some(1)),
            ("März", Some(3)),
            ("juin", Some(6)),
            ("juil.", Some(7)),
            ("déc.", Some(12)),
            ("gru", Some(12)),
            ("Mai", Some(5)),
            ("7月", Some(7)),
            ("août", Some(8)),
            ("13月", None),
            ("ma", None),
            ("Monday", None),
        ] {
            assert_eq!(month_of_word(word), expected, "{word}");
        }
    }

    #[test]
    fn classes_of_words() {
        assert_eq!(gender("weiblich"), ["female"]);
        assert_eq!(title("Frau"), ["mrs", "ms"]);
        assert_eq!(card("American Express"), ["amex"]);
        assert!(declines("Prefer not to say"));
        assert!(invites("-- Please choose --") && invites("Sélectionnez…") && !invites("Selenium"));
    }
}
