//! `GET /api/tokens`

use axum::{Extension, Json, extract::State};
use shared_types::api::{PairedBrowser, PairedBrowsers};

use super::refusals::Refusals;
use crate::{
    app::Shared,
    error::ApiError,
    security::is_open_session,
    store::{KnownToken, TokenKind},
    user::{Caller, User},
};

/// The browsers that were paired for this user, and where the dashboard was signed in to, oldest first.
#[utoipa::path(
    get,
    path = "/api/tokens",
    tag = "server",
    responses(Refusals, (status = 200, body = PairedBrowsers, description = "The browsers.")),
    security(("bearer" = []))
)]
pub async fn list(
    State(app): State<Shared>,
    Extension(caller): Extension<Caller>,
    Extension(user): Extension<User>,
) -> Result<Json<PairedBrowsers>, ApiError> {
    let tokens = app.store.tokens().await?.into_iter();
    let now = app.clock.now_ms();
    let lets_in = |token: &KnownToken| match token.kind {
        TokenKind::File => false,
        TokenKind::Dashboard => is_open_session(token, now),
        TokenKind::Pairing => true,
    };
    let browsers =
        tokens.filter(|token| token.user_id == user.name() && lets_in(token)).map(|token| {
            PairedBrowser {
                id: token.id,
                name: token.name,
                paired_at: token.created_at,
                current: Caller(token.id) == caller,
            }
        });
    Ok(Json(PairedBrowsers { browsers: browsers.collect() }))
}
