//! What the commands need on the machine. Each step does nothing when it is done already.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result, bail};
use harness::{cdp, paths};

use crate::run::{cargo, is_installed, is_newer, output, program, run};

const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// Installs everything.
pub(crate) fn all() -> Result<()> {
    wasm_target()?;
    chromium()?;
    node_packages()?;
    println!("everything is there");
    Ok(())
}

/// The compilation target of the extension.
pub(crate) fn wasm_target() -> Result<()> {
    // Without rustup the target comes with the toolchain, or the build says that it does not.
    if !is_installed("rustup") {
        return Ok(());
    }
    let installed = output(&mut program("rustup", &["target", "list", "--installed"]))?;
    if installed.lines().any(|line| line.trim() == WASM_TARGET) {
        return Ok(());
    }
    run(&mut program("rustup", &["target", "add", WASM_TARGET]))
        .with_context(|| format!("the Rust target {WASM_TARGET} is missing and could not be added"))
}

/// A Chromium to run in.
pub(crate) fn chromium() -> Result<()> {
    if cdp::chromium().is_some() {
        return Ok(());
    }
    apt_install(&["chromium"]).context(
        "Chromium is missing. Install it, or put the path of one into the variable CHROMIUM",
    )
}

/// The proxy that stands before two servers in the slow set.
pub(crate) fn proxy() -> Result<()> {
    if is_installed("haproxy") {
        return Ok(());
    }
    apt_install(&["haproxy"]).context("HAProxy is missing: install it")
}

/// A program of the package of this name, installed where it does not touch what a person has.
pub(crate) fn cargo_tool(name: &str) -> Result<PathBuf> {
    let tools = paths::target().join("tools");
    let tool = tools.join("bin").join(name);
    if !tool.exists() {
        let root = tools.to_string_lossy();
        run(&mut cargo(&["install", "--locked", "--quiet", "--root", &root, name]))
            .with_context(|| format!("{name} cannot be installed"))?;
    }
    Ok(tool)
}

/// The npm packages of folders that have some: for checking the JavaScript, and for test pages.
pub(crate) fn node_packages() -> Result<()> {
    types()?;
    bundled_pages()?.iter().try_for_each(|folder| packages_of(folder))
}

/// What the types of the extension's JavaScript are checked with.
pub(crate) fn types() -> Result<()> {
    packages_of(&paths::workspace().join("extension"))
}

fn packages_of(folder: &Path) -> Result<()> {
    let lock = folder.join("package-lock.json");
    let done = folder.join("node_modules/.package-lock.json");
    if lock.is_file() && !is_newer(&done, &lock) {
        npm_ci(folder)?;
    }
    Ok(())
}

/// The folders of test pages that are made from npm packages.
pub(crate) fn bundled_pages() -> Result<Vec<PathBuf>> {
    let tests = paths::workspace().join("tests");
    let entries = std::fs::read_dir(tests.join("pages"))?;
    let folders = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let folders = folders.chain([tests.join("widgets")]);
    Ok(folders.filter(|folder| folder.join("package.json").is_file()).collect())
}

fn npm_ci(folder: &Path) -> Result<()> {
    if !is_installed("npm") {
        apt_install(&["nodejs", "npm"]).context("npm is missing: install Node.js")?;
    }
    let arguments = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
    run(program("npm", &arguments).current_dir(folder))
}

/// Installs Debian packages, as root or through sudo.
fn apt_install(packages: &[&str]) -> Result<()> {
    if !is_installed("apt-get") {
        bail!("there is no apt-get here to install {} with", packages.join(" and "));
    }
    let is_root = output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    if !is_root && !is_installed("sudo") {
        bail!("installing {} needs root or sudo", packages.join(" and "));
    }
    let apt = |arguments: &[&str]| {
        let mut command = if is_root {
            Command::new("apt-get")
        } else {
            let mut sudo = Command::new("sudo");
            sudo.args(["-n", "apt-get"]);
            sudo
        };
        command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
        run(&mut command)
    };
    eprintln!("installing {}", packages.join(" and "));
    apt(&["-qq", "update"])?;
    let mut install = vec!["-qq", "-y", "--no-install-recommends", "install"];
    install.extend(packages);
    apt(&install)
}
