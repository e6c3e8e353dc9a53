//! `DELETE /api/recipes/{id}`

use axum::{Extension, Json, extract::State};
use shared_types::{api::ErrorEnvelope, recipes::RecipeSaved};

use super::{
    extract::{PathId, Query},
    recipe_get::{none, whose},
    refusals::Refusals,
};
use crate::{
    app::Shared,
    error::ApiError,
    store::{Author, NewRecipe, Put},
    user::User,
};

/// Deletes a recipe, whichever one it is by now. A mark of it stays, which tells the user's other browsers.
#[utoipa::path(
    delete,
    path = "/api/recipes/{id}",
    tag = "recipes",
    params(
        ("id" = String, Path, description = "Its name."),
        ("userId" = Option<String>, Query, description = "Whose; who the token is for, if it is not said."),
    ),
    responses(
        Refusals,
        (status = 200, body = RecipeSaved, description = "It is deleted."),
        (status = 400, body = ErrorEnvelope, description = "`id` or `userId` is too long or has control characters."),
        (status = 404, body = ErrorEnvelope, description = "There is none of this user, or it was deleted before."),
        (status = 410, body = ErrorEnvelope, description = "The user was erased while this was on its way."),
    ),
    security(("bearer" = []))
)]
pub async fn delete(
    State(app): State<Shared>,
    Extension(user): Extension<User>,
    Extension(by): Extension<Author>,
    PathId(id): PathId,
    query: Query,
) -> Result<Json<RecipeSaved>, ApiError> {
    let now = app.clock.now_ms();
    let (user_id, id) = (whose(&query, &user)?, id.as_str());
    let used = now / 1000;
    let new = NewRecipe { user_id, id, base: 0, version: 0, used, recipe: None, now, by };
    match app.store.put_recipe(&new).await? {
        Put::Stored(revision) | Put::Same(revision) => Ok(Json(RecipeSaved { revision })),
        Put::Changed | Put::Nothing => Err(none()),
        Put::Erased => Err(ApiError::erased()),
    }
}
