//! The image's root as a chroot: the same files, the same user and the same program as in a container.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    os::unix::fs::{PermissionsExt as _, chown},
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, ensure};
use harness::Process;
use tempfile::TempDir;

use super::tools::{Ended, ask, bare};
use crate::{
    build::files_below,
    release::{
        image::{DATA, FOLDER, USER, file_name},
        known::{PROGRAM, X86_64},
    },
    run::output,
    table::Table,
};

/// Limits: bytes of the image, start to answering, idle memory.
const MOST_BYTES: u64 = 40_000_000;
const MOST_TIME: Duration = Duration::from_millis(150);
const MOST_MEMORY_KIB: u64 = 25_000;
/// Starts whose median counts.
const STARTS: usize = 5;
/// The host that browsers call, in the container that is played here.
const HOST: &str = "vaulty.example.org";

/// The unpacked archive, with the data's volume where the Dockerfile says.
pub(super) struct Root {
    folder: TempDir,
    image: PathBuf,
}

impl Root {
    pub(super) fn unpack(out: &Path) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        // The program in it is nobody's in particular, and has to get there.
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755))?;
        let mut tar = bare("tar");
        tar.arg("--extract").arg("--file").arg(out.join(file_name(X86_64)));
        output(tar.arg("--directory").arg(folder.path()))?;
        let image = folder.path().join(FOLDER);
        let data = image.join("root").join(DATA.trim_start_matches('/'));
        fs::create_dir_all(&data)?;
        fs::set_permissions(&data, fs::Permissions::from_mode(0o700))?;
        chown(&data, Some(USER), Some(USER))?;
        Ok(Self { folder, image })
    }

    fn root(&self) -> PathBuf {
        self.image.join("root")
    }

    /// The program in there, as its user.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut chroot = bare("chroot");
        chroot.args(self.chroot()).args(arguments);
        chroot
    }

    fn chroot(&self) -> [String; 3] {
        let root = self.root().display().to_string();
        [format!("--userspec={USER}:{USER}"), root, format!("/{PROGRAM}")]
    }

    /// Serves on a free port, by the rules alone.
    pub(super) fn serve(&self) -> Result<Process> {
        let mut program = self.command(&[]);
        program.env("VAULTY_LLM_MODE", "rules-only");
        Process::serve(program, &[], Path::new(DATA))
    }

    /// A further code, as the program prints it for whoever hosts it.
    pub(super) fn pairing_code(&self) -> Result<String> {
        Ok(output(&mut self.command(&["pair", "--data-dir", DATA]))?.trim().to_owned())
    }

    /// How many jobs the server knows, asked with the host's own token.
    pub(super) fn jobs(&self, server: &Process) -> Result<usize> {
        let token =
            fs::read_to_string(self.root().join(DATA.trim_start_matches('/')).join("token"))?;
        let jobs = ask(server.url(), "/api/jobs", Some(token.trim()))?;
        Ok(serde_json::from_slice::<Vec<serde_json::Value>>(&jobs)?.len())
    }

    /// What is within the root, in bytes.
    fn bytes(&self) -> Result<u64> {
        let root = self.root();
        files_below(&root)?
            .iter()
            .try_fold(0, |sum, file| Ok(sum + root.join(file).metadata()?.len()))
    }

    /// A folder for what is unpacked besides.
    pub(super) fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

/// What the Dockerfile says about how the program is run.
struct Described {
    environment: Vec<(String, String)>,
    user: String,
    entry: Vec<String>,
    health: Vec<String>,
}

impl Described {
    fn read(image: &Path) -> Result<Self> {
        let text = fs::read_to_string(image.join("Dockerfile"))?.replace("\\\n", " ");
        let line = |word: &str| {
            let found = text.lines().find_map(|line| line.strip_prefix(word));
            found.map(str::trim).with_context(|| format!("the Dockerfile says no {word}"))
        };
        let list = |text: &str| -> Result<Vec<String>> {
            let start = text.find('[').with_context(|| format!("no list: {text}"))?;
            Ok(serde_json::from_str(text.get(start..).unwrap_or_default())?)
        };
        let variables = line("ENV ")?.split_whitespace().filter_map(|pair| pair.split_once('='));
        let environment = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Ok(Self {
            environment: environment.collect(),
            user: line("USER ")?.to_owned(),
            entry: [list(line("ENTRYPOINT ")?)?, list(line("CMD ")?)?].concat(),
            health: list(line("HEALTHCHECK ")?)?,
        })
    }
}

/// Starts what the Dockerfile says, with what it sets, in a network of its own: there it listens on every address, as in a
/// container, and nobody else can reach it. The health check that the Dockerfile names must fail before and succeed then.
pub(super) fn starts_as_described(root: &Root) -> Result<()> {
    let described = Described::read(&root.image)?;
    ensure!(described.user == format!("{USER}:{USER}"), "it runs as {}", described.user);
    let path = root.root().display().to_string();
    let inside = |enter: &[&str], program: &[String]| {
        let mut command = bare(enter.first().copied().unwrap_or_default());
        command
            .args(enter.iter().skip(1))
            .arg("chroot")
            .arg(format!("--userspec={}", described.user));
        command.arg(&path).args(program);
        command.envs(described.environment.iter().cloned()).env("VAULTY_ALLOWED_HOSTS", HOST);
        command
    };
    let script = "ip link set lo up && exec \"$@\"";
    let unshare = ["unshare", "--net", "sh", "-c", script, "sh"];
    let mut server = Ended::start(inside(&unshare, &described.entry))?;
    let said = server.0.stdout.take().context("its output")?;
    let first = BufReader::new(said).lines().next().transpose()?.unwrap_or_default();
    ensure!(first == "listening on http://0.0.0.0:3000", "it said: {first}");
    let namespace = format!("--net=/proc/{}/ns/net", server.0.id());
    output(&mut inside(&["nsenter", &namespace], &described.health))?;
    let ended =
        inside(&["unshare", "--net", "sh", "-c", script, "sh"], &described.health).output()?;
    ensure!(!ended.status.success(), "the health check succeeds where no server is");
    // As an image's host ends it.
    let pid = server.0.id().to_string();
    output(bare("kill").args(["-TERM", &pid]))?;
    let status = server.0.wait()?;
    ensure!(status.success(), "told to stop, it ended with {status}");
    Ok(())
}

/// What was measured.
pub(super) struct Measured {
    bytes: u64,
    times: Vec<Duration>,
    memory_kib: u64,
}

/// Starts the program several times, asks what a person asks first, and measures.
pub(super) fn measure(root: &Root, out: &Path) -> Result<Measured> {
    let mut measured = Measured { bytes: root.bytes()?, times: Vec::new(), memory_kib: 0 };
    for _ in 0..STARTS {
        let (time, memory) = once(root, out)?;
        measured.times.push(time);
        measured.memory_kib = measured.memory_kib.max(memory);
    }
    measured.times.sort();
    Ok(measured)
}

fn once(root: &Root, out: &Path) -> Result<(Duration, u64)> {
    let began = Instant::now();
    let server = root.serve()?;
    let address = server.url().trim_start_matches("http://").to_owned();
    ask(server.url(), "/api/health", None)?;
    let time = began.elapsed();
    let status = fs::read_to_string(format!("/proc/{}/status", server.id()))?;
    let of = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        line.map(str::trim).with_context(|| format!("/proc says no {name}"))
    };
    let memory = of("VmRSS:")?.trim_end_matches(" kB").parse()?;
    let user = of("Uid:")?;
    ensure!(user.split_whitespace().all(|id| id == USER.to_string()), "it runs as {user}");
    output(&mut root.command(&["health", "--listen", &address]))?;
    output(&mut root.command(&["doctor", "--offline", "--listen", &address, "--data-dir", DATA]))?;
    for page in ["/", "/docs/", "/api/openapi.json", "/demo/application.html"] {
        ensure!(!ask(server.url(), page, None)?.is_empty(), "{page} is empty");
    }
    for package in ["vaulty-extension.zip", "vaulty-extension-firefox.zip"] {
        let given = ask(server.url(), &format!("/packages/{package}"), None)?;
        let is_it = given == fs::read(out.join(package))?;
        ensure!(is_it, "{package} is another one");
    }
    Ok((time, memory))
}

impl Measured {
    fn median(&self) -> Duration {
        self.times.get(self.times.len() / 2).copied().unwrap_or_default()
    }

    fn rows(&self) -> [(&'static str, String, String, bool); 3] {
        let mb = |bytes: u64| format!("{:.1} MB", bytes as f64 / 1e6);
        let (first, last) = (self.times.first(), self.times.last());
        let (first, last) = (first.copied().unwrap_or_default(), last.copied().unwrap_or_default());
        let median = self.median();
        [
            ("the image's files", mb(MOST_BYTES), mb(self.bytes), self.bytes <= MOST_BYTES),
            (
                "start to answering, median of five",
                format!("{MOST_TIME:.0?}"),
                format!("{median:.0?} ({first:.0?} to {last:.0?})"),
                median <= MOST_TIME,
            ),
            (
                "memory when it has answered",
                mb(MOST_MEMORY_KIB * 1000),
                mb(self.memory_kib * 1024),
                self.memory_kib * 1024 <= MOST_MEMORY_KIB * 1000,
            ),
        ]
    }

    pub(super) fn print(&self) {
        let mut table = Table::new(&["the image's root as a chroot", "limit", "measured"]);
        for (what, limit, measured, _) in self.rows() {
            table.row(vec![what.to_owned(), format!("≤ {limit}"), measured]);
        }
        table.print();
    }

    /// Fails where a limit is passed.
    pub(super) fn judge(&self) -> Result<()> {
        let rows = self.rows();
        let over: Vec<&str> = rows.iter().filter(|row| !row.3).map(|row| row.0).collect();
        ensure!(over.is_empty(), "over the limit: {}", over.join(", "));
        Ok(())
    }
}
