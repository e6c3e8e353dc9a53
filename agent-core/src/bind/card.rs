//! Payment cards: number, expiry, type. A CVC is never here.

use super::{
    ask::Ask,
    bound::Unbindable,
    dates::{self, Date, Part, Pattern},
    source::CARD_EXPIRY,
};
use crate::{
    language::{List, has},
    role::Role,
    text::digits,
};

/// The card's network by its first digits (ISO/IEC 7812).
const NETWORKS: &[(&str, &[(u32, u32)])] = &[
    ("visa", &[(4, 4)]),
    ("mastercard", &[(51, 55), (2221, 2720)]),
    ("amex", &[(34, 34), (37, 37)]),
    ("discover", &[(6011, 6011), (644, 649), (65, 65)]),
    ("diners", &[(300, 305), (36, 36), (38, 39)]),
    ("jcb", &[(3528, 3589)]),
    ("unionpay", &[(62, 62)]),
    ("maestro", &[(50, 50), (56, 58), (6304, 6304), (67, 67)]),
];

/// What a role of a card wants. Candidates, best first.
pub(super) fn candidates(role: Role, ask: &Ask<'_>, text: &str) -> Result<Vec<String>, Unbindable> {
    match role {
        Role::CcNumber => Ok(number(text)),
        Role::CcType => Ok(vec![network(text).unwrap_or(text).to_owned()]),
        Role::CcExp => {
            let date = expiry_of(ask, text).ok_or_else(no_expiry)?;
            Ok(expiry(ask, date))
        }
        Role::CcExpMonth => {
            let month = part_of(ask, text, Part::Month).ok_or_else(no_expiry)?;
            Ok(vec![format!("{month:02}"), month.to_string()])
        }
        _ => {
            let year = part_of(ask, text, Part::Year).ok_or_else(no_expiry)?;
            let year = if year < 100 { 2000 + year } else { year };
            let (long, short) = (year.to_string(), format!("{:02}", year % 100));
            Ok(if wants_two_digits(ask) { vec![short, long] } else { vec![long, short] })
        }
    }
}

fn no_expiry() -> Unbindable {
    Unbindable::unfit(msg!("bind_the_value_is_no_expiry_date_of_a"))
}

fn number(text: &str) -> Vec<String> {
    let plain = digits(text);
    if plain.len() < 8 {
        return vec![text.to_owned()];
    }
    let grouped = |sizes: &[usize], separator: &str| {
        let mut rest = plain.as_str();
        let mut groups = Vec::new();
        for size in sizes.iter().copied().chain(std::iter::repeat(4)) {
            let Some((group, behind)) =
                rest.split_at_checked(size).filter(|(_, behind)| !behind.is_empty())
            else {
                groups.push(rest);
                break;
            };
            groups.push(group);
            rest = behind;
        }
        groups.join(separator)
    };
    let sizes: &[usize] = if network(&plain) == Some("amex") { &[4, 6, 5] } else { &[4] };
    vec![plain.clone(), grouped(sizes, " "), grouped(sizes, "-")]
}

/// The network of a card number.
fn network(number: &str) -> Option<&'static str> {
    let plain = digits(number);
    if plain.len() < 12 {
        return None;
    }
    let starts = |(low, high): &(u32, u32)| {
        let length = low.to_string().len();
        plain
            .get(..length)
            .and_then(|head| head.parse::<u32>().ok())
            .is_some_and(|head| (*low..=*high).contains(&head))
    };
    NETWORKS.iter().find(|(_, ranges)| ranges.iter().any(starts)).map(|(network, _)| *network)
}

/// Month and year: of the profile's card both its fields, of anything else its own.
pub(super) fn expiry_of(ask: &Ask<'_>, text: &str) -> Option<Date> {
    match ask.source.filter(|_| ask.key().starts_with("payment.")) {
        Some(source) => dates::expiry(&source.text(CARD_EXPIRY)),
        None => dates::expiry(text),
    }
}

fn part_of(ask: &Ask<'_>, text: &str, part: Part) -> Option<u16> {
    let alone =
        || super::meaning::month_of_word(text).filter(|_| part == Part::Month).map(u16::from);
    let number = || {
        text.trim()
            .parse::<u16>()
            .ok()
            .filter(|number| part == Part::Year || (1..=12).contains(number))
    };
    expiry_of(ask, text).and_then(|date| date.part(part)).or_else(number).or_else(alone)
}

/// As the field shows it, else by the length that it takes, else `MM/YYYY`.
fn expiry(ask: &Ask<'_>, date: Date) -> Vec<String> {
    let (month, year) = (date.month.unwrap_or(1), date.year);
    let short = year % 100;
    let shown = ask
        .shown_pattern()
        .filter(|pattern: &Pattern| !pattern.has_day())
        .and_then(|pattern| pattern.write(date));
    let by_length = match ask.field.max_length {
        Some(4) => Some(format!("{month:02}{short:02}")),
        Some(5) => Some(format!("{month:02}/{short:02}")),
        _ => None,
    };
    let usual = [
        format!("{month:02}/{year}"),
        format!("{month:02}/{short:02}"),
        format!("{month:02} / {short:02}"),
        format!("{month:02}-{year}"),
        format!("{month:02}-{short:02}"),
        format!("{month:02}{short:02}"),
        format!("{year}-{month:02}"),
    ];
    shown.into_iter().chain(by_length).chain(usual).collect()
}

fn wants_two_digits(ask: &Ask<'_>) -> bool {
    let two = |text: &str| has(List::TwoDigitYear, &text.trim().to_lowercase());
    ask.field.max_length == Some(2) || ask.shown().any(two)
}
