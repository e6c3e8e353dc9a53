//! A provider that failed is left alone for a while, so that a dead one costs nobody any time.
//!
//! After some failures in a row the breaker opens; when its time is over one call goes through as a
//! trial, and its outcome decides.

use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// Outages in a row that open it.
const FAILURES: u32 = 2;
/// How long it stays open the first time; each failed trial doubles that.
const FIRST: Duration = Duration::from_secs(20);
/// How long it stays open at most.
const LONGEST: Duration = Duration::from_secs(300);

/// The breaker of one provider.
#[derive(Debug, Default)]
pub struct Breaker(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    failures: u32,
    open_until: Option<Instant>,
    open_for: Duration,
    /// Since when a trial is under way.
    trial: Option<Instant>,
}

impl Breaker {
    /// Whether a call may go through now. If it is open and its time is over, this call is the trial.
    pub fn admits(&self, now: Instant) -> bool {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(until) = state.open_until else { return true };
        // A trial whose outcome was never told (its client went away) blocks no other for long.
        let tried = state.trial.is_some_and(|since| now.duration_since(since) < FIRST);
        if now < until || tried {
            return false;
        }
        state.trial = Some(now);
        true
    }

    /// Whether no call would go through now. Asking this is no trial.
    pub fn is_open(&self, now: Instant) -> bool {
        let state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.open_until.is_some_and(|until| now < until)
    }

    /// A call came through.
    pub fn succeeded(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = State::default();
    }

    /// A call failed by an outage. `hopeless`: trying again soon is of no use, as with a key that is not
    /// accepted or a port that nobody listens on.
    pub fn failed(&self, now: Instant, hopeless: bool) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.failures += 1;
        let trial_failed = state.trial.take().is_some();
        if trial_failed || hopeless || state.failures >= FAILURES {
            let doubled = state.open_for.saturating_mul(2);
            state.open_for = doubled.clamp(FIRST, LONGEST);
            state.open_until = Some(now + state.open_for);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_opens_tries_and_closes() {
        let breaker = Breaker::default();
        let start = Instant::now();
        let at = |seconds: u64| start + Duration::from_secs(seconds);
        assert!(breaker.admits(at(0)));
        breaker.failed(at(0), false);
        assert!(breaker.admits(at(0)), "one failure is none");
        breaker.failed(at(0), false);
        assert!(!breaker.admits(at(19)));
        assert!(breaker.admits(at(20)), "a trial");
        assert!(!breaker.admits(at(21)), "one trial at a time");
        breaker.failed(at(22), false);
        assert!(!breaker.admits(at(61)), "twice as long");
        assert!(breaker.admits(at(62)));
        assert!(breaker.admits(at(83)), "a trial that never ended is forgotten");
        breaker.succeeded();
        assert!(breaker.admits(at(83)));
        breaker.failed(at(84), true);
        assert!(!breaker.admits(at(85)), "what is hopeless opens it at once");
    }

    #[test]
    fn it_never_stays_open_for_long() {
        let breaker = Breaker::default();
        let mut now = Instant::now();
        for _ in 0..20 {
            breaker.failed(now, true);
            now += LONGEST;
            assert!(breaker.admits(now));
        }
    }
}
