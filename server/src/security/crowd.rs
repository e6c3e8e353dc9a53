//! A bounded crowd of strangers that a newcomer always gets into.
//!
//! Who is unknown cannot be told from an attacker by what it says, only by what it does: an honest client
//! sends what it has and goes. So when there is no room, the oldest of whoever has most in the crowd goes
//! instead, at once. Members that are at work for somebody who is known are never sent away.

use std::{
    collections::{BTreeMap, HashMap},
    hash::Hash,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

/// A crowd whose members come from somewhere.
#[derive(Debug)]
pub struct Crowd<K> {
    shared: Arc<Shared<K>>,
}

#[derive(Debug)]
struct Shared<K> {
    most: usize,
    inner: Mutex<Inner<K>>,
    changed: Notify,
}

#[derive(Debug)]
struct Inner<K> {
    /// By age, the oldest first.
    members: BTreeMap<u64, Member<K>>,
    next: u64,
}

#[derive(Debug)]
struct Member<K> {
    from: K,
    /// For how many requests of somebody known it is at work.
    at_work: usize,
    sent_away: CancellationToken,
}

impl<K> Shared<K> {
    fn inner(&self) -> MutexGuard<'_, Inner<K>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A member's seat, given up when this is dropped.
#[derive(Debug)]
pub struct Seat<K> {
    shared: Arc<Shared<K>>,
    number: u64,
    sent_away: CancellationToken,
}

/// Keeps a member from being sent away.
#[derive(Debug)]
pub struct AtWork<K> {
    seat: Arc<Seat<K>>,
}

impl<K: Clone + Eq + Hash> Crowd<K> {
    /// So many at most, at least one.
    pub fn new(most: usize) -> Self {
        let inner = Mutex::new(Inner { members: BTreeMap::new(), next: 0 });
        let shared = Shared { most: most.max(1), inner, changed: Notify::new() };
        Self { shared: Arc::new(shared) }
    }

    /// A seat; somebody else may lose theirs for it. None when all are at work.
    pub fn enter(&self, from: K) -> Option<Seat<K>> {
        let mut inner = self.shared.inner();
        if inner.members.len() >= self.shared.most {
            let number = inner.who_goes()?;
            let gone = inner.members.remove(&number)?;
            gone.sent_away.cancel();
        }
        let number = inner.next;
        inner.next += 1;
        let sent_away = CancellationToken::new();
        let member = Member { from, at_work: 0, sent_away: sent_away.clone() };
        inner.members.insert(number, member);
        drop(inner);
        Some(Seat { shared: self.shared.clone(), number, sent_away })
    }

    /// A seat, as soon as somebody's can be had.
    pub async fn enter_in_time(&self, from: K) -> Seat<K> {
        loop {
            let changed = self.shared.changed.notified();
            tokio::pin!(changed);
            // Counted as waiting before it looks, so that nothing is missed in between.
            changed.as_mut().enable();
            if let Some(seat) = self.enter(from.clone()) {
                return seat;
            }
            changed.await;
        }
    }
}

impl<K: Clone + Eq + Hash> Inner<K> {
    /// The oldest idle member of whoever has most of them.
    fn who_goes(&self) -> Option<u64> {
        let mut idle: HashMap<&K, (usize, u64)> = HashMap::new();
        for (&number, member) in self.members.iter().filter(|(_, member)| member.at_work == 0) {
            idle.entry(&member.from).or_insert((0, number)).0 += 1;
        }
        let most =
            idle.into_values().max_by_key(|&(count, oldest)| (count, std::cmp::Reverse(oldest)));
        most.map(|(_, oldest)| oldest)
    }
}

impl<K> Seat<K> {
    /// Waits until somebody else has the seat.
    pub async fn sent_away(&self) {
        self.sent_away.cancelled().await;
    }

    /// Keeps the seat for as long as this is held.
    pub fn at_work(self: &Arc<Self>) -> AtWork<K> {
        if let Some(member) = self.shared.inner().members.get_mut(&self.number) {
            member.at_work += 1;
        }
        AtWork { seat: self.clone() }
    }
}

impl<K> Drop for AtWork<K> {
    fn drop(&mut self) {
        let shared = &self.seat.shared;
        if let Some(member) = shared.inner().members.get_mut(&self.seat.number) {
            member.at_work = member.at_work.saturating_sub(1);
        }
        shared.changed.notify_waiters();
    }
}

impl<K> Drop for Seat<K> {
    fn drop(&mut self) {
        self.shared.inner().members.remove(&self.number);
        self.shared.changed.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::timeout;

    use super::*;

    fn gone(seat: &Seat<&'static str>) -> bool {
        seat.sent_away.is_cancelled()
    }

    #[test]
    fn the_oldest_of_whoever_has_most_goes() {
        let crowd = Crowd::new(4);
        let eve: Vec<_> = (0..3).map(|_| crowd.enter("eve").unwrap()).collect();
        let ada = crowd.enter("ada").unwrap();
        let newcomer = crowd.enter("newcomer").unwrap();
        assert_eq!(eve.iter().map(gone).collect::<Vec<_>>(), [true, false, false]);
        assert!(!gone(&ada) && !gone(&newcomer));
        let again = crowd.enter("eve").unwrap();
        assert_eq!(eve.iter().map(gone).collect::<Vec<_>>(), [true, true, false], "its own");
        drop(again);
        drop(newcomer);
        drop(crowd.enter("eve").unwrap());
        assert!(!gone(&ada) && !gone(&eve[2]), "there was room");
    }

    #[test]
    fn who_was_there_first_stays_while_somebody_has_more() {
        let crowd = Crowd::new(3);
        let ada = crowd.enter("ada").unwrap();
        let eve: Vec<_> = (0..2).map(|_| crowd.enter("eve").unwrap()).collect();
        let _newcomer = crowd.enter("newcomer").unwrap();
        assert!(!gone(&ada) && gone(&eve[0]) && !gone(&eve[1]));
    }

    #[test]
    fn among_equals_the_oldest_goes() {
        let crowd = Crowd::new(2);
        let (one, other) = (crowd.enter("one").unwrap(), crowd.enter("other").unwrap());
        let _newcomer = crowd.enter("newcomer").unwrap();
        assert!(gone(&one) && !gone(&other));
    }

    #[tokio::test]
    async fn who_is_at_work_stays() {
        let crowd = Crowd::new(2);
        let busy = Arc::new(crowd.enter("eve").unwrap());
        let (first, second) = (busy.at_work(), busy.at_work());
        let idle = crowd.enter("ada").unwrap();
        let newcomer = Arc::new(crowd.enter("newcomer").unwrap());
        assert!(gone(&idle) && !gone(&busy));
        let all_busy = newcomer.at_work();
        drop(first);
        assert!(crowd.enter("late").is_none());
        let (late, ()) =
            tokio::join!(timeout(Duration::from_secs(5), crowd.enter_in_time("late")), async {
                tokio::task::yield_now().await;
                drop(second);
            });
        assert!(late.is_ok() && gone(&busy) && !gone(&newcomer));
        drop(all_busy);
    }

    #[tokio::test]
    async fn a_seat_that_is_given_up_is_free() {
        let crowd = Crowd::new(1);
        let seat = Arc::new(crowd.enter("one").unwrap());
        let work = seat.at_work();
        let (late, ()) =
            tokio::join!(timeout(Duration::from_secs(5), crowd.enter_in_time("late")), async {
                tokio::task::yield_now().await;
                drop((work, seat));
            });
        assert!(late.is_ok());
    }
}
