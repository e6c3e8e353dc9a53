//! `vaulty-server mcp`: the Model Context Protocol on standard input and output, for agents that start their tools as
//! programs. Each line goes to `/mcp` of the running server, and its answer comes back as a line.
//!
//! It has no server of its own inside: the browser is connected to the one that runs, and who an agent is, what it may do
//! and how often is judged there alone, whichever way it comes.

use std::{
    collections::HashMap,
    fs,
    io::{self, Read as _},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use reqwest::{Client, Url, header};
use serde_json::{Value, json};
use shared_types::Private;
use tokio::{
    io::{
        AsyncBufRead, AsyncBufReadExt as _, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _,
        BufReader,
    },
    sync::Mutex as AsyncMutex,
    task::{AbortHandle, JoinSet},
};

use super::{
    messages::Messages,
    service::{LARGEST, PATH},
};
use crate::llm::transport;

/// Where the token is looked for.
pub const TOKEN_VARIABLE: &str = "VAULTY_AGENT_TOKEN";
/// The server has this long for an answer.
const ANSWERS_WITHIN: Duration = Duration::from_secs(90);
/// Lines that wait for their answers at once.
const AT_ONCE: usize = 16;
/// From this revision on a request says by headers what it is about.
const SAYS_BY_HEADERS: &str = "2026-07-28";
/// The request whose answer stays open.
const LISTEN: &str = "subscriptions/listen";
const META_VERSION: &str = "io.modelcontextprotocol/protocolVersion";

/// Why it could not begin.
#[derive(Debug, thiserror::Error)]
pub enum ProxyError {
    /// There is no token.
    #[error(
        "an agent's token is needed: `vaulty-server agents add NAME` makes one; put it into {TOKEN_VARIABLE}, or \
         into a file that --token-file names"
    )]
    NoToken,
    /// The file of the token cannot be read.
    #[error("{path} cannot be read: {cause}")]
    TokenFile {
        /// Which file.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// Others than its owner can read the file of the token.
    #[error(
        "others can read {path}, and with it your token: run `chmod 600 {path}`; if somebody may have read it, revoke the \
         agent and add it anew"
    )]
    ReadByOthers {
        /// Which file.
        path: PathBuf,
    },
    /// The address is none of a server.
    #[error(
        "`{0}` is not an address of a server: it begins with https://, or with http:// on this machine, such as \
         http://127.0.0.1:3000"
    )]
    Address(String),
    /// TLS cannot be set up.
    #[error("TLS cannot be set up: {0}")]
    Tls(reqwest::Error),
    /// Standard input or output broke.
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// The token: of the file, else of the environment.
///
/// # Errors
/// There is none.
pub fn token(file: Option<&Path>, variable: Option<String>) -> Result<Private, ProxyError> {
    let text = match file {
        Some(path) => own_text(path)?,
        None => variable.unwrap_or_default(),
    };
    let token = text.trim();
    if token.is_empty() { Err(ProxyError::NoToken) } else { Ok(token.into()) }
}

/// What is in a file that its owner alone may read. It is looked at as it is opened, so that no other is read than was
/// looked at.
fn own_text(path: &Path) -> Result<String, ProxyError> {
    let failed = |cause| ProxyError::TokenFile { path: path.to_owned(), cause };
    let mut file = fs::File::open(path).map_err(failed)?;
    let about = file.metadata().map_err(failed)?;
    if others_may_read(&about) {
        return Err(ProxyError::ReadByOthers { path: path.to_owned() });
    }
    let mut text = String::new();
    file.read_to_string(&mut text).map_err(failed)?;
    Ok(text)
}

#[cfg(unix)]
fn others_may_read(about: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    about.is_file() && about.permissions().mode() & 0o077 != 0
}

/// Elsewhere who may read a file is not said by its mode.
#[cfg(not(unix))]
fn others_may_read(_: &fs::Metadata) -> bool {
    false
}

/// Where `/mcp` of a server is. In clear a token goes to this machine alone.
fn address(server: &str) -> Result<Url, ProxyError> {
    let wrong = || ProxyError::Address(server.to_owned());
    let url = Url::parse(server).map_err(|_| wrong())?;
    let is_here = matches!(url.host_str(), Some("127.0.0.1" | "localhost" | "[::1]"));
    let is_safe = url.scheme() == "https" || url.scheme() == "http" && is_here;
    let is_bare = url.username().is_empty() && url.password().is_none() && url.path() == "/";
    if is_safe && is_bare { url.join(PATH).map_err(|_| wrong()) } else { Err(wrong()) }
}

/// Passes lines on until there are no more.
///
/// # Errors
/// See [`ProxyError`].
pub async fn run(server: &str, token: Private) -> Result<(), ProxyError> {
    let to = Arc::new(Server {
        url: address(server)?,
        client: transport::client(None).map_err(ProxyError::Tls)?,
        token,
        version: Mutex::default(),
    });
    pass_on(to, BufReader::new(tokio::io::stdin()), tokio::io::stdout()).await?;
    Ok(())
}

/// The server, and the revision that it agreed on.
struct Server {
    url: Url,
    client: Client,
    token: Private,
    version: Mutex<Option<String>>,
}

async fn pass_on(
    to: Arc<Server>,
    mut input: impl AsyncBufRead + Unpin,
    output: impl AsyncWrite + Unpin + Send + 'static,
) -> io::Result<()> {
    let output = Arc::new(AsyncMutex::new(output));
    let mut open: JoinSet<io::Result<()>> = JoinSet::new();
    let mut streams: Vec<AbortHandle> = Vec::new();
    let mut asked: HashMap<String, AbortHandle> = HashMap::new();
    while let Some(line) = next_line(&mut input).await? {
        let message = match read(&line) {
            Ok(None) => continue,
            Ok(Some(message)) => message,
            Err(error) => {
                write(&output, &error).await?;
                continue;
            }
        };
        if let Some(given_up) = cancelled(&message)
            && let Some(handle) = asked.remove(&given_up)
        {
            handle.abort();
        }
        while open.len() >= AT_ONCE {
            open.join_next().await;
        }
        asked.retain(|_, handle| !handle.is_finished());
        streams.retain(|handle| !handle.is_finished());
        let (to, output, id) =
            (to.clone(), output.clone(), message.get("id").map(Value::to_string));
        let stays_open = stays_open(&message);
        let handle = open.spawn(async move { to.pass(&message, &output).await });
        streams.extend(stays_open.then(|| handle.clone()));
        asked.extend(id.map(|id| (id, handle)));
    }
    // Whoever says nothing more listens to nothing more.
    streams.iter().for_each(AbortHandle::abort);
    while let Some(done) = open.join_next().await {
        done.unwrap_or(Ok(()))?;
    }
    Ok(())
}

/// The next line without its end; cut where it is longer than the server takes.
async fn next_line(input: &mut (impl AsyncBufRead + Unpin)) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let most = u64::try_from(LARGEST + 1).unwrap_or(u64::MAX);
    let read = (&mut *input).take(most).read_until(b'\n', &mut line).await?;
    if read == 0 {
        return Ok(None);
    }
    // The rest of a line that is too long is nobody's message.
    while line.last() != Some(&b'\n') && line.len() > LARGEST {
        let mut rest = Vec::new();
        let read = (&mut *input).take(most).read_until(b'\n', &mut rest).await?;
        if read == 0 || rest.last() == Some(&b'\n') {
            break;
        }
    }
    Ok(Some(line))
}

/// The message of a line; none of an empty one.
fn read(line: &[u8]) -> Result<Option<Value>, Value> {
    let text = line.trim_ascii();
    if text.is_empty() {
        return Ok(None);
    }
    if text.len() > LARGEST {
        return Err(error(Value::Null, -32600, "the message is too large"));
    }
    match serde_json::from_slice(text) {
        Ok(message @ Value::Object(_)) => Ok(Some(message)),
        Ok(_) => Err(error(Value::Null, -32600, "a message is one JSON object")),
        Err(_) => Err(error(Value::Null, -32700, "the line is no JSON")),
    }
}

/// Whether what comes of a message goes on coming.
fn stays_open(message: &Value) -> bool {
    message.get("method").is_some_and(|method| method == LISTEN)
}

/// The request that a message gives up.
fn cancelled(message: &Value) -> Option<String> {
    let is_it = message.get("method")? == "notifications/cancelled";
    is_it.then(|| message.pointer("/params/requestId").map(Value::to_string))?
}

fn error(id: Value, code: i32, message: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})
}

async fn write(output: &AsyncMutex<impl AsyncWrite + Unpin>, message: &Value) -> io::Result<()> {
    let mut line = message.to_string();
    line.push('\n');
    let mut output = output.lock().await;
    output.write_all(line.as_bytes()).await?;
    output.flush().await
}

impl Server {
    /// Sends a message, and writes what comes back for whoever sent it, if they wait for something.
    async fn pass(
        &self,
        message: &Value,
        output: &AsyncMutex<impl AsyncWrite + Unpin>,
    ) -> io::Result<()> {
        let Some(id) = message.get("id").cloned() else {
            let _ = self.answered(message).await;
            return Ok(());
        };
        let mut answer = match self.answered(message).await {
            Ok(answer) => answer,
            Err(why) => return write(output, &error(id, -32603, &why)).await,
        };
        while let Some(message) = answer.next().await {
            match message {
                Ok(message) => write(output, &self.noted(message)).await?,
                Err(why) => return write(output, &error(id, -32603, &why)).await,
            }
        }
        Ok(())
    }

    async fn answered(&self, message: &Value) -> Result<Messages, String> {
        let mut request = self
            .client
            .post(self.url.clone())
            .bearer_auth(self.token.reveal())
            .header(header::ACCEPT, "application/json, text/event-stream")
            .header(header::CONTENT_TYPE, "application/json");
        if !stays_open(message) {
            request = request.timeout(ANSWERS_WITHIN);
        }
        for (name, value) in self.headers(message) {
            request = request.header(name, value);
        }
        let response = request.body(message.to_string()).send().await.map_err(|error| {
            if error.is_timeout() {
                "Vaulty's server did not answer in time"
            } else {
                "Vaulty's server cannot be reached; start it with `vaulty-server serve`"
            }
            .to_owned()
        })?;
        Messages::of(response).await
    }

    /// A message of the server's; the revision that it agrees on is what later requests name.
    fn noted(&self, answer: Value) -> Value {
        if let Some(version) = answer.pointer("/result/protocolVersion").and_then(Value::as_str) {
            let mut known = self.version.lock().unwrap_or_else(PoisonError::into_inner);
            *known = Some(version.to_owned());
        }
        answer
    }

    /// What a request says of itself in headers: by the revision that it names, or that was agreed on.
    fn headers(&self, message: &Value) -> Vec<(&'static str, String)> {
        let text = |at: &str| message.pointer(at).and_then(Value::as_str).map(str::to_owned);
        let named = message.pointer("/params/_meta").and_then(|meta| meta.get(META_VERSION));
        let named = named.and_then(Value::as_str).map(str::to_owned);
        let method = text("/method").unwrap_or_default();
        let known = || self.version.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let version = if method == "initialize" { None } else { named.or_else(known) };
        let Some(version) = version else { return Vec::new() };
        let mut headers = Vec::new();
        if version.as_str() >= SAYS_BY_HEADERS {
            let about = if method == "resources/read" { "/params/uri" } else { "/params/name" };
            headers.extend(text(about).map(|about| ("mcp-name", about)));
            headers.push(("mcp-method", method));
        }
        headers.push(("mcp-protocol-version", version));
        headers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_goes_in_clear_to_this_machine_alone() {
        for (server, expected) in [
            ("http://127.0.0.1:3000", Some("http://127.0.0.1:3000/mcp")),
            ("http://localhost:3000/", Some("http://localhost:3000/mcp")),
            ("http://[::1]:80", Some("http://[::1]/mcp")),
            ("https://vaulty.example.org", Some("https://vaulty.example.org/mcp")),
            ("http://vaulty.example.org", None),
            ("http://127.0.0.1.evil.example", None),
            ("http://127.0.0.1@evil.example", None),
            ("https://ada:pw@vaulty.example.org", None),
            ("https://vaulty.example.org/elsewhere", None),
            ("ftp://127.0.0.1", None),
            ("", None),
        ] {
            let found = address(server).ok().map(|url| url.to_string());
            assert_eq!(found.as_deref(), expected, "{server}");
        }
    }

    #[test]
    fn what_is_no_message_is_answered_here() {
        let code = |line: &[u8]| read(line).map_err(|error| error["error"]["code"].as_i64());
        assert_eq!(code(b"  \n"), Ok(None));
        assert_eq!(code(br#"{"id":1}"#), Ok(Some(json!({"id": 1}))));
        assert_eq!(code(b"nonsense"), Err(Some(-32700)));
        assert_eq!(code(b"[1]"), Err(Some(-32600)));
        assert_eq!(code("x".repeat(LARGEST + 1).as_bytes()), Err(Some(-32600)));
    }

    #[tokio::test]
    async fn a_long_line_is_one_line() {
        let text = format!("{}\n{{\"id\":1}}\n", "x".repeat(3 * LARGEST));
        let mut input = text.as_bytes();
        let first = next_line(&mut input).await.unwrap().unwrap();
        assert!(first.len() > LARGEST && read(&first).is_err());
        let second = next_line(&mut input).await.unwrap().unwrap();
        assert_eq!(read(&second), Ok(Some(json!({"id": 1}))));
        assert_eq!(next_line(&mut input).await.unwrap(), None);
    }
}
