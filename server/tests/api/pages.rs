//! The pages, Swagger UI, and where the demo forms go.

use reqwest::Method;

use crate::support::{Running, send};

#[tokio::test]
async fn the_landing_page_and_its_files_are_served() {
    let server = Running::start().await;
    let page = send(server.bare(Method::GET, "/")).await;
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
    let html = String::from_utf8(page.body.clone()).unwrap();
    for file in
        html.split(['"', '\'']).filter(|part| part.ends_with(".css") || part.ends_with(".js"))
    {
        let path = format!("/{}", file.trim_start_matches("./").trim_start_matches('/'));
        let file = send(server.bare(Method::GET, &path)).await;
        assert_eq!(file.status, 200, "{path}");
        let expected = if path.ends_with(".css") { "text/css" } else { "text/javascript" };
        assert!(file.header("content-type").starts_with(expected), "{path}");
    }
    let again = server.bare(Method::GET, "/").header("if-none-match", page.header("etag"));
    assert_eq!(send(again).await.status, 304);
    let head = send(server.bare(Method::HEAD, "/")).await;
    assert_eq!((head.status, head.body.len()), (200, 0));
}

#[tokio::test]
async fn nothing_outside_the_pages_is_served() {
    let server = Running::start().await;
    for path in
        ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "/..%2fCargo.toml", "/.git/config", "//etc/passwd"]
    {
        // The client would tidy the path, so it is sent as it is.
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.host());
        let answer = raw(&server, &request).await;
        assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
    }
}

#[tokio::test]
async fn each_browser_gets_its_package_of_the_extension() {
    let folder = tempfile::tempdir().unwrap();
    let packages = folder.path().join("packages");
    std::fs::create_dir(&packages).unwrap();
    for name in ["vaulty-extension.zip", "vaulty-extension-firefox.zip"] {
        std::fs::write(packages.join(name), name).unwrap();
    }
    let pages = folder.path().to_str().unwrap();
    let server = Running::with(&[("VAULTY_PAGES_DIR", pages)]).await;
    let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0";
    let chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36";
    for (browser, package) in [
        (firefox, "/packages/vaulty-extension-firefox.zip"),
        (chrome, "/packages/vaulty-extension.zip"),
        ("", "/packages/vaulty-extension.zip"),
    ] {
        let ask = server.bare(Method::GET, "/packages/for-this-browser");
        let answer = send(ask.header("user-agent", browser)).await;
        assert_eq!((answer.status, answer.header("location")), (302, package), "{browser}");
        assert_eq!(answer.header("vary"), "user-agent");
        let answer = send(server.bare(Method::GET, package)).await;
        assert_eq!((answer.status, answer.header("content-type")), (200, "application/zip"));
        assert!(package.ends_with(std::str::from_utf8(&answer.body).unwrap()));
    }
}

/// Proves that a program without packages says so, and that the landing page can tell.
#[tokio::test]
async fn a_program_without_packages_hands_out_none() {
    let server = Running::start().await;
    let list = send(server.bare(Method::GET, "/packages/index.json")).await;
    assert_eq!((list.status, list.body.as_ref()), (200, br#"{"packages":[]}"#.as_ref()));
    let package = send(server.bare(Method::GET, "/packages/for-this-browser")).await;
    assert_eq!(package.error().0, 404);
}

async fn raw(server: &Running, request: &str) -> String {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let mut stream = tokio::net::TcpStream::connect(server.host()).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn swagger_ui_is_complete_without_a_network() {
    let server = Running::start().await;
    assert_eq!(send(server.bare(Method::GET, "/docs")).await.header("location"), "/docs/");
    let page = send(server.bare(Method::GET, "/docs/")).await;
    assert_eq!(page.status, 200);
    let html = String::from_utf8(page.body).unwrap();
    assert!(!html.contains("http://") && !html.contains("https://"), "{html}");
    for file in ["swagger-ui.css", "swagger-ui-bundle.js", "swagger-initializer.js"] {
        let answer = send(server.bare(Method::GET, &format!("/docs/{file}"))).await;
        assert_eq!(answer.status, 200, "{file}");
    }
    let start = send(server.bare(Method::GET, "/docs/swagger-initializer.js")).await;
    assert!(String::from_utf8_lossy(&start.body).contains("/api/openapi.json"));
    assert_eq!(send(server.bare(Method::GET, "/docs/nothing.js")).await.error().0, 404);
}

#[tokio::test]
async fn demo_forms_lead_to_thanks_and_nothing_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("demo/shop")).unwrap();
    for name in ["index.html", "demo/thanks.html", "demo/shop/thanks.html"] {
        std::fs::write(folder.path().join(name), name).unwrap();
    }
    let pages = folder.path().to_str().unwrap();
    let server = Running::with(&[("VAULTY_PAGES_DIR", pages)]).await;
    for (path, thanks) in [
        ("/demo/submit", "/demo/thanks.html"),
        ("/demo/application/submit", "/demo/thanks.html"),
        ("/demo/shop/submit", "/demo/shop/thanks.html"),
    ] {
        for (content_type, body) in [
            ("application/x-www-form-urlencoded", "name=canary-demo"),
            ("multipart/form-data; boundary=b", "--b\r\n\r\ncanary-demo\r\n--b--"),
        ] {
            let request = server.bare(Method::POST, path).header("origin", &server.base);
            let request = request.header("content-type", content_type).body(body);
            let answer = send(request).await;
            assert_eq!((answer.status, answer.header("location")), (303, thanks), "{path}");
        }
        let page = send(server.bare(Method::GET, thanks)).await;
        assert_eq!(page.body, thanks.trim_start_matches('/').as_bytes());
    }
    let json = server.bare(Method::POST, "/demo/submit").json(&1);
    assert_eq!(send(json).await.error().0, 415);
    let large = server.bare(Method::POST, "/demo/submit").form(&[("a", "x".repeat(3 << 20))]);
    assert_eq!(send(large).await.error().0, 413);
    let folder = server.stop().await;
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!bytes.windows(11).any(|window| window == b"canary-demo"));
    }
}
