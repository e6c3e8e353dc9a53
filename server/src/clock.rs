//! The one clock that knows the date. Whatever is stored or expires is given this; spans of time that are
//! only measured use `Instant`.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

/// Another clock is followed as exactly as this, in milliseconds.
const FOLLOWED_WITHIN: i64 = 1000;

/// Milliseconds since 1970, which never run backwards while the program runs.
///
/// The wall clock is read once, at start; from then on a monotonic clock is added to it, so that a
/// corrected system time neither revives a code nor kills one.
#[derive(Debug, Clone)]
pub struct Clock {
    started_at: i64,
    started: Instant,
    advanced: Arc<AtomicI64>,
    /// What another clock was ahead of this one when they were last compared.
    followed: Arc<AtomicI64>,
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
            followed: Arc::new(AtomicI64::new(0)),
        }
    }

    /// Milliseconds since 1970, by the clock that is followed.
    pub fn now_ms(&self) -> i64 {
        self.own_ms().saturating_add(self.followed.load(Ordering::Relaxed))
    }

    /// The same by this machine's own clock.
    fn own_ms(&self) -> i64 {
        self.started_at
            .saturating_add(millis(self.started.elapsed()))
            .saturating_add(self.advanced.load(Ordering::Relaxed))
    }

    /// From now on this clock and all its clones go by another one, which shows this now. Gives by how much
    /// this machine's own clock is ahead of it, in milliseconds.
    pub fn follow(&self, other: i64) -> i64 {
        let ahead = self.own_ms().saturating_sub(other);
        let before = self.followed.load(Ordering::Relaxed);
        // Times that differ by less than a question takes are the same.
        if before.saturating_add(ahead).abs() > FOLLOWED_WITHIN {
            self.followed.store(ahead.saturating_neg(), Ordering::Relaxed);
        }
        ahead
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_clock_is_followed() {
        let clock = Clock::system();
        let right = clock.now_ms();
        assert!(clock.follow(right).abs() < 1000);
        clock.advance(Duration::from_secs(3600));
        let ahead = clock.follow(right);
        assert!((3_600_000..3_601_000).contains(&ahead), "{ahead}");
        assert!((clock.now_ms() - right).abs() < 1000);
        let small = clock.now_ms() + 300;
        clock.follow(small);
        assert!((clock.now_ms() - right).abs() < 1000, "too small to matter");
        assert!(clock.follow(right) > 3_599_000, "it is told as long as it is so");
    }
}
