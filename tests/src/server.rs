//! The server as a child process, on a free port and with a folder of its own.

use std::{
    io::{BufRead as _, BufReader, Read},
    path::Path,
    process::{Child, Command, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

use anyhow::{Context as _, Result, ensure};
use axum::http::{Request, header::AUTHORIZATION};
use serde_json::Value;
use tempfile::TempDir;

use crate::{http, paths};

/// What the line begins with that says where the server is.
const READY: &str = "listening on ";

/// A running server. Dropping it ends it; its folder goes with it.
#[derive(Debug)]
pub struct Server {
    child: Child,
    url: String,
    folder: TempDir,
    lines: mpsc::Receiver<String>,
}

impl Server {
    /// Starts the server with these further arguments and waits until it is ready.
    pub fn start(arguments: &[&str]) -> Result<Self> {
        // A model that happens to run on this machine, or a key in its environment, is no part of a test.
        Self::start_with(arguments, &[("VAULTY_LLM_MODE", "rules-only".to_owned())])
    }

    /// The same with further variables of the environment.
    pub fn start_with(arguments: &[&str], variables: &[(&str, String)]) -> Result<Self> {
        let folder = tempfile::Builder::new().prefix("vaulty-server-").tempdir()?;
        let mut child = Command::new(paths::server()?)
            .args(["serve", "--listen", "127.0.0.1:0", "--data-dir"])
            .arg(folder.path())
            .args(arguments)
            .envs(variables.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .context("the server does not start")?;
        let (sender, lines) = mpsc::channel();
        follow(child.stdout.take().context("no stdout")?, sender.clone());
        follow(child.stderr.take().context("no stderr")?, sender);
        let mut server = Self { child, url: String::new(), folder, lines };
        server.url = server.wait_until_ready()?;
        Ok(server)
    }

    fn wait_until_ready(&self) -> Result<String> {
        let mut said = Vec::new();
        loop {
            let line = self.lines.recv_timeout(Duration::from_secs(20)).with_context(|| {
                format!("the server did not get ready; it said: {}", said.join(" | "))
            })?;
            if let Some(url) = address(&line) {
                return Ok(url);
            }
            said.push(line);
        }
    }

    /// Where it is: `http://127.0.0.1:PORT`.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Its data folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// What it has written to its consoles since the last call.
    pub fn output(&self) -> Vec<String> {
        self.lines.try_iter().collect()
    }

    /// Its bearer token, from the file that it leaves for its owner.
    pub fn token(&self) -> Result<String> {
        let file = self.folder.path().join("token");
        let token = std::fs::read_to_string(&file)
            .with_context(|| format!("{} cannot be read", file.display()))?;
        Ok(token.trim().to_owned())
    }

    /// What it says of itself under a path, asked with its own token.
    pub fn get(&self, path: &str) -> Result<Value> {
        let address = self.url.trim_start_matches("http://").parse()?;
        let request = Request::get(path)
            .header(AUTHORIZATION, format!("Bearer {}", self.token()?))
            .body(String::new())?;
        let answer = http::send_and_wait(address, request)?;
        ensure!(answer.status() == 200, "the server answered {path} with {}", answer.status());
        serde_json::from_slice(answer.body()).context("the server's answer is no JSON")
    }

    /// A pairing code, as the program prints it for the one who hosts it.
    pub fn pairing_code(&self) -> Result<String> {
        let output = Command::new(paths::server()?)
            .args(["pair", "--data-dir"])
            .arg(self.folder())
            .output()?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Ok(String::from_utf8(output.stdout)?.trim().to_owned())
    }

    /// Ends it the hard way, as a crash does.
    pub fn kill(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

fn follow(stream: impl Read + Send + 'static, sender: mpsc::Sender<String>) {
    thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            sender.send(line).ok();
        }
    });
}

/// The address in a line that says the server is ready.
fn address(line: &str) -> Option<String> {
    let (_, rest) = line.split_once(READY)?;
    let url = rest.split_whitespace().next()?;
    url.starts_with("http://").then(|| url.trim_end_matches(['/', '"']).to_owned())
}

#[cfg(test)]
mod tests {
    use super::address;

    #[test]
    fn the_ready_line_is_understood() {
        let check =
            |line: &str, expected: Option<&str>| assert_eq!(address(line).as_deref(), expected);
        check("listening on http://127.0.0.1:4711", Some("http://127.0.0.1:4711"));
        check("INFO listening on http://127.0.0.1:4711/ now", Some("http://127.0.0.1:4711"));
        check("listening on nothing", None);
        check("starting", None);
    }
}
