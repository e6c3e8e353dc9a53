//! Messages between the worker and the content scripts of a page: one closed union for each direction.

use serde::{Deserialize, Serialize};

use crate::{
    hud::Hud,
    operation::{Operation, OperationResult, Signs},
    private::Private,
    settings::LogLevel,
    snapshot::{FormEntry, RawBox, RawPaint, RawSnapshot},
    table::PageLink,
};

/// What is held of what a page would send or open by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub enum Hold {
    /// Nothing: the person's turn, or what they said yes to.
    #[default]
    Nothing,
    /// What sends a form, or carries what is in it elsewhere: something was pressed that nobody was asked about.
    Sends,
    /// Everything: fields are written.
    Everything,
    /// What it held so far, for half a second more: the page has its turn after what was written last. Then it lets go by
    /// itself, whatever became of the worker.
    Turn,
}

/// Background → content script.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub enum ContentMessage {
    /// Gather a snapshot.
    Observe {
        /// Wait until the document has been quiet, at most this many milliseconds. 0: at once.
        settle_ms: u32,
    },
    /// Do these, in order, and gather a snapshot afterwards if asked.
    Execute {
        /// What to do.
        operations: Vec<Operation>,
        /// Whether the fields being written are outlined and scrolled to.
        show: bool,
        /// As in `OBSERVE`, after the last operation.
        settle_ms: u32,
        /// Whether the answer carries a snapshot.
        observe: bool,
        /// The job, for Stop and undo.
        job_id: String,
        /// What the buttons of widgets say.
        #[serde(default)]
        signs: Signs,
        /// What the documents around have just said to be seen, where the document is in a frame of another origin.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seen: Option<SeenAround>,
    },
    /// Hold, or let go again, what the page would send or open by itself.
    Hold {
        /// What of it is held from now on.
        hold: Hold,
    },
    /// What goes along when this is pressed.
    Entries {
        /// The content script's number of the button, or of the form.
        button: u32,
    },
    /// Where these elements are in the outermost window that this document can look into.
    Places {
        /// Numbers of the elements.
        elements: Vec<u32>,
        /// Whether they are scrolled to, as far as the browser lets a frame scroll what is around it.
        scroll: bool,
    },
    /// What parts of a frame of another origin that this document shows have too little of to be seen.
    Framed {
        /// Number of the element that shows the frame.
        element: u32,
        /// The how manieth of `window.frames` the frame said that it is.
        frame: u32,
        /// The parts, in the frame's own window.
        parts: Vec<RawBox>,
        /// What there must be of each at least.
        least: RawPaint,
    },
    /// Which field was focused or context-clicked last.
    Pointed,
    /// The links that are rendered on the page.
    Links,
    /// Which of these fields the person clicks or focuses next. The answer comes when they do, and names none once
    /// somebody else asks.
    NextPicked {
        /// Numbers of their elements.
        elements: Vec<u32>,
    },
    /// Stop what is being executed.
    Halt {
        /// The job.
        job_id: String,
    },
    /// Put back what the fields held.
    UndoWrites {
        /// The job.
        job_id: String,
    },
    /// Outline this element; nothing else comes of it.
    Outline {
        /// Number of the element; `None` takes the outline away.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        element: Option<u32>,
    },
    /// Show this on the page.
    Hud {
        /// `None` takes it away.
        hud: Option<Hud>,
    },
    /// How much is logged to the console.
    SetLogLevel {
        /// The level.
        level: LogLevel,
    },
}

/// What the documents around a frame of another origin were asked about: an operation is for it as it was then.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct SeenAround {
    /// Where the element of each operation was, as `PLACES` said.
    pub places: Vec<Option<RawBox>>,
    /// Where the frame was: `RawSnapshot::place`.
    pub path: Vec<u32>,
}

/// Content script → background, in answer.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ContentReply {
    /// One for each operation that was reached.
    pub results: Vec<OperationResult>,
    /// The frame as it is now, if asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub snapshot: Option<RawSnapshot>,
    /// What goes along with a press, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<FormEntry>,
    /// With `entries`: how and where to the press sends, and the button itself, as text.
    #[serde(default, skip_serializing_if = "Private::is_empty")]
    pub way: Private,
    /// With `entries`: `RawControl::digest` of what is pressed, of that very moment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub way_digest: Option<String>,
    /// With `entries`: [`RawSnapshot::values_digest`] of that very moment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values_digest: Option<String>,
    /// The content script's number of the field that was pointed at last, or next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pointed: Option<u32>,
    /// The links that are rendered, in the page's order, as they are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<PageLink>,
    /// Where elements, or parts of a frame, are in the outermost window that the document can look into; none for what is
    /// not there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<Option<RawBox>>,
    /// The how manieth of its parent's `window.frames` that window is; none for the page itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<u32>,
    /// `RawSnapshot::place`, as it was when places were told.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<u32>,
    /// Whether operations were left undone, because what was said around is no longer of the place of the next.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_stale: bool,
    /// What parts of a frame have too little of to be seen: the name of a measure, `covered`, `window` where scrolling may
    /// help, empty where it is enough.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lacks: Vec<String>,
    /// What was wrong with the message, if something was.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub error: String,
    /// Fields put back, and fields left alone.
    pub undone: (u32, u32),
    /// Milliseconds spent executing.
    pub execute_ms: f64,
    /// Milliseconds spent waiting for the page to be quiet.
    pub settle_ms: f64,
}
