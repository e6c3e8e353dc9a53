//! The server that a person hosts: plans for forms, an optional copy of the profile, codes on their way,
//! traces, and the pages that people see.
//!
//! It decides nothing about forms itself; `agent-core` does. No value of a person is ever in a plan, a
//! log line, a trace, a metric or an error here: values come in with a request, are bound, and go out
//! with its answer.

pub mod app;
pub mod cli;
pub mod clock;
pub mod codes;
pub mod config;
pub mod crypto;
pub mod dashboard;
pub mod doctor;
pub mod erasure;
pub mod error;
pub mod llm;
pub mod mcp;
pub mod pages;
pub mod planner;
pub mod private_file;
pub mod recipes;
pub mod relay;
pub mod routes;
pub mod search;
pub mod security;
pub mod serve;
pub mod signals;
pub mod sources;
pub mod store;
pub mod strict;
pub mod telemetry;
pub mod traces;
pub mod user;
pub mod write_timeout;
