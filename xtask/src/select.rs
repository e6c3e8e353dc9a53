//! Which test programs a test may be in, by its name: only they are built, with what they run.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result, bail};
use harness::paths;
use serde_json::Value;

use crate::run::{cargo, output};

/// The package whose tests reach the others as processes: cargo does not build those for it.
const TESTS: &str = "tests";

/// Its tests of the repository itself, which run nothing: arrows, what the content scripts may do, imports and sizes,
/// licences, texts.
pub(crate) const OF_THE_REPOSITORY: [&str; 6] =
    ["architecture", "content_scripts", "modules", "promises", "supply_chain", "texts"];

/// A program of tests, as cargo names it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Target {
    /// The package that it is of.
    pub(crate) package: String,
    /// `--lib`, `--bin NAME` or `--test NAME`.
    arguments: Vec<String>,
    /// Where its tests are written.
    sources: Vec<PathBuf>,
}

/// What tests run that cargo does not build for them.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Needs {
    /// The server's program.
    pub(crate) server: bool,
    /// The extension, and Chromium to load it into.
    pub(crate) extension: bool,
    /// The pages that are bundled from npm packages.
    pub(crate) pages: bool,
    /// The agent that is made with another SDK, an npm package.
    pub(crate) agent: bool,
    /// A browser and the npm packages of the extension, to look at the panel's screens.
    pub(crate) screens: bool,
}

impl Needs {
    /// All of it.
    pub(crate) const ALL: Self =
        Self { server: true, extension: true, pages: true, agent: true, screens: true };

    /// Whether a browser is started.
    pub(crate) fn browser(self) -> bool {
        self.extension || self.screens
    }

    /// What these run, together.
    pub(crate) fn of(targets: &[Target]) -> Self {
        targets.iter().map(Target::needs).fold(Self::default(), |all, one| Self {
            server: all.server || one.server,
            extension: all.extension || one.extension,
            pages: all.pages || one.pages,
            agent: all.agent || one.agent,
            screens: all.screens || one.screens,
        })
    }
}

impl Target {
    fn needs(&self) -> Needs {
        let [kind, name] = self.arguments.as_slice() else { return Needs::default() };
        if self.package != TESTS || kind != "--test" {
            return Needs::default();
        }
        match name.as_str() {
            name if OF_THE_REPOSITORY.contains(&name) => Needs::default(),
            "api_fuzz" | "mcp_conformance" => Needs { server: true, ..Needs::default() },
            "attacks" => Needs { extension: true, ..Needs::default() },
            "widgets" => Needs { extension: true, pages: true, ..Needs::default() },
            "journeys" => Needs { pages: false, ..Needs::ALL },
            "screens" => Needs { screens: true, ..Needs::default() },
            _ => Needs::ALL,
        }
    }

    /// Whether it runs nothing but itself and what cargo builds for it.
    pub(crate) fn runs_alone(&self) -> bool {
        self.needs() == Needs::default()
    }

    /// Whether a test whose whole name contains this may be in it: each part of the name is in one of a function,
    /// a module or a path. One target too many costs a build, one too few would leave a test out.
    fn may_have(&self, name: &str) -> Result<bool> {
        let mut parts: Vec<&str> = name.split("::").filter(|part| !part.is_empty()).collect();
        for source in &self.sources {
            let text = fs::read_to_string(source)
                .with_context(|| format!("{} cannot be read", source.display()))?;
            let path = source.strip_prefix(paths::workspace()).unwrap_or(source).to_string_lossy();
            let known = |part: &&str| path.contains(part) || names(&text).any(|n| n.contains(part));
            parts.retain(|part| !known(part));
        }
        Ok(parts.is_empty())
    }
}

/// The names of the functions and modules of a source.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let named = text.split("fn ").skip(1).chain(text.split("mod ").skip(1));
    named.map(|rest| {
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
        rest.get(..end.unwrap_or(rest.len())).unwrap_or_default()
    })
}

/// The targets that may have a test with one of these names; an error when there is none.
pub(crate) fn targets_of(names: &[String]) -> Result<Vec<Target>> {
    let asked = ["metadata", "--format-version", "1", "--no-deps", "--locked"];
    let metadata: Value = serde_json::from_str(&output(&mut cargo(&asked))?)?;
    let mut found = Vec::new();
    for target in targets(&metadata)? {
        for name in names {
            if target.may_have(name)? {
                found.push(target);
                break;
            }
        }
    }
    if found.is_empty() {
        bail!("there is no test that is called {}", names.join(" or "));
    }
    Ok(found)
}

/// A command for each package that runs these tests of these targets.
pub(crate) fn commands(targets: &[Target]) -> Vec<Command> {
    let mut packages: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for target in targets {
        let arguments = target.arguments.iter().map(String::as_str);
        packages.entry(&target.package).or_default().extend(arguments);
    }
    let command = |(package, arguments): (&str, Vec<&str>)| {
        let mut command = cargo(&["test", "--locked", "--no-fail-fast", "--package", package]);
        command.args(arguments);
        command
    };
    packages.into_iter().map(command).collect()
}

/// Every target of the workspace that has tests.
fn targets(metadata: &Value) -> Result<Vec<Target>> {
    let list = |of: &Value, what: &str| of.get(what).and_then(Value::as_array).cloned();
    let text = |of: &Value, what: &str| of.get(what).and_then(Value::as_str).map(str::to_owned);
    let mut found = Vec::new();
    for package in list(metadata, "packages").context("cargo metadata has no packages")? {
        let name = text(&package, "name").context("a package without a name")?;
        for target in list(&package, "targets").unwrap_or_default() {
            if target.get("test") != Some(&Value::Bool(true)) {
                continue;
            }
            let kinds = list(&target, "kind").unwrap_or_default();
            let is = |kind: &str| kinds.iter().any(|one| one == kind);
            let called = text(&target, "name").context("a target without a name")?;
            let arguments = match () {
                () if is("test") => vec!["--test".to_owned(), called],
                () if is("bin") => vec!["--bin".to_owned(), called],
                () if is("bench") || is("example") || is("custom-build") => continue,
                () => vec!["--lib".to_owned()],
            };
            let root = text(&target, "src_path").context("a target without a source")?;
            let sources = sources(Path::new(&root))?;
            found.push(Target { package: name.clone(), arguments, sources });
        }
    }
    Ok(found)
}

/// The sources of a target: its folder's, or its file alone where it has no folder of its own.
fn sources(root: &Path) -> Result<Vec<PathBuf>> {
    let folder = root.parent().context("a file is in a folder")?;
    if folder.ends_with("tests") {
        return Ok(vec![root.to_path_buf()]);
    }
    let (mut open, mut found) = (vec![folder.to_path_buf()], Vec::new());
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.push(path);
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(name: &str) -> (Vec<String>, Needs) {
        let targets = targets_of(&[name.to_owned()]).unwrap();
        let shown = |target: &Target| format!("{} {}", target.package, target.arguments.join(" "));
        (targets.iter().map(shown).collect(), Needs::of(&targets))
    }

    #[test]
    fn a_test_is_found_where_it_is_and_takes_what_it_runs() {
        let alone = Needs::default();
        let browser = Needs { pages: false, ..Needs::ALL };
        let screens = Needs { screens: true, ..alone };
        for (name, target, needs) in [
            ("arrows_point_one_way", "tests --test architecture", alone),
            ("no_file_imports_what_imports_it", "tests --test modules", alone),
            ("no_source_holds_a_text", "tests --test texts", alone),
            ("every_screen_is_for_everyone", "tests --test screens", screens),
            ("without_a_server_the_extension_plans", "tests --test journeys", browser),
            ("planner::without_a_server", "tests --test journeys", browser),
            ("select::tests::a_test_is_found_where", "xtask --bin xtask", alone),
        ] {
            assert_eq!(chosen(name), (vec![target.to_owned()], needs), "{name}");
        }
        assert!(targets_of(&["no_such_test".to_owned()]).is_err());
    }
}
