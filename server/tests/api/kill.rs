//! The server is killed in the midst of its work, again and again (SIGKILL, while many write): what it
//! acknowledged is there afterwards, and no step is done twice. `--slow` kills more often.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use reqwest::{Client, Method};
use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::{
    cli::Process,
    postgres::Database,
    support::{Answer, client, next_body, page, send},
};
use harness::slow;

/// Jobs that are worked on at once.
const WRITERS: usize = 6;
/// How often the server is killed.
const KILLS: usize = 20;
const SLOW_KILLS: usize = 500;
/// The server answers again after this long, on a machine that has far too much to do, too.
const OPEN: Duration = Duration::from_secs(30);

/// A request, and what it was answered, if it was.
struct SentRequest {
    path: &'static str,
    step: u32,
    body: Value,
    answer: Option<Vec<u8>>,
}

/// What one client did in one life of the server.
struct Work {
    job: String,
    asked: Vec<SentRequest>,
}

/// A server that is about to be killed, as a client sees it.
#[derive(Clone)]
struct Target {
    client: Client,
    base: String,
    token: String,
}

impl Target {
    async fn ask(&self, job: &str, asked: &SentRequest) -> Result<Answer, reqwest::Error> {
        let request = self.client.request(Method::POST, format!("{}{}", self.base, asked.path));
        let key = format!("{job}-{}-{}", asked.path, asked.step);
        let request = request.bearer_auth(&self.token).header("idempotency-key", key);
        let request = request.json(&asked.body);
        loop {
            let again = request.try_clone().unwrap();
            let response = again.send().await?;
            let (status, headers) = (response.status().as_u16(), response.headers().clone());
            let answer = Answer { status, headers, body: response.bytes().await?.to_vec() };
            // A server that is busy says so; its clients come again, and nothing is twice for that.
            if status != 503 {
                return Ok(answer);
            }
            assert!(!answer.header("retry-after").is_empty());
        }
    }
}

fn asks(job: &str, step: u32) -> [SentRequest; 2] {
    let plan = next_body(job, step, page(), json!({"profileKeys": ["email"], "goal": job}));
    let log = json!({
        "jobId": job, "step": step,
        "action": {"type": "CLICK", "target": {"by": "index", "index": 0, "elementType": "button"}},
        "result": {"ok": true},
    });
    [("/api/agent/next", plan), ("/api/agent/log", log)].map(|(path, body)| SentRequest {
        path,
        step,
        body,
        answer: None,
    })
}

/// Plans and logs, step by step, until the server is gone.
async fn work(
    target: Target,
    job: String,
    acknowledged: Arc<AtomicUsize>,
    told: Arc<Notify>,
) -> Work {
    let mut work = Work { job, asked: Vec::new() };
    for step in 1.. {
        for mut asked in asks(&work.job, step) {
            let answer = target.ask(&work.job, &asked).await;
            let gone = answer.is_err();
            if let Ok(answer) = answer {
                assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
                asked.answer = Some(answer.body);
                acknowledged.fetch_add(1, Ordering::Relaxed);
                told.notify_one();
            }
            work.asked.push(asked);
            if gone {
                return work;
            }
        }
    }
    work
}

/// Asks everything again, as clients do that do not know what became of it. What was acknowledged gets the
/// identical answer, and in the end every step is there once.
async fn check(target: &Target, work: &Work) {
    for asked in &work.asked {
        let again = target.ask(&work.job, asked).await.unwrap();
        assert_eq!(again.status, 200, "{}", String::from_utf8_lossy(&again.body));
        if let Some(answer) = &asked.answer {
            assert_eq!(&again.body, answer, "{} {} {}", work.job, asked.path, asked.step);
        }
    }
    let url = format!("{}/api/jobs/{}", target.base, work.job);
    let job = send(target.client.get(url).bearer_auth(&target.token)).await.json();
    let trace = job["trace"].as_array().unwrap();
    let mut seen: Vec<(u64, &str)> = trace
        .iter()
        .map(|entry| (entry["step"].as_u64().unwrap(), entry["kind"].as_str().unwrap()))
        .collect();
    let numbers: Vec<_> = trace.iter().map(|entry| entry["seq"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (1..=trace.len() as u64).collect::<Vec<_>>(), "{}", work.job);
    seen.sort_unstable();
    let mut expected: Vec<(u64, &str)> = work
        .asked
        .iter()
        .map(|asked| {
            (asked.step.into(), if asked.path.ends_with("next") { "plan" } else { "result" })
        })
        .collect();
    expected.sort_unstable();
    assert_eq!(seen, expected, "each step of {} once", work.job);
}

async fn kill_again_and_again(store: &str, folder: &Path, settings: &[(&str, &str)]) {
    let many = "1000000";
    let mut all = vec![
        ("VAULTY_REQUESTS_PER_SECOND", many),
        ("VAULTY_REQUEST_BURST", many),
        ("VAULTY_TRACE_KEEP", many),
        // Nobody reads the log before the end, and a full pipe would hold the server up.
        ("VAULTY_LOG", "warn"),
    ];
    all.extend(settings);
    let kills = if slow() { SLOW_KILLS } else { KILLS };
    let mut random = 0x5eed_u64;
    let (mut total, mut opened) = (0, Vec::new());
    let mut before: Vec<Work> = Vec::new();
    for life in 0..=kills {
        let started = Instant::now();
        let server = Process::start(folder, &all);
        opened.push(started.elapsed());
        assert!(started.elapsed() < OPEN, "the store opens at once");
        let token = Process::token(folder);
        let target = Target { client: client(), base: server.base.clone(), token };
        for work in before.drain(..) {
            check(&target, &work).await;
        }
        if life == kills {
            server.stop();
            break;
        }
        // Numerical Recipes' generator: the same moments in every run.
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let enough = 3 + (random >> 33) as usize % 40;
        let (acknowledged, told) = (Arc::<AtomicUsize>::default(), Arc::<Notify>::default());
        let writers: Vec<_> = (0..WRITERS)
            .map(|writer| {
                let job = format!("life-{life}-writer-{writer}");
                tokio::spawn(work(target.clone(), job, acknowledged.clone(), told.clone()))
            })
            .collect();
        while acknowledged.load(Ordering::Relaxed) < enough {
            told.notified().await;
        }
        server.kill();
        for writer in writers {
            before.push(writer.await.unwrap());
        }
        total += acknowledged.load(Ordering::Relaxed);
    }
    opened.sort_unstable();
    println!(
        "measured: kill -9 of the server, {store}: acknowledged records lost, steps twice | 0, 0 of 500 kills | 0, 0 \
         of {total} records in {kills} kills"
    );
    println!(
        "measured: until it answers again, {store}, median and longest | at once | {:.0?} and {:.0?}, a build without \
         optimisation",
        opened[opened.len() / 2],
        opened[opened.len() - 1]
    );
}

#[tokio::test]
async fn killed_in_the_midst_nothing_is_lost_or_done_twice() {
    let folder = tempfile::tempdir().unwrap();
    kill_again_and_again("SQLite", folder.path(), &[]).await;
}

#[tokio::test]
async fn killed_in_the_midst_nothing_is_lost_or_done_twice_on_postgres() {
    let Some(database) = Database::new().await else { return };
    let folder = tempfile::tempdir().unwrap();
    kill_again_and_again("Postgres", folder.path(), &[("DATABASE_URL", &database.url)]).await;
}
