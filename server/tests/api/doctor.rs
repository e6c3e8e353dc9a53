//! `vaulty-server doctor` and `health`: what a host is told of an installation that is well, and of one that is not.

use std::{
    fs,
    net::TcpListener,
    os::unix::fs::PermissionsExt as _,
    path::Path,
    sync::{Arc, Mutex},
};

use harness::http::{Http, Request};
use serde_json::{Value, json};
use server::doctor::facts::{ByProxy, by_proxy};
use tokio::task::spawn_blocking;

use crate::{
    cli::{Process, program, read},
    postgres::Database,
    support::{Running, client, free_port},
};

/// What a doctor says of a folder: whether all is well, and its checks.
struct Said {
    ok: bool,
    checks: Vec<Value>,
    text: String,
}

impl Said {
    /// The worst state of a topic, and what was said in it.
    fn of(&self, name: &str) -> (String, String) {
        let of_topic = self.checks.iter().filter(|check| check["name"] == name);
        let rank = |check: &&Value| {
            ["ok", "warning", "problem"].iter().position(|state| check["state"] == *state).unwrap()
        };
        let worst = of_topic.max_by_key(rank).unwrap_or_else(|| panic!("{name}: {}", self.text));
        (worst["state"].as_str().unwrap().to_owned(), worst.to_string())
    }

    fn expect(&self, name: &str, state: &str, part: &str) {
        let (found, said) = self.of(name);
        assert!(found == state && said.contains(part), "{name} {state} {part}: {}", self.text);
    }

    fn worst_is(&self, state: &str) {
        let rest =
            self.checks.iter().filter(|check| check["state"] != "ok" && check["state"] != state);
        assert_eq!(rest.count(), 0, "{}", self.text);
        assert_eq!(self.ok, state != "problem", "{}", self.text);
    }
}

async fn doctor(folder: &Path, settings: &[(&str, &str)], more: &[&str]) -> Said {
    let mut command = program(&["doctor", "--json", "--data-dir"]);
    command
        .arg(folder)
        .args(more)
        .env("VAULTY_LLM_MODE", "rules-only")
        .envs(settings.iter().copied());
    let (ok, out, log) = read(spawn_blocking(move || command.output().unwrap()).await.unwrap());
    let said: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}\n{log}"));
    assert_eq!(said["ok"], ok, "the exit code says the same: {log}");
    let checks = said["checks"].as_array().unwrap().clone();
    for check in &checks {
        let is_well = check["state"] == "ok";
        assert_eq!(check["fix"].as_str().unwrap().is_empty(), is_well, "{check}");
    }
    Said { ok, checks, text: out + &log }
}

fn free() -> String {
    format!("127.0.0.1:{}", free_port())
}

fn entries(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

/// Proves that a machine on which nothing was started yet is well, and that looking makes nothing.
#[tokio::test]
async fn a_machine_before_the_first_start_is_well_and_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("not/yet");
    let said = doctor(&data, &[("VAULTY_LISTEN", &free())], &[]).await;
    said.worst_is("ok");
    said.expect("database", "ok", "the first start makes it");
    assert_eq!(entries(folder.path()), [""; 0]);
}

/// Proves that a server that runs is found, that one that was stopped is well, and that nothing of it changes.
#[tokio::test]
async fn a_server_that_runs_or_is_stopped_is_well() {
    let folder = tempfile::tempdir().unwrap();
    let server = Process::start(folder.path(), &[]);
    let at = server.base.trim_start_matches("http://").to_owned();
    let settings = [("VAULTY_LISTEN", at.as_str())];
    Process::pair(folder.path(), "ada").await;
    let said = doctor(folder.path(), &settings, &[]).await;
    said.worst_is("ok");
    said.expect("port", "ok", "A server answers");
    said.expect("key", "ok", "opens all 0 sealed profiles");
    let healthy = |at: &str| read(program(&["health", "--listen", at]).output().unwrap());
    let (ok, out, _) = healthy(&at);
    assert!(ok && out.contains("contract 2"), "{out}");
    server.stop();
    let (ok, _, why) = healthy(&at);
    assert!(!ok && why.contains("no vaulty-server answers"), "{why}");
    let before = (entries(folder.path()), fs::read(folder.path().join("vaulty.sqlite3")).unwrap());
    let said = doctor(folder.path(), &settings, &[]).await;
    said.worst_is("ok");
    said.expect("port", "ok", "no server runs");
    let after = (entries(folder.path()), fs::read(folder.path().join("vaulty.sqlite3")).unwrap());
    assert_eq!(before.0, after.0);
    assert!(before.1 == after.1, "the database is as it was");
}

/// Proves that each thing that can be wrong with an installation is found.
#[tokio::test]
async fn what_is_wrong_with_an_installation_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    Process::start(data, &[]).stop();
    let at = free();
    let settings = [("VAULTY_LISTEN", at.as_str())];

    let taken = TcpListener::bind(&at).unwrap();
    doctor(data, &settings, &[]).await.expect("port", "problem", "Another program");
    drop(taken);

    let open = |name: &str, mode| {
        fs::set_permissions(data.join(name), fs::Permissions::from_mode(mode)).unwrap();
    };
    for name in ["token", "master.key", "vaulty.sqlite3"] {
        open(name, 0o644);
        doctor(data, &settings, &[]).await.expect("files", "problem", name);
        open(name, 0o600);
    }

    let other = [settings[0], ("VAULTY_MASTER_KEY", &"ab".repeat(32))];
    let said = doctor(data, &other, &[]).await;
    said.expect("key", "problem", "not the key that the database is sealed with");
    assert!(!said.text.contains(&"ab".repeat(32)));
    let said = doctor(data, &[settings[0], ("VAULTY_MASTER_KEY", "my secret")], &[]).await;
    said.expect("key", "problem", "64 hexadecimal digits");
    assert!(!said.text.contains("my secret"));
    fs::rename(data.join("master.key"), data.join("kept")).unwrap();
    doctor(data, &settings, &[]).await.expect("key", "problem", "no master key");
    fs::rename(data.join("kept"), data.join("master.key")).unwrap();
    Process::rotate(data).await;
    doctor(data, &settings, &[]).await.expect("key", "warning", "rotation was begun");
    Process::start(data, &[]).stop();
    doctor(data, &settings, &[]).await.worst_is("ok");

    let late = std::time::UNIX_EPOCH + std::time::Duration::from_secs(4_000_000_000);
    let file = fs::File::options().write(true).open(data.join("token")).unwrap();
    file.set_modified(late).unwrap();
    doctor(data, &settings, &[]).await.expect("clock", "problem", "behind");
    file.set_modified(std::time::UNIX_EPOCH).unwrap();

    let database = data.join("vaulty.sqlite3");
    fs::write(&database, "this is no database, however long it is").unwrap();
    doctor(data, &settings, &[]).await.expect("database", "problem", "cannot be used");
}

/// Proves that a configuration that no server would start with is told by key, place and reason, and that the rest is
/// looked at all the same.
#[tokio::test]
async fn a_broken_configuration_is_told_and_the_rest_is_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("vaulty.toml"));
    Process::start(&data, &[]).stop();
    let path = file.to_str().unwrap();
    let text = "database_url = \"mysql://canary-of-a-password@db\"\ntrace_days = 0\ntypo = 1\n";
    fs::write(&file, text).unwrap();
    let said = doctor(&data, &[], &["--config", path, "--listen", &free()]).await;
    said.expect("config", "problem", "");
    for part in
        ["typo: there is no such key", "trace_days: `0` is not", "database_url: is no address"]
    {
        assert!(said.text.contains(part), "{part}: {}", said.text);
    }
    said.expect("port", "ok", "");
    said.expect("files", "problem", "vaulty.toml");
    assert!(!said.text.contains("canary"), "{}", said.text);

    fs::write(&file, "this is = = no TOML").unwrap();
    let said = doctor(&data, &[], &["--config", path, "--listen", &free()]).await;
    said.expect("config", "problem", "vaulty.toml");
    said.expect("files", "ok", "");
    fs::write(&file, "trace_days = 7\n").unwrap();
    let both = [("VAULTY_TRACE_DAYS", "8")];
    let said = doctor(&data, &both, &["--config", path, "--listen", &free()]).await;
    said.expect("config", "warning", "VAULTY_TRACE_DAYS sets it as well");
    said.worst_is("warning");
}

/// Proves that providers are asked for nothing that costs, and not at all where nobody outside is to be asked.
#[tokio::test]
async fn providers_are_tried_without_a_key_and_not_offline() {
    let asked = Arc::<Mutex<Vec<String>>>::default();
    let seen = asked.clone();
    let provider = Http::start(async move |request: Request| {
        seen.lock().unwrap().push(format!("{request:?}"));
        "hello"
    })
    .unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("vaulty.toml");
    let table = |name: &str, base: &str| {
        format!(
            "[llm.providers.{name}]\nkind = \"openai-compatible\"\nmodel = \"m\"\nbase_url = \"{base}\"\napi_key = \"canary-key\"\n"
        )
    };
    let dead = free();
    let tables = [table("good", &provider.url("")), table("dead", &format!("http://{dead}"))];
    fs::write(&file, format!("[llm]\norder = [\"good\", \"dead\"]\n{}", tables.concat())).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    let mode = [("VAULTY_LLM_MODE", "auto")];
    let more = ["--config", file.to_str().unwrap(), "--listen", &dead];
    let said =
        doctor(&folder.path().join("data"), &mode, &[&more[..], &["--offline"]].concat()).await;
    said.expect("providers", "ok", "--offline");
    assert_eq!(asked.lock().unwrap().len(), 0);
    let said = doctor(&folder.path().join("data"), &mode, &more).await;
    said.expect("providers", "warning", "dead");
    said.worst_is("warning");
    let asked = asked.lock().unwrap().join("\n");
    assert!(!asked.is_empty() && !asked.contains("canary") && !asked.contains("POST"), "{asked}");
    assert!(!said.text.contains("canary"), "{}", said.text);
}

/// Proves that a Postgres is looked at in the same way: reachable, of this version, writable, with the right key.
#[tokio::test]
async fn a_postgres_is_looked_at_as_well() {
    let Some(database) = Database::new().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let (key, at) = ("5a".repeat(32), free());
    let settings = [
        ("DATABASE_URL", database.url.as_str()),
        ("VAULTY_MASTER_KEY", &key),
        ("VAULTY_LISTEN", &at),
    ];
    let before = doctor(folder.path(), &settings, &[]).await;
    before.expect("database", "ok", "empty");
    let server = Process::start(folder.path(), &settings[..2]);
    let body = json!({"userId": "me", "profile": {"firstName": "canary-of-a-profile"}});
    let token = Process::token(folder.path());
    let saved = client().post(format!("{}/api/profile", server.base)).bearer_auth(&token);
    assert_eq!(saved.json(&body).send().await.unwrap().status(), 200);
    server.stop();
    let said = doctor(folder.path(), &settings, &[]).await;
    said.worst_is("ok");
    said.expect("key", "ok", "all 1 sealed profiles");
    assert!(!said.text.contains("canary") && !said.text.contains(&key), "{}", said.text);
    let other = [settings[0], ("VAULTY_MASTER_KEY", &"6b".repeat(32)), settings[2]];
    doctor(folder.path(), &other, &[]).await.expect("key", "problem", "not the key");
    let closed = format!("{}?options=-c%20default_transaction_read_only%3Don", database.url);
    let closed = [("DATABASE_URL", closed.as_str()), settings[1], settings[2]];
    doctor(folder.path(), &closed, &[]).await.expect("database", "problem", "read-only");
    let gone = format!("postgres://vaulty:canary-password@{}/none", free());
    let gone = [("DATABASE_URL", gone.as_str()), settings[1], settings[2]];
    let said = doctor(folder.path(), &gone, &[]).await;
    said.expect("database", "problem", "Postgres cannot be used");
    assert!(!said.text.contains("canary"), "{}", said.text);
}

/// What a proxy leaves out shows in what comes back through it: here each address is asked as a name behind a proxy is.
#[tokio::test]
async fn what_comes_back_through_a_proxy_is_told_apart() {
    let beyond = [("VAULTY_TLS_PROXY", "true"), ("VAULTY_ALLOWED_HOSTS", "vaulty.example.org")];
    let host = Running::with(&beyond).await;
    let plain = Running::start().await;
    let other =
        Http::start(async |_: Request| (axum::http::StatusCode::BAD_GATEWAY, "no")).unwrap();
    let nobody = format!("http://127.0.0.1:{}", free_port());
    for (base, expected) in [
        (host.base.as_str(), ByProxy::Refused("host-not-allowed".to_owned())),
        (&plain.base, ByProxy::Ours),
        (&other.url(""), ByProxy::Other(502)),
        (&nobody, ByProxy::Nobody),
    ] {
        assert_eq!(by_proxy(base).await, expected, "{base}");
    }
}
