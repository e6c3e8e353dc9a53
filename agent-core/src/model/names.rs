//! What entries are called to a model: as a person would say it, not by their keys.
//!
//! A small model finds *previous employer* where it misses `resume.experiences.1.company`, and it costs less. Each
//! name stands for one entry; an entry whose name is taken goes by its key.

use std::collections::BTreeMap;

use crate::question::fact_of;
use shared_types::ProfileKey;

/// Said where a model does not know: the person is asked. No entry is called so.
pub const ASK: &str = "ask";

/// Characters of the name of an entry of the person's own.
const MAX_NAME: usize = 100;

/// What the known entries are called.
const KNOWN: &[(&str, &str)] = &[
    ("firstName", "first name"),
    ("middleName", "middle name"),
    ("lastName", "last name"),
    ("fullName", "full name"),
    ("email", "e-mail address"),
    ("phone", "phone number"),
    ("birthDate", "date of birth"),
    ("company", "employer"),
    ("jobTitle", "job title"),
    ("linkedIn", "LinkedIn page"),
    ("website", "website"),
    ("github", "GitHub page"),
    ("username", "user name"),
    ("address.street", "street"),
    ("address.street2", "apartment"),
    ("address.district", "district"),
    ("address.city", "city"),
    ("address.state", "state or region"),
    ("address.zipCode", "postal code"),
    ("address.country", "country"),
    ("resume.bio", "about the person"),
    ("resume.summary", "career in a few sentences"),
    ("resume.skills", "skills"),
    ("resume.languages", "languages"),
    ("resume.certifications", "certificates"),
];

/// Parts of the résumé's lists.
const PARTS: &[(&str, &str)] = &[
    ("company", "employer"),
    ("title", "job title"),
    ("location", "place of work"),
    ("startDate", "start"),
    ("endDate", "end"),
    ("description", "duties"),
    ("school", "school"),
    ("degree", "degree"),
    ("field", "subject of study"),
    ("gpa", "grade"),
];

/// The names of a person's entries.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names {
    by_key: BTreeMap<ProfileKey, String>,
}

impl Names {
    /// Names these.
    pub fn of(keys: &[ProfileKey]) -> Self {
        let mut taken: BTreeMap<String, usize> = BTreeMap::new();
        for key in keys {
            *taken.entry(name(key)).or_default() += 1;
        }
        let named = |key: &ProfileKey| {
            let name = name(key);
            let is_own = key.is_own() && taken.get(&name).is_some_and(|times| *times > 1);
            let unclear = is_own || name == ASK || name.is_empty();
            (key.clone(), if unclear { key.as_str().to_owned() } else { name })
        };
        let mut by_key: BTreeMap<ProfileKey, String> = keys.iter().map(named).collect();
        // Two known ones of one name: none of them is meant by it.
        let mut times: BTreeMap<String, usize> = BTreeMap::new();
        by_key.values().for_each(|name| *times.entry(name.clone()).or_default() += 1);
        for (key, name) in &mut by_key {
            if times.get(name).is_some_and(|times| *times > 1) {
                key.as_str().clone_into(name);
            }
        }
        Self { by_key }
    }

    /// What an entry is called; one that is not among them, by its key.
    pub fn name<'a>(&'a self, key: &'a ProfileKey) -> &'a str {
        self.by_key.get(key).map_or(key.as_str(), String::as_str)
    }
}

fn name(key: &ProfileKey) -> String {
    let path = key.as_str();
    if let Some((_, known)) = KNOWN.iter().find(|(known, _)| *known == path) {
        return (*known).to_owned();
    }
    if let Some((own, address)) = key.in_named_address() {
        return format!("{} ({})", name(&ProfileKey::new(own)), words(address));
    }
    if let Some(fact) = fact_of(path) {
        return words(&fact.label());
    }
    let parts: Vec<&str> = path.split('.').collect();
    match parts.as_slice() {
        _ if key.is_own() => words(path.split_once('.').map_or(path, |(_, own)| own)),
        ["resume", list, number, part] => in_list(list, number, part),
        ["resume", list, number] => entry(list, number),
        [.., last] => spelled(last),
        [] => String::new(),
    }
}

/// `previous employer` for `resume.experiences.1.company`.
fn in_list(list: &str, number: &str, part: &str) -> String {
    let part = match PARTS.iter().find(|(known, _)| *known == part) {
        Some((_, what)) => (*what).to_owned(),
        None => spelled(part),
    };
    let of = match (part.as_str(), list) {
        ("start" | "end", "experiences") => Some(format!("job's {part}")),
        ("start" | "end", _) => Some(format!("{part} of study")),
        _ => None,
    };
    let part = of.unwrap_or(part);
    match number.parse::<u32>() {
        Ok(0) if list == "education" => part,
        Ok(0) => format!("latest {part}"),
        Ok(1) => format!("previous {part}"),
        Ok(number) => format!("{part} ({})", number + 1),
        Err(_) => format!("{part} ({number})"),
    }
}

/// `previous job` for `resume.experiences.1`.
fn entry(list: &str, number: &str) -> String {
    let thing = if list == "experiences" { "job" } else { "school" };
    match number.parse::<u32>() {
        Ok(0) => format!("latest {thing} as a whole"),
        Ok(1) => format!("previous {thing} as a whole"),
        Ok(number) => format!("{thing} ({}) as a whole", number + 1),
        Err(_) => format!("{thing} ({number})"),
    }
}

/// `notice period` for `noticePeriod`.
fn spelled(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_uppercase() {
            out.push(' ');
        }
        out.extend(c.to_lowercase());
    }
    words(&out)
}

/// On one line, without what a schema or its reader could stumble over, and not longer than a name is.
pub(super) fn words(text: &str) -> String {
    let plain = text.chars().map(|c| match c {
        '"' | '\\' => '\'',
        c if c.is_control() => ' ',
        c => c,
    });
    let plain: String = plain.collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    words.join(" ").chars().take(MAX_NAME).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_called_as_people_call_them() {
        let check = |keys: &[&str], expected: &[&str]| {
            let keys: Vec<ProfileKey> = keys.iter().map(|key| ProfileKey::from(*key)).collect();
            let names = Names::of(&keys);
            let got: Vec<&str> = keys.iter().map(|key| names.name(key)).collect();
            assert_eq!(got, expected);
        };
        check(
            &["company", "resume.experiences.0.company", "resume.experiences.1.startDate"],
            &["employer", "latest employer", "previous job's start"],
        );
        check(
            &["resume.experiences.1", "resume.experiences.2", "resume.education.0"],
            &["previous job as a whole", "job (3) as a whole", "latest school as a whole"],
        );
        check(
            &["resume.experiences.2.title", "resume.education.0.school", "gender"],
            &["job title (3)", "school", "gender"],
        );
        check(&["facts.noticePeriod", "facts.neverHeardOf"], &["Notice period", "never heard of"]);
        check(
            &["address.city", "addresses.St. Ives.city", "addresses.Work.street"],
            &["city", "city (St. Ives)", "street (Work)"],
        );
        check(
            &["phone", "custom.phone number", "answers.Phone", "custom.ask"],
            &["phone number", "custom.phone number", "Phone", "custom.ask"],
        );
        check(
            &["custom.Boat", "answers.Boat", "custom.a \"b\"\n c"],
            &["custom.Boat", "answers.Boat", "a 'b' c"],
        );
    }
}
