//! `POST /api/profile`

use agent_core::person::older;
use axum::{Extension, Json, extract::State};
use serde_json::Value;
use shared_types::{
    Private, Profile,
    api::{ErrorEnvelope, SaveProfileRequest, SaveProfileResponse},
};

use super::{
    extract::{JsonBody, check_id},
    profile_get::{self, stored},
    refusals::{BodyRefusals, Refusals},
};
use crate::{
    app::{App, Shared},
    error::ApiError,
    store::{Author, StoreError},
    user::User,
};

/// Stores a user's profile in place of the one before.
///
/// What the profile leaves out of what came after the first version stays as it is stored: an older client does not
/// know it. That is `facts`; `employmentType` and `reasonForLeaving` of jobs with the same `company` and `title`; `level`
/// and `completed` of schools with the same `school` and `degree`. To empty one, send it empty.
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
    let said = serde_json::from_slice::<Value>(&body.bytes).ok();
    let said = said.as_ref().and_then(|body| body.get("profile"));
    let profile = with_unsaid(&app, &user_id, said, storable(profile)).await?;
    // Only the kind of error is told: the profile is in reach of its message.
    let json = serde_json::to_string(&profile)
        .map_err(|_| ApiError::internal("a profile cannot be written as JSON"))?;
    let sealed = app.vault.seal(&user_id, &json).map_err(ApiError::internal)?;
    if !app.store.save_profile(&user_id, &sealed, app.clock.now_ms(), &by).await? {
        return Err(ApiError::erased());
    }
    Ok(Json(SaveProfileResponse { ok: true, profile }))
}

/// A profile with what an older client leaves out as it is stored. Where what is stored can't be read, nothing of it can
/// be kept.
async fn with_unsaid(
    app: &App,
    user_id: &str,
    said: Option<&Value>,
    profile: Profile,
) -> Result<Profile, ApiError> {
    let Some(said) = said.filter(|said| older::leaves_out(said)) else { return Ok(profile) };
    match stored(app, user_id).await {
        Ok(known) => Ok(older::with_unsaid(said, profile, &known)),
        Err(
            profile_get::Error::None | profile_get::Error::Store(StoreError::Unreadable { .. }),
        ) => Ok(profile),
        Err(error) => Err(error.into()),
    }
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
