//! What other programs know of a person (an e-mail tool, a list of contacts, a folder of documents), asked by the Model
//! Context Protocol for three things: one-time codes, records, documents.
//!
//! Which programs and which of their tools, the host says in the file, and nobody else: no page, no planner, no agent and no
//! request names a tool, a program or an argument but the words that the person typed. What comes back goes to the person's
//! browser and nowhere else. It is not stored, not logged and in no plan; models are never asked with it.

mod call;
pub mod read;
pub mod settings;

use std::time::Duration;

use serde_json::json;
use shared_types::{
    Private,
    api::{FoundDocument, SourceKind, SourceSummary},
};
use tokio::{sync::Semaphore, time::timeout};

use crate::user::User;
pub use call::SourceError;
use settings::{Client, Use};

/// Calls of one program at once.
const AT_ONCE: usize = 2;
/// Time between two questions for a code.
pub const CODE_EVERY: Duration = Duration::from_secs(4);
/// For so long a code is looked for; later none comes.
pub const CODE_FOR: Duration = Duration::from_secs(10 * 60);

/// All that is configured.
#[derive(Debug)]
pub struct Sources(Vec<Source>);

/// One program with tools.
#[derive(Debug)]
pub struct Source {
    client: Client,
    places: Semaphore,
}

impl Sources {
    /// Those of the configuration.
    pub fn new(clients: &[Client]) -> Self {
        let new =
            |client: &Client| Source { client: client.clone(), places: Semaphore::new(AT_ONCE) };
        Self(clients.iter().map(new).collect())
    }

    /// Those of a user. The host's own token speaks for the user whom it names, and asks for nobody else's.
    fn of<'a>(&'a self, user: &User) -> impl Iterator<Item = &'a Source> + use<'a> {
        let name = user.name().to_owned();
        let whose = |source: &'a Source| source.client.user.as_deref().unwrap_or(User::FIRST);
        self.0.iter().filter(move |source| whose(source) == name)
    }

    /// What there is for a user, by name.
    pub fn list(&self, user: &User) -> Vec<SourceSummary> {
        let summary = |source: &Source| SourceSummary {
            name: source.client.name.clone(),
            kinds: source.client.uses.keys().map(|of| of.kind()).collect(),
        };
        self.of(user).map(summary).collect()
    }

    /// A user's source that has a tool for this.
    pub fn find(&self, user: &User, name: &str, kind: Use) -> Option<&Source> {
        self.of(user)
            .find(|source| source.client.name == name && source.client.uses.contains_key(&kind))
    }

    /// Those of a user that find codes.
    pub fn of_codes<'a>(&'a self, user: &User) -> impl Iterator<Item = &'a Source> + use<'a> {
        self.of(user).filter(|source| source.client.uses.contains_key(&Use::Codes))
    }
}

impl Source {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.client.name
    }

    /// Records for these words, each an object, as JSON that the panel reads like a file.
    ///
    /// # Errors
    /// The tool can't be used, or says nothing that can be read.
    pub async fn records(&self, query: &str) -> Result<Private, SourceError> {
        let said = self.ask(Use::Records, json!({ "query": query })).await?;
        read::records(&said)
    }

    /// Documents for these words.
    ///
    /// # Errors
    /// The tool can't be used, or says nothing that can be read.
    pub async fn documents(&self, query: &str) -> Result<Vec<FoundDocument>, SourceError> {
        let said = self.ask(Use::Documents, json!({ "query": query })).await?;
        read::documents(&said)
    }

    /// The code that a site sent since then (milliseconds since 1970), if it is there by now.
    ///
    /// # Errors
    /// The tool can't be used.
    pub async fn code(&self, site: &str, since: i64) -> Result<Option<Private>, SourceError> {
        let said = self.ask(Use::Codes, json!({ "site": site, "since": since })).await?;
        Ok(read::code(&said))
    }

    async fn ask(
        &self,
        kind: Use,
        arguments: serde_json::Value,
    ) -> Result<rmcp::model::CallToolResult, SourceError> {
        let tool = self.client.uses.get(&kind).ok_or(SourceError::NoTool)?;
        let _place = self.places.try_acquire().map_err(|_| SourceError::Busy)?;
        // Whoever is dropped here is cut off: a program is ended, a connection closed.
        let called = call::call(&self.client.reach, tool, arguments);
        timeout(self.client.timeout, called).await.unwrap_or(Err(SourceError::TimedOut))
    }
}

impl Use {
    /// As clients know it.
    fn kind(self) -> SourceKind {
        match self {
            Self::Codes => SourceKind::Codes,
            Self::Records => SourceKind::Records,
            Self::Documents => SourceKind::Documents,
        }
    }
}
