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

#[cfg(test)]
mod tests {
    use async_trait::async_trait;

    use super::*;
    use crate::store::Taken;

    /// A store that gives all that is wanted, and notes how much that was.
    #[derive(Default)]
    struct Giving(Mutex<Vec<u32>>);

    #[async_trait]
    impl SharedStore for Giving {
        async fn now(&self) -> Result<i64, StoreError> {
            Ok(0)
        }

        async fn take(&self, _: Bucket<'_>, wanted: u32) -> Result<Taken, StoreError> {
            self.0.lock().unwrap().push(wanted);
            Ok(Taken { granted: wanted, wait: 0.0 })
        }
    }

    fn limits(burst: u32) -> Limits {
        Limits { request_burst: burst.try_into().unwrap(), ..Limits::default() }
    }

    #[tokio::test]
    async fn a_part_of_the_burst_is_taken_ahead() {
        for (burst, ahead) in [(1, 1), (19, 1), (100, 5), (1_000, 50), (10_000, 50)] {
            let (store, leases) = (Giving::default(), RateLeases::default());
            // What was taken ahead may grow old meanwhile: then the store is asked more often, for as much.
            for _ in 0..=ahead {
                assert_eq!(leases.pass(&store, Caller(1), &limits(burst)).await.unwrap(), None);
            }
            let asked = store.0.lock().unwrap().clone();
            assert!(asked.len() > 1 && asked.iter().all(|wanted| *wanted == ahead), "{asked:?}");
        }
    }

    #[tokio::test]
    async fn of_many_callers_those_are_forgotten_who_have_nothing_left() {
        let (store, leases) = (Giving::default(), RateLeases::default());
        let old = Instant::now().checked_sub(GOOD_FOR).unwrap();
        let late = Instant::now() + Duration::from_secs(60);
        let callers = (0_i64..).take(CALLERS);
        let ahead = callers.map(|n| (Caller(n), (1, if n == 0 { late } else { old })));
        leases.ahead.lock().unwrap().extend(ahead);
        leases.pass(&store, Caller(-1), &limits(100)).await.unwrap();
        let mut left: Vec<i64> = leases.ahead.lock().unwrap().keys().map(|one| one.0).collect();
        left.sort_unstable();
        assert_eq!(left, [-1, 0]);
    }
}
