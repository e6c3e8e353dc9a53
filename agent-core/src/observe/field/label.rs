//! What a person reads as the label of a field.

use super::super::{
    frame::Frame,
    name::{Name, Origin, accessible_name, content, label_text},
    tree::{Id, Tree, choice_kind, is_native, is_ticked},
    visibility::{Visibility, visibility},
};
use crate::language::{self, List};

/// What a person reads as the label. A name that only shows as a tooltip or until something is typed
/// gives way to text that stands beside the field.
pub(super) fn label(frame: &Frame<'_, '_>, id: Id, name: &Name, ticked: bool) -> String {
    if let Some(text) = label_of_stand_in(frame, id, name) {
        return text;
    }
    if frame.tree.is_loose_box(id) {
        let labels = frame.tree.box_labels(id);
        let texts: Vec<String> = labels.iter().map(|part| content(frame.tree, *part)).collect();
        return texts.join(" ");
    }
    // A button that shows what is chosen is named by its label and by itself.
    let (own, others) = named_by(frame, id);
    if !own.is_empty() && !others.is_empty() {
        let texts: Vec<String> = others.iter().map(|part| content(frame.tree, *part)).collect();
        return texts.join(" ");
    }
    let named = || name.text.clone();
    match name.origin {
        Origin::Nowhere => {}
        Origin::Title | Origin::Placeholder => {
            let beside = frame.texts.close_by(id, ticked, 2);
            return beside.or_else(|| frame.texts.label_to_itself(id)).unwrap_or_else(named);
        }
        Origin::Attribute if ticked => return visible_label(frame, id, &name.text),
        _ => return named(),
    }
    let is_file = frame.tree.control(id).is_some_and(|control| control.kind == "file");
    let zone = frame.tree.ancestors(id).take(3).find(|zone| frame.tree.role(*zone) == "button");
    if let Some(zone) = zone.filter(|_| is_file) {
        let name = accessible_name(frame.tree, zone);
        if !name.text.is_empty() {
            return name.text;
        }
    }
    if let Some(label) = frame.tree.loose_label(id) {
        return content(frame.tree, label);
    }
    if let Some(text) = frame.texts.beside(id, ticked) {
        return text;
    }
    // Parts of one value stand on one line behind one label.
    frame
        .field_before(id)
        .filter(|_| !ticked)
        .and_then(|previous| frame.texts.shared_label(previous, id))
        .unwrap_or_default()
}

/// What is read beside what is ticked: its `label`, unless `aria-label` says the same and more (WCAG 2.2,
/// 2.5.3 "Label in Name"). Some switches are named after the state that they are in.
fn visible_label(frame: &Frame<'_, '_>, id: Id, name: &str) -> String {
    let label = label_text(frame.tree, id);
    let says_it = name.to_lowercase().contains(&label.to_lowercase());
    if says_it { name.to_owned() } else { label }
}

/// What `aria-labelledby` names: the field itself and what is in it, and the others.
fn named_by(frame: &Frame<'_, '_>, id: Id) -> (Vec<Id>, Vec<Id>) {
    let tree = frame.tree;
    tree.references(id, "aria-labelledby").into_iter().partition(|part| tree.contains(id, *part))
}

/// A widget of the page's own stands beside the hidden control that it replaces; the label is still that
/// one's: where the widget has no other name than what it shows, and where the two are alone.
fn label_of_stand_in(frame: &Frame<'_, '_>, id: Id, name: &Name) -> Option<String> {
    let tree = frame.tree;
    let replaces = !is_native(tree.node(id))
        || matches!(tree.role(id), "combobox" | "searchbox" | "slider" | "spinbutton");
    if !replaces || is_ticked(tree, id) {
        return None;
    }
    let (own, others) = named_by(frame, id);
    let unnamed = matches!(name.origin, Origin::Nowhere | Origin::Title | Origin::Placeholder)
        || !own.is_empty() && others.is_empty();
    let replaced = |other: &Id| {
        let holder = tree.parent(*other).filter(|_| {
            is_native(tree.node(*other))
                && choice_kind(tree, *other).is_none()
                && visibility(tree, *other) == Visibility::Unseen
        });
        holder.is_some_and(|holder| {
            tree.ancestors(id).take(6).any(|around| around == holder)
                && (unnamed || others.is_empty() && tree.fields_in(holder) <= 2)
        })
    };
    let near = [frame.field_before(id), frame.field_after(id)];
    let other = near.into_iter().flatten().find(replaced)?;
    let text = label(frame, other, &accessible_name(tree, other), false);
    (!text.is_empty()).then_some(text)
}

/// Without the marks around it: `* E-mail:` is `E-mail`.
pub(super) fn bare(label: &str) -> &str {
    label.trim_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '＊' | ':' | '：'))
}

/// Without what a slider calls itself at the end of its name: `Volume Slider handle` is `Volume`.
pub(super) fn without_kind<'s>(tree: &Tree<'_>, id: Id, label: &'s str) -> &'s str {
    if tree.role(id) != "slider" {
        return label;
    }
    let lower = label.to_ascii_lowercase();
    // The longest counts.
    let kinds = language::words(List::Slider).iter();
    let end = kinds
        .filter_map(|kind| lower.strip_suffix(kind)?.strip_suffix(' '))
        .min_by_key(|rest| rest.len())
        .map_or(label.len(), str::len);
    label.get(..end).unwrap_or(label)
}
