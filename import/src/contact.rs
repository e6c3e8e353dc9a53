//! Entries of an address book as one person: what all of them say alike is taken.

use std::collections::BTreeMap;

use crate::{draft::Draft, error::ImportError};

/// A contact: texts by paths of a profile.
pub(crate) type Contact = BTreeMap<String, String>;

/// Where a contact says who it is.
const WHO: [&str; 3] = ["fullName", "firstName", "lastName"];

/// First and last name of a name of two words, where each can only be one of them.
pub(crate) fn split_name(draft: &mut Draft, name: &str) {
    if let [first, last] = name.split_whitespace().collect::<Vec<_>>().as_slice()
        && !name.contains([',', '.', '&'])
        && name.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '-' | '\'' | '’'))
    {
        draft.put("firstName", first);
        draft.put("lastName", last);
    }
}

/// The draft of what several entries about one person say. An address counts as one text: half of one and half of another is
/// nobody's.
pub(crate) fn joined(contacts: &[Contact]) -> Result<Draft, ImportError> {
    let mut draft = Draft::default();
    let same = |left: &str, right: &str| left.trim().to_lowercase() == right.trim().to_lowercase();
    for who in WHO {
        let mut names = contacts.iter().filter_map(|contact| contact.get(who));
        let first = names.next();
        if first.is_some_and(|first| names.any(|name| !same(first, name))) {
            return Err(ImportError::SeveralPeople(contacts.len()));
        }
    }
    let nameless = contacts.iter().all(|contact| WHO.iter().all(|who| !contact.contains_key(*who)));
    let mails = contacts.iter().filter_map(|contact| contact.get("email"));
    let mails: std::collections::BTreeSet<String> = mails.map(|mail| mail.to_lowercase()).collect();
    if nameless && mails.len() > 1 {
        return Err(ImportError::SeveralPeople(contacts.len()));
    }
    let mut groups: BTreeMap<&str, Vec<Contact>> = BTreeMap::new();
    for contact in contacts {
        let mut parts: BTreeMap<&str, Contact> = BTreeMap::new();
        for (path, text) in contact {
            let group = if path.starts_with("address.") { "address" } else { path.as_str() };
            parts.entry(group).or_default().insert(path.clone(), text.trim().to_owned());
        }
        for (group, part) in parts {
            let known = groups.entry(group).or_default();
            // Two that differ are as many as are needed to know that they do.
            let is_known = known.len() > 1
                || known.iter().any(|other| {
                    other.len() == part.len()
                        && other.iter().zip(&part).all(|(a, b)| a.0 == b.0 && same(a.1, b.1))
                });
            if !is_known {
                known.push(part);
            }
        }
    }
    for (group, mut found) in groups {
        match (found.pop(), found.is_empty()) {
            (Some(one), true) => {
                one.iter().for_each(|(path, text)| match path.strip_prefix("facts.") {
                    Some(fact) => draft.put_fact(fact, text),
                    None => draft.put(path, text),
                })
            }
            _ => draft.problem(group, msg!("import_left_out_the_file_has_several_type")),
        }
    }
    Ok(draft)
}
