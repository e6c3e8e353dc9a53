//! How much may go on at once, and how often.
//!
//! Strangers and callers share nothing that can be used up: a request takes a place only once it is known
//! whose it is, and what a stranger leaves open stands in a crowd that others get into all the same.

use std::{hash::BuildHasher as _, num::NonZeroU32, time::Duration};

use axum::http::StatusCode;
use governor::{
    DefaultKeyedRateLimiter, Quota, RateLimiter,
    clock::{Clock as _, DefaultClock},
};
use tokio::time::timeout;

use super::{
    crowd::{Crowd, Seat},
    peer::Stranger,
    places::{Place, Places},
    rate_leases::RateLeases,
};
use crate::{
    config::Limits,
    error::ApiError,
    store::Store,
    user::{Caller, User},
};

/// Requests that may wait for a code at once; they take no part in the general count.
const WAITING: usize = 64;
/// Streams of events open at once.
const STREAMS: usize = 32;
/// Calls of agents at once; they take no place of anybody else's.
const AGENTS: usize = 64;
/// Calls of one agent a second, and as many at once after a pause.
const AGENT_CALLS: NonZeroU32 = NonZeroU32::MIN.saturating_add(9);
const AGENT_BURST: NonZeroU32 = NonZeroU32::MIN.saturating_add(59);
/// Bodies of strangers on their way at once.
const ARRIVING: usize = 64;
/// A stranger's body must be there after this long.
const ARRIVAL: Duration = Duration::from_secs(5);
/// Wrong pairing codes that are judged at once, for each stranger.
const WRONG_CODES: NonZeroU32 = NonZeroU32::MIN.saturating_add(4);
/// After them, one each so often.
const WRONG_CODE_EVERY: Duration = Duration::from_secs(15);
/// Strangers whose wrong codes are counted apart; more share a count.
const COUNTS: u64 = 4096;
/// Bytes of bodies that are held at once; or as many as [`LEAST_BODIES`] of the largest have.
const BODIES: usize = 64 << 20;
const LEAST_BODIES: usize = 4;
/// Bodies are counted in pieces of this size.
const PIECE: usize = 1024;

/// How much may go on at once, and how often.
#[derive(Debug)]
pub struct Gates {
    working: Places,
    waiting: Places,
    streams: Places,
    bodies: Places,
    arriving: Crowd<Stranger>,
    detached: Places,
    agents: Places,
    limits: Limits,
    by_caller: DefaultKeyedRateLimiter<i64>,
    by_agent: DefaultKeyedRateLimiter<i64>,
    wrong_codes: DefaultKeyedRateLimiter<u64>,
    counts: std::hash::RandomState,
    leases: RateLeases,
}

impl Gates {
    /// Gates of this width.
    pub fn new(limits: &Limits) -> Self {
        let by_caller =
            Quota::per_second(limits.requests_per_second).allow_burst(limits.request_burst);
        let wrong_codes = Quota::with_period(WRONG_CODE_EVERY)
            .unwrap_or(Quota::per_minute(WRONG_CODES))
            .allow_burst(WRONG_CODES);
        Self {
            working: Places::new(limits.max_concurrent_requests),
            waiting: Places::new(WAITING),
            streams: Places::new(STREAMS),
            bodies: Places::new(BODIES.max(LEAST_BODIES * limits.max_body_bytes) / PIECE),
            arriving: Crowd::new(ARRIVING),
            detached: Places::new(usize::MAX),
            agents: Places::new(AGENTS),
            limits: limits.clone(),
            by_caller: RateLimiter::keyed(by_caller),
            by_agent: RateLimiter::keyed(Quota::per_second(AGENT_CALLS).allow_burst(AGENT_BURST)),
            wrong_codes: RateLimiter::keyed(wrong_codes),
            counts: std::hash::RandomState::new(),
            leases: RateLeases::default(),
        }
    }

    /// Room for a body of so many bytes, for as long as it is held.
    ///
    /// # Errors
    /// Too many bytes of bodies are held already, by this user or by all.
    pub fn body(&self, user: &User, bytes: usize) -> Result<Place, ApiError> {
        self.bodies.take(&user.key(), bytes.div_ceil(PIECE)).ok_or_else(ApiError::busy)
    }

    /// A place for a caller's request, for as long as it is held.
    pub fn work(&self, user: &User) -> Option<Place> {
        self.working.take(&user.key(), 1)
    }

    /// A place for a request that waits for a code, for as long as it is held.
    pub fn wait(&self, user: &User) -> Option<Place> {
        self.waiting.take(&user.key(), 1)
    }

    /// A place for a call of an agent, for as long as it is held.
    ///
    /// # Errors
    /// It calls too often, or too many calls are open, of this agent or of all.
    pub fn agent(&self, id: i64) -> Result<Place, ApiError> {
        self.by_agent
            .check_key(&id)
            .map_err(|early| too_many(early.wait_time_from(DefaultClock::default().now())))?;
        self.agents.take(&id.to_string(), 1).ok_or_else(ApiError::busy)
    }

    /// Waits until no caller's request is being worked on. From then on none is.
    pub async fn idle(&self) {
        self.working.close().await;
        self.waiting.close().await;
        self.agents.close().await;
        self.detached.close().await;
    }

    /// What goes on when its request has ended is waited for as well, for as long as this is held.
    pub fn detached(&self) -> Option<Place> {
        self.detached.take("", 1)
    }

    /// A place for a stream of events, for as long as it is held.
    ///
    /// # Errors
    /// Too many are open already, of this user or of all.
    pub fn stream(&self, user: &User) -> Result<Place, ApiError> {
        self.streams.take(&user.key(), 1).ok_or_else(ApiError::busy)
    }

    /// Waits for the body of somebody unknown, not for long, and less long when there is a crowd.
    ///
    /// # Errors
    /// 408: it did not come in time.
    pub async fn arrival<T>(
        &self,
        stranger: Stranger,
        body: impl Future<Output = Result<T, ApiError>>,
    ) -> Result<T, ApiError> {
        let late = || ApiError::of_status(StatusCode::REQUEST_TIMEOUT);
        let seat: Seat<_> = self.arriving.enter(stranger).ok_or_else(ApiError::busy)?;
        tokio::select! {
            // Whoever has sent all of it is not late.
            biased;
            read = timeout(ARRIVAL, body) => read.unwrap_or_else(|_| Err(late())),
            () = seat.sent_away() => Err(late()),
        }
    }

    /// Counts a request of this caller, together with other servers if there are any and what they share
    /// can be written.
    ///
    /// # Errors
    /// There were too many.
    pub async fn pass(&self, caller: Caller, store: &dyn Store) -> Result<(), ApiError> {
        let Some(shared) = store.shared() else { return self.pass_alone(caller) };
        match self.leases.pass(shared, caller, &self.limits).await {
            Ok(wait) => wait.map_or(Ok(()), |wait| Err(too_many(wait))),
            // What can be read is read all the same.
            Err(error) if error.is_unwritable() => self.pass_alone(caller),
            Err(error) => Err(error.into()),
        }
    }

    fn pass_alone(&self, caller: Caller) -> Result<(), ApiError> {
        self.by_caller
            .check_key(&caller.0)
            .map_err(|early| too_many(early.wait_time_from(DefaultClock::default().now())))
    }

    /// Counts a wrong pairing code of a stranger. It never keeps anybody from using the right one.
    ///
    /// # Errors
    /// There were too many.
    pub fn wrong_code(&self, stranger: Stranger) -> Result<(), ApiError> {
        let count = self.counts.hash_one(stranger) % COUNTS;
        self.wrong_codes
            .check_key(&count)
            .map_err(|early| too_many(early.wait_time_from(DefaultClock::default().now())))
    }
}

fn too_many(wait: Duration) -> ApiError {
    ApiError::of_status(StatusCode::TOO_MANY_REQUESTS)
        .retry_after(wait.as_secs() + u64::from(wait.subsec_nanos() > 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stranger(number: u32) -> Stranger {
        std::net::IpAddr::from(std::net::Ipv4Addr::from(number)).into()
    }

    /// Nobody guesses codes at will, and who is many takes no memory for it.
    #[test]
    fn wrong_codes_are_counted_for_each_stranger_and_counts_are_bounded() {
        let gates = Gates::new(&Limits::default());
        for _ in 0..WRONG_CODES.get() {
            gates.wrong_code(stranger(1)).unwrap();
        }
        assert!(gates.wrong_code(stranger(1)).is_err());
        // Some may share a count, not all.
        let counted = (2..10_000).filter(|&number| gates.wrong_code(stranger(number)).is_ok());
        assert!(counted.count() > 5_000);
        assert!(gates.wrong_codes.len() <= COUNTS as usize);
    }

    /// A server that ends waits for what it works on, and for what goes on after that.
    #[tokio::test]
    async fn it_is_idle_once_every_place_is_given_back() {
        let user = User::new(User::FIRST, true);
        let take: [fn(&Gates, &User) -> Option<Place>; 3] =
            [Gates::work, Gates::wait, |gates, _| gates.detached()];
        for take in take {
            let gates = Gates::new(&Limits::default());
            let held = take(&gates, &user);
            assert!(held.is_some());
            tokio::select! {
                biased;
                () = gates.idle() => panic!("a place is held"),
                () = tokio::task::yield_now() => {}
            }
            drop(held);
            gates.idle().await;
            assert!(take(&gates, &user).is_none(), "nothing new begins");
        }
    }

    #[test]
    fn bodies_have_room_whatever_the_largest_may_be() {
        let user = User::new(User::FIRST, true);
        for max_body_bytes in [1_024, BODIES] {
            let gates = Gates::new(&Limits { max_body_bytes, ..Limits::default() });
            let held: Vec<_> = (0..LEAST_BODIES - 2)
                .map(|_| gates.body(&user, max_body_bytes.max(1 << 20)).unwrap())
                .collect();
            assert!(gates.body(&user, BODIES * LEAST_BODIES).is_err(), "{}", held.len());
        }
    }

    #[test]
    fn waits_are_whole_seconds_and_never_zero() {
        for (wait, seconds) in [(0, 1), (1, 1), (1000, 1), (1001, 2), (15_000, 15)] {
            assert_eq!(too_many(Duration::from_millis(wait)).retry_after, Some(seconds));
        }
    }
}
