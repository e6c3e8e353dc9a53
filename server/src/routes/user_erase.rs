//! `DELETE /api/user`

use axum::{Extension, Json, extract::State};
use shared_types::api::OkResponse;

use super::error::{ApiError, Refusals};
use crate::{app::Shared, security::User};

/// Removes everything that this server keeps of the user whose token it is: the profile with the only key
/// that opens it, jobs and traces, and the tokens of the browsers that were paired.
#[utoipa::path(
    delete,
    path = "/api/user",
    tag = "profile",
    responses(Refusals, (status = 200, body = OkResponse, description = "Nothing is left.")),
    security(("bearer" = []))
)]
pub async fn erase(
    State(app): State<Shared>,
    Extension(user): Extension<User>,
) -> Result<Json<OkResponse>, ApiError> {
    // What is still on its way into the store would outlive it.
    app.traces.settle().await;
    let tokens = app.store.erase_user(user.name()).await?;
    app.tokens.remove(&tokens);
    app.repeats.forget();
    tracing::info!("a user was erased");
    Ok(Json(OkResponse { ok: true }))
}
