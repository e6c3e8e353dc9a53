//! What the person sends to their own server, as it is.

use shared_types::{
    api::{PairRequest, SaveProfileRequest, SourceQuery},
    recipes::SaveRecipeRequest,
    search::SearchRequest,
};

use super::{Exit, Outgoing};
use crate::memory::recipe::{Recipe, merge};

impl Exit {
    /// The profile, which the person keeps at their server.
    pub fn profile(request: SaveProfileRequest) -> Outgoing<SaveProfileRequest> {
        Outgoing(request)
    }

    /// What the person looks for, for a source that they chose, by way of their server.
    pub fn sought(query: SourceQuery) -> Outgoing<SourceQuery> {
        Outgoing(query)
    }

    /// Words by which the person looks for a form, for the search providers of their server.
    pub fn searched(request: SearchRequest) -> Outgoing<SearchRequest> {
        Outgoing(request)
    }

    /// A recipe, for the person's other browsers; `None` where it is none as any of them would read it. `base` is the
    /// server's number of the one that it takes the place of, `used` is in seconds since 1970.
    pub fn recipe(recipe: &Recipe, base: i64, used: u64) -> Option<Outgoing<SaveRecipeRequest>> {
        let used = i64::try_from(used).unwrap_or(i64::MAX);
        let recipe = merge::outgoing_text(recipe)?;
        Some(Outgoing(SaveRecipeRequest { base, used, recipe }))
    }

    /// The code that the person read off their server.
    pub fn pairing(request: PairRequest) -> Outgoing<PairRequest> {
        Outgoing(request)
    }
}
