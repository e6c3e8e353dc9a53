//! `vaulty-server agents …`: who may ask, what, and what they asked.

use std::{
    io::{self, Write},
    time::{Duration, SystemTime},
};

use clap::{Args, Subcommand};

use super::tools::{self, Tool};
use crate::{
    clock::Clock,
    config::Config,
    routes::extract::check_id,
    security::{self, Agent, AgentError},
    serve::{StartError, open_marks, open_store},
    store::{AgentCall, Store, StoreError},
    user::User,
};

/// What can be done with agents.
#[derive(Debug, Subcommand)]
pub enum OfAgents {
    /// Adds an agent and prints its token, this once. Give it to the agent as VAULTY_AGENT_TOKEN, or as the bearer token
    /// of /mcp.
    Add {
        /// What to call it: it stands in Vaulty's panel and in the log.
        name: String,
        /// The only sites that it may hear of, such as https://jobs.example [default: each form that you share].
        #[arg(long, value_name = "SITE", value_delimiter = ',')]
        sites: Vec<String>,
        /// The tools that it may use: names, `read` for those that read how things stand, `all`.
        #[arg(long, value_name = "TOOL", value_delimiter = ',', default_value = "read")]
        tools: Vec<String>,
        /// Lets it suggest answers to ordinary questions, where the browser's settings let agents do so as well. Each waits
        /// for you in Vaulty's panel.
        #[arg(long)]
        answers: bool,
        /// Whose.
        #[command(flatten)]
        whose: Whose,
    },
    /// Lists the agents: name, since when, sites, tools.
    List {
        /// Whose.
        #[command(flatten)]
        whose: Whose,
    },
    /// Lets an agent in no longer, from this moment on.
    Revoke {
        /// Its name.
        name: String,
        /// Whose.
        #[command(flatten)]
        whose: Whose,
    },
    /// Shows what agents asked and what came of it, newest first. No values are in it.
    Log {
        /// The agent [default: all].
        name: Option<String>,
        /// How many lines.
        #[arg(long, default_value_t = 50)]
        lines: u32,
        /// Whose.
        #[command(flatten)]
        whose: Whose,
    },
}

/// Whose agents.
#[derive(Debug, Args)]
pub struct Whose {
    /// Whose browser they ask.
    #[arg(long, value_name = "NAME", default_value = User::FIRST)]
    user: String,
}

/// Why it did not work.
#[derive(Debug, thiserror::Error)]
pub enum AgentsError {
    /// The store cannot be used.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// It could not be added.
    #[error(transparent)]
    Add(#[from] AgentError),
    /// There is no such tool.
    #[error("`{0}` is no tool; there are: read, all, {list}", list = names())]
    Tool(String),
    /// There is no such agent.
    #[error("there is no agent called `{0}`; `vaulty-server agents list` shows them")]
    Unknown(String),
    /// Nobody can be called so.
    #[error("a user's name has 1 to 128 characters, no control characters")]
    UserName,
    /// It could not be printed.
    #[error("{0}")]
    Io(#[from] io::Error),
}

fn names() -> String {
    tools::named().map(Tool::name).collect::<Vec<_>>().join(", ")
}

/// Does it, on the store that the running server uses as well.
///
/// # Errors
/// See [`AgentsError`].
pub async fn run(config: &Config, what: OfAgents) -> Result<(), AgentsError> {
    let user = match &what {
        OfAgents::Add { whose, .. }
        | OfAgents::List { whose }
        | OfAgents::Revoke { whose, .. }
        | OfAgents::Log { whose, .. } => whose.user.clone(),
    };
    if check_id("user", &user).is_err() {
        return Err(AgentsError::UserName);
    }
    let (store, vault) = open_store(config).await?;
    let marks = open_marks(store.as_ref(), &vault).await?;
    let done = match what {
        OfAgents::Add { name, sites, tools, answers, .. } => {
            let mut tools = tools::listed(&tools).map_err(AgentsError::Tool)?;
            tools.extend(answers.then_some(Tool::AnswerQuestion));
            let named: Vec<&str> = tools.iter().map(|tool| tool.name()).collect();
            let now = Clock::system().now_ms();
            let (who, scope) =
                ((user.as_str(), name.as_str()), (sites.as_slice(), named.as_slice()));
            let token = security::add_agent(store.as_ref(), &marks, who, scope, now).await;
            token.map_err(AgentsError::from).and_then(|token| tell_token(&token, &tools))
        }
        OfAgents::List { .. } => {
            let agents = store.agents(&user).await?;
            let agents = agents.into_iter().filter_map(|known| Agent::read(known, &marks));
            list(agents).map_err(AgentsError::from)
        }
        OfAgents::Revoke { name, .. } => revoke(store.as_ref(), &user, name).await,
        OfAgents::Log { name, lines, .. } => {
            let mut calls = store.agent_calls(&user, i64::MAX).await?;
            calls.retain(|call| name.as_ref().is_none_or(|name| call.agent == *name));
            calls.truncate(lines as usize);
            log(&calls).map_err(AgentsError::from)
        }
    };
    store.close().await;
    done
}

fn tell_token(token: &str, tools: &[Tool]) -> Result<(), AgentsError> {
    let more = if tools.iter().all(|tool| tool.only_reads()) {
        " It can read how things stand and start nothing; `--tools all` lets it start jobs."
    } else {
        ""
    };
    writeln!(
        io::stderr(),
        "This is the agent's token. It is shown this once and kept nowhere.{more}"
    )?;
    writeln!(io::stdout(), "{token}")?;
    Ok(())
}

fn list(agents: impl Iterator<Item = Agent>) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let mut none = true;
    for Agent { name, created_at, sites, tools, .. } in agents {
        none = false;
        let sites =
            if sites.is_empty() { "every form you share".to_owned() } else { sites.join(" ") };
        writeln!(
            out,
            "{name}\n  since {}\n  sites {sites}\n  tools {}",
            day(created_at),
            tools.join(" ")
        )?;
    }
    if none {
        writeln!(io::stderr(), "There are no agents. `vaulty-server agents add NAME` adds one.")?;
    }
    Ok(())
}

async fn revoke(store: &dyn Store, user: &str, name: String) -> Result<(), AgentsError> {
    if !store.revoke_agent(user, &name).await? {
        return Err(AgentsError::Unknown(name));
    }
    writeln!(
        io::stderr(),
        "{name} is let in no longer. Jobs that it started go on with you; stop them in Vaulty. What it asked or answered and \
         you have not taken yet is withdrawn within seconds."
    )?;
    Ok(())
}

/// A line each. Whatever a site's name or an outcome holds, it stays on its line.
fn log(calls: &[AgentCall]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for AgentCall { agent, at, tool, site, outcome } in calls {
        let texts = [agent, tool, outcome, site].map(|text| agent_core::agents::printed(text));
        writeln!(out, "{}  {}", day(*at), texts.join("  ").trim_end())?;
    }
    if calls.is_empty() {
        writeln!(io::stderr(), "No agent has asked anything.")?;
    }
    Ok(())
}

/// A moment as people read it, in UTC.
fn day(at: i64) -> String {
    let since_1970 = Duration::from_millis(u64::try_from(at).unwrap_or_default());
    httpdate::fmt_http_date(SystemTime::UNIX_EPOCH + since_1970)
}
