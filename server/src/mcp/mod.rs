//! The server as agents (MCP clients) see it: tools, resources and prompts, by the Model Context Protocol.
//!
//! An agent has a form filled without having what goes into it. No tool here approves, consents, reads a value, evaluates,
//! presses or takes a picture; what a tool may ask is [`shared_types::agents::AgentAsk`], and what comes back has no place for
//! a value. Everything is asked of the browser that the person paired ([`crate::relay`]), where the person answers.

mod asking;
pub mod commands;
mod elicit;
mod following;
mod guidance;
mod handler;
mod messages;
mod prompts;
pub mod proxy;
mod service;
pub mod tools;

pub use asking::{LetIn, is_still};
pub use service::{LARGEST, PATH, is_json_rpc, routes};
