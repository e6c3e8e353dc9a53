//! An identical request gets the identical answer; another body for the same step is planned anew.
//!
//! What was answered is in the store. This is the newest of it in memory, bounded in number and in bytes,
//! oldest out first, for a server that has its store for itself. What is kept is the plan with keys:
//! values are bound anew from the request that repeats.

use std::{
    collections::{HashMap, VecDeque},
    hash::Hash,
    sync::{Mutex, PoisonError},
};

use bytes::Bytes;

use crate::store::Fingerprint;

/// Plans kept at most.
const PLANS: usize = 1024;
/// Bytes of plans kept at most.
const PLAN_BYTES: usize = 6 << 20;

/// Which round of whose job.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Round {
    /// Whose.
    pub user_id: String,
    /// Which job.
    pub job_id: String,
    /// Which round.
    pub step: u32,
}

/// What was answered lately.
#[derive(Debug)]
pub struct Repeats {
    plans: Mutex<Bounded<Round, (Fingerprint, Bytes)>>,
}

impl Default for Repeats {
    fn default() -> Self {
        Self { plans: Mutex::new(Bounded::new(PLANS, PLAN_BYTES)) }
    }
}

impl Repeats {
    /// The plan that this body got for this round, if it was the newest.
    pub fn get(&self, round: &Round, body: &Fingerprint) -> Option<Bytes> {
        let plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        plans.get(round).filter(|(print, _)| print == body).map(|(_, plan)| plan.clone())
    }

    /// Keeps a plan as the newest of its round.
    pub fn keep(&self, round: Round, body: Fingerprint, plan: Bytes) {
        let bytes = plan.len();
        let mut plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        plans.insert(round, (body, plan), bytes);
    }

    /// Forgets all of it.
    pub fn forget(&self) {
        let plans = Bounded::new(PLANS, PLAN_BYTES);
        *self.plans.lock().unwrap_or_else(PoisonError::into_inner) = plans;
    }
}

/// A map that forgets its oldest entries.
#[derive(Debug)]
struct Bounded<K, V> {
    entries: HashMap<K, (V, usize)>,
    order: VecDeque<K>,
    bytes: usize,
    most_entries: usize,
    most_bytes: usize,
}

impl<K: Clone + Eq + Hash, V> Bounded<K, V> {
    fn new(most_entries: usize, most_bytes: usize) -> Self {
        Self { entries: HashMap::new(), order: VecDeque::new(), bytes: 0, most_entries, most_bytes }
    }

    fn get(&self, key: &K) -> Option<&V> {
        self.entries.get(key).map(|(value, _)| value)
    }

    fn insert(&mut self, key: K, value: V, bytes: usize) {
        self.bytes += bytes;
        match self.entries.insert(key.clone(), (value, bytes)) {
            Some((_, before)) => self.bytes -= before,
            None => self.order.push_back(key),
        }
        while self.entries.len() > self.most_entries || self.bytes > self.most_bytes {
            let Some(oldest) = self.order.pop_front() else { return };
            if let Some((_, bytes)) = self.entries.remove(&oldest) {
                self.bytes -= bytes;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(step: u32) -> Round {
        Round { user_id: "ada".to_owned(), job_id: "j".to_owned(), step }
    }

    #[test]
    fn the_newest_plan_of_a_round_is_known_by_its_body() {
        let repeats = Repeats::default();
        let (a, b) = ([1; 32], [2; 32]);
        assert_eq!(repeats.get(&round(1), &a), None);
        repeats.keep(round(1), a, "plan a".into());
        assert_eq!(repeats.get(&round(1), &a), Some("plan a".into()));
        assert_eq!(repeats.get(&round(2), &a), None, "another round");
        repeats.keep(round(1), b, "plan b".into());
        assert_eq!(repeats.get(&round(1), &a), None, "the newest wins");
        let other = Round { user_id: "eve".to_owned(), ..round(1) };
        assert_eq!(repeats.get(&other, &b), None, "another user");
        repeats.forget();
        assert_eq!(repeats.get(&round(1), &b), None);
    }

    #[test]
    fn memory_is_bounded_by_number_and_by_bytes() {
        let mut few = Bounded::new(2, 100);
        for (key, bytes) in [("a", 1), ("b", 1), ("c", 1)] {
            few.insert(key, (), bytes);
        }
        assert!(few.get(&"a").is_none() && few.get(&"b").is_some() && few.get(&"c").is_some());
        few.insert("d", (), 100);
        assert_eq!((few.entries.len(), few.bytes), (1, 100));
        few.insert("d", (), 3);
        assert_eq!((few.entries.len(), few.bytes), (1, 3));
        few.insert("e", (), 1000);
        assert_eq!((few.entries.len(), few.bytes, few.order.len()), (0, 0, 0));
    }
}
