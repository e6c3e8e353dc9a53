//! `GET /api/recipes/{id}`

use axum::{Extension, Json, extract::State, http::StatusCode};
use shared_types::{api::ErrorEnvelope, recipes::StoredRecipe};

use super::{
    extract::{PathId, Query},
    profile_get::user_id,
    refusals::Refusals,
};
use crate::{app::Shared, error::ApiError, user::User};

/// What is said where there is no such recipe.
pub(super) fn none() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, "no-such-recipe", "there is no such recipe")
}

/// Whose recipes are meant. A browser says for whom it asks: with the token of somebody else it must not mix the two.
pub(super) fn whose<'a>(query: &'a Query, user: &'a User) -> Result<&'a str, ApiError> {
    if query.optional("userId").is_some() { user_id(query, user) } else { Ok(user.name()) }
}

/// A recipe, or the mark of one that was deleted.
#[utoipa::path(
    get,
    path = "/api/recipes/{id}",
    tag = "recipes",
    params(
        ("id" = String, Path, description = "Its name."),
        ("userId" = Option<String>, Query, description = "Whose; who the token is for, if it is not said."),
    ),
    responses(
        Refusals,
        (status = 200, body = StoredRecipe, description = "The newest one."),
        (status = 400, body = ErrorEnvelope, description = "`id` or `userId` is too long or has control characters."),
        (status = 404, body = ErrorEnvelope, description = "There is none of this user."),
    ),
    security(("bearer" = []))
)]
pub async fn read(
    State(app): State<Shared>,
    Extension(user): Extension<User>,
    PathId(id): PathId,
    query: Query,
) -> Result<Json<StoredRecipe>, ApiError> {
    app.store.recipe(whose(&query, &user)?, &id).await?.map(Json).ok_or_else(none)
}
