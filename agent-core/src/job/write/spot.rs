//! Where a write goes, as the page was read last.

use shared_types::{Field, Private, Widget, operation::OperationResult};

use crate::observe::{Element, Page, Tokens};

/// A field and its element; either may be gone.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Spot<'p> {
    field: Option<&'p Field>,
    element: Option<&'p Element>,
}

impl<'p> Spot<'p> {
    pub(super) fn new(index: u32, page: &'p Page) -> Self {
        let at = index as usize;
        Self { field: page.observation.fields.get(at), element: page.fields.get(at) }
    }

    /// Whether its marks say that it makes tokens of what is typed.
    pub(super) fn tokens(self) -> Tokens {
        self.element.map(|element| element.tokens).unwrap_or_default()
    }

    /// Controls that the browser fills by parts (dates, colours, ranges) know no typing as text.
    pub(super) fn takes_only_setter(self) -> bool {
        let kind = self.field.map(|field| field.kind.as_str());
        matches!(
            kind,
            Some("date" | "month" | "week" | "time" | "datetime-local" | "color" | "range")
        )
    }

    /// What a text field held before, if the page has made something else of it since.
    pub(super) fn held_before(self, result: &OperationResult) -> Option<Private> {
        let widget = self.field.and_then(|field| field.widget);
        let is_text = matches!(widget, None | Some(Widget::Native | Widget::DatePicker));
        let before = &self.element.filter(|_| is_text)?.value;
        let changed = result.read.as_ref() != Some(before) && !before.reveal().contains('•');
        changed.then(|| before.clone())
    }
}
