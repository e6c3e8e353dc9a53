//! Parts that several views paint.

use super::{
    dom::{Control, attribute, el},
    format,
};

/// A table cell that tells where a value came from. `data-source` holds the key itself.
pub(super) fn source_cell(source: &str) -> Control {
    let cell = el("td", "source", &format::source_label(source));
    attribute(&cell, "data-source", source);
    cell
}
