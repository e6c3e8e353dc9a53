//! `POST /dashboard/sign-in`

use axum::{
    Form,
    extract::{FromRequest as _, Request, State},
    http::{HeaderMap, StatusCode, header},
    response::{Html, IntoResponse as _, Response},
};
use serde::Deserialize;
use shared_types::Private;

use super::guard::{self, LARGEST_FORM, PATH};
use crate::{
    app::{App, Shared},
    crypto::digest,
    dashboard::sign_in::{Tried, page},
    error::ApiError,
    routes::extract::read_body,
    security::{Stranger, is_open_session, new_session, session_cookie},
    store::{NewToken, Pairing, StoreError, TokenKind},
};

/// What a session is called in the list of tokens.
const NAME: &str = "Dashboard";
/// Browsers by what their names have in them, the first that fits.
const BROWSERS: [(&str, &str); 4] =
    [("Firefox/", "Firefox"), ("Edg/", "Edge"), ("Chrome/", "Chrome"), ("Safari/", "Safari")];

#[derive(Debug, Deserialize)]
struct SignIn {
    #[serde(default)]
    code: Private,
}

/// Takes a pairing code, which is spent, and begins a session. Wrong codes are counted together with those of pairing.
pub(super) async fn begin(
    State(app): State<Shared>,
    stranger: Stranger,
    request: Request,
) -> Result<Response, ApiError> {
    guard::check_origin(&app, request.headers())?;
    let headers = request.headers().clone();
    let SignIn { code } = read(&app, stranger, request).await?;
    let now = app.clock.now_ms();
    let store = app.store.as_ref();
    let outcome = app.pairing.redeem(code.reveal(), now, &app.marks, store).await?;
    let Pairing::Right(user) = outcome else {
        app.gates.wrong_code(stranger)?;
        return Ok(Html(page(Tried::Wrong)).into_response());
    };
    let session = new_session(&app.marks).map_err(ApiError::internal)?;
    let name = name(&headers);
    let new = NewToken::marked(digest(&session), TokenKind::Dashboard, &user, &name, &app.marks);
    let known = store.add_token(new, now).await?;
    // The code is spent, so nothing that follows may fail the sign-in.
    if let Err(error) = tidy(&app, &headers, &user, now).await {
        tracing::warn!(%error, "sessions that are over are still there");
    }
    tracing::info!(token = known.id, "signed in to the dashboard");
    let cookie = session_cookie(&session, app.config.security.tls_proxy);
    let to = [(header::LOCATION, PATH.to_owned()), (header::SET_COOKIE, cookie)];
    Ok((StatusCode::SEE_OTHER, to).into_response())
}

/// Reads the form: of a stranger, so it must be small and soon there.
async fn read(app: &App, stranger: Stranger, request: Request) -> Result<SignIn, ApiError> {
    let (parts, body) = request.into_parts();
    let arriving = Request::from_parts(parts.clone(), body);
    let bytes = app.gates.arrival(stranger, read_body(arriving, LARGEST_FORM)).await?;
    form(Request::from_parts(parts, bytes.into())).await
}

/// A form of this type.
pub(super) async fn form<T: serde::de::DeserializeOwned>(request: Request) -> Result<T, ApiError> {
    let form = Form::<T>::from_request(request, &()).await;
    form.map(|Form(form)| form).map_err(|_| ApiError::of_status(StatusCode::BAD_REQUEST))
}

/// Ends the session that this browser had before, and forgets those that are over.
async fn tidy(app: &App, headers: &HeaderMap, user: &str, now: i64) -> Result<(), StoreError> {
    if let Some(before) = guard::session(app, headers).await? {
        app.store.revoke_token(before.user.name(), before.id).await?;
    }
    forget_ended(app, user, now).await
}

/// Sessions that are over are nobody's any more.
async fn forget_ended(app: &App, user: &str, now: i64) -> Result<(), StoreError> {
    for token in app.store.tokens().await? {
        let is_ours = token.kind == TokenKind::Dashboard && token.user_id == user;
        if is_ours && !is_open_session(&token, now) {
            app.store.revoke_token(user, token.id).await?;
        }
    }
    Ok(())
}

/// What a session is called: by the browser's make, of which there is a fixed list.
fn name(headers: &HeaderMap) -> String {
    let says = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
    let make = BROWSERS.iter().find(|(part, _)| says.is_some_and(|says| says.contains(part)));
    make.map_or_else(|| NAME.to_owned(), |(_, make)| format!("{NAME} in {make}"))
}
