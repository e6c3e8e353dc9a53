//! What the long tests measured, in docs/RELIABILITY.md.

use std::fs;

use anyhow::{Context as _, Result};
use harness::paths;

/// How a test's line begins that is a row of the table: `measured: what | limit | figure`.
const MARK: &str = "measured: ";
/// The table stands behind this line, to the end of the file.
const BEGINS: &str = "<!-- written by the slow tests: do not edit below -->";

/// The row that a line of a test's output is.
pub(crate) fn row(line: &str) -> Option<String> {
    Some(format!("| {} |", line.trim().strip_prefix(MARK)?))
}

/// Writes rows over those of the same name; the others stay.
pub(crate) fn write(rows: &[String]) -> Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let file = paths::workspace().join("docs/RELIABILITY.md");
    let text = fs::read_to_string(&file).context("docs/RELIABILITY.md")?;
    fs::write(&file, with(&text, rows).context("docs/RELIABILITY.md has no table")?)?;
    println!("docs/RELIABILITY.md: {} rows written", rows.len());
    Ok(())
}

fn with(text: &str, rows: &[String]) -> Option<String> {
    let (before, table) = text.split_once(BEGINS)?;
    let mut lines: Vec<&str> = table.lines().filter(|line| !line.is_empty()).collect();
    for row in rows {
        match lines.iter_mut().find(|line| name(line) == name(row)) {
            Some(line) => *line = row,
            None => lines.push(row),
        }
    }
    Some(format!("{before}{BEGINS}\n\n{}\n", lines.join("\n")))
}

fn name(row: &str) -> Option<&str> {
    row.split('|').nth(1).map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_take_the_place_of_older_ones() {
        let text = format!(
            "# Text\n\n{BEGINS}\n\n| what | limit | measured |\n|---|---|---|\n| a | 1 | 2 |\n| b | 1 | 2 |\n"
        );
        let rows = ["measured: b | 1 | 3", "test x ... ok", "  measured: c | 0 | 0"];
        let rows: Vec<String> = rows.into_iter().filter_map(row).collect();
        let expected = text.replace("| b | 1 | 2 |", "| b | 1 | 3 |") + "| c | 0 | 0 |\n";
        assert_eq!(with(&text, &rows).as_deref(), Some(expected.as_str()));
        assert_eq!(with("# Text", &rows), None);
    }
}
