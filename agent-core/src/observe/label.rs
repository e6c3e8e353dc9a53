//! What a person reads as the label of a field that has no accessible name of its own: the text beside
//! or above it, in the document's order first, by geometry second. A text that labels another field is
//! never taken.

use std::ops::Range;

use super::{
    lines::{lines, seen},
    name::{Origin, accessible_name, content},
    section::is_heading,
    tree::{Id, Tree},
};
use crate::language::{List, has, words};

/// How far up the search for text goes.
const MAX_LEVELS: usize = 6;
/// How many siblings on a level are looked at.
const MAX_SIBLINGS: usize = 30;
/// How many nodes before or after a field are read.
const MAX_NODES: Id = 400;
/// A longer text is no label, it is prose.
const MAX_LABEL_CHARS: usize = 160;
/// Farther away than this, in CSS pixels, a text on the same line is not beside a field.
const BESIDE: f64 = 250.0;
/// Farther away than this a text is not above a field.
const ABOVE: f64 = 40.0;
/// A box taller than this holds more than a label.
const MAX_LABEL_HEIGHT: f64 = 80.0;

/// The texts of a frame, and whose labels they are.
pub(super) struct Texts<'t, 'a> {
    tree: &'t Tree<'a>,
    /// For each node the field that it is a label of, its own or an ancestor's.
    claims: Vec<Option<Id>>,
    /// Small visible boxes with unclaimed text, by their top.
    boxes: Vec<(f64, Id)>,
}

/// Text that was found around a field.
#[derive(Debug, Default)]
struct Found {
    /// Line by line, in reading order.
    lines: Vec<String>,
}

impl<'t, 'a> Texts<'t, 'a> {
    /// Sorts out whose the texts are. Labels of fields that nobody can see are free: what stands in for
    /// such a field has no other label.
    pub(super) fn new(tree: &'t Tree<'a>, is_visible: impl Fn(Id) -> bool) -> Self {
        let mut claims = vec![None; tree.len() as usize];
        let mut claim = |text: Id, field: Id| {
            if let Some(slot) = claims.get_mut(text as usize) {
                *slot = Some(field);
            }
        };
        for (control, labels) in tree.labelled().filter(|(control, _)| is_visible(*control)) {
            labels.iter().for_each(|label| claim(*label, control));
        }
        for field in tree.all().filter(|id| tree.is_field(*id) && is_visible(*id)) {
            for attribute in ["aria-labelledby", "aria-describedby", "aria-errormessage"] {
                tree.references(field, attribute).into_iter().for_each(|text| claim(text, field));
            }
        }
        for id in tree.all() {
            let inherited = tree.parent(id).and_then(|p| claims.get(p as usize).copied().flatten());
            if let (Some(slot @ None), Some(field)) = (claims.get_mut(id as usize), inherited) {
                *slot = Some(field);
            }
        }
        let mut texts = Self { tree, claims, boxes: Vec::new() };
        texts.boxes = tree.all().filter_map(|id| Some((texts.label_box(id)?.1, id))).collect();
        texts.boxes.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        texts
    }

    fn is_claimed(&self, id: Id) -> bool {
        self.claims.get(id as usize).is_some_and(Option::is_some)
    }

    /// Whether the text in an element is for reading beside fields, not for pressing or choosing.
    fn is_text(&self, id: Id) -> bool {
        let tree = self.tree;
        tree.control(id).is_none()
            && !matches!(tree.tag(id), "option" | "nav" | "iframe")
            && !matches!(tree.role(id), "option" | "alert" | "tooltip" | "menu" | "navigation")
            && !is_error_like(tree, id)
    }

    /// The unclaimed visible text in a range of nodes, line by line; headings only where they are asked
    /// for.
    fn lines(&self, range: Range<Id>, headings: bool) -> Vec<String> {
        let entered = |id| self.is_text(id) && (headings || !is_heading(self.tree, id));
        let mut lines = lines(self.tree, range, entered, |id| !self.is_claimed(id));
        lines.retain(|line| says_something(line) && !only_marks(line));
        lines
    }

    /// Goes back from `start` to the nearest text that stands before it and is not behind another field.
    fn before(&self, start: Id, max_levels: usize) -> Option<Found> {
        let tree = self.tree;
        let mut current = start;
        for level in 0..max_levels {
            let (first, blocked) = self.run(current, |id| tree.previous(id));
            let parent = tree.parent(current);
            // A heading is the label of a field that it has to itself.
            let alone = parent.is_some_and(|p| tree.fields_in(p) == tree.fields_in(current));
            let lines = self.lines(first.max(current.saturating_sub(MAX_NODES))..current, alone);
            if tree.tag(current) == "tr" {
                // The row above is a row of headers when it has several cells: see `header_above`.
                let above = tree.previous(current)?;
                let one_cell =
                    tree.children(above).filter(|c| tree.text(*c).is_none()).count() == 1;
                return (one_cell && !blocked && !lines.is_empty()).then_some(Found { lines });
            }
            if !lines.is_empty() {
                let end = parent.map_or(tree.len(), |parent| tree.end(parent));
                let own = level == 0 || !self.heads_several(current, end);
                return own.then_some(Found { lines });
            }
            if matches!(tree.tag(current), "td" | "th")
                && let Some(line) = self.header_above(current)
            {
                return Some(Found { lines: vec![line] });
            }
            current = parent.filter(|parent| !blocked && !is_boundary(tree, *parent))?;
        }
        None
    }

    /// The nearest text after `start`, before another field, in what holds no other field.
    fn after(&self, start: Id, max_levels: usize) -> Option<Found> {
        let tree = self.tree;
        let own = tree.fields_in(start);
        let mut current = start;
        for _ in 0..max_levels {
            let (last, blocked) = self.run(current, |id| tree.next(id));
            let from = tree.end(current);
            let lines =
                self.lines(from..tree.end(last).clamp(from, from.saturating_add(MAX_NODES)), true);
            if !lines.is_empty() {
                return Some(Found { lines });
            }
            let parent = tree.parent(current)?;
            if blocked || is_boundary(tree, parent) || tree.fields_in(parent) > own {
                return None;
            }
            current = parent;
        }
        None
    }

    /// The farthest sibling in a direction without a field between, and whether a field ended the run.
    fn run(&self, start: Id, step: impl Fn(Id) -> Option<Id>) -> (Id, bool) {
        let mut farthest = start;
        for _ in 0..MAX_SIBLINGS {
            let Some(sibling) = step(farthest) else { return (farthest, false) };
            if self.tree.fields_in(sibling) > 0 {
                return (farthest, true);
            }
            farthest = sibling;
        }
        (farthest, false)
    }

    /// Whether text before `current` heads all up to `to`: the next field follows without a text of its
    /// own and on another line.
    fn heads_several(&self, current: Id, to: Id) -> bool {
        let tree = self.tree;
        let from = tree.end(current);
        let (Some(next), Some(own)) = (tree.first_field(from..to), tree.first_field(current..from))
        else {
            return false;
        };
        self.lines(from..next, true).is_empty()
            && tree.labels(next).is_empty()
            && !same_line(tree, own, next)
    }

    /// The text at the head of a cell's column: the cell above in a row without fields.
    fn header_above(&self, cell: Id) -> Option<String> {
        let tree = self.tree;
        let row = tree.parent(cell).filter(|row| tree.tag(*row) == "tr")?;
        let column: usize = self.columns_before(cell);
        let body = tree.parent(row)?;
        let table_head = tree.previous(body).into_iter().flat_map(|head| {
            tree.subtree(head).rev().filter(|id| tree.tag(*id) == "tr").collect::<Vec<_>>()
        });
        let above = std::iter::successors(tree.previous(row), |r| tree.previous(*r))
            .filter(|r| tree.tag(*r) == "tr")
            .take(MAX_SIBLINGS)
            .chain(table_head);
        for row in above {
            if tree.fields_in(row) > 0 {
                continue;
            }
            let mut at = 0;
            for cell in tree.children(row).filter(|id| matches!(tree.tag(*id), "td" | "th")) {
                let next = at + span(tree, cell);
                if (at..next).contains(&column) {
                    let line = content(tree, cell);
                    return (says_something(&line) && !tree.hidden(cell)).then_some(line);
                }
                at = next;
            }
        }
        None
    }

    fn columns_before(&self, cell: Id) -> usize {
        std::iter::successors(self.tree.previous(cell), |c| self.tree.previous(*c))
            .filter(|c| self.tree.text(*c).is_none())
            .map(|c| span(self.tree, c))
            .sum()
    }

    fn label_box(&self, id: Id) -> Option<(f64, f64, f64, f64)> {
        let tree = self.tree;
        let rect = tree.node(id).rect.filter(|rect| rect.3 <= MAX_LABEL_HEIGHT)?;
        let holds_text =
            || tree.children(id).any(|child| tree.text(child).is_some_and(says_something));
        let for_reading = || std::iter::once(id).chain(tree.ancestors(id)).all(|a| self.is_text(a));
        (tree.is_seen(id) && !self.is_claimed(id) && holds_text() && for_reading()).then_some(rect)
    }

    /// The text nearest to a field's box: to its left or above it; to its right for what is ticked.
    fn by_geometry(&self, field: Id, ticked: bool) -> Option<String> {
        let tree = self.tree;
        let (left, top, width, height) = tree.node(field).rect.filter(|_| tree.is_seen(field))?;
        let start = self.boxes.partition_point(|(y, _)| *y < top - ABOVE - MAX_LABEL_HEIGHT);
        let near = self.boxes.get(start..)?.iter().take_while(|(y, _)| *y < top + height);
        let mut best: Option<(f64, Id)> = None;
        for (_, id) in near {
            let Some((x, y, w, h)) = tree.node(*id).rect else { continue };
            let middle = y + h / 2.0;
            let level = (top..=top + height).contains(&middle);
            let gap = if ticked {
                (level && x >= left + width - 4.0).then_some(x - left - width)
            } else if level && x + w <= left + 4.0 {
                Some(left - x - w)
            } else if y + h <= top + 4.0 && top - y - h <= ABOVE && x < left + width && x + w > left
            {
                Some((top - y - h) * 2.0)
            } else {
                None
            };
            if let Some(gap) = gap.filter(|gap| *gap <= BESIDE)
                && best.is_none_or(|(least, _)| gap < least)
                && !self.field_between(*id, field)
            {
                best = Some((gap, *id));
            }
        }
        let line = content(tree, best?.1);
        (says_something(&line) && line.chars().count() <= MAX_LABEL_CHARS).then_some(line)
    }

    /// Whether another field stands between a text and a field in reading order.
    fn field_between(&self, text: Id, field: Id) -> bool {
        let (from, to) = (text.min(field) + 1, text.max(field));
        let own = u32::from(text > field && self.tree.is_field(field));
        self.tree.fields_within(from..to).saturating_sub(own) > 0
    }

    /// The text that a person reads as the label of a field without an accessible name.
    pub(super) fn beside(&self, field: Id, ticked: bool) -> Option<String> {
        self.close_by(field, ticked, MAX_LEVELS).or_else(|| self.by_geometry(field, ticked))
    }

    /// As [`Self::beside`], but only text that stands within so many levels of the field in the document.
    pub(super) fn close_by(&self, field: Id, ticked: bool, levels: usize) -> Option<String> {
        let short = |line: &String| line.chars().count() <= MAX_LABEL_CHARS;
        let before = || self.before(field, levels)?.lines.pop().filter(short);
        let after = || self.after(field, 3)?.lines.into_iter().next().filter(short);
        if ticked {
            return after().or_else(before);
        }
        let just_before =
            self.before(field, 1).and_then(|found| found.lines.into_iter().next_back());
        just_before.filter(short).or_else(|| self.floating(field)).or_else(before)
    }

    /// The label that a field without any text shares with the field before it on the same line.
    pub(super) fn shared_label(&self, previous: Id, field: Id) -> Option<String> {
        let tree = self.tree;
        let near = tree.ancestors(field).take(3).any(|holder| tree.contains(holder, previous));
        if !near || !same_line(tree, previous, field) {
            return None;
        }
        let name = accessible_name(tree, previous);
        match name.origin {
            Origin::Nowhere | Origin::Title | Origin::Placeholder => self.beside(previous, false),
            _ => Some(name.text),
        }
    }

    /// A `label` that stands after its field without being tied to it, as pages do to make it float.
    fn floating(&self, field: Id) -> Option<String> {
        let tree = self.tree;
        let parent = tree.parent(field)?;
        let label = std::iter::successors(tree.next(field), |id| tree.next(*id))
            .take(MAX_SIBLINGS)
            .find(|id| tree.tag(*id) == "label")?;
        let own = tree.fields_in(parent) == 1 && !self.is_claimed(label) && !tree.hidden(label);
        Some(content(tree, label)).filter(|text| own && says_something(text))
    }

    /// A `label` that is tied to nothing and stands before a field, in what holds no other field.
    pub(super) fn label_to_itself(&self, field: Id) -> Option<String> {
        let tree = self.tree;
        let holders = tree.ancestors(field).take(MAX_LEVELS);
        let label = holders
            .take_while(|holder| tree.fields_in(*holder) == 1 && !is_boundary(tree, *holder))
            .flat_map(|holder| holder..field)
            .find(|id| tree.tag(*id) == "label" && !self.is_claimed(*id) && !tree.hidden(*id))?;
        Some(content(tree, label)).filter(|text| says_something(text))
    }

    /// The text before what holds a whole group; `start` is the part that holds its first choice.
    pub(super) fn question(&self, start: Id) -> Option<String> {
        self.before(start, MAX_LEVELS)?.lines.pop()
    }

    /// What else stands around a field: hints, units, examples; with `about` what it may be about, also from
    /// farther away.
    pub(super) fn nearby(&self, field: Id, label: &str, about: bool) -> Option<String> {
        let (levels, lines) = if about { (MAX_LEVELS, 3) } else { (2, 2) };
        let before = self.before(field, levels).unwrap_or_default().lines;
        let after = self.after(field, levels).unwrap_or_default().lines;
        let mut text = String::new();
        for line in before.iter().rev().take(lines).rev().chain(after.iter().take(lines)) {
            if line != label && !text.contains(line.as_str()) {
                if !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(line);
            }
        }
        (!text.is_empty()).then_some(text)
    }

    /// Text in a range that reports an error.
    pub(super) fn error_in(&self, range: Range<Id>) -> Option<String> {
        let tree = self.tree;
        range.into_iter().find_map(|id| {
            let reports = tree.role(id) == "alert" || is_error_like(tree, id);
            let text = (reports
                && !tree.hidden(id)
                && tree.control(id).is_none()
                && tree.tag(id) != "label")
                .then(|| seen(tree, id))?;
            (text.chars().filter(|c| c.is_alphabetic()).count() >= 3).then_some(text)
        })
    }
}

/// Whether two fields stand on one line.
pub(super) fn same_line(tree: &Tree<'_>, a: Id, b: Id) -> bool {
    let (Some(a), Some(b)) = (tree.node(a).rect, tree.node(b).rect) else { return false };
    (a.1..=a.1 + a.3).contains(&(b.1 + b.3 / 2.0))
}

/// Whether an element's class says that something is wrong with what it marks. Angular's `ng-invalid`
/// stands on every empty required field from the start and says nothing.
pub(super) fn is_error_like(tree: &Tree<'_>, id: Id) -> bool {
    tree.attr(id, "class").is_some_and(|class| {
        class
            .split_whitespace()
            .filter(|token| *token != "ng-invalid")
            .flat_map(|token| token.split(['-', '_']))
            .any(|word| {
                matches!(word.to_ascii_lowercase().as_str(), "error" | "errors" | "invalid")
            })
    })
}

fn is_boundary(tree: &Tree<'_>, id: Id) -> bool {
    matches!(tree.tag(id), "form" | "fieldset" | "dialog" | "main" | "body" | "html" | "legend")
        || matches!(tree.role(id), "dialog" | "radiogroup" | "group" | "form")
}

fn span(tree: &Tree<'_>, cell: Id) -> usize {
    tree.words(cell, "colspan").and_then(|n| n.parse().ok()).unwrap_or(1).clamp(1, 1000)
}

/// Whether a text says that something must be filled in.
pub(crate) fn marks_as_required(text: &str) -> bool {
    let text = text.to_lowercase();
    words(List::Required).iter().any(|mark| text.contains(mark))
}

/// Whether a line is nothing but a mark, such as `required`.
fn only_marks(line: &str) -> bool {
    let plain = line.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    has(List::Required, &plain)
}

fn says_something(line: &str) -> bool {
    line.chars().any(char::is_alphanumeric)
}
