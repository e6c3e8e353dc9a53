//! When an answer is right. Texts are compared without case, accents and marks around them; phones, addresses,
//! days, months and numbers by what they mean. The rules are those of the corpus's own scorer, one by one.

use std::{collections::BTreeSet, sync::LazyLock};

use icu_normalizer::{
    DecomposingNormalizerBorrowed, properties::CanonicalCombiningClassMapBorrowed,
};
use regex::{Captures, Regex};
use serde_json::Value;

/// Names of months, twelve whole ones and twelve short ones.
const MONTHS: [&str; 24] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "jan",
    "feb",
    "mar",
    "apr",
    "may",
    "jun",
    "jul",
    "aug",
    "sep",
    "oct",
    "nov",
    "dec",
];
/// Fewest digits of a phone number that may lack its beginning.
const PHONE_DIGITS: usize = 7;
/// Longest word that must stand by itself.
const SHORT_WORD: usize = 3;

#[expect(clippy::expect_used, reason = "the patterns are constants, and the tests use each")]
fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a pattern")
}

static YEAR_FIRST: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(\d{4})-(\d{1,2})-(\d{1,2})\b"));
static YEAR_LAST: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(\d{1,2})[./-](\d{1,2})[./-](\d{4})\b"));
static DAY_AND_NAME: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"\b(\d{1,2})(?:st|nd|rd|th)?\.? ?(?:de )?([a-z]+),? ?(?:de )?(\d{4})\b")
});
static NAME_AND_DAY: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b([a-z]+) (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b"));
static YEAR_AND_MONTH: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(\d{4})-(\d{1,2})\b"));
static MONTH_AND_YEAR: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?:^|[^\d/.])(\d{1,2})[/.](\d{4})\b"));
static NAME_AND_YEAR: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b([a-z]+) (\d{4})\b"));
static NUMBER: LazyLock<Regex> = LazyLock::new(|| pattern(r"\d[\d.,' ]*\d|\d"));
static THOUSANDS: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\d{1,3}([.,]\d{3})+$"));
static THOUSANDS_AND_PARTS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^\d{1,3}([.,]\d{3})+[.,]\d{1,2}$"));
static THOUSAND_BEHIND: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\s?k\b"));
static SCHEME: LazyLock<Regex> = LazyLock::new(|| pattern(r"^(https?://)?(www\.)?"));
static WORD: LazyLock<Regex> = LazyLock::new(|| pattern(r"[a-z]{4,}"));

/// Whether nothing is there.
pub(super) fn is_blank(held: &Value) -> bool {
    match held {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => false,
    }
}

/// Whether what a control holds is what its label wants.
pub(in super::super) fn is_right(label: &Value, held: &Value) -> bool {
    if let Some(wanted) = label.get("values").and_then(Value::as_array) {
        let set = |items: &[Value]| -> BTreeSet<String> {
            items.iter().map(|item| plain(&text(item))).collect()
        };
        let held = held.as_array().map_or_else(|| set(std::slice::from_ref(held)), |all| set(all));
        return held == set(wanted);
    }
    let value = label.get("value").map(text);
    if value.as_deref() == Some("checked") {
        return !is_blank(held);
    }
    let held = match held {
        Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join(", "),
        Value::Bool(true) => "checked".to_owned(),
        other => text(other),
    };
    let wanted = value.unwrap_or_default();
    match label.get("type").and_then(Value::as_str) {
        Some("phone") => return is_same_phone(&wanted, &held),
        Some("url") => return address(&wanted) == address(&held),
        Some("date") => {
            let order = label.get("format").and_then(Value::as_str).unwrap_or_default();
            return days(&held, order).contains(&wanted);
        }
        Some("month") => return months(&held).contains(&wanted),
        _ => {}
    }
    let accepted = list(label, "accept").chain(label.get("value"));
    if accepted.into_iter().any(|wanted| is_same(&text(wanted), &held)) {
        return true;
    }
    if let Some(wanted) = label.get("number").and_then(Value::as_f64)
        && numbers(&held).iter().any(|number| (number - wanted).abs() < 1e-9)
    {
        return true;
    }
    let held = plain(&held);
    let has_all = |words: &Value| {
        words.as_array().is_some_and(|words| words.iter().all(|word| has(&held, &text(word))))
    };
    label.get("has").is_some_and(has_all) || list(label, "any_of").any(has_all)
}

fn list<'a>(label: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    label.get(key).and_then(Value::as_array).into_iter().flatten()
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// A text without case, accents, runs of white space, and marks around it.
pub(super) fn plain(text: &str) -> String {
    let classes = CanonicalCombiningClassMapBorrowed::new();
    let whole = DecomposingNormalizerBorrowed::new_nfkd().normalize(text);
    let letters = whole.chars().filter(|letter| classes.get_u8(*letter) == 0);
    let same = letters.map(|letter| match letter {
        '\u{2019}' => '\'',
        '\u{2013}' | '\u{2014}' => '-',
        other => other,
    });
    let spaced: String = same.collect();
    let spaced = spaced.split_whitespace().collect::<Vec<_>>().join(" ");
    let bare = spaced.trim_matches(['*', ':', '.']).trim();
    bare.to_lowercase().replace('ß', "ss").replace('ς', "σ")
}

fn is_same_phone(a: &str, b: &str) -> bool {
    let digits = |text: &str| -> String {
        let all: String = text.chars().filter(char::is_ascii_digit).collect();
        all.trim_start_matches('0').to_owned()
    };
    let (a, b) = (digits(a), digits(b));
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if short.len() < PHONE_DIGITS { short == long } else { long.ends_with(&short) }
}

fn address(text: &str) -> String {
    let plain = plain(text);
    SCHEME.replace(&plain, "").trim_end_matches('/').to_owned()
}

/// The number of a month by its name.
fn month(name: &str) -> Option<u32> {
    let at = MONTHS.iter().position(|month| *month == name)?;
    u32::try_from(at % 12 + 1).ok()
}

/// A group of what a pattern found.
fn part<'a>(found: &Captures<'a>, group: usize) -> &'a str {
    found.get(group).map_or("", |group| group.as_str())
}

fn number(digits: &str) -> u32 {
    digits.parse().unwrap_or_default()
}

/// A day that the calendar has, as ISO 8601 writes it.
fn day(year: u32, month: u32, day: u32) -> Option<String> {
    let is_leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let last = match month {
        2 => 28 + u32::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    (year > 0 && (1..=last).contains(&day)).then(|| format!("{year:04}-{month:02}-{day:02}"))
}

/// The days that a text may mean; `order` says which of two numbers is the month, where it is known.
fn days(text: &str, order: &str) -> BTreeSet<String> {
    let text = plain(text);
    let mut found = BTreeSet::new();
    for at in YEAR_FIRST.captures_iter(&text) {
        found.extend(day(number(part(&at, 1)), number(part(&at, 2)), number(part(&at, 3))));
    }
    for at in YEAR_LAST.captures_iter(&text) {
        let (a, b, year) = (number(part(&at, 1)), number(part(&at, 2)), number(part(&at, 3)));
        if order != "mdy" {
            found.extend(day(year, b, a));
        }
        if order != "dmy" {
            found.extend(day(year, a, b));
        }
    }
    let named = |name: &str, of: &str, year: &str| day(number(year), month(name)?, number(of));
    for at in DAY_AND_NAME.captures_iter(&text) {
        found.extend(named(part(&at, 2), part(&at, 1), part(&at, 3)));
    }
    for at in NAME_AND_DAY.captures_iter(&text) {
        found.extend(named(part(&at, 1), part(&at, 2), part(&at, 3)));
    }
    found
}

/// The months that a text may mean, as `YYYY-MM`.
fn months(text: &str) -> BTreeSet<String> {
    let of_days = days(text, "");
    let mut found: BTreeSet<String> =
        of_days.iter().filter_map(|day| day.get(..7)).map(str::to_owned).collect();
    let text = plain(text);
    let month_of = |year: &str, month: u32| format!("{year}-{month:02}");
    for at in YEAR_AND_MONTH.captures_iter(&text) {
        found.insert(month_of(part(&at, 1), number(part(&at, 2))));
    }
    for at in MONTH_AND_YEAR.captures_iter(&text) {
        found.insert(month_of(part(&at, 2), number(part(&at, 1))));
    }
    for at in NAME_AND_YEAR.captures_iter(&text) {
        found.extend(month(part(&at, 1)).map(|month| month_of(part(&at, 2), month)));
    }
    found
}

/// The numbers in a text: 165k, 42.000 and 38,000 are read.
fn numbers(text: &str) -> Vec<f64> {
    let text = plain(text);
    let read = |found: regex::Match<'_>| {
        let digits = found.as_str().replace([' ', '\''], "");
        let digits = if THOUSANDS.is_match(&digits) {
            digits.replace(['.', ','], "")
        } else if THOUSANDS_AND_PARTS.is_match(&digits) {
            let (whole, parts) = digits.rsplit_once(['.', ','])?;
            format!("{}.{parts}", whole.replace(['.', ','], ""))
        } else {
            digits.replace(',', ".")
        };
        let number: f64 = digits.parse().ok()?;
        let is_thousands =
            text.get(found.end()..).is_some_and(|rest| THOUSAND_BEHIND.is_match(rest));
        Some(if is_thousands { number * 1000.0 } else { number })
    };
    NUMBER.find_iter(&text).filter_map(read).collect()
}

/// Whether a plain text has a word; a short one must stand by itself.
fn has(held: &str, word: &str) -> bool {
    let word = plain(word);
    if word.chars().count() > SHORT_WORD {
        return held.contains(&word);
    }
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let starts = held.char_indices().map(|(at, _)| at).chain([held.len()]);
    let stands = |at: usize| {
        let (before, from) = held.split_at_checked(at)?;
        let behind = from.strip_prefix(word.as_str())?;
        Some(!before.ends_with(is_part) && !behind.starts_with(is_part))
    };
    starts.into_iter().any(|at| stands(at) == Some(true))
}

fn is_same(wanted: &str, held: &str) -> bool {
    let (a, b) = (plain(wanted), plain(held));
    if a == b {
        return true;
    }
    let number = |text: &str| text.replace(',', "").trim().parse::<f64>().ok();
    if let (Some(wanted), Some(held)) = (number(wanted), number(held))
        && wanted == held
    {
        return true;
    }
    !days(wanted, "").is_disjoint(&days(held, "")) && !WORD.is_match(&(a + &b))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(label: Value, cases: &[(Value, bool)]) {
        for (held, expected) in cases {
            assert_eq!(is_right(&label, held), *expected, "{label} against {held}");
        }
    }

    #[test]
    fn texts() {
        check(
            json!({"value": "Straße “Élysée” – 5"}),
            &[
                (json!("  STRASSE “elysee” - 5:*"), true),
                (json!("Strasse “Elysee” 5"), false),
                (json!(["strasse “elysee” — 5."]), true),
            ],
        );
        check(json!({"accept": ["None", "N/A"]}), &[(json!("n/a"), true), (json!("no"), false)]);
        check(json!({"value": "I don't wish to"}), &[(json!("I don’t wish to"), true)]);
        check(json!({"value": 5}), &[(json!("5.0"), true), (json!("1,5"), false)]);
        check(json!({"value": "checked"}), &[(json!("yes"), true), (json!(""), false)]);
        check(json!({"value": "x", "accept": ["y"]}), &[(json!("y"), true), (json!("x"), true)]);
    }

    #[test]
    fn sets() {
        check(
            json!({"values": ["A", "b"]}),
            &[
                (json!(["B", "a"]), true),
                (json!(["a"]), false),
                (json!("a"), false),
                (json!(["a", "b", "c"]), false),
            ],
        );
        check(json!({"values": ["She/her"]}), &[(json!("she/her"), true)]);
    }

    #[test]
    fn phones_and_addresses() {
        let phone = json!({"value": "+1 512 555 0143", "type": "phone"});
        check(
            phone,
            &[
                (json!("(512) 555-0143"), true),
                (json!("001 512 555 0143"), true),
                (json!("5550143"), true),
                (json!("0143"), false),
                (json!("512 555 0144"), false),
            ],
        );
        check(
            json!({"value": "https://www.example.org/a", "type": "url"}),
            &[(json!("example.org/A/"), true), (json!("http://example.org/b"), false)],
        );
    }

    #[test]
    fn days_and_months() {
        let day = json!({"value": "2027-01-11", "type": "date"});
        check(
            day,
            &[
                (json!("2027-1-11"), true),
                (json!("11.01.2027"), true),
                (json!("01/11/2027"), true),
                (json!("11th January 2027"), true),
                (json!("Jan 11, 2027"), true),
                (json!("11 de january de 2027"), true),
                (json!("2027-01-12"), false),
                (json!("January 2027"), false),
            ],
        );
        check(
            json!({"value": "1988-12-03", "type": "date", "format": "dmy"}),
            &[(json!("03/12/1988"), true), (json!("12/03/1988"), false)],
        );
        check(json!({"value": "2027-02-28"}), &[(json!("28/02/2027"), true)]);
        check(json!({"value": "2027-02-29"}), &[(json!("29/02/2027"), false)]);
        check(json!({"value": "2024-02-29"}), &[(json!("29.2.2024"), true)]);
        check(json!({"value": "11 May 2027"}), &[(json!("starts 2027-05-11"), false)]);
        check(
            json!({"value": "2020-03", "type": "month"}),
            &[
                (json!("2020-03-15"), true),
                (json!("03/2020"), true),
                (json!("3.2020"), true),
                (json!("since March 2020"), true),
                (json!("15.03.2020"), true),
                (json!("03-2020"), false),
                (json!("04/2020"), false),
            ],
        );
    }

    #[test]
    fn amounts() {
        let pay = json!({"number": 42000});
        check(
            pay,
            &[
                (json!("42.000 EUR"), true),
                (json!("EUR 42,000.00"), true),
                (json!("42k"), true),
                (json!("42 K a year"), true),
                (json!("42'000"), true),
                (json!("42 000"), true),
                (json!("about 42000, or 45000"), true),
                (json!("42"), false),
                (json!("42 kilos"), false),
                (json!("4200.0"), false),
            ],
        );
        check(json!({"number": 3.5}), &[(json!("3,5 years"), true), (json!("35"), false)]);
    }

    #[test]
    fn words() {
        check(
            json!({"has": ["Austin", "TX"]}),
            &[(json!("austin, tx"), true), (json!("Austin txt"), false), (json!("TX"), false)],
        );
        check(
            json!({"any_of": [["2", "weeks"], ["fortnight"]]}),
            &[
                (json!("2 weeks"), true),
                (json!("one fortnight"), true),
                (json!("12 weeks"), false),
                (json!("weeks, 2_"), false),
            ],
        );
        check(json!({"has": []}), &[(json!("anything"), true)]);
    }

    #[test]
    fn blanks() {
        let blank = [json!(null), json!(""), json!(" \n"), json!([]), json!(false)];
        assert!(blank.iter().all(is_blank));
        let filled = [json!("0"), json!(["a"]), json!(true), json!(0)];
        assert!(!filled.iter().any(is_blank));
    }
}
