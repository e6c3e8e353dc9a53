//! Where things are: the workspace and what was built from it.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::engine::Engine;

/// The root of the workspace.
pub fn workspace() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// Cargo's target folder: the one that this very program was built into.
pub fn target() -> PathBuf {
    let built_into = std::env::current_exe().ok().and_then(|exe| {
        exe.ancestors().find(|dir| dir.join("CACHEDIR.TAG").is_file()).map(Path::to_path_buf)
    });
    built_into.unwrap_or_else(|| workspace().join("target"))
}

/// An unpacked extension to use instead of the one that is built here.
pub const EXTENSION_VARIABLE: &str = "VAULTY_EXTENSION";

/// The unpacked extension: the one that a person names, or what `cargo xtask build` leaves.
pub fn extension(engine: Engine) -> Result<PathBuf> {
    built(given_extension().unwrap_or_else(|| unpacked(engine)), "manifest.json")
}

/// Where the unpacked extension for these browsers is built.
pub fn unpacked(engine: Engine) -> PathBuf {
    target().join(match engine {
        Engine::Chromium => "extension",
        Engine::Firefox => "extension-firefox",
    })
}

/// The unpacked extension that a person names.
pub fn given_extension() -> Option<PathBuf> {
    std::env::var_os(EXTENSION_VARIABLE).map(PathBuf::from)
}

/// Where test pages that are made from npm packages end up, a folder each.
pub fn bundled_pages() -> PathBuf {
    workspace().join("target/pages")
}

/// The server's program.
pub fn server() -> Result<PathBuf> {
    let dir = target().join("debug");
    built(dir, "vaulty-server").map(|dir| dir.join("vaulty-server"))
}

fn built(dir: PathBuf, file: &str) -> Result<PathBuf> {
    dir.join(file).is_file().then_some(()).with_context(|| {
        format!("{} is not built yet: run `cargo xtask build`", dir.join(file).display())
    })?;
    Ok(dir)
}
