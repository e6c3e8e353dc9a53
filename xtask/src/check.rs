//! `test`: every check and test of the repository, one after the other, with one count at the end; `check`: those
//! that need no browser.

use std::{process::Command, thread, time::Instant};

use anyhow::{Result, bail};
use clap::Args;

use crate::{
    build,
    fuzz::Fuzz,
    guards::Guards,
    mutants::Mutants,
    run::{cargo, follow, program},
    setup,
    written::{ATTACKS, RELIABILITY},
};

/// Run every check and test: format, clippy, the tests of all packages with the journeys in Chromium, and
/// the types of the extension's JavaScript. Sets up and builds what they need. The last line is
/// `N passed, N failed`.
#[derive(Debug, Args)]
pub(crate) struct Test {
    /// Run the tests that take long, too (they wait for clocks that cannot be moved), and write what they
    /// measured into docs/RELIABILITY.md and docs/SAFETY.md
    #[arg(long)]
    slow: bool,
    /// Only the tests whose names contain one of these, and nothing else
    names: Vec<String>,
}

/// Run what needs no browser, before a commit: format, clippy, the types of the extension's JavaScript, the tests of
/// the crates and of the repository itself. The last line is `N passed, N failed`
#[derive(Debug, Args)]
pub(crate) struct Check {
    /// Only the tests whose names contain one of these, and nothing else
    names: Vec<String>,
}

/// Tests of the repository itself: arrows, licences, what the content scripts may do.
const OF_THE_REPOSITORY: [&str; 3] = ["architecture", "content_scripts", "supply_chain"];

impl Check {
    pub(crate) fn run(&self) -> Result<()> {
        let mut count = Count::default();
        if self.names.is_empty() {
            count.style();
            setup::types()?;
            count.types();
        }
        println!("\n── tests");
        let mut crates =
            cargo(&["test", "--workspace", "--exclude", "tests", "--locked", "--no-fail-fast"]);
        crates.args(["--lib", "--bins", "--tests", "--"]).args(&self.names);
        count.tests(&mut crates, |_| {})?;
        let mut repository = cargo(&["test", "--package", "tests", "--locked", "--no-fail-fast"]);
        for test in OF_THE_REPOSITORY {
            repository.args(["--test", test]);
        }
        repository.arg("--").args(&self.names);
        count.tests(&mut repository, |_| {})?;
        count.end()
    }
}

/// Changes to code that guards that an ordinary run tries, of those that the last commit or the person's own edits
/// touch.
const MOST_MUTANTS: usize = 8;

const CLIPPY: [&str; 8] =
    ["clippy", "--workspace", "--all-targets", "--locked", "--quiet", "--", "-D", "warnings"];

/// Passed and failed so far.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Count {
    passed: u64,
    failed: u64,
}

impl Test {
    pub(crate) fn run(&self) -> Result<()> {
        let began = Instant::now();
        setup::wasm_target()?;
        setup::chromium()?;
        if self.slow {
            setup::proxy()?;
        }
        // Fetching and bundling the pages of widgets keeps one core busy for minutes.
        let pages = thread::spawn(build::pages);
        let mut count = Count::default();
        let heading = |what: &str| {
            let seconds = began.elapsed().as_secs();
            println!("\n── {what} (after {}:{:02} min)", seconds / 60, seconds % 60);
        };

        if self.names.is_empty() {
            count.style();
        }

        // The journeys run what was built last: that must be what is tested.
        heading("build of server and extension");
        let built = build::everything();
        count.step(built.as_ref().map(|_| true).map_err(|error| anyhow::anyhow!("{error:#}")));
        if let Ok(built) = &built {
            build::print_sizes(built);
        }

        let pages = pages.join().map_err(|_| anyhow::anyhow!("the widget pages were not built"));
        count.step(pages.and_then(|built| built.map(|()| true)));

        if self.names.is_empty() {
            count.types();
        }

        heading("tests");
        let mut tests = cargo(&["test", "--workspace", "--locked", "--no-fail-fast"]);
        if self.slow {
            tests.env("VAULTY_SLOW", "1");
        }
        if !self.names.is_empty() {
            // Documentation has no names to choose by.
            tests.args(["--lib", "--bins", "--tests"]);
        }
        tests.arg("--").args(&self.names);
        if self.slow {
            tests.arg("--show-output");
        }
        let (mut measured, mut attacked) = (Vec::new(), Vec::new());
        count.tests(&mut tests, |line| {
            measured.extend(RELIABILITY.row(line));
            attacked.extend(ATTACKS.row(line));
        })?;
        if self.slow {
            count.step(RELIABILITY.write(&measured).map(|()| true));
            count.step(ATTACKS.write(&attacked).map(|()| true));
        }
        if self.slow && self.names.is_empty() {
            heading("fuzzing");
            count.step(Fuzz::default().run().map(|()| true));
            heading("guards taken out of the content scripts");
            count.step(Guards::default().run().map(|()| true));
            heading("changes to the code that guards");
            count.step(Mutants::default().run().map(|()| true));
        } else if self.names.is_empty() {
            heading("changes to the code that guards, as far as it was touched");
            count.step(Mutants::of_a_change("HEAD~1", MOST_MUTANTS).run().map(|()| true));
        }
        heading("end");
        count.end()
    }
}

impl Count {
    fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
    }

    /// What the code looks like.
    fn style(&mut self) {
        println!("\n── format");
        self.step(follow(&mut cargo(&["fmt", "--all", "--check"]), |_| {}));
        println!("\n── clippy");
        self.step(follow(&mut cargo(&CLIPPY), |_| {}));
    }

    fn types(&mut self) {
        println!("\n── types of the extension's JavaScript");
        let tsc = ["extension/node_modules/typescript/bin/tsc", "--project", "extension"];
        self.step(follow(&mut program("node", &tsc), |_| {}));
    }

    /// Counts what a command of tests says, and hands on each line.
    fn tests(&mut self, command: &mut Command, mut each: impl FnMut(&str)) -> Result<()> {
        let mut found = Self::default();
        let succeeded = follow(command, |line| {
            found.add(summary(line));
            each(line);
        })?;
        // What does not compile has no summary.
        if !succeeded && found.failed == 0 {
            found.failed += 1;
        }
        self.add(found);
        Ok(())
    }

    fn end(self) -> Result<()> {
        println!("{} passed, {} failed", self.passed, self.failed);
        if self.failed > 0 {
            bail!("{} failed", self.failed);
        }
        Ok(())
    }

    fn step(&mut self, outcome: Result<bool>) {
        match outcome {
            Ok(true) => self.passed += 1,
            Ok(false) => self.failed += 1,
            Err(error) => {
                eprintln!("{error:#}");
                self.failed += 1;
            }
        }
    }
}

/// The counts in a summary line of Rust's test runner; nothing in any other line.
fn summary(line: &str) -> Count {
    let Some(rest) = line.strip_prefix("test result: ") else { return Count::default() };
    let number = |word: &str| {
        let mut parts = rest.split([';', '.']).map(str::trim);
        parts.find_map(|part| part.strip_suffix(word)?.trim().parse().ok()).unwrap_or_default()
    };
    Count { passed: number("passed"), failed: number("failed") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_are_read() {
        let check = |line: &str, passed: u64, failed: u64| {
            assert_eq!(summary(line), Count { passed, failed }, "{line}");
        };
        let tail = "0 ignored; 0 measured; 0 filtered out; finished in 0.01s";
        check(&format!("test result: ok. 12 passed; 0 failed; {tail}"), 12, 0);
        check(&format!("test result: FAILED. 3 passed; 2 failed; {tail}"), 3, 2);
        check("test a::b ... ok", 0, 0);
        check("running 12 tests", 0, 0);
    }
}
