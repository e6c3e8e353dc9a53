//! What an import makes of a profile: it merges or replaces, as the person chose, and says which entries come in, change
//! and go. Values are in [`listed`] alone, which the person looks through before anything is stored.

use std::collections::BTreeSet;

use serde_json::{Map, Value};
use shared_types::{
    Private, Profile, json,
    message::{ImportMode, ImportReport},
};

use super::{file, merge, tree};
use crate::text::fold;

/// What tells rows of the résumé apart.
const ROWS: &[(&str, [&str; 2])] =
    &[("experiences", ["company", "title"]), ("education", ["school", "degree"])];

/// What names of the person's own may stand in: a name may have dots in it.
const NAMED: [&str; 5] = ["documents", "custom", "answers", "facts", "addresses"];

/// An entry that was found in a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Where it would go.
    pub path: String,
    /// What it is, in a line. Passwords and card numbers are covered.
    pub value: Private,
}

/// What was found in a file, entry by entry: a job or a school is one, and so is an item of a list.
pub fn listed(found: &Profile) -> Vec<Entry> {
    let whole = json::to_value(found);
    let mut paths: Vec<String> = Vec::new();
    for path in entries(&whole) {
        let path = row_of(&path).unwrap_or(path);
        if !paths.contains(&path) {
            paths.push(path);
        }
    }
    let entry = |path: String| {
        let value = value_at(&whole, &path).map(|value| in_words(&path, value)).unwrap_or_default();
        Entry { path, value: value.into() }
    };
    paths.into_iter().map(entry).collect()
}

/// What was found, without entries that the person does not want, by the paths of [`listed`].
pub fn without(found: &Profile, left_out: &BTreeSet<String>) -> Profile {
    let mut whole = json::to_value(found);
    let mut paths: Vec<&String> = left_out.iter().collect();
    // The last of a list first, so that the others keep their places.
    let position = |path: &str| path.rsplit('.').next().and_then(|at| at.parse::<usize>().ok());
    paths.sort_by_key(|path| std::cmp::Reverse(position(path)));
    for path in paths {
        take_out(&mut whole, path);
    }
    file::salvage(&whole).profile
}

/// The row of the résumé that a path is in.
fn row_of(path: &str) -> Option<String> {
    let parts: Vec<&str> = path.split('.').collect();
    match parts.as_slice() {
        ["resume", list, at, _, ..] if ROWS.iter().any(|(name, _)| name == list) => {
            Some(["resume", list, at].join("."))
        }
        _ => None,
    }
}

fn take_out(whole: &mut Value, path: &str) {
    let room = path.split_once('.').filter(|(room, _)| NAMED.contains(room));
    let (parent, name) = room.or_else(|| path.rsplit_once('.')).unwrap_or(("", path));
    let mut steps = parent.split('.').filter(|step| !step.is_empty());
    let node = steps.try_fold(whole, |node, step| match node {
        Value::Array(items) => items.get_mut(step.parse::<usize>().ok()?),
        other => other.get_mut(step),
    });
    match node {
        Some(Value::Object(map)) => {
            map.remove(name);
        }
        Some(Value::Array(items)) => {
            if let Some(at) = name.parse().ok().filter(|at| *at < items.len()) {
                items.remove(at);
            }
        }
        _ => {}
    }
}

/// A value as a person reads it.
fn in_words(path: &str, value: &Value) -> String {
    match value {
        Value::String(text) if path == "password" => covered(text, 0),
        Value::String(text) if path == "payment.cardNumber" => covered(text, 4),
        Value::String(text) => text.clone(),
        Value::Bool(yes) => {
            if *yes {
                msg!("answer_yes")
            } else {
                msg!("answer_no")
            }
        }
        Value::Object(map) if path.starts_with("documents.") => {
            map.get("name").and_then(Value::as_str).unwrap_or_default().to_owned()
        }
        Value::Object(row) if path.starts_with("resume.") => row_in_words(row),
        Value::Object(address) if path.starts_with("addresses.") => {
            let parts = ["street", "street2", "zipCode", "city", "state", "country"];
            let parts = parts.iter().filter_map(|part| address.get(*part)?.as_str());
            parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

/// A text of which only the end is shown.
fn covered(text: &str, shown: usize) -> String {
    let hidden = text.chars().count().saturating_sub(shown);
    format!("•••• {}", text.chars().skip(hidden).collect::<String>()).trim().to_owned()
}

/// A job or a school in a line.
fn row_in_words(row: &Map<String, Value>) -> String {
    let text = |name: &str| row.get(name).and_then(Value::as_str).unwrap_or_default();
    let goes_on = row.get("current").and_then(Value::as_bool).unwrap_or_default();
    let now = msg!("person_row_now");
    let end = if goes_on { now.as_str() } else { text("endDate") };
    let when = match (text("startDate"), end) {
        (start, "") => start.to_owned(),
        ("", end) => msg!("person_row_until", end = end),
        (start, end) => msg!("person_row_from_to", start = start, end = end),
    };
    let names = [
        "title",
        "company",
        "degree",
        "field",
        "school",
        "location",
        "employmentType",
        "level",
        "gpa",
    ];
    let about = names.into_iter().map(text).chain([when.as_str()]);
    let rest = [text("description"), text("reasonForLeaving")];
    let parts: Vec<&str> = about.chain(rest).filter(|part| !part.is_empty()).collect();
    parts.join(" · ")
}

/// The profile after an import, and what that changes.
pub fn import(found: &Profile, current: &Profile, how: ImportMode) -> (Profile, ImportReport) {
    let profile = match how {
        ImportMode::Replace => found.clone(),
        ImportMode::Merge => {
            let (ours, theirs) = (json::to_value(current), json::to_value(found));
            let merged = joined(&ours, &theirs, "");
            file::salvage(&merged).profile
        }
    };
    let report = changes(current, &profile);
    (profile, report)
}

/// The profile as it was before an import. What was changed after it stays.
pub fn undo(before: &Profile, imported: &Profile, current: &Profile) -> Profile {
    merge::merged(imported, before, current)
}

/// What differs between two profiles, by entry.
pub fn changes(before: &Profile, after: &Profile) -> ImportReport {
    let (old, new) = (json::to_value(before), json::to_value(after));
    let (had, has) = (entries(&old), entries(&new));
    let mut report = ImportReport {
        added: has.iter().filter(|path| !had.contains(path)).cloned().collect(),
        removed: had.iter().filter(|path| !has.contains(path)).cloned().collect(),
        ..ImportReport::default()
    };
    for path in has.iter().filter(|path| had.contains(path)) {
        if value_at(&old, path) == value_at(&new, path) {
            report.unchanged += 1;
        } else {
            report.changed.push(path.clone());
        }
    }
    report
}

/// Paths of what a person would call an entry: a document is one, and so is an entry of their own whatever is in it.
fn entries(whole: &Value) -> Vec<String> {
    let mut entries: Vec<String> = Vec::new();
    for path in tree::filled_paths(whole) {
        let entry = match path.split_once('.') {
            _ if path == "updatedAt" => continue,
            Some(("tiers" | "answerNotes", _)) => continue,
            // No part of an address has a dot in it.
            Some(("addresses", rest)) => {
                format!("addresses.{}", rest.rsplit_once('.').map_or(rest, |(name, _)| name))
            }
            Some((room, rest)) if NAMED.contains(&room) => {
                let names = whole.get(room).and_then(Value::as_object);
                // A name may have dots in it.
                let is_its = |name: &&String| {
                    rest.strip_prefix(name.as_str())
                        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
                };
                let name = names
                    .and_then(|names| names.keys().filter(is_its).max_by_key(|name| name.len()));
                format!("{room}.{}", name.map_or(rest, String::as_str))
            }
            _ => path,
        };
        if !entries.contains(&entry) {
            entries.push(entry);
        }
    }
    entries
}

fn value_at<'a>(whole: &'a Value, path: &str) -> Option<&'a Value> {
    match path.split_once('.') {
        Some((room, name)) if NAMED.contains(&room) => whole.get(room)?.get(name),
        _ => tree::get(whole, path),
    }
}

/// Two trees in one: where both have something the file's side counts, and lists keep what they have.
fn joined(ours: &Value, theirs: &Value, room: &str) -> Value {
    match (ours, theirs) {
        (Value::Object(ours), Value::Object(theirs)) => {
            let mut all: Map<String, Value> = ours.clone();
            for (name, theirs) in theirs {
                let value = match ours.get(name) {
                    // An address is one thing: none is made of two.
                    Some(_) if room == "addresses" => theirs.clone(),
                    Some(ours) => joined(ours, theirs, name),
                    None => theirs.clone(),
                };
                all.insert(name.clone(), value);
            }
            Value::Object(all)
        }
        (Value::Array(ours), Value::Array(theirs)) => {
            let mut all = ours.clone();
            for theirs in theirs {
                match all.iter_mut().find(|ours| is_same(ours, theirs, room)) {
                    Some(ours) => *ours = joined(ours, theirs, room),
                    None => all.push(theirs.clone()),
                }
            }
            Value::Array(all)
        }
        (ours, theirs) if tree::filled_paths(&Value::Array(vec![theirs.clone()])).is_empty() => {
            ours.clone()
        }
        (_, theirs) => theirs.clone(),
    }
}

/// Whether two entries of a list are about the same.
fn is_same(ours: &Value, theirs: &Value, list: &str) -> bool {
    let text = |value: &Value| value.as_str().map(fold);
    match ROWS.iter().find(|(name, _)| *name == list) {
        Some((_, parts)) => {
            let of = |row: &Value| parts.map(|part| row.get(part).and_then(text));
            of(ours) == of(theirs)
        }
        None => ours == theirs || text(ours).is_some() && text(ours) == text(theirs),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn profile(value: Value) -> Profile {
        file::salvage(&value).profile
    }

    fn mine() -> Profile {
        profile(json!({
            "firstName": "Ada", "phone": "1", "address": {"city": "London", "country": "GB"},
            "resume": {"skills": ["Rust", "Knots"],
                       "experiences": [{"company": "C", "title": "T", "location": "L"}]},
            "custom": {"a.b": "x", "deep": {"p": [1, 2]}}, "answers": {"Why?": "Because"},
            "documents": {"cv": {"name": "cv.pdf", "mediaType": "application/pdf", "data": "QUJD"}},
        }))
    }

    #[test]
    fn one_value_of_a_file_takes_nothing_away_unless_it_is_to_replace_all() {
        let found = profile(json!({"phone": "2"}));
        let (merged, report) = import(&found, &mine(), ImportMode::Merge);
        assert_eq!(merged, Profile { phone: "2".into(), ..mine() });
        assert_eq!((report.added.len(), report.removed.len()), (0, 0));
        assert_eq!((report.changed, report.unchanged), (vec!["phone".to_owned()], 12));
        let (replaced, report) = import(&found, &mine(), ImportMode::Replace);
        assert_eq!(replaced, found);
        assert_eq!((report.removed.len(), report.unchanged), (12, 0));
        for path in ["custom.a.b", "custom.deep", "documents.cv", "answers.Why?"] {
            assert!(report.removed.iter().any(|removed| removed == path), "{path}");
        }
    }

    #[test]
    fn what_both_have_is_the_files_and_lists_grow() {
        let found = profile(json!({
            "firstName": "", "lastName": "Bird", "address": {"city": "Leeds"},
            "resume": {"skills": ["rust", "Boats"],
                       "experiences": [{"company": "c", "title": "t", "description": "D"},
                                       {"company": "E", "title": "F"}]},
            "custom": {"a.b": "y"},
        }));
        let (merged, report) = import(&found, &mine(), ImportMode::Merge);
        let expected = profile(json!({
            "firstName": "Ada", "lastName": "Bird", "phone": "1",
            "address": {"city": "Leeds", "country": "GB"},
            "resume": {"skills": ["rust", "Knots", "Boats"],
                       "experiences": [
                           {"company": "c", "title": "t", "location": "L", "description": "D"},
                           {"company": "E", "title": "F"}]},
            "custom": {"a.b": "y", "deep": {"p": [1, 2]}}, "answers": {"Why?": "Because"},
            "documents": {"cv": {"name": "cv.pdf", "mediaType": "application/pdf", "data": "QUJD"}},
        }));
        assert_eq!(merged, expected);
        assert!(report.removed.is_empty(), "{:?}", report.removed);
        assert!(report.added.contains(&"lastName".to_owned()));
        assert!(report.changed.contains(&"custom.a.b".to_owned()));
    }

    #[test]
    fn an_import_is_undone_without_what_came_after_it() {
        let found = profile(json!({"phone": "2", "company": "New"}));
        for how in [ImportMode::Merge, ImportMode::Replace] {
            let (imported, _) = import(&found, &mine(), how);
            assert_eq!(undo(&mine(), &imported, &imported), mine(), "{how:?}");
            let later = Profile { job_title: "Captain".into(), ..imported.clone() };
            let undone = undo(&mine(), &imported, &later);
            assert_eq!(undone, Profile { job_title: "Captain".into(), ..mine() }, "{how:?}");
        }
    }

    #[test]
    fn no_address_is_made_of_two_and_none_is_hidden_by_another() {
        let ours =
            json!({"Billing": {"street": "1 Rose Lane", "street2": "Flat 3", "country": "GB"}});
        let file = json!({"Billing": {"street": "5 Quai", "city": "Paris"}, "Home": {"city": "X"},
                          "Home.city": {"street": "Y"}});
        let whole = |value: &Value| json::to_value(&profile(json!({"addresses": value})));
        let joined = joined(&whole(&ours), &whole(&file), "");
        assert_eq!(joined["addresses"]["Billing"], whole(&file)["addresses"]["Billing"]);
        let listed = listed(&profile(json!({"addresses": file})));
        let paths: Vec<&str> = listed.iter().map(|entry| entry.path.as_str()).collect();
        assert_eq!(paths, ["addresses.Billing", "addresses.Home", "addresses.Home.city"]);
    }

    #[test]
    fn what_a_file_holds_is_listed_and_left_out_entry_by_entry() {
        let found = profile(json!({
            "email": "a@b.example", "password": "secret", "allowDrafts": true,
            "address": {"city": "Leeds"},
            "addresses": {"St. Ives": {"street": "2 Quay Road", "city": "St Ives"}, "2": {"city": "Cork"}},
            "payment": {"cardNumber": "4242424242424242"},
            "facts": {"phone.Work": "1"}, "custom": {"a.b": "x", "c": [1]},
            "resume": {"skills": ["Rust", "SQL", "Knots"],
                       "experiences": [
                           {"title": "T", "company": "C", "startDate": "2019-01", "current": true},
                           {"title": "U", "company": "D", "endDate": "2018", "description": "x"}]},
            "documents": {"cv": {"name": "cv.pdf", "mediaType": "application/pdf", "data": "QUJD"}},
        }));
        let mut entries: Vec<(String, String)> = listed(&found)
            .into_iter()
            .map(|entry| (entry.path, entry.value.reveal().to_owned()))
            .collect();
        entries.sort();
        let entries: Vec<(&str, &str)> =
            entries.iter().map(|(path, value)| (path.as_str(), value.as_str())).collect();
        assert_eq!(
            entries,
            [
                ("address.city", "Leeds"),
                ("addresses.2", "Cork"),
                ("addresses.St. Ives", "2 Quay Road, St Ives"),
                ("allowDrafts", "Yes"),
                ("custom.a.b", "x"),
                ("custom.c", "[1]"),
                ("documents.cv", "cv.pdf"),
                ("email", "a@b.example"),
                ("facts.phone.Work", "1"),
                ("password", "••••"),
                ("payment.cardNumber", "•••• 4242"),
                ("resume.experiences.0", "T · C · 2019-01 to now"),
                ("resume.experiences.1", "U · D · until 2018 · x"),
                ("resume.skills.0", "Rust"),
                ("resume.skills.1", "SQL"),
                ("resume.skills.2", "Knots"),
            ]
        );
        let left_out = [
            "resume.skills.0",
            "resume.skills.1",
            "resume.experiences.0",
            "custom.a.b",
            "email",
            "address.city",
            "addresses.St. Ives",
            "facts.phone.Work",
            "documents.cv",
            "not.there",
            "resume.skills.9",
        ];
        let left_out = left_out.iter().map(|path| (*path).to_owned()).collect();
        let kept: Vec<String> =
            listed(&without(&found, &left_out)).into_iter().map(|entry| entry.path).collect();
        assert_eq!(
            kept,
            [
                "addresses.2",
                "allowDrafts",
                "custom.c",
                "password",
                "payment.cardNumber",
                "resume.experiences.0",
                "resume.skills.0"
            ]
        );
        assert_eq!(without(&found, &left_out).resume.skills[0].reveal(), "Knots");
        assert_eq!(without(&found, &BTreeSet::new()), found);
    }
}
