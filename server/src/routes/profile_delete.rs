//! `DELETE /api/profile`

use axum::{Extension, Json, extract::State};
use shared_types::api::{ErasedResponse, ErrorEnvelope};

use super::{
    extract::Query,
    profile_get::{Error, user_id},
    refusals::Refusals,
};
use crate::{app::Shared, erasure, error::ApiError, user::User};

/// Removes a user's profile, and overwrites where it was.
#[utoipa::path(
    delete,
    path = "/api/profile",
    tag = "profile",
    params(("userId" = String, Query, description = "Whose.")),
    responses(
        Refusals,
        (status = 200, body = ErasedResponse, description = "It cannot be read any more; `left` says what is gone later."),
        (status = 400, body = ErrorEnvelope, description = "`userId` is missing or wrong."),
        (status = 404, body = ErrorEnvelope, description = "There was none."),
    ),
    security(("bearer" = []))
)]
pub async fn delete(
    State(app): State<Shared>,
    Extension(user): Extension<User>,
    query: Query,
) -> Result<Json<ErasedResponse>, ApiError> {
    if !app.store.delete_profile(user_id(&query, &user)?).await? {
        return Err(Error::None.into());
    }
    let left = erasure::scrub(&app).await;
    Ok(Json(ErasedResponse { ok: true, left }))
}
