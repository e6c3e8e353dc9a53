//! Many jobs at once: all of them right, and what is too much told at once. Times are measured by the
//! benchmark, not here. `--slow` lasts ten minutes and looks at the memory as well.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::json;

use crate::{
    cli::Process,
    support::{client, next_body, page, send},
};
use harness::slow;

const JOBS: usize = 200;
/// Rounds of a job before the next one begins.
const ROUNDS: u32 = 40;
const TIME: Duration = Duration::from_secs(5);
const SLOW_TIME: Duration = Duration::from_secs(600);
/// When the memory is looked at for the first time, in the slow run.
const SETTLED: Duration = Duration::from_secs(120);
/// How much it may grow from then on.
const MOST_GROWTH: f64 = 1.05;
/// After too much, the server answers again within this time.
const RECOVERY: Duration = Duration::from_secs(2);

/// Nobody reads the log before the end, and a full pipe would hold the server up.
const MANY: [(&str, &str); 5] = [
    ("VAULTY_LOG", "warn"),
    ("VAULTY_REQUESTS_PER_SECOND", "1000000"),
    ("VAULTY_REQUEST_BURST", "1000000"),
    ("VAULTY_TRACE_KEEP", "100000000"),
    ("VAULTY_MAX_CONNECTIONS", "1000"),
];

#[tokio::test]
async fn two_hundred_jobs_at_once_are_all_right() {
    let folder = tempfile::tempdir().unwrap();
    let server = Process::start(folder.path(), &MANY);
    let (token, client) = (Process::token(folder.path()), client());
    let url = |path: &str| format!("{}{path}", server.base);
    let time = if slow() { SLOW_TIME } else { TIME };
    let started = Instant::now();
    let one = async |number: usize| {
        let (mut done, mut shed) = (0_u32, 0);
        let job = |round: u32| format!("job-{number}-{}", round / ROUNDS);
        while started.elapsed() < time || done < 2 {
            let step = done % ROUNDS + 1;
            let body = next_body(&job(done), step, page(), json!({"profileKeys": ["email"]}));
            let ask = client.request(Method::POST, url("/api/agent/next")).bearer_auth(&token);
            let answer = send(ask.json(&body)).await;
            match answer.status {
                200 => {
                    assert!(answer.json()["actions"].is_array());
                    done += 1;
                }
                _ => {
                    assert_eq!(answer.error(), (503, "busy".to_owned(), None));
                    assert_eq!(answer.header("retry-after"), "1");
                    shed += 1;
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            }
        }
        // A job whose first round was refused to the end is not there.
        (job(done - 1), done, shed)
    };
    let memory = async {
        if !slow() {
            return None;
        }
        tokio::time::sleep(SETTLED).await;
        Some(server.memory_kib())
    };
    let (all, settled) = tokio::join!(join_all((0..JOBS).map(one)), memory);
    if let Some(settled) = settled {
        let growth = server.memory_kib() as f64 / settled as f64;
        println!(
            "measured: {JOBS} jobs for 10 minutes, growth of memory from minute 2 on | ≤ 5 % | {:.1} % of {settled} KiB",
            (growth - 1.0) * 100.0
        );
        assert!(growth <= MOST_GROWTH, "{growth}");
    }
    for (job, done, _) in &all {
        let ask = client.request(Method::GET, url(&format!("/api/jobs/{job}"))).bearer_auth(&token);
        let entries = send(ask).await.json()["entries"].as_u64().unwrap();
        assert_eq!(entries, u64::from((done - 1) % ROUNDS + 1), "{job}: each round once");
    }
    let (done, shed) = all.iter().fold((0, 0), |sum, one| (sum.0 + one.1, sum.1 + one.2));
    println!(
        "measured: {JOBS} jobs at once for {time:?}, a build without optimisation | every round once | {done} plans, \
         each once; {shed} requests told to come again, all of which did"
    );
    assert!(!server.stop().contains("ERROR"));
}

#[tokio::test]
async fn too_much_is_refused_at_once_and_over_soon() {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = MANY.to_vec();
    settings.push(("VAULTY_MAX_CONCURRENT_REQUESTS", "4"));
    let server = Process::start(folder.path(), &settings);
    let (token, client) = (Process::token(folder.path()), client());
    let url = format!("{}/api/agent/next", server.base);
    let ask = async |job: String, step: u32| {
        let body = next_body(&job, step, page(), json!({"profileKeys": ["email"]}));
        send(client.request(Method::POST, &url).bearer_auth(&token).json(&body)).await
    };
    let started = Instant::now();
    let hammer = async |number: usize| {
        let (mut good, mut refused, mut step) = (0, 0, 0);
        while started.elapsed() < Duration::from_secs(1) || step < 2 {
            step += 1;
            let answer = ask(format!("hammer-{number}"), step).await;
            match answer.status {
                200 => good += 1,
                _ => {
                    assert_eq!(answer.error().1, "busy");
                    assert_eq!(answer.header("retry-after"), "1");
                    refused += 1;
                }
            }
        }
        (good, refused)
    };
    let all = join_all((0..JOBS).map(hammer)).await;
    let over = Instant::now();
    while ask("after".to_owned(), 1).await.status != 200 {
        assert!(over.elapsed() < RECOVERY);
    }
    let (good, refused) = all.iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    println!(
        "measured: {JOBS} clients at a server that works on 4 requests at once | answers again within 2 s | {good} \
         answered, {refused} refused, again after {:.0?}",
        over.elapsed()
    );
    assert!(good > 0 && refused > 0, "{good} {refused}");
    server.stop();
}
