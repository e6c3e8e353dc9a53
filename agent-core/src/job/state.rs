//! What a job is: data that can be stored between any two events.

use std::collections::BTreeSet;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use shared_types::{
    AgentAction, DataKind, JobRecord, Private, ProfileKey, Question, VerificationKind,
    api::HistoryEntry,
    json::{self, Tagged},
};

use crate::gate::{Allowance, FormState, Row};

use super::{
    consent, pressed,
    write::{Code, InFlight},
};

/// Rounds of observe, plan, execute, unless the settings say otherwise.
pub const MAX_STEPS: u32 = 40;
/// How long a page may go on changing before it is read all the same, in milliseconds.
pub(super) const SETTLE_MS: u32 = 1_000;

/// A job.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "camelCase", default)]
pub struct Job {
    /// What popup, HUD and log show.
    #[serde(flatten, skip_deserializing)]
    pub record: JobRecord,
    /// What it is doing.
    pub phase: Phase,
    /// What was done on this form.
    pub history: Vec<HistoryEntry>,
    /// What is left of the plan for this page.
    pub pending: Vec<AgentAction>,
    /// Sites that the person consented to.
    pub origins: Vec<String>,
    /// Whether a yes covers going on to further pages.
    pub covers_pages: bool,
    /// What the person agreed to give in this job, by site: the rows that were shown.
    pub allowed: Vec<Allowance>,
    /// Site and kind of thing that a card showed and the person did not tick: it is not asked for again.
    pub(super) declined: Vec<(String, DataKind)>,
    /// The consent card that is shown.
    pub(super) card: Option<consent::Card>,
    /// The card that was replied to, until the page was compared with it.
    pub(super) answered_card: Option<consent::Card>,
    /// What the open questions are about.
    pub(super) questioned: Vec<Row>,
    /// Page of the form, and consent cards that were shown on it.
    pub(super) cards: (u32, u32),
    /// Whether the endpoint answers one action at a time.
    pub(super) single: bool,
    /// Other sites that forms send to, each with what would go there, as the person was shown.
    pub(super) rows_to_places: Vec<(String, Row)>,
    /// The site that a code was asked for, and the fields that it was asked for.
    pub(super) code_for: Option<(String, Vec<String>)>,
    /// What the planner said that a code is for; it is repeated to the planner alone.
    pub(super) code_context: String,
    /// The site and the field of each open question.
    pub(super) asked_fields: Vec<AskedField>,
    /// The address that the open approval is about.
    pub(super) asked_place: Option<String>,
    /// Whether the plan that is carried out was made in the extension.
    pub(super) own_plan: bool,
    /// Whether the tab was brought forward for a planner; that is done once.
    pub(super) brought_forward: bool,
    /// When the consent card was shown, and how long such cards were open.
    pub(super) paused_at: f64,
    pub(super) waited_ms: f64,
    /// Whether what was pressed last was pressed without a yes: it may send nothing.
    pub(super) is_unasked: bool,
    /// The click that the open approval is about, and the form as it was then.
    pub asked: Option<FormState>,
    /// The site that the open approval is about, when the page moved to another one.
    pub asked_site: Option<String>,
    /// Largest number of rounds.
    pub max_steps: u32,
    /// Whether this job plans by itself from now on.
    pub own_rules: bool,
    /// What the person wants done.
    pub goal: Option<String>,
    /// The page to open first.
    pub start_url: Option<String>,
    pub(super) signature: String,
    pub(super) extracts: u32,
    pub(super) idle_rounds: u32,
    pub(super) changed_in_round: bool,
    pub(super) not_ready: u32,
    /// The last button whose click changed nothing, and the page's state then.
    pub(super) dead_click: Option<(String, String)>,
    /// The button of a click that may or may not have arrived, because the worker ended in between.
    pub(super) lost_click: Option<String>,
    /// What was other than approved when it was pressed.
    pub(super) changed: pressed::Changed,
    /// Whether the page was read once more since the last write.
    pub(super) looked_again: bool,
    /// What the page tried to send or open by itself, as far as the person was told: document and attempt.
    pub(super) told_held: Option<(String, u32)>,
    /// Address of the page without query and fragment: by it the tab is found again.
    pub(super) page: String,
    /// What the popup said before the tab was lost.
    pub(super) said_before: Option<String>,
    /// Keys that the server is not told of, as of the plan that is carried out.
    #[serde(skip)]
    pub(super) home: BTreeSet<ProfileKey>,
    #[serde(skip)]
    pub(super) in_flight: Vec<InFlight>,
    #[serde(skip)]
    pub(super) code: Option<Code>,
    /// What the open approval asks: whether this code may be entered. By its fields.
    #[serde(skip)]
    pub(super) code_asked: Option<CodeAsked>,
    /// Answers that are used once.
    #[serde(skip)]
    pub(super) once: Vec<(Question, Private)>,
}

/// Where the answer to a question goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AskedField {
    pub(super) save_as: ProfileKey,
    pub(super) origin: String,
    pub(super) fingerprint: String,
}

/// The card about a code that came from the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CodeAsked {
    pub(super) kind: VerificationKind,
    pub(super) context: String,
    /// What the field is called.
    pub(super) label: String,
    /// Fingerprints of the fields that it goes into.
    pub(super) fields: Vec<String>,
    pub(super) agreed: bool,
}

impl Serialize for Job {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

// The record lies among the other parts, as clients expect it; both are read from the same object.
impl<'de> Deserialize<'de> for Job {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stored = serde_json::Value::deserialize(deserializer)?;
        let record = json::from_value(&stored).map_err(D::Error::custom)?;
        let job = Self::deserialize(json::Reader(&stored)).map_err(D::Error::custom)?;
        Ok(Self { record, ..job })
    }
}

/// What a job is doing.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(tag = "name", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Phase {
    /// Nothing yet.
    #[default]
    New,
    /// The tab is being opened.
    Opening,
    /// The page is being read, for a plan.
    Observing,
    /// A plan is awaited.
    Planning,
    /// Fields are being written.
    Writing,
    /// The page is read after writing.
    Settling,
    /// The page is read to enter a code.
    EnteringCode {
        /// What the code is for.
        kind: VerificationKind,
        /// What the page says about it.
        context: String,
    },
    /// The page is read to write answers that are used once.
    EnteringAnswers,
    /// The page is read to compare it with what the person said yes to.
    Confirming,
    /// A click is under way. Persisted before it is sent: it happens at most once.
    Clicking {
        /// The button's fingerprint.
        button: String,
        /// State of the page before.
        before: String,
    },
    /// The page is read to see what a click did.
    Outcome {
        /// The fingerprint of the button that was clicked; empty for a navigation.
        button: String,
        /// State of the page before.
        before: String,
        /// Milliseconds since 1970.
        since: f64,
    },
    /// An element is awaited.
    Waiting {
        /// Milliseconds since 1970.
        until: f64,
    },
    /// The person is asked.
    Paused,
    /// It is over.
    Ended,
}

impl<'de> Deserialize<'de> for Phase {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read(&Tagged::read(deserializer, "name")?).map_err(D::Error::custom)
    }
}

impl Phase {
    fn read(parts: &Tagged) -> Result<Self, json::Error> {
        Ok(match parts.tag() {
            "opening" => Self::Opening,
            // Versions before had the page resolve selectors: what was asked is planned anew.
            "observing" | "querying" => Self::Observing,
            "planning" => Self::Planning,
            "writing" => Self::Writing,
            "settling" => Self::Settling,
            "enteringCode" => {
                Self::EnteringCode { kind: parts.need("kind")?, context: parts.need("context")? }
            }
            "enteringAnswers" => Self::EnteringAnswers,
            "confirming" => Self::Confirming,
            "clicking" => {
                Self::Clicking { button: parts.need("button")?, before: parts.need("before")? }
            }
            "outcome" => Self::Outcome {
                button: parts.need("button")?,
                before: parts.need("before")?,
                since: parts.need("since")?,
            },
            "waiting" => Self::Waiting { until: parts.need("until")? },
            "paused" => Self::Paused,
            "ended" => Self::Ended,
            "new" => Self::New,
            _ => return Err(parts.unknown(&["a phase of this version"])),
        })
    }
}

/// An address without query and fragment.
pub(super) fn page_address(url: &str) -> &str {
    url.split(['?', '#']).next().unwrap_or_default()
}
