//! Rebuilds the server when a migration or a page that is embedded in it changes, and embeds the extension's packages
//! where a release is made.

use std::{env, fs, io, path::Path};

/// Names the folder of the packages that go into the program; `cargo xtask release` sets it.
const VARIABLE: &str = "VAULTY_EMBEDDED_PACKAGES";
/// The packages: one for Chromium and what is like it, one for Firefox.
const PACKAGES: [&str; 2] = ["vaulty-extension.zip", "vaulty-extension-firefox.zip"];

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=migrations");
    println!("cargo:rerun-if-changed=migrations-postgres");
    println!("cargo:rerun-if-changed=../web-static");
    println!("cargo:rerun-if-env-changed={VARIABLE}");
    let out = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("cargo names no OUT_DIR"))?;
    let mut lines = String::new();
    if let Some(folder) = env::var_os(VARIABLE) {
        for name in PACKAGES {
            let (from, to) = (Path::new(&folder).join(name), Path::new(&out).join(name));
            println!("cargo:rerun-if-changed={}", from.display());
            fs::copy(&from, &to)?;
            lines.push_str(&format!("    ({name:?}, include_bytes!({name:?})),\n"));
        }
    }
    let list = format!("&[\n{lines}]\n");
    fs::write(Path::new(&out).join("packages.rs"), list)
}
