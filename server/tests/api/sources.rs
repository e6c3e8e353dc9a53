//! Other programs' tools, used for a person: by a program that is started and by an address, well-behaved and not.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    time::Instant,
};

use axum::{
    Json,
    http::{StatusCode, header},
    response::{Html, IntoResponse, Response},
};
use harness::http::{Http, Request};
use reqwest::Method;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{
    cli::Process,
    support::{Answer, Running, client, next_body, page, send},
};

/// A program with tools, in a language that every machine of the tests has. What it does is its first argument.
const PROGRAM: &str = r#"#!/bin/sh
say() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$1"; }
text() { say "{\"content\":[{\"type\":\"text\",\"text\":\"$1\"}]}"; }
[ "$1" = ends ] && exit 1
[ "$1" = garbage ] && { echo 'Hello! I am no JSON.'; exec sleep 60; }
[ "$1" = grows ] && exec cat /dev/zero
[ "$1" = mute ] && { sleep 60 & echo $! > "$HOME/mute"; wait; }
note() { printf '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"%s"}}\n' canary-beside; }
[ "$1" = chatters ] && more=',"instructions":"canary-instructions"'
while read -r line; do
  id=$(printf '%s' "$line" | sed -n 's/.*"id":\([0-9]*\).*/\1/p')
  case "$line" in
    *'"method":"initialize"'*)
      say '{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"x","version":"1"}'"$more"'}' ;;
    *'"method":"tools/call"'*)
      printf '%s\n' "$line" >> "$HOME/calls"
      case "$1" in
        hangs) sleep 60 & echo $! > "$HOME/pid"; wait ;;
        fails) say '{"content":[{"type":"text","text":"no such contact canary"}],"isError":true}' ;;
        chatters) note; note; text '[{\"a\": \"canary-record\"}]' ;;
        slow) sleep 1.5; text '[{\"a\": 1}]' ;;
        nothing) text '[]' ;;
        env) text "[{\\\"first name\\\": \\\"Ada\\\", \\\"secret\\\": \\\"$CRM_TOKEN\\\", \\\"key\\\": \\\"$CARGO_MANIFEST_DIR\\\", \\\"said\\\": \\\"$2\\\"}]" ;;
        code) text "Your code is 482913" ;;
        document) say '{"content":[{"type":"resource","resource":{"uri":"file:///cv.pdf","mimeType":"application/pdf","blob":"JVBERi0xLjQ="}}]}' ;;
        floods) head -c 30000000 /dev/zero | tr '\0' 'x' ; exec sleep 60 ;;
      esac ;;
    *'"id":'*) printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no such method"}}\n' "$id" ;;
  esac
done
"#;

/// Those that are asked for records, by what they do.
const OF_RECORDS: [&str; 11] = [
    "ends", "garbage", "grows", "hangs", "fails", "nothing", "env", "floods", "mute", "chatters",
    "slow",
];

/// Writes the program and a configuration that names it.
fn written(home: &Path, more: &str) -> PathBuf {
    let program = home.join("tools.sh");
    fs::write(&program, PROGRAM).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o700)).unwrap();
    let client = |what: &str, of: &str| {
        format!(
            "[mcp.clients.{what}]\ncommand = [\"/usr/bin/env\", \"HOME={}\", \"{}\", \"{what}\", \"$(id) `id`\"]\n\
             env = [\"CRM_TOKEN\"]\ntimeout_seconds = 2\n{of}\n",
            home.display(),
            program.display()
        )
    };
    let of_records = OF_RECORDS.map(|what| client(what, "records = \"find_contact\""));
    let file = [
        of_records.concat(),
        client("document", "documents = \"get\""),
        client("code", "codes = \"latest\""),
        "[mcp.clients.missing]\ncommand = [\"/no/such/program\"]\nrecords = \"x\"\n".to_owned(),
        "[mcp.clients.others]\ncommand = [\"/bin/true\"]\nrecords = \"x\"\nuser = \"ada\"\n"
            .to_owned(),
        more.to_owned(),
    ];
    let config = home.join("vaulty.toml");
    fs::write(&config, file.concat()).unwrap();
    config
}

/// A server with these programs, each called by what it does.
struct Stage {
    server: Running,
    home: TempDir,
}

impl Stage {
    async fn with(more: &str) -> Self {
        let home = tempfile::tempdir().unwrap();
        let config = written(home.path(), more);
        // A request is shorter than a source may take.
        let settings = [
            ("VAULTY_CONFIG", config.to_str().unwrap()),
            ("CRM_TOKEN", "secret-of-the-crm"),
            ("VAULTY_REQUEST_TIMEOUT_SECONDS", "1"),
        ];
        Self { server: Running::with(&settings).await, home }
    }

    async fn find(&self, what: &str, source: &str, query: &str) -> Answer {
        let body = json!({"source": source, "query": query});
        self.server.post(&format!("/api/sources/{what}"), &body).await
    }

    fn calls(&self) -> String {
        fs::read_to_string(self.home.path().join("calls")).unwrap_or_default()
    }
}

#[tokio::test]
async fn a_program_finds_records_and_gets_nothing_but_the_words() {
    let stage = Stage::with("").await;
    let list = stage.server.get("/api/sources").await.json();
    let names: Vec<&str> = list["sources"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["name"].as_str().unwrap())
        .collect();
    assert!(names.contains(&"env") && !names.contains(&"others"), "{names:?}");
    let of_codes = json!({"name": "code", "kinds": ["codes"]});
    assert!(list["sources"].as_array().unwrap().contains(&of_codes), "{list}");

    let found = stage.find("records", "env", "Ada; rm -rf /").await;
    assert_eq!(found.status, 200, "{}", String::from_utf8_lossy(&found.body));
    let records: Value = serde_json::from_str(found.json()["records"].as_str().unwrap()).unwrap();
    let expected = json!([{"first name": "Ada", "secret": "secret-of-the-crm", "key": "", "said": "$(id) `id`"}]);
    assert_eq!(records, expected, "no shell, and of the environment what was named");
    let call: Value = serde_json::from_str(stage.calls().lines().next().unwrap()).unwrap();
    assert_eq!(call["params"]["name"], "find_contact");
    assert_eq!(call["params"]["arguments"], json!({"query": "Ada; rm -rf /"}));

    let found = stage.find("documents", "document", "cv").await.json();
    let document =
        json!({"name": "cv.pdf", "mediaType": "application/pdf", "data": "JVBERi0xLjQ="});
    assert_eq!(found, json!({ "documents": [document] }));
}

#[tokio::test]
async fn whatever_a_program_does_is_told_in_time() {
    let stage = Stage::with("").await;
    for (source, status, code) in [
        ("missing", 502, "source-unreachable"),
        ("ends", 502, "source-unreachable"),
        ("garbage", 504, "source-timeout"),
        ("grows", 502, "source-unreachable"),
        ("hangs", 504, "source-timeout"),
        ("mute", 504, "source-timeout"),
        ("floods", 502, "source-unreadable"),
        ("fails", 502, "source-failed"),
        ("nothing", 404, "nothing-found"),
        ("document", 404, "no-such-source"),
        ("others", 404, "no-such-source"),
        ("unheard", 404, "no-such-source"),
    ] {
        let began = Instant::now();
        let answer = stage.find("records", source, "Ada").await;
        let (found, said, _) = answer.error();
        assert_eq!((found, said.as_str()), (status, code), "{source}");
        let text = String::from_utf8_lossy(&answer.body).into_owned();
        assert!(!text.contains("canary") && !text.contains("tools.sh"), "{text}");
        assert!(began.elapsed().as_secs() < 20, "{source}");
    }
    // A program that was given up is ended with what it started, whether or not it ever said anything.
    for file in ["pid", "mute"] {
        let process = fs::read_to_string(stage.home.path().join(file)).unwrap();
        let process = format!("/proc/{}", process.trim());
        let began = Instant::now();
        while Path::new(&process).exists() && began.elapsed().as_secs() < 10 {
            tokio::task::yield_now().await;
        }
        assert!(!Path::new(&process).exists(), "{file}: {process} still runs");
    }
    // A source has its own time, whatever a request has.
    assert_eq!(stage.find("records", "slow", "Ada").await.status, 200);
    for query in ["", "  ", "two\nlines", &"x".repeat(201)] {
        assert_eq!(
            stage.find("records", "env", query).await.error().1,
            "invalid-field",
            "{query:?}"
        );
    }
}

#[tokio::test]
async fn what_a_program_says_is_in_no_log() {
    let (home, data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let config = written(
        home.path(),
        "[mcp.clients.away]\ncommand = [\"/no/such/program\"]\ncodes = \"x\"\n",
    );
    let settings = [
        ("VAULTY_CONFIG", config.to_str().unwrap()),
        ("CRM_TOKEN", "secret-of-the-crm"),
        ("VAULTY_LOG", "trace"),
    ];
    let server = Process::start(data.path(), &settings);
    let token = Process::token(data.path());
    let post = |path: &str, body: Value| {
        let post = client().request(Method::POST, format!("{}{path}", server.base));
        send(post.bearer_auth(&token).json(&body))
    };
    let query = json!({"source": "chatters", "query": "canary-words"});
    let found = post("/api/sources/records", query).await;
    assert!(found.json()["records"].as_str().unwrap().contains("canary-record"));
    let plan = next_body("job-1", 1, page(), json!({"profileKeys": ["email"]}));
    assert_eq!(post("/api/agent/next", plan).await.status, 200);
    let wait = format!("{}/api/agent/verify?jobId=job-1&wait=1", server.base);
    send(client().request(Method::GET, wait).bearer_auth(&token)).await;
    let log = server.stop();
    let leaks = |line: &&str| line.contains("canary") || line.contains("secret-of");
    assert_eq!(log.lines().filter(leaks).collect::<Vec<_>>(), [""; 0]);
    // What is said while a request is worked on names it and its job.
    let said = |line: &&str| line.contains("job=\"job-1\"") && line.contains("request_id=");
    assert!(log.lines().any(|line| said(&line)), "no line names its job");
}

/// What an address answers to a call, once it was greeted.
fn address(answer: fn(Value) -> Response) -> Http {
    let http = Http::start(async move |request: Request| -> Response {
        let bearer = request.headers().get(header::AUTHORIZATION).cloned();
        if bearer.is_none_or(|bearer| bearer != "Bearer secret-of-the-crm") {
            return StatusCode::UNAUTHORIZED.into_response();
        }
        if request.method() == Method::DELETE {
            // It never says goodbye.
            return std::future::pending().await;
        }
        let Ok(call) = serde_json::from_str::<Value>(request.body()) else {
            return StatusCode::METHOD_NOT_ALLOWED.into_response();
        };
        let result = match call["method"].as_str().unwrap_or_default() {
            "initialize" => json!({"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
                                   "serverInfo": {"name": "x", "version": "1"}}),
            "tools/call" => return answer(call["id"].clone()),
            _ if call["id"].is_null() => return StatusCode::ACCEPTED.into_response(),
            _ => {
                let error = json!({"code": -32601, "message": "no such method"});
                return Json(json!({"jsonrpc": "2.0", "id": call["id"], "error": error}))
                    .into_response();
            }
        };
        let result = json!({"jsonrpc": "2.0", "id": call["id"], "result": result});
        ([("mcp-session-id", "s")], Json(result)).into_response()
    });
    http.unwrap()
}

fn said(id: &Value, text: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "result": {"content": [{"type": "text", "text": text}]}})
}

#[tokio::test]
async fn an_address_is_asked_by_http_with_its_token() {
    type Case = (&'static str, fn(Value) -> Response, Result<&'static str, (u16, &'static str)>);
    let cases: [Case; 6] = [
        ("json", |id| Json(said(&id, r#"[{"a": 1}]"#)).into_response(), Ok(r#"[{"a":1}]"#)),
        (
            "stream",
            |id| {
                let event = format!("event: message\ndata: {}\n\n", said(&id, r#"[{"a": 2}]"#));
                ([(header::CONTENT_TYPE, "text/event-stream")], event).into_response()
            },
            Ok(r#"[{"a":2}]"#),
        ),
        ("page", |_| Html("<h1>Sign in</h1>").into_response(), Err((502, "source-unreadable"))),
        (
            "broken",
            |_| StatusCode::INTERNAL_SERVER_ERROR.into_response(),
            Err((502, "source-unreadable")),
        ),
        (
            "large",
            |id| Json(said(&id, &"x".repeat(20 << 20))).into_response(),
            Err((502, "source-unreadable")),
        ),
        (
            "away",
            |_| (StatusCode::FOUND, [(header::LOCATION, "http://127.0.0.1:1/")]).into_response(),
            Err((502, "source-unreadable")),
        ),
    ];
    let addresses: Vec<(Case, Http)> =
        cases.into_iter().map(|case| (case, address(case.1))).collect();
    let file: String = addresses
        .iter()
        .map(|((name, ..), http)| {
            format!(
                "[mcp.clients.{name}]\naddress = \"{}\"\ntoken_env = \"CRM_TOKEN\"\nrecords = \"find\"\ntimeout_seconds = 4\n",
                http.url("/mcp")
            )
        })
        .collect();
    let stage = Stage::with(&file).await;
    for ((name, _, expected), _) in &addresses {
        let answer = stage.find("records", name, "Ada").await;
        match expected {
            Ok(records) => assert_eq!(answer.json(), json!({ "records": records }), "{name}"),
            Err((status, code)) => {
                let (found, said, _) = answer.error();
                assert_eq!((found, said.as_str()), (*status, *code), "{name}");
            }
        }
    }
}

#[tokio::test]
async fn a_code_is_found_for_a_job_that_waits_and_for_nobody_else() {
    let stage = Stage::with("").await;
    let verify = |job: &str, wait: u32| format!("/api/agent/verify?jobId={job}&wait={wait}");
    // Nobody is asked for a job that there is not.
    assert_eq!(stage.server.get(&verify("none", 0)).await.status, 204);
    assert_eq!(stage.calls(), "");
    let body = next_body("job", 1, page(), json!({"profileKeys": ["email"]}));
    assert_eq!(stage.server.post("/api/agent/next", &body).await.status, 200);
    let code = stage.server.get(&verify("job", 20)).await;
    assert_eq!(code.json(), json!({"code": "482913", "source": "code"}));
    let call: Value = serde_json::from_str(stage.calls().lines().next().unwrap()).unwrap();
    let origin = call["params"]["arguments"]["site"].as_str().unwrap();
    assert!(
        page()["url"].as_str().unwrap().starts_with(origin) && origin.starts_with("http"),
        "{call}"
    );
    assert!(call["params"]["arguments"]["since"].as_i64().unwrap() > 1_700_000_000_000, "{call}");
    // What a person says counts at once.
    let other = send(
        client()
            .request(Method::POST, format!("{}/api/agent/verify", stage.server.base))
            .bearer_auth(&stage.server.token)
            .json(&json!({"jobId": "job", "code": "111111"})),
    )
    .await;
    assert_eq!(other.status, 200);
    let code = stage.server.get(&verify("job", 20)).await;
    assert_eq!(code.json(), json!({"code": "111111"}));
    // Its browser may have slept: it is there once more, and then no more.
    let code = stage.server.get(&verify("job", 20)).await;
    assert_eq!(code.json(), json!({"code": "482913", "source": "code"}));
    assert_eq!(stage.server.get(&verify("job", 1)).await.status, 204);
    // Nothing of it is kept.
    let trace = stage.server.get("/api/jobs/job").await;
    assert!(!String::from_utf8_lossy(&trace.body).contains("482913"));
}
