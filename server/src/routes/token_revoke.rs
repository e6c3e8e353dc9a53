//! `DELETE /api/tokens/{id}`

use axum::{Extension, Json, extract::State, http::StatusCode};
use shared_types::api::{ErrorEnvelope, OkResponse};

use super::{extract::PathId, refusals::Refusals};
use crate::{
    app::Shared,
    error::ApiError,
    user::{Caller, User},
};

/// What stands for the token that the request itself carries.
const CURRENT: &str = "current";

/// Lets a paired browser in no longer. `current` is the one that asks.
///
/// The token in the token file is not revoked this way: remove the file and restart the server.
#[utoipa::path(
    delete,
    path = "/api/tokens/{id}",
    tag = "server",
    params(("id" = String, Path, description = "The browser's `id`, or `current`.")),
    responses(
        Refusals,
        (status = 200, body = OkResponse, description = "It is let in no longer."),
        (status = 400, body = ErrorEnvelope, description = "`id` is too long or has control characters."),
        (status = 404, body = ErrorEnvelope, description = "No such browser was paired for this user."),
    ),
    security(("bearer" = []))
)]
pub async fn revoke(
    State(app): State<Shared>,
    Extension(caller): Extension<Caller>,
    Extension(user): Extension<User>,
    PathId(id): PathId,
) -> Result<Json<OkResponse>, ApiError> {
    let id = if id == CURRENT { Some(caller.0) } else { id.parse().ok() };
    let Some(id) = id else { return Err(none()) };
    if !app.store.revoke_token(user.name(), id).await? {
        return Err(none());
    }
    app.tokens.remove(&[id]);
    app.relay.forget_browser(user.name(), id);
    tracing::info!(token = id, "unpaired");
    Ok(Json(OkResponse { ok: true }))
}

fn none() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, "no-such-token", "no such browser was paired")
}
