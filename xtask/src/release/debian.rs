//! A Debian package, made by Debian's own `dpkg-deb` from a folder: the program, a systemd unit, a configuration.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};

use super::known::{EPOCH, Machine, PROGRAM, packaging};
use crate::{
    progress::Step,
    run::{program, quietly},
};

/// What goes where: a file of `server/packaging`, its place, its rights.
const FILES: [(&str, &str, u32); 6] = [
    ("vaulty", "usr/sbin/vaulty", 0o755),
    ("vaulty-server.service", "usr/lib/systemd/system/vaulty-server.service", 0o644),
    ("vaulty.toml", "etc/vaulty/vaulty.toml", 0o640),
    ("postinst", "DEBIAN/postinst", 0o755),
    ("prerm", "DEBIAN/prerm", 0o755),
    ("postrm", "DEBIAN/postrm", 0o755),
];

/// The package's name.
pub(super) fn file_name(machine: Machine) -> String {
    format!("{PROGRAM}_{}_{}.deb", env!("CARGO_PKG_VERSION"), machine.debian)
}

/// Makes the package for a machine beside its program.
pub(super) fn package(machine: Machine, out: &Path, licences: &Path, step: &Step) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let root = folder.path().join("package");
    for (name, place, rights) in FILES {
        put(&packaging(name), &root.join(place), rights)?;
    }
    put(&out.join(machine.program_name()), &root.join("usr/bin").join(PROGRAM), 0o755)?;
    let docs = root.join("usr/share/doc").join(PROGRAM);
    let own = harness::paths::workspace();
    put(&own.join("LICENSE"), &docs.join("copyright"), 0o644)?;
    put(licences, &docs.join("THIRD-PARTY-LICENSES.txt"), 0o644)?;
    let mut size = 0;
    for file in crate::build::files_below(&root)? {
        size += root.join(&file).metadata()?.len();
    }
    write(&root.join("DEBIAN/control"), &control(machine, size / 1024))?;
    write(&root.join("DEBIAN/conffiles"), "/etc/vaulty/vaulty.toml\n")?;
    close_folders(&root)?;
    let (root, file) = (root.display().to_string(), out.join(file_name(machine)));
    let file = file.display().to_string();
    let mut build =
        program("dpkg-deb", &["--build", "--root-owner-group", "-Zgzip", "-z9", &root, &file]);
    build.env("SOURCE_DATE_EPOCH", EPOCH);
    quietly(build, step).context("dpkg-deb makes the package; it is part of every Debian")
}

fn control(machine: Machine, kilobytes: u64) -> String {
    let (version, debian) = (env!("CARGO_PKG_VERSION"), machine.debian);
    format!(
        "Package: {PROGRAM}\nVersion: {version}\nArchitecture: {debian}\nSection: web\nPriority: optional\n\
         Maintainer: Vaulty <vaulty@localhost>\nInstalled-Size: {kilobytes}\nDepends: adduser\nRecommends: ca-certificates\n\
         Description: server of Vaulty, which fills in web forms\n \
         Plans how forms are filled in without needing the values, keeps a value-free\n \
         trace, and can hold a sealed copy of a profile. The browser extension is inside.\n"
    )
}

fn put(from: &Path, to: &Path, rights: u32) -> Result<()> {
    let folder = to.parent().context("a file is in a folder")?;
    fs::create_dir_all(folder)?;
    fs::copy(from, to).with_context(|| format!("{} cannot be copied", from.display()))?;
    Ok(fs::set_permissions(to, fs::Permissions::from_mode(rights))?)
}

fn write(to: &Path, text: &str) -> Result<()> {
    fs::write(to, text)?;
    Ok(fs::set_permissions(to, fs::Permissions::from_mode(0o644))?)
}

/// Folders have the rights that a package's have, whatever the person's mask is.
fn close_folders(root: &Path) -> Result<()> {
    let mut open = vec![PathBuf::from(root)];
    while let Some(folder) = open.pop() {
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755))?;
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            }
        }
    }
    Ok(())
}
