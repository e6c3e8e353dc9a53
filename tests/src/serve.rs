//! A folder served over loopback: just enough HTTP for test pages.
//!
//! `GET` of files below the folder, nothing else. Every connection carries one request.

use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    net::{SocketAddr, TcpListener, TcpStream},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use anyhow::Result;

/// A folder that is being served. Dropping it ends that.
#[derive(Debug)]
pub struct Site {
    address: SocketAddr,
    over: Arc<AtomicBool>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Site {
    /// Serves a folder on a free port of 127.0.0.1.
    pub fn serve(folder: &Path) -> Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let address = listener.local_addr()?;
        let over = Arc::new(AtomicBool::new(false));
        let ended = Arc::clone(&over);
        let folder = Arc::new(fs::canonicalize(folder)?);
        let thread = thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if ended.load(Ordering::Relaxed) {
                    break;
                }
                let folder = Arc::clone(&folder);
                thread::spawn(move || answer(stream, &folder).ok());
            }
        });
        Ok(Self { address, over, thread: Some(thread) })
    }

    /// The address of a file, by its path below the folder.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}/{}", self.address, encode(path.trim_start_matches('/')))
    }

    /// The same under the name `localhost`, which is another site to a browser.
    pub fn other_site_url(&self, path: &str) -> String {
        let port = self.address.port();
        format!("http://localhost:{port}/{}", encode(path.trim_start_matches('/')))
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        // Wakes the listener, so that it sees that it is over.
        TcpStream::connect(self.address).ok();
        if let Some(thread) = self.thread.take() {
            thread.join().ok();
        }
    }
}

fn answer(mut stream: TcpStream, folder: &Path) -> Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut request = String::new();
    reader.read_line(&mut request)?;
    let mut header = String::new();
    while reader.read_line(&mut header)? > 2 {
        header.clear();
    }
    let path = request.split_whitespace().nth(1).unwrap_or("/");
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let found = file(folder, &decode(path)).and_then(|file| Some((fs::read(&file).ok()?, file)));
    let (status, kind, body) = match found {
        Some((body, file)) => ("200 OK", media_type(&file, &body), body),
        None => ("404 Not Found", "text/plain", b"not found".to_vec()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
         Cache-Control: no-store\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(&body)?;
    Ok(())
}

/// The file that a path names, if it is one below the folder.
fn file(folder: &Path, path: &str) -> Option<PathBuf> {
    let path = folder.join(path.trim_start_matches('/'));
    let path = if path.is_dir() { path.join("index.html") } else { path };
    let path = fs::canonicalize(path).ok()?;
    (path.starts_with(folder) && path.is_file()).then_some(path)
}

fn media_type(file: &Path, body: &[u8]) -> &'static str {
    let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    match extension {
        // A saved page in an older encoding says so itself.
        "html" | "htm" if std::str::from_utf8(body).is_err() => "text/html",
        "html" | "htm" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}

/// Percent-encodes what may not stand in a path (RFC 3986 §3.3).
fn encode(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=:@?".contains(&byte);
    path.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

fn decode(path: &str) -> String {
    let mut bytes = path.bytes();
    let mut decoded = Vec::with_capacity(path.len());
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            decoded.push(byte);
            continue;
        }
        let digits = [bytes.next().unwrap_or(b'0'), bytes.next().unwrap_or(b'0')];
        let number = std::str::from_utf8(&digits).ok().and_then(|d| u8::from_str_radix(d, 16).ok());
        decoded.push(number.unwrap_or(b'?'));
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_survive_encoding() {
        for path in ["a/b.html", "with space.html", "ümlaut%.html", "plus+and&.html"] {
            assert_eq!(decode(&encode(path)), path);
        }
    }

    #[test]
    fn nothing_outside_the_folder_is_served() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("in.html"), "in").unwrap();
        let root = fs::canonicalize(folder.path()).unwrap();
        assert!(file(&root, "/in.html").is_some());
        assert!(file(&root, "/../").is_none());
        assert!(file(&root, "//etc/passwd").is_none());
    }
}
