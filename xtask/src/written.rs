//! Tables in the documents that runs write: what was measured stands where it is read, and nobody copies it.

use std::fs;

use anyhow::{Context as _, Result};
use harness::paths;

/// A table in a document, between two comments that name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Section {
    /// The document.
    file: &'static str,
    /// What the comments call it.
    name: &'static str,
    /// How a line of a test's output begins that is a row: `measured: what | limit | figure`.
    mark: &'static str,
}

/// What the long tests measure.
pub(crate) const RELIABILITY: Section =
    Section { file: "docs/RELIABILITY.md", name: "long runs", mark: "measured: " };
/// What the attacks got.
pub(crate) const ATTACKS: Section =
    Section { file: "docs/SAFETY.md", name: "attacks", mark: "attacked: " };
/// What became of the mutants of the rooms that guard.
pub(crate) const MUTANTS: Section =
    Section { file: "docs/SAFETY.md", name: "mutants", mark: "mutants: " };
/// What the content scripts' guards are missed by.
pub(crate) const GUARDS: Section =
    Section { file: "docs/SAFETY.md", name: "guards", mark: "guard: " };
/// Mutants that no test misses, and why that is so.
pub(crate) const SURVIVORS: Section =
    Section { file: "docs/SAFETY.md", name: "survivors", mark: "survivor: " };

impl Section {
    /// The row that a line of a test's output is.
    pub(crate) fn row(self, line: &str) -> Option<String> {
        Some(format!("| {} |", line.trim().strip_prefix(self.mark)?))
    }

    /// Writes rows over those that begin with the same cell; the others stay.
    pub(crate) fn write(self, rows: &[String]) -> Result<()> {
        if rows.is_empty() {
            return Ok(());
        }
        self.change(|table| with(table, rows))
    }

    /// Writes rows in place of all that are there.
    pub(crate) fn rewrite(self, rows: &[String]) -> Result<()> {
        self.change(|table| with(&table.iter().take(HEAD).copied().collect::<Vec<_>>(), rows))
    }

    fn change(self, new: impl FnOnce(&[&str]) -> Vec<String>) -> Result<()> {
        let file = paths::workspace().join(self.file);
        let text = fs::read_to_string(&file).context(self.file)?;
        let changed = replaced(&text, self.name, new)
            .with_context(|| format!("{} has no table of {}", self.file, self.name))?;
        if changed != text {
            fs::write(&file, changed)?;
            println!("{}: the table of {} was written", self.file, self.name);
        }
        Ok(())
    }
}

/// Lines of a table before its rows: the headings and the rule below them.
const HEAD: usize = 2;

/// The text with the lines of a table changed.
fn replaced(text: &str, name: &str, new: impl FnOnce(&[&str]) -> Vec<String>) -> Option<String> {
    let begins = format!("<!-- {name}: written by the runs, do not edit -->");
    let ends = format!("<!-- end of {name} -->");
    let (before, rest) = text.split_once(&begins)?;
    let (table, after) = rest.split_once(&ends)?;
    let lines: Vec<&str> = table.lines().filter(|line| !line.is_empty()).collect();
    let lines = new(&lines).join("\n");
    Some(format!("{before}{begins}\n\n{lines}\n\n{ends}{after}"))
}

fn with(table: &[&str], rows: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = table.iter().map(|&line| line.to_owned()).collect();
    for row in rows {
        match lines.iter_mut().find(|line| cell(line) == cell(row)) {
            Some(line) => line.clone_from(row),
            None => lines.push(row.clone()),
        }
    }
    lines
}

/// The first cell of a row.
fn cell(row: &str) -> Option<&str> {
    row.split('|').nth(1).map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# Text\n\n<!-- long runs: written by the runs, do not edit -->\n\n\
        | what | limit | measured |\n|---|---|---|\n| a | 1 | 2 |\n| b | 1 | 2 |\n\n\
        <!-- end of long runs -->\n\nMore.\n";

    fn rows() -> Vec<String> {
        let lines = ["measured: b | 1 | 3", "test x ... ok", "  measured: c | 0 | 0"];
        lines.into_iter().filter_map(|line| RELIABILITY.row(line)).collect()
    }

    #[test]
    fn rows_take_the_place_of_older_ones() {
        let expected = TEXT.replace("| b | 1 | 2 |", "| b | 1 | 3 |\n| c | 0 | 0 |");
        let found = replaced(TEXT, RELIABILITY.name, |table| with(table, &rows()));
        assert_eq!(found.as_deref(), Some(expected.as_str()));
        assert_eq!(replaced("# Text", RELIABILITY.name, |_| Vec::new()), None);
    }

    #[test]
    fn a_whole_run_leaves_nothing_of_the_one_before() {
        let expected = TEXT.replace("| a | 1 | 2 |\n| b | 1 | 2 |", "| b | 1 | 3 |\n| c | 0 | 0 |");
        let found = replaced(TEXT, RELIABILITY.name, |table| {
            with(&table.iter().take(HEAD).copied().collect::<Vec<_>>(), &rows())
        });
        assert_eq!(found.as_deref(), Some(expected.as_str()));
    }

    #[test]
    fn every_table_is_there() {
        for section in [RELIABILITY, ATTACKS, MUTANTS, GUARDS, SURVIVORS] {
            let file = paths::workspace().join(section.file);
            let text = fs::read_to_string(file).unwrap();
            let same = replaced(&text, section.name, |table| {
                table.iter().map(|&line| line.to_owned()).collect()
            });
            assert_eq!(same.as_ref(), Some(&text), "{}", section.name);
        }
    }
}
