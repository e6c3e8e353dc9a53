//! A Postgres of its own: started for the tests that want one, in a fresh folder on a free port, and
//! stopped by its own `pg_ctl` after the last of them.

use std::{
    path::{Path, PathBuf},
    process::Command,
    sync::{
        Arc, Mutex, Weak,
        atomic::{AtomicU32, Ordering},
    },
};

use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection};
use tempfile::TempDir;

use crate::support::free_port;

/// The one that runs now, if one does.
static RUNNING: Mutex<Weak<Cluster>> = Mutex::new(Weak::new());
static DATABASES: AtomicU32 = AtomicU32::new(0);

/// A database of its own for a test.
pub(crate) struct Database {
    pub(crate) url: String,
    cluster: Arc<Cluster>,
}

impl Database {
    /// Files of the cluster, its log of writes among them, in which these bytes are.
    pub(crate) fn files_with(&self, needle: &[u8]) -> Vec<PathBuf> {
        let pattern: String = needle.iter().map(|byte| format!("\\x{byte:02x}")).collect();
        let mut grep = Command::new("grep");
        grep.args(["-r", "-l", "-a", "-P", "-s", &pattern, "."]).env("LC_ALL", "C");
        let found = grep.current_dir(self.cluster.data()).output().unwrap();
        let files = String::from_utf8(found.stdout).unwrap();
        files.lines().map(|file| PathBuf::from(file.trim_start_matches("./"))).collect()
    }

    /// An empty database; none where no Postgres is installed, which is said, and is a failure under CI.
    pub(crate) async fn new() -> Option<Self> {
        Self::of(Cluster::shared).await
    }

    /// The same in a Postgres of its own, which the test may stop.
    pub(crate) async fn alone() -> Option<Self> {
        Self::of(|bin| Arc::new(Cluster::start(bin))).await
    }

    async fn of(cluster: fn(PathBuf) -> Arc<Cluster>) -> Option<Self> {
        let Some(bin) = binaries() else {
            assert!(std::env::var_os("CI").is_none(), "no Postgres is installed: CI skips nothing");
            println!("skipped: no Postgres is installed");
            return None;
        };
        let cluster = tokio::task::spawn_blocking(move || cluster(bin)).await.unwrap();
        let name = format!("vaulty{}", DATABASES.fetch_add(1, Ordering::Relaxed));
        let mut admin = PgConnection::connect(&cluster.url("postgres")).await.unwrap();
        admin.execute(AssertSqlSafe(format!("CREATE DATABASE {name}"))).await.unwrap();
        admin.close().await.unwrap();
        Some(Self { url: cluster.url(&name), cluster })
    }

    /// Stops the Postgres: whoever is connected is cut off.
    pub(crate) fn stop(&self) {
        self.cluster.run("pg_ctl", &format!("-D {} -w -m fast stop", self.cluster.data()));
    }

    /// Starts it again.
    pub(crate) fn start(&self) {
        self.cluster.serve();
    }
}

/// A running Postgres.
struct Cluster {
    bin: PathBuf,
    folder: TempDir,
    port: u16,
}

impl Cluster {
    fn shared(bin: PathBuf) -> Arc<Self> {
        let mut running = RUNNING.lock().unwrap();
        if let Some(cluster) = running.upgrade() {
            return cluster;
        }
        let cluster = Arc::new(Self::start(bin));
        *running = Arc::downgrade(&cluster);
        cluster
    }

    fn start(bin: PathBuf) -> Self {
        let folder = tempfile::tempdir().unwrap();
        if is_root() {
            let given = Command::new("chown").arg("postgres").arg(folder.path()).status().unwrap();
            assert!(given.success());
        }
        let mut cluster = Self { bin, folder, port: 0 };
        let data = cluster.data();
        cluster
            .run("initdb", &format!("-D {data} -U vaulty -A trust -E UTF8 --locale=C --no-sync"));
        cluster.port = free_port();
        cluster.serve();
        cluster
    }

    fn serve(&self) {
        // What these tests end is the program, not the machine.
        let options = format!(
            "-p {} -k {} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200",
            self.port,
            self.folder.path().display()
        );
        let data = self.data();
        self.run("pg_ctl", &format!("-D {data} -w -l {data}/log -o '{options}' start"));
    }

    fn data(&self) -> String {
        self.folder.path().join("data").display().to_string()
    }

    fn url(&self, database: &str) -> String {
        format!("postgres://vaulty@127.0.0.1:{}/{database}", self.port)
    }

    /// Runs one of its programs, as somebody who is not root: it refuses root.
    fn run(&self, program: &str, arguments: &str) {
        let line = format!("{} {arguments}", self.bin.join(program).display());
        let mut command = if is_root() {
            let mut su = Command::new("su");
            su.args(["postgres", "-s", "/bin/sh", "-c", &line]);
            su
        } else {
            let mut shell = Command::new("sh");
            shell.args(["-c", &line]);
            shell
        };
        // Its server would keep a pipe open for as long as it runs.
        let output = self.folder.path().join(format!("{program}.out"));
        let output = std::fs::File::create(output).unwrap();
        command.stdout(output.try_clone().unwrap()).stderr(output);
        let status = command.current_dir("/").status().unwrap();
        let said = std::fs::read_to_string(self.folder.path().join(format!("{program}.out")));
        assert!(status.success(), "{line}: {}", said.unwrap());
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // One that never ran has nothing to stop.
        if !Path::new(&self.data()).join("postmaster.pid").exists() {
            return;
        }
        self.run("pg_ctl", &format!("-D {} -w -m immediate stop", self.data()));
    }
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().unwrap();
    id.stdout == b"0\n"
}

/// The folder of the newest Postgres's programs.
pub(crate) fn binaries() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let number = |path: &Path| path.file_name()?.to_str()?.parse::<u32>().ok();
    let newest = versions.map(|entry| entry.path()).max_by_key(|path| number(path));
    let on_path = std::env::var_os("PATH")?;
    newest
        .map(|path| path.join("bin"))
        .into_iter()
        .chain(std::env::split_paths(&on_path))
        .find(|folder| folder.join("initdb").exists() && folder.join("pg_ctl").exists())
}
