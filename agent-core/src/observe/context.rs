//! The text of a page, and the digest of it that a planner reads: headings, steps, messages, and what
//! stands around the form. What fields hold is never part of it.

use super::{
    label::is_error_like,
    lines::{lines, seen},
    section::is_heading,
    tree::{Id, Part, Tree},
};

/// How long `pageContext` is at most, in characters.
pub(super) const MAX_CONTEXT: usize = 4_000;
/// How long `text` is at most, in characters.
pub(super) const MAX_TEXT: usize = 8_000;
/// How long a label, name or description is at most, in characters.
pub(super) const MAX_LABEL: usize = 500;
/// How many headings, steps and messages are named before the text.
const MAX_EACH: usize = 15;
/// A longer text is no step indicator.
const MAX_STEP_CHARS: usize = 40;

/// What is said on one frame, in parts that frames are joined by.
#[derive(Debug, Default)]
pub(super) struct PageText {
    /// The visible text.
    pub(super) text: Vec<String>,
    headings: Vec<String>,
    steps: Vec<String>,
    messages: Vec<String>,
    around_form: Vec<String>,
}

impl PageText {
    /// Reads one frame.
    pub(super) fn new(tree: &Tree<'_>) -> Self {
        let mut said = Self {
            text: lines(tree, tree.all(), |id| is_read(tree, id), |_| true),
            around_form: lines(tree, form_range(tree), |id| is_prose(tree, id), |_| true),
            ..Self::default()
        };
        for id in tree.all().filter(|id| tree.text(*id).is_none() && !tree.hidden(*id)) {
            if is_heading(tree, id) {
                note(&mut said.headings, || seen(tree, id));
            } else if is_message(tree, id) {
                note(&mut said.messages, || seen(tree, id));
            } else if is_current_step(tree, id) {
                note(&mut said.steps, || seen(tree, id));
            }
        }
        said.steps
            .extend(said.text.iter().filter(|line| counts_steps(line)).take(MAX_EACH).cloned());
        said
    }

    /// Adds what is said on another frame of the page.
    pub(super) fn join(&mut self, other: Self) {
        self.text.extend(other.text);
        self.headings.extend(other.headings);
        self.steps.extend(other.steps);
        self.messages.extend(other.messages);
        self.around_form.extend(other.around_form);
    }

    /// Headings after `#`, steps after `>`, messages after `!`, then the text around the form.
    pub(super) fn context(&self) -> String {
        let marked = |mark: &'static str, texts: &[String]| -> Vec<String> {
            texts.iter().take(MAX_EACH).map(|text| format!("{mark} {text}")).collect()
        };
        let mut out = marked("#", &self.headings);
        out.extend(marked(">", &self.steps));
        out.extend(marked("!", &self.messages));
        out.extend(self.around_form.iter().filter(|line| !self.headings.contains(line)).cloned());
        out.join("\n")
    }
}

/// The first so many characters, and how many more there were.
pub(super) fn cut(text: String, limit: usize) -> (String, u32) {
    match text.char_indices().nth(limit) {
        None => (text, 0),
        Some((at, _)) => {
            let rest = text.get(at..).map_or(0, |rest| rest.chars().count());
            (text.get(..at).unwrap_or_default().to_owned(), u32::try_from(rest).unwrap_or(u32::MAX))
        }
    }
}

fn note(list: &mut Vec<String>, text: impl FnOnce() -> String) {
    if list.len() < MAX_EACH {
        let (text, _) = cut(text(), 300);
        if !text.is_empty() && !list.contains(&text) {
            list.push(text);
        }
    }
}

/// Whether the text in an element is the page's, not a value that a widget shows.
fn is_read(tree: &Tree<'_>, id: Id) -> bool {
    tree.part(id) != Some(Part::Field) || matches!(tree.role(id), "checkbox" | "radio" | "switch")
}

fn is_prose(tree: &Tree<'_>, id: Id) -> bool {
    is_read(tree, id) && !matches!(tree.tag(id), "nav" | "footer") && tree.role(id) != "navigation"
}

/// The smallest element that holds all fields that can be seen, else everything.
fn form_range(tree: &Tree<'_>) -> std::ops::Range<Id> {
    let mut seen = tree.all().filter(|id| tree.is_field(*id) && tree.is_seen(*id));
    let Some(first) = seen.next() else { return tree.all() };
    let last = seen.next_back().unwrap_or(first);
    match tree.ancestors(first).find(|a| tree.contains(*a, last)) {
        Some(holder) => holder..tree.end(holder),
        None => tree.all(),
    }
}

fn is_message(tree: &Tree<'_>, id: Id) -> bool {
    matches!(tree.role(id), "alert" | "status" | "alertdialog")
        || matches!(tree.attr(id, "aria-live"), Some("assertive" | "polite"))
        || is_error_like(tree, id) && tree.fields_in(id) == 0 && tree.tag(id) != "label"
}

fn is_current_step(tree: &Tree<'_>, id: Id) -> bool {
    tree.attr(id, "aria-current").is_some_and(|current| current == "step")
}

/// `2 of 5`, `2/5`, `2 von 5`: two small numbers, the first not larger, with one short word between.
fn counts_steps(line: &str) -> bool {
    if line.chars().count() > MAX_STEP_CHARS {
        return false;
    }
    let numbers: Vec<(usize, u32)> = line
        .split(|c: char| !c.is_ascii_digit())
        .filter(|digits| (1..=2).contains(&digits.len()))
        .filter_map(|digits| {
            Some((digits.as_ptr() as usize - line.as_ptr() as usize, digits.parse().ok()?))
        })
        .collect();
    let [(at, step), (next, steps)] = numbers.as_slice() else { return false };
    let between = line.get(*at..*next).unwrap_or_default();
    let between = between.trim_start_matches(|c: char| c.is_ascii_digit()).trim();
    let joins = between == "/"
        || (2..=3).contains(&between.chars().count()) && between.chars().all(char::is_alphabetic);
    joins && *step >= 1 && step <= steps && *steps >= 2
}
