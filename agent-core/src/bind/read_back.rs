//! Whether the page kept what was written.
//!
//! Pages reformat: they group digits, add a country code, write dates their own way. The same digits in
//! another dress are kept; other letters are not.

use shared_types::{Private, operation::OperationResult};

use super::{
    bound::Bound,
    dates::Date,
    numbers,
    options::{self, Choice, Kind, Wanted},
};
use crate::text::{caseless, digits, fold};

/// A mask may add a calling code of up to this many digits to a number of at least `PHONE_DIGITS`.
const CODE_DIGITS: usize = 3;
const PHONE_DIGITS: usize = 7;

/// Whether what was read back from the page is what was written.
pub fn read_back(bound: &Bound, read: &OperationResult) -> bool {
    if !read.done || read.refusal.is_some() {
        return false;
    }
    let text = read.read.as_ref().map(Private::reveal);
    match bound {
        Bound::Text(written) => text.is_some_and(|text| same_text(written.reveal(), text)),
        Bound::Checked(checked) => {
            text.is_some_and(|text| text == if *checked { "true" } else { "false" })
        }
        Bound::Options { positions, values } => match &read.chosen {
            Some(chosen) => {
                chosen.len() == positions.len() && positions.iter().all(|at| chosen.contains(at))
            }
            None => text.is_some_and(|text| values.iter().all(|value| value == text)),
        },
        Bound::Files(files) => text.is_some_and(|text| {
            !files.is_empty() && files.iter().all(|file| text.contains(&file.name))
        }),
        Bound::Choice(wanted) => text.is_some_and(|text| {
            // Some boxes hold their label, too: it stands before the choice.
            let (wanted, shown) = (wanted.reveal(), fold(text));
            let behind_label = || mentions(text, wanted) && shown.ends_with(&fold(wanted));
            shows(wanted, text) || behind_label()
        }),
        Bound::Choices(wanted) => {
            text.is_some_and(|text| wanted.iter().all(|one| mentions(text, one.reveal())))
        }
    }
}

/// Whether a text holds all words of another in a row.
fn mentions(text: &str, words: &str) -> bool {
    let words = fold(words);
    !words.is_empty() && format!(" {} ", fold(text)).contains(&format!(" {words} "))
}

fn same_text(written: &str, read: &str) -> bool {
    let (a, b) = (caseless(written), caseless(read));
    a == b
        || is_hidden(read)
        || same_figures(&a, &b)
        || same_date(&a, &b)
        || same_number(&a, &b)
        || same_tokens(&a, &b)
}

/// Passwords are read back as dots.
fn is_hidden(read: &str) -> bool {
    !read.is_empty() && read.chars().all(|c| matches!(c, '•' | '●' | '*'))
}

/// The same digits in a text without letters: phone, card, date and code masks.
fn same_figures(a: &str, b: &str) -> bool {
    let figures = |text: &str| {
        text.chars().all(|c| !c.is_alphabetic()) && !text.contains(['$', '€', '£', '%'])
    };
    let (x, y) = (digits(a), digits(b));
    if x.is_empty() || !figures(a) || !figures(b) {
        return false;
    }
    // A decimal mark is no mask: 1.50 is not 150.
    let decimal = |text: &str| text.matches(['.', ',']).count() == 1;
    if decimal(a) || decimal(b) {
        return false;
    }
    let (short, long) = if x.len() <= y.len() { (&x, &y) } else { (&y, &x) };
    x == y
        || (short.len() >= PHONE_DIGITS
            && long.len() - short.len() <= CODE_DIGITS
            && long.ends_with(short.trim_start_matches('0')))
}

fn same_date(a: &str, b: &str) -> bool {
    let Some(known) = Date::parse(a, None).or_else(|| Date::parse(b, None)) else { return false };
    let reads_as = |text: &str| {
        [super::dates::Order::DayFirst, super::dates::Order::MonthFirst]
            .into_iter()
            .any(|order| Date::parse(text, Some(order)) == Some(known))
    };
    known.day.is_some() && reads_as(a) && reads_as(b)
}

/// A list that the page made tokens of: the same words without the marks between them.
fn same_tokens(written: &str, read: &str) -> bool {
    written.contains(',') && !fold(written).is_empty() && fold(written) == fold(read)
}

fn same_number(a: &str, b: &str) -> bool {
    match (numbers::number(a), numbers::number(b)) {
        (Some(x), Some(y)) => x == y,
        _ => false,
    }
}

/// Whether a box shows the choice that was wanted, perhaps in the list's own words.
fn shows(wanted: &str, read: &str) -> bool {
    if fold(read).is_empty() {
        return false;
    }
    let choice = [Choice { value: None, text: read, disabled: false }];
    [Kind::Any, Kind::Country, Kind::State, Kind::CallingCode]
        .into_iter()
        .any(|kind| options::pick(&choice, &Wanted { text: wanted, kind, country: None }).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bound: Bound, read: OperationResult, expected: bool) {
        assert_eq!(read_back(&bound, &OperationResult { done: true, ..read }), expected);
    }

    fn reads(text: &str) -> OperationResult {
        OperationResult { read: Some(text.into()), ..OperationResult::default() }
    }

    #[test]
    fn texts_in_another_dress() {
        for (written, read, expected) in [
            ("Ada", "Ada", true),
            ("Ada", " ada ", true),
            ("Ada", "", false),
            ("Ada", "Adam", false),
            ("6172535702", "(617) 253-5702", true),
            ("6172535702", "+1 617 253 5702", true),
            ("02079460958", "+44 20 7946 0958", true),
            ("6172535702", "617253570", false),
            ("4111111111111111", "4111 1111 1111 1111", true),
            ("2020-08-29", "08/29/2020", true),
            ("2020-08-29", "29.08.2020", true),
            ("2020-08-29", "August 29, 2020", true),
            ("2020-08-29", "08/28/2020", false),
            ("28521", "28,521.00", true),
            ("28521", "$28,521", true),
            ("1.50", "150", false),
            ("1.5", "1.50", true),
            ("secret", "••••••", true),
            ("12 Main St", "12 Main Street", false),
            ("Alpha, Beta", "Alpha Beta", true),
            ("Alpha, Beta", "Alpha", false),
            ("a\nb", "a b", true),
        ] {
            let bound = Bound::Text(written.into());
            assert_eq!(
                read_back(&bound, &OperationResult { done: true, ..reads(read) }),
                expected,
                "{written} {read}"
            );
        }
    }

    #[test]
    fn other_kinds() {
        check(Bound::Checked(true), reads("true"), true);
        check(Bound::Checked(true), reads("false"), false);
        let options =
            || Bound::Options { positions: vec![2, 1], values: vec!["b".into(), "a".into()] };
        check(
            options(),
            OperationResult { chosen: Some(vec![1, 2]), ..OperationResult::default() },
            true,
        );
        check(
            options(),
            OperationResult { chosen: Some(vec![1]), ..OperationResult::default() },
            false,
        );
        check(Bound::Choice("Germany".into()), reads("Deutschland"), true);
        check(Bound::Choice("Germany".into()), reads("France"), false);
        check(Bound::Choice("+49".into()), reads("Germany (+49)"), true);
        check(Bound::Choice("Red".into()), reads(""), false);
        let both = || Bound::Choices(vec!["Red".into(), "Dark blue".into()]);
        check(both(), reads("Dark blue × Red ×"), true);
        check(both(), reads("Red"), false);
        let refused = OperationResult { done: false, ..reads("true") };
        assert!(!read_back(&Bound::Checked(true), &refused));
    }
}
