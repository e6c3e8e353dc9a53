//! The changes that there are, as cargo-mutants finds them.

use std::{collections::HashMap, fs, ops::Range, path::Path};

use anyhow::{Context as _, Result};
use harness::paths;
use serde_json::Value;

use crate::run::{output, program};

/// One change to one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mutant {
    /// `file:line:column: change`.
    pub(super) name: String,
    /// Relative to the workspace.
    pub(super) file: String,
    /// The bytes that are replaced.
    pub(super) place: Range<usize>,
    pub(super) replacement: String,
}

/// Those of a package that its globs and, where there is one, a diff choose.
pub(super) fn mutants(
    tool: &Path,
    package: &str,
    globs: &[String],
    diff: Option<&Path>,
) -> Result<Vec<Mutant>> {
    let mut arguments = vec!["mutants", "--list", "--json", "--package", package];
    arguments.extend(globs.iter().flat_map(|glob| ["--file", glob]));
    let diff = diff.map(|diff| diff.to_string_lossy().into_owned());
    arguments.extend(diff.iter().flat_map(|diff| ["--in-diff", diff]));
    let listed = output(&mut program(&tool.to_string_lossy(), &arguments))?;
    if listed.trim().is_empty() {
        return Ok(Vec::new());
    }
    let listed: Vec<Value> = serde_json::from_str(&listed).context("what cargo-mutants lists")?;
    let mut sources = HashMap::new();
    listed.iter().map(|mutant| read(mutant, &mut sources)).collect()
}

fn read(mutant: &Value, sources: &mut HashMap<String, String>) -> Result<Mutant> {
    let text = |key: &str| {
        let text = mutant.get(key).and_then(Value::as_str);
        text.map(str::to_owned).with_context(|| format!("cargo-mutants lists no {key}"))
    };
    let file = text("file")?;
    if !sources.contains_key(&file) {
        sources.insert(file.clone(), fs::read_to_string(paths::workspace().join(&file))?);
    }
    let source = sources.get(&file).map(String::as_str).unwrap_or_default();
    let name = text("name")?;
    let end = |end: &str| {
        let number = |key: &str| mutant.pointer(&format!("/span/{end}/{key}"))?.as_u64();
        byte(source, number("line")?, number("column")?)
    };
    let (start, end) = end("start").zip(end("end")).with_context(|| format!("where is {name}?"))?;
    Ok(Mutant { name, file, place: start..end, replacement: text("replacement")? })
}

/// The byte at a line and a column, both counted from one, columns in characters.
fn byte(source: &str, line: u64, column: u64) -> Option<usize> {
    let line = usize::try_from(line).ok()?.checked_sub(1)?;
    let column = usize::try_from(column).ok()?.checked_sub(1)?;
    let before: usize = source.split_inclusive('\n').take(line).map(str::len).sum();
    let rest = source.get(before..)?;
    let ends = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
    ends.map(|at| before + at).nth(column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let source = "fn a() {\n    \"é\" == b\n}";
        let check = |line, column, expected: Option<&str>| {
            let found = byte(source, line, column).and_then(|at| source.get(at..));
            assert_eq!(found, expected, "{line}:{column}");
        };
        check(1, 1, Some(source));
        check(2, 9, Some("== b\n}"));
        check(3, 2, Some(""));
        check(9, 2, None);
        check(0, 1, None);
    }
}
