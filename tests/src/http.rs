//! The one HTTP server of the tests: whoever plays a site, a planner or a provider gives it a function from
//! requests to answers. `server/tests` use it as well.
//!
//! What is no HTTP any more (a reset before an answer, garbage) takes a socket of the test's own.

use std::{
    convert::Infallible,
    io,
    net::{Ipv4Addr, SocketAddr},
    thread,
    time::Duration,
};

use anyhow::Result;
use axum::{
    Router,
    body::{Body, Bytes, to_bytes},
    extract,
    http::{
        HeaderName, HeaderValue,
        header::{CONTENT_LENGTH, HOST},
    },
    response::{IntoResponse, Response},
};
use futures_util::{StreamExt as _, stream};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::{
    net::{TcpListener, TcpStream},
    runtime::{Builder, Runtime},
    sync::oneshot,
    time::timeout,
};

/// How long an answer may take.
const LONGEST: Duration = Duration::from_secs(10);

/// A request, read to its end.
pub type Request = axum::http::Request<String>;

/// A server on a free port of 127.0.0.1. Dropping it ends it with all its connections, at once.
#[derive(Debug)]
pub struct Http {
    address: SocketAddr,
    /// Dropping it ends the thread.
    over: Option<oneshot::Sender<Infallible>>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Http {
    /// Answers every request with what this makes of it. Dropped is what a client does not wait for.
    pub fn start<A, F>(answer: A) -> Result<Self>
    where
        A: FnOnce(Request) -> F + Clone + Send + Sync + 'static,
        F: Future<Output: IntoResponse> + Send + 'static,
    {
        Self::start_raw(move |request| {
            answer(request.map(|body| String::from_utf8_lossy(&body).into_owned()))
        })
    }

    /// The same where bodies are no texts.
    pub fn start_raw<A, F>(answer: A) -> Result<Self>
    where
        A: FnOnce(axum::http::Request<Bytes>) -> F + Clone + Send + Sync + 'static,
        F: Future<Output: IntoResponse> + Send + 'static,
    {
        let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let runtime = runtime()?;
        let listener = {
            // The test may run in a runtime of its own, in which no other one can wait for anything.
            let _in_ours = runtime.enter();
            TcpListener::from_std(listener)?
        };
        let router = Router::new().fallback(async move |request: extract::Request| {
            match whole(request).await {
                Ok(request) => answer(request).await.into_response(),
                // Its client has gone away.
                Err(_) => closed(),
            }
        });
        let (over, ended) = oneshot::channel();
        let thread = thread::spawn(move || {
            runtime.block_on(async {
                tokio::select! {
                    _ = async { axum::serve(listener, router).await } => {}
                    _ = ended => {}
                }
            });
        });
        Ok(Self { address, over: Some(over), thread: Some(thread) })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of a path here.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }
}

impl Drop for Http {
    fn drop(&mut self) {
        drop(self.over.take());
        if let Some(thread) = self.thread.take() {
            thread.join().ok();
        }
    }
}

/// One thread is enough for a test, and ends with all that runs on it.
fn runtime() -> Result<Runtime> {
    Ok(Builder::new_current_thread().enable_all().build()?)
}

async fn whole(request: extract::Request) -> Result<axum::http::Request<Bytes>> {
    let (head, body) = request.into_parts();
    let body = to_bytes(body, usize::MAX).await?;
    Ok(axum::http::Request::from_parts(head, body))
}

/// The header lines of a request.
pub fn head(request: &Request) -> String {
    let line = |(name, value): (&HeaderName, &HeaderValue)| {
        format!("{name}: {}\r\n", String::from_utf8_lossy(value.as_bytes()))
    };
    request.headers().iter().map(line).collect()
}

/// Asks whoever listens there, and reads the answer to its end.
pub async fn send(to: SocketAddr, mut request: Request) -> Result<axum::http::Response<Bytes>> {
    request.headers_mut().insert(HOST, HeaderValue::from_str(&to.to_string())?);
    let stream = TokioIo::new(TcpStream::connect(to).await?);
    let (mut sender, connection) = http1::handshake(stream).await?;
    tokio::spawn(connection);
    let (head, body) = sender.send_request(request.map(Body::from)).await?.into_parts();
    let body = to_bytes(Body::new(body), usize::MAX).await?;
    Ok(axum::http::Response::from_parts(head, body))
}

/// The same, for who has nothing else to do.
pub fn send_and_wait(to: SocketAddr, request: Request) -> Result<axum::http::Response<Bytes>> {
    send_within(LONGEST, to, request)
}

/// The same, of an answer that may take longer.
pub fn send_within(
    longest: Duration,
    to: SocketAddr,
    request: Request,
) -> Result<axum::http::Response<Bytes>> {
    runtime()?.block_on(async { timeout(longest, send(to, request)).await? })
}

/// No answer: the connection is closed instead.
pub fn closed() -> Response {
    Body::from_stream(stream::once(async { Err::<Bytes, _>(gone()) })).into_response()
}

/// An answer that says that it has `length` bytes, and ends after these.
pub fn cut(length: usize, begins: &'static str) -> Response {
    let end = stream::once(async {
        // What was said is on its way first.
        tokio::task::yield_now().await;
        Err(gone())
    });
    let body = Body::from_stream(stream::iter([Ok(Bytes::from(begins))]).chain(end));
    ([(CONTENT_LENGTH, length)], body).into_response()
}

fn gone() -> io::Error {
    io::Error::other("the connection ends here")
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};

    use super::*;

    /// What comes back on the wire of a request for a path.
    fn raw(server: &Http, path: &str) -> String {
        let mut stream = std::net::TcpStream::connect(server.address()).unwrap();
        let request = format!("POST {path} HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\nhi");
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    #[test]
    fn answers_come_whole_cut_or_not_at_all() {
        let server = Http::start(async |request: Request| match request.uri().path() {
            "/cut" => cut(500, "half of"),
            "/closed" => closed(),
            _ => request.into_body().into_response(),
        })
        .unwrap();
        let ask = axum::http::Request::post("/whole").body("ünïcode".to_owned()).unwrap();
        assert_eq!(send_and_wait(server.address(), ask).unwrap().into_body(), "ünïcode");
        let answer = raw(&server, "/cut");
        assert!(answer.contains("content-length: 500") && answer.ends_with("half of"), "{answer}");
        assert_eq!(raw(&server, "/closed"), "");
    }

    /// Also where a runtime is at work already.
    #[tokio::test]
    async fn nobody_listens_after_its_end() {
        let server = Http::start(async |_| "").unwrap();
        let address = server.address();
        drop(server);
        assert!(std::net::TcpStream::connect(address).is_err());
    }
}
