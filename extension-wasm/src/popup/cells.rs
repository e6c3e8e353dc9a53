//! Parts that several views paint.

use super::{
    dom::{Control, attribute, el},
    format,
};

/// As [`source_cell`]; says so where the value is not that entry itself and follows from it.
pub(super) fn origin_cell(source: &str, derived: bool) -> Control {
    let cell = source_cell(source);
    if derived {
        cell.set_text_content(Some(&format!("Follows from: {}", format::source_label(source))));
    }
    cell
}

/// A table cell that tells where a value came from. `data-source` holds the key itself.
pub(super) fn source_cell(source: &str) -> Control {
    let cell = el("td", "source", &format::source_label(source));
    attribute(&cell, "data-source", source);
    cell
}
