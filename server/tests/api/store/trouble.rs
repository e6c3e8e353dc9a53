//! What goes wrong at one end and must not at the other: frozen servers, dead and read-only databases, wrong
//! clocks, greedy users.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::json;
use server::clock::Clock;
use sqlx::{
    AssertSqlSafe, Connection as _, Executor as _, PgConnection, SqliteConnection,
    sqlite::SqliteConnectOptions,
};
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinSet,
};

use super::several_servers::{code, get, post, token, two};
use crate::{
    cli::{Process, RECIPE, program},
    postgres::Database,
    support::{Answer, Running, client, next_body, page, send},
};

const NEXT: &str = "/api/agent/next";

async fn plan(server: &Running, token: &str, job: &str, step: u32) -> Answer {
    let body = next_body(job, step, page(), json!({"profileKeys": ["email"]}));
    post(server, NEXT, token, &body).await
}

#[tokio::test]
async fn a_job_that_is_held_on_postgres_is_one_jobs_trouble() {
    let Some(database) = Database::new().await else { return };
    let [a, _b] = two(&database, &[]).await;
    let token = token(&a, &code(&database, "ada").await).await;
    assert_eq!(plan(&a, &token, "held", 1).await.status, 200);
    let mut holder = PgConnection::connect(&database.url).await.unwrap();
    holder.execute("BEGIN; SELECT * FROM jobs WHERE job_id = 'held' FOR UPDATE").await.unwrap();
    let started = Instant::now();
    let jobs = ["held", "a", "b", "c", "d", "e", "f", "g", "h"];
    let answers = join_all(jobs.map(|job| plan(&a, &token, job, 2))).await;
    let (held, others) = answers.split_first().unwrap();
    assert_eq!(held.error(), (503, "store-unavailable".to_owned(), None));
    assert_eq!(held.header("retry-after"), "1");
    assert!(others.iter().all(|answer| answer.status == 200));
    assert!(started.elapsed() < Duration::from_secs(6), "{:?}", started.elapsed());
    holder.execute("ROLLBACK").await.unwrap();
    assert_eq!(plan(&a, &token, "held", 2).await.status, 200);
}

/// A server process on a database, as those of [`two`].
fn process(database: &Database, folder: &std::path::Path) -> Process {
    let key = "5a".repeat(32);
    let settings = [
        ("DATABASE_URL", database.url.as_str()),
        ("VAULTY_MASTER_KEY", &key),
        ("VAULTY_LOG", "warn"),
    ];
    Process::start(folder, &settings)
}

#[tokio::test]
async fn a_frozen_server_on_postgres_does_not_freeze_the_others() {
    let Some(database) = Database::new().await else { return };
    let [a, _b] = two(&database, &[]).await;
    let token = token(&a, &code(&database, "ada").await).await;
    let folder = tempfile::tempdir().unwrap();
    let frozen = process(&database, folder.path());
    let mut admin = PgConnection::connect(&database.url).await.unwrap();
    let url = format!("{}{NEXT}", frozen.base);
    let client = client();
    let busy = (0..8).map(|number| {
        let (client, url, token) = (client.clone(), url.clone(), token.clone());
        tokio::spawn(async move {
            for step in 1.. {
                let body = next_body(&format!("j{number}"), step, page(), json!({}));
                let asked = client.post(&url).bearer_auth(&token).json(&body).send().await;
                if asked.is_err() {
                    return;
                }
            }
        })
    });
    let busy: Vec<_> = busy.collect();
    // A job, not only what others may hold at the same time, and not the turn at removing.
    let holding = "SELECT count(*) FROM pg_stat_activity a WHERE datname = current_database() \
                   AND state = 'idle in transaction' AND EXISTS (SELECT 1 FROM pg_locks l \
                   WHERE l.pid = a.pid AND l.locktype = 'advisory' AND l.mode = 'ExclusiveLock' \
                   AND l.objid::bigint + l.classid::bigint > 0)";
    let mut caught = false;
    for _ in 0..300 {
        tokio::time::sleep(Duration::from_millis(15)).await;
        frozen.freeze();
        let holds: i64 = sqlx::query_scalar(holding).fetch_one(&mut admin).await.unwrap();
        if holds > 0 {
            // Not if the end of it was on its way when the server was stopped.
            tokio::time::sleep(Duration::from_millis(200)).await;
            let holds: i64 = sqlx::query_scalar(holding).fetch_one(&mut admin).await.unwrap();
            if holds > 0 {
                caught = true;
                break;
            }
        }
        frozen.signal("-CONT");
    }
    assert!(caught, "it was never in the middle of a transaction");
    let started = Instant::now();
    // Other jobs go on at once, and those that it holds soon do.
    for step in 1..=5 {
        assert_eq!(plan(&a, &token, "other", step).await.status, 200);
    }
    assert!(started.elapsed() < Duration::from_secs(4), "{:?}", started.elapsed());
    for number in 0..8 {
        while plan(&a, &token, &format!("j{number}"), 100_000).await.status != 200 {
            assert!(started.elapsed() < Duration::from_secs(15), "{:?}", started.elapsed());
        }
    }
    println!(
        "measured: jobs that a frozen server held go on after | ≤ 15 s | {:?}",
        started.elapsed()
    );
    frozen.signal("-CONT");
    busy.iter().for_each(|task| task.abort());
    frozen.kill();
}

/// What stands between a server and its database, and can be made to stand still or to be gone.
struct Way {
    url: String,
    state: watch::Sender<Open>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Open {
    Yes,
    StandsStill,
    Gone,
}

impl Way {
    async fn to(database: &Database) -> Self {
        let (to, name) =
            database.url.trim_start_matches("postgres://vaulty@").split_once('/').unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("postgres://vaulty@{}/{name}", listener.local_addr().unwrap());
        let (state, seen) = watch::channel(Open::Yes);
        let to = to.to_owned();
        tokio::spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((mut near, _)) = listener.accept().await {
                let (to, mut seen) = (to.clone(), seen.clone());
                connections.spawn(async move {
                    if *seen.borrow() == Open::Gone {
                        return;
                    }
                    let Ok(mut far) = TcpStream::connect(&to).await else { return };
                    loop {
                        let state = *seen.borrow_and_update();
                        tokio::select! {
                            _ = copy_bidirectional(&mut near, &mut far), if state == Open::Yes => return,
                            changed = seen.changed() => {
                                if changed.is_err() || *seen.borrow() == Open::Gone {
                                    return;
                                }
                            }
                        }
                    }
                });
            }
        });
        Self { url, state }
    }
}

#[tokio::test]
async fn a_postgres_that_is_dead_or_stands_still_is_told_soon() {
    let Some(database) = Database::new().await else { return };
    let way = Way::to(&database).await;
    let key = "5a".repeat(32);
    let server =
        Running::with(&[("DATABASE_URL", way.url.as_str()), ("VAULTY_MASTER_KEY", &key)]).await;
    let token = token(&server, &code(&database, "ada").await).await;
    assert_eq!(plan(&server, &token, "j", 1).await.status, 200);
    let signed_in = crate::dashboard::sign_in(&server, &code(&database, "eve").await);
    let session = crate::dashboard::cookie(&send(signed_in).await);
    for state in [Open::Gone, Open::StandsStill] {
        way.state.send_replace(state);
        let started = Instant::now();
        let first = get(&server, "/api/jobs", &token).await;
        assert_eq!((first.error().0, first.header("retry-after")), (503, "1"), "{state:?}");
        assert!(started.elapsed() < Duration::from_secs(7), "{state:?} {:?}", started.elapsed());
        let mut slow = 0;
        for _ in 0..20 {
            let asked = Instant::now();
            let answer = get(&server, "/api/jobs", &token).await;
            assert_eq!(answer.error().1, "store-unavailable", "{state:?}");
            slow += u32::from(asked.elapsed() > Duration::from_millis(500));
        }
        assert!(slow <= 1, "{state:?}: {slow} of 20 were held");
        let dashboard = crate::dashboard::get(&server, "/dashboard", &session).await;
        assert_eq!((dashboard.status, dashboard.header("retry-after")), (503, "1"), "{state:?}");
        assert!(String::from_utf8_lossy(&dashboard.body).contains("Not available now"));
        let landing = crate::dashboard::get(&server, "/", &session).await;
        assert_eq!(landing.status, 200, "the landing page needs no store");
        let written = plan(&server, &token, "j", 2).await;
        assert_eq!((written.error().0, written.header("retry-after")), (503, "1"), "{state:?}");
        way.state.send_replace(Open::Yes);
        let open = Instant::now();
        while get(&server, "/api/jobs", &token).await.status != 200 {
            assert!(open.elapsed() < Duration::from_secs(10), "{state:?}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        assert_eq!(plan(&server, &token, "j", 3).await.status, 200, "{state:?}");
    }
}

/// Leaves something to read.
async fn leave(server: &Running, token: &str) {
    let profile = json!({"userId": "ada", "profile": {"firstName": "Ada"}});
    assert_eq!(post(server, "/api/profile", token, &profile).await.status, 200);
    assert_eq!(plan(server, token, "j", 1).await.status, 200);
    let stored = server.bare(Method::PUT, STORED_RECIPE).bearer_auth(token);
    assert_eq!(send(stored.json(&json!({"recipe": RECIPE}))).await.status, 200);
}

/// A recipe that is there: to delete one that is not writes nothing.
const STORED_RECIPE: &str = "/api/recipes/00112233445566bb";

/// What a server answers whose database can only be read: all that is asked for, and to every write that
/// nothing is written now.
async fn reads_and_does_not_write(server: &Running, token: &str, code: &str) {
    let reads = [
        "/api/jobs",
        "/api/jobs/j",
        "/api/jobs/j/ledger",
        "/api/profile?userId=ada",
        "/api/recipes",
        "/api/user",
        "/api/tokens",
    ];
    for _ in 0..2 {
        for path in reads {
            let answer = get(server, path, token).await;
            assert_eq!(answer.status, 200, "{path} {answer:?}");
        }
        let again = plan(server, token, "j", 1).await;
        assert_eq!(again.status, 200, "what was answered is answered again");
        let profile = json!({"userId": "ada", "profile": {"firstName": "Ada"}});
        let log = json!({"jobId": "j", "step": 1, "action": {"type": "DONE", "summary": ""},
                         "result": {"ok": true}});
        let ask = |method, path| server.bare(method, path).bearer_auth(token);
        let writes = [
            ask(Method::POST, NEXT).json(&next_body("j", 2, page(), json!({}))),
            ask(Method::POST, "/api/agent/log").json(&log),
            ask(Method::POST, "/api/profile").json(&profile),
            server.bare(Method::POST, "/api/pair").json(&json!({"code": code})),
            ask(Method::DELETE, "/api/profile?userId=ada"),
            ask(Method::PUT, "/api/recipes/00112233445566aa").json(&json!({"recipe": RECIPE})),
            ask(Method::DELETE, STORED_RECIPE),
            ask(Method::DELETE, "/api/tokens/current"),
            ask(Method::DELETE, "/api/user"),
        ];
        for write in writes {
            let asked = format!("{write:?}");
            let answer = send(write).await;
            assert_eq!(answer.error(), (503, "store-unavailable".to_owned(), None), "{asked}");
            assert_eq!(answer.header("retry-after"), "1");
            assert!(answer.json()["error"]["message"].as_str().unwrap().contains("written to"));
        }
    }
}

#[tokio::test]
async fn a_postgres_that_is_read_only_is_read_and_told_as_such() {
    let Some(database) = Database::new().await else { return };
    let [a, b] = two(&database, &[]).await;
    let token = token(&a, &code(&database, "ada").await).await;
    leave(&a, &token).await;
    let open = code(&database, "eve").await;
    let mut admin = PgConnection::connect(&database.url).await.unwrap();
    let name = database.url.rsplit('/').next().unwrap();
    let others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                  WHERE datname = current_database() AND pid <> pg_backend_pid()";
    let mut turn = async |read_only: &str| {
        let set = format!("ALTER DATABASE {name} SET default_transaction_read_only = {read_only}");
        admin.execute(AssertSqlSafe(set)).await.unwrap();
        admin.execute(others).await.unwrap();
    };
    turn("on").await;
    // The other one has not seen the token yet.
    for server in [&a, &b] {
        reads_and_does_not_write(server, &token, &open).await;
    }
    let (url, key) = (database.url.clone(), "5a".repeat(32));
    does_not_begin(&[("DATABASE_URL", &url), ("VAULTY_MASTER_KEY", &key)], None).await;
    turn("off").await;
    super::several_servers::token(&b, &open).await;
    for server in [&a, &b] {
        assert_eq!(plan(server, &token, "j", 3).await.status, 200);
    }
}

/// A server that would begin on such a database says why not, and what to do.
async fn does_not_begin(settings: &[(&str, &str)], folder: Option<&std::path::Path>) {
    let own = tempfile::tempdir().unwrap();
    let mut command = program(&["serve", "--listen", "127.0.0.1:0", "--data-dir"]);
    command.arg(folder.unwrap_or(own.path())).envs(settings.iter().copied());
    let ended = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    let said = String::from_utf8(ended.stderr).unwrap();
    assert!(!ended.status.success() && ended.stdout.is_empty(), "{said}");
    assert!(said.contains("can be read and not written to"), "{said}");
    assert!(said.contains("make room on its disk, or end its read-only mode"), "{said}");
}

/// A disk without room can't be had without the right to mount one: to the server it is what every write
/// answers (53100, `disk_full`).
#[tokio::test]
async fn a_postgres_without_room_is_read_and_told_as_such() {
    let Some(database) = Database::new().await else { return };
    let [a, b] = two(&database, &[]).await;
    let token = token(&a, &code(&database, "ada").await).await;
    leave(&a, &token).await;
    let open = code(&database, "eve").await;
    let mut admin = PgConnection::connect(&database.url).await.unwrap();
    let full = "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS \
                $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$";
    admin.execute(full).await.unwrap();
    let tables: Vec<String> =
        sqlx::query_scalar("SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'")
            .fetch_all(&mut admin)
            .await
            .unwrap();
    for table in &tables {
        let trigger = format!(
            "CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE OR DELETE ON {table} \
             FOR EACH STATEMENT EXECUTE FUNCTION full_disk()"
        );
        admin.execute(AssertSqlSafe(trigger)).await.unwrap();
    }
    // The other one has not seen the token yet.
    for server in [&a, &b] {
        reads_and_does_not_write(server, &token, &open).await;
    }
    let (url, key) = (database.url.clone(), "5a".repeat(32));
    does_not_begin(&[("DATABASE_URL", &url), ("VAULTY_MASTER_KEY", &key)], None).await;
    admin.execute("DROP FUNCTION full_disk CASCADE").await.unwrap();
    super::several_servers::token(&b, &open).await;
    for server in [&a, &b] {
        assert_eq!(plan(server, &token, "j", 3).await.status, 200);
    }
}

/// Marks a SQLite database as one of a later format that this version may read and not write (byte 18 of the
/// header, "write version"; https://www.sqlite.org/fileformat2.html). Unlike a file's mode this stops root,
/// and a server that has the file open.
async fn mark(folder: &std::path::Path, version: u8) {
    let options = SqliteConnectOptions::new().filename(folder.join("vaulty.sqlite3"));
    let mut beside = SqliteConnection::connect_with(&options).await.unwrap();
    let mut busy = 1;
    while busy != 0 {
        (busy, _, _) = sqlx::query_as::<_, (i64, i64, i64)>("PRAGMA wal_checkpoint(TRUNCATE)")
            .fetch_one(&mut beside)
            .await
            .unwrap();
    }
    // This connection keeps the first page as it was.
    beside.execute("SELECT count(*) FROM once").await.unwrap();
    let write = format!(
        "printf '\\{version:03o}' | dd of={} bs=1 seek=18 conv=notrunc status=none",
        folder.join("vaulty.sqlite3").display()
    );
    // Another program: whoever closes a file of an open database loses its locks (POSIX).
    let written = std::process::Command::new("sh").args(["-c", &write]).status().unwrap();
    assert!(written.success());
    // The others look at it anew when something was written.
    beside.execute("INSERT INTO once (what) VALUES ('marked')").await.unwrap();
    beside.close().await.unwrap();
}

#[tokio::test]
async fn a_sqlite_that_is_read_only_is_read_and_told_as_such() {
    let server = Running::start().await;
    let ada = token(&server, &Process::pair(server.folder(), "ada").await).await;
    leave(&server, &ada).await;
    let open = Process::pair(server.folder(), "eve").await;
    mark(server.folder(), 3).await;
    reads_and_does_not_write(&server, &ada, &open).await;
    let folder = server.stop().await;
    does_not_begin(&[], Some(folder.path())).await;
}

#[tokio::test]
async fn a_server_with_a_wrong_clock_removes_nothing_on_postgres() {
    let Some(database) = Database::new().await else { return };
    let settings = [("VAULTY_REQUESTS_PER_SECOND", "1000000"), ("VAULTY_REQUEST_BURST", "1000000")];
    let [a, _b] = two(&database, &settings).await;
    let token = token(&a, &code(&database, "ada").await).await;
    assert_eq!(plan(&a, &token, "j", 1).await.status, 200);
    let key = "5a".repeat(32);
    for days in [91, 4000] {
        let clock = Clock::system();
        clock.advance(Duration::from_secs(days * 24 * 60 * 60));
        let mut more = settings.to_vec();
        more.extend([("DATABASE_URL", database.url.as_str()), ("VAULTY_MASTER_KEY", &key)]);
        let wrong = Running::with_clock(&more, clock.clone()).await;
        // As many as it takes for what is too old to be looked for.
        for step in 1..=70 {
            assert_eq!(plan(&wrong, &token, "by-wrong", step).await.status, 200);
        }
        let job = get(&a, "/api/jobs/j", &token).await.json();
        assert_eq!(job["entries"], 1, "{days}");
        let theirs = get(&a, "/api/jobs/by-wrong", &token).await.json();
        let apart = theirs["updatedAt"].as_i64().unwrap() - job["updatedAt"].as_i64().unwrap();
        assert!((0..120_000).contains(&apart), "its times are the database's: {apart}");
        let paired = code(&database, "eve").await;
        super::several_servers::token(&wrong, &paired).await;
        wrong.stop().await;
    }
}

#[tokio::test]
async fn a_server_with_a_wrong_clock_leaves_what_is_too_old_to_others_on_postgres() {
    let Some(database) = Database::new().await else { return };
    let [a, b] = two(&database, &[]).await;
    let token = token(&a, &code(&database, "ada").await).await;
    assert_eq!(plan(&a, &token, "old", 1).await.status, 200);
    // Nobody else removes it meanwhile.
    a.stop().await;
    b.stop().await;
    let mut admin = PgConnection::connect(&database.url).await.unwrap();
    admin.execute("UPDATE trace SET at = 0").await.unwrap();
    let mut old = async || -> i64 {
        let count = "SELECT count(*) FROM trace WHERE at = 0";
        sqlx::query_scalar(count).fetch_one(&mut admin).await.unwrap()
    };
    let key = "5a".repeat(32);
    let settings = [("DATABASE_URL", database.url.as_str()), ("VAULTY_MASTER_KEY", &key)];
    let clock = Clock::system();
    clock.advance(Duration::from_secs(91 * 24 * 60 * 60));
    let wrong = Running::with_clock(&settings, clock).await;
    // As many as it takes for what is too old to be looked for.
    for step in 1..=70 {
        assert_eq!(plan(&wrong, &token, "new", step).await.status, 200);
    }
    assert_eq!(old().await, 1, "it cannot know");
    wrong.stop().await;
    let _right = Running::with(&settings).await;
    let started = Instant::now();
    while old().await > 0 {
        assert!(started.elapsed() < Duration::from_secs(20), "it was too old");
    }
}

#[tokio::test]
async fn one_users_many_entries_cost_another_nothing() {
    let limits = [
        ("VAULTY_TRACE_KEEP", "100"),
        ("VAULTY_REQUESTS_PER_SECOND", "1000000"),
        ("VAULTY_REQUEST_BURST", "1000000"),
    ];
    let server = Running::with(&limits).await;
    let pair = async |user: &str| token(&server, &Process::pair(server.folder(), user).await).await;
    let (ada, eve) = (pair("ada").await, pair("eve").await);
    let keyed = |step: u32| {
        let body = next_body("j", step, page(), json!({}));
        let ask = server.bare(Method::POST, NEXT).bearer_auth(&ada);
        send(ask.header("idempotency-key", "k").json(&body))
    };
    assert_eq!(keyed(1).await.status, 200);
    for step in 1..=300 {
        assert_eq!(plan(&server, &eve, "many", step).await.status, 200);
    }
    assert_eq!(get(&server, "/api/jobs/j", &ada).await.json()["entries"], 1);
    assert_eq!(keyed(2).await.error().1, "idempotency-conflict");
    assert!(get(&server, "/api/jobs/many", &eve).await.json()["entries"].as_u64().unwrap() < 170);
}
