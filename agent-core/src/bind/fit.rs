//! Whether a text is what a text field takes: length, pattern, number, lines.

use regex_lite::RegexBuilder;

use super::{
    Unbindable,
    ask::Ask,
    numbers::{self, Quantity},
};

/// Largest compiled pattern in bytes; a page's larger one is not checked.
const PATTERN_LIMIT: usize = 1 << 16;

/// Longest text that a pattern is tried on.
const PATTERN_TEXT_LIMIT: usize = 2_000;

/// Tolerance for numbers that are multiples of a step.
const STEP_TOLERANCE: f64 = 1e-6;

/// The first candidate that the field takes, in the form it takes it; else why the first did not fit.
pub(super) fn first_fitting(ask: &Ask<'_>, candidates: &[String]) -> Result<String, Unbindable> {
    let mut reason = None;
    for candidate in candidates {
        match fit(ask, candidate) {
            Ok(text) => return Ok(text),
            Err(unfit) => reason = reason.or(Some(unfit)),
        }
    }
    Err(reason.unwrap_or_else(|| Unbindable::unfit("nothing of the value fits into this field")))
}

fn fit(ask: &Ask<'_>, candidate: &str) -> Result<String, Unbindable> {
    let text = lines(ask, candidate);
    if text.is_empty() {
        return Err(Unbindable::unfit("nothing of the value fits into this field"));
    }
    match ask.field.kind.as_str() {
        "number" | "range" => return number(ask, &text),
        "date" | "month" | "week" | "time" | "datetime-local" => return within_dates(ask, text),
        _ => {}
    }
    if let Some(limit) = ask.field.max_length {
        // HTML counts UTF-16 code units.
        if text.encode_utf16().count() > limit as usize {
            return Err(Unbindable::unfit(format!("the field takes at most {limit} characters")));
        }
    }
    if !matches_pattern(&ask.field.pattern, &text) {
        return Err(Unbindable::unfit("the field wants another format"));
    }
    Ok(text)
}

/// Line breaks as they are where there can be any; a space elsewhere.
fn lines(ask: &Ask<'_>, text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    if ask.takes_lines() {
        return text.trim_end().to_owned();
    }
    text.split('\n').map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The whole text must match, as HTML's `pattern` says. What cannot be compiled here is not checked.
fn matches_pattern(pattern: &str, text: &str) -> bool {
    if pattern.is_empty() || text.len() > PATTERN_TEXT_LIMIT {
        return true;
    }
    match RegexBuilder::new(&format!("^(?:{pattern})$")).size_limit(PATTERN_LIMIT).build() {
        Ok(compiled) => compiled.is_match(text),
        Err(_) => true,
    }
}

fn number(ask: &Ask<'_>, text: &str) -> Result<String, Unbindable> {
    let field = ask.field;
    // Digits stay as they are: leading zeros of a code, more digits than a float holds.
    let digits = !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let quantity = numbers::quantity(text).ok_or_else(|| Unbindable::unfit("the field takes numbers only"))?;
    let number = in_unit_of_label(ask, quantity)?;
    let limit = |bound: &Option<String>| bound.as_deref().and_then(|bound| bound.trim().parse::<f64>().ok());
    let (min, max) = (limit(&field.min), limit(&field.max));
    if min.is_some_and(|min| number < min) || max.is_some_and(|max| number > max) {
        return Err(Unbindable::unfit("the value is outside of the range that the field takes"));
    }
    if let Some(step) = limit(&field.step).filter(|step| *step > 0.0) {
        let steps = (number - min.unwrap_or(0.0)) / step;
        if (steps - steps.round()).abs() > STEP_TOLERANCE {
            return Err(Unbindable::unfit("the field takes only numbers in larger steps"));
        }
    }
    let written = if digits && number == quantity.number { text.to_owned() } else { numbers::plain(number) };
    match field.max_length {
        Some(limit) if written.len() > limit as usize => {
            Err(Unbindable::unfit(format!("the field takes at most {limit} characters")))
        }
        _ => Ok(written),
    }
}

/// The number in the unit of time that the label names; without a label's word, years stay years.
fn in_unit_of_label(ask: &Ask<'_>, quantity: Quantity) -> Result<f64, Unbindable> {
    if quantity.unit.is_none() {
        return Ok(quantity.number);
    }
    let wanted = ask.shown().find_map(numbers::unit_in_label);
    let number = match wanted {
        Some(_) => numbers::in_unit(quantity, wanted),
        None => None,
    };
    number.ok_or_else(|| Unbindable::unfit("the field does not say which unit it counts in"))
}

/// ISO dates and times compare as texts.
fn within_dates(ask: &Ask<'_>, text: String) -> Result<String, Unbindable> {
    let outside = |bound: &Option<String>, wrong: std::cmp::Ordering| {
        bound.as_deref().map(str::trim).is_some_and(|bound| {
            bound.len() >= 4 && text.as_str().cmp(bound) == wrong && !text.starts_with(bound)
        })
    };
    if outside(&ask.field.min, std::cmp::Ordering::Less) || outside(&ask.field.max, std::cmp::Ordering::Greater) {
        return Err(Unbindable::unfit("the date is outside of the range that the field takes"));
    }
    Ok(text)
}
