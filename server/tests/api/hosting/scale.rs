//! Servers on one Postgres behind the proxy under load: what one, two and four bear, and that nothing that was acknowledged is
//! lost while servers are started anew one after the other, or the database goes and comes back. Clients do as the extension does:
//! what was not answered is asked again. Times are printed, not judged: load, proxy, servers and database share the cores.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::json;
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection};
use tokio::{
    task::{JoinHandle, block_in_place},
    time::sleep,
};

use super::{
    NEXT,
    proxied::{Front, Proxied},
};
use crate::{
    postgres::Database,
    support::{next_body, page, send},
};

/// Clients, each with a request on its way.
const CLIENTS: usize = 16;
const USERS: [&str; 4] = ["ada", "bo", "cy", "di"];
/// How long each load lasts.
const TIME: Duration = Duration::from_secs(10);
/// Rounds of a job before the next one begins.
const ROUNDS: u32 = 40;
/// How long a client asks again before it is told as failed.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long a server or a database is away.
const AWAY: Duration = Duration::from_secs(2);

/// What a client did.
#[derive(Debug, Default)]
struct Done {
    /// Its jobs, with how many of their rounds were acknowledged.
    jobs: Vec<(String, u32)>,
    /// How long each round took, from when it was due.
    took: Vec<Duration>,
    /// Requests that were asked again.
    again: u32,
}

/// A load of some clients.
struct Load {
    front: Front,
    /// A token of each user.
    tokens: Arc<Vec<String>>,
}

impl Load {
    async fn of(proxied: &Proxied, database: &Database) -> Self {
        let mut tokens = Vec::new();
        for user in USERS {
            tokens.push(proxied.pair(database, user).await);
        }
        Self { front: proxied.front.clone(), tokens: Arc::new(tokens) }
    }

    /// All clients for a time, as fast as they are answered or at so many rounds a second together.
    fn run(&self, name: &str, time: Duration, rate: Option<f64>) -> JoinHandle<Vec<Done>> {
        let client = |number: usize| {
            let (front, name) = (self.front.clone(), format!("{name}-{number}"));
            let token = self.tokens[number % USERS.len()].clone();
            let pause = rate.map(|rate| Duration::from_secs_f64(CLIENTS as f64 / rate));
            // Nobody's clients all ask at the same moment.
            let first = pause.unwrap_or_default().mul_f64(number as f64 / CLIENTS as f64);
            async move {
                sleep(first).await;
                client(&front, &token, &name, time, pause).await
            }
        };
        tokio::spawn(join_all((0..CLIENTS).map(client)))
    }

    /// That each acknowledged round is there, once.
    async fn check(&self, done: &[Done]) {
        for (number, one) in done.iter().enumerate() {
            for (job, rounds) in &one.jobs {
                let path = format!("/api/jobs/{job}");
                let token = &self.tokens[number % USERS.len()];
                let known = send(self.front.request(Method::GET, &path).bearer_auth(token)).await;
                assert_eq!(known.json()["entries"], *rounds, "{job}");
            }
        }
    }
}

async fn client(
    front: &Front,
    token: &str,
    name: &str,
    time: Duration,
    pause: Option<Duration>,
) -> Done {
    let mut done = Done::default();
    let started = Instant::now();
    let mut round = 0;
    while started.elapsed() < time {
        let due = match pause {
            Some(pause) => started + pause * round,
            None => Instant::now(),
        };
        sleep(due.saturating_duration_since(Instant::now())).await;
        let job = format!("{name}-{}", round / ROUNDS);
        let body = next_body(&job, round % ROUNDS + 1, page(), json!({"profileKeys": ["email"]}));
        let asked = Instant::now();
        loop {
            let request = front.request(Method::POST, NEXT).bearer_auth(token).json(&body);
            if request.send().await.is_ok_and(|answer| answer.status() == 200) {
                break;
            }
            assert!(asked.elapsed() < PATIENCE, "{job} was never answered");
            done.again += 1;
            sleep(Duration::from_millis(100)).await;
        }
        done.took.push(due.elapsed());
        round += 1;
        match done.jobs.last_mut().filter(|(last, _)| *last == job) {
            Some((_, rounds)) => *rounds += 1,
            None => done.jobs.push((job, 1)),
        }
    }
    done
}

/// Rounds, those asked again, and the middle and the 99th hundredth of their times in milliseconds.
fn told(done: &[Done]) -> (usize, u32, f64, f64) {
    let mut took: Vec<Duration> = done.iter().flat_map(|one| one.took.iter().copied()).collect();
    took.sort_unstable();
    let at = |share: f64| {
        let place = (took.len() as f64 * share) as usize;
        took[place.min(took.len() - 1)].as_secs_f64() * 1e3
    };
    (took.len(), done.iter().map(|one| one.again).sum(), at(0.5), at(0.99))
}

/// What a figure is of.
fn of(servers: usize) -> String {
    let build =
        if cfg!(debug_assertions) { "a build without optimisation" } else { "an optimised build" };
    format!("{servers} server{} behind a proxy, {build}", if servers == 1 { "" } else { "s" })
}

/// Proves that one, two and four servers answer each round once, and prints what they bear.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "part of the slow set"]
async fn behind_a_proxy_on_postgres_each_round_is_kept_once_by_one_two_and_four_servers() {
    for servers in [1, 2, 4] {
        let Some(database) = Database::new().await else { return };
        let proxied = Proxied::start(&database, servers).await;
        let load = Load::of(&proxied, &database).await;
        load.check(&load.run("warm", Duration::from_secs(2), None).await.unwrap()).await;
        let full = load.run("full", TIME, None).await.unwrap();
        let (rounds, _, _, full_p99) = told(&full);
        let rate = rounds as f64 / TIME.as_secs_f64();
        let half = load.run("half", TIME, Some(rate / 2.0)).await.unwrap();
        let (_, again, p50, p99) = told(&half);
        println!(
            "measured: plans a second, {} | each once | {rate:.0}, p99 {full_p99:.0} ms; at half of that p50 {p50:.1} ms, p99 \
             {p99:.1} ms",
            of(servers)
        );
        assert_eq!(again, 0, "nothing is refused at half load");
        load.check(&full).await;
        load.check(&half).await;
    }
}

/// Proves that a host may start all servers anew, one after the other, while people work: no round is lost or kept twice, and what
/// was not answered was answered when it was asked again.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "part of the slow set"]
async fn behind_a_proxy_on_postgres_a_rolling_restart_loses_nothing() {
    let Some(database) = Database::new().await else { return };
    let mut proxied = Proxied::start(&database, 2).await;
    let load = Load::of(&proxied, &database).await;
    let time = TIME * 2;
    let under_way = load.run("rolling", time, Some(100.0));
    let mut restarts = 0;
    while !under_way.is_finished() {
        for at in 0..2 {
            // The proxy asks twice, half a second apart, before it believes that a server is back.
            sleep(AWAY).await;
            block_in_place(|| proxied.restart(at));
            restarts += 1;
        }
    }
    let done = under_way.await.unwrap();
    let (rounds, again, p50, p99) = told(&done);
    println!(
        "measured: two servers behind a proxy started anew, one after the other, while 100 plans a second are asked for | each \
         once, none fails for good | {restarts} restarts, {rounds} plans, {again} asked again; p50 {p50:.1} ms, p99 {p99:.0} ms"
    );
    assert!(restarts >= 4, "{restarts}");
    load.check(&done).await;
}

/// Proves that a Postgres that is stopped, started and made read-only under load loses nothing that was acknowledged, and that
/// servers go on by themselves once it is back.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "part of the slow set"]
async fn behind_a_proxy_a_postgres_that_goes_and_comes_back_loses_nothing() {
    let Some(database) = Database::alone().await else { return };
    let proxied = Proxied::start(&database, 2).await;
    let load = Load::of(&proxied, &database).await;
    let under_way = load.run("away", TIME * 2, Some(100.0));
    sleep(AWAY).await;
    block_in_place(|| database.stop());
    sleep(AWAY).await;
    block_in_place(|| database.start());
    sleep(AWAY).await;
    read_only(&database, true).await;
    sleep(AWAY).await;
    read_only(&database, false).await;
    let done = under_way.await.unwrap();
    let (rounds, again, p50, p99) = told(&done);
    println!(
        "measured: Postgres stopped for {AWAY:?}, then read-only for {AWAY:?}, while 100 plans a second are asked for | each \
         once, none fails for good | {rounds} plans, {again} asked again; p50 {p50:.1} ms, p99 {p99:.0} ms"
    );
    assert!(again > 0, "it was away");
    load.check(&done).await;
}

async fn read_only(database: &Database, is: bool) {
    let mut admin = PgConnection::connect(&database.url).await.unwrap();
    // Whoever may write nothing may not even take it back.
    admin.execute("SET default_transaction_read_only = off").await.unwrap();
    let set = format!(
        "ALTER SYSTEM SET default_transaction_read_only = {}",
        if is { "on" } else { "off" }
    );
    admin.execute(AssertSqlSafe(set)).await.unwrap();
    admin.execute("SELECT pg_reload_conf()").await.unwrap();
    admin.close().await.unwrap();
}

/// Proves that two servers at half of what they bear stay as they are: no round fails, and memory does not grow. Two minutes, or
/// `VAULTY_SOAK_MINUTES`.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "part of the slow set"]
async fn behind_a_proxy_on_postgres_servers_stay_as_they_are() {
    let Some(database) = Database::new().await else { return };
    let minutes = std::env::var("VAULTY_SOAK_MINUTES").ok();
    let minutes = minutes.map_or(2, |minutes| minutes.parse::<u64>().unwrap());
    let proxied = Proxied::start(&database, 2).await;
    let load = Load::of(&proxied, &database).await;
    let full = load.run("full", TIME, None).await.unwrap();
    let half = told(&full).0 as f64 / TIME.as_secs_f64() / 2.0;
    let memory = |proxied: &Proxied| -> u64 {
        proxied.servers.iter().map(|server| server.memory_kib()).sum()
    };
    let part = Duration::from_secs(60 * minutes) / 4;
    let mut parts = Vec::new();
    for quarter in 0..4 {
        let done = load.run(&format!("soak-{quarter}"), part, Some(half)).await.unwrap();
        load.check(&done).await;
        let (rounds, again, _, p99) = told(&done);
        parts.push((rounds, again, p99, memory(&proxied)));
        println!(
            "after {} quarters: {parts:?} (rounds, asked again, p99 in ms, KiB of memory)",
            quarter + 1
        );
    }
    // What is held at most is held after the first quarter.
    let growth = parts[3].3 as f64 / parts[0].3 as f64 - 1.0;
    let p99s: Vec<u64> = parts.iter().map(|part| part.2 as u64).collect();
    let again: u32 = parts.iter().map(|part| part.1).sum();
    println!(
        "measured: a soak at half of what is borne, {} | memory grows ≤ 10 % after the first quarter | {minutes} minutes at \
         {half:.0} plans a second: {:.1} %; p99 of the quarters {p99s:?} ms; {again} asked again",
        of(2),
        growth * 100.0,
    );
    assert!(growth <= 0.1, "{parts:?}");
}
