//! An identical request gets the identical answer; another body for the same step is planned anew.
//!
//! Kept in memory, bounded in number and in bytes, oldest out first. What is kept is the plan with keys:
//! values are bound anew from the request that repeats.

use std::{
    collections::{HashMap, VecDeque, hash_map::RandomState},
    hash::{BuildHasher as _, Hash},
    sync::{Mutex, PoisonError},
};

use bytes::Bytes;

use crate::security::Caller;

/// Plans kept at most.
const PLANS: usize = 1024;
/// Bytes of plans kept at most.
const PLAN_BYTES: usize = 6 << 20;
/// Idempotency keys kept at most.
const KEYS: usize = 4096;

/// Which round of whose job.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Round {
    /// Whose.
    pub caller: Caller,
    /// Which job.
    pub job_id: String,
    /// Which round.
    pub step: u32,
}

/// A body's fingerprint. Its key is drawn anew at each start, so it tells nothing of the body.
pub type BodyHash = u64;

/// An idempotency key was used before, with another body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OtherBody;

/// What was answered lately.
#[derive(Debug)]
pub struct Repeats {
    hasher: RandomState,
    plans: Mutex<Bounded<Round, (BodyHash, Bytes)>>,
    keys: Mutex<Bounded<(Caller, String), BodyHash>>,
}

impl Default for Repeats {
    fn default() -> Self {
        Self {
            hasher: RandomState::new(),
            plans: Mutex::new(Bounded::new(PLANS, PLAN_BYTES)),
            keys: Mutex::new(Bounded::new(KEYS, usize::MAX)),
        }
    }
}

impl Repeats {
    /// A body's fingerprint.
    pub fn hash(&self, body: &[u8]) -> BodyHash {
        self.hasher.hash_one(body)
    }

    /// The plan that this body got for this round, if it was the newest.
    pub fn get(&self, round: &Round, body: BodyHash) -> Option<Bytes> {
        let plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        plans.get(round).filter(|(hash, _)| *hash == body).map(|(_, plan)| plan.clone())
    }

    /// Keeps a plan as the newest of its round. When two requests with the same body were planned at
    /// the same time, the plan that came first is given back and stays.
    pub fn keep(&self, round: Round, body: BodyHash, plan: Bytes) -> Bytes {
        let mut plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        match plans.get(&round) {
            Some((hash, first)) if *hash == body => first.clone(),
            _ => {
                plans.insert(round, (body, plan.clone()), plan.len());
                plan
            }
        }
    }

    /// Forgets all of it.
    pub fn forget(&self) {
        let plans = Bounded::new(PLANS, PLAN_BYTES);
        *self.plans.lock().unwrap_or_else(PoisonError::into_inner) = plans;
        let keys = Bounded::new(KEYS, usize::MAX);
        *self.keys.lock().unwrap_or_else(PoisonError::into_inner) = keys;
    }

    /// Ties an idempotency key to a body.
    ///
    /// # Errors
    /// It is tied to another body already.
    pub fn tie(&self, caller: Caller, key: &str, body: BodyHash) -> Result<(), OtherBody> {
        let mut keys = self.keys.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (caller, key.to_owned());
        match keys.get(&key) {
            Some(tied) if *tied == body => Ok(()),
            Some(_) => Err(OtherBody),
            None => {
                keys.insert(key, body, 0);
                Ok(())
            }
        }
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
        Round { caller: Caller(1), job_id: "j".to_owned(), step }
    }

    #[test]
    fn the_same_body_gets_the_same_plan_and_the_newest_wins() {
        let repeats = Repeats::default();
        let (a, b) = (repeats.hash(b"a"), repeats.hash(b"b"));
        assert_eq!(repeats.get(&round(1), a), None);
        assert_eq!(repeats.keep(round(1), a, "plan a".into()), "plan a");
        assert_eq!(repeats.keep(round(1), a, "plan a2".into()), "plan a", "first of the same body");
        assert_eq!(repeats.get(&round(1), a), Some("plan a".into()));
        assert_eq!(repeats.get(&round(2), a), None, "another round");
        assert_eq!(repeats.keep(round(1), b, "plan b".into()), "plan b");
        assert_eq!(repeats.get(&round(1), a), None, "the newest wins");
        let other = Round { caller: Caller(2), ..round(1) };
        assert_eq!(repeats.get(&other, b), None, "another caller");
    }

    #[test]
    fn an_idempotency_key_belongs_to_one_body() {
        let repeats = Repeats::default();
        assert_eq!(repeats.tie(Caller(1), "k", 1), Ok(()));
        assert_eq!(repeats.tie(Caller(1), "k", 1), Ok(()));
        assert_eq!(repeats.tie(Caller(1), "k", 2), Err(OtherBody));
        assert_eq!(repeats.tie(Caller(2), "k", 2), Ok(()));
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
