//! JSON trees by path: what the profile editor reads and writes.

use serde_json::{Map, Value};

/// The value at a path such as `resume.experiences.0.title`.
pub fn get<'a>(tree: &'a Value, path: &str) -> Option<&'a Value> {
    path.split('.').try_fold(tree, |node, part| match node {
        Value::Array(items) => items.get(part.parse::<usize>().ok()?),
        other => other.get(part),
    })
}

/// Puts a value at a path; objects and lists on the way are made. A number counts in a list, and
/// a list grows by one at most.
pub fn set(tree: &mut Value, path: &str, value: Value) {
    let (part, rest) = path.split_once('.').map_or((path, None), |(part, rest)| (part, Some(rest)));
    let place = match part.parse::<usize>() {
        Ok(position) => {
            if !tree.is_array() {
                *tree = Value::Array(Vec::new());
            }
            let Some(items) = tree.as_array_mut() else { return };
            if position >= items.len() {
                items.push(Value::Null);
            }
            items.iter_mut().take(position.saturating_add(1)).last()
        }
        Err(_) => {
            if !tree.is_object() {
                *tree = Value::Object(Map::new());
            }
            tree.as_object_mut().map(|map| map.entry(part).or_insert(Value::Null))
        }
    };
    match (place, rest) {
        (Some(place), Some(rest)) => set(place, rest, value),
        (Some(place), None) => *place = value,
        (None, _) => {}
    }
}

/// Takes out the rows of a list that hold nothing.
pub fn drop_empty_rows(tree: &mut Value, path: &str) {
    let parents = path.split('.').try_fold(tree, |node, part| node.get_mut(part));
    if let Some(Value::Array(rows)) = parents {
        rows.retain(|row| !filled_paths(row).is_empty());
    }
}

/// The value that a text stands for: JSON where it was JSON before and still is, else the text.
pub fn pair_value(text: &str, was_json: bool) -> Value {
    let json = was_json.then(|| serde_json::from_str(text).ok()).flatten();
    json.unwrap_or_else(|| Value::from(text))
}

/// Paths of everything in a tree that holds something: no empty text, no `false`, no empty list.
pub fn filled_paths(tree: &Value) -> Vec<String> {
    let mut paths = Vec::new();
    collect(tree, "", &mut paths);
    paths
}

/// Whether something is in a tree.
pub fn holds(tree: &Value) -> bool {
    match tree {
        Value::Object(map) => map.values().any(holds),
        Value::Array(items) => items.iter().any(holds),
        Value::String(text) => !text.is_empty(),
        Value::Null | Value::Bool(false) => false,
        _ => true,
    }
}

fn collect(node: &Value, path: &str, paths: &mut Vec<String>) {
    let mut enter = |name: &str, child: &Value| {
        let path = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        collect(child, &path, paths);
    };
    match node {
        Value::Object(map) => map.iter().for_each(|(name, child)| enter(name, child)),
        Value::Array(items) => {
            items
                .iter()
                .enumerate()
                .for_each(|(position, child)| enter(&position.to_string(), child));
        }
        Value::Null | Value::Bool(false) => {}
        Value::String(text) if text.is_empty() => {}
        _ => paths.push(path.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_set_is_found_again() {
        let mut tree = json!({"address": {"city": "Old"}, "resume": {"experiences": []}});
        for (path, value) in [
            ("firstName", json!("Ada")),
            ("address.city", json!("London")),
            ("payment.cardName", json!("A")),
            ("resume.experiences.0.title", json!("Engineer")),
            ("resume.experiences.0.current", json!(true)),
            ("resume.experiences.1.title", json!("Clerk")),
        ] {
            set(&mut tree, path, value.clone());
            assert_eq!(get(&tree, path), Some(&value), "{path}");
        }
        assert_eq!(tree["resume"]["experiences"].as_array().unwrap().len(), 2);
        assert_eq!(get(&tree, "resume.experiences.7.title"), None);
        assert_eq!(get(&tree, "firstName.x"), None);
    }

    #[test]
    fn empty_rows_go() {
        let mut tree = json!({"resume": {"education": [
            {"school": "", "current": false}, {"school": "a"}, {}, {"school": "", "current": true}
        ]}});
        drop_empty_rows(&mut tree, "resume.education");
        drop_empty_rows(&mut tree, "resume.nothing");
        let expected = json!({"resume": {"education": [
            {"school": "a"}, {"school": "", "current": true}
        ]}});
        assert_eq!(tree, expected);
    }

    #[test]
    fn pairs_stay_what_they_were() {
        let check = |text, was_json, expected: Value| {
            assert_eq!(pair_value(text, was_json), expected);
        };
        check("7", false, json!("7"));
        check("7", true, json!(7));
        check(r#"{"a": [1]}"#, true, json!({"a": [1]}));
        check("no json", true, json!("no json"));
    }

    #[test]
    fn only_what_holds_something_counts() {
        let tree = json!({
            "firstName": "Ada", "lastName": "", "flag": false, "yes": true, "zero": 0,
            "resume": {"skills": ["a", ""], "education": []}, "payment": null
        });
        let mut paths = filled_paths(&tree);
        paths.sort();
        assert_eq!(paths, ["firstName", "resume.skills.0", "yes", "zero"]);
    }
}
