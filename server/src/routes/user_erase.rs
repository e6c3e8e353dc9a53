//! `DELETE /api/user`

use axum::{Extension, Json, extract::State};
use shared_types::api::ErasedResponse;

use super::refusals::Refusals;
use crate::{app::Shared, erasure, error::ApiError, user::User};

/// Removes everything that this server keeps of the user whose token it is: first the tokens of the browsers
/// that were paired, then the profile with the only key that opens it, jobs and traces.
///
/// What is still on its way is not written any more. The work goes on when the client has gone, and after
/// a restart. `left` says what is gone later, and when.
#[utoipa::path(
    delete,
    path = "/api/user",
    tag = "profile",
    responses(Refusals, (status = 200, body = ErasedResponse, description = "Nothing can be read any more.")),
    security(("bearer" = []))
)]
pub async fn erase(
    State(app): State<Shared>,
    Extension(user): Extension<User>,
) -> Result<Json<ErasedResponse>, ApiError> {
    let left = erasure::erase(&app, user.name()).await?;
    Ok(Json(ErasedResponse { ok: true, left }))
}
