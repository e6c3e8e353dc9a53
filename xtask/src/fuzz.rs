//! `fuzz`: throws damaged input at everything that reads what others wrote.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::Stdio,
};

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;
use harness::paths;

use crate::{
    run::{program, run},
    setup,
    written::RELIABILITY,
};

/// Throw damaged input at what reads snapshots, pages, plans, models' answers, traces, files, recipes and search results, by
/// cargo-fuzz, which is installed into `target/tools`. Ends at the first panic and says where its input is; what was tried is
/// written into docs/RELIABILITY.md after each that had its ten minutes
#[derive(Debug, Args)]
pub(crate) struct Fuzz {
    /// How long each is tried
    #[arg(long, default_value_t = LONG)]
    seconds: u32,
    /// Try one target with this file alone, as a finding says
    #[arg(long, requires = "names")]
    input: Option<PathBuf>,
    /// Only these; all without
    #[arg(value_parser = TARGETS)]
    names: Vec<String>,
}

/// Ten minutes each.
impl Default for Fuzz {
    fn default() -> Self {
        Self { seconds: LONG, input: None, names: Vec::new() }
    }
}

/// Seconds for each, unless something else is said.
const LONG: u32 = 600;
/// What is tried: the package `fuzz`.
const TARGETS: [&str; 9] =
    ["snapshot", "observation", "plan", "answer", "trace", "file", "recipe", "list", "search"];
/// How libFuzzer says how many inputs it tried.
const TRIED: &str = "stat::number_of_executed_units:";

impl Fuzz {
    pub(crate) fn run(&self) -> Result<()> {
        let fuzzer = setup::cargo_tool("cargo-fuzz")?;
        let is_wanted =
            |target: &&str| self.names.is_empty() || self.names.iter().any(|name| name == target);
        for target in TARGETS.into_iter().filter(is_wanted) {
            if let Some(input) = &self.input {
                try_one(&fuzzer, target, input)?;
                continue;
            }
            println!("{target}, for {} s", self.seconds);
            let tried = self.try_many(&fuzzer, target)?;
            println!("{target}: {tried} inputs, no finding");
            let row = format!(
                "measured: fuzzing `{target}`: findings | 0 in {LONG} s | 0 of {tried} inputs in {} s",
                self.seconds
            );
            let row = RELIABILITY.row(&row).filter(|_| self.seconds >= LONG);
            RELIABILITY.write(row.as_slice())?;
        }
        Ok(())
    }

    /// Returns how many inputs were tried; an error says which one was a finding.
    fn try_many(&self, fuzzer: &Path, target: &str) -> Result<u64> {
        let folder = |name: &str| -> Result<PathBuf> {
            let folder = paths::target().join("fuzz").join(name).join(target);
            fs::create_dir_all(&folder)?;
            Ok(folder)
        };
        let (corpus, findings) = (folder("corpus")?, folder("findings")?);
        let time = format!("-max_total_time={}", self.seconds);
        let prefix = format!("-artifact_prefix={}/", findings.display());
        let corpus = corpus.to_string_lossy();
        let arguments = [
            &*corpus,
            "--",
            &time,
            &prefix,
            "-max_len=300",
            "-timeout=10",
            "-verbosity=0",
            "-print_funcs=0",
            "-print_final_stats=1",
        ];
        let mut child = cargo_fuzz(fuzzer, target, &arguments)
            .stderr(Stdio::piped())
            .spawn()
            .context("cargo-fuzz cannot be run")?;
        let mut tried = None;
        let said = child.stderr.take().context("no stderr")?;
        for line in BufReader::new(said).lines().map_while(Result::ok) {
            eprintln!("{line}");
            if let Some(count) = line.strip_prefix(TRIED) {
                tried = count.trim().parse().ok();
            }
        }
        if !child.wait()?.success() {
            bail!(
                "{target} failed; if there is an input in {}, `cargo xtask fuzz {target} --input FILE` tries it again",
                findings.display()
            );
        }
        tried.with_context(|| format!("{target} does not say how many inputs it tried"))
    }
}

fn try_one(fuzzer: &Path, target: &str, input: &Path) -> Result<()> {
    ensure!(input.is_file(), "there is no file {}", input.display());
    let input = input.canonicalize()?;
    run(&mut cargo_fuzz(fuzzer, target, &[&input.to_string_lossy()]))
        .with_context(|| format!("{target} fails with this input"))
}

/// All of ours is safe Rust: no sanitizer is needed, and so no nightly compiler. Optimising across
/// packages would take longer than it gains.
fn cargo_fuzz(fuzzer: &Path, target: &str, arguments: &[&str]) -> std::process::Command {
    let built = paths::target().join("fuzz");
    let built = built.to_string_lossy();
    let fixed = ["run", "--sanitizer", "none", "--features", "libfuzzer", "--target-dir", &built];
    let mut command = program(&fuzzer.to_string_lossy(), &fixed);
    command.arg(target).args(arguments).env("CARGO_PROFILE_RELEASE_LTO", "off");
    command
}
