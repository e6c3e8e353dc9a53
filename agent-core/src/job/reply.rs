//! The person's reply on a consent card.

use shared_types::{DataKind, Private, ProfileKey, Scope, Tier};

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
    /// What was chosen for single rows of the review sheet, by `SheetRow::id`.
    pub rows: Vec<(String, Choice)>,
}

/// What the person chose for a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// What was shown, also where the field holds something.
    Fill,
    /// Nothing, in this job.
    Leave,
    /// Another entry of theirs.
    Take(ProfileKey),
    /// What they have just given for it, which is kept under this key.
    Given(ProfileKey),
    /// Their own words, for this field alone.
    Typed(Private),
    /// An agent's answer, as it was shown, for this field alone.
    OfAgent(Private),
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
