//! What is found on this machine, before anybody judges it. Nothing is made, changed or sent but what a probe needs.

use std::{
    env,
    ffi::OsStr,
    fs::{self, File},
    io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    path::{Path, PathBuf},
    time::{Duration, UNIX_EPOCH},
};

use futures_util::future::join_all;
use http_body_util::{BodyExt as _, Empty, Limited};
use hyper::{Request, client::conn::http1};
use hyper_util::rt::TokioIo;
use shared_types::api::{ErrorEnvelope, HealthResponse};
use tokio::{
    net::{TcpListener, TcpStream},
    time::timeout,
};

use crate::{
    clock::millis,
    config::{Config, Security},
    llm::{providers::Problem, transport},
    private_file::{LOCK, OWN_FILES},
};

/// Nobody waits longer for a server's health.
const HEALTH_TIME: Duration = Duration::from_secs(3);
/// Nor for a provider.
const PROVIDER_TIME: Duration = Duration::from_secs(4);
/// Bytes of an answer about health at most.
const HEALTH_BYTES: usize = 1 << 16;

/// What is at the address that a server is to listen on.
#[derive(Debug, Clone, PartialEq)]
pub enum Port {
    /// Nothing; it can be listened on.
    Free,
    /// One of ours.
    Ours(HealthResponse),
    /// Something else.
    Taken,
    /// The system does not let us listen there.
    Refused(io::ErrorKind, String),
}

/// Tries an address, and asks who is there if somebody is.
pub async fn port(listen: SocketAddr, security: &Security) -> Port {
    match TcpListener::bind(listen).await {
        Ok(_) => Port::Free,
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
            health(listen, security).await.map_or(Port::Taken, Port::Ours)
        }
        Err(error) => Port::Refused(error.kind(), error.to_string()),
    }
}

/// Asks the server at this address how it is, as the proxy before it would; none where no server of ours says so.
pub async fn health(listen: SocketAddr, security: &Security) -> Option<HealthResponse> {
    timeout(HEALTH_TIME, ask_health(listen, security)).await.ok()?
}

/// Whether a program is there and may be run: at its path, or by its name in one of these folders.
pub fn is_program(program: &str, folders: Option<&OsStr>) -> bool {
    if program.contains('/') {
        return is_executable(Path::new(program));
    }
    let folders = folders.map(env::split_paths).into_iter().flatten();
    folders.into_iter().any(|folder| is_executable(&folder.join(program)))
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    path.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file()
}

/// Asks a collector whether it takes spans, with a request that holds none: the status of its answer, if there is one.
pub async fn collector(address: &str) -> Option<u16> {
    let client = transport::client(None).ok()?;
    let asked = client.post(format!("{address}/v1/traces"));
    let asked = asked.header("content-type", "application/x-protobuf").send();
    Some(timeout(HEALTH_TIME, asked).await.ok()?.ok()?.status().as_u16())
}

/// What the server's name leads to, for whoever comes by the proxy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ByProxy {
    /// A server of ours, which took the request as one by TLS.
    Ours,
    /// A server of ours that refused it, with its code.
    Refused(String),
    /// Something else, with its status.
    Other(u16),
    /// Nobody who could be asked.
    Nobody,
}

/// Asks for the health of a server as its clients do, at `https://NAME`.
pub async fn by_proxy(base: &str) -> ByProxy {
    let asked = async {
        let client = transport::client(None).ok()?;
        let answer = client.get(format!("{base}/api/health")).send().await.ok()?;
        let status = answer.status();
        let text = answer.text().await.unwrap_or_default();
        let health = serde_json::from_str::<HealthResponse>(&text).ok();
        if status.is_success() && health.is_some_and(|health| health.name == "vaulty") {
            return Some(ByProxy::Ours);
        }
        Some(match serde_json::from_str::<ErrorEnvelope>(&text) {
            Ok(refused) => ByProxy::Refused(refused.error.code),
            Err(_) => ByProxy::Other(status.as_u16()),
        })
    };
    timeout(HEALTH_TIME, asked).await.ok().flatten().unwrap_or(ByProxy::Nobody)
}

async fn ask_health(listen: SocketAddr, security: &Security) -> Option<HealthResponse> {
    let ip = match listen.ip() {
        ip if !ip.is_unspecified() => ip,
        IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
    };
    let address = SocketAddr::new(ip, listen.port());
    let own = format!("localhost:{}", listen.port());
    let host = security.allowed_hosts.first().filter(|_| security.tls_proxy).unwrap_or(&own);
    let mut request = Request::get("/api/health").header("host", host);
    if security.tls_proxy {
        request = request.header("x-forwarded-proto", "https");
        request = request.header("x-forwarded-for", ip.to_string());
    }
    let request = request.body(Empty::<bytes::Bytes>::new()).ok()?;
    let stream = TokioIo::new(TcpStream::connect(address).await.ok()?);
    let (mut sender, connection) = http1::handshake(stream).await.ok()?;
    let driven = tokio::spawn(connection);
    let answer = sender.send_request(request).await.ok()?;
    let is_good = answer.status().is_success();
    let body = Limited::new(answer.into_body(), HEALTH_BYTES).collect().await.ok()?.to_bytes();
    driven.abort();
    let health: HealthResponse = serde_json::from_slice(&body).ok()?;
    (is_good && health.name == "vaulty").then_some(health)
}

/// A file or folder whose rights matter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owned {
    /// Where it is.
    pub path: PathBuf,
    /// Its rights.
    pub mode: u32,
    /// Whose it is.
    pub owner: u32,
    /// What it is.
    pub what: What,
    /// When it was changed, in milliseconds since 1970.
    pub changed: i64,
}

/// What a file is to a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// The data folder.
    Folder,
    /// What a server keeps in it.
    Data,
    /// The configuration.
    Config,
    /// The configuration, with a key or a password in it.
    SecretConfig,
}

#[cfg(unix)]
fn owned(path: &Path, what: What) -> io::Result<Owned> {
    use std::os::unix::fs::MetadataExt as _;
    let data = fs::metadata(path)?;
    let since = data.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
    Ok(Owned {
        path: path.to_owned(),
        mode: data.mode() & 0o777,
        owner: data.uid(),
        what,
        changed: millis(since),
    })
}

#[cfg(not(unix))]
fn owned(path: &Path, what: What) -> io::Result<Owned> {
    let data = fs::metadata(path)?;
    let since = data.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
    Ok(Owned { path: path.to_owned(), mode: 0o600, owner: 0, what, changed: millis(since) })
}

/// The data folder and what a server keeps in it; nothing where it is not there yet.
///
/// # Errors
/// It is there and cannot be read, or is no folder.
pub fn files(folder: &Path) -> io::Result<Vec<Owned>> {
    if !folder.try_exists()? {
        return Ok(Vec::new());
    }
    let mut found = vec![owned(folder, What::Folder)?];
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if OWN_FILES.iter().any(|beginning| name.starts_with(beginning)) {
            // SQLite's files come and go.
            found.extend(owned(&entry.path(), What::Data).ok());
        }
    }
    found.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(found)
}

/// The configuration file.
pub fn config_file(path: &Path, is_secret: bool) -> Option<Owned> {
    owned(path, if is_secret { What::SecretConfig } else { What::Config }).ok()
}

/// Who runs this program.
pub fn user() -> u32 {
    #[cfg(unix)]
    return rustix::process::geteuid().as_raw();
    #[cfg(not(unix))]
    0
}

/// Whether a server works on this data folder now. Nothing is made to find out.
pub fn is_taken(folder: &Path) -> bool {
    let Ok(file) = File::options().write(true).open(folder.join(LOCK)) else { return false };
    matches!(file.try_lock(), Err(fs::TryLockError::WouldBlock))
}

/// What is left on a disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// Bytes that an ordinary user may still write.
    pub bytes: u64,
    /// Whether another file can be made.
    pub files: bool,
}

/// What is left on the disk of a folder, or of the one above it that is there.
pub fn room(folder: &Path) -> Option<Room> {
    let there = folder.ancestors().find(|folder| folder.is_dir()).unwrap_or(Path::new("."));
    #[cfg(unix)]
    {
        let disk = rustix::fs::statvfs(there).ok()?;
        // Some file systems count no files at all.
        let files = disk.f_files == 0 || disk.f_favail > 0;
        Some(Room { bytes: disk.f_bavail.saturating_mul(disk.f_frsize), files })
    }
    #[cfg(not(unix))]
    {
        let _ = there;
        None
    }
}

/// Who is asked for models, and whether somebody answers there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provider {
    /// Its name in the configuration.
    pub name: String,
    /// Where it is.
    pub base_url: String,
    /// Why nobody answers; none where somebody does.
    pub silent: Option<Problem>,
}

/// Asks the address of each configured provider for nothing in particular, without its key: that costs nothing.
pub async fn providers(config: &Config) -> Vec<Provider> {
    let configured = config.llm.all().filter(|provider| !provider.probe);
    let client = transport::client(config.llm.proxy.as_ref());
    let asked = configured.map(|provider| {
        let (name, base_url) = (provider.name.clone(), provider.endpoint.base_url.clone());
        let client = client.as_ref().ok();
        async move {
            let silent = match client {
                Some(client) => {
                    let answer = transport::get(client, &base_url, PROVIDER_TIME).await;
                    answer.err().map(|failure| failure.problem)
                }
                None => Some(Problem::NotSendable),
            };
            Provider { name, base_url, silent }
        }
    });
    join_all(asked).await
}
