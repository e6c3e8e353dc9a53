//! What a job is doing, with what belongs to that alone. Values are in it and never stored with it.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared_types::{JobStatus, Private, ProfileKey, Question, VerificationKind, json};

use crate::gate::{FormState, Row};

use super::{
    permissions::{Card, Place},
    suggestion::TakenFromAgent,
    write::{Code, CodePlace, InFlight},
};

/// What a job is doing.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Phase {
    /// Nothing yet.
    #[default]
    New,
    /// The tab is being opened.
    Opening,
    /// The page is being read, for a plan. Versions before had the page resolve selectors: what was asked is planned anew.
    #[serde(alias = "querying")]
    Observing,
    /// A plan is awaited.
    Planning,
    /// Fields are being written.
    Writing(Writes),
    /// The page is read after writing.
    Settling,
    /// The page is read to enter a code.
    EnteringCode(CodeEntry),
    /// The page is read to write answers that are used once.
    EnteringAnswers(Answers),
    /// The page is read to compare it with what the person said yes to.
    Confirming {
        /// The button and its form, as they were asked about; none where that went with the worker.
        asked: Option<Box<FormState>>,
    },
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
    Paused {
        /// What.
        #[serde(default = "About::lost_code")]
        about: About,
    },
    /// It is over.
    Ended,
}

/// What the person is asked.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum About {
    /// Whether this button may be pressed, with its form as it was then.
    Press(Box<FormState>),
    /// Whether to go on at this site, to which the page moved. Stored as the next one.
    #[serde(rename = "askedSite")]
    Site(String),
    /// Whether to open this address. Stored under a name that [`crate::exit`] keeps letter by letter.
    #[serde(rename = "askedPlace")]
    Place(String),
    /// Whether the code that came from the server may be entered.
    Code {
        /// The code and its card; none where it went with the worker.
        #[serde(skip)]
        entry: Option<Box<CodeEntry>>,
    },
    /// Whether these rows may be written.
    Consent(OpenCard),
    /// Questions of the form.
    Questions(OpenQuestions),
    /// A code, or something that the person does in the page.
    Verification(AskedCode),
}

/// Writes under way.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Writes {
    /// Those that are not done.
    #[serde(skip)]
    pub(super) in_flight: Vec<InFlight>,
}

/// A consent card that is shown.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct OpenCard {
    pub(super) card: Card,
    /// Since when, in milliseconds since 1970.
    pub(super) since: f64,
}

/// A code that is asked for.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AskedCode {
    /// Where it goes.
    pub(super) place: CodePlace,
    /// What the planner said that it is for; it is repeated to the planner alone.
    pub(super) context: String,
}

/// Open questions.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct OpenQuestions {
    /// The site and the field of each.
    pub(super) fields: Vec<AskedField>,
    /// What they are about, for consent.
    pub(super) rows: Vec<Row>,
}

/// Where the answer to a question goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AskedField {
    pub(super) save_as: ProfileKey,
    pub(super) origin: String,
    pub(super) fingerprint: String,
    /// The document that it was answered in, where it is for that alone.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) document: String,
}

/// What the person typed for single fields, and where it goes.
#[derive(Debug, Default)]
pub(super) struct TypedRows {
    pub(super) once: Vec<(Question, Private)>,
    pub(super) fields: Vec<AskedField>,
    /// Those that are an agent's.
    pub(super) of_agents: Vec<TakenFromAgent>,
    /// What was chosen for other fields, which stood where the card said.
    pub(super) chosen: Vec<(Row, Place)>,
}

/// Answers that are used once, and where they go.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Answers {
    #[serde(skip)]
    pub(super) once: Vec<(Question, Private)>,
    #[serde(skip)]
    pub(super) fields: Vec<AskedField>,
    /// Those that are an agent's.
    #[serde(skip)]
    pub(super) of_agents: Vec<TakenFromAgent>,
}

/// A code on its way into its field.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CodeEntry {
    /// What the code is for.
    pub(super) kind: VerificationKind,
    /// What the planner said about it.
    pub(super) context: String,
    #[serde(skip)]
    pub(super) place: CodePlace,
    /// None: it went with the worker.
    #[serde(skip)]
    pub(super) code: Option<Code>,
    /// The card that was shown for it.
    #[serde(skip)]
    pub(super) card: Option<CodeCard>,
}

/// The card about a code that came from the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CodeCard {
    /// What the field is called.
    pub(super) label: String,
    /// Fingerprints of the fields that it goes into.
    pub(super) fields: Vec<String>,
}

impl Phase {
    /// Reads it from a stored job. Versions before had what belongs to a phase beside it, in the job.
    pub(super) fn read(job: &Value) -> Result<Self, json::Error> {
        let mut phase: Self = part(job, "phase")?;
        match &mut phase {
            Self::Confirming { asked } if asked.is_none() => *asked = part(job, "asked")?,
            Self::Paused { about } if job.pointer("/phase/about").is_none() => {
                *about = About::beside_the_phase(job)?;
            }
            _ => {}
        }
        Ok(phase)
    }

    /// Drops the values that it holds.
    pub(super) fn forget_values(&mut self) {
        match self {
            Self::Writing(writes) => writes.in_flight.clear(),
            Self::EnteringCode(entry) => {
                entry.code = None;
                entry.card = None;
            }
            Self::EnteringAnswers(answers) => answers.once.clear(),
            Self::Paused { about: About::Code { entry } } => *entry = None,
            _ => {}
        }
    }

    /// Whether it waits for the page to be read.
    pub(super) fn reads_page(&self) -> bool {
        match self {
            Self::Observing
            | Self::Settling
            | Self::EnteringCode(_)
            | Self::EnteringAnswers(_)
            | Self::Confirming { .. }
            | Self::Outcome { .. }
            | Self::Waiting { .. } => true,
            Self::New
            | Self::Opening
            | Self::Planning
            | Self::Writing(_)
            | Self::Clicking { .. }
            | Self::Paused { .. }
            | Self::Ended => false,
        }
    }
}

impl About {
    /// About a code that went with the worker.
    fn lost_code() -> Self {
        Self::Code { entry: None }
    }

    /// As versions before stored it: one of several parts of the job says what a pause is about.
    fn beside_the_phase(job: &Value) -> Result<Self, json::Error> {
        if let Some(origin) = part(job, "askedSite")? {
            return Ok(Self::Site(origin));
        }
        if let Some(url) = part(job, "askedPlace")? {
            return Ok(Self::Place(url));
        }
        if let Some(asked) = part(job, "asked")? {
            return Ok(Self::Press(asked));
        }
        if job.get("consent").is_some_and(|request| !request.is_null()) {
            let card: Option<Card> = part(job, "card")?;
            let since = part(job, "pausedAt")?;
            return Ok(Self::Consent(OpenCard { card: card.unwrap_or_default(), since }));
        }
        Ok(match part(job, "status")? {
            JobStatus::NeedsInput => Self::Questions(OpenQuestions {
                fields: part(job, "askedFields")?,
                rows: part(job, "questioned")?,
            }),
            JobStatus::NeedsVerification => {
                let place: Option<(String, Vec<String>)> = part(job, "codeFor")?;
                let (origin, fields) = place.unwrap_or_default();
                let place = CodePlace { origin, fields };
                Self::Verification(AskedCode { place, context: part(job, "codeContext")? })
            }
            _ => Self::lost_code(),
        })
    }
}

/// A part of a stored job, or what it is where it was left out.
pub(super) fn part<T>(job: &Value, name: &str) -> Result<T, json::Error>
where
    T: serde::de::DeserializeOwned + Default,
{
    job.get(name).map_or_else(|| Ok(T::default()), json::from_value)
}
