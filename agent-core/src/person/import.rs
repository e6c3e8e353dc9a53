//! What an import makes of a profile: it merges or replaces, as the person chose, and says which entries come in, change
//! and go. No value is in what it says.

use serde_json::{Map, Value};
use shared_types::{
    Profile, json,
    message::{ImportMode, ImportReport},
};

use super::{file, merge, tree};
use crate::text::fold;

/// What tells rows of the résumé apart.
const ROWS: &[(&str, [&str; 2])] =
    &[("experiences", ["company", "title"]), ("education", ["school", "degree"])];

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
            Some(("tiers", _)) => continue,
            Some((room @ ("documents" | "custom" | "answers" | "facts"), rest)) => {
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
        Some((room @ ("documents" | "custom" | "answers" | "facts"), name)) => {
            whole.get(room)?.get(name)
        }
        _ => tree::get(whole, path),
    }
}

/// Two trees in one: where both have something the file's side counts, and lists keep what they have.
fn joined(ours: &Value, theirs: &Value, name: &str) -> Value {
    match (ours, theirs) {
        (Value::Object(ours), Value::Object(theirs)) => {
            let mut all: Map<String, Value> = ours.clone();
            for (name, theirs) in theirs {
                let value = match ours.get(name) {
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
                match all.iter_mut().find(|ours| is_same(ours, theirs, name)) {
                    Some(ours) => *ours = joined(ours, theirs, name),
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
}
