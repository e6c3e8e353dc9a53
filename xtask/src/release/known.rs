//! What the parts of a release know of it: the machines that it is for, names, and where things lie.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use anyhow::Result;
use harness::paths;
use sha2::{Digest as _, Sha256};

use crate::build;

/// A kind of machine that a program is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Machine {
    /// As Rust calls it.
    pub(super) target: &'static str,
    /// As Debian does.
    pub(super) debian: &'static str,
    /// The C compiler, for SQLite and the cryptography.
    pub(super) compiler: &'static str,
    /// The Debian package that it is in.
    pub(super) package: &'static str,
}

pub(super) const X86_64: Machine = Machine {
    target: "x86_64-unknown-linux-musl",
    debian: "amd64",
    compiler: "musl-gcc",
    package: "musl-tools",
};
pub(super) const ARM64: Machine = Machine {
    target: "aarch64-unknown-linux-musl",
    debian: "arm64",
    compiler: "aarch64-linux-gnu-gcc",
    package: "gcc-aarch64-linux-gnu",
};
/// The program.
pub(super) const PROGRAM: &str = "vaulty-server";
/// When everything in packages was changed, in seconds since 1970: the same each time.
pub(super) const EPOCH: &str = "1767225600";
/// Checksums of all files.
pub(super) const SUMS: &str = "SHA256SUMS";

impl Machine {
    /// The name of the variable that holds something for this target.
    pub(super) fn variable(&self, what: &str) -> String {
        let target = self.target.to_uppercase().replace('-', "_");
        format!("CARGO_TARGET_{target}_{what}")
    }

    pub(super) fn program_name(&self) -> String {
        format!("{PROGRAM}-{}-linux", self.target.split('-').next().unwrap_or_default())
    }
}

/// Every file below a folder by its path there, with its checksum.
pub(super) fn sums(folder: &Path) -> Result<BTreeMap<String, String>> {
    let mut sums = BTreeMap::new();
    for file in build::files_below(folder)? {
        if file == Path::new(SUMS) {
            continue;
        }
        let digest = Sha256::digest(fs::read(folder.join(&file))?);
        let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        sums.insert(file.to_string_lossy().into_owned(), hex);
    }
    Ok(sums)
}

/// Where the files lie that are packed as they are.
pub(super) fn packaging(name: &str) -> PathBuf {
    paths::workspace().join("server/packaging").join(name)
}
