//! Compiles changes, and finds those that do not compile.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
    path::PathBuf,
};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use super::{
    copy::{Copy, Texts},
    list::Mutant,
    schemata::{self, Owner, Switched},
};
use crate::{progress::Steps, run::cargo};

/// A package and what of it is built.
#[derive(Debug, Clone, Copy)]
pub(super) struct Target {
    pub(super) package: &'static str,
    pub(super) tests: &'static [&'static str],
}

/// Test programs with switches in them.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) binaries: Vec<PathBuf>,
    /// The number of the function that each change in them is in.
    pub(super) within: BTreeMap<usize, usize>,
    /// Changes that are not in them, and stand alone.
    pub(super) left: BTreeSet<usize>,
}

/// An error of the compiler.
#[derive(Debug)]
struct Failure {
    /// Where it is, the nearest first: files relative to the workspace, and bytes.
    places: Vec<(String, Range<usize>)>,
    shown: String,
}

/// What cargo made of something.
enum Built {
    Whole(Vec<PathBuf>),
    Failed(Vec<Failure>),
}

/// The sources that changes are in, and the bodies of their functions.
#[derive(Debug)]
pub(super) struct Sources(BTreeMap<String, (String, Vec<Range<usize>>)>);

impl Sources {
    pub(super) fn of(mutants: &[Mutant], copy: &Copy) -> Result<Self> {
        let mut sources = BTreeMap::new();
        for mutant in mutants {
            if !sources.contains_key(&mutant.file) {
                let source = copy.original(&mutant.file)?;
                let bodies = schemata::bodies(&source).with_context(|| mutant.file.clone())?;
                sources.insert(mutant.file.clone(), (source, bodies));
            }
        }
        Ok(Self(sources))
    }

    fn of_file(&self, file: &str) -> Result<(&str, &[Range<usize>])> {
        let (source, bodies) = self.0.get(file).with_context(|| format!("{file} was not read"))?;
        Ok((source, bodies))
    }

    /// The file and the body that a change is in: changes apart from each other are compiled at the same time.
    fn home<'a>(&self, mutant: &'a Mutant) -> Result<(&'a str, Range<usize>)> {
        let (_, bodies) = self.of_file(&mutant.file)?;
        let body = schemata::body_of(bodies, &mutant.place).unwrap_or(&mutant.place);
        Ok((&mutant.file, body.clone()))
    }
}

/// Compiles all changes into one program, but for those that do not compile there.
pub(super) fn together(
    copy: &Copy,
    target: Target,
    mutants: &[Mutant],
    sources: &Sources,
) -> Result<Program> {
    let mut left: BTreeSet<usize> = BTreeSet::new();
    for (number, mutant) in mutants.iter().enumerate() {
        let (_, bodies) = sources.of_file(&mutant.file)?;
        if schemata::body_of(bodies, &mutant.place).is_none() {
            left.insert(number);
        }
    }
    loop {
        let files = switched(mutants, &left, sources)?;
        let within: BTreeMap<usize, usize> =
            files.values().flat_map(|file| &file.within).map(|(&of, &it)| (of, it)).collect();
        copy.change(&with_module(copy, target, &files, &within)?)?;
        let what = format!("compiling {} changes of {}", within.len(), target.package);
        let failures = match build(copy, target, Kind::Test, &what)? {
            Built::Whole(binaries) => return Ok(Program { binaries, within, left }),
            Built::Failed(failures) => failures,
        };
        let before = left.len();
        for failure in &failures {
            match blamed(failure, &files) {
                Some(Owner::Mutant(mutant)) => drop(left.insert(mutant)),
                // The switch itself is not allowed there: its changes stand alone.
                Some(Owner::Function(function)) => left.extend(
                    within.iter().filter(|(_, of)| **of == function).map(|(mutant, _)| *mutant),
                ),
                None => {}
            }
        }
        println!("{}: {} changes do not compile with the others", target.package, left.len());
        if left.len() == before {
            let shown: Vec<&str> = failures.iter().map(|failure| &*failure.shown).collect();
            bail!("{} does not compile with switches:\n{}", target.package, shown.join("\n"));
        }
    }
}

fn switched(
    mutants: &[Mutant],
    left: &BTreeSet<usize>,
    sources: &Sources,
) -> Result<BTreeMap<String, Switched>> {
    let mut by_file: BTreeMap<&str, Vec<(usize, &Mutant)>> = BTreeMap::new();
    for (number, mutant) in mutants.iter().enumerate().filter(|(at, _)| !left.contains(at)) {
        by_file.entry(&mutant.file).or_default().push((number, mutant));
    }
    let (mut files, mut functions) = (BTreeMap::new(), 0);
    for (file, own) in by_file {
        let (source, bodies) = sources.of_file(file)?;
        let made = schemata::switched(source, bodies, &own, functions);
        functions = made.within.values().max().map_or(functions, |last| last + 1);
        files.insert(file.to_owned(), made);
    }
    Ok(files)
}

/// The texts of files, and of the crate's root with what the switches read.
fn with_module(
    copy: &Copy,
    target: Target,
    files: &BTreeMap<String, Switched>,
    within: &BTreeMap<usize, usize>,
) -> Result<Texts> {
    let texts = files.iter().map(|(file, made)| (file.clone(), made.text.clone()));
    let mut texts: Texts = texts.collect();
    let file = format!("{}/src/lib.rs", target.package);
    let root = match texts.get(&file) {
        Some(text) => text.clone(),
        None => copy.original(&file)?,
    };
    let functions = within.values().max().map_or(1, |last| last + 1);
    texts.insert(file, root + &schemata::module(functions));
    Ok(texts)
}

/// Those of some changes that compile where nothing else of their function is changed.
pub(super) fn apart(
    copy: &Copy,
    target: Target,
    mutants: &[Mutant],
    left: &BTreeSet<usize>,
    sources: &Sources,
) -> Result<Vec<usize>> {
    let (mut left, mut compiling) = (left.clone(), Vec::new());
    while !left.is_empty() {
        let mut homes: Vec<(&str, Range<usize>)> = Vec::new();
        let mut batch = Vec::new();
        for &number in &left {
            let Some(mutant) = mutants.get(number) else { continue };
            let (file, home) = sources.home(mutant)?;
            let meets = |(other, its): &(&str, Range<usize>)| {
                *other == file && its.start < home.end && home.start < its.end
            };
            if !homes.iter().any(meets) {
                homes.push((file, home.clone()));
                batch.push((number, home, mutant));
            }
        }
        left.retain(|number| !batch.iter().any(|(taken, ..)| taken == number));
        compile_batch(copy, target, &batch, sources, &mut compiling)?;
    }
    Ok(compiling)
}

type Homed<'a> = (usize, Range<usize>, &'a Mutant);

/// Adds those of a batch that compile.
fn compile_batch(
    copy: &Copy,
    target: Target,
    batch: &[Homed<'_>],
    sources: &Sources,
    compiling: &mut Vec<usize>,
) -> Result<()> {
    let mut batch = batch.to_vec();
    while !batch.is_empty() {
        let mut files = BTreeMap::new();
        for (_, _, mutant) in &batch {
            let own: Vec<_> =
                batch.iter().filter(|(.., other)| other.file == mutant.file).cloned().collect();
            let (source, _) = sources.of_file(&mutant.file)?;
            files.insert(mutant.file.clone(), schemata::changed(source, &own));
        }
        copy.change(&files.iter().map(|(file, made)| (file.clone(), made.text.clone())).collect())?;
        let what = format!("compiling {} changes of {} apart", batch.len(), target.package);
        let failures = match build(copy, target, Kind::Check, &what)? {
            Built::Whole(_) => {
                compiling.extend(batch.iter().map(|(number, ..)| *number));
                return Ok(());
            }
            Built::Failed(failures) => failures,
        };
        let blamed: BTreeSet<usize> = failures
            .iter()
            .filter_map(|failure| match blamed(failure, &files)? {
                Owner::Mutant(mutant) => Some(mutant),
                Owner::Function(_) => None,
            })
            .collect();
        match batch.as_slice() {
            [_] => return Ok(()),
            // It shows elsewhere: each half by itself.
            _ if blamed.is_empty() => {
                let (one, other) = batch.split_at(batch.len() / 2);
                compile_batch(copy, target, one, sources, compiling)?;
                return compile_batch(copy, target, other, sources, compiling);
            }
            _ => batch.retain(|(number, ..)| !blamed.contains(number)),
        }
    }
    Ok(())
}

/// Compiles one change by itself; none: it does not compile.
pub(super) fn alone(
    copy: &Copy,
    target: Target,
    mutant: &Mutant,
    sources: &Sources,
) -> Result<Option<Vec<PathBuf>>> {
    let (source, _) = sources.of_file(&mutant.file)?;
    let (file, home) = sources.home(mutant)?;
    let made = schemata::changed(source, &[(0, home, mutant)]);
    copy.change(&Texts::from([(file.to_owned(), made.text)]))?;
    Ok(match build(copy, target, Kind::Test, &format!("compiling {}", mutant.name))? {
        Built::Whole(binaries) => Some(binaries),
        Built::Failed(_) => None,
    })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Test,
    Check,
}

fn build(copy: &Copy, target: Target, kind: Kind, what: &str) -> Result<Built> {
    // The tests take most of the time: what they are about is compiled a little better for them.
    let better = ["agent-core", target.package]
        .map(|package| format!("profile.dev.package.{package}.opt-level=1"));
    let mut arguments = match kind {
        Kind::Test => [&["test", "--no-run"], target.tests].concat(),
        Kind::Check => vec!["check", "--lib"],
    };
    arguments.extend(["--locked", "--message-format", "json", "--package", target.package]);
    arguments.extend(better.iter().flat_map(|setting| ["--config", setting]));
    let mut command = cargo(&arguments);
    command
        .current_dir(&copy.folder)
        .env("CARGO_TARGET_DIR", &copy.target)
        .env("CARGO_INCREMENTAL", "0")
        .env("CARGO_PROFILE_DEV_DEBUG", "false")
        // A change may leave something unused, and may not fail by that.
        .env("RUSTFLAGS", "--cap-lints=allow");
    let output = Steps::aside().run(what, |_| command.output().context("cargo cannot be run"))?;
    let said = String::from_utf8_lossy(&output.stdout);
    let messages = said.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let (mut binaries, mut failures) = (Vec::new(), Vec::new());
    for message in messages {
        binaries.extend(test_program(&message));
        failures.extend(failure(&message));
    }
    if output.status.success() {
        return Ok(Built::Whole(binaries));
    }
    if failures.is_empty() {
        bail!("cargo failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(Built::Failed(failures))
}

fn test_program(message: &Value) -> Option<PathBuf> {
    let is_test = message.pointer("/profile/test")?.as_bool()?;
    is_test.then(|| message.get("executable")?.as_str().map(PathBuf::from)).flatten()
}

fn failure(message: &Value) -> Option<Failure> {
    let message = message.get("message")?;
    if message.get("level")?.as_str()? != "error" {
        return None;
    }
    let spans = |of: &Value| of.get("spans").and_then(Value::as_array).cloned().unwrap_or_default();
    let mut all = spans(message);
    all.sort_by_key(|span| span.get("is_primary").and_then(Value::as_bool) != Some(true));
    let children = message.get("children").and_then(Value::as_array).cloned().unwrap_or_default();
    all.extend(children.iter().flat_map(spans));
    let shown = message.get("rendered").and_then(Value::as_str).unwrap_or_default().to_owned();
    // What sums the others up has no place.
    let is_summary = all.is_empty() && message.get("code").is_none_or(Value::is_null);
    let places = all.iter().flat_map(places).collect();
    (!is_summary).then_some(Failure { places, shown })
}

/// Where a span is, and where the macros stand that it comes from.
fn places(span: &Value) -> Vec<(String, Range<usize>)> {
    let mut places = Vec::new();
    let mut next = Some(span);
    while let Some(span) = next {
        let number = |key: &str| span.get(key)?.as_u64().and_then(|at| usize::try_from(at).ok());
        let file = span.get("file_name").and_then(Value::as_str);
        if let Some(((file, start), end)) = file.zip(number("byte_start")).zip(number("byte_end")) {
            places.push((file.to_owned(), start..end));
        }
        next = span.pointer("/expansion/span").filter(|span| !span.is_null());
    }
    places
}

fn blamed(failure: &Failure, files: &BTreeMap<String, Switched>) -> Option<Owner> {
    failure.places.iter().find_map(|(file, place)| files.get(file)?.owner(place))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn span(file: &str, start: usize, is_primary: bool, expansion: Value) -> Value {
        json!({ "file_name": file, "byte_start": start, "byte_end": start + 1,
            "is_primary": is_primary, "expansion": expansion })
    }

    #[test]
    fn an_error_belongs_to_the_change_that_it_is_in() {
        let regions = vec![(10..50, Owner::Function(0)), (20..30, Owner::Mutant(7))];
        let made = Switched { text: String::new(), regions, within: BTreeMap::new() };
        let files = BTreeMap::from([("a/src/lib.rs".to_owned(), made)]);
        let check = |spans: Value, expected: Option<Owner>| {
            let message = json!({ "reason": "compiler-message", "message": {
                "level": "error", "code": { "code": "E0308" }, "spans": spans, "children": [],
                "rendered": "error: mismatched types" } });
            let failure = failure(&message).unwrap();
            assert_eq!(blamed(&failure, &files), expected, "{failure:?}");
        };
        let here = |start, is_primary| span("a/src/lib.rs", start, is_primary, Value::Null);
        let elsewhere = |expansion| span("/std/macros.rs", 3, true, expansion);
        check(json!([here(12, false), here(25, true)]), Some(Owner::Mutant(7)));
        check(json!([here(12, true), here(25, false)]), Some(Owner::Function(0)));
        check(json!([elsewhere(json!({ "span": here(22, false) }))]), Some(Owner::Mutant(7)));
        check(json!([elsewhere(Value::Null), here(26, false)]), Some(Owner::Mutant(7)));
        check(json!([here(60, true)]), None);
    }

    #[test]
    fn warnings_and_the_sum_of_errors_are_none() {
        let check = |level: &str, code: Value, spans: Value, expected: bool| {
            let message = json!({ "message": { "level": level, "code": code, "spans": spans } });
            assert_eq!(failure(&message).is_some(), expected, "{message}");
        };
        let spans = json!([span("a.rs", 1, true, Value::Null)]);
        check("error", json!({ "code": "E0308" }), spans.clone(), true);
        check("error", Value::Null, spans.clone(), true);
        check("warning", Value::Null, spans, false);
        check("error", Value::Null, json!([]), false);
    }

    #[test]
    fn test_programs_are_those_that_cargo_names() {
        let check = |message: Value, expected: Option<&str>| {
            assert_eq!(test_program(&message), expected.map(PathBuf::from), "{message}");
        };
        check(json!({ "profile": { "test": true }, "executable": "/t/api" }), Some("/t/api"));
        check(json!({ "profile": { "test": false }, "executable": "/t/server" }), None);
        check(json!({ "profile": { "test": true }, "executable": null }), None);
        check(json!({ "reason": "build-finished" }), None);
    }
}
