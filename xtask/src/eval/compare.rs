//! When a control holds what it should. Numbers count as numbers, dates as dates, text without regard to
//! case and runs of white space; a choice by its value or its text; several choices in any order; a single
//! checkbox's "Yes", "true" or own label as ticked. Nothing else is forgiven.

use serde_json::Value;

/// What is known of a control besides its state.
#[derive(Debug, Clone, Default)]
pub(super) struct Control {
    /// `type` property: `text`, `select-one`, `checkbox`, …
    pub(super) kind: String,
    /// Value and text of each choice; for a single checkbox its own value and label.
    pub(super) choices: Vec<(String, String)>,
}

/// How a control's state compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// As expected.
    Right,
    /// Nothing is there, something was expected.
    Missing,
    /// Something else is there.
    Wrong,
}

/// Compares a control's state, as `form_state.js` reads it, with what is expected.
pub(super) fn compare(expected: &Value, state: &Value, control: &Control) -> Verdict {
    if matches(expected, state, control) {
        Verdict::Right
    } else if is_empty(state) {
        Verdict::Missing
    } else {
        Verdict::Wrong
    }
}

fn is_empty(state: &Value) -> bool {
    match state {
        Value::Null => true,
        Value::Bool(ticked) => !ticked,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => false,
    }
}

fn matches(expected: &Value, state: &Value, control: &Control) -> bool {
    match state {
        Value::Bool(ticked) => wants_tick(expected, control) == Some(*ticked),
        Value::Array(held) => {
            let held: Vec<String> = held.iter().map(plain).collect();
            same_set(&items(expected), &held, |wanted, held| is_choice(wanted, held, control))
        }
        Value::Null => plain(expected).is_empty(),
        _ if !control.choices.is_empty() => is_choice(&plain(expected), &plain(state), control),
        _ if expected.is_array() => same_set(&items(expected), &split(&plain(state)), same_text),
        _ => same_value(expected, &plain(state), &control.kind),
    }
}

/// Whether a single checkbox should be ticked; `None` when what is expected says neither.
fn wants_tick(expected: &Value, control: &Control) -> Option<bool> {
    let wanted = folded(&match expected {
        Value::Bool(ticked) => return Some(*ticked),
        Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(", "),
        other => plain(other),
    });
    let is_own = control
        .choices
        .iter()
        .any(|(value, text)| !wanted.is_empty() && [folded(value), folded(text)].contains(&wanted));
    match wanted.as_str() {
        "yes" | "true" => Some(true),
        "no" | "false" | "" => Some(false),
        _ => is_own.then_some(true),
    }
}

/// Whether the held value is the one of the wanted choice, which goes by value or text.
fn is_choice(wanted: &str, held: &str, control: &Control) -> bool {
    let of_held = control.choices.iter().filter(|(value, _)| value == held);
    same_text(wanted, held) || of_held.into_iter().any(|(_, text)| same_text(wanted, text))
}

fn same_value(expected: &Value, held: &str, kind: &str) -> bool {
    let wanted = plain(expected);
    if same_text(&wanted, held) {
        return true;
    }
    let numeric = expected.is_number() || ["number", "range"].contains(&kind);
    let same_number = || Some(number(&wanted)?.total_cmp(&number(held)?).is_eq());
    let same_date = || Some(date(&wanted)?.contains(date(held)?.first()?));
    (numeric && same_number() == Some(true)) || same_date() == Some(true)
}

fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok()
}

/// The days that a text may mean, as (year, month, day): `2024-03-05`, `2024/3/5`, `03/05/2024`.
fn date(text: &str) -> Option<Vec<(u32, u32, u32)>> {
    let parts: Vec<&str> = text.trim().split(['-', '/', '.']).collect();
    let [first, second, third] = parts.as_slice() else { return None };
    let (a, b, c) = (first.parse().ok()?, second.parse().ok()?, third.parse().ok()?);
    let days = if first.len() == 4 {
        vec![(a, b, c)]
    } else if third.len() == 4 {
        vec![(c, a, b), (c, b, a)]
    } else {
        return None;
    };
    let is_day =
        |(_, month, day): &(u32, u32, u32)| (1..=12).contains(month) && (1..=31).contains(day);
    Some(days.into_iter().filter(is_day).collect())
}

fn same_set(wanted: &[String], held: &[String], same: impl Fn(&str, &str) -> bool) -> bool {
    wanted.len() == held.len()
        && wanted.iter().all(|wanted| held.iter().any(|held| same(wanted, held)))
        && held.iter().all(|held| wanted.iter().any(|wanted| same(wanted, held)))
}

/// What is expected as a list: an array's items, or a single thing.
fn items(expected: &Value) -> Vec<String> {
    match expected {
        Value::Array(items) => items.iter().map(plain).collect(),
        other => Some(plain(other)).filter(|text| !text.is_empty()).into_iter().collect(),
    }
}

/// A list as it stands in a text field.
fn split(text: &str) -> Vec<String> {
    let items = text.split([',', ';', '\n']).map(str::trim);
    items.filter(|item| !item.is_empty()).map(str::to_owned).collect()
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

fn same_text(a: &str, b: &str) -> bool {
    folded(a) == folded(b)
}

/// Without regard to case and runs of white space.
pub(super) fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Verdict::*, *};

    fn control(kind: &str, choices: &[(&str, &str)]) -> Control {
        let choices = choices.iter().map(|(value, text)| ((*value).to_owned(), (*text).to_owned()));
        Control { kind: kind.to_owned(), choices: choices.collect() }
    }

    #[track_caller]
    fn check(expected: Value, state: Value, control: &Control, verdict: Verdict) {
        assert_eq!(compare(&expected, &state, control), verdict, "{expected} against {state}");
    }

    #[test]
    fn text_numbers_and_dates() {
        let text = control("text", &[]);
        check(json!("Main  St\n5"), json!("main st 5"), &text, Right);
        check(json!("a"), json!("b"), &text, Wrong);
        check(json!("a"), json!(""), &text, Missing);
        check(json!(""), json!(""), &text, Right);
        check(json!(""), json!("x"), &text, Wrong);
        check(json!("02139"), json!("2139"), &text, Wrong);
        check(json!(5), json!("5.0"), &text, Right);
        check(json!("5"), json!("5.00"), &control("number", &[]), Right);
        check(json!(5), json!("6"), &control("number", &[]), Wrong);
        check(json!("2020/08/29"), json!("2020-08-29"), &control("date", &[]), Right);
        check(json!("2020/08/29"), json!("08/29/2020"), &text, Right);
        check(json!("2020/08/29"), json!("2020-08-30"), &control("date", &[]), Wrong);
        check(json!(["a b", "c"]), json!("C, a b"), &text, Right);
        check(json!(["a", "c"]), json!("a"), &text, Wrong);
    }

    #[test]
    fn choices() {
        let select =
            control("select-one", &[("", "Choose"), ("ft", "Full-time"), ("pt", "Part-time")]);
        check(json!("Full-time"), json!("ft"), &select, Right);
        check(json!("ft"), json!("ft"), &select, Right);
        check(json!("Part time"), json!("pt"), &select, Wrong);
        check(json!("ft"), json!(""), &select, Missing);
        let boxes = control("checkbox", &[("1", "One"), ("2", "Two"), ("3", "Three")]);
        check(json!(["Two", "1"]), json!(["1", "2"]), &boxes, Right);
        check(json!(["Two"]), json!(["1", "2"]), &boxes, Wrong);
        check(json!("Two"), json!(["2"]), &boxes, Right);
        check(json!(["Two"]), json!([]), &boxes, Missing);
        check(json!([]), json!([]), &boxes, Right);
    }

    #[test]
    fn single_boxes() {
        let single = control("checkbox", &[("on", "I agree")]);
        check(json!("Yes"), json!(true), &single, Right);
        check(json!(true), json!(true), &single, Right);
        check(json!("I  agree"), json!(true), &single, Right);
        check(json!(true), json!(false), &single, Missing);
        check(json!("No"), json!(true), &single, Wrong);
        check(json!(false), json!(false), &single, Right);
        check(json!("perhaps"), json!(true), &single, Wrong);
    }
}
