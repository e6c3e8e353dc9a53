//! What crosses a process: actions, targets, observations, the profile, jobs, API bodies and messages.
//!
//! Every shape is declared once, here. The HTTP document, the JSON schema and the types that the
//! extension's JavaScript is checked against are derived from these declarations (feature `schemas`).
//! There is no logic in this crate and no IO.

pub mod action;
pub mod agents;
pub mod answer;
pub mod api;
pub mod consent;
pub mod content;
pub mod hud;
pub mod import;
pub mod job;
pub mod json;
pub mod key;
pub mod learned;
pub mod message;
pub mod observation;
pub mod operation;
pub mod private;
pub mod profile;
pub mod profiles;
pub mod receipt;
pub mod recipes;
pub mod search;
pub mod settings;
pub mod sheet;
pub mod snapshot;
pub mod table;
pub mod target;
#[cfg(feature = "schemas")]
pub mod typescript;
pub mod whole;

pub use action::{
    ActionResult, AgentAction, AnswerKind, ExtractMode, Question, RefusalReason, ValueSource,
    VerificationKind,
};
pub use answer::{AnswerNote, AskedQuestion, SiteAnswer};
pub use consent::{Consent, ConsentItem, ConsentRequest, DataKind, Scope, Tier};
pub use job::{JobMode, JobRecord, JobStatus};
pub use key::{ProfileId, ProfileKey};
pub use observation::{Button, Field, FieldOption, Observation, Omitted, ValueState, Widget};
pub use private::Private;
pub use profile::{Profile, Record};
pub use profiles::ProfileSet;
pub use receipt::Receipt;
pub use sheet::{RowChoice, RowReply, Sheet};
pub use target::{ElementType, Target};
#[cfg(feature = "schemas")]
pub use typescript::typescript;
