//! The server's landing page: what it says to this browser, with the extension's packages inside and without.

use std::{fs, path::Path};

use tests::{Engine, Vaulty, paths, server::Server};

use crate::stage::PATIENCE;

/// What a person sees of the landing page of a server once it shows what is for readers of this kind, at two widths; nothing of
/// it is beside the window.
fn read(vaulty: &Vaulty, pages: &Path, made: &str) -> String {
    let variables = [("VAULTY_PAGES_DIR", pages.display().to_string())];
    let server = Server::start_with(&[], &variables).expect("the server starts");
    let tab = vaulty.open(&format!("{}/", server.url())).expect("the page opens");
    let known = format!(
        "document.querySelector('#status').dataset.state === 'ok' && \
         !document.querySelector('[data-made={made}]').hidden"
    );
    tab.page.wait_for(&known, PATIENCE).expect("the page has asked its server");
    let read = tab.page.evaluate("document.body.innerText").expect("a text");
    let read = read.as_str().unwrap_or_default().to_owned();
    assert!(read.contains(server.url()), "{read}");
    for width in [1_200, 320] {
        tab.page.resize(width, 800).expect("it is resized");
        let beside = "document.documentElement.scrollWidth > innerWidth";
        assert_eq!(tab.page.evaluate(beside).expect("a width"), false, "{width}");
    }
    read
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            copy(&from, &to);
        } else {
            fs::copy(&from, &to).expect("a file");
        }
    }
}

/// Proves that who installed a server is led to the package for this browser and reads nothing of building, and that who built
/// it is told how.
#[test]
fn the_landing_page_leads_each_browser_to_its_extension() {
    let vaulty = Vaulty::start().expect("the browser starts");
    let folder = tempfile::tempdir().expect("a folder");
    copy(&paths::workspace().join("web-static"), folder.path());
    let packages = folder.path().join("packages");
    fs::create_dir(&packages).expect("a folder");
    let check = |list: &str, made: &str, there: &[&str], not: &[&str]| {
        fs::write(packages.join("index.json"), list).expect("a file");
        let read = read(&vaulty, folder.path(), made);
        for part in there {
            assert!(read.contains(part), "{part} is not in: {read}");
        }
        for part in not {
            assert!(!read.contains(part), "{part} is in: {read}");
        }
    };
    let (own, other) = match vaulty.engine() {
        Engine::Chromium => (["chrome://extensions", "Load unpacked"], "about:debugging"),
        Engine::Firefox => (["about:debugging", "Load Temporary Add-on"], "chrome://extensions"),
    };
    let download = "Download the extension";
    let inside = r#"{"packages": ["vaulty-extension.zip"]}"#;
    check(inside, "release", &[download, own[0], own[1], "vaulty-server pair"], &["cargo", other]);
    check(
        r#"{"packages": []}"#,
        "source",
        &["cargo xtask dist", own[0], own[1]],
        &[download, other],
    );
}
