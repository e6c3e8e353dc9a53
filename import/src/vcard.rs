//! Contacts: vCard 2.1, 3.0 (RFC 2426) and 4.0 (RFC 6350), with what phones and address books write of them.

use shared_types::import::{FileFormat, FileFound};

use crate::{
    contact::{self, Contact},
    decode,
    error::ImportError,
};

/// Most cards that are looked at: a file with more is an address book.
const MOST_CARDS: usize = 10_000;

/// A line of a card: its name without the group, its parameters, its value.
struct Line {
    name: String,
    /// Types in lower case, `pref` among them where it is marked so.
    types: Vec<String>,
    value: String,
}

/// What is in a file of contacts.
pub(crate) fn read(text: &str) -> Result<FileFound, ImportError> {
    let mut contacts = Vec::new();
    let mut open: Option<Vec<Line>> = None;
    for line in lines(text).iter().filter_map(|line| parsed(line)) {
        match (line.name.as_str(), line.value.trim().to_ascii_uppercase().as_str()) {
            ("BEGIN", "VCARD") => open = Some(Vec::new()),
            ("END", "VCARD") => contacts.extend(open.take().map(|card| contact(&card))),
            _ => {
                if let Some(card) = &mut open {
                    card.push(line);
                }
            }
        }
        if contacts.len() > MOST_CARDS {
            return Err(ImportError::SeveralPeople(contacts.len()));
        }
    }
    contacts.extend(open.map(|card| contact(&card)));
    contact::joined(&contacts)?.found(FileFormat::Contact, key!("import_a_contact"))
}

/// The lines of a file with those that go on put together: a line that begins with a blank goes on with the one above
/// (RFC 6350 §3.2); one in quoted-printable ends in `=` where the next goes on with it (vCard 2.1).
fn lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut goes_on = false;
    // Whether the last line is in quoted-printable, which what stands before its colon says.
    let mut is_quoted = None;
    for line in text.lines() {
        let folded = line.strip_prefix([' ', '\t']);
        let added = match (lines.last_mut(), folded) {
            (Some(last), _) if goes_on => {
                last.truncate(last.len().saturating_sub(1));
                last.push_str(line);
                line
            }
            (Some(last), Some(rest)) => {
                last.push_str(rest);
                rest
            }
            _ => {
                lines.push(line.to_owned());
                is_quoted = None;
                line
            }
        };
        let last = lines.last().map(String::as_str).unwrap_or_default();
        // Only what is new is searched, however many lines are put together.
        if is_quoted.is_none() && added.contains(':') {
            let head = last.split(':').next().unwrap_or_default();
            is_quoted = Some(head.to_ascii_uppercase().contains("QUOTED-PRINTABLE"));
        }
        goes_on = is_quoted == Some(true) && last.ends_with('=');
    }
    lines
}

fn parsed(line: &str) -> Option<Line> {
    let (head, value) = divided(line)?;
    let mut parts = head.split(';');
    let name = parts.next()?.rsplit('.').next()?.trim().to_ascii_uppercase();
    let mut types = Vec::new();
    let (mut is_quoted, mut charset) = (false, String::new());
    for part in parts {
        let (key, said) = part.split_once('=').unwrap_or(("TYPE", part));
        let said = said.trim_matches('"');
        match key.trim().to_ascii_uppercase().as_str() {
            "TYPE" if said.eq_ignore_ascii_case("QUOTED-PRINTABLE") => is_quoted = true,
            "TYPE" => types.extend(said.split(',').map(|one| one.trim().to_ascii_lowercase())),
            "PREF" => types.push("pref".to_owned()),
            "ENCODING" => is_quoted |= said.eq_ignore_ascii_case("QUOTED-PRINTABLE"),
            "CHARSET" => charset = said.to_owned(),
            _ => {}
        }
    }
    let value = if is_quoted { unquoted(value, &charset) } else { value.to_owned() };
    Some(Line { name, types, value })
}

/// The line in two at its colon; one between quotation marks belongs to a parameter.
fn divided(line: &str) -> Option<(&str, &str)> {
    let mut in_quotes = false;
    let at = line.char_indices().find_map(|(at, c)| {
        in_quotes ^= c == '"';
        (c == ':' && !in_quotes).then_some(at)
    })?;
    Some((line.get(..at)?, line.get(at + 1..)?))
}

/// Quoted-printable (RFC 2045 §6.7). What is no pair of digits stays as it is.
fn unquoted(value: &str, charset: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = value.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let pair = after.get(..2).and_then(|pair| std::str::from_utf8(pair).ok());
        match pair.filter(|_| *first == b'=').and_then(|pair| u8::from_str_radix(pair, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = after.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    if charset.is_empty() { decode::as_text(&bytes) } else { decode::labelled(&bytes, charset) }
}

/// The parts of a value, which a mark divides that no backslash stands before.
fn parts(value: &str, mark: char) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut characters = value.chars();
    while let Some(c) = characters.next() {
        let Some(last) = parts.last_mut() else { break };
        match c {
            '\\' => match characters.next() {
                Some('n' | 'N') => last.push('\n'),
                Some(other) => last.push(other),
                None => {}
            },
            c if c == mark => parts.push(String::new()),
            c => last.push(c),
        }
    }
    parts.into_iter().map(|part| part.trim().to_owned()).collect()
}

fn whole(value: &str) -> String {
    parts(value, '\0').concat()
}

fn contact(card: &[Line]) -> Contact {
    let mut contact = Contact::new();
    let mut put = |path: &str, text: String| {
        if !text.trim().is_empty() {
            contact.entry(path.to_owned()).or_insert(text);
        }
    };
    for line in card {
        match line.name.as_str() {
            "FN" => put("fullName", whole(&line.value)),
            "N" => {
                let names = parts(&line.value, ';');
                for (path, at) in [("lastName", 0), ("firstName", 1), ("middleName", 2)] {
                    put(path, names.get(at).cloned().unwrap_or_default());
                }
            }
            "ORG" => put("company", parts(&line.value, ';').into_iter().next().unwrap_or_default()),
            "TITLE" => put("jobTitle", whole(&line.value)),
            "BDAY" => put("birthDate", birthday(&line.value)),
            "GENDER" => put("gender", gender(&line.value)),
            "PRONOUNS" => put("pronouns", whole(&line.value)),
            _ => {}
        }
    }
    reached(&mut contact, card);
    contact
}

/// Phones, e-mail addresses, links, and the postal address.
fn reached(contact: &mut Contact, card: &[Line]) {
    let named = |name: &'static str| card.iter().filter(move |line| line.name == name);
    for (name, path) in [("TEL", "phone"), ("EMAIL", "email")] {
        let mut lines: Vec<&Line> = named(name).filter(|line| !has(line, "fax")).collect();
        // A mobile is the person's own; else what the card marks, else what it says first.
        lines.sort_by_key(|line| match line {
            line if has(line, "cell") => 0,
            line if has(line, "pref") => 1,
            line if has(line, "home") => 2,
            _ => 3,
        });
        for (at, line) in lines.into_iter().enumerate() {
            let value = whole(&line.value);
            let value =
                value.strip_prefix("tel:").or(value.strip_prefix("mailto:")).unwrap_or(&value);
            let label = ["work", "home"].into_iter().find(|kind| has(line, kind));
            let place = match (at, label) {
                (0, _) => path.to_owned(),
                (_, Some("work")) => format!("facts.{path}.Work"),
                (_, Some(_)) => format!("facts.{path}.Home"),
                (_, None) => continue,
            };
            if contact.get(path).is_none_or(|known| known != value) && !value.is_empty() {
                contact.entry(place).or_insert_with(|| value.to_owned());
            }
        }
    }
    for line in named("URL").chain(named("X-SOCIALPROFILE")).chain(named("SOCIALPROFILE")) {
        let link = whole(&line.value);
        let path = match crate::draft::host(&link) {
            Some(host) if host.ends_with("linkedin.com") => "linkedIn",
            Some(host) if host.ends_with("github.com") => "github",
            Some(_) if line.name == "URL" => "website",
            _ => continue,
        };
        contact.entry(path.to_owned()).or_insert(link);
    }
    let mut addresses: Vec<&Line> = named("ADR").filter(|line| !has(line, "work")).collect();
    addresses.sort_by_key(|line| !has(line, "pref"));
    if let Some(line) = addresses.first() {
        address(contact, &parts(&line.value, ';'));
    }
}

/// Post box, more of the address, street, city, region, postal code, country (RFC 6350 §6.3.1).
fn address(contact: &mut Contact, parts: &[String]) {
    let part = |at: usize| parts.get(at).map(String::as_str).unwrap_or_default();
    let mut street = part(2).lines();
    let (first, more) = (street.next().unwrap_or_default(), street.collect::<Vec<_>>().join(", "));
    let first = if first.is_empty() { part(0) } else { first };
    let street2 = if part(1).is_empty() { more.as_str() } else { part(1) };
    for (path, text) in [
        ("street", first),
        ("street2", street2),
        ("city", part(3)),
        ("state", part(4)),
        ("zipCode", part(5)),
        ("country", part(6)),
    ] {
        if !text.is_empty() {
            contact.insert(format!("address.{path}"), text.to_owned());
        }
    }
}

fn has(line: &Line, kind: &str) -> bool {
    line.types.iter().any(|one| one == kind)
}

/// `19900405` and `1990-04-05T…` as `1990-04-05`. One without its year is none; others are left for the check to name.
fn birthday(value: &str) -> String {
    let date = value.split('T').next().unwrap_or_default().trim();
    let is_short = date.len() == 8 && date.bytes().all(|byte| byte.is_ascii_digit());
    match (date.get(..4), date.get(4..6), date.get(6..)) {
        (Some(year), Some(month), Some(day)) if is_short => format!("{year}-{month}-{day}"),
        _ if date.starts_with("--") => String::new(),
        _ => date.to_owned(),
    }
}

/// RFC 6350 §6.2.7: a letter, then words of the person's own, which count before it.
fn gender(value: &str) -> String {
    let parts = parts(value, ';');
    let own = parts.get(1).filter(|own| !own.is_empty());
    own.cloned().unwrap_or_else(|| match parts.first().map(String::as_str) {
        Some("M" | "m") => "Male".to_owned(),
        Some("F" | "f") => "Female".to_owned(),
        _ => String::new(),
    })
}
