//! Dates and times: what people write, what fields want.
//!
//! A date whose day and month cannot be told apart is no date, unless it is known which comes first.

use super::meaning::month_of_word;
use crate::{
    language::{List, has},
    text::{digits, narrow},
};

/// A date, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(test, derive(Debug))]
pub(super) struct Date {
    pub(super) year: u16,
    pub(super) month: Option<u8>,
    pub(super) day: Option<u8>,
}

/// Which comes first when both are numbers up to 12.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(test, derive(Debug))]
pub(super) enum Order {
    DayFirst,
    MonthFirst,
}

/// Part of a date.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(test, derive(Debug))]
pub(super) enum Part {
    Day,
    Month,
    Year,
}

impl Date {
    fn new(year: u16, month: Option<u8>, day: Option<u8>) -> Option<Self> {
        let real = (1000..=2999).contains(&year)
            && month.is_none_or(|month| (1..=12).contains(&month))
            && match (month, day) {
                (Some(month), Some(day)) => (1..=days_in(year, month)).contains(&day),
                (None, Some(_)) => false,
                _ => true,
            };
        real.then_some(Self { year, month, day })
    }

    /// Reads a date. `order` decides `03/04/2020`; without it that is no date.
    pub(super) fn parse(text: &str, order: Option<Order>) -> Option<Self> {
        let text: String = text.trim().chars().map(narrow).collect();
        // A time behind the date does not matter here.
        let text = match text.split_once('T') {
            Some((date, time)) if time.starts_with(|c: char| c.is_ascii_digit()) => date.to_owned(),
            _ => text,
        };
        let text = match text.find(':') {
            Some(colon) => text.get(..colon)?.rsplit_once(' ')?.0.to_owned(),
            None => text,
        };
        let tokens = tokens(&text);
        let mut named = None;
        let mut numbers: Vec<&str> = Vec::new();
        for token in &tokens {
            if token.starts_with(|c: char| c.is_ascii_digit()) {
                numbers.push(token);
            } else if let Some(month) = month_of_word(token) {
                if named.replace(month).is_some() {
                    return None;
                }
            } else if !is_filler(token) {
                return None;
            }
        }
        match (named, numbers.as_slice()) {
            (Some(month), [year]) if year.len() == 4 => Self::new(number(year)?, Some(month), None),
            (Some(month), [a, b]) => {
                let (day, year) = if a.len() == 4 { (b, a) } else { (a, b) };
                (year.len() == 4)
                    .then(|| Self::new(number(year)?, Some(month), Some(short(day)?)))?
            }
            (None, [a, b, c]) => Self::of_three(a, b, c, order),
            (None, [a, b]) if a.len() == 4 && b.len() <= 2 => {
                Self::new(number(a)?, Some(short(b)?), None)
            }
            (None, [a, b]) if b.len() == 4 && a.len() <= 2 => {
                Self::new(number(b)?, Some(short(a)?), None)
            }
            (None, [a]) if a.len() == 4 => Self::new(number(a)?, None, None),
            (None, [a]) if a.len() == 8 => {
                let (year, rest) = a.split_at_checked(4)?;
                let (month, day) = rest.split_at_checked(2)?;
                Self::new(number(year)?, Some(short(month)?), Some(short(day)?))
            }
            _ => None,
        }
    }

    fn of_three(a: &str, b: &str, c: &str, order: Option<Order>) -> Option<Self> {
        if a.len() == 4 {
            return Self::new(number(a)?, Some(short(b)?), Some(short(c)?));
        }
        if c.len() != 4 {
            return None;
        }
        let (year, first, second) = (number(c)?, short(a)?, short(b)?);
        let day_first = Self::new(year, Some(second), Some(first));
        let month_first = Self::new(year, Some(first), Some(second));
        match (day_first, month_first, order) {
            (Some(date), None, _) | (None, Some(date), _) => Some(date),
            (Some(date), Some(same), _) if date == same => Some(date),
            (Some(date), Some(_), Some(Order::DayFirst)) => Some(date),
            (Some(_), Some(date), Some(Order::MonthFirst)) => Some(date),
            _ => None,
        }
    }

    /// `YYYY-MM-DD`; `None` when the day is not known.
    pub(super) fn iso(self) -> Option<String> {
        Some(format!("{:04}-{:02}-{:02}", self.year, self.month?, self.day?))
    }

    /// `YYYY-MM`
    pub(super) fn iso_month(self) -> Option<String> {
        Some(format!("{:04}-{:02}", self.year, self.month?))
    }

    /// `YYYY-Www`, the ISO 8601 week.
    pub(super) fn iso_week(self) -> Option<String> {
        let days = days_since_epoch(self.year.into(), self.month?, self.day?);
        let (year, week) = week_of(days);
        Some(format!("{year:04}-W{week:02}"))
    }

    /// A part as a number.
    pub(super) fn part(self, part: Part) -> Option<u16> {
        match part {
            Part::Year => Some(self.year),
            Part::Month => self.month.map(u16::from),
            Part::Day => self.day.map(u16::from),
        }
    }
}

/// The week that a day is in, with the year that it belongs to (ISO 8601).
fn week_of(days: i64) -> (i64, i64) {
    // 1970-01-01 was a Thursday; the week belongs to the year that its Thursday is in.
    let thursday = days - (days + 3).rem_euclid(7) + 3;
    let mut year = 1970 + thursday.div_euclid(366);
    while days_since_epoch(year + 1, 1, 1) <= thursday {
        year += 1;
    }
    (year, (thursday - days_since_epoch(year, 1, 1)) / 7 + 1)
}

/// A time of day as `HH:MM`, or with seconds if they are given.
pub(super) fn time(text: &str) -> Option<String> {
    let text = text.trim().to_lowercase();
    let text = text.split_once('t').map_or(text.as_str(), |(date, time)| {
        if date.starts_with(|c: char| c.is_ascii_digit()) { time } else { text.as_str() }
    });
    let text = text.rsplit_once(' ').map_or(text, |(before, last)| {
        // "2025-02-02 14:30", but not "2:30 pm".
        if last.contains(':') && before.contains(['-', '/', '.']) { last } else { text }
    });
    let (clock, half) = match text.find(|c: char| c.is_alphabetic()) {
        Some(at) => text.split_at_checked(at)?,
        None => (text, ""),
    };
    let mut parts = clock.trim().split(':');
    let mut hour: u8 = parts.next()?.trim().parse().ok()?;
    let minute: Option<u8> = parts.next().map(|part| part.trim().parse().ok()).unwrap_or(Some(0));
    let second: Option<u8> = parts.next().and_then(|part| part.trim().parse().ok());
    match half.replace(['.', ' '], "").as_str() {
        "am" if hour == 12 => hour = 0,
        "pm" if hour < 12 => hour += 12,
        "am" | "pm" | "uhr" | "h" => {}
        "" | "z" if clock.contains(':') => {}
        _ => return None,
    }
    let minute = minute?;
    let real = hour < 24 && minute < 60 && second.is_none_or(|second| second < 60);
    real.then(|| match second {
        Some(second) => format!("{hour:02}:{minute:02}:{second:02}"),
        None => format!("{hour:02}:{minute:02}"),
    })
}

/// How a field wants a date, as it shows: "MM/DD/YYYY", "TT.MM.JJJJ", "jj/mm/aaaa", "MM / YY".
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(test, derive(Debug))]
pub(super) struct Pattern(Vec<Piece>);

#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(test, derive(Debug))]
enum Piece {
    Part(Part, usize),
    Between(String),
}

/// Letters that stand for a day, a month or a year in such patterns, folded to lower case.
const PART_LETTERS: &str = "dtjgmaykvrpгдмå";

impl Pattern {
    /// Finds a pattern, or an example of a date, in what a field shows.
    pub(super) fn find(text: &str) -> Option<Self> {
        Self::of_letters(text).or_else(|| Self::of_example(text))
    }

    /// "DD.MM.YYYY" in any language that spells its parts by one letter.
    fn of_letters(text: &str) -> Option<Self> {
        let runs = runs(text);
        // Two or three runs in a row with only separators between them.
        for start in 0..runs.len() {
            for count in [3, 2] {
                if let Some(found) = runs.get(start..start + count).and_then(Self::of_runs) {
                    return Some(found);
                }
            }
        }
        None
    }

    fn of_runs(runs: &[Run]) -> Option<Self> {
        let (first, rest) = runs.split_first()?;
        if rest.iter().any(|run| !is_separator(&run.before))
            || runs.iter().any(|run| run.letter.is_none())
        {
            return None;
        }
        let letters: Vec<(char, usize)> =
            runs.iter().filter_map(|run| Some((run.letter?, run.length))).collect();
        let long = letters.iter().position(|(_, length)| *length == 4);
        let month = letters.iter().position(|(c, _)| matches!(c, 'm' | 'м'));
        let year = long.or_else(|| {
            letters.iter().rposition(|(c, _)| matches!(c, 'y' | 'a' | 'j' | 'r' | 'г' | 'å' | 'v'))
        })?;
        // Turkish writes the month "aa", Finnish "kk".
        let month = month.or_else(|| letters.iter().position(|(c, _)| matches!(c, 'a' | 'k')))?;
        if month == year || letters.iter().enumerate().any(|(at, (_, n))| *n > 2 && at != year) {
            return None;
        }
        let mut pieces = Vec::new();
        for (at, (run, (_, length))) in std::iter::once(first).chain(rest).zip(&letters).enumerate()
        {
            if at > 0 {
                pieces.push(Piece::Between(run.before.clone()));
            }
            let part = match at {
                at if at == year => Part::Year,
                at if at == month => Part::Month,
                _ => Part::Day,
            };
            pieces.push(Piece::Part(part, *length));
        }
        Some(Self(pieces))
    }

    /// "31.12.1990": only where the numbers tell day from month.
    fn of_example(text: &str) -> Option<Self> {
        let start = text.find(|c: char| c.is_ascii_digit())?;
        let example = text.get(start..)?;
        let end = example
            .find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | '/' | '-' | ' '))
            .unwrap_or(example.len());
        let example = example.get(..end)?.trim_end_matches(|c: char| !c.is_ascii_digit());
        let numbers: Vec<&str> =
            example.split(|c: char| !c.is_ascii_digit()).filter(|n| !n.is_empty()).collect();
        let separators: Vec<&str> =
            example.split(|c: char| c.is_ascii_digit()).filter(|s| !s.is_empty()).collect();
        let [a, b, c] = numbers.as_slice() else { return None };
        let [first, second] = separators.as_slice() else { return None };
        if !is_separator(first) || !is_separator(second) {
            return None;
        }
        Date::parse(example, None)?;
        let parts = if a.len() == 4 {
            [Part::Year, Part::Month, Part::Day]
        } else if short(a)? > 12 {
            [Part::Day, Part::Month, Part::Year]
        } else if short(b)? > 12 {
            [Part::Month, Part::Day, Part::Year]
        } else {
            return None;
        };
        let [x, y, z] = parts;
        Some(Self(vec![
            Piece::Part(x, a.len()),
            Piece::Between((*first).to_owned()),
            Piece::Part(y, b.len()),
            Piece::Between((*second).to_owned()),
            Piece::Part(z, c.len()),
        ]))
    }

    /// The usual way in a language, for a field that shows none.
    pub(super) fn of_language(lang: &str) -> Option<Self> {
        let lang = lang.to_ascii_lowercase();
        let spelled = match lang.get(..2)? {
            "en" if lang == "en-us" => "mm/dd/yyyy",
            "en" if lang.len() > 2 => "dd/mm/yyyy",
            "de" | "pl" | "ru" | "uk" | "cs" | "sk" | "fi" | "nb" | "no" | "da" | "tr" | "ro"
            | "bg" => "dd.mm.yyyy",
            "fr" | "es" | "it" | "pt" | "el" | "vi" | "ar" | "he" => "dd/mm/yyyy",
            "nl" => "dd-mm-yyyy",
            "sv" | "lt" => "yyyy-mm-dd",
            "ja" | "zh" => "yyyy/mm/dd",
            _ => return None,
        };
        Self::of_letters(spelled)
    }

    /// Whether the pattern has a day.
    pub(super) fn has_day(&self) -> bool {
        self.0.iter().any(|piece| matches!(piece, Piece::Part(Part::Day, _)))
    }

    /// Writes a date; `None` when it lacks a part that the pattern has.
    pub(super) fn write(&self, date: Date) -> Option<String> {
        let mut text = String::new();
        for piece in &self.0 {
            match piece {
                Piece::Between(between) => text.push_str(between),
                Piece::Part(Part::Year, length) if *length <= 2 => {
                    text.push_str(&format!("{:02}", date.year % 100));
                }
                Piece::Part(Part::Year, _) => text.push_str(&format!("{:04}", date.year)),
                Piece::Part(part, length) => {
                    let number = date.part(*part)?;
                    text.push_str(&format!("{number:0length$}"));
                }
            }
        }
        Some(text)
    }
}

/// A date that is looked for in texts: without its day, a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Day {
    /// Year of the Gregorian calendar.
    pub(crate) year: u16,
    /// 1 to 12.
    pub(crate) month: u8,
    /// 1 to 31.
    pub(crate) day: Option<u8>,
    /// Seconds from 1970-01-01 to its midnight, UTC; 0 without a day.
    pub(crate) seconds: i64,
}

impl Day {
    /// What people write for a day may mean: `03/04/1990` is one of two.
    pub(crate) fn readings(text: &str) -> Vec<Self> {
        let mut days: Vec<Self> = Vec::new();
        for order in [None, Some(Order::DayFirst), Some(Order::MonthFirst)] {
            let day = Date::parse(text, order).and_then(|date| {
                let (month, day) = (date.month?, date.day?);
                let seconds = days_since_epoch(i64::from(date.year), month, day) * 86_400;
                Some(Self { year: date.year, month, day: Some(day), seconds })
            });
            days.extend(day.filter(|day| !days.contains(day)));
        }
        days
    }

    /// Whether a text names a month of a year, with or without a day.
    pub(crate) fn names_month(text: &str) -> bool {
        Date::parse(text, None).is_some_and(|date| date.month.is_some())
    }

    /// Its week (ISO 8601): the year that it belongs to, its number, and which day of it this is, 1 to 7.
    pub(crate) fn week(&self) -> Option<(i64, i64, i64)> {
        let days = days_since_epoch(self.year.into(), self.month, self.day?);
        let (year, week) = week_of(days);
        Some((year, week, (days + 3).rem_euclid(7) + 1))
    }

    /// Which day of its year it is, 1 to 366.
    pub(crate) fn of_year(&self) -> Option<i64> {
        let year = i64::from(self.year);
        Some(days_since_epoch(year, self.month, self.day?) - days_since_epoch(year, 1, 1) + 1)
    }

    /// Reads what people write for a card's expiry.
    pub(crate) fn expiry(text: &str) -> Option<Self> {
        let date = expiry(text)?;
        Some(Self { year: date.year, month: date.month?, day: None, seconds: 0 })
    }
}

/// A run of one repeated letter of a pattern, or of anything else that separates.
struct Run {
    letter: Option<char>,
    length: usize,
    before: String,
}

fn runs(text: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut before = String::new();
    for c in text.chars().map(narrow) {
        let lower = c.to_lowercase().next().unwrap_or(c);
        if !c.is_alphabetic() {
            before.push(c);
            continue;
        }
        let letter = PART_LETTERS.contains(lower).then_some(lower);
        match runs.last_mut() {
            Some(run) if before.is_empty() => {
                // A word of several letters is no part of a pattern, except 年月日 behind one.
                if run.letter == letter {
                    run.length += 1;
                } else {
                    run.letter = None;
                }
            }
            _ => runs.push(Run { letter, length: 1, before: std::mem::take(&mut before) }),
        }
    }
    runs
}

fn is_separator(text: &str) -> bool {
    let trimmed = text.trim();
    text.chars().count() <= 3 && matches!(trimmed, "/" | "." | "-" | "–" | "" | "|")
}

fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut class = None;
    for c in text.chars() {
        let now = if c.is_ascii_digit() {
            Some(true)
        } else if c.is_alphabetic() {
            Some(false)
        } else {
            None
        };
        match (now, tokens.last_mut()) {
            (Some(_), Some(last)) if now == class => last.push(c),
            (Some(_), _) => tokens.push(c.to_string()),
            (None, _) => {}
        }
        class = now;
    }
    // "8月" and "8월" are a number and a letter that says what it is: keep only the number.
    tokens
}

/// Words in a date that are neither number nor month.
fn is_filler(token: &str) -> bool {
    has(List::DateFiller, &token.to_lowercase())
}

fn number(text: &str) -> Option<u16> {
    text.parse().ok()
}

fn short(text: &str) -> Option<u8> {
    if text.len() <= 2 { text.parse().ok() } else { None }
}

fn days_in(year: u16, month: u8) -> u8 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => {
            29
        }
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days from 1970-01-01 in the Gregorian calendar, for any year.
fn days_since_epoch(year: i64, month: u8, day: u8) -> i64 {
    let before_march = i64::from(month <= 2);
    let year = year - before_march;
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let shifted = (i64::from(month) + 9) % 12;
    let of_year = (153 * shifted + 2) / 5 + i64::from(day) - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// The two parts of a card's expiry from what people write: `MM/YY`, `MM/YYYY`, `YYYY-MM`.
pub(super) fn expiry(text: &str) -> Option<Date> {
    if let Some(date) = Date::parse(text, None) {
        return date.month.map(|_| date);
    }
    let parts: Vec<&str> =
        text.split(|c: char| !c.is_ascii_digit()).filter(|p| !p.is_empty()).collect();
    match parts.as_slice() {
        [month, year] if year.len() == 2 => {
            Date::new(2000 + number(year)?, Some(short(month)?), None)
        }
        [both] if both.len() == 4 => {
            let all = digits(both);
            let (month, year) = all.split_at_checked(2)?;
            Date::new(2000 + number(year)?, Some(short(month)?), None)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, order: Option<Order>, expected: Option<(u16, Option<u8>, Option<u8>)>) {
        let found = Date::parse(text, order).map(|date| (date.year, date.month, date.day));
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn dates_are_read() {
        let whole = Some((1990, Some(8), Some(15)));
        for text in [
            "1990-08-15",
            "1990/08/15",
            "1990.8.15",
            "15.08.1990",
            "15/08/1990",
            "08/15/1990",
            "15 August 1990",
            "August 15, 1990",
            "15th of August 1990",
            "15. August 1990",
            "15 août 1990",
            "15 de agosto de 1990",
            "1990年8月15日",
            "1990-08-15T10:00:00Z",
            "1990-08-15 2:30 PM",
            "19900815",
            "Aug 15 1990",
        ] {
            check(text, None, whole);
        }
        check("03/04/2020", None, None);
        check("03/04/2020", Some(Order::DayFirst), Some((2020, Some(4), Some(3))));
        check("03/04/2020", Some(Order::MonthFirst), Some((2020, Some(3), Some(4))));
        check("2020-08", None, Some((2020, Some(8), None)));
        check("08/2020", None, Some((2020, Some(8), None)));
        check("August 2020", None, Some((2020, Some(8), None)));
        check("2020", None, Some((2020, None, None)));
        for text in [
            "2021-02-29",
            "tomorrow",
            "",
            "1990-13-01",
            "0123456789",
            "12 Main Street 1990",
            "Spring 2025",
        ] {
            check(text, None, None);
        }
    }

    #[test]
    fn patterns_are_found_and_written() {
        let date = Date { year: 1990, month: Some(8), day: Some(5) };
        for (shown, expected) in [
            ("MM/DD/YYYY", Some("08/05/1990")),
            ("TT.MM.JJJJ", Some("05.08.1990")),
            ("jj/mm/aaaa", Some("05/08/1990")),
            ("gg.aa.yyyy", Some("05.08.1990")),
            ("ДД.ММ.ГГГГ", Some("05.08.1990")),
            ("pp.kk.vvvv", Some("05.08.1990")),
            ("dd-mm-yy", Some("05-08-90")),
            ("MM / YY", Some("08 / 90")),
            ("MM/AA", Some("08/90")),
            ("YYYY-MM", Some("1990-08")),
            ("Date (DD/MM/YYYY)", Some("05/08/1990")),
            ("e.g. 31.12.1985", Some("05.08.1990")),
            ("12/31/1985", Some("08/05/1990")),
            ("d/m/yyyy", Some("5/8/1990")),
            ("Enter your date", None),
            ("01/02/2000", None),
            ("555-123-4567", None),
            ("", None),
        ] {
            let written = Pattern::find(shown).and_then(|pattern| pattern.write(date));
            assert_eq!(written.as_deref(), expected, "{shown}");
        }
    }

    #[test]
    fn weeks_and_times() {
        for (date, week) in [
            ("2020-12-31", "2020-W53"),
            ("2021-01-03", "2020-W53"),
            ("2021-01-04", "2021-W01"),
            ("2019-12-30", "2020-W01"),
            ("2025-02-02", "2025-W05"),
        ] {
            assert_eq!(
                Date::parse(date, None).and_then(Date::iso_week).as_deref(),
                Some(week),
                "{date}"
            );
        }
        for (text, expected) in [
            ("14:30", Some("14:30")),
            ("2:30 PM", Some("14:30")),
            ("12 a.m.", Some("00:00")),
            ("9:05:30", Some("09:05:30")),
            ("14:30 Uhr", Some("14:30")),
            ("2025-02-02T14:30", Some("14:30")),
            ("2025-02-02 14:30", Some("14:30")),
            ("25:00", None),
            ("noon", None),
            ("17", None),
        ] {
            assert_eq!(time(text).as_deref(), expected, "{text}");
        }
        assert_eq!(expiry("04/26"), Some(Date { year: 2026, month: Some(4), day: None }));
        assert_eq!(expiry("0426"), Some(Date { year: 2026, month: Some(4), day: None }));
    }
}
