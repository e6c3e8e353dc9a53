//! Buttons and links: what they say, and whether pressing them submits a form. The latter is decided
//! from the DOM alone, never from words.

use shared_types::{Button, Private};

use super::{
    context::{MAX_LABEL, cut},
    frame::Frame,
    name::{collapse, pressed_text},
    scrub::Scrubber,
    section::is_heading,
    tree::{Id, Part, Tree},
    visibility::{Visibility, visibility},
};
use crate::page::Element;

/// With more links than this a page is for browsing: then only those within forms are listed.
pub(super) const MAX_LINKS: usize = 60;

/// Understands a button or a link.
pub(super) fn button(frame: &Frame<'_, '_>, id: Id, scrubber: &Scrubber) -> Button {
    let tree = frame.tree;
    let control = tree.control(id);
    let kind = control.map(|control| control.kind.as_str()).filter(|kind| !kind.is_empty());
    let submits = submits(frame, id, &["submit", "image"]);
    // Whatever role it claims: what has an address is a link.
    let is_link = tree.part(id) == Some(Part::Link) || address(tree, id).is_some();
    let kind = kind.filter(|_| submits || !is_link);
    let kind = if self::submits(frame, id, &["reset"]) { Some("reset") } else { kind };
    let (text, _) = cut(pressed_text(tree, id), MAX_LABEL);
    let goes_to = control.map(|control| control.form_action.as_str()).filter(|url| !url.is_empty());
    Button {
        tag: tree.tag(id).to_owned(),
        kind: kind.unwrap_or(if is_link { "link" } else { "button" }).to_owned(),
        text: scrubber.label(&text),
        id: tree.attr(id, "id").unwrap_or_default().to_owned(),
        disabled: control.is_some_and(|control| control.disabled)
            || tree.is_true(id, "aria-disabled"),
        submits: Some(submits),
        frame: Some(frame.id),
        visible: Some(tree.is_seen(id)),
        form_action: goes_to
            .filter(|_| submits)
            .map(|url| url.split(['?', '#']).next().unwrap_or_default().to_owned()),
        ..Button::default()
    }
}

/// What stands for a form that the page tried to send by itself and that no button sends.
pub(super) fn held(frame: &Frame<'_, '_>, form_action: &str) -> Button {
    let goes_to = form_action.split(['?', '#']).next().unwrap_or_default();
    Button {
        tag: "form".to_owned(),
        kind: "submit".to_owned(),
        text: "Send the form".to_owned(),
        submits: Some(true),
        frame: Some(frame.id),
        visible: Some(true),
        form_action: Some(goes_to.to_owned()).filter(|url| !url.is_empty()),
        ..Button::default()
    }
}

/// Whether pressing an element sends its form, or empties it, by one of these types.
///
/// HTML, "activation behavior": buttons alone, and only with a form owner. Components of the page's own are
/// believed when they say so.
pub(super) fn submits(frame: &Frame<'_, '_>, id: Id, types: &[&str]) -> bool {
    let tree = frame.tree;
    let control = tree.control(id);
    if matches!(tree.tag(id), "button" | "input") {
        return control
            .is_some_and(|control| control.has_form && types.contains(&control.kind.as_str()));
    }
    let says = tree
        .words(id, "type")
        .is_some_and(|kind| types.iter().any(|submits| kind.eq_ignore_ascii_case(submits)));
    says && tree.tag(id).contains('-')
        && (tree.attr(id, "form").is_some() || frame.form_of(id).is_some())
}

/// The element behind a button, with its address and all that it says.
pub(super) fn element(frame: &Frame<'_, '_>, id: Id) -> Element {
    let tree = frame.tree;
    Element {
        href: address(tree, id).unwrap_or_default().into(),
        says: says(tree, id).into_iter().map(Private::new).collect(),
        beside: beside(frame, id).into(),
        ..frame.element(id)
    }
}

/// Where pressing it leads by its markup: to its own address, or to that of the link that it is in or
/// holds. A button that names a part of its own page, or nothing, has none.
fn address(tree: &Tree<'_>, id: Id) -> Option<String> {
    let is_button =
        tree.role(id) == "button" || matches!(tree.tag(id), "button" | "input" | "summary");
    let around = std::iter::once(id).chain(tree.ancestors(id));
    around.chain(tree.subtree(id)).find_map(|at| {
        let written = tree.attr(at, "href").or_else(|| {
            let sends =
                at == id && tree.control(at).is_some_and(|control| control.kind == "submit");
            tree.attr(at, "formaction").filter(|_| !sends)
        })?;
        let stays = written
            .trim()
            .strip_prefix('#')
            .is_some_and(|part| part.is_empty() || tree.by_id(tree.node(at).scope, part).is_some());
        if is_button && at == id && stays {
            return None;
        }
        let resolved = tree.control(at).map(|control| control.href.as_str()).unwrap_or_default();
        let place = if resolved.is_empty() { written } else { resolved };
        // An empty address is that of the page itself.
        Some(if place.trim().is_empty() { "#".to_owned() } else { place.to_owned() })
    })
}

/// Every text that a button shows or is called by, each once: what is painted of it, its names, its title,
/// what its pictures are called. Empty where nothing of it can be read, as of a picture alone.
fn says(tree: &Tree<'_>, id: Id) -> Vec<String> {
    let painted = painted(tree, id);
    if painted.is_empty() {
        return Vec::new();
    }
    let mut says = vec![painted];
    let mut add = |text: &str| {
        let text = collapse(text);
        if !text.is_empty() && !says.contains(&text) {
            says.push(text);
        }
    };
    for at in std::iter::once(id).chain(tree.subtree(id)) {
        for name in ["aria-label", "title", "alt", "aria-description", "aria-roledescription"] {
            add(tree.attr(at, name).unwrap_or_default());
        }
        if holds_words(tree, at) || (tree.node(at).draws && !tree.hidden(at)) {
            add(PICTURE);
        }
    }
    if is_unreadable(tree, id) {
        add(PICTURE);
    }
    add(&pressed_text(tree, id));
    says
}

/// Whether nothing that is written on it can be read, and no sign stands for it: a text is for readers alone
/// where a sign is seen in its stead.
fn is_unreadable(tree: &Tree<'_>, id: Id) -> bool {
    let within = || std::iter::once(id).chain(tree.subtree(id)).filter(|at| !tree.hidden(*at));
    let is_sign = |at: Id| {
        matches!(tree.tag(at), "img" | "svg" | "input") || tree.node(at).generated.is_some()
    };
    let mut texts =
        within().filter(|at| tree.text(*at).is_some_and(|text| !text.trim().is_empty())).peekable();
    texts.peek().is_some()
        && texts.all(|at| tree.parent(at).is_some_and(|holder| tree.node(holder).faint))
        && !within().any(is_sign)
}

/// What is said of a picture that may show words.
const PICTURE: &str = "(picture)";
/// Longest side of an icon, in CSS pixels.
const ICON: f64 = 64.0;

/// Whether it is a picture large enough for words.
pub(super) fn holds_words(tree: &Tree<'_>, id: Id) -> bool {
    let is_picture =
        matches!(tree.tag(id), "img" | "svg" | "canvas" | "iframe" | "object" | "embed" | "video");
    let is_large = |(_, _, width, height): (f64, f64, f64, f64)| width > ICON || height > ICON;
    is_picture && !tree.hidden(id) && tree.node(id).rect.is_none_or(is_large)
}

/// The text that can be seen on a button, that which is hidden from readers included.
fn painted(tree: &Tree<'_>, id: Id) -> String {
    let mut text = String::new();
    for at in std::iter::once(id).chain(tree.subtree(id)) {
        if tree.hidden(at) {
            continue;
        }
        if tree.tag(at) == "input" {
            text.push_str(tree.attr(at, "value").unwrap_or_default());
        }
        push_own(&mut text, tree, at);
    }
    collapse(&text)
}

/// Adds what a node says without those in it, what its style writes included.
fn push_own(text: &mut String, tree: &Tree<'_>, at: Id) {
    let node = tree.node(at);
    if node.block == Some(true) {
        text.push(' ');
    }
    text.push_str(tree.text(at).unwrap_or_default());
    if let Some((before, after)) = &node.generated {
        text.push_str(&format!(" {before} {after} "));
    }
}

/// Longest text beside a button that is read, in characters: what is longer is no row but a page.
const MAX_BESIDE: usize = 600;

/// What stands beside a button: the heading over it, and the text of its row. That is the smallest element
/// around it that says something besides its buttons, and what is around that as long as no field is in it. Where
/// several fields are in it, it is the text between the button and the nearest of them.
fn beside(frame: &Frame<'_, '_>, id: Id) -> String {
    let tree = frame.tree;
    let mut row = String::new();
    for outer in tree.ancestors(id).filter(|outer| !matches!(tree.tag(*outer), "body" | "html")) {
        let has_fields = tree.fields_in(outer) > 0;
        if has_fields && !row.is_empty() {
            break;
        }
        let within = match tree.fields_in(outer) {
            0 | 1 => outer..tree.end(outer),
            _ => between_fields(frame, outer, id),
        };
        let text = plain_text(tree, within, id, tree.fields_in(outer) > 1);
        if text.chars().count() > MAX_BESIDE {
            break;
        }
        row = text;
        if has_fields && !row.is_empty() {
            break;
        }
    }
    let heading = frame.sections.of(id).unwrap_or_default();
    collapse(&format!("{heading} {row}"))
}

/// From the field before a button, or the beginning of what is around both, to the field after it.
fn between_fields(frame: &Frame<'_, '_>, outer: Id, id: Id) -> std::ops::Range<Id> {
    let tree = frame.tree;
    let all = tree.subtree(outer);
    let from = frame.field_before(id).map_or(all.start, |field| tree.end(field).max(all.start));
    let to = frame.field_after(id).map_or(all.end, |field| field.min(all.end));
    from..to.max(from)
}

/// The text that can be seen among these nodes, but for what a button and others like it say; without labels
/// where they are those of other fields.
fn plain_text(tree: &Tree<'_>, within: std::ops::Range<Id>, id: Id, is_among: bool) -> String {
    let mut text = String::new();
    let mut at = within.start;
    while at < within.end {
        let is_around = tree.contains(at, id) && at != id;
        let is_own = tree.part(at) == Some(Part::Button)
            || tree.tag(at) == "option"
            || (tree.tag(at) == "label" && is_among);
        if tree.hidden(at) || (is_own && !is_around) {
            text.push(' ');
            at = tree.end(at).max(at + 1);
            continue;
        }
        push_own(&mut text, tree, at);
        at += 1;
    }
    collapse(&text)
}

/// The fields of the closed part of the page that a button opens; none where they are not there yet.
///
/// ARIA's disclosure and accordion (the header is a button in a heading, and names its panel) and
/// HTML's `details`.
pub(super) fn opens(frame: &Frame<'_, '_>, id: Id) -> Option<Vec<Id>> {
    let tree = frame.tree;
    let closed_in = |part: Id| {
        let within = tree.subtree(part);
        let fields = frame.fields.iter().copied().filter(|field| within.contains(field));
        fields.filter(|field| visibility(tree, *field) == Visibility::Unseen).collect::<Vec<_>>()
    };
    if tree.tag(id) == "summary" {
        return tree.parent(id).map(closed_in).filter(|fields| !fields.is_empty());
    }
    let expanded = tree.words(id, "aria-expanded")?;
    let popup = tree.words(id, "aria-haspopup").unwrap_or("false");
    if !expanded.eq_ignore_ascii_case("false") || !popup.eq_ignore_ascii_case("false") {
        return None;
    }
    let panels = tree.references(id, "aria-controls");
    if panels.iter().any(|panel| tree.fields_in(*panel) > 0) {
        let fields: Vec<Id> = panels.into_iter().flat_map(closed_in).collect();
        return (!fields.is_empty()).then_some(fields);
    }
    let is_built = panels.iter().any(|panel| !tree.subtree(*panel).is_empty());
    let heads = || tree.ancestors(id).take(2).any(|outer| is_heading(tree, outer));
    (!is_built && heads()).then(Vec::new)
}

/// The links worth listing: those that can be seen, all of them or, of too many, those within forms.
pub(super) fn links(frame: &Frame<'_, '_>) -> Vec<Id> {
    let seen: Vec<Id> = frame.pressed(Part::Link).filter(|id| frame.tree.is_seen(*id)).collect();
    if seen.len() <= MAX_LINKS {
        return seen;
    }
    seen.into_iter().filter(|id| frame.form_of(*id).is_some()).take(MAX_LINKS).collect()
}
