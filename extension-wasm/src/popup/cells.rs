//! Parts that several views paint.

use super::{
    dom::{Control, attribute, el},
    format,
};

/// A table cell that tells where a value came from. `data-source` holds the key itself.
pub(super) fn source_cell(source: &str) -> Control {
    cell(source, &format::source_label(source))
}

/// As [`source_cell`]; says so where the value is not that entry itself and follows from it.
pub(super) fn origin_cell(source: &str, derived: bool) -> Control {
    let label = format::source_label(source);
    if derived { cell(source, &format!("Follows from: {label}")) } else { cell(source, &label) }
}

fn cell(source: &str, words: &str) -> Control {
    let cell = el("td", "source", words);
    attribute(&cell, "data-source", source);
    cell
}
