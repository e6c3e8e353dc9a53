//! `test`: every check and test of the repository, one after the other, with one count at the end; `check`: those
//! that need no browser.

use std::{
    num::NonZero,
    process::Command,
    sync::mpsc::{Receiver, channel},
    thread,
    time::Instant,
};

use anyhow::{Result, anyhow, bail, ensure};
use clap::Args;
use harness::{Engine, engine, paths};

use crate::{
    build::{self, EXTENSION_STEPS, PAGES_STEPS},
    fuzz::Fuzz,
    guards::Guards,
    mutants::Mutants,
    progress::{Steps, minutes},
    release::Release,
    run::{cargo, follow, is_installed, output, program, quietly},
    select::{self, Needs, OF_THE_REPOSITORY},
    setup,
    written::{ATTACKS, RELIABILITY},
};

/// Run every check and test: format, clippy, the types of the extension's JavaScript, and the tests of all packages with
/// the journeys in Chromium, some of them in Firefox as well. Sets up and builds what they need. The last line is
/// `N passed, N failed`.
#[derive(Debug, Args)]
pub(crate) struct Test {
    /// Run the tests that take long, too (they wait for clocks that cannot be moved), and write what they
    /// measured into docs/RELIABILITY.md and docs/SAFETY.md
    #[arg(long)]
    slow: bool,
    /// Only the journeys, a tenth of the attacks and the widgets, in this browser: chromium or firefox. Without this all of
    /// them run in Chromium, and some journeys in Firefox as well
    #[arg(long, value_name = "NAME")]
    browser: Option<Engine>,
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

impl Check {
    pub(crate) fn run(&self) -> Result<()> {
        let mut count = Count::default();
        if self.names.is_empty() {
            // The types, clippy, and the two commands of tests.
            let steps = Steps::lines(4);
            count.style(&steps);
            setup::types(&steps)?;
            count.types();
            println!("\n── tests");
            let mut crates =
                cargo(&["test", "--workspace", "--exclude", "tests", "--locked", "--no-fail-fast"]);
            crates.args(["--lib", "--bins", "--tests"]);
            let mut repository =
                cargo(&["test", "--package", "tests", "--locked", "--no-fail-fast"]);
            for test in OF_THE_REPOSITORY {
                repository.args(["--test", test]);
            }
            for mut command in [crates, repository] {
                count.tests(&mut command, &steps, &[], |_| {})?;
            }
            return count.end();
        }
        let mut targets = select::targets_of(&self.names)?;
        targets.retain(select::Target::runs_alone);
        let mut commands = select::commands(&targets);
        let steps = Steps::lines(commands.len());
        let behind: Vec<&str> = self.names.iter().map(String::as_str).collect();
        let mut ran = 0;
        for command in &mut commands {
            ran += count.tests(command, &steps, &behind, |_| {})?;
        }
        ensure!(ran > 0, "no test that needs no browser is called {}", self.names.join(" or "));
        count.end()
    }
}

/// Changes to code that guards that an ordinary run tries, of those that the last commit or the person's own edits
/// touch.
const MOST_MUTANTS: usize = 200;

/// The test programs that run in a browser of either kind.
const IN_BROWSERS: [&str; 3] = ["journeys", "attacks", "widgets"];
/// What an ordinary run takes in Firefox as well: what goes through the most of what browsers do differently.
const ALSO_IN_FIREFOX: [&str; 14] = [
    "a_form_is_filled_and_sent_after_one_yes",
    "a_background_tab_is_filled_where_it_is",
    "a_page_that_leaves_by_itself_is_kept_until_it_is_filled",
    "a_pause_survives_the_end_of_the_worker",
    "stop_wins_over_writing",
    "shadow_roots_are_filled",
    "an_application_that_a_page_embeds_is_filled_and_sent",
    "a_combobox_of_the_pages_own_is_operated",
    "a_page_with_a_strict_policy_is_filled",
    "a_browser_is_paired_listed_and_unpaired",
    "the_button_opens_what_was_set",
    "one_field_of_a_frame_is_filled_by_its_menu",
    "a_permission_that_was_taken_back_is_explained_and_asked_for",
    "no_attack_gets_what_was_not_granted",
];
/// The attacks among it: on what is held, and on what is seen of a frame.
const ALSO_ATTACKED: &str = "framed-elsewhere-moved,sends-itself-on-input";

const CLIPPY: [&str; 7] =
    ["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"];

/// Passed and failed so far.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
struct Count {
    passed: u64,
    failed: u64,
    /// What tests that failed said, to be said once more at the end: a run's output is long, and where it is cut the
    /// end is what is left.
    failures: Failures,
}

/// Why each test failed, in the words of Rust's test runner: from where it panicked, else its last lines.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
struct Failures {
    lines: Vec<String>,
    /// Whether failed tests speak: those that passed may be let speak as well.
    is_theirs: bool,
    /// Lines of the test whose output is being read.
    test: Option<Vec<String>>,
}

impl Failures {
    /// Lines that are kept of a test.
    const LINES: usize = 30;
    /// Letters that are kept of a line.
    const LETTERS: usize = 400;

    fn read(&mut self, line: &str) {
        let is_heading = line.starts_with("---- ") && line.ends_with(" stdout ----");
        let is_end = line == "failures:" && self.is_theirs || line.starts_with("test result: ");
        self.is_theirs = !is_end && (self.is_theirs || line == "failures:");
        if is_heading || line == "failures:" || line.starts_with("test result: ") {
            let test = self.test.take().unwrap_or_default();
            // After the reason there may be a backtrace, before it whatever the test printed.
            let reason = test.iter().position(|line| line.contains("panicked at"));
            let from = reason.unwrap_or(test.len().saturating_sub(Self::LINES));
            self.lines.extend(test.first().filter(|_| from > 0).cloned());
            self.lines.extend(test.into_iter().skip(from).take(Self::LINES));
        }
        if is_heading && self.is_theirs {
            self.test = Some(Vec::new());
        }
        if let Some(test) = &mut self.test {
            test.push(line.chars().take(Self::LETTERS).collect());
        }
    }
}

impl Test {
    pub(crate) fn run(&self) -> Result<()> {
        let began = Instant::now();
        let heading = |what: &str| println!("\n── {what} (after {})", minutes(began.elapsed()));
        let (mut commands, needs) = self.chosen()?;
        let whole = self.names.is_empty() && self.browser.is_none();
        let steps = Steps::lines(self.steps(needs, commands.len() + usize::from(whole)));
        let mut count = Count::default();
        let mut without_firefox = None;
        thread::scope(|scope| {
            // Downloads and the widgets' pages take longest and leave a core alone.
            let fetched = scope.spawn(|| self.fetched(&steps, needs));
            if whole {
                count.format();
            }
            // The journeys run what was built last: that must be what is tested.
            count.built(&steps, needs, whole.then(|| commands.first().map(unrun)).flatten());
            let fetched = fetched.join().unwrap_or_else(|_| bail!("a step came to no end"));
            if needs != Needs::default() || fetched.is_err() {
                count.step(fetched.map(|why_not| {
                    without_firefox = why_not;
                    true
                }));
            }
        });
        if whole {
            count.types();
            count.package();
        }

        heading("tests");
        let clippy = thread::scope(|scope| {
            let (begun, has_begun) = channel();
            let clippy = whole.then(|| scope.spawn(move || beside(&has_begun)));
            // Nobody listens where clippy is through.
            self.tests(&mut commands, &mut count, &steps, || begun.send(()).unwrap_or_default())?;
            drop(begun);
            let joined = clippy.map(|clippy| clippy.join());
            joined.transpose().map_err(|_| anyhow!("a step came to no end"))
        })?;
        if let Some(clippy) = clippy {
            heading("clippy");
            count.step(clippy.map(|()| true));
        }
        if whole {
            heading("the same in Firefox");
            match &without_firefox {
                None => in_firefox(&mut count, &steps, self.slow)?,
                Some(why_not) => println!("{NOT_IN_FIREFOX}: {why_not}"),
            }
        }
        if whole {
            self.at_last(&mut count, &heading)?;
        }
        heading("end");
        if let Some(why_not) = without_firefox {
            println!("{NOT_IN_FIREFOX}: {why_not}");
        }
        count.end()
    }

    /// Runs the tests, and writes what they measured where it is kept. `begun` is called for whatever a program prints.
    fn tests(
        &self,
        commands: &mut [Command],
        count: &mut Count,
        steps: &Steps,
        begun: impl Fn(),
    ) -> Result<()> {
        let mut behind: Vec<&str> = self.names.iter().map(String::as_str).collect();
        if self.slow {
            behind.extend(["--include-ignored", "--show-output"]);
        }
        let (mut measured, mut attacked, mut ran) = (Vec::new(), Vec::new(), 0);
        for command in commands {
            if self.slow {
                command.env("VAULTY_SLOW", "1");
            }
            // Mostly a browser's test waits for its page: one more than there are cores keeps them busy.
            let cores = thread::available_parallelism().map_or(1, NonZero::get);
            command.env("RUST_TEST_THREADS", (cores + 1).to_string());
            if let Some(engine) = self.browser {
                command.env(engine::VARIABLE, engine.name());
            }
            ran += count.tests(command, steps, &behind, |line| {
                begun();
                measured.extend(RELIABILITY.row(line));
                attacked.extend(ATTACKS.row(line));
            })?;
        }
        ensure!(ran > 0, "no test is called {}", self.names.join(" or "));
        // What the documents hold was measured in Chromium.
        if self.slow && self.browser.is_none_or(|engine| engine == Engine::Chromium) {
            count.step(RELIABILITY.write(&measured).map(|()| true));
            count.step(ATTACKS.write(&attacked).map(|()| true));
        }
        Ok(())
    }

    /// What a whole run does beside tests: with `--slow` whatever takes long, else the changes to the code that guards.
    fn at_last(&self, count: &mut Count, heading: &impl Fn(&str)) -> Result<()> {
        if !self.slow {
            heading("changes to the code that guards, as far as it was touched");
            count.step(Mutants::of_a_change("HEAD~1", MOST_MUTANTS).run().map(|()| true));
            return Ok(());
        }
        heading("a release");
        if output(&mut program("id", &["-u"]))?.trim() == "0" {
            count.step(Release::tried().run().map(|()| true));
        } else {
            println!("SKIPPED: a release is tried by root alone (chroot, dpkg)");
        }
        heading("fuzzing");
        count.step(Fuzz::default().run().map(|()| true));
        heading("guards taken out of the content scripts");
        count.step(Guards::default().run().map(|()| true));
        heading("changes to the code that guards");
        count.step(Mutants::default().run().map(|()| true));
        Ok(())
    }

    /// The commands that run what was asked for, and what that needs.
    fn chosen(&self) -> Result<(Vec<Command>, Needs)> {
        if !self.names.is_empty() {
            let targets = select::targets_of(&self.names)?;
            return Ok((select::commands(&targets), Needs::of(&targets)));
        }
        let mut command = cargo(&["test", "--locked", "--no-fail-fast"]);
        if self.browser.is_some() {
            command.args(["--package", "tests"]);
            command.args(IN_BROWSERS.iter().flat_map(|name| ["--test", name]));
        } else {
            command.arg("--workspace");
        }
        Ok((vec![command], Needs::ALL))
    }

    /// How many steps are told of.
    fn steps(&self, needs: Needs, commands: usize) -> usize {
        let whole = self.names.is_empty() && self.browser.is_none();
        let extension = usize::from(needs.extension) * EXTENSION_STEPS;
        let server = usize::from(needs.server);
        let browsers = usize::from(needs.browser()) * if whole { 2 } else { 1 };
        let beside = browsers + usize::from(self.slow);
        let packages = usize::from(needs.agent) + usize::from(needs.screens);
        let pages = if needs.pages { PAGES_STEPS } else { packages };
        extension + server + beside + pages + commands
    }

    /// Gets what tests need of elsewhere. An ordinary run does without a Firefox where none that is new enough can be had,
    /// as some distributions have an older one: why comes back, to be told.
    fn fetched(&self, steps: &Steps, needs: Needs) -> Result<Option<String>> {
        let mut without_firefox = None;
        if needs.browser() {
            setup::browser(self.browser.unwrap_or_default(), steps)?;
            if self.browser.is_none() && self.names.is_empty() {
                let firefox = setup::browser(Engine::Firefox, steps);
                without_firefox = firefox.err().map(|error| format!("{error:#}"));
            }
        }
        if self.slow {
            setup::proxy(steps)?;
        }
        if needs.pages {
            build::pages(steps)?;
            return Ok(without_firefox);
        }
        if needs.agent {
            setup::agent(steps)?;
        }
        if needs.screens {
            setup::types(steps)?;
        }
        Ok(without_firefox)
    }
}

/// Said where an ordinary run finds no Firefox that is new enough.
const NOT_IN_FIREFOX: &str = "SKIPPED: nothing was run in Firefox";

impl Count {
    fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.failures.lines.extend(other.failures.lines);
    }

    /// What the code looks like.
    fn format(&mut self) {
        println!("\n── format");
        self.step(follow(&mut cargo(&["fmt", "--all", "--check"]), |_| {}));
    }

    /// The same, and what clippy says of it.
    fn style(&mut self, steps: &Steps) {
        self.format();
        println!("\n── clippy");
        let clippy = steps.run("checking by clippy", |step| quietly(cargo(&CLIPPY), step));
        self.step(clippy.map(|()| true));
    }

    /// Builds the programs that tests run and cargo does not build for them; and the tests themselves beside the extension,
    /// whose last minutes take one core.
    fn built(&mut self, steps: &Steps, needs: Needs, tests: Option<Command>) {
        let beside = |_: &Steps| {
            if let Some(build) = tests {
                // What is wrong with it is told when the tests are run.
                Steps::aside().run("building tests", |step| quietly(build, step)).ok();
            }
            Ok(())
        };
        let outcome = match (needs.server, needs.extension) {
            (true, true) => build::everything(steps, beside).map(drop),
            (false, true) => build::extension(steps).map(drop),
            (true, false) => build::server(steps),
            (false, false) => return,
        };
        self.step(outcome.map(|()| true));
    }

    fn types(&mut self) {
        println!("\n── types of the extension's JavaScript");
        let tsc = ["extension/node_modules/typescript/bin/tsc", "--project", "extension"];
        self.step(follow(&mut program("node", &tsc), |_| {}));
    }

    /// What Firefox's store would refuse of the package. Chromium says the same of its own when it loads it.
    fn package(&mut self) {
        println!("\n── rules of add-ons");
        let linter =
            paths::workspace().join("extension/node_modules/addons-linter/bin/addons-linter");
        let mut lint = Command::new("node");
        lint.arg(linter).arg(paths::unpacked(Engine::Firefox));
        self.step(follow(&mut lint, |_| {}));
    }

    /// Builds the tests of a command, runs them with what is behind its `--`, counts what it says, and hands on
    /// each line. Returns how many there were.
    fn tests(
        &mut self,
        command: &mut Command,
        steps: &Steps,
        behind: &[&str],
        mut each: impl FnMut(&str),
    ) -> Result<u64> {
        let build = unrun(command);
        if let Err(error) = steps.run("building the tests", |step| quietly(build, step)) {
            self.step(Err(error));
            return Ok(1);
        }
        let mut found = Self::default();
        let succeeded = follow(command.arg("--").args(behind), |line| {
            found.add(summary(line));
            found.failures.read(line);
            each(line);
        })?;
        // What ends by itself has no summary.
        if !succeeded && found.failed == 0 {
            found.failed += 1;
        }
        let ran = found.passed + found.failed;
        self.add(found);
        Ok(ran)
    }

    fn end(self) -> Result<()> {
        for line in &self.failures.lines {
            println!("{line}");
        }
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

/// Some journeys once more, in Firefox, and two attacks; in the slow set all of them, a tenth of the attacks, and widgets as well.
fn in_firefox(count: &mut Count, steps: &Steps, slow: bool) -> Result<()> {
    let programs = if slow { &IN_BROWSERS[..] } else { &IN_BROWSERS[..2] };
    // Of the whole workspace, so that nothing is compiled once more.
    let mut tests = cargo(&["test", "--workspace", "--locked", "--no-fail-fast"]);
    tests.args(programs.iter().flat_map(|name| ["--test", name]));
    tests.env(engine::VARIABLE, Engine::Firefox.name());
    if !slow {
        tests.env("VAULTY_ATTACK", ALSO_ATTACKED);
    }
    let behind = if slow { &[][..] } else { &ALSO_IN_FIREFOX[..] };
    count.tests(&mut tests, steps, behind, |_| {}).map(drop)
}

/// Clippy beside the tests, once they run and cargo's folder is free: it takes what they leave of the processors. Where nothing
/// runs, because it could not be built, it says what is wrong all the same.
fn beside(begun: &Receiver<()>) -> Result<()> {
    // An error means that nothing will.
    let _ = begun.recv();
    let mut clippy = cargo(&CLIPPY);
    if is_installed("nice") {
        let mut polite = program("nice", &["-n", "19", "cargo"]);
        polite.args(clippy.get_args());
        polite.envs(clippy.get_envs().filter_map(|(name, value)| Some((name, value?))));
        clippy = polite;
    }
    Steps::aside().run("checking by clippy", |step| quietly(clippy, step))
}

/// The same command, to build what it would run.
fn unrun(command: &Command) -> Command {
    let mut build = again(command);
    build.arg("--no-run");
    build
}

/// The same command once more.
fn again(command: &Command) -> Command {
    let mut again = Command::new(command.get_program());
    again.args(command.get_args());
    again.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    if let Some(folder) = command.get_current_dir() {
        again.current_dir(folder);
    }
    again
}

/// The counts in a summary line of Rust's test runner; nothing in any other line.
fn summary(line: &str) -> Count {
    let Some(rest) = line.strip_prefix("test result: ") else { return Count::default() };
    let number = |word: &str| {
        let mut parts = rest.split([';', '.']).map(str::trim);
        parts.find_map(|part| part.strip_suffix(word)?.trim().parse().ok()).unwrap_or_default()
    };
    Count { passed: number("passed"), failed: number("failed"), ..Count::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_are_read() {
        let check = |line: &str, passed: u64, failed: u64| {
            assert_eq!(summary(line), Count { passed, failed, ..Count::default() }, "{line}");
        };
        let tail = "0 ignored; 0 measured; 0 filtered out; finished in 0.01s";
        check(&format!("test result: ok. 12 passed; 0 failed; {tail}"), 12, 0);
        check(&format!("test result: FAILED. 3 passed; 2 failed; {tail}"), 3, 2);
        check("test a::b ... ok", 0, 0);
        check("running 12 tests", 0, 0);
    }

    #[test]
    fn what_failed_tests_said_is_kept() {
        let mut long: Vec<String> = (0..100).map(|number| format!("line {number}")).collect();
        long.push("x".repeat(1_000));
        let mut output = vec!["test a::long ... FAILED", "test b::short ... FAILED"];
        output.extend([
            "successes:",
            "",
            "---- c stdout ----",
            "so it is",
            "",
            "successes:",
            "    c",
        ]);
        output.extend(["failures:", ""]);
        output.push("---- a::long stdout ----");
        output.extend(long.iter().map(String::as_str));
        output.extend(["---- b::traced stdout ----", "first", "thread 'b' panicked at b.rs:1:1:"]);
        output.extend(std::iter::repeat_n("  12: a frame of its backtrace", 100));
        output.extend(["---- b::short stdout ----", "it is not so", "failures:", "    a::long"]);
        output.push("test result: FAILED. 3 passed; 2 failed");
        let mut failures = Failures::default();
        output.iter().for_each(|line| failures.read(line));

        let lines = failures.lines;
        assert_eq!(lines.len(), 2 * (1 + Failures::LINES) + 2);
        assert_eq!(lines[0], "---- a::long stdout ----");
        assert_eq!(lines[1], "line 71");
        assert_eq!(lines[Failures::LINES].len(), Failures::LETTERS);
        let traced = &lines[Failures::LINES + 1..];
        assert_eq!(traced[..2], ["---- b::traced stdout ----", "thread 'b' panicked at b.rs:1:1:"]);
        assert_eq!(traced[Failures::LINES + 1..], ["---- b::short stdout ----", "it is not so"]);
    }
}
