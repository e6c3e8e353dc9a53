//! `GET /api/recipes`

use axum::{Extension, Json, extract::State};
use shared_types::{api::ErrorEnvelope, recipes::RecipeChanges};

use super::{extract::Query, recipe_get::whose, refusals::Refusals};
use crate::{app::Shared, error::ApiError, user::User};

/// Recipes of the user that were stored or deleted since, the oldest first: as many as fit into about 1 MiB.
///
/// Who asks from 0 gets all that there are, and no marks of what was deleted.
#[utoipa::path(
    get,
    path = "/api/recipes",
    tag = "recipes",
    params(
        ("since" = Option<i64>, Query, description = "The `cursor` of the answer before; 0 if there was none."),
        ("userId" = Option<String>, Query, description = "Whose; who the token is for, if it is not said."),
    ),
    responses(
        Refusals,
        (status = 200, body = RecipeChanges, description = "What is new, and where to go on."),
        (status = 400, body = ErrorEnvelope, description = "`since` is no whole number, or negative, or `userId` is wrong."),
    ),
    security(("bearer" = []))
)]
pub async fn list(
    State(app): State<Shared>,
    Extension(user): Extension<User>,
    query: Query,
) -> Result<Json<RecipeChanges>, ApiError> {
    let since = query.optional("since").unwrap_or("0").parse().ok().filter(|since| *since >= 0);
    let since = since
        .ok_or_else(|| ApiError::invalid("since", "must be a whole number that is not negative"))?;
    Ok(Json(app.store.recipes_since(whose(&query, &user)?, since).await?))
}
