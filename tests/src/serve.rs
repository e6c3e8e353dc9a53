//! A folder served over loopback: files below it for whatever asks for them, nothing else.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::Result;
use axum::{
    http::{
        Method, StatusCode,
        header::{CACHE_CONTROL, CONTENT_TYPE},
    },
    response::{Html, IntoResponse, Response},
};
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

use crate::http::{Http, Request};

/// What may not stand in a path with its query (RFC 3986 §3.3).
const ENCODED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// What somebody reads who has sent a form.
const THANKS: &str = "<!doctype html><html lang=en><title>Thank you</title>\
    <h1>Thank you</h1><p>We have received your form.</p>";

/// A folder that is being served. Dropping it ends that.
#[derive(Debug)]
pub struct Site(Http);

impl Site {
    /// Serves a folder on a free port of 127.0.0.1.
    pub fn serve(folder: &Path) -> Result<Self> {
        let folder = fs::canonicalize(folder)?;
        Ok(Self(Http::start(async move |request: Request| answer(&request, &folder))?))
    }

    /// The same, where a form that is sent with POST is thanked for.
    pub fn serve_forms(folder: &Path) -> Result<Self> {
        let folder = fs::canonicalize(folder)?;
        Ok(Self(Http::start(async move |request: Request| {
            if request.method() == Method::POST {
                return Html(THANKS).into_response();
            }
            answer(&request, &folder)
        })?))
    }

    /// The address of a file, by its path below the folder.
    pub fn url(&self, path: &str) -> String {
        self.0.url(&encode(path))
    }

    /// The same under the name `localhost`, which is another site to a browser.
    pub fn other_site_url(&self, path: &str) -> String {
        format!("http://localhost:{}{}", self.0.address().port(), encode(path))
    }
}

fn answer(request: &Request, folder: &Path) -> Response {
    let found = file(folder, &percent_decode_str(request.uri().path()).decode_utf8_lossy());
    match found.and_then(|file| Some((fs::read(&file).ok()?, file))) {
        Some((body, file)) => {
            let kind = media_type(&file, &body);
            ([(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-store")], body).into_response()
        }
        None => (StatusCode::NOT_FOUND, "not found").into_response(),
    }
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

/// A path as it stands behind the host.
fn encode(path: &str) -> String {
    format!("/{}", utf8_percent_encode(path.trim_start_matches('/'), ENCODED))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_survive_encoding() {
        for path in ["/a/b.html", "/with space.html", "/ümlaut%.html", "/plus+and&.html"] {
            assert_eq!(percent_decode_str(&encode(path)).decode_utf8_lossy(), path);
        }
        assert_eq!(encode("page.html?case=a b"), "/page.html?case=a%20b");
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
