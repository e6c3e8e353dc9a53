//! `GET /api/profile`

use axum::{Extension, Json, extract::State, http::StatusCode};
use shared_types::{
    Profile,
    api::{ErrorEnvelope, ProfileResponse},
};

use super::{
    extract::{Query, check_id},
    refusals::Refusals,
};
use crate::{
    app::{App, Shared},
    error::ApiError,
    store::StoreError,
    user::User,
};

/// What can go wrong with a stored profile.
#[derive(Debug, thiserror::Error)]
pub(super) enum Error {
    /// There is none.
    #[error("there is no profile of this user")]
    None,
    /// The store failed, or holds what cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<Error> for ApiError {
    fn from(error: Error) -> Self {
        match error {
            Error::None => Self::new(StatusCode::NOT_FOUND, "no-profile", error.to_string()),
            Error::Store(error) => error.into(),
        }
    }
}

/// The `userId` of a query, if this user may say it.
pub(super) fn user_id<'a>(query: &'a Query, user: &User) -> Result<&'a str, ApiError> {
    let user_id = query.required("userId")?;
    check_id("userId", user_id)?;
    user.may_be(user_id)?;
    Ok(user_id)
}

/// The stored profile of a user, opened.
pub(super) async fn stored(app: &App, user_id: &str) -> Result<Profile, Error> {
    let sealed = app.store.profile(user_id).await?.ok_or(Error::None)?;
    let json = match app.vault.unseal(user_id, &sealed) {
        Ok(json) => json,
        Err(error) => {
            // Another server may have put it under a newer key.
            app.store.check_key().await?;
            return Err(StoreError::from(error).into());
        }
    };
    // The parser's message could quote the profile, so it goes nowhere.
    serde_json::from_str(&json).map_err(|_| StoreError::Unreadable { what: "profile" }.into())
}

/// A user's stored profile. It holds no password, no payment card and no documents.
#[utoipa::path(
    get,
    path = "/api/profile",
    tag = "profile",
    params(("userId" = String, Query, description = "Whose.")),
    responses(
        Refusals,
        (status = 200, body = ProfileResponse, description = "The profile."),
        (status = 400, body = ErrorEnvelope, description = "`userId` is missing or wrong."),
        (status = 404, body = ErrorEnvelope, description = "There is none."),
    ),
    security(("bearer" = []))
)]
pub async fn read(
    State(app): State<Shared>,
    Extension(user): Extension<User>,
    query: Query,
) -> Result<Json<ProfileResponse>, ApiError> {
    let profile = stored(&app, user_id(&query, &user)?).await?;
    Ok(Json(ProfileResponse { profile }))
}
