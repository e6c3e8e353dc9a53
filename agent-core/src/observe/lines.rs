//! Visible text, line by line, as blocks break it.

use std::ops::Range;

use super::{
    name::{collapse, content},
    tree::{Id, Tree},
};

/// The visible text in a range of nodes. An element that is not `entered` is passed over with all that is
/// in it, a text that is not `taken` is left out.
pub(super) fn lines(
    tree: &Tree<'_>,
    range: Range<Id>,
    entered: impl Fn(Id) -> bool,
    taken: impl Fn(Id) -> bool,
) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut open: Vec<Id> = Vec::new(); // ends of the blocks that are open
    let mut id = range.start;
    while id < range.end {
        while open.last().is_some_and(|end| *end <= id) {
            open.pop();
            lines.push(String::new());
        }
        if let Some(text) = tree.text(id) {
            if tree.is_read(id)
                && taken(id)
                && let Some(line) = lines.last_mut()
            {
                line.push_str(text);
            }
        } else if !entered(id) {
            id = tree.end(id).max(id + 1);
            continue;
        } else if tree.is_block(id) {
            lines.push(String::new());
            open.push(tree.end(id));
        }
        id += 1;
    }
    lines.iter().map(|line| collapse(line)).filter(|line| !line.is_empty()).collect()
}

/// What an element says to a person: all that is in it by the rules of names, unless some of it cannot be seen;
/// then the lines that can.
pub(super) fn seen(tree: &Tree<'_>, id: Id) -> String {
    let all_seen = tree.subtree(id).all(|part| tree.text(part).is_none() || tree.is_read(part));
    if all_seen {
        content(tree, id)
    } else {
        lines(tree, tree.subtree(id), |_| true, |_| true).join(" ")
    }
}
