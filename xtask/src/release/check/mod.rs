//! Tries what was made, as far as that can be done on one machine without a daemon: checksums, the Debian package on a copy
//! of this system, the image's root as a chroot, and the way of a person from the landing page to a form that is filled.

mod debian;
mod image;
mod journey;
mod tools;

use std::{fs, path::Path};

use anyhow::{Result, ensure};

use self::tools::bare;
use super::known::{SUMS, sums};
use crate::{progress::Steps, run::output};

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
