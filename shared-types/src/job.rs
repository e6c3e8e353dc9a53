//! A job, as popup, HUD and log show it.

use serde::{Deserialize, Serialize};

use crate::{
    action::{Question, VerificationKind},
    consent::{ConsentRequest, Tier},
    key::ProfileId,
    observation::Omitted,
    private::Private,
    table::RowOf,
};

/// Where a job is. `idle → starting → running → done | stopped | error`, with pauses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub enum JobStatus {
    /// Nothing was started.
    #[default]
    Idle,
    /// The page is being opened.
    Starting,
    /// Observing, planning or writing.
    Running,
    /// A yes is needed before something is sent.
    PausedForApproval,
    /// A code, a captcha or a sign-in is needed.
    NeedsVerification,
    /// Answers are needed.
    NeedsInput,
    /// Finished.
    Done,
    /// Stopped by the person.
    Stopped,
    /// Could not go on.
    Error,
}

impl JobStatus {
    /// Whether the job has ended.
    pub fn is_final(self) -> bool {
        matches!(self, Self::Done | Self::Stopped | Self::Error)
    }

    /// Whether the job waits for the person.
    pub fn is_pause(self) -> bool {
        matches!(self, Self::PausedForApproval | Self::NeedsVerification | Self::NeedsInput)
    }
}

/// Whether the tab is in front while the job runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub enum JobMode {
    /// The person watches.
    #[default]
    Live,
    /// The tab stays where it is.
    Background,
}

/// What `planner_note` says of a page that the server planned.
pub const PLANNED_BY_SERVER: &str = "Planned by the server";

/// What is stored under `job:<id>`. It never holds a profile value.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct JobRecord {
    /// Where it is.
    pub status: JobStatus,
    /// Rounds of observe, plan, execute so far.
    pub step: u32,
    /// The browser's number of the tab.
    pub tab_id: Option<i32>,
    /// Live or background.
    pub mode: JobMode,
    /// Whether the person has said yes to what is pending.
    pub approved: bool,
    /// Whether a yes is needed.
    pub needs_approval: bool,
    /// Whether Stop was pressed.
    pub stop: bool,
    /// Why it ended in `error`.
    pub error: Option<String>,
    /// What kind of thing that was, where something is known to help.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<Trouble>,
    /// What it achieved.
    pub result: Option<String>,

    /// Its id.
    pub id: String,
    /// The profile that it fills from. Older versions say nothing of it and mean the first.
    #[serde(skip_serializing_if = "ProfileId::is_first")]
    pub profile_id: ProfileId,
    /// Fields and pages so far.
    pub progress: Progress,
    /// What the popup says now.
    pub message: String,
    /// The question that is on the approval card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approval: Option<Approval>,
    /// What the consent card asks before the first write; the status is `paused_for_approval`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consent: Option<ConsentRequest>,
    /// What is asked for while `needs_verification`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verification: Option<Verification>,
    /// What is asked for while `needs_input`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<Question>,
    /// Fields left alone on this page, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<OpenField>,
    /// Fields written on all pages: label and where the value came from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub written: Vec<WrittenField>,
    /// How the page was planned: [`PLANNED_BY_SERVER`], or why the extension planned it alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub planner_note: Option<String>,
    /// Whether the server has planned for so long that it may be asking a model, which the person may go on without.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub model_thinks: bool,
    /// Whether the person went on without a model: none is asked about this form again.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub without_model: bool,
    /// The site that Start was pressed on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// What the observation left out.
    #[serde(skip_serializing_if = "Omitted::is_nothing")]
    pub omitted: Omitted,
    /// When it started, milliseconds since 1970.
    pub started_at: f64,
    /// Milliseconds from Start until the first page was filled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filled_after_ms: Option<f64>,
    /// Of these, milliseconds that were ours: snapshot, transfer, decision, writing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own_ms: Option<f64>,
    /// What asking models came to.
    #[serde(skip_serializing_if = "ModelUse::is_nothing")]
    pub model_use: ModelUse,
    /// What the page says is wrong, since a press: shown on every card until the page is left or says otherwise.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub page_says: Vec<PageSays>,
    /// Fields that Undo could put back now: those that were written in a page that is still there. None: Undo is not
    /// offered.
    #[serde(skip_serializing_if = "is_none")]
    pub undoable: u32,
    /// `Receipt::id` of what was sent last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receipt: Option<String>,
    /// When this very form was sent before, milliseconds since 1970, as the newest receipt says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sent_before: Option<f64>,
    /// Whether it fills one field alone and presses nothing.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub one_field: bool,
    /// The job that has filled this field before, where it is changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change_of: Option<String>,
    /// The agent that asked for it; none where the person began it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked_by: Option<AskedBy>,
    /// How often agents laid answers beside its questions, or these were withdrawn: the sheet has them as they are.
    #[serde(skip_serializing_if = "is_none")]
    pub suggestions: u32,
    /// The row of a table that it fills in; none where it was begun for one form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<RowOf>,
}

/// What asking models about the pages of a job came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct ModelUse {
    /// How often one was asked.
    pub calls: u32,
    /// Tokens sent, as far as the models say.
    pub input_tokens: u32,
    /// Tokens received, as far as they say.
    pub output_tokens: u32,
}

impl ModelUse {
    fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    /// Adds what another page came to.
    pub fn add(&mut self, other: Self) {
        self.calls = self.calls.saturating_add(other.calls);
        self.input_tokens = self.input_tokens.saturating_add(other.input_tokens);
        self.output_tokens = self.output_tokens.saturating_add(other.output_tokens);
    }
}

/// An agent that asked for a job.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct AskedBy {
    /// What the server knows it by.
    pub key: String,
    /// As the person called it.
    pub name: String,
    /// The site of the form that it asked about.
    pub origin: String,
}

fn is_none(n: &u32) -> bool {
    *n == 0
}

/// Something that the page says is wrong, in the page's words.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct PageSays {
    /// `index` of the field that it is about; none where it is about the whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<u32>,
    /// What that field is called.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// The page's words.
    pub text: String,
}

/// Progress of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct Progress {
    /// Fields of this page that hold what they should.
    pub filled: u32,
    /// Fields of this page that can be filled in at all.
    pub total: u32,
    /// Which page of the form this is, from 1.
    pub page: u32,
}

/// A request for a yes.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct Approval {
    /// An approval is for this id alone.
    pub id: String,
    /// What is pressed: the button's text.
    pub action: String,
    /// The site.
    pub origin: String,
    /// Where the form goes, if elsewhere or known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form_action: Option<String>,
    /// Why it is asked.
    pub reasons: Vec<String>,
    /// Whether a yes may cover going on to further pages of this form.
    pub may_cover_pages: bool,
    /// Secrets that the form holds: each must be ticked with the yes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub secrets: Vec<String>,
}

/// Where something stands that goes along with a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub enum ShownGroup {
    /// In a field that is seen now.
    #[default]
    Current,
    /// In a field that is not seen now: on an earlier step, in a closed part.
    Unseen,
    /// In a hidden input.
    Hidden,
    /// In no field: added by the page's script, or by the button.
    Added,
}

/// Something that a form holds, for the approval card only. Never stored, never sent.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct ShownValue {
    /// The field's label.
    pub label: String,
    /// What it holds now.
    pub value: Private,
    /// Where the value came from: a profile key, or what else is known.
    pub source: String,
    /// Whether the value is not that entry itself and follows from it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub derived: bool,
    /// What the page had preset there.
    #[serde(skip_serializing_if = "Private::is_empty")]
    pub page_said: Private,
    /// Who decided what it got.
    #[serde(skip_serializing_if = "DecidedBy::is_rules")]
    pub by: DecidedBy,
    /// How sure it is that the field asks for that.
    #[serde(skip_serializing_if = "Sure::is_sure")]
    pub sure: Sure,
    /// What the field was taken for, and by which words: for "check this".
    #[serde(skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// Where it stands.
    pub group: ShownGroup,
    /// Whether it changes at each press, so that what is sent may be another value.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub varies: bool,
}

/// A request for a code or a sign-in.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct Verification {
    /// What is needed.
    pub kind: VerificationKind,
    /// What the page says about it.
    pub context: String,
    /// The site that gets it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub origin: String,
    /// What the field is called that it goes into; empty where there is none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub field: String,
    /// Whether the server's plan asks for it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub by_server: bool,
    /// What is typed in, as a person calls it.
    pub what: VerifiedBy,
    /// What the page says is wrong with the code that was entered last, in the page's words.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub complaint: String,
    /// How many characters its field takes, where the page says that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_length: Option<u32>,
}

/// What only the person has, as they call it: it names the input and says whether it is shown as it is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub enum VerifiedBy {
    /// A one-time code.
    #[default]
    Code,
    /// The security code of a card: three or four digits, covered as it is typed.
    CardCode,
    /// A password that the person has: covered.
    Password,
    /// A password that the person makes up: covered.
    NewPassword,
    /// A captcha, in the page.
    Captcha,
    /// A sign-in, in the page.
    SignIn,
}

/// A field that was left alone.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct OpenField {
    /// `index` in the observation.
    pub field: u32,
    /// Why, for a person.
    pub reason: String,
    /// Why, for a program.
    pub code: OpenCode,
    /// The field's label.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// Whether the form demands it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub required: bool,
    /// Keys that fit equally well.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<crate::key::ProfileKey>,
}

/// What ended a job, where the person can do something about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub enum Trouble {
    /// The page's tab was closed.
    TabClosed,
    /// The browser keeps extensions out of the page.
    KeptOut,
    /// The page has no form.
    NoForm,
    /// The page did not answer.
    NoAnswer,
}

/// Why a field was left alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub enum OpenCode {
    /// What it asks for is not known.
    #[default]
    NotUnderstood,
    /// It is understood, the profile has nothing for it.
    NoValue,
    /// Two keys fit equally.
    Ambiguous,
    /// It already holds something.
    AlreadyFilled,
    /// It cannot be seen.
    NotVisible,
    /// Disabled or read-only.
    NotEditable,
    /// The value does not fit.
    DoesNotFit,
    /// Only the person may give it: consent, code, captcha.
    PersonOnly,
    /// It is in a frame of another site.
    ForeignFrame,
    /// Writing it failed.
    WriteFailed,
    /// It asks for nothing of a person: search, coupon, quantity.
    NotPersonal,
}

/// Who decided what a field gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub enum DecidedBy {
    /// The rules.
    #[default]
    Rules,
    /// The server, by rules of its own or by a model.
    Server,
    /// What worked on this form at an earlier visit.
    Memory,
    /// A model, the server’s or the browser’s own.
    Model,
    /// The person.
    Person,
}

impl DecidedBy {
    /// Whether the rules did.
    pub fn is_rules(&self) -> bool {
        *self == Self::Rules
    }
}

/// How sure it is that a field asks for what it gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub enum Sure {
    /// As sure as it gets.
    #[default]
    Sure,
    /// The person should look at it.
    Check,
}

impl Sure {
    /// Whether it is as sure as it gets.
    pub fn is_sure(&self) -> bool {
        *self == Self::Sure
    }
}

/// A field that was written.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct WrittenField {
    /// The field's label.
    pub label: String,
    /// Where the value came from.
    pub source: String,
    /// Whether the value is not that entry itself and follows from it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub derived: bool,
    /// What the page had preset there, which the value took the place of.
    #[serde(skip_serializing_if = "Private::is_empty")]
    pub page_said: Private,
    /// The field's fingerprint.
    pub fingerprint: String,
    /// Whether it was read back and held.
    pub verified: bool,
    /// Page of the form.
    pub page: u32,
    /// How it was written.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub strategy: String,
    /// What the field was taken for, how surely, and by which evidence: words of the page, no values.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// How carefully the value is handled.
    #[serde(skip_serializing_if = "is_ordinary")]
    pub tier: Tier,
    /// What kind of thing it is, where that matters: `payment card`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub thing: String,
    /// Who decided what it got.
    #[serde(skip_serializing_if = "DecidedBy::is_rules")]
    pub by: DecidedBy,
    /// How sure it is that the field asks for that; of what the person said yes to, as sure as it gets.
    #[serde(skip_serializing_if = "Sure::is_sure")]
    pub sure: Sure,
    /// Whether its label is that of what was chosen, so that it says what the value is.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_choice: bool,
}

fn is_ordinary(tier: &Tier) -> bool {
    *tier == Tier::Ordinary
}
