//! Programs that are run, and what they say.

use std::{
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Command, Stdio},
};

use anyhow::{Context as _, Result, bail};
use harness::paths;

/// Cargo, as it was called, in the workspace and with the target folder in use.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = program("cargo", arguments);
    command.env("CARGO_TARGET_DIR", paths::target());
    command
}

/// A program with its arguments, in the workspace.
pub(crate) fn program(name: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(name);
    command.args(arguments).current_dir(paths::workspace());
    command
}

/// Runs a program; an error when it fails. All it prints goes to the standard error: the standard output
/// is for what a command of ours was asked for.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let shown = shown(command);
    let status = command
        .stdout(std::io::stderr())
        .status()
        .with_context(|| format!("`{shown}` cannot be run"))?;
    if !status.success() {
        bail!("`{shown}` failed");
    }
    Ok(())
}

/// Runs a program quietly and returns what it printed; an error when it fails.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let shown = shown(command);
    let output = command.output().with_context(|| format!("`{shown}` cannot be run"))?;
    if !output.status.success() {
        bail!("`{shown}` failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs a program, passes each line of its output on, and shows it to `each` as well. Returns whether
/// it succeeded.
pub(crate) fn follow(command: &mut Command, mut each: impl FnMut(&str)) -> Result<bool> {
    let shown = shown(command);
    let mut child = command
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("`{shown}` cannot be run"))?;
    let stdout = child.stdout.take().context("no stdout")?;
    for line in BufReader::new(stdout).lines().map_while(Result::ok) {
        println!("{line}");
        each(&line);
    }
    Ok(child.wait()?.success())
}

/// Whether a program is there.
pub(crate) fn is_installed(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|dir: std::path::PathBuf| dir.join(name).is_file())
}

/// Whether a file is there and not older than another.
pub(crate) fn is_newer(file: &Path, than: &Path) -> bool {
    let modified = |path: &Path| path.metadata().and_then(|data| data.modified()).ok();
    matches!((modified(file), modified(than)), (Some(file), Some(than)) if file >= than)
}

fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}
