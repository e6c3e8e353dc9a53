//! What a request to the dashboard passes: a session, and where it changes something, a page of this server's own.

use axum::{
    body::Body,
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{Html, IntoResponse as _, Response},
};

use crate::{
    app::{App, Shared},
    dashboard::{frame, sign_in},
    error::ApiError,
    routes::{guard::within, observe::SaysItself},
    security::{OfProfile, Peer, Session, is_own_page, not_allowed, who_session},
    store::StoreError,
    user::Caller,
};

/// Where the dashboard is.
pub(in crate::routes) const PATH: &str = "/dashboard";
/// Where its events are.
pub(super) const EVENTS: &str = "/dashboard/events";
/// Largest body of a form.
pub(super) const LARGEST_FORM: usize = 4 << 10;

/// Tells an error as a page. Its cause is in the log, under the id in `X-Request-Id`.
pub(super) async fn as_page(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let Some(error) = response.extensions().get::<ApiError>() else { return response };
    let page = frame::trouble(error.status.as_u16(), &error.message);
    let headers = response.headers_mut();
    headers.remove(header::WWW_AUTHENTICATE);
    headers.remove(header::CONTENT_LENGTH);
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    *response.body_mut() = Body::from(page);
    response.extensions_mut().insert(SaysItself);
    response
}

/// Whose session a request brings.
pub(super) async fn session(app: &App, headers: &HeaderMap) -> Result<Option<Session>, StoreError> {
    let tls = app.config.security.tls_proxy;
    who_session(headers, tls, app.clock.now_ms(), &app.marks, app.store.as_ref()).await
}

/// Whether somebody is signed in. Where the store fails nobody is known to be.
pub(in crate::routes) async fn is_signed_in(app: &App, headers: &HeaderMap) -> bool {
    session(app, headers).await.is_ok_and(|session| session.is_some())
}

/// Refuses what does not come from a page of this server's own.
pub(super) fn check_origin(app: &App, headers: &HeaderMap) -> Result<(), ApiError> {
    if is_own_page(headers, app.config.security.tls_proxy) {
        return Ok(());
    }
    Err(ApiError::new(
        StatusCode::FORBIDDEN,
        "origin-not-allowed",
        "this was not sent from a page of the dashboard",
    ))
}

/// Lets a request on that brings a session, gives it a place, and counts it. Who has none is led to sign in.
pub(super) async fn require_session(
    State(app): State<Shared>,
    mut request: Request,
    next: Next,
) -> Response {
    if request.extensions().get::<OfProfile>().is_some() {
        return not_allowed().into_response();
    }
    let limit = app.config.limits.request_timeout;
    let headers = request.headers();
    let (is_post, path) = (request.method() == Method::POST, request.uri().path().to_owned());
    if is_post && let Err(error) = check_origin(&app, headers) {
        return error.into_response();
    }
    let session = match session(&app, headers).await {
        Ok(Some(session)) => session,
        Ok(None) => return to_sign_in(&path),
        Err(error) => return ApiError::from(error).into_response(),
    };
    let peer = request.extensions().get::<Peer>().cloned();
    // From here on the connection is somebody's.
    let _at_work = peer.as_ref().map(Peer::at_work);
    let Some(place) = app.gates.work(&session.user) else {
        return ApiError::busy().into_response();
    };
    let caller = Caller(session.id);
    if let Err(error) = app.gates.pass(caller, app.store.as_ref()).await {
        return error.into_response();
    }
    crate::routes::guard::note_use(&app, caller);
    request.extensions_mut().insert(session);
    let response = within(limit, next.run(request)).await;
    drop(place);
    match peer {
        Some(peer) => peer.keep_for(response),
        None => response,
    }
}

/// Who has no session sees where to sign in, at one address: nothing of what was asked for comes along.
fn to_sign_in(path: &str) -> Response {
    match path {
        PATH => Html(sign_in::page(sign_in::Tried::Not)).into_response(),
        EVENTS => ApiError::of_status(StatusCode::UNAUTHORIZED).into_response(),
        _ => (StatusCode::SEE_OTHER, [(header::LOCATION, PATH)]).into_response(),
    }
}
