//! Values as WebDriver BiDi writes them (`script.RemoteValue`), as JSON.

use serde_json::{Map, Value};

/// What `JSON.stringify` would make of it, nearly: a node or a function is an empty object.
pub(super) fn plain(remote: &Value) -> Value {
    let value = remote.get("value");
    let items = || value.and_then(Value::as_array).into_iter().flatten();
    match remote.get("type").and_then(Value::as_str).unwrap_or_default() {
        "undefined" | "null" => Value::Null,
        "boolean" | "string" => value.cloned().unwrap_or_default(),
        // Those that JSON has not are written as texts: `NaN`, `Infinity`, `-0`.
        "number" => match value {
            Some(Value::String(text)) if text == "-0" => 0.into(),
            Some(Value::Number(number)) => whole(number),
            _ => Value::Null,
        },
        "array" => items().map(plain).collect(),
        "object" => items().filter_map(entry).collect::<Map<String, Value>>().into(),
        "date" => value.cloned().unwrap_or_default(),
        _ => Map::new().into(),
    }
}

/// A property; one that is undefined is none.
fn entry(pair: &Value) -> Option<(String, Value)> {
    let (name, remote) = (pair.get(0)?.as_str()?, pair.get(1)?);
    let is_undefined = remote.get("type").and_then(Value::as_str) == Some("undefined");
    (!is_undefined).then(|| (name.to_owned(), plain(remote)))
}

/// A number that is whole, as JSON's parser reads it.
fn whole(number: &serde_json::Number) -> Value {
    serde_json::from_str(&number.to_string()).unwrap_or_else(|_| number.clone().into())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::plain;

    #[test]
    fn values_are_read_as_json_has_them() {
        let text = json!({"type": "string", "value": "a"});
        let missing = json!({"type": "undefined"});
        let object = json!({"type": "object", "value": [["a", text], ["gone", missing]]});
        for (remote, expected) in [
            (text.clone(), json!("a")),
            (missing.clone(), json!(null)),
            (json!({"type": "number", "value": 7}), json!(7)),
            (json!({"type": "number", "value": "NaN"}), json!(null)),
            (json!({"type": "number", "value": "-0"}), json!(0)),
            (json!({"type": "array", "value": [text, object]}), json!(["a", {"a": "a"}])),
            (json!({"type": "node", "sharedId": "x"}), json!({})),
        ] {
            assert_eq!(plain(&remote), expected, "{remote}");
        }
    }
}
