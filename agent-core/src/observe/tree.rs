//! The nodes of one frame as a tree: parents, siblings, ids, labels, and which nodes are fields.
//!
//! Whatever a snapshot holds, the tree is sound: a parent that does not enclose its child in reading
//! order is not believed. Nothing here chooses.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use shared_types::snapshot::{RawControl, RawNode};

use super::paint;

/// Index of a node.
pub(super) type Id = u32;

/// Elements that a `label` can label (HTML, "labelable elements").
const LABELABLE: &[&str] =
    &["button", "input", "meter", "output", "progress", "select", "textarea"];

/// Types of `input` that are pressed instead of filled in.
const PRESSED_INPUTS: &[&str] = &["submit", "button", "reset", "image"];

/// ARIA roles that take input.
const FIELD_ROLES: &[&str] = &[
    "combobox",
    "listbox",
    "textbox",
    "searchbox",
    "checkbox",
    "radio",
    "switch",
    "slider",
    "spinbutton",
];

static NOTHING: RawNode = RawNode {
    parent: None,
    text: None,
    tag: String::new(),
    attrs: std::collections::BTreeMap::new(),
    scope: 0,
    element: None,
    hidden: true,
    paint: None,
    faces: Vec::new(),
    rect: None,
    block: None,
    generated: None,
    draws: false,
    faint: false,
    control: None,
    frame: None,
};

/// What a node is for a person who fills in the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// It takes input.
    Field,
    /// It is pressed.
    Button,
    /// It leads elsewhere.
    Link,
}

/// The nodes of one frame. Node ids are positions in reading order, so that a subtree is a range.
pub(super) struct Tree<'a> {
    nodes: &'a [RawNode],
    parents: Vec<Option<Id>>,
    previous: Vec<Option<Id>>,
    ends: Vec<Id>,
    parts: Vec<Option<Part>>,
    roles: Vec<&'a str>,
    blocks: Vec<bool>,
    /// Number of fields before each node, with one entry more than there are nodes.
    fields_before: Vec<u32>,
    ids: HashMap<(u32, &'a str), Id>,
    labels: HashMap<Id, Vec<Id>>,
    /// Labels that name by id what no label can label, such as a group: to people they are its label.
    loose_labels: HashMap<Id, Id>,
    /// Whether it is a frame of another site than the page's.
    is_foreign: bool,
}

impl<'a> Tree<'a> {
    /// Indexes the nodes.
    pub(super) fn new(nodes: &'a [RawNode]) -> Self {
        let mut tree = Self {
            nodes,
            parents: Vec::with_capacity(nodes.len()),
            previous: Vec::with_capacity(nodes.len()),
            ends: vec![0; nodes.len()],
            parts: nodes.iter().map(part_of).collect(),
            roles: nodes.iter().map(role_of).collect(),
            blocks: nodes.iter().map(is_block).collect(),
            fields_before: Vec::new(),
            ids: HashMap::new(),
            labels: HashMap::new(),
            loose_labels: HashMap::new(),
            is_foreign: false,
        };
        tree.link();
        tree.find_menu_buttons();
        tree.drop_wrappers();
        tree.fields_before = tree.counts(|id| tree.is_field(id) && !tree.is_stand_in(id));
        tree.find_labels();
        tree.drop_unnamed_boxes();
        tree
    }

    /// The same, of a frame of another site than the page's or not.
    pub(super) fn of_frame(nodes: &'a [RawNode], is_foreign: bool) -> Self {
        Self { is_foreign, ..Self::new(nodes) }
    }

    fn link(&mut self) {
        let mut open: Vec<(Id, Option<Id>)> = Vec::new(); // ancestors, each with its last child
        let mut last_root = None;
        for (id, node) in (0..).zip(self.nodes) {
            let parent = node.parent.filter(|parent| open.iter().rev().any(|(o, _)| o == parent));
            while open.last().is_some_and(|(o, _)| Some(*o) != parent) {
                if let Some((closed, _)) = open.pop() {
                    self.close(closed, id);
                }
            }
            let last = open.last_mut().map_or(&mut last_root, |(_, last)| last);
            self.previous.push(last.replace(id));
            self.parents.push(parent);
            if let Some(element_id) = node.attrs.get("id").filter(|id| !id.is_empty()) {
                self.ids.entry((node.scope, element_id)).or_insert(id);
            }
            open.push((id, None));
        }
        let end = self.len();
        for (closed, _) in open {
            self.close(closed, end);
        }
    }

    fn close(&mut self, id: Id, end: Id) {
        if let Some(slot) = self.ends.get_mut(id as usize) {
            *slot = end;
        }
    }

    /// A button that opens a menu of choices (`menuitemradio`) holds one of them: it is a field.
    fn find_menu_buttons(&mut self) {
        for id in self.all() {
            if self.part(id) != Some(Part::Button)
                || !matches!(self.attr(id, "aria-haspopup"), Some("menu" | "true"))
            {
                continue;
            }
            let menus = self.references(id, "aria-controls").into_iter().chain(self.next(id));
            let chooses = menus
                .flat_map(|menu| self.subtree(menu))
                .any(|item| self.role(item) == "menuitemradio");
            if let (true, Some(part)) = (chooses, self.parts.get_mut(id as usize)) {
                *part = Some(Part::Field);
            }
        }
    }

    /// An ARIA widget around a native control that can be seen is operated through that control, a list
    /// that another element opens belongs to that element, and a widget within a widget is a part of it:
    /// none of them is a field of its own.
    fn drop_wrappers(&mut self) {
        let native = self.counts(|id| {
            let node = self.node(id);
            self.is_field(id) && is_native(node) && !node.hidden && !self.is_transparent(id)
        });
        let opened: HashSet<Id> = self
            .all()
            .flat_map(|id| {
                ["aria-controls", "aria-owns"].map(|attribute| self.references(id, attribute))
            })
            .flatten()
            .collect();
        let mut whole_end = 0; // end of the widget that is looked at, so that its parts are known
        for id in self.all() {
            if !self.is_field(id) || is_native(self.node(id)) {
                continue;
            }
            // In a box that opens a list there is one for what is chosen, too.
            let in_box = || {
                self.ancestors(id).take(3).any(|around| {
                    self.role(around) == "combobox" && count(&native, self.subtree(around)) > 0
                })
            };
            let popup = self.role(id) == "listbox"
                && (self.node(id).hidden || opened.contains(&id) || in_box());
            let dropped = popup || id < whole_end || count(&native, self.subtree(id)) > 0;
            if !dropped {
                whole_end = self.end(id);
            } else if let Some(part) = self.parts.get_mut(id as usize) {
                *part = None;
            }
        }
    }

    /// What only looks like a box that opens a list must be called something: much else takes the focus.
    fn drop_unnamed_boxes(&mut self) {
        let boxes: Vec<Id> = self.all().filter(|id| self.is_loose_box(*id)).collect();
        let unnamed: Vec<Id> =
            boxes.iter().copied().filter(|id| self.box_labels(*id).is_empty()).collect();
        for id in unnamed {
            if let Some(part) = self.parts.get_mut(id as usize) {
                *part = None;
            }
        }
        if !boxes.is_empty() {
            self.fields_before = self.counts(|id| self.is_field(id) && !self.is_stand_in(id));
        }
    }

    /// How many nodes before each node are such, and how many there are in all.
    fn counts(&self, such: impl Fn(Id) -> bool) -> Vec<u32> {
        let mut counts = Vec::with_capacity(self.nodes.len() + 1);
        let mut so_far = 0;
        counts.push(so_far);
        for id in self.all() {
            so_far += u32::from(such(id));
            counts.push(so_far);
        }
        counts
    }

    /// HTML, "labeled control": what `for` names, else the first labelable descendant.
    fn find_labels(&mut self) {
        for label in self.all() {
            if self.tag(label) != "label" {
                continue;
            }
            let control = match self.attr(label, "for") {
                Some(id) => {
                    let named = self.by_id(self.node(label).scope, id);
                    if let Some(other) = named.filter(|id| !self.labelable(*id)) {
                        self.loose_labels.insert(other, label);
                    }
                    named.filter(|id| self.labelable(*id))
                }
                None => self.subtree(label).find(|id| self.labelable(*id)),
            };
            if let Some(control) = control {
                self.labels.entry(control).or_default().push(label);
            }
        }
    }

    fn labelable(&self, id: Id) -> bool {
        let hidden_input =
            || self.attr(id, "type").is_some_and(|t| t.eq_ignore_ascii_case("hidden"));
        LABELABLE.contains(&self.tag(id)) && !(self.tag(id) == "input" && hidden_input())
            // A form-associated custom element shows itself by being operable.
            || self.tag(id).contains('-') && self.part(id) == Some(Part::Field)
    }

    /// Number of nodes.
    pub(super) fn len(&self) -> Id {
        Id::try_from(self.nodes.len()).unwrap_or(Id::MAX)
    }

    /// All nodes in reading order.
    pub(super) fn all(&self) -> Range<Id> {
        0..self.len()
    }

    /// The node; a hidden nothing for an id that there is not.
    pub(super) fn node(&self, id: Id) -> &'a RawNode {
        self.nodes.get(id as usize).unwrap_or(&NOTHING)
    }

    /// The element's name, empty for a text.
    pub(super) fn tag(&self, id: Id) -> &'a str {
        &self.node(id).tag
    }

    /// A text node's text.
    pub(super) fn text(&self, id: Id) -> Option<&'a str> {
        self.node(id).text.as_deref()
    }

    /// An attribute, verbatim.
    pub(super) fn attr(&self, id: Id, name: &str) -> Option<&'a str> {
        self.node(id).attrs.get(name).map(String::as_str)
    }

    /// An attribute that says something: trimmed, absent when empty.
    pub(super) fn words(&self, id: Id, name: &str) -> Option<&'a str> {
        self.attr(id, name).map(str::trim).filter(|text| !text.is_empty())
    }

    /// Whether an attribute is `true`, as ARIA writes it.
    pub(super) fn is_true(&self, id: Id, name: &str) -> bool {
        self.words(id, name).is_some_and(|value| value.eq_ignore_ascii_case("true"))
    }

    /// The explicit ARIA role: the first token.
    pub(super) fn role(&self, id: Id) -> &'a str {
        self.roles.get(id as usize).copied().unwrap_or_default()
    }

    /// The live state of a control.
    pub(super) fn control(&self, id: Id) -> Option<&'a RawControl> {
        self.node(id).control.as_ref()
    }

    /// What the node is for someone who fills in the page.
    pub(super) fn part(&self, id: Id) -> Option<Part> {
        self.parts.get(id as usize).copied().flatten()
    }

    /// Whether it takes input.
    pub(super) fn is_field(&self, id: Id) -> bool {
        self.part(id) == Some(Part::Field)
    }

    /// Kept from the keyboard and from assistive technology alike: a control by which a widget of the
    /// page's own takes part in its form. The widget is what people use, and what counts.
    pub(super) fn is_stand_in(&self, id: Id) -> bool {
        self.attr(id, "tabindex") == Some("-1") && self.is_true(id, "aria-hidden")
    }

    /// The element that encloses it.
    pub(super) fn parent(&self, id: Id) -> Option<Id> {
        self.parents.get(id as usize).copied().flatten()
    }

    /// The sibling before it.
    pub(super) fn previous(&self, id: Id) -> Option<Id> {
        self.previous.get(id as usize).copied().flatten()
    }

    /// The sibling after it.
    pub(super) fn next(&self, id: Id) -> Option<Id> {
        let next = self.end(id);
        (next < self.len() && self.parent(next) == self.parent(id)).then_some(next)
    }

    /// One past the last node of its subtree.
    pub(super) fn end(&self, id: Id) -> Id {
        self.ends.get(id as usize).copied().unwrap_or(id)
    }

    /// Its descendants in reading order.
    pub(super) fn subtree(&self, id: Id) -> Range<Id> {
        id.saturating_add(1)..self.end(id)
    }

    /// Whether `inner` is `outer` or in it.
    pub(super) fn contains(&self, outer: Id, inner: Id) -> bool {
        (outer..self.end(outer)).contains(&inner)
    }

    /// Its children in order.
    pub(super) fn children(&self, id: Id) -> impl Iterator<Item = Id> + use<'_, 'a> {
        let first = id.saturating_add(1);
        let first = (first < self.end(id)).then_some(first);
        std::iter::successors(first, |child| self.next(*child))
    }

    /// Its parent, its parent's parent, and so on.
    pub(super) fn ancestors(&self, id: Id) -> impl Iterator<Item = Id> + use<'_, 'a> {
        std::iter::successors(self.parent(id), |ancestor| self.parent(*ancestor))
    }

    /// The first element with this id in a tree scope.
    pub(super) fn by_id(&self, scope: u32, id: &str) -> Option<Id> {
        self.ids.get(&(scope, id)).copied()
    }

    /// The elements that an attribute of ids refers to, in order.
    pub(super) fn references(&self, id: Id, attribute: &str) -> Vec<Id> {
        let scope = self.node(id).scope;
        self.attr(id, attribute)
            .unwrap_or_default()
            .split_whitespace()
            .filter_map(|name| self.by_id(scope, name))
            .collect()
    }

    /// The `label` elements of a control, in document order.
    pub(super) fn labels(&self, control: Id) -> &[Id] {
        self.labels.get(&control).map_or(&[], Vec::as_slice)
    }

    /// A box that nothing says anything of, but that may open a list.
    pub(super) fn is_loose_box(&self, id: Id) -> bool {
        self.is_field(id) && self.control(id).is_some_and(|control| control.kind == "box")
    }

    /// What names such a box: what it, or what is drawn around it, is labelled by, else a `label` in what
    /// holds no other field.
    pub(super) fn box_labels(&self, id: Id) -> Vec<Id> {
        let around = || std::iter::once(id).chain(self.ancestors(id).take(2));
        let named = around().map(|part| self.references(part, "aria-labelledby"));
        named.into_iter().find(|labels| !labels.is_empty()).unwrap_or_else(|| {
            let holders = self.ancestors(id).take(6).take_while(|part| self.fields_in(*part) == 1);
            let label = holders.flat_map(|part| part..id).find(|part| self.tag(*part) == "label");
            label.into_iter().collect()
        })
    }

    /// The label that names by id what no label can label.
    pub(super) fn loose_label(&self, id: Id) -> Option<Id> {
        self.loose_labels.get(&id).copied()
    }

    /// Every labelled control with its `label` elements.
    pub(super) fn labelled(&self) -> impl Iterator<Item = (Id, &[Id])> {
        self.labels.iter().map(|(control, labels)| (*control, labels.as_slice()))
    }

    /// How many fields are in a range of nodes.
    pub(super) fn fields_within(&self, range: Range<Id>) -> u32 {
        count(&self.fields_before, range)
    }

    /// How many fields are in an element, itself included.
    pub(super) fn fields_in(&self, id: Id) -> u32 {
        self.fields_within(id..self.end(id))
    }

    /// The first field in a range of nodes.
    pub(super) fn first_field(&self, range: Range<Id>) -> Option<Id> {
        if self.fields_within(range.clone()) == 0 {
            return None;
        }
        range.into_iter().find(|id| self.is_field(*id))
    }

    /// Whether it is not rendered; a text is rendered where its parent is.
    pub(super) fn hidden(&self, id: Id) -> bool {
        if self.text(id).is_some() {
            return self.parent(id).is_some_and(|parent| self.node(parent).hidden);
        }
        self.node(id).hidden
    }

    /// Whether a text can be read by a person: its element is rendered and enough is painted of what it
    /// holds.
    pub(super) fn is_read(&self, text: Id) -> bool {
        let holder = self.parent(text).and_then(|parent| self.node(parent).paint.as_ref());
        !self.hidden(text) && holder.is_none_or(paint::is_enough_to_read)
    }

    /// Whether it starts a line of its own.
    pub(super) fn is_block(&self, id: Id) -> bool {
        self.blocks.get(id as usize).copied().unwrap_or_default()
    }

    /// Whether a person can see the box: at least 2 × 2, and not wholly above or left of the document,
    /// where scrolling never leads.
    pub(super) fn box_is_seen(&self, id: Id) -> bool {
        self.node(id).rect.is_some_and(|(left, top, width, height)| {
            width >= 2.0 && height >= 2.0 && left + width > 0.0 && top + height > 0.0
        })
    }

    /// Whether a person can see the element itself. Below the fold counts as seen.
    pub(super) fn is_seen(&self, id: Id) -> bool {
        let node = self.node(id);
        let is_enough = match node {
            _ if self.is_foreign => paint::is_enough_elsewhere,
            node if is_box(node) => paint::is_enough_of_face,
            _ => paint::is_enough,
        };
        !node.hidden && self.box_is_seen(id) && node.paint.as_ref().is_none_or(is_enough)
    }

    /// Whether it is there and takes up its room, but nothing of it is painted.
    pub(super) fn is_transparent(&self, id: Id) -> bool {
        self.node(id).paint.as_ref().is_some_and(paint::is_faint)
    }
}

/// How many there are in a range, by the counts before each node.
fn count(counts: &[u32], range: Range<Id>) -> u32 {
    let before = |id: Id| counts.get(id as usize).or(counts.last()).copied().unwrap_or_default();
    before(range.end).saturating_sub(before(range.start))
}

/// Whether it is one of the browser's own controls.
pub(super) fn is_native(node: &RawNode) -> bool {
    matches!(node.tag.as_str(), "input" | "select" | "textarea")
}

/// Whether it is a box to tick, which is drawn and not written in.
pub(super) fn is_box(node: &RawNode) -> bool {
    let kind = node.control.as_ref().map(|control| control.kind.as_str());
    node.tag == "input" && matches!(kind, Some("checkbox" | "radio"))
}

/// Whether an element starts a line: as it is laid out, else as its kind does by default (HTML,
/// "rendering").
fn is_block(node: &RawNode) -> bool {
    let by_default = || {
        matches!(
            node.tag.as_str(),
            "address"
                | "article"
                | "aside"
                | "blockquote"
                | "body"
                | "caption"
                | "dd"
                | "details"
                | "dialog"
                | "div"
                | "dl"
                | "dt"
                | "fieldset"
                | "figcaption"
                | "figure"
                | "footer"
                | "form"
                | "h1"
                | "h2"
                | "h3"
                | "h4"
                | "h5"
                | "h6"
                | "header"
                | "hr"
                | "html"
                | "legend"
                | "li"
                | "main"
                | "nav"
                | "ol"
                | "option"
                | "p"
                | "pre"
                | "section"
                | "summary"
                | "table"
                | "tbody"
                | "td"
                | "tfoot"
                | "th"
                | "thead"
                | "tr"
                | "ul"
        )
    };
    node.tag == "br" || node.block.unwrap_or_else(by_default)
}

fn role_of(node: &RawNode) -> &str {
    node.attrs.get("role").and_then(|role| role.split_whitespace().next()).unwrap_or_default()
}

fn part_of(node: &RawNode) -> Option<Part> {
    let control = node.control.as_ref()?;
    let role = role_of(node).to_ascii_lowercase();
    let opens_list = || node.attrs.get("aria-haspopup").is_some_and(|popup| popup == "listbox");
    let part = match node.tag.as_str() {
        "input" if control.kind == "hidden" => return None,
        "input" if PRESSED_INPUTS.contains(&control.kind.as_str()) => Part::Button,
        "input" | "select" | "textarea" => Part::Field,
        _ if FIELD_ROLES.contains(&role.as_str())
            || matches!(control.kind.as_str(), "contenteditable" | "box") =>
        {
            Part::Field
        }
        "button" if opens_list() => Part::Field,
        "button" | "summary" => Part::Button,
        _ if role == "button" && opens_list() => Part::Field,
        _ if role == "button" => Part::Button,
        _ => Part::Link,
    };
    Some(part)
}

/// `radio` or `checkbox`, for what is either, native or ARIA.
pub(super) fn choice_kind(tree: &Tree<'_>, id: Id) -> Option<&'static str> {
    let kind = tree.control(id).map(|control| control.kind.as_str()).unwrap_or_default();
    match (kind, tree.role(id)) {
        ("radio", _) => Some("radio"),
        ("checkbox", _) => Some("checkbox"),
        (_, "radio") => Some("radio"),
        (_, "checkbox") => Some("checkbox"),
        _ => None,
    }
}

/// Whether it is ticked rather than written: checkbox, radio, switch.
pub(super) fn is_ticked(tree: &Tree<'_>, id: Id) -> bool {
    choice_kind(tree, id).is_some() || tree.role(id) == "switch"
}
