//! What is noted of a recipe where browsers exchange them.

use serde::{Deserialize, Serialize};

use super::Recipe;

/// What this browser and a server both had of a recipe.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Agreed {
    /// Which server, and which user there: a digest.
    pub server: String,
    /// The server's number of it.
    pub revision: i64,
    /// A digest of what was known here then.
    pub(super) print: String,
    /// When it was used last, as the server was told.
    pub(super) used: u64,
}

/// What another browser says of a form of which this one says something else.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Other {
    /// Which server, and which user there: a digest.
    pub server: String,
    /// The server's number of it.
    pub revision: i64,
    /// The recipe; none where it was forgotten there.
    pub recipe: Option<Recipe>,
}
