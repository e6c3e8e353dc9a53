//! Tries what was made, as far as that can be done on one machine without a daemon: checksums, the Debian package on a copy
//! of this system, the image's root as a chroot, and the way of a person from the landing page to a form that is filled.

mod debian;
mod image;
mod journey;

use std::{
    fs,
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};

use anyhow::{Context as _, Result, bail, ensure};
use harness::http::{Request, send_within};

use super::{SUMS, sums};
use crate::{progress::Steps, run::output};

/// How long a program may take until it is there.
const PATIENCE: Duration = Duration::from_secs(10);

/// Tries everything; fails at the first thing that is wrong.
pub(super) fn all(out: &Path) -> Result<()> {
    ensure!(
        output(bare("id").arg("-u"))?.trim() == "0",
        "trying a release needs root: for the chroot, and for installing on a copy of this system"
    );
    let steps = Steps::of(4 + journey::STEPS);
    steps.run("comparing the checksums", |_| checksums(out))?;
    steps.run("installing the Debian package", |_| debian::check(out))?;
    let root = image::Root::unpack(out)?;
    steps.run("starting what the image starts", |_| image::starts_as_described(&root))?;
    let measured = steps.run("measuring the image's program", |_| image::measure(&root, out))?;
    measured.print();
    journey::walk(&root, out, &steps)?;
    measured.judge()
}

fn checksums(out: &Path) -> Result<()> {
    let mut check = bare("sha256sum");
    output(check.args(["--check", "--strict", "--quiet", SUMS]).current_dir(out))?;
    let listed = fs::read_to_string(out.join(SUMS))?.lines().count();
    ensure!(listed == sums(out)?.len(), "{SUMS} has every file");
    Ok(())
}

/// A program that is run where nothing else is set.
fn bare(name: &str) -> Command {
    let mut command = Command::new(name);
    command.env_clear().env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    command
}

/// A process of ours that ends with whoever started it.
struct Ended(Child);

impl Ended {
    fn start(mut command: Command) -> Result<Self> {
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
fn ask(url: &str, path: &str, token: Option<&str>) -> Result<Vec<u8>> {
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
