//! What README and landing page promise, sentence by sentence, has tests: the table in docs/SAFETY.md says which.

#![expect(
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on says why and fails; helpers count as tests"
)]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use serde_json::Value;

fn text(file: &str) -> String {
    fs::read_to_string(tests::paths::workspace().join(file)).expect(file)
}

/// What stands between two marks of a text.
fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let rest = text.split_once(from).unwrap_or_else(|| panic!("there is no {from}")).1;
    rest.split_once(to).map_or(rest, |(part, _)| part)
}

/// Without markup, in one line.
fn plain(text: &str) -> String {
    let mut out = String::new();
    for part in text.split('<') {
        out.push_str(part.split_once('>').map_or(part, |(_, rest)| rest));
        out.push(' ');
    }
    let out = out.replace(['*', '`'], "").replace('’', "'").replace(" .", ".").replace(" ,", ",");
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Its sentences: a mark that ends one, and a capital letter or a quotation after it.
fn sentences(text: &str) -> Vec<String> {
    let chars: Vec<char> = plain(text).chars().collect();
    let mut all = vec![String::new()];
    for (at, c) in chars.iter().enumerate() {
        let ends = at.checked_sub(1).and_then(|before| chars.get(before));
        let next = chars.get(at + 1);
        let is_end = *c == ' '
            && ends.is_some_and(|c| matches!(c, '.' | '!' | '?'))
            && next.is_some_and(|c| c.is_uppercase() || *c == '"');
        match all.last_mut() {
            _ if is_end => all.push(String::new()),
            Some(last) => last.push(*c),
            None => {}
        }
    }
    all.retain(|sentence| !sentence.is_empty());
    all
}

/// The points of a list.
fn points(text: &str) -> impl Iterator<Item = String> {
    text.split("\n- ")
        .skip(1)
        .flat_map(|point| sentences(point.split("\n\n").next().unwrap_or_default()))
}

fn promised() -> Vec<String> {
    let (readme, page) = (text("README.md"), text("web-static/index.html"));
    let mut all: Vec<String> =
        points(between(&readme, "approval.png)\n", "## Two commands")).collect();
    all.extend(points(between(&readme, "## Privacy\n", "\n## ")));
    let promises = between(&page, "<div class=\"promises\">", "<figure class=\"plan\">");
    for (from, to) in [("<h3>", "</h3>"), ("<p>", "</p>")] {
        let parts = promises.split(from).skip(1);
        all.extend(parts.flat_map(|part| sentences(part.split(to).next().unwrap_or_default())));
    }
    all.extend(sentences(between(&page, "<figcaption>", "</figcaption>")));
    all
}

/// The rows of the table: a sentence, and what holds it.
fn table() -> BTreeMap<String, Vec<String>> {
    let safety = text("docs/SAFETY.md");
    let rows = between(&safety, "| promise | held to by |\n|---|---|\n", "\n\n").to_owned();
    let row = |row: &str| {
        let (promise, tests) = row.trim_matches('|').rsplit_once('|')?;
        let tests = tests.split('`').skip(1).step_by(2).map(str::to_owned).collect();
        Some((promise.trim().to_owned(), tests))
    };
    rows.lines().filter_map(row).collect()
}

/// The functions of all sources below a folder.
fn functions(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            functions(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            let source = fs::read_to_string(&path).expect("a source");
            let names =
                source.split("fn ").skip(1).filter_map(|rest| rest.split(['(', '<']).next());
            found.extend(names.map(str::to_owned));
        }
    }
}

#[test]
fn every_promise_has_tests() {
    let (promised, table) = (promised(), table());
    assert!(promised.len() > 40, "the sentences were not found: {promised:#?}");
    let untested: Vec<&String> =
        promised.iter().filter(|sentence| table.get(*sentence).is_none_or(Vec::is_empty)).collect();
    assert!(untested.is_empty(), "no test is named in docs/SAFETY.md for {untested:#?}");
    let gone: Vec<&String> = table.keys().filter(|row| !promised.contains(row)).collect();
    assert!(gone.is_empty(), "nobody promises this any more: {gone:#?}");
}

/// Everything that a document may name as a test.
fn known() -> BTreeSet<String> {
    let root = tests::paths::workspace();
    let mut known = BTreeSet::new();
    for folder in [
        "agent-core/src",
        "agent-core/tests",
        "extension-browser/src",
        "extension-ui/src",
        "extension-wasm/src",
        "fuzz/src",
        "import/src",
        "import/tests",
        "server/src",
        "server/tests",
        "shared-types",
        "tests/src",
        "tests/tests",
        "xtask/src",
    ] {
        functions(&root.join(folder), &mut known);
    }
    let attacks = fs::read_dir(root.join("tests/attacks")).expect("attacks").flatten();
    known.extend(attacks.map(|entry| entry.file_name().to_string_lossy().into_owned()));
    known
}

#[test]
fn the_tests_of_promises_exist() {
    let (known, rows) = (known(), table());
    let missing: Vec<&String> =
        rows.values().flatten().filter(|test| !known.contains(*test)).collect();
    assert!(missing.is_empty(), "there is no such test: {missing:#?}");
}

/// Proves that what reads like a test's name in a document is one's: five words or more, as no setting has.
#[test]
fn the_tests_that_documents_name_exist() {
    let known = known();
    let documents = fs::read_dir(tests::paths::workspace().join("docs")).expect("docs").flatten();
    let mut named = 0;
    let mut missing = Vec::new();
    for path in documents.map(|entry| entry.path()).filter(|path| path.extension().is_some()) {
        let text = fs::read_to_string(&path).expect("a document");
        for quoted in text.split('`').skip(1).step_by(2) {
            let name = quoted.rsplit("::").next().unwrap_or_default();
            let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            if is_name && name == name.to_lowercase() && name.matches('_').count() >= 4 {
                named += 1;
                if !known.contains(name) {
                    missing.push(format!("{}: {quoted}", path.display()));
                }
            }
        }
    }
    assert!(named > 100, "{named} were found");
    assert!(missing.is_empty(), "there is no such test: {missing:#?}");
}

/// Chapters whose sections have rows in the book of tests.
const CHAPTERS: [&str; 10] = [
    "AGENTS",
    "BROWSERS",
    "HOSTING",
    "LLM",
    "MEMORY",
    "PLANNER",
    "RELIABILITY",
    "SCALE",
    "SOURCES",
    "TABLES",
];
/// A section that says what there is not.
const NOT_THERE: &str = "Not there";

/// Proves that somebody thought of what holds each section of the chapters on using and hosting.
#[test]
fn every_section_of_a_chapter_has_what_holds_it() {
    let testing = text("docs/TESTING.md");
    let rows = between(&testing, "| chapter, section | held by |\n|---|---|\n", "\n\n");
    let rows = rows.lines().filter_map(|row| row.trim_matches('|').split_once('|'));
    let rows: BTreeMap<String, &str> =
        rows.map(|(section, held)| (section.trim().to_owned(), held.trim())).collect();
    let mut sections = BTreeSet::new();
    for chapter in CHAPTERS {
        let document = text(&format!("docs/{chapter}.md"));
        let titles = document.lines().filter_map(|line| line.strip_prefix("## "));
        let titles = titles.filter(|title| !title.starts_with(NOT_THERE));
        sections.extend(titles.map(|title| format!("{chapter}: {title}")));
    }
    let named: BTreeSet<String> = rows.keys().cloned().collect();
    assert_eq!(named, sections);
    assert!(rows.values().all(|held| !held.is_empty()), "{rows:#?}");
}

/// Proves that the stores are told of every permission that a package asks for, and of none besides.
#[test]
fn the_stores_are_told_why_each_permission_is_asked_for() {
    let mut asked = BTreeSet::new();
    for file in ["extension/manifest.json", "extension/manifest.firefox.json"] {
        let manifest: Value = serde_json::from_str(&text(file)).expect(file);
        for list in ["permissions", "host_permissions", "optional_permissions"] {
            let list = manifest.get(list).and_then(Value::as_array).into_iter().flatten();
            asked.extend(list.filter_map(Value::as_str).map(str::to_owned));
        }
    }
    let told = text("docs/store/PERMISSIONS.md");
    let rows = between(&told, "| permission | why |\n|---|---|\n", "\n\n");
    let told: BTreeSet<String> =
        rows.lines().filter_map(|row| row.split('`').nth(1)).map(str::to_owned).collect();
    assert_eq!(told, asked);
    // The Chrome Web Store takes no longer summary.
    for language in ["en", "de", "es", "fr"] {
        let file = format!("extension/_locales/{language}/messages.json");
        let texts: Value = serde_json::from_str(&text(&file)).expect(&file);
        let summary = texts.pointer("/extension_description/message").and_then(Value::as_str);
        assert!(summary.is_some_and(|text| text.chars().count() <= 132), "{language}: {summary:?}");
    }
}
