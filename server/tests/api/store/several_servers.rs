//! Several servers on one Postgres, behind a load balancer that sends each request to any of them.

use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use reqwest::Method;
use serde_json::{Value, json};
use server::{
    clock::Clock,
    config::{Config, Flags},
    crypto::{self, Marks, Vault},
    security,
    serve::{Server, StartError},
    store::{BeforeUpdate, Postgres, ProfileStore as _, Store as _},
};

use sqlx::{Connection as _, Executor as _, PgConnection};

use crate::{
    postgres::Database,
    support::{Answer, Running, next_body, page, send},
};

const NEXT: &str = "/api/agent/next";

/// Two servers with folders of their own, one database and one master key.
pub(super) async fn two(database: &Database, more: &[(&str, &str)]) -> [Running; 2] {
    let key = "5a".repeat(32);
    let mut settings = vec![("DATABASE_URL", database.url.as_str()), ("VAULTY_MASTER_KEY", &key)];
    settings.extend(more);
    [Running::with(&settings).await, Running::with(&settings).await]
}

/// What [`two`] servers mark their own with.
async fn marks(store: &Postgres) -> Marks {
    let vault = Vault::open(std::path::Path::new("/"), Some(&"5a".repeat(32))).unwrap();
    vault.marks(&store.first_box(&vault.first_box().unwrap()).await.unwrap()).unwrap()
}

/// A pairing code, as `vaulty-server pair` makes it.
pub(crate) async fn code(database: &Database, user: &str) -> String {
    let store =
        Postgres::connect(&database.url.clone().into(), 1, BeforeUpdate::Copy).await.unwrap();
    let marks = marks(&store).await;
    let code = security::open_pairing(&store, &Clock::system(), &marks, user).await.unwrap();
    store.close().await;
    code
}

/// The token that a server gives for a code.
pub(super) async fn token(server: &Running, code: &str) -> String {
    let answer = send(server.bare(Method::POST, "/api/pair").json(&json!({"code": code}))).await;
    assert_eq!(answer.status, 200);
    answer.json()["token"].as_str().unwrap().to_owned()
}

pub(super) async fn get(server: &Running, path: &str, token: &str) -> Answer {
    send(server.bare(Method::GET, path).bearer_auth(token)).await
}

pub(super) async fn post(server: &Running, path: &str, token: &str, body: &Value) -> Answer {
    send(server.bare(Method::POST, path).bearer_auth(token).json(body)).await
}

#[tokio::test]
async fn whichever_server_answers_on_postgres_it_is_the_same() {
    let Some(database) = Database::new().await else { return };
    let [a, b] = two(&database, &[]).await;
    let token = token(&a, &code(&database, "ada").await).await;

    let body = next_body("j", 1, page(), json!({"profileKeys": ["firstName", "email"]}));
    let first = post(&a, NEXT, &token, &body).await;
    assert_eq!(first.status, 200);
    assert_eq!(post(&b, NEXT, &token, &body).await.body, first.body, "the identical answer");
    let values = json!({"profile": {"firstName": "Ada", "email": "ada@example.org"}});
    let body = next_body("j", 2, page(), values);
    let first = post(&b, NEXT, &token, &body).await;
    assert!(String::from_utf8_lossy(&first.body).contains("ada@example.org"));
    assert_eq!(post(&a, NEXT, &token, &body).await.body, first.body, "also with values");

    let keyed = |server: &Running, step: u32| {
        let body = next_body("k", step, page(), json!({}));
        let request = server.bare(Method::POST, NEXT).bearer_auth(&token);
        send(request.header("idempotency-key", "key").json(&body))
    };
    assert_eq!(keyed(&a, 1).await.status, 200);
    assert_eq!(keyed(&b, 1).await.status, 200);
    assert_eq!(keyed(&b, 2).await.error().1, "idempotency-conflict");

    let profile = json!({"userId": "ada", "profile": {"firstName": "Ada"}});
    assert_eq!(post(&a, "/api/profile", &token, &profile).await.status, 200);
    let read = get(&b, "/api/profile?userId=ada", &token).await.json();
    assert_eq!(read["profile"]["firstName"], "Ada");
    for server in [&a, &b] {
        assert_eq!(get(server, "/api/jobs/j", &token).await.json()["entries"], 2);
        assert_eq!(server.get("/api/jobs").await.json(), json!([]), "the host's own token");
    }
    assert_eq!(send(b.bare(Method::GET, "/api/jobs").bearer_auth(&a.token)).await.status, 401);
}

#[tokio::test]
async fn the_same_step_at_the_same_time_on_two_servers_on_postgres_is_planned_once() {
    let Some(database) = Database::new().await else { return };
    let [a, b] = two(&database, &[]).await;
    let token = token(&a, &code(&database, "ada").await).await;
    for step in 1..=10 {
        let body = next_body("j", step, page(), json!({"profileKeys": ["email"]}));
        let (one, other) =
            tokio::join!(post(&a, NEXT, &token, &body), post(&b, NEXT, &token, &body));
        assert_eq!((one.status, one.body), (200, other.body));
    }
    assert_eq!(get(&b, "/api/jobs/j", &token).await.json()["entries"], 10);
}

#[tokio::test]
async fn browsers_are_paired_and_revoked_for_all_servers_on_postgres() {
    let Some(database) = Database::new().await else { return };
    let [a, b] = two(&database, &[]).await;
    let (ada, eve) = (code(&database, "ada").await, code(&database, "eve").await);
    let ada = token(&b, &ada).await;
    let eve = token(&a, &eve).await;
    for server in [&a, &b] {
        for token in [&ada, &eve] {
            assert_eq!(get(server, "/api/jobs", token).await.status, 200);
        }
        assert_eq!(get(server, "/api/jobs", "vaulty_made_up").await.status, 401);
    }
    let revoked = a.bare(Method::DELETE, "/api/tokens/current").bearer_auth(&ada);
    assert_eq!(send(revoked).await.status, 200);
    assert_eq!(get(&a, "/api/jobs", &ada).await.status, 401, "at once");
    let asked = Instant::now();
    while get(&b, "/api/jobs", &ada).await.status == 200 {
        assert!(asked.elapsed() < Duration::from_secs(4), "in moments everywhere");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(get(&b, "/api/jobs", &eve).await.status, 200);
}

#[tokio::test]
async fn rate_limits_hold_for_all_servers_on_postgres_together() {
    let Some(database) = Database::new().await else { return };
    let limits = [("VAULTY_REQUESTS_PER_SECOND", "1"), ("VAULTY_REQUEST_BURST", "40")];
    let [a, b] = two(&database, &limits).await;
    let token = token(&a, &code(&database, "ada").await).await;
    let started = Instant::now();
    let mut passed = 0;
    for _ in 0..60 {
        for server in [&a, &b] {
            let answer = get(server, "/api/jobs", &token).await;
            match answer.status {
                200 => passed += 1,
                _ => assert_eq!(answer.error().1, "too-many-requests"),
            }
        }
    }
    let most = 40 + started.elapsed().as_secs() + 1;
    assert!((30..=most).contains(&passed), "{passed} of at most {most}");
}

#[tokio::test]
async fn a_watcher_on_postgres_sees_what_another_server_writes() {
    let Some(database) = Database::new().await else { return };
    let [a, b] = two(&database, &[]).await;
    let token = token(&a, &code(&database, "ada").await).await;
    let step = async |server: &Running, step: u32| {
        let body = next_body("j", step, page(), json!({}));
        assert_eq!(post(server, NEXT, &token, &body).await.status, 200);
    };
    step(&a, 1).await;
    let watched = b.bare(Method::GET, "/api/jobs/j/events").bearer_auth(&token).send().await;
    let mut stream = watched.unwrap().bytes_stream();
    step(&a, 2).await;
    step(&b, 3).await;
    let mut text = String::new();
    while text.matches("\n\n").count() < 3 {
        let more = tokio::time::timeout(Duration::from_secs(10), stream.next()).await.unwrap();
        text.push_str(std::str::from_utf8(&more.unwrap().unwrap()).unwrap());
    }
    let ids: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("id: ")).collect();
    assert_eq!(ids, ["1", "2", "3"]);
}

#[tokio::test]
async fn a_server_with_another_key_is_refused_on_postgres() {
    let Some(database) = Database::new().await else { return };
    let [a, _b] = two(&database, &[]).await;
    let folder = tempfile::tempdir().unwrap();
    let flags = Flags {
        listen: Some("127.0.0.1:0".to_owned()),
        data_dir: Some(folder.path().to_owned()),
        config: None,
    };
    let url = |name: &str| (name == "DATABASE_URL").then(|| database.url.clone());
    let config = Config::load(&flags, &url).unwrap();
    let refused = Server::start(config, Clock::system()).await.map(drop).unwrap_err();
    assert!(matches!(refused, StartError::OtherKey), "{refused}");
    assert_eq!(a.get("/api/jobs").await.status, 200);
}

#[tokio::test]
async fn a_postgres_that_goes_away_is_told_and_a_repeat_finds_out() {
    let Some(database) = Database::new().await else { return };
    let [a, b] = two(&database, &[]).await;
    let token = token(&a, &code(&database, "ada").await).await;
    let mut holder = PgConnection::connect(&database.url).await.unwrap();
    holder.execute("BEGIN; LOCK TABLE jobs IN ACCESS EXCLUSIVE MODE").await.unwrap();
    let mut killer = PgConnection::connect(&database.url).await.unwrap();
    let kill = async {
        // The one that waits for the table is in the middle of the commit.
        let waiting = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = \
                       current_database() AND wait_event_type = 'Lock'";
        while killer.execute(waiting).await.unwrap().rows_affected() == 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let body = next_body("j", 1, page(), json!({"profileKeys": ["email"]}));
    let (answer, ()) = tokio::join!(post(&a, NEXT, &token, &body), kill);
    assert_eq!(answer.error(), (503, "store-unavailable".to_owned(), None));
    assert_eq!(answer.header("retry-after"), "1");
    holder.execute("ROLLBACK").await.unwrap();
    for server in [&b, &a] {
        assert_eq!(post(server, NEXT, &token, &body).await.status, 200);
    }
    assert_eq!(get(&a, "/api/jobs/j", &token).await.json()["entries"], 1);
}

#[tokio::test]
async fn a_postgres_that_is_away_is_told_as_such() {
    let folder = tempfile::tempdir().unwrap();
    let settings = ["serve", "--listen", "127.0.0.1:0"];
    let mut command = crate::cli::program(&settings);
    command.arg("--data-dir").arg(folder.path());
    command.env("DATABASE_URL", "postgres://ada:secret@127.0.0.1:9/vaulty");
    let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    let log = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && log.contains("database: "), "{log}");
    assert!(!log.contains("secret"), "{log}");
}

#[tokio::test]
async fn made_up_tokens_cost_a_server_on_postgres_no_look_up() {
    let Some(database) = Database::new().await else { return };
    let [a, _b] = two(&database, &[]).await;
    let ada = token(&a, &code(&database, "ada").await).await;
    assert_eq!(get(&a, "/api/jobs", &ada).await.status, 200);
    // Whoever looks a token up waits from here on.
    let mut holder = PgConnection::connect(&database.url).await.unwrap();
    holder.execute("BEGIN; LOCK TABLE tokens IN ACCESS EXCLUSIVE MODE").await.unwrap();
    let mut wrong = ada.clone().into_bytes();
    let last = wrong.len() - 1;
    wrong[last] = if wrong[last] == b'0' { b'1' } else { b'0' };
    let wrong = String::from_utf8(wrong).unwrap();
    let random = format!("vaulty_{}", "5a".repeat(48));
    let old = format!("vaulty_{}", "5a".repeat(32));
    let fakes = [wrong.as_str(), &random, &old, "x", &a.token[..71]];
    let started = Instant::now();
    for number in 0..1000 {
        let fake = fakes[number % fakes.len()];
        let answer = get(&a, "/api/jobs", fake).await;
        assert_eq!(answer.error(), (401, "unauthorized".to_owned(), None), "{fake}");
    }
    println!(
        "measured: 1,000 made-up tokens, one after the other | no look-up | {:?}",
        started.elapsed()
    );
    holder.execute("ROLLBACK").await.unwrap();
    assert_eq!(get(&a, "/api/jobs", &ada).await.status, 200);
}

#[tokio::test]
async fn tokens_of_before_there_were_marks_stay_good_on_postgres_and_rows_of_others_are_none() {
    let Some(database) = Database::new().await else { return };
    // As an earlier version left it.
    let mut admin = PgConnection::connect(&database.url).await.unwrap();
    let migrations: sqlx::migrate::Migrator = sqlx::migrate!("./migrations-postgres");
    migrations.run_to(1, &mut admin).await.unwrap();
    let old = format!("vaulty_{}", "5a".repeat(32));
    let add = "INSERT INTO tokens (digest, kind, user_id, name, created_at) \
               VALUES ($1, 'pairing', 'ada', 'browser', 5)";
    let add = |token: &str| sqlx::query(add).bind(crypto::digest(token).to_vec());
    add(&old).execute(&mut admin).await.unwrap();
    let [a, b] = two(&database, &[]).await;
    for server in [&a, &b] {
        assert_eq!(get(server, "/api/jobs", &old).await.status, 200);
    }
    // Whoever writes into the database without the key lets nobody in, at a start neither.
    let added = format!("vaulty_{}", "a5".repeat(32));
    add(&added).execute(&mut admin).await.unwrap();
    let stolen = "UPDATE tokens SET user_id = 'eve' WHERE user_id = 'ada' AND digest = $1";
    let [c, _d] = two(&database, &[]).await;
    assert_eq!(get(&c, "/api/jobs", &added).await.status, 401);
    assert_eq!(get(&c, "/api/jobs", &old).await.status, 200);
    sqlx::query(stolen).bind(crypto::digest(&old).to_vec()).execute(&mut admin).await.unwrap();
    let asked = Instant::now();
    while get(&c, "/api/jobs", &old).await.status == 200 {
        assert!(asked.elapsed() < Duration::from_secs(4));
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// How a server with these keys starts, if it does not.
async fn refused(database: &Database, keys: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut command = crate::cli::program(&["serve", "--listen", "127.0.0.1:0", "--data-dir"]);
    command.arg(folder.path()).env("DATABASE_URL", &database.url).env("VAULTY_MASTER_KEY", keys);
    let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    assert!(!output.status.success());
    String::from_utf8(output.stderr).unwrap()
}

#[tokio::test]
async fn a_server_with_the_old_key_on_postgres_writes_nothing_after_a_rotation() {
    let Some(database) = Database::new().await else { return };
    let [a, _b] = two(&database, &[]).await;
    let ada = token(&a, &code(&database, "ada").await).await;
    let profile = json!({"userId": "ada", "profile": {"firstName": "Ada"}});
    assert_eq!(post(&a, "/api/profile", &ada, &profile).await.status, 200);
    let body = next_body("j", 1, page(), json!({"profileKeys": ["email"]}));
    let first = post(&a, NEXT, &ada, &body).await;
    // A row that was broken before keeps nobody from starting.
    let mut admin = PgConnection::connect(&database.url).await.unwrap();
    admin.execute("INSERT INTO sealed_profiles VALUES ('bob', '\\x07', '\\x07', 5)").await.unwrap();
    let (old, new) = ("5a".repeat(32), "a5".repeat(32));
    let both = format!("{new} {old}");
    let settings = |keys| [("DATABASE_URL", database.url.as_str()), ("VAULTY_MASTER_KEY", keys)];
    let c = Running::with(&settings(&both)).await;
    let d = Running::with(&settings(&both)).await;

    let answer = post(&a, "/api/profile", &ada, &profile).await;
    assert_eq!(answer.error(), (503, "key-rotated".to_owned(), None));
    assert_eq!(answer.header("retry-after"), "5");
    for server in [&c, &d] {
        let read = get(server, "/api/profile?userId=ada", &ada).await;
        assert_eq!(read.json()["profile"]["firstName"], "Ada");
        assert_eq!(post(server, "/api/profile", &ada, &profile).await.status, 200);
    }
    assert_eq!(post(&c, NEXT, &ada, &body).await.body, first.body, "a repeat across a rotation");
    let alone = Running::with(&settings(&new)).await;
    assert_eq!(get(&alone, "/api/profile?userId=ada", &ada).await.status, 200);
    let swapped = refused(&database, &format!("{old} {new}")).await;
    assert!(swapped.contains("was rotated away before"), "{swapped}");
    let only_old = refused(&database, &old).await;
    assert!(only_old.contains("master key is not the one"), "{only_old}");
}
