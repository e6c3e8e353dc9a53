//! The server as a child process, on a free port and with a folder of its own.

use std::{path::Path, process::Command};

use anyhow::{Context as _, Result, ensure};
use axum::http::{Request, header::AUTHORIZATION};
use serde_json::Value;
use tempfile::TempDir;

use crate::{http, paths, process::Process};

/// A running server. Dropping it ends it; its folder goes with it.
#[derive(Debug)]
pub struct Server {
    process: Process,
    folder: TempDir,
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
        let mut command = Command::new(paths::server()?);
        command.envs(variables.iter().map(|(name, value)| (name, value)));
        let process = Process::serve(command, arguments, folder.path())?;
        Ok(Self { process, folder })
    }

    /// Where it is: `http://127.0.0.1:PORT`.
    pub fn url(&self) -> &str {
        self.process.url()
    }

    /// Its data folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// What it has written to its consoles since the last call.
    pub fn output(&self) -> Vec<String> {
        self.process.output()
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
        serde_json::from_str(&self.text(path)?).context("the server's answer is no JSON")
    }

    /// The same as text.
    pub fn text(&self, path: &str) -> Result<String> {
        let address = self.url().trim_start_matches("http://").parse()?;
        let request = Request::get(path)
            .header(AUTHORIZATION, format!("Bearer {}", self.token()?))
            .body(String::new())?;
        let answer = http::send_and_wait(address, request)?;
        ensure!(answer.status() == 200, "the server answered {path} with {}", answer.status());
        Ok(String::from_utf8_lossy(answer.body()).into_owned())
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
        self.process.kill();
    }
}
