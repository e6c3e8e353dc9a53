//! `release`: what people install, from this working tree: static Linux programs with everything inside, a Debian package,
//! what an image is made of, what is in it all, and checksums.

mod bill;
mod check;
mod debian;
mod image;
mod known;

use std::{
    fs,
    path::{Path, PathBuf},
    time::Instant,
};

use anyhow::{Context as _, Result, ensure};
use clap::{Args, ValueEnum};
use harness::paths;

use self::known::{ARM64, Machine, PROGRAM, SUMS, X86_64, sums};
use crate::{
    build::{self, EXTENSION_STEPS},
    progress::{Steps, minutes},
    run::{cargo, is_installed, output, program, quietly},
    setup,
};

/// Make what people install (target/release-files): static Linux programs with the pages, the API's description and the
/// extension's packages inside, a Debian package, an image's root with its Dockerfile and compose file, the software bill
/// of materials, the licences and checksums
#[derive(Debug, Args)]
pub(crate) struct Release {
    /// Which machines it is for; arm64 needs Debian's gcc-aarch64-linux-gnu
    #[arg(long, value_name = "MACHINE", value_delimiter = ',', default_value = "x86-64")]
    target: Vec<Target>,
    /// Try what was made: the image's root as a chroot, the package installed, a form filled with them (needs root)
    #[arg(long)]
    check: bool,
}

/// The machines by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Target {
    #[value(name = "x86-64")]
    X86_64,
    Arm64,
}

impl Target {
    fn machine(self) -> Machine {
        match self {
            Self::X86_64 => X86_64,
            Self::Arm64 => ARM64,
        }
    }
}

/// How it is compiled.
const PROFILE: &str = "dist";
/// Names the packages' folder to the server's build script.
const EMBEDDED: &str = "VAULTY_EMBEDDED_PACKAGES";

impl Release {
    /// What is made for this machine, tried.
    pub(crate) fn tried() -> Self {
        Self { target: vec![Target::X86_64], check: true }
    }

    pub(crate) fn run(&self) -> Result<()> {
        let began = Instant::now();
        let machines: Vec<Machine> = self.target.iter().map(|target| target.machine()).collect();
        let is_tried = machines.contains(&X86_64);
        ensure!(is_tried || !self.check, "--check tries what is made for x86-64");
        let steps = Steps::of(EXTENSION_STEPS + 2 * machines.len() + 2);
        let out = paths::target().join("release-files");
        if out.exists() {
            fs::remove_dir_all(&out)?;
        }
        let packages = paths::target().join("release-packages");
        build::packages(&steps, &packages)?;
        fs::create_dir_all(&out)?;
        build::copy_folder(&packages, &out)?;
        for machine in &machines {
            prepare(*machine, &steps)?;
            let built = program_of(*machine, &packages, &steps)?;
            fs::copy(&built, out.join(machine.program_name()))?;
        }
        pack(&machines, &out, &steps)?;
        println!("{} (after {})", out.display(), minutes(began.elapsed()));
        if self.check { check::all(&out) } else { Ok(()) }
    }
}

/// All that is made of the programs.
fn pack(machines: &[Machine], out: &Path, steps: &Steps) -> Result<()> {
    let licences = out.join("THIRD-PARTY-LICENSES.txt");
    steps.run("gathering what is in it", |_| {
        let parts = bill::parts()?;
        fs::write(out.join("vaulty.cdx.json"), bill::cyclone_dx(&parts)?)?;
        Ok(fs::write(&licences, bill::licences(&parts)?)?)
    })?;
    fs::copy(known::packaging("grafana.json"), out.join("vaulty-grafana.json"))?;
    steps.run("packing", |step| {
        for machine in machines {
            debian::package(*machine, out, &licences, step)?;
            image::pack(*machine, out, &licences, step)?;
        }
        Ok(())
    })?;
    write_sums(out)
}

/// The compilation target and the C compiler.
fn prepare(machine: Machine, steps: &Steps) -> Result<()> {
    let Machine { target, compiler, package, .. } = machine;
    steps.run(&format!("getting what compiles for {target}"), |step| {
        if is_installed("rustup") {
            let there = output(&mut program("rustup", &["target", "list", "--installed"]))?;
            if !there.lines().any(|line| line.trim() == target) {
                quietly(program("rustup", &["target", "add", target]), step)?;
            }
        }
        if is_installed(compiler) {
            return Ok(());
        }
        setup::apt_install(&[package], step)
            .with_context(|| format!("{compiler} is missing: install Debian's {package}"))
    })
}

/// The program for a machine, with the packages inside.
fn program_of(machine: Machine, packages: &Path, steps: &Steps) -> Result<PathBuf> {
    let mut build = cargo(&["build", "--locked", "--profile", PROFILE, "--package", "server"]);
    build.args(["--bin", PROGRAM, "--target", machine.target]);
    build.env(EMBEDDED, packages);
    build.env("CARGO_INCREMENTAL", "0").env("SOURCE_DATE_EPOCH", known::EPOCH);
    // What is set for all programs would be used in place of what is set for these.
    build.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
    build.env(machine.variable("RUSTFLAGS"), build::no_paths()?);
    if machine == ARM64 {
        build.env(machine.variable("LINKER"), machine.compiler);
        let c = |what: &str| format!("{what}_{}", machine.target.replace('-', "_"));
        build.env(c("CC"), machine.compiler);
        // Debian's compiler would call what its own C library has, and musl has not. Sizes of files have 64 bits without
        // SQLite's asking for that, too.
        build.env(
            c("CFLAGS"),
            "-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=0 -mno-outline-atomics -DSQLITE_DISABLE_LFS",
        );
    }
    steps
        .run(&format!("building the server for {}", machine.target), |step| quietly(build, step))?;
    Ok(paths::target().join(machine.target).join(PROFILE).join(PROGRAM))
}

/// Checksums as `sha256sum --check` reads them.
fn write_sums(folder: &Path) -> Result<()> {
    let lines = sums(folder)?.into_iter().map(|(name, sum)| format!("{sum}  {name}\n"));
    Ok(fs::write(folder.join(SUMS), lines.collect::<String>())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_that_everybody_computes() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("in")).unwrap();
        fs::write(folder.path().join("in/a"), "abc").unwrap();
        write_sums(folder.path()).unwrap();
        // The example of FIPS 180-2.
        let sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let text = fs::read_to_string(folder.path().join(SUMS)).unwrap();
        assert_eq!(text, format!("{sum}  in/a\n"));
        write_sums(folder.path()).unwrap();
        assert_eq!(fs::read_to_string(folder.path().join(SUMS)).unwrap(), text, "not of itself");
    }

    #[test]
    fn programs_are_called_by_their_machines() {
        assert_eq!(X86_64.program_name(), "vaulty-server-x86_64-linux");
        assert_eq!(ARM64.program_name(), "vaulty-server-aarch64-linux");
        assert_eq!(ARM64.variable("LINKER"), "CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER");
    }
}
