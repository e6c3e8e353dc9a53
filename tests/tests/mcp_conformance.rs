//! The protocol's own conformance suite and its inspector (npm), put to the server as it runs.

#![expect(
    clippy::expect_used,
    reason = "a test that cannot go on says why and fails; helpers count as tests"
)]

use std::{
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    sync::OnceLock,
    time::Duration,
};

use axum::http::{Request, header};
use serde_json::{Value, json};
use tests::{Agent, agent::command, http, paths, server::Server};

/// What is run, and a Node that is new enough for it: distributions have older ones.
const PACKAGES: [&str; 3] = [
    "node@22.23.3",
    "@modelcontextprotocol/conformance@0.2.0-alpha.12",
    "@modelcontextprotocol/inspector@2.12.0",
];
/// A registry that can't be reached is given up on soon.
const INSTALL: [&str; 8] = [
    "install",
    "--no-save",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    "--fetch-retries=1",
    "--fetch-timeout=10000",
    "--prefix",
];

/// Revisions of the protocol, by the suite's names.
const BEFORE: [&str; 2] = ["2025-06-18", "2025-11-25"];
const NEWEST: [&str; 1] = ["2026-07-28"];
const ALL: [&str; 3] = ["2025-06-18", "2025-11-25", "2026-07-28"];
const GUARDED: [&str; 2] = ["2025-11-25", "2026-07-28"];

/// Scenarios that are about a server of any kind: the name, in which revisions, and checks which want tools that only
/// the suite's own server has.
const SCENARIOS: [(&str, &[&str], &[&str]); 10] = [
    ("server-initialize", &BEFORE, &[]),
    ("ping", &BEFORE, &[]),
    ("tools-list", &ALL, &[]),
    ("resources-list", &ALL, &[]),
    ("prompts-list", &ALL, &[]),
    ("dns-rebinding-protection", &GUARDED, &[]),
    ("http-header-validation", &NEWEST, &[]),
    ("sep-2164-resource-not-found", &NEWEST, &[]),
    ("caching", &NEWEST, &[]),
    (
        "server-stateless",
        &NEWEST,
        &[
            "sep-2575-http-server-no-independent-requests-on-stream",
            "sep-2575-missing-capability-http-400",
            "sep-2575-server-no-log-without-loglevel",
            "sep-2575-server-rejects-undeclared-capability",
        ],
    ),
];

/// The folder of their programs, installed into one of the build if they are not there. Where npm or its registry can't be
/// had there is none, under CI as well.
fn programs() -> Option<&'static Path> {
    static PROGRAMS: OnceLock<Option<PathBuf>> = OnceLock::new();
    let installed = || {
        // Other versions are in another folder.
        let versions = PACKAGES.map(|package| package.rsplit('@').next().unwrap_or_default());
        let folder = paths::workspace().join("target").join(format!("mcp-{}", versions.join("-")));
        let programs = folder.join("node_modules/.bin");
        let are_there =
            || ["node", "conformance", "mcp-inspector"].iter().all(|n| programs.join(n).exists());
        if !are_there() {
            std::fs::create_dir_all(&folder).expect("a folder");
            let mut install = Command::new("npm");
            install.args(INSTALL).arg(&folder).args(PACKAGES);
            if !install.status().is_ok_and(|status| status.success()) || !are_there() {
                println!("SKIPPED: {} need npm", PACKAGES.join(", "));
                return None;
            }
        }
        Some(programs)
    };
    PROGRAMS.get_or_init(installed).as_deref()
}

/// One of the programs, run by their Node. What it keeps of its own is kept in a folder of the test.
fn run(programs: &Path, program: &str, folder: &Path, arguments: &[&str]) -> Output {
    Command::new(programs.join("node"))
        .arg(programs.join(program))
        .args(arguments)
        .env("HOME", folder)
        .env("MCP_INSPECTOR_SECRET_STORE", "memory")
        .stdin(Stdio::null())
        .output()
        .expect("the program runs")
}

/// Answers agents as a browser does in which nothing was sent, until the server ends.
fn play_browser(server: &Server) {
    let address = server.url().trim_start_matches("http://").parse().expect("an address");
    let token = server.token().expect("a token");
    let poll = move |body: Value| {
        let request = Request::post("/api/agents/poll")
            .header(header::AUTHORIZATION, format!("Bearer {token}"))
            .header(header::CONTENT_TYPE, "application/json")
            .body(body.to_string())
            .ok()?;
        let answer = http::send_within(Duration::from_secs(40), address, request).ok()?;
        serde_json::from_slice::<Value>(answer.body()).ok()
    };
    // It is known to the server from then on.
    poll(json!({"wait": 0})).expect("the server answers");
    std::thread::spawn(move || {
        let mut answers: Vec<Value> = Vec::new();
        while let Some(told) = poll(json!({"answers": std::mem::take(&mut answers)})) {
            let commands = told.get("commands").and_then(Value::as_array);
            for command in commands.into_iter().flatten() {
                let nothing = match command.pointer("/ask/what").and_then(Value::as_str) {
                    Some("listReceipts") => json!({"receipts": []}),
                    _ => json!({"forms": []}),
                };
                answers.push(json!({"id": command.get("id"), "answer": nothing}));
            }
        }
    });
}

/// What puts the agent's token on the requests of the suite, which has no place for one.
struct Bearer {
    program: Child,
    address: String,
}

impl Bearer {
    fn start(programs: &Path, agent: &Agent<'_>, server: &Server) -> Self {
        use std::io::{BufRead as _, BufReader};
        let mut program = Command::new(programs.join("node"))
            .arg(paths::workspace().join("tests/agents/bearer.mjs"))
            .arg(server.url())
            .env("VAULTY_AGENT_TOKEN", &agent.token)
            .stdout(Stdio::piped())
            .spawn()
            .expect("node starts");
        let mut address = String::new();
        let output = program.stdout.take().expect("an output");
        BufReader::new(output).read_line(&mut address).expect("an address");
        Self { program, address: address.trim().to_owned() }
    }
}

impl Drop for Bearer {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// What a scenario found, check by check.
fn checks(folder: &Path) -> Vec<Value> {
    let result = std::fs::read_dir(folder).expect("a folder").next().expect("a result");
    let text = std::fs::read_to_string(result.expect("a result").path().join("checks.json"));
    serde_json::from_str(&text.expect("checks")).expect("a list")
}

/// Proves that the server keeps to what the protocol's conformance suite demands of any server, in each revision.
#[test]
fn the_conformance_suite_passes() {
    let Some(programs) = programs() else { return };
    let server = Server::start(&[]).expect("the server starts");
    let agent = Agent::add(&server, "Suite", &["--tools", "all", "--answers"]).expect("an agent");
    play_browser(&server);
    let bearer = Bearer::start(programs, &agent, &server);
    let url = format!("{}/mcp", bearer.address);
    for (scenario, revisions, unlike) in SCENARIOS {
        for revision in revisions {
            let folder = tempfile::tempdir().expect("a folder");
            let results = folder.path().join("results");
            let to = results.to_str().expect("a path");
            let arguments = ["server", "--url", &url, "--scenario", scenario];
            let more = ["--spec-version", revision, "--output-dir", to];
            let output =
                run(programs, "conformance", folder.path(), &[&arguments[..], &more].concat());
            let said = String::from_utf8_lossy(&output.stdout);
            let checks = checks(&results);
            let of = |status: &str| {
                let mut all: Vec<&str> = checks
                    .iter()
                    .filter(|check| check["status"] == status)
                    .filter_map(|check| check["id"].as_str())
                    .collect();
                all.sort_unstable();
                all
            };
            assert!(!of("SUCCESS").is_empty(), "{scenario} {revision}: {said}");
            assert_eq!(of("FAILURE"), unlike, "{scenario} {revision}: {said}");
            assert_eq!(of("WARNING"), Vec::<&str>::new(), "{scenario} {revision}: {said}");
        }
    }
    let log = command(&server, &["log"]).expect("the log");
    assert!(log.contains("list_receipts"), "the suite reads a resource: {log}");
}

/// Proves that the inspector's command line finds what there is, by HTTP and with the program, in both eras of the
/// protocol, with nothing to say against the tools' schemas; and that it calls one.
#[test]
fn the_inspector_finds_and_calls_what_there_is() {
    let Some(programs) = programs() else { return };
    let server = Server::start(&[]).expect("the server starts");
    let agent = Agent::add(&server, "Looks", &["--tools", "all", "--answers"]).expect("an agent");
    play_browser(&server);
    let folder = tempfile::tempdir().expect("a folder");
    let config = folder.path().join("servers.json");
    let servers = json!({"mcpServers": {
        "program": {"command": paths::server().expect("the server"), "args": ["mcp", "--server", server.url()],
                    "env": {"VAULTY_AGENT_TOKEN": agent.token}},
        "http": {"type": "http", "url": format!("{}/mcp", server.url()),
                 "headers": {"Authorization": format!("Bearer {}", agent.token)}},
    }});
    std::fs::write(&config, servers.to_string()).expect("a file");
    let config = config.to_str().expect("a path");
    for (by, era) in
        [("program", "legacy"), ("program", "modern"), ("http", "legacy"), ("http", "modern")]
    {
        let common = ["--cli", "--config", config, "--server", by, "--protocol-era", era];
        let ask = |more: &[&str]| {
            let arguments = [&common[..], &["--format", "json", "--method"], more].concat();
            let output = run(programs, "mcp-inspector", folder.path(), &arguments);
            let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success(), "{by} {era} {more:?}: {complaints}");
            let said: Value = serde_json::from_slice(&output.stdout).expect("JSON");
            (said["result"].clone(), complaints)
        };
        let names = |list: &Value, key: &str| {
            let all = list.as_array().into_iter().flatten();
            all.filter_map(|one| one[key].as_str().map(str::to_owned)).collect::<Vec<_>>()
        };
        let (tools, complaints) = ask(&["tools/list", "--strict"]);
        assert_eq!(names(&tools["tools"], "name").len(), 12, "{tools}");
        assert!(!complaints.contains("Issue:"), "{complaints}");
        let (found, _) = ask(&["resources/list"]);
        assert_eq!(names(&found["resources"], "uri"), ["vaulty://receipts"]);
        let (found, _) = ask(&["resources/templates/list"]);
        let templates = ["vaulty://jobs/{job}", "vaulty://plans/{form}"];
        assert_eq!(names(&found["resourceTemplates"], "uriTemplate"), templates);
        let (found, _) = ask(&["prompts/list"]);
        assert_eq!(names(&found["prompts"], "name"), ["apply_here", "fill_from_last_claim"]);
        let (called, _) = ask(&["tools/call", "--tool-name", "list_forms"]);
        assert_eq!(called["structuredContent"]["forms"], json!([]), "{called}");
    }
}
