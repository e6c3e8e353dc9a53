//! Actions: what a planner may ask for, and what came of it.

use serde::{Deserialize, Deserializer, Serialize, de::Error as _};

use crate::{key::ProfileKey, private::Private, target::Target};

/// One thing to do on a page. JSON is tagged by `type`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub enum AgentAction {
    /// Write text into a field.
    Fill {
        /// The field.
        target: Target,
        /// What to write.
        #[serde(flatten)]
        source: ValueSource,
        /// Whether what is there is replaced; `false` appends.
        #[serde(default = "yes")]
        clear: bool,
    },
    /// Choose an option by its value or its text.
    Select {
        /// The field.
        target: Target,
        /// Which option.
        #[serde(flatten)]
        source: ValueSource,
    },
    /// Tick or untick.
    Check {
        /// The checkbox, radio or switch.
        target: Target,
        /// The state it should have.
        checked: bool,
    },
    /// Press a button or link.
    Click {
        /// The element.
        target: Target,
        /// A planner's wish to ask first. It can only raise the gate.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        requires_approval: Option<bool>,
    },
    /// Go to another page.
    Navigate {
        /// Absolute URL.
        url: String,
    },
    /// Wait until an element is there.
    WaitFor {
        /// The element.
        target: Target,
        /// How long at most.
        #[serde(default = "fifteen_seconds")]
        timeout_ms: u32,
    },
    /// Look closer at the page.
    Extract {
        /// A part of the page; all of it if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<Target>,
        /// What to bring back.
        #[serde(default)]
        mode: ExtractMode,
    },
    /// Ask the person for a code, a captcha's answer or a sign-in.
    RequestVerification {
        /// What is needed.
        kind: VerificationKind,
        /// What the page says about it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        context: Option<String>,
    },
    /// Put a document of the profile into a file field.
    Upload {
        /// The file field.
        target: Target,
        /// Which document, such as `documents.cv`.
        value_from: ProfileKey,
    },
    /// Ask the person what only the person knows. Asked once, remembered.
    AskUser {
        /// One list for the whole page.
        questions: Vec<Question>,
    },
    /// Nothing is left to do.
    Done {
        /// What was achieved, for the person.
        summary: String,
    },
}

fn yes() -> bool {
    true
}

fn fifteen_seconds() -> u32 {
    15_000
}

impl AgentAction {
    /// The name in the JSON's `type`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Fill { .. } => "FILL",
            Self::Select { .. } => "SELECT",
            Self::Check { .. } => "CHECK",
            Self::Click { .. } => "CLICK",
            Self::Navigate { .. } => "NAVIGATE",
            Self::WaitFor { .. } => "WAIT_FOR",
            Self::Extract { .. } => "EXTRACT",
            Self::RequestVerification { .. } => "REQUEST_VERIFICATION",
            Self::Upload { .. } => "UPLOAD",
            Self::AskUser { .. } => "ASK_USER",
            Self::Done { .. } => "DONE",
        }
    }

    /// The element that the action is for, if it is for one.
    pub fn target(&self) -> Option<&Target> {
        match self {
            Self::Fill { target, .. }
            | Self::Select { target, .. }
            | Self::Check { target, .. }
            | Self::Click { target, .. }
            | Self::WaitFor { target, .. }
            | Self::Upload { target, .. } => Some(target),
            Self::Extract { target, .. } => target.as_ref(),
            Self::Navigate { .. }
            | Self::RequestVerification { .. }
            | Self::AskUser { .. }
            | Self::Done { .. } => None,
        }
    }
}

/// Where a value comes from. In JSON: either `"value": …` or `"valueFrom": "key"`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub enum ValueSource {
    /// The literal itself, for clients that sent a profile.
    #[serde(rename = "value")]
    Literal(Private),
    /// The key of a value that whoever holds the profile binds.
    #[serde(rename = "valueFrom")]
    Key(ProfileKey),
}

// Exactly one of the two must be there; serde by itself would take the first and pass over the other.
impl<'de> Deserialize<'de> for ValueSource {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Both {
            #[serde(default)]
            value: Option<Private>,
            #[serde(default)]
            value_from: Option<ProfileKey>,
        }
        let both = Both::deserialize(deserializer)?;
        match (both.value, both.value_from) {
            (Some(literal), None) => Ok(Self::Literal(literal)),
            (None, Some(key)) => Ok(Self::Key(key)),
            (None, None) => Err(D::Error::missing_field("value")),
            (Some(_), Some(_)) => Err(D::Error::custom("either `value` or `valueFrom`, not both")),
        }
    }
}

/// What `EXTRACT` brings back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub enum ExtractMode {
    /// The text that a person sees.
    #[default]
    VisibleText,
    /// The markup, without values.
    Html,
    /// The fields again.
    Fields,
}

/// What only the person can provide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub enum VerificationKind {
    /// A one-time code from an app or a text message.
    #[default]
    Otp,
    /// A code from an e-mail.
    EmailCode,
    /// A captcha, solved in the page.
    Captcha,
    /// A password.
    Password,
    /// A sign-in with another service.
    Oauth,
}

/// What an answer has to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub enum AnswerKind {
    /// A line of text.
    #[default]
    Text,
    /// Several lines.
    LongText,
    /// One of `Question::options`.
    Choice,
    /// Any number of `Question::options`, one a line.
    Choices,
    /// A whole date.
    Date,
    /// A month of a year.
    Month,
    /// A number.
    Number,
    /// An e-mail address.
    Email,
    /// A phone number.
    Phone,
    /// An address of the web.
    Url,
    /// A file, given as such.
    File,
}

impl AnswerKind {
    pub(crate) fn is_text(&self) -> bool {
        *self == Self::Text
    }
}

/// A question for the person.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct Question {
    /// `index` of the field in the observation.
    pub field: u32,
    /// The question as the page asks it.
    pub question: String,
    /// The choices, if the field has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<String>>,
    /// The key that the answer is remembered under, such as `answers.Notice period`.
    pub save_as: ProfileKey,
    /// Whether the form demands an answer.
    #[serde(default)]
    pub required: bool,
    /// An answer that a model proposes, one of `options`. It is shown as such and taken only if the person
    /// takes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suggested: Option<String>,
    /// The site that gets the answer.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub origin: String,
    /// Whether the answer is a secret: it is written once, and kept nowhere.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub once: bool,
    /// Whether the answer takes the place of one that was given before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub replaces: bool,
    /// The profile's own entry that the answer is kept as, where it has one of that meaning: `firstName`. Else it is
    /// kept under `save_as`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keep_as: Option<ProfileKey>,
    /// What the answer has to be.
    #[serde(default, skip_serializing_if = "AnswerKind::is_text")]
    pub kind: AnswerKind,
    /// How it is written, for a person: `e.g. 3 May 1990`. Empty where there is nothing to say.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub format: String,
    /// What the page says is wrong with what the field holds, in the page's words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub complaint: String,
    /// `accept` of a file field: which files it takes.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub accept: String,
}

/// What came of an action.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct ActionResult {
    /// Whether it took effect.
    pub ok: bool,
    /// Whether the job cannot go on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fatal: Option<bool>,
    /// What went wrong, for a person; never holds a value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Something worth knowing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// What `EXTRACT` brought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(value_type = Option<Object>))]
    pub data: Option<serde_json::Value>,
    /// Whether the page's state is different now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changed: Option<bool>,
    /// Whether the field, read back, holds what was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read_back: Option<bool>,
    /// Why it was not done, for a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<RefusalReason>,
}

/// Why an action was not done. Every refusal has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub enum RefusalReason {
    /// The action's type is not known.
    UnknownAction,
    /// The target does not name one element. A planner hears this whatever went wrong.
    // As versions before 0.2 wrote it.
    #[serde(alias = "target-not-found", alias = "target-ambiguous", alias = "target-invalid")]
    NotResolved,
    /// The element is of another kind than the action needs.
    WrongKind,
    /// The element is not in the page any more, or another stands in its place.
    ElementChanged,
    /// The words by which it is known are not those that were judged.
    WordsChanged,
    /// The document is not the one that was planned for.
    DocumentChanged,
    /// The page's origin is not the one that was granted.
    OriginChanged,
    /// Nobody can see the element.
    NotVisible,
    /// The element is disabled.
    Disabled,
    /// The element is read-only.
    ReadOnly,
    /// Something lies over the element.
    Covered,
    /// A press or key would have reached something that was never judged: what sends, leads elsewhere, or
    /// is not shown to belong to the field.
    NotJudged,
    /// The key names nothing that the person has.
    UnknownKey,
    /// A literal that comes from nowhere.
    NoProvenance,
    /// The value does not fit into the field.
    DoesNotFit,
    /// No option means the value.
    NoSuchOption,
    /// The page did not keep what was written.
    NotKept,
    /// The person must say yes first.
    NeedsApproval,
    /// The person has not agreed to giving this kind of data to this site.
    NoConsent,
    /// The values changed since the person said yes.
    ApprovalStale,
    /// The address is outside the granted site.
    ForeignUrl,
    /// Already tried, with the same outcome.
    Repeated,
    /// The person pressed Stop.
    Stopped,
    /// Nothing arrived in time.
    TimedOut,
    /// The page threw an error of its own.
    PageError,
}
