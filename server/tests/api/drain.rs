//! Stopping without dropping anything, and clients that are slow, broken or greedy.

use std::time::Duration;

use reqwest::Method;
use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use crate::{
    cli::Process,
    support::{Answer, Running, client, next_body, page, send},
};

/// A question that takes a place among the caller's.
async fn jobs(base: &str, token: &str) -> Answer {
    send(client().request(Method::GET, format!("{base}/api/jobs")).bearer_auth(token)).await
}

async fn health(base: &str) -> Answer {
    send(client().request(Method::GET, format!("{base}/api/health"))).await
}

/// The head of a request whose body has so many bytes.
fn head(host: &str, token: &str, length: usize) -> String {
    format!(
        "POST /api/agent/next HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    )
}

#[tokio::test]
async fn what_is_begun_is_finished_and_nothing_new_is_begun() {
    let folder = tempfile::tempdir().unwrap();
    let server = Process::start(folder.path(), &[("VAULTY_MAX_CONCURRENT_REQUESTS", "1")]);
    let token = Process::token(folder.path());
    let host = server.base.trim_start_matches("http://");
    let body = next_body("j", 1, page(), json!({"profileKeys": ["email"]})).to_string();
    let (first, rest) = body.split_at(body.len() / 2);
    let mut begun = TcpStream::connect(host).await.unwrap();
    begun.write_all((head(host, &token, body.len()) + first).as_bytes()).await.unwrap();
    // Its request has the only place.
    while jobs(&server.base, &token).await.status == 200 {}

    server.terminate();
    let refused = loop {
        let answer = health(&server.base).await;
        if answer.error().1 == "stopping" {
            break answer;
        }
    };
    assert_eq!(refused.status, 503);
    assert_eq!((refused.header("retry-after"), refused.header("connection")), ("2", "close"));

    begun.write_all(rest.as_bytes()).await.unwrap();
    let mut answer = String::new();
    begun.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let log = server.stop();
    assert!(log.contains("nothing new is begun") && !log.contains("cut off"), "{log}");

    let server = Process::start(folder.path(), &[]);
    let url = format!("{}/api/jobs/j", server.base);
    let job = send(client().request(Method::GET, url).bearer_auth(&token)).await.json();
    assert_eq!(job["entries"], 1, "and it is remembered");
    server.stop();
}

#[tokio::test]
async fn whoever_reads_nothing_is_cut_off() {
    let settings = [("VAULTY_REQUEST_TIMEOUT_SECONDS", "1"), ("VAULTY_MAX_CONNECTIONS", "1")];
    let server = Running::with(&settings).await;
    let mut deaf = TcpStream::connect(server.host()).await.unwrap();
    let ask = format!("GET /api/openapi.json HTTP/1.1\r\nHost: {}\r\n\r\n", server.host());
    // More answers than any buffer holds; the client has the only connection, and reads none of them.
    let asking = async {
        for _ in 0..2000 {
            if deaf.write_all(ask.as_bytes()).await.is_err() {
                return;
            }
        }
    };
    let waited = tokio::time::timeout(Duration::from_secs(10), async {
        tokio::join!(asking, send(server.bare(Method::GET, "/api/health")))
    });
    assert_eq!(waited.await.expect("it would wait for ever").1.status, 200);
}

#[tokio::test]
async fn clients_that_break_off_leave_nothing_behind() {
    let server = Running::with(&[("VAULTY_MAX_CONCURRENT_REQUESTS", "2")]).await;
    for number in 0..60 {
        let mut client = TcpStream::connect(server.host()).await.unwrap();
        let garbage: &[u8] = match number % 3 {
            0 => b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
            1 => b"GET /api/health HTTP/1.1\r\nHost",
            _ => &[],
        };
        client.write_all(garbage).await.unwrap();
        if number % 3 == 2 {
            let begun = head(server.host(), &server.token, 1000) + "{\"jobId\": \"j\"";
            client.write_all(begun.as_bytes()).await.unwrap();
        }
    }
    let all_free = async {
        let ask = || async { jobs(&server.base, &server.token).await.status };
        while ask().await != 200 {}
    };
    tokio::time::timeout(Duration::from_secs(10), all_free).await.expect("places are given back");
}

#[tokio::test]
async fn bodies_take_only_so_much_memory_at_once() {
    let largest = 64 << 20;
    let server = Running::with(&[("VAULTY_MAX_BODY_BYTES", &largest.to_string())]).await;
    let body = next_body("j", 1, page(), json!({}));
    let mut held = Vec::new();
    for _ in 0..4 {
        let mut client = TcpStream::connect(server.host()).await.unwrap();
        let begun = head(server.host(), &server.token, largest) + "{";
        client.write_all(begun.as_bytes()).await.unwrap();
        held.push(client);
    }
    let refused = loop {
        let answer = server.post("/api/agent/next", &body).await;
        if answer.status != 200 {
            break answer;
        }
    };
    assert_eq!(refused.error(), (503, "busy".to_owned(), None));
    assert_eq!(refused.header("retry-after"), "1");
    drop(held);
    let again = async { while server.post("/api/agent/next", &body).await.status != 200 {} };
    tokio::time::timeout(Duration::from_secs(10), again).await.expect("room is given back");
}
