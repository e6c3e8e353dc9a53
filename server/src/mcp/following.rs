//! Subscriptions: an agent is told that a job of its stands otherwise, and reads it then.
//!
//! They are requests that stay open (`subscriptions/listen` of revision 2026-07-28), not sessions: each was let in by its
//! token, each look at a job asks the browser as `get_job` does and judges the agent anew, and a notification says of which
//! job it is and nothing else. Revisions before need a session for `resources/subscribe`; this server has none.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use rmcp::{ErrorData, model::SubscriptionFilter, service::SubscriptionContext};
use shared_types::agents::{AgentAnswer, AgentAsk, AgentRefusal, AgentState};
use tokio::time::{Instant, sleep};

use super::{
    asking::{Browsers, allows, job_of, of},
    guidance::Trouble,
    tools::{Call, Tool},
};
use crate::security::Agent;

/// Jobs of one subscription, at most.
const MOST_JOBS: usize = 4;
/// Subscriptions of one agent at once.
const MOST_OF_ONE: usize = 2;
/// How often a job is looked at.
const LOOKS_EVERY: Duration = Duration::from_secs(1);
/// The longest that one lasts: an agent that still wants to hear of its jobs subscribes anew.
const LONGEST: Duration = Duration::from_secs(30 * 60);

/// How many subscriptions each agent has open.
#[derive(Debug, Clone, Default)]
pub(super) struct Open(Arc<Mutex<HashMap<i64, usize>>>);

/// A place among an agent's subscriptions, until it is dropped.
struct Place {
    open: Open,
    agent: i64,
}

impl Open {
    fn take(&self, agent: i64) -> Option<Place> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let own = all.entry(agent).or_default();
        if *own >= MOST_OF_ONE {
            return None;
        }
        *own += 1;
        drop(all);
        Some(Place { open: self.clone(), agent })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut all = self.open.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = all.get_mut(&self.agent) {
            *own -= 1;
            if *own == 0 {
                all.remove(&self.agent);
            }
        }
    }
}

/// A job that is followed, and how it stood at the last look.
struct Followed {
    uri: String,
    job: String,
    stood: Option<AgentAnswer>,
}

/// What of a subscription can be had: jobs, and only so many. Whose they are is seen at each look.
pub(super) fn accepted(requested: &SubscriptionFilter) -> SubscriptionFilter {
    let uris = requested.resource_subscriptions.iter().flatten();
    let jobs = uris.filter(|uri| job_of(uri).is_some()).take(MOST_JOBS).cloned();
    SubscriptionFilter::builder().resource_subscriptions(jobs.collect::<Vec<_>>()).build()
}

/// Follows the jobs of a subscription until they have ended, its agent is revoked or goes, or the server stops.
pub(super) async fn follow(
    browsers: &Browsers,
    open: &Open,
    context: &SubscriptionContext,
) -> Result<(), ErrorData> {
    let (agent, at) = of(context.request_context())?;
    if !allows(&agent, Tool::GetJob) {
        return Err(ErrorData::invalid_request(
            Trouble::NotAllowed(Tool::GetJob).to_string(),
            None,
        ));
    }
    let Some(_place) = open.take(agent.id) else {
        return Err(ErrorData::invalid_request(Trouble::Busy.to_string(), None));
    };
    let uris = context.accepted().resource_subscriptions.iter().flatten();
    let job = |uri: &String| job_of(uri).map(|job| Followed { uri: uri.clone(), job, stood: None });
    let mut jobs: Vec<Followed> = uris.filter_map(job).collect();
    let until = Instant::now() + LONGEST;
    while !jobs.is_empty() && Instant::now() < until {
        let mut still = Vec::new();
        for mut one in jobs {
            let goes_on = tokio::select! {
                goes_on = look(browsers, (&agent, at), &mut one, context) => goes_on,
                () = context.cancelled() => return Ok(()),
            };
            match goes_on {
                Some(true) => still.push(one),
                Some(false) => {}
                None => return Ok(()),
            }
        }
        jobs = still;
        tokio::select! {
            () = sleep(LOOKS_EVERY) => {}
            () = context.cancelled() => return Ok(()),
            () = browsers.app.stopping.cancelled() => return Ok(()),
        }
    }
    Ok(())
}

/// Looks at a job, and tells its agent where it stands otherwise. Whether there is more to hear of it; none where there is
/// nobody to be told any more.
async fn look(
    browsers: &Browsers,
    (agent, at): (&Agent, i64),
    followed: &mut Followed,
    context: &SubscriptionContext,
) -> Option<bool> {
    // Nothing is asked for one that was revoked, so that no answer would say so.
    if matches!(browsers.check(agent).await, Err(Trouble::Revoked)) {
        return None;
    }
    let ask = AgentAsk::GetJob { job: followed.job.clone() };
    let answer = browsers.ask(agent, Call::of(ask)).await;
    let is_first = followed.stood.is_none();
    let now = match answer {
        // The browser may come back.
        Err(Trouble::NoBrowser | Trouble::Busy | Trouble::Late | Trouble::Store) => {
            return Some(true);
        }
        Err(_) => return None,
        Ok(now) => now,
    };
    let has_changed = followed.stood.as_ref().is_some_and(|stood| *stood != now);
    if is_first || has_changed {
        browsers.keep_line(agent, at, Tool::GetJob, &Ok(now.clone()));
    }
    if has_changed && context.sink().notify_resource_updated(followed.uri.as_str()).await.is_err() {
        return None;
    }
    let goes_on = match &now {
        AgentAnswer::Job(job) => {
            matches!(job.state, AgentState::Working | AgentState::WaitingForPerson)
        }
        AgentAnswer::Refused(why) => *why == AgentRefusal::Busy,
        _ => false,
    };
    followed.stood = Some(now);
    Some(goes_on)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_can_be_followed_and_nothing_else() {
        let uris = [
            "vaulty://jobs/a",
            "vaulty://jobs/../b",
            "vaulty://plans/a",
            "vaulty://receipts",
            "file:///etc/passwd",
            "vaulty://jobs/b",
            "vaulty://jobs/c",
            "vaulty://jobs/d",
            "vaulty://jobs/e",
        ];
        let all = SubscriptionFilter::builder()
            .tools_list_changed()
            .resources_list_changed()
            .resource_subscriptions(uris)
            .build();
        let taken = accepted(&all);
        let jobs = ["a", "b", "c", "d"].map(|job| format!("vaulty://jobs/{job}"));
        assert_eq!(taken.resource_subscriptions.as_deref(), Some(jobs.as_slice()));
        assert_eq!((taken.tools_list_changed, taken.resources_list_changed), (None, None));
    }

    #[test]
    fn an_agent_has_only_so_many_subscriptions() {
        let open = Open::default();
        let first = open.take(1).unwrap();
        let second = open.take(1).unwrap();
        assert!(open.take(1).is_none() && open.take(2).is_some());
        drop(first);
        assert!(open.take(1).is_some());
        drop(second);
        assert!(open.0.lock().unwrap().is_empty());
    }
}
