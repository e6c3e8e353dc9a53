//! Strangers, and users among each other: what one leaves open takes nothing from the others.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};

use crate::{
    cli::Process,
    support::{Answer, Running, next_body, page, send},
};

/// Pairs a browser for a user and gives its token.
async fn paired(server: &Running, user: &str) -> String {
    let code = Process::pair(server.folder(), user).await;
    let answer = send(server.bare(Method::POST, "/api/pair").json(&json!({"code": code}))).await;
    assert_eq!(answer.status, 200);
    answer.json()["token"].as_str().unwrap().to_owned()
}

async fn jobs(server: &Running, token: &str) -> Answer {
    send(server.bare(Method::GET, "/api/jobs").bearer_auth(token)).await
}

/// A connection that has sent this and leaves it at that.
async fn left_open(server: &Running, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(server.host()).await.unwrap();
    stream.write_all(text.as_bytes()).await.unwrap();
    stream
}

/// A request whose body does not end.
fn unfinished(server: &Running, path: &str, more: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n{more}\
         Content-Length: 100\r\n\r\n{{",
        server.host()
    )
}

#[tokio::test]
async fn unfinished_bodies_of_strangers_stop_nobody() {
    let server = Running::with(&[("VAULTY_MAX_CONCURRENT_REQUESTS", "8")]).await;
    let token = paired(&server, "ada").await;
    let mut open = Vec::new();
    for _ in 0..400 {
        open.push(left_open(&server, &unfinished(&server, "/api/pair", "")).await);
    }
    for _ in 0..20 {
        assert_eq!(jobs(&server, &token).await.status, 200);
        let body = next_body("j", 1, page(), json!({}));
        let plan = server.bare(Method::POST, "/api/agent/next").bearer_auth(&token);
        assert_eq!(send(plan.json(&body)).await.status, 200);
    }
    paired(&server, "eve").await;
    // Those that made room are told, and the others are in time.
    let started = Instant::now();
    for mut stream in open {
        let mut answer = String::new();
        timeout(Duration::from_secs(10), stream.read_to_string(&mut answer))
            .await
            .unwrap()
            .unwrap();
        assert!(answer.starts_with("HTTP/1.1 408") && answer.contains("\"timeout\""), "{answer}");
    }
    assert!(started.elapsed() < Duration::from_secs(10));
}

#[tokio::test]
async fn a_strangers_body_is_small() {
    let server = Running::start().await;
    let body = json!({"code": "A".repeat(5000)});
    let answer = send(server.bare(Method::POST, "/api/pair").json(&body)).await;
    assert_eq!(answer.error().0, 413);
}

#[tokio::test]
async fn idle_connections_make_room_for_newcomers() {
    let server = Running::with(&[("VAULTY_MAX_CONNECTIONS", "8")]).await;
    let token = paired(&server, "ada").await;
    // One that is somebody's stays, whatever comes.
    let wait = server.bare(Method::GET, "/api/agent/verify?jobId=j&wait=20").bearer_auth(&token);
    let waiting = tokio::spawn(send(wait));
    let give = async || {
        let code = json!({"jobId": "j", "code": "123456"});
        send(server.bare(Method::POST, "/api/agent/verify").bearer_auth(&token).json(&code)).await
    };
    while jobs(&server, &token).await.status != 200 {}
    // No answer tells that a request waits: a code alone would, and end it.
    tokio::time::sleep(Duration::from_millis(200)).await;
    let half = format!("GET /api/health HTTP/1.1\r\nHost: {}\r\n", server.host());
    let mut open = Vec::new();
    for number in 0..40 {
        open.push(left_open(&server, if number % 2 == 0 { "" } else { &half }).await);
    }
    let asked = timeout(Duration::from_secs(5), jobs(&server, &token)).await;
    assert_eq!(asked.expect("it would wait for the idle ones").status, 200);
    // The oldest are closed for it, not only forgotten: sooner than one that sends no head.
    for (number, stream) in open.iter_mut().take(40 - 8).enumerate() {
        let mut rest = Vec::new();
        let closed = timeout(Duration::from_secs(5), stream.read_to_end(&mut rest)).await;
        assert!(closed.is_ok(), "{number}");
    }
    assert_eq!(give().await.status, 200);
    assert_eq!(waiting.await.unwrap().json()["code"], "123456");
    drop(open);
}

#[tokio::test]
async fn one_users_long_polls_leave_places_for_others() {
    let server = Running::start().await;
    let (ada, eve) = (paired(&server, "ada").await, paired(&server, "eve").await);
    let again = paired(&server, "eve").await;
    let wait = |token: &str, seconds: u32, number: usize| {
        let path = format!("/api/agent/verify?jobId=j{number}&wait={seconds}");
        send(server.bare(Method::GET, &path).bearer_auth(token))
    };
    let refused = AtomicUsize::new(0);
    let polls = (0..200).map(|number| {
        // By two browsers: it is the user who counts.
        let poll = wait(if number % 2 == 0 { &eve } else { &again }, 2, number);
        async {
            let answer = poll.await;
            refused.fetch_add(usize::from(answer.status == 503), Ordering::Relaxed);
            answer
        }
    });
    let (eves, adas) = tokio::join!(join_all(polls), async {
        // Those that are not refused wait.
        while refused.load(Ordering::Relaxed) < 168 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        join_all((0..8).map(|number| wait(&ada, 0, number))).await
    });
    let status = |answers: &[Answer], status| answers.iter().filter(|a| a.status == status).count();
    assert_eq!((status(&eves, 204), status(&eves, 503)), (32, 168), "half of all, and told so");
    assert_eq!(eves.iter().find(|a| a.status == 503).unwrap().header("retry-after"), "1");
    assert_eq!(status(&adas, 204), 8);
}

#[tokio::test]
async fn one_users_unfinished_requests_leave_places_for_others() {
    let server = Running::with(&[("VAULTY_MAX_CONCURRENT_REQUESTS", "8")]).await;
    let (ada, eve) = (paired(&server, "ada").await, paired(&server, "eve").await);
    let bearer = format!("Authorization: Bearer {eve}\r\n");
    let mut open = Vec::new();
    for _ in 0..30 {
        open.push(left_open(&server, &unfinished(&server, "/api/agent/next", &bearer)).await);
    }
    while jobs(&server, &eve).await.status != 503 {}
    for _ in 0..20 {
        assert_eq!(jobs(&server, &ada).await.status, 200);
    }
    drop(open);
}

#[tokio::test]
async fn one_users_streams_leave_places_for_others() {
    let server = Running::start().await;
    let (ada, eve) = (paired(&server, "ada").await, paired(&server, "eve").await);
    for token in [&ada, &eve] {
        let body = next_body("j", 1, page(), json!({}));
        let plan = server.bare(Method::POST, "/api/agent/next").bearer_auth(token);
        assert_eq!(send(plan.json(&body)).await.status, 200);
    }
    let watch = async |token: &str| {
        let ask = server.bare(Method::GET, "/api/jobs/j/events").bearer_auth(token);
        ask.send().await.unwrap()
    };
    let mut open = Vec::new();
    for _ in 0..40 {
        open.push(watch(&eve).await);
    }
    assert_eq!(open.iter().filter(|answer| answer.status() == 200).count(), 16);
    assert_eq!(watch(&ada).await.status(), 200);
}

async fn raw(server: &Running, request: &str) -> String {
    let mut stream = left_open(server, request).await;
    let mut answer = String::new();
    timeout(Duration::from_secs(10), stream.read_to_string(&mut answer)).await.unwrap().unwrap();
    answer
}

#[tokio::test]
async fn a_request_is_for_this_host_and_ends_in_one_way() {
    let server = Running::start().await;
    let (host, token) = (server.host(), &server.token);
    let bearer = format!("Authorization: Bearer {token}\r\nConnection: close\r\n");
    let ok = format!("GET http://{host}/api/jobs HTTP/1.1\r\nHost: {host}\r\n{bearer}\r\n");
    assert!(raw(&server, &ok).await.starts_with("HTTP/1.1 200"));
    let json = "Content-Type: application/json\r\n";
    for request in [
        format!("GET http://evil.example/api/jobs HTTP/1.1\r\nHost: {host}\r\n{bearer}\r\n"),
        format!("GET http://{host}.evil.example/api/jobs HTTP/1.1\r\nHost: {host}\r\n{bearer}\r\n"),
        format!("GET /api/jobs HTTP/1.1\nHost: {host}\r\n{bearer}\r\n"),
        format!("GET /api/jobs HTTP/1.1\r\nHost: {host}\n{bearer}\r\n"),
        format!("GET /api/jobs HTTP/1.1\r\nHost: {host}\r\n{bearer}\n"),
        format!("GET /api/jobs HTTP/1.1\nHost: {host}\n{}\n", bearer.replace('\r', "")),
        format!(
            "POST /api/agent/log HTTP/1.1\r\nHost: {host}\r\n{bearer}{json}Content-Length: 2\r\n\
             Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        ),
        format!(
            "POST /api/agent/log HTTP/1.1\r\nHost: {host}\r\n{bearer}{json}\
             Transfer-Encoding: chunked\r\n\r\n2\n{{}}\r\n0\r\n\r\n"
        ),
    ] {
        let answer = raw(&server, &request).await;
        assert!(answer.starts_with("HTTP/1.1 400"), "{request}: {answer}");
        assert!(!answer.contains("[]"), "{request}: {answer}");
    }
}

#[tokio::test]
async fn a_proxied_server_on_loopback_answers_what_came_by_tls_to_its_own_name() {
    let settings = [("VAULTY_TLS_PROXY", "true"), ("VAULTY_ALLOWED_HOSTS", "vaulty.example.org")];
    let server = Running::with(&settings).await;
    let ask = |host: &str, proto: &[&str]| {
        let mut request = server.request(Method::GET, "/api/jobs").header("host", host);
        for proto in proto {
            request = request.header("x-forwarded-proto", *proto);
        }
        send(request)
    };
    let good = ask("vaulty.example.org", &["https"]).await;
    assert_eq!((good.status, good.header("strict-transport-security")), (200, "max-age=31536000"));
    for proto in [&[][..], &["http"], &["https", "https"], &["https", "http"], &["https,http"]] {
        let answer = ask("vaulty.example.org", proto).await;
        assert_eq!(answer.error(), (403, "tls-required".to_owned(), None), "{proto:?}");
        assert_eq!(answer.header("strict-transport-security"), "", "{proto:?}");
    }
    let port = server.host().split(':').nth(1).unwrap();
    for host in [server.host().to_owned(), format!("localhost:{port}"), format!("[::1]:{port}")] {
        let answer = ask(&host, &["https"]).await;
        assert_eq!(answer.error(), (403, "host-not-allowed".to_owned(), None), "{host}");
    }
}

/// Wrong codes are counted by where the proxy says that they come from, whatever a client writes into a request itself.
#[tokio::test]
async fn a_client_behind_a_proxy_is_no_other_by_its_own_word() {
    let settings = [("VAULTY_TLS_PROXY", "true"), ("VAULTY_ALLOWED_HOSTS", "vaulty.example.org")];
    let server = Running::with(&settings).await;
    let guess = |headers: Vec<(&str, String)>| {
        let wrong = server.bare(Method::POST, "/api/pair").json(&json!({"code": "AAAA-AAAA-AAAA"}));
        let wrong = wrong.header("host", "vaulty.example.org").header("x-forwarded-proto", "https");
        send(headers.into_iter().fold(wrong, |wrong, (name, value)| wrong.header(name, value)))
    };
    let seen = "x-forwarded-for";
    let mut told = Vec::new();
    for number in 0..12 {
        let other = format!("9.9.9.{number}");
        let own = "8.8.8.8".to_owned();
        told.push(
            guess(match number % 6 {
                0 => vec![(seen, format!("{other}, {own}"))],
                1 => vec![(seen, other), (seen, own)],
                2 => vec![(seen, format!("{}{own}", format!("{other}, ").repeat(500)))],
                3 => vec![(seen, own), ("forwarded", format!("for={other};proto=https"))],
                4 => vec![(seen, own), ("x-real-ip", other.clone()), ("x-client-ip", other)],
                _ => vec![(seen, own), ("x-forwarded-host", format!("{other}.example"))],
            })
            .await
            .status,
        );
    }
    assert_eq!(told, [[401; 5].as_slice(), &[429; 7]].concat(), "one stranger, five guesses");
    // Two strangers may share a count, one time in thousands; three do not.
    let mut others = Vec::new();
    for number in 0..3 {
        others.push(guess(vec![(seen, format!("8.8.4.{number}"))]).await.status);
    }
    let heard = others.iter().filter(|&&status| status == 401).count();
    assert!(heard >= 2, "others: {others:?}");
}

#[cfg(unix)]
#[tokio::test]
async fn what_others_could_read_is_closed_to_them() {
    use std::{fs, os::unix::fs::PermissionsExt as _, path::Path};
    let set =
        |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    let open_to_others = |folder: &Path| {
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o077;
        let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let all = files.chain([folder.to_owned()]);
        all.filter(|path| mode(path) != 0).collect::<Vec<_>>()
    };
    let server = Running::start().await;
    let copy = server.folder().join("vaulty.sqlite3.before-restore");
    let folder = server.stop().await;
    fs::copy(folder.path().join("vaulty.sqlite3"), &copy).unwrap();
    for entry in fs::read_dir(folder.path()).unwrap() {
        set(&entry.unwrap().path(), 0o644);
    }
    set(folder.path(), 0o755);
    assert!(open_to_others(folder.path()).len() >= 5);
    // The program that pairs closes them as well as the one that serves.
    Process::pair(folder.path(), "ada").await;
    assert_eq!(open_to_others(folder.path()), Vec::<std::path::PathBuf>::new());
    for entry in fs::read_dir(folder.path()).unwrap() {
        set(&entry.unwrap().path(), 0o666);
    }
    set(folder.path(), 0o777);
    let server = Running::again(folder).await;
    let body = next_body("j", 1, page(), json!({}));
    assert_eq!(server.post("/api/agent/next", &body).await.status, 200);
    assert_eq!(open_to_others(server.folder()), Vec::<std::path::PathBuf>::new());
}

#[tokio::test]
async fn programs_that_start_at_once_on_an_empty_folder_agree_on_its_key() {
    for _ in 0..6 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_owned();
        let serve = tokio::task::spawn_blocking(move || Process::start(&path, &[]));
        let pairs = ["ada", "eve", "bob"].map(|user| Process::pair(folder.path(), user));
        let (server, _) = tokio::join!(serve, join_all(pairs));
        let server = server.unwrap();
        let token = Process::token(folder.path());
        let ask = |method, path: &str| {
            let url = format!("{}{path}", server.base);
            crate::support::client().request(method, url).bearer_auth(&token)
        };
        let profile = json!({"userId": "ada", "profile": {"firstName": "Ada"}});
        assert_eq!(send(ask(Method::POST, "/api/profile").json(&profile)).await.status, 200);
        server.stop();
        let server = Process::start(folder.path(), &[]);
        let url = format!("{}/api/profile?userId=ada", server.base);
        let read = crate::support::client().request(Method::GET, url).bearer_auth(&token);
        assert_eq!(send(read).await.json()["profile"]["firstName"], "Ada");
        server.stop();
    }
}
