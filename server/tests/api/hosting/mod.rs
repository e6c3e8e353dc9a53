//! What a host must do, as docs/SCALE.md says it: the commands are read from there and run, with folders and
//! addresses of a test's own.

mod proxied;
mod scale;

use std::{
    collections::BTreeMap,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use proxied::{NAME, Proxied};
use reqwest::Method;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{
    cli::Process,
    postgres::{Database, binaries},
    support::{Answer, client, next_body, page, send},
};

const NEXT: &str = "/api/agent/next";

/// The block of the document that begins with this line, without its fences.
fn block(kind: &str) -> String {
    let text = include_str!("../../../../docs/SCALE.md");
    let (_, section) = text.split_once("\n## What a host does\n").unwrap();
    let (_, block) = section.split_once(&format!("```{kind}\n")).unwrap();
    block.split_once("```").unwrap().0.to_owned()
}

/// A host's machine, as far as the document speaks of it: its folders are in this one.
struct Machine(TempDir);

impl Machine {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn at(&self, path: &str) -> PathBuf {
        self.0.path().join(path.trim_start_matches('/'))
    }

    /// A block as it is run here.
    fn here(&self, kind: &str) -> String {
        let text = block(kind);
        ["/etc/vaulty", "/var/lib/vaulty", "/var/backups/vaulty"]
            .iter()
            .fold(text, |text, path| text.replace(path, &self.at(path).display().to_string()))
    }

    /// Runs the block about keys, and another one after it, as a host does who has just logged in.
    fn run(&self, kind: &str, database: Option<&Database>) -> String {
        let program = Path::new(env!("CARGO_BIN_EXE_vaulty-server")).parent().unwrap().to_owned();
        let path = std::env::split_paths(&std::env::var_os("PATH").unwrap()).collect::<Vec<_>>();
        let path = std::env::join_paths([program].into_iter().chain(binaries()).chain(path));
        let script = [self.here("sh keys"), self.here(kind)].concat();
        let mut shell = Command::new("sh");
        shell.args(["-eu", "-c", &script]).current_dir("/").env_clear().env("PATH", path.unwrap());
        shell.envs(database.map(|database| ("DATABASE_URL", &database.url)));
        let output = shell.stdin(Stdio::null()).output().unwrap();
        let said = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        assert!(output.status.success(), "{script}\n{said:?}");
        said.concat()
    }

    fn key(&self) -> String {
        std::fs::read_to_string(self.at("/etc/vaulty/master.key")).unwrap().trim().to_owned()
    }

    fn start(&self, database: Option<&Database>) -> Process {
        let key = self.key();
        let mut settings = vec![("VAULTY_MASTER_KEY", key.as_str())];
        settings.extend(database.map(|database| ("DATABASE_URL", database.url.as_str())));
        Process::start(&self.at("/var/lib/vaulty"), &settings)
    }

    /// Whether some text is in a file of the data folder or of a copy.
    fn is_stored(&self, text: &str) -> bool {
        let mut grep = Command::new("grep");
        grep.args(["-r", "-q", "-a", "-F", "-i", text]);
        grep.args([self.at("/var/lib/vaulty"), self.at("/var/backups/vaulty")]);
        grep.status().unwrap().success()
    }

    fn copies(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.at("/var/backups/vaulty")).unwrap();
        entries.map(|entry| entry.unwrap().path()).collect()
    }
}

async fn ask(
    server: &Process,
    token: &str,
    method: Method,
    path: &str,
    body: Option<Value>,
) -> Answer {
    let request = client().request(method, format!("{}{path}", server.base)).bearer_auth(token);
    send(match body {
        Some(body) => request.json(&body),
        None => request,
    })
    .await
}

async fn save(server: &Process, token: &str, name: &str) {
    let body = json!({"userId": "me", "profile": {"firstName": name}});
    let saved = ask(server, token, Method::POST, "/api/profile", Some(body)).await;
    assert_eq!(saved.status, 200);
}

/// Copies under writes, puts back, and looks whether key and values are apart.
async fn copied_and_put_back(
    machine: &Machine,
    kind: &str,
    database: Option<&Database>,
) -> Process {
    let said = machine.run("sh keys", database);
    assert!(said.contains("the configuration is valid"), "{said}");
    let (key, file) = (machine.key(), machine.at("/etc/vaulty/master.key"));
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&file), key.len()), (0o600, 64));

    let server = machine.start(database);
    let token = Process::token(&machine.at("/var/lib/vaulty"));
    save(&server, &token, "canary-of-before").await;
    let body = next_body("canary-of-a-job", 1, page(), json!({"profileKeys": ["email"]}));
    assert_eq!(ask(&server, &token, Method::POST, NEXT, Some(body)).await.status, 200);
    machine.run(&format!("sh {kind}-copy"), database);
    let copies = machine.copies();
    assert_eq!((copies.len(), mode(&copies[0])), (1, 0o600), "{copies:?}");
    save(&server, &token, "canary-of-after").await;
    server.stop();
    assert!(!machine.at("/var/lib/vaulty/master.key").exists(), "the key is apart");
    assert!(machine.is_stored(&token), "what is there is found");
    for apart in [key.as_str(), "canary-of-before", "canary-of-after"] {
        assert!(!machine.is_stored(apart), "{apart}");
    }

    machine.run(&format!("sh {kind}-back"), database);
    assert_eq!(machine.key(), key, "a key that is there stays");
    let server = machine.start(database);
    let read = ask(&server, &token, Method::GET, "/api/profile?userId=me", None).await;
    assert_eq!(read.json()["profile"]["firstName"], "canary-of-before");
    server
}

#[tokio::test]
async fn keys_apart_and_copies_of_sqlite_are_made_as_the_document_says() {
    copied_and_put_back(&Machine::new(), "sqlite", None).await.stop();
}

#[tokio::test]
async fn keys_apart_and_copies_of_postgres_are_made_as_the_document_says() {
    let Some(database) = Database::new().await else { return };
    let machine = Machine::new();
    let server = copied_and_put_back(&machine, "postgres", Some(&database)).await;
    let token = Process::token(&machine.at("/var/lib/vaulty"));
    let job = b"canary-of-a-job";
    assert!(!database.files_with(job).is_empty());
    let erased = ask(&server, &token, Method::DELETE, "/api/user", None).await;
    assert_eq!(erased.status, 200);
    machine.run("sh postgres-erased", Some(&database));
    let files = database.files_with(job);
    assert!(files.iter().all(|file| file.starts_with("pg_wal")), "{files:?}");
    server.stop();
}

/// Which run of which server answered, by the request's id.
fn run_of(answer: &Answer) -> String {
    assert_eq!(answer.status, 200);
    answer.header("x-request-id").split_once('-').unwrap().0.to_owned()
}

#[tokio::test]
#[ignore = "part of the slow set"]
async fn behind_a_proxy_on_postgres_a_user_goes_on_while_a_server_stands_still() {
    let Some(database) = Database::new().await else { return };
    let proxied = Proxied::start(&database, 2).await;
    let ada = proxied.pair(&database, "ada").await;
    for step in 1..=10 {
        proxied.plan(&ada, step).await;
    }
    let mut longest = Duration::ZERO;
    for (at, steps) in [(0, 11..=30), (1, 31..=50)] {
        proxied.servers[at].freeze();
        for step in steps {
            longest = longest.max(proxied.plan(&ada, step).await);
        }
        proxied.servers[at].signal("-CONT");
        // The proxy notices by itself that it is back: then this one answers again, too.
        let started = Instant::now();
        let run = proxied.run_of(at).await;
        loop {
            let answer = send(proxied.request(Method::GET, "/api/health")).await;
            if run_of(&answer) == run {
                break;
            }
            assert!(started.elapsed() < Duration::from_secs(20), "{run}");
        }
    }
    println!(
        "measured: behind a proxy, the longest step while a server stands still | ≤ 10 s | {longest:.1?}"
    );
    assert!(longest < Duration::from_secs(10), "{longest:?}");
    let job = send(proxied.request(Method::GET, "/api/jobs/j").bearer_auth(&ada)).await.json();
    assert_eq!(job["entries"], 50, "each step once");
}

#[tokio::test]
#[ignore = "part of the slow set"]
async fn behind_a_proxy_on_postgres_its_word_counts_and_nobody_elses() {
    let Some(database) = Database::new().await else { return };
    let proxied = Proxied::start(&database, 2).await;
    let ada = proxied.pair(&database, "ada").await;
    let jobs = || proxied.request(Method::GET, "/api/jobs").bearer_auth(&ada);
    let answer = send(jobs()).await;
    assert_eq!(
        (answer.status, answer.header("strict-transport-security")),
        (200, "max-age=31536000")
    );
    // What a client claims is not what counts.
    let claims = jobs().header("x-forwarded-proto", "http").header("x-forwarded-proto", "gopher");
    assert_eq!(send(claims).await.status, 200);
    let other = send(jobs().header("host", "evil.example")).await;
    assert_eq!(other.error().1, "host-not-allowed");
    // Beside the proxy nothing is answered that does not say so.
    let past = client().get(format!("{}/api/jobs", proxied.servers[0].base)).bearer_auth(&ada);
    assert_eq!(send(past.header("host", NAME)).await.error().1, "tls-required");
    // Wrong codes are counted by where they come from: five at each of the two servers.
    let mut told: BTreeMap<u16, usize> = BTreeMap::new();
    for number in 0..40 {
        let wrong =
            proxied.request(Method::POST, "/api/pair").json(&json!({"code": "K7QM-3XPD-9TB2"}));
        let answer = send(wrong.header("x-forwarded-for", format!("9.9.9.{number}"))).await;
        *told.entry(answer.status).or_default() += 1;
    }
    assert!(told[&401] <= 12 && told[&401] + told[&429] == 40, "{told:?}");
}

#[tokio::test]
#[ignore = "part of the slow set"]
async fn behind_a_proxy_on_postgres_long_polls_end_as_they_should() {
    let Some(database) = Database::new().await else { return };
    let proxied = Proxied::start(&database, 2).await;
    let ada = proxied.pair(&database, "ada").await;
    let take = |job: &str, wait: u32| {
        let path = format!("/api/agent/verify?jobId={job}&wait={wait}");
        send(proxied.request(Method::GET, &path).bearer_auth(&ada))
    };
    // Whichever server a job falls to, its code is where it is asked for.
    for number in 0..8 {
        let job = format!("j{number}");
        let body = json!({"jobId": job, "code": "123456"});
        assert_eq!(take(&job, 0).await.status, 204, "nothing is there yet");
        let given = proxied.request(Method::POST, "/api/agent/verify").bearer_auth(&ada);
        assert_eq!(send(given.json(&body)).await.status, 200, "{job} is known to wait");
        let taken = take(&job, 20).await;
        assert_eq!((taken.status, taken.json()["code"].clone()), (200, json!("123456")), "{job}");
    }
    let started = Instant::now();
    assert_eq!(take("none", 25).await.status, 204, "waited for to its end");
    assert!(started.elapsed() > Duration::from_secs(24), "{:?}", started.elapsed());
}
