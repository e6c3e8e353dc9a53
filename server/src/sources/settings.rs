//! What is configured of a program with tools.

use std::{collections::BTreeMap, time::Duration};

use shared_types::Private;

/// What a tool is used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Use {
    /// It finds one-time codes.
    Codes,
    /// It finds records: a contact, a row of a sheet.
    Records,
    /// It finds documents.
    Documents,
}

/// How a program is reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reach {
    /// It is started for each call, and speaks on its standard input and output.
    Program {
        /// Its path, or its name in `PATH`. No shell reads it.
        program: String,
        /// Its arguments.
        arguments: Vec<String>,
        /// Variables that it gets, beside `PATH`, `HOME` and `LANG`.
        passed: Vec<(String, Private)>,
    },
    /// It is called by streamable HTTP.
    Address {
        /// Where.
        url: String,
        /// Its bearer token.
        token: Option<Private>,
    },
}

/// A program with tools.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Client {
    /// By which the person knows it.
    pub name: String,
    /// Whose it is; none is the server's first user.
    pub user: Option<String>,
    /// How it is reached.
    pub reach: Reach,
    /// Time for a call, with everything around it.
    pub timeout: Duration,
    /// Its tools that may be called, by what they are for. No other is.
    pub uses: BTreeMap<Use, String>,
}

impl Client {
    /// As a line of the configuration.
    pub fn describe(&self) -> String {
        let Self { name, user, reach, uses, .. } = self;
        let at = match reach {
            Reach::Program { program, .. } => program,
            // A key may stand in its path.
            Reach::Address { url, .. } => &agent_core::site::noted(url),
        };
        let tools: Vec<&str> = uses.values().map(String::as_str).collect();
        let whose = user.as_deref().unwrap_or("the first user");
        format!("mcp.clients.{name} = {at}, for {whose}: {}", tools.join(", "))
    }
}
