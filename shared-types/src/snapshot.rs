//! The raw snapshot: the facts that the content script gathers in one pass over one frame.
//!
//! It holds what is there and judges nothing. Saved as JSON it replays natively, so that most of what
//! Vaulty understands of pages is tested without a browser.
//!
//! Fields that may be left out say `default` themselves, although their struct does: the generator of
//! the TypeScript declarations reads it there.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{observation::FrameId, private::Private};

/// One frame's facts. Nodes are listed in the order of the flat tree: what is in a shadow root stands
/// where it is rendered, and slotted nodes stand in their slots.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct RawSnapshot {
    /// `location.href`
    pub url: String,
    /// `location.origin`; `"null"` for an opaque origin.
    pub origin: String,
    /// `document.title`
    pub title: String,
    /// `document.documentElement.lang`
    pub lang: String,
    /// `document.readyState`
    pub ready_state: String,
    /// Width and height of the viewport in CSS pixels.
    pub viewport: (f64, f64),
    /// The nodes, parents before children.
    pub nodes: Vec<RawNode>,
    /// Characters of text that were cut.
    pub omitted_text_chars: u32,
    /// Controls beyond the limit of nodes.
    pub omitted_fields: u32,
    /// Frames of this document that could not be looked into (counted by elements).
    pub omitted_frames: u32,
    /// A digest over the values of the document's controls, only comparable in this document.
    pub values_digest: String,
    /// What the page tried to send or open by itself while it was written, and was held; the newest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<RawHeld>,
    /// What was other than approved when the approved press was kept back last: `values`, `way`,
    /// `hidden:NAME`, `gone`, `entry:NAME`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub press_changed: Vec<String>,
    /// Whether the person has pressed a key or a button of the mouse in this document (sticky activation).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub used: bool,
    /// Whether the browser may have put back what fields held on an earlier visit: a reload, or a way back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub restored: bool,
    /// Where the frame is: from the page down, the how manieth of its parent's `window.frames` each is. Empty for the page
    /// itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub place: Vec<u32>,
    /// Milliseconds that gathering took.
    pub gather_ms: f64,
}

/// What a page tried to send or open by itself.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct RawHeld {
    /// The how manieth attempt of this document it was, from 1 on.
    pub attempt: u32,
    /// The content script's number of the form; absent for what is no form's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<u32>,
    /// The content script's number of the button that the form was to be sent by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submitter: Option<u32>,
    /// Where the form goes.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub form_action: String,
    /// As `RawControl::digest`, of sending the form without a button.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub digest: String,
}

/// An element or a text. Exactly one of `tag` and `text` is set.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct RawNode {
    /// Index of the parent in `nodes`; absent for the root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<u32>,
    /// A text node's text, white space as in the document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// An element's local name in lower case.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub tag: String,
    /// The attributes that matter (see `content/markup.js`), verbatim.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub attrs: BTreeMap<String, String>,
    /// Number of the tree scope (document or shadow root) that ids are looked up in. 0: the document.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub scope: u32,
    /// The content script's number for the element, to name it in operations. Only on what can be
    /// operated: controls, buttons, links, options of lists, forms that were held.
    #[serde(default, rename = "ref", skip_serializing_if = "Option::is_none")]
    pub element: Option<u32>,
    /// True when the element or an ancestor is `display: none`, `visibility: hidden`, or skipped by
    /// `content-visibility`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// What is painted of it. For elements with `ref` that are not `hidden`, and for what holds text directly
    /// where it is in question whether that can be seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paint: Option<RawPaint>,
    /// What may be seen of a control in its stead, best first. Only where not all of it is painted itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faces: Vec<RawFace>,
    /// Left, top, width, height in CSS pixels, relative to the document. For elements with `ref` and
    /// for visible elements that hold text directly.
    #[serde(default, rename = "box", skip_serializing_if = "Option::is_none")]
    pub rect: Option<(f64, f64, f64, f64)>,
    /// Whether it is laid out as a block of its own (not inline). Only where names are read from:
    /// in labels, legends, buttons, links, and what ARIA attributes refer to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<bool>,
    /// Generated content: `::before` and `::after`, for labels, legends and buttons and what is in them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generated: Option<(String, String)>,
    /// Whether its style draws what is no text and may be words: pictures, counters, markers of its own. Only in
    /// what is pressed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub draws: bool,
    /// Whether the text right in it can hardly be read. Only in what is pressed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub faint: bool,
    /// The live state of a control.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<RawControl>,
    /// Of what shows a frame: the how manieth of `window.frames` that is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<u32>,
}

/// An entry of what a form would send (HTML, "constructing the entry list").
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct FormEntry {
    /// Its name.
    pub name: String,
    /// Its value; of a file the name, of a password bullets.
    pub value: Private,
    /// A digest of it as it would be sent, comparable within its document.
    pub digest: String,
    /// The content script's number of the control that it is of; absent where a script has added it, or the
    /// button that is pressed.
    #[serde(default, rename = "ref", skip_serializing_if = "Option::is_none")]
    pub element: Option<u32>,
    /// Whether it is a file.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_file: bool,
    /// Whether it is of a hidden input.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_hidden: bool,
    /// Whether it is other than what its control holds.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_changed: bool,
}

/// A box in a window, in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct RawBox {
    /// From the window's left edge.
    pub left: f64,
    /// From its top.
    pub top: f64,
    /// From its left edge.
    pub right: f64,
    /// From its top.
    pub bottom: f64,
}

/// What is painted of an element for a person who may scroll but does nothing else: measures of which more
/// is more to see (`content/paint.js`). Also what there must be of each at least, where something is written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct RawPaint {
    /// CSS pixels across that can be brought into view at once, after all that clips it; 0 where no
    /// scrolling leads.
    pub width: f64,
    /// The same from top to bottom.
    pub height: f64,
    /// Share of its box that this is.
    pub share: f64,
    /// The opacities of it and of all around it, multiplied. Of what fades in while nobody looks at the tab,
    /// that of the end.
    pub opacity: f64,
    /// How well what is written in it can be told from what is behind (WCAG 2.2, "contrast ratio", 1 to 21);
    /// of what stands in for a control, and of a box to tick that the browser does not draw, the best of all
    /// that is drawn in it. 21 where nothing is written, or a picture is behind.
    pub contrast: f64,
    /// Size of its letters on the screen in CSS pixels; 0 where text begins outside of its box.
    pub letter: f64,
    /// 1 when it stands upright, less the further it is turned, -1 when mirrored or upside down.
    pub upright: f64,
    /// Share of its points over which nothing lies.
    pub free: f64,
    /// Filters, masks, blend modes and clip paths of it and of all around it, as computed, each with its
    /// name: `filter: blur(4px)`.
    pub effects: Vec<String>,
}

/// All of it is seen.
impl Default for RawPaint {
    fn default() -> Self {
        Self {
            width: 100.0,
            height: 20.0,
            share: 1.0,
            opacity: 1.0,
            contrast: 21.0,
            letter: 16.0,
            upright: 1.0,
            free: 1.0,
            effects: Vec::new(),
        }
    }
}

/// What may be seen of a control in its stead.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct RawFace {
    /// The content script's number of it.
    #[serde(rename = "ref")]
    pub element: u32,
    /// How it belongs to the control.
    pub how: FaceKind,
    /// How many other controls are in it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub others: u32,
    /// What is painted of it.
    pub paint: RawPaint,
}

/// How something belongs to the control that it stands in for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub enum FaceKind {
    /// Its `label`, or what names it.
    #[default]
    Label,
    /// The element before or after it.
    Beside,
    /// The element around it.
    Around1,
    /// The one around that.
    Around2,
    /// And so on.
    Around3,
    /// As far as anything is looked at.
    Around4,
}

fn is_zero(n: &u32) -> bool {
    *n == 0
}

/// The live state of a form control, a button or a widget, from its DOM properties.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct RawControl {
    /// The `type` property (`submit` for a button without attribute), or `contenteditable`, or empty.
    #[serde(default, rename = "type", skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// Current value: text of a control, text of an editable element. Never of a password:
    /// there it is `"•"` when something is in it. Of chosen files their names.
    #[serde(default, skip_serializing_if = "Private::is_empty")]
    pub value: Private,
    /// Whether the browser says that the person has changed it (`:user-valid`, `:user-invalid`), or is about to:
    /// it has the focus and holds something else than the markup says.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub touched: bool,
    /// Whether it holds something else than the markup says (`defaultValue`, `defaultChecked`, `defaultSelected`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub changed: bool,
    /// `checked`, for what can be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checked: Option<bool>,
    /// Matches `:disabled`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disabled: bool,
    /// `readOnly`
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub read_only: bool,
    /// `required`
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub required: bool,
    /// `multiple`
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub multiple: bool,
    /// `maxLength`, if not negative.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_length: Option<u32>,
    /// `validationMessage`, when the control matches `:user-invalid`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub validation_message: String,
    /// Options of a `select`, or of the `datalist` of an input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<RawOption>>,
    /// Options beyond the limit.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub omitted_options: u32,
    /// Index in `nodes` of the form owner. A form that is not in the list: absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<u32>,
    /// Whether it has a form owner at all.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_form: bool,
    /// Resolved submit URL of a submit button (`formAction`, else the form's `action`).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub form_action: String,
    /// Resolved `href` of a link.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub href: String,
    /// Of a field, a digest of the words by which it is known. Only comparable in this document.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub words: String,
    /// Of what is pressed, a digest of how and where to it sends, of its name, value and text; of a hidden
    /// input, one of its name and value. Only comparable in this document.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub digest: String,
    /// Number of chosen files.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub files: u32,
}

/// An option as the DOM has it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct RawOption {
    /// `value`
    pub value: String,
    /// `label` or text.
    pub text: String,
    /// `selected`
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub selected: bool,
    /// `disabled`, its own or its group's.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disabled: bool,
}

/// A frame's snapshot with the browser's names for the frame.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct FrameSnapshot {
    /// 0 for the page itself.
    #[cfg_attr(feature = "schemas", ts(type = "number"))]
    pub frame_id: FrameId,
    /// The browser's id of the document.
    pub document_id: String,
    /// Its facts.
    pub snapshot: RawSnapshot,
}
