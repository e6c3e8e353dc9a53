//! Programs that are run, and what they say.

use std::{
    collections::VecDeque,
    io::{BufRead as _, BufReader, Read, pipe},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context as _, Result, bail};
use harness::paths;

use crate::progress::Step;

/// Lines that are shown of what a program printed before it failed.
const SHOWN: usize = 60;

/// Cargo, as it was called, in the workspace and with the target folder in use.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = program("cargo", arguments);
    command.env("CARGO_TARGET_DIR", paths::target());
    command
}

/// A file or folder that a person named, or a sentence that says it is not there.
pub(crate) fn existing(path: &Path) -> Result<PathBuf> {
    path.canonicalize().map_err(|_| anyhow::anyhow!("there is no {}", path.display()))
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

/// Runs a program without showing what it prints, unless it fails: then the error ends with that. Cargo says
/// the step how far it is.
pub(crate) fn quietly(mut command: Command, step: &Step) -> Result<()> {
    let shown = shown(&command);
    let (said, end) = pipe()?;
    command
        .env("CARGO_TERM_PROGRESS_WHEN", "always")
        .env("CARGO_TERM_PROGRESS_WIDTH", "100")
        .env("CARGO_TERM_COLOR", "never")
        .stdin(Stdio::null())
        .stdout(end.try_clone()?)
        .stderr(end);
    let mut child = command.spawn().with_context(|| format!("`{shown}` cannot be run"))?;
    // The command holds an end of the pipe: nothing would close it.
    drop(command);
    let last = last_lines(said, step)?;
    if !child.wait()?.success() {
        bail!("`{shown}` failed:\n{}", last.join("\n"));
    }
    Ok(())
}

/// Reads to the end, takes from it how far cargo is, and keeps the last of the other lines.
fn last_lines(said: impl Read, step: &Step) -> Result<Vec<String>> {
    let mut last = VecDeque::new();
    let mut line = Vec::new();
    for byte in BufReader::new(said).bytes() {
        let byte = byte?;
        // Cargo ends what it draws over with a carriage return.
        if !matches!(byte, b'\r' | b'\n') {
            line.push(byte);
            continue;
        }
        let text = String::from_utf8_lossy(&line).trim_end().to_owned();
        line.clear();
        match compiled(&text) {
            Some(crates) => step.compiled(crates),
            None if text.is_empty() => {}
            None => last.push_back(text),
        }
        last.drain(..last.len().saturating_sub(SHOWN));
    }
    last.extend((!line.is_empty()).then(|| String::from_utf8_lossy(&line).into_owned()));
    Ok(last.into())
}

/// How many of how many crates, in a line such as `Building [===>  ] 140/210: serde, syn`.
fn compiled(line: &str) -> Option<(u32, u32)> {
    let (_, rest) = line.trim().strip_prefix("Building [")?.split_once("] ")?;
    let (done, rest) = rest.split_once('/')?;
    Some((done.parse().ok()?, rest.split(':').next()?.trim().parse().ok()?))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::Steps;

    #[test]
    fn cargo_says_how_far_it_is() {
        let check = |line: &str, expected| assert_eq!(compiled(line), expected, "{line}");
        check("    Building [=====>    ] 140/210: serde, syn(build)", Some((140, 210)));
        check("    Building [======> ] 12/13", Some((12, 13)));
        check("   Compiling serde v1.0.229", None);
        check("Building a castle", None);
    }

    #[test]
    fn what_a_program_printed_is_shown_when_it_fails() {
        let shell = |script: &str| {
            let mut shell = Command::new("sh");
            shell.args(["-c", script]);
            Steps::aside().run("a test", |step| quietly(shell, step))
        };
        shell("echo out; echo err >&2").unwrap();
        let many = "for n in $(seq 1000); do echo line $n; done; printf 'the end' >&2; exit 3";
        let said = shell(many).unwrap_err().to_string();
        assert!(said.ends_with("line 1000\nthe end") && !said.contains("line 900"), "{said}");
    }
}
