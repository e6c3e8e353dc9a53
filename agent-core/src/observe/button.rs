//! Buttons and links: what they say, and whether pressing them submits a form. The latter is decided
//! from the DOM alone, never from words.

use shared_types::Button;

use super::{
    context::cut,
    field::{MAX_LABEL, Visibility, pressed_text, visibility},
    frame::Frame,
    scrub::Scrubber,
    section::is_heading,
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
    let submits = submits(frame, id, &["submit", "image"]);
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
