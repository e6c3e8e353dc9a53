//! `fuzz`: throws damaged input at everything that reads what others wrote.

use std::fs;

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use harness::paths;

use crate::run::{cargo, program, run};

/// Throw damaged input at what reads snapshots, pages, plans, models' answers and traces, by cargo-fuzz, which
/// is installed into `target/tools`. Ends at the first panic, and says where the input is that caused it
#[derive(Debug, Args)]
pub(crate) struct Fuzz {
    /// How long each is tried
    #[arg(long, default_value_t = LONG)]
    seconds: u32,
    /// Only these; all without
    names: Vec<String>,
}

/// Ten minutes each.
impl Default for Fuzz {
    fn default() -> Self {
        Self { seconds: LONG, names: Vec::new() }
    }
}

/// Seconds for each, unless something else is said.
const LONG: u32 = 600;
/// What is tried: `fuzz/fuzz_targets`.
const TARGETS: [&str; 5] = ["snapshot", "observation", "plan", "answer", "trace"];

impl Fuzz {
    pub(crate) fn run(&self) -> Result<()> {
        let unknown = self.names.iter().find(|name| !TARGETS.contains(&name.as_str()));
        ensure!(unknown.is_none(), "{unknown:?} is none of {TARGETS:?}");
        let tools = paths::target().join("tools");
        let fuzzer = tools.join("bin/cargo-fuzz");
        if !fuzzer.exists() {
            let root = tools.to_string_lossy();
            run(&mut cargo(&["install", "--locked", "--quiet", "--root", &root, "cargo-fuzz"]))
                .context("cargo-fuzz cannot be installed")?;
        }
        let is_wanted =
            |target: &&str| self.names.is_empty() || self.names.iter().any(|name| name == target);
        for target in TARGETS.into_iter().filter(is_wanted) {
            println!("{target}, for {} s", self.seconds);
            // Outside of this repository's folders, so that nothing of it is committed by mistake.
            let built = paths::target().join("fuzz");
            let corpus = built.join("corpus").join(target);
            fs::create_dir_all(&corpus)?;
            let (built, corpus) = (built.to_string_lossy(), corpus.to_string_lossy());
            let time = format!("-max_total_time={}", self.seconds);
            // All of it is safe Rust: no sanitizer is needed, and so no nightly compiler.
            let arguments = [
                "run",
                "--sanitizer",
                "none",
                "--target-dir",
                &built,
                target,
                &corpus,
                "--",
                &time,
                "-max_len=300",
                "-timeout=10",
                "-verbosity=0",
                "-print_final_stats=1",
            ];
            run(program(&fuzzer.to_string_lossy(), &arguments).current_dir(paths::workspace()))
                .with_context(|| format!("{target}: the input is in fuzz/artifacts"))?;
        }
        Ok(())
    }
}
