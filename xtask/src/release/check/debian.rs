//! The Debian package, installed as an administrator installs it: by `dpkg`, with its scripts, on a copy of this system that
//! is forgotten afterwards.

use std::{fs, path::Path};

use anyhow::{Context as _, Result, ensure};

use super::tools::bare;
use crate::{
    release::{debian, known::X86_64},
    run::output,
};

/// What docs/HOSTING.md says about installing; `sudo` is for who is not root already.
const DOCUMENT: &str = include_str!("../../../../docs/HOSTING.md");
/// Installs, uses, removes and purges. `$1` is the package, `$2` an empty folder, `$3` what the document says to do.
const STEPS: &str = r#"set -eu
# Everything that is changed lies in memory, above the system's own files.
mount -t tmpfs tmpfs "$2"
mkdir "$2/changed" "$2/work" "$2/system"
mount -t overlay overlay -o "lowerdir=/,upperdir=$2/changed,workdir=$2/work" "$2/system"
mount -t proc proc "$2/system/proc"
mkdir "$2/system/srv/download"
cp "$1" "$2/system/srv/download"
ip link set lo up
system=$2/system
inside() { chroot "$system" sh -euc "cd /srv/download; $1"; }
inside "sudo() { \"\$@\"; }; $3"
inside 'stat -c "%U:%G %a" /etc/vaulty/vaulty.toml'
inside 'vaulty config set trace_days 30'
inside 'stat -c "%U:%G %a" /etc/vaulty/vaulty.toml'
# A key as it stands there where one is being rotated: two, and a space between them.
key=$(printf '%064d' 1)
printf '# Keys.\nVAULTY_MASTER_KEY="%s %s"\n' "$key" "$key" >"$system/etc/vaulty/environment"
inside 'chmod 600 /etc/vaulty/environment; vaulty check-config'
inside 'vaulty serve >/srv/said 2>&1 & pid=$!
  until grep -q "^listening on http://127.0.0.1:3000" /srv/said; do kill -0 $pid; done
  stat -c "%U %n" /proc/$pid/exe
  vaulty health; vaulty pair --user ada; vaulty doctor --offline
  vaulty backup /var/backups/vaulty/copy.sqlite3
  kill $pid'
inside 'systemd-analyze verify /usr/lib/systemd/system/vaulty-server.service'
inside 'dpkg --remove vaulty-server; test ! -e /usr/bin/vaulty-server; test -e /etc/vaulty/vaulty.toml'
inside 'dpkg --purge vaulty-server; test ! -e /etc/vaulty; test -e /var/lib/vaulty/token'
"#;

/// Fails where the package does not install, its program does not run as its user, or something stays that should go.
pub(super) fn check(out: &Path) -> Result<()> {
    let package = out.join(debian::file_name(X86_64));
    let folder = tempfile::tempdir()?;
    let copy = folder.path().join("copy");
    fs::create_dir(&copy)?;
    let install =
        DOCUMENT.split_once("```sh install\n").and_then(|(_, rest)| rest.split_once("```"));
    let (install, _) = install.context("docs/HOSTING.md says how to install")?;
    let mut shell = bare("unshare");
    shell.args(["--mount", "--net", "--pid", "--fork", "--kill-child", "sh", "-c", STEPS, "sh"]);
    let said = output(shell.arg(&package).arg(&copy).arg(install))?;
    // Whoever administers reads and writes the configuration, the server reads it, nobody else does; also once a key was set.
    let rights: Vec<&str> = said.lines().filter(|line| line.starts_with("root:vaulty")).collect();
    ensure!(rights == ["root:vaulty 640"; 2], "rights of the configuration: {said}");
    for part in [
        "trace_days = 30",
        "the configuration is valid",
        "contract ",
        "\nvaulty /proc/",
        "was left in",
    ] {
        ensure!(said.contains(part), "{part} is not in: {said}");
    }
    Ok(())
}
