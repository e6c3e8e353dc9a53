//! The Debian package, installed as an administrator installs it: by `dpkg`, with its scripts, on a copy of this system that
//! is forgotten afterwards.

use std::{fs, path::Path};

use anyhow::{Result, ensure};

use super::bare;
use crate::{
    release::{X86_64, debian},
    run::output,
};

/// Installs, uses, removes and purges. `$1` is the package, `$2` an empty folder.
const STEPS: &str = r#"set -eu
# Everything that is changed lies in memory, above the system's own files.
mount -t tmpfs tmpfs "$2"
mkdir "$2/changed" "$2/work" "$2/system"
mount -t overlay overlay -o "lowerdir=/,upperdir=$2/changed,workdir=$2/work" "$2/system"
mount -t proc proc "$2/system/proc"
cp "$1" "$2/system/root/package.deb"
ip link set lo up
inside() { chroot "$2/system" sh -euc "$1"; }
inside 'dpkg --install /root/package.deb >/dev/null' "$2"
as_user='setpriv --reuid=vaulty --regid=vaulty --clear-groups env VAULTY_CONFIG=/etc/vaulty/vaulty.toml VAULTY_DATA_DIR=/var/lib/vaulty'
# What systemd does for StateDirectory=.
inside 'install -d -m 700 -o vaulty -g vaulty /var/lib/vaulty' "$2"
inside 'stat -c "%U:%G %a" /etc/vaulty/vaulty.toml' "$2"
inside 'vaulty-server config --config /etc/vaulty/vaulty.toml set trace_days 30 >/dev/null' "$2"
inside 'stat -c "%U:%G %a" /etc/vaulty/vaulty.toml' "$2"
inside "$as_user vaulty-server check-config" "$2"
inside "$as_user vaulty-server serve >/root/said 2>&1 & echo \$! >/root/pid
  until grep -q '^listening on http://127.0.0.1:3000' /root/said; do kill -0 \$(cat /root/pid); done
  $as_user vaulty-server health && $as_user vaulty-server pair >/dev/null 2>&1 && $as_user vaulty-server doctor --offline
  kill \$(cat /root/pid)" "$2"
inside 'systemd-analyze verify /usr/lib/systemd/system/vaulty-server.service' "$2"
inside 'dpkg --remove vaulty-server >/dev/null; test ! -e /usr/bin/vaulty-server; test -e /etc/vaulty/vaulty.toml' "$2"
inside 'dpkg --purge vaulty-server; test ! -e /etc/vaulty/vaulty.toml; test -e /var/lib/vaulty/token' "$2"
"#;

/// Fails where the package does not install, its program does not run as its user, or something stays that should go.
pub(super) fn check(out: &Path) -> Result<()> {
    let package = out.join(debian::file_name(X86_64));
    let folder = tempfile::tempdir()?;
    let copy = folder.path().join("copy");
    fs::create_dir(&copy)?;
    let mut shell = bare("unshare");
    shell.args(["--mount", "--net", "--pid", "--fork", "--kill-child", "sh", "-c", STEPS, "sh"]);
    let said = output(shell.arg(&package).arg(&copy))?;
    // Whoever administers reads and writes the configuration, the server reads it, nobody else does; also once a key was set.
    let rights: Vec<&str> = said.lines().filter(|line| line.starts_with("root:vaulty")).collect();
    ensure!(rights == ["root:vaulty 640"; 2], "rights of the configuration: {said}");
    for part in ["trace_days = 30", "the configuration is valid", "vaulty-server ", "was left as it is"] {
        ensure!(said.contains(part), "{part} is not in: {said}");
    }
    Ok(())
}
