//! `DELETE /api/profile`

use axum::{Extension, Json, extract::State};
use shared_types::api::{ErrorEnvelope, OkResponse};

use super::{
    error::{ApiError, Refusals},
    extract::Query,
    profile_get::{Error, user_id},
};
use crate::{app::Shared, security::User};

/// Removes a user's profile, and overwrites where it was.
#[utoipa::path(
    delete,
    path = "/api/profile",
    tag = "profile",
    params(("userId" = String, Query, description = "Whose.")),
    responses(
        Refusals,
        (status = 200, body = OkResponse, description = "It is gone."),
        (status = 400, body = ErrorEnvelope, description = "`userId` is missing or wrong."),
        (status = 404, body = ErrorEnvelope, description = "There was none."),
    ),
    security(("bearer" = []))
)]
pub async fn delete(
    State(app): State<Shared>,
    Extension(user): Extension<User>,
    query: Query,
) -> Result<Json<OkResponse>, ApiError> {
    let deleted = app.store.delete_profile(user_id(&query, &user)?).await?;
    if deleted { Ok(Json(OkResponse { ok: true })) } else { Err(Error::None.into()) }
}
