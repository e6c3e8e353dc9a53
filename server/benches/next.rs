//! How fast `POST /api/agent/next` is, measured against a handler that only parses and echoes, and against
//! itself without its durable record.
//!
//! Three server processes, one after the other, each on the first core: an axum handler that parses the
//! same JSON bodies and sends them back; the server with a store that forgets everything; `vaulty-server`
//! as it is shipped (tokens, limits, log, every plan on disk before it is answered). The load comes from
//! the other core, over connections that stay open; no two requests are alike in job or page. Printed are
//! requests per second and their ratios, times at half load, the memory of the server at its peak, and
//! what becomes of four times the load that it can bear.
//!
//! The slowest hundredth depends on the disk more than on the program, and differs from run to run. So it is measured
//! [`ROUNDS`] times beside an echo that has each body on the disk before it sends it back (`fdatasync`), both at half
//! of what `vaulty-server` bears; what counts is the middle of the ratios.
//!
//! The limits are on; only their numbers are so high that they refuse nothing.
#![expect(
    clippy::expect_used,
    reason = "a measurement that cannot go on ends at once and says where"
)]

use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    path::Path,
    process::{Child, Command, ExitCode, Stdio},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use async_trait::async_trait;
use axum::{Json, Router, routing::post};
use serde_json::{Value, json};
use server::{
    clock::Clock,
    config::{Config, Flags},
    crypto::{Marks, Sealed, Vault},
    serve::Server,
    store::{
        AgentCall, AgentStore, Author, Before, Behind, Digest, ErasureStore, KnownAgent,
        KnownToken, NewAgent, NewRecipe, NewToken, Noted, Outcome, Pairing, Part, ProfileStore,
        Put, RecipeStore, Retention, Rewrapped, Scrubbed, Store, StoreError, TokenStore,
        TraceStore, Unit,
    },
};
use shared_types::{
    api::{JobSummary, TraceEntry},
    recipes::{RecipeChanges, StoredRecipe},
};

/// Fields of the page.
const FIELDS: usize = 20;
/// Connections that stay open.
const CONNECTIONS: usize = 16;
/// How long each load lasts, after as long a start as [`WARM_UP`].
const LOAD: Duration = Duration::from_secs(5);
const WARM_UP: Duration = Duration::from_secs(1);
/// Environment variable that makes this program the echo server.
const ECHO: &str = "VAULTY_BENCH_ECHO";
/// Environment variable that makes the echo server write each body into a file of this folder first.
const SYNCED: &str = "VAULTY_BENCH_SYNCED";
/// Environment variable that makes this program the server that forgets; its folder.
const FORGETS: &str = "VAULTY_BENCH_FORGETS";
/// Times that the slowest hundredth is measured.
const ROUNDS: usize = 9;
/// Connections of too much load, more than the server works on at once.
const CROWD: usize = 400;
/// How many times the maximum is too much.
const TOO_MUCH: f64 = 4.0;

/// What has to hold.
const LEAST_RATIO: f64 = 0.2;
const MOST_P99: f64 = 3.0;
const MOST_MEMORY_MB: f64 = 40.0;
const LEAST_DURABLE: f64 = 0.4;
const MOST_P99_MS: f64 = 10.0;
const MOST_RECOVERY_S: f64 = 2.0;

fn main() -> ExitCode {
    if std::env::var_os(ECHO).is_some() {
        echo();
        return ExitCode::SUCCESS;
    }
    if let Some(folder) = std::env::var_os(FORGETS) {
        forgetful(Path::new(&folder));
        return ExitCode::SUCCESS;
    }
    // `cargo test` runs benches too, to see that they start; a measurement takes `cargo bench`.
    if !std::env::args().any(|argument| argument == "--bench") {
        return ExitCode::SUCCESS;
    }
    let cores = core_affinity::get_core_ids().unwrap_or_default();
    let (first, other) = (cores.first().copied(), cores.last().copied());

    pin(first);
    let program = std::env::current_exe().expect("this program has a path");
    let echo = Measured::of(Command::new(&program).env(ECHO, "1"), None, other);
    pin(first);
    let folder = tempfile::tempdir().expect("a folder for the data");
    let mut forgets = Command::new(&program);
    let log = fs::File::create(folder.path().join("log")).expect("a file for the log");
    forgets.env(FORGETS, folder.path()).envs(UNLIMITED).stderr(log);
    let forgets = Measured::of(&mut forgets, Some(folder.path()), other);
    pin(first);
    let folder = tempfile::tempdir().expect("a folder for the data");
    let next = Measured::of(&mut vaulty(folder.path()), Some(folder.path()), other);

    println!("POST /api/agent/next, {FIELDS} fields, {CONNECTIONS} connections");
    echo.print("echo");
    forgets.print("next that forgets");
    next.print("next");
    let p99 = slowest_of_rounds(next.rate / 2.0, first, other);
    if is_good(&echo, &forgets, &next, p99) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The middle of the ratios of `vaulty-server`'s p99 at this rate to that of an echo that has its bodies on the disk.
fn slowest_of_rounds(
    rate: f64,
    first: Option<core_affinity::CoreId>,
    other: Option<core_affinity::CoreId>,
) -> f64 {
    let program = std::env::current_exe().expect("this program has a path");
    let p99 = |command: &mut Command, folder: Option<&Path>| {
        pin(first);
        let (mut child, requests) = serving(command, folder);
        pin(other);
        load(&requests, WARM_UP, Some(rate), CONNECTIONS);
        let (_, _, times) = load(&requests, LOAD, Some(rate), CONNECTIONS);
        end(&mut child);
        times.p99
    };
    let mut ratios: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let folder = tempfile::tempdir().expect("a folder for the data");
            let synced =
                p99(Command::new(&program).env(ECHO, "1").env(SYNCED, folder.path()), None);
            let folder = tempfile::tempdir().expect("a folder for the data");
            let next = p99(&mut vaulty(folder.path()), Some(folder.path()));
            println!("p99 at {rate:.0} requests/s: on the disk and back {synced:.2} ms, next {next:.2} ms");
            next / synced
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    ratios.get(ROUNDS / 2).copied().unwrap_or(f64::NAN)
}

/// Prints each figure beside its bound. Whether all hold.
fn is_good(echo: &Measured, forgets: &Measured, next: &Measured, p99: f64) -> bool {
    let durable = next.rate / forgets.rate;
    let ratio = next.rate / echo.rate;
    println!(
        "at {TOO_MUCH} times the maximum, {CROWD} connections: {} answered, {} refused; {:.3} s until \
         it answers again",
        next.crowd.answered, next.crowd.refused, next.crowd.recovery
    );
    let good = [
        verdict("throughput, next / echo", ratio, ">=", LEAST_RATIO, ratio >= LEAST_RATIO),
        verdict(
            "throughput, durable / forgetful",
            durable,
            ">=",
            LEAST_DURABLE,
            durable >= LEAST_DURABLE,
        ),
        verdict(
            "p99 at half load in ms",
            next.half.p99,
            "<=",
            MOST_P99_MS,
            next.half.p99 <= MOST_P99_MS,
        ),
        verdict(
            "seconds until it answers again after too much",
            next.crowd.recovery,
            "<=",
            MOST_RECOVERY_S,
            next.crowd.refused > 0 && next.crowd.recovery <= MOST_RECOVERY_S,
        ),
        verdict(
            "p99 at half load, next / echo that is on the disk, the middle",
            p99,
            "<=",
            MOST_P99,
            p99 <= MOST_P99,
        ),
        verdict(
            "peak memory of next in MB",
            next.memory_mb,
            "<=",
            MOST_MEMORY_MB,
            next.memory_mb <= MOST_MEMORY_MB,
        ),
    ];
    good.iter().all(|good| *good)
}

fn verdict(what: &str, found: f64, sign: &str, bound: f64, good: bool) -> bool {
    println!("{what} {found:.2} ({sign} {bound}: {})", if good { "good" } else { "MISSED" });
    good
}

/// Binds this thread, and what it starts from now on, to a core.
fn pin(core: Option<core_affinity::CoreId>) {
    if !core.is_some_and(core_affinity::set_for_current) {
        println!("note: cores cannot be chosen here; the figures are less sure");
    }
}

/// No two requests of a measurement are refused for their number.
const UNLIMITED: [(&str, &str); 2] =
    [("VAULTY_REQUESTS_PER_SECOND", "1000000"), ("VAULTY_REQUEST_BURST", "1000000")];

/// The shipped program, with everything on.
fn vaulty(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vaulty-server"));
    command.args(["serve", "--listen", "127.0.0.1:0", "--data-dir"]).arg(folder);
    command.envs(UNLIMITED);
    command.stderr(fs::File::create(folder.join("log")).expect("a file for the log"));
    command
}

/// Parses and echoes, nothing else.
fn echo() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let file = std::env::var_os(SYNCED).map(|folder| {
            let file = Path::new(&folder).join("bodies");
            let file = fs::File::options().create(true).append(true).open(file);
            Arc::new(file.expect("a file for the bodies"))
        });
        let echo = post(async move |Json(body): Json<Value>| {
            if let Some(file) = file.clone() {
                let line = body.to_string() + "\n";
                // Each by itself, side by side: the file system makes one commit of those that come together.
                let written = tokio::task::spawn_blocking(move || {
                    file.as_ref().write_all(line.as_bytes()).and_then(|()| file.sync_data())
                });
                written.await.expect("it came to its end").expect("it is on the disk");
            }
            Json(body)
        });
        let router = Router::new().route("/api/agent/next", echo);
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        println!("listening on http://{}", listener.local_addr().expect("an address"));
        // Served as the real server serves: one hyper connection each, without delay.
        loop {
            let (stream, _) = listener.accept().await.expect("a connection");
            stream.set_nodelay(true).expect("no delay");
            let service = hyper_util::service::TowerToHyperService::new(router.clone());
            let stream = hyper_util::rt::TokioIo::new(stream);
            tokio::spawn(
                hyper::server::conn::http1::Builder::new().serve_connection(stream, service),
            );
        }
    });
}

/// The server as it is shipped, but for its store.
fn forgetful(folder: &Path) {
    let flags = Flags {
        listen: Some("127.0.0.1:0".to_owned()),
        data_dir: Some(folder.to_owned()),
        config: None,
    };
    let config =
        Config::load(&flags, &|name| std::env::var(name).ok()).expect("a valid configuration");
    server::telemetry::init(&config);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let vault = Vault::open(folder, None).expect("a key");
        let server =
            Server::with_store(config, Clock::system(), Arc::new(Nothing::default()), vault).await;
        let server = server.expect("the server starts");
        println!("listening on http://{}", server.address);
        server.run(tokio_util::sync::CancellationToken::new()).await;
    });
}

/// A store that keeps nothing but who may call.
#[derive(Default)]
struct Nothing {
    tokens: Mutex<Vec<KnownToken>>,
    first: Mutex<Option<Sealed>>,
}

#[async_trait]
impl TokenStore for Nothing {
    async fn mark_tokens(&self, _: &Marks) -> Result<(), StoreError> {
        Ok(())
    }

    async fn tokens(&self) -> Result<Vec<KnownToken>, StoreError> {
        Ok(self.tokens.lock().expect("nobody broke it").clone())
    }

    async fn token(&self, _: Digest) -> Result<Option<KnownToken>, StoreError> {
        Ok(None)
    }

    async fn add_token(&self, new: NewToken<'_>, now: i64) -> Result<KnownToken, StoreError> {
        let (user_id, name) = (new.user_id.to_owned(), new.name.to_owned());
        let NewToken { digest, kind, mark, origin, .. } = new;
        let known = KnownToken {
            id: 1,
            digest,
            kind,
            user_id,
            name,
            created_at: now,
            mark: Some(mark.to_vec()),
            checked: true,
            origin: origin.to_owned(),
            used_at: 0,
        };
        self.tokens.lock().expect("nobody broke it").push(known.clone());
        Ok(known)
    }

    async fn revoke_token(&self, _: &str, _: i64) -> Result<bool, StoreError> {
        Ok(false)
    }

    async fn used_token(&self, _: i64, _: i64) -> Result<(), StoreError> {
        Ok(())
    }

    async fn keep_only_file_token(&self, _: Digest) -> Result<(), StoreError> {
        Ok(())
    }

    async fn open_pairing(
        &self,
        _: Digest,
        _: &str,
        _: i64,
        _: Duration,
    ) -> Result<(), StoreError> {
        Ok(())
    }

    async fn try_pairing(&self, _: Digest, _: i64) -> Result<Pairing, StoreError> {
        Ok(Pairing::Wrong)
    }
}

#[async_trait]
impl ProfileStore for Nothing {
    async fn first_box(&self, sealed: &Sealed) -> Result<Sealed, StoreError> {
        // What is marked once is known again: the server asks twice as it starts.
        let mut first = self.first.lock().expect("nobody broke it");
        Ok(first.get_or_insert_with(|| sealed.clone()).clone())
    }

    async fn profile(&self, _: &str) -> Result<Option<Sealed>, StoreError> {
        Ok(None)
    }

    async fn profile_saved_at(&self, _: &str) -> Result<Option<i64>, StoreError> {
        Ok(None)
    }

    async fn save_profile(
        &self,
        _: &str,
        _: &Sealed,
        _: i64,
        _: &Author,
    ) -> Result<bool, StoreError> {
        Ok(true)
    }

    async fn rewrap(&self, _: &Vault) -> Result<Rewrapped, StoreError> {
        Ok(Rewrapped::default())
    }

    async fn delete_profile(&self, _: &str) -> Result<bool, StoreError> {
        Ok(false)
    }
}

#[async_trait]
impl TraceStore for Nothing {
    async fn commit(&self, units: &[Unit]) -> Result<Vec<Outcome>, StoreError> {
        Ok(units.iter().map(|_| Outcome::Written(vec![1])).collect())
    }

    async fn before(
        &self,
        _: &str,
        _: &str,
        _: u32,
        _: Option<&str>,
    ) -> Result<Before, StoreError> {
        Ok(Before::default())
    }

    async fn prune(&self, _: &Retention) -> Result<bool, StoreError> {
        Ok(false)
    }

    async fn jobs(&self, _: &str, _: u32) -> Result<Vec<JobSummary>, StoreError> {
        Ok(Vec::new())
    }

    async fn jobs_behind(
        &self,
        _: &str,
        _: Option<&str>,
        _: Option<Behind<'_>>,
        _: u32,
    ) -> Result<Vec<JobSummary>, StoreError> {
        Ok(Vec::new())
    }

    async fn look_through(
        &self,
        _: &Part<'_>,
        _: &mut (dyn FnMut(Noted) + Send),
    ) -> Result<(), StoreError> {
        Ok(())
    }

    async fn job(&self, _: &str, _: &str) -> Result<Option<JobSummary>, StoreError> {
        Ok(None)
    }

    async fn trace(&self, _: &str, _: &str, _: i64) -> Result<Vec<TraceEntry>, StoreError> {
        Ok(Vec::new())
    }
}

#[async_trait]
impl AgentStore for Nothing {
    async fn add_agent(&self, _: NewAgent<'_>, _: i64) -> Result<bool, StoreError> {
        Ok(false)
    }

    async fn agents(&self, _: &str) -> Result<Vec<KnownAgent>, StoreError> {
        Ok(Vec::new())
    }

    async fn agent(&self, _: Digest) -> Result<Option<KnownAgent>, StoreError> {
        Ok(None)
    }

    async fn revoke_agent(&self, _: &str, _: &str) -> Result<bool, StoreError> {
        Ok(false)
    }

    async fn add_agent_call(&self, _: &str, _: &AgentCall) -> Result<(), StoreError> {
        Ok(())
    }

    async fn agent_calls(&self, _: &str, _: i64) -> Result<Vec<AgentCall>, StoreError> {
        Ok(Vec::new())
    }
}

#[async_trait]
impl ErasureStore for Nothing {
    async fn begin_erasure(&self, _: &str, _: i64) -> Result<Vec<i64>, StoreError> {
        Ok(Vec::new())
    }

    async fn erase(&self, _: &str) -> Result<(), StoreError> {
        Ok(())
    }

    async fn scrub(&self) -> Result<Scrubbed, StoreError> {
        Ok(Scrubbed::Clean)
    }

    async fn end_erasure(&self, _: &str) -> Result<(), StoreError> {
        Ok(())
    }

    async fn erasures(&self) -> Result<Vec<String>, StoreError> {
        Ok(Vec::new())
    }
}

#[async_trait]
impl RecipeStore for Nothing {
    async fn recipes_since(&self, _: &str, _: i64) -> Result<RecipeChanges, StoreError> {
        Ok(RecipeChanges::default())
    }

    async fn recipe(&self, _: &str, _: &str) -> Result<Option<StoredRecipe>, StoreError> {
        Ok(None)
    }

    async fn put_recipe(&self, _: &NewRecipe<'_>) -> Result<Put, StoreError> {
        Ok(Put::Nothing)
    }
}

#[async_trait]
impl Store for Nothing {
    async fn close(&self) {}
}

/// Times of requests, in milliseconds.
struct Times {
    p50: f64,
    p99: f64,
}

struct Measured {
    rate: f64,
    cpu_us: f64,
    full: Times,
    half: Times,
    memory_mb: f64,
    crowd: Crowd,
}

/// What became of too much load.
struct Crowd {
    answered: usize,
    refused: usize,
    /// Seconds from its end until a request was answered.
    recovery: f64,
}

impl Measured {
    /// Starts a server on this core, and asks it from the other one.
    fn of(
        command: &mut Command,
        folder: Option<&Path>,
        other: Option<core_affinity::CoreId>,
    ) -> Self {
        let (mut child, requests) = serving(command, folder);
        pin(other);
        load(&requests, WARM_UP, None, CONNECTIONS);
        let before = cpu(&child);
        let (count, _, full) = load(&requests, LOAD, None, CONNECTIONS);
        let cpu_us = (cpu(&child) - before) * 1e6 / count as f64;
        let rate = count as f64 / LOAD.as_secs_f64();
        let (_, _, half) = load(&requests, LOAD, Some(rate / 2.0), CONNECTIONS);
        let memory_mb = memory_mb(&child);
        let crowd = Crowd::of(&requests, rate * TOO_MUCH);
        end(&mut child);
        Self { rate, cpu_us, full, half, memory_mb, crowd }
    }

    fn print(&self, name: &str) {
        println!(
            "{name}: {:.0} requests/s, {:.0} us of CPU each; p50 {:.2} ms p99 {:.2} ms; \
             at half load p50 {:.2} ms p99 {:.2} ms; peak memory {:.1} MB",
            self.rate,
            self.cpu_us,
            self.full.p50,
            self.full.p99,
            self.half.p50,
            self.half.p99,
            self.memory_mb
        );
    }
}

/// Starts a server on this core, which says where it is; what it is asked with comes with it.
fn serving(command: &mut Command, folder: Option<&Path>) -> (Child, Arc<Requests>) {
    let mut child = command.stdout(Stdio::piped()).spawn().expect("the server starts");
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().expect("its output"))
        .read_line(&mut line)
        .expect("its first line");
    let host = line.trim().strip_prefix("listening on http://").expect("an address").to_owned();
    let token = folder.map(|folder| {
        fs::read_to_string(folder.join("token")).expect("the token").trim().to_owned()
    });
    (child, Arc::new(Requests::new(host, token)))
}

impl Crowd {
    fn of(requests: &Arc<Requests>, rate: f64) -> Self {
        let (answered, refused, _) = load(requests, LOAD, Some(rate), CROWD);
        let over = Instant::now();
        let mut connection = Connection::open(&requests.host);
        while !connection.ask(&requests.next()) {}
        Self { answered, refused, recovery: over.elapsed().as_secs_f64() }
    }
}

fn end(child: &mut Child) {
    child.kill().expect("the server ends");
    child.wait().expect("the server has ended");
}

/// Seconds of CPU that a process has used (`/proc/PID/stat`, fields 14 and 15, in 1/100 s).
fn cpu(child: &Child) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks =
        after_name.split_whitespace().skip(11).take(2).filter_map(|n| n.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}

/// The most memory that a process has had (`VmHWM`).
fn memory_mb(child: &Child) -> f64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    kib.unwrap_or(f64::INFINITY) / 1024.0
}

/// Makes requests, each with a job and a page of its own.
struct Requests {
    host: String,
    token: Option<String>,
    parts: Vec<String>,
    number: AtomicU64,
}

/// Stands where the number of the request goes.
const NUMBER: &str = "00000000";

impl Requests {
    fn new(host: String, token: Option<String>) -> Self {
        let body = body().to_string();
        let parts = body.split(NUMBER).map(str::to_owned).collect();
        Self { host, token, parts, number: AtomicU64::new(1) }
    }

    fn next(&self) -> Vec<u8> {
        let number = self.number.fetch_add(1, Ordering::Relaxed);
        let body = self.parts.join(&format!("{number:08}"));
        let token = self.token.as_ref().map(|token| format!("Authorization: Bearer {token}\r\n"));
        format!(
            "POST /api/agent/next HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n{}\
             Content-Length: {}\r\n\r\n{body}",
            self.host,
            token.unwrap_or_default(),
            body.len()
        )
        .into_bytes()
    }
}

/// A request as the extension sends it: names instead of values, fields as they are observed.
fn body() -> Value {
    let labels = [
        ("First name", "text", ""),
        ("Last name", "text", ""),
        ("Email address", "email", "email"),
        ("Phone number", "tel", "tel"),
        ("Street", "text", ""),
        ("City", "text", ""),
        ("Postal code", "text", "postal-code"),
        ("Company", "text", ""),
        ("Job title", "text", ""),
        ("LinkedIn", "url", ""),
        ("Website", "url", ""),
        ("GitHub", "url", ""),
        ("Cover letter", "textarea", ""),
        ("Notice period", "text", ""),
        ("Salary", "number", ""),
        ("Start date", "date", ""),
        ("How did you hear about us?", "text", ""),
        ("Country", "select-one", "country"),
        ("State", "text", ""),
        ("Date of birth", "date", ""),
    ];
    let fields: Vec<Value> = labels
        .iter()
        .take(FIELDS)
        .enumerate()
        .map(|(index, (label, kind, autocomplete))| {
            let options = (*kind == "select-one").then(|| {
                ["", "DE", "FR", "GB", "IT", "US"].map(|code| {
                    json!({"value": code, "text": format!("Country {code}"), "selected": code.is_empty()})
                })
            });
            json!({
                "index": index, "tag": "input", "type": kind, "id": format!("field-{NUMBER}-{index}"),
                "name": format!("q{index}"), "label": label, "placeholder": "", "required": index % 2 == 0,
                "disabled": false, "readonly": false, "value": "", "options": options, "checked": null,
                "autocomplete": autocomplete, "pattern": "", "maxLength": null, "frame": 0, "form": 1,
                "section": "Your application", "visible": true, "widget": "native",
                "fingerprint": format!("f{index}-{NUMBER}"), "valueState": "empty",
            })
        })
        .collect();
    json!({
        "jobId": format!("job-{NUMBER}"), "step": 1, "mode": "live",
        "observation": {
            "url": format!("https://jobs.example/{NUMBER}/apply"), "title": format!("Apply {NUMBER}"),
            "text": "Tell us about yourself. Fields with a star are required.",
            "pageContext": "Apply for this job. Step 1 of 2.", "fields": fields,
            "buttons": [{"index": 0, "tag": "button", "type": "submit", "text": "Next", "id": "next",
                         "disabled": false, "submits": true, "frame": 0, "form": 1}],
            "lang": "en",
        },
        "profileKeys": [
            "firstName", "lastName", "fullName", "email", "phone", "address.street", "address.city",
            "address.zipCode", "address.state", "address.country", "company", "jobTitle", "linkedIn",
            "website", "github", "birthDate", "resume.summary",
        ],
    })
}

/// Sends requests over all connections for a time, as many as are answered or at this rate; gives how
/// many were answered, how many refused, and how long the answered ones took. At a rate, time is counted from when a request was due,
/// so that a pause of the server is not hidden by the pause that it forces on the load.
fn load(
    requests: &Arc<Requests>,
    time: Duration,
    rate: Option<f64>,
    connections: usize,
) -> (usize, usize, Times) {
    let over = Arc::new(AtomicBool::new(false));
    let started = Instant::now();
    let threads: Vec<_> = (0..connections)
        .map(|number| {
            let (requests, over) = (requests.clone(), over.clone());
            let pause = rate.map(|rate| Duration::from_secs_f64(connections as f64 / rate));
            thread::spawn(move || {
                let mut connection = Connection::open(&requests.host);
                let (mut took, mut refused) = (Vec::new(), 0);
                let offset = pause.map(|pause| pause.mul_f64(number as f64 / connections as f64));
                let mut due = started + offset.unwrap_or_default();
                while !over.load(Ordering::Relaxed) {
                    let request = requests.next();
                    match pause {
                        Some(pause) => {
                            thread::sleep(due.saturating_duration_since(Instant::now()));
                            match connection.ask(&request) {
                                true => took.push(due.elapsed()),
                                false => refused += 1,
                            }
                            due += pause;
                        }
                        None => {
                            let asked = Instant::now();
                            assert!(connection.ask(&request), "it bears as much as it answers");
                            took.push(asked.elapsed());
                        }
                    }
                }
                (took, refused)
            })
        })
        .collect();
    thread::sleep(time);
    over.store(true, Ordering::Relaxed);
    let (mut took, mut refused) = (Vec::<Duration>::new(), 0);
    for thread in threads {
        let (of_one, refused_one) = thread.join().expect("no request failed");
        took.extend(of_one);
        refused += refused_one;
    }
    took.sort_unstable();
    let at = |part: f64| {
        let index = ((took.len() as f64 * part) as usize).min(took.len().saturating_sub(1));
        took.get(index).map_or(f64::NAN, |time| time.as_secs_f64() * 1e3)
    };
    (took.len(), refused, Times { p50: at(0.5), p99: at(0.99) })
}

/// One connection that stays open. It does the least that is needed, so that the load costs less than
/// what it measures.
struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    fn open(host: &str) -> Self {
        let stream = TcpStream::connect(host).expect("the server answers");
        stream.set_nodelay(true).expect("no delay");
        Self { stream, buffer: vec![0; 64 << 10] }
    }

    /// Sends a request and reads its answer to the end. Whether it was answered; else it was refused,
    /// with a time to wait.
    fn ask(&mut self, request: &[u8]) -> bool {
        self.stream.write_all(request).expect("the request is sent");
        let mut read = 0;
        loop {
            let rest = self.buffer.get_mut(read..).expect("answers are small");
            let more = self.stream.read(rest).expect("the answer comes");
            assert!(more > 0, "the server hung up");
            read += more;
            let answer = self.buffer.get(..read).unwrap_or_default();
            let Some(head) = answer.windows(4).position(|window| window == b"\r\n\r\n") else {
                continue;
            };
            let text = String::from_utf8_lossy(answer.get(..head).unwrap_or_default());
            let answered = text.starts_with("HTTP/1.1 200");
            let refused =
                text.starts_with("HTTP/1.1 503") && text.to_lowercase().contains("retry-after:");
            assert!(answered || refused, "{text}");
            let length: usize = text
                .lines()
                .filter_map(|line| line.split_once(':'))
                .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
                .and_then(|(_, value)| value.trim().parse().ok())
                .expect("a length");
            if read >= head + 4 + length {
                return answered;
            }
        }
    }
}
