//! What an import makes of a profile: it merges or replaces, as the person chose, and says which entries come in, change
//! and go. Values are in [`listed`] alone, which the person looks through before anything is stored.
//!
//! By itself a file only raises how carefully an entry is handled; what is of less care, or lets a model draft, is an entry
//! of its own ([`unasked`]), taken where the person says so.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};
use shared_types::{
    Private, Profile, Tier, json,
    message::{ImportMode, ImportReport},
    profile::TierChoice,
};

use super::{file, merge, tree};
use crate::{gate::thing_words, text::fold};

/// What tells rows of the résumé apart.
const ROWS: &[(&str, [&str; 2])] =
    &[("experiences", ["company", "title"]), ("education", ["school", "degree"])];

/// What names of the person's own may stand in: a name may have dots in it.
const NAMED: [&str; 7] =
    ["documents", "custom", "answers", "siteAnswers", "facts", "addresses", "tiers"];

/// Whether a model may draft answers.
const DRAFTS: &str = "allowDrafts";

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
    let mut known: BTreeSet<String> = BTreeSet::new();
    let rows = entries(&whole).into_iter().map(|path| row_of(&path).unwrap_or(path));
    let paths = rows.filter(|path| known.insert(path.clone()));
    let entry = |path: String| {
        let value = value_at(&whole, &path).map(|value| in_words(&path, value)).unwrap_or_default();
        Entry { path, value: value.into() }
    };
    paths.map(entry).collect()
}

/// What of a file comes in only if the person says so, by the paths of [`listed`].
pub fn unasked(found: &Profile) -> BTreeSet<String> {
    let lowered = found.tiers.iter().filter(|(_, choice)| lowers(choice));
    let lowered = lowered.map(|(key, _)| format!("tiers.{key}"));
    lowered.chain(found.allow_drafts.then(|| DRAFTS.to_owned())).collect()
}

/// What was found, without entries that the person does not want, by the paths of [`listed`]. How an entry is handled and
/// what is known of an answer goes with it.
pub fn without(found: &Profile, left_out: &BTreeSet<String>) -> Profile {
    let mut whole = json::to_value(found);
    for path in left_out {
        take_out(&mut whole, path);
        match path.split_once('.') {
            Some(("answers", name)) => {
                take_out(&mut whole, &format!("tiers.{path}"));
                take_out(&mut whole, &format!("answerNotes.{name}"));
            }
            Some(("custom", _)) => take_out(&mut whole, &format!("tiers.{path}")),
            _ => {}
        }
    }
    file::salvage(&whole).profile
}

/// Whether a choice makes an entry one of less care than it seems to need.
fn lowers(choice: &TierChoice) -> bool {
    !choice.despite.is_empty()
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
    let is_map = |room: &str| NAMED.contains(&room) || room == "answerNotes";
    let room = path.split_once('.').filter(|(room, _)| is_map(room));
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
            // The others keep their places until all is read anew, which leaves this out.
            if let Some(item) = name.parse::<usize>().ok().and_then(|at| items.get_mut(at)) {
                *item = Value::Null;
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
        Value::Object(one) if path.starts_with("siteAnswers.") => {
            // What it is stored under may say anything.
            let text = |name: &str| one.get(name).and_then(Value::as_str).unwrap_or_default();
            let answer = in_words("answers", one.get("answer").unwrap_or(&Value::Null));
            msg!(
                "import_answer_for_one_site",
                answer = answer,
                question = text("name"),
                site = text("site")
            )
        }
        Value::Object(row) if path.starts_with("resume.") => row_in_words(row),
        Value::Object(choice) if path.starts_with("tiers.") => tier_in_words(choice),
        Value::Object(address) if path.starts_with("addresses.") => {
            let parts = ["street", "street2", "zipCode", "city", "district", "state", "country"];
            let parts = parts.iter().filter_map(|part| address.get(*part)?.as_str());
            parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

/// A choice of less care, with what the entry is taken for.
fn tier_in_words(choice: &Map<String, Value>) -> String {
    let thing = choice.get("despite").and_then(Value::as_str).map(thing_words).unwrap_or_default();
    match choice.get("tier").and_then(Value::as_str) {
        Some("personal") => msg!("import_handled_as_personal", thing = thing),
        _ => msg!("import_handled_as_ordinary", thing = thing),
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

/// The profile after an import, and what that changes. What is [`unasked`] is taken as what the person ticked.
pub fn import(found: &Profile, current: &Profile, how: ImportMode) -> (Profile, ImportReport) {
    let mut profile = match how {
        ImportMode::Replace => found.clone(),
        ImportMode::Merge => {
            let (ours, theirs) = (json::to_value(current), json::to_value(found));
            let merged = joined(&ours, &theirs, "");
            file::salvage(&merged).profile
        }
    };
    profile.tiers = tiers(found, current, &profile, how);
    let report = changes(current, &profile);
    (profile, report)
}

/// How entries are handled after an import: more carefully where the file says so. A choice of less care than the person's
/// counts only where it says what the entry is taken for, as the person was shown that.
fn tiers(
    found: &Profile,
    current: &Profile,
    after: &Profile,
    how: ImportMode,
) -> BTreeMap<String, TierChoice> {
    let is_there = |key: &str| match key.split_once('.') {
        Some(("custom", name)) => after.custom.contains_key(name),
        Some(("answers", name)) => after.answers.contains_key(name),
        _ => false,
    };
    // The person's choice is of an entry, whose value may be another one now: what it lowered was for the one before.
    let mut tiers: BTreeMap<String, TierChoice> = match how {
        ImportMode::Merge => current.tiers.clone(),
        ImportMode::Replace => {
            let kept = current.tiers.iter().filter(|(key, _)| is_there(key));
            let raised = |choice: &TierChoice| TierChoice { despite: String::new(), ..*choice };
            kept.map(|(key, choice)| (key.clone(), raised(choice))).collect()
        }
    };
    for (key, theirs) in &found.tiers {
        let raises = |ours: &TierChoice| theirs.tier > ours.tier;
        if lowers(theirs) || tiers.get(key).is_none_or(raises) {
            tiers.insert(key.clone(), theirs.clone());
        }
    }
    tiers
}

/// The profile as it was before an import. What was changed after it stays.
pub fn undo(before: &Profile, imported: &Profile, current: &Profile) -> Profile {
    merge::merged(imported, before, current)
}

/// What differs between two profiles, by entry. One that is handled more carefully is another than before.
pub fn changes(before: &Profile, after: &Profile) -> ImportReport {
    let (old, new) = (json::to_value(before), json::to_value(after));
    let had: BTreeSet<String> = entries(&old).into_iter().collect();
    let has = entries(&new);
    let kept: BTreeSet<&String> = has.iter().collect();
    let removed = had.iter().filter(|path| !kept.contains(path));
    // How an entry was handled is gone with it.
    let is_told = |path: &&String| match path.strip_prefix("tiers.") {
        Some(key) => value_at(&new, key).is_some(),
        None => true,
    };
    let mut report = ImportReport {
        added: has.iter().filter(|path| !had.contains(*path)).cloned().collect(),
        removed: removed.filter(is_told).cloned().collect(),
        ..ImportReport::default()
    };
    let raised = |profile: &Profile, path: &str| {
        let choice = profile.tiers.get(path).filter(|choice| !lowers(choice));
        choice.map_or(Tier::Ordinary, |choice| choice.tier)
    };
    for path in has.iter().filter(|path| had.contains(*path)) {
        if value_at(&old, path) == value_at(&new, path)
            && raised(before, path) == raised(after, path)
        {
            report.unchanged += 1;
        } else {
            report.changed.push(path.clone());
        }
    }
    report
}

/// Paths of what a person would call an entry: a document is one, and so is an entry of their own whatever is in it, and
/// the choice to handle one with less care.
fn entries(whole: &Value) -> Vec<String> {
    let mut entries: Vec<String> = Vec::new();
    for (room, content) in whole.as_object().into_iter().flatten() {
        match (room.as_str(), content) {
            ("updatedAt" | "answerNotes", _) => {}
            (named, Value::Object(all)) if NAMED.contains(&named) => {
                let is_one = |content: &Value| match named {
                    "tiers" => content.get("despite").is_some(),
                    "siteAnswers" => content.get("answer").is_some_and(tree::holds),
                    _ => tree::holds(content),
                };
                let names = all.iter().filter(|(_, content)| is_one(content));
                entries.extend(names.map(|(name, _)| format!("{room}.{name}")));
            }
            _ => {
                let paths = tree::filled_paths(content).into_iter();
                entries.extend(paths.map(|path| match path.as_str() {
                    "" => room.clone(),
                    path => format!("{room}.{path}"),
                }));
            }
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
            let mut places: BTreeMap<String, usize> = BTreeMap::new();
            for (at, ours) in ours.iter().enumerate() {
                places.entry(sameness(ours, room)).or_insert(at);
            }
            for theirs in theirs {
                let at = *places.entry(sameness(theirs, room)).or_insert(all.len());
                match all.get_mut(at) {
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

/// What entries of a list have alike that are about the same.
fn sameness(entry: &Value, list: &str) -> String {
    let text = |value: &Value| value.as_str().map(fold);
    match (ROWS.iter().find(|(name, _)| *name == list), entry) {
        (Some((_, parts)), _) => {
            format!("{:?}", parts.map(|part| entry.get(part).and_then(text)))
        }
        (None, Value::String(said)) => format!("text {}", fold(said)),
        (None, other) => other.to_string(),
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

    /// Tiers by key, as `secret` or as `ordinary despite payment card`.
    fn handled(profile: &Profile) -> Vec<String> {
        let of = |(key, choice): (&String, &TierChoice)| match choice.despite.as_str() {
            "" => format!("{key}: {:?}", choice.tier),
            thing => format!("{key}: {:?} despite {thing}", choice.tier),
        };
        profile.tiers.iter().map(of).collect()
    }

    #[test]
    fn by_itself_a_file_only_raises_how_carefully_an_entry_is_handled() {
        let ours = profile(json!({
            "custom": {"Diary": "dear", "Note": "blue", "Pass": "X1"},
            "tiers": {"custom.Diary": {"tier": "secret"}, "custom.Note": {"tier": "personal"},
                      "custom.Pass": {"tier": "ordinary", "despite": "identity number"}}}));
        let theirs = profile(json!({
            "custom": {"Diary": "dear", "Note": "blue", "Pass": "X1", "Boat": "Rose"},
            "tiers": {"custom.Diary": {"tier": "ordinary"}, "custom.Note": {"tier": "secret"},
                      "custom.Boat": {"tier": "personal"}, "custom.Pass": {"tier": "ordinary"}}}));
        let (merged, report) = import(&theirs, &ours, ImportMode::Merge);
        assert_eq!(
            handled(&merged),
            [
                "custom.Boat: Personal",
                "custom.Diary: Secret",
                "custom.Note: Secret",
                "custom.Pass: Ordinary despite identity number",
            ]
        );
        assert_eq!(
            (report.added, report.changed),
            (vec!["custom.Boat".to_owned()], vec!["custom.Note".to_owned()])
        );
        let (replaced, report) = import(&theirs, &ours, ImportMode::Replace);
        assert_eq!(
            handled(&replaced)[1..],
            ["custom.Diary: Secret", "custom.Note: Secret", "custom.Pass: Ordinary"]
        );
        assert_eq!(report.removed, ["tiers.custom.Pass"], "what was handled with less care is not");
        let bare = profile(json!({"custom": {"Diary": "other"}}));
        let (replaced, report) = import(&bare, &ours, ImportMode::Replace);
        assert_eq!(handled(&replaced), ["custom.Diary: Secret"]);
        assert_eq!(report.removed, ["custom.Note", "custom.Pass"]);
    }

    #[test]
    fn less_care_and_drafts_are_entries_of_their_own_that_are_asked_about() {
        let ours = profile(json!({"firstName": "Ada", "custom": {"Passport number": "X1234567"}}));
        let found = profile(json!({
            "firstName": "Ada", "allowDrafts": true, "custom": {"Passport number": "X1234567"},
            "tiers": {"custom.Passport number": {"tier": "ordinary", "despite": "identity number"},
                      "answers.Why?": {"tier": "personal", "despite": "payment card"}}}));
        let asked = unasked(&found);
        let paths = ["allowDrafts", "tiers.answers.Why?", "tiers.custom.Passport number"];
        assert_eq!(asked.iter().map(String::as_str).collect::<Vec<_>>(), paths);
        for how in [ImportMode::Merge, ImportMode::Replace] {
            let (left, report) = import(&without(&found, &asked), &ours, how);
            assert!(left == ours && report.added.is_empty() && report.changed.is_empty());
            let (ticked, report) = import(&found, &ours, how);
            assert!(ticked == found);
            assert_eq!(report.added, paths.map(str::to_owned), "the report names them");
        }
        let listed = listed(&found);
        let said = |path: &str| {
            let entry = listed.iter().find(|entry| entry.path == path);
            entry.map(|entry| entry.value.reveal().to_owned()).unwrap_or_default()
        };
        let less = said("tiers.custom.Passport number");
        assert_eq!(less, "Ordinary, although it looks like: identity number");
        let less = said("tiers.answers.Why?");
        assert_eq!(less, "Personal, although it looks like: payment card");
    }

    #[test]
    fn an_entry_that_is_left_out_leaves_nothing_behind() {
        let found = profile(json!({
            "custom": {"a.b": "1", "c": "2"}, "answers": {"Why?": "x"},
            "answerNotes": {"Why?": {"question": "Why?"}},
            "tiers": {"custom.a.b": {"tier": "secret"}, "custom.c": {"tier": "secret"},
                      "answers.Why?": {"tier": "ordinary", "despite": "payment card"}}}));
        let left_out = ["custom.a.b", "answers.Why?"].map(str::to_owned).into();
        let left = without(&found, &left_out);
        assert_eq!(handled(&left), ["custom.c: Secret"]);
        assert!(left.answer_notes.is_empty() && left.answers.is_empty());
    }

    #[test]
    fn a_long_file_is_listed_merged_and_compared_at_once() {
        let number = 20_000;
        let custom: Map<String, Value> =
            (0..number).map(|n| (format!("k.{n}"), json!(format!("v{n}")))).collect();
        let skills: Vec<String> = (0..number).map(|n| format!("skill {n}")).collect();
        let found = profile(json!({"custom": custom, "resume": {"skills": skills}}));
        let began = std::time::Instant::now();
        let listed = listed(&found);
        assert_eq!(listed.len(), 2 * number);
        let (merged, report) = import(&found, &found, ImportMode::Merge);
        assert!(merged == found && report.unchanged == u32::try_from(2 * number).unwrap());
        let left_out = listed.into_iter().map(|entry| entry.path).collect();
        assert!(file::is_empty(&without(&found, &left_out)));
        // Pairwise it would be minutes in this build.
        assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
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
