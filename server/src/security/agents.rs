//! Agents (MCP clients): their tokens, and what each of them may do.
//!
//! An agent is nobody's browser: its token opens `/mcp` and nothing else, and a browser's token does not open that. It is
//! looked up at every call, so that an agent that was revoked is let in no longer, also where another program revoked it.

use std::io;

use agent_core::site;
use serde_json::Value;

use super::tokens::{BYTES, MARK, from_hex};
use crate::{
    crypto::{self, Digest, Marks},
    store::{KnownAgent, NewAgent, Store, StoreError},
};

/// Lets people and secret scanners tell what it is.
const PREFIX: &str = "vaulty_agent_";
/// The tool that an agent has only where the person let it answer.
pub const ANSWERS: &str = "answer_question";
/// Characters of an agent's name, at most.
const LONGEST_NAME: usize = 60;
/// Bytes of the digest that make an agent's key.
const KEY: usize = 12;

/// An agent that is let in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agent {
    /// Its number in the store.
    pub id: i64,
    /// SHA-256 of its token.
    pub digest: Digest,
    /// As the person calls it.
    pub name: String,
    /// Whose it is.
    pub user: String,
    /// The only sites that it may hear of; none listed: every form that is shared.
    pub sites: Vec<String>,
    /// Names of the tools that it may use.
    pub tools: Vec<String>,
    /// Milliseconds since 1970.
    pub created_at: i64,
}

impl Agent {
    /// One that the store knows, if this server wrote its row.
    pub fn read(known: KnownAgent, marks: &Marks) -> Option<Self> {
        if !known.is_ours(marks) {
            return None;
        }
        let KnownAgent { id, digest, user_id, name, sites, tools, created_at, mark: _ } = known;
        let (sites, tools) = (list(&sites)?, list(&tools)?);
        Some(Self { id, digest, name, user: user_id, sites, tools, created_at })
    }

    /// Whether the person lets it suggest answers.
    pub fn may_answer(&self) -> bool {
        self.tools.iter().any(|tool| tool == ANSWERS)
    }

    /// What the browser knows it by: nothing that its token could be guessed from, and another one for each token.
    pub fn key(&self) -> String {
        let hash = crypto::digest_of(&self.digest);
        hash.iter().take(KEY).map(|byte| format!("{byte:02x}")).collect()
    }
}

/// A list of texts as JSON. Anything else is no list, and no scope.
fn list(json: &str) -> Option<Vec<String>> {
    let Ok(Value::Array(items)) = serde_json::from_str(json) else { return None };
    items.into_iter().map(|item| item.as_str().map(str::to_owned)).collect()
}

/// The agent whose token this is. What is made up is refused without a look into the store.
///
/// # Errors
/// The store failed.
pub async fn who(
    token: &str,
    marks: &Marks,
    store: &dyn Store,
) -> Result<Option<Agent>, StoreError> {
    if !is_marked(token, marks) {
        return Ok(None);
    }
    let known = store.agent(crypto::digest(token)).await?;
    Ok(known.and_then(|known| Agent::read(known, marks)))
}

/// Why an agent could not be added.
#[derive(Debug, thiserror::Error)]
pub enum AgentError {
    /// Its name cannot be one.
    #[error("an agent's name has 1 to {LONGEST_NAME} characters that can be seen, on one line")]
    Name,
    /// There is one already.
    #[error("there is an agent of this name; revoke it first, or choose another name")]
    Taken,
    /// A site is none.
    #[error(
        "`{0}` is not a site; a site begins with http:// or https://, such as https://jobs.example"
    )]
    Site(String),
    /// The system has no randomness to give.
    #[error("no randomness: {0}")]
    Random(io::Error),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Adds an agent and gives its token, which is kept nowhere.
///
/// # Errors
/// See [`AgentError`].
pub async fn add(
    store: &dyn Store,
    marks: &Marks,
    (user, name): (&str, &str),
    (sites, tools): (&[String], &[&str]),
    now: i64,
) -> Result<String, AgentError> {
    if agent_core::agents::printed(name) != name
        || !(1..=LONGEST_NAME).contains(&name.chars().count())
    {
        return Err(AgentError::Name);
    }
    let origin = |text: &String| match site::origin_of(text) {
        origin if origin.is_empty() => Err(AgentError::Site(text.clone())),
        origin => Ok(origin),
    };
    let sites: Vec<String> = sites.iter().map(origin).collect::<Result<_, _>>()?;
    let (sites, tools) = (Value::from(sites).to_string(), Value::from(tools.to_vec()).to_string());
    let token = new_token(marks).map_err(AgentError::Random)?;
    let digest = crypto::digest(&token);
    let mark = marks.agent_row(&digest, [user, name, &sites, &tools]);
    let new = NewAgent { digest, user_id: user, name, sites: &sites, tools: &tools, mark };
    if store.add_agent(new, now).await? { Ok(token) } else { Err(AgentError::Taken) }
}

/// A new token: 256 random bits and their mark.
fn new_token(marks: &Marks) -> io::Result<String> {
    let mut random = [0_u8; BYTES];
    getrandom::fill(&mut random).map_err(io::Error::other)?;
    let mark: [u8; MARK] = marks.of_agent_token(&random);
    let hex: String = random.iter().chain(&mark).map(|byte| format!("{byte:02x}")).collect();
    Ok(format!("{PREFIX}{hex}"))
}

/// Whether a token ends with the mark that one made here has.
fn is_marked(token: &str, marks: &Marks) -> bool {
    let bytes = token.strip_prefix(PREFIX).and_then(from_hex);
    bytes.is_some_and(|bytes| {
        let (random, mark) = bytes.split_at_checked(BYTES).unwrap_or_default();
        mark.len() == MARK && marks.is_of_agent_token(random, mark)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks() -> Marks {
        Marks::new(b"secret").unwrap()
    }

    #[test]
    fn a_token_shows_that_it_is_an_agents() {
        let token = new_token(&marks()).unwrap();
        assert_ne!(token, new_token(&marks()).unwrap());
        assert!(is_marked(&token, &marks()));
        assert!(!is_marked(&token, &Marks::new(b"other").unwrap()));
        // A browser's token is marked for another purpose.
        let browsers = super::super::new_token(&marks()).unwrap();
        let dressed = browsers.replacen("vaulty_", PREFIX, 1);
        for wrong in ["", PREFIX, &browsers, &dressed, &token[..token.len() - 2]] {
            assert!(!is_marked(wrong, &marks()), "{wrong}");
        }
    }

    #[test]
    fn a_scope_holds_only_as_it_was_written() {
        let row = |sites: &str, tools: &str, mark: [u8; 32]| KnownAgent {
            id: 1,
            digest: [1; 32],
            user_id: "ada".to_owned(),
            name: "helper".to_owned(),
            sites: sites.to_owned(),
            tools: tools.to_owned(),
            created_at: 5,
            mark: mark.to_vec(),
        };
        let (sites, tools) = (r#"["https://a.example"]"#, r#"["list_forms"]"#);
        let mark = marks().agent_row(&[1; 32], ["ada", "helper", sites, tools]);
        let agent = Agent::read(row(sites, tools, mark), &marks()).unwrap();
        assert_eq!(
            (agent.sites, agent.tools),
            (vec!["https://a.example".to_owned()], vec!["list_forms".to_owned()])
        );
        for (sites, tools) in [("[]", tools), (sites, r#"["start_fill"]"#), (sites, "[]")] {
            assert_eq!(Agent::read(row(sites, tools, mark), &marks()), None, "{sites} {tools}");
        }
        for broken in ["", "{}", "[1]", "null"] {
            let mark = marks().agent_row(&[1; 32], ["ada", "helper", broken, tools]);
            assert_eq!(Agent::read(row(broken, tools, mark), &marks()), None, "{broken}");
        }
    }
}
