//! The server's program as a child process: started on a free port, waited for, and ended with whoever started it.

use std::{
    io::{BufRead as _, BufReader, Read},
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    sync::mpsc::{Receiver, channel},
    thread,
    time::Duration,
};

use anyhow::{Context as _, Result, bail};

/// What its first line begins with, before where it is.
const READY: &str = "listening on ";
/// How long it may take until it says so.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running program. Dropping it ends it, a frozen one as well.
#[derive(Debug)]
pub struct Process {
    child: Child,
    url: String,
    said: Receiver<String>,
    log: Receiver<String>,
}

impl Process {
    /// Lets this program serve what is in a folder, with these further arguments, and waits until it is ready. What it
    /// writes is read at once: a full pipe would hold it up.
    pub fn serve(mut program: Command, arguments: &[&str], folder: &Path) -> Result<Self> {
        program
            .args(["serve", "--listen", "127.0.0.1:0", "--data-dir"])
            .arg(folder)
            .args(arguments);
        Self::of(program)
    }

    /// The same with the arguments that the program has already: where it listens, its settings say.
    pub fn of(mut program: Command) -> Result<Self> {
        let mut child = program
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .context("the server does not start")?;
        let said = lines(child.stdout.take().context("no stdout")?);
        let log = lines(child.stderr.take().context("no stderr")?);
        let mut process = Self { child, url: String::new(), said, log };
        process.url = process.wait_until_ready()?;
        Ok(process)
    }

    fn wait_until_ready(&self) -> Result<String> {
        let line = self.said.recv_timeout(PATIENCE).unwrap_or_default();
        if let Some(url) = address(&line) {
            return Ok(url);
        }
        let log: Vec<String> = self.log.try_iter().collect();
        bail!("the server did not get ready; it said: {line} | {}", log.join(" | "))
    }

    /// Where it is: `http://127.0.0.1:PORT`.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Its number in the operating system.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// What it has written to its consoles since the last call.
    pub fn output(&self) -> Vec<String> {
        self.said.try_iter().chain(self.log.try_iter()).collect()
    }

    /// Waits until it ended by itself; tells how, and what it wrote to its log since it was last asked.
    pub fn wait(mut self) -> Result<(ExitStatus, String)> {
        let log: String = self.log.iter().flat_map(|line| [line, "\n".to_owned()]).collect();
        Ok((self.child.wait()?, log))
    }

    /// Ends it the hard way, as a crash does (SIGKILL).
    pub fn kill(&mut self) {
        // It may have ended, and is waited for then.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn lines(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = channel();
    thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            // Whoever asked may be gone; it is read all the same.
            sender.send(line).ok();
        }
    });
    lines
}

/// The address in the line that says that the server is ready.
fn address(line: &str) -> Option<String> {
    let url = line.strip_prefix(READY)?;
    url.starts_with("http://127.0.0.1:").then(|| url.to_owned())
}

#[cfg(test)]
mod tests {
    use super::address;

    #[test]
    fn the_ready_line_is_understood() {
        let check =
            |line: &str, expected: Option<&str>| assert_eq!(address(line).as_deref(), expected);
        check("listening on http://127.0.0.1:4711", Some("http://127.0.0.1:4711"));
        check("INFO listening on http://127.0.0.1:4711", None);
        check("listening on http://0.0.0.0:4711", None);
        check("listening on nothing", None);
        check("starting", None);
    }
}
