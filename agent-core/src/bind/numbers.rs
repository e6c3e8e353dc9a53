//! Numbers, amounts, durations and the ranges that lists offer them in.

use crate::{
    language::{self, List, has},
    places::CURRENCIES,
    text::{fold, narrow, words},
};

/// Numbers are counted in millionths, which is exact for what people write and needs no floats.
pub(super) const ONE: i64 = 1_000_000;

/// Decimals that are kept.
const DECIMALS: usize = 6;

/// A number with the unit of time that it counts, if it says so.
#[derive(Clone, Copy, PartialEq)]
#[cfg_attr(test, derive(Debug))]
pub(super) struct Quantity {
    /// In millionths.
    pub(super) number: i64,
    pub(super) unit: Option<Unit>,
}

/// Units of time.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(test, derive(Debug))]
pub(super) enum Unit {
    Day,
    Week,
    Month,
    Year,
}

/// What an option covers.
#[derive(Clone, Copy, PartialEq)]
#[cfg_attr(test, derive(Debug))]
pub(super) struct Span {
    low: i64,
    high: i64,
    low_open: bool,
    high_open: bool,
    unit: Option<Unit>,
}

/// Units of time, and the list of what each is called.
const UNITS: &[(Unit, List)] = &[
    (Unit::Day, List::UnitDay),
    (Unit::Week, List::UnitWeek),
    (Unit::Month, List::UnitMonth),
    (Unit::Year, List::UnitYear),
];

/// Reads a plain number: "28521", "$4,569.50", "1.234,56 €", "8 %", "-3". Nothing else may be there.
pub(super) fn number(text: &str) -> Option<i64> {
    let quantity = quantity(text)?;
    quantity.unit.is_none().then_some(quantity.number)
}

/// Reads a number with a currency or a unit of time and nothing else.
pub(super) fn quantity(text: &str) -> Option<Quantity> {
    let found = numerals(text);
    let [(number, _)] = found.as_slice() else { return None };
    let mut unit = None;
    for word in letters_only(text) {
        if let Some(known) = unit_of(&word) {
            if unit.replace(known).is_some() {
                return None;
            }
        } else if !is_currency(&word) && !has(List::Counted, &word) {
            return None;
        }
    }
    let foreign =
        |c: char| !c.is_alphanumeric() && !c.is_whitespace() && !"$€£¥₹₽₩₺.,'’%+-−()".contains(c);
    (!text.contains(foreign)).then_some(Quantity { number: *number, unit })
}

/// What an option of a list covers: "3–5 years", "5+", "under 18", "60 months", "$50k - $75k".
pub(super) fn span(text: &str) -> Option<Span> {
    let found = numerals(text);
    let folded = format!(" {} ", fold(&text.replace("≥", ">=").replace("≤", "<=")));
    let says =
        |list| language::words(list).iter().any(|phrase| folded.contains(&format!(" {phrase} ")));
    let signed = |sign: &str, same: char| text.contains(sign) || text.contains(same);
    let (at_least, up_to) = (signed(">=", '≥'), signed("<=", '≤'));
    let unit = letters_only(text).iter().find_map(|word| unit_of(word));
    let span = |low, high, low_open, high_open| Some(Span { low, high, low_open, high_open, unit });
    match found.as_slice() {
        [(low, _), (high, between)] if low < high && is_range_sign(between) => {
            span(*low, *high, false, false)
        }
        [(number, _)]
            if says(List::OrMore) || followed_by_plus(text) || at_least || says(List::AtLeast) =>
        {
            span(*number, i64::MAX, false, true)
        }
        [(number, _)] if text.contains('>') || says(List::MoreThan) => {
            span(*number, i64::MAX, true, true)
        }
        [(number, _)] if text.contains('<') && !text.contains("<=") || says(List::LessThan) => {
            span(i64::MIN, *number, true, true)
        }
        [(number, _)] if up_to || says(List::UpTo) => span(i64::MIN, *number, true, false),
        [(number, _)] => span(*number, *number, false, false),
        _ => None,
    }
}

impl Span {
    /// Whether a quantity lies in it; months and years are converted, other units must be the same.
    pub(super) fn holds(&self, quantity: Quantity) -> bool {
        let Some(number) = in_unit(quantity, self.unit) else { return false };
        let above = if self.low_open { number > self.low } else { number >= self.low };
        let below = if self.high_open { number < self.high } else { number <= self.high };
        above && below
    }

    /// It and all above where it is one number: whoever has more has that, too.
    pub(super) fn or_more(self) -> Self {
        if self.is_single() { Self { high: i64::MAX, high_open: true, ..self } } else { self }
    }

    /// Whether it is one number.
    pub(super) fn begins_with(&self, quantity: Quantity) -> bool {
        !self.low_open && in_unit(quantity, self.unit) == Some(self.low)
    }

    /// Whether it covers one number alone.
    pub(super) fn is_single(&self) -> bool {
        self.low == self.high
    }

    /// Whether two cover the same.
    pub(super) fn equals(&self, other: &Self) -> bool {
        self.low == other.low
            && self.high == other.high
            && (self.unit == other.unit || self.unit.is_none() || other.unit.is_none())
    }
}

/// The number in another unit; without a unit on either side it counts the same.
pub(super) fn in_unit(quantity: Quantity, wanted: Option<Unit>) -> Option<i64> {
    let divided = |by: i64| (quantity.number % by == 0).then_some(quantity.number / by);
    match (quantity.unit, wanted) {
        (None, _) | (_, None) => Some(quantity.number),
        (Some(a), Some(b)) if a == b => Some(quantity.number),
        (Some(Unit::Year), Some(Unit::Month)) => quantity.number.checked_mul(12),
        (Some(Unit::Month), Some(Unit::Year)) => divided(12),
        (Some(Unit::Week), Some(Unit::Day)) => quantity.number.checked_mul(7),
        (Some(Unit::Day), Some(Unit::Week)) => divided(7),
        _ => None,
    }
}

/// The unit of time that a label names: "Duration (Years)".
pub(super) fn unit_in_label(label: &str) -> Option<Unit> {
    let mut found = words(label).into_iter().filter_map(|word| unit_of(&word));
    let unit = found.next()?;
    found.all(|other| other == unit).then_some(unit)
}

/// Writes a number with `.` and no more digits than it has.
pub(super) fn plain(number: i64) -> String {
    let sign = if number < 0 { "-" } else { "" };
    let (whole, part) = (number.unsigned_abs() / ONE as u64, number.unsigned_abs() % ONE as u64);
    if part == 0 {
        return format!("{sign}{whole}");
    }
    let decimals = format!("{part:0DECIMALS$}");
    format!("{sign}{whole}.{}", decimals.trim_end_matches('0'))
}

/// Reads a number as HTML and JSON write it: digits, one `.` for decimals, a minus.
pub(super) fn exact(text: &str) -> Option<i64> {
    let (sign, digits) = match text.trim().strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.trim()),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    let part = part.trim_end_matches('0');
    if !all_digits(whole) || !all_digits(part) || part.len() > DECIMALS || digits.is_empty() {
        return None;
    }
    let whole: i64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let part: i64 = format!("{part:0<DECIMALS$}").parse().ok()?;
    Some(sign * whole.checked_mul(ONE)?.checked_add(part)?)
}

fn unit_of(word: &str) -> Option<Unit> {
    UNITS.iter().find(|(_, list)| has(*list, word)).map(|(unit, _)| *unit)
}

/// Whether a word is a currency, as it stands beside an amount.
fn is_currency(word: &str) -> bool {
    CURRENCIES.iter().any(|code| code.eq_ignore_ascii_case(word)) || has(List::Amount, word)
}

fn is_range_sign(between: &str) -> bool {
    let between = fold(&between.replace(['-', '–', '—', '−', '~', '〜'], " to "));
    let telling: Vec<&str> = between
        .split(' ')
        .filter(|word| {
            !word.is_empty() && unit_of(word).is_none() && !is_currency(word) && *word != "k"
        })
        .collect();
    matches!(telling.as_slice(), [word] if has(List::Range, word))
}

fn followed_by_plus(text: &str) -> bool {
    let mut before = ' ';
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        if c == '+' && (before.is_ascii_digit() || before.eq_ignore_ascii_case(&'k')) {
            return true;
        }
        before = c;
    }
    false
}

fn letters_only(text: &str) -> Vec<String> {
    let text: String = text.chars().map(|c| if c.is_alphabetic() { c } else { ' ' }).collect();
    words(&text)
}

/// The numbers of a text, each with what stands between it and the one before.
fn numerals(text: &str) -> Vec<(i64, String)> {
    let chars: Vec<char> = text.chars().map(narrow).collect();
    let at = |i: usize| chars.get(i).copied().unwrap_or(' ');
    let mut found = Vec::new();
    let mut between = String::new();
    let mut i = 0;
    while i < chars.len() {
        if !at(i).is_ascii_digit() {
            between.push(at(i));
            i += 1;
            continue;
        }
        let start = i;
        let inner =
            |i: usize| matches!(at(i), '.' | ',' | '\'' | '’' | ' ') && at(i + 1).is_ascii_digit();
        while at(i).is_ascii_digit()
            || (inner(i) && (at(i) != ' ' || groups_of_three(&chars, start, i)))
        {
            i += 1;
        }
        let literal: String = chars.get(start..i).unwrap_or_default().iter().collect();
        let Some(mut number) = parse_literal(&literal) else { return Vec::new() };
        if matches!(at(i), 'k' | 'K') && !at(i + 1).is_alphanumeric() {
            let Some(thousands) = number.checked_mul(1000) else { return Vec::new() };
            number = thousands;
            i += 1;
        }
        let minus =
            found.is_empty() && matches!(between.trim_end_matches(['$', '€', '£']), "-" | "−");
        found.push((if minus { -number } else { number }, std::mem::take(&mut between)));
    }
    found
}

/// Whether the space at `at` separates thousands of the number that began at `start`.
fn groups_of_three(chars: &[char], start: usize, at: usize) -> bool {
    let digit = |i: usize| chars.get(i).is_some_and(char::is_ascii_digit);
    let first =
        chars.get(start..at).unwrap_or_default().iter().take_while(|c| c.is_ascii_digit()).count();
    (1..=3).contains(&first) && digit(at + 1) && digit(at + 2) && digit(at + 3) && !digit(at + 4)
}

/// Reads one literal with separators for thousands and decimals in either custom.
fn parse_literal(literal: &str) -> Option<i64> {
    let marks: Vec<(usize, char)> =
        literal.char_indices().filter(|(_, c)| !c.is_ascii_digit()).collect();
    let Some((last_at, last)) = marks.last().copied() else { return exact(literal) };
    let behind = literal.len() - last_at - last.len_utf8();
    let repeated = marks.iter().filter(|(_, c)| *c == last).count() > 1;
    let mixed = marks.iter().any(|(_, c)| *c != last);
    // "1,234" and "1.234.567" are thousands; "3.8", "1.2345" and the last mark of "1.234,56" are
    // decimals; "1.234" is one or the other, depending on who writes it.
    let single = !repeated && !mixed;
    if single && last == '.' && behind == 3 && !literal.starts_with('0') {
        return None;
    }
    let decimal = matches!(last, '.' | ',') && !repeated && (mixed || behind != 3 || last == '.');
    let mut plain = String::new();
    for (at, c) in literal.char_indices() {
        if c.is_ascii_digit() {
            plain.push(c);
        } else if decimal && at == last_at {
            plain.push('.');
        }
    }
    exact(&plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read() {
        for (text, expected) in [
            ("28521", Some("28521")),
            ("$4,569.50", Some("4569.5")),
            ("1.234,56 €", Some("1234.56")),
            ("1'000'000 CHF", Some("1000000")),
            ("60 000", Some("60000")),
            ("12.500 €", None),
            ("12,500", Some("12500")),
            ("3.8", Some("3.8")),
            ("0.125", Some("0.125")),
            ("8%", Some("8")),
            ("-3", Some("-3")),
            ("50k", Some("50000")),
            ("99999999999999999999", None),
            ("CS104", None),
            ("5 years", None),
            ("12-1111111", None),
            ("", None),
            ("many", None),
        ] {
            assert_eq!(number(text).map(plain).as_deref(), expected, "{text}");
        }
        for text in ["0", "-12.5", "3.125", "1000000"] {
            assert_eq!(exact(text).map(plain).as_deref(), Some(text), "{text}");
        }
        assert_eq!(exact("1e5"), None);
        assert_eq!(
            quantity("60 months"),
            Some(Quantity { number: 60 * ONE, unit: Some(Unit::Month) })
        );
        assert_eq!(quantity("Fall 2025"), None);
    }

    #[test]
    fn spans_hold_what_they_say() {
        let four = Quantity { number: 4 * ONE, unit: None };
        let five_years = Quantity { number: 5 * ONE, unit: Some(Unit::Year) };
        for (text, quantity, expected) in [
            ("3–5 years", four, true),
            ("3-5", four, true),
            ("3 to 5 years", four, true),
            ("5+", four, false),
            ("5+", five_years, true),
            ("5 or more", five_years, true),
            ("More than 5", five_years, false),
            ("less than 5 years", four, true),
            ("Up to 4", four, true),
            ("60 months", five_years, true),
            ("12 months", five_years, false),
            ("< 5", four, true),
            ("$50k - $75k", Quantity { number: 60_000 * ONE, unit: None }, true),
            ("50,000 – 74,999", Quantity { number: 60_000 * ONE, unit: None }, true),
            ("mehr als 3 Jahre", four, true),
        ] {
            assert_eq!(span(text).is_some_and(|span| span.holds(quantity)), expected, "{text}");
        }
        assert_eq!(span("Other"), None);
        assert_eq!(span("9:00 AM - 12:00 PM"), None);
    }
}
