//! Raw snapshots → what a planner sees, and which element each part of it is.
//!
//! The rooms: `tree` (the nodes), `frame` (a tree with what is worked out once for all of its fields), `name`
//! (accessible names), `label` (what a person reads beside a field), `lines` (visible text as blocks break it),
//! `group`, `section`, `paint` (how much of an element must be seen), `through` (what shows a frame of another origin), `visibility` (how a field can be seen), `field`,
//! `button`, `context` (the text of the page), `scrub` (takes the person's values out), `fingerprint`. Nothing here asks what a field *means*: that is
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
mod through;
mod tree;
mod visibility;

#[cfg(test)]
mod tests;

use std::{collections::HashMap, sync::LazyLock};

use shared_types::{
    Button, Field, Private, Profile,
    observation::FrameId,
    operation::Expect,
    snapshot::{FrameSnapshot, RawNode},
};

pub use self::paint::{least_of_frame, seen_through};
use self::{
    context::{MAX_CONTEXT, MAX_TEXT, PageText, cut},
    fingerprint::{Fingerprints, stable},
    frame::Frame,
    through::Seen,
    tree::{Id, Part, Tree, is_ticked},
};
pub(crate) use self::{label::marks_as_required, scrub::Scrubber};
use crate::bind::Source;
pub use crate::page::{
    Document, Element, HeldAttempt, HiddenInput, Holder, Page, Sends, Tokens, preset_text,
    shown_value,
};

/// Characters of a `class` attribute that the content script takes.
const MAX_CLASS: usize = 100;
/// Names of a `class` attribute that are kept.
const MAX_CLASSES: usize = 6;

/// A page as it reads to somebody of whom nothing is known, so that it can be compared with another visit's: what is taken out
/// as the person's own is another thing each time.
#[derive(Debug, Clone, Default)]
pub struct Plain {
    /// The page.
    pub page: Page,
    /// Its whole address and all that is read on it, also what is beyond the limits of an observation.
    pub words: Private,
    /// Whether the content script read all of it.
    pub is_whole: bool,
}

/// Reads a page so.
pub fn plain(frames: &[FrameSnapshot]) -> Plain {
    static NOBODY: LazyLock<Profile> = LazyLock::new(Profile::default);
    let source = Source { profile: &NOBODY, record: None, today: None, others: &[], site: "" };
    let mut sorted: Vec<&FrameSnapshot> = frames.iter().collect();
    sorted.sort_by_key(|frame| frame.frame_id);
    let mut words = vec![sorted.first().map(|top| top.snapshot.url.clone()).unwrap_or_default()];
    for frame in &sorted {
        words.extend(PageText::new(&Tree::new(&frame.snapshot.nodes)).text);
    }
    let is_whole = |frame: &FrameSnapshot| {
        let snapshot = &frame.snapshot;
        (snapshot.omitted_text_chars, snapshot.omitted_fields) == (0, 0)
    };
    Plain {
        page: observe(frames, &source),
        words: Private::new(words.join("\n")),
        is_whole: frames.iter().all(is_whole),
    }
}

/// Understands the frames of a page. Fields are classified (`role`, `confidence`, `evidence`) already.
pub fn observe(frames: &[FrameSnapshot], source: &Source<'_>) -> Page {
    let mut frames: Vec<&FrameSnapshot> = frames.iter().collect();
    frames.sort_by_key(|frame| frame.frame_id);
    let site = frames.first().map(|frame| frame.snapshot.origin.as_str()).unwrap_or_default();
    let seen: Vec<Seen> = frames.iter().map(|frame| through::seen(frame, &frames)).collect();
    let judged: Vec<Option<Vec<RawNode>>> =
        frames.iter().zip(&seen).map(|(frame, seen)| through::nodes(frame, seen)).collect();
    let trees: Vec<Tree<'_>> = frames
        .iter()
        .zip(seen.iter().zip(&judged))
        .map(|(frame, (seen, judged))| {
            let nodes = judged.as_ref().unwrap_or(&frame.snapshot.nodes);
            Tree::of_frame(nodes, *seen == Seen::Unknown)
        })
        .collect();
    let mut views: Vec<Frame<'_, '_>> = Vec::new();
    let mut next_group = 0;
    for ((snapshot, tree), seen) in frames.iter().zip(&trees).zip(&seen) {
        let within = matches!(seen, Seen::Through(_)).then_some(site);
        let frame = Frame::new(snapshot, tree, next_group, within);
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
    reader.page.documents =
        frames.iter().zip(seen).map(|(frame, seen)| document(frame, seen)).collect();
    reader.describe(&frames, &trees);
    let mut page = reader.page;
    crate::classify::classify(&mut page.observation);
    page
}

fn document(frame: &FrameSnapshot, seen: Seen) -> Document {
    Document {
        frame_id: frame.frame_id,
        document_id: frame.document_id.clone(),
        origin: frame.snapshot.origin.clone(),
        values_digest: frame.snapshot.values_digest.clone(),
        press_changed: frame.snapshot.press_changed.clone(),
        through: match seen {
            Seen::Through(holders) => holders,
            Seen::Itself | Seen::Not | Seen::Unknown => Vec::new(),
        },
    }
}

/// Gathers the page frame by frame.
#[derive(Default)]
struct Reader {
    scrubber: Scrubber,
    page: Page,
    forms: HashMap<(FrameId, Id), u32>,
    fingerprints: Fingerprints,
    /// Where the fields of each frame begin.
    first_fields: HashMap<FrameId, usize>,
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
            built.field.fingerprint = Some(self.field_fingerprint(frame, *id, &built.field));
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
            self.page.held.push(HeldAttempt {
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

    fn field_fingerprint(&mut self, frame: &Frame<'_, '_>, id: Id, field: &Field) -> String {
        // A hash of a label with a name in it tells the name to whoever tries names. A choice that everybody is offered has
        // the same for everybody: the one that differed would be the person's.
        let group = self.scrubber.label(field.group.as_deref().unwrap_or_default());
        let label = if is_ticked(frame.tree, id) {
            self.scrubber.tick(&field.label)
        } else {
            self.scrubber.label(&field.label)
        };
        let (name, own_id) = (stable(&field.name), stable(&field.id));
        self.fingerprints.next(&[
            "field",
            frame.place(),
            &field.tag,
            &field.kind,
            &name,
            &own_id,
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
        let mut said = PageText::default();
        trees.iter().for_each(|tree| said.join(PageText::new(tree)));
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
