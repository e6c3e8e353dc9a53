//! What the person sends to their own server, as it is.

use shared_types::api::{PairRequest, SaveProfileRequest, SourceQuery};

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

    /// The code that the person read off their server.
    pub fn pairing(request: PairRequest) -> Outgoing<PairRequest> {
        Outgoing(request)
    }
}
