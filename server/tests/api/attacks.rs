//! What a hostile page, client or network tries against the server. (Hosts and origins: `security`;
//! other people's users and jobs: `users`; slow and large bodies: `errors`.)

use reqwest::Method;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use crate::{
    cli::Process,
    support::{Running, client, next_body, page, send},
};

const MUTATING: &[(&str, &str)] = &[
    ("POST", "/api/agent/next"),
    ("POST", "/api/agent/verify"),
    ("POST", "/api/agent/log"),
    ("POST", "/api/profile"),
    ("POST", "/api/pair"),
    ("DELETE", "/api/profile?userId=me"),
    ("PUT", "/api/recipes/00112233445566aa"),
    ("DELETE", "/api/recipes/00112233445566aa"),
    ("DELETE", "/api/user"),
    ("DELETE", "/api/tokens/current"),
];

async fn raw(host: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(host).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

fn status(answer: &str) -> u16 {
    answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0)
}

/// What a page of another site can send without being asked for leave: forms and beacons, whose Origin the
/// browser adds, and bodies that say they are plain text. On the server that needs no token, the worst case.
#[tokio::test]
async fn a_page_of_another_site_changes_nothing() {
    let server = Running::with(&[("VAULTY_AUTH", "none")]).await;
    let saved = json!({"userId": "me", "profile": {"firstName": "Ada"}}).to_string();
    let json_body = [("content-type", "application/json")];
    let save = server.bare(Method::POST, "/api/profile").header(json_body[0].0, json_body[0].1);
    assert_eq!(send(save.body(saved)).await.status, 200);
    let evil = json!({"userId": "me", "profile": {"firstName": "Mallory"}}).to_string();
    for (method, path) in MUTATING {
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        for kind in
            ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b"]
        {
            for origin in ["https://evil.example", "null", "http://127.0.0.1:1"] {
                let request = server.bare(method.clone(), path).header("origin", origin);
                let answer = send(request.header("content-type", kind).body(evil.clone())).await;
                assert_eq!(answer.error().1, "origin-not-allowed", "{method} {path} {kind}");
            }
            if method == Method::POST {
                // Where a browser would leave the Origin out, the body is still of the wrong type.
                let request = server.bare(method.clone(), path).header("content-type", kind);
                assert_eq!(send(request.body(evil.clone())).await.error().0, 415, "{path} {kind}");
            }
        }
        let preflight = server
            .bare(Method::OPTIONS, path)
            .header("origin", "https://evil.example")
            .header("access-control-request-method", method.as_str())
            .header("access-control-request-headers", "content-type, authorization");
        let answer = send(preflight).await;
        assert_eq!(answer.status, 403);
        assert!(!answer.headers.contains_key("access-control-allow-origin"));
    }
    let read = send(server.bare(Method::GET, "/api/profile?userId=me")).await.json();
    assert_eq!(read["profile"]["firstName"], "Ada");
}

/// A name that a hostile DNS server points here, in each way that a request can carry it.
#[tokio::test]
async fn a_rebound_name_is_not_answered() {
    let server = Running::start().await;
    let host = server.host().to_owned();
    let port = host.split(':').nth(1).unwrap();
    let token = &server.token;
    for (line, headers) in [
        ("GET /api/jobs HTTP/1.1", format!("Host: rebound.evil.example:{port}\r\n")),
        ("GET /api/jobs HTTP/1.1", "Host: 127.0.0.1.evil.example\r\n".to_owned()),
        ("GET /api/jobs HTTP/1.1", format!("Host: {host}.\r\n")),
        ("GET /api/jobs HTTP/1.1", format!("Host: {host}\r\nHost: evil.example\r\n")),
        ("GET /api/jobs HTTP/1.1", format!("Host: evil@{host}\r\n")),
        ("GET /api/jobs HTTP/1.1", "Host: 0.0.0.0\r\n".to_owned()),
        ("GET /api/jobs HTTP/1.1", String::new()),
        ("GET http://evil.example/api/jobs HTTP/1.1", "Host: evil.example\r\n".to_owned()),
    ] {
        let request = format!(
            "{line}\r\n{headers}Authorization: Bearer {token}\r\nConnection: close\r\n\r\n"
        );
        let answer = raw(&host, &request).await;
        assert!([400, 403].contains(&status(&answer)), "{line} {headers}: {answer}");
    }
}

/// Two lengths, or a length and chunks: what one reader takes for a body another takes for a request.
#[tokio::test]
async fn smuggled_requests_are_not_answered_twice() {
    let server = Running::start().await;
    let host = server.host();
    let inner = format!("GET /api/health HTTP/1.1\r\nHost: {host}\r\n\r\n");
    for framing in [
        format!("Content-Length: {}\r\nContent-Length: 0\r\n", inner.len()),
        "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n".to_owned(),
        "Transfer-Encoding: chunked, identity\r\n".to_owned(),
    ] {
        let request = format!(
            "POST /api/pair HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
             Connection: close\r\n{framing}\r\n0\r\n\r\n{inner}"
        );
        let answer = raw(host, &request).await;
        assert!(!answer.contains("\"contract\""), "{framing}: {answer}");
    }
}

/// Bodies that cost a careless reader its stack, its memory or its time.
#[tokio::test]
async fn bodies_that_are_bombs_are_small_errors() {
    let server = Running::start().await;
    let nested = |open: &str, close: &str, depth: usize| {
        let deep = open.repeat(depth) + "1" + &close.repeat(depth);
        format!(
            r#"{{"jobId": "j", "step": 1, "observation": {{}}, "state": {deep}, "record": {{"a": {deep}}}}}"#
        )
    };
    let long = "9".repeat(100_000);
    for body in [
        nested("[", "]", 100_000),
        nested(r#"{"a":"#, "}", 100_000),
        nested("[", "]", 127),
        format!(r#"{{"jobId": "j", "step": {long}, "observation": {{}}}}"#),
        format!(r#"{{"jobId": "{}", "step": 1, "observation": {{}}}}"#, "j".repeat(100_000)),
        format!(r#"{{"jobId": "j", "step": 1e{long}, "observation": {{}}}}"#),
        "\u{feff}{}".to_owned(),
        r#"{"jobId": "\ud800", "step": 1, "observation": {}}"#.to_owned(),
        format!("{{{}\"jobId\": \"j\"}}", r#""jobId": "x", "#.repeat(10_000)),
    ] {
        let request = server.request(Method::POST, "/api/agent/next");
        let answer =
            send(request.header("content-type", "application/json").body(body.clone())).await;
        let start: String = body.chars().take(60).collect();
        assert_eq!(answer.status, 400, "{start}");
        assert!(answer.body.len() < 1_000, "{start}");
    }
    let mut crowded = page();
    crowded["fields"] = vec![json!({"index": 0, "label": "x"}); 20_000].into();
    let many = next_body("j", 1, crowded, json!({"profileKeys": []}));
    let answer = server.post("/api/agent/next", &many).await;
    assert!([200, 413].contains(&answer.status), "{}", answer.status);
}

/// Ways out of a folder of static files.
#[tokio::test]
async fn no_path_leads_out_of_the_pages() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("pages");
    std::fs::create_dir_all(pages.join("demo")).unwrap();
    std::fs::write(pages.join("index.html"), "home").unwrap();
    std::fs::write(folder.path().join("secret.html"), "canary-secret").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder.path().join("secret.html"), pages.join("link.html")).unwrap();
    for setting in [Some(pages.to_str().unwrap()), None] {
        let settings: Vec<(&str, &str)> =
            setting.map(|pages| ("VAULTY_PAGES_DIR", pages)).into_iter().collect();
        let server = Running::with(&settings).await;
        for path in [
            "/../secret.html",
            "/demo/../../secret.html",
            "/%2e%2e/secret.html",
            "/..%2fsecret.html",
            "/..%5csecret.html",
            "/..\\secret.html",
            "/%252e%252e%252fsecret.html",
            "/demo/%2e%2e/%2e%2e/secret.html",
            "/.%00./secret.html",
            "/secret.html%00.html",
            "/link.html",
            "//secret.html",
            "/./../secret.html",
            "/demo//..//..//secret.html",
            "/%c0%ae%c0%ae/secret.html",
            "/....//secret.html",
            "/token",
            "/master.key",
            "/vaulty.sqlite3",
        ] {
            let host = server.host();
            let request =
                format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
            let answer = raw(host, &request).await;
            assert!(!answer.contains("canary-secret"), "{path}: {answer}");
            assert!([400, 404].contains(&status(&answer)), "{path}: {answer}");
        }
    }
}

/// Line breaks, terminal codes and whole forged lines, wherever a request puts text.
#[tokio::test]
async fn no_request_writes_a_line_of_the_log() {
    const FORGED: &str = "FORGED";
    for format in ["text", "json"] {
        let folder = tempfile::tempdir().unwrap();
        let settings = [("VAULTY_LOG", "debug"), ("VAULTY_LOG_FORMAT", format)];
        let server = Process::start(folder.path(), &settings);
        let host = server.base.trim_start_matches("http://").to_owned();
        let token = std::fs::read_to_string(folder.path().join("token")).unwrap();
        let token = token.trim();
        let breaks = ["%0a", "%0d%0a", "%1b[2K%1b[1G", "%e2%80%a8", "%c2%85", "%00"];
        for line_break in breaks {
            let forged = format!("{line_break}{FORGED}%20ERROR%20all%20is%20lost");
            for path in [
                format!("/{forged}"),
                format!("/api/jobs/{forged}"),
                format!("/api/profile?userId={forged}"),
                format!("/api/agent/verify?wait=0&jobId={forged}"),
            ] {
                let request = format!(
                    "GET {path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\
                     X-Request-Id: a{line_break}{FORGED}\r\nUser-Agent: {FORGED}\x1b[31m\r\n\
                     Connection: close\r\n\r\n"
                );
                raw(&host, &request).await;
            }
        }
        let post = |path: &str, body: Value| {
            client()
                .request(Method::POST, format!("{}{path}", server.base))
                .bearer_auth(token)
                .json(&body)
        };
        let text = format!("j\n{FORGED} ERROR\u{1b}[2J");
        send(post("/api/agent/next", next_body(&text, 1, page(), json!({})))).await;
        send(post("/api/pair", json!({"code": text, "name": text}))).await;
        send(post("/api/profile", json!({"userId": text, "profile": {}}))).await;
        let log = server.stop();
        let forged = log.lines().find(|line| line.contains(FORGED));
        assert_eq!(forged, None, "{format}");
        assert!(!log.contains("[2J") && !log.contains("[2K"), "{format}");
    }
}
