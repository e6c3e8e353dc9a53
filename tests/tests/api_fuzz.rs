//! The API document, put to the test by schemathesis (PyPI): requests made from it, valid and not. Part of the
//! slow set.

#![expect(
    clippy::expect_used,
    reason = "a test that cannot go on says why and fails; helpers count as tests"
)]

use std::{path::PathBuf, process::Command};

use tests::server::Server;

const VERSION: &str = "schemathesis==4.32.5";

/// The program, installed into a folder of the build if it is not there.
fn schemathesis() -> PathBuf {
    let folder = tests::paths::workspace().join("target/schemathesis");
    let program = folder.join("bin/schemathesis");
    if !program.is_file() {
        let run = |command: &mut Command| {
            let status = command.status().expect("python3 with venv and pip is there");
            assert!(status.success(), "{command:?}");
        };
        run(Command::new("python3").args(["-m", "venv"]).arg(&folder));
        run(Command::new(folder.join("bin/pip")).args(["install", "--quiet", VERSION]));
    }
    program
}

/// Proves that no request that the document describes is answered with a 5xx or with something that is not
/// documented.
#[test]
#[ignore = "part of the slow set"]
fn the_api_is_as_it_is_documented() {
    let program = schemathesis();
    let folder = tempfile::tempdir().expect("a folder");
    let config = folder.path().join("server.toml");
    std::fs::write(&config, "requests_per_second = 1000000\nrequest_burst = 1000000\n")
        .expect("a file");
    let server =
        Server::start(&["--config", config.to_str().expect("a path")]).expect("the server starts");
    let output = Command::new(program)
        .arg("run")
        .arg(format!("{}/api/openapi.json", server.url()))
        .args(["--header", &format!("Authorization: Bearer {}", server.token().expect("a token"))])
        .args(["--checks", "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"])
        .args(["--max-examples", "40", "--request-timeout", "40", "--seed", "1"])
        // A stream does not end, and waiting for a code takes its time.
        .args(["--exclude-path", "/api/jobs/{id}/events", "--exclude-path", "/api/agent/verify"])
        .current_dir(folder.path())
        .output()
        .expect("schemathesis runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
