//! How a question is answered, by what its field offers.

use shared_types::Field;

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
}

impl Form {
    /// By the choices that a field offers. Of a group only one is at hand: it counts as yes or no where that is what
    /// it says.
    pub(super) fn of(field: &Field) -> Self {
        let is_member = matches!(field.kind.as_str(), "radio" | "checkbox");
        let says = |text: &str| text.split([',', '(', '-', '–']).next().is_some_and(is_yes_or_no);
        if is_member {
            let is_group = field.group.as_deref().is_some_and(|group| !group.trim().is_empty());
            return if is_group && !says(&field.label) { Self::Choice } else { Self::YesNo };
        }
        let Some(options) = &field.options else { return Self::Text };
        if options.is_empty() {
            return Self::Text;
        }
        let said = options.iter().filter(|option| says(&option.text)).count();
        if said >= 2 { Self::YesNo } else { Self::Choice }
    }
}

fn is_yes_or_no(text: &str) -> bool {
    let text = crate::text::fold(text);
    has(List::Yes, &text) || has(List::No, &text)
}
