//! Text that belongs to a person: it can be carried and written, never printed.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};

/// A profile value, a field's current value or a secret.
///
/// `Debug` and log output show only that something is there, so a value cannot reach a log line by
/// accident. Numbers and booleans are accepted on input, because profiles and planners write them.
#[derive(Clone, PartialEq, Eq, Default, Hash, Serialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "schemas", schema(value_type = String))]
pub struct Private(String);

impl Private {
    /// Wraps a value.
    pub fn new(value: impl Into<String>) -> Self {
        Self(value.into())
    }

    /// The value itself: to write it into a field, compare it or store it, never to log it.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Debug for Private {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_empty() { "Private(empty)" } else { "Private(…)" })
    }
}

impl From<&str> for Private {
    fn from(value: &str) -> Self {
        Self(value.to_owned())
    }
}

impl From<String> for Private {
    fn from(value: String) -> Self {
        Self(value)
    }
}

impl<'de> Deserialize<'de> for Private {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = Private;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text, a number or a boolean")
            }
            fn visit_str<E>(self, v: &str) -> Result<Private, E> {
                Ok(Private(v.to_owned()))
            }
            fn visit_string<E>(self, v: String) -> Result<Private, E> {
                Ok(Private(v))
            }
            fn visit_bool<E>(self, v: bool) -> Result<Private, E> {
                Ok(Private(v.to_string()))
            }
            fn visit_i64<E>(self, v: i64) -> Result<Private, E> {
                Ok(Private(v.to_string()))
            }
            fn visit_u64<E>(self, v: u64) -> Result<Private, E> {
                Ok(Private(v.to_string()))
            }
            fn visit_f64<E>(self, v: f64) -> Result<Private, E> {
                Ok(Private(v.to_string()))
            }
            fn visit_unit<E>(self) -> Result<Private, E> {
                Ok(Private(String::new()))
            }
            fn visit_none<E>(self) -> Result<Private, E> {
                Ok(Private(String::new()))
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}
