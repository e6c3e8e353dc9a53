//! Finds a date of the person's however it is written: in any order, with any separators, with names of
//! months, with two digits for the year, in the digits of any script.

use super::letters::{Letter, WALL, is_unseen};
use crate::bind::{Day, may_name_month};

/// Words in a date that are neither number nor month ("27th of", "27 de noviembre de") have at most this many
/// letters.
const FILLER: usize = 5;
/// Parts and fillers that are looked at from where a date may begin.
const WINDOW: usize = 8;
/// Calendars whose years are ahead of or behind the Gregorian: Thailand's, Taiwan's.
const OTHER_YEARS: &[i32] = &[543, -1911];

/// A part of a date, or of the text around it.
enum Part {
    Number(u64, usize),
    Month,
    Filler,
    Other,
}

/// A run of digits or of letters, as positions among the letters; a number that is not too long is read.
struct Token {
    number: Option<u64>,
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
        if !letters.iter().any(|letter| letter.c.is_ascii_digit()) {
            return calendar;
        }
        let mut from = 0;
        for (to, pair) in (1..).zip(letters.windows(2)) {
            let [last, next] = pair else { continue };
            let goes_on = !next.after_gap
                && next.c != WALL
                && last.c != WALL
                && next.c.is_ascii_digit() == last.c.is_ascii_digit();
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
        let digits: String =
            run.iter().map(|letter| letter.c).take_while(char::is_ascii_digit).collect();
        self.tokens.push(Token { number: digits.parse().ok(), from, to });
    }

    /// Where this date stands, as positions among the letters: its day, month and year beside each other, or
    /// in one number.
    pub(super) fn find(&self, day: &Day, found: &mut Vec<(usize, usize)>) {
        for (at, token) in self.tokens.iter().enumerate() {
            let Some(number) = token.number else { continue };
            let digits = token.to - token.from;
            if is_written_as_one(day, number, digits) {
                found.push((token.from, token.to));
            } else if is_year(day, number, digits) {
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

    fn part(&self, token: &Token, day: &Day) -> Part {
        let length = token.to - token.from;
        if let Some(number) = token.number {
            return Part::Number(number, length);
        }
        let run = self.letters.get(token.from..token.to).unwrap_or_default();
        let (Some(first), Some(last)) = (run.first(), run.last()) else { return Part::Other };
        if first.c == WALL || first.c.is_ascii_digit() {
            return Part::Other;
        }
        // As it is written: months are known by the letters of their language.
        let written = self.text.get(first.at..=last.at).into_iter().flatten();
        let word: String = written.filter(|c| !is_unseen(**c)).collect();
        if may_name_month(&word, day.month) {
            Part::Month
        } else if length <= FILLER {
            Part::Filler
        } else {
            Part::Other
        }
    }

    /// Whether the parts of a date stand from this token on, and where they end.
    fn beside(&self, day: &Day, from: usize) -> Option<usize> {
        let wanted = if day.day.is_some() { 3 } else { 2 };
        let mut parts: Vec<Part> = Vec::new();
        for token in self.tokens.get(from..)?.iter().take(WINDOW) {
            match self.part(token, day) {
                Part::Other => return None,
                // A date begins with a part of it.
                Part::Filler if parts.is_empty() => return None,
                Part::Filler => continue,
                part => parts.push(part),
            }
            if parts.len() == wanted {
                return is_assigned(day, &parts).then_some(token.to);
            }
        }
        None
    }
}

/// Whether the parts are this date's, each one once.
fn is_assigned(day: &Day, parts: &[Part]) -> bool {
    let year = |part: &Part| matches!(part, Part::Number(number, digits) if is_year(day, *number, *digits));
    let month = |part: &Part| match part {
        Part::Month => true,
        Part::Number(number, digits) => *digits <= 2 && *number == u64::from(day.month),
        Part::Filler | Part::Other => false,
    };
    let of_month = |part: &Part| matches!(part, Part::Number(number, digits) if *digits <= 2 && day.day.map(u64::from) == Some(*number));
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
    is_time
        || digits == 8 && orders(year, 10_000).contains(&number)
        || digits == 6 && orders(year % 100, 100).contains(&number)
}
