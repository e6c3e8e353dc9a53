//! Recipes that a person's browsers exchange through their server. A recipe is TOML, as `docs/MEMORY.md` describes it.

use serde::{Deserialize, Serialize};

/// Recipes that a server gives at once, at most.
pub const MOST_AT_ONCE: usize = 500;

/// A recipe as the server has it, or where it was.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct StoredRecipe {
    /// Its name: the same for the same form, in whichever browser it was learned.
    pub id: String,
    /// When the server stored it, in milliseconds since 1970. Of one user no two are the same, and each is greater than
    /// those before.
    pub revision: i64,
    /// The recipe's own version; 0 where it was deleted.
    pub version: u32,
    /// When a form was sent with it last, in seconds since 1970, as the browser says that stored it.
    pub used: i64,
    /// Whether it was deleted.
    pub deleted: bool,
    /// The recipe; empty where it was deleted.
    pub recipe: String,
}

/// Answer of `GET /api/recipes`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct RecipeChanges {
    /// What was stored or deleted since, the oldest first.
    pub recipes: Vec<StoredRecipe>,
    /// What to ask from the next time.
    pub cursor: i64,
    /// Whether there is more.
    pub more: bool,
}

/// `PUT /api/recipes/{id}`
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct SaveRecipeRequest {
    /// The `revision` of the one that it takes the place of; 0 where the browser knows of none.
    #[serde(default)]
    pub base: i64,
    /// When a form was sent with it last, in seconds since 1970; 0 where none was.
    #[serde(default)]
    pub used: i64,
    /// The recipe.
    pub recipe: String,
}

/// Answer of `PUT` and `DELETE /api/recipes/{id}`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct RecipeSaved {
    /// Which one the server has now.
    pub revision: i64,
}

/// What the person wants of the exchange of recipes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub enum ExchangeAct {
    /// To see how it stands.
    Show,
    /// To have it, with the server that this browser is paired with.
    On,
    /// Not to have it.
    Off,
    /// To have it done now, where it is on.
    Now,
}

/// How the exchange of recipes stands.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct ExchangeShown {
    /// Whether there is a server that this browser is paired with.
    pub possible: bool,
    /// Whether it is on.
    pub on: bool,
    /// What came of the last one, if there was one.
    pub last: Option<LastExchange>,
}

/// What came of an exchange.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct LastExchange {
    /// When it ended, in milliseconds since 1970.
    pub at: f64,
    /// Recipes that went out.
    pub sent: u32,
    /// Recipes that came, and changed something here.
    pub received: u32,
    /// What is to be done about it: a sentence for the person, or nothing.
    pub problem: String,
}
