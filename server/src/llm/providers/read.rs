//! Reading parts of responses that several providers write alike.

use serde_json::Value;

/// A number of tokens in a response.
pub(super) fn tokens(body: &Value, pointer: &str) -> Option<u32> {
    u32::try_from(body.pointer(pointer)?.as_u64()?).ok()
}

/// A count with those that a provider tells apart from it, such as tokens of its cache or of thoughts.
pub(super) fn with<const N: usize>(count: Option<u32>, apart: [Option<u32>; N]) -> Option<u32> {
    Some(apart.into_iter().flatten().fold(count?, u32::saturating_add))
}

/// The texts of a list of parts, one after another, without what is marked as a thought.
pub(super) fn joined(parts: Option<&Value>) -> Option<String> {
    let is_thought = |part: &Value| part.get("thought") == Some(&Value::Bool(true));
    let said = parts?.as_array()?.iter().filter(|part| !is_thought(part));
    Some(said.filter_map(|part| part.get("text").and_then(Value::as_str)).collect())
}
