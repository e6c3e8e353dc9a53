//! `GET /dashboard/jobs`

use std::{collections::BTreeSet, slice};

use axum::{Extension, extract::State, response::Html};
use shared_types::api::JobSummary;

use crate::{
    app::{App, Shared},
    dashboard::{
        digest::{Digest, State as JobState},
        frame::Frame,
        jobs::{self, Row, Wanted},
    },
    error::ApiError,
    routes::extract::{Query, check_id},
    security::Session,
    store::{Behind, Part, StoreError},
};

/// Jobs on a page.
const SHOWN: usize = 25;
/// Jobs that are looked at for a page at most, where many do not stand as they are wanted.
const LOOKED_AT: usize = 500;
/// Jobs that are read at once.
const AT_ONCE: u32 = 50;
/// Entries that are read of them at most.
const ENTRIES: u32 = 20_000;
/// Characters of a site that is looked for.
const SITE: usize = 300;

/// Jobs with how they stand.
pub(super) async fn rows(
    app: &App,
    user: &str,
    jobs: &[JobSummary],
    now: i64,
) -> Result<Vec<Row>, StoreError> {
    let ids: Vec<String> = jobs.iter().map(|job| job.job_id.clone()).collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut digest = Digest::default();
    let part = Part { user_id: user, jobs: &ids, since: 0, most: ENTRIES };
    app.store.look_through(&part, &mut |noted| digest.see(noted)).await?;
    if digest.seen() >= ENTRIES as usize {
        // One long job must not hide how the others stand: each by itself.
        digest = Digest::default();
        let most = ENTRIES / u32::try_from(ids.len()).unwrap_or(ENTRIES);
        for id in &ids {
            let part = Part { jobs: slice::from_ref(id), most, ..part };
            app.store.look_through(&part, &mut |noted| digest.see(noted)).await?;
        }
    }
    let mut entries = digest.into_jobs();
    let row =
        |job: &JobSummary| Row::new(job, &entries.remove(&job.job_id).unwrap_or_default(), now);
    Ok(jobs.iter().map(row).collect())
}

/// The site that a person means: an origin, or a host that is reached as most are.
fn site(typed: &str) -> String {
    let typed: String = typed.trim().trim_end_matches('/').chars().take(SITE).collect();
    if typed.is_empty() || typed.contains("://") {
        return typed;
    }
    format!("https://{typed}")
}

/// The jobs, newest first, a page of them.
pub(super) async fn list(
    State(app): State<Shared>,
    Extension(session): Extension<Session>,
    query: Query,
) -> Result<Html<String>, ApiError> {
    app.traces.settle().await;
    let (user, now) = (session.user.name(), app.clock.now_ms());
    let wanted = Wanted {
        state: query.optional("state").and_then(JobState::named),
        site: site(query.optional("site").unwrap_or_default()),
    };
    let heard = query.optional("heard").and_then(|heard| heard.parse().ok());
    let behind = query.optional("behind").filter(|id| check_id("behind", id).is_ok());
    let mut at = heard.zip(behind.map(str::to_owned));
    let (mut found, mut looked_at) = (Vec::new(), 0);
    let is_first = at.is_none();
    let next = loop {
        let origin = Some(wanted.site.as_str()).filter(|site| !site.is_empty());
        let from = at.as_ref().map(|(at, id)| Behind { updated_at: *at, job_id: id });
        let jobs = app.store.jobs_behind(user, origin, from, AT_ONCE).await?;
        let is_end = jobs.len() < AT_ONCE as usize;
        looked_at += jobs.len();
        let rows = rows(&app, user, &jobs, now).await?;
        let count = rows.len();
        let mut taken = 0;
        for row in rows {
            if found.len() == SHOWN {
                break;
            }
            taken += 1;
            at = Some((row.heard, row.id.clone()));
            if wanted.state.is_none_or(|state| row.state == state) {
                found.push(row);
            }
        }
        match (is_end && taken == count, found.len() == SHOWN || looked_at >= LOOKED_AT) {
            (true, _) => break None,
            (false, true) => break at.clone(),
            (false, false) => {}
        }
    };
    let sites: BTreeSet<String> = app
        .store
        .jobs_behind(user, None, None, AT_ONCE)
        .await?
        .into_iter()
        .map(|job| job.origin)
        .filter(|site| !site.is_empty())
        .collect();
    let sites: Vec<String> = sites.into_iter().collect();
    let next = next.as_ref().map(|(at, id)| (*at, id.as_str()));
    let body = jobs::page(&found, &wanted, &sites, next, now);
    // What is behind something does not move.
    let frame = Frame { title: "Jobs", under: "/dashboard/jobs", user, live: is_first };
    Ok(Html(frame.around(&body)))
}
