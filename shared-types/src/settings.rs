//! The extension's settings and its log.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::private::Private;

/// What is stored under `agentSettings`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct AgentSettings {
    /// Provider, or `""` for the server's choice.
    pub llm_provider: String,
    /// The person's own key for it.
    pub llm_api_key: Private,
    /// Model, or `""` for the provider's default.
    pub llm_model: String,
    /// Where Ollama listens.
    pub ollama_url: String,
    /// Where another provider listens that has no fixed address, or `""`.
    pub llm_base_url: String,
    /// When a model is asked: `auto`, `llm-first`, `rules-only`, or `""` for the server's choice.
    pub llm_mode: String,
    /// Skips the review on origins with consent, never an approval.
    pub autopilot_enabled: bool,
    /// Whether `max_steps` is applied.
    pub cap_enabled: bool,
    /// Largest number of rounds a job.
    pub max_steps: u32,
    /// Whether a server is asked at all. Off until the person has one.
    pub use_server: bool,
    /// Whether the browser's own model is asked where no server plans. Off until the person chooses it.
    pub browser_model: bool,
    /// Whether agents may ask, through the server, that shared forms be filled. Off until the person chooses it.
    pub agents_enabled: bool,
    /// Whether agents that may do so at the server may suggest answers to ordinary questions here. Off until the person
    /// chooses it.
    pub agents_answer: bool,
    /// Bearer token of the server.
    pub server_token: Private,
    /// The origin that the token is of; it is told to no other.
    pub server_origin: String,
    /// Whom the key is for: the server's origin, the provider, and where that one listens.
    pub llm_key_for: String,
    /// User name at the server, for the profile.
    pub user_id: String,
    /// How much is logged to the consoles.
    pub log_level: LogLevel,
    /// What the toolbar button opens.
    pub opens_in: OpensIn,
}

impl Default for AgentSettings {
    fn default() -> Self {
        Self {
            llm_provider: String::new(),
            llm_api_key: Private::default(),
            llm_model: String::new(),
            ollama_url: "http://127.0.0.1:11434".to_owned(),
            llm_base_url: String::new(),
            llm_mode: String::new(),
            autopilot_enabled: false,
            cap_enabled: true,
            max_steps: 40,
            use_server: false,
            browser_model: false,
            agents_enabled: false,
            agents_answer: false,
            server_token: Private::default(),
            server_origin: String::new(),
            llm_key_for: String::new(),
            user_id: "me".to_owned(),
            log_level: LogLevel::Info,
            opens_in: OpensIn::Panel,
        }
    }
}

/// What the toolbar button opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub enum OpensIn {
    /// The browser's side panel, which stays open beside the page. A browser without one opens a window.
    #[default]
    Panel,
    /// A popup, which closes at the first click beside it.
    Popup,
    /// A window of its own.
    Window,
}

/// How much is logged to the consoles. No level logs a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub enum LogLevel {
    /// Nothing.
    Off,
    /// What failed.
    Error,
    /// What happened.
    #[default]
    Info,
    /// Every event and effect.
    Debug,
}

/// One entry of `agentLogs` (newest 200).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct LogEntry {
    /// Unique in the log.
    pub id: String,
    /// The job it belongs to.
    pub job_id: String,
    /// Round of the job.
    pub step: u32,
    /// Milliseconds since 1970.
    pub timestamp: f64,
    /// `info`, `error`, `action`, `observe`, `page`, `plan`, `status`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Page, without query and without values.
    pub url: String,
    /// Counts of the observation: fields, buttons. Of a `page`, which is kept at the log level `debug`, all
    /// that the planner saw.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(value_type = Option<Object>))]
    pub observation: Option<Value>,
    /// The action, with keys instead of values; beside a `page` the whole plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(value_type = Option<Object>))]
    pub action: Option<Value>,
    /// What happened, for a person.
    pub message: String,
    /// Whether the tab was brought forward.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub force_live: Option<bool>,
}
