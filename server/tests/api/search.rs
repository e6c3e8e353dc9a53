//! "Where is the form?": providers of every kind, well-behaved and not, asked one after the other.

use std::{
    sync::{Arc, Mutex},
    time::Instant,
};

use axum::{
    Json,
    http::{StatusCode, header},
    response::{Html, IntoResponse, Response},
};
use harness::http::{Http, Request, closed, cut, head};
use reqwest::Method;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{
    cli::{Process, program, read},
    support::{Answer, Running, client, send},
};

/// What a provider that plays a part was asked.
type Heard = Arc<Mutex<Vec<String>>>;

/// A provider that answers all alike and notes what it was asked.
fn provider(answer: impl Fn() -> Response + Clone + Send + Sync + 'static) -> (Http, Heard) {
    let heard = Heard::default();
    let notes = heard.clone();
    let http = Http::start(async move |request: Request| {
        let line =
            format!("{} {}\n{}{}", request.method(), request.uri(), head(&request), request.body());
        notes.lock().unwrap().push(line);
        answer()
    });
    (http.unwrap(), heard)
}

/// Results in the shape of SearXNG and Tavily.
fn listed(addresses: &[&str]) -> Value {
    let one = |url: &&str| json!({"title": "Found", "url": url, "content": "Some <b>words</b>"});
    json!({"results": addresses.iter().map(one).collect::<Vec<_>>()})
}

fn found(addresses: &[&str]) -> Response {
    Json(listed(addresses)).into_response()
}

const SITE: &str = "https://www.ireland.ie/passports";

fn result(address: &str) -> Value {
    json!({"title": "Found", "address": address, "summary": "Some words", "isAd": false})
}

/// A server that asks these, in this order.
struct Stage {
    server: Running,
    _home: TempDir,
}

fn written(home: &TempDir, asked: &[(&str, &Http)], more: &str) -> String {
    let names: Vec<&str> = asked.iter().map(|(name, _)| *name).collect();
    let mut file = format!("[search]\nproviders = {names:?}\n{more}\n");
    for (name, http) in asked {
        file += &format!("[search.{name}]\naddress = \"{}\"\n", http.url(""));
        if ["brave", "tavily"].contains(name) {
            file += "api_key = \"secret-of-search\"\n";
        }
    }
    let path = home.path().join("vaulty.toml");
    std::fs::write(&path, file).unwrap();
    path.display().to_string()
}

impl Stage {
    async fn with(asked: &[(&str, &Http)]) -> Self {
        let home = tempfile::tempdir().unwrap();
        let config = written(&home, asked, "timeout_seconds = 1");
        // A request is shorter than all providers together may take.
        let settings =
            [("VAULTY_CONFIG", config.as_str()), ("VAULTY_REQUEST_TIMEOUT_SECONDS", "1")];
        Self { server: Running::with(&settings).await, _home: home }
    }

    async fn find(&self, words: &str) -> Answer {
        self.server.post("/api/search", &json!({ "words": words })).await
    }
}

#[tokio::test]
async fn nobody_is_asked_until_the_host_chooses() {
    let server = Running::start().await;
    assert_eq!(server.get("/api/search").await.json(), json!({"providers": []}));
    let answer = server.post("/api/search", &json!({"words": "passport"})).await;
    assert_eq!(answer.error(), (404, "search-off".to_owned(), None));
}

#[tokio::test]
async fn each_provider_is_asked_by_its_own_protocol() {
    let (searxng, of_searxng) = provider(|| found(&[SITE]));
    let (brave, of_brave) = provider(|| {
        let listed = [json!({"title": "Found", "url": SITE, "description": "Some <b>words</b>"})];
        Json(json!({"type": "search", "web": {"results": listed}})).into_response()
    });
    let (tavily, of_tavily) = provider(|| found(&[SITE]));
    let (duckduckgo, of_duckduckgo) = provider(|| {
        let link = "//duckduckgo.com/l/?uddg=https%3A%2F%2Fwww.ireland.ie%2Fpassports&amp;rut=1";
        Html(format!(
            "<div class='results'><div class='result'><h2><a class='result__a' href='{link}'>Found</a></h2>\
             <a class='result__snippet'>Some <b>words</b></a></div></div>"
        ))
        .into_response()
    });
    for (name, http, heard, parts) in [
        ("searxng", &searxng, of_searxng, &["GET /search?q=renew+passport&format=json"][..]),
        (
            "brave",
            &brave,
            of_brave,
            &[
                "GET /res/v1/web/search?q=renew+passport&count=20",
                "x-subscription-token: secret-of-search",
            ],
        ),
        (
            "tavily",
            &tavily,
            of_tavily,
            &[
                "POST /search",
                "authorization: Bearer secret-of-search",
                "\"query\":\"renew passport\"",
            ],
        ),
        ("duckduckgo", &duckduckgo, of_duckduckgo, &["GET /html/?q=renew+passport"]),
    ] {
        let stage = Stage::with(&[(name, http)]).await;
        assert_eq!(stage.server.get("/api/search").await.json(), json!({"providers": [name]}));
        let answer = stage.find("renew passport").await.json();
        let expected = json!({"provider": name, "results": [result(SITE)], "tried": []});
        assert_eq!(answer, expected, "{name}");
        let heard = heard.lock().unwrap();
        assert_eq!(heard.len(), 1, "{name} is asked once: {heard:?}");
        assert!(parts.iter().all(|part| heard[0].contains(part)), "{name}: {heard:?}");
        assert!(heard[0].contains("user-agent: vaulty-server/"), "{heard:?}");
    }
}

#[tokio::test]
async fn whatever_one_does_the_next_is_asked_and_told_of() {
    type Case = (&'static str, fn() -> Response, &'static str);
    let elsewhere: fn() -> Response =
        || (StatusCode::FOUND, [(header::LOCATION, "http://127.0.0.1:1/")]).into_response();
    let cases: [Case; 12] = [
        ("broken", || StatusCode::INTERNAL_SERVER_ERROR.into_response(), "failed"),
        ("limit", || StatusCode::TOO_MANY_REQUESTS.into_response(), "limited"),
        ("key", || StatusCode::UNAUTHORIZED.into_response(), "refused"),
        ("redirect", elsewhere, "failed"),
        ("page", || Html("<h1>Sign in</h1>").into_response(), "failed"),
        ("empty body", || "".into_response(), "failed"),
        ("nothing", || found(&[]), "nothing"),
        (
            "no web",
            || found(&["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd"]),
            "nothing",
        ),
        (
            "10 MB",
            || {
                Json(json!({"results": [{"url": SITE, "title": "x".repeat(10 << 20)}]}))
                    .into_response()
            },
            "failed",
        ),
        ("cut", || cut(500, "{\"results\": ["), "failed"),
        ("closed", closed, "failed"),
        ("deep", || "[".repeat(100_000).into_response(), "failed"),
    ];
    let (second, heard) = provider(|| found(&[SITE]));
    for (name, answer, why) in cases {
        let (first, _) = provider(answer);
        let stage = Stage::with(&[("searxng", &first), ("tavily", &second)]).await;
        let answer = stage.find("passport").await.json();
        let tried = json!([{"provider": "searxng", "why": why}]);
        let expected = json!({"provider": "tavily", "results": [result(SITE)], "tried": tried});
        assert_eq!(answer, expected, "{name}");
    }
    assert_eq!(heard.lock().unwrap().len(), 12);
}

#[tokio::test]
async fn who_is_silent_or_away_is_not_waited_for() {
    let silent =
        Http::start(async |_: Request| -> Response { std::future::pending().await }).unwrap();
    // It begins its answer and never ends it.
    let slow = Http::start(async |_: Request| {
        let body = futures_util::stream::pending::<Result<axum::body::Bytes, std::io::Error>>();
        axum::body::Body::from_stream(body).into_response()
    })
    .unwrap();
    let gone = Http::start(async |_: Request| ()).unwrap();
    let asked = [("duckduckgo", &silent), ("brave", &slow), ("searxng", &gone)];
    let stage = Stage::with(&asked).await;
    drop(gone);
    let began = Instant::now();
    let answer = stage.find("passport").await.json();
    let tried = json!([
        {"provider": "duckduckgo", "why": "timed-out"},
        {"provider": "brave", "why": "timed-out"},
        {"provider": "searxng", "why": "unreachable"},
    ]);
    assert_eq!(
        answer,
        json!({"results": [], "tried": tried}),
        "nobody knows any, which is no error"
    );
    assert!(began.elapsed().as_secs() < 8, "{:?}", began.elapsed());
}

#[tokio::test]
async fn no_page_that_was_found_is_fetched() {
    let (page, visits) = provider(|| "a page".into_response());
    let address = page.url("/form");
    let results = listed(&[&address]);
    let (search, heard) = provider(move || Json(results.clone()).into_response());
    let stage = Stage::with(&[("searxng", &search)]).await;
    let answer = stage.find("form").await.json();
    assert_eq!(answer["results"], json!([result(&address)]));
    assert_eq!((heard.lock().unwrap().len(), visits.lock().unwrap().len()), (1, 0));
}

#[tokio::test]
async fn no_redirect_is_followed() {
    let (page, visits) = provider(|| found(&[SITE]));
    let address = page.url("/search");
    let (search, _) = provider(move || {
        (StatusCode::TEMPORARY_REDIRECT, [(header::LOCATION, address.clone())]).into_response()
    });
    let stage = Stage::with(&[("searxng", &search)]).await;
    let answer = stage.find("form").await.json();
    assert_eq!(answer["tried"], json!([{"provider": "searxng", "why": "failed"}]));
    assert_eq!(visits.lock().unwrap().len(), 0, "words and keys went elsewhere");
}

#[tokio::test]
async fn words_are_one_line_of_some_length() {
    let (search, heard) = provider(|| found(&[SITE]));
    let stage = Stage::with(&[("searxng", &search)]).await;
    for words in ["", "  ", "two\nlines", "\u{7}", &"x".repeat(201)] {
        assert_eq!(stage.find(words).await.error().1, "invalid-field", "{words:?}");
    }
    assert_eq!(heard.lock().unwrap().len(), 0);
    assert_eq!(stage.find(&"ü".repeat(200)).await.status, 200);
}

#[tokio::test]
async fn words_and_what_is_found_are_in_no_log() {
    let (first, _) = provider(|| (StatusCode::BAD_REQUEST, "canary-of-the-first").into_response());
    let (second, heard) = provider(|| found(&["https://canary-address.example/"]));
    let (home, data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let config = written(&home, &[("brave", &first), ("tavily", &second)], "");
    let settings = [("VAULTY_CONFIG", config.as_str()), ("VAULTY_LOG", "trace")];
    let server = Process::start(data.path(), &settings);
    let token = Process::token(data.path());
    let post = client().request(Method::POST, format!("{}/api/search", server.base));
    let answer = send(post.bearer_auth(&token).json(&json!({"words": "canary-words"}))).await;
    assert_eq!(answer.json()["provider"], "tavily");
    assert!(heard.lock().unwrap()[0].contains("canary-words"));
    let log = server.stop();
    let leaks = |line: &&str| line.contains("canary") || line.contains("secret-of-search");
    assert_eq!(log.lines().filter(leaks).collect::<Vec<_>>(), [""; 0]);
    let said = |line: &&str| line.contains("provider=\"tavily\"") && line.contains("count=1");
    assert!(log.lines().any(|line| said(&line)), "who answered is logged");
    // Nor is it in what the server keeps.
    for entry in std::fs::read_dir(data.path()).unwrap() {
        let path = entry.unwrap().path();
        let kept = std::fs::read(&path).unwrap_or_default();
        assert!(!kept.windows(6).any(|part| part == b"canary"), "{}", path.display());
    }
}

#[test]
fn whoever_lacks_a_key_or_an_address_is_named() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("vaulty.toml");
    std::fs::write(&path, "[search]\nproviders = [\"searxng\", \"brave\"]\n").unwrap();
    let run = |arguments: &[&str]| {
        let mut command = program(arguments);
        command.env("VAULTY_LLM_MODE", "rules-only").arg("--data-dir").arg(home.path());
        command.arg("--config").arg(&path);
        read(command.output().unwrap())
    };
    let (ok, out, log) = run(&["doctor", "--offline"]);
    let said = out + &log;
    assert!(!ok, "{said}");
    for part in [
        "search.searxng.address: must be set: where your SearXNG is",
        "search.brave.api_key: is missing: set it here, or BRAVE_API_KEY in the environment",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    std::fs::write(&path, "[search]\nproviders = [\"duckduckgo\"]\n").unwrap();
    let (_, out, log) = run(&["doctor", "--offline"]);
    assert!((out.clone() + &log).contains("Words go to duckduckgo"), "{out}{log}");
}
