//! Erased is erased: whatever is open, on its way, or comes back.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::json;
use server::store::{ErasureStore as _, Sqlite, Store as _};
use sqlx::{
    AssertSqlSafe, Connection as _, Executor as _, PgConnection, Row as _, SqliteConnection,
    sqlite::SqliteConnectOptions,
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use super::several_servers::{code, get, post, token, two};
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
    // They are let in before anything else is. Nothing tells: an answer is none before the rest came.
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
    let vault = server::crypto::Vault::open(folder.path(), None).unwrap();
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

/// What a user leaves that has no value in it and is stored as it is.
const PLAIN: [&str; 2] = ["canary-of-one-job", "canary-of-a-site.example"];
/// And what is sealed or hashed.
const SEALED: [&str; 3] = ["canary-of-a-profile", "canary-that-was-typed", "canary-of-a-key"];

/// Leaves something in every table, and gives the bytes of the boxes.
async fn leave_canaries(server: &Running, user: &str, token: &str) {
    let profile = json!({"userId": user, "profile": {"firstName": SEALED[0]}});
    assert_eq!(post(server, "/api/profile", token, &profile).await.status, 200);
    let mut site = page();
    site["url"] = json!(format!("https://{}/apply", PLAIN[1]));
    let values = json!({"profile": {"firstName": SEALED[1], "email": "ada@example.org"}});
    let body = next_body(PLAIN[0], 1, site, values);
    let ask = server.bare(Method::POST, NEXT).bearer_auth(token);
    let answer = send(ask.header("idempotency-key", SEALED[2]).json(&body)).await;
    assert!(String::from_utf8_lossy(&answer.body).contains(SEALED[1]), "{answer:?}");
}

const BOXES: [&str; 3] = [
    "SELECT user_key FROM sealed_profiles",
    "SELECT profile FROM sealed_profiles",
    "SELECT sealed FROM answers",
];

#[tokio::test]
async fn what_was_erased_is_in_no_file_of_sqlite() {
    let server = Running::start().await;
    let ada = paired(&server, "ada").await;
    leave_canaries(&server, "ada", &ada).await;
    let mut reader = open(server.folder()).await;
    let mut stored: Vec<Vec<u8>> = PLAIN.iter().map(|text| text.as_bytes().to_vec()).collect();
    for boxes in BOXES {
        stored.push(sqlx::query_scalar(boxes).fetch_one(&mut reader).await.unwrap());
    }
    reader.close().await.unwrap();
    for bytes in &stored {
        // The beginning: what is longer than a page is in pieces.
        assert!(is_in(server.folder(), &bytes[..16]), "what is there is found");
    }
    for value in SEALED {
        assert!(!is_in(server.folder(), value.as_bytes()), "{value} is never there in clear");
    }
    let answer = erase(&server, &ada).await;
    assert_eq!(answer.json(), json!({"ok": true, "left": []}));
    for bytes in &stored {
        assert!(!is_in(server.folder(), &bytes[..16]), "{}", String::from_utf8_lossy(bytes));
    }
}

#[tokio::test]
async fn what_was_erased_is_in_files_of_postgres_as_it_is_told() {
    let Some(database) = Database::new().await else { return };
    let [a, _b] = two(&database, &[]).await;
    // A name that no byte written in hexadecimal can spell.
    let user = "lovelace";
    let ada = token(&a, &code(&database, user).await).await;
    leave_canaries(&a, user, &ada).await;
    let mut admin = PgConnection::connect(&database.url).await.unwrap();
    let mut boxes: Vec<Vec<u8>> = Vec::new();
    for select in BOXES {
        boxes.push(sqlx::query_scalar(select).fetch_one(&mut admin).await.unwrap());
    }
    // Pages are written out, so that a search finds what is in them.
    admin.execute("CHECKPOINT").await.unwrap();
    let pages = |bytes: &[u8]| {
        let mut files = database.files_with(bytes);
        files.retain(|file| file.starts_with("base"));
        files
    };
    for text in PLAIN {
        assert!(!pages(text.as_bytes()).is_empty(), "what is there is found");
    }
    let answer = erase(&a, &ada).await.json();
    let left = answer["left"].as_array().unwrap();
    assert_eq!(left.len(), 1);
    let left = left[0].as_str().unwrap();
    for told in ["sealed profiles among it", "vacuum and checkpoints", "logs, standbys and dumps"] {
        assert!(left.contains(told), "{left}");
    }
    // Gone for every reader: no row of any table has it. A tombstone has the user's name.
    let tables: Vec<String> =
        sqlx::query_scalar("SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'")
            .fetch_all(&mut admin)
            .await
            .unwrap();
    assert!(tables.len() > 8);
    let mut names = Vec::new();
    for table in tables {
        let rows = format!("SELECT t::text FROM {table} t");
        let rows: Vec<String> =
            sqlx::query_scalar(AssertSqlSafe(rows)).fetch_all(&mut admin).await.unwrap();
        assert!(rows.iter().all(|row| !row.contains("canary")), "{table}");
        if rows.iter().any(|row| row.contains(user)) {
            names.push(table);
        }
    }
    assert_eq!(names, ["erased"]);
    admin.execute("CHECKPOINT").await.unwrap();
    for text in PLAIN {
        assert!(!pages(text.as_bytes()).is_empty(), "it is told because it is so");
    }
    for value in SEALED {
        let files = database.files_with(value.as_bytes());
        assert!(files.is_empty(), "{value} was never there in clear: {files:?}");
    }
    // What a host can do who does not want to wait: afterwards only the log of writes has it.
    let tables = "VACUUM FULL sealed_profiles, jobs, trace, answers, idempotency";
    admin.execute(tables).await.unwrap();
    admin.execute("CHECKPOINT").await.unwrap();
    let texts = PLAIN.iter().map(|text| text.as_bytes());
    for bytes in texts.chain(boxes.iter().map(|bytes| &bytes[..16])) {
        let files = database.files_with(bytes);
        assert!(files.iter().all(|file| file.starts_with("pg_wal")), "{files:?}");
    }
}
