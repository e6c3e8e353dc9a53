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
    /// How often an agent had this form planned or filled: what a page has agents guess about the person comes to an end.
    #[serde(default)]
    pub asked: u32,
}

/// Plans and jobs of one sharing, at most.
const MOST_ASKED: u32 = 60;

impl Shared {
    /// A tab that shows this address, if it is one of the web.
    pub fn new(tab: i32, form: String, url: &str) -> Option<Self> {
        let origin = origin_of(url);
        (!origin.is_empty()).then_some(Self { tab, form, origin, asked: 0 })
    }

    /// Whether it holds for what the tab shows now.
    pub fn holds(&self, url: &str) -> bool {
        origin_of(url) == self.origin
    }

    /// Whether it holds no longer, now that its tab shows this address. A tab that shows nothing yet still loads.
    pub fn is_over(&self, tab: i32, url: &str) -> bool {
        let is_blank = url.is_empty() || url == "about:blank";
        self.tab == tab && !is_blank && !self.holds(url)
    }

    /// Counts a plan or a job. Whether it was one too many, which ends the sharing.
    pub fn count(&mut self) -> bool {
        self.asked = self.asked.saturating_add(1);
        self.asked > MOST_ASKED
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
