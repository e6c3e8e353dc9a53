//! Reading JSON with errors that hold no value.
//!
//! What is read may belong to a person, and serde's own messages quote what they found. Everything that is
//! read outside the server goes through here, and of a message only that part is kept that this program
//! wrote itself: the kind of what was found, and what was expected. (The server does the same for the bodies
//! that it answers, and names the field besides.)

use std::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{DeserializeOwned, MapAccess, Visitor, value::MapAccessDeserializer},
};
use serde_json::Value;

/// Reads a type from JSON text.
pub fn from_str<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    Ok(serde_json::from_str(text)?)
}

/// Reads a type from JSON.
pub fn from_value<T: DeserializeOwned>(value: &Value) -> Result<T, Error> {
    Ok(T::deserialize(value)?)
}

/// A type as JSON; null for what has no form in JSON, which none of our types is. Through text, so that an `f32` is the
/// number that its text says: `serde_json::to_value` makes 0.8999999761581421 of 0.9.
pub fn to_value<T: Serialize + ?Sized>(value: &T) -> Value {
    let text = serde_json::to_string(value);
    text.and_then(|text| serde_json::from_str(&text)).unwrap_or_default()
}

/// What is wrong with JSON, in a sentence without values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error(String);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

impl From<serde_json::Error> for Error {
    fn from(error: serde_json::Error) -> Self {
        let message = error.to_string();
        Self(if error.is_data() { without_values(&message) } else { message })
    }
}

/// How serde begins to say what it found, where a value may follow, and what is said here.
const FOUND: &[(&str, &str)] = &[
    ("invalid type: null", "invalid type: null"),
    ("invalid type: boolean", "invalid type: boolean"),
    ("invalid type: integer", "invalid type: number"),
    ("invalid type: floating point", "invalid type: number"),
    ("invalid type: string", "invalid type: string"),
    ("invalid type: sequence", "invalid type: sequence"),
    ("invalid type: map", "invalid type: map"),
    ("invalid value", "invalid value"),
    ("invalid length", "invalid length"),
    ("unknown variant", "unknown variant"),
    ("unknown field", "unknown field"),
];
/// How it begins where only a name of ours follows.
const NAMED: &[&str] = &["missing field `", "duplicate field `"];

/// A message of serde's without what it found.
fn without_values(message: &str) -> String {
    if let Some(begun) = NAMED.iter().find(|begun| message.starts_with(**begun)) {
        let name = message.get(begun.len()..).and_then(|rest| rest.split('`').next());
        return format!("{begun}{}`", name.unwrap_or_default());
    }
    let found = FOUND.iter().find(|(begun, _)| message.starts_with(begun));
    let found = found.map_or("a wrong value", |(_, said)| said);
    match message.rsplit_once(", expected ") {
        Some((_, expected)) => {
            let expected = expected.split(" at line ").next().unwrap_or(expected);
            format!("{found}, expected {expected}")
        }
        None => found.to_owned(),
    }
}

/// A type that is written as an object and read from nothing else: what serde derives takes a list of a struct's fields
/// as well, in the order in which this program happens to have them.
#[derive(Debug)]
pub struct Object<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ObjectVisitor(PhantomData))
    }
}

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = Object<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Object<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(Object)
    }
}

/// For `deserialize_with` of a field that is an [`Object`].
pub fn object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    Object::deserialize(deserializer).map(|Object(value)| value)
}

/// The same of a field that need not be there.
pub fn optional_object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    let object = Option::<Object<T>>::deserialize(deserializer)?;
    Ok(object.map(|Object(value)| value))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{
        AgentAction, Observation, Profile, Question, api::SaveProfileRequest, message::PopupMessage,
    };

    #[test]
    fn errors_name_what_is_wrong_without_its_value() {
        fn check(input: &str, expected: &str) {
            let error = from_str::<Question>(input).map(drop).unwrap_err();
            assert_eq!(error.to_string(), expected);
            if let Ok(value) = serde_json::from_str(input) {
                let of_value = from_value::<Question>(&value).map(drop).unwrap_err();
                assert_eq!(of_value.to_string(), expected);
            }
        }
        check("7", "invalid type: number, expected struct Question");
        check(r#"{"field": "secret"}"#, "invalid type: string, expected u32");
        check(r#"{"field": "secret, expected one"}"#, "invalid type: string, expected u32");
        check(r#"{"field": -1234}"#, "invalid value, expected u32");
        check(r#"{"field": 1}"#, "missing field `question`");
        check("{", "EOF while parsing an object at line 1 column 1");
    }

    /// Puts this in the place of each part of an object, down to the last one.
    fn spoiled(whole: &Value, with: &Value) -> Vec<Value> {
        let mut all = vec![with.clone()];
        if let Value::Object(parts) = whole {
            for (name, part) in parts {
                for part in spoiled(part, with) {
                    let mut whole = whole.clone();
                    whole[name] = part;
                    all.push(whole);
                }
            }
        }
        all
    }

    #[test]
    fn no_error_repeats_what_was_read() {
        fn check<T: DeserializeOwned>(good: Value) {
            assert!(from_value::<T>(&good).is_ok(), "{good}");
            let mut wrong = 0;
            for with in [
                json!("Canary"),
                json!("Canary` at line 1, expected Canary"),
                json!({"type": "Canary", "by": "Canary", "Canary": "Canary"}),
                json!(["Canary", "Canary"]),
                json!(-8_675_309),
                json!(8_675_309.5),
            ] {
                for bad in spoiled(&good, &with) {
                    let texts = [
                        from_value::<T>(&bad).map(drop),
                        from_str::<T>(&bad.to_string()).map(drop),
                    ];
                    for error in texts.into_iter().filter_map(Result::err) {
                        let error = error.to_string();
                        assert!(!error.contains("Canary") && !error.contains("8675309"), "{error}");
                        wrong += 1;
                    }
                }
            }
            assert!(wrong > 20, "{wrong}");
        }
        let target = json!({"by": "index", "index": 0, "elementType": "field"});
        check::<AgentAction>(
            json!({"type": "FILL", "target": target, "value": "Ada", "clear": true}),
        );
        check::<AgentAction>(json!({"type": "EXTRACT", "target": target, "mode": "html"}));
        check::<PopupMessage>(json!({"type": "GRANT", "jobId": "j", "origin": "o", "kinds": []}));
        check::<Profile>(json!({"address": {"city": "x"}, "resume": {"skills": []}, "custom": {}}));
        check::<Observation>(json!({"url": "u", "title": "t", "fields": [], "buttons": []}));
    }

    #[test]
    fn a_list_is_no_object() {
        let save = |profile: Value| {
            let body = json!({"userId": "ada", "profile": profile});
            from_value::<SaveProfileRequest>(&body).map(drop).map_err(|error| error.to_string())
        };
        let refused = Err("invalid type: sequence, expected an object".to_owned());
        assert_eq!(save(json!({"address": {}, "resume": {}})), Ok(()));
        for list in [json!([]), json!(["Ada", "", "Lovelace"])] {
            assert_eq!(save(list.clone()), refused);
            assert_eq!(save(json!({"address": list})), refused);
            assert_eq!(save(json!({"resume": list})), refused);
            assert_eq!(save(json!({"payment": list})), refused);
        }
    }

    #[test]
    fn a_value_comes_from_one_place() {
        let fill = |source: Value| {
            let mut fill = json!({"type": "FILL", "target": {"by": "id", "selector": "a"}});
            let parts = fill.as_object_mut().unwrap();
            parts.extend(source.as_object().unwrap().clone());
            from_value::<AgentAction>(&fill).is_ok()
        };
        assert!(fill(json!({"value": ""})) && fill(json!({"valueFrom": "k", "value": null})));
        assert!(!fill(json!({"value": "a", "valueFrom": "k"})));
        assert!(!fill(json!({})) && !fill(json!({"value": null})));
    }
}
