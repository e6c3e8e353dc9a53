//! Finds a date of the person's however it is written: in any order, with any separators, with names of
//! months or Roman ones, with its day in words, with two digits for the year or the year of an era, in the digits
//! of any script and in Chinese numerals, as a week or a day of the year.

use std::sync::LazyLock;

use super::{
    days::may_say_day,
    letters::{Letter, WALL},
};
use crate::{
    bind::{Day, may_name_month},
    language::{List, has, rows, stands_anywhere},
    text::is_unseen,
};

/// Words in a date that are neither number nor month ("27th of", "27 de noviembre de") have at most this many
/// letters.
const FILLER: usize = 5;
/// Parts and fillers that are looked at from where a date may begin.
const WINDOW: usize = 8;
/// Calendars whose years are ahead of or behind the Gregorian: Thailand's, Taiwan's.
const OTHER_YEARS: &[i32] = &[543, -1911];
/// How eras are called that years are counted in, each with the year before its first.
static ERAS: LazyLock<Vec<(&'static str, u64)>> = LazyLock::new(|| {
    let of = |row: Vec<&'static str>| {
        let (year, names) = row.split_first()?;
        let year = year.parse().ok()?;
        Some(names.iter().map(|name| (*name, year)).collect::<Vec<_>>())
    };
    rows(List::Era).filter_map(of).flatten().collect()
});
/// Months as they are called by numerals that are written out.
static WRITTEN: LazyLock<Vec<Vec<&'static str>>> =
    LazyLock::new(|| rows(List::MonthsInWords).collect());
/// The most years of an era.
const LONGEST_ERA: u64 = 200;
/// Months as the Romans numbered them.
const ROMAN: &[&str] = &["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"];
/// The same as one character, from the first: capital and small.
const ROMAN_SIGNS: [char; 2] = ['\u{2160}', '\u{2170}'];
/// Words that a day is written in at most.
const DAY_WORDS: usize = 4;

/// A part of a date, or of the text around it.
enum Part {
    /// A number, its digits, and the year that it is in the era named before it.
    Number(u64, usize, Option<u64>),
    Month,
    /// The day in words.
    Day,
    Filler,
    Other,
}

/// A run of digits or of letters, as positions among the letters; a number that is not too long is read.
struct Token {
    number: Option<u64>,
    digits: usize,
    era: Option<u64>,
    from: usize,
    to: usize,
}

/// The dates in a text.
pub(super) struct Calendar<'a> {
    text: &'a [char],
    letters: &'a [Letter],
    tokens: Vec<Token>,
}

impl<'a> Calendar<'a> {
    /// Divides a text.
    pub(super) fn new(text: &'a [char], letters: &'a [Letter]) -> Self {
        let mut calendar = Self { text, letters, tokens: Vec::new() };
        if !letters.iter().any(|letter| is_numeral(letter.c)) {
            return calendar;
        }
        let mut from = 0;
        for (to, pair) in (1..).zip(letters.windows(2)) {
            let [last, next] = pair else { continue };
            let goes_on = !next.after_gap
                && next.c != WALL
                && last.c != WALL
                && next.c.is_ascii_digit() == last.c.is_ascii_digit()
                && is_numeral(next.c) == is_numeral(last.c);
            if !goes_on {
                calendar.push(from, to);
                from = to;
            }
        }
        calendar.push(from, letters.len());
        calendar
    }

    fn push(&mut self, from: usize, to: usize) {
        let run = self.letters.get(from..to).unwrap_or_default();
        let (number, digits) = match run.first() {
            Some(first) if first.c.is_ascii_digit() => {
                let digits: String = run.iter().map(|letter| letter.c).collect();
                (digits.parse().ok(), digits.len())
            }
            Some(first) if is_numeral(first.c) => {
                let number = numeral(run.iter().map(|letter| letter.c));
                (number, number.map_or(0, |number| number.to_string().len()))
            }
            _ => (None, 0),
        };
        let era = number.filter(|number| *number <= LONGEST_ERA).and_then(|number| {
            let before = self.tokens.last().filter(|before| before.number.is_none())?;
            let name = self.said(before);
            // Where words are written without blanks, others may stand before it.
            let is_it = |era: &str| {
                if stands_anywhere(era) { name.ends_with(era) } else { name == era }
            };
            ERAS.iter().find(|(era, _)| is_it(era)).map(|(_, before)| number + before)
        });
        self.tokens.push(Token { number, digits, era, from, to });
    }

    /// The letters of a token, as they are compared.
    fn said(&self, token: &Token) -> String {
        let run = self.letters.get(token.from..token.to).unwrap_or_default();
        run.iter().map(|letter| letter.c).collect()
    }

    /// Where this date stands, as positions among the letters: its day, month and year beside each other, or
    /// in one number.
    pub(super) fn find(&self, day: &Day, found: &mut Vec<(usize, usize)>) {
        for (at, token) in self.tokens.iter().enumerate() {
            let Some(number) = token.number else { continue };
            if is_written_as_one(day, number, token.digits) {
                found.push((token.from, token.to));
                continue;
            }
            found.extend(self.week_or_day(day, at).map(|to| (token.from, to)));
            if is_year(day, number, token.digits) || token.era == Some(day.year.into()) {
                let first = at.saturating_sub(WINDOW);
                for (from, begin) in (first..=at).zip(self.tokens.get(first..).unwrap_or_default())
                {
                    if let Some(to) = self.beside(day, from) {
                        found.push((begin.from, to));
                    }
                }
            }
        }
    }

    /// Where the date ends if it stands here as a year and a week of it, or a day of it: `1983-W47-7`.
    fn week_or_day(&self, day: &Day, at: usize) -> Option<usize> {
        let number = |at: usize| {
            let token = self.tokens.get(at)?;
            Some((i64::try_from(token.number?).ok()?, token.digits, token.to))
        };
        let (year, digits, _) = number(at)?;
        if digits != 4 {
            return None;
        }
        if let Some((of_year, 3, to)) = number(at + 1) {
            return (year == i64::from(day.year) && day.of_year() == Some(of_year)).then_some(to);
        }
        let (year_of_week, week, weekday) = day.week()?;
        let is_named =
            self.tokens.get(at + 1).is_some_and(|token| has(List::Week, &self.said(token)));
        let (found, _, to) = number(at + 2).filter(|_| is_named && year == year_of_week)?;
        match number(at + 3) {
            _ if found == week * 10 + weekday => Some(to),
            Some((found_day, 1, to)) if found == week && found_day == weekday => Some(to),
            _ => (found == week).then_some(to),
        }
    }

    /// What stands at a token, and of how many it is made.
    fn part(&self, at: usize, day: &Day) -> (Part, usize) {
        let Some(token) = self.tokens.get(at) else { return (Part::Other, 1) };
        let length = token.to - token.from;
        if let Some(number) = token.number {
            return (Part::Number(number, token.digits, token.era), 1);
        }
        let run = self.letters.get(token.from..token.to).unwrap_or_default();
        let (Some(first), Some(last)) = (run.first(), run.last()) else { return (Part::Other, 1) };
        if first.c == WALL || is_numeral(first.c) {
            return (Part::Other, 1);
        }
        // As it is written: months are known by the letters of their language.
        let written = self.text.get(first.at..=last.at).into_iter().flatten();
        let word: String = written.filter(|c| !is_unseen(**c)).collect();
        if may_name_month(&word, day.month) || is_numbered_month(&word, day.month) {
            (Part::Month, 1)
        } else if let Some(words) = self.says_day(at, day) {
            (Part::Day, words)
        } else if length <= FILLER {
            (Part::Filler, 1)
        } else {
            (Part::Other, 1)
        }
    }

    /// Of how many words, from this one on, the day is said.
    fn says_day(&self, at: usize, day: &Day) -> Option<usize> {
        let of_month = day.day?;
        let mut said = String::new();
        let mut most = None;
        let tokens = self.tokens.get(at..)?.iter().take(DAY_WORDS);
        for (words, token) in (1..).zip(tokens.take_while(|token| token.number.is_none())) {
            said.push_str(&self.said(token));
            if may_say_day(&said, of_month) {
                most = Some(words);
            }
        }
        most
    }

    /// Whether the parts of a date stand from this token on, and where they end.
    fn beside(&self, day: &Day, from: usize) -> Option<usize> {
        let wanted = if day.day.is_some() { 3 } else { 2 };
        let mut parts: Vec<Part> = Vec::new();
        let mut at = from;
        while at < from + WINDOW {
            let (part, used) = self.part(at, day);
            at += used;
            match part {
                Part::Other => return None,
                // A date begins with a part of it.
                Part::Filler if parts.is_empty() => return None,
                Part::Filler => continue,
                part => parts.push(part),
            }
            if parts.len() == wanted {
                let last = self.tokens.get(at - 1)?;
                return is_assigned(day, &parts).then_some(last.to);
            }
        }
        None
    }
}

/// Whether it is a digit, or a numeral of Chinese characters.
fn is_numeral(c: char) -> bool {
    c.is_ascii_digit() || of_numeral(c).is_some()
}

/// What a Chinese numeral stands for: a digit, or what the digit before it is multiplied by.
fn of_numeral(c: char) -> Option<u64> {
    const DIGITS: &str = "〇一二三四五六七八九";
    if c.is_ascii() {
        return None;
    }
    match c {
        '零' => Some(0),
        '十' => Some(10),
        '百' => Some(100),
        '千' => Some(1_000),
        c => DIGITS.chars().zip(0..).find(|(digit, _)| *digit == c).map(|(_, value)| value),
    }
}

/// The number that is written in Chinese numerals, digit by digit or by tens, hundreds and thousands.
fn numeral(signs: impl Iterator<Item = char>) -> Option<u64> {
    let (mut sum, mut digits): (u64, Option<u64>) = (0, None);
    for value in signs.filter_map(of_numeral) {
        if value < 10 {
            digits = Some(digits.unwrap_or(0).checked_mul(10)?.checked_add(value)?);
        } else {
            let times = digits.take().unwrap_or(1);
            sum = sum.checked_add(times.checked_mul(value)?)?;
        }
    }
    sum.checked_add(digits.unwrap_or(0))
}

/// Whether a word is the number of this month: a Roman one, or one that is written out.
fn is_numbered_month(word: &str, month: u8) -> bool {
    let at = usize::from(month).checked_sub(1);
    let is = |names: &[&str]| {
        at.and_then(|at| names.get(at)).is_some_and(|name| word.eq_ignore_ascii_case(name))
    };
    let mut chars = word.chars();
    let one = chars.next().filter(|_| chars.next().is_none()).map(u32::from);
    let sign = |first: char| {
        one.is_some_and(|one| {
            Some(one) == at.and_then(|at| u32::try_from(at).ok()).map(|at| u32::from(first) + at)
        })
    };
    is(ROMAN) || WRITTEN.iter().any(|names| is(names)) || ROMAN_SIGNS.into_iter().any(sign)
}

/// Whether the parts are this date's, each one once.
fn is_assigned(day: &Day, parts: &[Part]) -> bool {
    let year = |part: &Part| match part {
        Part::Number(number, digits, era) => {
            is_year(day, *number, *digits) || *era == Some(day.year.into())
        }
        Part::Month | Part::Day | Part::Filler | Part::Other => false,
    };
    let month = |part: &Part| match part {
        Part::Month => true,
        Part::Number(number, digits, _) => *digits <= 2 && *number == u64::from(day.month),
        Part::Day | Part::Filler | Part::Other => false,
    };
    let of_month = |part: &Part| match part {
        Part::Day => true,
        Part::Number(number, digits, _) => *digits <= 2 && day.day.map(u64::from) == Some(*number),
        Part::Month | Part::Filler | Part::Other => false,
    };
    match parts {
        [a, b, c] => [(a, b, c), (a, c, b), (b, a, c), (b, c, a), (c, a, b), (c, b, a)]
            .into_iter()
            .any(|(y, m, d)| year(y) && month(m) && of_month(d)),
        [a, b] => year(a) && month(b) || year(b) && month(a),
        _ => false,
    }
}

fn is_year(day: &Day, number: u64, digits: usize) -> bool {
    let year = i32::from(day.year);
    let Ok(number) = i32::try_from(number) else { return false };
    digits == 2 && number == year % 100
        || digits > 2 && OTHER_YEARS.iter().chain([&0]).any(|more| number == year + more)
}

/// `19831127`, `271183` and the like, and seconds or milliseconds since 1970.
fn is_written_as_one(day: &Day, number: u64, digits: usize) -> bool {
    let Some(of_month) = day.day.map(u64::from) else { return false };
    let (year, month) = (u64::from(day.year), u64::from(day.month));
    let orders = |year: u64, after: u64| {
        [
            year * 10_000 + month * 100 + of_month,
            (of_month * 100 + month) * after + year,
            (month * 100 + of_month) * after + year,
        ]
    };
    let seconds = u64::try_from(day.seconds).ok();
    let is_time = seconds.is_some_and(|seconds| {
        seconds >= 1_000_000 && (number == seconds || number == seconds * 1_000)
    });
    let is_day_of_year = || {
        let of_year = day.of_year().and_then(|day| u64::try_from(day).ok());
        of_year.is_some_and(|of_year| number == year * 1_000 + of_year)
    };
    is_time
        || digits == 7 && is_day_of_year()
        || digits == 8 && orders(year, 10_000).contains(&number)
        || digits == 6 && orders(year % 100, 100).contains(&number)
}
