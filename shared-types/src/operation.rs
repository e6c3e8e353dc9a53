//! Operations: what the service worker has the content script do, one primitive thing each.
//!
//! The content script re-checks the facts that an operation carries, does it, reads back and reports.
//! It decides nothing.

use serde::{Deserialize, Serialize};

use crate::{action::RefusalReason, private::Private, snapshot::RawPaint};

/// One primitive step on one element.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Operation {
    /// The content script's number of the element (`RawNode::element`).
    #[serde(rename = "ref")]
    pub element: u32,
    /// What must still be true of it.
    pub expect: Expect,
    /// What to do.
    #[serde(flatten)]
    pub kind: OperationKind,
}

/// Facts that are checked again where the write happens.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Expect {
    /// `location.origin`
    pub origin: String,
    /// Local name in lower case.
    pub tag: String,
    /// `type` property; empty where there is none.
    #[serde(rename = "type")]
    pub kind: String,
    /// `id` attribute.
    pub id: String,
    /// `name` attribute.
    pub name: String,
    /// `RawSnapshot::values_digest`, when the form's values must be what the person approved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values_digest: Option<String>,
    /// `RawControl::digest` of what is pressed, when it must send what the person approved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub way: Option<String>,
    /// The same of the hidden inputs that go along, by the content script's number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<Vec<(u32, String)>>,
    /// Names and digests of all that goes along, as the card listed it ([`FormEntry::digest`]).
    ///
    /// [`FormEntry::digest`]: crate::snapshot::FormEntry::digest
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entries: Option<Vec<(String, String)>>,
    /// Names of entries that were shown to change at each press, and may.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub varies: Vec<String>,
    /// `RawControl::words`, where a field must still be called what it was called when it was judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// The number of what stands in for a control that cannot be seen itself: a label, an opener, a box.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub face: Option<u32>,
    /// What must be painted at least, of the element or of its face. Without it nothing is seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paint: Option<RawPaint>,
}

/// What to do with an element. JSON is tagged by `op`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub enum OperationKind {
    /// Make the text of a field this.
    SetText {
        /// The text.
        value: Private,
        /// How.
        strategy: TextStrategy,
    },
    /// Choose exactly these options of a `select`, by position.
    SetOptions {
        /// Positions in `RawControl::options`.
        positions: Vec<u32>,
        /// Their values, checked before choosing.
        values: Vec<String>,
    },
    /// Tick or untick by clicking, when it is not so already.
    SetChecked {
        /// The state it should have.
        checked: bool,
    },
    /// Put files into a file field.
    SetFiles {
        /// The files.
        files: Vec<FileData>,
    },
    /// Open a list that belongs to a combobox and report its options.
    OpenList {
        /// Text to filter by, for lists that want typing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        filter: Option<Private>,
        /// Whether what is chosen already is taken out first, where the box shows it as tokens.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        clear: bool,
    },
    /// Choose a date in the calendar that belongs to a field.
    PickDate {
        /// `YYYY-MM-DD`, or `YYYY-MM` where a month is wanted.
        date: Private,
    },
    /// Click the option with this number of the list that was opened, then report what the box shows.
    PickOption {
        /// The content script's number of the option.
        option: u32,
    },
    /// Close a list that was opened and not used.
    CloseList,
    /// Click.
    Click {
        /// Whether it may send a form: the person said yes to it.
        may_send: bool,
    },
    /// Report what is there.
    Read,
}

/// What the buttons of widgets say, in lower case and word by word. A button of a field that says anything
/// else is not pressed to open, turn or step it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Signs {
    /// What opens a list or a calendar.
    pub opens: Vec<String>,
    /// What turns the pages of a calendar.
    pub turns: Vec<String>,
    /// What makes a number larger.
    pub more: Vec<String>,
    /// What makes a number smaller.
    pub less: Vec<String>,
    /// What empties a field. It is never pressed, but may stand beside what is.
    pub clears: Vec<String>,
    /// Words of `opens` that choose: alone they choose what they stand beside, and open nothing.
    pub chooses: Vec<String>,
    /// Words of `opens` for what such a word opens then: a list.
    pub lists: Vec<String>,
    /// Words of `opens` for calendars: they open none for a list.
    pub days: Vec<String>,
}

/// How text is written. The page decides which one it understands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub enum TextStrategy {
    /// The native property setter, then `input` and `change`.
    #[default]
    Setter,
    /// `execCommand("insertText")` after selecting everything: trusted `input` events.
    InsertText,
    /// One character after another, with key events, as a person types.
    Keys,
    /// Each line as a token of its own, in a box that makes tokens of what is typed.
    Tokens,
}

/// A file to put into a field.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct FileData {
    /// File name.
    pub name: String,
    /// Media type.
    pub media_type: String,
    /// Contents in base64.
    pub data: Private,
}

/// What came of an operation.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct OperationResult {
    /// Whether it was done. Whether it *took* is decided from `read`.
    pub done: bool,
    /// Why not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<RefusalReason>,
    /// What stands in the way, for a person: `disabled`, or `covered by <div class=…>`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// What was other than approved, as in `RawSnapshot::press_changed`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<String>,
    /// What the page says is wrong with it since it was written, in the page's words; they may quote it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub complaint: Option<Private>,
    /// What the element holds now: text, or `true`/`false` for what can be ticked, or file names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read: Option<Private>,
    /// Positions of the chosen options of a `select`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<Vec<u32>>,
    /// The options of an opened list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list: Option<Vec<ListOption>>,
}

/// An option of an opened list.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ListOption {
    /// The content script's number of it.
    #[serde(rename = "ref")]
    pub element: u32,
    /// What a person reads.
    pub text: String,
    /// `aria-disabled`
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disabled: bool,
    /// `aria-selected`
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub selected: bool,
}
