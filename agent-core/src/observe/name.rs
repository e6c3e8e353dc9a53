//! Accessible names and descriptions, by the W3C's computation (accname-1.2) and its mapping of HTML
//! (html-aam-1.0). The step of the specification is named at each branch.
//!
//! One step is left out on purpose: 2C would put the current values of embedded controls into names,
//! and names leave the browser.

use super::tree::{Id, Part, Tree, is_native, is_ticked};
pub(super) use crate::text::collapse;

/// Where a name comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Origin {
    /// There is none.
    #[default]
    Nowhere,
    /// `aria-labelledby`
    Reference,
    /// `aria-label`
    Attribute,
    /// `label`, `legend`, `caption`, `alt`, the `value` of a button.
    Native,
    /// What is in the element.
    Content,
    /// `title`
    Title,
    /// `placeholder`
    Placeholder,
}

/// An accessible name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Name {
    /// The name, white space collapsed.
    pub(super) text: String,
    /// Where it comes from.
    pub(super) origin: Origin,
}

/// Deeper nesting than this is not looked into.
const MAX_DEPTH: usize = 100;

/// ARIA roles that are named by their content (wai-aria-1.2, "name from: contents").
const NAMED_BY_CONTENT: &[&str] = &[
    "button",
    "cell",
    "checkbox",
    "columnheader",
    "gridcell",
    "heading",
    "link",
    "menuitem",
    "menuitemcheckbox",
    "menuitemradio",
    "option",
    "radio",
    "row",
    "rowheader",
    "switch",
    "tab",
    "tooltip",
    "treeitem",
];

/// Elements of which the implicit role is named by its content.
const CONTENT_ELEMENTS: &[&str] = &[
    "a",
    "button",
    "caption",
    "figcaption",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "label",
    "legend",
    "option",
    "summary",
    "td",
    "th",
];

/// Elements that are a picture.
const IMAGES: &[&str] = &["img", "area", "svg", "iframe"];

/// Elements that stand apart from the words around them although they stand in line with them.
const ATOMS: &[&str] = &["img", "svg", "button", "input", "select", "textarea"];

/// The accessible name of an element.
pub(super) fn accessible_name(tree: &Tree<'_>, id: Id) -> Name {
    let mut walk = Walk::new(tree, false);
    let (text, origin) = walk.alternative(id, true);
    let text = collapse(&text);
    let origin = if text.is_empty() { Origin::Nowhere } else { origin };
    Name { text, origin }
}

/// The accessible description (accname-1.2, "description computation"; html-aam-1.0 for `title`).
pub(super) fn accessible_description(tree: &Tree<'_>, id: Id, name: &Name) -> Option<String> {
    let referenced = referenced_text(tree, id, "aria-describedby");
    let described = referenced
        .or_else(|| tree.words(id, "aria-description").map(collapse))
        .or_else(|| tree.words(id, "title").map(collapse))?;
    (described != name.text).then_some(described)
}

/// What a page tells agents of a field: title and description of a parameter (WebMCP, declarative forms). Nobody sees them,
/// so they count for less than all that is shown, and no more than any other word of the page.
pub(super) fn told_to_agents(tree: &Tree<'_>, id: Id) -> (Option<String>, Option<String>) {
    let said = |name: &str| tree.words(id, name).map(collapse).filter(|text| !text.is_empty());
    (said("toolparamtitle"), said("toolparamdescription"))
}

/// The text of the elements that an attribute refers to, hidden ones included.
pub(super) fn referenced_text(tree: &Tree<'_>, id: Id, attribute: &str) -> Option<String> {
    let mut walk = Walk::new(tree, true);
    let text = collapse(&walk.referenced(&tree.references(id, attribute)));
    (!text.is_empty()).then_some(text)
}

/// What the `label` elements of a control say, whatever its name is.
pub(super) fn label_text(tree: &Tree<'_>, id: Id) -> String {
    let mut walk = Walk::new(tree, false);
    walk.path.push(id);
    collapse(&walk.labels(id).unwrap_or_default())
}

/// The text in an element, as it would count in a name.
pub(super) fn content(tree: &Tree<'_>, id: Id) -> String {
    let mut walk = Walk::new(tree, true);
    let mut out = String::new();
    walk.content(id, &mut out);
    collapse(&out)
}

fn is_image(tree: &Tree<'_>, id: Id) -> bool {
    IMAGES.contains(&tree.tag(id))
}

struct Walk<'t, 'a> {
    tree: &'t Tree<'a>,
    /// Within an `aria-labelledby` traversal, where it is not followed again.
    referenced: bool,
    /// Within a hidden element that was referred to, of which everything counts.
    hidden_counts: bool,
    /// The elements that are being named, so that none is named by itself.
    path: Vec<Id>,
    /// The labels that were read, with all that is in them: nothing is read twice.
    used: Vec<Id>,
}

impl<'t, 'a> Walk<'t, 'a> {
    fn new(tree: &'t Tree<'a>, referenced: bool) -> Self {
        Self { tree, referenced, hidden_counts: false, path: Vec::new(), used: Vec::new() }
    }

    /// Step 2 for one node; `root` is the element that is to be named.
    fn alternative(&mut self, id: Id, root: bool) -> (String, Origin) {
        let used = self.used.iter().any(|label| self.tree.contains(*label, id));
        if self.path.len() > MAX_DEPTH || self.path.contains(&id) || used {
            return Default::default();
        }
        // 2A: hidden, and not referred to.
        let unseen = self.tree.hidden(id) || self.tree.is_true(id, "aria-hidden");
        if unseen && !root && !self.hidden_counts {
            return Default::default();
        }
        self.path.push(id);
        let found = self.named(id, root);
        self.path.pop();
        found
    }

    fn named(&mut self, id: Id, root: bool) -> (String, Origin) {
        // 2B: aria-labelledby, not within such a traversal.
        if !self.referenced {
            let targets = self.tree.references(id, "aria-labelledby");
            let text = self.labelled_by(&targets);
            if !text.trim().is_empty() {
                return (text, Origin::Reference);
            }
        }
        // 2D: aria-label.
        if let Some(label) = self.tree.words(id, "aria-label") {
            return (label.to_owned(), Origin::Attribute);
        }
        // 2C, without the value: a control inside another's label says nothing but its own aria-label,
        // inside a button or link what its own labels say.
        if !root && self.tree.is_field(id) {
            let in_label = self.path.iter().any(|id| self.tree.tag(*id) == "label");
            let text = if in_label { None } else { self.labels(id) };
            return (text.unwrap_or_default(), Origin::Native);
        }
        // 2E: what the host language provides.
        if let Some(text) = self.native(id, root) {
            return (text, Origin::Native);
        }
        // 2F: name from content; 2H: of a descendant, whatever its role.
        if !root || self.named_by_content(id) {
            let mut out = String::new();
            self.content(id, &mut out);
            // What is blank still keeps words apart.
            if !root && !is_image(self.tree, id) || !out.trim().is_empty() {
                return (out, Origin::Content);
            }
        }
        // 2I: tooltip. html-aam-1.0 4.1.1: placeholder, after title.
        let attribute = |name: &str| self.tree.words(id, name).map(str::to_owned);
        let title = attribute("title").map(|text| (text, Origin::Title));
        let placeholder = || attribute("placeholder").or_else(|| attribute("aria-placeholder"));
        title.or_else(|| Some((placeholder()?, Origin::Placeholder))).unwrap_or_default()
    }

    fn labelled_by(&mut self, targets: &[Id]) -> String {
        self.referenced = true;
        let text = self.referenced(targets);
        self.referenced = false;
        text
    }

    fn referenced(&mut self, targets: &[Id]) -> String {
        let mut out = String::new();
        for target in targets {
            let tree = self.tree;
            if self.is_value(*target) {
                continue;
            }
            let unseen = tree.hidden(*target) || tree.is_true(*target, "aria-hidden");
            let before = std::mem::replace(&mut self.hidden_counts, unseen);
            // An element may refer to itself, to be named by its own aria-label or content as well.
            let own = self.path.iter().position(|id| id == target).map(|at| self.path.remove(at));
            let (text, _) = self.alternative(*target, tree.is_field(*target));
            self.path.extend(own);
            self.hidden_counts = before;
            out.push(' ');
            out.push_str(&text);
        }
        out
    }

    fn native(&mut self, id: Id, root: bool) -> Option<String> {
        let tree = self.tree;
        if root && let Some(text) = self.labels(id) {
            return Some(text);
        }
        match tree.tag(id) {
            // html-aam-1.0 4.1.2 and 4.1.3: input of type button, submit, reset, image.
            "input" if tree.part(id) == Some(Part::Button) => {
                let kind = tree.control(id).map(|c| c.kind.as_str()).unwrap_or_default();
                let alt = if kind == "image" { tree.words(id, "alt") } else { None };
                let text = alt.or_else(|| tree.words(id, "value"));
                let by_default = match kind {
                    _ if tree.attr(id, "value").is_some() => None,
                    "submit" => Some("Submit"),
                    "reset" => Some("Reset"),
                    "image" if tree.words(id, "title").is_none() => Some("Submit"),
                    _ => None,
                };
                text.or(by_default).map(str::to_owned)
            }
            // html-aam-1.0 4.1.6: fieldset; 4.1.10: table; figure.
            "fieldset" => self.first_child(id, "legend"),
            "table" => self.first_child(id, "caption"),
            "figure" => self.first_child(id, "figcaption"),
            // html-aam-1.0 4.1.9: img. An empty alt is a name: none.
            "img" | "area" => tree.attr(id, "alt").map(str::to_owned),
            "svg" | "iframe" => tree.words(id, "title").map(str::to_owned),
            _ => None,
        }
    }

    /// html-aam-1.0 4.1: labelable elements are named by their labels. One that nobody sees counts only
    /// when there is no other, and none counts twice.
    fn labels(&mut self, id: Id) -> Option<String> {
        let tree = self.tree;
        let (hidden, shown): (Vec<Id>, Vec<Id>) =
            tree.labels(id).iter().copied().partition(|label| tree.hidden(*label));
        [shown, hidden].into_iter().find_map(|labels| {
            let mut out = String::new();
            for label in labels {
                let before = std::mem::replace(&mut self.hidden_counts, tree.hidden(label));
                let (text, _) = self.alternative(label, false);
                self.hidden_counts = before;
                self.used.push(label);
                out.push(' ');
                out.push_str(&text);
            }
            Some(out).filter(|text| !text.trim().is_empty())
        })
    }

    fn first_child(&mut self, id: Id, tag: &str) -> Option<String> {
        let child = self.tree.children(id).find(|child| self.tree.tag(*child) == tag)?;
        Some(self.alternative(child, false).0).filter(|text| !text.trim().is_empty())
    }

    /// Whether an element shows what a field holds: it is in a field that is not ticked, or is one that
    /// has no name of its own.
    fn is_value(&self, target: Id) -> bool {
        let tree = self.tree;
        let holds = |id: Id| tree.is_field(id) && !is_native(tree.node(id)) && !is_ticked(tree, id);
        tree.ancestors(target).any(holds)
            || holds(target) && tree.words(target, "aria-label").is_none()
    }

    fn named_by_content(&self, id: Id) -> bool {
        let role = self.tree.role(id);
        // A button that opens a list shows the value in it.
        if self.tree.part(id) == Some(Part::Field) {
            return is_ticked(self.tree, id);
        }
        if role.is_empty() {
            return CONTENT_ELEMENTS.contains(&self.tree.tag(id));
        }
        NAMED_BY_CONTENT.contains(&role)
    }

    /// 2F: generated content, then the children, then generated content. Blocks stand apart.
    fn content(&mut self, id: Id, out: &mut String) {
        let tree = self.tree;
        let generated = tree.node(id).generated.as_ref();
        if let Some((before, _)) = generated {
            out.push_str(before);
        }
        for child in tree.children(id) {
            // 2G: a text node.
            if let Some(text) = tree.text(child) {
                if !tree.hidden(child) || self.hidden_counts {
                    out.push_str(text);
                }
                continue;
            }
            let apart = tree.is_block(child) || ATOMS.contains(&tree.tag(child));
            if apart {
                out.push(' ');
            }
            out.push_str(&self.alternative(child, false).0);
            if apart {
                out.push(' ');
            }
        }
        if let Some((_, after)) = generated {
            out.push_str(after);
        }
    }
}

/// The text in an element that is pressed.
pub(super) fn pressed_text(tree: &Tree<'_>, id: Id) -> String {
    let name = accessible_name(tree, id);
    if name.text.is_empty() { content(tree, id) } else { name.text }
}
