//! Agents that start `vaulty-server mcp` as a program.

use std::process::Stdio;

use rmcp::ServiceExt as _;
use serde_json::json;
use tokio::{
    io::AsyncWriteExt as _,
    process::{Child, Command},
};

use super::{Client, add, browser::Browser};
use crate::support::Running;

pub(super) fn program(server: &Running, token: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_vaulty-server"))
        .args(["mcp", "--server", &server.base])
        .env("VAULTY_AGENT_TOKEN", token)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap()
}

#[tokio::test]
async fn an_agent_asks_by_standard_input_and_output() {
    use rmcp::{
        model::ProtocolVersion,
        service::{ClientLifecycleMode, ClientServiceExt as _},
    };
    let server = Running::start().await;
    let token = add(&server, "helper", &[], &["read"]).await;
    let _browser = Browser::of(&server, |_| json!({"forms": []})).await;
    let newest =
        ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] };
    for mode in [ClientLifecycleMode::Initialize, newest] {
        let mut program = program(&server, &token);
        let pipes = (program.stdout.take().unwrap(), program.stdin.take().unwrap());
        let agent = Client(().serve_with_lifecycle(pipes, mode).await.unwrap());
        let (said, is_error) = agent.said("list_forms", json!({})).await;
        assert!(!is_error && said["forms"] == json!([]), "{said}");
        assert_eq!(agent.error("start_fill", json!({"form": "f"})).await, "not_allowed");
        assert!(agent.try_call("approve", json!({})).await.is_err());
        agent.0.cancel().await.unwrap();
        assert!(program.wait().await.unwrap().success());
    }
}

#[tokio::test]
async fn it_says_what_is_wrong() {
    let server = Running::start().await;
    let mut wrong = program(&server, "vaulty_agent_wrong");
    let pipes = (wrong.stdout.take().unwrap(), wrong.stdin.take().unwrap());
    let refused = ().serve(pipes).await.err().unwrap().to_string();
    assert!(refused.contains("vaulty-server agents add NAME"), "{refused}");

    let none = program(&server, "").wait_with_output().await.unwrap();
    let said = String::from_utf8(none.stderr).unwrap();
    assert!(!none.status.success() && said.contains("VAULTY_AGENT_TOKEN"), "{said}");

    let token = add(&server, "helper", &[], &["read"]).await;
    let mut away = program(&server, &token);
    server.stop().await;
    let mut input = away.stdin.take().unwrap();
    input
        .write_all(b"nonsense\n{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}\n")
        .await
        .unwrap();
    drop(input);
    let output = away.wait_with_output().await.unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && said.lines().count() == 2, "{said}");
    assert!(said.contains("the line is no JSON") && said.contains("cannot be reached"), "{said}");
}

/// A file of a token that others can read is not read, and it is said what to do.
#[cfg(unix)]
#[tokio::test]
async fn a_token_that_others_can_read_is_refused() {
    use std::os::unix::fs::PermissionsExt as _;
    let server = Running::start().await;
    let token = add(&server, "helper", &[], &["read"]).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("token");
    std::fs::write(&file, &token).unwrap();
    for (mode, is_fine) in
        [(0o644, false), (0o640, false), (0o604, false), (0o600, true), (0o400, true)]
    {
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).unwrap();
        let run = Command::new(env!("CARGO_BIN_EXE_vaulty-server"))
            .args(["mcp", "--server", &server.base, "--token-file"])
            .arg(&file)
            .stdin(Stdio::null())
            .output()
            .await
            .unwrap();
        assert_eq!(run.status.success(), is_fine, "{mode:o}");
        let said = String::from_utf8(run.stderr).unwrap();
        assert_eq!(said.contains("chmod 600"), !is_fine, "{said}");
        assert!(!said.contains(&token));
    }
}
