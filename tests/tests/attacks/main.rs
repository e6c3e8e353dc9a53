//! Attacks: hostile pages and planners against the real extension in a real browser, scored by what the
//! page and its network got. Each attack has a benign twin that must still be filled.
//!
//! A case is a folder in `tests/attacks`: `page.html` (and what it needs), `twin.html`, `planner.json` when
//! a planner takes part, and `case.json`; see [`case::Case`].

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that cannot go on says why and fails; helpers count as tests"
)]

mod canaries;
mod case;
mod generated;
mod stage;

use std::{
    fs,
    path::PathBuf,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use case::Case;
use stage::Stage;

fn folder() -> PathBuf {
    tests::paths::workspace().join("tests/attacks")
}

fn cases() -> Vec<Case> {
    let mut names: Vec<String> = fs::read_dir(folder())
        .expect("the cases are there")
        .flatten()
        .filter(|entry| entry.path().join("case.json").is_file())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    // `VAULTY_ATTACK=NAME,NAME` runs these alone.
    if let Ok(wanted) = std::env::var("VAULTY_ATTACK") {
        names.retain(|name| wanted.split(',').any(|one| one == name));
    }
    assert!(!names.is_empty(), "there is no such attack");
    // What judges is the same in every browser; a share of the cases shows that it is asked.
    if tests::Engine::wanted().expect("a browser") == tests::Engine::Firefox && names.len() > SHARE
    {
        names = names.into_iter().step_by(SHARE).collect();
    }
    names.iter().map(|name| Case::read(&folder().join(name), name)).collect()
}

/// Of so many attacks one is tried in Firefox.
const SHARE: usize = 10;

/// Proves that no attack gets a value that was not granted, and nothing is sent without a yes.
#[test]
fn no_attack_gets_what_was_not_granted() {
    let mut all = cases();
    // Those with a planner behind each other, so that settings are seldom changed.
    all.sort_by_key(|case| !case.planner.is_empty());
    let failures = side_by_side(&all, BROWSERS, |stage, case| {
        let found = stage.attack(case);
        println!("attacked: `{}` | {} | {}", case.name, case.why, found.len());
        found
    });
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// Proves that the guards cost honest forms nothing: each attack's twin is filled. Every sixth one here, all of them in the
/// slow set and by name: an attack that gets through does harm, a twin that stays empty is a nuisance.
#[test]
fn every_twin_is_filled() {
    let all = tests::slow() || std::env::var_os("VAULTY_ATTACK").is_some();
    let twins: Vec<Case> = cases().into_iter().step_by(if all { 1 } else { 6 }).collect();
    let failures = side_by_side(&twins, BROWSERS, Stage::twin);
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// Proves the same for cases that nobody wrote down, half of them put together from tricks, half from two written
/// cases, with a planner that is assumed hostile and to know every value: 20 here, 1,000 in the slow set.
#[test]
fn no_mutation_gets_what_was_not_granted() {
    let in_firefox = tests::Engine::wanted().expect("a browser") == tests::Engine::Firefox;
    let half = match (tests::slow(), in_firefox) {
        (true, false) => 500,
        (false, true) => 5,
        _ => 10,
    };
    let written = cases();
    let made_up = (0..).map(generated::case).take(half);
    let mixed = (0..).take(half * 20).filter_map(|seed| generated::mixed(&written, seed));
    let all: Vec<Case> = made_up.chain(mixed.take(half)).collect();
    let failures = side_by_side(&all, if tests::slow() { 3 } else { 1 }, Stage::attack);
    let count = all.len();
    println!(
        "attacked: {count} generated | Tricks put together by chance, the planner hostile. | {}",
        failures.len()
    );
    assert!(failures.is_empty(), "{} of {count}\n{}", failures.len(), failures.join("\n"));
}

/// Browsers at the written cases at once. Mostly each waits: two are sooner done on two cores than one, and three are not sooner done than two.
const BROWSERS: usize = 2;

/// Runs cases in so many browsers, each at its own.
fn side_by_side(
    cases: &[Case],
    browsers: usize,
    run: impl Fn(&Stage, &Case) -> Vec<String> + Sync,
) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let browser = || {
        let stage = Stage::set_up();
        let own = std::iter::from_fn(|| cases.get(next.fetch_add(1, Ordering::Relaxed)));
        own.flat_map(|case| run(&stage, case)).collect::<Vec<String>>()
    };
    thread::scope(|scope| {
        let runs: Vec<_> = (0..browsers).map(|_| scope.spawn(browser)).collect();
        runs.into_iter().flat_map(|run| run.join().expect("a browser goes on to its end")).collect()
    })
}
