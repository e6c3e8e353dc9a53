//! `vaulty-server backup` and `vaulty-server restore`.

use std::{fs, path::Path};

use reqwest::Method;
use serde_json::{Value, json};
use sqlx::{Connection as _, Executor as _};

use crate::{
    cli::{Process, run_beside},
    dashboard::{self, cookie, sign_in},
    support::{Running, next_body, page, send},
};

async fn plan(server: &Running, job: &str, step: u32) {
    let body = next_body(job, step, page(), json!({"profileKeys": ["email"]}));
    assert_eq!(server.post("/api/agent/next", &body).await.status, 200);
}

async fn backup(folder: &Path, file: &Path) -> (bool, String) {
    let (ok, _, log) = run_beside(&["backup", file.to_str().unwrap()], folder).await;
    (ok, log)
}

async fn restore(folder: &Path, file: &Path) -> (bool, String) {
    let (ok, _, log) = run_beside(&["restore", file.to_str().unwrap()], folder).await;
    (ok, log)
}

#[tokio::test]
async fn a_copy_is_of_one_moment_and_comes_back() {
    let elsewhere = tempfile::tempdir().unwrap();
    let copy = elsewhere.path().join("copy");
    let server = Running::start().await;
    let profile = json!({"userId": "ada", "profile": {"firstName": "canary-of-ada"}});
    server.post("/api/profile", &profile).await;
    // Jobs of two steps each: a copy must hold both or, while it is written, be told apart by step.
    let mut jobs = 0;
    let writing = async {
        loop {
            plan(&server, &format!("j{jobs}"), 1).await;
            jobs += 1;
        }
    };
    // Somebody is signed in when the copy is made, and is not when it is put back.
    let signed_in = send(sign_in(&server, &server.pairing_code)).await;
    let session = cookie(&signed_in);
    let copied = tokio::select! {
        _ = writing => unreachable!(),
        copied = backup(server.folder(), &copy) => copied,
    };
    assert!(copied.0 && copied.1.contains("keep the master key"), "{copied:?}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600);
    }
    assert!(!fs::read(&copy).unwrap().windows(13).any(|part| part == b"canary-of-ada"));

    plan(&server, "after", 1).await;
    let (ok, log) = restore(server.folder(), &copy).await;
    assert!(!ok && log.contains("another vaulty-server works on"), "{log}");

    let folder = server.stop().await;
    let (ok, log) = restore(folder.path(), &copy).await;
    assert!(ok && log.contains("1 profiles") && log.contains(".before-restore"), "{log}");
    assert!(folder.path().join("vaulty.sqlite3.before-restore").exists());
    let server = Running::again(folder).await;
    let back = dashboard::get(&server, "/dashboard", &session).await;
    let back = String::from_utf8_lossy(&back.body).into_owned();
    assert!(back.contains("Sign in to the dashboard"), "no session comes back");
    let read = server.get("/api/profile?userId=ada").await.json();
    assert_eq!(read["profile"]["firstName"], "canary-of-ada");
    assert_eq!(server.get("/api/jobs/after").await.status, 404, "it came after the copy");
    let listed: Vec<Value> = server.get("/api/jobs").await.json().as_array().unwrap().clone();
    assert!(listed.len() <= jobs as usize);
    assert!(listed.iter().all(|job| job["entries"] == 1), "each job whole: {listed:?}");
    plan(&server, "goes-on", 1).await;
}

#[tokio::test]
async fn nothing_is_written_over_and_what_is_not_sound_is_refused() {
    let elsewhere = tempfile::tempdir().unwrap();
    let at = |name: &str| elsewhere.path().join(name);
    let (ok, log) = backup(elsewhere.path(), &at("none")).await;
    assert!(!ok && log.contains("there is no database in"), "{log}");

    let server = Running::start().await;
    let profile = json!({"userId": "ada", "profile": {"firstName": "Ada"}});
    server.post("/api/profile", &profile).await;
    plan(&server, "j", 1).await;
    let folder = server.stop().await;
    let copy = at("copy");
    assert!(backup(folder.path(), &copy).await.0);
    let whole = fs::read(&copy).unwrap();
    let (ok, log) = backup(folder.path(), &copy).await;
    assert!(!ok && log.contains("exists already"), "{log}");
    assert!(fs::read(&copy).unwrap() == whole);

    let mut broken = whole.clone();
    let half = broken.len() / 2;
    broken[half..].fill(0x5a);
    fs::write(at("broken"), broken).unwrap();
    fs::write(at("cut"), &whole[..whole.len() / 2]).unwrap();
    fs::write(at("text"), "not a database").unwrap();
    fs::write(at("empty"), "").unwrap();
    let database = folder.path().join("vaulty.sqlite3");
    let before = fs::read(&database).unwrap();
    for name in ["broken", "cut", "text", "empty"] {
        let (ok, log) = restore(folder.path(), &at(name)).await;
        assert!(!ok && log.contains("no sound copy"), "{name}: {log}");
    }
    let (ok, log) = restore(folder.path(), &at("missing")).await;
    assert!(!ok && log.contains("missing cannot be used"), "{log}");
    fs::rename(folder.path().join("master.key"), at("master.key")).unwrap();
    let (ok, log) = restore(folder.path(), &copy).await;
    assert!(!ok && log.contains("sealed with another master key"), "{log}");
    assert!(fs::read(&database).unwrap() == before, "nothing was changed");
    fs::rename(at("master.key"), folder.path().join("master.key")).unwrap();

    // Into a folder that has nothing but the key.
    let new = tempfile::tempdir().unwrap();
    fs::copy(folder.path().join("master.key"), new.path().join("master.key")).unwrap();
    let (ok, log) = restore(new.path(), &copy).await;
    assert!(ok && !log.contains("before-restore"), "{log}");
    let server = Running::again(new).await;
    assert_eq!(server.get("/api/jobs/j").await.json()["entries"], 1);
}

#[tokio::test]
async fn one_server_works_on_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let server = Process::start(folder.path(), &[]);
    let (ok, _, log) = run_beside(&["serve", "--listen", "127.0.0.1:0"], folder.path()).await;
    assert!(!ok && log.contains("another vaulty-server works on"), "{log}");
    server.kill();
    Process::start(folder.path(), &[]).stop();
}

#[tokio::test]
async fn a_postgres_is_copied_with_its_own_programs() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    for command in ["backup", "restore"] {
        let config = folder.path().join("vaulty.toml");
        fs::write(&config, "database_url = \"postgres://u:secret@127.0.0.1:9/v\"").unwrap();
        let arguments = [command, file.to_str().unwrap(), "--config", config.to_str().unwrap()];
        let (ok, _, log) = run_beside(&arguments, folder.path()).await;
        assert!(!ok && log.contains("pg_dump") && !log.contains("secret"), "{log}");
    }
}

/// Changes a database that nobody has open.
async fn change(file: &Path, statements: &'static str) {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
    let mut database = sqlx::SqliteConnection::connect_with(&options).await.unwrap();
    database.execute(statements).await.unwrap();
    database.close().await.unwrap();
}

#[tokio::test]
async fn what_was_added_to_a_copy_is_left_out_or_refused() {
    let server = Running::start().await;
    for user in ["ada", "eve", "bob"] {
        let profile = json!({"userId": user, "profile": {"firstName": user}});
        server.post("/api/profile", &profile).await;
    }
    let code = json!({"code": Process::pair(server.folder(), "ada").await});
    let answer = send(server.bare(Method::POST, "/api/pair").json(&code)).await;
    let ada = answer.json()["token"].as_str().unwrap().to_owned();
    let folder = server.stop().await;
    let elsewhere = tempfile::tempdir().unwrap();
    let at = |name: &str| elsewhere.path().join(name);
    for (name, added) in [
        ("trigger", "CREATE TRIGGER t AFTER INSERT ON trace BEGIN DELETE FROM tokens; END"),
        ("view", "CREATE VIEW v AS SELECT * FROM tokens"),
        ("index", "DROP INDEX trace_of_job"),
        ("table", "CREATE TABLE more (x)"),
    ] {
        assert!(backup(folder.path(), &at(name)).await.0);
        change(&at(name), added).await;
        let (ok, log) = restore(folder.path(), &at(name)).await;
        assert!(!ok && log.contains("its tables are not those of its version"), "{name}: {log}");
    }
    assert!(!folder.path().join("vaulty.sqlite3.before-restore").exists(), "nothing was changed");

    // A token that the copy's keeper knows, one that is made another user's, and two broken profiles.
    assert!(backup(folder.path(), &at("copy")).await.0);
    let added = "vaulty_".to_owned() + &"5a".repeat(32);
    let digest: String =
        server::crypto::digest(&added).iter().map(|byte| format!("{byte:02x}")).collect();
    let add = format!(
        "INSERT INTO tokens (digest, kind, user_id, name, created_at, mark, checked) \
         SELECT x'{digest}', 'pairing', 'me', 'mine', 5, mark, 1 FROM tokens WHERE user_id = 'ada'; \
         UPDATE sealed_profiles SET profile = x'00' WHERE user_id IN ('eve', 'bob')"
    );
    change(&at("copy"), add.leak()).await;
    let (ok, log) = restore(folder.path(), &at("copy")).await;
    assert!(ok && log.contains("2 of the profiles open with none"), "{log}");
    assert!(log.contains("1 browsers were not paired by this server"), "{log}");
    let server = Running::again(folder).await;
    let ask = |token: &str| send(server.bare(Method::GET, "/api/jobs").bearer_auth(token));
    assert_eq!((ask(&added).await.status, ask(&ada).await.status), (401, 200));
    assert_eq!(server.get("/api/profile?userId=ada").await.status, 200);
    assert_eq!(server.get("/api/profile?userId=eve").await.status, 500, "kept, and told");
}
