//! What every request passes before an operation sees it, and what operations with data ask besides.

use std::time::Duration;

use axum::{
    body::Body,
    extract::{MatchedPath, Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use tokio::time::timeout;

use super::{
    agents_poll, extract::read_body, observe::SaysItself, pair, search, sources, verify_get,
};
use crate::{
    app::{App, Shared},
    config::Auth,
    error::ApiError,
    mcp::{self, LetIn},
    security::{Admitted, OfProfile, Peer, came_by_tls, not_allowed, who_agent},
    store::Author,
    user::{Caller, User},
};

/// Lets no request on that is not for this server, from where it may come, by the way it must take.
pub(super) async fn guard(State(app): State<Shared>, mut request: Request, next: Next) -> Response {
    if app.stopping.is_cancelled() {
        let mut response = ApiError::stopping().into_response();
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        return response;
    }
    match app.allowed.check(request.uri(), request.headers()) {
        Ok(None) => {}
        Ok(Some(of_profile)) => {
            request.extensions_mut().insert(of_profile);
        }
        Err(error) => return error.into_response(),
    }
    if app.config.security.tls_proxy && !came_by_tls(request.headers()) {
        return ApiError::new(
            StatusCode::FORBIDDEN,
            "tls-required",
            "this server answers through its proxy with TLS only; the proxy must set one \
             X-Forwarded-Proto",
        )
        .into_response();
    }
    next.run(request).await
}

/// Where a model may be asked, which has its own time on top of a request's.
const MAY_ASK_MODELS: &[&str] = &["/api/agent/next", "/api/agent/draft"];

/// Bounds the time of a request that needs no token. From an origin that no token vouches for, that is pairing alone.
pub(super) async fn bound_stranger(
    State(app): State<Shared>,
    request: Request,
    next: Next,
) -> Response {
    if request.extensions().get::<OfProfile>().is_some() && request.uri().path() != pair::PATH {
        return not_allowed().into_response();
    }
    within(app.config.limits.request_timeout, next.run(request)).await
}

pub(super) async fn within(time: Duration, answer: impl Future<Output = Response>) -> Response {
    timeout(time, answer).await.unwrap_or_else(|_| {
        ApiError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "timeout",
            "the request took too long; try again",
        )
        .retry_after(1)
        .into_response()
    })
}

/// Lets a request on that carries a known token, gives it a place, and counts it.
pub(super) async fn require_token(
    State(app): State<Shared>,
    mut request: Request,
    next: Next,
) -> Response {
    let Admitted { caller, user, origin } = match who(&app, request.headers()).await {
        Ok(known) => known,
        Err(error) => return error.into_response(),
    };
    if request.extensions().get::<OfProfile>().is_some_and(|of_profile| of_profile.0 != origin) {
        return not_allowed().into_response();
    }
    let peer = request.extensions().get::<Peer>().cloned();
    // From here on the connection is somebody's.
    let _at_work = peer.as_ref().map(Peer::at_work);
    let path = request.extensions().get::<MatchedPath>().cloned();
    let path = path.as_ref().map(MatchedPath::as_str).unwrap_or_default();
    let limit = app.config.limits.request_timeout;
    let (place, time) = if request.method() == Method::GET && path == verify_get::PATH {
        (app.gates.wait(&user), limit + verify_get::LONGEST_WAIT)
    } else if path == agents_poll::PATH {
        (app.gates.wait(&user), limit + agents_poll::LONGEST_WAIT)
    } else if sources::ASK.contains(&path) {
        (app.gates.wait(&user), limit + sources::LONGEST_CALL)
    } else if path == search::PATH && request.method() == Method::POST {
        (app.gates.wait(&user), limit + search::LONGEST_SEARCH)
    } else if MAY_ASK_MODELS.contains(&path) {
        (app.gates.work(&user), limit + app.config.llm.most_time())
    } else {
        (app.gates.work(&user), limit)
    };
    let Some(place) = place else {
        return ApiError::busy().into_response();
    };
    if let Err(error) = app.gates.pass(caller, app.store.as_ref()).await {
        return error.into_response();
    }
    note_use(&app, caller);
    // Whoever writes says by whom and since when.
    let token = (!user.is_host()).then_some(caller.0);
    request.extensions_mut().insert(Author { token, admitted_at: app.clock.now_ms() });
    request.extensions_mut().insert(caller);
    request.extensions_mut().insert(user);
    let response = within(time, next.run(request)).await;
    drop(place);
    match peer {
        Some(peer) => peer.keep_for(response),
        None => response,
    }
}

/// Notes now and then that a token is used. Nobody waits for it, and a store that takes nothing now loses it.
pub(super) fn note_use(app: &Shared, caller: Caller) {
    let now = app.clock.now_ms();
    if caller == Caller::ANYONE || !app.tokens.is_news(caller, now) {
        return;
    }
    let Some(place) = app.gates.detached() else { return };
    let app = app.clone();
    tokio::spawn(async move {
        if let Err(error) = app.store.used_token(caller.0, now).await {
            tracing::debug!(%error, "a token's use was not noted");
        }
        drop(place);
    });
}

/// The longest that an agent's call may take beside the time that every request has: the browser is asked, maybe waited
/// for, and asked once more.
const AGENTS_TIME: Duration = Duration::from_secs(45);

/// Lets a request on that carries a known agent's token, gives it a place of agents, and counts it. Agents need a token
/// also where nobody else does.
pub(super) async fn require_agent(
    State(app): State<Shared>,
    request: Request,
    next: Next,
) -> Response {
    if request.extensions().get::<OfProfile>().is_some() {
        return not_allowed().into_response();
    }
    let known = match bearer(request.headers()) {
        Some(token) => who_agent(token, &app.marks, app.store.as_ref()).await,
        None => Ok(None),
    };
    let agent = match known {
        Ok(Some(agent)) => agent,
        Ok(None) => return no_agent().into_response(),
        Err(error) => return ApiError::from(error).into_response(),
    };
    let peer = request.extensions().get::<Peer>().cloned();
    // From here on the connection is somebody's.
    let _at_work = peer.as_ref().map(Peer::at_work);
    let place = match app.gates.agent(agent.id) {
        Ok(place) => place,
        Err(error) => return error.into_response(),
    };
    let request_time = app.config.limits.request_timeout;
    let (parts, body) = request.into_parts();
    let arriving = Request::from_parts(parts.clone(), body);
    let body = match timeout(request_time, read_body(arriving, mcp::LARGEST)).await {
        Ok(Ok(body)) => Body::from(body),
        Ok(Err(error)) => return error.into_response(),
        Err(_) => return ApiError::of_status(StatusCode::REQUEST_TIMEOUT).into_response(),
    };
    let mut request = Request::from_parts(parts, body);
    // Nothing of a token is needed behind this.
    request.headers_mut().remove(header::AUTHORIZATION);
    request.extensions_mut().insert(LetIn(app.clock.now_ms()));
    request.extensions_mut().insert(agent);
    let mut response = within(request_time + AGENTS_TIME, next.run(request)).await;
    drop(place);
    if response.status().is_client_error() && mcp::is_json_rpc(&response) {
        response.extensions_mut().insert(SaysItself);
    }
    match peer {
        Some(peer) => peer.keep_for(response),
        None => response,
    }
}

fn no_agent() -> ApiError {
    ApiError::new(
        StatusCode::UNAUTHORIZED,
        "unauthorized",
        "an agent's token is needed: the person makes one with `vaulty-server agents add NAME`",
    )
}

async fn who(app: &App, headers: &HeaderMap) -> Result<Admitted, ApiError> {
    match app.config.security.auth {
        Auth::None => Ok(Admitted {
            caller: Caller::ANYONE,
            user: User::new(User::FIRST, true),
            origin: String::new(),
        }),
        Auth::Token => {
            let token = bearer(headers).ok_or_else(unauthorized)?;
            let known = app.tokens.who(token, &app.marks, app.store.as_ref()).await?;
            known.ok_or_else(unauthorized)
        }
    }
}

fn unauthorized() -> ApiError {
    ApiError::of_status(StatusCode::UNAUTHORIZED)
}

/// The token of the one `Authorization: Bearer TOKEN` (RFC 6750 §2.1; the scheme's case does not matter).
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all(header::AUTHORIZATION).iter();
    let (Some(value), None) = (values.next(), values.next()) else { return None };
    let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
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
        let mut two = HeaderMap::new();
        two.append(header::AUTHORIZATION, "Bearer abc".parse().unwrap());
        two.append(header::AUTHORIZATION, "Bearer abd".parse().unwrap());
        assert_eq!(bearer(&two), None);
    }
}
