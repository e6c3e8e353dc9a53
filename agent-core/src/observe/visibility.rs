//! How a field can be seen: itself, or what a page shows in its stead.

use shared_types::snapshot::{FaceKind, RawFace};

use super::{
    paint,
    tree::{Id, Part, Tree, choice_kind},
};

/// How a field can be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Visibility {
    /// Itself.
    Seen,
    /// Not itself, but its label or opener.
    ThroughLabel,
    /// Not at all: hidden, or laid out to be a trap.
    Unseen,
}

/// Longest side of a box or switch that is drawn in place of a browser's own, in CSS pixels.
const BOX: f64 = 64.0;

/// How a field can be seen. Pages hide checkboxes, radios and file fields and show their labels instead;
/// other fields are shown themselves or not at all.
pub(super) fn visibility(tree: &Tree<'_>, id: Id) -> Visibility {
    if tree.is_stand_in(id) {
        return Visibility::Unseen;
    }
    if tree.is_seen(id) {
        return Visibility::Seen;
    }
    // Whatever stands beside it: what is seen in its stead must be painted, too.
    if tree.node(id).element.is_some() && face(tree, id).is_none() {
        return Visibility::Unseen;
    }
    let kind = tree.control(id).map(|control| control.kind.as_str()).unwrap_or_default();
    let is_file = kind == "file";
    if is_drawn_around(tree, id, kind) {
        return Visibility::ThroughLabel;
    }
    if !is_file && choice_kind(tree, id).is_none() {
        return Visibility::Unseen;
    }
    // A component may draw a box of its own, with a label outside of it.
    let is_components = tree.node(id).scope != 0;
    let drawn = face(tree, id).filter(|face| is_components && face.how != FaceKind::Label);
    if drawn.is_some_and(|face| face.paint.width <= BOX && face.paint.height <= BOX) {
        return Visibility::ThroughLabel;
    }
    let shown =
        |label: Id| tree.is_seen(label) || tree.subtree(label).any(|part| tree.is_seen(part));
    // What opens the file dialog instead: a button beside the field, in what holds nothing else.
    let opener = || {
        tree.ancestors(id).take(3).take_while(|holder| tree.fields_in(*holder) == 1).any(|holder| {
            tree.subtree(holder)
                .any(|part| tree.part(part) == Some(Part::Button) && tree.is_seen(part))
        })
    };
    if tree.labels(id).iter().any(|label| shown(*label)) || is_file && opener() {
        Visibility::ThroughLabel
    } else {
        Visibility::Unseen
    }
}

/// Whether what a person sees of a control is drawn around it: a box that opens a list, a slider, a star.
/// The control itself may then be transparent or tiny. Text fields are drawn by others only inside of a
/// component of the page's own (a shadow tree).
fn is_drawn_around(tree: &Tree<'_>, id: Id, kind: &str) -> bool {
    let levels = match (tree.role(id), kind) {
        ("combobox", _) => 4,
        _ if tree.attr(id, "aria-haspopup") == Some("listbox") => 4,
        ("spinbutton", _) | (_, "range" | "radio") => 2,
        (_, "text" | "textarea" | "email" | "tel" | "url" | "number" | "search")
            if tree.is_transparent(id) && tree.node(id).scope != 0 =>
        {
            4
        }
        // One field lies over the boxes that show its characters.
        (_, "text" | "tel" | "number")
            if tree.is_transparent(id)
                && tree.attr(id, "autocomplete") == Some("one-time-code") =>
        {
            2
        }
        _ => return false,
    };
    if tree.node(id).hidden {
        return false;
    }
    if (kind == "range" || tree.role(id) == "spinbutton") && tree.box_is_seen(id) {
        return true;
    }
    tree.ancestors(id)
        .take(levels)
        .take_while(|holder| tree.fields_in(*holder) == 1)
        .flat_map(|holder| tree.subtree(holder))
        .any(|part| part != id && tree.is_seen(part))
}

/// What is seen of a control in its stead: its own label, or what holds no other control.
pub(super) fn face<'a>(tree: &Tree<'a>, id: Id) -> Option<&'a RawFace> {
    tree.node(id).faces.iter().find(|face| {
        (face.how == FaceKind::Label || face.others == 0) && paint::is_enough_of_face(&face.paint)
    })
}
