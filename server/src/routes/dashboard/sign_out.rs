//! `POST /dashboard/sign-out`

use axum::{
    Extension,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse as _, Response},
};

use crate::{
    app::Shared,
    error::ApiError,
    security::{Session, session_cookie},
};

/// Ends the session, at the server first, and takes the cookie away.
pub(super) async fn end(
    State(app): State<Shared>,
    Extension(session): Extension<Session>,
) -> Result<Response, ApiError> {
    app.store.revoke_token(session.user.name(), session.id).await?;
    tracing::info!(token = session.id, "signed out of the dashboard");
    let cookie = session_cookie("", app.config.security.tls_proxy);
    let to = [(header::LOCATION, "/".to_owned()), (header::SET_COOKIE, cookie)];
    Ok((StatusCode::SEE_OTHER, to).into_response())
}
