//! Which forms the person shared with agents: by tab, and by the site that the tab showed then.

use serde::{Deserialize, Serialize};
use shared_types::{JobRecord, JobStatus};

use super::judge::covers;
use crate::site::origin_of;

/// A tab that the person shared. Once it shows another site it is shared no longer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Shared {
    /// The browser's number of the tab.
    pub tab: i32,
    /// What agents call it: random, so that none is guessed.
    pub form: String,
    /// The site.
    pub origin: String,
}

impl Shared {
    /// A tab that shows this address, if it is one of the web.
    pub fn new(tab: i32, form: String, url: &str) -> Option<Self> {
        let origin = origin_of(url);
        (!origin.is_empty()).then_some(Self { tab, form, origin })
    }

    /// Whether it holds for what the tab shows now.
    pub fn holds(&self, url: &str) -> bool {
        origin_of(url) == self.origin
    }

    /// Whether an agent with this scope may hear of it.
    pub fn is_for(&self, sites: &[String]) -> bool {
        covers(sites, &self.origin)
    }
}

/// Whether a job ends the sharing of its tab: an agent asked for it, and the person said no to it or stopped it. Else it would
/// be asked for again at once.
pub fn ends_sharing(record: &JobRecord) -> bool {
    record.asked_by.is_some() && record.status == JobStatus::Stopped
}

/// Whether a job was asked for by this agent, at sites that it may hear of.
pub fn own_job(record: &JobRecord, agent: &str, sites: &[String]) -> bool {
    let own = record.asked_by.as_ref().filter(|asked| !agent.is_empty() && asked.key == agent);
    own.is_some_and(|asked| {
        let worked_at = record.origin.as_deref().unwrap_or(&asked.origin);
        covers(sites, &asked.origin) && covers(sites, worked_at)
    })
}
