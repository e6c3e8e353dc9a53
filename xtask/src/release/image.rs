//! What an image is made of, as an archive: a root that holds nothing but the program, with Dockerfile and compose file
//! beside it.

use std::{fs, os::unix::fs::PermissionsExt as _, path::Path, process::Command};

use anyhow::{Context as _, Result};

use super::known::{EPOCH, Machine, PROGRAM, packaging};
use crate::{progress::Step, run::quietly};

/// What lies beside the image's root.
const BESIDE: [&str; 4] = ["Dockerfile", "compose.yaml", "haproxy.cfg", "environment.example"];
/// Whom the program runs as in an image.
pub(super) const USER: u32 = 65_532;
/// Where its data is.
pub(super) const DATA: &str = "/var/lib/vaulty";
/// Where the certificates of authorities are, on Debian and in the image.
const AUTHORITIES: &str = "etc/ssl/certs/ca-certificates.crt";
/// The folder in the archive.
pub(super) const FOLDER: &str = "vaulty-image";

/// The archive's name.
pub(super) fn file_name(machine: Machine) -> String {
    format!("{FOLDER}_{}_{}.tar.gz", env!("CARGO_PKG_VERSION"), machine.debian)
}

/// Makes the archive for a machine beside its program: sorted, nobody's in particular, of one time.
pub(super) fn pack(machine: Machine, out: &Path, licences: &Path, step: &Step) -> Result<()> {
    let folder = tempfile::tempdir()?;
    lay_out(&out.join(machine.program_name()), licences, &folder.path().join(FOLDER))?;
    let mut tar = Command::new("tar");
    tar.args(["--create", "--format=gnu", "--sort=name", "--numeric-owner"]);
    tar.args(["--owner=0", "--group=0", "--mode=go=rX,u+rw,a-s"]);
    // Without a name and a time of its own in the compressed file.
    tar.arg(format!("--mtime=@{EPOCH}")).args(["--use-compress-program", "gzip -9n"]);
    tar.arg("--file").arg(out.join(file_name(machine)));
    tar.arg("--directory").arg(folder.path()).arg(FOLDER);
    quietly(tar, step)
}

fn lay_out(program: &Path, licences: &Path, image: &Path) -> Result<()> {
    let root = image.join("root");
    for folder in ["etc/ssl/certs", "usr/share/doc"] {
        fs::create_dir_all(root.join(folder))?;
    }
    fs::create_dir_all(image.join("data"))?;
    fs::copy(program, root.join(PROGRAM))?;
    fs::set_permissions(root.join(PROGRAM), fs::Permissions::from_mode(0o755))?;
    let authorities = Path::new("/").join(AUTHORITIES);
    fs::copy(&authorities, root.join(AUTHORITIES)).with_context(|| {
        format!("{} is missing: install Debian's ca-certificates", authorities.display())
    })?;
    fs::copy(licences, root.join("usr/share/doc/THIRD-PARTY-LICENSES.txt"))?;
    fs::write(root.join("etc/passwd"), format!("vaulty:x:{USER}:{USER}::{DATA}:/none\n"))?;
    fs::write(root.join("etc/group"), format!("vaulty:x:{USER}:\n"))?;
    // Programs that pack may leave out a folder that holds nothing.
    fs::write(image.join("data/.keep"), "")?;
    for name in BESIDE {
        fs::copy(packaging(name), image.join(name))?;
    }
    Ok(())
}
