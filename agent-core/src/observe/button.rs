//! Buttons and links: what they say, and whether pressing them submits a form. The latter is decided
//! from the DOM alone, never from words.

use shared_types::Button;

use super::{
    context::cut,
    field::{MAX_LABEL, pressed_text},
    frame::Frame,
    scrub::Scrubber,
    tree::{Id, Part},
};

/// With more links than this a page is for browsing: then only those within forms are listed.
pub(super) const MAX_LINKS: usize = 60;

/// Understands a button or a link.
pub(super) fn button(frame: &Frame<'_, '_>, id: Id, scrubber: &Scrubber) -> Button {
    let tree = frame.tree;
    let control = tree.control(id);
    let is_link = tree.part(id) == Some(Part::Link);
    let kind = control.map(|control| control.kind.as_str()).filter(|kind| !kind.is_empty());
    // HTML, "activation behavior": only these submit, and only with a form owner.
    let submits = matches!(tree.tag(id), "button" | "input")
        && matches!(kind, Some("submit" | "image"))
        && control.is_some_and(|control| control.has_form);
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

/// The links worth listing: those that can be seen, all of them or, of too many, those within forms.
pub(super) fn links(frame: &Frame<'_, '_>) -> Vec<Id> {
    let seen: Vec<Id> = frame.pressed(Part::Link).filter(|id| frame.tree.is_seen(*id)).collect();
    if seen.len() <= MAX_LINKS {
        return seen;
    }
    seen.into_iter().filter(|id| frame.form_of(*id).is_some()).take(MAX_LINKS).collect()
}
