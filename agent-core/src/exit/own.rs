//! What the person sends to their own server, as it is.

use shared_types::{
    api::{PairRequest, SaveProfileRequest, SourceQuery},
    search::SearchRequest,
};

use super::{Exit, Outgoing};

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

    /// The code that the person read off their server.
    pub fn pairing(request: PairRequest) -> Outgoing<PairRequest> {
        Outgoing(request)
    }
}
