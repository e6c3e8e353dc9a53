//! The heading or legend that a field stands under.

use super::{
    name::{accessible_name, collapse},
    tree::{Id, Tree},
};

/// How many headings back are looked at.
const MAX_BACK: usize = 50;

/// A heading or legend and the part of the page that it heads.
#[derive(Debug)]
struct Heading {
    at: Id,
    covers: std::ops::Range<Id>,
    text: String,
}

/// The headings of a frame.
#[derive(Debug)]
pub(super) struct Sections {
    headings: Vec<Heading>,
}

impl Sections {
    /// Finds them. A heading covers the smallest element around it that holds a field.
    pub(super) fn new(tree: &Tree<'_>) -> Self {
        let headings = tree
            .all()
            .filter(|id| is_heading(tree, *id) && !tree.hidden(*id) && says_something(tree, *id))
            .filter_map(|at| {
                let scope = tree.ancestors(at).find(|a| tree.fields_in(*a) > 0)?;
                let text = collapse(&accessible_name(tree, at).text);
                let covers = at..tree.end(scope);
                (!text.is_empty()).then_some(Heading { at, covers, text })
            })
            .collect();
        Self { headings }
    }

    /// The nearest heading before a field that covers it. One that counts the entries of a list
    /// (`Position 2`) comes with the one around it.
    pub(super) fn of(&self, field: Id) -> Option<String> {
        let before = self.headings.partition_point(|heading| heading.at < field);
        let nearest = self.headings.get(..before)?.iter().rev().take(MAX_BACK);
        let mut covering =
            nearest.filter(|heading| heading.covers.contains(&field)).map(|heading| &heading.text);
        let nearest = covering.next()?;
        let outer = counts(nearest).then(|| covering.find(|text| !counts(text))).flatten();
        Some(outer.map_or_else(|| nearest.clone(), |outer| format!("{outer}: {nearest}")))
    }
}

/// Whether a heading ends with a number, as those of entries do.
fn counts(heading: &str) -> bool {
    heading.ends_with(|c: char| c.is_ascii_digit())
}

/// Whether a heading's text can be seen. A legend names a group for screen readers, too.
fn says_something(tree: &Tree<'_>, id: Id) -> bool {
    let mut texts = tree.subtree(id).filter(|part| tree.text(*part).is_some()).peekable();
    tree.tag(id) == "legend" || texts.peek().is_none() || texts.any(|part| tree.is_read(part))
}

/// Whether an element is a heading or a legend.
pub(super) fn is_heading(tree: &Tree<'_>, id: Id) -> bool {
    matches!(tree.tag(id), "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "legend")
        || tree.role(id) == "heading"
}
