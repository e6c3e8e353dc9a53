//! Good JSON with damage: a fuzzer that starts from nothing seldom gets past the first brace.

use agent_core::memory::recipe::Recipe;
use arbitrary::{Result, Unstructured};
use serde_json::{Value, json};

/// Edits of one text, at most: what is damaged all over is not read at all.
const MAX_EDITS: usize = 6;
/// Numbers that programs get wrong.
const NUMBERS: [f64; 10] =
    [-1.0, 0.0, 1.0, 0.5, 255.0, 65_536.0, 2_147_483_648.0, 4_294_967_295.0, -9.3e18, 1.0e300];

/// A good text with what the fuzzer's data says: other bytes in one case of four, else other JSON.
pub(crate) fn damaged(good: &str, data: &[u8]) -> String {
    let mut choices = Unstructured::new(data);
    if choices.ratio(1, 4).unwrap_or(false) {
        return with_other_bytes(good, choices.take_rest());
    }
    let Ok(mut value) = serde_json::from_str(good) else { return good.to_owned() };
    let edits = choices.int_in_range(1..=MAX_EDITS).unwrap_or(1);
    for _ in 0..edits {
        if choices.is_empty() || edit(&mut value, &mut choices).is_err() {
            break;
        }
    }
    value.to_string()
}

fn with_other_bytes(good: &str, data: &[u8]) -> String {
    String::from_utf8_lossy(&damaged_bytes(good.as_bytes(), data)).into_owned()
}

/// A good file with other bytes: three bytes of data are a place and what stands there.
pub(crate) fn damaged_bytes(good: &[u8], data: &[u8]) -> Vec<u8> {
    let mut bytes = good.to_vec();
    for [high, low, other] in data.as_chunks().0 {
        let place = usize::from(u16::from_be_bytes([*high, *low])) % bytes.len().max(1);
        if let Some(byte) = bytes.get_mut(place) {
            *byte = *other;
        }
    }
    bytes
}

/// A good recipe that says other things: what is not damaged but meant so.
pub(crate) fn other_recipe(good: &str, data: &[u8]) -> Option<Recipe> {
    const KEYS: [&str; 6] =
        ["email", "address.city", "resume.experiences.0.title", "password", "custom.a", "facts.a"];
    let mut recipe: Recipe = shared_types::json::from_str(good).ok()?;
    let mut choices = Unstructured::new(data);
    for _ in 0..choices.int_in_range(1..=MAX_EDITS).unwrap_or(1) {
        let Ok(at) = choices.choose_index(recipe.steps.len().max(1)) else { break };
        let again = recipe.steps.get(at)?.clone();
        let what = choices.int_in_range(0..=9).unwrap_or(0);
        let step = recipe.steps.get_mut(at)?;
        let Ok(place) = choices.choose_index(step.fields.len().max(1)) else { break };
        match what {
            0 => recipe.steps.push(again),
            1 => step.submit = None,
            2 => step.path.push_str("/*"),
            3 => step.fields.push(step.fields.get(place).cloned().unwrap_or_default()),
            4 => drop(step.fields.drain(..place)),
            5 => recipe.version = choices.arbitrary().unwrap_or(1),
            6 => drop(recipe.history.pop()),
            7 => recipe.failures = choices.arbitrary().unwrap_or(1),
            _ => {
                let number: u64 = choices.arbitrary().unwrap_or(0);
                let key = choices.choose(&KEYS).copied().unwrap_or("email");
                let Some(field) = step.fields.get_mut(place) else { continue };
                match what {
                    8 => field.words = format!("{number:016x}"),
                    _ if field.key.is_some() => field.key = Some(key.into()),
                    _ => field.more = format!("{number:016x}"),
                }
            }
        }
    }
    Some(recipe)
}

/// One change somewhere: another value of the same kind, mostly, as what is of another is not read.
fn edit(value: &mut Value, choices: &mut Unstructured<'_>) -> Result<()> {
    let size = size(value);
    let mut from = choices.int_in_range(0..=size - 1)?;
    let mut to = choices.int_in_range(0..=size - 1)?;
    let elsewhere = nth(value, &mut from).cloned().unwrap_or_default();
    let Some(place) = nth(value, &mut to) else { return Ok(()) };
    if choices.ratio(1, 16)? {
        *place = elsewhere;
        return Ok(());
    }
    match place {
        Value::Null => *place = elsewhere,
        Value::Bool(is) => *is = !*is,
        Value::Number(_) => {
            *place = match choices.int_in_range(0..=3)? {
                0 if elsewhere.is_number() => elsewhere,
                0 | 1 => json!(choices.choose(&NUMBERS)?),
                2 => json!(choices.int_in_range(0..=30)?),
                _ => json!(choices.arbitrary::<u32>()?),
            }
        }
        Value::String(text) => match choices.int_in_range(0..=3)? {
            0 if elsewhere.is_string() => *place = elsewhere,
            1 => *text = choices.arbitrary::<char>()?.to_string().repeat(3_000),
            2 => text.clear(),
            _ => choices.arbitrary::<&str>()?.clone_into(text),
        },
        Value::Array(list) => edit_list(list, elsewhere, choices)?,
        Value::Object(map) => match elsewhere {
            Value::Object(more) => map.extend(more),
            _ => {
                let keys: Vec<String> = map.keys().cloned().collect();
                if !keys.is_empty() {
                    map.remove(choices.choose(&keys)?);
                }
            }
        },
    }
    Ok(())
}

/// An entry less, one twice, two the other way round, or one from elsewhere.
fn edit_list(
    list: &mut Vec<Value>,
    elsewhere: Value,
    choices: &mut Unstructured<'_>,
) -> Result<()> {
    if list.is_empty() {
        list.push(elsewhere);
        return Ok(());
    }
    let (one, other) = (choices.choose_index(list.len())?, choices.choose_index(list.len())?);
    match choices.int_in_range(0..=2)? {
        0 => list.swap(one, other),
        1 => drop(list.remove(one)),
        _ => {
            let again = list.get(other).cloned().unwrap_or(elsewhere);
            list.insert(one, again);
        }
    }
    Ok(())
}

/// Values in a value, itself counted.
fn size(value: &Value) -> usize {
    1 + match value {
        Value::Array(list) => list.iter().map(size).sum(),
        Value::Object(map) => map.values().map(size).sum(),
        _ => 0,
    }
}

/// The value with this number, parents before children.
fn nth<'a>(value: &'a mut Value, left: &mut usize) -> Option<&'a mut Value> {
    if *left == 0 {
        return Some(value);
    }
    *left -= 1;
    match value {
        Value::Array(list) => list.iter_mut().find_map(|child| nth(child, left)),
        Value::Object(map) => map.values_mut().find_map(|child| nth(child, left)),
        _ => None,
    }
}
