//! `guards`: takes each guard out of the content scripts, one at a time, and looks which attack gets through.

use std::{
    collections::BTreeMap,
    fs,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;
use harness::paths;

use crate::{build, progress::Steps, run::cargo, written::GUARDS};

/// Take each guard out of the content scripts, one at a time, and see that an attack gets through in Chromium.
/// A guard is a line `if (…) …` below a line `// guard: NAME` or `// guard: NAME (attack, attack)`; where attacks
/// are named they are tried first. What was tried already with the same scripts is not tried again
#[derive(Debug, Default, Args)]
pub(crate) struct Guards {
    /// Forget what earlier runs tried
    #[arg(long)]
    anew: bool,
    /// Where no attack that is named gets through, do not try all others (minutes each)
    #[arg(long)]
    named: bool,
    /// Only these
    names: Vec<String>,
}

/// A guard as it stands in a script.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Guard {
    /// File name, relative to the extension.
    file: String,
    name: String,
    /// Attacks that are tried first.
    attacks: Vec<String>,
    /// The line, without what it is set in by.
    line: String,
    /// How many lines like it stand before: what is built has no comments to go by.
    before: usize,
}

impl Guards {
    pub(crate) fn run(&self) -> Result<()> {
        let built = build::everything(&Steps::aside(), |_| Ok(()))?;
        let guards = guards(&paths::workspace().join("extension"))?;
        ensure!(!guards.is_empty(), "no script has a line `// guard: NAME`");
        let wanted: Vec<&Guard> = guards
            .iter()
            .filter(|guard| self.names.is_empty() || self.names.contains(&guard.name))
            .collect();
        ensure!(!wanted.is_empty(), "there is no such guard");
        let known = EarlierRuns::read(self.anew)?;
        let (mut rows, mut unseen) = (Vec::new(), Vec::new());
        for guard in &wanted {
            let through = match known.of(guard)? {
                Some(through) => through,
                None => {
                    let through = attacks_through(&built.folder, guard, self.named)?;
                    known.keep(guard, &through)?;
                    through
                }
            };
            println!("{}: {}", guard.name, if through.is_empty() { "nothing" } else { &through });
            if through.is_empty() {
                unseen.push(guard.name.clone());
                continue;
            }
            rows.extend(
                GUARDS.row(&format!("guard: {} | `{}` | {through}", guard.name, guard.file)),
            );
        }
        if self.names.is_empty() && unseen.is_empty() {
            GUARDS.rewrite(&rows)?;
        } else {
            GUARDS.write(&rows)?;
        }
        ensure!(unseen.is_empty(), "no attack gets through without these: {}", unseen.join(", "));
        Ok(())
    }
}

/// The guards of all scripts, in order.
fn guards(extension: &Path) -> Result<Vec<Guard>> {
    let mut files: Vec<PathBuf> = vec![extension.join("background.js")];
    for entry in fs::read_dir(extension.join("content"))? {
        files.push(entry?.path());
    }
    files.sort();
    let mut guards = Vec::new();
    for file in files {
        let name = file.strip_prefix(extension)?.to_string_lossy().into_owned();
        guards.extend(guards_in(&name, &fs::read_to_string(&file)?)?);
    }
    Ok(guards)
}

fn guards_in(file: &str, script: &str) -> Result<Vec<Guard>> {
    let mut lines = script.lines().map(str::trim).enumerate();
    let mut guards = Vec::new();
    while let Some((_, line)) = lines.next() {
        let Some(said) = line.strip_prefix("// guard: ") else { continue };
        let (name, attacks) = match said.split_once(" (") {
            Some((name, attacks)) => (name, attacks.trim_end_matches(')')),
            None => (said, ""),
        };
        let (at, line) = lines.next().unwrap_or_default();
        without_condition(line)
            .with_context(|| format!("{file}: {name} guards by no `if (…) …`"))?;
        let before = script.lines().take(at).filter(|other| other.trim() == line).count();
        guards.push(Guard {
            file: file.to_owned(),
            name: name.trim().to_owned(),
            attacks: attacks.split(", ").filter(|one| !one.is_empty()).map(str::to_owned).collect(),
            line: line.to_owned(),
            before,
        });
    }
    Ok(guards)
}

/// The line with `false` in place of its condition.
fn without_condition(line: &str) -> Option<String> {
    let rest = line.strip_prefix("if (")?;
    let mut depth = 1;
    for (at, c) in rest.char_indices() {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        if depth == 0 {
            return Some(format!("if (false{}", rest.get(at..)?));
        }
    }
    None
}

/// The script with the guard's line opened.
fn opened(text: &str, guard: &Guard) -> Result<String> {
    let open = without_condition(&guard.line).context("a condition")?;
    let mut like_it = 0;
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let is_like_it = line.trim() == guard.line;
        let is_it = is_like_it && like_it == guard.before;
        like_it += usize::from(is_like_it);
        lines.push(if is_it { open.clone() } else { line.to_owned() });
    }
    ensure!(like_it > guard.before, "{}: {} is not there as written", guard.file, guard.name);
    Ok(lines.join("\n"))
}

/// The attacks that get through when the guard is not there, as a sentence; empty: none.
fn attacks_through(built: &Path, guard: &Guard, only_named: bool) -> Result<String> {
    let folder = paths::target().join("guards/extension");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    build::copy_folder(built, &folder)?;
    let script = folder.join(&guard.file);
    let text = fs::read_to_string(&script)?;
    fs::write(&script, opened(&text, guard)?)?;
    if !guard.attacks.is_empty() {
        let through = failing(&folder, &guard.attacks.join(","))?;
        if !through.is_empty() || only_named {
            return Ok(through);
        }
    }
    failing(&folder, "")
}

/// The attacks, of these or of all, that have a finding with this extension.
fn failing(extension: &Path, attacks: &str) -> Result<String> {
    let test =
        ["test", "--locked", "--package", "tests", "--test", "attacks", "--", "no_attack_gets"];
    let mut command = cargo(&test);
    command.env(paths::EXTENSION_VARIABLE, extension);
    if !attacks.is_empty() {
        command.env("VAULTY_ATTACK", attacks);
    }
    let output = command.output().context("the attacks cannot be run")?;
    if output.status.success() {
        return Ok(String::new());
    }
    let said = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    let mut through: BTreeMap<String, ()> = BTreeMap::new();
    for line in said.lines() {
        // `name (status): finding`
        if let Some((name, _)) = line.split_once(" (").filter(|(name, _)| is_attack(name)) {
            through.insert(format!("`{name}`"), ());
        }
    }
    if through.is_empty() {
        bail!("the attacks failed without a finding:\n{said}");
    }
    Ok(through.into_keys().take(SHOWN).collect::<Vec<_>>().join(", "))
}

/// Attacks that are named of those that get through.
const SHOWN: usize = 4;

fn is_attack(name: &str) -> bool {
    !name.is_empty()
        && paths::workspace().join("tests/attacks").join(name).join("case.json").is_file()
}

/// What earlier runs found, by the scripts as they were.
struct EarlierRuns {
    folder: PathBuf,
    scripts: u64,
}

impl EarlierRuns {
    fn read(anew: bool) -> Result<Self> {
        let folder = paths::target().join("guards/known");
        if anew && folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        let mut hasher = DefaultHasher::new();
        let content = paths::workspace().join("extension/content");
        let mut files: Vec<PathBuf> =
            fs::read_dir(content)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
        files.sort();
        for file in files {
            fs::read(file)?.hash(&mut hasher);
        }
        Ok(Self { folder, scripts: hasher.finish() })
    }

    fn file(&self, guard: &Guard) -> PathBuf {
        let mut hasher = DefaultHasher::new();
        (self.scripts, &guard.file, &guard.name, &guard.line).hash(&mut hasher);
        self.folder.join(format!("{:016x}", hasher.finish()))
    }

    /// A guard that nothing was found for is tried again: there may be an attack by now.
    fn of(&self, guard: &Guard) -> Result<Option<String>> {
        let file = self.file(guard);
        if !file.exists() {
            return Ok(None);
        }
        Ok(Some(fs::read_to_string(file)?).filter(|through| !through.is_empty()))
    }

    fn keep(&self, guard: &Guard, through: &str) -> Result<()> {
        fs::write(self.file(guard), through).context("what was found cannot be kept")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guard_is_a_condition_that_can_be_taken_out() {
        let script = "const a = 1;\n  // guard: links (a-link, another)\n  if (isLink(hit)) throw new Refusal(\"no\");\n\
            // guard: alone\nif (a || b(c)) return;\n";
        let found = guards_in("content/press.js", script).unwrap();
        let names: Vec<(&str, usize)> =
            found.iter().map(|guard| (guard.name.as_str(), guard.attacks.len())).collect();
        assert_eq!(names, [("links", 2), ("alone", 0)]);
        let open: Vec<String> =
            found.iter().filter_map(|guard| without_condition(&guard.line)).collect();
        assert_eq!(open, ["if (false) throw new Refusal(\"no\");", "if (false) return;"]);
        assert!(guards_in("x.js", "// guard: none\nreturn;\n").is_err());
        // A line may stand there more than once.
        let script =
            "if (a) return;\n// guard: x-more\nif (a) return;\n// guard: x (b)\nif (a) return;";
        let built = "if (a) return;\n  if (a) return;\nif (a) return;";
        let found = guards_in("x.js", script).unwrap();
        let opened: Vec<String> = found.iter().map(|guard| opened(built, guard).unwrap()).collect();
        assert_eq!(
            opened,
            [
                "if (a) return;\nif (false) return;\nif (a) return;",
                "if (a) return;\n  if (a) return;\nif (false) return;"
            ]
        );
    }

    #[test]
    fn every_guard_of_the_scripts_is_named_once() {
        let mut names: Vec<String> = guards(&paths::workspace().join("extension"))
            .unwrap()
            .into_iter()
            .map(|guard| guard.name)
            .collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
