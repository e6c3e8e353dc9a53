//! `PUT /api/recipes/{id}`

use agent_core::memory::recipe::{self, Fault, Recipe};
use axum::{Extension, Json, extract::State, http::StatusCode};
use shared_types::{
    api::ErrorEnvelope,
    recipes::{RecipeSaved, SaveRecipeRequest},
};

use super::{
    extract::{JsonBody, PathId, Query},
    recipe_get::whose,
    refusals::{BodyRefusals, Refusals},
};
use crate::{
    app::Shared,
    error::ApiError,
    store::{Author, NewRecipe, Put},
    user::User,
};

/// Faults of a recipe that are told.
const MOST_FAULTS: usize = 5;

/// Stores a recipe in the place of the one that it builds on.
///
/// It is checked as every recipe is, and stored as this server writes it: nothing but names of entries, digests, sites and
/// paths is in it, and no remark. Of a user the 2,000 that were used last are kept, and at most 64 MiB of them. What
/// the server has already, word for word, is not stored again.
#[utoipa::path(
    put,
    path = "/api/recipes/{id}",
    tag = "recipes",
    params(
        ("id" = String, Path, description = "Its name: 16 or 64 small hexadecimal digits."),
        ("userId" = Option<String>, Query, description = "Whose; who the token is for, if it is not said."),
    ),
    request_body = SaveRecipeRequest,
    responses(
        Refusals,
        BodyRefusals,
        (status = 200, body = RecipeSaved, description = "It is stored, or was already."),
        (status = 409, body = ErrorEnvelope, description = "Another one was stored since `base`, or it was deleted: read that, merge, and name its `revision`."),
        (status = 410, body = ErrorEnvelope, description = "The user was erased while this was on its way."),
    ),
    security(("bearer" = []))
)]
pub async fn save(
    State(app): State<Shared>,
    Extension(user): Extension<User>,
    Extension(by): Extension<Author>,
    PathId(id): PathId,
    query: Query,
    body: JsonBody<SaveRecipeRequest>,
) -> Result<Json<RecipeSaved>, ApiError> {
    let user_id = whose(&query, &user)?;
    // A name of the client's choice could say anything.
    if !recipe::is_digest(&id) {
        return Err(ApiError::invalid("id", "must be 16 or 64 small hexadecimal digits"));
    }
    let SaveRecipeRequest { base, used, recipe: text } = body.value;
    // A large one takes a moment, which other requests do not wait for.
    let read = tokio::task::spawn_blocking(move || checked(&text)).await;
    let (recipe, text) = read.map_err(ApiError::internal)??;
    let now = app.clock.now_ms();
    let new = NewRecipe {
        user_id,
        id: &id,
        base,
        version: recipe.version,
        used: used.clamp(0, now / 1000),
        recipe: Some(&text),
        now,
        by,
    };
    match app.store.put_recipe(&new).await? {
        Put::Stored(revision) | Put::Same(revision) => Ok(Json(RecipeSaved { revision })),
        Put::Changed | Put::Nothing => Err(ApiError::new(
            StatusCode::CONFLICT,
            "recipe-changed",
            "another browser has stored or deleted this recipe since; read the newest and merge",
        )
        .at("base")),
        Put::Erased => Err(ApiError::erased()),
    }
}

/// A recipe, and what is stored of it: written anew, so that no remark of a file comes along.
fn checked(text: &str) -> Result<(Recipe, String), ApiError> {
    let wrong = |faults: Vec<Fault>| {
        let said: Vec<String> = faults.iter().take(MOST_FAULTS).map(Fault::said).collect();
        ApiError::new(StatusCode::BAD_REQUEST, "not-a-recipe", said.join(" ")).at("recipe")
    };
    let recipe = recipe::read(text).map_err(wrong)?;
    let text = recipe::write(&recipe)
        .ok_or_else(|| ApiError::internal("a recipe cannot be written as TOML"))?;
    Ok((recipe, text))
}
