//! Streets, house numbers and lines of an address.

use super::{ask::Ask, bound::Unbindable};
use crate::{
    language::{List, has},
    role::Role,
    text::fold,
};

/// Roles that take what is not in the first line.
const SECOND_LINES: &[Role] = &[
    Role::AddressLine2,
    Role::AddressLine3,
    Role::Apartment,
    Role::AddressExtra,
    Role::Floor,
    Role::Building,
    Role::Stair,
];

/// Parts of a building: the role that asks for one, and what stands before or after it.
const PARTS: &[(Role, List)] = &[
    (Role::Apartment, List::BuildingApartment),
    (Role::Floor, List::BuildingFloor),
    (Role::Building, List::BuildingBlock),
    (Role::Stair, List::BuildingStair),
];

/// Street and house number; the number is empty when there is none.
#[cfg_attr(test, derive(Debug, PartialEq))]
pub(super) struct Street<'t> {
    pub(super) name: &'t str,
    pub(super) number: &'t str,
}

/// Divides "160 Main St", "Hauptstr. 5a", "Rua Acores, 160".
pub(super) fn divide(street: &str) -> Street<'_> {
    let street = street.trim();
    let whole = Street { name: street, number: "" };
    if let Some((first, rest)) = street.split_once(char::is_whitespace) {
        let number = first.trim_end_matches(',');
        if is_house_number(number) && rest.chars().any(char::is_alphabetic) {
            let rest = rest.trim_start();
            return match rest.split_once(char::is_whitespace) {
                Some((tail, name)) if has(List::HouseNumberTail, &fold(tail)) => {
                    let end = street.len() - name.len();
                    let number = street.get(..end).unwrap_or(number).trim_end_matches([' ', ',']);
                    Street { name: name.trim(), number }
                }
                _ => Street { name: rest, number },
            };
        }
    }
    let Some((before, last)) = street.rsplit_once(char::is_whitespace) else { return whole };
    if is_house_number(last) {
        return Street { name: before.trim_end_matches([' ', ',']), number: last };
    }
    // "Hauptstraße 5 a"
    let letter = last.chars().count() == 1 && last.chars().all(char::is_alphabetic);
    let tail = letter || has(List::HouseNumberTail, &fold(last));
    match before.trim_end().rsplit_once(char::is_whitespace) {
        Some((name, digits)) if tail && digits.chars().all(|c| c.is_ascii_digit()) => {
            let number = street.get(street.len() - last.len() - 1 - digits.len()..).unwrap_or(last);
            Street { name: name.trim_end_matches([' ', ',']), number }
        }
        _ => whole,
    }
}

/// "5", "5a", "12-14", "12/3", "221B"; not "5th".
fn is_house_number(word: &str) -> bool {
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    word.starts_with(|c: char| c.is_ascii_digit())
        && word.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '/' | '–'))
        && (letters <= 1 || word.contains(['-', '/']))
}

/// What a role of an address wants of the person's street. Candidates, best first.
pub(super) fn candidates(role: Role, ask: &Ask<'_>, text: &str) -> Result<Vec<String>, Unbindable> {
    let lines = lines(ask, text);
    let first = lines.first().map(String::as_str).unwrap_or_default();
    let street = divide(first);
    let nothing = || Unbindable::no_value(msg!("bind_the_address_has_nothing_for_this"));
    let one = |text: &str| if text.is_empty() { Err(nothing()) } else { Ok(vec![text.to_owned()]) };
    match role {
        Role::AddressLine1 | Role::Street | Role::StreetAddress => {
            Ok(first_line(ask, &lines, &street))
        }
        Role::StreetName => one(street.name),
        Role::HouseNumber if ask.near(&[Role::HouseSuffix]) => one(without_suffix(street.number)),
        Role::HouseNumber => one(street.number),
        Role::HouseSuffix => {
            one(street.number.get(without_suffix(street.number).len()..).unwrap_or_default().trim())
        }
        Role::AddressLine2 => later_line(ask, &lines, 1).ok_or_else(nothing),
        Role::AddressLine3 => later_line(ask, &lines, 2).ok_or_else(nothing),
        role => building(role, ask, &lines).ok_or_else(nothing),
    }
}

/// The lines of the whole address: of the profile both fields, of anything else its own.
fn lines(ask: &Ask<'_>, text: &str) -> Vec<String> {
    let both;
    let text = match (ask.address(), ask.source) {
        (Some((address, "street" | "street2")), Some(source)) => {
            let line = |part: &str| source.text(&format!("{address}.{part}"));
            both = format!("{}\n{}", line("street"), line("street2"));
            both.as_str()
        }
        _ => text,
    };
    text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

fn first_line(ask: &Ask<'_>, lines: &[String], street: &Street<'_>) -> Vec<String> {
    let Some((first, rest)) = lines.split_first() else { return Vec::new() };
    let apart = ask.near(&[Role::HouseNumber]) && !street.number.is_empty();
    let first = if apart { street.name } else { first.as_str() };
    // A `street-address` of several lines holds all of them (HTML, autofill field names).
    let whole = ask.role() == Some(Role::StreetAddress) && ask.takes_lines() && !apart;
    if rest.is_empty() || (ask.near(SECOND_LINES) && !whole) {
        return vec![first.to_owned()];
    }
    // Nothing else takes the other lines; where they don't fit, the street alone still arrives.
    let separator = if ask.takes_lines() { "\n" } else { " " };
    vec![format!("{first}{separator}{}", rest.join(separator)), first.to_owned()]
}

fn later_line(ask: &Ask<'_>, lines: &[String], at: usize) -> Option<Vec<String>> {
    // A record's own second line is the line itself.
    let own = ask.address().is_none() && lines.len() == 1;
    let lines = if own { lines } else { lines.get(at..)? };
    let (first, rest) = lines.split_first()?;
    let last = at == 2 || !ask.near(&[Role::AddressLine3]);
    Some(if last && !rest.is_empty() {
        vec![format!("{first} {}", rest.join(" ")), first.clone()]
    } else {
        vec![first.clone()]
    })
}

fn without_suffix(number: &str) -> &str {
    let end = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
    number.get(..end).unwrap_or(number)
}

/// What a field for a part of the building takes. An apartment that nothing else of the second line has a
/// field beside is the whole line, which says more than its number: "Suite 5" is no "Apartment 5".
fn building(role: Role, ask: &Ask<'_>, lines: &[String]) -> Option<Vec<String>> {
    let part = building_part(role, ask, lines);
    if role != Role::Apartment || ask.address().is_none() || ask.near(SECOND_LINES) {
        return part.map(|part| vec![part]);
    }
    let whole = later_line(ask, lines, 1)?;
    Some(if ask.digits_only() {
        part.into_iter().collect()
    } else {
        whole.into_iter().chain(part).collect()
    })
}

/// The part of the building that a role asks for, where the lines after the street say that it is one.
fn building_part(role: Role, ask: &Ask<'_>, lines: &[String]) -> Option<String> {
    let own = ask.address().is_none();
    let later = if own { lines } else { lines.get(1..)? };
    let Some((_, list)) = PARTS.iter().find(|(part, _)| *part == role) else {
        return (!later.is_empty()).then(|| later.join(" "));
    };
    let parts = later.iter().flat_map(|line| line.split(',')).map(str::trim);
    for part in parts.clone() {
        let tokens: Vec<&str> = part.split_whitespace().collect();
        match tokens.as_slice() {
            [word, rest @ ..] if !rest.is_empty() && has(*list, &fold(word)) => {
                return Some(rest.join(" "));
            }
            [number, word] if has(*list, &fold(word)) => {
                return Some(number.trim_end_matches('.').to_owned());
            }
            [word] if role == Role::Apartment && word.starts_with('#') => {
                return Some(word.trim_start_matches('#').to_owned());
            }
            _ => {}
        }
    }
    // A bare "12" under a record's own key is the part itself.
    let mut parts = parts;
    match (own, parts.next(), parts.next()) {
        (true, Some(only), None) => Some(only.to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streets_are_divided() {
        for (street, name, number) in [
            ("160 Main St", "Main St", "160"),
            ("Hauptstr. 5a", "Hauptstr.", "5a"),
            ("Hauptstraße 5 a", "Hauptstraße", "5 a"),
            ("Rua Acores 160", "Rua Acores", "160"),
            ("Rua Acores, 160", "Rua Acores", "160"),
            ("160 Rua Acores", "Rua Acores", "160"),
            ("12 bis rue de la Paix", "rue de la Paix", "12 bis"),
            ("221B Baker Street", "Baker Street", "221B"),
            ("350 5th Ave", "5th Ave", "350"),
            ("5th Avenue 350", "5th Avenue", "350"),
            ("Straße des 17. Juni 135", "Straße des 17. Juni", "135"),
            ("Musterweg 12-14", "Musterweg", "12-14"),
            ("Platz der Republik", "Platz der Republik", ""),
            ("Broadway", "Broadway", ""),
            ("", "", ""),
        ] {
            assert_eq!(divide(street), Street { name, number }, "{street}");
        }
    }
}
