//! What a job keeps of recipes while it runs: names and digests, never a value.

use serde::{Deserialize, Serialize};
use shared_types::{ProfileKey, sheet::NearBy};

use crate::{
    bind::{self, Source},
    memory::{
        Correction, Meeting,
        recipe::{Use, use_of},
    },
    observe::Page,
    plan::{self, AskKind, Asked},
};

/// What a job knows of recipes. Names and digests, never a value.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Recall {
    /// What recipes alone decided.
    pub(super) remembered: Vec<Remembered>,
    /// The recipe that is not followed here: that is told once.
    pub(super) recipe: Option<String>,
    /// Whether the page did not take something that a recipe said.
    pub(super) misled: bool,
    /// The pages of forms that were pressed on so far.
    pub(super) learned: Vec<Noted>,
    /// How fields refused what was written.
    pub(super) met: Vec<NotedMet>,
    /// What the person corrected in pages that were pressed on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) corrections: Vec<NotedCorrection>,
}

/// A page that was pressed on, as texts without values.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Noted {
    /// Its site.
    pub(super) origin: String,
    /// What is learned of it, once its form was sent.
    pub(super) recipe: String,
    /// What that is tried on later; empty where it is too large.
    pub(super) page: String,
}

/// How a field was met in this job.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct NotedMet {
    /// The field.
    pub(super) fingerprint: String,
    /// How, and where.
    pub(super) meeting: Meeting,
    /// Whether that was still so when its page was pressed on.
    #[serde(default)]
    pub(super) is_so: bool,
}

/// What the person corrected in a page.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct NotedCorrection {
    /// Its site.
    pub(super) site: String,
    /// Of which field, and what it says.
    pub(super) correction: Correction,
}

/// A field that a recipe alone decided.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Remembered {
    /// The recipe.
    pub(super) recipe: String,
    /// The field; of a group its choices.
    pub(super) fingerprint: Vec<String>,
    /// The entry.
    pub(super) key: ProfileKey,
}

/// What may go into a field, and who says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Likely {
    /// What.
    pub(super) used: Use,
    /// Why it is laid there.
    pub(super) by: NearBy,
    /// The list that says so; empty where none does.
    pub(super) list: String,
}

impl Likely {
    pub(super) fn new(used: Use, by: NearBy) -> Self {
        Self { used, by, list: String::new() }
    }
}

/// Whether what an entry does to a question may be learned. Of a box that stands alone only what a yes or a no does is, both
/// alike: where it is ticked because it is called what an entry says, whatever was kept of it would say that. A radio that
/// stands alone takes no *no*.
pub(super) fn may_be_learned(asked: &Asked, key: &ProfileKey, source: &Source<'_>) -> bool {
    match asked.kind {
        AskKind::Tick => bind::is_yes_or_no(source, key),
        AskKind::Group => asked.fields.len() > 1,
        AskKind::Text | AskKind::Choice | AskKind::File => true,
    }
}

/// The entry that a recipe means, of those that the person has in this profile.
pub(super) fn key_of(
    used: &Use,
    asked: &Asked,
    page: &Page,
    keys: &[ProfileKey],
) -> Option<ProfileKey> {
    match used {
        Use::Key(_) | Use::Own(_) => keys.iter().find(|key| use_of(key) == *used).cloned(),
        Use::Answer => {
            let answer = plan::answer_key(&page.observation, asked.field)?;
            keys.contains(&answer).then_some(answer)
        }
        Use::Leave | Use::Open => None,
    }
}
