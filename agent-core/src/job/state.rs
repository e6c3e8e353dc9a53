//! What a job is: data that can be stored between any two events.
//!
//! What belongs to what it is doing is in its phase. The rest is grouped by topic, and stored side by side in
//! one object: names in it are unique, and clients read the record from it.

use std::collections::BTreeSet;

use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use serde_json::Value;
use shared_types::{
    AgentAction, JobRecord, ProfileKey, api::HistoryEntry, json, observation::FrameId,
};

use crate::model::pages::Pages;

use super::{
    budget::Budget,
    matched::Matching,
    permissions::Permissions,
    phase::{Phase, part},
    presses::Presses,
    recalled::Recall,
    suggestion::Suggestion,
};

/// How long a page may go on changing before it is read all the same, in milliseconds.
pub(super) const SETTLE_MS: u32 = 1_000;

/// A job.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Job {
    /// What popup, HUD and log show.
    #[serde(flatten)]
    pub record: JobRecord,
    /// What it is doing.
    pub phase: Phase,
    /// What was done on this form.
    pub history: Vec<HistoryEntry>,
    /// What the person wants done.
    pub goal: Option<String>,
    /// The page to open first.
    pub start_url: Option<String>,
    /// The one field that it is about, if it is.
    pub only: Option<OneField>,
    /// What the person agreed to.
    #[serde(flatten)]
    pub permissions: Permissions,
    /// What it has left.
    #[serde(flatten)]
    pub budget: Budget,
    #[serde(flatten)]
    pub(super) plan: Carried,
    #[serde(flatten)]
    pub(super) planner: Planner,
    #[serde(flatten)]
    pub(super) presses: Presses,
    #[serde(flatten)]
    pub(super) tab: Tab,
    #[serde(flatten)]
    pub(super) model: Advised,
    #[serde(flatten)]
    pub(super) recall: Recall,
    #[serde(flatten)]
    pub(super) matching: Matching,
    /// What agents would answer to open questions. In memory alone.
    #[serde(skip)]
    pub(super) suggestions: Vec<Suggestion>,
}

/// The one field of a job.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct OneField {
    pub(super) frame: FrameId,
    pub(super) element: u32,
    /// How it is found again once the page was read: its site and fingerprint.
    pub(super) origin: String,
    pub(super) fingerprint: String,
    /// Whether something was planned for it, or the person was asked.
    pub(super) tried: bool,
}

/// The plan that is carried out.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Carried {
    /// What is left of it.
    pub(super) pending: Vec<AgentAction>,
    /// Of the page that it was made for.
    pub(super) signature: String,
    /// Whether it was made in the extension.
    #[serde(rename = "ownPlan")]
    pub(super) is_own: bool,
    /// Keys that the server is not told of.
    #[serde(skip)]
    pub(super) home: BTreeSet<ProfileKey>,
}

/// Who plans.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Planner {
    /// Whether this job plans by itself from now on.
    pub(super) own_rules: bool,
    /// Whether the endpoint answers one action at a time.
    pub(super) single: bool,
    /// Whether the tab was brought forward for a planner; that is done once.
    pub(super) brought_forward: bool,
}

/// What the browser's own model said, and whether a page's writes went out before it was asked.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Advised {
    pub(super) advised: Pages,
    /// The same of a server's model.
    pub(super) by_server: Pages,
    /// The page that the rules were let write on first.
    pub(super) rules_first: String,
}

/// The page that the job works on.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Tab {
    /// Its address without query and fragment: by it the tab is found again.
    pub(super) page: String,
    /// What the popup said before the tab was lost.
    pub(super) said_before: Option<String>,
    /// Documents that fields were written in, as far as nothing was sent since.
    pub(super) wrote_in: Vec<String>,
    /// Whether anything was handed to a page to be written into it, whatever became of that.
    pub(super) has_written: bool,
    /// What the page tried to send or open by itself, as far as the person was told: document and attempt.
    pub(super) told_held: Option<(String, u32)>,
}

impl Job {
    fn read(stored: &Value) -> Result<Self, json::Error> {
        Ok(Self {
            record: json::from_value(stored)?,
            phase: Phase::read(stored)?,
            history: part(stored, "history")?,
            goal: part(stored, "goal")?,
            start_url: part(stored, "startUrl")?,
            only: part(stored, "only")?,
            permissions: json::from_value(stored)?,
            budget: json::from_value(stored)?,
            plan: json::from_value(stored)?,
            planner: json::from_value(stored)?,
            presses: json::from_value(stored)?,
            tab: json::from_value(stored)?,
            model: json::from_value(stored)?,
            recall: json::from_value(stored)?,
            matching: json::from_value(stored)?,
            suggestions: Vec::new(),
        })
    }
}

impl<'de> Deserialize<'de> for Job {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read(&Value::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl Job {
    /// Whether no page has heard of any value yet.
    pub fn has_written_nothing(&self) -> bool {
        !self.tab.has_written && self.record.written.is_empty()
    }

    /// Whether nothing was pressed in this job, as far as is known.
    pub fn has_pressed_nothing(&self) -> bool {
        let is_press = |entry: &HistoryEntry| matches!(entry.action, AgentAction::Click { .. });
        !self.may_have_sent() && !self.history.iter().any(is_press) && self.presses.is_untouched()
    }

    /// Whether something was pressed with a yes, or may have been when the worker ended, and no page said that it arrived.
    pub fn may_have_sent(&self) -> bool {
        matches!(self.phase, Phase::Clicking { .. }) || self.presses.may_have_sent()
    }
}

/// An address without query and fragment.
pub(super) fn page_address(url: &str) -> &str {
    url.split(['?', '#']).next().unwrap_or_default()
}
