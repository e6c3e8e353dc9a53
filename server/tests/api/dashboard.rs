//! The dashboard: who gets in, with what, and what its pages never show.

use std::time::Duration;

use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use server::{
    crypto::Vault,
    store::{Sqlite, Store as _},
};

use crate::{
    cli::Process,
    mcp,
    support::{Answer, Running, next_body, page, send},
};

/// Every page.
const PAGES: &[&str] = &[
    "/dashboard",
    "/dashboard/jobs",
    "/dashboard/jobs/j",
    "/dashboard/access",
    "/dashboard/recipes",
    "/dashboard/accuracy",
    "/dashboard/settings",
];
/// Whatever a stranger may name anything.
const HOSTILE: &str = "</title><script>alert(1)</script><img src=x onerror=alert(1)>";

pub(crate) fn sign_in(server: &Running, code: &str) -> RequestBuilder {
    let post = server.bare(Method::POST, "/dashboard/sign-in").header("origin", &server.base);
    post.form(&[("code", code)])
}

/// The cookie of an answer, as a browser sends it back.
pub(crate) fn cookie(answer: &Answer) -> String {
    answer.header("set-cookie").split(';').next().unwrap().to_owned()
}

/// Signs somebody in, with a code as `vaulty-server pair --user NAME` makes it.
async fn signed_in(server: &Running, user: &str) -> String {
    let answer = send(sign_in(server, &Process::pair(server.folder(), user).await)).await;
    assert_eq!((answer.status, answer.header("location")), (303, "/dashboard"));
    cookie(&answer)
}

pub(crate) async fn get(server: &Running, path: &str, cookie: &str) -> Answer {
    send(server.bare(Method::GET, path).header("cookie", cookie)).await
}

fn text(answer: &Answer) -> String {
    String::from_utf8(answer.body.clone()).unwrap()
}

fn is_sign_in(answer: &Answer) -> bool {
    answer.status == 200 && text(answer).contains("Sign in to the dashboard")
}

fn post(server: &Running, path: &str, cookie: &str) -> RequestBuilder {
    let post = server.bare(Method::POST, path).header("cookie", cookie);
    post.header("origin", &server.base).header("content-type", "application/x-www-form-urlencoded")
}

/// A code that is opened by the clock of the server itself, which a test may have moved.
async fn code_by_its_clock(server: &Running) -> String {
    let vault = Vault::open(server.folder(), None).unwrap();
    let store = Sqlite::open(server.folder(), &vault).await.unwrap();
    let marks = server::serve::open_marks(&store, &vault).await.unwrap();
    let code = server::security::open_pairing(&store, &server.clock, &marks, "me").await.unwrap();
    store.close().await;
    code
}

async fn revoke(server: &Running, cookie: &str, what: &str) -> Answer {
    let revoke = post(server, "/dashboard/access/revoke", cookie).body(what.to_owned());
    send(revoke).await
}

#[tokio::test]
async fn a_code_begins_a_session_once() {
    let server = Running::start().await;
    let sign_in_page = get(&server, "/dashboard", "").await;
    assert!(is_sign_in(&sign_in_page));
    for path in &PAGES[1..] {
        let answer = get(&server, path, "").await;
        assert_eq!((answer.status, answer.header("location")), (303, "/dashboard"), "{path}");
    }
    assert_eq!(get(&server, "/dashboard/events", "").await.status, 401);

    let wrong = send(sign_in(&server, "AAAA-AAAA-AAAA")).await;
    assert!(is_sign_in(&wrong) && text(&wrong).contains("That isn’t the code"));
    assert_eq!(wrong.header("set-cookie"), "");

    let answer = send(sign_in(&server, &server.pairing_code)).await;
    assert_eq!((answer.status, answer.header("location")), (303, "/dashboard"));
    let set = answer.header("set-cookie");
    assert!(set.starts_with("vaulty_dashboard=vaulty_dashboard_"), "{set}");
    assert!(set.ends_with("; Path=/; Max-Age=604800; HttpOnly; SameSite=Strict"), "{set}");
    let session = cookie(&answer);
    for path in PAGES.iter().filter(|path| !path.ends_with("/j")) {
        let answer = get(&server, path, &session).await;
        assert_eq!(answer.status, 200, "{path}");
        assert!(text(&answer).contains("Signed in as"), "{path}");
        assert_eq!(answer.header("cache-control"), "no-store", "{path}");
    }
    let spent = send(sign_in(&server, &server.pairing_code)).await;
    assert!(is_sign_in(&spent) && spent.header("set-cookie").is_empty());

    // `/` leads whoever is signed in, and stays what it is for everybody else.
    let root = get(&server, "/", &session).await;
    assert_eq!((root.status, root.header("location")), (303, "/dashboard"));
    assert!(text(&get(&server, "/", "").await).contains("You decide when"));
    assert_eq!(get(&server, "/index.html", &session).await.status, 200);
}

#[tokio::test]
async fn wrong_codes_are_counted_with_those_of_pairing() {
    let server = Running::start().await;
    for _ in 0..5 {
        send(sign_in(&server, "AAAA-AAAA-AAAA")).await;
    }
    let many = send(sign_in(&server, "AAAA-AAAA-AAAA")).await;
    assert_eq!(many.status, 429);
    assert!(many.header("retry-after").parse::<u64>().unwrap() >= 1);
    let pair = server.bare(Method::POST, "/api/pair").json(&json!({"code": "AAAA-AAAA-AAAA"}));
    assert_eq!(send(pair).await.error().0, 429);
    assert_eq!(
        send(sign_in(&server, &server.pairing_code)).await.status,
        303,
        "the right one is taken"
    );
}

#[tokio::test]
async fn a_session_is_no_token_and_no_token_is_a_session() {
    let server = Running::start().await;
    let session = signed_in(&server, "me").await;
    let value = session.split_once('=').unwrap().1.to_owned();
    let code = Process::pair(server.folder(), "me").await;
    let paired = send(server.bare(Method::POST, "/api/pair").json(&json!({"code": code}))).await;
    let paired = paired.json()["token"].as_str().unwrap().to_owned();
    let agent = mcp::add(&server, "helper", &[], &["read"]).await;
    for api in ["/api/jobs", "/api/profile?userId=me", "/api/user", "/api/tokens"] {
        let as_bearer = server.bare(Method::GET, api).bearer_auth(&value);
        assert_eq!(send(as_bearer).await.error().0, 401, "{api}");
        assert_eq!(get(&server, api, &session).await.error().0, 401, "{api}");
    }
    assert_eq!(send(server.bare(Method::POST, "/mcp").bearer_auth(&value)).await.status, 401);
    let restarted = server.restart().await;
    let as_bearer = restarted.bare(Method::GET, "/api/jobs").bearer_auth(&value);
    assert_eq!(send(as_bearer).await.error().0, 401, "also after a restart");
    for token in
        [&restarted.token, &paired, &agent, &format!("{value}0"), &value.replace("dashboard_", "")]
    {
        let as_cookie = format!("vaulty_dashboard={token}");
        assert!(is_sign_in(&get(&restarted, "/dashboard", &as_cookie).await), "{token}");
        let as_bearer = restarted.bare(Method::GET, "/dashboard").bearer_auth(token);
        assert!(is_sign_in(&send(as_bearer).await), "{token}");
    }
    assert_eq!(
        get(&restarted, "/dashboard/jobs", &session).await.status,
        200,
        "it outlives a restart"
    );
    // Two of one name: somebody else may have set one.
    let two = format!("{session}; {session}");
    assert!(is_sign_in(&get(&restarted, "/dashboard", &two).await));
}

#[tokio::test]
async fn only_a_page_of_its_own_signs_in_and_out_and_revokes() {
    let server = Running::start().await;
    let session = signed_in(&server, "me").await;
    let code = Process::pair(server.folder(), "me").await;
    let other_port = "http://127.0.0.1:1".to_owned();
    let localhost = server.base.replace("127.0.0.1", "localhost");
    let extension = server::security::extension_origin().unwrap();
    let ours = server.base.clone();
    for (origin, site) in [
        (None, None),
        (Some(&other_port), None),
        (Some(&localhost), None),
        (Some(&extension), None),
        (Some(&ours), Some("same-site")),
        (Some(&ours), Some("cross-site")),
        (Some(&ours), Some("none")),
    ] {
        for (path, body) in [
            ("/dashboard/sign-in", format!("code={code}")),
            ("/dashboard/sign-out", String::new()),
            ("/dashboard/access/revoke", "token=1".to_owned()),
        ] {
            let mut post = server.bare(Method::POST, path).header("cookie", &session);
            post = post.header("content-type", "application/x-www-form-urlencoded").body(body);
            if let Some(origin) = origin {
                post = post.header("origin", origin);
            }
            if let Some(site) = site {
                post = post.header("sec-fetch-site", site);
            }
            let answer = send(post).await;
            assert_eq!(answer.status, 403, "{path} {origin:?} {site:?}");
            assert_eq!(answer.header("set-cookie"), "");
        }
    }
    assert_eq!(get(&server, "/dashboard/jobs", &session).await.status, 200, "still signed in");
    assert_eq!(send(sign_in(&server, &code)).await.status, 303, "the code is not spent");
    for method in [Method::GET, Method::PUT, Method::DELETE] {
        for path in ["/dashboard/sign-out", "/dashboard/sign-in", "/dashboard/access/revoke"] {
            let answer = send(server.bare(method.clone(), path).header("cookie", &session)).await;
            assert_eq!(answer.status, 405, "{method} {path}");
        }
    }
}

#[tokio::test]
async fn a_session_ends_by_signing_out_by_being_revoked_and_by_its_age() {
    let server = Running::start().await;
    let (own, other) = (signed_in(&server, "me").await, signed_in(&server, "me").await);
    let eve = signed_in(&server, "eve").await;
    let list = server.get("/api/tokens").await.json();
    let sessions = list["browsers"].as_array().unwrap();
    let names: Vec<&str> = sessions.iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Dashboard", "Dashboard"]);
    let page = text(&get(&server, "/dashboard/access", &own).await);
    assert!(page.contains("(this one)") && page.contains("in use now"), "{page}");

    // When it was used is written a moment later than it was.
    get(&server, "/dashboard/jobs", &other).await;
    let patience = std::time::Instant::now();
    while !text(&get(&server, "/dashboard/access", &own).await).contains("last used just now") {
        assert!(patience.elapsed() < Duration::from_secs(20), "it was not noted");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }

    let what = format!("token={}", sessions[1]["id"]);
    assert_eq!(revoke(&server, &eve, &what).await.status, 303);
    assert_eq!(
        get(&server, "/dashboard/jobs", &other).await.status,
        200,
        "it is not hers to revoke"
    );
    assert_eq!(revoke(&server, &own, &what).await.header("location"), "/dashboard/access");
    assert!(is_sign_in(&get(&server, "/dashboard", &other).await), "at once");

    // Signing in again in the same browser ends what was before, and is another session.
    let code = Process::pair(server.folder(), "me").await;
    let again = send(sign_in(&server, &code).header("cookie", &own)).await;
    let new = cookie(&again);
    assert_ne!(new, own);
    assert!(is_sign_in(&get(&server, "/dashboard", &own).await));

    let out = send(post(&server, "/dashboard/sign-out", &new)).await;
    assert_eq!((out.status, out.header("location")), (303, "/"));
    assert!(out.header("set-cookie").starts_with("vaulty_dashboard=; Path=/; Max-Age=0;"));
    assert!(is_sign_in(&get(&server, "/dashboard", &new).await));

    let old = signed_in(&server, "me").await;
    server.clock.advance(Duration::from_secs(7 * 24 * 60 * 60));
    assert!(is_sign_in(&get(&server, "/dashboard", &old).await));
    let list = server.get("/api/tokens").await.json();
    assert_eq!(
        list["browsers"],
        json!([]),
        "one that is over lets nobody in, and is not told as if it did"
    );
    let code = code_by_its_clock(&server).await;
    assert_eq!(send(sign_in(&server, &code)).await.status, 303);
    let list = server.get("/api/tokens").await.json();
    assert_eq!(list["browsers"].as_array().unwrap().len(), 1, "those that are over are forgotten");
}

/// Whether an answer of events has a part, before it ends.
async fn heard(response: &mut reqwest::Response, part: &str) -> bool {
    let reading = async {
        let mut all = String::new();
        while !all.contains(part) {
            let Ok(Some(chunk)) = response.chunk().await else { return false };
            all.push_str(&String::from_utf8_lossy(&chunk));
        }
        true
    };
    // One that neither says it nor ends is a failure.
    tokio::time::timeout(Duration::from_secs(20), reading).await.unwrap()
}

#[tokio::test]
async fn events_tell_of_ones_own_jobs_and_end_with_the_session() {
    let server = Running::start().await;
    let (own, eve) = (signed_in(&server, "me").await, signed_in(&server, "eve").await);
    let watch = |cookie: &str| {
        server.bare(Method::GET, "/dashboard/events").header("cookie", cookie).send()
    };
    let (mut mine, mut hers) = (watch(&own).await.unwrap(), watch(&eve).await.unwrap());
    assert_eq!(mine.headers()["content-type"], "text/event-stream");
    server.post("/api/agent/next", &next_body("j", 1, page(), json!({"profileKeys": []}))).await;
    assert!(heard(&mut mine, "event: news\ndata: jobs\n\n").await);
    // What she hears until her session ends has no event in it.
    send(post(&server, "/dashboard/sign-out", &eve)).await;
    assert!(!heard(&mut hers, "event: news").await);
}

#[tokio::test]
async fn open_streams_leave_places_for_others() {
    let server = Running::start().await;
    let (own, eve) = (signed_in(&server, "me").await, signed_in(&server, "eve").await);
    let mut open = Vec::new();
    loop {
        let watch = server.bare(Method::GET, "/dashboard/events").header("cookie", &own).send();
        let answer = watch.await.unwrap();
        if answer.status() == 503 {
            break;
        }
        open.push(answer);
        assert!(open.len() < 32, "somebody has all places");
    }
    let watch = server.bare(Method::GET, "/dashboard/events").header("cookie", &eve).send();
    assert_eq!(watch.await.unwrap().status(), 200);
}

#[tokio::test]
async fn everybody_sees_their_own() {
    let server = Running::start().await;
    let (me, eve) = (signed_in(&server, "me").await, signed_in(&server, "eve").await);
    server.post("/api/agent/next", &next_body("j", 1, page(), json!({"profileKeys": []}))).await;
    let mine = get(&server, "/dashboard/jobs/j", &me).await;
    assert!(mine.status == 200 && text(&mine).contains("jobs.example"));
    let hers = get(&server, "/dashboard/jobs/j", &eve).await;
    assert_eq!(hers.status, 404);
    assert_eq!(hers.header("content-type"), "text/html; charset=utf-8");
    for path in ["/dashboard", "/dashboard/jobs", "/dashboard/jobs?site=https%3A%2F%2Fjobs.example"]
    {
        assert!(!text(&get(&server, path, &eve).await).contains("/dashboard/jobs/j"), "{path}");
        assert!(text(&get(&server, path, &me).await).contains("/dashboard/jobs/j"), "{path}");
    }
    // The host's settings and folder are the host's.
    let folder = server.folder().display().to_string();
    assert!(text(&get(&server, "/dashboard/settings", &me).await).contains(&folder));
    for path in PAGES {
        assert!(!text(&get(&server, path, &eve).await).contains(&folder), "{path}");
    }
}

#[tokio::test]
async fn jobs_are_paged_and_filtered() {
    let server = Running::start().await;
    let session = signed_in(&server, "me").await;
    for at in 0..30 {
        let body = next_body(&format!("job-{at}"), 1, page(), json!({"profileKeys": ["email"]}));
        server.post("/api/agent/next", &body).await;
        server.clock.advance(Duration::from_millis(5));
    }
    let first = text(&get(&server, "/dashboard/jobs", &session).await);
    let links = |page: &str| page.matches("href=\"/dashboard/jobs/job").count();
    assert_eq!(links(&first), 25);
    let next = first.split("href=\"/dashboard/jobs?").nth(1).unwrap().split('"').next().unwrap();
    let next = format!("/dashboard/jobs?{}", next.replace("&amp;", "&"));
    let second = text(&get(&server, &next, &session).await);
    assert_eq!(links(&second), 5);
    assert!(second.contains("job%2D0\"") && !second.contains("Older jobs"));
    let of_site = text(&get(&server, "/dashboard/jobs?site=jobs.example", &session).await);
    assert!(links(&of_site) == 25 && of_site.contains("value=\"https://jobs.example\""));
    let none = text(&get(&server, "/dashboard/jobs?state=sent", &session).await);
    assert!(none.contains("No such job here."), "{none}");
    for odd in ["?state=x", "?heard=x&behind=y", "?heard=5&behind=", "?site=%22%3E%3Cscript%3E"] {
        let answer = get(&server, &format!("/dashboard/jobs{odd}"), &session).await;
        assert!(answer.status == 200 && !text(&answer).contains("<script>"), "{odd}");
    }
}

/// A page that is hostile in each of its texts.
fn hostile() -> Value {
    let mut observation = page();
    observation["title"] = json!(HOSTILE);
    for at in 0..3 {
        observation["fields"][at]["label"] = json!(format!("{HOSTILE} {at}"));
        observation["fields"][at]["group"] = json!(HOSTILE);
        observation["fields"][at]["autocomplete"] = json!(HOSTILE);
    }
    observation["buttons"][0]["text"] = json!(HOSTILE);
    observation
}

#[tokio::test]
async fn what_strangers_name_is_text_and_nothing_inline_is_allowed() {
    let server = Running::with(&[("VAULTY_TRACE_PAGES", "true")]).await;
    let session = signed_in(&server, "me").await;
    let code = Process::pair(server.folder(), "me").await;
    let named = json!({"code": code, "name": HOSTILE});
    send(server.bare(Method::POST, "/api/pair").json(&named)).await;
    mcp::add(&server, "<b>helper</b>", &["https://jobs.example"], &["read"]).await;
    for (job, step) in [("j", 1), (HOSTILE, 1), ("j", 2)] {
        let body = next_body(job, step, hostile(), json!({"profileKeys": ["email"]}));
        assert_eq!(server.post("/api/agent/next", &body).await.status, 200);
    }
    let mut shown = 0;
    let of_hostile = format!(
        "/dashboard/jobs/{}",
        "%3C%2Ftitle%3E%3Cscript%3Ealert%281%29%3C%2Fscript%3E%3Cimg%20src%3Dx%20onerror%3Dalert%281%29%3E"
    );
    for path in PAGES.iter().copied().chain([of_hostile.as_str()]) {
        let answer = get(&server, path, &session).await;
        assert_eq!(answer.status, 200, "{path}");
        let html = text(&answer);
        shown += html.matches("&lt;script&gt;").count();
        for wrong in
            ["<script>", "<img src=x", "<b>helper", " style=", "<style", " onerror=alert(1)>"]
        {
            assert!(!html.contains(wrong), "{path} has {wrong}: {html}");
        }
        let policy = answer.header("content-security-policy");
        assert!(
            policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self';"),
            "{policy}"
        );
        assert!(
            policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"),
            "{policy}"
        );
        assert_eq!(answer.header("cache-control"), "no-store", "{path}");
    }
    assert!(shown > 5, "the texts are there");
}

#[tokio::test]
async fn an_agent_and_a_browser_are_revoked_by_whose_they_are() {
    let server = Running::start().await;
    let (me, eve) = (signed_in(&server, "me").await, signed_in(&server, "eve").await);
    let agent = mcp::add(&server, "a&b", &[], &["read"]).await;
    let code = Process::pair(server.folder(), "me").await;
    let paired = send(server.bare(Method::POST, "/api/pair").json(&json!({"code": code}))).await;
    let paired = paired.json()["token"].as_str().unwrap().to_owned();
    let list = server.get("/api/tokens").await.json();
    let browsers = list["browsers"].as_array().unwrap();
    let of_browser = browsers.iter().find(|one| one["name"] == "").unwrap()["id"].to_string();
    let opens = async |token: &str| {
        send(server.bare(Method::GET, "/api/jobs").bearer_auth(token)).await.status
    };
    let page = text(&get(&server, "/dashboard/access", &me).await);
    let of_agent = page.split("name=\"agent\" value=\"").nth(1).unwrap().split('"').next().unwrap();
    for what in [format!("agent={of_agent}"), format!("token={of_browser}")] {
        revoke(&server, &eve, &what).await;
    }
    let page = text(&get(&server, "/dashboard/access", &me).await);
    assert!(page.contains("a&amp;b"), "{page}");
    assert_eq!(opens(&paired).await, 200);
    for what in [format!("agent={of_agent}"), format!("token={of_browser}")] {
        assert_eq!(revoke(&server, &me, &what).await.status, 303);
    }
    assert_eq!(opens(&paired).await, 401);
    let asks = server.bare(Method::POST, "/mcp").bearer_auth(&agent);
    assert_eq!(send(asks.json(&json!({}))).await.status, 401);
    for wrong in ["", "token=x", "token=1&agent=a", "x=y"] {
        assert_eq!(revoke(&server, &me, wrong).await.status, 400, "{wrong}");
    }
    assert_eq!(opens(&server.token).await, 200, "the file's token stays");
}

#[tokio::test]
async fn no_value_is_on_any_page() {
    let server = Running::with(&[("VAULTY_TRACE_PAGES", "true")]).await;
    let session = signed_in(&server, "me").await;
    let profile = json!({"firstName": "kanarie-first", "email": "kanarie@example.org",
                         "address": {"city": "kanarie-city"}, "custom": {"Pet": "kanarie-pet"}});
    let saved = json!({"userId": "me", "profile": profile});
    assert_eq!(server.post("/api/profile", &saved).await.status, 200);
    let mut observation = page();
    observation["fields"][0]["value"] = json!("kanarie-current");
    observation["fields"][1]["value"] = json!("kanarie@example.org");
    observation["text"] = json!("kanarie-text");
    let body = next_body(
        "j",
        1,
        observation,
        json!({"profile": profile, "record": {"Email": "kanarie-record"}}),
    );
    assert_eq!(server.post("/api/agent/next", &body).await.status, 200);
    let body = next_body("j", 2, page(), json!({"profileKeys": ["firstName", "email"]}));
    assert_eq!(server.post("/api/agent/next", &body).await.status, 200);
    let log = json!({"jobId": "j", "step": 2, "result": {"ok": true, "note": "kanarie-note"},
        "action": {"type": "FILL", "target": {"by": "index", "index": 0}, "value": "kanarie-fill"}});
    assert_eq!(server.post("/api/agent/log", &log).await.status, 200);
    // As it is, in base 64, in hexadecimal, and turned round.
    let wrapped = ["kanarie", "a2FuYXJpZ", "6b616e61726965", "eiranak"];
    for path in PAGES {
        let html = text(&get(&server, path, &session).await).to_lowercase();
        for one in wrapped {
            assert!(!html.contains(&one.to_lowercase()), "{path} shows a value: {html}");
        }
    }
    let page = text(&get(&server, "/dashboard/access", &session).await);
    assert!(page.contains("A copy of your profile is kept here"), "{page}");
    let page = text(&get(&server, "/dashboard/jobs/j", &session).await);
    assert!(page.contains("firstName") && page.contains("First name"), "{page}");
}

#[tokio::test]
async fn behind_tls_the_cookie_is_bound_to_its_host() {
    let server = Running::with(&[
        ("VAULTY_TLS_PROXY", "true"),
        ("VAULTY_ALLOWED_HOSTS", "vaulty.example.org"),
    ])
    .await;
    let by_tls = |request: RequestBuilder| {
        request.header("host", "vaulty.example.org").header("x-forwarded-proto", "https")
    };
    let post = |origin: &str| {
        let post = by_tls(server.bare(Method::POST, "/dashboard/sign-in")).header("origin", origin);
        post.form(&[("code", &server.pairing_code)])
    };
    assert_eq!(send(post("http://vaulty.example.org")).await.status, 403);
    let answer = send(post("https://vaulty.example.org")).await;
    let set = answer.header("set-cookie");
    assert!(set.starts_with("__Host-vaulty_dashboard=") && set.ends_with("; Secure"), "{set}");
    assert!(set.contains("; Path=/;") && !set.contains("Domain"), "{set}");
    let page =
        |cookie: &str| by_tls(server.bare(Method::GET, "/dashboard/jobs")).header("cookie", cookie);
    assert_eq!(send(page(&cookie(&answer))).await.status, 200);
    let unbound = cookie(&answer).replace("__Host-", "");
    assert_eq!(send(page(&unbound)).await.status, 303, "the other name is none here");
}

#[tokio::test]
async fn a_server_without_tokens_asks_for_a_code_all_the_same() {
    let server = Running::with(&[("VAULTY_AUTH", "none")]).await;
    assert!(is_sign_in(&get(&server, "/dashboard", "").await));
    let session = signed_in(&server, "me").await;
    assert_eq!(get(&server, "/dashboard/jobs", &session).await.status, 200);
}
