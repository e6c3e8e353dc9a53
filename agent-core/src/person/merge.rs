//! What two sides made of one profile: a person who edits it, and whatever stored it in the meantime.

use serde_json::{Map, Value};
use shared_types::{Profile, json};

use super::file::salvage;

/// The profile to store when `mine` was made of `base`, and `theirs` is what is stored by now.
pub fn merged(base: &Profile, mine: &Profile, theirs: &Profile) -> Profile {
    let [base, mine, theirs] = [base, mine, theirs].map(json::to_value);
    salvage(&merge(Some(&base), Some(&mine), Some(&theirs)).unwrap_or_default()).profile
}

/// Whether two profiles hold the same, whenever they were stored.
pub fn hold_the_same(one: &Profile, other: &Profile) -> bool {
    let undated = |profile: &Profile| Profile { updated_at: None, ..profile.clone() };
    undated(one) == undated(other)
}

/// The profile as it is to be stored over `before`: with the time `now` where it holds something else, else `None`
/// as what is stored holds it already.
pub fn to_store(
    profile: &Profile,
    before: &Profile,
    now: impl FnOnce() -> String,
) -> Option<Profile> {
    let differs = !hold_the_same(profile, before);
    differs.then(|| Profile { updated_at: Some(now()), ..profile.clone() })
}

/// What two sides made of one tree: where only one of them changed something, its change; where
/// both did, mine. `None` stands for what is not there.
fn merge(base: Option<&Value>, mine: Option<&Value>, theirs: Option<&Value>) -> Option<Value> {
    if mine == theirs || theirs == base {
        return mine.cloned();
    }
    if mine == base {
        return theirs.cloned();
    }
    let (none, is_mine) = (Map::new(), mine.is_some());
    let (mine, theirs) = match (base, mine, theirs) {
        (_, Some(Value::Object(mine)), Some(Value::Object(theirs))) => (mine, theirs),
        // A map that I emptied, and to which they added: what they added stays.
        (Some(Value::Object(_)), None, Some(Value::Object(theirs))) => (&none, theirs),
        _ => return mine.cloned(),
    };
    let mut merged = Map::new();
    for key in mine.keys().chain(theirs.keys().filter(|key| !mine.contains_key(*key))) {
        let base = base.and_then(|base| base.get(key));
        if let Some(value) = merge(base, mine.get(key), theirs.get(key)) {
            merged.insert(key.clone(), value);
        }
    }
    (!merged.is_empty() || is_mine).then_some(Value::Object(merged))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_merge_keeps_both_sides() {
        let check = |base: Value, mine: Value, theirs: Value, expected: Value| {
            assert_eq!(merge(Some(&base), Some(&mine), Some(&theirs)), Some(expected));
        };
        // One side each.
        check(
            json!({"phone": "1", "answers": {}}),
            json!({"phone": "2", "answers": {}}),
            json!({"phone": "1", "answers": {"q": "a"}}),
            json!({"phone": "2", "answers": {"q": "a"}}),
        );
        // Both: mine.
        check(json!({"a": 1}), json!({"a": 2}), json!({"a": 3}), json!({"a": 2}));
        // Removed by me, untouched by them; and the other way round.
        check(json!({"a": 1, "b": 1}), json!({"b": 1}), json!({"a": 1, "b": 2}), json!({"b": 2}));
        check(json!({"a": 1, "b": 1}), json!({"a": 1, "b": 2}), json!({"b": 1}), json!({"b": 2}));
        // Lists are one value.
        check(json!({"l": [1]}), json!({"l": [1, 2]}), json!({"l": [1]}), json!({"l": [1, 2]}));
    }

    #[test]
    fn what_was_stored_elsewhere_in_the_meantime_is_kept() {
        let profile = |value: Value| salvage(&value).profile;
        let base = profile(json!({"phone": "1", "updatedAt": "a"}));
        let mine = profile(json!({"phone": "2", "updatedAt": "a"}));
        let theirs = profile(json!({"phone": "1", "answers": {"q": "a"}, "updatedAt": "b"}));
        let stored = merged(&base, &mine, &theirs);
        assert_eq!(stored.phone.reveal(), "2");
        assert_eq!(stored.answers.get("q"), Some(&json!("a")));
        assert!(!hold_the_same(&stored, &mine) && hold_the_same(&theirs, &theirs));
    }

    #[test]
    fn what_was_added_to_a_map_that_i_emptied_stays() {
        let read = |value: Value| crate::person::file::salvage(&value).profile;
        let (a, b) = (json!({"city": "Leeds"}), json!({"city": "Cork"}));
        let base = read(json!({"addresses": {"A": a}}));
        let theirs = read(json!({"addresses": {"A": a, "Work": b}}));
        let both = merged(&base, &Profile::default(), &theirs);
        assert!(both == read(json!({"addresses": {"Work": b}})));
        assert!(merged(&base, &Profile::default(), &base) == Profile::default());
    }

    #[test]
    fn facts_are_brought_together_by_name() {
        let profile = |facts: Value| salvage(&json!({ "facts": facts })).profile;
        let stored = merged(
            &profile(json!({"relocate": "No", "pets": "1 cat", "years.Rust": "3"})),
            &profile(json!({"relocate": "Yes", "pets": "1 cat", "years.Rust": "3"})),
            &profile(json!({"relocate": "No", "years.Rust": "4", "ofANewerVersion": "x"})),
        );
        let expected = json!({"relocate": "Yes", "years.Rust": "4", "ofANewerVersion": "x"});
        assert!(stored == profile(expected));
    }

    #[test]
    fn only_what_is_new_gets_a_new_time() {
        let before = salvage(&json!({"phone": "1", "updatedAt": "a"})).profile;
        let same = Profile { updated_at: Some("z".to_owned()), ..before.clone() };
        assert_eq!(to_store(&same, &before, || "b".to_owned()), None);
        let other = salvage(&json!({"phone": "2", "updatedAt": "a"})).profile;
        let stored = to_store(&other, &before, || "b".to_owned()).unwrap();
        assert_eq!((stored.phone.reveal(), stored.updated_at.as_deref()), ("2", Some("b")));
    }
}
