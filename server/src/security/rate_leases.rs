//! Rate limits that several servers keep together.
//!
//! The buckets are in the database. A server takes from a caller's bucket for some requests ahead, so that
//! not every request costs a trip; what it has not used after a moment is lost to the caller, never to the
//! limit.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use crate::{
    config::Limits,
    store::{Bucket, SharedStore, StoreError},
    user::Caller,
};

/// What was taken ahead is good for this long.
const GOOD_FOR: Duration = Duration::from_secs(1);
/// A twentieth of the burst is taken ahead, and never more than this.
const PARTS: u32 = 20;
const MOST_AHEAD: u32 = 50;
/// Callers remembered at most.
const CALLERS: usize = 10_000;

/// What was taken ahead, by caller.
#[derive(Debug, Default)]
pub(super) struct RateLeases {
    ahead: Mutex<HashMap<Caller, (u32, Instant)>>,
}

impl RateLeases {
    /// Counts a request of this caller. `Some` is how long to wait.
    pub(super) async fn pass(
        &self,
        shared: &dyn SharedStore,
        caller: Caller,
        limits: &Limits,
    ) -> Result<Option<Duration>, StoreError> {
        if self.take_ahead(caller) {
            return Ok(None);
        }
        let most = limits.request_burst.get();
        let name = format!("caller:{}", caller.0);
        let bucket =
            Bucket { name: &name, per_second: limits.requests_per_second.get().into(), most };
        let taken = shared.take(bucket, (most / PARTS).clamp(1, MOST_AHEAD)).await?;
        if taken.granted == 0 {
            return Ok(Some(Duration::from_secs_f64(taken.wait)));
        }
        let mut ahead = self.ahead.lock().unwrap_or_else(PoisonError::into_inner);
        if ahead.len() >= CALLERS {
            ahead.retain(|_, (_, taken)| taken.elapsed() < GOOD_FOR);
        }
        ahead.insert(caller, (taken.granted - 1, Instant::now()));
        Ok(None)
    }

    fn take_ahead(&self, caller: Caller) -> bool {
        let mut ahead = self.ahead.lock().unwrap_or_else(PoisonError::into_inner);
        let fresh = ahead.get_mut(&caller).filter(|(_, taken)| taken.elapsed() < GOOD_FOR);
        let Some((left, _)) = fresh.filter(|(left, _)| *left > 0) else { return false };
        *left -= 1;
        true
    }
}
