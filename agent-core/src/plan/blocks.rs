//! Blocks of a repeated section, and the entry of a list that each asks for.
//!
//! *First voyage: ship, rank, from, until* and the same of the second: no rule knows what a voyage is. Somebody who
//! does says which entry of which list a block asks for, by its place: `resume.experiences.1`. What of it goes where
//! is the rules' own: by what a field is known to ask for, else by its kind. A block is of one entry, and an entry has
//! one block.

use std::collections::BTreeMap;

use shared_types::{ProfileKey, job::OpenCode};

use super::{
    ask::Ask,
    keys::{self, Choice},
};

/// Lists whose entries a block may ask for.
const LISTS: &[&str] = &["resume.experiences", "resume.education"];
/// Questions that two sections must share to be the same section again.
const LEAST_SHARED: usize = 2;

/// The entry of a list that a key is, or is a part of: `resume.experiences.1`.
fn entry_of(key: &ProfileKey) -> Option<&str> {
    let path = key.as_str();
    let list = LISTS.iter().find(|list| path.starts_with(&format!("{list}.")))?;
    let rest = path.get(list.len() + 1..)?;
    let digits = rest.find('.').unwrap_or(rest.len());
    let is_number = digits > 0 && rest.bytes().take(digits).all(|byte| byte.is_ascii_digit());
    path.get(..list.len() + 1 + digits).filter(|_| is_number)
}

/// Whether a key stands for an entry as a whole.
pub fn is_entry(key: &ProfileKey) -> bool {
    entry_of(key) == Some(key.as_str())
}

/// The entries that these keys are parts of, in their order.
pub fn entries(keys: &[ProfileKey]) -> Vec<ProfileKey> {
    let mut entries: Vec<ProfileKey> = Vec::new();
    for entry in keys.iter().filter_map(entry_of) {
        if !entries.iter().any(|known| known.as_str() == entry) {
            entries.push(ProfileKey::new(entry));
        }
    }
    entries
}

/// For each question the section that it stands in, if the page has that section more than once: two or more of its
/// questions stand in another one as well.
pub(super) fn blocks(asks: &[Ask<'_>]) -> Vec<Option<usize>> {
    let place = |ask: &Ask<'_>| {
        let section = ask.first.section.clone().filter(|section| !section.trim().is_empty())?;
        Some((ask.first.frame, ask.first.form, section))
    };
    let mut numbers = BTreeMap::new();
    let mut questions: Vec<Vec<&str>> = Vec::new();
    let sections: Vec<Option<usize>> = asks
        .iter()
        .map(|ask| {
            let number = *numbers.entry(place(ask)?).or_insert_with(|| {
                questions.push(Vec::new());
                questions.len() - 1
            });
            questions.get_mut(number)?.push(ask.question.trim());
            Some(number)
        })
        .collect();
    let is_repeated = |number: &usize| {
        let Some(own) = questions.get(*number) else { return false };
        let shared = |other: &Vec<&str>| own.iter().filter(|text| other.contains(text)).count();
        let others = questions.iter().enumerate().filter(|(other, _)| other != number);
        others.map(|(_, other)| shared(other)).any(|shared| shared >= LEAST_SHARED)
    };
    sections.into_iter().map(|section| section.filter(is_repeated)).collect()
}

/// Fills what is open in the block of a question from the entry that it asks for. Nothing, if the block has something
/// of another entry, or another question of the page something of this one.
pub(super) fn hear(
    asks: &[Ask<'_>],
    choices: &mut [Choice],
    offered: &[ProfileKey],
    field: u32,
    entry: &ProfileKey,
) {
    let blocks = blocks(asks);
    let at = asks.iter().position(|ask| ask.first.index == field);
    let Some(block) = at.and_then(|at| *blocks.get(at)?) else { return };
    let is_taken = blocks.iter().zip(choices.iter()).any(|(other, choice)| {
        let Choice::Key(key) = choice else { return false };
        let of = entry_of(key);
        if *other == Some(block) {
            of.is_some_and(|of| of != entry.as_str())
        } else {
            of == Some(entry.as_str())
        }
    });
    if is_taken {
        return;
    }
    let mut dates = ["startDate", "endDate"].into_iter();
    for ((ask, of), choice) in asks.iter().zip(&blocks).zip(choices) {
        if *of != Some(block) || !ask.is_open_to_people() {
            continue;
        }
        let by_role = keys::part_of_entry(ask, entry);
        let by_kind = match ask.first.kind.as_str() {
            "date" | "month" => dates.next(),
            _ => None,
        };
        let part = by_kind.map(|part| ProfileKey::new(format!("{entry}.{part}")));
        let Some(key) = by_role.or(part) else { continue };
        let is_open = matches!(
            choice,
            Choice::Open(OpenCode::NotUnderstood | OpenCode::NoValue | OpenCode::Ambiguous, ..)
        );
        if is_open && keys::may_answer(ask, &key, offered) {
            *choice = Choice::Key(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_a_list_and_a_number() {
        let check = |path: &str, expected: Option<&str>| {
            assert_eq!(entry_of(&ProfileKey::from(path)), expected, "{path}");
        };
        check("resume.experiences.1.company", Some("resume.experiences.1"));
        check("resume.experiences.12", Some("resume.experiences.12"));
        check("resume.education.0.field", Some("resume.education.0"));
        check("resume.experiences", None);
        check("resume.experiences.", None);
        check("resume.experiences.x.company", None);
        check("resume.experiencesOther.1", None);
        check("resume.skills.1", None);
        check("custom.resume.experiences.1", None);
        let keys = ["resume.experiences.1.title", "email", "resume.experiences.1.company"];
        let keys = keys.map(ProfileKey::from);
        assert_eq!(entries(&keys), [ProfileKey::from("resume.experiences.1")]);
        assert!(is_entry(&"resume.experiences.1".into()) && !is_entry(&keys[0]));
    }
}
