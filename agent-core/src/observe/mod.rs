//! Raw snapshots → what a planner sees, and which element each part of it is.
//!
//! The rooms: `tree` (the nodes), `name` (accessible names), `label` (what a person reads beside a
//! field), `group`, `section`, `field`, `button`, `context` (the text of the page), `scrub` (takes the
//! person's values out), `fingerprint`. Nothing here asks what a field *means*: that is
//! [`crate::classify`].

mod button;
mod context;
mod field;
mod fingerprint;
mod frame;
mod group;
mod label;
mod lines;
mod name;
mod paint;
mod scrub;
mod section;
mod tree;

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use shared_types::{
    Button, Field, Observation, Private, operation::Expect, snapshot::FrameSnapshot,
};

use self::{
    context::{MAX_CONTEXT, MAX_TEXT, Said, cut},
    fingerprint::{Fingerprints, stable},
    frame::Frame,
    tree::{Id, Part, Tree},
};
use crate::bind::Source;

/// Characters of a `class` attribute that the content script takes.
const MAX_CLASS: usize = 100;
/// Names of a `class` attribute that are kept.
const MAX_CLASSES: usize = 6;

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
    pub held: Vec<Held>,
}

/// What a page tried to send or open by itself, and was held.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Held {
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
    pub frame_id: u32,
    /// Document it is in.
    pub document_id: String,
    /// The content script's number of it.
    pub element: u32,
    /// Facts to be checked again where the write happens.
    pub expect: Expect,
    /// What it holds now: text, `true` or `false` for what is ticked, the values of the chosen options
    /// of a `select` (one a line), the names of chosen files, `•` for a password. Stays in the browser.
    pub value: Private,
    /// Whether it makes tokens of what is typed into it.
    pub tokens: Tokens,
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
    pub frame_id: u32,
    /// The browser's id of it.
    pub document_id: String,
    /// Its origin.
    pub origin: String,
    /// `RawSnapshot::values_digest`
    pub values_digest: String,
    /// `RawSnapshot::press_changed`
    pub press_changed: Vec<String>,
}

pub(crate) use self::{label::marks_as_required, scrub::Scrubber};

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

/// Understands the frames of a page. Fields are classified (`role`, `confidence`, `evidence`) already.
pub fn observe(frames: &[FrameSnapshot], source: &Source<'_>) -> Page {
    let mut frames: Vec<&FrameSnapshot> = frames.iter().collect();
    frames.sort_by_key(|frame| frame.frame_id);
    let site = frames.first().map(|frame| frame.snapshot.origin.as_str()).unwrap_or_default();
    let trees: Vec<Tree<'_>> = frames
        .iter()
        .map(|frame| {
            let snapshot = &frame.snapshot;
            Tree::of_frame(&snapshot.nodes, snapshot.origin != site)
        })
        .collect();
    let mut views: Vec<Frame<'_, '_>> = Vec::new();
    let mut next_group = 0;
    for (snapshot, tree) in frames.iter().zip(&trees) {
        let frame = Frame::new(snapshot, tree, next_group);
        next_group = frame.next_group(next_group);
        views.push(frame);
    }

    let mut reader = Reader { scrubber: Scrubber::new(source), ..Reader::default() };
    views.iter().for_each(|frame| reader.read_fields(frame));
    views
        .iter()
        .for_each(|frame| reader.read_pressed(frame, frame.pressed(Part::Button).collect()));
    views.iter().for_each(|frame| reader.read_pressed(frame, button::links(frame)));
    views.iter().for_each(|frame| reader.read_held(frame));
    reader.page.documents = frames.iter().map(|frame| document(frame)).collect();
    reader.describe(&frames, &trees);
    let mut page = reader.page;
    crate::classify::classify(&mut page.observation);
    page
}

fn document(frame: &FrameSnapshot) -> Document {
    Document {
        frame_id: frame.frame_id,
        document_id: frame.document_id.clone(),
        origin: frame.snapshot.origin.clone(),
        values_digest: frame.snapshot.values_digest.clone(),
        press_changed: frame.snapshot.press_changed.clone(),
    }
}

/// Gathers the page frame by frame.
#[derive(Default)]
struct Reader {
    scrubber: Scrubber,
    page: Page,
    forms: HashMap<(u32, Id), u32>,
    fingerprints: Fingerprints,
    /// Where the fields of each frame begin.
    first_fields: HashMap<u32, usize>,
}

impl Reader {
    fn read_fields(&mut self, frame: &Frame<'_, '_>) {
        self.first_fields.insert(frame.id, self.page.fields.len());
        for id in &frame.fields {
            let omitted = &mut self.page.observation.omitted;
            let mut built = field::field(frame, *id, &self.scrubber, omitted);
            built.field.index = number(self.page.fields.len());
            built.field.form = self.form(frame, *id);
            built.field.classes = classes(frame, *id, &self.scrubber);
            self.scrubber.attributes(&mut built.field);
            built.field.fingerprint = Some(self.field_fingerprint(frame, &built.field));
            built.element.form_action = frame.action_of(*id).to_owned();
            self.page.observation.fields.push(built.field);
            self.page.fields.push(built.element);
        }
    }

    fn read_pressed(&mut self, frame: &Frame<'_, '_>, ids: Vec<Id>) {
        for id in ids {
            let mut button = button::button(frame, id, &self.scrubber);
            button.index = number(self.page.buttons.len());
            button.form = self.form(frame, id);
            button.classes = classes(frame, id, &self.scrubber);
            self.scrubber.button_attributes(&mut button);
            let first = self.first_fields.get(&frame.id).copied().unwrap_or_default();
            let place_of = |id: Id| first + frame.fields.partition_point(|field| *field < id);
            button.opens = button::opens(frame, id)
                .map(|fields| fields.into_iter().map(|id| number(place_of(id))).collect());
            button.after = Some(number(place_of(id)));
            button.section = frame.sections.of(id).map(|text| self.scrubber.text(&text));
            button.fingerprint = Some(self.button_fingerprint(frame, &button));
            self.page.observation.buttons.push(button);
            let element = button::element(frame, id);
            let least = paint::least(frame.tree.node(id).paint.as_ref(), false);
            let expect = Expect { paint: Some(least), ..element.expect };
            let sends = frame.sends(id);
            self.page.buttons.push(Element { expect, sends, ..element });
        }
    }

    /// What the page tried to send by itself. A form that no listed button sends gets one, so that it goes
    /// on with a yes like any other.
    fn read_held(&mut self, frame: &Frame<'_, '_>) {
        for held in frame.held() {
            let is_form = |id: &Id| {
                frame.tree.tag(*id) == "form" && frame.tree.node(*id).element == held.form
            };
            let form = frame.tree.all().find(is_form).filter(|_| held.form.is_some());
            let number_of = form.and_then(|id| self.form(frame, id));
            self.page.held.push(Held {
                document_id: frame.document_id().to_owned(),
                attempt: held.attempt,
                form: number_of,
            });
            let sends = |button: &Button| {
                button.submits == Some(true)
                    && button.form == number_of
                    && button.visible != Some(false)
                    && !button.disabled
            };
            let Some(id) = form else { continue };
            if !self.page.observation.buttons.iter().any(sends) {
                let mut button = button::held(frame, &held.form_action);
                button.index = number(self.page.buttons.len());
                button.form = number_of;
                button.after = Some(number(self.page.fields.len()));
                button.fingerprint = Some(self.button_fingerprint(frame, &button));
                self.page.observation.buttons.push(button);
                let sends = Sends { digest: held.digest.clone(), ..frame.sends(id) };
                self.page.buttons.push(Element { sends, ..frame.element(id) });
            }
        }
    }

    fn form(&mut self, frame: &Frame<'_, '_>, id: Id) -> Option<u32> {
        let next = number(self.forms.len());
        Some(*self.forms.entry((frame.id, frame.form_of(id)?)).or_insert(next))
    }

    fn field_fingerprint(&mut self, frame: &Frame<'_, '_>, field: &Field) -> String {
        // A hash of a label with a name in it tells the name to whoever tries names.
        let group = self.scrubber.label(field.group.as_deref().unwrap_or_default());
        let label = self.scrubber.label(&field.label);
        let (name, id) = (stable(&field.name), stable(&field.id));
        self.fingerprints.next(&[
            "field",
            frame.place(),
            &field.tag,
            &field.kind,
            &name,
            &id,
            &label,
            &group,
        ])
    }

    fn button_fingerprint(&mut self, frame: &Frame<'_, '_>, button: &Button) -> String {
        let id = stable(&button.id);
        self.fingerprints.next(&[
            "button",
            frame.place(),
            &button.tag,
            &button.kind,
            &id,
            &button.text,
        ])
    }

    /// Title, address, text and what was left out.
    fn describe(&mut self, frames: &[&FrameSnapshot], trees: &[Tree<'_>]) {
        let observation = &mut self.page.observation;
        if let Some(top) = frames.first().map(|frame| &frame.snapshot) {
            observation.url = self.scrubber.url(&top.url);
            observation.title = self.scrubber.text(&top.title);
            observation.lang =
                Some(top.lang.trim()).filter(|lang| !lang.is_empty()).map(str::to_owned);
            observation.lang.iter_mut().for_each(|lang| self.scrubber.attribute(lang));
        }
        let mut said = Said::default();
        trees.iter().for_each(|tree| said.join(Said::new(tree)));
        let omitted = &mut observation.omitted;
        let (text, more) = cut(self.scrubber.text(&said.text.join("\n")), MAX_TEXT);
        observation.text = text;
        omitted.text_chars = omitted.text_chars.saturating_add(more);
        observation.page_context = cut(self.scrubber.text(&said.context()), MAX_CONTEXT).0;
        for snapshot in frames.iter().map(|frame| &frame.snapshot) {
            omitted.fields = omitted.fields.saturating_add(snapshot.omitted_fields);
            omitted.text_chars = omitted.text_chars.saturating_add(snapshot.omitted_text_chars);
            omitted.frames = omitted.frames.saturating_add(snapshot.omitted_frames);
        }
    }
}

/// The first few names of a `class` attribute; the last of what may have been cut is left out.
fn classes(frame: &Frame<'_, '_>, id: Id, scrubber: &Scrubber) -> Vec<String> {
    let class = frame.tree.attr(id, "class").unwrap_or_default();
    let whole = if class.chars().count() < MAX_CLASS {
        class
    } else {
        class.rsplit_once(char::is_whitespace).map_or("", |(whole, _)| whole)
    };
    let names = whole.split_whitespace().take(MAX_CLASSES);
    let mut names: Vec<String> = names.map(str::to_owned).collect();
    names.iter_mut().for_each(|name| scrubber.attribute(name));
    names
}

fn number(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
