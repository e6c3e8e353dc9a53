//! How the checks run programs and ask servers.

use std::{
    process::{Child, Command, Stdio},
    time::Duration,
};

use anyhow::{Context as _, Result, bail};
use harness::http::{Request, send_within};

/// How long a program may take until it is there.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// A program that is run where nothing else is set.
pub(super) fn bare(name: &str) -> Command {
    let mut command = Command::new(name);
    command.env_clear().env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    command
}

/// A process of ours that ends with whoever started it.
pub(super) struct Ended(pub(super) Child);

impl Ended {
    pub(super) fn start(mut command: Command) -> Result<Self> {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Ok(Self(command.spawn().with_context(|| format!("{command:?} cannot be run"))?))
    }
}

impl Drop for Ended {
    fn drop(&mut self) {
        // It may have ended by itself.
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

/// What a server at this address answers, to whoever has this token.
pub(super) fn ask(url: &str, path: &str, token: Option<&str>) -> Result<Vec<u8>> {
    let address = url.trim_start_matches("http://").parse()?;
    let mut request = Request::new(String::new());
    *request.uri_mut() = path.parse()?;
    if let Some(token) = token {
        request.headers_mut().insert("authorization", format!("Bearer {token}").parse()?);
    }
    let answer = send_within(PATIENCE, address, request)?;
    if !answer.status().is_success() {
        bail!("{path}: {}", answer.status());
    }
    Ok(answer.into_body().to_vec())
}
