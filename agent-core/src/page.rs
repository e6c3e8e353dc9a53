//! What a page is once it is read: the observation without values, and which element each part of it is.

use shared_types::{Field, Observation, Private, observation::FrameId, operation::Expect};

/// A page: the observation without values, and behind each field and button the element it is.
#[derive(Debug, Clone, Default)]
pub struct Page {
    /// Value-free: `value` is empty, `valueState` says what is known. Profile values are scrubbed
    /// from `text`, `pageContext`, `title` and `url`.
    pub observation: Observation,
    /// Parallel to `observation.fields`.
    pub fields: Vec<Element>,
    /// Parallel to `observation.buttons`.
    pub buttons: Vec<Element>,
    /// The documents that were looked into; the page itself is first.
    pub documents: Vec<Document>,
    /// What the page tried to send or open by itself while it was written; the newest last.
    pub held: Vec<HeldAttempt>,
}

/// What a page tried to send or open by itself, and was held.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HeldAttempt {
    /// Document that it happened in.
    pub document_id: String,
    /// The how manieth attempt of that document it was, from 1 on.
    pub attempt: u32,
    /// The form (`Field::form`), if it was one's.
    pub form: Option<u32>,
}

/// The element behind a field or button.
#[derive(Debug, Clone, Default)]
pub struct Element {
    /// Frame it is in; 0 is the page itself.
    pub frame_id: FrameId,
    /// Document it is in.
    pub document_id: String,
    /// The content script's number of it.
    pub element: u32,
    /// Facts to be checked again where the write happens.
    pub expect: Expect,
    /// Of what is in a frame of another origin that is seen.
    pub framed: Option<Framed>,
    /// What it holds now: text, `true` or `false` for what is ticked, the values of the chosen options
    /// of a `select` (one a line), the names of chosen files, `•` for a password. Stays in the browser.
    pub value: Private,
    /// Whether it makes tokens of what is typed into it.
    pub tokens: Tokens,
    /// Whether it holds what the page came with, and nobody has touched it.
    pub preset: bool,
    /// Whether the person has changed what it holds.
    pub touched: bool,
    /// Where pressing it leads, if it is a link. Stays in the browser.
    pub href: Private,
    /// Every text that a button says or shows. Stays in the browser.
    pub says: Vec<Private>,
    /// What stands beside what is pressed, its heading included. Stays in the browser.
    pub beside: Private,
    /// Of a field: the address that its form names, without query and fragment.
    pub form_action: String,
    /// Of what is pressed: how it sends.
    pub sends: Sends,
}

/// How something that is pressed sends its form.
#[derive(Debug, Clone, Default)]
pub struct Sends {
    /// `RawControl::digest`: how, where to, and by which button.
    pub digest: String,
    /// The hidden inputs of its form.
    pub hidden: Vec<HiddenInput>,
}

/// A hidden input.
#[derive(Debug, Clone, Default)]
pub struct HiddenInput {
    /// The content script's number of it.
    pub element: u32,
    /// Its name.
    pub name: String,
    /// What it holds. Stays in the browser.
    pub value: Private,
    /// `RawControl::digest`
    pub digest: String,
}

/// Whether a text box makes tokens of what is typed into it, as far as its marks tell.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Tokens {
    /// Nothing says so.
    #[default]
    No,
    /// It stands in for a hidden text field.
    Perhaps,
    /// It is named so.
    Yes,
}

/// A document that was looked into.
#[derive(Debug, Clone, Default)]
pub struct Document {
    /// Its frame.
    pub frame_id: FrameId,
    /// The browser's id of it.
    pub document_id: String,
    /// Its origin.
    pub origin: String,
    /// `RawSnapshot::values_digest`
    pub values_digest: String,
    /// `RawSnapshot::press_changed`
    pub press_changed: Vec<String>,
    /// What shows it, where it is in a frame of another origin: innermost first.
    pub through: Vec<Holder>,
}

/// An element that shows a frame of another origin.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Holder {
    /// Document that it is in.
    pub document_id: String,
    /// The content script's number of it.
    pub element: u32,
    /// Where it stands in its document and how wide it is, in CSS pixels. A frame that grows in height has not moved.
    pub place: (i64, i64, i64),
}

/// Whose a frame of another origin is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Framed {
    /// Its origin and the page's ([`crate::site::framed`]).
    pub site: String,
    /// The page's origin.
    pub page: String,
}

impl Page {
    /// The page's own site: the origin of its document, empty where that is not known.
    pub fn own_site(&self) -> &str {
        self.documents.first().map_or("", |own| &own.origin)
    }

    /// The site that a field is of; empty where there is no such field.
    pub(crate) fn site_of(&self, field: u32) -> &str {
        self.fields.get(field as usize).map_or("", Element::site)
    }

    /// Origins of frames of other origins that are seen.
    pub fn origins_of_frames(&self) -> Vec<String> {
        let framed = self.documents.iter().filter(|one| !one.through.is_empty());
        framed.map(|one| one.origin.clone()).collect()
    }
}

impl Element {
    /// The site that it is of, as consents name it: the origin of its document, of what is in a frame of another origin
    /// that and the page's ([`crate::site::framed`]).
    pub fn site(&self) -> &str {
        self.framed.as_ref().map_or(&self.expect.origin, |framed| &framed.site)
    }

    /// The origin that the job must be at for this to be filled or pressed: the page's.
    pub fn at(&self) -> &str {
        self.framed.as_ref().map_or(&self.expect.origin, |framed| &framed.page)
    }
}

/// What the page has preset where a field is written: the text that the person's takes the place of. Of radios
/// the one that is chosen.
pub fn preset_text(page: &Page, field: &Field) -> Private {
    const LONGEST: usize = 60;
    let own = |other: &Field| {
        other.index == field.index || field.group_id.is_some() && other.group_id == field.group_id
    };
    let mut held = page.observation.fields.iter().zip(&page.fields);
    let Some((held, element)) = held.find(|(held, _)| own(held) && held.preset == Some(true))
    else {
        return Private::default();
    };
    let text = match held.kind.as_str() {
        "radio" => held.label.as_str().into(),
        _ => shown_value(held, &element.value),
    };
    Private::new(text.reveal().chars().take(LONGEST).collect::<String>())
}

/// What a field holds, as a person reads it: of a `select` the texts of its options.
pub fn shown_value(field: &Field, value: &Private) -> Private {
    let Some(options) = field.options.as_ref().filter(|_| field.tag == "select") else {
        return value.clone();
    };
    let shown: Vec<&str> = value
        .reveal()
        .lines()
        .map(|line| options.iter().find(|o| o.value == line).map_or(line, |o| o.text.as_str()))
        .collect();
    Private::new(shown.join(", "))
}
