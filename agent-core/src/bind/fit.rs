//! Whether a text is what a text field takes: length, pattern, number, lines.

use super::{ask::Ask, bound::Unbindable, numbers, pattern};

/// The first candidate that the field takes, in the form it takes it; else why the first did not fit.
pub(super) fn first_fitting(ask: &Ask<'_>, candidates: &[String]) -> Result<String, Unbindable> {
    let mut reason = None;
    for candidate in candidates {
        match fit(ask, candidate) {
            Ok(text) => return Ok(text),
            Err(unfit) => reason = reason.or(Some(unfit)),
        }
    }
    Err(reason.unwrap_or_else(|| Unbindable::unfit(msg!("bind_nothing_of_the_value_fits_into"))))
}

fn fit(ask: &Ask<'_>, candidate: &str) -> Result<String, Unbindable> {
    let text = lines(ask, candidate);
    if text.is_empty() {
        return Err(Unbindable::unfit(msg!("bind_nothing_of_the_value_fits_into")));
    }
    match ask.field.kind.as_str() {
        "number" | "range" => return number(ask, text),
        "date" | "month" | "week" | "time" | "datetime-local" => return within_dates(ask, text),
        _ => {}
    }
    let text = within_length(ask, text)?;
    let wanted = ask.field.pattern.as_str();
    if !wanted.is_empty() && pattern::matches(wanted, &text) == Some(false) {
        return Err(Unbindable::unfit(msg!("bind_the_field_wants_another_format")));
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

/// A number as HTML writes it, within its bounds.
fn number(ask: &Ask<'_>, text: String) -> Result<String, Unbindable> {
    let field = ask.field;
    let number = match numbers::exact(&text) {
        Some(number) => number,
        // More digits than are counted with here, such as an account number's, are still a number.
        None if text.chars().all(|c| c.is_ascii_digit()) => i64::MAX,
        None => return Err(Unbindable::unfit(msg!("bind_the_field_takes_numbers_only"))),
    };
    let limit = |bound: &Option<String>| bound.as_deref().and_then(numbers::exact);
    let (min, max) = (limit(&field.min), limit(&field.max));
    if min.is_some_and(|min| number < min) || max.is_some_and(|max| number > max) {
        return Err(Unbindable::unfit(msg!("bind_the_value_is_outside_of_the_range")));
    }
    let off_step = |step: i64| step > 0 && number.saturating_sub(min.unwrap_or(0)) % step != 0;
    if number != i64::MAX && limit(&field.step).is_some_and(off_step) {
        return Err(Unbindable::unfit(msg!("bind_the_field_takes_only_numbers_in")));
    }
    within_length(ask, text)
}

fn within_length(ask: &Ask<'_>, text: String) -> Result<String, Unbindable> {
    match ask.field.max_length {
        // HTML counts UTF-16 code units.
        Some(limit) if text.encode_utf16().count() > limit as usize => {
            Err(Unbindable::unfit(msg!("bind_the_field_takes_at_most_characters", limit = limit)))
        }
        _ => Ok(text),
    }
}

/// ISO dates and times compare as texts.
fn within_dates(ask: &Ask<'_>, text: String) -> Result<String, Unbindable> {
    let outside = |bound: &Option<String>, wrong: std::cmp::Ordering| {
        bound.as_deref().map(str::trim).is_some_and(|bound| {
            bound.len() >= 4 && text.as_str().cmp(bound) == wrong && !text.starts_with(bound)
        })
    };
    if outside(&ask.field.min, std::cmp::Ordering::Less)
        || outside(&ask.field.max, std::cmp::Ordering::Greater)
    {
        return Err(Unbindable::unfit(msg!("bind_the_date_is_outside_of_the_range")));
    }
    Ok(text)
}
