//! An element of an observation, and what targets know it by.

use shared_types::{Button, Field, Observation, Widget};

use crate::text::caseless;

/// The one element that a target names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// `index` in `observation.fields`.
    Field(u32),
    /// `index` in `observation.buttons`.
    Button(u32),
}

/// The fields and buttons of which something is so.
pub(super) fn matches(
    observation: &Observation,
    field: impl Fn(&Field) -> bool,
    button: impl Fn(&Button) -> bool,
) -> Vec<Found> {
    let fields = observation.fields.iter().filter(|f| field(f)).map(|f| Found::Field(f.index));
    let buttons = observation.buttons.iter().filter(|b| button(b)).map(|b| Found::Button(b.index));
    fields.chain(buttons).collect()
}

/// Case, white space and the marks that labels end with do not count.
pub(super) fn unmarked(text: &str) -> String {
    caseless(text).trim_end_matches([':', '*', ' ']).to_owned()
}

/// ARIA role of a field: HTML-AAM's for native controls, the widget's own for others.
pub(super) fn aria_role_of_field(field: &Field) -> &'static str {
    match field.widget {
        Some(Widget::Combobox) => return "combobox",
        Some(Widget::Listbox) => return "listbox",
        Some(Widget::Checkbox) => return "checkbox",
        Some(Widget::Radio) => return "radio",
        Some(Widget::Switch) => return "switch",
        Some(Widget::Slider) => return "slider",
        _ => {}
    }
    match field.kind.as_str() {
        "checkbox" => "checkbox",
        "radio" => "radio",
        "range" => "slider",
        "number" => "spinbutton",
        "search" => "searchbox",
        "select-one" => "combobox",
        "select-multiple" => "listbox",
        _ => "textbox",
    }
}

pub(super) fn aria_role_of_button(button: &Button) -> &'static str {
    if button.kind == "link" || button.tag == "a" { "link" } else { "button" }
}
