//! Erased is erased: whatever is open, on its way, or comes back.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::json;
use server::store::{Sqlite, Store as _};
use sqlx::{
    Connection as _, Executor as _, Row as _, SqliteConnection, sqlite::SqliteConnectOptions,
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use super::together::{code, get, post, token, two};
use crate::{
    cli::Process,
    postgres::Database,
    support::{Answer, Running, next_body, page, send},
};

const NEXT: &str = "/api/agent/next";

async fn paired(server: &Running, user: &str) -> String {
    token(server, &Process::pair(server.folder(), user).await).await
}

async fn erase(server: &Running, token: &str) -> Answer {
    send(server.bare(Method::DELETE, "/api/user").bearer_auth(token)).await
}

/// Leaves a profile and a job.
async fn leave(server: &Running, user: &str, token: &str) {
    let profile = json!({"userId": user, "profile": {"firstName": "Ada"}});
    assert_eq!(post(server, "/api/profile", token, &profile).await.status, 200);
    let body = next_body("canary-of-job", 1, page(), json!({"profileKeys": ["email"]}));
    assert_eq!(post(server, NEXT, token, &body).await.status, 200);
}

async fn open(folder: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(folder.join("vaulty.sqlite3"));
    SqliteConnection::connect_with(&options).await.unwrap()
}

/// Whether these bytes are in any file of a folder. Another program reads them: the one that has the database
/// open loses its locks when it closes a file of it (POSIX).
fn is_in(folder: &Path, needle: &[u8]) -> bool {
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let read = std::process::Command::new("cat").args(files).output().unwrap();
    assert!(read.stdout.len() > 4096);
    read.stdout.windows(needle.len()).any(|window| window == needle)
}

#[tokio::test]
async fn with_a_reader_open_what_is_erased_is_gone_and_the_rest_is_told_and_goes() {
    let server = Running::start().await;
    let ada = paired(&server, "ada").await;
    leave(&server, "ada", &ada).await;
    let mut reader = open(server.folder()).await;
    let key: Vec<u8> = sqlx::query("SELECT user_key FROM sealed_profiles WHERE user_id = 'ada'")
        .fetch_one(&mut reader)
        .await
        .unwrap()
        .get(0);
    reader.execute("BEGIN; SELECT count(*) FROM jobs").await.unwrap();
    let started = Instant::now();
    let answer = erase(&server, &ada).await;
    assert!(started.elapsed() < Duration::from_secs(6), "{:?}", started.elapsed());
    assert_eq!(answer.status, 200);
    let left = answer.json()["left"].to_string();
    assert!(left.contains("write-ahead log until a program that reads it now ends"), "{left}");
    assert_eq!(get(&server, "/api/jobs", &ada).await.status, 401);
    assert!(is_in(server.folder(), &key), "it is told because it is so");
    reader.execute("COMMIT").await.unwrap();
    reader.close().await.unwrap();
    let ended = Instant::now();
    while is_in(server.folder(), &key) || is_in(server.folder(), b"canary-of-job") {
        assert!(ended.elapsed() < Duration::from_secs(12));
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let again = paired(&server, "ada").await;
    assert_eq!(get(&server, "/api/jobs", &again).await.json(), json!([]));
    leave(&server, "ada", &again).await;
    let answer = erase(&server, &again).await;
    assert_eq!(answer.json(), json!({"ok": true, "left": []}), "nobody reads");
    assert!(!is_in(server.folder(), b"canary-of-job"));
}

#[tokio::test]
async fn an_erasure_goes_on_when_whoever_asked_has_gone() {
    let server = Running::start().await;
    for wait in [0, 1, 3, 10, 30] {
        let ada = paired(&server, "ada").await;
        leave(&server, "ada", &ada).await;
        let mut reader = open(server.folder()).await;
        reader.execute("BEGIN; SELECT count(*) FROM jobs").await.unwrap();
        let mut stream = TcpStream::connect(server.host()).await.unwrap();
        let ask = format!(
            "DELETE /api/user HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {ada}\r\n\r\n",
            server.host()
        );
        stream.write_all(ask.as_bytes()).await.unwrap();
        // It was let in; then its client goes.
        let started = Instant::now();
        while get(&server, "/api/jobs", &ada).await.status == 200 {
            assert!(started.elapsed() < Duration::from_secs(5), "revoked first");
        }
        tokio::time::sleep(Duration::from_millis(wait)).await;
        drop(stream);
        let again = paired(&server, "ada").await;
        while get(&server, "/api/jobs", &again).await.json() != json!([]) {
            assert!(started.elapsed() < Duration::from_secs(5));
        }
        let profile = get(&server, "/api/profile?userId=ada", &again).await;
        assert_eq!(profile.status, 404);
        reader.execute("COMMIT").await.unwrap();
    }
}

/// Requests whose bodies are half sent.
async fn begun(
    server: &Running,
    path: &str,
    token: &str,
    bodies: &[String],
) -> Vec<(TcpStream, String)> {
    let mut begun = Vec::new();
    for body in bodies {
        let mut stream = TcpStream::connect(server.host()).await.unwrap();
        let (first, rest) = body.split_at(body.len() / 2);
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {token}\r\n\
             Connection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{first}",
            server.host(),
            body.len()
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        begun.push((stream, rest.to_owned()));
    }
    // They are let in before anything else is.
    tokio::time::sleep(Duration::from_millis(300)).await;
    begun
}

async fn finish(begun: Vec<(TcpStream, String)>) -> Vec<String> {
    join_all(begun.into_iter().map(async |(mut stream, rest)| {
        stream.write_all(rest.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer
    }))
    .await
}

#[tokio::test]
async fn writes_on_their_way_do_not_come_back() {
    let server = Running::start().await;
    let ada = paired(&server, "ada").await;
    leave(&server, "ada", &ada).await;
    for (user, token) in [("ada", ada), ("me", server.token.clone())] {
        let plan = |step| next_body("late", step, page(), json!({"profileKeys": []})).to_string();
        let plans: Vec<String> = (1..=16).map(plan).collect();
        let profile = json!({"userId": user, "profile": {"firstName": "Ada"}}).to_string();
        let log = json!({"jobId": "late", "step": 1, "action": {"type": "DONE", "summary": ""},
                         "result": {"ok": true}});
        let mut on_their_way = begun(&server, NEXT, &token, &plans).await;
        on_their_way.extend(begun(&server, "/api/profile", &token, &[profile]).await);
        on_their_way.extend(begun(&server, "/api/agent/log", &token, &[log.to_string()]).await);
        assert_eq!(erase(&server, &token).await.status, 200);
        for answer in finish(on_their_way).await {
            assert!(
                answer.starts_with("HTTP/1.1 410") && answer.contains("\"erased\""),
                "{answer}"
            );
        }
        let token = if user == "me" { token } else { paired(&server, user).await };
        let all = get(&server, "/api/user", &token).await.json();
        assert_eq!((&all["jobs"], &all["profile"]), (&json!([]), &json!(null)), "{user}");
        leave(&server, user, &token).await;
    }
}

#[tokio::test]
async fn a_server_on_postgres_writes_nothing_of_a_user_that_another_one_erased() {
    let Some(database) = Database::new().await else { return };
    let [a, b] = two(&database, &[]).await;
    for _ in 0..3 {
        let ada = token(&a, &code(&database, "ada").await).await;
        leave(&b, "ada", &ada).await;
        let erased = erase(&a, &ada).await;
        assert_eq!(erased.status, 200);
        assert!(erased.json()["left"].to_string().contains("Postgres keeps what was deleted"));
        // The other one may know the token for two seconds.
        let started = Instant::now();
        let mut gone = 0;
        while started.elapsed() < Duration::from_millis(2500) {
            let profile = json!({"userId": "ada", "profile": {"firstName": "Ada"}});
            let saved = post(&b, "/api/profile", &ada, &profile).await;
            let body = next_body("late", 1, page(), json!({"profileKeys": []}));
            let planned = post(&b, NEXT, &ada, &body).await;
            for answer in [saved, planned] {
                assert!([401, 410].contains(&answer.status), "{}", answer.status);
                gone += u32::from(answer.status == 410);
            }
            // Slower than what one token may ask for long.
            tokio::time::sleep(Duration::from_millis(40)).await;
        }
        assert!(gone > 0, "it was tried in time");
        let again = token(&b, &code(&database, "ada").await).await;
        let all = get(&a, "/api/user", &again).await.json();
        assert_eq!((&all["jobs"], &all["profile"]), (&json!([]), &json!(null)));
        leave(&a, "ada", &again).await;
        erase(&b, &again).await;
    }
}

#[tokio::test]
async fn an_erasure_that_a_kill_interrupted_is_taken_up_again() {
    let server = Running::start().await;
    let ada = paired(&server, "ada").await;
    leave(&server, "ada", &ada).await;
    let folder = server.stop().await;
    let vault = server::security::Vault::open(folder.path(), None).unwrap();
    let store = Sqlite::open(folder.path(), &vault).await.unwrap();
    store.begin_erasure("ada", 0).await.unwrap();
    store.close().await;
    let server = Running::again(folder).await;
    let started = Instant::now();
    while is_in(server.folder(), b"canary-of-job") {
        assert!(started.elapsed() < Duration::from_secs(10));
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(get(&server, "/api/jobs", &ada).await.status, 401);
}
