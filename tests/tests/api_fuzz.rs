//! The API document, put to the test by schemathesis (PyPI): requests made from it, valid and not.

use std::{path::PathBuf, process::Command};

use tests::server::Server;

const VERSION: &str = "schemathesis==4.32.5";

/// An index that can't be reached is given up on soon.
const INSTALL: [&str; 6] = ["install", "--quiet", "--timeout", "10", "--retries", "1"];
/// What is looked for in the answers.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
                      response_schema_conformance";

/// The program, installed into a folder of the build if it is not there. Where Python or its index can't be had there is
/// none, under CI as well: nothing else of a run comes from there.
fn schemathesis() -> Option<PathBuf> {
    let folder = tests::paths::workspace().join("target").join(VERSION);
    let program = folder.join("bin/schemathesis");
    if !program.is_file() {
        let runs = |command: &mut Command| command.status().is_ok_and(|status| status.success());
        let installed = runs(Command::new("python3").args(["-m", "venv"]).arg(&folder))
            && runs(Command::new(folder.join("bin/pip")).args(INSTALL).arg(VERSION));
        if !installed {
            println!("SKIPPED: {VERSION} needs python3 with venv and pip");
            return None;
        }
    }
    Some(program)
}

/// Proves that no request that the document describes is answered with a 5xx or with something that is not
/// documented: a few requests to each route, and forty in the slow set.
#[test]
fn the_api_is_as_it_is_documented() {
    let Some(program) = schemathesis() else { return };
    let requests = if tests::slow() { "40" } else { "4" };
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
        .args(["--checks", CHECKS])
        .args(["--max-examples", requests, "--request-timeout", "40", "--seed", "1"])
        // A stream does not end, and waiting for a code or for what agents ask takes its time.
        .args(["--exclude-path", "/api/jobs/{id}/events", "--exclude-path", "/api/agent/verify"])
        .args(["--exclude-path", "/api/agents/poll"])
        .current_dir(folder.path())
        .output()
        .expect("schemathesis runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
