//! Who the CV is about: name, e-mail address, phone, links, address, date of birth.

use std::collections::BTreeSet;

use agent_core::person::cv::{Mark, is_country, is_title, mark, names_job};

use super::dates;
use crate::draft::{Draft, host};

/// Most characters of a name.
const NAME: usize = 60;

/// Reads what stands above the first heading and under “Contact”; of the rest, only what the whole CV has once.
pub(super) fn read(draft: &mut Draft, head: &[&str], lines: &[&str], links: &[String]) {
    email(draft, head, lines, links);
    reached(draft, head);
    let in_text = head.iter().flat_map(|line| line.split_whitespace());
    let all: Vec<&str> = links.iter().map(String::as_str).chain(in_text).collect();
    web(draft, &all);
    name(draft, head);
    place(draft, head);
}

/// The e-mail address above; else the only one of the CV.
fn email(draft: &mut Draft, head: &[&str], lines: &[&str], links: &[String]) {
    let of = |lines: &[&str]| -> BTreeSet<String> {
        lines.iter().flat_map(|line| line.split(is_between)).filter_map(mail).collect()
    };
    let linked = links.iter().filter_map(|link| mail(link.strip_prefix("mailto:")?));
    for mut found in [of(head), of(lines), linked.collect()] {
        match (found.pop_first(), found.is_empty()) {
            (Some(one), true) => return draft.put("email", &one),
            (Some(_), false) => {
                return draft.problem("email", msg!("import_left_out_the_file_has_several_type"));
            }
            (None, _) => {}
        }
    }
}

fn is_between(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | '|' | '<' | '>' | '(' | ')' | '•' | '·')
}

fn mail(word: &str) -> Option<String> {
    let word = word.rsplit_once(':').map_or(word, |(_, word)| word).trim_end_matches(['.', '?']);
    let (user, domain) = word.split_once('@')?;
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '+' | '%' | '\'');
    let is_one = !user.is_empty()
        && user.chars().all(fits)
        && host(domain).is_some()
        && !domain.contains(['@', ':', '/']);
    is_one.then(|| word.to_owned())
}

/// Phone and what is announced by a word: `Phone: …`, `Address: …`, `Name: …`.
fn reached(draft: &mut Draft, head: &[&str]) {
    let mut phones = BTreeSet::new();
    for part in head.iter().flat_map(|line| parts(line)) {
        let said = part.split_once(':').and_then(|(word, rest)| Some((mark(word)?, rest.trim())));
        match said {
            Some((Mark::Name, name)) => put_name(draft, name),
            Some((Mark::Address, address)) => put_address(draft, address, true),
            Some((Mark::Born, date)) if dates::is_iso(date) && date.len() == 10 => {
                draft.put("birthDate", date);
            }
            Some((Mark::Born, _)) => {
                draft.problem("birthDate", msg!("import_left_out_write_the_date_of_birth"));
            }
            Some((Mark::Phone, number)) => phones.extend(phone(number, true)),
            None => {
                let (first, rest) = part.split_once(' ').unwrap_or(("", part));
                let is_marked = mark(first) == Some(Mark::Phone);
                phones.extend(phone(if is_marked { rest } else { part }, is_marked));
            }
        }
    }
    match (phones.pop_first(), phones.is_empty()) {
        (Some(one), true) => draft.put("phone", &one),
        (Some(_), false) => {
            draft.problem("phone", msg!("import_left_out_the_file_has_several_type"))
        }
        (None, _) => {}
    }
}

/// What marks divide on a line above.
fn parts(line: &str) -> impl Iterator<Item = &str> {
    line.split(['|', '•', '·', '\t', '●', '◦', '⋅']).map(str::trim).filter(|part| !part.is_empty())
}

/// A phone number: as one is marked, or as it begins with `+`, `00`, `0` or a bracket, and is nothing else.
fn phone(text: &str, is_marked: bool) -> Option<String> {
    let text = text.trim().trim_end_matches(['.', ',']);
    let fits =
        |c: char| c.is_ascii_digit() || matches!(c, ' ' | '+' | '(' | ')' | '-' | '/' | '.' | '–');
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let is_one = (7..=15).contains(&digits)
        && text.chars().all(fits)
        && (is_marked
            || text.starts_with(['+', '0', '('])
            || digits == 10 && text.contains(['-', '.']))
        && dates::span(text).is_none();
    is_one.then(|| text.to_owned())
}

/// LinkedIn, GitHub, and a website if there is only one more.
fn web(draft: &mut Draft, words: &[&str]) {
    let mut others = BTreeSet::new();
    for word in words {
        let word = word.trim_matches(|c: char| {
            matches!(c, ',' | ';' | '|' | '(' | ')' | '<' | '>' | '•' | '·')
        });
        let is_written_out = word.starts_with("http://") || word.starts_with("https://");
        match host(word) {
            _ if word.contains('@') => {}
            Some(host) if host.ends_with("linkedin.com") && word.contains("/in/") => {
                draft.put("linkedIn", word)
            }
            Some(host) if host.ends_with("github.com") && word.matches('/').count() > 0 => {
                draft.put("github", word)
            }
            Some(host) if host.ends_with("linkedin.com") || host.ends_with("github.com") => {}
            Some(host) if is_written_out || host.starts_with("www.") => {
                others.insert(word.trim_end_matches('/').to_owned());
            }
            _ => {}
        }
    }
    match (others.pop_first(), others.is_empty()) {
        (Some(one), true) => draft.put("website", &one),
        (Some(_), false) => {
            draft.problem("website", msg!("import_left_out_the_file_has_several_type"))
        }
        (None, _) => {}
    }
}

/// The first line, if it can be nothing else than a name.
fn name(draft: &mut Draft, head: &[&str]) {
    let first = head.iter().find(|line| !is_title(line)).copied().unwrap_or_default();
    let first = parts(first).next().unwrap_or_default();
    let first = first.split(',').next().unwrap_or_default().trim();
    if !names_job(first) && !first.contains(':') {
        put_name(draft, first);
    }
}

/// Two to four words that all begin with a capital letter; a particle may not.
fn put_name(draft: &mut Draft, text: &str) {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_word = |word: &&str| {
        let letters =
            word.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '’' | '.'));
        letters && word.chars().any(char::is_alphabetic)
    };
    let begins = |word: &str| word.chars().next().is_some_and(|c| !c.is_lowercase());
    let is_name = (2..=4).contains(&words.len())
        && text.chars().count() <= NAME
        && words.iter().all(is_word)
        && words.first().is_some_and(|word| begins(word))
        && words.last().is_some_and(|word| begins(word));
    if is_name && !draft.has("fullName") {
        draft.put("fullName", &words.join(" "));
        crate::contact::split_name(draft, &words.join(" "));
    }
}

/// An address on a line above, if it has a street with a number and a postal code with a city.
fn place(draft: &mut Draft, head: &[&str]) {
    for line in head {
        for part in parts(line) {
            put_address(draft, part, false);
        }
    }
    // A street and a city on lines that follow each other.
    for pair in head.windows(2) {
        put_address(draft, &pair.join(", "), false);
    }
}

/// `12 High Street, Leeds LS1 4AP, United Kingdom`, `Hauptstr. 5, 10115 Berlin`. One that is announced may lack its street.
fn put_address(draft: &mut Draft, text: &str, is_marked: bool) {
    if draft.has("address") || text.contains('@') {
        return;
    }
    let parts: Vec<&str> = text.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    let (parts, country) = match parts.split_last() {
        Some((last, rest)) if is_country(last) => (rest.to_vec(), *last),
        _ => (parts, ""),
    };
    let Some((last, before)) = parts.split_last() else { return };
    let (found, before) = match (code_and_city(last), before.split_last()) {
        (Some((code, "")), Some((city, before))) => (Some((code, *city)), before),
        (Some((code, city)), _) if !city.is_empty() => (Some((code, city)), before),
        _ => (None, before),
    };
    let Some((code, city)) = found else { return };
    let is_street = |part: &&str| {
        let has = |of: fn(char) -> bool| part.chars().any(of);
        has(|c| c.is_ascii_digit()) && has(char::is_alphabetic) && phone(part, true).is_none()
    };
    let is_city = city
        .chars()
        .all(|c| c.is_alphabetic() || matches!(c, ' ' | '-' | '.' | '\'' | '’' | '(' | ')'));
    match before {
        [street] | [street, _] if is_street(street) => {
            draft.put("address.street", street);
            draft.put("address.street2", before.get(1).unwrap_or(&""));
        }
        [] if is_marked => {}
        _ => return,
    }
    if is_city {
        draft.put("address.city", city);
    }
    draft.put("address.zipCode", code);
    draft.put("address.country", country);
}

/// A postal code with the city before or behind it: `10115 Berlin`, `3512 AB Utrecht`, `Leeds LS1 4AP`, `LS1 4AP`.
/// `Austin TX 78701` is left to the person: which word is the state only its country says.
fn code_and_city(text: &str) -> Option<(&str, &str)> {
    let words: Vec<(usize, &str)> = text
        .split(' ')
        .scan(0, |at, word| {
            let from = *at;
            *at += word.len() + 1;
            Some((from, word))
        })
        .collect();
    let digits = |word: &str| word.chars().filter(char::is_ascii_digit).count();
    let code = |word: &str| {
        let is_plain =
            word.chars().all(|c| c.is_ascii_digit() || c == '-') && (4..=8).contains(&digits(word));
        is_plain && digits(word) >= 4
    };
    let outward = |word: &str| {
        let starts = word.starts_with(|c: char| c.is_ascii_uppercase());
        starts
            && (2..=4).contains(&word.len())
            && digits(word) > 0
            && word.bytes().all(|b| b.is_ascii_alphanumeric())
    };
    let inward = |word: &str| {
        word.len() == 3
            && word.starts_with(|c: char| c.is_ascii_digit())
            && word.bytes().skip(1).all(|b| b.is_ascii_uppercase())
    };
    let dutch = |word: &str| word.len() == 2 && word.bytes().all(|b| b.is_ascii_uppercase());
    if let [.., (from, first), (_, second)] = words.as_slice()
        && outward(first)
        && inward(second)
    {
        return Some((text.get(*from..)?, text.get(..*from)?.trim()));
    }
    match words.as_slice() {
        [(_, first), (_, second), (from, _), ..]
            if first.len() == 4 && code(first) && dutch(second) =>
        {
            Some((text.get(..first.len() + 1 + second.len())?, text.get(*from..)?.trim()))
        }
        [(_, first), (from, _), ..] if code(first) => Some((first, text.get(*from..)?.trim())),
        _ => None,
    }
}
