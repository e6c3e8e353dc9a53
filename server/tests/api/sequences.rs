//! Random sequences of what users and a host do: what was acknowledged is there, what was erased is gone, and
//! mine is mine. The model is a map; the servers are one on SQLite or two on Postgres, in this process or in
//! processes of their own that are killed, stopped and started anew in the middle. `--slow` tries more.
//!
//! Several sequences run at once, each with users of its own, and what they leave stays for those that follow:
//! so a mistake about whose something is has much to find.

use std::{
    collections::BTreeMap,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use futures_util::future::join_all;
use proptest::{
    prelude::*,
    strategy::ValueTree as _,
    test_runner::{Config, TestRunner},
};
use reqwest::{Client, Method};
use serde_json::{Value, json};
use server::{
    clock::Clock,
    crypto::{Marks, Vault},
    security,
    serve::open_marks,
    store::{BeforeUpdate, Postgres, Sqlite, Store},
};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    sync::Notify,
    task::JoinHandle,
};

use crate::{
    cli::Process,
    postgres::Database,
    support::{Answer, Running, client, next_body, page, send},
};
use harness::slow;

/// Sequences of the ordinary set, 500 together; the slow set has so many times as many.
const INSIDE_SQLITE: usize = 304;
const INSIDE_POSTGRES: usize = 148;
const OUTSIDE_SQLITE: usize = 16;
const OUTSIDE_POSTGRES: usize = 32;
const SLOW: usize = 40;
/// Sequences that run at once.
const AT_ONCE: usize = 8;
/// Steps before the trouble, and after it.
const STEPS: usize = 4;
const USERS: [&str; 3] = ["ada", "eve", "bob"];
/// Jobs of what is on its way when a server is killed or stands still; no step has them.
const KILLED: u8 = 8;
const FROZEN: u8 = 9;
const KEY: &str = "5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a";
const NEXT: &str = "/api/agent/next";
const PROFILE: &str = "/api/profile";

/// What is done next, by which user.
#[derive(Debug, Clone)]
enum Step {
    Save(usize, u8),
    Forget(usize),
    Plan(usize, u8, u8),
    /// Looks for what another has.
    Peek(usize, usize, u8),
    Erase(usize),
    /// The same while a plan and a profile are on their way.
    EraseInTheMiddle(usize),
}

/// A step, and the number of the server that is asked.
type At = (usize, Step);

fn step() -> impl Strategy<Value = At> {
    let user = 0..USERS.len();
    let step = prop_oneof![
        4 => (user.clone(), any::<u8>()).prop_map(|(user, value)| Step::Save(user, value)),
        1 => user.clone().prop_map(Step::Forget),
        6 => (user.clone(), 0..3_u8, 1..4_u8).prop_map(|(user, job, step)| Step::Plan(user, job, step)),
        3 => (user.clone(), user.clone(), 0..3_u8)
            .prop_map(|(user, other, job)| Step::Peek(user, other, job)),
        1 => user.clone().prop_map(Step::Erase),
        1 => user.prop_map(Step::EraseInTheMiddle),
    ];
    (any::<usize>(), step)
}

/// What happens in the middle of all sequences that run.
#[derive(Debug, Clone)]
enum Trouble {
    Nothing,
    Restart(usize),
    /// And the key is another one afterwards.
    Rotate,
    /// Once so many of the requests on their way are acknowledged.
    Kill(usize, usize),
    Freeze(usize),
}

fn trouble(inside: bool, alone: bool) -> BoxedStrategy<Trouble> {
    let restart = any::<usize>().prop_map(Trouble::Restart);
    match (inside, alone) {
        (true, true) => prop_oneof![6 => Just(Trouble::Nothing), 2 => restart, 1 => Just(Trouble::Rotate)].boxed(),
        (true, false) => prop_oneof![3 => Just(Trouble::Nothing), 1 => restart].boxed(),
        (false, _) => prop_oneof![
            1 => restart,
            3 => (any::<usize>(), 0..AT_ONCE).prop_map(|(which, after)| Trouble::Kill(which, after)),
            2 => any::<usize>().prop_map(Trouble::Freeze),
        ]
        .boxed(),
    }
}

/// What a user has, as it was acknowledged.
#[derive(Default)]
struct Has {
    name: String,
    token: String,
    profile: Option<String>,
    /// Plans by job and step, word for word.
    plans: BTreeMap<(u8, u8), Vec<u8>>,
}

impl Has {
    fn plan_body(&self, job: u8, step: u8) -> Value {
        let mut observation = page();
        observation["url"] = json!(format!("https://{}.example/apply", self.name));
        next_body(&format!("j{job}"), step.into(), observation, json!({"profileKeys": ["email"]}))
    }

    fn profile_body(&self, value: &str) -> Value {
        json!({"userId": self.name, "profile": {"firstName": value}})
    }

    fn planned(&mut self, job: u8, step: u8, answer: &Answer) {
        assert_eq!(answer.status, 200, "{answer:?}");
        let before = self.plans.entry((job, step)).or_insert_with(|| answer.body.clone());
        assert_eq!(*before, answer.body, "a repeat is answered alike");
    }

    /// Jobs with the number of their plans, as a list of them tells.
    fn jobs(&self) -> BTreeMap<String, (u64, String)> {
        let mut jobs = BTreeMap::new();
        for (job, _) in self.plans.keys() {
            let of_site = (0, format!("https://{}.example", self.name));
            jobs.entry(format!("j{job}")).or_insert(of_site).0 += 1;
        }
        jobs
    }
}

fn told(job: &Value) -> (u64, String) {
    (job["entries"].as_u64().unwrap(), job["origin"].as_str().unwrap().to_owned())
}

/// One server or two, as clients see them, and the host's own way to pair.
struct Site {
    client: Client,
    bases: Vec<String>,
    store: Arc<dyn Store>,
    marks: Marks,
}

/// A request that is on its way: let in, its body not sent.
struct Begun {
    stream: TcpStream,
    body: String,
}

impl Begun {
    async fn finish(mut self) -> String {
        self.stream.write_all(self.body.as_bytes()).await.unwrap();
        let mut answer = String::new();
        self.stream.read_to_string(&mut answer).await.unwrap();
        answer
    }
}

impl Site {
    fn base(&self, at: usize) -> &str {
        &self.bases[at % self.bases.len()]
    }

    fn request(
        &self,
        at: usize,
        token: &str,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> reqwest::RequestBuilder {
        let url = format!("{}{path}", self.base(at));
        let request = self.client.request(method, url).bearer_auth(token);
        match body {
            Some(body) => request.json(body),
            None => request,
        }
    }

    /// Asks until it is answered: a server that waits for a lock says so, and its clients come again. Whether
    /// they did.
    async fn ask(
        &self,
        at: usize,
        token: &str,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> (Answer, bool) {
        let mut again = false;
        loop {
            let answer = send(self.request(at, token, method.clone(), path, body)).await;
            if answer.status != 503 {
                return (answer, again);
            }
            assert!(!answer.header("retry-after").is_empty());
            again = true;
        }
    }

    async fn pair(&self, at: usize, user: &str) -> String {
        loop {
            let (store, clock) = (self.store.as_ref(), Clock::system());
            let code = security::open_pairing(store, &clock, &self.marks, user).await.unwrap();
            let asked = self.client.post(format!("{}/api/pair", self.base(at)));
            let answer = send(asked.json(&json!({"code": code}))).await;
            match answer.status {
                200 => return answer.json()["token"].as_str().unwrap().to_owned(),
                // The code may be used up all the same.
                503 => {}
                _ => panic!("{answer:?}"),
            }
        }
    }

    async fn begin(&self, at: usize, token: &str, path: &str, body: &Value) -> Begun {
        let body = body.to_string();
        let host = self.base(at).trim_start_matches("http://");
        let mut stream = TcpStream::connect(host).await.unwrap();
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\
             Connection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
             Expect: 100-continue\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        // The server says so when it wants the body: then it has let the request in.
        let mut go_on = [0; 25];
        stream.read_exact(&mut go_on).await.unwrap();
        assert_eq!(&go_on, b"HTTP/1.1 100 Continue\r\n\r\n");
        Begun { stream, body }
    }

    /// Erases a user, who is paired anew then.
    async fn erase(&self, at: usize, has: &mut Has) {
        loop {
            let (answer, again) = self.ask(at, &has.token, Method::DELETE, "/api/user", None).await;
            match answer.status {
                200 => break,
                // It was begun before: a further go finds nothing, and ends it.
                401 if again => has.token = self.pair(at, &has.name).await,
                _ => panic!("{answer:?}"),
            }
        }
        let old = self.request(at, &has.token, Method::GET, "/api/user", None);
        assert_eq!(send(old).await.status, 401);
        let name = std::mem::take(&mut has.name);
        *has = Has { token: self.pair(at, &name).await, name, ..Has::default() };
    }

    async fn check(&self, at: usize, has: &Has) {
        let (answer, _) = self.ask(at, &has.token, Method::GET, "/api/user", None).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        let all = answer.json();
        assert_eq!(all["userId"], *has.name);
        let profile = all["profile"].get("firstName").and_then(Value::as_str);
        assert_eq!(profile, has.profile.as_deref(), "{}", has.name);
        let listed = all["jobs"].as_array().unwrap().iter();
        let listed: BTreeMap<String, (u64, String)> =
            listed.map(|job| (job["jobId"].as_str().unwrap().to_owned(), told(job))).collect();
        assert_eq!(listed, has.jobs(), "{}", has.name);
    }
}

struct Sequence {
    steps: Vec<At>,
    has: [Has; 3],
}

impl Sequence {
    async fn begin(site: &Site, number: usize, steps: Vec<At>) -> Self {
        let mut has: [Has; 3] = Default::default();
        for (user, has) in USERS.iter().zip(&mut has) {
            has.name = format!("{user}-{number}");
            has.token = site.pair(number, &has.name).await;
        }
        Self { steps, has }
    }

    /// Does some steps, at these servers.
    async fn go_on(&mut self, site: &Site, servers: &[usize]) {
        let rest = self.steps.split_off(STEPS.min(self.steps.len()));
        for (at, step) in std::mem::replace(&mut self.steps, rest) {
            let at = servers[at % servers.len()];
            self.take(site, at, servers, step).await;
        }
    }

    async fn take(&mut self, site: &Site, at: usize, servers: &[usize], step: Step) {
        match step {
            Step::Save(user, value) => {
                let has = &mut self.has[user];
                let value = format!("value {value} of {}", has.name);
                let body = has.profile_body(&value);
                let (saved, _) = site.ask(at, &has.token, Method::POST, PROFILE, Some(&body)).await;
                assert_eq!(saved.status, 200, "{saved:?}");
                has.profile = Some(value);
            }
            Step::Forget(user) => {
                let has = &mut self.has[user];
                let path = format!("{PROFILE}?userId={}", has.name);
                let (answer, again) = site.ask(at, &has.token, Method::DELETE, &path, None).await;
                let there = has.profile.take().is_some();
                if !(again && answer.status == 404) {
                    assert_eq!(answer.status, if there { 200 } else { 404 }, "{answer:?}");
                }
            }
            Step::Plan(user, job, step) => {
                let has = &mut self.has[user];
                let body = has.plan_body(job, step);
                let (answer, _) = site.ask(at, &has.token, Method::POST, NEXT, Some(&body)).await;
                has.planned(job, step, &answer);
            }
            Step::Peek(user, other, job) => {
                let (has, other) = (&self.has[user], &self.has[other]);
                let path = format!("/api/jobs/j{job}");
                let (answer, _) = site.ask(at, &has.token, Method::GET, &path, None).await;
                match has.jobs().get(&format!("j{job}")) {
                    None => assert_eq!(answer.status, 404, "{answer:?}"),
                    Some(own) => assert_eq!(told(&answer.json()), *own),
                }
                let path = format!("{PROFILE}?userId={}", other.name);
                let (answer, _) = site.ask(at, &has.token, Method::GET, &path, None).await;
                let expected = match &has.profile {
                    _ if has.name != other.name => 403,
                    Some(_) => 200,
                    None => 404,
                };
                assert_eq!(answer.status, expected, "{answer:?}");
            }
            Step::Erase(user) => site.erase(at, &mut self.has[user]).await,
            Step::EraseInTheMiddle(user) => {
                let has = &mut self.has[user];
                let elsewhere = servers[(at + 1) % servers.len()];
                let (plan, profile) = (has.plan_body(0, 1), has.profile_body("late"));
                let on_their_way = [
                    site.begin(elsewhere, &has.token, NEXT, &plan).await,
                    site.begin(elsewhere, &has.token, PROFILE, &profile).await,
                ];
                site.erase(at, has).await;
                for begun in on_their_way {
                    let answer = begun.finish().await;
                    assert!(answer.contains("HTTP/1.1 410"), "{answer}");
                }
                site.check(at, has).await;
            }
        }
    }

    async fn check(&self, site: &Site, at: usize) {
        for has in &self.has {
            site.check(at, has).await;
        }
    }
}

/// A server, in this process or in one of its own.
enum Server {
    Inside(Option<Running>),
    Outside(Option<Process>, TempDir),
}

/// What runs, and how it is started.
struct Servers {
    all: Vec<Server>,
    settings: Vec<(&'static str, String)>,
}

impl Servers {
    async fn start(count: usize, inside: bool, more: &[(&'static str, String)]) -> Self {
        let mut settings = vec![
            ("VAULTY_REQUESTS_PER_SECOND", "1000000".to_owned()),
            ("VAULTY_REQUEST_BURST", "1000000".to_owned()),
            ("VAULTY_MAX_CONCURRENT_REQUESTS", "10000".to_owned()),
            ("VAULTY_TRACE_KEEP", "1000000".to_owned()),
            // Nobody reads the log before the end, and a full pipe would hold the server up.
            ("VAULTY_LOG", "error".to_owned()),
        ];
        settings.extend(more.iter().cloned());
        let mut servers = Self { all: Vec::new(), settings };
        for _ in 0..count {
            let server = if inside {
                Server::Inside(Some(Running::with(&servers.settings()).await))
            } else {
                let folder = tempfile::tempdir().unwrap();
                Server::Outside(Some(Process::start(folder.path(), &servers.settings())), folder)
            };
            servers.all.push(server);
        }
        servers
    }

    fn settings(&self) -> Vec<(&str, &str)> {
        self.settings.iter().map(|(name, value)| (*name, value.as_str())).collect()
    }

    fn folder(&self) -> &Path {
        match &self.all[0] {
            Server::Inside(running) => running.as_ref().unwrap().folder(),
            Server::Outside(_, folder) => folder.path(),
        }
    }

    fn bases(&self) -> Vec<String> {
        let base = |server: &Server| match server {
            Server::Inside(running) => running.as_ref().unwrap().base.clone(),
            Server::Outside(process, _) => process.as_ref().unwrap().base.clone(),
        };
        self.all.iter().map(base).collect()
    }

    fn process(&self, which: usize) -> &Process {
        let Server::Outside(process, _) = &self.all[which] else { panic!("it is in this process") };
        process.as_ref().unwrap()
    }

    async fn restart(&mut self, which: usize) {
        let settings = self.settings.clone();
        let settings: Vec<_> =
            settings.iter().map(|(name, value)| (*name, value.as_str())).collect();
        match &mut self.all[which] {
            Server::Inside(running) => {
                let stopped = running.take().unwrap();
                *running = Some(stopped.restart_with(&settings).await);
            }
            Server::Outside(process, folder) => {
                process.take().unwrap().stop();
                *process = Some(Process::start(folder.path(), &settings));
            }
        }
    }

    fn kill(&mut self, which: usize) {
        let settings = self.settings.clone();
        let settings: Vec<_> =
            settings.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let Server::Outside(process, folder) = &mut self.all[which] else {
            panic!("it is in this process")
        };
        process.take().unwrap().kill();
        *process = Some(Process::start(folder.path(), &settings));
    }
}

/// A request that nobody waits for yet; none when there came no answer.
type Flight = JoinHandle<Option<Answer>>;

fn fly(request: reqwest::RequestBuilder, acknowledged: &Arc<(AtomicUsize, Notify)>) -> Flight {
    let acknowledged = acknowledged.clone();
    tokio::spawn(async move {
        let answer = match request.send().await {
            Ok(response) if response.status() == 200 => Some(Answer::read(response).await),
            _ => None,
        };
        acknowledged.0.fetch_add(1, Ordering::Relaxed);
        acknowledged.1.notify_one();
        answer
    })
}

/// Kills a server that all sequences write to, and starts it anew.
async fn kill(
    servers: &mut Servers,
    site: &mut Site,
    running: &mut [Sequence],
    which: usize,
    after: usize,
) {
    let acknowledged = Arc::default();
    let mut flights: Vec<(usize, usize, Flight)> = Vec::new();
    for (number, sequence) in running.iter().enumerate() {
        for (user, has) in sequence.has.iter().enumerate() {
            let body = has.plan_body(KILLED, 1);
            let request = site.request(which, &has.token, Method::POST, NEXT, Some(&body));
            flights.push((number, user, fly(request, &acknowledged)));
        }
    }
    while acknowledged.0.load(Ordering::Relaxed) < after {
        acknowledged.1.notified().await;
    }
    servers.kill(which);
    site.bases = servers.bases();
    for (number, user, flight) in flights {
        let has = &mut running[number].has[user];
        if let Some(answer) = flight.await.unwrap() {
            has.planned(KILLED, 1, &answer);
        }
        // Whoever does not know what became of it asks again, anywhere.
        let body = has.plan_body(KILLED, 1);
        let (again, _) = site.ask(number, &has.token, Method::POST, NEXT, Some(&body)).await;
        has.planned(KILLED, 1, &again);
    }
}

/// Makes a server stand still that all sequences write to; meanwhile they go on at the others.
async fn freeze(servers: &Servers, site: &Site, running: &mut [Sequence], which: usize) {
    servers.process(which).freeze();
    let acknowledged = Arc::default();
    let mut flights = Vec::new();
    for sequence in running.iter() {
        let [ada, eve, _] = &sequence.has;
        let (plan, profile) = (eve.plan_body(FROZEN, 1), ada.profile_body("frozen"));
        let save = site.request(which, &ada.token, Method::POST, PROFILE, Some(&profile));
        let plan = site.request(which, &eve.token, Method::POST, NEXT, Some(&plan));
        let tokens = [ada.token.clone(), eve.token.clone()];
        flights.push((tokens, fly(save, &acknowledged), fly(plan, &acknowledged)));
    }
    let others: Vec<usize> = (0..site.bases.len()).filter(|at| *at != which).collect();
    if !others.is_empty() {
        join_all(running.iter_mut().map(|sequence| sequence.go_on(site, &others))).await;
    }
    servers.process(which).signal("-CONT");
    for (sequence, ([of_ada, of_eve], save, plan)) in running.iter_mut().zip(flights) {
        let [ada, eve, _] = &mut sequence.has;
        let (save, plan) = (save.await.unwrap(), plan.await.unwrap());
        // Whoever was erased meanwhile has another token, and of what was on its way nothing is written.
        if ada.token == of_ada {
            if save.is_none() {
                let body = ada.profile_body("frozen");
                let (saved, _) =
                    site.ask(which, &ada.token, Method::POST, PROFILE, Some(&body)).await;
                assert_eq!(saved.status, 200, "{saved:?}");
            }
            ada.profile = Some("frozen".to_owned());
        } else {
            assert!(save.is_none(), "{save:?}");
        }
        if eve.token == of_eve {
            let body = eve.plan_body(FROZEN, 1);
            let (again, _) = site.ask(which, &eve.token, Method::POST, NEXT, Some(&body)).await;
            eve.planned(FROZEN, 1, &again);
            if let Some(answer) = plan {
                eve.planned(FROZEN, 1, &answer);
            }
        } else {
            assert!(plan.is_none(), "{plan:?}");
        }
    }
}

async fn holds(sequences: usize, inside: bool, database: Option<&Database>) {
    let sequences = if slow() { sequences * SLOW } else { sequences };
    let mut more = Vec::new();
    if let Some(database) = database {
        more = vec![("DATABASE_URL", database.url.clone()), ("VAULTY_MASTER_KEY", KEY.to_owned())];
    }
    let mut servers = Servers::start(if database.is_some() { 2 } else { 1 }, inside, &more).await;
    let vault = Vault::open(servers.folder(), database.map(|_| KEY)).unwrap();
    let store: Arc<dyn Store> = match database {
        Some(database) => Arc::new(
            Postgres::connect(&database.url.clone().into(), 2, BeforeUpdate::Copy).await.unwrap(),
        ),
        None => Arc::new(Sqlite::open(servers.folder(), &vault).await.unwrap()),
    };
    let marks = open_marks(store.as_ref(), &vault).await.unwrap();
    let mut site = Site { client: client(), bases: servers.bases(), store, marks };
    let everywhere: Vec<usize> = (0..site.bases.len()).collect();
    let mut runner = TestRunner::new(Config::default());
    let mut past: Vec<Sequence> = Vec::new();
    while past.len() < sequences {
        let mut running = Vec::new();
        for number in past.len()..sequences.min(past.len() + AT_ONCE) {
            let steps = prop::collection::vec(step(), 2 * STEPS).new_tree(&mut runner).unwrap();
            let steps = steps.current();
            println!("{number} {steps:?}");
            running.push(Sequence::begin(&site, number, steps).await);
        }
        join_all(running.iter_mut().map(|sequence| sequence.go_on(&site, &everywhere))).await;
        // A server of its own is killed first, stands still then, and whatever chance wants from there on.
        let trouble = match past.len() / AT_ONCE {
            0 if !inside => Trouble::Kill(0, AT_ONCE),
            1 if !inside => Trouble::Freeze(0),
            _ => trouble(inside, database.is_none()).new_tree(&mut runner).unwrap().current(),
        };
        println!("{trouble:?}");
        match trouble {
            Trouble::Nothing => {}
            Trouble::Restart(which) => servers.restart(which % everywhere.len()).await,
            Trouble::Rotate => {
                Process::rotate(servers.folder()).await;
                servers.restart(0).await;
            }
            Trouble::Kill(which, after) => {
                let which = which % everywhere.len();
                kill(&mut servers, &mut site, &mut running, which, after).await;
            }
            Trouble::Freeze(which) => {
                freeze(&servers, &site, &mut running, which % everywhere.len()).await;
            }
        }
        site.bases = servers.bases();
        join_all(running.iter().map(|sequence| sequence.check(&site, 0))).await;
        join_all(running.iter_mut().map(|sequence| sequence.go_on(&site, &everywhere))).await;
        join_all(running.iter().map(|sequence| sequence.check(&site, 1))).await;
        past.append(&mut running);
    }
    // What came later took nothing from those before.
    for (number, sequence) in past.iter().enumerate() {
        sequence.check(&site, number).await;
    }
}

#[tokio::test]
async fn acknowledged_is_there_erased_is_gone_and_mine_is_mine() {
    holds(INSIDE_SQLITE, true, None).await;
}

#[tokio::test]
async fn acknowledged_is_there_erased_is_gone_and_mine_is_mine_at_two_servers_on_postgres() {
    let Some(database) = Database::new().await else { return };
    holds(INSIDE_POSTGRES, true, Some(&database)).await;
}

#[tokio::test]
async fn acknowledged_is_there_erased_is_gone_and_mine_is_mine_whatever_is_killed() {
    holds(OUTSIDE_SQLITE, false, None).await;
}

#[tokio::test]
async fn acknowledged_is_there_erased_is_gone_and_mine_is_mine_whatever_is_killed_on_postgres() {
    let Some(database) = Database::new().await else { return };
    holds(OUTSIDE_POSTGRES, false, Some(&database)).await;
}
