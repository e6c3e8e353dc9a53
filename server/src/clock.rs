//! The one clock that knows the date. Whatever is stored or expires is given this; spans of time that are
//! only measured use `Instant`.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

/// Milliseconds since 1970, which never run backwards while the program runs.
///
/// The wall clock is read once, at start; from then on a monotonic clock is added to it, so that a
/// corrected system time neither revives a code nor kills one.
#[derive(Debug, Clone)]
pub struct Clock {
    started_at: i64,
    started: Instant,
    advanced: Arc<AtomicI64>,
}

impl Clock {
    /// The system's clock.
    #[expect(clippy::disallowed_methods, reason = "the one place that reads the wall clock")]
    pub fn system() -> Self {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self {
            started_at: millis(since_1970),
            started: Instant::now(),
            advanced: Arc::new(AtomicI64::new(0)),
        }
    }

    /// Milliseconds since 1970.
    pub fn now_ms(&self) -> i64 {
        self.started_at
            .saturating_add(millis(self.started.elapsed()))
            .saturating_add(self.advanced.load(Ordering::Relaxed))
    }

    /// The same as a date.
    pub fn system_time(&self) -> SystemTime {
        let millis = u64::try_from(self.now_ms()).unwrap_or(0);
        UNIX_EPOCH + Duration::from_millis(millis)
    }

    /// Moves this clock and all its clones forward, so that tests need not wait for things to expire.
    pub fn advance(&self, by: Duration) {
        self.advanced.fetch_add(millis(by), Ordering::Relaxed);
    }
}

/// A duration in milliseconds.
pub fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}
