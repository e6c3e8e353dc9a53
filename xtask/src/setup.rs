//! What the commands need on the machine. Each step does nothing when it is done already.

use std::{
    path::{Path, PathBuf},
    process::Command,
    sync::{Mutex, PoisonError},
};

use anyhow::{Context as _, Result, bail};
use harness::{Engine, bidi, cdp, paths};
use serde_json::Value;

use crate::{
    progress::{Step, Steps},
    run::{cargo, is_installed, is_newer, output, program, quietly},
};

const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// Installs everything. Without a Firefox all but what runs in Firefox can be done.
pub(crate) fn all() -> Result<()> {
    let steps = Steps::of(4);
    wasm_target(&steps)?;
    chromium(&steps)?;
    node_packages(&steps)?;
    match firefox(&steps) {
        Ok(()) => println!("everything is there"),
        Err(error) => println!("everything is there but Firefox: {error:#}"),
    }
    Ok(())
}

/// The compilation target of the extension.
pub(crate) fn wasm_target(steps: &Steps) -> Result<()> {
    // Without rustup the target comes with the toolchain, or the build says that it does not.
    let is_there = || -> Result<bool> {
        let installed = output(&mut program("rustup", &["target", "list", "--installed"]))?;
        Ok(installed.lines().any(|line| line.trim() == WASM_TARGET))
    };
    if !is_installed("rustup") || is_there()? {
        steps.told("the Rust target of the extension is there");
        return Ok(());
    }
    let add = program("rustup", &["target", "add", WASM_TARGET]);
    steps
        .run("downloading the Rust target of the extension", |step| quietly(add, step))
        .with_context(|| format!("the Rust target {WASM_TARGET} is missing and could not be added"))
}

/// A browser of this kind to run in.
pub(crate) fn browser(engine: Engine, steps: &Steps) -> Result<()> {
    match engine {
        Engine::Chromium => chromium(steps),
        Engine::Firefox => firefox(steps),
    }
}

/// A Firefox to run in, no older than its package of the extension allows.
fn firefox(steps: &Steps) -> Result<()> {
    let oldest = oldest_firefox()?;
    let is_new_enough = || bidi::version().is_some_and(|version| version >= oldest);
    if is_new_enough() {
        steps.told("Firefox is there");
        return Ok(());
    }
    // What is there may be older than what Debian has by now.
    let install = |step: &Step| apt_install(&["firefox-esr"], step);
    let installed = steps.run("installing Firefox", install);
    if is_new_enough() {
        return Ok(());
    }
    let found = match bidi::version() {
        Some(version) => {
            format!("Firefox {oldest} or newer is needed, and the one here is {version}")
        }
        None => format!("Firefox {oldest} or newer is needed, and there is none here"),
    };
    let advice = format!("{found}. Install it, or put the path of one into the variable FIREFOX");
    installed.context(advice.clone())?;
    bail!(advice)
}

/// The oldest Firefox that takes the extension, as its manifest says.
pub(crate) fn oldest_firefox() -> Result<u32> {
    let path = paths::workspace().join("extension/manifest.firefox.json");
    let manifest: Value = serde_json::from_str(&std::fs::read_to_string(&path)?)?;
    let oldest = manifest.pointer("/browser_specific_settings/gecko/strict_min_version");
    let major = oldest.and_then(Value::as_str).and_then(|version| version.split('.').next());
    major
        .and_then(|major| major.parse().ok())
        .with_context(|| format!("{} names no oldest Firefox", path.display()))
}

/// A Chromium to run in.
pub(crate) fn chromium(steps: &Steps) -> Result<()> {
    // Debian has the browser's languages in a package of their own. Who brought another browser sees to that.
    let is_of_debian = |package| {
        let state = ["--show", "--showformat=${db:Status-Status}", package];
        output(&mut program("dpkg-query", &state)).is_ok_and(|state| state == "installed")
    };
    let is_whole = !is_of_debian("chromium") || is_of_debian("chromium-l10n");
    if cdp::chromium().is_some() && is_whole {
        steps.told("Chromium is there");
        return Ok(());
    }
    let install = |step: &Step| apt_install(&["chromium", "chromium-l10n"], step);
    steps.run("installing Chromium", install).context(
        "Chromium is missing. Install it, or put the path of one into the variable CHROMIUM",
    )
}

/// The proxy that stands before two servers in the slow set.
pub(crate) fn proxy(steps: &Steps) -> Result<()> {
    if is_installed("haproxy") {
        steps.told("HAProxy is there");
        return Ok(());
    }
    let install = |step: &Step| apt_install(&["haproxy"], step);
    steps.run("installing HAProxy", install).context("HAProxy is missing: install it")
}

/// A program of the package of this name, installed where it does not touch what a person has.
pub(crate) fn cargo_tool(name: &str) -> Result<PathBuf> {
    let tools = paths::target().join("tools");
    let tool = tools.join("bin").join(name);
    if !tool.exists() {
        let root = tools.to_string_lossy();
        let install = cargo(&["install", "--locked", "--root", &root, name]);
        Steps::aside()
            .run(&format!("building {name}"), |step| quietly(install, step))
            .with_context(|| format!("{name} cannot be installed"))?;
    }
    Ok(tool)
}

/// The npm packages of folders that have some: for checking the JavaScript, and for test pages.
pub(crate) fn node_packages(steps: &Steps) -> Result<()> {
    let mut folders = vec![types_folder(), agent_folder()];
    folders.extend(bundled_pages()?);
    packages_of(&folders, steps)
}

/// What the types of the extension's JavaScript are checked with.
pub(crate) fn types(steps: &Steps) -> Result<()> {
    packages_of(&[types_folder()], steps)
}

/// The agent of another SDK that journeys run.
pub(crate) fn agent(steps: &Steps) -> Result<()> {
    packages_of(&[agent_folder()], steps)
}

fn agent_folder() -> PathBuf {
    paths::workspace().join("tests/agents")
}

fn types_folder() -> PathBuf {
    paths::workspace().join("extension")
}

fn packages_of(folders: &[PathBuf], steps: &Steps) -> Result<()> {
    let is_missing = |folder: &&PathBuf| {
        let lock = folder.join("package-lock.json");
        lock.is_file() && !is_newer(&folder.join("node_modules/.package-lock.json"), &lock)
    };
    let missing: Vec<&PathBuf> = folders.iter().filter(is_missing).collect();
    if missing.is_empty() {
        steps.told("the npm packages are there");
        return Ok(());
    }
    steps.run("downloading npm packages", |step| {
        missing.iter().try_for_each(|folder| npm_ci(folder, step))
    })
}

/// The folders of test pages that are made from npm packages.
pub(crate) fn bundled_pages() -> Result<Vec<PathBuf>> {
    let tests = paths::workspace().join("tests");
    let entries = std::fs::read_dir(tests.join("pages"))?;
    let folders = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let folders = folders.chain([tests.join("widgets")]);
    Ok(folders.filter(|folder| folder.join("package.json").is_file()).collect())
}

fn npm_ci(folder: &Path, step: &Step) -> Result<()> {
    if !is_installed("npm") {
        apt_install(&["nodejs", "npm"], step).context("npm is missing: install Node.js")?;
    }
    let arguments = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
    let mut install = program("npm", &arguments);
    install.current_dir(folder);
    quietly(install, step)
}

/// Debian's package manager lets one install at a time.
static INSTALLING: Mutex<()> = Mutex::new(());

/// Installs Debian packages, as root or through sudo.
pub(crate) fn apt_install(packages: &[&str], step: &Step) -> Result<()> {
    let _alone = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
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
        quietly(command, step)
    };
    apt(&["-qq", "update"])?;
    let mut install = vec!["-qq", "-y", "--no-install-recommends", "install"];
    install.extend(packages);
    apt(&install)
}
