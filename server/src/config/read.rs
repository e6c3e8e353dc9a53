//! Kinds of values that several sections have, as serde's `deserialize_with`: from what TOML or the
//! environment (always text there) gave to what is meant, or to what would have been right.

use std::time::Duration;

use serde::{Deserialize as _, Deserializer, de::Error as _};
use shared_types::Private;
use toml::Value;

/// A value by a function that says what is wrong with it.
pub(super) fn by<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    read: impl FnOnce(&Value) -> Result<T, String>,
) -> Result<T, D::Error> {
    read(&Value::deserialize(deserializer)?).map_err(D::Error::custom)
}

/// A value as a person would write it.
pub(super) fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// A text, without the space around it.
pub(super) fn text(value: &Value) -> Result<&str, String> {
    value.as_str().map(str::trim).ok_or_else(|| "must be a text".to_owned())
}

/// A text; an empty one is none.
pub(super) fn filled<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<String>, D::Error> {
    by(deserializer, |value| {
        let text = text(value)?;
        Ok(Some(text.to_owned()).filter(|text| !text.is_empty()))
    })
}

/// The same, which nobody is shown.
pub(super) fn secret<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Private>, D::Error> {
    filled(deserializer).map(|text| text.map(Private::from))
}

/// A list: an array of texts, or one text with commas; in lower case.
pub(super) fn list(value: &Value) -> Result<Vec<String>, String> {
    let items = match value {
        Value::Array(items) => items.iter().map(text).collect::<Result<Vec<_>, _>>()?,
        other => text(other)?.split(',').collect(),
    };
    Ok(items
        .into_iter()
        .map(|item| item.trim().to_ascii_lowercase())
        .filter(|item| !item.is_empty())
        .collect())
}

/// True or false.
pub(super) fn switch<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    by(deserializer, |value| match plain(value).trim() {
        "true" => Ok(true),
        "false" => Ok(false),
        other => Err(format!("`{other}` is neither true nor false")),
    })
}

/// A whole number in a range, both ends included.
pub(super) fn whole<'de, D, T, const LEAST: i64, const MOST: i64>(
    deserializer: D,
) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: TryFrom<i64>,
{
    by(deserializer, |value| {
        let shown = plain(value);
        shown
            .trim()
            .parse::<i64>()
            .ok()
            .filter(|number| (LEAST..=MOST).contains(number))
            .and_then(|number| T::try_from(number).ok())
            .ok_or_else(|| format!("`{shown}` is not a whole number from {LEAST} to {MOST}"))
    })
}

/// A number of seconds in a range.
pub(super) fn seconds<'de, D, const LEAST: i64, const MOST: i64>(
    deserializer: D,
) -> Result<Duration, D::Error>
where
    D: Deserializer<'de>,
{
    whole::<D, u64, LEAST, MOST>(deserializer).map(Duration::from_secs)
}
