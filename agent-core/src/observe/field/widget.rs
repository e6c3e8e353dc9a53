//! What kind of widget a field is.

use shared_types::Widget;

use super::super::tree::{Id, Tree, is_native};
use crate::language::{self, List, has};

pub(super) fn widget(tree: &Tree<'_>, id: Id) -> Widget {
    let node = tree.node(id);
    let kind = tree.control(id).map(|control| control.kind.as_str()).unwrap_or_default();
    if is_native(node) {
        let is_text =
            node.tag == "input" && !matches!(kind, "checkbox" | "radio" | "file" | "range");
        return match () {
            () if kind == "file" => Widget::File,
            () if is_text && opens_calendar(tree, id) => Widget::DatePicker,
            () if (is_text || node.tag == "textarea") && opens_list(tree, id) => Widget::Combobox,
            () => Widget::Native,
        };
    }
    match tree.role(id) {
        "combobox" => Widget::Combobox,
        "listbox" => Widget::Listbox,
        "checkbox" => Widget::Checkbox,
        "radio" => Widget::Radio,
        "switch" => Widget::Switch,
        "slider" | "spinbutton" => Widget::Slider,
        _ if kind == "contenteditable" => Widget::ContentEditable,
        _ if kind == "box" => Widget::Combobox,
        _ if tree.attr(id, "aria-haspopup").is_some() => Widget::Combobox,
        _ => Widget::Other,
    }
}

/// What a text field opens that cannot be typed into: a list where it asks for a choice, a calendar where
/// it is called a date.
pub(super) fn opened_by_read_only(tree: &Tree<'_>, id: Id, label: &str) -> Option<Widget> {
    let label = label.to_lowercase();
    let names_date =
        || label.split(|c: char| !c.is_alphabetic()).any(|word| has(List::DateName, word));
    let is_text = tree.control(id).is_some_and(|control| control.kind == "text");
    match tree.words(id, "placeholder") {
        _ if !is_text || tree.is_stand_in(id) => None,
        Some(text) if asks_for_choice(text) => Some(Widget::Combobox),
        _ if names_date() => Some(Widget::DatePicker),
        _ => None,
    }
}

/// ARIA's combobox pattern, as it is now and as it was: on the input, or on an element around it.
pub(super) fn opens_list(tree: &Tree<'_>, id: Id) -> bool {
    tree.role(id) == "combobox"
        || tree.attr(id, "aria-haspopup") == Some("listbox")
        || tree.ancestors(id).take(3).any(|a| tree.role(a) == "combobox")
}

/// A text field that opens a calendar says so by its popup, or by the class that date pickers give it. A
/// field that cannot be typed into and says that something is picked is taken for one, too.
fn opens_calendar(tree: &Tree<'_>, id: Id) -> bool {
    let popup = matches!(tree.attr(id, "aria-haspopup"), Some("dialog" | "grid"));
    let read_only = tree.control(id).is_some_and(|control| control.read_only);
    let class = tree.attr(id, "class").unwrap_or_default().to_ascii_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| class.contains(word));
    let lists = || {
        let controlled = tree.references(id, "aria-controls").into_iter();
        controlled.flat_map(|list| tree.subtree(list)).any(|part| tree.role(part) == "option")
    };
    popup && (read_only || tree.role(id) == "combobox" && !lists())
        || says(&["datepicker", "date-picker"])
        || read_only && says(&["pick", "calendar", "date"])
}

/// Whether an option asks for a choice instead of being one.
pub(super) fn asks_for_choice(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    text.is_empty()
        || language::words(List::AsksForChoice).iter().any(|start| text.starts_with(start))
}
