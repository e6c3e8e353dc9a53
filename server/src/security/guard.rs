//! What every request passes before an operation sees it, and what operations with data ask besides.

use std::{num::NonZeroU32, time::Duration};

use axum::{
    extract::{MatchedPath, Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use governor::{
    DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter,
    clock::{Clock as _, DefaultClock},
};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, TryAcquireError},
    time::timeout,
};

use super::{Caller, User, shares::Shares};
use crate::{
    app::{App, Shared},
    config::{Auth, Limits},
    routes::{VERIFY_PATH, error::ApiError, verify_get::LONGEST_WAIT},
    store::{Bucket, Store},
};

/// Requests that may wait for a code at once; they take no part in the general count.
const WAITING: usize = 64;
/// Streams of events open at once.
const STREAMS: usize = 32;
/// Tries at pairing that are answered at once, for the whole server.
const PAIRING_BURST: NonZeroU32 = NonZeroU32::MIN.saturating_add(4);
/// After them, one try each so often.
const PAIRING_EVERY: Duration = Duration::from_secs(15);
/// Tokens that are looked up in a shared store, a second.
const LOOK_UPS: NonZeroU32 = NonZeroU32::MIN.saturating_add(199);
/// Bytes of bodies that are held at once; or as many as [`LEAST_BODIES`] of the largest have.
const BODIES: usize = 64 << 20;
const LEAST_BODIES: usize = 4;
/// Bodies are counted in pieces of this size.
const PIECE: usize = 1024;

/// How much may go on at once, and how often.
#[derive(Debug)]
pub struct Gates {
    working: std::sync::Arc<Semaphore>,
    waiting: std::sync::Arc<Semaphore>,
    streams: std::sync::Arc<Semaphore>,
    bodies: std::sync::Arc<Semaphore>,
    limits: Limits,
    by_caller: DefaultKeyedRateLimiter<i64>,
    pairing: DefaultDirectRateLimiter,
    look_ups: DefaultDirectRateLimiter,
    shares: Shares,
}

impl Gates {
    /// Gates of this width.
    pub fn new(limits: &Limits) -> Self {
        let by_caller =
            Quota::per_second(limits.requests_per_second).allow_burst(limits.request_burst);
        let pairing = Quota::with_period(PAIRING_EVERY)
            .unwrap_or(Quota::per_minute(PAIRING_BURST))
            .allow_burst(PAIRING_BURST);
        Self {
            working: std::sync::Arc::new(Semaphore::new(limits.max_concurrent_requests)),
            waiting: std::sync::Arc::new(Semaphore::new(WAITING)),
            streams: std::sync::Arc::new(Semaphore::new(STREAMS)),
            bodies: std::sync::Arc::new(Semaphore::new(
                BODIES.max(LEAST_BODIES * limits.max_body_bytes) / PIECE,
            )),
            limits: limits.clone(),
            by_caller: RateLimiter::keyed(by_caller),
            pairing: RateLimiter::direct(pairing),
            look_ups: RateLimiter::direct(Quota::per_second(LOOK_UPS)),
            shares: Shares::default(),
        }
    }

    /// Room for a body of so many bytes, for as long as it is held.
    ///
    /// # Errors
    /// Too many bytes of bodies are held already.
    pub fn body(&self, bytes: usize) -> Result<OwnedSemaphorePermit, ApiError> {
        let pieces = u32::try_from(bytes.div_ceil(PIECE)).unwrap_or(u32::MAX);
        self.bodies.clone().try_acquire_many_owned(pieces).map_err(|_| ApiError::busy())
    }

    /// Waits until no request is being worked on. From then on none is.
    pub async fn idle(&self) {
        let all = u32::try_from(self.limits.max_concurrent_requests).unwrap_or(u32::MAX);
        let waiting = u32::try_from(WAITING).unwrap_or(u32::MAX);
        // The semaphores are never closed, so there are permits in the end.
        for (gate, all) in [(&self.working, all), (&self.waiting, waiting)] {
            if let Ok(all) = gate.acquire_many(all).await {
                all.forget();
            }
        }
    }

    /// A place for a stream of events, for as long as it is held.
    pub fn stream(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        place(&self.streams)
    }

    /// Counts a request of this caller, together with other servers if there are any.
    ///
    /// # Errors
    /// There were too many.
    pub async fn pass(&self, caller: Caller, store: &dyn Store) -> Result<(), ApiError> {
        let Some(together) = store.together() else {
            return self
                .by_caller
                .check_key(&caller.0)
                .map_err(|early| too_many(early.wait_time_from(DefaultClock::default().now())));
        };
        let wait = self.shares.pass(together, caller, &self.limits).await?;
        wait.map_or(Ok(()), |wait| Err(too_many(wait)))
    }

    /// Counts a try at pairing, together with other servers if there are any.
    ///
    /// # Errors
    /// There were too many.
    pub async fn try_pairing(&self, store: &dyn Store) -> Result<(), ApiError> {
        let Some(together) = store.together() else {
            return self
                .pairing
                .check()
                .map_err(|early| too_many(early.wait_time_from(DefaultClock::default().now())));
        };
        let per_second = PAIRING_EVERY.as_secs_f64().recip();
        let bucket = Bucket { name: "pairing", per_second, most: PAIRING_BURST.get() };
        let taken = together.take(bucket, 1).await?;
        if taken.granted > 0 {
            return Ok(());
        }
        Err(too_many(Duration::from_secs_f64(taken.wait)))
    }
}

fn place(gate: &std::sync::Arc<Semaphore>) -> Result<OwnedSemaphorePermit, ApiError> {
    gate.clone().try_acquire_owned().map_err(|error| match error {
        TryAcquireError::NoPermits | TryAcquireError::Closed => ApiError::busy(),
    })
}

fn too_many(wait: Duration) -> ApiError {
    ApiError::of_status(StatusCode::TOO_MANY_REQUESTS)
        .retry_after(wait.as_secs() + u64::from(wait.subsec_nanos() > 0))
}

/// Checks Host and Origin, takes a place among the requests being worked on, and bounds the time.
pub async fn guard(State(app): State<Shared>, request: Request, next: Next) -> Response {
    if app.stopping.is_cancelled() {
        let mut response = ApiError::stopping().into_response();
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        return response;
    }
    if let Err(error) = app.allowed.check(request.headers()) {
        return error.into_response();
    }
    if !app.config.listen.ip().is_loopback() && !came_by_tls(request.headers()) {
        return ApiError::new(
            StatusCode::FORBIDDEN,
            "tls-required",
            "this server answers through its proxy with TLS only",
        )
        .into_response();
    }
    let waits = request.method() == Method::GET
        && request.extensions().get::<MatchedPath>().is_some_and(|p| p.as_str() == VERIFY_PATH);
    let (gate, time) = if waits {
        (&app.gates.waiting, app.config.limits.request_timeout + LONGEST_WAIT)
    } else {
        (&app.gates.working, app.config.limits.request_timeout)
    };
    let place = match place(gate) {
        Ok(place) => place,
        Err(error) => return error.into_response(),
    };
    let response = timeout(time, next.run(request)).await;
    drop(place);
    response.unwrap_or_else(|_| {
        ApiError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "timeout",
            "the request took too long; try again",
        )
        .retry_after(1)
        .into_response()
    })
}

/// Whether the proxy says that the client spoke TLS. Whoever reaches the port beside the proxy could say
/// so as well: this is for the mistake, the firewall is for the attack.
fn came_by_tls(headers: &HeaderMap) -> bool {
    headers.get("x-forwarded-proto").is_some_and(|value| value.as_bytes() == b"https")
}

/// Lets a request on that carries a known token, and counts it.
pub async fn require_token(
    State(app): State<Shared>,
    mut request: Request,
    next: Next,
) -> Response {
    match admit(&app, request.headers()).await {
        Ok((caller, user)) => {
            request.extensions_mut().insert(caller);
            request.extensions_mut().insert(user);
            next.run(request).await
        }
        Err(error) => error.into_response(),
    }
}

async fn admit(app: &App, headers: &HeaderMap) -> Result<(Caller, User), ApiError> {
    let (caller, user) = match app.config.auth {
        Auth::None => (Caller::ANYONE, User::new(User::FIRST, true)),
        Auth::Token => {
            let token = bearer(headers).ok_or_else(unauthorized)?;
            match app.tokens.caller(token) {
                Some(known) => known,
                None => look_up(app, token).await?.ok_or_else(unauthorized)?,
            }
        }
    };
    app.gates.pass(caller, app.store.as_ref()).await?;
    Ok((caller, user))
}

/// Another server may have given a token that is not known here. Made-up ones are looked up only so often.
async fn look_up(app: &App, token: &str) -> Result<Option<(Caller, User)>, ApiError> {
    if app.store.together().is_none() {
        return Ok(None);
    }
    app.gates.look_ups.check().map_err(|_| ApiError::busy())?;
    Ok(app.tokens.look_up(token, app.store.as_ref()).await?)
}

fn unauthorized() -> ApiError {
    ApiError::of_status(StatusCode::UNAUTHORIZED)
}

/// The token of `Authorization: Bearer TOKEN` (RFC 6750 §2.1; the scheme's case does not matter).
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_read_from_its_header_only() {
        for (value, expected) in [
            ("Bearer abc", Some("abc")),
            ("bearer  abc ", Some("abc")),
            ("Basic abc", None),
            ("abc", None),
            ("", None),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::AUTHORIZATION, value.parse().unwrap());
            assert_eq!(bearer(&headers), expected, "{value:?}");
        }
        assert_eq!(bearer(&HeaderMap::new()), None);
    }

    #[test]
    fn waits_are_whole_seconds_and_never_zero() {
        for (wait, seconds) in [(0, 1), (1, 1), (1000, 1), (1001, 2), (15_000, 15)] {
            assert_eq!(too_many(Duration::from_millis(wait)).retry_after, Some(seconds));
        }
    }
}
