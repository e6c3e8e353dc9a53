//! An operator's day as docs/HOSTING.md tells it: the commands are read from there and run, with folders and a port of a
//! test's own. And the files of `server/packaging`: what they set is known, and valid together.

use std::{
    collections::BTreeSet,
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use reqwest::Method;
use serde_json::{Value, json};
use server::{
    config::{Config, Flags, keys},
    crypto::Vault,
    store::BEFORE_UPDATE,
};
use tempfile::TempDir;
use tokio::task::spawn_blocking;

use crate::{
    cli::Process,
    postgres::Database,
    store::migrations::{POSTGRES, WRITTEN, holds, left_by, postgres_left_by},
    support::{Answer, client, free_port, next_body, page, send},
};

const PACKAGING: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/packaging");
const DOCUMENT: &str = include_str!("../../../docs/HOSTING.md");

/// The block of the document that begins with this line.
fn block(kind: &str) -> &'static str {
    let (_, block) = DOCUMENT.split_once(&format!("```sh {kind}\n")).unwrap();
    block.split_once("```").unwrap().0
}

/// A machine with folders of its own, and a port.
struct Machine {
    folder: TempDir,
    address: String,
}

impl Machine {
    fn new() -> Self {
        let address = format!("127.0.0.1:{}", free_port());
        Self { folder: tempfile::tempdir().unwrap(), address }
    }

    fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join(path.trim_start_matches('/'))
    }

    fn data(&self) -> PathBuf {
        self.at("/var/lib/vaulty")
    }

    /// Runs a block as whoever has set the machine up; whether it succeeded, and what it said.
    async fn tries(&self, kind: &str, database: Option<&Database>) -> (bool, String) {
        let exports = block("setup").lines().find(|line| line.starts_with("export ")).unwrap();
        let mut script = format!("{exports}\n{}", block(kind));
        for path in ["/etc/vaulty", "/var/lib/vaulty", "/var/backups/vaulty"] {
            script = script.replace(path, &self.at(path).display().to_string());
        }
        let script = script.replace("127.0.0.1:3000", &self.address);
        let program = Path::new(env!("CARGO_BIN_EXE_vaulty-server")).parent().unwrap();
        let path = format!("{}:/usr/bin:/bin", program.display());
        let mut shell = Command::new("sh");
        shell.args(["-eu", "-c", &script]).current_dir("/").env_clear().env("PATH", path);
        shell.envs(database.map(|database| ("DATABASE_URL", &database.url)));
        shell.env("VAULTY_LLM_MODE", "rules-only").stdin(Stdio::null());
        let output = spawn_blocking(move || shell.output().unwrap()).await.unwrap();
        let said = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        (output.status.success(), format!("{script}\n{}", said.concat()))
    }

    async fn runs(&self, kind: &str) -> String {
        self.runs_with(kind, None).await
    }

    async fn runs_with(&self, kind: &str, database: Option<&Database>) -> String {
        let (ok, said) = self.tries(kind, database).await;
        assert!(ok, "{said}");
        said
    }

    /// The server, as its unit starts it.
    fn start(&self) -> Process {
        let (file, data) = (self.at("/etc/vaulty/vaulty.toml"), self.data());
        let settings = [("VAULTY_CONFIG", &file), ("VAULTY_DATA_DIR", &data)];
        let server = Process::start_as_configured(
            &settings.map(|(name, path)| (name, path.to_str().unwrap())),
        );
        assert_eq!(server.base, format!("http://{}", self.address));
        server
    }

    fn token(&self) -> String {
        Process::token(&self.data())
    }
}

async fn ask(server: &Process, token: &str, path: &str, body: Option<Value>) -> Answer {
    let method = if body.is_some() { Method::POST } else { Method::GET };
    let request = client().request(method, format!("{}{path}", server.base)).bearer_auth(token);
    send(match body {
        Some(body) => request.json(&body),
        None => request,
    })
    .await
}

async fn save(server: &Process, token: &str, user: &str, name: &str) {
    let body = json!({"userId": user, "profile": {"firstName": name}});
    let saved = ask(server, token, "/api/profile", Some(body)).await;
    assert_eq!(saved.status, 200);
}

async fn name(server: &Process, token: &str, user: &str) -> Value {
    let read = ask(server, token, &format!("/api/profile?userId={user}"), None).await;
    read.json()["profile"]["firstName"].clone()
}

/// Proves that the document's commands do what it says, in the order of a day: set up, watched, somebody let in, copied and
/// put back, the key changed.
#[tokio::test]
async fn an_operators_day_goes_as_the_document_says() {
    let machine = Machine::new();
    let said = machine.runs("setup").await;
    assert!(said.contains("trace_days = 30  (file)") && said.contains("no server runs"), "{said}");
    let (ok, said) = machine.tries("watch", None).await;
    assert!(!ok && said.contains("no vaulty-server answers"), "{said}");

    let server = machine.start();
    let token = machine.token();
    let said = machine.runs("watch").await;
    assert!(said.contains("contract 2") && said.contains("\"ok\": true"), "{said}");
    let ada = pair(&machine, &server).await;
    save(&server, &ada, "ada", "canary-before").await;
    let said = machine.runs("backup").await;
    assert!(said.contains("Copied"), "{said}");
    save(&server, &ada, "ada", "canary-after").await;
    let (ok, said) = machine.tries("restore", None).await;
    assert!(!ok && said.contains("another vaulty-server works on"), "not while it runs: {said}");
    server.stop();

    machine.runs("restore").await;
    let server = machine.start();
    assert_eq!(name(&server, &ada, "ada").await, "canary-before");
    machine.runs("rotate").await;
    let (_, said) = machine.tries("watch", None).await;
    assert!(said.contains("A rotation was begun"), "{said}");
    server.stop();
    let server = machine.start();
    let said = machine.runs("watch").await;
    assert!(!said.contains("A rotation was begun") && !said.contains("canary"), "{said}");
    assert_eq!(name(&server, &ada, "ada").await, "canary-before");

    read_a_report(&machine, server, &token).await;
}

/// Lets Ada in as the document says; her browser's token.
async fn pair(machine: &Machine, server: &Process) -> String {
    let said = machine.runs("pair").await;
    let code = said.lines().rev().find(|line| line.len() == 14 && line.contains('-')).unwrap();
    let body = json!({"code": code});
    let paired = send(client().post(format!("{}/api/pair", server.base)).json(&body)).await;
    assert_eq!((paired.status, &paired.json()["userId"]), (200, &json!("ada")), "{said}");
    paired.json()["token"].as_str().unwrap().to_owned()
}

/// Has a page kept and its plan made again.
async fn read_a_report(machine: &Machine, server: Process, token: &str) {
    machine.runs("trace").await;
    server.stop();
    let server = machine.start();
    for job in ["older", "newer"] {
        let body = next_body(job, 1, page(), json!({"profileKeys": ["firstName", "email"]}));
        let planned = ask(&server, token, "/api/agent/next", Some(body)).await;
        assert_eq!(planned.status, 200);
    }
    let said = machine.runs("report").await;
    assert!(said.contains("\"jobId\":\"older\"") && said.contains("step 1: the same"), "{said}");
    assert!(!said.contains(token), "the token is nobody's to see");
    // Whether or not somebody takes spans here, it is looked at.
    machine.runs("spans").await;
    let (_, said) = machine.tries("watch", None).await;
    assert!(said.contains("\"collector\""), "{said}");
    server.stop();
}

/// Proves that a start of a newer program keeps the way back, and that the way back leads there.
#[tokio::test]
async fn an_update_can_be_taken_back() {
    let machine = Machine::new();
    machine.runs("setup").await;
    let (version, written) = WRITTEN[WRITTEN.len() - 2];
    let vault = Vault::open(&machine.data(), None).unwrap();
    left_by(version, written, &machine.data(), &vault).await;
    let file = machine.data().join("vaulty.sqlite3");
    fs::set_permissions(file, fs::Permissions::from_mode(0o600)).unwrap();
    let said = machine.runs("update").await;
    assert!(said.contains(&format!("schema {version}; the next start brings it to")), "{said}");
    let server = machine.start();
    let token = machine.token();
    assert_eq!(name(&server, &token, "me").await, "Ada");
    save(&server, &token, "me", "canary-after").await;
    server.stop();
    machine.runs("back").await;
    let server = machine.start();
    assert_eq!(name(&server, &machine.token(), "me").await, "Ada");
    server.stop();
}

/// Proves that the way back from an update of a Postgres leads there, twice, and that the copies go.
#[tokio::test]
async fn an_update_of_a_postgres_can_be_taken_back() {
    let Some(database) = Database::new().await else { return };
    let before = POSTGRES.iter().nth_back(1).unwrap().version;
    let mut admin = postgres_left_by(before, &database).await;
    let machine = Machine::new();
    machine.runs("setup").await;
    Vault::open(&machine.data(), None).unwrap();
    machine.runs_with("second", Some(&database)).await;
    for copies in [1, 2] {
        let server = machine.start();
        save(&server, &machine.token(), "me", "canary-after").await;
        server.stop();
        let (ok, said) = machine.tries("postgres-back", Some(&database)).await;
        assert_eq!(ok, copies == 1, "what is there of the last time is not overwritten: {said}");
        if ok {
            let found = "SELECT max(version) FROM _sqlx_migrations";
            let found: i64 = sqlx::query_scalar(found).fetch_one(&mut admin).await.unwrap();
            assert_eq!(found, before);
        }
    }
    machine.runs_with("postgres-forget", Some(&database)).await;
    assert_eq!(holds(&mut admin, BEFORE_UPDATE).await, []);
    let server = machine.start();
    assert_eq!(name(&server, &machine.token(), "me").await, "canary-after");
    server.stop();
}

/// Proves that everything that is in SQLite is in Postgres after the move, and that a second server works with it.
#[tokio::test]
async fn what_is_in_sqlite_moves_to_postgres_and_to_a_second_server() {
    let Some(database) = Database::new().await else { return };
    let machine = Machine::new();
    machine.runs("setup").await;
    let server = machine.start();
    let (token, ada) = (machine.token(), pair(&machine, &server).await);
    save(&server, &ada, "ada", "canary-ada").await;
    let body = next_body("job", 1, page(), json!({"profileKeys": ["firstName"]}));
    assert_eq!(ask(&server, &ada, "/api/agent/next", Some(body)).await.status, 200);
    let before = ask(&server, &ada, "/api/jobs/job", None).await.json();
    let (ok, said) = machine.tries("postgres", Some(&database)).await;
    assert!(!ok && said.contains("another vaulty-server works on"), "not while it runs: {said}");
    server.stop();

    let said = machine.runs_with("postgres", Some(&database)).await;
    assert!(said.contains("1 profiles") && said.contains("Postgres, "), "{said}");
    let server = machine.start();
    assert_eq!(name(&server, &ada, "ada").await, "canary-ada");
    assert_eq!(ask(&server, &ada, "/api/jobs/job", None).await.json(), before);
    // Nobody gets a number that somebody had.
    let eve = pair(&machine, &server).await;
    assert_eq!(name(&server, &eve, "ada").await, "canary-ada");

    let second = Machine::new();
    let (ok, said) = second.tries("second", Some(&database)).await;
    assert!(!ok, "without the key: {said}");
    fs::copy(machine.data().join("master.key"), second.data().join("master.key")).unwrap();
    second.runs_with("second", Some(&database)).await;
    let other = second.start();
    assert_eq!(name(&other, &ada, "ada").await, "canary-ada");
    save(&other, &ada, "ada", "canary-second").await;
    assert_eq!(name(&server, &ada, "ada").await, "canary-second");
    other.stop();
    server.stop();

    // A database that somebody works with is left alone.
    let (ok, said) = machine.tries("postgres", Some(&database)).await;
    assert!(!ok && said.contains("has rows in"), "{said}");
    assert_ne!(token, ada);
}

/// Proves that the settings for a proxy are valid together, and not one without the other.
#[tokio::test]
async fn a_proxys_settings_are_set_at_once() {
    let machine = Machine::new();
    machine.runs("setup").await;
    machine.runs("proxy").await;
    let file = fs::read_to_string(machine.at("/etc/vaulty/vaulty.toml")).unwrap();
    assert!(file.contains("tls_proxy = true") && file.contains("vaulty.example.org"), "{file}");
}

/// Proves that no block of the document is left out of the day. What is about the Debian package is run where that is made.
#[test]
fn every_block_of_the_document_is_run() {
    let kinds: BTreeSet<&str> =
        DOCUMENT.lines().filter_map(|line| line.strip_prefix("```sh")).map(str::trim).collect();
    let here = [
        "back",
        "backup",
        "pair",
        "postgres",
        "postgres-back",
        "postgres-forget",
        "proxy",
        "report",
        "restore",
        "rotate",
        "second",
        "setup",
        "spans",
        "trace",
        "update",
        "watch",
    ];
    let elsewhere = ["install"];
    assert_eq!(kinds, here.into_iter().chain(elsewhere).collect());
}

fn packaged(name: &str) -> String {
    fs::read_to_string(Path::new(PACKAGING).join(name)).unwrap()
}

/// Proves that what the image, the compose file and the unit set is known to the server, and valid together.
#[test]
fn what_packages_set_is_known_and_valid() {
    let known: BTreeSet<&str> = keys::ALL
        .iter()
        .map(|key| key.variable)
        .chain([keys::CONFIG_VARIABLE, keys::MASTER_KEY_VARIABLE])
        .collect();
    let is_of_name = |c: char| c.is_ascii_uppercase() || c == '_';
    for name in ["Dockerfile", "compose.yaml", "environment.example", "vaulty-server.service"] {
        let text = packaged(name);
        let words = text.split(|c: char| !is_of_name(c));
        let set: Vec<&str> =
            words.filter(|word| word.starts_with("VAULTY_") || *word == "DATABASE_URL").collect();
        assert!(!set.is_empty(), "{name}");
        for variable in set {
            assert!(known.contains(variable), "{name}: {variable}");
        }
    }
    let of_image = |name: &str| match name {
        "VAULTY_DATA_DIR" => Some("/var/lib/vaulty".to_owned()),
        "VAULTY_LISTEN" => Some("0.0.0.0:3000".to_owned()),
        "VAULTY_TLS_PROXY" => Some("true".to_owned()),
        "VAULTY_ALLOWED_HOSTS" => Some("vaulty.example.org".to_owned()),
        "DATABASE_URL" => Some("postgres://vaulty:x@database/vaulty".to_owned()),
        _ => None,
    };
    let image = packaged("Dockerfile");
    for name in ["VAULTY_DATA_DIR", "VAULTY_LISTEN", "VAULTY_TLS_PROXY"] {
        assert!(image.contains(&format!("{name}={}", of_image(name).unwrap())), "{name}");
    }
    Config::load(&Flags::default(), &of_image).unwrap();
    // Without a name for it the server does not start for everybody.
    let nameless = |name: &str| of_image(name).filter(|_| name != "VAULTY_ALLOWED_HOSTS");
    assert!(Config::load(&Flags::default(), &nameless).is_err());
    let file = Path::new(PACKAGING).join("vaulty.toml");
    Config::load(&Flags { config: Some(file), ..Flags::default() }, &|_| None).unwrap();
}

/// Proves that the unit is one, and that systemd finds little that a broken server could do.
#[test]
fn the_unit_is_sound_and_can_do_little() {
    if Command::new("systemd-analyze").arg("--version").output().is_err() {
        assert!(std::env::var_os("CI").is_none(), "no systemd is installed");
        println!("skipped: no systemd is installed");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let unit = folder.path().join("vaulty-server.service");
    let own = env!("CARGO_BIN_EXE_vaulty-server");
    fs::write(&unit, packaged("vaulty-server.service").replace("/usr/bin/vaulty-server", own))
        .unwrap();
    let analyze = |arguments: &[&str]| {
        let output = Command::new("systemd-analyze").args(arguments).arg(&unit).output().unwrap();
        let said =
            [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        (output.status.success(), said.concat())
    };
    let (ok, said) = analyze(&["verify"]);
    assert!(ok && !said.contains("vaulty-server.service:"), "{said}");
    // Tenths of systemd's own measure, of which 0 is nothing and 100 everything.
    let (ok, said) = analyze(&["security", "--offline=true", "--threshold=15"]);
    assert!(ok, "{said}");
}

/// Proves that the proxy of the compose file takes its configuration.
#[test]
#[ignore = "part of the slow set"]
fn the_proxy_of_the_compose_file_takes_its_configuration() {
    let folder = tempfile::tempdir().unwrap();
    let (file, certificate) = (folder.path().join("haproxy.cfg"), folder.path().join("tls.pem"));
    let make = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=a -keyout key -out cert && cat cert key > tls.pem";
    let made = Command::new("sh").args(["-c", make]).current_dir(folder.path()).output().unwrap();
    assert!(made.status.success(), "{made:?}");
    let text = packaged("haproxy.cfg").replace("vaulty:3000", "127.0.0.1:3000");
    let place = certificate.display().to_string();
    fs::write(&file, text.replace("/usr/local/etc/haproxy/tls.pem", &place)).unwrap();
    let checked = Command::new("haproxy").args(["-c", "-f"]).arg(&file).output().unwrap();
    assert!(checked.status.success(), "{checked:?}");
}
