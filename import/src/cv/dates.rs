//! When something was: `Jan 2019 – Mar 2021`, `03/2018 - present`, `2014–2017`, `since 2020`.

use agent_core::person::cv;

/// The years that a CV may speak of.
const YEARS: std::ops::RangeInclusive<u32> = 1930..=2100;
/// Most words of a date: what begins with more is looked at word by word.
const DATE_WORDS: usize = 3;

/// A time span, its ends as `YYYY-MM` or `YYYY`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Span {
    /// Empty where only its end is said.
    pub(crate) start: String,
    /// Empty while it goes on.
    pub(crate) end: String,
    pub(crate) goes_on: bool,
}

/// Whether a text is `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
pub(crate) fn is_iso(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let is = |part: &str, width: usize, low: u32, high: u32| {
        part.len() == width && part.parse().is_ok_and(|number: u32| (low..=high).contains(&number))
    };
    let (year, rest) = parts.split_first().map_or(("", &[][..]), |(year, rest)| (*year, rest));
    let fits = match rest {
        [] => true,
        [month] => is(month, 2, 1, 12),
        [month, day] => is(month, 2, 1, 12) && is(day, 2, 1, 31),
        _ => false,
    };
    fits && is(year, 4, 1800, 2200)
}

/// The one span in a line, and the line without it. A line with several is told apart by nobody.
pub(super) fn span(line: &str) -> Option<(Span, String)> {
    let words = words(line);
    let mut found = None;
    let mut at = 0;
    while at < words.len() {
        let rest = words.get(at..).unwrap_or_default();
        match span_at(rest) {
            Some((span, count)) => {
                if found.is_some() {
                    return None;
                }
                found = Some((span, at, count));
                at += count;
            }
            None => at += 1,
        }
    }
    let (span, at, count) = found?;
    let start = words.get(at)?.0;
    let last = words.get(at + count - 1)?;
    let before = line.get(..start)?;
    let after = line.get(last.0 + last.1.len()..)?;
    Some((span, joined(before, after)))
}

/// What is left of a line on both sides of a date, without what set it apart.
fn joined(before: &str, after: &str) -> String {
    let marks = |c: char| {
        c.is_whitespace()
            || matches!(c, ',' | '|' | '(' | '[' | '·' | '•' | '–' | '—' | '-' | ':' | ';')
    };
    let before = before.trim_end_matches(marks).trim();
    let after = after.trim_start_matches(|c| marks(c) || matches!(c, ')' | ']' | '.')).trim();
    match (before.is_empty(), after.is_empty()) {
        (false, false) => format!("{before}\t{after}"),
        _ => format!("{before}{after}"),
    }
}

/// The words of a line with where they begin. A dash is a word of its own, and so is a bracket.
fn words(line: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let mut start = None;
    let is_dash = |at: usize, c: char| match c {
        '–' | '—' | '−' => true,
        // `2019-03` is a month, `2019-2021` a span.
        '-' => {
            let before = line.get(..at).unwrap_or_default();
            let after = line.get(at + 1..).unwrap_or_default();
            let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).count();
            let ends = before.chars().rev().take_while(char::is_ascii_digit).count();
            !(ends == 4 && digits(after) == 2 && after.chars().nth(2).is_none_or(|c| c != '/'))
        }
        _ => false,
    };
    for (at, c) in line.char_indices() {
        let is_mark = is_dash(at, c) || matches!(c, '(' | ')' | '[' | ']' | ',' | '|' | ';' | ':');
        if c.is_whitespace() || is_mark {
            words.extend(start.take().and_then(|from| Some((from, line.get(from..at)?))));
            if is_mark {
                words.extend(line.get(at..at + c.len_utf8()).map(|mark| (at, mark)));
            }
        } else if start.is_none() {
            start = Some(at);
        }
    }
    words.extend(start.and_then(|from| Some((from, line.get(from..)?))));
    words
}

/// The span that words begin with, and how many of them it takes.
fn span_at(words: &[(usize, &str)]) -> Option<(Span, usize)> {
    let word = |at: usize| words.get(at).map(|word| word.1).unwrap_or_default();
    if cv::is_since(word(0)) {
        let (start, count) = date_at(words.get(1..)?)?;
        // “From 2019 to 2021” is a span with both its ends.
        if let Some((end, more)) = end_at(words.get(1 + count..)?) {
            return Some((with_end(start, end), 1 + count + more));
        }
        return Some((Span { start, end: String::new(), goes_on: true }, 1 + count));
    }
    let (first, count) = date_at(words)?;
    match end_at(words.get(count..)?) {
        Some((end, more)) => Some((with_end(first, end), count + more)),
        None => Some((Span { start: String::new(), end: first, goes_on: false }, count)),
    }
}

fn with_end(start: String, end: Option<String>) -> Span {
    match end {
        Some(end) => Span { start, end, goes_on: false },
        None => Span { start, end: String::new(), goes_on: true },
    }
}

/// What a span ends with, behind a dash or "to"; `None` within for "until now".
fn end_at(words: &[(usize, &str)]) -> Option<(Option<String>, usize)> {
    let dash = words.first()?.1;
    let is_dash = matches!(dash, "–" | "—" | "−" | "-") || cv::is_until(dash);
    let rest = words.get(1..).filter(|_| is_dash)?;
    if let Some((date, count)) = date_at(rest) {
        return Some((Some(date), 1 + count));
    }
    let is_now = |count: usize| {
        let text: Vec<&str> = rest.iter().take(count).map(|word| word.1).collect();
        rest.len() >= count && cv::is_now(&text.join(" "))
    };
    (1..=DATE_WORDS).rev().find(|count| is_now(*count)).map(|count| (None, 1 + count))
}

/// The date that words begin with: `2019`, `03/2019`, `2019-03`, `March 2019`, `Mar. 2019`, `1 March 2019`.
fn date_at(words: &[(usize, &str)]) -> Option<(String, usize)> {
    let word =
        |at: usize| words.get(at).map(|word| word.1.trim_end_matches('.')).unwrap_or_default();
    if let Some(date) = numeric(word(0)) {
        return Some((date, 1));
    }
    let skip = usize::from(
        word(0).len() < 3 && word(0).parse::<u32>().is_ok_and(|day| (1..=31).contains(&day)),
    );
    let month = cv::month(word(skip))?;
    // A comma may stand between them.
    let at = skip + 1 + usize::from(word(skip + 1) == ",");
    let year = year(word(at))?;
    Some((format!("{year}-{month:02}"), at + 1))
}

fn year(text: &str) -> Option<u32> {
    let is_year = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|year| is_year && YEARS.contains(year))
}

fn numeric(text: &str) -> Option<String> {
    if let Some(year) = year(text) {
        return Some(year.to_string());
    }
    let parts: Vec<&str> = text.split(['/', '.', '-']).collect();
    let (month, year) = match parts.as_slice() {
        [first, second] => match year(first) {
            Some(year) => (*second, year),
            None => (*first, year(second)?),
        },
        // Of a day in numbers the month may be either: only its year and month in the order of ISO 8601 are plain.
        [first, second, third] if third.len() == 2 => (*second, year(first)?),
        _ => return None,
    };
    let month: u32 = month.parse().ok().filter(|_| month.len() <= 2)?;
    (1..=12).contains(&month).then(|| format!("{year}-{month:02}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans() {
        let check = |line: &str, expected: Option<(&str, &str, bool, &str)>| {
            let found = span(line);
            let found = found.as_ref().map(|(span, rest)| {
                (span.start.as_str(), span.end.as_str(), span.goes_on, rest.as_str())
            });
            assert_eq!(found, expected, "{line}");
        };
        check("Jan 2019 – Mar 2021", Some(("2019-01", "2021-03", false, "")));
        check("Engineer, Acme\tJan 2019 - present", Some(("2019-01", "", true, "Engineer, Acme")));
        check("2014-2017 Clerk", Some(("2014", "2017", false, "Clerk")));
        check("03/2018 – 11/2019: Clerk", Some(("2018-03", "2019-11", false, "Clerk")));
        check("2018-03 - 2019-11", Some(("2018-03", "2019-11", false, "")));
        check("Clerk (since 2020)", Some(("2020", "", true, "Clerk")));
        check("seit März 2020", Some(("2020-03", "", true, "")));
        check("Sept. 2016 to June 2018", Some(("2016-09", "2018-06", false, "")));
        check("BSc Physics, 2014", Some(("", "2014", false, "BSc Physics")));
        check("1 March 2019 – 31 May 2020", Some(("2019-03", "2020-05", false, "")));
        check("2014, 2016 and 2018", None);
        check("Version 3.2 for 12 teams", None);
        check("", None);
    }

    #[test]
    fn dates_of_iso() {
        let check = |text: &str, expected: bool| assert_eq!(is_iso(text), expected, "{text}");
        check("2019", true);
        check("2019-03", true);
        check("2019-03-31", true);
        check("2019-13", false);
        check("19-03", false);
        check("2019-03-31-1", false);
        check("", false);
    }
}
