//! Request ids.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use axum::http::{HeaderMap, HeaderName, HeaderValue};

/// The header that carries it.
pub const HEADER: HeaderName = HeaderName::from_static("x-request-id");
/// Longest id that is taken over from a client.
const LONGEST: usize = 64;

/// The id of a request: the client's, or one that the server made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestId(Arc<str>);

impl RequestId {
    /// The id as a header's value.
    pub fn header(&self) -> Option<HeaderValue> {
        HeaderValue::from_str(&self.0).ok()
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Makes request ids: what tells this run of the server from others, and a number.
#[derive(Debug)]
pub struct Ids {
    run: String,
    next: AtomicU64,
}

impl Ids {
    /// Ids of a run; the run is told apart by when it started.
    pub fn new(started_at: i64) -> Self {
        Self { run: format!("{started_at:x}"), next: AtomicU64::new(1) }
    }

    /// The client's id if it is sane, else a new one.
    pub fn of(&self, headers: &HeaderMap) -> RequestId {
        let said = headers.get(HEADER).and_then(|value| value.to_str().ok());
        match said.filter(|text| is_sane(text)) {
            Some(id) => RequestId(id.into()),
            None => {
                let number = self.next.fetch_add(1, Ordering::Relaxed);
                RequestId(format!("{}-{number}", self.run).into())
            }
        }
    }
}

/// Whether a text is an id that a log may hold: short, and of letters and digits.
pub(super) fn is_sane(text: &str) -> bool {
    (1..=LONGEST).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sane_ids_are_kept_and_others_replaced() {
        let ids = Ids::new(255);
        for (sent, expected) in [
            (Some("abc-1_2.3"), "abc-1_2.3"),
            (Some(""), "ff-1"),
            (Some("two words"), "ff-2"),
            (Some("a\u{e9}"), "ff-3"),
            (Some(&*"x".repeat(65)), "ff-4"),
            (None, "ff-5"),
        ] {
            let mut headers = HeaderMap::new();
            if let Some(sent) = sent {
                headers.insert(HEADER, HeaderValue::from_bytes(sent.as_bytes()).unwrap());
            }
            assert_eq!(ids.of(&headers).to_string(), expected);
        }
    }
}
