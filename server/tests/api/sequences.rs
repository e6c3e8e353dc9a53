//! Random sequences of what users and a host do: what was acknowledged is there, what was erased is gone, and
//! mine is mine. The model is a map; the server is a process of this one's, started anew in between. `--slow`
//! tries more.

use std::collections::BTreeMap;

use proptest::{
    prelude::*,
    strategy::ValueTree as _,
    test_runner::{Config, TestRunner},
};
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    cli::Process,
    support::{Running, next_body, page, send, slow},
};

const SEQUENCES: u32 = 6;
const SLOW_SEQUENCES: u32 = 500;
const STEPS: usize = 20;
const USERS: [&str; 3] = ["ada", "eve", "bob"];

/// What is done next, by which user.
#[derive(Debug, Clone)]
enum Step {
    Save(usize, u8),
    Forget(usize),
    Plan(usize, u8, u8),
    Erase(usize),
    Restart,
    Rotate,
}

fn step() -> impl Strategy<Value = Step> {
    let user = 0..USERS.len();
    prop_oneof![
        4 => (user.clone(), any::<u8>()).prop_map(|(user, value)| Step::Save(user, value)),
        1 => user.clone().prop_map(Step::Forget),
        8 => (user.clone(), 0..3_u8, 1..5_u8).prop_map(|(user, job, step)| Step::Plan(user, job, step)),
        2 => user.prop_map(Step::Erase),
        1 => Just(Step::Restart),
        1 => Just(Step::Rotate),
    ]
}

/// What a user has, as it was acknowledged.
#[derive(Default)]
struct Has {
    token: String,
    profile: Option<String>,
    /// Plans by job and step, word for word.
    plans: BTreeMap<(u8, u8), Vec<u8>>,
}

async fn ask(
    server: &Running,
    token: &str,
    method: Method,
    path: &str,
    body: Option<&Value>,
) -> crate::support::Answer {
    let request = server.bare(method, path).bearer_auth(token);
    send(match body {
        Some(body) => request.json(body),
        None => request,
    })
    .await
}

async fn pair(server: &Running, user: &str) -> String {
    let code = json!({"code": Process::pair(server.folder(), user).await});
    let answer = send(server.bare(Method::POST, "/api/pair").json(&code)).await;
    answer.json()["token"].as_str().unwrap().to_owned()
}

fn plan_body(job: u8, step: u8) -> Value {
    next_body(&format!("j{job}"), step.into(), page(), json!({"profileKeys": ["email"]}))
}

async fn do_step(server: Running, has: &mut [Has; 3], step: &Step) -> Running {
    match *step {
        Step::Save(user, value) => {
            let value = format!("value {value} of {user}");
            let body = json!({"userId": USERS[user], "profile": {"firstName": value}});
            let saved =
                ask(&server, &has[user].token, Method::POST, "/api/profile", Some(&body)).await;
            assert_eq!(saved.status, 200);
            has[user].profile = Some(value);
        }
        Step::Forget(user) => {
            let path = format!("/api/profile?userId={}", USERS[user]);
            let answer = ask(&server, &has[user].token, Method::DELETE, &path, None).await;
            let there = has[user].profile.take().is_some();
            assert_eq!(answer.status, if there { 200 } else { 404 });
        }
        Step::Plan(user, job, step) => {
            let body = plan_body(job, step);
            let answer =
                ask(&server, &has[user].token, Method::POST, "/api/agent/next", Some(&body)).await;
            assert_eq!(answer.status, 200);
            let before = has[user].plans.entry((job, step)).or_insert_with(|| answer.body.clone());
            assert_eq!(*before, answer.body, "a repeat is answered alike");
        }
        Step::Erase(user) => {
            let answer = ask(&server, &has[user].token, Method::DELETE, "/api/user", None).await;
            assert_eq!(answer.json(), json!({"ok": true, "left": []}));
            let old = ask(&server, &has[user].token, Method::GET, "/api/user", None).await;
            assert_eq!(old.status, 401);
            has[user] = Has { token: pair(&server, USERS[user]).await, ..Has::default() };
        }
        Step::Restart => return server.restart().await,
        Step::Rotate => {
            Process::rotate(server.folder()).await;
            return server.restart().await;
        }
    }
    server
}

async fn check(server: &Running, has: &[Has; 3]) {
    for (user, has) in USERS.iter().zip(has) {
        let all = ask(server, &has.token, Method::GET, "/api/user", None).await.json();
        assert_eq!(all["userId"], *user);
        let profile = all["profile"].get("firstName").and_then(Value::as_str);
        assert_eq!(profile, has.profile.as_deref(), "{user}");
        let mut jobs: BTreeMap<String, u64> = BTreeMap::new();
        for (job, _) in has.plans.keys() {
            *jobs.entry(format!("j{job}")).or_default() += 1;
        }
        let listed = all["jobs"].as_array().unwrap().iter();
        let listed: BTreeMap<String, u64> = listed
            .map(|job| {
                (job["jobId"].as_str().unwrap().to_owned(), job["entries"].as_u64().unwrap())
            })
            .collect();
        assert_eq!(listed, jobs, "{user}");
    }
}

#[tokio::test]
async fn acknowledged_is_there_erased_is_gone_and_mine_is_mine() {
    let sequences = if slow() { SLOW_SEQUENCES } else { SEQUENCES };
    let mut runner = TestRunner::new(Config::default());
    let limits = [("VAULTY_REQUESTS_PER_SECOND", "1000000"), ("VAULTY_REQUEST_BURST", "1000000")];
    for _ in 0..sequences {
        let steps = prop::collection::vec(step(), STEPS).new_tree(&mut runner).unwrap().current();
        println!("{steps:?}");
        let mut server = Running::with(&limits).await;
        let mut has: [Has; 3] = Default::default();
        for (user, has) in USERS.iter().zip(&mut has) {
            has.token = pair(&server, user).await;
        }
        for step in &steps {
            server = do_step(server, &mut has, step).await;
            check(&server, &has).await;
        }
    }
}
