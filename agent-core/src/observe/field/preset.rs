//! Whether what a field holds is the page's own and no answer yet. What a person typed or chose must never be
//! taken for it: where the browser cannot tell, it is not.

use shared_types::{ValueState, Widget, snapshot::RawControl};

use super::super::{
    frame::Frame,
    tree::{Id, is_native},
};

/// `None` for what holds nothing, and for texts: these are somebody's words.
pub(super) fn preset(
    frame: &Frame<'_, '_>,
    id: Id,
    control: &RawControl,
    widget: Widget,
    state: &ValueState,
) -> Option<bool> {
    let native = is_native(frame.tree.node(id));
    let holds = control.checked.unwrap_or(*state != ValueState::Empty);
    let is_list = matches!(widget, Widget::Combobox | Widget::Listbox);
    let chosen = !native || control.value.is_empty() || control.read_only;
    let changed_elsewhere = match control.kind.as_str() {
        _ if !holds => return None,
        // A choice in the browser's own list has the browser's own sign, unless it was put back.
        "select-one" if native => control.changed && frame.is_restored(),
        // Buttons beside it may have changed it, and leave no sign.
        "number" | "range" | "radio" if native => {
            control.changed && (frame.is_restored() || frame.is_used())
        }
        _ if native && frame.tree.role(id) == "spinbutton" => {
            control.changed && (frame.is_restored() || frame.is_used())
        }
        // There is no sign at all.
        _ if is_list && chosen => frame.is_restored() || frame.is_used(),
        _ => return None,
    };
    Some(!control.touched && !changed_elsewhere)
}
