//! `mutants`: takes the rooms that guard apart, one change at a time, and looks whether a native test misses it.

mod compile;
mod copy;
mod known;
mod list;
mod schemata;
mod trial;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    thread::available_parallelism,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;
use harness::paths;

use self::{
    compile::{Sources, Target},
    copy::Copy,
    known::{Fate, Known},
    list::Mutant,
    trial::{Place, side_by_side},
};
use crate::{
    progress::minutes,
    run::{output, program},
    setup,
    written::{MUTANTS, SURVIVORS},
};

/// Change the code that guards (gate, consent, targets, scrubbing, the server's security), one place at a time,
/// and see that a native test fails each time. cargo-mutants, which is installed into `target/tools`, says what can be
/// changed; all changes are compiled into one program, each behind a switch. A run that was ended goes on where it was;
/// what was found goes into docs/SAFETY.md. Whatever survives needs a reason in `docs/survivors.txt`
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
    /// Try so many side by side, instead of one for each core
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Only these files, as globs
    files: Vec<String>,
}

/// Code that guards, and the native tests that must miss it.
struct Room {
    target: Target,
    files: &'static [&'static str],
    /// Parts of the names of the tests, and `--skip` with others; none: all.
    tests: &'static [&'static str],
}

const ROOMS: [Room; 2] = [
    Room {
        target: Target { package: "agent-core", tests: &["--lib"] },
        files: &[
            "agent-core/src/gate/**",
            "agent-core/src/site.rs",
            "agent-core/src/job/card.rs",
            "agent-core/src/job/permissions.rs",
            "agent-core/src/job/reply.rs",
            "agent-core/src/resolve/**",
            "agent-core/src/observe/scrub/**",
        ],
        tests: &[],
    },
    Room {
        target: Target { package: "server", tests: &["--lib", "--test", "api"] },
        files: &[
            "server/src/security/**",
            "server/src/crypto/**",
            "server/src/routes/guard.rs",
            "server/src/user.rs",
            "server/src/private_file.rs",
        ],
        // Those that wait for clocks and kill servers take longer than all others together.
        tests: &[
            "--skip",
            "load::",
            "--skip",
            "kill::",
            "--skip",
            "sequences::",
            "--skip",
            "hosting::",
            // It plans for 20,000 fields, which takes all the time that a request may where little is optimised.
            "--skip",
            "bodies_that_are_bombs",
        ],
    },
];

/// Where reasons are: `file: change | reason` a line, as the table in docs/SAFETY.md shows them.
const REASONS: &str = "docs/survivors.txt";
/// How often it is told how far a run is.
const TOLD: Duration = Duration::from_secs(15);

/// What became of the changes in a room.
type Outcome = Vec<(Mutant, Fate)>;

/// Changes of a file, and how many of them do not compile, are noticed and survived.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Counts {
    not_compiling: usize,
    noticed: usize,
    survived: usize,
}

fn counts(outcome: &Outcome) -> BTreeMap<&str, Counts> {
    let mut files: BTreeMap<&str, Counts> = BTreeMap::new();
    for (mutant, fate) in outcome {
        let counts = files.entry(&mutant.file).or_default();
        match fate {
            Fate::NotCompiling => counts.not_compiling += 1,
            Fate::Noticed | Fate::OutOfTime => counts.noticed += 1,
            Fate::Missed => counts.survived += 1,
        }
    }
    files
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
        // A sample says nothing of a file.
        let is_sample = self.most.is_some() || self.since.is_some();
        for room in &ROOMS {
            let outcome = self.try_room(&tool, room, diff.as_deref())?;
            for (file, Counts { not_compiling, noticed, survived }) in counts(&outcome) {
                let all = not_compiling + noticed + survived;
                let row = format!("`{file}` | {all} | {not_compiling} | {noticed} | {survived}");
                println!("{file}: {all} changes, {noticed} noticed, {survived} survive");
                rows.extend(MUTANTS.row(&format!("mutants: {row}")));
            }
            let missed = outcome.iter().filter(|(_, fate)| *fate == Fate::Missed);
            for (mutant, _) in missed {
                let survivor = without_place(&mutant.name);
                match reasons.get(&survivor) {
                    Some(reason) => {
                        kept.extend(SURVIVORS.row(&format!("survivor: `{survivor}` | {reason}")))
                    }
                    None => unexplained.push(mutant.name.clone()),
                }
            }
            if !is_sample {
                MUTANTS.write(&rows)?;
                SURVIVORS.write(&kept)?;
            }
        }
        if !is_sample && self.files.is_empty() {
            MUTANTS.rewrite(&rows)?;
            SURVIVORS.rewrite(&kept)?;
        }
        ensure!(
            unexplained.is_empty(),
            "no test misses these; write one, or a reason into {REASONS}:\n{}",
            unexplained.join("\n")
        );
        Ok(())
    }

    fn try_room(&self, tool: &Path, room: &Room, diff: Option<&Path>) -> Result<Outcome> {
        let globs = if self.files.is_empty() {
            room.files.iter().map(|&file| file.to_owned()).collect()
        } else {
            self.files.clone()
        };
        let package = room.target.package;
        let mut mutants = list::mutants(tool, package, &globs, diff)?;
        if let Some(most) = self.most {
            mutants = spread(mutants, most);
        }
        if mutants.is_empty() {
            return Ok(Vec::new());
        }
        let folder = paths::target().join("mutants");
        // What a change touches is tried anew each time: other code may have come to depend on it.
        let known = if self.since.is_some() {
            Known::read(&folder.join(format!("{package}-since")), &mutants, true)?
        } else {
            Known::read(&folder.join(package), &mutants, self.anew)?
        };
        let mut outcome = Vec::new();
        let mut rest = Vec::new();
        for mutant in mutants {
            match known.fate(&mutant) {
                Some(fate) => outcome.push((mutant, fate)),
                None => rest.push(mutant),
            }
        }
        println!(
            "{package}: {} changes, {} of them known",
            outcome.len() + rest.len(),
            outcome.len()
        );
        if !rest.is_empty() {
            let jobs = self.jobs.or_else(|| available_parallelism().ok().map(usize::from));
            let fates = try_all(room, &rest, &known, jobs.unwrap_or(1))?;
            outcome.extend(rest.into_iter().zip(fates));
        }
        outcome.sort_by(|(one, _), (other, _)| {
            (&one.file, one.place.start).cmp(&(&other.file, other.place.start))
        });
        Ok(outcome)
    }
}

/// Tries changes, and keeps what becomes of each as soon as it is known.
fn try_all(room: &Room, mutants: &[Mutant], known: &Known, jobs: usize) -> Result<Vec<Fate>> {
    let (copy, target) = (Copy::make()?, room.target);
    let sources = Sources::of(mutants, &copy)?;
    let package = target.package;
    let program = compile::together(&copy, target, mutants, &sources)?;
    let place = Place::new(&copy, package)?;
    let began = Instant::now();
    let tests = place.tests(&program.binaries, room.tests, jobs)?;
    println!("{package}: {} tests in {}", tests.len(), minutes(began.elapsed()));
    let mut fates = vec![Fate::NotCompiling; mutants.len()];
    let switched: Vec<(usize, usize)> =
        program.within.iter().map(|(&mutant, &function)| (mutant, function)).collect();
    let (began, told) = (Instant::now(), Mutex::new((0, 0, Instant::now())));
    let found = side_by_side(jobs, &switched, |_, &(number, function)| -> Result<Fate> {
        let fate = place.fate(&tests, Some((number, function)))?;
        if let Some(mutant) = mutants.get(number) {
            known.keep(mutant, fate)?;
        }
        let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
        let (tried, survive, last) = &mut *told;
        *tried += 1;
        *survive += usize::from(fate == Fate::Missed);
        if last.elapsed() > TOLD || *tried == switched.len() {
            let (all, so_long) = (switched.len(), minutes(began.elapsed()));
            println!("{package}: {tried} of {all} tried, {survive} survive ({so_long})");
            *last = Instant::now();
        }
        Ok(fate)
    })?;
    for ((number, _), fate) in switched.iter().zip(found) {
        put(&mut fates, *number, fate?);
    }
    // What does not compile behind a switch may by itself, in a `const fn` for one.
    let alone = compile::apart(&copy, target, mutants, &program.left, &sources)?;
    println!("{package}: {} changes are compiled alone", alone.len());
    for &number in &program.left {
        let Some(mutant) = mutants.get(number) else { continue };
        let mut fate = Fate::NotCompiling;
        if alone.contains(&number)
            && let Some(binaries) = compile::alone(&copy, target, mutant, &sources)?
        {
            ensure!(binaries == program.binaries, "tests are built elsewhere than before");
            fate = place.fate(&tests, None)?;
        }
        put(&mut fates, number, fate);
        known.keep(mutant, fate)?;
    }
    Ok(fates)
}

fn put(fates: &mut [Fate], number: usize, fate: Fate) {
    if let Some(place) = fates.get_mut(number) {
        *place = fate;
    }
}

/// So many of some changes at most, spread evenly.
fn spread<T>(all: Vec<T>, most: usize) -> Vec<T> {
    let count = all.len().max(1);
    // The share of each moves the sum over a whole number where one is due.
    let is_due = |at: usize| (at + 1) * most / count > at * most / count;
    let all = all.into_iter().enumerate();
    all.filter(|(at, _)| count <= most || is_due(*at)).map(|(_, one)| one).collect()
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
    fn changes_are_counted_by_file() {
        let mutant = |file: &str, start: usize| Mutant {
            name: format!("{file}:{start}:1: x"),
            file: file.to_owned(),
            place: start..start,
            replacement: String::new(),
        };
        let outcome = vec![
            (mutant("a.rs", 1), Fate::Noticed),
            (mutant("a.rs", 2), Fate::Missed),
            (mutant("a.rs", 3), Fate::OutOfTime),
            (mutant("b.rs", 1), Fate::NotCompiling),
        ];
        let expected = [
            ("a.rs", Counts { not_compiling: 0, noticed: 2, survived: 1 }),
            ("b.rs", Counts { not_compiling: 1, noticed: 0, survived: 0 }),
        ];
        assert_eq!(counts(&outcome), BTreeMap::from(expected));
    }

    #[test]
    fn a_sample_is_spread() {
        let check = |count: usize, most, expected: &[usize]| {
            assert_eq!(spread((0..count).collect(), most), expected);
        };
        check(10, 3, &[3, 6, 9]);
        check(3, 3, &[0, 1, 2]);
        check(2, 8, &[0, 1]);
        check(0, 8, &[]);
        check(5, 0, &[]);
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
