//! Places that callers share so that a newcomer always finds one.
//!
//! Whoever is let in takes as many as it likes, as long as it then holds no more than are left: at most half
//! of what others leave. So no caller, however many requests it leaves open, takes the last place, and *n*
//! that do so together leave the 2^n-th part of all.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::Notify;

/// A number of places.
#[derive(Debug)]
pub struct Places {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    most: usize,
    held: Mutex<TakenPlaces>,
    given_back: Notify,
}

#[derive(Debug, Default)]
struct TakenPlaces {
    total: usize,
    by_caller: HashMap<String, usize>,
    closed: bool,
}

impl Shared {
    fn held(&self) -> MutexGuard<'_, TakenPlaces> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One or more places, given back when this is dropped.
#[derive(Debug)]
pub struct Place {
    shared: Arc<Shared>,
    caller: String,
    count: usize,
}

impl Places {
    /// So many, at least one.
    pub fn new(most: usize) -> Self {
        let shared =
            Shared { most: most.max(1), held: Mutex::default(), given_back: Notify::new() };
        Self { shared: Arc::new(shared) }
    }

    /// Takes so many places at once for a caller that has none yet, or will then hold no more than are left.
    pub fn take(&self, caller: &str, count: usize) -> Option<Place> {
        let mut held = self.shared.held();
        let own = held.by_caller.get(caller).copied().unwrap_or_default();
        let free = self.shared.most.saturating_sub(held.total);
        let left = free.checked_sub(count)?;
        if held.closed || (own > 0 && own.saturating_add(count) > left) {
            return None;
        }
        held.total += count;
        *held.by_caller.entry(caller.to_owned()).or_default() += count;
        drop(held);
        Some(Place { shared: self.shared.clone(), caller: caller.to_owned(), count })
    }

    /// Gives no place any more, and waits until all are given back.
    pub async fn close(&self) {
        self.shared.held().closed = true;
        loop {
            let given_back = self.shared.given_back.notified();
            tokio::pin!(given_back);
            // Counted as waiting before it looks, so that nothing is missed in between.
            given_back.as_mut().enable();
            if self.shared.held().total == 0 {
                return;
            }
            given_back.await;
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut held = self.shared.held();
        held.total = held.total.saturating_sub(self.count);
        if let Some(own) = held.by_caller.get_mut(&self.caller) {
            *own = own.saturating_sub(self.count);
            if *own == 0 {
                held.by_caller.remove(&self.caller);
            }
        }
        drop(held);
        self.shared.given_back.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;
    use tokio::time::timeout;

    use super::*;

    /// Takes one place after the other until there is none for this caller.
    fn all(places: &Places, caller: &str) -> Vec<Place> {
        std::iter::from_fn(|| places.take(caller, 1)).collect()
    }

    #[test]
    fn a_newcomer_finds_a_place_whatever_others_hold() {
        for (most, expected) in [(1, [1, 0]), (2, [1, 1]), (4, [2, 1]), (5, [2, 1]), (64, [32, 16])]
        {
            let places = Places::new(most);
            let one = all(&places, "one");
            let other = all(&places, "other");
            assert_eq!([one.len(), other.len()], expected, "{most}");
            drop(one);
            assert!(!all(&places, "one").is_empty(), "{most}: given back");
            drop(other);
        }
    }

    #[test]
    fn several_at_once_count_as_several() {
        let places = Places::new(10);
        assert!(places.take("one", 11).is_none());
        let five = places.take("one", 5).unwrap();
        assert!(places.take("one", 1).is_none());
        assert!(places.take("other", 6).is_none());
        let three = places.take("other", 3).unwrap();
        assert!(places.take("other", 1).is_none());
        assert!(places.take("third", 2).is_some());
        drop((five, three));
        assert!(places.take("one", 10).is_some());
        assert!(places.shared.held().by_caller.is_empty(), "nobody is remembered for nothing");
    }

    proptest! {
        /// Whatever some callers take and give back in whatever order, one more finds a place.
        #[test]
        fn nobody_is_left_out(
            most in 4_usize..300,
            steps in prop::collection::vec((any::<usize>(), any::<prop::sample::Index>(), any::<bool>()), 0..500),
        ) {
            let places = Places::new(most);
            let callers = most.ilog2() as usize;
            let mut held = Vec::new();
            for (who, which, back) in steps {
                if back && !held.is_empty() {
                    held.swap_remove(which.index(held.len()));
                }
                held.extend(places.take(&(who % callers).to_string(), 1));
            }
            prop_assert!(held.len() < most);
            prop_assert!(places.take("newcomer", 1).is_some());
        }
    }

    #[tokio::test]
    async fn closing_waits_for_what_is_held_and_gives_nothing_more() {
        let places = Places::new(2);
        let held = places.take("one", 1).unwrap();
        let brief = Duration::from_millis(20);
        assert!(timeout(brief, places.close()).await.is_err());
        assert!(places.take("other", 1).is_none());
        let (closed, ()) = tokio::join!(timeout(Duration::from_secs(5), places.close()), async {
            tokio::task::yield_now().await;
            drop(held);
        });
        assert!(closed.is_ok());
    }
}
