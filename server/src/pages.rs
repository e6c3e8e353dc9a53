//! The pages for people, inside the program: the landing page and the demo forms; in a release, the extension's packages
//! as well.
//!
//! A path is a key into a fixed list, never a path of the file system, so there is nothing to climb out
//! of. For work on the pages they can be read from a folder instead; then each name on the way is checked.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

use bytes::Bytes;
use include_dir::{Dir, include_dir};

static EMBEDDED: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../web-static");

/// The extension's packages by name; none in a program that is no release.
static PACKAGES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/packages.rs"));
/// Where they are.
const PACKAGES_FOLDER: &str = "packages";
/// The package for Chromium and what is made of it.
pub const CHROMIUM_PACKAGE: &str = "vaulty-extension.zip";
/// The one for Firefox.
pub const FIREFOX_PACKAGE: &str = "vaulty-extension-firefox.zip";

/// Media types by the ending of a file's name.
const MEDIA_TYPES: &[(&str, &str)] = &[
    ("html", "text/html; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("jpg", "image/jpeg"),
    ("webp", "image/webp"),
    ("ico", "image/x-icon"),
    ("woff2", "font/woff2"),
    ("txt", "text/plain; charset=utf-8"),
    ("pdf", "application/pdf"),
    ("webmanifest", "application/manifest+json"),
    ("zip", "application/zip"),
];

/// A page or a file that belongs to one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Its bytes.
    pub bytes: Bytes,
    /// Its media type.
    pub media_type: &'static str,
    /// Changes when its bytes do.
    pub etag: String,
}

/// What is at a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// A page.
    Page(Page),
    /// A folder that was asked for without its slash.
    Folder,
    /// Nothing.
    Nothing,
}

/// All pages.
#[derive(Debug)]
pub enum Pages {
    /// Inside the program, by path without its first slash.
    Embedded(HashMap<String, Page>),
    /// In a folder, read anew each time.
    Folder(PathBuf),
}

impl Pages {
    /// The pages of this folder, or those inside the program.
    pub fn new(folder: Option<PathBuf>) -> Self {
        match folder {
            Some(folder) => Self::Folder(folder),
            None => {
                let mut pages = HashMap::new();
                gather(&EMBEDDED, &mut pages);
                with_packages(PACKAGES, &mut pages);
                Self::Embedded(pages)
            }
        }
    }

    /// What is at this path of a URL, as it was sent: nothing is decoded.
    pub async fn find(&self, path: &str) -> Found {
        let Some(name) = path.strip_prefix('/').filter(|name| is_plain(name)) else {
            return Found::Nothing;
        };
        let index = |folder: &str| format!("{folder}index.html");
        if name.is_empty() || name.ends_with('/') {
            return self.read(&index(name)).await.map_or(Found::Nothing, Found::Page);
        }
        match self.read(name).await {
            Some(page) => Found::Page(page),
            None if self.read(&index(&format!("{name}/"))).await.is_some() => Found::Folder,
            None => Found::Nothing,
        }
    }

    async fn read(&self, name: &str) -> Option<Page> {
        match self {
            Self::Embedded(pages) => pages.get(name).cloned(),
            Self::Folder(folder) => {
                let root = tokio::fs::canonicalize(folder).await.ok()?;
                // A link that leads out of the folder is not followed.
                let path = tokio::fs::canonicalize(root.join(name)).await.ok()?;
                if !path.starts_with(&root) {
                    return None;
                }
                page(&path, tokio::fs::read(&path).await.ok()?.into())
            }
        }
    }
}

/// Whether each part of a path is a plain name that starts with no dot.
fn is_plain(path: &str) -> bool {
    let plain = |part: &str| {
        !part.starts_with('.')
            && part.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b))
    };
    let inner = path.strip_suffix('/').unwrap_or(path);
    path.is_empty() || inner.split('/').all(|part| !part.is_empty() && plain(part))
}

fn gather(folder: &Dir<'static>, pages: &mut HashMap<String, Page>) {
    for file in folder.files() {
        let name = file.path().to_string_lossy().replace('\\', "/");
        if let Some(page) = page(file.path(), Bytes::from_static(file.contents())) {
            pages.insert(name, page);
        }
    }
    for inner in folder.dirs() {
        gather(inner, pages);
    }
}

/// The packages, and a list of their names that is there whether there are any or not.
fn with_packages(packages: &[(&str, &'static [u8])], pages: &mut HashMap<String, Page>) {
    let names: Vec<&str> = packages.iter().map(|(name, _)| *name).collect();
    let list = Bytes::from(serde_json::json!({ "packages": names }).to_string());
    let files = packages.iter().map(|(name, bytes)| (*name, Bytes::from_static(bytes)));
    for (name, bytes) in files.chain([("index.json", list)]) {
        if let Some(page) = page(Path::new(name), bytes) {
            pages.insert(format!("{PACKAGES_FOLDER}/{name}"), page);
        }
    }
}

/// A file of a known media type; others are not served.
fn page(path: &Path, bytes: Bytes) -> Option<Page> {
    let ending = path.extension()?.to_str()?;
    let (_, media_type) = MEDIA_TYPES.iter().find(|(known, _)| *known == ending)?;
    let digest = crate::crypto::digest_of(&bytes);
    let etag: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    Some(Page { bytes, media_type, etag: format!("\"{etag}\"") })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[tokio::test]
    async fn paths_lead_to_pages_and_nowhere_else() {
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("secret.html"), "secret").unwrap();
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("demo")).unwrap();
        for name in ["index.html", "demo/index.html", "site.css", ".hidden.html", "notes.unknown"] {
            fs::write(folder.path().join(name), name).unwrap();
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink(
            outside.path().join("secret.html"),
            folder.path().join("link.html"),
        )
        .unwrap();
        let pages = Pages::new(Some(folder.path().to_owned()));
        for (path, expected) in [
            ("/", Some("index.html")),
            ("/index.html", Some("index.html")),
            ("/demo/", Some("demo/index.html")),
            ("/site.css", Some("site.css")),
            ("/nothing.html", None),
            ("/.hidden.html", None),
            ("/notes.unknown", None),
            ("/link.html", None),
            ("/../secret.html", None),
            ("/demo/../index.html", None),
            ("/%2e%2e/secret.html", None),
            ("/demo//index.html", None),
            ("//index.html", None),
            ("/..\\secret.html", None),
            ("", None),
        ] {
            let found = match pages.find(path).await {
                Found::Page(page) => Some(String::from_utf8(page.bytes.to_vec()).unwrap()),
                _ => None,
            };
            assert_eq!(found.as_deref(), expected, "{path}");
        }
        assert_eq!(pages.find("/demo").await, Found::Folder);
    }

    #[tokio::test]
    async fn packages_are_handed_out_where_there_are_any() {
        for (packages, list) in [
            (&[][..], r#"{"packages":[]}"#),
            (&[("a.zip", &b"zip"[..])][..], r#"{"packages":["a.zip"]}"#),
        ] {
            let mut pages = HashMap::new();
            with_packages(packages, &mut pages);
            let pages = Pages::Embedded(pages);
            let Found::Page(index) = pages.find("/packages/index.json").await else { panic!() };
            assert_eq!(index.bytes, list);
            let found = pages.find("/packages/a.zip").await;
            let is_there =
                matches!(found, Found::Page(page) if page.media_type == "application/zip");
            assert_eq!(is_there, !packages.is_empty());
        }
    }

    #[tokio::test]
    async fn the_landing_page_is_inside_the_program() {
        let Found::Page(page) = Pages::new(None).find("/").await else { panic!("no landing page") };
        assert_eq!(page.media_type, "text/html; charset=utf-8");
        assert!(page.etag.len() > 10);
    }
}
