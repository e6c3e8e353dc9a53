//! `mutants`: takes the rooms that guard apart, one change at a time, and looks whether a native test misses it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;
use harness::paths;

use crate::{
    run::{output, program},
    setup,
    written::{MUTANTS, SURVIVORS},
};

/// Change the code that guards (gate, consent, targets, scrubbing, the server's security), one place at a time,
/// and see that a native test fails each time, by cargo-mutants, which is installed into `target/tools`. A run
/// that was ended goes on where it was; the figures of each file that was tried whole go into docs/SAFETY.md. Whatever survives
/// needs a reason in `docs/survivors.txt`
#[derive(Debug, Default, Args)]
pub(crate) struct Mutants {
    /// Only what differs from this commit
    #[arg(long, value_name = "COMMIT")]
    since: Option<String>,
    /// Try so many at most, spread evenly
    #[arg(long, value_name = "N")]
    most: Option<usize>,
    /// Forget what earlier runs tried
    #[arg(long)]
    anew: bool,
    /// Try so many side by side
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: usize,
    /// Only these files, as globs
    files: Vec<String>,
}

/// Code that guards, and the native tests that must miss it.
struct Room {
    package: &'static str,
    files: &'static [&'static str],
    /// All tests that may miss a change.
    all: Tests,
    /// Those nearest to the code, in seconds: they catch most, and what they miss is tried with all.
    nearest: Tests,
}

/// Tests as `cargo test` is told them.
struct Tests {
    /// What is built.
    targets: &'static [&'static str],
    /// Which of it are run: parts of names, and `--skip`.
    names: &'static [&'static str],
}

const ROOMS: [Room; 2] = [
    Room {
        package: "agent-core",
        files: &[
            "agent-core/src/gate/**",
            "agent-core/src/site.rs",
            "agent-core/src/job/card.rs",
            "agent-core/src/job/permissions.rs",
            "agent-core/src/job/reply.rs",
            "agent-core/src/resolve/**",
            "agent-core/src/observe/scrub/**",
        ],
        all: Tests { targets: &["--lib"], names: &[] },
        nearest: Tests {
            targets: &["--lib"],
            // One test that takes as long as all others together waits for the second try.
            names: &[
                "gate::",
                "job::",
                "site::",
                "resolve::",
                "observe::scrub",
                "exit::",
                "consent",
                "--skip",
                "no_string_of_a_request",
            ],
        },
    },
    Room {
        package: "server",
        files: &[
            "server/src/security/**",
            "server/src/crypto/**",
            "server/src/routes/guard.rs",
            "server/src/user.rs",
            "server/src/private_file.rs",
        ],
        all: Tests {
            targets: &["--lib", "--test", "api"],
            names: &["security", "crypto", "guard", "user", "private_file", "attacks", "errors"],
        },
        nearest: Tests { targets: &["--lib"], names: &[] },
    },
];

/// Where reasons are: `file: change | reason` a line, as the table in docs/SAFETY.md shows them.
const REASONS: &str = "docs/survivors.txt";
/// Seconds for one change, compiled and tested: an endless loop is missed by that.
const PATIENCE: &str = "240";

/// How many cases of a property are tried by the nearest tests, and by all.
const FEW_CASES: &str = "16";
const ALL_CASES: &str = "256";

/// What became of the changes in a room, each by the name that cargo-mutants gives it (`file:line:column: change`).
#[derive(Debug, Default)]
struct Outcome {
    /// All that there are.
    listed: BTreeSet<String>,
    /// Those that a test noticed, that ran into the time limit, or that do not compile.
    noticed: BTreeSet<String>,
    missed: BTreeSet<String>,
}

impl Outcome {
    /// Changes, and how many of them survived, of each file that was tried whole.
    fn files(&self) -> Vec<(&str, usize, usize)> {
        let mut files: BTreeMap<&str, (usize, usize, bool)> = BTreeMap::new();
        for name in &self.listed {
            let (all, survived, whole) = files.entry(file_of(name)).or_insert((0, 0, true));
            let is_missed = self.missed.contains(name);
            *all += 1;
            *survived += usize::from(is_missed);
            *whole &= is_missed || self.noticed.contains(name);
        }
        let whole = files.into_iter().filter(|(_, (.., whole))| *whole);
        whole.map(|(file, (all, survived, _))| (file, all, survived)).collect()
    }

    /// `file: change` of what survived.
    fn survivors(&self) -> Vec<String> {
        self.listed.intersection(&self.missed).map(|name| without_place(name)).collect()
    }
}

fn file_of(name: &str) -> &str {
    name.split(':').next().unwrap_or_default()
}

impl Mutants {
    /// What a change touches, as far as an ordinary run has time for it.
    pub(crate) fn of_a_change(since: &str, most: usize) -> Self {
        Self { since: Some(since.to_owned()), most: Some(most), ..Self::default() }
    }

    pub(crate) fn run(&self) -> Result<()> {
        let diff = self.since.as_deref().map(diff_since).transpose()?;
        if matches!(diff, Some(None)) {
            println!("no history: changes to guards are not tried");
            return Ok(());
        }
        let diff = diff.flatten();
        let is_empty = |diff: &PathBuf| fs::metadata(diff).is_ok_and(|file| file.len() == 0);
        if diff.as_ref().is_some_and(is_empty) {
            println!("no code that guards was changed");
            return Ok(());
        }
        let tool = setup::cargo_tool("cargo-mutants")?;
        let reasons = reasons()?;
        let (mut rows, mut kept, mut unexplained) = (Vec::new(), Vec::new(), Vec::new());
        for room in &ROOMS {
            let Some(outcome) = self.try_room(&tool, room, diff.as_deref())? else { continue };
            for (file, all, survived) in outcome.files() {
                let noticed = all - survived;
                println!("{file}: {noticed} of {all} changes are noticed, {survived} survive");
                rows.extend(
                    MUTANTS.row(&format!("mutants: `{file}` | {all} | {noticed} | {survived}")),
                );
            }
            for survivor in outcome.survivors() {
                match reasons.get(&survivor) {
                    Some(reason) => {
                        kept.extend(SURVIVORS.row(&format!("survivor: `{survivor}` | {reason}")))
                    }
                    None => unexplained.push(survivor),
                }
            }
        }
        // A sample says nothing of a file.
        if self.most.is_none() && self.since.is_none() {
            if self.files.is_empty() {
                MUTANTS.rewrite(&rows)?;
                SURVIVORS.rewrite(&kept)?;
            } else {
                MUTANTS.write(&rows)?;
                SURVIVORS.write(&kept)?;
            }
        }
        ensure!(
            unexplained.is_empty(),
            "no test misses these; write one, or a reason into {REASONS}:\n{}",
            unexplained.join("\n")
        );
        Ok(())
    }

    /// `None`: nothing of the room was to be tried.
    fn try_room(&self, tool: &Path, room: &Room, diff: Option<&Path>) -> Result<Option<Outcome>> {
        let globs = if self.files.is_empty() {
            room.files.iter().map(|&file| file.to_owned()).collect()
        } else {
            self.files.clone()
        };
        let mut arguments =
            vec!["mutants".to_owned(), "--package".to_owned(), room.package.to_owned()];
        for glob in &globs {
            arguments.extend(["--file".to_owned(), glob.clone()]);
        }
        if let Some(diff) = diff {
            arguments.extend(["--in-diff".to_owned(), diff.display().to_string()]);
        }
        let mut list = arguments.clone();
        list.push("--list".to_owned());
        let tool = tool.to_string_lossy();
        let listed = output(program(&tool, &[]).args(&list))?;
        let count = listed.lines().count();
        if count == 0 {
            return Ok(None);
        }
        let folder = paths::target().join("mutants").join(room.package);
        // What a change touches is tried anew each time: other code may have come to depend on it.
        if (self.anew || self.since.is_some()) && folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        if let Some(most) = self.most.filter(|most| count > *most) {
            arguments.extend(["--sharding".to_owned(), "round-robin".to_owned()]);
            arguments.extend(["--shard".to_owned(), format!("0/{}", count.div_ceil(most))]);
        }
        arguments.extend(
            [
                "--gitignore",
                "true",
                "--iterate",
                "--baseline",
                "skip",
                "--cap-lints",
                "true",
                "--colors",
                "never",
            ]
            .map(str::to_owned),
        );
        arguments.extend(["--timeout".to_owned(), PATIENCE.to_owned()]);
        arguments.extend(["--output".to_owned(), folder.display().to_string()]);
        arguments.extend(["--jobs".to_owned(), self.jobs.max(1).to_string()]);
        println!("{}: {count} changes", room.package);
        for (tests, cases) in [(&room.nearest, FEW_CASES), (&room.all, ALL_CASES)] {
            // Lines of where a panic was are of no use, and take time to make.
            let status = program(&tool, &[])
                .args(&arguments)
                .args(tests.targets.iter().map(|target| format!("--cargo-arg={target}")))
                .args(["--", "--"])
                .args(tests.names)
                .env("CARGO_PROFILE_DEV_DEBUG", "false")
                .env("CARGO_INCREMENTAL", "1")
                .env("PROPTEST_CASES", cases)
                .status()
                .context("cargo-mutants cannot be run")?;
            // 0: all were caught; 2: some were missed; 3: some ran into the time limit.
            ensure!(matches!(status.code(), Some(0 | 2 | 3)), "cargo-mutants failed");
        }
        let listed = listed.lines().map(str::to_owned).collect();
        outcome(listed, &folder.join("mutants.out")).map(Some)
    }
}

/// Reads what cargo-mutants wrote down, in this run and in those that it goes on from.
fn outcome(listed: BTreeSet<String>, folder: &Path) -> Result<Outcome> {
    let lines = |names: &[&str]| -> Result<BTreeSet<String>> {
        let mut lines = BTreeSet::new();
        for name in names {
            let file = folder.join(name);
            if file.exists() {
                lines.extend(fs::read_to_string(file)?.lines().map(str::to_owned));
            }
        }
        Ok(lines)
    };
    Ok(Outcome {
        listed,
        noticed: lines(&["previously_caught.txt", "caught.txt", "timeout.txt", "unviable.txt"])?,
        missed: lines(&["missed.txt"])?,
    })
}

/// `a/b.rs:12:3: replace x with y` without the numbers, which every other change moves.
fn without_place(line: &str) -> String {
    let mut parts = line.splitn(4, ':');
    match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(file), Some(_), Some(_), Some(change)) => format!("{file}: {}", change.trim()),
        _ => line.to_owned(),
    }
}

fn reasons() -> Result<BTreeMap<String, String>> {
    let text = fs::read_to_string(paths::workspace().join(REASONS)).context(REASONS)?;
    read_reasons(&text)
}

fn read_reasons(text: &str) -> Result<BTreeMap<String, String>> {
    let mut reasons = BTreeMap::new();
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        // A change may have `|` in it, a reason may not.
        let Some((survivor, reason)) = line.rsplit_once(" | ") else {
            bail!("{REASONS}: `file: change | reason` is expected: {line}");
        };
        reasons.insert(survivor.trim().to_owned(), reason.trim().to_owned());
    }
    Ok(reasons)
}

/// What differs from a commit, as a file that cargo-mutants reads; `None` where the commit is not there, as in a clone
/// without history.
fn diff_since(commit: &str) -> Result<Option<PathBuf>> {
    let rooms: Vec<String> =
        ROOMS.iter().flat_map(|room| room.files).map(|glob| format!(":(glob){glob}")).collect();
    let is_there =
        output(&mut program("git", &["rev-parse", "--verify", "--quiet", commit])).is_ok();
    if !is_there {
        return Ok(None);
    }
    let mut arguments = vec!["diff", "--no-color", "--no-ext-diff", commit, "--"];
    arguments.extend(rooms.iter().map(String::as_str));
    let diff = output(&mut program("git", &arguments))?;
    let file = paths::target().join("mutants.diff");
    fs::write(&file, diff)?;
    Ok(Some(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_survivor_is_known_by_what_was_changed_not_by_where() {
        let check = |line: &str, expected: &str| assert_eq!(without_place(line), expected);
        check(
            "agent-core/src/gate/mod.rs:12:5: replace judge -> Verdict with Default::default()",
            "agent-core/src/gate/mod.rs: replace judge -> Verdict with Default::default()",
        );
        check("a.rs:1:2: replace || with && in f::g", "a.rs: replace || with && in f::g");
    }

    #[test]
    fn a_file_counts_once_all_of_it_was_tried() {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let outcome = Outcome {
            listed: names(&["a.rs:1:1: x", "a.rs:2:1: y", "b.rs:1:1: x", "b.rs:2:1: y"]),
            noticed: names(&["a.rs:1:1: x", "b.rs:1:1: x", "a.rs:9:9: of before"]),
            missed: names(&["a.rs:2:1: y", "b.rs:7:1: of before"]),
        };
        assert_eq!(outcome.files(), [("a.rs", 2, 1)]);
        assert_eq!(outcome.survivors(), ["a.rs: y"]);
    }

    #[test]
    fn each_reason_is_of_one_survivor() {
        let text = "# Reasons\n\na.rs: replace || with && in f | both are the same there\n";
        let reasons = read_reasons(text).unwrap();
        assert_eq!(
            reasons.get("a.rs: replace || with && in f").map(String::as_str),
            Some("both are the same there")
        );
        assert!(read_reasons("a.rs: replace x\n").is_err());
        assert!(reasons.len() == 1);
    }
}
