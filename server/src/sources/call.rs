//! One call of one tool: connected for it, and closed behind it. The other side is believed nothing and waited for by the
//! caller's clock alone; more than [`LARGEST`] bytes of it are not read.

use std::process::Stdio;

use rmcp::{
    RoleClient, ServiceError, ServiceExt as _,
    model::{CallToolRequestParams, CallToolResult},
    service::{ClientInitializeError, RunningService},
    transport::{
        StreamableHttpClientTransport, streamable_http_client::StreamableHttpClientTransportConfig,
    },
};
use serde_json::Value;
use tokio::{
    io::AsyncReadExt as _,
    process::{Child, Command},
};

use super::settings::Reach;
use crate::llm::transport;

/// Bytes of a program's answers at most: five documents of 2 MB as base64, and what stands around them.
const LARGEST: usize = 15 << 20;

/// Why a source gave nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// It has no tool for that.
    #[error("it has no tool for that")]
    NoTool,
    /// Others are waiting for it.
    #[error("it is being asked already")]
    Busy,
    /// It can't be started or reached.
    #[error("it can't be started or reached")]
    Away,
    /// It didn't answer in time.
    #[error("it didn't answer in time")]
    TimedOut,
    /// It ended, said something of another kind, or too much.
    #[error("what it said can't be read")]
    Unreadable,
    /// The tool itself says that it failed.
    #[error("its tool failed")]
    Failed,
    /// There is nothing for these words.
    #[error("it found nothing")]
    Nothing,
}

/// Calls a tool.
pub(super) async fn call(
    reach: &Reach,
    tool: &str,
    arguments: Value,
) -> Result<CallToolResult, SourceError> {
    // Ends with this call, whatever becomes of it.
    let (service, _program) = connect(reach).await?;
    let mut params = CallToolRequestParams::new(tool.to_owned());
    params.arguments = arguments.as_object().cloned();
    let called = service.call_tool(params).await;
    let result = called.map_err(|error| match error {
        ServiceError::McpError(_) => SourceError::Failed,
        _ => SourceError::Unreadable,
    })?;
    // The connection is closed behind it: nobody waits for a goodbye.
    drop(service);
    if result.is_error == Some(true) { Err(SourceError::Failed) } else { Ok(result) }
}

/// A program that was started. It ends with this, and whatever it started itself.
struct Program(Child);

#[cfg(unix)]
impl Drop for Program {
    fn drop(&mut self) {
        use rustix::process::{Pid, Signal, kill_process_group};
        // It has a number for as long as nobody waited for its end: nobody else has that one.
        let group = self.0.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
        if let Some(group) = group {
            // An error means that all of them have ended.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

type Service = RunningService<RoleClient, ()>;

async fn connect(reach: &Reach) -> Result<(Service, Option<Program>), SourceError> {
    match reach {
        Reach::Program { program, arguments, passed } => {
            let mut command = Command::new(program);
            command.args(arguments).env_clear();
            for name in ["PATH", "HOME", "LANG"] {
                command.envs(std::env::var_os(name).map(|value| (name, value)));
            }
            command.envs(passed.iter().map(|(name, value)| (name, value.reveal())));
            // What it says to its log may be a value, so it is nobody's to read.
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
            #[cfg(unix)]
            command.process_group(0);
            let mut child = command.kill_on_drop(true).spawn().map_err(|_| SourceError::Away)?;
            let pipes = (child.stdout.take(), child.stdin.take());
            // From here on all that it starts ends with it, whatever comes of the greeting.
            let program = Program(child);
            let (Some(from), Some(to)) = pipes else { return Err(SourceError::Away) };
            let from = from.take(u64::try_from(LARGEST).unwrap_or(u64::MAX));
            let service = ().serve((from, to)).await.map_err(|error| unconnected(&error))?;
            Ok((service, Some(program)))
        }
        Reach::Address { url, token } => {
            let client = transport::client(None).map_err(|_| SourceError::Away)?;
            let mut config = StreamableHttpClientTransportConfig::with_uri(url.as_str());
            config.auth_header = token.as_ref().map(|token| token.reveal().to_owned());
            config.max_json_response_size = LARGEST;
            config.max_sse_event_size = LARGEST;
            let transport = StreamableHttpClientTransport::with_client(client, config);
            let service = ().serve(transport).await.map_err(|error| unconnected(&error))?;
            Ok((service, None))
        }
    }
}

fn unconnected(error: &ClientInitializeError) -> SourceError {
    match error {
        ClientInitializeError::TransportError { .. }
        | ClientInitializeError::ConnectionClosed(_) => SourceError::Away,
        _ => SourceError::Unreadable,
    }
}
