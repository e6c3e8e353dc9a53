//! Agents over `/mcp`, by the client of the protocol's own SDK, with a browser that this test plays.

mod answers;
mod attacks;
mod browser;
mod calls;
mod newest;
mod stdio;

use rmcp::{
    RoleClient, ServiceExt as _,
    model::{CallToolRequestParams, CallToolResult},
    service::RunningService,
    transport::{
        StreamableHttpClientTransport, streamable_http_client::StreamableHttpClientTransportConfig,
    },
};
use serde_json::{Value, json};
use server::{
    clock::Clock,
    crypto::Vault,
    mcp::tools,
    security,
    store::{Sqlite, Store as _},
};

use crate::support::{self, Running};

/// Adds an agent beside the running server, as the command does, and gives its token.
pub(crate) async fn add(server: &Running, name: &str, sites: &[&str], allowed: &[&str]) -> String {
    add_for(server, "me", name, sites, allowed).await
}

pub(crate) async fn add_for(
    server: &Running,
    user: &str,
    name: &str,
    sites: &[&str],
    allowed: &[&str],
) -> String {
    let vault = Vault::open(server.folder(), None).unwrap();
    let store = Sqlite::open(server.folder(), &vault).await.unwrap();
    let marks = server::serve::open_marks(&store, &vault).await.unwrap();
    let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    // As `--answers` is a word of its own.
    let named: Vec<&str> = allowed.iter().copied().filter(|name| *name != "answers").collect();
    let mut tools = tools::listed(&owned(&named)).unwrap();
    tools.extend(allowed.contains(&"answers").then_some(tools::Tool::AnswerQuestion));
    let allowed: Vec<&str> = tools.iter().map(|tool| tool.name()).collect();
    let now = Clock::system().now_ms();
    let scope = (owned(sites), allowed.as_slice());
    let token =
        security::add_agent(&store, &marks, (user, name), (&scope.0, scope.1), now).await.unwrap();
    store.close().await;
    token
}

/// Revokes an agent beside the running server, as the command does.
pub(crate) async fn revoke(server: &Running, name: &str) {
    use server::store::AgentStore as _;
    let vault = Vault::open(server.folder(), None).unwrap();
    let store = Sqlite::open(server.folder(), &vault).await.unwrap();
    assert!(store.revoke_agent("me", name).await.unwrap());
    store.close().await;
}

pub(crate) struct Client(RunningService<RoleClient, ()>);

impl Client {
    pub(crate) async fn connect(server: &Running, token: &str) -> Self {
        let config = StreamableHttpClientTransportConfig::with_uri(format!("{}/mcp", server.base))
            .auth_header(token);
        let transport = StreamableHttpClientTransport::with_client(support::client(), config);
        Self(().serve(transport).await.unwrap())
    }

    pub(crate) async fn call(&self, tool: &str, arguments: Value) -> CallToolResult {
        self.try_call(tool, arguments).await.unwrap()
    }

    pub(crate) async fn try_call(
        &self,
        tool: &str,
        arguments: Value,
    ) -> Result<CallToolResult, rmcp::ServiceError> {
        let mut params = CallToolRequestParams::new(tool.to_owned());
        params.arguments = arguments.as_object().cloned();
        self.0.call_tool(params).await
    }

    /// What a tool says, and whether that is an error.
    pub(crate) async fn said(&self, tool: &str, arguments: Value) -> (Value, bool) {
        let result = self.call(tool, arguments).await;
        (result.structured_content.unwrap_or_default(), result.is_error.unwrap_or_default())
    }

    pub(crate) async fn error(&self, tool: &str, arguments: Value) -> String {
        let (said, is_error) = self.said(tool, arguments).await;
        assert!(is_error, "{said}");
        assert!(!said["message"].as_str().unwrap().is_empty());
        said["error"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn tools(&self) -> Vec<String> {
        let all = self.0.list_all_tools().await.unwrap();
        all.into_iter().map(|tool| tool.name.into_owned()).collect()
    }
}

/// A call as it goes over the wire, for whoever has no client.
pub(crate) fn call_body(tool: &str, arguments: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
           "params": {"name": tool, "arguments": arguments}})
}
