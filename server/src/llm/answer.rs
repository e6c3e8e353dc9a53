//! What a model answers: the types, the schema that every provider gets, and the lines in it.
//!
//! One flat list of lines, one line a field: objects cost three times the tokens, and the strictest
//! providers want every property of them. What a line may say is read here; whether it may be done is
//! [`super::validate`]'s.

use std::sync::OnceLock;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A model's answer about a page.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ModelAnswer {
    /// One line a field: `NUMBER=KEY`, `NUMBER=option: TEXT`, `NUMBER=ask: QUESTION` or `NUMBER=draft`.
    pub answers: Vec<String>,
}

/// What a line says about a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineMeaning<'a> {
    /// The value of this key.
    Key(&'a str),
    /// This choice.
    Option(&'a str),
    /// Ask the person, in these words if the page has none.
    Ask(&'a str),
    /// A text that is to be written for the person.
    Draft,
}

/// A line, read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line<'a> {
    /// The field's number in the prompt.
    pub field: u32,
    /// What is said about it.
    pub said: LineMeaning<'a>,
}

impl<'a> Line<'a> {
    /// Reads a line. `None`: it does not begin with a field's number.
    pub fn read(text: &'a str) -> Option<Self> {
        let text = text.trim();
        let end = text.find(|c: char| !c.is_ascii_digit()).filter(|end| *end > 0)?;
        let (number, rest) = text.split_at_checked(end)?;
        let rest = rest.trim_start();
        let rest = rest.strip_prefix(['=', ':'])?.trim();
        let after = |word: &str| {
            let head = rest.get(..word.len())?;
            let tail = rest.get(word.len()..)?.trim_start();
            let tail = if tail.is_empty() { tail } else { tail.strip_prefix(':')? };
            head.eq_ignore_ascii_case(word).then(|| tail.trim())
        };
        let said = if let Some(text) = after("option") {
            LineMeaning::Option(text)
        } else if let Some(text) = after("ask") {
            LineMeaning::Ask(text)
        } else if after("draft").is_some() {
            LineMeaning::Draft
        } else {
            LineMeaning::Key(rest)
        };
        Some(Self { field: number.parse().ok()?, said })
    }
}

/// The schema of [`ModelAnswer`] in the strictest form that all providers take: every property required,
/// nothing else allowed, no bounds, no references, no descriptions that cost tokens.
pub fn schema() -> &'static Value {
    static SCHEMA: OnceLock<Value> = OnceLock::new();
    SCHEMA.get_or_init(|| {
        let mut schema = schemars::schema_for!(ModelAnswer).to_value();
        strip(&mut schema);
        schema
    })
}

fn strip(schema: &mut Value) {
    if let Value::Object(object) = schema {
        for name in ["$schema", "title", "description"] {
            if object.get(name).is_some_and(Value::is_string) {
                object.remove(name);
            }
        }
    }
    match schema {
        Value::Object(object) => object.values_mut().for_each(strip),
        Value::Array(items) => items.iter_mut().for_each(strip),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_schema_is_flat_and_strict() {
        assert_eq!(
            *schema(),
            json!({
                "type": "object",
                "properties": {"answers": {"type": "array", "items": {"type": "string"}}},
                "required": ["answers"],
                "additionalProperties": false,
            })
        );
        let valid = |answer: Value| jsonschema::is_valid(schema(), &answer);
        assert!(valid(serde_json::to_value(ModelAnswer::default()).unwrap()));
        assert!(!valid(json!({"answers": [{"field": 1}]})));
        assert!(!valid(json!({"answers": [], "more": 1})));
    }

    #[test]
    fn lines_are_read() {
        let check = |text: &str, expected: Option<(u32, LineMeaning<'_>)>| {
            let got = Line::read(text).map(|line| (line.field, line.said));
            assert_eq!(got, expected, "{text}");
        };
        check("3=firstName", Some((3, LineMeaning::Key("firstName"))));
        check(" 12 : custom.Notice period ", Some((12, LineMeaning::Key("custom.Notice period"))));
        check("0=option: Yes", Some((0, LineMeaning::Option("Yes"))));
        check("0=Option:Yes: really", Some((0, LineMeaning::Option("Yes: really"))));
        check("4=ask: When?", Some((4, LineMeaning::Ask("When?"))));
        check("4=ask", Some((4, LineMeaning::Ask(""))));
        check("4=draft", Some((4, LineMeaning::Draft)));
        check("4=asking", Some((4, LineMeaning::Key("asking"))));
        check("4=", Some((4, LineMeaning::Key(""))));
        check("firstName", None);
        check("=x", None);
        check("99999999999=x", None);
        check("4 x", None);
        check("", None);
    }
}
