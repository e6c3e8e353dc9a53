//! An image's root, and what of it can be tried without a daemon: as a chroot it is the same files, the same user and the
//! same program.

use std::{
    fs,
    os::unix::fs::{PermissionsExt as _, chown},
    path::Path,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail, ensure};
use harness::{
    Process,
    http::{Request, send_within},
};

use super::{PROGRAM, SUMS, X86_64, bare, debian, packaging, sums};
use crate::{build::files_below, run::output, table::Table};

/// What lies beside the image's root.
const BESIDE: [&str; 4] = ["Dockerfile", "compose.yaml", "haproxy.cfg", "environment.example"];
/// Whom the program runs as in an image.
const USER: u32 = 65_532;
/// Where its data is.
const DATA: &str = "/var/lib/vaulty";
/// Where the certificates of authorities are, on Debian and in the image.
const AUTHORITIES: &str = "etc/ssl/certs/ca-certificates.crt";
/// Limits: bytes of the image, start to answering, idle memory.
const MOST_BYTES: u64 = 40_000_000;
const MOST_TIME: Duration = Duration::from_millis(150);
const MOST_MEMORY_KIB: u64 = 25_000;
/// Starts whose median counts.
const STARTS: usize = 5;

/// Makes the root of an image, with what makes an image of it.
pub(super) fn root(program: &Path, licences: &Path, image: &Path) -> Result<()> {
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

/// Tries what was made, prints what it measures beside the limits, and fails when one is passed.
pub(super) fn check(out: &Path) -> Result<()> {
    checksums(out)?;
    of_debian(out)?;
    if output(bare("id").arg("-u"))?.trim() != "0" {
        bail!("the image's root is tried as a chroot, which needs root");
    }
    let folder = tempfile::tempdir()?;
    // What others may enter: the program in it is nobody's in particular.
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755))?;
    let root = folder.path().join("root");
    copy(&out.join("image/root"), &root)?;
    let data = root.join(DATA.trim_start_matches('/'));
    fs::create_dir_all(&data)?;
    chown(&data, Some(USER), Some(USER))?;
    let mut bytes = 0;
    for file in files_below(&root)? {
        bytes += root.join(file).metadata()?.len();
    }
    let mut times = Vec::new();
    let mut memory = 0;
    for _ in 0..STARTS {
        let (time, kib) = start(&root, out)?;
        times.push(time);
        memory = memory.max(kib);
    }
    times.sort();
    let time = times.get(STARTS / 2).copied().unwrap_or_default();
    let mut table = Table::new(&["the image's root as a chroot", "limit", "measured"]);
    let mb = |bytes: u64| format!("{:.1} MB", bytes as f64 / 1e6);
    let rows = [
        ("bytes", mb(MOST_BYTES), mb(bytes), bytes <= MOST_BYTES),
        (
            "start to answering, median of five",
            format!("{MOST_TIME:.0?}"),
            format!(
                "{time:.0?} ({:.0?} to {:.0?})",
                times.first().unwrap_or(&time),
                times.last().unwrap_or(&time)
            ),
            time <= MOST_TIME,
        ),
        ("idle memory", mb(MOST_MEMORY_KIB * 1024), mb(memory * 1024), memory <= MOST_MEMORY_KIB),
    ];
    for (what, limit, measured, _) in &rows {
        table.row(vec![(*what).to_owned(), format!("≤ {limit}"), measured.clone()]);
    }
    table.print();
    let over: Vec<&str> = rows.iter().filter(|row| !row.3).map(|row| row.0).collect();
    ensure!(over.is_empty(), "over the limit: {}", over.join(", "));
    Ok(())
}

/// Starts the program in the root as its user, asks what a person asks first, and ends it. How long that took, and the
/// memory that it had then.
fn start(root: &Path, out: &Path) -> Result<(Duration, u64)> {
    let inside = |arguments: &[&str]| {
        let mut chroot = bare("chroot");
        chroot.arg(format!("--userspec={USER}:{USER}")).arg(root).arg(format!("/{PROGRAM}"));
        chroot.args(arguments).env("VAULTY_LLM_MODE", "rules-only");
        chroot
    };
    let began = Instant::now();
    let server = Process::serve(inside(&[]), &[], Path::new(DATA))?;
    let address = server.url().trim_start_matches("http://").to_owned();
    let ask = |path: &str| {
        let mut request = Request::new(String::new());
        *request.uri_mut() = path.parse()?;
        let answer = send_within(Duration::from_secs(10), address.parse()?, request)?;
        ensure!(answer.status().is_success(), "{path}: {}", answer.status());
        Ok(answer.into_body())
    };
    ask("/api/health")?;
    let time = began.elapsed();
    let status = fs::read_to_string(format!("/proc/{}/status", server.id()))?;
    let memory = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let memory = memory.context("its memory")?.trim().trim_end_matches(" kB").parse()?;
    let user = status.lines().find_map(|line| line.strip_prefix("Uid:")).unwrap_or_default();
    ensure!(user.split_whitespace().all(|id| id == USER.to_string()), "it runs as {user}");
    output(&mut inside(&["health", "--listen", &address]))?;
    output(&mut inside(&["doctor", "--listen", &address, "--data-dir", DATA]))?;
    for page in ["/", "/docs/", "/api/openapi.json", "/demo/application.html"] {
        ensure!(!ask(page)?.is_empty(), "{page} is empty");
    }
    for package in ["vaulty-extension.zip", "vaulty-extension-firefox.zip"] {
        let given = ask(&format!("/packages/{package}"))?;
        ensure!(
            given.as_ref() == fs::read(out.join(package))?.as_slice(),
            "{package} is another one"
        );
    }
    Ok((time, memory))
}

fn checksums(out: &Path) -> Result<()> {
    let mut check = bare("sha256sum");
    output(check.args(["--check", "--strict", "--quiet", SUMS]).current_dir(out))?;
    let listed = fs::read_to_string(out.join(SUMS))?.lines().count();
    ensure!(listed == sums(out)?.len(), "{SUMS} has every file");
    Ok(())
}

/// The package unpacks to a program that takes the configuration beside it.
fn of_debian(out: &Path) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let package = out.join(debian::file_name(X86_64));
    output(bare("dpkg-deb").arg("--info").arg(&package))?;
    output(bare("dpkg-deb").arg("--extract").arg(&package).arg(folder.path()))?;
    let mut program = bare(&folder.path().join("usr/bin").join(PROGRAM).display().to_string());
    program.arg("check-config").arg("--config").arg(folder.path().join("etc/vaulty/vaulty.toml"));
    let said = output(&mut program)?;
    ensure!(said.ends_with("the configuration is valid\n"), "{said}");
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    for file in files_below(from)? {
        let target = to.join(&file);
        fs::create_dir_all(target.parent().context("a file is in a folder")?)?;
        fs::copy(from.join(&file), &target)?;
    }
    Ok(())
}
