//! `cargo xtask book`: the documents as a book, by mdBook. `docs/SUMMARY.md` says in which order.
//!
//! The documents are written to be read where they lie. Here they are gathered in one folder, so links between them lead
//! elsewhere, and those to sources, which no book holds, become the source's path.

use std::{
    collections::BTreeMap,
    fs,
    path::{Component, Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result};
use harness::paths;
use regex::{Captures, Regex};

use crate::{build, progress::Steps, run::quietly, setup};

/// Documents that are not in `docs`.
const AT_THE_ROOT: [&str; 4] = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"];
/// Settings of mdBook, beside the documents.
const SETTINGS: &str = "book.toml";

/// Makes the book, in `target/book/html`.
pub(crate) fn make() -> Result<()> {
    let steps = Steps::of(2);
    let mdbook = steps.run("getting mdBook", |_| setup::cargo_tool("mdbook"))?;
    let book = paths::target().join("book");
    steps.run("making the book", |step| {
        if book.exists() {
            fs::remove_dir_all(&book)?;
        }
        let source = book.join("src");
        fs::create_dir_all(&source)?;
        build::copy_folder(&paths::workspace().join("docs"), &source)?;
        fs::rename(source.join(SETTINGS), book.join(SETTINGS))?;
        for (path, text) in documents()? {
            fs::write(
                source.join(in_book(&path).context("a document")?),
                rewritten(&path, &text)?,
            )?;
        }
        let mut build = Command::new(&mdbook);
        build.arg("build").arg(&book);
        quietly(build, step)
    })?;
    println!("{}", book.join("html/index.html").display());
    Ok(())
}

/// Every document by its path in the project.
fn documents() -> Result<BTreeMap<PathBuf, String>> {
    let root = paths::workspace();
    let of_docs = build::files_below(&root.join("docs"))?.into_iter();
    let of_docs = of_docs.filter(|path| path.extension().is_some_and(|end| end == "md"));
    let of_docs = of_docs.map(|path| Path::new("docs").join(path));
    AT_THE_ROOT
        .iter()
        .map(PathBuf::from)
        .chain(of_docs)
        .map(|path| Ok((path.clone(), fs::read_to_string(root.join(&path))?)))
        .collect()
}

/// Where something of the project is in the book, if it is there.
fn in_book(path: &Path) -> Option<PathBuf> {
    if let Ok(inner) = path.strip_prefix("docs") {
        return Some(inner.to_owned());
    }
    AT_THE_ROOT.iter().any(|name| Path::new(name) == path).then(|| path.to_owned())
}

/// A link: what stands before its address, the address, its heading.
fn links() -> Result<Regex> {
    Ok(Regex::new(r"(?<text>\[[^\[\]]*\])\((?<to>[^)\s#]*)(?<heading>#[^)\s]*)?\)")?)
}

/// Whether an address is none of a file.
fn is_elsewhere(to: &str) -> bool {
    to.contains("://") || to.starts_with("mailto:")
}

/// The path in the project that a link in this document leads to.
fn target(document: &Path, to: &str) -> PathBuf {
    if to.is_empty() {
        return document.to_owned();
    }
    let mut path = document.parent().unwrap_or(Path::new("")).to_owned();
    for part in Path::new(to).components() {
        match part {
            Component::ParentDir => drop(path.pop()),
            other => path.push(other),
        }
    }
    path
}

/// A document with its links as they are in the book.
fn rewritten(document: &Path, text: &str) -> Result<String> {
    let up = in_book(document).map_or(0, |path| path.components().count().saturating_sub(1));
    let links = links()?;
    let new = |found: &Captures<'_>| {
        let (to, heading) = (&found["to"], found.name("heading").map_or("", |part| part.as_str()));
        if is_elsewhere(to) || to.is_empty() {
            return found[0].to_owned();
        }
        let path = target(document, to);
        match in_book(&path) {
            Some(path) => {
                format!("{}({}{}{heading})", &found["text"], "../".repeat(up), path.display())
            }
            None => format!("{} (`{}`)", found["text"].trim_matches(['[', ']']), path.display()),
        }
    };
    let mut is_code = false;
    let lines = text.lines().map(|line| {
        if line.starts_with("```") {
            is_code = !is_code;
        }
        if is_code { line.into() } else { links.replace_all(line, new) }
    });
    Ok(lines.flat_map(|line| [line.into_owned(), "\n".to_owned()]).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The addresses of a text's headings, as GitHub and mdBook make them.
    fn headings(text: &str) -> BTreeSet<String> {
        let mut is_code = false;
        let lines = text.lines().filter(|line| {
            is_code ^= line.starts_with("```");
            !is_code && line.starts_with('#')
        });
        let address = |line: &str| -> String {
            let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
            let text = line.trim_start_matches('#').trim().to_lowercase();
            format!("#{}", text.chars().filter(kept).collect::<String>().replace(' ', "-"))
        };
        lines.map(address).collect()
    }

    /// Everything outside of blocks of code.
    fn prose(text: &str) -> String {
        let mut is_code = false;
        let lines = text.lines().filter(|line| {
            is_code ^= line.starts_with("```");
            !is_code
        });
        lines.flat_map(|line| [line, "\n"]).collect()
    }

    #[test]
    fn links_lead_where_things_are_in_the_book() {
        for (document, line, expected) in [
            ("README.md", "[a](docs/SAFETY.md#x) b", "[a](SAFETY.md#x) b"),
            ("README.md", "![a](docs/screens/a.png)", "![a](screens/a.png)"),
            ("docs/A.md", "[a](../README.md#b)", "[a](README.md#b)"),
            ("docs/A.md", "[a](B.md), [c](#d)", "[a](B.md), [c](#d)"),
            ("docs/A.md", "[the way](../server/src/a.rs)", "the way (`server/src/a.rs`)"),
            ("docs/store/A.md", "[a](../SAFETY.md)", "[a](../SAFETY.md)"),
            ("docs/A.md", "[a](https://a.example/b)", "[a](https://a.example/b)"),
            ("docs/A.md", "```\n[a](../b.rs)\n```", "```\n[a](../b.rs)\n```"),
        ] {
            let found = rewritten(Path::new(document), line).unwrap();
            assert_eq!(found.trim_end(), expected, "{document}: {line}");
        }
    }

    #[test]
    fn every_link_of_a_document_leads_somewhere() {
        let documents = documents().unwrap();
        let links = links().unwrap();
        let mut broken = Vec::new();
        for (document, text) in &documents {
            for link in links.captures_iter(&prose(text)) {
                let to = &link["to"];
                if is_elsewhere(to) {
                    continue;
                }
                let path = target(document, to);
                let heading = link.name("heading").map_or("", |part| part.as_str());
                let is_there = paths::workspace().join(&path).exists();
                let leads = match documents.get(&path) {
                    Some(text) if !heading.is_empty() => headings(text).contains(heading),
                    _ => is_there,
                };
                if !leads {
                    broken.push(format!("{}: {}", document.display(), &link[0]));
                }
            }
        }
        assert!(broken.is_empty(), "{broken:#?}");
    }

    #[test]
    fn the_book_has_every_document_once() {
        let documents = documents().unwrap();
        let summary = Path::new("docs/SUMMARY.md");
        let summary = rewritten(summary, &documents[summary]).unwrap();
        let links = links().unwrap();
        let mut listed: Vec<String> =
            links.captures_iter(&summary).map(|link| link["to"].to_owned()).collect();
        listed.sort();
        let all = documents.keys().filter_map(|path| in_book(path));
        let mut all: Vec<String> = all.map(|path| path.display().to_string()).collect();
        all.retain(|path| path != "SUMMARY.md");
        all.sort();
        assert_eq!(listed, all);
    }

    #[test]
    fn the_planner_of_the_document_is_the_one_that_is_tested() {
        let root = paths::workspace();
        let example = fs::read_to_string(root.join("docs/examples/planner.py")).unwrap();
        let document = fs::read_to_string(root.join("docs/PLANNER.md")).unwrap();
        assert!(document.contains(&format!("```python\n{example}```\n")));
        assert!(example.lines().count() <= 40);
    }
}
