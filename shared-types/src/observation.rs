//! What is seen of a page: fields, buttons, and the text around them.

use serde::{Deserialize, Serialize};

use crate::{key::ProfileKey, private::Private};

/// The browser's number of a frame; 0 is the page itself. Firefox's need more than 32 bits.
pub type FrameId = u64;

/// A page, as a planner sees it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct Observation {
    /// Address, without values of the person.
    pub url: String,
    /// Document title.
    #[serde(default)]
    pub title: String,
    /// Visible text, shortened.
    #[serde(default)]
    pub text: String,
    /// What surrounds the form: headings, steps, messages. At most 4000 characters.
    #[serde(default)]
    pub page_context: String,
    /// Everything that can be filled in, in reading order.
    #[serde(default)]
    pub fields: Vec<Field>,
    /// Everything that can be pressed, in reading order.
    #[serde(default)]
    pub buttons: Vec<Button>,
    /// Language of the document (BCP 47), if it says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lang: Option<String>,
    /// What was left out, counted.
    #[serde(default, skip_serializing_if = "Omitted::is_nothing")]
    pub omitted: Omitted,
}

/// What an observation leaves out. Nothing is dropped without being counted here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct Omitted {
    /// Controls beyond the limit of nodes.
    pub fields: u32,
    /// Characters of text beyond the limits.
    pub text_chars: u32,
    /// Options of long lists.
    pub options: u32,
    /// Frames that could not be looked into.
    pub frames: u32,
}

impl Omitted {
    /// Whether nothing was left out.
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

/// Something that can be filled in. Each radio and each checkbox is a field of its own.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct Field {
    /// Position in `observation.fields`.
    pub index: u32,
    /// Element name in lower case: `input`, `select`, `textarea`, or another for custom widgets.
    pub tag: String,
    /// The control's type: `text`, `email`, `radio`, `select-one`, … `textarea` for a text area.
    #[serde(rename = "type")]
    pub kind: String,
    /// `id` attribute.
    pub id: String,
    /// `name` attribute.
    pub name: String,
    /// What a person reads as the field's label; for a radio or checkbox the choice's own label.
    pub label: String,
    /// `placeholder` attribute.
    pub placeholder: String,
    /// Whether the form demands it.
    pub required: bool,
    /// Whether it is disabled.
    pub disabled: bool,
    /// Whether it is read-only.
    pub readonly: bool,
    /// Current value. Empty in everything that the extension sends; see `value_state`.
    pub value: Private,
    /// The choices of a select or list; for a radio or checkbox one entry, its own value and label.
    pub options: Option<Vec<FieldOption>>,
    /// Whether it is ticked; `null` for what cannot be.
    pub checked: Option<bool>,
    /// `autocomplete` attribute.
    pub autocomplete: String,
    /// `pattern` attribute.
    pub pattern: String,
    /// `maxlength`, if there is one.
    pub max_length: Option<u32>,

    /// Which frame it is in: 0 is the page itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", ts(type = "number | null"))]
    pub frame: Option<u64>,
    /// What it asks for: a WHATWG autofill field name, `none`, or one of ours (prefix `x-`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// How sure that is, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f32>,
    /// What decided the role, strongest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<String>,
    /// The question of a radio or checkbox group.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// Fields of one group share this number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group_id: Option<u32>,
    /// Fields of one form share this number; absent outside a form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<u32>,
    /// The heading or legend that it stands under.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// The text that describes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub described_by: Option<String>,
    /// The page's own validation message about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Whether a person can see it. Absent in the observations of older clients: then it can be seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visible: Option<bool>,
    /// How it is operated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub widget: Option<Widget>,
    /// The same field has the same fingerprint on every visit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
    /// What is known of the current value.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(value_type = Option<String>))]
    #[cfg_attr(feature = "schemas", schemars(with = "Option<String>"), ts(type = "string | null"))]
    pub value_state: Option<ValueState>,
    /// Whether what it holds was preset by the page and nobody has touched it. Absent where it holds nothing, for
    /// texts, and in the observations of older clients.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preset: Option<bool>,
    /// Accessible name by the W3C algorithm.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accessible_name: Option<String>,
    /// `inputmode` attribute.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_mode: Option<String>,
    /// `min` attribute.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<String>,
    /// `max` attribute.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<String>,
    /// `step` attribute.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<String>,
    /// `accept` attribute of a file field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accept: Option<String>,
    /// Whether several options or files are taken.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub multiple: bool,
    /// Text that stands beside it without being its label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearby: Option<String>,
    /// Whether pressing it sends or empties a form, decided from the DOM. Absent: no.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub submits: bool,
    /// `class` attribute: its first few names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<String>,
    /// Addresses, without query, that the label of a box or radio links to: what is agreed to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub documents: Vec<String>,
    /// Whether a picture that is large enough for words stands in the label of a box or radio: more may be
    /// said than can be read. Absent: no.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub pictured: bool,
}

/// One choice.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct FieldOption {
    /// What the form sends.
    pub value: String,
    /// What a person reads.
    pub text: String,
    /// Whether it is chosen.
    pub selected: bool,
    /// Whether it cannot be chosen.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub disabled: bool,
}

/// What may be known of a field's value outside the browser.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum ValueState {
    /// Nothing is in it.
    #[default]
    Empty,
    /// Something is in it.
    Filled,
    /// It holds the value of this key. In JSON `matches:KEY`.
    Matches(ProfileKey),
}

impl Serialize for ValueState {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Empty => serializer.serialize_str("empty"),
            Self::Filled => serializer.serialize_str("filled"),
            Self::Matches(key) => serializer.collect_str(&format_args!("matches:{key}")),
        }
    }
}

impl<'de> Deserialize<'de> for ValueState {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Ok(match text.as_str() {
            "empty" => Self::Empty,
            other => match other.strip_prefix("matches:") {
                Some(key) => Self::Matches(ProfileKey::new(key)),
                None => Self::Filled,
            },
        })
    }
}

/// How a field is operated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub enum Widget {
    /// The browser's own control.
    #[default]
    Native,
    /// ARIA combobox: a box that opens a list.
    Combobox,
    /// ARIA listbox.
    Listbox,
    /// A calendar of the page's own.
    DatePicker,
    /// `contenteditable`
    ContentEditable,
    /// A file field.
    File,
    /// ARIA checkbox.
    Checkbox,
    /// ARIA radio.
    Radio,
    /// ARIA switch.
    Switch,
    /// ARIA slider or spinbutton.
    Slider,
    /// What this version does not know yet.
    #[serde(other)]
    Other,
}

/// Something that can be pressed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct Button {
    /// Position in `observation.buttons`.
    pub index: u32,
    /// Element name in lower case.
    pub tag: String,
    /// `submit`, `button`, `reset`, `image`, or `link`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Accessible name.
    pub text: String,
    /// `id` attribute.
    pub id: String,
    /// Whether it is disabled.
    pub disabled: bool,
    /// Whether pressing it submits a form, decided from the DOM, never from words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub submits: Option<bool>,
    /// Which frame it is in.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", ts(type = "number | null"))]
    pub frame: Option<u64>,
    /// Which form it belongs to (`Field::form`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<u32>,
    /// Whether a person can see it. Absent: yes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visible: Option<bool>,
    /// Where a submit goes, if the DOM names a place: an absolute URL without its query.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form_action: Option<String>,
    /// The closed part of the page that pressing it opens, as its markup says: the fields in there,
    /// none where they are not there yet. Absent: it opens nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opens: Option<Vec<u32>>,
    /// How many of `observation.fields` come before it in its document's reading order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<u32>,
    /// Heading or legend that it stands under.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// The same button has the same fingerprint on every visit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
    /// `class` attribute: its first few names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<String>,
}
