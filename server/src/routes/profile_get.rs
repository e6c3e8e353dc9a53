//! `GET /api/profile`

use axum::{Json, extract::State, http::StatusCode};
use shared_types::{
    Profile,
    api::{ErrorEnvelope, ProfileResponse},
};

use super::{
    error::{ApiError, Refusals},
    extract::{Query, check_id},
};
use crate::{
    app::Shared,
    store::{Store, StoreError},
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

/// The `userId` of a query.
pub(super) fn user_id(query: &Query) -> Result<&str, ApiError> {
    let user_id = query.required("userId")?;
    check_id("userId", user_id)?;
    Ok(user_id)
}

async fn stored(store: &dyn Store, user_id: &str) -> Result<Profile, Error> {
    let json = store.profile(user_id).await?.ok_or(Error::None)?;
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
    query: Query,
) -> Result<Json<ProfileResponse>, ApiError> {
    let profile = stored(app.store.as_ref(), user_id(&query)?).await?;
    Ok(Json(ProfileResponse { profile }))
}
