//! A profile in the making: texts at paths, rows of the résumé, and what could not be taken.

use agent_core::person::{check, file, tree};
use serde_json::{Map, Value};
use shared_types::import::{FileFormat, FileFound, FileProblem};

use crate::error::ImportError;

/// Most rows of a list that are taken: no profile has more, and a list is shown row by row.
const MOST_ROWS: usize = 100;
/// Most characters of a text.
const MOST_CHARACTERS: usize = 10_000;

/// What was found so far.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    tree: Value,
    problems: Vec<FileProblem>,
    /// Lists that are longer than what is taken of them.
    cut: Vec<String>,
}

impl Draft {
    /// Puts a text where nothing is yet.
    pub(crate) fn put(&mut self, path: &str, text: &str) {
        let text = cleaned(text);
        if !text.is_empty() && !self.has(path) {
            tree::set(&mut self.tree, path, Value::from(text));
        }
    }

    /// Whether something is at a path.
    pub(crate) fn has(&self, path: &str) -> bool {
        tree::get(&self.tree, path).is_some()
    }

    /// Puts a fact: its name may have dots in it.
    pub(crate) fn put_fact(&mut self, name: &str, text: &str) {
        let text = cleaned(text);
        if text.is_empty() {
            return;
        }
        if !self.has("facts") {
            tree::set(&mut self.tree, "facts", Value::Object(Map::new()));
        }
        if let Some(facts) = self.tree.get_mut("facts").and_then(Value::as_object_mut) {
            facts.entry(name).or_insert_with(|| Value::from(text));
        }
    }

    /// Puts a web address where it belongs.
    pub(crate) fn put_link(&mut self, link: &str) {
        let link = link.trim();
        match host(link) {
            Some(host) if is_at(&host, "linkedin.com") => self.put("linkedIn", link),
            Some(host) if is_at(&host, "github.com") => self.put("github", link),
            Some(_) => self.put("website", link),
            None => {}
        }
    }

    /// Adds a text to a list, each once.
    pub(crate) fn add(&mut self, list: &str, text: &str) {
        if self.list(list).len() >= MOST_ROWS && self.is_told(list) {
            return;
        }
        let text = Value::from(cleaned(text));
        let known = self.list(list);
        if text != "" && !known.contains(&text) {
            self.push(list, text);
        }
    }

    /// Adds a row, if something is in it.
    pub(crate) fn add_row(&mut self, list: &str, row: Value) {
        if !tree::filled_paths(&row).is_empty() {
            self.push(list, row);
        }
    }

    fn list(&self, list: &str) -> &[Value] {
        tree::get(&self.tree, list).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
    }

    fn push(&mut self, list: &str, item: Value) {
        let at = self.list(list).len();
        if at < MOST_ROWS {
            tree::set(&mut self.tree, &format!("{list}.{at}"), item);
        } else if !self.is_told(list) {
            self.cut.push(list.to_owned());
            self.problem(list, msg!("import_only_the_first_were_taken", count = MOST_ROWS));
        }
    }

    /// Whether it is said already that a list is longer than what is taken of it.
    fn is_told(&self, list: &str) -> bool {
        self.cut.iter().any(|told| told == list)
    }

    /// Says what was not taken, and why.
    pub(crate) fn problem(&mut self, path: &str, reason: impl Into<String>) {
        self.problems.push(FileProblem { path: path.to_owned(), reason: reason.into() });
    }

    /// What was found. `what` is what it was read as, for a file without anything.
    pub(crate) fn found(
        self,
        format: FileFormat,
        what: &'static str,
    ) -> Result<FileFound, ImportError> {
        let taken =
            file::salvage(&if self.tree.is_null() { Value::Object(Map::new()) } else { self.tree });
        let sound = check::sound(&taken.profile);
        let mut problems = self.problems;
        problems.extend(taken.problems);
        problems.extend(sound.problems);
        if file::is_empty(&sound.profile) && problems.is_empty() {
            return Err(ImportError::Nothing(what));
        }
        Ok(FileFound { format, profile: sound.profile, problems, ..FileFound::default() })
    }
}

/// A text without what cannot be seen, its lines trimmed, and no longer than a profile's are.
pub(crate) fn cleaned(text: &str) -> String {
    let seen = text.chars().filter(|c| !c.is_control() || *c == '\n').take(MOST_CHARACTERS);
    let seen: String = seen.collect();
    let lines: Vec<&str> = seen.lines().map(str::trim).collect();
    lines.join("\n").trim().to_owned()
}

/// The host of a web address, with or without its scheme, in lower case.
pub(crate) fn host(link: &str) -> Option<String> {
    let lower = link.to_ascii_lowercase();
    let rest = ["https://", "http://"].iter().find_map(|scheme| lower.strip_prefix(scheme));
    let rest = rest.unwrap_or(&lower);
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let is_host = host.contains('.')
        && !host.starts_with('.')
        && !host.ends_with('.')
        && host.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '-' | ':'));
    is_host.then(|| host.to_owned())
}

/// Whether a host is a domain or below it.
fn is_at(host: &str, domain: &str) -> bool {
    host.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}
