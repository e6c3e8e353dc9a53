//! Bounds on what callers may use.

use std::{num::NonZeroU32, time::Duration};

use serde::{Deserialize, Deserializer, de::Error as _};

use super::{
    keys::{self, Key},
    read,
};

/// Keys of this section.
pub(super) const KEYS: &[&Key] = &[
    &keys::MAX_BODY_BYTES,
    &keys::REQUEST_TIMEOUT_SECONDS,
    &keys::MAX_CONCURRENT_REQUESTS,
    &keys::MAX_CONNECTIONS,
    &keys::REQUESTS_PER_SECOND,
    &keys::REQUEST_BURST,
];

/// Bounds on what callers may use.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Largest body in bytes.
    #[serde(deserialize_with = "read::whole::<_, _, 1024, 67_108_864>")]
    pub max_body_bytes: usize,
    /// Time for one request.
    #[serde(rename = "request_timeout_seconds", deserialize_with = "read::seconds::<_, 1, 300>")]
    pub request_timeout: Duration,
    /// Requests worked on at once.
    #[serde(deserialize_with = "read::whole::<_, _, 1, 10_000>")]
    pub max_concurrent_requests: usize,
    /// Connections open at once.
    #[serde(deserialize_with = "read::whole::<_, _, 1, 65_536>")]
    pub max_connections: usize,
    /// Requests a second that one token may make for long.
    #[serde(deserialize_with = "rate")]
    pub requests_per_second: NonZeroU32,
    /// Requests that one token may make at once.
    #[serde(deserialize_with = "rate")]
    pub request_burst: NonZeroU32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_body_bytes: 2 << 20,
            request_timeout: Duration::from_secs(20),
            max_concurrent_requests: 128,
            max_connections: 512,
            requests_per_second: NonZeroU32::MIN.saturating_add(99),
            request_burst: NonZeroU32::MIN.saturating_add(299),
        }
    }
}

fn rate<'de, D: Deserializer<'de>>(deserializer: D) -> Result<NonZeroU32, D::Error> {
    let number = read::whole::<D, u32, 1, 1_000_000>(deserializer)?;
    NonZeroU32::new(number).ok_or_else(|| D::Error::custom("must not be 0"))
}
