//! The review sheet: what would be written, field by field, and what the person makes of it.
//!
//! A sheet holds values. It is made when it is asked for, goes to the extension's own page and is neither kept nor
//! logged. The reply names rows; only what the person typed is a value in it.

use serde::{Deserialize, Serialize};

use crate::{
    action::Question,
    consent::Tier,
    job::{DecidedBy, OpenCode, Sure},
    key::ProfileKey,
    observation::FrameId,
    private::Private,
    profile::Document,
};

/// What a job would write on this page, has written, asks and leaves open, in the page's order.
///
/// Before the first write it is the consent card, grown: `card_id` is the card's, and `GRANT` replies to it. Without
/// a card (`card_id` empty) it is for reading alone.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Sheet {
    /// Which job.
    pub job_id: String,
    /// `ConsentRequest::id` of the card that a reply is for; empty where nothing is asked.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub card_id: String,
    /// The site.
    pub origin: String,
    /// The rows.
    pub rows: Vec<SheetRow>,
}

/// One field, or one group of choices.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct SheetRow {
    /// Names the row in the reply. The same field keeps it for as long as the page is open.
    pub id: String,
    /// `index` of the field in the observation.
    pub field: u32,
    /// The frame that it is in, to outline it.
    #[cfg_attr(feature = "schemas", ts(type = "number"))]
    pub frame_id: FrameId,
    /// The content script's number of its element, to outline it.
    pub element: u32,
    /// What the field is called.
    pub label: String,
    /// The heading that it stands under; empty where there is none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub section: String,
    /// Whether the form demands it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub required: bool,
    /// What is to become of it, or became.
    pub state: RowState,
    /// Whether its tick is set at first: what is filled unless the person chooses otherwise.
    pub chosen: bool,
    /// The field's fingerprint where Vaulty has filled it: that of its entry in `JobRecord::written`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub fingerprint: String,
    /// What would be filled, as the field takes it; of a choice the words of the option, of a file its name.
    #[serde(skip_serializing_if = "Private::is_empty")]
    pub value: Private,
    /// Where that comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<RowSource>,
    /// How sure it is that the field asks for that.
    #[serde(skip_serializing_if = "Sure::is_sure")]
    pub sure: Sure,
    /// Who decided what it gets.
    #[serde(skip_serializing_if = "DecidedBy::is_rules")]
    pub by: DecidedBy,
    /// What the field was taken for, and by which words: for "check this".
    #[serde(skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// What the field holds now, where that is not what would be filled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holds: Option<Held>,
    /// How carefully the value is handled.
    pub tier: Tier,
    /// Which kind of thing it is: what `GRANT.kinds` and `GRANT.secrets` name for a tier above ordinary.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// How a person calls it where it is more than ordinary: `payment card`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub thing: String,
    /// Why it stays blank, for a person.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// Why it stays blank, for a program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<OpenCode>,
    /// Entries that fit equally well: the person chooses one with [`RowChoice::Take`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<ProfileKey>,
    /// How the person can answer it in place: kind of input, choices, format, and where an answer is kept. None for
    /// what nobody can answer here. In a row of state `ask` it is a question that the form waits for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<Question>,
    /// What the person chose for this field before, or answered to a question that may be the same: for them to take or
    /// not to take.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub near: Option<Near>,
    /// What an agent would answer: for the person to take or not to take.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggested: Option<Suggested>,
}

/// What an agent would answer to a question.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Suggested {
    /// The agent, as the person called it.
    pub agent: String,
    /// The answer, as it would be filled.
    pub text: Private,
}

/// What is known from before and may be meant.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Near {
    /// The question that it was given to; empty for what was chosen for this very field.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub question: String,
    /// Why it is laid there.
    #[serde(skip_serializing_if = "NearBy::is_before")]
    pub by: NearBy,
    /// The name of the list that says so; empty for what no list says.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub list: String,
    /// The entry, as the field would get it.
    pub offer: Offer,
}

/// Why something is laid beside a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub enum NearBy {
    /// It was chosen for this field, or answered to a question like this one.
    #[default]
    Before,
    /// A form like this one took it.
    Elsewhere,
    /// A file that the person took in says so.
    File,
    /// The rules would fill it, and the person left the field blank the last time.
    Rules,
    /// The rules would fill it, and the page refused it on two visits.
    Refused,
    /// A list that the person took in says so.
    List,
}

impl NearBy {
    fn is_before(&self) -> bool {
        *self == Self::Before
    }
}

/// What becomes of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub enum RowState {
    /// It would be filled.
    Fill,
    /// Vaulty has filled it.
    Filled,
    /// It holds something that Vaulty did not write; what Vaulty has is shown beside it.
    Held,
    /// Only the person can answer it.
    Ask,
    /// It stays blank; `reason` says why.
    #[default]
    Blank,
}

/// Where a value comes from.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct RowSource {
    /// From which part of what the person has.
    pub kind: SourceKind,
    /// The entry; none for what was typed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<ProfileKey>,
    /// Whether the value is not that entry itself and follows from it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub derived: bool,
    /// Whether it is an answer that the person keeps to the page's own site.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub only_here: bool,
    /// Of an answer that was neither given nor sent for a year: when it was last, in milliseconds since 1970. Else 0.
    #[serde(skip_serializing_if = "is_zero")]
    pub aged: f64,
}

/// A part of what the person has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub enum SourceKind {
    /// An entry of the profile that Vaulty knows by its own name.
    #[default]
    Profile,
    /// An entry that the person named.
    Own,
    /// An answer that the person gave before.
    Answer,
    /// The record that the job fills from.
    Record,
    /// A document.
    Document,
    /// The person, who typed it for this field.
    Typed,
}

/// What a field holds that Vaulty did not write.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Held {
    /// What it holds; of a password bullets.
    pub value: Private,
    /// Who put it there.
    pub by: HeldBy,
}

/// Who put into a field what it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub enum HeldBy {
    /// The person, the browser in their name, or a script: it is kept unless the person chooses ours.
    #[default]
    Person,
    /// The page came with it: ours is chosen.
    Page,
}

/// What the person makes of a row. A row that no reply names stays as the plan has it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct RowReply {
    /// `SheetRow::id`
    pub row: String,
    /// What becomes of it.
    #[serde(flatten)]
    pub choice: RowChoice,
}

/// What the person chooses for a row. JSON is tagged by `choice`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "choice", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub enum RowChoice {
    /// What is shown as `value`, also where the field holds something.
    Fill,
    /// Nothing: nobody writes into the field in this job, and its question is not asked.
    Leave,
    /// Another entry: "this is something else".
    Take {
        /// Which.
        key: ProfileKey,
    },
    /// The person's own words for this one field: an edited value, or the answer to a question.
    Write {
        /// The words.
        text: Private,
        /// Whether they are kept as well: as `Question::keep_as`, else under `Question::save_as`.
        #[serde(default)]
        keep: bool,
        /// Whether they are kept for the page's own site alone, under `Question::save_as`.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        only_here: bool,
    },
    /// What an agent would answer, as the sheet showed it. It is kept nowhere.
    OfAgent {
        /// The answer.
        text: Private,
    },
    /// A file for a file field. It is kept among the documents, under `Question::save_as`.
    Attach {
        /// The file.
        document: Document,
    },
}

/// An entry that a row could be filled with.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Offer {
    /// The entry.
    pub key: ProfileKey,
    /// What the field would get.
    pub value: Private,
    /// How carefully that is handled.
    pub tier: Tier,
    /// Which kind of thing it is: for a tier above ordinary it must be ticked in the reply as well.
    pub kind: String,
    /// How a person calls it where it is more than ordinary.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub thing: String,
    /// Whether it is an answer that the person keeps to the page's own site.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub only_here: bool,
    /// Of an answer that was neither given nor sent for a year: when it was last, in milliseconds since 1970. Else 0.
    #[serde(skip_serializing_if = "is_zero")]
    pub aged: f64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(time: &f64) -> bool {
    *time <= 0.0
}
