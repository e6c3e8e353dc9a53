//! `GET /api/recipes/{id}`

use axum::{Extension, Json, extract::State, http::StatusCode};
use shared_types::{api::ErrorEnvelope, recipes::StoredRecipe};

use super::{extract::PathId, refusals::Refusals};
use crate::{app::Shared, error::ApiError, user::User};

/// What is said where there is no such recipe.
pub(super) fn none() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, "no-such-recipe", "there is no such recipe")
}

/// A recipe, or the mark of one that was deleted.
#[utoipa::path(
    get,
    path = "/api/recipes/{id}",
    tag = "recipes",
    params(("id" = String, Path, description = "Its name.")),
    responses(
        Refusals,
        (status = 200, body = StoredRecipe, description = "The newest one."),
        (status = 400, body = ErrorEnvelope, description = "`id` is too long or has control characters."),
        (status = 404, body = ErrorEnvelope, description = "There is none of this user."),
    ),
    security(("bearer" = []))
)]
pub async fn read(
    State(app): State<Shared>,
    Extension(user): Extension<User>,
    PathId(id): PathId,
) -> Result<Json<StoredRecipe>, ApiError> {
    app.store.recipe(user.name(), &id).await?.map(Json).ok_or_else(none)
}
