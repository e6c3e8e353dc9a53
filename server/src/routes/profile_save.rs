//! `POST /api/profile`

use axum::{Extension, Json, extract::State};
use shared_types::{
    Private, Profile,
    api::{ErrorEnvelope, SaveProfileRequest, SaveProfileResponse},
};

use super::{
    extract::{JsonBody, check_id},
    refusals::{BodyRefusals, Refusals},
};
use crate::{app::Shared, error::ApiError, store::Author, user::User};

/// Stores a user's profile in place of the one before.
///
/// `password`, `payment` and `documents` are never stored: whatever a client sends of them is left out,
/// and the answer shows what is stored. The rest is sealed before it is stored.
#[utoipa::path(
    post,
    path = "/api/profile",
    tag = "profile",
    request_body = SaveProfileRequest,
    responses(
        Refusals,
        BodyRefusals,
        (status = 200, body = SaveProfileResponse, description = "The profile as it is stored."),
        (status = 410, body = ErrorEnvelope, description = "The user was erased while this was on its way."),
    ),
    security(("bearer" = []))
)]
pub async fn save(
    State(app): State<Shared>,
    Extension(user): Extension<User>,
    Extension(by): Extension<Author>,
    body: JsonBody<SaveProfileRequest>,
) -> Result<Json<SaveProfileResponse>, ApiError> {
    let SaveProfileRequest { user_id, profile } = body.value;
    check_id("userId", &user_id)?;
    user.may_be(&user_id)?;
    let profile = storable(profile);
    // Only the kind of error is told: the profile is in reach of its message.
    let json = serde_json::to_string(&profile)
        .map_err(|_| ApiError::internal("a profile cannot be written as JSON"))?;
    let sealed = app.vault.seal(&user_id, &json).map_err(ApiError::internal)?;
    if !app.store.save_profile(&user_id, &sealed, app.clock.now_ms(), &by).await? {
        return Err(ApiError::erased());
    }
    Ok(Json(SaveProfileResponse { ok: true, profile }))
}

/// A profile without what never leaves the extension.
fn storable(profile: Profile) -> Profile {
    Profile {
        password: Private::default(),
        payment: None,
        documents: Default::default(),
        ..profile
    }
}
