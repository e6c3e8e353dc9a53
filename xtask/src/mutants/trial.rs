//! Runs tests with a change chosen, those that reach it and the quickest first, until one fails.

use std::{
    collections::BTreeSet,
    fs::{self, Permissions},
    io::{BufRead as _, BufReader},
    os::unix::{fs::PermissionsExt as _, process::CommandExt as _},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
        mpsc::{RecvTimeoutError, channel},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail, ensure};
use tempfile::TempDir;

use super::{
    copy::Copy,
    known::Fate,
    schemata::{CHOSEN, REACHED},
};

/// Longer than this, and longer than tests take by this factor, no change may make them last: an endless loop is
/// noticed by that.
const PATIENCE: Duration = Duration::from_secs(10);
const SLOWER: u32 = 10;
/// KiB of address space that a test program may take, so that a change cannot eat the machine.
const MEMORY: &str = "6000000";
/// Tests that take this long together are run in one go; what they miss is tried with more of them each time.
const FIRST_BATCH: Duration = Duration::from_millis(100);
const MORE: u32 = 10;

/// A test, and what is known of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Test {
    binary: PathBuf,
    name: String,
    /// How long it takes where nothing is changed.
    takes: Duration,
    /// The functions with switches that it calls.
    reaches: BTreeSet<usize>,
}

/// Where tests are run.
#[derive(Debug)]
pub(super) struct Place<'a> {
    copy: &'a Copy,
    package: &'static str,
    /// For what tests leave that are ended before they clear up.
    left: TempDir,
}

impl<'a> Place<'a> {
    pub(super) fn new(copy: &'a Copy, package: &'static str) -> Result<Self> {
        // A database runs as somebody else, who must get there.
        let left = tempfile::Builder::new()
            .permissions(Permissions::from_mode(0o755))
            .tempdir()
            .context("no temporary folder can be made")?;
        Ok(Self { copy, package, left })
    }

    /// All tests of some programs whose names have one of these parts, or of all names. Each must pass.
    pub(super) fn tests(
        &self,
        binaries: &[PathBuf],
        parts: &[&str],
        jobs: usize,
    ) -> Result<Vec<Test>> {
        let mut listed = Vec::new();
        for binary in binaries {
            let mut list = self.command(binary);
            let output = list.args(parts).args(["--list", "--format", "terse"]).output()?;
            ensure!(output.status.success(), "{} lists no tests", binary.display());
            let names = String::from_utf8_lossy(&output.stdout).into_owned();
            let names = names.lines().filter_map(|line| line.strip_suffix(": test"));
            listed.extend(names.map(|name| (binary.clone(), name.to_owned())));
        }
        let tests =
            side_by_side(jobs, &listed, |number, (binary, name)| self.known(number, binary, name))?;
        let mut tests: Vec<Test> = tests.into_iter().collect::<Result<_>>()?;
        tests.sort_by_key(|test| test.takes);
        Ok(tests)
    }

    fn known(&self, number: usize, binary: &Path, name: &str) -> Result<Test> {
        let reached = self.copy.target.join(format!("reached-{number}"));
        if reached.exists() {
            fs::remove_file(&reached)?;
        }
        let began = Instant::now();
        let output = self
            .command(binary)
            .args(["--exact", name, "--test-threads", "1"])
            .env(REACHED, &reached)
            .output()?;
        let takes = began.elapsed();
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            bail!("{name} fails where nothing is changed:\n{said}");
        }
        let reaches = fs::read_to_string(&reached).unwrap_or_default();
        let reaches = reaches.lines().filter_map(|line| line.parse().ok()).collect();
        if reached.exists() {
            fs::remove_file(&reached)?;
        }
        Ok(Test { binary: binary.to_owned(), name: name.to_owned(), takes, reaches })
    }

    /// Tries a change: its number in programs with switches and the function that it is in; none: it stands alone in
    /// programs of its own, whose tests these are.
    pub(super) fn fate(&self, tests: &[Test], switch: Option<(usize, usize)>) -> Result<Fate> {
        let reaching =
            |test: &&Test| switch.is_none_or(|(_, function)| test.reaches.contains(&function));
        let reaching: Vec<&Test> = tests.iter().filter(reaching).collect();
        for batch in batches(&reaching) {
            let Some(first) = batch.first() else { continue };
            let mut command = self.command(&first.binary);
            command.args(["--exact", "--test-threads", "1"]);
            command.args(batch.iter().map(|test| &test.name));
            if let Some((number, _)) = switch {
                command.env(CHOSEN, number.to_string());
            }
            let takes: Duration = batch.iter().map(|test| test.takes).sum();
            match watched(&mut command, PATIENCE + takes * SLOWER)? {
                Fate::Missed => {}
                fate => return Ok(fate),
            }
        }
        Ok(Fate::Missed)
    }

    fn command(&self, binary: &Path) -> Command {
        let mut command = Command::new("sh");
        command
            .args(["-c", "ulimit -v $0; exec \"$@\"", MEMORY])
            .arg(binary)
            .current_dir(self.copy.folder.join(self.package))
            .env("CARGO_MANIFEST_DIR", self.copy.folder.join(self.package))
            .env("TMPDIR", self.left.path())
            .env("RUST_BACKTRACE", "0")
            .env("INSTA_UPDATE", "no")
            .env("INSTA_WORKSPACE_ROOT", &self.copy.folder)
            // The same cases each time, and nothing of a failure is looked into or kept.
            .env("PROPTEST_RNG_SEED", "1")
            .env("PROPTEST_MAX_SHRINK_ITERS", "0")
            .env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "true")
            .env_remove(CHOSEN)
            .env_remove(REACHED)
            .stdin(Stdio::null())
            // What it starts ends with it.
            .process_group(0);
        command
    }
}

/// Tests of one program at a time, each batch about ten times as long as the one before.
fn batches<'a>(tests: &[&'a Test]) -> Vec<Vec<&'a Test>> {
    let mut batches: Vec<Vec<&Test>> = Vec::new();
    let (mut most, mut taken) = (FIRST_BATCH, Duration::ZERO);
    let mut of_binaries: Vec<Vec<&Test>> = Vec::new();
    for test in tests {
        if taken + test.takes > most && !of_binaries.is_empty() {
            batches.append(&mut of_binaries);
            (most, taken) = (most * MORE, Duration::ZERO);
        }
        taken += test.takes;
        let same = |batch: &&mut Vec<&Test>| batch.iter().any(|one| one.binary == test.binary);
        match of_binaries.iter_mut().find(same) {
            Some(batch) => batch.push(test),
            None => of_binaries.push(vec![test]),
        }
    }
    batches.append(&mut of_binaries);
    batches
}

/// Runs tests until one fails or the time is over.
fn watched(command: &mut Command, limit: Duration) -> Result<Fate> {
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .context("tests cannot be run")?;
    let output = child.stdout.take().context("no stdout")?;
    let ends = Instant::now() + limit;
    let (say, said) = channel();
    // It ends with the program: nothing waits for it.
    thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if line.ends_with("... FAILED") && say.send(()).is_err() {
                break;
            }
        }
    });
    let fate = match said.recv_timeout(limit) {
        Ok(()) => Some(Fate::Noticed),
        Err(RecvTimeoutError::Timeout) => Some(Fate::OutOfTime),
        // No more is said: it ends, or what it started holds on.
        Err(RecvTimeoutError::Disconnected) => None,
    };
    if let Some(fate) = fate {
        end(&mut child)?;
        return Ok(fate);
    }
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(if status.success() { Fate::Missed } else { Fate::Noticed });
        }
        if Instant::now() > ends {
            end(&mut child)?;
            return Ok(Fate::OutOfTime);
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Ends a program and all that it started.
fn end(child: &mut Child) -> Result<()> {
    let group = format!("-{}", child.id());
    // Where it has ended by itself there is nothing to end.
    let _ended = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
    child.wait()?;
    Ok(())
}

/// Does something with each item, some of them at the same time.
pub(super) fn side_by_side<T: Sync, U: Send>(
    jobs: usize,
    items: &[T],
    work: impl Fn(usize, &T) -> U + Sync,
) -> Result<Vec<U>> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(at) else { return };
                    let result = work(at, item);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((at, result));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    ensure!(done.len() == items.len(), "something came to no end");
    done.sort_by_key(|(at, _)| *at);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(binary: &str, name: &str, milliseconds: u64) -> Test {
        Test {
            binary: PathBuf::from(binary),
            name: name.to_owned(),
            takes: Duration::from_millis(milliseconds),
            reaches: BTreeSet::new(),
        }
    }

    #[test]
    fn quick_tests_come_first_and_each_program_by_itself() {
        let tests = [
            test("lib", "a", 10),
            test("api", "b", 20),
            test("lib", "c", 60),
            test("lib", "d", 300),
            test("lib", "e", 5_000),
        ];
        let batches = batches(&tests.iter().collect::<Vec<_>>());
        let names: Vec<Vec<&str>> = batches
            .iter()
            .map(|batch| batch.iter().map(|test| test.name.as_str()).collect())
            .collect();
        assert_eq!(names, [vec!["a", "c"], vec!["b"], vec!["d"], vec!["e"]]);
    }

    #[test]
    fn a_run_ends_at_the_first_failure_or_with_the_time() {
        let check = |script: &str, milliseconds: u64, expected: Fate| {
            let mut shell = Command::new("sh");
            shell.args(["-c", script]).process_group(0);
            let began = Instant::now();
            let fate = watched(&mut shell, Duration::from_millis(milliseconds)).unwrap();
            assert_eq!(fate, expected, "{script}");
            assert!(began.elapsed() < Duration::from_secs(20), "{script}");
        };
        check("echo test a ... ok", 20_000, Fate::Missed);
        check("echo test a ... FAILED; sleep 60", 20_000, Fate::Noticed);
        check("exit 101", 20_000, Fate::Noticed);
        check("kill -SEGV $$", 20_000, Fate::Noticed);
        check("sleep 60", 50, Fate::OutOfTime);
        check("exec >&-; sleep 60", 50, Fate::OutOfTime);
    }

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let doubled = side_by_side(3, &[1, 2, 3, 4, 5], |at, item| (at, item * 2)).unwrap();
        assert_eq!(doubled, [(0, 2), (1, 4), (2, 6), (3, 8), (4, 10)]);
    }
}
