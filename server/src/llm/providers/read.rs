//! Reading parts of responses that several providers write alike.

use agent_core::model::doubt::TokenOdds;
use serde_json::Value;

/// Tokens in the place of each whose odds are asked for.
pub(super) const OTHERS: u32 = 20;

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

/// The odds of an answer's tokens, where they are told: `[{"token": "a", "logprob": -0.1, "top_logprobs": [{"token": "b",
/// "logprob": -2.3}]}]`, as OpenAI writes them and those who follow it. All of them, or none.
pub(super) fn odds(tokens: Option<&Value>) -> Vec<TokenOdds> {
    let one = |token: &Value| {
        let text = token.get("token")?.as_str()?.to_owned();
        Some((text, token.get("logprob")?.as_f64()?.exp()))
    };
    let read = |token: &Value| {
        let (text, odds) = one(token)?;
        let others = token.get("top_logprobs").and_then(Value::as_array);
        Some(TokenOdds {
            text,
            odds,
            others: others.into_iter().flatten().filter_map(one).collect(),
        })
    };
    let tokens = tokens.and_then(Value::as_array);
    tokens.into_iter().flatten().map(read).collect::<Option<_>>().unwrap_or_default()
}
