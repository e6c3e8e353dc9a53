//! How a question is answered, by what its field offers.

use shared_types::{Field, Widget};

use crate::language::{List, has};

/// How a question is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// By yes or no.
    YesNo,
    /// By one of several texts.
    Choice,
    /// By any text.
    Text,
    /// By what a list offers that shows it only when it is opened.
    ClosedList,
}

impl Form {
    /// By the choices that a field offers. Of a group only one is at hand: it counts as yes or no where that is what
    /// it says.
    pub(super) fn of(field: &Field) -> Self {
        let is_member = matches!(field.kind.as_str(), "radio" | "checkbox");
        if is_member {
            let is_group = field.group.as_deref().is_some_and(|group| !group.trim().is_empty());
            return if is_group && !says_yes_or_no(&field.label) {
                Self::Choice
            } else {
                Self::YesNo
            };
        }
        let options = field.options.as_deref().unwrap_or_default();
        if options.is_empty() {
            let is_list = matches!(field.widget, Some(Widget::Combobox | Widget::Listbox));
            return if is_list { Self::ClosedList } else { Self::Text };
        }
        Self::of_choices(options.iter().map(|option| option.text.as_str()))
    }

    /// By what can be chosen.
    pub(super) fn of_choices<'a>(texts: impl Iterator<Item = &'a str>) -> Self {
        if texts.filter(|text| says_yes_or_no(text)).count() >= 2 {
            Self::YesNo
        } else {
            Self::Choice
        }
    }
}

fn says_yes_or_no(text: &str) -> bool {
    text.split([',', '(', '-', '–']).next().is_some_and(is_yes_or_no)
}

fn is_yes_or_no(text: &str) -> bool {
    let text = crate::text::fold(text);
    // 0 and 1 are yes and no to programs. "0–2 years" is a number.
    if text.chars().all(|c| c.is_ascii_digit()) {
        return false;
    }
    has(List::Yes, &text) || has(List::No, &text)
}
