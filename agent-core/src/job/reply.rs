//! The person's reply on a consent card.

use shared_types::{ConsentRequest, DataKind, Scope, Tier};

/// The person's reply on a consent card.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reply {
    /// `ConsentRequest::id` of the card that it is for.
    pub card: String,
    /// For how long.
    pub scope: Scope,
    /// Kinds of personal data that were ticked.
    pub kinds: Vec<String>,
    /// Secrets that were ticked.
    pub secrets: Vec<String>,
}

impl Reply {
    /// Whether it agrees to a row of this kind.
    pub(super) fn covers(&self, kind: &DataKind) -> bool {
        match kind.tier {
            Tier::Ordinary => true,
            Tier::Personal => self.kinds.contains(&kind.kind),
            Tier::Secret => self.secrets.contains(&kind.kind),
        }
    }
}

/// The kinds that a reply lets be kept beyond the job: what the card showed and was agreed to, secrets never.
pub fn kinds_to_keep(request: &ConsentRequest, reply: &Reply) -> Vec<DataKind> {
    let kinds =
        request.items.iter().map(|item| DataKind { tier: item.tier, kind: item.kind.clone() });
    let mut kinds: Vec<DataKind> =
        kinds.filter(|kind| kind.tier != Tier::Secret && reply.covers(kind)).collect();
    kinds.sort();
    kinds.dedup();
    kinds
}
