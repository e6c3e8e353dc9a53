//! Reading parts of responses that several providers write alike.

use serde_json::Value;

/// A number of tokens in a response.
pub(super) fn tokens(body: &Value, pointer: &str) -> Option<u32> {
    u32::try_from(body.pointer(pointer)?.as_u64()?).ok()
}

/// The texts of a list of parts, one after another.
pub(super) fn joined(parts: Option<&Value>) -> Option<String> {
    let parts = parts?.as_array()?;
    Some(parts.iter().filter_map(|part| part.get("text").and_then(Value::as_str)).collect())
}
